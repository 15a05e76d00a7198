//! The decision: every rule is asked, the policy weighs what they say, the strictest wins.

use std::panic::{AssertUnwindSafe, catch_unwind};

use hookward_effects::{Action, Call, Effect};

use crate::answer::Heard;
use crate::bypass::SKIP;
use crate::event::{Attendance, Moment};
use crate::message::{in_own_words, within};
use crate::other_ways::{handed_over, name_other_ways};
use crate::policy::{Standing, Unattended};
use crate::record::Noted;
use crate::rewrite::{Instead, Rewrite, compose};
use crate::rule::{Case, Rule};
use crate::rules;
use crate::session::{Held, MAX_HOLDS, Row};
use crate::text::line;
use crate::verdict::{Category, Decision, Finding, InRow, Verdict};

/// The verdict on an event by the built-in rules, the policy's own, and what its hooks (which `io` has run) have answered.
///
/// A verdict with a rewrite asks. Whoever can tell what the rewritten command does decides on it once more, and gives that
/// to [`Verdict::with_rewrite_judged`].
pub fn decide(case: &Case) -> Verdict {
    decide_with(rules::all(), case)
}

/// [`decide`] with other built-in rules.
pub fn decide_with(rules: &[Rule], case: &Case) -> Verdict {
    let mut verdict = Verdict::silent();
    let notices = match case.event.moment {
        Moment::SessionStart { .. } => case.policy.notices.as_slice(),
        // What a session has begun with may be gone: a person is told where one looks.
        Moment::Prompt { .. } | Moment::Stop { .. } => case.policy.lapsed.as_slice(),
        _ => &[],
    };
    for notice in notices {
        verdict.notify(&format!("hookward: {}: {}", notice.origin, notice.text));
    }
    let name = case.event.moment.name();
    let (role, ground) = (case.event.role(), case.ground);
    let is_exempt =
        || ground.roots.first().is_some_and(|root| case.policy.is_exempt(root, ground.home.as_deref()));
    let is_on = |rule: &&Rule| match rule.category {
        _ if !rule.on.contains(&name) => false,
        _ if case.policy.paused => holds_in_a_pause(case, rule.id),
        // What a person skips is asked about a call all the same, so that what passes is recorded. It runs nothing.
        Category::Gate if name.guards() => case.policy.is_set(rule.id, role) && !is_exempt(),
        Category::Gate => case.policy.is_on(rule.id, role) && !is_exempt(),
        Category::Feedback => case.policy.is_on(rule.id, role),
        Category::Security | Category::Approve | Category::Rewrite => true,
    };
    for rule in rules.iter().filter(is_on) {
        let said = catch_unwind(AssertUnwindSafe(|| (rule.judge)(case)));
        weigh(case, said.unwrap_or_else(|_| failed(rule, case)), &mut verdict);
        if rule.category == Category::Gate && name.guards() {
            weigh(case, handed_over(case, rule.id, &verdict), &mut verdict);
        }
    }
    if name.guards() {
        for rule in
            case.policy.custom.iter().filter(|rule| !case.policy.paused || case.policy.is_locked(&rule.id))
        {
            weigh(case, rule.judge(case), &mut verdict);
        }
    }
    if !case.answers.is_empty() {
        let Heard { findings, notices, halt, context } = Heard::of(case);
        verdict.halt = halt;
        for notice in &notices {
            verdict.notify(notice);
        }
        verdict.context = (!context.is_empty()).then(|| context.join("\n"));
        weigh(case, findings, &mut verdict);
    }
    settle(case, &mut verdict);
    verdict
}

/// What a person cannot switch off, and what keeps an agent from making a pause longer.
fn holds_in_a_pause(case: &Case, rule: &str) -> bool {
    let touches_own = |effect: &Effect| match &effect.action {
        Action::Write(place, _) | Action::Delete(place, _) | Action::Permit(place, _) => {
            place.spots.iter().any(|spot| case.ground.is_own(&spot.path) || case.ground.holds_own(&spot.path))
        }
        _ => false,
    };
    match rule {
        "security/guard-tampering" => true,
        "security/protected-file" if case.facts.effects.iter().any(touches_own) => true,
        rule => case.policy.is_locked(rule),
    }
}

