//! A call as a story writes it, in Claude Code's own form (claude-code.md §4).

use std::path::Path;

use serde_json::{Map, Value, json};

/// The fields of a call's event: `bash git status`, `write src/a.ts: text`, `edit src/a.ts: old -> new`, `read .env`,
/// `grep word in src`, `cell a.ipynb: source`, `mcp server tool key=value`; with `as ROLE: ` in front, the call of a subagent. `number` makes the
/// content of a file that the story does not give differ from any before.
pub(crate) fn call(line: &str, project: &Path, number: usize) -> Result<Value, String> {
    let (speaker, line) = match line.strip_prefix("as ").and_then(|line| line.split_once(": ")) {
        Some((speaker, line)) => (Some(speaker), line),
        None => (None, line),
    };
    let mut call = tool(line, project, number)?;
    if let Some(speaker) = speaker
        && let Some(fields) = call.as_object_mut()
    {
        fields.insert("agent_id".to_owned(), json!(speaker));
        fields.insert("agent_type".to_owned(), json!(speaker));
    }
    Ok(call)
}

fn tool(line: &str, project: &Path, number: usize) -> Result<Value, String> {
    let unknown = || {
        "this is no step: bash, write, edit, read, grep or mcp, `the file`, `policy`, `on branch`, `a person …`".to_owned()
    };
    let (tool, rest) = line.split_once(' ').ok_or_else(unknown)?;
    let named = |tool: &str, input: Value| json!({"tool_name": tool, "tool_input": input});
    Ok(match tool {
        "bash" => named("Bash", json!({"command": rest})),
        "write" => {
            let path = project.join(rest.split([' ', ':']).next().unwrap_or(rest));
            // What follows the path is the content: behind a colon, or quoted, with line ends.
            let quoted = rest.split_once(" '").and_then(|(_, quoted)| quoted.strip_suffix('\''));
            let plain = rest.split_once(": ").map(|(_, plain)| format!("{plain}\n"));
            let content = quoted.map(|quoted| quoted.replace("\\n", "\n")).or(plain);
            let content = content.unwrap_or_else(|| format!("export const made = {number};\n"));
            named("Write", json!({"file_path": path, "content": content}))
        }
        "read" => named("Read", json!({"file_path": project.join(rest)})),
        "grep" => {
            let (pattern, name) = rest.split_once(" in ").ok_or("write it like: grep word in src")?;
            named("Grep", json!({"pattern": pattern, "path": name, "output_mode": "content"}))
        }
        "edit" => {
            let (name, change) = rest.split_once(": ").ok_or("write it like: edit src/a.ts: old -> new")?;
            let (old, new) = change.split_once(" -> ").ok_or("write it like: edit src/a.ts: old -> new")?;
            let path = project.join(name);
            named("Edit", json!({"file_path": path, "old_string": old, "new_string": new}))
        }
        "cell" => {
            let (name, source) = rest.split_once(": ").ok_or("write it like: cell a.ipynb: import os")?;
            let input = json!({"notebook_path": project.join(name), "cell_id": "c1", "new_source": source});
            named("NotebookEdit", input)
        }
        // `true` is no text.
        "mcp" => {
            let mut words = rest.split(' ');
            let (Some(server), Some(tool)) = (words.next(), words.next()) else {
                return Err("write it like: mcp server tool key=value".to_owned());
            };
            let value = |text: &str| if text == "true" { json!(true) } else { json!(text) };
            let pairs = words.map(|word| word.split_once('=').unwrap_or((word, "")));
            let input: Map<String, Value> = pairs.map(|(key, text)| (key.to_owned(), value(text))).collect();
            named(&format!("mcp__{server}__{tool}"), Value::Object(input))
        }
        _ => return Err(unknown()),
    })
}
