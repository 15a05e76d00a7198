//! What one effect makes of a file.

use std::collections::BTreeSet;
use std::rc::Rc;

use fast_glob::glob_match;
use hookward_effects::{
    Action, Depth, Effect, Found, Made, Place, Reach, Spot, Told, Tracking, edited_by_patch, edited_by_sed,
    filtered_text,
};

use super::edits::edited;
use super::held::{Courses, Held, Point, Ways, add};
use super::{UNREAD, UNSEEN};
use crate::changed::{Written, taken_with};
use crate::rule::Case;

/// What becomes of a text, or why nobody can tell.
type Outcome = Result<Held, &'static str>;

impl Courses<'_, '_> {
    /// What an effect makes of a file that may hold this. What does not write it deletes it.
    pub(super) fn changed(
        &self,
        path: &str,
        (effect, written): (&Effect, Option<&Written>),
        ways: &Ways,
        point: &Point,
    ) -> Ways {
        let (mut after, is_certain) = match (written, &effect.action) {
            (Some(written), Action::Write(place, _)) => {
                let is_certain = !is_one_of(place, self.case) && !is_led_to_one(place, &effect.told);
                (self.written(path, effect, written, ways, point), is_certain)
            }
            (_, action) => (vec![Held::Nothing], is_certain_deletion(action, self.case)),
        };
        if !is_certain {
            add(&mut after, ways);
        }
        after
    }

    fn written(&self, path: &str, effect: &Effect, written: &Written, ways: &Ways, point: &Point) -> Ways {
        match (&effect.told, &written.copy_of) {
            (Told::Committed, _) => vec![Held::Committed],
            (Told::Staged(revisions), _) => {
                let mut all = vec![self.staged(path)];
                for revision in revisions {
                    add(&mut all, &[self.of_revision(path, revision)]);
                }
                all
            }
            (_, Some(from)) => self.copied([from.as_str()], ways, point),
            (Told::Whole, None) => match written.content.known() {
                Some(content) => vec![Held::Text(content.into())],
                None => vec![Held::Unknown(UNSEEN)],
            },
            (Told::Copied(from), None) => self.copied_from(from, ways, point),
            (Told::Moved(from, edits), None) => {
                let moved = self.copied_from(from, ways, point);
                self.each(path, &moved, |now| edited(path, now, edits))
            }
            (Told::Added(more), None) => self.each(path, ways, |now| Ok(behind(now, more))),
            (Told::Sed(words), None) => {
                // Where there is nothing to edit, nothing is made of it; unless a program has made it meanwhile.
                let (gone, rest): (Ways, Ways) = ways.iter().cloned().partition(|way| *way == Held::Nothing);
                let made = |now: Option<&str>| edited_by_sed(words, now.ok_or(UNREAD)?).ok_or(UNWORKED);
                let mut all = self.each(path, &rest, |now| known(made(now)));
                add(&mut all, &gone);
                all
            }
            (Told::Patch(hunks), None) => self.each(path, ways, |now| {
                known(edited_by_patch(hunks, now.unwrap_or_default()).ok_or(UNPATCHED))
            }),
            (Told::Edits(edits), None) => self.each(path, ways, |now| edited(path, now, edits)),
            (Told::Made(made), None) => match self.filtered(made, point) {
                Some(more) if made.adds => self.each(path, ways, |now| Ok(behind(now, &more))),
                Some(text) => vec![Held::Text(text.into())],
                None => vec![Held::Unknown(UNSEEN)],
            },
            (Told::Kept, None) => {
                let kept = |way: &Held| match self.text(path, way) {
                    Ok(None) => Held::Text("".into()),
                    Ok(Some(_)) | Err(_) => way.clone(),
                };
                ways.iter().map(kept).collect()
            }
            (Told::Folder, None) => ways.clone(),
            (Told::Revision(revision), None) => vec![self.of_revision(path, revision)],
            (Told::Part, None) => vec![Held::Unknown(UNSEEN)],
        }
    }

    fn of_revision(&self, path: &str, revision: &str) -> Held {
        self.case
            .world
            .committed(path, revision)
            .map_or(Held::Unknown(UNREAD), |text| Held::Text(text.into()))
    }

    /// What git's index holds: mostly what was committed.
    fn staged(&self, path: &str) -> Held {
        let staged = self.case.world.committed(path, "");
        if staged.is_some() && staged == self.case.world.committed(path, "HEAD") {
            return Held::Committed;
        }
        staged.map_or(Held::Unknown(UNREAD), |text| Held::Text(text.into()))
    }

    /// What becomes of each text that a file may hold.
    fn each(&self, path: &str, ways: &Ways, make: impl Fn(Option<&str>) -> Outcome) -> Ways {
        let mut all = Ways::new();
        for way in ways {
            let held = self.text(path, way).and_then(|now| make(now.as_deref()));
            add(&mut all, &[held.unwrap_or_else(Held::Unknown)]);
        }
        all
    }

