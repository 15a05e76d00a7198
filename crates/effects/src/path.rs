//! From a word's value to the places on disk that it may name.

use crate::found::Found;
use crate::origin::Origin;
use crate::patterns::spelled_out;
use crate::value::Piece;

/// What a word may name on disk.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each says something of its own")]
pub struct Place {
    /// As it is written.
    pub written: String,
    /// Every spot it may name.
    pub spots: Vec<Spot>,
    /// Whether it may also be any other.
    pub open: bool,
    /// Whether it may be more spots than are followed.
    pub cut: bool,
    /// Whether it lies on another machine or in a container.
    pub elsewhere: bool,
    /// Whether the container that it lies in is made for the command: there was nothing to lose.
    pub anew: bool,
    /// Searches that have named it: then it is each file that they find.
    pub found: Vec<Found>,
    /// Whether it is each file of a list of what was not committed: `$(git diff --name-only)`.
    pub uncommitted: bool,
    /// How what lies there came to be; said where it is deleted with everything in it.
    pub origin: Origin,
}

impl Place {
    /// The one path that it names, if it is certain.
    pub(crate) fn only(&self) -> Option<&str> {
        match self.spots.as_slice() {
            [spot] if spot.is_one() && !self.open && !self.cut => Some(&spot.path),
            _ => None,
        }
    }
}

/// One spot that a word may name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// An absolute path without `.`, `..` or a slash at its end (but for the root itself).
    pub path: String,
    /// What of it is meant.
    pub reach: Reach,
    /// The whole absolute pattern, where a glob says what of it is meant.
    pub glob: Option<String>,
    /// Whether it is named only if a variable turns out to be empty: `"$DIR/"`.
    pub if_empty: bool,
    /// The absolute path as it is written, where it climbs with `..`: a link in front of that leads elsewhere.
    pub(crate) climbs: Option<String>,
}

impl Spot {
    /// A file by its absolute path.
    pub fn of_file(path: String) -> Self {
        Self { path, reach: Reach::Itself, glob: None, if_empty: false, climbs: None }
    }

    /// Whether it is exactly one file or directory.
    pub(crate) fn is_one(&self) -> bool {
        self.reach == Reach::Itself && self.glob.is_none() && !self.if_empty
    }

    /// The last component, globs included: `dist` of `packages/*/dist`.
    pub fn last(&self) -> &str {
        let path = self.glob.as_deref().unwrap_or(&self.path);
        path.rsplit('/').next().unwrap_or_default()
    }
}

/// What of a path is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The path itself.
    Itself,
    /// Everything in it: `dir/*`.
    Everything,
    /// Something in it: `dir/test-*`, `dir/$name`.
    Something,
}

/// The absolute path that `path` names, seen from `cwd`: no `.`, no `..`, no doubled or trailing slash.
pub fn normalise(path: &str, cwd: &str) -> String {
    // Most paths are that already, and whatever a command names comes by here.
    if is_plain(path) {
        if path.starts_with('/') {
            return path.to_owned();
        }
        if cwd.starts_with('/') && is_plain(cwd) {
            return [cwd, "/", path].concat();
        }
    }
    let mut parts: Vec<&str> = Vec::new();
    let from = if path.starts_with('/') { "" } else { cwd };
    for part in from.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    let mut absolute = String::with_capacity(from.len() + path.len() + 1);
    for part in &parts {
        absolute.push('/');
        absolute.push_str(part);
    }
    if absolute.is_empty() {
        absolute.push('/');
    }
    absolute
}

/// Whether a path has no part that could be left out.
fn is_plain(path: &str) -> bool {
    let (mut letters, mut dots) = (0_usize, 0_usize);
    for byte in path.strip_prefix('/').unwrap_or(path).bytes().chain([b'/']) {
        if byte != b'/' {
            letters += 1;
            dots += usize::from(byte == b'.');
        } else if letters == 0 || (letters <= 2 && dots == letters) {
            return false;
        } else {
            (letters, dots) = (0, 0);
        }
    }
    true
}

/// The most spots that choices in a word are followed to.
const MAX_CHOICES: usize = 256;

/// Of numbers to choose from, so many stand for all: where one leads, so does the next.
const MAX_NUMBERS: usize = 8;

/// Adds to `place` the spots that pieces in a row may name.
pub(crate) fn spots(pieces: &[Piece], cwd: Option<&str>, place: &mut Place) {
    spots_within(pieces, cwd, place, &mut (2 * MAX_CHOICES));
}

