//! What is known of tools: for which files, by what a project shows that it uses one, and how it is run on one file.

use super::signs::{BIOME_FORMAT, BIOME_LINT, FLAKE8, MYPY, PYTEST, RUBOCOP, RUFF, STANDARD, Sign};
use super::{Form, Service};

/// A tool, in one of its services.
pub(super) struct Tool {
    /// Its name, as people know it.
    pub(super) name: &'static str,
    pub(super) service: Service,
    /// Endings of the files that it is for.
    pub(super) endings: &'static [&'static str],
    /// Any of these shows that a project uses it.
    pub(super) signs: &'static [Sign],
    pub(super) home: Home,
    /// A program and its words; `{file}`, `{folder}`, `{test}`, `{class}` and `{edition}` are filled in.
    pub(super) words: &'static [&'static str],
    pub(super) place: Place,
    /// Exit codes by which it says that something is wrong with the sources.
    pub(super) problems: &'static [i32],
    /// Exit codes by which it says that there was nothing to do.
    pub(super) nothing: &'static [i32],
    pub(super) form: Form,
    pub(super) told: Told,
}

/// How a tool is told what to look at for a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Told {
    /// By its words.
    InWords,
    /// Tests: by the file's module, and by the names of integration tests.
    RustModule,
    /// Types: by the settings of the directory, one after the other.
    TypeScriptSettings,
}

/// Where a tool's program lies.
#[derive(Clone, Copy)]
pub(super) enum Home {
    /// Where Node packages have theirs, from the project upwards.
    Node,
    /// In a virtual environment, from the project upwards, or on the path.
    Python,
    /// Where Composer packages have theirs, or on the path.
    Php,
    /// In the project's own `bin`, or on the path.
    Ruby,
    /// A script of the project.
    Project,
    /// On the path.
    Path,
}

/// Where and how it runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In the directory of its sign.
    Project,
    /// In the directory of the file.
    Folder,
    /// There too, and it gets the file's text and gives it back.
    Filter,
}

use Form::{EslintJson, Lines};
use Home::{Node, Path, Php, Project, Python, Ruby};
use Service::{Format, Lint, Tests, Types};
use Sign::{File, Mention, Package, Table};

