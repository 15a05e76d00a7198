//! Loses work that was not committed, or that nothing reaches any more.
//!
//! What: denies every spelling of losing uncommitted or unreachable work: `git reset --hard`, `git clean -fd`, `git
//! checkout .`, `git restore .`, a forced switch, `git stash clear`, reflog expire, gc --prune=now, and deleting or emptying
//! the files of a list that git gives of what was not committed (`git status -s | cut -c4- | xargs rm`). Asks about what is
//! dropped one by one: `git branch -D`, `git stash drop`, a work tree removed by force. The same in other version
//! controls (`hg update -C`, `svn revert -R .`). Free: what can be undone — dry runs, `--soft`, `restore --staged`, one
//! named file; and `git clean` of build output by its name.
//!
//! Why: git keeps what was committed and nothing else, and an agent seldom knows whose changes those are.
//!
//! Instead: stash it, so that it can be had again.

use std::borrow::Cow;

use hookward_effects::{Action, Deed, Git, Source, Value};

use super::recursive_deletion::is_build_output;
use crate::rule::{Against, BEFORE, Case, Rule, asks, denies, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/discarded-work",
    category: Category::Security,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("discarded_work.rs"),
    judge,
    examples: &[
        denies("hg strip . --no-backup"),
        asks("hg strip ."),
        denies("jj op abandon ..@-"),
        denies("npx degit a/b . --force"),
        passes("npx degit a/b c"),
        asks("gh pr merge 12 --squash -d"),
        asks("glab mr merge 3 --remove-source-branch"),
        asks("gh pr checkout 12 --force"),
        passes("gh pr checkout 12"),
        denies(
            "node -e \"const run = (...a) => require('child_process').spawnSync('git', a); run('reset', '--hard')\"",
        ),
        denies(
            "python3 -c \"import subprocess\ndef run(*a): subprocess.run(['git', *a])\nrun('reset', '--hard')\"",
        ),
        denies("git archive HEAD | tar -x"),
        passes("git archive HEAD | tar -x -C /tmp/x"),
        denies("GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.z GIT_CONFIG_VALUE_0='reset --hard' git z"),
        denies("git reset --hard"),
        denies("git reset --hard\r\n"),
        denies("git reset HEAD~3 --har"),
        denies("git checkout ."),
        denies("git checkout HEAD -- :/"),
        denies("git restore --worktree --staged :/"),
        denies("git clean -xdf"),
        denies("git clean -xdf src"),
        denies("git clean -xdf node_modules src"),
        denies("git clean -xdf ."),
        denies("git clean -xdf ':/node_modules'"),
        passes("git clean -xdf node_modules"),
        passes("git clean -xdf -- dist coverage/"),
        denies("git switch -f main"),
        denies("git stash clear"),
        denies("git reflog expire --expire=now --all"),
        denies("git gc --prune=now"),
        denies("git repack -a -d --unpack-unreachable=now"),
        passes("git repack -d"),
        denies("git -c alias.x='reset --hard' x"),
        denies("git config alias.wipe '!git clean -fdx' && git wipe"),
        denies("git read-tree -u --reset HEAD"),
        denies("hg revert --all"),
        denies("svn revert -R ."),
        denies("git restore $(git diff --name-only)"),
        denies("git ls-files -m | while read f; do git checkout -- \"$f\"; done"),
        denies("git diff | patch -R -p1"),
        denies("git diff --name-only | xargs rm -f"),
        denies("rm $(git status --porcelain | awk '{print $2}')"),
        passes("git diff --name-only | xargs npx eslint --fix"),
        denies("git apply -R <(git diff)"),
        denies("git diff HEAD -R > p; git apply p"),
        asks("git show HEAD | git apply -R"),
        passes("git diff --cached | git apply --cached -R"),
        passes("git diff | git apply -R --check"),
        passes("git checkout --ours $(git diff --name-only --diff-filter=U)"),
        passes("patch -R -p1 < fix.patch"),
        asks("hg strip tip"),
        asks("git branch -D feature/login"),
        asks("git stash drop stash@{2}"),
        denies("git stash push -u && git stash drop"),
        denies("git stash -q; git stash drop -q"),
        denies("git update-ref -d refs/stash"),
        asks("git stash && git stash apply && git stash drop"),
        asks("git stash push -- src/app.ts && git stash drop"),
        asks("git worktree remove --force ../wt"),
        passes("git reset --soft HEAD~1"),
        passes("git restore --staged ."),
        passes("git restore src/app.ts"),
        passes("git checkout main"),
        passes("git checkout -b feature/x"),
        passes("git clean -nfd"),
        passes("git branch -d merged"),
        passes("git stash && git stash pop"),
        passes("git gc --auto"),
        passes("git log --grep='reset --hard'"),
        passes("hg revert src/app.c"),
        denies("git reflog drop --all"),
        denies("git update-ref --stdin <<< 'delete refs/stash'"),
        denies("git stash list | cut -d: -f1 | xargs -n1 git stash drop"),
        passes("git stash drop --help"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let mut findings = Vec::new();
    for effect in &case.facts.effects {
        let Some((decision, why)) = lost(&effect.action) else { continue };
        // Build output is made again, whoever deletes it.
        if let Action::Git(Git::Clean(places)) = &effect.action
            && places.iter().all(|place| is_build_output(case, place))
        {
            continue;
        }
        // A repository for a try, in a temporary directory, is there to be thrown away.
        let runs = case.facts.commands.iter().find(|command| Some(command.span) == effect.span);
        if runs.and_then(|command| command.cwd.as_deref()).is_some_and(|cwd| case.ground.is_temporary(cwd)) {
            continue;
        }
        findings.push(Finding {
            why,
            instead: "put it aside, where it can be had again: `git stash push -u -m wip`".into(),
            ..Rule::objection(RULE.id, decision, case, effect)
        });
    }
    findings
}

/// What an action loses, and how much of a loss that is.
fn lost(action: &Action) -> Option<(Decision, Cow<'static, str>)> {
    match action {
        Action::Git(Git::Discard(what) | Git::Forget(what)) => {
            Some((Decision::Deny, format!("it {what}").into()))
        }
        // Of a list that git gives: of one that is named, somebody has thought.
        Action::Delete(place, _) if place.uncommitted => {
            Some((Decision::Deny, "it deletes the files of a list of what was not committed".into()))
        }
        Action::Write(place, content) if place.uncommitted && is_lost_behind(content) => Some((
            Decision::Deny,
            "it leaves nothing of what was not committed in the files of a list".into(),
        )),
        Action::Git(Git::Clean(_)) => {
            Some((Decision::Deny, "it deletes files that were never committed".into()))
        }
        Action::Git(Git::Drop(what)) => Some((Decision::Ask, format!("it drops {what} for good").into())),
        Action::Git(Git::RemoveWorktree(path)) => Some((
            Decision::Ask,
            format!("it removes the work tree {path} with what was not committed there").into(),
        )),
        Action::Deed(Deed::DiscardWork, what) => Some((Decision::Deny, format!("it {what}").into())),
        Action::Deed(Deed::DropCommits, what) => Some((Decision::Ask, format!("it {what}").into())),
        _ => None,
    }
}

/// Whether nothing is left of files that this takes the place of: it is nothing, or what was committed of them.
fn is_lost_behind(content: &Value) -> bool {
    let is_revision = |source: &Source| match source {
        Source::File(place) => place.uncommitted && place.written.contains(':'),
        _ => false,
    };
    content.known() == Some("") || content.sources().iter().any(is_revision)
}
