//! Whole sessions, played from files that read like the session: a real repository, the real binary, and an agent that
//! does what it is let do. Of its commands only git really runs.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use std::process::Command;

use serde_json::{Value, json};
use support::moments::happens;
use support::{Machine, answer, decision};

/// What a hook says to a call.
struct Said {
    decision: String,
    reason: String,
    /// What the model is told besides.
    advice: String,
    /// The command that is to run instead.
    instead: String,
}

struct Story {
    machine: Machine,
    calls: usize,
    /// What the last denial said.
    denial: String,
}

impl Story {
    fn new() -> Self {
        let machine = Machine::new();
        std::fs::remove_dir_all(machine.project().join(".git")).unwrap();
        let story = Self { machine, calls: 0, denial: String::new() };
        story.git("init -q -b main");
        story.git("-c user.name=a -c user.email=a@b.c commit -q --allow-empty -m first");
        story
    }

    fn git(&self, arguments: &str) {
        let done = Command::new("git")
            .args(arguments.split(' '))
            .current_dir(self.machine.project())
            .output()
            .unwrap();
        assert!(done.status.success(), "git {arguments}: {}", String::from_utf8_lossy(&done.stderr));
    }

    /// What the hook says to a call.
    fn ask(&self, call: &Value) -> Said {
        let output = self.machine.hook("claude", &self.machine.event("PreToolUse", call));
        let answer = &answer(&output)["hookSpecificOutput"];
        let said = |value: &Value| value.as_str().map(str::to_owned).unwrap_or_default();
        Said {
            decision: decision(&output),
            reason: said(&answer["permissionDecisionReason"]),
            advice: said(&answer["additionalContext"]),
            instead: said(&answer["updatedInput"]["command"]),
        }
    }

    /// `expected` is what becomes of a call; lines behind it that begin with a bar are all that is said of it.
    fn play(&mut self, line: &str, expected: &str, words: &str) {
        self.calls += 1;
        // `as executor: write …` is a call of a subagent in that role.
        let (speaker, line) = match line.strip_prefix("as ").and_then(|line| line.split_once(": ")) {
            Some((speaker, line)) => (Some(speaker), line),
            None => (None, line),
        };
        let mut call = self.call(line);
        if let Some(speaker) = speaker {
            call["agent_id"] = json!(speaker);
            call["agent_type"] = json!(speaker);
        }
        let Said { decision, reason, advice, instead } = self.ask(&call);
        if !words.is_empty() {
            assert_eq!(reason, words, "{line}");
        }
        if expected == "denied" {
            assert!(decision == "deny" && !words.is_empty(), "{line}: {decision} {reason}");
            return;
        }
        if expected == "the person is asked" {
            assert!(decision == "ask" && !words.is_empty(), "{line}: {decision} {reason}");
            return;
        }
        if let Some(rule) = expected.strip_prefix("asked by ") {
            assert!(decision == "ask" && reason.contains(rule), "{line}: {decision} {reason}");
            return;
        }
        if let Some(other) = expected.strip_prefix("becomes ") {
            let other = other.replace("{project}", &self.machine.project().display().to_string());
            assert_eq!(instead, other, "{line}: {decision} {reason}");
            return;
        }
        assert_eq!(instead, "", "{line}");
        if expected == "left to the host" {
            assert_eq!((decision.as_str(), advice.as_str()), ("", ""), "{line}: {reason}");
            return;
        }
        if expected == "approved" {
            assert_eq!(decision, "allow", "{line}: {reason}");
            return;
        }
        if let Some(denial) = expected.strip_prefix("denied by ") {
            let (rule, words) = denial.split_once(": ").unwrap_or((denial, ""));
            assert_eq!(decision, "deny", "{line}: {reason}");
            assert!(reason.contains(rule) && reason.contains(words), "{line}: {reason}");
            self.denial = reason;
            return;
        }
        if let Some(rule) = expected.strip_prefix("the person agrees, asked by ") {
            assert!(decision == "ask" && reason.contains(rule), "{line}: {decision} {reason}");
            self.act(&call);
            return;
        }
        assert!(decision.is_empty() || decision == "allow", "{line}: {decision} {reason}");
        self.act(&call);
        if let Some(rule) = expected.strip_prefix("goes on, advised by ") {
            assert!(advice.contains("advises") && advice.contains(rule), "{line}: {advice}");
            return;
        }
        match expected {
            "goes on" => assert!(advice.is_empty(), "{line}: {advice}"),
            "goes on, ends well" => {
                self.tell("PostToolUse", &call, &json!({"tool_response": {"stdout": ""}}));
            }
            "goes on, ends badly" => self.tell("PostToolUseFailure", &call, &json!({"error": "Exit code 1"})),
            other => panic!("{line}: what is `{other}`?"),
        }
    }

