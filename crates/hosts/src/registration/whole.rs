//! The files that are ours alone.

use serde_json::{Value, json};

use super::command::line;
use super::steps::{KIRO, command, fields, one_line, seconds, steps};
use super::targets::{Target, Whole};
use super::{OnFailure, Order};
use crate::{Host, opencode};

/// The plugin, with three constants to be filled in.
const PLUGIN: &str = include_str!("opencode.js");

const SCRIPT_HEAD: &str = "# Written by `hookward sync`; `hookward uninstall` removes it.\n";

const PROGRAM: &str = "const PROGRAM = ";

/// kiro.md, steering files: an agent of CLI 2 reads only what it names.
pub(super) const KIRO_RESOURCES: &str =
    "\"resources\": [\"file://AGENTS.md\", \"file://.kiro/steering/**/*.md\"]";

/// The text of a file that is ours.
pub(super) fn text(whole: Whole, target: &Target, wanted: &Order) -> String {
    let host = target.host;
    match whole {
        Whole::CopilotHooks => {
            let events = steps(host)
                .iter()
                .map(|step| format!("    \"{}\": [{}]", step.name, one_line(&fields(host, *step, wanted))))
                .collect::<Vec<_>>();
            format!("{{\n  \"version\": 1,\n  \"hooks\": {{\n{}\n  }}\n}}\n", events.join(",\n"))
        }
        Whole::KiroHooks => {
            let hooks = KIRO.iter().map(|step| {
                let matcher = step.matcher(host).map(|matcher| format!(" \"matcher\": {},", json!(matcher)));
                format!(
                    "    {{ \"name\": \"hookward-{}\", \"trigger\": \"{}\",{} \"action\": {{ \"type\": \"command\", \"command\": {} }}, \"timeout\": {} }}",
                    step.name.to_lowercase(),
                    step.name,
                    matcher.unwrap_or_default(),
                    json!(command(host, *step, wanted)),
                    seconds(*step, wanted),
                )
            });
            let hooks: Vec<String> = hooks.collect();
            format!("{{\n  \"version\": \"v1\",\n  \"hooks\": [\n{}\n  ]\n}}\n", hooks.join(",\n"))
        }
        Whole::KiroAgent => {
            let events = steps(host)
                .iter()
                .map(|step| format!("    \"{}\": [{}]", step.name, one_line(&fields(host, *step, wanted))))
                .collect::<Vec<_>>();
            format!(
                "{{\n  \"name\": \"hookward\",\n  \"description\": \"The default agent, guarded by Hookward\",\n  \"tools\": [\"*\"],\n  {KIRO_RESOURCES},\n  \"hooks\": {{\n{}\n  }}\n}}\n",
                events.join(",\n")
            )
        }
        Whole::OpenCodePlugin => plugin(wanted),
        Whole::ClineScript(event) => cline_script(event, wanted),
        Whole::AmpScript => {
            format!("#!/bin/sh\n{SCRIPT_HEAD}exec {}\n", line(wanted.program, host))
        }
    }
}

/// Whether a file at the place of ours is ours.
pub(super) fn is_ours(whole: Whole, text: &str) -> bool {
    match whole {
        Whole::CopilotHooks => text.contains("hook copilot\"") && text.contains("hookward"),
        Whole::KiroHooks | Whole::KiroAgent => text.contains("hook kiro\"") && text.contains("hookward"),
        Whole::OpenCodePlugin => plugin_program(text).is_some(),
        Whole::ClineScript(_) => text.contains("hook cline") && text.contains("hookward"),
        Whole::AmpScript => text.contains("hook amp") && text.contains("hookward"),
    }
}

fn plugin(wanted: &Order) -> String {
    let path = super::command::program_path(wanted.program);
    let deadlines = opencode::ROWS.iter().map(|row| {
        let milliseconds = u64::from(wanted.seconds(row.event)) * 1_000;
        (row.step.to_owned(), json!(milliseconds))
    });
    PLUGIN
        .replace("\"@PROGRAM@\"", &json!(path).to_string())
        .replace("\"@FAIL_CLOSED@\"", if wanted.on_failure == OnFailure::Block { "true" } else { "false" })
        .replace("\"@DEADLINES_MS@\"", &Value::Object(deadlines.collect()).to_string())
}

/// The program that a plugin of ours runs, as a shell reads it.
pub(super) fn plugin_program(text: &str) -> Option<String> {
    let json = text.lines().find_map(|line| line.strip_prefix(PROGRAM))?;
    let path: String = serde_json::from_str(json.trim_end().trim_end_matches(';')).ok()?;
    Some(super::quoted(&path))
}

/// cline.md: answers are JSON alone, and exit codes are not looked at.
fn cline_script(event: &str, wanted: &Order) -> String {
    let without = if wanted.on_failure == OnFailure::Block && event == "PreToolUse" {
        r#"{"cancel":true,"errorMessage":"hookward is not on the PATH, and nothing happens without it"}"#
    } else if event == "TaskStart" {
        r#"{"contextModification":"hookward is not on the PATH: nothing is guarded here"}"#
    } else {
        "{}"
    };
    let run = line(wanted.program, Host::Cline);
    format!(
        "#!/bin/sh\n{SCRIPT_HEAD}command -v {} >/dev/null || {{ echo '{without}'; exit 0; }}\nexec {run}\n",
        wanted.program
    )
}
