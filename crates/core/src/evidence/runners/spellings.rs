//! Other spellings of what is known, and those next to them that run less.

use super::{Check, Scope, check};

/// Words as a shell would hand them on: blanks inside of one are written as `_`.
fn of(command: &str) -> Option<(Check, Scope)> {
    let words: Vec<String> = command.split(' ').map(|word| word.replace('_', " ")).collect();
    check(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn another_spelling_is_still_all_of_it() {
    for command in [
        "bin/rails test test:system",
        "bin/rails db:test:prepare test test:system",
        "rails test:all",
        "sbt clean;_test",
        "sbt ;clean;test",
        "sbt +test",
        "sbt clean +test",
        "cargo test --future-incompat-report",
        "cargo test --config net.offline=true",
        "cargo test --config=build.jobs=2",
        "cargo test --config term.color_=_'never'",
        "cargo test -Zunstable-options",
        "cargo test -Z unstable-options",
        "dotnet test --solution App.slnx",
        "dotnet test My_App.sln",
        "dotnet test /p:CollectCoverage=true /p:Configuration=Release",
        "vendor/bin/paratest -p 4",
        "vendor/bin/simple-phpunit",
        "mvn -Pci verify",
        "mvn test -P ci,!slow",
        "python src/manage.py test",
    ] {
        assert_eq!(of(command), Some((Check::Tests, Scope::Whole)), "{command}");
    }
}

#[test]
fn a_spelling_next_to_it_is_a_part() {
    for command in [
        "bin/rails test test/models",
        "rails test test/a_test.rb:12",
        "cargo test --config x.toml",
        "cargo test --config target.x.runner='true'",
        "cargo test --config build.rustc-wrapper='x'",
        "cargo test --config alias.test='check'",
        "cargo test -Z unstable-options --include-unreleased",
        "dotnet test --solution App.slnf",
        "dotnet test --solution App.sln Other.sln",
        "dotnet test --project App.Tests",
        "dotnet test /p:VSTestTestCaseFilter=x",
        "dotnet test /t:Build",
        "vendor/bin/paratest --filter a",
        "vendor/bin/paratest --runner ./x.php",
        "vendor/bin/simple-phpunit install",
        "python src/manage.py test shop",
    ] {
        assert_eq!(of(command), Some((Check::Tests, Scope::Part)), "{command}");
    }
}

#[test]
fn a_spelling_next_to_it_is_nothing() {
    for command in [
        "rails test:system",
        "sbt clean;_testOnly_a",
        "sbt clean;_compile",
        "sbt +testOnly_a",
        "python src/manage.py migrate",
        "python ../manage.py test",
        "python /tmp/manage.py test",
    ] {
        assert!(of(command).is_none_or(|(what, _)| what != Check::Tests), "{command}");
    }
}
