//! Programs that run others in an environment of the project, as they are.

use crate::value::Value;

/// What Hatch is told at length, in short: `hatch env run -e test pytest` is `hatch -e test run pytest`. `None` if it is told
/// something else.
pub(super) fn hatch_in_short(rest: &[Value]) -> Option<Vec<Value>> {
    let word = |at: usize| rest.get(at).and_then(Value::known);
    let (Some("env"), Some("run")) = (word(0), word(1)) else { return None };
    let known = |text: &str| Value::Known(text.to_owned());
    let (chosen, from) = match (word(2)?, rest.get(3)) {
        ("-e" | "--env", Some(environment)) => (vec![known("-e"), environment.clone()], 4),
        _ => (Vec::new(), 2),
    };
    let from = if word(from) == Some("--") { from + 1 } else { from };
    let behind = rest.get(from..)?;
    // Any other option may name more environments, or leave some out.
    let is_command = behind.first().is_some_and(|word| !word.prefix().starts_with('-'));
    let front = std::iter::once(known("hatch")).chain(chosen).chain([known("run")]);
    is_command.then(|| front.chain(behind.iter().cloned()).collect())
}

/// What Pixi is told to run that is no task: `pixi run -e test pytest`. `None` with options that nobody knows here.
pub(super) fn run_by_pixi(rest: &[Value]) -> Option<&[Value]> {
    let mut words = rest.split_first().filter(|(verb, _)| matches!(verb.known(), Some("run" | "r")))?.1;
    while let Some((word, behind)) = words.split_first() {
        match word.known()? {
            "-e" | "--environment" => words = behind.get(1..)?,
            "-q" | "--quiet" | "-v" | "--frozen" | "--locked" => words = behind,
            "--" => return Some(behind),
            option if option.starts_with('-') => return None,
            _ => return Some(words),
        }
    }
    None
}
