//! `doctor`: whether each host would really enforce. It reads the configuration as the host reads it, and sends calls
//! through the command exactly as it is registered.

mod hooks;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anstream::println;
use clap::Args;
use hookward_hosts::Host;
use hookward_hosts::registration::{
    Scope, Version, Weight, entries, illegible, lacks, narrowed_guard, value,
};
use hookward_io::Store;
use serde_json::json;

use super::{Outcome, current_directory, init};
use crate::hook::Flags;
use crate::paint::{BOLD, DIM, field};
use crate::process;
use crate::proof::{prove, registered_command};
use crate::registrations::{File, Site, hosts, on_path};
use crate::situation::Situation;
use crate::standing::{
    Obstacle, loads_claude_files, notes, switched_off, untrusted, variable_that_switches_off, version,
};

/// How long the program on the PATH may take to say its version.
const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Args)]
pub(crate) struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Where a host stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Enforcing,
    /// Registered, and not enforcing.
    Registered,
    Absent,
}

impl State {
    fn as_str(self) -> &'static str {
        match self {
            Self::Enforcing => "enforcing",
            Self::Registered => "registered",
            Self::Absent => "absent",
        }
    }
}

/// What is known of a host.
struct Report {
    host: Host,
    state: State,
    why: String,
    fix: String,
    /// Of the program that is found.
    version: Option<Version>,
    /// What a person should know.
    notes: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let cwd = current_directory()?;
    let situation = Situation::find(&[], &cwd.display().to_string());
    let root = situation.workspace.root().map_or_else(|| cwd.clone(), PathBuf::from);
    let site = Site::new(&root, situation.places.as_ref());
    let reports: Vec<Report> = hosts().map(|host| report(host, &site, &situation)).collect();
    let mut machine = machine(&situation);
    machine.extend(hooks::checks(&site, &situation));
    let found = reports.iter().any(|report| report.state == State::Registered)
        || machine.iter().any(|(_, check)| check.is_err());
    if arguments.json {
        let hosts: Vec<_> = reports
            .iter()
            .map(|report| {
                json!({
                    "host": report.host.name(), "state": report.state.as_str(), "why": report.why,
                    "fix": report.fix, "version": report.version.map(|version| version.to_string()),
                    "notes": report.notes,
                })
            })
            .collect();
        let checks: Vec<_> = machine
            .iter()
            .map(|(what, check)| match check {
                Ok(text) => json!({"what": what, "ok": true, "text": text}),
                Err(text) => json!({"what": what, "ok": false, "text": text}),
            })
            .collect();
        println!("{}", json!({"hosts": hosts, "checks": checks}));
    } else {
        for report in &reports {
            show(report);
        }
        if reports.iter().all(|report| report.state == State::Absent) {
            println!("\n{BOLD}No agent is guarded here:{BOLD:#} run `hookward init`.");
        }
        println!();
        for (what, check) in &machine {
            match check {
                Ok(text) => println!("{}", field(what, text)),
                Err(text) if *what == hooks::TRUST => {
                    println!("{}", field(what, &format!("WAITING: {text}")));
                }
                Err(text) => println!("{}", field(what, &format!("NOT right: {text}"))),
            }
        }
    }
    Ok(if found { Outcome::Found } else { Outcome::Fine })
}

fn show(report: &Report) {
    let title = report.host.title();
    let version = report.version.map(|version| format!(", version {version}")).unwrap_or_default();
    match report.state {
        State::Enforcing => {
            println!("{BOLD}{title:<14}{BOLD:#} enforcing {DIM}({}{version}){DIM:#}", report.why);
        }
        State::Registered => {
            println!("{BOLD}{title:<14}{BOLD:#} registered but not enforcing, because {}", report.why);
            println!("               fix: {}", report.fix);
            if let Some(version) = report.version {
                println!("               {DIM}version {version}{DIM:#}");
            }
        }
        State::Absent if report.fix.is_empty() => println!("{DIM}{title:<14} {}{DIM:#}", report.why),
        State::Absent => println!("{title:<14} {}{version} {DIM}(fix: {}){DIM:#}", report.why, report.fix),
    }
    for note in &report.notes {
        println!("               {DIM}note: {note}{DIM:#}");
    }
}

