//! Programs that a manager of packages runs in several of them: `pnpm -r exec vitest run`, `npm exec -w a -- vitest run`.

use hookward_effects::{Command, Launch, Value};

use super::scripts::{chosen, each, manager};
use super::{Named, Rooted, Scripts};

/// Options of theirs that say in which order packages come, with their values.
const VALUED: &[&str] = &["--workspace-concurrency", "--reporter", "--loglevel"];

/// What the words of a manager leave for what it runs, the packages that they choose, and whether the root is one.
struct Chosen<'l> {
    left: Vec<&'l str>,
    of: Vec<String>,
    root: Rooted,
}

/// The packages that a manager was told to run a program in, which is in the next words; `None` if it runs where it was started.
pub(in crate::evidence) fn executed(command: &Command) -> Option<Named> {
    let (launch, found) = command.launched.iter().find_map(|launch| Some((launch, packages(launch)?)))?;
    let words: Option<Vec<String>> = command.words.iter().map(|word| word.known().map(quoted)).collect();
    let (run, by) = (words?.join(" "), manager(&launch.by));
    Some(Named::Scripts(Scripts { script: None, run, of: found.of, root: found.root, by }))
}

/// The words of a manager without those that choose packages.
pub(in crate::evidence) fn without_packages(launch: &Launch) -> Option<Vec<Value>> {
    let found = packages(launch)?;
    Some(found.left.into_iter().map(|word| Value::Known(word.to_owned())).collect())
}

fn packages(launch: &Launch) -> Option<Chosen<'_>> {
    let words: Option<Vec<&str>> = launch.words.iter().map(Value::known).collect();
    let words = words?;
    match (launch.by.as_str(), words.as_slice()) {
        ("npm" | "pnpm" | "bun", words) => {
            let (left, of, root) = chosen(&launch.by, words)?;
            let (left, _) = super::taken(&left, VALUED);
            Some(Chosen { left, of: of.into_iter().map(str::to_owned).collect(), root })
        }
        ("yarn", ["workspace", package]) => {
            Some(Chosen { left: Vec::new(), of: vec![(*package).to_owned()], root: Rooted::Out })
        }
        ("yarn", ["workspaces", own @ ..]) => {
            let (of, root) = each(own)?;
            Some(Chosen { left: Vec::new(), of, root })
        }
        _ => None,
    }
}

/// A word as a shell would need it written.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./:=@,+".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
