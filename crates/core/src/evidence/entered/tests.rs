//! Runs that name nothing, trees, and the projects that they enter.

use super::super::covered::Files;
use super::super::named::Depth;
use super::entered;

/// The places that a command enters from a directory; everything is `**`.
fn from(at: &str, command: &str, tree: &[(&str, &str)]) -> Vec<String> {
    let names: Vec<String> = tree.iter().map(|(name, _)| (*name).to_owned()).collect();
    let text = |name: &str| Some(tree.iter().find(|(own, _)| *own == name)?.1.to_owned());
    let words: Vec<&str> = command.split(' ').collect();
    let Some(found) = entered(&words, at, &Files { names: &names, text: &text }) else {
        return vec!["**".to_owned()];
    };
    let shown = found.into_iter().map(|own| match (own.depth, own.place.as_str()) {
        (Depth::All, place) if place == at => "**".to_owned(),
        (_, "") => ".".to_owned(),
        (_, place) => place.to_owned(),
    });
    shown.collect()
}

fn of(command: &str, tree: &[(&str, &str)]) -> Vec<String> {
    from("", command, tree)
}

#[test]
fn mix_enters_the_applications_of_an_umbrella_only() {
    let tree = |manifest| {
        [
            ("mix.exs", manifest),
            ("test/a_test.exs", ""),
            ("apps/b/mix.exs", ""),
            ("apps/b/test/b_test.exs", ""),
        ]
    };
    assert_eq!(of("mix test", &tree("project: [app: :a]")), ["."]);
    assert_eq!(of("mix test", &tree("[\n  apps_path: \"apps\",\n]")), ["**"]);
    assert_eq!(of("mix test", &tree("[\n  # apps_path: \"apps\",\n]")), ["."]);
    assert_eq!(of("mix test", &tree("[apps_path: \"others\"]")), ["."]);
}

#[test]
fn gradle_enters_the_projects_that_its_settings_name() {
    let of = |settings: &str| {
        let tree = [
            ("settings.gradle", settings),
            ("build.gradle", ""),
            ("src/test/java/ATest.java", ""),
            ("core/build.gradle", ""),
            ("core/src/test/java/BTest.java", ""),
            ("tools/g/build.gradle", ""),
            ("tools/g/src/test/java/GTest.java", ""),
        ];
        of("./gradlew test", &tree)
    };
    for (settings, expected) in [
        ("rootProject.name = 'a'", &["."][..]),
        ("include 'core'", &[".", "core"]),
        ("include(\":core\", \":tools:g\")", &["**"]),
        ("include(\n  'core',\n  'tools:g',\n)", &["**"]),
        ("include 'core',\n  'tools:g'\n", &["**"]),
        ("include 'core'\n// include 'tools:g'\n", &[".", "core"]),
        ("include 'core' /* include 'tools:g' */", &[".", "core"]),
        // That is another build, whose tests are its own.
        ("include 'core'\nincludeBuild 'tools/g'", &[".", "core"]),
        ("include(':core')\ninclude(':g')\nproject(':g').projectDir = file('tools/g')", &["**"]),
        // What is there on a condition may not be there.
        ("include 'core'\nif (all) {\n  include 'tools:g'\n}", &[".", "core"]),
        ("include 'core'\nif (all) include 'tools:g'", &[".", "core"]),
        ("include 'core'\nif (a) { b() }\ninclude 'tools:g'", &["**"]),
        ("include 'core'\nprintln(\"\"\"\ninclude 'tools:g'\n\"\"\")", &[".", "core"]),
        ("file('.').eachDir { if (it.x) include it.name }", &["**"]),
        // Who computes them may have any.
        ("file('.').eachDir { include it.name }", &["**"]),
        ("include(\"tools:$name\")", &["**"]),
    ] {
        assert_eq!(of(settings), expected, "{settings}");
    }
}

