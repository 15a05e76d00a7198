//! The shell's own commands: they change what the shell knows.

mod directories;
mod printing;

use std::rc::Rc;

use hookward_shell::Span;

pub(crate) use directories::{change_directory, directory};
pub(crate) use printing::joined;

use crate::arithmetic::{calculate, forget_assigned};
use crate::effect::{Action, Deed, Opacity, Standing};
use crate::held::{Held, bounded, either, perhaps};
use crate::operands::searched;
use crate::programs::located;
use crate::source::{Source, Sources};
use crate::state::State;
use crate::value::{Piece, Value};
use crate::walk::{Overwriting, Tracing, Walk};

/// A descriptor that stands for the connection of zsh.
const CONNECTION: u32 = 61;

/// What was typed before, and may hold anything.
pub(crate) const HISTORY: &str = "/.bash_history";

impl Walk<'_> {
    /// Runs a builtin, if it is one. `None`: it is a program.
    pub(crate) fn builtin(
        &mut self,
        name: &str,
        rest: &[Value],
        span: Span,
        state: &mut State,
    ) -> Option<Standing> {
        match name {
            "cd" | "pushd" => {
                if name == "pushd" {
                    Rc::make_mut(&mut state.pushed).push(state.cwd.clone());
                }
                change_directory(rest, state);
                return Some(Standing::ReadOnly);
            }
            "popd" => {
                state.cwd = Rc::make_mut(&mut state.pushed)
                    .pop()
                    .filter(|_| rest.is_empty())
                    .unwrap_or_else(Value::unknown);
            }
            "export" | "declare" | "local" | "readonly" | "typeset" => self.declare(name, rest, span, state),
            "set" => self.set(rest, span, state),
            "shift" => shift(rest, state),
            "read" => {
                for word in rest {
                    self.evaluated(word, span, state);
                }
                self.read_builtin(rest, state);
                // Which variables it sets, a rule may want to know.
                for name in rest.iter().filter_map(Value::known).filter(|word| !word.starts_with('-')) {
                    self.effect(Action::Environment(name.to_owned(), Value::unknown()), span);
                }
                return Some(Standing::ReadOnly);
            }
            "mapfile" | "readarray" => self.mapfile(rest, span, state),
            "hash" if rest.iter().any(|word| word.prefix().starts_with("-p")) => {
                let program = rest.get(1).map(ToString::to_string).unwrap_or_default();
                self.opaque(Opacity::Detour(program), span);
            }
            "command" if matches!(rest.first().and_then(Value::known), Some("-v" | "-V")) => {
                for name in rest.iter().skip(1) {
                    self.print(&located(name, state).join(&Value::Known("\n".to_owned())), span);
                }
                return Some(Standing::ReadOnly);
            }
            "test" | "[" => {
                // bash evaluates the operand of `-v`.
                for pair in rest.windows(2) {
                    if let [flag, value] = pair
                        && matches!(flag.known(), Some("-v" | "-R"))
                    {
                        self.evaluated(value, span, state);
                    }
                }
                return None;
            }
            "unset" => {
                for value in rest {
                    self.evaluated(value, span, state);
                }
                unset(rest, state);
            }
            "let" => {
                for value in rest {
                    self.evaluated(value, span, state);
                    if let Some(held) = value.known().and_then(|name| state.variable(name)) {
                        self.evaluated(&held, span, state);
                    }
                    match value.known() {
                        Some(text) => {
                            calculate(text, state);
                        }
                        None => forget_assigned(&value.to_string(), state),
                    }
                }
            }
            "getopts" => {
                operands(rest).skip(1).take(1).for_each(|name| state.forget(name));
                for name in ["OPTARG", "OPTIND"] {
                    state.forget(name);
                }
            }
            "eval" => {
                let rest = if rest.first().and_then(Value::known) == Some("--") {
                    rest.get(1..).unwrap_or_default()
                } else {
                    rest
                };
                let text = joined(rest);
                self.shell_text(&text, span, "eval", state);
            }
            "." | "source" => self.source(rest, span, state),
            "trap" => {
                let mut operands = rest.iter().filter(|word| !word.prefix().starts_with("--"));
                if let (Some(script), Some(signal)) = (operands.next(), operands.next()) {
                    let at_end = matches!(signal.known(), Some("EXIT" | "0")) && operands.next().is_none();
                    self.traps.push((script.clone(), span));
                    // At its end, the shell itself may know something else.
                    if !at_end {
                        let mut apart = self.copy(state);
                        self.shell_text(script, span, "trap", &mut apart);
                    }
                }
            }
            "alias" => {
                for value in rest {
                    if let Some((name, text)) = value.known().and_then(|text| text.split_once('=')) {
                        if name == "hookward" {
                            self.deed(Deed::Tamper, "puts something else in Hookward's place", span);
                        }
                        state.alias(name, text);
                    }
                }
            }
            "unalias" => operands(rest).for_each(|name| state.unalias(name)),
            "echo" => return Some(self.echo(rest, span, state)),
            "printf" => return Some(self.printf(rest, span, state)),
            "pwd" => {
                let cwd = state.cwd.join(&Value::Known("\n".to_owned()));
                self.print(&cwd, span);
                return Some(Standing::ReadOnly);
            }
            "true" | "false" | ":" => {
                // A glob shows nothing here, but an expansion has had its say already.
                let open = rest.iter().any(Value::is_open);
                return Some(if open { Standing::Known } else { Standing::ReadOnly });
            }
            // The module of zsh for connections leaves the descriptor in `REPLY`.
            "ztcp" => {
                let words: Vec<&str> = operands(rest).collect();
                state.connect(CONNECTION, words.join("/"));
                state.assign("REPLY", Value::Known(CONNECTION.to_string()));
            }
            // What a key or a completion runs, it runs later, unseen.
            "bind" => {
                for pair in rest.windows(2) {
                    if let [flag, binding] = pair
                        && flag.known() == Some("-x")
                        && let Some((_, command)) = binding.known().and_then(|text| text.split_once(':'))
                    {
                        let mut apart = self.copy(state);
                        self.shell_text(&Value::Known(command.to_owned()), span, "bind", &mut apart);
                    }
                }
            }
            "complete" | "compgen" => {
                for pair in rest.windows(2) {
                    let [flag, value] = pair else { continue };
                    match flag.known() {
                        Some("-C") => {
                            let mut apart = self.copy(state);
                            self.shell_text(value, span, name, &mut apart);
                        }
                        Some("-W") => self.evaluated(value, span, state),
                        Some("-G") => {
                            let glob = Piece::Glob(value.prefix().to_owned());
                            self.print(&Value::of(vec![glob, Piece::Text("\n".to_owned())]), span);
                        }
                        _ => {}
                    }
                }
                let lists = |word: &Value| matches!(word.known(), Some("-f" | "-d" | "file" | "directory"));
                if name == "compgen" && rest.iter().any(lists) {
                    let here = Value::Known(".".to_owned());
                    let all = Value::everything_below(&here, searched(&here, state));
                    self.print(&all.join(&Value::Known("\n".to_owned())), span);
                }
            }
            "enable" if rest.iter().any(|word| word.prefix().starts_with("-f")) => {
                let library = rest.iter().find(|word| !word.prefix().starts_with('-'));
                let library = library.map(ToString::to_string).unwrap_or_default();
                self.opaque(Opacity::Detour(library), span);
            }
            "history" if rest.first().and_then(Value::known) == Some("-s") => {
                state.typed = Some(joined(rest.get(1..).unwrap_or_default()));
            }
            // What was typed runs again.
            "fc" if !rest.iter().any(|word| word.prefix().starts_with("-l")) => {
                let typed = state.typed.clone()?;
                self.shell_text(&typed, span, "eval", state);
            }
            name if name.starts_with('!') && name.len() > 1 && state.typed.is_some() => {
                let typed = state.typed.clone()?;
                self.shell_text(&typed, span, "eval", state);
            }
            "history" | "fc" => {
                let file = Value::Known(format!("{}{HISTORY}", state.scene.home.unwrap_or("~")));
                let shown = Sources::from(Source::File(state.place(&file)));
                if let Some(typed) = &state.typed {
                    self.print(&typed.join(&Value::Known("\n".to_owned())), span);
                }
                let edits = name == "history" && rest.iter().any(|word| word.prefix().starts_with('-'));
                self.print(&Value::Unknown(if edits { Sources::NONE } else { shown }), span);
            }
            "exit" | "return" | "break" | "continue" | "wait" | "jobs" | "bg" | "fg" | "disown"
            | "ulimit" | "umask" | "times" | "logout" => {}
            "dirs" => {
                if !rest.iter().any(|word| word.known() == Some("-c")) {
                    let here = state.cwd.join(&Value::Known("\n".to_owned()));
                    self.print(&here, span);
                }
            }
            "shopt" | "setopt" => {
                let names =
                    |wanted: &[&str]| rest.iter().filter_map(Value::known).any(|word| wanted.contains(&word));
                if names(&["dotglob", "globdots", "GLOB_DOTS"]) {
                    state.globs_hidden = name == "setopt" || names(&["-s"]);
                }
            }
            _ => return None,
        }
        Some(Standing::Known)
    }

    fn set(&mut self, rest: &[Value], span: Span, state: &mut State) {
        if rest.is_empty() {
            return self.print(&state.environment(), span);
        }
        let mut turned_off = false;
        for word in rest.iter().filter_map(Value::known) {
            let letters = word.strip_prefix('-').filter(|letters| !letters.starts_with('-'));
            let has = |letter: char| letters.is_some_and(|letters| letters.contains(letter));
            let is_over = word.strip_prefix('+').is_some_and(|letters| letters.contains(['x', 'v']));
            if is_over || (turned_off && matches!(word, "xtrace" | "verbose")) {
                self.traced = Tracing::Nothing;
            } else if has('x') || word == "xtrace" {
                self.traced = Tracing::Words;
            } else if self.traced == Tracing::Nothing && (has('v') || word == "verbose") {
                self.traced = Tracing::Lines;
            }
            if has('C') || (word == "noclobber" && !turned_off) {
                self.overwriting = Overwriting::Refused;
            }
            turned_off = word == "+o";
        }
        let is_option = |word: &Value| word.prefix().starts_with(['-', '+']) && word.known() != Some("--");
        let mut words = rest.iter().skip_while(|word| is_option(word)).peekable();
        let marked = words.next_if(|word| word.known() == Some("--")).is_some();
        if marked || words.peek().is_some_and(|_| !rest.first().is_some_and(is_option)) {
            state.arguments = Some(Rc::new(bounded(words.cloned().collect())));
        }
    }

    fn source(&mut self, rest: &[Value], span: Span, state: &mut State) {
        let Some((file, arguments)) = rest.split_first() else { return };
        if matches!(file.known(), Some("/dev/stdin" | "/dev/fd/0")) {
            let stdin = state.stdin.clone();
            return self.shell_text(&stdin, span, "source", state);
        }
        let outer = (!arguments.is_empty()).then(|| state.arguments.replace(Rc::new(arguments.to_vec())));
        let place = state.place(file);
        if self.traced != Tracing::Nothing {
            self.read(place.clone(), span);
        }
        let reading = state.script.replace(Rc::new(file.clone()));
        self.shell_file(&place, "source", span, state);
        state.script = reading;
        if let Some(outer) = outer {
            state.arguments = outer;
        }
    }
}

