//! A shell text to its commands and effects: every statement is visited as if it ran.

use hookward_shell::{
    Command as Syntax, Gap, Part, Redirect, RedirectKind, Simple, Span, Statement, Value as Assigned, Word,
};

use crate::effect::{Action, Command, Depth, Effect, Facts, Opacity, Standing};
use crate::eval::State;
use crate::options::{skip_options, split_operands};
use crate::path::{Place, Reach};
use crate::programs::{self, Program, Role, Wrapper, base_name};
use crate::value::Value;
use crate::{Scene, programs::find, programs::git};

/// Scripts inside scripts are followed this deep.
const MAX_NESTING: usize = 8;

/// What can be written to without effect.
const SINKS: &[&str] = &["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty"];

/// Adds what `text` does to `facts`.
pub(crate) fn shell(text: &str, scene: &Scene, facts: &mut Facts) {
    let budget = 1_000 + text.len() * 8;
    let mut walk = Walk { facts, budget, nesting: 0, inside: None, through: Vec::new() };
    walk.script(text, &mut State::new(*scene));
}

type ToAction = fn(Place) -> Action;

struct Walk<'f> {
    facts: &'f mut Facts,
    /// Steps that are left; proportional to the text, so that the time is.
    budget: usize,
    nesting: usize,
    /// Inside a nested script: the span of the outer word that holds it.
    inside: Option<Span>,
    through: Vec<String>,
}

