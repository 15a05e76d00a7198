//! Tests of TypeScript that are compiled before they run: `tsc && node --test dist/`. What is tested then is made of the sources,
//! and where each of it comes from the settings of the compiler say.

use serde_json::Value;

use super::covered::{Files, is_in, join};
use super::named::Path;
use super::targets::value_of;
use super::{Check, Doubt, Kind, Observed, Scope};
use crate::toolchain::json;

/// Runners that load what was compiled.
const LOADING: &[&str] = &["node", "mocha", "ava", "tap", "jasmine"];

/// Words with which the compiler writes nothing that runs.
const IDLE: &[&str] = &["--noEmit", "--emitDeclarationOnly"];

const SETTINGS: &str = "tsconfig.json";

/// What a run loads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// The sources.
    AsTheyAre,
    /// What the same text has compiled of them just before.
    Compiled,
}

/// What a run loads, behind others of the same text.
pub(super) fn made(seen: &Observed, in_front: &[Observed]) -> Made {
    let is_loading = seen.words.first().is_some_and(|program| LOADING.contains(&name_of(program)));
    let is_compiled = in_front.iter().any(|own| own.cwd == seen.cwd && compiles(own));
    if seen.what == Check::Tests && is_loading && is_compiled { Made::Compiled } else { Made::AsTheyAre }
}

fn name_of(program: &str) -> &str {
    program.rsplit('/').next().unwrap_or(program)
}

/// Whether a check has compiled all sources, by the usual settings.
fn compiles(own: &Observed) -> bool {
    let words: Vec<&str> = own.words.iter().map(String::as_str).collect();
    let settings = ["-p", "--project"].iter().find_map(|option| value_of(option, &words));
    let is_usual = settings.is_none_or(|file| matches!(file.trim_start_matches("./"), "" | "." | SETTINGS));
    words.first().is_some_and(|program| matches!(name_of(program), "tsc" | "tsgo"))
        && own.what == Check::Types
        && own.scope == Scope::Whole
        && matches!(own.outcome, Ok(_) | Err(Doubt::Untold))
        && !words.iter().any(|word| IDLE.contains(word))
        && is_usual
}

/// Where what lies in these paths was compiled from. `None` if the settings do not say it, or leave tests out.
pub(super) fn sources_of(paths: &[Path], at: &str, files: &Files) -> Option<Vec<Path>> {
    let settings: Value = json(&files.text_in(at, SETTINGS)?)?;
    let options = settings.get("compilerOptions")?;
    let texts = |key: &str| {
        settings.get(key).map(|list| list.as_array().into_iter().flatten().filter_map(Value::as_str))
    };
    // Anything else that is left out may hold tests.
    let leaves_out = |path: &str| {
        let own = path.trim_start_matches("./").trim_start_matches("**/").split('/').next().unwrap_or(path);
        !["node_modules", "dist", "build", "out", "lib", "coverage", "target"].contains(&own)
    };
    let is_deep = |glob: &str| {
        let star = glob.find('*').map_or("", |at| glob.get(at..).unwrap_or_default());
        ["", "**", "**/*", "**/*.ts", "**/*.tsx", "**/*.mts", "**/*.{ts,tsx}"].contains(&star)
    };
    let has_both = settings.get("include").is_some() && settings.get("exclude").is_some();
    let goes_by_another = settings.get("extends").is_some() && !has_both;
    let is_idle =
        ["noEmit", "emitDeclarationOnly"].iter().any(|key| options.get(key) == Some(&Value::Bool(true)));
    if is_idle
        || settings.get("files").is_some()
        || goes_by_another
        || texts("exclude").is_some_and(|mut own| own.any(leaves_out))
        || texts("include").is_some_and(|mut own| !own.all(is_deep))
    {
        return None;
    }
    let out = bare(options.get("outDir")?.as_str()?);
    let included: Vec<String> = match texts("include") {
        Some(globs) => globs.map(|glob| bare(glob.split('*').next().unwrap_or(glob)).to_owned()).collect(),
        None => vec![String::new()],
    };
    let is_compiled = |name: &str| {
        [".ts", ".tsx", ".mts", ".cts"].iter().any(|end| name.ends_with(end)) && !name.ends_with(".d.ts")
    };
    let here = files
        .names()
        .filter_map(|name| if at.is_empty() { Some(name) } else { name.strip_prefix(at)?.strip_prefix('/') });
    let here: Vec<&str> = here.filter(|name| is_compiled(name) && !is_in(name, out)).collect();
    let is_included = |name: &str| included.iter().any(|directory| is_in(name, directory));
    if here.iter().any(|name| Kind::of_test(name) == Some(Kind::JavaScript) && !is_included(name)) {
        return None;
    }
    let root = match options.get("rootDir").and_then(Value::as_str) {
        Some(root) => bare(root).to_owned(),
        None => around(here.into_iter().filter(|name| is_included(name))),
    };
    let source = |path: &Path| {
        let below = match bare(&path.path) {
            "" => Some(""),
            own if own == out => Some(""),
            own => own.strip_prefix(out).and_then(|rest| rest.strip_prefix('/')),
        };
        let path_of = |below: &str| if below.is_empty() { root.clone() } else { join(&root, &typed(below)) };
        let own = below.map_or_else(|| path.path.clone(), path_of);
        Path { path: if own.is_empty() { ".".to_owned() } else { own }, depth: path.depth }
    };
    Some(paths.iter().map(source).collect())
}

