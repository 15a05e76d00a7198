//! Policy files, and their compiled form. A hook call reads the files (they are small) and compares them, byte for byte,
//! with those that the cache was made of: it cannot be stale. Only when they differ is TOML parsed.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use hookward_core::policy::{Layer, PolicyError, Source, Trusted, Whose, compile};
use hookward_core::{Fault, Policy};
use hookward_effects::normalise;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::disk::lies_outside;
use crate::file::{may_grow_to, private_directory, private_options};
use crate::following::is_manifest;
use crate::held::{self, Held};
use crate::places::Places;
use crate::trust::{Trust, hex, is_free};
use crate::workspace::Workspace;

/// The machine's policy.
pub const MANAGED: &str = "/etc/hookward/hookward.toml";

/// The project's policy, in the workspace's root.
pub const PROJECT_FILE: &str = "hookward.toml";

/// The same on this machine only, beside it.
pub const LOCAL_FILE: &str = "hookward.local.toml";

/// No policy is longer than this; a larger file is a mistake.
const MAX_BYTES: u64 = 1024 * 1024;

/// A policy and what was wrong with it.
#[derive(Debug)]
pub struct Loaded {
    /// What holds: all files that can be used.
    pub policy: Policy,
    /// The files.
    pub sources: Vec<Source>,
    /// The first file that cannot be used.
    pub fault: Option<Fault>,
    /// Files that hold as they were before a call has changed them.
    pub held: Vec<Held>,
}

/// Where policy files are looked for, far layers first.
pub fn policy_paths(workspace: &Workspace, places: Option<&Places>) -> Vec<(Layer, PathBuf)> {
    let mut paths = vec![(Layer::Managed, PathBuf::from(MANAGED))];
    paths.extend(places.map(|places| (Layer::User, places.config.join("hookward.toml"))));
    for project in workspace.projects(places.map(|places| places.home.as_path())) {
        paths.push((Layer::Project, project.join(PROJECT_FILE)));
        paths.push((Layer::Local, project.join(LOCAL_FILE)));
    }
    paths.sort_by_key(|(layer, _)| *layer);
    paths
}

/// The policy of a workspace.
pub fn load(workspace: &Workspace, places: Option<&Places>) -> Loaded {
    let mut sources = Vec::new();
    let mut fault = None;
    let unreadable = |path: &Path, error: &io::Error| {
        Fault::Policy(PolicyError::whole(&path.display().to_string(), format!("cannot be read: {error}")))
    };
    let held = held::standing(workspace, places).unwrap_or_else(|(path, error)| {
        fault = Some(unreadable(&path, &error));
        Vec::new()
    });
    // INVARIANT: what is held takes the place of its file, whatever that says or whether it is there.
    for (layer, path) in policy_paths(workspace, places) {
        if held.iter().any(|held| Path::new(&held.path) == path) {
            continue;
        }
        match read(&path) {
            Ok(Some(text)) => sources.push(Source { layer, path: path.display().to_string(), text }),
            Ok(None) => {}
            Err(error) => {
                fault.get_or_insert(unreadable(&path, &error));
            }
        }
    }
    let kept = |held: &Held| Source { layer: held.layer, path: held.path.clone(), text: held.text.clone() };
    sources.extend(held.iter().map(kept));
    sources.sort_by_key(|source| source.layer);
    if sources.is_empty() {
        return Loaded { policy: Policy::default(), sources, fault, held };
    }
    let cache = Cache::of(workspace, places);
    let mut policy = match cache.as_ref().and_then(|cache| cache.read(&sources)) {
        Some(policy) => policy,
        None => {
            let (policy, broken) = compile_usable(&sources);
            match broken {
                Some(broken) => {
                    fault.get_or_insert(Fault::Policy(broken));
                }
                // Without the cache the next call is slower, and nothing else.
                None => drop(cache.map(|cache| cache.write(&sources, &policy))),
            }
            policy
        }
    };
    let trust = Trust::of(workspace, places);
    policy.keep_trusted(|item| match (&trust, workspace.root()) {
        (Some(trust), _) => trust.standing(item),
        (None, Some(root)) if is_free(item, root) => Trusted::Now,
        // Where no workspace is, nothing lies in one.
        (None, None) if item.whose == Whose::Person => Trusted::Now,
        (None, Some(_) | None) => Trusted::Never,
    });
    if let Some(trust) = trust.filter(|_| !policy.hooks.is_empty()) {
        let scripts = policy.hooks.iter().filter_map(|hook| trust.scripts(&hook.trust_item())).flatten();
        // A manifest is edited for other reasons, too.
        policy.trusted_scripts = scripts.filter(|script| !is_manifest(script)).collect();
        policy.found_first = found_first(&policy, &trust, workspace);
    }
    Loaded { policy, sources, fault, held }
}

