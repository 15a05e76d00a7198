//! Configurations as people write them, and what is said of their mistakes.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

use serde_json::json;

use super::*;

fn parse(text: &str) -> Configuration {
    Configuration::parse(Path::new("s.json"), text)
}

fn commands(configuration: &Configuration, event: &Event) -> Vec<String> {
    configuration.hooks_for(event).map(|hook| hook.command.to_string()).collect()
}

/// The one problem of a hook with this in it.
fn problem_of(hook: &str) -> String {
    let text = format!(r#"{{"hooks": {{"PreToolUse": [{hook}, "sound"]}}}}"#);
    let configuration = parse(&text);
    let told: Vec<String> = configuration.problems.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 1, "{hook}: {told:?}");
    assert!(configuration.hooks.iter().any(|hook| hook.command.to_string() == "sound"), "{hook}");
    told[0].clone()
}

#[test]
fn flat_entries_are_texts_or_objects_with_a_command() {
    let configuration =
        parse(r#"{"hooks": {"PreToolUse": ["one", {"command": "two"}], "PostToolUse": ["three"]}}"#);
    assert_eq!(configuration.problems, []);
    assert_eq!(commands(&configuration, &Event::before_tool("bash", json!({}))), ["one", "two"]);
    assert_eq!(commands(&configuration, &Event::after_tool("bash", json!({}), "")), ["three"]);
}

#[test]
fn nested_entries_have_matchers_and_handlers_with_all_their_keys() {
    let configuration = parse(
        r#"{"hooks": {"PreToolUse": [{"matcher": "Bash|Edit", "hooks": [
            {"type": "command", "command": "/bin/guard", "args": ["hook", "x"], "timeout": 1.5, "onFailure": "block",
             "if": "Bash(git *)", "statusMessage": "policy"},
            {"type": "command", "command": "later", "async": true, "retries": 2, "fallback": "other"}]}]}}"#,
    );
    assert_eq!(configuration.problems, []);
    let [guard, later] = configuration.hooks.as_slice() else { panic!("{configuration:?}") };
    assert_eq!(guard.command, Command::Words(["/bin/guard", "hook", "x"].map(str::to_owned).to_vec()));
    assert_eq!(guard.timeout, Some(Duration::from_millis(1_500)));
    assert_eq!((guard.on_failure, guard.status.as_deref()), (Some(Then::Block), Some("policy")));
    assert_eq!((later.background, later.retries, later.fallback.as_deref()), (true, Some(2), Some("other")));
    let call = |tool: &str, command: &str| Event::before_tool(tool, json!({"command": command}));
    assert_eq!(commands(&configuration, &call("Bash", "git push")), ["/bin/guard hook x", "later"]);
    assert_eq!(commands(&configuration, &call("Bash", "ls")), ["later"]);
    assert!(commands(&configuration, &call("Read", "")).is_empty());
}

#[test]
fn matchers_may_be_objects() {
    let configuration = parse(
        r#"{"hooks": {
            "SessionStart": [{"matcher": {}, "hooks": [{"type": "command", "command": "load"}]}],
            "PreToolUse": [{"matcher": {"toolName": "Read|Grep"}, "hooks": [{"type": "command", "command": "files"}]}],
            "PostToolUse": [{"matcher": {"toolName": ".*"}, "hooks": [{"type": "command", "command": "metrics"}]}],
            "SubagentStart": [{"matcher": {"agentName": "plan.*"}, "hooks": [{"type": "command", "command": "inject"}]}]}}"#,
    );
    assert_eq!(configuration.problems, []);
    assert_eq!(commands(&configuration, &Event::new("SessionStart").with("source", "startup")), ["load"]);
    assert_eq!(commands(&configuration, &Event::before_tool("Grep", json!({}))), ["files"]);
    assert!(commands(&configuration, &Event::before_tool("Bash", json!({}))).is_empty());
    assert_eq!(commands(&configuration, &Event::after_tool("Bash", json!({}), "")), ["metrics"]);
    assert_eq!(
        commands(&configuration, &Event::new("SubagentStart").with("agent_type", "planner")),
        ["inject"]
    );
    assert!(commands(&configuration, &Event::new("SubagentStart").with("agent_type", "coder")).is_empty());
}

