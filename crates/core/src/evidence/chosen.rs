//! Settings that a run is told to take in the place of the usual ones: `vitest run -c smoke.config.ts` may run next to nothing.

use serde_json::Value;

use super::covered::{Files, join};
use super::entered::maven;
use super::presets::{preset, preset_directory};
use super::targets::value_of;

/// What is known of the settings of a runner.
struct Usual {
    of: &'static [&'static str],
    /// The options by which it is told to take others.
    options: &'static [&'static str],
    /// The files that it takes by itself, up to the ending of those that are code.
    files: &'static [&'static str],
}

/// How files end that are settings and code.
const CODE: &[&str] = &["ts", "js", "mts", "mjs", "cts", "cjs", "json"];

#[rustfmt::skip]
const USUAL: &[Usual] = &[
    Usual { of: &["vitest"], options: &["-c", "--config"], files: &["vitest.config.", "vite.config."] },
    Usual { of: &["jest"], options: &["-c", "--config"], files: &["jest.config."] },
    Usual { of: &["mocha"], options: &["--config"], files: &[".mocharc.", ".mocharc.yml", ".mocharc.yaml", ".mocharc.jsonc"] },
    Usual { of: &["playwright"], options: &["-c", "--config"], files: &["playwright.config."] },
    Usual { of: &["karma", "jasmine"], options: &["--config"], files: &["karma.conf.", "jasmine.", "spec/support/jasmine."] },
    Usual { of: &["deno"], options: &["-c", "--config"], files: &["deno.json", "deno.jsonc"] },
    Usual {
        of: &["pytest", "py.test"],
        options: &["-c", "--config-file"],
        files: &["pytest.ini", ".pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg"],
    },
    Usual {
        of: &["phpunit", "pest", "php", "paratest", "simple-phpunit"],
        options: &["-c", "--configuration"],
        files: OF_PHPUNIT,
    },
];

/// Manifests whose scripts a manager runs.
const MANIFESTS: &[&str] = &["package.json", "composer.json"];

/// Files of tasks, in which the lines of one are indented below its name.
const TASKS: &[&str] = &["Makefile", "makefile", "justfile", "Justfile", "Taskfile.yml"];

/// Whether a run is told to take settings that the project itself does not use for all of its tests.
pub(super) fn takes_other_settings(command: &str, at: &str, files: &Files) -> bool {
    let words: Vec<&str> = command.split(' ').collect();
    let program = words.first().map_or("", |program| program.rsplit('/').next().unwrap_or(program));
    if words.starts_with(&["cargo", "nextest"]) {
        let is_chosen = ["-P", "--profile"].iter().any(|option| value_of(option, &words).is_some());
        let settings = files.text_in(at, ".config/nextest.toml");
        return is_chosen && settings.is_some_and(|text| text.contains("default-filter"));
    }
    if matches!(program, "mvn" | "mvnw" | "mvnd") {
        return maven::chooses(&words, files);
    }
    if matches!(program, "ctest" | "cmake") && preset(&words).is_some() {
        return preset_directory(&words, at, files).is_none();
    }
    let Some(usual) = USUAL.iter().find(|usual| usual.of.contains(&program)) else { return false };
    // What the settings add is mostly how, but for tests in texts of documentation.
    if words.iter().any(|word| word.ends_with("addopts=")) {
        let mut texts = usual.files.iter().filter_map(|file| files.text_in(at, file));
        return texts.any(|text| text.contains("--doctest"));
    }
    let Some(chosen) = usual.options.iter().find_map(|option| value_of(option, &words)) else { return false };
    let chosen = chosen.strip_prefix("./").unwrap_or(chosen);
    // The settings of a project below are those of its own tests.
    let has_settings =
        |directory: &str| usual.files.iter().any(|own| files.has(&join(&join(at, directory), own)));
    if usual.files == OF_PHPUNIT && settled(chosen).is_some_and(|(directory, _)| has_settings(directory)) {
        return false;
    }
    let here: Vec<&str> = files
        .names()
        .filter_map(|name| if at.is_empty() { Some(name) } else { name.strip_prefix(at)?.strip_prefix('/') })
        .collect();
    // It would take the first of them by itself.
    let first = usual.files.iter().find_map(|own| here.iter().find(|file| is_called(file, own)));
    if first == Some(&chosen) {
        return false;
    }
    let tests = tests_of(at, files);
    let is_it = |word: &str| word.strip_prefix("./").unwrap_or(word) == chosen;
    if tests.iter().any(|text| text.split([' ', '=', '"', '\'', '\\', '\n']).any(is_it)) {
        return false;
    }
    // Where there are usual ones, or the project names others, these are not those of all its tests.
    let names_others =
        |text: &String| usual.options.iter().any(|option| text.contains(&format!(" {option}")));
    first.is_some() || tests.iter().any(names_others)
}

