//! Asks the policy's own hooks: each is told of the event, run by the runner within its limits, and read.

mod attempts;
mod neutral;

use std::path::Path;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use hookward_core::policy::{HookInput, Native, NativeHost, NativeShell, OwnHook, Speech};
use hookward_core::{Answer, Category, Decision, Event, Spoken};
use hookward_effects::Call;
use hookward_runner::{
    Answer as Said, Decision as Wish, End, Event as Fired, Fault, Job, Program, Ran, Speech as Manner, Watch,
    watch,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::neutral::fired;
use crate::calling_off::called_off;
use crate::following::{Files, files_of};

/// The most of a hook's output that is read, of each of its streams.
const MAX_OUTPUT: u64 = 256 * 1024;

/// How long a hook that must end has to clean up.
const GRACE: Duration = Duration::from_millis(100);

/// By this hooks find the project.
const PROJECT_VARIABLE: &str = "CLAUDE_PROJECT_DIR";

/// An event as own hooks are told of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Told {
    /// Its name as hosts write it.
    name: String,
    /// As the host has sent it.
    host: String,
    /// As it is for all hosts.
    neutral: String,
    variables: Vec<(String, String)>,
    /// The command that it is about.
    command: Option<String>,
    guards: bool,
    /// Where the host has started us: a hook that was its own runs there.
    cwd: String,
}

impl Told {
    /// An event, and the payload that a host has sent for it.
    pub fn of(event: &Event, host: &str, root: &str, payload: &[u8]) -> Self {
        let fired = fired(event, host);
        let mut variables: Vec<(String, String)> =
            fired.variables().into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let call = event.moment.call();
        for (name, value) in [
            (PROJECT_VARIABLE, root),
            ("HOOKWARD_EVENT", event.moment.name().as_str()),
            ("HOOKWARD_TOOL", call.map(Call::tool).unwrap_or_default()),
            ("HOOKWARD_HOST", host),
            ("HOOKWARD_ROLE", event.role()),
        ] {
            variables.push((name.to_owned(), value.to_owned()));
        }
        Self {
            name: fired.name().to_owned(),
            host: String::from_utf8_lossy(payload).into_owned(),
            neutral: fired.payload(),
            variables,
            command: call.and_then(Call::command).map(str::to_owned),
            guards: event.moment.name().guards(),
            cwd: std::env::current_dir().map_or_else(|_| root.to_owned(), |cwd| cwd.display().to_string()),
        }
    }

    /// What a hook reads of it.
    pub fn to(&self, hook: &OwnHook) -> &str {
        match hook.input {
            HookInput::Host => &self.host,
            HookInput::Neutral => &self.neutral,
        }
    }

    /// The input of the tool in the form that is the same for all hosts.
    pub fn neutral_input(&self) -> Option<Value> {
        serde_json::from_str::<Value>(&self.neutral).ok()?.get("tool_input").cloned()
    }

    /// The same of an event that was rewritten. What the host has sent says the new command, too; of another input
    /// `payload` is what it would have sent.
    #[must_use]
    pub fn rewritten(&self, event: &Event, host: &str, root: &str, payload: &[u8]) -> Self {
        let after = Self::of(event, host, root, payload);
        if self.command.is_none() {
            return after;
        }
        let sent = serde_json::from_str::<Value>(&self.host).ok();
        let sent = sent.zip(self.command.as_deref().zip(after.command.as_deref()));
        let host =
            sent.and_then(|(mut sent, (old, new))| replace(&mut sent, old, new).then(|| sent.to_string()));
        Self { host: host.unwrap_or_else(|| after.neutral.clone()), ..after }
    }
}

