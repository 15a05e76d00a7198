//! `hookward hook <host>`: one event in, one answer out. Whatever happens on the way, the host gets an answer that it
//! understands, and it gets exactly one.

use std::ffi::OsString;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use hookward_core::{Attendance, Event, EventName, Fault, Moment, Record, Verdict};
use hookward_hosts::registration::longest_wait;
use hookward_hosts::{Asked, Decoded, Host, Reply, Surroundings, decode, encode};
use hookward_io::{Input, MAX_INPUT, has_terminal, read_input};

use crate::errands;
use crate::judge::{Call, judge, store, timing};
use crate::situation::Situation;

/// A host's own limit lets the call through when it is over; this one is over first, and closes.
const DEADLINE: Duration = Duration::from_secs(4);

/// How often it is looked whether the deadline is another one by now.
const LOOK: Duration = Duration::from_secs(1);

/// How long standard input may stay open where the event may have come another way.
const UNCLOSED: Duration = Duration::from_millis(500);

/// How long a failure may take to be recorded.
const RECORDING: Duration = Duration::from_millis(200);

const HELP: &str = "\
Answers one event of a host. The host calls this; the event comes as JSON on standard input, and the answer goes out in
the host's own form and exit codes.

Usage: hookward hook <HOST> [--as ROLE]

`--as ROLE`, or `--as=ROLE`, names the agent's role, for hosts that do not say which agent calls. Any other flag has no
effect: that is said on standard error, and the event is answered all the same. A registration with a slip still guards.

Hosts:
  claude    Claude Code, and other hosts that load its settings
  cursor    Cursor
  kiro      Kiro
  codex     Codex CLI
  gemini    Gemini CLI
  copilot   Copilot CLI, and the agent of VS Code
  qwen      Qwen Code
  opencode  OpenCode, by its plugin
  plain     the plain protocol: exit 0 goes on, exit 2 denies with the reason on standard output
  windsurf  Windsurf Cascade
  cline     Cline
  droid     Factory Droid
  amp       Amp, by its permission delegate";

/// Exit status of a usage error. Hosts read 2 as a denial, so it is never that.
const USAGE: u8 = 64;

/// Exit status that most hosts read as a denial, whatever else was said.
const BLOCKED: u8 = 2;

/// The deadline at the event that has come, in milliseconds.
static DEADLINE_MS: AtomicU64 = AtomicU64::new(milliseconds(DEADLINE));

/// Milliseconds that the policy's own commands may take on top of the deadline.
static GRANTED_MS: AtomicU64 = AtomicU64::new(0);

/// Set by whoever answers first: the judge or the watchdog.
static ANSWERED: AtomicBool = AtomicBool::new(false);

/// Who is asking, as soon as that is known.
static ASKED: Mutex<Option<Asked>> = Mutex::new(None);

pub(crate) fn main(mut arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let started = Instant::now();
    let name = arguments.next().unwrap_or_default();
    let flags: Vec<OsString> = arguments.collect();
    if std::iter::once(&name).chain(&flags).any(|word| word == "--help" || word == "-h") {
        let _ = writeln!(io::stdout(), "{HELP}");
        return ExitCode::SUCCESS;
    }
    if name == errands::WORD {
        return errands::main();
    }
    let Some(host) = name.to_str().and_then(Host::from_name) else {
        let names: Vec<_> = Host::ALL.iter().map(|host| host.name()).collect();
        let _ = writeln!(io::stderr(), "hookward hook: which host? One of: {}", names.join(", "));
        return ExitCode::from(USAGE);
    };
    let Flags { role, unknown } = Flags::of(flags.iter().filter_map(|flag| flag.to_str()));
    for flag in &unknown {
        let _ = writeln!(io::stderr(), "hookward hook: `{flag}` has no effect; see `hookward hook --help`");
    }
    // The message of a panic would be read as an answer by some hosts.
    std::panic::set_hook(Box::new(|_| {}));
    // Where no thread can be had there is no watchdog, but there is still a judge.
    let _ = thread::Builder::new().spawn(move || watch(host, started));
    let reply = catch_unwind(AssertUnwindSafe(|| answer(host, role, started))).unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<&str>().map_or("a defect", |message| message);
        closed(host, &Fault::Internal(message.to_owned()), started)
    });
    deliver(&reply)
}

/// What stands behind the host's name.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags<'a> {
    role: Option<&'a str>,
    /// Words that mean nothing here.
    pub(crate) unknown: Vec<&'a str>,
}

impl<'a> Flags<'a> {
    pub(crate) fn of(words: impl IntoIterator<Item = &'a str>) -> Self {
        let mut words = words.into_iter().peekable();
        let mut flags = Self::default();
        while let Some(word) = words.next() {
            let role = match word.strip_prefix("--as=") {
                Some(role) => Some(role),
                None if word == "--as" => words.next_if(|next| !next.starts_with('-')),
                None => None,
            };
            match role {
                Some(role) if flags.role.is_none() => flags.role = Some(role),
                Some(_) | None => flags.unknown.push(word),
            }
        }
        flags
    }
}

