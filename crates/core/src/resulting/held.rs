//! What a file holds at a point of a call, worked out from the disk and from what the call has done to files until then, in
//! order. Where ways part, it is one of several things.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use hookward_effects::{Course, Effect, Kind, Place, Step, Told, Turns};

use super::changing::deletes;
use super::left::{Left, Passed, in_front, numbered};
use super::{UNFIT, UNREAD, UNSEEN};
use crate::changed::Written;
use crate::rule::Case;

/// More things are not told apart that a file may hold.
const MAX_WAYS: usize = 8;

/// Ways in ways, and copies of copies, are followed this far.
const MAX_DEPTH: usize = 64;

/// So many steps of courses are looked at for one file, and for all together.
const MAX_STEPS: usize = 200_000;
const MAX_STEPS_IN_ALL: usize = 4_000_000;

const TOO_MUCH: &str = "there are too many ways in which it may come about";
const AGAIN: &str = "it may be changed again and again, and to something else each time";

/// What a file may hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Held {
    /// What lies there now.
    AsItWas,
    /// What was committed, or is about to be.
    Committed,
    Text(Rc<str>),
    /// What it held, changed by an edit that fits nowhere in it: this, if a host does not refuse that.
    Unplaced(Rc<str>),
    /// There is none.
    Nothing,
    /// Nobody can tell; why not.
    Unknown(&'static str),
}

/// What may lie there, each once. First what lies there if everything works.
pub(super) type Ways = Vec<Held>;

/// All that a call does to files.
pub(super) struct Courses<'c, 'a> {
    pub(super) case: &'c Case<'a>,
    effects: HashMap<usize, &'a Effect>,
    /// Which files each effect writes.
    written: HashMap<(usize, &'c str), &'c Written<'a>>,
    /// How many steps were looked at, for the present file and for all.
    steps: Cell<usize>,
    steps_in_all: Cell<usize>,
}

/// Where an effect comes about.
pub(super) struct Point<'p> {
    /// What was done to files before.
    pub(super) before: &'p Course,
    depth: usize,
    known: &'p Known,
}

/// What is known of a course so far: of which file, and what lies there.
#[derive(Default)]
pub(super) struct Known {
    ways: RefCell<HashMap<(usize, String), Rc<Ways>>>,
    /// Where another round of a loop begins, and with which file as it is then.
    again: Option<(usize, String, Ways)>,
}

