//! What scripts load and run in turn: modules, programs of packages, and what these load, as far as it is written out.
//! What runs and cannot be followed is said.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use hookward_core::loads;
use hookward_effects::{
    Action, Command, Effect, Facts, ScriptLanguage, Value, code_in_words, normalise, runs_by_name,
};

use crate::following::{Followed, Line, may_run_what_is_unknown};
use crate::probes::Probes;

/// More files than this are not followed for one command, nor more bytes of them.
const MAX_FILES: usize = 256;
const MAX_BYTES: usize = 4 * 1024 * 1024;

/// Where installed packages lie: they are bound to by the files that are run, and followed no further.
const PACKAGES: &[&str] = &["node_modules", "site-packages", "dist-packages", ".venv", "venv", "vendor"];

/// Wrappers that look for programs among those of a project's packages, and where these lie: in the folder where they are
/// run, or in one around it.
const FINDERS: &[(&[&str], &[&str])] = &[
    (&["npx", "npm", "pnpm", "pnpx", "yarn", "bun", "bunx"], &["node_modules/.bin"]),
    (&["uv", "poetry", "pipenv", "pdm", "hatch", "rye"], &[".venv/bin", "venv/bin"]),
    (&["composer"], &["vendor/bin"]),
];

/// Wrappers that fetch a program which is not there.
const FETCHERS: &[&str] = &["npx", "npm", "pnpm", "pnpx", "yarn", "bun", "bunx", "uvx", "uv", "pipx", "deno"];

/// Files by which a runner of scripts is told what runs them, where it is started or around that place.
const SETTINGS: &[(&[&str], &[&str])] = &[
    (&["npm", "npx", "pnpm", "pnpx", "yarn", "bun", "bunx"], &[".npmrc"]),
    (&["yarn"], &[".yarnrc", ".yarnrc.yml"]),
    (&["bun", "bunx"], &["bunfig.toml"]),
];

/// Shells that run a hook's line.
const SHELLS: [&str; 2] = ["sh", "bash"];

/// What a line in which a script is run does, and which files it runs.
pub(crate) type Look<'l> = dyn Fn(&str) -> (Facts, Vec<String>) + 'l;

/// Why a file is followed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// It is run.
    Run,
    /// A script loads it.
    Loaded,
}

/// What is being followed.
pub(crate) struct Loading<'l> {
    /// The directory in which the command runs.
    directory: &'l str,
    /// The project's.
    project: &'l str,
    look: &'l Look<'l>,
    probes: &'l Probes,
    files: BTreeSet<String>,
    todo: Vec<(String, Option<ScriptLanguage>, Role)>,
    /// The directories in which Python looks for modules: those of scripts that are run, and where `-m` and `-c` are.
    entries: BTreeSet<PathBuf>,
    bytes: usize,
    by_name: BTreeSet<String>,
    unseen: BTreeSet<String>,
    programs: BTreeSet<String>,
    seen: Vec<Facts>,
}

impl<'l> Loading<'l> {
    pub(crate) fn new(line: Line<'l>, look: &'l Look<'l>, probes: &'l Probes) -> Self {
        let Line { directory, project, .. } = line;
        Self {
            directory,
            project,
            look,
            probes,
            files: BTreeSet::new(),
            todo: Vec::new(),
            entries: BTreeSet::new(),
            bytes: 0,
            by_name: BTreeSet::new(),
            unseen: BTreeSet::new(),
            programs: SHELLS.map(str::to_owned).into(),
            seen: Vec::new(),
        }
    }

    /// Takes in what a line does, and the files that it runs.
    pub(crate) fn ran(&mut self, facts: Facts, files: Vec<String>) {
        for file in files {
            let language = facts.commands.iter().find_map(|command| interpreted(command, &file));
            self.add(&file, language, Role::Run);
        }
        for command in &facts.commands {
            self.command(command);
        }
        self.seen.push(facts);
    }

    fn command(&mut self, command: &Command) {
        let cwd = command.cwd.clone().unwrap_or_else(|| self.directory.to_owned());
        for (language, text) in code_in_words(&command.words) {
            self.entries.insert(PathBuf::from(&cwd));
            self.code(language, "the code in its words", Path::new(&cwd), &text);
        }
        let Some(name) = command.words.first().and_then(Value::known) else { return };
        if !name.contains('/') {
            self.programs.insert(name.to_owned());
        }
        self.settings(name, &cwd);
        if runs_by_name(&command.words) {
            self.by_name.insert(name.to_owned());
        }
        let Some(wrapper) = command.through.last() else { return };
        if wrapper == "python -m" {
            self.entries.insert(PathBuf::from(&cwd));
            let path = normalise(&name.replace('.', "/"), &cwd);
            for file in ScriptLanguage::Python.module_files(&path) {
                self.module(&file, ScriptLanguage::Python);
            }
            self.modules(ScriptLanguage::Python, Path::new(&cwd), &[name.to_owned()]);
        } else if !name.contains('/') {
            self.package_program(name, &command.through, &cwd);
        }
    }

