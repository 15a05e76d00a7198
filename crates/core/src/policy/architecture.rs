//! What files may not hold, and what they must import, as a policy says it.

use std::borrow::Cow;

use fast_glob::glob_match;
use serde::{Deserialize, Serialize};

use super::Origin;
use super::files::Files;
use super::gate_tables::Syntax;
use super::import_patterns::{brings, imports};
use crate::syntax::{Callee, Code, Found, Lasts, Literal, Maker, Naming, Spelling, without_node};

/// What files may not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forbidden {
    /// Its name in messages.
    pub id: String,
    /// The files.
    pub files: Files,
    /// What they may not hold.
    pub holds: Vec<Trait>,
    /// What they must hold.
    pub requires: Vec<Trait>,
    /// The decision record behind it.
    pub record: Option<String>,
    /// The message, with `{file}`, `{line}`, `{match}`, `{source}` and `{record}`; of an import also with `{use}`, `{use-line}` and
    /// `{used}`: where it is called first, and by which name.
    pub message: Option<String>,
    /// Where it stands.
    pub origin: Origin,
}

/// What files must import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Required {
    /// The files.
    pub files: Files,
    /// The packages.
    pub packages: Vec<String>,
    /// Only if a file holds one of these.
    pub when: Option<Vec<Trait>>,
    /// Whether an import of types alone counts, too.
    pub types_count: bool,
    /// The message, with `{file}` and `{missing}`.
    pub message: Option<String>,
    /// Where it stands.
    pub origin: Origin,
}

/// Something that a syntax tree may hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trait {
    /// An import of this.
    Import(String, Meant),
    /// A call of this.
    Call(String),
    /// A text.
    Literal {
        /// Of this form.
        text: String,
        /// Held by a property or variable of such a name.
        at: Option<String>,
        /// Not of one of these forms.
        unless: Vec<String>,
    },
}

/// Which names of what is imported are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Meant {
    /// All that it has.
    AnyName,
    /// The one that the file writes.
    Written,
}

/// Which modules tests may replace.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Mocks {
    /// Modules that belong to the project, besides those of relative paths.
    pub internal: Vec<String>,
    /// Modules of the project that stand for what lies outside.
    pub external: Vec<String>,
    /// How often an agent is advised before it is denied, where that is said.
    pub advices: Option<usize>,
}

/// Where a trait was found.
pub(crate) struct Hit {
    /// What was found.
    pub(crate) name: String,
    /// Its line, from 1.
    pub(crate) line: usize,
    /// What the file imports to get at it, if that is something else.
    pub(crate) through: Option<String>,
}

impl Hit {
    /// What was found, and how the file gets at it.
    pub(crate) fn told(&self) -> String {
        match &self.through {
            Some(through) => format!("{} by way of {through}", self.name),
            None => self.name.clone(),
        }
    }
}

impl Trait {
    /// The traits that a table names.
    pub(super) fn of(table: Syntax) -> Result<Vec<Self>, String> {
        let Syntax { import, as_written, call, literal, at, unless } = table;
        if import.is_none() && as_written {
            return Err("`as_written` belongs to an `import`".to_owned());
        }
        let meant = if as_written { Meant::Written } else { Meant::AnyName };
        if literal.is_none() && (at.is_some() || !unless.is_empty()) {
            return Err("`at` and `unless` belong to a `literal`".to_owned());
        }
        let import = import.map(|pattern| Self::Import(pattern, meant));
        let mut traits: Vec<Self> = import.into_iter().chain(call.map(Self::Call)).collect();
        traits.extend(literal.map(|text| Self::Literal { text, at, unless }));
        if traits.is_empty() {
            Err("name an `import`, a `call` or a `literal`".to_owned())
        } else {
            Ok(traits)
        }
    }

    /// What it is, in words.
    pub(crate) fn described(&self) -> String {
        match self {
            Self::Import(name, _) => format!("import of {name}"),
            Self::Call(name) => format!("call of {name}"),
            Self::Literal { text, at: None, .. } => format!("text {text}"),
            Self::Literal { text, at: Some(at), .. } => format!("text {text} at {at}"),
        }
    }

    /// The first place where a file has it; the file by its path below the workspace.
    pub(crate) fn found(&self, code: &Code, below: &str) -> Option<Hit> {
        self.all(code, below).into_iter().next()
    }

