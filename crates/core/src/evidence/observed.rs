//! What a command that has run tells of a project.

mod words;

use hookward_effects::{Action, Command, Effect, Facts, Value, normalise};

use self::words::{from_here, glob};
use super::blame::weigh;
use super::brought::{brought_by, stands_in_front};
use super::compiled::made;
use super::counted::{ran_none, shows_none};
use super::goals::builds_too;
use super::included::chosen_settings;
use super::left_behind::written_first;
use super::meanwhile::meanwhile;
use super::named::{Named, executed, named};
use super::once::spelled_out;
use super::options::led_to;
use super::runners::{check, module};
use super::started::{files, is_of_a_wrapper, runner_of_file, without_shell};
use super::targets::{maker, target};
use super::tasks::{Script, Tasks, is_inside, known_words, only_prints};
use super::untouched::only_checks;
use super::variables::{activated, risky_variable};
use super::wrappers::{AWAY, foreign_wrapper, kept_by};
use super::{Check, Doubt, Failing, Made, Maker, Meanwhile, Outcome, Scope, Target};

/// What a host says of how a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Well.
    Succeeded,
    /// Not well.
    Failed,
    /// The host does not say.
    Untold,
}

/// How a command has ended, as its host tells.
#[derive(Clone, Copy, Debug)]
pub struct Ending<'e> {
    /// Whether well.
    pub status: Status,
    /// What was printed, as far as it is told.
    pub output: &'e str,
}

impl From<Status> for Ending<'_> {
    fn from(status: Status) -> Self {
        Self { status, output: "" }
    }
}

/// A check that has run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed {
    /// What was checked.
    pub what: Check,
    /// How much of it, or of what it names.
    pub scope: Scope,
    /// What it names, if that is not everything.
    pub named: Option<Named>,
    /// By which command.
    pub command: String,
    /// The words of that, of which one may have blanks in it.
    pub words: Vec<String>,
    /// What was run for that: `npm test`, whose script has the command. It can be run again.
    pub run_as: String,
    /// The directory in which it ran, if that is known.
    pub cwd: Option<String>,
    /// The directory in which that was run for it; a manager of packages goes to the manifest from there.
    pub started_in: Option<String>,
    /// Files that would have been loaded in the place of its own, if they are there.
    pub in_front: Vec<String>,
    /// Files that have started it, where they were named by their paths: `tools/python` of `tools/python -m pytest`.
    pub started_by: Vec<String>,
    /// Files of the project that start it, or what else the text builds with: `./gradlew`. They must be committed with the rest.
    pub kept: Vec<String>,
    /// Files, below the directory in which it runs, that may hold the settings which it was told to take.
    pub settings: Vec<String>,
    /// Where it builds, or where that lies which it tests, and who has built that.
    pub target: Option<(Target, Maker)>,
    /// What it loads.
    pub made: Made,
    /// Directories that the text leaves upwards: no link may be among them.
    pub left_upwards: Vec<String>,
    /// How it ended, or why nobody can tell.
    pub outcome: Result<Outcome, Doubt>,
    /// Environments of Python that the text activates in front of it, by the script that does it.
    pub activated: Vec<String>,
    /// Paths that the text writes in front of it, or takes away.
    pub meanwhile: Vec<(String, Meanwhile)>,
    /// Whether what was printed says that no test has run, though it has ended well.
    pub ran_none: bool,
    /// The name of a file that it writes before it runs anything, if it is not there yet, and nothing else of its text can have
    /// written that.
    pub writes_first: Option<&'static str>,
    /// What it has printed of what fails, where it has failed; `None` if that is not known.
    pub failing: Option<Failing>,
}

/// Commands that the policy knows to run all tests, and the whole text in which one may stand.
#[derive(Clone, Copy, Debug)]
pub struct Own<'o> {
    /// The commands.
    pub commands: &'o [&'o str],
    /// The text.
    pub text: &'o str,
}

impl Own<'_> {
    /// None.
    pub const NONE: Self = Own { commands: &[], text: "" };

    fn has<'w>(self, words: &(impl Iterator<Item = &'w str> + Clone)) -> bool {
        self.commands.iter().any(|own| own.split_ascii_whitespace().eq(words.clone()))
    }

    /// Whether the whole text is one of them.
    fn is_whole(self) -> bool {
        self.has(&self.text.split_ascii_whitespace())
    }
}