/// As above, in no more than so many steps.
fn spots_within(pieces: &[Piece], cwd: Option<&str>, place: &mut Place, steps: &mut usize) {
    if let Some(choice) = pieces.iter().position(|piece| matches!(piece, Piece::OneOf(_)))
        && let Some(Piece::OneOf(texts)) = pieces.get(choice)
    {
        let mut numbers = 0;
        for text in texts.iter() {
            numbers += usize::from(text.bytes().all(|byte| byte.is_ascii_digit()));
            if numbers > MAX_NUMBERS && text.bytes().all(|byte| byte.is_ascii_digit()) {
                continue;
            }
            if place.spots.len() >= MAX_CHOICES || *steps == 0 {
                place.cut = true;
                return;
            }
            *steps -= 1;
            let mut chosen = pieces.to_vec();
            if let Some(piece) = chosen.get_mut(choice) {
                *piece = Piece::Text(text.clone());
            }
            spots_within(&chosen, cwd, place, steps);
        }
        return;
    }
    let mut text = String::new();
    let mut hole = Hole::None;
    for (index, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Text(more) => text.push_str(more),
            // Chosen above.
            Piece::OneOf(_) => {}
            Piece::Hole(_) | Piece::Filled(_) => {
                // Before the hole the path is certain: what the hole holds lies below, if it climbs no higher.
                if text.is_empty() {
                    place.open = true;
                } else if hole == Hole::None {
                    push(place, whole_components(&text), cwd, Reach::Something);
                }
                let filled = matches!(piece, Piece::Filled(_)) || hole == Hole::Filled;
                hole = if filled { Hole::Filled } else { Hole::Perhaps };
                if filled {
                    text.clear();
                }
            }
            Piece::Glob(glob) => {
                let rest: String = pieces.iter().skip(index + 1).map(Piece::as_glob).collect();
                if hole == Hole::Filled {
                    let Some(path) = somewhere(&text) else { return };
                    text = path;
                }
                let (directory, start) = split_last_component(&text);
                let pattern = format!("{start}{glob}{rest}");
                let pattern = spelled_out(&pattern);
                let all = !pattern.chars().any(char::is_alphanumeric);
                if hole == Hole::Filled && all {
                    return;
                }
                // Behind a glob that may be a link, `..` leads anywhere.
                place.open |= pattern.split('/').any(|part| part == "..");
                push(place, directory, cwd, if all { Reach::Everything } else { Reach::Something });
                if let Some(spot) = place.spots.last_mut() {
                    spot.if_empty = hole == Hole::Perhaps;
                    let directory = spot.path.trim_end_matches('/');
                    spot.glob = Some(format!("{directory}/{}", pattern.trim_end_matches('/')));
                }
                return;
            }
        }
    }
    match hole {
        Hole::None => push(place, &text, cwd, Reach::Itself),
        Hole::Perhaps if !text.is_empty() => {
            push(place, &text, cwd, Reach::Itself);
            if let Some(spot) = place.spots.last_mut() {
                spot.if_empty = true;
            }
        }
        Hole::Filled => {
            if let Some(path) = somewhere(&text).filter(|path| path.trim_end_matches('/') != SOMEWHERE) {
                push(place, &path, cwd, Reach::Itself);
            }
        }
        Hole::Perhaps => {}
    }
}

/// What lies below something that is not empty and not known: wherever that is, its name tells something.
fn somewhere(behind: &str) -> Option<String> {
    let (_, below) = behind.split_once('/')?;
    let climbs = below.split('/').any(|part| part == "..");
    (!climbs).then(|| format!("{SOMEWHERE}/{below}"))
}

/// Stands for a directory that nobody knows.
pub const SOMEWHERE: &str = "/?";

/// What is known of the holes of a path so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hole {
    None,
    /// All of them may be empty.
    Perhaps,
    /// One of them is not empty.
    Filled,
}

fn push(place: &mut Place, path: &str, cwd: Option<&str>, reach: Reach) {
    let from = match cwd {
        Some(cwd) => cwd,
        None if path.starts_with('/') => "/",
        None => {
            place.open = true;
            // Wherever it is, its name tells something; above an unknown place, nothing does.
            if path.is_empty() || path.split('/').any(|part| part == "..") {
                return;
            }
            SOMEWHERE
        }
    };
    let climbs = path.contains("..").then(|| {
        if path.starts_with('/') { path.to_owned() } else { format!("{}/{path}", from.trim_end_matches('/')) }
    });
    place.spots.push(Spot { path: normalise(path, from), reach, glob: None, if_empty: false, climbs });
}