/// Answers when the judge does not.
fn watch(host: Host, started: Instant) {
    loop {
        let limit = DEADLINE_MS.load(Ordering::Relaxed) + GRANTED_MS.load(Ordering::Relaxed);
        match Duration::from_millis(limit).checked_sub(started.elapsed()) {
            Some(left) => thread::sleep(left.min(LOOK)),
            None => deliver(&closed(host, &Fault::Deadline(limit), started)),
        }
    }
}

/// How long an answer may take at an event. Only for what guards nothing does a host wait less than it is told.
fn deadline(host: Host, event: EventName) -> Duration {
    let longest = if event.guards() { None } else { longest_wait(host, event) };
    let longest = longest.map(|seconds| Duration::from_secs(seconds.into()).saturating_sub(LOOK));
    longest.map_or(DEADLINE, |longest| longest.min(DEADLINE))
}

const fn milliseconds(duration: Duration) -> u64 {
    duration.as_secs() * 1_000 + duration.subsec_millis() as u64
}

/// Ends the process with an answer.
fn deliver(reply: &Reply) -> ! {
    if ANSWERED.swap(true, Ordering::SeqCst) {
        // The other thread answers and ends the process; if nobody reads what it says, that ends too.
        thread::sleep(DEADLINE);
        std::process::exit(i32::from(BLOCKED));
    }
    let mut stdout = io::stdout();
    let said = stdout.write_all(reply.stdout.as_bytes()).and_then(|()| stdout.flush());
    let _ = io::stderr().write_all(reply.stderr.as_bytes());
    errands::start();
    // An answer that cannot be given must not pass for none.
    let exit = if said.is_err() && !reply.stdout.is_empty() { BLOCKED } else { reply.exit };
    std::process::exit(i32::from(exit))
}

/// The answer to a failure, in the dialect of whoever asks.
fn closed(host: Host, fault: &Fault, started: Instant) -> Reply {
    let asked = ASKED.lock().unwrap_or_else(PoisonError::into_inner).take();
    let asked = asked.unwrap_or_else(|| {
        decode(host, b"", &Surroundings { cwd: "/", var: &|_| None, has_terminal: &|| true }).asked
    });
    let verdict = fault.verdict(asked.name, asked.attendance);
    // What keeps the judge may keep the recording too: it must not keep the answer.
    let (sender, receiver) = mpsc::channel();
    let recorded = verdict.clone();
    let thread = thread::Builder::new().spawn(move || {
        note_fault(host, &recorded, started);
        let _ = sender.send(());
    });
    if thread.is_ok() {
        let _ = receiver.recv_timeout(RECORDING);
    }
    encode(&asked, &verdict)
}

fn answer(host: Host, role: Option<&str>, started: Instant) -> Reply {
    let (bytes, unreadable) = match input(host) {
        Ok(Input::Whole(bytes)) => (bytes, None),
        Ok(Input::TooLong) => (Vec::new(), Some(format!("it is longer than {} MiB", MAX_INPUT >> 20))),
        Err(error) => (Vec::new(), Some(error.to_string())),
    };
    let Decoded { asked, event } = around(|around| decode(host, &bytes, around));
    if let Some(name) = asked.name {
        DEADLINE_MS.store(milliseconds(deadline(host, name)), Ordering::Relaxed);
    }
    *ASKED.lock().unwrap_or_else(PoisonError::into_inner) = Some(asked.clone());
    let event = match unreadable {
        Some(why) => Err(Fault::Input(why)),
        None => event,
    };
    let event = match role {
        // What the host says of a subagent says more.
        Some(role) => event.map(|event| if event.agent.is_none() { event.in_role(role) } else { event }),
        None => event,
    };
    let verdict = match event {
        Ok(event) => judge(Call { host, asked: &asked, event: &event, payload: &bytes, started }),
        Err(fault) => {
            let verdict = fault.verdict(asked.name, asked.attendance);
            note_fault(host, &verdict, started);
            verdict
        }
    };
    encode(&asked, &verdict)
}

/// Does something with what surrounds this call.
pub(crate) fn around<T>(with: impl FnOnce(&Surroundings) -> T) -> T {
    let cwd = current_directory();
    with(&Surroundings { cwd: &cwd, var: &|name| std::env::var(name).ok(), has_terminal: &has_terminal })
}

