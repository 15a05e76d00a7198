//! A `git` by its words: the options in front of its command, the command, and what stands behind that, read as git does.

use hookward_effects::{Command, Value};

/// A `git` with a command.
pub(crate) struct GitWords<'c> {
    /// Options in front of the command, each with its value.
    global: Vec<(&'c str, &'c str)>,
    /// The command.
    pub(crate) name: &'c str,
    /// What stands behind it, as far as it is certain.
    rest: Vec<&'c str>,
    /// The same, whole.
    pub(crate) words: &'c [Value],
}

/// Options in front of the command whose value is the next word, unless a sign joins them.
pub(crate) const VALUED: &[&str] =
    &["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--config-env", "--exec-path", "--super-prefix"];

/// Commands that change nothing, wherever they look.
#[rustfmt::skip]
const ONLY_LOOKS: &[&str] = &[
    "log", "status", "diff", "show", "rev-parse", "rev-list", "ls-files", "ls-tree", "cat-file", "describe", "blame", "grep",
];

impl<'c> GitWords<'c> {
    pub(crate) fn of(command: &'c Command) -> Option<Self> {
        let mut words = command.words.iter();
        let program = words.next()?.known()?;
        if program.rsplit('/').next() != Some("git") {
            return None;
        }
        let mut global = Vec::new();
        let name = loop {
            let word = words.next()?.prefix();
            if !word.starts_with('-') {
                break word;
            }
            let glued = word.strip_prefix("-c").filter(|glued| !glued.is_empty());
            global.push(match (glued, word.split_once('=')) {
                (Some(glued), _) => ("-c", glued),
                (None, Some((option, value))) => (option, value),
                (None, None) if VALUED.contains(&word) => (word, words.next().map_or("", Value::prefix)),
                (None, None) => (word, ""),
            });
        };
        let words = words.as_slice();
        Some(Self { global, name, rest: words.iter().map(Value::prefix).collect(), words })
    }

    /// Whether names of commits may stand for others when it has run, and not only those of remotes.
    pub(crate) fn may_move_names(&self) -> bool {
        match self.name {
            "fetch" => self.rest.iter().any(|word| word.contains(':') && !word.contains("://")),
            "branch" | "tag" => !self.read(&[], &[]).1.is_empty(),
            "stash" => self.rest.first() == Some(&"branch"),
            "worktree" | "add" | "stage" | "rm" | "mv" | "restore" | "clean" | "config" | "check-ignore" => {
                false
            }
            name => !ONLY_LOOKS.contains(&name),
        }
    }

    /// The words of it that lead to another repository or work tree, or bend what git makes of a file.
    pub(crate) fn leads_astray(&self) -> Option<String> {
        if ONLY_LOOKS.contains(&self.name) {
            return None;
        }
        let shown = |option: &str, value: &str| format!("{option} {value}").trim_end().to_owned();
        let by_option = self.global.iter().find(|(option, value)| match *option {
            "--git-dir" | "--work-tree" | "--namespace" | "--bare" | "--attr-source" => true,
            "-c" | "--config-env" => !is_harmless(value.split('=').next().unwrap_or_default()),
            _ => false,
        });
        // A tree or a stream by its name may hold anything.
        if matches!(self.name, "commit-tree" | "fast-import") {
            return Some(self.name.to_owned());
        }
        let by_setting = || self.set().filter(|key| !is_harmless(key));
        by_option
            .map(|(option, value)| shown(option, value))
            .or_else(|| by_setting().map(|key| shown("config", key)))
    }

