//! `hookward hook <host>`: one event in, one answer out. Whatever happens on the way, the host gets an answer that it
//! understands, and it gets exactly one.

use std::ffi::OsString;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use hookward_core::{Attendance, Decision, Event, Fault, Moment, Record, Session, Timing, Verdict};
use hookward_hosts::{Asked, Decoded, Host, Reply, Surroundings, decode, encode};
use hookward_io::{Entry, Input, MAX_INPUT, Store, read_input, run_checks};

use crate::situation::Situation;

/// A host's own limit lets the call through when it is over; this one is over first, and closes.
const DEADLINE: Duration = Duration::from_secs(4);

/// Exit status of a usage error. Hosts read 2 as a denial, so it is never that.
const USAGE: u8 = 64;

/// Set by whoever answers first: the judge or the watchdog.
static ANSWERED: AtomicBool = AtomicBool::new(false);

/// Who is asking, as soon as that is known.
static ASKED: Mutex<Option<Asked>> = Mutex::new(None);

pub(crate) fn main(mut arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let started = Instant::now();
    let name = arguments.next().unwrap_or_default();
    let Some(host) = name.to_str().and_then(Host::from_name) else {
        let names: Vec<_> = Host::ALL.iter().map(|host| host.name()).collect();
        let _ = writeln!(io::stderr(), "hookward hook: which host? One of: {}", names.join(", "));
        return ExitCode::from(USAGE);
    };
    // The message of a panic would be read as an answer by some hosts.
    std::panic::set_hook(Box::new(|_| {}));
    thread::spawn(move || watch(host));
    let reply = catch_unwind(AssertUnwindSafe(|| answer(host, started))).unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<&str>().map_or("a defect", |message| message);
        closed(host, &Fault::Internal(message.to_owned()))
    });
    deliver(&reply)
}

/// Answers when the judge does not.
fn watch(host: Host) {
    thread::sleep(DEADLINE);
    let limit = u64::try_from(DEADLINE.as_millis()).unwrap_or(u64::MAX);
    deliver(&closed(host, &Fault::Deadline(limit)));
}

/// Ends the process with an answer.
fn deliver(reply: &Reply) -> ! {
    if ANSWERED.swap(true, Ordering::SeqCst) {
        // The other thread answers and ends the process.
        loop {
            thread::park();
        }
    }
    let _ = io::stdout().write_all(reply.stdout.as_bytes());
    let _ = io::stdout().flush();
    let _ = io::stderr().write_all(reply.stderr.as_bytes());
    std::process::exit(i32::from(reply.exit))
}

/// The answer to a failure, in the dialect of whoever asks.
fn closed(host: Host, fault: &Fault) -> Reply {
    let asked = ASKED.lock().unwrap_or_else(PoisonError::into_inner).take();
    let asked = asked.unwrap_or_else(|| decode(host, b"", &Surroundings { cwd: "/", var: &|_| None }).asked);
    encode(&asked, &fault.verdict(asked.name, asked.attendance))
}

fn answer(host: Host, started: Instant) -> Reply {
    let cwd = std::env::current_dir().map_or_else(|_| "/".to_owned(), |cwd| cwd.display().to_string());
    let around = Surroundings { cwd: &cwd, var: &|name| std::env::var(name).ok() };
    let (bytes, unreadable) = match read_input(io::stdin().lock()) {
        Ok(Input::Whole(bytes)) => (bytes, None),
        Ok(Input::TooLong) => (Vec::new(), Some(format!("it is longer than {} MiB", MAX_INPUT >> 20))),
        Err(error) => (Vec::new(), Some(error.to_string())),
    };
    let Decoded { asked, event } = decode(host, &bytes, &around);
    *ASKED.lock().unwrap_or_else(PoisonError::into_inner) = Some(asked.clone());
    let event = match unreadable {
        Some(why) => Err(Fault::Input(why)),
        None => event,
    };
    let verdict = match event {
        Ok(event) => judge(host, &event, &bytes, started),
        Err(fault) => {
            let verdict = fault.verdict(asked.name, asked.attendance);
            note_fault(host, &cwd, &verdict, started);
            verdict
        }
    };
    encode(&asked, &verdict)
}

fn judge(host: Host, event: &Event, payload: &[u8], started: Instant) -> Verdict {
    let situation = Situation::find(&event.roots, &event.cwd);
    let facts = situation.facts(event);
    let checks = run_checks(&situation.policy, event, payload);
    let mut entry = remember(&situation, host, &event.session);
    let nothing = Session::default();
    let session = entry.as_ref().map_or(&nothing, |entry| &entry.session);
    let mut verdict = situation.decide_by(built_in(), event, &facts, session, &checks);
    let record = Record::of(host.name(), event, &verdict, timing(started));
    let kept = match &mut entry {
        Ok(entry) => entry.commit(&record).map_err(|error| format!("the journal cannot be written: {error}")),
        Err(error) => Err(std::mem::take(error)),
    };
    // INVARIANT: the journal never changes a verdict. That nothing is recorded is said where a person reads it.
    if let Err(error) = kept
        && (verdict.decision >= Decision::Ask || matches!(event.moment, Moment::SessionStart { .. }))
    {
        verdict.notify(&format!("hookward: not recorded: {error}"));
    }
    verdict
}

fn remember(situation: &Situation, host: Host, session: &str) -> Result<Entry, String> {
    let places = situation.places.as_ref().ok_or("there is no home directory")?;
    let store = Store::open(&places.state, &situation.workspace.roots).map_err(|error| error.to_string())?;
    store.session(host.name(), session).map_err(|error| error.to_string())
}

/// A failure before there was an event is recorded too.
fn note_fault(host: Host, cwd: &str, verdict: &Verdict, started: Instant) {
    let event = Event {
        moment: Moment::Unused(String::new()),
        session: "unknown".to_owned(),
        agent: None,
        cwd: cwd.to_owned(),
        roots: Vec::new(),
        attendance: Attendance::Attended,
    };
    let situation = Situation::find(&[], cwd);
    if let Ok(mut entry) = remember(&situation, host, &event.session) {
        let _ = entry.commit(&Record::of(host.name(), &event, verdict, timing(started)));
    }
}

fn timing(started: Instant) -> Timing {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Timing {
        at: u64::try_from(since.as_millis()).unwrap_or(u64::MAX),
        us: u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX),
    }
}

/// The rules. A build for tests can be told to have one that fails.
fn built_in() -> &'static [hookward_core::Rule] {
    #[cfg(debug_assertions)]
    if std::env::var_os("HOOKWARD_TEST_PANIC").is_some() {
        return sabotage::RULES;
    }
    hookward_core::rules::all()
}

#[cfg(debug_assertions)]
mod sabotage {
    use hookward_core::{Category, Rule};

    pub(super) const RULES: &[Rule] = &[Rule {
        id: "security/secret-read",
        category: Category::Security,
        source: "",
        #[allow(clippy::panic)]
        judge: |_| panic!("on purpose"),
        examples: &[],
    }];
}
