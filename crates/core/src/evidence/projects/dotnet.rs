//! Projects of .NET that have tests: what a project tests with stands in its own file, whatever its code is called.

use std::collections::{BTreeMap, BTreeSet};

use super::is_foreign;
use crate::evidence::Kind;
use crate::evidence::covered::upwards;

const PROJECTS: &[&str] = &[".csproj", ".fsproj", ".vbproj"];

/// How files of code end, up to the ending itself, that say by their name that they are tests.
const TESTS: &[&str] = &["Test", "Tests", "Spec", "Specs"];

/// By which words a project says that it has tests.
const MARKS: &[&str] =
    &["Microsoft.NET.Test.Sdk", "xunit", "NUnit", "MSTest", "TUnit", "Expecto", "<IsTestProject>true"];

/// Where tests are at home: the directories of projects, each with its file. Where no project says what it tests with, since they
/// share their settings, those have tests that have a file which is called so.
pub(super) fn homes<'n>(
    names: &(impl Iterator<Item = &'n str> + Clone),
    text: impl Fn(&str) -> Option<String>,
) -> BTreeMap<(&'n str, Kind), Vec<&'n str>> {
    let ends = |name: &str, endings: &[&str]| endings.iter().any(|end| name.ends_with(end));
    let own = names.clone().filter(|name| ends(name, PROJECTS) && !is_foreign(name));
    let projects: BTreeMap<&str, &str> =
        own.map(|file| (file.rsplit_once('/').map_or("", |(place, _)| place), file)).collect();
    if projects.is_empty() {
        return BTreeMap::new();
    }
    let is_marked = |file: &str| text(file).is_some_and(|text| MARKS.iter().any(|mark| text.contains(mark)));
    let mut places: BTreeSet<&str> =
        projects.iter().filter(|(_, file)| is_marked(file)).map(|(place, _)| *place).collect();
    if places.is_empty() {
        let is_test = |name: &&str| {
            let stem = [".cs", ".fs", ".vb"].iter().find_map(|end| name.strip_suffix(end));
            stem.is_some_and(|stem| ends(stem, TESTS)) && !is_foreign(name)
        };
        let around = |name: &'n str| upwards(name).skip(1).find(|place| projects.contains_key(place));
        places = names.clone().filter(is_test).filter_map(around).collect();
    }
    let home = |place: &'n str| Some(((place, Kind::DotNet), vec![*projects.get(place)?]));
    places.into_iter().filter_map(home).collect()
}
