//! Files that decide a run where others name them, that an agent has written, and that no commit will have.

use crate::Repository;

/// Why a commit is denied behind a run, after an agent has written a file that git ignores.
fn after_writing(repository: &Repository, (file, text): (&str, &str), run: &str) -> String {
    repository.machine.write("src/a.ts", &format!("// {file} {text} {run}\n"));
    repository.git(&["add", "-A"]);
    repository.tell("PreToolUse", &format!("echo x > {file}"), file);
    repository.machine.write(file, text);
    let said = repository.objection_after(run);
    std::fs::remove_file(repository.machine.project().join(file)).unwrap();
    said
}

#[test]
fn what_a_file_of_tasks_includes_bends_a_run_if_no_commit_has_it() {
    let repository = Repository::new();
    repository.machine.write(".git/info/exclude", "local*\n*.local.toml\nci/\nnotes.yml\n");
    repository.machine.write("Makefile", "-include local.mk\ntest:\n\t@git check-ref-format a/b\n");
    repository.machine.write("justfile", "import? 'local.just'\ntest:\n  git check-ref-format a/b\n");
    repository.machine.write("Taskfile.yml", "includes:\n  more: ./ci/more.yml\n");
    for file in [
        ("local.mk", "PYTEST_FLAGS = --co\n"),
        ("local.just", "set shell := ['true']\n"),
        ("mise.local.toml", "[env]\nPYTEST_ADDOPTS = '--co'\n"),
        ("ci/more.yml", "tasks: {}\n"),
    ] {
        let said = after_writing(&repository, file, "make test");
        assert!(said.contains("git does not keep") && said.contains(file.0), "{file:?}: {said}");
    }
    // Nothing names this one.
    assert_eq!(after_writing(&repository, ("notes.yml", "a: 1\n"), "make test"), "");
    // A person's own, which nobody has seen an agent write.
    repository.machine.write("src/a.ts", "export const a = 9;\n");
    repository.machine.write("local.mk", "V = 1\n");
    repository.git(&["add", "-A"]);
    let fresh = Repository::new();
    fresh.machine.write(".git/info/exclude", "local*\n");
    fresh.machine.write("local.mk", "V = 1\n");
    assert_eq!(fresh.objection_after("make test"), "");
}

#[test]
fn variables_of_one_machine_bend_a_run_if_a_tool_reads_them() {
    let repository = Repository::new();
    repository.machine.write(".git/info/exclude", ".env*\n");
    let own = (".env", "APP_NAME=x\nDATABASE_URL=postgres://localhost/a\n");
    assert_eq!(after_writing(&repository, own, "make test"), "");
    for text in ["PYTEST_ADDOPTS=--co\n", "NODE_OPTIONS='-r ./x.js'\n", "PATH=./bin\n"] {
        let said = after_writing(&repository, (".env.test", text), "make test");
        assert!(said.contains("git does not keep"), "{text}: {said}");
    }
}

#[test]
fn settings_that_a_command_chooses_are_in_the_next_commit() {
    let repository = Repository::new();
    repository.machine.write("manage.py", "x\n");
    repository.machine.write("app/tests.py", "x\n");
    repository.git(&["add", "-A"]);
    let run = "DJANGO_SETTINGS_MODULE=local_settings python3 manage.py test";
    repository.tell("PreToolUse", "echo x > local_settings.py", "write");
    repository.machine.write("local_settings.py", "TEST_RUNNER = 'x'\n");
    let said = repository.objection_after(run);
    assert!(said.contains("local_settings.py"), "{said}");
    assert!(!repository.objection_after("python3 manage.py test --settings local_settings").is_empty());
    // Of a module by any other name, nobody notes who has written it.
    assert!(!repository.objection_after("DJANGO_SETTINGS_MODULE=x python3 manage.py test").is_empty());
    repository.git(&["add", "-A"]);
    assert_eq!(repository.objection_after(run), "");
}
