//! Where a story is played: a home and a repository of its own, which end with it. No command of a story runs there: files
//! become what is known of them beforehand, and what a call stages or commits is done by commands of ours.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, bail};
use hookward_core::policy::{OwnHook, compile, nearest};
use hookward_core::{Session, possible_results};
use hookward_effects::{Action, Call, Git, Value as Word};
use hookward_io::{PROJECT_FILE, Places, Trust};
use serde_json::{Value, json};

use crate::feedback::STORY;
use crate::process::{self, Ended};
use crate::rehearsal::{self, Asked, Line, Rehearsal};
use crate::situation::{Situation, event_of};

/// How long one step may take.
const PATIENCE: Duration = Duration::from_mins(1);

/// So many stages of one process are not there at once.
const MAX_STAGES: u32 = 1_000;

/// The session of a story.
const SESSION: &str = "s1";

/// A home with a repository in it.
pub(crate) struct Stage {
    folder: PathBuf,
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Stage {
    /// Makes one below a folder, under a policy, with what belongs into the person's own file.
    pub(crate) fn set(below: &Path, policy: Option<&Path>) -> anyhow::Result<Self> {
        fs::create_dir_all(below)?;
        let unused = |number: u32| below.join(format!("{}-{number}", std::process::id()));
        let folder = (0..MAX_STAGES).map(unused).find(|folder| fs::create_dir(folder).is_ok());
        let folder = folder.with_context(|| format!("no story can be played in {}", below.display()))?;
        let folder = folder.canonicalize()?;
        let stage = Self { folder };
        fs::create_dir_all(stage.project().join("src"))?;
        if let Some(policy) = policy {
            fs::copy(policy, stage.project().join(PROJECT_FILE))?;
            let own = policy.with_file_name("user.toml");
            if own.is_file() {
                fs::create_dir_all(&stage.places().config)?;
                fs::copy(own, stage.places().config.join(PROJECT_FILE))?;
            }
        }
        // A story is played without any tool of the project: its files are anybody's.
        fs::create_dir_all(&stage.places().state)?;
        stage.say_by_tools("[]")?;
        stage.git(&["init", "-q", "-b", "main"])?;
        stage.git(&["commit", "-q", "--allow-empty", "-m", "first"])?;
        Ok(stage)
    }

    pub(crate) fn project(&self) -> PathBuf {
        self.folder.join("home/project")
    }

    fn places(&self) -> Places {
        let home = self.folder.join("home");
        Places {
            state: home.join(".local/state/hookward"),
            config: home.join(".config/hookward"),
            cache: home.join(".cache/hookward"),
            home,
        }
    }

    /// What surrounds a call there.
    pub(crate) fn situation(&self) -> Situation {
        Situation::at(Some(self.places()), &[], &self.project().display().to_string())
    }

    /// A program with nothing of the real environment but the way to programs.
    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.project()).env_clear().env("HOME", self.places().home);
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command
    }

    /// Hookward itself, with these words and this input.
    pub(crate) fn hookward(&self, words: &[&str], input: &[u8]) -> anyhow::Result<Ended> {
        let own = std::env::current_exe().context("the path of hookward cannot be found")?;
        Ok(process::run(self.command(&own).args(words), input, PATIENCE)?)
    }

    /// What the hook answers to an event of Claude Code, and its exit code.
    pub(crate) fn hook(&self, name: &str, fields: &Value) -> anyhow::Result<(Value, Option<i32>)> {
        let mut event = json!({
            "session_id": SESSION, "cwd": self.project(), "hook_event_name": name, "permission_mode": "default",
        });
        if let (Some(event), Some(fields)) = (event.as_object_mut(), fields.as_object()) {
            event.extend(fields.clone());
        }
        let ended = self.hookward(&["hook", "claude"], event.to_string().as_bytes())?;
        Ok((serde_json::from_str(&ended.stdout).unwrap_or_default(), ended.code))
    }

    /// What tools of the project say from here on; none is run.
    pub(crate) fn say_by_tools(&self, reports: &str) -> anyhow::Result<()> {
        Ok(fs::write(self.places().state.join(STORY), reports)?)
    }

    /// Lets own hooks take part: those run that a person has trusted in the real project, with the scripts that they have
    /// there; of others the story says what they say.
    pub(crate) fn admit_hooks(&self, real: &Situation, said: &[Line]) -> anyhow::Result<()> {
        let staged = self.situation();
        let mut rehearsal = Rehearsal { said: said.to_vec(), may_run: Vec::new() };
        let trust = Trust::of(&staged.workspace, Some(&self.places()));
        // A policy that cannot be used is seen by the story.
        let policy = compile(&staged.sources).unwrap_or_default();
        let mut trusted = Vec::new();
        for hook in &policy.hooks {
            let Some(scripts) = real_scripts(real, hook) else { continue };
            for (script, below) in scripts {
                let there = self.project().join(below);
                there.parent().map_or(Ok(()), fs::create_dir_all)?;
                fs::copy(script, &there).with_context(|| there.display().to_string())?;
            }
            trusted.push(hook.trust_item());
            rehearsal.may_run.push(hook.id.clone());
        }
        if let Some(trust) = &trust {
            trust.give(&policy.trust_items(), |item| trusted.contains(item))?;
        }
        rehearsal.save(&self.places().state)
    }

    /// A hook of which the story says something, and which the policy does not have.
    pub(crate) fn unknown_hook(&self, said: &[Line]) -> Option<String> {
        // A policy that cannot be used is seen by the story.
        let hooks = compile(&self.situation().sources).ok()?.hooks;
        let unknown = said.iter().find(|line| hooks.iter().all(|hook| hook.id != line.hook))?;
        let meant = nearest(&unknown.hook, hooks.iter().map(|hook| hook.id.as_str()));
        let hint = meant.map(|meant| format!("; did you mean `{meant}`?")).unwrap_or_default();
        Some(format!("there is no hook `{}`{hint}", unknown.hook))
    }

    /// The own hooks that can neither run nor say anything, in words.
    pub(crate) fn waiting_hooks(&self) -> Vec<String> {
        let word =
            |hook: &OwnHook| format!("({} did not run: `{}` waits for `hookward trust`)", hook.id, hook.run);
        self.situation().policy.untrusted.iter().map(word).collect()
    }

    /// What own hooks were told by the last step.
    pub(crate) fn take_asked(&self) -> Vec<Asked> {
        rehearsal::take_asked(&self.places().state)
    }

    /// What was recorded there.
    pub(crate) fn journal(&self) -> String {
        fs::read_to_string(self.places().state.join("journal.jsonl")).unwrap_or_default()
    }

    pub(crate) fn git(&self, words: &[&str]) -> anyhow::Result<()> {
        let mut command = self.command(Path::new("git"));
        command.env("GIT_CONFIG_NOSYSTEM", "1");
        for (name, value) in [("user.name", "a"), ("user.email", "a@b.c"), ("core.hooksPath", "/dev/null")] {
            command.arg("-c").arg(format!("{name}={value}"));
        }
        let ended = process::run(command.args(words), b"", PATIENCE).context("stories need git")?;
        if ended.code != Some(0) {
            bail!("git {}: {}", words.join(" "), ended.stderr.trim());
        }
        Ok(())
    }

    /// Writes a file of the stage, and nothing outside of it, whatever a policy lets an agent do.
    pub(crate) fn write(&self, path: &Path, text: &str) -> anyhow::Result<()> {
        let climbs = path.components().any(|part| part == Component::ParentDir);
        if climbs || !path.starts_with(&self.folder) {
            bail!("a story writes below its own home only, not {}", path.display());
        }
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory)?;
        }
        fs::write(path, text).with_context(|| path.display().to_string())
    }

    /// What the agent does when it is let: files become what is known of them, and are staged and committed.
    pub(crate) fn act(&self, call: &Value) -> anyhow::Result<()> {
        let text =
            |key: &str| call.get("tool_input").and_then(|input| input.get(key)).and_then(Value::as_str);
        if let (Some(path), Some(old), Some(new)) =
            (text("file_path"), text("old_string"), text("new_string"))
        {
            let before = fs::read_to_string(path).unwrap_or_default();
            return self.write(path.as_ref(), &before.replacen(old, new, 1));
        }
        if let (Some(path), Some(content)) = (text("file_path"), text("content")) {
            return self.write(path.as_ref(), content);
        }
        text("command").map_or(Ok(()), |command| self.act_by_command(command))
    }

    fn act_by_command(&self, command: &str) -> anyhow::Result<()> {
        let situation = self.situation();
        let event = event_of(Call::shell(command), &self.project());
        let facts = situation.facts(&event);
        for (path, texts) in possible_results(&situation.case(&event, &facts, &Session::default())) {
            if let Some(Some(text)) = texts.first() {
                self.write(path.as_ref(), text)?;
            }
        }
        // `git commit -a` takes along what is tracked.
        let takes_all = facts.commands.iter().any(|command| {
            let words: Vec<&str> = command.words.iter().map(Word::prefix).collect();
            let is_all = |word: &&str| {
                *word == "--all" || (word.starts_with('-') && !word.starts_with("--") && word.contains('a'))
            };
            words.contains(&"commit") && words.iter().any(is_all)
        });
        for effect in &facts.effects {
            match &effect.action {
                Action::Git(Git::Stage(place)) => {
                    for spot in place.spots.iter().filter(|spot| Path::new(&spot.path).exists()) {
                        self.git(&["add", "-A", "--", &spot.path])?;
                    }
                }
                Action::Git(Git::Commit(_)) => {
                    if takes_all {
                        self.git(&["add", "-u"])?;
                    }
                    self.git(&["commit", "-q", "--allow-empty", "-m", "story"])?;
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// The scripts of a hook in the real project, each with its path below the root; `None` if nobody has trusted it there.
fn real_scripts(real: &Situation, hook: &OwnHook) -> Option<Vec<(PathBuf, PathBuf)>> {
    // A story's own file for the person is not the person's.
    if hook.origin.layer.may_loosen() {
        return None;
    }
    let (item, root) = (hook.trust_item(), real.workspace.root()?);
    let trust = Trust::of(&real.workspace, real.places.as_ref()).filter(|trust| trust.covers(&item))?;
    let below = |script: String| {
        let below = Path::new(&script).strip_prefix(root).ok()?.to_owned();
        Some((PathBuf::from(&script), below))
    };
    trust.scripts(&item)?.into_iter().map(below).collect()
}
