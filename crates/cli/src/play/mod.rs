//! Plays stories: whole sessions, from files that read like them, under a policy. The hook is the real one; the person's own
//! journal and sessions stay as they are.

mod calls;
mod hooks;
mod moments;
pub(crate) mod recorded;
mod said;
mod script;
mod stage;
mod tools;

use std::path::{Path, PathBuf};

use anyhow::Context;
use hookward_core::Answer;
use hookward_io::PROJECT_FILE;
use serde_json::{Value, json};

use self::said::{Said, instead};
use self::script::{End, Expected, Step, steps};
use self::stage::Stage;
use crate::commands::by_the_person_of_a_story;
use crate::rehearsal::Line;
use crate::situation::Situation;

/// Commands that only tell something, or name the work: nothing else runs in a story.
const TELLING: &[&str] =
    &["status", "story", "blocked", "log", "facts", "check", "explain", "rules", "doctor", "hosts"];

/// What came of a story.
pub(crate) enum Played {
    /// Everything was as expected, in this many steps.
    Whole(usize),
    /// A step was not, and the story ends there.
    Until(Failure),
}

/// A step that was not as expected.
pub(crate) struct Failure {
    pub(crate) line: usize,
    pub(crate) step: String,
    pub(crate) expected: String,
    pub(crate) got: String,
}

/// Plays a story, in a folder of its own below this one. Own hooks run as far as they are trusted where it is played from.
pub(crate) fn play(story: &Path, below: &Path, real: &Situation) -> anyhow::Result<Played> {
    let text = std::fs::read_to_string(story).with_context(|| story.display().to_string())?;
    let steps = steps(&text);
    let stage = Stage::set(below, policy_of(story).as_deref())?;
    let folder = story.parent().map(Path::to_owned).unwrap_or_default();
    let mut player =
        Player { stage, folder, real, said: Vec::new(), calls: 0, recorded: 0, denial: String::new() };
    player.stage.admit_hooks(real, &player.said)?;
    for step in &steps {
        if let Err(Mismatch { expected, got }) = player.whole_step(step)? {
            let (line, step) = (step.line, step.text.clone());
            let got = [vec![got], player.stage.waiting_hooks()].concat().join("\n");
            return Ok(Played::Until(Failure { line, step, expected, got }));
        }
    }
    if player.calls == 0 {
        let (expected, got) = ("a call".to_owned(), "a story without any".to_owned());
        return Ok(Played::Until(Failure { line: 1, step: String::new(), expected, got }));
    }
    Ok(Played::Whole(steps.len()))
}

/// The policy that a story is about: the file beside it, or beside the folder of stories that it lies in.
fn policy_of(story: &Path) -> Option<PathBuf> {
    let folder = story.parent()?;
    let above = folder.parent().filter(|_| folder.ends_with("stories"));
    [Some(folder), above]
        .into_iter()
        .flatten()
        .map(|folder| folder.join(PROJECT_FILE))
        .find(|file| file.is_file())
}

struct Mismatch {
    expected: String,
    got: String,
}

/// Whether a step was as expected; an error is one of the stage, or of how the story is written.
type Checked = Result<(), Mismatch>;

fn mismatch(expected: impl Into<String>, got: impl Into<String>) -> Checked {
    Err(Mismatch { expected: expected.into(), got: got.into() })
}

struct Player<'r> {
    stage: Stage,
    /// Where the story lies.
    folder: PathBuf,
    /// Where it is played from.
    real: &'r Situation,
    /// What own hooks say.
    said: Vec<Line>,
    calls: usize,
    /// How many lines of the journal were looked at.
    recorded: usize,
    /// What the last denial said.
    denial: String,
}

