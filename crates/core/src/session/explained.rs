//! Whether a denial in a row was explained before: then it is reminded of, and in fewer words. And whether two denials are for the
//! same reason.

use std::collections::HashSet;

use super::Row;
use crate::other_ways::without_other_way;
use crate::record::Noted;
use crate::target::Target;

impl Row {
    /// Whether what is found now was explained with the last denial: for a reason in the same words, whatever file they are
    /// about. The very same reason with other advice was not.
    pub(crate) fn explains(&self, now: &Noted) -> bool {
        let (before, now_why) = (without_other_way(&self.why), without_other_way(&now.why));
        if before == now_why { self.advised == now.advice } else { is_alike(before, now_why, &[]) }
    }

    /// Whether a denial is for the reason of the last one, whatever files and numbers they name. A file may be called by a plain
    /// word: `src`, and `./src` the next time.
    pub(super) fn is_for_the_same(&self, why: &str, targets: &[Target]) -> bool {
        is_alike(without_other_way(&self.why), without_other_way(why), &[&self.targets, targets])
    }

    /// Whether a denial is for the very reason of the last one, to the letter.
    pub(crate) fn says(&self, why: &str) -> bool {
        without_other_way(&self.why) == without_other_way(why)
    }
}

/// Whether two texts differ in nothing but names: of files, of commands, of numbers, and of what they are about.
fn is_alike(one: &str, other: &str, about: &[&[Target]]) -> bool {
    fn words(text: &str) -> impl Iterator<Item = &str> {
        // What stands between backticks is a command.
        let plain = text.split('`').step_by(2).flat_map(str::split_whitespace);
        let words = plain.map(|word| word.trim_end_matches([',', ';', ':', '.']));
        words.filter(|word| !word.is_empty() && word.chars().all(char::is_alphabetic))
    }
    let names: HashSet<&str> =
        about.iter().flat_map(|targets| targets.iter()).flat_map(|target| target.name.split('/')).collect();
    let plain = |text| words(text).filter(|word| !names.contains(word));
    plain(one).eq(plain(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::TargetDeed;
    use crate::verdict::{Decision, Verdict};

    #[test]
    fn the_same_reason_with_other_advice_of_the_same_length_was_not_explained() {
        let noted = |instead: &'static str| {
            let mut verdict = Verdict::silent();
            verdict.advise("gate/x", "a", "");
            let finding = &mut verdict.findings[0];
            (finding.decision, finding.why, finding.instead) =
                (Decision::Deny, "it is red".into(), instead.into());
            Noted::of(finding)
        };
        let last = noted("run a");
        let row = Row { why: last.why.clone(), advised: last.advice, ..Row::default() };
        assert!(row.explains(&noted("run a")));
        assert!(!row.explains(&noted("run b")));
    }

    #[test]
    fn reasons_that_differ_in_names_are_alike() {
        for (one, other) in [
            ("src/a.ts has no test yet", "src/deep/b.ts has no test yet"),
            (
                "line 3 mocks ./cart, which is the project's own",
                "line 14 mocks ./shop, which is the project's own",
            ),
            ("the tests fail since `npm test`, and", "the tests fail since `npx vitest run`, and"),
        ] {
            assert!(is_alike(one, other, &[]), "{one} / {other}");
        }
        for (one, other) in [
            (".env is a file of secrets", "a.lock is a lockfile, which its package manager writes"),
            ("there is no plan", "the plan is not approved"),
        ] {
            assert!(!is_alike(one, other, &[]), "{one} / {other}");
        }
        let about = [Target { name: "/w/src".to_owned(), deed: TargetDeed::Change }];
        let reasons = ["it deletes src with everything in it", "it deletes ./src with everything in it"];
        assert!(is_alike(reasons[0], reasons[1], &[&about]));
        assert!(!is_alike(reasons[0], reasons[1], &[]));
    }
}
