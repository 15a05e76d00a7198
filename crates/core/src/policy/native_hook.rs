//! A hook that was a host's own: its script reads what that host sends, is run as that host runs it, and answers in that
//! host's words.

use regex_lite::Regex;
use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::event::EventName;

/// Whose hook it was, and how that host runs it. `hookward import` writes this.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NativeTable {
    /// The host. The hook runs on its events only, reads what it sends, and answers in its words.
    pub name: NativeHost,
    /// The event by the host's own name: `PreToolUse`, `beforeShellExecution`, `agentSpawn`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub event: Spanned<String>,
    /// The host's own matcher, with the meaning that it has there: Claude Code's lists of names and regular expressions,
    /// Cursor's regular expressions, Kiro's names, globs and `@server/tool`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub matcher: Option<Spanned<String>>,
    /// Claude Code's `if`: a rule of permissions such as `Bash(git *)`.
    #[serde(default, rename = "if")]
    pub condition: Option<String>,
    /// Words behind the command, which then is a program and runs without a shell.
    #[serde(default)]
    pub args: Option<Vec<String>>,
    /// The shell, where it is not the one that the host uses by itself.
    #[serde(default)]
    pub shell: Option<NativeShell>,
    /// The settings file in which it stood, from the project or the home; `hookward uninstall` puts it back there.
    #[serde(default)]
    pub file: Option<String>,
    /// Other keys of its entry there, as JSON, so that they are put back, too.
    #[serde(default)]
    pub keys: Option<String>,
}

/// A host whose hooks can be taken over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum NativeHost {
    /// Claude Code.
    Claude,
    /// Cursor.
    Cursor,
    /// Kiro's agents.
    Kiro,
}

/// A shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum NativeShell {
    /// `bash -c`
    Bash,
}

/// Whose hook it was, and how that host runs it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Native {
    /// The host.
    pub host: NativeHost,
    /// The event by the host's own name.
    pub event: String,
    /// The host's own matcher.
    pub matcher: Option<String>,
    /// Claude Code's `if`.
    pub condition: Option<String>,
    /// Words behind the command, which then runs without a shell.
    pub args: Option<Vec<String>>,
    /// The shell, where it is not the host's usual one.
    pub shell: Option<NativeShell>,
    /// The settings file in which it stood.
    pub file: Option<String>,
    /// Other keys of its entry there, as JSON.
    pub keys: Option<String>,
}

impl From<NativeTable> for Native {
    fn from(table: NativeTable) -> Self {
        let NativeTable { name, event, matcher, condition, args, shell, file, keys } = table;
        let matcher = matcher.map(Spanned::into_inner);
        Self { host: name, event: event.into_inner(), matcher, condition, args, shell, file, keys }
    }
}

/// The events of hosts on which Hookward is asked, and their neutral names (claude-code.md §2).
const CLAUDE: &[(&str, EventName)] = &[
    ("PreToolUse", EventName::BeforeTool),
    ("PostToolUse", EventName::AfterTool),
    ("PostToolUseFailure", EventName::AfterFailure),
    ("UserPromptSubmit", EventName::Prompt),
    ("SessionStart", EventName::SessionStart),
    ("SubagentStart", EventName::SubagentStart),
    ("SubagentStop", EventName::SubagentStop),
    ("Stop", EventName::Stop),
    ("PreCompact", EventName::BeforeCompaction),
    ("SessionEnd", EventName::SessionEnd),
    ("Notification", EventName::Notification),
];

/// cursor.md §2.
const CURSOR: &[(&str, EventName)] = &[
    ("preToolUse", EventName::BeforeTool),
    ("beforeShellExecution", EventName::BeforeTool),
    ("beforeMCPExecution", EventName::BeforeTool),
    ("beforeReadFile", EventName::BeforeTool),
    ("beforeTabFileRead", EventName::BeforeTool),
    ("postToolUse", EventName::AfterTool),
    ("postToolUseFailure", EventName::AfterFailure),
    ("beforeSubmitPrompt", EventName::Prompt),
    ("sessionStart", EventName::SessionStart),
    ("subagentStart", EventName::SubagentStart),
    ("subagentStop", EventName::SubagentStop),
    ("stop", EventName::Stop),
    ("preCompact", EventName::BeforeCompaction),
    ("sessionEnd", EventName::SessionEnd),
];

/// kiro.md, A.
const KIRO: &[(&str, EventName)] = &[
    ("preToolUse", EventName::BeforeTool),
    ("postToolUse", EventName::AfterTool),
    ("userPromptSubmit", EventName::Prompt),
    ("agentSpawn", EventName::SessionStart),
    ("stop", EventName::Stop),
];

impl NativeHost {
    /// The host's name, as it is written everywhere.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Claude => "claude",
            Self::Cursor => "cursor",
            Self::Kiro => "kiro",
        }
    }

    /// The neutral name of one of its events; `None` for one on which Hookward is not asked.
    pub fn neutral(self, event: &str) -> Option<EventName> {
        self.events().find(|(name, _)| *name == event).map(|(_, neutral)| neutral)
    }

    /// Whether a matcher means anything: of Claude Code a list of whole names or a regular expression, of Cursor an
    /// expression (claude-code.md §2, cursor.md §4). Kiro's globs always do.
    pub fn reads(self, matcher: &str) -> bool {
        let is_list =
            || matcher == "*" || matcher.chars().all(|c| c.is_ascii_alphanumeric() || "_- ,|".contains(c));
        match self {
            Self::Claude => is_list() || Regex::new(matcher).is_ok(),
            Self::Cursor => Regex::new(matcher).is_ok(),
            Self::Kiro => true,
        }
    }

    /// Its events on which Hookward is asked.
    pub fn events(self) -> impl Iterator<Item = (&'static str, EventName)> + Clone {
        let events = match self {
            Self::Claude => CLAUDE,
            Self::Cursor => CURSOR,
            Self::Kiro => KIRO,
        };
        events.iter().copied()
    }
}

impl Native {
    /// Whether two are the same hook of the same host, wherever they stand.
    pub fn is_twin(&self, other: &Self) -> bool {
        let (one, other) = (Self { file: None, keys: None, ..self.clone() }, other.clone());
        one == Self { file: None, keys: None, ..other }
    }
}
