//! Hooks of the policy that do not run, or run twice: nothing else would say so.

use hookward_core::policy::compile;
use hookward_hosts::registration::Scope;
use hookward_io::Trust;

use crate::commands::import::back::PutBack;
use crate::commands::import::doubled::{REMEDY, doubled};
use crate::lagging::lagging;
use crate::registrations::Site;
use crate::situation::Situation;

/// The check that a person's word is all that is lacking for.
pub(super) const TRUST: &str = "trust";

/// What is to be said of them; nothing where the policy has none.
pub(super) fn checks(site: &Site, situation: &Situation) -> Vec<(&'static str, Result<String, String>)> {
    let mut checks = Vec::new();
    let doubled: Vec<String> =
        [Scope::Project, Scope::User].iter().flat_map(|scope| doubled(site, *scope, situation)).collect();
    if !doubled.is_empty() {
        let head = format!("what was imported stands in the settings again; {REMEDY}");
        checks.push(("hooks", Err(listed(&head, &doubled))));
    }
    let lost: Vec<String> = [Scope::Project, Scope::User]
        .iter()
        // Of a policy that cannot be used, that is said.
        .filter(|_| situation.fault.is_none())
        .flat_map(|scope| PutBack::of(situation, *scope, site).lost())
        .collect();
    if !lost.is_empty() {
        let head = "this was imported, and runs nowhere since its policy is gone; bring that back, or `hookward uninstall`";
        checks.push(("hooks", Err(listed(head, &lost))));
    }
    let waiting = waiting(situation);
    if !waiting.is_empty() {
        let head = "these commands do not run until you run `hookward trust`";
        checks.push((TRUST, Err(listed(head, &waiting))));
    }
    if let Some(lagging) = lagging(site, situation) {
        checks.push(("time", Err(lagging)));
    }
    checks
}

fn listed(head: &str, lines: &[String]) -> String {
    std::iter::once(head).chain(lines.iter().map(String::as_str)).collect::<Vec<_>>().join("\n  ")
}

/// What nobody has trusted yet.
fn waiting(situation: &Situation) -> Vec<String> {
    let Ok(policy) = compile(&situation.sources) else { return Vec::new() };
    let trust = Trust::of(&situation.workspace, situation.places.as_ref());
    let items = policy.trust_items();
    let waits = items.iter().filter(|item| trust.as_ref().is_none_or(|trust| !trust.covers(item)));
    waits.map(|item| format!("{}: {}", item.origin, item.what)).collect()
}
