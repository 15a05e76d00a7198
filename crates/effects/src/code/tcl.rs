//! Tcl, as `tclsh` and `expect` read it: every line is a command, its words are texts.

use std::collections::HashMap;

use super::datum::{Datum, Origin};
use super::process_deed::{is_bare_shell_of, started};
use super::{Step, Surroundings};
use crate::effect::Depth;
use crate::value::Value;

/// Scripts in scripts in scripts: deeper ones are not looked into.
const MAX_NESTED: usize = 24;

/// Commands among whose words are scripts.
const CONTROL: &[&str] = &[
    "if",
    "while",
    "for",
    "foreach",
    "lmap",
    "proc",
    "catch",
    "try",
    "eval",
    "uplevel",
    "switch",
    "namespace",
    "after",
    "time",
    "expect",
    "expect_user",
    "interact",
    "apply",
    "finally",
    "else",
    "elseif",
];

pub(super) fn steps(text: &str, surroundings: &Surroundings, budget: &mut usize) -> Vec<Step> {
    let mut reader = Reader {
        steps: Vec::new(),
        variables: HashMap::new(),
        surroundings,
        budget,
        nested: 0,
        shell: false,
    };
    reader.run(text);
    reader.steps
}

struct Reader<'a> {
    steps: Vec<Step>,
    variables: HashMap<String, Datum>,
    surroundings: &'a Surroundings<'a>,
    budget: &'a mut usize,
    nested: usize,
    /// Whether a shell was started that what is sent is typed into.
    shell: bool,
}

/// A word of a command.
struct Word {
    datum: Datum,
    /// The text between braces, in which nothing is replaced.
    braced: bool,
    /// `{*}` stands before it: it is several words.
    spread: bool,
}

