//! The branch that counts is the one that is checked out when something is written.

use hookward_core::effects::{Call, Kind, Repository, World};
use hookward_core::policy::Layer;
use hookward_core::{Decision, reason};

use crate::support::{Bench, Disk};
use crate::write;

const POLICY: &str = "[rules]\n\"gate/protected-branch-edit\" = \"enforce\"\n";

/// Some files, and the branch that is checked out.
struct On(&'static str, Disk);

impl World for On {
    fn real(&self, path: &str) -> Option<String> {
        self.1.real(path)
    }

    fn expand(&self, glob: &str) -> Vec<String> {
        self.1.expand(glob)
    }

    fn kind(&self, path: &str) -> Kind {
        self.1.kind(path)
    }

    fn files_below(&self, directory: &str) -> Option<Vec<String>> {
        self.1.files_below(directory)
    }

    fn text(&self, path: &str) -> Option<String> {
        self.1.text(path)
    }

    fn repository(&self, _: &str) -> Option<Repository> {
        Some(Repository { branch: Some(self.0.into()), ..Repository::default() })
    }

    fn is_foreign_repository(&self, _: &str, _: &[String]) -> bool {
        false
    }
}

const FEATURE: On = On("feature/x", Disk(&[(".git/HEAD", ""), ("src/a.ts", ""), ("main.ts", "")]));
const MAIN: On = On("main", Disk(&[(".git/HEAD", ""), ("src/a.ts", ""), ("lib/.git", "gitdir: x")]));
const MERGING: On = On("main", Disk(&[(".git/MERGE_HEAD", ""), ("src/a.ts", "")]));
const PICKING: On =
    On("main", Disk(&[(".git", "gitdir: real/worktrees/w\n"), ("real/worktrees/w/CHERRY_PICK_HEAD", "")]));

fn judged(world: &'static On, call: Call) -> (Decision, String) {
    let verdict = Bench { world, ..Bench::with(&[(Layer::Project, POLICY)]) }.judge(call);
    (verdict.decision, reason(&verdict))
}

#[test]
fn a_text_that_switches_is_judged_by_where_it_writes() {
    for (world, text) in [
        (&FEATURE, "git switch main && echo x > src/a.ts"),
        (&FEATURE, "git checkout main; echo x > src/a.ts"),
        (&FEATURE, "git checkout main\ncat > src/b.ts <<E\nx\nE"),
        (&FEATURE, "git switch - && echo x > src/a.ts"),
        (&FEATURE, "git checkout -B main && echo x > src/a.ts"),
        (&FEATURE, "git checkout -t origin/main && echo x > src/a.ts"),
        (&FEATURE, "git -C . switch main && echo x > src/a.ts"),
        (&MAIN, "git switch -c release/1 && echo x > src/a.ts"),
        (&MAIN, "git -C lib switch -c feature/y && echo x > src/a.ts"),
    ] {
        assert_eq!(judged(world, Call::shell(text)).0, Decision::Deny, "{text}");
    }
    for (world, text) in [
        (&FEATURE, "git checkout main.ts && echo x > src/a.ts"),
        (&FEATURE, "git checkout main -- src/b.ts && echo x > src/a.ts"),
        (&FEATURE, "git switch main && git switch -c feature/y && echo x > src/a.ts"),
        (&FEATURE, "git switch main && git switch - && echo x > src/a.ts"),
        (&FEATURE, "git switch main && npm test"),
        (&FEATURE, "echo x > src/a.ts && git switch main"),
        (&MAIN, "git switch --detach main && echo x > src/a.ts"),
        (&MAIN, "cd src && git checkout -b feature/y && echo x > a.ts"),
    ] {
        let (decision, said) = judged(world, Call::shell(text));
        assert!(decision < Decision::Ask, "{text}: {said}");
    }
}

#[test]
fn in_the_midst_of_a_merge_the_way_on_is_one_that_git_goes() {
    for (world, leaves) in [(&MERGING, "git merge --abort"), (&PICKING, "git cherry-pick --abort")] {
        let (decision, said) = judged(world, write("src/a.ts", "both\n"));
        assert_eq!(decision, Decision::Deny);
        assert!(said.contains(leaves), "{said}");
    }
    assert!(!judged(&MAIN, write("src/a.ts", "x\n")).1.contains("--abort"));
}
