//! Which sources a run was about, and where it ran.

use crate::Repository;
use crate::support;
use crate::support::{Machine, stderr};

#[test]
fn a_run_in_a_directory_is_a_part_unless_it_is_the_only_project() {
    let repository = Repository::new();
    let run = || {
        let mut run = repository.machine.command(&["run", "--", "make", "test"]);
        run.current_dir(repository.machine.project().join("web"));
        let said = stderr(&run.output().unwrap());
        assert!(said.contains("hookward: noted"), "{said}");
    };
    repository.machine.write("web/package.json", "{}");
    repository.machine.write("web/Makefile", "test:\n\t@git check-ref-format a/b\n");
    repository.machine.write("package.json", "{}");
    repository.git(&["add", "-A"]);
    run();
    assert!(repository.objection().contains("only a part"), "{}", repository.objection());
    repository.git(&["rm", "-q", "--cached", "package.json"]);
    std::fs::remove_file(repository.machine.project().join("package.json")).unwrap();
    run();
    assert_eq!(repository.objection(), "");
}

#[test]
fn a_run_that_had_nothing_to_run_is_no_failure_of_the_tests() {
    let repository = Repository::tested();
    std::fs::remove_file(repository.machine.project().join("Makefile")).unwrap();
    repository.machine.write("package.json", "{}");
    let run = |words: &[&str]| {
        let words: Vec<&str> = ["run", "--"].iter().chain(words).copied().collect();
        stderr(&repository.machine.command(&words).output().unwrap())
    };
    let said = run(&["make", "test"]);
    assert!(said.contains("not noted: there was nothing to run: there is no makefile"), "{said}");
    repository.machine.write("Makefile", "build:\n\ttrue\n");
    let said = run(&["make", "test"]);
    assert!(said.contains("makefile has no test"), "{said}");
    let said = run(&["sh", "-c", "no-such-program-here && npm test"]);
    assert!(said.contains("not noted"), "{said}");
    repository.tell("PreToolUse", "npm test", "npm");
    let failed = serde_json::json!({
        "tool_name": "Bash", "tool_input": {"command": "npm test"}, "tool_use_id": "npm",
        "error": "Exit code 1\nnpm error Missing script: \"test\"",
    });
    repository.machine.hook("claude", &repository.machine.event("PostToolUseFailure", &failed));
    let said = repository.objection();
    assert!(said.contains("it did not run at all"), "{said}");
    assert!(!said.contains("has failed"), "{said}");
}

#[test]
fn a_module_of_go_with_one_package_of_tests_is_tested_in_its_directory() {
    let repository = Repository::with(&[
        ("go.mod", "module p\n"),
        ("a_test.go", "package p\n"),
        ("cmd/p/main.go", "package main\n"),
    ]);
    assert_eq!(repository.objection_after_all(&["go test"]), "");
    assert_ne!(repository.objection_after_all(&["go test -run A"]), "");
    repository.machine.write("pkg/b_test.go", "package pkg\n");
    assert!(repository.objection_after_all(&["go test"]).contains("only a part"));
    assert_eq!(repository.objection_after_all(&["go test . ./pkg"]), "");
}

