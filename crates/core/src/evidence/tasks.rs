//! Scripts of a project that a command runs by their name, as far as they were looked into: `npm test`, `make check`.

use hookward_effects::{Command, Facts, Standing, code_in_words};

use super::runners::{check, lets, named_scope, only_lists};
use super::{Check, Scope};

/// Programs that run what a project has named, and end as that does.
#[rustfmt::skip]
const RUNNERS: &[&str] = &[
    "npm", "pnpm", "yarn", "bun", "deno", "composer", "make", "just", "task", "go-task", "poe", "poethepoet", "hatch", "pdm", "rye", "pixi",
    "mise", "rtx", "tox", "nox", "mix",
];

/// What the script behind a name was seen to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Script {
    /// Nobody knows: it was not found, or runs what nobody knows.
    Unseen,
    /// It runs a check of its own, which is told by itself.
    Checks,
    /// It runs something, whose end it hides.
    Hides,
    /// It only reads, prints, and moves files.
    Idles,
}

/// Programs that test nothing, whatever they are given: they move files, wait, or set a shell up.
#[rustfmt::skip]
const INERT: &[&str] = &[
    "true", ":", "exit", "sleep", "touch", "mkdir", "rmdir", "rm", "cp", "mv", "ln", "chmod", "install", "rimraf", "mkdirp",
    "del-cli", "cpy", "cd", "export", "set", "unset", "shx",
];

/// Whether a command tests nothing. Code in its own words may, if it runs a check; that is told by itself.
fn is_inert(command: &Command) -> bool {
    let name = command.words.first().and_then(|word| word.known()).unwrap_or_default();
    INERT.contains(&name) || !code_in_words(&command.words).is_empty()
}

/// Whether what was seen of a script tests nothing at all: it moves files, and prints.
pub(super) fn only_prints<'a>(inner: impl Iterator<Item = &'a Command>) -> bool {
    let mut inner = inner.peekable();
    let prints = |command: &Command| {
        let name = command.words.first().and_then(|word| word.known()).unwrap_or_default();
        INERT.contains(&name) || matches!(name, "echo" | "printf")
    };
    inner.peek().is_some() && inner.all(prints)
}

/// What package managers do besides running scripts.
#[rustfmt::skip]
pub(super) const CHORES: &[&str] = &[
    "audit", "ci", "install", "i", "add", "outdated", "ls", "list", "pack", "publish", "version", "dedupe", "prune", "cache",
    "config", "fund", "why", "explain", "view", "info", "link", "doctor", "whoami", "ping",
];

/// What mix does besides testing.
const OF_MIX: &[&str] = &[
    "compile",
    "format",
    "clean",
    "deps.get",
    "deps.compile",
    "deps.unlock",
    "credo",
    "dialyzer",
    "docs",
    "xref",
];

/// Whether a command is known to run no tests: a check of another kind, or a runner that only lists them.
fn tests_nothing(command: &Command) -> bool {
    let words = known_words(command);
    let is_chore = match words.as_slice() {
        ["mix", task, ..] => OF_MIX.contains(task) || task.starts_with("ecto."),
        ["npm" | "pnpm" | "yarn" | "bun", chore, ..] => CHORES.contains(chore),
        _ => false,
    };
    is_chore || check(&words).is_some_and(|(own, _)| own != Check::Tests) || only_lists(&words)
}

/// The commands of a text, some of which run others.
pub(super) struct Tasks<'f> {
    commands: &'f [Command],
}

/// The words of a command; one that is not known is empty.
pub(super) fn known_words(command: &Command) -> Vec<&str> {
    command.words.iter().map(|word| word.known().unwrap_or_default()).collect()
}

impl<'f> Tasks<'f> {
    pub(super) fn of(facts: &'f Facts) -> Self {
        Self { commands: &facts.commands }
    }

    /// What a script, that this command runs by its name, does for a check.
    pub(super) fn script_of(&self, command: &Command, what: Check) -> Script {
        let mut seen = self.inside(command).peekable();
        if seen.peek().is_none() {
            return Script::Unseen;
        }
        let mut found = Script::Idles;
        // A script that runs another, by its name or as a file, is what that one does.
        let is_opened = |inner: &Command| {
            self.inside(inner).next().is_some() || self.commands.iter().any(|own| is_inside(own, inner))
        };
        for inner in seen.filter(|inner| !is_opened(inner)) {
            if check(&known_words(inner)).is_some_and(|(own, _)| own == what) {
                return Script::Checks;
            }
            match inner.standing {
                _ if is_inert(inner) || (what == Check::Tests && tests_nothing(inner)) => {}
                Standing::Unknown | Standing::Known if inner.decides => found = Script::Unseen,
                Standing::Unknown | Standing::Known if found == Script::Idles => found = Script::Hides,
                Standing::Unknown | Standing::Known | Standing::ReadOnly | Standing::SafeSubcommand => {}
            }
        }
        found
    }

