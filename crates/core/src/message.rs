//! A verdict in words, within a budget.

use hookward_effects::Call;

use crate::policy::{Stage, Words};
use crate::record::kept;
use crate::rewrite::Instead;
use crate::rule::Case;
use crate::text::line;
use crate::verdict::{Decision, Finding, Verdict};

/// The most characters of a line, unless the policy says otherwise.
pub(crate) const LINE: usize = 200;

/// The most bytes of a command that is given back: one that is cut would be another one.
const COMMAND: usize = 2_000;

/// The most findings that are spelled out.
const FINDINGS: usize = 3;

/// Who decided and on what, in one line: `denied by security/secret-read: cat .env`.
pub fn headline(verdict: &Verdict) -> String {
    let word = match verdict.decision {
        Decision::Silent => return "nothing to say".to_owned(),
        Decision::Advise => "advice",
        Decision::Approve => "approved",
        Decision::Ask => "asked",
        Decision::Deny => "denied",
    };
    match verdict.decisive().next() {
        // The rule that approves knows nothing of the one that objects.
        Some(finding) if verdict.overruled && verdict.decision == Decision::Approve => {
            line(&format!("allowed once by a person: {}", finding.matched), verdict.line)
        }
        Some(finding) => line(&format!("{word} by {}: {}", finding.rule, finding.matched), verdict.line),
        None => word.to_owned(),
    }
}

/// Why a verdict objects, for the model or the person. Empty if it does not.
pub fn reason(verdict: &Verdict) -> String {
    if verdict.decision < Decision::Ask {
        return String::new();
    }
    if let Some(words) = &verdict.words {
        return words.clone();
    }
    let mut rest = verdict.decisive();
    let mut lines: Vec<String> =
        rest.by_ref().take(FINDINGS).flat_map(|finding| told(verdict, finding)).collect();
    lines.extend(closing(verdict, rest.count(), verdict.id.as_deref()));
    lines.join("\n")
}

/// What is said of one finding.
fn told(verdict: &Verdict, finding: &Finding) -> Vec<String> {
    let row = own_row(verdict, finding);
    let word = match verdict.decision {
        Decision::Deny if row > 1 => "denied again",
        Decision::Deny => "denied",
        Decision::Silent | Decision::Advise | Decision::Approve | Decision::Ask => "asks",
    };
    let matched = if finding.matched.is_empty() { String::new() } else { format!(": {}", finding.matched) };
    let mut lines = vec![line(&format!("Hookward {word} ({}){matched}", finding.rule), verdict.line)];
    if Stage::of(row, verdict.limit) == Stage::Again {
        lines.extend(reminder(verdict, finding));
    } else {
        lines.extend(details(verdict, finding));
    }
    lines.extend(finding.told.lines().map(str::to_owned));
    lines
}

/// The one line that a denial is reminded with, whatever it is about this time: of harm what to do instead, if it comes for
/// the very reason that was given the last time; else the reason, and what to do about it if that was not said yet.
fn reminder(verdict: &Verdict, finding: &Finding) -> Option<String> {
    let own = verdict.rows.iter().find(|row| row.rule == finding.rule);
    let is_explained = own.is_some_and(|own| own.is_explained);
    let is_same = own.is_some_and(|own| own.is_same) && finding.rule.starts_with("security/");
    let (why, instead) = (finding.brief(), &*finding.instead);
    let said = match (why.is_empty(), instead.is_empty()) {
        (true, true) => return None,
        (true, false) => format!("Instead: {instead}"),
        (false, false) if is_explained && is_same => format!("Instead: {instead}"),
        (false, false) if !is_explained => format!("Why: {why}; {instead}"),
        (false, _) => format!("Why: {why}"),
    };
    Some(line(&said, verdict.line))
}

/// The how many-th denial in a row it is of its own rule.
fn own_row(verdict: &Verdict, finding: &Finding) -> u32 {
    let own = verdict.rows.iter().find(|row| row.rule == finding.rule);
    own.map_or(verdict.row, |own| own.length)
}

/// What is said behind the findings.
fn closing(verdict: &Verdict, more: usize, id: Option<&str>) -> Vec<String> {
    let mut lines: Vec<String> =
        escalation(verdict.row, Stage::of(verdict.row, verdict.limit)).into_iter().collect();
    if more > 0 {
        lines.push(format!("and {more} more of this kind"));
    }
    lines.extend(nobody(verdict));
    lines.extend(id.map(|id| format!("Only a person can let it pass once: hookward allow-once {id}")));
    lines
}

