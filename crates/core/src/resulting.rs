//! The file that results from a call, whole: what a rule about content looks at, whichever tool writes it. An edit that
//! lacks what the file already has is judged with it.

use std::borrow::Cow;

use hookward_effects::{
    Action, Call, Change, Effect, Kind, Made, Place, Position, Replacement, Source, Told, Value,
    edited_by_patch, edited_by_sed, filtered_text,
};

use crate::changed::{Written, writes};
use crate::rule::Case;
use crate::syntax::{is_notebook, with_cell};

/// A file as it would be after a call.
pub(crate) struct Resulting<'a> {
    /// Its absolute path.
    pub(crate) path: Cow<'a, str>,
    /// The effect that changes it.
    pub(crate) effect: &'a Effect,
    /// What it holds then.
    pub(crate) after: After,
}

/// What a file holds after a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum After {
    /// All of this.
    Known(String),
    /// Nobody can tell before it happens; why not.
    Unknown(&'static str),
}

impl After {
    /// The whole text, if it is known.
    pub(crate) fn known(self) -> Option<String> {
        match self {
            Self::Known(text) => Some(text),
            Self::Unknown(_) => None,
        }
    }
}

const UNREAD: &str = "what is there now cannot be read";
const UNFIT: &str = "the edit does not fit the file as it is now, or fits more than one place";
const UNTOLD: &str = "the host does not tell what is written";
const UNSEEN: &str = "what is written is only known when it runs";

/// The files of the workspace that a call writes and that somebody wants to know of, as they would be afterwards. Only
/// these are read.
pub(crate) fn resulting<'a>(case: &Case<'a>, wanted: impl Fn(&str) -> bool) -> Vec<Resulting<'a>> {
    // What was committed was judged when it was written, and what stays as it is, too.
    let is_new = |file: &Written| !matches!(file.effect.told, Told::Committed | Told::Kept);
    let files = writes(case).files.into_iter().filter(|file| is_new(file) && wanted(&file.path));
    let known = files.map(|file| {
        let after = match &file.copy_of {
            Some(from) => case.world.text(from).map_or(After::Unknown(UNREAD), After::Known),
            None => after(case, file.index, &file.path, file.effect, file.content),
        };
        Resulting { path: file.path, effect: file.effect, after }
    });
    known.collect()
}

/// The files of the workspace that a call leaves, as far as that is known before it happens: paths and texts.
pub fn known_results(case: &Case) -> Vec<(String, String)> {
    let known = |file: Resulting| Some((file.path.into_owned(), file.after.known()?));
    resulting(case, |_| true).into_iter().filter_map(known).collect()
}

/// What a file holds after the how many-th write of a call.
fn after(case: &Case, index: usize, path: &str, effect: &Effect, content: &Value) -> After {
    match case.event.moment.call() {
        Some(Call::Write { content, .. }) => After::Known(content.clone()),
        Some(Call::Edit { edits, .. }) => edited(case, path, edits),
        Some(Call::Patch { files }) => {
            let mut written = files.iter().filter(|file| file.change != Change::Delete);
            match written.nth(index).map(|file| &file.change) {
                Some(Change::Add { content }) => After::Known(content.clone()),
                Some(Change::Update { edits }) => edited(case, path, edits),
                Some(Change::Move { edits, .. }) => match moved_from(case, index) {
                    Some(from) => edited(case, from, edits),
                    None => After::Unknown(UNREAD),
                },
                Some(Change::Delete) | None => After::Unknown(UNSEEN),
            }
        }
        Some(_) | None => by_command(case, path, effect, content),
    }
}

/// Where the file of a patch lay that has another name afterwards.
fn moved_from<'a>(case: &Case<'a>, index: usize) -> Option<&'a str> {
    let effects = &case.facts.effects;
    let is_write = |effect: &&Effect| matches!(effect.action, Action::Write(..));
    let written = effects.iter().filter(is_write).nth(index)?;
    let at = effects.iter().position(|effect| std::ptr::eq(effect, written))?;
    match &effects.get(at.checked_sub(1)?)?.action {
        Action::Delete(place, _) => place.spots.first().map(|spot| spot.path.as_str()),
        _ => None,
    }
}

