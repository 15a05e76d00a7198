//! A shell text to its commands and effects: every statement is visited as if it ran, in the order of the shell.

use std::collections::BTreeMap;
use std::rc::Rc;

use hookward_shell::{
    Assignment, Command as Syntax, Gap, Operator, Part, Simple, Span, Statement, Value as Assigned, Word,
};

use crate::Scene;
use crate::effect::{Action, Deed, Effect, Facts, Opacity};
use crate::source::Sources;
use crate::state::State;
use crate::value::{Piece, Value};

/// Scripts inside scripts are followed this deep.
const MAX_NESTING: usize = 10;

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
    calls: Vec<Rc<Statement>>,
    /// Functions that were defined and not called yet.
    uncalled: BTreeMap<String, Rc<Statement>>,
    /// How many processes run beside each other where we are: in a pipeline or in the background.
    pub(crate) beside: usize,
    /// Scripts on disk that are being looked through.
    pub(crate) files: Vec<String>,
    /// How many wrappers around us give another user's rights.
    pub(crate) privileged: usize,
    /// How many scripts were looked through so far.
    pub(crate) looked: usize,
    /// Connections that descriptors stand for.
    pub(crate) sockets: BTreeMap<u32, String>,
    /// Remotes that the text has added to a repository.
    pub(crate) remotes: Vec<String>,
    /// What runs when the shell ends, with what it knows by then.
    pub(crate) traps: Vec<(String, Span)>,
    /// Variables of this command that have a default, and may be set outside.
    pub(crate) touched: Vec<String>,
    /// What descriptors give that the text has opened.
    pub(crate) inputs: BTreeMap<u32, Value>,
    /// Process substitutions so far.
    pub(crate) processes: usize,
    /// What `>( … )` runs, by the path that stands for it.
    pub(crate) sinks: BTreeMap<String, Vec<Statement>>,
}

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
            uncalled: BTreeMap::new(),
            beside: 0,
            files: Vec::new(),
            privileged: 0,
            looked: 0,
            sockets: BTreeMap::new(),
            remotes: Vec::new(),
            traps: Vec::new(),
            touched: Vec::new(),
            inputs: BTreeMap::new(),
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
            self.leftovers(state);
        }
    }

    /// A function that nobody has called may still run: by a trap, a handler, another shell.
    fn leftovers(&mut self, state: &mut State) {
        for (script, span) in std::mem::take(&mut self.traps) {
            self.nested(&script, span, "trap", &mut state.clone());
        }
        state.arguments = None;
        for body in std::mem::take(&mut self.uncalled).into_values() {
            let mut apart = self.copy(state);
            self.within_function(&body, &mut apart);
        }
    }

    pub(crate) fn nested(&mut self, text: &str, holder: Span, name: &str, state: &mut State) {
        let outer = self.inside.replace(self.inside.unwrap_or(holder));
        self.nesting += 1;
        self.through.push(name.to_owned());
        // A text that is longer than what the budget was made for pays for itself.
        self.budget = self.budget.saturating_sub(text.len() / 64).max(1);
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
        self.facts.effects.push(Effect { action, span, script, privileged: self.privileged > 0 });
    }

    pub(crate) fn deed(&mut self, deed: Deed, what: &'static str, span: Span) {
        self.effect(Action::Deed(deed, what.into()), span);
    }

    /// What a command writes to its standard output.
    pub(crate) fn print(&mut self, value: &Value, span: Span) {
        match &mut self.out {
            Out::Captured(pieces) => {
                // A text that doubles itself again and again is not followed.
                if pieces.len() < 256 {
                    pieces.extend(value.pieces());
                }
            }
            Out::Screen => {
                let sources = value.sources();
                if !sources.is_empty() {
                    self.effect(Action::Print(sources), span);
                }
            }
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

    /// What a substitution stands for: what its body prints, without the line ends behind it.
    pub(crate) fn printed(&mut self, body: &[Statement], state: &State) -> Value {
        let mut apart = self.copy(state);
        let value = self.captured(|walk| walk.statements(body, &mut apart));
        without_line_ends(value)
    }

    /// A process substitution: a path that stands for what a body prints, or takes.
    pub(crate) fn process(&mut self, body: &[Statement], input: bool, state: &mut State) -> String {
        let path = format!("/dev/fd/{}", 63 + self.processes);
        self.processes += 1;
        let place = state.place(&Value::Known(path.clone()));
        if input {
            let mut apart = self.copy(state);
            let value = self.captured(|walk| walk.statements(body, &mut apart));
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
        state.join(&branch);
    }

    /// A body in a process of its own: what it assigns is lost, what it writes to disk is not.
    pub(crate) fn apart(&mut self, statements: &[Statement], state: &mut State) {
        let mut apart = self.copy(state);
        self.statements(statements, &mut apart);
        state.keep_files(&apart);
    }

    /// A copy costs what it is large.
    pub(crate) fn copy<'s>(&mut self, state: &State<'s>) -> State<'s> {
        self.budget = self.budget.saturating_sub(state.size()).max(1);
        state.clone()
    }

    pub(crate) fn statement(&mut self, statement: &Statement, state: &mut State) {
        if !self.spend(statement.span) {
            return;
        }
        if statement.background {
            // What it changes, it changes for itself.
            let mut apart = self.copy(state);
            self.beside += 1;
            self.redirected(statement, &mut apart);
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
                let mut failed = self.copy(state);
                for (condition, body) in branches {
                    self.statements(condition, state);
                    self.perhaps(body, state);
                }
                self.statements(otherwise, &mut failed);
                state.join(&failed);
            }
            Syntax::While { condition, body } => {
                if is_endless(condition) && spawns(body) {
                    self.deed(Deed::Exhaust, "starts processes without end", statement.span);
                }
                self.statements(condition, state);
                self.looped(body, state);
            }
            Syntax::For { variable, words, body } => {
                let values = match words {
                    Some(words) => self.words(words, state),
                    None => state.arguments.clone().unwrap_or_default(),
                };
                let value = Value::one_of(values);
                self.effect(Action::Environment(variable.clone(), value.clone()), statement.span);
                state.assign(variable, value);
                self.looped(body, state);
            }
            Syntax::ArithmeticFor { clauses, body } => {
                if clauses.iter().all(|clause| clause.parts.is_empty()) && spawns(body) {
                    self.deed(Deed::Exhaust, "starts processes without end", statement.span);
                }
                self.arithmetic_words(clauses, statement.span, state);
                self.looped(body, state);
            }
            Syntax::Case { word, arms } => {
                self.value(word, state);
                for arm in arms {
                    for pattern in &arm.patterns {
                        self.value(pattern, state);
                    }
                    self.perhaps(&arm.body, state);
                }
            }
            Syntax::Function { name, body } => {
                let body: Rc<Statement> = Rc::new((**body).clone());
                self.uncalled.insert(name.clone(), Rc::clone(&body));
                state.define(name, body);
            }
            Syntax::Coprocess(body) => {
                let mut apart = self.copy(state);
                self.statement(body, &mut apart);
                self.opaque(Opacity::Language("a coprocess"), statement.span);
            }
            Syntax::Test(words) => {
                self.arithmetic_words(words, statement.span, state);
                // Bash evaluates some operands again: what they hold must be known.
                if words.iter().any(|word| word.literal().is_none()) {
                    self.opaque(Opacity::Language("a test of the shell's own"), statement.span);
                }
            }
            Syntax::Arithmetic(words) => {
                self.arithmetic_words(words, statement.span, state);
                self.opaque(Opacity::Language("arithmetic"), statement.span);
            }
        }
    }

    /// A body that may run again with what it has left behind itself.
    fn looped(&mut self, body: &[Statement], state: &mut State) {
        let before = self.facts.effects.len();
        let mut first = self.copy(state);
        self.statements(body, &mut first);
        let changes = !first.same_variables(state) && assigns(body);
        state.join(&first);
        // Only where something was carried over does a second round say more than the first.
        if changes && self.facts.effects.len() > before {
            let mut second = self.copy(state);
            self.statements(body, &mut second);
            state.join(&second);
        }
    }

    fn chain(&mut self, parts: &[(Operator, Statement)], state: &mut State) {
        let mut failed = self.copy(state);
        for (index, (operator, part)) in parts.iter().enumerate() {
            match operator {
                Operator::And => {
                    // What follows runs only where the `cd` before it worked.
                    state.otherwise = None;
                    if let Some((Operator::Or, _)) = parts.get(index + 1) {
                        failed = self.copy(state);
                    }
                    self.statement(part, state);
                }
                // It runs where what stands before it has failed.
                Operator::Or => {
                    if let Some(cwd) = state.otherwise.take() {
                        failed.cwd = cwd;
                    }
                    self.statement(part, &mut failed);
                    if !leaves(part) {
                        settle(&mut failed);
                        state.join(&failed);
                    }
                }
            }
        }
    }

    fn pipeline(&mut self, parts: &[Statement], state: &mut State) {
        let mut stdin = state.stdin.clone();
        self.beside += 1;
        for (index, part) in parts.iter().enumerate() {
            let mut apart = self.copy(state);
            apart.stdin = stdin;
            if index + 1 < parts.len() {
                stdin = self.captured(|walk| walk.statement(part, &mut apart));
            } else {
                stdin = Value::unknown();
                self.statement(part, &mut apart);
            }
            state.keep_files(&apart);
        }
        self.beside -= 1;
    }

    fn simple(&mut self, simple: &Simple, state: &mut State) {
        if let Some((variable, choices)) = choice(simple, state) {
            // An unquoted choice of texts with blanks: each is a command of its own.
            for text in choices {
                let mut chosen = self.copy(state);
                chosen.assign(&variable, Value::Known(text));
                self.simple(simple, &mut chosen);
            }
            return;
        }
        self.touched.clear();
        let words = self.words(&simple.words, state);
        if words.is_empty() || is_declaration(&words) {
            for assignment in &simple.assignments {
                self.assign(assignment, state);
            }
            // `export A=1` prints nothing, and `export` alone prints everything.
            // A name for another variable is that variable.
            if words
                .iter()
                .any(|word| word.known().is_some_and(|flag| flag.starts_with('-') && flag.contains('n')))
            {
                for assignment in &simple.assignments {
                    if let Some(target) = state.variable(&assignment.name).as_ref().and_then(Value::known) {
                        let outside =
                            || Value::Unknown(Sources::from(crate::Source::Variable(target.to_owned())));
                        let value = state.variable(target).unwrap_or_else(outside);
                        state.assign(&assignment.name, value);
                    }
                }
            }
            if words.len() > 1 || (words.len() == 1 && simple.assignments.is_empty()) {
                self.command(words, simple.span, state);
            }
            return;
        }
        if simple.assignments.is_empty() {
            return self.command(words, simple.span, state);
        }
        // Variables in front of a command are for that command only.
        let before: Vec<_> =
            simple.assignments.iter().map(|own| (own.name.clone(), state.saved(&own.name))).collect();
        for assignment in &simple.assignments {
            self.assign(assignment, state);
        }
        self.command(words, simple.span, state);
        for (name, held) in before {
            state.put_back(&name, held);
        }
    }

    fn assign(&mut self, assignment: &Assignment, state: &mut State) {
        let name = &assignment.name;
        if let Some(subscript) = &assignment.subscript {
            self.subscript(subscript, state);
        }
        match &assignment.value {
            Assigned::Scalar(word) => {
                let value = self.assigned(word, state);
                let value = match (assignment.append, state.variable(name)) {
                    (true, Some(before)) => before.join(&value),
                    (true, None) => Value::Unknown(value.sources()),
                    (false, _) => value,
                };
                self.effect(Action::Environment(name.clone(), value.clone()), assignment.span);
                self.obeyed_variable(name, &value, assignment.span, state);
                if assignment.subscript.is_some() {
                    let mut elements = state.elements(name).unwrap_or_default();
                    elements.push(value);
                    state.assign_array(name, elements);
                } else {
                    state.assign(name, value);
                }
            }
            Assigned::Array(elements) => {
                let mut values =
                    if assignment.append { state.elements(name).unwrap_or_default() } else { Vec::new() };
                for (key, word) in elements {
                    if let Some(key) = key {
                        self.subscript(key, state);
                    }
                    self.fields(word, state, &mut values);
                }
                self.effect(Action::Environment(name.clone(), Value::unknown()), assignment.span);
                state.assign_array(name, values);
            }
        }
    }

    /// A variable whose value programs run: `PAGER`, `GIT_SSH_COMMAND`, `BASH_ENV`.
    pub(crate) fn obeyed_variable(&mut self, name: &str, value: &Value, span: Span, state: &mut State) {
        match name {
            "PAGER"
            | "GIT_PAGER"
            | "MANPAGER"
            | "EDITOR"
            | "VISUAL"
            | "GIT_EDITOR"
            | "GIT_SEQUENCE_EDITOR"
            | "GIT_SSH_COMMAND"
            | "GIT_SSH"
            | "GIT_EXTERNAL_DIFF"
            | "GIT_ASKPASS"
            | "SSH_ASKPASS"
            | "SUDO_ASKPASS"
            | "BROWSER"
            | "PROMPT_COMMAND"
            | "GIT_PROXY_COMMAND"
            | "RSYNC_RSH"
            | "LESSOPEN"
            | "LESSCLOSE"
            | "CARGO_BUILD_RUSTC_WRAPPER"
            | "RUSTC_WRAPPER" => {
                self.detour(value, span, state);
            }
            "BASH_ENV" | "ENV" | "ZDOTDIR" | "PYTHONSTARTUP" => {
                let place = state.place(value);
                self.shell_file(&place, name, span, &mut state.clone());
                self.opaque(Opacity::Detour(value.to_string()), span);
            }
            "NODE_OPTIONS" | "PERL5OPT" | "RUBYOPT" | "JAVA_TOOL_OPTIONS" => {
                let text = value.to_string();
                let loads = ["--require", "--import", "-r ", "--loader", "-M", "-javaagent"]
                    .iter()
                    .any(|option| text.contains(option));
                if loads {
                    self.opaque(Opacity::Detour(text), span);
                }
            }
            "PS4" | "PS1" | "PS0" => self.evaluated(value, span, state),
            "LD_PRELOAD" | "DYLD_INSERT_LIBRARIES" | "LD_AUDIT" => {
                self.opaque(Opacity::Detour(value.to_string()), span);
            }
            _ => {}
        }
    }

    /// In an assignment nothing is split and no glob is live.
    fn assigned(&mut self, word: &Word, state: &mut State) -> Value {
        match self.value(word, state) {
            Value::Pattern(pieces)
                if pieces.iter().all(|piece| matches!(piece, Piece::Text(_) | Piece::Glob(_))) =>
            {
                // The glob stays asleep in the variable, and wakes where the variable stands without quotes.
                Value::Known(pieces.iter().map(Piece::written).collect())
            }
            value => value,
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
        self.uncalled.remove(name);
        if self.calls.iter().any(|call| Rc::ptr_eq(call, body)) {
            // It calls itself: in a process beside itself, that never ends.
            if self.beside > 0 {
                self.deed(Deed::Exhaust, "starts itself again and again", span);
            }
            return;
        }
        let outer = state.arguments.replace(arguments);
        self.within_function(body, state);
        state.arguments = outer;
    }

    fn within_function(&mut self, body: &Rc<Statement>, state: &mut State) {
        if self.calls.len() >= MAX_CALLS {
            return self.opaque(Opacity::Size, body.span);
        }
        self.calls.push(Rc::clone(body));
        self.statement(body, state);
        self.calls.pop();
    }

    /// Code runs that is not in the text.
    pub(crate) fn runs(&mut self, sources: Sources, span: Span) {
        self.effect(Action::Run(sources), span);
    }
}

