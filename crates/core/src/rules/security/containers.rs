//! What lies in a container, where an image says what is whose: what is built or fetched there is built and fetched again.

use hookward_effects::{Effect, Place};

use crate::policy::ARTEFACTS;
use crate::rule::Case;

/// Directories of the system on another machine or in a container. Whose the others are, only that place knows.
pub(super) const OF_THE_SYSTEM: &[&str] =
    &["/bin", "/boot", "/etc", "/lib", "/lib32", "/lib64", "/sbin", "/usr"];

/// Where images keep what they serve or run.
pub(super) const OF_AN_IMAGE: &[&str] =
    &["/usr/src", "/usr/app", "/usr/share/nginx", "/usr/local/apache2/htdocs"];

/// Where the system and its services keep what they need, besides.
const OF_SERVICES: &[&str] =
    &["/dev", "/proc", "/run", "/sys", "/var/cache", "/var/lib", "/var/log", "/var/run", "/var/spool"];

/// Directories that belong to the system there, but not what lies in them.
const SHARED: &[&str] = &["/home", "/media", "/mnt", "/opt", "/srv", "/var"];

/// Programs that run a command in a container of this machine.
const ENGINES: &[&str] = &["docker", "podman", "nerdctl", "finch", "docker-compose", "podman-compose"];

/// Whether a path is one of some directories or lies in one.
pub(super) fn below(path: &str, directories: &[&str]) -> bool {
    let mut rests = directories.iter().filter_map(|directory| path.strip_prefix(directory));
    rests.any(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Build output and caches by their usual names, in a directory of the container that is none of its system's.
pub(super) fn is_an_artefact_there(case: &Case, effect: &Effect, place: &Place) -> bool {
    let is_of_the_system = |directory: &str| {
        (below(directory, OF_THE_SYSTEM) && !below(directory, OF_AN_IMAGE))
            || below(directory, OF_SERVICES)
            || SHARED.contains(&directory)
    };
    let is_artefact = |name: &str| ARTEFACTS.iter().any(|glob| fast_glob::glob_match(glob, name));
    let is_fit = |path: &str| match path.rsplit_once('/') {
        // Where a path without a slash in front begins, the image says.
        Some(("", name)) => is_artefact(name) && !place.written.starts_with('/'),
        Some((directory, name)) => is_artefact(name) && !is_of_the_system(directory),
        None => false,
    };
    place.elsewhere
        && !place.open
        && !place.spots.is_empty()
        && place.spots.iter().all(|spot| !spot.if_empty && is_fit(spot.glob.as_deref().unwrap_or(&spot.path)))
        && runs_in_a_container(case, effect)
}

/// Whether what does it runs in a container, and not on another machine.
fn runs_in_a_container(case: &Case, effect: &Effect) -> bool {
    let mut commands =
        case.facts.commands.iter().filter(|command| effect.span == Some(command.span)).peekable();
    commands.peek().is_some()
        && commands.all(|command| {
            command.through.iter().any(|wrapper| ENGINES.contains(&wrapper.as_str()))
                && !command.through.iter().any(|wrapper| wrapper == "ssh")
        })
}

/// What a container's package manager has fetched, and fetches again: an image is made smaller without it.
pub(super) fn is_a_package_cache(place: &Place) -> bool {
    const CACHES: &[&str] = &["/var/lib/apt/lists", "/var/cache/", "/root/.cache", "/root/.npm"];
    let is_cache = |path: &str| CACHES.iter().any(|cache| path.starts_with(cache));
    place.elsewhere
        && !place.open
        && !place.spots.is_empty()
        && place.spots.iter().all(|spot| is_cache(&spot.path))
}
