//! Where a word leads, and what the text itself has written there.

use std::rc::Rc;

use super::{Mount, State, Written};
use crate::held::{either, perhaps};
use crate::path::{Place, Spot};
use crate::patterns::fits;
use crate::source::{Source, Sources};
use crate::value::Value;

/// Links are followed to so many places.
const MAX_BEHIND: usize = 32;

impl State<'_> {
    /// Remembers a link that the text has made.
    pub(crate) fn link(&mut self, target: &str, name: &str) {
        let Some(cwd) = self.cwd.known() else { return };
        // A link's target is seen from where the link lies.
        let name = crate::normalise(name, cwd);
        let directory = name.rsplit_once('/').map_or("/", |(directory, _)| directory);
        let target = crate::normalise(target, directory);
        Rc::make_mut(&mut self.links).insert(name, vec![target]);
    }

    /// Remembers that a file has another name: what is done to one of them is done to the file. If that name is a directory's,
    /// it lies in there.
    pub(crate) fn name_again(&mut self, file: &Value, name: &Value) {
        let (Some(file), Some(name), Some(cwd)) = (file.known(), name.known(), self.cwd.known()) else {
            return;
        };
        let file = crate::normalise(file, cwd);
        let mut name = crate::normalise(name, cwd);
        if self.scene.world.kind(&name) == crate::scene::Kind::Directory {
            name = format!("{}/{}", name.trim_end_matches('/'), crate::program_name::base_name(&file));
        }
        Rc::make_mut(&mut self.links).insert(name, vec![file]);
    }

    /// Remembers that the text has made a directory.
    pub(crate) fn make(&mut self, place: &Place) {
        for spot in &place.spots {
            self.keep(format!("{}/", spot.path), Value::unknown());
        }
    }

    /// Whether the text has made a directory, or something in it.
    pub(crate) fn has_made(&self, path: &str) -> bool {
        let below = format!("{path}/");
        self.files.range(below.clone()..).next().is_some_and(|(made, _)| made.starts_with(&below))
    }

    /// Remembers what the text has written to a file.
    pub(crate) fn store(&mut self, place: &Place, content: &Value) {
        if let Some(name) = content.known().and_then(|_| unplaced_name(place)) {
            Rc::make_mut(&mut self.unplaced).insert(name.to_owned(), content.clone());
        }
        // Of several only one is written.
        let perhaps = place.spots.len() > 1;
        for spot in place.spots.iter().filter(|spot| spot.is_one()) {
            match self.files.get(&spot.path) {
                Some(before) if perhaps => {
                    let (content, perhaps) = (either(&before.content, content), before.perhaps);
                    let written = Written { content, perhaps };
                    Rc::make_mut(&mut self.files).insert(spot.path.clone(), written);
                }
                Some(_) | None => {
                    let written = Written { content: content.clone(), perhaps };
                    Rc::make_mut(&mut self.files).insert(spot.path.clone(), written);
                }
            }
        }
    }

    /// The one file that a place names, whatever other names that has on the disk.
    pub(crate) fn one_file<'p>(&self, place: &'p Place) -> Option<&'p str> {
        let (first, others) = place.spots.split_first()?;
        let is_it = |other: &Spot| self.scene.world.real(&first.path).is_some_and(|real| real == other.path);
        let is_one = first.is_one() && !place.open && !place.cut && !place.elsewhere;
        (is_one && place.found.is_empty() && others.iter().all(is_it)).then_some(first.path.as_str())
    }

    /// What the text has written there may be there no longer.
    pub(crate) fn take_away(&mut self, place: &Place) {
        let is_named = |path: &str| {
            place.spots.iter().any(|spot| match &spot.glob {
                Some(glob) => fits(glob, path),
                None => path
                    .strip_prefix(&*spot.path)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('/')),
            })
        };
        if self.files.keys().any(|path| is_named(path)) {
            let files = Rc::make_mut(&mut self.files).iter_mut();
            for (_, written) in files.filter(|(path, _)| is_named(path)) {
                written.content = perhaps(&written.content);
            }
        }
    }

    /// Whether a file may hold more than the text has written there: something that lies on the disk.
    pub(crate) fn holds_more(&self, place: &Place) -> bool {
        place.spots.iter().any(|spot| match self.files.get(&spot.path) {
            Some(written) => written.perhaps,
            None => self.scene.world.kind(&spot.path) != crate::scene::Kind::Nothing,
        })
    }

    /// Remembers what lies at a path elsewhere, where another file may lie here.
    pub(crate) fn store_perhaps(&mut self, place: &Place, content: &Value) {
        for spot in place.spots.iter().filter(|spot| spot.is_one()) {
            let before = self.files.get(&spot.path);
            let content = before.map_or_else(|| content.clone(), |before| either(&before.content, content));
            let written = Written { content, perhaps: true };
            Rc::make_mut(&mut self.files).insert(spot.path.clone(), written);
        }
    }

    fn keep(&mut self, path: String, content: Value) {
        Rc::make_mut(&mut self.files).insert(path, Written { content, perhaps: false });
    }

    /// Remembers that what lies below a directory has come over the network.
    pub(crate) fn fetch(&mut self, directory: &Place, from: &Sources) {
        for spot in directory.spots.iter().filter(|_| from.has_network() || from.has_clone()) {
            let below = format!("{}/", spot.path.trim_end_matches('/'));
            self.keep(below, Value::Unknown(from.clone()));
        }
    }

    /// Whether a directory around it was fetched by the text, where nothing was before.
    pub(crate) fn came_with_a_directory(&self, path: &str) -> bool {
        self.fetched(path).is_some()
    }

    /// What the text has written to a file, or fetched with a directory around it; to any of several.
    pub(crate) fn written(&self, place: &Place) -> Option<Value> {
        self.each_written(place).into_iter().reduce(|one, other| either(&one, &other))
    }

    /// Whether the text has written any file.
    pub(crate) fn has_written(&self) -> bool {
        !self.files.is_empty() || !self.unplaced.is_empty()
    }

    /// The file that standard input is the content of, if the text has written it.
    pub(crate) fn fed_file(&self) -> Sources {
        let path = self.stdin.known().filter(|text| !text.is_empty()).and_then(|text| {
            self.written_files().find(|(_, content)| content.known() == Some(text)).map(|(path, _)| path)
        });
        let place = path.map(|path| self.place(&Value::Known(path.to_owned())));
        place.map_or(Sources::NONE, |place| Sources::from(Source::File(place)))
    }

    /// The files that the text has written, and what to them.
    pub(crate) fn written_files(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.files.iter().map(|(path, written)| (path.as_str(), &written.content))
    }

    /// What the text has written, for each of several files.
    pub(crate) fn each_written(&self, place: &Place) -> Vec<Value> {
        let mut all: Vec<Value> = Vec::new();
        if !self.unplaced.is_empty() {
            all.extend(unplaced_name(place).and_then(|name| self.unplaced.get(name)).cloned());
        }
        if self.files.is_empty() {
            return all;
        }
        let mut add = |own: &Written| {
            if !all.contains(&own.content) {
                all.push(own.content.clone());
            }
        };
        for spot in &place.spots {
            match &spot.glob {
                Some(glob) => {
                    // Where they part before the first star, there is nothing to try.
                    let start = glob.split(['*', '?', '[', '\\']).next().unwrap_or_default();
                    let fitting =
                        |(path, _): &(&String, &Written)| path.starts_with(start) && fits(glob, path);
                    self.files.iter().filter(fitting).for_each(|(_, own)| add(own));
                }
                None => {
                    let own = self.files.get(&spot.path).or_else(|| self.fetched(&spot.path));
                    own.into_iter().for_each(&mut add);
                }
            }
        }
        all
    }

    /// Of several files, those that may still hold what lies on the disk.
    pub(crate) fn unwritten(&self, place: &Place) -> Place {
        let mut left = place.clone();
        if self.files.is_empty() {
            return left;
        }
        left.spots.retain(|spot| match self.files.get(&spot.path).or_else(|| self.fetched(&spot.path)) {
            Some(written) => {
                written.perhaps && self.scene.world.kind(&spot.path) != crate::scene::Kind::Nothing
            }
            None => true,
        });
        left
    }

    /// Where a file comes from that was not there before.
    fn fetched(&self, path: &str) -> Option<&Written> {
        let around = path.match_indices('/').map(|(at, _)| path.get(..=at).unwrap_or_default());
        let from = around
            .filter_map(|directory| self.files.get(directory))
            .find(|from| from.content.sources().has_network() || from.content.sources().has_clone());
        let there = |kind| matches!(kind, crate::scene::Kind::File | crate::scene::Kind::Directory);
        from.filter(|_| !there(self.scene.world.kind(path)))
    }

    /// A process of its own has written files that are there afterwards.
    pub(crate) fn keep_files(&mut self, other: &Self) {
        if !Rc::ptr_eq(&self.files, &other.files) {
            self.files = Rc::clone(&other.files);
        }
        if !Rc::ptr_eq(&self.unplaced, &other.unplaced) {
            self.unplaced = Rc::clone(&other.unplaced);
        }
        if !Rc::ptr_eq(&self.links, &other.links) {
            self.links = Rc::clone(&other.links);
        }
        self.course = other.course.clone();
    }

    /// The place that a word's value names from here.
    pub(crate) fn place(&self, value: &Value) -> Place {
        // At the end of a line that another system has ended; whoever wrote it means the file without it.
        let line_end = value.known().and_then(|text| text.strip_suffix('\r'));
        let line_end = line_end.map(|text| Value::Known(text.to_owned()));
        let value = line_end.as_ref().unwrap_or(value);
        let mut place = self.scene.place(value, &self.cwd);
        if let (Value::Unknown(_), Some(cwd)) = (&self.cwd, &self.cwd_if_empty)
            && !value.prefix().starts_with('/')
        {
            let here = self.scene.place(value, cwd).spots.into_iter();
            place.spots.extend(here.map(|spot| Spot { if_empty: true, ..spot }));
        }
        if self.globs_hidden {
            add_hidden(&mut place);
        }
        if !self.links.is_empty() {
            self.follow_links(&mut place);
        }
        if let Some(mounts) = &self.elsewhere {
            place.elsewhere = true;
            place.anew = self.anew;
            for spot in &mut place.spots {
                if let Some(here) = mounts.iter().find_map(|mount| mount.here(&spot.path)) {
                    spot.path = here;
                    place.elsewhere = false;
                }
            }
        }
        place
    }

    /// A path through a link of the text also names what the link leads to, and what that leads to.
    fn follow_links(&self, place: &mut Place) {
        let (named, mut next) = (place.spots.len(), 0);
        while let Some(spot) = place.spots.get(next).cloned() {
            next += 1;
            for path in self.behind(&spot.path) {
                if place.spots.len() - named >= MAX_BEHIND {
                    place.cut = true;
                    return;
                }
                if !place.spots.iter().any(|other| other.path == path && other.reach == spot.reach) {
                    place.spots.push(Spot { path, ..spot.clone() });
                }
            }
        }
    }

    /// Where the links lead that a path goes through.
    fn behind(&self, path: &str) -> Vec<String> {
        let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
        let mut all = Vec::new();
        for (name, rest) in ends.filter_map(|at| path.split_at_checked(at)) {
            for target in self.links.get(name).into_iter().flatten() {
                all.push(crate::normalise(&format!("{target}{rest}"), "/"));
            }
        }
        all
    }

    /// What a file holds: what the text has written to it, or its own content, unseen.
    pub(crate) fn content(&self, place: &Place) -> Value {
        match self.written(place) {
            Some(value) => {
                let left = self.unwritten(place);
                if left.spots.is_empty() && !left.open {
                    return value;
                }
                either(&value, &Value::Unknown(Sources::from(Source::File(left))))
            }
            None if place.written == "/dev/null" => Value::Known(String::new()),
            None if is_environment(place) => self.environment(),
            None if is_endless(place) => Value::Unknown(Sources::from(Source::Endless)),
            None => Value::Unknown(Sources::from(Source::File(place.clone()))),
        }
    }
}

