//! `test`: the examples of the policy's own rules, and the stories beside the policy, as tests; and records, judged again.

mod replayed;

use std::path::{Path, PathBuf};

use anstream::println;
use clap::Args;
use hookward_core::policy::{Channel, CustomRule};
use hookward_core::{Decision, Session, line};
use hookward_effects::Call;
use serde_json::{Value, json};

use self::replayed::{Replayed, is_record};
use super::{Broken, Outcome, Usage, current_directory};
use crate::paint::{BOLD, style};
use crate::play::recorded::events;
use crate::play::{Failure, Played, play};
use crate::situation::{Situation, event_of};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Stories (`*.story`), or folders of them, to play instead of those beside the policy and in `stories`; or records of
    /// `hookward log --json` (`*.json`, `*.jsonl`), to be judged again without running anything
    stories: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What was found.
#[derive(Default)]
struct Tested {
    passed: usize,
    /// Rule, where it stands, example, and why it fails.
    failures: Vec<(String, String, String, &'static str)>,
    stories: Vec<(String, Played)>,
    replayed: Option<Replayed>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let cwd = current_directory()?;
    let situation = nearest(&cwd);
    if let Some(fault) = &situation.fault {
        if arguments.json {
            println!("{}", json!({"passed": 0, "failed": 1, "fault": fault.to_string()}));
        }
        return Err(Broken(fault.to_string()).into());
    }
    let mut tested = Tested::default();
    if arguments.stories.is_empty() {
        tested.examples(&situation, &cwd);
    }
    // A folder with a policy of its own is tested with that one's rules.
    for folder in arguments.stories.iter().map(|path| cwd.join(path)) {
        if folder.join("hookward.toml").is_file() {
            let folder = folder.display().to_string();
            let own = Situation::find(std::slice::from_ref(&folder), &folder);
            if let Some(fault) = &own.fault {
                return Err(Broken(fault.to_string()).into());
            }
            tested.examples(&own, Path::new(&folder));
        }
    }
    let (records, named): (Vec<PathBuf>, Vec<PathBuf>) =
        arguments.stories.iter().cloned().partition(|path| is_recorded(path));
    for path in &records {
        let replayed = tested.replayed.get_or_insert_default();
        if !cwd.join(path).is_file() {
            return Err(Usage(format!("there is no file {}", path.display())).into());
        }
        let records = events(&cwd.join(path))?;
        if !records.is_empty() && !records.iter().any(is_record) {
            let what = "has no records of `hookward log --json`; what a host has sent is a step of a story";
            return Err(Usage(format!("{0} {what}: `event {0}`", path.display())).into());
        }
        for record in &records {
            replayed.add(record, &cwd);
        }
    }
    let found =
        if records.is_empty() || !named.is_empty() { stories(&named, &situation, &cwd)? } else { Vec::new() };
    for story in found {
        let name = story.strip_prefix(&cwd).unwrap_or(&story).display().to_string();
        tested.stories.push((name, play(&story, &scratch(&situation), &situation)?));
    }
    if arguments.json {
        println!("{}", tested.as_json());
    } else {
        tested.show(&situation);
    }
    Ok(if tested.failed() == 0 { Outcome::Fine } else { Outcome::Found })
}

/// How things stand with the policy that lies nearest above: one of a folder inside of a repository has tests of its own.
fn nearest(cwd: &Path) -> Situation {
    let here = cwd.display().to_string();
    let situation = Situation::find(&[], &here);
    let root = situation.workspace.root().map(PathBuf::from);
    let is_inside =
        |folder: &&Path| root.as_deref().is_some_and(|root| folder.starts_with(root) && *folder != root);
    let mut inside = cwd.ancestors().take_while(is_inside);
    match inside.find(|folder| folder.join("hookward.toml").is_file()) {
        Some(folder) => Situation::find(&[folder.display().to_string()], &here),
        None => situation,
    }
}

fn is_recorded(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "json" || ending == "jsonl")
}

/// Where stories are played. Not in a temporary directory: there, everything may be written.
fn scratch(situation: &Situation) -> PathBuf {
    let cache = situation.places.as_ref().map(|places| places.cache.clone());
    cache.unwrap_or_else(std::env::temp_dir).join("stories")
}

/// The stories that are named, or those that belong to the policy here.
fn stories(named: &[PathBuf], situation: &Situation, cwd: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if named.is_empty() {
        let root = situation.workspace.root().map_or_else(|| cwd.to_owned(), PathBuf::from);
        return Ok([root.join("stories"), root].iter().flat_map(|folder| in_folder(folder)).collect());
    }
    let mut all = Vec::new();
    for path in named.iter().map(|path| cwd.join(path)) {
        let found = if path.is_dir() { in_folder(&path) } else { vec![path.clone()] };
        if found.is_empty() || !path.exists() {
            return Err(Usage(format!("there is no story at {}", path.display())).into());
        }
        all.extend(found);
    }
    Ok(all)
}

