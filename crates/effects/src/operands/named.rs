//! Names of files in what a program puts out: searches give them, and filters pick some of them.

use super::{Gathered, nth};
use crate::effect::Depth;
use crate::found::{Flavour, Found, Picks};
use crate::knowledge::{Given, Role, Usage};
use crate::narrowing::{leaves_all, picks_lines_by};
use crate::path::Reach;
use crate::scene::Kind;
use crate::source::{Source, Sources};
use crate::state::State;
use crate::value::{Hole, Piece, Value};

/// What a program that looks for lines puts out, as far as it is names: `grep -rl x .`, `git ls-files | grep x`.
pub(super) fn names(
    name: &str,
    usage: &Usage,
    given: &Given,
    gathered: &Gathered,
    depth: Depth,
    state: &State,
) -> Vec<Found> {
    let searches = nth(&usage.operands, 1) == Role::Search;
    let fed = || -> Vec<Found> { state.stdin.sources().names().cloned().collect() };
    if !searches {
        let some = matches!(name, "head" | "tail" | "shuf" | "ghead" | "gtail");
        if let Some(expression) = picks_lines_by(name, given).filter(|_| !gathered.reads_files) {
            let is_extended = matches!(name, "awk" | "gawk" | "mawk" | "nawk")
                || ["-E", "-r"].iter().any(|option| given.option(option));
            let flavour = if is_extended { Flavour::Extended } else { Flavour::Basic };
            return fed()
                .into_iter()
                .map(|found| found.picked(expression, flavour, Picks::Fitting))
                .collect();
        }
        return if !gathered.reads_files && (some || leaves_all(name, given)) { fed() } else { Vec::new() };
    }
    let has = |options: &[&str]| options.iter().any(|option| given.option(option));
    let flavour = match name {
        "fgrep" | "zfgrep" => Flavour::Fixed,
        _ if has(&["-F", "--fixed-strings", "-Q", "--literal"]) => Flavour::Fixed,
        "grep" | "ggrep" | "zgrep" | "bzgrep" | "xzgrep" | "zstdgrep"
            if !has(&["-E", "-P", "--extended-regexp", "--perl-regexp"]) =>
        {
            Flavour::Basic
        }
        _ => Flavour::Extended,
    };
    let roles = given.roles();
    let by_option = roles.iter().filter(|(role, _)| *role == Role::PatternOption);
    let by_option = by_option.map(|(_, value)| value);
    let mut looked_for: Vec<&Value> = by_option.collect();
    let from_a_file = roles.iter().any(|(role, _)| *role == Role::PatternFile);
    if looked_for.is_empty() && !from_a_file {
        looked_for.extend(given.operands.first().map(|(_, word)| *word));
    }
    let known: Option<Vec<&str>> = looked_for.iter().map(|word| word.known()).collect();
    let known = known.filter(|known| !known.is_empty() && !from_a_file);
    let turned = has(&["-v", "--invert-match"]);
    if gathered.files.is_empty() && depth != Depth::Tree {
        let picks = if turned { Picks::Others } else { Picks::Fitting };
        let pick = |found: Found| match known.as_deref() {
            Some([expression]) => found.picked(expression, flavour, picks),
            Some(_) | None => found,
        };
        return fed().into_iter().map(pick).collect();
    }
    let lists = has(&["-l", "--files-with-matches", "--files-without-match"]);
    let leaves_names_out = has(&["-h", "--no-filename", "-c", "--count", "-q", "--quiet"]);
    if !lists && (depth != Depth::Tree || leaves_names_out) {
        return Vec::new();
    }
    let without = has(&["--files-without-match"]) || (has(&["-L"]) && !matches!(name, "rg" | "ripgrep"));
    // No file is called like the option, so that the shell leaves its stars: `--include=*.ts`.
    let is_written =
        |glob: &Value| glob.pieces().iter().all(|it| matches!(it, Piece::Text(_) | Piece::Glob(_)));
    let globs = roles.iter().filter(|(role, glob)| *role == Role::Filter && is_written(glob));
    let globs: Vec<String> = globs.map(|(_, glob)| glob.to_string()).collect();
    let globs: Vec<&str> = globs.iter().map(String::as_str).collect();
    let narrow = |found: Found| {
        let mut found = match name {
            // These are regular expressions.
            "ag" => globs
                .iter()
                .fold(found, |found, expression| found.picked(expression, Flavour::Extended, Picks::Fitting)),
            _ => found.named(globs.iter().copied().chain(types(given).iter().map(String::as_str))),
        };
        let sees_hidden =
            has(&["--hidden", "-.", "-u", "-uu", "-uuu", "--unrestricted", "-a", "--all-types"]);
        if matches!(name, "rg" | "ripgrep" | "ag" | "pt") && !sees_hidden {
            found = found.but_hidden();
        }
        for left_out in given.all("--exclude") {
            found = found.but_named(left_out);
        }
        if has(&["-i", "-y", "--ignore-case", "-S", "--smart-case", "--iglob"]) || name == "ag" {
            found = found.ignoring_case();
        }
        match known.as_deref() {
            Some(known) if !turned && !without => found.holding(known, flavour),
            Some(_) | None => found,
        }
    };
    let here = [Value::Known(".".to_owned())];
    let files = if gathered.files.is_empty() { here.as_slice() } else { gathered.files.as_slice() };
    files.iter().flat_map(|file| searched(file, state)).map(narrow).collect()
}

