//! A project's `.npmrc`, by what the disk says is in it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use hookward_core::Decision;
use hookward_core::effects::Call;
use support::{Bench, Disk};

const TOKEN: &str = "//registry.npmjs.org/:_authToken=npm_4kd82jfhq\n";

fn decided(disk: &'static Disk, command: &str) -> Decision {
    let bench = Bench { world: disk, ..Bench::default() };
    bench.judge(Call::shell(command)).decision
}

#[test]
fn settings_that_log_nobody_in_are_read_freely() {
    const DISK: Disk = Disk(&[
        (".npmrc", "save-exact=true\nregistry=https://registry.npmjs.org/\n"),
        ("a/.npmrc", "//registry.npmjs.org/:_authToken=${NPM_TOKEN}\n"),
    ]);
    for command in ["cat .npmrc", "grep -v '^#' .npmrc", "cat a/.npmrc", "cat b/.npmrc", "git add .npmrc"] {
        assert!(decided(&DISK, command) < Decision::Ask, "{command}");
    }
}

#[test]
fn settings_with_a_credential_are_secret() {
    const DISK: Disk = Disk(&[
        (".npmrc", TOKEN),
        ("a/.npmrc", "; //npm.example/:_password=c2VjcmV0\n"),
        ("b/.npmrc", "registry=https://me:secret@npm.example/\n"),
        ("c/.npmrc", "_auth = \"bWU6c2VjcmV0\"\n"),
        ("d/.npmrc", "fund=false\n"),
        ("x", TOKEN),
    ]);
    for command in [
        "cat .npmrc",
        "cat a/.npmrc",
        "cat b/.npmrc",
        "cat c/.npmrc",
        "cat ~/.npmrc",
        "cp x d/.npmrc; cat d/.npmrc",
        "echo '_auth=x' >> d/.npmrc && cat d/.npmrc",
        "git add .npmrc",
    ] {
        assert_eq!(decided(&DISK, command), Decision::Deny, "{command}");
    }
    assert!(decided(&DISK, "echo 'save-exact=true' >> d/.npmrc && cat d/.npmrc") < Decision::Ask);
}
