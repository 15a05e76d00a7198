//! Programs that were named by a path, and that start a check.

use std::os::unix::fs::{PermissionsExt, symlink};

use crate::Repository;

fn python_project() -> Repository {
    let repository = Repository::new();
    repository.machine.write(".git/info/exclude", "*venv/\nfake/\nnode_modules/\n");
    repository.machine.write("pyproject.toml", "[project]\nname = \"p\"\n");
    repository.machine.write("tests/test_a.py", "def test_a(): assert True\n");
    repository.git(&["add", "-A"]);
    repository
}

fn program(repository: &Repository, path: &str) {
    repository.machine.write(path, "#!/bin/sh\n");
    let file = repository.machine.project().join(path);
    std::fs::set_permissions(file, PermissionsExt::from_mode(0o755)).unwrap();
}

#[test]
fn a_program_of_nobody_that_starts_a_check_proves_nothing() {
    for run in [
        "./fake/python3 -m pytest",
        "cd fake && cd .. && fake/python3 -m pytest",
        "./fake/timeout 60 pytest",
        "./fake/bash -c pytest",
        "env fake/python3 -m pytest",
    ] {
        let repository = python_project();
        for name in ["python3", "timeout", "bash"] {
            program(&repository, &format!("fake/{name}"));
        }
        let said = repository.objection_after(run);
        assert!(said.contains("this may be anything") && said.contains("/fake/"), "{run}: {said}");
        assert_eq!(repository.objection_after("pytest"), "", "{run}");
    }
}

#[test]
fn a_program_that_an_agent_has_written_elsewhere_proves_nothing() {
    let repository = python_project();
    let elsewhere = repository.machine.home().join("tools/python3");
    let run = format!("{} -m pytest", elsewhere.display());
    assert_eq!(repository.objection_after("/opt/tools/python3 -m pytest"), "");
    repository.machine.write("src/a.ts", "export const a = 2;\n");
    repository.git(&["add", "-A"]);
    crate::support::write(&elsewhere, "#!/bin/sh\n");
    assert!(repository.objection_after(&run).contains("this may be anything"));
    crate::support::copy_program(std::path::Path::new("/bin/true"), &elsewhere);
    repository.tell("PreToolUse", &format!("cp /bin/true {}", elsewhere.display()), "copy");
    let said = repository.objection_after(&run);
    assert!(said.contains("an agent has written"), "{said}");
}

#[test]
fn an_environment_or_a_program_of_the_project_may_start_a_check() {
    let repository = python_project();
    std::fs::create_dir_all(repository.machine.project().join("my-venv/bin")).unwrap();
    symlink("/usr/bin/python3", repository.machine.project().join("my-venv/bin/python")).unwrap();
    assert!(!repository.objection_after("my-venv/bin/python -m pytest").is_empty());
    repository.machine.write("my-venv/pyvenv.cfg", "home = /usr/bin\n");
    program(&repository, ".venv/bin/python");
    program(&repository, "node_modules/.bin/dotenv");
    program(&repository, "tools/python");
    repository.git(&["add", "-A"]);
    repository.git(&["commit", "-q", "-m", "tools"]);
    for (count, run) in [
        "my-venv/bin/python -m pytest",
        "python3 -m venv .venv && .venv/bin/python -m pytest -q",
        "node_modules/.bin/dotenv -- pytest",
        "tools/python -m pytest",
        "/usr/bin/python3 -m pytest",
    ]
    .into_iter()
    .enumerate()
    {
        repository.machine.write("src/a.ts", &format!("export const a = {count};\n"));
        repository.git(&["add", "-A"]);
        assert_eq!(repository.objection_after(run), "", "{run}");
    }
}

#[test]
fn what_lies_above_a_link_is_not_where_the_text_says() {
    let repository = python_project();
    let project = repository.machine.project();
    repository.machine.write("examples/demo/inner/readme.md", "");
    symlink("examples/demo/inner", project.join("link")).unwrap();
    repository.git(&["add", "-A"]);
    assert_eq!(repository.objection_after("cd examples/.. && pytest"), "");
    for (at, run) in [
        "env -C link/.. pytest",
        "cd -P link/.. && pytest",
        "cd link && cd -P .. && pytest",
        "uv run --directory link/.. pytest",
        "uv run --directory=link/.. pytest",
        "make -C link/.. test",
    ]
    .into_iter()
    .enumerate()
    {
        repository.machine.write("src/a.ts", &format!("export const a = 'no. {at}';\n"));
        repository.git(&["add", "-A"]);
        assert_ne!(repository.objection_after(run), "", "{run}");
    }
}
