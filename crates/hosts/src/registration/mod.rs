//! How Hookward is registered with each host: what is written where, as data, and the edits of the files. Over texts
//! alone: whoever calls reads and writes the files.

mod canary;
mod command;
mod edit;
mod foreign;
mod launch;
mod legible;
mod needed;
mod read;
mod splice;
mod steps;
mod switches;
mod targets;
mod trust;
mod versions;
mod whole;

pub use canary::{Canary, canary, heard};
pub use command::{AMP_DELEGATE, is_ours, line, program, quoted};
pub use foreign::{Foreign, foreign_hooks, with_foreign, without_foreign};
pub use launch::{Launch, command_words, launch};
pub use legible::illegible;
pub use read::{Entry, entries, guarding_command, narrowed_guard, only_waits_longer};
pub use switches::{Switch, Switched, switched, switches};
pub use targets::{Folder, Target, file_of_role, folder, former_targets, targets};
pub use trust::{CodexHook, codex_hooks};
pub use versions::{Lack, Version, Weight, lacks};

use hookward_core::EventName;

use splice::Document;

use crate::Host;

/// Whose files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// The project's, which are committed.
    Project,
    /// The person's, for all projects.
    User,
}

/// What the host is to do when Hookward cannot answer, where it has a switch for that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnFailure {
    /// Go on: a colleague without Hookward is not locked out.
    GoOn,
    /// Let nothing happen.
    Block,
}

/// What is to be registered.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The program, as a shell reads it: `hookward`, or a path.
    pub program: &'a str,
    /// How long the policy's own commands may take, by the event on which they run.
    pub own_seconds: &'a [(EventName, u32)],
    /// What becomes of a call when it fails.
    pub on_failure: OnFailure,
    /// The file that Amp delegates to, where there is one beside its settings.
    pub amp_delegate: Option<&'a str>,
}

impl Wanted<'_> {
    /// How long the host is to wait for an answer: the usual time, and what the policy's own commands may take on top.
    pub fn seconds(&self, event: EventName) -> u32 {
        let own = self.own_seconds.iter().filter(|(on, _)| *on == event).map(|(_, seconds)| *seconds);
        own.fold(usual_seconds(event), u32::saturating_add)
    }
}

/// The time for a guard, for what is said after a tool, and for what has to hold at a stop. Our own deadline is shorter, so
/// that it is ours that ends.
fn usual_seconds(event: EventName) -> u32 {
    match event {
        EventName::AfterTool | EventName::AfterFailure => 60,
        EventName::Stop | EventName::SubagentStop => 300,
        EventName::BeforeTool
        | EventName::PermissionRequest
        | EventName::Prompt
        | EventName::SessionStart
        | EventName::SubagentStart
        | EventName::BeforeCompaction
        | EventName::SessionEnd
        | EventName::Notification
        | EventName::Unused => 5,
    }
}

/// How long a host is told to wait at each event for which it is registered, in seconds. Nothing where a registration cannot
/// say it.
pub fn patience(host: Host, wanted: &Wanted) -> Vec<(EventName, u32)> {
    steps::patience(host, wanted)
}

/// The longest that a host waits at an event, in seconds, whatever it is told; `None` where it waits as long as that.
pub fn longest_wait(host: Host, event: EventName) -> Option<u32> {
    steps::longest(host, event)
}

/// What is to be registered in one file.
#[derive(Clone, Copy, Debug)]
struct Order<'a> {
    wanted: Wanted<'a>,
    /// The role of the agent whose file it is, where the host does not say which agent calls.
    role: Option<&'a str>,
}

impl<'a> std::ops::Deref for Order<'a> {
    type Target = Wanted<'a>;

    fn deref(&self) -> &Wanted<'a> {
        &self.wanted
    }
}

/// Why a file was left as it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RegisterError {
    /// It is not JSON, not even with comments.
    #[error("line {line}, column {column}: {message}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong there.
        message: String,
    },
    /// Something in it is not what such a file has there.
    #[error("line {line}, column {column}: {what} is not {expected}; correct that first")]
    Shape {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What it is about.
        what: String,
        /// What should stand there.
        expected: &'static str,
    },
    /// The program to be registered would not be known as ours again.
    #[error("`{0}` is not a path to `hookward`; put quotes around a path with spaces")]
    Program(String),
    /// A file of ours has to lie where somebody else's lies.
    #[error("it is not Hookward's; move it away first")]
    Foreign,
    /// The edit would have changed what others wrote there.
    #[error("the file cannot be edited without touching what others wrote in it; please report this")]
    Refused,
}

/// The text of a file with our registration in it. An older one of ours is replaced; all that is not ours stays as it
/// is, to the byte. Idempotent.
pub fn register(target: &Target, existing: Option<&str>, wanted: &Wanted) -> Result<String, RegisterError> {
    if !command::is_ours(&command::line(wanted.program, target.host), target.host) {
        return Err(RegisterError::Program(wanted.program.to_owned()));
    }
    let wanted = &Order { wanted: *wanted, role: target.role() };
    match target.form {
        targets::Form::Whole(whole) => {
            let blank = existing.is_none_or(|text| text.trim_ascii().is_empty());
            if !blank && !existing.is_some_and(|text| whole::is_ours(whole, text)) {
                return Err(RegisterError::Foreign);
            }
            Ok(whole::text(whole, target, wanted))
        }
        targets::Form::Edited(layout) => edit::register(layout, target, existing, wanted),
    }
}

/// Keys that a file needs besides our entries, and does not have yet.
pub fn lacking(target: &Target, existing: &str) -> Vec<&'static str> {
    let is_edited = matches!(target.form, targets::Form::Edited(_));
    if is_edited && value(existing).is_ok_and(|file| needed::lacks_version(target.host, &file)) {
        vec![needed::VERSION]
    } else {
        Vec::new()
    }
}

/// What is known of a file as it was before we came, where its text cannot tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin<'a> {
    /// Only what the text tells.
    Untold,
    /// It was somebody's, and lacked these keys.
    Lacking(&'a [String]),
}

/// The text of a file without our registration; `None` if nothing of it is anybody else's. What was there before we
/// came is there again, to the byte.
pub fn unregister(target: &Target, existing: &str, origin: Origin) -> Result<Option<String>, RegisterError> {
    match target.form {
        targets::Form::Whole(whole) if whole::is_ours(whole, existing) => Ok(None),
        targets::Form::Whole(_) => Ok(Some(existing.to_owned())),
        targets::Form::Edited(layout) => edit::unregister(layout, target, existing, origin),
    }
}

/// A file's text without the mark that some editors put in front of it.
fn without_mark(text: &str) -> (&str, &str) {
    match text.strip_prefix('\u{feff}') {
        Some(rest) => ("\u{feff}", rest),
        None => ("", text),
    }
}

/// A settings file as its host reads it, comments and all.
pub fn value(text: &str) -> Result<serde_json::Value, RegisterError> {
    let text = without_mark(text).1;
    Document::parse(text)?;
    let value = jsonc_parser::parse_to_serde_value(text, &splice::JSONC);
    value.map_err(|_| RegisterError::Refused)
}

impl Host {
    /// Whether it is something to register with: the plain protocol belongs to no program.
    pub fn is_registrable(self) -> bool {
        folder(self, Scope::Project).is_some()
    }
}
