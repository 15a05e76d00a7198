//! Runs that miss tests of a project and call that a success: by a runner that the project does not use, that is for other tests
//! than there are, or that takes other settings than the usual ones.

use super::chosen::takes_other_settings;
use super::compiled::sources_of;
use super::covered::{Files, OF_MOCHA, is_in, without_help};
use super::projects::tests_by_home;
use super::targets::value_of;
use super::{Kind, Made};

/// More files are not looked into.
const MAX_LOOKED_AT: usize = 200;

/// Runners of JavaScript, and the word by which a manifest names them.
const OF_JAVASCRIPT: &[(&str, &str)] = &[
    ("vitest", "vitest"),
    ("jest", "jest"),
    ("mocha", "mocha"),
    ("ava", "\"ava"),
    ("tap", "\"tap"),
    ("jasmine", "jasmine"),
    ("karma", "karma"),
    // Either takes the other's place.
    ("node", "--test "),
    ("node", "--test\""),
    ("tsx", "--test "),
    ("tsx", "--test\""),
    ("playwright", "playwright"),
    ("cypress", "cypress"),
];

/// Those of a browser, which are a part of the tests where there are others.
const OF_A_BROWSER: &[&str] = &["playwright", "cypress"];

/// Files that say by what a project of Python is tested.
const OF_PYTHON: &[&str] = &[
    "pyproject.toml",
    "setup.cfg",
    "tox.ini",
    "pytest.ini",
    "requirements.txt",
    "requirements-dev.txt",
    "requirements_dev.txt",
    "dev-requirements.txt",
    "Pipfile",
    "conftest.py",
];

/// Whether a run, which begins in a directory, leaves out tests that lie there.
pub fn misses_some((command, made): (&str, Made), at: &str, files: &Files) -> bool {
    let program = command.split(' ').next().unwrap_or_default();
    is_stranger(program, |file| files.text_in(at, file))
        || takes_other_settings(command, at, files)
        || (!is_compiled(made, at, files) && leaves_some_out(command, at, files))
}

/// Whether what is loaded was made of all tests, whatever they are written in.
fn is_compiled(made: Made, at: &str, files: &Files) -> bool {
    made == Made::Compiled && sources_of(&[], at, files).is_some()
}

/// Whether a project names other runners and not this one, by its files. Where none is named, any may be its own.
fn is_stranger(program: &str, text: impl Fn(&str) -> Option<String>) -> bool {
    let name = program.rsplit('/').next().unwrap_or(program);
    match name {
        "unittest" | "nose2" => {
            OF_PYTHON.iter().filter_map(|file| text(file)).any(|text| text.contains("pytest"))
        }
        _ if OF_JAVASCRIPT.iter().any(|(known, _)| *known == name) => {
            let manifest = text("package.json").unwrap_or_default();
            let named =
                OF_JAVASCRIPT.iter().filter(|(_, word)| manifest.contains(word)).map(|(known, _)| *known);
            let named: Vec<&str> = named.collect();
            let has_others = named.iter().any(|known| !OF_A_BROWSER.contains(known));
            let is_a_part = OF_A_BROWSER.contains(&name) && has_others;
            !named.is_empty() && (is_a_part || !named.contains(&name))
        }
        _ => false,
    }
}

/// Whether a program leaves out tests that lie below where it runs, by their names or texts.
fn leaves_some_out(command: &str, at: &str, files: &Files) -> bool {
    let words: Vec<&str> = command.split(' ').map(|word| word.rsplit('/').next().unwrap_or(word)).collect();
    let is_django = words.iter().take(2).any(|word| matches!(*word, "manage.py" | "django-admin"));
    let tags = value_of("-tags", &words).or_else(|| value_of("--tags", &words));
    let extension = value_of("--extension", &words);
    let (kind, endings): (Kind, &[&str]) = match words.as_slice() {
        ["go" | "gotestsum", ..] if tags.is_some() => (Kind::Go, &[]),
        ["rake"] => return !tests_by_default(at, files),
        ["unittest", ..] => (Kind::Python, &[]),
        _ if is_django => (Kind::Python, &["_test.py"]),
        // Told of other endings, it knows its own no longer.
        ["mocha", ..] if extension.is_some_and(|own| !own.contains("js")) => {
            (Kind::JavaScript, &[".js", ".jsx", ".mjs", ".cjs"])
        }
        ["node" | "mocha", ..] if !loads_types(command, at, files) => {
            (Kind::JavaScript, &[".ts", ".tsx", ".mts", ".cts"])
        }
        ["rspec", ..] => (Kind::Ruby, &["_test.rb"]),
        ["rails" | "rake", task, ..] if task.starts_with("test") => (Kind::Ruby, &["_spec.rb"]),
        _ => return false,
    };
    let is_left_out = |file: &&str| {
        endings.iter().any(|end| file.ends_with(end))
            || (kind == Kind::Python && is_for_pytest(file, files))
            || tags.is_some_and(|tags| is_ruled_out(file, tags, files))
    };
    let homes = tests_by_home(&files.names(), files.text);
    let own = homes.iter().filter(|((_, own), _)| *own == kind).flat_map(|(_, tests)| without_help(tests));
    own.filter(|test| is_in(test, at)).take(MAX_LOOKED_AT).any(|test| is_left_out(&test))
}

