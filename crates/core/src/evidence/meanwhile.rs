//! What a text does to files around a check that it runs. The sources have the same name before and behind, where a file was there only
//! in between.

use std::collections::BTreeSet;

use hookward_effects::{Action, Command, Facts};

/// What becomes of a path, seen from a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meanwhile {
    /// It is written in front of the check.
    Put,
    /// It is deleted, or moved away, in front of the check.
    Taken,
    /// It is deleted behind the check, and nobody saw where it came from.
    Cleared,
}

/// The paths that a text writes in front of a check, or takes away.
pub(super) fn meanwhile(facts: &Facts, command: &Command) -> Vec<(String, Meanwhile)> {
    let (mut put, mut taken, mut cleared) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for (at, effect) in facts.effects.iter().enumerate() {
        let (place, is_put) = match &effect.action {
            Action::Write(place, _) => (place, true),
            Action::Delete(place, _) => (place, false),
            _ => continue,
        };
        let spots = place.spots.iter().filter(|spot| !place.elsewhere && spot.glob.is_none());
        for path in spots.map(|spot| spot.path.as_str()) {
            match (at < command.preceding, is_put) {
                (true, true) => drop(put.insert(path)),
                // What has gone again in front of it is not there; what was there before, may be put back.
                (true, false) => {
                    put.remove(path);
                    taken.insert(path);
                }
                (false, false) => drop(cleared.insert(path)),
                (false, true) => {}
            }
        }
    }
    cleared.retain(|path| !put.contains(path) && !taken.contains(path));
    let all = [(put, Meanwhile::Put), (taken, Meanwhile::Taken), (cleared, Meanwhile::Cleared)];
    let own = |(paths, how): (BTreeSet<&str>, Meanwhile)| {
        paths.into_iter().map(move |path| (path.to_owned(), how)).collect::<Vec<_>>()
    };
    all.into_iter().flat_map(own).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hookward_effects::{Call, Emptiness, Scene, facts};

    fn of(text: &str) -> Vec<(String, Meanwhile)> {
        let scene = Scene { cwd: "/w", home: Some("/home/me"), roots: &[], world: &Emptiness };
        let facts = facts(&Call::shell(text), &scene);
        let is_test =
            |command: &&Command| command.words.first().and_then(|word| word.known()) == Some("pytest");
        facts.commands.iter().find(is_test).map(|command| meanwhile(&facts, command)).unwrap_or_default()
    }

    #[test]
    fn what_is_there_only_while_a_check_runs_is_seen() {
        use Meanwhile::{Cleared, Put, Taken};
        for (text, expected) in [
            ("echo x > a.ini && pytest && rm a.ini", &[("/w/a.ini", Put)][..]),
            ("mv tests away && pytest; mv away tests", &[("/w/away", Put), ("/w/tests", Taken)]),
            ("mv tests away && mkdir tests && echo x > tests/a.py && pytest", &[("/w/tests", Taken)]),
            ("./make-it && pytest && rm a.ini", &[("/w/a.ini", Cleared)]),
            ("echo x > a.py && rm a.py && pytest", &[("/w/a.py", Taken)]),
            ("pytest > log", &[]),
        ] {
            let found = of(text);
            let own: Vec<(&str, Meanwhile)> = found.iter().map(|(path, how)| (path.as_str(), *how)).collect();
            let is_there = |one: &&(&str, Meanwhile)| own.contains(one);
            assert_eq!(expected.iter().filter(is_there).count(), expected.len(), "{text}: {own:?}");
        }
        for text in ["echo x > a.py && rm a.py && pytest", "pytest > log && echo x > a.py"] {
            assert!(!of(text).iter().any(|(path, how)| path == "/w/a.py" && *how != Taken), "{text}");
        }
    }
}
