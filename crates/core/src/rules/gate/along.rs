//! Tests that a call itself writes, found by where a test may lie. A patch may bring thousands of files: none of them is looked at
//! for each of the others.

use std::collections::{BTreeMap, HashMap};
use std::ops::Bound;

use hookward_effects::{Call, Command, Effect, Span, Told};

use super::layouts::{fits, is_of_any_level};
use crate::changed::Written;
use crate::rule::Case;

/// The files that a call writes, by their names and by where they lie.
pub(super) struct Along<'w, 'a> {
    files: &'w [Written<'a>],
    /// Where in the list a file stands first.
    first: HashMap<&'w str, usize>,
    by_name: BTreeMap<&'w str, Vec<usize>>,
    by_place: BTreeMap<(&'w str, &'w str), Vec<usize>>,
}

impl<'w, 'a> Along<'w, 'a> {
    pub(super) fn of(files: &'w [Written<'a>]) -> Self {
        let (mut first, mut by_name, mut by_place) = (HashMap::new(), BTreeMap::new(), BTreeMap::new());
        for (at, file) in files.iter().enumerate() {
            let (directory, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
            first.entry(&*file.path).or_insert(at);
            by_name.entry(name).or_insert_with(Vec::new).push(at);
            by_place.entry((directory, name)).or_insert_with(Vec::new).push(at);
        }
        Self { files, first, by_name, by_place }
    }

    /// The files, in order.
    pub(super) const fn files(&self) -> &'w [Written<'a>] {
        self.files
    }

    /// Whether one of them comes before a file.
    pub(super) fn is_before(&self, at: usize, path: &str) -> bool {
        self.first.get(path).is_none_or(|first| at < *first)
    }

    /// The effect that writes a file first.
    pub(super) fn writer(&self, path: &str) -> Option<&'w Written<'a>> {
        self.files.get(*self.first.get(path)?)
    }

    /// Which of them are what a place of a test stands for; the code is named by its path below a root.
    pub(super) fn tests<'p>(
        &'p self,
        (root, code): (&'p str, &'p str),
        test: &'p str,
    ) -> impl Iterator<Item = (usize, &'w Written<'a>)> + 'p {
        let (place, name) = test.rsplit_once('/').unwrap_or(("", test));
        let start = name.split('*').next().unwrap_or(name);
        let found: Vec<usize> = if is_of_any_level(place) {
            let range = (Bound::Included(start), Bound::Unbounded);
            let named = self.by_name.range::<str, _>(range);
            named.take_while(|(own, _)| own.starts_with(start)).flat_map(|(_, at)| at).copied().collect()
        } else {
            let place = format!("{root}{place}");
            let place = place.trim_end_matches('/');
            let placed = self.by_place.range((Bound::Included((place, start)), Bound::Unbounded));
            let placed = placed.take_while(|((own, name), _)| *own == place && name.starts_with(start));
            placed.flat_map(|(_, at)| at).copied().collect()
        };
        let is_it = move |own: &Written| own.path.strip_prefix(root).is_some_and(|own| fits(test, code, own));
        let found = found.into_iter().filter_map(|at| Some((at, self.files.get(at)?)));
        found.filter(move |(_, own)| is_it(own))
    }
}

/// Whether a file comes at once with what another effect writes: the files of a patch come together, in whichever order it names
/// them; so do those of one `touch`.
pub(super) fn comes_along(case: &Case, own: &Written, writer: &Effect) -> bool {
    let is_patch = || matches!(case.event.moment.call(), Some(Call::Patch { .. }));
    let is_one = || writer.told == Told::Kept || writer.span.is_some_and(|span| applies_a_patch(case, span));
    is_patch()
        || (is_one()
            && own.effect.span == writer.span
            && (writer.told != Told::Kept || own.effect.told == Told::Kept))
}

/// Whether a command of the text itself applies a patch. What stands in a text of its own may do more than that.
fn applies_a_patch(case: &Case, span: Span) -> bool {
    let is_patch = |command: &Command| {
        let words: Vec<&str> = command.words.iter().map(|word| word.known().unwrap_or_default()).collect();
        matches!(words.as_slice(), ["git", .., "apply" | "am"] | ["git", "apply" | "am", ..] | ["patch", ..])
    };
    let mut own = case.facts.commands.iter().filter(|command| command.span == span);
    own.next().is_some_and(|first| first.through.is_empty() && is_patch(first)) && own.next().is_none()
}