/// What a command text tells, given what its host says of its end. The policy may know commands that run all tests.
pub fn observe<'e>(facts: &Facts, ending: impl Into<Ending<'e>>, own: Own<'_>) -> Vec<Observed> {
    let Ending { status, output } = ending.into();
    let facts = &*spelled_out(facts);
    let tasks = Tasks::of(facts);
    let mut found: Vec<Observed> = Vec::new();
    // What it runs besides is a part of it.
    let looked_at = if own.is_whole() { 1 } else { facts.commands.len() };
    for command in facts.commands.iter().take(looked_at) {
        let Some(mut seen) = one(facts, &tasks, command, status, own) else { continue };
        seen.target = target_of(&seen, command, &found);
        seen.made = made(&seen, &found);
        seen.named = match seen.named {
            Some(Named::Paths(paths)) if seen.made == Made::Compiled => Some(Named::Products(paths)),
            named => named,
        };
        if seen.outcome == Ok(Outcome::Failed) {
            weigh(facts, command, output, &mut seen);
        }
        let has_passed = seen.what == Check::Tests && seen.outcome == Ok(Outcome::Passed);
        let shows_none = || shows_none(tasks.run_for(command), output);
        seen.ran_none = has_passed && (ran_none(facts, output) || shows_none());
        let starter = || tasks.run_for(command).words.first().and_then(Value::known);
        let starters = seen.words.first().map(String::as_str).into_iter().chain(starter());
        seen.writes_first = starters.into_iter().find_map(written_first).filter(|_| only_checks(facts));
        found.push(seen);
    }
    // `cargo test` runs what it runs once, however often a loop is looked at.
    found.dedup_by(|one, other| {
        (&one.command, &one.cwd, one.scope, &one.outcome, &one.named)
            == (&other.command, &other.cwd, other.scope, &other.outcome, &other.named)
    });
    let mut found = together(found);
    let built = found.iter().filter(|seen| seen.what == Check::Tests && builds_too(&seen.command));
    let built: Vec<Observed> = built.map(|seen| Observed { what: Check::Build, ..seen.clone() }).collect();
    found.extend(built);
    // Of several, one has failed: nobody can say which.
    if found.iter().filter(|seen| seen.outcome == Ok(Outcome::Failed)).count() > 1 {
        for seen in &mut found {
            seen.outcome = seen.outcome.clone().map(|_| Outcome::Doubtful);
        }
    }
    found
}

