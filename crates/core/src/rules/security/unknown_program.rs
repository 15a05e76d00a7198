//! Runs a program or code that nobody knows.
//!
//! What: with the preset `strict`, or where a policy names this rule, asks about a program that Hookward has no knowledge of,
//! that is no script of the project which it has read, and none of the tools with which projects build, check and test
//! themselves; and about code that is only known when it runs (`eval "$X"`, `python3 -c "$X"`). It asks with `strict`, too, which denies what other rules ask about.
//!
//! Why: what an unknown program does shows only when it has run.
//!
//! Instead: do it with a program that is known, or with a script of the project.
//!
//! Given: `extends = ["strict"]`.

use hookward_effects::{Action, Command, Opacity, Source, Span, Standing, Value, knows_program};

use crate::rule::{Against, BEFORE, Case, Example, Rule, Sample, asks, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/unknown-program",
    category: Category::Security,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("unknown_program.rs"),
    judge,
    // The policy is `strict`.
    examples: &[
        asks("some-unknown-program --flag"),
        asks("ls && ./build-tool --all"),
        asks("sudo frobnicate /etc/hosts"),
        asks("npx create-something"),
        asks("eval \"$CODE\""),
        asks("bash -c \"$CODE\" -- a"),
        asks("python3 -c \"$CODE\""),
        asks("$TOOL --all"),
        passes("eval 'git status'"),
        passes("CODE='git status'; eval \"$CODE\""),
        passes("git status"),
        passes("python3 -c 'print(1)'"),
        passes("npx vitest run src/a.test.ts"),
        passes("vendor/bin/phpunit --filter Guard"),
        passes("make test && cargo test"),
        passes("build() { npm run build; }; build"),
        Example { call: Sample::Write("src/a.ts"), decision: Decision::Silent },
    ],
};

/// Tools with which projects build, check and test themselves: what they do beyond that stands in files of the project.
const USUAL: &[&str] = &[
    "actionlint",
    "alembic",
    "astro",
    "ava",
    "bandit",
    "biome",
    "black",
    "bundle",
    "c8",
    "cargo-nextest",
    "clang-format",
    "clang-tidy",
    "coverage",
    "credo",
    "cypress",
    "detekt",
    "dprint",
    "esbuild",
    "eslint",
    "flake8",
    "ginkgo",
    "gofmt",
    "gofumpt",
    "goimports",
    "golangci-lint",
    "gradlew",
    "hadolint",
    "isort",
    "jasmine",
    "jest",
    "karma",
    "knip",
    "ktlint",
    "lerna",
    "madge",
    "markdownlint",
    "markdownlint-cli2",
    "meson",
    "mocha",
    "mvnw",
    "mypy",
    "next",
    "ninja",
    "nox",
    "nuxt",
    "nx",
    "nyc",
    "oxlint",
    "parcel",
    "pest",
    "phpcs",
    "phpcbf",
    "php-cs-fixer",
    "phpstan",
    "phpunit",
    "pint",
    "playwright",
    "pre-commit",
    "prettier",
    "psalm",
    "publint",
    "py.test",
    "pylint",
    "pyright",
    "pytest",
    "rollup",
    "rspec",
    "rubocop",
    "ruff",
    "rustfmt",
    "shellcheck",
    "shfmt",
    "standardrb",
    "staticcheck",
    "storybook",
    "stylelint",
    "stylua",
    "svelte-check",
    "swiftformat",
    "swiftlint",
    "tap",
    "tox",
    "ts-node",
    "tsc",
    "tsd",
    "tsup",
    "tsx",
    "turbo",
    "typedoc",
    "vite",
    "vitest",
    "vue-tsc",
    "webpack",
    "yamllint",
];

/// Where installers of packages put the programs of a project.
const INSTALLED: &[&str] = &["node_modules/.bin", "vendor/bin", ".venv/bin", "venv/bin", "bin"];

fn judge(case: &Case) -> Vec<Finding> {
    if !case.policy.asks_about_unknown_programs(case.event.role()) {
        return Vec::new();
    }
    let mut spans: Vec<Span> = Vec::new();
    let mut findings = Vec::new();
    let unknown = case.facts.commands.iter().filter(|command| command.standing == Standing::Unknown);
    let found = unknown.filter_map(|command| Some((command, unknown_name(case, command)?)));
    for (command, name) in found {
        // A program of which only a variable tells may be found in several ways.
        if spans.contains(&command.span) {
            continue;
        }
        spans.push(command.span);
        findings.push(Finding {
            matched: name.clone(),
            why: format!("nobody knows what {name} does").into(),
            instead: "do it with a program that is known, or ask the person to run it".into(),
            ..Rule::finding(RULE.id, Decision::Ask, case, Some(command.span))
        });
    }
    // Of what was decoded, fetched or made on the way, other rules speak.
    let spoken_of = case.facts.effects.iter().filter(|effect| is_from_elsewhere(&effect.action));
    spans.extend(spoken_of.filter_map(|effect| effect.span));
    for effect in case.facts.effects.iter().filter(|effect| is_unknown_code(&effect.action)) {
        let is_told = |span: Span| spans.iter().any(|own| own.start < span.end && span.start < own.end);
        if effect.span.is_some_and(is_told) {
            continue;
        }
        spans.extend(effect.span);
        findings.push(Finding {
            why: "it runs code that is only known when it runs".into(),
            instead: "run the commands themselves, so that they can be seen".into(),
            ..Rule::finding(RULE.id, Decision::Ask, case, effect.span)
        });
    }
    findings
}

fn is_from_elsewhere(action: &Action) -> bool {
    match action {
        Action::Opaque(Opacity::Fed) => true,
        Action::Run(sources) => sources.iter().any(|source| {
            matches!(source, Source::Network(_) | Source::Encoded | Source::Packed(_) | Source::Unfollowed)
        }),
        _ => false,
    }
}

/// Whether code runs that nobody can see beforehand.
fn is_unknown_code(action: &Action) -> bool {
    match action {
        Action::Opaque(Opacity::RunTime) => true,
        Action::Run(sources) => sources.iter().any(|source| matches!(source, Source::Variable(_))),
        _ => false,
    }
}

/// What is said of a command that runs a program which nobody knows.
fn unknown_name(case: &Case, command: &Command) -> Option<String> {
    let Some(name) = command.words.first().and_then(Value::known) else {
        return Some(case.text(Some(command.span)));
    };
    let (directory, base) = name.rsplit_once('/').map_or(("", name), |(directory, base)| (directory, base));
    let is_known = knows_program(base) || USUAL.contains(&base);
    let is_installed =
        || INSTALLED.iter().any(|place| directory == *place || directory.ends_with(&format!("/{place}")));
    if is_known && (directory.is_empty() || is_installed()) {
        return None;
    }
    // A script was looked into, and what it does is in the facts.
    let cwd = command.cwd.as_deref().unwrap_or(&case.event.cwd);
    let is_read = || {
        let path = hookward_effects::normalise(name, cwd);
        case.ground.in_workspace(&path) && case.world.text(&path).is_some_and(|text| text.starts_with("#!"))
    };
    if !directory.is_empty() && is_read() { None } else { Some(name.to_owned()) }
}
