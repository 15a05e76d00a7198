//! What a plan is, as a policy says it.

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