    /// What a runner of scripts is told by files of the project: they may name another shell.
    fn settings(&mut self, runner: &str, cwd: &str) {
        let told = SETTINGS.iter().filter(|(runners, _)| runners.contains(&runner));
        let files: Vec<&str> = told.flat_map(|(_, files)| files.iter().copied()).collect();
        let project = self.project;
        let around = Path::new(cwd).ancestors().take_while(|folder| folder.starts_with(project));
        for file in around.flat_map(|folder| files.iter().map(|file| folder.join(file))) {
            if let Some(file) = file.to_str() {
                self.add(file, None, Role::Run);
            }
        }
    }

    /// A program by its name, behind a wrapper that looks for it where a shell would not: `npx x`, `npm run x`.
    fn package_program(&mut self, name: &str, through: &[String], cwd: &str) {
        let finder = through.iter().rev().find_map(|wrapper| {
            let program = wrapper.split(' ').next().unwrap_or_default();
            let (_, places) = FINDERS.iter().find(|(finders, _)| finders.contains(&program))?;
            Some((wrapper.as_str(), *places))
        });
        let (wrapper, places) = finder.unwrap_or((through.last().map_or("", String::as_str), &[]));
        let around = Path::new(cwd).ancestors().take_while(|folder| folder.starts_with(self.project));
        let mut found = around.flat_map(|folder| places.iter().map(|place| folder.join(place).join(name)));
        let program =
            found.find_map(|file| file.to_str().filter(|file| self.probes.is_file(file)).map(str::to_owned));
        if let Some(program) = program {
            self.add(&program, None, Role::Run);
        } else if FETCHERS.contains(&wrapper) {
            self.unseen.insert(format!("`{name}`, wherever `{wrapper}` finds it"));
        }
    }

    /// Adds a file that runs; says whether it is new.
    fn add(&mut self, file: &str, language: Option<ScriptLanguage>, role: Role) -> bool {
        let is_new = self.probes.is_file(file) && self.files.insert(file.to_owned());
        if is_new {
            self.todo.push((file.to_owned(), language, role));
        }
        is_new
    }

    /// Adds a module that is loaded, and what it runs by itself.
    fn module(&mut self, file: &str, language: ScriptLanguage) {
        if !self.add(file, Some(language), Role::Loaded)
            || self.is_of_a_package(file)
            || self.files.len() > MAX_FILES
        {
            return;
        }
        let interpreter = match language {
            ScriptLanguage::Python => "python3",
            ScriptLanguage::JavaScript => "node",
            ScriptLanguage::Other => return,
        };
        let (facts, files) = (self.look)(&format!("{interpreter} '{}'", file.replace('\'', "'\\''")));
        self.ran(facts, files);
    }

    /// Follows everything to its end.
    pub(crate) fn followed(mut self) -> (Followed, Vec<Facts>) {
        while let Some((file, language, role)) = self.todo.pop() {
            if self.files.len() > MAX_FILES || self.bytes > MAX_BYTES {
                self.unseen.insert("more files than are followed".to_owned());
                break;
            }
            self.file(&file, language, role);
        }
        let unseen = self.unseen.into_iter().collect();
        let by_name = self.by_name.into_iter().collect();
        let programs = self.programs.into_iter().collect();
        (Followed { files: self.files.into_iter().collect(), by_name, unseen, programs }, self.seen)
    }

    fn file(&mut self, file: &str, language: Option<ScriptLanguage>, role: Role) {
        let shown = self.shown(file);
        if self.is_of_a_package(file) {
            self.unseen.insert(format!("what {shown} loads, which is a package's"));
            return;
        }
        let Some(text) = self.probes.text(file) else {
            let is_script = language.is_some() || ScriptLanguage::of_script(file, "").is_some();
            if is_script || self.probes.is_long_script(file) {
                self.unseen.insert(format!("what {shown} runs: it is too long, or no text"));
            }
            return;
        };
        self.bytes += text.len();
        self.programs.extend(interpreter_by_name(&text));
        match ScriptLanguage::of_script(file, &text).or(language) {
            Some(ScriptLanguage::Other) => {
                self.unseen.insert(format!("what {shown} loads: its language is not read"));
            }
            Some(language) => {
                let directory = Path::new(file).parent().unwrap_or(Path::new("/"));
                if role == Role::Run && language == ScriptLanguage::Python {
                    self.entries.insert(directory.to_owned());
                }
                self.code(language, file, directory, &text);
            }
            None => {}
        }
    }

    fn code(&mut self, language: ScriptLanguage, path: &str, directory: &Path, text: &str) {
        let shown = self.shown(path);
        match loads(language, path, text) {
            Ok(loaded) => {
                for (line, what) in loaded.unseen {
                    self.unseen.insert(format!("{shown}, line {line}: {what}"));
                }
                self.modules(language, directory, &loaded.modules);
            }
            Err(why) => {
                self.unseen.insert(format!("what {shown} loads: {why}"));
            }
        }
    }

