//! Who is really calling. The host in the command line is the one of the registration; but other hosts load
//! `.claude/settings.json` too, and each wants the answer in its own words (MATRIX.md §3).

use hookward_core::{Attendance, Fault};

use crate::envelope::Envelope;
use crate::json::{Field, is_yes};
use crate::names::step;
use crate::{Asked, Decoded, Surroundings};

/// The dialect of the program that called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Caller {
    /// Claude Code, and whoever speaks as it does.
    Claude,
    /// The plain protocol: text on standard output, exit codes.
    Plain,
    /// Amp's permission delegate.
    Amp,
    /// Cline.
    Cline,
    /// Codex CLI.
    Codex,
    /// Copilot CLI, with its own names.
    Copilot,
    /// Copilot CLI, with the names of a Claude registration.
    CopilotClaude,
    /// Cursor.
    Cursor,
    /// Devin CLI and Devin Local.
    Devin,
    /// Factory Droid.
    Droid,
    /// Gemini CLI.
    Gemini,
    /// Kiro, IDE and CLI.
    Kiro,
    /// The plugin of ours for OpenCode.
    OpenCode,
    /// Qwen Code.
    Qwen,
    /// The agent of VS Code.
    VsCode,
    /// Windsurf Cascade.
    Windsurf,
}

impl Caller {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::Claude,
        Self::Plain,
        Self::Amp,
        Self::Cline,
        Self::Codex,
        Self::Copilot,
        Self::CopilotClaude,
        Self::Cursor,
        Self::Devin,
        Self::Droid,
        Self::Gemini,
        Self::Kiro,
        Self::OpenCode,
        Self::Qwen,
        Self::VsCode,
        Self::Windsurf,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Claude => "claude",
            Self::Plain => "plain",
            Self::Amp => "amp",
            Self::Cline => "cline",
            Self::Codex => "codex",
            Self::Copilot => "copilot",
            Self::CopilotClaude => "copilot-claude",
            Self::Cursor => "cursor",
            Self::Devin => "devin",
            Self::Droid => "droid",
            Self::Gemini => "gemini",
            Self::Kiro => "kiro",
            Self::OpenCode => "opencode",
            Self::Qwen => "qwen",
            Self::VsCode => "vscode",
            Self::Windsurf => "windsurf",
        }
    }

    /// Its name as people write it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Claude => "Claude Code",
            Self::Plain => "the plain protocol",
            Self::Amp => "Amp",
            Self::Cline => "Cline",
            Self::Codex => "Codex CLI",
            Self::Copilot | Self::CopilotClaude => "Copilot CLI",
            Self::Cursor => "Cursor",
            Self::Devin => "Devin",
            Self::Droid => "Factory Droid",
            Self::Gemini => "Gemini CLI",
            Self::Kiro => "Kiro",
            Self::OpenCode => "OpenCode",
            Self::Qwen => "Qwen Code",
            Self::VsCode => "VS Code",
            Self::Windsurf => "Windsurf",
        }
    }

    /// The variable in which it names the workspace.
    pub(crate) fn root_variable(self) -> Option<&'static str> {
        match self {
            Self::Claude => Some("CLAUDE_PROJECT_DIR"),
            Self::Cursor => Some("CURSOR_PROJECT_DIR"),
            Self::Devin => Some("DEVIN_PROJECT_DIR"),
            Self::Droid => Some("FACTORY_PROJECT_DIR"),
            Self::Gemini => Some("GEMINI_PROJECT_DIR"),
            Self::Qwen => Some("QWEN_PROJECT_DIR"),
            Self::Plain
            | Self::Amp
            | Self::Cline
            | Self::Codex
            | Self::Copilot
            | Self::CopilotClaude
            | Self::Kiro
            | Self::OpenCode
            | Self::VsCode
            | Self::Windsurf => None,
        }
    }
}

