//! Commands that people and scripts use: transcripts as files, and the schema that editors use.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use serde_json::{Value, json};
use support::{Machine, stdout};

#[test]
fn transcripts() {
    trycmd::TestCases::new()
        // Nobody's own policy.
        .env("HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/nobody"))
        .env("XDG_CONFIG_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/nobody"))
        .case("tests/transcripts/*.md")
        .case("../../README.md");
}

/// Their hooks are for `sh`.
#[cfg(unix)]
#[test]
fn transcripts_of_hooks() {
    trycmd::TestCases::new()
        .env("HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/nobody"))
        .case("tests/transcripts/hooks/*.md");
}

#[test]
fn transcripts_of_figures() {
    // A journal of the past, in a state of its own.
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("figures");
    let journal = std::fs::read_to_string("tests/transcripts/figures/journal.jsonl").unwrap();
    support::write(&folder.join("hookward/journal.jsonl"), &journal);
    trycmd::TestCases::new()
        .env("HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/nobody"))
        .env("XDG_CONFIG_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/nobody"))
        .env("XDG_STATE_HOME", folder.display().to_string())
        .env("XDG_CACHE_HOME", folder.join("cache").display().to_string())
        .env("TZ", "UTC")
        .case("tests/transcripts/figures/*.md");
}

#[test]
fn stats_are_one_object_and_a_report_is_written_where_it_is_wanted() {
    let machine = Machine::new();
    machine.judge("rm -rf /");
    machine.judge("git status");
    let stats: Value = serde_json::from_slice(&machine.run(&["stats", "--json"]).stdout).unwrap();
    assert_eq!((&stats["all"]["events"], &stats["all"]["denials"]), (&json!(2), &json!(1)));
    assert_eq!(stats["rules"][0]["rule"], "security/catastrophic-deletion");
    assert_eq!(stats["days"].as_array().unwrap().len(), 1);
    assert!(stats["all"]["latency_us"]["p99"].as_u64().unwrap() > 0);
    assert!(stats["all"]["tokens"].as_u64().unwrap() > 0);
    for (file, begins) in
        [("r.html", "<!DOCTYPE html>"), ("r.json", "{\"agents\""), ("r.csv", "kind,name,events,")]
    {
        assert_eq!(stdout(&machine.run(&["report", "--out", file])), format!("{file}\n"));
        let text = std::fs::read_to_string(machine.project().join(file)).unwrap();
        assert!(text.starts_with(begins), "{text}");
    }
    // Where no terminal is there, it is for the next program.
    assert!(stdout(&machine.run(&["report"])).ends_with("</html>\n"));
    assert_eq!(machine.run(&["report", "--format", "pdf"]).status.code(), Some(64));
}

#[test]
fn the_schema_in_the_repository_is_the_one_that_the_types_give() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../schema/hookward.schema.json");
    let made = stdout(&Machine::new().run(&["schema"]));
    if std::env::var_os("HOOKWARD_BLESS").is_some() {
        std::fs::write(path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(kept == made, "schema/hookward.schema.json is out of date: run `just bless`");
}

#[test]
fn check_tells_programs_what_it_tells_people() {
    let machine = Machine::new();
    let output = machine.run(&["check", "--json", "ls && rm -rf /"]);
    assert_eq!(output.status.code(), Some(1));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["decision"], "deny");
    assert_eq!(answer["findings"][0]["rule"], "security/catastrophic-deletion");
    assert_eq!(answer["findings"][0]["span"], json!([6, 14]));
    assert_eq!(answer["effects"][1]["kind"], "delete-tree");
    for (arguments, decision, code) in [
        (&["check", "--json", "--write", ".env"][..], "deny", 1),
        (&["check", "--json", "--edit", "CLAUDE.md"], "ask", 0),
        (&["check", "--json", "--read", ".env"], "deny", 1),
        (&["check", "--json", "--read", "src/a.rs"], "approve", 0),
        (&["explain", "--json", "cargo test"], "silent", 0),
    ] {
        let output = machine.run(arguments);
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(
            (answer["decision"].as_str(), output.status.code()),
            (Some(decision), Some(code)),
            "{arguments:?}"
        );
    }
}

#[test]
fn a_script_is_judged_as_a_whole_and_every_finding_says_where_it_stands() {
    let machine = Machine::new();
    machine.write("a.sh", "#!/bin/sh\nD=/\nls # ä\n  rm -rf $D \\\n    -v\n");
    machine.write("b", "git status\n");
    let output = machine.run(&["check", "--json", "--file", "a.sh", "--file", "b"]);
    assert_eq!(output.status.code(), Some(1));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["decision"], "deny");
    let finding = &answer["findings"][0];
    assert_eq!(finding["file"], "a.sh");
    let place = ["line", "column", "end_line", "end_column"].map(|key| finding[key].as_u64().unwrap());
    assert_eq!(place, [4, 3, 5, 7]);
    assert_eq!(answer["findings"][1]["file"], "b");
    let fine = machine.run(&["check", "--json", "--file", "b"]);
    assert_eq!(fine.status.code(), Some(0));
    assert_eq!(serde_json::from_slice::<Value>(&fine.stdout).unwrap()["decision"], "approve");
}

