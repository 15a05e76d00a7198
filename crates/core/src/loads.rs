//! What a script loads: modules by their names, and what of that only its run tells.

use hookward_effects::ScriptLanguage;

use crate::syntax::{self, Code, Found};

/// What a script loads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loads {
    /// Modules that it names: `pkg.mod`, `.sibling`, `./x.js`.
    pub modules: Vec<String>,
    /// What else it loads or runs, in words, each with its line.
    pub unseen: Vec<(usize, String)>,
}

/// Calls that load a module by its name: only a name that is spelled out can be followed.
const LOADERS: &[&str] = &["require", "import", "__import__", "importlib.import_module"];

/// Calls that run a text or a file as code.
const RUNNERS: &[&str] =
    &["eval", "exec", "execfile", "Function", "runpy.run_path", "runpy.run_module", "vm.runInThisContext"];

/// Calls after which modules are found elsewhere.
const PATHS: &[&str] = &["sys.path.insert", "sys.path.append", "sys.path.extend", "site.addsitedir"];

/// What a script loads; why that cannot be said, if it cannot. `path` says how it is written where it is JavaScript.
pub fn loads(language: ScriptLanguage, path: &str, text: &str) -> Result<Loads, &'static str> {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    let (path, is_relative): (&str, fn(&str) -> bool) = match language {
        ScriptLanguage::Python => ("script.py", |_| false),
        ScriptLanguage::JavaScript => {
            let own = ["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx"].contains(&ending);
            (if own { path } else { "script.js" }, |name| name.starts_with("./") || name.starts_with("../"))
        }
        ScriptLanguage::Other => return Err("its language is not one that is read"),
    };
    let Code { imports, calls, .. } = syntax::read(path, text)?;
    let mut modules: Vec<String> = imports.into_iter().map(|import| import.name).collect();
    // `fork('./x.js')`, `new Worker('./x.js')`: whatever is done with a module that is named. Where one lies is asked for
    // in order to run it.
    let named = calls.iter().filter_map(|call| Some((call.name.as_str(), call.argument.as_deref()?)));
    let named = named.filter(|(by, name)| is_relative(name) || *by == "require.resolve");
    modules.extend(named.map(|(_, name)| name.to_owned()));
    modules.sort();
    modules.dedup();
    Ok(Loads { modules, unseen: calls.iter().filter_map(unseen).collect() })
}

fn unseen(call: &Found) -> Option<(usize, String)> {
    let Found { name, line, argument, .. } = call;
    let what = if LOADERS.contains(&name.as_str()) && argument.is_none() {
        "a module whose name is only known when it runs"
    } else if RUNNERS.contains(&name.as_str()) {
        "what it runs as code"
    } else if PATHS.contains(&name.as_str()) {
        "modules that are found elsewhere"
    } else {
        return None;
    };
    Some((*line, format!("{what} (`{name}`)")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_named_and_what_only_a_run_tells_is_said() {
        let python = "from . import helper\nimport pkg.other as o\nimport importlib, sys\n\
                      importlib.import_module('a.b')\nimportlib.import_module(name)\nsys.path.insert(0, 'lib')\n";
        let loaded = loads(ScriptLanguage::Python, "/w/guard", python).unwrap();
        for module in [".helper", "pkg.other", "a.b"] {
            assert!(loaded.modules.iter().any(|own| own == module), "{module}: {loaded:?}");
        }
        assert_eq!(loaded.unseen.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [5, 6]);
        let script = "const b = require('./b');\nimport('./c.mjs');\nimport(x);\nrequire(y);\n\
                      fork('./f.js');\nopen('README.md');\n";
        let loaded = loads(ScriptLanguage::JavaScript, "/w/guard", script).unwrap();
        assert_eq!(loaded.modules, ["./b", "./c.mjs", "./f.js"]);
        assert_eq!(loaded.unseen.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [3, 4]);
        let script = "const r = createRequire(import.meta.url); const m = './d';\nr(m);\nfork(r.resolve('pkg/e'));\nr(y);\n";
        let loaded = loads(ScriptLanguage::JavaScript, "/w/guard.mjs", script).unwrap();
        assert_eq!(loaded.modules, ["./d", "pkg/e"]);
        assert_eq!(loaded.unseen.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [4]);
        let typed = loads(ScriptLanguage::JavaScript, "/w/a.ts", "import type { A } from './a'; let x: A;\n");
        assert_eq!(typed.unwrap().modules, ["./a"]);
        assert!(loads(ScriptLanguage::Other, "/w/a.rb", "").is_err());
    }
}
