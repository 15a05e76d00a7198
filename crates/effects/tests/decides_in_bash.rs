//! Bash itself: a text that vouches for a command does not end well where that command fails.
//!
//! Random texts run in an empty folder, where only two stubs can be found, one of which fails. `HOOKWARD_SCRIPTS` and
//! `HOOKWARD_SEED` make the run longer or another.

#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test that cannot go on fails, and says what it has found"
)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use hookward_effects::{Call, Emptiness, Scene, facts};

/// Texts of one run, unless it is asked for more.
const SCRIPTS: usize = 1_000;

/// A text that runs longer than this has hung, which tells nothing.
const PATIENCE: Duration = Duration::from_secs(5);

/// The stubs: each fails where the variable of its name in capitals says so.
const STUBS: [(&str, &str); 2] = [("t_one", "T_ONE"), ("t_two", "T_TWO")];

/// What a text is made of.
const LEAVES: &[&str] = &[
    "t_one",
    "t_one",
    "t_one",
    "t_two",
    "true",
    "false",
    ":",
    "echo x",
    "exit",
    "exit 0",
    "exit 1",
    "exit $?",
    "exit \"$rc\"",
    "exit ${rc:-0}",
    "exit $((rc))",
    "exit $(( ! rc ))",
    "rc=$?",
    "rc=0",
    "rc=1",
    "readonly rc=$?",
    "export rc=$?",
    "local rc=$?",
    "unset rc",
    "set -e",
    "set +e",
    "set +x",
    "[ ${PIPESTATUS[0]} -eq 0 ]",
    "rc=${PIPESTATUS[0]}",
    "PIPESTATUS=0",
    "let PIPESTATUS=0",
    "set -o pipefail",
    "set -eo pipefail",
    "[ $? -ne 0 ]",
    "[ $? -eq 0 ]",
    "[ \"$rc\" -eq 0 ]",
    "[ \"$rc\" != 0 ]",
    "[[ $? == 0 ]]",
    "test $? = 0",
    "(( rc == 0 ))",
    "(( $? ))",
    "return 1",
    "wait",
    "break",
    "trap 'exit 0' EXIT",
    "trap - EXIT",
    "trap 'exit 0' ERR",
    "alias exit=true",
    "exec true",
    "exec t_one",
    "IFS=1",
    "builtin exit 0",
    "command exit 0",
    "builtin return",
    "builtin exec true",
    "command trap 'exit 0' EXIT",
    "builtin set -n",
    "set -n",
    "command set -e",
];

/// How parts are put together; `A`, `B` and `C` stand for others.
const SHAPES: &[&str] = &[
    "A; B",
    "A; B",
    "A; B",
    "A\nB\nC",
    "A && B",
    "A && B && C",
    "A || B",
    "A || B || C",
    "A && B || C",
    "A || { B; C; }",
    "A || (B; C)",
    "! A",
    "! { A; }",
    "(A)",
    "(A; B)",
    "{ A; B; }",
    "if A; then B; else C; fi",
    "if A; then B; fi",
    "if ! A; then B; fi; C",
    "if A; then B; elif C; then false; else exit 3; fi",
    "while A; do B; break; done",
    "until A; do B; break; done",
    "for i in 1 2; do A; done; B",
    "for i in 1 2; do A || break; done",
    "case $? in 0) A ;; *) B ;; esac",
    "A | B",
    "A | B; C",
    "A &\nB",
    "A & wait $!",
    "A & wait; B",
    "x=$(A); B",
    "x=$(A) && B",
    "echo $(A)",
    "f() { A; }; f",
    "f() { A; }; f; B",
    "f() { A; B; }; f || C",
    "f() { A; return 0; }; f",
    "eval 'A'; B",
    "bash -c 'A'; B",
    "bash -c 'A' && B",
    "bash -ec 'A' && B",
    "bash -o noexec -c 'A'; B",
    "bash -D -c 'A'",
    "bash -t -c 'A'",
    "bash --version -c 'A'",
    "bash --rcfile none -c 'A'; B",
    "bash -o pipefail -c 'A'",
    "set -o pipefail && A | cat",
    "! set -o pipefail && A | cat",
    "set -o pipefail || A | cat",
    "A > log; B",
    "A > /none/log || B",
    "echo x > >(A); B",
    "A <<< x; B",
    "time A; B",
    "{ A; } || B",
    "if { A; B; }; then true; else exit 1; fi",
    "A; rc=$?; B; exit $rc",
    "A; rc=$?; echo x; exit $rc",
    "A || rc=$?; exit ${rc:-0}",
    "rc=0; A || rc=$?; B; exit $rc",
    "set +e; A; rc=$?; set -e; exit $rc",
    "coproc A; B",
    "A || rc=$?; B; [ $rc -eq 0 ]",
    "A && rc=0 || rc=$?; B; exit $rc",
    "cd . && A || rc=$?; exit $rc",
    "A || { rc=$?; B; }; exit $rc",
    "f() { A || rc=$?; return $rc; }; f; B",
    "A | B; test ${PIPESTATUS[0]} -eq 0",
    "A | B; test ${PIPESTATUS[0]} -eq 0 || C",
    "A | B; [ ${PIPESTATUS[0]} -ne 0 ] && exit 1; C",
    "A | B | C; if [ ${PIPESTATUS[1]} -ne 0 ]; then exit 1; fi",
    "{ A | B; }; test ${PIPESTATUS[0]} -eq 0",
    "A | B; C; test ${PIPESTATUS[0]} -eq 0",
    "set +e; A; B; rc=$?; set -e; exit $rc",
];

