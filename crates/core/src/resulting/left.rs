//! In which order a call does what it does to files, on every way that it may take, and what stands on none of them.

use std::collections::HashSet;

use hookward_effects::{Action, Course, Effect, Step};

use crate::rule::Case;

/// The effects of a call, each with the number by which it is named.
pub(super) fn numbered<'a>(case: &Case<'a>) -> impl Iterator<Item = (usize, &'a Effect)> {
    case.facts.effects.iter().enumerate().map(|(at, effect)| {
        // What no text has done comes in the order of the list.
        (if effect.number == 0 { usize::MAX - at } else { effect.number }, effect)
    })
}

/// How a call may leave the files.
pub(super) struct Left {
    pub(super) courses: Vec<Course>,
    /// Effects that are on no way that is followed to its end. When they come about, nobody can tell.
    pub(super) loose: Vec<usize>,
}

impl Left {
    pub(super) fn by(case: &Case) -> Self {
        if case.facts.left.is_empty() {
            let whole = Course::in_order(numbered(case).map(|(number, _)| number));
            return Self { courses: vec![whole], loose: Vec::new() };
        }
        let courses = case.facts.left.clone();
        let all: Vec<&Course> = courses.iter().collect();
        let followed = Passed::on(&all, &[]).numbers;
        let loose = numbered(case)
            .filter(|(number, effect)| {
                matches!(effect.action, Action::Write(..)) && !followed.contains(number)
            })
            .map(|(number, _)| number)
            .collect();
        Self { courses, loose }
    }
}

/// What stands on some courses, and not on others.
#[derive(Default)]
pub(super) struct Passed {
    /// The effects.
    pub(super) numbers: HashSet<usize>,
    /// Whether there is a loop.
    pub(super) has_rounds: bool,
}

impl Passed {
    pub(super) fn on(courses: &[&Course], without: &[&Course]) -> Self {
        let mut seen = HashSet::new();
        let mut passed = |courses: &[&Course]| {
            let mut passed = Self::default();
            let mut open = courses.to_vec();
            while let Some(course) = open.pop() {
                if !seen.insert(course.id()) {
                    continue;
                }
                match course.last() {
                    Some(Step::Done { effect, .. }) => {
                        passed.numbers.insert(*effect);
                    }
                    Some(Step::Rounds { .. }) => passed.has_rounds = true,
                    Some(Step::Either(_)) | None => {}
                }
                open.extend(in_front(course));
            }
            passed
        };
        passed(without);
        passed(courses)
    }
}

/// What comes in front of the last step of a course.
pub(super) fn in_front(course: &Course) -> Vec<&Course> {
    match course.last() {
        None => Vec::new(),
        Some(Step::Done { before, .. }) => vec![before],
        Some(Step::Either(ways)) => ways.iter().collect(),
        Some(Step::Rounds { before, round, .. }) => vec![before, round],
    }
}
