//! A policy file as it is written: `hookward.toml`. Its fields are its documentation: the JSON schema is made of them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::Unattended;
use super::gate_tables::GateTable;
use super::hook_tables::HookTable;
use super::retention::JournalTable;
use super::session_tables::{
    AgentTable, ContextTable, DocsTable, KnowledgeTable, LessonsTable, ReviewTable, StackTable,
};
use crate::toolchain::Service;

/// A policy file that cannot be used: where, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {message}", self.place())]
pub struct PolicyError {
    /// The file.
    pub path: String,
    /// The line, from 1; 0 if the file as a whole is meant.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// What is wrong, and the nearest right name where there is one.
    pub message: String,
}

/// What a policy file may say.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct PolicyFile {
    /// Presets to start from.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Preset>"))]
    pub extends: Vec<Spanned<Preset>>,
    /// Hosts that `hookward sync` registers; absent: those that `hookward init` found.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<String>>"))]
    pub hosts: Option<Spanned<Vec<String>>>,
    /// The most characters of a line that agents and people are told; 200 if absent, at least 80.
    #[cfg_attr(feature = "schema", schemars(with = "Option<usize>", range(min = 80)))]
    pub line_length: Option<Spanned<usize>>,
    /// What becomes of a rule, by its id or by `category/*`. A project may only tighten `security/…`.
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, Mode>"))]
    pub rules: BTreeMap<String, Spanned<Mode>>,
    /// Rules that nearer layers may not change. Only in the managed file.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub lock: Vec<Spanned<String>>,
    /// Lists that the security rules use.
    pub security: SecurityTable,
    /// What becomes of denials in a row.
    pub strikes: StrikesTable,
    /// How long the journal is kept.
    pub journal: JournalTable,
    /// The policy's own words for what rules find.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<MessageTable>"))]
    pub message: Vec<Spanned<MessageTable>>,
    /// Workflow gates.
    #[cfg_attr(feature = "schema", schemars(with = "Option<GateTable>"))]
    pub gate: Option<Spanned<GateTable>>,
    /// Tools that run after an edit.
    #[cfg_attr(feature = "schema", schemars(with = "Option<FeedbackTable>"))]
    pub feedback: Option<Spanned<FeedbackTable>>,
    /// Own commands that take part in the decision.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<HookTable>"))]
    pub hook: Vec<Spanned<HookTable>>,
    /// Own rules without code.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<RuleTable>"))]
    pub rule: Vec<Spanned<RuleTable>>,
    /// Which rules hold for which agent role. Security holds in every role.
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, RoleTable>"))]
    pub roles: BTreeMap<String, Spanned<RoleTable>>,
    /// The agents that there are: what they are told when they start, and what is looked at when they stop.
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, AgentTable>"))]
    pub agents: BTreeMap<String, Spanned<AgentTable>>,
    /// How hosts are told to call Hookward.
    #[cfg_attr(feature = "schema", schemars(with = "Option<RegistrationTable>"))]
    pub registration: Option<Spanned<RegistrationTable>>,
    /// Texts for editors that show rules to the model (`.cursor/rules`, `.kiro/steering`). What no text names stands in
    /// one text per category.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<MirrorTable>"))]
    pub mirror: Vec<Spanned<MirrorTable>>,
}

/// A preset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Preset {
    /// What a project without a file has.
    Recommended,
    /// What is asked elsewhere is denied, and programs that nobody knows are asked about.
    Strict,
    /// Workflow gates.
    Workflow,
}

/// What becomes of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// It holds, with the decisions of its manual.
    Enforce,
    /// It is recorded and not enforced.
    Shadow,
    /// It does not hold.
    Off,
    /// It only advises.
    Advise,
    /// It asks.
    Ask,
    /// It denies.
    Deny,
}

/// Lists that the security rules use. A project's file adds to the strict ones.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct SecurityTable {
    /// Branches that may not be pushed to by force.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub protected_branches: Vec<Spanned<String>>,
    /// Files that may not be written.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub protected_files: Vec<Spanned<String>>,
    /// Files that a person is asked about first.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub ask_first: Vec<Spanned<String>>,
    /// Files that may not be read.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub secret_files: Vec<Spanned<String>>,
    /// Files that look like secrets and may be read. A loosening: in a project's file it waits for `hookward trust`.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub secret_free: Vec<Spanned<String>>,
    /// Variables whose values are secret, besides those whose names say so.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub secret_variables: Vec<Spanned<String>>,
    /// Absolute directories that belong to the workspace too. A loosening: in a project's file it waits for
    /// `hookward trust`.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub workspace_roots: Vec<Spanned<String>>,
    /// Directories that are free to delete. A loosening: in a project's file it waits for `hookward trust`.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub artefacts: Vec<Spanned<String>>,
    /// What `ask` becomes in bypass, don't-ask, headless and CI runs.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Unattended>"))]
    pub ask_when_unattended: Option<Spanned<Unattended>>,
}