/// A rule that fails closes: the person decides, and if nobody is there, nothing happens. What has happened cannot be
/// closed any more; that it was not looked at is said.
fn failed(rule: &Rule, case: &Case) -> Vec<Finding> {
    let decision = match rule.category {
        Category::Security | Category::Gate if !case.event.moment.name().guards() => Decision::Advise,
        Category::Security => Decision::Ask,
        Category::Gate => Decision::Deny,
        Category::Feedback | Category::Approve | Category::Rewrite => return Vec::new(),
    };
    vec![Finding {
        why: "the rule itself failed, so it cannot say that this is safe".into(),
        instead: "please report this; `hookward explain` shows the same".into(),
        ..Rule::finding(rule.id, decision, case, None)
    }]
}

/// A rule that objects to the same part again and again says it this often.
const MAX_FINDINGS: usize = 16;

fn weigh(case: &Case, mut findings: Vec<Finding>, verdict: &mut Verdict) {
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.decision));
    // A rewriting that is left out would leave the command half as it was.
    if !findings.iter().any(Finding::rewrites) {
        findings.truncate(MAX_FINDINGS);
    }
    for mut finding in findings {
        // A person has allowed this very call.
        if case.session.allows(&finding.rule) {
            verdict.overruled = true;
            continue;
        }
        let (standing, origin) = case.policy.standing(&finding, case.event.role());
        if let Some(origin) = origin {
            finding.origin = Some(origin.clone());
        }
        match standing {
            Standing::Enforced(_) | Standing::Shadowed if finding.bypass.is_some() => {
                verdict.bypassed.push(finding);
            }
            Standing::Enforced(decision) => verdict.findings.push(Finding { decision, ..finding }),
            Standing::Shadowed => verdict.shadowed.push(finding),
            Standing::Skipped(decision) if decision >= Decision::Ask => {
                verdict.bypassed.push(Finding { decision, bypass: Some(SKIP.to_owned()), ..finding });
            }
            Standing::Skipped(_) | Standing::Off => {}
        }
    }
}

fn settle(case: &Case, verdict: &mut Verdict) {
    if !may_hold(case) && verdict.findings.iter().any(|finding| finding.decision > Decision::Advise) {
        for finding in &mut verdict.findings {
            finding.decision = finding.decision.min(Decision::Advise);
        }
        let what = verdict.findings.first().map_or("", |finding| finding.matched.as_str());
        let how = match case.session.holds.row {
            row @ MAX_HOLDS.. => format!("was held {row} times in a row and stops"),
            0..MAX_HOLDS => "stops".to_owned(),
        };
        let text = format!("hookward: the agent {how} although this does not hold: {what}");
        verdict.notify(&line(&text, 200));
    }
    // What a host would have had told whole is told whole.
    let is_native = |finding: &Finding| case.policy.is_native(&finding.rule);
    within(&mut verdict.findings, case.policy.told_budget(), is_native);
    verdict.output = verdict.findings.iter().find_map(|finding| finding.output.clone());
    verdict.rewrite = rewrite(case, &verdict.findings);
    if verdict.rewrite.is_none() {
        verdict.findings.retain(|finding| !finding.rewrites() || finding.decision > Decision::Approve);
    }
    // An approval counts only where nothing else has anything against it. A rule in shadow mode decides nothing, so what
    // it objects to is the host's to decide: an approval in its place would let more happen than no Hookward at all.
    let approves = |finding: &Finding| finding.decision == Decision::Approve && !finding.rewrites();
    let mut heard = verdict.findings.iter().chain(&verdict.shadowed);
    if !heard.all(|finding| approves(finding) || finding.informs()) {
        verdict.findings.retain(|finding| !approves(finding));
    }
    verdict.findings.sort_by_key(|finding| std::cmp::Reverse(finding.decision));
    verdict.decision = verdict.findings.first().map_or(Decision::Silent, |finding| finding.decision);
    if verdict.rewrite.is_some() {
        // Nobody has looked at the rewritten command yet.
        verdict.decision = verdict.decision.max(Decision::Ask);
    }
    if verdict.decision == Decision::Ask && case.event.attendance == Attendance::Unattended {
        verdict.unattended = true;
        verdict.decision = match case.policy.unattended {
            Unattended::Deny => Decision::Deny,
            Unattended::Ask => Decision::Ask,
            Unattended::Allow => Decision::Silent,
        };
    }
    verdict.limit = case.policy.strikes.limit();
    verdict.line = case.policy.line_length.unwrap_or(verdict.line);
    count(case, verdict);
}

