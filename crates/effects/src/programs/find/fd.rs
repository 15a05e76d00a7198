//! fd: it lists what it finds, or runs a command for it.

use hookward_shell::Span;

use super::{Aim, all_but, filled, found, here};
use crate::commands::Outcome;
use crate::effect::{Action, Standing};
use crate::found::{Flavour, Found, HIDDEN, loosened};
use crate::path::Reach;
use crate::programs::Arguments;
use crate::scene::Kind;
use crate::source::{Source, Sources};
use crate::state::State;
use crate::value::{Hole, Piece, Value};
use crate::walk::Walk;

/// Options with a value.
#[rustfmt::skip]
const VALUED: &[&str] = &[
    "-e", "-t", "-E", "-d", "-S", "-o", "--extension", "--type", "--exclude", "--max-depth", "--base-directory",
];

/// `-x` and `-X` run a command for what it finds.
pub(in crate::programs) fn run(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) -> Outcome {
    let is_run = |word: &Value| matches!(word.known(), Some("-x" | "-X" | "--exec" | "--exec-batch"));
    let at = rest.iter().position(is_run).unwrap_or(rest.len());
    let (own, command) = rest.split_at(at);
    let search = Search::of(own);
    walk.effect(Action::List(state.place(&search.directory)), span);
    match command.split_first() {
        Some((_, command)) if !command.is_empty() => {
            let values = if takes_trees(command) { search.trees(state) } else { vec![search.each(state)] };
            for each in values {
                let words = search.filled(command, &each, state);
                walk.peel("fd", |walk| {
                    let mut apart = walk.copy(state);
                    walk.command(words, span, &mut apart);
                });
            }
        }
        _ => {
            walk.print(&found(&search.directory, &search.aim(), state), span);
            for path in search.there(state) {
                walk.print(&Value::Known(format!("\n{path}")), span);
            }
        }
    }
    Outcome::Done(Standing::Known)
}

/// What fd is asked for.
struct Search<'w> {
    given: Arguments<'w>,
    directory: Value,
    /// The endings of which names have one, if it asks for any.
    endings: Vec<&'w str>,
}

