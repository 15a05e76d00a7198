//! What a program does with its operands and options, by what the knowledge files say of them.

mod carry;
mod edits;
mod files;
mod leads;
mod named;
mod network;
mod output;
mod passing;
mod roles;
mod standing;

use hookward_shell::Span;

use self::carry::unpacks;
pub(crate) use self::carry::{arrive_elsewhere, inside, take_for_a_tree};
pub(crate) use self::named::{searched, with_names};
use self::roles::is_code;
use self::standing::{by_code, passes_no_secret, standing};
use crate::builtins::{directory, joined};
use crate::commands::Outcome;
use crate::effect::{Action, Deed, Depth, Standing};
use crate::knowledge::{self, Given, Role, Usage};
use crate::path::Place;
use crate::programs::tail;
use crate::source::Sources;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// What is gathered of a program's words before its effects are known.
#[derive(Default)]
struct Gathered {
    /// Where its output comes from.
    passed: Sources,
    /// Whether it reads files by name, and so not its standard input.
    reads_files: bool,
    /// Those of them whose lines it works on.
    files: Vec<Value>,
    /// Those of them that the text has written and of which it says what they hold.
    made: Vec<Place>,
    /// What its output names: listed files.
    names: Vec<Value>,
    /// Operands that are copied, moved, linked or transferred, the target last.
    moved: Vec<(Role, Value)>,
    /// The directory that they go to, where an option names it.
    into: Option<Value>,
    written: Vec<Value>,
    /// What is written anew in another form, and means what it meant.
    rewritten: Vec<Value>,
    searched: Vec<Place>,
    filters: Vec<String>,
    addresses: Vec<Value>,
    sent: Sources,
    /// Secrets in what a database is asked.
    asked: Sources,
    /// Whether something is sent that is not secret by its source.
    sends: bool,
    credentials: Sources,
    /// What people elsewhere are to read.
    messages: Sources,
    killed: Vec<Value>,
    users: Vec<Value>,
    /// Programs that whoever is at the other end may use.
    served: Vec<Value>,
    endpoints: Vec<Value>,
    /// Commands of a client that transfers files.
    transfers: Vec<Value>,
    /// What a request says, as far as it is written out.
    texts: Vec<String>,
    permission: Option<Value>,
    code: bool,
    /// Its name.
    program: String,
}

