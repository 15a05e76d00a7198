//! Where a call happens: the working directory, the home, and what may be asked of the disk.

mod lists;

use crate::found::Found;
use crate::path::{self, Place, Reach, Spot};
use crate::source::Source;
use crate::usual::usual_pieces;
use crate::value::{Few, Piece, Value};

/// What the analysis may ask of the disk. The real one is in `io`; tests use a made-up one.
pub trait World {
    /// The path with every symbolic link of its existing part resolved; `None` where that changes nothing or cannot be
    /// known.
    fn real(&self, path: &str) -> Option<String>;

    /// The existing paths that an absolute glob names, as far as there are not too many.
    fn expand(&self, glob: &str) -> Vec<String>;

    /// What a path is, as far as the disk says.
    fn kind(&self, path: &str) -> Kind;

    /// The text of a file, if it is a regular one of moderate size and in UTF-8.
    fn text(&self, path: &str) -> Option<String>;

    /// Whether a file is secret by its name: what stands in it is nobody's to know.
    fn is_secret(&self, _path: &str) -> bool {
        false
    }

    /// Whether a file is a shell script that is too long for its text to be given.
    fn is_long_script(&self, _path: &str) -> bool {
        false
    }

    /// The repository that a directory lies in.
    fn repository(&self, directory: &str) -> Option<Repository>;

    /// The names of all files below a directory; `None` if there are too many, or links among them.
    fn names_below(&self, _directory: &str) -> Option<Vec<String>> {
        None
    }

    /// The files below a directory, by their paths from there, but for what is built, installed or of git's own; `None` if
    /// there are too many.
    fn files_below(&self, _directory: &str) -> Option<Vec<String>> {
        None
    }

    /// The files below a directory that the index of its repository holds, by their absolute paths; `None` if that cannot be told.
    fn indexed(&self, _directory: &str) -> Option<Vec<String>> {
        None
    }

    /// What a file holds in a revision of its repository; in its index if none is named.
    fn committed(&self, _path: &str, _revision: &str) -> Option<String> {
        None
    }

    /// Whether tools have made a directory of the workspace, and git holds nothing of it.
    fn is_generated(&self, _directory: &str) -> bool {
        false
    }

    /// Files that a commit of the index would take along otherwise than they lie in the work tree; `None` if git does not answer.
    fn unlike_index(&self, _directory: &str) -> Option<Vec<String>> {
        Some(Vec::new())
    }

    /// What lies in a work tree otherwise than in its index; `None` if git does not answer.
    fn unstaged(&self, _directory: &str) -> Option<Unstaged> {
        Some(Unstaged::default())
    }

    /// Whether a file is not as the last commit of its repository has it: changed, new or gone.
    fn is_changed(&self, _path: &str) -> bool {
        false
    }

    /// How long ago a file was changed, in milliseconds.
    fn age(&self, _path: &str) -> Option<u64> {
        None
    }

    /// When a file was last touched in whatever way, in milliseconds since 1970. No program can choose that, as it can choose when a
    /// file says that it was changed.
    fn touched_at(&self, _path: &str) -> Option<u64> {
        None
    }

    /// The file that the name of a program leads to; of a path itself, if it can be run.
    fn program(&self, _name: &str) -> Option<String> {
        None
    }

    /// Which of some programs a file is under another name: a copy of it, or the same file by another path.
    fn twin(&self, _path: &str, _programs: &[&'static str]) -> Option<&'static str> {
        None
    }

    /// The lines that a commit made there would add.
    fn staged(&self, _directory: &str, _what: Staged) -> Vec<Added> {
        Vec::new()
    }

    /// What is other in a work tree than in a commit, or than in the last one: what was committed here since that time, in
    /// milliseconds since 1970, and what was not committed.
    fn changes(&self, _directory: &str, _since: Option<&str>, _time: u64) -> Vec<Difference> {
        Vec::new()
    }

    /// Whether a directory lies in a repository that is not the one of a workspace root: its configuration is anybody's.
    fn is_foreign_repository(&self, directory: &str, roots: &[String]) -> bool;
}

/// What a path is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A file: nothing lies below it.
    File,
    /// A directory.
    Directory,
    /// Nothing.
    Nothing,
    /// Something else, or nobody knows.
    Unknown,
}

/// What a commit adds to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Added {
    /// The file, below the top of the repository.
    pub path: String,
    /// The lines that it adds.
    pub lines: String,
}

/// Files that lie in a work tree otherwise than in its index, by their paths below its top.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Unstaged {
    /// Those that git tracks.
    pub changed: Vec<String>,
    /// Those that it neither tracks nor ignores.
    pub new: Vec<String>,
    /// Files that git was told to overlook, and that lie there otherwise.
    pub overlooked: Vec<String>,
}

/// A file that is other than it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its absolute path.
    pub path: String,
    /// The lines that it has since.
    pub lines: String,
    /// Whether a commit that was made here holds some of it.
    pub is_committed: bool,
}

