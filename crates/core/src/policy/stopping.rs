//! What must hold before an agent may stop, as a policy says it.

use serde::{Deserialize, Serialize};

use super::{Origin, TrustItem};
use crate::toolchain::Service;

/// What must hold before an agent may stop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stopping {
    /// What must have passed.
    pub checks: Vec<Service>,
    /// How some of it is checked, instead of as the project's files say.
    pub commands: Vec<StopCommand>,
    /// The least part of the lines that tests must cover, in percent; 0 for any.
    pub coverage: u32,
    /// How long all of it may take, in milliseconds.
    pub limit_ms: u64,
}

/// A command of the policy that checks something before a stop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StopCommand {
    /// What it checks.
    pub service: Service,
    /// The command.
    pub run: String,
    /// Where it stands.
    pub origin: Origin,
}

impl Default for Stopping {
    fn default() -> Self {
        Self {
            checks: vec![Service::Tests, Service::Lint, Service::Types, Service::Build],
            commands: Vec::new(),
            coverage: 80,
            limit_ms: 280_000,
        }
    }
}

impl StopCommand {
    pub(super) fn trust_item(&self) -> TrustItem<'_> {
        let Self { service, run, origin } = self;
        TrustItem {
            origin,
            what: format!("runs `{run}` before a stop ({})", service.as_str()).into(),
            content: format!("stop\0{}\0{run}", service.as_str()),
            runs: Some(run.into()),
        }
    }
}
