//! What a host has sent, to an event: who calls, which event, which tool, and with what. What only one host does stands
//! in its folder; all the rest is the same for all.

use hookward_core::{Event, EventName, Fault, Moment};
use serde_json::value::RawValue;

use crate::arguments::Arguments;
use crate::envelope::Envelope;
use crate::json::Field;
use crate::kind::{Kind, kind as kind_of};
use crate::names::step;
use crate::sniff::{Caller, attendance, faulty};
use crate::tool::{self, Vocabulary};
use crate::{
    Asked, Decoded, Host, Surroundings, amp, claude, cline, copilot, is_absolute, json, kiro, outcome, plain,
    resolved, windsurf,
};

/// Reads what was sent to a registration of a host's, by whoever loaded it.
pub(crate) fn decode(host: Host, stdin: &[u8], around: &Surroundings) -> Decoded {
    let text = match json::text(stdin) {
        Ok(text) => text,
        Err(fault) => return unreadable(host, stdin, around, fault),
    };
    let mut room = String::new();
    let (envelope, document) = match json::object::<Envelope>(text, &mut room) {
        Ok(read) => read,
        Err(error) => return unreadable(host, stdin, around, Fault::Input(error)),
    };
    match host.caller(&envelope, around) {
        Caller::Claude => claude::read(&envelope, around),
        Caller::Plain => plain::read(&envelope, around),
        caller => read(caller, &envelope, document, around),
    }
}

/// Who asks, when what is asked cannot be parsed.
fn unreadable(host: Host, stdin: &[u8], around: &Surroundings, fault: Fault) -> Decoded {
    let envelope = Envelope::glimpsed(stdin);
    let caller = host.caller(&envelope, around);
    if caller == Caller::Plain {
        return plain::unreadable(&envelope, stdin, around, fault);
    }
    faulty(caller, &envelope, around, fault)
}

/// Reads an event. `document` is the text on which the envelope stands.
fn read(caller: Caller, envelope: &Envelope, document: &str, around: &Surroundings) -> Decoded {
    let Some(event_name) = event_name(caller, envelope) else {
        let fault = Fault::Input("there is no name of an event".to_owned());
        return faulty(caller, envelope, around, fault);
    };
    let (mut name, kind) = match caller {
        // amp.md, A: a delegate is asked about one tool call, and about nothing else.
        Caller::Amp => (EventName::BeforeTool, None),
        _ => step(event_name),
    };
    let failure = if name == EventName::AfterTool { outcome::failure(caller, envelope) } else { None };
    if failure.is_some() {
        name = EventName::AfterFailure;
    }
    let attendance = attendance(caller, envelope, around);
    let roots = roots(caller, envelope, around);
    let told = envelope.cwd.text().filter(|cwd| is_absolute(cwd)).map(str::to_owned);
    let mut cwd = told.or_else(|| roots.first().cloned()).unwrap_or_else(|| around.cwd.to_owned());
    let moment = envelope.moment(name, event_name, || {
        let (tool, input) = tool_and_input(caller, envelope, document, event_name, around)?;
        let (tool, kind) = match kind.unwrap_or_else(|| kind_of(&tool)) {
            Kind::Other => match joined_mcp_name(caller, &tool) {
                Some(name) => (name, Kind::Mcp),
                None => (tool, Kind::Other),
            },
            kind => (tool, kind),
        };
        let arguments = Arguments::of(kind, input)?;
        if let Some(own) = tool::directory(kind, &arguments) {
            cwd = resolved(&cwd, own);
        }
        let server = server(envelope)?;
        tool::call(&tool, kind, server.as_deref(), arguments, Vocabulary::Any)
    });
    let moment = moment.map(|moment| match (moment, failure) {
        (Moment::AfterFailure { call, error, output }, Some(failure)) if error.is_empty() => {
            Moment::AfterFailure { call, error: failure, output }
        }
        (Moment::Prompt { text, author }, _) if text.is_empty() => {
            Moment::Prompt { text: prompt(caller, envelope).unwrap_or_default(), author }
        }
        (moment, _) => moment,
    });
    let event = moment.map(|moment| Event {
        moment,
        session: session(envelope).to_owned(),
        agent: envelope.agent(),
        cwd,
        roots,
        attendance,
    });
    let asked = Asked::new(caller, event_name, Some(name), attendance)
        .with_input(&event, envelope.tool_input.or(envelope.tool_args).map(RawValue::get))
        .with_output(&event, envelope);
    Decoded { asked, event }
}

fn event_name<'e>(caller: Caller, envelope: &'e Envelope) -> Option<&'e str> {
    match caller {
        Caller::Amp => Some(amp::DELEGATE),
        Caller::Windsurf => envelope.agent_action_name.text(),
        Caller::Cline => envelope.hook_name.text(),
        Caller::Copilot => copilot::event_name(envelope),
        Caller::Kiro => kiro::event_name(envelope),
        Caller::Claude
        | Caller::Plain
        | Caller::Codex
        | Caller::CopilotClaude
        | Caller::Cursor
        | Caller::Devin
        | Caller::Droid
        | Caller::Gemini
        | Caller::OpenCode
        | Caller::Qwen
        | Caller::VsCode => envelope.hook_event_name.text(),
    }
}