    /// Whether they lead to another repository, and do not only bend what it makes of files.
    pub(crate) fn leads_elsewhere(&self) -> bool {
        self.global.iter().any(|(option, value)| match *option {
            "--git-dir" | "--work-tree" | "--namespace" | "--bare" => true,
            "-c" | "--config-env" => value.to_ascii_lowercase().starts_with("core.worktree"),
            _ => false,
        })
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
            [] | [_] if !self.rest.iter().any(edits) => None,
            operands => {
                // The value of an option stands in front of the key, perhaps.
                let key = operands.iter().find(|word| word.contains('.') && !word.contains('/'));
                Some(key.copied().unwrap_or_default())
            }
        }
    }

    /// Whether a commit takes along every tracked file as it lies in the work tree.
    pub(crate) fn takes_all(&self) -> bool {
        let mut all = false;
        for option in self.read(&['m', 'F', 'C', 'c', 't', 'S', 'u'], COMMIT_VALUED).0 {
            match option {
                Opted::Letter('a') => all = true,
                Opted::Long(word) if word.len() > "--a".len() && "--all".starts_with(word) => all = true,
                Opted::Long("--no-all") => all = false,
                Opted::Letter(_) | Opted::Long(_) => {}
            }
        }
        all
    }

    /// The files that a commit names: it takes them as they lie in the work tree, and leaves out whatever else is staged.
    pub(crate) fn only(&self) -> Option<Vec<&'c str>> {
        let (options, operands) = self.read(&['m', 'F', 'C', 'c', 't', 'S', 'u'], COMMIT_VALUED);
        let includes = |option: &Opted| match option {
            Opted::Letter(letter) => *letter == 'i',
            Opted::Long(word) => word.len() > "--in".len() && "--include".starts_with(word),
        };
        let is_only = self.name == "commit" && !operands.is_empty() && !options.iter().any(includes);
        (is_only && !self.picks()).then_some(operands)
    }

    /// Whether a commit chooses by itself what it takes of a file: by hand, or from a list.
    pub(crate) fn picks(&self) -> bool {
        let (options, _) = self.read(&['m', 'F', 'C', 'c', 't', 'S', 'u'], COMMIT_VALUED);
        options.into_iter().any(|option| match option {
            Opted::Letter(letter) => letter == 'p',
            Opted::Long(word) => ["--pathspec-from-file", "--patch", "--interactive"]
                .iter()
                .any(|name| word.len() > "--p".len() && name.starts_with(word)),
        })
    }

    /// Whether an `add` puts whole files into the index, as they lie in the work tree. An option that nobody knows may
    /// try it out only, or ask for each part.
    pub(crate) fn adds_whole(&self) -> bool {
        const WHOLE: &[&str] =
            &["--all", "--update", "--verbose", "--force", "--ignore-errors", "--renormalize"];
        let (options, operands) = self.read(&[], &[]);
        matches!(self.name, "add" | "stage")
            && options.into_iter().all(|option| match option {
                Opted::Letter(letter) => "Auvf".contains(letter),
                Opted::Long(word) => WHOLE.contains(&word),
            })
            // All but these.
            && !operands.iter().any(|word| word.starts_with(':') && word.contains(['!', '^', '(']))
    }

    /// Whether an `add` is of the whole work tree, wherever it is made.
    pub(crate) fn adds_everything(&self) -> bool {
        let (options, operands) = self.read(&[], &[]);
        let is_all =
            |option: &Opted| matches!(option, Opted::Letter('A' | 'u') | Opted::Long("--all" | "--update"));
        self.adds_whole() && operands.is_empty() && options.iter().any(is_all)
    }

    /// Whether an `add` takes along what git does not track yet.
    pub(crate) fn adds_new(&self) -> bool {
        let (options, _) = self.read(&[], &[]);
        !options.iter().any(|option| matches!(option, Opted::Letter('u') | Opted::Long("--update")))
    }

    /// Whether it makes the index another one than the work tree, in a way that nobody looks into.
    pub(crate) fn bends_index(&self, is_document: impl Fn(&str) -> bool) -> bool {
        let (options, operands) = self.read(&['s'], &["--source", "--pathspec-from-file"]);
        let has = |letter: char, name: &str| {
            options.iter().any(|option| match option {
                Opted::Letter(own) => *own == letter,
                Opted::Long(word) => word.len() > "--".len() && name.starts_with(*word),
            })
        };
        let documents = !operands.is_empty() && operands.iter().all(|word| is_document(word));
        match self.name {
            "update-index" => {
                !options.iter().all(|option| match option {
                    Opted::Letter(letter) => *letter == 'q',
                    Opted::Long(word) => {
                        matches!(
                            *word,
                            "--refresh" | "--really-refresh" | "--unmerged" | "--ignore-submodules"
                        )
                    }
                }) || !operands.is_empty()
            }
            "read-tree" | "sparse-checkout" | "checkout-index" | "merge-index" => true,
            "bisect" => !matches!(operands.first(), Some(&("log" | "view"))),
            // What was committed stays in the index.
            "reset" => !has('\0', "--soft") && !documents,
            "restore" => has('S', "--staged") && !documents,
            "rm" => has('\0', "--cached") && !documents,
            "apply" => has('\0', "--cached") || has('\0', "--index"),
            "add" | "stage" => has('f', "--force") && !documents,
            "submodule" => {
                !matches!(operands.first(), None | Some(&("status" | "summary" | "foreach" | "sync")))
            }
            _ => false,
        }
    }

    /// Options and operands behind the command: letters up to one that has a value, which may stand in the next word.
    fn read(&self, letters: &[char], long: &[&str]) -> (Vec<Opted<'c>>, Vec<&'c str>) {
        let (mut options, mut operands) = (Vec::new(), Vec::new());
        let mut words = self.rest.iter().copied();
        while let Some(word) = words.next() {
            if word == "--" {
                operands.extend(words.by_ref());
            } else if word.starts_with("--") {
                let (name, value) =
                    word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value)));
                options.push(Opted::Long(name));
                if value.is_none() && long.iter().any(|own| own.starts_with(name)) {
                    words.next();
                }
            } else if let Some(cluster) = word.strip_prefix('-').filter(|cluster| !cluster.is_empty()) {
                for (at, letter) in cluster.char_indices() {
                    options.push(Opted::Letter(letter));
                    if letters.contains(&letter) {
                        let is_last = at + letter.len_utf8() == cluster.len();
                        // A key to sign with, and what of new files is shown, are glued to their letter or not there.
                        if is_last && !matches!(letter, 'S' | 'u') {
                            words.next();
                        }
                        break;
                    }
                }
            } else {
                operands.push(word);
            }
        }
        (options, operands)
    }
}