#[test]
fn gradle_enters_what_lies_below_where_it_is_started() {
    let tree = [
        ("settings.gradle.kts", "include(\"core\", \"core:api\", \"web\")"),
        ("build.gradle.kts", ""),
        ("core/build.gradle.kts", ""),
        ("core/src/test/java/BTest.java", ""),
        ("core/api/build.gradle.kts", ""),
        ("core/api/src/test/java/CTest.java", ""),
        ("web/build.gradle.kts", ""),
        ("web/src/test/java/DTest.java", ""),
    ];
    assert_eq!(from("core", "../gradlew test", &tree), ["**"]);
    let computed = [
        ("settings.gradle", "['core'].each { include it }\nincludeBuild 'logic'"),
        ("core/build.gradle", ""),
        ("core/src/test/java/BTest.java", ""),
        ("logic/build.gradle", ""),
        ("logic/src/test/java/CTest.java", ""),
        ("tools/settings.gradle", ""),
        ("tools/build.gradle", ""),
        ("tools/src/test/java/DTest.java", ""),
    ];
    assert_eq!(of("gradle test", &computed), [".", "core"]);
    let apart = [
        ("a/build.gradle", ""),
        ("a/src/test/java/ATest.java", ""),
        ("a/b/build.gradle", ""),
        ("a/b/src/test/java/BTest.java", ""),
    ];
    assert_eq!(from("a", "gradle test", &apart), ["a"]);
}

#[test]
fn maven_enters_the_modules_that_a_manifest_names_and_those_that_these_name() {
    let of = |root: &str, core: &str| {
        let tree = [
            ("pom.xml", root),
            ("core/pom.xml", core),
            ("core/src/test/java/ATest.java", ""),
            ("core/api/pom.xml", ""),
            ("core/api/src/test/java/BTest.java", ""),
        ];
        of("mvn test", &tree)
    };
    let core = "<modules><module>core</module></modules>";
    let api = "<modules>\n <module> api </module></modules>";
    assert_eq!(of(core, api), ["**"]);
    assert_eq!(of(core, ""), [".", "core"]);
    assert_eq!(of(core, "<modules><!-- <module>api</module> --></modules>"), [".", "core"]);
    assert_eq!(of(core, "<profiles><module>api</module></profiles>"), [".", "core"]);
    let profile = "<profiles><profile><activation><activeByDefault>true</activeByDefault></activation><module>api</module></profile></profiles>";
    assert_eq!(of(core, profile), ["**"]);
    assert_eq!(of("<subprojects><subproject>core</subproject></subprojects>", api), ["**"]);
    assert_eq!(of("", ""), ["."]);
    let rule = "<build><plugins><plugin><module>api</module></plugin></plugins></build>";
    assert_eq!(of(core, rule), [".", "core"]);
}

#[test]
fn a_profile_of_maven_brings_its_modules_and_takes_those_that_were_there_by_themselves() {
    let manifest = "<modules><module>core</module></modules><profiles>\
        <profile><id>it</id><modules><module>it</module></modules></profile>\
        <profile><id>usual</id><activation><activeByDefault>true</activeByDefault></activation><module>more</module></profile></profiles>";
    let tree = [
        ("pom.xml", manifest),
        ("core/pom.xml", ""),
        ("core/src/test/java/ATest.java", ""),
        ("it/pom.xml", ""),
        ("it/src/test/java/BTest.java", ""),
        ("more/pom.xml", ""),
        ("more/src/test/java/CTest.java", ""),
    ];
    assert_eq!(of("mvn test", &tree), [".", "core", "more"]);
    assert_eq!(of("mvn -Pit test", &tree), [".", "core", "it"]);
    assert_eq!(of("mvn -P it,usual test", &tree), ["**"]);
    assert_eq!(of("mvn -P !usual test", &tree), [".", "core"]);
    assert_eq!(of("mvn -P it,!usual test", &tree), [".", "core", "it"]);
}

