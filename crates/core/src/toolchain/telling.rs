//! Which lines of what a run has printed tell of a failure: those below a line that names a failed test, up to where that ends, and
//! those of an error of a compiler.

use super::condense::without_colours;
use super::failures::{heading, is_drawn, is_end, panicked};
use super::pytest::title;
use super::wrapper::without_wrapper;

/// Those lines, without code that is only shown.
pub(crate) fn telling(output: &str) -> Vec<String> {
    let output = without_wrapper(&without_colours(output));
    let mut told = Vec::new();
    let mut is_open = false;
    for line in output.lines() {
        let text = line.trim();
        let begins = begins(line, text);
        // What a test has printed that may have passed.
        let ends = (is_end(text) && !begins) || line.starts_with("warning") || text == "● Console";
        is_open = !ends && (is_open || begins);
        if is_open && !is_drawn(text) {
            told.push(text.to_owned());
        }
    }
    told
}

/// Whether a line is the first that tells of a failure.
fn begins(line: &str, text: &str) -> bool {
    // Surefire names what fails above its trace, and once more in its sum.
    let is_trace = ["<<< FAILURE!", "<<< ERROR!"].iter().any(|sign| text.contains(sign));
    let is_error = line.starts_with("error: ") || line.starts_with("error[");
    is_trace || is_error || heading(text).is_some() || panicked(text).is_some() || title(line).is_some()
}
