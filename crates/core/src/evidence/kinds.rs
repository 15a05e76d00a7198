//! Kinds of projects: which runner is for which, by which file a project of a kind is known, and which files are its tests.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::rules::gate::kinds::is_test;

/// What a project is made with. A runner of one kind says nothing of the tests of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// JavaScript and TypeScript.
    JavaScript,
    /// Python.
    Python,
    /// Rust.
    Rust,
    /// Go.
    Go,
    /// Java, Kotlin, Scala.
    Jvm,
    /// Ruby.
    Ruby,
    /// PHP.
    Php,
    /// C# and F#.
    DotNet,
    /// Elixir.
    Elixir,
    /// Swift.
    Swift,
    /// Dart.
    Dart,
    /// C and C++.
    Native,
    /// Haskell.
    Haskell,
    /// OCaml.
    OCaml,
    /// Elm.
    Elm,
    /// Erlang.
    Erlang,
    /// Gleam.
    Gleam,
    /// Zig.
    Zig,
    /// Nim.
    Nim,
    /// Crystal.
    Crystal,
    /// Lua.
    Lua,
    /// Perl.
    Perl,
    /// Solidity.
    Solidity,
    /// Terraform.
    Terraform,
    /// Scripts of a shell.
    Shell,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::JavaScript => "JavaScript",
            Self::Python => "Python",
            Self::Rust => "Rust",
            Self::Go => "Go",
            Self::Jvm => "the JVM",
            Self::Ruby => "Ruby",
            Self::Php => "PHP",
            Self::DotNet => ".NET",
            Self::Elixir => "Elixir",
            Self::Swift => "Swift",
            Self::Dart => "Dart",
            Self::Native => "C",
            Self::Haskell => "Haskell",
            Self::OCaml => "OCaml",
            Self::Elm => "Elm",
            Self::Erlang => "Erlang",
            Self::Gleam => "Gleam",
            Self::Zig => "Zig",
            Self::Nim => "Nim",
            Self::Crystal => "Crystal",
            Self::Lua => "Lua",
            Self::Perl => "Perl",
            Self::Solidity => "Solidity",
            Self::Terraform => "Terraform",
            Self::Shell => "the shell",
        })
    }
}

/// What belongs to a kind.
struct Belongs {
    kind: Kind,
    /// Programs that test such projects and no others.
    runners: &'static [&'static str],
    /// Files that such a project has at its top, as globs of one part.
    manifests: &'static [&'static str],
    /// How files of its code end.
    endings: &'static [&'static str],
}

