//! Hooks of others in settings files: found with their places, taken out, and put back.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

use hookward_core::policy::NativeHost;
use hookward_hosts::Host;
use hookward_hosts::native::take;
use hookward_hosts::registration::{Foreign, foreign_hooks, with_foreign, without_foreign};
use serde_json::Value;

const CLAUDE: &str = r#"{
  // first
  "hooks": {
    "PreToolUse": [
      // ours
      { "matcher": "*", "hooks": [{ "type": "command", "command": "hookward hook claude", "timeout": 5 }] },
      {
        "matcher": "Bash",
        "hooks": [
          { "type": "command", "command": "./a.sh" }, // a
          /* b */ { "type": "command", "command": "./b.sh", "timeout": 2.5, "async": true }
        ]
      }
    ],
    "Stop": [{ "hooks": [{ "type": "command", "command": "./c.sh", "statusMessage": "wait" }] }]
  },
  "model": "opus" // last
}
"#;

fn commands(host: Host, text: &str) -> Vec<String> {
    foreign_hooks(host, text).unwrap().iter().map(|found| found.command().to_owned()).collect()
}

#[test]
fn what_is_not_ours_is_found_in_its_order_with_its_place() {
    let found = foreign_hooks(Host::Claude, CLAUDE).unwrap();
    let seen: Vec<_> =
        found.iter().map(|hook| (hook.command(), hook.matcher.as_deref(), hook.line, hook.column)).collect();
    assert_eq!(
        seen,
        [("./a.sh", Some("Bash"), 10, 11), ("./b.sh", Some("Bash"), 11, 19), ("./c.sh", None, 15, 26)]
    );
}

#[test]
fn what_is_taken_goes_and_all_the_rest_stays_to_the_byte() {
    let one = without_foreign(Host::Claude, CLAUDE, |hook| hook.command() == "./a.sh").unwrap();
    assert_eq!(commands(Host::Claude, &one), ["./b.sh", "./c.sh"]);
    for kept in ["// first", "// ours", "hookward hook claude", "/* b */", "\"model\": \"opus\" // last"] {
        assert!(one.contains(kept), "{kept}: {one}");
    }
    let none = without_foreign(Host::Claude, CLAUDE, |_| true).unwrap();
    assert_eq!(commands(Host::Claude, &none), Vec::<String>::new());
    assert!(!none.contains("\"Bash\"") && none.contains("hookward hook claude"), "{none}");
    assert_eq!(without_foreign(Host::Claude, CLAUDE, |_| false).unwrap(), CLAUDE);
    let alone = "{\n  \"hooks\": {\n    \"stop\": [\n      { \"command\": \"x\" }\n    ]\n  }\n}\n";
    assert_eq!(without_foreign(Host::Cursor, alone, |_| true).unwrap(), "{}\n");
}

#[test]
fn what_was_taken_is_put_back_as_it_was() {
    let taken: Vec<Foreign> = foreign_hooks(Host::Claude, CLAUDE).unwrap();
    let drafts: Vec<_> = taken.iter().map(|hook| take(NativeHost::Claude, hook).unwrap()).collect();
    assert_eq!(drafts[1].timeout_ms, 2_500);
    let back: Vec<Foreign> = taken
        .iter()
        .zip(&drafts)
        .map(|(hook, draft)| Foreign { entry: draft.entry(), ..hook.clone() })
        .collect();
    let without = without_foreign(Host::Claude, CLAUDE, |_| true).unwrap();
    let again = with_foreign(Host::Claude, Some(&without), &back).unwrap();
    let said = |text: &str| -> Vec<(String, Option<String>, Value)> {
        let found = foreign_hooks(Host::Claude, text).unwrap();
        found.into_iter().map(|hook| (hook.event, hook.matcher, Value::Object(hook.entry))).collect()
    };
    assert_eq!(said(&again), said(CLAUDE));
    let fresh = with_foreign(Host::Claude, None, &back).unwrap();
    assert_eq!(said(&fresh), said(CLAUDE));
    // Somebody has put them back already.
    assert_eq!(with_foreign(Host::Claude, Some(&again), &back).unwrap(), again);
}

#[test]
fn what_hookward_would_not_do_as_the_host_does_stays() {
    let why = |host: NativeHost, settings: &str| {
        let registered = if host == NativeHost::Claude { Host::Claude } else { Host::Cursor };
        take(host, &foreign_hooks(registered, settings).unwrap()[0]).unwrap_err()
    };
    let claude = |event: &str, matcher: &str, entry: &str| {
        let settings =
            format!(r#"{{"hooks": {{"{event}": [{{"matcher": "{matcher}", "hooks": [{entry}]}}]}}}}"#);
        why(NativeHost::Claude, &settings)
    };
    let command = r#"{"type": "command", "command": "x"}"#;
    assert!(claude("ConfigChange", "", command).contains("not asked on ConfigChange"));
    assert!(claude("PreToolUse", "^(?!Bash)", command).contains("cannot be read here"));
    assert!(claude("Stop", "", r#"{"type": "command", "command": "x", "if": "Bash(x)"}"#).contains("`if`"));
    assert!(
        claude("Stop", "", r#"{"type": "command", "command": "x", "asyncRewake": true}"#)
            .contains("asyncRewake")
    );
    assert!(
        claude("Stop", "", r#"{"type": "command", "command": "x", "shell": "powershell"}"#)
            .contains("powershell")
    );
    for matcher in [r#", "matcher": "Shell|Write""#, "", r#", "matcher": ".*""#, r#", "matcher": "MCP:x""#] {
        let settings =
            format!(r#"{{"version": 1, "hooks": {{"preToolUse": [{{"command": "x"{matcher}}}]}}}}"#);
        assert!(why(NativeHost::Cursor, &settings).contains("shell and MCP"), "{matcher}");
    }
    let write =
        r#"{"version": 1, "hooks": {"preToolUse": [{"command": "x", "matcher": "Write|StrReplace"}]}}"#;
    assert!(take(NativeHost::Cursor, &foreign_hooks(Host::Cursor, write).unwrap()[0]).is_ok());
}
