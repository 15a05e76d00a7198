//! What a program runs of the files of a project without being told, where the same text has just written them: tests
//! and settings that are code, tasks, and programs that are compiled before they run.

use hookward_shell::Span;

use crate::code::Language;
use crate::knowledge::glob;
use crate::path::Place;
use crate::programs::{Arguments, told};
use crate::recipes::{self, Recipe};
use crate::scripts::COMPILED;
use crate::source::Sources;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// The names of programs, then what is known of them: lines of first operands, files, and what is built.
static PROJECTS: &str = include_str!(concat!(env!("OUT_DIR"), "/projects.txt"));

// `INDEX`: for each name, where in the text it and its lines begin and end.
mod index {
    #![allow(clippy::unreadable_literal, reason = "a list of places, written by the build script")]
    include!(concat!(env!("OUT_DIR"), "/projects.rs"));
}
use index::INDEX;

/// Files that are run for one program.
const MAX_FILES: usize = 16;

/// What a program does with files of these names.
struct Project {
    files: &'static str,
    builds: &'static str,
}

impl Walk<'_> {
    /// A program runs, and the text has written files before.
    pub(crate) fn project_files(&mut self, name: &str, rest: &[Value], span: Span, state: &mut State) {
        for project in projects(name, rest) {
            let fits = |path: &str| {
                let file = path.rsplit('/').next().unwrap_or(path);
                let fits = |pattern: &str| {
                    if pattern.contains('/') { path.ends_with(pattern) } else { glob(pattern, file) }
                };
                project.files.split(' ').any(fits)
            };
            // What was fetched, nobody here has read.
            let fetched =
                state.written_files().filter(|(path, _)| fits(path)).map(|(_, content)| content.sources());
            let fetched =
                fetched.filter(Sources::has_network).fold(Sources::NONE, |all, from| all.and(&from));
            if !fetched.is_empty() && project.builds.is_empty() {
                self.runs(fetched, span);
            }
            let files: Vec<(String, String)> = state
                .written_files()
                .filter(|(path, _)| fits(path))
                .filter_map(|(path, content)| Some((path.to_owned(), content.known()?.to_owned())))
                .take(MAX_FILES)
                .collect();
            if project.builds.is_empty() {
                for (path, text) in files {
                    self.project_file(name, rest, &path, &text, span, state);
                }
            } else {
                self.compiled(project.builds, &files, rest, span, state);
            }
        }
    }

    fn project_file(
        &mut self,
        name: &str,
        rest: &[Value],
        path: &str,
        text: &str,
        span: Span,
        state: &mut State,
    ) {
        // What runs itself has been looked at.
        if self.files.iter().any(|file| file == path) {
            return;
        }
        let file = path.rsplit('/').next().unwrap_or(path);
        let of_go = name == "go" && rest.first().and_then(Value::known) != Some("generate");
        let recipes = match file.rsplit_once('.') {
            Some((stem, "yml" | "yaml")) => tasks(stem, text, rest),
            _ if file == "package.json" => scripts(name, text, rest),
            _ => recipes::of_file(file, text).filter(|_| !of_go).unwrap_or_default(),
        };
        self.within_file(path.to_owned(), text.len(), |walk| {
            let mut apart = walk.copy(state);
            if let Some(language) = Language::of_file(file) {
                walk.code_text(language, &Value::Known(text.to_owned()), span, &mut apart);
            }
            for recipe in recipes {
                let through = format!("{name} {}", recipe.target);
                let mut apart = walk.copy(state);
                apart.cwd = recipe.cwd(&state.cwd);
                walk.nested(&recipe.text, span, &through, &mut apart);
            }
        });
    }

    /// A compiler makes a program of what the text has written: where that program runs, this is what runs.
    fn compiled(
        &mut self,
        builds: &str,
        files: &[(String, String)],
        rest: &[Value],
        span: Span,
        state: &mut State,
    ) {
        let named = |path: &str| {
            let place = |word: &Value| state.place(word);
            rest.iter().any(|word| place(word).spots.iter().any(|spot| spot.path == path))
        };
        let mut source = String::new();
        let mut stem = None;
        for (path, text) in files {
            let file = path.rsplit('/').next().unwrap_or(path);
            let name = file.rsplit_once('.').map_or(file, |(name, _)| name);
            let by_stem = rest.iter().any(|word| word.known() == Some(name));
            let whole =
                rest.iter().any(|word| word.known().is_some_and(|word| word == "." || word == "build"));
            if named(path) || by_stem || whole {
                source.push_str(text);
                source.push('\n');
                stem = Some(name.to_owned());
            }
        }
        let reads_input = rest.iter().any(|word| word.known() == Some("-"));
        if let Some(text) = state.stdin.known().filter(|_| reads_input) {
            source.push_str(text);
        }
        if source.is_empty() {
            return;
        }
        let output = Arguments::of(rest, &["-o", "-x", "--out"]).all_values(&["-o", "--out"]).pop();
        let output =
            output.unwrap_or_else(|| Value::Known(builds.replace('*', stem.as_deref().unwrap_or("a.out"))));
        if rest.iter().any(|word| word.known() == Some("-run")) {
            let mut apart = self.copy(state);
            return self.code_text(Language::Compiled, &Value::Known(source), span, &mut apart);
        }
        let place: Place = state.place(&output);
        state.store(&place, &Value::Known(format!("#!/{COMPILED}\n{source}")));
    }
}

