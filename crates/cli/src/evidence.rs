//! Sees checks begin and end, and notes in the ledger what that tells of the sources.

mod ended;
mod proven;
mod red;

use std::path::{Path, PathBuf};

use hookward_core::evidence::{
    Begun, Ending, Entry, Kind, Ledger, Observed, Own, Scope, Status, Wrote, directory_of, is_of_one_package,
    observe,
};
use hookward_core::{Event, EventName, Moment, Policy, redact};
use hookward_effects::{Action, Call, Command, Deed, Effect, Facts, Git};
use hookward_hosts::{Caller, call_id, status};
use hookward_io::{Git as Repository, LedgerFile, Tree, kept_root};

pub(crate) use proven::Occasion;
pub(crate) use red::look_into;

use crate::programs::arrivals::{come_into_builds, put_into_builds};
use crate::programs::origins::Run;
use crate::programs::patched::{come_into_packages, may_come_into_packages};
use crate::programs::settings::set_up;
use crate::programs::{installed, put_into_packages, put_on_the_path};
use crate::situation::Situation;

/// Rules that want to know what was seen of the sources.
const WANT: &[&str] = &[
    "gate/missing-evidence",
    "gate/unverified-work",
    "gate/failing-tests",
    "gate/unfinished-stop",
    "gate/untested-code",
];

/// Whether anybody wants to know.
fn is_wanted(policy: &Policy, event: &Event) -> bool {
    WANT.iter().any(|rule| policy.is_set(rule, event.role()))
}

/// Whether something is committed or merged.
fn is_commit(action: &Action) -> bool {
    matches!(
        action,
        Action::Git(Git::Commit(_)) | Action::Deed(Deed::Merge | Deed::Commit | Deed::CommitElsewhere, _)
    )
}

impl Situation {
    /// The ledger of the work tree that a directory lies in: each has sources of its own.
    pub(crate) fn ledger_file(&self, cwd: &str) -> Option<LedgerFile> {
        self.ledger_at(&self.work_tree(cwd)?)
    }

    pub(crate) fn ledger_at(&self, root: &Path) -> Option<LedgerFile> {
        Some(LedgerFile::in_state(&self.places.as_ref()?.state, root))
    }

    /// The root of the work tree that a directory lies in.
    pub(crate) fn work_tree(&self, cwd: &str) -> Option<PathBuf> {
        // The home and `/` are no workspace, whatever lies there.
        let root = self.workspace.root()?;
        let home = self.places.as_ref().map(|places| places.home.as_path());
        let holds_no_home = |path: &Path| home.is_none_or(|home| !home.starts_with(path));
        let inside = || Path::new(cwd).starts_with(root).then(|| PathBuf::from(root));
        let git = Repository::find(Path::new(cwd)).map(|git| git.root);
        let other = kept_root(Path::new(cwd)).map(Path::to_owned);
        // The nearest; never the home, which some keep in a repository.
        let kept = git.into_iter().chain(other).filter(|kept| holds_no_home(kept));
        kept.max_by_key(|kept| kept.components().count()).or_else(inside)
    }

    /// What was seen of the sources, if a rule could ask for it: before a commit, and before code is written.
    pub(crate) fn ledger(&self, event: &Event, facts: &Facts) -> &Ledger {
        let asks = |action: &Action| is_commit(action) || matches!(action, Action::Write(..));
        let tells = match event.moment.name() {
            EventName::SessionStart => self.policy.is_on("feedback/session-context", event.role()),
            EventName::Stop => true,
            _ => false,
        };
        let asks = || facts.effects.iter().any(|effect| asks(&effect.action));
        let pushes = || facts.effects.iter().any(Effect::is_push);
        // After a call only what was found then is told.
        if matches!(event.moment.name(), EventName::AfterTool | EventName::AfterFailure) {
            return self.seen.get().unwrap_or(&EMPTY);
        }
        if !is_wanted(&self.policy, event) || !(tells || asks() || pushes()) {
            return &EMPTY;
        }
        self.seen.get_or_init(|| {
            let is_gated = || self.policy.is_set("gate/missing-evidence", event.role());
            let held = (pushes() && is_gated()).then(|| self.held(event, facts)).flatten();
            // What a push is held against is a commit that nobody saw coming, and most have none.
            if held.is_none() && !tells && !asks() {
                return Ledger::default();
            }
            let told = self.told_of(event, facts);
            // In a work tree that is not there yet nothing was seen.
            if held.is_none() && told.as_deref().is_some_and(|cwd| self.made_around(cwd).is_some()) {
                return Ledger::default();
            }
            let own = told.and_then(|cwd| self.work_tree(&cwd));
            let root = held.as_ref().map(|held| held.root.clone()).or_else(|| own.clone());
            let Some(file) = root.and_then(|root| self.ledger_at(&root)) else { return Ledger::default() };
            let commits = facts.effects.iter().any(|effect| is_commit(&effect.action));
            let only_writes = held.is_none() && !tells && !commits;
            let known = if only_writes { file.read_failures() } else { file.read() };
            let known = known.unwrap_or_default();
            let Some(held) = held else {
                let joins_known = is_gated() && own.is_some_and(|root| self.joins_known(facts, &root));
                return Ledger { joins_known, ..known };
            };
            // What was seen to pass here says nothing of another branch, nor of another work tree that is committed in.
            let is_of_it = held.is_here && (!asks() || own.as_ref() == Some(&held.root));
            let tree = known.tree.clone().filter(|_| is_of_it);
            Ledger { held: Some(held.unseen), left: held.left, tree, ..known }
        })
    }

