//! What a simple command does to what is known of a status: it ends the shell with it, keeps it in a variable, asks for it,
//! or leaves it alone.

use hookward_shell::{
    Assignment, Operation, Part, Redirect, RedirectKind, Simple, Value as Assigned, Variable, Word,
};

use super::{Course, Next, Status};
use crate::commands::is_known;
use crate::input::separators;
use crate::program_name::base_name;
use crate::state::State;

/// Variables that give back something else than what was put into them, or decide what words are.
pub(in crate::walk) const UNSTEADY: &[&str] = &[
    "RANDOM",
    "SRANDOM",
    "SECONDS",
    "LINENO",
    "HISTCMD",
    "EPOCHSECONDS",
    "EPOCHREALTIME",
    "GROUPS",
    "DIRSTACK",
    "FUNCNAME",
    "OPTIND",
    "IFS",
    "_",
];

/// Where bash keeps how the parts of a pipe have ended.
pub(super) const PIPES: &str = "PIPESTATUS";

/// Words of the shell that change none of its variables.
const QUIET: &[&str] = &["echo", "pwd", "cd", "kill", "jobs", "umask", "ulimit", "times"];

/// Words of the shell that are known as programs are, and run something in it.
const IN_THE_SHELL: &[&str] =
    &["builtin", "command", "exec", "eval", "source", ".", "noglob", "nocorrect", "printf", "set", "unset"];

/// Programs that check a project and do nothing else of which anything is known. No text calls a function of its own so, which could
/// change a variable.
#[rustfmt::skip]
const CHECKS: &[&str] = &[
    "pytest", "py.test", "tox", "nox", "mypy", "pyright", "ruff", "black", "flake8", "pylint", "vitest", "jest", "mocha", "ava", "tap",
    "jasmine", "playwright", "cypress", "karma", "eslint", "prettier", "biome", "tsc", "vue-tsc", "turbo", "nx", "lerna", "phpunit",
    "pest", "paratest", "phpstan", "psalm", "rspec", "rubocop", "rails", "ctest", "mvn", "mvnd", "gradle", "sbt", "lein", "dotnet",
    "swift", "mix", "bats", "shellspec", "shellcheck", "prove", "busted", "golangci-lint", "staticcheck", "gotestsum", "stack", "cabal",
    "dune", "flutter", "dart", "forge", "rebar3", "gleam", "bazel", "meson", "ninja", "tofu", "terraform",
];

/// What `[` makes numbers of, and so evaluates in some shells; and names of variables.
const EVALUATING: &[&str] = &["-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-v", "-R"];

impl<'t> Course<'t> {
    pub(super) fn simple(&mut self, simple: &'t Simple) -> Next {
        let next = self.run(simple);
        self.piped = None;
        next
    }

    fn run(&mut self, simple: &'t Simple) -> Next {
        let values = simple.assignments.iter().flat_map(assigned);
        if !simple.words.iter().chain(values).all(|word| piped(word).is_some() || assigns_nothing(word)) {
            return Next::UNKNOWN;
        }
        let Some((first, words)) = simple.words.split_first() else {
            return self.assign(&simple.assignments);
        };
        let Some(name) = name_of(first) else { return Next::UNKNOWN };
        if self.state.function(&name).is_some() || self.state.alias_of(&name).is_some() {
            return Next::UNKNOWN;
        }
        // Outside of a function, `local` fails and assigns nothing.
        let is_local = name == "local" && self.in_function;
        if is_local || matches!(name.as_str(), "declare" | "typeset" | "export") {
            return if words.is_empty() { self.assign(&simple.assignments) } else { Next::UNKNOWN };
        }
        self.held.retain(|(held, _)| simple.assignments.iter().all(|assignment| assignment.name != *held));
        self.status = match name.as_str() {
            "exit" => return Next::End(self.given(words)),
            "return" => {
                self.returned = true;
                self.given(words)
            }
            "true" | ":" => Status::Worked,
            "false" => Status::Failed,
            "[" | "test" => match self.tested(words) {
                Some(status) => status,
                None => return Next::UNKNOWN,
            },
            "set" if words.iter().all(is_switch) => Status::Worked,
            name if is_quiet(name, words) => Status::Either,
            _ => return Next::UNKNOWN,
        };
        Next::Statement
    }

