//! What happens to processes: programs started, fed, forked and ended.

use std::rc::Rc;

use super::arguments::Arguments;
use super::datum::{Datum, Origin};
use super::expression::Operand;
use super::machine::Machine;
use super::meaning::{At, Style};
use super::thing::{Thing, from_network};
use super::{Language, Started, Step};
use crate::value::Value;

const SHELLS: &[&str] = &["sh", "bash", "zsh", "dash", "ksh", "ash", "fish"];

/// Options by which a program that is started does not end with the one that starts it: those of Node and Python.
const DETACHING: [&str; 2] = ["detached", "start_new_session"];

impl Machine<'_> {
    pub(super) fn start(&mut self, style: Style, arguments: &Arguments) -> Thing {
        self.hand_variables(arguments);
        let options = arguments.option("shell");
        let asks_shell = options.is_some_and(Thing::may_be_true);
        let is_own = |name: &str| arguments.option(name).is_some_and(Thing::may_be_true);
        if DETACHING.iter().any(|name| is_own(name)) {
            self.emit(Step::Linger);
        }
        if let Some(Thing::Function(block)) = arguments.get(0).filter(|_| self.is(Language::Perl)) {
            // `exec { "/bin/rm" } "rm", "x"`: the first word is only what the program is called.
            let program = self.invoke(&Rc::clone(block), Vec::new());
            let mut words = texts(arguments);
            if let Some(first) = words.first_mut().filter(|_| program.known().is_some()) {
                *first = program.datum();
            }
            return self.start_words(words, arguments);
        }
        match style {
            Style::Shell => self.start_shell(arguments),
            Style::First => {
                let command =
                    Arguments { flattened: None, named: arguments.named.clone(), positional: Vec::new() };
                let command = command.behind(Operand::of(arguments.thing(0)));
                self.start(Style::Either, &command)
            }
            Style::ShellWithPipes => {
                let program = self.start_shell(arguments);
                if let Some(pipes) = arguments.positional.get(2).and_then(|operand| operand.place.clone()) {
                    self.variables.insert(pipes, program.clone());
                }
                program
            }
            Style::Program if asks_shell => self.start_by_shell(arguments),
            Style::Either => {
                let texts = texts(arguments);
                let listed = arguments.things().any(|thing| matches!(thing, Thing::List(_)));
                if texts.len() == 1 && !listed {
                    self.start_shell(arguments)
                } else {
                    self.start_words(texts, arguments)
                }
            }
            Style::Joined => {
                let text = joined(texts(arguments));
                self.start_shell(&Arguments::of(text.map(Thing::of)))
            }
            Style::Program => {
                let words = texts(arguments);
                self.start_words(words, arguments)
            }
            Style::Exec => {
                let mut words = texts(arguments);
                // In C a null ends them.
                let ends = |word: &Datum| matches!(word.text(), Some("0") | None);
                if self.is(Language::Compiled) && words.len() > 1 && words.last().is_some_and(ends) {
                    words.pop();
                }
                if words.len() > 1 {
                    words.remove(1);
                }
                self.start_words(words, arguments)
            }
            Style::ExecBehindMode => {
                let mut words: Vec<Datum> = texts(arguments);
                let counted = matches!(arguments.get(0), Some(Thing::Number(_)));
                if !counted && !words.is_empty() {
                    words.remove(0);
                }
                if words.len() > 1 {
                    words.remove(1);
                }
                self.start_words(words, arguments)
            }
        }
    }

    /// Words and an option that asks for a shell. Python gives a list to `sh -c` as it is: its first word is the text.
    /// Others join all of them to one text.
    fn start_by_shell(&mut self, arguments: &Arguments) -> Thing {
        let words = match arguments.get(0) {
            Some(Thing::List(words)) if self.is(Language::Python) && words.len() > 1 => words,
            Some(_) | None if self.is(Language::Python) => return self.start_shell(arguments),
            Some(_) | None => {
                let text = joined(texts(arguments)).map(Thing::of);
                let options = arguments.things().filter(|thing| matches!(thing, Thing::Table(_))).cloned();
                let mut whole = Arguments::of(text.into_iter().chain(options));
                whole.named.clone_from(&arguments.named);
                return self.start_shell(&whole);
            }
        };
        let shell = ["sh", "-c"].map(Datum::known);
        let words = shell.into_iter().chain(words.iter().map(Thing::datum)).collect();
        self.start_words(words, arguments)
    }

    fn start_shell(&mut self, arguments: &Arguments) -> Thing {
        if let Some(Thing::List(words)) = arguments.get(0)
            && self.is(Language::Php)
        {
            let words = words.iter().map(Thing::datum).collect();
            return self.start_words(words, arguments);
        }
        let first = arguments.things().find(|thing| !matches!(thing, Thing::Table(_) | Thing::Function(_)));
        let datum = match first {
            // A list with a shell: its first word is the text.
            Some(Thing::List(words)) => words.first().map_or_else(Datum::unknown, Thing::datum),
            Some(thing) => thing.datum(),
            None => Datum::unknown(),
        };
        let mut output = Datum::from_origin(Origin::Shell(datum.value.clone()));
        output = Datum::derived_of([&output, &datum]);
        let started = Started::Shell(datum.value.clone());
        self.shell(datum);
        self.input(started, arguments);
        Thing::of(output)
    }

    pub(super) fn start_words(&mut self, mut words: Vec<Datum>, arguments: &Arguments) -> Thing {
        // The first word is only what the program is called.
        let executable = arguments.option("executable").filter(|thing| thing.known().is_some());
        if let (Some(executable), Some(first)) = (executable, words.first_mut()) {
            *first = executable.datum();
        }
        if words.is_empty() {
            return Thing::unknown();
        }
        let values: Vec<Value> = words.iter().map(|word| word.value.clone()).collect();
        let bare = is_bare_shell(&values);
        let mut output = Datum::from_origin(Origin::Words(values.clone()));
        output = Datum::derived_of(std::iter::once(&output).chain(&words));
        self.emit(Step::Words(words));
        if bare {
            self.shell_of_connection();
        }
        self.input(Started::Words(values), arguments);
        Thing::of(output)
    }

    /// What is given to a program when it starts.
    fn input(&mut self, program: Started, arguments: &Arguments) {
        let text = |thing: &&Thing| matches!(thing, Thing::Text(_) | Thing::List(_) | Thing::Handle(_));
        let given = arguments.option("input").or_else(|| arguments.option("stdin_data"));
        let named = given.or_else(|| arguments.option("stdin").filter(text));
        let Some(input) = named.map(Thing::datum) else { return };
        // `stdin: "pipe"` says only how it will be given.
        let is_mode = input.text().is_some_and(|text| matches!(text, "pipe" | "inherit" | "ignore" | "null"));
        if !is_mode {
            self.fed(program, input);
        }
    }

    /// A program that was started gets some input. What a shell gets is what it runs.
    pub(super) fn fed(&mut self, program: Started, input: Datum) {
        if is_bare_shell_of(&program) {
            self.emit(Step::Shell(input));
        } else if !matches!(&input.value, Value::Unknown(sources) if sources.is_empty() && input.origins.is_empty())
        {
            self.emit(Step::Feed(program, input));
        }
    }

    /// A shell that somebody at the other end of a connection types into.
    pub(super) fn shell_of_connection(&mut self) {
        if let Some(target) = self.connected.clone() {
            self.emit(Step::Shell(from_network(&target)));
        }
    }

    /// `process.communicate(text)`, `process.stdin.write(text)`
    pub(super) fn feed(&mut self, arguments: &Arguments) -> Thing {
        let program = arguments.thing(0).datum();
        let input = arguments.get(1).or_else(|| arguments.option("input")).map(Thing::datum);
        if let (Some(started), Some(input)) = (started(&program), input) {
            self.fed(started, input);
        }
        Thing::of(program)
    }

    /// `os.dup2(socket.fileno(), 0)`
    pub(super) fn duplicate(&mut self, arguments: &Arguments) -> Thing {
        let from = arguments.thing(0).datum();
        if from.value.sources().has_network() && arguments.get(1).and_then(Thing::number) == Some(0) {
            self.emit(Step::Shell(from));
        }
        Thing::unknown()
    }

    pub(super) fn kill(&mut self, at: At, arguments: &Arguments) -> Thing {
        let (processes, signal): (Vec<Datum>, Option<&Thing>) = match at {
            At::First => (vec![arguments.thing(0).datum()], arguments.get(1)),
            At::Second => (arguments.things().skip(1).flat_map(Thing::data).collect(), arguments.get(0)),
        };
        // Signal 0 only asks whether a process is there.
        if signal.and_then(Thing::number) == Some(0) {
            return Thing::unknown();
        }
        for process in processes {
            self.emit(Step::Kill(process.value));
        }
        Thing::unknown()
    }

    pub(super) fn fork(&mut self) -> Thing {
        self.emit(Step::Linger);
        if self.loops > 0 {
            self.emit(Step::Exhaust("forks without end"));
        }
        Thing::unknown()
    }
}

