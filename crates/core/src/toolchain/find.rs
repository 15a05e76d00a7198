//! Which tools a file has: those whose sign lies nearest to it, from its directory up to the workspace's root.

use super::manifests::Manifests;
use super::rust::{TestRun, test_runs};
use super::signs::Sign;
use super::tools::{Home, Place, TOOLS, Told, Tool};
use super::typescript::settings;
use super::{Form, Run, Service, Speech, Task};
use crate::policy::OwnTool;
use crate::rule::Case;
use crate::rules::gate::layouts::{Tests, named, tests_for};

/// What runs after a file, by its absolute path, was edited: format, lint, types, tests.
pub fn tasks_for_file(case: &Case, path: &str) -> Vec<Task> {
    let Some(root) = case.ground.root_of(path) else { return Vec::new() };
    let manifests = Manifests::new(case.world);
    let search = Search { case, path, root, manifests: &manifests };
    Service::AFTER_EDIT.into_iter().flat_map(|service| search.tasks(service)).collect()
}

/// Files of a directory that are code and that tools run by their names.
const LOADED: [&str; 6] =
    ["conftest.py", "build.rs", "vite.config.*", "babel.config.*", ".pnp.cjs", ".prettierrc.*"];

/// What a command does for a project, by the tool that it runs: `prettier x` formats, `ruff check` finds faults.
pub fn services(words: &[&str]) -> Vec<Service> {
    let Some((program, rest)) = words.split_first() else { return Vec::new() };
    let program = program.rsplit('/').next().unwrap_or(program);
    let fits = |tool: &&Tool| {
        let Some((own, own_words)) = tool.words.split_first() else { return false };
        let named = own_words.iter().take_while(|word| !word.starts_with(['-', '{'])).count();
        let (wanted, there) = (own_words.get(..named), rest.get(..named));
        *own == program && wanted.is_some() && wanted == there
    };
    let mut found: Vec<Service> = TOOLS.iter().filter(fits).map(|tool| tool.service).collect();
    found.dedup();
    found
}

/// The program that runs code, by the ending of its file; `None` if it is none.
pub fn language(path: &str) -> Option<&'static str> {
    match path.rsplit_once('.')?.1 {
        "js" | "mjs" | "cjs" | "ts" | "mts" | "cts" | "tsx" | "jsx" => Some("node"),
        "py" => Some("python3"),
        "rb" => Some("ruby"),
        "php" => Some("php"),
        "sh" | "bash" => Some("bash"),
        _ => None,
    }
}

struct Search<'a> {
    case: &'a Case<'a>,
    path: &'a str,
    root: &'a str,
    manifests: &'a Manifests<'a>,
}

