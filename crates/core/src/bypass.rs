//! Files with which a person lets agents pass a gate. They count only where a person has made them, and whatever passes by
//! one is recorded.

use hookward_effects::Kind;
use serde::{Deserialize, Serialize};

use crate::policy::Policy;
use crate::rule::Case;

/// Names of such files at the workspace's root, each with the gate that it switches off.
pub(crate) const MARKERS: &[(&str, &str)] = &[
    (".skip-plan", "gate/missing-plan"),
    (".skip-ralph", "gate/foreign-plan-file"),
    // Not its demands on what a plan says: only its question whether there may be a new one.
    (".brainstorm-confirmed", "gate/plan-quality"),
];

/// The command by which a person switches a rule off for a while: what passes by it is recorded like what passes by a marker.
pub const SKIP: &str = "hookward skip";

/// What would have been denied, had a person not made a marker or skipped the rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bypass {
    /// The rule that would have objected.
    pub rule: String,
    /// The marker, below the workspace's root; or [`SKIP`].
    pub marker: String,
    /// The part that matched, redacted.
    pub matched: String,
    /// Why the rule would have objected, redacted.
    pub why: String,
}

/// The markers that may lie below some roots, as absolute paths, of gates that the policy switches on for anybody.
pub fn markers_below<'a>(
    policy: &'a Policy,
    roots: &'a [String],
) -> impl Iterator<Item = (String, &'static str)> {
    let wanted = MARKERS.iter().filter(|(_, gate)| policy.may_be_on(gate));
    wanted.flat_map(move |(marker, gate)| roots.iter().map(move |root| (format!("{root}/{marker}"), *gate)))
}

/// Whether a name is that of a marker.
pub fn is_marker(name: &str) -> bool {
    MARKERS.iter().any(|(marker, _)| *marker == name)
}

/// The marker below a root (which ends in a slash, or is empty) by which a person lets agents pass a gate.
pub(crate) fn marker(case: &Case, root: &str, gate: &str) -> Option<String> {
    let (marker, _) = MARKERS.iter().find(|(_, of)| *of == gate)?;
    let path = format!("{root}{marker}");
    // INVARIANT: only a person's counts. An agent is denied to make one (security/guard-tampering); what comes into being
    // while one of its calls runs, in whatever way, is noted as the agent's.
    (case.world.kind(&path) == Kind::File && !case.policy.planted.contains(&path))
        .then(|| (*marker).to_owned())
}