    /// Whether a file has it, also by an import of everything of what holds it. An import that is gone when the program runs brings
    /// nothing along.
    pub(crate) fn is_met(&self, code: &Code, below: &str) -> bool {
        if code.imports.iter().any(|import| import.lasts == Lasts::ForTypesOnly) {
            let mut lasting = code.clone();
            lasting.imports.retain(|import| import.lasts == Lasts::ToTheRun);
            return self.is_met_by_any(&lasting, below);
        }
        self.is_met_by_any(code, below)
    }

    /// The same, where an import of types counts as well.
    pub(crate) fn is_met_by_any(&self, code: &Code, below: &str) -> bool {
        let is_brought = match self {
            Self::Import(pattern, _) => brings(code, pattern, below),
            Self::Call(_) | Self::Literal { .. } => false,
        };
        is_brought || self.found(code, below).is_some()
    }

    /// Every place where a file has it.
    pub(crate) fn all(&self, code: &Code, below: &str) -> Vec<Hit> {
        let hit = |name: &String, line: usize| Hit { name: name.clone(), line, through: None };
        let same = |is_it: &dyn Fn(&str, &str) -> bool, pattern: &str, name: &str| match code.spelling {
            Spelling::Exact => is_it(pattern, name),
            Spelling::AnyCase => is_it(&pattern.to_lowercase(), &name.to_lowercase()),
        };
        match self {
            Self::Import(pattern, meant) => {
                let is_it = |pattern: &str, name: &str| imports(pattern, name, below);
                let is_meant = |name: &String| same(&is_it, pattern, name);
                let may_be = |import: &&Found| match meant {
                    Meant::AnyName => true,
                    Meant::Written => import.naming == Naming::Written,
                };
                // What is used through an import that is meant itself is no other one.
                let found = code
                    .imports
                    .iter()
                    .filter(may_be)
                    .filter(|import| is_meant(&import.name) && !import.of.as_ref().is_some_and(is_meant));
                found.map(|found| Hit { through: found.of.clone(), ..hit(&found.name, found.line) }).collect()
            }
            Self::Call(pattern) => {
                let is_it = |name: &str, callee: Callee| match (code.spelling, callee) {
                    (Spelling::Exact, Callee::Function | Callee::HandedOn) => calls(pattern, name),
                    (Spelling::Exact, Callee::Method) => calls_method(pattern, name),
                    (Spelling::AnyCase, _) => calls_in_any_case(pattern, name),
                };
                let found = code.calls.iter().filter_map(|call| match &call.maker {
                    Maker::Module(path) if is_it(path, call.callee) => Some(hit(path, call.line)),
                    // What the file makes itself is no part of anything else, whatever it is called.
                    Maker::File if names_whole(pattern) => None,
                    Maker::Module(_) | Maker::File | Maker::Unknown => {
                        is_it(&call.name, call.callee).then(|| hit(&call.name, call.line))
                    }
                });
                found.collect()
            }
            Self::Literal { text, at, unless } => {
                let is_meant = |literal: &&Literal| {
                    let held = at.as_ref().is_none_or(|at| {
                        literal.holder.as_ref().is_some_and(|holder| glob_match(at, holder))
                    });
                    // A text that begins with something filled in says nothing of its form.
                    let is_judged = unless.is_empty() || !literal.text.starts_with('{');
                    held && is_judged
                        && fits(text, &literal.text)
                        && !unless.iter().any(|form| fits(form, &literal.text))
                };
                let found = code.literals.iter().filter(is_meant);
                found.map(|found| hit(&found.text, found.line)).collect()
            }
        }
    }
}

/// Whether a call is what a pattern means: by the end of its path.
pub(crate) fn calls(pattern: &str, name: &str) -> bool {
    ends(pattern, name, |_| true)
}

/// The same of a method: its name alone is that of no function, and only a pattern that says of what it is means it.
fn calls_method(pattern: &str, name: &str) -> bool {
    ends(pattern, name, |end| end.contains('.'))
}

fn ends(pattern: &str, name: &str, may_be: impl Fn(&str) -> bool) -> bool {
    let pattern = without_node(pattern);
    let pattern = without_macro_sign(pattern).replace("::", ".").replace("->", ".").replace(['\\', '/'], ".");
    let pattern = pattern.trim_start_matches('.');
    let name = &*name.replace("->", ".");
    let by_end = || {
        let mut ends = name.match_indices('.').filter_map(|(at, _)| name.get(at + 1..));
        ends.any(|end| may_be(end) && glob_match(pattern, end))
    };
    glob_match(pattern, name) || by_end()
}

