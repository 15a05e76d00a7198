//! What must hold before an agent may stop, as a policy says it.

use serde::{Deserialize, Serialize};

use super::CheckCommand;
use crate::toolchain::Service;

/// What must hold before an agent may stop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stopping {
    /// What must have passed.
    pub checks: Vec<Service>,
    /// How some of it is checked, instead of as the project's files say.
    pub commands: Vec<CheckCommand>,
    /// The least part of the lines that tests must cover, in percent, if the policy says it; 0 for any.
    pub coverage: Option<u32>,
    /// How long all of it may take, in milliseconds.
    pub limit_ms: u64,
}

impl Stopping {
    /// The least part of the lines that tests must cover, in percent.
    pub fn least_covered(&self) -> u32 {
        self.coverage.unwrap_or(LEAST_COVERED)
    }
}

/// What is asked for where a policy says nothing of it, and a report says how much it is.
pub(crate) const LEAST_COVERED: u32 = 80;

impl Default for Stopping {
    fn default() -> Self {
        Self {
            checks: vec![Service::Tests, Service::Lint, Service::Types, Service::Build],
            commands: Vec::new(),
            coverage: None,
            limit_ms: 280_000,
        }
    }
}
