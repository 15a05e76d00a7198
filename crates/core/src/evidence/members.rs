//! The packages of a workspace, as its root declares them, and the names that they have.

use serde_json::Value;

use super::covered::{Covered, Files, is_in, join, upwards};
use super::named::{Manager, Rooted, Scripts};

/// More packages than this are not looked into.
const MAX_PACKAGES: usize = 200;

/// A workspace of packages of JavaScript.
pub(super) struct Workspace {
    root: String,
    /// The directories of its packages, and their names.
    members: Vec<(String, String)>,
    manager: Manager,
}

impl Workspace {
    /// The next workspace, from a directory up.
    pub(super) fn around(at: &str, manager: Manager, files: &Files) -> Option<Self> {
        upwards(at).find_map(|root| Self::at(root, manager, files))
    }

    fn at(root: &str, manager: Manager, files: &Files) -> Option<Self> {
        let declared = declared(root, manager, files);
        let is_nx = manager == Manager::Nx && files.has(&join(root, "nx.json"));
        if declared.is_empty() && !is_nx {
            return None;
        }
        let is_declared = |place: &str| {
            let below = if root.is_empty() {
                Some(place)
            } else {
                place.strip_prefix(root).and_then(|rest| rest.strip_prefix('/'))
            };
            let fits = |glob: &str| {
                let glob = glob.trim_start_matches("./").trim_end_matches('/');
                below.is_some_and(|below| !below.is_empty() && fast_glob::glob_match(glob, below))
            };
            let is_out = |glob: &String| glob.strip_prefix('!').is_some_and(fits);
            declared.iter().any(|glob| fits(glob)) && !declared.iter().any(is_out)
        };
        let mut members: Vec<(String, String)> = Vec::new();
        let packages = files.places_of("package.json").filter(|place| is_declared(place));
        members.extend(packages.map(|place| (place.to_owned(), name_in(place, "package.json", files))));
        if is_nx {
            let projects = files.places_of("project.json").filter(|place| is_in(place, root));
            let named = projects.map(|place| {
                let own = name_in(place, "project.json", files);
                (place.to_owned(), if own.is_empty() { last_part(place).to_owned() } else { own })
            });
            members.extend(named);
        }
        Some(Self { root: root.to_owned(), members, manager })
    }

    /// The packages that a script is run in, and what it runs there.
    pub(super) fn packages(&self, scripts: &Scripts, at: &str, files: &Files) -> Vec<Covered> {
        let mut places: Vec<&str> = Vec::new();
        let (out, of): (Vec<&String>, Vec<&String>) =
            scripts.of.iter().partition(|name| name.starts_with('!'));
        // Those that are left out are left out of all.
        let is_of_all = of.is_empty();
        for (place, _) in &self.members {
            let is_named = |name: &String| self.selects(name, place, at);
            let is_out = out
                .iter()
                .any(|name| name.strip_prefix('!').is_some_and(|name| self.selects(name, place, at)));
            if (is_of_all || of.iter().any(|name| is_named(name)))
                && !is_out
                && !places.contains(&place.as_str())
            {
                places.push(place);
            }
        }
        if scripts.root == Rooted::In && is_of_all {
            places.push(&self.root);
        }
        let found = places.into_iter().take(MAX_PACKAGES);
        found.filter_map(|place| self.runs(place, scripts, files)).collect()
    }

