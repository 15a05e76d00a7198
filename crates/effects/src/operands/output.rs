//! What a program prints and writes, when all of its words are known.

use hookward_shell::Span;

use super::Gathered;
use super::carry::{shows_members, unpacks};
use super::named::{named_by_a_list, names, with_names};
use super::network::downloaded;
use super::passing::through;
use crate::code::Language;
use crate::effect::{Action, Deed, Depth, Told};
use crate::endpoints::secret_at;
use crate::filters::{self, Filtered};
use crate::knowledge::{Given, Output, Usage};
use crate::narrowing::{
    is_listing, is_processes, leaves_all, listing, names_all_here, names_files, narrowed, narrowed_listing,
    picks_lines_by, processes,
};
use crate::path::Place;
use crate::queries;
use crate::size;
use crate::source::{Source, Sources};
use crate::state::State;
use crate::value::{Hole, Piece, Value};
use crate::walk::Walk;

impl Walk<'_> {
    /// Standard input that is code.
    pub(super) fn stdin_code(
        &mut self,
        usage: &Usage,
        given: &Given,
        gathered: &Gathered,
        span: Span,
        state: &mut State,
    ) {
        use crate::knowledge::Language as Of;
        let Some(of) = usage.stdin else { return };
        let dash = given.operands.iter().any(|(_, word)| matches!(word.known(), Some("-" | "/dev/stdin")));
        if gathered.code && !dash {
            return;
        }
        let stdin = state.stdin.clone();
        // Nobody has read it, whatever language it is. Not so what one database gives to another: `pg_dump a | psql b`.
        let is_for_data = matches!(of, Of::Sql | Of::Mongo | Of::Redis);
        let from_a_database =
            |source: &Source| is_for_data && matches!(source, Source::Network(address) if address.is_empty());
        let fetched = |source: &Source| matches!(source, Source::Network(_)) && !from_a_database(source);
        if stdin.sources().iter().any(fetched) && of != Of::Names {
            self.runs(stdin.sources(), span);
        }
        let language = match of {
            Of::Shell => {
                let mut apart = self.copy(state);
                let name = usage.names.first().copied().unwrap_or("sh");
                return self.shell_text(&stdin, span, name, &mut apart);
            }
            Of::Sql => return self.sql(&stdin, span, state),
            Of::Mongo => return self.mongo(&stdin, span, state),
            Of::Redis => return self.redis_lines(&stdin, span, state),
            Of::Transfers => {
                let target = gathered.addresses.first().cloned().unwrap_or_else(Value::unknown);
                return self.transfers(&stdin, &target, span, state);
            }
            Of::Commands => return self.editor(&stdin, span, state),
            // They were read before.
            Of::Names => return,
            Of::Includes => return self.included(&stdin, span, state),
            Of::Python => Language::Python,
            Of::Javascript => Language::JavaScript,
            Of::Perl => Language::Perl,
            Of::Ruby => Language::Ruby,
            Of::Php => Language::Php,
        };
        if given.operands.is_empty() || dash {
            self.code_text(language, &stdin, span, state);
        }
    }

    #[allow(clippy::too_many_arguments, reason = "what is known of the program, and what was gathered")]
    pub(super) fn outcome(
        &mut self,
        name: &str,
        rest: &[Value],
        usage: &Usage,
        given: &Given,
        mut gathered: Gathered,
        depth: Depth,
        span: Span,
        state: &mut State,
    ) {
        if gathered.killed.is_empty() && !gathered.users.is_empty() {
            // All that a user runs is all there is, for that user.
            gathered.killed.push(Value::Known("-1".to_owned()));
        }
        if !gathered.killed.is_empty() {
            self.effect(Action::Kill(std::mem::take(&mut gathered.killed)), span);
        }
        let address = gathered.addresses.first().map(ToString::to_string).unwrap_or_default();
        let secret = gathered.addresses.iter().find_map(secret_at);
        let fetched = Sources::from(secret.map_or(Source::Network(address), Source::Secret));
        let is_of_the_disk = |word: &Value| word.prefix().starts_with("file://");
        // What an address of this machine's disk gives is the file.
        let fetched = if usage.output == Output::Network && rest.iter().any(is_of_the_disk) {
            let others = if gathered.addresses.is_empty() { Sources::NONE } else { fetched };
            Value::Unknown(gathered.passed.clone().and(&others))
        } else {
            Value::Unknown(fetched)
        };
        let takes_stdin = !gathered.reads_files;
        let endless =
            ["-c", "--bytes"].iter().filter_map(|option| given.value(option)).any(size::is_too_much);
        if name == "envsubst" {
            gathered.passed.add(&queries::variables_of_template(&state.stdin));
        }
        let cuts = matches!(name, "head" | "ghead" | "pv" | "timeout") && !endless;
        if cuts {
            gathered.passed = gathered.passed.cut();
        }
        let passed = if takes_stdin {
            gathered.passed.clone().and(&state.stdin.sources())
        } else {
            gathered.passed.clone()
        };
        let passed = if cuts { passed.cut() } else { passed };
        // These keep all of it before they put anything out.
        if passed.is_endless()
            && matches!(name, "sort" | "gsort" | "tail" | "gtail" | "tac" | "shuf" | "column")
        {
            self.deed(Deed::Exhaust, "fills the memory", span);
        }
        let known = if takes_stdin {
            filtered(name, rest, &state.stdin)
        } else {
            let unpacked = || match usage.output {
                Output::Encoded => unpacked_file(name, given, rest, state),
                _ => None,
            };
            through(name, rest, &gathered.files, usage.output, state).or_else(unpacked)
        };
        // What is not computed may be any of it: whoever runs that, runs the file that it was made of.
        let changed = if known.is_none() { gathered.changed(takes_stdin, state) } else { Sources::NONE };
        gathered.passed.add(&changed);
        let passed = passed.and(&changed);
        // What is computed may go to a file instead: `sort -o`, `uniq a b`.
        let computed = known.clone().filter(|_| !gathered.written.is_empty());
        let printed = match usage.output {
            // What was hidden may still show what the program was given.
            _ if known.is_some() => match known.unwrap_or_else(Value::unknown) {
                Value::Unknown(hidden) => Value::Unknown(hidden.and(&gathered.passed)),
                text => text,
            },
            Output::Quiet => Value::unknown(),
            Output::Passes if passed.is_endless() && takes_stdin => Value::Unknown(passed.clone()),
            Output::Secret(what) => Value::Unknown(Sources::from(Source::Secret(what))),
            Output::Environment if given.operands.is_empty() => state.environment(),
            Output::Environment => Value::Unknown(gathered.passed.clone()),
            Output::Machine => Value::Unknown(Sources::from(Source::Machine)),
            Output::Processes => processes(),
            Output::Inventory => Value::Unknown(Sources::from(Source::Inventory)),
            Output::Passes if takes_stdin && is_processes(&state.stdin) && leaves_all(name, given) => {
                state.stdin.clone()
            }
            Output::Network => fetched.clone(),
            // What is unpacked lies in files.
            Output::Encoded if unpacks(name, given) && !shows_members(name, given) => Value::unknown(),
            Output::Encoded => Value::Unknown(passed.clone().and(&Sources::from(Source::Encoded))),
            Output::Passes if !gathered.names.is_empty() => {
                listing(&named_by_a_list(name, given, &gathered.names, state))
            }
            // Of whatever: a directory's name is never empty.
            Output::Passes if name == "dirname" => {
                Value::of(vec![Piece::Filled(Hole { written: "$(dirname …)".to_owned(), sources: passed })])
            }
            // Some of the names, or all of them in another order.
            Output::Passes
                if takes_stdin
                    && matches!(name, "head" | "tail" | "sort" | "uniq" | "tac" | "shuf")
                    && names_files(&state.stdin)
                    && !is_processes(&state.stdin)
                    && !(matches!(name, "head" | "tail") && names_all_here(&state.stdin)) =>
            {
                state.stdin.clone()
            }
            // Names of hidden files are among them.
            Output::Passes
                if matches!(name, "ls" | "dir" | "vdir")
                    && ["-a", "-A", "--all", "--almost-all"].iter().any(|option| given.option(option)) =>
            {
                listing(&[Value::of(vec![Piece::Glob(".*".to_owned())])])
            }
            // All that lies here, by its names; a table of it says more than that.
            Output::Passes if matches!(name, "ls" | "dir") && !given.option("-l") => {
                listing(&[Value::of(vec![Piece::Glob("*".to_owned())])])
            }
            Output::Passes
                if (is_listing(&state.stdin) || names_all_here(&state.stdin))
                    && takes_stdin
                    && picks_lines_by(name, given).is_some() =>
            {
                let pattern = picks_lines_by(name, given).unwrap_or_default();
                narrowed_listing(pattern, given, if is_listing(&state.stdin) { ".*" } else { "*" })
            }
            Output::Echoes => Value::Unknown(passed),
            Output::Passes if passed.list_all() && !leaves_all(name, given) => {
                Value::Unknown(narrowed(name, given, passed.picked()))
            }
            Output::Passes => Value::Unknown(narrowed(name, given, passed)),
        };
        let names = names(name, usage, given, &gathered, depth, state);
        let is_left = |printed: &Value| matches!(printed, Value::Unknown(_)) && !names.is_empty();
        let printed = if is_left(&printed) { with_names(&printed.sources(), names) } else { printed };
        let content = match (usage.output, name) {
            (Output::Network, _) => fetched,
            (_, "split" | "csplit") if !takes_stdin => Value::Unknown(gathered.passed.clone()),
            (_, "tee" | "sponge" | "split" | "csplit") => state.stdin.clone(),
            (_, "truncate") if given.value("-s").or_else(|| given.value("--size")) == Some("0") => {
                Value::Known(String::new())
            }
            (_, "sed" | "gsed") if empties(name, rest, &gathered.written) => Value::Known(String::new()),
            _ => computed.unwrap_or_else(|| Value::Unknown(gathered.passed.clone())),
        };
        gathered.written.extend(downloaded(name, given, &gathered.addresses));
        if name == "split" {
            // Its pieces are called by what they begin with, and counted.
            let begin = gathered.written.first().cloned().unwrap_or_else(|| Value::Known("x".to_owned()));
            for count in ["aa", "ab", "00", "01"] {
                let piece = state.place(&begin.join(&Value::Known(count.to_owned())));
                state.store(&piece, &content);
            }
        }
        let told = told(name, rest, given, &gathered.written, &content);
        for value in &gathered.written {
            let place = state.place(value);
            if matches!(name, "mkdir") {
                state.make(&place);
            }
            let before = state.written(&place);
            let content = match (&told, &before) {
                (Told::Added(_), Some(before)) => before.join(&content),
                _ => edited(name, rest, &gathered.written, before).unwrap_or_else(|| content.clone()),
            };
            self.write_told(place, content, told.clone(), span, state);
        }
        for value in &gathered.rewritten {
            let place = state.place(value);
            let content = state.written(&place).unwrap_or_else(|| content.clone());
            self.write_told(place, content, Told::Kept, span, state);
        }
        let printed = match name {
            "tee" if takes_stdin => state.stdin.clone(),
            "cat" if takes_stdin => filtered(name, rest, &state.stdin).unwrap_or_else(|| state.stdin.clone()),
            _ => printed,
        };
        self.print(&printed, span);
    }
}

