//! Words of wrappers that run what stands behind them as it is: which of them keep it from running.

use hookward_effects::{Command, Value};

use super::Doubt;
use super::runners::first_but_known;

/// Such wrappers, and their options with which they still run it.
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
