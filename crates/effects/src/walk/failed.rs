//! What was done to files where a command has failed: what follows it behind `&&`, or in a shell that ends with the first
//! failure, does not happen then.

use hookward_shell::{Command as Syntax, Redirect, RedirectKind, Statement, Word};

use super::Walk;
use super::branches::{Fate, fate_of};
use super::vouching::OnError;
use crate::course::{Course, Step};
use crate::effect::{Action, Effect, Told};
use crate::path::{Place, Spot};
use crate::scene::Kind;
use crate::state::State;

/// Of a statement that does more to files, all of it may have happened when it fails.
const MAX_EFFECTS: usize = 4;

impl Walk<'_> {
    /// Whether all that a statement does to files is to change one of them. Where it fails, it has not done so; and that it works
    /// is taken for granted: who edits a file in two steps means what is there after both. Of one that changes several, nobody
    /// knows how far it came.
    pub(super) fn is_one_change(&self, statement: &Statement, began: &Course, state: &State) -> bool {
        *began != state.course && is_whole(statement) && self.changes_one_file(began, state)
    }

    /// A shell that ends with the first failure may end behind a statement.
    pub(super) fn may_end_behind(&mut self, statement: &Statement, began: &Course, state: &State) {
        if self.vouching.on_error == OnError::Ends
            && fate_of(statement, state) != Some(Fate::Works)
            && !self.is_one_change(statement, began, state)
        {
            self.may_end(&state.course);
        }
    }

    fn changes_one_file(&self, began: &Course, state: &State) -> bool {
        let mut written: Vec<&Effect> = Vec::new();
        let (mut at, mut first) = (&state.course, usize::MAX);
        for _ in 0..MAX_EFFECTS {
            if at == began {
                break;
            }
            let Some(Step::Done { effect, before }) = at.last() else { return false };
            first = first.min(*effect);
            written.extend(self.recent(*effect).filter(|effect| matches!(effect.action, Action::Write(..))));
            at = before;
        }
        let places = written.iter().filter_map(|effect| effect.action.place());
        let files: Vec<&str> = places.flat_map(|place| &place.spots).map(|spot| spot.path.as_str()).collect();
        // A copy also names what it would be in a directory of that name.
        let is_within =
            |path: &str, of: &str| path.strip_prefix(of).is_some_and(|rest| rest.starts_with('/'));
        let mut apart = files.iter().filter(|path| !files.iter().any(|other| is_within(path, other)));
        at == began
            && apart.next().is_none_or(|first| apart.all(|other| other == first))
            && written.iter().all(|effect| self.has_what_it_needs(effect, first, state))
    }

    fn recent(&self, number: usize) -> Option<&Effect> {
        self.facts.effects.iter().rev().take(8 * MAX_EFFECTS).find(|effect| effect.number == number)
    }

    /// Whether the file is there that is edited or copied, as far as anybody can tell: in front of the first effect of its statement.
    fn has_what_it_needs(&self, effect: &Effect, first: usize, state: &State) -> bool {
        let needed = match &effect.told {
            Told::Copied(from) => Some(&**from),
            Told::Sed(_) | Told::Patch(_) => effect.action.place(),
            _ => None,
        };
        let is_there = |spot: &Spot| {
            let before = self.facts.effects.iter().rev().filter(|other| other.number < first);
            // Whether the last thing that was done to it has left it there.
            let mut left = before.filter_map(|other| match &other.action {
                Action::Write(place, _) if !matches!(other.told, Told::Sed(_) | Told::Patch(_)) => {
                    place.spots.iter().any(|own| own.path == spot.path).then_some(true)
                }
                Action::Delete(place, _) => {
                    let is_it = |own: &Spot| own.path == spot.path || own.glob.is_some();
                    place.spots.iter().any(is_it).then_some(false)
                }
                _ => None,
            });
            left.next()
                .unwrap_or_else(|| matches!(state.scene.world.kind(&spot.path), Kind::File | Kind::Directory))
        };
        // A file is not copied to itself.
        let is_itself = |needed: &Place| {
            matches!(effect.told, Told::Copied(_))
                && effect.action.place().is_some_and(|to| to.spots == needed.spots)
        };
        needed.is_none_or(|needed| !is_itself(needed) && needed.spots.iter().any(is_there))
    }
}

/// Whether a command that fails has not begun to write. What its output is led to is written however it ends, unless there
/// is nothing that can go wrong: `cat > a << END`.
fn is_whole(statement: &Statement) -> bool {
    let Syntax::Simple(simple) = &statement.command else { return false };
    let leads = |redirect: &Redirect| match &redirect.kind {
        RedirectKind::Write(word) | RedirectKind::Append(word) | RedirectKind::ReadWrite(word) => {
            word.literal().as_deref() != Some("/dev/null")
        }
        _ => false,
    };
    let only_copies =
        || matches!(simple.words.as_slice(), [word] if Word::literal(word).as_deref() == Some("cat"));
    !statement.negated && !statement.background && (!statement.redirects.iter().any(leads) || only_copies())
}
