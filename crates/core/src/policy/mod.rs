//! The policy: what is built in, and what five layers of files make of it.

mod architecture;
mod cheap_look;
mod check_command;
mod compile;
mod custom;
mod defaults;
mod explained;
mod file;
mod files;
mod gate_tables;
mod hook_tables;
mod ids;
mod import_patterns;
mod leave;
mod messages;
mod native_hook;
mod outline;
mod own_hook;
mod plan;
mod retention;
mod session_tables;
mod sessions;
mod standing;
mod stopping;
mod strikes;
mod tests_first;
mod tightening;
mod trusted;

use serde::{Deserialize, Serialize};

pub use architecture::{Forbidden, Meant, Mocks, Required, Trait};
pub(crate) use architecture::{Hit, calls};
pub use check_command::CheckCommand;
pub use compile::{HOSTS, Source, compile, name_of};
pub use custom::{CustomRule, Pattern};
pub(crate) use defaults::PLANNING;
pub use defaults::{
    ARTEFACT_PATHS, ARTEFACTS, ASK_FIRST, PROTECTED_BRANCHES, PROTECTED_FILES, SECRET_DIRECTORIES,
    SECRET_DIRECTORY_FREE, SECRET_FILES, SECRET_FREE,
};
pub use file::{Channel, MirrorTable, Mode, PolicyError, PolicyFile};
pub use files::Files;
pub(crate) use files::names as named_by;
pub use hook_tables::{HookInput, Speech};
pub use ids::{RESERVED, is_rule_id, nearest};
pub(crate) use import_patterns::imports;
use leave::Skipped;
pub use messages::Message;
pub(crate) use messages::Words;
pub use native_hook::{Native, NativeHost, NativeShell};
pub use own_hook::{Fits, Keeping, OwnHook, Pace, shell_line};
pub use plan::{Confirm, Plans};
pub use retention::Retention;
pub use sessions::{
    AgentEntry, Component, Context, Documented, Handoff, Knowledge, Large, Lessons, Sessions,
};
pub use standing::{Standing, matches};
pub(crate) use stopping::LEAST_COVERED;
pub use stopping::Stopping;
pub use strikes::{LEAST_LIMIT, MAX_ROW, Notify, Stage, StrikesPolicy};
pub use tests_first::{Pair, TestLevel, TestsFirst};
pub use tightening::only_tightens;
pub use trusted::{TrustItem, Trusted, Whose};

use crate::toolchain::Service;

/// The rule that `strict` switches on, and that asks there.
const UNKNOWN_PROGRAM: &str = "security/unknown-program";

/// Whose file it is. Ordered from far to near.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layer {
    /// The machine's: `/etc/hookward/`.
    Managed,
    /// The person's: `~/.config/hookward/`.
    User,
    /// The project's: `hookward.toml`, committed.
    Project,
    /// The project's, on this machine only: `hookward.local.toml`.
    Local,
}

impl Layer {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Managed => "managed",
            Self::User => "user",
            Self::Project => "project",
            Self::Local => "local",
        }
    }

    /// INVARIANT: what lies within the agent's reach may tighten security and never loosen it.
    pub fn may_loosen(self) -> bool {
        match self {
            Self::Managed | Self::User => true,
            Self::Project | Self::Local => false,
        }
    }
}

/// A line of a policy file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// Whose file.
    pub layer: Layer,
    /// The file.
    pub path: String,
    /// The line, from 1.
    pub line: u32,
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            // What a person has said by a command stands in no line.
            0 => f.write_str(&self.path),
            line => write!(f, "{}:{line}", self.path),
        }
    }
}

/// Something in a policy file that has no effect, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    /// Where.
    pub origin: Origin,
    /// What and why.
    pub text: String,
}

