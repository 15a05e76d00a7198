//! What is known here, for whoever follows what a script loads: languages of files, code in options, files of modules, and
//! programs that run files of a project by their names.

use crate::code::{self, Language};
use crate::program_name::base_name;
use crate::programs::given_code;
use crate::projects;
use crate::scripts::{interpreter, language_of};
use crate::value::Value;

/// The language of a script that is not a shell's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptLanguage {
    /// Python.
    Python,
    /// JavaScript and TypeScript.
    JavaScript,
    /// Another one, whose modules nobody here reads.
    Other,
}

impl ScriptLanguage {
    fn of(language: Language) -> Self {
        match language {
            Language::Python => Self::Python,
            Language::JavaScript => Self::JavaScript,
            _ => Self::Other,
        }
    }

    /// The language of a script, by its first line or its name; none for a shell's, and for what is no script.
    pub fn of_script(path: &str, text: &str) -> Option<Self> {
        let name = path.rsplit('/').next().unwrap_or(path);
        interpreter(text).or_else(|| Language::of_file(name)).map(Self::of)
    }

    /// The language that a program runs files of: `python3`, `node`.
    pub fn of_interpreter(program: &str) -> Option<Self> {
        language_of(base_name(program)).map(Self::of)
    }

    /// The files that a module may be: `a/b.py`, `a/b/__init__.py`.
    pub fn module_files(self, path: &str) -> Vec<String> {
        match self {
            Self::Python => code::files_of(Language::Python, path),
            Self::JavaScript => code::files_of(Language::JavaScript, path),
            Self::Other => Vec::new(),
        }
    }
}

/// Code that stands in the words of a command: `python3 -c code`, `node -e code`.
pub fn code_in_words(words: &[Value]) -> Vec<(ScriptLanguage, String)> {
    let Some((name, rest)) = words.split_first() else { return Vec::new() };
    let name = base_name(name.known().unwrap_or_default());
    let Some((language, code)) = given_code(name, rest) else { return Vec::new() };
    let text = |code: &Value| Some((ScriptLanguage::of(language), code.known()?.to_owned()));
    code.iter().filter_map(text).collect()
}

/// Whether a command runs files of a project by their names, without being told which: `pytest`, `cargo test`.
pub fn runs_by_name(words: &[Value]) -> bool {
    let Some((name, rest)) = words.split_first() else { return false };
    projects::runs_by_name(base_name(name.known().unwrap_or_default()), rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<Value> {
        line.split(' ').map(|word| Value::Known(word.to_owned())).collect()
    }

    #[test]
    fn a_program_that_loads_files_of_a_project_is_known() {
        for line in
            ["pytest -q", "npx-less", "cargo test", "/usr/bin/eslint a.ts", "go test ./...", "cargo build"]
        {
            assert_eq!(runs_by_name(&words(line)), line != "npx-less", "{line}");
        }
        for line in ["git status", "node a.js", "cargo fmt --check", "sh a.sh", "gcc a.c"] {
            assert!(!runs_by_name(&words(line)), "{line}");
        }
    }

    #[test]
    fn code_in_words_is_found_with_its_language() {
        let code = |line: &str| code_in_words(&words(line));
        assert_eq!(code("python3 -c import_x"), [(ScriptLanguage::Python, "import_x".to_owned())]);
        assert_eq!(code("/usr/bin/node -e f() a"), [(ScriptLanguage::JavaScript, "f()".to_owned())]);
        assert!(code("python3 a.py").is_empty() && code("cat -e x").is_empty());
    }

    #[test]
    fn a_script_is_known_by_its_first_line_or_its_name() {
        let language = ScriptLanguage::of_script;
        assert_eq!(language("/w/guard", "#!/usr/bin/env python3\n"), Some(ScriptLanguage::Python));
        assert_eq!(language("/w/guard.mjs", ""), Some(ScriptLanguage::JavaScript));
        assert_eq!(language("/w/guard.rb", ""), Some(ScriptLanguage::Other));
        assert_eq!(language("/w/guard.sh", "#!/bin/sh\n"), None);
        assert_eq!(ScriptLanguage::of_interpreter("/usr/bin/python3.12"), Some(ScriptLanguage::Python));
    }
}
