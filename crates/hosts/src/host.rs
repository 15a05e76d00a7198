//! The hosts that Hookward can be registered with.

use crate::Surroundings;
use crate::envelope::Envelope;
use crate::sniff::{Caller, sniff};

/// A host: the word after `hookward hook`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Host {
    /// Claude Code, and the hosts that load its settings.
    Claude,
    /// Cursor, the editor and its command line.
    Cursor,
    /// Kiro, the editor and its command lines.
    Kiro,
    /// Codex CLI.
    Codex,
    /// Gemini CLI.
    Gemini,
    /// Copilot CLI and the agent of VS Code.
    Copilot,
    /// Qwen Code.
    Qwen,
    /// OpenCode, by a plugin of ours.
    OpenCode,
    /// Any runtime that sets `HOOK_EVENT` and reads exit codes.
    Plain,
    /// Windsurf Cascade.
    Windsurf,
    /// Cline.
    Cline,
    /// Factory Droid.
    Droid,
    /// Amp, by its permission delegate.
    Amp,
}

impl Host {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::Claude,
        Self::Cursor,
        Self::Kiro,
        Self::Codex,
        Self::Gemini,
        Self::Copilot,
        Self::Qwen,
        Self::OpenCode,
        Self::Plain,
        Self::Windsurf,
        Self::Cline,
        Self::Droid,
        Self::Amp,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Claude => "claude",
            Self::Cursor => "cursor",
            Self::Kiro => "kiro",
            Self::Codex => "codex",
            Self::Gemini => "gemini",
            Self::Copilot => "copilot",
            Self::Qwen => "qwen",
            Self::OpenCode => "opencode",
            Self::Plain => "plain",
            Self::Windsurf => "windsurf",
            Self::Cline => "cline",
            Self::Droid => "droid",
            Self::Amp => "amp",
        }
    }

    /// Its name as people write it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Claude => "Claude Code",
            Self::Cursor => "Cursor",
            Self::Kiro => "Kiro",
            Self::Codex => "Codex CLI",
            Self::Gemini => "Gemini CLI",
            Self::Copilot => "Copilot",
            Self::Qwen => "Qwen Code",
            Self::OpenCode => "OpenCode",
            Self::Plain => "the plain protocol",
            Self::Windsurf => "Windsurf",
            Self::Cline => "Cline",
            Self::Droid => "Factory Droid",
            Self::Amp => "Amp",
        }
    }

    /// The host of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|host| host.name() == name)
    }

    /// The dialects in which a registration of this host may be spoken to, its own first.
    pub fn dialects(self) -> &'static [Caller] {
        match self {
            // Devin has no registration of its own here, and loads this one.
            Self::Claude => &[Caller::Claude, Caller::Devin],
            Self::Cursor => &[Caller::Cursor],
            Self::Kiro => &[Caller::Kiro],
            Self::Codex => &[Caller::Codex],
            Self::Gemini => &[Caller::Gemini],
            Self::Copilot => &[Caller::Copilot, Caller::CopilotClaude, Caller::VsCode],
            Self::Qwen => &[Caller::Qwen],
            Self::OpenCode => &[Caller::OpenCode],
            Self::Plain => &[Caller::Plain],
            Self::Windsurf => &[Caller::Windsurf],
            Self::Cline => &[Caller::Cline],
            Self::Droid => &[Caller::Droid],
            Self::Amp => &[Caller::Amp],
        }
    }

    /// Whose words a registration of this host is answered in. A registration of Claude's is read by others too; every
    /// other one is read by its own host, which may still speak in two ways.
    pub(crate) fn caller(self, envelope: &Envelope, around: &Surroundings) -> Caller {
        match self {
            Self::Claude => sniff(envelope, around),
            Self::Copilot => match sniff(envelope, around) {
                caller @ (Caller::Copilot | Caller::VsCode) => caller,
                _ if envelope.hook_event_name.is_there() => Caller::CopilotClaude,
                _ => Caller::Copilot,
            },
            Self::Cursor => Caller::Cursor,
            Self::Kiro => Caller::Kiro,
            Self::Codex => Caller::Codex,
            Self::Gemini => Caller::Gemini,
            Self::Qwen => Caller::Qwen,
            Self::OpenCode => Caller::OpenCode,
            Self::Plain => Caller::Plain,
            Self::Windsurf => Caller::Windsurf,
            Self::Cline => Caller::Cline,
            Self::Droid => Caller::Droid,
            Self::Amp => Caller::Amp,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_names_the_hosts_that_there_is_a_registration_for() {
        let names: Vec<&str> =
            Host::ALL.iter().filter(|host| host.is_registrable()).map(|host| host.name()).collect();
        assert_eq!(names, hookward_core::policy::HOSTS);
    }

    #[test]
    fn every_dialect_belongs_to_one_host() {
        for caller in Caller::ALL {
            let hosts: Vec<_> = Host::ALL.iter().filter(|host| host.dialects().contains(caller)).collect();
            assert_eq!(hosts.len(), 1, "{caller:?}: {hosts:?}");
        }
    }
}
