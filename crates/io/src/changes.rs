//! What has become other in a work tree since a commit, and what of it was committed here. Only asked at a stop.

use std::collections::BTreeSet;
use std::path::Path;

use hookward_effects::{Difference, Staged};

use crate::repository::{git, lines_added, staged};
use crate::workspace::git_root;

/// What is other than in a commit, else than in the last one. Commits that were made before a time, in milliseconds since
/// 1970, are not of whoever stands on them.
pub(crate) fn changes(directory: &Path, since: Option<&str>, time: u64) -> Vec<Difference> {
    let Some(top) = git_root(directory, None) else { return Vec::new() };
    let committed = since.filter(|name| is_hash(name)).map(|name| (name, committed_here(top, name, time)));
    let mut changes: Vec<Difference> = Vec::new();
    let path = |name: &str| top.join(name).to_string_lossy().into_owned();
    if let Some((since, names)) = committed.filter(|(_, names)| !names.is_empty()) {
        let diff =
            format!("diff --no-ext-diff --no-textconv --no-color --no-relative --no-renames -U0 {since}");
        let added = lines_added(&git(top, &diff).unwrap_or_default());
        let own = added.into_iter().filter(|file| names.contains(&file.path));
        changes.extend(own.map(|file| Difference {
            path: path(&file.path),
            lines: file.lines,
            is_committed: true,
        }));
    }
    for file in staged(top, Staged::Everything) {
        let path = path(&file.path);
        if !changes.iter().any(|change| change.path == path) {
            changes.push(Difference { path, lines: file.lines, is_committed: false });
        }
    }
    changes.retain(|change| Path::new(&change.path).starts_with(directory));
    changes
}

/// The files of commits since another one that were made here: those that no remote has, and of the others those of whoever
/// works here. What was pulled is somebody else's, and so is what was merged and had been made before a time.
fn committed_here(top: &Path, since: &str, time: u64) -> BTreeSet<String> {
    // Git takes a small number for something else than a time.
    let made = if time == 0 { String::new() } else { format!("--since={}", time / 1000) };
    let names = |commits: &str| {
        let log =
            format!("log {made} --no-merges --no-renames --name-only -z --format= {since}..HEAD {commits}");
        let text = git(top, &log).unwrap_or_default();
        let names = text.split(['\0', '\n']).filter(|name| !name.is_empty()).map(str::to_owned);
        names.collect::<Vec<_>>()
    };
    let mut here: BTreeSet<String> = names("--not --remotes").into_iter().collect();
    let own = std::env::var("GIT_COMMITTER_EMAIL").ok();
    let own = own.or_else(|| git(top, "config --get user.email")).map(|own| own.trim().to_owned());
    if let Some(own) = own.filter(|own| !own.is_empty() && !own.contains(['\'', '\\'])) {
        here.extend(names(&format!("--fixed-strings --committer='<{own}>'")));
    }
    here
}

/// Whether a word names a commit, and nothing else that git could take it for.
pub(crate) fn is_hash(name: &str) -> bool {
    name.len() >= 40 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::process::Command;

    use super::*;
    use crate::work::head;

    #[test]
    fn what_was_committed_here_is_told_from_what_was_pulled_and_from_what_was_not_committed() {
        let folder = tempfile::tempdir().unwrap();
        let top = folder.path().canonicalize().unwrap();
        let run = |arguments: &[&str]| {
            let done = Command::new("git").args(arguments).current_dir(&top).output().unwrap();
            assert!(done.status.success(), "{arguments:?}");
        };
        run(&["init", "-q"]);
        run(&["config", "user.email", "me@example.com"]);
        run(&["config", "user.name", "me"]);
        let nothing = head(&top).unwrap();
        let write = |name: &str, text: &str| fs::write(top.join(name), text).unwrap();
        write("first", "one\n");
        run(&["add", "-A"]);
        run(&["commit", "-qm", "first"]);
        let since = head(&top).unwrap();
        assert_ne!(since, nothing);
        write("mine", "two\n");
        write("gone", "three\n");
        run(&["add", "-A"]);
        run(&["commit", "-qm", "second"]);
        run(&["update-ref", "refs/remotes/origin/mine", "HEAD"]);
        write("theirs", "four\n");
        run(&["add", "-A"]);
        run(&["-c", "user.email=you@example.com", "commit", "-qm", "third"]);
        run(&["update-ref", "refs/remotes/origin/theirs", "HEAD"]);
        write("here", "seven\n");
        run(&["add", "-A"]);
        run(&["-c", "user.email=it@example.com", "commit", "-qm", "by whatever name"]);
        fs::remove_file(top.join("gone")).unwrap();
        run(&["commit", "-qam", "fourth"]);
        write("new", "five\n");
        write("first", "one\nsix\n");
        let told = |since: Option<&str>| {
            let below =
                |change: &Difference| change.path.strip_prefix(top.to_str().unwrap()).unwrap().to_owned();
            let mut told: Vec<_> = changes(&top, since, 0)
                .iter()
                .map(|change| format!("{} {} {:?}", below(change), change.is_committed, change.lines))
                .collect();
            told.sort();
            told
        };
        let here = [
            "/first false \"six\\n\"",
            "/here true \"seven\\n\"",
            "/mine true \"two\\n\"",
            "/new false \"five\\n\"",
        ];
        assert_eq!(told(Some(&since)), here);
        assert_eq!(told(None), [here[0], here[3]]);
        assert_eq!(told(Some("--output=x")), [here[0], here[3]]);
        let later = changes(&top, Some(&since), 4_000_000_000_000);
        assert!(!later.iter().any(|change| change.is_committed), "they were made before");
        let all = told(Some(&nothing));
        assert!(all.contains(&"/first true \"one\\nsix\\n\"".to_owned()), "{all:?}");
    }
}
