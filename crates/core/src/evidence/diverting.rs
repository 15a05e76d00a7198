//! Settings of managers and build tools by which another program runs in the place of theirs: a shell for every script of npm, what starts
//! the tests of cargo. They are no settings of tests, which are the project's own affair, but a way to run anything.

use super::Kind;
use super::variables::is_plain_of_node;

/// A key of settings, and whether a value of it runs what would run anyway.
type Key = (&'static str, fn(&str) -> bool);

/// A file that may hold such settings.
pub struct Setting {
    /// Whose runs it bends.
    pub of: Kind,
    /// Where it lies, from a directory around the run.
    pub file: &'static str,
    /// Its keys.
    keys: &'static [Key],
    /// What stands between a key and its value.
    between: char,
}

fn never(_: &str) -> bool {
    false
}

/// Shells, wherever the machine has them.
fn is_shell(value: &str) -> bool {
    let (directory, name) = value.rsplit_once(['/', '\\']).unwrap_or(("", value));
    // Elsewhere than on Windows, that is a mere name, which no file of the project has.
    let is_of_windows = || directory.starts_with("C:\\") && !value.contains('/');
    let is_of_machine = ["", "/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].contains(&directory)
        || is_of_windows();
    let name = name.strip_suffix(".exe").unwrap_or(name);
    is_of_machine
        && matches!(name, "bash" | "sh" | "zsh" | "dash" | "ksh" | "fish" | "pwsh" | "powershell" | "cmd")
}

fn is_plain(value: &str) -> bool {
    value.split(' ').all(is_plain_of_node)
}

/// Where yarn keeps the versions of itself that it fetches.
fn is_release_of_yarn(value: &str) -> bool {
    value.strip_prefix("./").unwrap_or(value).starts_with(".yarn/releases/") && !value.contains("..")
}

/// Whether options of Go leave the tests, and what they are run with, as they are.
fn leaves_tests_of_go(value: &str) -> bool {
    const OTHERS: &[&str] =
        &["exec", "toolexec", "run", "skip", "list", "short", "overlay", "modfile", "n", "c"];
    let option = |word: &str| word.trim_start_matches('-').split('=').next().unwrap_or_default().to_owned();
    !value.split([' ', '\'', '"']).any(|word| OTHERS.contains(&option(word).as_str()))
}

fn is_cache_of_compiler(value: &str) -> bool {
    matches!(value, "sccache" | "ccache" | "cachepot" | "")
}

/// The files, and what in them leads elsewhere.
pub const SETTINGS: &[Setting] = &[
    Setting {
        of: Kind::JavaScript,
        file: ".npmrc",
        keys: &[("script-shell", is_shell), ("node-options", is_plain)],
        between: '=',
    },
    Setting {
        of: Kind::JavaScript,
        file: "pnpm-workspace.yaml",
        keys: &[("scriptShell", is_shell), ("nodeOptions", is_plain)],
        between: ':',
    },
    Setting {
        of: Kind::JavaScript,
        file: ".yarnrc.yml",
        keys: &[("yarnPath", is_release_of_yarn)],
        between: ':',
    },
    Setting {
        of: Kind::JavaScript,
        file: ".yarnrc",
        keys: &[("yarn-path", is_release_of_yarn), ("script-shell", is_shell)],
        between: ' ',
    },
    // `go env -w` writes it, in the home.
    Setting {
        of: Kind::Go,
        file: ".config/go/env",
        keys: &[("GOFLAGS", leaves_tests_of_go), ("GOROOT", never), ("GOTOOLDIR", never)],
        between: '=',
    },
    Setting { of: Kind::Rust, file: ".cargo/config.toml", keys: OF_CARGO, between: '=' },
    Setting { of: Kind::Rust, file: ".cargo/config", keys: OF_CARGO, between: '=' },
];

const OF_CARGO: &[Key] = &[
    ("runner", never),
    ("rustc", never),
    ("rustc-wrapper", is_cache_of_compiler),
    ("rustc-workspace-wrapper", is_cache_of_compiler),
    ("rustdoc", never),
    ("test", never),
    ("t", never),
    ("nextest", never),
];

impl Setting {
    /// The first line of a text by which another program runs.
    pub fn diverting<'t>(&self, text: &'t str) -> Option<&'t str> {
        // `alias = { test = "version" }`: a table may stand in one line.
        text.lines()
            .map(str::trim)
            .find(|line| line.split(['{', '}', ',']).any(|part| self.is_diverting(part)))
    }

    fn is_diverting(&self, entry: &str) -> bool {
        let Some((key, value)) = entry.split_once(self.between) else { return false };
        // `build.rustc-wrapper`, `target.x86_64-unknown-linux-gnu.runner`
        let key = key.trim().trim_matches(['"', '\'']);
        let key = key.rsplit('.').next().unwrap_or(key).trim_matches(['"', '\'']);
        let value = value.split(" #").next().unwrap_or(value).trim().trim_matches(['"', '\'']);
        self.keys.iter().any(|(own, leaves)| *own == key && !leaves(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diverts(file: &str, text: &str) -> bool {
        let own = SETTINGS.iter().find(|setting| setting.file == file);
        own.is_some_and(|setting| setting.diverting(text).is_some())
    }

    #[test]
    fn another_program_is_told_from_the_one_that_would_run_anyway() {
        for (file, text, expected) in [
            (".npmrc", "fund=false\nsave-exact=true\n", false),
            (".npmrc", "script-shell=C:evil/bash\n", true),
            (".npmrc", "script-shell=/bin/bash\n", false),
            (".npmrc", "script-shell = \"C:\\Program Files\\git\\bin\\bash.exe\"\n", false),
            (".npmrc", "script-shell=/bin/true\n", true),
            (".npmrc", "  script-shell = ./bash\n", true),
            (".npmrc", "; script-shell=/bin/true\n", false),
            (".npmrc", "node-options=--max-old-space-size=4096\n", false),
            (".npmrc", "node-options=--require ./x.js\n", true),
            ("pnpm-workspace.yaml", "packages:\n  - 'a'\nscriptShell: ./x\n", true),
            (".yarnrc.yml", "yarnPath: .yarn/releases/yarn-4.5.0.cjs\n", false),
            (".yarnrc.yml", "yarnPath: ./x.cjs\n", true),
            (".yarnrc", "yarn-path \"./x.js\"\n", true),
            (".config/go/env", "GOPRIVATE=a\nGOFLAGS=-mod=mod -tags=x\n", false),
            (".config/go/env", "GOFLAGS=-mod=mod -exec=true\n", true),
            (".cargo/config.toml", "[target.x86_64-unknown-linux-gnu]\nrunner = \"true\"\n", true),
            (".cargo/config.toml", "target.x86_64-unknown-linux-gnu.runner = [\"true\"]\n", true),
            (".cargo/config.toml", "[build]\nrustc-wrapper = \"sccache\" # fast\n", false),
            (".cargo/config.toml", "[build]\nrustc-wrapper = \"./x\"\n", true),
            (".cargo/config.toml", "[alias]\ntest = \"version\"\n", true),
            (".cargo/config.toml", "alias = { b = \"build\", test = \"version\" }\n", true),
            (".cargo/config.toml", "target = { x = { runner = \"true\" } }\n", true),
            ("pnpm-workspace.yaml", "{packages: [a], scriptShell: ./x}\n", true),
            (".cargo/config.toml", "[alias]\nxtask = \"run -p xtask --\"\n[net]\noffline = true\n", false),
        ] {
            assert_eq!(diverts(file, text), expected, "{file}: {text}");
        }
    }
}
