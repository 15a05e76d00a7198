//! Own hooks in a story: what they say, and what they are told.

use crate::rehearsal::{Asked, Line};

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

/// Whether a line below a step is about what a hook was told: `gate/x gets: …`, `gate/x is not asked`.
pub(super) fn is_about_a_hook(line: &str) -> bool {
    let rest = line.trim().split_once(' ').map(|(_, rest)| rest);
    rest.is_some_and(|rest| rest.starts_with("gets: ") || rest == "is not asked")
}

/// The first of such lines that does not hold, and what was so instead.
pub(super) fn missed<'l>(lines: &'l [String], asked: &[Asked]) -> Option<(&'l str, String)> {
    for line in lines.iter().map(|line| line.trim()) {
        let (hook, rest) = line.split_once(' ').unwrap_or((line, ""));
        let told: Vec<&str> =
            asked.iter().filter(|asked| asked.hook == hook).map(|asked| asked.told.as_str()).collect();
        let holds = match rest.strip_prefix("gets: ") {
            Some(part) => told.iter().any(|told| told.contains(part)),
            None => told.is_empty(),
        };
        if !holds {
            let got = if told.is_empty() { format!("{hook} was not asked") } else { told.join("\n") };
            return Some((line, got));
        }
    }
    None
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
        let asked = [Asked { hook: "gate/a".to_owned(), told: "{\"command\":\"ls\"}".to_owned() }];
        let lines = |text: &str| vec![text.to_owned()];
        assert!(is_about_a_hook("    gate/a gets: ls") && !is_about_a_hook("denied by gate/a: gets: x"));
        assert_eq!(missed(&lines("gate/a gets: \"ls\""), &asked), None);
        assert!(missed(&lines("gate/a gets: pwd"), &asked).is_some());
        assert!(missed(&lines("gate/a is not asked"), &asked).is_some());
        assert_eq!(missed(&lines("gate/b is not asked"), &asked), None);
    }
}
