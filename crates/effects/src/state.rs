//! What the shell would know at a point of the text: directory, variables, functions, aliases, files it has written.

use std::collections::BTreeMap;
use std::rc::Rc;

use hookward_shell::Statement;

use crate::Scene;
use crate::path::Place;
use crate::source::{Source, Sources};
use crate::value::{Hole, MAX_FEW, Piece, Value};

/// What a variable holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    Scalar(Value),
    Array(Vec<Value>),
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
    /// Where it would be instead, had the last `cd` failed.
    pub(crate) otherwise: Option<Value>,
    /// `$1`, `$2`, …; `None` if they are not known.
    pub(crate) arguments: Option<Vec<Value>>,
    /// What standard input gives.
    pub(crate) stdin: Value,
    /// Whether it runs on another machine or in a container, and what of this one it sees there.
    pub(crate) elsewhere: Option<Rc<Vec<Mount>>>,
    variables: Rc<BTreeMap<String, Held>>,
    functions: Rc<BTreeMap<String, Rc<Statement>>>,
    aliases: Rc<BTreeMap<String, String>>,
    files: Rc<BTreeMap<String, Value>>,
    links: Rc<BTreeMap<String, String>>,
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
            otherwise: None,
            arguments: None,
            stdin: Value::unknown(),
            elsewhere: None,
            variables: Rc::default(),
            functions: Rc::default(),
            aliases: Rc::default(),
            files: Rc::default(),
            links: Rc::default(),
        }
    }

    /// How much a copy of it costs.
    pub(crate) fn size(&self) -> usize {
        1 + self.variables.len() / 8
    }

    pub(crate) fn assign(&mut self, name: &str, value: Value) {
        Rc::make_mut(&mut self.variables).insert(name.to_owned(), Held::Scalar(value));
    }

    pub(crate) fn assign_array(&mut self, name: &str, values: Vec<Value>) {
        Rc::make_mut(&mut self.variables).insert(name.to_owned(), Held::Array(values));
    }

    /// What a variable holds, to be put back.
    pub(crate) fn saved(&self, name: &str) -> Option<Held> {
        self.variables.get(name).cloned()
    }

    pub(crate) fn put_back(&mut self, name: &str, held: Option<Held>) {
        let variables = Rc::make_mut(&mut self.variables);
        match held {
            Some(held) => variables.insert(name.to_owned(), held),
            None => variables.remove(name),
        };
    }

    pub(crate) fn forget(&mut self, name: &str) {
        self.assign(name, Value::unknown());
    }

    /// The value of a variable that the text has set, or that is known of every shell.
    pub(crate) fn variable(&self, name: &str) -> Option<Value> {
        match self.variables.get(name) {
            Some(Held::Scalar(value)) => return Some(value.clone()),
            Some(Held::Array(values)) => return Some(values.first().cloned().unwrap_or_else(Value::unknown)),
            None => {}
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

    /// All values of an array, or the one of a variable.
    pub(crate) fn elements(&self, name: &str) -> Option<Vec<Value>> {
        match self.variables.get(name)? {
            Held::Array(values) => Some(values.clone()),
            Held::Scalar(value) => Some(vec![value.clone()]),
        }
    }

    pub(crate) fn define(&mut self, name: &str, body: Rc<Statement>) {
        Rc::make_mut(&mut self.functions).insert(name.to_owned(), body);
    }

    pub(crate) fn function(&self, name: &str) -> Option<Rc<Statement>> {
        self.functions.get(name).cloned()
    }

    pub(crate) fn unset_function(&mut self, name: &str) {
        Rc::make_mut(&mut self.functions).remove(name);
    }

    pub(crate) fn alias(&mut self, name: &str, text: &str) {
        Rc::make_mut(&mut self.aliases).insert(name.to_owned(), text.to_owned());
    }

    pub(crate) fn alias_of(&self, name: &str) -> Option<&str> {
        self.aliases.get(name).map(String::as_str)
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
        Rc::make_mut(&mut self.links).insert(name, target);
    }

    /// Remembers that the text has made a directory.
    pub(crate) fn make(&mut self, place: &Place) {
        for spot in &place.spots {
            Rc::make_mut(&mut self.files).insert(format!("{}/", spot.path), Value::unknown());
        }
    }

    /// Whether the text has made a directory, or something in it.
    pub(crate) fn has_made(&self, path: &str) -> bool {
        let below = format!("{path}/");
        self.files.range(below.clone()..).next().is_some_and(|(made, _)| made.starts_with(&below))
    }

    /// Remembers what the text has written to a file.
    pub(crate) fn store(&mut self, place: &Place, content: &Value) {
        for spot in place.spots.iter().filter(|spot| spot.is_one()) {
            Rc::make_mut(&mut self.files).insert(spot.path.clone(), content.clone());
        }
    }

    /// What the text has written to a file.
    pub(crate) fn written(&self, place: &Place) -> Option<&Value> {
        place.spots.iter().find_map(|spot| self.files.get(&spot.path))
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

    pub(crate) fn same_variables(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.variables, &other.variables) || self.variables == other.variables
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

    /// A path through a link of the text also names what the link leads to.
    fn follow_links(&self, place: &mut Place) {
        let through = |path: &str| {
            self.links.iter().find_map(|(name, target)| {
                let rest = path.strip_prefix(name.as_str())?;
                (rest.is_empty() || rest.starts_with('/')).then(|| format!("{target}{rest}"))
            })
        };
        let behind: Vec<_> = place
            .spots
            .iter()
            .filter_map(|spot| Some(crate::Spot { path: through(&spot.path)?, ..spot.clone() }))
            .collect();
        place.spots.extend(behind);
    }

    /// What a file holds: what the text has written to it, or its own content, unseen.
    pub(crate) fn content(&self, place: &Place) -> Value {
        match self.written(place) {
            Some(value) => value.clone(),
            None if place.written == "/dev/null" => Value::Known(String::new()),
            None if is_environment(place) => Value::Unknown(Sources::from(Source::Environment)),
            None if is_endless(place) => Value::Unknown(Sources::from(Source::Endless)),
            None => Value::Unknown(Sources::from(Source::File(place.clone()))),
        }
    }

    /// What the two states do not agree on is one or the other afterwards.
    pub(crate) fn join(&mut self, other: &Self) {
        if self.cwd != other.cwd {
            self.cwd = either(&self.cwd, &other.cwd);
        }
        if !Rc::ptr_eq(&self.variables, &other.variables) {
            let mut joined = (*self.variables).clone();
            for (name, held) in other.variables.iter() {
                let both = match joined.get(name) {
                    Some(mine) if mine == held => continue,
                    Some(Held::Scalar(mine)) => match held {
                        Held::Scalar(theirs) => Held::Scalar(either(mine, theirs)),
                        Held::Array(_) => Held::Scalar(Value::unknown()),
                    },
                    Some(Held::Array(_)) => Held::Scalar(Value::unknown()),
                    None => perhaps(held),
                };
                joined.insert(name.clone(), both);
            }
            for (name, held) in &mut joined {
                if !other.variables.contains_key(name) {
                    *held = perhaps(held);
                }
            }
            self.variables = Rc::new(joined);
        }
        if !Rc::ptr_eq(&self.functions, &other.functions) {
            let functions = Rc::make_mut(&mut self.functions);
            functions.extend(other.functions.iter().map(|(name, body)| (name.clone(), body.clone())));
        }
        if !Rc::ptr_eq(&self.files, &other.files) {
            let files = Rc::make_mut(&mut self.files);
            files.extend(other.files.iter().map(|(path, content)| (path.clone(), content.clone())));
        }
        if !Rc::ptr_eq(&self.aliases, &other.aliases) {
            let aliases = Rc::make_mut(&mut self.aliases);
            aliases.extend(other.aliases.iter().map(|(name, text)| (name.clone(), text.clone())));
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

/// One value or the other.
pub(crate) fn either(one: &Value, other: &Value) -> Value {
    if one == other {
        return one.clone();
    }
    let texts: Vec<String> = one.texts().iter().chain(other.texts()).cloned().collect();
    if texts.is_empty() || texts.len() > MAX_FEW {
        return Value::Unknown(one.sources().and(&other.sources()));
    }
    Value::Few(texts)
}

/// A value that may not have been assigned.
fn perhaps(held: &Held) -> Held {
    match held {
        Held::Scalar(Value::Known(text)) => Held::Scalar(Value::Few(vec![text.clone()])),
        Held::Scalar(value) => Held::Scalar(value.clone()),
        Held::Array(values) => Held::Array(values.clone()),
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
