//! What to say of code that has no test, or none that was seen to fail, and what to do first.

use super::layouts::likely;
use crate::evidence::Inside;
use crate::rule::Case;
use crate::text::fill;

/// Why not, what to do first, and why in few words, where that is something else.
pub(super) type Objection = (String, String, Option<String>);

/// Of code, by its path below a root, that has no test in any of these places.
pub(super) fn untested(case: &Case, (root, code): (&str, &str), places: &[String]) -> Option<Objection> {
    let neighbour = likely(case, (root, code), places);
    let has_own_pairs = case.policy.tests_first.as_ref().is_some_and(|own| !own.pairs.is_empty());
    let may_be_inside = neighbour.is_none() && !has_own_pairs && Inside::may_be_in(code);
    let first = || if may_be_inside { beside_all(code, places) } else { places.first().cloned() };
    let test = neighbour.or_else(first)?;
    let here = super::from_here(case, root, &test);
    let why = own_words(case, code, &test).unwrap_or_else(|| format!("{code} has no test yet"));
    let instead = if may_be_inside {
        let own = super::from_here(case, root, code);
        format!("write its tests first, `#[cfg(test)] mod tests` in {own} itself, or {here}; then this")
    } else {
        format!("write {here} first, then this")
    };
    Some((why, instead, Some(format!("{test} does not exist yet"))))
}

/// Of code whose test the same call takes away.
pub(super) fn would_be_gone(case: &Case, (root, code): (&str, &str), test: &str) -> Objection {
    let gone = || format!("{code} would have no test left: the same call takes {test} away");
    let here = super::from_here(case, root, test);
    (
        own_words(case, code, test).unwrap_or_else(gone),
        format!("leave {here} where it is, or move it to where it is the test of this code"),
        Some(format!("{test} would be gone")),
    )
}

/// What a policy says instead.
fn own_words(case: &Case, code: &str, test: &str) -> Option<String> {
    let message = case.policy.tests_first.as_ref()?.message.as_ref()?;
    Some(fill(message, |key| match key {
        "file" => Some(code.to_owned()),
        "test" => Some(test.to_owned()),
        _ => None,
    }))
}

/// The place among all tests of a crate, which needs no module to name it.
fn beside_all(code: &str, places: &[String]) -> Option<String> {
    let end = format!("tests/{}", code.rsplit('/').next()?);
    let is_plain = |place: &&String| {
        place
            .strip_suffix(&end)
            .is_some_and(|above| !above.contains('*') && (above.is_empty() || above.ends_with('/')))
    };
    places.iter().find(is_plain).or_else(|| places.first()).cloned()
}

/// Of code whose test was not seen to fail.
pub(super) fn unfailed(case: &Case, code: &str, test: &str) -> Objection {
    let why = format!("no run was seen in which the test of {code} fails, as it is written now");
    match (super::tried_last(case), case.ledger.failed_unseen(test)) {
        // What was tried last tells more than what is missing.
        (Some((tried, how)), _) => (
            format!("{why}: {tried}"),
            format!("{how}, {test} by itself if there are more tests, and see it fail; then write the code"),
            None,
        ),
        (None, Some(run)) => (
            format!("{why}: `{}` has failed, but nobody saw which of its tests", run.command),
            format!(
                "run {test} by itself, or all with their output in sight, and see it fail; then write the code"
            ),
            None,
        ),
        (None, None) => {
            (why, format!("run {test} and see it fail, with its output in sight; then write the code"), None)
        }
    }
}

/// Of code whose tests stand in its own file and were not seen to fail.
pub(super) fn unfailed_inside(case: &Case, code: &str) -> Objection {
    let why = format!("no run was seen in which the tests in {code} fail, as they are written now");
    let first = "write the tests in it first and leave the code as it is";
    match super::tried_last(case) {
        Some((tried, how)) => (
            format!("{why}: {tried}"),
            format!("{first}; {how}, and see them fail; then write the code"),
            None,
        ),
        None => (
            why,
            format!("{first}; run them and see them fail, with the output in sight; then write the code"),
            None,
        ),
    }
}
