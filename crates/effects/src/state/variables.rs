//! The variables of a shell: what they hold, how they are cast, and which programs get them.

use std::rc::Rc;

use super::{Cast, State};
use crate::held::Held;
use crate::source::{Source, Sources};
use crate::value::{Hole, Piece, Value};

/// Variables that a shell has from outside, so that a change of them reaches the programs that it runs.
pub(super) const INHERITED: &[&str] = &[
    "HOME", "PATH", "USER", "LOGNAME", "SHELL", "TERM", "LANG", "PWD", "OLDPWD", "TMPDIR", "EDITOR",
    "VISUAL", "PAGER", "DISPLAY", "SHLVL", "_",
];

/// Names for names are followed this far.
const MAX_REFERENCES: usize = 8;

impl State<'_> {
    pub(crate) fn assign(&mut self, name: &str, value: Value) {
        let name = self.referred(name).to_owned();
        let value = match self.casts.get(&name) {
            Some(cast) => cast.apply(value),
            None => value,
        };
        let variables = Rc::make_mut(&mut self.variables);
        match variables.get_mut(&name) {
            // An array's name alone is its first element.
            Some(Held::Array(array)) => {
                array.values.insert(0, value);
            }
            _ => {
                variables.insert(name, Held::Scalar(value));
            }
        }
    }

    pub(crate) fn assign_array(&mut self, name: &str, values: Vec<Value>) {
        let name = self.referred(name).to_owned();
        self.hold(&name, Held::list(values));
    }

    /// Puts something in the place of what a variable holds.
    pub(crate) fn hold(&mut self, name: &str, held: Held) {
        Rc::make_mut(&mut self.variables).insert(name.to_owned(), held);
    }

    /// Gives a variable back what it held.
    pub(crate) fn restore(&mut self, name: &str, held: Option<Held>) {
        match held {
            Some(held) => self.hold(name, held),
            None => {
                Rc::make_mut(&mut self.variables).remove(name);
            }
        }
    }

    /// What was set since then is known, but it is still the content of a variable: its name says whether it is secret.
    pub(crate) fn name_what_was_set(&mut self, before: &Self) {
        if Rc::ptr_eq(&self.variables, &before.variables) {
            return;
        }
        for (name, held) in Rc::make_mut(&mut self.variables) {
            if INHERITED.contains(&name.as_str()) || before.variables.get(name) == Some(held) {
                continue;
            }
            if let Held::Scalar(value) = held
                && value.known() != Some("")
            {
                *value = value.also_from(&Sources::from(Source::Variable(name.clone())));
            }
        }
    }

    pub(crate) fn forget(&mut self, name: &str) {
        self.assign(name, Value::unknown());
    }

    /// The variable that a name stands for: itself, unless it is a `declare -n`.
    pub(crate) fn referred<'n>(&'n self, name: &'n str) -> &'n str {
        let mut name = name;
        for _ in 0..MAX_REFERENCES {
            match self.variables.get(name) {
                Some(Held::Reference(to)) => name = to,
                _ => break,
            }
        }
        name
    }

    pub(crate) fn held(&self, name: &str) -> Option<&Held> {
        self.variables.get(self.referred(name))
    }

    /// What a name itself holds, and not what it refers to.
    pub(crate) fn own(&self, name: &str) -> Option<&Held> {
        self.variables.get(name)
    }

    pub(crate) fn cast(&mut self, name: &str, cast: Option<Cast>) {
        if let Some(cast) = cast {
            Rc::make_mut(&mut self.casts).insert(name.to_owned(), cast);
        } else if self.casts.contains_key(name) {
            Rc::make_mut(&mut self.casts).remove(name);
        }
    }

    pub(crate) fn is_integer(&self, name: &str) -> bool {
        matches!(self.casts.get(name), Some(Cast::Integer | Cast::Open))
    }

    /// `unset 'a[1]'`
    pub(crate) fn unset_element(&mut self, name: &str, key: &str) {
        let name = self.referred(name).to_owned();
        let unset = match Rc::make_mut(&mut self.variables).get_mut(&name) {
            Some(Held::Array(array)) => key.parse::<i64>().is_ok_and(|key| {
                array.values.remove(&key);
                key >= 0 && array.loose.is_none()
            }),
            Some(Held::Map(values)) => {
                values.remove(key);
                true
            }
            _ => false,
        };
        if !unset {
            self.hold(&name, Held::Scalar(Value::unknown()));
        }
    }

    /// `a[key]=value`
    pub(crate) fn assign_element(&mut self, name: &str, key: &Value, value: Value) {
        let name = self.referred(name).to_owned();
        let variables = Rc::make_mut(&mut self.variables);
        let held = variables.entry(name).or_insert(Held::Unset);
        if let Held::Map(values) = held {
            match key.known() {
                Some(key) => {
                    values.insert(key.to_owned(), value);
                }
                None => *held = Held::Scalar(Value::unknown()),
            }
            return;
        }
        if !matches!(held, Held::Array(_)) {
            *held = Held::list(held.elements());
        }
        let Held::Array(array) = held else { return };
        let end = array.end();
        match key.known().and_then(|key| key.trim().parse::<i64>().ok()) {
            Some(index) => {
                array.values.insert(if index < 0 { end.saturating_add(index) } else { index }, value);
            }
            // It is one of those that are there, or one more.
            None => {
                array.values.insert(end, value);
                array.loose = Some(0);
            }
        }
    }

    /// From this element on nobody counts those of an array.
    pub(crate) fn loosen(&mut self, name: &str, from: i64) {
        if let Some(Held::Array(array)) = Rc::make_mut(&mut self.variables).get_mut(name) {
            array.loose = Some(array.loose.map_or(from, |loose| loose.min(from)));
        }
    }

    /// From here on programs get the variable. Gives whether they did before.
    pub(crate) fn export(&mut self, name: &str) -> bool {
        self.exported.contains(name) || !Rc::make_mut(&mut self.exported).insert(name.to_owned())
    }

    pub(crate) fn is_exported(&self, name: &str) -> bool {
        self.exported.contains(name)
    }

    pub(crate) fn unexport(&mut self, name: &str) {
        if self.exported.contains(name) {
            Rc::make_mut(&mut self.exported).remove(name);
        }
    }

    /// What the programs that it runs find in a variable that the text has set.
    pub(crate) fn passed_on(&self, name: &str) -> Option<Value> {
        let is_passed = self.exported.contains(name) || INHERITED.contains(&name);
        self.variables.get(name).filter(|_| is_passed).map(Held::first)
    }

    /// The value of a variable that the text has set, or that is known of every shell.
    pub(crate) fn variable(&self, name: &str) -> Option<Value> {
        if let Some(held) = self.held(name) {
            return Some(held.first());
        }
        match name {
            "HOME" => self.scene.home.map(|home| Value::Known(home.to_owned())),
            "PWD" => Some(self.cwd.clone()),
            "BASH_SOURCE" => self.script.as_deref().cloned(),
            "OLDPWD" => Some(self.previous.clone()),
            "SHELL" | "BASH" => Some(Value::Known("/bin/bash".to_owned())),
            "IFS" => Some(Value::Known(" \t\n".to_owned())),
            // Wherever it is, it is a place for temporary files.
            "TMPDIR" | "TMP" | "TEMP" => Some(Value::Known("/tmp".to_owned())),
            // What is not set by anybody: numbers and names of the shell's own.
            "RANDOM" | "SECONDS" | "LINENO" | "BASHPID" | "PPID" | "UID" | "EUID" | "SHLVL" | "COLUMNS"
            | "LINES" => Some(Value::of(vec![Piece::Filled(Hole::new(format!("${name}")))])),
            "USER" | "LOGNAME" | "HOSTNAME" => Some(Value::of(vec![Piece::Filled(Hole {
                written: format!("${name}"),
                sources: Sources::from(Source::Machine),
            })])),
            _ => None,
        }
    }

    /// What a program shows that shows every variable.
    pub(crate) fn environment(&self) -> Value {
        let mut sources = if self.bare { Sources::NONE } else { Sources::from(Source::Environment) };
        // Under whatever name the text hands something on, it is still that.
        for held in self.exported.iter().filter_map(|name| self.variables.get(name)) {
            sources.add(&held.first().sources());
        }
        Value::Unknown(sources)
    }

    /// All values of an array, or the one of a variable.
    pub(crate) fn elements(&self, name: &str) -> Option<Vec<Value>> {
        self.held(name).map(Held::elements)
    }
}

impl Cast {
    fn apply(self, value: Value) -> Value {
        let change = |text: &String| match self {
            Self::Upper => text.to_uppercase(),
            Self::Lower => text.to_lowercase(),
            Self::Integer | Self::Open => text.clone(),
        };
        match (self, value) {
            (Self::Upper | Self::Lower, Value::Known(text)) => Value::Known(change(&text)),
            (Self::Upper | Self::Lower, Value::Few(texts)) => Value::Few(texts.map(change)),
            (Self::Integer, Value::Known(text)) if text.parse::<i64>().is_ok() => Value::Known(text),
            (_, value) => Value::Unknown(value.sources()),
        }
    }
}
