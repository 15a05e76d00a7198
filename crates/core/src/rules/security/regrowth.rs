//! What makes a deleted directory again: a later command of the same text, or whatever makes what is deleted with it.

use hookward_effects::{Action, Command, Depth, Effect, Origin, Place, Spot, Standing, Value};

use crate::policy::ARTEFACTS;
use crate::rule::Case;

/// Programs that fill a directory of a fixed name, with the words that make them do it (any of them; none: always).
const FILLED: &[(&str, &[&str], &[&str])] = &[
    ("composer", &["install", "i", "update", "u", "require"], &["vendor"]),
    ("go", &["vendor"], &["vendor"]),
    ("cargo", &["vendor"], &["vendor"]),
    ("bundle", &["install", "package", "cache"], &["vendor", "bundle"]),
    ("mix", &["deps.get", "setup", "deps.compile"], &["deps"]),
    (
        "dotnet",
        &["build", "restore", "publish", "test", "run", "pack", "msbuild"],
        &["bin", "obj", "publish"],
    ),
    ("hugo", &[], &["public", "resources"]),
    ("gatsby", &["build", "develop"], &["public"]),
    ("hexo", &["generate", "g"], &["public"]),
    ("zola", &["build"], &["public"]),
    ("mdbook", &["build", "serve", "watch"], &["book"]),
    ("mkdocs", &["build", "serve"], &["site"]),
    ("antora", &[], &["site"]),
    ("ionic", &["build"], &["www"]),
    ("stencil", &["build"], &["www"]),
];

/// As before, for directories that hold sources in other projects: the disk must say that there is nothing to lose.
const BUILT: &[(&str, &[&str], &[&str])] = &[
    ("npm", &["build", "compile", "bundle", "dist"], &["lib", "es", "esm", "cjs", "types", "typings", "umd"]),
    ("bun", &["build", "compile", "bundle", "dist"], &["lib", "es", "esm", "cjs", "types", "typings", "umd"]),
    (
        "pnpm",
        &["build", "compile", "bundle", "dist"],
        &["lib", "es", "esm", "cjs", "types", "typings", "umd"],
    ),
    (
        "yarn",
        &["build", "compile", "bundle", "dist"],
        &["lib", "es", "esm", "cjs", "types", "typings", "umd"],
    ),
    ("tsc", &[], &["lib", "es", "esm", "cjs", "types", "typings"]),
    ("tsup", &[], &["lib", "es", "esm", "cjs", "types"]),
    ("rollup", &[], &["lib", "es", "esm", "cjs", "types"]),
    ("babel", &[], &["lib", "es", "esm", "cjs"]),
    ("father", &["build"], &["lib", "es", "esm"]),
    ("virtualenv", &[], &["env"]),
    ("go", &["build", "install"], &["bin"]),
];

/// Programs that may put somebody's work where nothing was.
const MOVERS: &[&str] = &["bindfs", "gmv", "ln", "mount", "mv", "rename", "robocopy", "rsync"];

/// Programs that make a directory of what is elsewhere too, with the words that make them do it (none: always).
const MAKERS: &[(&str, &[&str])] = &[
    ("cargo", &["new", "init"]),
    ("cp", &[]),
    ("degit", &[]),
    ("dotnet", &["new"]),
    ("flutter", &["create"]),
    ("gh", &["clone"]),
    ("git", &["clone"]),
    ("mkdir", &[]),
    ("tar", &[]),
    ("unzip", &[]),
];

/// Names that many things have, and that build output has beside other build output: `rm -rf bin obj`.
const COMPANIONS: &[&str] = &[
    "bin", "cjs", "deps", "env", "es", "esm", "lib", "publish", "release", "report", "reports", "types",
    "typings", "umd", "vendor",
];

/// Whether the disk says that there is nothing, or nothing that anybody has written.
fn has_nothing_to_lose(place: &Place) -> bool {
    match place.origin {
        Origin::Missing | Origin::Made | Origin::Generated => true,
        Origin::Unknown => false,
    }
}

/// Whether a later command makes again what an effect deletes.
pub(super) fn is_made_again(case: &Case, effect: &Effect, place: &Place) -> bool {
    let Some(span) = effect.span else { return false };
    let mut later = case.facts.commands.iter().filter(|command| command.span.start >= span.end);
    !place.open && later.any(|command| !place.spots.is_empty() && makes(command, place))
}

fn makes(command: &Command, place: &Place) -> bool {
    let Some(program) = program(command) else { return false };
    let rest: Vec<&str> = command.words.iter().skip(1).filter_map(Value::known).collect();
    // What lies in such a directory comes back with it.
    let is_in = |directory: &&str| {
        let written = place.written.trim_end_matches("/*");
        !written.starts_with(['/', '~']) && written.split('/').any(|name| name == *directory)
    };
    let built = BUILT.iter().filter(|_| has_nothing_to_lose(place));
    let fills = |spot: &Spot| {
        FILLED.iter().chain(built.clone()).any(|(filler, asked, directories)| {
            *filler == program
                && (asked.is_empty() || asked.iter().any(|word| rest.contains(word)))
                && (directories.contains(&spot.last()) || directories.iter().any(is_in))
        })
    };
    place.spots.iter().all(fills)
}

