//! What the shell would know at a point of the text: directory, variables, functions, aliases, files it has written.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use hookward_shell::Statement;

use crate::Scene;
use crate::held::{Held, either, either_list};
use crate::path::Place;
use crate::several::{Meanings, Several, join_meanings};
use crate::source::{Source, Sources};
use crate::value::{Hole, Piece, Value};

/// Variables that a shell has from outside, so that a change of them reaches the programs that it runs.
const INHERITED: &[&str] = &[
    "HOME", "PATH", "USER", "LOGNAME", "SHELL", "TERM", "LANG", "PWD", "OLDPWD", "TMPDIR", "EDITOR",
    "VISUAL", "PAGER", "DISPLAY", "SHLVL", "_",
];

/// Links are followed to so many places.
const MAX_BEHIND: usize = 32;

/// Names for names are followed this far.
const MAX_REFERENCES: usize = 8;

/// What happens to all that is assigned to a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cast {
    /// `declare -i`
    Integer,
    /// `declare -u`
    Upper,
    /// `declare -l`
    Lower,
    /// One of them, or none: ways meet that do not agree.
    Open,
}

/// What the text has written to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Written {
    content: Value,
    /// Whether it may not have been written: what was on the disk may still be there.
    perhaps: bool,
}

/// What the shell would know at a point of the text. A copy is cheap: the maps are shared until one of them changes.
#[derive(Clone)]
pub(crate) struct State<'a> {
    pub(crate) scene: Scene<'a>,
    /// The working directory.
    pub(crate) cwd: Value,
    /// Where it was before: `cd -`.
    pub(crate) previous: Value,
    /// `$0`, inside `sh -c`.
    pub(crate) zero: Option<Value>,
    /// Where `popd` leads back to, the next one last.
    pub(crate) pushed: Rc<Vec<Value>>,
    /// Where it would be instead, had the last `cd` failed.
    pub(crate) otherwise: Option<Value>,
    /// `$1`, `$2`, …; `None` if they are not known.
    pub(crate) arguments: Option<Rc<Vec<Value>>>,
    /// What standard input gives.
    pub(crate) stdin: Value,
    /// How standard input came about.
    pub(crate) feed: Feed,
    /// Whether it runs on another machine or in a container, and what of this one it sees there.
    pub(crate) elsewhere: Option<Rc<Vec<Mount>>>,
    /// Whether it runs with no variable of this machine: in a new container that is given none.
    pub(crate) bare: bool,
    variables: Rc<BTreeMap<String, Held>>,
    casts: Rc<BTreeMap<String, Cast>>,
    exported: Rc<BTreeSet<String>>,
    functions: Meanings<Rc<Statement>>,
    exported_functions: Meanings<Rc<Statement>>,
    aliases: Meanings<String>,
    files: Rc<BTreeMap<String, Written>>,
    /// Where each link leads to; to several places if ways have met.
    links: Rc<BTreeMap<String, Vec<String>>>,
    /// What descriptors give that the text has opened.
    inputs: Rc<BTreeMap<u32, Value>>,
    /// Connections that descriptors stand for.
    sockets: Rc<BTreeMap<u32, String>>,
}

/// How what a command is fed came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Feed {
    /// It is written in the text, or a file as it is.
    Given,
    /// A program has made it, and nobody here can say what it is.
    Made,
}

/// A directory of this machine that a container sees under another name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mount {
    /// Here.
    pub(crate) host: String,
    /// There.
    pub(crate) inside: String,
}

impl<'a> State<'a> {
    pub(crate) fn new(scene: Scene<'a>) -> Self {
        Self {
            scene,
            cwd: Value::Known(scene.cwd.to_owned()),
            previous: Value::unknown(),
            zero: None,
            pushed: Rc::default(),
            otherwise: None,
            arguments: None,
            stdin: Value::unknown(),
            feed: Feed::Given,
            elsewhere: None,
            bare: false,
            variables: Rc::default(),
            casts: Rc::default(),
            exported: Rc::default(),
            functions: Rc::default(),
            exported_functions: Rc::default(),
            aliases: Rc::default(),
            files: Rc::default(),
            links: Rc::default(),
            inputs: Rc::default(),
            sockets: Rc::default(),
        }
    }

