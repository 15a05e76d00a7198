//! A policy file that a call has changed or taken away, by a program that nobody can read: what it said before holds, and
//! everybody is told, until it is back or a person takes it as it is. The test itself is that program.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use support::{Machine, answer, decision, feed, stdout};

const POLICY: &str = "[security]\nsecret_files = [\"*.p8\"]\n";

/// What the policy denies, and nothing else does.
const DENIED: &str = "cat a.p8";

/// A program that nobody can read.
const OPAQUE: &str = "./tool --all";

/// A repository with a policy, and a branch that has none.
fn repository() -> Machine {
    let machine = Machine::new();
    machine.become_a_repository();
    machine.git(&["branch", "bare"]);
    machine.write("hookward.toml", POLICY);
    machine.git(&["add", "."]);
    machine.git(&["commit", "-q", "-m", "a policy"]);
    assert_eq!(machine.judge(DENIED), "deny");
    machine
}

fn event(machine: &Machine, name: &str, command: &str, id: &str) -> Vec<u8> {
    machine.event(
        name,
        &json!({
            "tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": id,
            "tool_response": {"stdout": "", "stderr": "", "interrupted": false},
        }),
    )
}

fn begin(machine: &Machine, command: &str, id: &str) -> String {
    decision(&machine.hook("claude", &event(machine, "PreToolUse", command, id)))
}

/// The end of a call, and what is said of it to the agent and to the person.
fn end(machine: &Machine, command: &str, id: &str) -> (String, String) {
    said(machine, &event(machine, "PostToolUse", command, id))
}

fn said(machine: &Machine, event: &[u8]) -> (String, String) {
    let output = machine.hook("claude", event);
    if output.stdout.is_empty() {
        return Default::default();
    }
    let answer = answer(&output);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    (text(&answer["hookSpecificOutput"]["additionalContext"]), text(&answer["systemMessage"]))
}

fn starts(machine: &Machine) -> (String, String) {
    said(machine, &machine.event("SessionStart", &json!({"source": "startup"})))
}

fn policy(machine: &Machine) -> PathBuf {
    machine.project().join("hookward.toml")
}

/// A call that does something to the project meanwhile.
fn call(machine: &Machine, command: &str, meanwhile: impl FnOnce()) -> (String, String) {
    assert_eq!(begin(machine, command, "t1"), "", "{command}");
    meanwhile();
    end(machine, command, "t1")
}

fn take_away(machine: &Machine) -> (String, String) {
    call(machine, OPAQUE, || std::fs::remove_file(policy(machine)).unwrap())
}

fn held(machine: &Machine) -> Value {
    serde_json::from_slice::<Value>(&machine.run(&["status", "--json"]).stdout).unwrap()["held"].clone()
}

#[test]
fn a_policy_that_a_program_takes_away_holds_until_it_is_back() {
    let machine = repository();
    let words = "hookward.toml is gone since `./tool --all`; what it said before holds until it is back or a person runs \
                 `hookward trust`";
    let (agent, person) = take_away(&machine);
    assert!(agent.contains(words) && person.contains(words), "{agent}\n{person}");
    let record = machine.journal().pop().unwrap();
    assert_eq!(
        (&record["event"], &record["findings"][0]["rule"]),
        (&json!("after-tool"), &json!("security/protected-file"))
    );
    assert_eq!(machine.judge(DENIED), "deny");
    // Once when it happens, and whenever somebody begins or looks.
    let (agent, person) = call(&machine, "./other", || ());
    assert!(!agent.contains("holds") && !person.contains("holds"), "{agent}\n{person}");
    let (agent, person) = starts(&machine);
    assert!(agent.contains(words) && person.contains(words), "{agent}\n{person}");
    let told = held(&machine);
    assert_eq!((&told[0]["is"], &told[0]["by"]), (&json!("gone"), &json!(OPAQUE)));
    for command in ["status", "doctor", "explain ls"] {
        let said = stdout(&machine.run(&command.split(' ').collect::<Vec<_>>()));
        assert!(said.contains("hookward.toml is gone since"), "{command}: {said}");
    }
    machine.write("hookward.toml", POLICY);
    assert_eq!(machine.judge(DENIED), "deny");
    assert_eq!(held(&machine), json!([]));
    let (agent, person) = starts(&machine);
    assert!(!agent.contains("holds") && !person.contains("holds"), "{agent}\n{person}");
    // It has ended: from now on the file is the person's again.
    std::fs::remove_file(policy(&machine)).unwrap();
    assert_ne!(machine.judge(DENIED), "deny");
}

