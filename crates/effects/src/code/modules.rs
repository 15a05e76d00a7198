//! Modules by their names: files of the same language that the text around the code has written or fetched, and those of Python
//! that lie where typed code runs.

use std::rc::Rc;

use super::cursor::Cursor;
use super::machine::Machine;
use super::thing::Thing;
use super::token::{Gap, Kind};
use super::{Language, Step};
use crate::value::Value;

/// The files that a module may be, by its path without an ending.
pub(crate) fn files_of(language: Language, path: &str) -> Vec<String> {
    let endings: &[&str] = match language {
        Language::Python => &[".py", "/__init__.py", "/__main__.py"],
        Language::JavaScript => &[".js", ".mjs", ".cjs", ".ts", "/index.js", "/index.mjs", "/index.ts"],
        Language::Ruby => &[".rb"],
        Language::Perl => &[".pm"],
        Language::Lua => &[".lua"],
        Language::Php => &[".php"],
        _ => &[],
    };
    endings.iter().map(|ending| format!("{}{ending}", path.trim_end_matches('/'))).collect()
}

impl Machine<'_> {
    /// Runs the files of a module that the text has written, or that lie there, and tells whether there are any.
    pub(super) fn written_module(&mut self, name: &str) -> bool {
        let path = match self.dialect.language {
            Language::Python | Language::Lua => name.replace('.', "/"),
            Language::Perl => name.replace("::", "/"),
            _ => name.to_owned(),
        };
        let main = format!("{path}/__main__.py");
        let files = files_of(self.dialect.language, &path).into_iter().filter(|file| *file != main);
        let files: Vec<String> = files.collect();
        let on_its_path = if self.is(Language::Python) { self.on_its_path(&files) } else { Vec::new() };
        let written: Vec<Value> = files
            .into_iter()
            .chain(on_its_path)
            .map(Value::Known)
            .filter(|file| (self.surroundings.written)(file).is_some() || self.lies_there(file))
            .collect();
        let found = !written.is_empty();
        for file in written {
            self.emit(Step::Import(file));
        }
        found
    }

    /// The same files where a variable sends Python for them.
    fn on_its_path(&self, files: &[String]) -> Vec<String> {
        let path = (self.surroundings.environment)("PYTHONPATH");
        let directories = path.as_ref().and_then(Value::known).unwrap_or_default().split(':');
        let below = |directory| files.iter().map(move |file| format!("{directory}/{file}"));
        directories.filter(|directory| !directory.is_empty()).flat_map(below).collect()
    }

    /// Python looks for modules where it runs; others only for those that are named by a path.
    fn lies_there(&self, file: &Value) -> bool {
        self.is(Language::Python) && (self.surroundings.is_there)(file)
    }

    /// `use A::B;`
    pub(super) fn used_module(&mut self, at: &mut Cursor) {
        at.advance();
        let clause = at.take_until(|token| token.is_sign(";") || token.gap == Gap::Line);
        let names = clause.tokens().iter().map_while(|token| match &token.kind {
            Kind::Name(name) => Some(&**name),
            Kind::Sign("::") => Some("::"),
            _ => None,
        });
        let module: String = names.collect();
        self.written_module(&module);
    }

    /// `from a import b`: both may be files.
    pub(super) fn written_submodule(&mut self, module: &str, name: &Rc<str>) {
        self.written_module(&format!("{module}.{name}"));
    }

    /// A module by what its name is, whatever it was given as.
    pub(super) fn required(&mut self, name: &str) -> Thing {
        self.written_module(name);
        self.module(name)
    }
}