/// Wherever the last `cd` led, that is where it goes on.
fn settle(state: &mut State) {
    if let Some(other) = state.otherwise.take() {
        state.cwd = crate::state::either(&state.cwd, &other);
    }
}

pub(crate) fn without_line_ends(value: Value) -> Value {
    match value {
        Value::Known(text) => Value::Known(text.trim_end_matches('\n').to_owned()),
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
        value => value,
    }
}

fn is_declaration(words: &[Value]) -> bool {
    let name = words.first().and_then(Value::known);
    matches!(name, Some("export" | "declare" | "local" | "readonly" | "typeset"))
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

/// `while true`, `while :`, `until false`.
fn is_endless(condition: &[Statement]) -> bool {
    match condition {
        [Statement { command: Syntax::Simple(simple), .. }] => {
            let name = simple.words.first().and_then(Word::literal);
            matches!(name.as_deref(), Some("true" | ":" | "false"))
        }
        _ => false,
    }
}

/// Whether a body starts a process and does not wait for it.
fn spawns(body: &[Statement]) -> bool {
    let waits = |statement: &Statement| match &statement.command {
        Syntax::Simple(simple) => {
            let name = simple.words.first().and_then(Word::literal);
            !statement.background
                && matches!(name.as_deref(), Some("sleep" | "wait" | "read" | "break" | "exit"))
        }
        _ => false,
    };
    body.iter().any(|statement| statement.background) && !body.iter().any(waits)
}

fn assigns(body: &[Statement]) -> bool {
    body.iter().any(|statement| match &statement.command {
        Syntax::Simple(simple) => simple.words.is_empty() && !simple.assignments.is_empty(),
        Syntax::Group(body) | Syntax::Subshell(body) => assigns(body),
        Syntax::Chain(parts) => parts.iter().any(|(_, part)| assigns(std::slice::from_ref(part))),
        Syntax::If { branches, otherwise } => {
            branches.iter().any(|(_, body)| assigns(body)) || assigns(otherwise)
        }
        _ => false,
    })
}

/// The first unquoted variable of a command that may be one of some texts with blanks.
fn choice(simple: &Simple, state: &State) -> Option<(String, Vec<String>)> {
    simple.words.iter().find_map(|word| match word.parts.as_slice() {
        [Part::Variable(variable)] if !variable.quoted && variable.subscript.is_none() => {
            match state.variable(&variable.name)? {
                Value::Few(texts) if texts.iter().any(|text| text.contains([' ', '\t', '\n'])) => {
                    Some((variable.name.clone(), texts.into_iter().take(8).collect()))
                }
                _ => None,
            }
        }
        _ => None,
    })
}
