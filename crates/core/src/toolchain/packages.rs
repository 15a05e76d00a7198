//! Which projects of a workspace are checked before an agent may stop: those that files were changed in, found from each file
//! upwards, at any depth. The nearest one that says how is the one; but a workspace that says how covers its members.

use super::ecosystem::Ecosystem;
use super::find::upwards;
use super::manifests::Manifests;
use super::whole::{Offer, task_of_command};
use super::{Service, Task};
use crate::rule::Case;

/// Folders of projects that only stand for some: they belong to whoever uses them.
const STAND_INS: &[&str] = &["fixtures", "__fixtures__", "fixture", "testdata", "test-data"];

/// How a service is done for what was changed, by absolute paths, below a workspace's root.
pub fn tasks_for_stop(case: &Case, root: &str, changed: &[String], service: Service) -> Vec<Task> {
    if let Some(own) = case.policy.stop_command(service) {
        return vec![task_of_command(own, root)];
    }
    let manifests = Manifests::new(case.world);
    let search = Search { manifests: &manifests, root: root.trim_end_matches('/'), service };
    let mut found: Vec<(String, Ecosystem)> = Vec::new();
    let mut seen: Vec<(&str, Option<Ecosystem>)> = Vec::new();
    for path in changed {
        let Some((folder, _)) = path.rsplit_once('/').filter(|(folder, _)| search.is_below(folder)) else {
            continue;
        };
        let own = Ecosystem::of(path);
        if !seen.contains(&(folder, own)) {
            seen.push((folder, own));
            found.extend(search.projects(path, own));
        }
    }
    found.sort_unstable();
    found.dedup();
    let tasks = |(directory, ecosystem): &(String, Ecosystem)| {
        let offer = search.offer(*ecosystem, directory)?;
        Some(offer.tasks(&manifests, directory, search.root, service))
    };
    found.iter().filter_map(tasks).flatten().collect()
}

struct Search<'a> {
    manifests: &'a Manifests<'a>,
    root: &'a str,
    service: Service,
}

impl<'a> Search<'a> {
    fn is_below(&self, folder: &str) -> bool {
        folder.strip_prefix(self.root).is_some_and(|below| below.is_empty() || below.starts_with('/'))
    }

    fn offer(&self, ecosystem: Ecosystem, directory: &str) -> Option<Offer> {
        Offer::at(self.manifests, ecosystem, directory, self.root, self.service)
    }

    /// The projects that a file is checked by.
    fn projects(&self, path: &str, own: Option<Ecosystem>) -> Vec<(String, Ecosystem)> {
        let ecosystems = match own {
            Some(own) => vec![own],
            // What is no code belongs to whichever projects it lies in.
            None => self
                .directories(path)
                .map(|directory| Ecosystem::at(self.manifests, directory))
                .find(|found| !found.is_empty())
                .unwrap_or_default(),
        };
        let mut found: Vec<_> = ecosystems
            .iter()
            .filter_map(|ecosystem| Some((self.project(path, *ecosystem)?, *ecosystem)))
            .collect();
        // A package may have scripts for languages that have nothing of their own.
        if found.is_empty() {
            let is_script =
                |directory: &&str| matches!(self.offer(Ecosystem::Node, directory), Some(Offer::Script(..)));
            let script = self.directories(path).find(is_script);
            found.extend(script.map(|directory| (directory.to_owned(), Ecosystem::Node)));
        }
        found
    }

    /// The directories from a file upwards that may be projects.
    fn directories<'p>(&self, path: &'p str) -> impl Iterator<Item = &'p str>
    where
        'a: 'p,
    {
        let below = self.root.len();
        let is_real = move |directory: &&str| {
            !directory.get(below..).unwrap_or_default().split('/').any(|part| STAND_INS.contains(&part))
        };
        upwards(path, self.root).filter(is_real)
    }

    /// The directory at which a file is checked by the tools of an ecosystem.
    fn project(&self, path: &str, ecosystem: Ecosystem) -> Option<String> {
        let mut above = self.directories(path);
        let (nearest, offer) =
            above.find_map(|directory| Some((directory, self.offer(ecosystem, directory)?)))?;
        let has_own = offer.has_own_settings(self.manifests, nearest);
        let covers = |directory: &&str| {
            ecosystem.covers(self.manifests, directory, nearest)
                && match self.offer(ecosystem, directory) {
                    Some(Offer::Script(..)) => true,
                    Some(Offer::Tool(_)) => !has_own,
                    None => false,
                }
        };
        Some(above.find(covers).unwrap_or(nearest).to_owned())
    }
}
