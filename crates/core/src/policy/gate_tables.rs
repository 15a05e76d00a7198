//! The tables of workflow gates in a policy file, as they are written.

use serde::Deserialize;
use toml::Spanned;

use super::hook_tables::Globs;
#[cfg(feature = "schema")]
use super::hook_tables::SomeNames;
use super::session_tables::HandoffTable;
use super::{Confirm, TestLevel};
use crate::toolchain::Service;

/// Workflow gates.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct GateTable {
    /// Code needs its test first.
    pub untested_code: Option<UntestedCode>,
    /// Forbidden and required imports, calls and literals.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Architecture>"))]
    pub architecture: Vec<Spanned<Architecture>>,
    /// Required imports.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<MissingImport>"))]
    pub missing_import: Vec<Spanned<MissingImport>>,
    /// Tests do not mock the project's own code.
    #[cfg_attr(feature = "schema", schemars(with = "Option<MockedInternals>"))]
    pub mocked_internals: Option<Spanned<MockedInternals>>,
    /// Other code waits while tests fail.
    pub failing_tests: Option<FailingTests>,
    /// Which files gates take for source.
    pub sources: Option<SourcesTable>,
    /// Plans: where they lie, and what is wanted of them.
    #[cfg_attr(feature = "schema", schemars(with = "Option<PlanTable>"))]
    pub plan: Option<Spanned<PlanTable>>,
    /// What must hold before an agent may stop.
    #[cfg_attr(feature = "schema", schemars(with = "Option<UnfinishedStop>"))]
    pub unfinished_stop: Option<Spanned<UnfinishedStop>>,
    /// Tests are seen to pass before a commit.
    pub missing_evidence: Option<MissingEvidence>,
    /// A person sees the work before it is committed.
    pub unverified_work: Option<UnverifiedWork>,
    /// What is checked when an agent hands its work on.
    #[cfg_attr(feature = "schema", schemars(with = "Option<HandoffTable>"))]
    pub handoff: Option<Spanned<HandoffTable>>,
    /// New files say what they are for.
    pub undocumented_code: Option<UndocumentedCode>,
    /// Workspaces in which no gate holds, as globs of their directories: `~/.claude`. Only in a person's or the managed
    /// file.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub exempt: Vec<Spanned<String>>,
}

/// What must hold before an agent may stop. In a project's file a command waits for `hookward trust`.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct UnfinishedStop {
    /// What must have passed on the sources as they are; `["tests", "lint", "types", "build"]` if absent. What the project
    /// has no tool for is left out.
    pub checks: Option<Vec<Service>>,
    /// How the tests are run, instead of as the project's files say.
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
    /// The least part of the lines that tests must cover, in percent, where a report of it is there; 80 if absent, 0 for
    /// any.
    #[cfg_attr(feature = "schema", schemars(with = "Option<u32>", range(max = 100)))]
    pub coverage: Option<Spanned<u32>>,
    /// How long all of it may take: `280s`.
    pub limit: Option<String>,
}

/// How the tests are run, where nobody would know it.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct MissingEvidence {
    /// Commands each of which runs all tests, word by word as they are run at the root of the work tree: `./test.sh`. They count
    /// besides the runners that are known, and so does the one that `gate.unfinished-stop` names.
    pub tests: Vec<String>,
    /// Commands of git's filters that leave sources as they are, as the configuration has them: `tools/strip-ids %f`. What an
    /// unknown one makes of a file while it is staged, nobody can hold against what was tested.
    pub filters: Vec<String>,
}

/// How a person says that they have seen the work, besides `hookward verify`.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct UnverifiedWork {
    /// Words with which a part of a sentence must begin that the person types: `verified`, `looks good`. None if absent.
    pub phrases: Vec<String>,
    /// Whether a prompt counts of which the host does not say who wrote it. Only in a person's or the managed file.
    #[cfg_attr(feature = "schema", schemars(with = "bool"))]
    pub unsigned_prompts: Option<Spanned<bool>>,
}

/// What a source file says of itself.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct UndocumentedCode {
    /// From how many lines on a new file needs a note of what was decided in it; 50 if absent.
    pub long: Option<usize>,
}

/// Plans: where they lie, and what is wanted of them.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct PlanTable {
    /// The files, as globs below the workspace's root; `plan.md`, `PLAN.md`, `docs/plan*.md`, `docs/plans/*.md` and
    /// `.claude/plans/*` if absent.
    pub files: Option<Vec<String>>,
    /// A plan that was changed longer ago is not active any more: `4h`.
    pub max_age: Option<String>,
    /// Headings that a plan must have.
    pub sections: Vec<String>,
    /// Whether a plan counts only with a line `Verdict: APPROVE`. A rejection always counts.
    pub reviewed: bool,
    /// Which plans a person is asked about before they are written: `new`, or `nothing` if absent.
    pub confirm: Confirm,
    /// A new file of fewer lines needs no plan; 20 if absent.
    pub small: Option<usize>,
    /// The role that carries plans out; `executor` if absent.
    pub executor: Option<String>,
}

