//! The events for which Hookward is registered with each host, and what an entry of each looks like.

use hookward_core::EventName;
use serde_json::{Value, json};

use super::command::{amp_delegate, line, line_if_installed, line_or_notice};
use super::{OnFailure, Order, Wanted};
use crate::{Host, names, opencode};

/// An event of a host.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// By the host's name.
    pub(super) name: &'static str,
    /// For which tools, where that has to be said.
    matcher: Option<&'static str>,
    /// Whether the answer can keep something from happening, so that no answer may matter.
    guards: bool,
    /// Whether the host takes a command that does not exist for a denial.
    locks_out: bool,
    /// The longest that the host waits, in seconds, whatever is asked for.
    longest: Option<u32>,
    /// Where a session starts, so that a colleague without the program is told.
    starts: Option<Notice>,
}

/// How a host takes words at the start of a session.
#[derive(Clone, Copy, Debug)]
enum Notice {
    /// For the person: `systemMessage`.
    SystemMessage,
    /// For the person: `user_message`.
    UserMessage,
    /// For the model, and in VS Code for the person.
    ContextAndSystemMessage,
    /// As they are, for the model.
    Text,
}

const NOT_HERE: &str = "hookward is not installed, or not on the PATH: nothing is guarded here";

impl Notice {
    fn words(self) -> String {
        match self {
            Self::SystemMessage => json!({"systemMessage": NOT_HERE}).to_string(),
            // cursor.md §5.
            Self::UserMessage => json!({"user_message": NOT_HERE}).to_string(),
            // copilot.md, both parts.
            Self::ContextAndSystemMessage => {
                json!({"additionalContext": NOT_HERE, "systemMessage": NOT_HERE}).to_string()
            }
            Self::Text => NOT_HERE.to_owned(),
        }
    }
}

const fn step(name: &'static str) -> Step {
    Step { name, matcher: None, guards: false, locks_out: false, longest: None, starts: None }
}

impl Step {
    /// For which tools, in the host's way: qwen-code.md has regular expressions, of which `*` is none, and none for all.
    pub(super) fn matcher(&self, host: Host) -> Option<&'static str> {
        self.matcher.filter(|_| host != Host::Qwen)
    }

    const fn matching(mut self, matcher: &'static str) -> Self {
        self.matcher = Some(matcher);
        self
    }

    const fn guarding(mut self) -> Self {
        self.guards = true;
        self
    }

    const fn locking_out(mut self) -> Self {
        self.locks_out = true;
        self
    }

    const fn starting(mut self, notice: Notice) -> Self {
        self.starts = Some(notice);
        self
    }

    const fn at_most(mut self, seconds: u32) -> Self {
        self.longest = Some(seconds);
        self
    }
}

/// claude-code.md §2; qwen-code.md has the same.
const CLAUDE: &[Step] = &[
    step("PreToolUse").matching("*").guarding(),
    step("PostToolUse").matching("*"),
    step("PostToolUseFailure").matching("*"),
    step("UserPromptSubmit"),
    step("SessionStart").starting(Notice::SystemMessage),
    step("SubagentStart"),
    step("SubagentStop"),
    step("Stop"),
    step("PreCompact"),
    step("SessionEnd"),
    step("Notification"),
];

/// codex.md §2. Approval is possible only when it is about to ask.
const CODEX: &[Step] = &[
    step("PreToolUse").matching("*").guarding(),
    step("PermissionRequest").matching("*").guarding(),
    step("PostToolUse").matching("*"),
    step("UserPromptSubmit"),
    step("SessionStart").starting(Notice::SystemMessage),
    step("SubagentStart"),
    step("SubagentStop"),
    step("Stop"),
    step("PreCompact"),
    step("SessionEnd").at_most(3),
];

/// gemini-cli.md §2. §5: an exit code of 2 or more with any text, such as `command not found`, is a denial.
const GEMINI: &[Step] = &[
    step("BeforeTool").matching("*").guarding().locking_out(),
    step("AfterTool").matching("*").locking_out(),
    step("BeforeAgent").locking_out(),
    step("AfterAgent").locking_out(),
    step("SessionStart").starting(Notice::SystemMessage),
    step("PreCompress"),
    step("SessionEnd"),
    step("Notification"),
];

