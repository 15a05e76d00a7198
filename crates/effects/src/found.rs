//! Names that a search over a tree gives: which files may be among them. Whoever writes what `grep -rl x .` names writes
//! each of these files, though no word of the command says which they are.

use crate::knowledge::glob;
use crate::path::{Reach, Spot};

mod loosened;

pub use loosened::may_fit;
pub(crate) use loosened::{Flavour, loosened};

/// Names of files below a directory, as far as a search tells which.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Found {
    /// The directory that is searched, or the file: an absolute path.
    below: String,
    /// Of each of these lists, a name fits one.
    only: Vec<Vec<Shape>>,
    /// None of these fits a name.
    but: Vec<Shape>,
    /// Of these, one fits the text of each file; none where the text does not count.
    holding: Vec<String>,
    /// Whether large and small letters are the same in that text.
    ignores_case: bool,
    /// What git must know of them.
    tracking: Tracking,
    /// Whether they hold nothing.
    empty: bool,
}

/// What git knows of files that a search names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Tracking {
    /// Nothing, perhaps.
    #[default]
    Any,
    /// They are in the index: `git ls-files`.
    Tracked,
    /// They are not in the index: `git stash --all`.
    Untracked,
    /// They are in the index, otherwise than in the last commit: `git diff --cached`.
    Staged,
    /// They are in the index, otherwise than in the work tree: `git diff`.
    Unstaged,
}

/// What a name looks like, with stars for what is open.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shape {
    pattern: String,
    /// Whether the whole path below the directory is meant, and not the last part of it.
    whole: bool,
}

impl Shape {
    fn fits(&self, below: &str) -> bool {
        let name = below.rsplit('/').next().unwrap_or(below);
        glob(&self.pattern, if self.whole { below } else { name })
    }
}

impl Found {
    /// Everything below a directory.
    pub(crate) fn below(directory: &str) -> Self {
        Self { below: directory.trim_end_matches('/').to_owned(), ..Self::default() }
    }

    /// The directory that is searched, or the file.
    pub fn directory(&self) -> &str {
        &self.below
    }

    /// What git knows of the files.
    pub fn tracking(&self) -> Tracking {
        self.tracking
    }

    /// Only files of which git knows that.
    #[must_use]
    pub(crate) fn known_to_git(mut self, tracking: Tracking) -> Self {
        self.tracking = tracking;
        self
    }

    /// Without what is hidden, as many searches leave it out.
    #[must_use]
    pub(crate) fn but_hidden(self) -> Self {
        HIDDEN.iter().fold(self, |found, pattern| found.but_named(pattern))
    }

    /// Whether it matters what a file holds.
    pub fn reads(&self) -> bool {
        self.empty || !self.holding.is_empty()
    }

    /// Whether a file of this text may be among them; without one, what it holds is not known.
    pub fn may_name(&self, path: &str, text: Option<&str>) -> bool {
        let Some(rest) = path.strip_prefix(self.below.as_str()) else { return false };
        let below = match rest.strip_prefix('/') {
            Some(below) => below,
            // The file itself was searched.
            None if rest.is_empty() => path.rsplit('/').next().unwrap_or(path),
            None => return false,
        };
        let fits = |shape: &Shape| shape.fits(below);
        self.only.iter().all(|shapes| shapes.iter().any(fits))
            && !self.but.iter().any(fits)
            && text.is_none_or(|text| self.may_hold(text))
    }

