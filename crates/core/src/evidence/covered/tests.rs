//! Runs, trees, and the packages of which they are.

use super::{Covered, Depth, Files, covered};
use crate::evidence::named::named;

/// The places that a command is of, in a tree of files with their texts.
fn of(command: &str, at: &str, tree: &[(&str, &str)]) -> Vec<String> {
    let names: Vec<String> = tree.iter().map(|(name, _)| (*name).to_owned()).collect();
    let text = |name: &str| Some(tree.iter().find(|(own, _)| *own == name)?.1.to_owned());
    let words: Vec<&str> = command.split(' ').collect();
    let (_, meant) = named(&words).unwrap();
    let program = words.iter().find(|word| !word.starts_with("python") && **word != "-m").unwrap();
    let found = covered(&meant, program, at, &Files { names: &names, text: &text });
    let shown = |own: Covered| match (own.place.as_str(), own.depth) {
        (place, Depth::All) => format!("{place}/**"),
        ("", _) => "/".to_owned(),
        (place, _) => place.to_owned(),
    };
    found.into_iter().map(shown).collect()
}

const PACKAGES: &[(&str, &str)] = &[
    ("package.json", r#"{"workspaces":["packages/*"],"scripts":{"test":"x"}}"#),
    ("packages/a/package.json", r#"{"name":"a","scripts":{"test":"vitest run"}}"#),
    ("packages/b/package.json", r#"{"name":"@x/b","scripts":{"test":"vitest run"}}"#),
    ("packages/c/package.json", r#"{"name":"c"}"#),
    ("tools/d/package.json", r#"{"name":"d","scripts":{"test":"vitest run"}}"#),
];

#[test]
fn packages_are_found_by_the_names_that_their_manifests_have() {
    for (command, expected) in [
        ("npm test -w a", &["packages/a"][..]),
        ("npm test -w packages/a -w @x/b", &["packages/a", "packages/b"]),
        ("npm test -w b", &[]),
        ("npm test -w c", &[]),
        ("npm test -w packages", &["packages/a", "packages/b"]),
        ("npm test -w ./packages", &["packages/a", "packages/b"]),
        // Not one of the workspace.
        ("npm test -w d", &[]),
        ("npm test --workspaces", &["packages/a", "packages/b"]),
        ("npm test --workspaces --include-workspace-root", &["packages/a", "packages/b", "/"]),
        ("pnpm --filter a test", &["packages/a"]),
        ("pnpm --filter b test", &["packages/b"]),
        ("pnpm --filter a... test", &["packages/a"]),
        ("pnpm --filter a^... test", &[]),
        ("pnpm --filter [main] test", &[]),
        ("pnpm --filter nothing test", &[]),
        ("pnpm --filter ./packages/** test", &["packages/a", "packages/b"]),
        // A name, which nothing has.
        ("pnpm --filter packages/a test", &[]),
        ("turbo run test --filter=packages/*", &[]),
        ("pnpm --filter !a -r test", &["packages/b"]),
        ("pnpm -r test", &["packages/a", "packages/b"]),
        ("pnpm recursive run test", &["packages/a", "packages/b"]),
        ("pnpm --filter a --fail-if-no-match test", &["packages/a"]),
        ("yarn workspace a test", &["packages/a"]),
        ("yarn workspace b test", &[]),
        ("bun run --filter * test", &["packages/a", "packages/b"]),
        ("turbo run test", &["packages/a", "packages/b"]),
        ("turbo run test --filter=b", &["packages/b"]),
        ("lerna run test --ignore a", &["packages/b"]),
        ("nx test a", &["packages/a"]),
        ("nx run-many -t test", &["packages/a", "packages/b"]),
    ] {
        assert_eq!(of(command, "", PACKAGES), expected, "{command}");
    }
    assert_eq!(of("npm test -w a", "packages/b", PACKAGES), ["packages/a"]);
    assert_eq!(of("npm test -w a", "", &PACKAGES[1..]), [""; 0]);
    let pnpm =
        [("pnpm-workspace.yaml", "packages:\n  # ours\n  - 'tools/*'\ncatalog:\n  - x\n"), PACKAGES[4]];
    assert_eq!(of("pnpm -r test", "", &pnpm), ["tools/d"]);
    let inline = [
        ("pnpm-workspace.yaml", "packages: ['tools/*', \"x/*\"] # ours\n"),
        PACKAGES[0],
        PACKAGES[1],
        PACKAGES[4],
    ];
    assert_eq!(of("pnpm -r test", "", &inline), ["tools/d"], "pnpm goes by its own list");
    assert_eq!(of("npm test --workspaces", "", &inline), ["packages/a"], "and npm by its own");
    let scoped = [
        PACKAGES[0],
        ("packages/a/package.json", r#"{"name":"@x/lib-a","scripts":{"test":"x"}}"#),
        ("packages/b/package.json", r#"{"name":"@x/lib-b","scripts":{"test":"x"}}"#),
    ];
    assert_eq!(of("pnpm --filter lib-* test", "", &scoped), [""; 0], "of several it takes none");
    assert_eq!(of("pnpm --filter lib-a test", "", &scoped), ["packages/a"]);
    let twice =
        [PACKAGES[0], PACKAGES[1], ("packages/z/package.json", r#"{"name":"a","scripts":{"test":"x"}}"#)];
    assert_eq!(of("npm test -w a", "", &twice), [""; 0]);
}

#[test]
fn projects_of_nx_are_found_by_their_own_files() {
    let tree = [
        ("nx.json", "{}"),
        ("libs/a/project.json", r#"{"name":"a","targets":{"test":{"executor":"@nx/jest:jest"}}}"#),
        ("libs/b/project.json", r#"{"targets":{"test":{"executor":"nx:noop"}}}"#),
        (
            "libs/c/project.json",
            r#"{"targets":{"test":{"executor":"@nx/jest:jest","options":{"testFile":"x"}}}}"#,
        ),
    ];
    // A project of Nx need have no other manifest.
    let whole: Vec<_> =
        tree.into_iter().chain([("package.json", "{\"test\":1}"), ("libs/a/src/a.spec.ts", "")]).collect();
    assert_eq!(of("nx test a", "", &whole), ["/**"]);
    assert_eq!(of("nx run-many -t test", "", &whole), ["/**"]);
    let more: Vec<_> = whole.iter().copied().chain([("libs/b/src/b.spec.ts", "")]).collect();
    assert_eq!(of("nx run-many -t test", "", &more), ["libs/a"]);
    let inferred = [
        ("nx.json", r#"{"plugins":[{"plugin":"@nx/vite/plugin","options":{"testTargetName":"test"}}]}"#),
        ("package.json", r#"{"devDependencies":{"vitest":"3"}}"#),
        ("libs/a/project.json", "{}"),
        ("libs/a/vite.config.ts", ""),
        ("libs/a/src/a.spec.ts", ""),
    ];
    assert_eq!(of("nx run-many -t test", "", &inferred), ["/**"]);
    assert_eq!(of("nx run-many -t test:ci", "", &inferred), [""; 0]);
    let named = [("nx.json", "{}"), inferred[1], inferred[2], inferred[3], inferred[4]];
    assert_eq!(of("nx test a", "", &named), [""; 0]);
    assert_eq!(of("nx run-many -t test", "", &tree), [""; 0]);
}

const TEST: &str = "#[test]\nfn a() {}\n";

#[test]
fn crates_are_found_by_their_names() {
    let tree = [
        ("Cargo.toml", "[workspace]\nmembers = ['crates/*']\nexclude = ['crates/out']\n"),
        (
            "crates/a/Cargo.toml",
            "[package]\nname = 'core-a'\n[dependencies]\nnear = { path = '../../near' }\n",
        ),
        ("crates/a/src/lib.rs", TEST),
        ("crates/b/Cargo.toml", "[package]\nname = 'core-b'\n"),
        ("crates/b/src/lib.rs", TEST),
        ("near/Cargo.toml", "[package]\nname = 'near'\n"),
        ("near/src/lib.rs", TEST),
        ("tools/Cargo.toml", "[package]\nname = 'tools'\n[workspace]\n"),
        ("tools/src/lib.rs", TEST),
        ("crates/out/Cargo.toml", "[package]\nname = 'out'\n"),
        ("crates/out/src/lib.rs", TEST),
    ];
    for (command, at, expected) in [
        // What is left out of it speaks for itself alone.
        ("cargo test --workspace", "crates/out", &["crates/out/**"][..]),
        ("cargo test -p core-a", "", &["crates/a"]),
        ("cargo nextest run -p core-a -p core-b", "", &["crates/a", "crates/b"]),
        ("cargo test -p core-*", "crates/b", &["crates/b/**", "crates/a"]),
        ("cargo test --workspace --exclude core-a", "", &["crates/b", "near"]),
        ("cargo test -p a", "", &[]),
        ("cargo test -p tools", "", &[]),
        // A crate with a workspace of its own is none of this one.
        ("cargo test --workspace", "", &["crates/a", "crates/b", "near"]),
        ("cargo test", "", &["crates/a", "crates/b", "near"]),
        ("cargo test", "tools", &["tools/**"]),
        ("cargo test", "crates/a/src", &["crates/a"]),
    ] {
        assert_eq!(of(command, at, &tree), expected, "{command} in {at}");
    }
    assert_eq!(of("cargo test --workspace", "", &tree[..7]), ["/**"]);
    let package = [
        ("Cargo.toml", "[package]\nname = 'own'\n[workspace]\nmembers = ['a']\n"),
        ("src/lib.rs", TEST),
        ("a/Cargo.toml", "[package]\nname = 'a'\n"),
        ("a/src/lib.rs", TEST),
    ];
    assert_eq!(of("cargo test", "", &package), ["/"]);
    assert_eq!(of("cargo test --workspace", "", &package), ["/**"]);
    let usual = [(
        "Cargo.toml",
        "[package]\nname = 'own'\n[workspace]\ndefault-members = ['.', 'a']\nmembers = ['a']\n",
    )];
    let usual: Vec<_> = usual.into_iter().chain(package.into_iter().skip(1)).collect();
    assert_eq!(of("cargo test", "", &usual), ["/**"]);
    assert_eq!(of("cargo test", "", &[("Cargo.toml", "")]), ["/**"]);
}

#[test]
fn a_directory_is_enough_for_a_project_all_of_whose_tests_lie_there() {
    let python = [
        ("pyproject.toml", ""),
        ("tests/test_a.py", ""),
        ("tests/deep/test_b.py", ""),
        ("packages/p/pyproject.toml", ""),
        ("packages/p/tests/test_p.py", ""),
        ("packages/q/pyproject.toml", ""),
        ("packages/q/test_q.py", ""),
    ];
    for (command, expected) in [
        ("pytest tests", &["/"][..]),
        ("pytest tests/deep", &[]),
        ("pytest packages/p packages/q", &["packages/p", "packages/q"]),
        ("pytest packages", &["packages/p", "packages/q"]),
        ("pytest none", &[]),
        ("pytest ../tests", &[]),
        ("python -m unittest discover -s tests", &[]),
    ] {
        assert_eq!(of(command, "", &python), expected, "{command}");
    }
    let elsewhere: Vec<_> = python.into_iter().chain([("src/test_c.py", "")]).collect();
    assert_eq!(of("pytest tests", "", &elsewhere), [""; 0]);
    assert_eq!(of("pytest tests src", "", &elsewhere), ["/"]);
    assert_eq!(of("pytest tests src packages", "", &elsewhere), ["/**"]);
    let package: Vec<_> = python.into_iter().chain([("tests/deep/__init__.py", "")]).collect();
    assert_eq!(of("python -m unittest discover -s tests", "", &package), ["/"]);
    let go = [("go.mod", ""), ("pkg/a_test.go", ""), ("pkg/tools/go.mod", ""), ("pkg/tools/b_test.go", "")];
    assert_eq!(of("go test ./pkg/...", "", &go), ["/"]);
    assert_eq!(of("go test ./pkg", "", &go), ["/"]);
    assert_eq!(of("go test ./pkg/tools/...", "", &go), ["pkg/tools"]);
    assert_eq!(of("go test", "", &go), [""; 0], "the package at the root has no tests");
    assert_eq!(of("go test", "pkg/tools", &go), ["pkg/tools/**"]);
    assert_eq!(of("go test ../...", "pkg", &go), ["/"]);
    assert_eq!(of("go test ../../pkg/...", "pkg/x", &go), ["/"]);
    assert_eq!(of("go test ../../...", "pkg", &go), [""; 0], "that is above the work tree");
    assert_eq!(of("go test ../...", "pkg/x", &[go.as_slice(), &[("b_test.go", "")]].concat()), [""; 0]);
    assert_eq!(of("go test -v", "", &[("go.mod", ""), ("a_test.go", ""), ("cmd/x/main.go", "")]), ["/**"]);
    assert_eq!(of("go test", "", &[("go.mod", ""), ("a_test.go", ""), ("pkg/b_test.go", "")]), [""; 0]);
    let mocha = [
        ("package.json", r#"{"scripts":{"test":"mocha"}}"#),
        ("spec/a.test.js", ""),
        ("spec/b/b.test.js", ""),
    ];
    assert_eq!(of("mocha spec", "", &mocha), [""; 0]);
    assert_eq!(of("mocha --recursive spec", "", &mocha), ["/**"]);
    assert_eq!(of("mocha spec/**/*.test.js", "", &mocha), ["/**"]);
}

#[test]
fn a_runner_that_looks_into_one_directory_finds_no_test_further_down() {
    let mocha = |settings: &'static str, file: &'static str| {
        [
            ("package.json", r#"{"scripts":{"test":"mocha --recursive"}}"#),
            (".mocharc.yml", settings),
            ("test/a.js", ""),
            (file, ""),
        ]
    };
    assert_eq!(of("mocha", "", &mocha("", "test/unit/b.js")), [""; 0]);
    assert_eq!(of("mocha", "", &mocha("", "src/b.test.js")), [""; 0]);
    assert_eq!(of("mocha", "", &mocha("", "test/b.js")), ["/**"]);
    assert_eq!(of("mocha", "", &mocha("", "test/helpers/b.js")), ["/**"]);
    assert_eq!(of("mocha", "", &mocha("", "test/helpers/b.test.js")), [""; 0]);
    assert_eq!(of("mocha", "", &mocha("recursive: true", "test/unit/b.js")), ["/**"]);
    for settings in ["reporter: spec", r#"{"reporter":"spec"}"#, "recursive: false", "# recursive: true"] {
        assert_eq!(of("mocha", "", &mocha(settings, "test/unit/b.js")), [""; 0], "{settings}");
    }
    assert_eq!(of("mocha", "", &mocha("spec: src/**/*.test.js", "src/b.test.js")), ["/**"]);
    assert_eq!(of("mocha --recursive", "", &mocha("", "test/unit/b.js")), ["/**"]);
    let prove = [("cpanfile", ""), ("t/a.t", ""), ("t/sub/b.t", ""), (".proverc", "")];
    assert_eq!(of("prove -l", "", &prove), [""; 0]);
    assert_eq!(of("prove -lr", "", &prove), ["/**"]);
    let authors: Vec<_> = prove.into_iter().chain([("xt/pod.t", "")]).collect();
    assert_eq!(of("prove -lr", "", &authors), ["/**"]);
    assert_eq!(of("prove", "", &[prove[0], prove[1], prove[2], (".proverc", "-l -r\n")]), ["/**"]);
}

#[test]
fn a_file_is_enough_for_a_project_that_has_no_other_test() {
    let tree =
        [("pyproject.toml", ""), ("tests/__init__.py", ""), ("tests/data.py", ""), ("tests/test_a.py", "")];
    assert_eq!(of("pytest tests/test_a.py", "", &tree), ["/**"]);
    let more: Vec<_> = tree.into_iter().chain([("tests/test_b.py", "")]).collect();
    assert_eq!(of("pytest tests/test_a.py", "", &more), [""; 0]);
    assert_eq!(of("pytest tests/test_a.py tests/test_b.py", "", &more), ["/**"]);
}

#[test]
fn a_glob_is_of_the_files_that_fit_and_of_what_lies_in_directories_that_fit() {
    let mocha = [
        ("package.json", r#"{"scripts":{"test":"mocha"}}"#),
        ("test/a.test.js", ""),
        ("test/helpers.js", ""),
    ];
    assert_eq!(of("mocha test/*.test.js", "", &mocha), ["/**"]);
    let deep: Vec<_> = mocha.into_iter().chain([("test/unit/b.test.js", "")]).collect();
    assert_eq!(of("mocha test/*.test.js", "", &deep), [""; 0]);
    let python =
        [("a/pyproject.toml", ""), ("a/tests/test_a.py", ""), ("b/pyproject.toml", ""), ("b/test_b.py", "")];
    assert_eq!(of("pytest */tests", "", &python), ["a"]);
    assert_eq!(of("pytest *", "", &python), ["/**"]);
}

#[test]
fn settings_of_a_directory_are_of_the_tests_that_they_name() {
    let suite =
        |path| format!("<testsuites><testsuite><directory>{path}</directory></testsuite></testsuites>");
    let (own, other) = (suite("tests"), suite("../b/tests"));
    let tree = [
        ("phpunit.xml", ""),
        ("packages/a/composer.json", ""),
        ("packages/a/phpunit.xml", own.as_str()),
        ("packages/a/phpunit.xml.dist", ""),
        ("packages/a/tests/ATest.php", ""),
        ("packages/b/composer.json", ""),
        ("packages/b/phpunit.xml.dist", other.as_str()),
        ("packages/b/tests/BTest.php", ""),
        ("packages/c/tests/CTest.php", ""),
    ];
    assert_eq!(of("phpunit -c packages/a", "", &tree), ["packages/a"]);
    assert_eq!(of("phpunit -c ./packages/a/phpunit.xml", "", &tree), ["packages/a"]);
    assert_eq!(of("phpunit -c packages/a/phpunit.xml.dist", "", &tree), [""; 0]);
    assert_eq!(of("phpunit -c packages/c", "", &tree), [""; 0]);
    assert_eq!(of("paratest -c packages/b", "", &tree), ["packages/b"]);
}

#[test]
fn labels_of_django_are_directories_of_packages() {
    let tree = [
        ("src/manage.py", ""),
        ("src/shop/__init__.py", ""),
        ("src/shop/tests.py", "def test"),
        ("src/users/__init__.py", ""),
        ("src/users/tests/test_a.py", "def test"),
    ];
    assert_eq!(of("python manage.py test shop", "src", &tree), [""; 0]);
    assert_eq!(of("python src/manage.py test src", "", &tree), [""; 0]);
    let whole: Vec<_> = tree.into_iter().chain([("src/users/tests/__init__.py", "")]).collect();
    assert_eq!(of("python manage.py test shop users", "src", &whole), ["src/**"]);
    assert_eq!(of("python src/manage.py test src", "", &whole), ["/**"]);
    // It looks where it is started, into packages only.
    assert_eq!(of("python src/manage.py test", "", &whole), [""; 0]);
    let package: Vec<_> = whole.into_iter().chain([("src/__init__.py", "")]).collect();
    assert_eq!(of("python src/manage.py test", "", &package), ["/**"]);
}

#[test]
fn packages_of_go_are_found_by_their_whole_names() {
    let go = [("go.mod", "module example.com/shop\n"), ("a/a_test.go", ""), ("b/b_test.go", "")];
    assert_eq!(of("go test example.com/shop/...", "", &go), ["/**"]);
    assert_eq!(of("go test example.com/shop/a", "", &go), [""; 0]);
    assert_eq!(of("go test example.com/other/...", "", &go), [""; 0]);
    assert_eq!(of("go test a/...", "", &go), [""; 0]);
    let work = [
        ("go.work", "go 1.22\n\nuse (\n\t./a // first\n\t./b\n)\n"),
        ("a/go.mod", "module example.com/x/a\n"),
        ("a/a_test.go", ""),
        ("b/go.mod", "module example.com/x/b\n"),
        ("b/c/b_test.go", ""),
    ];
    assert_eq!(of("go test example.com/x/a/... example.com/x/b/...", "", &work), ["/**"]);
    assert_eq!(of("go test example.com/x/a/...", "", &work), ["a"]);
    assert_eq!(of("go test example.com/x/a/... example.com/x/b", "", &work), ["a"]);
    let mut none = work;
    none[0].1 = "use ./a\n";
    assert_eq!(of("go test example.com/x/a/... example.com/x/b/...", "", &none), ["a"]);
}

#[test]
fn projects_of_the_jvm_and_of_net_are_where_their_files_lie() {
    let gradle = [
        ("settings.gradle", ""),
        ("core/build.gradle", ""),
        ("core/src/test/java/ATest.java", ""),
        ("core/sub/build.gradle", ""),
        ("core/sub/src/test/java/BTest.java", ""),
    ];
    assert_eq!(of("gradlew :core:test", "", &gradle), ["core"]);
    assert_eq!(of("gradlew :core:test :core:sub:test", "", &gradle), ["/**"]);
    let moved = |settings: &'static str| [("settings.gradle", settings), gradle[1], gradle[2]];
    assert_eq!(of("gradlew :core:test", "", &moved("project(':core').projectDir = file('x')")), [""; 0]);
    assert_eq!(
        of("gradlew :a:test", "", &moved("project(':a').projectDir = file(\"$rootDir/core\")")),
        ["/**"]
    );
    assert_eq!(of("gradlew :core:test", "", &moved("p.projectDir = x")), [""; 0]);
    // From a project of the build, a colon stands for its root.
    assert_eq!(of("../gradlew sub:test", "core", &gradle), ["core/sub"]);
    assert_eq!(of("../gradlew :core:sub:test", "core", &gradle), ["core/sub"]);
    assert_eq!(of("../gradlew :sub:test", "core", &gradle), [""; 0]);
    assert_eq!(of("../gradlew :test", "core", &gradle), [""; 0]);
    let alone = |settings| {
        [
            ("settings.gradle", settings),
            ("build.gradle", ""),
            ("src/test/java/ATest.java", ""),
            ("core/src/test/java/BTest.java", ""),
        ]
    };
    assert_eq!(of("gradlew :test", "", &alone("rootProject.name = 'a'")), ["/**"]);
    // Its build may need no file of its own.
    assert_eq!(of("gradlew :test", "", &alone("include 'core'")), [""; 0]);
    let maven = [
        ("pom.xml", "<artifactId>all</artifactId>"),
        ("core/pom.xml", "<parent><artifactId>all</artifactId></parent><artifactId>own</artifactId>"),
        ("core/src/test/java/ATest.java", ""),
    ];
    assert_eq!(of("mvn -pl core test", "", &maven), ["/**"]);
    assert_eq!(of("mvn -pl :own test", "", &maven), ["/**"]);
    assert_eq!(of("mvn -pl :core test", "", &maven), [""; 0]);
    let solution = [
        ("src/App.slnx", r#"<Project Path="App.Check/App.Check.csproj"/>"#),
        ("src/App.Check/App.Check.csproj", ""),
        ("src/App.Check/ATests.cs", ""),
    ];
    assert_eq!(of("dotnet test src", "", &solution), ["/**"]);
    let net = [
        ("App.sln", ""),
        ("tests/A/A.csproj", ""),
        ("tests/A/ATests.cs", ""),
        ("src/B/B.csproj", ""),
        ("src/B/BTests.cs", ""),
    ];
    assert_eq!(of("dotnet test tests/A/A.csproj", "", &net), ["tests/A"]);
    let beside = [
        ("App.sln", r#"Project("{F}") = "T", "T\T.csproj", "{2}""#),
        ("App.csproj", ""),
        ("T/T.csproj", "xunit"),
    ];
    assert_eq!(of("dotnet test App.csproj", "", &beside), [""; 0]);
    assert_eq!(of("dotnet test T", "", &beside), ["/**"]);
    assert_eq!(of("dotnet test src/B", "", &net), ["src/B"]);
}