/// factory-droid.md.
const DROID: &[Step] = &[
    step("PreToolUse").matching("*").guarding(),
    step("PostToolUse").matching("*"),
    step("UserPromptSubmit"),
    step("SessionStart").starting(Notice::SystemMessage),
    step("SubagentStop"),
    step("Stop"),
    step("PreCompact"),
    step("SessionEnd"),
    step("Notification"),
];

/// cursor.md §2. A question binds only at `beforeShellExecution`, and a server is named only at `beforeMCPExecution`, so
/// that `preToolUse` leaves both to them.
const CURSOR: &[Step] = &[
    step("preToolUse").matching("^(?!Shell$|MCP:)").guarding(),
    step("beforeShellExecution").guarding(),
    step("beforeMCPExecution").guarding(),
    step("beforeReadFile").guarding(),
    step("beforeTabFileRead").guarding(),
    step("postToolUse"),
    step("postToolUseFailure"),
    step("beforeSubmitPrompt"),
    step("sessionStart").starting(Notice::UserMessage),
    step("subagentStart").guarding(),
    step("subagentStop"),
    step("stop"),
    step("preCompact"),
    step("sessionEnd"),
];

/// windsurf.md, part 1.
const WINDSURF: &[Step] = &[
    step("pre_run_command").guarding(),
    step("pre_write_code").guarding(),
    step("pre_read_code").guarding(),
    step("pre_mcp_tool_use").guarding(),
    step("pre_user_prompt"),
    step("post_run_command"),
    step("post_write_code"),
    step("post_mcp_tool_use"),
];

/// copilot.md, part 1: a `preToolUse` that fails denies. Part 2: VS Code knows `agentStop` only as `Stop`.
const COPILOT: &[Step] = &[
    step("preToolUse").guarding().locking_out(),
    step("postToolUse"),
    step("postToolUseFailure"),
    step("userPromptSubmitted"),
    step("sessionStart").starting(Notice::ContextAndSystemMessage),
    step("subagentStart"),
    step("subagentStop"),
    step("agentStop"),
    step("Stop"),
    step("preCompact"),
    step("sessionEnd"),
];

/// kiro.md, C. The page of the editor says that a failing command blocks.
pub(super) const KIRO: &[Step] = &[
    step("PreToolUse").matching(".*").guarding().locking_out(),
    step("PostToolUse").matching(".*"),
    step("UserPromptSubmit").locking_out(),
    step("SessionStart").starting(Notice::Text),
    step("Stop"),
];

/// kiro.md, A: in the file of an agent.
const KIRO_AGENT: &[Step] = &[
    step("preToolUse").matching("*").guarding(),
    step("postToolUse").matching("*"),
    step("userPromptSubmit"),
    step("agentSpawn").starting(Notice::Text),
    step("stop"),
];

/// amp.md, A: the first entry that matches decides.
const AMP: &[Step] = &[step("amp.permissions").guarding()];

/// The events of a host, in a file whose lists stand under their names.
pub(super) fn steps(host: Host) -> &'static [Step] {
    match host {
        Host::Claude | Host::Qwen => CLAUDE,
        Host::Codex => CODEX,
        Host::Gemini => GEMINI,
        Host::Droid => DROID,
        Host::Cursor => CURSOR,
        Host::Windsurf => WINDSURF,
        Host::Copilot => COPILOT,
        Host::Kiro => KIRO_AGENT,
        Host::Amp => AMP,
        Host::OpenCode | Host::Cline | Host::Plain => &[],
    }
}

