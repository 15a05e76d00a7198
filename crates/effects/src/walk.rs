//! A shell text to its commands and effects: every statement is visited as if it ran, in the order of the shell.

use std::collections::BTreeMap;
use std::rc::Rc;

use hookward_shell::{
    Assignment, Command as Syntax, Gap, Operand, OperandRole, Operation, Operator, Part, Redirect,
    RedirectKind, Simple, Span, Statement, Value as Assigned, Word,
};

use crate::arithmetic::{calculate, forget_assigned};
use crate::declarations::is_declaration;
use crate::endless;
use crate::held::{Held, bounded, either};
use crate::input::separators;

use crate::Scene;
use crate::effect::{Action, Deed, Effect, Facts, Opacity};
use crate::source::Sources;
use crate::state::{Feed, State};
use crate::value::{MAX_FEW, Piece, Value, capture};

/// Scripts inside scripts are followed this deep.
const MAX_NESTING: usize = 10;

/// A loop over so many words is looked at word by word, where it matters in which order they come.
const MAX_UNROLLED: usize = 16;

/// So many elements of an array are followed.
const MAX_ELEMENTS: i64 = 1_024;

/// So often the body of a loop is looked at, at most.
const MAX_ROUNDS: usize = 3;

/// Functions that call functions are followed this deep.
const MAX_CALLS: usize = 16;

/// Adds what `text` does to `facts`.
pub(crate) fn shell(text: &str, scene: &Scene, facts: &mut Facts) {
    let mut walk = Walk::new(text.len(), facts);
    walk.script(text, &mut State::new(*scene));
}

/// Where standard output goes.
pub(crate) enum Out {
    /// To the person and the model.
    Screen,
    /// Into a pipe, a substitution or a file.
    Captured(Vec<Piece>),
}

/// A function that is being called.
struct Call {
    body: Rc<Statement>,
    arguments: Option<Rc<Vec<Value>>>,
}

/// A function that was defined and not called yet.
struct Uncalled {
    body: Rc<Statement>,
    /// Whether another one has taken its place, in one way through the text at least.
    replaced: bool,
}

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
    /// Where standard output goes.
    pub(crate) out: Out,
    /// The functions that are being called, innermost last.
    calls: Vec<Call>,
    /// What the variables of a function's own held outside of it, for each of those that are being called.
    pub(crate) locals: Vec<Vec<(String, Option<Held>)>>,
    /// What runs when the shell ends.
    pub(crate) traps: Vec<(Value, Span)>,
    /// What was read in a loop.
    pub(crate) drained: Vec<String>,
    /// How many loops are around us.
    pub(crate) loops: usize,
    /// Functions that were defined and not called yet.
    uncalled: BTreeMap<String, Vec<Uncalled>>,
    /// How many processes run beside each other where we are: in a pipeline or in the background.
    pub(crate) beside: usize,
    /// Scripts on disk that are being looked through.
    pub(crate) files: Vec<String>,
    /// How many wrappers around us give another user's rights.
    pub(crate) privileged: usize,
    /// How many scripts were looked through so far.
    pub(crate) looked: usize,
    /// How long they were together.
    pub(crate) looked_length: usize,
    /// What the text has written to files and is running.
    pub(crate) rewritten: Vec<Value>,
    /// How many files have run so far, on disk or written by the text.
    pub(crate) ran: usize,
    /// Remotes that the text has added to a repository.
    pub(crate) remotes: Vec<String>,
    /// Pipes with a name that the text has made.
    pub(crate) pipes: Vec<String>,
    /// Those of them that feed a shell.
    pub(crate) fed_pipes: Vec<String>,
    /// Whether the shell shows every line that it runs: `set -x`.
    pub(crate) traced: bool,
    /// Process substitutions so far.
    pub(crate) processes: usize,
    /// What `>( … )` runs, by the path that stands for it.
    pub(crate) sinks: BTreeMap<String, Vec<Statement>>,
}

/// The descriptor that leads into a coprocess, and the path that stands for it.
pub(crate) const COPROCESS_INPUT: u32 = 60;
pub(crate) const COPROCESS: &str = "/dev/fd/60";

