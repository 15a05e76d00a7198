//! Perl's `open`, whose mode may be part of the name, and whose name may be a command.

use std::rc::Rc;

use super::Step;
use super::arguments::Arguments;
use super::datum::{Datum, Origin};
use super::expression::Operand;
use super::machine::Machine;
use super::meaning::Listing;
use super::open_file::Access;
use super::thing::Thing;

impl Machine<'_> {
    /// `open(F, ">x")`, `open(my $f, '<', 'x')`, `open(F, "cmd|")`, `open(F, '-|', 'cmd', 'arg')`
    pub(super) fn perl_open(&mut self, arguments: &Arguments) -> Thing {
        let mode = arguments.thing(1);
        let handle = match arguments.positional.len() {
            0 | 1 => Thing::unknown(),
            2 => self.open_by_name(&mode.datum()),
            _ => {
                let rest: Vec<Datum> = arguments.things().skip(2).map(Thing::datum).collect();
                let path = rest.first().cloned().unwrap_or_else(Datum::unknown);
                match mode.known().map(str::trim) {
                    Some("-|" | "|-") => self.open_command(rest),
                    Some(mode) => self.open_path(path, access(mode)),
                    None => self.open_path(path, Access::Both),
                }
            }
        };
        let place = arguments.positional.first().and_then(handle_place);
        // Standard input over a connection: whatever reads it obeys the other end.
        let redirects = mode.known().is_some_and(|mode| mode.contains('&'));
        if redirects && place.as_deref() == Some("STDIN") {
            self.shell_of_connection();
        } else if let Some(place) = place {
            self.variables.insert(place, handle);
        }
        Thing::unknown()
    }

    /// `opendir(my $d, "x")`: what is read from it are the names in there.
    pub(super) fn open_directory(&mut self, arguments: &Arguments) -> Thing {
        let names = self.list(Listing::Names, &Arguments::of([arguments.thing(1)]));
        if let Some(place) = arguments.positional.first().and_then(handle_place) {
            self.variables.insert(place, names);
        }
        Thing::unknown()
    }

    /// `open2(my $out, my $in, "sh")`
    pub(super) fn open_ends(&mut self, handles: usize, arguments: &Arguments) -> Thing {
        let words: Vec<Datum> = arguments.things().skip(handles).map(Thing::datum).collect();
        let program = self.open_command(words);
        for place in arguments.positional.iter().take(handles).filter_map(handle_place) {
            self.variables.insert(place, program.clone());
        }
        Thing::unknown()
    }

    fn open_by_name(&mut self, name: &Datum) -> Thing {
        let Some(text) = name.text().map(str::trim) else {
            return self.open_path(name.clone(), Access::Read);
        };
        let command = text.strip_prefix('|').or_else(|| text.strip_suffix('|'));
        if let Some(command) = command {
            return self.open_command(vec![Datum::known(command.trim())]);
        }
        if text.contains('&') {
            return Thing::unknown();
        }
        let path = text.trim_start_matches(['<', '>', '+', ' ']);
        self.open_path(Datum::known(path), access(text))
    }

    fn open_command(&mut self, mut words: Vec<Datum>) -> Thing {
        if words.len() > 1 {
            let origin = Origin::Words(words.iter().map(|word| word.value.clone()).collect());
            self.emit(Step::Words(words));
            return Thing::of(Datum::from_origin(origin));
        }
        let text = words.pop().unwrap_or_else(Datum::unknown);
        let origin = Origin::Shell(text.value.clone());
        self.shell(text);
        Thing::of(Datum::from_origin(origin))
    }
}

/// The variable or name that stands for a handle.
fn handle_place(operand: &Operand) -> Option<Rc<str>> {
    match (&operand.place, &operand.thing) {
        (Some(place), _) => Some(Rc::clone(place)),
        (None, Thing::Named(name)) => Some(Rc::clone(name)),
        (None, _) => None,
    }
}

fn access(mode: &str) -> Access {
    let marks: String = mode.chars().take_while(|mark| matches!(mark, '<' | '>' | '+' | ' ')).collect();
    match (marks.contains('+'), marks.contains('>')) {
        (true, _) => Access::Both,
        (false, true) => Access::Write,
        (false, false) => Access::Read,
    }
}
