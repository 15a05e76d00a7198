//! Begins a source file that does not say what it is for.
//!
//! What: denies creating a source file, by whatever tool, whose first words are not a comment (after `#!`, `<?php` and
//! blank lines) that says something of it, which an empty one, one for a tool (`eslint-disable`, `frozen_string_literal`,
//! `coding`, `go:build`) and a licence alone do not; and one of 50 lines or more (`gate.undocumented-code.long`) without a note of what was decided in it:
//! `@decision` or `DECISION:`. Free: an empty `__init__.py`, files that exist or only get another place (one that no commit has yet is still new: it may not lose
//! its comment, or grow long without a note), tests, documents, settings, generated code; one whose content
//! cannot be seen is only advised about.
//!
//! Why: who comes next needs to know what a file is for, and why it is as it is.
//!
//! Instead: begin with a comment that says it; in a long file, note the decision.

use hookward_effects::Kind;

use super::headers::has_header;
use super::kinds::is_code;
use crate::changed::Written;
use crate::moved::Origins;
use crate::rule::{Against, BEFORE, Case, Example, Rule, Sample, denies, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "gate/undocumented-code",
    category: Category::Gate,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("undocumented_code.rs"),
    judge,
    // There is no file yet.
    examples: &[
        Example { call: Sample::Content("src/cart.ts", "export {}\n"), decision: Decision::Deny },
        Example {
            call: Sample::Content("src/cart.rs", "#[derive(A)]\nstruct S;\n"),
            decision: Decision::Deny,
        },
        Example { call: Sample::Content("app/cart.py", "import os\n# later\n"), decision: Decision::Deny },
        Example {
            call: Sample::Content("src/cart.ts", "// eslint-disable no-console\nexport {}\n"),
            decision: Decision::Deny,
        },
        Example {
            call: Sample::Content(
                "lib/cart.rb",
                "# frozen_string_literal: true\n\n# The cart.\nclass Cart; end\n",
            ),
            decision: Decision::Silent,
        },
        denies("echo 'export {}' > src/cart.ts"),
        Example { call: Sample::Shell("cp /tmp/cart.rb lib/cart.rb"), decision: Decision::Advise },
        Example { call: Sample::Content("src/cart.ts", "\n/** The cart. */\n"), decision: Decision::Silent },
        Example { call: Sample::Content("src/cart.rs", "//! The cart.\n"), decision: Decision::Silent },
        Example {
            call: Sample::Content("app/cart.py", "#!/usr/bin/env python3\n\"\"\"The cart.\"\"\"\n"),
            decision: Decision::Silent,
        },
        Example {
            call: Sample::Content("app/Cart.php", "<?php\n// The cart.\n"),
            decision: Decision::Silent,
        },
        Example {
            call: Sample::Content("app/Cart.php", "<?php\n\ndeclare(strict_types=1);\n\n/** The cart. */\n"),
            decision: Decision::Silent,
        },
        Example {
            call: Sample::Content("src/cart.tsx", "'use client';\n\n// The cart.\n"),
            decision: Decision::Silent,
        },
        Example {
            call: Sample::Content(
                "src/main/java/a/Cart.java",
                "package a;\n\n/** The cart. */\nclass Cart {}\n",
            ),
            decision: Decision::Silent,
        },
        Example {
            call: Sample::Content("src/main/java/a/Cart.java", "package a;\n\nclass Cart {}\n"),
            decision: Decision::Deny,
        },
        Example { call: Sample::Content("src/cart.test.ts", "test()\n"), decision: Decision::Silent },
        Example { call: Sample::Content("docs/cart.md", "# Cart\n"), decision: Decision::Silent },
        passes("cat src/cart.ts"),
    ],
};

/// A file of as many lines is long, unless the policy says otherwise.
const LONG: usize = 50;

/// What is said of content that cannot be seen.
const SEE_TO_IT: &str = "see to it that each begins with a comment that says what it is for";

fn judge(case: &Case) -> Vec<Finding> {
    let long = case.policy.long.unwrap_or(LONG);
    let is_code = |path: &str| is_code(case.policy, super::below(case, path));
    let origins = Origins::of(case);
    // What stands against a file already is nobody's doing now.
    let was_fine = |path: &str| {
        let before = case.world.text(path).unwrap_or_default();
        before.trim().is_empty() || objection(path, Some(&before), long).is_none()
    };
    let is_new = |path: &str| {
        let is_moved = || origins.same(path).is_some_and(&is_code);
        (case.world.kind(path) != Kind::File && !is_moved())
            || (was_fine(path) && super::is_uncommitted(case, path))
    };
    let written = super::written(case).into_iter().filter(|file| is_code(&file.path));
    let found = written.filter_map(|Written { path, effect, .. }| {
        let path = &path;
        let below = super::below(case, path);
        let mut results = super::results(case, path).into_iter();
        let (decision, why, instead) = results.find_map(|text| objection(below, text.as_deref(), long))?;
        // Only now git is asked.
        if !is_new(path) {
            return None;
        }
        Some(Finding {
            matched: below.to_owned(),
            why: why.into(),
            instead: instead.into(),
            ..Rule::objection(RULE.id, decision, case, effect)
        })
    });
    // Of what an archive holds nothing can be seen either.
    let unseen = || {
        let finding = super::unseen_in(RULE.id, case, |directory| !super::is_made(directory))?;
        Some(Finding { decision: Decision::Advise, instead: SEE_TO_IT.into(), ..finding })
    };
    found.chain(std::iter::once_with(unseen).flatten()).take(1).collect()
}

fn objection(path: &str, text: Option<&str>, long: usize) -> Option<(Decision, String, &'static str)> {
    let Some(text) = text else {
        let why = "its content cannot be seen from here".to_owned();
        return Some((Decision::Advise, why, SEE_TO_IT));
    };
    // An empty one says that its directory is a package, and no more.
    if text.trim().is_empty() && path.rsplit('/').next() == Some("__init__.py") {
        return None;
    }
    if !has_header(path, text) {
        let why = "it does not begin with a comment that says what it is for".to_owned();
        return Some((Decision::Deny, why, "begin it with such a comment"));
    }
    let lines = text.lines().count();
    let is_noted = || ["@decision", "decision:"].iter().any(|note| text.to_lowercase().contains(note));
    (lines >= long && !is_noted()).then(|| {
        let why = format!("it has {lines} lines and no note of what was decided in it");
        (Decision::Deny, why, "add a comment with @decision: what was chosen, and why; or split the file")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_file_needs_a_note_of_what_was_decided() {
        let long = format!("// The cart.\n{}", "x\n".repeat(60));
        assert!(objection("a.ts", Some(&long), 50).is_some());
        assert!(objection("a.ts", Some(&long), 100).is_none());
        assert!(objection("a.ts", Some(&format!("{long}// @decision a list\n")), 50).is_none());
        assert!(objection("a.ts", Some(&format!("{long}// Decision: a list\n")), 50).is_none());
        assert!(objection("a.ts", Some("// The cart.\nx\n"), 50).is_none());
        assert!(objection("app/__init__.py", Some(""), 50).is_none());
    }
}
