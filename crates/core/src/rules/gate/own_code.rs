//! Whether what a test names is the project's own code, by where its name leads.

use hookward_effects::Kind;

use super::aliases::seen_from;
use super::below;
use super::modules::{Modules, Whose};
use crate::policy::imports;
use crate::rule::Case;
use crate::syntax::{Part, read};

/// What lies outside of any project: clients of networks, databases and clouds, and what stands in for them.
const OUTSIDE: &[&str] = &[
    "requests",
    "httpx",
    "aiohttp",
    "urllib",
    "urllib3",
    "http",
    "socket",
    "smtplib",
    "redis",
    "sqlalchemy",
    "psycopg",
    "psycopg2",
    "pymongo",
    "boto3",
    "botocore",
    "google",
    "azure",
    "stripe",
    "time",
    "datetime",
    "random",
    "os",
    "sys",
    "subprocess",
    "uuid",
];

/// Endings of what a script imports that is no code.
#[rustfmt::skip]
const ASSETS: &[&str] = &[
    "css", "scss", "sass", "less", "styl", "svg", "png", "jpg", "jpeg", "gif", "webp", "avif", "ico", "woff", "woff2", "ttf", "mp3",
    "mp4", "webm", "pdf", "txt", "md", "html", "graphql", "gql", "json", "yaml", "yml", "wasm",
];

/// A name is followed through this many modules that have it from another one.
const MAX_STEPS: usize = 4;

/// Whether a path is that of the project's own code: not what is installed, nor what is only declared there.
fn is_own(path: &str) -> bool {
    let is_declared = [".d.ts", ".d.mts", ".d.cts"].iter().any(|ending| path.ends_with(ending));
    !is_declared && !path.contains("/node_modules/")
}

/// The project's own code, as a test sees it.
pub(super) struct OwnCode<'c, 'a> {
    case: &'c Case<'a>,
    modules: Modules<'c, 'a>,
    /// The test, by its absolute path.
    file: &'c str,
}

impl<'c, 'a> OwnCode<'c, 'a> {
    pub(super) fn seen_from(case: &'c Case<'a>, file: &'c str) -> Self {
        Self { case, modules: Modules::of(case), file }
    }

    /// What the policy says of a name, if it says anything: of the name itself, or of what it stands for.
    fn told(&self, name: &str) -> Option<bool> {
        let own = self.case.policy.mocks.as_ref()?;
        if own.external.is_empty() && own.internal.is_empty() {
            return None;
        }
        let mut names = vec![name.to_owned()];
        for path in self.modules.led_to(self.file, name) {
            names.push(seen_from(self.case, self.file, &path));
            names.extend(self.modules.names(self.file, &path));
        }
        let below = below(self.case, self.file);
        let is_named =
            |globs: &[String]| globs.iter().any(|glob| names.iter().any(|name| imports(glob, name, below)));
        if is_named(&own.external) { Some(false) } else { is_named(&own.internal).then_some(true) }
    }

    /// Whether a module of JavaScript is own code: a path, or a name that leads into the workspace.
    pub(super) fn has_module(&self, module: &str) -> bool {
        self.told(module).unwrap_or_else(|| {
            let plain = module.split('?').next().unwrap_or(module);
            let is_asset = plain.rsplit_once('.').is_some_and(|(_, ending)| ASSETS.contains(&ending));
            !is_asset && self.leads_here(plain)
        })
    }

    /// By its path, by the settings of the project, or as a package of the workspace.
    fn leads_here(&self, module: &str) -> bool {
        if module.starts_with("./") || module.starts_with("../") {
            return self.modules.led_to(self.file, module).iter().all(|path| is_own(path));
        }
        let part = Part { module: module.to_owned(), name: None };
        if self.modules.place(self.file, &part).is_some_and(|place| is_own(&place.file)) {
            return true;
        }
        let whose = |module: &str| self.modules.whose_package(self.file, module);
        match whose(module) {
            // It need not be built yet.
            Whose::OfTheWorkspace => return true,
            // Its name may look like one that the project gives.
            Whose::SomebodyElses => return false,
            Whose::Nobodys => {}
        }
        // It may not be written yet; then it is what its name says.
        let targets = self.modules.aliases(self.file).meant_by(module);
        if targets.is_empty() {
            return ["@/", "~/", "#", "src/"].iter().any(|start| module.starts_with(start));
        }
        targets.iter().any(|target| {
            let is_here = is_own(target) && self.case.ground.in_workspace(target);
            if target.starts_with('/') { is_here } else { whose(target) == Whose::OfTheWorkspace }
        })
    }

