//! Every host's registration: what is ours comes and goes, what is not ours stays to the byte.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

use hookward_core::EventName;
use hookward_hosts::Host;
use hookward_hosts::registration::{
    self, OnFailure, Origin, RegisterError, Scope, Target, Wanted, entries, file_of_role, guarding_command,
    lacking, register, targets,
};
use serde_json::{Value, json};

const PROJECT: Wanted =
    Wanted { program: "hookward", own_seconds: &[], on_failure: OnFailure::GoOn, amp_delegate: None };
const USER: Wanted = Wanted {
    program: "/usr/local/bin/hookward",
    own_seconds: &[],
    on_failure: OnFailure::Block,
    amp_delegate: None,
};

/// All files of all hosts.
fn all() -> Vec<Target> {
    let there = ["agents/reviewer.json".to_owned()];
    let mut all = Vec::new();
    for host in Host::ALL {
        for scope in [Scope::Project, Scope::User] {
            all.extend(targets(*host, scope, &there));
        }
    }
    all
}

fn one(host: Host) -> Target {
    targets(host, Scope::Project, &[]).remove(0)
}

fn unregister(target: &Target, text: &str) -> Result<Option<String>, RegisterError> {
    registration::unregister(target, text, Origin::Untold)
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Files as others leave them; each in the shape of all hosts.
const FILES: &[&str] = &[
    "{}",
    "{}\n",
    "{\n  // nothing yet\n}\n",
    "{\"model\":\"opus\"}",
    "{\n  \"version\": 1\n}\n",
    "{\r\n    \"version\": 1, // theirs\r\n    \"a\": [1,   2]\r\n}\r\n",
    "{\n  \"version\": 1,\n  \"hooks\": {\n    \"stop\": [{ \"command\": \"./done.sh\" }], // keep\n  },\n}\n",
    "{\"version\": 1, \"hooks\": {\"preToolUse\": [], \"PreToolUse\": [], \"BeforeTool\": [ ]}}",
    "{\n  \"version\": 1,\n  \"amp.permissions\": [\n    { \"tool\": \"Bash\", \"action\": \"allow\" } // first\n  ]\n}\n",
    "{\"version\": 1, \"amp.permissions\": [{\"tool\": \"Bash\", \"action\": \"ask\"}, {\"tool\": \"*\", \"action\": \"allow\"}]}",
    "{\"version\": 1, \"amp.permissions\": []}",
    "\u{feff}{\n\t\"version\": 1,\n\t\"hooks\": {\n\t\t\"pre_run_command\": [\n\t\t\t{ \"command\": \"x\" }\n\t\t]\n\t}\n}\n",
];

#[test]
fn what_was_registered_can_be_taken_out_to_the_byte() {
    for target in all().iter().filter(|target| !target.is_whole()) {
        for file in FILES {
            let with = register(target, Some(file), &PROJECT).unwrap();
            assert_ne!(&with, file, "{target:?}");
            let lacked: Vec<String> = lacking(target, file).into_iter().map(str::to_owned).collect();
            // cursor.md §1: without a version the file is good for nothing, so it was added.
            assert_eq!(!lacked.is_empty(), target.host == Host::Cursor && !file.contains("version"));
            let without = registration::unregister(target, &with, Origin::Lacking(&lacked)).unwrap().unwrap();
            assert_eq!(&without, file, "{target:?} by way of\n{with}");
        }
    }
}

#[test]
fn registering_twice_changes_nothing_more() {
    for target in all() {
        // A few of them: all are too many for every form of every host.
        let files = FILES.iter().step_by(3).copied().map(Some).filter(|_| !target.is_whole()).chain([None]);
        for file in files {
            for wanted in [&PROJECT, &USER] {
                let once = register(&target, file, wanted).unwrap();
                assert_eq!(register(&target, Some(&once), wanted).unwrap(), once, "{target:?}");
                // From one form to the other and back.
                let other = if wanted.program == PROJECT.program { &USER } else { &PROJECT };
                let changed = register(&target, Some(&once), other).unwrap();
                assert_eq!(register(&target, Some(&changed), wanted).unwrap(), once, "{target:?}");
            }
        }
    }
}

#[test]
fn a_file_that_was_made_for_us_is_removed_with_us() {
    for target in all() {
        let text = register(&target, None, &PROJECT).unwrap();
        assert_eq!(unregister(&target, &text), Ok(None), "{target:?}\n{text}");
    }
}

#[test]
fn every_registration_has_the_command_that_guards() {
    for target in all() {
        for wanted in [&PROJECT, &USER] {
            let text = register(&target, None, wanted).unwrap();
            // Of Cline's files only one is for the event before a tool.
            let guards = match target.host {
                Host::Cline => target.file.ends_with("/PreToolUse"),
                Host::Amp => target.file.ends_with(".json"),
                _ => true,
            };
            let command = guarding_command(&target, &text).unwrap();
            assert_eq!(command.is_some(), guards, "{target:?}\n{text}");
            assert!(!entries(&target, &text).unwrap().is_empty(), "{target:?}\n{text}");
            if let Some(command) = command {
                assert!(command.contains("hookward"), "{command}");
                assert_eq!(command.contains("/usr/local/bin/"), wanted.program == USER.program, "{command}");
            }
        }
    }
}

#[test]
fn others_may_not_lose_a_file_that_lies_where_ours_should() {
    for target in all().iter().filter(|target| target.is_whole()) {
        assert_eq!(register(target, Some("{\"mine\": 1}"), &PROJECT), Err(RegisterError::Foreign));
        assert_eq!(unregister(target, "{\"mine\": 1}"), Ok(Some("{\"mine\": 1}".to_owned())));
    }
}

#[test]
fn time_limits_have_the_hosts_own_unit() {
    let text = |host| register(&one(host), None, &PROJECT).unwrap();
    let limit = |host, path: &str| parsed(&text(host)).pointer(path).cloned();
    assert_eq!(limit(Host::Claude, "/hooks/PreToolUse/0/hooks/0/timeout"), Some(json!(5)));
    assert_eq!(limit(Host::Codex, "/hooks/PreToolUse/0/hooks/0/timeout"), Some(json!(5)));
    assert_eq!(limit(Host::Codex, "/hooks/SessionEnd/0/hooks/0/timeout"), Some(json!(3)));
    assert_eq!(limit(Host::Gemini, "/hooks/BeforeTool/0/hooks/0/timeout"), Some(json!(5_000)));
    assert_eq!(limit(Host::Qwen, "/hooks/PreToolUse/0/hooks/0/timeout"), Some(json!(5_000)));
    assert_eq!(limit(Host::Cursor, "/hooks/preToolUse/0/timeout"), Some(json!(5)));
    assert_eq!(limit(Host::Copilot, "/hooks/preToolUse/0/timeoutSec"), Some(json!(5)));
    assert_eq!(limit(Host::Kiro, "/hooks/0/timeout"), Some(json!(5)));
    // What is said after a tool, and what has to hold at a stop, may take longer.
    assert_eq!(limit(Host::Claude, "/hooks/PostToolUse/0/hooks/0/timeout"), Some(json!(60)));
    assert_eq!(limit(Host::Gemini, "/hooks/AfterAgent/0/hooks/0/timeout"), Some(json!(300_000)));
    assert_eq!(limit(Host::Cursor, "/hooks/stop/0/timeout"), Some(json!(300)));
    // And what the policy itself runs comes on top, where it runs.
    let own = Wanted { own_seconds: &[(EventName::Stop, 20), (EventName::Stop, 5)], ..PROJECT };
    let claude = parsed(&register(&one(Host::Claude), None, &own).unwrap());
    assert_eq!(claude.pointer("/hooks/Stop/0/hooks/0/timeout"), Some(&json!(325)));
    assert_eq!(claude.pointer("/hooks/PreToolUse/0/hooks/0/timeout"), Some(&json!(5)));
    let plugin = register(&one(Host::OpenCode), None, &own).unwrap();
    assert!(plugin.contains("\"PreToolUse\":5000") && plugin.contains("\"Stop\":325000"), "{plugin}");
    let agent = &targets(Host::Kiro, Scope::Project, &[])[1];
    let agent = parsed(&register(agent, None, &PROJECT).unwrap());
    assert_eq!(agent.pointer("/hooks/preToolUse/0/timeout_ms"), Some(&json!(5_000)));
    assert_eq!(agent.pointer("/hooks/preToolUse/0/cache_ttl_seconds"), None);
    // An agent reads only the steering that it names.
    assert_eq!(agent["resources"][1], "file://.kiro/steering/**/*.md");
}

#[test]
fn the_hosts_own_switch_closes_where_it_is_wanted_and_only_there() {
    for (host, path, switch) in [
        (Host::Claude, "/hooks/PreToolUse/0/hooks/0/onFailure", json!("block")),
        (Host::Cursor, "/hooks/beforeShellExecution/0/failClosed", json!(true)),
    ] {
        let text = |wanted| parsed(&register(&one(host), None, wanted).unwrap());
        assert_eq!(text(&PROJECT).pointer(path), None);
        assert_eq!(text(&USER).pointer(path), Some(&switch));
    }
    // claude-code.md §1: where nothing is guarded, an error is an error.
    let claude = parsed(&register(&one(Host::Claude), None, &USER).unwrap());
    assert_eq!(claude.pointer("/hooks/Stop/0/hooks/0/onFailure"), None);
    let plugin = |wanted| register(&one(Host::OpenCode), None, wanted).unwrap();
    assert!(plugin(&PROJECT).contains("const FAIL_CLOSED = false;"));
    assert!(plugin(&USER).contains("const FAIL_CLOSED = true;"));
}

#[test]
fn a_colleague_without_hookward_is_not_locked_out() {
    let guard =
        |host, wanted: &Wanted| guarding_command(&one(host), &register(&one(host), None, wanted).unwrap());
    for host in [Host::Gemini, Host::Copilot, Host::Kiro] {
        let lenient = format!("command -v hookward >/dev/null || exit 0; hookward hook {}", host.name());
        assert_eq!(guard(host, &PROJECT), Ok(Some(lenient)));
        let closed = Wanted { on_failure: OnFailure::Block, ..PROJECT };
        assert_eq!(guard(host, &closed), Ok(Some(format!("hookward hook {}", host.name()))));
    }
    for host in [Host::Claude, Host::Codex, Host::Qwen, Host::Cursor] {
        assert_eq!(guard(host, &PROJECT), Ok(Some(format!("hookward hook {}", host.name()))));
    }
}

#[test]
fn no_key_stands_in_a_file_that_its_host_would_reject() {
    // codex.md §1: only `description` and `hooks`.
    let codex = parsed(&register(&one(Host::Codex), None, &PROJECT).unwrap());
    assert_eq!(codex.as_object().unwrap().keys().collect::<Vec<_>>(), ["hooks"]);
    // cursor.md §1: a number, or the file is rejected.
    for file in [None, Some("{}"), Some("{\n  \"hooks\": {}\n}\n")] {
        let cursor = parsed(&register(&one(Host::Cursor), file, &PROJECT).unwrap());
        assert_eq!(cursor["version"], 1, "{cursor}");
    }
    // copilot.md, part 1.
    assert_eq!(parsed(&register(&one(Host::Copilot), None, &PROJECT).unwrap())["version"], 1);
    // kiro.md, C.
    let kiro = parsed(&register(&one(Host::Kiro), None, &PROJECT).unwrap());
    assert_eq!(kiro["version"], "v1");
    for hook in kiro["hooks"].as_array().unwrap() {
        assert!(hook["name"].is_string() && hook["trigger"].is_string() && hook["action"].is_object());
    }
}

#[test]
fn amp_asks_us_before_anything_else_decides() {
    let theirs = r#"{"amp.permissions": [{"tool": "*", "action": "allow"}, {"tool": "*", "action": "delegate", "to": "hookward-amp"}]}"#;
    let text = register(&one(Host::Amp), Some(theirs), &PROJECT).unwrap();
    let list = parsed(&text)["amp.permissions"].as_array().unwrap().clone();
    assert_eq!(list[0], json!({"tool": "*", "action": "delegate", "to": "hookward-amp"}));
    assert_eq!(list.len(), 2);
    let user = register(&one(Host::Amp), None, &USER).unwrap();
    assert_eq!(parsed(&user)["amp.permissions"][0]["to"], "/usr/local/bin/hookward-amp");
}

#[test]
fn droid_gets_the_file_that_it_reads_in_the_shape_that_is_there() {
    let file = |there: &[&str]| {
        let there: Vec<String> = there.iter().map(|name| (*name).to_owned()).collect();
        targets(Host::Droid, Scope::Project, &there).remove(0)
    };
    assert_eq!(file(&[]).file, "settings.json");
    let hooks = file(&["hooks.json"]);
    assert_eq!(hooks.file, "hooks.json");
    let bare = r#"{"PreToolUse": [{"matcher": "Edit", "hooks": [{"type": "command", "command": "x"}]}]}"#;
    let text = register(&hooks, Some(bare), &PROJECT).unwrap();
    assert_eq!(parsed(&text)["PreToolUse"].as_array().unwrap().len(), 2);
    assert_eq!(parsed(&text).get("hooks"), None);
    assert_eq!(unregister(&hooks, &text), Ok(Some(bare.to_owned())));
    assert_eq!(entries(&hooks, &text).unwrap().len(), 9);
}

#[test]
fn each_agent_of_kiro_gets_its_hooks() {
    let there = ["agents/reviewer.json".to_owned(), "agents/notes.md".to_owned()];
    let files: Vec<_> = targets(Host::Kiro, Scope::Project, &there);
    let names: Vec<_> = files.iter().map(|target| target.file.to_string()).collect();
    assert_eq!(names, ["hooks/hookward.json", "agents/hookward.json", "agents/reviewer.json"]);
    let agent = "{\n  \"name\": \"reviewer\",\n  \"tools\": [\"fs_read\"]\n}\n";
    let with = register(&files[2], Some(agent), &PROJECT).unwrap();
    assert_eq!(parsed(&with)["hooks"]["preToolUse"][0]["command"], "hookward hook kiro --as=reviewer");
    assert_eq!(unregister(&files[2], &with), Ok(Some(agent.to_owned())));
}

#[test]
fn an_agent_of_kiro_that_is_made_for_a_role_says_what_an_agent_is() {
    let name = file_of_role(Host::Kiro, Scope::Project, "pilot").unwrap();
    assert_eq!(name, "agents/pilot.json");
    let target = targets(Host::Kiro, Scope::Project, &[name]).remove(2);
    let made = register(&target, None, &PROJECT).unwrap();
    let agent = parsed(&made);
    assert_eq!((&agent["name"], &agent["tools"]), (&json!("pilot"), &json!(["*"])));
    assert_eq!(agent["hooks"]["preToolUse"][0]["command"], "hookward hook kiro --as=pilot");
    assert_eq!(register(&target, Some(&made), &PROJECT).unwrap(), made);
    // It goes as it came; what somebody has written in it stays.
    assert_eq!(unregister(&target, &made), Ok(None));
    let more = made.replace("\"tools\": [\"*\"]", "\"tools\": [\"fs_read\"]");
    let left = unregister(&target, &more).unwrap().unwrap();
    assert_eq!(parsed(&left)["tools"], json!(["fs_read"]));
    assert!(parsed(&left).get("hooks").is_none(), "{left}");
    // A file that never had anything of ours is nobody's to remove.
    let bare = "{\n  \"name\": \"pilot\",\n  \"description\": \"The role pilot of hookward.toml\",\n  \"tools\": [\"*\"],\n  \"resources\": [\"file://AGENTS.md\", \"file://.kiro/steering/**/*.md\"]\n}\n";
    assert_eq!(unregister(&target, bare), Ok(Some(bare.to_owned())));
}

#[test]
fn a_role_that_can_be_no_agents_name_has_no_file() {
    for role in ["", "a/b", "../x", ".hidden", "-x", "a b", "plugin:x", "x;y"] {
        assert_eq!(file_of_role(Host::Kiro, Scope::Project, role), None, "{role}");
    }
    assert_eq!(file_of_role(Host::Kiro, Scope::User, "pilot"), None);
    assert_eq!(file_of_role(Host::Claude, Scope::Project, "pilot"), None, "it says which agent calls");
}
