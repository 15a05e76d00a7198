//! What keeps a hostile text from costing more than its length: limits, and a record of what was refused.

use std::collections::BTreeSet;

use crate::{Gap, MAX_BYTES, MAX_DEPTH, MAX_WORDS, NotUnderstood, Span};

/// The deepest nesting of compound commands, of those inside of substitutions too.
const MAX_NESTING: usize = 32;

/// How deep the reader is, and what it could not understand so far.
#[derive(Default)]
pub(crate) struct Guard {
    gaps: Vec<NotUnderstood>,
    joints: Vec<Span>,
    /// Where `((` was tried as arithmetic and is not. Without it, each level would double the work.
    subshells: BTreeSet<usize>,
    /// Where `$((` is no command either.
    broken: BTreeSet<usize>,
    depth: usize,
    nesting: usize,
    words: usize,
}

/// A state to come back to.
pub(crate) struct Mark {
    gaps: usize,
    joints: usize,
    depth: usize,
    nesting: usize,
}

impl Guard {
    /// Why a text is not parsed at all.
    pub(crate) fn refuses(source: &str) -> Option<Gap> {
        if source.len() > MAX_BYTES {
            return Some(Gap::TooLong);
        }
        // No argument of a program can hold a NUL, so nobody knows what a host would make of it.
        source.as_bytes().contains(&0).then_some(Gap::Unsupported("a NUL byte"))
    }

    /// Goes one bracket deeper, if there is a level left. Every recursion of the reader starts here or in `nest`.
    pub(crate) fn enter(&mut self) -> Result<(), Gap> {
        if self.depth >= MAX_DEPTH {
            return Err(Gap::TooDeep);
        }
        self.depth += 1;
        Ok(())
    }

    /// Goes one compound command deeper.
    pub(crate) fn nest(&mut self) -> Result<(), Gap> {
        if self.nesting >= MAX_NESTING {
            return Err(Gap::TooDeep);
        }
        self.nesting += 1;
        Ok(())
    }

    /// Comes back from a compound command.
    pub(crate) fn unnest(&mut self) {
        self.nesting = self.nesting.saturating_sub(1);
    }

    /// Counts one more word or expansion, if there may be one.
    pub(crate) fn count(&mut self) -> Result<(), Gap> {
        self.words += 1;
        if self.words > MAX_WORDS { Err(Gap::TooLong) } else { Ok(()) }
    }

    /// Comes back from a bracket.
    pub(crate) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// The current state, to come back to after a fault.
    pub(crate) fn mark(&self) -> Mark {
        Mark { gaps: self.gaps.len(), joints: self.joints.len(), depth: self.depth, nesting: self.nesting }
    }

    /// Comes back to the depth of a mark. What was noted since then stays noted.
    pub(crate) fn restore(&mut self, mark: &Mark) {
        self.depth = mark.depth;
        self.nesting = mark.nesting;
    }

    /// Forgets what was noted since a mark, as it is read again. What was counted stays counted.
    pub(crate) fn forget(&mut self, mark: &Mark) {
        self.restore(mark);
        self.gaps.truncate(mark.gaps);
        self.joints.truncate(mark.joints);
    }

    /// Remembers that the `((` in front of a place of the source is no arithmetic.
    pub(crate) fn remember_subshell(&mut self, place: usize) {
        self.subshells.insert(place);
    }

    /// Whether that is known.
    pub(crate) fn is_subshell(&self, place: usize) -> bool {
        self.subshells.contains(&place)
    }

    /// Remembers that the `$((` at a place of the source is neither arithmetic nor a command.
    pub(crate) fn remember_broken(&mut self, place: usize) {
        self.broken.insert(place);
    }

    /// Whether that is known.
    pub(crate) fn is_broken(&self, place: usize) -> bool {
        self.broken.contains(&place)
    }

    /// Notes a part of the text that the tree does not describe.
    pub(crate) fn note(&mut self, why: Gap, span: Span) {
        let gap = NotUnderstood { why, span };
        if self.gaps.last() != Some(&gap) {
            self.gaps.push(gap);
        }
    }

    /// Notes the place of a line continuation that joins what stands before and behind it.
    pub(crate) fn joint(&mut self, place: Span) {
        self.joints.push(place);
    }

    /// All joints so far.
    pub(crate) fn take_joints(&mut self) -> Vec<Span> {
        std::mem::take(&mut self.joints)
    }

    /// All gaps, in source order.
    pub(crate) fn into_gaps(mut self) -> Vec<NotUnderstood> {
        self.gaps.sort_by_key(|gap| gap.span.start);
        self.gaps
    }
}
