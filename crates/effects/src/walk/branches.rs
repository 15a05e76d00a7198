//! Statements that may run, run again, or run beside each other.

use hookward_shell::{
    Command as Syntax, Operation, Operator, Part, Simple, Span, Statement, Value as Assigned, Word,
};

use super::Walk;
use super::aftermath::{Aftermath, keeps_numbers};
use super::output::{add_ways, go_on};
use super::statements::settle;
use super::vouching::tells_turned_round;
use crate::course::{Course, Turns};
use crate::effect::Round;
use crate::held::either;
use crate::state::{Feed, State};
use crate::value::Value;

/// So often the body of a loop is looked at, at most.
pub(super) const MAX_ROUNDS: usize = 3;

/// So many rounds of loops in loops are told apart, all together.
pub(super) const MAX_APART: usize = 64;

impl Walk<'_> {
    /// `if … elif … else`: only the first condition runs for certain.
    pub(super) fn branched(
        &mut self,
        branches: &[(Vec<Statement>, Vec<Statement>)],
        otherwise: &[Statement],
        span: Span,
        state: &mut State,
    ) {
        let (mut ends, mut printed) = (Vec::new(), Vec::new());
        let beyond = std::mem::take(&mut self.beyond).parts;
        let mut aftermath = self.after_condition(branches, otherwise, state);
        for (index, (condition, body)) in branches.iter().enumerate() {
            let cwd = state.cwd.clone();
            self.asked(std::mem::replace(&mut aftermath, Aftermath::Lost), |walk| {
                walk.vouching.holds |= beyond.get(index).copied().unwrap_or_default();
                if index > 0 {
                    walk.may_be_skipped();
                }
                match condition.as_slice() {
                    // What becomes of it if it works was looked at instead.
                    [only] if only.negated => walk.statement_told(only, tells_turned_round(only), state),
                    condition => walk.statements(condition, state),
                }
            });
            let mut branch = self.copy(state);
            // Otherwise the condition has failed, and with it its `cd`, if that is all of it.
            if matches!(condition.as_slice(), [only] if changes_directory(only) && !only.negated) {
                state.cwd = cwd;
            } else if state.cwd != cwd {
                state.cwd = either(&cwd, &state.cwd);
            }
            printed.push(self.perhaps_taken(|walk| walk.statements(body, &mut branch)));
            ends.push(branch);
        }
        printed.push(self.perhaps_taken(|walk| walk.statements(otherwise, state)));
        for end in &ends {
            self.join(state, end);
        }
        self.print_one_of(printed, span);
    }

    /// What a branch prints, of which the end of the text says nothing, since it may not run.
    fn perhaps_taken(&mut self, run: impl FnOnce(&mut Self)) -> Value {
        self.vouching(false, |walk| walk.alternative(run))
    }

    /// A body that may run again with what it has left behind itself.
    pub(super) fn looped(
        &mut self,
        condition: &[Statement],
        body: &[Statement],
        turns: Turns,
        state: &mut State,
    ) {
        self.loops += 1;
        let outside = self.before_loop();
        let begins = (self.facts.commands.len(), self.facts.effects.len());
        let course = state.course.clone();
        let mut rounds = MAX_ROUNDS;
        loop {
            let seen = (self.facts.effects.len(), self.facts.commands.len());
            let ran = self.ran;
            let before = self.copy(state);
            self.statements(condition, state);
            let mut round = self.copy(state);
            // Nobody knows how often it leads further.
            if state.cwd != before.cwd {
                state.cwd = either(&state.cwd, &before.cwd);
            }
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
        if self.loops == 1 {
            let commands = begins.0..self.facts.commands.len();
            self.facts.rounds.push(Round { commands, effects: begins.1..self.facts.effects.len() });
        }
        self.loops -= 1;
        state.course.close_rounds(&course, turns);
        self.behind_loop(outside, state);
        // It ends where there is nothing more to read.
        for name in std::mem::take(&mut self.drained) {
            if let Some(value) = state.variable(&name) {
                state.assign(&name, either(&value, &Value::Known(String::new())));
            }
        }
    }

    /// `a && b || c`: what stands behind runs where what stands before it has worked, or failed.
    pub(super) fn chain(&mut self, parts: &[(Operator, Statement)], state: &mut State) {
        let span = parts.first().map(|(_, part)| part.span).unwrap_or_default();
        let beyond = std::mem::take(&mut self.beyond).parts;
        // What the ways have printed that have worked so far, and those that have failed.
        let mut printed = vec![Value::Known(String::new())];
        let mut short: Vec<Value> = Vec::new();
        let mut fate = Some(Fate::Works);
        // Where a part has failed, so that what follows it behind `&&` does not run.
        let mut failed: Option<State> = None;
        // Where the last part has begun, if it is a `cd`.
        let mut from = None;
        // And what was done to files when the last part began.
        let mut began: Option<(&Statement, Course)> = None;
        // What was done to files where something has failed that may well do so.
        let mut cut_short = Course::nowhere();
        for (index, (operator, part)) in parts.iter().enumerate() {
            match operator {
                Operator::And => {
                    if fate != Some(Fate::Works) {
                        let mut stopped = self.copy(state);
                        match &began {
                            Some((last, course)) if self.is_one_change(last, course, state) => {
                                stopped.course.clone_from(course);
                            }
                            Some(_) | None => cut_short.join(&state.course),
                        }
                        if let Some(cwd) = stopped.otherwise.take() {
                            stopped.cwd = cwd;
                        }
                        match &mut failed {
                            Some(failed) => self.join(failed, &stopped),
                            None => failed = Some(stopped),
                        }
                        add_ways(&mut short, &printed);
                    }
                    // What follows runs only where the `cd` before it worked.
                    state.otherwise = None;
                    from = changes_directory(part).then(|| state.cwd.clone());
                    began = Some((part, state.course.clone()));
                    let more = self.alternative(|walk| walk.part(parts, index, &beyond, state));
                    go_on(&mut printed, &more);
                }
                // It runs where what stands before it has failed.
                Operator::Or => {
                    let mut instead = match failed.take() {
                        Some(failed) if fate == Some(Fate::Works) => failed,
                        failed => {
                            let mut instead = self.copy(state);
                            if let Some((last, course)) = &began
                                && self.is_one_change(last, course, state)
                            {
                                instead.course.clone_from(course);
                            }
                            if let Some(cwd) = from.take().or(instead.otherwise.take()) {
                                instead.cwd = cwd;
                            }
                            if let Some(failed) = failed {
                                self.join(&mut instead, &failed);
                            }
                            instead
                        }
                    };
                    state.otherwise = None;
                    let end = self.end;
                    let more = self.alternative(|walk| walk.part(parts, index, &beyond, &mut instead));
                    if self.end != end && ends_as_failed(part, &instead) {
                        self.end = end;
                    }
                    let mut ways = std::mem::take(&mut short);
                    match fate {
                        Some(Fate::Works) => {}
                        Some(Fate::Fails) => add_ways(&mut ways, &std::mem::take(&mut printed)),
                        None => add_ways(&mut ways, &printed),
                    }
                    go_on(&mut ways, &more);
                    add_ways(&mut printed, &ways);
                    if !leaves(part) {
                        settle(&mut instead);
                        self.join(state, &instead);
                    }
                    (began, cut_short) = (None, Course::nowhere());
                }
            }
            fate = fate_of(part, state);
        }
        if let Some(mut failed) = failed {
            failed.course = cut_short;
            settle(state);
            self.join(state, &failed);
        }
        add_ways(&mut printed, &short);
        self.print_one_of(printed, span);
    }

    /// A part of a chain. How the last one has ended, nobody asks.
    fn part(&mut self, parts: &[(Operator, Statement)], index: usize, beyond: &[bool], state: &mut State) {
        let Some((_, part)) = parts.get(index) else { return };
        let aftermath = self.after_part(parts, index, state);
        let look = |walk: &mut Self| {
            walk.vouching.holds |= beyond.get(index).copied().unwrap_or_default();
            if index > 0 {
                walk.may_be_skipped();
            }
            walk.statement(part, state);
        };
        if index + 1 == parts.len() {
            self.heard(aftermath, look);
        } else {
            self.asked(aftermath, look);
        }
        if index == 0 {
            self.heed_first_of_chain(part);
        }
    }

    pub(super) fn pipeline(&mut self, parts: &[Statement], state: &mut State) {
        let mut stdin = state.stdin.clone();
        let mut feed = state.feed;
        let beyond = std::mem::take(&mut self.beyond).parts;
        self.beside += 1;
        let effects = self.facts.effects.len();
        for (index, part) in parts.iter().enumerate() {
            let mut apart = self.copy(state);
            apart.feed = if stdin.is_unseen() { feed } else { Feed::Given };
            apart.stdin = stdin;
            feed = made_by(part, apart.feed);
            if index + 1 < parts.len() {
                stdin = self.vouching(self.vouching.sees_pipes, |walk| {
                    walk.vouching.holds |= beyond.get(index).copied().unwrap_or_default();
                    walk.heard_out(|walk| walk.captured_shell(std::slice::from_ref(part), &mut apart))
                });
            } else {
                stdin = Value::unknown();
                self.vouching(true, |walk| {
                    // If it ends, that may or may not be the end of this shell.
                    walk.vouching.leaving &= walk.vouching.holds;
                    walk.statement(part, &mut apart);
                });
                // In zsh, and in bash if it is told so, the last one runs in the shell itself.
                self.charge(state.size());
                state.join_variables(&apart);
            }
            state.keep_files(&apart);
        }
        self.forget_what_reads_itself(effects);
        self.beside -= 1;
    }
}