    /// How much those that run a command let it do; `None` if it does not run at all: `npm --help test`.
    pub(super) fn reach(&self, command: &Command) -> Option<Scope> {
        let mut reach = Scope::Whole;
        for outer in self.runners_of(command) {
            let title = command.through.get(outer.through.len()).and_then(|title| title.rsplit(' ').next());
            let title = title.unwrap_or_default();
            reach = reach.narrowed(lets(&known_words(outer), title)?);
            // What a script runs for all of it is all of it, whatever that is called.
            if !outer.through.iter().any(|own| is_task(own)) {
                // What a goal needs is what that goal does, whatever it is called.
                let words = known_words(outer);
                let goal = words.iter().skip(1).find(|word| !word.starts_with('-')).copied();
                let called = if words.contains(&title) { title } else { goal.unwrap_or(title) };
                reach = reach.narrowed(named_scope(called));
            }
        }
        Some(reach)
    }

    /// The commands that have this one in a script that they run.
    pub(super) fn runners_of(&self, command: &'f Command) -> impl Iterator<Item = &'f Command> {
        self.commands.iter().filter(move |outer| runs(outer, command))
    }

    /// What was run for a command: the outermost that has it in its script, or itself.
    pub(super) fn run_for(&self, command: &'f Command) -> &'f Command {
        self.runners_of(command).min_by_key(|outer| outer.through.len()).unwrap_or(command)
    }

    /// Whether what was found through this ends as it does, and all of it was seen: a script by its name, or a shell script
    /// of the project.
    pub(super) fn is_seen(&self, wrapper: &str) -> bool {
        let is_own = wrapper.contains('/') && !wrapper.starts_with(['/', '~']) && !wrapper.contains("..");
        is_task(wrapper) || (is_own && self.commands.iter().any(|own| known_words(own) == [wrapper]))
    }

    /// Whether this command runs a script that was looked into.
    pub(super) fn has_inside(&self, command: &Command) -> bool {
        self.inside(command).next().is_some()
    }

    /// Whether the words of a command leave the script that it runs as it is.
    pub(super) fn lets_all(&self, command: &Command) -> bool {
        let titles = self.inside(command).filter_map(|inner| inner.through.get(command.through.len()));
        let mut names = titles.filter_map(|title| title.rsplit(' ').next());
        names.all(|name| lets(&known_words(command), name) == Some(Scope::Whole))
    }

    /// What was found in the script that this command runs.
    fn inside(&self, command: &Command) -> impl Iterator<Item = &'f Command> {
        self.commands.iter().filter(move |inner| runs(command, inner))
    }
}

/// Whether a command was found in what another runs.
pub(super) fn is_inside(inner: &Command, outer: &Command) -> bool {
    let name = outer.words.first().and_then(|word| word.known());
    (inner.span, inner.round) == (outer.span, outer.round)
        && inner.through.get(outer.through.len()).map(String::as_str) == name
}

/// Whether a command was found in the script that another runs by its name.
fn runs(outer: &Command, inner: &Command) -> bool {
    let Some(name) = outer.words.first().and_then(|word| word.known()) else { return false };
    (inner.span, inner.round) == (outer.span, outer.round)
        && inner.through.starts_with(&outer.through)
        && inner.through.get(outer.through.len()).is_some_and(|title| {
            let is_own = title.split(' ').next().is_some_and(|own| name.ends_with(own));
            // A task of it runs others of it, beside each other.
            let is_other = || outer.words.get(1).and_then(|word| word.known()) != title.split(' ').nth(1);
            is_task(title) && is_own && !(name == "mix" && is_other())
        })
}

/// `npm run test`, `make check`, as what something was found through.
pub(super) fn is_task(title: &str) -> bool {
    let mut words = title.split(' ');
    words.next().is_some_and(|name| RUNNERS.contains(&name))
        && !matches!(words.next(), Some("exec" | "dlx" | "x") | None)
}

#[cfg(test)]
mod tests;
