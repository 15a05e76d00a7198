//! Programs and packages that are not what their names say prove nothing.

use serde_json::{Value, json};

use crate::Repository;
use crate::support;
use crate::support::{feed, stderr};

/// Runs one after the other, each on a source that was changed, and why a commit is denied then.
fn objections(repository: &Repository) -> impl FnMut(&str) -> String {
    let mut calls = 0;
    move |run| {
        calls += 1;
        repository.machine.write("src/a.ts", &format!("export const a = {calls};\n"));
        repository.git(&["add", "-A"]);
        repository.tell("PreToolUse", run, &calls.to_string());
        repository.tell("PostToolUse", run, &calls.to_string());
        repository.objection()
    }
}

#[test]
fn a_program_that_an_agent_has_put_on_the_path_proves_nothing() {
    let repository = Repository::new();
    let tools = repository.machine.home().join("tools");
    std::fs::create_dir_all(&tools).unwrap();
    let path = format!("{}:/usr/bin:/bin", tools.display());
    let tell = |event: &str, call: &Value| {
        let mut hook = repository.machine.command(&["hook", "claude"]);
        hook.env("PATH", &path);
        feed(hook, &repository.machine.event(event, call))
    };
    let tested = |command: &str| {
        let call =
            json!({"tool_name": "Bash", "tool_input": {"command": command}, "tool_response": {"stdout": ""}});
        tell("PreToolUse", &call);
        tell("PostToolUse", &call);
        repository.objection()
    };
    let stub = |name: &str| {
        let file = tools.join(name);
        tell(
            "PreToolUse",
            &json!({"tool_name": "Write", "tool_input": {"file_path": file, "content": "#!/bin/sh\n"}}),
        );
        support::write_program(&file, "#!/bin/sh\n");
    };
    // One that lay there before is a person's, and one of another name is none of a check's.
    support::write(&tools.join("pytest"), "#!/bin/sh\n");
    stub("mytool");
    assert_eq!(tested("pytest"), "");
    repository.machine.write("src/a.ts", "export const a = 2;\n");
    repository.git(&["add", "-A"]);
    stub("pytest");
    assert!(tested("pytest").contains("an agent has written"), "{}", repository.objection());
    let mut run = repository.machine.command(&["run", "--", "pytest"]);
    run.env("PATH", &path);
    let said = stderr(&run.output().unwrap());
    assert!(said.contains("not noted: an agent has written"), "{said}");
    // What a check starts is looked for along the same way.
    assert_eq!(tested("make test"), "");
    repository.machine.write("src/a.ts", "export const a = 3;\n");
    repository.git(&["add", "-A"]);
    tell(
        "PreToolUse",
        &json!({"tool_name": "Bash", "tool_input": {"command": format!("cp /bin/true {}/sh", tools.display())}}),
    );
    support::write(&tools.join("sh"), "#!/bin/true\n");
    assert!(tested("make test").contains("an agent has written"), "{}", repository.objection());
}

#[test]
fn packages_that_an_agent_has_written_prove_nothing_until_they_are_installed_anew() {
    let repository = Repository::new();
    repository.machine.write(".git/info/exclude", "node_modules/\n");
    let runner = "node_modules/.bin/vitest";
    repository.machine.write(runner, "#!/bin/sh\n");
    let mut tested = objections(&repository);
    assert_eq!(tested("npx vitest run"), "");
    // What tools keep there for themselves is no package.
    tested("echo x > node_modules/.cache/x");
    assert_eq!(tested("npx vitest run"), "");
    tested("echo 'exit 0' > node_modules/.bin/vitest");
    let said = tested("npx vitest run");
    assert!(said.contains("an agent has changed installed packages"), "{said}");
    assert!(tested("npm test").contains("install them anew"));
    let packages = repository.machine.project().join("node_modules");
    if packages.metadata().and_then(|packages| packages.created()).is_err() {
        return;
    }
    let anew = || {
        std::thread::sleep(std::time::Duration::from_millis(20));
        std::fs::remove_dir_all(&packages).unwrap();
        repository.machine.write(runner, "#!/bin/sh\n");
    };
    anew();
    assert_eq!(tested("npx vitest run"), "");
    // Other packages in their place are no better; those of another work tree are.
    let elsewhere = repository.machine.home().join("fakes");
    support::write(&elsewhere.join("vitest/index.js"), "");
    repository.tell("PreToolUse", "rm -rf node_modules && mv ~/fakes node_modules", "moved");
    std::fs::remove_dir_all(&packages).unwrap();
    std::fs::rename(&elsewhere, &packages).unwrap();
    assert!(tested("npx vitest run").contains("install them anew"));
    anew();
    assert_eq!(tested("npx vitest run"), "");
    // Of a call that installs and then writes, the writing counts.
    let both = "rm -rf node_modules && npm ci && cp stub node_modules/.bin/vitest";
    repository.tell("PreToolUse", both, "both");
    anew();
    repository.tell("PostToolUse", both, "both");
    assert!(tested("npx vitest run").contains("install them anew"));
}