/// Whether there was nothing when the text began, and nothing in it but copies when it is deleted: `git clone … x &&
/// rm -rf x`, `rm -rf x && protoc --go_out=x …`.
pub(super) fn is_of_the_text(case: &Case, effect: &Effect, place: &Place) -> bool {
    let (Origin::Missing, Some(span)) = (place.origin, effect.span) else { return false };
    let written = place.written.trim_start_matches("./").trim_end_matches('/');
    let names = |command: &&Command| {
        command.words.iter().skip(1).filter_map(Value::known).any(|word| {
            let value = word.rsplit('=').next().unwrap_or(word);
            value.trim_start_matches("./").trim_end_matches('/') == written
        })
    };
    let commands = || case.facts.commands.iter();
    let before = || commands().filter(|command| command.span.end <= span.start).filter(names);
    let makes = |command: &Command| {
        MAKERS.iter().any(|(maker, asked)| {
            program(command) == Some(*maker)
                && (asked.is_empty()
                    || command.words.iter().filter_map(Value::known).any(|word| asked.contains(&word)))
        })
    };
    let moved = commands().any(|command| program(command).is_some_and(|name| MOVERS.contains(&name)));
    let again = || {
        commands()
            .filter(|command| command.span.start >= span.end && may_fill(command))
            .any(|command| names(&command))
    };
    !moved && (before().any(makes) || (before().next().is_none() && again()))
}

/// Whether a command may put something into a directory: an empty one gives nothing back, and a look at it neither.
fn may_fill(command: &Command) -> bool {
    const FILL_NOTHING: &[&str] = &[
        "cd", "chgrp", "chmod", "chown", "install", "ln", "mkdir", "pushd", "rm", "rmdir", "test", "touch",
        "truncate",
    ];
    command.standing != Standing::ReadOnly
        && program(command).is_none_or(|program| !FILL_NOTHING.contains(&program))
}

/// Whether what is deleted holds what the text has moved there, and what was not free to delete where it came from.
pub(super) fn holds_what_was_moved(
    case: &Case,
    index: usize,
    place: &Place,
    is_free: impl Fn(&Spot) -> bool,
) -> bool {
    let before = case.facts.effects.get(..index).unwrap_or_default();
    let is_in = |moved: &Spot| {
        let path = moved.path.as_str();
        place.spots.iter().any(|spot| {
            path.strip_prefix(spot.path.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    };
    before.iter().enumerate().any(|(at, effect)| {
        let Action::Delete(from, Depth::Moved) = &effect.action else { return false };
        let mut writes = before.iter().skip(at).filter(|write| write.span == effect.span);
        !from.spots.iter().all(&is_free)
            && writes.any(|write| matches!(&write.action, Action::Write(to, _) if to.spots.iter().any(is_in)))
    })
}

fn program(command: &Command) -> Option<&str> {
    let first = command.words.first()?.known()?;
    first.rsplit('/').next()
}

/// Whether the command that deletes a place deletes certain build output beside it.
pub(super) fn is_a_companion(case: &Case, effect: &Effect, place: &Place) -> bool {
    let beside = |spot: &Spot| {
        let path = spot.glob.as_deref().unwrap_or(&spot.path);
        path.rsplit_once('/').map(|(parent, name)| (parent.to_owned(), name.to_owned()))
    };
    let places: Option<Vec<_>> = place.spots.iter().map(beside).collect();
    let Some(places) = places.filter(|places| !place.open && !places.is_empty()) else { return false };
    let is_beside = |parent: &str, counts: &dyn Fn(&str) -> bool| {
        case.facts.effects.iter().filter(|other| other.span == effect.span).any(|other| {
            let Action::Delete(other, Depth::Tree) = &other.action else { return false };
            other.spots.iter().filter_map(beside).any(|(other, name)| other == parent && counts(&name))
        })
    };
    let is_artefact = |name: &str| ARTEFACTS.iter().any(|glob| fast_glob::glob_match(glob, name));
    // Only one compiler makes these two, where it is told what to compile.
    let is_objects = |name: &str| name == "obj";
    places.iter().all(|(parent, name)| {
        (name == "bin" && is_beside(parent, &is_objects) && are_of_dotnet(case, parent))
            || (COMPANIONS.contains(&name.as_str())
                && has_nothing_to_lose(place)
                && is_beside(parent, &is_artefact))
    })
}

/// Whether a directory, or each that a pattern names, has a project of .NET in it.
fn are_of_dotnet(case: &Case, directory: &str) -> bool {
    let is_one = |directory: &str| {
        let has = |kind: &&str| !case.world.expand(&format!("{directory}/*.{kind}")).is_empty();
        ["csproj", "fsproj", "vbproj"].iter().any(has)
    };
    if !directory.contains(['*', '?', '[']) {
        return is_one(directory);
    }
    let found = case.world.expand(&format!("{directory}/bin"));
    found.iter().filter_map(|path| path.rsplit_once('/')).all(|(directory, _)| is_one(directory))
}