/// Where hosts keep their transcripts. No agent can choose that path, and it says more than a variable that one agent
/// may have inherited from another.
const TRANSCRIPTS: &[(&str, Caller)] = &[
    ("/.claude/projects/", Caller::Claude),
    ("/.codex/sessions/", Caller::Codex),
    ("/.copilot/session-state/", Caller::CopilotClaude),
    ("/GitHub.copilot-chat/transcripts/", Caller::VsCode),
    ("/.factory/sessions/", Caller::Droid),
    ("/.qwen/projects/", Caller::Qwen),
    ("/.gemini/tmp/", Caller::Gemini),
];

/// Variables that a host sets for its hooks. Only those by which a hook is known: many people have a `GEMINI_API_KEY`.
/// An agent may inherit them from another one; but what these three are told, Claude understands too.
const VARIABLES: &[(&str, Caller)] = &[
    ("COPILOT_CLI", Caller::CopilotClaude),
    ("DEVIN_PROJECT_DIR", Caller::Devin),
    ("FACTORY_PROJECT_DIR", Caller::Droid),
];

/// The same for hosts that always say what time it is, as Claude never does (qwen-code.md, gemini-cli.md §3). Qwen
/// first: it sets Gemini's as well.
const VARIABLES_OF_TIMED: &[(&str, Caller)] = &[
    ("QWEN_PROJECT_DIR", Caller::Qwen),
    ("GEMINI_PROJECT_DIR", Caller::Gemini),
    ("GEMINI_SESSION_ID", Caller::Gemini),
];

/// Names of events that only Gemini has.
const GEMINI_EVENTS: &[&str] = &[
    "BeforeTool",
    "AfterTool",
    "BeforeAgent",
    "AfterAgent",
    "BeforeModel",
    "AfterModel",
    "BeforeToolSelection",
    "PreCompress",
];

/// Names of tools that only Kiro has.
const KIRO_TOOLS: &[&str] =
    &["execute_bash", "execute_pwsh", "execute_cmd", "fs_read", "fs_write", "fs_append", "fsRead", "fsWrite"];

/// Who is calling a registration of Claude's. First match wins; the payload's own evidence comes before variables.
pub(crate) fn sniff(envelope: &Envelope, around: &Surroundings) -> Caller {
    let set = |name: &str| (around.var)(name).is_some_and(|value| !value.is_empty());
    let event = envelope.hook_event_name.text().unwrap_or_default();
    let is_camel = event.starts_with(|first: char| first.is_ascii_lowercase());

    // seed-protocol.md: there is no session id. Whoever sends one only has the variable by inheritance.
    if !envelope.session_id.is_there() && !envelope.camel_session_id.is_there() && set("HOOK_EVENT") {
        return Caller::Plain;
    }
    // amp.md, A: standard input holds the bare parameters.
    if event.is_empty() && !envelope.camel_session_id.is_there() && set("AGENT_TOOL_NAME") {
        return Caller::Amp;
    }
    if envelope.agent_action_name.is_there() {
        return Caller::Windsurf;
    }
    if envelope.cursor_version.is_there()
        || (envelope.conversation_id.is_there() && (envelope.generation_id.is_there() || is_camel))
    {
        return Caller::Cursor;
    }
    if envelope.cline_version.is_there() || envelope.hook_name.is_there() {
        return Caller::Cline;
    }
    let is_copilot = envelope.camel_tool_name.is_there() || envelope.camel_session_id.is_there();
    if is_copilot && matches!(envelope.timestamp, Field::Number(_)) {
        return Caller::Copilot;
    }
    if let Some(path) = envelope.transcript_path.text() {
        let path = path.replace('\\', "/");
        if let Some((_, caller)) = TRANSCRIPTS.iter().find(|(folder, _)| path.contains(folder)) {
            return *caller;
        }
    }
    let timed = if envelope.timestamp.is_there() { VARIABLES_OF_TIMED } else { &[] };
    if let Some((_, caller)) = VARIABLES.iter().chain(timed).find(|(name, _)| set(name)) {
        return *caller;
    }
    if GEMINI_EVENTS.contains(&event) {
        return Caller::Gemini;
    }
    let tool = envelope.tool_name.text();
    if envelope.turn_id.is_there() || (tool.is_some() && envelope.model.is_there()) {
        return Caller::Codex;
    }
    if is_camel || tool.is_some_and(|tool| KIRO_TOOLS.contains(&tool)) {
        return Caller::Kiro;
    }
    // copilot.md: both send an ISO time; only VS Code's arguments are in camel case.
    if envelope.timestamp.text().is_some() {
        let input = envelope.tool_input.map_or("", |input| input.get());
        let is_vscode = input.contains("\"filePath\"") || tool == Some("run_in_terminal");
        return if is_vscode { Caller::VsCode } else { Caller::CopilotClaude };
    }
    Caller::Claude
}

