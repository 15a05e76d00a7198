//! The code of a notebook: its cells, one after the other. Lines that are for the notebook's own shell are left out.

use hookward_effects::Cell;
use serde_json::{Value, json};

use super::Language;

/// Whether a file is a notebook, by its name.
pub(crate) fn is_notebook(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, ending)| ending == "ipynb")
}

/// The code of a notebook and its language; no language if it is one that is not read. `None` if it is no notebook.
pub(super) fn code(text: &str) -> Option<(Option<Language>, String)> {
    let notebook: Value = serde_json::from_str(text).ok()?;
    let metadata = notebook.get("metadata");
    let named = |table: &str, key: &str| metadata?.get(table)?.get(key)?.as_str();
    let language = match named("kernelspec", "language").or(named("language_info", "name")) {
        None | Some("python" | "Python") => Some(Language::Python),
        Some("javascript" | "typescript") => Some(Language::JavaScript),
        Some(_) => None,
    };
    let cells = notebook.get("cells")?.as_array()?;
    let code = cells.iter().filter(|cell| cell.get("cell_type").and_then(Value::as_str) == Some("code"));
    let lines = code.filter_map(|cell| cell.get("source")).map(source);
    Some((language, lines.collect::<Vec<_>>().join("\n")))
}

/// The text of a cell, which is written as one or as lines.
fn source(source: &Value) -> String {
    let whole = match source {
        Value::String(text) => text.clone(),
        Value::Array(lines) => lines.iter().filter_map(Value::as_str).collect(),
        _ => String::new(),
    };
    let own = |line: &&str| !line.trim_start().starts_with(['%', '!']);
    whole.lines().filter(own).collect::<Vec<_>>().join("\n")
}

/// A notebook with a cell written: in the place of another, behind it, or taken out. Where nobody can tell which one is meant, what
/// is written is one more.
pub(crate) fn with_cell(text: &str, source: &str, cell: Option<&Cell>) -> Option<String> {
    let mut notebook: Value = serde_json::from_str(text).ok()?;
    let cells = notebook.get_mut("cells")?.as_array_mut()?;
    let told = |what: fn(&Cell) -> &Option<String>| cell.and_then(|cell| what(cell).as_deref());
    let at = told(|cell| &cell.id).and_then(|id| place(cells, id));
    let mode = told(|cell| &cell.mode);
    let of_before = || cells.get(at?)?.get("cell_type")?.as_str();
    let kind = match told(|cell| &cell.holds).or_else(of_before) {
        Some("markdown") => "markdown",
        Some("raw") => "raw",
        Some(_) | None => "code",
    };
    let written = json!({"cell_type": kind, "source": source});
    match (mode, at) {
        (Some("delete"), Some(at)) => drop(cells.remove(at)),
        (Some("delete"), None) => {}
        (Some("insert"), Some(at)) => cells.insert(at + 1, written),
        (Some("replace") | None, Some(at)) => {
            // Its id stays.
            if let Some(own) = cells.get_mut(at).and_then(Value::as_object_mut) {
                own.extend(written.as_object().cloned()?);
            }
        }
        (Some(_), Some(_)) | (_, None) => cells.push(written),
    }
    Some(notebook.to_string())
}

/// The cell of an id. Those without one are called by their numbers.
fn place(cells: &[Value], id: &str) -> Option<usize> {
    let is_it = |cell: &Value| cell.get("id").and_then(Value::as_str) == Some(id);
    let by_number = || id.strip_prefix("cell-").unwrap_or(id).parse().ok().filter(|at| *at < cells.len());
    cells.iter().position(is_it).or_else(by_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notebook_is_the_code_of_its_cells() {
        let text = r##"{"cells": [{"cell_type": "markdown", "source": "# import x"},
            {"cell_type": "code", "source": ["import os\n", "%pip install x\n", "os.getcwd()"]}]}"##;
        let (language, told) = code(text).unwrap();
        assert_eq!((language, told.as_str()), (Some(Language::Python), "import os\nos.getcwd()"));
        let more = with_cell(text, "import pickle", None).unwrap();
        assert!(code(&more).unwrap().1.ends_with("import pickle"));
        assert_eq!(code(r#"{"cells": [], "metadata": {"kernelspec": {"language": "R"}}}"#).unwrap().0, None);
        assert!(code("{}").is_none() && code("x").is_none());
    }

    fn cell(id: &str, holds: &str, mode: &str) -> Cell {
        let told = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        Cell { id: told(id), holds: told(holds), mode: told(mode) }
    }

    #[test]
    fn a_cell_that_is_written_takes_the_place_of_the_one_before() {
        let text = r#"{"cells": [{"cell_type": "code", "id": "a", "source": "import a"},
            {"cell_type": "code", "source": "import b"}]}"#;
        let told = |id: &str, mode: &str| {
            let written = with_cell(text, "import c", Some(&cell(id, "", mode))).unwrap();
            code(&written).unwrap().1.replace("import ", "").replace('\n', "")
        };
        assert_eq!(told("a", "replace"), "cb");
        assert_eq!(told("a", ""), "cb");
        assert_eq!(told("cell-1", "replace"), "ac");
        assert_eq!(told("1", "replace"), "ac");
        assert_eq!(told("a", "insert"), "acb");
        assert_eq!(told("", "insert"), "abc");
        assert_eq!(told("a", "delete"), "b");
        assert_eq!(told("unknown", "replace"), "abc");
        assert_eq!(told("cell-7", "delete"), "ab");
    }

    #[test]
    fn a_cell_of_text_is_no_code() {
        let text = r##"{"cells": [{"cell_type": "markdown", "id": "m", "source": "# A"},
            {"cell_type": "code", "id": "c", "source": "x = 1"}]}"##;
        let is_code = |cell: &Cell| {
            code(&with_cell(text, "import pickle", Some(cell)).unwrap()).unwrap().1.contains("pickle")
        };
        assert!(is_code(&cell("c", "", "replace")));
        assert!(is_code(&cell("m", "code", "replace")));
        assert!(is_code(&cell("m", "python", "")));
        assert!(is_code(&cell("unknown", "", "")));
        assert!(!is_code(&cell("m", "", "replace")));
        assert!(!is_code(&cell("c", "markdown", "insert")));
        assert!(!is_code(&cell("c", "", "delete")));
    }
}
