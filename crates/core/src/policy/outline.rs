//! What a policy's own tables say of a rule, in few lines: for texts that tell agents beforehand what holds here.

use super::{Confirm, Files, Forbidden, Glob, Meant, Policy, Required, Trait};
use crate::text::{blanks, fill};

impl Policy {
    /// What the tables of the policy add to a rule, as lines of Markdown. Empty if they say nothing of it.
    pub fn outline(&self, rule: &str) -> Vec<String> {
        let lists = &self.lists;
        match rule {
            "security/protected-file" => {
                [listed("denied", &lists.protected_files), listed("asked about first", &lists.ask_first)]
                    .concat()
            }
            "security/forced-push" | "security/protected-branch-push" | "gate/protected-branch-edit" => {
                listed("protected branches besides", &lists.protected_branches)
            }
            "security/secret-read" => listed("secret files besides", &lists.secret_files),
            "security/secret-exposure" => listed("secret variables besides", &lists.secret_variables),
            "gate/untested-code" => self.pairs(),
            "gate/architecture" => {
                let entries = self
                    .forbidden
                    .iter()
                    .map(|table| (forbidden(table), told(table.message.as_deref(), table.record.as_deref())));
                with_words(entries)
            }
            "gate/missing-import" => with_words(
                self.required.iter().map(|table| (required(table), told(table.message.as_deref(), None))),
            ),
            "gate/missing-plan" | "gate/plan-quality" | "gate/foreign-plan-file" => self.of_plans(),
            "gate/unfinished-stop" => self.of_stops(),
            "gate/missing-evidence" if !self.tests.is_empty() => {
                vec![format!("- all tests: {}", quoted(self.tests.iter().map(String::as_str)))]
            }
            _ => Vec::new(),
        }
    }

    fn pairs(&self) -> Vec<String> {
        let Some(own) = &self.tests_first else { return Vec::new() };
        let pairs = own.pairs.iter();
        let pairs = pairs
            .map(|pair| format!("- `{}` needs {}", pair.code, quoted(pair.tests.iter().map(String::as_str))));
        let exempt = (!own.exempt.is_empty())
            .then(|| format!("- without tests: {}", quoted(own.exempt.iter().map(String::as_str))));
        pairs.chain(exempt).collect()
    }

    fn of_plans(&self) -> Vec<String> {
        let Some(plans) = &self.plans else { return Vec::new() };
        let mut lines = vec![format!("- plans: {}", quoted(plans.files.iter().map(String::as_str)))];
        if !plans.sections.is_empty() {
            lines.push(format!("- with the sections {}", plans.sections.join(", ")));
        }
        if plans.reviewed {
            lines.push("- with a line `Verdict: APPROVE`".to_owned());
        }
        match plans.confirm {
            Confirm::New => lines.push("- a person is asked about a new one".to_owned()),
            Confirm::Nothing => {}
        }
        lines
    }

    fn of_stops(&self) -> Vec<String> {
        let Some(stopping) = &self.stopping else { return Vec::new() };
        let checks: Vec<&str> = stopping.checks.iter().map(|service| service.as_str()).collect();
        let checks = (!checks.is_empty()).then(|| format!("- must pass: {}", checks.join(", ")));
        let coverage = (stopping.coverage > 0 && checks.is_some())
            .then(|| format!("- lines covered by tests: {} % or more", stopping.coverage));
        let commands = stopping.commands.iter();
        let commands = commands.map(|own| format!("- {} by `{}`", own.service.as_str(), own.run));
        checks.into_iter().chain(coverage).chain(commands).collect()
    }
}

fn listed(what: &str, globs: &[Glob]) -> Vec<String> {
    if globs.is_empty() {
        return Vec::new();
    }
    vec![format!("- {what}: {}", quoted(globs.iter().map(|glob| glob.glob.as_str())))]
}

fn quoted<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

fn forbidden(table: &Forbidden) -> String {
    let not = table.holds.iter().map(|one| format!("no {}", shown(one)));
    let needed = table.requires.iter().map(|one| format!("needs {}", shown(one)));
    let says = not.chain(needed).collect::<Vec<_>>().join("; ");
    let record = table.record.as_ref().map(|record| format!(" ({record})")).unwrap_or_default();
    format!("- {}: {says}{record}", named(&table.files))
}

fn required(table: &Required) -> String {
    let when = table.when.as_ref().map(|when| {
        let when = when.iter().map(shown).collect::<Vec<_>>().join(" or ");
        format!(", if there is {when}")
    });
    let packages = quoted(table.packages.iter().map(String::as_str));
    format!("- {} must import {packages}{}", named(&table.files), when.unwrap_or_default())
}

fn named(files: &Files) -> String {
    let globs = |globs: &[String]| quoted(globs.iter().map(String::as_str));
    let except = if files.except.is_empty() { String::new() } else { format!(" but {}", globs(&files.except)) };
    format!("{}{except}", globs(&files.globs))
}

fn shown(one: &Trait) -> String {
    match one {
        Trait::Import(name, Meant::AnyName) => format!("import of `{name}`"),
        Trait::Import(name, Meant::Written) => format!("import of `{name}`, as it is written"),
        Trait::Call(name) => format!("call of `{name}`"),
        Trait::Literal { text, at, unless } => {
            let at = at.as_ref().map(|at| format!(" at `{at}`")).unwrap_or_default();
            let unless = if unless.is_empty() {
                String::new()
            } else {
                format!(" but {}", quoted(unless.iter().map(String::as_str)))
            };
            format!("text `{text}`{at}{unless}")
        }
    }
}

/// Lines, and behind them the words that belong to them, each once.
fn with_words(entries: impl Iterator<Item = (String, Vec<String>)>) -> Vec<String> {
    let (mut lines, mut words): (Vec<String>, Vec<Vec<String>>) = (Vec::new(), Vec::new());
    for (line, own) in entries {
        lines.push(line);
        if !own.is_empty() && !words.contains(&own) {
            words.push(own);
        }
    }
    for own in words {
        lines.push(String::new());
        lines.extend(own.into_iter().map(|line| format!("> {line}")));
    }
    lines
}

/// What a message says whatever it is about: behind its first paragraph, which tells of one case, the lines that nothing of a
/// case is filled into.
fn told(message: Option<&str>, record: Option<&str>) -> Vec<String> {
    let said = |line: &str| {
        let is_general = |name: &str| name == "record" && record.is_some();
        blanks(line)
            .all(is_general)
            .then(|| fill(line, |key| record.filter(|_| key == "record").map(str::to_owned)))
    };
    let paragraphs = message.unwrap_or_default().split("\n\n").skip(1);
    paragraphs.flat_map(str::lines).filter_map(said).filter(|line| !line.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_tells_beforehand_what_holds_of_every_case() {
        let message = "BLOCKED\nFile: {file}\n\nADR-006: USER#{userId}\n1. Remove {match}\n2. See {record}\n";
        assert_eq!(told(Some(message), Some("adr/006.md")), ["ADR-006: USER#{userId}", "2. See adr/006.md"]);
        assert_eq!(told(Some(message), None), ["ADR-006: USER#{userId}"]);
        assert!(told(None, None).is_empty());
    }
}
