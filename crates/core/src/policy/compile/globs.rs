//! Globs of a policy that can never fit: a bracket that nobody closes is a mistake, and a guard that fits nothing guards nothing.

use super::Compiler;
use crate::policy::file::PolicyError;

impl Compiler<'_> {
    /// Refuses globs that are broken. `what` says whose they are.
    pub(super) fn whole<'g>(
        &self,
        at: usize,
        what: &str,
        globs: impl IntoIterator<Item = &'g str>,
    ) -> Result<(), PolicyError> {
        let broken = globs.into_iter().find_map(|glob| Some((glob, fault(glob)?)));
        match broken {
            Some((glob, why)) => Err(self.error(at, format!("{what} has a broken glob `{glob}`: {why}"))),
            None => Ok(()),
        }
    }
}

/// What is wrong with a glob, if anything is.
pub(super) fn fault(glob: &str) -> Option<&'static str> {
    let mut braces = 0_usize;
    let mut characters = glob.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' if characters.next().is_none() => return Some("it ends with `\\`"),
            '[' => {
                // The first of a class may be the bracket itself.
                let mut class = characters.as_str();
                class = class.strip_prefix(['!', '^']).unwrap_or(class);
                let first = class.chars().next().map_or(0, char::len_utf8);
                let rest = class.get(first..).unwrap_or_default();
                let Some(end) = rest.find(']') else { return Some("its `[` is not closed") };
                characters = rest.get(end + 1..).unwrap_or_default().chars();
            }
            '{' => braces += 1,
            '}' => match braces.checked_sub(1) {
                Some(left) => braces = left,
                None => return Some("its `}` was never opened"),
            },
            _ => {}
        }
    }
    (braces > 0).then_some("its `{` is not closed")
}

#[cfg(test)]
mod tests {
    use super::fault;

    #[test]
    fn a_bracket_that_is_not_closed_is_a_fault_and_one_that_is_not_one_is_none() {
        for glob in ["[a", "src/{a,b", "a}", "x\\", "[", "[]", "src/[id/page.tsx", "{a,{b}"] {
            assert!(fault(glob).is_some(), "{glob}");
        }
        for glob in ["[a]", "src/[id]/page.tsx", "{a,b}/**", "\\[a", "[]a]", "[!a]", "**/*.{ts,tsx}", ""] {
            assert_eq!(fault(glob), None, "{glob}");
        }
    }
}
