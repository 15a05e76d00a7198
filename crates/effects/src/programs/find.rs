//! find and fd: they delete, write and run commands.

use hookward_shell::Span;

use crate::commands::Outcome;
use crate::effect::{Action, Depth, Effect, Standing};
use crate::found::{Flavour, Found, loosened};
use crate::operands::{searched, with_names};
use crate::path::Reach;
use crate::programs::Arguments;
use crate::scene::Kind;
use crate::source::Sources;
use crate::state::State;
use crate::value::{Hole, Piece, Value};
use crate::walk::Walk;

/// What a `find` does.
#[allow(clippy::struct_excessive_bools, reason = "what its expression says, each on its own")]
struct Find {
    /// Where it starts.
    paths: Vec<Value>,
    deletes: bool,
    /// Whether a test narrows down what it finds.
    filtered: bool,
    /// The name that a test asks for.
    name: Option<String>,
    /// The path that one asks for.
    path: Option<String>,
    /// The commands it runs, with `{}` in them.
    runs: Vec<(Vec<Value>, Position)>,
    /// The files that it writes what it finds to, and how.
    writes: Vec<(Value, Option<String>)>,
    /// The file that it reads its starting points from.
    reads: Vec<Value>,
    only_reads: bool,
    /// How it prints what it finds.
    prints: Option<String>,
    /// Whether all that it finds has the name: no test is an alternative, and none is turned around.
    only_named: bool,
}

impl Find {
    /// Whether a command is told what was found, or runs beside it.
    fn hands_on(&self) -> bool {
        let is_told = |word: &Value| word.known().is_none_or(|text| text.contains("{}"));
        self.runs
            .iter()
            .any(|(command, position)| *position == Position::There || command.iter().any(is_told))
    }
}

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

/// What narrows down what is found.
enum Test {
    None,
    /// A name that is asked for.
    Name(String),
    Other,
}

/// Where a command runs that `find` starts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    Here,
    /// In the directory of what was found.
    There,
}

fn read(words: &[Value]) -> Find {
    let mut find = Find {
        paths: Vec::new(),
        deletes: false,
        filtered: false,
        name: None,
        path: None,
        runs: Vec::new(),
        writes: Vec::new(),
        reads: Vec::new(),
        only_reads: true,
        prints: None,
        only_named: true,
    };
    let is_expression = |word: &Value| matches!(word.prefix().as_bytes().first(), Some(b'-' | b'(' | b'!'));
    let mut rest = words
        .iter()
        .skip_while(|word| matches!(word.known(), Some("-H" | "-L" | "-P" | "-O1" | "-O2" | "-O3")))
        .peekable();
    while let Some(path) = rest.next_if(|word| !is_expression(word)) {
        find.paths.push(path.clone());
    }
    if find.paths.is_empty() {
        find.paths.push(Value::Known(".".to_owned()));
    }
    let mut negated = false;
    while let Some(word) = rest.next() {
        // Everything but one thing is as good as everything.
        let denied = std::mem::take(&mut negated);
        match word.prefix() {
            "-not" | "!" => {
                negated = !denied;
                // Turned around, a path only takes something away.
                let path = |word: &&&Value| matches!(word.prefix(), "-path" | "-ipath" | "-wholename");
                find.only_named &= rest.peek().as_ref().is_some_and(path);
            }
            "-delete" => {
                find.deletes = true;
                find.only_reads = false;
            }
            kind @ ("-exec" | "-execdir" | "-ok" | "-okdir") => {
                let command = rest.by_ref().take_while(|word| !matches!(word.known(), Some(";" | "+")));
                let position = if kind.ends_with("dir") { Position::There } else { Position::Here };
                let command: Vec<Value> = command.cloned().collect();
                find.only_reads &=
                    kind == "-exec" && shows(&command) && find.name.as_deref().is_some_and(is_source);
                find.runs.push((command, position));
            }
            kind @ ("-fprint" | "-fprint0" | "-fls" | "-fprintf") => {
                let file = rest.next().cloned();
                let format = rest.next_if(|_| kind == "-fprintf").and_then(Value::known);
                find.writes.extend(file.map(|file| (file, format.map(str::to_owned))));
                find.only_reads = false;
            }
            "-files0-from" => find.reads.extend(rest.next().cloned()),
            // Only tests and actions that are known to do nothing else.
            "-type" | "-xtype" => {
                let kind = rest.next().map(ToString::to_string).unwrap_or_default();
                find.filtered |= !denied && matches!(kind.as_str(), "l" | "p" | "s" | "b" | "c");
            }
            "-maxdepth" | "-mindepth" => {
                rest.next();
            }
            "-printf" => find.prints = rest.next().and_then(Value::known).map(str::to_owned),
            "-o" | "-or" | "," => find.only_named = false,
            "-print" | "-print0" | "-prune" | "-a" | "-and" | "(" | ")" | "-depth" | "-ls" | "-xdev"
            | "-mount" | "-follow" | "-quit" => {}
            // A pattern of nothing but stars and dots fits everything.
            "-name" | "-iname" | "-path" | "-ipath" | "-regex" | "-iregex" | "-wholename" => {
                let pattern = rest.next().map(ToString::to_string).unwrap_or_default();
                let spelled =
                    |letter: char| letter.is_alphanumeric() || matches!(letter, '~' | '#' | '_' | '$' | '%');
                if denied || !pattern.chars().any(spelled) {
                    continue;
                }
                find.filtered = true;
                match word.prefix() {
                    "-name" | "-iname" => find.name = Some(pattern),
                    "-path" | "-ipath" | "-wholename" => find.path = Some(pattern),
                    _ => {}
                }
            }
            "-mtime" | "-mmin" | "-atime" | "-ctime" | "-newer" | "-size" | "-user" | "-perm" | "-group"
            | "-cmin" | "-amin" | "-inum" | "-links" | "-samefile" => {
                rest.next();
                find.filtered = true;
            }
            "-empty" | "-executable" | "-nouser" => find.filtered = true,
            word if word.starts_with('-') => find.only_reads = false,
            _ => {}
        }
    }
    find
}