    /// What a search says by its own words, whatever it would find now: globs of which each name fits one, from each of
    /// its choices; and what lies where it looks, if that is a directory.
    pub fn by_its_words(&self) -> impl Iterator<Item = Vec<Spot>> + '_ {
        let spot = |below: &str| Spot {
            reach: Reach::Something,
            glob: Some(format!("{}/{below}", self.below)),
            ..Spot::of_file(self.below.clone())
        };
        let shaped = move |shape: &Shape| match shape.pattern.trim_start_matches("*/") {
            pattern if shape.whole => spot(pattern),
            pattern => spot(&format!("**/{pattern}")),
        };
        let chosen = self.only.iter().map(move |shapes| shapes.iter().map(shaped).collect());
        chosen.chain(std::iter::once(vec![spot("**")]))
    }

    fn may_hold(&self, text: &str) -> bool {
        if self.empty && !text.is_empty() {
            return false;
        }
        let lower = |text: &str| if self.ignores_case { text.to_lowercase() } else { text.to_owned() };
        let text = lower(text);
        self.holding.is_empty() || self.holding.iter().any(|part| glob(&lower(part), &text))
    }

    /// Only files whose names fit one of some globs; `!x` leaves some out.
    #[must_use]
    pub(crate) fn named<'g>(mut self, globs: impl IntoIterator<Item = &'g str>) -> Self {
        let mut only = Vec::new();
        for pattern in globs {
            match pattern.strip_prefix('!') {
                Some(left_out) => self = self.but_named(left_out),
                None => only.extend(shapes(pattern).map(|shape| match shape {
                    Ok(shape) | Err(shape) => shape,
                })),
            }
        }
        if !only.is_empty() {
            self.only.push(only);
        }
        self
    }

    /// Only files whose whole path below the directory fits one of some patterns, in which a star is anything.
    #[must_use]
    pub(crate) fn lying_at<'g>(mut self, patterns: impl Iterator<Item = &'g str>) -> Self {
        let shape = |pattern: &str| {
            shapes(pattern)
                .map(|shape| match shape {
                    Ok(shape) | Err(shape) => shape,
                })
                .map(|shape| Shape { whole: true, ..shape })
                .collect::<Vec<_>>()
        };
        self.only.push(patterns.flat_map(shape).collect());
        self
    }

    /// Only files that hold nothing.
    #[must_use]
    pub(crate) fn empty(mut self) -> Self {
        self.empty = true;
        self
    }

    /// Without files whose names fit a glob. One that cannot be read exactly leaves nothing out.
    #[must_use]
    pub(crate) fn but_named(mut self, pattern: &str) -> Self {
        self.but.extend(shapes(pattern).filter_map(Result::ok));
        self
    }

    /// Only files that hold what one of some regular expressions looks for.
    #[must_use]
    pub(crate) fn holding(mut self, expressions: &[&str], flavour: Flavour) -> Self {
        for expression in expressions {
            let texts = loosened(expression, flavour).globs;
            self.holding.extend(texts.iter().map(|text| format!("*{}*", text.trim_matches('*'))));
        }
        self
    }

    /// Whatever the case of its letters.
    #[must_use]
    pub(crate) fn ignoring_case(mut self) -> Self {
        self.ignores_case = true;
        self
    }

    /// Only those of the names that a regular expression picks, or those that it leaves.
    #[must_use]
    pub(crate) fn picked(mut self, expression: &str, flavour: Flavour, picks: Picks) -> Self {
        // Where it stands, a name begins with the directory as it was written.
        let expression = expression.replacen("^\\./", "^", 1).replacen("^./", "^", 1);
        let loose = match picks {
            Picks::Fitting => loosened(&expression, flavour),
            Picks::Others if flavour == Flavour::Fixed => loosened(&expression, flavour),
            // What is left out must be certain: a dot fits a dot, whatever else it fits.
            Picks::Others => loosened(&expression.replace("\\.", ".").replace('.', "\\."), flavour),
        };
        let shapes = loose.globs.into_iter().map(|pattern| Shape { pattern, whole: true });
        match picks {
            Picks::Fitting => self.only.push(shapes.collect()),
            Picks::Others if loose.is_exact => self.but.extend(shapes),
            Picks::Others => {}
        }
        self
    }
}

/// Names and paths of what is hidden.
pub(crate) const HIDDEN: &[&str] = &[".*", ".*/*", "*/.*/*"];

/// Which lines a filter lets through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Picks {
    Fitting,
    Others,
}