    fn call(&self, line: &str) -> Value {
        match line.split_once(' ').unwrap() {
            ("bash", command) => json!({"tool_name": "Bash", "tool_input": {"command": command}}),
            ("write", rest) => {
                let path = self.machine.project().join(rest.split([' ', ':']).next().unwrap());
                // What follows the path is the content: behind a colon, or quoted, with line ends.
                let quoted = rest.split_once(" '").and_then(|(_, quoted)| quoted.strip_suffix('\''));
                let plain = rest.split_once(": ").map(|(_, plain)| format!("{plain}\n"));
                let content = quoted.map(|quoted| quoted.replace("\\n", "\n")).or(plain);
                let content = content.unwrap_or_else(|| format!("export const made = {};\n", self.calls));
                json!({"tool_name": "Write", "tool_input": {"file_path": path, "content": content}})
            }
            ("read", name) => {
                json!({"tool_name": "Read", "tool_input": {"file_path": self.machine.project().join(name)}})
            }
            ("grep", rest) => {
                let (pattern, name) = rest.split_once(" in ").unwrap();
                let input = json!({"pattern": pattern, "path": name, "output_mode": "content"});
                json!({"tool_name": "Grep", "tool_input": input})
            }
            ("edit", rest) => {
                let (name, change) = rest.split_once(": ").unwrap();
                let (old, new) = change.split_once(" -> ").unwrap();
                let path = self.machine.project().join(name);
                let input = json!({"file_path": path, "old_string": old, "new_string": new});
                json!({"tool_name": "Edit", "tool_input": input})
            }
            // `mcp github merge_pull_request pull_number=3`: the server, the tool, and texts; `true` is no text.
            ("mcp", rest) => {
                let mut words = rest.split(' ');
                let (server, tool) = (words.next().unwrap(), words.next().unwrap());
                let value = |text: &str| if text == "true" { json!(true) } else { json!(text) };
                let input: serde_json::Map<String, Value> = words
                    .map(|word| word.split_once('=').unwrap())
                    .map(|(key, text)| (key.to_owned(), value(text)))
                    .collect();
                json!({"tool_name": format!("mcp__{server}__{tool}"), "tool_input": input})
            }
            _ => panic!("what is `{line}`?"),
        }
    }

    /// What the agent does when it is let: it writes or edits the file, or runs git.
    fn act(&self, call: &Value) {
        let input = &call["tool_input"];
        if let Some((path, old)) = input["file_path"].as_str().zip(input["old_string"].as_str()) {
            let before = std::fs::read_to_string(path).unwrap();
            support::write(path.as_ref(), &before.replacen(old, input["new_string"].as_str().unwrap(), 1));
        } else if let Some((path, content)) = input["file_path"].as_str().zip(input["content"].as_str()) {
            support::write(path.as_ref(), content);
        } else if let Some(command) = input["command"].as_str().filter(|command| command.starts_with("git "))
        {
            let identity = [
                ("GIT_AUTHOR_NAME", "a"),
                ("GIT_AUTHOR_EMAIL", "a@b.c"),
                ("GIT_COMMITTER_NAME", "a"),
                ("GIT_COMMITTER_EMAIL", "a@b.c"),
            ];
            let done = Command::new("sh")
                .arg("-c")
                .arg(command)
                .envs(identity)
                .current_dir(self.machine.project())
                .output()
                .unwrap();
            assert!(done.status.success(), "{command}: {}", String::from_utf8_lossy(&done.stderr));
        }
    }

    fn tell(&self, event: &str, call: &Value, more: &Value) {
        let mut told = call.clone();
        for (key, value) in more.as_object().unwrap() {
            told[key] = value.clone();
        }
        self.machine.hook("claude", &self.machine.event(event, &told));
    }

    /// A command for people, answered at a terminal of its own.
    fn at_a_terminal(&self, command: &str, expected: &str) {
        let hookward = env!("CARGO_BIN_EXE_hookward");
        let command =
            format!("(sleep 0.3; echo yes; sleep 0.3) | script -qec '{hookward} {command}' /dev/null");
        let done = Command::new("sh")
            .arg("-c")
            .arg(command)
            .current_dir(self.machine.project())
            .env("HOME", self.machine.home())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&done.stdout);
        assert!(said.contains(expected), "{said}");
    }
}

