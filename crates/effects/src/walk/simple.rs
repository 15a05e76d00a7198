//! Simple commands and assignments.

use std::collections::BTreeMap;

use hookward_shell::{Assignment, Operation, Part, Simple, Span, Value as Assigned, Word};

use super::{Tracing, Walk};
use crate::arithmetic::calculate;
use crate::declarations::is_declaration;
use crate::effect::{Action, Opacity};
use crate::held::Held;
use crate::input::separators;
use crate::path::Spot;
use crate::source::Sources;
use crate::state::State;
use crate::value::{MAX_FEW, Value};

/// So many elements of an array are followed.
pub(super) const MAX_ELEMENTS: i64 = 1_024;

impl Walk<'_> {
    pub(super) fn simple(&mut self, simple: &Simple, state: &mut State) {
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
        let before = self.facts.effects.len();
        let words = self.words(&simple.words, state);
        if loads_variables(simple) {
            let mut at = 0;
            self.facts.effects.retain(|effect| {
                at += 1;
                at <= before || !reads_variables(&effect.action)
            });
        }
        if self.traced == Tracing::Words {
            self.trace(&words, simple.span);
        }
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

    /// `set -x`: what a line came to is shown beside whatever it prints.
    fn trace(&mut self, words: &[Value], span: Span) {
        let sources = words.iter().fold(Sources::NONE, |all, word| all.and(&word.sources()));
        if !sources.is_empty() {
            self.effect(Action::Print(sources), span);
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
                            Some(text) => {
                                self.arithmetic_names(text, assignment.span, state);
                                number(text, state)
                            }
                            None => value,
                        }
                    }
                    (false, _) => value,
                };
                self.effect(Action::Environment(name.clone(), value.clone()), assignment.span);
                self.obeyed_variable(name, &value, assignment.span, state);
                if let Some(subscript) = assignment.subscript.as_ref().filter(|_| name == "BASH_ALIASES")
                    && let (Some(alias), Some(text)) = (subscript.literal(), value.known())
                {
                    state.alias(&alias, text);
                }
                let value = self.veiled(name, value);
                if self.traced == Tracing::Words {
                    self.trace(std::slice::from_ref(&value), assignment.span);
                }
                match key {
                    Some(key) => state.assign_element(name, &key, value),
                    None => state.assign(name, value),
                }
            }
            Assigned::Array(elements) => self.assign_elements(assignment, elements, state),
        }
    }

    pub(super) fn assign_elements(
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
            state.assign_element(&name, &key, self.veiled(&name, value));
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
}

/// Whether a part of a word makes neither more nor fewer words of it.
pub(super) fn is_one(part: &Part) -> bool {
    match part {
        Part::Bare { text, .. } => !text.contains(['*', '?', '[', '{']),
        Part::Variable(variable) => variable.quoted && variable.name != "@" && variable.subscript.is_none(),
        Part::Substitution { quoted, .. } => *quoted,
        Part::Quoted { .. } | Part::Arithmetic { .. } | Part::Process { .. } => true,
    }
}

/// `${x-y}` and its like: for them, a variable that is empty is not one that is not set.
pub(super) fn asks_whether_set(operation: &Operation) -> bool {
    matches!(
        operation,
        Operation::Default(_) | Operation::Assign(_) | Operation::Alternative(_) | Operation::Required(_)
    )
}

/// `export $(grep -v '^#' .env | xargs)`, `env $(cat .env) npm start`: lines of a file become variables, as with
/// `source`. Should they be shown or sent, that is an effect of its own.
fn loads_variables(simple: &Simple) -> bool {
    let loads = |word: &Word| matches!(word.parts.as_slice(), [Part::Substitution { quoted: false, .. }]);
    // Seldom the case, and so asked first: a literal is a text of its own.
    simple.words.iter().any(loads)
        && matches!(simple.words.first().and_then(Word::literal).as_deref(), Some("export" | "env"))
}

/// Whether a file of variables is read: `.env`, `.env.local`, `prod.env`.
fn reads_variables(action: &Action) -> bool {
    let is_one = |spot: &Spot| spot.last().split('.').any(|part| part == "env");
    matches!(action, Action::Read(place) | Action::Search(place) if !place.open && place.spots.iter().all(is_one))
}

/// What is assigned to a variable that holds a number.
pub(super) fn number(text: &str, state: &mut State) -> Value {
    calculate(text, state).map_or_else(Value::unknown, |number| Value::Known(number.to_string()))
}

pub(super) fn sum(before: &Value, value: &Value, state: &mut State) -> Value {
    match (before.known(), value.known()) {
        (Some(before), Some(value)) => number(&format!("({before})+({value})"), state),
        _ => Value::unknown(),
    }
}

/// The first unquoted variable of a command that may be one of some texts with blanks or globs.
pub(super) fn choice(simple: &Simple, state: &State) -> Option<(String, Vec<String>)> {
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