/// Puts one text in the place of another wherever it stands as a whole; says whether it stood anywhere.
fn replace(value: &mut Value, old: &str, new: &str) -> bool {
    match value {
        Value::String(text) if text == old => {
            new.clone_into(text);
            true
        }
        Value::Array(values) => values.iter_mut().fold(false, |any, value| replace(value, old, new) | any),
        Value::Object(fields) => fields.values_mut().fold(false, |any, value| replace(value, old, new) | any),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// What a hook that was a host's own has said, in the words of other hooks.
pub type Translate = dyn Fn(&Native, Spoken) -> Spoken + Sync;

/// Asks a hook, and waits for its answer. Also says how many milliseconds that took.
pub fn ask(hook: &OwnHook, told: &Told, root: &str, translate: &Translate) -> (Answer, u64) {
    let started = Instant::now();
    let mut variables: Vec<(&str, &str)> =
        told.variables.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    variables.push(("HOOKWARD_HOOK", &hook.id));
    if hook.native.is_some() && hook.origin.layer.may_loosen() {
        // It is for all projects: which one it is, the host has said.
        variables.retain(|(name, _)| *name != PROJECT_VARIABLE);
    }
    let words = words(hook, root);
    let own = words.as_deref().map_or(Program::Shell(&hook.run), Program::Words);
    let answer = attempts::until_it_answers(hook, own, |program, timeout| {
        let job = Job {
            program,
            directory: Path::new(directory(hook, told, root)),
            variables: &variables,
            input: told.to(hook).as_bytes(),
            timeout,
            max_output: MAX_OUTPUT,
        };
        let ran = watch(&job, &Watch { abort: Some(called_off()), grace: GRACE });
        let (ran, speech) = match &hook.native {
            Some(native) => translated(native, ran, translate),
            None => (ran, hook.speaks),
        };
        heard(speech, told, &ran, timeout)
    });
    let ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    (in_words_of_verdicts(hook, told, answer), ms)
}

/// The words of a hook that was a host's own, where that host does not use `sh`.
fn words(hook: &OwnHook, root: &str) -> Option<Vec<String>> {
    let native = hook.native.as_ref()?;
    if let Some(args) = &native.args {
        // claude-code.md §1: without a shell the host itself fills this in.
        let project = match std::env::var(PROJECT_VARIABLE) {
            Ok(project) if hook.origin.layer.may_loosen() => project,
            Ok(_) | Err(_) => root.to_owned(),
        };
        let filled = |word: &String| word.replace(&format!("${{{PROJECT_VARIABLE}}}"), &project);
        return Some(std::iter::once(&hook.run).chain(args).map(filled).collect());
    }
    // kiro.md, A.
    let is_bash = native.host == NativeHost::Kiro || native.shell == Some(NativeShell::Bash);
    is_bash.then(|| vec!["bash".to_owned(), "-c".to_owned(), hook.run.clone()])
}

/// Where a hook runs: in the workspace's root, where its trust was given, since the same words name other scripts
/// elsewhere. One that was a host's own runs where that host runs it, unless its words name other scripts there; one of the
/// person's own file only minds those of the workspace.
fn directory<'d>(hook: &OwnHook, told: &'d Told, root: &'d str) -> &'d str {
    if hook.native.is_none() || told.cwd == root {
        return root;
    }
    let line = hook.line();
    let files = |directory: &str| {
        let mut files = files_of(&line, directory, root, Files::Run)?;
        files.retain(|file| !hook.origin.layer.may_loosen() || Path::new(file).starts_with(root));
        Some(files)
    };
    let (here, there) = (files(root), files(&told.cwd));
    let is_open = here.is_none() && hook.origin.layer.may_loosen();
    if here == there && (here.is_some() || is_open) { &told.cwd } else { root }
}

/// What a hook that was a host's own has said, as others say it.
fn translated(native: &Native, ran: Ran, translate: &Translate) -> (Ran, Speech) {
    let End::Exited(status) = &ran.end else { return (ran, Speech::Auto) };
    let said = Spoken {
        exit: status.code(),
        output: ran.output.clone(),
        errors: ran.errors.clone(),
        speech: Speech::Auto,
    };
    let Spoken { exit, output, errors, speech } = translate(native, said);
    let end = match exit {
        Some(code) if Some(code) != status.code() => End::Exited(status_of(code)),
        Some(_) | None => End::Exited(*status),
    };
    (Ran { end, output, errors, ..ran }, speech)
}

#[cfg(unix)]
fn status_of(code: i32) -> ExitStatus {
    std::os::unix::process::ExitStatusExt::from_raw(code << 8)
}

#[cfg(windows)]
fn status_of(code: i32) -> ExitStatus {
    std::os::windows::process::ExitStatusExt::from_raw(code.unsigned_abs())
}

/// What a hook has said, in the words of verdicts.
pub fn read(hook: &OwnHook, told: &Told, ran: &Ran) -> Answer {
    let heard = heard(hook.speaks, told, ran, Duration::from_millis(hook.timeout_ms));
    in_words_of_verdicts(hook, told, heard)
}

/// What a hook has said in an attempt, and what came before.
struct Heard {
    said: Said,
    exit: Option<i32>,
    /// How earlier attempts have failed.
    tried: Vec<String>,
    by_fallback: bool,
}

fn heard(speech: Speech, told: &Told, ran: &Ran, limit: Duration) -> Heard {
    let speech = match speech {
        Speech::Auto => Manner::Either,
        Speech::Plain => Manner::Plain,
        Speech::Json => Manner::Json,
    };
    let mut said = Said::read_in(speech, &Fired::new(&told.name), ran);
    if let Some(Fault::TimedOut(own)) = &mut said.fault {
        *own = limit;
    }
    let exit = match &ran.end {
        End::Exited(status) => status.code(),
        End::TimedOut | End::Aborted | End::Failed(_) => None,
    };
    Heard { said, exit, tried: Vec::new(), by_fallback: false }
}

fn in_words_of_verdicts(hook: &OwnHook, told: &Told, heard: Heard) -> Answer {
    let fault = heard.fault(hook);
    let Heard { said, exit, tried, by_fallback } = heard;
    let mut answer = Answer::of(&hook.id, &said.read_as);
    (answer.exit, answer.tried, answer.fallback) = (exit, tried, by_fallback);
    answer.decision = match said.decision {
        Wish::Allow if told.guards => Decision::Approve,
        // There is nothing to approve where nothing is asked.
        Wish::Silent | Wish::Allow => Decision::Silent,
        Wish::Ask => Decision::Ask,
        Wish::Deny => Decision::Deny,
    };
    answer.reason = said.reason.unwrap_or_default();
    answer.context = said.context.join("\n");
    answer.notice = said.messages.join("\n");
    answer.stop = said.stop;
    for note in said.notes {
        answer.read_as = format!("{} ({note})", answer.read_as);
    }
    answer.fault = fault;
    if said.parted && hook.category != Category::Feedback {
        let what = "it goes on in the background, and what decides is waited for";
        answer.fault.get_or_insert_with(|| what.to_owned());
    }
    if let Some(input) = said.updated_input {
        let what = match (input.get("command").and_then(Value::as_str), &told.command) {
            (Some(command), Some(_)) if told.guards => {
                answer.command = Some(command.to_owned());
                None
            }
            (None, Some(_)) if told.guards => Some("it rewrites a command, but gives no other `command`"),
            // Whether the host takes it is asked where that is known.
            (_, None) if told.guards => {
                answer.input = Some(input.to_string());
                None
            }
            (_, _) => Some("it rewrites an input, but the tool has been called already, or there is none"),
        };
        // Half of what it wants is not what it wants.
        if let Some(what) = what {
            answer.fault.get_or_insert_with(|| what.to_owned());
        }
    }
    if said.updated_output.is_some() {
        answer
            .fault
            .get_or_insert_with(|| "it rewrites a tool's output, which cannot be done here".to_owned());
    }
    answer
}

/// What a hook would have done: ended with this status, or taken too long, and printed this.
pub fn pretended(exit: Option<u8>, output: &str) -> Ran {
    #[cfg(unix)]
    let status = |exit: u8| std::os::unix::process::ExitStatusExt::from_raw(i32::from(exit) << 8);
    #[cfg(windows)]
    let status = |exit: u8| std::os::windows::process::ExitStatusExt::from_raw(u32::from(exit));
    let end = exit.map_or(End::TimedOut, |exit| End::Exited(status(exit)));
    Ran { end, output: output.to_owned(), errors: String::new(), cut: false, time: Duration::ZERO }
}

/// Tells a command of the policy something. What it says, and whether it can be run, does not matter.
pub fn tell(command: &str, root: &str, input: &[u8], timeout: Duration) {
    let directory = Path::new(root);
    let job = Job {
        program: Program::Shell(command),
        directory,
        variables: &[],
        input,
        timeout,
        max_output: MAX_OUTPUT,
    };
    drop(watch(&job, &Watch::default()));
}
