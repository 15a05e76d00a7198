//! What ran in the background has found, until the next event of its session takes it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use crate::file::{private_directory, write_new};
use crate::trust::hex;

/// What waits for a session.
#[derive(Clone, Debug)]
pub struct Mailbox {
    directory: PathBuf,
}

impl Mailbox {
    /// What tools report, for a session of a host.
    pub fn of(state: &Path, host: &str, session: &str) -> Self {
        Self::below(&state.join("mail"), host, session)
    }

    /// What own hooks answer.
    pub fn of_hooks(state: &Path, host: &str, session: &str) -> Self {
        Self::below(&state.join("mail-of-hooks"), host, session)
    }

    fn below(folder: &Path, host: &str, session: &str) -> Self {
        let name = hex(&Sha256::digest(format!("{host}\0{session}").as_bytes()));
        Self { directory: folder.join(name) }
    }

    /// Leaves something for the next event.
    pub fn put<T: Serialize>(&self, reports: &[T]) -> io::Result<()> {
        private_directory(&self.directory)?;
        let bytes = serde_json::to_vec(reports)?;
        // Under its name it is whole: whoever takes it reads no half of it.
        let name = format!("{}", std::process::id());
        let unfinished = self.directory.join(format!(".{name}"));
        let _ = fs::remove_file(&unfinished);
        write_new(&unfinished, &bytes)?;
        let (mut at, mut number) = (self.directory.join(&name), 0);
        while at.exists() {
            number += 1;
            at = self.directory.join(format!("{name}-{number}"));
        }
        fs::rename(unfinished, at)
    }

    /// Takes what there is; nobody else gets it.
    pub fn take<T: DeserializeOwned>(&self) -> Vec<T> {
        let mut names: Vec<PathBuf> =
            fs::read_dir(&self.directory).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        names.sort();
        let mut reports = Vec::new();
        for path in names {
            let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
            let taken = self.directory.join(format!(".taken-{}", std::process::id()));
            // Of two that take it, one can give it another name.
            if is_hidden || fs::rename(&path, &taken).is_err() {
                continue;
            }
            let read = fs::read(&taken).ok().and_then(|bytes| serde_json::from_slice::<Vec<T>>(&bytes).ok());
            reports.extend(read.unwrap_or_default());
            let _ = fs::remove_file(&taken);
        }
        reports
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hookward_core::toolchain::{Form, How, Report, Service};

    fn report(tool: &str) -> Report {
        Report {
            service: Service::Tests,
            tool: tool.into(),
            file: String::new(),
            place: String::new(),
            ran_in: String::new(),
            command: String::new(),
            how: How::Passed,
            form: Form::Tests,
            output: String::new(),
            kept: None,
            covered: None,
            ms: 1,
        }
    }

    #[test]
    fn what_was_left_is_taken_once_and_by_its_own_session() {
        let state = tempfile::tempdir().unwrap();
        let of = |session: &str| Mailbox::of(state.path(), "claude", session);
        assert_eq!(of("s").take::<Report>(), []);
        of("s").put(&[report("a")]).unwrap();
        of("s").put(&[report("b")]).unwrap();
        assert_eq!(of("other").take::<Report>(), []);
        let tools: Vec<String> = of("s").take().into_iter().map(|report: Report| report.tool).collect();
        assert_eq!(tools, ["a", "b"]);
        assert_eq!(of("s").take::<Report>(), []);
    }

    #[test]
    fn of_many_who_take_at_once_one_gets_each() {
        let state = tempfile::tempdir().unwrap();
        let mailbox = Mailbox::of(state.path(), "claude", "s");
        for _ in 0..20 {
            mailbox.put(&[report("a")]).unwrap();
        }
        assert_eq!(mailbox.take::<Report>().len() + mailbox.take::<Report>().len(), 20);
    }
}
