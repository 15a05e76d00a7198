//! A command of the policy that checks something before an agent may go on: at a stop, or at a handoff.

use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::{Origin, TrustItem};
use crate::toolchain::Service;

/// A command of the policy that checks something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckCommand {
    /// What it checks.
    pub service: Service,
    /// The command.
    pub run: String,
    /// Where it stands.
    pub origin: Origin,
}

/// What a check is made before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Occasion {
    Stop,
    Handoff,
}

impl Occasion {
    fn as_str(self) -> &'static str {
        match self {
            Self::Stop => "stop",
            Self::Handoff => "handoff",
        }
    }

    /// The table that its commands stand in.
    fn key(self) -> &'static str {
        match self {
            Self::Stop => "gate.unfinished-stop",
            Self::Handoff => "gate.handoff",
        }
    }
}

/// The commands of a table, each with what it checks.
pub(super) struct CheckLines {
    pub(super) tests: Option<Spanned<String>>,
    pub(super) lint: Option<Spanned<String>>,
    pub(super) types: Option<Spanned<String>>,
    pub(super) build: Option<Spanned<String>>,
}

impl CheckLines {
    /// The commands; `origin` says where each stands.
    pub(super) fn commands(self, origin: impl Fn(&Spanned<String>) -> Origin) -> Vec<CheckCommand> {
        let lines = [
            (Service::Tests, self.tests),
            (Service::Lint, self.lint),
            (Service::Types, self.types),
            (Service::Build, self.build),
        ];
        let command = |(service, run): (Service, Option<Spanned<String>>)| {
            let run = run?;
            Some(CheckCommand { service, origin: origin(&run), run: run.into_inner() })
        };
        lines.into_iter().filter_map(command).collect()
    }
}

impl CheckCommand {
    pub(super) fn trust_item(&self, occasion: Occasion) -> TrustItem<'_> {
        let Self { service, run, origin } = self;
        let key = occasion.key();
        let (occasion, service) = (occasion.as_str(), service.as_str());
        TrustItem {
            name: format!("{key}.{service}").into(),
            whose: origin.whose(),
            origin,
            what: format!("runs `{run}` before a {occasion} ({service})").into(),
            content: format!("{occasion}\0{service}\0{run}"),
            runs: Some(run.into()),
        }
    }
}