impl<'f> Walk<'f> {
    pub(crate) fn new(length: usize, facts: &'f mut Facts) -> Self {
        Self {
            facts,
            budget: 1_000 + length * 8,
            nesting: 0,
            inside: None,
            through: Vec::new(),
            out: Out::Screen,
            calls: Vec::new(),
            locals: Vec::new(),
            traps: Vec::new(),
            drained: Vec::new(),
            loops: 0,
            uncalled: BTreeMap::new(),
            beside: 0,
            files: Vec::new(),
            privileged: 0,
            looked: 0,
            looked_length: 0,
            rewritten: Vec::new(),
            ran: 0,
            remotes: Vec::new(),
            pipes: Vec::new(),
            fed_pipes: Vec::new(),
            traced: false,
            processes: 0,
            sinks: BTreeMap::new(),
        }
    }

    pub(crate) fn script(&mut self, text: &str, state: &mut State) {
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
        if self.nesting == 0 {
            self.ends(0, state);
            self.leftovers(state);
        }
    }

    /// A shell ends: what its traps say runs now.
    fn ends(&mut self, traps: usize, state: &State) {
        let kept = traps.min(self.traps.len());
        for (script, span) in self.traps.split_off(kept) {
            let mut apart = self.copy(state);
            self.shell_text(&script, span, "trap", &mut apart);
            // A handler may have set another one.
            for (script, span) in self.traps.split_off(kept) {
                self.shell_text(&script, span, "trap", &mut apart);
            }
            self.traps.truncate(kept);
        }
    }

