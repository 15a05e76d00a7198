//! What has to stand in a file besides our entries, where it was made for us.

use super::targets::Target;
use super::whole::KIRO_RESOURCES;
use crate::Host;

/// cursor.md §1: without a number here the whole file is rejected.
pub(super) const VERSION: &str = "version";

pub(super) fn lacks_version(host: Host, file: &serde_json::Value) -> bool {
    host == Host::Cursor && file.get(VERSION).is_none()
}

pub(super) const CURSOR_VERSION: &str = "\"version\": 1";

/// The lines that a file needs; `None` where it needs nothing but our entries.
pub(super) fn needed(target: &Target) -> Option<String> {
    match (target.host, target.role()) {
        (Host::Cursor, _) => Some(format!("  {CURSOR_VERSION}")),
        // kiro.md, A: what an agent is.
        (Host::Kiro, Some(role)) => Some(format!(
            "  \"name\": \"{role}\",\n  \"description\": \"The role {role} of hookward.toml\",\n  \"tools\": [\"*\"],\n  {KIRO_RESOURCES}"
        )),
        _ => None,
    }
}

/// What is left of such a file without our entries.
pub(super) fn left(target: &Target) -> Option<String> {
    needed(target).map(|needed| format!("{{\n{needed}\n}}\n"))
}
