//! Hands work on that is not ready, or stops where another agent is to go on.
//!
//! What: when a subagent stops (or comes back, on hosts that do not tell when one stops), its last words are looked at. One
//! that says it is ready (`tokens`) must keep the `contract`, a JSON schema of the state that it hands on, and the commands
//! of `[gate.handoff]` must pass; else it is sent back, and the message names it. `Use the X subagent to …` sends the work on:
//! the message names the next agent; one that `[agents]` does not know is only warned of. Words that say a phase is
//! complete (`phases`) lead to the `validator`; an implementer (`implementers`) that says it is done and hands nothing on is
//! sent to the `orchestrator`, where there is one. What is negated, asked or quoted announces nothing, and who names the part
//! that is done, or says that something is left, is not done. Off unless there is a table `[gate.handoff]`. Commands of a
//! project wait for `hookward trust`; a tool that is not there is said, not held against anybody. An agent that was held
//! once is not held again.
//!
//! Why: what is handed on unfinished is finished by nobody, and a handoff that nobody picks up is none.
//!
//! Instead: mend what it names and hand on again; or start the agent that it names.
//!
//! Given: agents `planner` and `tester`, `validator = "checker"`, `orchestrator = "lead"` and
//! `contract = { required = ["phase"] }`.

use fast_glob::glob_match;
use hookward_effects::Call;
use serde_json::Value;

use super::announcement::{has_marker, has_token, named_next, normalised, says_done};
use crate::contract::violations;
use crate::event::{EventName, Moment};
use crate::policy::Handoff;
use crate::rule::{Against, Case, Example, Rule, Sample};
use crate::text::line;
use crate::toolchain::{How, Problem, Report, problems};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "gate/handoff",
    category: Category::Gate,
    on: &[EventName::SubagentStop, EventName::Stop, EventName::AfterTool],
    against: Against::Manner,
    source: include_str!("handoff.rs"),
    judge,
    // [gate.handoff] validator = "checker", orchestrator = "lead", contract = { required = ["phase"] }; [agents.tester]
    examples: &[
        Example { call: Sample::SubagentStops("coder", NOT_READY), decision: Decision::Deny },
        Example { call: Sample::SubagentStops("coder", READY), decision: Decision::Silent },
        Example {
            call: Sample::SubagentStops("coder", "Use the tester subagent to test it."),
            decision: Decision::Deny,
        },
        Example {
            call: Sample::Returns("coder", "Use the tester sub‑agent to test it."),
            decision: Decision::Deny,
        },
        Example {
            call: Sample::SubagentStops("coder", "Use the nobody subagent to test it."),
            decision: Decision::Advise,
        },
        Example { call: Sample::Stops("PHASE 2 HAS BEEN COMPLETED"), decision: Decision::Deny },
        Example { call: Sample::SubagentStops("coder", "The cart is there."), decision: Decision::Silent },
        Example { call: Sample::SubagentStops("coder", "The cart is done."), decision: Decision::Deny },
        Example { call: Sample::SubagentStops("coder", "The cart is not done."), decision: Decision::Silent },
        Example {
            call: Sample::SubagentStops("coder", "Done with step 1, more to come."),
            decision: Decision::Silent,
        },
        Example { call: Sample::SubagentStops("reader", "The cart is done."), decision: Decision::Silent },
        Example {
            call: Sample::SubagentStops("coder", "Do not use the tester subagent to test it."),
            decision: Decision::Silent,
        },
        Example { call: Sample::Stops("I use the cart to test it."), decision: Decision::Silent },
    ],
};

const READY: &str = "COLLECTIVE_HANDOFF_READY\n```json\n{\"phase\": \"green\"}\n```";
const NOT_READY: &str = "COLLECTIVE_HANDOFF_READY\n```json\n{\"files\": []}\n```";

/// The most problems of one check that are told.
const PROBLEMS: usize = 3;

