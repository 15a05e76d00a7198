//! Bash itself: the programs that it runs, with their arguments, are among the commands that are derived.
//!
//! Random scripts run in an empty folder, where only stubs that write down their words can be found, and some tools that
//! do nothing but run those or change a text. `HOOKWARD_SCRIPTS` and `HOOKWARD_SEED` make the run longer or another.

#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test that cannot go on fails, and says what it has found"
)]

mod admits;
mod grammar;
mod sandbox;
mod vocabulary;
mod write;

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use hookward_effects::{Action, Call, Facts, Opacity, Scene, Source, Value, facts};

use crate::sandbox::{BASH, Sandbox, is_stub};
use crate::write::{Random, Script};

/// Scripts of one run, unless it is asked for more.
const SCRIPTS: usize = 1_500;

#[derive(Default)]
struct Found {
    /// Commands that bash has run.
    run: usize,
    /// Those that are derived word for word.
    exact: usize,
    /// Those that a derived command with open words admits.
    admitted: usize,
    /// Those that are not derived, where it is said that something is not seen.
    given_up: usize,
    /// Those that are not derived, and nothing is said.
    unsound: Vec<String>,
    /// Commands that are derived word for word in scripts without branches, and did not run.
    extra: Vec<String>,
    straight: usize,
}

fn number(name: &str) -> Option<usize> {
    std::env::var(name).ok()?.parse().ok()
}

fn derived(text: &str, folder: &Path) -> Facts {
    let folder = folder.to_str().unwrap();
    let scene = Scene { cwd: folder, home: Some(folder), roots: &[], world: &sandbox::Disk };
    facts(&Call::shell(text), &scene)
}

/// Whether the analysis says that there is something it has not seen, in words that a rule objects to.
fn gives_up(facts: &Facts) -> bool {
    facts.effects.iter().any(|effect| match &effect.action {
        Action::Opaque(Opacity::Syntax(_) | Opacity::Size | Opacity::Budget | Opacity::Disguise) => true,
        Action::Run(sources) => sources
            .iter()
            .any(|source| matches!(source, Source::Encoded | Source::Unfollowed | Source::Network(_))),
        _ => false,
    })
}

fn known(words: &[Value]) -> Option<Vec<String>> {
    words.iter().map(|word| word.known().map(str::to_owned)).collect()
}

fn is_same(derived: &[String], real: &[String]) -> bool {
    derived.len() == real.len() && derived.iter().zip(real).all(|(one, other)| admits::is_same(one, other))
}

fn show(words: &[Value]) -> String {
    words.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(" ")
}

fn compare(script: &Script, sandbox: &Sandbox, found: &mut Found) {
    let ran = sandbox.run(&script.text);
    let facts = derived(&script.text, &sandbox.work);
    let mut exact: Vec<Vec<String>> = facts.commands.iter().filter_map(|it| known(&it.words)).collect();
    exact.retain(|words| is_stub(&words[0]));
    let seen = || {
        let shown = facts.commands.iter().map(|command| show(&command.words));
        format!("{}\nderived:\n  {}\n", script.text, shown.collect::<Vec<_>>().join("\n  "))
    };
    found.run += ran.len();
    for words in &ran {
        if let Some(at) = exact.iter().position(|derived| is_same(derived, words)) {
            found.exact += 1;
            // In a loop one derived command runs many times.
            if script.straight {
                exact.swap_remove(at);
            }
        } else if facts.commands.iter().any(|command| admits::command(&command.words, words)) {
            found.admitted += 1;
        } else if gives_up(&facts) {
            found.given_up += 1;
            if std::env::var("HOOKWARD_SHOW").is_ok_and(|what| what == "given-up") {
                println!("--- given up {words:?} in\n{}", seen());
            }
        } else {
            found.unsound.push(format!("bash runs {words:?} in\n{}", seen()));
        }
    }
    if script.straight {
        found.straight += 1;
        for words in exact {
            found.extra.push(format!("bash does not run {words:?} in\n{}it ran {ran:?}\n", seen()));
        }
    }
}

#[test]
fn what_bash_runs_is_derived() {
    if !Path::new(BASH).exists() {
        return;
    }
    let (count, seed) = (number("HOOKWARD_SCRIPTS").unwrap_or(SCRIPTS), number("HOOKWARD_SEED").unwrap_or(1));
    let next = AtomicUsize::new(0);
    let all = Mutex::new(Found::default());
    let threads = std::thread::available_parallelism().map_or(2, Into::into);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (next, all) = (&next, &all);
            scope.spawn(move || {
                let sandbox = Sandbox::new(thread);
                let mut found = Found::default();
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= count {
                        break;
                    }
                    let script = write::script(&mut Random::new(seed, at), at);
                    compare(&script, &sandbox, &mut found);
                }
                sandbox.remove();
                let mut all = all.lock().unwrap();
                all.run += found.run;
                all.exact += found.exact;
                all.admitted += found.admitted;
                all.given_up += found.given_up;
                all.straight += found.straight;
                all.unsound.extend(found.unsound);
                all.extra.extend(found.extra);
            });
        }
    });
    let found = all.into_inner().unwrap();
    println!(
        "{count} scripts, {} commands: {} exact, {} admitted, {} given up, {} missed; {} extra in {} straight scripts",
        found.run,
        found.exact,
        found.admitted,
        found.given_up,
        found.unsound.len(),
        found.extra.len(),
        found.straight
    );
    let shown = number("HOOKWARD_SHOWN").unwrap_or(5);
    let mut unsound = found.unsound;
    unsound.sort_by_key(String::len);
    for text in unsound.iter().take(shown) {
        println!("--- {text}");
    }
    let mut extra = found.extra;
    extra.sort_by_key(String::len);
    for text in extra.iter().take(shown) {
        println!("--- {text}");
    }
    assert!(unsound.is_empty(), "{} commands are not derived", unsound.len());
    assert!(found.given_up * 100 <= found.run, "{} commands are given up", found.given_up);
    assert!(extra.len() * 50 <= found.straight, "{} commands did not run", extra.len());
    assert!(found.run >= count, "only {} commands ran", found.run);
}