impl<'w> Search<'w> {
    fn of(own: &'w [Value]) -> Self {
        let given = Arguments::of(own, VALUED);
        let directory = given.operands.get(1).map_or_else(here, |word| (*word).clone());
        let ending = |pair: &'w [Value]| match pair {
            [option, value] if matches!(option.known(), Some("-e" | "--extension")) => value.known(),
            _ => None,
        };
        Self { directory, endings: own.windows(2).filter_map(ending).collect(), given }
    }

    fn has(&self, letter: &str, option: &str) -> bool {
        self.given.has(&[option]) || self.given.has_letter(letter)
    }

    /// The pattern, which stands anywhere in a name; one without a letter fits everything.
    fn pattern(&self) -> Option<&str> {
        self.given.first().filter(|pattern| pattern.chars().any(char::is_alphanumeric))
    }

    /// The name that a regular expression spells which is little more than one.
    fn name(&self) -> Option<String> {
        let text = self.pattern()?.strip_prefix('^')?.strip_suffix('$')?.replace('\\', "");
        (!text.contains(['*', '+', '(', '[', '|'])).then_some(text)
    }

    fn flavour(&self) -> Flavour {
        if self.has("F", "--fixed-strings") { Flavour::Fixed } else { Flavour::Extended }
    }

    fn hidden(&self) -> Vec<String> {
        let sees_hidden = self.has("H", "--hidden") || self.has("u", "--unrestricted");
        if sees_hidden { Vec::new() } else { HIDDEN.iter().map(ToString::to_string).collect() }
    }

    fn aim(&self) -> Aim {
        let is_narrow =
            self.given.has(&["--type", "--size", "--changed-within", "--changed-before", "--owner"])
                || self.given.has_letter("S");
        match (self.name().or_else(|| self.pattern().map(str::to_owned)), self.endings.as_slice()) {
            (Some(name), _) => Aim::Name(name),
            (None, []) if is_narrow => Aim::Some,
            (None, []) => Aim::All(self.hidden()),
            (None, endings) => Aim::Name(format!("*.{}", one_of(endings))),
        }
    }

    /// Globs that the names fit which it finds; `None` where a name is spelled, or nothing is asked.
    fn globs(&self) -> Option<Vec<String>> {
        let pattern = self.pattern().filter(|_| self.name().is_none())?;
        let is_glob = self.has("g", "--glob");
        let read = || loosened(&pattern.to_lowercase(), self.flavour()).globs;
        Some(if is_glob { vec![pattern.to_owned()] } else { read() })
    }

    /// What a command is given that takes away whole directories: they are judged by how they are called.
    fn trees(&self, state: &State) -> Vec<Value> {
        let is_word =
            |text: &&str| text.chars().all(|letter| letter.is_alphanumeric() || "_-".contains(letter));
        let named = |name: &str| found(&self.directory, &Aim::Name(name.to_owned()), state);
        match (self.pattern().filter(is_word), self.globs()) {
            (Some(word), _) => vec![named(word)],
            (None, Some(globs)) => globs.iter().map(|glob| named(glob)).collect(),
            (None, None) => vec![found(&self.directory, &self.aim(), state)],
        }
    }

    /// What any other command is given of what was found.
    fn each(&self, state: &State) -> Value {
        let Some(globs) = self.globs() else { return found(&self.directory, &self.aim(), state) };
        let hidden = self.hidden();
        // Nothing is left out: then they are names like any others.
        if hidden.is_empty() && self.endings.is_empty() {
            return found(&self.directory, &Aim::Name(one_of(&globs)), state);
        }
        let endings: Vec<String> = self.endings.iter().map(|ending| format!("*.{ending}")).collect();
        let names = |found: Found| {
            found.named(globs.iter().map(String::as_str)).named(endings.iter().map(String::as_str))
        };
        let names = all_but(&self.directory, &hidden, state).into_iter().map(names);
        let sources =
            names.map(Source::Names).map(Sources::from).fold(Sources::NONE, |all, more| all.and(&more));
        let slash = if self.directory.prefix().ends_with('/') { "" } else { "/" };
        let mut pieces = self.directory.join(&Value::Known(slash.to_owned())).pieces();
        pieces.push(Piece::Hole(Hole { written: format!("**/{}", one_of(&globs)), sources }));
        Value::of(pieces)
    }

    /// The words of a command with what was found in them, or behind them.
    fn filled(&self, command: &[Value], each: &Value, state: &State) -> Vec<Value> {
        let paths = [self.directory.clone()];
        let given = |word: &Value| match word.known() {
            Some("{}") => each.clone(),
            _ => filled(word, &paths, &self.aim(), state),
        };
        let mut words: Vec<Value> =
            command.iter().filter(|word| word.known() != Some(";")).map(given).collect();
        if !command.iter().any(|word| word.to_string().contains('{')) {
            words.push(each.clone());
        }
        words
    }

    /// The files that the disk has of what it asks for.
    fn there(&self, state: &State) -> Vec<String> {
        let Some(part) = self.given.first() else { return Vec::new() };
        let ends = |path: &String| {
            self.endings.is_empty() || self.endings.iter().any(|ending| path.ends_with(&format!(".{ending}")))
        };
        let mut paths = files_named(&self.directory, part, self.flavour(), state);
        paths.retain(ends);
        paths
    }
}

/// Whether a command takes away directories with all that is in them.
fn takes_trees(command: &[Value]) -> bool {
    let is_of_trees = |word: &Value| {
        let option = word.prefix();
        option == "--recursive"
            || (option.starts_with('-') && !option.starts_with("--") && option.contains(['r', 'R']))
    };
    match command.first().and_then(Value::known) {
        Some("rimraf" | "trash" | "del-cli") => true,
        Some("rm" | "grm" | "srm") => command.iter().any(is_of_trees),
        Some(_) | None => false,
    }
}

/// A glob for one of several.
fn one_of<T: AsRef<str>>(globs: &[T]) -> String {
    match globs {
        [only] => only.as_ref().to_owned(),
        several => format!("{{{}}}", several.iter().map(AsRef::as_ref).collect::<Vec<&str>>().join(",")),
    }
}

/// The files that the disk has below a directory, by a part of their names.
fn files_named(directory: &Value, part: &str, flavour: Flavour, state: &State) -> Vec<String> {
    let is_file = |path: &String| state.scene.world.kind(path) == Kind::File;
    let globs = loosened(part, flavour).globs.into_iter();
    let places = globs.map(|glob| state.place(&found(directory, &Aim::Name(glob), state)));
    let named = places.flat_map(|place| place.spots).filter(|spot| spot.reach == Reach::Itself);
    named.map(|spot| spot.path).filter(is_file).collect()
}