fn judge(case: &Case) -> Vec<Finding> {
    let Some(handoff) = case.policy.sessions.as_ref().and_then(|sessions| sessions.handoff.as_ref()) else {
        return Vec::new();
    };
    let Some((role, said)) = words(case) else { return Vec::new() };
    let said = normalised(&said);
    if was_checked(case) {
        // It was held when it stopped, and that is over: who has started it is told where the work goes on.
        let sent_on = sent_on(case, handoff, role, &said);
        return sent_on.into_iter().map(|own| Finding { decision: Decision::Advise, ..own }).collect();
    }
    let is_validator = handoff.validator.as_deref() == Some(role);
    if !is_validator && is_announced(handoff, &said) {
        let lacks = lacks(case, handoff, &said);
        if !lacks.is_empty() {
            let matched = format!("{role} hands on work that is not ready");
            let instead =
                format!("mend it and hand on again; if it has ended, use the {role} subagent again");
            return vec![finding(case, Decision::Deny, matched, &lacks.join("; "), instead)];
        }
    }
    let missing = case.life.validated.iter().find(|ran| is_missing(ran));
    let unseen = missing.map(|ran| {
        let matched = format!("{role} hands on work that was not checked");
        let why = format!("`{}` cannot be run here", ran.command);
        finding(case, Decision::Advise, matched, &why, "install it, or change the policy".to_owned())
    });
    let mut findings: Vec<Finding> = unseen.into_iter().collect();
    findings.extend(sent_on(case, handoff, role, &said));
    findings
}

/// Where the work goes next.
fn sent_on(case: &Case, handoff: &Handoff, role: &str, said: &str) -> Option<Finding> {
    if let Some((next, task)) = named_next(said).filter(|_| !matches!(case.event.moment, Moment::Stop { .. }))
    {
        let agents = case.policy.sessions.as_ref().map_or(&[][..], |sessions| &sessions.agents);
        if !agents.is_empty() && !agents.iter().any(|agent| agent.name == next) {
            let instead = "name an agent of the policy, or add it there".to_owned();
            let matched = format!("{role} hands on to {next}");
            return Some(finding(case, Decision::Advise, matched, "no agent has that name here", instead));
        }
        let matched = format!("{role} hands on to {next}");
        let instead = format!("execute next: Use the {next} subagent to {task}");
        return Some(finding(case, Decision::Deny, matched, "the work goes on with another agent", instead));
    }
    let is_validator = handoff.validator.as_deref() == Some(role);
    let phase = handoff.phases.iter().find(|phase| has_marker(phase, said));
    if let (Some(_), Some(validator), false) = (phase, &handoff.validator, is_validator) {
        let matched = format!("{role} says that a phase is complete");
        let instead = format!("execute next: Use the {validator} subagent to validate the phase");
        return Some(finding(
            case,
            Decision::Deny,
            matched,
            "a phase is complete when it was validated",
            instead,
        ));
    }
    left_lying(handoff, role, said).map(|orchestrator| {
        let matched = format!("{role} says that it is done, and hands nothing on");
        let instead = format!("execute next: Use the {orchestrator} subagent to decide what comes next");
        finding(case, Decision::Deny, matched, "work that nobody picks up is not finished", instead)
    })
}

/// The agent that decides what comes next, where one that implements says that it is done and names nobody.
fn left_lying<'h>(handoff: &'h Handoff, role: &str, said: &str) -> Option<&'h str> {
    let orchestrator = handoff.orchestrator.as_deref()?;
    let implements = handoff.implementers.iter().any(|glob| glob_match(glob, role));
    let is_other = role != orchestrator && handoff.validator.as_deref() != Some(role);
    (implements && is_other && !is_announced(handoff, said) && says_done(said)).then_some(orchestrator)
}

fn finding(case: &Case, decision: Decision, matched: String, why: &str, instead: String) -> Finding {
    let why = why.to_owned().into();
    Finding { matched, why, instead: instead.into(), ..Rule::finding(RULE.id, decision, case, None) }
}

/// Who hands on, and what it has said.
fn words<'a>(case: &Case<'a>) -> Option<(&'a str, String)> {
    match &case.event.moment {
        Moment::SubagentStop { said, .. } => Some((case.event.role(), said.clone())),
        Moment::Stop { said, .. } => Some(("the agent", said.clone())),
        Moment::AfterTool { call: Call::Subagent { role, .. }, output } => {
            Some((role, output.texts.join("\n")))
        }
        _ => None,
    }
}

