//! Where what a file calls comes from, and how modules are named in calls.

/// Where something that is called comes from.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) enum Maker {
    /// The file does not tell, or its name says it already.
    #[default]
    Unknown,
    /// A function that the file makes itself.
    File,
    /// A module: the whole path of it, with dots, whatever the file calls it.
    Module(String),
}

impl Maker {
    /// The whole path, if it is of a module.
    pub(crate) fn module(&self) -> Option<&str> {
        match self {
            Self::Module(path) => Some(path),
            Self::Unknown | Self::File => None,
        }
    }
}

/// Modules of node that have no name without its prefix: a package may have that one.
const ONLY_OF_NODE: &[&str] = &["test", "test/reporters", "sqlite", "sea"];

/// Endings of files that the name of a module may have or leave out.
const ENDINGS: &[&str] = &["ts", "tsx", "js", "jsx", "mjs", "cjs", "mts", "cts"];

/// A module of JavaScript without the prefix of those that node has built in, which may be left out.
pub(crate) fn without_node(module: &str) -> &str {
    module.strip_prefix("node:").filter(|built_in| !ONLY_OF_NODE.contains(built_in)).unwrap_or(module)
}

/// A module of JavaScript as a call names it: `node:fs/promises` is `fs.promises`, `../lib/db.js` is `lib.db`.
pub(crate) fn module_path(module: &str) -> String {
    let mut path = without_node(module);
    while let Some(rest) = path.strip_prefix("./").or_else(|| path.strip_prefix("../")) {
        path = rest;
    }
    if module.starts_with('.') {
        let ending = path.rsplit_once('.').filter(|(_, ending)| ENDINGS.contains(ending));
        path = ending.map_or(path, |(stem, _)| stem);
        path = path.strip_suffix("/index").unwrap_or(path);
    }
    path.replace('/', ".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_is_named_by_what_it_is_and_not_by_how_it_is_reached() {
        for (module, path) in [
            ("child_process", "child_process"),
            ("node:child_process", "child_process"),
            ("node:fs/promises", "fs.promises"),
            ("node:test", "node:test"),
            ("@aws-sdk/client-lambda", "@aws-sdk.client-lambda"),
            ("socket.io", "socket.io"),
            ("./db", "db"),
            ("../../lib/db.js", "lib.db"),
            ("./db/index.ts", "db"),
            ("./db.client", "db.client"),
        ] {
            assert_eq!(module_path(module), path, "{module}");
        }
    }
}