/// Whether the tests of a file are for pytest alone: functions that are of no class.
fn is_for_pytest(file: &str, files: &Files) -> bool {
    let is_function = |line: &str| line.starts_with("def test") || line.starts_with("async def test");
    let name = file.rsplit('/').next().unwrap_or(file);
    let is_test = name.starts_with("test") || name.ends_with("_test.py");
    is_test && (files.text)(file).is_some_and(|text| text.lines().any(is_function))
}

/// Whether a file of Go is built only without one of these tags.
fn is_ruled_out(file: &str, tags: &str, files: &Files) -> bool {
    let text = (files.text)(file).unwrap_or_default();
    let mut rules =
        text.lines().filter(|line| line.starts_with("//go:build") || line.starts_with("// +build"));
    rules.any(|rule| rule.contains('!') && tags.split([',', ' ']).any(|tag| rule.contains(tag)))
}

/// Whether what a Rakefile does by itself tests: `task default: :spec`, `task :default => [:test]`.
fn tests_by_default(at: &str, files: &Files) -> bool {
    let text = files.text_in(at, "Rakefile").unwrap_or_default();
    // A comment of several lines.
    let mut is_told = false;
    let text: String = text
        .lines()
        .filter(|line| {
            is_told |= line.starts_with("=begin");
            let is_code = !is_told;
            is_told &= !line.starts_with("=end");
            is_code
        })
        .map(|line| line.split(" #").next().unwrap_or(line))
        .flat_map(|line| [line, "\n"])
        .collect();
    let mut needed = text.split("\ntask").chain(text.strip_prefix("task")).filter_map(|rule| {
        let rule = rule.trim_start_matches(['(', ' ', ':', '"', '\'']).strip_prefix("default")?;
        let rule = rule.strip_prefix(['"', '\'']).unwrap_or(rule);
        let rule = rule.strip_prefix(':').or_else(|| rule.trim_start().strip_prefix("=>"))?.trim_start();
        // A list may go on in the next lines.
        let end = if rule.starts_with(['[', '%']) { ']' } else { '\n' };
        Some(rule.split(end).next().unwrap_or(rule))
    });
    needed.any(|needed| {
        let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-');
        needed
            .split(|letter: char| !is_part(letter) && letter != ':')
            .any(|name| matches!(name.trim_start_matches(':'), "test" | "spec"))
    })
}

