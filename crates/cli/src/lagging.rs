//! Registrations that the policy's own hooks have outgrown: a host that waits too short a time for them lets the call through.

use hookward_hosts::registration::Scope;

use crate::registrations::{Site, hosts, own_seconds};
use crate::situation::Situation;

/// What to say of them, and what to do; nothing if there are none.
pub(crate) fn lagging(site: &Site, situation: &Situation) -> Option<String> {
    let policy = situation.as_written();
    let concerned = hosts()
        .filter(|host| !own_seconds(&policy, *host).is_empty() && site.is_registered(*host, Scope::Project));
    let changes = concerned.filter_map(|host| site.register(host, Scope::Project, &policy).ok()).flatten();
    let files: Vec<String> = changes.map(|change| change.name(&site.root)).collect();
    (!files.is_empty()).then(|| {
        format!(
            "{} may give own hooks too little time, and a host that waits no longer lets the call through; `hookward sync`",
            files.join(", ")
        )
    })
}
