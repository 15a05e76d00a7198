//! What is built, and what is tested of that. A runner that builds nothing itself tells of the sources only if they were built
//! just before: else it tests what they were.

use std::path::Path;

use serde::{Deserialize, Serialize};

use hookward_effects::normalise;

use super::presets::preset;
use super::{Check, Doubt, Kind, Observed, Scope};

/// A directory into which something is built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// What it is built with.
    pub kind: Kind,
    /// The absolute path.
    pub directory: String,
}

/// What was built, and from what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Built {
    /// Where.
    pub target: Target,
    /// The trace of every touch of the sources.
    pub trace: String,
}

/// Who has built what a run tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Maker {
    /// The run itself, or what stands in front of it.
    Itself,
    /// What stands in front of it has built this directory, in which that lies which is tested. Whether it is a part of the same
    /// build, only the disk tells.
    Around(String),
    /// Somebody before.
    Another,
}

/// Programs that build, whichever words make them.
const BUILDERS: &[(&[&str], Kind)] =
    &[(&["cmake", "make", "ninja", "meson"], Kind::Native), (&["dotnet"], Kind::DotNet)];

/// Programs that build nothing before they test, with the word that makes them so.
const TESTERS: &[(&[&str], Option<&str>, Kind)] = &[
    (&["ctest"], None, Kind::Native),
    (&["cmake"], Some("test"), Kind::Native),
    // That CMake has written what they read, only the disk tells.
    (&["make", "ninja"], None, Kind::Native),
    (&["meson"], Some("--no-rebuild"), Kind::Native),
    (&["dotnet"], Some("--no-build"), Kind::DotNet),
];

/// Options whose value is the directory, where that is not the one in which the program works.
const DIRECTORIES: &[(&str, &str)] = &[("cmake", "--build"), ("ctest", "--test-dir"), ("meson", "-C")];

/// Where a check builds, or where that lies which it tests without building it.
pub(super) fn target(what: Check, words: &[&str], cwd: &str) -> Option<Target> {
    let (program, rest) = words.split_first()?;
    let name = program.rsplit('/').next().unwrap_or(program);
    let kind = match what {
        Check::Build => BUILDERS.iter().find(|(programs, _)| programs.contains(&name))?.1,
        Check::Tests => {
            let is_one = |(programs, word, _): &&(&[&str], Option<&str>, Kind)| {
                programs.contains(&name) && word.is_none_or(|word| rest.contains(&word))
            };
            TESTERS.iter().find(is_one)?.2
        }
        Check::Lint | Check::Types => return None,
    };
    let option = DIRECTORIES.iter().find(|(own, _)| *own == name).map(|(_, option)| *option);
    // Which directory that is, the settings say.
    if let Some(preset) = preset(rest).filter(|_| matches!(name, "cmake" | "ctest")) {
        return Some(Target { kind, directory: normalise(&format!("preset {preset}"), cwd) });
    }
    let directory = option.and_then(|option| value_of(option, rest));
    Some(Target { kind, directory: directory.map_or_else(|| cwd.to_owned(), |own| normalise(own, cwd)) })
}

/// The value of an option, in the same word or the next.
pub(super) fn value_of<'w>(option: &str, words: &[&'w str]) -> Option<&'w str> {
    words.iter().enumerate().find_map(|(at, word)| match word.strip_prefix(option) {
        Some("") => words.get(at + 1).copied(),
        Some(value) => value.strip_prefix('='),
        None => None,
    })
}

/// Who has built what a run tests: what stands in front, if it has built all of it and the text cannot end well otherwise.
pub(super) fn maker(what: Check, wanted: &Target, in_front: &[Observed]) -> Maker {
    let is_all = |seen: &&Observed| {
        let is_build = seen.what == Check::Build && seen.scope == Scope::Whole;
        is_build && matches!(seen.outcome, Ok(_) | Err(Doubt::Untold))
    };
    let mut built = in_front.iter().filter(is_all).filter_map(|seen| Some(&seen.target.as_ref()?.0));
    if what == Check::Build || built.clone().any(|target| target == wanted) {
        return Maker::Itself;
    }
    let is_around = |target: &&Target| {
        target.kind == wanted.kind && Path::new(&wanted.directory).starts_with(&target.directory)
    };
    built.rfind(is_around).map_or(Maker::Another, |target| Maker::Around(target.directory.clone()))
}

/// Finds out anew who has built what each of some runs tests, where the directories are known better now.
pub fn know_makers(seen: &mut [Observed]) {
    for at in 0..seen.len() {
        let Some((in_front, [own, ..])) = seen.split_at_mut_checked(at) else { return };
        if let Some((target, known)) = &mut own.target {
            *known = maker(own.what, target, in_front);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::{Own, Status, observe};
    use hookward_effects::{Call, Emptiness, Scene, facts};

    fn last(text: &str) -> Option<(Target, Maker)> {
        let scene = Scene { cwd: "/w", home: None, roots: &[], world: &Emptiness };
        let seen = observe(&facts(&Call::shell(text), &scene), Status::Succeeded, Own::NONE);
        seen.into_iter().rfind(|seen| seen.what == Check::Tests)?.target
    }

    #[test]
    fn what_a_text_builds_in_front_of_a_run_it_may_test() {
        for text in [
            "cmake --build build && ctest --test-dir build",
            "cmake -S . -B build && cmake --build build -j 8 && ctest --test-dir build --output-on-failure",
            "cmake --build build --target all --config Release && cd build && ctest -C Release",
            "cd build && make -j8 && ctest",
            "make -C build && cd build && make test",
            "ninja -C build && ctest --test-dir build",
            "cd build && ninja && ninja test",
            "set -e; cmake --build build; ctest --test-dir=build",
            "meson compile -C build && meson test -C build --no-rebuild",
            "dotnet build && dotnet test --no-build",
            "cmake --preset dev && cmake --build --preset dev && ctest --preset dev",
            "cmake --build build && cmake --build build --target test",
            "cmake --build --preset dev && cmake --build --preset dev --target test",
        ] {
            assert!(matches!(last(text), Some((_, Maker::Itself))), "{text}: {:?}", last(text));
        }
        for text in [
            "ctest --test-dir build",
            "cd build && ctest",
            "cmake --build build; ctest --test-dir build",
            "cmake --build build || ctest --test-dir build",
            "cmake --build build --target lib && ctest --test-dir build",
            "cmake --build other && ctest --test-dir build",
            "ctest --test-dir build && cmake --build build",
            "cmake -B build && ctest --test-dir build",
            "make -n && ctest",
            "make lib && ctest",
            "cargo build && ctest",
            "dotnet test --no-build",
            "dotnet build src/App && dotnet test --no-build",
            "meson test -C build --no-rebuild",
            "ctest --preset dev",
            "cmake --build --preset other && ctest --preset dev",
            "cmake --build --preset dev --target lib && ctest --preset dev",
            "cmake --preset dev && ctest --preset dev",
            "cmake --build build --target test",
        ] {
            assert!(matches!(last(text), Some((_, Maker::Another))), "{text}: {:?}", last(text));
        }
        for text in [
            "cmake --build build && ctest --test-dir build/sub",
            "cd build && make && cd sub && ctest",
            "make && ctest --test-dir build",
        ] {
            assert!(matches!(last(text), Some((_, Maker::Around(_)))), "{text}: {:?}", last(text));
        }
        for text in ["meson test -C build", "dotnet test", "cargo test", "npm test"] {
            assert_eq!(last(text), None, "{text}");
        }
    }
}
