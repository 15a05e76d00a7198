//! In which order a text writes and deletes files, on every way through it. What a file holds in the end follows from
//! that and from what lies on the disk; who wants to know works it out.

use std::sync::Arc;

/// What was done to files up to a point of a text.
#[derive(Clone, Debug, Default)]
pub struct Course(Option<Arc<Step>>);

/// The last step of a course.
#[derive(Debug)]
pub enum Step {
    /// An effect, by its number.
    Done {
        /// The number of the effect.
        effect: usize,
        /// What was done before it.
        before: Course,
    },
    /// One of these, by the way that was taken, first the one on which everything works; none where nobody comes by.
    Either(Vec<Course>),
    /// A loop: all that was found in its body may come again, or never.
    Rounds {
        /// What was done before it.
        before: Course,
        /// What was done behind it, as far as it was followed.
        round: Course,
        /// What its rounds are about.
        turns: Turns,
    },
}

/// What the rounds of a loop are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    /// Each is about another word: `for`, `while read`.
    Words,
    /// All are the same.
    Same,
}

impl Course {
    /// The last step; `None` at the beginning.
    pub fn last(&self) -> Option<&Step> {
        self.0.as_deref()
    }

    /// A course of effects one after the other.
    pub fn in_order(effects: impl IntoIterator<Item = usize>) -> Self {
        effects.into_iter().fold(Self::default(), |before, effect| Self::of(Step::Done { effect, before }))
    }

    /// What tells it from any other that is there at the same time.
    pub fn id(&self) -> usize {
        self.0.as_ref().map_or(0, |step| Arc::as_ptr(step).addr())
    }

    /// Where nobody comes by.
    pub(crate) fn nowhere() -> Self {
        Self::of(Step::Either(Vec::new()))
    }

    fn is_nowhere(&self) -> bool {
        matches!(self.last(), Some(Step::Either(ways)) if ways.is_empty())
    }

    /// Goes on with an effect.
    pub(crate) fn push(&mut self, effect: usize) {
        let before = std::mem::take(self);
        *self = Self::of(Step::Done { effect, before });
    }

    /// Where two ways meet.
    pub(crate) fn join(&mut self, other: &Self) {
        if self.is_nowhere() {
            self.clone_from(other);
        } else if self != other && !other.is_nowhere() {
            let ways = vec![std::mem::take(self), other.clone()];
            *self = Self::of(Step::Either(ways));
        }
    }

    /// Behind a loop that began here.
    pub(crate) fn close_rounds(&mut self, before: &Self, turns: Turns) {
        if self != before {
            let round = std::mem::take(self);
            *self = Self::of(Step::Rounds { before: before.clone(), round, turns });
        }
    }

    fn of(step: Step) -> Self {
        Self(Some(Arc::new(step)))
    }
}

/// The same course is the very same one: comparing them step by step could take as long as there are ways.
impl PartialEq for Course {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Eq for Course {}

/// A course is as long as its text, and the stack is not.
impl Drop for Course {
    fn drop(&mut self) {
        let mut next = self.0.take();
        let mut others: Vec<Arc<Step>> = Vec::new();
        while let Some(step) = next.take().or_else(|| others.pop()) {
            // What somebody else holds, too, goes with them.
            match Arc::into_inner(step) {
                Some(Step::Done { mut before, .. }) => next = before.0.take(),
                Some(Step::Either(ways)) => {
                    others.extend(ways.into_iter().filter_map(|mut way| way.0.take()));
                }
                Some(Step::Rounds { mut before, mut round, .. }) => {
                    next = round.0.take();
                    others.extend(before.0.take());
                }
                None => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_course_goes_without_the_stack() {
        let mut course = Course::in_order(0..200_000);
        for effect in 0..1_000 {
            let before = course.clone();
            course.push(effect);
            course.join(&before);
            course.close_rounds(&before, Turns::Same);
        }
        drop(course);
    }

    #[test]
    fn ways_that_did_nothing_are_one() {
        let mut course = Course::in_order([1]);
        let (before, id) = (course.clone(), course.id());
        course.join(&before);
        course.close_rounds(&before, Turns::Same);
        assert_eq!(course.id(), id);
        course.push(2);
        course.join(&before);
        assert!(matches!(course.last(), Some(Step::Either(ways)) if ways.get(1) == Some(&before)));
        let mut nowhere = Course::nowhere();
        nowhere.join(&before);
        nowhere.join(&Course::nowhere());
        assert_eq!(nowhere, before);
    }
}
