//! The example policies: they load without a word, their own examples hold, their table names rules that there are, and what
//! their stories cannot show.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use hookward_core::policy::{Layer, RESERVED, Source, compile, is_rule_id};
use serde_json::json;
use support::{Machine, answer, decision, example, feed, stderr, stdout};

/// The examples, by their folders.
fn names() -> Vec<String> {
    let entries = std::fs::read_dir(example("")).unwrap().map(|entry| entry.unwrap());
    let folders = entries.filter(|entry| entry.file_type().unwrap().is_dir());
    let mut names: Vec<String> = folders.map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn every_example_loads_without_a_word_and_its_own_examples_hold() {
    assert_eq!(names().len(), 5);
    for name in names() {
        let machine = Machine::new();
        machine.follow_example(&name);
        let tested = machine.run(&["test"]);
        assert!(tested.status.success(), "{name}: {}{}", stdout(&tested), stderr(&tested));
        // What runs waits for a person; nothing else is without effect.
        let said = stdout(&tested);
        let notices = said.lines().filter(|line| line.starts_with("notice"));
        let others: Vec<&str> = notices.filter(|line| !line.ends_with("`hookward trust`")).collect();
        assert!(others.is_empty(), "{name}: {others:?}");
        assert_eq!(stderr(&tested), "", "{name}");
    }
}

#[test]
fn the_table_names_rules_that_there_are_and_says_which_come_later() {
    let text = std::fs::read_to_string(example("README.md")).unwrap();
    let own: Vec<String> = names().iter().flat_map(|name| own_hooks(name)).collect();
    assert!(own.iter().all(|id| text.contains(&format!("`{id}`"))), "{own:?}");
    let mut seen = 0;
    for row in text.lines().filter(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let ids: Vec<&str> = cells[2].split('`').skip(1).step_by(2).filter(|id| is_id(id)).collect();
        let later = ids.iter().filter(|id| RESERVED.contains(*id)).count();
        for id in &ids {
            assert!(is_rule_id(id) || own.iter().any(|own| own == id), "{row}");
        }
        if !ids.is_empty() {
            assert!(later == 0 || later == ids.len(), "some of it comes later: {row}");
            assert_eq!(cells[3].contains("comes with"), later > 0, "{row}");
        }
        seen += ids.len();
    }
    assert!(seen > 80, "{seen}");
    for name in names() {
        assert!(text.contains(&format!("## {name}")), "{name}");
    }
}

/// The own hooks of an example.
fn own_hooks(name: &str) -> Vec<String> {
    let file = example(name).join("hookward.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    let source = Source { layer: Layer::Project, path: file.display().to_string(), text };
    compile(&[source]).unwrap().hooks.into_iter().map(|hook| hook.id).collect()
}

/// Whether it is written like the id of a rule.
fn is_id(word: &str) -> bool {
    ["security/", "gate/", "feedback/", "approve/", "rewrite/"].iter().any(|start| word.starts_with(start))
}

#[test]
fn seed_000_mirrors_its_rules_in_eleven_texts() {
    let machine = Machine::new();
    machine.follow_example("seed-000");
    let synced = machine.run(&["sync"]);
    assert!(synced.status.success(), "{}{}", stdout(&synced), stderr(&synced));
    let folder = machine.project().join(".cursor/rules");
    let mut texts: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    texts.sort();
    let expected = [
        "architecture-guard",
        "bash-guard",
        "file-guard",
        "general",
        "import-guard",
        "lambda",
        "pr-workflow",
        "quality-gates",
        "react",
        "tdd-guard",
        "testing",
    ];
    assert_eq!(texts, expected.map(|name| format!("{name}.mdc")));
    let guard = std::fs::read_to_string(folder.join("bash-guard.mdc")).unwrap();
    assert!(guard.contains("security/forced-push") && !guard.contains("## security/protected-file"));
}

#[test]
fn seed_001_is_answered_by_exit_status_and_keeps_an_audit() {
    let machine = Machine::new();
    machine.follow_example("seed-001");
    let fire = |payload: serde_json::Value| {
        feed(machine.command(&["hook", "plain"]), payload.to_string().as_bytes())
    };
    let denied =
        fire(json!({"hook_event_name": "PreToolUse", "tool_name": "bash", "tool_input": "rm -rf /"}));
    assert_eq!(denied.status.code(), Some(2));
    assert_eq!(stdout(&denied).trim(), "Blocked: destructive command detected");
    let allowed = fire(json!({
        "hook_event_name": "PreToolUse",
        "tool_name": "bash",
        "tool_input": "rm -rf /tmp/test",
        "tool_input_json": "{\"command\": \"rm -rf /tmp/test\"}",
    }));
    assert_eq!((allowed.status.code(), stdout(&allowed)), (Some(0), String::new()));
    let after = fire(json!({
        "hook_event_name": "PostToolUse",
        "tool_name": "bash",
        "tool_input": "cargo test",
        "tool_output": "test result: ok. 5 passed",
        "tool_result_is_error": false,
    }));
    assert_eq!(after.status.code(), Some(0));
    let journal = machine.journal();
    assert_eq!(journal.len(), 3);
    assert_eq!(journal[2]["event"], "after-tool");
}

#[test]
fn seed_002_exempts_the_repository_that_the_person_names() {
    let machine = Machine::new();
    machine.follow_example("seed-002");
    let meta = machine.home().join(".claude");
    let policy = std::fs::read_to_string(example("seed-002/hookward.toml")).unwrap();
    support::write(&meta.join("hookward.toml"), &policy);
    support::write(&meta.join(".git/HEAD"), "ref: refs/heads/main\n");
    let commit = || {
        let call = json!({"cwd": meta, "tool_name": "Bash", "tool_input": {"command": "git commit -m x"}});
        decision(&machine.hook("claude", &machine.event("PreToolUse", &call)))
    };
    assert_ne!(commit(), "deny");
    assert_eq!(machine.judge("git commit -m x"), "deny");
    // By the repository in which it is made, wherever the session works.
    machine.become_a_repository();
    for exempt in ["~/.claude", "~/.claude/"] {
        support::write(&machine.user_policy(), &format!("[gate]\nexempt = [\"{exempt}\"]\n"));
        let project = machine.project().display().to_string();
        for (command, is_free) in [
            ("git -C ~/.claude commit -m x".to_owned(), true),
            ("cd ~/.claude && git commit -m x".to_owned(), true),
            ("git commit -m x".to_owned(), false),
            ("git -C ~/.claude commit -m x && git commit -m y".to_owned(), false),
            (format!("git -C ~/.claude --git-dir={project}/.git commit -m x"), false),
            (format!("GIT_DIR={project}/.git git -C ~/.claude commit -m x"), false),
            ("for d in ~/.claude .; do git -C $d commit -m x; done".to_owned(), false),
        ] {
            assert_eq!(machine.judge(&command) != "deny", is_free, "{exempt}: {command}");
        }
    }
    std::fs::remove_file(machine.user_policy()).unwrap();
    assert_eq!(commit(), "deny");
    // A project does not exempt itself.
    support::write(&meta.join("hookward.toml"), &format!("{policy}\n[gate]\nexempt = [\"~/.claude\"]\n"));
    assert_eq!(commit(), "deny");
}

#[test]
fn seed_002_removes_a_work_tree_from_the_main_one() {
    let machine = Machine::new();
    machine.follow_example("seed-002");
    machine.become_a_repository();
    machine.git(&["worktree", "add", "-q", "../side", "-b", "side"]);
    let side = machine.home().join("side");
    let (main, own) = (machine.project().display().to_string(), side.display().to_string());
    let other = machine.home().join("other").display().to_string();
    for (command, expected) in [
        ("git worktree remove ../side", format!("cd {main} && git worktree remove {own}")),
        ("ls; git worktree remove . && ls", format!("ls; cd {main} && git worktree remove {own} && ls")),
        ("ls x || git worktree remove .", format!("ls x || {{ cd {main} && git worktree remove {own}; }}")),
        // The shell keeps the directory that it has.
        ("git worktree remove ../other && ls", format!("git -C {main} worktree remove {other} && ls")),
    ] {
        let call = json!({"cwd": side, "tool_name": "Bash", "tool_input": {"command": command}});
        let said = answer(&machine.hook("claude", &machine.event("PreToolUse", &call)));
        assert_eq!(said["hookSpecificOutput"]["updatedInput"]["command"], expected, "{said}");
    }
}

#[test]
fn seed_004_registers_its_agents_each_in_its_role() {
    let machine = Machine::new();
    machine.follow_example("seed-004");
    let agents = ["default", "pilot", "executor", "researcher", "reviewer"];
    // One is a person's own; the others are written by `sync`.
    machine.write(".kiro/agents/reviewer.json", &json!({"name": "reviewer"}).to_string());
    assert!(machine.run(&["sync"]).status.success());
    assert!(machine.run(&["sync", "--check"]).status.success());
    let status = |agent: &str, tool: &str, input: serde_json::Value| {
        let file = machine.project().join(format!(".kiro/agents/{agent}.json"));
        let role = format!("--as={agent}");
        assert!(std::fs::read_to_string(file).unwrap().contains(&role), "{agent}");
        let payload = json!({
            "hook_event_name": "preToolUse", "cwd": machine.project(), "tool_name": tool, "tool_input": input,
        });
        let hook = machine.command(&["hook", "kiro", &role]);
        feed(hook, payload.to_string().as_bytes()).status.code()
    };
    for agent in agents {
        let new = json!({"command": "create", "path": "src/a.py", "file_text": "a = 1\n"});
        let gated = matches!(agent, "default" | "pilot");
        assert_eq!(status(agent, "fs_write", new), Some(if gated { 2 } else { 0 }), "{agent}");
        // Security holds for all of them.
        assert_eq!(status(agent, "execute_bash", json!({"command": "cat .env"})), Some(2), "{agent}");
        let commits = status(agent, "execute_bash", json!({"command": "git commit -m x"}));
        assert_eq!(commits, Some(if agent == "pilot" { 2 } else { 0 }), "{agent}");
    }
}

#[test]
fn seed_004_lets_every_agent_keep_the_plan_where_nobody_can_be_asked() {
    const PLAN: &str = "# Cart\n## Tasks\n- Create: src/cart.py\n## Checklist\n- [ ] the cart\n## Review\nVerdict: APPROVE\n";
    let machine = Machine::new();
    machine.follow_example("seed-004");
    machine.write("docs/plans/cart.md", PLAN);
    let status = |agent: &str, input: serde_json::Value| {
        let payload = json!({
            "hook_event_name": "preToolUse", "cwd": machine.project(), "tool_name": "fs_write", "tool_input": input,
        });
        let hook = machine.command(&["hook", "kiro", &format!("--as={agent}")]);
        feed(hook, payload.to_string().as_bytes()).status.code()
    };
    let edit = |new: &str| json!({"command": "str_replace", "path": "docs/plans/cart.md", "old_str": "- [ ] the cart", "new_str": new});
    for agent in ["default", "executor"] {
        assert_eq!(status(agent, edit("- [x] the cart")), Some(0), "{agent}");
        assert_eq!(status(agent, edit("- [SKIP] blocked the cart")), Some(0), "{agent}");
    }
    // Who is held by no gate is not told to change it otherwise.
    assert_eq!(status("executor", edit("- [x] the shop")), Some(2));
    let new = json!({"command": "create", "path": "docs/plans/shop.md", "file_text": PLAN});
    assert_eq!(status("default", new.clone()), Some(2));
    machine.write(".brainstorm-confirmed", "");
    assert_eq!(status("default", new), Some(0));
}

#[test]
fn seed_000_mirrors_what_its_own_tables_say() {
    let machine = Machine::new();
    machine.follow_example("seed-000");
    assert!(machine.run(&["sync"]).status.success());
    let text = |name: &str| {
        std::fs::read_to_string(machine.project().join(format!(".cursor/rules/{name}.mdc"))).unwrap()
    };
    for (name, said) in [
        ("file-guard", "- denied: `CLAUDE.md`, `.gitignore`\n- asked about first: `.github/**`\n"),
        ("tdd-guard", "- `backend/functions/*/handler.ts` needs `backend/functions/*/handler.test.ts`\n"),
        ("architecture-guard", "> ADR-007: Lambda functions must communicate via:\n"),
        ("architecture-guard", "`USER#*`"),
        ("import-guard", "must import `@ai-learning-hub/logging`"),
        ("quality-gates", "- lines covered by tests: 80 % or more\n"),
        ("bash-guard", "## security/forced-push\n\nHere: deny/ask\n"),
    ] {
        let text = text(name);
        assert!(text.contains(said), "{name}: {said}\n{text}");
    }
    let project = machine.project().display().to_string();
    assert!(!text("file-guard").contains(&project));
}
