//! What a text has done to git's index and to its refs before files are taken from there: what git puts into the work tree is
//! committed only as long as nobody has put something else where it takes it from.

use super::{Call, look};
use crate::effect::{Action, Command, Told};
use crate::path::{Place, Reach, Spot};
use crate::scene::Kind;
use crate::source::{Source, Sources};
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// What the text has changed of what git takes files from. Each of it may have happened or not, so that nothing here takes
/// anything back.
#[derive(Default)]
pub(crate) struct Bent {
    /// Places of the index that hold what nobody knows; `None` for all of it.
    unknown: Vec<Option<Place>>,
    /// Places that may be as a revision has them.
    revisions: Vec<(Option<Place>, String)>,
    /// Revisions that the branch may have been put on.
    heads: Vec<String>,
    /// Whether names of commits were moved by hand.
    refs: bool,
    /// Whether files may have been taken out of the index.
    forgets: bool,
}

/// Variables that lead git to another index, or to another repository.
const LEADING: &[&str] = &["GIT_INDEX_FILE", "GIT_DIR", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY"];

/// Commands that leave each file in the index that is there, whatever else they do.
#[rustfmt::skip]
const KEEPS_FILES: &[&str] = &[
    "add", "blame", "branch", "cat-file", "commit", "config", "describe", "diff", "fetch", "grep", "log", "ls-files", "mv", "push",
    "remote", "rev-parse", "show", "stage", "status", "tag",
];

/// Whether git is led to another index, repository or work tree.
pub(super) fn is_led(call: &Call, state: &State) -> bool {
    call.elsewhere || LEADING.iter().chain(&["GIT_WORK_TREE"]).any(|name| state.variable(name).is_some())
}

/// Remembers what a command makes of the index and of refs.
pub(super) fn bend(walk: &mut Walk, name: &str, call: &Call, state: &State) {
    let given = &call.arguments;
    let all_of = |words: &[&Value]| -> Vec<Option<Place>> {
        if words.is_empty() {
            vec![None]
        } else {
            words.iter().map(|word| Some(state.place(&look::path(word)))).collect()
        }
    };
    walk.bent.forgets |= !KEEPS_FILES.contains(&name);
    match name {
        "update-index" if !given.options().all(takes_what_lies_there) => walk.bent.unknown.push(None),
        "read-tree" if !matches!(given.operands.as_slice(), [tree] if is_head(tree)) => {
            walk.bent.unknown.push(None);
        }
        "merge-index" => walk.bent.unknown.push(None),
        "apply" if given.has(&["--cached", "--index"]) => walk.bent.unknown.push(None),
        // What was there before is what lies there now: only what the text has written is new to the index.
        "add" | "stage" | "update-index" => {
            let places = all_of(&given.operands).into_iter();
            let written = places.filter(|place| has_written(walk, place.as_ref()));
            let written: Vec<_> = written.collect();
            walk.bent.unknown.extend(written);
        }
        "reset" => {
            let is_path = |word: &&Value| exists(word, state);
            let (of, paths) = match given.before_mark {
                Some(before) => given.operands.split_at(before.min(given.operands.len())),
                None if given.operands.first().is_some_and(is_path) => (&[][..], given.operands.as_slice()),
                None => given.operands.split_at(given.operands.len().min(1)),
            };
            let Some(of) = of.first().filter(|of| !is_head(of)) else { return };
            let revision = of.known().map(str::to_owned);
            if paths.is_empty() {
                match &revision {
                    Some(revision) => walk.bent.heads.push(revision.clone()),
                    None => walk.bent.refs = true,
                }
            }
            if !given.has(&["--soft"]) {
                walk.bent.put(all_of(paths), revision.as_deref());
            }
        }
        "restore" if given.has(&["--staged"]) || given.has_letter("S") => {
            if let Some(of) = given.all_values(&["-s", "--source"]).pop().filter(|of| !is_head(of)) {
                walk.bent.put(all_of(&given.operands), of.known());
            }
        }
        "checkout" => {
            let paths = given.before_mark.unwrap_or(1).min(given.operands.len());
            let (of, paths) = given.operands.split_at(paths);
            if let Some(of) = of.first().filter(|of| !paths.is_empty() && !is_head(of)) {
                walk.bent.put(all_of(paths), of.known());
            }
        }
        "update-ref" | "replace" | "fast-import" => {
            walk.bent.refs |= !given.operands.is_empty() || name == "fast-import";
        }
        "symbolic-ref" => walk.bent.refs |= given.operands.len() > 1,
        "branch" | "tag" => {
            walk.bent.refs |=
                given.has(&["--force"]) || ["f", "M", "C"].iter().any(|own| given.has_letter(own));
        }
        _ => {}
    }
}

impl Bent {
    fn put(&mut self, places: Vec<Option<Place>>, revision: Option<&str>) {
        match revision {
            Some(revision) => {
                self.revisions.extend(places.into_iter().map(|place| (place, revision.to_owned())));
            }
            None => self.unknown.extend(places),
        }
    }

    /// Whether a file that git knew when the text began may be none that it knows now.
    pub(super) fn forgets(&self) -> bool {
        self.forgets
    }

    /// What a file is that git takes from a revision, or from the index if none is named.
    pub(super) fn told(&self, place: &Place, of: Option<&Value>) -> Told {
        let meets = |own: &Option<Place>| own.as_ref().is_none_or(|own| overlap(own, place));
        match of {
            _ if of.is_some() && self.refs => Told::Part,
            None if self.unknown.iter().any(meets) => Told::Part,
            None => {
                let revisions = self.revisions.iter().filter(|(own, _)| meets(own));
                let mut names: Vec<String> = revisions.map(|(_, name)| name.clone()).collect();
                names.dedup();
                Told::Staged(names)
            }
            Some(of) if is_head(of) => match self.heads.as_slice() {
                [] => Told::Committed,
                [head] => Told::Revision(head.clone()),
                _ => Told::Part,
            },
            Some(of) => match of.known() {
                // Counted from a branch that has moved, it is another one.
                Some(revision) if self.heads.is_empty() || !revision.starts_with(['H', '@']) => {
                    Told::Revision(revision.to_owned())
                }
                Some(_) | None => Told::Part,
            },
        }
    }
}

/// Writes what git takes from its index or from a revision.
pub(super) fn put(walk: &mut Walk, place: Place, of: Option<&Value>, call: &Call, state: &mut State) {
    let is_led = call.elsewhere || LEADING.iter().any(|name| state.variable(name).is_some());
    let told = if is_led { Told::Part } else { walk.bent.told(&place, of) };
    // Nobody's hand wrote what was committed.
    let content = match told {
        Told::Part => Value::unknown(),
        _ => Value::Unknown(Sources::from(Source::Repository)),
    };
    walk.change(Action::Write(place, content), told, call.span, state);
}

/// What a file is that is all `git show main:src/a.ts` prints, where it is that very file of the work tree.
pub(crate) fn shown(walk: &Walk, command: &Command, place: &Place, state: &State) -> Option<Told> {
    let words: Vec<&str> = command.words.iter().map(Value::known).collect::<Option<_>>()?;
    let (["git", "show", object] | ["git", "cat-file", "-p" | "blob", object]) = words.as_slice() else {
        return None;
    };
    let (revision, path) = object.split_once(':').filter(|(revision, _)| !revision.starts_with('-'))?;
    let is_led = LEADING.iter().chain(&["GIT_WORK_TREE"]).any(|name| state.variable(name).is_some());
    if is_led || !command.through.is_empty() {
        return None;
    }
    // Names count from the top of the work tree, unless they say that they do not.
    let path = if path.starts_with("./") || path.starts_with("../") {
        path.to_owned()
    } else {
        let top = look::work_tree(state)?;
        let is_top = state.scene.world.kind(&format!("{top}/.git")) != Kind::Nothing;
        is_top.then(|| format!("{top}/{path}"))?
    };
    let named = state.place(&Value::Known(path));
    let is_same = state.one_file(&named).is_some_and(|named| state.one_file(place) == Some(named));
    let of = Value::Known(revision.to_owned());
    let told = is_same.then(|| walk.bent.told(place, Some(&of).filter(|_| !revision.is_empty())))?;
    // The shell has emptied the file although git finds nothing to put there.
    Some(if told == Told::Committed { Told::Revision("HEAD".to_owned()) } else { told })
}

/// `git checkout-index`: files of the index come to lie in the work tree, or below a prefix.
pub(super) fn checkout_index(walk: &mut Walk, call: &Call, state: &mut State) {
    let given = &call.arguments;
    if given.has(&["--temp"]) {
        return;
    }
    let prefix = given.all_values(&["--prefix"]).pop();
    if given.has(&["--all", "--stdin"]) || given.has_letter("a") {
        let mut place = state.place(&prefix.clone().unwrap_or_else(|| Value::Known(".".to_owned())));
        place.spots.iter_mut().for_each(|spot| spot.reach = Reach::Everything);
        put(walk, place, None, call, state);
    }
    for operand in &given.operands {
        match &prefix {
            None => put(walk, state.place(&look::path(operand)), None, call, state),
            // Another file of the index than the one that is written.
            Some(prefix) => {
                let path = match (prefix.known(), operand.known()) {
                    (Some(prefix), Some(name)) => Value::Known(format!("{prefix}{name}")),
                    _ => Value::unknown(),
                };
                let place = state.place(&path);
                walk.change(Action::Write(place, Value::unknown()), Told::Part, call.span, state);
            }
        }
    }
}

/// Whether `update-index` with an option still has files as they lie in the work tree, or leaves the index as it is.
fn takes_what_lies_there(option: &str) -> bool {
    const KNOWN: &[&str] = &[
        "--refresh",
        "--really-refresh",
        "-q",
        "--unmerged",
        "--ignore-submodules",
        "--ignore-missing",
        "--assume-unchanged",
        "--no-assume-unchanged",
        "--skip-worktree",
        "--no-skip-worktree",
        "--add",
        "--remove",
        "--replace",
        "--verbose",
    ];
    KNOWN.contains(&option) || option.starts_with("--chmod")
}

fn is_head(word: &Value) -> bool {
    matches!(word.known(), Some("HEAD" | "@"))
}

/// Whether a word names a file or a directory that is there.
fn exists(word: &Value, state: &State) -> bool {
    word.known().is_some()
        && state
            .place(word)
            .spots
            .iter()
            .any(|spot| matches!(state.scene.world.kind(&spot.path), Kind::File | Kind::Directory))
}

fn has_written(walk: &Walk, place: Option<&Place>) -> bool {
    walk.facts.effects.iter().any(|effect| match &effect.action {
        Action::Write(own, _) => place.is_none_or(|place| overlap(place, own)),
        _ => false,
    })
}

/// Whether two places may have a file in common.
fn overlap(one: &Place, other: &Place) -> bool {
    let holds = |outer: &Spot, inner: &Spot| {
        outer.glob.is_some()
            || inner
                .path
                .strip_prefix(outer.path.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let is_open = |place: &Place| place.open || place.cut || !place.found.is_empty();
    is_open(one)
        || is_open(other)
        || one.spots.iter().any(|one| other.spots.iter().any(|other| holds(one, other) || holds(other, one)))
}
