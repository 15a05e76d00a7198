//! A person at the agent's own terminal, who says yes to whatever it asks: some agents let a hook ask nowhere else.

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::agent::Agent;
use crate::install::Installed;
use crate::model::{Model, Turn};
use crate::process::Group;
use crate::registration;
use crate::report::{Claim, Seen, claim, clipped};
use crate::sandbox::{Sandbox, UNCOMMITTED};
use crate::start;

const DENIED: &str = "at its own terminal, a destructive command is denied without a question";
const ASKED: &str =
    "at its own terminal, what Hookward asks about is a question, and runs once a person says yes";
const REWRITTEN: &str = "at its own terminal, the rewritten command runs, and not the one that was sent";

/// How long the turn may take.
const LIMIT: Duration = Duration::from_mins(2);

/// What agents write where they offer a yes, and have it chosen already.
const OFFERS: [&str; 2] = ["Allow once", "1. Yes"];

/// What happens at a terminal.
pub(crate) fn stories(agent: Agent, installed: &Installed) -> Vec<Claim> {
    if let Some(why) = agent.never_asks_at_a_terminal() {
        return vec![Claim { text: ASKED, seen: Seen::NotHere(why) }];
    }
    if Command::new("script").arg("--version").output().is_err() {
        let why = "there is no `script` on this machine to make a terminal";
        return vec![Claim { text: ASKED, seen: Seen::NotHere(why) }];
    }
    let sandbox = Sandbox::new(&installed.node);
    if let Some(refused) = registration::init(agent, &sandbox) {
        return vec![refused];
    }
    let rewrites = agent.never_rewrites_unasked().is_none();
    let mut turns = vec![agent.shell("git reset --hard"), agent.shell("git branch -D old")];
    turns.extend(rewrites.then(|| agent.shell("git push --force origin feature/x")));
    let calls = turns.len();
    turns.push(Turn::Say("done"));
    let model = Model::start(turns);
    let command = start::at_terminal(agent, installed, &sandbox, &model.url());
    let screen = attend(&command, &model, calls);
    let told =
        || format!("the model was told {:#?}\nthe screen showed {}", model.results(), clipped(&screen));
    let result = |call: usize| model.results().get(call).cloned().unwrap_or_default();
    let kept = sandbox.file("work.txt").as_deref() == Some(UNCOMMITTED);
    let offered = OFFERS.iter().any(|offer| screen.contains(offer));
    let mut claims = vec![
        claim(DENIED, kept && result(0).contains("security/discarded-work"), told),
        claim(ASKED, offered && !sandbox.has_branch("old"), told),
    ];
    if rewrites {
        // With a lease the push fails, since somebody else has pushed.
        let leased = result(2).contains("stale info") && sandbox.at_the_remote() == "of a colleague";
        claims.push(claim(REWRITTEN, leased, told));
    }
    claims
}

/// Sits at the terminal until the model was told of all its calls; gives what was on the screen.
fn attend(command: &Command, model: &Model, calls: usize) -> String {
    let mut terminal = in_terminal(command);
    let mut group =
        Group::spawn(terminal.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null())).unwrap();
    let (keys, screen) = group.pipes();
    let (mut keys, mut screen) = (keys.unwrap(), screen.unwrap());
    let shown = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&shown);
    std::thread::spawn(move || {
        let mut buffer = [0; 4_096];
        while let Ok(length @ 1..) = screen.read(&mut buffer) {
            seen.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(&buffer[..length]);
        }
    });
    let text = || plain(&shown.lock().unwrap_or_else(PoisonError::into_inner));
    let started = Instant::now();
    let mut looked_at = 0;
    while model.results().len() < calls && started.elapsed() < LIMIT {
        std::thread::sleep(Duration::from_millis(500));
        let screen = text();
        // In characters: the last one of them may not be there as a whole yet.
        let new: String = screen.chars().skip(looked_at).collect();
        if OFFERS.iter().any(|offer| new.contains(offer)) {
            looked_at = screen.chars().count();
            // What is pressed before the question listens is lost; the next look sees it again.
            std::thread::sleep(Duration::from_millis(500));
            press_enter(&mut keys);
        }
    }
    text()
}

fn press_enter(keys: &mut ChildStdin) {
    // A program that has ended hears nothing.
    let _ = keys.write_all(b"\r").and_then(|()| keys.flush());
}

/// The same command, with a terminal around it.
fn in_terminal(command: &Command) -> Command {
    let quoted = |word: &OsStr| format!("'{}'", word.to_str().unwrap().replace('\'', "'\\''"));
    let words: Vec<String> =
        std::iter::once(command.get_program()).chain(command.get_args()).map(quoted).collect();
    let line = format!("stty rows 40 cols 120; exec {}", words.join(" "));
    let mut terminal = Command::new("script");
    terminal.args(["--quiet", "--flush", "--return", "--command", &line, "/dev/null"]).env_clear();
    terminal.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    terminal.env("TERM", "xterm-256color").current_dir(command.get_current_dir().unwrap());
    terminal
}

/// What is on a screen, without the sequences that place and colour it.
fn plain(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let mut plain = String::new();
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        if character != '\u{1b}' {
            plain.push(character);
            continue;
        }
        match rest.next() {
            // `ESC [ … letter`
            Some('[') => drop(rest.find(|c| c.is_ascii_alphabetic() || *c == '~')),
            // `ESC ] … BEL`, or `ESC ] … ESC \`
            Some(']') => drop(rest.find(|c| matches!(c, '\u{7}' | '\u{1b}'))),
            Some(_) | None => {}
        }
    }
    plain
}
