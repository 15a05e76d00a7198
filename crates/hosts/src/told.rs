//! How much of an answer the model reads: what a person pays for in tokens.

use hookward_core::{Decision, Verdict};

use crate::Asked;
use crate::said::{Said, Stance, capped};
use crate::table::Becomes;

/// How many characters of the answer the model reads.
pub fn told(asked: &Asked, verdict: &Verdict) -> u64 {
    let speaks = |decision: Decision| matches!(decision, Decision::Advise | Decision::Ask | Decision::Deny);
    let is_quiet = !speaks(verdict.decision)
        && !verdict.findings.iter().any(|finding| speaks(finding.decision))
        && verdict.rewrite.is_none()
        && verdict.output.is_none()
        && verdict.context.is_none();
    // Most answers: nothing is put into words for the sake of being counted.
    if is_quiet {
        return 0;
    }
    let said = Said::of(asked, verdict);
    let reaches = |becomes: Becomes| match becomes {
        Becomes::Told | Becomes::Dropped => false,
        Becomes::Denied
        | Becomes::Asked
        | Becomes::Approved
        | Becomes::Rewritten
        | Becomes::RewrittenAndAsked
        | Becomes::OutputRewritten
        | Becomes::McpOutputRewritten
        | Becomes::Held
        | Becomes::FedBack
        | Becomes::Read => true,
    };
    let objection = (said.stance == Stance::Deny && reaches(said.objection())).then_some(&said.reason);
    let context = reaches(said.context_becomes()).then_some(&said.context);
    objection.into_iter().chain(context).map(|text| capped(text).chars().count() as u64).sum()
}
