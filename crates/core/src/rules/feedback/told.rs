//! What rules of a session tell, and what several of them look at.

use hookward_effects::{Action, Call, Scene, facts};

use crate::event::Moment;
use crate::redact::redact;
use crate::rule::{Case, Rule};
use crate::rules::gate::plans::{Plan, found, wanted};
use crate::secrets::is_secret_place;
use crate::text::line;
use crate::verdict::{Decision, Finding};

/// The longest line that a rule tells.
pub(super) const LINE: usize = 240;

/// The most lines of one text that are told.
pub(super) const LINES: usize = 30;

/// A plan that nobody has touched for this long is not what is worked on, unless the policy says otherwise.
const FORGOTTEN: u64 = 14 * 24 * 3_600_000;

/// A finding that informs. `about` is what the rule does not say again.
pub(super) fn tell(id: &'static str, case: &Case, about: &str, lines: &[String]) -> Vec<Finding> {
    let Some((first, rest)) = lines.split_first() else { return Vec::new() };
    let mut told = line(&format!("[{id}] {first}"), LINE);
    for more in rest {
        told.push_str("\n  ");
        told.push_str(&line(more, LINE));
    }
    let matched = line(about, LINE);
    vec![Finding { matched, told, ..Rule::finding(id, Decision::Advise, case, None) }]
}

/// What the rule has said at the last stop, where perhaps only the person has read it.
pub(super) fn said_at_stop(id: &'static str, case: &Case) -> Vec<Finding> {
    let unread = case.session.memory.unread(id);
    unread.flat_map(|about| tell(id, case, about, &[format!("noted at the last stop: {about}")])).collect()
}

/// What a rule that looks at stops says on another event; `None` at a stop, unless the agent was held there before.
pub(super) fn unless_at_stop(id: &'static str, case: &Case) -> Option<Vec<Finding>> {
    match case.event.moment {
        Moment::Stop { held: false, .. } => None,
        Moment::Prompt { .. } => Some(said_at_stop(id, case)),
        _ => Some(Vec::new()),
    }
}

/// The plan that is worked on: of those that are active the one that was touched last.
pub(super) fn active_plan(case: &Case) -> Option<Plan> {
    let root = format!("{}/", case.ground.roots.first()?);
    let plans = wanted(case);
    let age = |plan: &Plan| case.world.age(&format!("{root}{}", plan.path)).unwrap_or(0);
    let is_kept = |plan: &Plan| plans.max_age_ms.is_some() || age(plan) <= FORGOTTEN;
    let active = found(case, &root, &plans).into_iter().filter(|(_, idle)| idle.is_none());
    let active = active.map(|(plan, _)| plan).filter(|plan| plan.next_item().is_some() && is_kept(plan));
    active.min_by_key(age)
}

/// A plan in one line: `plan.md (1 of 3 done), next: the cart`.
pub(super) fn in_one_line(plan: &Plan) -> String {
    let (done, all) = plan.progress();
    format!("{} ({done} of {all} done), next: {}", plan.path, plan.next_item().unwrap_or_default())
}

/// Some of a list, and how many more there are.
pub(super) fn some(list: &[impl AsRef<str>], most: usize, all: usize) -> String {
    let text = list.iter().take(most).map(AsRef::as_ref).collect::<Vec<_>>().join(", ");
    let more = all.saturating_sub(most.min(list.len()));
    if more > 0 { format!("{text} and {more} more") } else { text }
}

/// A number of things: `1 file`, `3 files`.
pub(super) fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// The beginning of a file of the workspace that the policy names, by its path below the root.
pub(super) fn beginning(case: &Case, file: &str) -> Option<Vec<String>> {
    let path = format!("{}/{file}", case.ground.roots.first()?);
    let real = case.world.real(&path).unwrap_or(path);
    // INVARIANT: the policy is within the agent's reach; it names no secret, and nothing outside.
    if !case.ground.in_workspace(&real) || is_secret(case, &real) {
        return None;
    }
    let text = case.world.text(&real)?;
    let text = redact(&text);
    let lines = text.lines().filter(|line| !line.trim().is_empty()).take(LINES);
    Some(lines.map(str::to_owned).collect()).filter(|lines: &Vec<String>| !lines.is_empty())
}

/// Whether reading a file would be reading a secret.
fn is_secret(case: &Case, path: &str) -> bool {
    let (cwd, home, roots) = (&case.event.cwd, case.ground.home.as_deref(), &case.ground.roots);
    let read = facts(&Call::Read { path: path.to_owned() }, &Scene { cwd, home, roots, world: case.world });
    let is_it = |action: &Action| matches!(action, Action::Read(place) if is_secret_place(case, place));
    read.effects.iter().any(|effect| is_it(&effect.action))
}
