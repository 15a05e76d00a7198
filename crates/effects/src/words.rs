//! Words to values: braces, tilde, variables, substitutions and splitting, in the shell's own order. What a substitution
//! runs is walked here, once, at the moment when the shell would run it.

use hookward_shell::{Part, Variable, Word};

use crate::braces::{self, Expanded};
use crate::fields::Fields;
use crate::input::separators;
use crate::state::State;
use crate::value::{Few, Hole, MAX_FEW, Piece, Value};
use crate::walk::Walk;

/// What a variable or substitution stands for.
pub(crate) enum Standin {
    One(Value),
    /// `"$@"`, `"${a[@]}"`: each a word of its own.
    Many(Vec<Value>),
    /// `${x:-"a b" c}`: words that are split already.
    Fields(Vec<Value>),
}

/// Where a word stands that becomes fields.
#[derive(Clone, Copy)]
enum Spot<'s> {
    Command,
    Array,
    /// In `${x:-…}`, where what separates words does so inside of it too.
    Operand(&'s str),
}

/// Whether the globs of a word are live in it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Globs {
    Live,
    /// In an assignment they sleep, and wake where the variable stands without quotes.
    Asleep,
}

impl Walk<'_> {
    /// The fields that the words of a command become.
    pub(crate) fn words(&mut self, words: &[Word], state: &mut State) -> Vec<Value> {
        let mut out = Vec::with_capacity(words.len());
        for word in words {
            self.fields_of(word, Spot::Command, state, &mut out);
        }
        out
    }

    /// The fields that a word in the brackets of an array becomes.
    pub(crate) fn fields(&mut self, word: &Word, state: &mut State, out: &mut Vec<Value>) {
        self.fields_of(word, Spot::Array, state, out);
    }

    fn fields_of(&mut self, word: &Word, spot: Spot, state: &mut State, out: &mut Vec<Value>) {
        if let [Part::Quoted { text, .. }] = word.parts.as_slice() {
            return out.push(Value::Known(text.clone()));
        }
        match braces::expand(&word.parts) {
            Expanded::Same => self.parts(&word.parts, spot, state, out),
            Expanded::Words(words) => words.iter().for_each(|parts| self.parts(parts, spot, state, out)),
            Expanded::TooMany => {
                // Each of them is a word that nobody has looked at.
                self.parts(&word.parts, spot, state, &mut Vec::new());
                out.push(Value::of(vec![Piece::Filled(Hole::new("{…}"))]));
            }
        }
    }

    /// The fields that a word inside of `${x:-…}` becomes: there, a blank is no end of it.
    pub(crate) fn operand_fields(&mut self, word: &Word, state: &mut State) -> Vec<Value> {
        let mut out = Vec::new();
        let separators = separators(state);
        self.parts(&word.parts, Spot::Operand(&separators), state, &mut out);
        out
    }

    fn parts(&mut self, parts: &[Part], spot: Spot, state: &mut State, out: &mut Vec<Value>) {
        let mut fields = Fields::new(out, parts.len());
        for (index, part) in parts.iter().enumerate() {
            match part {
                Part::Bare { text, .. } => {
                    let rest = match spot {
                        Spot::Command if index == 0 => assigned_tilde(text, state, &mut fields.pieces),
                        _ if index == 0 => tilde(text, state, &mut fields.pieces),
                        _ => text,
                    };
                    if let Spot::Operand(separators) = spot {
                        fields.started |= rest.len() < text.len();
                        fields.split(rest, separators);
                        continue;
                    }
                    fields.started |= !text.is_empty();
                    bare(rest, &mut fields.pieces);
                }
                Part::Quoted { text, .. } => fields.push(Piece::Text(text.clone())),
                Part::Variable(variable) => {
                    let mut standin = self.parameter(variable, state);
                    if let Standin::Many(values) = &standin
                        && values.len() > 8
                    {
                        self.charge(values.len() / 8);
                        if !self.spend(variable.span) {
                            standin = Standin::One(Value::unknown());
                        }
                    }
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

    /// The value of a word that is not split: what is compared, redirected to.
    pub(crate) fn value(&mut self, word: &Word, state: &mut State) -> Value {
        self.whole(word, Globs::Live, state)
    }

    /// The value of a word that is assigned.
    pub(crate) fn assigned(&mut self, word: &Word, state: &mut State) -> Value {
        self.whole(word, Globs::Asleep, state)
    }

    fn whole(&mut self, word: &Word, globs: Globs, state: &mut State) -> Value {
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
                    match globs {
                        Globs::Live => bare(rest, &mut pieces),
                        Globs::Asleep => pieces.push(Piece::Text(rest.to_owned())),
                    }
                }
                Part::Quoted { text, .. } => pieces.push(Piece::Text(text.clone())),
                Part::Variable(variable) => {
                    let written = Written::of(variable);
                    match self.parameter(variable, state) {
                        Standin::One(value) => pieces.extend(written.pieces(value)),
                        Standin::Many(values) | Standin::Fields(values) => {
                            let between = if is_joined(variable) { joint(state) } else { " ".to_owned() };
                            for (index, value) in values.into_iter().enumerate() {
                                if index > 0 {
                                    pieces.push(Piece::Text(between.clone()));
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
            Value::Few(few) => vec![Piece::OneOf(few)],
            Value::Pattern(pieces) => pieces,
            Value::Unknown(sources) => vec![Piece::Hole(Hole { written: self.text.clone(), sources })],
        }
    }
}

fn insert(standin: Standin, written: &Written, state: &State, fields: &mut Fields) {
    let (values, split) = match standin {
        Standin::One(value) => (vec![value], !written.quoted),
        Standin::Many(values) => (values, !written.quoted),
        Standin::Fields(values) => (values, false),
    };
    let separators = if split { separators(state) } else { String::new() };
    for (index, value) in values.into_iter().enumerate() {
        if index > 0 {
            fields.end();
        }
        if !split {
            fields.started = true;
            fields.pieces.extend(written.pieces(value));
            continue;
        }
        for piece in written.pieces(value) {
            match piece {
                Piece::Text(text) => fields.split(&text, &separators),
                // Nobody knows how many words it is.
                Piece::OneOf(texts)
                    if texts.iter().any(|text| text.contains(|it| separators.contains(it))) =>
                {
                    let (written, sources) = (written.text.clone(), texts.otherwise);
                    fields.push(Piece::Hole(Hole { written, sources }));
                }
                piece => fields.push(piece),
            }
        }
    }
}

/// `$*`, `${a[*]}`
pub(crate) fn is_joined(variable: &Variable) -> bool {
    match &variable.subscript {
        None => variable.name == "*",
        Some(word) => {
            matches!(word.parts.as_slice(), [Part::Bare { text, .. } | Part::Quoted { text, .. }] if text == "*")
        }
    }
}

/// What stands between the words of `"$*"`.
pub(crate) fn joint(state: &State) -> String {
    separators(state).chars().take(1).collect()
}

/// As below, and in a word like `a=~`: to bash it looks like an assignment, wherever it stands.
fn assigned_tilde<'t>(text: &'t str, state: &State, pieces: &mut Vec<Piece>) -> &'t str {
    let is_name = |name: &str| {
        !name.is_empty()
            && !name.starts_with(|letter: char| letter.is_ascii_digit())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    match text.split_once('=') {
        Some((name, value)) if value.starts_with('~') && is_name(name) => {
            pieces.push(Piece::Text(format!("{name}=")));
            tilde(value, state, pieces)
        }
        _ => tilde(text, state, pieces),
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
    // Most words have nothing of a glob in them, and every word of a command comes by here.
    if !text.bytes().any(|byte| matches!(byte, b'*' | b'?' | b'[' | b'(')) {
        return pieces.push(Piece::Text(text.to_owned()));
    }
    // `@(a|b)` is one of them, and `?(a)` may be none.
    if let Some(group) = Group::first(text) {
        bare(group.before, pieces);
        pieces.push(group.piece);
        return bare(group.after, pieces);
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

/// A group of a glob, `@(a|b)`, taken for what may stand there, and the text around it.
struct Group<'t> {
    before: &'t str,
    piece: Piece,
    after: &'t str,
}

impl<'t> Group<'t> {
    fn first(text: &'t str) -> Option<Self> {
        // One look at the text, not one for each sign: a text has as many groups as it likes.
        let opens = |(at, _): (usize, &str)| {
            let sign = text.as_bytes().get(at.checked_sub(1)?)?;
            b"@+?*".contains(sign).then(|| at - 1)
        };
        let at = text.match_indices('(').find_map(opens)?;
        let (before, group) = text.split_at(at);
        let inner = group.get(2..)?;
        let end = inner.find(')')?;
        let texts: Vec<String> = inner.get(..end)?.split('|').map(str::to_owned).collect();
        let is_plain = texts.len() <= MAX_FEW && !inner.get(..end)?.contains(['(', '*', '?', '[']);
        let piece = match group.bytes().next() {
            Some(b'@') if is_plain && texts.len() == 1 => Piece::Text(texts.concat()),
            Some(b'@') if is_plain => Piece::OneOf(Few::of(texts)),
            Some(b'?') if is_plain => {
                Piece::OneOf(Few::of(texts.into_iter().chain([String::new()]).collect()))
            }
            _ => Piece::Glob("*".to_owned()),
        };
        Some(Self { before, piece, after: inner.get(end + 1..)? })
    }
}