/// Runs `find` with these words.
pub(super) fn run(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) -> Outcome {
    let find = read(rest);
    let test = match &find.name {
        Some(name) => Test::Name(name.clone()),
        None if find.filtered => Test::Other,
        None => Test::None,
    };
    let start = walk.facts.effects.len();
    for (command, position) in &find.runs {
        let mut apart = walk.copy(state);
        if *position == Position::There {
            apart.cwd = match find.paths.as_slice() {
                [path] => found(path, &Test::Other, state),
                _ => Value::unknown(),
            };
        }
        let command = command.iter().map(|word| filled(word, &find.paths, &test, state)).collect();
        walk.peel("find", |walk| walk.command(command, span, &mut apart));
    }
    // `find dir -exec rm {} +` deletes what it finds, as `-delete` does.
    // A command that is not told what was found deletes what it names, which is an effect of its own.
    let is_deletion = |effect: &Effect| matches!(effect.action, Action::Delete(..));
    let deletes = find.deletes || (find.hands_on() && walk.facts.effects.iter().skip(start).any(is_deletion));
    let whole = find.paths.first().map(|path| found(path, &test, state).pieces()).unwrap_or_default();
    let formatted = |format: &str| {
        super::git::filled(format, |letter| match letter {
            'p' | 'P' | 'f' => whole.clone(),
            _ => vec![Piece::Hole(Hole::new("%"))],
        })
    };
    for (file, format) in &find.writes {
        let place = state.place(file);
        let content = format.as_deref().and_then(formatted);
        walk.write(place, content.unwrap_or_else(Value::unknown), span, state);
    }
    for file in &find.reads {
        walk.read(state.place(file), span);
    }
    let mut names = Vec::new();
    for path in &find.paths {
        let mut place = state.place(path);
        names.extend(found(path, &test, state).pieces());
        names.push(Piece::Text("\n".to_owned()));
        if !deletes {
            walk.effect(Action::List(place), span);
            continue;
        }
        let depth = if find.filtered { Depth::Matching } else { Depth::Tree };
        if find.filtered {
            place.spots.iter_mut().for_each(|spot| spot.reach = Reach::Something);
        }
        if find.deletes && find.name.is_some() {
            let fitting = state.place(&found(path, &test, state));
            walk.delete(fitting, Depth::Matching, span, state);
        }
        walk.delete(place, depth, span, state);
    }
    if let Some(pattern) = find.path.as_ref().filter(|_| deletes) {
        // Before the first slash stands where it starts: `*/.claude/*` is `./.claude/x` too.
        let pattern = pattern.strip_prefix("*/").unwrap_or(pattern);
        let (directory, glob) = pattern.split_at(pattern.find(['*', '?', '[']).unwrap_or(pattern.len()));
        let place =
            state.place(&Value::of(vec![Piece::Text(directory.to_owned()), Piece::Glob(glob.to_owned())]));
        walk.delete(place, Depth::Matching, span, state);
    }
    if find.runs.is_empty() && !find.deletes {
        let formatted = find.prints.as_deref().and_then(formatted);
        walk.print(&formatted.unwrap_or_else(|| Value::of(names)), span);
    }
    let open = rest.iter().any(Value::is_open);
    let known = find.runs.is_empty() || find.only_named;
    Outcome::Done(if find.only_reads && known && !open { Standing::ReadOnly } else { Standing::Known })
}

