//! `declare`, `local`, `export` and their like: variables with attributes, and variables of a function's own.

use hookward_shell::{Assignment, Simple, Span, Value as Assigned, Word};

use crate::braces::{self, Expanded};
use crate::effect::Action;
use crate::held::Held;
use crate::source::{Source, Sources};
use crate::state::{Cast, State};
use crate::value::Value;
use crate::walk::Walk;

/// What the options of a declaration say of its names.
#[derive(Default)]
struct Marks {
    /// Letters of options with a minus.
    set: String,
    /// And with a plus.
    unset: String,
    /// Whether the variables end with the function.
    local: bool,
    export: bool,
    readonly: bool,
}

impl Marks {
    fn of(name: &str, rest: &[Value]) -> Self {
        let mut marks = Self::default();
        for word in rest.iter().filter_map(Value::known) {
            match (word.strip_prefix('-'), word.strip_prefix('+')) {
                (Some(letters), _) => marks.set.push_str(letters),
                (_, Some(letters)) => marks.unset.push_str(letters),
                (None, None) => {}
            }
        }
        marks.export = name == "export" || marks.set.contains('x');
        marks.readonly = name == "readonly" || marks.set.contains('r');
        marks.local = name == "local" || (matches!(name, "declare" | "typeset") && !marks.set.contains('g'));
        marks
    }

    fn has(&self, letter: char) -> bool {
        self.set.contains(letter)
    }

    fn cast(&self) -> Option<Cast> {
        [('i', Cast::Integer), ('u', Cast::Upper), ('l', Cast::Lower)]
            .into_iter()
            .find_map(|(letter, cast)| self.has(letter).then_some(cast))
    }
}

pub(crate) fn is_declaration(words: &[Value]) -> bool {
    let name = words.first().and_then(Value::known);
    matches!(name, Some("export" | "declare" | "local" | "readonly" | "typeset"))
}

