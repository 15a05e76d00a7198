//! Programs that run the command in their own words: peeled by what is known of their options, not by position.

use std::rc::Rc;

use hookward_shell::Span;

use crate::builtins::directory;
use crate::commands::{Outcome, quoted};
use crate::effect::{Action, Launch, Purpose, Standing};
use crate::knowledge::{Given, Output, Role, Usage, assigns};
use crate::operands::joined_words;
use crate::programs::{package_program, tail};
use crate::source::{Source, Sources};
use crate::state::{Mount, State};
use crate::value::Value;
use crate::walk::Walk;

impl Walk<'_> {
    /// A wrapper around a command: the words of its subcommand, its own, and those of the command.
    pub(crate) fn wrapped(
        &mut self,
        name: &str,
        usage: &Usage,
        (subcommand, own, inner): (Vec<Value>, &[&Value], &[&Value]),
        span: Span,
        state: &mut State,
    ) -> Outcome {
        let Some(run) = &usage.run else { return Outcome::Done(Standing::Unknown) };
        let given = Given::of(own, usage);
        for does in usage.deeds(own, &|name| state.variable(name)) {
            self.effect(Action::Deed(does.deed, does.what.into()), span);
        }
        let mut inside = self.copy(state);
        if run.elsewhere() {
            let home = state.scene.home.unwrap_or("/");
            let cwd = if run.joined() { home } else { "/" };
            inside.cwd = Value::Known(cwd.to_owned());
        }
        self.privileged += usize::from(run.privileged());
        let mut mounts = Vec::new();
        let mut program = None;
        let mut ran = false;
        for (role, value) in given.roles() {
            match role {
                Role::Directory => inside.cwd = directory(&value, &inside.cwd),
                Role::Mount => mounts.extend(mount(&value, state)),
                Role::Environment => {
                    let name = value.prefix().split('=').next().unwrap_or_default().to_owned();
                    let set = tail(&value, name.len() + 1);
                    self.effect(Action::Environment(name, set), span);
                }
                // Where words are not joined, it stands before them.
                Role::Program if !run.joined() => program = Some(value),
                Role::Package | Role::Registry => self.package(&value, span),
                Role::Program => self.detour(&value, span, state),
                Role::Script => {
                    ran = true;
                    // `env -S 'rm -rf' ~`: the words behind are its arguments, those in front its own.
                    let value = if run.assignments() { split_string(&value, inner) } else { value };
                    self.peel(name, |walk| walk.shell_text(&value, span, "-c", &mut inside));
                }
                Role::Config => self.configured(&value, span, state),
                Role::Write => {
                    let place = state.place(&value);
                    self.write(place, Value::unknown(), span, state);
                }
                Role::Read => self.read(state.place(&value), span),
                Role::Variable => {
                    let shown = Sources::from(Source::Variable(value.to_string()));
                    self.print(&Value::Unknown(shown), span);
                }
                _ => {}
            }
        }
        for ((_, operand), role) in given.operands.iter().zip(&usage.operands) {
            if *role == Role::Write {
                let place = state.place(operand);
                self.write(place, Value::unknown(), span, state);
            }
        }
        if program.is_none() && !inner.is_empty() {
            let image = given.operands.first().and_then(|(_, image)| image.known());
            program =
                image.and_then(|image| usage.begins_with(image)).map(|name| Value::Known(name.to_owned()));
        }
        if run.assignments() {
            for word in inner.iter().chain(own) {
                self.exported_function(word, span, &inside);
            }
            for word in own.iter().filter(|word| assigns(word)) {
                let text = word.texts().first().map_or_else(|| word.prefix(), String::as_str);
                let variable = text.split('=').next().unwrap_or_default().to_owned();
                let value = tail(word, variable.len() + 1);
                self.effect(Action::Environment(variable.clone(), value.clone()), span);
                self.obeyed_variable(&variable, &value, span, &mut inside);
                inside.assign(&variable, value);
                inside.export(&variable);
            }
        }
        if run.elsewhere() {
            inside.elsewhere = Some(Rc::new(mounts));
            inside.anew = run.anew();
            inside.bare = run.bare() && !passes_variables(&given);
        }
        if run.elsewhere() && run.joined() {
            self.fed(&given, own, inner, span, state);
        }
        let outcome = if ran {
            Outcome::Peeled
        } else {
            self.run_inner((name, subcommand), usage, program, (own, inner), span, &mut inside)
        };
        self.privileged -= usize::from(run.privileged());
        state.keep_files(&inside);
        outcome
    }

    fn run_inner(
        &mut self,
        (name, subcommand): (&str, Vec<Value>),
        usage: &Usage,
        program: Option<Value>,
        (own, inner): (&[&Value], &[&Value]),
        span: Span,
        inside: &mut State,
    ) -> Outcome {
        if inner.is_empty() && program.is_none() {
            // `sudo -s`, `su`, `env`: a shell of its own, or nothing but what it prints.
            let stdin = inside.stdin.clone();
            match usage.stdin {
                Some(crate::knowledge::Language::Python) => {
                    self.code_text(crate::code::Language::Python, &stdin, span, inside);
                }
                stdin_code if stdin_code.is_some() || matches!(name, "sudo" | "doas" | "ssh") => {
                    self.shell_text(&stdin, span, name, inside);
                }
                _ => {}
            }
            if usage.output == Output::Environment {
                self.print(&inside.environment(), span);
            }
            return Outcome::Done(Standing::Known);
        }
        // No program has a blank in its name: one word that has is for a shell.
        let is_text = matches!(inner, [word] if word.prefix().contains([' ', ';', '|', '&']));
        // What is joined loses its quotes; where a word is not known, its own place says more.
        let is_whole = inner.iter().all(|word| word.known().is_some()) || inner.len() == 1;
        let joined = usage.run.as_ref().is_some_and(crate::knowledge::Run::joined) && is_whole;
        let joined = joined || (is_text && program.is_none());
        let package = inner.first().filter(|_| program.is_none());
        let words = own.iter().chain(package).map(|word| (*word).clone()).collect();
        let subcommand = Some(subcommand).filter(|_| package.is_some() && !joined);
        self.launched_by(Launch { by: name.to_owned(), subcommand, words }, |walk| {
            if joined {
                walk.shell_text(&joined_words(inner), span, name, inside);
            } else {
                // Behind these two dashes stands what composer hands on.
                let is_handed_on =
                    |at: usize, word: &Value| name == "composer" && at == 1 && word.known() == Some("--");
                let inner = inner.iter().enumerate().filter(|(at, word)| !is_handed_on(*at, word));
                let inner = inner.map(|(_, word)| (*word).clone());
                let command = match program {
                    Some(program) => entry_point(&program).into_iter().chain(inner).collect(),
                    None => {
                        let command: Vec<Value> = inner.collect();
                        if let Some(package) = command.first() {
                            walk.started_package(name, package, span);
                        }
                        packaged(name, command)
                    }
                };
                walk.command(command, span, inside);
            }
        });
        Outcome::Peeled
    }

    /// What another machine is fed, goes there.
    fn fed(&mut self, given: &Given, own: &[&Value], inner: &[&Value], span: Span, state: &State) {
        // What stands in the words is put there on this machine.
        let written = inner.iter().fold(Sources::NONE, |all, word| all.and(&word.sources()));
        let named = written
            .iter()
            .filter(|source| matches!(source, Source::Variable(_) | Source::Environment | Source::Secret(_)));
        let data = named.fold(state.stdin.sources(), |all, source| all.and(&Sources::from(source.clone())));
        let host = given.operands.first().map(|(_, host)| *host).or(own.last().copied());
        if let Some(target) = host.filter(|_| !data.is_empty()) {
            self.effect(Action::Send { data, target: target.clone(), purpose: Purpose::Content }, span);
        }
    }

    fn configured(&mut self, value: &Value, span: Span, state: &mut State) {
        let text = value.prefix();
        let Some(at) = text.find(['=', ' ']) else { return };
        let key = text.get(..at).unwrap_or_default().to_ascii_lowercase();
        if matches!(key.as_str(), "proxycommand" | "localcommand" | "knownhostscommand" | "remotecommand") {
            let mut apart = self.copy(state);
            self.shell_text(&tail(value, at + 1), span, "ssh", &mut apart);
        }
    }
}

