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
    assert_eq!(claude("Monitor", r#"{"description":"x","command":"rm -rf /"}"#), Ok(Call::shell("rm -rf /")));
    let listens = claude("Monitor", r#"{"description":"x","ws":{"url":"wss://a"}}"#);
    assert_eq!(listens, Ok(Call::Other { tool: "Monitor".to_owned() }));
}

#[test]
fn two_commands_that_differ_are_both_judged() {
    assert_eq!(any("bash", r#"{"command":"ls","cmd":"rm -rf /"}"#), Ok(Call::shell("ls\nrm -rf /")));
    assert_eq!(any("bash", r#"{"command":"ls","cmd":"ls"}"#), Ok(Call::shell("ls")));
    assert_eq!(claude("Bash", r#"{"command":"ls","command":"rm -rf /"}"#), Ok(Call::shell("ls\nrm -rf /")));
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
        edits: vec![Replacement { old: "x".to_owned(), new: "y".to_owned(), ..Replacement::default() }],
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
        let edit = Replacement { new: "y".to_owned(), position, ..Replacement::default() };
        Ok(Call::Edit { path: "/a".to_owned(), edits: vec![edit] })
    };
    for (tool, input, position) in [
        ("fs_append", r#"{"path":"/a","text":"y"}"#, Position::End),
        ("fs_write", r#"{"command":"append","path":"/a","new_str":"y"}"#, Position::End),
        ("fs_write", r#"{"command":"insert","path":"/a","insert_line":7,"new_str":"y"}"#, Position::Line(7)),
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
    assert_eq!(any("read_many_files", r#"{"include":["a",".env"]}"#), Ok(Call::shell("cat -- 'a' '.env'")));
    let file = |path: &str, change: &Change| PatchedFile { path: path.to_owned(), change: change.clone() };
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
    assert_eq!(any("web_fetch", r#"{"prompt":"nothing"}"#), Ok(Call::Other { tool: "web_fetch".to_owned() }));
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
        Ok(Call::Search { path: Some("src".to_owned()), glob: Some("*.ts".to_owned()), prints_lines: true })
    );
    assert_eq!(
        any("read_many_files", r#"{"include":"[\".env\"]"}"#),
        Ok(Call::Read { path: ".env".to_owned() })
    );
    assert_eq!(any("read_file", r#"{"path":"[id].tsx"}"#), Ok(Call::Read { path: "[id].tsx".to_owned() }));
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
        assert_eq!(any("apply_patch", &input), Ok(Call::Patch { files: vec![delete.clone()] }), "{input}");
    }
}

#[test]
fn a_cell_is_told_from_another_by_what_becomes_of_it() {
    let edit = |more: &str| {
        claude("NotebookEdit", &format!(r#"{{"notebook_path":"/w/n.ipynb","new_source":"import x"{more}}}"#))
    };
    let more = ["", r#","cell_id":"a""#, r#","cell_type":"markdown""#, r#","edit_mode":"insert""#];
    let calls = more.map(edit);
    for (at, one) in calls.iter().enumerate() {
        assert!(one.is_ok(), "{one:?}");
        assert!(calls.iter().skip(at + 1).all(|other| other != one), "{one:?}");
    }
}
