//! How a whole project is checked, as its own files say it: before an agent may stop.

use serde_json::Value;

use super::ecosystem::{Ecosystem, is_manifest};
use super::find::{program_of, upwards};
use super::manifests::Manifests;
use super::signs::Sign::{self, File, Mention, Package, Table};
use super::signs::{BIOME_LINT, FLAKE8, MYPY, PYTEST, RUBOCOP, RUFF, STANDARD};
use super::tools::Home::{self, Node, Path, Php, Project, Python, Ruby};
use super::tools::Told;
use super::typescript::{OWN, settings};
use super::{Form, Run, Service, Speech, Task};
use crate::policy::CheckCommand;

/// How a project of some kind is checked.
pub(super) struct Whole {
    tool: &'static str,
    service: Service,
    signs: &'static [Sign],
    home: Home,
    words: &'static [&'static str],
    /// Exit codes by which it says that there was nothing to do.
    nothing: &'static [i32],
    told: Told,
}

use Service::{Build, Lint, Tests, Types};

const fn whole(
    tool: &'static str,
    service: Service,
    signs: &'static [Sign],
    home: Home,
    words: &'static [&'static str],
) -> Whole {
    Whole { tool, service, signs, home, words, nothing: &[], told: Told::InWords }
}

const CARGO: &[Sign] = &[File("Cargo.toml")];
const GO: &[Sign] = &[File("go.mod")];
/// Where a build puts what nobody has asked for: of a single program `go build` would leave one among the sources.
const NOWHERE: &str = if cfg!(windows) { "NUL" } else { "/dev/null" };

/// In each service the first that a project shows is the one. Scripts of a package come before all of them.
const ALL: &[Whole] = &[
    whole(
        "vitest",
        Tests,
        &[File("vitest.config.*"), Package("vitest")],
        Node,
        &["vitest", "run", "--passWithNoTests"],
    ),
    whole("jest", Tests, &[File("jest.config.*"), Package("jest")], Node, &["jest", "--passWithNoTests"]),
    whole(
        "biome",
        Lint,
        BIOME_LINT,
        Node,
        &["biome", "check", "--no-errors-on-unmatched", "--reporter=github"],
    ),
    whole("eslint", Lint, &[File("eslint.config.*"), File(".eslintrc*")], Node, &["eslint", "."]),
    whole(
        "oxlint",
        Lint,
        &[File(".oxlintrc.json"), Package("oxlint")],
        Node,
        &["oxlint", "--format", "unix"],
    ),
    Whole {
        told: Told::TypeScriptSettings,
        ..whole("vue-tsc", Types, &[Package("vue-tsc")], Node, &["vue-tsc", "--noEmit", "--pretty", "false"])
    },
    Whole {
        told: Told::TypeScriptSettings,
        ..whole("tsc", Types, &[File("tsconfig.json")], Node, &["tsc", "--noEmit", "--pretty", "false"])
    },
    whole("cargo test", Tests, CARGO, Path, &["cargo", "test", "--quiet", "--color", "never"]),
    whole("clippy", Lint, CARGO, Path, &["cargo-clippy", "clippy", "--quiet", "--message-format", "short"]),
    whole("cargo build", Build, CARGO, Path, &["cargo", "build", "--quiet", "--message-format", "short"]),
    Whole {
        nothing: &[5],
        ..whole("pytest", Tests, PYTEST, Python, &["pytest", "-q", "--no-header", "--color=no"])
    },
    whole("ruff", Lint, RUFF, Python, &["ruff", "check", "--quiet", "--output-format", "concise", "."]),
    whole("flake8", Lint, FLAKE8, Python, &["flake8"]),
    whole("pyright", Types, &[File("pyrightconfig.json"), Table("tool.pyright")], Python, &["pyright"]),
    whole("mypy", Types, MYPY, Python, &["mypy", "--no-color-output", "."]),
    whole("go test", Tests, GO, Path, &["go", "test", "./..."]),
    whole("golangci-lint", Lint, &[File(".golangci.*")], Path, &["golangci-lint", "run", "./..."]),
    whole("go vet", Lint, GO, Path, &["go", "vet", "./..."]),
    whole("go build", Build, GO, Path, &["go", "build", "-o", NOWHERE, "./..."]),
    whole("pest", Tests, &[Package("pestphp/pest")], Php, &["pest"]),
    whole("phpunit", Tests, &[File("phpunit.xml*"), Package("phpunit/phpunit")], Php, &["phpunit"]),
    whole("phpcs", Lint, &[File("phpcs.xml*"), File(".phpcs.xml*")], Php, &["phpcs", "-q", "--report=emacs"]),
    whole(
        "phpstan",
        Types,
        &[File("phpstan.neon*")],
        Php,
        &["phpstan", "analyse", "--no-progress", "--error-format", "raw"],
    ),
    whole("psalm", Types, &[File("psalm.xml*")], Php, &["psalm", "--no-progress", "--output-format=text"]),
    whole("rspec", Tests, &[File(".rspec"), Mention("Gemfile", "rspec")], Ruby, &["rspec", "--no-color"]),
    whole("rake test", Tests, &[Mention("Rakefile", "TestTask")], Ruby, &["rake", "test"]),
    whole("standardrb", Lint, STANDARD, Ruby, &["standardrb"]),
    whole("rubocop", Lint, RUBOCOP, Ruby, &["rubocop", "--format", "emacs"]),
    whole("gradle", Tests, &[File("gradlew")], Project, &["gradlew", "--quiet", "--console=plain", "test"]),
    whole(
        "gradle",
        Build,
        &[File("gradlew")],
        Project,
        &["gradlew", "--quiet", "--console=plain", "assemble"],
    ),
    whole("maven", Tests, &[File("pom.xml")], Path, &["mvn", "--quiet", "--batch-mode", "test"]),
    whole("maven", Build, &[File("pom.xml")], Path, &["mvn", "--quiet", "--batch-mode", "test-compile"]),
];