/// A question that nobody is there to answer, or that cannot be put.
fn nobody(verdict: &Verdict) -> Option<String> {
    if verdict.decision != Decision::Deny {
        return None;
    }
    match &verdict.unasked {
        Some(why) => Some(format!("A person would be asked, but {why}, so it is denied.")),
        None if verdict.unattended => {
            Some("A person would have been asked, but nobody is there to answer.".to_owned())
        }
        None => None,
    }
}

/// Why a verdict objects, in the policy's own words; `None` if it has none for it. Words for a row of denials say all that
/// is said; words for a rule stand in the place of what is said of its finding.
pub(crate) fn in_own_words(case: &Case, verdict: &Verdict) -> Option<String> {
    if verdict.decision < Decision::Ask || !case.policy.has_words() {
        return None;
    }
    // Where another command is to run, the words are for what is asked about, and that command stands behind them.
    let is_meant = |finding: &&Finding| verdict.rewrite.is_none() || !finding.rewrites();
    let named = &case.session.named;
    let id = named.id.as_deref().filter(|_| verdict.decision == Decision::Deny);
    let tried = case.event.moment.call().map(|call| kept(&call.subject())).unwrap_or_default();
    let (mut is_own, mut is_whole) = (false, false);
    let mut lines = Vec::new();
    let mut rest = verdict.decisive().filter(is_meant);
    for finding in rest.by_ref().take(FINDINGS) {
        let below = case.ground.roots.iter().find_map(|root| {
            finding.matched.strip_prefix(root.as_str()).and_then(|rest| rest.strip_prefix('/'))
        });
        let words = Words {
            policy: case.policy,
            finding,
            matched: below.unwrap_or(&finding.matched),
            tried: &tried,
            deed: case.event.moment.call().map_or("use", deed),
            roots: &case.ground.roots,
            row: own_row(verdict, finding),
            story: named.story.as_deref(),
            id,
        };
        let own = words.message(verdict.decision);
        let row = own_row(verdict, finding);
        let of_row = case.policy.strikes.template(&finding.rule, row).filter(|_| row > 0);
        is_own |= own.is_some();
        is_whole |= of_row.is_some();
        let message = own.unwrap_or_else(|| told(verdict, finding).join("\n"));
        let said = of_row.map_or_else(|| message.clone(), |template| words.fill(template, Some(&message)));
        // Words that name nothing of a finding are the same for several.
        if !lines.contains(&said) {
            lines.push(said);
        }
    }
    if is_whole {
        lines.extend(nobody(verdict));
    } else {
        lines.extend(closing(verdict, rest.count(), id));
    }
    (is_own || is_whole).then(|| lines.join("\n"))
}

/// What is to be done with what a call names.
fn deed(call: &Call) -> &'static str {
    match call {
        Call::Shell { .. } => "run",
        Call::Write { .. } | Call::Edit { .. } | Call::Patch { .. } => "write",
        Call::Read { .. } | Call::Search { .. } => "read",
        Call::Fetch { .. } => "fetch",
        Call::Mcp { .. } | Call::Subagent { .. } | Call::Other { .. } => "use",
    }
}

/// What a denial in a row is followed by.
fn escalation(row: u32, stage: Stage) -> Option<String> {
    match stage {
        // It is reminded of by less words than it was explained with.
        Stage::First | Stage::Again => None,
        Stage::Last => Some(format!(
            "Denied {row} times in a row. Stop, and tell the person what is needed and why."
        )),
        Stage::Blocked => Some(
            "Blocked: a person decides now, by `hookward blocked`: a) fix it by hand, b) override, c) skip. Do not try again."
                .to_owned(),
        ),
    }
}

/// What the model is told besides an objection: advice, what rules inform it of, and context. Empty if there is nothing.
pub fn context(verdict: &Verdict) -> String {
    let advice = advice(verdict).filter(|finding| finding.output.is_none());
    let (informing, advising): (Vec<_>, Vec<_>) = advice.partition(|finding| !finding.told.is_empty());
    let mut lines = Vec::new();
    for finding in advising.into_iter().take(FINDINGS) {
        lines.push(line(&format!("Hookward advises ({}): {}", finding.rule, finding.matched), verdict.line));
        lines.extend(details(verdict, finding));
    }
    lines.extend(informing.into_iter().map(|finding| finding.told.clone()));
    lines.extend(verdict.context.clone());
    lines.join("\n")
}