/// The files in which `PHPUnit` has its settings, the first that is there.
pub(super) const OF_PHPUNIT: &[&str] = &["phpunit.xml", "phpunit.dist.xml", "phpunit.xml.dist"];

/// The directory below, whose usual settings `PHPUnit` is told to take: `-c packages/a`, or the file there.
pub(super) fn settled(chosen: &str) -> Option<(&str, Option<&str>)> {
    let chosen = chosen.strip_prefix("./").unwrap_or(chosen).trim_end_matches('/');
    let (directory, file) = chosen.rsplit_once('/').unwrap_or(("", chosen));
    let (directory, file) = match OF_PHPUNIT.contains(&file) {
        true => (directory, Some(file)),
        false if file.contains('.') => return None,
        false => (chosen, None),
    };
    let is_below = !directory.is_empty()
        && !directory.starts_with(['/', '~'])
        && !directory.split('/').any(|part| part == "..");
    is_below.then_some((directory, file))
}

/// What a project runs for its tests: the script or task of that name, and the scripts that it runs in turn.
fn tests_of(at: &str, files: &Files) -> Vec<String> {
    let mut found = Vec::new();
    for file in MANIFESTS {
        let manifest = files.text_in(at, file).and_then(|text| serde_json::from_str::<Value>(&text).ok());
        let Some(scripts) = manifest.as_ref().and_then(|manifest| manifest.get("scripts")?.as_object())
        else {
            continue;
        };
        let Some(test) = scripts.get("test").map(ToString::to_string) else { continue };
        let is_named = |name: &str| test.split([' ', '"', '\'', '@']).any(|word| word == name);
        let inner = scripts.iter().filter(|(name, _)| is_named(name)).map(|(_, text)| text.to_string());
        found.extend(inner.collect::<Vec<_>>());
        found.push(test);
    }
    for text in TASKS.iter().filter_map(|file| files.text_in(at, file)) {
        let is_test = |line: &&str| line.trim_start().trim_start_matches('@').starts_with("test");
        let mut lines = text.lines().skip_while(|line| !is_test(line) || !line.contains(':'));
        let Some(head) = lines.next() else { continue };
        let depth = |line: &str| line.len() - line.trim_start().len();
        let own = lines.take_while(|line| line.is_empty() || depth(line) > depth(head));
        found.push(own.collect::<Vec<_>>().join("\n"));
    }
    found
}