    /// What one of some files holds, by its name.
    fn copied<'p>(&self, from: impl IntoIterator<Item = &'p str>, ways: &Ways, point: &Point) -> Ways {
        let mut all = Ways::new();
        for from in from {
            for held in self.there(from, point).iter() {
                match self.text(from, held) {
                    Ok(Some(text)) => add(&mut all, &[Held::Text(text)]),
                    // What is gone is not copied. What was not there before, a program may make meanwhile.
                    Ok(None) if *held == Held::Nothing => add(&mut all, ways),
                    Ok(None) => add(&mut all, &[Held::Unknown(UNREAD)]),
                    Err(why) => add(&mut all, &[Held::Unknown(why)]),
                }
            }
        }
        if all.is_empty() { vec![Held::Unknown(UNREAD)] } else { all }
    }

    fn copied_from(&self, from: &Place, ways: &Ways, point: &Point) -> Ways {
        let is_open = from.open || from.elsewhere || !from.found.is_empty();
        if is_open || !from.spots.iter().all(is_itself) {
            return vec![Held::Unknown(UNREAD)];
        }
        self.copied(from.spots.iter().map(|spot| spot.path.as_str()), ways, point)
    }

    /// What a filter makes of files, if each of them is certain.
    fn filtered(&self, made: &Made, point: &Point) -> Option<String> {
        let text = |file: &String| match self.there(file, point).as_slice() {
            [held] => self.text(file, held).ok()?,
            _ => None,
        };
        let texts: Vec<Rc<str>> = made.files.iter().map(text).collect::<Option<_>>()?;
        // Only `cat` leaves a line without an end as it is before the next file.
        let is_whole = |text: &Rc<str>| text.is_empty() || text.ends_with('\n');
        let front = texts.split_last().map_or(&[][..], |(_, front)| front);
        let is_plain = made.program == "cat" || front.iter().all(is_whole);
        if is_plain { filtered_text(made, &texts.concat()) } else { None }
    }
}

const UNWORKED: &str = "what sed makes of it cannot be worked out beforehand";
const UNPATCHED: &str = "the patch does not fit the file as it is then";

fn known(text: Result<String, &'static str>) -> Outcome {
    text.map(|text| Held::Text(text.into()))
}

fn behind(now: Option<&str>, more: &str) -> Held {
    Held::Text(format!("{}{more}", now.unwrap_or_default()).into())
}

/// Whether an effect takes a file away, perhaps with what it lies in.
pub(super) fn deletes(action: &Action, path: &str) -> bool {
    let Action::Delete(place, depth) = action else { return false };
    !place.elsewhere
        && (place.spots.iter().any(|spot| is_named(spot, *depth, path))
            || place
                .found
                .iter()
                .any(|search| taken_with(path, *depth).any(|place| may_find(search, place, None))))
}

/// Whether a spot where something is deleted is a file, or what that lies in.
pub(super) fn is_named(spot: &Spot, depth: Depth, path: &str) -> bool {
    let is_it = path == spot.path;
    let lies_in =
        || spot.path == "/" || path.strip_prefix(&*spot.path).is_some_and(|rest| rest.starts_with('/'));
    match &spot.glob {
        Some(glob) => taken_with(path, depth).any(|place| glob_match(glob, place)),
        None => is_it || ((depth != Depth::One || spot.reach != Reach::Itself) && lies_in()),
    }
}

/// Whether a file of this text may be among what a search finds. What git does not know, or has otherwise, is not told by a name.
pub(super) fn may_find(search: &Found, path: &str, text: Option<&str>) -> bool {
    matches!(search.tracking(), Tracking::Any | Tracking::Tracked) && search.may_name(path, text)
}

fn is_certain_deletion(action: &Action, case: &Case) -> bool {
    let Action::Delete(place, depth) = action else { return false };
    *depth != Depth::Matching
        && !place.open
        && place.found.is_empty()
        && !is_one_of(place, case)
        && place.spots.iter().all(is_itself)
}

fn is_itself(spot: &Spot) -> bool {
    spot.reach == Reach::Itself && spot.glob.is_none() && !spot.if_empty
}

/// Whether something is written to one file of those that a pattern names: output goes to a single one.
fn is_led_to_one(place: &Place, told: &Told) -> bool {
    let is_led = match told {
        Told::Whole | Told::Added(_) | Told::Made(_) => true,
        Told::Copied(_)
        | Told::Moved(..)
        | Told::Sed(_)
        | Told::Kept
        | Told::Folder
        | Told::Committed
        | Told::Staged(_)
        | Told::Revision(_)
        | Told::Patch(_)
        | Told::Edits(_)
        | Told::Part => false,
    };
    is_led && (!place.found.is_empty() || place.spots.iter().any(|spot| spot.glob.is_some()))
}

/// Whether a place is one of several files, and not each of them.
fn is_one_of(place: &Place, case: &Case) -> bool {
    if place.spots.iter().any(|spot| spot.if_empty) {
        return true;
    }
    let is_each = !place.found.is_empty() || place.spots.iter().any(|spot| spot.glob.is_some());
    // A file by its name and by the one that links lead to is one.
    let real = |spot: &Spot| case.world.real(&spot.path).unwrap_or_else(|| spot.path.clone());
    !is_each && place.spots.len() > 1 && place.spots.iter().map(real).collect::<BTreeSet<String>>().len() > 1
}