fn edited(case: &Case, path: &str, edits: &[Replacement]) -> After {
    if edits.iter().any(|edit| edit.position == Position::Untold) {
        return After::Unknown(UNTOLD);
    }
    let Some(before) = case.world.text(path) else {
        // An edit of nothing creates the file.
        let creates = case.world.kind(path) == Kind::Nothing && edits.iter().all(|edit| edit.old.is_empty());
        return if creates {
            After::Known(edits.iter().map(|edit| edit.new.as_str()).collect())
        } else {
            After::Unknown(UNREAD)
        };
    };
    let of_cells = is_notebook(path);
    let apply = |text: String, edit: &Replacement| {
        // A tool for notebooks tells the cell that it writes, and nothing else.
        if of_cells && edit.old.is_empty() && edit.position == Position::Old {
            return with_cell(&text, &edit.new, edit.cell.as_ref());
        }
        let ended =
            || text.ends_with('\n').then_some(()).map_or_else(|| Some(format!("{text}\n")), |()| None);
        // Lines of a patch end, also where the last one of the file does not.
        edit.applied(&text).or_else(|| edit.applied(&ended()?))
    };
    match edits.iter().try_fold(before, apply) {
        Some(after) => After::Known(after),
        None => After::Unknown(UNFIT),
    }
}

/// What a shell text, or another tool, leaves.
fn by_command(case: &Case, path: &str, effect: &Effect, content: &Value) -> After {
    let now = || match case.world.text(path) {
        _ if is_deleted_on_the_way(case, path) => None,
        None if case.world.kind(path) == Kind::Nothing => Some(String::new()),
        text => text,
    };
    match (&effect.told, content) {
        (Told::Whole | Told::Copied, Value::Known(text)) => After::Known(text.clone()),
        (Told::Copied, Value::Unknown(sources)) => {
            let mut files = sources.iter();
            match (files.next(), files.next()) {
                (Some(Source::File(from)), None) => copied(case, from),
                _ => After::Unknown(UNSEEN),
            }
        }
        (Told::Added, Value::Known(text)) => match now() {
            Some(before) => After::Known(before + text),
            None => After::Unknown(UNREAD),
        },
        (Told::Sed(words), _) => match now().and_then(|before| edited_by_sed(words, &before)) {
            Some(text) => After::Known(text),
            None => After::Unknown("what sed makes of it cannot be worked out beforehand"),
        },
        (Told::Patch(hunks), _) => match now().and_then(|before| edited_by_patch(hunks, &before)) {
            Some(text) => After::Known(text),
            None => After::Unknown("the patch does not fit the file as it is now"),
        },
        (Told::Made(made), _) => match filtered(case, made) {
            Some(text) => After::Known(text),
            None => After::Unknown(UNSEEN),
        },
        // A file that the same call deletes may not be there any more.
        (Told::Edits(edits), _) if !is_deleted_on_the_way(case, path) => edited(case, path, edits),
        (Told::Revision(revision), _) => match case.world.committed(path, revision) {
            Some(text) => After::Known(text),
            None => After::Unknown(UNREAD),
        },
        (
            Told::Whole
            | Told::Copied
            | Told::Added
            | Told::Edits(_)
            | Told::Kept
            | Told::Committed
            | Told::Part,
            _,
        ) => After::Unknown(UNSEEN),
    }
}

/// What a filter makes of files of the disk.
fn filtered(case: &Case, made: &Made) -> Option<String> {
    let texts: Vec<String> = made.files.iter().map(|file| case.world.text(file)).collect::<Option<_>>()?;
    // Only `cat` leaves a line without an end as it is before the next file.
    let is_whole = |text: &String| text.is_empty() || text.ends_with('\n');
    let before = texts.split_last().map_or(&[][..], |(_, before)| before);
    let is_plain = made.program == "cat" || before.iter().all(is_whole);
    if is_plain { filtered_text(made, &texts.concat()) } else { None }
}

fn copied(case: &Case, from: &Place) -> After {
    let mut texts = from.spots.iter().filter_map(|spot| case.world.text(&spot.path));
    match texts.next() {
        Some(text) if !from.open && texts.all(|other| other == text) => After::Known(text),
        Some(_) | None => After::Unknown(UNREAD),
    }
}

/// Whether the same text deletes the file, or what holds it: then it may not be there any more.
fn is_deleted_on_the_way(case: &Case, path: &str) -> bool {
    case.facts.effects.iter().any(|effect| match &effect.action {
        Action::Delete(place, _) => place.spots.iter().any(|spot| {
            path.strip_prefix(spot.path.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        }),
        _ => false,
    })
}
