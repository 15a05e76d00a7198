//! When things go wrong: each has a defined outcome and a clear message. Security fails closed, in the host's dialect.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test that cannot go on fails"
)]

mod support;

use std::io::Write;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::{Machine, answer, decision, feed, stderr, stdout, write};

#[test]
fn empty_input_is_blocked_and_said() {
    let output = Machine::new().hook("claude", b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("empty"), "{}", stderr(&output));
    assert_eq!(stdout(&output), "");
}

#[test]
fn input_that_is_not_json_is_blocked_and_said() {
    for input in [&b"hello"[..], b"{\"a\":", b"[1,2]", b"{}", b"null", b"\xff\xfe{}"] {
        let output = Machine::new().hook("claude", input);
        assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(input));
        assert!(stderr(&output).contains("the event cannot be read"), "{}", stderr(&output));
    }
}

#[test]
fn invalid_utf8_in_a_command_is_blocked() {
    let machine = Machine::new();
    let mut input = machine.bash("cat X");
    let at = input.iter().position(|byte| *byte == b'X').unwrap();
    input[at] = 0xff;
    let output = machine.hook("claude", &input);
    assert_ne!(output.status.code(), Some(1));
    assert!(output.status.code() == Some(2) || decision(&output) == "deny", "{output:?}");
    assert!(stderr(&output).contains("UTF-8"), "{}", stderr(&output));
}

#[test]
fn a_byte_order_mark_does_no_harm() {
    let machine = Machine::new();
    let input = [b"\xef\xbb\xbf".to_vec(), machine.bash("rm -rf /")].concat();
    assert_eq!(decision(&machine.hook("claude", &input)), "deny");
}

#[test]
fn a_fault_in_an_event_that_guards_nothing_blocks_nothing() {
    let machine = Machine::new();
    let output = machine.hook("claude", b"{\"hook_event_name\":\"Stop\",\"session_id\":");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(answer(&output)["decision"].is_null(), "{output:?}");
}

#[test]
fn a_bash_call_without_its_command_is_denied() {
    let machine = Machine::new();
    for input in [json!({"tool_name": "Bash"}), json!({"tool_name": "Bash", "tool_input": {"command": 7}})] {
        let output = machine.hook("claude", &machine.event("PreToolUse", &input));
        assert_eq!(decision(&output), "deny", "{output:?}");
    }
}

#[test]
fn missing_ids_and_directories_do_no_harm() {
    let machine = Machine::new();
    let input = br#"{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"rm -rf /"}}"#;
    assert_eq!(decision(&machine.hook("claude", input)), "deny");
    let input =
        br#"{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"git status"}}"#;
    assert_eq!(decision(&machine.hook("claude", input)), "allow");
}

#[test]
fn unknown_events_and_fields_are_accepted_and_silent() {
    let machine = Machine::new();
    let output = machine.hook("claude", &machine.event("TeaTime", &json!({"sugar": [1, {"x": null}]})));
    assert_eq!(output.status.code(), Some(0));
    assert_eq!((stdout(&output), stderr(&output)), (String::new(), String::new()));
}

