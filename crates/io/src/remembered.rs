//! Answers of own hooks that count again for the same call: in the state directory, where no agent may write, and no more
//! than a few hundred.

use std::fs;
use std::path::{Path, PathBuf};

use hookward_core::policy::{Keeping, OwnHook};
use hookward_core::{Answer, Event, Moment};
use hookward_effects::Facts;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::file::{keep_youngest, private_directory, replace};
use crate::following::{Files, files_of};
use crate::named::name_of_files;
use crate::trust::hex;

/// More answers are not kept.
const MAX_KEPT: usize = 400;

/// So many stay when there are more.
const LEFT: usize = 300;

/// A file that a command names and that is longer is known by its length and its time.
const MAX_FILE: u64 = 4 * 1024 * 1024;

/// Answers that own hooks have given.
#[derive(Clone, Debug)]
pub struct Remembered {
    directory: PathBuf,
}

/// An answer, and when it was given, in milliseconds since 1970.
#[derive(Serialize, Deserialize)]
struct Kept {
    at: u64,
    answer: Answer,
}

impl Remembered {
    /// Those of a state directory.
    pub fn in_state(state: &Path) -> Self {
        Self { directory: state.join("answers") }
    }

    /// What a hook has answered to a call by this name, if it still counts.
    pub fn get(&self, name: &str, keeping: Keeping, now: u64) -> Option<Answer> {
        let kept: Kept = serde_json::from_slice(&fs::read(self.directory.join(name)).ok()?).ok()?;
        let counts = match keeping {
            Keeping::Input | Keeping::Tree => true,
            // A clock that was set back makes nothing young again.
            Keeping::For(ms) => now.checked_sub(kept.at).is_some_and(|age| age < ms),
        };
        counts.then_some(Answer { cached: true, ..kept.answer })
    }

    /// Keeps an answer. One of a hook that has failed says nothing of the call, and one that shows a secret stays off the
    /// disk: neither is kept.
    pub fn put(&self, name: &str, answer: &Answer, now: u64) {
        if answer.fault.is_some() || answer.shows_a_secret() {
            return;
        }
        // What cannot be kept is asked again.
        let Ok(bytes) = serde_json::to_vec(&Kept { at: now, answer: answer.clone() }) else { return };
        if private_directory(&self.directory).is_ok() && replace(&self.directory.join(name), &bytes).is_ok() {
            keep_youngest(&self.directory, MAX_KEPT, LEFT);
        }
    }
}

/// The name of what an answer depends on: the hook, what of the event it is about, what the files are that its call names,
/// what its scripts say now and, if that counts, the name of the sources. `None` if what it runs cannot be followed, or
/// which files it is about: then no answer counts again.
pub fn name_of_question(
    hook: &OwnHook,
    event: &Event,
    call: Option<&Facts>,
    root: &str,
    tree: Option<&str>,
) -> Option<String> {
    let mut hash = Sha256::new();
    let mut add = |part: &[u8]| {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    };
    for text in [root, &hook.id, &hook.run, event.moment.name().as_str(), &event.cwd, event.role()] {
        add(text.as_bytes());
    }
    add(format!("{:?}{:?}", hook.speaks, hook.input).as_bytes());
    add(about(&event.moment, hook.cache).as_bytes());
    if let Some(call) = call {
        add(name_of_files(call, root)?.as_bytes());
    }
    for file in files_of(&hook.line(), root, root, Files::Named)? {
        add(file.as_bytes());
        let metadata = fs::metadata(&file).ok()?;
        if metadata.len() > MAX_FILE {
            add(format!("{} {:?}", metadata.len(), metadata.modified().ok()?).as_bytes());
        } else {
            add(&fs::read(&file).ok()?);
        }
    }
    add(tree.unwrap_or_default().as_bytes());
    Some(hex(&hash.finalize()))
}

/// What of an event an answer depends on.
fn about(moment: &Moment, keeping: Option<Keeping>) -> String {
    match (moment, keeping) {
        // Of the sources it does not matter in which words an agent stops.
        (Moment::Stop { .. } | Moment::SubagentStop { .. }, Some(Keeping::Tree)) => String::new(),
        (moment, _) => format!("{moment:?}"),
    }
}