    /// The files of modules, named in a script that lies there.
    fn modules(&mut self, language: ScriptLanguage, directory: &Path, names: &[String]) {
        for name in names {
            let files = match language {
                ScriptLanguage::Python => self.python(directory, name),
                ScriptLanguage::JavaScript => self.javascript(directory, name),
                ScriptLanguage::Other => Vec::new(),
            };
            for file in files {
                self.module(&file, language);
            }
        }
    }

    /// `.sibling`, `..up.x`, `pkg.mod.name`: each part may be a package, the last one something in a module.
    fn python(&self, directory: &Path, name: &str) -> Vec<String> {
        let plain = name.trim_start_matches('.');
        let dots = name.len() - plain.len();
        let mut bases: BTreeSet<PathBuf> = BTreeSet::new();
        if dots > 0 {
            bases.extend(directory.ancestors().nth(dots - 1).map(Path::to_owned));
        } else {
            bases.extend(self.entries.iter().cloned());
        }
        let mut found = Vec::new();
        for base in bases.iter().filter_map(|base| base.to_str()) {
            let mut path = base.to_owned();
            if dots > 0 {
                found.push(format!("{base}/__init__.py"));
            }
            for part in plain.split('.').filter(|part| !part.is_empty()) {
                path = format!("{path}/{part}");
                let files = ScriptLanguage::Python.module_files(&path);
                found.extend(files.into_iter().filter(|file| !file.ends_with("/__main__.py")));
            }
        }
        found
    }

    /// `./x`, `../x.js`; of a package only that it is one.
    fn javascript(&mut self, directory: &Path, name: &str) -> Vec<String> {
        let Some(here) = directory.to_str() else { return Vec::new() };
        if !name.starts_with(['.', '/']) {
            let mut parts = name.split('/');
            let depth = if name.starts_with('@') { 2 } else { 1 };
            let package = parts.by_ref().take(depth).collect::<Vec<_>>().join("/");
            let place = |folder: &Path| folder.join("node_modules").join(&package).display().to_string();
            if directory.ancestors().any(|folder| self.probes.is_there(&place(folder))) {
                self.unseen.insert(format!("the package `{package}`"));
            }
            return Vec::new();
        }
        let path = normalise(name, here);
        let stem = [".js", ".mjs", ".cjs", ".jsx"].iter().find_map(|ending| path.strip_suffix(ending));
        // What is compiled is imported by the name of what becomes of it.
        let typed = stem.map(|stem| ["ts", "mts", "cts", "tsx"].map(|ending| format!("{stem}.{ending}")));
        let mut files = vec![path.clone()];
        files.extend(typed.into_iter().flatten());
        files.extend(["jsx", "tsx", "mts", "cts"].map(|ending| format!("{path}.{ending}")));
        files.extend(ScriptLanguage::JavaScript.module_files(&path));
        files
    }

    fn is_of_a_package(&self, file: &str) -> bool {
        let is_one = |file: &str| file.split('/').any(|part| PACKAGES.contains(&part));
        // The programs of packages are links to where they lie.
        is_one(file) || self.probes.real(file).is_some_and(|real| is_one(&real))
    }

    fn shown(&self, file: &str) -> String {
        file.strip_prefix(self.project).map_or(file, |below| below.trim_start_matches('/')).to_owned()
    }
}

/// The interpreter that a script has found by its name: `#!/usr/bin/env python3`.
fn interpreter_by_name(text: &str) -> Option<String> {
    let line = text.lines().next()?.strip_prefix("#!")?;
    let (env, rest) = line.trim().split_once(char::is_whitespace)?;
    let named = rest.split_whitespace().find(|word| !word.starts_with('-') && !word.contains('='));
    named.filter(|_| env.ends_with("/env")).map(str::to_owned)
}

/// The language of the interpreter that a command gives a file to.
fn interpreted(command: &Command, file: &str) -> Option<ScriptLanguage> {
    let (name, rest) = command.words.split_first()?;
    let language = ScriptLanguage::of_interpreter(name.known()?)?;
    let cwd = command.cwd.as_deref()?;
    let is_it = |word: &Value| word.known().is_some_and(|word| normalise(word, cwd) == file);
    rest.iter().any(is_it).then_some(language)
}

/// What in scripts is only known when they run.
pub(crate) fn unseen_in(facts: &Facts) -> Vec<String> {
    let mut unseen = Vec::new();
    for command in &facts.commands {
        let is_known = command.words.iter().all(|word| word.known().is_some());
        if !is_known && may_run_what_is_unknown(&command.words) {
            let words: Vec<String> = command.words.iter().map(ToString::to_string).collect();
            unseen.push(format!("`{}`, which is only known when it runs", words.join(" ")));
        }
    }
    for Effect { action, script, .. } in &facts.effects {
        if let (Action::Opaque(_) | Action::Run(_), Some(script)) = (action, script) {
            unseen.push(format!("in {script}: {}", action.kind()));
        }
    }
    unseen
}

#[cfg(test)]
mod tests;