impl Mount {
    fn here(&self, path: &str) -> Option<String> {
        let rest = path.strip_prefix(self.inside.trim_end_matches('/'))?;
        (rest.is_empty() || rest.starts_with('/')).then(|| {
            let here = format!("{}{rest}", self.host.trim_end_matches('/'));
            if here.is_empty() { "/".to_owned() } else { here }
        })
    }
}

/// How the path of a file is written that nobody knows before the text runs.
fn unplaced_name(place: &Place) -> Option<&str> {
    let name = place.written.as_str();
    (name.contains('$') && !name.contains('?') && !place.spots.iter().any(Spot::is_one)).then_some(name)
}

/// Devices that give data without end.
fn is_endless(place: &Place) -> bool {
    place
        .spots
        .iter()
        .any(|spot| matches!(spot.path.as_str(), "/dev/zero" | "/dev/urandom" | "/dev/random" | "/dev/full"))
}

/// `/proc/self/environ` holds every variable of a process.
fn is_environment(place: &Place) -> bool {
    let named = place.written.starts_with("/proc/") && place.written.ends_with("/environ");
    named || place.spots.iter().any(|spot| spot.path.starts_with("/proc/") && spot.path.ends_with("/environ"))
}

/// What a glob names besides, where a star stands for a dot too.
fn add_hidden(place: &mut Place) {
    let hidden = |spot: &Spot| {
        let (directory, name) = spot.glob.as_deref()?.rsplit_once('/')?;
        let glob = name.starts_with(['*', '?', '[']).then(|| format!("{directory}/.{name}"));
        Some(Spot { glob: Some(glob?), ..spot.clone() })
    };
    let more: Vec<Spot> = place.spots.iter().filter_map(hidden).collect();
    place.spots.extend(more);
}
