//! Changes of files: shown as a diff, applied whole, noted, and taken back.

use std::path::{Path, PathBuf};

use anstream::println;
use anyhow::Context;
use hookward_io::{Before, Receipt, Receipts, digest, replace, write_new};
use similar::TextDiff;

/// A file that is to be written, changed or removed.
pub(crate) struct Change {
    pub(crate) path: PathBuf,
    pub(crate) old: Option<String>,
    /// `None` to remove it.
    pub(crate) new: Option<String>,
    /// Whether it is a program.
    #[cfg_attr(not(unix), allow(dead_code, reason = "only Unix marks programs"))]
    pub(crate) executable: bool,
    /// The directory that stays, whatever was made below it.
    pub(crate) base: PathBuf,
    /// What becomes of our part of it.
    pub(crate) part: Part,
}

/// What becomes of our part of a file.
pub(crate) enum Part {
    /// It comes to what was there before.
    Comes(Before),
    /// It was there, and is there.
    Stays,
    Goes,
}

impl Change {
    /// A file that is ours.
    pub(crate) fn of_ours(base: &Path, path: PathBuf, old: Option<String>, new: Option<String>) -> Self {
        let part = match (&old, &new) {
            (None, _) => Part::Comes(Before::Absent),
            (Some(_), Some(_)) => Part::Stays,
            (Some(_), None) => Part::Goes,
        };
        Self { path, old, new, executable: false, base: base.to_owned(), part }
    }

    /// A policy file that hooks come to. What only we have written stays known as that.
    pub(crate) fn of_policy(
        base: &Path,
        path: PathBuf,
        old: Option<String>,
        new: String,
        receipts: Option<&Receipts>,
    ) -> Self {
        let receipt = receipts.and_then(|receipts| receipts.find(&path));
        let is_ours = |old: &String| {
            let noted = receipt.as_ref().and_then(|receipt| receipt.written.as_ref());
            noted == Some(&digest(old.as_bytes()))
        };
        let part = match &old {
            None => Part::Comes(Before::Absent),
            Some(old) if is_ours(old) => Part::Comes(Before::Absent),
            Some(_) => Part::Stays,
        };
        Self { path, old, new: Some(new), executable: false, base: base.to_owned(), part }
    }

    /// Takes back what was applied, as far as that is possible.
    pub(crate) fn revert(&self, receipts: Option<&Receipts>) {
        let _ = match &self.old {
            Some(old) => replace(&self.path, old.as_bytes()),
            None => std::fs::remove_file(&self.path),
        };
        if self.old.is_none() {
            self.remove_directories(receipts);
        }
        if let (Part::Comes(_), Some(receipts)) = (&self.part, receipts) {
            receipts.forget(&self.path);
        }
    }

    pub(crate) fn apply(&self, receipts: Option<&Receipts>) -> anyhow::Result<()> {
        let written = || format!("{} cannot be written", self.path.display());
        match (&self.old, &self.new) {
            (Some(_), Some(new)) => replace(&self.path, new.as_bytes()).with_context(written)?,
            (None, Some(new)) => {
                self.make_directories(receipts).with_context(written)?;
                write_new(&self.path, new.as_bytes()).with_context(written)?;
            }
            (_, None) => {
                std::fs::remove_file(&self.path).with_context(written)?;
                self.remove_directories(receipts);
            }
        }
        #[cfg(unix)]
        if self.executable && self.new.is_some() {
            use std::os::unix::fs::PermissionsExt;
            std::fs::set_permissions(&self.path, std::fs::Permissions::from_mode(0o755))
                .with_context(|| format!("{} cannot be made executable", self.path.display()))?;
        }
        if let Some(receipts) = receipts {
            self.note(receipts);
        }
        Ok(())
    }

    /// Without what is noted an uninstall goes by what the file tells.
    fn note(&self, receipts: &Receipts) {
        let noted = receipts.find(&self.path);
        let kept = noted.as_ref().and_then(|noted| noted.kept.clone());
        let kept = kept.map(|kept| kept.after(self.old.as_deref(), self.new.as_deref()));
        let path = self.path.clone();
        let receipt = match &self.part {
            Part::Comes(before) => {
                let written = self.new.as_ref().map(|new| digest(new.as_bytes()));
                Receipt { path, before: before.clone(), written, kept }
            }
            Part::Stays => match noted {
                Some(noted) if noted.kept != kept => Receipt { kept, ..noted },
                Some(_) | None => return,
            },
            // What was imported is still to be put back.
            Part::Goes if kept.is_some() => Receipt { path, kept, ..Receipt::default() },
            Part::Goes => return receipts.forget(&path),
        };
        let _ = receipts.note(&receipt);
    }

    /// Makes the directories that are not there, and notes which.
    fn make_directories(&self, receipts: Option<&Receipts>) -> std::io::Result<()> {
        let Some(parent) = self.path.parent() else { return Ok(()) };
        let missing: Vec<&Path> = parent.ancestors().take_while(|path| !path.exists()).collect();
        std::fs::create_dir_all(parent)?;
        for directory in missing {
            if let Some(receipts) = receipts {
                let _ = receipts.note(&Receipt { path: directory.to_owned(), ..Receipt::default() });
            }
        }
        Ok(())
    }

    /// Removes the directories that were made for the file and are empty now. Where nothing is known of it, such as in a
    /// clone of what somebody else has set up, an empty one was made for it.
    fn remove_directories(&self, receipts: Option<&Receipts>) {
        let is_noted = |path: &Path| receipts.is_some_and(|receipts| receipts.find(path).is_some());
        let is_known = is_noted(&self.path);
        let above = self.path.ancestors().skip(1);
        for directory in above.take_while(|path| path.starts_with(&self.base) && *path != self.base) {
            // One that is not empty cannot be removed this way, and ends it.
            if is_known && !is_noted(directory) || std::fs::remove_dir(directory).is_err() {
                return;
            }
            if let Some(receipts) = receipts {
                receipts.forget(directory);
            }
        }
    }

    /// Its name as people read it.
    pub(crate) fn name(&self, root: &Path) -> String {
        self.path.strip_prefix(root).unwrap_or(&self.path).display().to_string()
    }

    pub(crate) fn show_diff(&self, root: &Path) {
        let name = self.name(root);
        let name = name.trim_start_matches('/');
        let (old, new) = (self.old.as_deref().unwrap_or_default(), self.new.as_deref().unwrap_or_default());
        let side = |there: bool, letter: char| {
            if there { format!("{letter}/{name}") } else { "/dev/null".to_owned() }
        };
        let (from, to) = (side(self.old.is_some(), 'a'), side(self.new.is_some(), 'b'));
        println!("{}", TextDiff::from_lines(old, new).unified_diff().header(&from, &to));
    }

    /// What was done to it.
    pub(crate) fn verb(&self) -> &'static str {
        match (&self.old, &self.new) {
            (_, None) => "removed",
            (_, Some(_)) => "wrote",
        }
    }
}
