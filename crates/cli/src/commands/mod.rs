//! Everything but the hook itself. One file per command.

mod allow_once;
pub(crate) mod blocked;
mod check;
mod doctor;
mod facts;
mod figures;
mod fire;
mod hosts;
mod import;
mod init;
mod leave;
mod log;
pub(crate) mod person;
mod report;
mod rules;
mod run;
mod schema;
mod stats;
pub(crate) mod story;
mod sync;
mod test;
mod trust;
mod uninstall;
mod verify;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anstream::println;
use anyhow::Context;
use clap::{CommandFactory, Parser, Subcommand};

use self::person::{Person, Said};
use crate::paint::field;
use crate::situation::{Situation, now};

/// What a command found.
pub(crate) enum Outcome {
    /// Nothing to complain about.
    Fine,
    /// It found something: a denial, a failing example, a host that does not enforce.
    Found,
}

/// A mistake in how a command was called, as clap would not know it.
#[derive(Debug)]
pub(crate) struct Usage(String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Something in the policy that a person has to mend: it is found, and nothing of ours has failed.
#[derive(Debug)]
pub(crate) struct Broken(String);

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Broken {}

const EXIT_CODES: &str = "\
Exit codes: 0 fine · 1 found something (a denial, a failing example, drift, a host that does not enforce, a broken policy) · \
64 wrong usage · 70 internal error. `hookward hook` answers in the host's own codes.";

/// Guards the tool calls of AI coding agents, deterministically and in a millisecond.
#[derive(Parser)]
#[command(name = "hookward", version, after_help = EXIT_CODES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Answer one event of a host, which comes as JSON on standard input
    Hook {
        /// The host that calls
        host: String,
    },
    /// Guard this folder: write the policy, register with the hosts, and prove it
    Init(init::Arguments),
    /// Write the registrations and mirrored texts that the policy wants, and remove those that it no longer wants
    Sync(sync::Arguments),
    /// Prove which hosts would really enforce the policy, and say why others would not
    Doctor(doctor::Arguments),
    /// Bring the hooks that hosts have in their settings under the policy, unchanged (people only)
    Import(import::Arguments),
    /// Take out what `init`, `sync` and `import` have put in
    Uninstall(uninstall::Arguments),
    /// Say what Hookward decides on a call
    Check(check::Arguments),
    /// Say what Hookward decides on a call, and how it came to that
    Explain(check::Arguments),
    /// List the rules, or show one rule's manual
    Rules(rules::Arguments),
    /// Run the examples of the policy's own rules, and play the stories beside it
    Test(test::Arguments),
    /// Show what was decided
    Log(log::Arguments),
    /// Show figures of what was decided: by rule, tool, agent, host and day
    Stats(stats::Arguments),
    /// Write a page of figures to be looked at, or the same as JSON or CSV
    Report(report::Arguments),
    /// Show what Hookward knows of this folder
    Facts(facts::Arguments),
    /// Show what becomes of each decision on each host
    Hosts(hosts::Arguments),
    /// Run a check (tests, lint, build, types) and note how it ended
    Run(run::Arguments),
    /// Run the hooks of this folder's `.claude.json` and `.claude/settings.json` on an event, as an agent would, and show
    /// what they say
    Fire(fire::Arguments),
    /// Show what waits for a person after too many denials in a row
    Blocked(blocked::Arguments),
    /// What is being worked on, for an orchestrator
    #[command(subcommand)]
    Story(story::Command),
    /// Show how the work stands: story, evidence, strikes
    Status(story::Arguments),
    #[command(flatten)]
    OfPeople(OfPeople),
    /// Trust what the policy wants to run of this folder, or take trust back (people only)
    Trust(trust::Arguments),
    /// Print the policy's JSON schema, for editors
    Schema,
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// What only a person may say.
#[derive(Subcommand)]
enum OfPeople {
    /// Settle what waits for a person (people only)
    Resolve(blocked::Resolve),
    /// Let one denied call through, once (people only)
    AllowOnce(allow_once::Arguments),
    /// Switch a gate off here for a time (people only)
    Skip(leave::Skip),
    /// Switch everything off here for a while, but the journal (people only)
    Pause(leave::Pause),
    /// Say that you have seen the sources work as they are now (people only)
    Verify,
}

pub(crate) fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let _ = error.print();
            if let Some(hint) = check::unquoted(&error, std::env::args().skip(1)) {
                anstream::eprintln!("\n{hint}");
            }
            // clap would exit with 2, which hosts read as a denial.
            return ExitCode::from(if error.use_stderr() { 64 } else { 0 });
        }
    };
    if let Command::Run(arguments) = &arguments.command {
        // It ends as what it runs does.
        return run::run(arguments).unwrap_or_else(|error| failed(&error));
    }
    match run(arguments.command) {
        Ok(Outcome::Fine) => ExitCode::SUCCESS,
        Ok(Outcome::Found) => ExitCode::from(1),
        Err(error) => failed(&error),
    }
}

