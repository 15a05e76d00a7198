//! Which program answers the hooks here, as the registrations say. A person's word counts from that one only: a copy of it
//! by another name is what an agent would have.

use std::path::{Path, PathBuf};

use hookward_hosts::registration::{Scope, entries, program};

use crate::registrations::{Site, hosts};

/// The program that answers here, if that is known and another one than this.
pub(crate) fn another(site: &Site) -> Option<PathBuf> {
    let own = std::env::current_exe().ok()?.canonicalize().ok()?;
    let answering = answering(site);
    if answering.contains(&own) { None } else { answering.into_iter().next() }
}

/// The programs that registrations of the person and of the project name, as far as they are found.
fn answering(site: &Site) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for scope in [Scope::User, Scope::Project] {
        for file in hosts().flat_map(|host| site.files(host, scope)) {
            let text = std::fs::read_to_string(&file.path).unwrap_or_default();
            let entries = entries(&file.target, &text).unwrap_or_default();
            let named = entries.iter().filter_map(|entry| program(&entry.command));
            for path in named.filter_map(|named| located(&named, &site.root)) {
                if !found.contains(&path) {
                    found.push(path);
                }
            }
        }
    }
    found
}

/// Where a program lies that a registration names. By its name alone it is looked for on the PATH, but not in the workspace,
/// where an agent may put what it likes. What starts another one (a script, a shim of a version manager) tells nothing.
fn located(named: &str, root: &Path) -> Option<PathBuf> {
    let path = if named.contains('/') {
        PathBuf::from(named)
    } else {
        let path = std::env::var_os("PATH")?;
        let mut directories = std::env::split_paths(&path).filter(|directory| directory.is_absolute());
        directories.find_map(|directory| {
            let outside = directory.canonicalize().ok().filter(|real| !real.starts_with(root))?;
            Some(outside.join(named)).filter(|file| file.is_file())
        })?
    };
    let real = path.canonicalize().ok()?;
    let is_itself = real.file_stem().is_some_and(|stem| stem == "hookward");
    (is_itself && !is_script(&real)).then_some(real)
}

fn is_script(path: &Path) -> bool {
    use std::io::Read;
    let mut start = [0; 2];
    let opened = std::fs::File::open(path);
    opened.and_then(|mut file| file.read_exact(&mut start)).is_err() || start == *b"#!"
}