fn one<'f>(
    facts: &'f Facts,
    tasks: &Tasks<'f>,
    command: &'f Command,
    status: Status,
    own: Own<'_>,
) -> Option<Observed> {
    let (what, scope, named) = told(command, own)?;
    let script = match named {
        Some(Named::ByPolicy)
            if only_prints(facts.commands.iter().filter(|other| is_inside(other, command))) =>
        {
            Script::Idles
        }
        // What was looked into of packages is the root's, and each has its own.
        Some(Named::Scripts(_) | Named::ByPolicy) => Script::Unseen,
        // What a script of a package was seen to run tells more than its name: `"test": "vitest run || true"`.
        _ => tasks.script_of(command, what),
    };
    // `hookward run` notes by itself what it has seen, and what measures a run is read as the run.
    if script == Script::Checks || command.through.iter().any(|wrapper| tells_itself(wrapper)) {
        return None;
    }
    if tasks.runners_of(command).any(is_of_packages) {
        return None;
    }
    let scope = scope.narrowed(tasks.reach(command)?);
    // Whoever names a command with its wrapper has looked into both: `conda run -n shop pytest`.
    let foreign = foreign_wrapper(tasks, command).filter(|_| !own.is_whole());
    // What the policy names is what a person has looked into, unless something else stands beside it.
    let is_beside = |other: &Command| !std::ptr::eq(other, command) && !is_inside(other, command);
    let is_alone =
        own.is_whole() || (named == Some(Named::ByPolicy) && !facts.commands.iter().any(is_beside));
    let outcome = match (status, foreign) {
        (_, Some(wrapper)) if AWAY.contains(&wrapper) => Err(Doubt::Elsewhere(wrapper.to_owned())),
        (_, Some(wrapper)) => Err(Doubt::Through(wrapper.to_owned())),
        _ if runs_unseen(facts) && !is_alone => {
            Err(Doubt::Through("code that cannot be seen here".to_owned()))
        }
        _ if command.decides && script == Script::Hides => Err(Doubt::Hidden),
        _ if !command.decides && status != Status::Untold => Err(Doubt::Hidden),
        _ if script == Script::Idles => Err(Doubt::Idle(what)),
        _ if is_unread(tasks, command) => Err(Doubt::Through(runner(command).to_owned())),
        (Status::Untold, None) => Err(Doubt::Untold),
        (Status::Failed, None) => Ok(Outcome::Failed),
        (Status::Succeeded, None) => Ok(Outcome::Passed),
    };
    // Another program may fail as well as it may pass: a test that was seen to fail is evidence, too.
    let bent = || {
        // What a command of the policy makes of a variable, nobody has read.
        let variable = || {
            facts
                .effects
                .iter()
                .filter(|effect| !is_of_a_wrapper(effect, facts))
                .find_map(variable_of)
                .filter(|_| named == Some(Named::ByPolicy))
        };
        let doubt = variable()
            .or_else(|| risky_variable(facts, command))
            .or_else(|| kept_by(command))
            .or_else(|| brought_by(command));
        doubt.map_or(Ok(()), Err)
    };
    let found = outcome.and_then(|outcome| {
        bent().and_then(|()| stands_in_front(facts, command)).map(|files| (files, outcome))
    });
    let (in_front, outcome) =
        found.map_or_else(|doubt| (Vec::new(), Err(doubt)), |(files, outcome)| (files, Ok(outcome)));
    let text = |command: &Command| joined(&command.words);
    let own_words = own_words(command);
    let (run_as, command_text) = (text(tasks.run_for(command)), joined(&own_words));
    let cwd = where_it_runs(command);
    let started_in = tasks.run_for(command).cwd.clone();
    let started_by = command.launched.iter().map(|launch| &launch.by).filter(|by| by.starts_with('/'));
    let started_by = started_by.cloned().collect();
    let settings = chosen_settings(facts, command);
    let left_upwards = left_upwards(facts);
    let kept = files(facts, command);
    Some(Observed {
        what,
        scope,
        named,
        command: command_text,
        words: own_words.iter().map(Value::to_string).collect(),
        run_as,
        cwd,
        started_in,
        in_front,
        started_by,
        kept,
        left_upwards,
        settings,
        target: None,
        made: Made::AsTheyAre,
        activated: activated(facts, command),
        meanwhile: meanwhile(facts, command),
        ran_none: false,
        writes_first: None,
        outcome,
        failing: None,
    })
}

/// Whether what a program runs needs no look, since its own words tell it.
fn tells_itself(wrapper: &str) -> bool {
    matches!(wrapper, "hookward" | "coverage" | "coverage3" | "c8" | "nyc")
}

fn joined(words: &[Value]) -> String {
    words.iter().map(Value::to_string).collect::<Vec<_>>().join(" ")
}

/// The words of a command, without a shell in front of it. A file that starts an installed runner is its program.
fn own_words(command: &Command) -> Vec<Value> {
    let words = known_words(command);
    let inner = without_shell(&words);
    let runner = inner.first().and_then(|file| runner_of_file(file));
    let in_front = words.len() - inner.len();
    let own = command.words.get(in_front + usize::from(runner.is_some())..).unwrap_or_default();
    let program = runner.map(|runner| Value::Known(format!("node_modules/.bin/{runner}")));
    program.into_iter().chain(own.iter().cloned()).collect()
}

fn target_of(seen: &Observed, command: &Command, in_front: &[Observed]) -> Option<(Target, Maker)> {
    let target = target(seen.what, &known_words(command), seen.cwd.as_deref()?)?;
    let maker = maker(seen.what, &target, in_front);
    Some((target, maker))
}

/// A variable that a text sets.
fn variable_of(effect: &Effect) -> Option<Doubt> {
    match &effect.action {
        Action::Environment(name, _) => Some(Doubt::Variable(name.clone())),
        _ => None,
    }
}

/// Directories of which a text says that what lies above them is meant: `env -C link/.. pytest`. Of a link, that is another one
/// than the text says.
fn left_upwards(facts: &Facts) -> Vec<String> {
    let mut found = Vec::new();
    for command in &facts.commands {
        let Some(cwd) = &command.cwd else { continue };
        let launched = command.launched.iter().flat_map(|launch| &launch.words);
        for word in command.words.iter().chain(launched).filter_map(Value::known) {
            let path = word.rsplit_once('=').map_or(word, |(_, path)| path);
            if let Some((below, _)) = path.split_once("/..").filter(|(below, _)| !below.is_empty()) {
                found.push(normalise(below, cwd));
            } else if path == ".." || path.starts_with("../") {
                found.push(cwd.clone());
            }
        }
    }
    found
}

