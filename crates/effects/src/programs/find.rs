//! find and fd: they delete, write and run commands.

mod expression;
pub(super) mod fd;

use hookward_shell::Span;

use self::expression::{Act, Position, Way};
use crate::commands::Outcome;
use crate::effect::{Action, Depth, Effect, Standing};
use crate::found::Found;
use crate::operands::{searched, with_names};
use crate::path::Reach;
use crate::programs::Arguments;
use crate::source::{Source, Sources};
use crate::state::State;
use crate::value::{Hole, Piece, Value};
use crate::walk::Walk;

/// Programs that only show what they are given, whatever their options.
fn shows(command: &[Value]) -> bool {
    let program = command.first().and_then(Value::known);
    program.is_some_and(|program| {
        matches!(
            program,
            "basename"
                | "cat"
                | "dirname"
                | "du"
                | "file"
                | "grep"
                | "head"
                | "ls"
                | "md5sum"
                | "nl"
                | "sha256sum"
                | "stat"
                | "tail"
                | "wc"
        )
    })
}

/// `*.ts`: names that source and documents have, and secrets do not.
pub(crate) fn is_source(pattern: &str) -> bool {
    const ENDINGS: &[&str] = &[
        "c", "cc", "cpp", "cs", "css", "dart", "ex", "exs", "go", "graphql", "h", "hpp", "html", "java",
        "js", "jsx", "kt", "md", "mdx", "mjs", "proto", "py", "rb", "rs", "rst", "scala", "scss", "svelte",
        "swift", "ts", "tsx", "vue",
    ];
    let ending = pattern.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|ending| ENDINGS.contains(&ending))
}

/// Which of what lies there is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Aim {
    /// All of it, but for what has these names or paths.
    All(Vec<String>),
    /// What has a name.
    Name(String),
    /// What has a path, as it is written from where the search starts.
    Path(String),
    /// Some of it by its age or its size, but for what has these names or paths.
    Asked(Vec<String>),
    /// Some of it, by another test.
    Some,
}

/// What is meant on the ways to an action, each once.
fn aims(ways: &[Way], pruned: &[String]) -> Vec<Aim> {
    let mut aims = Vec::new();
    for way in ways {
        let aim = match (&way.name, &way.path) {
            (Some(name), _) => Aim::Name(name.clone()),
            (None, Some(path)) => Aim::Path(path.clone()),
            (None, None) if way.few || way.empty => Aim::Some,
            (None, None) => {
                let but = way.but.iter().chain(pruned).cloned().collect();
                if way.asked { Aim::Asked(but) } else { Aim::All(but) }
            }
        };
        if !aims.contains(&aim) {
            aims.push(aim);
        }
    }
    aims
}

/// Whether a command is told what was found, or runs beside it.
fn is_told(command: &[Value], position: Position) -> bool {
    let names_it = |word: &Value| word.known().is_none_or(|text| text.contains("{}"));
    position == Position::There || command.iter().any(names_it)
}