    /// Whether a selector of a manager takes a package: its name, a directory, or a glob of either.
    fn selects(&self, selector: &str, place: &str, at: &str) -> bool {
        // With those that it needs, or that need it. What has changed since a commit, nobody knows here.
        let selector = selector.trim_start_matches("...").trim_end_matches("...");
        if selector.is_empty() || selector.contains(['[', '^', '$']) {
            return false;
        }
        let inner = selector.strip_prefix('{').and_then(|inner| inner.strip_suffix('}'));
        let path = inner.unwrap_or(selector);
        // To the others, that is a name that no package has.
        let takes_bare = matches!(self.manager, Manager::Npm | Manager::Nx);
        let is_bare = || takes_bare && path.contains('/') && !path.starts_with('@');
        let is_path = inner.is_some() || path.starts_with('.') || is_bare();
        if is_path {
            let path = join(at, path.trim_start_matches("./").trim_end_matches('/'));
            let is_around = self.manager == Manager::Npm && is_in(place, &path);
            return is_around || fast_glob::glob_match(&path, place);
        }
        let is_all = selector == "**"
            || (selector == "*" && matches!(self.manager, Manager::Pnpm | Manager::Bun | Manager::Nx));
        if is_all {
            return true;
        }
        let by = |is_one: &dyn Fn(&str) -> bool| -> Vec<&str> {
            let own = self.members.iter().filter(|(_, name)| !name.is_empty() && is_one(name));
            own.map(|(place, _)| place.as_str()).collect()
        };
        let mut own = by(&|name| fast_glob::glob_match(selector, name));
        if own.is_empty() && self.manager == Manager::Pnpm {
            own = by(&|name| fast_glob::glob_match(selector, without_scope(name)));
            // Of several, it takes none.
            own.truncate(usize::from(own.len() == 1));
        }
        // A directory stands for all that lie in it.
        if self.manager == Manager::Npm && is_in(place, &join(at, selector)) {
            return true;
        }
        // Of two with one name, nobody can tell which is meant.
        own.contains(&place) && (selector.contains('*') || own.iter().all(|other| *other == place))
    }

    /// What a script is in a package, if that has it.
    fn runs(&self, place: &str, scripts: &Scripts, files: &Files) -> Option<Covered> {
        let covered = |run: Option<String>| Covered { run, ..Covered::alone(place) };
        let Some(name) = &scripts.script else { return Some(covered(Some(scripts.run.clone()))) };
        let manifest = parsed(place, "package.json", files);
        let script = manifest.as_ref().and_then(|manifest| manifest.get("scripts")?.get(name)?.as_str());
        if script.is_some() {
            return Some(covered(Some(scripts.run.clone())));
        }
        if self.manager != Manager::Nx {
            return None;
        }
        let project = parsed(place, "project.json", files).unwrap_or_default();
        let target = project.get("targets").and_then(|targets| targets.get(name));
        let is_run = match target {
            Some(target) => is_whole(target),
            None => self.is_inferred(place, name, files),
        };
        is_run.then(|| covered(None))
    }

    /// Whether a plugin of Nx gives a project a target by the settings of a runner that lie in it.
    fn is_inferred(&self, place: &str, script: &str, files: &Files) -> bool {
        let nx = parsed(&self.root, "nx.json", files).unwrap_or_default();
        let plugins = nx.get("plugins").and_then(Value::as_array).into_iter().flatten();
        let mut names = plugins.filter_map(|plugin| {
            // One that is told to leave something out may leave out anything.
            if plugin.get("include").or_else(|| plugin.get("exclude")).is_some() {
                return None;
            }
            let name = plugin.as_str().or_else(|| plugin.get("plugin")?.as_str())?;
            let options = plugin.get("options");
            let target = ["targetName", "testTargetName"].iter().find_map(|key| options?.get(key)?.as_str());
            (target.unwrap_or("test") == script).then_some(name)
        });
        names.any(|name| {
            let by = INFERRED.iter().filter(|(plugin, _)| *plugin == name).map(|(_, settings)| *settings);
            by.into_iter().any(|settings| {
                let start = join(place, settings);
                files.names().any(|own| own.strip_prefix(&start).is_some_and(|end| !end.contains(['/', '.'])))
            })
        })
    }
}

/// Executors of Nx that run all tests of a project, unless their options choose.
const EXECUTORS: &[&str] = &[
    "@nx/jest:jest",
    "@nrwl/jest:jest",
    "@nx/vite:test",
    "@nrwl/vite:test",
    "@nx/vitest:test",
    "@angular-devkit/build-angular:karma",
    "@angular-builders/jest:run",
];

