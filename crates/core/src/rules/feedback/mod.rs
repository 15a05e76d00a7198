//! Rules that help. They tell the model something, and never block.

pub(crate) mod compaction;
pub(crate) mod correction;
pub(super) mod decision_audit;
pub(super) mod docs_reminder;
pub(super) mod format;
pub(super) mod forward_motion;
pub(super) mod knowledge_health;
pub(super) mod lint;
pub(super) mod plan_context;
pub(super) mod prompt_context;
pub(super) mod review_hint;
pub(super) mod role_check;
pub(super) mod session_context;
pub(super) mod session_summary;
pub(super) mod subagent_context;
pub(super) mod tests;
pub(super) mod types;

mod decisions;
mod told;

use hookward_effects::Kind;

use crate::event::EventName;
use crate::rule::{Against, Case, Example, Rule, Sample};
use crate::toolchain::{How, Problem, Report, Service, problems, without_colours, without_wrapper};
use crate::verdict::{Category, Decision, Finding};

/// When tools of the project are told of: after the edit, and where they have run meanwhile.
const TOLD_ON: &[EventName] = &[EventName::AfterTool, EventName::AfterFailure, EventName::Prompt];

/// The most problems of one tool that are spelled out.
pub(super) const SPELLED_OUT: usize = 5;

/// The most lines of what a tool says in no form that is known.
const OWN_WORDS: usize = 3;

/// What the tools of a service have found, one finding each.
fn findings(id: &'static str, case: &Case, service: Service) -> Vec<Finding> {
    let ran = case.reports.iter().filter(|ran| ran.service == service);
    ran.filter_map(|ran| {
        let told = told(case, ran)?;
        let matched = told.lines().next().unwrap_or_default().to_owned();
        Some(Finding { matched, told, ..Rule::finding(id, Decision::Advise, case, None) })
    })
    .collect()
}

/// What the model is told of a tool; `None` if there is nothing to say.
fn told(case: &Case, ran: &Report) -> Option<String> {
    let found = found(case, ran);
    let is_of_others = matches!(ran.service, Service::Lint | Service::Types)
        && !found.is_empty()
        && !found.iter().any(|problem| problem.place.starts_with(&ran.file));
    let about = if ran.file.is_empty() || is_of_others { String::new() } else { format!("{}: ", ran.file) };
    let elsewhere = if is_of_others { elsewhere(&found, &ran.file) } else { String::new() };
    let head = match &ran.how {
        How::Passed if ran.service == Service::Lint && !found.is_empty() => {
            format!("{about}{}: {}{elsewhere}", ran.tool, counted(found.len()))
        }
        How::Passed | How::Resting | How::Unchecked => return None,
        How::Changed if ran.service == Service::Format => format!("{about}{} formatted it", ran.tool),
        How::Changed if found.is_empty() => format!("{about}{} mended it", ran.tool),
        How::Changed => format!("{}: {} mended it; {}{elsewhere}", ran.file, ran.tool, counted(found.len())),
        How::Problems if ran.service == Service::Tests && !found.is_empty() => {
            format!("{about}{}: {} failed", ran.tool, found.len())
        }
        How::Problems => format!("{about}{}: {}{elsewhere}", ran.tool, counted(found.len())),
        How::TimedOut => format!("{about}{} gave no answer within {} s", ran.tool, ran.ms.div_ceil(1_000)),
        How::Broken(why) => format!("{about}{} failed itself: {why}", ran.tool),
        How::Missing if case.session.has_missed(&ran.tool) => return None,
        How::Missing => format!("{} is set up in this project and not installed; it was not run", ran.tool),
        How::Busy => format!("{about}{} was not run: another process was at the file", ran.tool),
        How::Late => format!("{about}{} was not run: the other tools took all the time", ran.tool),
        How::Refused(why) => format!("{about}{} was not run: {why}", ran.tool),
    };
    let mut lines = vec![format!("[{}] {head}", ran.service.rule())];
    lines.extend(spelled_out(case, ran));
    Some(lines.join("\n"))
}

/// Where problems are that a tool found after an edit, if none is in the file that was edited.
fn elsewhere(found: &[Problem], edited: &str) -> String {
    let file = |problem: &Problem| problem.place.split(':').next().unwrap_or_default().to_owned();
    let mut files: Vec<String> = found.iter().map(file).filter(|file| !file.is_empty()).collect();
    files.dedup();
    let after = if edited.is_empty() { String::new() } else { format!(" (after the edit of {edited})") };
    if files.is_empty() { after } else { format!(" in {}{after}", told::some(&files, 3, files.len())) }
}

/// What a tool found, in a few words.
pub(super) fn summed_up(case: &Case, ran: &Report) -> String {
    match found(case, ran).len() {
        0 => format!("`{}` does not pass", ran.command),
        failed if ran.service == Service::Tests => format!("{failed} failed"),
        problems => counted(problems),
    }
}

