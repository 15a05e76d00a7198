//! Changes sources on a protected branch.
//!
//! What: denies writing or deleting sources of the workspace while its repository is on a protected branch (`main`,
//! `master`, those of `security.protected_branches`), by whatever tool. A command that switches before it writes is judged by the
//! branch that it is on then; where nobody can tell which that is (`git switch -`), it is denied. A switch may fail: it counts for
//! what waits for it (`&&`, `set -e`), and for the rest if it makes a branch that is not there yet. In a work tree that the command
//! itself makes (`git worktree add`), the branch is the one that git checks out there. Free: documents, tests, settings, what is
//! generated, built or somebody else's, and what is committed at a forge, where other branches are.
//!
//! Why: what is begun on the main branch is pushed there by accident; a branch of its own can be reviewed, and dropped.
//!
//! Instead: make a branch first: `git switch -c feature/its-name`; in the midst of a merge, leave it first (`git merge --abort`) and
//! merge on that branch.
//!
//! Given: the branch `main` is checked out.

use hookward_effects::{Action, Brought, Deed, Effect, Git};

use super::branches::{Head, heads, pending};
use super::kinds::is_code;
use crate::changed::removed;
use crate::rule::{Against, BEFORE, Case, Example, Rule, Sample, denies, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "gate/protected-branch-edit",
    category: Category::Gate,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("protected_branch_edit.rs"),
    judge,
    // The repository of these examples is on `main`.
    examples: &[
        Example { call: Sample::Write("src/a.ts"), decision: Decision::Deny },
        Example { call: Sample::Edit("src/a.ts"), decision: Decision::Deny },
        denies("echo x > src/a.ts"),
        denies("sed -i 's/a/b/' src/a.ts"),
        denies("rm src/a.ts"),
        denies("git rm src/a.ts"),
        denies("mv src/a.ts docs/a.md"),
        denies("git stash pop"),
        denies("git cherry-pick -n abc"),
        denies("git checkout feature/x -- src/a.ts"),
        denies("tar xf a.tar"),
        denies("curl -s https://example.com/a.patch | git apply"),
        passes("git checkout -- src/a.ts"),
        passes("git switch feature/x"),
        passes("git apply --check a.patch"),
        passes("tar xf a.tar -C dist"),
        passes("rm dist/a.js"),
        Example { call: Sample::Write("docs/plan.md"), decision: Decision::Silent },
        Example { call: Sample::Write("src/a.test.ts"), decision: Decision::Silent },
        Example { call: Sample::Write("package.json"), decision: Decision::Silent },
        Example { call: Sample::Write("vite.config.ts"), decision: Decision::Silent },
        Example { call: Sample::Write("vendor/a.ts"), decision: Decision::Silent },
        Example { call: Sample::Write("proto/a_pb2.py"), decision: Decision::Silent },
        Example { call: Sample::Write("/tmp/a.ts"), decision: Decision::Silent },
        Example { call: Sample::Read("src/a.ts"), decision: Decision::Silent },
        passes("cargo test"),
        passes("git switch -c feature/y && echo x > src/a.ts"),
        passes("git checkout -b feature/y\necho x > src/a.ts"),
        passes("git fetch && git switch -c feature/y origin/main && echo x > src/a.ts"),
        passes("git branch feature/y && git switch feature/y && echo x > src/a.ts"),
        passes("git stash && git switch -c feature/y && git stash pop && echo x > src/a.ts"),
        passes("git checkout -b \"feature/$(date +%s)\" && echo x > src/a.ts"),
        denies("git switch -c feature/y && git switch main && echo x > src/a.ts"),
        denies("git checkout -b feature/y && git checkout - && echo x > src/a.ts"),
        denies("git switch - && echo x > src/a.ts"),
        denies("git switch \"$BRANCH\" && echo x > src/a.ts"),
        denies("echo x > src/a.ts && git switch -c feature/y"),
        denies("git switch -c master && echo x > src/a.ts"),
        denies("[ -n \"$CI\" ] && git switch -c feature/y; echo x > src/a.ts"),
        denies("git switch feature/y || true; echo x > src/a.ts"),
        denies("git switch feature/y\necho x > src/a.ts"),
        denies("test -d a || git switch feature/y && echo x > src/a.ts"),
        passes("git switch feature/y && echo x > src/a.ts; git status"),
        passes("git switch feature/y || git switch -c feature/y && echo x > src/a.ts"),
        passes("set -e\ngit switch feature/y\necho x > src/a.ts"),
        passes("npm test > out.log"),
        passes("mkdir -p dist && echo x > dist/a.js"),
        denies("echo x > docs/a.md; echo x > src/a.ts"),
    ],
};

