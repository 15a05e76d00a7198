//! The registration in `.claude/settings.json`: what is ours comes and goes, what is not ours stays to the byte.

use hookward_hosts::Host;
use hookward_hosts::registration::{
    self, Entry, OnFailure, Origin, RegisterError, Scope, Switched, Target, Wanted, entries, switched,
    targets,
};

const OURS: Wanted =
    Wanted { program: "hookward", own_seconds: &[], on_failure: OnFailure::GoOn, amp_delegate: None };

fn claude() -> Target {
    targets(Host::Claude, Scope::Project, &[]).remove(0)
}

fn register(existing: Option<&str>, wanted: &Wanted) -> Result<String, RegisterError> {
    registration::register(&claude(), existing, wanted)
}

/// What is left; here always a file.
fn unregister(existing: &str) -> Result<String, RegisterError> {
    registration::unregister(&claude(), existing, Origin::Untold).map(Option::unwrap)
}

fn registered(text: &str) -> Result<Vec<Entry>, RegisterError> {
    entries(&claude(), text)
}

/// Files as people, tools and accidents leave them.
const FILES: &[&str] = &[
    "{}",
    "{}\n",
    "{ }\n",
    "{\n}\n",
    "{\n  // nothing yet\n}\n",
    "{\"model\":\"opus\"}",
    "{\n  \"model\": \"opus\"\n}\n",
    "{\n\t\"model\": \"opus\",\n}\n",
    "{\r\n    \"model\": \"opus\" // the big one\r\n}\r\n",
    "\u{feff}{\n  \"permissions\": { \"allow\": [\"Bash(ls:*)\"] }\n}\n",
    "{\"hooks\": {}}",
    "{\"hooks\": { /* soon */ }}\n",
    "{\n  \"hooks\": {\n    \"PreToolUse\": []\n  }\n}\n",
    "{\n  \"hooks\": {\n    \"Stop\": [ ]\n  },\n  \"model\": \"opus\"\n}\n",
    r#"{
  // Ours, says the team.
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",   /* odd   space */
        "hooks": [{"type":"command","command":"./guard.sh"}] // keep me
      } // and me
    ],
    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }], // trailing
  },
  "env": { "A": "1" },
}
"#,
    r#"{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"x"}]}],"Custom":5},"z":[1,2]}"#,
];

#[test]
fn unregistering_gives_back_the_text_of_before() {
    for file in FILES {
        let with = register(Some(file), &OURS).unwrap();
        assert_ne!(&with, file);
        assert_eq!(&unregister(&with).unwrap(), file, "by way of\n{with}");
    }
}

#[test]
fn registering_twice_changes_nothing_more() {
    for file in FILES {
        let once = register(Some(file), &OURS).unwrap();
        assert_eq!(register(Some(&once), &OURS).unwrap(), once);
    }
}

#[test]
fn registering_only_adds() {
    for file in FILES {
        let with = register(Some(file), &OURS).unwrap();
        let mut rest = with.chars();
        // Every character of the file is still there, in its order.
        for character in file.chars() {
            assert!(rest.any(|other| other == character), "{character:?} is lost in\n{with}");
        }
    }
}

#[test]
fn every_event_is_registered_once() {
    for file in FILES.iter().copied().map(Some).chain([None, Some(""), Some(" \n")]) {
        let found = registered(&register(file, &OURS).unwrap()).unwrap();
        let events: Vec<&str> = found.iter().map(|entry| entry.event.as_str()).collect();
        for event in [
            "PreToolUse",
            "PostToolUse",
            "PostToolUseFailure",
            "UserPromptSubmit",
            "SessionStart",
            "SubagentStart",
            "SubagentStop",
            "Stop",
            "PreCompact",
            "SessionEnd",
            "Notification",
        ] {
            assert_eq!(events.iter().filter(|found| **found == event).count(), 1, "{event} for {file:?}");
        }
        assert_eq!(events.len(), 11);
        for entry in found {
            let takes_matcher = entry.event.contains("ToolUse");
            assert_eq!(entry.matcher.as_deref(), takes_matcher.then_some("*"), "{}", entry.event);
            // Where it is not installed, that is said when a session starts.
            let says = entry.command.contains("is not installed");
            assert_eq!(says, entry.event == "SessionStart", "{}", entry.command);
            assert!(entry.command.ends_with("hookward hook claude") && (says || entry.command.len() == 20));
        }
    }
}