/// All layers, compiled. The default is what a project without any file has.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Policy {
    /// What the files say of rules, far layers first.
    pub modes: Vec<ModeEntry>,
    /// What they add to the built-in lists.
    pub lists: Lists,
    /// Whether asks of security become denials.
    pub strict: bool,
    /// What `ask` becomes when nobody is there.
    pub unattended: Unattended,
    /// Rules that the files define.
    pub custom: Vec<CustomRule>,
    /// How the gate for tests first is set.
    pub tests_first: Option<TestsFirst>,
    /// What becomes of denials in a row.
    pub strikes: StrikesPolicy,
    /// How long the journal is kept.
    pub journal: Retention,
    /// The policy's own words for what rules find.
    pub messages: Vec<Message>,
    /// Workspaces in which no gate holds.
    pub exempt: Vec<String>,
    /// From how many lines on a file needs a note of what was decided in it.
    pub long: Option<usize>,
    /// How a person says in a prompt that they have seen the work.
    pub proof: ProofPolicy,
    /// Commands each of which runs all tests.
    pub tests: Vec<String>,
    /// Commands of git's filters that leave sources as they are.
    pub filters: Vec<String>,
    /// What a plan is.
    pub plans: Option<Plans>,
    /// What must hold before an agent may stop, where that is said.
    pub stopping: Option<Stopping>,
    /// Which files gates take for source.
    pub sources: SourceFiles,
    /// How often an agent is advised that tests fail before it is denied, where that is said.
    pub advices_of_failing_tests: Option<usize>,
    /// The most characters of a line that agents and people are told, where that is said.
    pub line_length: Option<usize>,
    /// What files may not hold.
    pub forbidden: Vec<Forbidden>,
    /// What files must import.
    pub required: Vec<Required>,
    /// Which modules tests may replace.
    pub mocks: Option<Mocks>,
    /// Commands that take part in the decision.
    pub hooks: Vec<OwnHook>,
    /// Those that nobody has trusted: they are not asked.
    #[serde(skip)]
    pub untrusted: Vec<OwnHook>,
    /// What a person had trusted, and what has changed since: it is skipped, which nobody expects.
    #[serde(skip)]
    pub lapsed: Vec<Notice>,
    /// Files of the workspace that trusted hooks run: whoever changes one takes its hook away.
    #[serde(skip)]
    pub trusted_scripts: Vec<String>,
    /// Files of the workspace that they would find, by the PATH, in the place of programs that they run.
    #[serde(skip)]
    pub found_first: Vec<String>,
    /// The policy's own tools for after an edit, far layers first.
    pub tools: Vec<OwnTool>,
    /// What runs in the background after an edit.
    pub background: Vec<Service>,
    /// What is said of the life of a session; most say nothing.
    pub sessions: Option<Box<Sessions>>,
    /// The most characters that rules may inform the model of on one event, where that is said.
    pub told_budget: Option<usize>,
    /// The hosts to register with.
    pub hosts: Option<Vec<String>>,
    /// The roles that the project's file names: where a host does not say which agent calls, its file for that agent does.
    pub roles: Vec<String>,
    /// Whether committed registrations lock out whoever does not have Hookward.
    pub fail_closed: bool,
    /// What the managed file does not let anybody change.
    pub locked: Vec<String>,
    /// Markers that came into being while an agent's call ran: they let nobody pass.
    #[serde(skip)]
    pub planted: Vec<String>,
    /// Rules that a person has switched off for a while.
    #[serde(skip)]
    skipped: Vec<Skipped>,
    /// Whether a person has switched everything off for a while.
    #[serde(skip)]
    pub paused: bool,
    /// What in the files has no effect.
    pub notices: Vec<Notice>,
}

/// Which files gates take for source, where that is said.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SourceFiles {
    /// Their endings, in place of the usual ones.
    pub extensions: Option<Vec<String>>,
    /// Where none lies, as globs, in place of the usual directories.
    pub except: Option<Vec<String>>,
}

/// How a person says in a prompt that they have seen the work.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ProofPolicy {
    /// The words; without any, no prompt says it.
    pub phrases: Vec<String>,
    /// Whether a prompt counts of which nobody says who wrote it.
    pub takes_unsigned: bool,
}

/// What a file says of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModeEntry {
    /// A rule's id, or a category: `gate/*`.
    pub pattern: String,
    /// What it says.
    pub mode: Mode,
    /// Only of agents in this role; of all without it.
    pub role: Option<String>,
    /// Where.
    pub origin: Origin,
}

impl ModeEntry {
    /// Whether it says something of a rule. `security/*` means what everybody has: to ask about every unknown program is a
    /// decision of its own.
    fn switches(&self, rule: &str) -> bool {
        matches(&self.pattern, rule) && (rule != UNKNOWN_PROGRAM || self.pattern == rule)
    }
}

/// What files add to the built-in lists.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Lists {
    /// Branches that are protected.
    pub protected_branches: Vec<Glob>,
    /// Files that may not be written.
    pub protected_files: Vec<Glob>,
    /// Files that a person is asked about first.
    pub ask_first: Vec<Glob>,
    /// Files that may not be read.
    pub secret_files: Vec<Glob>,
    /// Files that look like secrets and may be read.
    pub secret_free: Vec<Glob>,
    /// Variables whose values are secret.
    pub secret_variables: Vec<Glob>,
    /// Directories that belong to the workspace too.
    pub workspace_roots: Vec<Glob>,
    /// Directories that are free to delete.
    pub artefacts: Vec<Glob>,
}

/// A glob and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Glob {
    /// The glob.
    pub glob: String,
    /// Where it stands.
    pub origin: Origin,
    /// Whether it waits for a person's trust: a loosening in a project's file.
    pub awaits_trust: bool,
}

/// What `ask` becomes when nobody is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Unattended {
    /// A denial.
    #[default]
    Deny,
    /// It stays a question: the host decides.
    Ask,
    /// Nothing: the call goes through.
    Allow,
}

/// A command of the policy that runs after an edit, instead of what the project's files say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnTool {
    /// What it does.
    pub service: Service,
    /// For which files: a glob below the workspace's root, or of a name.
    pub files: String,
    /// The command; `{file}` is filled in.
    pub run: String,
    /// Where it stands.
    pub origin: Origin,
}
