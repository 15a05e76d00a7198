//! What a command of the policy runs: the files, with those that they run in turn, as far as that is written out.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::path::Path;

use hookward_effects::{
    Action, Call, Command, Effect, Facts, Kind, Repository, Scene, Standing, Value, World, facts, normalise,
};
use serde::{Deserialize, Serialize};

use crate::loading::{Loading, unseen_in};
use crate::probes::Probes;

/// Programs that run what a file of the project says, and those files.
const RUNNERS: &[(&[&str], &[&str])] = &[
    (&["make", "gmake"], &["GNUmakefile", "makefile", "Makefile"]),
    (&["just"], &["justfile", "Justfile", ".justfile"]),
    (&["npm", "pnpm", "yarn", "bun", "npx"], &["package.json"]),
    (&["composer"], &["composer.json"]),
    (&["deno"], &["deno.json"]),
];

/// Whether a file says what a runner runs.
pub(crate) fn is_manifest(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    RUNNERS.iter().any(|(_, files)| files.contains(&name))
}

/// How far scripts are followed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Follows {
    /// Not at all: of what a line says itself.
    Line,
    /// To what they run in turn.
    Scripts,
}

/// The disk, and which of its files are run: only those are looked into.
struct Looking<'p> {
    follows: Follows,
    probes: &'p Probes,
    run: RefCell<BTreeSet<String>>,
}

impl<'p> Looking<'p> {
    fn new(follows: Follows, probes: &'p Probes) -> Self {
        Self { follows, probes, run: RefCell::default() }
    }
}

impl World for Looking<'_> {
    fn real(&self, path: &str) -> Option<String> {
        self.probes.real(path)
    }

    fn expand(&self, glob: &str) -> Vec<String> {
        self.probes.expand(glob)
    }

    fn kind(&self, path: &str) -> Kind {
        self.probes.kind(path)
    }

    fn text(&self, path: &str) -> Option<String> {
        self.run.borrow_mut().insert(path.to_owned());
        match self.follows {
            Follows::Line => None,
            Follows::Scripts => self.probes.text(path),
        }
    }

    fn repository(&self, _: &str) -> Option<Repository> {
        None
    }

    /// No repository is the workspace's own here: whose it is does not matter to what runs.
    fn is_foreign_repository(&self, _: &str, _: &[String]) -> bool {
        true
    }
}

/// Variables by which hosts tell their hooks where the project is; ours get the first of them.
const PROJECT_VARIABLES: &[&str] = &["CLAUDE_PROJECT_DIR", "CURSOR_PROJECT_DIR"];

/// A word that stands for one that is not known.
const SOMETHING: &str = "/hookward-something";

/// Says whether anybody wants to look into a file that is not known: only what runs is looked into.
#[derive(Default)]
struct Asked {
    is_run: Cell<bool>,
}

impl World for Asked {
    fn real(&self, _: &str) -> Option<String> {
        None
    }

    fn expand(&self, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn kind(&self, path: &str) -> Kind {
        if path == SOMETHING { Kind::File } else { Kind::Unknown }
    }

    fn text(&self, path: &str) -> Option<String> {
        if path == SOMETHING {
            self.is_run.set(true);
        }
        None
    }

    fn repository(&self, _: &str) -> Option<Repository> {
        None
    }

    fn is_foreign_repository(&self, _: &str, _: &[String]) -> bool {
        false
    }
}

/// The effects of a line in which a word stands for one that is not known; `None` if that word would be run.
fn with_something(line: &str) -> Option<Vec<Effect>> {
    let world = Asked::default();
    let scene = Scene { cwd: "/", home: None, roots: &[], world: &world };
    let facts = facts(&Call::shell(line), &scene);
    let is_program = |command: &Command| command.words.first().and_then(Value::known) == Some(SOMETHING);
    (!world.is_run.get() && !facts.commands.iter().any(is_program)).then_some(facts.effects)
}

/// Whether a command whose words are not all known runs one of the others: a shell runs what it is given, a formatter
/// does not.
pub(crate) fn may_run_what_is_unknown(words: &[Value]) -> bool {
    let quoted = |word: &Value| match word.known() {
        Some(word) => format!("'{}'", word.replace('\'', "'\\''")),
        None => SOMETHING.to_owned(),
    };
    let Some(Some(_)) = words.first().map(Value::known) else { return true };
    let line = words.iter().map(quoted).collect::<Vec<_>>().join(" ");
    let Some(effects) = with_something(&line) else { return true };
    effects.iter().any(|effect| matches!(effect.action, Action::Opaque(_) | Action::Run(_)))
}

/// Whether programs obey a variable, so that what it says may be what runs.
fn is_obeyed(variable: &str) -> bool {
    let is_plain = |effect: &Effect| matches!(effect.action, Action::Environment(..));
    // Some name a file, and some hold options.
    let is_idle = |value: &str| {
        let effects = with_something(&format!("export {variable}='{value}'"));
        effects.is_some_and(|effects| effects.iter().all(is_plain))
    };
    // By these everything else is found.
    ["PATH", "HOME"].contains(&variable) || !is_idle(SOMETHING) || !is_idle(&format!("--require={SOMETHING}"))
}

/// Whether a variable is only said to be what it is anyway.
fn is_as_it_was(variable: &str, value: &Value) -> bool {
    variable == "HOME" && value.known().is_some() && value.known() == std::env::var("HOME").ok().as_deref()
}

/// Which files of a command count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Files {
    /// Those that run, and what they run in turn, as far as that is written out.
    Run,
    /// Those that it reads or names, too.
    Named,
}

