//! Whether a command has changed files for certain. What a step takes away of what an earlier one has written must really be gone:
//! `cp -n` leaves what is there, and `git rm` may refuse. Of `git mv`, the disk tells.

use super::Walk;
use crate::course::Course;
use crate::state::State;
use crate::value::Value;

/// Wrappers that do nothing but run what stands behind them.
const PLAIN_WRAPPERS: &[&str] = &[
    "sudo", "doas", "env", "command", "builtin", "nice", "nohup", "time", "stdbuf", "sh", "bash", "dash",
    "zsh",
];

/// A program that changes files, with the options by which it does so whatever lies there.
struct Straight {
    program: &'static str,
    letters: &'static str,
    /// Those with a value behind them.
    valued: &'static str,
    words: &'static [&'static str],
}

const fn straight(
    program: &'static str,
    letters: &'static str,
    valued: &'static str,
    words: &'static [&'static str],
) -> Straight {
    Straight { program, letters, valued, words }
}

const STRAIGHT: &[Straight] = &[
    straight("cp", "afrRvpdLPHT", "t", &["force", "recursive", "verbose", "preserve", "archive"]),
    straight("mv", "fvT", "t", &["force", "verbose"]),
    straight("rm", "frRvd", "", &["force", "recursive", "verbose", "dir"]),
    straight("sed", "nErszub", "ief", &["in-place", "regexp-extended", "expression", "quiet", "null-data"]),
    straight("perl", "pnlaw", "ie0F", &[]),
    straight("ruby", "pnlaw", "ie0F", &[]),
    straight("tee", "a", "", &["append"]),
    straight("touch", "acm", "drt", &[]),
    straight("mkdir", "pv", "m", &["parents", "mode", "verbose"]),
    straight("install", "Dv", "m", &["mode", "verbose"]),
];

/// Files that have got another name for certain.
pub(crate) struct Moved {
    /// By that one.
    pub(crate) to: Vec<String>,
    /// What was done to files until then, with this.
    pub(crate) course: Course,
}

impl Walk<'_> {
    /// Where a command may have left files as they were, both ways go on.
    pub(crate) fn doubt(&self, program: &str, words: &[Value], began: &Course, state: &mut State) {
        if *began != state.course && !self.is_certain(program, words, state) {
            state.course.join(began);
        }
    }

    fn is_certain(&self, program: &str, words: &[Value], state: &State) -> bool {
        let is_plain = |wrapper: &String| PLAIN_WRAPPERS.contains(&wrapper.as_str());
        self.through.iter().all(is_plain)
            // Another program may have the name.
            && state.held("PATH").is_none()
            && (self.moved_last.as_ref().is_some_and(|moved| moved.course == state.course)
                || STRAIGHT.iter().any(|straight| straight.program == program && straight.is_told(words)))
    }
}

impl Straight {
    /// Whether these words tell it nothing else.
    fn is_told(&self, words: &[Value]) -> bool {
        let is_before_operands = |word: &&Value| word.known() != Some("--");
        words.iter().take_while(is_before_operands).all(|word| match word {
            Value::Known(text) => self.takes(text),
            Value::Few(few) => few.texts.iter().all(|text| !text.starts_with('-')),
            Value::Pattern(_) => !word.prefix().is_empty() && !word.prefix().starts_with('-'),
            Value::Unknown(_) => false,
        })
    }

    fn takes(&self, word: &str) -> bool {
        let Some(option) = word.strip_prefix('-') else { return true };
        match option.strip_prefix('-') {
            Some(long) => self.words.contains(&long.split('=').next().unwrap_or(long)),
            None => {
                let rest = option.trim_start_matches(|letter| self.letters.contains(letter));
                rest.chars().next().is_none_or(|letter| self.valued.contains(letter))
            }
        }
    }
}
