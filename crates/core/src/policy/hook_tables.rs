//! `[[hook]]` in a policy file, as it is written: an own command that takes part in the decision.

use std::fmt;

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use toml::Spanned;

use super::file::Mode;
use super::native_hook::NativeTable;
use crate::event::EventName;
use crate::verdict::Category;

/// An own command that takes part in the decision. In a project's file it waits for `hookward trust`.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct HookTable {
    /// Its id, as rules have one: `gate/licence-header`; made of the command if absent. One id may stand for several
    /// events.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub id: Option<Spanned<String>>,
    /// On which event.
    pub on: EventName,
    /// For which calls, agents or sources of the event; all that is said must fit.
    #[serde(default, rename = "match")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<HookMatch>"))]
    pub matches: Option<Spanned<HookMatch>>,
    /// The command, for `sh -c`, in the workspace's root. It gets the event as JSON and answers by its exit status (0 goes
    /// on, 2 objects with what it prints) or in JSON.
    pub run: String,
    /// What it is for: `security` fails closed and cannot be loosened by a project, `gate` holds a workflow, `feedback`
    /// tells and never blocks. `gate` if neither this nor an id says it.
    pub category: Option<Category>,
    /// How long it may take: `5s`, `300ms`, `2m`; `5s` if absent.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub timeout: Option<Spanned<String>>,
    /// What it means when it fails: `deny`, `ask`, `advise` or `off`. Security only denies or asks, feedback only advises
    /// or is off.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Mode>"))]
    pub on_failure: Option<Spanned<Mode>>,
    /// How often it is tried again when it fails: 0 to 10, 0 if absent. `timeout` is the time for all attempts together.
    #[cfg_attr(feature = "schema", schemars(with = "Option<u8>", range(max = 10)))]
    pub retries: Option<Spanned<i64>>,
    /// The command that is asked in its place after that, once; also for `sh -c`, in the workspace's root.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub fallback: Option<Spanned<String>>,
    /// Whether nobody waits for it: what it says is told with a later event. Only feedback.
    #[serde(default, rename = "async")]
    pub background: bool,
    /// How long its answer to the same call counts without running it again: `input` (as long as the files that the
    /// call names are the same), `tree` (as long as the sources are, too) or a duration (`10m`). The same call is the same
    /// event, tool, input, directory and role; the command and the scripts of the workspace that it runs count, too.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub cache: Option<Spanned<String>>,
    /// What it reads: the event as the host has sent it, or in a form that is the same for all of them.
    #[serde(default)]
    pub input: HookInput,
    /// How it answers.
    #[serde(default)]
    pub speaks: Speech,
    /// For a hook that was a host's own: it runs on that host's events, in that host's way, with that host's meaning of
    /// what it says. `hookward import` writes this.
    #[cfg_attr(feature = "schema", schemars(with = "Option<NativeTable>"))]
    pub host: Option<Spanned<NativeTable>>,
}

/// For which calls, agents or sources an own command runs. Each is a glob, several with `|` between them, or a list.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct HookMatch {
    /// The neutral name of the tool: `shell`, `write`, `edit`, `patch`, `read`, `search`, `fetch`, `mcp`, `subagent`; or the
    /// host's name of any other, also `mcp__server__tool`.
    #[cfg_attr(feature = "schema", schemars(with = "SomeNames"))]
    pub tool: Globs,
    /// A command that the call runs, as own rules write it: `git push *`.
    #[cfg_attr(feature = "schema", schemars(with = "SomeNames"))]
    pub command: Globs,
    /// A file that the call reads, writes or deletes, by whatever tool.
    #[cfg_attr(feature = "schema", schemars(with = "SomeNames"))]
    pub path: Globs,
    /// A file that the call writes or deletes, by whatever tool.
    #[cfg_attr(feature = "schema", schemars(with = "SomeNames"))]
    pub writes: Globs,
    /// The role of the agent; `default` is that of the main one.
    #[cfg_attr(feature = "schema", schemars(with = "SomeNames"))]
    pub agent: Globs,
    /// Why a session starts (`startup`, `resume`, …), or what wants a compaction (`manual`, `auto`).
    #[cfg_attr(feature = "schema", schemars(with = "SomeNames"))]
    pub source: Globs,
}

/// What an own command reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum HookInput {
    /// The event as the host has sent it.
    #[default]
    Host,
    /// The event in Claude Code's form with neutral names beside it, whatever the host is.
    Neutral,
}

/// How an own command answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Speech {
    /// By its exit status, or in JSON if that is what it prints.
    #[default]
    Auto,
    /// By its exit status; what it prints is text, whatever it looks like.
    Plain,
    /// In JSON; anything else that it prints is a failure.
    Json,
}

/// Names, as globs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Globs(pub Vec<String>);

#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only the schema is made of it")]
pub(super) enum SomeNames {
    One(String),
    Several(Vec<String>),
}

impl<'de> Deserialize<'de> for Globs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Names;
        impl<'de> Visitor<'de> for Names {
            type Value = Globs;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a text, or a list of texts")
            }

            fn visit_str<E>(self, text: &str) -> Result<Globs, E> {
                // A bar is an "or", as in the matchers of hosts.
                Ok(Globs(text.split('|').map(|part| part.trim().to_owned()).collect()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Globs, A::Error> {
                let mut globs = Vec::new();
                while let Some(glob) = list.next_element::<String>()? {
                    globs.push(glob);
                }
                Ok(Globs(globs))
            }
        }
        deserializer.deserialize_any(Names)
    }
}