    /// How much a copy of it costs.
    pub(crate) fn size(&self) -> usize {
        // What is shared is copied once one of the two changes it.
        let names = self.variables.len() + 4 * self.files.len() + self.links.len();
        let meanings = self.functions.len() + self.exported_functions.len() + self.aliases.len();
        // A text is copied at once, and fast.
        let stdin = self.stdin.known().map_or(0, str::len);
        1 + (names + meanings + self.exported.len()) / 8 + stdin / 1024
    }

    pub(crate) fn assign(&mut self, name: &str, value: Value) {
        let name = self.referred(name).to_owned();
        let value = match self.casts.get(&name) {
            Some(cast) => cast.apply(value),
            None => value,
        };
        let variables = Rc::make_mut(&mut self.variables);
        match variables.get_mut(&name) {
            // An array's name alone is its first element.
            Some(Held::Array(array)) => {
                array.values.insert(0, value);
            }
            _ => {
                variables.insert(name, Held::Scalar(value));
            }
        }
    }

    pub(crate) fn assign_array(&mut self, name: &str, values: Vec<Value>) {
        let name = self.referred(name).to_owned();
        self.hold(&name, Held::list(values));
    }

    /// Puts something in the place of what a variable holds.
    pub(crate) fn hold(&mut self, name: &str, held: Held) {
        Rc::make_mut(&mut self.variables).insert(name.to_owned(), held);
    }

    /// Gives a variable back what it held.
    pub(crate) fn restore(&mut self, name: &str, held: Option<Held>) {
        match held {
            Some(held) => self.hold(name, held),
            None => {
                Rc::make_mut(&mut self.variables).remove(name);
            }
        }
    }

    pub(crate) fn forget(&mut self, name: &str) {
        self.assign(name, Value::unknown());
    }

    /// The variable that a name stands for: itself, unless it is a `declare -n`.
    pub(crate) fn referred<'n>(&'n self, name: &'n str) -> &'n str {
        let mut name = name;
        for _ in 0..MAX_REFERENCES {
            match self.variables.get(name) {
                Some(Held::Reference(to)) => name = to,
                _ => break,
            }
        }
        name
    }

    pub(crate) fn held(&self, name: &str) -> Option<&Held> {
        self.variables.get(self.referred(name))
    }

    /// What a name itself holds, and not what it refers to.
    pub(crate) fn own(&self, name: &str) -> Option<&Held> {
        self.variables.get(name)
    }

    pub(crate) fn cast(&mut self, name: &str, cast: Option<Cast>) {
        if let Some(cast) = cast {
            Rc::make_mut(&mut self.casts).insert(name.to_owned(), cast);
        } else if self.casts.contains_key(name) {
            Rc::make_mut(&mut self.casts).remove(name);
        }
    }

    pub(crate) fn is_integer(&self, name: &str) -> bool {
        matches!(self.casts.get(name), Some(Cast::Integer | Cast::Open))
    }

    /// `unset 'a[1]'`
    pub(crate) fn unset_element(&mut self, name: &str, key: &str) {
        let name = self.referred(name).to_owned();
        let unset = match Rc::make_mut(&mut self.variables).get_mut(&name) {
            Some(Held::Array(array)) => key.parse::<i64>().is_ok_and(|key| {
                array.values.remove(&key);
                key >= 0 && array.loose.is_none()
            }),
            Some(Held::Map(values)) => {
                values.remove(key);
                true
            }
            _ => false,
        };
        if !unset {
            self.hold(&name, Held::Scalar(Value::unknown()));
        }
    }