/// Directories that a text names one after the other, as one run of all of them: `pytest tests/unit && pytest tests/http`.
fn together(seen: Vec<Observed>) -> Vec<Observed> {
    let mut found: Vec<Observed> = Vec::new();
    for own in seen {
        let program = own.command.split(' ').next();
        let is_like = |other: &&mut Observed| {
            other.command.split(' ').next() == program
                && other.cwd == own.cwd
                && (&other.outcome, &own.outcome) == (&Ok(Outcome::Passed), &Ok(Outcome::Passed))
        };
        match (found.iter_mut().find(is_like), &own.named) {
            (
                Some(Observed { named: Some(Named::Paths(all)), in_front, started_by, settings, .. }),
                Some(Named::Paths(more)),
            ) => {
                all.extend(more.iter().cloned());
                in_front.extend(own.in_front);
                started_by.extend(own.started_by);
                settings.extend(own.settings);
            }
            _ => found.push(own),
        }
    }
    found
}

/// What a command checks, how much, and what it names of that.
fn told(command: &Command, own: Own<'_>) -> Option<(Check, Scope, Option<Named>)> {
    let words = known_words(command);
    if own.has(&words.iter().copied()) || own.is_whole() {
        return Some((Check::Tests, Scope::Whole, Some(Named::ByPolicy)));
    }
    let globs: Vec<Option<String>> = command.words.iter().map(glob).collect();
    let words = words.into_iter().zip(&globs).map(|(word, glob)| glob.as_deref().unwrap_or(word)).collect();
    let words = from_here(words, command.cwd.as_deref());
    // How much that is, each package tells.
    if let Some(named) = executed(command) {
        return checked_by(command, &words).map(|(what, _)| (what, Scope::Whole, Some(named)));
    }
    let by_name = named(&words).and_then(|(left, named)| {
        let (what, scope) = checked_by(command, &left)?;
        // Without the names it must be of everything, and only tests have a home.
        let is_whole = scope == Scope::Whole && (what == Check::Tests || !matches!(named, Named::Paths(_)));
        is_whole.then_some((what, scope, Some(named)))
    });
    by_name.or_else(|| checked_by(command, &words).map(|(what, scope)| (what, scope, None)))
}

/// Whether a command runs what stands in a file of its own, where none was read: without one it does nothing, and ends well.
fn is_unread(tasks: &Tasks<'_>, command: &Command) -> bool {
    matches!(runner(command), "tox" | "nox") && !tasks.has_inside(command)
}

fn runner(command: &Command) -> &str {
    let program = command.words.first().and_then(Value::known).unwrap_or_default();
    program.rsplit('/').next().unwrap_or(program)
}

/// Whether a command runs a script in packages, each of which has its own.
fn is_of_packages(command: &Command) -> bool {
    matches!(named(&known_words(command)), Some((_, Named::Scripts(_))))
}

/// The directory in which a check runs: its own words may lead it elsewhere, as in `go test -C tools ./...`.
fn where_it_runs(command: &Command) -> Option<String> {
    let cwd = command.cwd.as_deref()?;
    let words = known_words(command);
    let (name, rest) = without_shell(&words).split_first()?;
    Some(led_to(name, rest).map_or_else(|| cwd.to_owned(), |directory| normalise(directory, cwd)))
}

/// What a command checks. A module of Python has names that no program has: `python -m unittest`.
pub(super) fn checked(command: &Command) -> Option<(Check, Scope)> {
    checked_by(command, &known_words(command))
}

fn checked_by(command: &Command, words: &[&str]) -> Option<(Check, Scope)> {
    let is_module = command.through.last().is_some_and(|wrapper| wrapper == "python -m");
    if is_module { module(words).or_else(|| check(words)) } else { check(words) }
}

/// Whether the text runs something that nobody has looked at, which may have changed what its words mean.
fn runs_unseen(facts: &Facts) -> bool {
    let is_unseen = |effect: &Effect| matches!(effect.action, Action::Opaque(_) | Action::Run(_));
    facts.effects.iter().any(|effect| is_unseen(effect) && !is_of_a_wrapper(effect, facts))
}

#[cfg(test)]
mod tests;
