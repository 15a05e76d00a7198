//! What a call does: the only thing that security rules look at.

mod git;
mod opacity;
mod told;

use std::borrow::Cow;
use std::ops::Range;

pub use git::{Brought, Git, Push, Pushed, PushedRef};
pub use opacity::Opacity;
pub use told::{Made, Told};

use crate::{Course, Place, Sources, Span, Value};

/// All that is known of a call.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Facts {
    /// The commands that a shell text runs, wrappers peeled. Empty for other tools.
    pub commands: Vec<Command>,
    /// The effects, in the order in which they were found.
    pub effects: Vec<Effect>,
    /// The outermost loops, in the order in which they end.
    pub rounds: Vec<Round>,
    /// How things may stand with the files when it has ended; empty where effects come in the order of the list.
    pub left: Vec<Course>,
    /// How many effects were found in texts so far.
    pub(crate) counted: usize,
    /// Whether something may still run when all the rest has ended: in the background, or by a program that lets it go on.
    pub lingers: bool,
}

/// What was found in a loop: it may come again, so that its end stands in front of its beginning, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Its commands, by their places among all.
    pub commands: Range<usize>,
    /// Its effects, by their places among all.
    pub effects: Range<usize>,
}

/// One command that a shell text runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The program and its arguments.
    pub words: Vec<Value>,
    /// The wrappers it was found through, outermost first: `sudo`, `env`, `sh -c`.
    pub through: Vec<String>,
    /// Those of them whose own words are known, with these, outermost first; and the files of those that were named by a path.
    pub launched: Vec<Launch>,
    /// What is known of the program.
    pub standing: Standing,
    /// The directory in which it runs, if that is known.
    pub cwd: Option<String>,
    /// Whether the whole text can only end well if this does.
    pub decides: bool,
    /// In which round of a loop it runs, of those that are told apart: the same place in the text runs another time in another one.
    pub round: usize,
    /// How many of the effects had come about when it began: what follows has no bearing on it.
    pub preceding: usize,
    /// Its place in the text.
    pub span: Span,
}

/// A wrapper with the words that are for itself: `-p vitest` of `npx -p vitest vitest run`. The package whose program it runs
/// is among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The wrapper; an absolute path, without any words, where it was named by one.
    pub by: String,
    /// The words of its subcommand (`create` of `yarn create x`), where what it runs stands behind its own words; `None` where
    /// that stands elsewhere, as a script of a package does.
    pub subcommand: Option<Vec<Value>>,
    /// Its own words.
    pub words: Vec<Value>,
}

/// What is known of a program, used as it is here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nothing: it is neither approved nor suspected.
    Unknown,
    /// Its effects are in the facts.
    Known,
    /// Its effects are in the facts, and it does nothing but read and print.
    ReadOnly,
    /// As before, because of its subcommand and its options.
    SafeSubcommand,
}

/// One effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// What happens.
    pub action: Action,
    /// The part of the shell text that causes it; `None` for a tool that is not a shell.
    pub span: Option<Span>,
    /// The script on disk that does it, if it is not in the text itself.
    pub script: Option<String>,
    /// Whether it happens with another user's rights: `sudo`.
    pub privileged: bool,
    /// Of a write: how much it tells of the file that results.
    pub told: Told,
    /// Its number among those of texts, by which a [`Course`] names it.
    pub number: usize,
}

impl Effect {
    /// Whether commits of the repository leave for a remote, by whichever tool.
    pub fn is_push(&self) -> bool {
        matches!(self.action, Action::Git(Git::Push(_)) | Action::Deed(Deed::Push | Deed::PushAll, _))
    }

