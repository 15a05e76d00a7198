//! Work trees of one repository: what a person has trusted in one is trusted in the others, as long as it is the same; and all
//! of them are the workspace.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

#[path = "worktrees/made.rs"]
mod made;
mod support;

use std::path::{Path, PathBuf};

use serde_json::json;
use support::{Machine, decision, feed};

const POLICY: &str = "[[hook]]\nid = \"gate/guard\"\non = \"before-tool\"\nrun = \"sh ./guard.sh\"\n";
const GUARD: &str = "cat >/dev/null\necho 'not here' >&2\nexit 2\n";

/// A repository with a hook of its own, and a work tree that is linked to it.
fn repository() -> (Machine, PathBuf) {
    let machine = Machine::new();
    machine.become_a_repository();
    machine.write("hookward.toml", POLICY);
    machine.write("guard.sh", GUARD);
    machine.git(&["add", "."]);
    machine.git(&["commit", "-q", "-m", "a guard"]);
    machine.git(&["worktree", "add", "-q", "../tree", "-b", "other"]);
    let tree = machine.home().join("tree");
    (machine, tree)
}

/// What becomes of a harmless call in a directory: the hook denies it, if it runs.
fn judged(machine: &Machine, directory: &Path) -> String {
    judged_in(machine, directory, "make build")
}

/// What becomes of a command in a directory.
fn judged_in(machine: &Machine, directory: &Path, text: &str) -> String {
    let event = json!({
        "session_id": "s1", "cwd": directory, "hook_event_name": "PreToolUse", "permission_mode": "default",
        "tool_name": "Bash", "tool_input": {"command": text},
    });
    let mut command = machine.command(&["hook", "claude"]);
    command.current_dir(directory);
    decision(&feed(command, event.to_string().as_bytes()))
}

#[test]
fn what_is_trusted_in_the_main_work_tree_is_trusted_in_a_linked_one_as_long_as_it_is_the_same() {
    let (machine, tree) = repository();
    assert_eq!(
        (judged(&machine, &machine.project()), judged(&machine, &tree)),
        (String::new(), String::new())
    );
    machine.at_a_terminal("trust", "Trusted.");
    assert_eq!(judged(&machine, &machine.project()), "deny");
    assert_eq!(judged(&machine, &tree), "deny");
    support::write(&tree.join("guard.sh"), &format!("{GUARD}# another\n"));
    assert_eq!(judged(&machine, &tree), "", "nobody has seen that");
    assert_eq!(judged(&machine, &machine.project()), "deny");
}

#[test]
fn what_is_trusted_in_a_linked_work_tree_is_trusted_in_the_main_one() {
    let (machine, tree) = repository();
    machine.at_a_terminal_in(&tree, "trust", "Trusted.");
    assert_eq!(judged(&machine, &tree), "deny");
    assert_eq!(judged(&machine, &machine.project()), "deny");
}

#[test]
fn a_folder_that_only_claims_to_be_a_work_tree_is_a_stranger() {
    let (machine, tree) = repository();
    machine.at_a_terminal("trust", "Trusted.");
    let stranger = machine.home().join("stranger");
    for name in ["hookward.toml", "guard.sh", ".git"] {
        support::write(&stranger.join(name), &std::fs::read_to_string(tree.join(name)).unwrap());
    }
    assert_eq!(judged(&machine, &tree), "deny");
    assert_eq!(judged(&machine, &stranger), "", "the repository does not know it");
}

#[test]
fn another_clone_is_another_repository() {
    let (machine, _) = repository();
    machine.at_a_terminal("trust", "Trusted.");
    machine.git(&["clone", "-q", ".", "../clone"]);
    assert_eq!(judged(&machine, &machine.home().join("clone")), "");
}

/// What becomes of a write, by the tool for files and by a shell.
fn written(machine: &Machine, path: &Path) -> (String, String) {
    let input = json!({"file_path": path, "content": "x\n"});
    let tool = json!({"tool_name": "Write", "tool_input": input});
    let tool = decision(&machine.hook("claude", &machine.event("PreToolUse", &tool)));
    (tool, machine.judge(&format!("echo x > {}", path.display())))
}

fn both(decision: &str) -> (String, String) {
    (decision.to_owned(), decision.to_owned())
}