/// Whether a subagent is back that was looked at when it stopped, where the host tells of that.
fn was_checked(case: &Case) -> bool {
    matches!(case.event.moment, Moment::AfterTool { .. }) && case.session.memory.sees_subagents
}

/// Whether an agent's words announce a handoff that has to be validated.
pub(crate) fn is_announced(handoff: &Handoff, said: &str) -> bool {
    handoff.tokens.iter().any(|token| has_token(token, said))
}

/// Whether an event announces a handoff whose commands are to be run.
pub(crate) fn wants_validation(case: &Case) -> bool {
    let Some(handoff) = case.policy.sessions.as_ref().and_then(|sessions| sessions.handoff.as_ref()) else {
        return false;
    };
    let is_on = case.policy.is_on(RULE.id, case.event.role()) && !case.policy.paused;
    // What was held once is not held again: nothing is run for it.
    let is_held = matches!(case.event.moment, Moment::SubagentStop { held: true, .. } | Moment::Stop { .. });
    let said = words(case).filter(|(role, _)| handoff.validator.as_deref() != Some(*role));
    is_on
        && !is_held
        && !was_checked(case)
        && said.is_some_and(|(_, said)| is_announced(handoff, &normalised(&said)))
}

/// What keeps the work from being handed on.
fn lacks(case: &Case, handoff: &Handoff, said: &str) -> Vec<String> {
    let mut lacks = Vec::new();
    if let Some(schema) = handoff.contract.as_ref().and_then(|text| serde_json::from_str(text).ok()) {
        match state(case, handoff, said) {
            Some(state) => {
                let found = violations(&schema, &state);
                lacks.extend(found.iter().take(PROBLEMS).cloned());
            }
            None => lacks.push("there is no state in JSON to hand on".to_owned()),
        }
    }
    lacks.extend(case.life.validated.iter().filter_map(|ran| failure(case, ran)));
    lacks
}

/// The state that is handed on: a file's, or the last block of JSON that was said.
fn state(case: &Case, handoff: &Handoff, said: &str) -> Option<Value> {
    if let Some(file) = &handoff.state {
        let text = case.world.text(&format!("{}/{file}", case.ground.roots.first()?))?;
        return serde_json::from_str(&text).ok();
    }
    let blocks: Vec<&str> = said.split("```").skip(1).step_by(2).collect();
    let read = |block: &&str| serde_json::from_str(block.strip_prefix("json").unwrap_or(block)).ok();
    blocks.iter().rev().find_map(read)
}

/// How a check has failed; `None` if it has not, or if it is not there.
fn failure(case: &Case, ran: &Report) -> Option<String> {
    let word = ran.service.as_str();
    match &ran.how {
        How::Passed | How::Changed | How::Missing | How::Resting | How::Busy | How::Late | How::Unchecked => {
            None
        }
        How::Refused(why) => Some(format!("{word} was not run: {why}")),
        How::Broken(why) => Some(format!("{word} broke ({}): {why}", ran.command)),
        How::TimedOut => {
            Some(format!("{word}: no answer within {} s (`{}`)", ran.ms.div_ceil(1_000), ran.command))
        }
        How::Problems => {
            let root = case.ground.roots.first().map_or("", String::as_str);
            let found = problems(ran.form, &ran.output, root);
            let told = |problem: &Problem| line(format!("{} {}", problem.place, problem.message).trim(), 100);
            let first = found.iter().take(PROBLEMS).map(told);
            let first = first.collect::<Vec<_>>().join(", ");
            let first = if first.is_empty() { last_line(&ran.output) } else { first };
            Some(format!("{word} failed ({}): {first}", ran.command))
        }
    }
}

/// Whether there was no program to run.
fn is_missing(ran: &Report) -> bool {
    ran.how == How::Missing
}

fn last_line(output: &str) -> String {
    line(output.lines().rev().find(|text| !text.trim().is_empty()).unwrap_or("it says nothing").trim(), 100)
}