/// Names of scripts by which packages are checked.
const SCRIPTS: &[(Service, &[&str])] = &[
    (Tests, &["test", "test:unit"]),
    (Lint, &["lint", "lint:check"]),
    (Types, &["typecheck", "type-check", "check-types", "types", "tsc"]),
    (Build, &["build"]),
];

/// How a project says that a service is done.
pub(super) enum Offer {
    /// By a script of its package: the program that runs it, and its name.
    Script(&'static str, &'static str),
    /// By a tool.
    Tool(&'static Whole),
}

impl Offer {
    /// What the project of an ecosystem at a directory offers, below a workspace's root.
    pub(super) fn at(
        manifests: &Manifests,
        ecosystem: Ecosystem,
        directory: &str,
        root: &str,
        service: Service,
    ) -> Option<Self> {
        if ecosystem == Ecosystem::Node
            && let Some((manager, name)) = script(manifests, directory, root, service)
        {
            return Some(Self::Script(manager, name));
        }
        let is_it = |whole: &&Whole| whole.service == service && whole.ecosystem() == ecosystem;
        let shown = |whole: &&Whole| whole.signs.iter().any(|sign| manifests.shows(directory, sign));
        ALL.iter().filter(is_it).find(shown).map(Self::Tool)
    }

    /// Whether a directory has settings of its own for it, and not only a place among others that use it.
    pub(super) fn has_own_settings(&self, manifests: &Manifests, directory: &str) -> bool {
        let is_setting = |sign: &&Sign| match sign {
            Sign::File(name) => !is_manifest(name),
            Sign::Table(_) | Sign::Enabled(..) => true,
            Sign::Package(_) | Sign::Mention(..) => false,
        };
        match self {
            Self::Script(..) => true,
            Self::Tool(whole) => {
                whole.signs.iter().filter(is_setting).any(|sign| manifests.shows(directory, sign))
            }
        }
    }

