//! Where output goes, and what it is as a value.

use hookward_shell::{Command as Syntax, Redirect, RedirectKind, Span, Statement, Word};

use super::{Out, Walk};
use crate::effect::{Action, Deed, Told};
use crate::held::{either, perhaps};
use crate::path::Place;
use crate::source::{Source, Sources};
use crate::state::State;
use crate::value::{Piece, Value, capture};

impl Walk<'_> {
    /// What a command writes to its standard output.
    pub(crate) fn print(&mut self, value: &Value, span: Span) {
        match &mut self.out {
            Out::Captured(pieces) => {
                capture(pieces, value);
                // What is long is copied, again and again in a pipe.
                let length = value.known().map_or(0, str::len);
                self.charge(length / 256);
            }
            Out::Screen => {
                let sources = value.sources();
                // Names tell nobody anything.
                let is_name = |source: &Source| {
                    matches!(source, Source::Names(_) | Source::Uncommitted | Source::Inventory)
                };
                if !sources.iter().all(is_name) {
                    self.effect(Action::Print(sources), span);
                }
            }
        }
    }

    /// Whether what is put out goes to other words of the text.
    pub(crate) fn is_captured(&self) -> bool {
        matches!(self.out, Out::Captured(_))
    }

    /// How much was put out so far, where that is captured.
    pub(crate) fn captured_pieces(&self) -> usize {
        match &self.out {
            Out::Captured(pieces) => pieces.len(),
            Out::Screen => 0,
        }
    }

    /// The same, to the letter.
    pub(crate) fn captured_length(&self) -> Option<(usize, usize)> {
        let Out::Captured(pieces) = &self.out else { return None };
        let last = pieces.last().map_or(0, |piece| match piece {
            Piece::Text(text) => text.len(),
            Piece::Glob(_) | Piece::Hole(_) | Piece::Filled(_) | Piece::OneOf(_) => 0,
        });
        Some((pieces.len(), last))
    }

    /// What something prints, which is certain only if nothing in it may have printed more than is known.
    pub(crate) fn heard_out(&mut self, run: impl FnOnce(&mut Self) -> Value) -> Value {
        let outer = std::mem::replace(&mut self.says_more, false);
        let value = run(self);
        if std::mem::replace(&mut self.says_more, outer) { perhaps(&value) } else { value }
    }

    /// Runs something with its output captured.
    pub(crate) fn captured(&mut self, run: impl FnOnce(&mut Self)) -> Value {
        let outer = std::mem::replace(&mut self.out, Out::Captured(Vec::new()));
        run(self);
        match std::mem::replace(&mut self.out, outer) {
            Out::Captured(pieces) => Value::of(pieces),
            Out::Screen => Value::unknown(),
        }
    }

    /// What a process of its own prints.
    pub(super) fn captured_shell(&mut self, body: &[Statement], apart: &mut State) -> Value {
        self.captured(|walk| walk.own_shell(apart, |walk, apart| walk.statements(body, apart)))
    }

    /// What a substitution stands for: what its body prints, without the line ends behind it.
    pub(crate) fn printed(&mut self, body: &[Statement], state: &State) -> Value {
        let mut apart = self.copy(state);
        if let Some((word, span)) = only_read(body) {
            let content = self.read_from(word, span, &mut apart);
            return without_line_ends(content);
        }
        let value = self.vouching(false, |walk| walk.captured_shell(body, &mut apart));
        if let Some(first) = body.first().filter(|_| value.sources().is_endless()) {
            self.deed(Deed::Exhaust, "fills the memory", first.span);
        }
        without_line_ends(value)
    }

    /// A process substitution: a path that stands for what a body prints, or takes.
    pub(crate) fn process(&mut self, body: &[Statement], input: bool, state: &mut State) -> String {
        let path = format!("/dev/fd/{}", 63 + self.processes);
        self.processes += 1;
        // No shell waits for it.
        self.facts.lingers = true;
        let place = state.place(&Value::Known(path.clone()));
        if input {
            let mut apart = self.copy(state);
            let value = self.vouching(false, |walk| walk.captured_shell(body, &mut apart));
            state.store(&place, &value);
        } else {
            self.vouching(false, |walk| walk.apart(body, state));
            self.sinks.insert(path.clone(), body.to_vec());
        }
        path
    }

    /// What is written while it is read, by the same command or in the same pipe, is what comes first: nobody can tell.
    pub(crate) fn forget_what_reads_itself(&mut self, from: usize) {
        let (mut read, mut written) = (Vec::new(), Vec::new());
        let found = self.facts.effects.iter().enumerate().skip(from);
        for (at, effect) in found {
            match &effect.action {
                Action::Read(place) | Action::Search(place) => read.extend(&place.spots),
                Action::Write(place, _)
                    if matches!(effect.told, Told::Whole | Told::Made(_) | Told::Added(_)) =>
                {
                    written.push((at, place));
                }
                _ => {}
            }
        }
        let is_read = |(_, place): &(usize, &Place)| place.spots.iter().any(|spot| read.contains(&spot));
        let lost: Vec<usize> = written.into_iter().filter(is_read).map(|(at, _)| at).collect();
        for at in lost {
            if let Some(effect) = self.facts.effects.get_mut(at) {
                effect.told = Told::Part;
            }
        }
    }

    /// What something prints that may run in the place of something else. On a screen, that is all the same.
    pub(crate) fn alternative(&mut self, run: impl FnOnce(&mut Self)) -> Value {
        match self.out {
            Out::Captured(_) => self.captured(run),
            Out::Screen => {
                run(self);
                Value::Known(String::new())
            }
        }
    }

    /// What one of some alternatives prints. Where they cannot be listed, all of it may be there.
    pub(crate) fn print_one_of(&mut self, values: Vec<Value>, span: Span) {
        if let Out::Screen = self.out {
            return;
        }
        if values.iter().all(|value| !value.texts().is_empty()) {
            let any = values.into_iter().reduce(|one, other| either(&one, &other));
            return any.iter().for_each(|any| self.print(any, span));
        }
        for value in &values {
            self.print(value, span);
        }
    }
}