impl Walk<'_> {
    /// A declaration with assignments that the parser has seen; then the rest of its words.
    pub(crate) fn declaration(&mut self, simple: &Simple, words: Vec<Value>, state: &mut State) {
        let name = words.first().and_then(Value::known).unwrap_or_default();
        let marks = Marks::of(name, words.get(1..).unwrap_or_default());
        for assignment in &simple.assignments {
            self.declared(assignment, &marks, state);
        }
        // `export A=1` prints nothing, and `export` alone prints everything.
        if words.len() > 1 || (words.len() == 1 && simple.assignments.is_empty()) {
            self.command(words, simple.span, state);
        }
    }

    fn declared(&mut self, assignment: &Assignment, marks: &Marks, state: &mut State) {
        let name = assignment.name.as_str();
        if let (Assigned::Scalar(word), true) = (&assignment.value, marks.has('n')) {
            let to = self.value(word, state);
            self.localise(name, marks, state);
            return refer(name, &to, state);
        }
        self.localise(name, marks, state);
        Self::mark(name, marks, state);
        // Here, braces make several assignments of one, and the last one stays.
        if let Assigned::Scalar(word) = &assignment.value
            && let Expanded::Words(mut words) = braces::expand(&word.parts)
            && let Some(parts) = words.pop()
        {
            let value = Assigned::Scalar(Word { parts, span: word.span });
            return self.assign(&Assignment { value, ..assignment.clone() }, state);
        }
        self.assign(assignment, state);
    }

    /// What the options say of a name, apart from its value.
    fn mark(name: &str, marks: &Marks, state: &mut State) {
        if marks.local || marks.cast().is_some() {
            state.cast(name, marks.cast());
        }
        if marks.export {
            if marks.unset.contains('x') || (marks.has('n') && !marks.has('x')) {
                state.unexport(name);
            } else {
                state.export(name);
            }
        }
        let is = |held: Option<&Held>, letter| match held {
            Some(Held::Map(_)) => letter == 'A',
            Some(Held::Array(_)) => letter == 'a',
            _ => false,
        };
        if marks.has('A') && !is(state.own(name), 'A') {
            state.hold(name, Held::Map(std::collections::BTreeMap::new()));
        } else if marks.has('a') && !is(state.own(name), 'a') {
            state.hold(name, Held::list(Vec::new()));
        }
    }

    /// Remembers what a name held outside of the function that declares it, and whether anything else can be put into it.
    fn localise(&mut self, name: &str, marks: &Marks, state: &mut State) {
        if marks.readonly || (marks.has('n') && !marks.export) {
            self.fixed.push(name.to_owned());
        }
        let Some(frame) = self.locals.last_mut().filter(|_| marks.local) else { return };
        if frame.iter().any(|(local, _)| local == name) {
            return;
        }
        frame.push((name.to_owned(), state.own(name).cloned()));
        // A scalar's value may still be asked for in the declaration itself.
        if !matches!(state.own(name), Some(Held::Scalar(_)) | None) {
            state.hold(name, Held::Unset);
        }
    }

    /// Names and assignments among the words of a declaration.
    pub(crate) fn declare(&mut self, name: &str, rest: &[Value], span: Span, state: &mut State) {
        let marks = Marks::of(name, rest);
        let prints = marks.has('p');
        let names: Vec<&Value> = rest.iter().filter(|word| !word.prefix().starts_with(['-', '+'])).collect();
        // `declare -x` alone shows all that is exported; functions (`-f`) are shown by their text.
        let shows = prints || marks.set.chars().all(|letter| matches!(letter, 'x' | 'r'));
        if names.is_empty() && shows && marks.unset.is_empty() && name != "local" {
            self.print(&state.environment(), span);
        }
        for word in names {
            if marks.has('f') {
                word.texts().iter().filter(|_| marks.export).for_each(|name| state.export_function(name));
                continue;
            }
            match word.known().map(|text| text.split_once('=').ok_or(text)) {
                Some(Ok((name, text))) => {
                    // What stands in brackets behind a name is evaluated.
                    if name.contains('[') {
                        self.evaluated(&Value::Known(name.to_owned()), span, state);
                    }
                    let (name, append) = name.strip_suffix('+').map_or((name, false), |name| (name, true));
                    self.localise(name, &marks, state);
                    let value = Value::Known(text.to_owned());
                    self.effect(Action::Environment(name.to_owned(), value.clone()), span);
                    if marks.has('n') && !marks.export {
                        refer(name, &value, state);
                        continue;
                    }
                    Self::mark(name, &marks, state);
                    if marks.has('i') {
                        self.evaluated(&value, span, state);
                    }
                    let before = state.variable(name).filter(|_| append);
                    let value = before.map_or(value.clone(), |before| before.join(&value));
                    state.assign(name, self.veiled(name, value));
                }
                Some(Err(_)) if prints => {
                    let source = Source::Variable(word.to_string());
                    self.print(&Value::Unknown(Sources::from(source)), span);
                }
                Some(Err(name)) => {
                    self.localise(name, &marks, state);
                    if marks.local && !self.locals.is_empty() {
                        state.hold(name, Held::Unset);
                    }
                    Self::mark(name, &marks, state);
                    if marks.export && self.kept.iter().any(|kept| kept == name) {
                        let value = state.variable(name).unwrap_or_else(Value::unknown);
                        self.effect(Action::Environment(name.to_owned(), value), span);
                    }
                }
                None => {
                    let name = word.prefix().split('=').next().unwrap_or_default().to_owned();
                    let value = Value::Unknown(word.sources());
                    self.localise(&name, &marks, state);
                    Self::mark(&name, &marks, state);
                    self.effect(Action::Environment(name.clone(), value.clone()), span);
                    state.assign(&name, value);
                }
            }
        }
    }
}

/// `declare -n name=to`
fn refer(name: &str, to: &Value, state: &mut State) {
    let held = match to.known().filter(|to| *to != name && !to.contains('[')) {
        Some(to) => Held::Reference(to.to_owned()),
        None => Held::Scalar(Value::unknown()),
    };
    state.hold(name, held);
}
