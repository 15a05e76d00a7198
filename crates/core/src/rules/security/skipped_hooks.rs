//! Keeps the project's hooks from running.
//!
//! What: denies committing, merging or pushing past git's hooks: `--no-verify`, `core.hooksPath`, `HUSKY=0`,
//! `SKIP=… git commit` and their like. Asks before the file that says which hooks run is deleted or emptied.
//!
//! Why: the hooks are what the team agreed on, and a commit that went past them breaks for everybody else.
//!
//! Instead: let the hooks run and fix what they find.

use std::borrow::Cow;

use hookward_effects::{Action, Command, Deed, Depth, Spot, Value};

use crate::rule::{Against, BEFORE, Case, Rule, asks, denies, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/skipped-hooks",
    category: Category::Security,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("skipped_hooks.rs"),
    judge,
    examples: &[
        denies("git commit --no-verify -m x"),
        denies("git commit -nm x"),
        denies("git push --no-verify origin feature/x"),
        denies("git -c core.hooksPath=/dev/null commit -m wip"),
        denies("git config core.hooksPath /tmp/empty"),
        denies("HUSKY=0 git commit -m x"),
        denies("export HUSKY_SKIP_HOOKS=1"),
        denies("SKIP_SIMPLE_GIT_HOOKS=1 git commit -m x"),
        passes("SKIP_SIMPLE_GIT_HOOKS=1 npm ci"),
        denies("SKIP=eslint git commit -m x"),
        asks("rm lefthook.yml"),
        asks("echo '' > .pre-commit-config.yaml"),
        denies("GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=/tmp git commit -m x"),
        passes("git commit -m 'adds --no-verify detection'"),
        passes("git push -n origin feature/x"),
        passes("git config --get core.hooksPath"),
        passes("SKIP=1 npm test"),
        passes("echo 'repos: []' > .pre-commit-config.yaml"),
        passes("HUSKY=0 npm ci"),
        denies("HUSKY=0 npm version patch"),
        denies("npx standard-version --no-verify"),
        denies("npx cz --no-verify"),
        denies("npx release-it --git.commitArgs=--no-verify"),
        passes("npx standard-version --dry-run --no-verify"),
        passes("git commit -am wip"),
        denies("npm version patch --no-commit-hooks"),
        denies("npm_config_commit_hooks=false npm version patch"),
        passes("npm version patch --commit-hooks"),
        denies("npx lerna version --no-commit-hooks"),
        denies("npx standard-version -n"),
        passes("npx standard-version"),
        denies("cz commit -- --no-verify"),
        denies("python3 -c \"import os; os.environ['HUSKY']='0'; os.system('git commit -m x')\""),
        denies("python3 -c \"import os; os.environ.update(HUSKY='0'); os.system('git commit -m x')\""),
        denies(
            "python3 -c \"import os,subprocess as s; s.run(['git','commit'], env={**os.environ,'HUSKY':'0'})\"",
        ),
        denies("python3 -c \"import git; git.Repo('.').index.commit('x', skip_hooks=True)\""),
        denies("node -e \"process.env.HUSKY=0; require('child_process').execSync('git commit -m x')\""),
        denies("ruby -e \"system({'HUSKY'=>'0'}, 'git commit -m x')\""),
        passes("python3 -c \"import os; os.environ['HUSKY']='0'; os.system('npm ci')\""),
        passes("node -e \"process.env.LANG='C'; require('child_process').execSync('git commit -m x')\""),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let first =
        |command: &Command| command.words.first().and_then(Value::known).unwrap_or_default().to_owned();
    // A variable that is only exported is for what comes later.
    let commits = case.facts.commands.iter().all(|command| first(command) == "export")
        || case
            .facts
            .commands
            .iter()
            .any(|command| matches!(first(command).as_str(), "git" | "pre-commit" | "gt" | "jj"))
        || case.facts.effects.iter().any(|effect| matches!(effect.action, Action::Deed(Deed::Commit, _)));
    let mut findings = Vec::new();
    for effect in &case.facts.effects {
        let why: Cow<'static, str> = match &effect.action {
            Action::Deed(Deed::SkipHooks, what) => format!("it {what}").into(),
            Action::Delete(place, _) | Action::Write(place, Value::Known(_))
                if takes_away(case, &effect.action) =>
            {
                findings.push(Finding {
                    why: format!("{} says which hooks run, and says nothing afterwards", place.written)
                        .into(),
                    instead: "change the one hook that is in the way, and tell the person".into(),
                    ..Rule::objection(RULE.id, Decision::Ask, case, effect)
                });
                continue;
            }
            Action::Environment(name, value)
                if skips(name, value) || (commits && skips_those_of_commits(name, value)) =>
            {
                format!("{name} keeps hooks from running").into()
            }
            _ => continue,
        };
        findings.push(Finding {
            why,
            instead: "let the hooks run and fix what they find: `git commit -m wip`".into(),
            ..Rule::objection(RULE.id, Decision::Deny, case, effect)
        });
    }
    findings
}

fn is_off(value: &Value) -> bool {
    matches!(value.known(), Some("0" | "false" | "no"))
}

fn is_on(value: &Value) -> bool {
    !is_off(value) && value.known() != Some("")
}

/// Variables that mean something else to other programs than those that commit.
fn skips_those_of_commits(name: &str, value: &Value) -> bool {
    match name {
        "HUSKY" | "LEFTHOOK" | "HUSKY_ENABLED" => is_off(value),
        // What `npm version` reads in place of `--no-commit-hooks`.
        name if name.eq_ignore_ascii_case("npm_config_commit_hooks") => is_off(value),
        // pre-commit's own word, and everybody else's too.
        "SKIP" | "LEFTHOOK_EXCLUDE" | "PRE_COMMIT_SKIP" | "OVERCOMMIT_SKIP" => is_on(value),
        // A manager of hooks that is named so: `SKIP_SIMPLE_GIT_HOOKS`.
        name => name.contains("HOOK") && (name.contains("SKIP") || name.contains("DISABLE")) && is_on(value),
    }
}

fn skips(name: &str, value: &Value) -> bool {
    match name {
        "HUSKY_SKIP_HOOKS"
        | "HUSKY_SKIP_INSTALL"
        | "OVERCOMMIT_DISABLE"
        | "PRE_COMMIT_ALLOW_NO_CONFIG"
        | "GIT_HOOKS_DISABLED" => is_on(value),
        name if name.starts_with("GIT_CONFIG_KEY_") => {
            value.texts().iter().any(|key| key.eq_ignore_ascii_case("core.hookspath"))
        }
        "GIT_CONFIG_PARAMETERS" => value.to_string().to_ascii_lowercase().contains("core.hookspath"),
        _ => false,
    }
}

/// Files that say which hooks run.
const HOOK_FILES: &[&str] = &[
    ".pre-commit-config.yaml",
    ".pre-commit-config.yml",
    "lefthook.yml",
    "lefthook.yaml",
    "lefthook.toml",
    ".lefthook.yml",
    ".overcommit.yml",
    ".huskyrc",
    ".huskyrc.json",
];

/// Whether such a file of the workspace is deleted or emptied.
fn takes_away(case: &Case, action: &Action) -> bool {
    let empties = match action {
        Action::Write(_, Value::Known(content)) => content.trim().is_empty(),
        Action::Delete(_, depth) => *depth != Depth::Matching,
        _ => false,
    };
    let named = |spot: &Spot| HOOK_FILES.contains(&spot.last()) && case.ground.in_workspace(&spot.path);
    empties && action.place().is_some_and(|place| place.spots.iter().any(named))
}
