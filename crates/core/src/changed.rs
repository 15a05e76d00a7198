//! Which files of the workspace a call writes or takes away, one by one where the disk can tell: of `sed -i` below a
//! directory those that are there, of `cp -r` those that are copied. What an archive holds nobody can tell.

use std::borrow::Cow;
use std::collections::HashSet;

use fast_glob::glob_match;
use hookward_effects::{Action, Depth, Effect, Found, Kind, Place, Reach, Source, Spot, Staged, Told, Value};

use crate::rule::Case;

/// A file that is written.
#[derive(Clone)]
pub(crate) struct Written<'a> {
    /// Its absolute path.
    pub(crate) path: Cow<'a, str>,
    /// The effect that writes it.
    pub(crate) effect: &'a Effect,
    /// What is written, as far as the effect tells.
    pub(crate) content: &'a Value,
    /// The file that it is a copy of, if that was found below a directory.
    pub(crate) copy_of: Option<String>,
}

/// Files below a directory that are written, and nobody can tell which.
pub(crate) struct Unseen<'a> {
    /// The directory.
    pub(crate) directory: &'a str,
    /// The effect that writes them.
    pub(crate) effect: &'a Effect,
}

/// What a call writes.
#[derive(Default)]
pub(crate) struct Writes<'a> {
    /// The files.
    pub(crate) files: Vec<Written<'a>>,
    /// Where there are others.
    pub(crate) unseen: Vec<Unseen<'a>>,
}

impl Written<'_> {
    /// Whether it lies in the workspace, and can be a file.
    pub(crate) fn is_in_workspace(&self, case: &Case) -> bool {
        case.ground.in_workspace(&self.path) && is_file(case, &self.path)
    }
}

/// Whether git puts files back that are as the last commit has them. What it takes from its index is, as long as nothing else was put
/// there.
pub(crate) fn is_put_back(case: &Case, effect: &Effect) -> bool {
    let Action::Write(place, _) = &effect.action else { return false };
    match &effect.told {
        Told::Committed => true,
        Told::Revision(revision) => {
            let is_there = |spot: &Spot| case.world.committed(&spot.path, revision).is_some();
            revision == "HEAD" && place.found.is_empty() && place.spots.iter().all(is_there)
        }
        Told::Staged(revisions) => {
            revisions.is_empty()
                && place.found.is_empty()
                && place.spots.iter().all(|spot| is_as_committed(case, spot))
        }
        _ => false,
    }
}

/// Whether the index holds what the last commit does.
fn is_as_committed(case: &Case, spot: &Spot) -> bool {
    if spot.reach == Reach::Itself && spot.glob.is_none() && case.world.kind(&spot.path) != Kind::Directory {
        let staged = case.world.committed(&spot.path, "");
        return staged.is_some() && staged == case.world.committed(&spot.path, "HEAD");
    }
    let lies_below = |path: &str| path.strip_prefix(&*spot.path).is_some_and(|rest| rest.starts_with('/'));
    let staged = case.world.staged(&spot.path, Staged::Index);
    // A name is told from the top of the work tree, which may lie above.
    !staged.iter().any(|file| {
        let tops = std::path::Path::new(&spot.path).ancestors();
        let mut paths = tops.map(|top| top.join(&file.path).to_string_lossy().into_owned());
        paths.any(|path| lies_below(&path))
    })
}

/// What a call writes in the workspace.
pub(crate) fn writes<'a>(case: &Case<'a>) -> Writes<'a> {
    let mut all = written_anywhere(case);
    all.files.retain(|file| file.is_in_workspace(case));
    all.unseen.retain(|unseen| case.ground.in_workspace(unseen.directory));
    all
}

/// What a call writes, wherever it lies.
pub(crate) fn written_anywhere<'a>(case: &Case<'a>) -> Writes<'a> {
    let mut all = Writes::default();
    let facts = case.facts;
    let written = facts.effects.iter().filter_map(|effect| match &effect.action {
        Action::Write(place, content) if effect.told != Told::Folder => Some((effect, place, content)),
        _ => None,
    });
    for (effect, place, content) in written {
        let first = Written { path: Cow::Borrowed(""), effect, content, copy_of: None };
        for spot in meant(place) {
            all.add(case, spot, &first);
        }
        for search in place.found.iter().filter(|_| !place.elsewhere) {
            all.add_found(case, search, &first);
        }
    }
    all
}

/// The spots at which something happens here. A search tells more than where it has looked.
fn meant(place: &Place) -> impl Iterator<Item = &Spot> {
    let is_searched = |spot: &Spot| {
        spot.reach == Reach::Something
            && spot.glob.is_none()
            && place.found.iter().any(|search| search.directory() == spot.path)
    };
    place.spots.iter().filter(move |spot| !place.elsewhere && !spot.if_empty && !is_searched(spot))
}