    /// `a[key]=value`
    pub(crate) fn assign_element(&mut self, name: &str, key: &Value, value: Value) {
        let name = self.referred(name).to_owned();
        let variables = Rc::make_mut(&mut self.variables);
        let held = variables.entry(name).or_insert(Held::Unset);
        if let Held::Map(values) = held {
            match key.known() {
                Some(key) => {
                    values.insert(key.to_owned(), value);
                }
                None => *held = Held::Scalar(Value::unknown()),
            }
            return;
        }
        if !matches!(held, Held::Array(_)) {
            *held = Held::list(held.elements());
        }
        let Held::Array(array) = held else { return };
        let end = array.end();
        match key.known().and_then(|key| key.trim().parse::<i64>().ok()) {
            Some(index) => {
                array.values.insert(if index < 0 { end.saturating_add(index) } else { index }, value);
            }
            // It is one of those that are there, or one more.
            None => {
                array.values.insert(end, value);
                array.loose = Some(0);
            }
        }
    }

    /// From this element on nobody counts those of an array.
    pub(crate) fn loosen(&mut self, name: &str, from: i64) {
        if let Some(Held::Array(array)) = Rc::make_mut(&mut self.variables).get_mut(name) {
            array.loose = Some(array.loose.map_or(from, |loose| loose.min(from)));
        }
    }

    /// From here on programs get the variable. Gives whether they did before.
    pub(crate) fn export(&mut self, name: &str) -> bool {
        self.exported.contains(name) || !Rc::make_mut(&mut self.exported).insert(name.to_owned())
    }

    pub(crate) fn unexport(&mut self, name: &str) {
        if self.exported.contains(name) {
            Rc::make_mut(&mut self.exported).remove(name);
        }
    }

    /// What another shell would know that this one starts: what is exported.
    pub(crate) fn child(&self) -> Self {
        let mut child = self.clone();
        child.functions = Rc::clone(&self.exported_functions);
        child.casts = Rc::default();
        child.hide_aliases();
        let is_exported = |name: &str| self.exported.contains(name) || INHERITED.contains(&name);
        if self.variables.keys().all(|name| is_exported(name)) {
            return child;
        }
        for (name, held) in Rc::make_mut(&mut child.variables) {
            if is_exported(name) {
                continue;
            }
            *held = match held {
                // It has no such variable, unless this one had it from outside.
                Held::Scalar(value) => Held::Scalar(either(value, &Value::Known(String::new()))),
                Held::Array(_) | Held::Map(_) | Held::Reference(_) | Held::Unset => Held::Unset,
            };
        }
        child
    }

    /// The value of a variable that the text has set, or that is known of every shell.
    pub(crate) fn variable(&self, name: &str) -> Option<Value> {
        if let Some(held) = self.held(name) {
            return Some(held.first());
        }
        match name {
            "HOME" => self.scene.home.map(|home| Value::Known(home.to_owned())),
            "PWD" => Some(self.cwd.clone()),
            "OLDPWD" => Some(self.previous.clone()),
            "SHELL" | "BASH" => Some(Value::Known("/bin/bash".to_owned())),
            "IFS" => Some(Value::Known(" \t\n".to_owned())),
            // Wherever it is, it is a place for temporary files.
            "TMPDIR" | "TMP" | "TEMP" => Some(Value::Known("/tmp".to_owned())),
            "XDG_CONFIG_HOME" => self.scene.home.map(|home| Value::Known(format!("{home}/.config"))),
            // What is not set by anybody: numbers and names of the shell's own.
            "RANDOM" | "SECONDS" | "LINENO" | "BASHPID" | "PPID" | "UID" | "EUID" | "SHLVL" | "COLUMNS"
            | "LINES" => Some(Value::of(vec![Piece::Filled(Hole::new(format!("${name}")))])),
            "USER" | "LOGNAME" | "HOSTNAME" => Some(Value::of(vec![Piece::Filled(Hole {
                written: format!("${name}"),
                sources: Sources::from(Source::Machine),
            })])),
            _ => None,
        }
    }

