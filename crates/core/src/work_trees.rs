//! Work trees that a call makes: what it writes there belongs to the workspace, as it does once git knows them.

use hookward_effects::{Command, Facts, Value, normalise};

/// What is checked out in a work tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Head {
    /// This branch.
    Branch(String),
    /// None, or one that was just made and whose name is only known when the text runs.
    Other,
    /// Nobody can tell.
    Unclear,
}

/// A work tree that a call makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedTree {
    /// Its directory.
    pub path: String,
    /// What is checked out there.
    pub head: Head,
}

/// The work trees of the repository in `cwd` that `git worktree add` makes.
pub fn added_work_trees(facts: &Facts, cwd: &str) -> Vec<AddedTree> {
    facts.commands.iter().filter_map(|command| added(command, cwd)).collect()
}

fn added(command: &Command, cwd: &str) -> Option<AddedTree> {
    // In another repository it makes trees of that one.
    if command.cwd.as_deref() != Some(cwd) {
        return None;
    }
    let mut words = command.words.iter();
    for name in ["git", "worktree", "add"] {
        words.next().and_then(Value::known).filter(|word| *word == name)?;
    }
    let (mut path, mut head) = (None, None);
    while let Some(word) = words.next() {
        match (word.known(), &path) {
            (Some("-b" | "-B"), _) => {
                let name = words.next()?.known();
                head = Some(name.map_or(Head::Other, |name| Head::Branch(name.to_owned())));
            }
            (Some("-d" | "--detach"), _) => head = Some(Head::Other),
            (Some("--reason"), _) => drop(words.next()),
            (Some(option), _) if option.starts_with("--") => {}
            (Some(option), _) if option.starts_with('-') && option != "-" => {}
            (Some(word), None) => path = Some(normalise(word, cwd)),
            (None, None) => return None,
            // What a new branch starts from does not say what it is called.
            (Some(_) | None, Some(_)) if head.is_some() => {}
            (Some("-") | None, Some(_)) => head = Some(Head::Unclear),
            (Some(branch), Some(_)) => head = Some(Head::Branch(branch.to_owned())),
        }
    }
    let path = path?;
    // Without any name, git takes that of the directory.
    let own = || Head::Branch(path.rsplit('/').next().unwrap_or_default().to_owned());
    let head = head.unwrap_or_else(own);
    Some(AddedTree { path, head })
}

#[cfg(test)]
mod tests {
    use hookward_effects::{Call, Emptiness, Scene, facts};

    use super::*;

    fn trees(text: &str) -> Vec<AddedTree> {
        let scene = Scene { cwd: "/w/app", home: None, roots: &["/w/app".into()], world: &Emptiness };
        added_work_trees(&facts(&Call::shell(text), &scene), "/w/app")
    }

    #[test]
    fn a_work_tree_that_the_text_adds_is_found() {
        let paths = |text: &str| trees(text).into_iter().map(|tree| tree.path).collect::<Vec<_>>();
        assert_eq!(paths("git worktree add ../a -b topic && cd ../a && ls"), ["/w/a"]);
        assert_eq!(paths("git worktree add -f -b topic ../a main"), ["/w/a"]);
        assert!(paths("cd ../other && git worktree add ../a").is_empty());
        assert!(paths("git -C ../other worktree add ../a").is_empty());
        assert!(paths("git worktree list; echo add ../a").is_empty());
    }

    #[test]
    fn what_is_checked_out_in_it_is_what_git_would_check_out() {
        let heads = |text: &str| trees(text).into_iter().map(|tree| tree.head).collect::<Vec<_>>();
        let branch = |name: &str| vec![Head::Branch(name.to_owned())];
        assert_eq!(heads("git worktree add ../a"), branch("a"));
        assert_eq!(heads("git worktree add ../a main"), branch("main"));
        assert_eq!(heads("git worktree add -b topic ../a main"), branch("topic"));
        assert_eq!(heads("git worktree add ../a main -b topic"), branch("topic"));
        assert_eq!(heads("git worktree add --detach ../a main"), [Head::Other]);
        assert_eq!(heads("git worktree add ../a \"$BRANCH\""), [Head::Unclear]);
        assert_eq!(heads("git worktree add ../a -"), [Head::Unclear]);
    }
}
