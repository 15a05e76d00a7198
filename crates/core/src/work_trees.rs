//! Work trees that a call makes: what it writes there belongs to the workspace, as it does once git knows them.

use hookward_effects::{Action, Command, Deed, Facts, Git, Value, normalise};

use crate::evidence::directory_of;
use crate::git_words::GitWords;

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

/// Of which commit a work tree is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The one that is checked out where it is made from.
    Head,
    /// What git knows by this name.
    Named(String),
    /// The branch of this name, else what git knows by it, else the branch of the only remote that has one.
    Branch(String),
    /// The branch of this name if there is one; else the one that is checked out where it is made from.
    Own(String),
    /// None: no file of the repository is put there.
    Nothing,
    /// Nobody can tell.
    Unclear,
}

/// A work tree that a call makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedTree {
    /// Its directory.
    pub path: String,
    /// Where it is made from: it is one of the repository around that. `None` where git was led to another, or nobody can tell.
    pub from: Option<String>,
    /// What is checked out there.
    pub head: Head,
    /// Of which commit.
    pub start: Start,
    /// Whether names of remotes may stand for other commits by then.
    pub is_fetched: bool,
    /// Whether what lies there now may be gone by then.
    pub is_cleared: bool,
}

impl AddedTree {
    /// Whether a path is its directory or lies in it.
    pub fn holds(&self, path: &str) -> bool {
        path.strip_prefix(self.path.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

/// The work trees that `git worktree add` makes, of whichever repository.
pub fn added_work_trees(facts: &Facts) -> Vec<AddedTree> {
    let mut all = Vec::new();
    let (mut is_moved, mut is_fetched) = (false, false);
    let mut removed: Vec<String> = Vec::new();
    for command in &facts.commands {
        let Some(git) = GitWords::of(command) else { continue };
        if git.name == "worktree" {
            let before = || facts.effects.iter().take(command.preceding).map(|effect| &effect.action);
            is_moved |= before().any(moves_names);
            let is_led = git.leads_elsewhere() || before().any(leads_elsewhere);
            // What a setting makes of files is not what their commit holds.
            let is_unclear = is_moved || git.leads_astray().is_some();
            for tree in added(command, &git) {
                let start =
                    if is_unclear && tree.start != Start::Nothing { Start::Unclear } else { tree.start };
                let is_cleared =
                    removed.contains(&tree.path) || before().any(|action| deletes(action, &tree.path));
                let from = tree.from.filter(|_| !is_led);
                all.push(AddedTree { path: tree.path, from, head: tree.head, start, is_fetched, is_cleared });
            }
            if git.words.first().is_some_and(|word| matches!(word.known(), Some("remove" | "move"))) {
                let from = directory_of(command);
                let names = git.words.iter().filter_map(Value::known);
                removed.extend(names.filter_map(|name| Some(normalise(name, from.as_deref()?))));
            }
        }
        is_fetched |= git.name == "fetch";
        is_moved |= git.may_move_names();
    }
    all
}

/// Whether names may stand for other commits behind an effect.
fn moves_names(action: &Action) -> bool {
    matches!(
        action,
        Action::Git(Git::Commit(_) | Git::Bring(_) | Git::Rewrite(_) | Git::Forget(_))
            | Action::Deed(Deed::Merge | Deed::Commit, _)
    )
}

/// Whether what lies at a path is taken away.
fn deletes(action: &Action, path: &str) -> bool {
    let Action::Delete(place, _) = action else { return false };
    place.spots.iter().any(|spot| {
        let rest = path.strip_prefix(spot.path.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

/// Whether git may be led to another repository by a variable.
fn leads_elsewhere(action: &Action) -> bool {
    let Action::Environment(name, _) = action else { return false };
    let own = ["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE"];
    own.contains(&name.as_str()) || name.starts_with("GIT_CONFIG")
}

/// Those of one command: several if its directory is one of several.
fn added(command: &Command, git: &GitWords) -> Vec<AddedTree> {
    let Some((Some("add"), words)) = git.words.split_first().map(|(first, rest)| (first.known(), rest))
    else {
        return Vec::new();
    };
    let given = Given::of(words);
    let from = directory_of(command);
    let Some(paths) = given.operands.first().map(|path| path.texts()) else { return Vec::new() };
    let is_rooted = |path: &&String| from.is_some() || path.starts_with('/');
    let trees = paths.iter().filter(is_rooted).map(|path| {
        let path = normalise(path, from.as_deref().unwrap_or("/"));
        let (head, start) = given.checked_out(&path);
        AddedTree { path, from: from.clone(), head, start, is_fetched: false, is_cleared: false }
    });
    trees.collect()
}

/// What stands behind `git worktree add`.
#[derive(Default)]
struct Given<'c> {
    operands: Vec<&'c Value>,
    /// The branch that is made, or put there.
    branch: Option<Head>,
    is_detached: bool,
    is_empty: bool,
    guesses: bool,
}

impl<'c> Given<'c> {
    fn of(words: &'c [Value]) -> Self {
        let mut given = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match word.known() {
                Some("--") => given.operands.extend(words.by_ref()),
                Some(option) if option.starts_with("--") => {
                    let is = |name: &str| option.len() > "--x".len() && name.starts_with(option);
                    given.is_detached |= is("--detach");
                    given.is_empty |= is("--orphan") || is("--no-checkout");
                    given.guesses |= is("--guess-remote");
                    if is("--reason") {
                        words.next();
                    }
                }
                Some(option) if option.starts_with('-') && option != "-" => {
                    given.is_detached |= option.contains('d');
                    if let Some(at) = option.find(['b', 'B']) {
                        given.is_detached = option.get(..at).is_some_and(|before| before.contains('d'));
                        let glued = option.get(at + 1..).filter(|name| !name.is_empty());
                        let name = glued.or_else(|| words.next().and_then(Value::known));
                        // A new branch has a name that no other has; one that is moved may have any.
                        let is_new = option.get(at..).is_some_and(|rest| rest.starts_with('b'));
                        let unknown = if is_new { Head::Other } else { Head::Unclear };
                        given.branch = Some(name.map_or(unknown, |name| Head::Branch(name.to_owned())));
                    }
                }
                Some(_) | None => given.operands.push(word),
            }
        }
        given
    }

    /// What is checked out in a directory, and of which commit.
    fn checked_out(&self, path: &str) -> (Head, Start) {
        let named = self.operands.get(1).map(|name| name.known());
        let is_plain = |name: &&str| !name.contains("@{") && *name != "-";
        let start = match named {
            _ if self.is_empty => Start::Nothing,
            _ if self.guesses => Start::Unclear,
            None | Some(Some("HEAD" | "@")) => Start::Head,
            Some(name) => name.filter(is_plain).map_or(Start::Unclear, |name| Start::Named(name.to_owned())),
        };
        let own = || path.rsplit('/').next().unwrap_or_default().to_owned();
        match (&self.branch, start, named) {
            (Some(branch), start, _) => (branch.clone(), start),
            (None, start, _) if self.is_detached => (Head::Other, start),
            // Without any name, git takes that of the directory.
            (None, Start::Head, None) => (Head::Branch(own()), Start::Own(own())),
            (None, start, None) => (Head::Branch(own()), start),
            (None, Start::Named(name), _) => (Head::Branch(name.clone()), Start::Branch(name)),
            (None, start @ Start::Head, _) => (Head::Other, start),
            (None, start, Some(name)) => match name.filter(is_plain) {
                Some(name) => (Head::Branch(name.to_owned()), start),
                None => (Head::Unclear, start),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use hookward_effects::{Call, Emptiness, Scene, facts};

    use super::*;

    fn trees(text: &str) -> Vec<AddedTree> {
        let scene = Scene { cwd: "/w/app", home: None, roots: &["/w/app".into()], world: &Emptiness };
        added_work_trees(&facts(&Call::shell(text), &scene))
    }

    #[test]
    fn a_work_tree_that_the_text_adds_is_found_by_where_git_would_make_it() {
        let paths = |text: &str| trees(text).into_iter().map(|tree| tree.path).collect::<Vec<_>>();
        for (text, path) in [
            ("git worktree add ../a -b topic && cd ../a && ls", "/w/a"),
            ("git worktree add -f -b topic ../a main", "/w/a"),
            ("git worktree add -fbtopic --lock --reason why ../a main", "/w/a"),
            ("git -C . worktree add ../a", "/w/a"),
            ("git -C /w/app worktree add a", "/w/app/a"),
            ("git -C sub -C .. worktree add a", "/w/app/a"),
            ("git -c k=v --no-pager worktree add -- a", "/w/app/a"),
            ("/usr/bin/git --git-dir .git worktree add a", "/w/app/a"),
            ("mkdir -p .trees && cd .trees && git worktree add a -b f && cd a", "/w/app/.trees/a"),
            ("cd docs && git worktree add ../a -b f; cd ..", "/w/app/a"),
            ("cd \"$X\" && git worktree add /w/app/a -b f", "/w/app/a"),
        ] {
            assert_eq!(paths(text), [path], "{text}");
        }
        for none in [
            "git worktree list; echo add ../a",
            "git worktree remove add",
            "git log -- worktree add a",
            "cd \"$X\" && git worktree add a",
        ] {
            assert!(paths(none).is_empty(), "{none}");
        }
    }

    #[test]
    fn it_is_made_from_where_git_is_led_to() {
        let from = |text: &str| trees(text).into_iter().map(|tree| tree.from).next().flatten();
        assert_eq!(from("git worktree add ../a").as_deref(), Some("/w/app"));
        assert_eq!(from("cd ../other && git worktree add ../a").as_deref(), Some("/w/other"));
        assert_eq!(from("git -C ../other worktree add ../a").as_deref(), Some("/w/other"));
        for led in [
            "git --git-dir ../other/.git worktree add ../a",
            "GIT_DIR=../other/.git git worktree add ../a",
            "export GIT_DIR=../other/.git; git worktree add ../a",
            "git -C \"$X\" worktree add /w/a",
        ] {
            assert_eq!(trees(led).len(), 1, "{led}");
            assert_eq!(from(led), None, "{led}");
        }
    }

    #[test]
    fn what_is_checked_out_in_it_is_what_git_would_check_out() {
        let heads = |text: &str| trees(text).into_iter().map(|tree| tree.head).collect::<Vec<_>>();
        let branch = |name: &str| vec![Head::Branch(name.to_owned())];
        assert_eq!(heads("git worktree add ../a"), branch("a"));
        assert_eq!(heads("git worktree add ../a main"), branch("main"));
        assert_eq!(heads("git worktree add -b topic ../a main"), branch("topic"));
        assert_eq!(heads("git worktree add ../a main -b topic"), branch("topic"));
        assert_eq!(heads("git worktree add -qbdev ../a main"), branch("dev"));
        assert_eq!(heads("git worktree add -b \"$NEW\" ../a main"), [Head::Other]);
        assert_eq!(heads("git worktree add -B \"$ANY\" ../a"), [Head::Unclear]);
        assert_eq!(heads("git worktree add --detach ../a main"), [Head::Other]);
        assert_eq!(heads("git worktree add -qd ../a main"), [Head::Other]);
        assert_eq!(heads("git worktree add ../a HEAD"), [Head::Other]);
        assert_eq!(heads("git worktree add ../a \"$BRANCH\""), [Head::Unclear]);
        assert_eq!(heads("git worktree add ../a -"), [Head::Unclear]);
    }

    #[test]
    fn it_is_made_of_the_commit_that_git_would_take() {
        let start = |text: &str| trees(text).into_iter().map(|tree| tree.start).next();
        let named = |name: &str| Some(Start::Named(name.to_owned()));
        let branch = |name: &str| Some(Start::Branch(name.to_owned()));
        assert_eq!(start("git worktree add ../a"), Some(Start::Own("a".to_owned())));
        assert_eq!(start("git worktree add ../a -b f"), Some(Start::Head));
        assert_eq!(start("git worktree add ../a -b f HEAD"), Some(Start::Head));
        assert_eq!(start("git worktree add -d ../a"), Some(Start::Head));
        assert_eq!(start("git worktree add ../a -b f main"), named("main"));
        assert_eq!(start("git worktree add -d ../a v1"), named("v1"));
        assert_eq!(start("git worktree add ../a main"), branch("main"));
        assert_eq!(start("git worktree add --orphan -b f ../a"), Some(Start::Nothing));
        assert_eq!(start("git worktree add --no-checkout ../a main"), Some(Start::Nothing));
        for unclear in [
            "git worktree add ../a \"$BRANCH\"",
            "git worktree add ../a -b f \"$BRANCH\"",
            "git worktree add ../a -",
            "git worktree add --guess-remote ../a",
        ] {
            assert_eq!(start(unclear), Some(Start::Unclear), "{unclear}");
        }
    }

    #[test]
    fn what_lies_there_may_be_taken_away_in_front() {
        let is_cleared = |text: &str| trees(text).pop().unwrap().is_cleared;
        for clears in [
            "git worktree remove ../a",
            "git -C .. worktree remove --force a",
            "rm -rf ../a",
            "mv ../a ../b",
            "git worktree move ../a ../b",
        ] {
            assert!(is_cleared(&format!("{clears} && git worktree add ../a main")), "{clears}");
        }
        for keeps in ["git worktree remove ../b", "rm -rf ../a/b", "git worktree list ../a"] {
            assert!(!is_cleared(&format!("{keeps} && git worktree add ../a main")), "{keeps}");
        }
    }

    #[test]
    fn behind_what_moves_names_nobody_can_tell_the_commit() {
        let start =
            |before: &str| trees(&format!("{before} && git worktree add ../a -b f")).pop().unwrap().start;
        for moves in [
            "git commit -qm x",
            "git switch other",
            "git pull",
            "git reset --hard HEAD~1",
            "git fetch origin main:main",
            "git update-ref HEAD abc",
            "git branch -f main other",
            "npm version patch",
        ] {
            assert_eq!(start(moves), Start::Unclear, "{moves}");
        }
        for keeps in [
            "git fetch origin",
            "git status",
            "git worktree prune",
            "git branch -a",
            "mkdir -p x",
            "git stash",
        ] {
            assert_eq!(start(keeps), Start::Head, "{keeps}");
        }
        assert!(trees("git fetch && git worktree add ../a -b f").pop().unwrap().is_fetched);
    }
}