    /// `rc=$?`
    fn assign(&mut self, assignments: &'t [Assignment]) -> Next {
        let fits = |name: &str| {
            !UNSTEADY.contains(&name)
                && self.state.referred(name) == name
                && !self.fixed.iter().any(|fixed| fixed == name)
        };
        if !assignments.iter().all(|assignment| fits(&assignment.name)) {
            return Next::UNKNOWN;
        }
        // All of them see the status from before.
        let found: Vec<(&str, Option<Status>)> = assignments
            .iter()
            .map(|assignment| {
                let whole = assignment.subscript.is_none() && !assignment.append;
                let status = match &assignment.value {
                    Assigned::Scalar(word) if whole => self.status_in(word),
                    Assigned::Scalar(_) | Assigned::Array(_) => None,
                };
                (assignment.name.as_str(), status)
            })
            .collect();
        for (name, status) in found {
            self.held.retain(|(held, _)| *held != name);
            self.held.extend(status.filter(|status| *status != Status::Either).map(|status| (name, status)));
        }
        let asks = |part: &Part| matches!(part, Part::Substitution { .. });
        let runs = assignments.iter().flat_map(assigned).any(|word| word.parts.iter().any(asks));
        self.status = if runs { Status::Either } else { Status::Worked };
        Next::Statement
    }

    /// What `exit` or `return` gives back.
    fn given(&self, words: &[Word]) -> Status {
        match words {
            [] => self.status,
            [word] => self.status_in(word).unwrap_or(Status::Either),
            _ => Status::Either,
        }
    }

    /// The status that a word stands for.
    fn status_in(&self, word: &Word) -> Option<Status> {
        match word.parts.as_slice() {
            [Part::Variable(variable)] if variable.operation == Operation::Plain => {
                let held = self.held.iter().find(|(held, _)| *held == variable.name);
                held.map(|(_, status)| *status).or((variable.name == "?").then_some(self.status))
            }
            _ => Status::written(&word.literal()?),
        }
    }

    /// The status that a word stands for if it is one of a pipe. Only `[` takes it for certain: zsh has another name for it, finds
    /// nothing there, and `exit` without a word ends as the last part of the pipe has.
    fn piped_in(&self, word: &Word) -> Option<Status> {
        let (index, status) = self.piped?;
        (piped(word)? == index).then_some(status)
    }

    /// `[ $? -ne 0 ]`; nothing if what it evaluates may change something.
    fn tested(&self, words: &[Word]) -> Option<Status> {
        let texts: Vec<Option<String>> = words.iter().map(Word::literal).collect();
        let texts: Vec<Option<&str>> = texts.iter().map(Option::as_deref).collect();
        if let (
            [left, _, _] | [left, _, _, _],
            [_, Some(operator), Some("0")] | [_, Some(operator), Some("0"), Some("]")],
        ) = (words, texts.as_slice())
            && let Some(status) = self.status_in(left).or_else(|| self.piped_in(left))
        {
            match *operator {
                "-eq" | "=" | "==" => return Some(status),
                "-ne" | "!=" | "-gt" => return Some(status.turned()),
                _ => {}
            }
        }
        let evaluates = texts.iter().flatten().any(|text| EVALUATING.contains(text));
        (!evaluates).then_some(Status::Either)
    }
}

/// Whether a status stays one word: a digit that separates words makes another one of it.
pub(in crate::walk) fn keeps_numbers(state: &State) -> bool {
    let is_known = state.variable("IFS").is_none_or(|separators| separators.known().is_some());
    is_known && !separators(state).contains(|letter: char| letter.is_ascii_digit())
}

