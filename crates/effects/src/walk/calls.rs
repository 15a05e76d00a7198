//! Functions, and what runs when a shell ends.

use std::rc::Rc;

use hookward_shell::{Span, Statement};

use super::{Call, Uncalled, Walk};
use crate::effect::{Deed, Opacity};
use crate::held::bounded;
use crate::state::State;
use crate::value::Value;

/// Functions that call functions are followed this deep.
pub(super) const MAX_CALLS: usize = 16;

impl Walk<'_> {
    /// A shell ends: what its traps say runs now.
    pub(super) fn ends(&mut self, traps: usize, state: &State) {
        let kept = traps.min(self.traps.len());
        for (script, span) in self.traps.split_off(kept) {
            let mut apart = self.copy(state);
            self.vouching(false, |walk| walk.shell_text(&script, span, "trap", &mut apart));
            // A handler may have set another one.
            for (script, span) in self.traps.split_off(kept) {
                self.shell_text(&script, span, "trap", &mut apart);
            }
            self.traps.truncate(kept);
            self.may_end(&apart.course);
        }
    }

    /// A function that nobody has called may still run: by a trap, a handler, another shell.
    pub(super) fn leftovers(&mut self, state: &mut State) {
        state.arguments = None;
        for (name, bodies) in std::mem::take(&mut self.uncalled) {
            for Uncalled { body, replaced } in bodies {
                // In another way it may still be the one.
                let is_there = || {
                    let now = state.function(&name);
                    now.is_some_and(|now| now.all.iter().any(|own| Rc::ptr_eq(own, &body)))
                };
                if !replaced || is_there() {
                    let mut apart = self.copy(state);
                    self.within_function(&body, &mut apart);
                    self.may_end(&apart.course);
                }
            }
        }
    }

    /// A call of a function of the text.
    pub(crate) fn call(
        &mut self,
        name: &str,
        body: &Rc<Statement>,
        arguments: Vec<Value>,
        span: Span,
        state: &mut State,
    ) {
        if let Some(bodies) = self.uncalled.get_mut(name) {
            bodies.retain(|other| !Rc::ptr_eq(&other.body, body));
        }
        let around: Vec<&Call> = self.calls.iter().filter(|call| Rc::ptr_eq(&call.body, body)).collect();
        let same = around.iter().any(|call| call.arguments.as_deref() == Some(&arguments));
        let around = around.len();
        // It calls itself: in a process beside itself, that never ends.
        if around > 0 && self.beside > 0 {
            self.deed(Deed::Exhaust, "starts itself again and again", span);
        }
        if around > 1 || (around == 1 && same) {
            return;
        }
        // Whatever it calls itself with, once more with anything is enough.
        let arguments = (around == 0).then(|| Rc::new(bounded(arguments)));
        let outer = std::mem::replace(&mut state.arguments, arguments);
        self.within_function(body, state);
        state.arguments = outer;
    }

    /// Whether a function is around us that has called itself: with which words, nobody has looked.
    pub(crate) fn is_in_recursion(&self) -> bool {
        let is_around = |(at, call): (usize, &Call)| {
            self.calls.iter().take(at).any(|outer| Rc::ptr_eq(&outer.body, &call.body))
        };
        self.calls.iter().enumerate().any(is_around)
    }

    pub(super) fn within_function(&mut self, body: &Rc<Statement>, state: &mut State) {
        if self.calls.len() >= MAX_CALLS {
            return self.opaque(Opacity::Size, body.span);
        }
        self.calls.push(Call { body: Rc::clone(body), arguments: state.arguments.clone() });
        self.locals.push(Vec::new());
        self.statement(body, state);
        for (name, held) in self.locals.pop().unwrap_or_default() {
            state.restore(&name, held);
        }
        self.calls.pop();
    }
}
