//! What a call that passes does of all that was denied in a row: the session knows by that what waits no longer.

use hookward_effects::{Action, Effect};

use crate::evidence::only_checks;
use crate::record::Record;
use crate::rule::Case;
use crate::rules::commits_sources;
use crate::session::Row;
use crate::target::{Target, TargetDeed};
use crate::verdict::Decision;

impl Record {
    /// Of all that a call is about which passes, or which a person is asked about, names what was denied in a row: the session
    /// knows by that what waits no longer. And whether it is more than a check.
    pub fn name_what_passes(&mut self, case: &Case) {
        if self.event != "before-tool" || self.decision == Decision::Deny || !case.session.has_rows() {
            return;
        }
        self.checks = only_checks(case.facts);
        let agent = self.agent.as_deref().unwrap_or_default();
        for row in case.session.rows.iter().filter(|row| row.agent == agent) {
            for target in &row.targets {
                if !self.targets.contains(target) && reaches(case, row, target) {
                    self.targets.push(target.clone());
                }
            }
        }
    }
}

/// Whether a call does to a target what was denied in a row. Who deletes a file has not written it, and who commits documents has not
/// committed what a gate wants to be tested.
fn reaches(case: &Case, row: &Row, target: &Target) -> bool {
    let is_gated = row.rule.starts_with("gate/");
    let does = |effect: &Effect| match effect.action {
        Action::Delete(..) if is_gated => false,
        _ => Target::of(&effect.action).contains(target),
    };
    case.facts.effects.iter().any(does)
        && (target.deed != TargetDeed::Commit || !is_gated || commits_sources(case))
}