#[test]
fn packages_that_a_search_names_are_written_by_hand() {
    let repository = Repository::new();
    repository.machine.write(".git/info/exclude", "node_modules/\n");
    let runner = "node_modules/vitest/dist/cli.js";
    let packages = repository.machine.project().join("node_modules");
    let anew = || {
        if packages.exists() {
            std::fs::remove_dir_all(&packages).unwrap();
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
        repository.machine.write("node_modules/vitest/package.json", "{}\n");
        repository.machine.write(runner, "process.exitCode = 1\n");
        std::thread::sleep(std::time::Duration::from_millis(80));
    };
    anew();
    if packages.metadata().and_then(|packages| packages.created()).is_err() {
        return;
    }
    let mut calls = 0;
    let mut objection = |patch: &str, changed: &[&str]| {
        calls += 1;
        anew();
        repository.tell("PreToolUse", patch, &format!("p{calls}"));
        for file in changed {
            repository.machine.write(file, &format!("// {calls}\n"));
        }
        repository.tell("PostToolUse", patch, &format!("p{calls}"));
        repository.objection_after_all(&["npx vitest run"])
    };
    let patch = "sed -i 's/exitCode = 1/exitCode = 0/'";
    for search in [
        format!("grep -rl exitCode node_modules | xargs {patch}"),
        format!("{patch} $(grep -rl exitCode node_modules/vitest)"),
        format!("grep -rl exitCode node_modules/vitest/dist | while read f; do {patch} \"$f\"; done"),
        format!("cd node_modules && grep -rl exitCode . | xargs {patch}"),
        format!("grep -rl exitCode . | xargs {patch}"),
        format!("find . -name 'cli*.js' | xargs {patch}"),
        format!("{patch} $(dirname $(readlink -f node_modules/.bin/vitest))/dist/cli.js"),
        format!("F=$(node -p \"require.resolve('vitest')\"); {patch} \"$F\""),
    ] {
        let said = objection(&search, &[runner]);
        assert!(said.contains("an agent has changed installed packages"), "{search}: {said}");
    }
    // What is looked through and not changed, or not among what is looked for, or installed meanwhile, is not written.
    let source: &[&str] = &["src/a.ts"];
    for (search, changed) in [
        (format!("grep -rl a src | xargs {patch}"), source),
        (format!("grep -rl a . | xargs {patch}"), source),
        (format!("grep -rl --include='*.ts' a . | xargs {patch}"), &[runner]),
        (format!("find . -name '*.ts' -not -path './node_modules/*' | xargs {patch}"), &[runner]),
        (
            format!("npm install && grep -rl a . | xargs {patch}"),
            &["node_modules/vitest/package.json", runner],
        ),
    ] {
        assert_eq!(objection(&search, changed), "", "{search}");
    }
}

#[test]
fn a_program_that_the_command_brings_along_proves_nothing() {
    let repository = Repository::new();
    repository.machine.write(".git/info/exclude", "fake/\n");
    repository.machine.write("fake/package.json", r#"{"name":"vitest","bin":"run.js"}"#);
    repository.machine.write("src/empty.py", "");
    let mut tested = objections(&repository);
    for brought in ["npx -p ./fake vitest run", "uv run --with ./fake pytest", "uvx --from ./fake pytest"] {
        let said = tested(brought);
        assert!(said.contains("./fake` chooses which program of that name runs"), "{brought}: {said}");
    }
    for usual in [
        "npx -y vitest@3 run",
        "uv run --with pytest-cov pytest",
        "PYTHONPATH=src pytest",
        "python -m pytest",
    ] {
        assert_eq!(tested(usual), "", "{usual}");
    }
    // What lies in front of the runner's own modules is loaded in their place.
    repository.machine.write("fake/pytest.py", "");
    let said = tested("PYTHONPATH=fake:src python -m pytest");
    assert!(
        said.contains("loaded in place of the runner's own") && said.contains("fake/pytest.py"),
        "{said}"
    );
    assert!(tested("PYTHONPATH=$(cat where) pytest").contains("PYTHONPATH may change what runs"));
    let mut run = repository.machine.command(&["run", "--", "python3", "-m", "unittest"]);
    run.current_dir(repository.machine.project());
    repository.machine.write("unittest/__init__.py", "");
    let said = stderr(&run.output().unwrap());
    assert!(said.contains("not noted: this file is loaded in place of the runner's own"), "{said}");
}

#[test]
fn a_runner_of_another_kind_of_project_has_not_run_all_tests() {
    let repository = Repository::new();
    repository.machine.write("package.json", "{}");
    repository.git(&["add", "-A"]);
    for runner in ["python3 -m unittest", "rspec", "pytest"] {
        let said = repository.objection_after(runner);
        assert!(said.contains("only a part"), "{runner}: {said}");
    }
    assert_eq!(repository.objection_after("node --test"), "");
}

#[test]
fn a_run_is_not_noted_where_the_way_to_its_programs_is_bent() {
    let repository = Repository::new();
    let run = |path: &str| {
        let mut command = repository.machine.command(&["run", "--", "make", "test"]);
        command.env("PATH", path);
        stderr(&command.output().unwrap())
    };
    let project = repository.machine.project();
    repository.machine.write("stubs/.keep", "");
    repository.git(&["add", "-A"]);
    for bent in [format!("{}/stubs", project.display()), "stubs".to_owned(), "/dev/shm".to_owned()] {
        let said = run(&format!("{bent}:/usr/bin:/bin"));
        assert!(said.contains("not noted: PATH leads through"), "{bent}: {said}");
    }
    assert!(!repository.objection().is_empty());
    let said = run("/usr/bin:/bin");
    assert!(said.contains("noted: tests"), "{said}");
    assert_eq!(repository.objection(), "");
}
