//! Programs that are given several goals at once, of which one or another tests: `gradle clean build`, `nx run-many -t lint
//! test`.

use super::named::taken;
use super::options::{Read, read};
use super::runners::{by_name, itself, scope};
use super::{Check, Scope};

/// Programs whose goals are their own, and what these check. A later one of a life cycle has the former in it.
const GOALS: &[(&[&str], &[&str], Check)] = &[
    (&["mvn", "mvnw", "mvnd"], &["test", "package", "verify", "integration-test", "install"], Check::Tests),
    (&["mvn", "mvnw", "mvnd"], &["compile", "test-compile"], Check::Build),
    (
        &["gradle", "gradlew"],
        &["test", "check", "build", "testDebugUnitTest", "testReleaseUnitTest", "allTests"],
        Check::Tests,
    ),
    (&["gradle", "gradlew"], &["assemble", "classes", "testClasses"], Check::Build),
    (&["sbt"], &["test"], Check::Tests),
    (&["sbt"], &["compile", "Test/compile"], Check::Build),
];

/// `cmake --build build --target test`: what it builds is a goal, of which one tests what was built before. A preset stands in the
/// place of the directory.
pub(super) fn of_cmake(rest: &[&str]) -> Option<(Check, Scope)> {
    let (left, presets) = taken(rest, &["--preset"]);
    let (left, goals) = taken(&left, &["--target", "-t"]);
    let mut own = Vec::new();
    for word in left {
        own.push(word);
        own.extend(Some(".").filter(|_| word == "--build" && !presets.is_empty()));
    }
    let (what, scope) = itself("cmake", &own)?;
    match goals.as_slice() {
        [] | ["all"] => Some((what, scope)),
        ["test"] => Some((Check::Tests, scope)),
        _ => Some((what, Scope::Part)),
    }
}

/// What such a program checks; the tests, where they are among its goals.
pub(super) fn reached(name: &str, rest: &[&str]) -> Option<(Check, Scope)> {
    let handed_on = rest.iter().position(|word| *word == "--").unwrap_or(rest.len());
    let seen = read(name, rest, handed_on);
    let mut words = seen.iter().filter(|(at, _)| *at < handed_on).filter_map(|(_, read)| match read {
        Read::Word(word) => Some(*word),
        Read::Valued("-t" | "--target" | "--targets", value) if name == "nx" => *value,
        Read::Valued(..) | Read::Idle | Read::How | Read::Place(_) | Read::Toolchain(_) | Read::Unknown => {
            None
        }
    });
    let goals: Vec<&str> = match name {
        "turbo" => words.filter(|word| *word != "run").collect(),
        "nx" => {
            words.next().filter(|word| matches!(*word, "run-many" | "affected")).map(|_| words.collect())?
        }
        "lerna" => words.next().filter(|word| *word == "run").map(|_| words.collect())?,
        _ if GOALS.iter().any(|(programs, ..)| programs.contains(&name)) => words.collect(),
        _ => return None,
    };
    let found = goals.iter().flat_map(|goal| goal.split(',')).filter_map(|goal| checked(name, goal));
    let (check, of_name) = found.min_by_key(|(check, scope)| (*check, *scope == Scope::Part))?;
    // What has changed since another commit is not all there is, and whoever names that commit chooses.
    let of_name = if rest.contains(&"affected") { Scope::Part } else { of_name };
    Some((check, of_name.narrowed(scope(name, rest, &(0..0), handed_on))))
}

fn checked(name: &str, goal: &str) -> Option<(Check, Scope)> {
    let mut own = GOALS.iter().filter(|(programs, ..)| programs.contains(&name)).peekable();
    if own.peek().is_none() {
        return by_name(goal);
    }
    own.find(|(_, goals, _)| goals.contains(&goal)).map(|(.., check)| (*check, Scope::Whole))
}

/// Whether a run that has tested has built as well, all of it.
pub(super) fn builds_too(command: &str) -> bool {
    let mut words = command.split(' ');
    let program = words.next().and_then(|program| program.rsplit('/').next());
    matches!(program, Some("gradle" | "gradlew")) && words.any(|word| word == "build")
}

/// Which of several goals tests, to those that run each that they are given: `make clean test`.
pub(super) fn goal_of_tests(name: &str, rest: &[&str]) -> Option<usize> {
    let seen = if takes_goals(name) { read(name, rest, rest.len()) } else { Vec::new() };
    let tests = |word: &str| by_name(word).is_some_and(|(check, _)| check == Check::Tests);
    seen.iter().find(|(_, read)| matches!(read, Read::Word(word) if tests(word))).map(|(at, _)| *at)
}

pub(super) fn takes_goals(name: &str) -> bool {
    matches!(name, "make" | "task")
}

/// Whether no goal is named, or the one that stands for all of them.
pub(super) fn makes_all(rest: &[&str]) -> bool {
    let is_other =
        |read: &Read<'_>| matches!(read, Read::Word(word) if !word.contains('=') && *word != "all");
    !read("make", rest, rest.len()).iter().any(|(_, read)| is_other(read))
}
