//! What a plan is, as a policy says it.

use fast_glob::glob_match;
use serde::{Deserialize, Serialize};

/// Which plans need a person's word before they are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Confirm {
    /// None of them.
    #[default]
    Nothing,
    /// One that is new.
    New,
}

/// Where plans lie, and what is wanted of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plans {
    /// The files, as globs below the workspace's root.
    pub files: Vec<String>,
    /// An older one is not active any more, in milliseconds.
    pub max_age_ms: Option<u64>,
    /// The headings that a plan must have.
    pub sections: Vec<String>,
    /// Whether somebody must have approved it.
    pub reviewed: bool,
    /// Which plans need a person's word.
    pub confirm: Confirm,
    /// A new file of fewer lines needs no plan.
    pub small: usize,
    /// The role that carries a plan out.
    pub executor: String,
}

impl Default for Plans {
    fn default() -> Self {
        Self {
            files: ["plan.md", "PLAN.md", "docs/plan*.md", "docs/plans/*.md", ".claude/plans/*"]
                .map(str::to_owned)
                .to_vec(),
            max_age_ms: None,
            sections: Vec::new(),
            reviewed: false,
            confirm: Confirm::Nothing,
            small: 20,
            executor: "executor".to_owned(),
        }
    }
}

impl Plans {
    /// Whether a file is a plan, by its path below the root. What only tells of a directory of plans is none, unless it is
    /// named as one.
    pub fn names(&self, below: &str) -> bool {
        let name = below.rsplit('/').next().unwrap_or(below);
        let stem = name.split('.').next().unwrap_or(name);
        let tells = stem.eq_ignore_ascii_case("readme");
        let is_by_name = |glob: &str| glob.rsplit('/').next() == Some(name);
        self.files.iter().any(|glob| glob_match(glob, below) && (!tells || is_by_name(glob)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tells_of_a_directory_of_plans_is_no_plan_unless_it_is_named() {
        let usual = Plans::default();
        for (path, is_plan) in [
            ("docs/plans/cart.md", true),
            ("docs/plans/README.md", false),
            (".claude/plans/readme", false),
            ("docs/plans/readme-of-carts.md", true),
            ("plan.md", true),
            ("docs/notes.md", false),
        ] {
            assert_eq!(usual.names(path), is_plan, "{path}");
        }
        let own = Plans { files: vec!["docs/plans/README.md".into()], ..Plans::default() };
        assert!(own.names("docs/plans/README.md"));
    }
}