/// What a command runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Followed {
    /// The files.
    pub(crate) files: Vec<String>,
    /// Programs that run files of the project by their names: which, they say themselves.
    pub(crate) by_name: Vec<String>,
    /// What else runs and could not be followed, in words.
    pub(crate) unseen: Vec<String>,
    /// Programs that are run by their names, which a PATH finds.
    pub(crate) programs: Vec<String>,
}

impl Followed {
    /// Whether it runs no file, named or not.
    pub(crate) fn is_nothing(&self) -> bool {
        self.files.is_empty() && self.by_name.is_empty()
    }
}

/// A command, and where it runs.
#[derive(Clone, Copy)]
pub(crate) struct Line<'l> {
    /// The command.
    pub(crate) command: &'l str,
    /// The directory in which it runs.
    pub(crate) directory: &'l str,
    /// What the variables of a project name.
    pub(crate) project: &'l str,
}

/// The files that a command runs or names, in a directory; `project` is what its variables name. `None` if that cannot
/// be followed.
pub fn files_of(command: &str, directory: &str, project: &str, which: Files) -> Option<Vec<String>> {
    Some(follow(Line { command, directory, project }, which, &Probes::default())?.0.files)
}

/// What a command runs, without what is only known when its scripts run. `None` if not even its own words can be followed.
pub(crate) fn runs_anew(line: Line, probes: &Probes) -> Option<Followed> {
    Some(follow(line, Files::Run, probes)?.0)
}

/// What of a command could not be followed, in words.
pub(crate) fn unseen(line: Line) -> Vec<String> {
    let Some((followed, seen)) = follow(line, Files::Run, &Probes::default()) else { return Vec::new() };
    let by_name = |name: &String| format!("the files of the project that `{name}` runs by their names");
    let mut unseen: Vec<String> = followed.by_name.iter().map(by_name).collect();
    unseen.extend(followed.unseen);
    unseen.extend(seen.iter().flat_map(unseen_in));
    unseen.sort();
    unseen.dedup();
    unseen
}

fn follow(line: Line, which: Files, probes: &Probes) -> Option<(Followed, Vec<Facts>)> {
    let Line { command, directory, project } = line;
    let home = std::env::var("HOME").ok().filter(|home| Path::new(home).is_absolute());
    // Scripts read the variables of the project, too.
    let projects = PROJECT_VARIABLES.iter().map(|variable| ("export ", *variable, Some(project)));
    let own = ("", "HOME", home.as_deref().filter(|_| command.contains("HOME")));
    let mut known = String::new();
    for (export, variable, value) in projects.chain([own]) {
        let Some(value) = value else { continue };
        known.extend([export, variable, "='", &value.replace('\'', "'\\''"), "'\n"]);
    }
    let look = |follows: Follows, line: &str| {
        let world = Looking::new(follows, probes);
        let scene = Scene { cwd: directory, home: home.as_deref(), roots: &[], world: &world };
        let facts = facts(&Call::shell(format!("{known}{line}")), &scene);
        (facts, world.run.into_inner().into_iter().collect::<Vec<String>>())
    };
    let (found, _) = look(Follows::Line, command);
    let mut named: Vec<String> = Vec::new();
    let mut run: Vec<String> = Vec::new();
    for command in &found.commands {
        let cwd = command.cwd.as_deref()?;
        let name = command.words.first().and_then(Value::known).unwrap_or_default();
        let runner = RUNNERS.iter().find(|(names, _)| names.contains(&name));
        run.extend(runner.iter().flat_map(|(_, files)| files.iter()).map(|file| normalise(file, cwd)));
        let words: Vec<String> =
            command.words.iter().filter_map(Value::known).map(|word| normalise(word, cwd)).collect();
        // A program of which nothing is known may run what it is given; of the others that is known.
        let may_run = command.standing == Standing::Unknown;
        run.extend(words.iter().take(if may_run { usize::MAX } else { 1 }).cloned());
        named.extend(words);
        let is_all_known = command.words.iter().all(|word| word.known().is_some());
        if !is_all_known && may_run_what_is_unknown(&command.words) {
            return None;
        }
    }
    for effect in &found.effects {
        match &effect.action {
            Action::Read(place) if !place.open => {
                named.extend(place.spots.iter().map(|spot| spot.path.clone()));
            }
            Action::Environment(name, value) if is_as_it_was(name, value) || !is_obeyed(name) => {}
            // What it runs may be anything.
            Action::Opaque(_) | Action::Environment(..) | Action::Run(_) => return None,
            // What is read and not known is what the event is about.
            _ => {}
        }
    }
    let look = |line: &str| look(Follows::Scripts, line);
    let (facts, in_turn) = look(command);
    run.extend(in_turn);
    let mut loading = Loading::new(line, &look, probes);
    loading.ran(facts, run);
    let (mut followed, seen) = loading.followed();
    if which == Files::Named {
        followed.files.extend(named.into_iter().filter(|path| Path::new(path).is_file()));
        followed.files.sort();
        followed.files.dedup();
    }
    Some((followed, seen))
}