/// What becomes of denials in a row. In the texts everything is filled in that is in those of `[[message]]`, and
/// `{message}`: what would be said otherwise.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct StrikesTable {
    /// More denials in a row than this block the work until a person decides; 3 if absent.
    #[cfg_attr(feature = "schema", schemars(with = "Option<u32>"))]
    pub limit: Option<Spanned<u32>>,
    /// A command that is run when something becomes blocked; it gets the JSON of `hookward blocked`. In a project's file it
    /// waits for `hookward trust`.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub notify: Option<Spanned<String>>,
    /// What the first denial says.
    pub first: Option<String>,
    /// What one more in a row says.
    pub again: Option<String>,
    /// What the last one before the limit is passed says.
    pub third: Option<String>,
    /// What one says that blocks.
    pub blocked: Option<String>,
    /// The rules that these are the texts for, by id or by `category/*`; all if absent.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub rules: Vec<Spanned<String>>,
}

/// The policy's own words for what some rules find; of several tables the last one that fits and has the words counts.
/// `{rule}`, `{name}`, `{matched}` (the part that a rule objects to), `{tried}` (all of the command, or the file), `{deed}` (what was to be done with that: `run`, `write`, `read`, `fetch`, `use`), `{why}`, `{brief}` (why in few words, also where a gate has a message of its own), `{instead}`, `{told}` (the details that some rules have), `{row}` and `{limit}` are
/// filled in, `{matched.name}` is the last part of a path; a line with `{story}` (of `hookward story`) or `{id}` (for `hookward allow-once`) is left out where there
/// is none. `{step}` counts the lines that it stands in. `gate/unfinished-stop` has figures besides: `{reason}` (`Tests failing`), `{failing}` (the checks that fail), `{passed}` and `{failed}` (how many tests),
/// `{test-file}` and `{test-title}` of each that failed and how many `{more}`, `{covered}` (percent) and `{least}` (what it should be, where it is less), `{lint-errors}`, `{type-errors}`, `{build-errors}`, `{other}` (whatever else does
/// not hold), `{action}` (what to do about that) and `{note}` (what is not held against the agent). A line that names one is left out where there is none, and stands once for each where there are several.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MessageTable {
    /// The rules, by id or by `category/*`.
    pub rules: Vec<String>,
    /// Only of files like this, as a glob.
    pub matched: Option<String>,
    /// Only where a rule objects for a reason like this, as a glob of its words: `it overwrites {main,master} *`.
    pub why: Option<String>,
    /// What `{name}` stands for; the rule's id if absent.
    pub name: Option<String>,
    /// What `{brief}` stands for: why, in few words; the rule's own words if absent.
    pub brief: Option<String>,
    /// What a denial says.
    pub deny: Option<String>,
    /// What a question says; it must have `{matched}` or `{why}`.
    pub ask: Option<String>,
}

/// Tools that run after an edit, by glob; `{file}` is filled in. They stand in the place of those that the project's own
/// files show. In a project's file a command waits for `hookward trust`. And what the model is told through a session.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct FeedbackTable {
    /// Formatters.
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, String>"))]
    pub format: BTreeMap<String, Spanned<String>>,
    /// Linters.
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, String>"))]
    pub lint: BTreeMap<String, Spanned<String>>,
    /// Type checkers.
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, String>"))]
    pub types: BTreeMap<String, Spanned<String>>,
    /// Test runners.
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, String>"))]
    pub tests: BTreeMap<String, Spanned<String>>,
    /// What does not keep the agent waiting, and reports with a later event: `["types", "tests"]`.
    pub background: Option<Vec<Service>>,
    /// Files below the workspace's root whose beginnings are told when a session starts.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub start: Vec<Spanned<String>>,
    /// What the model is told when a prompt names something.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<ContextTable>"))]
    pub context: Vec<Spanned<ContextTable>>,
    /// Code, and the documents that tell of it.
    pub docs: Vec<DocsTable>,
    /// Where corrections by the person are kept.
    pub lessons: Option<LessonsTable>,
    /// What is a large change.
    pub review: Option<ReviewTable>,
    /// How large and how old files of knowledge may be.
    pub knowledge: Vec<KnowledgeTable>,
    /// Where versions stand of what the project is made of, for subagents.
    pub stack: Vec<StackTable>,
    /// The most characters that the model is told on one event; 4000 if absent.
    pub budget: Option<usize>,
}

