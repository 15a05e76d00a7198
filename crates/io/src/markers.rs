//! Markers with which a person lets agents pass a gate, and which of them an agent's call has made: what was not there when
//! the call began and is there when it ends. A program that nobody can read, an archive, a branch that is checked out: none
//! of them is a person.

use std::path::Path;
use std::{fs, io};

use hookward_core::policy::Layer;
use serde::{Deserialize, Serialize};

use crate::file::{private_directory, replace_private};
use crate::held::{BEGUN, Doer, HELD, Held, Holds, LONG, held_file, is_absent};

/// The markers of a workspace that were not there.
#[derive(Serialize, Deserialize)]
struct Absent {
    root: String,
    markers: Vec<String>,
    /// The call that may have left something running, what it ran, and when it began; of one that has not ended, empty.
    call: String,
    by: String,
    at: u64,
}

/// Whether a marker is there.
pub fn is_made(marker: &str) -> bool {
    fs::metadata(marker).is_ok_and(|found| found.is_file())
}

impl Holds {
    /// Notes which markers are not there when a call begins.
    pub fn begin_without(&self, call: &str, root: &str, markers: Vec<String>) -> io::Result<()> {
        let absent = Absent { root: root.to_owned(), markers, call: String::new(), by: String::new(), at: 0 };
        put(&self.without(call), &absent)
    }

    /// Notes the same for as long as something may run on that the call leaves behind.
    pub fn linger_without(&self, doer: &Doer, root: &str, mut markers: Vec<String>) -> io::Result<()> {
        let path = self.lingering_without(root);
        let Some(call) = doer.names.first() else { return Ok(()) };
        let known = read(&path)?.filter(|known| doer.at.saturating_sub(known.at) < LONG);
        if let Some(known) = &known {
            let is_new = |marker: &String| !known.markers.contains(marker);
            markers.retain(is_new);
            markers.extend(known.markers.iter().cloned());
        }
        let (call, by) =
            known.map_or_else(|| (call.clone(), doer.by.to_owned()), |known| (known.call, known.by));
        put(&path, &Absent { root: root.to_owned(), markers, call, by, at: doer.at })
    }

    /// A call has ended: the markers that it has made, which are noted as an agent's.
    pub fn end_without(&self, doer: &Doer) -> io::Result<Vec<Held>> {
        for name in doer.names {
            let path = self.without(name);
            if let Some(absent) = read(&path)? {
                fs::remove_file(path)?;
                let names = [name.clone()];
                return self.plant(&Doer { names: &names, ..*doer }, &absent);
            }
        }
        Ok(Vec::new())
    }

    /// The markers that something has made which an earlier call has left running.
    pub fn look_at_lingering_markers(&self, root: &str, at: u64) -> io::Result<Vec<Held>> {
        if !self.state.join(HELD).is_dir() {
            return Ok(Vec::new());
        }
        let path = self.lingering_without(root);
        let Some(absent) = read(&path)? else { return Ok(Vec::new()) };
        if at.saturating_sub(absent.at) > LONG {
            return fs::remove_file(path).map(|()| Vec::new());
        }
        self.plant(&Doer { names: std::slice::from_ref(&absent.call), by: &absent.by, at }, &absent)
    }

    /// The markers of a workspace that are an agent's. One that is gone is nobody's any more: whoever makes it then is looked
    /// at anew.
    pub fn planted(&self, root: &str) -> io::Result<Vec<Held>> {
        let all = self.read_planted(root)?;
        let (there, gone): (Vec<Held>, Vec<Held>) = all.into_iter().partition(|held| is_made(&held.path));
        if !gone.is_empty() {
            self.put_planted(root, &there)?;
        }
        Ok(there)
    }

    /// A person takes markers of a workspace for their own, and no call that is on its way takes that back.
    pub fn adopt(&self, root: &str, markers: &[String]) -> io::Result<()> {
        let _ = fs::remove_file(self.lingering_without(root));
        let mut all = self.read_planted(root)?;
        all.retain(|held| !markers.contains(&held.path));
        self.put_planted(root, &all)
    }

