//! Commands, what they name, and what is left of them.

use super::{Named, named};

/// What is left, and what is named.
fn of(command: &str) -> String {
    let Some((left, named)) = named(&command.split(' ').collect::<Vec<_>>()) else { return String::new() };
    let paths = |paths: Vec<super::Path>| {
        paths.into_iter().map(|path| format!("{} {:?}", path.path, path.depth)).collect::<Vec<_>>().join(", ")
    };
    let named = match named {
        Named::Scripts(own) => format!("{} in {} {:?}", own.run, own.of.join(", "), own.root),
        Named::Crates { of, but } => format!("{} but {}", of.join(", "), but.join(", ")),
        Named::Paths(own) | Named::Products(own) | Named::Modules(own) => paths(own),
        Named::Artefacts(own) | Named::Projects(own) => own.join(", "),
        Named::Settled(directory, file) => format!("{directory} {}", file.unwrap_or_default()),
        Named::ByPolicy => String::new(),
    };
    format!("{} | {named}", left.join(" "))
}

#[test]
fn packages_and_directories_are_named_and_the_rest_is_a_run_of_everything() {
    for (command, expected) in [
        ("npm test -w a -w packages/b", "npm test | npm test in a, packages/b Out"),
        ("npm run test --workspace=a -- --ci", "npm run test -- --ci | npm run test -- --ci in a Out"),
        ("npm test --workspaces --if-present", "npm test | npm test in  Out"),
        ("npm test -ws --include-workspace-root", "npm test | npm test in  In"),
        ("pnpm --filter a test", "pnpm test | pnpm test in a Out"),
        ("pnpm -r --parallel run test", "pnpm run test | pnpm run test in  Out"),
        ("pnpm test --filter a", ""),
        ("yarn workspace a test", "yarn test | yarn test in a Out"),
        ("yarn workspaces run test", "yarn run test | yarn run test in  Out"),
        ("yarn workspaces foreach -pA run test", "yarn run test | yarn run test in  In"),
        ("yarn workspaces foreach -A --exclude x run test", "yarn run test | yarn run test in !x In"),
        ("yarn workspaces foreach --since run test", ""),
        ("bun --filter * test", "bun run test | bun run test in * Out"),
        ("turbo run test --filter=a", "turbo run test | npm run test in a Out"),
        ("turbo run lint test", "turbo run lint test | npm run test in  Out"),
        ("nx test a", "nx run-many -t test | npm run test in a Out"),
        ("nx run a:test --skip-nx-cache", "nx run-many -t test --skip-nx-cache | npm run test in a Out"),
        ("nx run-many -t test -p a,b", "nx run-many -t test | npm run test in a, b Out"),
        ("nx run-many -t test --exclude=a", "nx run-many -t test | npm run test in *, !a Out"),
        ("nx affected -t test", ""),
        ("lerna run test --scope a", "lerna run test | npm run test in a Out"),
        ("cargo test -p a --package=b", "cargo test | a, b but "),
        ("cargo test -pa -p=b -- -px", "cargo test -- -px | a, b but "),
        ("cargo test --lib --bins --tests", "cargo test --tests |  but "),
        ("cargo test --lib", "cargo test --lib |  but "),
        ("cargo test -p a@0.1.0", "cargo test | a but "),
        ("cargo test --workspace --exclude x", "cargo test --workspace | * but x"),
        ("cargo test -- -p a", "cargo test -- -p a |  but "),
        ("go test -race ./a/... ./b", "go test -race ./... | ./a All, ./b One"),
        ("go test ./...", ""),
        ("go test -race", "go test -race ./... | . One"),
        ("go test -run A", "go test -run A ./... | . One"),
        ("go build", ""),
        ("go vet", ""),
        ("gotestsum", ""),
        ("gotestsum -- -race", "gotestsum -- -race ./... | . One"),
        ("go test -coverpkg ex.com/p/... ./a", "go test -coverpkg ex.com/p/... ./... | ./a One"),
        ("go test ex.com/p/...", "go test ./... | ex.com/p All"),
        ("go test shop/a/... shop/b", "go test shop/b ./... | shop/a All"),
        ("mocha", "mocha | test One"),
        ("prove -vr", "prove -vr | t All"),
        ("gradlew :core:test web:check", "gradlew test check | :core All, web All"),
        ("gradlew :core:test test", ""),
        ("gradlew :test", "gradlew test |  One"),
        ("mvn -pl core,web -am test", "mvn test | core All, web All"),
        ("mvn -pl :core test", "mvn test | core"),
        ("mvn -pl !core test", ""),
        ("dotnet test tests/A/A.csproj -c Release", "dotnet test -c Release | tests/A/A.csproj One"),
        ("dotnet test --project tests/A -c Release", "dotnet test -c Release | tests/A All"),
        ("dotnet test --project tests/A tests/B", "dotnet test tests/B | tests/A All"),
        ("dotnet test --project A.sln", ""),
        ("dotnet test --solution A.sln", ""),
        ("phpunit -c packages/a", "phpunit | packages/a "),
        ("phpunit --configuration=packages/a/phpunit.xml.dist", "phpunit | packages/a phpunit.xml.dist"),
        ("phpunit -c packages/a/smoke.xml", ""),
        ("phpunit -c ../a", ""),
        ("phpunit -c phpunit.xml", ""),
        ("phpunit -c packages/a tests", "phpunit -c packages/a | tests All"),
        ("python manage.py test shop users", "python manage.py test | shop Packages, users Packages"),
        ("./manage.py test", ""),
        ("python src/manage.py test", "python src/manage.py test | . Packages"),
        ("python src/manage.py test src -v 2", "python src/manage.py test -v 2 | src Packages"),
        ("python src/manage.py migrate", ""),
        ("rails test test:system", ""),
        ("rails test test/models", "rails test | test/models All"),
        ("pytest -q tests ./more/", "pytest -q | tests All, more All"),
        ("pytest tests/test_a.py::one", ""),
        ("python -m pytest tests", "python -m pytest | tests All"),
        ("coverage run -m pytest tests", "coverage run -m pytest | tests All"),
        ("unittest", "unittest | . Packages"),
        ("unittest discover -s tests -v", "unittest discover -v | tests Packages"),
        ("unittest discover tests one*.py", "unittest discover one*.py | tests Packages"),
        ("unittest tests.one", "unittest tests.one | . Packages"),
        ("mocha spec", "mocha | spec One"),
        ("mocha --recursive spec", "mocha --recursive | spec All"),
        ("vitest run packages/a", "vitest run | packages/a All"),
        ("vitest run --project a --project=b", "vitest run | a, b"),
        ("npm test", ""),
    ] {
        assert_eq!(of(command), expected, "{command}");
    }
}
