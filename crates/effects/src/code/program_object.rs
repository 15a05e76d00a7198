//! Libraries whose functions are programs, or the subcommands of one: `sh.rm('-rf', 'x')`, `repo.git.reset('--hard')`.

use super::arguments::Arguments;
use super::datum::Datum;
use super::machine::Machine;
use super::process_deed::started;
use super::tables;
use super::thing::Thing;
use super::{Language, Started, Step};
use crate::effect::Action;
use crate::forge;
use crate::programs::is_git_command;
use crate::value::Value;

/// Options that only name what is given with them.
const PLAIN: &[&str] = &["refspec", "remote", "branch", "ref", "commit", "path", "paths", "name"];

/// What git can be told to do with the work tree when it resets.
const MODES: &[&str] = &["hard", "mixed", "soft", "keep", "merge"];

impl Machine<'_> {
    /// Starts the program that a function of such a library stands for.
    pub(super) fn program_member(&mut self, name: &str, arguments: &Arguments) -> Option<Thing> {
        let words = self.program_words(name)?;
        Some(self.start_words(with_arguments(words, arguments), arguments))
    }

    /// The words that a name of such a library stands for.
    pub(super) fn program_words(&self, name: &str) -> Option<Vec<Datum>> {
        let programs = tables::programs(self.dialect.language);
        let (members, program) =
            programs.iter().find_map(|(prefix, program)| Some((name.strip_prefix(prefix)?, program)))?;
        let members = members.split('.').filter(|member| !matches!(*member, "" | "raw" | "call"));
        let members = members.map(|member| match self.dialect.language {
            // A name cannot have a dash in it there.
            Language::Python | Language::Ruby => Datum::known(member.replace('_', "-")),
            _ => Datum::known(member),
        });
        Some(program.iter().map(|word| Datum::known(*word)).chain(members).collect())
    }

    /// `octokit.request('PUT /repos/a/b/contents/c', {…})`, `octokit.graphql('mutation { … }')`
    pub(super) fn ask_forge(&mut self, arguments: &Arguments) -> Thing {
        let asked = arguments.thing(0).datum().value.to_string();
        let (method, path) =
            asked.split_once(' ').filter(|(_, path)| path.starts_with('/')).unwrap_or(("POST", "/graphql"));
        if let Some(Action::Deed(deed, _)) = forge::commit(method, path, || vec![asked.clone()]) {
            self.emit(Step::Commit(deed));
        }
        Thing::unknown()
    }

    /// A method of what git has given, by the name of a command of its own: the next of a chain,
    /// `git.add('.').commit('x')`.
    pub(super) fn chained(&mut self, receiver: &Thing, name: &str, arguments: &Arguments) -> Option<Thing> {
        let is_git = |words: &[Value]| words.first().and_then(Value::known) == Some("git");
        let given = started(&receiver.datum())?;
        let chains = self.is(Language::JavaScript)
            && matches!(given, Started::Words(words) if is_git(&words))
            && is_git_command(name);
        chains.then(|| {
            let command: &[&str] = if name == "commit" { &["git", "commit", "-m"] } else { &["git", name] };
            self.command_member(command, arguments)
        })
    }

    /// Starts a command whose first words are known.
    pub(super) fn command_member(&mut self, command: &[&str], arguments: &Arguments) -> Thing {
        let words = command.iter().map(|word| Datum::known(*word)).collect();
        self.start_words(with_arguments(words, arguments), arguments)
    }

    /// `os.chown(path, user, group)`: the program has the owner first. The group is of no matter.
    pub(super) fn own(&mut self, arguments: &Arguments) -> Thing {
        let order = [arguments.thing(1), arguments.thing(0)];
        self.command_member(&["chown"], &Arguments::of(order))
    }
}

/// Words, and those that the arguments of a call stand for.
fn with_arguments(mut words: Vec<Datum>, arguments: &Arguments) -> Vec<Datum> {
    let known = |at: usize| words.get(at).and_then(Datum::text);
    let (resets, cleans) = match (known(0), known(1)) {
        (Some("git"), verb) => (verb == Some("reset"), verb == Some("clean")),
        _ => (false, false),
    };
    for thing in arguments.things() {
        match thing {
            Thing::Table(entries) => {
                words.extend(entries.iter().filter_map(|(key, thing)| option(key, thing)));
            }
            // A constant of the library: `GIT_RESET_HARD`, `ResetMode.HARD`.
            Thing::Named(name) => {
                let last = name.rsplit(['.', '_']).next().unwrap_or(name);
                words.push(Datum::known(last.to_ascii_lowercase()));
            }
            other => words.extend(other.data()),
        }
    }
    words.extend(arguments.named.iter().filter_map(|(key, thing)| option(key, thing)));
    for word in words.iter_mut().skip(2).filter(|_| resets || cleans) {
        let Some(text) = word.text() else { continue };
        if resets && MODES.contains(&text) {
            *word = Datum::known(format!("--{text}"));
        } else if cleans && text.chars().all(|letter| letter.is_ascii_alphabetic()) {
            *word = Datum::known(format!("-{text}"));
        }
    }
    words
}

/// The word that an option given by name stands for.
fn option(key: &str, thing: &Thing) -> Option<Datum> {
    // GitPython's own word for it.
    if key == "skip_hooks" {
        return thing.may_be_true().then(|| Datum::known("--no-verify"));
    }
    if PLAIN.contains(&key) {
        return thing.data().into_iter().next();
    }
    if matches!(key, "shell" | "cwd" | "env" | "index" | "timeout" | "check") || key.starts_with('_') {
        return None;
    }
    let name = match key {
        "working_tree" => "--hard".to_owned(),
        key if key.starts_with('-') => key.to_owned(),
        key if key.len() == 1 => format!("-{key}"),
        key => format!("--{}", key.replace('_', "-")),
    };
    match thing {
        Thing::Named(name_) if matches!(&**name_, "False" | "false") => None,
        Thing::Text(datum) => Some(Datum::known(format!("{name}=")).join(datum)),
        _ => Some(Datum::known(name)),
    }
}