impl Walk<'_> {
    fn script(&mut self, text: &str, state: &mut State) {
        if self.nesting > MAX_NESTING {
            self.opaque(Opacity::Size, Span::default());
            return;
        }
        let script = hookward_shell::parse(text);
        for gap in script.not_understood {
            let why = match gap.why {
                Gap::TooLong | Gap::TooDeep => Opacity::Size,
                Gap::Syntax(message) => Opacity::Syntax(message),
                Gap::Unsupported(what) => Opacity::Syntax(what.to_owned()),
            };
            self.opaque(why, gap.span);
        }
        self.statements(&script.body, state);
    }

    fn nested(&mut self, text: &str, holder: Span, name: &str, state: &mut State) {
        let outer = self.inside.replace(self.inside.unwrap_or(holder));
        self.nesting += 1;
        self.through.push(name.to_owned());
        self.script(text, state);
        self.through.pop();
        self.nesting -= 1;
        self.inside = outer;
    }

    /// Takes a step; when the last one is gone, that is an effect.
    fn spend(&mut self, span: Span) -> bool {
        match self.budget {
            0 => return false,
            1 => self.opaque(Opacity::Budget, span),
            _ => {}
        }
        self.budget -= 1;
        self.budget > 0
    }

    fn opaque(&mut self, why: Opacity, span: Span) {
        self.effect(Action::Opaque(why), span);
    }

    fn effect(&mut self, action: Action, span: Span) {
        self.facts.effects.push(Effect { action, span: Some(self.inside.unwrap_or(span)) });
    }

    fn statements(&mut self, statements: &[Statement], state: &mut State) {
        for statement in statements {
            self.statement(statement, state);
        }
    }

    /// A body that may or may not run, in the same shell.
    fn perhaps(&mut self, statements: &[Statement], state: &mut State) {
        let mut branch = state.clone();
        self.statements(statements, &mut branch);
        state.join(&branch);
    }

    /// A body in a process of its own: what it assigns is lost.
    fn apart(&mut self, statements: &[Statement], state: &State) {
        self.statements(statements, &mut state.clone());
    }

    fn statement(&mut self, statement: &Statement, state: &mut State) {
        if !self.spend(statement.span) {
            return;
        }
        for redirect in &statement.redirects {
            self.redirect(redirect, state);
        }
        match &statement.command {
            Syntax::Simple(simple) => self.simple(simple, state),
            Syntax::Pipeline(parts) => {
                for part in parts {
                    self.apart(std::slice::from_ref(part), state);
                }
            }
            Syntax::Chain(parts) => {
                for (_, part) in parts {
                    self.statement(part, state);
                }
            }
            Syntax::Group(body) => self.statements(body, state),
            Syntax::Subshell(body) => self.apart(body, state),
            Syntax::If { branches, otherwise } => {
                for (condition, body) in branches {
                    self.statements(condition, state);
                    self.perhaps(body, state);
                }
                self.perhaps(otherwise, state);
            }
            Syntax::While { condition, body } => {
                self.statements(condition, state);
                self.perhaps(body, state);
            }
            Syntax::For { variable, words, body } => {
                let mut texts = Vec::new();
                let mut listed = true;
                for word in words.iter().flatten() {
                    self.substitutions(word, state);
                    let value = state.value(word);
                    listed &= !value.texts().is_empty();
                    texts.extend_from_slice(value.texts());
                }
                let value = if listed && !texts.is_empty() { Value::Few(texts) } else { Value::Unknown };
                state.assign(variable, value);
                self.perhaps(body, state);
            }
            Syntax::ArithmeticFor { clauses, body } => {
                self.all_substitutions(clauses, state);
                self.perhaps(body, state);
            }
            Syntax::Case { word, arms } => {
                self.substitutions(word, state);
                for arm in arms {
                    self.all_substitutions(&arm.patterns, state);
                    self.perhaps(&arm.body, state);
                }
            }
            Syntax::Function { body, .. } => self.perhaps(std::slice::from_ref(body), state),
            Syntax::Coprocess(body) => self.apart(std::slice::from_ref(body), state),
            Syntax::Test(words) | Syntax::Arithmetic(words) => self.all_substitutions(words, state),
        }
    }

    fn all_substitutions(&mut self, words: &[Word], state: &State) {
        for word in words {
            self.substitutions(word, state);
        }
    }

    /// The commands inside a word run before the word is used.
    fn substitutions(&mut self, word: &Word, state: &State) {
        for part in &word.parts {
            match part {
                Part::Bare { .. } | Part::Quoted { .. } => {}
                Part::Substitution { body, .. } | Part::Process { body, .. } => self.apart(body, state),
                Part::Arithmetic { words, .. } => self.all_substitutions(words, state),
                Part::Variable(variable) => {
                    for word in variable.words() {
                        self.substitutions(word, state);
                    }
                }
            }
        }
    }

    fn redirect(&mut self, redirect: &Redirect, state: &State) {
        let (word, actions): (&Word, &[ToAction]) = match &redirect.kind {
            RedirectKind::Read(word) => (word, &[Action::Read]),
            RedirectKind::Write(word) | RedirectKind::Append(word) => (word, &[Action::Write]),
            RedirectKind::ReadWrite(word) => (word, &[Action::Read, Action::Write]),
            RedirectKind::HereDocument(word)
            | RedirectKind::HereString(word)
            | RedirectKind::Duplicate(word) => (word, &[]),
        };
        self.substitutions(word, state);
        let place = state.place(&state.value(word));
        if place.spots.iter().any(|spot| SINKS.contains(&spot.path.as_str())) {
            return;
        }
        for action in actions {
            self.effect(action(place.clone()), redirect.span);
        }
    }

    fn simple(&mut self, simple: &Simple, state: &mut State) {
        for assignment in &simple.assignments {
            self.effect(Action::Environment(assignment.name.clone()), assignment.span);
            match &assignment.value {
                Assigned::Scalar(word) => {
                    self.substitutions(word, state);
                    let keeps = simple.words.is_empty() || is_declaration(simple);
                    if keeps && assignment.subscript.is_none() {
                        let value = if assignment.append { Value::Unknown } else { state.value(word) };
                        state.assign(&assignment.name, value);
                    }
                }
                Assigned::Array(elements) => {
                    for (_, word) in elements {
                        self.substitutions(word, state);
                    }
                    state.assign(&assignment.name, Value::Unknown);
                }
            }
        }
        self.all_substitutions(&simple.words, state);
        let words: Vec<Value> = simple.words.iter().map(|word| state.value(word)).collect();
        self.command(words, simple.span, state);
    }

    fn command(&mut self, words: Vec<Value>, span: Span, state: &mut State) {
        let Some((first, rest)) = words.split_first() else { return };
        if !self.spend(span) {
            return;
        }
        let name = first.known().map(base_name).unwrap_or_default();
        if let Some(wrapper) = programs::wrapper(name) {
            return self.wrapped(&wrapper, name, rest, span, state);
        }
        let standing = match name {
            "cd" | "pushd" => {
                change_directory(rest, state);
                Standing::ReadOnly
            }
            "find" => self.find(rest, span, state),
            "git" => self.git(rest, span, state),
            _ => match programs::program(name) {
                Some(program) => self.operands(program, rest, span, state),
                None => Standing::Unknown,
            },
        };
        let standing = match standing {
            // A file of that name in the workspace is not the program that we know.
            Standing::ReadOnly if !first.known().is_some_and(is_of_the_system) => Standing::Known,
            standing => standing,
        };
        let through = self.through.clone();
        self.facts.commands.push(Command { words, through, standing, span: self.inside.unwrap_or(span) });
    }

    fn wrapped(&mut self, wrapper: &Wrapper, name: &str, rest: &[Value], span: Span, state: &mut State) {
        match wrapper {
            Wrapper::Words { valued, operands } => {
                let inner = skip_options(rest, valued, *operands);
                self.through.push(name.to_owned());
                self.command(inner.to_vec(), span, state);
                self.through.pop();
            }
            Wrapper::Script => {
                let option = rest.iter().position(|word| {
                    let text = word.prefix();
                    text.starts_with('-') && !text.starts_with("--") && text.ends_with('c')
                });
                match option.and_then(|index| rest.get(index + 1)) {
                    Some(Value::Known(text)) => {
                        self.nested(text, span, &format!("{name} -c"), &mut state.clone());
                    }
                    Some(_) => {
                        self.opaque(Opacity::Language("a script that is put together at run time"), span);
                    }
                    None => self.unknown(name, rest, span),
                }
            }
            Wrapper::Eval => match rest.iter().map(Value::known).collect::<Option<Vec<_>>>() {
                Some(texts) => self.nested(&texts.join(" "), span, name, state),
                None => self.opaque(Opacity::Language("a script that is put together at run time"), span),
            },
        }
    }

    fn unknown(&mut self, name: &str, rest: &[Value], span: Span) {
        let words = std::iter::once(Value::Known(name.to_owned())).chain(rest.iter().cloned()).collect();
        let through = self.through.clone();
        let span = self.inside.unwrap_or(span);
        self.facts.commands.push(Command { words, through, standing: Standing::Unknown, span });
    }

    fn find(&mut self, rest: &[Value], span: Span, state: &mut State) -> Standing {
        let find = find(rest);
        if find.deletes {
            for path in &find.paths {
                let mut place = state.place(path);
                // With a test it deletes what fits, one by one; without one, all.
                let depth = if find.filtered { Depth::One } else { Depth::Tree };
                if find.filtered {
                    for spot in &mut place.spots {
                        spot.reach = Reach::Something;
                    }
                }
                self.effect(Action::Delete(place, depth), span);
            }
        }
        self.through.push("find".to_owned());
        for command in find.runs {
            self.command(command, span, &mut state.clone());
        }
        self.through.pop();
        if find.only_reads { Standing::ReadOnly } else { Standing::Known }
    }

    fn git(&mut self, rest: &[Value], span: Span, state: &State) -> Standing {
        let git = git(rest);
        if !git.read_only {
            return Standing::Unknown;
        }
        for word in git.operands.iter().filter_map(Value::known).filter(|word| !word.starts_with('-')) {
            let path = word.rsplit(':').next().unwrap_or(word);
            let place = state.place(&Value::Known(path.to_owned()));
            self.effect(Action::Read(place), span);
        }
        Standing::ReadOnly
    }

    fn operands(&mut self, program: &Program, rest: &[Value], span: Span, state: &State) -> Standing {
        let split = split_operands(rest, program.valued);
        let places = |values: &[&Value]| values.iter().map(|value| state.place(value)).collect::<Vec<_>>();
        let mut actions = Vec::new();
        match program.role {
            Role::Inert => {}
            Role::Read => actions.extend(places(&split.operands).into_iter().map(Action::Read)),
            Role::Search { pattern_options } => {
                let skipped = usize::from(!split.has_any(pattern_options));
                let files = split.operands.get(skipped..).unwrap_or_default();
                actions.extend(places(files).into_iter().map(Action::Search));
                let patterns = split.value_of(&["-f", "--file"]);
                actions.extend(patterns.map(|file| Action::Read(state.place(file))));
            }
            Role::Write => actions.extend(places(&split.operands).into_iter().map(Action::Write)),
            Role::Copy | Role::Move => {
                let named = split.value_of(&["-t", "--target-directory"]);
                let (sources, target) = match (named, split.operands.split_last()) {
                    (Some(target), _) => (split.operands.as_slice(), Some(target)),
                    (None, Some((target, sources))) => (sources, Some(*target)),
                    (None, None) => (&[][..], None),
                };
                for place in places(sources) {
                    actions.push(Action::Read(place.clone()));
                    if program.role == Role::Move {
                        actions.push(Action::Delete(place, Depth::One));
                    }
                }
                if let Some(target) = target {
                    let inside =
                        sources.iter().filter_map(|source| inside(target, source)).collect::<Vec<_>>();
                    actions.push(Action::Write(state.place(target)));
                    actions.extend(inside.iter().map(|value| Action::Write(state.place(value))));
                }
            }
            Role::Dd => {
                for word in rest {
                    let text = word.prefix();
                    let value =
                        |name: &str| text.strip_prefix(name).map(|path| Value::Known(path.to_owned()));
                    actions.extend(value("if=").map(|path| Action::Read(state.place(&path))));
                    actions.extend(value("of=").map(|path| Action::Write(state.place(&path))));
                }
            }
            Role::Delete { tree_options } => {
                let depth = if split.has_any(tree_options) { Depth::Tree } else { Depth::One };
                actions.extend(places(&split.operands).into_iter().map(|place| Action::Delete(place, depth)));
            }
        }
        for action in actions {
            self.effect(action, span);
        }
        let open = rest.iter().any(|word| matches!(word, Value::Unknown | Value::Few(_)));
        if program.role.only_reads() && !open && !split.has_any(program.unusual) {
            Standing::ReadOnly
        } else {
            Standing::Known
        }
    }
}