impl Search<'_> {
    fn tasks(&self, service: Service) -> Vec<Task> {
        let below = self.path.strip_prefix(self.root).unwrap_or(self.path).trim_start_matches('/');
        if let Some(own) = self.case.policy.own_tool(service, below) {
            return vec![self.own(own)];
        }
        let Some((directory, tool)) = self.tool(service) else { return Vec::new() };
        let Some(task) = self.of(tool, directory) else { return Vec::new() };
        match tool.told {
            Told::InWords => vec![task],
            Told::RustModule => self.narrowed(&task, directory),
            Told::TypeScriptSettings => settings(self.manifests, directory)
                .iter()
                .map(|file| task.with(&["--project", file]))
                .collect(),
        }
    }

    /// A run of all tests of a package, narrowed down to those that are about the file.
    fn narrowed(&self, task: &Task, directory: &str) -> Vec<Task> {
        let with = |more: &[String]| task.with(more).run;
        let runs = test_runs(|path| self.manifests.is_file(path), directory, self.path);
        let narrow = |run: &TestRun| Task {
            run: with(&run.arguments),
            otherwise: run.otherwise.as_ref().map(|more| with(more)),
            ..task.clone()
        };
        runs.iter().map(narrow).collect()
    }

    /// The tool for a service, and the directory whose sign says so.
    fn tool(&self, service: Service) -> Option<(&str, &'static Tool)> {
        let ending = self.path.rsplit('/').next()?.rsplit_once('.')?.1;
        let tools = TOOLS.iter().filter(|tool| tool.service == service && tool.endings.contains(&ending));
        // Of two in the same directory, the first one of the table.
        let tools = tools.filter_map(|tool| Some((self.nearest(tool)?, tool)));
        tools.fold(None, |best: Option<(&str, &Tool)>, found| match best {
            Some(best) if best.0.len() >= found.0.len() => Some(best),
            Some(_) | None => Some(found),
        })
    }

    /// The directory nearest to the file that shows that a tool is used.
    fn nearest(&self, tool: &Tool) -> Option<&str> {
        upwards(self.path, self.root)
            .find(|directory| tool.signs.iter().any(|sign| self.manifests.shows(directory, sign)))
    }

    fn of(&self, tool: &Tool, directory: &str) -> Option<Task> {
        let (program, arguments) = tool.words.split_first()?;
        let arguments: Option<Vec<String>> =
            arguments.iter().map(|word| self.filled(word, directory)).collect();
        // A test runner has nothing to run for a file that has no test.
        let arguments = arguments?;
        let run = match program_of(self.manifests, tool.home, program, directory, self.root) {
            None => Run::Missing,
            Some(found) => {
                let words = found.into_iter().chain(arguments).collect();
                if tool.place == Place::Filter { Run::Filter(words) } else { Run::Words(words) }
            }
        };
        let folder = self.path.rsplit_once('/').map_or(directory, |(folder, _)| folder);
        let directory = match tool.place {
            Place::Project => directory,
            Place::Folder | Place::Filter => folder,
        };
        Some(Task {
            service: tool.service,
            tool: tool.name.to_owned(),
            file: Some(self.path.to_owned()),
            directory: directory.to_owned(),
            run,
            otherwise: None,
            loads: self.loads(tool, directory),
            speech: Speech {
                problems: tool.problems.to_vec(),
                nothing: tool.nothing.to_vec(),
                form: tool.form,
            },
            limit_ms: tool.service.limit_ms(),
        })
    }

    /// The code that a tool runs in turn: settings that are code, and for a test runner the file and its test.
    fn loads(&self, tool: &Tool, directory: &str) -> Vec<String> {
        let named = tool.signs.iter().filter_map(|sign| match sign {
            Sign::File(name) => Some(*name),
            Sign::Package(_) | Sign::Table(_) | Sign::Mention(..) | Sign::Enabled(..) => None,
        });
        let named = named.chain(LOADED).map(|name| format!("{directory}/{name}"));
        let mut files: Vec<String> = named
            .flat_map(|path| if path.ends_with('*') { self.case.world.expand(&path) } else { vec![path] })
            .filter(|path| language(path).is_some() && self.manifests.is_file(path))
            .collect();
        if tool.service == Service::Tests {
            files.push(self.path.to_owned());
            files.extend(self.test());
        }
        files.dedup();
        files
    }

    fn own(&self, own: &OwnTool) -> Task {
        let form = if own.service == Service::Tests { Form::Tests } else { Form::Lines };
        Task {
            service: own.service,
            tool: own.run.replace("{file}", "").trim().trim_start_matches("npx ").to_owned(),
            file: Some(self.path.to_owned()),
            directory: self.root.to_owned(),
            run: Run::Shell(own.run.replace("{file}", &quoted(self.path))),
            otherwise: None,
            // A person has named it.
            loads: Vec::new(),
            // Nobody knows which of its exit codes are its own failures but those of the shell.
            speech: Speech { problems: (1..=125).collect(), nothing: Vec::new(), form },
            limit_ms: own.service.limit_ms(),
        }
    }

    /// A word with what its names stand for; `None` if there is no such thing.
    fn filled(&self, word: &str, directory: &str) -> Option<String> {
        let Some((before, rest)) = word.split_once('{') else { return Some(word.to_owned()) };
        let (name, after) = rest.split_once('}')?;
        let value = match name {
            "file" => self.path.to_owned(),
            "folder" => self.path.rsplit_once('/')?.0.to_owned(),
            "test" => self.test()?,
            "class" => self.test()?.rsplit('/').next()?.split('.').next()?.to_owned(),
            "edition" => self.edition(directory),
            _ => return Some(word.to_owned()),
        };
        Some(format!("{before}{value}{after}"))
    }

    /// The test that belongs to the file, or the file itself if it is one.
    fn test(&self) -> Option<String> {
        let name = self.path.rsplit('/').next()?;
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let is_test = stem.starts_with("test_")
            || ["_test", "_spec", "Test", "Tests", "IT", "Spec"].iter().any(|end| stem.ends_with(end));
        if is_test {
            return Some(self.path.to_owned());
        }
        let tests = match tests_for(self.case, self.path) {
            Tests::NotNeeded => return None,
            Tests::OneOf(tests) | Tests::InsideOr(tests) => tests,
        };
        let prefix = format!("{}/", self.root.trim_end_matches('/'));
        let below = self.path.strip_prefix(&prefix).unwrap_or(self.path);
        let there = tests.iter().flat_map(|test| named(self.case, (&prefix, below), test));
        there.into_iter().find(|test| self.manifests.is_file(test))
    }

    fn edition(&self, directory: &str) -> String {
        let edition = |directory: &str, table: &[&str]| {
            let manifest = self.manifests.toml(directory, "Cargo.toml")?;
            let mut parts = table.iter();
            let first = parts.next().and_then(|part| manifest.get(*part));
            let table = parts.fold(first, |table, part| table?.get(*part))?;
            table.get("edition")?.as_str().map(str::to_owned)
        };
        let own = edition(directory, &["package"]);
        let above = || {
            upwards(&format!("{directory}/x"), self.root)
                .find_map(|directory| edition(directory, &["workspace", "package"]))
        };
        own.or_else(above).unwrap_or_else(|| "2021".to_owned())
    }
}