/// Long options of a commit whose value may be the next word.
const COMMIT_VALUED: &[&str] = &[
    "--message",
    "--file",
    "--author",
    "--date",
    "--template",
    "--reuse-message",
    "--reedit-message",
    "--fixup",
    "--squash",
    "--cleanup",
    "--trailer",
    "--pathspec-from-file",
];

/// One option, without its value.
#[derive(Clone, Copy)]
enum Opted<'c> {
    Letter(char),
    Long(&'c str),
}

/// Settings that say who commits, in which words, and what is shown; any other may change what is committed.
fn is_harmless(key: &str) -> bool {
    #[rustfmt::skip]
    const SECTIONS: &[&str] = &[
        "user", "author", "committer", "commit", "gpg", "color", "advice", "alias", "safe", "log", "i18n", "push", "http",
        "https", "credential", "init", "gc", "protocol", "column", "pull", "fetch", "remote", "branch", "url", "pager",
        "tag", "sequence", "format", "maintenance", "rebase", "rerere", "help", "status", "blame", "versionsort",
    ];
    #[rustfmt::skip]
    const CORE: &[&str] = &[
        "editor", "pager", "quotepath", "hookspath", "commentchar", "abbrev", "autocrlf", "safecrlf", "eol", "longpaths",
        "preloadindex", "askpass", "sshcommand", "fsmonitor", "untrackedcache", "precomposeunicode",
    ];
    let key = key.to_ascii_lowercase();
    let (section, name) = key.split_once('.').unwrap_or((&key, ""));
    SECTIONS.contains(&section) || (section == "core" && CORE.contains(&name))
}

#[cfg(test)]
mod tests;