fn in_folder(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut stories: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    stories.retain(|path| path.extension().is_some_and(|ending| ending == "story") && path.is_file());
    stories.sort();
    stories
}

impl Tested {
    fn examples(&mut self, situation: &Situation, cwd: &Path) {
        for rule in &situation.policy.custom {
            let fires = rule.fires.iter().map(|example| (example, true));
            for (example, expected) in fires.chain(rule.passes.iter().map(|example| (example, false))) {
                let event = event_of(call(rule, example), cwd);
                let facts = situation.facts(&event);
                let objected = !rule.judge(&situation.case(&event, &facts, &Session::default())).is_empty();
                let why = if expected { "should fire, but passes" } else { "should pass, but fires" };
                self.note(rule, example, (objected != expected).then_some(why));
            }
            // What a rule suggests must not be stopped in turn.
            for command in rule.instead.split('`').skip(1).step_by(2) {
                let event = event_of(Call::shell(command), cwd);
                let verdict = situation.decide(&event, &situation.facts(&event), &Session::default());
                let why = "is what it suggests instead, but does not pass itself";
                self.note(rule, command, (verdict.decision >= Decision::Ask).then_some(why));
            }
        }
    }

    fn note(&mut self, rule: &CustomRule, example: &str, failure: Option<&'static str>) {
        match failure {
            None => self.passed += 1,
            Some(why) => {
                self.failures.push((rule.id.clone(), rule.origin.to_string(), example.to_owned(), why));
            }
        }
    }

    fn failed_stories(&self) -> impl Iterator<Item = (&str, &Failure)> {
        self.stories.iter().filter_map(|(name, played)| match played {
            Played::Whole(_) => None,
            Played::Until(failure) => Some((name.as_str(), failure)),
        })
    }

    fn failed(&self) -> usize {
        let differing = self.replayed.as_ref().map_or(0, |replayed| replayed.differing.len());
        self.failures.len() + self.failed_stories().count() + differing
    }

    fn passed(&self) -> usize {
        let same = self.replayed.as_ref().map_or(0, |replayed| replayed.same);
        self.passed + same + self.stories.len() - self.failed_stories().count()
    }

    fn as_json(&self) -> Value {
        let examples = self.failures.iter().map(|(rule, origin, example, why)| {
            json!({"rule": rule, "example": example, "why": why, "origin": origin})
        });
        let stories = self.failed_stories().map(|(story, failure)| {
            let Failure { line, step, expected, got } = failure;
            json!({"story": story, "line": line, "step": step, "expected": expected, "got": got})
        });
        let differing = self.replayed.iter().flat_map(|replayed| &replayed.differing);
        let records = differing
            .map(|(subject, before, now)| json!({"record": subject, "expected": before, "got": now}));
        let failures: Vec<Value> = examples.chain(stories).chain(records).collect();
        let mut told = json!({"passed": self.passed(), "failed": failures.len(), "failures": failures});
        if let (Some(replayed), Some(fields)) = (&self.replayed, told.as_object_mut()) {
            fields.insert("left_out".to_owned(), json!(replayed.left));
            fields.insert("failed_hooks".to_owned(), json!(replayed.failed));
        }
        told
    }

    fn show(&self, situation: &Situation) {
        let colour = style(Decision::Deny);
        for (rule, origin, example, why) in &self.failures {
            println!("{colour}failed{colour:#}  {BOLD}{rule}{BOLD:#} ({origin}): `{example}` {why}");
        }
        for (name, played) in &self.stories {
            match played {
                Played::Whole(steps) => println!("played  {name}: {steps} steps"),
                Played::Until(Failure { line, step, expected, got }) => {
                    println!("{colour}failed{colour:#}  {BOLD}{name}:{line}{BOLD:#}: {step}");
                    println!("  expected  {}", indented(expected));
                    println!("  got       {}", indented(got));
                }
            }
        }
        if let Some(replayed) = &self.replayed {
            for (subject, before, now) in &replayed.differing {
                println!("{colour}differs{colour:#} {BOLD}{}{BOLD:#}", line(subject, 200));
                println!("  recorded  {before}");
                println!("  now       {now}");
            }
            for (failure, count) in &replayed.failed {
                println!("hooks   {failure} ({count} times)");
            }
            println!("records {} the same, {} without enough to judge", replayed.same, replayed.left);
        }
        for notice in &situation.policy.notices {
            println!("notice  {}: {}", notice.origin, notice.text);
        }
        println!("{} passed, {} failed", self.passed(), self.failed());
    }
}

/// What has several lines, below each other.
fn indented(text: &str) -> String {
    text.trim_end().replace('\n', "\n            ")
}

fn call(rule: &CustomRule, example: &str) -> Call {
    match rule.channel {
        Channel::Shell => Call::shell(example),
        Channel::Write => Call::Write { path: example.to_owned(), content: String::new() },
        Channel::Read => Call::Read { path: example.to_owned() },
        // No tool deletes a file; a shell does.
        Channel::Delete => Call::shell(format!("rm -- '{}'", example.replace('\'', "'\\''"))),
    }
}
