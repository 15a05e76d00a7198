//! The neutral call of a tool. What kind of tool it is stands in `kind`; what it is called with is read in `arguments`.

use hookward_core::effects::{Call, Change, Dialect, PatchedFile, Position, Replacement};

use crate::arguments::Arguments;
use crate::changes;
use crate::kind::{Kind, mcp, role_by_name};

/// Whose words a call is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Vocabulary {
    /// Claude Code's: its schema says what has to be there.
    Claude,
    /// Some host's.
    Any,
}

/// The directory that a command is told to run in.
pub(crate) fn directory(kind: Kind, arguments: &Arguments) -> Option<&str> {
    match kind {
        Kind::Shell(_) => arguments.cwd.as_deref().filter(|cwd| !cwd.is_empty()),
        _ => None,
    }
}

/// The call in neutral words, or what is missing to understand it. `server` is the MCP server where the host names it.
pub(crate) fn call(
    tool: &str,
    kind: Kind,
    server: Option<&str>,
    arguments: Arguments,
    vocabulary: Vocabulary,
) -> Result<Call, String> {
    let missing = |what: &str| format!("`{tool}` without {what}");
    let other = || Call::Other { tool: tool.to_owned() };
    // Where the schema is Claude's, a file tool names its file. Elsewhere the key may be one that we do not know: what
    // only looks is then let pass as any unknown tool is; what changes something is not.
    let unseen = |what: &str| match vocabulary {
        Vocabulary::Claude => Err(missing(what)),
        Vocabulary::Any => Ok(other()),
    };
    match kind {
        Kind::Shell(dialect) => match arguments.command() {
            Some(command) => Ok(match changes::applied(&command).filter(|_| dialect == Dialect::Posix) {
                Some(files) => changes::call(files).unwrap_or(Call::Shell { command, dialect }),
                None => Call::Shell { command, dialect },
            }),
            None => Err(missing("a `command`")),
        },
        Kind::Watch => Ok(arguments.command().map_or_else(other, Call::shell)),
        // kiro.md, copilot.md: an editor whose command is `view` reads; whatever brings text with it writes.
        Kind::Write | Kind::Edit | Kind::Append if arguments.only_views() => {
            changes::read(arguments.paths).ok_or_else(|| missing("the path of a file"))
        }
        Kind::Write | Kind::Edit | Kind::Append => {
            changes::call(changed(kind, arguments)).ok_or_else(|| missing("the path of a file"))
        }
        Kind::Patch => {
            let files = arguments.patch().map(|text| changes::patch(&text)).unwrap_or_default();
            changes::call(files).ok_or_else(|| missing("a patch that names a file"))
        }
        Kind::Delete => {
            let delete = |path| PatchedFile { path, change: Change::Delete };
            let files = arguments.paths.into_iter().map(delete).collect();
            changes::call(files).ok_or_else(|| missing("the path of a file"))
        }
        Kind::Read => {
            let paths =
                if arguments.paths.is_empty() { Vec::from_iter(arguments.glob) } else { arguments.paths };
            changes::read(paths).map_or_else(|| unseen("the path of a file"), Ok)
        }
        Kind::Names => Ok(Call::Search {
            path: arguments.paths.into_iter().next(),
            glob: arguments.pattern.or(arguments.glob),
            prints_lines: false,
        }),
        Kind::Grep => {
            let prints_lines = match (arguments.output_mode.as_deref(), vocabulary) {
                (Some(mode), _) => mode == "content",
                (None, Vocabulary::Claude) => false,
                (None, Vocabulary::Any) => !arguments.names_only,
            };
            if prints_lines && arguments.paths.len() > 1 {
                return Ok(changes::search(&arguments.paths));
            }
            let path = arguments.paths.into_iter().next();
            Ok(Call::Search { path, glob: arguments.glob, prints_lines })
        }
        Kind::Fetch => changes::fetch(arguments.urls).map_or_else(|| unseen("a `url`"), Ok),
        Kind::Subagent => {
            // claude-code.md §4: `subagent_type` may be left out.
            let role = arguments.role.or_else(|| role_by_name(tool).map(str::to_owned));
            let role = role.unwrap_or_else(|| "general-purpose".to_owned());
            Ok(Call::Subagent { role, task: arguments.task.unwrap_or_default() })
        }
        Kind::Mcp => {
            let (by_name, name) = match (mcp(tool), server) {
                // gemini-cli.md §4: single underscores, so only the server's own name tells where it ends.
                (Some(split), Some(server)) => {
                    let rest = tool.strip_prefix("mcp_").and_then(|rest| rest.strip_prefix(server));
                    (server, rest.and_then(|rest| rest.strip_prefix('_')).unwrap_or(split.1))
                }
                (Some(split), None) => split,
                (None, server) => {
                    let named = arguments.server.as_deref().or(server);
                    let (by_name, name) = tool.split_once('/').unwrap_or(("", tool));
                    (named.unwrap_or(by_name), arguments.tool.as_deref().unwrap_or(name))
                }
            };
            let (server, tool) = (by_name.to_owned(), name.to_owned());
            Ok(Call::Mcp { server, tool, arguments: arguments.leaves })
        }
        Kind::Other => Ok(other()),
    }
}

/// What a tool that writes or edits changes.
fn changed(kind: Kind, arguments: Arguments) -> Vec<PatchedFile> {
    // copilot.md, part 1: an edit may be told as a patch.
    if let Some(patch) = arguments.patch().filter(|text| text.starts_with("*** Begin Patch")) {
        return changes::patch(&patch);
    }
    let (appends, creates) =
        (kind == Kind::Append || arguments.is_told("append"), arguments.is_told("create"));
    let Arguments { paths, content, old, new, all, edits, diff, cell, insert_line, .. } = arguments;
    let update = |path, edits| PatchedFile { path, change: Change::Update { edits } };
    // kiro.md: one tool creates (`file_text`), replaces (`old_str`, `new_str`), inserts (`insert_line`) and appends.
    let position = match insert_line {
        _ if appends => Position::End,
        Some(line) if old.is_none() => Position::Line(line),
        Some(_) | None => Position::Old,
    };
    let replaces =
        old.is_some() || new.is_some() && !creates || !edits.is_empty() || position != Position::Old;
    let whole = if creates { content.as_ref().or(new.as_ref()) } else { content.as_ref() };
    if let Some(content) = whole.filter(|_| kind == Kind::Write && !replaces) {
        let add = |path| PatchedFile { path, change: Change::Add { content: content.clone() } };
        return paths.into_iter().map(add).collect();
    }
    // claude-code.md §4: NotebookEdit has only `new_source`; cline.md: a `diff` in its own form.
    let new = new.or(content).or(diff);
    let single = (old.is_some() || new.is_some()).then(|| Replacement {
        old: old.unwrap_or_default(),
        new: new.unwrap_or_default(),
        all,
        cell,
        position,
    });
    // The hosts do not always tell what is written (cursor.md §4, copilot.md): then nobody knows what the file will hold.
    let untold = single.is_none() && edits.is_empty();
    let single = single.or_else(|| untold.then(Replacement::untold));
    let mut files: Vec<PatchedFile> = Vec::new();
    for path in paths {
        let own = edits.iter().filter(|(other, _)| other.is_none()).map(|(_, edit)| edit.clone());
        files.push(update(path, single.iter().cloned().chain(own).collect()));
    }
    for (path, edit) in edits {
        if let Some(path) = path {
            files.push(update(path, vec![edit]));
        }
    }
    files
}

#[cfg(test)]
mod tests;
