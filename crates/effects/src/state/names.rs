//! What a shell calls by another name: functions and aliases.

use std::rc::Rc;

use hookward_shell::Statement;

use super::State;
use crate::several::{Meanings, Several};

impl State<'_> {
    pub(crate) fn define(&mut self, name: &str, body: Rc<Statement>) {
        Rc::make_mut(&mut self.functions).insert(name.to_owned(), Several::one(body));
    }

    pub(crate) fn function(&self, name: &str) -> Option<Several<Rc<Statement>>> {
        self.functions.get(name).cloned()
    }

    pub(crate) fn unset_function(&mut self, name: &str) {
        Rc::make_mut(&mut self.functions).remove(name);
    }

    /// Other shells get the function too.
    pub(crate) fn export_function(&mut self, name: &str) {
        if let Some(body) = self.function(name) {
            Rc::make_mut(&mut self.exported_functions).insert(name.to_owned(), body);
        }
    }

    /// A program that runs others knows nothing of the shell's functions and aliases. Gives what it does not know.
    pub(crate) fn leave_shell(&mut self) -> Names {
        let functions = std::mem::take(&mut self.functions);
        let aliases = Rc::clone(&self.aliases);
        self.hide_aliases();
        Names { functions, aliases }
    }

    /// Back in the shell.
    pub(crate) fn enter_shell(&mut self, names: Names) {
        self.functions = names.functions;
        let git = std::mem::replace(&mut self.aliases, names.aliases);
        if git.iter().any(|(name, told)| self.aliases.get(name).is_none_or(|own| own.all != told.all)) {
            let git = git.iter().map(|(name, text)| (name.clone(), text.clone()));
            Rc::make_mut(&mut self.aliases).extend(git);
        }
    }

    /// Those of git are git's own.
    pub(super) fn hide_aliases(&mut self) {
        if !self.aliases.keys().all(is_of_programs) {
            Rc::make_mut(&mut self.aliases).retain(|name, _| is_of_programs(name));
        }
    }

    pub(crate) fn alias(&mut self, name: &str, text: &str) {
        Rc::make_mut(&mut self.aliases).insert(name.to_owned(), Several::one(text.to_owned()));
    }

    /// What an alias may stand for.
    pub(crate) fn alias_of(&self, name: &str) -> Option<&Several<String>> {
        self.aliases.get(name)
    }

    pub(crate) fn alias_count(&self) -> usize {
        self.aliases.len()
    }

    pub(crate) fn unalias(&mut self, name: &str) {
        Rc::make_mut(&mut self.aliases).remove(name);
    }

    /// What another state knows of aliases.
    pub(crate) fn keep_aliases(&mut self, other: &Self) {
        self.aliases = Rc::clone(&other.aliases);
    }
}

/// Names of the shell that programs know nothing of.
pub(crate) struct Names {
    functions: Meanings<Rc<Statement>>,
    aliases: Meanings<String>,
}

/// What programs were told, kept among the shell's own aliases: of git, and of package managers.
fn is_of_programs(name: impl AsRef<str>) -> bool {
    // No alias of a shell has a blank in its name.
    name.as_ref().contains(' ') || name.as_ref() == "git-branch"
}
