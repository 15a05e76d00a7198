//! A bar for work that takes a while, where a person sees it: on a terminal, and nowhere else.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use hookward_core::line;

/// A bar.
pub(crate) struct Bar {
    started: Instant,
    /// Whoever gets an answer sooner needs none.
    soon: Duration,
    is_shown: bool,
}

/// How many characters it has.
const WIDTH: u64 = 30;

/// How many characters what is done just now may have.
const WHAT: usize = 40;

impl Bar {
    /// One that shows once the work takes a while.
    pub(crate) fn if_it_takes_long() -> Self {
        Self { started: Instant::now(), soon: Duration::from_millis(300), is_shown: false }
    }

    /// One for work whose steps are known to be slow.
    pub(crate) fn at_once() -> Self {
        Self { soon: Duration::ZERO, ..Self::if_it_takes_long() }
    }

    /// Shows how much is done, and what is done just now.
    pub(crate) fn show(&mut self, done: u64, total: u64, what: &str) {
        if total == 0 || self.started.elapsed() < self.soon || !stderr().is_terminal() {
            return;
        }
        self.is_shown = true;
        let _ = write!(stderr(), "\r\x1b[2K{}", drawn(done, total, what));
    }

    /// Takes it away.
    pub(crate) fn clear(&self) {
        if self.is_shown {
            let _ = write!(stderr(), "\r\x1b[2K");
        }
    }
}

fn drawn(done: u64, total: u64, what: &str) -> String {
    let full = usize::try_from(WIDTH * done.min(total) / total.max(1)).unwrap_or(0);
    let empty = usize::try_from(WIDTH).unwrap_or(0).saturating_sub(full);
    let percent = 100 * done.min(total) / total.max(1);
    format!("{}{} {percent:>3} % {}", "█".repeat(full), "░".repeat(empty), line(what, WHAT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_as_full_as_the_work_is_done() {
        assert_eq!(
            drawn(1, 2, "tests: vitest"),
            format!("{}{}  50 % tests: vitest", "█".repeat(15), "░".repeat(15))
        );
        assert_eq!(drawn(9, 2, ""), format!("{} 100 % ", "█".repeat(30)));
        assert!(drawn(0, 0, "x").starts_with('░'));
    }
}
