//! What a call commits: which of its effects are commits, what stands in front of the last of them, and whether the index holds
//! what was tested.

use hookward_effects::{
    Action, Command, Deed, Effect, Filter, Git, Kind, Reach, Spot, Staged, Standing, Unstaged, Value,
    normalise,
};

use super::kinds::is_test;
use super::reach::used_by;
use crate::evidence::{directory_of, is_code_by_name, is_document, may_change, sets_up_a_run};
use crate::git_words::GitWords;
use crate::rule::Case;

/// Whether something in front of a commit may change sources, so that what was seen of them is not what is committed.
pub(super) fn may_change_before(case: &Case, commit: &Effect) -> bool {
    let mut before = before(case, commit);
    let top = place_of(case, commit).map_or_else(|| "/".to_owned(), |(_, top)| format!("{top}/"));
    let merges = matches!(commit.action, Action::Deed(Deed::Merge, _));
    let changes = |effect: &Effect| match &effect.action {
        Action::Write(place, _) | Action::Delete(place, _) => {
            let is_there = |path: &str| case.ground.in_workspace(path) || path.starts_with(&top);
            let is_source = |path: &str| is_there(path) && !is_document(path);
            place.open
                || (place.spots.iter().any(|spot| is_source(&spot.path)) && !only_makes_room(case, effect))
        }
        // What another branch brings in counts by what was seen here, but not together with what was not committed then.
        Action::Git(Git::Commit(_)) => merges,
        Action::Git(Git::Stage(_) | Git::Push(_)) => false,
        Action::Git(_)
        | Action::Run(_)
        | Action::Opaque(_)
        | Action::Deed(Deed::Merge | Deed::DiscardWork, _) => true,
        _ => bends_git(effect),
    };
    // A program that an agent has written may be found by any name.
    let is_trusted = case.ledger.written().next().is_none();
    let may_change = |command: &Command| match command.standing {
        Standing::Unknown if !is_trusted => true,
        _ => may_change(case.facts, command, top.trim_end_matches('/'), case.world),
    };
    commands_before(case, commit).any(may_change) || before.any(changes)
}

/// Whether git would look into another index, or at another work tree.
fn bends_git(effect: &Effect) -> bool {
    matches!(&effect.action, Action::Environment(name, value) if name.starts_with("GIT_") && !only_words(name, value))
}

/// Whether it is made in a repository in which no gate holds, wherever the session works.
fn is_exempt(case: &Case, commit: &Effect) -> bool {
    if case.policy.exempt.is_empty() {
        return false;
    }
    let home = case.ground.home.as_deref();
    // In a loop each round may be made elsewhere.
    let own = case.facts.commands.iter().filter(|command| Some(command.span) == commit.span);
    let tops = own.map(|command| directory_of(command).and_then(|directory| top_above(case, &directory)));
    let mut tops = tops.peekable();
    tops.peek().is_some()
        && tops.all(|top| top.is_some_and(|top| case.policy.is_exempt(&top, home)))
        && led_astray(case, commit).is_none()
        && !before(case, commit).any(bends_git)
}

/// The effects in front of a commit. In a loop, what comes behind it stands in front of it the next time.
pub(super) fn before<'a>(case: &'a Case, commit: &'a Effect) -> impl Iterator<Item = &'a Effect> {
    let at = place(case, commit);
    let rounds = case.facts.rounds.iter().filter(|round| round.effects.contains(&at));
    let end = rounds.map(|round| round.effects.end).max().unwrap_or(at);
    case.facts.effects.iter().take(end).filter(move |other| !std::ptr::eq(*other, commit))
}

/// The place of an effect among all.
fn place(case: &Case, effect: &Effect) -> usize {
    case.facts.effects.iter().take_while(|other| !std::ptr::eq(*other, effect)).count()
}

/// The place of the command that has an effect among all.
fn command_of(case: &Case, effect: &Effect) -> Option<usize> {
    let at = place(case, effect);
    // A command that is known is told behind its effects.
    let has_it = |command: &Command| command.preceding > at && Some(command.span) == effect.span;
    case.facts.commands.iter().position(has_it)
}

