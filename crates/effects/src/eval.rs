//! Words to values: quoting removed, variables of the same text looked up, the rest left open.

use std::collections::BTreeMap;

use hookward_shell::{Command as Syntax, Operation, Part, Statement, Variable, Word};

use crate::Scene;
use crate::path::Place;
use crate::value::{Hole, Piece, Value};

/// What the shell would know at a point of the text.
#[derive(Clone)]
pub(crate) struct State<'a> {
    pub(crate) scene: Scene<'a>,
    /// The working directory; `None` after a `cd` to a place that is not known.
    pub(crate) cwd: Option<String>,
    variables: BTreeMap<String, Value>,
}

impl<'a> State<'a> {
    pub(crate) fn new(scene: Scene<'a>) -> Self {
        Self { scene, cwd: Some(scene.cwd.to_owned()), variables: BTreeMap::new() }
    }

    pub(crate) fn assign(&mut self, name: &str, value: Value) {
        self.variables.insert(name.to_owned(), value);
    }

    /// How much a copy of it costs.
    pub(crate) fn size(&self) -> usize {
        self.variables.len()
    }

    /// The place that a word's value names from here.
    pub(crate) fn place(&self, value: &Value) -> Place {
        self.scene.place(value, self.cwd.as_deref())
    }

    /// Whatever the two states do not agree on is unknown afterwards.
    pub(crate) fn join(&mut self, other: &Self) {
        if self.cwd != other.cwd {
            self.cwd = None;
        }
        for (name, value) in &other.variables {
            if self.variables.get(name) != Some(value) {
                self.assign(name, Value::unknown());
            }
        }
        for (name, value) in &mut self.variables {
            if !other.variables.contains_key(name) {
                *value = Value::unknown();
            }
        }
    }

    fn variable(&self, name: &str) -> Option<Value> {
        if let Some(value) = self.variables.get(name) {
            return Some(value.clone());
        }
        match name {
            "HOME" => self.scene.home.map(|home| Value::Known(home.to_owned())),
            "PWD" => self.cwd.clone().map(Value::Known),
            // Wherever it is, it is a place for temporary files.
            "TMPDIR" => Some(Value::Known("/tmp".to_owned())),
            _ => None,
        }
    }

    /// The fields that a word of a command becomes: an unquoted variable is split at blanks, and its globs are live.
    pub(crate) fn fields(&self, word: &Word) -> Vec<Value> {
        if let [Part::Variable(variable)] = word.parts.as_slice()
            && !variable.quoted
            && let Some(Value::Known(text)) = self.plain(variable)
        {
            let field = |text: &str| {
                let mut pieces = Vec::new();
                bare(text, &mut pieces);
                Value::of(pieces)
            };
            return text.split_ascii_whitespace().map(field).collect();
        }
        vec![self.value(word)]
    }

    /// The value of a word. Braces are not expanded yet: a word with live braces has a hole where they stand.
    pub(crate) fn value(&self, word: &Word) -> Value {
        if let [Part::Variable(variable)] = word.parts.as_slice()
            && let Some(value) = self.plain(variable)
        {
            return value;
        }
        let mut pieces = Vec::with_capacity(word.parts.len());
        for (index, part) in word.parts.iter().enumerate() {
            match part {
                Part::Bare { text, .. } if index == 0 => bare(self.tilde(text, &mut pieces), &mut pieces),
                Part::Bare { text, .. } => bare(text, &mut pieces),
                Part::Quoted { text, .. } => pieces.push(Piece::Text(text.clone())),
                Part::Variable(variable) => match self.plain(variable) {
                    // Unquoted, it falls apart here into words that nobody has looked at.
                    Some(Value::Known(text))
                        if !variable.quoted && text.contains([' ', '\t', '\n', '*', '?', '[']) =>
                    {
                        pieces.push(unknown(variable));
                    }
                    Some(Value::Known(text)) => pieces.push(Piece::Text(text)),
                    Some(Value::Pattern(more)) => pieces.extend(more),
                    Some(Value::Few(_) | Value::Unknown(_)) | None => pieces.push(unknown(variable)),
                },
                Part::Substitution { body, .. } => self.output(body, &mut pieces),
                Part::Arithmetic { .. } => pieces.push(Piece::Hole(Hole::new("$((…))"))),
                Part::Process { .. } => pieces.push(Piece::Hole(Hole::new("<(…)"))),
            }
        }
        Value::of(pieces)
    }

    fn plain(&self, variable: &Variable) -> Option<Value> {
        let value = || self.variable(&variable.name);
        match (&variable.operation, &variable.subscript) {
            (Operation::Plain | Operation::Required(_), None) => value(),
            (Operation::Default(word) | Operation::Assign(word), None) => {
                // Unset here may be set outside: both are possible.
                match value() {
                    Some(Value::Known(text)) if text.is_empty() => Some(self.value(word)),
                    Some(value) => Some(value),
                    None => match self.value(word) {
                        Value::Known(default) => Some(Value::Few(vec![default])),
                        Value::Few(_) | Value::Pattern(_) | Value::Unknown(_) => None,
                    },
                }
            }
            _ => None,
        }
    }

    /// What a substitution prints, where that is certain without running it.
    fn output(&self, body: &[Statement], pieces: &mut Vec<Piece>) {
        let words = match body {
            [Statement { command: Syntax::Simple(simple), .. }] => simple.words.as_slice(),
            _ => &[],
        };
        let words: Option<Vec<String>> = words.iter().map(Word::literal).collect();
        let words: Vec<&str> = words.iter().flatten().map(String::as_str).collect();
        match (words.as_slice(), &self.cwd) {
            (["pwd"], Some(cwd)) => pieces.push(Piece::Text(cwd.clone())),
            (["mktemp"] | ["mktemp", "-d"], _) => {
                pieces.extend([Piece::Text("/tmp/".to_owned()), Piece::Filled(Hole::new("$(mktemp)"))]);
            }
            _ => pieces.push(Piece::Hole(Hole::new("$(…)"))),
        }
    }

    /// What a leading `~` or `~user` stands for; gives back the rest of the text.
    fn tilde<'t>(&self, text: &'t str, pieces: &mut Vec<Piece>) -> &'t str {
        let Some(rest) = text.strip_prefix('~') else { return text };
        let (user, rest) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        pieces.push(match (user, self.scene.home) {
            ("", Some(home)) => Piece::Text(home.to_owned()),
            ("root", _) => Piece::Text("/root".to_owned()),
            _ => Piece::Filled(Hole::new(format!("~{user}"))),
        });
        rest
    }
}

fn unknown(variable: &Variable) -> Piece {
    match variable.operation {
        Operation::Required(_) => Piece::Filled(Hole::new(format!("${{{}:?}}", variable.name))),
        _ => Piece::Hole(Hole::variable(&variable.name)),
    }
}

/// Unquoted text: braces are not expanded yet, and stand as a hole; globs are live.
fn bare(text: &str, pieces: &mut Vec<Piece>) {
    if text.is_empty() {
        return;
    }
    if text.contains('{') && (text.contains(',') || text.contains("..")) {
        pieces.push(Piece::Hole(Hole::new(text)));
        return;
    }
    // What stands before the first live character is certain.
    let class = text.find('[').filter(|open| text.get(*open..).is_some_and(|rest| rest.contains(']')));
    let live = [text.find(['*', '?']), class].into_iter().flatten().min().unwrap_or(text.len());
    let (before, glob) = text.split_at(live);
    if !before.is_empty() {
        pieces.push(Piece::Text(before.to_owned()));
    }
    if !glob.is_empty() {
        pieces.push(Piece::Glob(glob.to_owned()));
    }
}