/// What a commit takes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Staged {
    /// What the index holds now.
    Index,
    /// Every file that git knows: `git commit -a`.
    Tracked,
    /// New files too: `git add -A && git commit`.
    Everything,
}

/// What git's own files say of a repository.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Repository {
    /// The branch that is checked out; `None` if none is.
    pub branch: Option<String>,
    /// The remotes that its configuration names.
    pub remotes: Vec<String>,
    /// The branch's name at its remote, if one is set up, and that remote.
    pub upstream: Option<(String, String)>,
    /// The main work tree, if this is a linked one.
    pub main: Option<String>,
    /// Its aliases: name and text.
    pub aliases: Vec<(String, String)>,
    /// `push.default`.
    pub push_default: Option<String>,
    /// What is pushed to a remote if nothing is said, remote and refspec: `remote.<name>.push`.
    pub pushes: Vec<(String, String)>,
    /// What makes something else of a file when it is staged, by its own configuration.
    pub filters: Vec<Filter>,
}

/// What makes something else of a file when it is staged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Its name in the attributes.
    pub name: String,
    /// The command that it runs.
    pub command: String,
}

/// Programs that people have filter what they stage, and that leave sources as they are.
const USUAL_FILTERS: &[&str] = &["git-lfs", "nbstripout", "git-crypt", "nbdev_clean", "jupytext", "nb-clean"];

impl Filter {
    /// Whether it runs a program that leaves sources as they are, or nothing.
    pub fn is_usual(&self) -> bool {
        let runs_more = self.command.contains([';', '|', '&', '$', '`', '<', '>', '(', '\n']);
        let words: Vec<&str> = self.command.split(' ').map(|word| word.trim_matches(['"', '\''])).collect();
        let program = words.first().map(|word| word.rsplit('/').next().unwrap_or(word));
        let is_python = program.is_some_and(|name| name.starts_with("python"));
        let program = match words.iter().position(|word| *word == "-m") {
            Some(at) if is_python => words.get(at + 1).copied(),
            Some(_) | None => program,
        };
        self.command.is_empty() || (!runs_more && program.is_some_and(|name| USUAL_FILTERS.contains(&name)))
    }
}

/// A world with nothing in it: paths are what they say.
#[derive(Clone, Copy, Debug, Default)]
pub struct Emptiness;

impl World for Emptiness {
    fn real(&self, _: &str) -> Option<String> {
        None
    }

    fn expand(&self, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn kind(&self, _: &str) -> Kind {
        Kind::Unknown
    }

    fn text(&self, _: &str) -> Option<String> {
        None
    }

    fn repository(&self, _: &str) -> Option<Repository> {
        None
    }

    fn is_foreign_repository(&self, _: &str, _: &[String]) -> bool {
        false
    }
}

/// Where a call happens.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The absolute working directory.
    pub cwd: &'a str,
    /// The home directory of the person, if there is one.
    pub home: Option<&'a str>,
    /// The workspace's roots.
    pub roots: &'a [String],
    /// The disk.
    pub world: &'a dyn World,
}