impl Gathered {
    /// Notes a file that is read, if the text says what is in it.
    pub(super) fn made_of(&mut self, place: &Place, content: &Value) {
        if content.texts().iter().any(|text| !text.is_empty()) {
            self.made.push(place.clone());
        }
    }

    /// The files of the text in what a program puts out in a form that nobody computes.
    fn changed(&self, takes_stdin: bool, state: &State) -> Sources {
        let fed = if takes_stdin { state.fed_file() } else { Sources::NONE };
        self.made.iter().fold(fed, |all, place| all.and(&Sources::from(Source::File(place.clone()))))
    }
}

/// Whether `sed -i` leaves nothing of files that were not committed, whatever they hold: `sed -i d`.
fn empties(name: &str, rest: &[Value], files: &[Value]) -> bool {
    let lines = || Value::Known("a line\n".repeat(100));
    files.iter().any(Value::ends_with_uncommitted)
        && edited(name, rest, files, Some(lines())).is_some_and(|left| left.known() == Some(""))
}

/// What `sed -i` makes of a file that the text has written itself.
fn edited(name: &str, rest: &[Value], files: &[Value], before: Option<Value>) -> Option<Value> {
    let before = before.filter(|_| matches!(name, "sed" | "gsed"))?;
    let is_kept = |word: &&Value| {
        let text = word.prefix();
        !text.starts_with("-i") && !text.starts_with("--in-place") && !files.contains(word)
    };
    let words: Vec<Value> = rest.iter().filter(is_kept).cloned().collect();
    filtered(name, &words, &before)
}