impl Walk<'_> {
    /// A program that the knowledge files know.
    pub(crate) fn known(
        &mut self,
        name: &str,
        usage: Usage,
        rest: &[Value],
        span: Span,
        state: &mut State,
    ) -> Outcome {
        let (usage, words) = usage.descend(rest);
        if let Some(run) = &usage.run {
            let start = knowledge::command_start(&words, &usage, run);
            let subcommand = stripped(rest, &words);
            let (own, inner) = words.split_at(start.min(words.len()));
            return self.wrapped(name, &usage, (subcommand, own, inner), span, state);
        }
        self.operated(name, &usage, (&words, rest), span, state)
    }

    /// A program that runs nothing, by the roles of its words. Apart from what runs others in turn: those stand in each other,
    /// and the room that this takes is not theirs.
    fn operated(
        &mut self,
        name: &str,
        usage: &Usage,
        (words, rest): (&[&Value], &[Value]),
        span: Span,
        state: &mut State,
    ) -> Outcome {
        let subcommand = words.len() < rest.len();
        let given = Given::of(words, usage);
        let alone = words.len() == 1
            && words
                .first()
                .and_then(|word| word.known())
                .is_some_and(|word| usage.safe_alone.contains(word));
        if alone {
            return Outcome::Done(Standing::ReadOnly);
        }
        let roles = given.roles();
        let mut moved;
        let mut outside = None;
        let state = match roles.iter().find(|(role, _)| *role == Role::Directory) {
            Some((_, to)) => {
                moved = self.copy(state);
                moved.cwd = directory(to, &moved.cwd);
                outside = Some(state);
                &mut moved
            }
            None => state,
        };
        let depth = if usage.tree.iter().any(|option| given.option(option)) {
            Depth::Tree
        } else if usage.names.contains(&"trash") {
            // Whole directories too, but they can be had again.
            Depth::Moved
        } else {
            Depth::One
        };
        let mut gathered = Gathered { program: name.to_owned(), ..Gathered::default() };
        let before = self.facts.effects.len();
        let pattern_given =
            roles.iter().any(|(role, _)| matches!(role, Role::PatternOption | Role::PatternFile));
        for (role, value) in &roles {
            match role {
                Role::Copy | Role::Move | Role::Link | Role::Transfer | Role::Exchange => {
                    gathered.into = Some(value.clone());
                }
                role => self.play(*role, value, depth, usage, &given, &mut gathered, span, state),
            }
        }
        let mut index = 0;
        let obeys_plus = usage.obeys_plus();
        for (_, operand) in &given.operands {
            if obeys_plus && operand.prefix().starts_with('+') {
                self.editor(&tail(operand, 1), span, state);
                continue;
            }
            let mut role = nth(&usage.operands, index);
            // Where an option gave the pattern or the code, no operand is it.
            if (role == Role::Pattern && pattern_given)
                || (is_code(role) && index == 0 && gathered.code && name != "osascript")
            {
                index += 1;
                role = nth(&usage.operands, index);
            }
            index += 1;
            match role {
                Role::Copy | Role::Move | Role::Link | Role::Transfer | Role::Exchange => {
                    gathered.moved.push((role, (*operand).clone()));
                }
                role => self.play(role, operand, depth, usage, &given, &mut gathered, span, state),
            }
        }
        for operand in usage.otherwise.iter().filter(|_| given.operands.is_empty()) {
            let operand = Value::Known(operand.to_owned());
            self.play(nth(&usage.operands, 0), &operand, depth, usage, &given, &mut gathered, span, state);
        }
        if given.operands.is_empty() && nth(&usage.operands, 0) == Role::List {
            self.effect(Action::List(state.place(&Value::Known(".".to_owned()))), span);
        }
        // A server that is told no directory serves where it is.
        let shares = |role: Role| usage.options.has_role(role) || nth(&usage.operands, 0) == role;
        let is_told = || {
            roles.iter().any(|(role, _)| *role == Role::Shared)
                || (nth(&usage.operands, 0) == Role::Shared && !given.operands.is_empty())
        };
        if shares(Role::Shared) && !is_told() && !rest.iter().any(is_of_this_machine) {
            self.shared(&Value::Known(".".to_owned()), span, state);
        }
        if usage.stdin == Some(knowledge::Language::Names) {
            let names = state.stdin.clone();
            self.named_files(&names, &mut gathered, span, state);
        }
        for does in usage.deeds(words, &|name| state.variable(name)) {
            self.effect(Action::Deed(does.deed, does.what.into()), span);
        }
        for said in usage.says.iter() {
            self.print(&Value::Known(said.to_owned()), span);
        }
        if unpacks(name, &given) {
            self.unpack(name, &given, &roles, span, state);
        } else if name == "unzip" && (given.option("-p") || given.option("-c")) {
            let here = state.place(&Value::Known(".".to_owned()));
            self.members(name, &given, &here, span, state);
        }
        let address = gathered.addresses.first().map(ToString::to_string).unwrap_or_default();
        for program in std::mem::take(&mut gathered.served) {
            self.served(&program, &address, span, state);
        }
        let target = gathered.addresses.first().cloned().unwrap_or_else(Value::unknown);
        for commands in std::mem::take(&mut gathered.transfers) {
            self.transfers(&commands, &target, span, state);
        }
        self.bridge(&std::mem::take(&mut gathered.endpoints), span, state);
        self.requested(usage, &given, &gathered.addresses, &gathered.texts, span, state);
        self.relocate(usage, &given, &mut gathered, depth, span, state);
        self.stdin_code(usage, &given, &gathered, span, state);
        self.converse(usage, &given, &mut gathered, span, state);
        self.outcome(name, rest, usage, &given, gathered, depth, span, state);
        if matches!(name, "sqlite3" | "sqlite" | "duckdb") && is_scratch_database(&given, state) {
            // A database that goes with the temporary directory holds nothing to lose.
            let loses = |action: &Action| {
                matches!(action, Action::Deed(Deed::DropData | Deed::LoseData, _) | Action::Lessen(_))
            };
            let mut at = 0;
            self.facts.effects.retain(|effect| {
                at += 1;
                at <= before || !loses(&effect.action)
            });
        }
        if let Some(outside) = outside {
            outside.keep_files(state);
        }
        let standing = by_code(name, &given, &roles, rest).unwrap_or_else(|| standing(usage, &given, rest));
        let standing = match standing {
            Standing::ReadOnly
                if depth == Depth::Tree
                    && !usage.names.contains(&"rg")
                    && nth(&usage.operands, 1) == Role::Search
                    && !passes_no_secret(&given, pattern_given, state) =>
            {
                Standing::Known
            }
            standing => standing,
        };
        Outcome::Done(match standing {
            Standing::ReadOnly if subcommand => Standing::SafeSubcommand,
            standing => standing,
        })
    }
}

/// Whether a database is in memory or a temporary file.
fn is_scratch_database(given: &Given, state: &State) -> bool {
    let Some((_, database)) = given.operands.first() else { return false };
    let place = state.place(database);
    let roots = state.scene.roots;
    let temporary = |path: &str| {
        ["/tmp/", "/var/tmp/", "/private/tmp/", "/dev/shm/"].iter().any(|start| path.starts_with(start))
            && !roots.iter().any(|root| path.starts_with(root.as_str()))
    };
    database.known() == Some(":memory:")
        || (!place.open && !place.spots.is_empty() && place.spots.iter().all(|spot| temporary(&spot.path)))
}

/// An address that nobody else reaches: `--bind 127.0.0.1`, `localhost:8000`.
pub(crate) fn is_of_this_machine(word: &Value) -> bool {
    let text = word.known().unwrap_or_default();
    let address = text.rsplit_once('=').map_or(text, |(_, value)| value);
    let address = address.trim_start_matches("tcp://").trim_start_matches("http://");
    ["localhost", "127.0.0.1", "[::1]", "::1"]
        .iter()
        .any(|own| address.strip_prefix(own).is_some_and(|rest| rest.is_empty() || rest.starts_with(':')))
}

/// Whether a file operand stands for standard input.
fn is_stdin(value: &Value) -> bool {
    matches!(value.known(), Some("-" | "/dev/stdin" | "/dev/fd/0"))
}

fn nth(roles: &[Role], index: usize) -> Role {
    roles.get(index).or(roles.last()).copied().unwrap_or(Role::Text)
}

/// Words with a blank between them, for what joins its words to a text.
pub(crate) fn joined_words(words: &[&Value]) -> Value {
    joined(&words.iter().map(|word| (*word).clone()).collect::<Vec<Value>>())
}

/// The words that name a subcommand: those of all that are not left when it is known.
fn stripped(all: &[Value], left: &[&Value]) -> Vec<Value> {
    if all.len() == left.len() {
        return Vec::new();
    }
    let is_left = |word: &&Value| left.iter().any(|other| std::ptr::eq(*other, *word));
    all.iter().filter(|word| !is_left(word)).cloned().collect()
}
