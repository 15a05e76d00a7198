//! The code of a notebook: its cells, one after the other. Lines that are for the notebook's own shell are left out.

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

/// A notebook with one more cell of code. Which cell it takes the place of does not matter to who looks for what is new.
pub(crate) fn with_cell(text: &str, source: &str) -> Option<String> {
    let mut notebook: Value = serde_json::from_str(text).ok()?;
    let cells = notebook.get_mut("cells")?.as_array_mut()?;
    cells.push(json!({"cell_type": "code", "source": source}));
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
        let more = with_cell(text, "import pickle").unwrap();
        assert!(code(&more).unwrap().1.ends_with("import pickle"));
        assert_eq!(code(r#"{"cells": [], "metadata": {"kernelspec": {"language": "R"}}}"#).unwrap().0, None);
        assert!(code("{}").is_none() && code("x").is_none());
    }
}
