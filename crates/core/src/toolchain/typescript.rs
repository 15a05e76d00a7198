//! By which settings TypeScript checks the files of a directory: its own, or those that a solution only refers to.

use serde_json::Value;

use super::manifests::Manifests;

/// The settings of a directory.
pub(super) const OWN: &str = "tsconfig.json";

/// No more of a solution's settings are checked one by one.
const MOST: usize = 4;

/// The settings by which the files of a directory are checked, by their paths from there. A solution has no files of its own,
/// and checking it alone would check nothing.
pub(super) fn settings(manifests: &Manifests, directory: &str) -> Vec<String> {
    let own = manifests.json(directory, OWN).unwrap_or_default();
    let list = |key: &str| own.get(key).and_then(Value::as_array);
    let is_solution = list("files").is_some_and(Vec::is_empty) && list("include").is_none_or(Vec::is_empty);
    let paths = list("references").into_iter().flatten().filter_map(|one| one.get("path")?.as_str());
    let file = |path: &str| {
        let path = path.trim_start_matches("./").trim_end_matches('/');
        let is_file = path.rsplit_once('.').is_some_and(|(_, ending)| ending == "json");
        if is_file { path.to_owned() } else { format!("{path}/{OWN}") }
    };
    let referred: Vec<String> = paths.filter(|_| is_solution).map(file).take(MOST).collect();
    if referred.is_empty() { vec![OWN.to_owned()] } else { referred }
}
