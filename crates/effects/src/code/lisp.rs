//! Lisp: everything is a list, whose first element says what becomes of the others.

use std::rc::Rc;

use super::arguments::Arguments;
use super::machine::Machine;
use super::thing::Thing;
use super::token::{Code, Kind, Token};

impl Machine<'_> {
    /// Evaluates some forms, and gives the value of the last.
    pub(super) fn lisp(&mut self, code: &Code) -> Thing {
        self.forms(code.tokens()).pop().unwrap_or_else(Thing::unknown)
    }

    fn forms(&mut self, tokens: &[Token]) -> Vec<Thing> {
        let mut things = Vec::new();
        for token in tokens {
            if !self.spend(1) {
                break;
            }
            things.push(self.form(token));
        }
        things
    }

    fn form(&mut self, token: &Token) -> Thing {
        match &token.kind {
            Kind::Text(parts) => Thing::of(self.string(parts)),
            Kind::Number(number) => number.map_or_else(Thing::unknown, Thing::Number),
            Kind::Name(name) => match self.variables.get(name) {
                Some(thing) => thing.clone(),
                None => Thing::Named(Rc::clone(name)),
            },
            Kind::Group(_, code) => {
                if !self.enter() {
                    return Thing::unknown();
                }
                let thing = self.list_form(code);
                self.leave();
                thing
            }
            Kind::TooDeep => {
                self.miss();
                Thing::unknown()
            }
            Kind::Variable(..)
            | Kind::Shell(_)
            | Kind::Words(_)
            | Kind::Regex(_)
            | Kind::Edit(..)
            | Kind::Diamond(_)
            | Kind::Sign(_) => Thing::unknown(),
        }
    }

    fn list_form(&mut self, code: &Code) -> Thing {
        let Some((first, rest)) = code.tokens().split_first() else { return Thing::unknown() };
        let Some(name) = first.name() else {
            // A list of data: `'("-rf" "x")`.
            return Thing::list(self.forms(code.tokens()));
        };
        match &**name {
            "define" | "setq" | "setf" | "set!" | "defvar" | "defparameter" | "defconst" | "def" => {
                self.bind_pairs(rest);
                Thing::unknown()
            }
            "let" | "let*" | "letrec" => {
                if let Some(Kind::Group(_, bindings)) = rest.first().map(|token| &token.kind) {
                    // `((a "x") (b "y"))`, or in Clojure `[a "x" b "y"]`.
                    let nested = bindings.tokens().first().is_some_and(|token| token.name().is_none());
                    if nested {
                        for binding in bindings.tokens() {
                            if let Kind::Group(_, pair) = &binding.kind {
                                self.bind_pairs(pair.tokens());
                            }
                        }
                    } else {
                        self.bind_pairs(bindings.tokens());
                    }
                }
                self.forms(rest.get(1..).unwrap_or_default()).pop().unwrap_or_else(Thing::unknown)
            }
            _ => {
                let things = self.forms(rest);
                self.lisp_call(name, things)
            }
        }
    }

    /// `name value name value`; a function's head is no name.
    fn bind_pairs(&mut self, tokens: &[Token]) {
        for pair in tokens.chunks(2) {
            match pair {
                [target, value] => {
                    let thing = self.form(value);
                    if let Some(name) = target.name() {
                        self.assign(&Rc::clone(name), thing);
                    }
                }
                rest => {
                    self.forms(rest);
                }
            }
        }
    }

    /// Packages before a name say nothing: `sb-ext:run-program`, `clojure.java.shell/sh`.
    fn lisp_call(&mut self, name: &str, things: Vec<Thing>) -> Thing {
        let local = name.rsplit(':').next().unwrap_or(name);
        let meaning = [Some(name), Some(local), local.rsplit('/').next()]
            .into_iter()
            .flatten()
            .find_map(|name| self.dialect.meaning(name));
        let last = things.last().cloned();
        match meaning {
            Some(meaning) => self.perform(meaning, Arguments::of(things)),
            None if matches!(name, "progn" | "begin" | "do" | "when" | "if" | "unless") => {
                last.unwrap_or_else(Thing::unknown)
            }
            None => Thing::list(things).derived(),
        }
    }
}
