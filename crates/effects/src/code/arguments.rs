//! The arguments of a call, and the entries of a list or table.

use std::rc::Rc;

use super::Language;
use super::cursor::Cursor;
use super::environment::SPREAD;
use super::expression::Operand;
use super::loops::each;
use super::machine::Machine;
use super::operator::{BELOW_WORDS, LOWEST};
use super::syntax::Quoting;
use super::thing::Thing;
use super::token::{Bracket, Code, Gap, Kind, Token};

/// Names under which functions take what else is their first argument.
const FIRST_NAMES: &[&str] = &[
    "path",
    "file",
    "url",
    "args",
    "command",
    "cmd",
    "src",
    "source",
    "top",
    "name",
    "filename",
    "target",
    "code",
    "sql",
    "pid",
    "host",
    "atPath",
    "at",
    "text",
    "contentsOfFile",
    "fileURLWithPath",
    "contentsOf",
    "stmt",
    "Filename",
    "refspec",
];

/// Names under which they take the second.
const SECOND_NAMES: &[&str] =
    &["mode", "dst", "data", "destination", "to", "toFile", "toPath", "extract_dir"];

/// The arguments of a call.
#[derive(Default)]
pub(super) struct Arguments {
    pub(super) positional: Vec<Operand>,
    pub(super) named: Vec<(String, Thing)>,
    /// The list variable that the first arguments are the elements of, and how many they are.
    pub(super) flattened: Option<(Rc<str>, usize)>,
}

impl Arguments {
    pub(super) fn of(things: impl IntoIterator<Item = Thing>) -> Self {
        Self { positional: things.into_iter().map(Operand::of).collect(), ..Self::default() }
    }

    /// An argument by its position; unknown, if there is none.
    pub(super) fn thing(&self, index: usize) -> Thing {
        self.get(index).cloned().unwrap_or_else(Thing::unknown)
    }

    pub(super) fn get(&self, index: usize) -> Option<&Thing> {
        self.positional.get(index).map(|operand| &operand.thing)
    }

    pub(super) fn things(&self) -> impl Iterator<Item = &Thing> {
        self.positional.iter().map(|operand| &operand.thing)
    }

    /// Everything that is given, by position or by name.
    pub(super) fn everything(&self) -> impl Iterator<Item = &Thing> {
        self.things().chain(self.named.iter().map(|(_, thing)| thing))
    }

    /// An option, by name or in a table of options.
    pub(super) fn option(&self, name: &str) -> Option<&Thing> {
        let named = self.named.iter().find(|(is, _)| is == name).map(|(_, thing)| thing);
        named.or_else(|| self.things().find_map(|thing| thing.entry(name)))
    }

    /// With a receiver in front.
    pub(super) fn behind(mut self, receiver: Operand) -> Self {
        self.positional.insert(0, receiver);
        self
    }

    /// With what is given by a usual name in its usual position.
    pub(super) fn in_position(mut self) -> Self {
        if self.positional.is_empty()
            && let Some(index) = self.named.iter().position(|(name, _)| FIRST_NAMES.contains(&name.as_str()))
        {
            let (_, thing) = self.named.remove(index);
            self.positional.push(Operand::of(thing));
        }
        if self.positional.len() == 1
            && let Some(index) = self.named.iter().position(|(name, _)| SECOND_NAMES.contains(&name.as_str()))
        {
            let (_, thing) = self.named.remove(index);
            self.positional.push(Operand::of(thing));
        }
        self
    }

    pub(super) fn into_list(self) -> Thing {
        if self.positional.is_empty() && !self.named.is_empty() {
            return Thing::Table(Rc::new(self.named));
        }
        let named = self.named.into_iter().map(|(_, thing)| thing);
        Thing::list(self.positional.into_iter().map(|operand| operand.thing).chain(named).collect())
    }
}

