//! Imported hooks in a policy file: how they are written, known again, trusted, and taken out.

use std::fmt::Write;

use hookward_core::policy::{Layer, Native, OwnHook, Pace, TrustItem, is_rule_id, name_of};
use hookward_core::{Category, Decision, Policy};
use hookward_hosts::native::Draft;
use hookward_io::Trust;

use super::found::Found;
use super::is_one_of;

/// A policy file with hooks behind what it says. Those that it has already are left out; each is told its id.
pub(super) fn appended<'f>(text: &str, hooks: impl Iterator<Item = &'f mut Found>, known: &Policy) -> String {
    let mut text = text.to_owned();
    let mut new: Vec<(Draft, Option<String>, String)> = Vec::new();
    for hook in hooks {
        let Ok(draft) = &hook.draft else { continue };
        let there = known_as(hook, known);
        let here = new.iter().find(|(one, agent, _)| is_same(one, draft) && *agent == hook.agent);
        if let Some(id) = there.map(|own| &own.id).or(here.map(|(_, _, id)| id)) {
            hook.id.clone_from(id);
            continue;
        }
        let is_taken = |id: &str| {
            is_rule_id(id)
                || known.hooks.iter().any(|own| own.id == id)
                || new.iter().any(|(_, _, own)| own == id)
        };
        hook.id = free_id(draft, &hook.line(), is_taken);
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(&block(&hook.id, draft, hook.agent.as_deref()));
        new.push((draft.clone(), hook.agent.clone(), hook.id.clone()));
    }
    text
}

fn free_id(draft: &Draft, line: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let category = match draft.category {
        Category::Feedback => "feedback",
        Category::Security | Category::Gate | Category::Approve | Category::Rewrite => "gate",
    };
    let name = format!("{category}/{}", name_of(line));
    // A script is often called after what a rule does.
    let name = if is_rule_id(&name) { format!("{name}-hook") } else { name };
    let numbered = (2..).map(|number: usize| format!("{name}-{number}"));
    std::iter::once(name.clone()).chain(numbered).find(|id| !is_taken(id)).unwrap_or(name)
}

fn is_same(one: &Draft, other: &Draft) -> bool {
    one.run == other.run && one.native.is_twin(&other.native)
}

/// The hook of the policy that a host has as well, in a file that goes wherever the settings go: what only one person's
/// policy says is no reason to take a hook out of a project.
pub(super) fn known_as<'p>(hook: &Found, policy: &'p Policy) -> Option<&'p OwnHook> {
    let draft = hook.draft.as_ref().ok()?;
    let holds = |own: &OwnHook| match own.origin.layer {
        Layer::Project => matches!(hook.layer, Layer::Project | Layer::Local),
        Layer::Managed | Layer::User | Layer::Local => own.origin.layer == hook.layer,
    };
    let is_it =
        |own: &&OwnHook| is_twin(draft, own) && own.fits.agents.first() == hook.agent.as_ref() && holds(own);
    policy.hooks.iter().find(is_it)
}

/// Whether a hook of the policy is the one that a host has.
pub(super) fn is_twin(draft: &Draft, own: &OwnHook) -> bool {
    own.run == draft.run && own.native.as_ref().is_some_and(|native| native.is_twin(&draft.native))
}

/// What was a host's own, as it was there; `None` for other hooks.
pub(super) fn draft_of(own: &OwnHook) -> Option<Draft> {
    Some(Draft {
        native: own.native.clone()?,
        on: own.on,
        run: own.run.clone(),
        category: own.category,
        timeout_ms: own.timeout_ms,
        on_failure: own.on_failure,
        background: own.pace == Pace::Behind,
    })
}

/// A policy file without a hook that was imported; `None` if it does not stand there as it was written.
pub(super) fn without(text: &str, own: &OwnHook) -> Option<String> {
    let block = block(&own.id, &draft_of(own)?, own.fits.agents.first().map(String::as_str));
    let (before, behind) = text.split_once(&block)?;
    Some(format!("{before}{behind}"))
}

/// A hook as it is written.
fn block(id: &str, draft: &Draft, agent: Option<&str>) -> String {
    let Draft { native, on, run, timeout_ms, on_failure, background, .. } = draft;
    let mut text = String::from("\n[[hook]]\n");
    let mut line = |key: &str, value: &str| {
        let _ = writeln!(text, "{key} = {value}");
    };
    line("id", &quoted(id));
    line("on", &quoted(on.as_str()));
    if let Some(agent) = agent {
        line("match", &format!("{{ agent = {} }}", quoted(agent)));
    }
    line("run", &quoted(run));
    line("timeout", &quoted(&duration(*timeout_ms)));
    line("on_failure", &quoted(if *on_failure == Decision::Deny { "deny" } else { "advise" }));
    if *background {
        line("async", "true");
    }
    line("host", &host(native));
    text
}

fn host(native: &Native) -> String {
    let Native { host, event, matcher, condition, args, shell, file, keys } = native;
    let mut fields = vec![format!("name = {}", quoted(host.as_str())), format!("event = {}", quoted(event))];
    let mut add = |key: &str, text: Option<&String>| {
        fields.extend(text.map(|text| format!("{key} = {}", quoted(text))));
    };
    add("matcher", matcher.as_ref());
    add("if", condition.as_ref());
    add("shell", shell.map(|_| "bash".to_owned()).as_ref());
    add("file", file.as_ref());
    add("keys", keys.as_ref());
    if let Some(args) = args {
        let words: Vec<String> = args.iter().map(|word| quoted(word)).collect();
        fields.push(format!("args = [{}]", words.join(", ")));
    }
    format!("{{ {} }}", fields.join(", "))
}

fn duration(ms: u64) -> String {
    if ms.is_multiple_of(1_000) { format!("{}s", ms / 1_000) } else { format!("{ms}ms") }
}

/// A text of TOML: as it is where that is possible, so that a command reads as it was written.
fn quoted(text: &str) -> String {
    let is_literal =
        text.contains(['"', '\\']) && !text.contains('\'') && !text.chars().any(char::is_control);
    if is_literal {
        return format!("'{text}'");
    }
    // What JSON escapes, TOML reads; of control characters JSON leaves one as it is.
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

/// Whether what a hook runs can be followed, so that its trust can be bound to it.
pub(super) fn is_followed(draft: &Draft, trust: &Trust) -> bool {
    let line = match &draft.native.args {
        Some(args) => hookward_core::policy::shell_line(&draft.run, args),
        None => draft.run.clone(),
    };
    trust.can_follow(&line)
}

/// Trusts what was found: it has run before, by the host's own registration.
pub(super) fn trusted(
    native: &[&OwnHook],
    found: &[Found],
    policy: &Policy,
    trust: Option<&Trust>,
) -> anyhow::Result<()> {
    let Some(trust) = trust else { return Ok(()) };
    let ours: Vec<&&OwnHook> = native.iter().filter(|hook| is_one_of(found, hook)).collect();
    let is_ours = |item: &TrustItem| ours.iter().any(|hook| hook.origin == *item.origin);
    Ok(trust.give(&policy.trust_items(), is_ours)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_written_as_it_reads() {
        assert_eq!(quoted("./a.sh"), r#""./a.sh""#);
        assert_eq!(quoted(r#""$CLAUDE_PROJECT_DIR"/a.sh"#), r#"'"$CLAUDE_PROJECT_DIR"/a.sh'"#);
        assert_eq!(quoted("echo 'a\"b'\nx"), r#""echo 'a\"b'\nx""#);
        assert_eq!((duration(600_000), duration(1_500)), ("600s".to_owned(), "1500ms".to_owned()));
    }
}
