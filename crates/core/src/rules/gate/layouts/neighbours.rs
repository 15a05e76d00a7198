//! Where the next test of a project would lie, by where those lie that it has: a test that lies elsewhere may never run. The disk is
//! looked at only for what a denial says, nearest directories first.

use std::collections::{HashMap, HashSet, VecDeque};

use hookward_effects::Kind;

use super::super::kinds::is_free_directory;
use super::agreeing::{escaped, fits};
use super::{inner_of, joined, upwards};
use crate::rule::Case;

/// More directories are not looked into.
const MAX_LOOKED: usize = 60;

/// Nor further down from one of those that the code lies in.
const MAX_DEPTH: usize = 4;

/// Directories of tests.
const TOPS: &[&str] = &["__tests__", "tests", "test", "spec", "specs"];

/// Directories in them that say of which kind tests are, the one of single units first.
const KINDS: &[&str] = &["unit", "units", "Unit", "Feature"];

/// How the tests of a language are called: their endings, what stands behind a name and before it, and whole names.
struct Naming {
    endings: &'static [&'static str],
    behind: &'static [&'static str],
    before: &'static [&'static str],
    whole: &'static [&'static str],
    /// Names that look like those of tests, and help them.
    help: &'static [&'static str],
    /// Whether all that lies among tests is one.
    any: bool,
}

#[rustfmt::skip]
const NAMINGS: &[Naming] = &[
    Naming {
        endings: &["ts", "tsx", "js", "jsx", "mts", "cts", "mjs", "cjs", "vue", "svelte"],
        behind: &[
            ".unit.test", ".unit.spec", ".int.test", ".int.spec", ".browser.test", ".browser.spec", ".test", ".spec", ".tests",
            "-test", "_test",
        ],
        before: &["test-", "test_"],
        whole: &[],
        help: &["setup", "helper", "helpers", "utils"],
        any: true,
    },
    Naming {
        endings: &["py"], behind: &["_test"], before: &["test_"], whole: &["tests"], help: &["test_utils"], any: false,
    },
    Naming {
        endings: &["rb"], behind: &["_spec", "_test"], before: &["test_"], whole: &[],
        help: &["test_helper", "spec_helper", "rails_helper"], any: false,
    },
    Naming { endings: &["php"], behind: &["Test"], before: &[], whole: &[], help: &[], any: false },
    Naming { endings: &["rs"], behind: &["_tests", "_test"], before: &[], whole: &["tests"], help: &[], any: false },
];

/// How a test is called, beside the name of its code.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Around(&'static str, &'static str),
    Whole(&'static str),
}

/// A directory of tests that lies in another, and what lies in it.
#[derive(Clone, PartialEq, Eq)]
struct Among {
    /// What it lies in, below the root.
    within: String,
    top: String,
    inner: String,
}

/// A directory to look into, below the root.
struct Open {
    directory: String,
    depth: usize,
    among: Option<Among>,
}

/// A test of the project: where it lies, and how it is called.
struct Seen {
    among: Option<Among>,
    form: Form,
    ending: String,
}

/// The place for a test of some code that those around it speak for, if that is where one is looked for; code and places by their
/// paths below a root.
pub(crate) fn likely(case: &Case, (root, code): (&str, &str), places: &[String]) -> Option<String> {
    let (directory, file) = code.rsplit_once('/').unwrap_or(("", code));
    let (stem, ending) = file.rsplit_once('.')?;
    let naming = NAMINGS.iter().find(|own| own.endings.contains(&ending))?;
    let look = Look { case, root, naming };
    let mut done = HashSet::new();
    let mut bare = Vec::new();
    for from in upwards(directory) {
        let (seen, tops) = look.around(from, &mut done);
        let mirrors = seen
            .iter()
            .any(|own| own.among.as_ref().is_some_and(|among| !without_kind(&among.inner).is_empty()));
        let own = Code { directory, stem, ending, from, mirrors: mirrors || naming.endings != ["py"] };
        let proposed = seen.iter().map(|seen| (own.test_like(seen), seen));
        let best = best(proposed.filter(|(path, _)| places.iter().any(|place| fits(place, code, path))));
        if best.is_some() {
            return best;
        }
        bare.extend(tops);
    }
    // A directory for them tells something before the first of them is there.
    let own = Code { directory, stem, ending, from: directory, mirrors: naming.endings != ["py"] };
    let mut proposed = bare.into_iter().filter_map(|among| {
        let form = first_form(naming, &among.top)?;
        Some(own.test_like(&Seen { among: Some(among), form, ending: ending.to_owned() }))
    });
    proposed.find(|path| places.iter().any(|place| fits(place, code, path)))
}

