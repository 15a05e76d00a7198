//! Runs that name nothing: which projects they enter, and what the tasks of a project run.

use super::Repository;

#[test]
fn a_run_at_the_root_says_nothing_of_a_project_that_its_tool_does_not_enter() {
    let test = "class ATest {}\n";
    for (run, files, missing) in [
        (
            "mix test",
            &[
                ("mix.exs", "x"),
                ("test/a_test.exs", ""),
                ("tools/g/mix.exs", "x"),
                ("tools/g/test/g_test.exs", ""),
            ][..],
            "tools/g",
        ),
        (
            "./gradlew test",
            &[
                ("gradlew", "#!/bin/sh\n"),
                ("settings.gradle", "include 'core'\n"),
                ("core/build.gradle", ""),
                ("core/src/test/java/ATest.java", test),
                ("tools/build.gradle", ""),
                ("tools/src/test/java/BTest.java", test),
            ],
            "tools",
        ),
        (
            "mvn verify",
            &[
                ("pom.xml", "<modules><module>core</module></modules>"),
                ("core/pom.xml", ""),
                ("core/src/test/java/ATest.java", test),
                ("tools/pom.xml", ""),
                ("tools/src/test/java/BTest.java", test),
            ],
            "tools",
        ),
        (
            "dotnet test tools/Tools.slnx",
            &[
                ("App.slnx", r#"<Project Path="A.Tests/A.Tests.csproj"/>"#),
                ("A.Tests/A.Tests.csproj", ""),
                ("A.Tests/ATests.cs", ""),
                ("tools/Tools.slnx", r#"<Project Path="T/T.csproj"/>"#),
                ("tools/T/T.csproj", ""),
                ("tools/T/TTests.cs", ""),
            ],
            "A.Tests",
        ),
        (
            "pytest",
            &[
                ("pyproject.toml", "[tool.pytest.ini_options]\ntestpaths = ['tests']\n"),
                ("tests/test_a.py", ""),
                ("api/pyproject.toml", ""),
                ("api/tests/test_b.py", ""),
            ],
            "api",
        ),
        (
            "vendor/bin/phpunit",
            &[
                ("composer.json", ""),
                ("phpunit.xml", "<testsuites><directory>tests</directory></testsuites>"),
                ("tests/ATest.php", ""),
                ("packages/z/composer.json", ""),
                ("packages/z/tests/ZTest.php", ""),
            ],
            "packages/z",
        ),
    ] {
        let repository = Repository::with(files);
        let objection = repository.objection_after_all(&[run]);
        assert!(objection.contains("only a part") && objection.contains(missing), "{run}: {objection}");
    }
}

#[test]
fn a_run_at_the_root_is_of_all_that_its_tool_enters() {
    for (run, files) in [
        (
            "mix test",
            &[("mix.exs", "[apps_path: \"apps\"]"), ("apps/g/mix.exs", ""), ("apps/g/test/g_test.exs", "")][..],
        ),
        (
            "gradle check",
            &[
                ("settings.gradle.kts", "include(\":core\", \":tools:g\")\n"),
                ("core/build.gradle.kts", ""),
                ("core/src/test/java/ATest.java", ""),
                ("tools/g/build.gradle.kts", ""),
                ("tools/g/src/test/java/BTest.java", ""),
            ],
        ),
        (
            "dotnet test",
            &[
                ("App.slnx", r#"<Project Path="tests/T/T.csproj"/>"#),
                ("tests/T/T.csproj", ""),
                ("tests/T/TTests.cs", ""),
                ("src/A/A.csproj", ""),
            ],
        ),
        (
            "pytest",
            &[
                ("pyproject.toml", ""),
                ("tests/test_a.py", ""),
                ("api/pyproject.toml", ""),
                ("api/tests/test_b.py", ""),
            ],
        ),
        (
            "bundle exec rake",
            &[("Gemfile", ""), ("Rakefile", "task default: :spec\n"), ("spec/a_spec.rb", "")],
        ),
        ("prove -lr", &[("cpanfile", ""), ("t/a.t", ""), ("t/sub/b.t", "")]),
    ] {
        let repository = Repository::with(files);
        assert_eq!(repository.objection_after_all(&[run]), "", "{run}");
    }
}

#[test]
fn a_failure_in_one_of_several_projects_is_not_forgotten() {
    let repository = Repository::with(&[
        ("pom.xml", "<modules><module>core</module></modules>"),
        ("core/pom.xml", ""),
        ("core/src/test/java/ATest.java", ""),
        ("tools/pom.xml", ""),
        ("tools/src/test/java/BTest.java", ""),
    ]);
    repository.objection_after_all(&["mvn test", "mvn -f tools/pom.xml test"]);
    repository.tell("PreToolUse", "mvn test", "failed");
    repository.tell("PostToolUseFailure", "mvn test", "failed");
    let objection = repository.objection();
    assert!(objection.contains("fail"), "{objection}");
}

#[test]
fn what_a_task_of_a_table_runs_is_what_counts() {
    let pytest = ("tests/test_a.py", "def test_a(): pass\n");
    for (run, file, table) in [
        ("poe test", "pyproject.toml", "[tool.poe.tasks]\ntest = \"RUN\"\n"),
        ("uv run poe test", "pyproject.toml", "[tool.poe.tasks.test]\ncmd = \"RUN\"\n"),
        ("hatch run test", "pyproject.toml", "[tool.hatch.envs.default.scripts]\ntest = \"RUN {args}\"\n"),
        ("hatch run dev:test", "pyproject.toml", "[tool.hatch.envs.dev.scripts]\ntest = \"RUN\"\n"),
        ("pdm run test", "pyproject.toml", "[tool.pdm.scripts]\ntest = {cmd = \"RUN\"}\n"),
        ("pixi run test", "pixi.toml", "[tasks]\ntest = \"RUN\"\n"),
        ("mise run test", "mise.toml", "[tasks.test]\nrun = [\"RUN\"]\n"),
        ("task test", "Taskfile.yml", "tasks:\n  test:\n    cmds:\n      - RUN\n"),
    ] {
        let with = |command: &str| {
            let table = table.replace("RUN", command);
            let repository = Repository::with(&[("setup.py", ""), pytest, (file, &table)]);
            repository.objection_after_all(&[run])
        };
        assert_eq!(with("pytest"), "", "{run}");
        for idle in ["true", "echo fine", "pytest --collect-only", "pytest tests/none.py", "pytest || true"] {
            assert_ne!(with(idle), "", "{run}: {idle}");
        }
    }
}

#[test]
fn scripts_that_are_run_in_turn_are_what_they_run() {
    let with = |test: &str| {
        let scripts =
            format!(r#"{{"scripts":{{"ci":"run-s lint test","lint":"eslint .","test":"{test}"}}}}"#);
        let repository = Repository::with(&[("package.json", &scripts), ("a.test.ts", "")]);
        repository.objection_after_all(&["npm run ci"])
    };
    assert_eq!(with("vitest run"), "");
    assert_ne!(with("vitest run || true"), "");
    assert_ne!(with("vitest run b.test.ts"), "");
}
