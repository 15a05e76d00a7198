//! A directory that is copied or moved to a name: what comes with it lies in it then.

use hookward_effects::{Effect, Kind, Place, Reach, Spot, Told};

use crate::rule::Case;

/// The spot of a file in what arrives at a place by its own name, where that may be a directory: `cp -r /tmp/workflows .github/`.
pub(super) fn inside_of_what_arrives(case: &Case, effect: &Effect, place: &Place) -> Vec<Spot> {
    let Told::Copied(source) = &effect.told else { return Vec::new() };
    if !source.spots.iter().any(|spot| may_be_a_directory(case, spot)) {
        return Vec::new();
    }
    let named = place.spots.iter().filter(|spot| spot.reach == Reach::Itself && spot.glob.is_none());
    named.map(|spot| Spot::of_file(format!("{}/x", spot.path))).collect()
}

/// By what lies there; else by its name.
fn may_be_a_directory(case: &Case, spot: &Spot) -> bool {
    match case.world.kind(&spot.path) {
        Kind::Directory => true,
        Kind::File => false,
        Kind::Nothing | Kind::Unknown => !spot.last().contains('.'),
    }
}
