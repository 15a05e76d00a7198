//! How each host starts a command that is registered with it. A canary that is started otherwise proves nothing: another
//! shell may have another PATH.

use super::command::words;
use crate::Host;

/// How a host starts a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Launch {
    /// By this program, with the command line behind these arguments.
    Shell {
        /// The shell.
        program: &'static str,
        /// What stands before the command line.
        arguments: &'static [&'static str],
    },
    /// By the shell that the person's account has, with `-c`.
    AccountShell,
    /// Without a shell, word by word.
    Directly,
}

const SH: Launch = Launch::Shell { program: "sh", arguments: &["-c"] };
const BASH: Launch = Launch::Shell { program: "bash", arguments: &["-c"] };

/// How a host starts a command.
pub fn launch(host: Host) -> Launch {
    match host {
        // claude-code.md §1; seen with 2.1.325.
        Host::Claude => Launch::Shell { program: "/bin/sh", arguments: &["-c"] },
        // codex.md §3 says a login shell by `$SHELL`; 0.166 was seen to take the account's shell, and not as a login shell.
        Host::Codex => Launch::AccountShell,
        // gemini-cli.md §3, kiro.md A, windsurf.md; Gemini and Qwen were seen so.
        Host::Gemini | Host::Qwen | Host::Kiro | Host::Windsurf => BASH,
        // Seen with 1.0.102.
        Host::Copilot => Launch::Shell { program: "/bin/bash", arguments: &["--norc", "--noprofile", "-c"] },
        // No page says which shell it is; all have this one.
        Host::Cursor | Host::Droid | Host::Plain => SH,
        // The plugin, the file and the delegate are programs.
        Host::OpenCode | Host::Cline | Host::Amp => Launch::Directly,
    }
}

/// The words of a command line of ours, as they are run without a shell.
pub fn command_words(line: &str) -> Vec<String> {
    words(line)
}
