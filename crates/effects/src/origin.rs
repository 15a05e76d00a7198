//! How a directory that is deleted came to be, as far as the disk says. Asked only where a tree is deleted.

use crate::effect::{Action, Depth, Facts};
use crate::path::{Place, Reach};
use crate::scene::{Kind, Scene};

/// How what lies at a place came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Origin {
    /// Nobody knows.
    #[default]
    Unknown,
    /// There is nothing.
    Missing,
    /// The text itself has made it, where nothing was before.
    Made,
    /// Tools have made it: git ignores it and holds nothing of it.
    Generated,
}

/// Directories that are known by their names: there is nothing to ask.
const KNOWN: &[&str] = &["node_modules", "dist", "build", "target"];

/// This many directories are asked about.
const MAX_ASKED: usize = 16;

/// Says of every tree that is deleted how it came to be.
pub(crate) fn trace(facts: &mut Facts, scene: &Scene) {
    let mut asked = 0;
    for effect in &mut facts.effects {
        if let Action::Delete(place, Depth::Tree) = &mut effect.action
            && place.origin == Origin::Unknown
            && !place.open
            && !place.elsewhere
        {
            asked += place.spots.len();
            if asked > MAX_ASKED {
                return;
            }
            place.origin = origin(place, scene);
        }
    }
}

fn origin(place: &Place, scene: &Scene) -> Origin {
    // What a glob names on the disk stands beside it.
    let mut directories =
        place.spots.iter().filter(|spot| spot.glob.is_none() || spot.reach == Reach::Everything);
    let inside = |path: &str| {
        let holds =
            |root: &String| path.strip_prefix(root.as_str()).is_some_and(|rest| rest.starts_with('/'));
        scene.roots.iter().any(holds)
    };
    if directories.clone().next().is_none()
        || directories.clone().any(|spot| KNOWN.contains(&spot.last()) || spot.reach == Reach::Something)
    {
        return Origin::Unknown;
    }
    if directories.clone().all(|spot| scene.world.kind(&spot.path) == Kind::Nothing) {
        return Origin::Missing;
    }
    let generated = |path: &str| inside(path) && scene.world.is_generated(path);
    if directories.all(|spot| generated(&spot.path)) { Origin::Generated } else { Origin::Unknown }
}
