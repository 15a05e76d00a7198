//! Hooks that fail are tried again and replaced, within their time.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::{answer, decision};
use crate::{bash, machine, records, text};

fn hook(run: &str, more: &str) -> String {
    format!("[[hook]]\nid = \"gate/x\"\non = \"before-tool\"\nrun = '''{run}'''\n{more}\n")
}

const FAILS_ONCE: &str = "test -f $HOME/once || { touch $HOME/once; exit 3; }; echo not now; exit 2";

#[test]
fn a_hook_that_fails_is_tried_again_as_often_as_the_policy_says() {
    let machine = machine(&hook(FAILS_ONCE, "retries = 1"));
    let denied = answer(&bash(&machine, "make x"));
    let reason = text(&denied, "permissionDecisionReason");
    assert!(reason.contains("Why: not now") && !reason.contains("failed"), "{reason}");
    let ran = &records(&machine)[0]["ran"][0];
    assert_eq!((&ran["how"], &ran["answer"]["tried"]), (&json!("objects"), &json!(["exit 3"])));
    let machine = crate::machine(&hook(FAILS_ONCE, ""));
    let denied = answer(&bash(&machine, "make x"));
    assert!(text(&denied, "permissionDecisionReason").contains("failed: exit 3"), "{denied}");
    // An objection is an answer.
    let machine = crate::machine(&hook("echo x >> $HOME/ran; exit 2", "retries = 3\nfallback = \"exit 0\""));
    assert_eq!(decision(&bash(&machine, "make x")), "deny");
    assert_eq!(std::fs::read_to_string(machine.home().join("ran")).unwrap(), "x\n");
}

#[test]
fn a_fallback_is_asked_once_nothing_else_has_helped() {
    let run = "echo x >> $HOME/ran; exit 3";
    let machine = machine(&hook(run, "retries = 2\nfallback = \"cat > /dev/null; echo not by me; exit 2\""));
    let denied = answer(&bash(&machine, "make x"));
    assert!(text(&denied, "permissionDecisionReason").contains("Why: not by me"), "{denied}");
    assert_eq!(std::fs::read_to_string(machine.home().join("ran")).unwrap(), "x\nx\nx\n");
    let ran = &records(&machine)[0]["ran"][0]["answer"];
    assert_eq!((&ran["fallback"], &ran["tried"]), (&json!(true), &json!(["exit 3", "exit 3", "exit 3"])));
    // What a fallback says is not remembered as the hook's own word.
    let kept = hook(
        "test -f $HOME/up || exit 3; echo from the hook",
        "cache = \"input\"\nfallback = \"echo from the fallback\"",
    );
    let machine = crate::machine(&kept);
    let told = |machine: &_| text(&answer(&bash(machine, "make x")), "additionalContext").to_owned();
    assert_eq!(told(&machine), "[gate/x] from the fallback");
    std::fs::write(machine.home().join("up"), "").unwrap();
    assert_eq!(told(&machine), "[gate/x] from the hook");
    // Where that fails too, both are told.
    let machine = crate::machine(&hook("exit 3", "retries = 1\nfallback = \"exit 4\""));
    let denied = answer(&bash(&machine, "make x"));
    let reason = text(&denied, "permissionDecisionReason");
    assert!(
        reason.contains("failed: exit 3 (tried 2 times); so did its fallback `exit 4`: exit 4"),
        "{reason}"
    );
}

#[test]
fn all_attempts_share_one_deadline_and_leave_time_for_the_fallback() {
    let more = "timeout = \"600ms\"\nretries = 1\nfallback = \"echo in its place\"";
    let machine = machine(&hook("sleep 30", more));
    let started = Instant::now();
    let answered = answer(&bash(&machine, "make x"));
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    assert_eq!(text(&answered, "additionalContext"), "[gate/x] in its place");
    let tried = records(&machine)[0]["ran"][0]["answer"]["tried"].clone();
    assert_eq!(tried[0], "no answer within 200 ms");
    assert_eq!(tried.as_array().unwrap().len(), 2);
}

#[test]
#[cfg(target_os = "linux")]
fn a_fallback_is_trusted_with_its_scripts() {
    let machine = crate::support::Machine::new();
    machine.become_a_repository();
    let more = "match = { command = \"make *\" }\nfallback = \"sh ./other.sh\"";
    machine.write("hookward.toml", &hook("sh ./main.sh", more));
    machine.write("main.sh", "exit 3\n");
    machine.write("other.sh", "echo no; exit 2\n");
    crate::stories::trust(&machine);
    assert_eq!(machine.judge("make x"), "deny");
    // An agent is asked about a change of it, and what was changed runs no more.
    assert_eq!(machine.judge("echo exit 0 > other.sh"), "ask");
    machine.write("other.sh", "touch \"$HOME/ran\"\n");
    assert_eq!(machine.judge("make x"), "");
    assert!(!machine.home().join("ran").exists());
}