    fn plant(&self, doer: &Doer, absent: &Absent) -> io::Result<Vec<Held>> {
        let mut all = self.read_planted(&absent.root)?;
        let is_known = |marker: &String| all.iter().any(|held| held.path == *marker);
        let made = absent.markers.iter().filter(|marker| is_made(marker) && !is_known(marker));
        let new: Vec<Held> = made
            .map(|marker| Held {
                layer: Layer::Project,
                path: marker.clone(),
                text: String::new(),
                at: doer.at,
                by: doer.by.to_owned(),
                call: doer.names.first().cloned().unwrap_or_default(),
            })
            .collect();
        if !new.is_empty() {
            all.extend(new.iter().cloned());
            self.put_planted(&absent.root, &all)?;
        }
        Ok(new)
    }

    fn read_planted(&self, root: &str) -> io::Result<Vec<Held>> {
        match fs::read(self.planted_file(root)) {
            Ok(bytes) => Ok(serde_json::from_slice(&bytes)?),
            Err(error) if is_absent(&error) => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    fn put_planted(&self, root: &str, planted: &[Held]) -> io::Result<()> {
        put(&self.planted_file(root), &planted)
    }

    fn planted_file(&self, root: &str) -> std::path::PathBuf {
        held_file(&self.state, root).with_extension("markers")
    }

    fn lingering_without(&self, root: &str) -> std::path::PathBuf {
        held_file(&self.state, root).with_extension("lingering-markers")
    }

    fn without(&self, call: &str) -> std::path::PathBuf {
        self.state.join(BEGUN).join(format!("{call}.markers"))
    }
}

fn read(path: &Path) -> io::Result<Option<Absent>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(serde_json::from_slice(&bytes)?)),
        Err(error) if is_absent(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

fn put(path: &Path, what: &impl Serialize) -> io::Result<()> {
    path.parent().map_or(Ok(()), private_directory)?;
    replace_private(path, &serde_json::to_vec(what)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Bench {
        folder: tempfile::TempDir,
        holds: Holds,
    }

    impl Bench {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let holds = Holds { state: folder.path().join("state") };
            Self { folder, holds }
        }

        fn marker(&self) -> String {
            self.folder.path().join(".skip-plan").display().to_string()
        }

        fn begin(&self, call: &str) {
            let absent = Some(self.marker()).filter(|marker| !is_made(marker));
            self.holds.begin_without(call, "/w", absent.into_iter().collect()).unwrap();
        }

        fn end(&self, call: &str) -> usize {
            let names = ["unknown".to_owned(), call.to_owned()];
            self.holds.end_without(&Doer { names: &names, by: "x", at: 1 }).unwrap().len()
        }

        fn planted(&self) -> usize {
            self.holds.planted("/w").unwrap().len()
        }
    }

    #[test]
    fn what_comes_while_a_call_runs_is_the_agents_until_it_is_gone() {
        let bench = Bench::new();
        bench.begin("a");
        fs::write(bench.marker(), "").unwrap();
        assert_eq!((bench.end("a"), bench.planted()), (1, 1));
        bench.begin("b");
        assert_eq!((bench.end("b"), bench.planted()), (0, 1), "it stays whose it is");
        fs::remove_file(bench.marker()).unwrap();
        assert_eq!(bench.planted(), 0);
        fs::write(bench.marker(), "").unwrap();
        assert_eq!(bench.planted(), 0, "between calls it is a person who does that");
        bench.begin("c");
        assert_eq!((bench.end("c"), bench.planted()), (0, 0));
    }

    #[test]
    fn a_person_may_take_one_for_their_own() {
        let bench = Bench::new();
        bench.begin("a");
        fs::write(bench.marker(), "").unwrap();
        assert_eq!(bench.end("a"), 1);
        bench.holds.adopt("/w", &[bench.marker()]).unwrap();
        assert_eq!(bench.planted(), 0);
    }

    #[test]
    fn what_runs_on_is_held_against_what_was_there_when_it_began() {
        let bench = Bench::new();
        let doer = Doer { names: &["a".to_owned()], by: "x &", at: 1 };
        bench.holds.linger_without(&doer, "/w", vec![bench.marker()]).unwrap();
        assert!(bench.holds.look_at_lingering_markers("/w", 2).unwrap().is_empty());
        fs::write(bench.marker(), "").unwrap();
        assert_eq!(bench.holds.look_at_lingering_markers("/w", 3).unwrap().len(), 1);
        assert_eq!(bench.planted(), 1);
    }
}