/// The directories of a path, the nearest first, up to a root.
pub(super) fn upwards<'p>(path: &'p str, root: &'p str) -> impl Iterator<Item = &'p str> {
    let above = |path: &&'p str| path.rsplit_once('/').map(|(above, _)| above);
    let root = root.trim_end_matches('/');
    std::iter::successors(path.rsplit_once('/').map(|(above, _)| above), above)
        .take_while(move |directory| directory.len() >= root.len() && directory.starts_with(root))
}

/// The words that start a tool's program; `None` if it is not there.
pub(super) fn program_of(
    manifests: &Manifests,
    home: Home,
    name: &str,
    directory: &str,
    root: &str,
) -> Option<Vec<String>> {
    let inside = format!("{directory}/x");
    let below = |folders: &[&str]| {
        upwards(&inside, root)
            .flat_map(|directory| folders.iter().map(move |folder| format!("{directory}/{folder}/{name}")))
            .find_map(|path| manifests.world.program(&path))
    };
    let on_path = || manifests.world.program(name);
    let found = match home {
        Home::Node => below(&["node_modules/.bin"]).or_else(on_path),
        Home::Python => below(&[".venv/bin", "venv/bin", ".venv/Scripts"]).or_else(on_path),
        Home::Php => below(&["vendor/bin"]).or_else(on_path),
        Home::Project => below(&["."]).or_else(on_path),
        Home::Path => on_path(),
        Home::Ruby => {
            if let Some(own) = below(&["bin"]) {
                return Some(vec![own]);
            }
            let bundle = manifests.is_file(&format!("{directory}/Gemfile.lock"));
            let bundle = bundle.then(|| manifests.world.program("bundle")).flatten();
            if let Some(bundle) = bundle.filter(|_| name != "ruby") {
                return Some(vec![bundle, "exec".to_owned(), name.to_owned()]);
            }
            on_path()
        }
    };
    found.map(|program| vec![program])
}

/// A word as a shell needs it written.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}