/// Plugins of Nx, and the settings of a runner by which they know a project, up to the ending.
const INFERRED: &[(&str, &str)] = &[
    ("@nx/jest/plugin", "jest.config."),
    ("@nx/vite/plugin", "vite.config."),
    ("@nx/vite/plugin", "vitest.config."),
    ("@nx/vitest", "vitest.config."),
    ("@nx/vitest", "vite.config."),
];

fn is_whole(target: &Value) -> bool {
    let is_known = target.get("executor").and_then(Value::as_str).is_some_and(|own| EXECUTORS.contains(&own));
    let text = target.to_string();
    is_known
        && !["testFile", "testName", "testPath", "include", "findRelated", "watch\":true"]
            .iter()
            .any(|word| text.contains(word))
}

fn without_scope(name: &str) -> &str {
    name.split_once('/').filter(|_| name.starts_with('@')).map_or(name, |(_, bare)| bare)
}

fn last_part(place: &str) -> &str {
    place.rsplit('/').next().unwrap_or(place)
}

fn parsed(place: &str, file: &str, files: &Files) -> Option<Value> {
    serde_json::from_str(&files.text_in(place, file)?).ok()
}

fn name_in(place: &str, file: &str, files: &Files) -> String {
    let name = parsed(place, file, files).and_then(|own| Some(own.get("name")?.as_str()?.to_owned()));
    name.unwrap_or_default()
}

/// The globs of the packages that a root declares, whichever manager reads them.
fn declared(root: &str, manager: Manager, files: &Files) -> Vec<String> {
    let texts = |list: &Value| -> Vec<String> {
        list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let manifest = parsed(root, "package.json", files).unwrap_or_default();
    let workspaces = manifest.get("workspaces").map(|own| own.get("packages").unwrap_or(own));
    let lerna = parsed(root, "lerna.json", files).unwrap_or_default();
    let own: Vec<String> = workspaces.into_iter().flat_map(texts).collect();
    let of_pnpm = packages_of_pnpm(&files.text_in(root, "pnpm-workspace.yaml").unwrap_or_default());
    match manager {
        Manager::Pnpm if !of_pnpm.is_empty() => of_pnpm,
        Manager::Npm | Manager::Bun | Manager::Pnpm => own,
        Manager::Nx | Manager::Other => {
            own.into_iter().chain(of_pnpm).chain(lerna.get("packages").into_iter().flat_map(texts)).collect()
        }
    }
}

/// The packages that a file of pnpm lists, in lines or in one.
pub(crate) fn packages_of_pnpm(yaml: &str) -> Vec<String> {
    let bare =
        |item: &str| item.split(" #").next().unwrap_or(item).trim().trim_matches(['"', '\'']).to_owned();
    let inline = yaml.lines().find_map(|line| line.strip_prefix("packages:")?.trim().strip_prefix('['));
    if let Some(list) = inline.and_then(|list| list.split_once(']')) {
        return list.0.split(',').map(bare).filter(|item| !item.is_empty()).collect();
    }
    let lines = yaml.lines().skip_while(|line| line.trim_end() != "packages:").skip(1);
    let items = lines.map_while(|line| match line.trim() {
        "" => Some(None),
        text if text.starts_with('#') => Some(None),
        text => text.strip_prefix("- ").map(Some),
    });
    items.flatten().map(bare).collect()
}

/// The artefact that a module of Maven makes: its own, not its parent's.
pub(super) fn artefact(pom: &str) -> Option<String> {
    let (before, behind) = match (pom.find("<parent>"), pom.find("</parent>")) {
        (Some(start), Some(end)) => (pom.get(..start)?, pom.get(end..)?),
        _ => (pom, ""),
    };
    // What it needs, and what builds it, are artefacts as well.
    let other = ["<dependencies>", "<dependencyManagement>", "<build>", "<profiles>", "<reporting>"];
    let own = |text: &str| {
        let end = other.iter().filter_map(|tag| text.find(tag)).min().unwrap_or(text.len());
        let (_, rest) = text.get(..end)?.split_once("<artifactId>")?;
        Some(rest.split_once("</artifactId>")?.0.trim().to_owned())
    };
    own(before).or_else(|| own(behind))
}