/// The scripts of a package that the words of a runner name: `run-s a b`, `concurrently npm:a`, `turbo run a`.
fn scripts(program: &str, text: &str, rest: &[Value]) -> Vec<Recipe> {
    // An interpreter runs one only if it is told so.
    let begin = match program {
        "node" | "nodejs" => {
            rest.iter().position(|word| word.prefix().starts_with("--run")).unwrap_or(rest.len())
        }
        _ => 0,
    };
    let words = rest.iter().skip(begin).filter_map(Value::known);
    let names = words.map(|word| word.trim_start_matches("--run=").trim_start_matches("npm:"));
    let found = names.flat_map(|name| recipes::package(text, name));
    found.map(|(target, text)| Recipe::new(&target, text)).collect()
}

/// The recipes of a file of tasks.
fn tasks(stem: &str, text: &str, rest: &[Value]) -> Vec<Recipe> {
    let lower = stem.to_ascii_lowercase();
    if lower.contains("compose") {
        return recipes::compose(text);
    }
    if lower.starts_with("taskfile") {
        let given = Arguments::of(rest, &["-d", "-t", "--dir", "--taskfile", "-o", "--output", "-C"]);
        if given.has(&["--list", "--list-all", "--dry", "--summary", "--status", "-l", "-n"]) {
            return Vec::new();
        }
        let (names, given) = told(&given);
        return recipes::task(text, &names, &given);
    }
    recipes::steps(text)
}

/// Whether a program with these words runs files of a project by their names.
pub(crate) fn runs_by_name(name: &str, rest: &[Value]) -> bool {
    // A manifest is no code, and what it says to run is found where it is read.
    projects(name, rest).iter().any(|project| project.builds.is_empty() && project.files != "package.json")
}

/// What is known of a program with these words.
fn projects(name: &str, rest: &[Value]) -> Vec<Project> {
    let slice = |begin: u32, end: u32| PROJECTS.get(begin as usize..end as usize).unwrap_or_default();
    let found = INDEX.binary_search_by(|[begin, end, ..]| slice(*begin, *end).cmp(name));
    let Some([.., begin, end]) = found.ok().and_then(|at| INDEX.get(at)) else { return Vec::new() };
    let first = rest.iter().filter_map(Value::known).find(|word| !word.starts_with('-') || *word == "--test");
    let entry = |line: &'static str| {
        let mut fields = line.split('\t');
        let with = fields.next()?;
        let is_meant = with.is_empty() || with.split(' ').any(|word| word == first.unwrap_or("-"));
        let (files, builds) = (fields.next()?, fields.next()?);
        is_meant.then_some(Project { files, builds })
    };
    slice(*begin, *end).lines().filter_map(entry).collect()
}
