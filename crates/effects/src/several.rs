//! A name that ways through the text have given different meanings: where they meet, it has each of them.

use std::collections::BTreeMap;
use std::rc::Rc;

use hookward_shell::Statement;

/// So many meanings of a name are followed.
const MAX_MEANINGS: usize = 8;

/// What a name may stand for.
#[derive(Clone, Debug)]
pub(crate) struct Several<T> {
    /// Each meaning that the text has given it.
    pub(crate) all: Vec<T>,
    /// Whether it may also have none of them.
    pub(crate) perhaps: bool,
    /// Whether there are more than are kept.
    pub(crate) more: bool,
}

/// Whether two meanings are one.
pub(crate) trait Meaning: Clone {
    fn is(&self, other: &Self) -> bool;
}

impl Meaning for Rc<Statement> {
    fn is(&self, other: &Self) -> bool {
        // A loop comes to the same definition again and again.
        Self::ptr_eq(self, other) || (self.span == other.span && self == other)
    }
}

impl Meaning for String {
    fn is(&self, other: &Self) -> bool {
        self == other
    }
}

impl<T: Meaning> Several<T> {
    /// One meaning, for certain.
    pub(crate) fn one(meaning: T) -> Self {
        Self { all: vec![meaning], perhaps: false, more: false }
    }

    fn join(&mut self, other: &Self) {
        for theirs in &other.all {
            if self.all.iter().any(|mine| mine.is(theirs)) {
                continue;
            }
            if self.all.len() < MAX_MEANINGS {
                self.all.push(theirs.clone());
            } else {
                self.more = true;
            }
        }
        self.perhaps |= other.perhaps;
        self.more |= other.more;
    }
}

/// Names with their meanings. A copy is cheap.
pub(crate) type Meanings<T> = Rc<BTreeMap<String, Several<T>>>;

/// What names mean where two ways meet.
pub(crate) fn join_meanings<T: Meaning>(mine: &mut Meanings<T>, theirs: &Meanings<T>) {
    if Rc::ptr_eq(mine, theirs) {
        return;
    }
    let joined = Rc::make_mut(mine);
    for (name, meaning) in joined.iter_mut() {
        // Here it was given one, there it was not.
        meaning.perhaps |= !theirs.contains_key(name);
    }
    for (name, other) in theirs.iter() {
        match joined.get_mut(name) {
            Some(meaning) => meaning.join(other),
            None => {
                joined.insert(name.clone(), Several { perhaps: true, ..other.clone() });
            }
        }
    }
}
