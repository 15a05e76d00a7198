//! `AppleScript`.

use super::{Language, check};

#[test]
fn code_takes_its_steps() {
    check(
        Language::AppleScript,
        &[
            ("do shell script \"rm -rf ~\"", &["shell rm -rf ~"]),
            ("do shell script \"rm \" & \"-rf /\" with administrator privileges", &["shell rm -rf /"]),
            ("do shell script \"rm \" & quoted form of p", &["shell rm ?"]),
            ("set c to \"ls\"\ndo shell script c & \" -l\"", &["shell ls -l"]),
            ("tell application \"Terminal\" to do script \"ls\"", &["shell ls"]),
            ("set r to do shell script \"cat .env\"", &["shell cat .env"]),
            ("run script \"do shell script \\\"ls\\\"\"", &["shell ls"]),
            ("tell application \"Finder\" to delete POSIX file \"/x\"", &["delete /x with all below"]),
            ("read POSIX file \"/x\"", &["read /x"]),
            ("set f to open for access POSIX file \"/x\" with write permission", &[]),
            ("open for access POSIX file \"/x\" with write permission", &["write /x: ?"]),
            ("DO SHELL SCRIPT \"ls\"", &["shell ls"]),
            ("tell app \"System Events\" to shut down", &["words shutdown | now"]),
            ("tell application \"Finder\" to restart", &["words shutdown | now"]),
            ("display dialog (do shell script \"id\")", &["shell id"]),
        ],
    );
}

#[test]
fn harmless_code_takes_no_steps() {
    check(
        Language::AppleScript,
        &[
            ("display dialog \"do shell script\"", &[]),
            ("-- do shell script \"ls\"\nbeep", &[]),
            ("(* do shell script \"ls\" *) beep", &[]),
            ("display notification \"rm -rf /\" with title \"x\"", &[]),
            ("set volume 5", &[]),
            ("display dialog \"shut down\"", &[]),
            ("tell application \"Finder\" to activate", &[]),
        ],
    );
}
