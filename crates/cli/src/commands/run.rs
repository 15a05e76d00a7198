//! `run`: runs a check and notes exactly how it ended, for hosts that do not say.

mod by_hand;

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};

use anstream::eprintln;
use anyhow::{Context, bail};
use hookward_core::evidence::{
    Doubt, Ending, Entry, Ledger, Named, Observed, Own, Status, nothing_to_run, observe,
};
use hookward_core::redact;
use hookward_effects::Call;

use super::{Usage, current_directory, now};
use crate::evidence::{are_those_of, written_meanwhile};
use crate::programs::led_to;
use crate::programs::origins::is_shared;
use crate::situation::Situation;
use hookward_io::Tree;

/// Run a check (tests, lint, build, types) and note how it ended
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Run the project's tools on a file, as after an edit of it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["stop", "command"])]
    feedback: Option<PathBuf>,
    /// Run the checks that have to hold before an agent may stop
    #[arg(long, conflicts_with = "command")]
    stop: bool,
    /// The command, as it would be typed
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, required_unless_present_any = ["feedback", "stop"])]
    command: Vec<OsString>,
}

/// What a shell ends with where there is no such program, where one cannot be run, and (a signal's number added) where it
/// was ended.
const NOT_FOUND: u8 = 127;
const NOT_RUN: u8 = 126;
const BY_A_SIGNAL: i32 = 128;

/// Variables that could make any check pass.
const BENDING: &[&str] = &[
    "LD_PRELOAD",
    "DYLD_INSERT_LIBRARIES",
    "NODE_OPTIONS",
    "BASH_ENV",
    "PYTEST_ADDOPTS",
    "PYTEST_PLUGINS",
    "NODE_PATH",
    "CARGO_BUILD_RUSTC_WRAPPER",
    "CARGO_BUILD_RUSTC",
    "RUSTC",
    "RUSTC_WRAPPER",
    "RUSTC_WORKSPACE_WRAPPER",
    "npm_config_script_shell",
    "npm_config_node_options",
    "NPM_CONFIG_SCRIPT_SHELL",
    "JAVA_TOOL_OPTIONS",
    "MAVEN_ARGS",
    "RUBYOPT",
    "RUBYLIB",
    "PERL5OPT",
];

/// What to say of a command that nobody knows to check something.
const UNKNOWN: &str = "this is no check that is known: tests, lint, build or types. If it runs all tests, a person may say so in \
                       the policy: [gate.missing-evidence] tests = [\"…\"]";

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    if let Some(file) = &arguments.feedback {
        return by_hand::feedback(file);
    }
    if arguments.stop {
        return by_hand::stop();
    }
    let cwd = current_directory()?;
    let Some((program, rest)) = arguments.command.split_first() else {
        return Err(Usage("which command? hookward run -- cargo test".to_owned()).into());
    };
    let situation = Situation::find(&[], &cwd.display().to_string());
    let file = situation.ledger_file(&cwd.display().to_string());
    let before = file.as_ref().and_then(|file| file.look().ok());
    let since = now();
    let status = match Command::new(program).args(rest).status() {
        Ok(status) => status,
        Err(error) => {
            eprintln!("hookward: {} cannot be run: {error}", program.display());
            return Ok(ExitCode::from(if error.kind() == ErrorKind::NotFound { NOT_FOUND } else { NOT_RUN }));
        }
    };
    let told = if status.success() { Status::Succeeded } else { Status::Failed };
    // As hosts say it. What was printed, the person or the agent has seen, and nobody else.
    let output = format!("Exit code {}", code_of(status));
    let ending = Ending { status: told, output: &output };
    match note(&situation, arguments, &cwd, (before.as_ref(), since), ending) {
        Ok(what) => eprintln!("hookward: noted: {what}"),
        Err(why) => eprintln!("hookward: not noted: {why:#}"),
    }
    Ok(ExitCode::from(code_of(status)))
}

/// How a process has ended, as a shell would say it.
fn code_of(status: ExitStatus) -> u8 {
    #[cfg(unix)]
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    let signal: Option<i32> = None;
    let code = status.code().or_else(|| signal.map(|signal| BY_A_SIGNAL + signal));
    // Elsewhere codes are longer: one that does not fit is still no success.
    code.and_then(|code| u8::try_from(code).ok()).unwrap_or(u8::MAX)
}

