//! Scripts by chance, from the grammar.

use std::fmt::Write as _;

use crate::grammar::{BRANCHING, STRAIGHT};
use crate::sandbox::{COMMANDS, PRINTERS};
use crate::vocabulary::{ARRAYS, GIVEN, TEXTS, VARIABLES, WORDS};

/// `SplitMix64`.
pub(crate) struct Random(u64);

impl Random {
    /// The numbers of one script of a run.
    pub(crate) fn new(seed: usize, script: usize) -> Self {
        let mut random = Self(seed as u64);
        random.0 = random.next().wrapping_add(script as u64);
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() >> 16).unwrap() % limit
    }

    fn pick(&mut self, from: &[&'static str]) -> &'static str {
        from[self.below(from.len())]
    }
}

pub(crate) struct Script {
    pub(crate) text: String,
    /// Whether every part of it runs, once.
    pub(crate) straight: bool,
}

struct Writer<'r> {
    random: &'r mut Random,
    straight: bool,
    commands: usize,
    delimiters: usize,
}

/// A script of some statements, behind some assignments. The first ones of a run are about one template each.
pub(crate) fn script(random: &mut Random, number: usize) -> Script {
    let branches = random.below(3) == 0;
    let mut writer = Writer { random, straight: true, commands: 0, delimiters: 0 };
    let mut text = "export w=x\n".to_owned();
    for variable in VARIABLES {
        if branches || matches!(about(number), Some((_, false))) {
            // One of several texts, or something unknown, is only one of the texts afterwards: that is left open.
            text.push_str(&writer.fill(&format!("{variable}=§T\n"), 0));
        } else if writer.random.below(3) > 0 {
            let word = writer.word(0);
            let _ = writeln!(text, "{variable}={word}");
        }
    }
    if writer.random.below(2) == 0 {
        text.push_str(&writer.fill("a=(§T '§T §T')\n", 0));
    }
    if let Some((template, straight)) = about(number) {
        writer.straight = straight;
        text.push_str(&writer.fill(&template, 0));
        return Script { text, straight };
    }
    let count = 1 + writer.random.below(3);
    for _ in 0..count {
        let depth = writer.random.below(3);
        text.push_str(&writer.statement(depth, branches));
        text.push('\n');
    }
    Script { text, straight: writer.straight }
}

/// Each template has its turn.
fn about(number: usize) -> Option<(String, bool)> {
    let straight = STRAIGHT.iter().map(|template| ((*template).to_owned(), true));
    let branching = BRANCHING.iter().map(|template| ((*template).to_owned(), false));
    let words = WORDS.iter().map(|template| (format!("x=§T\n§C {template}\ny={template}\n§C \"$y\""), true));
    straight.chain(branching).chain(words).nth(number)
}

impl Writer<'_> {
    fn statement(&mut self, depth: usize, branches: bool) -> String {
        let template = if branches && self.random.below(2) == 0 {
            self.straight = false;
            self.random.pick(BRANCHING)
        } else {
            self.random.pick(STRAIGHT)
        };
        self.fill(template, depth)
    }

    /// A statement inside another: a simple one where it is deep enough.
    fn inner(&mut self, depth: usize) -> String {
        if depth == 0 {
            let words = self.random.below(3);
            return self.fill(["§C", "§C §W", "§C §W §W"][words], 0);
        }
        let branches = !self.straight;
        self.statement(depth - 1, branches)
    }

    fn word(&mut self, depth: usize) -> String {
        let template = self.random.pick(WORDS);
        if template.contains("§W") && depth > 3 {
            return "deep".to_owned();
        }
        self.fill(template, depth)
    }

    fn fill(&mut self, template: &str, depth: usize) -> String {
        self.delimiters += 1;
        let (delimiter, file) = (format!("E{}", self.delimiters), format!("f{}", self.delimiters));
        let mut text = String::new();
        let mut letters = template.chars();
        while let Some(letter) = letters.next() {
            if letter != '§' {
                text.push(letter);
                continue;
            }
            match letters.next().unwrap() {
                'C' => {
                    self.commands += 1;
                    let _ = write!(text, "c{}", self.commands % COMMANDS + 1);
                }
                'P' => {
                    let _ = write!(text, "p{}", self.random.below(PRINTERS) + 1);
                }
                'S' => text.push_str(&self.inner(depth)),
                'Q' => text.push_str(&quoted(&self.inner(depth))),
                'Z' => text.push_str(&quoted(&quoted(&self.inner(depth)))),
                'D' => text.push_str(&escaped(&self.inner(depth))),
                'W' => text.push_str(&self.word(depth + 1)),
                'G' => {
                    let template = self.random.pick(GIVEN);
                    text.push_str(&self.fill(template, depth + 1));
                }
                'V' => text.push_str(self.random.pick(VARIABLES)),
                'A' => text.push_str(self.random.pick(ARRAYS)),
                'T' => text.push_str(self.random.pick(TEXTS)),
                'F' => text.push_str(&file),
                'N' => text.push_str(&self.random.below(10).to_string()),
                'E' => text.push_str(&delimiter),
                'B' => text.push_str(&base64(self.inner(depth).as_bytes())),
                'X' => text.extend(self.inner(depth).bytes().map(|byte| format!("{byte:02x}"))),
                'R' => {
                    let line: String = self.fill("§C §T '§T §T'", 0).chars().rev().collect();
                    text.push_str(&quoted(&line));
                }
                'O' => {
                    let line = self.fill("§C §T \"§T\"", 0);
                    text.push_str(&quoted(&line.chars().map(moved).collect::<String>()));
                }
                other => panic!("no mark {other}"),
            }
        }
        text
    }
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// As it stands between double quotes.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        if matches!(letter, '\\' | '"' | '$' | '`') {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

/// The next letter: `tr b-za a-z` moves it back.
fn moved(letter: char) -> char {
    match letter {
        'z' => 'a',
        'a'..='y' => char::from(letter as u8 + 1),
        other => other,
    }
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let at = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for index in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * index) & 63) as usize];
            out.push(if index <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
    out
}
