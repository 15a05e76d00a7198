//! What a story says of the policy's own hooks: in a stage a hook runs only if a person has trusted it in the real project;
//! of others the story says what they say. And what each was told, so that a story can look at it.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use hookward_core::Answer;
use hookward_core::policy::OwnHook;
use hookward_io::{Told, pretended, read_answer};
use serde::{Deserialize, Serialize};

use crate::situation::Situation;

/// Where a stage keeps it: in the state, out of any agent's reach.
const FILE: &str = "story-hooks.json";

/// Where it is noted what hooks were told.
const ASKED: &str = "story-asked.jsonl";

/// What a story says of own hooks.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Rehearsal {
    /// Those that run.
    pub(crate) may_run: Vec<String>,
    /// What others say.
    pub(crate) said: Vec<Line>,
}

/// What one hook says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Line {
    pub(crate) hook: String,
    /// Its exit status; without one it takes too long.
    pub(crate) exit: Option<u8>,
    pub(crate) output: String,
}

/// What a hook was told.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Asked {
    pub(crate) hook: String,
    pub(crate) told: String,
}

impl Situation {
    /// What a story says of own hooks, if this is one.
    pub(crate) fn rehearsal(&self) -> Option<Rehearsal> {
        let text = fs::read(self.places.as_ref()?.state.join(FILE)).ok()?;
        Some(serde_json::from_slice(&text).unwrap_or_default())
    }

    /// In a story, hooks take part that nobody has trusted, if the story says what they say: then nothing of them runs.
    pub(crate) fn hear_of_a_story(&mut self) {
        let Some(rehearsal) = self.rehearsal() else { return };
        let is_said = |hook: &OwnHook| rehearsal.said.iter().any(|line| line.hook == hook.id);
        let untrusted = std::mem::take(&mut self.policy.untrusted);
        let (said, waiting) = untrusted.into_iter().partition(is_said);
        let said: Vec<OwnHook> = said;
        self.policy.hooks.extend(said);
        self.policy.untrusted = waiting;
    }

    /// Asks a hook of a story. `None` if it is to run.
    pub(crate) fn rehearsed(&self, rehearsal: &Rehearsal, hook: &OwnHook, told: &Told) -> Option<Answer> {
        if let Some(places) = &self.places {
            let asked = Asked { hook: hook.id.clone(), told: told.to(hook).to_owned() };
            let _ = note(&places.state, &asked);
        }
        if let Some(line) = rehearsal.said.iter().find(|line| line.hook == hook.id) {
            return Some(read_answer(hook, told, &pretended(line.exit, &line.output)));
        }
        let may_run = rehearsal.may_run.contains(&hook.id);
        (!may_run).then(|| Answer::of(&hook.id, "not run: nobody has trusted it"))
    }
}

impl Rehearsal {
    /// Keeps it in the state of a stage.
    pub(crate) fn save(&self, state: &Path) -> anyhow::Result<()> {
        Ok(fs::write(state.join(FILE), serde_json::to_vec(self)?)?)
    }
}

fn note(state: &Path, asked: &Asked) -> anyhow::Result<()> {
    let mut line = serde_json::to_vec(asked)?;
    line.push(b'\n');
    Ok(OpenOptions::new().append(true).create(true).open(state.join(ASKED))?.write_all(&line)?)
}

/// What hooks were told since this was last asked.
pub(crate) fn take_asked(state: &Path) -> Vec<Asked> {
    let path = state.join(ASKED);
    let text = fs::read_to_string(&path).unwrap_or_default();
    let _ = fs::remove_file(path);
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}