/// Runs `find` with these words.
pub(super) fn run(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) -> Outcome {
    let find = expression::read(rest);
    let mut deletes = false;
    let mut printed = Vec::new();
    for step in &find.steps {
        let mut aims = aims(&step.ways, &find.pruned);
        // A command that takes a list takes all of it: there is no telling how much was left out.
        if let Act::Print(_) | Act::Write(..) = &step.act {
            for aim in &mut aims {
                if let Aim::Asked(but) = aim {
                    *aim = Aim::All(std::mem::take(but));
                }
            }
        }
        let whole = || {
            let path = find.paths.first();
            let all =
                path.into_iter().flat_map(|path| aims.iter().map(|aim| found(path, aim, state).pieces()));
            all.reduce(|mut all, more| {
                all.push(Piece::Text("\n".to_owned()));
                all.extend(more);
                all
            })
        };
        let formatted = |format: &str| {
            super::git::filled(format, |letter| match letter {
                'p' | 'P' | 'f' => whole().unwrap_or_default(),
                _ => vec![Piece::Hole(Hole::new("%"))],
            })
        };
        match &step.act {
            Act::Delete => {
                deletes = true;
                for path in &find.paths {
                    for aim in aims.iter().filter(|aim| matches!(aim, Aim::Name(_))) {
                        let fitting = state.place(&found(path, aim, state));
                        walk.delete(fitting, Depth::Matching, span, state);
                    }
                }
                takes_away(walk, &find.paths, &step.ways, span, state);
            }
            Act::Run(command, position) => {
                let start = walk.facts.effects.len();
                for aim in &aims {
                    let mut apart = walk.copy(state);
                    if *position == Position::There {
                        apart.cwd = match find.paths.as_slice() {
                            [path] => found(path, &Aim::Some, state),
                            _ => Value::unknown(),
                        };
                    }
                    let command = command.iter().map(|word| filled(word, &find.paths, aim, state)).collect();
                    walk.peel("find", |walk| walk.command(command, span, &mut apart));
                }
                // `find dir -exec rm {} +` deletes what it finds, as `-delete` does.
                // A command that is not told what was found deletes what it names, which is an effect of its own.
                let is_deletion = |effect: &Effect| matches!(effect.action, Action::Delete(..));
                if is_told(command, *position) && walk.facts.effects.iter().skip(start).any(is_deletion) {
                    deletes = true;
                    takes_away(walk, &find.paths, &step.ways, span, state);
                }
            }
            Act::Write(file, format) => {
                let place = state.place(file);
                let content = format.as_deref().and_then(formatted);
                walk.write(place, content.unwrap_or_else(Value::unknown), span, state);
            }
            Act::Print(format) => match format.as_deref().and_then(formatted) {
                Some(value) => printed.extend(value.pieces()),
                None => {
                    for (path, aim) in
                        find.paths.iter().flat_map(|path| aims.iter().map(move |aim| (path, aim)))
                    {
                        printed.extend(found(path, aim, state).pieces());
                        printed.push(Piece::Text("\n".to_owned()));
                    }
                }
            },
        }
    }
    for file in &find.reads {
        walk.read(state.place(file), span);
    }
    if !deletes {
        for path in &find.paths {
            walk.effect(Action::List(state.place(path)), span);
        }
    }
    if !printed.is_empty() {
        walk.print(&Value::of(printed), span);
    }
    let open = rest.iter().any(Value::is_open);
    Outcome::Done(if find.only_reads && !open { Standing::ReadOnly } else { Standing::Known })
}

/// What was found is deleted: all that lies there, unless each way to it asks for something. Where that is an age or a size, it
/// may be nearly all of it.
fn takes_away(walk: &mut Walk, paths: &[Value], ways: &[Way], span: Span, state: &mut State) {
    let depth = if ways.iter().all(Way::is_narrow) { Depth::Matching } else { Depth::Tree };
    let is_some_of_it = ways.iter().all(|way| way.is_narrow() || way.asked);
    for path in paths {
        let mut place = state.place(path);
        if is_some_of_it {
            place.spots.iter_mut().for_each(|spot| spot.reach = Reach::Something);
        }
        // Of a file that is told by its number, nobody knows the name.
        if ways.iter().all(|way| way.name.is_some() || way.path.is_some() || way.empty) {
            place.found = ways.iter().flat_map(|way| found_by(way, path, state)).collect();
        }
        walk.delete(place, depth, span, state);
    }
    for pattern in ways.iter().filter_map(|way| way.path.as_ref()) {
        // Before the first slash stands where it starts: `*/.claude/*` is `./.claude/x` too.
        let pattern = pattern.strip_prefix("*/").unwrap_or(pattern);
        let (directory, glob) = pattern.split_at(pattern.find(['*', '?', '[']).unwrap_or(pattern.len()));
        let place =
            state.place(&Value::of(vec![Piece::Text(directory.to_owned()), Piece::Glob(glob.to_owned())]));
        walk.delete(place, Depth::Matching, span, state);
    }
}

/// Which files a way can lead to, as far as their names tell that.
fn found_by(way: &Way, path: &Value, state: &State) -> Vec<Found> {
    let narrowed = |mut found: Found| {
        if let Some(name) = &way.name {
            found = found.named([name.as_str()]);
        }
        if let Some(pattern) = &way.path {
            found = found.lying_at(below(pattern, path));
        }
        if way.empty { found.empty() } else { found }
    };
    all_but(path, &way.but, state).into_iter().map(narrowed).collect()
}

