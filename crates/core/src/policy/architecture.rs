//! What files may not hold, and what they must import, as a policy says it.

use fast_glob::glob_match;
use hookward_effects::normalise;
use serde::{Deserialize, Serialize};

use super::Origin;
use super::gate_tables::Syntax;
use crate::syntax::{Code, Language, Literal, Maker, Spelling, without_node};

/// What files may not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forbidden {
    /// Its name in messages.
    pub id: String,
    /// The files, as a glob.
    pub files: String,
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
    /// The files, as a glob.
    pub files: String,
    /// The packages.
    pub packages: Vec<String>,
    /// Only if a file holds one of these.
    pub when: Option<Vec<Trait>>,
    /// The message, with `{file}` and `{missing}`.
    pub message: Option<String>,
    /// Where it stands.
    pub origin: Origin,
}

/// Something that a syntax tree may hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trait {
    /// An import of this.
    Import(String),
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

/// Whether a glob names a file, by its path below the workspace.
pub(crate) fn names(glob: &str, below: &str) -> bool {
    let (glob, below) = (glob.to_ascii_lowercase(), below.to_ascii_lowercase());
    let name = if glob.contains('/') { below.as_str() } else { below.rsplit('/').next().unwrap_or_default() };
    glob_match(&glob, name)
}

