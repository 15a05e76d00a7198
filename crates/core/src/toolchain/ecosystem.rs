//! The ecosystems of a project: by which files each is known, and which packages belong to a workspace of it.

use fast_glob::glob_match;
use serde_json::Value;

use super::manifests::Manifests;

/// A language with the tools around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Ecosystem {
    Node,
    Rust,
    Python,
    Go,
    Php,
    Ruby,
    Java,
}

/// Files at the top of a project, by their ecosystem.
const MANIFESTS: &[(&str, Ecosystem)] = &[
    ("package.json", Ecosystem::Node),
    ("Cargo.toml", Ecosystem::Rust),
    ("pyproject.toml", Ecosystem::Python),
    ("setup.py", Ecosystem::Python),
    ("setup.cfg", Ecosystem::Python),
    ("pytest.ini", Ecosystem::Python),
    ("requirements.txt", Ecosystem::Python),
    ("go.mod", Ecosystem::Go),
    ("composer.json", Ecosystem::Php),
    ("Gemfile", Ecosystem::Ruby),
    ("pom.xml", Ecosystem::Java),
    ("gradlew", Ecosystem::Java),
    ("build.gradle", Ecosystem::Java),
    ("build.gradle.kts", Ecosystem::Java),
];

/// Whether a file of this name stands at the top of a project.
pub fn is_manifest(name: &str) -> bool {
    MANIFESTS.iter().any(|(own, _)| *own == name)
}

impl Ecosystem {
    /// That of a file, by its name or its ending; `None` if any may use it.
    pub(super) fn of(path: &str) -> Option<Self> {
        let name = path.rsplit('/').next().unwrap_or(path);
        if let Some((_, own)) = MANIFESTS.iter().find(|(manifest, _)| *manifest == name) {
            return Some(*own);
        }
        match name.rsplit_once('.')?.1 {
            "ts" | "tsx" | "mts" | "cts" | "js" | "jsx" | "mjs" | "cjs" | "vue" | "svelte" | "astro" => {
                Some(Self::Node)
            }
            "rs" => Some(Self::Rust),
            "py" | "pyi" => Some(Self::Python),
            "go" => Some(Self::Go),
            "php" => Some(Self::Php),
            "rb" | "rake" => Some(Self::Ruby),
            "java" | "kt" | "kts" => Some(Self::Java),
            _ => None,
        }
    }

    /// Those that have a project at a directory.
    pub(super) fn at(manifests: &Manifests, directory: &str) -> Vec<Self> {
        let there = |name: &&(&str, Self)| manifests.is_file(&format!("{directory}/{}", name.0));
        let mut found: Vec<Self> = MANIFESTS.iter().filter(there).map(|(_, own)| *own).collect();
        found.dedup();
        found
    }

    /// Whether what is run at a directory is run for a package below it too, because the directory says so: a workspace and
    /// its members.
    pub(super) fn covers(self, manifests: &Manifests, directory: &str, package: &str) -> bool {
        let Some(below) = package.strip_prefix(directory).map(|below| below.trim_start_matches('/')) else {
            return false;
        };
        match self {
            Self::Node => {
                Members { named: node_members(manifests, directory), left_out: Vec::new() }.has(below)
            }
            Self::Rust => cargo_members(manifests, directory, package).is_some_and(|own| own.has(below)),
            Self::Python => uv_members(manifests, directory).is_some_and(|own| own.has(below)),
            Self::Java => {
                let pom = manifests.text(format!("{directory}/pom.xml")).unwrap_or_default();
                pom.contains(&format!("<module>{below}</module>"))
            }
            // Modules of a `go.work`, and those of the others, are checked one by one by their own tools.
            Self::Go | Self::Php | Self::Ruby => false,
        }
    }
}

/// The packages of a workspace, as globs below its top.
struct Members {
    named: Vec<String>,
    left_out: Vec<String>,
}

impl Members {
    fn has(&self, below: &str) -> bool {
        let fits = |glob: &str| glob_match(glob.trim_start_matches("./").trim_end_matches('/'), below);
        let left_out = self.named.iter().filter_map(|glob| glob.strip_prefix('!'));
        let mut left_out = left_out.chain(self.left_out.iter().map(String::as_str));
        let mut named = self.named.iter().filter(|glob| !glob.starts_with('!'));
        named.any(|glob| fits(glob)) && !left_out.any(fits)
    }
}

/// `workspaces` of `package.json`, and `packages` of `pnpm-workspace.yaml`.
fn node_members(manifests: &Manifests, directory: &str) -> Vec<String> {
    let manifest = manifests.json(directory, "package.json");
    let own = manifest.as_ref().and_then(|manifest| manifest.get("workspaces"));
    let own = own.and_then(|own| own.as_array().or_else(|| own.get("packages")?.as_array()));
    let mut named: Vec<String> =
        own.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
    let text = manifests.text(format!("{directory}/pnpm-workspace.yaml")).unwrap_or_default();
    let listed = text.lines().skip_while(|line| !line.starts_with("packages:")).skip(1);
    let listed = listed.map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let listed = listed.map_while(|line| line.strip_prefix('-'));
    named.extend(listed.map(|item| item.trim().trim_matches(['"', '\'']).to_owned()));
    named
}

/// The members of a Cargo workspace that `cargo` runs for where nothing else is said. A package below is one unless it is
/// left out, or is a workspace itself: Cargo knows nothing in between.
fn cargo_members(manifests: &Manifests, directory: &str, package: &str) -> Option<Members> {
    let workspace = |directory: &str| manifests.toml(directory, "Cargo.toml")?.get("workspace").cloned();
    let own = workspace(directory).filter(|_| workspace(package).is_none())?;
    let named = list(&own, "default-members");
    let everything = || vec!["**".to_owned()];
    Some(Members {
        named: if named.is_empty() { everything() } else { named },
        left_out: list(&own, "exclude"),
    })
}

/// The members of a workspace of uv.
fn uv_members(manifests: &Manifests, directory: &str) -> Option<Members> {
    let manifest = manifests.toml(directory, "pyproject.toml")?;
    let own = manifest.get("tool")?.get("uv")?.get("workspace")?;
    Some(Members { named: list(own, "members"), left_out: list(own, "exclude") })
}

fn list(table: &toml::Value, key: &str) -> Vec<String> {
    let items = table.get(key).and_then(toml::Value::as_array).into_iter().flatten();
    items.filter_map(toml::Value::as_str).map(str::to_owned).collect()
}