    /// What a program shows that shows every variable.
    pub(crate) fn environment(&self) -> Value {
        if self.bare { Value::unknown() } else { Value::Unknown(Sources::from(Source::Environment)) }
    }

    /// All values of an array, or the one of a variable.
    pub(crate) fn elements(&self, name: &str) -> Option<Vec<Value>> {
        self.held(name).map(Held::elements)
    }

    pub(crate) fn define(&mut self, name: &str, body: Rc<Statement>) {
        Rc::make_mut(&mut self.functions).insert(name.to_owned(), Several::one(body));
    }

    pub(crate) fn function(&self, name: &str) -> Option<Several<Rc<Statement>>> {
        self.functions.get(name).cloned()
    }

    pub(crate) fn unset_function(&mut self, name: &str) {
        Rc::make_mut(&mut self.functions).remove(name);
    }

    /// Other shells get the function too.
    pub(crate) fn export_function(&mut self, name: &str) {
        if let Some(body) = self.function(name) {
            Rc::make_mut(&mut self.exported_functions).insert(name.to_owned(), body);
        }
    }

    /// A program that runs others knows nothing of the shell's functions and aliases. Gives what it does not know.
    pub(crate) fn leave_shell(&mut self) -> Names {
        let functions = std::mem::take(&mut self.functions);
        let aliases = Rc::clone(&self.aliases);
        self.hide_aliases();
        Names { functions, aliases }
    }

    /// Back in the shell.
    pub(crate) fn enter_shell(&mut self, names: Names) {
        self.functions = names.functions;
        let git = std::mem::replace(&mut self.aliases, names.aliases);
        if git.iter().any(|(name, told)| self.aliases.get(name).is_none_or(|own| own.all != told.all)) {
            let git = git.iter().map(|(name, text)| (name.clone(), text.clone()));
            Rc::make_mut(&mut self.aliases).extend(git);
        }
    }

    /// Those of git are git's own.
    fn hide_aliases(&mut self) {
        if !self.aliases.keys().all(is_of_programs) {
            Rc::make_mut(&mut self.aliases).retain(|name, _| is_of_programs(name));
        }
    }

    pub(crate) fn alias(&mut self, name: &str, text: &str) {
        Rc::make_mut(&mut self.aliases).insert(name.to_owned(), Several::one(text.to_owned()));
    }

    /// What an alias may stand for.
    pub(crate) fn alias_of(&self, name: &str) -> Option<&Several<String>> {
        self.aliases.get(name)
    }

    pub(crate) fn alias_count(&self) -> usize {
        self.aliases.len()
    }

    pub(crate) fn unalias(&mut self, name: &str) {
        Rc::make_mut(&mut self.aliases).remove(name);
    }

    /// What another state knows of aliases.
    pub(crate) fn keep_aliases(&mut self, other: &Self) {
        self.aliases = Rc::clone(&other.aliases);
    }

    /// An alias of git is not looked up in itself.
    pub(crate) fn forget_git_aliases(&mut self) {
        Rc::make_mut(&mut self.aliases).retain(|name, _| !name.starts_with("git "));
    }

    /// Remembers a link that the text has made.
    pub(crate) fn link(&mut self, target: &str, name: &str) {
        let Some(cwd) = self.cwd.known() else { return };
        // A link's target is seen from where the link lies.
        let name = crate::normalise(name, cwd);
        let directory = name.rsplit_once('/').map_or("/", |(directory, _)| directory);
        let target = crate::normalise(target, directory);
        Rc::make_mut(&mut self.links).insert(name, vec![target]);
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
        // Of several only one is written.
        let perhaps = place.spots.len() > 1;
        for spot in place.spots.iter().filter(|spot| spot.is_one()) {
            match self.files.get(&spot.path) {
                Some(before) if perhaps => {
                    let written = Written { content: either(&before.content, content), ..*before };
                    Rc::make_mut(&mut self.files).insert(spot.path.clone(), written);
                }
                Some(_) | None => {
                    let written = Written { content: content.clone(), perhaps };
                    Rc::make_mut(&mut self.files).insert(spot.path.clone(), written);
                }
            }
        }
    }