/// The values that the variable of a loop takes: of texts one of them, and beside them each glob, since nothing can be
/// both. More than a few globs are not told apart, nor are those of loops in loops in loops: `apart` says how often it was
/// done around this one.
pub(super) fn rounds_of(values: Vec<Value>, apart: usize) -> Vec<Value> {
    const MAX_GLOBS: usize = 4;
    let (listed, mut others): (Vec<Value>, Vec<Value>) =
        values.into_iter().partition(|value| !value.texts().is_empty());
    if listed.is_empty() || others.is_empty() {
        let all = if others.is_empty() { listed } else { others };
        return vec![Value::one_of(all)];
    }
    if apart.saturating_mul(others.len().min(MAX_GLOBS) + 2) > MAX_APART {
        return vec![Value::one_of(listed.into_iter().chain(others).collect())];
    }
    let mut rounds = vec![Value::one_of(listed)];
    let rest = others.split_off(others.len().min(MAX_GLOBS));
    rounds.extend(others);
    if !rest.is_empty() {
        rounds.push(Value::one_of(rest));
    }
    rounds
}

/// How what a command prints has come about. What copies, changes nothing of it.
pub(super) fn made_by(statement: &Statement, fed: Feed) -> Feed {
    let Syntax::Simple(simple) = &statement.command else { return Feed::Given };
    match simple.words.first().and_then(Word::literal).as_deref() {
        Some("echo" | "printf" | "git" | "exec" | "command" | "sudo") | None => Feed::Given,
        Some("cat" | "tee" | "head" | "tail" | "pv" | "bat") => fed,
        Some(_) => Feed::Made,
    }
}