/// fd: `-x` and `-X` run a command for what it finds.
pub(super) fn fd(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) -> Outcome {
    let is_run = |word: &Value| matches!(word.known(), Some("-x" | "-X" | "--exec" | "--exec-batch"));
    let at = rest.iter().position(is_run).unwrap_or(rest.len());
    let (own, command) = rest.split_at(at);
    let given = Arguments::of(
        own,
        &[
            "-e",
            "-t",
            "-E",
            "-d",
            "-S",
            "-o",
            "--extension",
            "--type",
            "--exclude",
            "--max-depth",
            "--base-directory",
        ],
    );
    let directory = given.operands.get(1).map_or_else(here, |word| (*word).clone());
    // A regular expression that is little more than a name.
    let pattern = given.first().map(|pattern| {
        let text = pattern.trim_start_matches('^').trim_end_matches('$').replace('\\', "");
        let is_name =
            pattern.starts_with('^') && pattern.ends_with('$') && !text.contains(['*', '+', '(', '[', '|']);
        if is_name { text } else { pattern.to_owned() }
    });
    let narrowed =
        given.has(&["--extension", "--type", "--size", "--changed-within", "--changed-before", "--owner"])
            || ["e", "S"].iter().any(|letter| given.has_letter(letter));
    let extension = own.windows(2).find_map(|pair| match pair {
        [option, value] if matches!(option.known(), Some("-e" | "--extension")) => value.known(),
        _ => None,
    });
    let test = match pattern.filter(|pattern| pattern.chars().any(char::is_alphanumeric)) {
        Some(pattern) => Test::Name(pattern),
        None if extension.is_some() => Test::Name(format!("*.{}", extension.unwrap_or_default())),
        None if narrowed => Test::Other,
        None => Test::None,
    };
    walk.effect(Action::List(state.place(&directory)), span);
    match command.split_first() {
        Some((_, command)) if !command.is_empty() => {
            let paths = [directory];
            let mut words: Vec<Value> = command
                .iter()
                .filter(|word| word.known() != Some(";"))
                .map(|word| filled(word, &paths, &test, state))
                .collect();
            if !command.iter().any(|word| word.to_string().contains('{')) {
                words.extend(paths.first().map(|path| found(path, &test, state)));
            }
            walk.peel("fd", |walk| {
                let mut apart = walk.copy(state);
                walk.command(words, span, &mut apart);
            });
        }
        _ => {
            walk.print(&found(&directory, &test, state), span);
            if let Some(part) = given.first() {
                let is_fixed = given.has(&["--fixed-strings"]) || given.has_letter("F");
                let flavour = if is_fixed { Flavour::Fixed } else { Flavour::Extended };
                let ends = |path: &str| extension.is_none_or(|ending| path.ends_with(&format!(".{ending}")));
                for path in files_named(&directory, part, flavour, state).iter().filter(|path| ends(path)) {
                    walk.print(&Value::Known(format!("\n{path}")), span);
                }
            }
        }
    }
    Outcome::Done(Standing::Known)
}

/// The files that the disk has below a directory, by a part of their names.
fn files_named(directory: &Value, part: &str, flavour: Flavour, state: &State) -> Vec<String> {
    let is_file = |path: &String| state.scene.world.kind(path) == Kind::File;
    let globs = loosened(part, flavour).globs.into_iter();
    let places = globs.map(|glob| state.place(&found(directory, &Test::Name(glob), state)));
    let named = places.flat_map(|place| place.spots).filter(|spot| spot.reach == Reach::Itself);
    named.map(|spot| spot.path).filter(is_file).collect()
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
fn found(path: &Value, test: &Test, state: &State) -> Value {
    let piece = match test {
        Test::None => return Value::everything_below(path, searched(path, state)),
        Test::Name(name) => Piece::Glob(format!("**/{name}")),
        Test::Other => Piece::Hole(Hole::new("?")),
    };
    let slash = if path.prefix().ends_with('/') { "" } else { "/" };
    let mut pieces = path.join(&Value::Known(slash.to_owned())).pieces();
    pieces.push(piece);
    Value::of(pieces)
}

/// A word of a command that `find` runs, with what was found in place of `{}`.
fn filled(word: &Value, paths: &[Value], narrowed: &Test, state: &State) -> Value {
    match (word.known(), paths) {
        (Some("{}"), [path]) => found(path, narrowed, state),
        (Some("{}"), _) => Value::unknown(),
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