fn bare(path: &str) -> &str {
    let path = path.strip_prefix("./").unwrap_or(path).trim_end_matches('/');
    if path == "." { "" } else { path }
}

/// The directory around all of these files, as the compiler takes it where it is told none.
fn around<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let directory = |name: &'n str| name.rsplit_once('/').map_or("", |(above, _)| above);
    let common = |one: &'n str, other: &'n str| {
        super::covered::upwards(one).find(|own| is_in(other, own)).unwrap_or("")
    };
    names.map(directory).reduce(common).unwrap_or_default().to_owned()
}

/// The name of a source by that of what is made of it.
fn typed(path: &str) -> String {
    let ends = [(".mjs", ".mts"), (".cjs", ".cts"), (".js", ".ts")];
    let found = ends.iter().find_map(|(js, ts)| Some(format!("{}{ts}", path.strip_suffix(js)?)));
    found.unwrap_or_else(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::named::Depth;

    fn of(path: &str, settings: &str) -> Option<String> {
        let names = ["src/a.ts", "src/a.test.ts", "src/deep/b.test.ts", "types.d.ts"].map(str::to_owned);
        let text = |name: &str| (name == SETTINGS).then(|| settings.to_owned());
        let paths = [Path { path: path.to_owned(), depth: Depth::All }];
        let found = sources_of(&paths, "", &Files { names: &names, text: &text })?;
        Some(found.first()?.path.clone())
    }

    #[test]
    fn what_is_compiled_comes_from_where_the_settings_say() {
        let rooted = r#"{"compilerOptions": {"outDir": "./dist", "rootDir": "src"}, /* all */ "include": ["src/**/*"]}"#;
        assert_eq!(of("dist", rooted).as_deref(), Some("src"));
        assert_eq!(of(".", rooted).as_deref(), Some("src"));
        assert_eq!(of("dist/deep", rooted).as_deref(), Some("src/deep"));
        assert_eq!(of("dist/**/*.test.js", rooted).as_deref(), Some("src/**/*.test.ts"));
        assert_eq!(of("build", rooted).as_deref(), Some("build"));
        assert_eq!(of("dist", r#"{"compilerOptions": {"outDir": "dist"}}"#).as_deref(), Some("src"));
        let usual = r#"{"compilerOptions": {"outDir": "dist"}, "include": ["src"], "exclude": ["node_modules", "dist"]}"#;
        assert_eq!(of("dist", usual).as_deref(), Some("src"));
        for unknown in [
            "{}",
            r#"{"compilerOptions": {"outDir": "dist", "noEmit": true}}"#,
            r#"{"compilerOptions": {"outDir": "dist"}, "exclude": ["**/*.test.ts"]}"#,
            r#"{"compilerOptions": {"outDir": "dist"}, "include": ["lib"]}"#,
            r#"{"compilerOptions": {"outDir": "dist"}, "files": ["src/a.ts"]}"#,
            r#"{"extends": "./base.json"}"#,
            r#"{"extends": "./base.json", "compilerOptions": {"outDir": "dist"}}"#,
            r#"{"compilerOptions": {"outDir": "dist"}, "exclude": ["src/deep"]}"#,
            r#"{"compilerOptions": {"outDir": "dist"}, "include": ["src/*.ts"]}"#,
        ] {
            assert_eq!(of("dist", unknown), None, "{unknown}");
        }
    }
}