/// How a command ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    Works,
    Fails,
}

/// How a command has ended, where that is certain or what everybody takes for granted.
pub(super) fn fate_of(statement: &Statement, after: &State) -> Option<Fate> {
    let simple = match &statement.command {
        _ if statement.negated => return None,
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
pub(super) fn changes_directory(statement: &Statement) -> bool {
    match &statement.command {
        Syntax::Simple(simple) => {
            let name = simple.words.first().and_then(Word::literal);
            matches!(name.as_deref(), Some("cd" | "pushd" | "popd"))
        }
        _ => false,
    }
}

/// `exit` or `exit $?` behind `||`, where something has failed.
fn ends_as_failed(part: &Statement, state: &State) -> bool {
    let Syntax::Simple(simple) = &part.command else { return false };
    let is_status = |word: &Word| match word.parts.as_slice() {
        [Part::Variable(variable)] => variable.name == "?" && variable.operation == Operation::Plain,
        _ => false,
    };
    let is_exit = |word: &Word| word.literal().as_deref() == Some("exit");
    let is_so = match simple.words.as_slice() {
        [first] => is_exit(first),
        [first, second] => is_exit(first) && is_status(second),
        _ => false,
    };
    is_so && !part.background && keeps_numbers(state)
}

/// `cmd || exit`: what follows runs only where the command worked.
pub(super) fn leaves(statement: &Statement) -> bool {
    let first = |simple: &Simple| simple.words.first().and_then(Word::literal);
    match &statement.command {
        Syntax::Simple(simple) => {
            matches!(first(simple).as_deref(), Some("exit" | "return" | "break" | "continue"))
        }
        Syntax::Group(body) => body.last().is_some_and(leaves),
        _ => false,
    }
}