fn note(
    situation: &Situation,
    arguments: &Arguments,
    cwd: &Path,
    (before, since): (Option<&Tree>, u64),
    ending: Ending,
) -> anyhow::Result<String> {
    let words: Vec<String> = arguments.command.iter().map(|word| quoted(&word.to_string_lossy())).collect();
    // Where Python looks first is told as if it stood in front.
    let searched = std::env::var("PYTHONPATH").map(|path| format!("PYTHONPATH={} ", quoted(&path)));
    let text = format!("{}{}", searched.unwrap_or_default(), words.join(" "));
    let facts = situation.facts_of(&Call::shell(text.clone()), &cwd.display().to_string());
    let seen = observe(&facts, ending, Own { commands: &situation.policy.test_commands(), text: &text });
    let first = seen.first().context(UNKNOWN)?;
    let text = format!("{} of these sources: {}", first.what.as_str(), redact(&first.run_as));
    if ending.status == Status::Failed
        && let Some(nothing) = seen.iter().find_map(idle)
    {
        bail!("{nothing}");
    }
    let by_policy = seen.iter().any(|seen| seen.named == Some(Named::ByPolicy));
    trustworthy(situation, arguments, if by_policy { Chosen::ByPolicy } else { Chosen::ByAgent })?;
    let here = cwd.display().to_string();
    let file = situation.ledger_file(&here).context("this is not a workspace")?;
    let tree = file.look()?;
    let is_same = |before: &Tree| are_those_of((&before.name, &before.trace, since), (&file, &tree), &seen);
    if !before.is_some_and(is_same) {
        bail!("{}; run it again", written_meanwhile(&file, since));
    }
    let root = situation.work_tree(&here).unwrap_or_default();
    let ledger = Ledger { entries: file.entries().unwrap_or_default(), ..Ledger::default() };
    let ended = situation.ended((&root, &file), (&ledger, &tree), seen, now());
    let entries: anyhow::Result<Vec<Entry>> = ended
        .into_iter()
        .map(|ended| match ended.evidence {
            Ok(evidence) => Ok(Entry::Check(evidence)),
            Err(doubt) => Err(match doubt.instead_of(&ended.command) {
                Some(instead) => anyhow::anyhow!("{doubt}; {instead}"),
                None => anyhow::anyhow!("{doubt}"),
            }),
        })
        .collect();
    for entry in entries? {
        file.append(&entry)?;
    }
    Ok(text)
}

/// Why a run that has ended badly says nothing of the tests: it had none to run. Where a host tells what was printed, that says it better.
fn idle(seen: &Observed) -> Option<Doubt> {
    // Each package has its own.
    if let Some(Named::Scripts(_)) = seen.named {
        return None;
    }
    let words: Vec<&str> = seen.words.iter().map(String::as_str).collect();
    let text = |path: &str| std::fs::read_to_string(path).ok();
    nothing_to_run(&words, seen.cwd.as_deref()?, &text).map(Doubt::Nothing)
}

/// Who says which program runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chosen {
    ByPolicy,
    ByAgent,
}

/// A program of the project's own, or a variable, could make any check pass.
fn trustworthy(situation: &Situation, arguments: &Arguments, chosen: Chosen) -> anyhow::Result<()> {
    let bends = |name: &str| {
        BENDING.contains(&name) || (name.starts_with("CARGO_TARGET_") && name.ends_with("_RUNNER"))
    };
    if let Some(name) =
        std::env::vars_os().filter_map(|(name, _)| name.into_string().ok()).find(|name| bends(name))
    {
        bail!("{name} is set, which may change what runs");
    }
    let program = arguments.command.first().context("no command")?;
    let file = current_directory().ok().and_then(|cwd| situation.ledger_file(&cwd.display().to_string()));
    let entries = file.and_then(|file| file.entries().ok()).unwrap_or_default();
    let ledger = Ledger { entries, ..Ledger::default() };
    let words: Vec<_> = arguments.command.iter().map(|word| word.to_string_lossy()).collect();
    let (words, here) = (words.join(" "), current_directory()?.display().to_string());
    if let Some(doubt) = led_to(&situation.run_of(&words, &here), ledger.written()) {
        bail!("{doubt}");
    }
    let roots = &situation.workspace.roots;
    // What a runner starts is looked for along the same way.
    let path = std::env::var_os("PATH").unwrap_or_default();
    if let Some(bent) = std::env::split_paths(&path).find(|directory| is_bent(directory, roots)) {
        bail!("PATH leads through {}, where anybody may put anything", bent.display());
    }
    // Which of the project's own files that is, the policy says.
    let Some(found) = found(program).filter(|_| chosen == Chosen::ByAgent) else { return Ok(()) };
    let wrapper = matches!(found.file_name().and_then(|name| name.to_str()), Some("gradlew" | "mvnw"));
    let lies_in = |file: &Path| file.parent().is_some_and(|directory| is_bent(directory, roots));
    let leads_to = found.canonicalize().ok().filter(|file| !roots.iter().any(|root| file.starts_with(root)));
    if (lies_in(&found) && !wrapper) || leads_to.is_some_and(|file| lies_in(&file)) {
        bail!("{} may be anything: it is no installed program", found.display());
    }
    Ok(())
}

/// Whether an agent may put programs into a directory without being asked: it lies in the workspace, and is not where a
/// project keeps its tools, or it is a temporary one, or any, seen from wherever.
fn is_bent(directory: &Path, roots: &[String]) -> bool {
    let kept = ["node_modules/.bin", ".venv/bin", "venv/bin", "vendor/bin"];
    let real = directory.canonicalize().unwrap_or_else(|_| directory.to_owned());
    let is_of = |directory: &Path| {
        let inside = roots.iter().any(|root| directory.starts_with(root));
        (inside && !kept.iter().any(|tools| directory.ends_with(tools))) || is_shared(directory)
    };
    !directory.is_absolute() || is_of(directory) || is_of(&real)
}

/// The file that a program's name leads to.
fn found(program: &OsString) -> Option<PathBuf> {
    if Path::new(program).components().count() > 1 {
        return Path::new(program).canonicalize().ok();
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|directory| directory.join(program)).find(|file| file.is_file())
}

/// A word as a shell would need it written.
pub(super) fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}
