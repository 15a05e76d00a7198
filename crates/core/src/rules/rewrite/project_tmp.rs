//! Keeps temporary files in the project.
//!
//! What: where a policy asks for it (`"rewrite/project-tmp" = "enforce"`), a command that writes below `/tmp/` writes
//! below the workspace's own `tmp/` instead; every mention of the same file in the command is changed with it. Directories
//! that are not there yet are made first (`mkdir -p`). Off by default.
//!
//! Why: what lies in the project is seen, is cleaned up with it, and does not meet the files of other sessions.
//!
//! Instead: nothing; the rewritten command is what is meant.

use hookward_effects::{Action, Call, Kind, Span};

use crate::rewrite::{Edit, is_plain};
use crate::rule::{Against, BEFORE, Case, Rule, approves, passes};
use crate::verdict::{Category, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "rewrite/project-tmp",
    category: Category::Rewrite,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("project_tmp.rs"),
    judge,
    examples: &[
        approves("npm test > /tmp/test.log 2>&1; tail -20 /tmp/test.log"),
        approves("curl -o '/tmp/spec.json' http://localhost:3000"),
        passes("cat /tmp/test.log"),
        approves("echo x > /tmp/a; cat /tmp/abc"),
        passes("echo /tmp/x > notes.md"),
        passes("echo x > src/tmp/y"),
    ],
};

const HERE: &str = "/tmp/";

fn judge(case: &Case) -> Vec<Finding> {
    let (Some(Call::Shell { command, .. }), Some(root)) =
        (case.event.moment.call(), case.ground.roots.first())
    else {
        return Vec::new();
    };
    // A root that needs quotes cannot be put into any word.
    if !is_plain(root) {
        return Vec::new();
    }
    let written: Vec<&str> = case
        .facts
        .effects
        .iter()
        .filter_map(|effect| match &effect.action {
            Action::Write(place, _)
                if place.written.starts_with(HERE)
                    && effect.script.is_none()
                    // The project may lie there itself.
                    && !case.ground.in_workspace(&place.written) =>
            {
                Some(place.written.as_str())
            }
            _ => None,
        })
        .collect();
    let mut edits = Vec::new();
    for (at, _) in command.match_indices(HERE) {
        let names_it = |path: &&str| {
            let behind = command.get(at..).and_then(|rest| rest.strip_prefix(*path));
            behind.is_some_and(|rest| rest.chars().next().is_none_or(|next| " \t\n'\";&|)<>".contains(next)))
        };
        let begins = command
            .get(..at)
            .and_then(|before| before.chars().next_back())
            .is_none_or(|before| " \t\n'\"=<>(;&|@:".contains(before));
        if begins && written.iter().any(names_it) {
            edits.push(Edit { span: Span::new(at, at + HERE.len()), text: format!("{root}/tmp/") });
        }
    }
    let Some(first) = edits.first() else { return Vec::new() };
    let span = first.span;
    let missing = missing(case, root, &written);
    if !missing.is_empty() {
        // What is put into the background would take the directory with it: nobody would wait for that.
        let lingers = command.replace("&&", "").replace(">&", "").replace("&>", "").contains('&');
        let then = if lingers { ";" } else { " &&" };
        let text = format!("mkdir -p {}{then} ", missing.join(" "));
        edits.insert(0, Edit { span: Span::new(0, 0), text });
    }
    vec![Finding {
        why: "temporary files belong into the project's own tmp".into(),
        ..Rule::rewriting(RULE.id, case, span, edits)
    }]
}

/// Directories of the workspace's `tmp` that the files are to lie in, and that neither lie there nor are made by the command.
fn missing(case: &Case, root: &str, written: &[&str]) -> Vec<String> {
    let is_made = |directory: &str| {
        written.iter().any(|path| {
            let below = directory.strip_prefix(path.trim_end_matches('/'));
            below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    };
    let mut missing: Vec<String> = Vec::new();
    for path in written {
        let above = path.trim_end_matches('/').rsplit_once('/').map_or("", |(above, _)| above);
        let directory = if is_plain(above) && !is_made(above) { above } else { "/tmp" };
        let directory = format!("{root}{directory}");
        if case.world.kind(&directory) != Kind::Directory && !missing.contains(&directory) {
            missing.push(directory);
        }
    }
    let holds =
        |outer: &str, inner: &str| inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('/'));
    let all = missing.clone();
    missing.retain(|directory| !all.iter().any(|other| holds(directory, other)));
    missing
}
