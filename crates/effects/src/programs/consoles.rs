//! Programs with a prompt at which a line can be handed to a shell: `gdb`, `lldb`, `dc`, `bc`, `ipython`.

use hookward_shell::Span;

use crate::code::Language;
use crate::programs::Arguments;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// `gdb -ex 'shell ls'`, a file of commands, or what it is fed.
pub(super) fn debugger(walk: &mut Walk, name: &str, rest: &[Value], span: Span, state: &mut State) {
    let files = Arguments::of(rest, &["-x", "--command", "-command", "-s", "--source"]);
    for file in files.all_values(&["-x", "--command", "-s", "--source"]) {
        let place = state.place(&file);
        let content = state.written(&place);
        let content = content.or_else(|| walk.look(&place, state).map(|(_, text)| Value::Known(text)));
        each_line(&content.unwrap_or_else(Value::unknown), |line| debugger_line(walk, line, span, state));
    }
    // What is debugged runs.
    let program = rest.iter().position(|word| word.known() == Some("--")).filter(|_| name == "lldb");
    if let Some(command) = program.and_then(|at| rest.get(at + 1..)) {
        let mut apart = walk.copy(state);
        walk.peel(name, |walk| walk.command(command.to_vec(), span, &mut apart));
    }
    let options =
        ["-ex", "--ex", "-iex", "--iex", "-eval-command", "--eval-command", "-o", "-O", "--one-line"];
    let mut given = false;
    let mut words = rest.iter();
    while let Some(word) = words.next() {
        let text = word.prefix();
        let glued = options.iter().find_map(|option| {
            let value = text.strip_prefix(option)?;
            value.starts_with('=').then_some(option.len() + 1)
        });
        let command = match glued {
            Some(at) => Some(super::tail(word, at)),
            None if options.contains(&text) => words.next().cloned(),
            None => None,
        };
        if let Some(command) = command {
            given = true;
            each_line(&command, |line| debugger_line(walk, line, span, state));
        }
    }
    if !given {
        let stdin = state.stdin.clone();
        if stdin.sources().has_network() {
            walk.runs(stdin.sources(), span);
        }
        each_line(&stdin, |line| debugger_line(walk, line, span, state));
    }
}

fn debugger_line(walk: &mut Walk, line: &str, span: Span, state: &mut State) {
    let line = line.trim();
    if let Some(script) = line.strip_prefix('!') {
        return shell(walk, script, "gdb", span, state);
    }
    let (verb, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match verb {
        "shell" => shell(walk, rest, "gdb", span, state),
        "platform" | "plat" => {
            if let Some(script) = rest.trim().strip_prefix("shell") {
                shell(walk, script, "lldb", span, state);
            }
        }
        "python" | "py" | "python-interactive" | "pi" | "script" => {
            walk.code_text(Language::Python, &Value::Known(rest.to_owned()), span, state);
        }
        "pipe" | "|" => {
            if let Some((_, script)) = rest.split_once('|') {
                shell(walk, script, "gdb", span, state);
            }
        }
        "make" => shell(walk, line, "gdb", span, state),
        _ => {}
    }
}

/// `redis-cli --eval file`: what its script tells the store.
pub(super) fn redis_script(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) {
    let Some(at) = rest.iter().position(|word| word.known() == Some("--eval")) else { return };
    let Some(place) = rest.get(at + 1).map(|file| state.place(file)) else { return };
    let content = state.written(&place);
    let content = content.or_else(|| walk.look(&place, state).map(|(_, text)| Value::Known(text)));
    let Some(Value::Known(script)) = content else { return };
    let calls = script.split("call(").skip(1).filter_map(|call| call.split(')').next());
    let plain = |call: &str| call.replace([',', '"', '\''], " ");
    let lines: Vec<String> = calls.map(plain).collect();
    walk.redis_lines(&Value::Known(lines.join("\n")), span, state);
}

/// `dc -e '!ls'`, or what it is fed.
pub(super) fn calculator(walk: &mut Walk, name: &str, rest: &[Value], span: Span, state: &mut State) {
    let given = Arguments::of(rest, &["-e", "--expression", "-f", "--file"]);
    let mut texts: Vec<Value> = given.all_values(&["-e", "--expression"]);
    if texts.is_empty() {
        texts.push(state.stdin.clone());
    }
    for text in texts {
        each_line(&text, |line| {
            if let Some((_, script)) = line.split_once('!').filter(|(before, _)| is_reckoning(before)) {
                // `!<`, `!>` and `!=` compare.
                if !script.starts_with(['<', '>', '=']) {
                    shell(walk, script, name, span, state);
                }
            }
        });
    }
}

fn is_reckoning(text: &str) -> bool {
    !text.contains(['[', '"', '#'])
}

/// Code of `IPython` without the lines that go to a shell, which run here: `!ls`, `%sx ls`, `x = !ls`.
pub(super) fn without_escapes(walk: &mut Walk, code: &Value, span: Span, state: &mut State) -> Value {
    let Some(text) = code.known() else { return code.clone() };
    if let Some(cell) = ["%%bash", "%%sh", "%%!", "%%script bash"]
        .iter()
        .find_map(|mark| text.trim_start().strip_prefix(mark))
    {
        shell(walk, cell, "ipython", span, state);
        return Value::Known(String::new());
    }
    let mut kept = String::new();
    for line in text.lines() {
        let bare = line.trim_start();
        let script =
            ["!!", "!", "%sx ", "%system ", "%%bash "].iter().find_map(|mark| bare.strip_prefix(mark));
        let assigned = || {
            let (name, script) = bare.split_once('=')?;
            let is_name = name.trim().chars().all(|letter| letter.is_alphanumeric() || letter == '_');
            script.trim_start().strip_prefix('!').filter(|_| is_name)
        };
        match script.or_else(assigned) {
            Some(script) => shell(walk, script, "ipython", span, state),
            None => kept.push_str(line),
        }
        kept.push('\n');
    }
    Value::Known(kept)
}

fn shell(walk: &mut Walk, script: &str, name: &str, span: Span, state: &mut State) {
    let mut apart = walk.copy(state);
    walk.shell_text(&Value::Known(script.trim().to_owned()), span, name, &mut apart);
}

fn each_line(text: &Value, mut run: impl FnMut(&str)) {
    for text in text.texts() {
        text.lines().for_each(&mut run);
    }
}
