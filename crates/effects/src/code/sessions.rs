//! The file of `nox`, read for what its sessions run: functions in which `session.run("pytest")` stands. Only what is surely run
//! is told apart from what may be; a session that does more than to run one command after the other is not followed further.

use std::collections::HashMap;

use super::lexer;
use super::syntax;
use super::token::{Bracket, Gap, Kind, Part, Token};

/// Names by which a session may end well before its end, or all of them at once.
const LEAVING: &[&str] = &["return", "skip", "exit", "_exit", "quit", "abort"];

/// What such a file says.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    pub(crate) all: Vec<Session>,
    /// Those that are run if none is named, as far as the file says.
    pub(crate) listed: Option<Vec<String>>,
    /// Whether it chooses among them by something else.
    pub(crate) chooses: bool,
    /// Whether one without its Python fails.
    pub(crate) needs_python: bool,
}

/// One session.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) name: String,
    pub(crate) is_default: bool,
    /// Whether it says which Python it is run with; one that is not there ends well.
    pub(crate) wants_python: bool,
    /// Sessions that it asks for.
    pub(crate) notified: Vec<String>,
    pub(crate) runs: Vec<Run>,
}

/// A command in it.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) words: Vec<Word>,
    pub(crate) variables: Vec<(String, Option<String>)>,
    pub(crate) directory: Option<Word>,
    /// Whether it is surely run, and the session fails if it does.
    pub(crate) is_heard: bool,
}

/// A word of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    Text(String),
    /// What was given behind two dashes, or these if there is nothing.
    Given(Vec<Word>),
    Unknown,
}

/// The tokens of one line, with what it has in brackets.
type Line<'t> = &'t [Token];

pub(crate) fn sessions(text: &str) -> Sessions {
    let code = lexer::tokens(text, &syntax::PYTHON);
    let lines = lines(code.tokens());
    let mut found = Sessions::default();
    let mut decorators: Vec<Line> = Vec::new();
    let mut index = 0;
    while let Some(line) = lines.get(index) {
        index += 1;
        match line {
            [first, ..] if first.column > 0 => {}
            [at, rest @ ..] if at.is_sign("@") => {
                decorators.push(rest);
                continue;
            }
            [def, name, ..] if def.is_name("def") => {
                let body = lines.get(index..).unwrap_or_default();
                let end = body.iter().position(|line| column(line) == 0).unwrap_or(body.len());
                let body = body.get(..end).unwrap_or_default();
                found.all.extend(name.name().and_then(|name| session(name, &decorators, line, body)));
            }
            [nox, dot, options, _, option, is, value @ ..]
                if nox.is_name("nox")
                    && dot.is_sign(".")
                    && options.is_name("options")
                    && is.is_sign("=") =>
            {
                let is_true = matches!(value, [value] if value.is_name("True"));
                match option.name().map(|name| &**name) {
                    Some("sessions") => found.listed = Some(texts(value)),
                    Some("keywords" | "tags" | "pythons") => found.chooses = true,
                    Some("error_on_missing_interpreters") => found.needs_python = is_true,
                    _ => {}
                }
            }
            _ => {}
        }
        decorators.clear();
    }
    found
}

/// The lines of some code. What stands in brackets is on the line on which they open.
fn lines(tokens: &[Token]) -> Vec<Line<'_>> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, token) in tokens.iter().enumerate() {
        if at > start && token.gap == Gap::Line {
            found.extend(tokens.get(start..at));
            start = at;
        }
    }
    found.extend(tokens.get(start..).filter(|rest| !rest.is_empty()));
    found
}

fn column(line: &[Token]) -> usize {
    line.first().map_or(0, |token| token.column)
}