    /// A function that nobody has called may still run: by a trap, a handler, another shell.
    fn leftovers(&mut self, state: &mut State) {
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
                }
            }
        }
    }

    pub(crate) fn nested(&mut self, text: &str, holder: Span, name: &str, state: &mut State) {
        let outer = self.inside.replace(self.inside.unwrap_or(holder));
        self.nesting += 1;
        self.through.push(name.to_owned());
        // A text that is longer than what the budget was made for pays for itself.
        self.budget = self.budget.saturating_sub(text.len() / 64).max(1);
        if matches!(name, "eval" | "source" | "alias" | "trap") {
            self.script(text, state);
        } else {
            self.own_shell(state, |walk, state| walk.script(text, state));
        }
        self.through.pop();
        self.nesting -= 1;
        self.inside = outer;
    }

    /// Takes steps for something that is so large.
    pub(crate) fn charge(&mut self, size: usize) {
        self.budget = self.budget.saturating_sub(size).max(1);
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

    /// More steps, for a text that came from elsewhere.
    pub(crate) fn grant(&mut self, length: usize) {
        self.budget = self.budget.saturating_add(length);
    }

    pub(crate) fn opaque(&mut self, why: Opacity, span: Span) {
        self.effect(Action::Opaque(why), span);
    }

    pub(crate) fn effect(&mut self, action: Action, span: Span) {
        let script = self.files.last().cloned();
        let span = Some(self.inside.unwrap_or(span));
        if let Some(place) = action.place() {
            // Each of them is judged.
            if place.spots.len() > 8 {
                self.charge(place.spots.len() / 2);
            }
            if place.cut {
                let action = Action::Opaque(Opacity::Size);
                let privileged = self.privileged > 0;
                self.facts.effects.push(Effect { action, span, script: script.clone(), privileged });
            }
        }
        self.facts.effects.push(Effect { action, span, script, privileged: self.privileged > 0 });
    }

    pub(crate) fn deed(&mut self, deed: Deed, what: &'static str, span: Span) {
        self.effect(Action::Deed(deed, what.into()), span);
    }

    /// What a command writes to its standard output.
    pub(crate) fn print(&mut self, value: &Value, span: Span) {
        match &mut self.out {
            Out::Captured(pieces) => {
                capture(pieces, value);
                // What is long is copied, again and again in a pipe.
                let length = value.known().map_or(0, str::len);
                self.charge(length / 256);
            }
            Out::Screen => {
                let sources = value.sources();
                if !sources.is_empty() {
                    self.effect(Action::Print(sources), span);
                }
            }
        }
    }

    /// How much was put out so far, where that is captured.
    pub(crate) fn captured_pieces(&self) -> usize {
        match &self.out {
            Out::Captured(pieces) => pieces.len(),
            Out::Screen => 0,
        }
    }

    /// Runs something with its output captured.
    pub(crate) fn captured(&mut self, run: impl FnOnce(&mut Self)) -> Value {
        let outer = std::mem::replace(&mut self.out, Out::Captured(Vec::new()));
        run(self);
        match std::mem::replace(&mut self.out, outer) {
            Out::Captured(pieces) => Value::of(pieces),
            Out::Screen => Value::unknown(),
        }
    }

    /// What a process of its own prints.
    fn captured_shell(&mut self, body: &[Statement], apart: &mut State) -> Value {
        self.captured(|walk| walk.own_shell(apart, |walk, apart| walk.statements(body, apart)))
    }

    /// What a substitution stands for: what its body prints, without the line ends behind it.
    pub(crate) fn printed(&mut self, body: &[Statement], state: &State) -> Value {
        let mut apart = self.copy(state);
        if let Some((word, span)) = only_read(body) {
            let content = self.read_from(word, span, &mut apart);
            return without_line_ends(content);
        }
        let value = self.captured_shell(body, &mut apart);
        if let Some(first) = body.first().filter(|_| value.sources().is_endless()) {
            self.deed(Deed::Exhaust, "fills the memory", first.span);
        }
        without_line_ends(value)
    }

    /// A process substitution: a path that stands for what a body prints, or takes.
    pub(crate) fn process(&mut self, body: &[Statement], input: bool, state: &mut State) -> String {
        let path = format!("/dev/fd/{}", 63 + self.processes);
        self.processes += 1;
        let place = state.place(&Value::Known(path.clone()));
        if input {
            let mut apart = self.copy(state);
            let value = self.captured_shell(body, &mut apart);
            state.store(&place, &value);
        } else {
            self.apart(body, state);
            self.sinks.insert(path.clone(), body.to_vec());
        }
        path
    }

    pub(crate) fn statements(&mut self, statements: &[Statement], state: &mut State) {
        for statement in statements {
            self.statement(statement, state);
            settle(state);
        }
    }

    /// A body that may or may not run, in the same shell.
    fn perhaps(&mut self, statements: &[Statement], state: &mut State) {
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
    fn own_shell(&mut self, apart: &mut State, run: impl FnOnce(&mut Self, &mut State)) {
        let traps = self.traps.len();
        run(self, apart);
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
        if !self.spend(statement.span) {
            return;
        }
        if statement.background {
            // What it changes, it changes for itself.
            let mut apart = self.copy(state);
            self.beside += 1;
            self.own_shell(&mut apart, |walk, apart| walk.redirected(statement, apart));
            self.beside -= 1;
            state.keep_files(&apart);
            return;
        }
        self.redirected(statement, state);
    }

    pub(crate) fn run(&mut self, statement: &Statement, state: &mut State) {
        match &statement.command {
            Syntax::Simple(simple) => self.simple(simple, state),
            Syntax::Pipeline(parts) => self.pipeline(parts, state),
            Syntax::Chain(parts) => self.chain(parts, state),
            Syntax::Group(body) => self.statements(body, state),
            Syntax::Subshell(body) => self.apart(body, state),
            Syntax::If { branches, otherwise } => {
                let (mut ends, mut printed) = (Vec::new(), Vec::new());
                for (condition, body) in branches {
                    let cwd = state.cwd.clone();
                    self.statements(condition, state);
                    let mut branch = self.copy(state);
                    // Otherwise the condition has failed, and with it its `cd`.
                    state.cwd = cwd;
                    printed.push(self.alternative(|walk| walk.statements(body, &mut branch)));
                    ends.push(branch);
                }
                printed.push(self.alternative(|walk| walk.statements(otherwise, state)));
                for end in &ends {
                    self.join(state, end);
                }
                self.print_one_of(printed, statement.span);
            }
            Syntax::While { condition, body } => {
                if let Some(what) = endless::while_loop(condition, body) {
                    self.deed(Deed::Exhaust, what, statement.span);
                }
                self.looped(condition, body, state);
            }
            Syntax::For { variable, words, body } => {
                if let Some(what) = words.as_ref().and_then(|words| endless::for_loop(words, body)) {
                    self.deed(Deed::Exhaust, what, statement.span);
                }
                let values = match words {
                    Some(words) => self.words(words, state),
                    None => state.arguments.as_deref().cloned().unwrap_or_default(),
                };
                if let Out::Captured(_) = self.out
                    && values.len() <= MAX_UNROLLED
                    && values.iter().all(|value| value.known().is_some())
                {
                    // What it prints, it prints in this order.
                    for value in values {
                        state.assign(variable, value);
                        self.statements(body, state);
                    }
                    return;
                }
                let value = Value::one_of(values);
                self.effect(Action::Environment(variable.clone(), value.clone()), statement.span);
                state.assign(variable, value);
                self.looped(&[], body, state);
            }
            Syntax::ArithmeticFor { text, words, body } => {
                if let Some(what) = endless::arithmetic_loop(text, body) {
                    self.deed(Deed::Exhaust, what, statement.span);
                }
                self.arithmetic_words(words, statement.span, state);
                forget_assigned(text, state);
                self.looped(&[], body, state);
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
                if name == "hookward" {
                    self.deed(Deed::Tamper, "puts something else in Hookward's place", statement.span);
                }
                let body: Rc<Statement> = Rc::new((**body).clone());
                let bodies = self.uncalled.entry(name.clone()).or_default();
                // A loop comes to the same definition again and again.
                bodies.retain(|other| other.body.span != body.span);
                if let Some(before) = state.function(name) {
                    let is_it = |other: &Uncalled| before.all.iter().any(|own| Rc::ptr_eq(own, &other.body));
                    bodies.iter_mut().for_each(|other| other.replaced |= is_it(other));
                }
                bodies.push(Uncalled { body: Rc::clone(&body), replaced: false });
                state.define(name, body);
            }
            Syntax::Coprocess(body) => {
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
                for Operand { word, role } in operands {
                    match role {
                        OperandRole::Text => {
                            self.value(word, state);
                        }
                        OperandRole::Arithmetic => {
                            self.arithmetic_words(std::slice::from_ref(word), statement.span, state);
                            // What it holds is evaluated, so it must be known.
                            if word.literal().is_none() {
                                self.opaque(Opacity::Language("a test of the shell's own"), statement.span);
                            }
                        }
                    }
                }
            }
            Syntax::Arithmetic { text, words } => {
                self.arithmetic(text, words, statement.span, state);
                self.opaque(Opacity::Language("arithmetic"), statement.span);
            }
        }
    }

    /// A body that may run again with what it has left behind itself.
    fn looped(&mut self, condition: &[Statement], body: &[Statement], state: &mut State) {
        self.loops += 1;
        let mut rounds = MAX_ROUNDS;
        loop {
            let seen = (self.facts.effects.len(), self.facts.commands.len());
            let ran = self.ran;
            let before = self.copy(state);
            self.statements(condition, state);
            let mut round = self.copy(state);
            let printed = self.alternative(|walk| walk.statements(body, &mut round));
            self.join(state, &round);
            state.open(&before, &round);
            rounds -= 1;
            // Only where something was carried over does another round say more than the last one.
            let told = seen != (self.facts.effects.len(), self.facts.commands.len());
            // What runs from a file may be what the last round has written there.
            let settled = state.same_variables(&before) && (ran == self.ran || state.same_files(&before));
            if rounds == 0 || !told || settled {
                if printed != Value::Known(String::new()) {
                    // Once, and then more of it.
                    self.print(&printed, Span::default());
                    self.print(&Value::unknown(), Span::default());
                }
                break;
            }
            // What changes twice changes again and again. Deep inside loops, once is enough.
            if rounds == 1 || self.loops > 1 {
                state.widen(&before);
                rounds = 1;
            }
        }
        self.loops -= 1;
        // It ends where there is nothing more to read.
        for name in std::mem::take(&mut self.drained) {
            if let Some(value) = state.variable(&name) {
                state.assign(&name, either(&value, &Value::Known(String::new())));
            }
        }
    }

    /// What something prints that may run in the place of something else. On a screen, that is all the same.
    pub(crate) fn alternative(&mut self, run: impl FnOnce(&mut Self)) -> Value {
        match self.out {
            Out::Captured(_) => self.captured(run),
            Out::Screen => {
                run(self);
                Value::Known(String::new())
            }
        }
    }

    /// What one of some alternatives prints. Where they cannot be listed, all of it may be there.
    pub(crate) fn print_one_of(&mut self, values: Vec<Value>, span: Span) {
        if let Out::Screen = self.out {
            return;
        }
        if values.iter().all(|value| !value.texts().is_empty()) {
            let any = values.into_iter().reduce(|one, other| either(&one, &other));
            return any.iter().for_each(|any| self.print(any, span));
        }
        for value in &values {
            self.print(value, span);
        }
    }

    /// `a && b || c`: what stands behind runs where what stands before it has worked, or failed.
    fn chain(&mut self, parts: &[(Operator, Statement)], state: &mut State) {
        let span = parts.first().map(|(_, part)| part.span).unwrap_or_default();
        let mut printed: Vec<Value> = Vec::new();
        // What the ways have printed that end before the last link.
        let mut short: Vec<Value> = Vec::new();
        let mut fate = Some(Fate::Works);
        // Where a part has failed, so that what follows it behind `&&` does not run.
        let mut failed: Option<State> = None;
        // Where the last part has begun, if it is a `cd`.
        let mut from = None;
        for (operator, part) in parts {
            match operator {
                Operator::And => {
                    if fate != Some(Fate::Works) {
                        let mut stopped = self.copy(state);
                        if let Some(cwd) = stopped.otherwise.take() {
                            stopped.cwd = cwd;
                        }
                        match &mut failed {
                            Some(failed) => self.join(failed, &stopped),
                            None => failed = Some(stopped),
                        }
                    }
                    // What follows runs only where the `cd` before it worked.
                    state.otherwise = None;
                    from = changes_directory(part).then(|| state.cwd.clone());
                    let more = self.alternative(|walk| walk.statement(part, state));
                    match printed.last_mut() {
                        Some(before) => {
                            if fate.is_none() && *before != more {
                                short.push(before.clone());
                            }
                            *before = before.join(&more);
                        }
                        None => printed.push(more),
                    }
                }
                // It runs where what stands before it has failed.
                Operator::Or => {
                    let mut instead = self.copy(state);
                    state.otherwise = None;
                    if let Some(cwd) = from.take().or(instead.otherwise.take()) {
                        instead.cwd = cwd;
                    }
                    if let Some(failed) = failed.take() {
                        self.join(&mut instead, &failed);
                    }
                    let shown = self.alternative(|walk| walk.statement(part, &mut instead));
                    short.clear();
                    match fate {
                        Some(Fate::Works) => {}
                        Some(Fate::Fails) => printed = vec![shown],
                        None => printed.push(shown),
                    }
                    if !leaves(part) {
                        settle(&mut instead);
                        self.join(state, &instead);
                    }
                }
            }
            fate = fate_of(part, state);
        }
        if let Some(failed) = failed {
            settle(state);
            self.join(state, &failed);
        }
        printed.extend(short);
        self.print_one_of(printed, span);
    }

    fn pipeline(&mut self, parts: &[Statement], state: &mut State) {
        let mut stdin = state.stdin.clone();
        let mut feed = state.feed;
        self.beside += 1;
        for (index, part) in parts.iter().enumerate() {
            let mut apart = self.copy(state);
            apart.feed = if stdin.is_unseen() { feed } else { Feed::Given };
            apart.stdin = stdin;
            feed = made_by(part, apart.feed);
            if index + 1 < parts.len() {
                stdin = self.captured_shell(std::slice::from_ref(part), &mut apart);
            } else {
                stdin = Value::unknown();
                self.statement(part, &mut apart);
                // In zsh, and in bash if it is told so, the last one runs in the shell itself.
                self.charge(state.size());
                state.join_variables(&apart);
            }
            state.keep_files(&apart);
        }
        self.beside -= 1;
    }

    fn simple(&mut self, simple: &Simple, state: &mut State) {
        if let Some((variable, choices)) = choice(simple, state) {
            // An unquoted choice of texts with blanks: each is a command of its own.
            let mut printed = Vec::new();
            if choices.len() > MAX_FEW {
                self.opaque(Opacity::Size, simple.span);
            }
            for text in choices.into_iter().take(MAX_FEW) {
                let mut chosen = self.copy(state);
                // INVARIANT: whatever it was, it is known now, or this would never end.
                chosen.hold(&variable, Held::Scalar(Value::Known(text)));
                printed.push(self.alternative(|walk| walk.simple(simple, &mut chosen)));
            }
            if printed.iter().any(|value| value.texts().is_empty()) {
                let sources = printed.iter().fold(Sources::NONE, |all, value| all.and(&value.sources()));
                printed = vec![Value::Unknown(sources)];
            }
            return self.print_one_of(printed, simple.span);
        }
        let words = self.words(&simple.words, state);
        if words.is_empty() {
            for assignment in &simple.assignments {
                self.assign(assignment, state);
            }
            return;
        }
        if is_declaration(&words) {
            return self.declaration(simple, words, state);
        }
        if simple.assignments.is_empty() {
            return self.command(words, simple.span, state);
        }
        // Variables in front of a command are for that command only.
        let mut outer = Vec::with_capacity(simple.assignments.len());
        for assignment in &simple.assignments {
            let name = &assignment.name;
            let held = state.own(name).cloned();
            self.assign(assignment, state);
            outer.push((name, held, state.export(name)));
        }
        self.command(words, simple.span, state);
        for (name, held, exported) in outer.into_iter().rev() {
            state.restore(name, held);
            if !exported {
                state.unexport(name);
            }
        }
    }

    pub(crate) fn assign(&mut self, assignment: &Assignment, state: &mut State) {
        let name = &assignment.name;
        let key = assignment.subscript.as_ref().map(|subscript| self.key(name, subscript, state));
        match &assignment.value {
            Assigned::Scalar(word) => {
                let value = self.assigned(word, state);
                let before = if key.is_some() { None } else { state.variable(name) };
                let value = match (assignment.append, before) {
                    (true, Some(before)) if state.is_integer(name) => sum(&before, &value, state),
                    (true, Some(before)) => before.join(&value),
                    (true, None) => Value::Unknown(value.sources()),
                    (false, _) if state.is_integer(name) => {
                        // A number is asked for, so the text is evaluated.
                        self.evaluated(&value, assignment.span, state);
                        match value.known() {
                            Some(text) => number(text, state),
                            None => value,
                        }
                    }
                    (false, _) => value,
                };
                self.effect(Action::Environment(name.clone(), value.clone()), assignment.span);
                self.obeyed_variable(name, &value, assignment.span, state);
                match key {
                    Some(key) => state.assign_element(name, &key, value),
                    None => state.assign(name, value),
                }
            }
            Assigned::Array(elements) => self.assign_elements(assignment, elements, state),
        }
    }

    fn assign_elements(
        &mut self,
        assignment: &Assignment,
        elements: &[(Option<Word>, Word)],
        state: &mut State,
    ) {
        let name = &assignment.name;
        let before = state.held(name).cloned();
        let is_map = matches!(before, Some(Held::Map(_)));
        // What is in the brackets may ask for what the variable held.
        let mut values: Vec<(Option<Value>, Value)> = Vec::new();
        let mut loose = None;
        for (key, word) in elements {
            match key {
                Some(key) => {
                    let key = self.key(name, key, state);
                    values.push((Some(key), self.assigned(word, state)));
                }
                None => {
                    let mut fields = Vec::new();
                    self.fields(word, state, &mut fields);
                    let open = fields.iter().any(|value| value.known().is_none());
                    if open && !word.parts.iter().all(is_one) {
                        loose = loose.or(i64::try_from(values.len()).ok());
                    }
                    values.extend(fields.into_iter().map(|value| (None, value)));
                }
            }
        }
        self.effect(Action::Environment(name.clone(), Value::unknown()), assignment.span);
        let held = match before {
            Some(held) if assignment.append => held,
            _ if is_map => Held::Map(BTreeMap::new()),
            _ => Held::list(Vec::new()),
        };
        let name = state.referred(name).to_owned();
        let mut next = match &held {
            Held::Array(array) => array.end(),
            Held::Scalar(_) => 1,
            Held::Map(_) | Held::Reference(_) | Held::Unset => 0,
        };
        let start = next;
        state.hold(&name, held);
        let room = MAX_ELEMENTS.saturating_sub(start);
        let too_many = i64::try_from(values.len()).unwrap_or(i64::MAX) > room;
        values.truncate(usize::try_from(room).unwrap_or(0));
        for (key, value) in values {
            if let Some(index) = key.as_ref().and_then(Value::known).and_then(|key| key.parse::<i64>().ok()) {
                next = index;
            }
            let key = key.unwrap_or_else(|| Value::Known(next.to_string()));
            state.assign_element(&name, &key, value);
            next = next.saturating_add(1);
        }
        // Others would only be more of the same.
        if too_many {
            state.assign_element(&name, &Value::Known(next.to_string()), Value::unknown());
            state.loosen(&name, next);
        }
        if let Some(loose) = loose {
            state.loosen(&name, start.saturating_add(loose));
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

    fn within_function(&mut self, body: &Rc<Statement>, state: &mut State) {
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

    /// Code runs that is not in the text.
    pub(crate) fn runs(&mut self, sources: Sources, span: Span) {
        self.effect(Action::Run(sources), span);
    }
}

/// How what a command prints has come about. What copies, changes nothing of it.
fn made_by(statement: &Statement, fed: Feed) -> Feed {
    let Syntax::Simple(simple) = &statement.command else { return Feed::Given };
    match simple.words.first().and_then(Word::literal).as_deref() {
        Some("echo" | "printf" | "git" | "exec" | "command" | "sudo") | None => Feed::Given,
        Some("cat" | "tee" | "head" | "tail" | "pv" | "bat") => fed,
        Some(_) => Feed::Made,
    }
}

/// Wherever the last `cd` led, that is where it goes on.
fn settle(state: &mut State) {
    if let Some(other) = state.otherwise.take() {
        state.cwd = either(&state.cwd, &other);
    }
}

pub(crate) fn without_line_ends(value: Value) -> Value {
    // A NUL has no place in a word.
    let trimmed = |text: &str| text.replace('\0', "").trim_end_matches('\n').to_owned();
    match value {
        Value::Known(text) => Value::Known(trimmed(&text)),
        Value::Few(texts) => Value::Few(texts.map(|text| trimmed(text))),
        Value::Pattern(mut pieces) => {
            while let Some(Piece::Text(text)) = pieces.last_mut() {
                text.truncate(text.trim_end_matches('\n').len());
                if !text.is_empty() {
                    break;
                }
                pieces.pop();
            }
            Value::of(pieces)
        }
        value @ Value::Unknown(_) => value,
    }
}

/// `$(< file)`
fn only_read(body: &[Statement]) -> Option<(&Word, Span)> {
    let [Statement { command: Syntax::Simple(simple), redirects, .. }] = body else { return None };
    match redirects.as_slice() {
        [Redirect { kind: RedirectKind::Read(word), descriptor: None | Some(0), span }] => {
            (simple.words.is_empty() && simple.assignments.is_empty()).then_some((word, *span))
        }
        _ => None,
    }
}

/// Whether a part of a word makes neither more nor fewer words of it.
fn is_one(part: &Part) -> bool {
    match part {
        Part::Bare { text, .. } => !text.contains(['*', '?', '[', '{']),
        Part::Variable(variable) => variable.quoted && variable.name != "@" && variable.subscript.is_none(),
        Part::Substitution { quoted, .. } => *quoted,
        Part::Quoted { .. } | Part::Arithmetic { .. } | Part::Process { .. } => true,
    }
}

/// `${x-y}` and its like: for them, a variable that is empty is not one that is not set.
fn asks_whether_set(operation: &Operation) -> bool {
    matches!(
        operation,
        Operation::Default(_) | Operation::Assign(_) | Operation::Alternative(_) | Operation::Required(_)
    )
}

/// How a command ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Works,
    Fails,
}

/// How a command has ended, where that is certain or what everybody takes for granted.
fn fate_of(statement: &Statement, after: &State) -> Option<Fate> {
    let simple = match &statement.command {
        Syntax::Simple(simple) => simple,
        Syntax::Function { .. } => return Some(Fate::Works),
        _ => return None,
    };
    let literal = |at: usize| simple.words.get(at).and_then(Word::literal);
    if simple.words.is_empty() {
        let asks = |part: &Part| matches!(part, Part::Substitution { .. });
        let known = simple.assignments.iter().all(|assignment| match &assignment.value {
            Assigned::Scalar(word) => !word.parts.iter().any(asks),
            Assigned::Array(_) => true,
        });
        return (known && statement.redirects.is_empty()).then_some(Fate::Works);
    }
    match literal(0)?.as_str() {
        "echo" | "printf" | "true" | ":" | "export" | "set" | "shopt" | "unset" | "alias" | "declare"
        | "local" | "exec" | "pwd" | "trap" => Some(Fate::Works),
        "false" => Some(Fate::Fails),
        // Where it leads to is there, as far as anybody can tell.
        "cd" | "pushd" if after.otherwise.is_none() => Some(Fate::Works),
        "mkdir" if literal(1).is_some_and(|word| word.starts_with('-') && word.contains('p')) => {
            Some(Fate::Works)
        }
        _ => None,
    }
}

/// `cd`: where it fails, it stays where it was.
fn changes_directory(statement: &Statement) -> bool {
    match &statement.command {
        Syntax::Simple(simple) => {
            let name = simple.words.first().and_then(Word::literal);
            matches!(name.as_deref(), Some("cd" | "pushd" | "popd"))
        }
        _ => false,
    }
}

/// `cmd || exit`: what follows runs only where the command worked.
fn leaves(statement: &Statement) -> bool {
    let first = |simple: &Simple| simple.words.first().and_then(Word::literal);
    match &statement.command {
        Syntax::Simple(simple) => {
            matches!(first(simple).as_deref(), Some("exit" | "return" | "break" | "continue"))
        }
        Syntax::Group(body) => body.last().is_some_and(leaves),
        _ => false,
    }
}

/// What is assigned to a variable that holds a number.
fn number(text: &str, state: &mut State) -> Value {
    calculate(text, state).map_or_else(Value::unknown, |number| Value::Known(number.to_string()))
}

fn sum(before: &Value, value: &Value, state: &mut State) -> Value {
    match (before.known(), value.known()) {
        (Some(before), Some(value)) => number(&format!("({before})+({value})"), state),
        _ => Value::unknown(),
    }
}

/// The first unquoted variable of a command that may be one of some texts with blanks or globs.
fn choice(simple: &Simple, state: &State) -> Option<(String, Vec<String>)> {
    let separators = separators(state);
    let splits =
        |text: &String| text.contains(['*', '?', '[']) || text.contains(|it| separators.contains(it));
    simple.words.iter().find_map(|word| match word.parts.as_slice() {
        [Part::Variable(variable)]
            if !variable.quoted && variable.subscript.is_none() && !asks_whether_set(&variable.operation) =>
        {
            match state.variable(&variable.name)? {
                Value::Few(texts) if texts.iter().any(splits) => Some((variable.name.clone(), texts.texts)),
                _ => None,
            }
        }
        _ => None,
    })
}
