//! What is handed to databases: statements, and what they do besides changing data.

use hookward_shell::Span;

use super::texts;
use crate::effect::{Action, Deed};
use crate::source::{Source, Sources};
use crate::sql::{self, Harm};
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

impl Walk<'_> {
    /// SQL is handed to a database.
    pub(crate) fn sql(&mut self, text: &Value, span: Span, state: &mut State) {
        for text in self.handed(text, span, state) {
            self.sql_statements(sql::statements(&text), span, state);
        }
    }

    pub(crate) fn mongo(&mut self, text: &Value, span: Span, state: &State) {
        for text in self.handed(text, span, state) {
            self.harms(sql::mongo(&text), span);
        }
    }

    pub(crate) fn redis_lines(&mut self, text: &Value, span: Span, state: &mut State) {
        for text in self.handed(text, span, state) {
            self.sql_statements(sql::redis_lines(&text), span, state);
        }
    }

    /// The texts that a value may be, and those of the files that it comes from: `psql < a.sql`, `cat a.sql | psql`.
    fn handed(&mut self, value: &Value, span: Span, state: &State) -> Vec<String> {
        let mut all = texts(value);
        for source in value.sources().iter() {
            if let Source::File(place) = source {
                all.extend(self.look_through(place, span, state).into_iter().map(|(_, text)| text));
            }
        }
        all
    }

    /// Words that `redis-cli` is given.
    pub(crate) fn redis(&mut self, words: &[Value], span: Span, state: &mut State) {
        self.sql_statements(sql::redis(words), span, state);
    }

    pub(crate) fn harms(&mut self, statements: Vec<sql::Statement>, span: Span) {
        for statement in statements {
            match statement.harm {
                Harm::Drop => self.effect(Action::Deed(Deed::DropData, statement.what.into()), span),
                Harm::Lose => self.effect(Action::Deed(Deed::LoseData, statement.what.into()), span),
                Harm::Lessens(table) => self.effect(Action::Lessen(table), span),
                Harm::RunsShell(_)
                | Harm::FeedsShell(_)
                | Harm::ReadsFile(_)
                | Harm::WritesFile(_)
                | Harm::Includes(_) => {}
            }
        }
    }

    fn sql_statements(&mut self, statements: Vec<sql::Statement>, span: Span, state: &mut State) {
        for statement in statements {
            match &statement.harm {
                Harm::Drop | Harm::Lose | Harm::Lessens(_) => self.harms(vec![statement], span),
                Harm::RunsShell(script) => {
                    let mut apart = self.copy(state);
                    self.shell_text(&Value::Known(script.clone()), span, "a database client", &mut apart);
                }
                Harm::FeedsShell(script) => {
                    let mut apart = self.copy(state);
                    // Nobody has read what a database answers.
                    apart.stdin = Value::Unknown(Sources::from(Source::Network(String::new())));
                    self.shell_text(&Value::Known(script.clone()), span, "a database client", &mut apart);
                }
                Harm::ReadsFile(file) => self.read(state.place(&Value::Known(file.clone())), span),
                Harm::WritesFile(file) => {
                    let place = state.place(&Value::Known(file.clone()));
                    self.write(place, Value::unknown(), span, state);
                }
                Harm::Includes(file) => {
                    let place = state.place(&Value::Known(file.clone()));
                    let content = match self.look(&place, state) {
                        _ if matches!(file.as_str(), "/dev/stdin" | "/dev/fd/0") => state.stdin.clone(),
                        Some((_, text)) => Value::Known(text),
                        None => state.content(&place),
                    };
                    if content.known().is_some() {
                        for text in texts(&content) {
                            self.harms(sql::statements(&text), span);
                        }
                    }
                }
            }
        }
    }
}