/// The program whose output a datum is, if it is only that.
pub(super) fn started(datum: &Datum) -> Option<Started> {
    match datum.origins.as_slice() {
        [Origin::Words(words)] => Some(Started::Words(words.clone())),
        [Origin::Shell(text)] => Some(Started::Shell(text.clone())),
        _ => None,
    }
}

/// The words of a program among the arguments: one by one, in a list, or in a table of options.
fn texts(arguments: &Arguments) -> Vec<Datum> {
    let mut words: Vec<Datum> = Vec::new();
    for thing in arguments.things() {
        match thing {
            Thing::List(things) => words.extend(things.iter().map(Thing::datum)),
            Thing::Text(_) | Thing::Path(_) | Thing::Method(_) => words.push(thing.datum()),
            Thing::Number(_) if !words.is_empty() => words.push(thing.datum()),
            Thing::Table(_) => {
                for key in ["cmd", "args"] {
                    let listed = thing.entry(key).map(Thing::data).unwrap_or_default();
                    words.extend(listed);
                }
            }
            Thing::Named(_) => words.extend(thing.or_unknown().paths().into_iter().map(Datum::of)),
            Thing::Number(_)
            | Thing::Function(_)
            | Thing::Handle(_)
            | Thing::Connection(_)
            | Thing::Environment => {}
        }
    }
    words
}