    /// What is to be run for it.
    pub(super) fn tasks(
        &self,
        manifests: &Manifests,
        directory: &str,
        root: &str,
        service: Service,
    ) -> Vec<Task> {
        let (tool, words) = match self {
            Self::Script(manager, name) => {
                let words = |program| vec![program, "run".to_owned(), (*name).to_owned()];
                (format!("{manager} run {name}"), manifests.world.program(manager).map(words))
            }
            Self::Tool(whole) => (whole.tool.to_owned(), whole.command(manifests, directory, root)),
        };
        let run = words.map_or(Run::Missing, Run::Words);
        let task = of_project(&tool, directory, run, service);
        match self {
            Self::Script(..) => vec![task],
            Self::Tool(whole) => {
                let speech = Speech { nothing: whole.nothing.to_vec(), ..task.speech.clone() };
                let task = Task { speech, ..task };
                match whole.told {
                    Told::InWords | Told::RustModule => vec![task],
                    Told::TypeScriptSettings => by_settings(manifests, &task),
                }
            }
        }
    }
}

/// A check of types by each of the settings that a solution refers to.
fn by_settings(manifests: &Manifests, task: &Task) -> Vec<Task> {
    match settings(manifests, &task.directory).as_slice() {
        [one] if one == OWN => vec![task.clone()],
        [one] => vec![task.with(&["--project", one])],
        several => {
            let one = |file: &String| Task {
                tool: format!("{} {file}", task.tool),
                ..task.with(&["--project", file])
            };
            several.iter().map(one).collect()
        }
    }
}

/// How test runners say that they have found no test, and end well.
const NO_TESTS: &[&str] =
    &["No tests found, exiting with code 0", "No test files found, exiting with code 0", "no tests ran in "];

/// Whether a run of tests has found none: nothing is wrong then, and nothing was seen to hold.
pub fn found_no_test(output: &str) -> bool {
    output.lines().any(|line| NO_TESTS.iter().any(|sign| line.trim_start().starts_with(sign)))
}

/// What is to be run for a command of the policy, which a person has trusted.
pub(crate) fn task_of_command(own: &CheckCommand, directory: &str) -> Task {
    let tool = own.run.split(' ').next().unwrap_or_default();
    of_project(tool, directory, Run::Shell(own.run.clone()), own.service)
}

/// Something that is run for a project as a whole.
fn of_project(tool: &str, directory: &str, run: Run, service: Service) -> Task {
    let form = if service == Tests { Form::Tests } else { Form::Lines };
    Task {
        service,
        tool: tool.to_owned(),
        file: None,
        directory: directory.to_owned(),
        run,
        otherwise: None,
        loads: Vec::new(),
        // What a project's own check says by any code is about the sources, but for what a shell says of itself.
        speech: Speech { problems: (1..=125).collect(), nothing: Vec::new(), form },
        limit_ms: 0,
    }
}

impl Whole {
    fn ecosystem(&self) -> Ecosystem {
        match (self.home, self.words.first().copied().unwrap_or_default()) {
            (Node, _) => Ecosystem::Node,
            (Python, _) => Ecosystem::Python,
            (Php, _) => Ecosystem::Php,
            (Ruby, _) => Ecosystem::Ruby,
            (Path, "go" | "golangci-lint") => Ecosystem::Go,
            (Path, "mvn") | (Project, _) => Ecosystem::Java,
            (Path, _) => Ecosystem::Rust,
        }
    }

    fn command(&self, manifests: &Manifests, directory: &str, root: &str) -> Option<Vec<String>> {
        let (program, arguments) = self.words.split_first()?;
        let mut words = program_of(manifests, self.home, program, directory, root)?;
        words.extend(arguments.iter().map(|word| (*word).to_owned()));
        if self.ecosystem() == Ecosystem::Rust {
            let manifest = manifests.toml(directory, "Cargo.toml");
            let workspace = manifest.as_ref().and_then(|manifest| manifest.get("workspace"));
            // A workspace with a package at its top would only look at that one.
            if workspace.is_some_and(|own| own.get("default-members").is_none()) {
                words.push("--workspace".to_owned());
            }
        }
        Some(words)
    }
}

/// The script of a package, and the program that runs it.
fn script(
    manifests: &Manifests,
    directory: &str,
    root: &str,
    service: Service,
) -> Option<(&'static str, &'static str)> {
    let manifest = manifests.json(directory, "package.json")?;
    let scripts = manifest.get("scripts")?;
    let names = SCRIPTS.iter().find(|(own, _)| *own == service)?.1;
    let is_real = |name: &&&str| {
        scripts.get(**name).and_then(Value::as_str).is_some_and(|text| {
            // What `npm init` puts there, and what never ends.
            !text.contains("no test specified") && !text.contains("--watch")
        })
    };
    let name = names.iter().find(is_real)?;
    let managers =
        [("pnpm", "pnpm-lock.yaml"), ("yarn", "yarn.lock"), ("bun", "bun.lock"), ("bun", "bun.lockb")];
    // The packages of a workspace have one lock, at its top.
    let inside = format!("{directory}/x");
    let has = |lock: &str| upwards(&inside, root).any(|above| manifests.is_file(&format!("{above}/{lock}")));
    let manager = managers.iter().find(|(_, lock)| has(lock));
    Some((manager.map_or("npm", |(manager, _)| *manager), name))
}