fn play(text: &str) {
    play_in(Story::new(), text);
}

/// The stories of an example policy, which are read as they are: who changes one needs no build.
fn play_example(name: &str) {
    let folder = support::example(name);
    let mut stories: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    stories.retain(|path| path.extension().is_some_and(|ending| ending == "story"));
    stories.sort();
    assert!(!stories.is_empty());
    for path in stories {
        let story = Story::new();
        story.machine.follow_example(name);
        play_in(story, &std::fs::read_to_string(path).unwrap());
    }
}

fn play_in(mut story: Story, text: &str) {
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    let mut lines = lines.peekable();
    while let Some(line) = lines.next() {
        let mut below = Vec::new();
        let mut words = Vec::new();
        while let Some(next) = lines.next_if(|next| next.starts_with(' ')) {
            match next.trim().strip_prefix('|') {
                Some(own) => words.push(own.strip_prefix(' ').unwrap_or(own)),
                None => below.push(next.trim()),
            }
        }
        match line {
            "policy" => story.machine.write("hookward.toml", &below.join("\n")),
            line if line.starts_with("the file ") => {
                story.machine.write(line.trim_start_matches("the file "), &format!("{}\n", below.join("\n")));
                story.git("add -A");
                story.git("-c user.name=a -c user.email=a@b.c commit -q -m file");
            }
            "a person verifies" => story.at_a_terminal("verify", "Verified."),
            "a person allows it once" => {
                let id = story.denial.split("allow-once ").nth(1).unwrap().to_owned();
                story.at_a_terminal(&format!("allow-once {id}"), "Allowed once.");
            }
            "a person resolves override" => story.at_a_terminal("resolve s1 override", "Resolved."),
            line if line.starts_with("a person runs ") => {
                story.at_a_terminal(line.trim_start_matches("a person runs "), below.first().unwrap());
            }
            line if line.starts_with("an orchestrator runs ") => {
                let words: Vec<&str> = line.split(' ').skip(3).collect();
                let said = support::stdout(&story.machine.run(&words));
                assert!(below.iter().all(|part| said.contains(part)), "{line}: {said}");
            }
            line if line.starts_with("a session starts") => {
                let start = story.machine.event("SessionStart", &json!({"source": "startup"}));
                let said = answer(&story.machine.hook("claude", &start)).to_string();
                assert!(said.contains(below.first().unwrap()), "{said}");
            }
            line if happens(&story.machine, line, &below) => story.calls += 1,
            line => match line.strip_prefix("on branch ") {
                Some("main") => {}
                Some(branch) => story.git(&format!("switch -q -c {branch}")),
                None => {
                    let expected = below.first().unwrap_or_else(|| panic!("{line}: what then?"));
                    story.play(line, expected, &words.join("\n"));
                }
            },
        }
    }
    assert!(story.calls > 0);
}

#[cfg(unix)]
#[test]
fn git_is_not_started_for_a_call_that_no_gate_looks_at() {
    let machine = Machine::new();
    let tools = machine.home().join("tools");
    support::write(&tools.join("git"), "#!/bin/sh\ntouch \"$HOME/started\"\n");
    let mut executable = std::fs::metadata(tools.join("git")).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut executable, 0o755);
    std::fs::set_permissions(tools.join("git"), executable).unwrap();
    let path = format!("{}:{}", tools.display(), std::env::var("PATH").unwrap());
    let call = |command: &str| {
        let mut hook = machine.command(&["hook", "claude"]);
        support::feed(
            {
                hook.env("PATH", &path);
                hook
            },
            &machine.bash(command),
        );
        machine.home().join("started").exists()
    };
    for command in ["git status", "npm test", "echo x > src/a.ts", "git merge main", "rm -rf dist"] {
        assert!(!call(command), "{command}");
    }
    machine.write("hookward.toml", "extends = [\"workflow\"]\n");
    assert!(!call("git status"));
    assert!(call("npm test"));
}

#[test]
fn tests_come_first_and_a_commit_needs_evidence() {
    play(include_str!("stories/tests_first.story"));
}

#[test]
fn a_commit_is_one_by_whichever_tool_it_is_made() {
    play(include_str!("stories/commits.story"));
}

#[test]
fn a_file_is_changed_by_whichever_way() {
    play(include_str!("stories/channels.story"));
}

#[test]
fn tests_lie_where_the_language_and_the_package_have_them() {
    play(include_str!("stories/layouts.story"));
}

