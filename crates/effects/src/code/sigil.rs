//! Variables that a sign marks, and files between angle brackets.

use std::rc::Rc;

use super::Language;
use super::arguments::Arguments;
use super::bindings::variable_key;
use super::cursor::Cursor;
use super::datum::Datum;
use super::expression::Operand;
use super::machine::Machine;
use super::thing::Thing;
use super::token::{Bracket, Gap, Kind};

impl Machine<'_> {
    /// A variable with a sigil; `$x[0]` is an element of `@x` in Perl.
    pub(super) fn variable(&mut self, sigil: char, name: &Rc<str>, at: &mut Cursor) -> Operand {
        if self.dialect.syntax.sigils.is_empty() {
            // Only in strings a variable is marked.
            return self.name(name, at);
        }
        let perl = self.is(Language::Perl);
        let subscript = at.peek().filter(|token| perl && sigil == '$' && token.gap == Gap::None);
        let sigil = match subscript.map(|token| &token.kind) {
            Some(Kind::Group(Bracket::Square, _)) => '@',
            Some(Kind::Group(Bracket::Curly, _)) => '%',
            Some(_) | None => sigil,
        };
        if perl && sigil == '&' {
            let thing = self.variables.get(name).cloned().unwrap_or_else(|| Thing::Named(Rc::clone(name)));
            return Operand { thing, place: None };
        }
        let key = variable_key(sigil, name);
        let scalar = || variable_key('$', name);
        let found = self.variables.get(&key).or_else(|| self.variables.get(&scalar()));
        let thing = match found {
            Some(thing) => thing.clone(),
            None => self.global(&key),
        };
        Operand { thing, place: Some(key) }
    }

    /// `<STDIN>`, `<$file>`, `<*.c>`
    pub(super) fn diamond(&mut self, name: &str) -> Thing {
        // Files that the code itself puts in the place of its arguments.
        let files = self.variables.get("@ARGV").filter(|_| name.is_empty() || name == "ARGV").cloned();
        if let Some(files) = files {
            let files = files.element();
            return self.read_file(&Arguments::of([files]));
        }
        if name.is_empty() || name == "ARGV" || name == "<>" {
            return self.files_or_input();
        }
        if name == "STDIN" {
            return Thing::of(self.standard_line());
        }
        let found = self.variables.get(name);
        if let Some(thing) = found {
            return match thing {
                Thing::Handle(handle) => Thing::of(handle.line()),
                other => other.derived(),
            };
        }
        if name.contains(['*', '?', '~', '/', '.']) {
            return Thing::of(Datum::of(super::file_deed::glob_value(name)));
        }
        Thing::unknown()
    }
}