/// Cuts what rules inform the model of to a number of characters in all, at the ends of lines. The rules' order is that of
/// their weight: what comes last is left out first, and that is said.
pub(crate) fn within(findings: &mut Vec<Finding>, budget: usize, is_free: impl Fn(&Finding) -> bool) {
    let mut left = budget;
    findings.retain_mut(|finding| {
        if finding.told.is_empty() || is_free(finding) {
            return true;
        }
        let told = std::mem::take(&mut finding.told);
        let lines = told.lines().map(|text| (text, text.chars().count() + 1));
        let mut kept: Vec<&str> = Vec::new();
        let mut is_cut = false;
        for (text, length) in lines {
            match left.checked_sub(length) {
                Some(rest) if !is_cut => {
                    left = rest;
                    kept.push(text);
                }
                Some(_) | None => is_cut = true,
            }
        }
        if is_cut && !kept.is_empty() {
            kept.push("…");
        }
        // What is left out as a whole was not said.
        if kept.is_empty() {
            finding.matched.clear();
            finding.why = "".into();
        }
        finding.told = kept.join("\n");
        // Of what only informs nothing is left.
        !kept.is_empty() || finding.decision > Decision::Advise
    });
}

/// What the model is told where it sees another output than the tool's. Empty if it is told already, with an objection.
pub fn masked(verdict: &Verdict) -> String {
    let masking = advice(verdict).filter(|finding| finding.output.is_some());
    let said = |finding: &Finding| {
        line(&format!("Hookward masked ({}): {}", finding.rule, finding.matched), verdict.line)
    };
    masking.take(FINDINGS).map(said).collect::<Vec<_>>().join("\n")
}

/// What the model is told where it sees the tool's own output, and should not. Empty if it is told already, with an
/// objection.
pub fn shown(verdict: &Verdict) -> String {
    let mut lines = Vec::new();
    for finding in advice(verdict).filter(|finding| finding.output.is_some()).take(FINDINGS) {
        lines.push(line(
            &format!("Hookward could not mask ({}): {}", finding.rule, finding.matched),
            verdict.line,
        ));
        lines.extend(details(verdict, finding));
    }
    lines.join("\n")
}

fn advice(verdict: &Verdict) -> impl Iterator<Item = &Finding> {
    verdict.findings.iter().filter(|finding| finding.decision == Decision::Advise)
}

/// What the model is told of a rewrite that takes place. Empty if there is none.
pub fn rewritten(verdict: &Verdict) -> String {
    if verdict.rewrite.is_none() {
        return String::new();
    }
    let mut lines = Vec::new();
    for finding in verdict.findings.iter().filter(|finding| finding.rewrites()).take(FINDINGS) {
        lines.push(line(&format!("Hookward rewrote ({}): {}", finding.rule, finding.matched), verdict.line));
        // What it is to be instead is the rewrite itself.
        lines.extend(details(verdict, finding).take(1));
    }
    lines.extend(runs_as(verdict));
    lines.join("\n")
}

/// What a rewrite makes of a call. `None` if there is none, or if it is too long to be shown.
pub fn runs_as(verdict: &Verdict) -> Option<String> {
    let rewrite = verdict.rewrite.as_ref().filter(|rewrite| rewrite.to.as_str().len() <= COMMAND)?;
    Some(match &rewrite.to {
        Instead::Command(command) => format!("It runs as: `{command}`"),
        Instead::Input(input) => format!("Its input is now: {input}"),
    })
}

/// The command that the model may run itself where nobody else can rewrite its call. `None` if there is none that passes.
pub fn run_instead(verdict: &Verdict) -> Option<String> {
    let rewrite = verdict.rewrite.as_ref()?;
    let passes = rewrite.decision < Decision::Ask && rewrite.to.as_str().len() <= COMMAND;
    passes.then(|| match &rewrite.to {
        Instead::Command(command) => format!("Run instead: `{command}`"),
        Instead::Input(input) => format!("Call it with this input instead: {input}"),
    })
}

fn details(verdict: &Verdict, finding: &Finding) -> impl Iterator<Item = String> {
    let most = verdict.line;
    [("Why", &finding.why), ("Instead", &finding.instead)]
        .into_iter()
        .filter(|(_, text)| !text.is_empty())
        .map(move |(name, text)| line(&format!("{name}: {text}"), most))
}