#[test]
fn a_script_runs_where_its_manifest_lies_wherever_below_it_is_called() {
    let repository = Repository::with(&[
        ("package.json", r#"{"scripts":{"test":"vitest run"}}"#),
        ("src/a.test.ts", "test('a', () => {})\n"),
        ("src/shop/b.ts", "export const b = 1;\n"),
    ]);
    for run in ["cd src && npm test", "cd src/shop && pnpm test", "cd src; yarn test; exit $?"] {
        assert_eq!(repository.objection_after_all(&[run]), "", "{run}");
    }
    // A package of its own has its own.
    repository.machine.write("src/shop/package.json", r#"{"scripts":{"test":"vitest run"}}"#);
    repository.machine.write("src/shop/b.test.ts", "test('b', () => {})\n");
    assert!(repository.objection_after_all(&["cd src/shop && npm test"]).contains("only a part"));
}

#[test]
fn cargo_tests_the_package_in_which_it_is_called() {
    let repository = Repository::with(&[
        ("Cargo.toml", "[package]\nname = \"app\"\n"),
        ("src/lib.rs", "#[test]\nfn works() {}\n"),
        ("src/shop/mod.rs", "pub fn shop() {}\n"),
    ]);
    assert_eq!(repository.objection_after_all(&["cd src/shop && cargo test"]), "");
}

#[test]
fn a_work_tree_has_one_ledger_by_whichever_link_it_is_reached() {
    let repository = Repository::new();
    let link = repository.machine.home().join("link");
    std::os::unix::fs::symlink(repository.machine.project(), &link).unwrap();
    for event in ["PreToolUse", "PostToolUse"] {
        let call = serde_json::json!({
            "cwd": link, "tool_name": "Bash", "tool_input": {"command": "make test"}, "tool_use_id": "t",
            "tool_response": {"stdout": ""},
        });
        let mut hook = repository.machine.command(&["hook", "claude"]);
        hook.current_dir(&link);
        support::feed(hook, &repository.machine.event(event, &call));
    }
    assert_eq!(repository.objection(), "");
}

#[test]
fn all_tests_are_those_of_every_project_that_has_some() {
    let repository = Repository::new();
    for (file, text) in [
        ("package.json", r#"{"scripts":{"test":"vitest run"}}"#),
        ("src/a.test.ts", "test('a', () => {})\n"),
        ("api/requirements.txt", "pytest\n"),
        ("api/tests/test_a.py", "def test_a(): pass\n"),
        ("app/Cargo.toml", "[package]\nname = \"app\"\n"),
        ("app/src/main.rs", "fn main() {}\n"),
    ] {
        repository.machine.write(file, text);
    }
    repository.git(&["add", "-A"]);
    let run = |command: &str| repository.objection_after(command);
    // The crate has no tests.
    let said = run("npm test");
    assert!(said.contains("only a part") && said.contains("not those of api (Python)"), "{said}");
    assert_eq!(run("cd api && pytest"), "");
    repository.machine.write("app/src/main.rs", "fn main() {}\n#[test]\nfn works() {}\n");
    repository.git(&["add", "-A"]);
    assert!(run("pytest && npx vitest run").contains("not those of app (Rust)"));
    assert_eq!(run("cargo test --manifest-path app/Cargo.toml; exit $?"), "", "by its manifest");
}

#[test]
fn packages_of_a_work_tree_may_be_tested_one_after_the_other() {
    let repository = Repository::new();
    for (file, text) in [
        ("go.mod", "module a\n"),
        ("a_test.go", "package a\n"),
        ("tools/go.mod", "module tools\n"),
        ("tools/b_test.go", "package tools\n"),
    ] {
        repository.machine.write(file, text);
    }
    repository.git(&["add", "-A"]);
    let run = |command: &str| repository.objection_after(command);
    let said = run("go test ./...");
    assert!(said.contains("not those of tools (Go)"), "{said}");
    assert_eq!(run("cd tools && go test ./..."), "");
}

#[test]
fn a_run_in_a_container_is_none_and_the_denial_says_why_and_what_to_run() {
    for (command, wrapper, inner) in [
        ("docker compose run --rm web npm test", "docker", "npm test"),
        ("docker compose run app pytest", "docker", "pytest"),
        ("docker exec -it app npm test", "docker", "npm test"),
        ("docker-compose exec -T app pytest -q", "docker-compose", "pytest -q"),
        ("docker run --rm -v \"$PWD\":/app -w /app node:22 npm test", "docker", "npm test"),
        ("podman exec app sh -c 'go test ./...'", "podman", "go test ./..."),
        ("kubectl exec deploy/app -- npm test", "kubectl", "npm test"),
        ("timeout 60 ssh build cargo test", "ssh", "cargo test"),
    ] {
        let repository = Repository::new();
        repository.tell("PreToolUse", command, "a");
        repository.tell("PostToolUse", command, "a");
        let said = repository.objection();
        assert!(
            said.contains(&format!("`{inner}` ran, but {wrapper} ran it elsewhere")),
            "{command}: {said}"
        );
        assert!(said.contains(&format!("`hookward run -- {inner}`")), "{command}: {said}");
        // The way that is named is one.
        let call = format!("hookward run -- {inner}");
        assert_ne!(repository.machine.judge(&call), "deny", "{call}");
    }
}

#[test]
fn where_git_keeps_nothing_the_sources_are_looked_at_by_themselves() {
    for (kept, commit) in [(".jj", "jj commit -m x"), (".hg", "hg commit -m x"), ("lib", "gh pr merge 3")] {
        let repository = Repository::new();
        std::fs::remove_dir_all(repository.machine.project().join(".git")).unwrap();
        std::fs::create_dir_all(repository.machine.project().join(kept)).unwrap();
        assert!(repository.objection_to(commit).contains("no run of the tests"), "{commit}");
        repository.tell("PreToolUse", "npm test", "a");
        // What a run leaves behind is no source.
        repository.machine.write(".coverage", "x");
        repository.machine.write("coverage/index.html", "x");
        repository.machine.write("test.log", "x");
        repository.tell("PostToolUse", "npm test", "a");
        assert_eq!(repository.objection_to(commit), "", "{commit}");
        repository.machine.write("README.md", "other\n");
        assert_eq!(repository.objection_to(commit), "", "{commit}");
        repository.machine.write("src/a.ts", "export const a = 2;\n");
        assert!(repository.objection_to(commit).contains("have changed since"), "{commit}");
        // What is changed already is known only of git, so nothing is held up.
        repository.machine.write("hookward.toml", "[rules]\n\"gate/failing-tests\" = \"enforce\"\n");
        repository.tell("PreToolUse", "npm test", "b");
        repository.tell("PostToolUseFailure", "npm test", "b");
        for _ in 0..2 {
            assert_ne!(repository.machine.judge("echo x > src/a.ts"), "deny");
        }
    }
}

#[test]
fn a_home_that_is_a_repository_hides_nothing_of_a_folder_in_it() {
    let repository = Repository::new();
    std::fs::remove_dir_all(repository.machine.project().join(".git")).unwrap();
    let home = repository.machine.home();
    let made = std::process::Command::new("git").args(["init", "-q"]).arg(&home).output().unwrap();
    assert!(made.status.success());
    support::write(&home.join(".gitignore"), "*\n");
    repository.tell("PreToolUse", "npm test", "a");
    repository.tell("PostToolUse", "npm test", "a");
    assert_eq!(repository.objection_to("gh pr merge 3"), "");
    repository.machine.write("src/a.ts", "export const a = 2;\n");
    assert!(repository.objection_to("gh pr merge 3").contains("have changed since"));
}

#[test]
fn what_a_run_leaves_behind_is_no_source_and_a_source_that_it_writes_is_named() {
    let repository = Repository::new();
    let run = |leaves: &[&str], calls: &str| {
        repository.tell("PreToolUse", "make test", calls);
        for file in leaves {
            repository.machine.write(file, calls);
        }
        repository.tell("PostToolUse", "make test", calls);
        repository.objection_to("git add -A && git commit -m x")
    };
    let reports =
        ["coverage.out", "app/__pycache__/a.cpython-312.pyc", "coverage/lcov-report/a.js", "junit.xml"];
    assert_eq!(run(&reports, "1"), "");
    assert_eq!(run(&reports, "2"), "");
    let said = run(&["src/made.ts"], "3");
    assert!(said.contains("sources were written while its call ran (src/made.ts;"), "{said}");
    assert!(said.contains("run `make test` once more, in a call of its own"), "{said}");
}

#[test]
fn the_place_of_the_ledger_is_known_by_its_variable_too() {
    let machine = Machine::new();
    for command in [
        "cp x $XDG_STATE_HOME/hookward/evidence/a.jsonl",
        "echo '{}' >> \"${XDG_STATE_HOME}/hookward/evidence/a.jsonl\"",
        "rm -rf \"$XDG_STATE_HOME\"/hookward",
        "python3 -c \"import os; open(os.environ['XDG_STATE_HOME'] + '/hookward/evidence/a.jsonl', 'a')\"",
    ] {
        assert_eq!(machine.judge(command), "deny", "{command}");
    }
    assert_eq!(machine.judge("ls $XDG_STATE_HOME/other"), machine.judge("ls ~/.local/state/other"));
}

/// What is said of a commit while git does something else where its words fit.
fn said_with_another_git(repository: &Repository, (words, does): (&str, &str)) -> String {
    let path = std::env::var("PATH").unwrap();
    let git = std::env::split_paths(&path).map(|directory| directory.join("git")).find(|git| git.is_file());
    let programs = repository.machine.home().join("slow");
    let script =
        format!("#!/bin/sh\ncase \"$*\" in {words}) {does};; esac\nexec {} \"$@\"\n", git.unwrap().display());
    support::write_program(&programs.join("git"), &script);
    let mut hook = repository.machine.command(&["hook", "claude"]);
    hook.env("PATH", format!("{}:{path}", programs.display()));
    let output = support::feed(hook, &repository.machine.bash("git commit -m x"));
    assert_eq!(support::decision(&output), "deny", "{words}");
    support::stdout(&output)
}

#[test]
fn a_git_that_takes_too_long_names_no_sources() {
    let repository = Repository::tested();
    repository.machine.write(".git/info/exclude", "conftest.py\n");
    repository.machine.write("conftest.py", "collect_ignore_glob = ['*']\n");
    for slow in ["*ls-files*--ignored*", "*ls-files*--cached*"] {
        let said = said_with_another_git(&repository, (slow, "sleep 4"));
        assert!(said.contains("two seconds"), "{slow}: {said}");
    }
}

#[test]
fn a_git_that_does_not_answer_says_of_nothing_that_it_is_as_tested() {
    let repository = Repository::tested();
    for silent in ["*diff-index*|*--stage*", "*ls-files*-v*"] {
        let said = said_with_another_git(&repository, (silent, "exit 3"));
        assert!(said.contains("git did not say"), "{silent}: {said}");
    }
}

#[test]
fn an_ignored_file_that_decides_a_run_makes_it_stale() {
    let repository = Repository::new();
    repository.machine.write(".git/info/exclude", "conftest.py\n*.log\n");
    repository.machine.write("conftest.py", "collect_ignore_glob = ['*']\n");
    repository.tell("PreToolUse", "pytest", "a");
    repository.tell("PostToolUse", "pytest", "a");
    assert_eq!(repository.objection(), "");
    repository.machine.write("out.log", "x\n");
    assert_eq!(repository.objection(), "");
    std::fs::remove_file(repository.machine.project().join("conftest.py")).unwrap();
    assert!(repository.objection().contains("have changed since"), "{}", repository.objection());
}

#[test]
fn a_setting_that_an_agent_has_written_and_no_commit_will_have_bends_every_run() {
    let repository = Repository::tested();
    repository.machine.write(".git/info/exclude", "conftest.py\nlocal/\n.env.test\n");
    let run = |write: &str, file: &str| {
        repository.machine.write("src/a.ts", &format!("// {file}\n"));
        repository.git(&["add", "-A"]);
        repository.tell("PreToolUse", write, write);
        repository.machine.write(file, "A=1\n");
        repository.test();
        repository.objection()
    };
    // On one machine only, everybody has some.
    assert_eq!(run("echo A=1 > .env.test", ".env.test"), "");
    let said = run("echo 'collect_ignore_glob = [\"*\"]' > conftest.py", "conftest.py");
    assert!(said.contains("git does not keep") && said.contains("conftest.py"), "{said}");
    std::fs::remove_file(repository.machine.project().join("conftest.py")).unwrap();
    repository.test();
    assert_eq!(repository.objection(), "");
    let said = run("echo x > ~/.gradle/init.gradle", "../.gradle/init.gradle");
    assert!(said.contains("git does not keep") && said.contains("init.gradle"), "{said}");
}

#[test]
fn what_lies_elsewhere_says_nothing_of_runs_here() {
    let repository = Repository::tested();
    let elsewhere = repository.machine.home().join("repro");
    support::write(&elsewhere.join("conftest.py"), "");
    repository.tell("PreToolUse", "echo x > ~/repro/conftest.py", "elsewhere");
    repository.machine.write("src/a.ts", "export const a = 2;\n");
    repository.git(&["add", "-A"]);
    repository.test();
    assert_eq!(repository.objection(), "");
}

#[test]
fn the_same_words_in_two_directories_are_two_runs() {
    let repository = Repository::new();
    for place in ["web", "api"] {
        repository.machine.write(&format!("{place}/package.json"), r#"{"scripts":{"test":"vitest run"}}"#);
        repository.machine.write(&format!("{place}/a.test.ts"), "");
    }
    repository.machine.write("Makefile", "test: test-web test-api\ntest-web:\n\tcd web && npx vitest run\ntest-api:\n\tcd api && npx vitest run\n");
    repository.git(&["add", "-A"]);
    for run in ["(cd web && npm test) && (cd api && npm test)", "make test"] {
        repository.machine.write("src/a.ts", &format!("// {run}\n"));
        repository.git(&["add", "-A"]);
        assert_eq!(repository.objection_after(run), "", "{run}");
    }
}

#[test]
fn a_runner_that_the_project_does_not_name_finds_none_of_its_tests() {
    let repository = Repository::new();
    repository.machine.write("package.json", r#"{"scripts":{"test":"vitest run"}}"#);
    repository.machine.write("a.test.ts", "");
    repository.git(&["add", "-A"]);
    let run = |command: &str| repository.objection_after(command);
    assert!(run("node --test").contains("only a part"));
    assert_eq!(run("npx vitest run"), "");
}

#[test]
fn an_environment_that_is_entered_leads_to_the_programs_that_are_there() {
    let repository = Repository::new();
    repository.machine.write(".git/info/exclude", ".venv/\n");
    let activate = "VIRTUAL_ENV=/w/.venv\nexport VIRTUAL_ENV\nPATH=\"$VIRTUAL_ENV/bin:$PATH\"\nexport PATH\n";
    repository.machine.write(".venv/bin/activate", activate);
    repository.machine.write("setup.py", "");
    repository.machine.write("test_a.py", "");
    repository.git(&["add", "-A"]);
    for run in ["source .venv/bin/activate && pytest", ". .venv/bin/activate; python -m pytest; exit $?"] {
        repository.machine.write("test_a.py", &format!("# {run}\n"));
        repository.git(&["add", "-A"]);
        assert_eq!(repository.objection_after(run), "", "{run}");
    }
    repository.tell("PreToolUse", "echo 'PATH=/tmp/fake' > .venv/bin/activate", "written");
    repository.machine.write("test_a.py", "# another\n");
    repository.git(&["add", "-A"]);
    repository.tell("PreToolUse", ". .venv/bin/activate && pytest", "last");
    repository.tell("PostToolUse", ". .venv/bin/activate && pytest", "last");
    assert!(repository.objection().contains("changed installed packages"), "{}", repository.objection());
}

#[test]
fn a_script_of_every_package_is_not_one_of_the_root_nor_of_packages_without_it() {
    let repository = Repository::new();
    repository.machine.write("package.json", r#"{"workspaces":["a","b"],"scripts":{"lint":"x"}}"#);
    repository.machine.write("a/package.json", r#"{"scripts":{"test":"mocha"}}"#);
    repository.machine.write("a/test/a.js", "");
    repository.machine.write("b/package.json", r#"{"devDependencies":{"mocha":"1"}}"#);
    repository.machine.write("b/test/b.js", "");
    repository.git(&["add", "-A"]);
    let run = |command: &str| repository.objection_after(command);
    assert!(run("npm test --workspaces --if-present").contains("only a part"));
    repository.machine.write("b/package.json", r#"{"scripts":{"test":"mocha"}}"#);
    repository.git(&["add", "-A"]);
    assert_eq!(run("npm test --workspaces"), "");
    repository.machine.write("package.json", r#"{"workspaces":["a","b"],"scripts":{"test":"mocha"}}"#);
    repository.machine.write("test/c.js", "");
    repository.git(&["add", "-A"]);
    assert!(run("npm test --workspaces").contains("only a part"));
    assert_eq!(run("npm test --workspaces --include-workspace-root"), "");
}

#[test]
fn a_runner_that_finds_none_of_the_tests_proves_nothing() {
    let repository = Repository::new();
    repository.machine.write("pyproject.toml", "[project]\nname = 'p'\n");
    repository.machine.write("tests/test_a.py", "def test_a(): assert False\n");
    repository.git(&["add", "-A"]);
    assert!(repository.objection_after("python3 -m unittest").contains("only a part"));
    assert!(!repository.objection_after("node --test").is_empty());
    assert_eq!(repository.objection_after("python3 -m pytest"), "");
    repository.machine.write("tests/test_a.py", "class T(unittest.TestCase):\n    def test_a(self): ...\n");
    repository.machine.write("tests/__init__.py", "");
    repository.git(&["add", "-A"]);
    assert_eq!(repository.objection_after("python3 -m unittest"), "");
}

#[test]
fn a_runner_of_ruby_says_nothing_of_tests_for_another() {
    let repository = Repository::new();
    repository.machine.write("Gemfile", "gem 'rails'\n");
    repository.machine.write("spec/models/a_spec.rb", "describe\n");
    repository.git(&["add", "-A"]);
    for run in ["bin/rails test", "bundle exec rails test", "bundle exec rake test"] {
        assert_ne!(repository.objection_after(run), "", "{run}");
    }
    assert_eq!(repository.objection_after("bundle exec rspec"), "");
    repository.machine.write("test/b_test.rb", "class BTest; end\n");
    repository.git(&["add", "-A"]);
    assert!(repository.objection_after("bundle exec rspec").contains("only a part"));
}

#[test]
fn what_a_runner_writes_before_it_runs_anything_is_part_of_what_it_ran() {
    let objection = |call: &str, before: &[&str], meanwhile: &[&str]| {
        let repository = Repository::with(&[
            ("Cargo.toml", "[package]\nname = \"app\"\n"),
            ("src/lib.rs", "#[test]\nfn works() {}\n"),
        ]);
        for path in before {
            repository.machine.write(path, "version = 3\n");
        }
        repository.tell("PreToolUse", call, "t");
        for path in meanwhile {
            repository.machine.write(path, "version = 4\n");
        }
        repository.tell("PostToolUse", call, "t");
        repository.objection()
    };
    assert_eq!(objection("cargo test", &[], &["Cargo.lock"]), "");
    assert_eq!(objection("cd src && cargo test -q", &[], &["Cargo.lock"]), "");
    // What was there before is not written anew, nothing else is a runner's own, and another program may have written it.
    for (call, before, meanwhile) in [
        ("cargo test", &["Cargo.lock"][..], &["Cargo.lock"][..]),
        ("cargo test", &[], &["Cargo.lock", "src/more.rs"]),
        ("cargo test", &[], &["uv.lock"]),
        ("cargo test && ./tidy", &[], &["Cargo.lock"]),
    ] {
        let said = objection(call, before, meanwhile);
        assert!(said.contains("sources were written while its call ran"), "{call}: {said}");
    }
}
