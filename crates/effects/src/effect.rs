//! What a call does: the only thing that security rules look at.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use crate::{Added, Place, Sources, Span, Value};

/// All that is known of a call.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Facts {
    /// The commands that a shell text runs, wrappers peeled. Empty for other tools.
    pub commands: Vec<Command>,
    /// The effects, in the order in which they were found.
    pub effects: Vec<Effect>,
    /// The outermost loops, in the order in which they end.
    pub rounds: Vec<Round>,
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
}

/// How much a write tells of the file that results.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Told {
    /// Its content is all that the file holds afterwards.
    Whole,
    /// The file holds what another one holds: `cp`, `mv`. The content's source is that file, if it is not known.
    Copied,
    /// Its content comes behind what is there: `>>`.
    Added,
    /// What is there goes through sed with these words: `sed -i`.
    Sed(Vec<String>),
    /// What is there stays as it is, if there is anything: `touch`.
    Kept,
    /// The file is as it was committed: `git restore`.
    Committed,
    /// The file is as this revision has it: `git checkout feature -- a.ts`.
    Revision(String),
    /// What is there is changed by these lines of a patch.
    Patch(String),
    /// Something; what else there is, nobody knows.
    #[default]
    Part,
}

impl Effect {
    /// An effect of a whole call.
    pub fn of(action: Action) -> Self {
        Self { action, span: None, script: None, privileged: false, told: Told::Part }
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

impl fmt::Display for Git {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Discard(what) | Self::Forget(what) | Self::Rewrite(what) => f.write_str(what),
            Self::Drop(what) => write!(f, "drops {what}"),
            Self::RemoveWorktree(path) => write!(f, "removes the work tree {path}"),
            Self::Clean(_) => f.write_str("deletes files that were never committed"),
            Self::LeaveWorktree(_) => f.write_str("removes a work tree from inside another"),
            Self::Push(push) => {
                let remote = push.remote.as_deref().unwrap_or("?");
                write!(f, "pushes to {remote}")?;
                for branch in &push.branches {
                    let name = branch.name.as_deref().unwrap_or("?");
                    let how = match branch.how {
                        Pushed::Forward => "",
                        Pushed::Leased => " with a lease",
                        Pushed::Forced => " by force",
                        Pushed::Deleted => " as deleted",
                    };
                    write!(f, " {name}{how}")?;
                }
                Ok(())
            }
            Self::Stage(_) => f.write_str("stages"),
            Self::Commit(_) => f.write_str("commits"),
            Self::Bring(Brought::Commit) => f.write_str("puts another commit into the work tree"),
            Self::Bring(Brought::Changes) => f.write_str("brings changes from elsewhere in the repository"),
        }
    }
}

impl fmt::Display for Opacity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(message) => write!(f, "(it does not parse: {message})"),
            Self::Size => f.write_str("(too long or too deep)"),
            Self::Budget => f.write_str("(too many steps)"),
            Self::Language(what) => write!(f, "({what})"),
            Self::RunTime => f.write_str("(only known when it runs)"),
            Self::Disguise => f.write_str("(letters that look like others)"),
            Self::Detour(program) => write!(f, "(an option starts {program})"),
            Self::Fed => f.write_str("(a shell runs what a program prints)"),
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

/// What git does beyond reading and committing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Git {
    /// Uncommitted work is lost, all of it or whatever lies below a directory; the words say how.
    Discard(&'static str),
    /// What was never committed is deleted, in these places only: `git clean -fdx node_modules`.
    Clean(Vec<Place>),
    /// Commits become unreachable or unrecoverable; the words say how.
    Forget(&'static str),
    /// One thing is dropped that can seldom be had again: a stash, a branch; the words say what.
    Drop(String),
    /// History is rewritten or a ref moved by force.
    Rewrite(&'static str),
    /// A work tree is removed, by force.
    RemoveWorktree(String),
    /// A work tree is removed, if nothing is lost by it; from inside a linked work tree. The main one.
    LeaveWorktree(String),
    /// Refs are pushed.
    Push(Push),
    /// A file is put into the index, to be committed.
    Stage(Place),
    /// A commit is made; what it adds, as far as that is known.
    Commit(Vec<Added>),
    /// The work tree gets what lies elsewhere in the repository.
    Bring(Brought),
}

/// What a work tree gets from elsewhere in its repository.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brought {
    /// It is as another commit has it: `git switch`, `git pull`.
    Commit,
    /// Changes that no commit of this branch holds: `git stash pop`, `git cherry-pick -n`.
    Changes,
}

/// A push.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Push {
    /// The remote, as written or by default; `None` if it is not known.
    pub remote: Option<String>,
    /// Whether the repository knows that remote.
    pub known_remote: bool,
    /// The branches it changes at the remote; empty if they are not known.
    pub branches: Vec<PushedRef>,
    /// Whether it pushes whatever there is: `--all`, `--mirror`.
    pub everything: bool,
    /// What it takes along, as `git rev-list` is told it: names of commits, `--branches`; `None` if that is not known.
    pub takes: Option<Vec<String>>,
}

/// What becomes of a branch at a remote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushedRef {
    /// Its name there; `None` if that is not known.
    pub name: Option<String>,
    /// How.
    pub how: Pushed,
}

/// How a ref is pushed. Ordered by how much it can lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pushed {
    /// Forward only.
    Forward,
    /// By force, if the remote is as it was last seen.
    Leased,
    /// By force.
    Forced,
    /// It is deleted.
    Deleted,
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

/// Why an effect cannot be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opacity {
    /// The text could not be parsed, or not all of it.
    Syntax(String),
    /// The text is longer or deeper than what is analysed.
    Size,
    /// The analysis took more steps than the text's length allows.
    Budget,
    /// A language that is not analysed.
    Language(&'static str),
    /// Text that runs and is only known when it does.
    RunTime,
    /// Letters that look like others, or that nobody sees.
    Disguise,
    /// A program that an option makes another one start.
    Detour(String),
    /// A shell runs what a program prints.
    Fed,
}