const SCRIPTS: &[&str] = &["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "vue", "svelte", "astro"];
const TYPED: &[&str] = &["ts", "tsx", "mts", "cts", "vue"];
const PRETTY: &[&str] = &[
    "ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "vue", "svelte", "json", "jsonc", "json5", "css",
    "scss", "less", "html", "md", "mdx", "yaml", "yml", "graphql",
];
const BIOME: &[&str] = &[
    "ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "json", "jsonc", "css", "graphql", "vue", "svelte",
];
const PYTHON: &[&str] = &["py", "pyi"];
const GO: &[&str] = &["go"];
const RUST: &[&str] = &["rs"];
const PHP: &[&str] = &["php"];
const RUBY: &[&str] = &["rb", "rake"];
const JAVA: &[&str] = &["java", "kt"];

const fn tool(name: &'static str, service: Service, endings: &'static [&'static str], home: Home) -> Tool {
    Tool {
        name,
        service,
        endings,
        signs: &[],
        home,
        words: &[],
        place: Place::Project,
        problems: &[1],
        nothing: &[],
        form: Lines,
        told: Told::InWords,
    }
}

/// In each service the first whose sign lies nearest to the file is the one.
pub(super) const TOOLS: &[Tool] = &[
    Tool {
        signs: BIOME_FORMAT,
        words: &["biome", "format", "--write", "--no-errors-on-unmatched", "--reporter=github", "{file}"],
        ..tool("biome", Format, BIOME, Node)
    },
    Tool {
        signs: &[File("dprint.json"), File(".dprint.json")],
        words: &["dprint", "fmt", "{file}"],
        problems: &[10, 12, 13],
        ..tool("dprint", Format, PRETTY, Node)
    },
    Tool {
        signs: &[File(".prettierrc*"), File("prettier.config.*"), Package("prettier")],
        words: &["prettier", "--write", "--ignore-unknown", "--log-level", "warn", "{file}"],
        problems: &[2],
        ..tool("prettier", Format, PRETTY, Node)
    },
    Tool {
        signs: BIOME_LINT,
        words: &["biome", "lint", "--write", "--no-errors-on-unmatched", "--reporter=github", "{file}"],
        ..tool("biome", Lint, BIOME, Node)
    },
    Tool {
        signs: &[File("eslint.config.*"), File(".eslintrc*"), Package("eslintConfig")],
        words: &["eslint", "--fix", "--format", "json", "{file}"],
        form: EslintJson,
        ..tool("eslint", Lint, SCRIPTS, Node)
    },
    Tool {
        signs: &[File(".oxlintrc.json"), Package("oxlint")],
        words: &["oxlint", "--fix", "--format", "unix", "{file}"],
        ..tool("oxlint", Lint, SCRIPTS, Node)
    },
    Tool {
        signs: &[Package("vue-tsc")],
        words: &["vue-tsc", "--noEmit", "--pretty", "false"],
        problems: &[1, 2],
        told: Told::TypeScriptSettings,
        ..tool("vue-tsc", Types, TYPED, Node)
    },
    Tool {
        signs: &[File("tsconfig.json")],
        words: &["tsc", "--noEmit", "--pretty", "false"],
        problems: &[1, 2],
        told: Told::TypeScriptSettings,
        ..tool("tsc", Types, TYPED, Node)
    },
    Tool {
        signs: &[File("vitest.config.*"), Package("vitest")],
        words: &["vitest", "related", "--run", "--passWithNoTests", "{file}"],
        form: Form::Tests,
        ..tool("vitest", Tests, SCRIPTS, Node)
    },
    Tool {
        signs: &[File("jest.config.*"), Package("jest")],
        words: &["jest", "--findRelatedTests", "--passWithNoTests", "{file}"],
        form: Form::Tests,
        ..tool("jest", Tests, SCRIPTS, Node)
    },
    Tool {
        signs: &[File("Cargo.toml")],
        words: &["rustfmt", "--edition", "{edition}"],
        // Given the file by its name, it would format every module below it too.
        place: Place::Filter,
        ..tool("rustfmt", Format, RUST, Path)
    },
    Tool {
        // It finds what the compiler finds, so that nothing else is needed for types.
        signs: &[File("Cargo.toml")],
        words: &["cargo-clippy", "clippy", "--quiet", "--message-format", "json", "--color", "never"],
        problems: &[101],
        form: Form::CargoJson,
        ..tool("clippy", Lint, RUST, Path)
    },
    Tool {
        signs: &[File("Cargo.toml")],
        words: &["cargo", "test", "--quiet", "--color", "never"],
        problems: &[101],
        form: Form::Tests,
        told: Told::RustModule,
        ..tool("cargo test", Tests, RUST, Path)
    },
    Tool {
        signs: &[Table("tool.ruff.format")],
        words: &["ruff", "format", "{file}"],
        problems: &[2],
        ..tool("ruff", Format, PYTHON, Python)
    },
    Tool {
        // Where both are set up, Ruff only lints.
        signs: &[Table("tool.black")],
        words: &["black", "{file}"],
        problems: &[123],
        ..tool("black", Format, PYTHON, Python)
    },
    Tool {
        signs: RUFF,
        words: &["ruff", "format", "{file}"],
        problems: &[2],
        ..tool("ruff", Format, PYTHON, Python)
    },
    Tool {
        signs: RUFF,
        words: &["ruff", "check", "--fix", "--quiet", "--output-format", "concise", "{file}"],
        ..tool("ruff", Lint, PYTHON, Python)
    },
    Tool { signs: FLAKE8, words: &["flake8", "{file}"], ..tool("flake8", Lint, PYTHON, Python) },
    Tool {
        signs: &[File(".pylintrc"), File("pylintrc"), Table("tool.pylint")],
        words: &["pylint", "--score", "n", "{file}"],
        problems: &[1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30],
        ..tool("pylint", Lint, PYTHON, Python)
    },
    Tool {
        signs: &[File("pyrightconfig.json"), Table("tool.pyright")],
        words: &["pyright", "{file}"],
        ..tool("pyright", Types, PYTHON, Python)
    },
    Tool {
        signs: MYPY,
        words: &["mypy", "--no-error-summary", "--show-column-numbers", "--no-color-output", "{file}"],
        problems: &[1, 2],
        ..tool("mypy", Types, PYTHON, Python)
    },
    Tool {
        signs: PYTEST,
        words: &["pytest", "-q", "--no-header", "--color=no", "{test}"],
        // 2: what cannot even be imported.
        problems: &[1, 2],
        nothing: &[5],
        form: Form::Tests,
        ..tool("pytest", Tests, PYTHON, Python)
    },
    Tool {
        signs: &[File("go.mod")],
        words: &["gofmt", "-w", "{file}"],
        problems: &[2],
        ..tool("gofmt", Format, GO, Path)
    },
    Tool {
        signs: &[File(".golangci.*")],
        words: &["golangci-lint", "run", "{folder}"],
        ..tool("golangci-lint", Lint, GO, Path)
    },
    Tool {
        // It checks types first.
        signs: &[File("go.mod")],
        words: &["go", "vet", "."],
        place: Place::Folder,
        problems: &[1, 2],
        ..tool("go vet", Lint, GO, Path)
    },
    Tool {
        signs: &[File("go.mod")],
        words: &["go", "test", "."],
        place: Place::Folder,
        // What does not compile ends with either, by its version.
        problems: &[1, 2],
        form: Form::Tests,
        ..tool("go test", Tests, GO, Path)
    },
    Tool {
        signs: &[File(".php-cs-fixer*")],
        words: &["php-cs-fixer", "fix", "--quiet", "{file}"],
        problems: &[4, 8],
        ..tool("php-cs-fixer", Format, PHP, Php)
    },
    Tool {
        signs: &[File("pint.json"), Package("laravel/pint")],
        words: &["pint", "--quiet", "{file}"],
        ..tool("pint", Format, PHP, Php)
    },
    Tool {
        signs: &[File("phpcs.xml*"), File(".phpcs.xml*")],
        words: &["phpcs", "--report=emacs", "-q", "{file}"],
        problems: &[1, 2],
        ..tool("phpcs", Lint, PHP, Php)
    },
    Tool {
        signs: &[File("composer.json")],
        words: &["php", "-l", "-d", "display_errors=stderr", "{file}"],
        problems: &[255],
        ..tool("php -l", Lint, PHP, Php)
    },
    Tool {
        signs: &[File("phpstan.neon*"), File("phpstan.dist.neon")],
        words: &["phpstan", "analyse", "--no-progress", "--error-format", "raw", "{file}"],
        ..tool("phpstan", Types, PHP, Php)
    },
    Tool {
        signs: &[File("psalm.xml*")],
        words: &["psalm", "--no-progress", "--output-format=text", "{file}"],
        problems: &[1, 2],
        ..tool("psalm", Types, PHP, Php)
    },
    Tool {
        signs: &[Package("pestphp/pest")],
        words: &["pest", "{test}"],
        problems: &[1, 2],
        form: Form::Tests,
        ..tool("pest", Tests, PHP, Php)
    },
    Tool {
        signs: &[File("phpunit.xml*"), File("phpunit.dist.xml"), Package("phpunit/phpunit")],
        words: &["phpunit", "{test}"],
        problems: &[1, 2],
        form: Form::Tests,
        ..tool("phpunit", Tests, PHP, Php)
    },
    Tool {
        signs: STANDARD,
        words: &["standardrb", "--fix", "{file}"],
        ..tool("standardrb", Lint, RUBY, Ruby)
    },
    Tool {
        // It formats as well.
        signs: RUBOCOP,
        words: &["rubocop", "--autocorrect", "--format", "emacs", "{file}"],
        ..tool("rubocop", Lint, RUBY, Ruby)
    },
    Tool { signs: &[File("Gemfile")], words: &["ruby", "-c", "{file}"], ..tool("ruby -c", Lint, RUBY, Ruby) },
    Tool { signs: &[File("sorbet/config")], words: &["srb", "tc"], ..tool("sorbet", Types, RUBY, Ruby) },
    Tool {
        signs: &[File(".rspec"), Mention("Gemfile", "rspec")],
        words: &["rspec", "--no-color", "{test}"],
        form: Form::Tests,
        ..tool("rspec", Tests, RUBY, Ruby)
    },
    Tool {
        signs: &[File("Gemfile")],
        words: &["ruby", "-Itest", "{test}"],
        form: Form::Tests,
        ..tool("minitest", Tests, RUBY, Ruby)
    },
    Tool {
        signs: &[Mention("build.gradle", "spotless"), Mention("build.gradle.kts", "spotless")],
        words: &["gradlew", "--quiet", "spotlessApply", "-PspotlessIdeHook={file}"],
        ..tool("spotless", Format, JAVA, Project)
    },
    Tool {
        signs: &[Mention("pom.xml", "spotless-maven-plugin")],
        words: &["mvn", "--quiet", "--batch-mode", "spotless:apply", "-DspotlessFiles={file}"],
        ..tool("spotless", Format, JAVA, Path)
    },
    Tool {
        signs: &[File("gradlew")],
        words: &["gradlew", "--quiet", "--console=plain", "classes"],
        ..tool("gradle", Types, JAVA, Project)
    },
    Tool {
        signs: &[File("pom.xml")],
        words: &["mvn", "--quiet", "--batch-mode", "compile"],
        ..tool("maven", Types, JAVA, Path)
    },
    Tool {
        signs: &[File("gradlew")],
        words: &["gradlew", "--quiet", "--console=plain", "test", "--tests", "{class}"],
        form: Form::Tests,
        ..tool("gradle", Tests, JAVA, Project)
    },
    Tool {
        signs: &[File("pom.xml")],
        words: &["mvn", "--quiet", "--batch-mode", "test", "-Dtest={class}"],
        form: Form::Tests,
        ..tool("maven", Tests, JAVA, Path)
    },
];