/// The part of `text` up to its last slash: `/tmp/` of `/tmp/ab`, nothing of `ab`.
fn whole_components(text: &str) -> &str {
    text.rfind('/').and_then(|slash| text.get(..=slash)).unwrap_or_default()
}

fn split_last_component(text: &str) -> (&str, &str) {
    text.split_at(text.rfind('/').map_or(0, |slash| slash + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Hole;

    fn spots_of(pieces: &[Piece]) -> Vec<(String, Reach, bool)> {
        let mut place = Place::default();
        spots(pieces, Some("/work"), &mut place);
        place.spots.into_iter().map(|spot| (spot.path, spot.reach, spot.if_empty)).collect()
    }

    fn text(text: &str) -> Piece {
        Piece::Text(text.into())
    }

    #[test]
    fn dots_and_slashes_are_resolved() {
        assert_eq!(normalise("a/./b//../c/", "/work"), "/work/a/c");
        assert_eq!(normalise("../../..", "/work"), "/");
        assert_eq!(normalise("/..", "/work"), "/");
        for (path, cwd, absolute) in [
            ("a.b/c", "/work/x", "/work/x/a.b/c"),
            (".env", "/home/me/.cache", "/home/me/.cache/.env"),
            ("/etc/..x", "/work", "/etc/..x"),
            ("...", "/work", "/work/..."),
            ("a", "/", "/a"),
            ("a", "/work/", "/work/a"),
            ("a", "/work/..", "/a"),
            ("a/.", "/work", "/work/a"),
            ("/a/..", "/work", "/"),
            ("//a", "/work", "/a"),
            ("", "/work", "/work"),
            ("a", "work", "/work/a"),
            ("a", "", "/a"),
        ] {
            assert_eq!(normalise(path, cwd), absolute, "{path} from {cwd}");
        }
    }

    #[test]
    fn a_variable_before_a_slash_names_the_root_if_it_is_empty() {
        let hole = Piece::Hole(Hole::new("$DIR"));
        assert_eq!(spots_of(&[hole.clone(), text("/")]), [("/".into(), Reach::Itself, true)]);
        assert_eq!(
            spots_of(&[hole, text("/"), Piece::Glob("*".into())]),
            [("/".into(), Reach::Everything, true)]
        );
    }

    #[test]
    fn a_star_alone_is_everything_and_a_star_with_letters_is_something() {
        let star = || Piece::Glob("*".into());
        assert_eq!(spots_of(&[star()]), [("/work".into(), Reach::Everything, false)]);
        assert_eq!(spots_of(&[text("out/log-"), star()]), [("/work/out".into(), Reach::Something, false)]);
    }

    #[test]
    fn a_variable_that_cannot_be_empty_does_not_name_the_root() {
        let filled = || Piece::Filled(Hole::new("${DIR:?}"));
        assert_eq!(spots_of(&[filled(), text("/")]), []);
        assert_eq!(spots_of(&[filled(), text("/"), Piece::Glob("*".into())]), []);
    }

    #[test]
    fn what_lies_below_an_unknown_directory_has_still_a_name() {
        let filled = || Piece::Filled(Hole::new("$(dirname …)"));
        let below = [("/?/.env".into(), Reach::Itself, false)];
        assert_eq!(spots_of(&[filled(), text("/.env")]), below);
        assert_eq!(spots_of(&[text("a"), filled(), text("b/.env")]).last(), below.last());
        let keys = [("/?/keys".into(), Reach::Something, false)];
        assert_eq!(spots_of(&[filled(), text("/keys/"), Piece::Glob("*.pem".into())]), keys);
        let here = [("/?".into(), Reach::Something, false)];
        assert_eq!(spots_of(&[filled(), text("/"), Piece::Glob("*.pem".into())]), here);
        assert_eq!(spots_of(&[filled(), text("/../.env")]), []);
    }

    #[test]
    fn an_unknown_name_lies_below_what_stands_before_it() {
        assert_eq!(
            spots_of(&[text("/tmp/"), Piece::Hole(Hole::new("$x"))]),
            [("/tmp".into(), Reach::Something, false), ("/tmp".into(), Reach::Itself, true)]
        );
    }
}