/// How tests are called in a directory that has none yet.
fn first_form(naming: &Naming, top: &str) -> Option<Form> {
    match (naming.endings.first()?, top) {
        (&"rb", "spec") => Some(Form::Around("", "_spec")),
        (&"rb", "test") => Some(Form::Around("", "_test")),
        (&"php", "tests") => Some(Form::Around("", "Test")),
        (&"py", "tests" | "test") => Some(Form::Around("test_", "")),
        _ => None,
    }
}

/// The path that most speak for: those of tests by their names before others, those of units before other kinds.
fn best<'s>(proposed: impl Iterator<Item = (String, &'s Seen)>) -> Option<String> {
    let mut found: HashMap<String, (bool, bool, usize, usize)> = HashMap::new();
    for (at, (path, seen)) in proposed.enumerate() {
        let is_named = seen.form != Form::Around("", "");
        let is_unit = seen.among.as_ref().is_some_and(|among| kind_in(&among.inner) != Some("Feature"));
        let own = found.entry(path).or_insert((is_named, is_unit, 0, usize::MAX - at));
        own.2 += 1;
    }
    found
        .into_iter()
        .max_by(|(one, own), (two, other)| own.cmp(other).then_with(|| two.cmp(one)))
        .map(|(path, _)| path)
}

/// The directory of a kind that a path among tests begins with.
fn kind_in(inner: &str) -> Option<&'static str> {
    let first = inner.split('/').next().unwrap_or_default();
    KINDS.iter().find(|kind| **kind == first).copied()
}

fn without_kind(inner: &str) -> &str {
    match kind_in(inner) {
        Some(kind) => inner.strip_prefix(kind).unwrap_or(inner).trim_start_matches('/'),
        None => inner,
    }
}

/// The code that a test is for.
struct Code<'c> {
    directory: &'c str,
    stem: &'c str,
    ending: &'c str,
    /// The directory around it from which a test was found.
    from: &'c str,
    /// Whether the directories among tests are those of the code.
    mirrors: bool,
}

impl Code<'_> {
    /// The path that it would have if it lay and were called as another.
    fn test_like(&self, seen: &Seen) -> String {
        let ending = if matches!(self.ending, "vue" | "svelte") { &seen.ending } else { self.ending };
        let name = match seen.form {
            Form::Around(before, behind) => format!("{before}{}{behind}.{ending}", self.stem),
            Form::Whole(name) => format!("{name}.{ending}"),
        };
        let Some(Among { within, top, inner }) = &seen.among else { return joined(&[self.directory, &name]) };
        let lies_within = |place: &str| {
            place.is_empty() || self.directory == place || self.directory.starts_with(&format!("{place}/"))
        };
        let place = if lies_within(within) { within.clone() } else { self.instead_of(within) };
        let inside = self.directory.strip_prefix(place.as_str()).unwrap_or_default().trim_start_matches('/');
        let inside = if self.mirrors { inner_of(inside) } else { "" };
        joined(&[&place, top, kind_in(inner).unwrap_or_default(), inside, &name])
    }

    /// What is for this code what another directory is for its own: as far down from where both lie.
    fn instead_of(&self, other: &str) -> String {
        let below =
            |path: &str| path.strip_prefix(self.from).unwrap_or(path).trim_start_matches('/').to_owned();
        let (own, other) = (below(self.directory), below(other));
        let parts: Vec<&str> = own.split('/').take(other.split('/').count()).collect();
        joined(&[self.from, &parts.join("/")])
    }
}