impl<'a> Writes<'a> {
    fn add(&mut self, case: &Case, spot: &'a Spot, first: &Written<'a>) {
        let is_itself = spot.reach == Reach::Itself && spot.glob.is_none();
        if is_itself {
            self.push(Written { path: Cow::Borrowed(&spot.path), ..first.clone() });
        }
        let copied = match &first.effect.told {
            Told::Copied(from) => Some(&**from),
            Told::Committed | Told::Staged(_) => None,
            _ => copied(first.content),
        };
        // The files of a list that only its directory is known of: `sed -i … $(git ls-files src)`.
        let is_listed =
            || matches!(first.effect.told, Told::Sed(_)) && case.world.kind(&spot.path) == Kind::Directory;
        let is_wide = (!is_itself || is_listed()) && !is_put_back(case, first.effect);
        match copied {
            Some(from) => {
                for source in from.spots.iter().filter(|source| source.reach == Reach::Itself) {
                    self.copies(case, spot, source, first);
                }
            }
            // What is edited in place is there already.
            None if is_wide && (spot.glob.is_some() || matches!(first.effect.told, Told::Sed(_))) => {
                let Some(paths) = self.files_below(case, &spot.path) else {
                    return self.unseen.push(Unseen { directory: &spot.path, effect: first.effect });
                };
                for path in paths {
                    if spot.glob.as_deref().is_none_or(|glob| glob_match(glob, &path)) {
                        self.push(Written { path: Cow::Owned(path), ..first.clone() });
                    }
                }
            }
            // What only gets another name is as it was.
            None if first.effect.told == Told::Kept => {}
            None if is_wide => self.unseen.push(Unseen { directory: &spot.path, effect: first.effect }),
            None => {}
        }
    }

    /// Each file that a search would find now: `grep -rl x src | xargs sed -i …`.
    fn add_found(&mut self, case: &Case, search: &'a Found, first: &Written<'a>) {
        let directory = search.directory();
        let paths: Vec<String> = match case.world.kind(directory) {
            Kind::File => vec![directory.to_owned()],
            Kind::Directory | Kind::Nothing | Kind::Unknown => match self.files_below(case, directory) {
                Some(paths) => paths,
                None => return self.unseen.push(Unseen { directory, effect: first.effect }),
            },
        };
        // What cannot be read may hold what is looked for, and so may what the call itself has changed.
        let changed: HashSet<&str> = self.files.iter().map(|own| &*own.path).collect();
        let text =
            |path: &str| (search.reads() && !changed.contains(path)).then(|| case.world.text(path)).flatten();
        let named = |path: &String| search.may_name(path, text(path).as_deref());
        let paths: Vec<String> = paths.into_iter().filter(named).collect();
        for path in paths {
            self.push(Written { path: Cow::Owned(path), ..first.clone() });
        }
    }

    /// What is copied keeps its name in a directory; what a directory holds comes along.
    fn copies(&mut self, case: &Case, spot: &'a Spot, source: &Spot, first: &Written<'a>) {
        let is_made = || !self.written_below(&source.path).is_empty();
        let is_tree = case.world.kind(&source.path) == Kind::Directory || is_made();
        let Some(top) =
            (if is_tree { arrives_at(case, spot, source, first.effect) } else { Some(spot.path.clone()) })
        else {
            return;
        };
        let copy = |below: &str, from: String| {
            let path = Cow::Owned(format!("{top}/{below}"));
            Written { path, copy_of: Some(from), ..first.clone() }
        };
        match case.world.kind(&source.path) {
            _ if is_tree => match self.files_below(case, &source.path) {
                Some(paths) => {
                    for path in paths {
                        let below = path.get(source.path.len() + 1..).unwrap_or_default();
                        self.push(copy(below, path.clone()));
                    }
                }
                None => self.unseen.push(Unseen { directory: &spot.path, effect: first.effect }),
            },
            Kind::File if case.world.kind(&spot.path) == Kind::Directory => {
                let name = source.path.rsplit('/').next().unwrap_or_default();
                self.push(copy(name, source.path.clone()));
            }
            Kind::File | Kind::Directory | Kind::Nothing | Kind::Unknown => {}
        }
    }

    /// The files below a directory: those that are there, and those that the call has put there by now.
    fn files_below(&self, case: &Case, directory: &str) -> Option<Vec<String>> {
        let made = self.written_below(directory);
        let there = match case.world.kind(directory) {
            Kind::Nothing => Vec::new(),
            Kind::File | Kind::Directory | Kind::Unknown => case.world.files_below(directory)?,
        };
        let mut paths: Vec<String> = there.into_iter().map(|name| format!("{directory}/{name}")).collect();
        paths.extend(made);
        Some(paths)
    }

    fn written_below(&self, directory: &str) -> Vec<String> {
        let lies_below = |path: &str| path.strip_prefix(directory).is_some_and(|rest| rest.starts_with('/'));
        self.files.iter().filter(|own| lies_below(&own.path)).map(|own| own.path.to_string()).collect()
    }

