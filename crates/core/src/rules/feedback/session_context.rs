//! A session begins with what it needs to know of the project.
//!
//! What: when a session starts or goes on, the model is told the branch and whether it is protected, files that are not
//! committed, other work trees, what was last seen of the tests and other checks, which files of rules the project has,
//! lessons that have become rules, and the beginnings of the files that `feedback.start` names, which take half of the budget
//! at most. The plan is told by feedback/plan-context, what was saved by feedback/compaction.
//! Why: what is known at the start is not looked for, and not guessed.
//! Instead: nothing to do; `feedback.budget` bounds all that is told, and `"feedback/session-context" = "off"` ends it.
//!
//! Given: a repository on the branch `feature/x`, with 20 changed files.

use super::told::{LINE, beginning, counted, some, tell};
use crate::event::{EventName, Moment};
use crate::evidence::{Check, Standing};
use crate::lessons::rules;
use crate::rule::{Against, Case, Example, Rule, Sample};
use crate::text::line;
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "feedback/session-context",
    category: Category::Feedback,
    on: &[EventName::SessionStart],
    against: Against::Manner,
    source: include_str!("session_context.rs"),
    judge,
    examples: &[
        Example { call: Sample::Starts("startup"), decision: Decision::Advise },
        Example { call: Sample::Starts("compact"), decision: Decision::Advise },
        Example { call: Sample::Prompt("fix the cart"), decision: Decision::Silent },
    ],
};

/// Files by which a project tells agents how it is worked on.
const RULES_FILES: &[&str] = &[
    "CLAUDE.md",
    "AGENTS.md",
    "GEMINI.md",
    ".github/copilot-instructions.md",
    ".cursorrules",
    ".cursor/rules/*",
    ".claude/rules/*",
    ".kiro/steering/*",
    ".windsurf/rules/*",
];

/// The most names in one line.
const NAMES: usize = 10;

fn judge(case: &Case) -> Vec<Finding> {
    if !matches!(case.event.moment, Moment::SessionStart { .. }) {
        return Vec::new();
    }
    let mut lines = Vec::new();
    if let Some(work) = &case.life.work {
        let branch = match &work.branch {
            Some(name) if case.policy.is_protected_branch(name) => format!("branch {name} (protected)"),
            Some(name) => format!("branch {name}"),
            None => "no branch: the head is detached".to_owned(),
        };
        let changed = match work.count {
            0 => "nothing to commit".to_owned(),
            count => {
                format!("{} not committed: {}", counted(count, "file"), some(&work.changed, NAMES, count))
            }
        };
        lines.push(format!("{branch}, {changed}"));
        if !work.trees.is_empty() {
            let trees: Vec<String> =
                work.trees.iter().map(|(path, branch)| format!("{path} ({branch})")).collect();
            lines.push(format!("other work trees: {}", some(&trees, 5, trees.len())));
        }
    }
    let checks = [Check::Tests, Check::Lint, Check::Types, Check::Build];
    let seen: Vec<String> = checks.into_iter().filter_map(|check| stands(case, check)).collect();
    if !seen.is_empty() {
        lines.push(format!("last seen: {}", seen.join("; ")));
    }
    let root = case.ground.roots.first().map_or("", String::as_str);
    let mut files: Vec<String> =
        RULES_FILES.iter().flat_map(|glob| case.world.expand(&format!("{root}/{glob}"))).collect();
    files.sort_unstable();
    let below = |path: &String| path.strip_prefix(root).unwrap_or(path).trim_start_matches('/').to_owned();
    let files: Vec<String> = files.iter().map(below).collect();
    if !files.is_empty() {
        lines.push(format!("rules of the project: {}", some(&files, NAMES, files.len())));
    }
    if let Some(kept) = case.policy.sessions.as_ref().and_then(|sessions| sessions.lessons.as_ref()) {
        let text = case.world.text(&format!("{root}/{}", kept.file)).unwrap_or_default();
        lines.extend(rules(&text).into_iter().map(|rule| format!("a rule of {}: {rule}", kept.file)));
    }
    let wanted = case.policy.sessions.as_ref().map_or(&[][..], |sessions| &sessions.start);
    // Others have something to say, too.
    let mut space = case.policy.told_budget() / 2;
    for file in wanted {
        let Some(text) = beginning(case, file) else { continue };
        let text = text.into_iter().map(|text| line(&format!("  {text}"), LINE));
        let fits = |text: &String| {
            let left = space.checked_sub(text.chars().count() + 1);
            space = left.unwrap_or(0);
            left.is_some()
        };
        let text: Vec<String> = text.take_while(fits).collect();
        if !text.is_empty() {
            lines.push(format!("{file}:"));
            lines.extend(text);
        }
    }
    tell(RULE.id, case, "what is known of the project", &lines)
}

/// How a check stands, if it ever ran.
fn stands(case: &Case, check: Check) -> Option<String> {
    let (how, run) = match case.ledger.standing(check) {
        Standing::Missing => return None,
        Standing::Fresh(run) => ("passed on these sources", run),
        Standing::Failing(run) => ("failing", run),
        Standing::Stale(run) => ("passed before the last changes", run),
        Standing::Partial(run) => ("passed in part", run),
    };
    Some(format!("{} {how} ({})", check.as_str(), run.command))
}
