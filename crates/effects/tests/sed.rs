//! What sed makes of a text is held against sed itself: scripts and texts are put together at random, and whatever is
//! computed must be what GNU sed puts out. It runs in its sandbox mode, on standard input. `HOOKWARD_SCRIPTS` and
//! `HOOKWARD_SEED` make the run longer or another.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr, reason = "a test that cannot go on fails")]

use std::io::Write;
use std::process::{Command, Stdio};

use hookward_effects::edited_by_sed;

/// A row of numbers that is the same each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % sides
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of.get(self.roll(of.len())).copied().unwrap_or_default()
    }
}

const WORDS: &[&str] = &[
    "foo", "bar", "a", "ab", "aab", "x1", "22", " ", "  ", "const", "=", ";", ".", "*", "Foo", "_", "-", "é",
    "\t",
];

fn text(dice: &mut Dice) -> String {
    let mut text = String::new();
    for _ in 0..dice.roll(6) {
        for _ in 0..dice.roll(6) {
            text.push_str(dice.one(WORDS));
        }
        text.push_str(if dice.roll(12) == 0 { "\r\n" } else { "\n" });
    }
    if dice.roll(6) == 0 {
        text.pop();
    }
    text
}

/// An expression of either dialect; groups are counted.
fn pattern(dice: &mut Dice, extended: bool, depth: usize, groups: &mut usize) -> String {
    let atoms = [
        "a",
        "b",
        "o",
        "foo",
        "[ab]",
        "[^a]",
        "[a-z]",
        "[[:space:]]",
        "[[:digit:]]",
        "[]a]",
        ".",
        "\\.",
        "\\w",
        "\\s",
        "x",
        "\\W",
        "[[:alpha:]_]",
        "\\*",
        "=",
        "1",
        "\\S",
    ];
    let mut pattern = String::new();
    if dice.roll(8) == 0 {
        pattern.push('^');
    }
    for _ in 0..=dice.roll(3) {
        if depth > 0 && dice.roll(4) == 0 {
            *groups += 1;
            let (open, close, or) = if extended { ("(", ")", "|") } else { ("\\(", "\\)", "\\|") };
            pattern.push_str(open);
            pattern.push_str(&pattern_inside(dice, extended, depth - 1, groups));
            if dice.roll(3) == 0 {
                pattern.push_str(or);
                pattern.push_str(&pattern_inside(dice, extended, depth - 1, groups));
            }
            pattern.push_str(close);
        } else if dice.roll(14) == 0 {
            pattern.push_str(dice.one(&["\\b", "\\<", "\\>", "\\B"]));
            continue;
        } else {
            pattern.push_str(dice.one(&atoms));
        }
        let times = if extended {
            ["*", "+", "?", "{2}", "{1,2}"]
        } else {
            ["*", "\\+", "\\?", "\\{2\\}", "\\{1,2\\}"]
        };
        if dice.roll(3) == 0 {
            pattern.push_str(dice.one(&times));
        }
    }
    if dice.roll(8) == 0 {
        pattern.push('$');
    }
    pattern
}

fn pattern_inside(dice: &mut Dice, extended: bool, depth: usize, groups: &mut usize) -> String {
    pattern(dice, extended, depth, groups).trim_matches(['^', '$']).to_owned()
}

fn address(dice: &mut Dice, extended: bool) -> String {
    match dice.roll(9) {
        0 => "1".to_owned(),
        1 => "2".to_owned(),
        2 => "$".to_owned(),
        3 => "2~2".to_owned(),
        4 => "0~2".to_owned(),
        _ => {
            let flag = if dice.roll(6) == 0 { "I" } else { "" };
            format!("/{}/{flag}", pattern(dice, extended, 1, &mut 0))
        }
    }
}

fn lines(dice: &mut Dice, extended: bool) -> String {
    let lines = match dice.roll(6) {
        0 | 1 => return String::new(),
        2 => format!("{},{}", address(dice, extended), address(dice, extended)),
        3 => format!("{},+{}", address(dice, extended), dice.roll(3)),
        4 if dice.roll(3) == 0 => format!("0,/{}/", pattern(dice, extended, 1, &mut 0)),
        _ => address(dice, extended),
    };
    if dice.roll(5) == 0 { format!("{lines}!") } else { lines }
}

