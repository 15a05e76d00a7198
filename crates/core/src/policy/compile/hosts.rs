//! The hosts that a policy names to be registered with.

use toml::Spanned;

use super::Compiler;
use crate::policy::file::PolicyError;
use crate::policy::nearest;

/// Hosts that Hookward can be registered with, as the command line names them. Their own crate holds this against its list.
pub const HOSTS: &[&str] = &[
    "claude", "cursor", "kiro", "codex", "gemini", "copilot", "qwen", "opencode", "windsurf", "cline",
    "droid", "amp",
];

impl Compiler<'_> {
    pub(super) fn check_hosts(&self, hosts: &Spanned<Vec<String>>) -> Result<(), PolicyError> {
        let unknown = hosts.get_ref().iter().find(|name| !HOSTS.contains(&name.as_str()));
        let Some(name) = unknown else { return Ok(()) };
        let hint = match nearest(name, HOSTS.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("there are: {}", HOSTS.join(", ")),
        };
        let message = format!("there is no host `{name}` to register with; {hint}");
        Err(self.error(self.behind(hosts.span().start, name), message))
    }
}