    /// A directory of the work tree that a call is about; `None` if there are several. A commit in one is not told anything of
    /// another.
    fn told_of(&self, event: &Event, facts: &Facts) -> Option<String> {
        let commits = || facts.effects.iter().filter(|effect| is_commit(&effect.action));
        let is_meant = |effect: &&Effect| effect.is_push() && commits().next().is_none();
        let pushes = facts.effects.iter().filter(is_meant);
        let spans: Vec<_> = commits().chain(pushes).filter_map(|effect| effect.span).collect();
        if let Some(directory) = spans.is_empty().then(|| self.written_in(facts)).flatten() {
            return Some(directory);
        }
        let is_meant = |command: &&Command| spans.is_empty() || spans.contains(&command.span);
        let meant = facts.commands.iter().filter(is_meant);
        let places: Option<Vec<String>> =
            meant.filter(|command| command.cwd.is_some()).map(directory_of).collect();
        let Some((first, rest)) = places.as_deref()?.split_first() else { return Some(event.cwd.clone()) };
        let tree = self.work_tree(first);
        rest.iter().all(|other| self.work_tree(other) == tree).then(|| first.clone())
    }

    /// A directory of the one work tree that a call writes in, wherever it is called.
    fn written_in(&self, facts: &Facts) -> Option<String> {
        let written = facts.effects.iter().filter_map(|effect| match &effect.action {
            Action::Write(place, _) => Some(place),
            _ => None,
        });
        let spots = written.flat_map(|place| &place.spots);
        let mut directories: Vec<&str> =
            spots.filter_map(|spot| spot.path.rsplit_once('/')).map(|(directory, _)| directory).collect();
        directories.sort_unstable();
        directories.dedup();
        let mut found: Option<(PathBuf, &str)> = None;
        let tree = |directory: &str| {
            let made = self.made_around(directory).map(|made| PathBuf::from(&made.path));
            made.or_else(|| self.work_tree(directory))
        };
        for directory in directories {
            match (tree(directory), &found) {
                (None, _) => {}
                (Some(tree), None) => found = Some((tree, directory)),
                (Some(tree), Some((own, _))) if tree == *own => {}
                (Some(_), Some(_)) => return None,
            }
        }
        found.map(|(_, directory)| directory.to_owned())
    }

    /// How much of its work tree a check can be about that runs in a directory, and which part; `None` if that is in none.
    pub(crate) fn reach(&self, cwd: Option<&str>) -> Option<(Scope, Option<String>)> {
        let cwd = Path::new(cwd?);
        let root = self.work_tree(&cwd.display().to_string())?;
        let below = cwd.strip_prefix(&root).ok()?;
        if below.as_os_str().is_empty() {
            return Some((Scope::Whole, None));
        }
        Some((Scope::Part, Some(below.display().to_string())))
    }

    /// The work trees that checks ran in, each with its own; the event's for those of which nobody can tell.
    fn by_work_tree(&self, event: &Event, seen: Vec<Observed>) -> Vec<(PathBuf, Vec<Observed>)> {
        let mut found: Vec<(PathBuf, Vec<Observed>)> = Vec::new();
        for one in seen {
            let own = one.cwd.as_deref().and_then(|cwd| self.work_tree(cwd));
            let Some(root) = own.or_else(|| self.work_tree(&event.cwd)) else { continue };
            match found.iter_mut().find(|(known, _)| *known == root) {
                Some((_, all)) => all.push(one),
                None => found.push((root, vec![one])),
            }
        }
        found
    }

    /// Notes what a call puts where programs are looked for, or among installed packages: a check that leads there tells
    /// nothing. Packages are looked at when it has run, too: it may have installed them before it wrote there.
    pub(crate) fn note_programs(&self, event: &Event, facts: &Facts, at: u64) {
        if !is_wanted(&self.policy, event) {
            return;
        }
        let by_hand = |paths: Vec<String>| -> Vec<Wrote> {
            paths.into_iter().map(|path| Wrote { path, installed: false, at }).collect()
        };
        let put = match &event.moment {
            Moment::BeforeTool(_) => {
                let put = [put_on_the_path(facts), put_into_packages(facts), put_into_builds(facts)];
                let written = by_hand([put.concat(), set_up(facts), may_come_into_packages(facts)].concat());
                [written, installed(facts, &self.run_of("", &event.cwd), at)].concat()
            }
            Moment::AfterTool { .. } => {
                let done = self.done(event);
                let built = come_into_builds(done, self.ledger_file(&event.cwd));
                let come = come_into_packages(done, self.ledger_file(&event.cwd));
                let put = [put_into_packages(done), built, come].concat();
                // What is made anew behind this was installed anew.
                [by_hand(put), installed(done, &self.run_of("", &event.cwd), at)].concat()
            }
            // What it has done before it failed stays.
            Moment::AfterFailure { call, .. } => {
                let (done, file) = (self.facts_of(call, &event.cwd), self.ledger_file(&event.cwd));
                by_hand([come_into_builds(&done, file.clone()), come_into_packages(&done, file)].concat())
            }
            _ => return,
        };
        for wrote in put {
            if let Some(file) = self.ledger_file(&event.cwd) {
                let _ = file.append(&Entry::Wrote(wrote));
            }
        }
    }