#[test]
fn a_policy_that_says_less_after_a_call_holds_as_it_was() {
    let machine = repository();
    let (agent, person) = call(&machine, OPAQUE, || machine.write("hookward.toml", "[security]\n"));
    assert!(agent.contains("hookward.toml is other since") && person.contains("is other since"));
    assert_eq!(machine.judge(DENIED), "deny");
    // So does one that nobody can read any more.
    std::fs::remove_file(policy(&machine)).unwrap();
    std::fs::create_dir(policy(&machine)).unwrap();
    assert_eq!(machine.judge(DENIED), "deny");
}

#[test]
fn what_a_person_does_between_calls_counts_at_once() {
    let machine = repository();
    call(&machine, OPAQUE, || ());
    machine.write("hookward.toml", "[security]\nsecret_files = [\"*.p9\"]\n");
    assert_ne!(machine.judge(DENIED), "deny");
    assert_eq!(machine.judge("cat a.p9"), "deny");
    call(&machine, OPAQUE, || ());
    assert_eq!(held(&machine), json!([]));
}

#[test]
fn a_policy_that_appears_or_becomes_stricter_counts_at_once() {
    let machine = repository();
    std::fs::remove_file(policy(&machine)).unwrap();
    call(&machine, OPAQUE, || machine.write("hookward.toml", POLICY));
    assert_eq!((machine.judge(DENIED), held(&machine)), ("deny".to_owned(), json!([])));
    let stricter = "[security]\nsecret_files = [\"*.p8\", \"*.p9\"]\n";
    call(&machine, OPAQUE, || machine.write("hookward.toml", stricter));
    assert_eq!((machine.judge("cat a.p9"), held(&machine)), ("deny".to_owned(), json!([])));
}

#[test]
fn the_policy_of_another_branch_does_not_count_in_the_middle_of_the_work() {
    let machine = repository();
    for (command, words) in
        [("git switch bare", ["switch", "-q", "bare"]), ("git checkout HEAD~1", ["checkout", "-q", "HEAD~1"])]
    {
        let (agent, _) = call(&machine, command, || machine.git(&words));
        assert!(agent.contains(&format!("hookward.toml is gone since `{command}`")), "{agent}");
        assert_eq!(machine.judge(DENIED), "deny", "{command}");
        machine.git(&["switch", "-q", "feature/x"]);
        assert_eq!(held(&machine), json!([]), "{command}");
    }
    machine.write("hookward.toml", &format!("{POLICY}# mine\n"));
    call(&machine, "git stash -u", || machine.git(&["stash", "-q", "-u"]));
    assert_eq!(held(&machine), json!([]), "a comment says nothing");
}

#[test]
fn only_a_person_takes_it_as_it_is() {
    let machine = repository();
    take_away(&machine);
    assert_eq!(machine.judge("hookward trust"), "deny");
    let refused = machine.run(&["trust"]);
    assert!(stdout(&refused).contains("hookward.toml as it is now (gone while an agent ran `./tool --all`)"));
    assert_eq!(machine.judge(DENIED), "deny");
    let listed = stdout(&machine.run(&["trust", "--list"]));
    assert!(listed.contains("hookward.toml as it is now") && listed.contains("waits"), "{listed}");
    // Another call is on its way: it takes nothing back.
    begin(&machine, "./other", "t2");
    machine.at_a_terminal("trust", "Trusted.");
    assert_ne!(machine.judge(DENIED), "deny");
    assert_eq!(end(&machine, "./other", "t2"), Default::default());
    assert_eq!((machine.judge(DENIED) == "deny", held(&machine)), (false, json!([])));
}

