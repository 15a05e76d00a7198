//! Writes outside the workspace.
//!
//! What: denies creating, changing or deleting files in system directories and in the person's configuration (dotfiles,
//! `~/.config`, `~/.ssh`); asks elsewhere outside the workspace, and before a program changes settings of the person or
//! the machine (`git config --global`, `npm config set`). A repository that is cloned, made or committed to there counts like any other directory, unless the person's own file exempts it.
//! Links and `..` are resolved first. Free: temporary directories, new work trees of the repository,
//! the tools' own caches, and what lies on another machine or in a container, but for the directories of the system there.
//!
//! Why: an agent was given one project. What lies outside belongs to something else, and nobody looks for changes there.
//!
//! Instead: write inside the workspace, or tell the person what should change.

use hookward_effects::{Action, Deed, Depth, Effect, Found, Git, Place};

use super::containers::{OF_AN_IMAGE, OF_THE_SYSTEM, below};
use crate::ground::Side;
use crate::rule::{Against, BEFORE, Case, Example, Rule, Sample, asks, denies, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/outside-workspace",
    category: Category::Security,
    on: BEFORE,
    against: Against::Target,
    source: include_str!("outside_workspace.rs"),
    judge,
    examples: &[
        denies("patch -p1 -d / < fixes/etc.patch"),
        passes("patch -p1 -d src < fixes/a.patch"),
        denies("cmake --install build --prefix /usr/local"),
        passes("cmake --install build --prefix dist"),
        denies("echo x > /etc/hosts"),
        denies("cp a ~/.config/app.toml"),
        denies("echo x >> ../../.gitconfig"),
        denies("rm /usr/bin/python3"),
        denies("dd if=a of=$HOME/.gitconfig"),
        asks("echo x > ../sibling/notes.md"),
        asks("git clone https://github.com/acme/lib ../lib"),
        asks("cd .. && git clone https://github.com/acme/lib"),
        asks("git init ../lib"),
        denies("git init ~/.config/app"),
        passes("git clone https://github.com/acme/lib vendor/lib"),
        passes("git clone https://github.com/acme/lib /tmp/lib"),
        passes("git worktree add ../app-feature -b feature"),
        passes("git init"),
        asks("git -C ../other commit -am x"),
        passes("git -C ../other log"),
        passes("git -C src commit -am x"),
        passes("git -C /tmp/lib commit -am x"),
        asks("git lfs install"),
        passes("git lfs install --local"),
        asks("poetry config virtualenvs.create false"),
        asks("kubectl config set-context --current --namespace=x"),
        asks("docker context use prod"),
        asks("touch ~/notes.txt"),
        asks("mv report.pdf ~/Documents/"),
        asks("npm config set registry x"),
        asks("git config --global user.name x"),
        asks("pip config set global.index-url https://pypi.example"),
        asks("claude mcp add x -- npx y"),
        Example { call: Sample::Write("/etc/hosts"), decision: Decision::Deny },
        Example { call: Sample::Edit("/home/dev/other/src/a.ts"), decision: Decision::Ask },
        passes("npm config get registry"),
        passes("git config user.name x"),
        denies("cp x \"$(which git)\""),
        denies("grep -rl foo /etc | xargs sed -i s/foo/bar/"),
        passes("grep -rl foo src | xargs sed -i s/foo/bar/"),
        passes("echo x > notes.md"),
        passes("echo x > /tmp/notes.md"),
        passes("npm test > /dev/null 2>&1"),
        passes("cp a ~/.cache/app/x"),
        passes("cat /etc/hosts"),
        denies("docker exec web touch /etc/x"),
        denies("docker exec web sh -c 'echo x >> /etc/passwd'"),
        denies("docker compose exec web rm /etc/passwd"),
        denies("docker exec web ln -sf /bin/true /usr/bin/sudo"),
        denies("docker cp x.conf web:/etc/nginx/nginx.conf"),
        denies("kubectl exec web-0 -- sh -c 'echo x > /etc/resolv.conf'"),
        denies("ssh staging 'sed -i s/a/b/ /etc/ssh/sshd_config'"),
        denies("chroot /mnt sh -c 'echo x > /etc/fstab'"),
        passes("docker exec web sh -c 'echo x > /app/log; touch bin/console'"),
        passes("docker exec web sh -c 'echo x > /usr/src/app/log'"),
        passes("docker cp dist/. web:/usr/share/nginx/html/"),
        passes("docker run --rm alpine sh -c 'echo x > /etc/hosts'"),
        passes("docker compose run --rm web touch /etc/x"),
        passes("docker cp web:/etc/nginx/nginx.conf nginx.conf"),
        passes("cd src && echo x > ../notes.md"),
        Example { call: Sample::Write("src/main.rs"), decision: Decision::Silent },
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let mut findings = Vec::new();
    for effect in &case.facts.effects {
        if let Action::Deed(Deed::Configure, what) = &effect.action {
            findings.push(Finding {
                why: format!("it {what}, which holds outside the workspace too").into(),
                instead: "keep settings in the project, or tell the person what should change".into(),
                ..Rule::objection(RULE.id, Decision::Ask, case, effect)
            });
        }
        let (Action::Write(place, _) | Action::Delete(place, Depth::One | Depth::Moved)) = &effect.action
        else {
            continue;
        };
        let strictest = if place.elsewhere { of_that_system(place) } else { strictest(case, place) };
        let Some((decision, path, what)) = strictest else { continue };
        if is_committed_to_freely(case, effect, path) {
            continue;
        }
        findings.push(Finding {
            matched: place.written.clone(),
            why: format!("{path} lies outside the workspace, in {what}").into(),
            instead: "write inside the workspace, or in `/tmp/` for what is needed once".into(),
            ..Rule::objection(RULE.id, decision, case, effect)
        });
    }
    findings
}

/// Whether git writes to a repository that the person has exempted: who frees it of the gates of commits expects commits there.
fn is_committed_to_freely(case: &Case, effect: &Effect, path: &str) -> bool {
    let commits =
        |other: &Effect| other.span == effect.span && matches!(other.action, Action::Git(Git::Commit(_)));
    case.policy.is_exempt(path, case.ground.home.as_deref()) && case.facts.effects.iter().any(commits)
}

/// What is written to the system there. A container that is made for the command has none to lose; and where a path without a
/// slash in front begins, the image says.
fn of_that_system(place: &Place) -> Option<(Decision, &str, &'static str)> {
    let is_named = place.written.starts_with('/') && !place.anew;
    let mut paths =
        place.spots.iter().filter(|spot| is_named && !spot.if_empty).map(|spot| spot.path.as_str());
    let path = paths.find(|path| below(path, OF_THE_SYSTEM) && !below(path, OF_AN_IMAGE))?;
    Some((Decision::Deny, path, "a directory of the system there"))
}

fn strictest<'p>(case: &Case, place: &'p Place) -> Option<(Decision, &'p str, &'static str)> {
    let named = place.spots.iter().filter(|spot| !spot.if_empty).map(|spot| spot.path.as_str());
    // What a search names lies where it looks.
    let paths = named.chain(place.found.iter().map(Found::directory));
    let judged = paths.filter_map(|path| {
        let (decision, what) = match case.ground.side(path) {
            Side::Workspace | Side::Free => return None,
            Side::System => (Decision::Deny, "a directory of the system"),
            Side::Configuration => (Decision::Deny, "the person's own configuration"),
            Side::Elsewhere => (Decision::Ask, "a place that belongs to something else"),
        };
        Some((decision, path, what))
    });
    judged.max_by_key(|(decision, ..)| *decision)
}
