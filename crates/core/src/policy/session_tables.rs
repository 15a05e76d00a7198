//! The tables of a policy file that are about the life of a session, as they are written.

use serde::Deserialize;
use toml::Spanned;

/// What the model is told when a prompt names something.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ContextTable {
    /// Whole words or phrases of a prompt, in any case.
    pub when: Vec<String>,
    /// What is told.
    pub text: Option<String>,
    /// The file below the workspace's root whose beginning is told.
    pub file: Option<String>,
    /// It is told again after this many prompts at the earliest; 20 if absent.
    pub every: Option<u32>,
}

/// Code, and the document that tells of it.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DocsTable {
    /// The code, as a glob below the workspace's root.
    pub code: String,
    /// The documents, as a glob.
    pub documents: String,
    /// A reminder comes after this many edits, or at the stop; 5 if absent.
    pub after: Option<u32>,
}

/// Where corrections by the person are kept.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LessonsTable {
    /// A Markdown file below the workspace's root.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub file: Spanned<String>,
    /// A lesson that was given this often becomes a rule; 2 if absent.
    pub promote: Option<u32>,
    /// The most lessons that are kept; 30 if absent.
    pub most: Option<usize>,
    /// The most rules; 10 if absent.
    pub rules: Option<usize>,
}

/// What is a large change.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ReviewTable {
    /// One of this many files; 15 if absent.
    pub files: Option<usize>,
    /// One of this many lines; 500 if absent.
    pub lines: Option<usize>,
}

/// How large and how old files of knowledge may be.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct KnowledgeTable {
    /// The files, as a glob below the workspace's root.
    pub files: String,
    /// The most bytes.
    pub bytes: Option<usize>,
    /// The most items of lists.
    pub items: Option<usize>,
    /// How long ago they may have been changed last: `30d`.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub stale: Option<Spanned<String>>,
}

/// Where the version of something that the project is made of stands.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StackTable {
    /// What it is.
    pub name: String,
    /// A JSON or TOML file below the workspace's root.
    pub file: String,
    /// The key of the version, as a glob, at any depth: `drupal/core*`.
    pub key: String,
}

/// An agent that others may start and hand on to.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct AgentTable {
    /// Where it keeps what it has learned.
    pub memory: Option<String>,
    /// What it is told when it starts.
    pub text: Option<String>,
    /// Files, as globs, of which it must have written at least one each.
    pub must_write: Vec<String>,
    /// Files, as globs, that it must not have written.
    pub must_not_write: Vec<String>,
    /// Phrases that it must have said at its end, in any case.
    pub must_say: Vec<String>,
}

/// What is checked when an agent hands its work on. In a project's file a command waits for `hookward trust`.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct HandoffTable {
    /// Words by which an agent says that its work is ready; `["COLLECTIVE_HANDOFF_READY"]` if absent.
    pub tokens: Option<Vec<String>>,
    /// What says that a phase is complete, `*` for anything within a line; those of the collective's document if absent.
    pub phases: Option<Vec<String>>,
    /// The agent that a complete phase is handed to. Its own handoffs are not validated.
    pub validator: Option<String>,
    /// The agent that decides what comes next. An implementer that says it is done, and hands nothing on, is sent to it.
    pub orchestrator: Option<String>,
    /// The agents that implement, as globs; `["*implement*", "*develop*", "*coder*"]` if absent.
    pub implementers: Option<Vec<String>>,
    /// The JSON schema of the state that is handed on. Known: type, required, properties, additionalProperties, items, enum,
    /// const, minLength, maxLength, minItems, maxItems, minimum, maximum.
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Map<String, serde_json::Value>>"))]
    pub contract: Option<Spanned<toml::Table>>,
    /// The file below the workspace's root that holds the state; the last block of JSON that the agent has said if absent.
    pub state: Option<String>,
    /// How the tests are run.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub tests: Option<Spanned<String>>,
    /// How lint is run.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub lint: Option<Spanned<String>>,
    /// How types are checked.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub types: Option<Spanned<String>>,
    /// How it is built.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub build: Option<Spanned<String>>,
    /// How long all of them may take: `60s`.
    pub limit: Option<String>,
}
