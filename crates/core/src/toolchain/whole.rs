//! How a whole project is checked, as its own files say it: before an agent may stop.

use serde_json::Value;

use super::find::program_of;
use super::manifests::Manifests;
use super::tools::Home::{self, Node, Path, Php, Project, Python, Ruby};
use super::tools::Sign::{self, File, Mention, Package, Table};
use super::{Form, Run, Service, Speech, Task};
use crate::rule::Case;

/// How a project of some kind is checked.
struct Whole {
    tool: &'static str,
    service: Service,
    signs: &'static [Sign],
    home: Home,
    words: &'static [&'static str],
}

use Service::{Build, Lint, Tests, Types};

const fn whole(
    tool: &'static str,
    service: Service,
    signs: &'static [Sign],
    home: Home,
    words: &'static [&'static str],
) -> Whole {
    Whole { tool, service, signs, home, words }
}

const CARGO: &[Sign] = &[File("Cargo.toml")];
const GO: &[Sign] = &[File("go.mod")];
const PYTEST: &[Sign] = &[
    File("pytest.ini"),
    File("conftest.py"),
    File("tests/conftest.py"),
    Table("tool.pytest"),
    Mention("setup.cfg", "[tool:pytest]"),
    Mention("pyproject.toml", "pytest"),
    Mention("requirements-dev.txt", "pytest"),
    Mention("requirements.txt", "pytest"),
];
const RUFF: &[Sign] = &[File("ruff.toml"), File(".ruff.toml"), Table("tool.ruff")];
const MYPY: &[Sign] =
    &[File("mypy.ini"), File(".mypy.ini"), Table("tool.mypy"), Mention("setup.cfg", "[mypy]")];

/// In each service the first that a project shows is the one. Scripts of a package come before all of them.
const ALL: &[Whole] = &[
    whole("vitest", Tests, &[File("vitest.config.*"), Package("vitest")], Node, &["vitest", "run"]),
    whole("jest", Tests, &[File("jest.config.*"), Package("jest")], Node, &["jest"]),
    whole("biome", Lint, &[File("biome.json"), File("biome.jsonc")], Node, &["biome", "check"]),
    whole("eslint", Lint, &[File("eslint.config.*"), File(".eslintrc*")], Node, &["eslint", "."]),
    whole("tsc", Types, &[File("tsconfig.json")], Node, &["tsc", "--noEmit", "--pretty", "false"]),
    whole("cargo test", Tests, CARGO, Path, &["cargo", "test", "--quiet", "--color", "never"]),
    whole("clippy", Lint, CARGO, Path, &["cargo-clippy", "clippy", "--quiet", "--message-format", "short"]),
    whole("cargo build", Build, CARGO, Path, &["cargo", "build", "--quiet", "--message-format", "short"]),
    whole("pytest", Tests, PYTEST, Python, &["pytest", "-q", "--no-header", "--color=no"]),
    whole("ruff", Lint, RUFF, Python, &["ruff", "check", "--quiet", "--output-format", "concise", "."]),
    whole("pyright", Types, &[File("pyrightconfig.json"), Table("tool.pyright")], Python, &["pyright"]),
    whole("mypy", Types, MYPY, Python, &["mypy", "--no-color-output", "."]),
    whole("go test", Tests, GO, Path, &["go", "test", "./..."]),
    whole("go vet", Lint, GO, Path, &["go", "vet", "./..."]),
    whole("go build", Build, GO, Path, &["go", "build", "./..."]),
    whole("pest", Tests, &[Package("pestphp/pest")], Php, &["pest"]),
    whole("phpunit", Tests, &[File("phpunit.xml*"), Package("phpunit/phpunit")], Php, &["phpunit"]),
    whole("phpstan", Types, &[File("phpstan.neon*")], Php, &["phpstan", "analyse", "--no-progress"]),
    whole("rspec", Tests, &[File(".rspec"), Mention("Gemfile", "rspec")], Ruby, &["rspec", "--no-color"]),
    whole("rake test", Tests, &[Mention("Rakefile", "TestTask")], Ruby, &["rake", "test"]),
    whole("rubocop", Lint, &[File(".rubocop.yml")], Ruby, &["rubocop", "--format", "emacs"]),
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

/// How a service is done for the project at a directory; `None` if its files do not say.
pub fn task_for_project(case: &Case, directory: &str, service: Service) -> Option<Task> {
    let manifests = Manifests::new(case.world);
    let form = if service == Tests { Form::Tests } else { Form::Lines };
    let task = |tool: &str, run: Run| Task {
        service,
        tool: tool.to_owned(),
        file: None,
        directory: directory.to_owned(),
        run,
        loads: Vec::new(),
        // What a project's own check says by any code is about the sources, but for what a shell says of itself.
        speech: Speech { problems: (1..=125).collect(), form },
        limit_ms: 0,
    };
    if let Some(own) = case.policy.stop_command(service) {
        let tool = own.split(' ').next().unwrap_or_default();
        return Some(task(tool, Run::Shell(own.to_owned())));
    }
    if let Some((manager, name)) = script(&manifests, directory, service) {
        let program = manifests.world.program(manager);
        let words = |program| vec![program, "run".to_owned(), name.to_owned()];
        return Some(task(
            &format!("{manager} run {name}"),
            program.map_or(Run::Missing, |it| Run::Words(words(it))),
        ));
    }
    let shown = |whole: &&Whole| {
        whole.service == service && whole.signs.iter().any(|sign| manifests.shows(directory, sign))
    };
    let found = ALL.iter().find(shown)?;
    let (program, arguments) = found.words.split_first()?;
    let program = program_of(&manifests, found.home, program, directory, directory);
    let run = program.map_or(Run::Missing, |program| {
        Run::Words(program.into_iter().chain(arguments.iter().map(|word| (*word).to_owned())).collect())
    });
    Some(task(found.tool, run))
}

/// The script of a package, and the program that runs it.
fn script(manifests: &Manifests, directory: &str, service: Service) -> Option<(&'static str, &'static str)> {
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
    let manager = managers.iter().find(|(_, lock)| manifests.is_file(&format!("{directory}/{lock}")));
    Some((manager.map_or("npm", |(manager, _)| *manager), name))
}
