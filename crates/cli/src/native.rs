//! Hooks that were a host's own: which of them an event of that host is for.

use hookward_core::policy::{Native, OwnHook};
use hookward_hosts::native::Sent;
use hookward_runner::{Condition, Event};
use serde_json::Value;

/// Leaves those that are for an event as its host has sent it; all that were nobody's own stay.
pub(crate) fn keep_wanted(hooks: &mut Vec<OwnHook>, host: &str, payload: &[u8]) {
    if hooks.iter().all(|hook| hook.native.is_none()) {
        return;
    }
    let sent = Sent::read(payload);
    hooks.retain(|hook| {
        let Some(native) = &hook.native else { return true };
        let is_for = |sent: &Sent| sent.is_for(native) && meets_condition(native, sent.value());
        native.host.as_str() == host && sent.as_ref().is_some_and(is_for)
    });
}

/// Claude Code's `if` (claude-code.md §1).
fn meets_condition(native: &Native, sent: &Value) -> bool {
    let Some(condition) = native.condition.as_deref().and_then(Condition::parse) else { return true };
    let field = |event: Event, name: &str| match sent.get(name) {
        Some(value) => event.with(name, value.clone()),
        None => event,
    };
    let event = Event::new(native.event.clone());
    condition.fits(&["tool_name", "tool_input", "cwd"].into_iter().fold(event, field))
}
