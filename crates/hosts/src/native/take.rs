//! An entry of a host's settings, as a hook of the policy: what it runs, when, for how long, and what its failure means
//! there. What Hookward would not do as the host does stays where it is.

use hookward_core::policy::{Native, NativeHost, NativeShell};
use hookward_core::{Category, Decision, EventName};
use serde_json::{Map, Value};

use super::matching::fits_expression;
use crate::registration::Foreign;

/// A hook for the policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// Whose it was, and how that host runs it.
    pub native: Native,
    /// On which event, by its neutral name.
    pub on: EventName,
    /// The command.
    pub run: String,
    /// What it can do there: hold something, or tell.
    pub category: Category,
    /// How long it may take, in milliseconds.
    pub timeout_ms: u64,
    /// What it means when it fails.
    pub on_failure: Decision,
    /// Whether nobody waits for it.
    pub background: bool,
}

/// Why an entry is not taken.
type Stays = String;

/// A hook for the policy, made of an entry; or why the entry has to stay where it is.
pub fn take(host: NativeHost, found: &Foreign) -> Result<Draft, Stays> {
    let event = found.event.as_str();
    let Some(on) = host.neutral(event) else {
        return Err(format!("Hookward is not asked on {event}"));
    };
    let mut keys = found.entry.clone();
    let mut key = |name: &str| keys.remove(name).filter(|value| !value.is_null());
    let kind = key("type");
    let is_command = match (&kind, host) {
        (Some(kind), _) => kind == "command",
        // claude-code.md §1: there it has to be said.
        (None, NativeHost::Claude) => {
            return Err("it has no `type`, and does not run there either".to_owned());
        }
        (None, NativeHost::Cursor | NativeHost::Kiro) => true,
    };
    if !is_command {
        let kind = kind.as_ref().and_then(Value::as_str).unwrap_or("other");
        return Err(format!("it is no command, but `{kind}`"));
    }
    let run = key("command").and_then(text).ok_or("it has no command")?;
    let own = match host {
        NativeHost::Claude => claude(event, on, &mut key)?,
        NativeHost::Cursor => cursor(event, found.matcher.as_deref(), &mut key)?,
        NativeHost::Kiro => kiro(event, &mut key)?,
    };
    // These stay among the other keys, too: what they say beyond that is asked where an answer is read.
    let says = |key: &str, value: &Value| found.entry.get(key) == Some(value);
    let blocks = match host {
        NativeHost::Claude => says("onFailure", &"block".into()) && !is_stop(on),
        NativeHost::Cursor => says("failClosed", &true.into()),
        NativeHost::Kiro => false,
    };
    if host != NativeHost::Claude {
        key("matcher");
    }
    let matcher = found.matcher.clone();
    if let Some(matcher) = matcher.as_ref().filter(|matcher| !host.reads(matcher)) {
        return Err(format!("the expression `{matcher}` cannot be read here"));
    }
    let category = match (own.background, on.can_be_held() || on == EventName::SubagentStart) {
        (false, true) => Category::Gate,
        (true, _) | (false, false) => Category::Feedback,
    };
    let keys = (!keys.is_empty()).then(|| Value::Object(keys).to_string());
    let Own { timeout_ms, background, condition, args, shell } = own;
    let event = event.to_owned();
    Ok(Draft {
        native: Native { host, event, matcher, condition, args, shell, file: None, keys },
        on,
        run,
        category,
        timeout_ms,
        on_failure: if blocks && category == Category::Gate { Decision::Deny } else { Decision::Advise },
        background,
    })
}

/// What each host's entries say in keys of their own.
struct Own {
    timeout_ms: u64,
    background: bool,
    condition: Option<String>,
    args: Option<Vec<String>>,
    shell: Option<NativeShell>,
}

type Key<'k> = dyn FnMut(&str) -> Option<Value> + 'k;

/// claude-code.md §1 and §6.
fn claude(event: &str, on: EventName, key: &mut Key) -> Result<Own, Stays> {
    let shell = match key("shell").and_then(text).as_deref() {
        None => None,
        Some("bash") => Some(NativeShell::Bash),
        Some(other) => return Err(format!("it is for the shell `{other}`")),
    };
    if key("asyncRewake") == Some(Value::Bool(true)) {
        return Err("it may wake the agent (`asyncRewake`), which Hookward cannot".to_owned());
    }
    let condition = key("if").and_then(text);
    if condition.is_some()
        && !matches!(on, EventName::BeforeTool | EventName::AfterTool | EventName::AfterFailure)
    {
        return Err(format!("it has an `if`, and does not run on {event} there either"));
    }
    let args = match key("args") {
        None => None,
        Some(Value::Array(words)) => Some(words.into_iter().filter_map(text).collect()),
        Some(_) => return Err("its `args` are no list".to_owned()),
    };
    Ok(Own {
        timeout_ms: milliseconds(key("timeout"), 1_000.0)?.unwrap_or(usual_ms(NativeHost::Claude, event)),
        background: key("async") == Some(Value::Bool(true)),
        condition,
        args,
        shell,
    })
}