/// How often it was denied in a row by now, and in which words that is said.
fn count(case: &Case, verdict: &mut Verdict) {
    verdict.rows = if is_strike(case, verdict) { in_rows(case, verdict) } else { Vec::new() };
    verdict.row = verdict.rows.iter().map(|own| own.length).max().unwrap_or(0);
    if verdict.row > 0 {
        name_other_ways(case, verdict);
    }
    verdict.words = in_own_words(case, verdict);
}

/// A verdict that a person would be asked about, where the host cannot be made to ask: it is a denial like any other, which
/// counts as one, and which a person can let pass once. `why` tells of the host: `Codex CLI has no way to ask`.
pub fn denied_unasked(case: &Case, mut verdict: Verdict, why: String) -> Verdict {
    verdict.decision = Decision::Deny;
    verdict.unasked = Some(why);
    count(case, &mut verdict);
    // The policy's own words do not tell of a fault.
    if verdict.findings.iter().any(|finding| finding.rule.starts_with("fault/")) {
        verdict.words = None;
    }
    verdict
}

/// Whether an agent may be kept from stopping. One that goes on only because it was held is held again only if it has done
/// something since, and not for ever.
fn may_hold(case: &Case) -> bool {
    let held = |held: bool| if held { Held::Before } else { Held::NotYet };
    match case.event.moment {
        Moment::Stop { held: before, .. } => case.session.may_hold(held(before), case.ledger.tree.as_deref()),
        Moment::SubagentStop { held: before, .. } => !before,
        _ => true,
    }
}

/// Whether it is a denial that counts.
fn is_strike(case: &Case, verdict: &Verdict) -> bool {
    verdict.decision == Decision::Deny && matches!(case.event.moment, Moment::BeforeTool(_))
}

/// How the denials of each rule that decides stand in its own row: another rule that explains for the first time explains.
fn in_rows(case: &Case, verdict: &Verdict) -> Vec<InRow> {
    let denials: Vec<Noted> = verdict.decisive().map(Noted::of).collect();
    let mut rows: Vec<InRow> = Vec::new();
    for first in &denials {
        if rows.iter().any(|row| row.rule == first.rule) {
            continue;
        }
        let of_its_rule: Vec<&Noted> = denials.iter().filter(|other| other.rule == first.rule).collect();
        let before = case.session.row_before(case.event.agent_id(), &of_its_rule);
        rows.push(InRow {
            rule: first.rule.clone(),
            length: Row::length_with(before, &of_its_rule, case.session.now),
            is_explained: before.is_some_and(|before| before.explains(first)),
            is_same: before.is_some_and(|before| before.says(&first.why)),
        });
    }
    rows
}

/// INVARIANT: what is denied is not rewritten.
fn rewrite(case: &Case, findings: &[Finding]) -> Option<Rewrite> {
    if findings.iter().any(|finding| finding.decision == Decision::Deny) {
        return None;
    }
    let to = match case.event.moment.call()? {
        Call::Shell { command, .. } => Instead::Command(compose(command, findings)?),
        // Inputs do not compose: the first holds.
        _ => Instead::Input(findings.iter().find_map(|finding| finding.input.clone())?),
    };
    Some(Rewrite { to, decision: Decision::Ask })
}