impl Scene<'_> {
    /// The text of a file, as data that may go on in the call's words; none of a secret one.
    pub(crate) fn data(&self, path: &str) -> Option<String> {
        if self.world.is_secret(path) { None } else { self.world.text(path) }
    }

    /// The place that a tool's path argument names: no globs, no variables, but a leading tilde.
    pub fn place_of_path(&self, written: &str) -> Place {
        let expanded = match (written.strip_prefix('~'), self.home) {
            (Some(rest), Some(home)) if rest.is_empty() || rest.starts_with('/') => format!("{home}{rest}"),
            _ => written.to_owned(),
        };
        let value = Value::Known(expanded);
        Place { written: written.to_owned(), ..self.place(&value, &Value::Known(self.cwd.to_owned())) }
    }

    /// The place that a word names, seen from a directory.
    pub(crate) fn place(&self, value: &Value, cwd: &Value) -> Place {
        let uncommitted = value.ends_with_uncommitted();
        let mut place = Place { written: value.to_string(), uncommitted, ..Place::default() };
        if let Some(pieces) = usual_pieces(value, self.home) {
            self.add(&mut place, &pieces, Some("/"));
        }
        if let Value::Unknown(sources) = value {
            place.found.extend(sources.names().cloned());
            for name in self.listed_in_files(sources) {
                self.add(&mut place, &[Piece::Text(name)], cwd.known());
            }
            // Its name tells something where its value is not known.
            let mut from = sources.iter();
            if let (Some(Source::Variable(name)), None) = (from.next(), from.next()) {
                place.written = format!("${name}");
            }
            place.open = true;
            return place;
        }
        let pieces = value.pieces();
        if let Some((directory, name)) = searched_by_name(&pieces) {
            let directories = self.place(&Value::Known(directory.to_owned()), cwd).spots;
            place.found.extend(directories.iter().map(|spot| Found::below(&spot.path).named([name])));
        }
        match (value.listed_directory(), pieces.as_slice()) {
            // Wherever a listing was put: `out/$f` is what lies there.
            (Some(directory), _) => {
                let narrowed: Vec<Found> = match pieces.last() {
                    Some(Piece::Hole(hole)) => hole.sources.names().cloned().collect(),
                    Some(Piece::Text(_) | Piece::Glob(_) | Piece::Filled(_) | Piece::OneOf(_)) | None => {
                        Vec::new()
                    }
                };
                for spot in self.place(&directory, cwd).spots {
                    let own = narrowed.iter().filter(|found| found.directory() == spot.path);
                    let own: Vec<Found> = own.cloned().collect();
                    if own.is_empty() {
                        place.found.push(Found::below(&spot.path));
                    }
                    place.found.extend(own);
                }
            }
            // Some of a listing; and in a text that is run once more, a name has become a variable.
            (None, [Piece::Text(here), Piece::Hole(hole)]) if here.ends_with('/') => {
                place.found.extend(hole.sources.names().cloned());
            }
            (None, _) => {}
        }
        if value.prefix().starts_with('/') {
            self.add(&mut place, &pieces, Some("/"));
            return place;
        }
        match cwd {
            Value::Known(cwd) => self.add(&mut place, &pieces, Some(cwd)),
            Value::Few(directories) => {
                for cwd in directories.iter() {
                    self.add(&mut place, &pieces, Some(cwd));
                }
            }
            Value::Pattern(directory) => {
                let (rooted, pieces) = from_the_root(pieces);
                if let Some(rooted) = rooted {
                    self.add(&mut place, &rooted, Some("/"));
                }
                let Some(pieces) = pieces else { return place };
                let slash = std::iter::once(Piece::Text("/".to_owned()));
                let whole: Vec<Piece> = directory.iter().cloned().chain(slash).chain(pieces).collect();
                self.add(&mut place, &whole, None);
            }
            Value::Unknown(_) => self.add(&mut place, &pieces, None),
        }
        place
    }

    /// The place that a search below a directory shows lines of: the files there that fit a glob.
    pub(crate) fn place_below(directory: &Place, glob: &str) -> Place {
        let written = format!("{} in {}", glob, directory.written);
        let spots = directory.spots.iter().map(|spot| Spot {
            reach: Reach::Something,
            glob: Some(format!("{}/**/{}", spot.path.trim_end_matches('/'), glob.trim_start_matches('/'))),
            ..spot.clone()
        });
        Place { written, spots: spots.collect(), ..directory.clone() }
    }

    fn add(&self, place: &mut Place, pieces: &[Piece], cwd: Option<&str>) {
        let before = place.spots.len();
        path::spots(pieces, cwd, place);
        let named: Vec<Spot> = place.spots.get(before..).unwrap_or_default().to_vec();
        let itself =
            |path: String| Spot { path, reach: Reach::Itself, glob: None, if_empty: false, climbs: None };
        for spot in named {
            for path in spot.glob.as_deref().map(|glob| self.world.expand(glob)).unwrap_or_default() {
                place.spots.extend(self.world.real(&path).map(itself));
                place.spots.push(itself(path));
            }
            let asked = spot.climbs.as_deref().unwrap_or(&spot.path);
            if let Some(path) = self.world.real(asked).filter(|path| *path != spot.path) {
                place.spots.push(Spot { path, climbs: None, ..spot });
            }
        }
    }
}

/// The directory and the pattern of a name that a search prints, or that a glob goes through all directories for. A search does
/// not leave out what is hidden.
fn searched_by_name(pieces: &[Piece]) -> Option<(&str, &str)> {
    let [Piece::Text(directory), Piece::Glob(glob)] = pieces else { return None };
    let name = glob.strip_prefix("**/").filter(|name| !name.contains('/'))?;
    directory.ends_with('/').then_some((directory, name))
}

/// The ways in which pieces are a path from the root, and those in which they are one from wherever somebody stands.
fn from_the_root(pieces: Vec<Piece>) -> (Option<Vec<Piece>>, Option<Vec<Piece>>) {
    match pieces.as_slice() {
        [Piece::OneOf(few), rest @ ..] => {
            let part = |texts: Vec<String>| {
                let few = Few { texts, otherwise: few.otherwise.clone() };
                let kept = !few.texts.is_empty();
                kept.then(|| std::iter::once(Piece::OneOf(few)).chain(rest.iter().cloned()).collect())
            };
            let (rooted, below) = few.texts.iter().cloned().partition(|text| text.starts_with('/'));
            (part(rooted), part(below))
        }
        // Where the variable is empty, the slash is the first character.
        [Piece::Hole(_), Piece::Text(text), ..] if text.starts_with('/') => {
            (Some(pieces.clone()), Some(pieces))
        }
        _ => (None, Some(pieces)),
    }
}