/// Whether a program is found on the PATH or where the system keeps its own.
fn is_of_the_system(program: &str) -> bool {
    let system = ["/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"];
    !program.contains('/')
        || system.iter().any(|directory| program.strip_prefix(directory) == Some(base_name(program)))
}

fn is_declaration(simple: &Simple) -> bool {
    let name = simple.words.first().and_then(Word::literal);
    matches!(name.as_deref(), Some("export" | "declare" | "local" | "readonly" | "typeset"))
}

fn change_directory(operands: &[Value], state: &mut State) {
    let target = operands.iter().find(|word| !word.prefix().starts_with('-') || word.known() == Some("-"));
    state.cwd = match (target, state.cwd.as_deref()) {
        (None, _) => state.scene.home.map(str::to_owned),
        (Some(Value::Known(path)), _) if path == "-" => None,
        (Some(Value::Known(path)), Some(cwd)) => Some(crate::normalise(path, cwd)),
        (Some(Value::Known(path)), None) if path.starts_with('/') => Some(crate::normalise(path, "/")),
        (Some(_), _) => None,
    };
}

/// A file that is copied into a directory keeps its name there.
fn inside(directory: &Value, source: &Value) -> Option<Value> {
    let (directory, source) = (directory.known()?, source.known()?);
    let name = base_name(source.trim_end_matches('/'));
    Some(Value::Known(format!("{}/{name}", directory.trim_end_matches('/'))))
}