    /// An effect of a whole call.
    pub fn of(action: Action) -> Self {
        Self { action, span: None, script: None, privileged: false, told: Told::Part, number: 0 }
    }
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Names of files are shown, not what is in them.
    List(Place),
    /// A file's content is read.
    Read(Place),
    /// Files below a place are searched and their lines shown: passing by a file is not reading it.
    Search(Place),
    /// A file is handed by its name to a program that nobody knows: it may show what is in it.
    Hand(Place),
    /// A file is created or changed; its new content, or what is added to it, as far as that is known.
    Write(Place, Value),
    /// Something is deleted.
    Delete(Place, Depth),
    /// Permissions change.
    Permit(Place, Permission),
    /// Something gets another owner.
    Own(Place, Depth),
    /// What reaches the screen, and so the model, apart from the text itself.
    Print(Sources),
    /// Data leaves the machine.
    Send {
        /// Where the data comes from.
        data: Sources,
        /// The host or address, as far as it is known.
        target: Value,
        /// What the data is sent for.
        purpose: Purpose,
    },
    /// Something is fetched from an address.
    Receive(Value),
    /// Code runs that is not in the text; it comes from there.
    Run(Sources),
    /// git changes refs, the work tree, or what others see.
    Git(Git),
    /// Processes are ended: by number, name or pattern, as written.
    Kill(Vec<Value>),
    /// A variable is set, which other programs may obey: `PATH`, `GIT_PAGER`.
    Environment(String, Value),
    /// Rows of a table go, some or all of them: its name, without a schema. No harm by itself; what matters is whether
    /// that table was refused before.
    Lessen(String),
    /// Something that is known by what it is, not by a place: the words say it, after "it".
    Deed(Deed, Cow<'static, str>),
    /// Something happens that the analysis cannot see.
    Opaque(Opacity),
}

impl Action {
    /// One word for programs that read it.
    pub fn word(&self) -> &'static str {
        match self {
            Self::List(_) => "list",
            Self::Read(_) => "read",
            Self::Search(_) => "search",
            Self::Hand(_) => "hand",
            Self::Write(..) => "write",
            Self::Delete(_, Depth::One) => "delete",
            Self::Delete(_, Depth::Matching) => "delete-matching",
            Self::Delete(_, Depth::Tree) => "delete-tree",
            Self::Delete(_, Depth::Moved) => "move",
            Self::Permit(..) => "permit",
            Self::Own(..) => "own",
            Self::Print(_) => "print",
            Self::Send { .. } => "send",
            Self::Receive(_) => "receive",
            Self::Run(_) => "run",
            Self::Git(_) => "git",
            Self::Kill(_) => "kill",
            Self::Environment(..) => "set",
            Self::Lessen(_) => "lessen",
            Self::Deed(deed, _) => deed.as_str(),
            Self::Opaque(_) => "opaque",
        }
    }

    /// What happens, for a person to read.
    pub fn kind(&self) -> Cow<'static, str> {
        match self {
            Self::List(_) => "list".into(),
            Self::Read(_) => "read".into(),
            Self::Search(_) => "search".into(),
            Self::Hand(_) => "hand over".into(),
            Self::Write(..) => "write".into(),
            Self::Delete(_, Depth::One) => "delete".into(),
            Self::Delete(_, Depth::Matching) => "delete matching".into(),
            Self::Delete(_, Depth::Tree) => "delete all".into(),
            Self::Delete(_, Depth::Moved) => "move".into(),
            Self::Permit(_, Permission::Open(_)) => "open".into(),
            Self::Permit(_, Permission::Closed(_)) => "close".into(),
            Self::Permit(_, Permission::Setuid) => "setuid".into(),
            Self::Permit(_, Permission::NotExecutable | Permission::Readable(_) | Permission::Other(_)) => {
                "permit".into()
            }
            Self::Own(..) => "own".into(),
            Self::Print(sources) => format!("print {sources}").into(),
            Self::Send { data, target, .. } => format!("send {data} to {target}").into(),
            Self::Receive(target) => format!("receive from {target}").into(),
            Self::Run(sources) => format!("run {sources}").into(),
            Self::Git(git) => format!("git {git}").into(),
            Self::Kill(processes) => {
                let shown: Vec<String> = processes.iter().map(ToString::to_string).collect();
                format!("kill {}", shown.join(" ")).into()
            }
            Self::Environment(name, _) => format!("set {name}").into(),
            Self::Lessen(table) => format!("take rows from {table}").into(),
            Self::Deed(deed, what) => format!("{}: {what}", deed.as_str()).into(),
            Self::Opaque(why) => format!("opaque {why}").into(),
        }
    }

    /// Where it happens, if it happens to files.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Self::List(place)
            | Self::Read(place)
            | Self::Search(place)
            | Self::Hand(place)
            | Self::Write(place, _)
            | Self::Delete(place, _)
            | Self::Permit(place, _)
            | Self::Own(place, _)
            | Self::Git(Git::Stage(place)) => Some(place),
            Self::Print(_)
            | Self::Send { .. }
            | Self::Receive(_)
            | Self::Run(_)
            | Self::Git(_)
            | Self::Kill(_)
            | Self::Environment(..)
            | Self::Lessen(_)
            | Self::Deed(..)
            | Self::Opaque(_) => None,
        }
    }
}

