//! Random texts through the whole judgement: none of them makes it panic or hang.
//!
//! `HOOKWARD_FUZZ_SECONDS` and `HOOKWARD_FUZZ_SEED` say for how long and from where; `just fuzz` runs it for long.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stdout,
    reason = "a test that cannot go on fails"
)]

#[path = "../../shell/tests/shell/random.rs"]
mod random;
mod support;

use std::time::{Duration, Instant};

use hookward_core::{Sample, rules};
use random::{Random, deadline, mutate};
use support::Bench;

/// The longest text that is tried.
const LENGTH: usize = 4 * 1024;

/// What a text of that length may take in a debug build on a busy machine.
const PATIENCE: Duration = Duration::from_secs(5);

/// How many texts are changed further.
const POOL: usize = 256;

/// What means something to a shell, to a program or to another language.
#[rustfmt::skip]
const TOKENS: &[&str] = &[
    " ", "\n", ";", "&&", "||", "|", "&", "(", ")", "{ ", " }", "<", ">", ">>", "<<E\n", "\nE\n", "<<<", "<(",
    ">(", "$(", ")", "`", "${", "}", "$((", "))", "[[ ", " ]]", "'", "\"", "\\", "$'", "*", "?", "[", "]",
    "{a,b}", "{1..9}", "~", "!", "#", "=", "+=", "-", "--", "/", "..", "$x", "\"$@\"", "$1", "${x:-", "${x#",
    "${x%%", "${x/", "${!x}", "${x[@]}", "x=", "x=(", "for x in ", "; do ", "; done", "while ", "if ",
    "; then ", "; else ", "; fi", "case $x in ", ") ", ";; ", " esac", "f() { ", "eval ", "source ", "trap ",
    "exec ", "read x", "cd ", "sh -c ", "bash -c ", "env ", "sudo ", "xargs ", "find . -exec ", "timeout 5 ",
    "python3 -c ", "node -e ", "perl -e ", "ruby -e ", "php -r ", "awk ", "sed ", "jq ", "git ", "psql -c ",
    "sqlite3 x ", "docker run x ", "ssh h ", "make ", "base64 -d", "xxd -r -p", "tr a-z A-Z", "printf ",
    "echo ", "tee ", "cat ", "rm -rf ", "curl ", "\u{0}", "ä", "\u{200b}", "\r\n", "%s", "0x41", "\\x72",
    "import os\n", "require('fs')", "DROP TABLE x;", "$$", "$?", "$#",
];

#[test]
fn random_texts_are_judged_in_time() {
    let mut random = Random::from_environment();
    let examples = rules::all().iter().flat_map(|rule| rule.examples);
    let commands = examples.filter_map(|example| match example.call {
        Sample::Shell(command) => Some(command),
        _ => None,
    });
    let seeds: Vec<&str> = commands.collect();
    let bench = Bench::default();
    let mut pool: Vec<String> = seeds.iter().map(|&seed| seed.to_owned()).collect();
    let end = deadline(5);
    let mut count = 0_usize;
    let mut slowest = (Duration::ZERO, String::new());
    while Instant::now() < end {
        let mut text = pool[random.below(pool.len())].clone();
        for _ in 0..=random.below(4) {
            mutate(&mut random, &mut text, TOKENS, &seeds);
        }
        let cut = (0..=text.len().min(LENGTH)).rev().find(|&at| text.is_char_boundary(at));
        text.truncate(cut.unwrap_or(0));
        // Another process may take the processor away, but not three times in a row.
        let took = (0..3).map(|_| judge(&bench, &text)).find(|took| *took < PATIENCE);
        let took = took.unwrap_or_else(|| panic!("takes too long: {text:?}"));
        if took > slowest.0 {
            slowest = (took, text.clone());
        }
        count += 1;
        if random.below(4) == 0 {
            if pool.len() < seeds.len() + POOL {
                pool.push(text);
            } else {
                let index = seeds.len() + random.below(POOL);
                pool[index] = text;
            }
        }
    }
    println!("{count} texts; the slowest took {:?}: {:?}", slowest.0, slowest.1);
    assert!(count > 50, "only {count} texts");
}

fn judge(bench: &Bench, text: &str) -> Duration {
    let start = Instant::now();
    if std::env::var_os("HOOKWARD_FUZZ_LAST").is_some() {
        std::fs::write("/tmp/last.txt", text).unwrap();
    }
    let judged = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| bench.shell(text)));
    assert!(judged.is_ok(), "panic: {text:?}");
    start.elapsed()
}
