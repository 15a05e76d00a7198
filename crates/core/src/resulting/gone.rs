//! Files that are there no more when a call is done.

use hookward_effects::{Action, Depth, Effect, Found, Reach, Spot};

use super::changing::{is_named, may_find};
use super::held::{Courses, Held};
use super::left::Left;
use crate::changed::{Written, taken_with};
use crate::rule::Case;

/// What a call takes away.
pub(crate) struct Gone<'c, 'a> {
    courses: Courses<'c, 'a>,
    left: Left,
}

impl<'c, 'a> Gone<'c, 'a> {
    /// By all that it writes, wherever that lies.
    pub(crate) fn by(case: &'c Case<'a>, written: &'c [Written<'a>]) -> Self {
        Self { courses: Courses::of(case, written), left: Left::by(case) }
    }

    /// Whether it takes a file away on one of its ways. What only falls among much that is searched for is not meant.
    pub(crate) fn has(&self, path: &str) -> bool {
        let case = self.courses.case;
        case.facts.effects.iter().any(|effect| means(case, effect, path))
            && self.courses.at_the_end(path, &self.left).contains(&Held::Nothing)
    }

    /// Whether there is no such file in the end, on any of its ways.
    pub(crate) fn has_for_certain(&self, path: &str) -> bool {
        self.has(path) && self.courses.at_the_end(path, &self.left).iter().all(|held| *held == Held::Nothing)
    }
}

fn means(case: &Case, effect: &Effect, path: &str) -> bool {
    let Action::Delete(place, depth) = &effect.action else { return false };
    let is_vague = |spot: &Spot| {
        spot.glob.is_none()
            && spot.path != path
            && (*depth == Depth::Matching || spot.reach == Reach::Something)
    };
    let is_meant = |spot: &Spot| is_named(spot, *depth, path) && !is_vague(spot);
    let is_found = |search: &Found| {
        taken_with(path, *depth).any(|place| may_find(search, place, case.world.text(place).as_deref()))
    };
    !place.elsewhere && (place.spots.iter().any(is_meant) || place.found.iter().any(is_found))
}