/// A pattern without the sign of Rust's macros, which is no part of their names: `println!`, `{print,println}!`.
fn without_macro_sign(pattern: &str) -> Cow<'_, str> {
    if !pattern.contains('!') {
        return Cow::Borrowed(pattern);
    }
    let mut plain = String::with_capacity(pattern.len());
    for sign in pattern.chars() {
        let is_behind_name = plain.ends_with(|last: char| last.is_alphanumeric() || "_*?]}".contains(last));
        if sign != '!' || !is_behind_name {
            plain.push(sign);
        }
    }
    Cow::Owned(plain)
}

/// Whether a pattern says what the called thing is a part of: `fs.writeFile`, but not `writeFile` or `*.writeFile`.
fn names_whole(pattern: &str) -> bool {
    let whole = pattern.rfind(['.', ':', '>', '\\', '/']).and_then(|at| pattern.get(..at));
    whole.is_some_and(|whole| whole.contains(char::is_alphanumeric))
}

/// Whether a call of PHP is what a pattern means. A pattern that names nothing else means a function: neither a method of an
/// object nor what a variable holds. Variables and properties are known by their capitals.
fn calls_in_any_case(pattern: &str, name: &str) -> bool {
    let is_variable = name.starts_with('$');
    if !pattern.contains(['.', ':', '>', '\\']) && (is_variable || name.contains("->")) {
        return false;
    }
    let folded = |path: &str| {
        let own = path.rfind(['.', ':', '>', '\\']).filter(|_| is_variable).map_or(0, |at| at + 1);
        let (of, own) = path.split_at_checked(own).unwrap_or(("", path));
        format!("{of}{}", own.to_lowercase())
    };
    // Only here the sign is no part of a name.
    calls(folded(pattern).trim_start_matches('$'), &folded(name).replace('$', ""))
}

/// Whether a text has a form: `*` for anything, `{*}` for something that is filled in.
fn fits(form: &str, text: &str) -> bool {
    let mut parts = form.split('*');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else { return false };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        let Some(at) = rest.find(part) else { return false };
        rest = rest.get(at + part.len()..).unwrap_or_default();
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_of_php_is_known_in_any_case() {
        for (pattern, name) in [
            ("DB.raw", "DB.raw"),
            ("DB::raw", "App.db.RAW"),
            ("db.raw", "$db->RAW"),
            ("*.shell_exec", "$ssh->shell_exec"),
            ("SSH->shell_exec", "Net.SSH->shell_exec"),
            ("shell_exec", "Shell_Exec"),
            ("run", "App.run"),
        ] {
            assert!(calls_in_any_case(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [
            ("DB.raw", "$db->raw"),
            ("shell_exec", "$ssh->shell_exec"),
            ("shell_exec", "Net.SSH->shell_exec"),
            ("shell_exec", "$shell_exec"),
        ] {
            assert!(!calls_in_any_case(pattern, name), "{pattern} {name}");
        }
    }

    #[test]
    fn calls_and_forms_fit_by_their_ends_and_stars() {
        assert!(calls("lambda.invoke", "this.lambda.invoke"));
        assert!(calls("InvokeCommand", "InvokeCommand"));
        assert!(calls("*.invoke", "client.invoke"));
        assert!(!calls("invoke", "reinvoke"));
        assert!(!calls("fetch", "$fetch"));
        assert!(!calls("eval", "page.$eval"));
        assert!(!calls_method("eval", "model.eval"));
        assert!(!calls_method("{eval,exec}", "self.model.eval"));
        assert!(calls_method("*.eval", "model.eval"));
        assert!(calls_method("model.eval", "self.model.eval"));
        assert!(calls("$fetch", "$fetch"));
        assert!(calls("\\App\\Db::open", "App.Db.open"));
        assert!(calls("std::fs::remove_file", "std.fs.remove_file"));
        for pattern in ["println!", "std::println!", "{print,println}!", "{print!,println!}", "print*!"] {
            assert!(calls(pattern, "std.println"), "{pattern}");
        }
        assert!(!calls("print!", "println"));
        assert!(calls("[!a]b", "cb"));
        assert!(fits("USER#{*}", "USER#{id}"));
        assert!(fits("*", "a/b"));
        assert!(fits("a*b*c", "a-b-b-c"));
        assert!(!fits("USER#{*}", "USERS#{id}"));
        assert!(!fits("METADATA", "METADATA2"));
    }
}