fn session<'e>(envelope: &'e Envelope) -> &'e str {
    [
        &envelope.session_id,
        &envelope.camel_session_id,
        &envelope.conversation_id,
        &envelope.trajectory_id,
        &envelope.task_id,
    ]
    .into_iter()
    .find_map(Field::text)
    .unwrap_or("unknown")
}

fn roots(caller: Caller, envelope: &Envelope, around: &Surroundings) -> Vec<String> {
    let told = envelope.workspace_roots.or(envelope.camel_workspace_roots);
    let told: Vec<String> = told.and_then(|roots| serde_json::from_str(roots.get()).ok()).unwrap_or_default();
    let roots: Vec<String> = told.into_iter().filter(|root| is_absolute(root)).collect();
    if !roots.is_empty() {
        return roots;
    }
    let variable = caller.root_variable().and_then(|name| (around.var)(name));
    variable.filter(|root| is_absolute(root)).into_iter().collect()
}

/// The text that a person has submitted, where it does not stand under `prompt`.
fn prompt(caller: Caller, envelope: &Envelope) -> Option<String> {
    match caller {
        Caller::Windsurf => windsurf::prompt(envelope),
        Caller::Cline => cline::prompt(envelope),
        Caller::Claude
        | Caller::Plain
        | Caller::Amp
        | Caller::Codex
        | Caller::Copilot
        | Caller::CopilotClaude
        | Caller::Cursor
        | Caller::Devin
        | Caller::Droid
        | Caller::Gemini
        | Caller::Kiro
        | Caller::OpenCode
        | Caller::Qwen
        | Caller::VsCode => None,
    }
}

/// The tool's name, and the JSON of what it is called with.
fn tool_and_input<'e>(
    caller: Caller,
    envelope: &Envelope<'e>,
    document: &'e str,
    event_name: &str,
    around: &Surroundings,
) -> Result<(String, &'e str), String> {
    let raw = |input: Option<&'e RawValue>| input.map_or("", RawValue::get);
    let no_tool = || "there is no name of a tool".to_owned();
    match caller {
        Caller::Amp => Ok((amp::tool(around).ok_or_else(no_tool)?, document)),
        // windsurf.md: the step tells the tool.
        Caller::Windsurf => Ok((event_name.to_owned(), raw(envelope.tool_info))),
        Caller::Cline => cline::tool_and_input(envelope),
        Caller::Kiro if kiro::is_without_arguments(envelope) => Err(kiro::NO_ARGUMENTS.to_owned()),
        _ => match envelope.tool_name.text().or(envelope.camel_tool_name.text()) {
            Some(tool) => Ok((tool.to_owned(), raw(envelope.tool_input.or(envelope.tool_args)))),
            // cursor.md §3: where the step tells the tool, its arguments stand beside the step's name.
            None if caller == Caller::Cursor => Ok((event_name.to_owned(), document)),
            None => Err(no_tool()),
        },
    }
}

/// The name of an MCP tool, as most hosts write it, where this one joins server and tool by a character that none of its
/// own tools has: `-` (copilot.md, part 1), `_` (opencode.md). `None` for a tool of its own.
fn joined_mcp_name(caller: Caller, tool: &str) -> Option<String> {
    let (server, name) = if matches!(caller, Caller::Copilot | Caller::CopilotClaude) {
        // A server's name may hold the character too, a tool's rarely does.
        tool.rsplit_once('-')?
    } else if caller == Caller::OpenCode {
        tool.split_once('_')?
    } else {
        return None;
    };
    Some(format!("mcp__{server}__{name}"))
}

/// The MCP server, where the host names it apart from the tool (cursor.md §3, gemini-cli.md §3).
fn server(envelope: &Envelope) -> Result<Option<String>, String> {
    if let Some(server) = envelope.mcp_server_name.text() {
        return Ok(Some(server.to_owned()));
    }
    let context = envelope.mcp_context.map(|context| Arguments::read(context.get())).transpose()?;
    Ok(context.and_then(|context| context.server))
}

#[cfg(test)]
mod tests {
    use hookward_core::effects::Call;
    use hookward_core::{Decision, Moment};

    use super::*;
    use crate::{Host, decode};