/// The commands in front of a commit, but for those that run it.
pub(super) fn commands_before<'a>(case: &'a Case, commit: &Effect) -> impl Iterator<Item = &'a Command> {
    let at = command_of(case, commit).unwrap_or(case.facts.commands.len());
    let rounds = case.facts.rounds.iter().filter(|round| round.commands.contains(&at));
    let end = rounds.map(|round| round.commands.end).max().unwrap_or(at);
    let own = case.facts.commands.get(at);
    let runs_it = move |command: &&Command| {
        let name = command.words.first().map_or("", Value::prefix);
        own.is_some_and(|own| {
            let through = own.through.get(command.through.len()).and_then(|title| title.split(' ').next());
            own.span == command.span && through.is_some_and(|title| name.ends_with(title))
        })
    };
    case.facts.commands.iter().take(end).filter(move |command| !runs_it(command))
}

/// Words by which a commit, or what stands in front of it, is about another repository or work tree than the one that it is
/// made in: nobody can tell what is committed.
pub(super) fn led_astray(case: &Case, commit: &Effect) -> Option<String> {
    let before = commands_before(case, commit).filter_map(GitWords::of);
    before.chain(git_of(case, commit)).find_map(|git| git.leads_astray())
}

/// Whether something in front of a commit puts into the index what lies nowhere else, or takes out of it what was tested.
pub(super) fn bends_index(case: &Case, commit: &Effect) -> bool {
    commands_before(case, commit).filter_map(GitWords::of).any(|git| git.bends_index(is_document))
}

/// What makes something else of the sources while the call stages them: nobody can hold that against what was tested.
pub(super) fn filtered(case: &Case, commit: &Effect) -> Option<String> {
    let stages = |effect: &Effect| matches!(effect.action, Action::Git(Git::Stage(_)));
    let takes_all = git_of(case, commit).is_some_and(|git| git.takes_all());
    if !takes_all && !before(case, commit).any(stages) {
        return None;
    }
    let (directory, _) = place_of(case, commit)?;
    let filters = case.world.repository(&directory)?.filters;
    let is_known = |filter: &Filter| filter.is_usual() || case.policy.filters.contains(&filter.command);
    filters.into_iter().find(|filter| !is_known(filter)).map(|filter| filter.name)
}

/// Variables of git that say who, when and in which words, and change nothing of what is committed.
fn only_words(name: &str, value: &Value) -> bool {
    // One that runs nothing leaves the list of commits as git has written it.
    let leaves_the_list = || matches!(value.known(), Some(":" | "true" | "cat"));
    (name == "GIT_SEQUENCE_EDITOR" && leaves_the_list())
        || ["GIT_AUTHOR_", "GIT_COMMITTER_", "GIT_TRACE"].iter().any(|start| name.starts_with(start))
        || ["GIT_EDITOR", "GIT_PAGER", "GIT_TERMINAL_PROMPT", "GIT_MERGE_AUTOEDIT", "GIT_ASKPASS"]
            .contains(&name)
}

/// Whether a directory is made, which holds nothing yet.
fn only_makes_room(case: &Case, effect: &Effect) -> bool {
    let mut there = case.facts.commands.iter().filter(|command| Some(command.span) == effect.span);
    let alone = there.next().filter(|_| there.next().is_none());
    alone.and_then(|command| command.words.first()).is_some_and(|name| name.known() == Some("mkdir"))
}

/// The directory in which something is committed, and the top of its work tree.
fn place_of(case: &Case, commit: &Effect) -> Option<(String, String)> {
    let mut commands = case.facts.commands.iter().filter(|command| Some(command.span) == commit.span);
    let directory = commands.next().and_then(directory_of).unwrap_or_else(|| case.event.cwd.clone());
    let root = case.ground.roots.first()?;
    let top = top_above(case, &directory).unwrap_or_else(|| root.clone());
    Some((directory, top))
}

/// The top of the work tree that a directory lies in.
fn top_above(case: &Case, directory: &str) -> Option<String> {
    let is_top =
        |above: &&str| matches!(case.world.kind(&format!("{above}/.git")), Kind::File | Kind::Directory);
    let mut above = std::iter::successors(Some(directory), |path| path.rsplit_once('/').map(|(up, _)| up));
    above.find(is_top).map(str::to_owned)
}

/// What a commit may take along otherwise than it was tested.
pub(super) enum Unlike {
    /// This file.
    Source(String),
    /// Git does not say, or not in time.
    Untold,
}

