//! Commands that a rule objects to, and what becomes of them in other words.

use hookward_core::effects::Call;
use hookward_core::{Category, Decision, Sample, rules};

use crate::support::Bench;

/// A command that is objected to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernel {
    pub(crate) rule: &'static str,
    pub(crate) text: &'static str,
    pub(crate) decision: Decision,
}

impl Kernel {
    /// Whether it is one command without syntax around it.
    pub(crate) fn is_simple(&self) -> bool {
        let first = self.text.split(' ').next().unwrap_or_default();
        let plain = first.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
        plain
            && !self.text.contains(['|', ';', '&', '<', '>', '\n', '(', ')', '`'])
            && self.text.contains(' ')
    }

    /// Whether its first argument is a plain word.
    pub(crate) fn has_plain_argument(&self) -> bool {
        let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:=@~+,".contains(letter);
        let mut words = self.text.split(' ').skip(1);
        words.next().is_some_and(|word| !word.is_empty() && word.chars().all(plain))
    }

    /// Whether one line holds it, without what ends or opens something.
    pub(crate) fn is_line(&self) -> bool {
        !self.text.contains('\n') && !self.text.ends_with('&') && !self.text.contains("<<")
    }
}

/// The examples of all security rules that are commands, with what the whole policy says of them.
pub(crate) fn kernels() -> Vec<Kernel> {
    let bench = Bench::default();
    let mut all: Vec<Kernel> = Vec::new();
    // What does not parse cannot be put into other words.
    let security = rules::all()
        .iter()
        .filter(|rule| rule.category == Category::Security && rule.id != "security/opaque-command");
    for rule in security {
        for example in rule.examples.iter().filter(|example| example.decision >= Decision::Ask) {
            let Sample::Shell(text) = example.call else { continue };
            let decision = bench.judge(Call::shell(text)).decision;
            if all.iter().all(|kernel| kernel.text != text) {
                all.push(Kernel { rule: rule.id, text, decision });
            }
        }
    }
    all
}

/// Some simple ones of every rule: enough for what is slow.
pub(crate) fn few(count: usize) -> Vec<Kernel> {
    let mut few: Vec<Kernel> = Vec::new();
    for kernel in kernels().into_iter().filter(Kernel::is_simple) {
        if few.iter().filter(|other| other.rule == kernel.rule).count() < count {
            few.push(kernel);
        }
    }
    few
}

/// A command in other words.
pub(crate) fn say(way: &str, command: &str) -> String {
    let mut text = String::new();
    let mut letters = way.chars();
    let (program, rest) = command.split_once(' ').unwrap_or((command, ""));
    while let Some(letter) = letters.next() {
        if letter != '§' {
            text.push(letter);
            continue;
        }
        match letters.next() {
            Some('C') => text.push_str(command),
            Some('Q') => text.push_str(&quoted(command)),
            Some('D') => text.push_str(&escaped(command)),
            Some('H') => text.push_str(&escaped(command).replace("\\\"", "\"")),
            Some('B') => text.push_str(&base64(command.as_bytes())),
            Some('X') => text.extend(command.bytes().map(|byte| format!("{byte:02x}"))),
            Some('R') => text.push_str(&quoted(&command.chars().rev().collect::<String>())),
            Some('P') => text.push_str(program),
            Some('A') => text.push_str(rest),
            Some('F') => text.push_str(rest.split_once(' ').map_or(rest, |(first, _)| first)),
            Some('G') => text.push_str(rest.split_once(' ').map_or("", |(_, more)| more)),
            Some('O') => {
                text.extend(program.chars().flat_map(|letter| ['\\', letter]));
                text.push(' ');
                text.push_str(rest);
            }
            Some('S') => text.push_str(&quoted(&format!("/{}/p", command.replace('/', "\\/")))),
            Some('Y') => {
                let string = command.replace('\\', "\\\\").replace('"', "\\\"");
                text.push_str(&format!("\"{string}\"").replace('\'', "'\\''"));
            }
            Some('L') => text.push_str(&escaped(&format!("'{}'", command.replace('\'', "''")))),
            other => panic!("no mark {other:?}"),
        }
    }
    text
}

pub(crate) fn quoted(text: &str) -> String {
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

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let at = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let bits = (at(0) << 16) | (at(1) << 8) | at(2);
        for index in 0..4 {
            let letter = LETTERS[((bits >> (18 - 6 * index)) & 63) as usize];
            out.push(if index <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
    out
}