impl<'c, 'a> Courses<'c, 'a> {
    pub(super) fn of(case: &'c Case<'a>, files: &'c [Written<'a>]) -> Self {
        let effects: HashMap<usize, &Effect> = numbered(case).collect();
        let numbers: HashMap<*const Effect, usize> =
            effects.iter().map(|(number, effect)| (std::ptr::from_ref(*effect), *number)).collect();
        let number = |file: &Written| numbers.get(&std::ptr::from_ref(file.effect)).copied();
        let written = files.iter().filter_map(|file| Some(((number(file)?, &*file.path), file))).collect();
        Self { case, effects, written, steps: Cell::new(0), steps_in_all: Cell::new(0) }
    }

    /// Counts one more step, as long as there are not too many.
    fn step(&self) -> bool {
        self.steps.set(self.steps.get() + 1);
        self.steps_in_all.set(self.steps_in_all.get() + 1);
        self.steps.get() <= MAX_STEPS && self.steps_in_all.get() <= MAX_STEPS_IN_ALL
    }

    /// What a file may hold when all is done.
    pub(super) fn at_the_end(&self, path: &str, left: &Left) -> Ways {
        self.steps.set(0);
        let mut all = Ways::new();
        for course in &left.courses {
            add(&mut all, &self.ways(path, course));
        }
        self.with_loose(path, left, all)
    }

    /// What it may hold behind each effect that writes it.
    pub(super) fn on_the_way(&self, path: &str, left: &Left) -> Ways {
        self.steps.set(0);
        let mut all = Ways::new();
        let mut seen = HashSet::new();
        let mut open: Vec<&Course> = left.courses.iter().collect();
        while let Some(course) = open.pop() {
            if !seen.insert(course.id()) {
                continue;
            }
            if let Some(Step::Done { effect, .. }) = course.last()
                && self.written.contains_key(&(*effect, path))
            {
                add(&mut all, &self.ways(path, course));
            }
            open.extend(in_front(course));
        }
        self.with_loose(path, left, all)
    }

    /// What effects make of a file of which nobody can tell when they come about: alone they are what they are.
    fn with_loose(&self, path: &str, left: &Left, mut all: Ways) -> Ways {
        let own: Vec<usize> =
            left.loose.iter().copied().filter(|number| self.written.contains_key(&(*number, path))).collect();
        let is_alone = || self.written.keys().filter(|(_, own)| *own == path).count() == 1;
        for number in own {
            let ways = if is_alone() {
                self.ways(path, &Course::in_order([number]))
            } else {
                vec![Held::Unknown(UNSEEN)]
            };
            add(&mut all, &ways);
        }
        all
    }

    fn ways(&self, path: &str, course: &Course) -> Ways {
        self.held(path, course, 0, &Known::default()).to_vec()
    }

    /// The text of what a file holds; `None` if there is no file.
    pub(super) fn text(&self, path: &str, held: &Held) -> Result<Option<Rc<str>>, &'static str> {
        let world = self.case.world;
        match held {
            Held::Text(text) => Ok(Some(Rc::clone(text))),
            Held::Nothing => Ok(None),
            Held::Unknown(why) => Err(why),
            Held::Unplaced(_) => Err(UNFIT),
            Held::AsItWas => match world.text(path) {
                Some(text) => Ok(Some(text.into())),
                None if world.kind(path) == Kind::Nothing => Ok(None),
                None => Err(UNREAD),
            },
            Held::Committed => {
                // Which of both it is depends on how it was asked for, and mostly they are the same.
                let staged = world.committed(path, "");
                let last = world.committed(path, "HEAD");
                staged
                    .filter(|staged| Some(staged) == last.as_ref())
                    .map(|text| Some(text.into()))
                    .ok_or(UNREAD)
            }
        }
    }

    pub(super) fn held(&self, path: &str, course: &Course, depth: usize, known: &Known) -> Rc<Ways> {
        if let Some((_, _, ways)) =
            known.again.as_ref().filter(|(id, own, _)| *id == course.id() && own == path)
        {
            return Rc::new(ways.clone());
        }
        let key = (course.id(), path.to_owned());
        if let Some(ways) = known.ways.borrow().get(&key) {
            return Rc::clone(ways);
        }
        let ways = Rc::new(self.work_out(path, course, depth, known));
        known.ways.borrow_mut().insert(key, Rc::clone(&ways));
        ways
    }

    /// What another file holds where an effect comes about.
    pub(super) fn there(&self, path: &str, point: &Point) -> Rc<Ways> {
        self.held(path, point.before, point.depth + 1, point.known)
    }

    fn work_out(&self, path: &str, course: &Course, depth: usize, known: &Known) -> Ways {
        if depth > MAX_DEPTH {
            return vec![Held::Unknown(TOO_MUCH)];
        }
        // What changes the file, the last one first, down to where ways meet or it all began.
        let mut changes: Vec<(&Effect, Option<&Written>, &Course)> = Vec::new();
        let mut at = course;
        let mut ways = loop {
            if !self.step() {
                return vec![Held::Unknown(TOO_MUCH)];
            }
            if at != course && known.again.as_ref().is_some_and(|(id, own, _)| *id == at.id() && own == path)
            {
                break self.held(path, at, depth + 1, known).to_vec();
            }
            match at.last() {
                None => break vec![Held::AsItWas],
                Some(Step::Done { effect: number, before }) => {
                    if let Some((effect, written)) = self.change_of(path, *number) {
                        changes.push((effect, written, before));
                    }
                    at = before;
                }
                // What may or may not have happened to other files.
                Some(Step::Either(courses)) if matches!(courses.as_slice(), [tried, before] if self.leaves(path, tried, before)) =>
                {
                    at = courses.last().unwrap_or(at);
                }
                Some(Step::Either(courses)) => {
                    let mut all = Ways::new();
                    for way in courses {
                        add(&mut all, &self.held(path, way, depth + 1, known));
                    }
                    break all;
                }
                Some(Step::Rounds { before, round, turns }) => {
                    break self.behind_rounds(path, (before, round, *turns), depth, known);
                }
            }
        };
        for (effect, written, before) in changes.into_iter().rev() {
            ways = self.changed(path, (effect, written), &ways, &Point { before, depth, known });
        }
        ways
    }

    /// An effect, by its number, if it changes a file; with what it writes there.
    fn change_of(&self, path: &str, number: usize) -> Option<(&'a Effect, Option<&'c Written<'a>>)> {
        let effect = *self.effects.get(&number)?;
        let written = self.written.get(&(number, path)).copied();
        (written.is_some() || deletes(&effect.action, path)).then_some((effect, written))
    }

    /// Whether a course goes on from another one without changing a file.
    fn leaves(&self, path: &str, course: &Course, before: &Course) -> bool {
        let mut at = course;
        while at != before {
            match at.last() {
                Some(Step::Done { effect, before })
                    if self.step() && self.change_of(path, *effect).is_none() =>
                {
                    at = before;
                }
                Some(Step::Done { .. } | Step::Either(_) | Step::Rounds { .. }) | None => return false,
            }
        }
        true
    }

    /// A loop may run never, once, or more often: what it makes of what it has made must be nothing new.
    fn behind_rounds(
        &self,
        path: &str,
        (before, round, turns): (&Course, &Course, Turns),
        depth: usize,
        known: &Known,
    ) -> Ways {
        let mut first = self.held(path, before, depth + 1, known).to_vec();
        let passed = Passed::on(&[round], &[before]);
        let own = passed.numbers.iter().filter(|number| self.written.contains_key(&(**number, path)));
        let within: Vec<&Effect> = own.filter_map(|number| self.effects.get(number).copied()).collect();
        let mut all = self.held(path, round, depth + 1, known).to_vec();
        let is_settled = match self.kind_of(path, &within, &passed) {
            Rounds::OfOthers => turns == Turns::Words,
            Rounds::OfThisFile => {
                add(&mut first, &all);
                let again = Some((before.id(), path.to_owned(), first.clone()));
                let next = self.held(path, round, depth + 1, &Known { again, ..Known::default() });
                next.iter().all(|way| first.contains(way))
            }
            Rounds::Mixed => false,
        };
        add(&mut all, &first);
        if is_settled { all } else { vec![Held::Unknown(AGAIN)] }
    }

    /// What the rounds of a loop are about, for a file that it writes by these effects.
    fn kind_of(&self, path: &str, within: &[&Effect], passed: &Passed) -> Rounds {
        let is_open = |place: &Place| {
            place.open || !place.found.is_empty() || place.spots.iter().any(|spot| spot.glob.is_some())
        };
        // What it is made of, if that is not the file itself, must be the same in each round.
        let is_written = |from: &str| {
            from != path && passed.numbers.iter().any(|number| self.written.contains_key(&(*number, from)))
        };
        let is_steady = |effect: &Effect| match &effect.told {
            Told::Copied(from) | Told::Moved(from, _) => {
                !from.spots.iter().any(|spot| is_written(&spot.path))
            }
            Told::Made(made) => !made.files.iter().any(|file| is_written(file)),
            Told::Whole
            | Told::Added(_)
            | Told::Sed(_)
            | Told::Kept
            | Told::Folder
            | Told::Committed
            | Told::Staged(_)
            | Told::Revision(_)
            | Told::Patch(_)
            | Told::Edits(_)
            | Told::Part => true,
        };
        let places: Vec<&Place> = within.iter().filter_map(|effect| effect.action.place()).collect();
        match places.split_first() {
            _ if !within.iter().all(|effect| is_steady(effect)) => Rounds::Mixed,
            Some((first, others)) if is_open(first) => {
                if others.iter().all(|other| other == first) && !passed.has_rounds {
                    Rounds::OfOthers
                } else {
                    Rounds::Mixed
                }
            }
            _ if places.iter().any(|place| is_open(place)) => Rounds::Mixed,
            _ => Rounds::OfThisFile,
        }
    }
}

/// How a loop comes to a file.
enum Rounds {
    /// In one of its rounds; the others are about other files.
    OfOthers,
    /// In each of them.
    OfThisFile,
    /// In both ways, or nobody can tell.
    Mixed,
}

/// Adds what is not there yet.
pub(super) fn add(all: &mut Ways, more: &[Held]) {
    for way in more {
        if all.len() > MAX_WAYS {
            return;
        }
        if all.len() == MAX_WAYS && !all.contains(way) {
            all.push(Held::Unknown(TOO_MUCH));
        } else if !all.contains(way) {
            all.push(way.clone());
        }
    }
}