impl Machine<'_> {
    /// What stands between the brackets of a call or list.
    pub(super) fn arguments(&mut self, code: &Code) -> Arguments {
        let mut arguments = Arguments::default();
        if let Some(list) = self.comprehension(code) {
            arguments.positional.push(Operand::of(list));
            return arguments;
        }
        let mut at = Cursor::new(code);
        self.perl_handle(&mut at, &mut arguments);
        while !at.is_done() && self.spend(1) {
            self.argument(&mut at, LOWEST, &mut arguments);
            self.leftover(&mut at);
            at.advance();
        }
        arguments
    }

    /// The arguments of a call without brackets.
    pub(super) fn bare_arguments(&mut self, at: &mut Cursor) -> Arguments {
        let mut arguments = Arguments::default();
        self.perl_handle(at, &mut arguments);
        loop {
            let before = at.position();
            self.argument(at, BELOW_WORDS, &mut arguments);
            let moved = at.position() > before;
            // Haskell has nothing between them.
            let juxtaposed = self.is(Language::Haskell)
                && at.peek().is_some_and(|token| token.gap == Gap::Space && self.starts_operand(token));
            if juxtaposed && moved && self.spend(1) {
                continue;
            }
            if !moved || !at.is_sign(",") || !self.spend(1) {
                return arguments;
            }
            at.advance();
            if at.is_done() {
                return arguments;
            }
        }
    }

    fn argument(&mut self, at: &mut Cursor, level: u8, arguments: &mut Arguments) {
        let spreads = at.is_sign("*") || at.is_sign("**") || at.is_sign("...");
        if let Some(key) = self.key(at) {
            at.advance();
            at.advance();
            let thing = self.operation(at, level);
            arguments.named.push((key.to_string(), thing));
            return;
        }
        let operand = self.placed_operation(at, level);
        if at.skip_sign("=>") {
            let value = self.operation(at, level);
            let key = operand.thing.known().unwrap_or("?").to_owned();
            arguments.named.push((key, value));
            return;
        }
        let flattens = spreads || self.is(Language::Perl);
        match &operand.thing {
            Thing::List(things) if flattens && self.spend(things.len() / 8) => {
                if let Some(place) = operand.place.as_ref().filter(|_| arguments.positional.is_empty()) {
                    arguments.flattened = Some((Rc::clone(place), things.len()));
                }
                arguments.positional.extend(things.iter().cloned().map(Operand::of));
            }
            // `[...'text']`
            Thing::Text(_) if spreads && self.is(Language::JavaScript) && each(&operand.thing).is_some() => {
                let letters = each(&operand.thing).unwrap_or_default();
                arguments.positional.extend(letters.into_iter().map(Operand::of));
            }
            Thing::Table(entries) if spreads => arguments.named.extend(entries.iter().cloned()),
            _ => arguments.positional.push(operand),
        }
    }

    /// The name of an argument that is given by name, or of an entry: `shell=True`, `recursive: true`.
    fn key(&self, at: &Cursor) -> Option<Rc<str>> {
        let name = at.peek()?.name()?;
        let next = at.look(1)?;
        let names = match self.dialect.language {
            Language::Python | Language::R | Language::Julia | Language::Nim => next.is_sign("="),
            Language::Jvm => next.is_sign("=") || next.is_sign(":"),
            Language::Ruby | Language::Php | Language::Elixir => next.is_sign(":"),
            Language::Perl => next.is_sign("=>"),
            Language::JavaScript
            | Language::Awk
            | Language::Lua
            | Language::Octave
            | Language::Erlang
            | Language::Haskell
            | Language::Lisp
            | Language::Tcl
            | Language::M4
            | Language::Compiled
            | Language::AppleScript
            | Language::PowerShell
            | Language::Cmd => false,
        };
        names.then(|| Rc::clone(name))
    }

    /// The entries of `{…}`.
    pub(super) fn entries(&mut self, code: &Code) -> Arguments {
        let mut arguments = Arguments::default();
        let mut at = Cursor::new(code);
        while let Some(token) = at.peek() {
            if !self.spend(1) {
                break;
            }
            let colon =
                |token: Option<&Token>| token.is_some_and(|token| token.is_sign(":") || token.is_sign("=>"));
            let bare = !self.is(Language::Python) && colon(at.look(1));
            let key = match &token.kind {
                Kind::Name(name) if bare => Some(name.to_string()),
                _ => None,
            };
            if let Some(key) = key {
                at.advance();
                at.advance();
                let thing = self.expression(&mut at);
                arguments.named.push((key, thing));
            } else if let Some(name) = token.name().filter(|_| self.is_alone(at.look(1))).cloned() {
                // `{a}` is `{a: a}`.
                let thing = self.expression(&mut at);
                arguments.named.push((name.to_string(), thing));
            } else {
                let spreads = at.is_sign("...") || at.is_sign("**");
                let thing = self.expression(&mut at);
                if colon(at.peek()) {
                    at.advance();
                    let value = self.expression(&mut at);
                    arguments.named.push((thing.known().unwrap_or("?").to_owned(), value));
                } else if let Thing::Table(entries) = &thing
                    && spreads
                {
                    arguments.named.extend(entries.iter().cloned());
                } else if matches!(thing, Thing::Environment) && spreads {
                    arguments.named.push((SPREAD.to_owned(), thing));
                } else {
                    arguments.positional.push(Operand::of(thing));
                }
            }
            self.leftover(&mut at);
            at.advance();
        }
        arguments
    }

    fn is_alone(&self, next: Option<&Token>) -> bool {
        self.is(Language::JavaScript) && next.is_none_or(|token| token.is_sign(","))
    }

    /// What is not understood up to the next comma: it may still do something.
    fn leftover(&mut self, at: &mut Cursor) {
        while !at.is_done() && !at.is_sign(",") && self.spend(1) {
            let before = at.position();
            match at.take_group(Bracket::Curly) {
                Some(block) => {
                    self.run_branch(&block);
                }
                None => {
                    self.expression(at);
                }
            }
            if at.position() == before {
                at.advance();
            }
        }
    }

    /// `print FILE "text"`: the handle has no comma behind it. A block before a list neither.
    fn perl_handle(&mut self, at: &mut Cursor, arguments: &mut Arguments) {
        if self.dialect.syntax.quoting != Quoting::Words {
            return;
        }
        let Some(first) = at.peek() else { return };
        let second = at.look(1);
        let starts =
            second.is_some_and(|token| self.starts_operand(token) && token.group(Bracket::Round).is_none());
        match &first.kind {
            Kind::Group(Bracket::Curly, block) => {
                let block = block.clone();
                let function = super::definition::block_function(&block);
                let only_name = match block.tokens() {
                    [token] => matches!(token.kind, Kind::Variable('$', _)),
                    _ => false,
                };
                at.advance();
                let named = only_name.then(|| self.run(&block)).filter(|thing| thing.known().is_none());
                let thing = named.unwrap_or(function);
                arguments.positional.push(Operand::of(thing));
                at.skip_sign(",");
            }
            Kind::Name(name) if starts && name.chars().all(|c| c.is_ascii_uppercase() || c == '_') => {
                let thing =
                    self.variables.get(name).cloned().unwrap_or_else(|| Thing::Named(Rc::clone(name)));
                at.advance();
                arguments.positional.push(Operand::of(thing));
            }
            Kind::Variable('$', _)
                if starts && second.is_some_and(|token| token.group(Bracket::Square).is_none()) =>
            {
                let Some(code) = Some(at.take(1)) else { return };
                let thing = self.expression(&mut Cursor::new(&code));
                arguments.positional.push(Operand::of(thing));
            }
            _ => {}
        }
    }
}
