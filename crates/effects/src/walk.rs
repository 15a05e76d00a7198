//! A shell text to its commands and effects: every statement is visited as if it ran.

use hookward_shell::{
    Command as Syntax, Gap, Operation, Operator, Part, Redirect, RedirectKind, Simple, Span, Statement,
    Value as Assigned, Word,
};

use crate::Scene;
use crate::effect::{Action, Effect, Facts, Opacity};
use crate::eval::State;
use crate::path::Place;
use crate::value::Value;

/// Scripts inside scripts are followed this deep.
const MAX_NESTING: usize = 8;

/// What can be written to without effect.
const SINKS: &[&str] = &["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty"];

/// Adds what `text` does to `facts`.
pub(crate) fn shell(text: &str, scene: &Scene, facts: &mut Facts) {
    let budget = 1_000 + text.len() * 8;
    let mut walk = Walk { facts, budget, nesting: 0, inside: None, through: Vec::new() };
    walk.script(text, &mut State::new(*scene));
}

type ToAction = fn(Place) -> Action;

/// A walk through a text.
pub(crate) struct Walk<'f> {
    pub(crate) facts: &'f mut Facts,
    /// Steps that are left; proportional to the text, so that the time is.
    budget: usize,
    nesting: usize,
    /// Inside a nested script: the span of the outer word that holds it.
    pub(crate) inside: Option<Span>,
    /// The wrappers around what is looked at, outermost first.
    pub(crate) through: Vec<String>,
}

