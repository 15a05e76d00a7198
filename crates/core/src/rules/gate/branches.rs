//! Which branch is checked out when a call writes: a text may switch to another one first, and back again.

use hookward_effects::{Command, Effect, Kind, Value, normalise};

use crate::rule::Case;

/// What is checked out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Head {
    /// This branch.
    Branch(String),
    /// None, or one that was just made and whose name is only known when the text runs.
    Other,
    /// Nobody can tell.
    Unclear,
}

/// All that may be checked out, where a file lies, when an effect comes about.
pub(super) fn heads(case: &Case, directory: &str, effect: &Effect) -> Vec<Head> {
    let current = case.world.repository(directory).and_then(|repository| repository.branch);
    let mut now = vec![current.map_or(Head::Other, Head::Branch)];
    // What `-` goes back to.
    let mut before = vec![Head::Unclear];
    let commands = &case.facts.commands;
    let at = case.facts.effects.iter().position(|own| std::ptr::eq(own, effect));
    let own_tree = tree(case, directory);
    let is_earlier = |command: &&Command| at.is_none_or(|at| command.preceding <= at);
    for (place, command) in commands.iter().enumerate().filter(|(_, command)| is_earlier(command)) {
        let Some(switch) = Switch::of(case, command) else { continue };
        if switch.tree != own_tree {
            continue;
        }
        let to = switch.to.map_or_else(|| before.clone(), |head| vec![head]);
        before = std::mem::replace(&mut now, to);
        // On some ways through the text it may not be come by, or fail.
        let is_certain = place == 0 || command.decides || case.facts.left.is_empty();
        if !is_certain {
            now.extend(before.iter().cloned());
        }
    }
    now
}

/// The work tree that a directory lies in, if the disk tells.
fn tree(case: &Case, directory: &str) -> Option<String> {
    let mut next = Some(directory.trim_end_matches('/'));
    while let Some(directory) = next {
        match case.world.kind(&format!("{directory}/.git")) {
            Kind::File | Kind::Directory => return Some(directory.to_owned()),
            Kind::Nothing | Kind::Unknown => {}
        }
        next = directory.rsplit_once('/').map(|(above, _)| above);
    }
    None
}

/// What git is in the midst of, each with the file that says so and the command that leaves it: until then it refuses to switch.
const PENDING: &[(&str, &str)] =
    &[("MERGE_HEAD", "git merge"), ("CHERRY_PICK_HEAD", "git cherry-pick"), ("REVERT_HEAD", "git revert")];

/// The command that git is in the midst of where a directory lies.
pub(super) fn pending(case: &Case, directory: &str) -> Option<&'static str> {
    let tree = tree(case, directory)?;
    let own = format!("{tree}/.git");
    // A linked work tree says where its own lies.
    let linked = case.world.text(&own).and_then(|text| Some(text.strip_prefix("gitdir:")?.trim().to_owned()));
    let own = linked.map_or(own, |linked| normalise(&linked, &tree));
    let is_pending = |(file, _): &&(&str, &str)| case.world.kind(&format!("{own}/{file}")) == Kind::File;
    PENDING.iter().find(is_pending).map(|(_, command)| *command)
}

/// A command that checks out another branch.
struct Switch {
    /// In which work tree.
    tree: Option<String>,
    /// Which; the one before if there is none.
    to: Option<Head>,
}

/// Options of `git switch` and `git checkout` that make a branch; those with a capital letter also move one that is there.
const CREATES: &[&str] = &["-c", "-b", "-C", "-B", "--create", "--force-create", "--orphan"];

impl Switch {
    fn of(case: &Case, command: &Command) -> Option<Self> {
        let mut words = command.words.iter();
        let program = words.next()?.known()?;
        if program.rsplit('/').next() != Some("git") {
            return None;
        }
        let mut directory = command.cwd.clone().unwrap_or_else(|| case.event.cwd.clone());
        let name = loop {
            match words.next()?.known()? {
                "-C" => directory = normalise(words.next()?.known()?, &directory),
                "-c" | "--git-dir" | "--work-tree" => {
                    words.next();
                }
                option if option.starts_with('-') => {}
                name => break name,
            }
        };
        if !matches!(name, "switch" | "checkout") {
            return None;
        }
        let is_here = |path: &str| match case.world.kind(&normalise(path, &directory)) {
            Kind::File | Kind::Directory => true,
            Kind::Nothing | Kind::Unknown => false,
        };
        let words: Vec<&Value> = words.collect();
        let to = match Target::of(&words)? {
            Target::Made(name) => Some(name.map_or(Head::Other, Head::Branch)),
            Target::Detached => Some(Head::Other),
            Target::Back => None,
            // Files are put back by `git checkout`, too.
            Target::Named(branch) if name == "checkout" && is_here(branch) => return None,
            Target::Named(branch) => Some(Head::Branch(branch.to_owned())),
            Target::Unclear => Some(Head::Unclear),
        };
        Some(Self { tree: tree(case, &directory), to })
    }
}

/// What the words behind `git switch` or `git checkout` lead to.
enum Target<'v> {
    /// A branch that it makes, by its name if that is known.
    Made(Option<String>),
    /// A branch, or a commit.
    Named(&'v str),
    /// A commit, and no branch.
    Detached,
    /// What was checked out before.
    Back,
    /// Nobody can tell.
    Unclear,
}

impl<'v> Target<'v> {
    /// `None` if they lead to nothing else: files that are put back.
    fn of(words: &[&'v Value]) -> Option<Self> {
        let (mut operands, mut is_detached, mut follows) = (Vec::new(), false, false);
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let text = word.known();
            let is_option = |text: &str| text.starts_with('-') && !matches!(text, "-" | "--");
            match text {
                Some(option) if CREATES.contains(&option) => {
                    return Some(Self::made(option, rest.next().copied()));
                }
                Some("--") => {
                    // What stands behind it are files.
                    if rest.next().is_some() {
                        return None;
                    }
                }
                Some("--detach" | "-d") => is_detached = true,
                Some("--track" | "-t") => follows = true,
                Some("-p" | "--patch" | "--ours" | "--theirs") => return None,
                Some(option) if is_option(option) => {}
                Some(_) | None => operands.push(text),
            }
        }
        match operands.as_slice() {
            [] => is_detached.then_some(Self::Detached),
            [_] if is_detached => Some(Self::Detached),
            [Some("-" | "@{-1}")] => Some(Self::Back),
            [Some("HEAD" | "@")] => None,
            [Some(remote)] if follows => {
                Some(Self::Named(remote.split_once('/').map_or(*remote, |(_, branch)| branch)))
            }
            [Some(name)] => Some(Self::Named(name)),
            [None] => Some(Self::Unclear),
            // Files of another commit.
            [_, _, ..] => None,
        }
    }

    /// A new branch has a name that no other has; one that is moved may have any.
    fn made(option: &str, name: Option<&Value>) -> Self {
        let known = name.and_then(Value::known).map(str::to_owned);
        let may_be_there = matches!(option, "-C" | "-B" | "--force-create");
        if known.is_none() && may_be_there { Self::Unclear } else { Self::Made(known) }
    }
}
