//! Answers that count again, come later, or are kept.

use serde_json::json;

use crate::support::{Machine, answer};
use crate::{bash, machine, records, text};

/// A hook that counts how often it runs.
fn counting(more: &str) -> String {
    format!(
        "[[hook]]\nid = \"gate/counted\"\non = \"before-tool\"\n{more}\nrun = \"echo x >> count; cat seen 2> /dev/null; exit 0\"\n"
    )
}

fn count(machine: &Machine) -> usize {
    std::fs::read_to_string(machine.project().join("count")).unwrap_or_default().lines().count()
}

#[test]
fn an_answer_to_the_same_call_counts_again_as_long_as_the_policy_says() {
    let machine = machine(&counting("cache = \"input\""));
    for _ in 0..3 {
        bash(&machine, "make x");
    }
    assert_eq!(count(&machine), 1);
    let record = &records(&machine)[0]["ran"][0];
    assert_eq!((&record["answer"]["cached"], &record["tool"]), (&json!(true), &json!("remembered")));
    bash(&machine, "make y");
    assert_eq!(count(&machine), 2, "another call is another question");
    let machine = crate::machine(&counting("cache = \"1ms\""));
    bash(&machine, "make x");
    std::thread::sleep(std::time::Duration::from_millis(3));
    bash(&machine, "make x");
    assert_eq!(count(&machine), 2);
    // Nothing that failed is remembered.
    let machine = crate::machine(&counting("cache = \"input\"").replace("exit 0", "exit 7"));
    bash(&machine, "make x");
    bash(&machine, "make x");
    assert_eq!(count(&machine), 2);
}

#[test]
#[cfg(target_os = "linux")]
fn an_answer_about_a_tree_counts_as_long_as_the_sources_and_the_script_are_the_same() {
    let policy = "[[hook]]\nid = \"gate/counted\"\non = \"stop\"\ncache = \"tree\"\nrun = \"sh check.sh\"\n";
    let machine = machine(policy);
    machine.become_a_repository();
    machine.write(".gitignore", "count\n");
    machine.write("check.sh", "echo x >> count\n");
    machine.write("src/a.rs", "fn a() {}\n");
    crate::trust::trusted(&machine, "trust");
    let stop = |said: &str| {
        machine.hook("claude", &machine.event("Stop", &json!({"last_assistant_message": said})));
        count(&machine)
    };
    assert_eq!((stop("done"), stop("really done")), (1, 1));
    machine.write("src/a.rs", "fn b() {}\n");
    assert_eq!((stop("done"), stop("done")), (2, 2));
    machine.write("check.sh", "echo x >> count # another\n");
    crate::trust::trusted(&machine, "trust");
    assert_eq!(stop("done"), 3);
}

#[test]
fn an_answer_does_not_outlive_a_change_of_the_file_that_it_is_about() {
    let machine = machine(&counting("cache = \"input\""));
    machine.write("src/a.ts", "fine\n");
    let read = json!({"tool_name": "Read", "tool_input": {"file_path": machine.project().join("src/a.ts")}});
    let edit = json!({"tool_name": "Edit", "tool_input": {
        "file_path": machine.project().join("src/a.ts"), "old_string": "x", "new_string": "y",
    }});
    let shell =
        json!({"tool_name": "Bash", "tool_input": {"command": "frobnicate src/a.ts && cat src/a.ts"}});
    for (round, call) in [read, edit, shell].iter().enumerate() {
        let ask = || {
            machine.hook("claude", &machine.event("PreToolUse", call));
            count(&machine)
        };
        machine.write("src/a.ts", "fine\n");
        let before = round * 2;
        assert_eq!((ask(), ask()), (before + 1, before + 1), "{call}");
        machine.write("src/a.ts", "evil\n");
        assert_eq!((ask(), ask()), (before + 2, before + 2), "{call}");
        // Another file is none of its business.
        machine.write("src/b.ts", "evil\n");
        assert_eq!(ask(), before + 2, "{call}");
        // What was answered before counts again when the file is as it was.
        machine.write("src/a.ts", "fine\n");
        assert_eq!(ask(), before + 2, "{call}");
    }
}

#[test]
fn no_more_than_a_few_hundred_answers_are_remembered() {
    let machine =
        machine(&counting("cache = \"input\"").replace("echo x >> count; cat seen 2> /dev/null; ", ""));
    let answers = machine.state().join("answers");
    std::fs::create_dir_all(&answers).unwrap();
    for number in 0..400 {
        std::fs::write(answers.join(format!("old-{number}")), "{}").unwrap();
    }
    bash(&machine, "make x");
    assert_eq!(std::fs::read_dir(&answers).unwrap().count(), 300);
}

#[test]
fn feedback_that_nobody_waits_for_is_told_with_a_later_event() {
    let policy = "[[hook]]\nid = \"feedback/slow\"\non = \"after-tool\"\nasync = true\nrun = \"sleep 0.3; echo all is well\"\n";
    let machine = machine(policy);
    let after = || {
        let input =
            json!({"tool_name": "Bash", "tool_input": {"command": "make"}, "tool_response": {"stdout": ""}});
        answer(&machine.hook("claude", &machine.event("PostToolUse", &input)))
    };
    let started = std::time::Instant::now();
    assert_eq!(text(&after(), "additionalContext"), "");
    assert!(started.elapsed() < std::time::Duration::from_millis(280), "{:?}", started.elapsed());
    let box_of_mail = machine.state().join("mail-of-hooks");
    let has_come = || {
        let folders = std::fs::read_dir(&box_of_mail).into_iter().flatten().flatten();
        folders
            .flat_map(|folder| std::fs::read_dir(folder.path()).unwrap().flatten())
            .any(|file| !file.file_name().to_string_lossy().starts_with('.'))
    };
    for _ in 0..200 {
        if has_come() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let answered =
        answer(&machine.hook("claude", &machine.event("UserPromptSubmit", &json!({"prompt": "go on"}))));
    assert!(text(&answered, "additionalContext").contains("[feedback/slow] all is well"), "{answered}");
    assert_eq!(records(&machine)[0]["ran"][0]["what"], "feedback/slow");
}

#[test]
fn what_a_hook_prints_of_a_secret_is_not_kept() {
    let key = format!("AKIA{}", "Q3EGRTZ7KLMNOP42");
    let machine = machine(&format!(
        "[[hook]]\nid = \"gate/x\"\non = \"before-tool\"\ncache = \"input\"\nrun = \"echo found {key}; exit 2\"\n"
    ));
    bash(&machine, "make x");
    assert!(!machine.state().join("answers").exists(), "nor is it remembered");
    let text = std::fs::read_to_string(machine.state().join("journal.jsonl")).unwrap();
    assert!(text.contains("gate/x") && !text.contains(&key), "{text}");
}