/// Whether a file has such a name, which may leave its ending open.
fn is_called(file: &str, name: &str) -> bool {
    file == name || (name.ends_with('.') && file.strip_prefix(name).is_some_and(|end| CODE.contains(&end)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn takes_others(command: &str, tree: &[(&str, &str)]) -> bool {
        let names: Vec<String> = tree.iter().map(|(name, _)| (*name).to_owned()).collect();
        let text = |name: &str| Some(tree.iter().find(|(own, _)| *own == name)?.1.to_owned());
        takes_other_settings(command, "", &Files { names: &names, text: &text })
    }

    #[test]
    fn other_settings_than_the_usual_ones_are_a_part() {
        let usual = [("vitest.config.ts", ""), ("vitest.smoke.config.ts", ""), ("package.json", "{}")];
        assert!(takes_others("vitest run -c vitest.smoke.config.ts", &usual));
        assert!(takes_others("vitest run --config=./vitest.smoke.config.ts", &usual));
        assert!(!takes_others("vitest run -c vitest.config.ts", &usual));
        assert!(!takes_others("vitest run", &usual));
        assert!(takes_others("vendor/bin/phpunit -c smoke.xml", &[("phpunit.xml", "")]));
        assert!(takes_others("pytest -c smoke.ini", &[("pyproject.toml", "")]));
        let adds = |options| takes_others("pytest -o addopts=", &[("pytest.ini", options)]);
        assert!(adds("[pytest]\naddopts = --doctest-modules\n"));
        assert!(!adds("[pytest]\naddopts = --cov=shop\n"));
    }

    #[test]
    fn settings_that_the_project_names_are_its_own() {
        let named = |script: &str| {
            let manifest = format!(r#"{{"scripts":{{"test":"{script}"}}}}"#);
            let tree = [("package.json", manifest.as_str()), ("config/vitest.ts", "")];
            takes_others("vitest run -c config/vitest.ts", &tree)
        };
        assert!(!named("vitest run -c config/vitest.ts"));
        assert!(!named("vitest run"));
        assert!(named("vitest run -c config/all.ts"));
        let smoke = r#"{"scripts":{"test":"vitest run","smoke":"vitest run -c vitest.smoke.config.ts"}}"#;
        let tree = [("vitest.config.ts", ""), ("vitest.smoke.config.ts", ""), ("package.json", smoke)];
        assert!(takes_others("vitest run -c vitest.smoke.config.ts", &tree));
        let all = r#"{"scripts":{"test":"npm run unit","unit":"vitest run -c vitest.unit.config.ts"}}"#;
        let tree = [("vitest.config.ts", ""), ("vitest.unit.config.ts", ""), ("package.json", all)];
        assert!(!takes_others("vitest run -c vitest.unit.config.ts", &tree));
        let make = [
            ("phpunit.xml", ""),
            ("all.xml", ""),
            ("Makefile", "lint:\n\tx\ntest: build\n\tphpunit -c all.xml\n"),
        ];
        assert!(!takes_others("phpunit -c all.xml", &make));
        assert!(takes_others("phpunit -c x", &make));
        assert!(takes_others("pytest -c tox.ini", &[("pytest.ini", ""), ("tox.ini", "")]));
    }

    #[test]
    fn a_profile_of_maven_may_choose_tests() {
        let of = |command: &str, inside: &str| {
            let pom = format!(
                "<project><profiles><profile><id>ci</id>{inside}</profile><profile><id>slow</id></profile></profiles></project>"
            );
            takes_others(command, &[("pom.xml", "<project/>"), ("core/pom.xml", &pom)])
        };
        for command in [
            "mvn -Pci verify",
            "./mvnw test -P ci,!slow",
            "mvn test --activate-profiles=+ci,?slow",
            "mvn test -P !x",
        ] {
            assert!(!of(command, "<build><finalName>a</finalName></build>"), "{command}");
        }
        for inside in [
            "<properties><skipTests>true</skipTests></properties>",
            "<properties><maven.test.skip>true</maven.test.skip></properties>",
            "<artifactId>maven-surefire-plugin</artifactId>",
            "<configuration><excludedGroups>slow</excludedGroups></configuration>",
            "<testFailureIgnore>true</testFailureIgnore>",
        ] {
            assert!(of("mvn -Pci verify", inside), "{inside}");
            assert!(!of("mvn verify", inside), "{inside}");
        }
        assert!(of("mvn -Pnone verify", ""));
        assert!(of("mvn -P ci,none verify", ""));
        let hidden = [("pom.xml", "<!-- <profile><id>ci</id></profile> -->")];
        assert!(takes_others("mvn -Pci verify", &hidden));
    }

    #[test]
    fn a_profile_may_choose_tests() {
        let tree = |text| [(".config/nextest.toml", text)];
        let smoke = "[profile.smoke]\ndefault-filter = 'test(x)'\n";
        assert!(takes_others("cargo nextest run -P smoke", &tree(smoke)));
        assert!(!takes_others("cargo nextest run", &tree(smoke)));
        assert!(!takes_others("cargo nextest run --profile ci", &tree("[profile.ci]\nretries = 2\n")));
    }
}
