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

/// A notebook with one more cell. Which one it takes the place of does not matter to who looks for what is new; only whether
/// it holds code. One that is taken out brings nothing.
pub(crate) fn with_cell(text: &str, source: &str, cell: Option<&Cell>) -> Option<String> {
    let mut notebook: Value = serde_json::from_str(text).ok()?;
    let cells = notebook.get_mut("cells")?.as_array_mut()?;
    let told = |what: fn(&Cell) -> &Option<String>| cell.and_then(|cell| what(cell).as_deref());
    if told(|cell| &cell.mode) == Some("delete") {
        return Some(text.to_owned());
    }
    let of_before = || {
        let id = told(|cell| &cell.id)?;
        let is_it = |one: &&Value| one.get("id").and_then(Value::as_str) == Some(id);
        cells.iter().find(is_it)?.get("cell_type")?.as_str()
    };
    let kind = match told(|cell| &cell.holds).or_else(of_before) {
        Some("markdown") => "markdown",
        Some("raw") => "raw",
        Some(_) | None => "code",
    };
    cells.push(json!({"cell_type": kind, "source": source}));
    Some(notebook.to_string())
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

    #[test]
    fn a_cell_of_text_is_no_code() {
        let text = r##"{"cells": [{"cell_type": "markdown", "id": "m", "source": "# A"},
            {"cell_type": "code", "id": "c", "source": "x = 1"}]}"##;
        let cell = |id: &str, holds: &str, mode: &str| {
            let told = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
            Cell { id: told(id), holds: told(holds), mode: told(mode) }
        };
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
