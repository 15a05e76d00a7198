//! Puts what a tool makes of a file in its place: the text of a formatter, and what Clippy is sure of.

use std::fs;
use std::path::Path;

use hookward_core::toolchain::{How, read_cargo};

use crate::file::replace;

/// Runs Clippy, and does to a file what it is sure of, unless that breaks something: then the file is as it was. Gives how
/// the last run that counts has ended, and what it said.
pub(crate) fn mended(file: &Path, mut run: impl FnMut() -> (How, String)) -> (How, String) {
    let (how, output) = run();
    let said = read_cargo(&output);
    let text = fs::read_to_string(file).unwrap_or_default();
    let Some(mended) = said.mended(&file.to_string_lossy(), &text) else { return (how, said.text) };
    if put(file, text.as_bytes(), &mended) != How::Passed {
        return (how, said.text);
    }
    let (how_then, output) = run();
    let then = read_cargo(&output);
    let has_ended = matches!(how_then, How::Passed | How::Problems);
    if has_ended && then.errors <= said.errors {
        return (how_then, then.text);
    }
    let _ = put(file, mended.as_bytes(), &text);
    (how, said.text)
}

/// Puts a text into a file, if that is still what the tool was given.
pub(crate) fn put(file: &Path, before: &[u8], text: &str) -> How {
    if text.as_bytes() == before || text.is_empty() {
        return How::Passed;
    }
    match fs::read(file) {
        Ok(now) if now == before => match replace(file, text.as_bytes()) {
            Ok(()) => How::Passed,
            Err(error) => How::Broken(error.to_string()),
        },
        Ok(_) => How::Busy,
        Err(error) => How::Broken(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const TEXT: &str = "if a == true {}\n";

    /// What Clippy says of the comparison.
    fn warning(root: &Path) -> String {
        let span = json!({
            "file_name": "a.rs", "byte_start": 3, "byte_end": 12, "line_start": 1, "column_start": 4, "is_primary": true,
            "suggested_replacement": "a", "suggestion_applicability": "MachineApplicable",
            "text": [{"text": "if a == true {}"}],
        });
        let message = json!({
            "level": "warning", "message": "unneeded", "code": {"code": "clippy::x"}, "spans": [span],
            "rendered": "", "children": [{"spans": [span]}],
        });
        let manifest = root.join("Cargo.toml");
        json!({"reason": "compiler-message", "manifest_path": manifest, "message": message}).to_string()
    }

    /// A file, and what is said of it, after a run that warns and one that says this.
    fn after(then: &(How, &str)) -> (String, How, String) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.rs");
        fs::write(&file, TEXT).unwrap();
        let mut runs = 0;
        let (how, said) = mended(&file, || {
            runs += 1;
            if runs == 1 {
                (How::Passed, warning(folder.path()))
            } else {
                (then.0.clone(), then.1.to_owned())
            }
        });
        (fs::read_to_string(file).unwrap(), how, said)
    }

    #[test]
    fn what_clippy_is_sure_of_is_done_unless_it_breaks_something() {
        assert_eq!(after(&(How::Passed, "")), ("if a {}\n".to_owned(), How::Passed, String::new()));
        let error = json!({"level": "error", "message": "broken", "spans": []});
        let error = json!({"reason": "compiler-message", "message": error}).to_string();
        for then in [(How::Problems, error.as_str()), (How::TimedOut, ""), (How::Late, "")] {
            let (text, how, said) = after(&then);
            assert_eq!((text.as_str(), how), (TEXT, How::Passed), "{then:?}");
            assert!(said.contains("a.rs:1:4: warning: unneeded"), "{said}");
        }
    }
}
