//! The modules of a build of Maven, as its manifests name them, and profiles, which name more of them or choose among tests.

use super::without;
use crate::evidence::covered::Files;
use crate::evidence::crates::resolved;
use crate::evidence::options::{Read, read};

/// Parts of words by which a profile may keep tests from running, or let them fail.
const CHOOSING: &[&str] = &[
    "skip",
    "exclude",
    "include",
    "group",
    "<test>",
    "failure",
    "surefire",
    "suite",
    "testsourcedirectory",
    "categor",
];

/// The profiles that the words of a run switch on, and those that they switch off: `-P ci,!slow`.
struct Profiles<'w> {
    on: Vec<&'w str>,
    off: Vec<&'w str>,
}

impl<'w> Profiles<'w> {
    fn of(words: &[&'w str]) -> Self {
        let rest = words.get(1..).unwrap_or_default();
        let values = read("mvn", rest, rest.len()).into_iter().filter_map(|(_, read)| match read {
            Read::Valued("-P" | "--activate-profiles", value) => Some(value.unwrap_or_default()),
            _ => None,
        });
        let ids: Vec<&str> = values.flat_map(|value| value.split(',')).map(str::trim).collect();
        let is_off = |id: &&str| id.starts_with(['!', '-']);
        let (off, on) = ids.into_iter().partition(is_off);
        let bare = |ids: Vec<&'w str>| {
            ids.into_iter().map(|id| id.trim_start_matches(['!', '-', '+', '?'])).collect()
        };
        Self { on: bare(on), off: bare(off) }
    }

    /// The profiles of a manifest that hold in a run: those that are switched on, else those that are there by themselves.
    fn holding<'m>(&self, manifest: &'m str) -> Vec<&'m str> {
        let all: Vec<&str> = profiles(manifest).collect();
        let is_on = |own: &&&str| id_of(own).is_some_and(|id| self.on.contains(&id));
        let is_usual = |own: &&&str| {
            own.contains("<activeByDefault>true") && !id_of(own).is_some_and(|id| self.off.contains(&id))
        };
        if all.iter().any(|own| is_on(&own)) {
            return all.iter().filter(is_on).copied().collect();
        }
        all.iter().filter(is_usual).copied().collect()
    }
}

fn profiles(manifest: &str) -> impl Iterator<Item = &str> {
    manifest.split("<profile>").skip(1).filter_map(|own| own.split("</profile>").next())
}

/// The name of a profile: the first one, since what it has in it may have names as well.
fn id_of(profile: &str) -> Option<&str> {
    Some(profile.split_once("<id>")?.1.split_once("</id>")?.0.trim())
}

/// Whether the words of a run switch on a profile that chooses among tests, or that no manifest of the tree has: then it is the
/// person's own, and nobody knows what it does.
pub(in crate::evidence) fn chooses(words: &[&str], files: &Files) -> bool {
    let Profiles { on, .. } = Profiles::of(words);
    if on.is_empty() {
        return false;
    }
    let manifests: Vec<String> = files
        .places_of("pom.xml")
        .filter_map(|place| Some(without(&files.text_in(place, "pom.xml")?, "<!--", "-->")))
        .collect();
    on.iter().any(|id| {
        let mut own =
            manifests.iter().flat_map(|text| profiles(text)).filter(|own| id_of(own) == Some(id)).peekable();
        own.peek().is_none()
            || own.any(|profile| {
                let text = profile.to_ascii_lowercase();
                CHOOSING.iter().any(|word| text.contains(word))
            })
    })
}

/// The directories of the modules that a manifest of Maven names, and those that these name.
pub(super) fn modules(words: &[&str], at: &str, files: &Files) -> Vec<String> {
    let told = Profiles::of(words);
    let mut found: Vec<String> = vec![at.to_owned()];
    let mut next = 0;
    while let Some(place) = found.get(next).cloned() {
        next += 1;
        let Some(manifest) = files.text_in(&place, "pom.xml") else { continue };
        let manifest = without(&manifest, "<!--", "-->");
        // What only a profile names is tested with that profile.
        let profiles = told.holding(&manifest);
        let own = without(&manifest, "<profiles", "</profiles>");
        // What builds a module may be told of others by the same word.
        let texts: Vec<String> = std::iter::once(own.as_str())
            .chain(profiles)
            .map(|text| without(text, "<build>", "</build>"))
            .collect();
        let named = texts.iter().flat_map(|text| {
            let tags = [("<module>", "</module>"), ("<subproject>", "</subproject>")];
            tags.into_iter().flat_map(move |(start, end)| {
                text.split(start).skip(1).filter_map(move |rest| rest.split_once(end))
            })
        });
        for (module, _) in named {
            let module = module.trim();
            // It may name the manifest itself.
            let directory = match module.rsplit_once('/').unwrap_or((".", module)) {
                (above, "pom.xml") => above,
                _ => module,
            };
            found.extend(resolved(&place, directory).filter(|own| !found.contains(own)));
        }
    }
    found
}
