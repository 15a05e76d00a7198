//! Which branch is checked out when a call writes: a text may switch to another one first, and back again.

use hookward_effects::{Call, Command, Effect, Kind, Span, Value, normalise};

use crate::rule::Case;
pub(super) use crate::work_trees::Head;

/// All that may be checked out, where a file lies, when an effect comes about.
pub(super) fn heads(case: &Case, directory: &str, effect: &Effect) -> Vec<Head> {
    let current = || case.world.repository(directory).and_then(|repository| repository.branch);
    let made = case.ground.made_around(directory).map(|tree| tree.head.clone());
    let mut now = vec![made.unwrap_or_else(|| current().map_or(Head::Other, Head::Branch))];
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
        let is_certain = command.decides
            || case.facts.left.is_empty()
            || (switch.cannot_fail && is_first(commands, place))
            || is_waited_for(case, place, effect);
        if !is_certain {
            now.extend(before.iter().cloned());
        }
    }
    now
}

/// Whether nothing runs in front of a command but what its own words are made of.
fn is_first(commands: &[Command], place: usize) -> bool {
    let own = commands.get(place).map(|own| own.span);
    let is_within =
        |other: &Command| own.is_some_and(|own| own.start <= other.span.start && other.span.end <= own.end);
    commands.get(..place).unwrap_or_default().iter().all(is_within)
}

/// Whether an effect only comes about if a command has worked, by what stands between the two: `&&`, and no `;` or `||` but in
/// braces behind it.
fn is_waited_for(case: &Case, place: usize, effect: &Effect) -> bool {
    let text = case.event.moment.call().map(Call::subject).unwrap_or_default();
    let commands = &case.facts.commands;
    let Some((own, goal)) = commands.get(place).map(|own| own.span).zip(effect.span) else { return false };
    // Where something else may stand in for it, that must lead to the same: `git switch f || git switch -c f`.
    let before = commands.get(..place).unwrap_or_default().last();
    let to = |command: &Command| Switch::of(case, command).and_then(|switch| switch.to);
    let is_same = || before.and_then(to).is_some_and(|head| commands.get(place).and_then(to) == Some(head));
    let gap = text.get(before.map_or(0, |before| before.span.end)..own.start);
    if own.end > goal.start || (gap.is_none_or(|gap| gap.contains("||")) && !is_same()) {
        return false;
    }
    let between = commands.iter().map(|command| command.span);
    let mut spans: Vec<Span> =
        between.filter(|span| own.end <= span.start && span.end <= goal.start).collect();
    spans.push(goal);
    spans.sort_by_key(|span| span.start);
    let (mut at, mut depth) = (own.end, 0_usize);
    spans.iter().all(|span| {
        // What stands inside of a command that was looked at is a part of it.
        let gap = if span.start < at { Some("&&") } else { text.get(at..span.start) };
        at = at.max(span.end);
        gap.is_some_and(|gap| waits(gap, &mut depth))
    })
}

/// Whether what stands between two commands lets the second one run only behind the first, or both are in braces that wait.
fn waits(gap: &str, depth: &mut usize) -> bool {
    let is_asked = gap.trim_end().ends_with("then");
    let plain = gap.replace("&&", " ").replace(">&", " ").replace("&>", " ");
    let is_loose = plain.contains([';', '\n', '|', '&']) && !is_asked;
    let is_within = *depth > 0;
    *depth += gap.matches(['{', '(']).count();
    *depth = depth.saturating_sub(gap.matches(['}', ')']).count());
    !is_loose || (is_within && *depth > 0)
}

/// The work tree that a directory lies in, if the disk or the call tells.
fn tree(case: &Case, directory: &str) -> Option<String> {
    if let Some(made) = case.ground.made_around(directory) {
        return Some(made.path.clone());
    }
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
    /// Whether nothing is in its way: it makes a branch of what is there, and none has its name yet.
    cannot_fail: bool,
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
        let target = Target::of(&words)?;
        let cannot_fail = match &target {
            Target::Made(Some(name)) => words.len() == 2 && is_free(case, &directory, name),
            // A name that is only known when it runs was made for this.
            Target::Made(None) => words.len() == 2,
            Target::Named(_) | Target::Detached | Target::Back | Target::Unclear => false,
        };
        let to = match target {
            Target::Made(name) => Some(name.map_or(Head::Other, Head::Branch)),
            Target::Detached => Some(Head::Other),
            Target::Back => None,
            // Files are put back by `git checkout`, too.
            Target::Named(branch) if name == "checkout" && is_here(branch) => return None,
            Target::Named(branch) => Some(Head::Branch(branch.to_owned())),
            Target::Unclear => Some(Head::Unclear),
        };
        Some(Self { tree: tree(case, &directory), to, cannot_fail })
    }
}

/// Whether a branch can be made where a directory lies: none has its name, or one that its name would lie below, and git is not in
/// the midst of something.
fn is_free(case: &Case, directory: &str, name: &str) -> bool {
    let main = case.world.repository(directory).and_then(|repository| repository.main);
    let Some(top) = main.or_else(|| tree(case, directory)) else { return true };
    let heads = format!("{top}/.git/refs/heads");
    let above = name.match_indices('/').filter_map(|(at, _)| name.get(..at));
    let is_file = |name: &str| case.world.kind(&format!("{heads}/{name}")) == Kind::File;
    let packed = case.world.text(&format!("{top}/.git/packed-refs")).unwrap_or_default();
    let is_packed = |name: &str| packed.lines().any(|line| line.ends_with(&format!(" refs/heads/{name}")));
    let is_below = case.world.kind(&format!("{heads}/{name}")) == Kind::Directory
        || packed.contains(&format!(" refs/heads/{name}/"));
    let mut taken = above.chain([name]);
    !is_below && !taken.any(|name| is_file(name) || is_packed(name)) && pending(case, directory).is_none()
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
            // The same one, or files of another commit.
            [Some("HEAD" | "@")] | [_, _, ..] => None,
            [Some(remote)] if follows => {
                Some(Self::Named(remote.split_once('/').map_or(*remote, |(_, branch)| branch)))
            }
            [Some(name)] => Some(Self::Named(name)),
            [None] => Some(Self::Unclear),
        }
    }

    /// A new branch has a name that no other has; one that is moved may have any.
    fn made(option: &str, name: Option<&Value>) -> Self {
        let known = name.and_then(Value::known).map(str::to_owned);
        let may_be_there = matches!(option, "-C" | "-B" | "--force-create");
        if known.is_none() && may_be_there { Self::Unclear } else { Self::Made(known) }
    }
}
