//! Another way to what was refused a moment ago: how it is recognised, and what a gate says of it.

use hookward_effects::{Call, Command, Value, normalise};

use crate::evidence::may_commit;
use crate::record::kept;
use crate::rule::{Case, Rule};
use crate::session::Row;
use crate::target::{Target, TargetDeed};
use crate::verdict::{BRIEF, Decision, Finding, Verdict};

const OTHER_WAY: &str = "this is another way to what was refused a moment ago";

/// A reason without the words that say that it was met by another way: it is the same reason.
pub(crate) fn without_other_way(why: &str) -> &str {
    let rest = why.strip_prefix(OTHER_WAY).and_then(|rest| rest.strip_prefix(':'));
    rest.map_or(why, str::trim_start)
}

/// A gate sees every way to what it guards. That another one was tried, where it has just said no, it says.
pub(crate) fn name_other_ways(case: &Case, verdict: &mut Verdict) {
    let Some(subject) = case.event.moment.call().map(|call| kept(&call.subject())) else { return };
    let sticks = |target: &&Target| target.deed != TargetDeed::Commit;
    let is_other_way = |finding: &Finding| {
        let mut refused = case.session.recent_rows(case.event.agent_id(), &finding.rule);
        refused.any(|row| {
            let is_of_last = |known: &&Target| finding.about.contains(known) && tells_of(&row.subject, known);
            let was_tried = |row: &Row| way(&row.subject) == way(&subject);
            !was_tried(row)
                // Who goes back to the way that was refused at first, tries no other.
                && !row.previous.as_deref().is_some_and(was_tried)
                && row.targets.iter().filter(sticks).any(|known| is_of_last(&known))
        })
    };
    let gates = verdict
        .findings
        .iter_mut()
        .filter(|own| own.decision == Decision::Deny && own.rule.starts_with("gate/"));
    for finding in gates {
        if is_other_way(finding) {
            // A text of the policy stays as it stands.
            let between = if finding.why.contains('\n') { ":\n" } else { ": " };
            finding.why = format!("{OTHER_WAY}{between}{}", finding.why).into();
            for (_, brief) in finding.figures.iter_mut().filter(|(name, _)| *name == BRIEF) {
                *brief = brief.iter().map(|brief| format!("{OTHER_WAY}: {brief}")).collect();
            }
        }
    }
}

/// Whether what was tried is about a thing: a command may be, and a path is by its name.
fn tells_of(subject: &str, target: &Target) -> bool {
    let name = target.name.rsplit('/').next().unwrap_or(&target.name);
    subject.contains(char::is_whitespace) || subject.ends_with(name)
}

/// How something is done: by which programs, one after the other. Of what is no command, it is what is told.
fn way(subject: &str) -> Vec<&str> {
    let parts = subject.split(['|', ';', '&', '\n', '(', ')']);
    parts.filter_map(|part| part.split_whitespace().find(|word| !word.contains('='))).collect()
}

/// Parts of names of programs that look at files and leave them as they are, most often.
const LOOKS: &[&str] = &["check", "lint", "test", "verify", "validate", "audit", "scan", "view", "diff"];

/// The same of tools of servers.
const GETS: &[&str] = &["get", "read", "list", "search", "find", "stat", "info"];

/// What a gate says of a file that it has just refused, where a program is given it that nobody knows: it may write it as
/// well, and nobody would see what. By its name it may only look at it; then that is said and nothing else.
pub(crate) fn handed_over(case: &Case, rule: &'static str, verdict: &Verdict) -> Vec<Finding> {
    // Once something else has gone through, the gate may have what it asked for.
    let going_on = case.session.recent_rows(case.event.agent_id(), rule).filter(|row| !row.ended);
    let refused: Vec<&Target> = going_on.flat_map(|row| &row.targets).collect();
    // What the gate sees itself needs no second word.
    if refused.is_empty() || verdict.findings.iter().any(|finding| finding.rule == rule) {
        return Vec::new();
    }
    let is_file = |target: &&&Target| matches!(target.deed, TargetDeed::Change | TargetDeed::Read);
    let unknown = case.facts.commands.iter().filter(|command| may_commit(case.facts, command));
    let found = unknown.filter_map(|command| {
        let target = refused.iter().filter(is_file).find(|target| is_named(case, command, &target.name))?;
        let program = command.words.first().map(Value::prefix).unwrap_or_default();
        let only_looks = looks_at(command, target);
        let path = case.ground.root_of(&target.name).and_then(|root| target.name.strip_prefix(root));
        let path = path.map_or(target.name.as_str(), |path| path.trim_start_matches('/'));
        Some(Finding {
            matched: path.to_owned(),
            why: format!(
                "{path} was refused a moment ago; if `{program}` changes it, this is another way to the same, and nobody can see what it would hold"
            )
            .into(),
            instead: "do first what was asked for; if the program only reads the file, run it then, or tell the person".into(),
            ..Rule::finding(rule, if only_looks { Decision::Advise } else { Decision::Ask }, case, Some(command.span))
        })
    });
    found.take(1).collect()
}