#[test]
fn a_linked_work_tree_belongs_to_the_workspace_and_nothing_else_outside_does() {
    let (machine, tree) = repository();
    assert_eq!(written(&machine, &tree.join("src/a.ts")), both(""));
    // What is protected is so there, too.
    assert_eq!(written(&machine, &tree.join(".claude/settings.json")), both("deny"));
    assert_eq!(written(&machine, &tree.join(".git")), both("deny"));
    // The tree of another repository, one that only claims to belong, and what lies beside.
    let other = machine.home().join("other");
    std::fs::create_dir_all(other.join(".git")).unwrap();
    assert_eq!(written(&machine, &other.join("src/a.ts")), both("ask"));
    let claims = machine.home().join("claims");
    let own = machine.project().join(".git/worktrees/tree");
    support::write(&claims.join(".git"), &format!("gitdir: {}\n", own.display()));
    assert_eq!(written(&machine, &claims.join("src/a.ts")), both("ask"));
    assert_eq!(written(&machine, &machine.home().join("treehouse/a.ts")), both("ask"));
}

#[test]
fn a_work_tree_that_a_call_makes_belongs_to_the_workspace() {
    let (machine, _) = repository();
    let made = |path: &str, file: &str| {
        machine.judge(&format!("git worktree add {path} -b zz && cd {path} && echo x > {file}"))
    };
    assert_eq!(made("../new", "src/a.ts"), "");
    assert_eq!(made("../new", ".claude/settings.json"), "deny");
    // git makes none where something is.
    support::write(&machine.home().join("there/a"), "");
    assert_eq!(made("../there", "src/a.ts"), "ask");
    assert_eq!(machine.judge("git worktree add ../new -b zz && echo x > ../else/a.ts"), "ask");
}

/// Where people and hosts keep work trees inside of the main one.
const INSIDE: &[&str] = &[".worktrees/f", "worktrees/f", ".claude/worktrees/f", ".trees/f"];

/// A repository with gates, and sources with tests.
fn gated(rules: &str) -> Machine {
    let machine = Machine::new();
    machine.become_a_repository();
    machine.write("hookward.toml", rules);
    machine.write("src/a.ts", "export const a = 1\n");
    machine.write("src/a.test.ts", "test('a')\n");
    machine.write("infra/main.txt", "x\n");
    machine.git(&["add", "."]);
    machine.git(&["commit", "-q", "-m", "sources"]);
    machine
}