/// A function that is one, with the lines that are indented below it.
fn session(name: &str, decorators: &[Line], head: Line, body: &[Line]) -> Option<Session> {
    let is_session = |line: &&Line| {
        let named = line.iter().take_while(|token| !matches!(token.kind, Kind::Group(..)));
        named.last().is_some_and(|last| last.is_name("session"))
    };
    let own = decorators.iter().find(is_session)?;
    let settings = own.iter().find_map(|token| token.group(Bracket::Round));
    let settings = settings.map(|code| arguments(code.tokens())).unwrap_or_default();
    let value = |key: &str| settings.iter().find_map(|argument| keyword(argument, key));
    let is = |value: Option<Line>, names: &[&str]| matches!(value, Some([word]) if names.iter().any(|name| word.is_name(name)));
    let parameters = head.iter().find_map(|token| token.group(Bracket::Round))?;
    let receiver = parameters.tokens().first()?.name()?;
    let mut reader = Reader { receiver, lists: HashMap::new(), notified: Vec::new(), runs: Vec::new() };
    // What else stands above a function may call it, or not.
    let is_plain = decorators.iter().all(|line| is_session(&line) || is_of_parameters(line));
    let leaves =
        || body.iter().any(|line| line.iter().any(|token| LEAVING.iter().any(|name| token.is_name(name))));
    reader.read(body, is_plain && !leaves());
    Some(Session {
        name: value("name").and_then(text_of).unwrap_or_else(|| name.to_owned()),
        is_default: !is(value("default"), &["False"]),
        wants_python: value("python").or(value("py")).is_some() && !is(value("python"), &["False", "None"]),
        notified: reader.notified,
        runs: reader.runs,
    })
}

fn is_of_parameters(line: Line) -> bool {
    line.iter().any(|token| token.is_name("parametrize"))
}

struct Reader<'t> {
    /// What the function calls its session.
    receiver: &'t str,
    /// Lists that it has named.
    lists: HashMap<&'t str, Vec<Word>>,
    notified: Vec<String>,
    runs: Vec<Run>,
}