/// The first problems that a tool found, with their places; else what it says in its own words; and where all of it is.
pub(super) fn spelled_out(case: &Case, ran: &Report) -> Vec<String> {
    let found = found(case, ran);
    let mut lines: Vec<String> = found
        .iter()
        .take(SPELLED_OUT)
        .map(|problem| {
            if problem.place.is_empty() {
                format!("  {}", problem.message)
            } else {
                format!("  {} {}", problem.place, problem.message)
            }
        })
        .collect();
    // Of problems, the places are told; whoever wants the rest (a trace, a difference) finds it there.
    let mut is_cut = !found.is_empty();
    if found.is_empty() && matches!(ran.how, How::Problems | How::Broken(_)) {
        let (said, all) = own_words(ran);
        is_cut = said.len() < all;
        lines.extend(said);
    }
    if let Some(kept) = ran.kept.as_ref().filter(|_| is_cut) {
        lines.push(format!("  all of it: {kept}"));
    }
    lines
}

/// What a tool found; what is wrong in the file that was just edited comes first.
pub(super) fn found(case: &Case, ran: &Report) -> Vec<Problem> {
    let root = case.ground.roots.first().map_or("", String::as_str);
    let mut found = problems(ran.form, &ran.output, root);
    for problem in found.iter_mut().filter(|_| !ran.ran_in.is_empty()) {
        for text in [&mut problem.place, &mut problem.message] {
            if let Some(below) = said_from(case, root, &ran.ran_in, text) {
                *text = format!("{below}/{text}");
            }
        }
    }
    found.sort_by_key(|problem| !problem.place.starts_with(&ran.file));
    found
}

/// The directory below the root from which a tool names the file that a text begins with: the one that it ran in, or the top
/// of a workspace above. Whoever reads it sees files from the root.
fn said_from<'d>(case: &Case, root: &str, ran_in: &'d str, text: &str) -> Option<&'d str> {
    let path = text.split([':', ' ']).next().filter(|path| path.contains('.') && !path.starts_with('/'))?;
    let above = |below: &&'d str| below.rsplit_once('/').map(|(above, _)| above);
    let is_there = |below: &&str| case.world.kind(&format!("{root}/{below}/{path}")) == Kind::File;
    std::iter::successors(Some(ran_in), above).find(is_there)
}

fn counted(problems: usize) -> String {
    match problems {
        0 => "it found something wrong".to_owned(),
        1 => "1 problem".to_owned(),
        more => format!("{more} problems"),
    }
}

/// What a tool says that no place stands in front of: lines that speak of an error; else a failure begins with what it is,
/// and a list of problems ends with their sum. And how many lines there are.
fn own_words(ran: &Report) -> (Vec<String>, usize) {
    let output = without_wrapper(&without_colours(&ran.output));
    let lines: Vec<&str> = output.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let is_telling = |line: &&&str| line.to_ascii_lowercase().contains("error") && !line.starts_with("at ");
    let telling: Vec<&str> = lines.iter().filter(is_telling).take(OWN_WORDS).copied().collect();
    let said = if telling.is_empty() { at_an_end(&lines, &ran.how) } else { telling };
    let said = said.into_iter().map(|text| format!("  {}", crate::text::line(text, 160)));
    (said.collect(), lines.len())
}

fn at_an_end<'l>(lines: &[&'l str], how: &How) -> Vec<&'l str> {
    let from = match how {
        How::Problems => lines.len().saturating_sub(OWN_WORDS),
        How::Passed
        | How::Changed
        | How::TimedOut
        | How::Broken(_)
        | How::Missing
        | How::Resting
        | How::Busy
        | How::Late
        | How::Unchecked
        | How::Refused(_) => 0,
    };
    lines.iter().skip(from).take(OWN_WORDS).copied().collect()
}

/// A rule that tells something at a stop; its `//!` block is in its source.
const fn at_stop(
    id: &'static str,
    source: &'static str,
    on: &'static [EventName],
    judge: fn(&Case) -> Vec<Finding>,
) -> Rule {
    Rule { id, category: Category::Feedback, on, against: Against::Manner, source, judge, examples: AT_STOP }
}

const AT_STOP: &[Example] = &[
    Example { call: Sample::Stops("done"), decision: Decision::Advise },
    Example { call: Sample::Prompt("go on"), decision: Decision::Silent },
];

/// A tool that ran on an edited file and has something to say.
const fn tells(service: Service, tool: &'static str, how: How, output: &'static str) -> Example {
    Example { call: Sample::Checked { service, tool, how, output }, decision: Decision::Advise }
}

/// A tool that ran on an edited file and has nothing to say.
const fn is_quiet(service: Service, tool: &'static str) -> Example {
    Example {
        call: Sample::Checked { service, tool, how: How::Passed, output: "" },
        decision: Decision::Silent,
    }
}
