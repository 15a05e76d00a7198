//! Whether tools have made a directory: git ignores it, or what lies in it or beside it says so, and git holds nothing
//! of it. Files are read; git is not asked.

use std::fs;
use std::path::Path;

use crate::workspace::{git_directory, git_root};

/// Larger files are not read: what they would say is not known then.
const MAX_IGNORED: u64 = 256 * 1024;
const MAX_INDEX: u64 = 32 * 1024 * 1024;

/// What only tools leave in a directory that they make.
const MARKS: &[&str] = &["CACHEDIR.TAG", "CMakeCache.txt", "pyvenv.cfg"];

/// Directories that a tool fills, and what lies beside them then.
const FILLED: &[(&str, &[&str])] = &[
    ("bin", &["*.csproj", "*.fsproj", "*.vbproj", "go.mod"]),
    ("obj", &["*.csproj", "*.fsproj", "*.vbproj"]),
    ("publish", &["*.csproj", "*.fsproj", "*.sln"]),
    ("book", &["book.toml"]),
    ("deps", &["mix.exs", "rebar.config"]),
    ("site", &["mkdocs.yml", "mkdocs.yaml"]),
    ("vendor", &["composer.json", "go.mod", "Gemfile", "Cargo.toml"]),
    ("public", &["hugo.toml", "hugo.yaml", "gatsby-config.js", "gatsby-config.ts"]),
    ("resources", &["hugo.toml", "hugo.yaml"]),
    ("www", &["capacitor.config.ts", "capacitor.config.json", "ionic.config.json", "stencil.config.ts"]),
    ("Library", &["ProjectSettings"]),
];

/// Directories that a package may be built into; its manifest then names what is in them.
const BUILT: &[&str] = &["cjs", "es", "esm", "lib", "types", "typings", "umd"];

/// Whether tools have made a directory.
pub(crate) fn is_generated(directory: &Path) -> bool {
    let Some(root) = git_root(directory, None) else { return false };
    !holds_a_repository(directory)
        && (is_marked(directory) || is_ignored(directory, root))
        && !is_tracked(directory, root)
}

/// Another repository inside holds work of its own.
fn holds_a_repository(directory: &Path) -> bool {
    let inside = fs::read_dir(directory).into_iter().flatten().flatten().take(256);
    directory.join(".git").exists() || inside.map(|entry| entry.path()).any(|path| path.join(".git").exists())
}

fn is_marked(directory: &Path) -> bool {
    if MARKS.iter().any(|mark| directory.join(mark).is_file()) {
        return true;
    }
    let (Some(name), Some(parent)) =
        (directory.file_name().and_then(|name| name.to_str()), directory.parent())
    else {
        return false;
    };
    let beside = |glob: &&str| match glob.strip_prefix('*') {
        Some(ending) => {
            let mut names = fs::read_dir(parent).into_iter().flatten().flatten().take(1024);
            names.any(|entry| entry.file_name().to_str().is_some_and(|name| name.ends_with(ending)))
        }
        None => parent.join(glob).exists(),
    };
    let filled = FILLED.iter().any(|(filled, globs)| *filled == name && globs.iter().any(beside));
    filled || (BUILT.contains(&name) && is_named_by_the_package(parent, name))
}

/// `"main": "lib/index.js"`.
fn is_named_by_the_package(parent: &Path, name: &str) -> bool {
    let text = text(&parent.join("package.json"), MAX_IGNORED).unwrap_or_default();
    text.contains(&format!("\"{name}/")) || text.contains(&format!("\"./{name}/"))
}

/// Whether a pattern that names the directory, or one that it lies in, makes git ignore it.
fn is_ignored(directory: &Path, root: &Path) -> bool {
    let Ok(below) = directory.strip_prefix(root) else { return false };
    let parts: Option<Vec<&str>> = below.iter().map(|part| part.to_str()).collect();
    let Some(parts) = parts else { return false };
    let exclude = git_directory(root).and_then(|git| text(&git.join("info/exclude"), MAX_IGNORED));
    let mut lists: Vec<(usize, String)> = exclude.map(|text| (0, text)).into_iter().collect();
    let mut folder = root.to_owned();
    for (depth, part) in parts.iter().enumerate() {
        lists.extend(text(&folder.join(".gitignore"), MAX_IGNORED).map(|text| (depth, text)));
        // The last pattern that fits counts; below what is ignored nothing is taken back.
        let path = |from: usize| parts.get(from..=depth).unwrap_or_default().join("/");
        let lines = lists.iter().flat_map(|(from, text)| text.lines().map(|line| (*from, line)));
        let verdict = lines.rev().find_map(|(from, line)| ignores(line, &path(from)));
        if verdict == Some(true) {
            return true;
        }
        folder.push(part);
    }
    false
}