#[test]
fn a_question_in_a_script_does_not_fail_the_check() {
    let machine = Machine::new();
    machine.write("a.sh", "rm -rf src\n");
    let output = machine.run(&["check", "--file", "a.sh"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains("a.sh:1:1: ask security/recursive-deletion: "), "{}", stdout(&output));
}

#[test]
fn what_is_not_a_shell_script_is_a_wrong_usage() {
    let machine = Machine::new();
    machine.write("a", "#!/usr/bin/node\nrm -rf /\n");
    machine.write("b.py", "print()\n");
    machine.write("c", "\0\n");
    for (file, why) in [("a", "names `node`"), ("b.py", "ends in `.py`"), ("c", "it is not text")] {
        let output = machine.run(&["check", "--file", file]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(64), "{said}");
        assert!(said.contains("is not a shell script") && said.contains(why), "{said}");
    }
    assert_eq!(machine.run(&["check", "--json", "--sarif", "ls"]).status.code(), Some(64));
    assert_eq!(machine.run(&["check", "--file", "a.sh", "ls"]).status.code(), Some(64));
}

#[test]
fn sarif_has_what_its_readers_require() {
    let machine = Machine::new();
    machine.write("my script.sh", "ls\nrm -rf / && rm -rf src\n");
    let output = machine.run(&["check", "--sarif", "--file", "my script.sh"]);
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["version"], "2.1.0");
    assert!(report["$schema"].as_str().unwrap().contains("sarif-2.1.0"));
    let run = &report["runs"][0];
    let driver = &run["tool"]["driver"];
    assert_eq!(driver["name"], "Hookward");
    assert!(driver["version"].is_string());
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let rules = driver["rules"].as_array().unwrap();
    assert!(rules.iter().all(|rule| {
        ["shortDescription", "fullDescription", "help"]
            .iter()
            .all(|key| !rule[key]["text"].as_str().unwrap().is_empty())
    }));
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(result["message"]["text"].as_str().unwrap().contains("Instead: "));
        let location = &result["locations"][0]["physicalLocation"];
        assert_eq!(location["artifactLocation"]["uri"], "my%20script.sh");
        assert_eq!(location["region"]["startLine"], 2);
    }
    assert_eq!((&results[0]["level"], &results[1]["level"]), (&json!("error"), &json!("warning")));
    let region = &results[1]["locations"][0]["physicalLocation"]["region"];
    assert_eq!(region, &json!({"startLine": 2, "startColumn": 13, "endLine": 2, "endColumn": 23}));

    let output = machine.run(&["check", "--sarif", "rm -rf /"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let run = &report["runs"][0];
    let uri = &run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!((uri, &run["artifacts"][0]["location"]["uri"]), (&json!("command"), &json!("command")));
    assert_eq!(run["artifacts"][0]["contents"]["text"], "rm -rf /");
    let quiet: Value = serde_json::from_slice(&machine.run(&["check", "--sarif", "ls"]).stdout).unwrap();
    assert_eq!(quiet["runs"][0]["results"], json!([]));
}

#[test]
fn a_command_of_several_lines_is_explained_line_by_line() {
    let machine = Machine::new();
    let text = stdout(&machine.run(&["explain", "cd src\n  rm -rf \"/usr\""]));
    assert!(text.starts_with("deny  cd src … (2 lines)\n"), "{text}");
    assert!(text.contains("runs     2:3 rm · -rf · /usr\n"), "{text}");
    assert!(text.contains("\n         2 |   rm -rf \"/usr\"\n           |   ^^^^^^^^^^^^^\n"), "{text}");
}

#[test]
fn what_stands_in_a_secret_file_is_never_told() {
    let machine = Machine::new();
    std::fs::write(machine.project().join(".env"), "API_KEY=k9Value\nDB_URL=postgres://k9Value\n").unwrap();
    for command in [
        "export $(cat .env)",
        "export $(cat .env | xargs); echo x > /etc/$API_KEY",
        ". ./.env; rm -rf $DB_URL; echo x > /etc/$API_KEY",
        "rm -rf $(cat .env)",
    ] {
        for arguments in
            [&["explain", command][..], &["explain", "--json", command], &["check", "--json", command]]
        {
            let output = machine.run(arguments);
            let text = format!("{}{}", stdout(&output), String::from_utf8_lossy(&output.stderr));
            assert!(text.contains("API_KEY") || text.contains(".env"), "{arguments:?}: {text}");
            assert!(!text.contains("k9Value"), "{arguments:?}: {text}");
        }
    }
}

#[test]
fn check_reads_an_event_as_a_host_sends_it() {
    let machine = Machine::new();
    std::fs::write(machine.project().join("event.json"), machine.bash("cat .env")).unwrap();
    let output = machine.run(&["check", "--json", "--event", "event.json"]);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["findings"][0]["rule"], "security/secret-read");
    let piped =
        support::feed(machine.command(&["check", "--json", "--event", "-"]), &machine.bash("git status"));
    assert_eq!(serde_json::from_slice::<Value>(&piped.stdout).unwrap()["decision"], "approve");
}