impl<'t> Reader<'t> {
    fn read(&mut self, body: &[Line<'t>], is_heard: bool) {
        let outer = body.first().map_or(0, |line| column(line));
        // Where all that follows is run.
        let mut directory: Option<Word> = None;
        // A block that is surely run, once: how far its lines stand, and where they are run.
        let mut block: Option<(Option<usize>, Word)> = None;
        for line in body {
            if column(line) <= outer {
                block = None;
            } else if let Some((inner, _)) = &mut block {
                inner.get_or_insert(column(line));
            }
            let inside = block.as_ref().filter(|(inner, _)| *inner == Some(column(line)));
            let is_run = is_heard && (column(line) == outer || inside.is_some());
            let place = inside.map(|(_, place)| place.clone()).or_else(|| directory.clone());
            match line {
                [name, is, value @ ..] if is.is_sign("=") && column(line) == outer => {
                    let list = self.list(value);
                    self.lists.extend(name.name().map(|name| (&**name, list)));
                }
                // It may have become another.
                [name, ..] if name.name().is_some_and(|name| self.lists.contains_key(&**name)) => {
                    self.lists.extend(name.name().map(|name| (&**name, vec![Word::Unknown])));
                }
                [with, call @ .., colon] if with.is_name("with") && colon.is_sign(":") && is_run => {
                    let there = self.called(call, "chdir").map(|given| first_word(&given));
                    block = there.filter(|_| block.is_none()).map(|there| (None, there));
                }
                _ => {
                    if let Some(given) = self.called(line, "chdir") {
                        directory = Some(first_word(&given));
                    }
                    if let Some(given) = self.called(line, "notify") {
                        self.notified.extend(given.first().and_then(|name| text_of(name)));
                    }
                    for runs in ["run", "run_always", "run_install"] {
                        if let Some(given) = self.called(line, runs) {
                            let run = self.run(&given, place.clone(), is_run);
                            self.runs.push(run);
                        }
                    }
                }
            }
        }
    }

    /// What is given to a method of the session, if a line is a call of it and no more.
    fn called(&self, line: Line<'t>, method: &str) -> Option<Vec<Line<'t>>> {
        match line {
            [receiver, dot, name, given]
                if receiver.is_name(self.receiver) && dot.is_sign(".") && name.is_name(method) =>
            {
                given.group(Bracket::Round).map(|code| arguments(code.tokens()))
            }
            _ => None,
        }
    }

    fn run(&self, given: &[Line], directory: Option<Word>, is_heard: bool) -> Run {
        let mut run = Run { words: Vec::new(), variables: Vec::new(), directory, is_heard };
        for argument in given {
            if let Some(variables) = keyword(argument, "env") {
                match variables {
                    [dictionary] if let Some(code) = dictionary.group(Bracket::Curly) => {
                        run.variables.extend(arguments(code.tokens()).iter().map(|entry| variable(entry)));
                    }
                    // Nobody knows which are set.
                    _ => run.is_heard = false,
                }
            } else if keyword(argument, "success_codes").is_some() {
                run.is_heard = false;
            } else if let [star, list @ ..] = argument
                && star.is_sign("*")
            {
                run.words.extend(self.list(list));
            } else if !matches!(argument, [_, is, ..] if is.is_sign("=")) {
                run.words.push(text_of(argument).map_or(Word::Unknown, Word::Text));
            }
        }
        run
    }

    /// The words of a list: those that stand there, those that a name stands for, or what was given.
    fn list(&self, tokens: &[Token]) -> Vec<Word> {
        match tokens {
            [receiver, _, given, rest @ ..]
                if receiver.is_name(self.receiver) && given.is_name("posargs") =>
            {
                match rest {
                    [] => vec![Word::Given(Vec::new())],
                    [or, usual @ ..] if or.is_name("or") => vec![Word::Given(self.list(usual))],
                    _ => vec![Word::Unknown],
                }
            }
            [one] => match &one.kind {
                Kind::Group(Bracket::Square | Bracket::Round, code) => {
                    let words = arguments(code.tokens());
                    words.into_iter().map(|word| text_of(word).map_or(Word::Unknown, Word::Text)).collect()
                }
                Kind::Name(name) => self.lists.get(&**name).cloned().unwrap_or_else(|| vec![Word::Unknown]),
                _ => vec![Word::Unknown],
            },
            _ => vec![Word::Unknown],
        }
    }
}

/// A variable and its value, in a dictionary.
fn variable(entry: Line) -> (String, Option<String>) {
    let colon = entry.iter().position(|token| token.is_sign(":")).unwrap_or(entry.len());
    let (name, value) = entry.split_at_checked(colon).unwrap_or((entry, &[]));
    (text_of(name).unwrap_or_default(), value.get(1..).and_then(text_of))
}

/// What commas separate.
fn arguments(tokens: &[Token]) -> Vec<Line<'_>> {
    tokens.split(|token| token.is_sign(",")).filter(|argument| !argument.is_empty()).collect()
}

/// The value of a keyword among arguments.
fn keyword<'t>(argument: Line<'t>, key: &str) -> Option<Line<'t>> {
    match argument {
        [name, is, value @ ..] if name.is_name(key) && is.is_sign("=") => Some(value),
        _ => None,
    }
}

fn first_word(given: &[Line]) -> Word {
    given.first().and_then(|argument| text_of(argument)).map_or(Word::Unknown, Word::Text)
}

/// A text that stands there as it is.
fn text_of(tokens: Line) -> Option<String> {
    let [token] = tokens else { return None };
    let Kind::Text(parts) = &token.kind else { return None };
    let texts = parts.iter().map(|part| match part {
        Part::Text(text) => Some(&**text),
        Part::Code(_) => None,
    });
    texts.collect()
}

/// The texts of a list, with or without brackets.
fn texts(tokens: Line) -> Vec<String> {
    let inner = match tokens {
        [one] => match &one.kind {
            Kind::Group(_, code) => code.tokens(),
            _ => tokens,
        },
        _ => tokens,
    };
    arguments(inner).into_iter().map(|word| text_of(word).unwrap_or_default()).collect()
}