#[test]
fn what_a_person_was_asked_about_is_theirs() {
    let machine = repository();
    for command in ["rm hookward.toml", "rm *.toml"] {
        machine.write("hookward.toml", POLICY);
        assert_eq!(begin(&machine, command, "t1"), "ask", "{command}");
        std::fs::remove_file(policy(&machine)).unwrap();
        end(&machine, command, "t1");
        assert_eq!((machine.judge(DENIED) == "deny", held(&machine)), (false, json!([])), "{command}");
    }
    // What nobody is asked about decides nothing, whatever file it names.
    machine.write("hookward.toml", POLICY);
    let command = "printf '\\n# more\\n' >> hookward.toml && ./tool";
    if begin(&machine, command, "t1") != "ask" {
        std::fs::remove_file(policy(&machine)).unwrap();
        end(&machine, command, "t1");
        assert_eq!(machine.judge(DENIED), "deny");
    }
}

#[test]
fn an_edit_that_a_person_was_asked_about_counts() {
    let machine = repository();
    let edit = |name: &str| {
        machine.event(
            name,
            &json!({
                "tool_name": "Write", "tool_use_id": "e1", "tool_response": {},
                "tool_input": {"file_path": policy(&machine), "content": "[security]\n"},
            }),
        )
    };
    assert_eq!(decision(&machine.hook("claude", &edit("PreToolUse"))), "ask");
    machine.write("hookward.toml", "[security]\n");
    machine.hook("claude", &edit("PostToolUse"));
    assert_eq!((machine.judge(DENIED) == "deny", held(&machine)), (false, json!([])));
}

#[test]
fn whoever_wants_no_question_about_the_file_has_decided() {
    let machine = repository();
    support::write(&machine.user_policy(), "[rules]\n\"security/protected-file\" = \"off\"\n");
    call(&machine, "rm hookward.toml", || std::fs::remove_file(policy(&machine)).unwrap());
    assert_eq!((machine.judge(DENIED) == "deny", held(&machine)), (false, json!([])));
    machine.write("hookward.toml", POLICY);
    take_away(&machine);
    assert_eq!(machine.judge(DENIED), "deny", "nobody has said that a program may do that");
}

#[test]
fn a_policy_of_this_machine_only_is_held_like_the_other() {
    let machine = repository();
    machine.write("hookward.local.toml", "[security]\nsecret_files = [\"*.p9\"]\n");
    let local = machine.project().join("hookward.local.toml");
    let (agent, _) = call(&machine, OPAQUE, || std::fs::remove_file(local).unwrap());
    assert!(agent.contains("hookward.local.toml is gone since `./tool"), "{agent}");
    assert_eq!((machine.judge("cat a.p9"), machine.judge(DENIED)), ("deny".to_owned(), "deny".to_owned()));
}

#[test]
fn a_call_of_the_same_words_that_never_ended_is_not_this_one() {
    let machine = repository();
    machine.hook("claude", &machine.bash(OPAQUE));
    // A person has interrupted it, and wants no policy any more.
    std::fs::remove_file(policy(&machine)).unwrap();
    machine.hook("claude", &machine.bash(OPAQUE));
    end(&machine, OPAQUE, "t1");
    assert_eq!((machine.judge(DENIED) == "deny", held(&machine)), (false, json!([])));
}