#[test]
fn a_mock_of_the_projects_own_code_is_one_in_every_language() {
    play(include_str!("stories/mocks.story"));
}

#[test]
fn a_person_lets_one_call_pass_or_switches_off_for_a_time() {
    play(include_str!("stories/people.story"));
}

#[test]
fn what_only_a_person_may_say_is_refused_without_a_terminal() {
    let machine = Machine::new();
    let output = machine.hook("claude", &machine.bash("cat .env"));
    let reason = answer(&output).to_string();
    let id: String = reason.split("allow-once ").nth(1).unwrap().chars().take(8).collect();
    for command in [
        vec!["allow-once", &id],
        vec!["skip", "gate/missing-evidence"],
        vec!["pause", "10m"],
        vec!["verify"],
        vec!["resolve", "s1", "override"],
    ] {
        let refused = machine.run(&command);
        assert!(!refused.status.success() || command[0] == "resolve", "{command:?}");
    }
    assert_eq!(machine.judge("cat .env"), "deny");
    assert!(!machine.home().join(".local/state/hookward/leave.json").exists());
    // And what nobody may say at all.
    for (command, status) in [
        (vec!["pause", "2h"], 64),
        (vec!["pause", "soon"], 64),
        (vec!["allow-once", "1"], 64),
        (vec!["skip", "gate/no-such"], 64),
        (vec!["skip", "security/secret-read"], 70),
    ] {
        assert_eq!(machine.run(&command).status.code(), Some(status), "{command:?}");
    }
}

#[test]
fn a_plan_comes_first_and_its_executor_carries_it_out() {
    play(include_str!("stories/plan.story"));
}

#[test]
fn a_new_file_says_what_it_is_for() {
    play(include_str!("stories/documentation.story"));
}

#[test]
fn a_policy_has_its_own_words_and_limit() {
    play(include_str!("stories/words.story"));
}

#[test]
fn somebody_is_told_when_something_becomes_blocked_once_that_is_trusted() {
    let story = Story::new();
    story
        .machine
        .write("hookward.toml", "[strikes]\nlimit = 1\nnotify = \"sleep 2; cat >> \\\"$HOME/told\\\"\"\n");
    let told = || std::fs::read_to_string(story.machine.home().join("told")).unwrap_or_default();
    let deny = |times: usize| {
        for _ in 0..times {
            assert_eq!(story.machine.judge("cat .env"), "deny");
        }
    };
    deny(3);
    assert_eq!(told(), "", "nobody has trusted it");
    story.at_a_terminal("trust", "Trusted.");
    story.at_a_terminal("resolve s1 fix", "Resolved.");
    deny(1);
    assert_eq!(told(), "");
    // Nobody waits for whoever is told.
    let start = std::time::Instant::now();
    deny(3);
    assert!(start.elapsed() < std::time::Duration::from_secs(2), "{:?}", start.elapsed());
    let is_there = (0..100).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(100));
        !told().is_empty()
    });
    assert!(is_there, "nobody was told");
    let said: Value = serde_json::from_str(&told()).expect("it is told once");
    assert_eq!(said[0]["rule"], "security/secret-read");
    assert_eq!((&said[0]["session"], &said[0]["strikes"]), (&json!("s1"), &json!(2)));
}

#[test]
fn nothing_else_is_begun_while_tests_fail() {
    play(include_str!("stories/failing_tests.story"));
}

#[test]
fn a_person_sees_it_work_first() {
    play(include_str!("stories/proof.story"));
}

#[test]
fn an_agent_that_does_not_listen_waits_for_a_person() {
    play(include_str!("stories/strikes.story"));
}

#[test]
fn what_was_not_tested_is_not_passed_off() {
    play(include_str!("stories/forged.story"));
}

#[test]
fn decisions_on_the_architecture_hold_for_every_tool() {
    play(include_str!("stories/architecture.story"));
}

#[test]
fn what_was_refused_is_refused_by_every_other_way_to_it() {
    play(include_str!("stories/refused.story"));
}

#[test]
fn the_example_of_seed_000_plays_its_document() {
    play_example("seed-000");
}

#[test]
fn the_example_of_seed_001_plays_its_document() {
    play_example("seed-001");
}

#[test]
fn the_example_of_seed_002_plays_its_document() {
    play_example("seed-002");
}

#[test]
fn the_example_of_seed_003_plays_its_document() {
    play_example("seed-003");
}

#[test]
fn the_example_of_seed_004_plays_its_document() {
    play_example("seed-004");
}
