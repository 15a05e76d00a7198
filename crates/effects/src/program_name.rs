//! The name of a program: which one it is behind a path, a link, a copy or a glob.

use crate::knowledge;
use crate::path::Place;
use crate::patterns;
use crate::programs;
use crate::state::State;
use crate::value::Value;

/// Where the system keeps its programs.
const SYSTEM: &[&str] =
    &["/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/", "/sbin/", "/usr/sbin/"];

/// `base64` of `gbase64`: beside tools of the system, those of GNU have a letter in front.
pub(crate) fn without_gnu(name: &str) -> &str {
    const TOOLS: &[&str] = &[
        "base32", "base64", "basenc", "cat", "chmod", "chown", "cp", "cut", "dd", "dirname", "echo", "env",
        "expr", "find", "fold", "head", "ln", "ls", "mkdir", "mv", "nice", "nl", "nohup", "od", "paste",
        "printenv", "printf", "rm", "rmdir", "sed", "seq", "shred", "shuf", "sort", "split", "stdbuf", "tac",
        "tail", "tar", "tee", "timeout", "touch", "tr", "truncate", "uniq", "xargs", "yes",
    ];
    match name.strip_prefix('g') {
        Some(tool) if TOOLS.binary_search(&tool).is_ok() => tool,
        Some(_) | None => name,
    }
}

/// `rm` of `/bin/rm`.
pub(crate) fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The usual name of a program that is written otherwise: `git.exe`, and `GIT` where no disk tells it from `git`. Other
/// files of a project are what they are called.
pub(crate) fn usual_name(name: &str) -> Option<String> {
    let base = base_name(name);
    let lower = base.to_ascii_lowercase();
    let stem = [".exe", ".com", ".cmd", ".bat"].iter().find_map(|ending| lower.strip_suffix(ending));
    match stem {
        Some(stem) => Some(stem.to_owned()),
        None => (lower != base && is_of_the_system(name)).then_some(lower),
    }
}

/// Whether a program is found on the PATH or where the system keeps its own.
pub(crate) fn is_of_the_system(program: &str) -> bool {
    !program.contains('/')
        || SYSTEM.iter().any(|directory| program.strip_prefix(directory) == Some(base_name(program)))
}

/// The program that a file is under another name, which the text has copied or linked: `cp /bin/rm x; ./x`.
pub(crate) fn renamed_program(file: &Place, state: &State) -> Option<String> {
    let named = |path: &str| {
        let base = base_name(path);
        let known = || {
            knowledge::program(base).is_some()
                || programs::has_own_words(base)
                || matches!(base, "sh" | "bash" | "zsh" | "dash" | "ksh" | "busybox")
        };
        // `$(command -v rm)` is followed by its name alone, and no file of that name lies here.
        let looked_up = || !matches!(state.scene.world.kind(path), crate::scene::Kind::File);
        // Wherever the guard itself lies, it is the guard.
        let is_guard = matches!(base, "hookward" | "hookward.exe");
        (is_guard || is_of_the_system(path) || (known() && looked_up())).then(|| base.to_owned())
    };
    let linked = file.spots.iter().skip(1).find_map(|spot| named(&spot.path));
    linked.or_else(|| {
        let content = state.written(file)?.sources();
        content.iter().find_map(|source| match source {
            crate::Source::File(from) => from.spots.iter().find_map(|spot| named(&spot.path)),
            _ => None,
        })
    })
}

/// Programs whose words decide what they do: under another name they are the same.
const COPIED: &[&str] = &[
    "hookward", "git", "bash", "sh", "dash", "zsh", "busybox", "rm", "dd", "curl", "wget", "python3", "node",
    "perl", "ruby",
];

/// The program that a file of the disk is a copy of, or another link to. What the system keeps is what it is called.
pub(crate) fn copied_program(file: &Place, state: &State) -> Option<&'static str> {
    let mut spots = file.spots.iter().filter(|spot| spot.is_one() && !is_of_the_system(&spot.path));
    spots.find_map(|spot| state.scene.world.twin(&spot.path, COPIED))
}

/// The file that a program's name leads to where it is looked for, if the system does not keep it.
pub(crate) fn found_elsewhere(name: &str, state: &State) -> Option<Place> {
    let path = state.scene.world.program(name).filter(|path| !is_of_the_system(path))?;
    Some(state.place(&Value::Known(path)))
}

/// The programs that a glob may name: `/bin/r?`.
pub(crate) fn matching_programs(first: &Value, state: &State) -> Vec<String> {
    let place = state.place(first);
    let mut names: Vec<String> = place
        .spots
        .iter()
        .filter_map(|spot| spot.glob.as_deref())
        .flat_map(|glob| state.scene.world.expand(glob))
        .collect();
    // What the disk does not say, the names that would do harm do.
    let pattern = first.to_string();
    let name = base_name(&pattern);
    names.extend(
        ["rm", "dd", "cat", "git", "find"]
            .into_iter()
            .filter(|known| patterns::fits(name, known))
            .map(str::to_owned),
    );
    names.sort();
    names.dedup();
    names
}