#[test]
fn calls_at_once_and_calls_without_a_name_are_told_apart() {
    let machine = repository();
    begin(&machine, "./slow", "t1");
    std::fs::remove_file(policy(&machine)).unwrap();
    begin(&machine, "./quick", "t2");
    assert_eq!(end(&machine, "./quick", "t2"), Default::default());
    let (agent, _) = end(&machine, "./slow", "t1");
    assert!(agent.contains("since `./slow`"), "{agent}");
    assert_eq!(machine.judge(DENIED), "deny");

    let machine = repository();
    let bare =
        |name: &str| machine.event(name, &json!({"tool_name": "Bash", "tool_input": {"command": OPAQUE}}));
    machine.hook("claude", &bare("PreToolUse"));
    std::fs::remove_file(policy(&machine)).unwrap();
    machine.hook("claude", &bare("PostToolUse"));
    assert_eq!(machine.judge(DENIED), "deny");

    // A name that only the end has.
    let machine = repository();
    machine.hook("claude", &machine.bash(OPAQUE));
    std::fs::remove_file(policy(&machine)).unwrap();
    end(&machine, OPAQUE, "t1");
    assert_eq!(machine.judge(DENIED), "deny");
}

#[test]
fn cursor_names_a_command_by_its_words_first_and_then_by_an_id() {
    let machine = repository();
    let event = |name: &str, more: &Value| {
        let mut event = json!({
            "conversation_id": "c1", "generation_id": "g1", "hook_event_name": name, "cwd": machine.project(),
            "workspace_roots": [machine.project()], "cursor_version": "3.9.0",
        });
        for (key, value) in more.as_object().unwrap() {
            event[key] = value.clone();
        }
        machine.hook("cursor", event.to_string().as_bytes())
    };
    event("beforeShellExecution", &json!({"command": OPAQUE, "sandbox": false}));
    std::fs::remove_file(policy(&machine)).unwrap();
    let ended = json!({
        "tool_name": "Shell", "tool_input": {"command": OPAQUE}, "tool_output": "", "tool_use_id": "t1",
    });
    let told = stdout(&event("postToolUse", &ended));
    assert!(told.contains("hookward.toml is gone since"), "{told}");
    let denied = stdout(&event("beforeShellExecution", &json!({"command": DENIED, "sandbox": false})));
    assert!(denied.contains("deny"), "{denied}");
}

