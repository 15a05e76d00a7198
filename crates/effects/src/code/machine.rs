//! The state of an evaluation: variables, steps so far, and what is left of the budget.

use std::collections::HashMap;
use std::rc::Rc;

use super::datum::Datum;
use super::dialect::Dialect;
use super::lexer;
use super::listing_test::KeptNames;
use super::loops::Rounds;
use super::thing::{Function, Thing};
use super::token::Code;
use super::{Language, PrintsResult, Step, Surroundings};
use crate::source::Sources;
use crate::value::Value;

/// Expressions that stand deeper are not evaluated.
const MAX_DEPTH: usize = 64;

/// Texts evaluated by texts evaluated by texts: deeper ones are left to the caller.
const MAX_EVALUATED: usize = 4;

/// The state of an evaluation.
pub(super) struct Machine<'a> {
    pub(super) dialect: &'static Dialect,
    pub(super) surroundings: &'a Surroundings<'a>,
    budget: &'a mut usize,
    steps: Vec<Step>,
    seen: Seen,
    pub(super) variables: HashMap<Rc<str>, Thing>,
    /// Functions without a name, by the place of their body: each time it is passed, it is the same one.
    pub(super) anonymous: HashMap<(usize, usize), Rc<Function>>,
    /// The functions of the text that nothing may have called yet.
    pub(super) functions: Vec<Rc<Function>>,
    /// Modules whose names can be used as they are: `from os import *`.
    pub(super) stars: Vec<Rc<str>>,
    /// The network, as far as something has come from there.
    pub(super) fetched: Sources,
    /// The last address that a connection was opened to.
    pub(super) connected: Option<Value>,
    depth: usize,
    evaluated: usize,
    /// The functions of the text that are being called.
    pub(super) calling: Vec<Rc<Function>>,
    /// How many blocks are open that may not run.
    pub(super) branches: usize,
    /// How many loops are open.
    pub(super) loops: usize,
    /// How many conditions have been passed, and how many before the last loop began.
    pub(super) tests: usize,
    pub(super) tests_before_loop: usize,
    /// Which names of directories the text goes on with.
    pub(super) kept_names: KeptNames,
    /// How many of the open conditions only ask for the kind of a thing.
    pub(super) kinds_asked: usize,
    /// Whether the list that the next loop goes over was filtered before.
    pub(super) filtered: bool,
    /// What the functions that are being called have returned.
    pub(super) returned: Vec<Option<Thing>>,
    /// How many tests are open: what they are about they do not do.
    pub(super) tested: usize,
    /// The classes of the text: what they set is kept under its own name.
    pub(super) classes: Vec<Rc<str>>,
    /// Whether a condition of a listing is being looked at, and what it leaves of the names.
    pub(super) narrows: bool,
    pub(super) narrowed: Option<String>,
    /// The variable of the environment that was named last: the place of it as an element, and its name.
    pub(super) variable: Option<(Rc<str>, String)>,
    /// What the loop goes over whose header was read last, one by one.
    pub(super) rounds: Option<Rounds>,
}

/// Whether everything was looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    All,
    /// Something was too deep.
    NotAll,
    /// The budget is spent.
    Stopped,
}

impl<'a> Machine<'a> {
    pub(super) fn new(
        dialect: &'static Dialect,
        surroundings: &'a Surroundings<'a>,
        budget: &'a mut usize,
    ) -> Self {
        let given = surroundings.variables.iter();
        let variables =
            given.map(|(name, value)| (name.as_str().into(), Thing::of(Datum::of(value.clone()))));
        Self {
            dialect,
            surroundings,
            budget,
            steps: Vec::new(),
            seen: Seen::All,
            variables: variables.collect(),
            anonymous: HashMap::new(),
            functions: Vec::new(),
            stars: Vec::new(),
            fetched: Sources::NONE,
            connected: None,
            depth: 0,
            evaluated: 0,
            calling: Vec::new(),
            branches: 0,
            loops: 0,
            tests: 0,
            tests_before_loop: 0,
            kept_names: KeptNames::default(),
            kinds_asked: 0,
            filtered: false,
            returned: Vec::new(),
            tested: 0,
            classes: Vec::new(),
            narrows: false,
            variable: None,
            rounds: None,
            narrowed: None,
        }
    }

