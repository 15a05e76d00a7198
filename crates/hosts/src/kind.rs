//! The hosts' names for tools, and what each of them does. One table for all hosts: no name means two things.

use hookward_core::effects::Dialect;

/// What a tool does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Runs a command.
    Shell(Dialect),
    /// Runs a command, or listens to an address.
    Watch,
    /// Creates or replaces a file.
    Write,
    /// Replaces parts of a file.
    Edit,
    /// Puts something behind what a file holds.
    Append,
    /// Changes several files by a patch.
    Patch,
    /// Deletes a file.
    Delete,
    /// Reads files.
    Read,
    /// Lists names.
    Names,
    /// Searches content.
    Grep,
    /// Gets something from the network.
    Fetch,
    /// Starts a subagent.
    Subagent,
    /// Calls an MCP server.
    Mcp,
    /// Anything else.
    Other,
}

#[rustfmt::skip]
const TOOLS: &[(&str, Kind)] = &[
    // claude-code.md §4. Lower case, so that these serve the other hosts that have the same names.
    ("bash", Kind::Shell(Dialect::Posix)), ("powershell", Kind::Shell(Dialect::PowerShell)),
    ("write", Kind::Write), ("edit", Kind::Edit), ("multiedit", Kind::Edit), ("notebookedit", Kind::Edit),
    ("read", Kind::Read), ("glob", Kind::Names), ("grep", Kind::Grep), ("agent", Kind::Subagent),
    ("task", Kind::Subagent), ("webfetch", Kind::Fetch), ("monitor", Kind::Watch), ("notebookread", Kind::Read),
    // Other hosts: cursor.md §4, codex.md §4, gemini-cli.md §4, qwen-code.md, copilot.md, kiro.md, cline.md,
    // factory-droid.md, amp.md, windsurf.md part 2, seed-protocol.md.
    ("shell", Kind::Shell(Dialect::Posix)), ("sh", Kind::Shell(Dialect::Posix)),
    ("exec", Kind::Shell(Dialect::Posix)), ("execute", Kind::Shell(Dialect::Posix)),
    ("exec_command", Kind::Shell(Dialect::Posix)), ("shell_command", Kind::Shell(Dialect::Posix)),
    ("run_shell_command", Kind::Shell(Dialect::Posix)), ("execute_bash", Kind::Shell(Dialect::Posix)),
    ("execute_cmd", Kind::Shell(Dialect::Posix)), ("execute_command", Kind::Shell(Dialect::Posix)),
    ("run_command", Kind::Shell(Dialect::Posix)), ("run_commands", Kind::Shell(Dialect::Posix)),
    ("run_in_terminal", Kind::Shell(Dialect::Posix)), ("local_shell", Kind::Shell(Dialect::Posix)),
    ("terminal", Kind::Shell(Dialect::Posix)), ("pwsh", Kind::Shell(Dialect::PowerShell)),
    ("execute_pwsh", Kind::Shell(Dialect::PowerShell)),
    ("write_file", Kind::Write), ("create", Kind::Write), ("create_file", Kind::Write),
    ("write_to_file", Kind::Write), ("fs_write", Kind::Write), ("fswrite", Kind::Write),
    ("edit_file", Kind::Edit), ("editfiles", Kind::Edit), ("replace", Kind::Edit), ("str_replace", Kind::Edit),
    ("strreplace", Kind::Edit), ("replace_in_file", Kind::Edit), ("replace_string_in_file", Kind::Edit),
    ("multi_replace_string_in_file", Kind::Edit), ("insert_edit_into_file", Kind::Edit),
    ("str_replace_editor", Kind::Edit), ("notebook_edit", Kind::Edit), ("fs_append", Kind::Append),
    ("fsappend", Kind::Append), ("editor", Kind::Edit), ("edit_notebook_file", Kind::Edit),
    ("apply_patch", Kind::Patch), ("applypatch", Kind::Patch), ("functions.apply_patch", Kind::Patch),
    ("patch", Kind::Patch),
    ("delete", Kind::Delete), ("delete_file", Kind::Delete),
    ("read_file", Kind::Read), ("read_files", Kind::Read), ("read_many_files", Kind::Read), ("view", Kind::Read),
    ("fs_read", Kind::Read), ("fsread", Kind::Read), ("view_image", Kind::Read),
    ("ls", Kind::Names), ("list", Kind::Names), ("list_dir", Kind::Names), ("list_directory", Kind::Names),
    ("list_files", Kind::Names), ("file_search", Kind::Names), ("glob_search", Kind::Names),
    ("rg", Kind::Grep), ("grep_search", Kind::Grep), ("search_file_content", Kind::Grep),
    ("search_files", Kind::Grep), ("search", Kind::Grep),
    ("fetch", Kind::Fetch), ("web_fetch", Kind::Fetch), ("fetchurl", Kind::Fetch), ("fetch_webpage", Kind::Fetch),
    ("read_web_page", Kind::Fetch), ("browser_action", Kind::Fetch),
    ("spawn_agent", Kind::Subagent), ("invoke_agent", Kind::Subagent), ("invoke_sub_agent", Kind::Subagent),
    ("runsubagent", Kind::Subagent), ("new_task", Kind::Subagent), ("invokesubagent", Kind::Subagent),
    ("use_mcp_tool", Kind::Mcp),
];

/// What a tool does, by its name.
pub(crate) fn kind(tool: &str) -> Kind {
    if mcp(tool).is_some() {
        return Kind::Mcp;
    }
    let found = TOOLS.iter().find(|(name, _)| name.eq_ignore_ascii_case(tool));
    match found {
        Some((_, kind)) => *kind,
        None if role_by_name(tool).is_some() => Kind::Subagent,
        None => Kind::Other,
    }
}

/// The role in the name of a tool that starts a subagent (kiro.md, C: `subagent_<agent>`).
pub(crate) fn role_by_name(tool: &str) -> Option<&str> {
    tool.strip_prefix("subagent_").filter(|role| !role.is_empty())
}

/// Server and tool of an MCP call by its name: `mcp__server__tool` (Claude and most; a plugin's server is
/// `plugin_<plugin>_<server>`), `MCP:tool` (Cursor), `@server/tool` (Kiro), `mcp_server_tool` (Gemini).
pub(crate) fn mcp(tool: &str) -> Option<(&str, &str)> {
    if let Some(rest) = tool.strip_prefix("mcp__") {
        Some(rest.split_once("__").unwrap_or((rest, "")))
    } else if let Some(rest) = tool.strip_prefix("MCP:") {
        Some(("", rest))
    } else if let Some(rest) = tool.strip_prefix('@') {
        Some(rest.split_once('/').unwrap_or((rest, "")))
    } else {
        let rest = tool.strip_prefix("mcp_")?;
        Some(rest.split_once('_').unwrap_or(("", rest)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_tool_stands_in_the_table_twice() {
        for (index, (name, _)) in TOOLS.iter().enumerate() {
            let first = TOOLS.iter().position(|(other, _)| other.eq_ignore_ascii_case(name));
            assert_eq!(first, Some(index), "{name}");
        }
    }
}
