//! What a project is made of, by the files in its root and one level below, and what follows from that for its policy.

use std::fmt::Write;
use std::path::Path;

/// What a file in a project tells.
const SIGNS: &[(&str, &str)] = &[
    ("Rust", "Cargo.toml"),
    ("TypeScript", "tsconfig.json"),
    ("JavaScript", "package.json"),
    ("Deno", "deno.json"),
    ("Python", "pyproject.toml"),
    ("Python", "requirements.txt"),
    ("Python", "setup.py"),
    ("Go", "go.mod"),
    ("Java", "pom.xml"),
    ("Java or Kotlin", "build.gradle"),
    ("Java or Kotlin", "build.gradle.kts"),
    ("Ruby", "Gemfile"),
    ("PHP", "composer.json"),
    ("Elixir", "mix.exs"),
    ("Swift", "Package.swift"),
    ("Dart", "pubspec.yaml"),
    ("C or C++", "CMakeLists.txt"),
    ("C or C++", "meson.build"),
    ("Zig", "build.zig"),
    ("Terraform", "main.tf"),
    ("Docker", "Dockerfile"),
    ("Docker", "compose.yaml"),
    ("Docker", "docker-compose.yml"),
    ("Make", "Makefile"),
    ("just", "justfile"),
];

/// A package manager: by what it is known, how others are told of it, and what an agent would type that does not know.
struct Manager {
    name: &'static str,
    language: &'static str,
    lock: &'static [&'static str],
    /// What adds a package.
    adds: &'static str,
    instead: &'static str,
}

const MANAGERS: &[Manager] = &[
    Manager {
        name: "npm",
        language: "JavaScript",
        lock: &["package-lock.json", "npm-shrinkwrap.json"],
        adds: "npm install",
        instead: "`npm install` with the same packages",
    },
    Manager {
        name: "pnpm",
        language: "JavaScript",
        lock: &["pnpm-lock.yaml"],
        adds: "pnpm add",
        instead: "`pnpm add` with the same packages, or `pnpm install`",
    },
    Manager {
        name: "yarn",
        language: "JavaScript",
        lock: &["yarn.lock"],
        adds: "yarn add",
        instead: "`yarn add` with the same packages, or `yarn install`",
    },
    Manager {
        name: "bun",
        language: "JavaScript",
        lock: &["bun.lock", "bun.lockb"],
        adds: "bun add",
        instead: "`bun add` with the same packages, or `bun install`",
    },
    Manager {
        name: "uv",
        language: "Python",
        lock: &["uv.lock"],
        adds: "uv add",
        instead: "`uv add` with the same packages, or `uv sync`",
    },
    Manager {
        name: "poetry",
        language: "Python",
        lock: &["poetry.lock"],
        adds: "poetry add",
        instead: "`poetry add` with the same packages, or `poetry install`",
    },
    Manager { name: "pip", language: "Python", lock: &[], adds: "pip install", instead: "" },
];

/// Branches that are protected anyway.
const USUAL_BRANCHES: &[&str] = &["main", "master"];

/// What a project is made of.
pub(crate) struct Stack {
    /// Each part, and the file that tells.
    found: Vec<(&'static str, String)>,
    /// The one package manager of a language, and its lock file.
    managers: Vec<(&'static Manager, String)>,
    /// The branch that the remote calls its own, if it is not one of the usual.
    branch: Option<String>,
}

impl Stack {
    pub(crate) fn find(root: &Path) -> Self {
        let mut folders = vec![String::new()];
        let entries = std::fs::read_dir(root).into_iter().flatten().flatten();
        // A name goes into the policy's text as it is.
        let is_plain = |c: char| c.is_alphanumeric() || " -_.@+".contains(c);
        let is_own = |name: &String| {
            !name.starts_with('.')
                && name.chars().all(is_plain)
                && !["node_modules", "target", "vendor"].contains(&name.as_str())
        };
        let below = entries.filter(|entry| entry.path().is_dir());
        folders.extend(below.filter_map(|entry| entry.file_name().into_string().ok()).filter(is_own));
        folders.sort();
        let there = |name: &str| {
            let path = |folder: &String| {
                if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
            };
            folders.iter().map(path).find(|path| root.join(path).is_file())
        };
        let mut found: Vec<(&'static str, String)> = Vec::new();
        for (part, sign) in SIGNS {
            if !found.iter().any(|(known, _)| known == part) {
                found.extend(there(sign).map(|path| (*part, path)));
            }
        }
        let locked: Vec<(&Manager, String)> = MANAGERS
            .iter()
            .filter_map(|manager| Some((manager, manager.lock.iter().find_map(|lock| there(lock))?)))
            .collect();
        // Where there are two, nobody knows which one is meant.
        let is_alone = |manager: &Manager| {
            locked.iter().filter(|(other, _)| other.language == manager.language).count() == 1
        };
        let managers = locked.iter().filter(|(manager, _)| is_alone(manager)).cloned().collect();
        Self { found, managers, branch: branch(root) }
    }

    /// In one line; nothing if nothing is known.
    pub(crate) fn words(&self) -> Option<String> {
        let managers = self.managers.iter().map(|(manager, lock)| (manager.name, lock));
        let parts = self.found.iter().map(|(part, file)| (*part, file)).chain(managers);
        let parts: Vec<String> = parts.map(|(part, file)| format!("{part} ({file})")).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// What follows for the policy, as tables of its file.
    pub(crate) fn policy(&self) -> String {
        let mut text = String::new();
        // Writing to a text cannot fail.
        if let Some(branch) = &self.branch {
            let branch = serde_json::json!(branch);
            let _ =
                writeln!(text, "\n[security]\n# The remote's own branch.\nprotected_branches = [{branch}]");
        }
        for (manager, lock) in &self.managers {
            let others = MANAGERS
                .iter()
                .filter(|other| other.language == manager.language && other.name != manager.name);
            for other in others {
                let (name, adds, used) = (other.name, other.adds, manager.name);
                let _ = write!(
                    text,
                    "\n[[rule]]\nid = \"feedback/{name}-here\"\non = \"shell\"\ncommand = \"{adds} *\"\ndecision = \"advise\"\n\
                     why = \"this project uses {used} ({lock})\"\ninstead = \"{}\"\n\
                     examples = {{ fires = [\"{adds} left-pad\"], passes = [\"{} left-pad\"] }}\n",
                    manager.instead, manager.adds,
                );
            }
        }
        text
    }
}

/// `ref: refs/remotes/origin/trunk`
fn branch(root: &Path) -> Option<String> {
    let text = std::fs::read_to_string(root.join(".git/refs/remotes/origin/HEAD")).ok()?;
    let name = text.trim().strip_prefix("ref: refs/remotes/origin/")?;
    (!USUAL_BRANCHES.contains(&name)).then(|| name.to_owned())
}
