//! Bash itself: a text that vouches for a command does not end well where that command fails.
//!
//! Random texts run in a folder with two others, where only two stubs can be found. One of them fails, with the very words and in
//! the very folder that are vouched for. `HOOKWARD_SCRIPTS` and `HOOKWARD_SEED` make the run longer or another.

#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test that cannot go on fails, and says what it has found"
)]

mod texts;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use hookward_effects::{Call, Emptiness, Scene, facts};
use texts::{IN_LOOPS, LEAVES, LOOPS, SHAPES};

/// Texts of one run, unless it is asked for more; and of loops, which run longer.
const SCRIPTS: usize = 1_000;
const SCRIPTS_OF_LOOPS: usize = 500;

/// A text that runs longer than this has hung, which tells nothing.
const PATIENCE: Duration = Duration::from_secs(5);

/// The stubs, by names of which it is known that they are programs and change no variable: each fails where the variable of its name in capitals holds its words and its folder.
const STUBS: [(&str, &str); 2] = [("pytest", "PYTEST"), ("vitest", "VITEST")];

/// Shapes, and leaves.
type Parts<'p> = (&'p [&'p str], &'p [&'p str]);

/// Numbers that look random, and are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }

    /// A text of the shapes and leaves that are given.
    fn text(&mut self, depth: usize, (shapes, leaves): Parts) -> String {
        if depth == 0 || self.below(4) == 0 {
            return leaves[self.below(leaves.len())].to_owned();
        }
        let shape = shapes[self.below(shapes.len())];
        self.shaped(shape, depth, (shapes, leaves))
    }

    fn shaped(&mut self, shape: &str, depth: usize, parts: Parts) -> String {
        let letters: Vec<char> = shape.chars().collect();
        let is_in_a_name = |at: usize| letters.get(at).is_some_and(char::is_ascii_alphanumeric);
        let mut text = String::new();
        for (at, letter) in letters.iter().enumerate() {
            match letter {
                'A' | 'B' | 'C' if !is_in_a_name(at.wrapping_sub(1)) && !is_in_a_name(at + 1) => {
                    text.push_str(&self.part(shape, depth - 1, parts));
                }
                letter => text.push(*letter),
            }
        }
        text
    }

    /// A part of a shape. Inside quotes it has none itself.
    fn part(&mut self, shape: &str, depth: usize, parts: Parts) -> String {
        loop {
            let text = self.text(depth, parts);
            if !shape.contains('\'') || !text.contains('\'') {
                return text;
            }
        }
    }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// The runs of stubs that a text vouches for: the variable, and what it has to hold so that they fail.
fn vouched(text: &str, folder: &Path) -> Vec<(&'static str, String)> {
    let (cwd, home) = (folder.join("w"), folder.join("home"));
    let scene = Scene { cwd: cwd.to_str().unwrap(), home: home.to_str(), roots: &[], world: &Emptiness };
    let facts = facts(&Call::shell(text), &scene);
    let mut found = Vec::new();
    for command in facts.commands.iter().filter(|command| command.decides) {
        let words: Option<Vec<&str>> = command.words.iter().map(|word| word.known()).collect();
        let Some((name, words)) = words.as_deref().and_then(|words| words.split_first()) else { continue };
        let Some((_, variable)) = STUBS.iter().find(|(stub, _)| stub == name) else { continue };
        if let Some(cwd) = &command.cwd {
            found.push((*variable, format!("{} in {cwd}", words.join(" "))));
        }
    }
    found
}

/// Whether bash ends well; `None` if it does not end.
fn ends_well(text: &str, (variable, run): (&str, &str), folder: &Path) -> Option<bool> {
    let mut bash = Command::new("/bin/bash");
    bash.args(["--norc", "--noprofile", "-c", text]).current_dir(folder.join("w")).env_clear();
    bash.env("PATH", folder.join("bin")).env("HOME", folder.join("home")).env(variable, run);
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

/// Makes folders in folders, so deep.
fn grow(folder: &Path, depth: usize) {
    fs::create_dir_all(folder).unwrap();
    if depth > 0 {
        for name in ["a", "b", "c"] {
            grow(&folder.join(name), depth - 1);
        }
    }
}

/// Runs texts until enough of them have vouched for something.
fn compare(scripts: usize, folder: &Path, mut make: impl FnMut(&mut Random) -> String) {
    let folder = &folder.canonicalize().unwrap();
    let bin = folder.join("bin");
    // What a text changes to is there.
    grow(&folder.join("w"), 4);
    for name in ["home", "bin"] {
        fs::create_dir_all(folder.join(name)).unwrap();
    }
    for (name, variable) in STUBS {
        let file = bin.join(name);
        let text = format!("#!/bin/sh\n[ \"${{{variable}-}}\" != \"$* in $PWD\" ]\n");
        fs::write(&file, text).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }
    std::os::unix::fs::symlink("/bin/bash", bin.join("bash")).unwrap();
    std::os::unix::fs::symlink("/bin/cat", bin.join("cat")).unwrap();
    let scripts = number("HOOKWARD_SCRIPTS").and_then(|count| usize::try_from(count).ok()).unwrap_or(scripts);
    let mut random = Random(number("HOOKWARD_SEED").unwrap_or(1));
    let (mut held, mut wrong) = (0, Vec::new());
    let mut tried = 0;
    while tried < scripts {
        let text = make(&mut random);
        let vouched = vouched(&text, folder);
        if vouched.is_empty() {
            continue;
        }
        tried += 1;
        for (variable, run) in vouched {
            match ends_well(&text, (variable, &run), folder) {
                Some(true) => {
                    wrong.push(format!("“{run}” of {variable} fails, and this does not:\n{text}\n"));
                }
                Some(false) => held += 1,
                None => {}
            }
        }
    }
    println!("{tried} texts that vouch for something, {held} hold");
    assert!(held > scripts / 2, "only {held} of {tried} tell anything");
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
}

#[test]
fn what_a_text_vouches_for_has_ended_well_where_bash_has() {
    let folder = tempfile::tempdir().unwrap();
    compare(SCRIPTS, folder.path(), |random| random.text(3, (SHAPES, LEAVES)));
}

#[test]
fn what_a_loop_vouches_for_has_ended_well_where_bash_has() {
    let folder = tempfile::tempdir().unwrap();
    let shapes = [LOOPS, SHAPES].concat();
    let leaves = [IN_LOOPS, IN_LOOPS, LEAVES].concat();
    compare(SCRIPTS_OF_LOOPS, folder.path(), |random| {
        let shape = LOOPS[random.below(LOOPS.len())];
        random.shaped(shape, 2, (&shapes, &leaves))
    });
}