    fn push(&mut self, file: Written<'a>) {
        let is_known = |own: &Written| own.path == file.path && std::ptr::eq(own.effect, file.effect);
        if !self.files.iter().rev().take_while(|own| std::ptr::eq(own.effect, file.effect)).any(is_known) {
            self.files.push(file);
        }
    }
}

/// Where a directory comes to lie that is copied or moved: in one that is there, by its own name; else it gets the name that it is
/// given. Of both, which an effect names each, only one comes about.
fn arrives_at(case: &Case, spot: &Spot, source: &Spot, effect: &Effect) -> Option<String> {
    let makes = |path: &str, other: &Effect| match &other.action {
        Action::Write(place, _) => place.spots.iter().any(|spot| spot.path == path && !place.elsewhere),
        _ => false,
    };
    let is_directory = |path: &str| {
        let is_made = |other: &Effect| other.told == Told::Folder && makes(path, other);
        case.world.kind(path) == Kind::Directory || case.facts.effects.iter().any(is_made)
    };
    let own = |other: &&Effect| other.span == effect.span && other.told == effect.told;
    let has_own = |path: &str| case.facts.effects.iter().filter(own).any(|other| makes(path, other));
    if spot.reach != Reach::Itself {
        return Some(spot.path.clone());
    }
    let above = spot.path.strip_suffix(spot.last()).map(|above| above.trim_end_matches('/'));
    match above.filter(|above| spot.last() == source.last() && has_own(above)) {
        Some(above) => is_directory(above).then(|| spot.path.clone()),
        None if is_directory(&spot.path) => Some(format!("{}/{}", spot.path, source.last())),
        None => Some(spot.path.clone()),
    }
}

/// The place that a content is a copy of.
fn copied(content: &Value) -> Option<&Place> {
    let Value::Unknown(sources) = content else { return None };
    let mut files = sources.iter();
    match (files.next(), files.next()) {
        (Some(Source::File(from)), None) => Some(from),
        _ => None,
    }
}

/// Files of the workspace that a call takes away, each with the effect that does.
pub(crate) fn removed<'a>(case: &Case<'a>) -> Vec<(Cow<'a, str>, &'a Effect)> {
    let mut all = Vec::new();
    for effect in &case.facts.effects {
        let Action::Delete(place, depth) = &effect.action else { continue };
        for search in place.found.iter().filter(|_| !place.elsewhere) {
            let directory = search.directory();
            let names = case.world.files_below(directory).unwrap_or_default();
            let paths = names.into_iter().map(|name| format!("{directory}/{name}"));
            let text = |path: &str| search.reads().then(|| case.world.text(path)).flatten();
            let is_found = |path: &String| {
                taken_with(path, *depth).any(|place| search.may_name(place, text(place).as_deref()))
            };
            all.extend(paths.filter(is_found).map(|path| (Cow::Owned(path), effect)));
        }
        for spot in meant(place) {
            let is_itself = spot.reach == Reach::Itself && spot.glob.is_none();
            if is_itself && case.world.kind(&spot.path) != Kind::Directory {
                all.push((Cow::Borrowed(spot.path.as_str()), effect));
            } else if matches!(depth, Depth::Tree | Depth::Matching | Depth::Moved) || !is_itself {
                let names = case.world.files_below(&spot.path).unwrap_or_default();
                let paths = names.into_iter().map(|name| format!("{}/{name}", spot.path));
                let fits = |path: &String| {
                    spot.glob
                        .as_deref()
                        .is_none_or(|glob| taken_with(path, *depth).any(|place| glob_match(glob, place)))
                };
                all.extend(paths.filter(fits).map(|path| (Cow::Owned(path), effect)));
            }
        }
    }
    all.retain(|(path, _)| case.ground.in_workspace(path));
    all
}

/// A file, and with a whole tree each directory with which it would be taken away.
pub(crate) fn taken_with(path: &str, depth: Depth) -> impl Iterator<Item = &str> {
    let takes_trees = matches!(depth, Depth::Tree | Depth::Moved);
    std::iter::successors(Some(path), move |path| {
        let (above, _) = path.rsplit_once('/').filter(|_| takes_trees)?;
        Some(above)
    })
}

/// Whether it can be a file. A copy also names what it would be in a directory; where there is none, it is no file.
fn is_file(case: &Case, path: &str) -> bool {
    let ending = |path: &str| path.rsplit('/').next()?.rsplit_once('.').map(|(_, ending)| ending.to_owned());
    let in_a_file = path.rsplit_once('/').is_some_and(|(directory, _)| {
        case.world.kind(directory) == Kind::File
            || (ending(directory).is_some()
                && ending(directory) == ending(path)
                && case.world.kind(directory) != Kind::Directory)
    });
    !in_a_file && case.world.kind(path) != Kind::Directory
}
