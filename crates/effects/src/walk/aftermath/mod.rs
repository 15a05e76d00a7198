//! What becomes of a text once something in it has failed, or worked: `cargo test; exit $?` fails with the tests,
//! `cargo test; true` does not. Only the shape of the text is looked at, and what its variables hold of a status;
//! wherever that is not enough, nothing is told.

mod course;
mod simple;

use hookward_shell::{Command as Syntax, Operator, Part, Simple, Statement};

use self::course::{Course, MAX_STEPS, Next, Status};
use self::simple::{PIPES, is_cd, piped};
pub(super) use self::simple::{UNSTEADY, keeps_numbers};
use super::Walk;
use crate::state::State;

/// What becomes of what is around a statement if it fails, though not if it works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aftermath {
    /// Nobody knows, or nothing.
    Lost,
    /// What is around it fails too.
    Fails,
    /// The shell ends and says so.
    Leaves,
}

/// What is told of by what stands behind a statement.
#[derive(Clone, Debug, Default)]
pub(super) struct Beyond {
    /// Parts of a chain or a pipe, or the condition of an `if`.
    pub(super) parts: Vec<bool>,
    /// The same of each statement in the body of a loop.
    pub(super) rounds: Vec<Vec<bool>>,
}

impl Beyond {
    pub(super) fn of(parts: Vec<bool>) -> Self {
        Self { parts, rounds: Vec::new() }
    }

    /// Whether it is told of any of a loop.
    pub(super) fn is_of_rounds(&self) -> bool {
        self.rounds.iter().flatten().any(|told| *told)
    }
}

