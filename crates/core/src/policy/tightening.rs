//! Whether a change of a policy file only makes it stricter: then an agent may make it without asking.

use toml::{Table, Value};

use super::{PolicyFile, matches};
use crate::rules::gate::plans::FOLLOWING;

/// Whether a policy file that says `after` is as strict as one that says `before`, or stricter, in everything. What is not
/// certain is no.
pub fn only_tightens(before: &str, after: &str) -> bool {
    let usable = PolicyFile::parse("hookward.toml", after).is_ok();
    let read = |text: &str| text.parse::<Table>().ok();
    usable && read(before).zip(read(after)).is_some_and(|(before, after)| tightens(&before, &after, file))
}

/// How two values of a key, before and after, are held against each other.
type Judge = fn(Option<&Value>, &Value) -> bool;

/// Whether every key of a table is as strict as before. None may be taken away, but for one that switches something off.
fn tightens(before: &Table, after: &Table, judge_of: fn(&str) -> Judge) -> bool {
    let is_kept = |(key, value): (&String, &Value)| after.contains_key(key) || value.as_str() == Some("off");
    before.iter().all(is_kept)
        && after
            .iter()
            .all(|(key, value)| before.get(key) == Some(value) || judge_of(key)(before.get(key), value))
}

fn file(key: &str) -> Judge {
    match key {
        "security" => |before, after| tables(before, after, security),
        "rules" => rules,
        "registration" => |before, after| tables(before, after, registration),
        // Own rules only ever find something more.
        "rule" => adds,
        "extends" => presets,
        _ => same,
    }
}

fn security(key: &str) -> Judge {
    match key {
        "protected_branches" | "protected_files" | "ask_first" | "secret_files" | "secret_variables" => adds,
        "ask_when_unattended" => |_, after| after.as_str() == Some("deny"),
        _ => same,
    }
}

fn registration(key: &str) -> Judge {
    match key {
        "fail_closed" => |_, after| after.as_bool() == Some(true),
        _ => same,
    }
}

fn tables(before: Option<&Value>, after: &Value, judge_of: fn(&str) -> Judge) -> bool {
    let none = Table::new();
    let before = before.map_or(Some(&none), Value::as_table);
    before.zip(after.as_table()).is_some_and(|(before, after)| tightens(before, after, judge_of))
}

/// A list with everything that it had, in that order, and perhaps more at its end.
fn adds(before: Option<&Value>, after: &Value) -> bool {
    let before = before.map_or(Some(&[] as &[Value]), |value| value.as_array().map(Vec::as_slice));
    before.zip(after.as_array()).is_some_and(|(before, after)| after.starts_with(before))
}

/// More presets only ever find something more, but for one with a gate that lets agents write plans.
fn presets(before: Option<&Value>, after: &Value) -> bool {
    let workflow = Value::from("workflow");
    let has = |value: &Value| value.as_array().is_some_and(|all| all.contains(&workflow));
    adds(before, after) && (before.is_some_and(has) || !has(after))
}

/// Whether a gate makes plans the agent's to write, which a person is asked about elsewhere.
fn follows_plans(rule: &str) -> bool {
    FOLLOWING.iter().any(|gate| matches(rule, gate))
}

/// What becomes of rules. A gate that no line has named is off, unless a preset enforces it: to enforce it is no less. One that
/// a pattern names may be stricter already.
fn rules(before: Option<&Value>, after: &Value) -> bool {
    let known = before.and_then(Value::as_table);
    let is_named = |rule: &str| known.is_some_and(|known| known.keys().any(|own| matches(own, rule)));
    let Some(after) = after.as_table() else { return false };
    let begins = |(rule, mode): (&String, &Value)| {
        rule.starts_with("gate/")
            && !rule.contains('*')
            && mode.as_str() == Some("enforce")
            && !is_named(rule)
            && !follows_plans(rule)
    };
    let rest: Table = after
        .iter()
        .filter(|entry| !begins(*entry))
        .map(|(rule, mode)| (rule.clone(), mode.clone()))
        .collect();
    tables(before, &Value::Table(rest), |rule| if follows_plans(rule) { same } else { mode })
}

/// What becomes of a rule, stricter than before. A rule that was not named may be as strict as can be already.
fn mode(before: Option<&Value>, after: &Value) -> bool {
    let holds = |value: &Value| matches!(value.as_str(), Some("enforce" | "ask" | "deny"));
    match (before.and_then(Value::as_str), after.as_str()) {
        (_, Some("deny")) => true,
        (Some("off" | "shadow" | "advise"), _) => holds(after),
        _ => false,
    }
}

fn same(before: Option<&Value>, after: &Value) -> bool {
    before == Some(after)
}

#[cfg(test)]
mod tests {
    use super::only_tightens;

    const BEFORE: &str = "hosts = [\"claude\"]\n[rules]\n\"gate/loop\" = \"shadow\"\n\"gate/branch\" = \"enforce\"\n\
                          [security]\nprotected_files = [\"a\"]\nartefacts = [\"out\"]\n";

    #[test]
    fn more_of_what_protects_is_a_tightening() {
        for (old, new) in [
            ("[\"a\"]", "[\"a\", \"infra/**\"]"),
            ("\"shadow\"", "\"enforce\""),
            ("\"enforce\"", "\"deny\""),
            ("[rules]", "[rules]\n\"gate/plan\" = \"deny\""),
            ("[rules]", "[rules]\n\"gate/untested-code\" = \"enforce\""),
            ("[rules]", "extends = [\"strict\"]\n[rules]"),
            ("[security]", "[security]\nsecret_files = [\"x\"]\nask_when_unattended = \"deny\""),
            ("[rules]", "[registration]\nfail_closed = true\n[rules]"),
            ("[security]", "# a comment\n[security]"),
        ] {
            assert!(only_tightens(BEFORE, &BEFORE.replacen(old, new, 1)), "{old} → {new}");
        }
        assert!(only_tightens("", "[security]\nprotected_files = [\"a\"]\n"));
    }

    #[test]
    fn anything_else_is_none() {
        for (old, new) in [
            ("[\"a\"]", "[]"),
            ("[\"a\"]", "[\"b\", \"a\"]"),
            ("\"shadow\"", "\"off\""),
            ("\"enforce\"", "\"ask\""),
            ("\"gate/branch\" = \"enforce\"\n", ""),
            ("[\"out\"]", "[\"out\", \"src\"]"),
            ("[\"claude\"]", "[]"),
            ("[rules]", "[rules]\n\"gate/plan\" = \"shadow\""),
            ("[rules]", "[rules]\n\"gate/*\" = \"enforce\""),
            ("[rules]", "[rules]\n\"security/publication\" = \"enforce\""),
            ("[security]", "[security]\nsecret_free = [\".env\"]"),
            ("[rules]", "[registration]\nfail_closed = false\n[rules]"),
            ("[rules]", "[[hook]]\non = \"pre-tool\"\nrun = \"x\"\n[rules]"),
            // These let agents write plans.
            ("[rules]", "[rules]\n\"gate/missing-plan\" = \"deny\""),
            ("[rules]", "extends = [\"workflow\"]\n[rules]"),
            ("[security]", "[security"),
            ("[security]", "[security]\nunknown = 1"),
        ] {
            assert!(!only_tightens(BEFORE, &BEFORE.replacen(old, new, 1)), "{old} → {new}");
        }
        let all = "[rules]\n\"gate/*\" = \"deny\"\n";
        assert!(!only_tightens(all, &format!("{all}\"gate/failing-tests\" = \"enforce\"\n")));
    }
}
