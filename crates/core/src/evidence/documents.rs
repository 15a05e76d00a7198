//! What is written for people, and runs nowhere; and what is code.

/// How the names of documents end. Not `.txt`: `requirements.txt` and `CMakeLists.txt` are sources.
const ENDINGS: &[&str] = &["md", "markdown", "rst", "adoc", "asciidoc", "org"];

/// How the names of pictures end. They are documents among documents: elsewhere an app may show them, or a test compare them.
const PICTURES: &[&str] = &["png", "jpg", "jpeg", "gif", "webp", "svg", "drawio"];

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
];

/// Whether a file is a document: its change needs no tests and makes none of them stale.
pub fn is_document(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path).to_ascii_lowercase();
    match name.rsplit_once('.') {
        Some((stem, ending)) => {
            let is_among = || path.split(['/', '\\']).rev().skip(1).any(|place| PLACES.contains(&place));
            ENDINGS.contains(&ending)
                || (ending == "txt" && NAMES.contains(&stem))
                || (PICTURES.contains(&ending) && is_among())
        }
        None => NAMES.contains(&name.as_str()),
    }
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
        for path in
            ["README.md", "docs/adr/001.MD", "LICENSE", "a/CHANGELOG.txt", "guide.rst", "docs/a/b.PNG"]
        {
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
        ] {
            assert!(!is_document(path), "{path}");
        }
    }
}