#[test]
fn dotnet_enters_the_projects_of_a_solution() {
    let app = r#"Project("{F}") = "A", "A\A.csproj", "{1}"
Project("{F}") = "T", "A.Tests\A.Tests.csproj", "{2}""#;
    let of = |command: &str, solution: &str| {
        let tree = [
            ("App.sln", solution),
            ("A/A.csproj", ""),
            ("A.Tests/A.Tests.csproj", ""),
            ("A.Tests/ATests.cs", ""),
            ("tools/Tools.slnx", r#"<Solution><Project Path="T/T.csproj" /></Solution>"#),
            ("tools/T/T.csproj", ""),
            ("tools/T/TTests.cs", ""),
        ];
        of(command, &tree)
    };
    assert_eq!(of("dotnet test", app), ["A.Tests"]);
    assert_eq!(of("dotnet test App.sln", app), ["A.Tests"]);
    assert_eq!(of("dotnet test --solution App.sln", app), ["A.Tests"]);
    assert_eq!(of("dotnet test --solution=tools/Tools.slnx", app), ["tools/T"]);
    assert_eq!(of("dotnet test tools/Tools.slnx", app), ["tools/T"]);
    assert_eq!(of("dotnet test", ""), [""; 0]);
    let below = [
        ("App.sln", r#"Project("{F}") = "T", "tests\T\T.csproj", "{2}""#),
        ("tests/T/T.csproj", ""),
        ("tests/T/TTests.cs", ""),
        ("src/A/A.csproj", ""),
    ];
    assert_eq!(super::tests::of("dotnet test", &below), ["**"]);
    let untested = [("App.sln", r#"Project("{F}") = "A", "A\A.csproj", "{2}""#), ("A/A.csproj", "")];
    assert_eq!(super::tests::of("dotnet test", &untested), ["**"]);
    assert_eq!(of("dotnet test --results-directory App.sln tools/Tools.slnx", app), ["tools/T"]);
    let both = format!("{app}\nProject(\"{{F}}\") = \"T\", \"tools/T/T.csproj\", \"{{3}}\"\n");
    assert_eq!(of("dotnet test", &both), ["**"]);
}

#[test]
fn a_runner_enters_another_project_only_where_its_settings_lead() {
    let of_pytest = |file: &str, settings: &str| {
        let tree = [
            (file, settings),
            ("tests/test_a.py", ""),
            ("api/pyproject.toml", ""),
            ("api/tests/test_b.py", ""),
        ];
        of("pytest -q", &tree)
    };
    for (file, settings, expected) in [
        ("pyproject.toml", "[tool.pytest.ini_options]\ntestpaths = ['tests']", &["."][..]),
        ("pyproject.toml", "[tool.pytest.ini_options]\ntestpaths = ['tests', 'api/tests']", &["**"]),
        ("pyproject.toml", "[tool.pytest.ini_options]\ntestpaths = ['tests', '*/tests']", &["**"]),
        ("pyproject.toml", "[tool.pytest.ini_options]\naddopts = '-q'", &["**"]),
        ("pyproject.toml", "[project]", &["**"]),
        ("pytest.ini", "[pytest]\ntestpaths = tests api\n", &["**"]),
        ("pytest.ini", "[pytest]\ntestpaths =\n    tests\n", &["."]),
        ("pytest.ini", "[pytest]\ntestpaths =\n    tests\n    api\naddopts = -q\n", &["**"]),
        ("setup.cfg", "[metadata]\n[tool:pytest]\ntestpaths=tests\n", &["."]),
    ] {
        assert_eq!(of_pytest(file, settings), expected, "{settings}");
    }
    let of_phpunit = |suites: &str| {
        let tree = [
            ("composer.json", ""),
            ("phpunit.xml", suites),
            ("tests/ATest.php", ""),
            ("packages/z/composer.json", ""),
            ("packages/z/tests/ZTest.php", ""),
        ];
        of("vendor/bin/phpunit", &tree)
    };
    let suite =
        |paths: &str| format!("<phpunit><testsuites><testsuite>{paths}</testsuite></testsuites></phpunit>");
    assert_eq!(of_phpunit(&suite("<directory>tests</directory>")), ["."]);
    assert_eq!(
        of_phpunit(&suite("<directory suffix='Test.php'>./tests</directory><directory>packages</directory>")),
        ["**"]
    );
    assert_eq!(of_phpunit(&suite("<directory suffix='Spec.php'>packages</directory>")), ["."]);
}

#[test]
fn rake_enters_a_directory_that_its_file_names() {
    let of = |rakefile: &str| {
        let tree = [
            ("Gemfile", ""),
            ("Rakefile", rakefile),
            ("spec/a_spec.rb", ""),
            ("engines/f/Gemfile", ""),
            ("engines/f/spec/f_spec.rb", ""),
        ];
        of("rake spec", &tree)
    };
    assert_eq!(of("RSpec::Core::RakeTask.new(:spec)"), ["."]);
    assert_eq!(of("require 'engines/core'\n# cd engines\n"), ["."]);
    assert_eq!(of("Dir['engines/*'].each { |engine| sh \"cd #{engine} && rspec\" }"), ["**"]);
}