/// A look at the disk.
struct Look<'l, 'a> {
    case: &'l Case<'a>,
    root: &'l str,
    naming: &'static Naming,
}

impl Look<'_, '_> {
    /// The tests in a directory and below, and the directories of tests that have none.
    fn around(&self, from: &str, done: &mut HashSet<String>) -> (Vec<Seen>, Vec<Among>) {
        let (mut found, mut tops) = (Vec::new(), Vec::new());
        let mut open = VecDeque::from([Open { directory: from.to_owned(), depth: 0, among: None }]);
        while let Some(Open { directory, depth, among }) = open.pop_front() {
            if done.len() >= MAX_LOOKED || !done.insert(directory.clone()) {
                continue;
            }
            let own = format!("{}{directory}", self.root);
            let entries = self.case.world.expand(&format!("{}/*", escaped(own.trim_end_matches('/'))));
            for entry in entries {
                let name = entry.rsplit('/').next().unwrap_or_default();
                let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
                if self.naming.endings.contains(&ending) {
                    let form = self.form_of(name, &directory, among.as_ref());
                    found.extend(form.map(|form| Seen {
                        among: among.clone(),
                        form,
                        ending: ending.to_owned(),
                    }));
                } else if depth < MAX_DEPTH && self.case.world.kind(&entry) == Kind::Directory {
                    let inner = joined(&[&directory, name]);
                    let inner = Open { directory: inner, depth: depth + 1, among: among.clone() };
                    open.extend(self.entered(inner, &directory, name, &mut tops));
                }
            }
        }
        let has_some = |own: &Among| {
            found
                .iter()
                .any(|seen: &Seen| seen.among.as_ref().is_some_and(|other| other.within == own.within))
        };
        tops.retain(|own| !has_some(own));
        (found, tops)
    }

    /// A directory with what it is among tests; `None` if nobody looks into it for them.
    fn entered(&self, inner: Open, directory: &str, name: &str, tops: &mut Vec<Among>) -> Option<Open> {
        match inner.among {
            Some(among) => {
                let help = ["fixtures", "e2e", "support", "helpers", "node_modules"].contains(&name)
                    || name.starts_with('_');
                let among = Among { inner: joined(&[&among.inner, name]), ..among };
                (!help).then_some(Open { among: Some(among), ..inner })
            }
            // Those of Rust are of the whole, and have names of their own.
            None if TOPS.contains(&name) => (self.naming.endings != ["rs"]).then(|| {
                let own = Among { within: directory.to_owned(), top: name.to_owned(), inner: String::new() };
                tops.push(own.clone());
                Open { among: Some(own), ..inner }
            }),
            None => (!is_free_directory(name)).then_some(inner),
        }
    }

    fn form_of(&self, name: &str, directory: &str, among: Option<&Among>) -> Option<Form> {
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let Naming { behind, before, whole, help, any, .. } = self.naming;
        if help.contains(&stem) {
            return None;
        }
        let exact = || whole.iter().find(|own| **own == stem).copied().map(Form::Whole);
        let ends = || behind.iter().find(|end| stem.ends_with(**end)).map(|end| Form::Around("", end));
        let starts =
            || before.iter().find(|start| stem.starts_with(**start)).map(|start| Form::Around(start, ""));
        // `cart/tests.rs` is of `cart.rs`, if that is there.
        let is_nested = || {
            self.naming.endings == ["rs"]
                && self.case.world.kind(&format!("{}{directory}.rs", self.root)) == Kind::File
        };
        match exact() {
            Some(_) if is_nested() => Some(Form::Around("", "/tests")),
            Some(form) => Some(form),
            None => {
                ends().or_else(starts).or_else(|| (*any && among.is_some()).then_some(Form::Around("", "")))
            }
        }
    }
}