impl Walk<'_> {
    fn script(&mut self, text: &str, state: &mut State) {
        if self.nesting > MAX_NESTING {
            self.opaque(Opacity::Size, Span::default());
            return;
        }
        let script = hookward_shell::parse(text);
        for gap in script.not_understood {
            let why = match gap.why {
                Gap::TooLong | Gap::TooDeep => Opacity::Size,
                Gap::Syntax(message) => Opacity::Syntax(message),
                Gap::Unsupported(what) => Opacity::Syntax(what.to_owned()),
            };
            self.opaque(why, gap.span);
        }
        self.statements(&script.body, state);
    }

    pub(crate) fn nested(&mut self, text: &str, holder: Span, name: &str, state: &mut State) {
        let outer = self.inside.replace(self.inside.unwrap_or(holder));
        self.nesting += 1;
        self.through.push(name.to_owned());
        self.script(text, state);
        self.through.pop();
        self.nesting -= 1;
        self.inside = outer;
    }

    /// Takes a step; when the last one is gone, that is an effect.
    pub(crate) fn spend(&mut self, span: Span) -> bool {
        match self.budget {
            0 => return false,
            1 => self.opaque(Opacity::Budget, span),
            _ => {}
        }
        self.budget -= 1;
        self.budget > 0
    }

    pub(crate) fn opaque(&mut self, why: Opacity, span: Span) {
        self.effect(Action::Opaque(why), span);
    }

    pub(crate) fn effect(&mut self, action: Action, span: Span) {
        self.facts.effects.push(Effect { action, span: Some(self.inside.unwrap_or(span)) });
    }

    fn statements(&mut self, statements: &[Statement], state: &mut State) {
        for statement in statements {
            self.statement(statement, state);
        }
    }

    /// A body that may or may not run, in the same shell.
    fn perhaps(&mut self, statements: &[Statement], state: &mut State) {
        let mut branch = self.copy(state);
        self.statements(statements, &mut branch);
        self.budget = self.budget.saturating_sub(state.size()).max(1);
        state.join(&branch);
    }

    /// A body in a process of its own: what it assigns is lost.
    fn apart(&mut self, statements: &[Statement], state: &State) {
        let mut apart = self.copy(state);
        self.statements(statements, &mut apart);
    }

    /// A copy costs what it is large.
    pub(crate) fn copy<'s>(&mut self, state: &State<'s>) -> State<'s> {
        self.budget = self.budget.saturating_sub(state.size()).max(1);
        state.clone()
    }

    fn statement(&mut self, statement: &Statement, state: &mut State) {
        if !self.spend(statement.span) {
            return;
        }
        for redirect in &statement.redirects {
            self.redirect(redirect, state);
        }
        if statement.background {
            // What it changes, it changes for itself.
            let mut apart = self.copy(state);
            return self.run(statement, &mut apart);
        }
        self.run(statement, state);
    }

    fn run(&mut self, statement: &Statement, state: &mut State) {
        match &statement.command {
            Syntax::Simple(simple) => self.simple(simple, state),
            Syntax::Pipeline(parts) => {
                for part in parts {
                    self.apart(std::slice::from_ref(part), state);
                }
            }
            Syntax::Chain(parts) => {
                let mut failed = state.clone();
                for (operator, part) in parts {
                    match operator {
                        Operator::And => {
                            failed = self.copy(state);
                            self.statement(part, state);
                        }
                        // It runs where what stands before it has failed.
                        Operator::Or => {
                            self.statement(part, &mut failed);
                            state.join(&failed);
                        }
                    }
                }
            }
            Syntax::Group(body) => self.statements(body, state),
            Syntax::Subshell(body) => self.apart(body, state),
            Syntax::If { branches, otherwise } => {
                let mut failed = self.copy(state);
                for (condition, body) in branches {
                    self.statements(condition, state);
                    self.perhaps(body, state);
                }
                self.statements(otherwise, &mut failed);
                state.join(&failed);
            }
            Syntax::While { condition, body } => {
                self.statements(condition, state);
                self.perhaps(body, state);
            }
            Syntax::For { variable, words, body } => {
                let words = words.as_deref().unwrap_or_default();
                self.all_substitutions(words, state);
                let values: Vec<Value> = words.iter().flat_map(|word| state.fields(word)).collect();
                self.effect(Action::Environment(variable.clone()), statement.span);
                state.assign(variable, Value::one_of(values));
                self.perhaps(body, state);
            }
            Syntax::ArithmeticFor { clauses, body } => {
                self.all_substitutions(clauses, state);
                self.perhaps(body, state);
            }
            Syntax::Case { word, arms } => {
                self.substitutions(word, state);
                for arm in arms {
                    self.all_substitutions(&arm.patterns, state);
                    self.perhaps(&arm.body, state);
                }
            }
            Syntax::Function { body, .. } => {
                self.perhaps(std::slice::from_ref(body), state);
                // Its name now stands for something else, perhaps for itself: `:(){ :|:& };:`.
                self.opaque(Opacity::Language("a function"), statement.span);
            }
            // It sets a variable, by default or by any name.
            Syntax::Coprocess(body) => {
                self.apart(std::slice::from_ref(body), state);
                self.opaque(Opacity::Language("a coprocess"), statement.span);
            }
            // Bash evaluates subscripts in them, quoted or not: `[[ -v 'a[$(x)]' ]]` runs x.
            Syntax::Test(words) | Syntax::Arithmetic(words) => {
                self.all_substitutions(words, state);
                self.opaque(Opacity::Language("arithmetic"), statement.span);
            }
        }
    }

    fn all_substitutions(&mut self, words: &[Word], state: &State) {
        for word in words {
            self.substitutions(word, state);
        }
    }

    /// Bash evaluates a subscript, and what it holds, once more.
    fn subscript(&mut self, word: &Word, state: &State) {
        self.substitutions(word, state);
        if word.literal().is_none_or(|text| text.contains(['$', '`'])) {
            self.opaque(Opacity::Language("arithmetic"), word.span);
        }
    }

    /// The commands inside a word run before the word is used.
    fn substitutions(&mut self, word: &Word, state: &State) {
        for part in &word.parts {
            match part {
                Part::Bare { .. } | Part::Quoted { .. } => {}
                Part::Substitution { body, .. } | Part::Process { body, .. } => self.apart(body, state),
                // Both evaluate what a variable holds, as bash evaluates a subscript.
                Part::Arithmetic { words, span, .. } => {
                    self.all_substitutions(words, state);
                    self.opaque(Opacity::Language("arithmetic"), *span);
                }
                Part::Variable(variable) => {
                    if variable.subscript.is_some()
                        || matches!(variable.operation, Operation::Transform(_) | Operation::Indirect(_))
                    {
                        self.opaque(Opacity::Language("arithmetic"), variable.span);
                    }
                    for word in variable.words() {
                        self.substitutions(word, state);
                    }
                }
            }
        }
    }

    fn redirect(&mut self, redirect: &Redirect, state: &State) {
        let (word, actions): (&Word, &[ToAction]) = match &redirect.kind {
            RedirectKind::Read(word) => (word, &[Action::Read]),
            RedirectKind::Write(word) | RedirectKind::Append(word) => (word, &[Action::Write]),
            RedirectKind::ReadWrite(word) => (word, &[Action::Read, Action::Write]),
            RedirectKind::HereDocument(word)
            | RedirectKind::HereString(word)
            | RedirectKind::Duplicate(word) => (word, &[]),
        };
        self.substitutions(word, state);
        if actions.is_empty() && state.value(word).is_open() {
            // What is handed on is not known: nothing to object to, and nothing to approve.
            self.opaque(Opacity::Language("a value of run time"), redirect.span);
        }
        let mut place = state.place(&state.value(word));
        place.spots.retain(|spot| !SINKS.contains(&spot.path.as_str()));
        if place.spots.is_empty() && !place.open {
            return;
        }
        for action in actions {
            self.effect(action(place.clone()), redirect.span);
        }
    }

    fn simple(&mut self, simple: &Simple, state: &mut State) {
        for assignment in &simple.assignments {
            self.effect(Action::Environment(assignment.name.clone()), assignment.span);
            if let Some(subscript) = &assignment.subscript {
                self.subscript(subscript, state);
            }
            match &assignment.value {
                Assigned::Scalar(word) => {
                    self.substitutions(word, state);
                    let keeps = simple.words.is_empty() || is_declaration(simple);
                    if keeps && assignment.subscript.is_none() {
                        let value = if assignment.append { Value::Unknown } else { state.value(word) };
                        state.assign(&assignment.name, value);
                    }
                }
                Assigned::Array(elements) => {
                    for (key, word) in elements {
                        if let Some(key) = key {
                            self.subscript(key, state);
                        }
                        self.substitutions(word, state);
                    }
                    state.assign(&assignment.name, Value::Unknown);
                }
            }
        }
        self.all_substitutions(&simple.words, state);
        let words: Vec<Value> = simple.words.iter().flat_map(|word| state.fields(word)).collect();
        self.command(words, simple.span, state);
    }
}

fn is_declaration(simple: &Simple) -> bool {
    let name = simple.words.first().and_then(Word::literal);
    matches!(name.as_deref(), Some("export" | "declare" | "local" | "readonly" | "typeset"))
}
