//! Hooks that were imported and stand in the settings again, such as after a checkout of old ones: they run twice.

use hookward_core::policy::OwnHook;
use hookward_hosts::registration::Scope;

use super::HOSTS;
use super::found::{Found, Settings, read_settings};
use super::written::known_as;
use crate::registrations::Site;
use crate::situation::Situation;

/// What mends it.
pub(crate) const REMEDY: &str = "`hookward import` at a terminal takes them out of the settings";

/// Each hook of a scope that stands in both, in words.
pub(crate) fn doubled(site: &Site, scope: Scope, situation: &Situation) -> Vec<String> {
    let policy = situation.as_written();
    // What cannot be read is said where it is examined.
    let settings: Vec<Settings> =
        HOSTS.iter().flat_map(|host| read_settings(site, *host, scope).unwrap_or_default()).collect();
    let found = settings.iter().flat_map(Settings::hooks);
    found.filter_map(|hook| Some(described(&hook, known_as(&hook, &policy)?, situation))).collect()
}

fn described(hook: &Found, own: &OwnHook, situation: &Situation) -> String {
    let waits = situation.policy.untrusted.iter().any(|waiting| waiting.id == own.id);
    let runs = if waits { "would run twice once that is trusted" } else { "runs twice" };
    format!("{}: `{}` stands in {} too, as {}, and {runs}", hook.place(), hook.line(), own.origin, own.id)
}
