//! Files that only get another place: what was there before and goes there as it is, is nothing new where it comes to lie.

use std::collections::{HashMap, HashSet};

use hookward_effects::{Action, Depth, Kind, Place, Reach, Spot, Told};

use crate::changed::{Written, removed, written_anywhere};
use crate::rule::Case;

/// Where a file was before a call, which takes it away there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// Its absolute path.
    pub(crate) path: String,
    /// Whether the call changes what it holds.
    pub(crate) content: Content,
}

/// What becomes of what a file holds, on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// Nothing.
    Same,
    /// The call writes it as well.
    Changed,
}

/// Where the files that a call moves were before.
#[derive(Default)]
pub(crate) struct Origins(HashMap<String, Origin>);

impl Origins {
    pub(crate) fn of(case: &Case) -> Self {
        // Most calls take nothing away.
        let takes = |action: &Action| matches!(action, Action::Delete(_, Depth::Moved | Depth::One));
        if !case.facts.effects.iter().any(|effect| takes(&effect.action)) {
            return Self::default();
        }
        let files = written_anywhere(case).files;
        let gone: HashSet<String> = removed(case).into_iter().map(|(path, _)| path.into_owned()).collect();
        let mut origins: HashMap<String, Origin> = HashMap::new();
        // What is written in any other way is something else afterwards, wherever it goes from there.
        let mut changed: HashSet<&str> = HashSet::new();
        for file in &files {
            let from = source(file).filter(|from| gone.contains(*from));
            // By way of a third name it is still the same.
            let first = from.and_then(|from| match origins.get(from) {
                Some(origin) => Some(origin.path.clone()),
                None => (case.world.kind(from) == Kind::File).then(|| from.to_owned()),
            });
            let Some(path) = first.filter(|first| *first != file.path) else {
                changed.insert(&file.path);
                continue;
            };
            let is_same = is_whole(file) && from.is_none_or(|from| !changed.contains(from));
            if !is_same || origins.get(&*file.path).is_some_and(|other| other.path != path) {
                changed.insert(&file.path);
            }
            origins.insert(file.path.to_string(), Origin { path, content: Content::Same });
        }
        for (to, origin) in &mut origins {
            if changed.contains(to.as_str()) || changed.contains(origin.path.as_str()) {
                origin.content = Content::Changed;
            }
        }
        Self(origins)
    }

    /// Where a file was, if the call only gives it another place.
    pub(crate) fn get(&self, path: &str) -> Option<&Origin> {
        self.0.get(path)
    }

    /// Where it was, if it is there as it is here.
    pub(crate) fn same(&self, path: &str) -> Option<&str> {
        self.get(path).filter(|origin| origin.content == Content::Same).map(|origin| origin.path.as_str())
    }
}

/// The file that one is made of, if that is a single one.
fn source<'f>(file: &'f Written) -> Option<&'f str> {
    let single = |from: &'f Place| {
        let is_certain = !from.open && !from.elsewhere && from.found.is_empty();
        let is_itself = |spot: &Spot| spot.reach == Reach::Itself && spot.glob.is_none() && !spot.if_empty;
        match from.spots.as_slice() {
            [spot] if is_certain && is_itself(spot) => Some(spot.path.as_str()),
            _ => None,
        }
    };
    match (&file.copy_of, &file.effect.told) {
        (Some(from), _) => Some(from),
        (None, Told::Copied(from) | Told::Moved(from, _)) => single(from),
        (None, _) => None,
    }
}

/// Whether what is written is all of that file, as it is.
fn is_whole(file: &Written) -> bool {
    match &file.effect.told {
        Told::Moved(_, edits) => edits.is_empty(),
        _ => true,
    }
}
