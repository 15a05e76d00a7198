//! A subagent begins with what it needs to know.
//!
//! What: when a subagent starts, it is told the branch, the story, the plan's next item, the last handoff, what its entry in
//! `[agents]` says (`text`, `memory`) and versions of what the project is made of (`feedback.stack`, else the usual ones). Until
//! the agent that goes on after a compaction stops, it is told as well what was worked on before (`feedback/compaction`).
//! If there are `[agents]` and it is none of them, that is said, and it goes on.
//! Why: a subagent knows nothing of the conversation that it was started from, and a name that was misspelled starts an
//! agent without its instructions.
//! Instead: nothing to do; a new agent gets a table `[agents.NAME]`.
//!
//! Given: `[agents.planner]` and `[agents.tester]`, of which the planner has a `memory`.

use serde_json::Value;

use super::told::{active_plan, in_one_line, tell};
use crate::event::{EventName, Moment};
use crate::life::Saved;
use crate::policy::{Component, nearest};
use crate::rule::{Against, Case, Example, Rule, Sample};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "feedback/subagent-context",
    category: Category::Feedback,
    on: &[EventName::SubagentStart],
    against: Against::Manner,
    source: include_str!("subagent_context.rs"),
    judge,
    // [agents.planner]
    examples: &[
        Example { call: Sample::SubagentStarts("planner"), decision: Decision::Advise },
        Example { call: Sample::SubagentStarts("plannner"), decision: Decision::Advise },
        Example { call: Sample::SubagentStops("planner", "done"), decision: Decision::Silent },
    ],
};

/// What projects are usually made of: the name, the file, the key.
const USUAL: &[(&str, &str, &str)] = &[
    ("Drupal", "composer.json", "drupal/core*"),
    ("Laravel", "composer.json", "laravel/framework"),
    ("Symfony", "composer.json", "symfony/framework-bundle"),
    ("PHP", "composer.json", "php"),
    ("Node", "package.json", "node"),
    ("TypeScript", "package.json", "typescript"),
    ("React", "package.json", "react"),
    ("Next.js", "package.json", "next"),
    ("Vue", "package.json", "vue"),
    ("Angular", "package.json", "@angular/core"),
    ("Python", "pyproject.toml", "requires-python"),
    ("Rust", "Cargo.toml", "rust-version"),
];

fn judge(case: &Case) -> Vec<Finding> {
    if !matches!(case.event.moment, Moment::SubagentStart) {
        return Vec::new();
    }
    let (role, memory) = (case.event.role(), &case.session.memory);
    let mut lines = Vec::new();
    if let Some(sessions) = case.policy.sessions.as_ref().filter(|own| !own.agents.is_empty()) {
        match sessions.agent(role) {
            Some(agent) => {
                lines.extend(agent.text.iter().flat_map(|text| text.lines().map(str::to_owned)));
                lines.extend(agent.memory.as_ref().map(|path| format!("what was learned before: {path}")));
            }
            None => {
                let names = sessions.agents.iter().map(|agent| agent.name.as_str());
                let meant = nearest(role, names).map(|name| format!("; is {name} meant?"));
                lines.push(format!("no agent is named {role} here{}", meant.unwrap_or_default()));
            }
        }
    }
    let branch = case.life.work.as_ref().and_then(|work| work.branch.clone());
    let known = [
        ("branch", branch),
        ("story", case.life.story.clone()),
        ("plan", active_plan(case).map(|plan| in_one_line(&plan))),
        ("last handoff", memory.handoff.clone()),
    ];
    lines.extend(known.into_iter().filter_map(|(name, value)| Some(format!("{name}: {}", value?))));
    lines.extend(case.life.saved.iter().flat_map(Saved::lines_for_a_subagent));
    let versions = versions(case);
    if !versions.is_empty() {
        lines.push(format!("made of: {}", versions.join(", ")));
    }
    tell(RULE.id, case, role, &lines)
}

fn versions(case: &Case) -> Vec<String> {
    let own = case.policy.sessions.as_ref().map_or(&[][..], |sessions| &sessions.stack);
    let usual: Vec<Component> = USUAL
        .iter()
        .map(|(name, file, key)| Component {
            name: (*name).to_owned(),
            file: (*file).to_owned(),
            key: (*key).to_owned(),
        })
        .collect();
    let Some(root) = case.ground.roots.first() else { return Vec::new() };
    let mut read: Vec<(&str, Option<Value>)> = Vec::new();
    let mut found = Vec::new();
    for part in if own.is_empty() { &usual } else { own } {
        if !read.iter().any(|(file, _)| *file == part.file) {
            let text = case.world.text(&format!("{root}/{}", part.file));
            read.push((&part.file, text.and_then(|text| parsed(&part.file, &text))));
        }
        let value = read.iter().find(|(file, _)| *file == part.file).and_then(|(_, value)| value.as_ref());
        found.extend(
            value.and_then(|value| version(value, &part.key)).map(|own| format!("{} {own}", part.name)),
        );
    }
    found
}

fn parsed(file: &str, text: &str) -> Option<Value> {
    if file.rsplit_once('.').is_some_and(|(_, ending)| ending == "toml") {
        return serde_json::to_value(text.parse::<toml::Table>().ok()?).ok();
    }
    serde_json::from_str(text).ok()
}

/// The first text under such a key, at any depth.
fn version(value: &Value, key: &str) -> Option<String> {
    match value {
        Value::Object(entries) => {
            let own = entries.iter().find(|(name, _)| fast_glob::glob_match(key, name));
            let own = own.and_then(|(_, value)| value.as_str()).map(str::to_owned);
            own.or_else(|| entries.values().find_map(|value| version(value, key)))
        }
        Value::Array(items) => items.iter().find_map(|value| version(value, key)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}