/// What an own rule looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Channel {
    /// Commands that a shell text runs.
    Shell,
    /// Files that are written, by whatever tool.
    Write,
    /// Files that are read, by whatever tool.
    Read,
    /// Files that are deleted, by whatever tool.
    Delete,
}

/// What an own rule decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum RuleDecision {
    /// Tell the agent.
    Advise,
    /// Ask the person.
    Ask,
    /// Do not let it happen.
    Deny,
}

/// An own rule without code.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RuleTable {
    /// Its id: `gate/no-npm-here`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub id: Spanned<String>,
    /// What it looks at.
    pub on: Channel,
    /// With `on = "shell"`: the command, word by word, `*` for any word and at the end for any more.
    /// It is held against what runs and against what was written to run it: `npx x` is `x`, and `npx` too.
    pub command: Option<String>,
    /// With `command`: only with one of these options, wherever they stand: `["--force", "-f", "-s KILL"]`. The command is then
    /// matched without them.
    #[serde(default)]
    pub options: Vec<String>,
    /// With `on = "write"`, `"read"` or `"delete"`: the file, as a glob.
    pub path: Option<String>,
    /// What it decides.
    pub decision: RuleDecision,
    /// Why.
    pub why: String,
    /// What to do instead.
    pub instead: Option<String>,
    /// What it fires on and what passes; `hookward test` runs them.
    pub examples: Examples,
}

/// What an own rule fires on and what passes.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Examples {
    /// Commands (or paths) that it fires on.
    pub fires: Vec<String>,
    /// Commands (or paths) that pass.
    pub passes: Vec<String>,
}

/// Which rules hold for an agent role.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct RoleTable {
    /// What becomes of a rule. Security can be tightened for a role, never loosened.
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, Mode>"))]
    pub rules: BTreeMap<String, Spanned<Mode>>,
}

/// How hosts are told to call Hookward.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct RegistrationTable {
    /// Whether committed registrations lock out a colleague who does not have Hookward.
    pub fail_closed: bool,
}

/// A text that `hookward sync` writes for editors that show rules to the model.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MirrorTable {
    /// Its file's name, without folder and extension: `bash-guard`.
    pub name: String,
    /// What it is about, in one line.
    pub description: String,
    /// The rules whose manuals it holds, by id or by `category/*`.
    #[serde(default)]
    pub rules: Vec<String>,
    /// For which files it is shown; with none the model is shown the description and decides.
    #[serde(default)]
    pub globs: Vec<String>,
    /// Whether it is always shown.
    #[serde(default)]
    pub always: bool,
    /// The project's own words.
    #[serde(default)]
    pub text: String,
}

impl PolicyFile {
    /// Reads a policy file.
    pub fn parse(path: &str, text: &str) -> Result<Self, PolicyError> {
        toml::from_str(text).map_err(|error| {
            let offset = error.span().map_or(0, |span| span.start);
            PolicyError::at(path, text, offset, super::explained::explain(error.message()))
        })
    }
}

impl PolicyError {
    /// An error at a byte offset of the text.
    pub fn at(path: &str, text: &str, offset: usize, message: String) -> Self {
        let (line, column) = position(text, offset);
        Self { path: path.to_owned(), line, column, message }
    }

    /// An error of the file as a whole.
    pub fn whole(path: &str, message: String) -> Self {
        Self { path: path.to_owned(), line: 0, column: 0, message }
    }

    /// Where: `hookward.toml:2:1`.
    pub fn place(&self) -> String {
        match self.line {
            0 => self.path.clone(),
            line => format!("{}:{line}:{}", self.path, self.column),
        }
    }
}

/// Line and column of a byte offset, both from 1.
pub(super) fn position(text: &str, offset: usize) -> (u32, u32) {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
    (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        PolicyFile::parse("hookward.toml", text).unwrap_err().to_string()
    }

    #[test]
    fn an_unknown_key_is_refused_with_its_place_and_the_nearest_name() {
        assert_eq!(
            error("[security]\nprotcted_files = []\n"),
            "hookward.toml:2:1: unknown key `protcted_files`; did you mean `protected_files`?"
        );
        assert!(
            error("colour = 1\n").starts_with("hookward.toml:1:1: unknown key `colour`; expected one of ")
        );
    }

    #[test]
    fn an_unknown_value_is_refused_with_its_place_and_the_nearest_one() {
        assert_eq!(
            error("[rules]\n\"security/secret-read\" = \"denny\"\n"),
            "hookward.toml:2:26: unknown value `denny`; did you mean `deny`?"
        );
    }

    #[test]
    fn broken_toml_is_refused_with_its_place() {
        assert!(error("[rules\n").starts_with("hookward.toml:1:7: "), "{}", error("[rules\n"));
    }
}
