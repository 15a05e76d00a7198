//! What pytest tells of a failure at length: a title between low lines, the way to the failure, and what went wrong behind `E`.
//! Its summary has the names, and not always more than that.

use super::failures::is_foreign;

/// What is told of one failure.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Section<'t> {
    /// `test_adds`, `TestCart.test_adds`, or the path of a file that could not be loaded.
    name: &'t str,
    /// Where it went wrong: `tests/test_cart.py:5`.
    pub(super) place: String,
    /// What went wrong.
    pub(super) message: &'t str,
}

impl<'t> Section<'t> {
    /// Whether it tells of what a summary names: `tests/test_cart.py::TestCart::test_adds`.
    pub(super) fn tells_of(&self, name: &str) -> bool {
        name == self.name || name.ends_with(&format!("::{}", self.name.replace('.', "::")))
    }

    fn take(&mut self, text: &'t str) {
        let said = text.strip_prefix("E ").map(str::trim);
        if let Some((path, number)) = said.and_then(source) {
            self.place = format!("{path}:{number}");
        } else if let Some(said) = said {
            let is_better = is_error(said) && !is_error(self.message);
            if self.message.is_empty() || is_better {
                self.message = said;
            }
        } else if let Some(place) = step(text).filter(|place| !is_foreign(place)) {
            place.clone_into(&mut self.place);
        }
    }
}

/// The sections of an output, in its order.
pub(super) fn sections(output: &str) -> Vec<Section<'_>> {
    let mut found: Vec<Section> = Vec::new();
    let mut is_open = false;
    for text in output.lines() {
        if let Some(name) = title(text) {
            found.push(Section { name, ..Section::default() });
            is_open = true;
        } else if text.starts_with("===") {
            is_open = false;
        } else if let Some(section) = found.last_mut().filter(|_| is_open) {
            section.take(text);
        }
    }
    found
}

/// `_____ test_adds _____`, `_____ ERROR collecting tests/test_cart.py _____`
pub(super) fn title(text: &str) -> Option<&str> {
    let name = text.strip_prefix("__")?.strip_suffix("__")?.trim_matches('_');
    let name = name.strip_prefix(' ')?.strip_suffix(' ')?;
    Some(name.trim_start_matches("ERROR collecting "))
}

/// `File "/w/cart.py", line 1`: what could not be read at all.
fn source(said: &str) -> Option<(&str, &str)> {
    let (path, rest) = said.strip_prefix("File \"")?.split_once("\", line ")?;
    Some((path, rest.split(',').next().unwrap_or(rest)))
}

/// `tests/test_cart.py:5: AssertionError`, `tests/test_cart.py:1: in <module>`
fn step(text: &str) -> Option<&str> {
    let (place, _) = text.split_once(": ")?;
    let (path, number) = place.rsplit_once(':')?;
    let is_python = path.rsplit_once('.').is_some_and(|(_, ending)| ending == "py");
    let is_place = is_python && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    is_place.then_some(place)
}

fn is_error(said: &str) -> bool {
    let name = said.split(':').next().unwrap_or_default();
    name.ends_with("Error") || name.ends_with("Exception")
}