#[test]
fn a_call_that_ends_in_another_directory_is_seen_all_the_same() {
    let machine = repository();
    begin(&machine, OPAQUE, "t1");
    std::fs::remove_file(policy(&machine)).unwrap();
    let elsewhere = machine.home().join("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    let mut ended: Value = serde_json::from_slice(&event(&machine, "PostToolUse", OPAQUE, "t1")).unwrap();
    ended["cwd"] = json!(elsewhere);
    machine.hook("claude", ended.to_string().as_bytes());
    assert_eq!(machine.judge(DENIED), "deny");
}

#[test]
fn a_linked_work_tree_has_a_policy_of_its_own() {
    let machine = repository();
    machine.git(&["worktree", "add", "-q", "../tree", "-b", "other"]);
    let tree = machine.home().join("tree");
    let tell = |name: &str, command: &str, at: &Path| {
        let mut told: Value = serde_json::from_slice(&event(&machine, name, command, "t1")).unwrap();
        told["cwd"] = json!(at);
        let mut hookward = machine.command(&["hook", "claude"]);
        hookward.current_dir(at);
        decision(&feed(hookward, told.to_string().as_bytes()))
    };
    tell("PreToolUse", OPAQUE, &tree);
    std::fs::remove_file(tree.join("hookward.toml")).unwrap();
    tell("PostToolUse", OPAQUE, &tree);
    assert_eq!(tell("PreToolUse", DENIED, &tree), "deny");
    assert_eq!(held(&machine), json!([]), "it is another one");
    assert_eq!(machine.judge(DENIED), "deny");
}

#[test]
fn what_is_held_and_cannot_be_read_is_asked_about() {
    let machine = repository();
    take_away(&machine);
    let folder = machine.state().join("held");
    let file = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    std::fs::write(&file, "{").unwrap();
    assert_eq!(machine.judge("make build"), "ask");
    // An agent cannot put another one there.
    assert_eq!(machine.judge(&format!("echo [] > {}", file.display())), "deny");
    assert_eq!(machine.judge(&format!("rm -r {}", folder.display())), "deny");
}

#[test]
fn what_an_earlier_call_left_running_does_not_loosen_the_policy_behind_its_end() {
    for (command, background) in [
        ("nohup ./tool --all &", false),
        ("./tool --all", true),
        ("setsid ./tool", false),
        ("echo x > >(./tool)", false),
        ("npx pm2 start app.js", false),
    ] {
        let machine = repository();
        let mut call = json!({
            "tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": "t1",
            "tool_response": {"stdout": "", "stderr": "", "interrupted": false},
        });
        if background {
            call["tool_input"]["run_in_background"] = json!(true);
        }
        machine.hook("claude", &machine.event("PreToolUse", &call));
        machine.hook("claude", &machine.event("PostToolUse", &call));
        std::fs::remove_file(policy(&machine)).unwrap();
        let (agent, person) = said(&machine, &event(&machine, "PreToolUse", "ls -la", "t2"));
        assert!(agent.contains("is gone since") && person.contains("is gone since"), "{agent}\n{person}");
        assert_eq!(machine.judge(DENIED), "deny", "{command}");
        let told = held(&machine);
        assert_eq!(told[0]["by"], json!(command), "{told}");
        // A person has the last word, and what runs on has none after that.
        machine.at_a_terminal("trust", "Trusted.");
        assert_ne!(machine.judge(DENIED), "deny", "{command}");
    }
}

#[test]
fn what_becomes_stricter_while_something_runs_is_not_held_and_neither_is_what_a_person_approves() {
    let machine = repository();
    call(&machine, "./serve &", || ());
    let stricter = format!("{POLICY}[rules]\n\"gate/missing-evidence\" = \"deny\"\n");
    machine.write("hookward.toml", &stricter);
    begin(&machine, "./tool", "t2");
    assert_eq!(held(&machine), json!([]));
    // Asked of a person, who says yes.
    assert_eq!(begin(&machine, "cp other.toml hookward.toml", "t3"), "ask");
    machine.write("hookward.toml", "");
    end(&machine, "cp other.toml hookward.toml", "t3");
    assert_eq!(held(&machine), json!([]));
    assert_ne!(machine.judge(DENIED), "deny");
}

#[test]
fn who_says_no_to_a_change_of_the_policy_has_not_approved_what_runs_on() {
    let machine = repository();
    call(&machine, "./serve &", || ());
    assert_eq!(begin(&machine, "cp other.toml hookward.toml", "t2"), "ask");
    // They said no, so that it never ends; what still runs takes the file away.
    std::fs::remove_file(policy(&machine)).unwrap();
    begin(&machine, "./tool", "t3");
    assert_eq!(
        (held(&machine)[0]["by"].clone(), machine.judge(DENIED)),
        (json!("./serve &"), "deny".to_owned())
    );
}

#[test]
fn who_says_yes_to_a_change_of_the_policy_has_approved_no_later_one() {
    let machine = repository();
    call(&machine, "./serve &", || ());
    assert_eq!(begin(&machine, "cp other.toml hookward.toml", "t2"), "ask");
    machine.write("hookward.toml", "[security]\nsecret_files = [\"*.p9\"]\n");
    end(&machine, "cp other.toml hookward.toml", "t2");
    assert_eq!(held(&machine), json!([]));
    std::fs::remove_file(policy(&machine)).unwrap();
    begin(&machine, "./tool", "t3");
    assert_eq!(machine.judge("cat a.p9"), "deny");
}

#[test]
fn what_a_call_itself_has_waited_for_runs_no_longer() {
    let machine = repository();
    call(&machine, "npm run a & npm run b & wait", || ());
    std::fs::remove_file(policy(&machine)).unwrap();
    begin(&machine, OPAQUE, "t2");
    assert_eq!((machine.judge(DENIED) == "deny", held(&machine)), (false, json!([])));
}
