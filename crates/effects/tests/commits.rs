//! Which commands make a commit, by whatever tool.

use hookward_effects::{Action, Call, Deed, Emptiness, Git, Scene, facts};

fn commits(text: &str) -> bool {
    let scene = Scene { cwd: "/w", home: Some("/home/me"), roots: &[], world: &Emptiness };
    facts(&Call::shell(text), &scene).effects.iter().any(|effect| {
        matches!(
            effect.action,
            Action::Git(Git::Commit(_)) | Action::Deed(Deed::Merge | Deed::Commit | Deed::CommitElsewhere, _)
        )
    })
}

#[test]
fn what_makes_a_commit_is_one_whoever_makes_it() {
    let unseen: Vec<&str> = [
        "git citool",
        "git gui citool",
        "git gui citool --amend",
        "aider --commit",
        "cargo release --execute patch",
        "cargo release -x patch",
        "cargo release patch -x",
        "cargo release commit -x",
        "cargo smart-release --execute",
        "cargo workspaces version patch",
        "cargo ws version patch",
        "npm version patch",
        "npm version 1.2.3 -m 'a'",
        "pnpm version minor",
        "yarn version --patch",
        "bun pm version patch",
        "jj commit -m a",
        "jj ci -m a",
        "jj git push",
        "hg commit -m a",
        "hg ci -m a",
        "gh pr merge 3",
        "gh pr merge 3 --squash",
        "lerna version",
        "lerna version patch --yes",
        "lerna publish",
        "npx lerna version",
        "cz commit",
        "cz c",
        "git cz",
        "npx git-cz",
        "npx cz",
        "npx commit",
        "npx @commitlint/prompt-cli",
        "git commit-tree HEAD^{tree} -m a",
        "git update-ref refs/heads/main $(git commit-tree HEAD^{tree} -m a)",
        "git am a.patch",
        "git cherry-pick abc",
        "git revert HEAD",
        "git merge topic",
        "git rebase main",
        "git fast-import < a",
        "bump2version patch",
        "bumpversion patch",
        "bump-my-version bump patch",
        "semantic-release",
        "npx semantic-release",
        "semantic-release version",
        "python -m semantic_release version",
        "npx standard-version",
        "npx release-it",
        "release-it patch",
        "np",
        "npx np minor",
        "npx nx release",
        "git-cz",
        "gitmoji -c",
        "tea pr merge 3",
        "glab mr merge 3",
        "sl commit -m a",
        "svn commit -m a",
        "fossil commit -m a",
        "bzr commit -m a",
        "darcs record -m a",
        "git flow feature finish a",
        "git subtree pull --prefix a b c",
        "knope release",
        "cog commit feat a",
        "cog bump --auto",
        "mvn release:prepare",
    ]
    .into_iter()
    .filter(|text| !commits(text))
    .collect();
    assert_eq!(unseen, [""; 0]);
}

#[test]
fn what_makes_no_commit_is_none() {
    let seen: Vec<&str> = [
        "git stash",
        "git status",
        "git gui",
        "git gui blame a.ts",
        "git citool --nocommit",
        "git merge --abort",
        "git cherry-pick --abort",
        "git revert --abort",
        "git commit --dry-run",
        "aider",
        "aider src/a.ts",
        "aider --no-auto-commits --message 'fix it' src/a.ts",
        "aider --commit-prompt a",
        "cargo release",
        "cargo release patch",
        "cargo release changes",
        "cargo workspaces list",
        "cargo ws changed",
        "npm version",
        "npm version --json",
        "npm version patch --no-git-tag-version",
        "npm view a version",
        "pnpm version patch --no-git-tag-version",
        "lerna ls",
        "lerna changed",
        "lerna run test",
        "lerna version --no-git-tag-version",
        "lerna publish from-package",
        "npx nx test a",
        "nx release --dry-run",
        "nx release publish",
        "cz check --rev-range a..b",
        "cz version",
        "cz --version",
        "cz bump --dry-run",
        "cog check",
        "cog bump --auto --dry-run",
        "jj log",
        "jj git fetch",
        "hg status",
        "gh pr view 3",
        "gh pr create --fill",
        "bump2version --dry-run patch",
        "semantic-release --dry-run",
        "npx standard-version --dry-run",
        "pre-commit run --all-files",
        "npx commitlint --edit",
        "gem build a.gemspec",
    ]
    .into_iter()
    .filter(|text| commits(text))
    .collect();
    assert_eq!(seen, [""; 0]);
}
