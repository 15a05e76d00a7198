//! Where a call happens: the working directory, the home, and what may be asked of the disk.

use crate::path::{self, Place};
use crate::value::{Piece, Value};

/// What the analysis may ask of the disk. The real one is in `io`; tests use a made-up one.
pub trait World {
    /// The path with every symbolic link of its existing part resolved; `None` where that changes nothing or cannot be
    /// known.
    fn real(&self, path: &str) -> Option<String>;
}

/// A world with nothing in it: paths are what they say.
#[derive(Clone, Copy, Debug, Default)]
pub struct Emptiness;

impl World for Emptiness {
    fn real(&self, _: &str) -> Option<String> {
        None
    }
}

/// Where a call happens.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The absolute working directory.
    pub cwd: &'a str,
    /// The home directory of the person, if there is one.
    pub home: Option<&'a str>,
    /// The disk.
    pub world: &'a dyn World,
}

impl Scene<'_> {
    /// The place that a tool's path argument names: no globs, no variables, but a leading tilde.
    pub fn place_of_path(&self, written: &str) -> Place {
        let expanded = match (written.strip_prefix('~'), self.home) {
            (Some(rest), Some(home)) if rest.is_empty() || rest.starts_with('/') => format!("{home}{rest}"),
            _ => written.to_owned(),
        };
        let value = Value::Known(expanded);
        Place { written: written.to_owned(), ..self.place(&value, Some(self.cwd)) }
    }

    /// The place that a word names, seen from a directory (`None`: unknown where).
    pub(crate) fn place(&self, value: &Value, cwd: Option<&str>) -> Place {
        let mut place = Place { written: value.to_string(), spots: Vec::new(), open: false };
        match value {
            Value::Known(text) => self.add(&mut place, &[Piece::Text(text.clone())], cwd),
            Value::Few(texts) => {
                for text in texts {
                    self.add(&mut place, &[Piece::Text(text.clone())], cwd);
                }
            }
            Value::Pattern(pieces) => self.add(&mut place, pieces, cwd),
            Value::Unknown => place.open = true,
        }
        place
    }

    fn add(&self, place: &mut Place, pieces: &[Piece], cwd: Option<&str>) {
        path::spots(pieces, cwd, place);
        let links: Vec<_> = place
            .spots
            .iter()
            .filter_map(|spot| self.world.real(&spot.path).map(|path| path::Spot { path, ..spot.clone() }))
            .filter(|spot| !place.spots.contains(spot))
            .collect();
        place.spots.extend(links);
    }
}
