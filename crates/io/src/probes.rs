//! What was asked of the disk while a command was followed, and what it has said. As long as it says the same, the same
//! comes of it: so what was found is kept, and following it anew costs a look at the same files.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use hookward_effects::{Kind, World};
use serde::{Deserialize, Serialize};

use crate::disk::{Disk, lies_outside};
use crate::file::{keep_youngest, private_directory, replace_private};
use crate::following::{Followed, Line, runs_anew};
use crate::places::Places;
use crate::policy::program;
use crate::trust::hash_of;
use crate::workspace::Workspace;

/// More is not kept, and so much is left of it.
const MAX_KEPT: usize = 400;
const LEFT: usize = 300;

/// A question that the disk answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Question {
    Text,
    Kind,
    Real,
    Glob,
    IsFile,
    IsThere,
    IsLong,
}

type Answers = BTreeMap<(Question, String), String>;

/// The disk, and what it was asked.
#[derive(Default)]
pub(crate) struct Probes {
    answers: RefCell<Answers>,
}

impl Probes {
    fn note(&self, question: Question, path: &str, answer: String) {
        self.answers.borrow_mut().insert((question, path.to_owned()), answer);
    }

    pub(crate) fn text(&self, path: &str) -> Option<String> {
        let text = Disk::default().text(path);
        self.note(Question::Text, path, digest(text.as_deref()));
        text
    }

    pub(crate) fn kind(&self, path: &str) -> Kind {
        let kind = Disk::default().kind(path);
        self.note(Question::Kind, path, format!("{kind:?}"));
        kind
    }

    pub(crate) fn real(&self, path: &str) -> Option<String> {
        let real = Disk::default().real(path);
        self.note(Question::Real, path, real.clone().unwrap_or_default());
        real
    }

    pub(crate) fn expand(&self, glob: &str) -> Vec<String> {
        let found = Disk::default().expand(glob);
        self.note(Question::Glob, glob, found.join("\0"));
        found
    }

    pub(crate) fn is_file(&self, path: &str) -> bool {
        let is_file = Path::new(path).is_file();
        self.note(Question::IsFile, path, is_file.to_string());
        is_file
    }

    pub(crate) fn is_there(&self, path: &str) -> bool {
        let is_there = Path::new(path).exists();
        self.note(Question::IsThere, path, is_there.to_string());
        is_there
    }

    pub(crate) fn is_long_script(&self, path: &str) -> bool {
        let is_long = Disk::default().is_long_script(path);
        self.note(Question::IsLong, path, is_long.to_string());
        is_long
    }

    /// Asks again what was asked before.
    fn ask(&self, question: Question, path: &str) {
        match question {
            Question::Text => {
                self.text(path);
            }
            Question::Kind => {
                self.kind(path);
            }
            Question::Real => {
                self.real(path);
            }
            Question::Glob => {
                self.expand(path);
            }
            Question::IsFile => {
                self.is_file(path);
            }
            Question::IsThere => {
                self.is_there(path);
            }
            Question::IsLong => {
                self.is_long_script(path);
            }
        }
    }
}

fn digest(text: Option<&str>) -> String {
    text.map(|text| hash_of([text.as_bytes()])).unwrap_or_default()
}

/// Whether the disk still says the same.
fn holds(answers: &Answers) -> bool {
    answers.iter().all(|((question, path), answer)| {
        let probes = Probes::default();
        probes.ask(*question, path);
        probes.answers.into_inner().into_values().all(|now| now == *answer)
    })
}

/// What was found of commands before, outside the workspace.
#[derive(Clone, Debug)]
pub(crate) struct Recall {
    directory: PathBuf,
    roots: Vec<String>,
    program: OnceCell<String>,
}

/// What is kept of one command.
#[derive(Serialize, Deserialize)]
struct Kept {
    of: String,
    answers: Answers,
    followed: Option<Followed>,
}

impl Recall {
    /// That of a workspace.
    pub(crate) fn of(workspace: &Workspace, places: &Places) -> Self {
        let directory = places.cache.join("followed");
        Self { directory, roots: workspace.roots.clone(), program: OnceCell::new() }
    }

    /// What a command runs.
    pub(crate) fn runs(&self, line: Line) -> Option<Followed> {
        // INVARIANT: what was found is never read from where an agent may write.
        if !lies_outside(&self.directory, &self.roots) {
            return runs_anew(line, &Probes::default());
        }
        let home = std::env::var("HOME").unwrap_or_default();
        let Line { command, directory, project } = line;
        let program = self.program.get_or_init(program);
        let of = hash_of([program, &home, command, directory, project].map(str::as_bytes));
        let file = self.directory.join(&of);
        let kept = fs::read(&file).ok().and_then(|bytes| postcard::from_bytes::<Kept>(&bytes).ok());
        if let Some(kept) = kept.filter(|kept| kept.of == of && holds(&kept.answers)) {
            return kept.followed;
        }
        let probes = Probes::default();
        let followed = runs_anew(line, &probes);
        // What is not kept is followed again.
        let kept = Kept { of, answers: probes.answers.into_inner(), followed };
        if let Ok(bytes) = postcard::to_allocvec(&kept)
            && private_directory(&self.directory).is_ok()
            && replace_private(&file, &bytes).is_ok()
        {
            keep_youngest(&self.directory, MAX_KEPT, LEFT);
        }
        kept.followed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_counts_as_long_as_the_disk_says_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        let (root, kept) = (base.join("w"), base.join("kept"));
        fs::create_dir_all(&root).unwrap();
        let write = |name: &str, text: &str| fs::write(root.join(name), text).unwrap();
        write("guard.py", "import sibling\n");
        let project = root.display().to_string();
        let recall =
            Recall { directory: kept.clone(), roots: vec![project.clone()], program: OnceCell::new() };
        let files = |command: &str| {
            let line = Line { command, directory: &project, project: &project };
            let (found, anew) = (recall.runs(line), runs_anew(line, &Probes::default()));
            assert_eq!(found, anew, "{command}");
            found.unwrap_or_default().files.len()
        };
        assert_eq!((files("python3 guard.py"), files("python3 guard.py")), (1, 1));
        assert_eq!(fs::read_dir(&kept).unwrap().count(), 1);
        // What was missing is there.
        write("sibling.py", "import other\n");
        assert_eq!((files("python3 guard.py"), files("python3 guard.py")), (2, 2));
        write("other.py", "");
        assert_eq!(files("python3 guard.py"), 3);
        write("sibling.py", "");
        assert_eq!(files("python3 guard.py"), 2);
        write("Makefile", "x:\n\tsh a.sh\n");
        write("a.sh", "");
        assert_eq!((files("make x"), files("make x")), (2, 2));
        // Another file comes before it.
        write("GNUmakefile", "x:\n\ttrue\n");
        files("make x");
        fs::remove_file(root.join("guard.py")).unwrap();
        assert_eq!(files("python3 guard.py"), 0);
    }
}