fn shift(rest: &[Value], state: &mut State) {
    let Some(arguments) = state.arguments.as_mut().map(Rc::make_mut) else { return };
    let count = match rest.first() {
        None => Some(1),
        Some(count) => count.known().and_then(|text| text.parse::<usize>().ok()),
    };
    match count {
        // More than there are is none.
        Some(count) if count > arguments.len() => {}
        Some(count) => {
            arguments.drain(..count);
        }
        // Each is one of those that stand behind it, or none.
        None => {
            let mut behind: Option<Value> = None;
            for argument in arguments.iter_mut().rev() {
                let any =
                    behind.as_ref().map_or_else(|| perhaps(argument), |behind| either(argument, behind));
                *argument = any.clone();
                behind = Some(any);
            }
        }
    }
}

fn unset(rest: &[Value], state: &mut State) {
    let functions = rest.iter().any(|word| word.known() == Some("-f"));
    let references = rest.iter().any(|word| word.known() == Some("-n"));
    for name in operands(rest) {
        if functions || state.held(name).is_none() {
            state.unset_function(name);
        }
        if functions {
            continue;
        }
        if let Some((array, key)) = name.strip_suffix(']').and_then(|element| element.split_once('[')) {
            state.unset_element(array, key);
            continue;
        }
        let name = if references { name.to_owned() } else { state.referred(name).to_owned() };
        state.hold(&name, Held::Unset);
        state.cast(&name, None);
        state.unexport(&name);
    }
}

fn operands(words: &[Value]) -> impl Iterator<Item = &str> {
    words.iter().filter_map(Value::known).filter(|word| !word.starts_with('-'))
}