impl Trait {
    /// The traits that a table names.
    pub(super) fn of(table: Syntax) -> Result<Vec<Self>, String> {
        let Syntax { import, call, literal, at, unless } = table;
        if literal.is_none() && (at.is_some() || !unless.is_empty()) {
            return Err("`at` and `unless` belong to a `literal`".to_owned());
        }
        let mut traits: Vec<Self> =
            import.map(Self::Import).into_iter().chain(call.map(Self::Call)).collect();
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
            Self::Import(name) => format!("import of {name}"),
            Self::Call(name) => format!("call of {name}"),
            Self::Literal { text, at: None, .. } => format!("text {text}"),
            Self::Literal { text, at: Some(at), .. } => format!("text {text} at {at}"),
        }
    }

    /// The first place where a file has it; the file by its path below the workspace.
    pub(crate) fn found(&self, code: &Code, below: &str) -> Option<Hit> {
        self.all(code, below).into_iter().next()
    }

    /// Every place where a file has it.
    pub(crate) fn all(&self, code: &Code, below: &str) -> Vec<Hit> {
        let hit = |name: &String, line: usize| Hit { name: name.clone(), line, through: None };
        let same = |is_it: &dyn Fn(&str, &str) -> bool, pattern: &str, name: &str| match code.spelling {
            Spelling::Exact => is_it(pattern, name),
            Spelling::AnyCase => is_it(&pattern.to_lowercase(), &name.to_lowercase()),
        };
        match self {
            Self::Import(pattern) => {
                let is_it = |pattern: &str, name: &str| imports(pattern, name, below);
                let is_meant = |name: &String| same(&is_it, pattern, name);
                // What is used through an import that is meant itself is no other one.
                let found = code
                    .imports
                    .iter()
                    .filter(|import| is_meant(&import.name) && !import.of.as_ref().is_some_and(is_meant));
                found.map(|found| Hit { through: found.of.clone(), ..hit(&found.name, found.line) }).collect()
            }
            Self::Call(pattern) => {
                let is_meant = |name: &str| match code.spelling {
                    Spelling::Exact => calls(pattern, name),
                    Spelling::AnyCase => calls_in_any_case(pattern, name),
                };
                let found = code.calls.iter().filter_map(|call| match &call.maker {
                    Maker::Module(path) if is_meant(path) => Some(hit(path, call.line)),
                    // What the file makes itself is no part of anything else, whatever it is called.
                    Maker::File if names_whole(pattern) => None,
                    Maker::Module(_) | Maker::File | Maker::Unknown => {
                        is_meant(&call.name).then(|| hit(&call.name, call.line))
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

/// Whether an import is what a pattern means, seen from a file.
pub(crate) fn imports(pattern: &str, module: &str, below: &str) -> bool {
    let pattern = &without_node(pattern).replace('\\', "/");
    let module = &without_node(module).replace('\\', "/");
    let is_relative = |name: &str| name.starts_with('.');
    // Python counts dots: `..db` lies beside the file's directory, and has no ending.
    let dotted = is_relative(module) && !module.contains('/');
    let (pattern, short) =
        (without_ending(pattern), if dotted { module.as_str() } else { without_ending(module) });
    if glob_match(pattern, module) || glob_match(pattern, short) {
        return true;
    }
    // What lies in a package belongs to it: `lodash/fp`, `os.path`, `serde::de`.
    // A star says itself how far it goes.
    let is_plain = !pattern.contains(['*', '?']);
    let mut stems = module.match_indices(['/', '.', ':']).filter_map(|(at, _)| module.get(..at));
    if is_plain && !is_relative(pattern) && stems.any(|stem| glob_match(pattern, stem)) {
        return true;
    }
    if !is_relative(module) {
        // Modules of these are files, too: `app.db` is `app/db`.
        return has_dotted_modules(below) && !module.contains('/') && !is_relative(pattern) && {
            let (pattern, module) = (pattern.replace('.', "/"), module.replace('.', "/"));
            glob_match(&pattern, &module)
                || module.strip_prefix(&pattern).is_some_and(|rest| rest.starts_with('/'))
        };
    }
    let directory = below.rsplit_once('/').map_or("", |(directory, _)| directory);
    let here = format!("/{directory}");
    let target = normalise(&steps(short), &here);
    let target = target.strip_suffix("/index").unwrap_or(&target);
    // A directory stands for its index.
    let index = format!("{target}/index");
    if !is_relative(pattern) {
        let rooted = format!("/{pattern}");
        return glob_match(&rooted, target)
            || glob_match(&rooted, &index)
            || (dotted && is_within(pattern, module, &here, target));
    }
    // `../*/x` means those of others, however they are spelled; not the file's own.
    let pattern = normalise(pattern, &here);
    let is_own = |path: &str| {
        let holder = path.rsplit_once('/').map_or("", |(directory, _)| directory);
        here.strip_prefix(holder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    [target, &index].into_iter().any(|path| glob_match(&pattern, path) && !is_own(path))
}

/// Whether the names of modules have dots where their files have slashes.
fn has_dotted_modules(file: &str) -> bool {
    match Language::of(file) {
        Some(Language::Python | Language::Java | Language::Kotlin) => true,
        Some(Language::JavaScript | Language::Go | Language::Rust | Language::Php) | None => false,
    }
}

/// Whether a module that a file of Python imports by dots is what a pattern means by a whole name: `app.db`. Where packages
/// begin is not known, but what is relative to one lies in it.
fn is_within(pattern: &str, module: &str, here: &str, target: &str) -> bool {
    let pattern = pattern.replace('.', "/");
    let up = module.len() - module.trim_start_matches('.').len() - 1;
    let packages = here.split('/').filter(|name| !name.is_empty()).count().saturating_sub(up);
    let names: Vec<&str> = target.split('/').filter(|name| !name.is_empty()).collect();
    (0..packages).any(|start| {
        let whole = names.get(start..).unwrap_or_default().join("/");
        let is_inside = || whole.strip_prefix(&pattern).is_some_and(|rest| rest.starts_with('/'));
        glob_match(&pattern, &whole) || is_inside()
    })
}

/// A relative import as a path: those of Python count dots.
fn steps(module: &str) -> String {
    let dots = module.len() - module.trim_start_matches('.').len();
    if module.starts_with("./") || module.starts_with("../") || matches!(module, "." | "..") {
        return module.to_owned();
    }
    let rest = module.get(dots..).unwrap_or_default().replace('.', "/");
    format!("./{}{rest}", "../".repeat(dots.saturating_sub(1)))
}

/// Without the ending of a script: it may be left out.
fn without_ending(module: &str) -> &str {
    let endings = [".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts"];
    endings.iter().find_map(|ending| module.strip_suffix(ending)).unwrap_or(module)
}

/// Whether a call is what a pattern means: by the end of its path.
pub(crate) fn calls(pattern: &str, name: &str) -> bool {
    let pattern = without_node(pattern);
    let pattern = pattern.replace("::", ".").replace("->", ".").replace(['\\', '/'], ".");
    let pattern = pattern.trim_start_matches(['.', '$']);
    let name = &*name.replace("->", ".").replace('$', "");
    let by_end = || {
        name.match_indices('.').any(|(at, _)| name.get(at + 1..).is_some_and(|end| glob_match(pattern, end)))
    };
    glob_match(pattern, name) || by_end()
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
    calls(&folded(pattern), &folded(name))
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
    fn an_import_is_known_however_it_is_spelled() {
        let file = "backend/functions/save/handler.ts";
        for (pattern, module) in [
            ("../*/handler", "../enrich/handler"),
            ("../*/handler", "../enrich/handler.js"),
            ("../*/handler", "../../functions/enrich/handler"),
            ("../*/handler", "./../enrich/handler.ts"),
            ("../*/handler", "../enrich/handler/index"),
            ("../*/index", "../enrich"),
            ("../*/{handler,index}", "../enrich/index.ts"),
            ("backend/functions/*/handler", "../enrich/handler"),
            ("@aws-sdk/client-lambda", "@aws-sdk/client-lambda/dist"),
            ("@aws-sdk/*", "@aws-sdk/client-lambda"),
            ("lodash", "lodash"),
            ("App\\Models\\*", "App\\Models\\User"),
            ("serde", "serde::de"),
            ("fs", "node:fs/promises"),
            ("node:fs", "fs"),
            ("node:test", "node:test"),
        ] {
            assert!(imports(pattern, module, file), "{pattern} {module}");
        }
        for (pattern, module) in [
            ("../*/handler", "./handler"),
            ("../*/handler", "../enrich/types"),
            ("../*/handler", "../../save/handler"),
            ("lodash", "lodash-es"),
            ("test", "node:test"),
            ("@aws-sdk/client-lambda", "@aws-sdk/client-s3"),
        ] {
            assert!(!imports(pattern, module, file), "{pattern} {module}");
        }
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
        assert!(imports("app/db", "..db", "app/web/views.py"));
        assert!(imports("app.db", "app.db.models", "app/web/views.py"));
        assert!(imports("app/db", "app.db", "app/web/views.py"));
        assert!(imports("app/db", "app.db.models", "app/web/views.py"));
        assert!(imports("app/*/db", "app.web.db", "app/web/views.py"));
        assert!(imports("com/acme/*", "com.acme.Db", "web/A.java"));
        assert!(!imports("app/db", "app.dbx", "app/web/views.py"));
        assert!(!imports("app/db", "app.db", "app/web/views.ts"));
        for (pattern, module, file) in [
            ("app.db", "..db", "app/web/views.py"),
            ("app.db", "..db.models", "src/app/web/views.py"),
            ("app.*", "..db", "app/web/views.py"),
            ("app.web.js", ".js", "app/web/views.py"),
        ] {
            assert!(imports(pattern, module, file), "{pattern} {module}");
        }
        assert!(!imports("json", ".json", "app/views.py"));
        assert!(!imports("app.db", "..dbx", "app/web/views.py"));
        assert!(!imports("app.db", "./db", "app/views.ts"));
    }

    #[test]
    fn calls_and_forms_fit_by_their_ends_and_stars() {
        assert!(calls("lambda.invoke", "this.lambda.invoke"));
        assert!(calls("InvokeCommand", "InvokeCommand"));
        assert!(calls("*.invoke", "client.invoke"));
        assert!(!calls("invoke", "reinvoke"));
        assert!(calls("\\App\\Db::open", "App.Db.open"));
        assert!(calls("std::fs::remove_file", "std.fs.remove_file"));
        assert!(fits("USER#{*}", "USER#{id}"));
        assert!(fits("*", "a/b"));
        assert!(fits("a*b*c", "a-b-b-c"));
        assert!(!fits("USER#{*}", "USERS#{id}"));
        assert!(!fits("METADATA", "METADATA2"));
    }
}
