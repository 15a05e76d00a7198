//! `set -x`, `bash -v`: what a shell shows beside what its commands print.

/// What a shell shows of every line that it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tracing {
    Nothing,
    /// As it is written: `set -v`.
    Lines,
    /// What its words came to: `set -x`.
    Words,
}

impl Tracing {
    /// With what an option of a shell says of it, and the word behind that: `-x`, `-euxo pipefail`, `-o xtrace`.
    pub(crate) fn with(self, option: &str, value: Option<&str>) -> Self {
        let letters =
            option.strip_prefix('-').filter(|letters| !letters.starts_with('-')).unwrap_or_default();
        let named = value.filter(|_| letters.ends_with('o'));
        if letters.contains('x') || named == Some("xtrace") {
            Self::Words
        } else if self == Self::Nothing && (letters.contains('v') || named == Some("verbose")) {
            Self::Lines
        } else {
            self
        }
    }
}