#[test]
fn the_log_shows_this_folder_or_all() {
    let machine = Machine::new();
    machine.judge("rm -rf /");
    let elsewhere = br#"{"hook_event_name":"PreToolUse","session_id":"x","cwd":"/srv/other","tool_name":"Bash","tool_input":{"command":"ls"}}"#;
    machine.hook("claude", elsewhere);
    assert_eq!(stdout(&machine.run(&["log", "--json"])).lines().count(), 1);
    let all = stdout(&machine.run(&["log", "--json", "--all"]));
    assert_eq!(all.lines().count(), 2);
    let first: Value = serde_json::from_str(all.lines().next().unwrap()).unwrap();
    assert_eq!((first["decision"].as_str(), first["tool"].as_str()), (Some("deny"), Some("shell")));
}

#[test]
fn the_log_shows_what_rules_in_shadow_mode_would_have_stopped() {
    let machine = Machine::new();
    support::write(&machine.user_policy(), "[rules]\n\"security/secret-read\" = \"shadow\"\n");
    assert_ne!(machine.judge("cat .env"), "deny");
    machine.judge("rm -rf /");
    let shadowed = stdout(&machine.run(&["log", "--json", "--would-deny"]));
    assert_eq!(shadowed.lines().count(), 1, "{shadowed}");
    assert!(shadowed.contains("security/secret-read"));
}

#[test]
fn the_log_tells_nothing_recorded_from_nothing_wanted() {
    let machine = Machine::new();
    let log = |arguments: &[&str]| stdout(&machine.run(&[&["log"], arguments].concat()));
    assert_eq!(log(&[]), "Nothing was recorded here yet.\n");
    assert_eq!(log(&["--would-deny"]), "Nothing was recorded here yet.\n");
    let elsewhere = br#"{"hook_event_name":"PreToolUse","session_id":"s2","cwd":"/srv/other","tool_name":"Bash","tool_input":{"command":"ls"}}"#;
    machine.hook("claude", elsewhere);
    let other = "Nothing was recorded here yet; `--all` shows one event of another folder.\n";
    assert_eq!(log(&["--would-deny"]), other);
    assert_eq!(log(&[]), other);
    machine.judge("git status");
    let none = "One event was recorded here; no rule in shadow mode would have stopped it.\n";
    assert_eq!(log(&["--would-deny"]), none);
    let none = "2 events were recorded here; no rule in shadow mode would have stopped any.\n";
    assert_eq!(log(&["--would-deny", "--all"]), none);
    assert_eq!(log(&["--would-deny", "--json"]), "");
}

#[test]
fn facts_and_rules_are_told_to_programs_too() {
    let machine = Machine::new();
    machine.write("hookward.toml", "[rules]\n\"security/secret-read\" = \"off\"\n");
    let facts: Value = serde_json::from_slice(&machine.run(&["facts", "--json"]).stdout).unwrap();
    assert_eq!(facts["git"]["branch"], "feature/x");
    assert!(stdout(&machine.run(&["facts"])).contains("JavaScript"));
    assert_eq!(facts["roots"][0], json!(machine.project()));
    assert!(facts["notices"][0]["text"].as_str().unwrap().contains("never loosen"));
    let rules: Value = serde_json::from_slice(&machine.run(&["rules", "--json"]).stdout).unwrap();
    assert!(rules.as_array().unwrap().iter().any(|rule| rule["id"] == "security/secret-read"));
    let rule: Value =
        serde_json::from_slice(&machine.run(&["rules", "security/secret-read", "--json"]).stdout).unwrap();
    assert!(rule["manual"].as_str().unwrap().contains("What: "));
}

#[test]
fn completions_exist_for_the_usual_shells() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(stdout(&Machine::new().run(&["completions", shell])).contains("hookward"), "{shell}");
    }
}