impl Deed {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Publish => "publish",
            Self::Deploy => "deploy",
            Self::DropData => "drop-data",
            Self::LoseData => "lose-data",
            Self::Format => "format",
            Self::Exhaust => "exhaust",
            Self::Persist => "persist",
            Self::Tamper => "tamper",
            Self::SkipHooks => "skip-hooks",
            Self::Configure => "configure",
            Self::Impersonate => "impersonate",
            Self::DiscardWork => "discard-work",
            Self::DropCommits => "drop-commits",
            Self::Import => "import",
            Self::Merge => "merge",
            Self::Commit => "commit",
            Self::CommitElsewhere => "commit-elsewhere",
            Self::Push => "push",
            Self::PushAll => "push-all",
        }
    }
}

/// What an effect is, where no place says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deed {
    /// Makes something public, or takes it back: `npm publish`.
    Publish,
    /// Changes what runs elsewhere: `terraform apply`, `kubectl delete`.
    Deploy,
    /// Destroys data for good: `DROP TABLE`.
    DropData,
    /// May lose data: `DELETE` without `WHERE`, a migration rolled back.
    LoseData,
    /// Overwrites a disk or its partitions.
    Format,
    /// Brings the work of a branch into another: `git merge`, `gh pr merge`.
    Merge,
    /// Commits what the work tree holds, by another tool than `git commit`: `jj commit`, `npm version patch`.
    Commit,
    /// Commits at a forge what it is given, which need not lie here.
    CommitElsewhere,
    /// Pushes the branch that is checked out, by another tool than git: `gh pr create`.
    Push,
    /// Pushes branches beside that one, too: `gt submit --stack`.
    PushAll,
    /// Uses up a machine's processes, memory or disk.
    Exhaust,
    /// Plants something that runs later: `crontab`, `systemctl enable`.
    Persist,
    /// Disables or side-steps a guard of an agent.
    Tamper,
    /// Keeps hooks from running: `--no-verify`.
    SkipHooks,
    /// Changes a person's configuration: `git config --global`.
    Configure,
    /// Runs a program that a person must run: `hookward trust`.
    Impersonate,
    /// Loses work that no commit holds, in whichever version control: `hg update --clean`.
    DiscardWork,
    /// Takes commits away that can seldom be had again: `hg strip`.
    DropCommits,
    /// Takes code, to run it, from an address that is no registry.
    Import,
}

/// What permissions become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    /// Everybody may write; with everything below it or not.
    Open(Depth),
    /// Nobody may read any more; with everything below it or not.
    Closed(Depth),
    /// It runs with its owner's rights.
    Setuid,
    /// Others may read it; with everything below it or not.
    Readable(Depth),
    /// It may no longer be executed.
    NotExecutable,
    /// Anything else.
    Other(Depth),
}

/// What data is sent for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// It is what is sent: a body, an upload, a part of the address.
    Content,
    /// It proves who asks: `-H "Authorization: …"`, `-u`.
    Credential,
    /// People are to read it: the text of an issue.
    Message,
}

/// How far a change goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// A file, a link or an empty directory.
    One,
    /// Whatever below it fits a test, one by one: `find dir -name '*.o' -delete`.
    Matching,
    /// A directory with everything below it.
    Tree,
    /// The thing itself, which is elsewhere afterwards: `mv`.
    Moved,
}
