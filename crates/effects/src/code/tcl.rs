//! Tcl, as `tclsh` and `expect` read it: every line is a command, its words are texts.

mod deeds;

use std::collections::HashMap;

use super::datum::Datum;
use super::{Step, Surroundings};

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
        variables: surroundings
            .variables
            .iter()
            .map(|(name, value)| (name.clone(), Datum::of(value.clone())))
            .collect(),
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
