//! What happens to files.

use super::arguments::Arguments;
use super::datum::{Datum, Origin};
use super::deed::is_address;
use super::listing_test::KeptNames;
use super::machine::Machine;
use super::meaning::{At, Listing};
use super::member::is_listing;
use super::open_file::is_standard_input;
use super::text_function::join_paths;
use super::thing::Thing;
use super::{Language, Step};
use crate::effect::Depth;
use crate::value::{Piece, Value};

impl Machine<'_> {
    /// Reads the first argument, and gives what is in it.
    pub(super) fn read_file(&mut self, arguments: &Arguments) -> Thing {
        // `fileinput.input()`
        if self.is(Language::Python) && arguments.get(0).is_none() {
            return self.files_or_input();
        }
        let thing = arguments.thing(0).or_unknown();
        match &thing {
            Thing::Number(0) => return Thing::of(Datum::of(self.surroundings.stdin.clone())),
            Thing::Handle(handle) => return Thing::of(handle.datum()),
            Thing::Connection(_) => return thing.derived(),
            Thing::Text(datum) if is_standard_input(&datum.value) => {
                return Thing::of(Datum::of(self.surroundings.stdin.clone()));
            }
            Thing::Text(datum) if is_address(&datum.value) => return self.fetch(arguments, 0),
            _ => {}
        }
        // `fileinput.input("a", inplace=True)`: what is printed meanwhile goes there.
        let is_changed =
            self.is(Language::Python) && arguments.option("inplace").is_some_and(Thing::may_be_true);
        let paths = thing.paths();
        let mut data: Vec<Datum> = Vec::with_capacity(paths.len());
        for path in paths {
            let content = self.content_of(&path);
            data.push(content.unwrap_or_else(|| Datum::from_origin(Origin::File(path.clone()))));
            self.emit(Step::Read(path.clone()));
            if is_changed {
                self.emit(Step::Write(path, Datum::unknown()));
            }
        }
        match data.as_slice() {
            [content] => Thing::of(content.clone()),
            data => Thing::of(Datum::derived_of(data)),
        }
    }

    pub(super) fn list(&mut self, listing: Listing, arguments: &Arguments) -> Thing {
        let directory = match arguments.get(0) {
            Some(thing @ (Thing::Text(_) | Thing::Path(_))) => thing.datum(),
            Some(_) | None => Datum::known("."),
        };
        if !matches!(listing, Listing::Glob | Listing::GlobPaths) && self.kept_names == KeptNames::Fitting {
            self.kept_names = KeptNames::All;
        }
        // `readdirSync(".", {recursive: true})`
        let deep = arguments.option("recursive").is_some_and(Thing::may_be_true);
        let every = if deep { "**/*" } else { "*" };
        let inside = |glob: &str| join_paths(&[directory.clone(), Datum::of(glob_value(glob))]);
        match listing {
            Listing::GlobPaths => Thing::path(globbed(&directory)),
            Listing::Glob => {
                let patterns = match arguments.get(0) {
                    Some(Thing::List(patterns)) => (**patterns).clone(),
                    Some(_) | None => vec![Thing::of(directory)],
                };
                let patterns = patterns.iter().map(Thing::datum);
                // Perl takes what stands between blanks for patterns of their own.
                let patterns: Vec<Datum> = if self.is(Language::Perl) {
                    patterns.flat_map(|pattern| apart(&pattern)).collect()
                } else {
                    patterns.collect()
                };
                let globs: Vec<Thing> = patterns.iter().map(|pattern| Thing::of(globbed(pattern))).collect();
                match globs.as_slice() {
                    [glob] if glob.known().is_none() => glob.clone(),
                    _ => Thing::list(globs),
                }
            }
            Listing::GlobIn | Listing::GlobBelow => {
                let pattern = globbed(&arguments.thing(1).datum());
                let below = match listing {
                    Listing::GlobBelow => inside("**"),
                    Listing::GlobIn
                    | Listing::Glob
                    | Listing::GlobPaths
                    | Listing::Names
                    | Listing::Paths
                    | Listing::Below
                    | Listing::Walk => directory,
                };
                Thing::path(join_paths(&[below, pattern]))
            }
            Listing::Names => {
                self.emit(Step::List(directory.value));
                Thing::of(Datum::of(glob_value(every)))
            }
            Listing::Paths | Listing::Below => {
                let inside = inside(if listing == Listing::Below { "**/*" } else { every });
                self.emit(Step::List(directory.value));
                Thing::path(inside)
            }
            Listing::Walk => {
                let root = Thing::of(inside("**"));
                self.emit(Step::List(directory.value));
                let name = Thing::of(Datum::of(glob_value("*")));
                Thing::list(vec![Thing::list(vec![root, name.clone(), name])])
            }
        }
    }

    pub(super) fn write(&mut self, arguments: &Arguments) -> Thing {
        let content = arguments.get(1).map_or_else(Datum::unknown, |thing| match thing {
            Thing::Function(_) => Datum::unknown(),
            // A file by its path: `Bun.write(to, Bun.file(from))`.
            Thing::Path(path) => Datum::from_origin(Origin::File(path.value.clone())),
            other => other.datum(),
        });
        // Without a path it gives the text: `frame.to_csv()`.
        let paths = arguments.get(0).map(|path| path.or_unknown().paths()).unwrap_or_default();
        for path in paths {
            self.emit(Step::Write(path, content.clone()));
        }
        Thing::unknown()
    }

    /// `urlretrieve(address, path)`
    pub(super) fn download(&mut self, arguments: &Arguments) -> Thing {
        let address = Arguments::of([arguments.thing(0)]);
        let content = self.fetch(&address, 0);
        if let Some(path) = arguments.get(1).filter(|path| matches!(path, Thing::Text(_) | Thing::Path(_))) {
            self.write(&Arguments::of([path.clone(), content.clone()]));
        }
        content
    }

    /// `shutil.make_archive(file, 'zip', directory)`
    pub(super) fn archive(&mut self, arguments: &Arguments) -> Thing {
        let directory = arguments.get(2).or_else(|| arguments.option("root_dir")).cloned();
        let content = directory.map_or_else(Thing::unknown, |from| self.read_file(&Arguments::of([from])));
        self.write(&Arguments::of([arguments.thing(0), content]))
    }

    /// `shutil.unpack_archive(file, directory)`
    pub(super) fn extract(&mut self, arguments: &Arguments) -> Thing {
        let named = arguments.option("path").or_else(|| arguments.option("extract_dir"));
        let Some(directory) = named.or_else(|| arguments.things().last()).cloned() else {
            return Thing::unknown();
        };
        self.write(&Arguments::of([directory, Thing::unknown()]))
    }

    pub(super) fn create(&mut self, arguments: &Arguments) -> Thing {
        let paths: Vec<Value> = arguments.things().flat_map(Thing::paths).collect();
        for path in paths {
            self.emit(Step::Write(path, Datum::known("")));
        }
        arguments.thing(0)
    }

    pub(super) fn delete(&mut self, depth: Depth, arguments: &Arguments) -> Thing {
        let first = arguments.get(0).map(|first| first.or_unknown().paths()).unwrap_or_default();
        let rest = arguments.things().skip(1).flat_map(Thing::paths);
        let paths: Vec<Value> = first.into_iter().chain(rest).collect();
        for path in paths {
            self.delete_path(path, depth);
        }
        Thing::unknown()
    }

    /// Directories are removed, if nothing is in them: no content is lost, however many they are.
    pub(super) fn delete_empty(&mut self, arguments: &Arguments) -> Thing {
        let paths: Vec<Value> = arguments.things().flat_map(|thing| thing.or_unknown().paths()).collect();
        for path in paths {
            // Of all that are listed, those that are empty.
            let step = match directory_of_listing(&path) {
                Some(directory) => Step::Delete(directory, Depth::Matching),
                None => Step::Delete(path, Depth::One),
            };
            self.emit(step);
        }
        Thing::unknown()
    }

    fn delete_path(&mut self, path: Value, depth: Depth) {
        // A loop over a directory with a condition in it takes only some of what is there.
        let tested = self.tests > self.tests_before_loop;
        let step = match directory_of_listing(&path) {
            Some(directory) if tested => Step::Delete(directory, Depth::Matching),
            // File by file, but all of them.
            Some(directory) if goes_below(&path) => Step::Delete(directory, Depth::Tree),
            Some(_) | None => Step::Delete(path, depth),
        };
        self.emit(step);
    }

    pub(super) fn delete_as_asked(&mut self, arguments: &Arguments) -> Thing {
        let told = arguments.option("recursive").map(Thing::may_be_true);
        let hidden = || matches!(arguments.get(1), Some(Thing::Text(_) | Thing::Method(_) | Thing::Named(_)));
        let depth = if told.unwrap_or_else(hidden) { Depth::Tree } else { Depth::One };
        for path in arguments.thing(0).or_unknown().paths() {
            self.delete_path(path, depth);
        }
        Thing::unknown()
    }

    pub(super) fn rename(&mut self, arguments: &Arguments) -> Thing {
        let to = arguments.thing(1).datum().value;
        for from in arguments.thing(0).or_unknown().paths() {
            self.emit(Step::Move(from, to.clone()));
        }
        arguments.thing(1)
    }

    pub(super) fn copy(&mut self, arguments: &Arguments) -> Thing {
        // PHP opens an address like a file.
        if self.is(Language::Php) && arguments.get(0).is_some_and(|from| is_address(&from.datum().value)) {
            return self.download(arguments);
        }
        let to = match arguments.get(1) {
            // Deno and PHP copy to an open file too.
            Some(Thing::Handle(handle)) => handle.path.value.clone(),
            Some(thing) => thing.datum().value,
            None => Value::unknown(),
        };
        for from in arguments.thing(0).or_unknown().paths() {
            let content = self.content_of(&from);
            let content = content.unwrap_or_else(|| Datum::from_origin(Origin::File(from.clone())));
            self.emit(Step::Read(from));
            self.emit(Step::Write(to.clone(), content));
        }
        arguments.thing(1)
    }

    pub(super) fn link(&mut self, target: &Thing, name: &Thing) -> Thing {
        self.emit(Step::Link { target: target.datum().value, name: name.datum().value });
        Thing::unknown()
    }

    /// Another name of a file: what is read there is its content, and what is written there it holds.
    pub(super) fn hard_link(&mut self, file: &Thing, name: &Thing) -> Thing {
        self.copy(&Arguments::of([file.clone(), name.clone()]));
        for path in file.or_unknown().paths() {
            self.emit(Step::Expose(path));
        }
        self.link(file, name)
    }

    pub(super) fn permit(&mut self, at: At, arguments: &Arguments) -> Thing {
        let (mode, paths): (Option<&Thing>, Vec<Value>) = match at {
            At::First => (arguments.get(0), arguments.things().skip(1).flat_map(Thing::paths).collect()),
            At::Second => (arguments.get(1), arguments.thing(0).or_unknown().paths()),
        };
        let mode = mode.and_then(|mode| match mode {
            Thing::Number(mode) => u32::try_from(*mode).ok(),
            other => {
                other.known().and_then(|text| u32::from_str_radix(text.trim_start_matches("0o"), 8).ok())
            }
        });
        for path in paths {
            self.emit(Step::Permit(path, mode));
        }
        Thing::unknown()
    }

    pub(super) fn change_directory(&mut self, arguments: &Arguments) -> Thing {
        let to = arguments.thing(0).datum().value;
        self.emit(Step::Directory(to));
        Thing::unknown()
    }
}

