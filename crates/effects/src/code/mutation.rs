//! What changes the value that a variable holds: lists that grow, texts that are edited in place.

use std::rc::Rc;

use super::Language;
use super::arguments::Arguments;
use super::cursor::Cursor;
use super::datum::Datum;
use super::expression::Operand;
use super::file_deed::glob_value;
use super::machine::Machine;
use super::text_function::join_paths;
use super::thing::Thing;
use super::token::{Edit, Kind};

impl Machine<'_> {
    /// `list.append(x)`, `push @list, 'x'`
    pub(super) fn extend(&mut self, arguments: &Arguments) -> Thing {
        let Some(first) = arguments.positional.first() else { return Thing::unknown() };
        // In Perl the list has fallen apart into its elements.
        let (place, old, count) = match (&arguments.flattened, &first.thing) {
            (Some((place, count)), _) => {
                let things = arguments.things().take(*count).cloned().collect();
                (Some(Rc::clone(place)), things, *count)
            }
            (None, Thing::List(things)) => (first.place.clone(), (**things).clone(), 1),
            (None, Thing::Named(_)) => (first.place.clone(), Vec::new(), 1),
            (None, other) => (first.place.clone(), vec![other.derived()], 1),
        };
        if !self.spend(1 + old.len() / 8) {
            return Thing::unknown();
        }
        let added = arguments.things().skip(count).flat_map(|thing| match thing {
            Thing::List(things) => (**things).clone(),
            other => vec![other.clone()],
        });
        let list = Thing::list(old.into_iter().chain(added).collect());
        if let Some(place) = place {
            self.variables.insert(place, list.clone());
        }
        list
    }

    /// Something happens to a variable that is not followed.
    pub(super) fn mutate(&mut self, arguments: &Arguments) -> Thing {
        let place = match (&arguments.flattened, arguments.positional.first()) {
            (Some((place, _)), _) => Some(Rc::clone(place)),
            (None, Some(first)) => first.place.clone(),
            (None, None) => None,
        };
        let given = Thing::list(arguments.things().cloned().collect()).derived();
        if let Some(place) = place {
            self.variables.insert(place, given.clone());
        }
        given
    }

    /// `gsub(/a/, "b", text)`, `split(text, parts)`
    pub(super) fn mutate_at(&mut self, at: usize, arguments: &Arguments) -> Thing {
        let Some(place) = arguments.positional.get(at).and_then(|argument| argument.place.clone()) else {
            return Thing::unknown();
        };
        let data: Vec<Datum> = arguments.things().map(Thing::datum).collect();
        let is_changed = data.iter().any(Datum::crafts);
        let changed = Datum::derived_of(&data).without_craft();
        let changed = if is_changed { changed.with_craft() } else { changed };
        self.variables.insert(place, Thing::of(changed));
        Thing::unknown()
    }

    /// `$x =~ s/a/b/`, and in Ruby `text << "more"`: the variable on the left changes.
    pub(super) fn edit_in_place(&mut self, left: &Operand, at: &Cursor) {
        let Some(place) = &left.place else { return };
        if at.is_sign("=~")
            && let Some(Kind::Edit(edit, _)) = at.look(1).map(|token| &token.kind)
        {
            let changed = edited(&left.thing, edit);
            self.variables.insert(Rc::clone(place), changed);
        }
    }

    /// What was added to a text or list in a variable stays there.
    pub(super) fn keep_insertion(&mut self, place: Option<&Rc<str>>, given: &Thing) {
        if let (Some(place), true) = (place, self.is(Language::Ruby)) {
            self.assign(place, given.clone());
        }
    }

    /// `find(sub { … }, '/data')`
    pub(super) fn find(&mut self, arguments: &Arguments) -> Thing {
        let directories: Vec<Datum> = arguments.things().skip(1).map(Thing::datum).collect();
        for directory in directories {
            let inside = join_paths(&[directory.clone(), Datum::of(glob_value("**"))]);
            self.emit(super::Step::List(directory.value));
            self.begin_loop(&["$File::Find::name".into(), "$_".into()], &Thing::unknown());
            for name in ["$File::Find::name", "$_"] {
                self.variables.insert(name.into(), Thing::of(inside.clone()));
            }
            if let Thing::Function(function) = arguments.thing(0) {
                self.invoke(&function, vec![Thing::of(inside)]);
            }
        }
        Thing::unknown()
    }
}

fn edited(thing: &Thing, edit: &Edit) -> Thing {
    let plain =
        |text: &str| text.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '/' | '~'));
    match edit {
        Edit::Replace(from, to) if plain(from) && plain(to) && !from.is_empty() => {
            Thing::of(thing.datum().map(|text| Some(text.replace(&**from, to))))
        }
        Edit::Replace(..) | Edit::Other => thing.derived(),
    }
}