/// `rg --files`: every file below a directory, unless a glob or a type narrows that down.
pub(super) fn listed_by_ripgrep(walk: &mut Walk, rest: &[Value], span: Span, state: &State) {
    let given = Arguments::of(rest, &["-g", "--glob", "-t", "--type", "--iglob", "-T", "--type-not"]);
    let directory = given.operands.first().map_or_else(here, |word| (*word).clone());
    let all = |options: &[&str]| given.all_values(options);
    let ending = |value: &Value, sign: &str| format!("{sign}*.{value}");
    let globs: Vec<String> = (all(&["-g", "--glob", "--iglob"]).iter().map(ToString::to_string))
        .chain(all(&["-t", "--type"]).iter().map(|value| ending(value, "")))
        .chain(all(&["-T", "--type-not"]).iter().map(|value| ending(value, "!")))
        .collect();
    if globs.is_empty() {
        let all = Value::everything_below(&directory, searched(&directory, state));
        walk.print(&all.join(&Value::Known("\n".to_owned())), span);
        return;
    }
    let narrow = |found: Found| found.named(globs.iter().map(String::as_str));
    let found = searched(&directory, state).into_iter().map(narrow).collect();
    walk.print(&with_names(&Sources::NONE, found).join(&Value::Known("\n".to_owned())), span);
}

fn here() -> Value {
    Value::Known(".".to_owned())
}

/// What is found below a path, as far as tests narrow it down.
fn found(path: &Value, aim: &Aim, state: &State) -> Value {
    let piece = match aim {
        Aim::All(but) => return Value::everything_below(path, all_but(path, but, state)),
        Aim::Name(name) => Piece::Glob(format!("**/{name}")),
        Aim::Path(pattern) => {
            let start = path.prefix().trim_end_matches('/');
            let below = pattern.strip_prefix(start).and_then(|below| below.strip_prefix('/'));
            // A star fits slashes, too.
            let deep = |part: &str| match part.strip_prefix('*') {
                Some("" | "*") => "**".to_owned(),
                Some(_) => format!("**/{part}"),
                None => part.to_owned(),
            };
            Piece::Glob(below.unwrap_or(pattern).split('/').map(deep).collect::<Vec<String>>().join("/"))
        }
        Aim::Asked(but) => {
            let names = all_but(path, but, state).into_iter().map(Source::Names);
            let sources = names.fold(Sources::NONE, |all, names| all.and(&Sources::from(names)));
            Piece::Hole(Hole { written: "?".to_owned(), sources })
        }
        Aim::Some => Piece::Hole(Hole::new("?")),
    };
    let slash = if path.prefix().ends_with('/') { "" } else { "/" };
    let mut pieces = path.join(&Value::Known(slash.to_owned())).pieces();
    pieces.push(piece);
    Value::of(pieces)
}

/// The names of all that lies below a path, without those that fit patterns of names or paths.
fn all_but(path: &Value, patterns: &[String], state: &State) -> Vec<Found> {
    let mut all = searched(path, state);
    for pattern in patterns.iter().flat_map(|pattern| below(pattern, path)) {
        all = all.into_iter().map(|found| found.but_named(pattern)).collect();
    }
    all
}

/// A pattern of whole paths, as one of what lies below where the search starts; and where a star stands for that, without it.
fn below<'p>(pattern: &'p str, path: &Value) -> impl Iterator<Item = &'p str> {
    let start = path.prefix().trim_end_matches('/');
    let below = pattern.strip_prefix(start).and_then(|below| below.strip_prefix('/')).unwrap_or(pattern);
    std::iter::once(below).chain(below.strip_prefix("*/"))
}

/// A word of a command that `find` runs, with what was found in place of `{}`.
fn filled(word: &Value, paths: &[Value], aim: &Aim, state: &State) -> Value {
    match (word.known(), paths) {
        (Some("{}"), [path]) => found(path, aim, state),
        (Some("{}"), _) => match aim {
            Aim::All(but) | Aim::Asked(but) => {
                let all = paths.iter().flat_map(|path| all_but(path, but, state));
                with_names(&Sources::NONE, all.collect())
            }
            Aim::Name(_) | Aim::Path(_) | Aim::Some => Value::unknown(),
        },
        (Some(text), _) if text.contains("{}") => {
            // Inside a script, a variable that nobody has set stands for it.
            let mut pieces = Vec::new();
            for (index, part) in text.split("{}").enumerate() {
                if index > 0 {
                    pieces.push(Piece::Hole(Hole::new("{}")));
                }
                pieces.push(Piece::Text(part.to_owned()));
            }
            Value::of(pieces)
        }
        _ => word.clone(),
    }
}
