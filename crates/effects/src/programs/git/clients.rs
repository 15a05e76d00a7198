//! Programs that understand git's own words: other implementations of it, and tools that hand on to it what they are told.

use hookward_shell::Span;

use super::names::is_own;
use super::run;
use crate::commands::Outcome;
use crate::effect::Standing;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// Whether a program may be told a command of git's.
pub(in crate::programs) fn is_client(name: &str) -> bool {
    matches!(name, "hub" | "jgit" | "dulwich" | "isogit" | "yadm" | "vcsh" | "chezmoi" | "meta" | "gita")
}

/// Runs git with what such a program is told, if that is for git; `None`: it is for the program itself.
pub(in crate::programs) fn run_by_client(
    walk: &mut Walk,
    name: &str,
    rest: &[Value],
    span: Span,
    state: &mut State,
) -> Option<Outcome> {
    let is = |at: usize, word: &str| rest.get(at).and_then(Value::known) == Some(word);
    let words = match name {
        "chezmoi" | "meta" if is(0, "git") => {
            // The first mark ends the options of the program itself.
            let behind = rest.iter().skip(1);
            let mark = rest.iter().skip(1).position(|word| word.known() == Some("--"));
            behind.enumerate().filter(|(at, _)| Some(*at) != mark).map(|(_, word)| word.clone()).collect()
        }
        "vcsh" => from_command(rest.get(1..)?)?,
        "chezmoi" | "meta" => return None,
        // Behind a command of its own stand names of repositories, and in front of one of git's too.
        "gita" if is(0, "super") => {
            let at = rest.iter().position(|word| word.known().is_some_and(is_own))?;
            rest.get(at..)?.to_vec()
        }
        "gita" => vec![rest.first().filter(|word| word.known().is_some_and(is_own))?.clone()],
        _ => from_command(rest)?,
    };
    Some(match run(walk, &words, span, state) {
        Outcome::Peeled => Outcome::Peeled,
        // What another program makes of words that only read is not known that well.
        Outcome::Done(Standing::ReadOnly) => Outcome::Done(Standing::Known),
        Outcome::Done(standing) => Outcome::Done(standing),
    })
}

/// The words from a command of git's on. In front of it stand options of the program alone.
fn from_command(words: &[Value]) -> Option<Vec<Value>> {
    let at = words.iter().position(|word| word.known().is_some_and(is_own))?;
    let is_option = |at: usize| words.get(at).is_some_and(|word| word.prefix().starts_with('-'));
    let leads = |before: usize| is_option(before) || before.checked_sub(1).is_some_and(is_option);
    (0..at).all(leads).then(|| words.get(at..).unwrap_or_default().to_vec())
}
