//! Runs that had nothing to run: a task that no file of the project has. They end badly, and nobody can mend a test by that.

use serde_json::Value;

use hookward_effects::normalise;

use super::covered::join;
use super::options::{Read, read};
use super::runners::bare_name;

/// Where a program looks for its tasks.
struct Source {
    of: &'static [&'static str],
    /// The files, of which one is enough.
    files: &'static [&'static str],
    /// Whether it looks in the directories above, too.
    upwards: bool,
    /// What to call it.
    called: &'static str,
}

#[rustfmt::skip]
const SOURCES: &[Source] = &[
    Source { of: &["make", "gmake"], files: &["GNUmakefile", "makefile", "Makefile"], upwards: false, called: "makefile" },
    Source { of: &["just"], files: &["justfile", "Justfile", ".justfile", "JUSTFILE"], upwards: true, called: "justfile" },
    Source {
        of: &["task", "go-task"],
        files: &[
            "Taskfile.yml", "taskfile.yml", "Taskfile.yaml", "taskfile.yaml", "Taskfile.dist.yml", "taskfile.dist.yml",
            "Taskfile.dist.yaml", "taskfile.dist.yaml",
        ],
        upwards: true,
        called: "Taskfile.yml",
    },
    Source { of: &["npm", "pnpm", "yarn"], files: &["package.json"], upwards: true, called: "package.json" },
    Source { of: &["composer"], files: &["composer.json"], upwards: true, called: "composer.json" },
    Source { of: &["cargo", "cross"], files: &["Cargo.toml"], upwards: true, called: "Cargo.toml" },
    Source { of: &["go", "gotestsum"], files: &["go.mod", "go.work"], upwards: true, called: "go.mod" },
    Source { of: &["mix"], files: &["mix.exs"], upwards: false, called: "mix.exs" },
    Source { of: &["mvn", "mvnw", "mvnd"], files: &["pom.xml"], upwards: false, called: "pom.xml" },
    Source {
        of: &["gradle", "gradlew"],
        files: &["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"],
        upwards: true,
        called: "build.gradle",
    },
];

/// What a run in a directory, by its words, did not find there, so that nothing ran. `read` gives the text of a file by its
/// absolute path. What may stand in a place that is not looked at, is there.
pub fn nothing_to_run(
    words: &[&str],
    directory: &str,
    read_file: &dyn Fn(&str) -> Option<String>,
) -> Option<String> {
    let (program, rest) = words.split_first()?;
    let name = bare_name(program)?;
    let source = SOURCES.iter().find(|source| source.of.contains(&name))?;
    // Another file, or another place, by an option that nobody has read.
    let seen = read(name, rest, rest.len());
    if seen.iter().any(|(_, read)| matches!(read, Read::Unknown)) {
        return None;
    }
    let places = std::iter::successors(Some(normalise(".", directory)), |place| {
        let above = place.rsplit_once('/').map(|(above, _)| above).filter(|_| place.len() > 1)?;
        Some(if above.is_empty() { "/" } else { above }.to_owned())
    });
    let mut texts = places
        .take(if source.upwards { usize::MAX } else { 1 })
        .flat_map(|place| source.files.iter().map(move |file| join(place.trim_end_matches('/'), file)))
        .filter_map(|path| read_file(&path));
    let Some(text) = texts.next() else {
        return Some(format!("there is no {} in {directory}", source.called));
    };
    let mut tasks = seen.iter().filter_map(|(_, read)| match read {
        Read::Word(word) if !word.contains('=') => Some(*word),
        _ => None,
    });
    let lacking = match name {
        "make" | "gmake" => tasks.find(|goal| is_no_goal(&text, goal)),
        "npm" | "pnpm" | "yarn" => {
            let script = tasks.find(|word| !matches!(*word, "run" | "run-script"))?;
            let script = if matches!(script, "t" | "tst") { "test" } else { script };
            Some(script).filter(|script| is_no_script(&text, script))
        }
        _ => None,
    };
    lacking.map(|task| format!("{} has no {task}", source.called))
}

/// Whether a makefile has nothing by the name of a goal, as far as it is all there: what it includes, or makes by a pattern or
/// of a variable, may be that.
fn is_no_goal(text: &str, goal: &str) -> bool {
    let is_open = |line: &str| {
        let line = line.trim_start();
        let head = line.split(':').next().unwrap_or(line);
        ["include ", "-include ", "sinclude "].iter().any(|word| line.starts_with(word))
            || line.contains("$(eval")
            || line.contains("${eval")
            || (line.contains(':') && head.contains(['%', '$']))
            || line.starts_with(".DEFAULT")
    };
    let names = |line: &str| {
        line.split(|letter: char| letter.is_whitespace() || letter == ':').any(|own| own == goal)
    };
    !goal.is_empty() && !text.lines().any(|line| is_open(line) || names(line))
}

fn is_no_script(manifest: &str, script: &str) -> bool {
    // Of one that cannot be read, nobody knows.
    let Ok(manifest) = serde_json::from_str::<Value>(manifest) else { return false };
    !script.is_empty() && manifest.get("scripts").and_then(|scripts| scripts.get(script)).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(command: &str, directory: &str, tree: &[(&str, &str)]) -> String {
        let text = |path: &str| Some(tree.iter().find(|(own, _)| *own == path)?.1.to_owned());
        let words: Vec<&str> = command.split(' ').collect();
        nothing_to_run(&words, directory, &text).unwrap_or_default()
    }

    #[test]
    fn a_task_that_no_file_has_was_not_run() {
        for (command, tree, expected) in [
            ("make test", &[][..], "there is no makefile in /w/a"),
            ("make test", &[("/w/Makefile", "test:\n")], "there is no makefile in /w/a"),
            ("make test", &[("/w/a/Makefile", "build:\n\techo testing\n")], "makefile has no test"),
            ("just test", &[], "there is no justfile in /w/a"),
            ("npm test", &[], "there is no package.json in /w/a"),
            ("npm test", &[("/w/package.json", "{}")], "package.json has no test"),
            ("npm t", &[("/w/package.json", "{}")], "package.json has no test"),
            (
                "pnpm run unit",
                &[("/w/a/package.json", r#"{"scripts":{"test":"x"}}"#)],
                "package.json has no unit",
            ),
            ("cargo test", &[], "there is no Cargo.toml in /w/a"),
            ("go test ./...", &[], "there is no go.mod in /w/a"),
        ] {
            assert_eq!(of(command, "/w/a", tree), expected, "{command}");
        }
    }

    #[test]
    fn what_may_be_there_has_run() {
        for (command, tree) in [
            ("make test", ("/w/a/Makefile", "test: build\n\tgo test\n")),
            ("make test", ("/w/a/Makefile", ".PHONY: all test\n")),
            ("make test", ("/w/a/makefile", "include rules.mk\n")),
            ("make test", ("/w/a/GNUmakefile", "%:\n\tcmake --build . --target $@\n")),
            ("make test", ("/w/a/Makefile", "$(GOALS): x\n")),
            ("make -f other.mk test", ("/w/a/other.mk", "")),
            ("just test", ("/w/justfile", "")),
            ("npm test", ("/w/package.json", r#"{"scripts":{"test":"vitest run"}}"#)),
            ("npm run test", ("/w/package.json", "no JSON")),
            ("cargo test", ("/w/Cargo.toml", "")),
            ("pytest", ("/w/x", "")),
        ] {
            assert_eq!(of(command, "/w/a", &[tree]), "", "{command}");
        }
    }
}
