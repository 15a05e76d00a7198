//! What the end of a whole text tells of the commands in it: `cargo test && echo fine` ends well only if the tests do,
//! `cargo test | tail` says nothing of them.

use hookward_shell::{Command as Syntax, Operator, Statement, Word};

use super::Walk;
use super::branches::leaves;
use crate::value::Value;

/// What the status of a text says of the command that is looked at, and what the shell was told of that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Vouching {
    /// Whether the text can only succeed if the command does.
    pub(crate) holds: bool,
    /// `set -e`: a command that fails ends the text.
    pub(crate) ends_on_error: bool,
    /// `set -o pipefail`: a pipe fails with any of its parts.
    pub(crate) sees_pipes: bool,
}

/// How the text may end but by its last statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// By its last statement only.
    Last,
    /// It may have ended well already: `exit 0; cargo test`.
    Before,
    /// What it ends with may be changed at its end: `trap 'exit 0' EXIT`.
    Trapped,
}

impl Vouching {
    /// At the beginning of a text.
    pub(crate) const WHOLE: Self = Self { holds: true, ends_on_error: false, sees_pipes: false };
}

impl Walk<'_> {
    /// Looks at something of which the text's status says as much as of what is around it, or nothing.
    ///
    /// INVARIANT: what the shell is told inside of it counts no longer behind it. `if false; then set -e; fi` tells nothing.
    pub(crate) fn vouching<T>(&mut self, holds: bool, look: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.vouching;
        self.vouching.holds &= holds;
        let found = look(self);
        self.vouching = outer;
        found
    }

    /// Another shell was not told what this one was.
    pub(super) fn forget_what_was_told(&mut self) {
        self.vouching = Vouching { holds: self.vouching.holds, ..Vouching::default() };
    }

    /// `set -e`, `set -euo pipefail`, and back: a statement of a list, which runs for certain.
    pub(super) fn heed(&mut self, statement: &Statement) {
        let Syntax::Simple(simple) = &statement.command else { return };
        let mut words = simple.words.iter().map(|word| word.literal().unwrap_or_default());
        if words.next().as_deref() != Some("set") {
            return;
        }
        // Behind `--`, and behind the first word that is no option, they are arguments: `set pipefail` tells nothing.
        while let Some(letters) = words.next().and_then(|word| Some(word.strip_prefix('-')?.to_owned())) {
            if letters.starts_with('-') {
                return;
            }
            self.vouching.ends_on_error |= letters.contains('e');
            if letters.ends_with('o') {
                match words.next().as_deref() {
                    Some("errexit") => self.vouching.ends_on_error = true,
                    Some("pipefail") => self.vouching.sees_pipes = true,
                    Some(_) | None => {}
                }
            }
        }
    }

    /// What ends a text, or keeps the rest of it from running.
    pub(crate) fn heed_end(&mut self, name: &str, rest: &[Value]) {
        let ends = match name {
            "exit" | "return" | "logout" => {
                let status = rest.first().and_then(Value::known).and_then(|status| status.parse::<u8>().ok());
                status.is_none_or(|status| status == 0)
            }
            "exec" => rest.iter().any(|word| !word.prefix().starts_with('-')),
            // What is switched off anywhere is off for good: nobody follows by which way the text came here.
            "set" => rest.iter().filter_map(Value::known).any(|word| {
                word == "noexec" || word.starts_with('+') || (word.starts_with('-') && word.contains('n'))
            }),
            "shopt" | "unsetopt" | "setopt" => rest
                .iter()
                .filter_map(Value::known)
                .any(|word| word.contains("errexit") || word.contains("pipefail")),
            "trap" => {
                self.end = End::Trapped;
                return;
            }
            _ => return,
        };
        if ends && self.end == End::Last {
            self.end = End::Before;
        }
    }

    /// A function by the name of what ends a text, or that runs in the place of programs that are not there.
    pub(super) fn heed_function(&mut self, name: &str) {
        const MEANT: &[&str] = &[
            "exit",
            "return",
            "false",
            "set",
            "trap",
            "exec",
            "command_not_found_handle",
            "command_not_found_handler",
        ];
        if MEANT.contains(&name) {
            self.end = End::Trapped;
        }
    }

    /// At the end of everything.
    pub(super) fn settle_end(&mut self) {
        if self.end == End::Trapped {
            self.facts.commands.iter_mut().for_each(|command| command.decides = false);
        }
    }

    /// Whether the status of a list says something of one of its statements.
    pub(super) fn list_tells(&self, statement: &Statement, is_last: bool) -> bool {
        // In a chain of `&&`, all but its last command may fail without ending the text.
        let simple = matches!(statement.command, Syntax::Simple(_) | Syntax::Pipeline(_));
        is_last || (self.vouching.ends_on_error && simple)
    }
}

/// Whether the status of a statement says something of what runs in it.
pub(super) fn tells(statement: &Statement) -> bool {
    let may_not_run = matches!(
        statement.command,
        Syntax::If { .. }
            | Syntax::While { .. }
            | Syntax::For { .. }
            | Syntax::ArithmeticFor { .. }
            | Syntax::Case { .. }
            | Syntax::Coprocess(_)
    );
    !statement.background && !statement.negated && !may_not_run
}

/// Whether the status of a chain says something of the part at an index.
pub(super) fn chain_tells(parts: &[(Operator, Statement)], index: usize) -> bool {
    let or = parts.iter().skip(1).position(|(operator, _)| *operator == Operator::Or).map(|at| at + 1);
    match or {
        None => true,
        // `a && b || exit 1`
        Some(or) => index < or && or + 1 == parts.len() && parts.last().is_some_and(|(_, last)| fails(last)),
    }
}

/// `exit 1`, `false`, `{ echo no; exit 1; }`.
fn fails(statement: &Statement) -> bool {
    match &statement.command {
        Syntax::Simple(simple) if !statement.negated && !statement.background => {
            let words: Vec<String> = simple.words.iter().map_while(Word::literal).collect();
            match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
                ["false"] => true,
                ["exit" | "return", status] => status.parse::<u8>().is_ok_and(|status| status != 0),
                _ => false,
            }
        }
        Syntax::Group(body) if !statement.negated && !statement.background => match body.as_slice() {
            [.., last] if !body.iter().rev().skip(1).any(leaves) => fails(last),
            _ => false,
        },
        _ => false,
    }
}
