//! Work trees that a call makes: what it writes there belongs to the workspace, as it does once git knows them.

use hookward_effects::{Command, Facts, Value, normalise};

/// Options of `git worktree add` with a word of their own.
const WITH_WORD: &[&str] = &["-b", "-B", "--reason"];

/// The directories in which `git worktree add` makes work trees of the repository in `cwd`.
pub fn added_work_trees(facts: &Facts, cwd: &str) -> Vec<String> {
    facts.commands.iter().filter_map(|command| added(command, cwd)).collect()
}

fn added(command: &Command, cwd: &str) -> Option<String> {
    // In another repository it makes trees of that one.
    if command.cwd.as_deref() != Some(cwd) {
        return None;
    }
    let words: Vec<&str> = command.words.iter().map_while(Value::known).collect();
    let ["git", "worktree", "add", rest @ ..] = words.as_slice() else { return None };
    let mut rest = rest.iter();
    let path = loop {
        match rest.next()? {
            option if WITH_WORD.contains(option) => drop(rest.next()),
            option if option.starts_with('-') => {}
            path => break path,
        }
    };
    Some(normalise(path, cwd))
}

#[cfg(test)]
mod tests {
    use hookward_effects::{Call, Emptiness, Scene, facts};

    use super::*;

    #[test]
    fn a_work_tree_that_the_text_adds_is_found() {
        let trees = |text: &str| {
            let scene = Scene { cwd: "/w/app", home: None, roots: &["/w/app".into()], world: &Emptiness };
            added_work_trees(&facts(&Call::shell(text), &scene), "/w/app")
        };
        assert_eq!(trees("git worktree add ../a -b topic && cd ../a && ls"), ["/w/a"]);
        assert_eq!(trees("git worktree add -f -b topic ../a main"), ["/w/a"]);
        assert!(trees("cd ../other && git worktree add ../a").is_empty());
        assert!(trees("git -C ../other worktree add ../a").is_empty());
        assert!(trees("git worktree list; echo add ../a").is_empty());
    }
}