impl Player<'_> {
    /// A step, and what own hooks are told by it.
    fn whole_step(&mut self, step: &Step) -> anyhow::Result<Checked> {
        if matches!(step.text.as_str(), "policy" | "hooks") || step.text.starts_with("the file ") {
            return self.step(step);
        }
        let (about_hooks, below) = step.below.iter().cloned().partition(|line| hooks::is_about_a_hook(line));
        let checked =
            self.step(&Step { below, text: step.text.clone(), words: step.words.clone(), ..*step })?;
        let about_hooks: Vec<String> = about_hooks;
        let done = hooks::Done { asked: self.stage.take_asked(), answers: self.take_answers() };
        let checked = checked.and_then(|()| match done.missed(&about_hooks) {
            Some((expected, got)) => mismatch(expected, got),
            None => Ok(()),
        });
        // A hook that is broken would pass for one that objects.
        let checked = checked.and_then(|()| match done.broken(&about_hooks, &self.said) {
            Some(answer) => {
                mismatch(format!("{} answers", answer.hook), "it fails, which the story does not say")
            }
            None => Ok(()),
        });
        Ok(checked.map_err(|Mismatch { expected, got }| {
            let got = [vec![got], done.failures(&self.stage.situation())].concat().join("\n");
            Mismatch { expected, got }
        }))
    }

    /// What own hooks have answered since this was last asked.
    fn take_answers(&mut self) -> Vec<Answer> {
        let journal = self.stage.journal();
        let answers = hooks::answers(journal.lines().skip(self.recorded));
        self.recorded = journal.lines().count();
        answers
    }

    fn step(&mut self, step: &Step) -> anyhow::Result<Checked> {
        let text = step.text.as_str();
        let first = step.below.first().map_or("", |line| line.trim());
        if text == "policy" {
            self.stage.write(&self.stage.project().join(PROJECT_FILE), &step.block())?;
            self.stage.admit_hooks(self.real, &self.said)?;
        } else if text == "hooks" {
            self.said = match hooks::said(&step.below) {
                Ok(said) => said,
                Err(why) => return Ok(mismatch("what a hook says", why)),
            };
            if let Some(unknown) = self.stage.unknown_hook(&self.said) {
                return Ok(mismatch("a hook of the policy", unknown));
            }
            self.stage.admit_hooks(self.real, &self.said)?;
        } else if let Some(file) = text.strip_prefix("event ") {
            return self.event(file, step, first);
        } else if let Some(name) = text.strip_prefix("the file ") {
            self.stage.write(&self.stage.project().join(name), &step.block())?;
            self.stage.git(&["add", "-A"])?;
            self.stage.git(&["commit", "-q", "-m", "file"])?;
        } else if let Some(branch) = text.strip_prefix("on branch ") {
            if branch != "main" {
                self.stage.git(&["switch", "-q", "-c", branch])?;
            }
        } else if text == "a person verifies" {
            return Ok(self.person("verify", "Verified."));
        } else if text == "a person allows it once" {
            let id = self.denial.split("allow-once ").nth(1).unwrap_or_default();
            let id: String = id.chars().take_while(char::is_ascii_alphanumeric).collect();
            return Ok(self.person(&format!("allow-once {id}"), "Allowed once."));
        } else if let Some(words) = text.strip_prefix("a person runs ") {
            return Ok(self.person(words, first));
        } else if let Some(words) = text.strip_prefix("an orchestrator runs ") {
            let words: Vec<&str> = words.split(' ').collect();
            if !words.first().is_some_and(|command| TELLING.contains(command)) {
                return Ok(mismatch(TELLING.join(", "), text));
            }
            let ended = self.stage.hookward(&words, b"")?;
            let missed = step.below.iter().map(|part| part.trim()).find(|part| !ended.stdout.contains(part));
            return Ok(
                missed.map_or(Ok(()), |part| mismatch(part, format!("{}{}", ended.stdout, ended.stderr)))
            );
        } else if let Some(typed) = text.strip_prefix("a person types ") {
            return self.told("UserPromptSubmit", &json!({"prompt": typed, "source": "user"}), first);
        } else if let Some(typed) = text.strip_prefix("a schedule types ") {
            return self.told(
                "UserPromptSubmit",
                &json!({"prompt": typed, "source": "schedule_wakeup"}),
                first,
            );
        } else if text == "tools" {
            let reports = match tools::reports(&step.below) {
                Ok(reports) => serde_json::to_string(&reports)?,
                Err(why) => return Ok(mismatch("what a tool says", why)),
            };
            self.stage.say_by_tools(&reports)?;
        } else if text == "stops" || text == "stops again" {
            return self.stop(step, first);
        } else if text.starts_with("a session starts") {
            return self.told("SessionStart", &json!({"source": "startup"}), first);
        } else if let Some((event, fields)) = moments::moment(&self.stage, text)? {
            self.calls += 1;
            let (answer, _) = self.stage.hook(event, &fields)?;
            let missed = moments::missed(&answer, &step.below);
            return Ok(missed.map_or(Ok(()), |part| mismatch(part, answer.to_string())));
        } else {
            return self.call(step, first);
        }
        Ok(Ok(()))
    }

    /// A command that the person gives: it must say this.
    fn person(&self, words: &str, expected: &str) -> Checked {
        let words: Vec<&str> = words.split(' ').collect();
        let cwd = self.stage.project().display().to_string();
        let said = by_the_person_of_a_story(&words, &self.stage.situation(), &cwd);
        let said = said.map_or_else(|error| error.to_string(), |said| said.text);
        if said.contains(expected) { Ok(()) } else { mismatch(expected, said) }
    }

    /// An event whose answer must hold a text.
    fn told(&self, event: &str, fields: &Value, expected: &str) -> anyhow::Result<Checked> {
        let (answer, _) = self.stage.hook(event, fields)?;
        let said = if answer.is_null() { String::new() } else { answer.to_string() };
        Ok(if said.contains(expected) { Ok(()) } else { mismatch(expected, said) })
    }

    /// The agent wants to stop, perhaps after it was held.
    fn stop(&mut self, step: &Step, expected: &str) -> anyhow::Result<Checked> {
        self.calls += 1;
        let (answer, _) =
            self.stage.hook("Stop", &json!({"stop_hook_active": step.text == "stops again"}))?;
        let text = |key: &str| answer.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let (is_held, reason) = (text("decision") == "block", text("reason"));
        let words = step.words.join("\n");
        let got =
            if is_held { format!("held: {reason}") } else { format!("goes on {}", text("systemMessage")) };
        let is_right =
            match expected.strip_prefix("held by ").map(|rest| rest.split_once(": ").unwrap_or((rest, ""))) {
                Some((rule, part)) => is_held && reason.contains(rule) && reason.contains(part),
                None if expected == "held" => is_held && reason == words,
                None => !is_held && expected == "goes on",
            };
        let wanted = if words.is_empty() { expected.to_owned() } else { words };
        Ok(if is_right { Ok(()) } else { mismatch(wanted, got) })
    }

    fn call(&mut self, step: &Step, expected: &str) -> anyhow::Result<Checked> {
        self.calls += 1;
        let call = match calls::call(&step.text, &self.stage.project(), self.calls) {
            Ok(call) => call,
            Err(why) => return Ok(mismatch("a step", why)),
        };
        let Some(wanted) = Expected::read(expected) else {
            let known =
                "goes on [, ends well|badly] [, advised by RULE], denied by RULE[: words], asked by RULE, …";
            return Ok(mismatch(known, if expected.is_empty() { "nothing is expected" } else { expected }));
        };
        let said = Said::of(&self.stage.hook("PreToolUse", &call)?);
        if said.decision == "deny" {
            self.denial.clone_from(&said.reason);
        }
        let words = step.words.join("\n");
        if !words.is_empty() && said.reason != words {
            return Ok(mismatch(words, said.told()));
        }
        if !self.holds(wanted, &said, &words) {
            return Ok(mismatch(expected, said.told()));
        }
        Ok(self
            .follow(wanted, &call)
            .or_else(|error| mismatch("a step that can be played", format!("{error:#}"))))
    }

    /// Events that were recorded: `FILE`, or `HOST FILE` for payloads of another host than Claude Code. Each must come to what
    /// is expected.
    fn event(&mut self, named: &str, step: &Step, expected: &str) -> anyhow::Result<Checked> {
        let (host, file) = named.split_once(' ').unwrap_or(("claude", named));
        let Some(wanted) = Expected::read(expected) else {
            return Ok(mismatch("goes on, denied by RULE[: words], asked by RULE, approved", expected));
        };
        for event in recorded::events(&self.folder.join(file))? {
            self.calls += 1;
            let payload = match recorded::payload(&event, &self.stage.project()) {
                Ok(payload) => payload,
                Err(why) => return Ok(mismatch("an event that can be played", why.to_string())),
            };
            let host = if recorded::is_record(&event) { "claude" } else { host };
            let ended = self.stage.hookward(&["hook", host], payload.to_string().as_bytes())?;
            let Some(said) = recorded::last_decided(&self.stage.journal()) else {
                return Ok(mismatch(expected, format!("nothing: {}{}", ended.stdout, ended.stderr)));
            };
            if !self.holds(wanted, &said, &step.words.join("\n")) {
                return Ok(mismatch(expected, said.told()));
            }
        }
        Ok(Ok(()))
    }

    fn holds(&self, wanted: Expected, said: &Said, words: &str) -> bool {
        let is = |decision: &str| said.decision == decision;
        let goes_on = said.instead.is_empty() && (is("") || is("allow"));
        match wanted {
            Expected::GoesOn => goes_on && said.advice.is_empty(),
            Expected::Ends { .. } => goes_on,
            Expected::AdvisedBy(rule) => {
                let is_told = said.advice.contains(&format!("[{rule}]"));
                goes_on && (is_told || said.advice.contains("advises") && said.advice.contains(rule))
            }
            Expected::AskedBy(rule) | Expected::AgreedAskedBy(rule) => {
                is("ask") && said.reason.contains(rule)
            }
            Expected::Asked => is("ask") && !words.is_empty(),
            Expected::Denied => is("deny") && !words.is_empty(),
            Expected::DeniedBy { rule, words } => {
                is("deny") && said.reason.contains(rule) && said.reason.contains(words)
            }
            Expected::Becomes(other) => {
                let other = other.replace("{project}", &self.stage.project().display().to_string());
                let input = serde_json::from_str::<Value>(&other).ok().filter(Value::is_object);
                said.instead == input.map_or(other, |input| instead(&input))
            }
            Expected::LeftToTheHost => is("") && said.advice.is_empty() && said.instead.is_empty(),
            Expected::Approved => is("allow") && said.instead.is_empty(),
        }
    }

    /// What happens after the hook has answered.
    fn follow(&self, wanted: Expected, call: &Value) -> anyhow::Result<()> {
        let tell = |event: &str, key: &str, value: Value| {
            let mut told = call.clone();
            if let Some(fields) = told.as_object_mut() {
                fields.insert(key.to_owned(), value);
            }
            self.stage.hook(event, &told).map(|_| ())
        };
        match wanted {
            Expected::GoesOn | Expected::AdvisedBy(_) | Expected::AgreedAskedBy(_) => self.stage.act(call),
            Expected::Ends { end, words } => {
                self.stage.act(call)?;
                match end {
                    End::Well => tell("PostToolUse", "tool_response", json!({"stdout": ""})),
                    End::Badly => {
                        let error = format!("Exit code 1\n{words}");
                        tell("PostToolUseFailure", "error", json!(error.trim_end()))
                    }
                }
            }
            Expected::AskedBy(_)
            | Expected::Asked
            | Expected::Denied
            | Expected::DeniedBy { .. }
            | Expected::Becomes(_)
            | Expected::LeftToTheHost
            | Expected::Approved => Ok(()),
        }
    }
}
