//! The shell's own commands: they change what the shell knows.

use hookward_shell::Span;

use crate::effect::{Action, Opacity, Standing};
use crate::filters;
use crate::scene::Kind;
use crate::source::{Source, Sources};
use crate::state::State;
use crate::value::{Hole, MAX_FEW, Piece, Value};
use crate::walk::Walk;

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
                change_directory(rest, state);
                return Some(Standing::ReadOnly);
            }
            "popd" => state.cwd = Value::unknown(),
            "export" | "declare" | "local" | "readonly" | "typeset" => self.declare(name, rest, span, state),
            "set" => self.set(rest, span, state),
            "shift" => {
                let count =
                    rest.first().and_then(Value::known).and_then(|text| text.parse().ok()).unwrap_or(1);
                if let Some(arguments) = &mut state.arguments {
                    arguments.drain(..count.min(arguments.len()));
                }
            }
            "read" | "mapfile" | "readarray" => {
                for name in read(name, rest, state) {
                    self.effect(Action::Environment(name, Value::unknown()), span);
                }
                return Some(Standing::ReadOnly);
            }
            "hash" if rest.iter().any(|word| word.prefix().starts_with("-p")) => {
                let program = rest.get(1).map(ToString::to_string).unwrap_or_default();
                self.opaque(Opacity::Detour(program), span);
            }
            "command" if matches!(rest.first().and_then(Value::known), Some("-v" | "-V")) => {
                for name in rest.iter().skip(1) {
                    self.print(&name.join(&Value::Known("\n".to_owned())), span);
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
                for name in operands(rest) {
                    state.assign(name, Value::Known(String::new()));
                    state.unset_function(name);
                }
            }
            "let" => {
                for value in rest {
                    self.evaluated(value, span, state);
                    if let Some(held) = value.known().and_then(|name| state.variable(name)) {
                        self.evaluated(&held, span, state);
                    }
                    let name = value.prefix().split(['=', '+', '-', '*', '[']).next().unwrap_or_default();
                    state.forget(name);
                }
            }
            "getopts" => operands(rest).for_each(|name| state.forget(name)),
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
                if let (Some(script), Some(_)) = (operands.next(), operands.next()) {
                    let mut apart = self.copy(state);
                    self.shell_text(script, span, "trap", &mut apart);
                    self.traps.extend(
                        script
                            .known()
                            .filter(|script| script.contains('$'))
                            .map(|script| (script.to_owned(), span)),
                    );
                }
            }
            "alias" => {
                for value in rest {
                    if let Some((name, text)) = value.known().and_then(|text| text.split_once('=')) {
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
            "exit" | "return" | "break" | "continue" | "wait" | "jobs" | "bg" | "fg" | "disown"
            | "ulimit" | "umask" | "shopt" | "times" | "dirs" | "bind" | "complete" | "compgen"
            | "history" | "logout" => {}
            _ => return None,
        }
        Some(Standing::Known)
    }

    fn declare(&mut self, name: &str, rest: &[Value], span: Span, state: &mut State) {
        let prints = rest
            .iter()
            .any(|word| word.known().is_some_and(|text| text.starts_with('-') && text.contains(['p', 'x'])));
        let names: Vec<&Value> = rest.iter().filter(|word| !word.prefix().starts_with('-')).collect();
        if names.is_empty() && (prints || rest.is_empty()) && name != "local" {
            self.print(&Value::Unknown(Sources::from(Source::Environment)), span);
        }
        for word in names {
            match word.known().and_then(|text| text.split_once('=')) {
                Some((name, text)) => {
                    let value = Value::Known(text.to_owned());
                    self.effect(Action::Environment(name.to_owned(), value.clone()), span);
                    state.assign(name, value);
                }
                None if prints => {
                    let source = Source::Variable(word.to_string());
                    self.print(&Value::Unknown(Sources::from(source)), span);
                }
                None if word.is_open() => {
                    let name = word.prefix().split('=').next().unwrap_or_default().to_owned();
                    let value = Value::Unknown(word.sources());
                    self.effect(Action::Environment(name.clone(), value.clone()), span);
                    state.assign(&name, value);
                }
                None => {}
            }
        }
    }

    fn set(&mut self, rest: &[Value], span: Span, state: &mut State) {
        if rest.is_empty() {
            return self.print(&Value::Unknown(Sources::from(Source::Environment)), span);
        }
        let is_option = |word: &Value| word.prefix().starts_with(['-', '+']) && word.known() != Some("--");
        let mut words = rest.iter().skip_while(|word| is_option(word)).peekable();
        let marked = words.next_if(|word| word.known() == Some("--")).is_some();
        if marked || words.peek().is_some_and(|_| !rest.first().is_some_and(is_option)) {
            state.arguments = Some(words.cloned().collect());
        }
    }

    fn echo(&mut self, rest: &[Value], span: Span, state: &State) -> Standing {
        self.globs_show_names(rest, span, state);
        let known: Option<Vec<&str>> = rest.iter().map(Value::known).collect();
        let value = match known {
            Some(words) => Value::Known(filters::echo(&words)),
            None => {
                let flags = |word: &&Value| {
                    word.known().is_some_and(|text| {
                        text.len() > 1
                            && text.starts_with('-')
                            && text.chars().skip(1).all(|flag| "neE".contains(flag))
                    })
                };
                let shown: Vec<Value> = rest.iter().skip_while(flags).cloned().collect();
                joined(&shown).join(&Value::Known("\n".to_owned()))
            }
        };
        let value = self.with_touched(value);
        self.print(&value, span);
        Standing::ReadOnly
    }

    fn printf(&mut self, rest: &[Value], span: Span, state: &mut State) -> Standing {
        self.globs_show_names(rest, span, state);
        let (variable, words) = match rest {
            [flag, name, words @ ..] if flag.known() == Some("-v") => (Some(name), words),
            words => (None, words),
        };
        let words = match words {
            [mark, words @ ..] if mark.known() == Some("--") => words,
            words => words,
        };
        let known: Option<Vec<&str>> = words.iter().map(Value::known).collect();
        let value = match known.as_deref() {
            Some([format, arguments @ ..]) => Value::Known(filters::printf(format, arguments)),
            Some([]) => Value::Known(String::new()),
            // `printf '%s/x' "$y"`: in that order, with what is known in its place.
            None => formatted(words),
        };
        match variable {
            Some(name) => {
                self.evaluated(name, span, state);
                let name = name.to_string();
                self.effect(Action::Environment(name.clone(), value.clone()), span);
                state.assign(&name, value);
                Standing::Known
            }
            None => {
                let value = self.with_touched(value);
                self.print(&value, span);
                Standing::ReadOnly
            }
        }
    }

    /// `echo "${TOKEN:-none}"` shows the variable where it is set.
    fn with_touched(&mut self, value: Value) -> Value {
        let touched = std::mem::take(&mut self.touched);
        touched.into_iter().fold(value, |value, name| {
            let hole = Hole { written: String::new(), sources: Sources::from(Source::Variable(name)) };
            value.join(&Value::of(vec![Piece::Text(String::new()), Piece::Hole(hole)]))
        })
    }

    /// `echo ~/.ssh/*` is a listing.
    fn globs_show_names(&mut self, words: &[Value], span: Span, state: &State) {
        for word in words {
            if let Value::Pattern(pieces) = word
                && pieces.iter().any(|piece| matches!(piece, crate::value::Piece::Glob(_)))
            {
                self.effect(Action::List(state.place(word)), span);
            }
        }
    }

    fn source(&mut self, rest: &[Value], span: Span, state: &mut State) {
        let Some((file, arguments)) = rest.split_first() else { return };
        if matches!(file.known(), Some("/dev/stdin" | "/dev/fd/0")) {
            let stdin = state.stdin.clone();
            return self.shell_text(&stdin, span, "source", state);
        }
        let outer = (!arguments.is_empty()).then(|| state.arguments.replace(arguments.to_vec()));
        let place = state.place(file);
        self.shell_file(&place, "source", span, state);
        if let Some(outer) = outer {
            state.arguments = outer;
        }
    }
}

