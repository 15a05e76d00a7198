//! `echo` and `printf`.

use hookward_shell::Span;

use crate::effect::{Action, Standing};
use crate::filters;
use crate::source::Sources;
use crate::state::State;
use crate::value::{Piece, Value};
use crate::walk::Walk;

impl Walk<'_> {
    pub(super) fn echo(&mut self, rest: &[Value], span: Span, state: &State) -> Standing {
        self.globs_show_names(rest, span, state);
        let known: Option<Vec<&str>> = rest.iter().map(Value::known).collect();
        let value = match known {
            Some(words) => Value::Known(filters::echo(&words)),
            None => {
                let flags = |word: &&Value| {
                    word.known().is_some_and(|text| {
                        text.len() > 1
                            && text.starts_with('-')
                            && text.chars().skip(1).all(|flag| "neE".contains(flag))
                    })
                };
                let shown: Vec<Value> = rest.iter().skip_while(flags).cloned().collect();
                joined(&shown).join(&Value::Known("\n".to_owned()))
            }
        };
        self.print(&value, span);
        Standing::ReadOnly
    }

    pub(super) fn printf(&mut self, rest: &[Value], span: Span, state: &mut State) -> Standing {
        self.globs_show_names(rest, span, state);
        let (variable, words) = match rest {
            [flag, name, words @ ..] if flag.known() == Some("-v") => (Some(name), words),
            words => (None, words),
        };
        let words = match words {
            [mark, words @ ..] if mark.known() == Some("--") => words,
            words => words,
        };
        let known: Option<Vec<&str>> = words.iter().map(Value::known).collect();
        let value = match known.as_deref() {
            Some([format, arguments @ ..]) => Value::Known(filters::printf(format, arguments)),
            Some([]) => Value::Known(String::new()),
            // `printf '%s/x' "$y"`: in that order, with what is known in its place.
            None => formatted(words),
        };
        match variable {
            Some(name) => {
                self.evaluated(name, span, state);
                let name = name.to_string();
                self.effect(Action::Environment(name.clone(), value.clone()), span);
                state.assign(&name, value);
                Standing::Known
            }
            None => {
                self.print(&value, span);
                Standing::ReadOnly
            }
        }
    }

    /// `echo ~/.ssh/*` is a listing.
    fn globs_show_names(&mut self, words: &[Value], span: Span, state: &State) {
        for word in words {
            if let Value::Pattern(pieces) = word
                && pieces.iter().any(|piece| matches!(piece, Piece::Glob(_)))
            {
                self.effect(Action::List(state.place(word)), span);
            }
        }
    }
}

/// Words with a blank between them.
pub(crate) fn joined(words: &[Value]) -> Value {
    let mut all = Vec::new();
    for (index, word) in words.iter().enumerate() {
        if index > 0 {
            all.push(Piece::Text(" ".to_owned()));
        }
        all.extend(word.pieces());
    }
    Value::of(all)
}

/// What `printf` prints of arguments that are not all known.
fn formatted(words: &[Value]) -> Value {
    let Some((format, arguments)) = words.split_first() else { return Value::unknown() };
    let Some(format) = format.known() else {
        return Value::Unknown(
            words.iter().fold(Sources::NONE, |sources, word| sources.and(&word.sources())),
        );
    };
    let mut arguments = arguments.iter();
    let mut pieces = Vec::new();
    // The format is used again until every argument is printed.
    loop {
        let mut rest = format;
        while let Some(at) = rest.find("%s") {
            let (before, after) = rest.split_at(at);
            pieces.push(Piece::Text(filters::printf(before, &[])));
            pieces.extend(arguments.next().map(Value::pieces).unwrap_or_default());
            rest = after.get(2..).unwrap_or_default();
        }
        pieces.push(Piece::Text(filters::printf(rest, &[])));
        if arguments.len() == 0 || !format.contains("%s") {
            break;
        }
    }
    arguments.for_each(|more| pieces.extend(more.pieces()));
    Value::of(pieces)
}