/// The directory of which a value stands for whatever is in it.
pub(super) fn directory_of_listing(path: &Value) -> Option<Value> {
    let Value::Pattern(pieces) = path else { return None };
    let listed = pieces.iter().skip_while(|piece| !matches!(piece, Piece::Glob(_)));
    let anything = listed.into_iter().all(|piece| match piece {
        Piece::Glob(text) | Piece::Text(text) => !text.chars().any(char::is_alphanumeric),
        Piece::Hole(_) | Piece::Filled(_) | Piece::OneOf(_) => true,
    });
    if !anything || !is_listing(path) {
        return None;
    }
    let before = pieces.iter().take_while(|piece| !matches!(piece, Piece::Glob(_))).cloned();
    let value = Value::of(before.collect());
    Some(if value == Value::Known(String::new()) { Value::Known(".".to_owned()) } else { value })
}

/// Whether a listing takes what is in directories inside of it too.
pub(super) fn goes_below(path: &Value) -> bool {
    path.pieces().iter().any(|piece| matches!(piece, Piece::Glob(glob) if glob.contains("**")))
}

/// A text in which stars and their like are live.
pub(super) fn glob_value(text: &str) -> Value {
    let live = text.find(['*', '?', '[']).unwrap_or(text.len());
    let (before, glob) = text.split_at(live);
    let mut pieces = Vec::new();
    if !before.is_empty() {
        pieces.push(Piece::Text(before.to_owned()));
    }
    if !glob.is_empty() {
        pieces.push(Piece::Glob(glob.to_owned()));
    }
    Value::of(pieces)
}

/// The words of a text, each by itself.
fn apart(datum: &Datum) -> Vec<Datum> {
    match datum.text() {
        Some(text) => text.split_whitespace().map(Datum::known).collect(),
        None => vec![datum.clone()],
    }
}

/// A value in which stars and their like become live.
fn globbed(datum: &Datum) -> Datum {
    let value = match &datum.value {
        Value::Known(text) => glob_value(text),
        Value::Pattern(pieces) => Value::of(
            pieces
                .iter()
                .flat_map(|piece| match piece {
                    Piece::Text(text) => glob_value(text).pieces(),
                    other => vec![other.clone()],
                })
                .collect(),
        ),
        other => other.clone(),
    };
    Datum { value, origins: datum.origins.clone() }
}