#[rustfmt::skip]
const KINDS: &[Belongs] = &[
    Belongs {
        kind: Kind::JavaScript,
        runners: &[
            "npm", "pnpm", "yarn", "bun", "deno", "node", "tsx", "vitest", "jest", "mocha", "ava", "tap", "jasmine", "playwright",
            "cypress", "karma", "ng", "nx", "hardhat", "c8", "nyc",
        ],
        manifests: &["package.json", "deno.json", "deno.jsonc", "project.json"],
        endings: &["js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts", "vue", "svelte"],
    },
    Belongs {
        kind: Kind::Python,
        runners: &[
            "python", "python3", "pytest", "py.test", "unittest", "nose2", "tox", "nox", "coverage", "manage.py", "django-admin",
            "hatch", "poe", "rye",
        ],
        manifests: &[
            "pyproject.toml", "setup.py", "setup.cfg", "requirements*.txt", "Pipfile", "tox.ini", "pytest.ini", "noxfile.py",
            "manage.py", "environment.y*ml", "uv.lock", "poetry.lock", "pdm.lock", "Pipfile.lock", "requirements*.in",
        ],
        endings: &["py"],
    },
    Belongs { kind: Kind::Rust, runners: &["cargo", "cross"], manifests: &["Cargo.toml"], endings: &["rs"] },
    Belongs { kind: Kind::Go, runners: &["go", "gotestsum"], manifests: &["go.mod"], endings: &["go"] },
    Belongs {
        kind: Kind::Jvm,
        runners: &["mvn", "mvnw", "mvnd", "gradle", "gradlew", "sbt", "lein"],
        manifests: &["pom.xml", "build.gradle", "build.gradle.kts", "build.sbt", "project.clj"],
        endings: &["java", "kt", "scala", "groovy", "clj"],
    },
    Belongs {
        kind: Kind::Ruby,
        runners: &["rspec", "rails", "rake"],
        manifests: &["Gemfile", "*.gemspec", "Rakefile"],
        endings: &["rb"],
    },
    Belongs {
        kind: Kind::Php,
        runners: &["phpunit", "pest", "paratest", "simple-phpunit", "php", "composer"],
        manifests: &["composer.json", "phpunit.xml", "phpunit.xml.dist", "phpunit.dist.xml"],
        endings: &["php"],
    },
    Belongs {
        kind: Kind::DotNet,
        runners: &["dotnet"],
        manifests: &["*.sln", "*.slnx", "*.csproj", "*.fsproj", "*.vbproj"],
        endings: &["cs", "fs", "vb"],
    },
    Belongs { kind: Kind::Elixir, runners: &["mix"], manifests: &["mix.exs"], endings: &["exs"] },
    Belongs { kind: Kind::Swift, runners: &["swift"], manifests: &["Package.swift"], endings: &["swift"] },
    Belongs { kind: Kind::Dart, runners: &["dart", "flutter"], manifests: &["pubspec.yaml"], endings: &["dart"] },
    Belongs {
        kind: Kind::Haskell,
        runners: &["stack", "cabal"],
        manifests: &["*.cabal", "stack.yaml", "cabal.project"],
        endings: &["hs"],
    },
    Belongs { kind: Kind::OCaml, runners: &["dune"], manifests: &["dune-project"], endings: &["ml"] },
    Belongs { kind: Kind::Elm, runners: &["elm-test"], manifests: &["elm.json"], endings: &["elm"] },
    Belongs { kind: Kind::Erlang, runners: &["rebar3"], manifests: &["rebar.config"], endings: &["erl"] },
    Belongs { kind: Kind::Gleam, runners: &["gleam"], manifests: &["gleam.toml"], endings: &["gleam"] },
    Belongs { kind: Kind::Zig, runners: &["zig"], manifests: &["build.zig"], endings: &["zig"] },
    Belongs { kind: Kind::Nim, runners: &["nimble"], manifests: &["*.nimble"], endings: &["nim"] },
    Belongs { kind: Kind::Crystal, runners: &["crystal"], manifests: &["shard.yml"], endings: &["cr"] },
    Belongs { kind: Kind::Lua, runners: &["busted"], manifests: &["*.rockspec", ".busted"], endings: &["lua"] },
    Belongs { kind: Kind::Perl, runners: &["prove"], manifests: &["cpanfile", "Makefile.PL", "Build.PL"], endings: &["t"] },
    Belongs { kind: Kind::Solidity, runners: &["forge"], manifests: &["foundry.toml"], endings: &["sol"] },
    // Its tests lie beside what they test, or below it.
    Belongs {
        kind: Kind::Terraform,
        runners: &["terraform", "tofu"],
        manifests: &[".terraform.lock.hcl"],
        endings: &["hcl"],
    },
    Belongs { kind: Kind::Shell, runners: &["bats", "shellspec"], manifests: &[".shellspec"], endings: &["bats", "sh"] },
    // What belongs to another project is often built with it: its tests are asked for where nothing else is.
    Belongs {
        kind: Kind::Native,
        runners: &["ctest", "cmake", "meson", "ninja"],
        manifests: &["CMakeLists.txt", "meson.build"],
        endings: &[],
    },
];

impl Kind {
    /// The kind of project that a program tests, and no other; `None` for one that may test any: `make`, `bazel`.
    pub fn of_runner(program: &str) -> Option<Self> {
        let name = program.rsplit('/').next().unwrap_or(program);
        KINDS.iter().find(|known| known.runners.contains(&name)).map(|known| known.kind)
    }

    /// The kind of project that has such a file at its top.
    pub(super) fn of_manifest(name: &str) -> Option<Self> {
        let is_one = |known: &&Belongs| known.manifests.iter().any(|glob| fast_glob::glob_match(glob, name));
        KINDS.iter().find(is_one).map(|known| known.kind)
    }