/// What the host has sent.
///
/// The editor of Kiro before 1.0 puts the event into `USER_PROMPT`, and opens standard input without ever closing it
/// (kiro.md, B). Kiro's command line puts the person's own text there, and the event where it belongs: so standard input
/// has a moment to be closed, and counts if it is.
fn input(host: Host) -> io::Result<Input> {
    let told = std::env::var("USER_PROMPT").ok().filter(|_| host == Host::Kiro);
    let Some(told) = told.filter(|text| text.trim_start().starts_with('{')) else {
        return read_input(io::stdin().lock());
    };
    let (sender, receiver) = mpsc::channel();
    thread::Builder::new().spawn(move || sender.send(read_input(io::stdin().lock())))?;
    match receiver.recv_timeout(UNCLOSED) {
        Ok(Ok(Input::Whole(bytes))) if bytes.trim_ascii().is_empty() => Ok(Input::Whole(told.into_bytes())),
        Ok(read) => read,
        Err(_) => Ok(Input::Whole(told.into_bytes())),
    }
}

fn current_directory() -> String {
    std::env::current_dir().map_or_else(|_| "/".to_owned(), |cwd| cwd.display().to_string())
}

/// Lets the judge take longer.
pub(crate) fn grant(more: Duration) {
    GRANTED_MS.fetch_add(milliseconds(more), Ordering::Relaxed);
}

/// A failure is recorded too, but in no session: nobody knows in which.
fn note_fault(host: Host, verdict: &Verdict, started: Instant) {
    let event = Event {
        moment: Moment::Unused(String::new()),
        session: "unknown".to_owned(),
        agent: None,
        cwd: current_directory(),
        roots: Vec::new(),
        attendance: Attendance::Attended,
    };
    if let Ok(store) = store(&Situation::find(&[], &event.cwd)) {
        let _ = store.journal().append(&Record::of(host.name(), &event, verdict, timing(started)));
    }
}

#[cfg(test)]
mod tests {
    use hookward_core::Policy;
    use hookward_hosts::registration::{OnFailure, Wanted, patience};

    use super::*;
    use crate::feedback::AFTER_EDIT;
    use crate::life::{AFTER_TOOL, AT_STOP};
    use crate::registrations::own_seconds;
    use crate::stopping::stop_limit;

    /// How long a host waits before a tool where a registration cannot say it, in seconds (MATRIX.md §2). It lets the call
    /// through then.
    const UNTOLD: &[(Host, u32)] = &[(Host::Cline, 30)];

    #[test]
    fn a_role_is_taken_in_both_forms_and_the_rest_is_known_to_mean_nothing() {
        let flags = |line: &'static str| {
            let Flags { role, unknown } = Flags::of(line.split_whitespace());
            (role, unknown)
        };
        assert_eq!(flags(""), (None, vec![]));
        assert_eq!(flags("--as=reviewer"), (Some("reviewer"), vec![]));
        assert_eq!(flags("--as reviewer"), (Some("reviewer"), vec![]));
        assert_eq!(flags("--bogus --as reviewer x"), (Some("reviewer"), vec!["--bogus", "x"]));
        assert_eq!(flags("--as --bogus"), (None, vec!["--as", "--bogus"]));
        assert_eq!(flags("--as a --as=b"), (Some("a"), vec!["--as=b"]));
    }

    #[test]
    fn the_answer_is_there_before_any_host_gives_up() {
        let mut seen = Vec::new();
        for host in Host::ALL.iter().copied() {
            let policy = Policy::default();
            let wanted = Wanted {
                program: "hookward",
                own_seconds: &own_seconds(&policy, host),
                on_failure: OnFailure::GoOn,
                amp_delegate: None,
            };
            let untold = UNTOLD.iter().filter(|(untold, _)| *untold == host);
            let untold = untold.map(|(_, seconds)| (EventName::BeforeTool, *seconds));
            for (event, seconds) in patience(host, &wanted).into_iter().chain(untold) {
                // What the judge may grant at an event, at most.
                let granted = match event {
                    EventName::AfterTool | EventName::AfterFailure => AFTER_EDIT.max(AFTER_TOOL),
                    EventName::Stop => stop_limit(&policy),
                    EventName::SubagentStop => AT_STOP,
                    EventName::BeforeTool
                    | EventName::PermissionRequest
                    | EventName::Prompt
                    | EventName::SessionStart
                    | EventName::SubagentStart
                    | EventName::BeforeCompaction
                    | EventName::SessionEnd
                    | EventName::Notification
                    | EventName::Unused => Duration::ZERO,
                };
                let longest = deadline(host, event) + granted + RECORDING;
                let given = Duration::from_secs(seconds.into());
                assert!(longest + UNCLOSED < given, "{} {event:?}: {longest:?} of {given:?}", host.name());
                seen.push((host, event, seconds));
            }
        }
        assert!(seen.contains(&(Host::Codex, EventName::SessionEnd, 3)), "{seen:?}");
        let guarded = |host: &Host| seen.iter().any(|(of, event, _)| of == host && event.guards());
        let untold: Vec<Host> = Host::ALL.iter().copied().filter(|host| !guarded(host)).collect();
        // Nobody has said how long these wait.
        assert_eq!(untold, [Host::Plain, Host::Windsurf, Host::Amp]);
    }
}