fn command(dice: &mut Dice, extended: bool, depth: usize) -> String {
    let lines = lines(dice, extended);
    let command = match dice.roll(24) {
        0..=9 => {
            let mut groups = 0;
            let pattern = pattern(dice, extended, 2, &mut groups);
            let mut replacement = String::new();
            for _ in 0..dice.roll(4) {
                let group =
                    if groups > 0 { format!("\\{}", 1 + dice.roll(groups.min(9))) } else { "y".to_owned() };
                replacement.push_str(&match dice.roll(9) {
                    0 => "&".to_owned(),
                    1 | 2 => group,
                    3 => "\\n".to_owned(),
                    4 => dice.one(&["\\U", "\\L", "\\u", "\\l", "\\E"]).to_owned(),
                    5 => "\\&".to_owned(),
                    _ => dice.one(&["[", "]", "x", "Y", "\\/", "foo"]).to_owned(),
                });
            }
            let flags = dice.one(&["", "", "g", "g", "2", "2g", "I", "p", "gI"]);
            format!("s/{pattern}/{replacement}/{flags}")
        }
        10 => "d".to_owned(),
        11 => "p".to_owned(),
        12 => format!("a {}\n", dice.one(&["added", "b\\tc", "x y"])),
        13 => format!("i\\\n{}\n", dice.one(&["  before", "b\\\nc"])),
        14 => format!("c {}\n", dice.one(&["changed", "else"])),
        15 => "y/abo/xyz/".to_owned(),
        16 => dice.one(&["n", "N", "$!N", "D", "P", "=", "q", "Q", "z"]).to_owned(),
        17 => dice.one(&["h", "H", "g", "G", "x"]).to_owned(),
        18 => format!("s//{}/", dice.one(&["x", "[&]"])),
        19 => dice.one(&["b", "t", "T"]).to_owned(),
        20 | 21 if depth > 0 => {
            format!(
                "{{{};{}\n}}",
                self::command(dice, extended, depth - 1),
                self::command(dice, extended, depth - 1)
            )
        }
        _ => "s/a/b/".to_owned(),
    };
    format!("{lines}{command}")
}

fn by_sed(words: &[String], text: &str) -> Option<String> {
    // Some scripts never end.
    let mut sed = Command::new("timeout")
        .args(["5", "sed", "--sandbox"])
        .args(words)
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    sed.stdin.take()?.write_all(text.as_bytes()).ok();
    let output = sed.wait_with_output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn what_is_computed_is_what_sed_puts_out() {
    let is_gnu = Command::new("sed").arg("--version").output();
    if !is_gnu.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("GNU sed")) {
        eprintln!("there is no GNU sed here");
        return;
    }
    let rounds = number("HOOKWARD_SCRIPTS").unwrap_or(600);
    let mut dice = Dice(number("HOOKWARD_SEED").unwrap_or(7));
    let (mut runs, mut known, mut wrong) = (0, 0, Vec::new());
    for _ in 0..rounds {
        let extended = dice.roll(2) == 0;
        let mut words: Vec<String> = Vec::new();
        if extended {
            words.push("-E".to_owned());
        }
        if dice.roll(5) == 0 {
            words.push("-n".to_owned());
        }
        for _ in 0..=dice.roll(2) {
            let mut script = command(&mut dice, extended, 2);
            if dice.roll(3) == 0 {
                script = format!("{script};{}", command(&mut dice, extended, 1));
            }
            words.extend(["-e".to_owned(), script]);
        }
        let text = text(&mut dice);
        let Some(expected) = by_sed(&words, &text) else { continue };
        runs += 1;
        if let Some(computed) = edited_by_sed(&words, &text) {
            known += 1;
            if computed != expected {
                wrong.push(format!("sed {words:?} of {text:?}: {computed:?}, but it is {expected:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {known}:\n{}", wrong.len(), wrong.join("\n"));
    // Most of it is computed; the rest is said to be unknown.
    assert!(known * 10 > runs * 7, "{known} of {runs}");
}