    /// The kind of project that a test, by its path, is one of. Rust has its tests inside of its code.
    pub(super) fn of_test(path: &str) -> Option<Self> {
        let (stem, ending) = path.rsplit('/').next()?.rsplit_once('.')?;
        let kind = KINDS.iter().find(|known| known.endings.contains(&ending))?.kind;
        let is_one = match kind {
            Self::Rust => stem != "build",
            Self::Elixir | Self::Dart => stem.ends_with("_test"),
            Self::Perl => true,
            Self::Solidity => stem.strip_suffix("t").is_some_and(|name| name.ends_with('.')),
            Self::Terraform => stem.ends_with(".tftest"),
            Self::Shell => ending == "bats" || stem.ends_with("_spec"),
            Self::Haskell
            | Self::OCaml
            | Self::Elm
            | Self::Erlang
            | Self::Gleam
            | Self::Zig
            | Self::Nim
            | Self::Crystal
            | Self::Lua => is_among_tests(path, stem),
            Self::JavaScript
            | Self::Python
            | Self::Go
            | Self::Jvm
            | Self::Ruby
            | Self::Php
            | Self::DotNet
            | Self::Swift
            | Self::Native => is_test(path),
        };
        is_one.then_some(kind)
    }
}

/// Whether a file lies among tests, or is called one.
fn is_among_tests(path: &str, stem: &str) -> bool {
    let mut directories = path.split('/').rev().skip(1);
    directories.any(|part| matches!(part, "test" | "tests" | "spec"))
        || ["_test", "_tests", "_spec", "_SUITE", "Spec"].iter().any(|end| stem.ends_with(end))
}

/// Whether a run of this command leaves out the packages below its directory: a module of Go ends where another begins.
pub fn is_of_one_package(command: &str) -> bool {
    // These look for tests in the directories that they have always had, and in no other project.
    #[rustfmt::skip]
    const STAY: &[&str] = &[
        "rspec", "rails", "mocha", "hardhat", "dart", "flutter", "swift", "lein", "gleam", "crystal", "nimble", "zig", "elm-test",
        "busted", "forge", "terraform", "tofu", "shellspec",
    ];
    let program = command.split(' ').next().unwrap_or_default();
    Kind::of_runner(program) == Some(Kind::Go) || STAY.contains(&program)
}

/// The names of files that a package has at its top, where the test of a file has a usual place.
pub(crate) fn manifests() -> impl Iterator<Item = &'static str> {
    // Of the others, nobody knows where the test of a file lies.
    let packages = KINDS.iter().filter(|known| known.kind < Kind::Native);
    packages.flat_map(|known| known.manifests).copied().filter(|name| !name.contains('*'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn go_tests_one_package() {
        assert!(is_of_one_package("go test ./..."));
        assert!(!is_of_one_package("npm test"));
    }

    #[test]
    fn runners_manifests_and_tests_are_of_a_kind() {
        assert_eq!(Kind::of_runner("node_modules/.bin/vitest"), Some(Kind::JavaScript));
        assert_eq!(Kind::of_runner("make"), None);
        assert_eq!(Kind::of_manifest("requirements-dev.txt"), Some(Kind::Python));
        assert_eq!(Kind::of_manifest("Api.csproj"), Some(Kind::DotNet));
        assert_eq!(Kind::of_manifest("README.md"), None);
        for (path, kind) in [
            ("src/a.test.ts", Some(Kind::JavaScript)),
            ("tests/test_a.py", Some(Kind::Python)),
            ("src/lib.rs", Some(Kind::Rust)),
            ("build.rs", None),
            ("a_test.go", Some(Kind::Go)),
            ("test/a_test.exs", Some(Kind::Elixir)),
            ("mix.exs", None),
            ("test/a.bats", Some(Kind::Shell)),
            ("install.sh", None),
            ("t/a.t", Some(Kind::Perl)),
            ("test/A.t.sol", Some(Kind::Solidity)),
            ("src/A.sol", None),
            ("spec/a_spec.lua", Some(Kind::Lua)),
            ("a.tftest.hcl", Some(Kind::Terraform)),
            ("src/a.ts", None),
            ("tests/a.md", None),
        ] {
            assert_eq!(Kind::of_test(path), kind, "{path}");
        }
    }
}
