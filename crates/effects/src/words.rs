//! Words to values: braces, tilde, variables, substitutions and splitting, in the shell's own order. What a substitution
//! runs is walked here, once, at the moment when the shell would run it.

use hookward_shell::{Part, Variable, Word};

use crate::braces::{self, Expanded};
use crate::state::State;
use crate::value::{Hole, Piece, Value};
use crate::walk::Walk;

/// What a variable or substitution stands for.
pub(crate) enum Standin {
    One(Value),
    /// `"$@"`, `"${a[@]}"`: each a word of its own.
    Many(Vec<Value>),
}

/// Fields in the making.
struct Fields<'o> {
    out: &'o mut Vec<Value>,
    pieces: Vec<Piece>,
    /// Whether there is a field at all: `""` is one, an empty `$x` is none.
    started: bool,
}

impl Fields<'_> {
    fn push(&mut self, piece: Piece) {
        self.started = true;
        self.pieces.push(piece);
    }

    fn end(&mut self) {
        if std::mem::take(&mut self.started) {
            self.out.push(Value::of(std::mem::take(&mut self.pieces)));
        }
    }

    /// Text that an expansion gave outside of quotes: it falls apart at blanks, and its globs are live.
    fn split(&mut self, text: &str, separators: &str) {
        let mut rest = text;
        while let Some(at) = rest.find(|letter| separators.contains(letter)) {
            let (before, after) = rest.split_at(at);
            self.bare(before);
            self.end();
            rest = after.get(after.chars().next().map_or(0, char::len_utf8)..).unwrap_or_default();
        }
        self.bare(rest);
    }

    fn bare(&mut self, text: &str) {
        if !text.is_empty() {
            self.started = true;
            bare(text, &mut self.pieces);
        }
    }
}

impl Walk<'_> {
    /// The fields that the words of a command become.
    pub(crate) fn words(&mut self, words: &[Word], state: &mut State) -> Vec<Value> {
        let mut out = Vec::with_capacity(words.len());
        for word in words {
            self.fields(word, state, &mut out);
        }
        out
    }

    /// The fields that a word becomes.
    pub(crate) fn fields(&mut self, word: &Word, state: &mut State, out: &mut Vec<Value>) {
        if let [Part::Quoted { text, .. }] = word.parts.as_slice() {
            return out.push(Value::Known(text.clone()));
        }
        match braces::expand(&word.parts) {
            Expanded::Same => self.parts(&word.parts, state, out),
            Expanded::Words(words) => words.iter().for_each(|parts| self.parts(parts, state, out)),
            Expanded::TooMany => {
                // Each of them is a word that nobody has looked at.
                self.parts(&word.parts, state, &mut Vec::new());
                out.push(Value::of(vec![Piece::Filled(Hole::new("{…}"))]));
            }
        }
    }

    fn parts(&mut self, parts: &[Part], state: &mut State, out: &mut Vec<Value>) {
        let mut fields = Fields { out, pieces: Vec::with_capacity(parts.len()), started: false };
        for (index, part) in parts.iter().enumerate() {
            match part {
                Part::Bare { text, .. } => {
                    let rest = if index == 0 { tilde(text, state, &mut fields.pieces) } else { text };
                    fields.started |= !text.is_empty();
                    bare(rest, &mut fields.pieces);
                }
                Part::Quoted { text, .. } => fields.push(Piece::Text(text.clone())),
                Part::Variable(variable) => {
                    let standin = self.parameter(variable, state);
                    insert(standin, &Written::of(variable), state, &mut fields);
                }
                Part::Substitution { body, quoted, .. } => {
                    let value = self.printed(body, state);
                    let written = Written { text: "$(…)".to_owned(), quoted: *quoted };
                    insert(Standin::One(value), &written, state, &mut fields);
                }
                Part::Arithmetic { text, words, span } => {
                    let value = self.arithmetic(text, words, *span, state);
                    let written = Written { text: "$((…))".to_owned(), quoted: true };
                    insert(Standin::One(value), &written, state, &mut fields);
                }
                Part::Process { body, input, .. } => {
                    let path = self.process(body, *input, state);
                    fields.push(Piece::Text(path));
                }
            }
        }
        fields.end();
    }

    /// The value of a word that is not split: what is assigned, compared, redirected to.
    pub(crate) fn value(&mut self, word: &Word, state: &mut State) -> Value {
        if let [Part::Quoted { text, .. }] = word.parts.as_slice() {
            return Value::Known(text.clone());
        }
        if let [Part::Variable(variable)] = word.parts.as_slice()
            && let Standin::One(value) = self.parameter(variable, state)
        {
            return value;
        }
        let mut pieces = Vec::with_capacity(word.parts.len());
        for (index, part) in word.parts.iter().enumerate() {
            match part {
                Part::Bare { text, .. } => {
                    let rest = if index == 0 { tilde(text, state, &mut pieces) } else { text };
                    bare(rest, &mut pieces);
                }
                Part::Quoted { text, .. } => pieces.push(Piece::Text(text.clone())),
                Part::Variable(variable) => {
                    let written = Written::of(variable);
                    match self.parameter(variable, state) {
                        Standin::One(value) => pieces.extend(written.pieces(value)),
                        Standin::Many(values) => {
                            for (index, value) in values.into_iter().enumerate() {
                                if index > 0 {
                                    pieces.push(Piece::Text(" ".to_owned()));
                                }
                                pieces.extend(written.pieces(value));
                            }
                        }
                    }
                }
                Part::Substitution { body, .. } => {
                    let written = Written { text: "$(…)".to_owned(), quoted: true };
                    pieces.extend(written.pieces(self.printed(body, state)));
                }
                Part::Arithmetic { text, words, span } => {
                    let written = Written { text: "$((…))".to_owned(), quoted: true };
                    pieces.extend(written.pieces(self.arithmetic(text, words, *span, state)));
                }
                Part::Process { body, input, .. } => {
                    pieces.push(Piece::Text(self.process(body, *input, state)));
                }
            }
        }
        Value::of(pieces)
    }
}

