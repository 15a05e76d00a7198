//! What becomes of a verdict on the hosts that are registered here, where that is not what it wishes.

use std::path::Path;

use hookward_core::{Decision, Verdict};
use hookward_effects::Call;
use hookward_hosts::Wish;
use hookward_hosts::registration::Scope;

use crate::registrations::{Site, hosts};
use crate::situation::Situation;

/// `ask → deny: Codex CLI has no way to ask`, for each of them.
pub(super) fn downgrades(verdict: &Verdict, call: &Call, situation: &Situation) -> Vec<String> {
    let (Some(wish), Some(root)) = (wish(verdict), situation.workspace.root()) else { return Vec::new() };
    let site = Site::new(Path::new(root), situation.places.as_ref());
    let is_registered =
        |host| site.is_registered(host, Scope::Project) || site.is_registered(host, Scope::User);
    let registered = hosts().filter(|host| is_registered(*host));
    registered.filter_map(|host| host.dialects().first()?.downgrade(call, wish)).collect()
}

/// What the verdict asks of a host; nothing if it is content with what every host can do.
fn wish(verdict: &Verdict) -> Option<Wish> {
    match (verdict.decision, &verdict.rewrite) {
        (Decision::Ask, None) => Some(Wish::Ask),
        (Decision::Ask, Some(rewrite)) if rewrite.decision < Decision::Ask => Some(Wish::RewriteLeft),
        (Decision::Ask, Some(_)) => Some(Wish::RewriteAsked),
        (Decision::Approve, Some(_)) => Some(Wish::Rewrite),
        (Decision::Silent | Decision::Advise | Decision::Approve | Decision::Deny, _) => None,
    }
}