pub(crate) fn without_line_ends(value: Value) -> Value {
    // A NUL has no place in a word.
    let trimmed = |text: &str| text.replace('\0', "").trim_end_matches('\n').to_owned();
    match value {
        Value::Known(text) => Value::Known(trimmed(&text)),
        Value::Few(texts) => Value::Few(texts.map(|text| trimmed(text))),
        Value::Pattern(mut pieces) => {
            while let Some(Piece::Text(text)) = pieces.last_mut() {
                text.truncate(text.trim_end_matches('\n').len());
                if !text.is_empty() {
                    break;
                }
                pieces.pop();
            }
            Value::of(pieces)
        }
        value @ Value::Unknown(_) => value,
    }
}

/// `$(< file)`
pub(super) fn only_read(body: &[Statement]) -> Option<(&Word, Span)> {
    let [Statement { command: Syntax::Simple(simple), redirects, .. }] = body else { return None };
    match redirects.as_slice() {
        [Redirect { kind: RedirectKind::Read(word), descriptor: None | Some(0), variable: None, span }] => {
            (simple.words.is_empty() && simple.assignments.is_empty()).then_some((word, *span))
        }
        _ => None,
    }
}

/// So many ways through a chain are told apart by what they print.
pub(super) const MAX_WAYS: usize = 16;

/// Other ways that may have been taken.
pub(super) fn add_ways(ways: &mut Vec<Value>, others: &[Value]) {
    for other in others {
        if !ways.contains(other) {
            ways.push(other.clone());
        }
    }
    if ways.len() > MAX_WAYS {
        let unfollowed = Sources::from(Source::Unfollowed);
        *ways =
            vec![Value::Unknown(ways.iter().fold(unfollowed, |sources, way| sources.and(&way.sources())))];
    }
}

/// What each of some ways has printed, with more behind it.
pub(super) fn go_on(ways: &mut [Value], more: &Value) {
    let nothing = Value::Known(String::new());
    if *more != nothing {
        for way in ways {
            *way = if *way == nothing { more.clone() } else { way.join(more) };
        }
    }
}