/// Whether Node or mocha is told how to load TypeScript, or the project itself runs its tests just so: older ones find no such tests.
fn loads_types(command: &str, at: &str, files: &Files) -> bool {
    let told = [
        "--import",
        "--loader",
        "--experimental-loader",
        "--require",
        "-r",
        "--experimental-strip-types",
        "--extension",
    ];
    // The settings of mocha may say so, too.
    let is_set =
        || OF_MOCHA.iter().filter_map(|file| files.text_in(at, file)).any(|text| text.contains("ts"));
    let in_manifest = || files.text_in(at, "package.json").is_some_and(|text| text.contains("\"mocha\": {"));
    if command.starts_with("mocha") && (is_set() || in_manifest()) {
        return true;
    }
    let is_told = command.split(' ').any(|word| told.contains(&word.split('=').next().unwrap_or(word)));
    // One that is named and cannot be loaded fails.
    let is_named = command
        .split(' ')
        .any(|word| [".ts", ".mts", ".cts", ".tsx", "ts}"].iter().any(|end| word.ends_with(end)));
    let is_own =
        || files.text_in(at, "package.json").is_some_and(|text| text.contains(&format!("\"{command}\"")));
    is_told || is_named || is_own()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_runner_that_the_project_does_not_name_is_a_stranger() {
        let of = |program: &str, file: &str, text: &str| {
            is_stranger(program, |name| (name == file).then(|| text.to_owned()))
        };
        let vitest =
            r#"{"scripts":{"test":"vitest run"},"devDependencies":{"vitest":"3","@playwright/test":"1"}}"#;
        assert!(!of("vitest", "package.json", vitest));
        assert!(of("node", "package.json", vitest));
        assert!(of("mocha", "package.json", vitest));
        assert!(of("playwright", "package.json", vitest));
        assert!(!of("npm", "package.json", vitest));
        assert!(!of("node", "package.json", r#"{"scripts":{"test":"node --test"}}"#));
        assert!(!of("node", "package.json", "{}"));
        assert!(!of("playwright", "package.json", r#"{"devDependencies":{"@playwright/test":"1"}}"#));
        assert!(of("unittest", "pyproject.toml", "[tool.pytest.ini_options]"));
        assert!(!of("unittest", "pyproject.toml", "[project]"));
        assert!(!of("pytest", "pyproject.toml", "[tool.pytest.ini_options]"));
    }

    fn misses(command: &str, tree: &[(&str, &str)]) -> bool {
        let names: Vec<String> = tree.iter().map(|(name, _)| (*name).to_owned()).collect();
        let text = |name: &str| Some(tree.iter().find(|(own, _)| *own == name)?.1.to_owned());
        misses_some((command, Made::AsTheyAre), "", &Files { names: &names, text: &text })
    }

    #[test]
    fn functions_are_tests_for_pytest_alone() {
        let of = |command: &str, file: &str, text: &str| misses(command, &[("setup.py", ""), (file, text)]);
        let function = "import a\n\ndef test_a():\n    assert a\n";
        let class = "class T(TestCase):\n    def test_a(self): ...\n";
        for command in ["unittest discover -s tests", "python manage.py test", "django-admin test"] {
            assert!(of(command, "app/tests/test_a.py", function), "{command}");
            assert!(!of(command, "app/tests/test_a.py", class), "{command}");
        }
        assert!(!of("pytest", "tests/test_a.py", function));
        assert!(of("python manage.py test", "app/a_test.py", class));
        assert!(!of("python manage.py test", "app/tests.py", class));
    }

    #[test]
    fn node_finds_no_types_unless_it_is_told_to() {
        let of = |command: &str, script: &str| {
            let manifest = format!(r#"{{"scripts":{{"test":"{script}"}}}}"#);
            misses(command, &[("package.json", &manifest), ("src/a.test.ts", "")])
        };
        assert!(of("node --test", "node --import tsx --test"));
        assert!(!of("node --import tsx --test", "node --import tsx --test"));
        assert!(!of("node --experimental-strip-types --test", "node --test x"));
        assert!(!of("node --test", "node --test"));
        assert!(!misses("node --test", &[("package.json", "{}"), ("src/a.test.js", "")]));
        let mocha = |command: &str, settings: &str| {
            let manifest = r#"{"devDependencies":{"mocha":"1"}}"#;
            misses(
                command,
                &[
                    ("package.json", manifest),
                    (".mocharc.yml", settings),
                    ("test/a.ts", ""),
                    ("test/b.js", ""),
                ],
            )
        };
        assert!(mocha("mocha --recursive", ""));
        assert!(!mocha("mocha --extension ts,js", ""));
        assert!(!mocha("mocha", "extension: [ts, js]"));
        assert!(!mocha("mocha test/**/*.{js,ts}", ""));
        assert!(mocha("mocha --recursive --extension ts", ""));
        let typed = [
            ("package.json", r#"{"devDependencies":{"mocha":"1"}}"#),
            ("test/a.test.js", ""),
            ("test/b.d.ts", ""),
        ];
        assert!(!misses("mocha", &typed));
        let only = [typed[0], ("test/a.test.ts", "")];
        assert!(!misses("mocha -r ts-node/register --extension ts test/**/*.ts", &only));
    }

    #[test]
    fn a_tag_may_rule_out_tests() {
        let of = |command: &str| {
            misses(command, &[("go.mod", ""), ("a_test.go", "//go:build !skip && linux\n\npackage a\n")])
        };
        assert!(of("go test -tags skip ./..."));
        assert!(of("go test -tags=x,skip ./..."));
        assert!(!of("go test -tags integration ./..."));
        assert!(!of("go test ./..."));
    }

    #[test]
    fn rake_tests_if_its_file_says_so() {
        let of = |text: &str| misses("rake", &[("Rakefile", text), ("spec/a_spec.rb", "")]);
        for text in [
            "task default: :spec",
            "=begin\nx\n=end\ntask default: :spec",
            "task :default => [:lint, :test]",
            "task(default: %i[spec rubocop])",
        ] {
            assert!(!of(text), "{text}");
        }
        for text in [
            "",
            "task default: :build",
            "task :test",
            "# task default: :spec",
            "task defaults: :spec",
            "=begin\ntask default: :spec\n=end\n",
        ] {
            assert!(of(text), "{text}");
        }
    }

    #[test]
    fn tests_of_ruby_are_for_one_runner() {
        let tree = [("Gemfile", ""), ("spec/a_spec.rb", ""), ("test/a_test.rb", "")];
        assert!(misses("rspec", &tree));
        assert!(misses("rake test", &tree));
        assert!(!misses("rspec", &tree[..2]));
        assert!(misses("bin/rails test", &tree[..2]));
    }
}
