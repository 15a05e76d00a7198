//! What the end of a whole text tells of the commands in it: `cargo test && echo fine` ends well only if the tests do,
//! `cargo test | tail` says nothing of them.

use hookward_shell::{Command as Syntax, Statement};

use super::Walk;
use super::aftermath::Aftermath;
use crate::held::either;
use crate::state::State;
use crate::value::Value;

/// What the status of a text says of the command that is looked at, and what the shell was told of that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Vouching {
    /// Whether the text can only succeed if the command does.
    pub(crate) holds: bool,
    /// Whether it fails if the shell ends here and says that something has failed: `exit 1`.
    pub(crate) leaving: bool,
    /// `set -o pipefail`: a pipe fails with any of its parts.
    pub(crate) sees_pipes: bool,
    pub(crate) on_error: OnError,
    /// What the next shell is told when it is started: `bash -eo pipefail -c …`.
    pub(crate) at_start: AtStart,
}

/// What the options of a shell say of failures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct AtStart {
    sees_pipes: bool,
    on_error: OnError,
}

impl AtStart {
    /// Nothing.
    const GOES_ON: Self = Self { sees_pipes: false, on_error: OnError::GoesOn };

    /// With what an option says of it, and the word behind that.
    pub(crate) fn with(self, option: &str, value: Option<&str>) -> Self {
        let Some(letters) = option.strip_prefix('-').filter(|letters| !letters.starts_with('-')) else {
            // What is switched off is not looked into further.
            return if option.starts_with('+') { Self::default() } else { self };
        };
        let value = value.filter(|_| letters.ends_with('o'));
        let ends = letters.contains('e') || value == Some("errexit");
        Self {
            sees_pipes: self.sees_pipes || value == Some("pipefail"),
            on_error: if ends { OnError::Ends } else { self.on_error },
        }
    }
}

/// What a shell does when a command has failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum OnError {
    #[default]
    GoesOn,
    /// `set -e`: it ends.
    Ends,
    /// Somebody asks how a command ended (`if`, `&&`, `||`): the shell goes on, whatever it was told.
    IsAsked,
}

/// How the text may end but by its last statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// By its last statement only.
    Last,
    /// By its last statement, but the rest of the loop around may not run: `… && continue; cargo test || exit 1`.
    Skipped,
    /// It may have ended well already: `exit 0; cargo test`.
    Before,
    /// What it ends with may be changed at its end: `trap 'exit 0' EXIT`.
    Trapped,
}

impl Vouching {
    /// At the beginning of a text.
    pub(crate) const WHOLE: Self = Self {
        holds: true,
        leaving: true,
        sees_pipes: false,
        on_error: OnError::GoesOn,
        at_start: AtStart::GOES_ON,
    };
}