fn operands(words: &[Value]) -> impl Iterator<Item = &str> {
    words.iter().filter_map(Value::known).filter(|word| !word.starts_with('-'))
}

/// Words with a blank between them.
pub(crate) fn joined(words: &[Value]) -> Value {
    let mut all = Vec::new();
    for (index, word) in words.iter().enumerate() {
        if index > 0 {
            all.push(crate::value::Piece::Text(" ".to_owned()));
        }
        all.extend(word.pieces());
    }
    Value::of(all)
}

/// What `printf` prints of arguments that are not all known.
fn formatted(words: &[Value]) -> Value {
    let Some((format, arguments)) = words.split_first() else { return Value::unknown() };
    let Some(format) = format.known() else {
        return Value::Unknown(
            words.iter().fold(Sources::NONE, |sources, word| sources.and(&word.sources())),
        );
    };
    let mut arguments = arguments.iter();
    let mut pieces = Vec::new();
    let mut rest = format;
    while let Some(at) = rest.find("%s") {
        let (before, after) = rest.split_at(at);
        pieces.push(crate::value::Piece::Text(filters::printf(before, &[])));
        pieces.extend(arguments.next().map(Value::pieces).unwrap_or_default());
        rest = after.get(2..).unwrap_or_default();
    }
    pieces.push(crate::value::Piece::Text(filters::printf(rest, &[])));
    for more in arguments {
        pieces.extend(more.pieces());
    }
    Value::of(pieces)
}