#[cfg(test)]
mod tests {
    use std::{fs, io};

    use super::*;

    #[test]
    fn a_command_is_followed_as_long_as_what_it_runs_is_known() {
        for command in [
            r#""$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh"#,
            "python3 $CLAUDE_PROJECT_DIR/.claude/hooks/guard.py",
            "~/.claude/hooks/guard.sh",
            r#""$HOME"/.claude/hooks/guard.sh"#,
            r#"f=$(jq -r .tool_input.file_path); [ -n "$f" ] && npx eslint --fix "$f""#,
            "jq -r '.tool_input.file_path' | xargs npx prettier --write",
            r#"echo "$(date) $(whoami)" >> log.txt"#,
            r#"cd "$CLAUDE_PROJECT_DIR" && npm test"#,
        ] {
            assert!(files_of(command, "/w", "/w", Files::Run).is_some(), "{command}");
        }
        for command in [
            r#"bash "$X/foo.sh""#,
            "python3 $F",
            "node $(cat x)",
            ". $F",
            "$F",
            "xargs sh",
            r#"eval "$F""#,
            "make -f $X",
            "PATH=$X:$PATH foo",
            "export LD_PRELOAD=$X; foo",
            "HOME=$X git status",
            "NODE_OPTIONS=$X node a.js",
            "jq -r .x | xargs -I{} sh -c '{}'",
        ] {
            assert_eq!(files_of(command, "/w", "/w", Files::Run), None, "{command}");
        }
    }

    #[test]
    fn a_script_is_found_by_the_variable_of_its_project() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let root = folder.path().canonicalize()?.display().to_string();
        fs::write(folder.path().join("it's a guard.sh"), "true\n")?;
        let found = files_of("\"$CLAUDE_PROJECT_DIR/it's a guard.sh\"", "/elsewhere", &root, Files::Run);
        assert_eq!(found, Some(vec![format!("{root}/it's a guard.sh")]));
        Ok(())
    }

    #[test]
    fn what_a_script_runs_counts_and_what_it_reads_does_not() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let root = folder.path().canonicalize()?.display().to_string();
        for (name, text) in [
            ("guard.sh", ". ./lib.sh\npython3 check.py\ngrep -q freeze TODO.md\n"),
            ("lib.sh", "sh more.sh\n"),
            ("more.sh", "true\n"),
            ("check.py", "print(1)\n"),
            ("n.js", "console.log(1)\n"),
            ("TODO.md", "freeze\n"),
            ("tool", "true\n"),
        ] {
            fs::write(folder.path().join(name), text)?;
        }
        let files = |command: &str, which| {
            let found = files_of(command, &root, &root, which).unwrap_or_default();
            let name = |path: &String| path.strip_prefix(&format!("{root}/")).map(str::to_owned);
            found.iter().filter_map(name).collect::<Vec<String>>()
        };
        let run = |command: &str| files(command, Files::Run);
        assert_eq!(run("sh ./guard.sh"), ["check.py", "guard.sh", "lib.sh", "more.sh"]);
        assert_eq!(run("node n.js"), ["n.js"]);
        assert_eq!(run("./tool TODO.md"), ["TODO.md", "tool"]);
        for command in
            ["cat TODO.md", "grep -q freeze TODO.md && exit 2", "cp -f TODO.md x", "cat >> TODO.md"]
        {
            assert!(run(command).is_empty(), "{command}: {:?}", run(command));
        }
        assert_eq!(files("grep -q freeze TODO.md", Files::Named), ["TODO.md"]);
        Ok(())
    }
}