    /// Notes that a check begins: it is evidence only if the sources are still the same when it ends.
    pub(crate) fn note_beginning(&self, event: &Event, facts: &Facts, payload: &[u8], at: u64) {
        let Moment::BeforeTool(Call::Shell { command, .. }) = &event.moment else { return };
        if !is_wanted(&self.policy, event) {
            return;
        }
        let own = Own { commands: &self.policy.test_commands(), text: command };
        for (root, _) in self.by_work_tree(event, observe(facts, Status::Untold, own)) {
            let Some(file) = self.ledger_at(&root) else { return };
            let Ok(Tree { name: tree, trace, .. }) = file.look() else { continue };
            // What is not noted is no evidence, which is said where it is missed.
            let (id, text) = (call_id(payload), redact(command).into_owned());
            let _ = file.append(&Entry::Begun(Begun { id, text, tree, trace, at }));
        }
    }

    /// Notes what a command that has ended tells of the sources.
    pub(crate) fn note_end(&self, caller: Caller, event: &Event, payload: &[u8], at: u64) {
        let (call, output) = match &event.moment {
            Moment::AfterTool { call, output } => (call, output.texts.join("\n")),
            Moment::AfterFailure { call, error, output } => {
                (call, format!("{error}\n{}", output.texts.join("\n")))
            }
            _ => return,
        };
        let Call::Shell { command, .. } = call else { return };
        if !is_wanted(&self.policy, event) {
            return;
        }
        let status = status(caller, &event.moment, payload);
        let own = Own { commands: &self.policy.test_commands(), text: command };
        let ending = Ending { status, output: &output };
        let seen = observe(&self.facts_of(call, &event.cwd), ending, own);
        let id = call_id(payload);
        for (root, seen) in self.by_work_tree(event, seen) {
            let begun = (id.as_deref(), &*redact(command));
            if let Some(file) = self.ledger_at(&root) {
                self.note_ended((&root, &file), begun, seen, at);
            }
        }
    }

    /// A run of a command in a directory.
    pub(crate) fn run_of<'r>(&'r self, command: &'r str, cwd: &'r str) -> Run<'r> {
        let home = self.places.as_ref().map(|places| places.home.as_path());
        Run { command, cwd: Path::new(cwd), roots: &self.workspace.roots, home, environments: &[] }
    }
}

/// Which projects a run of a command tells of: the kind that its program is for, and whether it leaves out packages below.
pub(crate) fn told_of(command: &str) -> (Option<Kind>, bool) {
    let program = command.split(' ').next().unwrap_or_default();
    (Kind::of_runner(program), is_of_one_package(command))
}

/// The clock of a disk may be behind by so many milliseconds.
pub(crate) const BEHIND: u64 = 20;

/// Whether the sources are those which a run began with (their name and their trace, and since when), but for what its own runner
/// writes before it runs anything.
pub(crate) fn are_those_of(
    (name, trace, since): (&str, &str, u64),
    (file, tree): (&LedgerFile, &Tree),
    seen: &[Observed],
) -> bool {
    let is = |tree: &Tree| (tree.name.as_str(), tree.trace.as_str()) == (name, trace);
    let Some(first) = seen.iter().find_map(|seen| seen.writes_first).filter(|_| !is(tree)) else {
        return is(tree);
    };
    let is_first = |path: &str| path.rsplit('/').next() == Some(first);
    // What has been there before is in the name: without it, that is another.
    let new = file.touched_since(since.saturating_sub(BEHIND), is_first);
    !new.is_empty() && file.look_without(&new).is_ok_and(|without| is(&without))
}

/// What to say of sources that are not those which a run began with.
pub(crate) fn written_meanwhile(file: &LedgerFile, since: u64) -> String {
    match file.touched_since(since.saturating_sub(BEHIND), |_| true).first() {
        Some(path) => {
            format!("sources were written while its call ran ({path}; what is no source, git may ignore)")
        }
        None => "sources were written while its call ran".to_owned(),
    }
}

static EMPTY: Ledger = Ledger {
    entries: Vec::new(),
    tree: None,
    is_unnamed: false,
    projects: Vec::new(),
    held: None,
    left: None,
    joins_known: false,
};