/// A source that the index holds otherwise than the work tree, in which the tests ran, and that the call does not put there.
pub(super) fn unlike_index(case: &Case) -> Option<Unlike> {
    // Other tools take what lies in the work tree. Behind the first commit, the index holds what that one has put there.
    let commit = commits(case).find(|commit| !matches!(commit.action, Action::Deed(Deed::Commit, _)))?;
    let takes_what_lies_there =
        |git: GitWords| git.name == "commit" && (git.takes_all() || git.only().is_some());
    if git_of(case, commit).is_some_and(takes_what_lies_there) {
        return None;
    }
    let (directory, root) = place_of(case, commit)?;
    let is_other = |path: &String| !is_document(path) && !is_staged(case, commit, &root, path, |_| true);
    match case.world.unlike_index(&directory) {
        Some(unlike) => unlike.into_iter().find(is_other).map(Unlike::Source),
        None => Some(Unlike::Untold),
    }
}

/// A file that says how the tests run, or a test that was committed before, which no commit of the call takes along as it lay
/// there. Without a new test less is tested; but what is left of an old one has not been run.
pub(super) fn left_out(case: &Case) -> Option<Unlike> {
    let is_git = |commit: &&Effect| matches!(commit.action, Action::Git(Git::Commit(_)));
    let commit = commits(case).rfind(is_git)?;
    let takes_all = |commit: &Effect| git_of(case, commit).is_some_and(|git| git.takes_all());
    let takes_changed = commits(case).filter(is_git).any(takes_all);
    let (directory, root) = place_of(case, commit)?;
    let Some(Unstaged { mut changed, mut new, overlooked }) = case.world.unstaged(&directory) else {
        return Some(Unlike::Untold);
    };
    // What such a commit does not name stays behind, also where it is staged.
    if let Some(named) = only(case, &directory) {
        let staged = case.world.staged(&directory, Staged::Index).into_iter().map(|file| file.path);
        changed.extend(staged);
        let is_named = |path: &String| {
            let path = format!("{root}/{path}");
            named.iter().any(|own| {
                path.strip_prefix(own).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
                    || fast_glob::glob_match(own, &path)
            })
        };
        changed.retain(|path| !is_named(path));
        new.retain(|path| !is_named(path));
    }
    let is_missed =
        |path: &String, adds: &dyn Fn(&GitWords) -> bool| !is_staged(case, commit, &root, path, adds);
    let taken: Vec<String> =
        changed.iter().filter(|path| takes_changed || !is_missed(path, &|_| true)).cloned().collect();
    let mut changed = changed.into_iter().filter(|_| !takes_changed);
    let is_changed = |path: &String| (sets_up_a_run(path) || is_test(path)) && is_missed(path, &|_| true);
    let is_new = |path: &String| sets_up_a_run(path) && is_missed(path, &|git| git.adds_new());
    // What git was told to overlook, no word puts into the index.
    let overlooked = || overlooked.into_iter().find(|path| !is_document(path));
    let path = changed.find(is_changed).or_else(|| new.iter().find(|path| is_new(path)).cloned());
    let path = path.or_else(overlooked).or_else(|| {
        let (behind, added): (Vec<String>, Vec<String>) =
            new.into_iter().partition(|path| is_missed(path, &|git| git.adds_new()));
        new_and_used(case, (&directory, &root), behind, [taken, added].concat())
    });
    path.map(Unlike::Source)
}

/// A new file of code that stays behind, though what is committed imports it: without it that cannot run.
fn new_and_used(
    case: &Case,
    (directory, root): (&str, &str),
    mut behind: Vec<String>,
    mut committed: Vec<String>,
) -> Option<String> {
    behind.retain(|path| is_code_by_name(path));
    if behind.is_empty() {
        return None;
    }
    let staged = case.world.staged(directory, Staged::Index).into_iter().map(|file| file.path);
    committed.extend(staged);
    let whole = |path: &String| format!("{root}/{path}");
    let targets: Vec<String> = behind.iter().map(whole).collect();
    let files: Vec<String> = committed.iter().map(whole).collect();
    let used = used_by(case, &files, &targets)?;
    used.strip_prefix(root).map(|path| path.trim_start_matches('/').to_owned())
}

/// The paths of the files that the commits of a call name, if each of them names some.
fn only(case: &Case, directory: &str) -> Option<Vec<String>> {
    let git = |commit| git_of(case, commit).and_then(|git| git.only());
    let named: Option<Vec<Vec<&str>>> = commits(case).map(git).collect();
    let named = named.filter(|named| !named.is_empty())?;
    // All but these: nobody tells which they are.
    if named.iter().flatten().any(|word| word.starts_with(':')) {
        return Some(Vec::new());
    }
    Some(named.into_iter().flatten().map(|word| normalise(word, directory)).collect())
}