    fn keep(&mut self, path: String, content: Value) {
        Rc::make_mut(&mut self.files).insert(path, Written { content, perhaps: false });
    }

    /// Remembers that what lies below a directory has come over the network.
    pub(crate) fn fetch(&mut self, directory: &Place, from: &Sources) {
        for spot in directory.spots.iter().filter(|_| from.has_network()) {
            let below = format!("{}/", spot.path.trim_end_matches('/'));
            self.keep(below, Value::Unknown(from.clone()));
        }
    }

    /// What the text has written to a file, or fetched with a directory around it; to any of several.
    pub(crate) fn written(&self, place: &Place) -> Option<Value> {
        self.each_written(place).into_iter().reduce(|one, other| either(&one, &other))
    }

    /// The files that the text has written, and what to them.
    pub(crate) fn written_files(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.files.iter().map(|(path, written)| (path.as_str(), &written.content))
    }

    /// What the text has written, for each of several files.
    pub(crate) fn each_written(&self, place: &Place) -> Vec<Value> {
        let mut all: Vec<Value> = Vec::new();
        if self.files.is_empty() {
            return all;
        }
        for spot in &place.spots {
            let own = self.files.get(&spot.path).or_else(|| self.fetched(&spot.path));
            if let Some(own) = own.filter(|own| !all.contains(&own.content)) {
                all.push(own.content.clone());
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
            .find(|from| from.content.sources().has_network());
        let there = |kind| matches!(kind, crate::scene::Kind::File | crate::scene::Kind::Directory);
        from.filter(|_| !there(self.scene.world.kind(path)))
    }

    /// A process of its own has written files that are there afterwards.
    pub(crate) fn keep_files(&mut self, other: &Self) {
        if !Rc::ptr_eq(&self.files, &other.files) {
            self.files = Rc::clone(&other.files);
        }
        if !Rc::ptr_eq(&self.links, &other.links) {
            self.links = Rc::clone(&other.links);
        }
    }

    /// Whether a body that ran from one state to the other has left nothing behind itself for its next round.
    pub(crate) fn same_variables(&self, other: &Self) -> bool {
        let same = Rc::ptr_eq(&self.variables, &other.variables) || self.variables == other.variables;
        same && self.arguments == other.arguments
            && self.cwd == other.cwd
            && Rc::ptr_eq(&self.functions, &other.functions)
            && Rc::ptr_eq(&self.aliases, &other.aliases)
    }

    /// Whether files were written, or links made, on the way from one state to the other.
    pub(crate) fn same_files(&self, other: &Self) -> bool {
        let same = Rc::ptr_eq(&self.files, &other.files) || self.files == other.files;
        same && (Rc::ptr_eq(&self.links, &other.links) || self.links == other.links)
    }

    /// What a round of a loop has left open is open in the next one, whatever else it may be.
    pub(crate) fn open(&mut self, before: &Self, round: &Self) {
        for (name, held) in round.variables.iter() {
            if let Held::Scalar(value @ (Value::Unknown(_) | Value::Pattern(_))) = held
                && matches!(before.variables.get(name), Some(Held::Scalar(Value::Few(texts))) if texts.len() > 1)
            {
                self.hold(name, Held::Scalar(Value::Unknown(value.sources())));
            }
        }
    }

    /// What has changed since a round of a loop may change in every round: nobody knows how far.
    pub(crate) fn widen(&mut self, before: &Self) {
        let variables = Rc::make_mut(&mut self.variables);
        for (name, held) in variables.iter_mut() {
            if before.variables.get(name) != Some(held) {
                *held = held.widened();
            }
        }
        if let Some(arguments) = self.arguments.as_mut().filter(|now| before.arguments.as_ref() != Some(now))
        {
            let arguments = Rc::make_mut(arguments);
            let any = arguments.iter().cloned().reduce(|one, other| either(&one, &other));
            for argument in arguments.iter_mut() {
                *argument = any.clone().unwrap_or_else(Value::unknown);
            }
            if before.arguments.as_ref().is_none_or(|before| before.len() < arguments.len()) {
                arguments.push(Value::unknown());
            }
        }
    }

    /// The place that a word's value names from here.
    pub(crate) fn place(&self, value: &Value) -> Place {
        let mut place = self.scene.place(value, &self.cwd);
        if !self.links.is_empty() {
            self.follow_links(&mut place);
        }
        if let Some(mounts) = &self.elsewhere {
            place.elsewhere = true;
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
                    place.spots.push(crate::Spot { path, ..spot.clone() });
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

    /// As below, for variables alone.
    pub(crate) fn join_variables(&mut self, other: &Self) {
        if !Rc::ptr_eq(&self.variables, &other.variables) {
            let joined = Rc::make_mut(&mut self.variables);
            for (name, mine) in joined.iter_mut() {
                match other.variables.get(name) {
                    Some(theirs) if mine == theirs => {}
                    Some(theirs) => *mine = mine.join(theirs),
                    None => *mine = mine.perhaps(),
                }
            }
            for (name, theirs) in other.variables.iter() {
                if !joined.contains_key(name) {
                    joined.insert(name.clone(), theirs.perhaps());
                }
            }
        }
    }

    /// What the two states do not agree on is one or the other afterwards.
    pub(crate) fn join(&mut self, other: &Self) {
        self.join_variables(other);
        // INVARIANT: every part is named, so that none is forgotten.
        let Self {
            scene: _,
            cwd,
            previous,
            zero,
            pushed,
            otherwise,
            arguments,
            stdin,
            feed,
            elsewhere,
            bare,
            variables: _,
            casts,
            exported,
            functions,
            exported_functions,
            aliases,
            files,
            links,
            inputs,
            sockets,
        } = self;
        for (mine, theirs) in [(cwd, &other.cwd), (previous, &other.previous), (stdin, &other.stdin)] {
            if mine != theirs {
                *mine = either(mine, theirs);
            }
        }
        if *zero != other.zero {
            *zero = zero.as_ref().zip(other.zero.as_ref()).map(|(mine, theirs)| either(mine, theirs));
        }
        if !Rc::ptr_eq(pushed, &other.pushed) && *pushed != other.pushed {
            // The next one is the last.
            let turned = |list: &[Value]| list.iter().rev().cloned().collect::<Vec<Value>>();
            let joined = either_list(&turned(pushed), &turned(&other.pushed));
            *pushed = Rc::new(turned(&joined));
        }
        if otherwise.is_none() {
            otherwise.clone_from(&other.otherwise);
        }
        if *arguments != other.arguments {
            *arguments = match (arguments.as_ref(), &other.arguments) {
                (Some(mine), Some(theirs)) => Some(Rc::new(either_list(mine, theirs))),
                (None, _) | (_, None) => None,
            };
        }
        if other.feed == Feed::Made {
            *feed = Feed::Made;
        }
        if *elsewhere != other.elsewhere {
            // Perhaps here.
            *elsewhere = None;
        }
        *bare &= other.bare;
        if !Rc::ptr_eq(casts, &other.casts) && *casts != other.casts {
            let names = casts.keys().chain(other.casts.keys()).cloned();
            let both = |name: String| {
                let (mine, theirs) = (casts.get(&name), other.casts.get(&name));
                let cast = mine.filter(|_| mine == theirs).copied().unwrap_or(Cast::Open);
                (name, cast)
            };
            let joined = names.map(both).collect();
            *casts = Rc::new(joined);
        }
        if !Rc::ptr_eq(exported, &other.exported) {
            Rc::make_mut(exported).extend(other.exported.iter().cloned());
        }
        join_meanings(functions, &other.functions);
        join_meanings(exported_functions, &other.exported_functions);
        join_meanings(aliases, &other.aliases);
        join_files(files, &other.files);
        if !Rc::ptr_eq(links, &other.links) {
            let links = Rc::make_mut(links);
            for (name, targets) in other.links.iter() {
                let mine = links.entry(name.clone()).or_default();
                for target in targets {
                    if !mine.contains(target) {
                        mine.push(target.clone());
                    }
                }
            }
        }
        if !Rc::ptr_eq(inputs, &other.inputs) {
            let inputs = Rc::make_mut(inputs);
            for (descriptor, theirs) in other.inputs.iter() {
                let mine = inputs.entry(*descriptor).or_insert_with(|| theirs.clone());
                *mine = either(mine, theirs);
            }
        }
        if !Rc::ptr_eq(sockets, &other.sockets) {
            let theirs = other.sockets.iter().map(|(descriptor, address)| (*descriptor, address.clone()));
            Rc::make_mut(sockets).extend(theirs);
        }
    }

    /// What a descriptor gives from here on.
    pub(crate) fn open_input(&mut self, descriptor: u32, content: Value) {
        Rc::make_mut(&mut self.inputs).insert(descriptor, content);
    }

    /// What a descriptor gives that the text has opened.
    pub(crate) fn input(&self, descriptor: u32) -> Option<&Value> {
        self.inputs.get(&descriptor)
    }

    /// A descriptor stands for a connection from here on.
    pub(crate) fn connect(&mut self, descriptor: u32, address: String) {
        Rc::make_mut(&mut self.sockets).insert(descriptor, address);
    }

    /// The connection that a descriptor stands for.
    pub(crate) fn socket(&self, descriptor: u32) -> Option<&str> {
        self.sockets.get(&descriptor).map(String::as_str)
    }
}

/// What files hold where two ways meet.
fn join_files(mine: &mut Rc<BTreeMap<String, Written>>, theirs: &Rc<BTreeMap<String, Written>>) {
    if Rc::ptr_eq(mine, theirs) || mine == theirs {
        return;
    }
    let joined = Rc::make_mut(mine);
    for (path, written) in joined.iter_mut() {
        match theirs.get(path) {
            Some(other) if written == other => {}
            Some(other) => {
                written.content = either(&written.content, &other.content);
                written.perhaps |= other.perhaps;
            }
            None => written.perhaps = true,
        }
    }
    for (path, other) in theirs.iter() {
        if !joined.contains_key(path) {
            joined.insert(path.clone(), Written { perhaps: true, ..other.clone() });
        }
    }
}

/// Names of the shell that programs know nothing of.
pub(crate) struct Names {
    functions: Meanings<Rc<Statement>>,
    aliases: Meanings<String>,
}

impl Cast {
    fn apply(self, value: Value) -> Value {
        let change = |text: &String| match self {
            Self::Upper => text.to_uppercase(),
            Self::Lower => text.to_lowercase(),
            Self::Integer | Self::Open => text.clone(),
        };
        match (self, value) {
            (Self::Upper | Self::Lower, Value::Known(text)) => Value::Known(change(&text)),
            (Self::Upper | Self::Lower, Value::Few(texts)) => Value::Few(texts.map(change)),
            (Self::Integer, Value::Known(text)) if text.parse::<i64>().is_ok() => Value::Known(text),
            (_, value) => Value::Unknown(value.sources()),
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

/// What programs were told, kept among the shell's own aliases: of git, and of package managers.
fn is_of_programs(name: impl AsRef<str>) -> bool {
    // No alias of a shell has a blank in its name.
    name.as_ref().contains(' ') || name.as_ref() == "git-branch"
}
