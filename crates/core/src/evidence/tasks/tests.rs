//! Scripts of a package, and whether a run of them is one of its tests.

use hookward_effects::{Call, Kind, Repository, Scene, World, facts};

use super::super::{Check, Doubt, Observed, Outcome, Own, Scope, Status, observe};

mod files;

/// A disk with these files in the directory of the project.
struct Disk(Vec<(String, String)>);

impl Disk {
    fn of(files: &[(&str, &str)]) -> Self {
        Self(files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect())
    }

    /// One with a package whose script `test` is this, with another of the same kind, and one whose script only prints.
    fn with_script(test: &str) -> Self {
        let manifest =
            |test: &str| format!(r#"{{"scripts":{{"test":"{test}","build":"tsc","unit":"vitest run"}}}}"#);
        let (own, idle) = (manifest(test), manifest("echo nothing"));
        Self::of(&[("package.json", &own), ("own/package.json", &own), ("idle/package.json", &idle)])
    }
}

impl World for Disk {
    fn real(&self, _: &str) -> Option<String> {
        None
    }

    fn expand(&self, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn kind(&self, path: &str) -> Kind {
        if self.text(path).is_some() { Kind::File } else { Kind::Nothing }
    }

    fn text(&self, path: &str) -> Option<String> {
        let below = path.strip_prefix("/w/")?;
        self.0.iter().find(|(name, _)| name == below).map(|(_, text)| text.clone())
    }

    fn repository(&self, _: &str) -> Option<Repository> {
        None
    }

    fn is_foreign_repository(&self, _: &str, _: &[String]) -> bool {
        false
    }
}

/// What `npm test` tells of the tests there.
fn tested(script: &str) -> Vec<Observed> {
    let scene = Scene { cwd: "/w", home: None, roots: &[], world: &Disk::with_script(script) };
    let mut seen = observe(&facts(&Call::shell("npm test"), &scene), Status::Succeeded, Own::NONE);
    seen.retain(|seen| seen.what == Check::Tests);
    seen
}

#[test]
fn a_script_is_that_of_the_round_in_which_it_runs() {
    let scene = Scene { cwd: "/w", home: None, roots: &[], world: &Disk::with_script("./check-all") };
    let text = "for p in own idle; do (cd $p && npm test) || exit 1; done";
    let seen = observe(&facts(&Call::shell(text), &scene), Status::Succeeded, Own::NONE);
    let told: Vec<_> = seen.iter().map(|seen| (seen.cwd.as_deref(), seen.outcome.clone())).collect();
    let idle = Err(Doubt::Idle(Check::Tests));
    assert_eq!(told, [(Some("/w/own"), Ok(Outcome::Passed)), (Some("/w/idle"), idle)]);
}

#[test]
fn a_script_that_tests_nothing_is_idle() {
    for script in [
        "tsc --noEmit",
        "eslint .",
        "prettier --check .",
        "vitest --version",
        "vitest list",
        "vitest run --help",
        "jest --listTests",
        "cargo test --no-run",
        "npm audit",
        "npm run build",
        "true",
        "eslint . && tsc",
    ] {
        let found = tested(script);
        let doubt = Err(Doubt::Idle(Check::Tests));
        assert!(found.iter().all(|seen| seen.outcome == doubt), "{script}: {found:?}");
    }
}

#[test]
fn a_script_that_may_test_counts() {
    for script in [
        "vitest",
        "vitest run",
        "jest --passWithNoTests",
        "eslint . && vitest run",
        "npm run unit",
        "npm run build && node scripts/run-tests.js",
        "mocha --exit",
        "react-scripts test",
    ] {
        let found = tested(script);
        let counts = |seen: &Observed| seen.outcome == Ok(Outcome::Passed) && seen.scope == Scope::Whole;
        assert!(found.iter().any(counts), "{script}: {found:?}");
    }
}

/// What a command tells of the tests, in a package whose script runs vitest.
fn told(command: &str) -> Vec<Observed> {
    let scene = Scene { cwd: "/w", home: None, roots: &[], world: &Disk::with_script("vitest run") };
    let mut seen = observe(&facts(&Call::shell(command), &scene), Status::Succeeded, Own::NONE);
    seen.retain(|seen| seen.what == Check::Tests);
    seen
}

#[test]
fn what_is_handed_on_to_a_script_is_heeded() {
    let counts = |seen: &Observed| seen.outcome == Ok(Outcome::Passed) && seen.scope == Scope::Whole;
    for command in [
        "yarn test --shard=1/9",
        "yarn test --version",
        "pnpm test --changed",
        "pnpm run test -- --shard=1/9",
        "bun run test --list",
        "yarn run test -t nothing",
        "npm test -- --shard=1/9",
    ] {
        let found = told(command);
        assert!(!found.iter().any(counts), "{command}: {found:?}");
    }
    for command in
        ["yarn test --coverage", "pnpm test --run", "pnpm test -- --reporter=dot", "bun run test", "npm test"]
    {
        let found = told(command);
        assert!(found.iter().any(counts), "{command}: {found:?}");
    }
}

#[test]
fn what_runs_tests_by_itself_runs_no_script() {
    for command in ["bun test --only", "bun test none", "deno test --no-run", "deno test --filter none"] {
        let found = told(command);
        assert!(found.iter().all(|seen| seen.scope == Scope::Part), "{command}: {found:?}");
    }
}
