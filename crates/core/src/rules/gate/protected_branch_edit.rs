//! Changes sources on a protected branch.
//!
//! What: denies writing or deleting sources of the workspace while its repository is on a protected branch (`main`,
//! `master`, those of `security.protected_branches`), by whatever tool. Free: documents, tests, settings, and what is
//! generated, built or somebody else's.
//!
//! Why: what is begun on the main branch is pushed there by accident; a branch of its own can be reviewed, and dropped.
//!
//! Instead: make a branch first: `git switch -c feature/its-name`.
//!
//! Given: the branch `main` is checked out.

use hookward_effects::{Action, Brought, Effect, Git, Value};

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
        passes("npm test > out.log"),
        passes("mkdir -p dist && echo x > dist/a.js"),
        denies("echo x > docs/a.md; echo x > src/a.ts"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    // The text itself makes a branch of its own first.
    let leaves = |command: &hookward_effects::Command| {
        let words: Vec<&str> = command.words.iter().map(Value::prefix).collect();
        matches!(words.as_slice(), ["git", "switch", "-c" | "--create", ..] | ["git", "checkout", "-b", ..])
    };
    if case.facts.commands.first().is_some_and(leaves) {
        return Vec::new();
    }
    let below = |path: &str| super::below(case, path).to_owned();
    let protected = |path: &str| {
        let directory = path.rsplit_once('/').map_or("/", |(directory, _)| directory);
        let branch = case.world.repository(directory).and_then(|repository| repository.branch);
        branch.filter(|branch| case.policy.is_protected_branch(branch))
    };
    let written = super::written(case).into_iter().map(|file| (file.path, file.effect));
    let mut sources =
        written.chain(removed(case)).filter(|(path, _)| is_code(case.policy, super::below(case, path)));
    let here = || Some(protected(&format!("{}/", case.event.cwd)));
    let found = sources.find_map(|(path, effect)| Some((below(&path), effect, protected(&path)?)));
    // Changes that git brings here from elsewhere, and what nobody can tell.
    let found = found.or_else(|| {
        let is_brought = |effect: &&Effect| effect.action == Action::Git(Git::Bring(Brought::Changes));
        let effect = case.facts.effects.iter().find(is_brought)?;
        Some((case.text(effect.span), effect, here()??))
    });
    let found = found.or_else(|| {
        let unseen = super::unseen(case);
        let unseen = unseen.iter().find(|unseen| !super::is_made(super::below(case, unseen.directory)))?;
        Some((case.text(unseen.effect.span), unseen.effect, here()??))
    });
    let Some((matched, effect, branch)) = found else { return Vec::new() };
    vec![Finding {
        matched,
        why: format!("the repository is on {branch}, which is protected").into(),
        instead: "make a branch first: `git switch -c feature/its-name`".into(),
        ..Rule::objection(RULE.id, Decision::Deny, case, effect)
    }]
}
