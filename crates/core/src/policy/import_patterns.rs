//! Whether an import is what a pattern of a policy means, however either is spelled.

use fast_glob::glob_match;
use hookward_effects::normalise;

use crate::syntax::{Code, Language, without_node};

/// Whether an import is what a pattern means, seen from a file.
pub(crate) fn imports(pattern: &str, module: &str, below: &str) -> bool {
    let pattern = &without_node(pattern).replace('\\', "/");
    // Whoever means a directory may say so, and where it begins.
    let pattern = pattern.trim_start_matches('/').trim_end_matches('/');
    if pattern.is_empty() {
        return false;
    }
    let module = &without_node(module).replace('\\', "/");
    let is_relative = |name: &str| name.starts_with('.');
    // Python counts dots: `..db` lies beside the file's directory, and has no ending.
    let dotted = is_relative(module) && !module.contains('/');
    let (pattern, short) =
        (without_ending(pattern), if dotted { module.as_str() } else { without_ending(module) });
    if glob_match(pattern, module) || glob_match(pattern, short) {
        return true;
    }
    // What lies in a package belongs to it: `lodash/fp`, `os.path`, `serde::de`.
    // A star says itself how far it goes.
    let is_plain = !pattern.contains(['*', '?']);
    let mut stems = module.match_indices(['/', '.', ':']).filter_map(|(at, _)| module.get(..at));
    if is_plain && !is_relative(pattern) && stems.any(|stem| glob_match(pattern, stem)) {
        return true;
    }
    if !is_relative(module) {
        // Modules of these are files, too: `app.db` is `app/db`.
        return has_dotted_modules(below) && !module.contains('/') && !is_relative(pattern) && {
            let (pattern, module) = (pattern.replace('.', "/"), module.replace('.', "/"));
            glob_match(&pattern, &module)
                || module.strip_prefix(&pattern).is_some_and(|rest| rest.starts_with('/'))
        };
    }
    let directory = below.rsplit_once('/').map_or("", |(directory, _)| directory);
    let here = format!("/{directory}");
    let target = normalise(&steps(short), &here);
    let target = target.strip_suffix("/index").unwrap_or(&target);
    // A directory stands for its index.
    let index = format!("{target}/index");
    if !is_relative(pattern) {
        let rooted = format!("/{pattern}");
        // What lies in a directory belongs to it, but for itself.
        let is_own =
            |path: &str| here.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        let mut around = target.match_indices('/').filter_map(|(at, _)| target.get(..at));
        let is_inside = is_plain
            && pattern.contains('/')
            && around.any(|path| glob_match(&rooted, path) && !is_own(path));
        return is_inside
            || glob_match(&rooted, target)
            || glob_match(&rooted, &index)
            || (dotted && is_within(pattern, module, &here, target));
    }
    // `../*/x` means those of others, however they are spelled; not the file's own.
    let pattern = normalise(pattern, &here);
    let is_own = |path: &str| {
        let holder = path.rsplit_once('/').map_or("", |(directory, _)| directory);
        here.strip_prefix(holder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    [target, &index].into_iter().any(|path| glob_match(&pattern, path) && !is_own(path))
}

/// Whether a file imports everything of what holds something that a pattern names: `org.slf4j.*` for `org.slf4j.Logger`.
pub(crate) fn brings(code: &Code, pattern: &str, below: &str) -> bool {
    let separator = match Language::of(below) {
        Some(Language::Python | Language::Java | Language::Kotlin) => ".",
        Some(Language::Rust) => "::",
        Some(Language::JavaScript | Language::Go | Language::Php) | None => return false,
    };
    let Some((holder, _)) = pattern.rsplit_once(separator) else { return false };
    let is_it = |module: &str| {
        glob_match(holder, module) || (module.starts_with('.') && imports(holder, module, below))
    };
    let by_sign = code.imports.iter().filter_map(|import| {
        let module = import.name.strip_suffix(['*', '_'])?;
        module.strip_suffix(separator)
    });
    let unnamed = code.trade.handed.iter().filter(|handed| handed.name.is_none());
    by_sign.chain(unnamed.map(|handed| handed.part.module.as_str())).any(is_it)
}

/// Whether the names of modules have dots where their files have slashes.
fn has_dotted_modules(file: &str) -> bool {
    match Language::of(file) {
        Some(Language::Python | Language::Java | Language::Kotlin) => true,
        Some(Language::JavaScript | Language::Go | Language::Rust | Language::Php) | None => false,
    }
}

/// Whether a module that a file of Python imports by dots is what a pattern means by a whole name: `app.db`. Where packages
/// begin is not known, but what is relative to one lies in it.
fn is_within(pattern: &str, module: &str, here: &str, target: &str) -> bool {
    let pattern = pattern.replace('.', "/");
    let up = module.len() - module.trim_start_matches('.').len() - 1;
    let packages = here.split('/').filter(|name| !name.is_empty()).count().saturating_sub(up);
    let names: Vec<&str> = target.split('/').filter(|name| !name.is_empty()).collect();
    (0..packages).any(|start| {
        let whole = names.get(start..).unwrap_or_default().join("/");
        let is_inside = || whole.strip_prefix(&pattern).is_some_and(|rest| rest.starts_with('/'));
        glob_match(&pattern, &whole) || is_inside()
    })
}

/// A relative import as a path: those of Python count dots.
fn steps(module: &str) -> String {
    let dots = module.len() - module.trim_start_matches('.').len();
    if module.starts_with("./") || module.starts_with("../") || matches!(module, "." | "..") {
        return module.to_owned();
    }
    let rest = module.get(dots..).unwrap_or_default().replace('.', "/");
    format!("./{}{rest}", "../".repeat(dots.saturating_sub(1)))
}

/// Without the ending of a script: it may be left out.
fn without_ending(module: &str) -> &str {
    let endings = [".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts"];
    endings.iter().find_map(|ending| module.strip_suffix(ending)).unwrap_or(module)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_import_is_known_however_it_is_spelled() {
        let file = "backend/functions/save/handler.ts";
        for (pattern, module) in [
            ("../*/handler", "../enrich/handler"),
            ("../*/handler", "../enrich/handler.js"),
            ("../*/handler", "../../functions/enrich/handler"),
            ("../*/handler", "./../enrich/handler.ts"),
            ("../*/handler", "../enrich/handler/index"),
            ("../*/index", "../enrich"),
            ("../*/{handler,index}", "../enrich/index.ts"),
            ("backend/functions/*/handler", "../enrich/handler"),
            ("@aws-sdk/client-lambda", "@aws-sdk/client-lambda/dist"),
            ("@aws-sdk/*", "@aws-sdk/client-lambda"),
            ("lodash", "lodash"),
            ("App\\Models\\*", "App\\Models\\User"),
            ("serde", "serde::de"),
            ("fs", "node:fs/promises"),
            ("node:fs", "fs"),
            ("node:test", "node:test"),
            ("/backend/functions/*/handler", "../enrich/handler"),
            ("backend/functions/enrich", "../enrich/deep/handler"),
            ("backend/{functions,lib}/enrich/", "../enrich/deep/handler"),
            ("backend/functions/enrich/", "../enrich"),
            ("\\App\\Db", "App\\Db\\Conn"),
        ] {
            assert!(imports(pattern, module, file), "{pattern} {module}");
        }
        for (pattern, module) in [
            ("../*/handler", "./handler"),
            ("../*/handler", "../enrich/types"),
            ("../*/handler", "../../save/handler"),
            ("lodash", "lodash-es"),
            ("test", "node:test"),
            ("@aws-sdk/client-lambda", "@aws-sdk/client-s3"),
            ("backend/functions/save", "./deep/handler"),
            ("backend/functions/enrich", "../enriched/handler"),
            ("enrich", "../enrich/handler"),
            ("/", "./handler"),
        ] {
            assert!(!imports(pattern, module, file), "{pattern} {module}");
        }
        assert!(imports("app/db", "..db", "app/web/views.py"));
        assert!(imports("app.db", "app.db.models", "app/web/views.py"));
        assert!(imports("app/db", "app.db", "app/web/views.py"));
        assert!(imports("app/db", "app.db.models", "app/web/views.py"));
        assert!(imports("app/*/db", "app.web.db", "app/web/views.py"));
        assert!(imports("com/acme/*", "com.acme.Db", "web/A.java"));
        assert!(!imports("app/db", "app.dbx", "app/web/views.py"));
        assert!(!imports("app/db", "app.db", "app/web/views.ts"));
        for (pattern, module, file) in [
            ("app.db", "..db", "app/web/views.py"),
            ("app.db", "..db.models", "src/app/web/views.py"),
            ("app.*", "..db", "app/web/views.py"),
            ("app.web.js", ".js", "app/web/views.py"),
        ] {
            assert!(imports(pattern, module, file), "{pattern} {module}");
        }
        assert!(!imports("json", ".json", "app/views.py"));
        assert!(!imports("app.db", "..dbx", "app/web/views.py"));
        assert!(!imports("app.db", "./db", "app/views.ts"));
    }
}