    /// The steps of a text.
    pub(super) fn read(mut self, text: &str) -> Vec<Step> {
        let code = lexer::tokens(text, self.dialect.syntax);
        let last = self.run(&code);
        match self.surroundings.prints_result {
            PrintsResult::Yes => {
                self.emit(Step::Print(last.datum()));
            }
            PrintsResult::No => {}
        }
        // What nothing calls here may be called from elsewhere.
        while !self.functions.is_empty() {
            for function in std::mem::take(&mut self.functions) {
                if !function.is_called.get() {
                    let unknown = vec![Thing::unknown(); function.parameters.len()];
                    let given = self.invoke(&function, unknown);
                    self.call_reduced(&function, &given);
                }
            }
        }
        match self.seen {
            Seen::All => {}
            Seen::NotAll | Seen::Stopped => self.steps.push(Step::Unseen),
        }
        self.steps
    }

    pub(super) fn is(&self, language: Language) -> bool {
        self.dialect.language == language
    }

    /// Takes from the budget; nothing more happens once it is spent.
    pub(super) fn spend(&mut self, amount: usize) -> bool {
        if self.seen == Seen::Stopped {
            return false;
        }
        match self.budget.checked_sub(amount) {
            Some(left) => {
                *self.budget = left;
                true
            }
            None => {
                *self.budget = 0;
                self.seen = Seen::Stopped;
                false
            }
        }
    }

    pub(super) fn miss(&mut self) {
        if self.seen == Seen::All {
            self.seen = Seen::NotAll;
        }
    }

    /// Goes one level deeper, if there is still room.
    pub(super) fn enter(&mut self) -> bool {
        if self.depth >= MAX_DEPTH {
            self.miss();
            return false;
        }
        self.depth += 1;
        true
    }

    /// Whether there is little room left.
    pub(super) fn is_deep(&self) -> bool {
        self.depth > MAX_DEPTH / 2
    }

    pub(super) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Adds a step, and tells where it stands: nowhere, if the budget is spent.
    pub(super) fn emit(&mut self, step: Step) -> usize {
        let copied = match &step {
            Step::Shell(datum) | Step::Write(_, datum) | Step::Evaluate(datum) | Step::Print(datum) => {
                datum.text().map_or(0, str::len)
            }
            _ => 0,
        };
        if !self.spend(1 + copied / 256) {
            return usize::MAX;
        }
        self.steps.push(step);
        self.steps.len() - 1
    }

    /// Adds to the content that a step writes.
    pub(super) fn append(&mut self, step: usize, content: &Datum) {
        if let Some(Step::Write(_, written)) = self.steps.get_mut(step) {
            *written = written.join(content);
        }
    }

    /// What this code has written to a file, if nothing of it is unknown.
    pub(super) fn written_here(&mut self, path: &Value) -> Option<Datum> {
        if path.known().is_none() || !self.spend(self.steps.len() / 8) {
            return None;
        }
        self.steps.iter().rev().find_map(|step| match step {
            Step::Write(to, content) if to == path => Some(content.clone()),
            _ => None,
        })
    }

    /// The value of text that runs as code of the same language.
    pub(super) fn evaluate(&mut self, datum: &Datum) -> Thing {
        let texts = datum.value.texts();
        if texts.is_empty() || self.evaluated >= MAX_EVALUATED {
            let mut datum = datum.clone();
            // A callback's data cannot be followed: after a fetch, it is the network's.
            let is_own = !datum.comes_from_elsewhere();
            if let Value::Unknown(sources) = &mut datum.value
                && sources.is_empty()
                && is_own
            {
                sources.add(&self.fetched);
            }
            let shape = datum.value.as_script().map(|text| text.replace("${_}", "_"));
            self.emit(Step::Evaluate(datum));
            if let Some(shape) = shape.filter(|_| self.evaluated < MAX_EVALUATED) {
                self.evaluate_text(&shape);
            }
            return Thing::unknown();
        }
        let mut last = Thing::unknown();
        for text in texts {
            last = self.evaluate_text(text);
        }
        last
    }

    fn evaluate_text(&mut self, text: &str) -> Thing {
        if !self.spend(text.len() / 4) {
            return Thing::unknown();
        }
        self.evaluated += 1;
        let code = lexer::tokens(text, self.dialect.syntax);
        let last = self.run(&code);
        self.evaluated -= 1;
        last
    }

    /// The tokens of a text that becomes a function.
    pub(super) fn compile(&mut self, text: &str) -> Option<Code> {
        let fits = self.evaluated < MAX_EVALUATED && self.spend(text.len() / 4);
        fits.then(|| lexer::tokens(text, self.dialect.syntax))
    }
}