/// Whether what runs in a container gets variables of this machine: `-e TOKEN`, `-e A=$TOKEN`, `--env-file`.
fn passes_variables(given: &Given) -> bool {
    let from_here = |value: &Value| !value.prefix().contains('=') || !value.sources().is_empty();
    ["--env-file", "--env-host"].iter().any(|option| given.option(option))
        || given.roles().iter().any(|(role, value)| *role == Role::Environment && from_here(value))
}

/// What `env -S` runs: its text, read by `env` once more, and the words that follow.
fn split_string(text: &Value, after: &[&Value]) -> Value {
    let after: Vec<Value> = after.iter().map(|word| (*word).clone()).collect();
    Value::Known("env ".to_owned()).join(text).join(&Value::Known(format!(" {}", quoted(&after))))
}

/// The words of an entry point: some tools split it.
fn entry_point(program: &Value) -> Vec<Value> {
    match program.known() {
        Some(text) => text.split_ascii_whitespace().map(|word| Value::Known(word.to_owned())).collect(),
        None => vec![program.clone()],
    }
}

/// The command of a runner that is given a package: the package's program.
fn packaged(runner: &str, mut command: Vec<Value>) -> Vec<Value> {
    let Some(package) = command.first().and_then(Value::known) else { return command };
    let program = match runner {
        "npx" | "npx.cmd" | "bunx" | "pnpx" | "jsrx" | "npm" | "npm.cmd" | "pnpm" | "pnpm.cmd" | "yarn"
        | "yarnpkg" | "bun" | "bun.exe" => package_program(package).to_owned(),
        "nix" if package.contains('#') => {
            if command.get(1).and_then(Value::known) == Some("--") {
                command.remove(1);
            }
            command
                .first()
                .and_then(Value::known)
                .and_then(|word| word.rsplit('#').next())
                .map(str::to_owned)
                .unwrap_or_default()
        }
        // A script of Python.
        "uv" if package.rsplit('.').next() == Some("py") => {
            command.insert(0, Value::Known("python".to_owned()));
            return command;
        }
        _ => return command,
    };
    if let Some(first) = command.first_mut() {
        *first = Value::Known(program);
    }
    command
}

/// `here:there[:ro]`, `type=bind,source=here,target=there`.
fn mount(value: &Value, state: &State) -> Option<Mount> {
    let text = value.known()?;
    let field = |names: &[&str]| {
        text.split(',').find_map(|part| {
            let (key, value) = part.split_once('=')?;
            names.contains(&key).then_some(value)
        })
    };
    let (host, inside) = match (field(&["source", "src"]), field(&["target", "dst", "destination"])) {
        (Some(host), Some(inside)) => (host, inside),
        _ => {
            let mut parts = text.split(':');
            (parts.next()?, parts.next()?)
        }
    };
    // A name without a slash is a volume, not a directory of this machine.
    if !host.contains('/') && host != "." {
        return None;
    }
    let host = state.place(&Value::Known(host.to_owned())).spots.first()?.path.clone();
    Some(Mount { host, inside: inside.to_owned() })
}
