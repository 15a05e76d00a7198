//! Plants something that runs later.
//!
//! What: denies changing what runs by itself: shell start-up files, cron tables, systemd units, launch agents,
//! `authorized_keys`, git hooks, `ld.so.preload`, an install script of a package; and the commands that do it (`crontab
//! -`, `systemctl enable`, `at`). Free: looking at them.
//!
//! Why: it runs again when nobody watches any more, and outlives the session that planted it.
//!
//! Instead: do it now, where it can be seen, or tell the person what should run.

use hookward_effects::{Action, Deed, Permission, Place, Value};

use crate::rule::{Against, BEFORE, Case, Example, Rule, Sample, denies, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/persistence",
    category: Category::Security,
    on: BEFORE,
    against: Against::Target,
    source: include_str!("persistence.rs"),
    judge,
    examples: &[
        denies("(crontab -l; echo '* * * * * x') | crontab -"),
        denies("echo 'x &' >> ~/.bashrc"),
        denies("echo 'ssh-ed25519 AAAA x' >> ~/.ssh/authorized_keys"),
        denies("mv staged /home/somebody/.ssh/authorized_keys"),
        denies("cp evil.service ~/.config/systemd/user/"),
        denies("echo 'x' > .git/hooks/post-checkout"),
        denies("git init --template=/tmp/x"),
        denies("git clone --template=./x https://github.com/a/b /tmp/b"),
        denies("GIT_TEMPLATE_DIR=/tmp/x git init"),
        passes("git init --template= && git commit -m x"),
        denies("echo x > \"$(git rev-parse --git-path hooks/pre-push)\""),
        denies("chmod +x .git/hooks/post-checkout"),
        denies("echo 'import os' > $(python3 -m site --user-site)/x.pth"),
        denies("echo /tmp/x.so | sudo tee -a /etc/ld.so.preload"),
        denies("git config --global core.fsmonitor '/tmp/x.sh'"),
        denies("ln -sf /dev/null ~/.bashrc"),
        denies("docker exec web sh -c 'echo x >> /root/.bashrc'"),
        passes("docker exec web sh -c 'echo x >> /root/notes.md'"),
        denies("mv hook.plist ~/Library/LaunchAgents/hook.plist"),
        Example { call: Sample::Write("/home/dev/.zshrc"), decision: Decision::Deny },
        passes("cat ~/.bashrc"),
        passes("chmod +x scripts/hook.sh"),
        passes("crontab -l"),
        passes("systemctl --user status dev-db"),
        passes("echo 'alias ll=ls' > docs/bashrc.md"),
        passes("git config user.email me@example.org"),
        denies("git -c core.pager='cat .env' log"),
        passes("git -c core.pager='less -R' log"),
        passes("git -c core.pager=cat log -1"),
    ],
};

/// Files and directories of the home whose content runs by itself.
const AT_HOME: &[&str] = &[
    ".bashrc",
    ".bash_profile",
    ".bash_login",
    ".bash_logout",
    ".bash_aliases",
    ".profile",
    ".zshrc",
    ".zshenv",
    ".zprofile",
    ".zlogin",
    ".zlogout",
    ".kshrc",
    ".cshrc",
    ".tcshrc",
    ".login",
    ".inputrc",
    ".xinitrc",
    ".xprofile",
    ".xsession",
    ".config/fish",
    ".config/systemd",
    ".config/autostart",
    ".config/environment.d",
    ".local/share/systemd",
    "Library/LaunchAgents",
    ".ssh/authorized_keys",
    ".ssh/authorized_keys2",
    ".ssh/rc",
    ".ssh/config",
    ".ssh/environment",
    ".pam_environment",
    ".config/git/hooks",
    ".vimrc",
    ".config/nvim",
    ".emacs",
    ".emacs.d",
    ".npmrc",
    ".pythonrc",
    ".gitconfig",
    ".config/powershell",
    ".config/nushell",
    ".config/elvish",
    ".config/plasma-workspace",
    ".config/hypr",
    ".config/i3",
    ".config/sway",
];

/// The same, of the system.
const OF_THE_SYSTEM: &[&str] = &[
    "/etc/cron",
    "/etc/crontab",
    "/etc/profile",
    "/etc/bash.bashrc",
    "/etc/zsh",
    "/etc/systemd",
    "/lib/systemd",
    "/usr/lib/systemd",
    "/etc/init.d",
    "/etc/rc",
    "/etc/ld.so.preload",
    "/etc/ld.so.conf",
    "/etc/environment",
    "/etc/sudoers",
    "/etc/pam.d",
    "/etc/udev",
    "/var/spool/cron",
    "/Library/Launch",
    "/System/Library/Launch",
    "/etc/xdg/autostart",
    "/etc/NetworkManager/dispatcher.d",
];

fn judge(case: &Case) -> Vec<Finding> {
    let mut findings = Vec::new();
    for effect in &case.facts.effects {
        let why = match &effect.action {
            Action::Deed(Deed::Persist, what) => format!("it {what}"),
            Action::Write(place, content) => {
                match runs_by_itself(case, place).or_else(|| starts_with_python(place, content)) {
                    Some(path) => format!("what is in {} runs by itself, again and again", case.shown(path)),
                    None => continue,
                }
            }
            Action::Permit(place, Permission::Open(_) | Permission::Readable(_) | Permission::Other(_))
                if place.spots.iter().any(|spot| spot.path.contains("/.git/hooks/")) =>
            {
                format!("{} is a hook, which git runs by itself", case.shown(&place.written))
            }
            _ => continue,
        };
        findings.push(Finding {
            why: why.into(),
            instead: "run it now, where it can be seen, or tell the person what should run".into(),
            ..Rule::objection(RULE.id, Decision::Deny, case, effect)
        });
    }
    findings
}

/// Files that every start of Python runs: `sitecustomize.py`, and lines with an import in a `.pth` file.
fn starts_with_python<'p>(place: &'p Place, content: &Value) -> Option<&'p str> {
    let imports = content.known().is_some_and(|text| text.lines().any(|line| line.starts_with("import ")));
    let named = |name: &str| {
        matches!(name, "sitecustomize.py" | "usercustomize.py")
            || (imports && name.rsplit_once('.').is_some_and(|(_, kind)| kind == "pth"))
    };
    place.spots.iter().find(|spot| named(spot.last())).map(|_| place.written.as_str())
}

fn runs_by_itself<'p>(case: &Case, place: &'p Place) -> Option<&'p str> {
    // Somebody else's on this machine starts the same way, and lets in the same way.
    let below_a_home = |path: &'p str| {
        let own = case.ground.home.as_deref().and_then(|home| path.strip_prefix(home)?.strip_prefix('/'));
        own.or_else(|| path.strip_prefix("/root/")).or_else(|| {
            let (home, below) = path.split_at_checked(path.match_indices('/').nth(2)?.0)?;
            below.strip_prefix('/').filter(|_| case.ground.is_a_home(home))
        })
    };
    let within = |path: &str, start: &str| {
        path.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    place.spots.iter().filter(|spot| !spot.if_empty).map(|spot| spot.path.as_str()).find(|path| {
        below_a_home(path).is_some_and(|below| AT_HOME.iter().any(|file| within(below, file)))
            || OF_THE_SYSTEM.iter().any(|file| path.starts_with(file))
            || path.contains("/.git/hooks/")
    })
}
