//! What a policy says of denials in a row: when a person is needed, who is told, and in which words.

use serde::{Deserialize, Serialize};

use super::{Origin, matches};

/// More denials in a row block the work until a person has said what is to become of it, unless a policy says otherwise.
pub const MAX_ROW: u32 = 3;

/// No policy blocks the work at the first denial.
pub const LEAST_LIMIT: u32 = 1;

/// What a policy says of denials in a row.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct StrikesPolicy {
    /// More than these block the work.
    pub limit: Option<u32>,
    /// The command that is told when something becomes blocked.
    pub notify: Option<Notify>,
    /// The words of a first denial, of one more, of the last, and of one that blocks.
    pub words: [Option<String>; 4],
    /// The rules that these are the words for, by id or by `category/*`; all if there are none.
    pub rules: Vec<String>,
}

/// A command that is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notify {
    /// The command.
    pub run: String,
    /// Where it stands.
    pub origin: Origin,
}

/// How far a row of denials has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It is explained.
    First,
    /// It is said again, shorter.
    Again,
    /// The last one before the work is blocked.
    Last,
    /// A person decides.
    Blocked,
}

impl Stage {
    /// The stage of the how many-th denial in a row.
    pub fn of(row: u32, limit: u32) -> Self {
        match row {
            row if row > limit => Self::Blocked,
            0 | 1 => Self::First,
            row if row == limit => Self::Last,
            _ => Self::Again,
        }
    }
}

impl StrikesPolicy {
    /// How many in a row are only denied.
    pub fn limit(&self) -> u32 {
        self.limit.unwrap_or(MAX_ROW)
    }

    /// The policy's own words for a denial by a rule, as a template, if it has some.
    pub(crate) fn template(&self, rule: &str, row: u32) -> Option<&str> {
        let is_meant = self.rules.is_empty() || self.rules.iter().any(|pattern| matches(pattern, rule));
        let [first, again, last, blocked] = &self.words;
        let template = match Stage::of(row, self.limit()) {
            Stage::First => first,
            Stage::Again => again,
            Stage::Last => last,
            Stage::Blocked => blocked,
        };
        template.as_deref().filter(|_| is_meant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_comes_to_its_end_at_the_limit() {
        let stages = |limit| [1, 2, 3, 4].map(|row| Stage::of(row, limit));
        assert_eq!(stages(3), [Stage::First, Stage::Again, Stage::Last, Stage::Blocked]);
        assert_eq!(stages(1), [Stage::First, Stage::Blocked, Stage::Blocked, Stage::Blocked]);
        assert_eq!(stages(2), [Stage::First, Stage::Last, Stage::Blocked, Stage::Blocked]);
    }
}