#[test]
fn a_command_of_20_megabytes_is_answered_in_time_and_not_let_through() {
    let machine = Machine::new();
    let started = Instant::now();
    let output = machine.hook("claude", &machine.bash(&format!("echo {}; rm -rf /", "x".repeat(20 << 20))));
    assert!(["ask", "deny", "blocked"].contains(&decision(&output).as_str()), "{}", decision(&output));
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

#[test]
fn input_without_end_is_given_up_and_blocked() {
    let machine = Machine::new();
    let mut child = machine.command(&["hook", "claude"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let chunk = vec![b'['; 1 << 20];
    while stdin.write_all(&chunk).is_ok() {}
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

#[test]
fn a_hundred_thousand_nested_brackets_are_not_let_through() {
    let machine = Machine::new();
    for command in ["(".repeat(100_000), "$(".repeat(100_000), "${x:-".repeat(100_000), "{ ".repeat(100_000)]
    {
        let output = machine.hook("claude", &machine.bash(&command));
        assert_eq!(decision(&output), "ask", "{command:.20}");
    }
    let nested = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let input = format!(r#"{{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{nested}}}"#);
    let output = machine.hook("claude", input.as_bytes());
    assert!(output.status.code() == Some(2) || decision(&output) == "deny", "{output:?}");
}

#[test]
fn input_that_never_closes_is_answered_once_it_is_whole() {
    let machine = Machine::new();
    let mut child = machine.command(&["hook", "claude"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(&machine.bash("rm -rf /")).unwrap();
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    assert_eq!(decision(&output), "deny");
}

#[test]
fn input_that_never_comes_is_blocked_before_the_host_gives_up() {
    let machine = Machine::new();
    let mut child = machine.command(&["hook", "claude"]).stdin(Stdio::piped()).spawn().unwrap();
    let stdin = child.stdin.take().unwrap();
    let started = Instant::now();
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(stderr(&output).contains("no answer within"), "{}", stderr(&output));
    assert!(started.elapsed() < Duration::from_secs(8));
    assert_eq!(machine.journal()[0]["findings"][0]["rule"], "fault/deadline", "it is recorded");
}

#[test]
fn a_broken_policy_asks_about_everything_but_reading_and_names_the_place() {
    let machine = Machine::new();
    machine.write("hookward.toml", "[security]\nprotcted_files = []\n");
    let output = machine.hook("claude", &machine.bash("cargo test"));
    assert_eq!(decision(&output), "ask");
    let reason =
        answer(&output)["hookSpecificOutput"]["permissionDecisionReason"].as_str().unwrap().to_owned();
    assert!(reason.contains("/hookward.toml:2:1\n"), "{reason}");
    assert!(reason.contains("unknown key `protcted_files`; did you mean `protected_files`?\n"), "{reason}");
    assert_eq!(machine.judge("rm -rf /"), "deny");
    assert_eq!(machine.judge("cat hookward.toml"), "", "reading stays possible, but nothing is approved");
    let start = machine.hook("claude", &machine.event("SessionStart", &json!({"source": "startup"})));
    assert!(answer(&start)["systemMessage"].as_str().unwrap().contains("protcted_files"), "{start:?}");
}

#[test]
fn what_is_wrong_with_a_policy_is_told_however_deep_it_lies() {
    let machine = Machine::new();
    let deep = "a_folder_with_a_long_name/".repeat(8);
    machine.write(&format!("{deep}hookward.toml"), "[security]\nprotcted_files = []\n");
    machine.write(&format!("{deep}.git/HEAD"), "ref: refs/heads/main\n");
    let mut event: Value = serde_json::from_slice(&machine.bash("cargo test")).unwrap();
    event["cwd"] = machine.project().join(&deep).to_str().into();
    let output = machine.hook("claude", event.to_string().as_bytes());
    let reason = answer(&output)["hookSpecificOutput"]["permissionDecisionReason"].to_string();
    assert!(reason.contains("a_folder_with_a_long_name/hookward.toml:2:1"), "{reason}");
    assert!(reason.contains("did you mean `protected_files`?"), "{reason}");
}

#[test]
fn a_policy_that_cannot_be_read_asks() {
    for make in [
        (|path| std::fs::create_dir(path).unwrap()) as fn(&std::path::Path),
        |path| std::fs::write(path, b"\xff\xff").unwrap(),
        |path| std::fs::write(path, vec![b'#'; 2 << 20]).unwrap(),
        |path| assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success()),
    ] {
        let machine = Machine::new();
        make(&machine.project().join("hookward.toml"));
        assert_eq!(machine.judge("cargo test"), "ask");
        assert_eq!(machine.judge("rm -rf /"), "deny");
    }
}

#[test]
fn a_broken_layer_takes_no_other_layer_with_it() {
    let machine = Machine::new();
    write(&machine.user_policy(), "[security]\nsecret_files = [\"*.p8\"]\n");
    machine.write("hookward.toml", "nonsense\n");
    assert_eq!(machine.judge("cat a.p8"), "deny");
}

#[test]
fn without_a_place_for_state_the_verdict_stands_and_the_loss_is_said() {
    // A file where the directory should be: the same error for root as for anybody else.
    let machine = Machine::new();
    write(&machine.home().join(".local/state"), "not a directory");
    let output = machine.hook("claude", &machine.bash("rm -rf /"));
    assert_eq!(decision(&output), "deny");
    assert!(answer(&output)["systemMessage"].as_str().unwrap().contains("not recorded"), "{output:?}");
    assert_eq!(machine.judge("git status"), "allow");
}

#[test]
#[cfg(target_os = "linux")]
fn a_state_directory_that_nobody_can_write_keeps_no_answer_back() {
    // Not even root can make a directory there.
    let machine = Machine::new();
    let mut command = machine.command(&["hook", "claude"]);
    command.env("XDG_STATE_HOME", "/proc/self");
    let output = feed(command, &machine.bash("rm -rf /"));
    assert_eq!(decision(&output), "deny");
    assert!(answer(&output)["systemMessage"].as_str().unwrap().contains("not recorded"), "{output:?}");
}

/// A hook call whose state directory is a file system of its own, made ready by `setup` in a namespace of its own.
#[cfg(target_os = "linux")]
fn on_a_disk_of_its_own(machine: &Machine, setup: &str, command: &str) -> Option<std::process::Output> {
    std::fs::create_dir_all(machine.state()).unwrap();
    let script =
        format!("mount -t tmpfs -o size=64k tmpfs \"$1\" && {{ {setup}; exec \"$0\" hook claude; }}");
    let mut inside = std::process::Command::new("unshare");
    inside
        .args(["--map-root-user", "--mount", "sh", "-c", &script])
        .arg(machine.command(&[]).get_program())
        .arg(machine.state())
        .current_dir(machine.project())
        .env("HOME", machine.home())
        .env_remove("XDG_STATE_HOME")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let possible =
        std::process::Command::new("unshare").args(["--map-root-user", "--mount", "true"]).status();
    if !possible.is_ok_and(|status| status.success()) {
        println!("skipped: this machine has no user namespaces");
        return None;
    }
    Some(feed(inside, &machine.bash(command)))
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_keeps_no_answer_back() {
    let machine = Machine::new();
    let fill = "mkdir \"$1/sessions\"; cat /dev/zero > \"$1/filler\" 2> /dev/null";
    let Some(output) = on_a_disk_of_its_own(&machine, fill, "rm -rf /") else { return };
    assert_eq!(decision(&output), "deny");
    let said = answer(&output)["systemMessage"].as_str().unwrap().to_owned();
    assert!(said.contains("not recorded") && said.contains("No space left"), "{said}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_read_only_disk_keeps_no_answer_back() {
    let machine = Machine::new();
    let Some(output) = on_a_disk_of_its_own(&machine, "mount -o remount,ro \"$1\"", "rm -rf /") else {
        return;
    };
    assert_eq!(decision(&output), "deny");
    let said = answer(&output)["systemMessage"].as_str().unwrap().to_owned();
    assert!(said.contains("not recorded") && said.contains("Read-only"), "{said}");
    let silent = on_a_disk_of_its_own(&machine, "mount -o remount,ro \"$1\"", "git status").unwrap();
    assert_eq!(decision(&silent), "allow");
}

#[test]
#[cfg(target_os = "linux")]
fn an_answer_that_cannot_be_given_blocks() {
    let machine = Machine::new();
    let mut command = machine.command(&["hook", "claude"]);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    command.stdin(Stdio::piped()).stdout(full);
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(&machine.bash("rm -rf /")).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(stderr(&output).contains("catastrophic-deletion"), "{output:?}");
}

#[test]
fn a_session_that_cannot_be_used_still_leaves_its_record() {
    let machine = Machine::new();
    std::fs::create_dir_all(machine.state().join("sessions/claude-s1")).unwrap();
    let output = machine.hook("claude", &machine.bash("rm -rf /"));
    assert_eq!(decision(&output), "deny");
    assert!(answer(&output)["systemMessage"].as_str().unwrap().contains("not a regular file"), "{output:?}");
    assert_eq!(machine.journal()[0]["decision"], "deny");
}

#[test]
fn a_command_that_is_wrong_ten_thousand_times_is_answered_and_recorded_briefly() {
    let machine = Machine::new();
    let output = machine.hook("claude", &machine.bash(&format!("rm -rf {}", "/ ".repeat(10_000))));
    assert_eq!(decision(&output), "deny");
    let journal = std::fs::metadata(machine.state().join("journal.jsonl")).unwrap();
    assert!(journal.len() < 200_000, "{} bytes", journal.len());
}

#[test]
#[cfg(unix)]
fn a_state_directory_that_leads_into_the_workspace_is_not_used() {
    let machine = Machine::new();
    let inside = machine.project().join("state");
    std::fs::create_dir_all(&inside).unwrap();
    std::fs::create_dir_all(machine.state().parent().unwrap()).unwrap();
    std::os::unix::fs::symlink(&inside, machine.state()).unwrap();
    let output = machine.hook("claude", &machine.bash("rm -rf /"));
    assert_eq!(decision(&output), "deny");
    assert!(
        answer(&output)["systemMessage"].as_str().unwrap().contains("inside the workspace"),
        "{output:?}"
    );
    assert!(!inside.join("journal.jsonl").exists());
}

#[test]
#[cfg(unix)]
fn a_state_directory_that_leads_elsewhere_is_used() {
    let machine = Machine::new();
    let elsewhere = machine.home().join("disk");
    std::fs::create_dir_all(&elsewhere).unwrap();
    std::fs::create_dir_all(machine.state().parent().unwrap()).unwrap();
    std::os::unix::fs::symlink(&elsewhere, machine.state()).unwrap();
    assert_eq!(machine.judge("rm -rf /"), "deny");
    assert!(elsewhere.join("journal.jsonl").is_file());
    let journal = elsewhere.join("journal.jsonl");
    assert_eq!(
        machine.judge(&format!("rm {}", journal.display())),
        "deny",
        "by its real name too it is ours"
    );
}

#[test]
fn a_rule_that_panics_is_answered_in_the_hosts_dialect() {
    let machine = Machine::new();
    let mut command = machine.command(&["hook", "claude"]);
    command.env("HOOKWARD_TEST_PANIC", "1");
    let output = feed(command, &machine.bash("ls"));
    assert_eq!(decision(&output), "ask", "{output:?}");
    let mut command = machine.command(&["hook", "plain"]);
    command.env("HOOKWARD_TEST_PANIC", "1");
    let output = feed(command, br#"{"hook_event_name":"PreToolUse","tool_name":"bash","tool_input":"ls"}"#);
    assert_eq!(output.status.code(), Some(2));
    assert!(stdout(&output).contains("the rule itself failed"), "{output:?}");
}

#[test]
fn without_a_home_the_verdict_stands() {
    let machine = Machine::new();
    let mut command = machine.command(&["hook", "claude"]);
    command.env_remove("HOME");
    for name in ["XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
        command.env(name, machine.home().join("x"));
    }
    let output = feed(command, &machine.bash("rm -rf /"));
    assert_eq!(decision(&output), "deny", "{output:?}");
    let mut command = machine.command(&["hook", "claude"]);
    command.env("HOME", "not/absolute");
    let output = feed(command, &machine.bash("rm -rf /"));
    assert_eq!(decision(&output), "deny");
    assert!(answer(&output)["systemMessage"].as_str().unwrap().contains("no home"), "{output:?}");
}

#[test]
fn a_session_file_that_is_garbage_is_rebuilt_from_the_journal() {
    let machine = Machine::new();
    for _ in 0..3 {
        machine.judge("rm -rf /");
    }
    let file = machine.state().join("sessions/claude-s1");
    let before = std::fs::read_to_string(&file).unwrap();
    for garbage in [&b""[..], b"~", b"=garbage", b"\xff\x00", b"={\"strikes\":[{\"agent\":\"\""] {
        std::fs::write(&file, garbage).unwrap();
        machine.judge("git status");
        // An empty file is a new session: that is what it looks like before its first strike.
        if !garbage.is_empty() {
            assert_eq!(std::fs::read_to_string(&file).unwrap(), before, "{garbage:?}");
        }
    }
}

#[test]
fn a_torn_line_in_the_journal_takes_no_other_with_it() {
    let machine = Machine::new();
    machine.judge("git status");
    let path = machine.state().join("journal.jsonl");
    let mut text = std::fs::read_to_string(&path).unwrap();
    text.push_str("{\"at\":17");
    std::fs::write(&path, text).unwrap();
    machine.judge("git status");
    let output = machine.run(&["log", "--json"]);
    assert_eq!(stdout(&output).lines().count(), 2);
    assert!(stderr(&output).contains("1 lines"), "{}", stderr(&output));
}

#[test]
#[cfg(target_os = "linux")]
fn a_limit_of_file_size_does_not_end_the_process_without_an_answer() {
    let machine = Machine::new();
    for _ in 0..30 {
        machine.judge("rm -rf /");
    }
    let mut command = std::process::Command::new("sh");
    // 8 blocks of 512 bytes: the journal is longer than that already.
    command
        .args(["-c", "ulimit -f 8; exec \"$0\" hook claude"])
        .arg(machine.command(&[]).get_program())
        .current_dir(machine.project())
        .env("HOME", machine.home())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let output = feed(command, &machine.bash("rm -rf /"));
    assert_eq!(decision(&output), "deny", "{output:?}");
    assert!(answer(&output)["systemMessage"].as_str().unwrap().contains("file size limit"), "{output:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_clock_that_jumps_changes_no_verdict_and_loses_no_strike() {
    if std::process::Command::new("faketime").arg("--help").output().is_err() {
        println!("skipped: faketime is not installed");
        return;
    }
    let machine = Machine::new();
    for time in ["2030-01-01 00:00:00", "1980-01-01 00:00:00", "2100-12-31 23:59:59", "2001-01-01 00:00:00"] {
        let mut command = std::process::Command::new("faketime");
        command
            .arg(time)
            .arg(machine.command(&[]).get_program())
            .args(["hook", "claude"])
            .current_dir(machine.project())
            .env("HOME", machine.home())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        assert_eq!(decision(&feed(command, &machine.bash("rm -rf /"))), "deny", "{time}");
    }
    let years =
        machine.journal().iter().filter(|record| record["at"].as_u64().unwrap() > 1_800_000_000_000).count();
    assert_eq!(years, 2, "the clock was really moved");
    let session = std::fs::read_to_string(machine.state().join("sessions/claude-s1")).unwrap();
    assert!(session.contains("\"count\":4"), "{session}");
    assert_eq!(stdout(&machine.run(&["log"])).lines().count(), 4);
}

#[test]
fn records_of_a_clock_that_jumped_are_read_like_any_other() {
    let machine = Machine::new();
    machine.judge("rm -rf /");
    let path = machine.state().join("journal.jsonl");
    let line = std::fs::read_to_string(&path).unwrap();
    let at = line.find("\"at\":").unwrap() + 5;
    let end = at + line[at..].find(',').unwrap();
    let future = format!("{}99999999999999{}", &line[..at], &line[end..]);
    let past = format!("{}0{}", &line[..at], &line[end..]);
    std::fs::write(&path, format!("{future}{past}{line}")).unwrap();
    assert_eq!(machine.judge("git status"), "allow");
    assert_eq!(stdout(&machine.run(&["log"])).lines().count(), 4);
}

#[test]
fn a_usage_error_never_looks_like_a_denial() {
    let machine = Machine::new();
    for arguments in
        [&["hook"][..], &["hook", "nonsense"], &["chek"], &["check"], &["log", "--nonsense"], &[]]
    {
        let output = machine.run(arguments);
        assert_eq!(output.status.code(), Some(64), "{arguments:?}");
        assert!(!stderr(&output).is_empty());
    }
}