/// `read a b`: the lines of what is known, one by one.
fn read(name: &str, rest: &[Value], state: &mut State) -> Vec<String> {
    let mut names = Vec::new();
    let mut words = rest.iter();
    // Letters whose value is the next word.
    let valued = if name == "read" { "adinNptu" } else { "dnOsucC" };
    let mut array = name != "read";
    while let Some(word) = words.next() {
        match word.known() {
            Some(option) if option.starts_with('-') && option.len() > 1 => {
                if option.chars().last().is_some_and(|letter| valued.contains(letter))
                    && let Some(value) = words.next()
                    && option.ends_with('a')
                {
                    array = true;
                    names.push(value.to_string());
                }
            }
            _ => names.push(word.prefix().to_owned()),
        }
    }
    let value = match &state.stdin {
        Value::Known(text) => {
            let lines: Vec<String> =
                text.lines().filter(|line| !line.is_empty()).map(|line| line.trim().to_owned()).collect();
            if lines.is_empty() || lines.len() > MAX_FEW { Value::unknown() } else { Value::Few(lines) }
        }
        // A list of names, one to a line.
        Value::Pattern(pieces) if !state.stdin.to_string().trim_end().contains('\n') => {
            crate::walk::without_line_ends(Value::Pattern(pieces.clone()))
        }
        value => Value::Unknown(value.sources()),
    };
    let variable = if name == "read" { "REPLY" } else { "MAPFILE" };
    if names.is_empty() {
        names.push(variable.to_owned());
    }
    if array {
        for name in &names {
            let elements = match (&value, variable) {
                (Value::Few(lines), "MAPFILE") => lines.iter().cloned().map(Value::Known).collect(),
                (Value::Few(lines), _) => {
                    let first = lines.first().map(String::as_str).unwrap_or_default();
                    first.split_ascii_whitespace().map(|word| Value::Known(word.to_owned())).collect()
                }
                (value, _) => vec![value.clone()],
            };
            state.assign_array(name, elements);
        }
        return names;
    }
    // One line is what it is; of several, each may be the one.
    let line = match &value {
        Value::Few(lines) => match lines.as_slice() {
            [line] => Some(line.clone()),
            _ => None,
        },
        _ => None,
    };
    let separators = state.variable("IFS").and_then(|ifs| ifs.known().map(str::to_owned)).unwrap_or_default();
    let mut rest = line.as_deref();
    for (index, name) in names.iter().enumerate() {
        let last = index + 1 == names.len();
        let own = match rest {
            Some(text) if last => Value::Few(vec![text.to_owned()]),
            Some(text) => {
                let (word, after) =
                    text.split_once(|letter| separators.contains(letter)).unwrap_or((text, ""));
                rest = Some(after.trim_start());
                Value::Few(vec![word.to_owned()])
            }
            None if names.len() == 1 => value.clone(),
            None => Value::Unknown(value.sources()),
        };
        state.assign(name, own);
    }
    names
}

/// `cd` to where its operand says. Where that does not exist, it stays where it was.
pub(crate) fn change_directory(words: &[Value], state: &mut State) {
    let target = words.iter().find(|word| !word.prefix().starts_with('-') || word.known() == Some("-"));
    let to = match target {
        None => state.scene.home.map_or_else(Value::unknown, |home| Value::Known(home.to_owned())),
        Some(word) if word.known() == Some("-") => state.previous.clone(),
        Some(word) => directory(word, &state.cwd),
    };
    let missing = match &to {
        Value::Known(path) => state.scene.world.kind(path) == Kind::Nothing && !state.has_made(path),
        Value::Few(_) | Value::Pattern(_) | Value::Unknown(_) => false,
    };
    state.otherwise = missing.then(|| state.cwd.clone());
    state.previous = std::mem::replace(&mut state.cwd, to);
}

/// A directory, seen from another.
pub(crate) fn directory(word: &Value, from: &Value) -> Value {
    match (word, from) {
        (Value::Known(path), _) if path.starts_with('/') => Value::Known(crate::normalise(path, "/")),
        (Value::Known(path), Value::Known(cwd)) => Value::Known(crate::normalise(path, cwd)),
        (Value::Known(path), Value::Few(all)) => {
            Value::Few(all.iter().map(|cwd| crate::normalise(path, cwd)).collect())
        }
        (Value::Few(paths), Value::Known(cwd)) => {
            Value::Few(paths.iter().map(|path| crate::normalise(path, cwd)).collect())
        }
        (word, _) if word.prefix().starts_with('/') => word.clone(),
        (Value::Unknown(_), _) | (_, Value::Unknown(_)) => Value::unknown(),
        (word, from) => from.join(&Value::Known("/".to_owned())).join(word),
    }
}
