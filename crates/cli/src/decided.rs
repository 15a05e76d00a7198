//! What rules decide under a policy, in a word.

use hookward_core::policy::{Origin, Standing};
use hookward_core::{Category, Decision, Finding, Policy, Rule};

/// The agent that no role was given to.
pub(crate) const ROLE: &str = "default";

/// What a built-in rule decides: `deny`, `ask`, `deny/ask` where it depends, `advise`, `approve`, `rewrite`, `shadow`, `off`;
/// and the line of the policy that says so.
pub(crate) fn decided<'p>(rule: &Rule, policy: &'p Policy) -> (String, Option<&'p Origin>) {
    let rewrites = rule.category == Category::Rewrite;
    let as_said = |decision: Decision| {
        let input = rewrites.then(String::new);
        policy.standing(&Finding { decision, input, ..finding(rule.id) }, ROLE)
    };
    let mut decisions: Vec<Decision> = rule.examples.iter().map(|example| example.decision).collect();
    decisions.extend(rule.insists().then_some(Decision::Deny));
    decisions.retain(|decision| *decision != Decision::Silent);
    decisions.sort_by_key(|decision| std::cmp::Reverse(*decision));
    let mut words: Vec<&str> = Vec::new();
    let mut by = None;
    for (standing, origin) in decisions.into_iter().map(as_said) {
        by = origin;
        words.push(match standing {
            Standing::Enforced(Decision::Approve) if rewrites => "rewrite",
            Standing::Enforced(decision) => decision.as_str(),
            Standing::Shadowed => "shadow",
            Standing::Off | Standing::Skipped(_) => "off",
        });
    }
    words.dedup();
    let is_asked = match rule.category {
        Category::Gate | Category::Feedback => policy.is_on(rule.id, ROLE),
        Category::Security | Category::Approve | Category::Rewrite => true,
    };
    (if is_asked { words.join("/") } else { "off".to_owned() }, by)
}

/// A finding as the rule would make it: only whether it counts is asked.
pub(crate) fn finding(id: &str) -> Finding {
    let approves = matches!(Category::of(id), Some(Category::Approve | Category::Rewrite));
    Finding {
        rule: id.to_owned().into(),
        decision: if approves { Decision::Approve } else { Decision::Deny },
        matched: String::new(),
        span: None,
        about: Vec::new(),
        why: "".into(),
        instead: "".into(),
        origin: None,
        edits: Vec::new(),
        input: None,
        output: None,
        told: String::new(),
        bypass: None,
        figures: Vec::new(),
    }
}
