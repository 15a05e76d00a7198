//! Hookward itself: which of its commands runs must be known beforehand, since some of them are for people and for hosts
//! only.

use hookward_shell::Span;

use super::builders;
use crate::effect::Deed;
use crate::source::Source;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

pub(super) fn run(walk: &mut Walk, rest: &[Value], span: Span, state: &State) {
    if rest.iter().find(|word| !is_option(word)).is_some_and(|word| leaves_open(word, walk)) {
        walk.deed(Deed::Impersonate, "leaves open what `hookward` is told to do", span);
    }
    builders::hooks(walk, rest, span, state);
}

/// Whether a word is an option, whatever else is in it: it takes no value in front of the command.
fn is_option(word: &Value) -> bool {
    word.known().is_some_and(|text| text.starts_with('-'))
}

/// Whether the word that names the command may be another than can be seen here.
fn leaves_open(word: &Value, walk: &Walk) -> bool {
    match word {
        Value::Known(_) => false,
        // Each of them is looked at by itself; what else it may be comes from somewhere.
        Value::Few(few) => !few.otherwise.is_empty(),
        Value::Pattern(_) => true,
        // The arguments of a text that is given none, or of a function that nobody calls, are no words at all.
        Value::Unknown(sources) => {
            sources.is_empty() || walk.is_in_recursion() || !sources.iter().all(is_argument)
        }
    }
}

fn is_argument(source: &Source) -> bool {
    matches!(source, Source::Variable(name) if matches!(name.as_str(), "@" | "*") || name.bytes().all(|byte| byte.is_ascii_digit()))
}