/// Whether a program that nobody knows is called like one that only looks at what it is given.
pub(crate) fn looks_at(command: &Command, target: &Target) -> bool {
    let program = command.words.first().map(Value::prefix).unwrap_or_default();
    // What it runs, or which of its deeds: `node check.js`, `tool lint`.
    let behind = command.words.iter().skip(1).map(Value::prefix).find(|word| !word.starts_with('-'));
    let behind = behind.filter(|word| !target.name.ends_with(word.trim_start_matches("./")));
    let looks = |word: &str| {
        let own = word.rsplit('/').next().unwrap_or(word).to_ascii_lowercase();
        LOOKS.iter().any(|look| own.contains(look))
    };
    looks(program) || behind.is_some_and(looks)
}

/// Whether a command is given a file, by a word of its own or inside of one.
pub(crate) fn is_named(case: &Case, command: &Command, path: &str) -> bool {
    let cwd = command.cwd.as_deref().unwrap_or(&case.event.cwd);
    let is_it = |text: &str| normalise(text, cwd) == path;
    let mut is_for_the_app = false;
    command.words.iter().skip(1).any(|word| {
        let is_told = std::mem::replace(&mut is_for_the_app, false);
        let option = word.prefix();
        if is_of_an_environment(option) {
            is_for_the_app = !option.contains('=');
            return false;
        }
        !is_told && word.texts().iter().any(|text| paths_in(text).any(is_it))
    })
}

/// Whether a tool of a server, of which nothing is known, is given a file under whatever name. One that only looks, as its
/// own name says, is no way to change it.
pub(crate) fn is_handed(case: &Case, target: &Target) -> bool {
    let Some(Call::Mcp { tool, arguments, .. }) = case.event.moment.call() else { return false };
    let tool = tool.to_ascii_lowercase();
    let only_looks = || LOOKS.iter().chain(GETS).any(|look| tool.contains(look));
    let is_it = |text: &str| normalise(text.trim_start_matches("file://"), &case.event.cwd) == target.name;
    (target.deed == TargetDeed::Read || (target.deed == TargetDeed::Change && !only_looks()))
        && arguments.iter().any(|argument| !argument.value.is_empty() && is_it(&argument.value))
}

/// Whether an option names the file of which an app gets its variables: `--env-file=.env`, `--envFile`. What is in it goes to
/// the app, and nobody is shown it.
fn is_of_an_environment(option: &str) -> bool {
    let Some(name) = option.strip_prefix("--") else { return false };
    let name = name.split('=').next().unwrap_or(name);
    let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    matches!(name.to_ascii_lowercase().as_str(), "envfile" | "envfileifexists" | "dotenv" | "dotenvfile")
}

/// The paths that a word of a program that nobody knows may hold: `.env`, `--config=.env`, `-f.env`, `.env:ro`,
/// `file:///w/.env`.
fn paths_in(word: &str) -> impl Iterator<Item = &str> {
    let address = word.split_once("file://").map(|(_, path)| path);
    let parts = word.split(['=', ':', ',', '@']).flat_map(|part| {
        let behind_its_letter = part.strip_prefix('-').and_then(|option| option.get(1..));
        [Some(part), behind_its_letter].into_iter().flatten()
    });
    std::iter::once(word).chain(address).chain(parts).filter(|path| !path.is_empty())
}
