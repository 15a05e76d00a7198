//! Code in which a value stands that is known, but is still a variable's.

use crate::source::Source;
use crate::state::State;
use crate::value::{Hole, Piece, Value};

/// A text with a hole for each variable in it whose value is known, but whose name counts: what the code does with it can be
/// told then.
pub(super) fn opened(text: &Value, state: &State) -> Option<Value> {
    let Value::Few(few) = text else { return None };
    let [whole] = few.texts.as_slice() else { return None };
    let mut pieces = vec![Piece::Text(whole.clone())];
    for source in few.otherwise.iter() {
        let Source::Variable(name) = source else { continue };
        let Some(Value::Few(held)) = state.variable(name) else { continue };
        let ([value], Some(Piece::Text(rest))) = (held.texts.as_slice(), pieces.last().cloned()) else {
            continue;
        };
        let Some((before, behind)) = rest.split_once(value.as_str()).filter(|_| !value.is_empty()) else {
            continue;
        };
        pieces.pop();
        pieces.push(Piece::Text(before.to_owned()));
        pieces.push(Piece::Hole(Hole::variable(name)));
        pieces.push(Piece::Text(behind.to_owned()));
    }
    (pieces.len() > 1).then_some(Value::Pattern(pieces))
}
