//! Programs that run scripts of a package by their names, one after the other or at once: `run-s lint test`.

use hookward_shell::Span;

use super::build;
use crate::commands::Outcome;
use crate::effect::Standing;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// Runs each of them as npm would. `None`: one of the words is more than a name.
pub(super) fn run(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) -> Option<Outcome> {
    let mut names = Vec::new();
    for word in rest {
        let word = word.known()?;
        if word.starts_with('-') {
            // In a race the first to end decides, and with the others nothing is run.
            if matches!(word, "-r" | "--race" | "-h" | "--help" | "-v" | "--version" | "--") {
                return None;
            }
            continue;
        }
        let is_name =
            |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, ':' | '_' | '-' | '.');
        if !word.chars().all(is_name) {
            return None;
        }
        names.push(word);
    }
    for name in names {
        let words = ["run", name].map(|word| Value::Known(word.to_owned()));
        build::package(walk, "npm", &words, span, state);
    }
    Some(Outcome::Done(Standing::Unknown))
}
