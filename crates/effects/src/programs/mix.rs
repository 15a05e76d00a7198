//! Mix, which runs tasks of Elixir: several in one call (`mix do compile + test`), and those that a project has named itself, or
//! put in the place of others (`aliases` of its manifest).

mod aliases;

use hookward_shell::Span;

use self::aliases::Alias;
use super::Arguments;
use super::build::content;
use crate::code::Language;
use crate::commands::{Outcome, quoted};
use crate::effect::Standing;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

const MANIFEST: &str = "mix.exs";

/// Tasks that hand on to the next, and leave it to the end of all of them how the call ends. Others may stop the machine in between,
/// and say that all is well.
#[rustfmt::skip]
const STEADY: &[&str] = &[
    "compile", "format", "clean", "test", "deps.get", "deps.compile", "deps.unlock", "deps.audit", "credo", "dialyzer", "sobelow",
    "doctor", "docs", "hex.audit", "loadpaths", "app.config", "xref", "gettext.extract", "coveralls", "assets.build",
    "assets.deploy", "assets.setup", "ecto.create", "ecto.migrate", "ecto.drop", "ecto.reset", "ecto.load", "ecto.setup",
    "ash.setup", "phx.digest",
];

pub(super) fn run(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) -> Option<Outcome> {
    let given = Arguments::of(rest, &["-e", "--eval", "-r", "--require"]);
    let mut code = given.all_values(&["-e", "--eval"]);
    if given.first() == Some("eval") {
        code.extend(given.operands.get(1).map(|code| (*code).clone()));
    }
    for code in code {
        walk.code_text(Language::Elixir, &code, span, state);
    }
    let (task, behind) = rest.split_first()?;
    let task = task.known().filter(|task| !task.starts_with('-'))?;
    if task == "do" {
        return several(walk, behind, span, state);
    }
    let through = format!("mix {task}");
    // Inside of what stands for it, the task is the usual one.
    if walk.through.contains(&through) {
        return None;
    }
    let manifest = content(walk, &Value::Known(MANIFEST.to_owned()), state)?;
    let tasks = match aliases::of(&manifest, task)? {
        Alias::Tasks(tasks) => tasks,
        // Its own functions come with the rest: the task itself is one of them, or else nobody knows what runs.
        Alias::Code { names_itself: true } => return None,
        Alias::Code { names_itself: false } => vec!["alias.unknown".to_owned()],
    };
    let call = Call { tasks: &tasks, more: behind, manifest: &manifest };
    call.run(walk, (&through, span), state);
    Some(Outcome::Done(Standing::Unknown))
}

/// `mix do compile + test`, or as it was written before: `mix do compile, test`.
fn several(walk: &mut Walk, words: &[Value], span: Span, state: &mut State) -> Option<Outcome> {
    let mut tasks: Vec<String> = vec![String::new()];
    for word in words {
        let word = word.known()?;
        if word == "+" {
            tasks.push(String::new());
            continue;
        }
        let (own, is_last) = word.strip_suffix(',').map_or((word, false), |own| (own, true));
        if let Some(task) = tasks.last_mut() {
            let blank = if task.is_empty() { "" } else { " " };
            *task = format!("{task}{blank}{own}");
        }
        if is_last {
            tasks.push(String::new());
        }
    }
    let manifest = content(walk, &Value::Known(MANIFEST.to_owned()), state).unwrap_or_default();
    Call { tasks: &tasks, more: &[], manifest: &manifest }.run(walk, ("mix do", span), state);
    Some(Outcome::Done(Standing::Unknown))
}

/// Tasks of one call. What is given to it is given to the last of them.
struct Call<'c> {
    tasks: &'c [String],
    more: &'c [Value],
    manifest: &'c str,
}

impl Call<'_> {
    fn run(&self, walk: &mut Walk, (through, span): (&str, Span), state: &State) {
        let tasks = || self.tasks.iter().filter(|task| !task.is_empty());
        let is_heard = tasks().all(|task| is_steady(task, self.manifest, MAX_DEPTH));
        let mut texts: Vec<String> = tasks().map(|task| text(task)).collect();
        if let Some(last) = texts.last_mut().filter(|_| !self.more.is_empty()) {
            *last = format!("{last} {}", quoted(self.more));
        }
        // What is put in the place of a task and does nothing is nothing.
        let text = if texts.is_empty() { "true".to_owned() } else { texts.join(" && ") };
        walk.within_file(MANIFEST.to_owned(), text.len(), |walk| {
            let mut apart = walk.copy(state);
            walk.vouching(is_heard, |walk| walk.nested(&text, span, through, &mut apart));
        });
    }
}

/// Names that stand for names are followed so far.
const MAX_DEPTH: usize = 4;

/// Whether a task hands on to the next, or stands for such as do.
fn is_steady(task: &str, manifest: &str, depth: usize) -> bool {
    let name = task.split(' ').next().unwrap_or_default();
    let is_usual = STEADY.contains(&name) || name.starts_with("coveralls.");
    match aliases::of(manifest, name) {
        // Its own name stands for the usual one in there.
        Some(Alias::Tasks(tasks)) if depth > 0 => tasks.iter().all(|task| {
            let is_itself = task.split(' ').next() == Some(name);
            if is_itself { is_usual } else { is_steady(task, manifest, depth - 1) }
        }),
        Some(Alias::Code { names_itself: true }) | None => is_usual,
        Some(_) => false,
    }
}

/// A task as a shell would run it. Of what a shell would read otherwise, only the name is told, and that it is not all.
fn text(task: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || " .,:_-=/+@".contains(letter);
    if task.chars().all(is_plain) {
        return format!("mix {task}");
    }
    let name = task.split(' ').next().unwrap_or_default();
    format!("mix {} --some", name.replace(|letter| !is_plain(letter), ""))
}
