//! Own hooks in a story: what they say, what they are told, and how they end.

use hookward_core::{Answer, Record};

use crate::rehearsal::{Asked, Line};
use crate::situation::Situation;

/// Lines such as `gate/header exits 2: no header`, `gate/calendar says {"decision": "block"}` and `gate/slow takes too long`; an
/// output of several lines has one of these for each.
pub(super) fn said(lines: &[String]) -> Result<Vec<Line>, String> {
    let mut said: Vec<Line> = Vec::new();
    for line in lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()) {
        let unknown =
            || format!("`{line}`: write `gate/x exits 2: …`, `gate/x says …` or `gate/x takes too long`");
        let (hook, rest) = line.split_once(' ').ok_or_else(unknown)?;
        let (exit, output) = if let Some(output) = rest.strip_prefix("says ") {
            (Some(0), output)
        } else if rest == "takes too long" {
            (None, "")
        } else {
            let exits = rest.strip_prefix("exits ").ok_or_else(unknown)?;
            let (exit, output) = exits.split_once(": ").unwrap_or((exits, ""));
            (Some(exit.parse::<u8>().map_err(|_| unknown())?), output)
        };
        match said.iter_mut().find(|own| own.hook == hook) {
            Some(own) => {
                own.exit = exit;
                own.output = format!("{}{output}\n", own.output);
            }
            None => said.push(Line { hook: hook.to_owned(), exit, output: format!("{output}\n") }),
        }
    }
    Ok(said)
}

/// What is said of a hook below a step.
#[derive(Clone, Copy)]
enum Claim<'l> {
    /// It was told this.
    Gets(&'l str),
    /// It was not asked.
    NotAsked,
    /// It has objected, with these words.
    Objects(&'l str),
    /// It has failed, with these words.
    Fails(&'l str),
}

impl<'l> Claim<'l> {
    /// A hook, and what is said of it: `gate/x gets: …`, `gate/x is not asked`, `gate/x objects[: …]`, `gate/x fails[: …]`.
    fn read(line: &'l str) -> Option<(&'l str, Self)> {
        let (hook, rest) = line.trim().split_once(' ')?;
        let (verb, words) = rest.split_once(": ").unwrap_or((rest, ""));
        let claim = match verb {
            "gets" if !words.is_empty() => Self::Gets(words),
            "is not asked" => Self::NotAsked,
            "objects" => Self::Objects(words),
            "fails" => Self::Fails(words),
            _ => return None,
        };
        Some((hook, claim))
    }
}

/// Whether a line below a step is about a hook.
pub(super) fn is_about_a_hook(line: &str) -> bool {
    Claim::read(line).is_some()
}

/// What own hooks have done in a step.
pub(super) struct Done {
    /// What each was told.
    pub(super) asked: Vec<Asked>,
    /// What each has answered.
    pub(super) answers: Vec<Answer>,
}

impl Done {
    /// The first of the lines about hooks that does not hold, and what was so instead.
    pub(super) fn missed<'l>(&self, lines: &'l [String]) -> Option<(&'l str, String)> {
        lines.iter().find_map(|line| {
            let (hook, claim) = Claim::read(line)?;
            self.against(hook, claim).map(|got| (line.trim(), got))
        })
    }

    /// What speaks against a claim.
    fn against(&self, hook: &str, claim: Claim) -> Option<String> {
        let mut told = self.asked.iter().filter(|asked| asked.hook == hook).map(|asked| asked.told.as_str());
        let mut answers = self.answers.iter().filter(|answer| answer.hook == hook);
        let holds = match claim {
            Claim::Gets(part) => told.clone().any(|told| told.contains(part)),
            Claim::NotAsked => told.clone().next().is_none(),
            Claim::Objects(part) => {
                answers.clone().any(|answer| answer.how() == "objects" && answer.reason.contains(part))
            }
            Claim::Fails(part) => answers
                .clone()
                .any(|answer| answer.fault.as_deref().is_some_and(|fault| fault.contains(part))),
        };
        if holds {
            return None;
        }
        Some(match claim {
            Claim::Gets(_) | Claim::NotAsked => {
                let told: Vec<&str> = told.by_ref().collect();
                if told.is_empty() { format!("{hook} was not asked") } else { told.join("\n") }
            }
            Claim::Objects(_) | Claim::Fails(_) => {
                let words: Vec<String> = answers.by_ref().map(in_words).collect();
                if words.is_empty() { format!("{hook} was not asked") } else { words.join("\n") }
            }
        })
    }

    /// A hook that has run and failed, although neither the story says that it does nor a line below the step.
    pub(super) fn broken(&self, lines: &[String], said: &[Line]) -> Option<&Answer> {
        let is_expected = |hook: &str| {
            let fails = |line: &String| {
                Claim::read(line).is_some_and(|(own, claim)| own == hook && matches!(claim, Claim::Fails(_)))
            };
            lines.iter().any(fails) || said.iter().any(|line| line.hook == hook)
        };
        self.answers.iter().find(|answer| answer.fault.is_some() && !is_expected(&answer.hook))
    }

    /// The hooks that have failed, one per line, and what the policy makes of that.
    pub(super) fn failures(&self, situation: &Situation) -> Vec<String> {
        let failed = self.answers.iter().filter(|answer| answer.fault.is_some());
        failed
            .map(|answer| format!("({}{})", in_words(answer), situation.made_of_failure(&answer.hook)))
            .collect()
    }
}

/// How a hook has ended.
fn in_words(answer: &Answer) -> String {
    let what = match &answer.fault {
        Some(fault) => format!("failed: {fault}"),
        None if answer.how() == "objects" => format!("objected: {}", answer.reason.trim_end()),
        None => "had no objection".to_owned(),
    };
    format!("{} {what}", answer.hook)
}

/// The answers in lines of the journal.
pub(super) fn answers<'r>(lines: impl Iterator<Item = &'r str>) -> Vec<Answer> {
    let records = lines.filter_map(|line| serde_json::from_str::<Record>(line).ok());
    records.flat_map(|record| record.ran).filter_map(|ran| ran.answer).map(|answer| *answer).collect()
}

