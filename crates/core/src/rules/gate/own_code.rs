//! Whether what a test names is the project's own code, by where its name leads.

use hookward_effects::Kind;

use super::below;
use super::modules::Modules;
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

    /// What the policy says of a name, if it says anything.
    fn told(&self, name: &str) -> Option<bool> {
        let own = self.case.policy.mocks.as_ref()?;
        let path = below(self.case, self.file);
        let named = |globs: &[String]| globs.iter().any(|glob| imports(glob, name, path));
        if named(&own.external) { Some(false) } else { named(&own.internal).then_some(true) }
    }

    /// Whether a module of JavaScript is own code: a path, or a name that leads into the workspace.
    pub(super) fn has_module(&self, module: &str) -> bool {
        self.told(module).unwrap_or_else(|| {
            let plain = module.split('?').next().unwrap_or(module);
            let is_asset = plain.rsplit_once('.').is_some_and(|(_, ending)| ASSETS.contains(&ending));
            let is_path =
                || ["./", "../", "@/", "~/", "#", "src/"].iter().any(|start| module.starts_with(start));
            !is_asset && (is_path() || self.leads_here(module))
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

    /// By the settings of TypeScript, or as a package of the workspace.
    fn leads_here(&self, module: &str) -> bool {
        let is_own = |path: &str| !path.contains("/node_modules/");
        let part = Part { module: module.to_owned(), name: None };
        let file = self.modules.place(self.file, &part).map(|place| place.file);
        file.is_some_and(|file| is_own(&file)) || {
            let paths = self.modules.paths(self.file, module);
            paths.iter().any(|path| is_own(path) && self.case.world.kind(path) == Kind::Directory)
        }
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

    /// Whether a class of PHP is the project's: its file lies where its namespace says.
    pub(super) fn has_php(&self, class: &str) -> bool {
        let class = class.trim_start_matches('\\').replace('\\', "/");
        self.told(&class).unwrap_or_else(|| {
            let (first, rest) = class.split_once('/').unwrap_or(("", &class));
            let own = first.to_ascii_lowercase();
            self.has_file(&[
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
