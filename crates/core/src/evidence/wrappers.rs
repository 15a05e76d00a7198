//! Wrappers: which run what stands behind them as it is and end as that does, and which of their words keep it from running.

use hookward_effects::{Command, Value};

use super::Doubt;
use super::runners::first_but_known;
use super::tasks::Tasks;

/// Wrappers that end as what they run does.
#[rustfmt::skip]
const CLEAR: &[&str] = &[
    "timeout", "gtimeout", "env", "nice", "ionice", "time", "command", "exec", "nohup", "stdbuf", "unbuffer", "xvfb-run",
    "npx", "pnpx", "bunx", "npm", "pnpm", "yarn", "bun", "uv", "uvx", "pipx", "poetry", "pipenv", "pdm", "hatch", "rye",
    "bundle", "composer", "dotenv", "cross-env", "direnv", "mise", "asdf", "nix", "nix-shell", "devbox", "bash", "sh", "zsh", "dash",
    "eval", "corepack", "rtk", "rustup", "caffeinate", "volta", "fnm", "nvm", "doppler", "infisical", "dotenvx",
];

/// Wrappers that lead into a container or to another machine. What is mounted there may be these very sources, but the
/// programs are the image's, and whoever names the image chooses them.
#[rustfmt::skip]
pub(super) const AWAY: &[&str] = &[
    "docker", "docker-compose", "podman", "podman-compose", "nerdctl", "finch", "kubectl", "oc", "ssh", "vagrant", "lxc",
    "incus", "distrobox", "toolbox", "devcontainer", "chroot", "limactl", "multipass", "wsl",
];

/// Wrappers that run what stands behind them, and their options with which they still do.
const OWN: &[(&[&str], &[&str])] = &[
    (
        &["env"],
        &["-i", "-", "-u", "-C", "-S", "--ignore-environment", "--unset", "--chdir", "--split-string"],
    ),
    (
        &["timeout", "gtimeout"],
        &[
            "-k",
            "-s",
            "-v",
            "-f",
            "-p",
            "--kill-after",
            "--signal",
            "--verbose",
            "--foreground",
            "--preserve-status",
        ],
    ),
    (&["nice"], &["-n", "--adjustment"]),
    (&["ionice"], &["-c", "-n", "-t", "--class", "--classdata", "--ignore"]),
    (
        &["time"],
        &[
            "-p",
            "-f",
            "-o",
            "-a",
            "-v",
            "-l",
            "--portability",
            "--format",
            "--output",
            "--append",
            "--verbose",
        ],
    ),
    (&["caffeinate"], &["-d", "-i", "-m", "-s", "-u", "-t"]),
    (&["command"], &["-p"]),
    (&["exec"], &["-c", "-l", "-a"]),
    (&["nohup", "unbuffer"], &[]),
    (&["stdbuf"], &["-i", "-o", "-e", "--input", "--output", "--error"]),
    (
        &["xvfb-run"],
        &[
            "-a",
            "-e",
            "-f",
            "-n",
            "-l",
            "-p",
            "-s",
            "-w",
            "--auto-servernum",
            "--server-args",
            "--server-num",
            "--error-file",
        ],
    ),
];

/// A wrapper of a command that may run anything, or that keeps its status for itself.
pub(super) fn foreign_wrapper<'f>(tasks: &Tasks<'f>, command: &'f Command) -> Option<&'f str> {
    let through = command.through.iter().filter(|wrapper| !tasks.is_seen(wrapper));
    let mut through = through.map(|wrapper| wrapper.split(' ').next().unwrap_or(wrapper));
    // `python -m pytest` is pytest; what other code starts, it may start as it likes.
    let is_module = |wrapper: &&str| {
        wrapper.starts_with("python") && command.through.iter().any(|own| own == "python -m")
    };
    through.find(|wrapper| !CLEAR.contains(wrapper) && !is_module(wrapper))
}

/// The wrapper and the word by which it may run nothing: `env --version npm test`.
pub(super) fn kept_by(command: &Command) -> Option<Doubt> {
    command.launched.iter().find_map(|launch| {
        if launch.by == "python -m" {
            let words: Vec<&str> = launch.words.iter().map(|word| word.known().unwrap_or_default()).collect();
            return first_but_known("python", &words)
                .map(|_| Doubt::Through(format!("python {}", words.join(" "))));
        }
        let (_, own) = OWN.iter().find(|(names, _)| names.contains(&launch.by.as_str()))?;
        let word =
            launch.words.iter().filter_map(Value::known).find(|word| !is_known(&launch.by, own, word))?;
        Some(Doubt::Through(format!("{} {word}", launch.by)))
    })
}

fn is_known(wrapper: &str, own: &[&str], word: &str) -> bool {
    let option = word.split_once('=').map_or(word, |(option, _)| option);
    // `-oL`, `-n5`. Those of the shell take no value in the same word, so that `-pv` is two of them.
    let is_glued = || {
        let first = word.get(..2).unwrap_or(word);
        !word.starts_with("--") && !matches!(wrapper, "command" | "exec") && own.contains(&first)
    };
    let is_number = || wrapper == "nice" && word.bytes().skip(1).all(|byte| byte.is_ascii_digit());
    !word.starts_with('-') || word == "--" || own.contains(&option) || is_glued() || is_number()
}
