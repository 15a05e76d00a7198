//! Which files a table of a policy is about.

use fast_glob::glob_match;
use serde::{Deserialize, Serialize};

/// Files, by their paths below the workspace.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Files {
    /// Globs, each of which names some.
    pub globs: Vec<String>,
    /// Those that it is not about all the same, as globs.
    pub except: Vec<String>,
}

impl Files {
    /// Whether a file is one of them.
    pub(crate) fn name(&self, below: &str) -> bool {
        let is_named = |globs: &[String]| globs.iter().any(|glob| names(glob, below));
        is_named(&self.globs) && !is_named(&self.except)
    }
}

/// Whether a glob names a file, by its path below the workspace.
pub(crate) fn names(glob: &str, below: &str) -> bool {
    let (glob, below) = (glob.to_ascii_lowercase(), below.to_ascii_lowercase());
    let name = if glob.contains('/') { below.as_str() } else { below.rsplit('/').next().unwrap_or_default() };
    glob_match(&glob, name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_by_any_glob_unless_they_are_excepted() {
        let all = |globs: &[&str]| globs.iter().map(|&glob| glob.to_owned()).collect();
        let files = Files { globs: all(&["a/**/*.ts", "b/*.js"]), except: all(&["*.test.ts", "a/gen/**"]) };
        for path in ["a/x.ts", "a/b/c.ts", "b/x.js", "a/x.tests.ts"] {
            assert!(files.name(path), "{path}");
        }
        for path in ["c/x.ts", "b/c/x.js", "a/x.test.ts", "a/b/X.Test.ts", "a/gen/x.ts"] {
            assert!(!files.name(path), "{path}");
        }
    }
}