    /// Whether a package of Go lies in the workspace.
    pub(super) fn has_package(&self, package: &str) -> bool {
        self.told(package).unwrap_or_else(|| {
            let is_own =
                |path: &String| !path.contains("/vendor/") && self.case.world.kind(path) == Kind::Directory;
            self.modules.paths(self.file, package).iter().any(is_own)
        })
    }

    /// Whether a module of JavaScript lies in the workspace, by its path below it without an ending.
    pub(super) fn has_module_at(&self, stem: &str) -> bool {
        self.told(stem).unwrap_or_else(|| {
            let endings = ["ts", "tsx", "js", "jsx", "mjs", "cjs", "mts", "cts"];
            let file = endings.map(|ending| format!("{stem}.{ending}"));
            let index = endings.map(|ending| format!("{stem}/index.{ending}"));
            !stem.split('/').any(|part| part == "node_modules")
                && (self.has_file(&file) || self.has_file(&index))
        })
    }

    /// Whether a path of Python is own code: it is made in a module of the workspace, and not only imported there.
    pub(super) fn has_path(&self, target: &str) -> bool {
        self.told(target).unwrap_or_else(|| {
            let (mut from, mut target) = (self.file.to_owned(), target.to_owned());
            for _ in 0..MAX_STEPS {
                let part = Part { module: target.clone(), name: None };
                let Some(place) = self.modules.place(&from, &part) else { return false };
                // A module as a whole is the project's.
                let Some(name) = place.name else { return true };
                let text = self.modules.text(&place.file).unwrap_or_default();
                let code = read(&place.file, &text).unwrap_or_default();
                let mut handed = code.trade.handed.into_iter();
                match handed.find(|handed| handed.name.as_ref() == Some(&name)) {
                    Some(handed) => {
                        target = format!("{}{}", handed.part.module, place.rest);
                        from = place.file;
                    }
                    None => return !OUTSIDE.contains(&name.as_str()),
                }
            }
            true
        })
    }

    /// Whether a class of Java or Kotlin is the project's: its source lies where the test's own sources lie.
    pub(super) fn has_class(&self, class: &str) -> bool {
        self.told(class).unwrap_or_else(|| {
            let path = below(self.case, self.file);
            let (directory, _) = path.rsplit_once('/').unwrap_or(("", path));
            let Some((before, inner)) = directory.split_once("src/test/") else { return false };
            // One that was not imported is of the same package.
            let package = inner.split_once('/').map_or("", |(_, package)| package);
            let class =
                if class.contains('.') { class.replace('.', "/") } else { format!("{package}/{class}") };
            ["java", "kotlin", "scala"].iter().any(|language| {
                let source = format!("{before}src/main/{language}/{class}");
                self.has_file(&["java", "kt", "scala"].map(|ending| format!("{source}.{ending}")))
            })
        })
    }

    /// Whether a class of PHP is the project's: its file lies where its manifest or its namespace says.
    pub(super) fn has_php(&self, class: &str) -> bool {
        let loaded = || {
            let paths = self.modules.paths(self.file, class);
            paths.iter().any(|path| !path.contains("/vendor/") && self.modules.is_file(path))
        };
        let class = class.trim_start_matches('\\').replace('\\', "/");
        self.told(&class).unwrap_or_else(|| {
            let (first, rest) = class.split_once('/').unwrap_or(("", &class));
            let own = first.to_ascii_lowercase();
            loaded()
                || self.has_file(&[
                    format!("src/{rest}.php"),
                    format!("app/{rest}.php"),
                    format!("{own}/{rest}.php"),
                    format!("src/{class}.php"),
                    format!("lib/{class}.php"),
                ])
        })
    }

    /// Whether one of these files lies in the workspace.
    fn has_file(&self, files: &[String]) -> bool {
        let is_there = |file: &String| {
            let mut tops = self.case.ground.tops();
            tops.any(|root| self.case.world.kind(&format!("{root}/{file}")) == Kind::File)
        };
        files.iter().any(is_there)
    }
}