/// Where trusted hooks would find programs in the workspace: its directories that are on the PATH, as those of a virtual
/// environment are.
fn found_first(policy: &Policy, trust: &Trust, workspace: &Workspace) -> Vec<String> {
    let (Some(path), Some(root)) = (std::env::var_os("PATH"), workspace.root()) else { return Vec::new() };
    let inside: Vec<PathBuf> = std::env::split_paths(&path)
        .map(|directory| Path::new(root).join(directory))
        .filter(|directory| directory.starts_with(root))
        .collect();
    if inside.is_empty() {
        return Vec::new();
    }
    let mut programs: Vec<String> =
        policy.hooks.iter().flat_map(|hook| trust.programs(&hook.trust_item())).collect();
    programs.sort();
    programs.dedup();
    let found = inside.iter().flat_map(|folder| programs.iter().map(move |program| folder.join(program)));
    found.map(|file| normalise(&file.display().to_string(), root)).collect()
}

/// A file that cannot be used takes nothing else with it: the others hold.
fn compile_usable(sources: &[Source]) -> (Policy, Option<PolicyError>) {
    let mut usable = sources.to_vec();
    let mut first = None;
    loop {
        match compile(&usable) {
            Ok(policy) => return (policy, first),
            Err(error) => {
                let before = usable.len();
                usable.retain(|source| source.path != error.path);
                first.get_or_insert(error);
                if usable.len() == before {
                    return (Policy::default(), first);
                }
            }
        }
    }
}

pub(crate) fn read(path: &Path) -> io::Result<Option<String>> {
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        Err(error) => return Err(error),
    };
    // A pipe would keep the host waiting for ever.
    if !metadata.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "it is not a regular file"));
    }
    if metadata.len() > MAX_BYTES {
        return Err(io::Error::new(ErrorKind::FileTooLarge, "it is larger than 1 MiB"));
    }
    fs::read_to_string(path).map(Some)
}

/// A compiled policy, outside the workspace, one file per workspace.
struct Cache {
    path: PathBuf,
}

/// What the file holds: the very texts that it was made of, and by which program.
#[derive(Serialize, Deserialize)]
struct Compiled<'a> {
    program: &'a str,
    sources: Vec<(Layer, &'a str, &'a str)>,
    policy: &'a [u8],
}

impl Cache {
    /// `None` where there is no place for it that an agent cannot write to.
    fn of(workspace: &Workspace, places: Option<&Places>) -> Option<Self> {
        let directory = places?.cache.join("policy");
        if !lies_outside(&directory, &workspace.roots) {
            return None;
        }
        let name = hex(&Sha256::digest(workspace.root().unwrap_or_default().as_bytes()));
        Some(Self { path: directory.join(name) })
    }

    fn read(&self, sources: &[Source]) -> Option<Policy> {
        let bytes = fs::read(&self.path).ok()?;
        let compiled: Compiled = postcard::from_bytes(&bytes).ok()?;
        let same = compiled.program == program()
            && compiled.sources.len() == sources.len()
            && compiled.sources.iter().zip(sources).all(|((layer, path, text), source)| {
                *layer == source.layer && *path == source.path && *text == source.text
            });
        if !same {
            return None;
        }
        postcard::from_bytes(compiled.policy).ok()
    }

    /// Two processes may write at once: each renames a file of its own, and either one is right.
    fn write(&self, sources: &[Source], policy: &Policy) -> Option<()> {
        let policy = postcard::to_allocvec(policy).ok()?;
        let program = program();
        let sources =
            sources.iter().map(|source| (source.layer, source.path.as_str(), source.text.as_str())).collect();
        let bytes = postcard::to_allocvec(&Compiled { program: &program, sources, policy: &policy }).ok()?;
        may_grow_to(bytes.len() as u64).ok()?;
        private_directory(self.path.parent()?).ok()?;
        let temporary = self.path.with_extension(std::process::id().to_string());
        let mut file = private_options().write(true).create(true).truncate(true).open(&temporary).ok()?;
        io::Write::write_all(&mut file, &bytes).ok()?;
        fs::rename(&temporary, &self.path).ok()
    }
}

/// Which program made a cache: another build may lay out a policy differently.
pub(crate) fn program() -> String {
    let built =
        std::env::current_exe().and_then(fs::metadata).and_then(|exe| Ok((exe.len(), exe.modified()?)));
    format!("{} {built:?}", env!("CARGO_PKG_VERSION"))
}
