//! Text that a preprocessor is fed: it shows the files that are named in it, in their places.

use hookward_shell::Span;

use super::texts;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

impl Walk<'_> {
    /// What the lines of a text include is read, and comes out again.
    pub(crate) fn included(&mut self, text: &Value, span: Span, state: &mut State) {
        for text in texts(text) {
            for file in text.lines().filter_map(included_by) {
                let place = state.place(&Value::Known(file.to_owned()));
                let content = state.content(&place);
                self.read(place, span);
                self.print(&content, span);
            }
        }
    }
}

/// The file that a line includes: `#include "a"`, `.. include:: a`. What stands in angles is of the system.
fn included_by(line: &str) -> Option<&str> {
    let line = line.trim();
    if let Some(directive) = line.strip_prefix('#') {
        let directive = directive.trim_start();
        let file = ["include_next", "include", "import", "embed"]
            .iter()
            .find_map(|word| directive.strip_prefix(word))?
            .trim_start()
            .strip_prefix('"')?;
        return file.split('"').next();
    }
    let (directive, file) = line.strip_prefix("..")?.split_once("::")?;
    let is_one = ["include", "literalinclude"].contains(&directive.trim());
    is_one.then(|| file.trim()).filter(|file| !file.is_empty() && !file.starts_with('<'))
}

#[cfg(test)]
mod tests {
    use super::included_by;

    #[test]
    fn a_line_that_includes_a_file_names_it() {
        for (line, file) in [
            ("#include \".env\"", Some(".env")),
            ("  # include \"a.h\" // b", Some("a.h")),
            (".. include:: .env", Some(".env")),
            (".. literalinclude:: src/a.py", Some("src/a.py")),
            ("#include <stdio.h>", None),
            (".. include:: <isonum.txt>", None),
            (".. note:: .env", None),
            ("# included", None),
        ] {
            assert_eq!(included_by(line), file, "{line}");
        }
    }
}
