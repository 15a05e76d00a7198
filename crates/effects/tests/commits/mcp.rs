//! Commits by tools of MCP servers: git by another door, and forges.

use hookward_effects::{Argument, Call};

use crate::is_commit;

fn commits(server: &str, tool: &str, arguments: &[(&str, &str)]) -> bool {
    let argument = |(name, value): &(&str, &str)| Argument { name: (*name).into(), value: (*value).into() };
    let arguments = arguments.iter().map(argument).collect();
    is_commit(&Call::Mcp { server: server.into(), tool: tool.into(), arguments })
}

#[test]
fn a_tool_that_is_told_gits_words_is_git() {
    for (server, tool, arguments) in [
        ("git", "git", &[("args", "commit"), ("args", "-m"), ("args", "x")][..]),
        ("git", "run", &[("args", "commit"), ("args", "-m"), ("args", "x")]),
        ("git", "execute", &[("command", "commit"), ("args", "-m"), ("args", "x")]),
        ("git", "git_command", &[("command", "git commit -m x")]),
        ("git", "git_command", &[("command", "commit -m x"), ("repo_path", "/w")]),
        ("git", "git_run", &[("subcommand", "commit"), ("args", "-m"), ("args", "x")]),
        ("git", "git_exec", &[("operation", "commit"), ("message", "x")]),
        ("git", "git", &[("args", "commit -m x")]),
        ("git", "git", &[("args", "-C"), ("args", "a"), ("args", "commit"), ("args", "-mx")]),
        ("tools", "run_git", &[("args", "merge"), ("args", "topic")]),
        ("git", "git_commit", &[("message", "x")]),
        ("git", "git_commit", &[("args", "-m"), ("args", "x")]),
        ("gh", "gh", &[("args", "pr"), ("args", "merge"), ("args", "3")]),
        ("shell", "run_command", &[("command", "git commit -m x")]),
        ("gitkraken", "git_add_or_commit", &[("directory", "/w"), ("action", "commit"), ("message", "x")]),
        ("gitkraken", "git_add_or_commit", &[("directory", "/w"), ("message", "x")]),
    ] {
        assert!(commits(server, tool, arguments), "{server} {tool} {arguments:?}");
    }
    for (server, tool, arguments) in [
        ("git", "git", &[("args", "status")][..]),
        ("git", "git", &[("args", "log"), ("args", "--grep"), ("args", "commit")]),
        ("git", "git_log", &[("args", "commit")]),
        ("git", "git_show", &[("revision", "HEAD")]),
        ("git", "git_commit_message", &[("style", "short")]),
        ("gitkraken", "git_add_or_commit", &[("directory", "/w"), ("action", "add")]),
        ("search", "query", &[("args", "commit")]),
        ("db", "commit_transaction", &[]),
        ("tasks", "run", &[("command", "build")]),
    ] {
        assert!(!commits(server, tool, arguments), "{server} {tool} {arguments:?}");
    }
}

#[test]
fn what_is_written_at_a_forge_is_a_commit_there() {
    let repository = [("owner", "a"), ("repo", "b")];
    let file = [("owner", "a"), ("repo", "b"), ("path", "src/a.ts"), ("content", "x")];
    for (server, tool, arguments) in [
        ("gitea", "update_file", &file[..]),
        ("gitea", "create_file", &file),
        ("gitea", "delete_file", &file),
        ("forgejo", "update_file", &file),
        ("github", "create_or_update_file", &file),
        ("github", "push_files", &repository),
        ("code", "push_files", &repository),
        ("whatever", "create_or_update_file", &file),
        ("whatever", "pushFiles", &[("projectId", "1"), ("branch", "main")]),
        ("gitlab", "create_commit", &[("project_id", "1"), ("branch", "main"), ("commit_message", "x")]),
        ("github", "merge_pull_request", &repository),
        ("whatever", "merge_pull_request", &repository),
        ("whatever", "mergePullRequest", &repository),
        ("gitlab", "merge_merge_request", &[("project_id", "1")]),
        ("gitlab", "accept_merge_request", &[("project_id", "1")]),
        ("github", "pull_request_merge", &repository),
        ("github", "update_pull_request_branch", &repository),
        ("whatever", "update_pull_request_branch", &repository),
        ("github", "enable_auto_merge", &[("pullNumber", "3")]),
        ("github", "enable_pull_request_automerge", &repository),
        ("whatever", "set-auto-merge", &repository),
    ] {
        assert!(commits(server, tool, arguments), "{server} {tool} {arguments:?}");
    }
    for (server, tool, arguments) in [
        ("github", "get_file_contents", &file[..]),
        ("github", "disable_auto_merge", &repository),
        ("github", "get_auto_merge_status", &repository),
        ("git", "auto_stash", &repository),
        ("github", "list_commits", &repository),
        ("github", "get_commit", &repository),
        ("github", "create_branch", &repository),
        ("github", "create_issue", &repository),
        ("github", "update_pull_request", &repository),
        ("github", "create_pull_request", &repository),
        ("github", "get_pull_request_files", &repository),
        ("github", "add_issue_comment", &repository),
        ("github", "create_pull_request_review_comment", &repository),
        ("gitlab", "create_merge_request", &[("project_id", "1"), ("title", "x")]),
        ("gitlab", "update_merge_request", &[("project_id", "1")]),
        ("gitlab", "list_merge_requests", &[("project_id", "1")]),
        ("filesystem", "write_file", &[("path", "/w/a.ts"), ("content", "x")]),
        ("filesystem", "create_file", &[("path", "a.ts"), ("content", "x")]),
    ] {
        assert!(!commits(server, tool, arguments), "{server} {tool} {arguments:?}");
    }
}