#[test]
fn a_new_file_reads_well() {
    let text = register(None, &OURS).unwrap();
    let head = r#"{
  "hooks": {
    "PreToolUse": [
      { "matcher": "*", "hooks": [{ "type": "command", "command": "hookward hook claude", "timeout": 5 }] }
    ],
    "PostToolUse": ["#;
    assert!(text.starts_with(head), "{text}");
    assert!(text.ends_with("\n    ]\n  }\n}\n"), "{text}");
    assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok());
    assert_eq!(
        registration::unregister(&claude(), &text, Origin::Untold),
        Ok(None),
        "the file was made for it"
    );
}

#[test]
fn comments_and_trailing_commas_of_others_survive() {
    let with = register(Some(FILES[14]), &OURS).unwrap();
    for kept in ["// Ours, says the team.", "/* odd   space */", "// keep me", "// and me", "// trailing"] {
        assert!(with.contains(kept), "{kept} is lost in\n{with}");
    }
    assert!(with.contains("      }, // and me\n      { \"matcher\": \"*\""), "{with}");
}

#[test]
fn an_older_entry_of_ours_is_replaced_where_it_stands() {
    for older in [
        r#"{"type":"command","command":"/opt/bin/hookward hook claude"}"#,
        r#"{"type":"command","command":"\"C:\\Program Files\\hookward.exe\" hook claude --verbose","timeout":5}"#,
        r#"{"type":"command","command":"/usr/bin/hookward","args":["hook","claude"]}"#,
        r#"{"command":"hookward hook claude"}"#,
    ] {
        let file = format!(r#"{{"hooks":{{"Stop":[{{"hooks":[{older}]}},{{"hooks":[]}}],"X":[]}},"k":1}}"#);
        let with = register(Some(&file), &OURS).unwrap();
        assert!(with.starts_with(r#"{"hooks":{"Stop":[{ "hooks": [{ "type""#), "{with}");
        assert!(!with.contains("opt") && !with.contains("Program") && !with.contains("usr"), "{with}");
        assert!(with.contains(r#",{"hooks":[]}],"X":[],"#), "{with}");
    }
}

#[test]
fn our_hook_leaves_a_group_that_it_shares_with_others() {
    let file = r#"{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"a"}, {"type":"command","command":"hookward hook claude"}]}]}}"#;
    let alone = r#"{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"a"}]}]}}"#;
    assert_eq!(unregister(file).unwrap(), alone);
    let found = registered(&register(Some(file), &OURS).unwrap()).unwrap();
    assert_eq!(found.iter().filter(|entry| entry.event == "Stop").count(), 1);
}

#[test]
fn of_several_entries_of_ours_one_stays() {
    let ours = r#"{"matcher":"Bash","hooks":[{"type":"command","command":"hookward hook claude"}]}"#;
    let file = format!("{{\"hooks\":{{\"PreToolUse\":[{ours}, {ours},\n{ours}]}}}}");
    let found = registered(&register(Some(&file), &OURS).unwrap()).unwrap();
    let before: Vec<_> = found.iter().filter(|entry| entry.event == "PreToolUse").collect();
    assert_eq!(before.len(), 1);
    assert_eq!(before[0].matcher.as_deref(), Some("*"));
    assert_eq!(unregister(&file).unwrap(), r#"{"hooks":{"PreToolUse":[]}}"#);
}

#[test]
fn what_only_looks_like_ours_is_left_alone() {
    for command in [
        "echo hookward hook claude",
        "hookward hook claude && ./more.sh",
        "hookward hook plain",
        "my-hookward hook claude",
        "hookward hook claude; rm x",
        "hookward check",
    ] {
        let file =
            format!(r#"{{"hooks":{{"Stop":[{{"hooks":[{{"type":"command","command":"{command}"}}]}}]}}}}"#);
        assert_eq!(unregister(&file).unwrap(), file);
        assert_eq!(registered(&file).unwrap(), []);
        assert!(register(Some(&file), &OURS).unwrap().contains(command));
    }
}

#[test]
fn what_is_registered_is_told_as_the_host_reads_it() {
    let file = r#"{
      "disableAllHooks": true,
      "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "hookward hook claude"}]}]},
      "hooks": {
        "PreToolUse": [
          {"matcher": "Bash", "hooks": [{"type": "command", "command": "/x/hookward", "args": ["hook", "claude"]}]},
          {"hooks": [{"type": "prompt", "command": "hookward hook claude"}]},
          {"command": "hookward hook claude"}
        ]
      }
    }"#;
    let found = registered(file).unwrap();
    assert_eq!(switched(Host::Claude, file), Switched::Off("`disableAllHooks`".to_owned()));
    let entry = Entry {
        event: "PreToolUse".to_owned(),
        matcher: Some("Bash".to_owned()),
        command: "'/x/hookward' hook claude".to_owned(),
        narrowed: Some("is only for `Bash`".to_owned()),
    };
    assert_eq!(found, [entry]);
}

#[test]
fn a_command_that_would_not_be_found_again_is_refused() {
    for program in ["/opt/my tools/hookward", "guard", ""] {
        let wanted = Wanted { program, ..OURS };
        assert_eq!(register(None, &wanted), Err(RegisterError::Program(program.to_owned())));
    }
    let quoted = Wanted { program: "'/opt/my tools/hookward'", ..OURS };
    assert_eq!(registered(&register(None, &quoted).unwrap()).unwrap().len(), 11);
}

#[test]
fn a_line_comment_in_front_of_ours_does_not_swallow_what_follows() {
    let file = "{\"hooks\":{\"Stop\":[{\"hooks\":[]}, // guard\n{\"hooks\":[{\"type\":\"command\",\"command\":\"hookward hook claude\"}]}]}}";
    assert_eq!(unregister(file).unwrap(), "{\"hooks\":{\"Stop\":[{\"hooks\":[]} // guard\n]}}");
}

#[test]
fn a_file_that_is_not_what_it_should_be_is_refused_with_the_place() {
    for (file, message) in [
        ("{\n  \"a\": oops\n}", "line 2, column 8: Unexpected word"),
        ("{\"a\": 1", "line 1, column 1: Unterminated object"),
        ("{'a': 1}", "line 1, column 2: Single-quoted strings are not allowed"),
        ("[]", "line 1, column 1: the file is not an object; correct that first"),
        ("{\n  \"hooks\": []\n}", "line 2, column 12: `hooks` is not an object; correct that first"),
        ("{\"hooks\": {\"Stop\": {}}}", "line 1, column 20: `hooks.Stop` is not a list; correct that first"),
    ] {
        assert_eq!(register(Some(file), &OURS).unwrap_err().to_string(), message);
    }
    assert!(matches!(unregister("{,}"), Err(RegisterError::Syntax { line: 1, column: 2, .. })));
    assert!(registered("nonsense").is_err());
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(matches!(registered(&deep), Err(RegisterError::Syntax { .. })));
}
