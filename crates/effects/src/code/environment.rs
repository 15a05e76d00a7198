//! Variables of the environment that code sets: its own, which every program it starts inherits, and those that it hands to
//! one program.

use std::rc::Rc;

use super::arguments::Arguments;
use super::expression::Operand;
use super::machine::Machine;
use super::thing::Thing;
use super::{Language, Step};

/// The entry of a table that stands for the whole environment in it: `{**os.environ, 'A': '1'}`.
pub(super) const SPREAD: &str = "...";

impl Machine<'_> {
    /// Keeps which variable an element of the environment is, in case that something is assigned to it.
    pub(super) fn keep_variable(
        &mut self,
        environment: &Thing,
        element: Option<&Rc<str>>,
        name: Option<&str>,
    ) {
        // What is set in PHP's arrays is for the code alone.
        if !matches!(environment, Thing::Environment) || self.is(Language::Php) {
            return;
        }
        if let (Some(element), Some(name)) = (element, name) {
            self.variable = Some((Rc::clone(element), name.to_owned()));
        }
    }

    /// The variable of the environment that something is assigned to, if it is one.
    pub(super) fn assigned_variable(&self, operand: &Operand) -> Option<String> {
        let (element, name) = self.variable.as_ref()?;
        (operand.place.as_ref() == Some(element)).then(|| name.clone())
    }

    /// `os.environ.update(A='1')`, `os.putenv('A', '1')`, `putenv("A=1")`
    pub(super) fn set_variables(&mut self, arguments: &Arguments) -> Thing {
        let given: Vec<&Thing> =
            arguments.things().filter(|thing| !matches!(thing, Thing::Environment)).collect();
        match given.as_slice() {
            [name, value] => self.set_variable(name.known(), value),
            [Thing::Text(text)] => {
                let pair = text.text().and_then(|text| text.split_once('='));
                if let Some((name, value)) = pair {
                    self.set_variable(Some(name), &Thing::text(value));
                }
            }
            tables => tables.iter().for_each(|table| self.set_entries(table)),
        }
        for (name, value) in &arguments.named {
            self.set_variable(Some(name), value);
        }
        Thing::unknown()
    }

    /// What a program that is started finds in its environment: `env={'A': '1'}`, in Ruby a table before the command.
    pub(super) fn hand_variables(&mut self, arguments: &Arguments) {
        let first = arguments.get(0).filter(|_| self.is(Language::Ruby));
        for table in arguments.option("env").into_iter().chain(first) {
            self.set_entries(table);
        }
    }

    fn set_entries(&mut self, table: &Thing) {
        let Thing::Table(entries) = table else { return };
        for (name, value) in entries.iter().filter(|(name, _)| name != SPREAD) {
            self.set_variable(Some(name), value);
        }
    }

    pub(super) fn set_variable(&mut self, name: Option<&str>, value: &Thing) {
        if let Some(name) = name {
            self.emit(Step::Variable(name.to_owned(), value.datum()));
        }
    }
}
