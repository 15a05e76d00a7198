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
    let Arguments { paths, content, old, new, all, edits, diff, insert_line, .. } = arguments;
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
mod tests {
    use hookward_core::effects::Argument;

    use super::*;
    use crate::kind::kind;

    fn told(tool: &str, input: &str, vocabulary: Vocabulary) -> Result<Call, String> {
        call(tool, kind(tool), None, Arguments::of(kind(tool), input)?, vocabulary)
    }

    fn claude(tool: &str, input: &str) -> Result<Call, String> {
        told(tool, input, Vocabulary::Claude)
    }

    fn any(tool: &str, input: &str) -> Result<Call, String> {
        told(tool, input, Vocabulary::Any)
    }

    #[test]
    fn a_shell_without_a_command_is_not_understood_whoever_calls() {
        for input in ["{}", r#"{"command":5}"#, "null", r#"{"command":[]}"#] {
            assert_eq!(claude("Bash", input), Err("`Bash` without a `command`".to_owned()), "{input}");
            assert_eq!(any("shell", input), Err("`shell` without a `command`".to_owned()), "{input}");
        }
    }

    #[test]
    fn a_monitor_runs_its_command() {
        assert_eq!(
            claude("Monitor", r#"{"description":"x","command":"rm -rf /"}"#),
            Ok(Call::shell("rm -rf /"))
        );
        let listens = claude("Monitor", r#"{"description":"x","ws":{"url":"wss://a"}}"#);
        assert_eq!(listens, Ok(Call::Other { tool: "Monitor".to_owned() }));
    }

    #[test]
    fn two_commands_that_differ_are_both_judged() {
        assert_eq!(any("bash", r#"{"command":"ls","cmd":"rm -rf /"}"#), Ok(Call::shell("ls\nrm -rf /")));
        assert_eq!(any("bash", r#"{"command":"ls","cmd":"ls"}"#), Ok(Call::shell("ls")));
        assert_eq!(
            claude("Bash", r#"{"command":"ls","command":"rm -rf /"}"#),
            Ok(Call::shell("ls\nrm -rf /"))
        );
    }

    #[test]
    fn a_command_in_words_keeps_its_words() {
        assert_eq!(
            any("shell", r#"{"command":["bash","-lc","echo 'a b'"]}"#),
            Ok(Call::shell(r"bash -lc 'echo '\''a b'\'''"))
        );
        assert_eq!(any("run_commands", r#"{"commands":["ls","pwd"]}"#), Ok(Call::shell("ls\npwd")));
    }

    #[test]
    fn an_mcp_tool_is_split_into_server_and_tool() {
        for (name, server, tool) in [
            ("mcp__github__create_issue", "github", "create_issue"),
            ("mcp__plugin_db_main__query__raw", "plugin_db_main", "query__raw"),
            ("mcp__lonely", "lonely", ""),
            ("MCP:query", "", "query"),
            ("@git/log", "git", "log"),
            ("mcp_github_create_issue", "github", "create_issue"),
        ] {
            let argument = Argument { name: "path".to_owned(), value: "a".to_owned() };
            let arguments = vec![argument];
            let expected = Call::Mcp { server: server.to_owned(), tool: tool.to_owned(), arguments };
            assert_eq!(claude(name, r#"{"path":"a"}"#), Ok(expected), "{name}");
        }
    }

    #[test]
    fn a_search_of_claude_prints_lines_only_when_asked_to() {
        let lines = |call| matches!(call, Ok(Call::Search { prints_lines: true, .. }));
        assert!(lines(claude("Grep", r#"{"pattern":"x","output_mode":"content"}"#)));
        assert!(!lines(claude("Grep", r#"{"pattern":"x"}"#)));
        assert!(!lines(claude("Glob", r#"{"pattern":"**/*.env"}"#)));
        assert!(lines(any("grep_search", r#"{"pattern":"x"}"#)));
        assert!(!lines(any("grep_search", r#"{"pattern":"x","names_only":true}"#)));
    }

    #[test]
    fn a_file_tool_without_a_path_is_a_fault_where_it_writes_or_the_schema_is_known() {
        assert!(claude("Read", "{}").is_err());
        assert!(claude("Write", r#"{"content":"x"}"#).is_err());
        assert!(any("write_file", r#"{"content":"x"}"#).is_err());
        assert_eq!(any("read_file", "{}"), Ok(Call::Other { tool: "read_file".to_owned() }));
    }

    #[test]
    fn an_edit_in_any_spelling_is_one_edit() {
        let expected = Call::Edit {
            path: "/a".to_owned(),
            edits: vec![Replacement {
                old: "x".to_owned(),
                new: "y".to_owned(),
                all: false,
                position: Position::Old,
            }],
        };
        for (tool, input) in [
            ("Edit", r#"{"file_path":"/a","old_string":"x","new_string":"y"}"#),
            ("edit", r#"{"path":"/a","old_str":"x","new_str":"y"}"#),
            ("str_replace", r#"{"path":"/a","oldStr":"x","newStr":"y","replace_all":false}"#),
            ("replace_string_in_file", r#"{"filePath":"/a","oldString":"x","newString":"y"}"#),
            ("MultiEdit", r#"{"file_path":"/a","edits":[{"old_string":"x","new_string":"y"}]}"#),
            ("fs_write", r#"{"command":"str_replace","path":"/a","old_str":"x","new_str":"y"}"#),
            (
                "multi_replace_string_in_file",
                r#"{"replacements":[{"filePath":"/a","oldString":"x","newString":"y"}]}"#,
            ),
        ] {
            assert_eq!(any(tool, input).as_ref(), Ok(&expected), "{tool}");
        }
    }

    #[test]
    fn what_is_appended_or_inserted_is_told_from_what_replaces() {
        let put = |position| {
            let edit = Replacement { old: String::new(), new: "y".to_owned(), all: false, position };
            Ok(Call::Edit { path: "/a".to_owned(), edits: vec![edit] })
        };
        for (tool, input, position) in [
            ("fs_append", r#"{"path":"/a","text":"y"}"#, Position::End),
            ("fs_write", r#"{"command":"append","path":"/a","new_str":"y"}"#, Position::End),
            (
                "fs_write",
                r#"{"command":"insert","path":"/a","insert_line":7,"new_str":"y"}"#,
                Position::Line(7),
            ),
            (
                "str_replace_editor",
                r#"{"command":"insert","path":"/a","insert_line":"0","new_str":"y"}"#,
                Position::Line(0),
            ),
        ] {
            assert_eq!(any(tool, input), put(position), "{tool} {input}");
        }
        let whole = Ok(Call::Write { path: "/a".to_owned(), content: "y".to_owned() });
        assert_eq!(any("fs_write", r#"{"command":"create","path":"/a","file_text":"y"}"#), whole);
        assert_eq!(any("fs_write", r#"{"command":"create","path":"/a","new_str":"y"}"#), whole);
    }

    #[test]
    fn what_a_host_does_not_tell_of_a_file_is_not_taken_for_nothing() {
        let untold = Ok(Call::Edit { path: "/a".to_owned(), edits: vec![Replacement::untold()] });
        for tool in ["StrReplace", "replace_string_in_file", "Edit", "Write", "fs_append"] {
            assert_eq!(any(tool, r#"{"file_path":"/a"}"#), untold, "{tool}");
        }
        assert_eq!(any("editFiles", r#"{"files":["/a"]}"#), untold);
        let empty = Ok(Call::Write { path: "/a".to_owned(), content: String::new() });
        assert_eq!(any("Write", r#"{"file_path":"/a","content":""}"#), empty);
    }

    #[test]
    fn several_files_at_once_are_all_in_the_call() {
        assert_eq!(
            any("read_many_files", r#"{"include":["a",".env"]}"#),
            Ok(Call::shell("cat -- 'a' '.env'"))
        );
        let file =
            |path: &str, change: &Change| PatchedFile { path: path.to_owned(), change: change.clone() };
        let add = Change::Add { content: "x".to_owned() };
        assert_eq!(
            any("write_file", r#"{"path":"a","file_path":"b","content":"x"}"#),
            Ok(Call::Patch { files: vec![file("a", &add), file("b", &add)] })
        );
        assert_eq!(
            any("grep_search", r#"{"pattern":"x","path":"src","file_path":".env"}"#),
            Ok(Call::shell("grep -r -- '' 'src' '.env'"))
        );
        assert_eq!(
            any("fs_read", r#"{"operations":[{"mode":"Line","path":"a"}]}"#),
            Ok(Call::Read { path: "a".to_owned() })
        );
        assert_eq!(
            any("Delete", r#"{"file_path":"it's"}"#),
            Ok(Call::Patch { files: vec![file("it's", &Change::Delete)] })
        );
        assert_eq!(
            claude("Bash", r#"{"command":"apply_patch <<'E'\n*** Delete File: a\n*** Delete File: b\nE"}"#),
            Ok(Call::Patch { files: vec![file("a", &Change::Delete), file("b", &Change::Delete)] })
        );
    }

    #[test]
    fn an_editor_that_only_views_reads() {
        assert_eq!(
            any("str_replace_editor", r#"{"command":"view","path":".env"}"#),
            Ok(Call::Read { path: ".env".to_owned() })
        );
    }

    #[test]
    fn addresses_are_found_wherever_a_host_puts_them() {
        let one = Ok(Call::Fetch { url: "https://a.example/x".to_owned() });
        for (tool, input) in [
            ("WebFetch", r#"{"url":"https://a.example/x","prompt":"sum up http://b.example"}"#),
            ("web_fetch", r#"{"prompt":"sum up (https://a.example/x), please"}"#),
            ("fetch_webpage", r#"{"urls":["https://a.example/x"],"query":"q"}"#),
            ("FetchUrl", r#"{"url":"https://a.example/x"}"#),
        ] {
            assert_eq!(any(tool, input), one, "{tool}");
        }
        assert_eq!(
            any("web_fetch", r#"{"prompt":"compare https://a.example/x and https://b.example/y"}"#),
            Ok(Call::shell("curl -- 'https://a.example/x' 'https://b.example/y'"))
        );
        assert_eq!(
            any("web_fetch", r#"{"prompt":"nothing"}"#),
            Ok(Call::Other { tool: "web_fetch".to_owned() })
        );
    }

    #[test]
    fn a_subagent_has_the_role_that_its_host_names() {
        for (tool, input, role, task) in [
            ("Agent", r#"{"prompt":"x\ny","subagent_type":"Explore"}"#, "Explore", "x"),
            ("invoke_sub_agent", r#"{"name":"reviewer","prompt":"x"}"#, "reviewer", "x"),
            ("subagent_reviewer", r#"{"prompt":"x"}"#, "reviewer", "x"),
            ("task", r#"{"prompt":"x","description":"d","subagent_type":"general"}"#, "general", "d"),
            ("spawn_agent", r#"{"message":"x","agent_type":"worker"}"#, "worker", "x"),
            ("Task", "{}", "general-purpose", ""),
        ] {
            let expected = Call::Subagent { role: role.to_owned(), task: task.to_owned() };
            assert_eq!(any(tool, input), Ok(expected), "{tool}");
        }
    }

    #[test]
    fn a_glob_beside_a_search_is_no_file_and_a_list_of_files_is_no_glob() {
        assert_eq!(
            any("grep", r#"{"pattern":"x","path":"src","include":"*.ts"}"#),
            Ok(Call::Search {
                path: Some("src".to_owned()),
                glob: Some("*.ts".to_owned()),
                prints_lines: true
            })
        );
        assert_eq!(
            any("read_many_files", r#"{"include":"[\".env\"]"}"#),
            Ok(Call::Read { path: ".env".to_owned() })
        );
        assert_eq!(
            any("read_file", r#"{"path":"[id].tsx"}"#),
            Ok(Call::Read { path: "[id].tsx".to_owned() })
        );
    }

    #[test]
    fn a_patch_is_read_under_any_key() {
        let patch = "*** Begin Patch\\n*** Delete File: a\\n*** End Patch";
        let delete = PatchedFile { path: "a".to_owned(), change: Change::Delete };
        for input in [
            format!(r#"{{"command":"{patch}"}}"#),
            format!(r#"{{"input":"{patch}","explanation":"x"}}"#),
            format!(r#"{{"patchText":"{patch}"}}"#),
            format!(r#"{{"patch":"{patch}"}}"#),
            format!(r#""{patch}""#),
        ] {
            assert_eq!(
                any("apply_patch", &input),
                Ok(Call::Patch { files: vec![delete.clone()] }),
                "{input}"
            );
        }
    }
}
