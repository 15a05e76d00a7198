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
fn pytest_may_be_told_the_project_from_a_directory_in_it() {
    let files = [("pyproject.toml", ""), ("tests/unit/test_a.py", ""), ("tests/api/test_b.py", "")];
    let said = |run: &str| Repository::with(&files).objection_after_all(&[run]);
    for run in [
        "cd tests && pytest ..",
        "cd tests/unit && python -m pytest -q ../..",
        "cd tests && pytest -q ../tests",
    ] {
        assert_eq!(said(run), "", "{run}");
    }
    for run in ["cd tests/unit && pytest ../api", "cd tests && pytest ../../tests", "cd tests && npx jest .."]
    {
        assert_ne!(said(run), "", "{run}");
    }
    for (run, option) in [("pytest -q --lf", "--lf"), ("coverage run -m pytest -k a", "-k")] {
        let said = said(run);
        assert!(said.contains(&format!("`{option}` may leave some out")), "{said}");
    }
    let node = Repository::with(&[("package.json", "{}"), ("a.test.js", "")]);
    let said = node.objection_after_all(&["node --test --test-name-pattern=a"]);
    assert!(said.contains("`--test-name-pattern=a` may leave some out"), "{said}");
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
        ("poetry poe test", "pyproject.toml", "[tool.poe.tasks]\ntest = \"RUN\"\n"),
        ("hatch env run -e dev test", "pyproject.toml", "[tool.hatch.envs.dev.scripts]\ntest = \"RUN\"\n"),
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
fn what_a_manifest_of_elixir_puts_in_the_place_of_a_task_is_what_counts() {
    let after = |aliases: &str, run: &str| {
        let manifest =
            format!("def project, do: [aliases: aliases()]\ndefp aliases do\n  [{aliases}]\nend\n");
        Repository::with(&[("mix.exs", &manifest), ("test/a_test.exs", "")]).objection_after_all(&[run])
    };
    let usual =
        r#"test: ["ecto.create --quiet", "test"], ci: ["quality", "test"], quality: ["format", "credo"]"#;
    for run in
        ["mix test", "mix ci", "mix do compile + test", "mix do format, test --cover", "mix coveralls.html"]
    {
        assert_eq!(after(usual, run), "", "{run}");
    }
    for run in [
        "mix quality",
        "mix do compile",
        "mix ci --only a",
        "mix do run + test",
        "mix do test --only a, format",
    ] {
        assert_ne!(after(usual, run), "", "{run}");
    }
    for aliases in [
        "test: []",
        r#"test: "format""#,
        r#"test: ["run x.exs", "test"]"#,
        r#"test: ["test --only a"]"#,
        "test: &own/1",
    ] {
        assert_ne!(after(aliases, "mix test"), "", "{aliases}");
        assert_ne!(after(aliases, "mix do compile + test"), "", "{aliases}");
    }
    assert_eq!(after(r#"test: [&own/1, "test"]"#, "mix test"), "");
}

#[test]
fn a_script_of_the_root_is_the_roots_wherever_it_is_asked_for() {
    let with = |root: &str, run: &str| {
        let manifest = format!(r#"{{"scripts":{{"test":"{root}"}},"devDependencies":{{"vitest":"3"}}}}"#);
        let repository = Repository::with(&[
            ("pnpm-workspace.yaml", "packages:\n  - packages/*\n"),
            ("package.json", &manifest),
            (
                "packages/a/package.json",
                r#"{"scripts":{"test":"vitest run"},"devDependencies":{"vitest":"3"}}"#,
            ),
            ("packages/a/a.test.ts", ""),
            (
                "packages/b/package.json",
                r#"{"scripts":{"test":"vitest run"},"devDependencies":{"vitest":"3"}}"#,
            ),
            ("packages/b/b.test.ts", ""),
        ]);
        repository.objection_after_all(&[run])
    };
    for run in
        ["pnpm -w test", "cd packages/a && pnpm -w run test", "cd packages/a && pnpm --workspace-root test"]
    {
        assert_eq!(with("vitest run", run), "", "{run}");
        assert_ne!(with("echo none", run), "", "{run}");
    }
    assert_ne!(with("vitest run", "cd packages/a && pnpm test"), "");
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