#[test]
fn what_is_wrong_is_said_with_its_place_and_its_remedy_and_the_rest_counts() {
    for (hook, told) in [
        ("3", "s.json:1:27: hooks.PreToolUse[0] is not a hook; write a command, or { \"command\": \"…\" }"),
        (r#"" ""#, "s.json:1:27: hooks.PreToolUse[0] is an empty command; write a command, or remove it"),
        ("{}", "s.json:1:27: hooks.PreToolUse[0] has no `command`; say what it runs"),
        (
            r#"{"command": "x", "timeout": -1}"#,
            "s.json:1:55: hooks.PreToolUse[0].timeout is -1; write a number of seconds above 0",
        ),
        (
            "\n{\"command\": \"x\",\n \"timeout\": 5000}",
            "s.json:3:13: hooks.PreToolUse[0].timeout is 5000 seconds, which is 1.4 hours; if milliseconds were meant, \
             divide by 1000",
        ),
        (
            r#"{"command": "x", "timout": 5}"#,
            "s.json:1:54: hooks.PreToolUse[0].timout is a key that is not known; write `timeout` if you mean it",
        ),
        (
            r#"{"command": "x", "async": "yes"}"#,
            "s.json:1:53: hooks.PreToolUse[0].async is \"yes\"; write true or false",
        ),
        (
            r#"{"command": "x", "args": ["a", 1]}"#,
            "s.json:1:58: hooks.PreToolUse[0].args[1] is 1; write a text",
        ),
        (
            r#"{"command": "x", "if": "Bash(git"}"#,
            "s.json:1:50: hooks.PreToolUse[0].if is \"Bash(git\"; write a rule such as `Bash(git *)` or `Edit(*.ts)`",
        ),
        (
            r#"{"type": "prompt", "prompt": "x"}"#,
            "s.json:1:36: hooks.PreToolUse[0].type is \"prompt\", which cannot be run here; only `command` can",
        ),
        (
            r#"{"command": "x", "hooks": []}"#,
            "s.json:1:27: hooks.PreToolUse[0] has both `hooks` and `command`; keep `command`, or move it into `hooks`",
        ),
        (
            r#"{"matcher": {"agentName": "x"}, "hooks": []}"#,
            "s.json:1:53: hooks.PreToolUse[0].matcher.agentName never fits: PreToolUse has no `agent_type`; leave it out",
        ),
    ] {
        assert_eq!(problem_of(hook), told, "{hook}");
    }
    assert!(
        problem_of(r#"{"matcher": "(?=x)", "hooks": ["x"]}"#)
            .contains("matcher is `(?=x)`, which cannot be read")
    );
    assert!(problem_of(r#"{"matcher": {"tulName": "x"}, "hooks": ["x"]}"#).contains("there are `toolName`"));
}

#[test]
fn a_doubtful_hook_still_runs_and_a_wrong_one_does_not() {
    let doubtful = parse(r#"{"hooks": {"PreTooluse": [{"command": "x", "timeout": 60000}]}}"#);
    assert_eq!(doubtful.hooks.len(), 1);
    let gravities: Vec<Gravity> = doubtful.problems.iter().map(|problem| problem.gravity).collect();
    assert_eq!(gravities, [Gravity::Doubtful; 2]);
    assert!(doubtful.problems[0].to_string().contains("`PreToolUse` is"), "{doubtful:?}");
    assert!(parse(r#"{"hooks": {"PreToolUse": [{"command": "x", "timeout": 0}]}}"#).hooks.is_empty());
}

#[test]
fn a_broken_file_is_one_problem_with_its_place() {
    let broken = parse("{\n  \"hooks\": {\n    \"PreToolUse\": [\"x\" \"y\"]\n  }\n}");
    assert_eq!(broken.problems.len(), 1);
    let told = broken.problems[0].to_string();
    assert!(told.starts_with("s.json:3:") && told.contains("is not JSON"), "{told}");
    assert_eq!(parse("[]").problems.len(), 1);
    assert_eq!(parse(r#"{"hooks": []}"#).problems.len(), 1);
    assert_eq!(parse("").problems, []);
    assert_eq!(parse("\u{feff}{\"hooks\": null} // nothing").problems, []);
}

#[test]
fn an_event_of_the_agents_own_is_no_mistake() {
    let configuration = parse(r#"{"hooks": {"BeforeDeploy": ["x"]}}"#);
    assert_eq!(configuration.problems, []);
    assert_eq!(commands(&configuration, &Event::new("BeforeDeploy")), ["x"]);
}

#[test]
fn the_files_of_a_folder_add_up_the_same_hook_runs_once_and_one_switch_ends_all() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join(".claude")).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write(".claude.json", r#"{"hooks": {"PreToolUse": ["one", "one"]}}"#);
    write(".claude/settings.json", r#"{"hooks": {"PreToolUse": ["one", "two"]}}"#);
    let event = Event::before_tool("bash", json!({}));
    assert_eq!(commands(&Configuration::of_folder(folder.path()), &event), ["one", "one", "two"]);
    write(".claude/settings.local.json", r#"{"disableAllHooks": true}"#);
    assert!(commands(&Configuration::of_folder(folder.path()), &event).is_empty());
}

#[test]
fn a_failure_at_a_stop_blocks_nobody_whatever_the_hook_says() {
    let configuration = parse(r#"{"hooks": {"Stop": [{"command": "x", "onFailure": "block"}]}}"#);
    assert_eq!(configuration.hooks[0].on_failure, None);
    assert_eq!(
        configuration.problems[0].to_string(),
        "s.json:1:51: hooks.Stop[0].onFailure does not count on Stop; leave it out"
    );
}

#[test]
fn a_matcher_in_the_wrong_place_is_pointed_out() {
    let told = problem_of(r#"{"hooks": [{"matcher": "Edit", "command": "x"}]}"#);
    assert_eq!(
        told,
        "s.json:1:50: hooks.PreToolUse[0].hooks[0].matcher is not looked at in here; put it beside `hooks`"
    );
}
