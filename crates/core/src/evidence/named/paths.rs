//! Directories that a runner is told to look for tests in.

use super::{Depth, Named, Path, taken};
use crate::evidence::chosen;
use crate::evidence::options::{Read, read};

/// Runners that take directories, and how far down they look.
const RUNNERS: &[(&[&str], &[&str], Depth)] = &[
    (
        &["pytest", "py.test", "jest", "rspec", "phpunit", "pest", "paratest", "simple-phpunit", "nose2"],
        &[],
        Depth::All,
    ),
    (&["vitest"], &["run", "--run"], Depth::All),
    (&["mix", "dart", "flutter", "deno", "rails"], &["test"], Depth::All),
    (&["ava", "tap"], &[], Depth::All),
    (&["mocha", "jasmine", "bats", "prove"], &[], Depth::One),
    (&["busted", "shellspec"], &[], Depth::All),
    (&["node", "tsx"], &["--test"], Depth::All),
    (&["unittest"], &["discover"], Depth::Packages),
];

/// Where those look that are told no directory, and do not go down from where they run into all there is.
const USUAL: &[(&str, &str)] = &[("unittest", "."), ("mocha", "test"), ("prove", "t")];

/// What such a runner names.
pub(super) fn directories<'w>(name: &str, rest: &[&'w str]) -> Option<(Vec<&'w str>, Named)> {
    let (_, wanted, depth_of) = RUNNERS.iter().find(|(names, ..)| names.contains(&name))?;
    let letters = |word: &&str| {
        word.strip_prefix('-').filter(|own| !own.starts_with('-')).is_some_and(|own| own.contains('r'))
    };
    let goes_down = rest.contains(&"--recursive")
        || (matches!(name, "bats" | "prove")
            && rest.iter().any(|word| *word == "--recurse" || letters(word)));
    let depth = if goes_down { Depth::All } else { *depth_of };
    let seen = read(name, rest, rest.len());
    let mut paths = Vec::new();
    let mut gone = Vec::new();
    let mut is_behind = wanted.first().is_none_or(|word| word.starts_with('-'));
    // It takes one, and what stands behind is a pattern.
    let takes_one = *depth_of == Depth::Packages;
    for (index, read) in seen {
        match read {
            Read::Word(word) if wanted.contains(&word) => is_behind = true,
            Read::Word(word) if is_behind && is_path(name, word) && (!takes_one || paths.is_empty()) => {
                gone.push(index);
                paths.push(of(word, depth));
            }
            Read::Valued("-s" | "--start-directory", Some(value)) if takes_one => {
                paths.clear();
                gone.extend([
                    index,
                    index + usize::from(rest.get(index).is_some_and(|own| !own.contains('='))),
                ]);
                paths.push(of(value, depth));
            }
            Read::Word(_)
            | Read::Valued(..)
            | Read::Idle
            | Read::How
            | Read::Place(_)
            | Read::Toolchain(_)
            | Read::Unknown => {}
        }
    }
    let left = rest.iter().enumerate().filter(|(index, _)| !gone.contains(index)).map(|(_, word)| *word);
    if paths.is_empty() {
        let (_, usual) = USUAL.iter().find(|(own, _)| *own == name)?;
        paths.push(of(usual, depth));
    }
    Some((left.collect(), Named::Paths(paths)))
}

/// Whether a word is the script of a project of Django: `manage.py`, `src/manage.py`.
pub(in crate::evidence) fn is_django(word: &str) -> bool {
    let is_below = !word.starts_with(['/', '~']) && !word.split('/').any(|part| part == "..");
    is_below && word.rsplit('/').next() == Some("manage.py")
}

/// `manage.py test shop users`: directories, in which packages of tests are looked for. A script that lies elsewhere looks for
/// them where it is started, all the same.
pub(super) fn of_django<'w>(program: &str, rest: &[&'w str]) -> Option<(Vec<&'w str>, Named)> {
    let seen = read("manage.py", rest, rest.len());
    let mut words = seen.iter().filter_map(|(at, read)| match read {
        Read::Word(word) => Some((*at, *word)),
        _ => None,
    });
    words.next().filter(|(_, word)| *word == "test")?;
    let (gone, labels): (Vec<usize>, Vec<&str>) =
        words.filter(|(_, word)| is_path("manage.py", word)).unzip();
    let mut paths: Vec<Path> = labels.into_iter().map(|label| of(label, Depth::Packages)).collect();
    if paths.is_empty() && program.trim_start_matches("./").contains('/') {
        paths.push(of(".", Depth::Packages));
    }
    let left = rest.iter().enumerate().filter(|(at, _)| !gone.contains(at)).map(|(_, word)| *word);
    (!paths.is_empty()).then(|| (left.collect(), Named::Paths(paths)))
}

/// `phpunit -c packages/a`
pub(super) fn settled<'w>(rest: &[&'w str]) -> Option<(Vec<&'w str>, Named)> {
    let (left, chosen) = taken(rest, &["-c", "--configuration"]);
    let [chosen] = chosen.as_slice() else { return None };
    let (directory, file) = chosen::settled(chosen)?;
    // What is named besides lies where it runs, whichever settings it takes.
    if read("phpunit", &left, left.len()).iter().any(|(_, read)| matches!(read, Read::Word(_))) {
        return None;
    }
    Some((left, Named::Settled(directory.to_owned(), file.map(str::to_owned))))
}

fn of(word: &str, depth: Depth) -> Path {
    let path = word.strip_prefix("./").unwrap_or(word).trim_end_matches('/');
    Path { path: if path.is_empty() { "." } else { path }.to_owned(), depth }
}

/// Whether a word may be a path: not a part of a file, nor one that is not known here.
fn is_path(name: &str, word: &str) -> bool {
    let part = if name == "rails" { ":" } else { "::" };
    !word.is_empty() && !word.contains(part) && !word.starts_with(['/', '~', '-', '$'])
}