/// Whether a file, by its path below the top of the work tree, is put into the index in front of a commit, as it lies there.
fn is_staged(case: &Case, commit: &Effect, root: &str, path: &str, adds: impl Fn(&GitWords) -> bool) -> bool {
    let path = format!("{root}/{path}");
    let names = |spot: &Spot| match &spot.glob {
        _ if spot.if_empty => false,
        Some(glob) if spot.reach == Reach::Something => fast_glob::glob_match(glob, &path),
        _ => path.strip_prefix(&spot.path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')),
    };
    let mut before = case.facts.effects.iter().take(place(case, commit));
    before.any(|effect| match &effect.action {
        Action::Git(Git::Stage(place)) => git_of(case, effect).is_some_and(|git| {
            let names_it = git.adds_everything() || (!place.elsewhere && place.spots.iter().any(names));
            names_it && git.adds_whole() && adds(&git)
        }),
        _ => false,
    })
}

/// The git that has an effect, by its words.
fn git_of<'a>(case: &'a Case, effect: &Effect) -> Option<GitWords<'a>> {
    command_of(case, effect).and_then(|at| case.facts.commands.get(at)).and_then(GitWords::of)
}

/// Whether what is put into the index, or committed, is chosen by hand or from a list.
fn picks(case: &Case) -> bool {
    case.facts.commands.iter().filter_map(GitWords::of).any(|git| match git.name {
        "commit" => git.picks(),
        "add" | "stage" => !git.adds_whole(),
        _ => false,
    })
}

/// The effects by which a call commits or merges sources; a commit of documents alone is none, nor is one in a repository that
/// is exempt.
fn commits<'a>(case: &'a Case) -> impl DoubleEndedIterator<Item = &'a Effect> {
    case.facts.effects.iter().filter(|effect| match &effect.action {
        Action::Git(Git::Commit(_)) | Action::Deed(Deed::Merge | Deed::Commit, _)
            if is_exempt(case, effect) =>
        {
            false
        }
        Action::Git(Git::Commit(added)) => {
            let documents = added.iter().all(|file| is_document(&file.path))
                && (!added.is_empty() || brings_documents(case, effect));
            !documents
                || may_change_before(case, effect)
                || picks(case)
                || led_astray(case, effect).is_some()
                || bends_index(case, effect)
        }
        Action::Deed(Deed::Merge, _) => !case.ledger.joins_known,
        Action::Deed(Deed::Commit, _) => true,
        Action::Deed(Deed::CommitElsewhere, _) => !writes_documents(case),
        _ => false,
    })
}

/// Whether what a commit takes along is only written, moved or taken away by what stands in front of it, and is documents: git
/// cannot tell of it yet. What may write anything else is looked at apart from that.
fn brings_documents(case: &Case, commit: &Effect) -> bool {
    let mut brought = before(case, commit).flat_map(|effect| match &effect.action {
        Action::Write(place, _) | Action::Delete(place, _) => place.spots.as_slice(),
        _ => &[],
    });
    brought.any(|spot| is_document(&spot.path))
        // Where git does not answer, it has not said that there is nothing else.
        && place_of(case, commit).is_some_and(|(directory, _)| case.world.unstaged(&directory).is_some())
}

/// The last of them: whatever stands in front of any of them stands in front of it.
pub(super) fn commit<'a>(case: &'a Case) -> Option<&'a Effect> {
    commits(case).next_back()
}

/// Whether all that a call writes, wherever, are documents.
fn writes_documents(case: &Case) -> bool {
    let mut spots = case.facts.effects.iter().flat_map(|effect| match &effect.action {
        Action::Write(place, _) | Action::Delete(place, _) => place.spots.as_slice(),
        _ => &[],
    });
    spots.next().is_some_and(|first| is_document(&first.path)) && spots.all(|spot| is_document(&spot.path))
}

/// Whether a commit is made elsewhere, of what nobody has seen here.
pub(super) fn is_made_elsewhere(case: &Case) -> bool {
    commits(case).any(|commit| matches!(commit.action, Action::Deed(Deed::CommitElsewhere, _)))
}
