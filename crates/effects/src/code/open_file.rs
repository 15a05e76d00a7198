//! Open files: what is read from them, and what is added to them.

use std::rc::Rc;

use super::Step;
use super::arguments::Arguments;
use super::datum::{Datum, Origin};
use super::deed::is_address;
use super::machine::Machine;
use super::meaning::Reading;
use super::thing::{Handle, Thing};
use crate::value::Value;

impl Machine<'_> {
    /// `open(path, mode)`
    pub(super) fn open(&mut self, arguments: &Arguments) -> Thing {
        let thing = arguments.thing(0);
        if let Some(command) = thing.known().and_then(|text| text.strip_prefix('|')) {
            let datum = Datum::known(command);
            let origin = Origin::Shell(datum.value.clone());
            self.shell(datum);
            return Thing::of(Datum::from_origin(origin));
        }
        let path = thing.datum();
        if is_address(&path.value) {
            return self.fetch(arguments, 0);
        }
        let mode = arguments.option("mode").or_else(|| arguments.get(1));
        let access = match mode {
            None | Some(Thing::Function(_) | Thing::Table(_)) => Access::Read,
            Some(Thing::Named(flag)) if flag.ends_with("RDONLY") => Access::Read,
            Some(Thing::Named(_)) => Access::Write,
            Some(mode) => match mode.known() {
                Some(mode) if mode.contains('+') && mode.contains('r') => Access::Both,
                Some(mode) if mode.contains(['w', 'a', 'x', 'c', '+']) => Access::Write,
                Some(_) => Access::Read,
                None => Access::Both,
            },
        };
        self.open_path(path, access)
    }

    pub(super) fn open_path(&mut self, path: Datum, access: Access) -> Thing {
        let content = self.content_of(&path.value);
        match access {
            Access::Read | Access::Both => {
                self.emit(Step::Read(path.value.clone()));
            }
            Access::Write => {}
        }
        let step = match access {
            Access::Write | Access::Both => {
                Some(self.emit(Step::Write(path.value.clone(), Datum::known(""))))
            }
            Access::Read => None,
        };
        Thing::Handle(Rc::new(Handle { path, step, content }))
    }

    /// What a file holds, if this code or the text around it has written it.
    pub(super) fn content_of(&mut self, path: &Value) -> Option<Datum> {
        if is_standard_input(path) {
            return Some(Datum::of(self.surroundings.stdin.clone()));
        }
        match self.written_here(path) {
            // Perhaps it was only added.
            Some(content) => Some(Datum { origins: vec![Origin::File(path.clone())], ..content }),
            None => (self.surroundings.written)(path).map(Datum::of),
        }
    }

    /// Standard input, as an open file.
    pub(super) fn standard_input(&self) -> Thing {
        let content = Some(Datum::of(self.surroundings.stdin.clone()));
        Thing::Handle(Rc::new(Handle { path: Datum::known("/dev/stdin"), step: None, content }))
    }

    /// `file.write(text)`
    pub(super) fn append_to(&mut self, arguments: &Arguments) -> Thing {
        let target = arguments.thing(0);
        let data: Vec<Datum> = arguments.things().skip(1).flat_map(Thing::data).collect();
        match &target {
            Thing::Handle(handle) => {
                if let Some(step) = handle.step {
                    for datum in &data {
                        self.append(step, datum);
                    }
                }
            }
            Thing::Connection(address) => self.send(data, &address.value),
            Thing::Named(name) if name.contains("stdout") || name.contains("STDOUT") => {
                for datum in data {
                    self.put_out(datum);
                }
            }
            // What goes into a program may be what a shell runs.
            Thing::Method(_) | Thing::Text(_) => {
                self.feed(arguments);
            }
            _ => {}
        }
        target
    }
}

/// `file.read()`, `file.readline()`
pub(super) fn content(thing: &Thing, how: Reading) -> Thing {
    match (thing, how) {
        (Thing::Handle(handle), Reading::Whole) => Thing::of(handle.datum()),
        (Thing::Handle(handle), Reading::Line) => Thing::of(handle.line()),
        (other, Reading::Whole | Reading::Line) => other.derived(),
    }
}

/// Whether a path stands for what is given on standard input.
pub(super) fn is_standard_input(path: &Value) -> bool {
    matches!(path.known(), Some("/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0" | "php://stdin" | "-"))
}

/// What an open file is open for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    Read,
    Write,
    Both,
}
