//! What the shell would know at a point of the text: directory, variables, functions, aliases, files it has written.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use hookward_shell::{Dialect, Statement};

use crate::Scene;
use crate::course::Course;
use crate::held::{Held, either};
use crate::path::Place;
use crate::several::Meanings;
use crate::value::Value;

mod files;
mod join;
mod names;
mod variables;

use self::variables::INHERITED;

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
    /// `$0`, inside `sh -c` and in a script.
    pub(crate) zero: Option<Value>,
    /// The script that is being read, run or sourced: `BASH_SOURCE`.
    pub(crate) script: Option<Rc<Value>>,
    /// Where `popd` leads back to, the next one last.
    pub(crate) pushed: Rc<Vec<Value>>,
    /// Where it would be instead, had the last `cd` failed.
    pub(crate) otherwise: Option<Value>,
    /// Where an unknown `cwd` is if the variable that names it is empty: `cd "$DIR"` then stays where it is.
    /// Without quotes it leads home, and what empties the one place empties the other.
    pub(crate) cwd_if_empty: Option<Value>,
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
    /// Whether that container is made for it.
    pub(crate) anew: bool,
    /// Which shell reads the text.
    pub(crate) dialect: Dialect,
    /// Whether a star stands for a dot too: `shopt -s dotglob`.
    pub(crate) globs_hidden: bool,
    variables: Rc<BTreeMap<String, Held>>,
    casts: Rc<BTreeMap<String, Cast>>,
    exported: Rc<BTreeSet<String>>,
    functions: Meanings<Rc<Statement>>,
    exported_functions: Meanings<Rc<Statement>>,
    aliases: Meanings<String>,
    files: Rc<BTreeMap<String, Written>>,
    /// What was done to files so far, in order.
    pub(crate) course: Course,
    /// What the text has written to files whose paths are known only by how they are written: `x$$.sh`, `"$SCRIPT"`.
    unplaced: Rc<BTreeMap<String, Value>>,
    /// Where each link leads to; to several places if ways have met.
    links: Rc<BTreeMap<String, Vec<String>>>,
    /// What descriptors give that the text has opened.
    inputs: Rc<BTreeMap<u32, Value>>,
    /// Connections that descriptors stand for.
    sockets: Rc<BTreeMap<u32, String>>,
    /// Where descriptors lead that the text has opened to write.
    outputs: Rc<BTreeMap<u32, Place>>,
    /// What the text has put into the list of what was typed, last.
    pub(crate) typed: Option<Value>,
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
            script: None,
            pushed: Rc::default(),
            otherwise: None,
            cwd_if_empty: None,
            arguments: None,
            stdin: Value::unknown(),
            feed: Feed::Given,
            elsewhere: None,
            bare: false,
            anew: false,
            dialect: Dialect::Bash,
            globs_hidden: false,
            variables: Rc::default(),
            casts: Rc::default(),
            exported: Rc::default(),
            functions: Rc::default(),
            exported_functions: Rc::default(),
            aliases: Rc::default(),
            files: Rc::default(),
            course: Course::default(),
            unplaced: Rc::default(),
            links: Rc::default(),
            inputs: Rc::default(),
            sockets: Rc::default(),
            outputs: Rc::default(),
            typed: None,
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

    /// What another shell would know that this one starts: what is exported.
    pub(crate) fn child(&self) -> Self {
        let mut child = self.clone();
        child.script = None;
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

    /// What is written to a descriptor goes there from here on.
    pub(crate) fn open_output(&mut self, descriptor: u32, place: Place) {
        Rc::make_mut(&mut self.outputs).insert(descriptor, place);
    }

    /// How many descriptors the text has opened to write.
    pub(crate) fn outputs_open(&self) -> usize {
        self.outputs.len()
    }

    /// Where a descriptor leads that the text has opened to write.
    pub(crate) fn output(&self, descriptor: u32) -> Option<&Place> {
        self.outputs.get(&descriptor)
    }

    /// The connection that a descriptor stands for.
    pub(crate) fn socket(&self, descriptor: u32) -> Option<&str> {
        self.sockets.get(&descriptor).map(String::as_str)
    }
}