impl Walk<'_> {
    /// Looks at something of which the text's status says as much as of what is around it, or nothing.
    ///
    /// INVARIANT: what the shell is told inside of it counts no longer behind it. `if false; then set -e; fi` tells nothing.
    pub(crate) fn vouching<T>(&mut self, holds: bool, look: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.vouching;
        self.vouching.holds &= holds;
        self.vouching.leaving &= holds;
        let found = look(self);
        self.vouching = outer;
        found
    }

    /// Looks at something of which it is known what becomes of the list or chain around it, should it fail.
    pub(super) fn heard<T>(&mut self, aftermath: Aftermath, look: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.vouching;
        self.vouching.holds = match aftermath {
            Aftermath::Lost => false,
            Aftermath::Fails => outer.holds,
            Aftermath::Leaves => outer.leaving,
        };
        let found = look(self);
        self.vouching = outer;
        found
    }

    /// As before, where something runs only if this has worked, or failed.
    pub(super) fn asked<T>(&mut self, aftermath: Aftermath, look: impl FnOnce(&mut Self) -> T) -> T {
        self.heard(aftermath, |walk| {
            walk.vouching.on_error = OnError::IsAsked;
            look(walk)
        })
    }

    /// What is looked at may not run at all: how it leaves the shell tells only as much as that it was skipped does.
    pub(super) fn may_be_skipped(&mut self) {
        self.vouching.leaving &= self.vouching.holds;
    }

    /// Whether anything that fails here would be told of by the end of the text.
    pub(super) fn can_tell(&self) -> bool {
        self.vouching.holds || self.vouching.leaving
    }

    /// Another shell was not told what this one was, but for what it is started with.
    pub(super) fn forget_what_was_told(&mut self) {
        let Vouching { holds, leaving, at_start: AtStart { sees_pipes, on_error }, .. } = self.vouching;
        self.vouching = Vouching { holds, leaving, sees_pipes, on_error, at_start: AtStart::GOES_ON };
    }

    /// `set -o pipefail && …`: the rest of the chain runs only if it was heard. That a failure ends the shell is another
    /// thing in a chain, and is left.
    pub(super) fn heed_first_of_chain(&mut self, statement: &Statement) {
        let on_error = self.vouching.on_error;
        self.heed(statement);
        self.vouching.on_error = on_error;
    }

    /// `set -e`, `set -euo pipefail`, and back: a statement of a list, which runs for certain.
    pub(super) fn heed(&mut self, statement: &Statement) {
        let Syntax::Simple(simple) = &statement.command else { return };
        // Beside this shell it tells another one, and where a file cannot be opened, nothing runs.
        if statement.background || !statement.redirects.is_empty() {
            return;
        }
        let mut words = simple.words.iter().map(|word| word.literal().unwrap_or_default());
        if words.next().as_deref() != Some("set") {
            return;
        }
        // What is switched on and off in one breath is off.
        if words.clone().any(|word| word.starts_with('+') && word.contains(['e', 'o'])) {
            return;
        }
        // Behind `--`, and behind the first word that is no option, they are arguments: `set pipefail` tells nothing.
        while let Some(letters) = words.next().and_then(|word| Some(word.strip_prefix('-')?.to_owned())) {
            if letters.starts_with('-') {
                return;
            }
            if letters.contains('e') {
                self.end_on_error();
            }
            if letters.ends_with('o') {
                match words.next().as_deref() {
                    Some("errexit") => self.end_on_error(),
                    Some("pipefail") => self.vouching.sees_pipes = true,
                    Some(_) | None => {}
                }
            }
        }
    }

    fn end_on_error(&mut self) {
        if self.vouching.on_error == OnError::GoesOn {
            self.vouching.on_error = OnError::Ends;
        }
    }

    /// What ends a text, or keeps the rest of it from running.
    pub(crate) fn heed_end(&mut self, name: &str, rest: &[Value], state: &State) {
        if matches!(name, "exit" | "logout" | "return" | "break" | "continue" | "exec" | "kill") {
            self.may_end(&state.course);
        }
        let ends = match name {
            "break" | "continue" if rest.is_empty() => {
                self.left_in.push(state.cwd.clone());
                if self.end == End::Last {
                    self.end = End::Skipped;
                }
                return;
            }
            // Whoever has called the function may go on, however it ended; and a number is one of loops.
            "return" | "break" | "continue" => true,
            "exit" | "logout" => {
                let status = rest.first().and_then(Value::known).and_then(|status| status.parse::<u8>().ok());
                status.is_none_or(|status| status == 0)
            }
            "exec" => rest.iter().any(|word| !word.prefix().starts_with('-')),
            // What is switched off anywhere is off for good: nobody follows by which way the text came here. Where nothing was
            // told yet that a failure ends the shell, that it does not is no news.
            "set" => {
                let is_news = self.vouching.on_error != OnError::GoesOn;
                let exports =
                    |word: &str| word == "allexport" || (word.starts_with('-') && word.contains('a'));
                self.exports_all |= rest.iter().filter_map(Value::known).any(exports);
                rest.iter().filter_map(Value::known).any(|word| match word {
                    "+e" => is_news,
                    "+u" | "+x" => false,
                    word => {
                        word == "noexec"
                            || word.starts_with('+')
                            || (word.starts_with('-') && word.contains('n'))
                    }
                })
            }
            "shopt" | "unsetopt" | "setopt" => rest.iter().filter_map(Value::known).any(|word| {
                self.exports_all |= word.to_ascii_lowercase().replace('_', "").contains("allexport");
                word.contains("errexit") || word.contains("pipefail")
            }),
            "trap" => {
                self.end = End::Trapped;
                return;
            }
            "alias" => {
                let names = rest.iter().filter_map(|word| word.known()?.split_once('='));
                return names.for_each(|(name, _)| self.heed_function(name));
            }
            _ => return,
        };
        if ends && self.end != End::Trapped {
            self.end = End::Before;
        }
    }

    /// In front of a loop: how things stand there.
    pub(super) fn before_loop(&self) -> (End, usize) {
        (self.end, self.left_in.len())
    }

    /// What stands behind a loop runs, however that was left, and wherever.
    pub(super) fn behind_loop(&mut self, (end, left_in): (End, usize), state: &mut State) {
        if self.end == End::Skipped {
            self.end = end;
        }
        for cwd in self.left_in.drain(left_in.min(self.left_in.len())..) {
            state.cwd = either(&state.cwd, &cwd);
        }
    }

    /// A function or an alias by the name of what ends a text, or that runs in the place of programs that are not there.
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

    /// Whether a statement of a list ends the shell if it fails. In a chain of `&&`, all but its last command may fail
    /// without that.
    pub(super) fn ends_on_failure(&self, statement: &Statement) -> bool {
        let is_one =
            matches!(statement.command, Syntax::Simple(_) | Syntax::Pipeline(_) | Syntax::Subshell(_));
        is_one && self.vouching.on_error == OnError::Ends
    }
}

/// Whether the status of a statement says something of what runs in it.
pub(super) fn tells(statement: &Statement) -> bool {
    !statement.negated && tells_turned_round(statement)
}

/// The same of a statement whose status is turned round, and looked at so.
pub(super) fn tells_turned_round(statement: &Statement) -> bool {
    let may_not_run = matches!(
        statement.command,
        Syntax::While { .. } | Syntax::ArithmeticFor { .. } | Syntax::Case { .. } | Syntax::Coprocess(_)
    );
    !statement.background && !may_not_run
}