/// The shapes that a glob stands for; `Err` where one is wider than the glob.
fn shapes(pattern: &str) -> impl Iterator<Item = Result<Shape, Shape>> {
    let whole = pattern.trim_end_matches('/').contains('/');
    let pattern = pattern.trim_start_matches("**/").trim_start_matches("./").trim_start_matches('/');
    alternatives(pattern).into_iter().map(move |pattern| {
        let is_exact = !pattern.contains(['?', '[', '{', '\\']);
        let mut wider = String::with_capacity(pattern.len());
        let mut in_class = false;
        for letter in pattern.chars() {
            match letter {
                '[' => {
                    in_class = true;
                    wider.push('*');
                }
                ']' if in_class => in_class = false,
                _ if in_class => {}
                '?' | '{' | '}' | '\\' => wider.push('*'),
                letter => wider.push(letter),
            }
        }
        let shape = Shape { pattern: wider, whole };
        if is_exact { Ok(shape) } else { Err(shape) }
    })
}

/// `*.{ts,tsx}` is `*.ts` and `*.tsx`; one pair of braces is read.
fn alternatives(pattern: &str) -> Vec<String> {
    let read = || {
        let (before, rest) = pattern.split_once('{')?;
        let (choices, behind) = rest.split_once('}')?;
        Some(choices.split(',').map(|choice| format!("{before}{choice}{behind}")).collect())
    };
    read().unwrap_or_else(|| vec![pattern.to_owned()])
}

#[cfg(test)]
mod tests {
    use super::*;

    const POLICY: &str = "/w/hookward.toml";

    fn found() -> Found {
        Found::below("/w")
    }

    fn names(found: &Found) -> bool {
        found.may_name(POLICY, Some("mode = \"enforce\"\n"))
    }

    #[test]
    fn a_search_names_what_lies_below_its_directory() {
        assert!(names(&found()));
        assert!(names(&Found::below("/")));
        assert!(names(&Found::below(POLICY)));
        assert!(!names(&Found::below("/w/src")));
        assert!(!names(&Found::below("/w/hook")));
    }

    #[test]
    fn globs_narrow_it_down() {
        for glob in ["*.toml", "*.{ts,toml}", "hook*", "**/*.toml", "*.[ct]*"] {
            assert!(names(&found().named([glob])), "{glob}");
        }
        for glob in ["*.ts", "*.{ts,tsx}", "src/**", "src/*.toml", "!*.toml", "!hookward.toml"] {
            assert!(!names(&found().named([glob])), "{glob}");
        }
        assert!(names(&found().named(["!*.[ct]oml"])), "what is left out must be certain");
    }

    #[test]
    fn a_text_that_the_file_does_not_hold_leaves_it_out() {
        let holding = |expression: &str| found().holding(&[expression], Flavour::Basic);
        for expression in ["enforce", "enf.*ce", "^mode", "oldName\\|enforce", "[a-z]", "x*"] {
            assert!(names(&holding(expression)), "{expression}");
        }
        for expression in ["oldName", "old.*enforce", "Enforce", "oldName\\|newName"] {
            assert!(!names(&holding(expression)), "{expression}");
        }
        assert!(names(&found().holding(&["Enforce"], Flavour::Basic).ignoring_case()));
    }

    #[test]
    fn a_filter_of_names_picks_some_of_them() {
        let picked = |expression: &str, picks| found().picked(expression, Flavour::Extended, picks);
        for expression in ["toml", "\\.(ts|toml)$", "^hook", "^./hook", "."] {
            assert!(names(&picked(expression, Picks::Fitting)), "{expression}");
        }
        for expression in ["\\.ts$", "\\.(ts|tsx|js)$", "^src/", "tsx?$"] {
            assert!(!names(&picked(expression, Picks::Fitting)), "{expression}");
        }
        assert!(!names(&picked("toml", Picks::Others)));
        assert!(!names(&picked("hookward.toml", Picks::Others)));
        assert!(names(&picked("node_modules", Picks::Others)));
        assert!(names(&picked("t.ml", Picks::Others)), "what is left out must be certain");
    }
}