impl Situation {
    /// What the policy makes of a failure of a hook; nothing if it does not know the hook.
    pub(crate) fn made_of_failure(&self, hook: &str) -> String {
        let known = self.policy.hooks.iter().find(|own| own.id == hook);
        known.map_or_else(String::new, |own| format!("; on_failure = \"{}\"", own.on_failure_word()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hooks_say_is_read_line_by_line() {
        let lines =
            ["gate/a exits 2: no", "gate/a exits 2: never", "gate/b says {}", "gate/c takes too long"];
        let said = said(&lines.map(str::to_owned)).unwrap();
        assert_eq!((said[0].exit, said[0].output.as_str()), (Some(2), "no\nnever\n"));
        assert_eq!((said[1].exit, said[1].output.as_str(), said[2].exit), (Some(0), "{}\n", None));
        for wrong in ["gate/a", "gate/a shouts", "gate/a exits high"] {
            assert!(super::said(&[wrong.to_owned()]).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_a_hook_was_told_is_looked_at() {
        let asked = vec![Asked { hook: "gate/a".to_owned(), told: "{\"command\":\"ls\"}".to_owned() }];
        let done = Done { asked, answers: Vec::new() };
        let lines = |text: &str| vec![text.to_owned()];
        assert!(is_about_a_hook("    gate/a gets: ls") && !is_about_a_hook("denied by gate/a: gets: x"));
        assert_eq!(done.missed(&lines("gate/a gets: \"ls\"")), None);
        assert!(done.missed(&lines("gate/a gets: pwd")).is_some());
        assert!(done.missed(&lines("gate/a is not asked")).is_some());
        assert_eq!(done.missed(&lines("gate/b is not asked")), None);
    }

    #[test]
    fn a_failure_is_no_objection_and_one_that_nobody_expects_is_found() {
        let failed = Answer { fault: Some("exit 3: oops".to_owned()), ..Answer::of("gate/a", "") };
        let done = Done { asked: Vec::new(), answers: vec![failed] };
        let lines = |text: &str| vec![text.to_owned()];
        assert_eq!(done.missed(&lines("gate/a fails: exit 3")), None);
        assert!(done.missed(&lines("gate/a fails: exit 4")).is_some());
        let (_, got) = done.missed(&lines("gate/a objects")).unwrap().to_owned();
        assert_eq!(got, "gate/a failed: exit 3: oops");
        assert!(done.broken(&[], &[]).is_some());
        assert!(done.broken(&lines("gate/a fails"), &[]).is_none());
        let said = said(&lines("gate/a exits 3")).unwrap();
        assert!(done.broken(&[], &said).is_none());
    }
}
