//! What is written for people, or for the programs that they work in, and bears on no run; and what is code.

use super::decides_a_run;

/// How the names of documents end. Not `.txt`: `requirements.txt` and `CMakeLists.txt` are sources.
const ENDINGS: &[&str] = &["md", "markdown", "rst", "adoc", "asciidoc", "org", "cff"];

/// How the names of pictures and pages end. They are documents among documents: elsewhere an app may show them, or a test compare
/// them.
const PAGES: &[&str] =
    &["png", "jpg", "jpeg", "gif", "webp", "svg", "drawio", "puml", "mmd", "pdf", "html", "mdx"];

/// Directories of documents.
const PLACES: &[&str] = &["docs", "doc"];

/// Documents without an ending of their own.
const NAMES: &[&str] = &[
    "license",
    "licence",
    "notice",
    "authors",
    "contributors",
    "changelog",
    "copying",
    "codeowners",
    "readme",
    "todo",
];

/// Directories in which hosts, editors and forges keep their settings.
const SETTINGS: &[&str] = &[
    ".claude",
    ".codex",
    ".cursor",
    ".gemini",
    ".github",
    ".idea",
    ".kiro",
    ".opencode",
    ".qwen",
    ".vscode",
    ".windsurf",
    ".zed",
];

/// Files of those, of Hookward and of tools for documents, wherever they lie; and what systems leave in directories.
const SETTING_FILES: &[&str] = &[
    ".ds_store",
    "thumbs.db",
    "hookward.toml",
    "hookward.local.toml",
    "mkdocs.yml",
    "mkdocs.yaml",
    ".readthedocs.yml",
    ".readthedocs.yaml",
];

/// Whether a file is a document, or a setting of what people work in: its change needs no tests and makes none of them stale.
pub fn is_document(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path).to_ascii_lowercase();
    match name.rsplit_once('.') {
        Some((stem, ending)) => {
            let is_among = || path.split(['/', '\\']).rev().skip(1).any(|place| PLACES.contains(&place));
            ENDINGS.contains(&ending)
                || (ending == "txt" && NAMES.contains(&stem))
                || (PAGES.contains(&ending) && is_among())
                || is_setting(path, &name)
        }
        // `LICENSE-MIT` is one of several.
        None => {
            NAMES.contains(&name.split('-').next().unwrap_or_default()) && !name.ends_with('-')
                || is_setting(path, &name)
        }
    }
}

/// Whether it is a setting of a host, an editor or a forge. Code that they run stays code, and what a runner heeds as well.
fn is_setting(path: &str, name: &str) -> bool {
    // Hosts put whole work trees there, too.
    let lies_there = || {
        let below = path.split(['/', '\\']).skip(1);
        path.split(['/', '\\']).zip(below).any(|(place, own)| SETTINGS.contains(&place) && own != "worktrees")
    };
    SETTING_FILES.contains(&name) || (lies_there() && !is_code_by_name(name) && !decides_a_run(path))
}

/// Whether a file lies where a project keeps its documents, and is no code.
pub(crate) fn lies_among_documents(path: &str) -> bool {
    let mut parts = path.rsplit(['/', '\\']);
    let name = parts.next().unwrap_or(path).to_ascii_lowercase();
    !is_code_by_name(&name) && parts.any(|place| PLACES.contains(&place))
}

/// How the names of code end.
pub(crate) const CODE: &[&str] = &[
    "ts", "tsx", "js", "jsx", "mts", "cts", "mjs", "cjs", "vue", "svelte", "py", "rs", "go", "java", "kt",
    "scala", "groovy", "swift", "c", "cc", "cpp", "h", "hpp", "cs", "rb", "php", "sh", "bash", "zsh",
];

/// Whether a file holds code, as its name says: whatever else becomes of it, a change of it counts.
pub fn is_code_by_name(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(stem, ending)| !stem.is_empty() && CODE.contains(&ending))
}

#[cfg(test)]
mod tests {
    use super::is_document;

    #[test]
    fn documents_are_told_from_sources() {
        for path in [
            "README.md",
            "docs/adr/001.MD",
            "LICENSE",
            "LICENSE-MIT",
            "a/CHANGELOG.txt",
            "guide.rst",
            "docs/a/b.PNG",
            "docs/index.html",
            ".claude/settings.local.json",
            ".vscode/settings.json",
            ".github/workflows/ci.yml",
            "src/.DS_Store",
            "hookward.toml",
            "TODO",
            "CITATION.cff",
        ] {
            assert!(is_document(path), "{path}");
        }
        for path in [
            "src/a.ts",
            "requirements.txt",
            "CMakeLists.txt",
            "Makefile",
            "md",
            "docs/conf.py",
            "src/a.png",
            "docs",
            "src/index.html",
            "license-",
            ".claude/hooks/guard.py",
            ".github/scripts/build.sh",
            ".gitignore",
            "/home/me/app/.claude/worktrees/f/data.json",
        ] {
            assert!(!is_document(path), "{path}");
        }
    }
}