/// What holds for all hosts: the program, its state, the policy.
fn machine(situation: &Situation) -> Vec<(&'static str, Result<String, String>)> {
    let program = match on_path("hookward") {
        Some(path) => program(&path),
        None => Err("`hookward` is not on the PATH, where committed registrations look for it".to_owned()),
    };
    let state = match &situation.places {
        None => Err("there is no home directory, so nothing is recorded".to_owned()),
        Some(places) => match Store::open(&places.state, &situation.workspace.roots) {
            Ok(_) if mode(&places.state) & 0o077 != 0 => {
                let path = places.state.display();
                Err(format!("others may look into {path}; `chmod 700 {path}`"))
            }
            Ok(_) => Ok(places.state.display().to_string()),
            Err(error) => Err(error.to_string()),
        },
    };
    let policy = match &situation.fault {
        Some(fault) => Err(fault.to_string()),
        None if situation.sources.is_empty() => Ok("built in; there is no policy file".to_owned()),
        None => {
            let paths: Vec<&str> = situation.sources.iter().map(|source| source.path.as_str()).collect();
            Ok(paths.join(", "))
        }
    };
    let mut checks = vec![("program", program), ("state", state), ("policy", policy)];
    checks.extend(situation.held_fields().map(|held| ("held", Err(held))));
    if let Some(until) = situation.paused_until() {
        checks.push(("off", Err(format!("paused until {until}; `hookward pause 0s` ends it"))));
    }
    checks.extend(situation.skips().chain(situation.bypass_lines()).map(|off| ("off", Ok(off))));
    checks
}

/// The program that hooks run: nobody else may change it, and it should be the one that says this.
fn program(path: &Path) -> Result<String, String> {
    let shown = path.display();
    if mode(path) & 0o002 != 0 {
        return Err(format!("everybody may change {shown}; `chmod o-w {shown}`"));
    }
    let own = env!("CARGO_PKG_VERSION");
    let is_this =
        std::env::current_exe().is_ok_and(|this| this.canonicalize().ok() == path.canonicalize().ok());
    if !is_this {
        let said = process::run(Command::new(path).arg("--version"), b"", PATIENCE);
        let said = said.map(|ended| ended.stdout.trim().to_owned()).unwrap_or_default();
        if said != format!("hookward {own}") {
            return Err(format!("{shown} is another one ({said:?}) than this, which is {own}"));
        }
    }
    Ok(format!("{shown} {own}"))
}

/// Who may do what with a file or directory; nothing where it is not known.
fn mode(path: &Path) -> u32 {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::metadata(path).map_or(0, |found| found.permissions().mode())
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        0
    }
}

fn report(host: Host, site: &Site, situation: &Situation) -> Report {
    let is_ours = |file: &File| {
        let text = std::fs::read_to_string(&file.path).unwrap_or_default();
        // A file that cannot be read is looked at more closely only where it is plainly meant to be ours.
        entries(&file.target, &text).map_or_else(|_| text.contains("hookward"), |found| !found.is_empty())
    };
    let version = version(host);
    let standing = |state: State, why: String, fix: String, notes: Vec<String>| Report {
        host,
        state,
        why,
        fix,
        version,
        notes,
    };
    let mut obstacles: Vec<Obstacle> = hidden(host, site).into_iter().collect();
    let hides_the_persons = host == Host::Amp && !obstacles.is_empty();
    for scope in [Scope::Project, Scope::User] {
        let files: Vec<File> = site.files(host, scope).into_iter().filter(is_ours).collect();
        if files.is_empty() {
            continue;
        }
        match examine(host, scope, &files, site, situation, version) {
            Ok(_) if scope == Scope::User && hides_the_persons => {}
            // One that holds is enough.
            Ok(why) => {
                let texts = files.iter().filter_map(|file| std::fs::read_to_string(&file.path).ok());
                let mut notes = notes(host, scope, site, version, &texts.collect::<String>());
                notes.extend(flags_without_effect(host, &files));
                return standing(State::Enforcing, why, String::new(), notes);
            }
            Err(obstacle) => obstacles.push(obstacle),
        }
    }
    if let Some(first) = obstacles.into_iter().next() {
        return standing(State::Registered, first.why, first.fix, Vec::new());
    }
    if !site.finds(host) {
        return standing(State::Absent, "not installed".to_owned(), String::new(), Vec::new());
    }
    let fix = init_command(host, Scope::Project);
    let why = match loads_claude_files(host, site) {
        Some(file) => format!("not registered; it may load {}, which only it can tell", file.display()),
        None => "not registered".to_owned(),
    };
    standing(State::Absent, why, fix, Vec::new())
}

/// Flags of a registered command that the hook does not know.
fn flags_without_effect(host: Host, files: &[File]) -> Option<String> {
    let command = files.iter().find_map(|file| registered_command(file).ok()?)?;
    let (_, flags) = command.rsplit_once(&format!(" hook {}", host.name()))?;
    let unknown = Flags::of(flags.split_whitespace()).unknown;
    let named: Vec<String> = unknown.iter().map(|flag| format!("`{flag}`")).collect();
    (!named.is_empty()).then(|| format!("{} in its command has no effect", named.join(", ")))
}

