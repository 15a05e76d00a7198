//! Publishes a package, an image or a release.
//!
//! What: asks before something is made public or taken back: `npm publish`, `cargo publish`, `twine upload`, `gem push`,
//! `docker push`, `gh release create`, `semantic-release`. Free: dry runs, packing, checking, help.
//!
//! Why: a version that was published once is out, and others build on it within minutes.
//!
//! Instead: make the package, show what is in it, and let the person publish it.

use hookward_effects::{Action, Deed};

use super::rehearsal::{Rehearsals, advice};
use crate::rule::{Against, BEFORE, Case, Rule, asks, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/publication",
    category: Category::Security,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("publication.rs"),
    judge,
    examples: &[
        asks("npm publish --access public"),
        asks("pnpm -r publish --no-git-checks"),
        asks("yarn npm publish"),
        asks("cargo publish --allow-dirty"),
        asks("python -m twine upload dist/*"),
        asks("gem push mylib-1.0.gem"),
        asks("docker push ghcr.io/acme/api:latest"),
        asks("gh release create v1.0.0 dist/*"),
        asks("npx semantic-release --no-ci"),
        passes("npm publish --dry-run"),
        passes("cargo publish --dry-run"),
        passes("npm pack --dry-run"),
        passes("twine check dist/*"),
        passes("git commit -m 'ci: npm publish'"),
    ],
};

const SHOWN: Rehearsals = &[
    (&["npm", "npm.cmd", "pnpm", "pnpm.cmd", "yarn", "bun", "lerna", "changeset"], "npm pack --dry-run"),
    (&["semantic-release"], "semantic-release --dry-run"),
    (&["cargo"], "cargo package --list"),
    (&["twine", "poetry", "hatch", "uv", "flit", "pdm"], "twine check dist/*"),
    (&["gem"], "gem build"),
    (&["docker"], "docker image ls"),
    (&["podman"], "podman image ls"),
    (&["gh"], "gh release list"),
    (&["glab"], "glab release list"),
    (&["helm", "helm3"], "helm lint"),
];

fn judge(case: &Case) -> Vec<Finding> {
    let published = case.facts.effects.iter().filter_map(|effect| match &effect.action {
        Action::Deed(Deed::Publish, what) => Some((effect, what)),
        _ => None,
    });
    published
        .map(|(effect, what)| Finding {
            why: format!("it {what}").into(),
            instead: advice(case, effect, "show what it would hold, and let the person publish it", SHOWN),
            ..Rule::objection(RULE.id, Decision::Ask, case, effect)
        })
        .collect()
}