/// Whether a file is written to a branch at a forge, which is another than the one that is checked out here.
fn is_committed_elsewhere(case: &Case, effect: &Effect) -> bool {
    let commits = |other: &Effect| {
        matches!(other.action, Action::Deed(Deed::CommitElsewhere, _)) && other.span == effect.span
    };
    effect.span.is_none() && case.facts.effects.iter().any(commits)
}

fn judge(case: &Case) -> Vec<Finding> {
    let below = |path: &str| super::below(case, path).to_owned();
    let protected = |directory: &str, effect: &Effect| {
        let is_protected = |head: &Head| match head {
            Head::Branch(branch) => case.policy.is_protected_branch(branch),
            Head::Other => false,
            Head::Unclear => true,
        };
        let heads = heads(case, directory, effect);
        let is_switched = heads.len() > 1;
        heads.into_iter().find(is_protected).map(|head| (head, is_switched))
    };
    let lies_in = |path: &str| path.rsplit_once('/').map_or("/", |(directory, _)| directory).to_owned();
    let written = super::written(case).into_iter().map(|file| (file.path, file.effect));
    let mut sources = written.chain(removed(case)).filter(|(path, effect)| {
        is_code(case.policy, super::below(case, path)) && !is_committed_elsewhere(case, effect)
    });
    let here = |effect: &Effect| protected(&case.event.cwd, effect);
    let found = sources.find_map(|(path, effect)| {
        let directory = lies_in(&path);
        let head = protected(&directory, effect)?;
        Some((below(&path), effect, head, directory))
    });
    // Changes that git brings here from elsewhere, and what nobody can tell.
    let found = found.or_else(|| {
        let is_brought = |effect: &&Effect| effect.action == Action::Git(Git::Bring(Brought::Changes));
        let mut brought = case.facts.effects.iter().filter(is_brought);
        let (effect, head) = brought.find_map(|effect| Some((effect, here(effect)?)))?;
        Some((case.text(effect.span), effect, head, case.event.cwd.clone()))
    });
    let found = found.or_else(|| {
        let unseen = super::unseen(case);
        let mut unseen = unseen.iter().filter(|unseen| !super::is_made(super::below(case, unseen.directory)));
        let (effect, head) = unseen.find_map(|unseen| Some((unseen.effect, here(unseen.effect)?)))?;
        Some((case.text(effect.span), effect, head, case.event.cwd.clone()))
    });
    let Some((matched, effect, (head, is_switched), directory)) = found else { return Vec::new() };
    let (why, instead) = match (head, pending(case, &directory)) {
        (Head::Branch(branch), None) if is_switched => (
            format!("if the switch fails, the repository is still on {branch}, which is protected"),
            "let it wait for the switch: `git switch feature/its-name && …`".to_owned(),
        ),
        (Head::Branch(branch), None) => (
            format!("the repository is on {branch}, which is protected"),
            "make a branch first: `git switch -c feature/its-name`".to_owned(),
        ),
        // Git switches to no branch until that is done or left, and `git checkout -b` forgets what was begun.
        (Head::Branch(branch), Some(command)) => (
            format!("the repository is on {branch}, which is protected, in the midst of `{command}`"),
            format!("leave it: `{command} --abort`; then `git switch -c feature/its-name`, and do it there"),
        ),
        (Head::Other | Head::Unclear, _) => (
            "which branch the repository is on then is only known when it runs".to_owned(),
            "name the branch: `git switch feature/its-name`".to_owned(),
        ),
    };
    vec![Finding {
        matched,
        why: why.into(),
        instead: instead.into(),
        ..Rule::objection(RULE.id, Decision::Deny, case, effect)
    }]
}
