//! Statements, one after the other and one inside the other: what runs in the same shell, what in one of its own.

use std::rc::Rc;

use hookward_shell::{Command as Syntax, Operand, OperandRole, Span, Statement};

use super::aftermath::Beyond;
use super::each::Loop;
use super::vouching::tells;
use super::{COPROCESS, COPROCESS_INPUT, Uncalled, Walk};
use crate::arithmetic::forget_assigned;
use crate::course::Turns;
use crate::effect::{Deed, Opacity};
use crate::endless;
use crate::held::either;
use crate::source::Sources;
use crate::state::State;
use crate::value::Value;

/// Statements in statements and commands in wrappers are followed this far, through all texts together.
const MAX_DEPTH: usize = 100;

/// So many groups of a pattern are told apart.
const MAX_GROUPS: usize = 8;

impl Walk<'_> {
    pub(crate) fn statements(&mut self, statements: &[Statement], state: &mut State) {
        self.statements_told(statements, &[], state);
    }

    /// Statements of a body, of each of which it is known what the text tells that goes on behind the body.
    pub(super) fn statements_told(
        &mut self,
        statements: &[Statement],
        told: &[Vec<bool>],
        state: &mut State,
    ) {
        let awaited = self.awaited;
        for (index, statement) in statements.iter().enumerate() {
            let rest = statements.get(index + 1..).unwrap_or_default();
            self.leave_behind(statement, statements, rest, state);
            let aftermath = self.after_statement(statement, rest, state);
            self.beyond = match told.get(index).filter(|parts| !parts.is_empty()) {
                Some(parts) => Beyond::of(parts.clone()),
                None => self.told_beyond(statement, rest, state),
            };
            let began = state.course.clone();
            self.heard(aftermath, |walk| walk.statement(statement, state));
            self.may_end_behind(statement, &began, state);
            self.awaited = awaited;
            self.beyond = Beyond::default();
            self.heed(statement);
            settle(state);
            if let Some(target) = self.led.take() {
                let content = self.captured(|walk| walk.statements(rest, state));
                return self.write_to(target, content, state);
            }
        }
    }

    /// Notes what one statement of a list leaves running, unless the text waits for it.
    fn leave_behind(&mut self, statement: &Statement, all: &[Statement], rest: &[Statement], state: &State) {
        match &statement.command {
            _ if statement.background => {
                let ends_with_it = || rest.iter().all(|statement| statement.background);
                let is_awaited = || std::ptr::eq(all.as_ptr(), self.awaited) && ends_with_it();
                self.facts.lingers |= !is_waited_for(rest, state) && !is_awaited();
            }
            Syntax::For { body, .. } | Syntax::ArithmeticFor { body, .. } | Syntax::While { body, .. }
                if is_waited_for(rest, state) =>
            {
                self.awaited = body.as_ptr();
            }
            _ => {}
        }
    }

    /// A body that may or may not run, in the same shell.
    pub(super) fn perhaps(&mut self, statements: &[Statement], state: &mut State) {
        let mut branch = self.copy(state);
        self.statements(statements, &mut branch);
        self.join(state, &branch);
    }

    /// A body in a process of its own: what it assigns is lost, what it writes to disk is not.
    pub(crate) fn apart(&mut self, statements: &[Statement], state: &mut State) {
        let mut apart = self.copy(state);
        self.own_shell(&mut apart, |walk, apart| walk.statements(statements, apart));
        state.keep_files(&apart);
    }

    /// Runs something in a process of its own, whose traps run when it ends.
    pub(super) fn own_shell(&mut self, apart: &mut State, run: impl FnOnce(&mut Self, &mut State)) {
        let traps = self.traps.len();
        self.vouching(true, |walk| {
            // How it ends is a status for the shell around it.
            walk.vouching.leaving = walk.vouching.holds;
            run(walk, apart);
        });
        self.ends(traps, apart);
    }

    /// A copy costs what it is large.
    pub(crate) fn copy<'s>(&mut self, state: &State<'s>) -> State<'s> {
        self.charge(state.size());
        state.clone()
    }

    /// What a shell knows that this one starts.
    pub(crate) fn child<'s>(&mut self, state: &State<'s>) -> State<'s> {
        self.charge(8 * state.size());
        state.child()
    }

    /// One state or the other: that costs more than a copy.
    pub(crate) fn join<'s>(&mut self, state: &mut State<'s>, other: &State<'s>) {
        self.charge(2 * state.size());
        state.join(other);
    }

    pub(crate) fn statement(&mut self, statement: &Statement, state: &mut State) {
        self.statement_told(statement, tells(statement), state);
    }

    /// A statement, of which it is known whether its status says something of what runs in it.
    pub(super) fn statement_told(&mut self, statement: &Statement, tells: bool, state: &mut State) {
        if !self.spend(statement.span) || !self.enter(statement.span) {
            return;
        }
        if statement.background {
            // What it changes, it changes for itself.
            let mut apart = self.copy(state);
            self.beside += 1;
            self.own_shell(&mut apart, |walk, apart| {
                walk.vouching(false, |walk| walk.redirected(statement, apart));
            });
            self.beside -= 1;
            state.keep_files(&apart);
        } else {
            self.vouching(tells, |walk| {
                // Where a file cannot be opened, nothing runs.
                if !statement.redirects.is_empty() {
                    walk.may_be_skipped();
                }
                walk.redirected(statement, state);
            });
        }
        self.leave();
    }

    /// Whether there is room for one more inside of another: each takes its part of the stack, and a program that runs out
    /// of it guards nothing. What lies deeper is said to be unseen.
    pub(crate) fn enter(&mut self, span: Span) -> bool {
        let has_room = self.depth < MAX_DEPTH;
        if has_room {
            self.depth += 1;
        } else {
            self.opaque(Opacity::Size, span);
        }
        has_room
    }

    pub(crate) fn leave(&mut self) {
        self.depth -= 1;
    }

    pub(crate) fn run(&mut self, statement: &Statement, state: &mut State) {
        match &statement.command {
            Syntax::Simple(simple) => self.simple(simple, state),
            Syntax::Pipeline(parts) => self.pipeline(parts, state),
            Syntax::Chain(parts) => self.chain(parts, state),
            Syntax::Group(body) => self.statements(body, state),
            Syntax::Subshell(body) => self.apart(body, state),
            Syntax::If { branches, otherwise } => self.branched(branches, otherwise, statement.span, state),
            Syntax::While { condition, body } => {
                if let Some(what) = endless::while_loop(condition, body) {
                    self.deed(Deed::Exhaust, what, statement.span);
                }
                let turns = if condition.iter().any(reads) { Turns::Words } else { Turns::Same };
                self.looped(condition, body, turns, state);
            }
            Syntax::For { taken, variable, words, body } => {
                let (taken, words, span) = (*taken, words.as_deref(), statement.span);
                self.each(Loop { taken, variable, words, body, span }, state);
            }
            Syntax::ArithmeticFor { text, words, body } => {
                if let Some(what) = endless::arithmetic_loop(text, body) {
                    self.deed(Deed::Exhaust, what, statement.span);
                }
                self.arithmetic_words(words, statement.span, state);
                self.arithmetic_names(text, statement.span, state);
                forget_assigned(text, state);
                self.looped(&[], body, Turns::Same, state);
            }
            Syntax::Case { word, arms } => {
                self.value(word, state);
                let mut printed = Vec::new();
                for arm in arms {
                    for pattern in &arm.patterns {
                        self.value(pattern, state);
                    }
                    printed.push(self.alternative(|walk| walk.perhaps(&arm.body, state)));
                }
                self.print_one_of(printed, statement.span);
            }
            Syntax::Function { name, body } => {
                self.heed_function(name);
                if name == "hookward" {
                    self.deed(Deed::Tamper, "puts something else in Hookward's place", statement.span);
                }
                let body: Rc<Statement> = Rc::new((**body).clone());
                let bodies = self.uncalled.entry(name.clone()).or_default();
                // A loop comes to the same definition again and again.
                bodies.retain(|other| other.body.span != body.span);
                if let Some(before) = state.function(name) {
                    let is_it = |other: &Uncalled| before.all.iter().any(|own| Rc::ptr_eq(own, &other.body));
                    for other in bodies.iter_mut() {
                        other.replaced |= is_it(other);
                    }
                }
                bodies.push(Uncalled { body: Rc::clone(&body), replaced: false });
                state.define(name, body);
            }
            Syntax::Coprocess(body) => {
                self.facts.lingers = true;
                let mut apart = self.copy(state);
                self.own_shell(&mut apart, |walk, apart| walk.statement(body, apart));
                // Whatever is written to its descriptor, it reads.
                self.sinks.insert(COPROCESS.to_owned(), vec![(**body).clone()]);
                state.assign_array(
                    "COPROC",
                    vec![Value::unknown(), Value::Known(COPROCESS_INPUT.to_string())],
                );
                self.opaque(Opacity::Language("a coprocess"), statement.span);
            }
            Syntax::Test(operands) => {
                let mut compared = Sources::NONE;
                for Operand { word, role } in operands {
                    match role {
                        OperandRole::Text => compared.add(&self.value(word, state).sources()),
                        OperandRole::Arithmetic => {
                            self.arithmetic_words(std::slice::from_ref(word), statement.span, state);
                            // What it holds is evaluated, so it must be known.
                            if word.literal().is_none() {
                                self.opaque(Opacity::Language("a test of the shell's own"), statement.span);
                            }
                        }
                    }
                }
                // What a pattern has taken out of a word is that word's: `[[ $TOKEN =~ (.*) ]]`.
                if !compared.is_empty() {
                    state.assign_array("BASH_REMATCH", vec![Value::Unknown(compared); MAX_GROUPS]);
                }
            }
            Syntax::Arithmetic { text, words } => {
                self.arithmetic(text, words, statement.span, state);
                self.opaque(Opacity::Language("arithmetic"), statement.span);
            }
        }
    }
}

/// Whether the text goes on behind a command in the background only when that has ended. Whatever stands in between, other than
/// more of the kind, could let go of it.
fn is_waited_for(rest: &[Statement], state: &State) -> bool {
    let Some(next) = rest.iter().find(|statement| !statement.background) else { return false };
    let first = match &next.command {
        Syntax::Chain(parts) => parts.first().map_or(next, |(_, first)| first),
        _ => next,
    };
    let Syntax::Simple(simple) = &first.command else { return false };
    simple.assignments.is_empty()
        && first.redirects.is_empty()
        && matches!(simple.words.as_slice(), [word] if word.literal().as_deref() == Some("wait"))
        && state.function("wait").is_none()
        && state.alias_of("wait").is_none()
}

/// `read`: the next round of the loop around it is about the next line.
fn reads(statement: &Statement) -> bool {
    let Syntax::Simple(simple) = &statement.command else { return false };
    simple.words.first().is_some_and(|word| word.literal().as_deref() == Some("read"))
}

/// Wherever the last `cd` led, that is where it goes on.
pub(super) fn settle(state: &mut State) {
    if let Some(other) = state.otherwise.take() {
        state.cwd = either(&state.cwd, &other);
    }
}