/// What the types of rg and ack stand for: files of that ending, as good as always. All of them are no choice.
fn types(given: &Given) -> Vec<String> {
    let named = ["-t", "--type"].into_iter().flat_map(|option| given.all(option));
    let left_out = ["-T", "--type-not"].into_iter().flat_map(|option| given.all(option));
    let named = named.filter(|name| *name != "all").map(|name| format!("*.{name}"));
    named.chain(left_out.map(|name| format!("!*.{name}"))).collect()
}

/// What a search of something looks at: files by their names, directories, or what another search has named.
pub(crate) fn searched(file: &Value, state: &State) -> Vec<Found> {
    let place = state.place(file);
    let named = place.spots.iter().filter_map(|spot| match (spot.reach, &spot.glob) {
        (Reach::Itself, None) => Some(Found::below(&spot.path)),
        (Reach::Something, Some(glob)) => {
            let below = glob.strip_prefix(&spot.path)?.trim_start_matches('/');
            Some(Found::below(&spot.path).named([below]))
        }
        (Reach::Itself | Reach::Everything | Reach::Something, _) => None,
    });
    named.chain(place.found).collect()
}

/// Files by their name, wherever they lie: `locate id_rsa`. What is no glob stands anywhere in it, and mostly in front.
pub(super) fn anywhere(name: &Value) -> Option<Value> {
    let written = name.known()?.trim_matches(['^', '$', '/']).replace("\\.", ".");
    let glob = match written.trim_start_matches("*/") {
        glob if glob.starts_with('*') && glob.ends_with('*') => glob.trim_start_matches('*').to_owned(),
        glob if glob.contains('*') => glob.to_owned(),
        name => format!("{name}*"),
    };
    let is_name = glob.starts_with(|letter: char| letter != '*' || glob.len() > 1);
    (is_name && !glob.contains(char::is_whitespace))
        .then(|| Value::of(vec![Piece::Text("/".to_owned()), Piece::Glob(format!("**/{glob}"))]))
}

/// What a program names that lists its operands: of a directory, what lies in it.
pub(super) fn named_by_a_list(name: &str, given: &Given, listed: &[Value], state: &State) -> Vec<Value> {
    let looks_inside = matches!(name, "ls" | "dir" | "vdir" | "gls" | "exa" | "eza" | "lsd")
        && !["-d", "--directory", "--list-dirs"].iter().any(|option| given.option(option));
    if !looks_inside {
        return listed.to_vec();
    }
    let shows_hidden = ["-a", "-A", "--all", "--almost-all"].iter().any(|option| given.option(option));
    let inside = |word: &Value| {
        let place = state.place(word);
        let path = place.only()?;
        let is_directory = match state.scene.world.kind(path) {
            Kind::Directory => true,
            // Most files have an ending.
            Kind::Nothing | Kind::Unknown => {
                !place.spots.iter().any(|spot| spot.last().trim_start_matches('.').contains('.'))
            }
            Kind::File => false,
        };
        // A line of a table says more than a name.
        let piece = if given.option("-l") {
            Piece::Hole(Hole::new("?"))
        } else {
            Piece::Glob(if shows_hidden { ".*" } else { "*" }.to_owned())
        };
        is_directory.then(|| Value::of(vec![piece]))
    };
    listed.iter().map(|word| inside(word).unwrap_or_else(|| word.clone())).collect()
}

/// What is put out, with names in it.
pub(crate) fn with_names(sources: &Sources, names: Vec<Found>) -> Value {
    let others = sources.iter().filter(|source| !matches!(source, Source::Names(_))).cloned();
    let all = others.chain(names.into_iter().map(Source::Names));
    Value::Unknown(all.fold(Sources::NONE, |all, source| all.and(&Sources::from(source))))
}
