//! Shows a secret in a tool's output.
//!
//! What: masks a recognisable key or token (of GitHub, AWS, `OpenAI`, Stripe, Slack …, or a private key) in what a tool
//! has given back, before the model sees it; where the host cannot do that, the model is told. Free: examples that are
//! marked as such, placeholders, public keys, files among tests that are read or edited, and whatever only looks random,
//! such as hashes.
//!
//! Why: what a model has seen is in its conversation, on its provider's machines, and soon in what it writes.
//!
//! Instead: name the variable or the file that holds it; the program reads it there when it runs.

use hookward_effects::{Action, Call, Scene, Standing, facts};

use crate::output::Output;
use crate::rule::{AFTER, Against, Case, Example, Rule, Sample};
use crate::secrets::is_test_name;
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/secret-output",
    category: Category::Security,
    on: AFTER,
    against: Against::Manner,
    source: include_str!("secret_output.rs"),
    judge,
    examples: &[
        masks(Sample::Prints("gh auth token", "gho_0123456789abcdefghij0123456789abcdef")),
        masks(Sample::Prints(
            "cat deploy/id",
            "-----BEGIN PRIVATE KEY-----\nMIIEowIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF8PbnGy0AHB7MvXk\n-----END PRIVATE KEY-----",
        )),
        masks(Sample::Shows("src/config.ts", "const key = \"AKIAQ3EGRTZ7KLMNOP42\";")),
        shows(Sample::Shows("tests/fixtures/token.txt", "ghp_0123456789abcdefghij0123456789abcdef")),
        shows(Sample::Prints("cat tests/fixtures/token.txt", "ghp_0123456789abcdefghij0123456789abcdef")),
        masks(Sample::Prints(
            "cat tests/fixtures/token.txt deploy/id",
            "ghp_0123456789abcdefghij0123456789abcdef",
        )),
        shows(Sample::Shows("README.md", "export GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxx")),
        shows(Sample::Prints("git log -1", "commit 3f786850e387550fdab836ed7e6dc881de23001b")),
        shows(Sample::Prints(
            "grep integrity package-lock.json",
            "\"integrity\": \"sha512-9NdGZQzLxGwhAEXEQ0xEq2h1hLQGlEvz2hSLWVfW0P6pWGJqnBkPBkQ4nX1vVY8Q9kC0wJ3gX5a8U7bC2vQ1Ag==\"",
        )),
        shows(Sample::Prints(
            "npm run env",
            "npm_package_devDependencies_babel_preset_es2015_loose_1=^7.0.0",
        )),
    ],
};

const fn masks(call: Sample) -> Example {
    Example { call, decision: Decision::Advise }
}

const fn shows(call: Sample) -> Example {
    Example { call, decision: Decision::Silent }
}

fn judge(case: &Case) -> Vec<Finding> {
    let moment = &case.event.moment;
    let masked = moment.output().and_then(Output::masked).filter(|_| !is_for_tests(case, moment.call()));
    let Some((output, kind)) = masked else { return Vec::new() };
    vec![Finding {
        why: "what a model has seen is in its conversation, and soon in what it writes".into(),
        instead: "do not repeat it anywhere; tell the person that it was shown, so that they can replace it"
            .into(),
        // Never the secret itself: this is said and recorded.
        matched: kind.to_owned(),
        output: Some(output),
        ..Rule::finding(RULE.id, Decision::Advise, case, None)
    }]
}

/// Tests hold what looks like a secret, and whoever edits them has to see it.
fn is_for_tests(case: &Case, call: Option<&Call>) -> bool {
    match call {
        Some(Call::Read { path } | Call::Write { path, .. } | Call::Edit { path, .. }) => {
            lies_among_tests(case, path)
        }
        // What it was is worked out only here, where there is something to mask.
        Some(call @ Call::Shell { .. }) => {
            let scene = Scene {
                cwd: &case.event.cwd,
                home: case.ground.home.as_deref(),
                roots: &case.ground.roots,
                world: case.world,
            };
            let facts = facts(call, &scene);
            let mut reads = facts.effects.iter().filter_map(|effect| match &effect.action {
                Action::Read(place) => Some(place),
                _ => None,
            });
            let only_reads = facts.commands.iter().all(|command| command.standing == Standing::ReadOnly);
            let mut is_read = false;
            let among_tests = reads.all(|place| {
                is_read = true;
                !place.open
                    && !place.spots.is_empty()
                    && place.spots.iter().all(|spot| lies_among_tests(case, &spot.path))
            });
            only_reads && is_read && among_tests
        }
        Some(_) | None => false,
    }
}

fn lies_among_tests(case: &Case, path: &str) -> bool {
    let below = case.ground.roots.iter().find_map(|root| path.strip_prefix(root.as_str())?.strip_prefix('/'));
    let below = below.or(Some(path).filter(|path| !path.starts_with(['/', '~'])));
    below.is_some_and(|below| below.split('/').any(is_test_name))
}
