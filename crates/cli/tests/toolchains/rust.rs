//! What is run for one module of a Rust package, by the real tools.

use serde_json::json;

use super::support::{Machine, answer};
use super::with_tools;

/// What the model is told after an edit of a file.
fn edited(machine: &Machine, file: &str) -> String {
    let path = machine.project().join(file);
    let call = json!({
        "tool_name": "Edit", "tool_input": {"file_path": path, "old_string": "a", "new_string": "b"},
        "tool_response": {"filePath": path},
    });
    let said = answer(&with_tools(machine, "PostToolUse", &call));
    said["hookSpecificOutput"]["additionalContext"].as_str().unwrap_or_default().to_owned()
}

fn failing(condition: &str) -> String {
    format!(
        "pub fn is_full(full: bool) -> bool {{\n    {condition}\n}}\n\n#[cfg(test)]\nmod tests {{\n    #[test]\n    fn is_full() {{\n        assert!(super::is_full(false));\n    }}\n}}\n"
    )
}

#[test]
fn clippy_mends_the_edited_file_alone_and_only_the_tests_of_its_module_run() {
    let machine = Machine::new();
    machine.become_a_repository();
    machine.write(
        "Cargo.toml",
        "[package]\nname = \"shop\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n",
    );
    machine.write("src/lib.rs", "pub mod bare;\npub mod cart;\npub mod shelf;\n");
    machine.write("src/bare.rs", "pub const BARE: u32 = 1;\n");
    machine.write("src/cart.rs", &failing("full == true"));
    machine.write("src/shelf.rs", &failing("full == true"));
    let text = |file: &str| std::fs::read_to_string(machine.project().join(file)).unwrap();

    let said = edited(&machine, "src/cart.rs");
    assert!(said.contains("[feedback/lint] src/cart.rs: clippy mended it"), "{said}");
    assert_eq!(text("src/cart.rs"), failing("full"));
    assert_eq!(text("src/shelf.rs"), failing("full == true"), "nobody has edited it");
    // The other module's test fails as well, and was not run.
    assert!(said.contains("src/cart.rs: cargo test: 1 failed") && said.contains("src/cart.rs:9:9"), "{said}");
    assert!(!said.contains("src/shelf.rs:9:9"), "{said}");

    // A module without tests says nothing by running none: all of the package are run.
    let said = edited(&machine, "src/bare.rs");
    assert!(said.contains("src/bare.rs: cargo test: 2 failed"), "{said}");
    // What is wrong elsewhere is said to be there.
    assert!(said.contains("clippy: 1 problem in src/shelf.rs (after the edit of src/bare.rs)"), "{said}");
}