/// Whether the registrations of one scope hold: in which file, or what is in the way.
fn examine(
    host: Host,
    scope: Scope,
    files: &[File],
    site: &Site,
    situation: &Situation,
    version: Option<Version>,
) -> Result<String, Obstacle> {
    let shown = |path: &Path| path.strip_prefix(&site.root).unwrap_or(path).display().to_string();
    if let Some((what, path)) = switched_off(host, site) {
        return Err(Obstacle::new(
            format!("{} says {what}", shown(&path)),
            format!("remove that from {}", path.display()),
        ));
    }
    if let Some(name) = variable_that_switches_off(host) {
        return Err(Obstacle::new(format!("the variable {name} is set"), format!("unset {name}")));
    }
    let sync = init_command(host, scope);
    let mut command = None;
    for file in files {
        let (found, text) = examine_file(file, scope, site)?;
        command = command.or(found);
        let unguarded = |version| lacks(host, version, &text).find(|lack| lack.weight == Weight::Unguarded);
        if let (Some(version), Some(lack)) = (version, version.and_then(unguarded)) {
            let why = format!("{}, and this is {version}", lack.what);
            return Err(Obstacle::new(why, format!("update {}", host.title())));
        }
    }
    let where_ = files.first().map(|file| shown(&file.path)).unwrap_or_default();
    let Some(command) = command else {
        let narrowed = files.iter().find_map(|file| {
            let text = std::fs::read_to_string(&file.path).ok()?;
            narrowed_guard(&file.target, &text).ok()?
        });
        let why = match narrowed {
            Some(how) => format!("the hook before tool calls in {where_} {how}"),
            None => format!("{where_} has no hook before tool calls"),
        };
        return Err(Obstacle::new(why, sync));
    };
    for answer in prove(host, scope, &command, site, situation) {
        if answer.right {
            continue;
        }
        let why = match answer.heard {
            Ok((decision, _)) => format!("`{command}` says {} to `{}`", decision.as_str(), answer.call),
            Err(error) => format!("`{command}` fails: {error}"),
        };
        let fix = match (host, scope) {
            (Host::Amp, Scope::Project) => init::AMP_HINT.to_owned(),
            (_, Scope::Project) => {
                "put the folder of `hookward` on the PATH of the shell that runs hooks".to_owned()
            }
            (_, Scope::User) => sync,
        };
        return Err(Obstacle::new(why, fix));
    }
    // While everything is paused, what the policy says is nothing.
    match untrusted(host, scope, site).or_else(|| situation.pause()) {
        Some(obstacle) => Err(obstacle),
        None => Ok(where_),
    }
}

/// The command that a file registers before tool calls, and its text; or why the host would not even read it.
fn examine_file(file: &File, scope: Scope, site: &Site) -> Result<(Option<String>, String), Obstacle> {
    let shown = file.path.strip_prefix(&site.root).unwrap_or(&file.path).display();
    // cursor.md §1.
    if file.target.host == Host::Cursor && scope == Scope::Project && passes_link(&file.path, &site.root) {
        let why = format!("{shown} is reached by a link, which Cursor refuses");
        return Err(Obstacle::new(why, "replace the link by the file"));
    }
    if file.target.is_executable() && !is_executable(&file.path) {
        let why = format!("{shown} is not executable");
        return Err(Obstacle::new(why, format!("chmod +x {}", file.path.display())));
    }
    let found = registered_command(file)
        .map_err(|error| Obstacle::new(format!("{error:#}"), format!("correct {}", file.path.display())))?;
    let text = std::fs::read_to_string(&file.path).unwrap_or_default();
    if let Some(why) = illegible(&file.target, &text) {
        return Err(Obstacle::new(format!("{shown}: {why}"), format!("correct {}", file.path.display())));
    }
    Ok((found, text))
}

/// What in another file hides a registration.
fn hidden(host: Host, site: &Site) -> Option<Obstacle> {
    let former = [Scope::Project, Scope::User].into_iter().find_map(|scope| {
        let former = site.former_files(host, scope).into_iter().find(File::has_ours)?;
        let instead = site.files(host, scope).into_iter().next()?;
        let why = format!("{} hides what {} beside it registers", instead.path.display(), former.target.file);
        Some(Obstacle::new(why, init_command(host, scope)))
    });
    former.or_else(|| if host == Host::Amp { replaced(site) } else { None })
}

/// amp.md, A: a workspace's settings take the place of a person's.
fn replaced(site: &Site) -> Option<Obstacle> {
    let own = site.files(Host::Amp, Scope::Project).into_iter().find(|file| {
        let text = std::fs::read_to_string(&file.path).unwrap_or_default();
        let has_list = value(&text).is_ok_and(|settings| settings.get("amp.permissions").is_some());
        has_list && !file.has_ours()
    })?;
    let why = format!("{} has permissions of its own, which take the place of yours", own.path.display());
    site.is_registered(Host::Amp, Scope::User)
        .then(|| Obstacle::new(why, init_command(Host::Amp, Scope::Project)))
}

/// What registers a host anew.
fn init_command(host: Host, scope: Scope) -> String {
    let user = if scope == Scope::User { "--user " } else { "" };
    format!("hookward init {user}--host {}", host.name())
}

fn passes_link(path: &Path, root: &Path) -> bool {
    let below = path.ancestors().take_while(|ancestor| *ancestor != root);
    below.into_iter().any(Path::is_symlink)
}

fn is_executable(path: &Path) -> bool {
    cfg!(not(unix)) && path.is_file() || mode(path) & 0o111 != 0
}