/// How an expansion stands in the text.
struct Written {
    text: String,
    quoted: bool,
}

impl Written {
    fn of(variable: &Variable) -> Self {
        Self { text: format!("${}", variable.name), quoted: variable.quoted }
    }

    fn pieces(&self, value: Value) -> Vec<Piece> {
        match value {
            Value::Known(text) => vec![Piece::Text(text)],
            Value::Few(texts) => vec![Piece::OneOf(texts)],
            Value::Pattern(pieces) => pieces,
            Value::Unknown(sources) => vec![Piece::Hole(Hole { written: self.text.clone(), sources })],
        }
    }
}

fn insert(standin: Standin, written: &Written, state: &State, fields: &mut Fields) {
    let values = match standin {
        Standin::One(value) => vec![value],
        Standin::Many(values) => values,
    };
    for (index, value) in values.into_iter().enumerate() {
        if index > 0 {
            fields.end();
        }
        if written.quoted {
            fields.started = true;
            fields.pieces.extend(written.pieces(value));
            continue;
        }
        let ifs = state.variable("IFS");
        let separators = ifs.as_ref().and_then(Value::known).unwrap_or(" \t\n");
        for piece in written.pieces(value) {
            match piece {
                Piece::Text(text) => fields.split(&text, separators),
                piece => fields.push(piece),
            }
        }
    }
}

/// What a leading `~` or `~user` stands for; gives back the rest of the text.
fn tilde<'t>(text: &'t str, state: &State, pieces: &mut Vec<Piece>) -> &'t str {
    let Some(rest) = text.strip_prefix('~') else { return text };
    let (user, after) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let piece = match (user, state.scene.home) {
        ("", Some(home)) => Piece::Text(home.to_owned()),
        ("root", _) => Piece::Text("/root".to_owned()),
        ("+", _) => {
            pieces.extend(state.cwd.pieces());
            return after;
        }
        _ => Piece::Filled(Hole::new(format!("~{user}"))),
    };
    pieces.push(piece);
    after
}

/// Unquoted text: globs are live.
pub(crate) fn bare(text: &str, pieces: &mut Vec<Piece>) {
    if text.is_empty() {
        return;
    }
    // What stands before the first live character is certain.
    let class = text.find('[').filter(|open| text.get(*open..).is_some_and(|rest| rest.contains(']')));
    let extended = ["@(", "+(", "!("].iter().filter_map(|open| text.find(open)).min();
    let live = [text.find(['*', '?']), class, extended].into_iter().flatten().min().unwrap_or(text.len());
    let (before, glob) = text.split_at(live);
    if !before.is_empty() {
        pieces.push(Piece::Text(before.to_owned()));
    }
    if !glob.is_empty() {
        pieces.push(Piece::Glob(glob.to_owned()));
    }
}
