//! What git's own files say of a repository, read by hand; git itself is asked only what a commit would add.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use hookward_effects::Repository;

use crate::disk::real;
use crate::workspace::{Git, git_directory, git_root};

/// More of a diff is not looked at.
const MAX_DIFF: usize = 2 * 1024 * 1024;

/// Reads branch, remotes, upstream and aliases.
pub(crate) fn read(directory: &Path) -> Option<Repository> {
    let root = git_root(directory, None)?;
    let own = git_directory(root)?;
    // The configuration of a linked work tree is that of its repository.
    let common = fs::read_to_string(own.join("commondir"))
        .map_or_else(|_| own.clone(), |common| own.join(common.trim()));
    let branch = Git::find(directory).and_then(|git| git.branch);
    // The way back from a linked work tree is its repository's own directory.
    let main = (common != own).then(|| real(&common)).flatten();
    let main = main.and_then(|common| common.strip_suffix("/.git").map(str::to_owned));
    let mut repository = Repository { branch, main, ..Repository::default() };
    if let Some(home) = std::env::var_os("HOME") {
        let global = fs::read_to_string(Path::new(&home).join(".gitconfig")).unwrap_or_default();
        configure(&mut repository, &global);
    }
    let text = fs::read_to_string(common.join("config")).unwrap_or_default();
    configure(&mut repository, &text);
    Some(repository)
}

fn configure(repository: &mut Repository, text: &str) {
    let mut section = String::new();
    let mut name = String::new();
    let (mut remote, mut merge) = (None, None);
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with(['#', ';'])) {
        if let Some(header) = line.strip_prefix('[').and_then(|line| line.split(']').next()) {
            let (kind, named) = header.split_once(' ').unwrap_or((header, ""));
            section = kind.to_ascii_lowercase();
            named.trim().trim_matches('"').clone_into(&mut name);
            if section == "remote" && !repository.remotes.contains(&name) {
                repository.remotes.push(name.clone());
            }
            continue;
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        let (key, value) = (key.trim().to_ascii_lowercase(), value.trim());
        match (section.as_str(), key.as_str()) {
            ("alias", alias) => repository.aliases.push((alias.to_owned(), unquoted(value))),
            ("branch", "remote") if repository.branch.as_deref() == Some(&name) => {
                remote = Some(value.to_owned());
            }
            ("branch", "merge") if repository.branch.as_deref() == Some(&name) => {
                merge = Some(value.strip_prefix("refs/heads/").unwrap_or(value).to_owned());
            }
            _ => {}
        }
    }
    if let (Some(remote), Some(merge)) = (remote, merge) {
        repository.upstream = Some((merge, remote));
    }
}

/// A value as git reads it: quotes and escapes removed.
fn unquoted(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => {}
            '\\' => text.extend(letters.next()),
            letter => text.push(letter),
        }
    }
    text
}

/// The lines that a commit would add.
pub(crate) fn staged(directory: &Path, all: bool) -> Option<String> {
    let mut command = Command::new("git");
    command.args(["diff", "--no-ext-diff", "--no-textconv", "--no-color", "-U0"]);
    command.arg(if all { "HEAD" } else { "--cached" });
    // No program of the repository's own choosing may run here, and no lock may be taken.
    command.env("GIT_OPTIONAL_LOCKS", "0").env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_PAGER", "cat");
    command.current_dir(directory).stdin(Stdio::null()).stderr(Stdio::null());
    let output = command.output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8_lossy(output.stdout.get(..MAX_DIFF).unwrap_or(&output.stdout)).into_owned();
    let added = text.lines().filter(|line| line.starts_with('+') && !line.starts_with("+++"));
    Some(added.filter_map(|line| line.get(1..)).collect::<Vec<&str>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remotes_upstream_and_aliases_are_read() {
        let mut repository = Repository { branch: Some("feature/x".into()), ..Repository::default() };
        let text = "[remote \"origin\"]\n\turl = x\n[branch \"feature/x\"]\n\tremote = origin\n\tmerge = refs/heads/y\n[alias]\n\twipe = \"!git reset --hard\"\n";
        configure(&mut repository, text);
        assert_eq!(repository.remotes, ["origin"]);
        assert_eq!(repository.upstream, Some(("y".into(), "origin".into())));
        assert_eq!(repository.aliases, [("wipe".into(), "!git reset --hard".into())]);
    }
}