/// Numbers that look random, and are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }

    fn text(&mut self, depth: usize) -> String {
        if depth == 0 || self.below(4) == 0 {
            return LEAVES[self.below(LEAVES.len())].to_owned();
        }
        let shape = SHAPES[self.below(SHAPES.len())];
        let mut text = String::new();
        for letter in shape.chars() {
            match letter {
                'A' | 'B' | 'C' => text.push_str(&self.part(shape, depth - 1)),
                letter => text.push(letter),
            }
        }
        text
    }

    /// A part of a shape. Inside quotes it has none itself.
    fn part(&mut self, shape: &str, depth: usize) -> String {
        loop {
            let text = self.text(depth);
            if !shape.contains('\'') || !text.contains('\'') {
                return text;
            }
        }
    }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// The names of the stubs that a text vouches for.
fn vouched(text: &str) -> Vec<&'static str> {
    let scene = Scene { cwd: "/w", home: Some("/home/me"), roots: &[], world: &Emptiness };
    let facts = facts(&Call::shell(text), &scene);
    let decides = |name: &str| {
        let of_name = facts.commands.iter().filter(|command| {
            command.words.first().is_some_and(|word| word.known() == Some(name)) && command.decides
        });
        of_name.count() > 0
    };
    STUBS.iter().map(|(name, _)| *name).filter(|name| decides(name)).collect()
}

/// Whether bash ends well; `None` if it does not end.
fn ends_well(text: &str, failing: &str, folder: &Path) -> Option<bool> {
    let mut bash = Command::new("/bin/bash");
    bash.args(["--norc", "--noprofile", "-c", text]).current_dir(folder).env_clear();
    bash.env("PATH", folder.join("bin")).env(failing, "1");
    let mut child = bash.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let until = Instant::now() + PATIENCE;
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status.success());
        }
        if Instant::now() > until {
            child.kill().unwrap();
            child.wait().unwrap();
            return None;
        }
        std::thread::sleep(Duration::from_micros(200));
    }
}

#[test]
fn what_a_text_vouches_for_has_ended_well_where_bash_has() {
    let folder = tempfile::tempdir().unwrap();
    let bin = folder.path().join("bin");
    fs::create_dir(&bin).unwrap();
    for (name, variable) in STUBS {
        let file = bin.join(name);
        fs::write(&file, format!("#!/bin/sh\nexit ${{{variable}:-0}}\n")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }
    std::os::unix::fs::symlink("/bin/bash", bin.join("bash")).unwrap();
    let scripts = number("HOOKWARD_SCRIPTS").and_then(|count| usize::try_from(count).ok()).unwrap_or(SCRIPTS);
    let mut random = Random(number("HOOKWARD_SEED").unwrap_or(1));
    let (mut held, mut wrong) = (0, Vec::new());
    let mut tried = 0;
    while tried < scripts {
        let text = random.text(3);
        let vouched = vouched(&text);
        if vouched.is_empty() {
            continue;
        }
        tried += 1;
        for (name, variable) in STUBS.iter().filter(|(name, _)| vouched.contains(name)) {
            match ends_well(&text, variable, folder.path()) {
                Some(true) => wrong.push(format!("{name} fails, and this does not:\n{text}\n")),
                Some(false) => held += 1,
                None => {}
            }
        }
    }
    println!("{tried} texts that vouch for something, {held} hold");
    assert!(held > scripts / 2, "only {held} of {tried} tell anything");
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
}