/// Whether a person would see a question, as far as the host and the machine tell.
pub(crate) fn attendance(caller: Caller, envelope: &Envelope, around: &Surroundings) -> Attendance {
    // claude-code.md §3; qwen-code.md: `yolo`.
    let silent = matches!(envelope.permission_mode.text(), Some("bypassPermissions" | "dontAsk" | "yolo"));
    // Gemini CLI (0.61) asks at its terminal alone; without one it waits for ever. What it starts has the same terminal,
    // and this variable (gemini-cli.md §3).
    let unseen = || {
        caller == Caller::Gemini && (around.var)("GEMINI_SESSION_ID").is_some() && !(around.has_terminal)()
    };
    if silent || unseen() || (around.var)("CI").is_some_and(|value| is_yes(&value)) {
        Attendance::Unattended
    } else {
        Attendance::Attended
    }
}

/// Who asks, when what is asked is not understood.
pub(crate) fn faulty(caller: Caller, envelope: &Envelope, around: &Surroundings, fault: Fault) -> Decoded {
    let event_name = [&envelope.hook_event_name, &envelope.agent_action_name, &envelope.hook_name]
        .into_iter()
        .find_map(Field::text)
        .unwrap_or_default();
    let name = (!event_name.is_empty()).then(|| step(event_name).0);
    let asked = Asked::new(caller, event_name, name, attendance(caller, envelope, around));
    Decoded { asked, event: Err(fault) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who(payload: &str, variables: &[(&str, &str)]) -> Caller {
        let var = |name: &str| {
            variables.iter().find(|(other, _)| *other == name).map(|(_, value)| (*value).to_owned())
        };
        let around = Surroundings { cwd: "/", var: &var, has_terminal: &|| true };
        sniff(&serde_json::from_str(payload).unwrap(), &around)
    }

    const BASH: &str = r#""hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}"#;

    #[test]
    fn a_payload_without_other_evidence_is_claudes() {
        assert_eq!(who(&format!("{{{BASH}}}"), &[]), Caller::Claude);
        assert_eq!(who(&format!("{{{BASH}}}"), &[("CLAUDE_PROJECT_DIR", "/w")]), Caller::Claude);
        assert_eq!(who("{}", &[]), Caller::Claude);
    }

    #[test]
    fn gemini_without_a_terminal_has_nobody_to_ask() {
        let envelope = Envelope::default();
        let attended = |caller: Caller, name: &str, has_terminal: &dyn Fn() -> bool| {
            let var = |other: &str| (other == name).then(|| "x".to_owned());
            attendance(caller, &envelope, &Surroundings { cwd: "/", var: &var, has_terminal })
        };
        let session = "GEMINI_SESSION_ID";
        assert_eq!(attended(Caller::Gemini, session, &|| false), Attendance::Unattended);
        assert_eq!(attended(Caller::Gemini, session, &|| true), Attendance::Attended);
        // Who else sends such a payload says nothing of a terminal, and the others can ask without one.
        assert_eq!(attended(Caller::Gemini, "", &|| false), Attendance::Attended);
        assert_eq!(attended(Caller::Qwen, session, &|| false), Attendance::Attended);
    }

    #[test]
    fn a_key_for_another_model_does_not_make_claude_somebody_else() {
        let keys = [("GEMINI_API_KEY", "x"), ("GEMINI_MODEL", "y"), ("CURSOR_TRACE_ID", "z")];
        assert_eq!(who(&format!("{{{BASH}}}"), &keys), Caller::Claude);
    }

    #[test]
    fn variables_tell_the_hosts_whose_payloads_look_like_claudes() {
        for (name, caller) in VARIABLES {
            assert_eq!(who(&format!("{{{BASH}}}"), &[(name, "/w")]), *caller, "{name}");
            assert_eq!(who(&format!("{{{BASH}}}"), &[(name, "")]), Caller::Claude, "{name}");
        }
        let timed = format!(r#"{{"timestamp":"2026-11-15T18:56:36.264Z",{BASH}}}"#);
        for (name, caller) in VARIABLES_OF_TIMED {
            assert_eq!(who(&timed, &[(name, "/w")]), *caller, "{name}");
            assert_eq!(who(&format!("{{{BASH}}}"), &[(name, "/w")]), Caller::Claude, "{name}");
        }
        let qwen = [("GEMINI_PROJECT_DIR", "/w"), ("QWEN_PROJECT_DIR", "/w"), ("CLAUDE_PROJECT_DIR", "/w")];
        assert_eq!(who(&timed, &qwen), Caller::Qwen);
    }

    #[test]
    fn a_claude_that_inherited_the_variables_of_another_agent_stays_claude() {
        let payload =
            format!(r#"{{"session_id":"s","transcript_path":"/h/.claude/projects/-w/s.jsonl",{BASH}}}"#);
        for (name, _) in VARIABLES {
            assert_eq!(
                who(&payload, &[(name, "/w"), ("HOOK_EVENT", "PreToolUse")]),
                Caller::Claude,
                "{name}"
            );
        }
        let windows =
            r#"{"transcript_path":"C:\\u\\.claude\\projects\\w\\s.jsonl","hook_event_name":"Stop"}"#;
        assert_eq!(who(windows, &[("QWEN_PROJECT_DIR", "/w")]), Caller::Claude);
    }

    #[test]
    fn the_plain_protocol_is_known_by_its_variable() {
        assert_eq!(who(&format!("{{{BASH}}}"), &[("HOOK_EVENT", "PreToolUse")]), Caller::Plain);
    }

    #[test]
    fn payloads_tell_who_sent_them() {
        for (payload, caller) in [
            (r#"{"agent_action_name":"pre_run_command"}"#, Caller::Windsurf),
            (r#"{"hook_event_name":"preToolUse","cursor_version":"3.1"}"#, Caller::Cursor),
            (r#"{"hook_event_name":"PreToolUse","conversation_id":"c","generation_id":"g"}"#, Caller::Cursor),
            (r#"{"hook_event_name":"preToolUse","conversation_id":"c"}"#, Caller::Cursor),
            (r#"{"hookName":"tool_call"}"#, Caller::Cline),
            (r#"{"sessionId":"s","timestamp":1778700003000,"toolName":"bash"}"#, Caller::Copilot),
            (r#"{"hook_event_name":"BeforeTool","timestamp":"2026-01-01T00:00:00Z"}"#, Caller::Gemini),
            (r#"{"hook_event_name":"Stop","turn_id":"t"}"#, Caller::Codex),
            (r#"{"hook_event_name":"PreToolUse","tool_name":"Bash","model":"o3"}"#, Caller::Codex),
            (
                r#"{"hook_event_name":"SessionEnd","transcript_path":"/h/.codex/sessions/2026/r.jsonl"}"#,
                Caller::Codex,
            ),
            (r#"{"hook_event_name":"SessionStart","model":"opus"}"#, Caller::Claude),
            (r#"{"hook_event_name":"preToolUse","tool_name":"x"}"#, Caller::Kiro),
            (r#"{"hook_event_name":"PreToolUse","tool_name":"execute_bash"}"#, Caller::Kiro),
            (
                r#"{"hook_event_name":"PreToolUse","timestamp":"2026-01-01","tool_input":{"filePath":"/a"}}"#,
                Caller::VsCode,
            ),
            (
                r#"{"hook_event_name":"PreToolUse","timestamp":"2026-01-01","tool_input":{"path":"/a"}}"#,
                Caller::CopilotClaude,
            ),
        ] {
            assert_eq!(who(payload, &[]), caller, "{payload}");
        }
        assert_eq!(who(r#"{"command":"ls"}"#, &[("AGENT_TOOL_NAME", "Bash")]), Caller::Amp);
    }
}
