//! Programs that run files of a project by their names, where the same text has written those files before.
//! The working directory is `/w`, the home `/home/me`.

use hookward_effects::{Action, Call, Emptiness, Scene, facts};

fn does(command: &str) -> Vec<String> {
    let scene = Scene { cwd: "/w", home: Some("/home/me"), roots: &[], world: &Emptiness };
    let facts = facts(&Call::shell(command), &scene);
    let kind = |action: &Action| match action.place() {
        Some(place) => format!("{} {}", action.kind(), place.written),
        None => action.kind().into_owned(),
    };
    facts.effects.iter().map(|effect| kind(&effect.action)).collect()
}

/// A file is written, and then a command runs.
fn written(file: &str, text: &str, command: &str) -> Vec<String> {
    does(&format!("cat > {file} <<'END'\n{text}\nEND\n{command}"))
}

const GO: &str = "package main\nimport \"os\"\nfunc main() { os.RemoveAll(\"a\") }";
const C: &str = "#include <stdlib.h>\nint main(void) { return system(\"rm a\"); }";
const RUST: &str = "use std::process::Command;\nfn main() { Command::new(\"rm\").arg(\"-rf\").arg(\"a\").status().unwrap(); }";
const PYTHON: &str = "import os\n\ndef test_a():\n    os.remove('a')";
const JAVASCRIPT: &str = "const fs = require('fs');\ntest('a', () => { fs.rmSync('a'); });";

#[test]
fn what_is_written_and_then_run_is_looked_through() {
    let rows = [
        ("x.go", GO, "go run x.go", "delete all a"),
        ("x.go", GO, "go run .", "delete all a"),
        ("x_test.go", GO, "go test ./...", "delete all a"),
        ("x.c", C, "cc x.c && ./a.out", "delete a"),
        ("x.c", C, "gcc -Wall -o y x.c; ./y", "delete a"),
        ("x.c", C, "make x && ./x", "delete a"),
        ("x.rs", RUST, "rustc x.rs && ./x", "delete all a"),
        ("src/main.rs", RUST, "cargo run", "delete all a"),
        ("build.rs", RUST, "cargo build", "delete all a"),
        ("conftest.py", PYTHON, "pytest -q", "delete a"),
        ("tests/test_a.py", PYTHON, "python -m pytest", "delete a"),
        ("a.test.js", JAVASCRIPT, "npx jest", "delete a"),
        ("vitest.config.ts", JAVASCRIPT, "npx vitest run", "delete a"),
        ("Rakefile", "task :x do\n  sh 'rm a'\nend", "rake x", "delete a"),
        ("Program.cs", "System.IO.File.Delete(\"a\");", "dotnet run", "delete a"),
        (
            "A.java",
            "class A { public static void main(String[] a) throws Exception { new ProcessBuilder(\"rm\", \"a\").start(); } }",
            "javac A.java && java A",
            "delete a",
        ),
        ("Taskfile.yml", "version: '3'\ntasks:\n  x:\n    cmds:\n      - rm a", "task x", "delete a"),
        (
            "compose.yaml",
            "services:\n  x:\n    image: alpine\n    volumes: [\"/w:/y\"]\n    command: rm /y/a",
            "docker compose up",
            "delete /y/a",
        ),
    ];
    for (file, text, command, expected) in rows {
        let found = written(file, text, command);
        assert!(found.iter().any(|effect| effect == expected), "{file}, {command}: {found:?}");
    }
}

#[test]
fn what_is_written_and_not_run_stays_as_it_is() {
    let rows = [
        ("x.go", GO, "go vet ./..."),
        ("x.c", C, "cc -c x.c && ./other"),
        ("x.c", C, "cc x.c"),
        ("src/main.rs", RUST, "cargo fmt"),
        ("src/main.rs", RUST, "cargo build"),
        ("notes.py", PYTHON, "pytest -q"),
        ("a.js", JAVASCRIPT, "npx jest"),
        ("Taskfile.yml", "tasks:\n  x:\n    cmds: [rm a]\n  y:\n    cmds: [ls]", "task y"),
        ("Taskfile.yml", "tasks:\n  x:\n    cmds: [rm a]", "task --list"),
        ("x.c", "int main(void) { puts(\"rm a\"); return 0; }", "cc x.c && ./a.out"),
        ("test_a.py", "def test_a():\n    assert judge('rm a') == 'deny'", "pytest"),
    ];
    for (file, text, command) in rows {
        let found = written(file, text, command);
        assert!(!found.iter().any(|effect| effect.starts_with("delete")), "{file}, {command}: {found:?}");
    }
}