/// What becomes of a file that is written by the tool for it, from the main work tree, and what is said.
fn wrote(machine: &Machine, path: &str, content: &str) -> (String, String) {
    let input = json!({"file_path": machine.project().join(path), "content": content});
    let event = machine.event("PreToolUse", &json!({"tool_name": "Write", "tool_input": input}));
    let output = machine.hook("claude", &event);
    (decision(&output), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn gates_hold_in_a_work_tree_inside_of_the_workspace_by_paths_from_its_own_root() {
    let machine = gated(
        "extends = [\"workflow\"]\n[security]\nprotected_files = [\"infra/**\"]\n[rules]\n\"gate/protected-branch-edit\" = \"off\"\n\
         [[gate.architecture]]\nid = \"no-axios\"\nfiles = \"src/**/*.ts\"\nforbid = { import = \"axios\" }\n",
    );
    for (at, tree) in INSIDE.iter().enumerate() {
        machine.git(&["worktree", "add", "-q", tree, "-b", &format!("topic-{at}")]);
        let write = |file: &str, content: &str| wrote(&machine, &format!("{tree}/{file}"), content);
        let (denied, said) = write("src/b.ts", "export const b = 1\n");
        assert_eq!(denied, "deny", "{tree}: code without a test");
        assert!(said.contains(&format!("write {tree}/src/b.test.ts first")), "{said}");
        assert_eq!(write("src/a.ts", "import axios from 'axios'\n").0, "deny", "{tree}: a forbidden import");
        assert_eq!(write("infra/main.txt", "y\n").0, "deny", "{tree}: a protected file");
        assert_eq!(write(".claude/settings.json", "{}").0, "deny", "{tree}: a host's settings");
        assert_eq!(write("src/a.ts", "export const a = 2\n").0, "", "{tree}: code with a test");
        assert_eq!(write("src/b.test.ts", "test('b')\n").0, "", "{tree}: a test");
        assert_eq!(write("docs/a.md", "text\n").0, "", "{tree}: a document");
        let by_shell = |text: &str| machine.judge(&format!("cd {tree} && {text}"));
        assert_eq!(by_shell("echo 'export const b = 1' > src/b.ts"), "deny", "{tree}");
        assert_eq!(by_shell("echo 'export const a = 2' > src/a.ts"), "", "{tree}");
    }
}

#[test]
fn in_a_work_tree_inside_of_the_workspace_its_own_branch_counts() {
    let rules = "\"gate/protected-branch-edit\" = \"enforce\"\n\"gate/untested-code\" = \"off\"\n";
    let machine = gated(&format!("extends = [\"workflow\"]\n[rules]\n{rules}"));
    machine.git(&["branch", "-M", "main"]);
    machine.git(&["switch", "-q", "-c", "topic"]);
    machine.git(&["worktree", "add", "-q", ".worktrees/m", "main"]);
    let code = "export const a = 2\n";
    assert_eq!(wrote(&machine, ".worktrees/m/src/a.ts", code).0, "deny");
    assert_eq!(wrote(&machine, "src/a.ts", code).0, "");
    for (text, expected) in [
        ("sed -i s/1/2/ .worktrees/m/src/a.ts", "deny"),
        ("cd .worktrees/m && sed -i s/1/2/ src/a.ts", "deny"),
        ("cd .worktrees/m && git switch -c other && sed -i s/1/2/ src/a.ts", ""),
        ("sed -i s/1/2/ src/a.ts", ""),
        // One that the call itself makes is on the branch that it names, or on one of its own name.
        ("git worktree add .worktrees/n master && sed -i s/1/2/ .worktrees/n/src/a.ts", "deny"),
        ("git worktree add ../n master && sed -i s/1/2/ ../n/src/a.ts", "deny"),
        ("git worktree add .worktrees/n && cd .worktrees/n && sed -i s/1/2/ src/a.ts", ""),
    ] {
        assert_eq!(machine.judge(text), expected, "{text}");
    }
    // And what is checked out around it does not count there.
    machine.git(&["worktree", "remove", "--force", ".worktrees/m"]);
    machine.git(&["switch", "-q", "main"]);
    machine.git(&["worktree", "add", "-q", ".worktrees/t", "topic"]);
    assert_eq!(wrote(&machine, ".worktrees/t/src/a.ts", code).0, "");
    assert_eq!(wrote(&machine, "src/a.ts", code).0, "deny");
    // It is no more than one work tree: its loss is asked about, and not refused as that of the workspace.
    assert_eq!(machine.judge("rm -rf .worktrees/t"), "ask");
    let new = "git worktree add .worktrees/n -b n && cd .worktrees/n && sed -i s/1/2/ src/a.ts";
    assert_eq!(machine.judge(new), "");
}

#[test]
fn the_work_trees_of_a_bare_repository_are_judged_each_from_its_own_root() {
    // With a `.git` file that leads to it, as the repository itself, and beside its work trees.
    for (layout, bare) in [("linked", "around/.bare"), ("itself", "around"), ("beside", "around/app.git")] {
        let machine = gated("");
        machine.git(&["clone", "-q", "--bare", ".", &format!("../{bare}")]);
        let around = machine.home().join("around");
        if layout == "linked" {
            support::write(&around.join(".git"), "gitdir: ./.bare\n");
        }
        let rules = "extends = [\"workflow\"]\n[security]\nprotected_files = [\"infra/**\"]\n[rules]\n\
                     \"gate/protected-branch-edit\" = \"enforce\"\n";
        support::write(&around.join("hookward.toml"), rules);
        let git = machine.home().join(bare);
        for (tree, branch) in [("topic", "topic"), ("main", "main")] {
            let tree = around.join(tree).display().to_string();
            machine.git(&["-C", git.to_str().unwrap(), "worktree", "add", "-q", &tree, "-B", branch]);
        }
        let write = |file: &str, content: &str| {
            let input = json!({"file_path": around.join(file), "content": content});
            let event = json!({
                "session_id": "s1", "cwd": around, "hook_event_name": "PreToolUse", "permission_mode": "default",
                "tool_name": "Write", "tool_input": input,
            });
            let mut command = machine.command(&["hook", "claude"]);
            command.current_dir(&around).env("CLAUDE_PROJECT_DIR", &around);
            decision(&feed(command, event.to_string().as_bytes()))
        };
        assert_eq!(write("topic/src/a.ts", "export const a = 2\n"), "", "{layout}: code with a test");
        assert_eq!(write("topic/src/b.ts", "export const b = 1\n"), "deny", "{layout}: code without a test");
        assert_eq!(write("topic/infra/main.txt", "y\n"), "deny", "{layout}: a protected file");
        assert_eq!(write("main/src/a.ts", "export const a = 2\n"), "deny", "{layout}: a protected branch");
    }
}
