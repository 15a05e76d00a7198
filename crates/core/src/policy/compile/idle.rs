//! Patterns of a policy that nothing is ever called: they have no effect, and that is said.

use super::Compiler;
use super::globs::fault;
use crate::policy::Notice;
use crate::policy::architecture::Trait;
use crate::policy::files::Files;
use crate::syntax::Language;

impl Compiler<'_> {
    /// Says which globs of files name none that is read, in the table that starts there.
    pub(super) fn say_idle_files(&mut self, start: usize, files: &Files) {
        let named = files.globs.iter().map(|glob| (glob, of_place(glob).or_else(|| of_kind(glob))));
        // What is excepted need not be read.
        let excepted = files.except.iter().map(|glob| (glob, of_place(glob)));
        for (glob, why) in named.chain(excepted) {
            if let Some(why) = why {
                self.say_idle(start, glob, &why);
            }
        }
    }

    /// Says which patterns mean nothing that a file can have.
    pub(super) fn say_idle_traits<'t>(
        &mut self,
        start: usize,
        traits: impl Iterator<Item = &'t Trait>,
        files: &Files,
    ) {
        for one in traits {
            let (pattern, why) = match one {
                Trait::Import(pattern, _) => (pattern, of_import(pattern, &files.globs)),
                Trait::Call(pattern) => (pattern, of_call(pattern)),
                Trait::Literal { .. } => continue,
            };
            if let Some(why) = why {
                self.say_idle(start, pattern, &why);
            }
        }
    }

    /// The same of patterns of imports alone.
    pub(super) fn say_idle_imports<'t>(
        &mut self,
        start: usize,
        patterns: impl IntoIterator<Item = &'t String>,
        globs: &[String],
    ) {
        for pattern in patterns {
            if let Some(why) = of_import(pattern, globs) {
                self.say_idle(start, pattern, &why);
            }
        }
    }

    fn say_idle(&mut self, start: usize, pattern: &str, why: &str) {
        let origin = self.origin_at(self.behind(start, pattern));
        let text = format!("`{pattern}` never fits: {why}");
        self.policy.notices.push(Notice { origin, text });
    }
}

/// Why there is no file where a glob looks for one, if so.
fn of_place(glob: &str) -> Option<String> {
    let plain = glob.trim_start_matches("./").trim_start_matches('/');
    if plain != glob {
        return Some(format!("paths begin at the workspace's root without a sign for it; write `{plain}`"));
    }
    let directory = glob.strip_suffix('/')?;
    Some(format!("it names a directory and not what lies there; write `{directory}/**`"))
}

/// Why no file that a glob names is of a kind that is read, if so.
fn of_kind(glob: &str) -> Option<String> {
    let name = glob.rsplit('/').next().unwrap_or(glob);
    match name.rsplit_once('.') {
        None if has_choice(name) => None,
        None => Some(format!("no file of that name is read; what lies in a directory is `{glob}/**`")),
        Some((_, ending)) => {
            let may_be_read = has_choice(ending) || ending.contains('}') || Language::is_one_of(name);
            (!may_be_read).then(|| format!("files of the kind `.{ending}` are not read"))
        }
    }
}

/// Why no import is ever what a pattern means, if so.
fn of_import(pattern: &str, files: &[String]) -> Option<String> {
    if let Some(why) = of_any(pattern) {
        return Some(why);
    }
    let statements = ["import ", "from ", "use ", "require(", "require ", "include ", "extern crate "];
    if statements.iter().any(|word| pattern.starts_with(word)) {
        return Some("it is a statement; name only what is imported".to_owned());
    }
    let (directory, name) = pattern.rsplit_once('/').unwrap_or(("", pattern));
    match name.rsplit_once('.') {
        Some((_, "go")) => {
            Some(format!("a package of Go is imported as a directory; write `{}`", either(directory, "**")))
        }
        Some((stem, "py" | "rs" | "java" | "kt" | "php")) if directory.is_empty() && !has_choice(name) => {
            Some(format!(
                "no import says the ending of a file; write `{stem}`, or `**/{name}` for the file, wherever it lies"
            ))
        }
        _ => from_the_root(pattern, files),
    }
}

/// What begins with `./` begins where each file lies: together with the directory of these files it leads nowhere.
fn from_the_root(pattern: &str, files: &[String]) -> Option<String> {
    let plain = pattern.strip_prefix("./")?;
    let (first, _) = plain.split_once('/')?;
    let is_below = |glob: &String| glob.split_once('/').is_some_and(|(own, _)| own == first);
    (!files.is_empty() && !has_choice(first) && files.iter().all(is_below)).then(|| {
        format!("`./` begins where each file lies, and those lie in `{first}`; from the workspace's root it is `{plain}`")
    })
}

/// Why no call is ever what a pattern means, if so.
fn of_call(pattern: &str) -> Option<String> {
    if let Some(why) = of_any(pattern) {
        return Some(why);
    }
    if let Some((name, _)) = pattern.split_once('(') {
        return Some(format!("a call is told by its name alone; write `{name}`"));
    }
    if let Some((_, name)) = pattern.trim().rsplit_once(char::is_whitespace) {
        return Some(format!("a call is told by its name alone; write `{name}`"));
    }
    if let Some(name) = pattern.strip_prefix('@') {
        return Some(format!("what decorates is told by its name alone; write `{name}`"));
    }
    if pattern.contains("?.") {
        return Some(format!("`a?.b` is told as `a.b`; write `{}`", pattern.replace("?.", ".")));
    }
    let hash = pattern
        .find('#')
        .filter(|at| pattern.get(..*at).is_some_and(|of| of.ends_with(char::is_alphanumeric)));
    hash.map(|_| {
        format!("what belongs to something stands behind a dot; write `{}`", pattern.replace('#', "."))
    })
}