/// How much a program tells of the files that it writes.
fn told(name: &str, rest: &[Value], given: &Given, written: &[Value], content: &Value) -> Told {
    match name {
        _ if written.is_empty() => Told::Part,
        "tee" | "sponge" if given.option("-a") || given.option("--append") => {
            content.known().map_or(Told::Part, |text| Told::Added(text.to_owned()))
        }
        "tee" | "sponge" => Told::Whole,
        "truncate" if given.value("-s").or_else(|| given.value("--size")) == Some("0") => Told::Whole,
        "touch" => Told::Kept,
        "mkdir" => Told::Folder,
        "sed" | "gsed" => {
            // Which files they are need not be known.
            let words: Option<Vec<&str>> =
                rest.iter().filter(|word| !written.contains(word)).map(Value::known).collect();
            let is_kept = |word: &&str| !word.starts_with("-i") && !word.starts_with("--in-place");
            words.map_or(Told::Part, |words| {
                Told::Sed(words.into_iter().filter(is_kept).map(str::to_owned).collect())
            })
        }
        _ => Told::Part,
    }
}

/// What a filter makes of known text.
pub(super) fn filtered(name: &str, rest: &[Value], stdin: &Value) -> Option<Value> {
    let arguments: Vec<&str> = rest.iter().map(Value::known).collect::<Option<_>>()?;
    let input = match stdin {
        Value::Known(text) => text.as_str(),
        // Its first line, and then again and again.
        Value::Pattern(pieces) if name == "head" && stdin.sources().is_endless() => match pieces.first()? {
            Piece::Text(line) => line.as_str(),
            Piece::Glob(_) | Piece::Hole(_) | Piece::Filled(_) | Piece::OneOf(_) => return None,
        },
        Value::Unknown(sources) if sources.bytes().is_some() => {
            return filters::filter_bytes(name, &arguments, sources.bytes()?).map(put_out);
        }
        Value::Few(_) | Value::Pattern(_) | Value::Unknown(_) => {
            if !filters::ignores_input(name, &arguments) {
                return None;
            }
            ""
        }
    };
    filters::filter(name, &arguments, input).map(put_out)
}

fn put_out(filtered: Filtered) -> Value {
    match filtered {
        Filtered::Text(text) => Value::Known(text),
        Filtered::Bytes(bytes) => Value::Unknown(Sources::packed(bytes)),
        Filtered::Hidden => Value::Unknown(Sources::from(Source::Encoded)),
    }
}

/// What a program for packed files puts out of one that the text has written: `zcat x.gz`.
fn unpacked_file(name: &str, given: &Given, rest: &[Value], state: &State) -> Option<Value> {
    let [(_, file)] = given.operands.as_slice() else { return None };
    let content = state.written(&state.place(file))?;
    let options: Vec<Value> = rest.iter().filter(|word| **word != **file).cloned().collect();
    filtered(name, &options, &content)
}
