//! Directories in which a runner looks for tests, as its settings say.

use toml::{Table, Value};

use super::{first_text, without};
use crate::evidence::Kind;
use crate::evidence::chosen::OF_PHPUNIT;
use crate::evidence::covered::{Files, Homes, all_in, homes_in, join};
use crate::evidence::crates::resolved;
use crate::evidence::targets::value_of;

/// Where pytest looks; `None` for everywhere.
pub(super) fn of_pytest(words: &[&str], at: &str, files: &Files) -> Option<Vec<String>> {
    let chosen = ["-c", "--config-file"].iter().find_map(|option| value_of(option, words));
    let names = chosen.map_or_else(
        || vec!["pytest.ini", ".pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg"],
        |own| vec![own],
    );
    // It takes the first file that has settings of it.
    let paths = names.into_iter().find_map(|name| {
        let text = files.text_in(at, name)?;
        let section = if name == "setup.cfg" { "[tool:pytest]" } else { "[pytest]" };
        in_toml(&text).or_else(|| in_lines(&text, section))
    })?;
    (!paths.is_empty()).then(|| paths.iter().filter_map(|path| resolved(at, path)).collect())
}

/// The directories, if there are settings; none if they name no directory.
fn in_toml(text: &str) -> Option<Vec<String>> {
    let own = text.parse::<Table>().ok()?;
    let tool = own.get("tool")?.get("pytest")?;
    let settings = tool.get("ini_options").unwrap_or(tool);
    Some(match settings.get("testpaths") {
        Some(Value::Array(paths)) => paths.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        Some(Value::String(paths)) => paths.split_whitespace().map(str::to_owned).collect(),
        Some(_) | None => Vec::new(),
    })
}

fn in_lines(text: &str, section: &str) -> Option<Vec<String>> {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with(['#', ';']));
    let mut lines = lines.skip_while(|line| line.trim() != section);
    lines.next()?;
    let own: Vec<&str> = lines.take_while(|line| !line.starts_with('[')).collect();
    let at = own.iter().position(|line| line.starts_with("testpaths"));
    let Some((first, rest)) = at.and_then(|at| own.get(at..)).and_then(<[&str]>::split_first) else {
        return Some(Vec::new());
    };
    let value = first.split_once(['=', ':']).map_or("", |(_, value)| value);
    let more = rest.iter().take_while(|line| line.starts_with([' ', '\t'])).copied();
    Some(std::iter::once(value).chain(more).flat_map(str::split_whitespace).map(str::to_owned).collect())
}

/// Where `PHPUnit` looks; nowhere else than in the project itself, if nothing says more.
pub(super) fn of_phpunit(words: &[&str], at: &str, files: &Files) -> Vec<String> {
    let chosen = ["-c", "--configuration"].iter().find_map(|option| value_of(option, words));
    let text = match chosen {
        Some(file) => files.text_in(at, file),
        None => first_text(OF_PHPUNIT, at, files),
    };
    named_in(&text.unwrap_or_default(), at)
}

/// The directories that settings name as those of tests.
fn named_in(settings: &str, at: &str) -> Vec<String> {
    let text = without(settings, "<!--", "-->");
    // What it leaves out, or takes by itself, may be another project.
    if ["defaultTestSuite", "<exclude>"].iter().any(|word| text.contains(word)) {
        return Vec::new();
    }
    let suites = text.split_once("<testsuites").and_then(|(_, rest)| rest.split_once("</testsuites>"));
    let tags = suites.map_or("", |(own, _)| own).split("<directory").skip(1);
    let paths = tags.filter_map(|tag| {
        let (attributes, rest) = tag.split_once('>')?;
        // Files that end otherwise are all it takes then.
        let suffix =
            attributes.split_once("suffix=").and_then(|(_, rest)| rest.get(1..)?.split(['"', '\'']).next());
        if !suffix.is_none_or(|suffix| "Test.php".ends_with(suffix)) {
            return None;
        }
        Some(rest.split_once("</directory>")?.0.trim())
    });
    paths.filter_map(|path| resolved(at, path)).collect()
}

/// The projects all of whose tests the settings of one directory name, which are its usual ones.
pub(in crate::evidence) fn settled(
    place: &str,
    file: Option<&str>,
    files: &Files,
    homes: &Homes,
) -> Vec<String> {
    let usual = OF_PHPUNIT.iter().find(|name| files.has(&join(place, name)));
    let Some(usual) = usual.filter(|usual| file.is_none_or(|file| file == **usual)) else {
        return Vec::new();
    };
    let directories = named_in(&files.text_in(place, usual).unwrap_or_default(), place);
    let mut found = homes_in(homes, "phpunit", "", &all_in(directories), files, |_, _| true);
    // What a project leaves out of its own tests is its own affair.
    let is_home = homes.contains_key(&(place, Kind::Php));
    if is_home && !found.iter().any(|own| own == place) {
        found.push(place.to_owned());
    }
    found
}