/// What a line says of a directory: that it is ignored, that it is not after all, or nothing.
fn ignores(line: &str, path: &str) -> Option<bool> {
    let line = line.trim_end();
    let (pattern, ignored) = match line.strip_prefix('!') {
        Some(pattern) => (pattern, false),
        None => (line, true),
    };
    let pattern = pattern.trim_end_matches('/');
    if pattern.is_empty() || pattern.starts_with('#') {
        return None;
    }
    // `*` with exceptions says what is kept, and names nothing that could be thrown away.
    let names_it = pattern.rsplit('/').next().is_some_and(|last| {
        !last.contains(['*', '?', '[']) || last.chars().filter(|letter| letter.is_alphanumeric()).count() > 2
    });
    let fits = match pattern.strip_prefix('/') {
        Some(anchored) => fast_glob::glob_match(anchored, path),
        None if pattern.contains('/') => fast_glob::glob_match(pattern, path),
        None => fast_glob::glob_match(pattern, path.rsplit('/').next().unwrap_or(path)),
    };
    (fits && (names_it || !ignored)).then_some(ignored)
}

/// Whether git's index holds a file below a directory. What cannot be found out counts as held.
fn is_tracked(directory: &Path, root: &Path) -> bool {
    let below = directory.strip_prefix(root).ok().and_then(Path::to_str);
    let (Some(below), Some(git)) = (below, git_directory(root)) else { return true };
    let index = git.join("index");
    let Ok(found) = fs::metadata(&index) else { return false };
    if found.len() > MAX_INDEX {
        return true;
    }
    let Ok(index) = fs::read(&index) else { return true };
    // From version 4 on a path is told by how it differs from the one before.
    let whole_paths = matches!(index.get(..8), Some([b'D', b'I', b'R', b'C', 0, 0, 0, 2 | 3]));
    let wanted = format!("{below}/").into_bytes();
    !whole_paths || index.windows(wanted.len()).any(|bytes| bytes == wanted)
}

fn text(path: &Path, most: u64) -> Option<String> {
    let found = fs::metadata(path).ok()?;
    if !found.is_file() || found.len() > most {
        return None;
    }
    fs::read_to_string(path).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_a_directory_by_its_name_or_from_its_own_place() {
        assert_eq!(ignores("/generated/", "generated"), Some(true));
        assert_eq!(ignores("/generated/", "src/generated"), None);
        assert_eq!(ignores("generated", "src/generated"), Some(true));
        assert_eq!(ignores("src/*/gen", "src/a/gen"), Some(true));
        assert_eq!(ignores("cmake-*/", "cmake-debug"), Some(true));
        assert_eq!(ignores("!keep/", "keep"), Some(false));
        assert_eq!(ignores("# generated", "generated"), None);
        assert_eq!(ignores("*", "src"), None, "that names nothing");
    }

    fn repository(ignored: &str, index: &[u8]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join(".git")).unwrap();
        fs::write(folder.path().join(".gitignore"), ignored).unwrap();
        fs::write(folder.path().join(".git/index"), index).unwrap();
        folder
    }

    #[test]
    fn what_git_ignores_and_does_not_hold_is_generated() {
        let folder = repository("/api-client/\nkept/*\n", b"DIRC\0\0\0\x02...src/main.rs\0");
        for name in ["api-client/deep", "kept/x", "src", "clone/.git"] {
            fs::create_dir_all(folder.path().join(name)).unwrap();
        }
        assert!(is_generated(&folder.path().join("api-client")));
        assert!(is_generated(&folder.path().join("api-client/deep")));
        assert!(!is_generated(&folder.path().join("kept")), "only what lies in it is ignored");
        assert!(!is_generated(&folder.path().join("src")));
        fs::create_dir_all(folder.path().join("api-client/other/.git")).unwrap();
        assert!(!is_generated(&folder.path().join("api-client")), "another repository lies in it");
    }

    #[test]
    fn what_git_holds_is_work_though_it_is_ignored() {
        for index in [&b"DIRC\0\0\0\x02...docs/api/a.md\0"[..], b"DIRC\0\0\0\x04whatever"] {
            let folder = repository("docs/\n", index);
            fs::create_dir_all(folder.path().join("docs/api")).unwrap();
            assert!(!is_generated(&folder.path().join("docs")));
        }
    }

    #[test]
    fn a_manifest_says_what_its_tool_fills() {
        let folder = repository("", b"DIRC\0\0\0\x02");
        for name in ["vendor", "bin", "lib", "site", "env"] {
            fs::create_dir_all(folder.path().join(name)).unwrap();
            assert!(!is_generated(&folder.path().join(name)), "{name}");
        }
        let files = [
            ("composer.json", ""),
            ("a.csproj", ""),
            ("package.json", r#"{"main":"./lib/a.js"}"#),
            ("env/pyvenv.cfg", ""),
        ];
        for (name, content) in files {
            fs::write(folder.path().join(name), content).unwrap();
        }
        for name in ["vendor", "bin", "lib", "env"] {
            assert!(is_generated(&folder.path().join(name)), "{name}");
        }
        assert!(!is_generated(&folder.path().join("site")));
    }
}
