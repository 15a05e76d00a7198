//! m4: a macro may run a shell text or put a file in its place, in whatever file it stands.

use super::Step;
use super::datum::{Datum, Origin};
use crate::value::Value;

/// The shell texts of a file: what stands in `syscmd(…)` and `esyscmd(…)`.
pub(super) fn steps(text: &str, budget: &mut usize) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once("syscmd(") {
        let end = closing(after);
        let Some(left) = budget.checked_sub(1 + end / 4) else {
            steps.push(Step::Unseen);
            break;
        };
        *budget = left;
        let script = after.get(..end).unwrap_or_default().trim();
        let script = script.strip_prefix('`').unwrap_or(script);
        let script = script.strip_suffix(['\'', '`']).unwrap_or(script);
        steps.push(Step::Shell(Datum::known(script)));
        rest = after.get(end..).unwrap_or_default();
    }
    for (_, after) in text.match_indices("include(").map(|(at, word)| text.split_at(at + word.len())) {
        let file = after.get(..closing(after)).unwrap_or_default().trim().trim_matches(['`', '\'']);
        let path = Value::Known(file.to_owned());
        steps.push(Step::Read(path.clone()));
        steps.push(Step::Print(Datum::from_origin(Origin::File(path))));
    }
    // Without macros of its own, a text comes out as it went in.
    steps.push(Step::Print(Datum::known(text)));
    steps
}

/// Where the bracket closes that is open here.
fn closing(text: &str) -> usize {
    let mut open = 1_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => open += 1,
            ')' => {
                open -= 1;
                if open == 0 {
                    return at;
                }
            }
            _ => {}
        }
    }
    text.len()
}