impl Walk<'_> {
    /// What becomes of a list if a statement of it fails.
    pub(super) fn after_statement(
        &self,
        statement: &Statement,
        rest: &[Statement],
        state: &State,
    ) -> Aftermath {
        if self.ends_on_failure(statement) {
            return Aftermath::Leaves;
        }
        match rest.first() {
            None => Aftermath::Fails,
            Some(next) if !heeds_status(next) => Aftermath::Lost,
            Some(_) => self.after(state, |course| course.rest(rest)),
        }
    }

    /// What becomes of a chain if a part of it fails.
    pub(super) fn after_part(
        &self,
        parts: &[(Operator, Statement)],
        index: usize,
        state: &State,
    ) -> Aftermath {
        // Behind `||` it may not run at all.
        let runs = parts.iter().take(index + 1).skip(1).all(|(operator, _)| *operator == Operator::And);
        match parts.get(index + 1..) {
            _ if !runs => Aftermath::Lost,
            None | Some([]) => Aftermath::Fails,
            Some(_) if !self.is_followed(state) => Aftermath::Lost,
            Some(rest) if only_goes_on(rest) => Aftermath::Fails,
            Some(rest) => self.after(state, |course| course.chain(rest)),
        }
    }

    /// What is told of by what stands behind all of a statement: `t || rc=$?; exit $rc`. Its own status is lost there, but for
    /// what keeps it.
    pub(super) fn told_beyond(&self, statement: &Statement, rest: &[Statement], state: &State) -> Beyond {
        if rest.is_empty() || statement.background || statement.negated || !statement.redirects.is_empty() {
            return Beyond::default();
        }
        match &statement.command {
            // What a text has put there itself, bash leaves there.
            Syntax::Pipeline(parts)
                if rest.first().is_some_and(asks_for_pipes)
                    && state.variable(PIPES).is_none()
                    && !parts
                        .iter()
                        .any(|part| part.negated || matches!(part.command, Syntax::Coprocess(_))) =>
            {
                let told = |index| {
                    self.is_told(self.after(state, |course| {
                        course.piped = Some((index, course.status));
                        course.status = Status::Either;
                        course.list(rest)
                    }))
                };
                Beyond::of((0..parts.len().saturating_sub(1)).map(told).collect())
            }
            Syntax::For { variable, body, .. } if body.iter().any(may_keep) => {
                let told = |(index, own): (usize, &Statement)| {
                    let others = body.get(index + 1..).unwrap_or_default();
                    self.parts_told(own, state, |course| match course.list(others) {
                        Next::Statement => course.more_rounds(variable, body, rest),
                        end @ Next::End(_) => end,
                    })
                };
                Beyond { rounds: body.iter().enumerate().map(told).collect(), ..Beyond::default() }
            }
            _ => Beyond::of(self.parts_told(statement, state, |course| course.rest(rest))),
        }
    }

    /// Which parts of a chain, or whether the condition of an `if`, the text tells of that goes on behind it.
    fn parts_told<'t>(
        &'t self,
        statement: &'t Statement,
        state: &'t State<'t>,
        behind: impl Fn(&mut Course<'t>) -> Next,
    ) -> Vec<bool> {
        if !may_keep(statement)
            || statement.background
            || statement.negated
            || !statement.redirects.is_empty()
        {
            return Vec::new();
        }
        let then = |course: &mut Course<'t>, next| match next {
            Next::Statement => behind(course),
            end @ Next::End(_) => end,
        };
        match &statement.command {
            Syntax::Chain(parts) => {
                let is_plain =
                    |part: &Statement| matches!(&part.command, Syntax::Simple(simple) if is_cd(simple));
                let index = parts.iter().take_while(|(_, part)| is_plain(part)).count();
                let runs = parts.iter().take(index + 1).all(|(operator, _)| *operator == Operator::And);
                let Some(others) = parts.get(index + 1..).filter(|_| runs) else { return Vec::new() };
                let aftermath = self.after(state, |course| {
                    let next = course.chain(others);
                    then(course, next)
                });
                (0..=index).map(|_| self.is_told(aftermath)).collect()
            }
            Syntax::If { branches, otherwise } => {
                let turned = is_turned(branches);
                let aftermath = self.after(state, |course| {
                    if turned {
                        course.status = course.status.turned();
                    }
                    let next = course.branches(branches, otherwise);
                    then(course, next)
                });
                vec![self.is_told(aftermath)]
            }
            _ => Vec::new(),
        }
    }

    fn is_told(&self, aftermath: Aftermath) -> bool {
        match aftermath {
            Aftermath::Lost => false,
            Aftermath::Fails => self.vouching.holds,
            Aftermath::Leaves => self.vouching.leaving,
        }
    }

    /// What becomes of an `if` if its first condition fails, or if it works where that is turned round.
    pub(super) fn after_condition(
        &self,
        branches: &[(Vec<Statement>, Vec<Statement>)],
        otherwise: &[Statement],
        state: &State,
    ) -> Aftermath {
        let turned = is_turned(branches);
        // Where nothing else runs, it has worked.
        if !turned && branches.len() == 1 && otherwise.is_empty() {
            return Aftermath::Lost;
        }
        self.after(state, |course| {
            if turned {
                course.status = course.status.turned();
            }
            course.branches(branches, otherwise)
        })
    }

    fn is_followed(&self, state: &State) -> bool {
        self.can_tell() && keeps_numbers(state)
    }

    fn after<'t>(&'t self, state: &'t State<'t>, go: impl Fn(&mut Course<'t>) -> Next) -> Aftermath {
        if !self.is_followed(state) {
            return Aftermath::Lost;
        }
        let end = |status| {
            let in_function = !self.calls.is_empty() && self.nesting == 0;
            let (held, fixed, returned, steps) = (Vec::new(), self.fixed.as_slice(), false, 0);
            let mut course = Course { status, held, piped: None, returned, steps, in_function, state, fixed };
            match go(&mut course) {
                Next::Statement => (course.status, Aftermath::Fails),
                Next::End(status) => (status, Aftermath::Leaves),
            }
        };
        match (end(Status::Failed), end(Status::Worked)) {
            // What fails in any case tells nothing.
            (_, (Status::Failed, _)) => Aftermath::Lost,
            ((Status::Failed, aftermath), _) => aftermath,
            _ => Aftermath::Lost,
        }
    }
}

/// Words of the shell by which it is for certain that something fails, or that the shell ends.
const FAILING: &[&str] = &["false", "[", "test", "exit", "return"];