    fn called(payload: &str, variables: &[(&str, &str)]) -> Result<Call, Fault> {
        let var = |name: &str| {
            variables.iter().find(|(other, _)| *other == name).map(|(_, value)| (*value).to_owned())
        };
        let decoded = decode(
            Host::Claude,
            payload.as_bytes(),
            &Surroundings { cwd: "/w", var: &var, has_terminal: &|| true },
        );
        decoded.event.map(|event| match event.moment {
            Moment::BeforeTool(call) | Moment::AfterTool { call, .. } => call,
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn a_command_is_found_wherever_a_host_puts_it() {
        for payload in [
            r#"{"hook_event_name":"beforeShellExecution","cursor_version":"3","command":"rm -rf /"}"#,
            r#"{"hook_event_name":"preToolUse","cursor_version":"3","tool_name":"Shell","tool_input":{"command":"rm -rf /"}}"#,
            r#"{"agent_action_name":"pre_run_command","tool_info":{"command_line":"rm -rf /"}}"#,
            r#"{"hookName":"tool_call","tool_call":{"name":"run_commands","input":{"commands":["rm -rf /"]}}}"#,
            r#"{"hookName":"PreToolUse","preToolUse":{"toolName":"execute_command","parameters":{"command":"rm -rf /"}}}"#,
            r#"{"sessionId":"s","timestamp":1,"toolName":"bash","toolArgs":"{\"command\":\"rm -rf /\"}"}"#,
            r#"{"sessionId":"s","timestamp":1,"toolName":"bash","toolArgs":{"command":"rm -rf /"}}"#,
            r#"{"hook_event_name":"BeforeTool","tool_name":"run_shell_command","tool_input":{"command":"rm -rf /"}}"#,
            r#"{"hook_event_name":"PreToolUse","turn_id":"t","tool_name":"Bash","tool_input":{"command":"rm -rf /"}}"#,
            r#"{"hook_event_name":"preToolUse","tool_name":"execute_bash","tool_input":{"command":"rm -rf /"}}"#,
            r#"{"hook_event_name":"PreToolUse","timestamp":"2026","tool_name":"run_in_terminal","tool_input":{"command":"rm -rf /"}}"#,
        ] {
            assert_eq!(called(payload, &[]), Ok(Call::shell("rm -rf /")), "{payload}");
        }
        let amp = called(r#"{"cmd":"rm -rf /"}"#, &[("AGENT_TOOL_NAME", "Bash")]);
        assert_eq!(amp, Ok(Call::shell("rm -rf /")));
    }

    #[test]
    fn a_tool_that_nobody_knows_is_another_tool() {
        let payload = r#"{"hook_event_name":"BeforeTool","tool_name":"write_todos","tool_input":{"x":[1]}}"#;
        assert_eq!(called(payload, &[]), Ok(Call::Other { tool: "write_todos".to_owned() }));
    }

    #[test]
    fn a_shell_step_without_a_command_fails_closed() {
        let payload = r#"{"agent_action_name":"pre_run_command","trajectory_id":"t"}"#;
        let decoded = decode(
            Host::Claude,
            payload.as_bytes(),
            &Surroundings { cwd: "/w", var: &|_| None, has_terminal: &|| true },
        );
        let verdict = decoded.event.unwrap_err().verdict(decoded.asked.name, decoded.asked.attendance);
        assert_eq!(verdict.decision, Decision::Deny);
    }

    #[test]
    fn an_mcp_call_has_the_server_that_the_host_names_and_all_its_arguments() {
        for payload in [
            r#"{"hook_event_name":"beforeMCPExecution","cursor_version":"3","tool_name":"run_query","tool_input":"{\"sql\":\"x\"}","mcp_server_name":"my_db"}"#,
            r#"{"hook_event_name":"BeforeTool","tool_name":"mcp_my_db_run_query","tool_input":{"sql":"x"},"mcp_context":{"server_name":"my_db","tool_name":"run_query"}}"#,
            r#"{"agent_action_name":"pre_mcp_tool_use","tool_info":{"mcp_server_name":"my_db","mcp_tool_name":"run_query","mcp_tool_arguments":{"sql":"x"}}}"#,
            r#"{"hook_event_name":"PreToolUse","turn_id":"t","tool_name":"mcp__my_db__run_query","tool_input":{"sql":"x"}}"#,
            r#"{"hookName":"PreToolUse","preToolUse":{"toolName":"use_mcp_tool","parameters":{"server_name":"my_db","tool_name":"run_query","arguments":"{\"sql\":\"x\"}"}}}"#,
            r#"{"sessionId":"s","timestamp":1,"toolName":"mcp__my_db__run_query","toolArgs":{"sql":"x"}}"#,
            r#"{"hook_event_name":"preToolUse","tool_name":"@my_db/run_query","tool_input":{"sql":"x"}}"#,
        ] {
            let Ok(Call::Mcp { server, tool, arguments }) = called(payload, &[]) else {
                panic!("{payload}: {:?}", called(payload, &[]));
            };
            assert_eq!((server.as_str(), tool.as_str()), ("my_db", "run_query"), "{payload}");
            let sql: Vec<_> = arguments.iter().filter(|argument| argument.name == "sql").collect();
            assert!(matches!(sql[..], [argument] if argument.value == "x"), "{payload}: {arguments:?}");
        }
    }
}
