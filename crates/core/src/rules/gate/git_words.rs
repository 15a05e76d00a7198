//! A `git` by its words: the options in front of its command, the command, and what stands behind that, read as git does.

use hookward_effects::{Command, Value};

/// A `git` with a command.
pub(super) struct GitWords<'c> {
    /// Options in front of the command, each with its value.
    global: Vec<(&'c str, &'c str)>,
    /// The command.
    name: &'c str,
    /// What stands behind it.
    rest: Vec<&'c str>,
}

/// Options in front of the command whose value is the next word, unless a sign joins them.
const VALUED: &[&str] =
    &["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--config-env", "--exec-path", "--super-prefix"];

/// Commands that change nothing, wherever they look.
const ONLY_LOOKS: &[&str] = &[
    "log",
    "status",
    "diff",
    "show",
    "rev-parse",
    "rev-list",
    "ls-files",
    "ls-tree",
    "cat-file",
    "describe",
    "blame",
    "grep",
];

impl<'c> GitWords<'c> {
    pub(super) fn of(command: &'c Command) -> Option<Self> {
        let mut words = command.words.iter();
        let program = words.next()?.known()?;
        if program.rsplit('/').next() != Some("git") {
            return None;
        }
        let mut words = words.map(Value::prefix);
        let mut global = Vec::new();
        let name = loop {
            let word = words.next()?;
            if !word.starts_with('-') {
                break word;
            }
            let glued = word.strip_prefix("-c").filter(|glued| !glued.is_empty());
            global.push(match (glued, word.split_once('=')) {
                (Some(glued), _) => ("-c", glued),
                (None, Some((option, value))) => (option, value),
                (None, None) if VALUED.contains(&word) => (word, words.next().unwrap_or_default()),
                (None, None) => (word, ""),
            });
        };
        Some(Self { global, name, rest: words.collect() })
    }

    /// The words of it that lead to another repository or work tree, or bend what git makes of a file.
    pub(super) fn leads_astray(&self) -> Option<String> {
        if ONLY_LOOKS.contains(&self.name) {
            return None;
        }
        let shown = |option: &str, value: &str| format!("{option} {value}").trim_end().to_owned();
        let by_option = self.global.iter().find(|(option, value)| match *option {
            "--git-dir" | "--work-tree" | "--namespace" | "--bare" | "--attr-source" => true,
            "-c" | "--config-env" => !is_harmless(value.split('=').next().unwrap_or_default()),
            _ => false,
        });
        let by_setting = || self.set().filter(|key| !is_harmless(key));
        by_option
            .map(|(option, value)| shown(option, value))
            .or_else(|| by_setting().map(|key| shown("config", key)))
    }

    /// The key that `git config` sets or removes; without one, where its file is edited, an empty one.
    fn set(&self) -> Option<&'c str> {
        if self.name != "config" {
            return None;
        }
        let asks = |word: &&str| word.starts_with("--get") || matches!(*word, "--list" | "-l");
        let operands: Vec<&str> = self.rest.iter().copied().filter(|word| !word.starts_with('-')).collect();
        let edits = |word: &&str| {
            ["--unset", "--remove", "--rename", "--edit", "--add", "--replace"]
                .iter()
                .any(|edit| word.starts_with(edit))
                || *word == "-e"
        };
        match operands.as_slice() {
            ["get" | "list", ..] => None,
            ["set" | "unset" | "remove-section" | "rename-section", key, ..] => Some(key),
            ["edit", ..] => Some(""),
            _ if self.rest.iter().any(asks) => None,
            [] if !self.rest.iter().any(edits) => None,
            [_] if !self.rest.iter().any(edits) => None,
            operands => {
                // The value of an option stands in front of the key, perhaps.
                let key = operands.iter().find(|word| word.contains('.') && !word.contains('/'));
                Some(key.copied().unwrap_or_default())
            }
        }
    }
}

/// Settings that say who commits, in which words, and what is shown; any other may change what is committed.
fn is_harmless(key: &str) -> bool {
    const SECTIONS: &[&str] = &[
        "user",
        "author",
        "committer",
        "commit",
        "gpg",
        "color",
        "advice",
        "alias",
        "safe",
        "log",
        "i18n",
        "push",
        "http",
        "https",
        "credential",
        "init",
        "gc",
        "protocol",
        "column",
        "pull",
        "fetch",
        "remote",
        "branch",
        "url",
        "pager",
        "tag",
        "sequence",
        "format",
        "maintenance",
        "rebase",
        "rerere",
        "help",
        "status",
        "blame",
        "versionsort",
    ];
    const CORE: &[&str] = &[
        "editor",
        "pager",
        "quotepath",
        "hookspath",
        "commentchar",
        "abbrev",
        "autocrlf",
        "safecrlf",
        "eol",
        "longpaths",
        "preloadindex",
        "askpass",
        "sshcommand",
        "fsmonitor",
        "untrackedcache",
        "precomposeunicode",
    ];
    let key = key.to_ascii_lowercase();
    let (section, name) = key.split_once('.').unwrap_or((&key, ""));
    SECTIONS.contains(&section) || (section == "core" && CORE.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hookward_effects::{Call, Emptiness, Scene, facts};

    /// What a question about the last git of a text is answered with.
    fn asked<T>(text: &str, ask: impl Fn(&GitWords) -> T) -> T {
        let scene = Scene { cwd: "/w", home: Some("/home/me"), roots: &[], world: &Emptiness };
        let facts = facts(&Call::shell(text), &scene);
        let words = facts.commands.iter().rev().find_map(GitWords::of).unwrap();
        ask(&words)
    }

    #[test]
    fn a_setting_is_harmless_if_it_changes_no_file() {
        for astray in [
            "--git-dir=/p/.git commit -m x",
            "--git-dir /p/.git --work-tree /p commit -m x",
            "-c core.worktree=/p commit -m x",
            "-ccore.worktree=/p commit -m x",
            "-c core.attributesFile=/p commit -m x",
            "-c filter.x.clean=cat commit -m x",
            "config core.worktree /p",
            "config set core.worktree /p",
            "config --local --add include.path /p",
            "config -f .git/config core.worktree /p",
        ] {
            assert!(asked(&format!("git {astray}"), |git| git.leads_astray()).is_some(), "{astray}");
        }
        for not in [
            "-C web commit -m x",
            "-c user.name='A B' -c commit.gpgsign=false commit -m x",
            "--no-pager commit -m x",
            "config user.email a@b.c",
            "config core.worktree",
            "config --get core.worktree",
            "config --list",
        ] {
            assert_eq!(asked(&format!("git {not}"), |git| git.leads_astray()), None, "{not}");
        }
    }
}
