//! A way through the rest of a text, from a command on that has failed, or worked.

use hookward_shell::{Command as Syntax, Operator, Statement};

use super::simple::assigns_nothing_beside;
use crate::state::State;

/// So many statements behind one are looked at, so that the time stays linear.
pub(super) const MAX_STEPS: usize = 48;

/// How something has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Worked,
    Failed,
    Either,
}

/// What follows a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Statement,
    /// The end of the shell.
    End(Status),
}

/// A way through the rest of a text.
#[derive(Clone)]
pub(super) struct Course<'t> {
    /// `$?`
    pub(super) status: Status,
    /// Variables that hold a status.
    pub(super) held: Vec<(&'t str, Status)>,
    /// The part of a pipe that has ended just now, and how: `${PIPESTATUS[0]}`.
    pub(super) piped: Option<(usize, Status)>,
    /// Whether a function has ended here. Outside of functions that is an error, and the text goes on.
    pub(super) returned: bool,
    pub(super) steps: usize,
    /// Whether it is for certain that a function of this shell runs here.
    pub(super) in_function: bool,
    pub(super) state: &'t State<'t>,
    /// Variables that nothing can be put into any more.
    pub(super) fixed: &'t [String],
}

impl Status {
    pub(super) fn turned(self) -> Self {
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
    pub(super) fn written(text: &str) -> Option<Self> {
        let number = text.parse::<u8>().ok().filter(|number| number.to_string() == text)?;
        Some(if number == 0 { Self::Worked } else { Self::Failed })
    }
}

impl Next {
    /// Anything may follow.
    pub(super) const UNKNOWN: Self = Self::End(Status::Either);
}

impl<'t> Course<'t> {
    /// What stands behind a round of a loop: others of it, however many, and the rest of the text.
    pub(super) fn more_rounds(
        &mut self,
        variable: &str,
        body: &'t [Statement],
        rest: &'t [Statement],
    ) -> Next {
        loop {
            self.status = Status::Either;
            self.held.retain(|(held, _)| *held != variable);
            let held = self.held.len();
            let next = self.perhaps(Status::Either, |course| course.list(body));
            if next != Next::Statement {
                return next;
            }
            // What one more round leaves as it is, all of them do.
            if self.held.len() == held {
                break;
            }
        }
        self.status = Status::Either;
        self.rest(rest)
    }

    /// What stands behind a statement, as long as anything is left of how that has ended.
    pub(super) fn rest(&mut self, rest: &'t [Statement]) -> Next {
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

    pub(super) fn list(&mut self, statements: &'t [Statement]) -> Next {
        for statement in statements {
            let next = self.statement(statement);
            if next != Next::Statement {
                return next;
            }
        }
        Next::Statement
    }

    pub(super) fn chain(&mut self, parts: &'t [(Operator, Statement)]) -> Next {
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
    pub(super) fn branches(
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
                if self.piped != apart.piped {
                    self.piped = None;
                }
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