/// One key after the other, in the order in which people write them.
pub(super) type Fields = Vec<(&'static str, Value)>;

/// What an entry says of the call: in a group's `hooks`, or in the list itself.
pub(super) fn fields(host: Host, step: Step, wanted: &Order) -> Fields {
    let command = || json!(command(host, step, wanted));
    let seconds = seconds(step, wanted);
    let milliseconds = || json!(u64::from(seconds) * 1_000);
    let blocks = wanted.on_failure == OnFailure::Block && step.guards;
    let mut fields: Fields = Vec::new();
    match host {
        Host::Claude | Host::Codex | Host::Droid => {
            fields.extend([("type", json!("command")), ("command", command()), ("timeout", json!(seconds))]);
            // codex.md §3: there it is run by another kind of shell.
            let plain = line(wanted.program, host);
            let differs = host == Host::Codex && command() != json!(plain);
            fields.extend(differs.then(|| ("commandWindows", json!(plain))));
            // claude-code.md §1: older versions do not know the key, and ignore it.
            fields.extend((blocks && host == Host::Claude).then(|| ("onFailure", json!("block"))));
        }
        // MATRIX.md §5.9: Qwen reads 1000 and more as milliseconds in all its versions.
        Host::Gemini | Host::Qwen => fields.extend([
            ("type", json!("command")),
            ("name", json!("hookward")),
            ("command", command()),
            ("timeout", milliseconds()),
        ]),
        Host::Cursor => {
            fields.push(("command", command()));
            fields.extend(step.matcher(host).map(|matcher| ("matcher", json!(matcher))));
            fields.push(("timeout", json!(seconds)));
            fields.extend(blocks.then_some(("failClosed", json!(true))));
        }
        Host::Windsurf => fields.push(("command", command())),
        Host::Kiro => {
            fields.extend(step.matcher(host).map(|matcher| ("matcher", json!(matcher))));
            fields.extend([("command", command()), ("timeout_ms", milliseconds())]);
        }
        Host::Copilot => fields.extend([
            ("type", json!("command")),
            ("bash", command()),
            ("powershell", json!(powershell(host, step, wanted))),
            ("timeoutSec", json!(seconds)),
        ]),
        Host::Amp => fields.extend([
            ("tool", json!("*")),
            ("action", json!("delegate")),
            ("to", json!(wanted.amp_delegate.map_or_else(|| amp_delegate(wanted.program), str::to_owned))),
        ]),
        Host::OpenCode | Host::Cline | Host::Plain => {}
    }
    fields
}

/// How long the host is to wait at an event.
pub(super) fn seconds(step: Step, wanted: &Order) -> u32 {
    let wished = wanted.seconds(names::step(step.name).0);
    step.longest.map_or(wished, |longest| longest.min(wished))
}

/// How long a host is told to wait at each event; nothing where a registration cannot say it.
pub(super) fn patience(host: Host, wanted: &Wanted) -> Vec<(EventName, u32)> {
    let files: &[&[Step]] = match host {
        Host::Claude
        | Host::Qwen
        | Host::Codex
        | Host::Gemini
        | Host::Droid
        | Host::Cursor
        | Host::Copilot => &[steps(host)],
        Host::Kiro => &[KIRO, KIRO_AGENT],
        Host::OpenCode => {
            return opencode::ROWS.iter().map(|row| (row.event, wanted.seconds(row.event))).collect();
        }
        Host::Windsurf | Host::Cline | Host::Amp | Host::Plain => &[],
    };
    let order = Order { wanted: *wanted, role: None };
    let said = |step: &Step| (names::step(step.name).0, seconds(*step, &order));
    files.iter().copied().flatten().map(said).collect()
}

/// The longest that a host waits at an event, in seconds, whatever it is told.
pub(super) fn longest(host: Host, event: EventName) -> Option<u32> {
    steps(host).iter().filter(|step| names::step(step.name).0 == event).find_map(|step| step.longest)
}

/// The command line of an event.
pub(super) fn command(host: Host, step: Step, wanted: &Order) -> String {
    let program = wanted.program;
    let lenient = wanted.on_failure == OnFailure::GoOn && program == "hookward";
    let line = match step.starts {
        Some(notice) if lenient => line_or_notice(program, host, &notice.words()),
        None if lenient && step.locks_out => line_if_installed(program, host),
        Some(_) | None => line(program, host),
    };
    match wanted.role {
        Some(role) => format!("{line} --as={role}"),
        None => line,
    }
}

/// The same for Windows.
fn powershell(host: Host, step: Step, wanted: &Order) -> String {
    let line = line(wanted.program, host);
    if command(host, step, wanted) == line {
        return line;
    }
    let other = step.starts.map(|notice| format!(" else {{ Write-Output '{}' }}", notice.words()));
    let other = other.unwrap_or_default();
    format!("if (Get-Command hookward -ErrorAction SilentlyContinue) {{ {line}; exit $LASTEXITCODE }}{other}")
}

/// Fields in one line, as people write them.
pub(super) fn one_line(fields: &Fields) -> String {
    let entries: Vec<String> = fields.iter().map(|(key, value)| format!("\"{key}\": {value}")).collect();
    format!("{{ {} }}", entries.join(", "))
}

/// Fields as a value.
pub(super) fn object(fields: &Fields) -> Value {
    Value::Object(fields.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect())
}