/// Claude Code ignores `onFailure` there.
fn is_stop(on: EventName) -> bool {
    matches!(on, EventName::Stop | EventName::SubagentStop)
}

/// How long a hook may take that does not say it, in milliseconds (claude-code.md §6, cursor.md §1, kiro.md A).
fn usual_ms(host: NativeHost, event: &str) -> u64 {
    match (host, event) {
        (NativeHost::Claude, "UserPromptSubmit") | (NativeHost::Kiro, _) => 30_000,
        (NativeHost::Claude, "SessionEnd") => 1_500,
        (NativeHost::Claude, _) => 600_000,
        (NativeHost::Cursor, _) => 60_000,
    }
}

/// cursor.md §1.
fn cursor(event: &str, matcher: Option<&str>, key: &mut Key) -> Result<Own, Stays> {
    // There shell and MCP calls are left to the steps of their own, which say more of them.
    if event == "preToolUse" && !matcher.is_some_and(is_for_other_tools) {
        let why = "at preToolUse Hookward is not asked about shell and MCP calls, and this is for them, too";
        return Err(why.to_owned());
    }
    Ok(Own {
        timeout_ms: milliseconds(key("timeout"), 1_000.0)?.unwrap_or(usual_ms(NativeHost::Cursor, event)),
        background: false,
        condition: None,
        args: None,
        shell: None,
    })
}

/// Whether a matcher names tools, and neither the shell nor any of MCP is among them.
fn is_for_other_tools(matcher: &str) -> bool {
    let names = matcher.trim_start_matches(['^', '(']).trim_end_matches(['$', ')']);
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_|".contains(c);
    !names.is_empty()
        && names.chars().all(is_plain)
        && !["Shell", "MCP:"].iter().any(|tool| fits_expression(matcher, tool))
}

/// kiro.md, A.
fn kiro(event: &str, key: &mut Key) -> Result<Own, Stays> {
    Ok(Own {
        timeout_ms: milliseconds(key("timeout_ms"), 1.0)?.unwrap_or(usual_ms(NativeHost::Kiro, event)),
        background: false,
        condition: None,
        args: None,
        shell: None,
    })
}

fn text(value: Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text),
        _ => None,
    }
}

fn milliseconds(value: Option<Value>, unit: f64) -> Result<Option<u64>, Stays> {
    let Some(value) = value else { return Ok(None) };
    let limit = value.as_f64().filter(|limit| *limit > 0.0);
    let limit = limit.and_then(|limit| std::time::Duration::try_from_secs_f64(limit * unit / 1_000.0).ok());
    let ms = limit.and_then(|limit| u64::try_from(limit.as_millis()).ok());
    ms.map(Some).ok_or_else(|| format!("its limit of time is {value}"))
}

impl Draft {
    /// The entry as it stood in the host's settings.
    pub fn entry(&self) -> Map<String, Value> {
        let keys = self.native.keys.as_deref().and_then(|keys| serde_json::from_str::<Value>(keys).ok());
        let other = match keys {
            Some(Value::Object(other)) => other,
            _ => Map::new(),
        };
        let mut entry = Map::new();
        let mut set = |key: &str, value: Value| {
            entry.insert(key.to_owned(), value);
        };
        let is_usual = self.timeout_ms == usual_ms(self.native.host, &self.native.event);
        let seconds = || match self.timeout_ms % 1_000 {
            0 => Value::from(self.timeout_ms / 1_000),
            #[allow(clippy::cast_precision_loss, reason = "a limit of time is small")]
            _ => Value::from(self.timeout_ms as f64 / 1_000.0),
        };
        match self.native.host {
            NativeHost::Claude => {
                set("type", "command".into());
                set("command", self.run.clone().into());
                set_some(&mut set, "args", self.native.args.clone());
                set_some(&mut set, "if", self.native.condition.clone());
                set_some(&mut set, "shell", self.native.shell.map(|_| "bash"));
                set_some(&mut set, "timeout", (!is_usual).then(seconds));
                set_some(&mut set, "async", self.background.then_some(true));
            }
            NativeHost::Cursor => {
                set("command", self.run.clone().into());
                set_some(&mut set, "matcher", self.native.matcher.clone());
                set_some(&mut set, "timeout", (!is_usual).then(seconds));
            }
            NativeHost::Kiro => {
                set_some(&mut set, "matcher", self.native.matcher.clone());
                set("command", self.run.clone().into());
                set_some(&mut set, "timeout_ms", (!is_usual).then_some(self.timeout_ms));
            }
        }
        entry.extend(other);
        entry
    }
}

fn set_some(set: &mut impl FnMut(&str, Value), key: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        set(key, value.into());
    }
}