fn failed(error: &anyhow::Error) -> ExitCode {
    anstream::eprintln!("hookward: {error:#}");
    ExitCode::from(match error {
        _ if error.is::<Usage>() => 64,
        _ if error.is::<Broken>() => 1,
        _ => 70,
    })
}

fn run(command: Command) -> anyhow::Result<Outcome> {
    match command {
        // `main` has taken it already; clap only needs to know of it for help and completions.
        Command::Hook { .. } | Command::Run(_) => Ok(Outcome::Fine),
        Command::Init(arguments) => init::run(&arguments),
        Command::Sync(arguments) => sync::run(&arguments),
        Command::Doctor(arguments) => doctor::run(&arguments),
        Command::Import(arguments) => import::run(&arguments),
        Command::Uninstall(arguments) => uninstall::run(&arguments),
        Command::Check(arguments) => check::run(&arguments, check::Detail::Verdict),
        Command::Explain(arguments) => check::run(&arguments, check::Detail::Derivation),
        Command::Rules(arguments) => rules::run(&arguments),
        Command::Test(arguments) => test::run(&arguments),
        Command::Log(arguments) => log::run(&arguments),
        Command::Stats(arguments) => stats::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
        Command::Facts(arguments) => facts::run(&arguments),
        Command::Hosts(arguments) => hosts::run(&arguments),
        Command::Fire(arguments) => fire::run(&arguments),
        Command::Blocked(arguments) => blocked::run(&arguments),
        Command::Story(command) => story::run(&command),
        Command::Status(arguments) => story::status(&arguments),
        Command::OfPeople(command) => {
            let cwd = current_directory()?.display().to_string();
            let situation = Situation::find(&[], &cwd);
            let said = of_people(&command, &situation, &cwd, Person::AtTheTerminal)?;
            if !said.text.is_empty() {
                println!("{}", said.text);
            }
            Ok(said.outcome)
        }
        Command::Trust(arguments) => trust::run(&arguments),
        Command::Schema => schema::run(),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "hookward", &mut script);
            print_whole(&script)?;
            Ok(Outcome::Fine)
        }
    }
}

/// A command for people.
fn of_people(command: &OfPeople, situation: &Situation, cwd: &str, person: Person) -> anyhow::Result<Said> {
    match command {
        OfPeople::Resolve(arguments) => blocked::resolve(arguments, situation, person),
        OfPeople::AllowOnce(arguments) => allow_once::run(arguments, situation, person),
        OfPeople::Skip(arguments) => leave::skip(arguments, situation, person),
        OfPeople::Pause(arguments) => leave::pause(arguments, situation, person),
        OfPeople::Verify => verify::run(situation, cwd, person),
    }
}

/// A command that the person of a story gives, by its words.
pub(crate) fn by_the_person_of_a_story(
    words: &[&str],
    situation: &Situation,
    cwd: &str,
) -> anyhow::Result<Said> {
    let line = ["hookward"].iter().chain(words);
    match Arguments::try_parse_from(line).map_err(|error| Usage(error.to_string()))?.command {
        Command::OfPeople(command) => of_people(&command, situation, cwd, Person::OfAStory),
        // Trust would let the policy's commands run.
        _ => Err(Usage("in a story, a person only says what is for people; not `trust`".to_owned()).into()),
    }
}

/// Prints a text as it is. Whoever reads it may have seen enough (`| head -1`): that is no failure.
fn print_whole(text: &[u8]) -> std::io::Result<()> {
    let mut out = std::io::stdout();
    match out.write_all(text).and_then(|()| out.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        printed => printed,
    }
}

/// The policy's files, one per line.
fn show_sources(situation: &Situation) {
    for source in &situation.sources {
        println!("{}", field("policy", &format!("{} ({})", source.path, source.layer.as_str())));
    }
    if situation.sources.is_empty() {
        println!("{}", field("policy", "built in; there is no policy file"));
    }
    show_held(situation);
}

/// Files of the policy that hold as they were before a call, one per line.
fn show_held(situation: &Situation) {
    for held in situation.held_fields() {
        println!("{}", field("held", &held));
    }
}

/// What in the policy's files has no effect, one per line.
fn show_notices(situation: &Situation) {
    for notice in &situation.policy.notices {
        println!("{}", field("notice", &format!("{}: {}", notice.origin, notice.text)));
    }
}

/// What a person has switched off, one per line.
fn show_off(situation: &Situation) {
    for off in situation.off() {
        println!("{}", field("off", &off));
    }
}

/// Where the policy is broken, for commands that need all of it.
fn whole_policy(situation: &Situation) -> Result<(), Broken> {
    situation.fault.as_ref().map_or(Ok(()), |fault| Err(Broken(fault.to_string())))
}

/// The folder that a command is about.
fn workspace(situation: &Situation) -> Result<&str, Usage> {
    let none = || Usage("this is not a workspace: the home and / never are".to_owned());
    situation.workspace.root().ok_or_else(none)
}

fn current_directory() -> anyhow::Result<PathBuf> {
    std::env::current_dir().context("the current directory cannot be found")
}