/// Why nothing at all is called so, if so.
fn of_any(pattern: &str) -> Option<String> {
    if pattern.trim().is_empty() {
        return Some("it is empty".to_owned());
    }
    if pattern.contains(['\'', '"', '`', ';']) {
        return Some("names have no quotes and no semicolons".to_owned());
    }
    fault(pattern).map(str::to_owned)
}

fn either<'t>(text: &'t str, otherwise: &'t str) -> &'t str {
    if text.is_empty() { otherwise } else { text }
}

fn has_choice(text: &str) -> bool {
    text.contains(['*', '?', '[', '{', '!'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::{Layer, Source, compile};

    fn files(globs: &[&str]) -> Vec<String> {
        globs.iter().map(|&glob| glob.to_owned()).collect()
    }

    #[test]
    fn what_no_import_is_ever_called_is_said() {
        for (pattern, says) in [
            ("", "empty"),
            ("import os", "statement"),
            ("'lodash'", "quotes"),
            ("{a,b", "not closed"),
            ("internal/db/db.go", "write `internal/db`"),
            ("db.py", "write `db`"),
            ("./src/lib/**", "from the workspace's root it is `src/lib/**`"),
        ] {
            let why = of_import(pattern, &files(&["src/ui/**", "src/*.ts"])).unwrap_or_default();
            assert!(why.contains(says), "{pattern}: {why}");
        }
        for pattern in [
            "chart.js",
            "@/lib/db",
            "app/db.py",
            "**/db.py",
            "app/(shop)/[id]/db",
            "./lib/**",
            "../*/handler",
            "github.com/a/b.go/v2",
            "App\\Db",
            "serde::de",
            "node:fs",
            "fromage",
        ] {
            assert_eq!(of_import(pattern, &files(&["src/ui/**", "src/*.ts"])), None, "{pattern}");
        }
        assert_eq!(of_import("./src/lib/**", &files(&["src/**", "*.ts"])), None);
    }

    #[test]
    fn what_no_call_is_ever_called_is_said() {
        for (pattern, says) in [
            (" ", "empty"),
            ("eval()", "write `eval`"),
            ("todo!()", "write `todo!`"),
            ("new PDO", "write `PDO`"),
            ("@Injectable", "write `Injectable`"),
            ("lambda?.invoke", "write `lambda.invoke`"),
            ("Db#open", "write `Db.open`"),
            ("exec(\"ls\")", "quotes"),
            ("{a,b", "not closed"),
        ] {
            let why = of_call(pattern).unwrap_or_default();
            assert!(why.contains(says), "{pattern}: {why}");
        }
        for pattern in
            ["println!", "*.eval", "fs.{rm,unlink}", "SSH->exec", "DB::raw", "$fetch", "this.#load", "f?o"]
        {
            assert_eq!(of_call(pattern), None, "{pattern}");
        }
    }

    #[test]
    fn globs_that_name_no_file_that_is_read_are_said() {
        for (glob, says) in [
            ("./src/**", "write `src/**`"),
            ("/src/**", "write `src/**`"),
            ("src/", "write `src/**`"),
            ("src/ui", "`src/ui/**`"),
            ("**/*.md", "`.md`"),
            ("**/handler", "no file of that name"),
        ] {
            let why = of_place(glob).or_else(|| of_kind(glob)).unwrap_or_default();
            assert!(why.contains(says), "{glob}: {why}");
        }
        for glob in [
            "**",
            "src/**",
            "*.ts",
            "src/*.{ts,tsx}",
            "**/*.d.ts",
            "src/{a.ts,b.js}",
            "a.*",
            "src/[id].ts",
            "*",
        ] {
            assert_eq!(of_place(glob).or_else(|| of_kind(glob)), None, "{glob}");
        }
    }

    #[test]
    fn each_is_said_with_its_line_and_refuses_nothing() {
        let text = r#"
            [[gate.architecture]]
            id = "a"
            files = ["./src/**", "src/*.ts"]
            except = "*.md"
            forbid = { import = "lodash", call = "eval()" }
            [[gate.missing-import]]
            files = "src/*.ts"
            require = ["@app/log", "import log"]
            when = { call = "new Db" }
            [gate.mocked-internals]
            external = ["./src/x", "'pg'"]
        "#;
        let source = Source { layer: Layer::Project, path: "p.toml".into(), text: text.into() };
        let policy = compile(&[source]).unwrap();
        let said: Vec<(u32, &str)> = policy
            .notices
            .iter()
            .map(|notice| (notice.origin.line, notice.text.split(" never").next().unwrap_or_default()))
            .collect();
        let expected =
            [(4, "`./src/**`"), (6, "`eval()`"), (10, "`new Db`"), (9, "`import log`"), (12, "`'pg'`")];
        assert_eq!(said, expected);
        assert_eq!(policy.forbidden.len(), 1);
    }
}
