//! What code finds around it: variables, arguments, home, the directory for temporary files.

use std::rc::Rc;

use super::Language;
use super::arguments::Arguments;
use super::datum::Datum;
use super::machine::Machine;
use super::meaning::Constant;
use super::open_file::Access;
use super::thing::Thing;
use crate::source::Source;
use crate::value::{Hole, Piece, Value};

impl Machine<'_> {
    pub(super) fn constant(&mut self, constant: Constant, arguments: &[Thing]) -> Thing {
        match constant {
            Constant::Environment => Thing::Environment,
            Constant::Variable => self.variable_by_argument(arguments),
            Constant::Property => self.property(arguments),
            Constant::Home => Thing::of(self.home()),
            Constant::HomePath => Thing::path(self.home()),
            Constant::Here => Thing::text("."),
            Constant::HerePath => Thing::path(Datum::known(".")),
            Constant::Temporary => Thing::of(temporary()),
            Constant::TemporaryPath => Thing::text("/tmp"),
            Constant::TemporaryFile => self.open_path(temporary(), Access::Write),
            Constant::Connection => Thing::Connection(Rc::new(Datum::unknown())),
            Constant::Arguments if !self.is(Language::Lua) => Thing::list(self.given().collect()),
            // There, the program is the first of them, however it is run.
            Constant::ArgumentsWithProgram
                if self.is(Language::Python) || self.is(Language::Php) || self.is(Language::Awk) =>
            {
                Thing::list(std::iter::once(Thing::unknown()).chain(self.given()).collect())
            }
            // Lua counts from one.
            Constant::Arguments | Constant::ArgumentsWithProgram => {
                // Whether the text counts among them depends on how it is run: each may be any.
                let any = Thing::list(self.given().collect());
                let count = self.surroundings.arguments.len();
                let some = std::iter::repeat_n(any.element(), if count == 0 { 0 } else { count + 1 });
                Thing::list(std::iter::once(Thing::unknown()).chain(some).collect())
            }
            Constant::Stdin => self.standard_input(),
            Constant::Line => Thing::of(self.standard_line()),
            Constant::Fed => self.files_or_input(),
            Constant::Secret => {
                Thing::of(Datum::from_source(Source::Secret("the credentials of an application")))
            }
            Constant::Machine => Thing::of(Datum::from_source(Source::Machine)),
            Constant::Globals => {
                let bound = self.variables.iter().map(|(name, thing)| (name.to_string(), thing.clone()));
                let entries: Vec<(String, Thing)> = bound.take(64).collect();
                if entries.is_empty() { Thing::named("") } else { Thing::Table(Rc::new(entries)) }
            }
            Constant::Everything if arguments.is_empty() || self.is(Language::Python) => {
                Thing::named("Everything")
            }
            Constant::Everything => Thing::list(arguments.to_vec()).derived(),
            Constant::Regex => Thing::named("RegExp"),
            Constant::Nothing => Thing::unknown(),
        }
    }

    /// What a filter reads: the files that it is given as arguments, or else standard input.
    pub(super) fn files_or_input(&mut self) -> Thing {
        let files = Thing::list(self.given().collect());
        match &files {
            Thing::List(given) if !given.is_empty() => self.read_file(&Arguments::of([files])),
            _ => Thing::of(self.standard_line()),
        }
    }

    /// What is read from standard input by the line.
    pub(super) fn standard_line(&self) -> Datum {
        match self.standard_input() {
            Thing::Handle(handle) => handle.line(),
            other => other.datum(),
        }
    }

    fn given(&self) -> impl Iterator<Item = Thing> {
        self.surroundings.arguments.iter().map(|argument| Thing::of(Datum::of(argument.clone())))
    }

    /// The home directory, as far as it is known.
    pub(super) fn home(&self) -> Datum {
        match self.surroundings.home {
            Some(home) => Datum::known(home),
            None => Datum::variable("HOME"),
        }
    }

    /// `System.getProperty("user.home")`: what the JVM is told of its surroundings.
    fn property(&self, arguments: &[Thing]) -> Thing {
        match arguments.first().and_then(Thing::known) {
            Some("user.home") => Thing::of(self.home()),
            Some("user.dir") => Thing::text("."),
            Some("java.io.tmpdir") => Thing::text("/tmp"),
            Some(_) | None => Thing::unknown(),
        }
    }

    /// `os.environ.get('X', 'default')`, with the environment before it or not.
    fn variable_by_argument(&mut self, arguments: &[Thing]) -> Thing {
        let arguments = match arguments.split_first() {
            Some((Thing::Environment, rest)) => rest,
            _ => arguments,
        };
        let Some(name) = arguments.first() else { return Thing::Environment };
        let value = self.environment_entry(name);
        match arguments.get(1) {
            Some(default) if value.known().is_none() && !matches!(default, Thing::Function(_)) => {
                value.either(default)
            }
            Some(_) | None => value,
        }
    }
}

/// Something new in the directory for temporary files.
fn temporary() -> Datum {
    let name = Piece::Filled(Hole::new("(a new name)"));
    Datum::of(Value::of(vec![Piece::Text("/tmp/".to_owned()), name]))
}