impl Reader<'_> {
    /// Runs a script, and gives what its last command gives.
    fn run(&mut self, text: &str) -> Datum {
        let mut last = Datum::unknown();
        if self.nested >= MAX_NESTED {
            if self.steps.last() != Some(&Step::Unseen) {
                self.steps.push(Step::Unseen);
            }
            return last;
        }
        self.nested += 1;
        let mut rest = text;
        while !rest.is_empty() {
            if !self.spend(1) {
                break;
            }
            let (words, after) = self.command(rest);
            rest = after;
            if !words.is_empty() {
                last = self.perform(&words);
            }
        }
        self.nested -= 1;
        last
    }

    /// Takes from the budget; what is left of the text is not looked at once it is spent.
    fn spend(&mut self, amount: usize) -> bool {
        if let Some(left) = self.budget.checked_sub(amount) {
            *self.budget = left;
            return true;
        }
        *self.budget = 0;
        if self.steps.last() != Some(&Step::Unseen) {
            self.steps.push(Step::Unseen);
        }
        false
    }

    /// Binds a name; a text that grows by itself uses up the budget.
    fn bind(&mut self, name: &str, value: &Datum) {
        let length: usize = value.value.texts().iter().map(String::len).sum();
        let value = if self.spend(length / 8) { value.clone() } else { Datum::unknown() };
        self.variables.insert(name.to_owned(), value);
    }

    /// The words of the next command, and what follows it.
    fn command<'t>(&mut self, text: &'t str) -> (Vec<Word>, &'t str) {
        let mut rest = text.trim_start_matches([' ', '\t', '\n', '\r', ';']);
        if rest.starts_with('#') {
            return (Vec::new(), rest.split_once('\n').map_or("", |(_, after)| after));
        }
        let mut words = Vec::new();
        loop {
            rest = rest.trim_start_matches([' ', '\t', '\r']);
            if let Some(after) = rest.strip_prefix("\\\n") {
                rest = after;
                continue;
            }
            match rest.chars().next() {
                None | Some('\n' | ';') => return (words, rest.get(1..).unwrap_or_default()),
                Some(_) => {}
            }
            let (word, after) = self.word(rest);
            if after.len() >= rest.len() {
                return (words, "");
            }
            words.push(word);
            rest = after;
        }
    }

    fn word<'t>(&mut self, text: &'t str) -> (Word, &'t str) {
        let (text, spread) = match text.strip_prefix("{*}") {
            Some(after) if !after.starts_with(char::is_whitespace) && !after.is_empty() => (after, true),
            Some(_) | None => (text, false),
        };
        if text.starts_with('{') {
            let (inner, after) = bracketed(text, '{', '}');
            return (Word { datum: Datum::known(inner), braced: true, spread }, after);
        }
        let (body, quoted) = text.strip_prefix('"').map_or((text, false), |body| (body, true));
        let (datum, after) = self.substituted(body, quoted);
        (Word { datum, braced: false, spread }, after)
    }

    /// A text with its variables and commands in place, up to its end.
    fn substituted<'t>(&mut self, text: &'t str, quoted: bool) -> (Datum, &'t str) {
        let mut datum: Option<Datum> = None;
        let mut plain = String::new();
        let mut rest = text;
        let mut add = |plain: &mut String, more: Datum| {
            let mut all = datum.take();
            if !plain.is_empty() {
                let text = Datum::known(std::mem::take(plain));
                all = Some(all.map_or_else(|| text.clone(), |all| all.join(&text)));
            }
            datum = Some(all.map_or_else(|| more.clone(), |all| all.join(&more)));
        };
        while let Some(character) = rest.chars().next() {
            let after = rest.get(character.len_utf8()..).unwrap_or_default();
            match character {
                '"' if quoted => {
                    rest = after;
                    break;
                }
                ' ' | '\t' | '\r' | '\n' | ';' if !quoted => break,
                '\\' => {
                    let mut next = after.chars();
                    let escaped = next.next().unwrap_or('\\');
                    plain.push(match escaped {
                        'n' => '\n',
                        't' => '\t',
                        'r' => '\r',
                        other => other,
                    });
                    rest = next.as_str();
                }
                '[' => {
                    let (inner, behind) = bracketed(rest, '[', ']');
                    let given = self.run(inner);
                    add(&mut plain, given);
                    rest = behind;
                }
                '$' => match self.variable(after) {
                    Some((given, behind)) => {
                        add(&mut plain, given);
                        rest = behind;
                    }
                    None => {
                        plain.push('$');
                        rest = after;
                    }
                },
                other => {
                    plain.push(other);
                    rest = after;
                }
            }
        }
        let datum = match datum {
            Some(datum) if plain.is_empty() => datum,
            Some(datum) => datum.join(&Datum::known(plain)),
            None => Datum::known(plain),
        };
        (datum, rest)
    }

    /// `$x`, `${x}`, `$env(HOME)`
    fn variable<'t>(&self, text: &'t str) -> Option<(Datum, &'t str)> {
        if text.starts_with('{') {
            let (name, after) = bracketed(text, '{', '}');
            return Some((self.named(name), after));
        }
        let is_name = |character: char| character.is_alphanumeric() || matches!(character, '_' | ':');
        let length = text.find(|character| !is_name(character)).unwrap_or(text.len());
        let (name, after) = text.split_at(length);
        if name.is_empty() {
            return None;
        }
        if after.starts_with('(') {
            let (key, behind) = bracketed(after, '(', ')');
            let given = if name.trim_start_matches("::") == "env" {
                match (key, self.surroundings.home) {
                    ("HOME", Some(home)) => Datum::known(home),
                    _ => Datum::variable(key),
                }
            } else {
                self.named(&format!("{name}({key})"))
            };
            return Some((given, behind));
        }
        Some((self.named(name), after))
    }

    fn named(&self, name: &str) -> Datum {
        match (name, self.variables.get(name)) {
            (_, Some(datum)) => datum.clone(),
            ("argv", None) => {
                let given = self.surroundings.arguments.iter().cloned().map(Datum::of);
                given
                    .reduce(|all, next| all.join(&Datum::known(" ")).join(&next))
                    .unwrap_or_else(Datum::unknown)
            }
            (_, None) => Datum::unknown(),
        }
    }

    fn perform(&mut self, words: &[Word]) -> Datum {
        let Some((first, rest)) = words.split_first() else { return Datum::unknown() };
        let Some(name) = first.datum.text() else { return Datum::unknown() };
        let name = name.trim_start_matches("::");
        let argument = |at: usize| rest.get(at).map(|word| word.datum.clone());
        match name {
            "array" if argument(1).as_ref().and_then(Datum::text) == Some("env") => {
                Datum::from_source(crate::source::Source::Environment)
            }
            "set" => match (argument(0), argument(1)) {
                (Some(target), Some(value)) => {
                    if let Some(target) = target.text() {
                        self.bind(target, &value);
                    }
                    value
                }
                (Some(target), None) => target.text().map_or_else(Datum::unknown, |name| self.named(name)),
                (None, _) => Datum::unknown(),
            },
            "append" => {
                let Some(target) = argument(0).as_ref().and_then(Datum::text).map(str::to_owned) else {
                    return Datum::unknown();
                };
                let old = self.variables.get(&target).cloned().unwrap_or_else(|| Datum::known(""));
                let new = rest.iter().skip(1).fold(old, |all, word| all.join(&word.datum));
                self.bind(&target, &new);
                new
            }
            "exec" => self.exec(rest),
            "spawn" => self.spawn(rest),
            "system" => {
                let text = joined(rest);
                let given = Datum::from_origin(Origin::Shell(text.value.clone()));
                self.steps.push(Step::Shell(text));
                given
            }
            "send" | "exp_send" => {
                if let Some(text) = rest.last().filter(|_| self.shell) {
                    let text = text.datum.map(|text| Some(text.trim_end_matches(['\r', '\n']).to_owned()));
                    self.steps.push(Step::Shell(text));
                }
                Datum::unknown()
            }
            "open" => self.open(rest),
            "read" | "gets" => argument(0).map_or_else(Datum::unknown, |channel| channel.derived()),
            "file" => self.file(rest),
            "cd" => {
                if let Some(path) = argument(0) {
                    self.steps.push(Step::Directory(path.value));
                }
                Datum::unknown()
            }
            "source" => {
                if let Some(path) = argument(0) {
                    self.steps.push(Step::Import(path.value));
                }
                Datum::unknown()
            }
            "puts" | "send_user" | "send_error" => {
                let to = rest.iter().rev().nth(1).and_then(|word| started(&word.datum));
                match (to, rest.last().map(|word| word.datum.clone())) {
                    (Some(program), Some(text)) if is_bare_shell_of(&program) => {
                        self.steps.push(Step::Shell(text));
                    }
                    (Some(program), Some(text)) => self.steps.push(Step::Feed(program, text)),
                    (None, Some(text)) => self.steps.push(Step::Print(text)),
                    (_, None) => {}
                }
                Datum::unknown()
            }
            "list" | "concat" => joined(rest),
            "join" | "subst" | "format" if rest.len() == 1 => argument(0).unwrap_or_else(Datum::unknown),
            "return" => argument(0).unwrap_or_else(Datum::unknown),
            name if CONTROL.contains(&name) => self.control(name, rest),
            _ => Datum::derived_of(rest.iter().map(|word| &word.datum)),
        }
    }

    /// Every script among the words may run.
    fn control(&mut self, name: &str, rest: &[Word]) -> Datum {
        if matches!(name, "eval" | "uplevel") && rest.iter().all(|word| !word.braced) {
            let text = joined(rest);
            return match text.text() {
                Some(text) => self.run(text),
                None => {
                    self.steps.push(Step::Evaluate(text));
                    Datum::unknown()
                }
            };
        }
        if let ("foreach" | "lmap", [target, list, ..]) = (name, rest)
            && let (Some(target), Some(list)) = (target.datum.text(), list.datum.text())
        {
            let elements: Vec<String> = list.split_whitespace().map(str::to_owned).collect();
            self.variables.insert(target.to_owned(), Datum::of(Value::few(elements)));
        }
        let mut last = Datum::unknown();
        for word in rest.iter().filter(|word| word.braced) {
            if let Some(script) = word.datum.text() {
                last = self.run(script);
            }
        }
        last
    }

    /// `exec rm -rf x`, `exec ls | sort > y`
    fn exec(&mut self, rest: &[Word]) -> Datum {
        let is_option = |word: &&Word| {
            word.datum.text().is_some_and(|text| matches!(text, "-ignorestderr" | "-keepnewline" | "--"))
        };
        let words: Vec<&Word> = rest.iter().skip_while(is_option).collect();
        let is_sign = |text: &str| text.starts_with(['|', '<', '>', '&']) || text.starts_with("2>");
        if words.iter().any(|word| !word.braced && word.datum.text().is_some_and(is_sign)) {
            let quoted = words.iter().map(|word| match word.datum.text() {
                Some(text) if !is_sign(text) => Datum::known(format!("'{}'", text.replace('\'', "'\\''"))),
                Some(text) => Datum::known(text.replace("2>@1", "2>&1").replace("|&", "2>&1 |")),
                None => word.datum.clone(),
            });
            let blank = Datum::known(" ");
            let text = quoted.reduce(|all, word| all.join(&blank).join(&word)).unwrap_or_else(Datum::unknown);
            let given = Datum::from_origin(Origin::Shell(text.value.clone()));
            self.steps.push(Step::Shell(text));
            return given;
        }
        self.start(&words)
    }

    fn spawn(&mut self, rest: &[Word]) -> Datum {
        let is_option = |word: &&Word| word.datum.text().is_some_and(|text| text.starts_with('-'));
        let words: Vec<&Word> = rest.iter().skip_while(is_option).collect();
        let known: Vec<&str> = words.iter().filter_map(|word| word.datum.text()).collect();
        self.shell = super::process_deed::is_bare_shell_text(&known.join(" "));
        self.start(&words)
    }

    fn start(&mut self, words: &[&Word]) -> Datum {
        let mut data: Vec<Datum> = Vec::new();
        for word in words {
            match word.datum.text() {
                Some(text) if word.spread => data.extend(text.split_whitespace().map(Datum::known)),
                Some(_) | None => data.push(word.datum.clone()),
            }
        }
        if data.is_empty() {
            return Datum::unknown();
        }
        let values = data.iter().map(|datum| datum.value.clone()).collect();
        self.steps.push(Step::Words(data));
        Datum::from_origin(Origin::Words(values))
    }

    /// `open file w`, `open "|command"`
    fn open(&mut self, rest: &[Word]) -> Datum {
        let Some(path) = rest.first().map(|word| word.datum.clone()) else { return Datum::unknown() };
        let is_pipe = path.value.prefix().starts_with('|');
        if is_pipe {
            let command =
                path.text().map_or_else(|| path.clone(), |text| Datum::known(text.trim_start_matches('|')));
            let given = Datum::from_origin(Origin::Shell(command.value.clone()));
            self.steps.push(Step::Shell(command));
            return given;
        }
        let mode = rest.get(1).and_then(|word| word.datum.text()).unwrap_or("r");
        if mode.starts_with(['w', 'a', 'W']) {
            self.steps.push(Step::Write(path.value, Datum::unknown()));
            return Datum::unknown();
        }
        self.steps.push(Step::Read(path.value.clone()));
        Datum::from_origin(Origin::File(path.value))
    }

    fn file(&mut self, rest: &[Word]) -> Datum {
        let Some(verb) = rest.first().and_then(|word| word.datum.text()) else { return Datum::unknown() };
        let words = rest.get(1..).unwrap_or_default();
        let forced = words.iter().any(|word| word.datum.text() == Some("-force"));
        let paths: Vec<Datum> = words
            .iter()
            .filter(|word| !word.datum.text().is_some_and(|text| matches!(text, "-force" | "--")))
            .map(|word| word.datum.clone())
            .collect();
        match (verb, paths.as_slice()) {
            ("delete", paths) => {
                let depth = if forced { Depth::Tree } else { Depth::One };
                for path in paths {
                    self.steps.push(Step::Delete(path.value.clone(), depth));
                }
                Datum::unknown()
            }
            ("rename", [from, to]) => {
                self.steps.push(Step::Move(from.value.clone(), to.value.clone()));
                Datum::unknown()
            }
            ("copy", [from, to]) => {
                self.steps.push(Step::Read(from.value.clone()));
                let content = Datum::from_origin(Origin::File(from.value.clone()));
                self.steps.push(Step::Write(to.value.clone(), content));
                Datum::unknown()
            }
            ("join", paths) => {
                let slash = Datum::known("/");
                let joined = paths.iter().cloned().reduce(|all, path| all.join(&slash).join(&path));
                joined.unwrap_or_else(Datum::unknown)
            }
            ("normalize" | "nativename", [path]) => path.clone(),
            _ => Datum::unknown(),
        }
    }
}

fn joined(words: &[Word]) -> Datum {
    let blank = Datum::known(" ");
    let data = words.iter().map(|word| word.datum.clone());
    data.reduce(|all, word| all.join(&blank).join(&word)).unwrap_or_else(|| Datum::known(""))
}

/// What stands between a bracket and the one that closes it, and what follows.
fn bracketed(text: &str, open: char, close: char) -> (&str, &str) {
    let mut depth = 0_usize;
    let mut escaped = false;
    for (at, character) in text.char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            other if other == open => depth += 1,
            other if other == close => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return (
                        text.get(1..at).unwrap_or_default(),
                        text.get(at + close.len_utf8()..).unwrap_or_default(),
                    );
                }
            }
            _ => {}
        }
    }
    (text.get(1..).unwrap_or_default(), "")
}