/// Code needs its test first.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct UntestedCode {
    /// `exists`: the test file must be there; `failing`: a failing run of it must have been seen.
    pub level: Option<TestLevel>,
    /// Which test belongs to which code.
    #[serde(default)]
    pub pairs: Vec<TestPair>,
    /// Code that needs no test, as globs below the workspace's root or of names: `src/legacy/**`.
    #[serde(default)]
    pub exempt: Vec<String>,
    /// What is said of code that has no test; `{file}` and `{test}` are filled in, `{test.name}` is the test without its
    /// folders.
    pub message: Option<String>,
}

/// A code glob and its test glob; their `*` stand for the same. `{ts,tsx}` is either.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TestPair {
    /// The code.
    pub code: String,
    /// Its test.
    pub test: String,
}

/// What a syntax tree may hold.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Syntax {
    /// An import: a package, or a glob; one that starts with `./` or `../` is seen from the file, any other path from
    /// the workspace.
    pub import: Option<String>,
    /// Of an import: only as the file writes it, by this path or name. Otherwise other names of the same thing count too: those of
    /// packages of the workspace, of a `tsconfig.json`, and what other files hand on.
    pub as_written: bool,
    /// A call or construction, by the end of its path: `lambda.invoke`, `InvokeCommand`, `*.invoke`.
    pub call: Option<String>,
    /// A text that is spelled out, `*` for anything; what is filled in stands in braces: `USER#{id}`.
    pub literal: Option<String>,
    /// Only a literal that a property or variable of this name holds, as a glob: `{PK,SK}`.
    pub at: Option<String>,
    /// Not a literal of one of these forms.
    pub unless: Vec<String>,
}

/// What files may not hold, or must.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Architecture {
    /// Its name in messages.
    pub id: String,
    /// The files, as globs below the workspace's root or of names.
    #[cfg_attr(feature = "schema", schemars(with = "SomeNames"))]
    pub files: Globs,
    /// Files that it is not about all the same: `*.test.ts`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "SomeNames"))]
    pub except: Globs,
    /// What they may not hold.
    pub forbid: Option<Syntax>,
    /// What they must hold, all of it: an import, a call, a text.
    pub require: Option<Syntax>,
    /// The decision record behind it.
    pub record: Option<String>,
    /// The message; `{file}`, `{line}`, `{match}`, `{source}` (what stands in that line) and `{record}` are filled in. Of an import
    /// also `{use-line}`, `{use}` (where it is called first, and what stands there) and `{used}` (by which name).
    pub message: Option<String>,
}

/// What files must import.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MissingImport {
    /// The files, as globs below the workspace's root or of names.
    #[cfg_attr(feature = "schema", schemars(with = "SomeNames"))]
    pub files: Globs,
    /// Files that it is not about all the same: `*.test.ts`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "SomeNames"))]
    pub except: Globs,
    /// The packages.
    pub require: Vec<String>,
    /// Only if the file holds this.
    pub when: Option<Syntax>,
    /// Whether an import of types alone counts, too: `import type`.
    #[serde(default)]
    pub types_count: bool,
    /// The message; `{file}` and `{missing}` are filled in.
    pub message: Option<String>,
}

/// Tests do not mock the project's own code.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct MockedInternals {
    /// Modules that belong to the project besides those of relative paths: `@company/*`.
    pub internal: Vec<String>,
    /// Modules of the project that stand for what lies outside: `src/clients/*`.
    pub external: Vec<String>,
    /// How often an agent is advised before it is denied; 1 if absent, 0 for never.
    pub advices: Option<usize>,
}

/// Other code waits while tests fail.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct FailingTests {
    /// How often an agent is advised before it is denied; 1 if absent, 0 for never.
    pub advices: Option<usize>,
}

/// Which files gates take for source.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct SourcesTable {
    /// The endings of source files, in place of the usual ones: `["ts", "py"]`.
    pub extensions: Option<Vec<String>>,
    /// Where no source lies, as globs below the workspace's root, in place of the usual directories of tests, settings,
    /// dependencies and what is built: `["vendor/**", "gen/**"]`. What is a test, a setting or generated by its name, or lies in
    /// a hidden directory, is no source wherever it lies.
    pub except: Option<Vec<String>>,
}