/// Whether what stands behind a part of a chain is skipped if that fails, and nothing there fails in any case: `a && b && c`, as
/// most chains are. Following each of them from every part on would make a long one dear.
fn only_goes_on(rest: &[(Operator, Statement)]) -> bool {
    let may_work = |part: &Statement| match &part.command {
        Syntax::Simple(_) if part.negated => false,
        Syntax::Simple(simple) => begins_with(simple, FAILING) == Some(false),
        Syntax::Chain(_) | Syntax::Group(_) | Syntax::Subshell(_) | Syntax::If { .. } => false,
        // How these end is not followed.
        Syntax::Pipeline(_)
        | Syntax::While { .. }
        | Syntax::For { .. }
        | Syntax::ArithmeticFor { .. }
        | Syntax::Case { .. }
        | Syntax::Function { .. }
        | Syntax::Coprocess(_)
        | Syntax::Test(_)
        | Syntax::Arithmetic { .. } => true,
    };
    rest.iter().all(|(operator, _)| *operator == Operator::And)
        && rest.iter().take(MAX_STEPS).all(|(_, part)| may_work(part))
}

/// Whether a command begins with one of these words. `None` if quotes may hide its name, or it has none and assigns.
fn begins_with(simple: &Simple, names: &[&str]) -> Option<bool> {
    match simple.words.first()?.parts.as_slice() {
        [Part::Bare { text, .. }] => Some(names.contains(&text.as_str())),
        _ => None,
    }
}

/// Words of the shell that use the status before them, or keep it.
const HEEDING: &[&str] = &["exit", "return", "[", "test", "export", "declare", "typeset", "local"];

/// Whether a statement leaves anything of the status before it. Most do not, and nothing has to be followed then.
fn heeds_status(statement: &Statement) -> bool {
    let begins = |body: &[Statement]| body.first().is_none_or(heeds_status);
    match &statement.command {
        _ if statement.background => false,
        Syntax::Simple(simple) => begins_with(simple, HEEDING) != Some(false),
        Syntax::Chain(parts) => parts.first().is_none_or(|(_, first)| heeds_status(first)),
        Syntax::Group(body) | Syntax::Subshell(body) => begins(body),
        Syntax::If { branches, .. } => branches.first().is_none_or(|(condition, _)| begins(condition)),
        Syntax::Pipeline(_)
        | Syntax::While { .. }
        | Syntax::For { .. }
        | Syntax::ArithmeticFor { .. }
        | Syntax::Case { .. }
        | Syntax::Function { .. }
        | Syntax::Coprocess(_)
        | Syntax::Test(_)
        | Syntax::Arithmetic { .. } => false,
    }
}

/// Whether a statement only puts something into variables.
fn assigns(statement: &Statement) -> bool {
    matches!(&statement.command, Syntax::Simple(simple) if simple.words.is_empty())
}

/// Whether a statement may put into a variable how something in it has ended. Most do not, and nothing has to be followed then.
fn may_keep(statement: &Statement) -> bool {
    match &statement.command {
        Syntax::Chain(parts) => parts.iter().skip(1).any(|(_, part)| assigns(part) || is_kept_in(part)),
        Syntax::If { branches, otherwise } => {
            branches.iter().any(|(_, body)| body.iter().any(assigns)) || otherwise.iter().any(assigns)
        }
        _ => false,
    }
}

/// `{ echo no; rc=1; }`
fn is_kept_in(statement: &Statement) -> bool {
    matches!(&statement.command, Syntax::Group(body) if body.iter().any(assigns))
}

/// Whether the first condition of an `if` is turned round.
fn is_turned(branches: &[(Vec<Statement>, Vec<Statement>)]) -> bool {
    matches!(branches, [(condition, _), ..] if matches!(condition.as_slice(), [only] if only.negated))
}

/// Whether the first command that a statement runs asks how the parts of a pipe have ended.
fn asks_for_pipes(statement: &Statement) -> bool {
    match &statement.command {
        Syntax::Simple(simple) => simple.words.iter().any(|word| piped(word).is_some()),
        Syntax::Chain(parts) => parts.first().is_some_and(|(_, first)| asks_for_pipes(first)),
        Syntax::If { branches, .. } => {
            branches.first().and_then(|(condition, _)| condition.first()).is_some_and(asks_for_pipes)
        }
        _ => false,
    }
}