/// Which part of a pipe a word asks for: `${PIPESTATUS[0]}`. Between quotes it is a word even where it is empty, which zsh takes
/// for a zero.
pub(super) fn piped(word: &Word) -> Option<usize> {
    let [Part::Variable(variable)] = word.parts.as_slice() else { return None };
    let is_plain = variable.operation == Operation::Plain && !variable.quoted;
    let subscript = variable.subscript.as_ref().filter(|_| is_plain && variable.name == PIPES)?;
    subscript.literal()?.parse().ok()
}

/// `cd a`
pub(super) fn is_cd(simple: &Simple) -> bool {
    let is_name = simple.words.first().is_some_and(|word| word.literal().as_deref() == Some("cd"));
    is_name && simple.assignments.is_empty() && simple.words.iter().all(assigns_nothing)
}

/// A word of `set` that only says when the shell ends, and what it tells.
fn is_switch(word: &Word) -> bool {
    const NAMES: &[&str] = &["errexit", "pipefail", "nounset", "xtrace"];
    word.literal().is_some_and(|text| {
        let letters = text.strip_prefix(['-', '+']).filter(|letters| !letters.is_empty());
        letters.map_or(NAMES.contains(&text.as_str()), |letters| {
            letters.chars().all(|letter| matches!(letter, 'e' | 'u' | 'x' | 'o'))
        })
    })
}

/// Whether a command leaves the variables of the shell alone, and the shell where it is.
fn is_quiet(name: &str, words: &[Word]) -> bool {
    let starts = |word: &Word| word.literal().is_some_and(|text| !text.starts_with('-'));
    match name {
        // An option names a variable.
        "wait" => words.iter().all(starts),
        "printf" => words.first().is_some_and(starts),
        // A path is a program.
        _ => {
            name.contains('/')
                || QUIET.contains(&name)
                || CHECKS.contains(&name)
                || (!IN_THE_SHELL.contains(&name) && is_known(base_name(name)))
        }
    }
}

fn name_of(word: &Word) -> Option<String> {
    match word.parts.as_slice() {
        [Part::Bare { text, .. }] if text == "[" => Some(text.clone()),
        _ => word.literal(),
    }
}

/// The words of what is assigned.
fn assigned(assignment: &Assignment) -> Vec<&Word> {
    let mut words: Vec<&Word> = assignment.subscript.iter().collect();
    match &assignment.value {
        Assigned::Scalar(word) => words.push(word),
        Assigned::Array(elements) => {
            words.extend(elements.iter().flat_map(|(key, word)| key.iter().chain([word])));
        }
    }
    words
}

/// Whether to expand a word changes nothing: `$((rc=0))` and `${rc:=0}` do. What runs in it runs apart.
fn assigns_nothing(word: &Word) -> bool {
    word.parts.iter().all(|part| match part {
        Part::Bare { .. } | Part::Quoted { .. } | Part::Substitution { .. } | Part::Process { .. } => true,
        Part::Arithmetic { .. } => false,
        Part::Variable(variable) => is_only_looked_at(variable),
    })
}

fn is_only_looked_at(variable: &Variable) -> bool {
    let looks = match &variable.operation {
        Operation::Plain
        | Operation::Default(_)
        | Operation::Alternative(_)
        | Operation::Length
        | Operation::Trim { .. }
        | Operation::Replace { .. }
        | Operation::Transform(_) => true,
        // An offset is evaluated, and so is what a name leads to.
        Operation::Assign(_)
        | Operation::Required(_)
        | Operation::Indirect(_)
        | Operation::Slice { .. }
        | Operation::Other => false,
    };
    looks && variable.subscript.is_none() && variable.words().all(assigns_nothing)
}

/// Whether a redirection changes no variable of the shell.
pub(super) fn assigns_nothing_beside(redirect: &Redirect) -> bool {
    let (RedirectKind::Read(word)
    | RedirectKind::Write(word)
    | RedirectKind::Append(word)
    | RedirectKind::ReadWrite(word)
    | RedirectKind::HereDocument(word)
    | RedirectKind::HereString(word)
    | RedirectKind::Duplicate(word)) = &redirect.kind;
    redirect.variable.is_none() && assigns_nothing(word)
}
