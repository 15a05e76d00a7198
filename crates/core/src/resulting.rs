//! The file that results from a call, whole: what a rule about content looks at, whichever tool writes it. An edit that
//! lacks what the file already has is judged with it, and what a call does to one file in several steps is judged at its end.

mod changing;
mod edits;
mod gone;
mod held;
mod left;
mod placing;

use std::borrow::Cow;
use std::collections::HashSet;

use hookward_effects::Effect;

pub(crate) use self::gone::Gone;
use self::held::{Courses, Held};
use self::left::Left;
use crate::changed::{Written, written_anywhere};
use crate::rule::Case;

/// A file as it would be after a call. Where ways part, there are several of one file.
pub(crate) struct Resulting<'a> {
    /// Its absolute path.
    pub(crate) path: Cow<'a, str>,
    /// The last effect that changes it.
    pub(crate) effect: &'a Effect,
    /// What it holds then.
    pub(crate) after: After,
}

/// What a file holds after a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum After {
    /// All of this.
    Known(String),
    /// What an edit brings, but nobody can tell where: it fits nowhere in the file, or in more than one place. Most hosts refuse
    /// it, so nothing comes of it; some put it where they think it belongs, so what it brings is in here.
    Unplaced(String),
    /// Nobody can tell before it happens; why not.
    Unknown(&'static str),
}

impl After {
    /// The whole text, if it is known.
    pub(crate) fn known(self) -> Option<String> {
        match self {
            Self::Known(text) => Some(text),
            Self::Unplaced(_) | Self::Unknown(_) => None,
        }
    }

    /// The whole text, also if only what an edit brings is known and not where.
    pub(crate) fn supposed(self) -> Option<String> {
        match self {
            Self::Known(text) | Self::Unplaced(text) => Some(text),
            Self::Unknown(_) => None,
        }
    }

    /// What is new of what a file holds: what was committed was judged when it was written, and what stays as it is, too.
    fn of(held: Held) -> Option<Self> {
        match held {
            Held::Text(text) => Some(Self::Known(text.to_string())),
            Held::Unplaced(text) => Some(Self::Unplaced(text.to_string())),
            Held::Unknown(why) => Some(Self::Unknown(why)),
            Held::AsItWas | Held::Committed | Held::Nothing => None,
        }
    }
}

const UNREAD: &str = "what is there now cannot be read";
const UNFIT: &str = "the edit does not fit the file as it is now, or fits more than one place";
const UNTOLD: &str = "the host does not tell what is written";
const UNSEEN: &str = "what is written is only known when it runs";

/// The files of the workspace that a call writes and that somebody wants to know of, as they would be afterwards. Only
/// these are read.
pub(crate) fn resulting<'a>(case: &Case<'a>, wanted: impl Fn(&str) -> bool) -> Vec<Resulting<'a>> {
    work_out(case, wanted, |courses, left, path| courses.at_the_end(path, left))
}

/// As above, and as they are in between.
pub(crate) fn on_the_way<'a>(case: &Case<'a>, wanted: impl Fn(&str) -> bool) -> Vec<Resulting<'a>> {
    work_out(case, wanted, |courses, left, path| courses.on_the_way(path, left))
}

fn work_out<'a>(
    case: &Case<'a>,
    wanted: impl Fn(&str) -> bool,
    ways: impl Fn(&Courses, &Left, &str) -> Vec<Held>,
) -> Vec<Resulting<'a>> {
    let files = written_anywhere(case).files;
    // The last effect that writes a file stands for all of them.
    let mut seen = HashSet::new();
    let mut last: Vec<&Written> = files.iter().rev().filter(|file| seen.insert(&*file.path)).collect();
    last.retain(|file| wanted(&file.path) && file.is_in_workspace(case));
    if last.is_empty() {
        return Vec::new();
    }
    let (left, courses) = (Left::by(case), Courses::of(case, &files));
    let mut all = Vec::new();
    for file in last.into_iter().rev() {
        for after in ways(&courses, &left, &file.path).into_iter().filter_map(After::of) {
            all.push(Resulting { path: file.path.clone(), effect: file.effect, after });
        }
    }
    all
}

/// The files of the workspace that a call changes, by their paths, each with every text that it may hold then: first the one that
/// it holds if everything works, and nothing for one that is not known before it happens.
pub fn possible_results(case: &Case) -> Vec<(String, Vec<Option<String>>)> {
    let mut all: Vec<(String, Vec<Option<String>>)> = Vec::new();
    for file in resulting(case, |_| true) {
        let text = file.after.known();
        match all.last_mut().filter(|(path, _)| *path == file.path) {
            Some((_, texts)) => texts.push(text),
            None => all.push((file.path.into_owned(), vec![text])),
        }
    }
    all
}
