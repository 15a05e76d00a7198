//! Code that has a terminal of its own: whichever call types there, what it types is among the texts of the code. Looked for is
//! the one program that takes a person's word from a terminal.

use hookward_shell::Span;

use crate::program_name::base_name;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

const GUARD: &str = "hookward";

/// Libraries, functions and requests by which code has a terminal, or types into one.
const TERMINALS: &[&str] = &[
    // Python, Ruby, Perl, JavaScript; and what puts letters into the input of any terminal.
    "openpty",
    "forkpty",
    "pexpect",
    "PTY.",
    "IO::Pty",
    "Expect->",
    "TIOCSTI",
    "0x5412",
    // Expect.
    "spawn ",
    // Vim.
    "termopen",
    "term_start",
    "term_sendkeys",
    "jobstart",
    "job_start",
    "chansend",
    "ch_sendraw",
    "nvim_input",
    "feedkeys",
    // Emacs.
    "(term ",
    "ansi-term",
    "make-term",
    "-send-string",
    "-send-raw",
    "start-process",
    "make-process",
];

/// So many texts are taken together where none has all of a command.
const TOGETHER: usize = 6;

impl Walk<'_> {
    /// What code may type into its terminal.
    pub(super) fn typed_by_code(&mut self, text: &str, span: Span, state: &State) {
        // What most code has no word of is asked first.
        if !may_have_terminal(text) {
            return;
        }
        let (code, texts) = apart(text);
        if !has_terminal(&code, &texts) {
            return;
        }
        for line in spelled(&texts) {
            if !self.spend(span) {
                break;
            }
            let mut apart = self.copy(state);
            self.shell_text(&Value::Known(line), span, "a terminal", &mut apart);
        }
    }
}

/// Whether code has a terminal, by its own words or by a library that a text names; what a text only mentions is none.
fn has_terminal(code: &str, texts: &[String]) -> bool {
    let is_name = |text: &&String| !text.contains(char::is_whitespace);
    may_have_terminal(code) || texts.iter().filter(is_name).any(|text| may_have_terminal(text))
}

fn may_have_terminal(text: &str) -> bool {
    // `pty`, `node-pty`, `ptyprocess`; not `empty`.
    let begins = |at: usize| !text.get(..at).is_some_and(|before| before.ends_with(char::is_alphanumeric));
    TERMINALS.iter().any(|word| text.contains(word)) || text.match_indices("pty").any(|(at, _)| begins(at))
}

/// Code without its texts; and these, by whatever sign they are quoted, with the key that ends a line for its signs.
fn apart(text: &str) -> (String, Vec<String>) {
    let (mut code, mut found) = (String::new(), Vec::new());
    let mut letters = text.chars();
    while let Some(sign) = letters.next() {
        if !matches!(sign, '"' | '\'' | '`') {
            code.push(sign);
            continue;
        }
        let mut own = String::new();
        while let Some(letter) = letters.next() {
            match letter {
                '\\' => match letters.next() {
                    Some('n' | 'r') => own.push('\n'),
                    next => own.extend(next),
                },
                letter if letter == sign => break,
                letter => own.push(letter),
            }
        }
        code.push(' ');
        found.push(own);
    }
    (code, found)
}

/// The commands of the guard that texts spell: one by itself, several behind one another, or each a word.
fn spelled(texts: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (at, text) in texts.iter().enumerate() {
        let rest = texts.get(at..).unwrap_or_default();
        if base_name(text) == GUARD {
            let words: Vec<&str> = rest.iter().skip(1).take(TOGETHER).map(String::as_str).collect();
            lines.push(format!("{GUARD} {}", words.join(" ")));
        }
        let mut together = String::new();
        for next in rest.iter().take(TOGETHER) {
            together.push_str(next);
            let Some((_, line)) = together.split_once(GUARD) else { continue };
            let end = line.find(['\n', '"', '\'', '`']).unwrap_or(line.len());
            let line = line.get(..end).unwrap_or_default();
            // One more text may make it whole: `hookward `, `verify`.
            if line.starts_with(' ') && !line.trim().is_empty() {
                lines.push(format!("{GUARD}{line}"));
            }
        }
    }
    lines.sort_unstable();
    lines.dedup();
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_texts_spell_together_is_found() {
        for (code, said) in [
            ("c.sendline('hookward verify'); c.sendline('y')", vec!["hookward verify", "hookward verifyy"]),
            ("w.write(\"hookw\"); w.write(\"ard verify\\n\"); w.write('y')", vec!["hookward verify"]),
            ("send -- \"hookward \"; send \"verify\\r\"", vec!["hookward verify"]),
            ("spawn('hookward', ['trust'])", vec!["hookward trust"]),
            ("print('hookwards are near')", vec![]),
            ("print('verify')", vec![]),
        ] {
            assert_eq!(spelled(&apart(code).1), said, "{code}");
        }
    }

    #[test]
    fn only_code_with_a_terminal_types() {
        let has = |code: &str| {
            let (code, texts) = apart(code);
            has_terminal(&code, &texts)
        };
        for code in ["import pty", "require('node-pty')", "os.openpty()", "ioctl(T, 0x5412, $_)"] {
            assert!(has(code), "{code}");
        }
        for code in [
            "if s.empty():",
            "expect(x).toBe(1)",
            "print('hookward verify')",
            "print(\"import pty; hookward verify\")",
        ] {
            assert!(!has(code), "{code}");
        }
    }
}