#[test]
fn nothing_is_coloured_where_no_terminal_shows_it() {
    let machine = Machine::new();
    for arguments in [
        &["explain", "rm -rf /"][..],
        &["rules"],
        &["rules", "security/secret-read"],
        &["facts"],
        &["log"],
        &["stats"],
    ] {
        assert!(!stdout(&machine.run(arguments)).contains('\u{1b}'), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn what_hooks_say_is_one_object_for_programs() {
    let machine = Machine::new();
    let guard =
        "{\"hooks\": {\"PreToolUse\": [\"echo seen\", \"echo 'not today'; exit 2\", \"echo never\"]}}";
    support::write(&machine.project().join(".claude.json"), guard);
    let output =
        machine.run(&["fire", "PreToolUse", "--tool", "bash", "--input", r#"{"command": "ls"}"#, "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(said["decision"], "deny");
    assert_eq!(said["messages"], json!(["Hook denied: not today", "seen"]));
    assert_eq!(said["hooks"].as_array().unwrap().len(), 2);
    let hook = &said["hooks"][1];
    assert_eq!((&hook["exit"], &hook["stdout"]), (&json!(2), &json!("not today\n")));
    assert_eq!(
        (&hook["command"], &hook["read_as"]),
        (&json!("echo 'not today'; exit 2"), &json!("exit 2: denied"))
    );
    assert!(hook["ms"].is_u64());
    let other = machine.run(&["fire", "PostToolUse", "--tool", "bash", "--json"]);
    assert_eq!(other.status.code(), Some(0));
    let said: Value = serde_json::from_slice(&other.stdout).unwrap();
    assert_eq!((&said["decision"], &said["hooks"]), (&json!("allow"), &json!([])));
}

#[test]
fn a_wrong_usage_is_told_from_an_internal_error() {
    let machine = Machine::new();
    machine.write(
        ".claude/settings.json",
        r#"{"hooks": {"DeployDone": [{"hooks": [{"type": "command", "command": "true"}]}]}}"#,
    );
    assert_eq!(machine.run(&["rules", "new", "x"]).status.code(), Some(0));
    for (words, said) in [
        (&["test", "nonexist.jsonl"][..], "there is no file nonexist.jsonl"),
        (&["test", "nonexist.story"], "there is no story at "),
        (&["rules", "new", "x"], "hooks/x.sh is there already"),
        (&["rules", "new", "--rule", "gate/architecture"], "there is a rule `gate/architecture` already"),
        (&["fire", "PreToolUze"], "did you mean `PreToolUse`?"),
        (&["fire", "DeployDon"], "did you mean `DeployDone`?"),
        (&["fire", "SomethingElse"], "there is no event `SomethingElse`, and no hook here is for one"),
        (&["rules", "nope"], "there is no rule `nope`"),
        (&["resolve", "x", "fix"], "no session `x` is known here"),
        (&["skip", "security/secret-read"], "security is not skipped"),
        (&["allow-once", "12345678"], "no denial with the id `12345678` is known"),
        (&["story", "done"], "no story is set"),
        (&["run", "--feedback", "nope.ts"], "nope.ts cannot be read"),
        (&["report", "--out", "no/such/folder/r.html"], "no/such/folder/r.html cannot be written"),
        (&["report", "--out", "src"], "src cannot be written"),
    ] {
        let output = machine.run(words);
        let error = support::stderr(&output);
        assert_eq!(output.status.code(), Some(64), "{words:?}: {error}");
        assert!(error.contains(said), "{words:?}: {error}");
    }
    for words in
        [&["story", "set", "x"][..], &["trust"], &["verify"], &["pause", "1m"], &["run", "--stop"], &["sync"]]
    {
        let output = machine.command(words).current_dir(machine.home()).output().unwrap();
        let error = support::stderr(&output);
        assert_eq!(output.status.code(), Some(64), "{words:?}: {error}");
        assert!(error.contains("workspace"), "{words:?}: {error}");
    }
    // An agent may have events of its own.
    for event in ["PreToolUse", "DeployDone"] {
        assert_eq!(machine.run(&["fire", event]).status.code(), Some(0), "{event}");
    }
    // A policy that cannot be used is neither.
    machine.write("hookward.toml", "nonsense = 1\n");
    assert_eq!(machine.run(&["rules", "new", "y"]).status.code(), Some(1));
}

/// `hookward log | head -1`: who has seen enough closes the pipe.
#[cfg(unix)]
#[test]
fn nothing_is_said_when_nobody_reads_on() {
    let machine = Machine::new();
    for number in 0..20 {
        machine.judge(&format!("echo {number}"));
    }
    for words in [
        &["report", "--format", "csv"][..],
        &["report", "--format", "json"],
        &["stats"],
        &["stats", "--json"],
        &["log", "--all"],
        &["log", "--all", "--json"],
        &["rules"],
        &["hosts"],
        &["facts"],
        &["schema"],
        &["completions", "bash"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = machine.command(words).stdout(writer).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{words:?}");
        assert_eq!(support::stderr(&output), "", "{words:?}");
    }
    // What was found is found, whoever reads it.
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = machine.command(&["check", "rm -rf /"]).stdout(writer).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
}
