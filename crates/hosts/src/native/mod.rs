//! Hooks that were a host's own: which of its events they are for, how they are read in its settings, and what their
//! answers mean there.

mod dialect;
mod matching;
mod take;

pub use dialect::in_plain;
pub use matching::Sent;
pub use take::{Draft, take};

use hookward_core::policy::NativeHost;

use crate::Host;

/// The host of a hook.
pub fn host_of(native: NativeHost) -> Host {
    match native {
        NativeHost::Claude => Host::Claude,
        NativeHost::Cursor => Host::Cursor,
        NativeHost::Kiro => Host::Kiro,
    }
}

/// The other way round; `None` for a host whose hooks cannot be taken over.
pub fn native_of(host: Host) -> Option<NativeHost> {
    match host {
        Host::Claude => Some(NativeHost::Claude),
        Host::Cursor => Some(NativeHost::Cursor),
        Host::Kiro => Some(NativeHost::Kiro),
        Host::Codex
        | Host::Gemini
        | Host::Copilot
        | Host::Qwen
        | Host::OpenCode
        | Host::Plain
        | Host::Windsurf
        | Host::Cline
        | Host::Droid
        | Host::Amp => None,
    }
}