/// Words as one text, with blanks between them.
fn joined(words: Vec<Datum>) -> Option<Datum> {
    let blank = Datum::known(" ");
    words.into_iter().reduce(|all, word| all.join(&blank).join(&word))
}

/// Whether a program is a shell that takes its text from elsewhere.
pub(super) fn is_bare_shell_of(program: &Started) -> bool {
    match program {
        Started::Words(words) => is_bare_shell(words),
        Started::Shell(text) => text.known().is_some_and(is_bare_shell_text),
    }
}

/// Whether words start a shell that takes its text from elsewhere.
pub(super) fn is_bare_shell(words: &[Value]) -> bool {
    let Some((program, options)) = words.split_first() else { return false };
    let name = program.known().map(|path| path.rsplit('/').next().unwrap_or(path));
    let plain = |option: &Value| option.known().is_some_and(|text| matches!(text, "-i" | "-s" | "-l" | "-"));
    name.is_some_and(|name| SHELLS.contains(&name)) && options.iter().all(plain)
}

/// The same for a text that a shell runs, redirections apart.
pub(crate) fn is_bare_shell_text(text: &str) -> bool {
    let words = text.split_whitespace().filter(|word| !word.contains(['<', '>', '&']));
    let words: Vec<Value> = words
        .map(|word| word.trim_start_matches("exec "))
        .map(|word| Value::Known(word.to_owned()))
        .collect();
    is_bare_shell(&words)
}
