//! What becomes of a text once something in it has failed, or worked: `cargo test; exit $?` fails with the tests,
//! `cargo test; true` does not. Only the shape of the text is looked at, and what its variables hold of a status;
//! wherever that is not enough, nothing is told.

mod simple;

use hookward_shell::{Command as Syntax, Operator, Part, Statement};

use self::simple::{PIPES, assigns_nothing_beside, is_cd, piped};
pub(super) use self::simple::{UNSTEADY, keeps_numbers};
use super::Walk;
use crate::state::State;

/// So many statements behind one are looked at, so that the time stays linear.
const MAX_STEPS: usize = 48;

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

/// How something has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Worked,
    Failed,
    Either,
}

/// What follows a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Statement,
    /// The end of the shell.
    End(Status),
}

/// A way through the rest of a text.
#[derive(Clone)]
struct Course<'t> {
    /// `$?`
    status: Status,
    /// Variables that hold a status.
    held: Vec<(&'t str, Status)>,
    /// The part of a pipe that has ended just now, and how: `${PIPESTATUS[0]}`.
    piped: Option<(usize, Status)>,
    /// Whether a function has ended here. Outside of functions that is an error, and the text goes on.
    returned: bool,
    steps: usize,
    /// Whether it is for certain that a function of this shell runs here.
    in_function: bool,
    state: &'t State<'t>,
    /// Variables that nothing can be put into any more.
    fixed: &'t [String],
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
            Some(rest) => self.after(state, |course| course.chain(rest)),
        }
    }

    /// Which parts of a chain or a pipe are told of by what stands behind all of it: `t || rc=$?; exit $rc`. Their own statuses
    /// are lost there, but for what keeps them.
    pub(super) fn told_beyond(&self, statement: &Statement, rest: &[Statement], state: &State) -> Vec<bool> {
        if rest.is_empty() || statement.background || statement.negated || !statement.redirects.is_empty() {
            return Vec::new();
        }
        let is_told = |aftermath| match aftermath {
            Aftermath::Lost => false,
            Aftermath::Fails => self.vouching.holds,
            Aftermath::Leaves => self.vouching.leaving,
        };
        match &statement.command {
            Syntax::Chain(parts) if parts.iter().skip(1).any(|(_, part)| assigns(part)) => {
                let is_plain =
                    |part: &Statement| matches!(&part.command, Syntax::Simple(simple) if is_cd(simple));
                let index = parts.iter().take_while(|(_, part)| is_plain(part)).count();
                let runs = parts.iter().take(index + 1).all(|(operator, _)| *operator == Operator::And);
                let Some(others) = parts.get(index + 1..).filter(|_| runs) else { return Vec::new() };
                let aftermath = self.after(state, |course| match course.chain(others) {
                    Next::Statement => course.rest(rest),
                    end @ Next::End(_) => end,
                });
                (0..=index).map(|_| is_told(aftermath)).collect()
            }
            // What a text has put there itself, bash leaves there.
            Syntax::Pipeline(parts)
                if rest.first().is_some_and(asks_for_pipes)
                    && state.variable(PIPES).is_none()
                    && !parts.iter().any(|part| matches!(part.command, Syntax::Coprocess(_))) =>
            {
                let told = |index| {
                    is_told(self.after(state, |course| {
                        course.piped = Some((index, course.status));
                        course.status = Status::Either;
                        course.list(rest)
                    }))
                };
                (0..parts.len().saturating_sub(1)).map(told).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What becomes of an `if` if its first condition fails, or if it works where that is turned round.
    pub(super) fn after_condition(
        &self,
        branches: &[(Vec<Statement>, Vec<Statement>)],
        otherwise: &[Statement],
        state: &State,
    ) -> Aftermath {
        let turned = matches!(branches, [(condition, _), ..] if matches!(condition.as_slice(), [only] if only.negated));
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

    fn after<'t>(&'t self, state: &'t State<'t>, go: impl Fn(&mut Course<'t>) -> Next) -> Aftermath {
        if !self.can_tell() || !keeps_numbers(state) {
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

/// Words of the shell that use the status before them, or keep it.
const HEEDING: &[&str] = &["exit", "return", "[", "test", "export", "declare", "typeset", "local"];

/// Whether a statement leaves anything of the status before it. Most do not, and nothing has to be followed then.
fn heeds_status(statement: &Statement) -> bool {
    let begins = |body: &[Statement]| body.first().is_none_or(heeds_status);
    match &statement.command {
        _ if statement.background => false,
        Syntax::Simple(simple) => match simple.words.first().map(|word| word.parts.as_slice()) {
            Some([Part::Bare { text, .. }]) => HEEDING.contains(&text.as_str()),
            // Quotes may hide its name; without one, it assigns.
            Some(_) | None => true,
        },
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

impl Status {
    fn turned(self) -> Self {
        match self {
            Self::Worked => Self::Failed,
            Self::Failed => Self::Worked,
            Self::Either => Self::Either,
        }
    }

    fn or(self, other: Self) -> Self {
        if self == other { self } else { Self::Either }
    }

    /// A number as it is written for `exit`.
    fn written(text: &str) -> Option<Self> {
        let number = text.parse::<u8>().ok().filter(|number| number.to_string() == text)?;
        Some(if number == 0 { Self::Worked } else { Self::Failed })
    }
}

impl Next {
    /// Anything may follow.
    const UNKNOWN: Self = Self::End(Status::Either);
}

impl<'t> Course<'t> {
    /// What stands behind a statement, as long as anything is left of how that has ended.
    fn rest(&mut self, rest: &'t [Statement]) -> Next {
        for statement in rest {
            if self.status == Status::Either && self.held.is_empty() {
                return Next::UNKNOWN;
            }
            let next = self.statement(statement);
            if next != Next::Statement {
                return next;
            }
        }
        Next::Statement
    }

    fn list(&mut self, statements: &'t [Statement]) -> Next {
        for statement in statements {
            let next = self.statement(statement);
            if next != Next::Statement {
                return next;
            }
        }
        Next::Statement
    }

    fn chain(&mut self, parts: &'t [(Operator, Statement)]) -> Next {
        for (operator, part) in parts {
            let (wanted, skipped) = match operator {
                Operator::And => (Status::Worked, Status::Failed),
                Operator::Or => (Status::Failed, Status::Worked),
            };
            let next = match self.status {
                Status::Either => self.perhaps(skipped, |course| {
                    course.status = wanted;
                    course.statement(part)
                }),
                status if status == wanted => self.statement(part),
                _ => Next::Statement,
            };
            if next != Next::Statement {
                return next;
            }
        }
        Next::Statement
    }

    /// What stands behind a condition, which has ended as the status says.
    fn branches(
        &mut self,
        branches: &'t [(Vec<Statement>, Vec<Statement>)],
        otherwise: &'t [Statement],
    ) -> Next {
        let Some(((_, body), others)) = branches.split_first() else {
            return Next::UNKNOWN;
        };
        let taken = |course: &mut Self| {
            course.status = Status::Worked;
            course.list(body)
        };
        let left = |course: &mut Self| {
            course.status = Status::Failed;
            match others.first() {
                Some((condition, _)) => match course.list(condition) {
                    Next::Statement => course.branches(others, otherwise),
                    end @ Next::End(_) => end,
                },
                None if otherwise.is_empty() => {
                    course.status = Status::Worked;
                    Next::Statement
                }
                None => course.list(otherwise),
            }
        };
        match self.status {
            Status::Worked => taken(self),
            Status::Failed => left(self),
            Status::Either => self.either(taken, left),
        }
    }

    /// What may run, or leave another status in its place.
    fn perhaps(&mut self, skipped: Status, run: impl FnOnce(&mut Self) -> Next) -> Next {
        self.either(run, |course| {
            course.status = skipped;
            Next::Statement
        })
    }

    fn either(&mut self, one: impl FnOnce(&mut Self) -> Next, other: impl FnOnce(&mut Self) -> Next) -> Next {
        let mut apart = self.clone();
        let first = one(&mut apart);
        self.steps = apart.steps;
        match (first, other(self)) {
            (Next::Statement, Next::Statement) => {
                self.status = self.status.or(apart.status);
                self.held.retain(|held| apart.held.contains(held));
                self.returned |= apart.returned;
                Next::Statement
            }
            (Next::Statement, Next::End(Status::Failed)) => {
                apart.steps = self.steps;
                *self = apart;
                Next::Statement
            }
            (Next::End(Status::Failed), next) => next,
            (Next::Statement | Next::End(_), _) => Next::UNKNOWN,
        }
    }

    fn statement(&mut self, statement: &'t Statement) -> Next {
        self.steps += 1;
        if self.steps > MAX_STEPS || self.returned || !statement.redirects.iter().all(assigns_nothing_beside)
        {
            return Next::UNKNOWN;
        }
        if statement.background {
            (self.status, self.piped) = (Status::Worked, None);
            return Next::Statement;
        }
        let next = if statement.redirects.is_empty() {
            self.command(&statement.command)
        } else {
            // Where the file cannot be opened, nothing runs.
            self.perhaps(Status::Failed, |course| course.command(&statement.command))
        };
        if statement.negated {
            self.status = self.status.turned();
        }
        next
    }

    fn command(&mut self, command: &'t Syntax) -> Next {
        match command {
            Syntax::Simple(simple) => self.simple(simple),
            Syntax::Chain(parts) => match parts.split_first() {
                Some(((_, first), rest)) => match self.statement(first) {
                    Next::Statement => self.chain(rest),
                    end @ Next::End(_) => end,
                },
                None => Next::Statement,
            },
            Syntax::Group(body) => self.list(body),
            Syntax::Subshell(body) => {
                let mut apart = self.clone();
                apart.piped = None;
                self.piped = None;
                self.status = match apart.list(body) {
                    Next::Statement => apart.status,
                    Next::End(status) => status,
                };
                self.steps = apart.steps;
                Next::Statement
            }
            Syntax::If { branches, otherwise } => {
                match branches.first().map(|(condition, _)| self.list(condition)) {
                    Some(Next::Statement) => self.branches(branches, otherwise),
                    Some(end @ Next::End(_)) => end,
                    None => Next::UNKNOWN,
                }
            }
            Syntax::Pipeline(parts) => {
                self.piped = None;
                for part in parts {
                    let mut apart = self.clone();
                    // The last one may run in this shell, and in some shells it does.
                    if apart.statement(part) != Next::Statement || apart.held != self.held {
                        return Next::UNKNOWN;
                    }
                    self.steps = apart.steps;
                }
                self.status = Status::Either;
                Next::Statement
            }
            Syntax::While { .. }
            | Syntax::For { .. }
            | Syntax::ArithmeticFor { .. }
            | Syntax::Case { .. }
            | Syntax::Function { .. }
            | Syntax::Coprocess(_)
            | Syntax::Test(_)
            | Syntax::Arithmetic { .. } => Next::UNKNOWN,
        }
    }
}
