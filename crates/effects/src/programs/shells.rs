//! Shells: `-c text`, a script file, or what they are fed.

use std::rc::Rc;

use hookward_shell::Span;

use super::startup::{self, Start};
use super::structured::said_as_usual;
use crate::code::{Language, base64_utf16};
use crate::commands::Outcome;
use crate::effect::{Opacity, Standing};
use crate::languages::code_place;
use crate::operands::joined_words;
use crate::source::{Source, Sources};
use crate::state::{Feed, State};
use crate::value::Value;
use crate::walk::{AtStart, Tracing, Walk};

/// Options of shells whose value is the next word.
const VALUED: &[&str] = &["-o", "+o", "-O", "+O", "--rcfile", "--init-file", "--emulate", "--init-command"];

pub(super) fn run(walk: &mut Walk, name: &str, rest: &[Value], span: Span, state: &mut State) -> Outcome {
    let mut words = rest;
    let mut script = false;
    let mut from_stdin = false;
    // `-x` and `-v` show what is run.
    let mut tracing = Tracing::Nothing;
    let (mut only_parses, mut runs) = (false, false);
    // Whether what runs may be something else than the text says: a file that is read first defines it.
    let mut bent = false;
    let mut start = Start::default();
    let mut at_start = AtStart::default();
    // What runs in the same shell before all else.
    let mut first: Vec<Value> = Vec::new();
    while let Some((word, after)) = words.split_first() {
        let text = word.prefix();
        if matches!(word.known(), Some("--" | "-")) {
            words = after;
            break;
        }
        if !text.starts_with(['-', '+']) {
            break;
        }
        let long =
            ["--command=", "--commands=", "--init-command="].into_iter().find(|long| text.starts_with(long));
        if let Some(long) = long.filter(|_| matches!(name, "fish" | "nu")) {
            let mut apart = walk.copy(state);
            let text = said(name, &super::tail(word, long.len()));
            walk.shell_text(&text, span, name, &mut apart);
            words = after;
            continue;
        }
        script |= matches!(text, "--command" | "--commands") && matches!(name, "fish" | "nu");
        let before = matches!(text, "-C" | "--init-command") && name == "fish";
        if let Some(script) = after.first().filter(|_| before) {
            first.push(script.clone());
            words = after.get(1..).unwrap_or_default();
            continue;
        }
        if matches!(text, "--version" | "--help") {
            return Outcome::Done(Standing::Known);
        }
        // Programs get all variables then, whatever they make of them.
        let hands_on = |word: &Value| word.known() == Some("allexport");
        let is_noexec = |word: &Value| word.known() == Some("noexec");
        tracing = tracing.with(text, after.first().and_then(Value::known));
        if !matches!(name, "fish" | "nu") {
            at_start = at_start.with(text, after.first().and_then(Value::known));
        }
        if VALUED.contains(&text) {
            only_parses |= text == "-o" && after.first().is_some_and(is_noexec);
            bent |= text.starts_with("--") || after.first().is_some_and(hands_on);
            if matches!(text, "--rcfile" | "--init-file")
                && let Some(file) = after.first()
            {
                let place = state.place(file);
                let mut apart = walk.copy(state);
                walk.shell_file(&place, name, span, &mut apart);
            }
            words = after.get(1..).unwrap_or_default();
            continue;
        }
        if !text.starts_with("--") && text.ends_with('o') && text.len() > 2 {
            // `-euo pipefail`: the last letter has a value.
            only_parses |= text.starts_with('-') && after.first().is_some_and(is_noexec);
            script |= text.contains('c');
            bent |= text.contains('a') || after.first().is_some_and(hands_on);
            words = after.get(1..).unwrap_or_default();
            continue;
        }
        start.login |= text == "--login";
        start.interactive |= text == "--interactive";
        if !text.starts_with("--") {
            start.login |= text.contains('l');
            start.interactive |= text.contains('i');
            script |= text.contains('c');
            from_stdin |= text.contains('s');
            only_parses |= text.starts_with('-') && text.contains('n');
            // `-D` only shows what could be translated, in some of them, and `-t` ends behind one command.
            bent |= text.contains(['D', 't', 'a']);
            // What takes it back, and a shell that somebody talks to, which does not heed it.
            runs |= (text.starts_with('+') && text.contains('n')) || text.contains('i');
        }
        words = after;
    }
    if only_parses && !runs {
        // `bash -n`: the text is read, and nothing in it runs.
        if let Some(file) = words.first().filter(|_| !script && !from_stdin) {
            walk.read(state.place(file), span);
        }
        return Outcome::Done(Standing::Known);
    }
    let mut own = walk.child(state);
    let through = if script { format!("{name} -c") } else { name.to_owned() };
    startup::run(walk, name, start, span, &mut own);
    for text in &first {
        walk.shell_text(text, span, &through, &mut own);
    }
    let outer = walk.traced;
    let inherited = state.passed_on("SHELLOPTS").map(|options| options.to_string()).unwrap_or_default();
    for option in inherited.split(':') {
        tracing = tracing.with("-o", Some(option));
    }
    if tracing != Tracing::Nothing {
        walk.traced = tracing;
    }
    walk.vouching(!bent, |walk| {
        walk.vouching.at_start = at_start;
        match words.split_first() {
            Some((text, arguments)) if script => {
                // The first word behind the text is `$0`.
                own.arguments = Some(Rc::new(arguments.get(1..).unwrap_or_default().to_vec()));
                own.zero = arguments.first().cloned();
                if tracing == Tracing::Words {
                    traced(walk, text, span, &own);
                }
                walk.shell_text(&said(name, text), span, &through, &mut own);
            }
            Some((file, _))
                if !from_stdin
                    && matches!(file.known(), Some("/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0")) =>
            {
                fed(walk, &through, span, &mut own);
            }
            Some((file, _))
                if !from_stdin && descriptor(file).is_some_and(|number| state.input(number).is_some()) =>
            {
                let input = descriptor(file).and_then(|number| state.input(number).cloned());
                walk.shell_text(&input.unwrap_or_else(Value::unknown), span, &through, &mut own);
            }
            Some((file, arguments)) if !from_stdin => {
                walk.may_start_itself(&state.place(file), arguments, span, state);
                own.arguments = Some(Rc::new(arguments.to_vec()));
                own.zero = Some(file.clone());
                own.script = Some(Rc::new(file.clone()));
                let place = state.place(file);
                if tracing != Tracing::Nothing {
                    walk.read(place.clone(), span);
                }
                // What ends the script ends it, and nothing that stands around it.
                let mut words = vec![Value::Known(name.to_owned())];
                words.extend(rest.iter().cloned());
                walk.add(words, Standing::Unknown, state, span);
                walk.shell_file(&place, &through, span, &mut own);
            }
            _ => {
                own.arguments = Some(Rc::new(words.to_vec()));
                own.stdin = said(name, &own.stdin);
                fed(walk, &through, span, &mut own);
            }
        }
    });
    walk.traced = outer;
    state.keep_files(&own);
    Outcome::Peeled
}

/// `bash -xc ': $TOKEN'`: every word is shown as it was expanded.
fn traced(walk: &mut Walk, text: &Value, span: Span, state: &State) {
    let Some(text) = text.known() else { return };
    for after in text.split('$').skip(1) {
        let name = after.trim_start_matches('{');
        let end = name.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        let name = name.get(..end.unwrap_or(name.len())).unwrap_or_default();
        let is_name = name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_');
        if is_name && state.own(name).is_none() {
            walk.print(&Value::Unknown(Sources::from(Source::Variable(name.to_owned()))), span);
        }
    }
}

/// A shell runs what it is fed.
fn fed(walk: &mut Walk, name: &str, span: Span, state: &mut State) {
    let stdin = state.stdin.clone();
    if state.feed == Feed::Made && stdin.is_unseen() {
        walk.opaque(Opacity::Fed, span);
    }
    walk.shell_text(&stdin, span, name, state);
}

/// What a text for this shell says, in the words of a usual one.
fn said(name: &str, text: &Value) -> Value {
    match (name, text.known()) {
        ("nu" | "elvish", Some(text)) => Value::Known(said_as_usual(text)),
        _ => text.clone(),
    }
}

/// The number of `/dev/fd/3`.
fn descriptor(file: &Value) -> Option<u32> {
    let text = file.known()?;
    text.strip_prefix("/dev/fd/").or_else(|| text.strip_prefix("/proc/self/fd/"))?.parse().ok()
}

pub(super) fn powershell(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) -> Outcome {
    let named = |wanted: &'static str| {
        move |word: &Value| {
            let text = word.prefix().trim_start_matches(['-', '/']).to_ascii_lowercase();
            !text.is_empty() && wanted.starts_with(&text) && word.prefix().starts_with(['-', '/'])
        }
    };
    let after = |at: usize| rest.get(at + 1..).unwrap_or_default();
    if let Some(at) = rest.iter().position(named("encodedcommand")) {
        let decoded = after(at).first().and_then(Value::known).and_then(base64_utf16);
        let hidden = || Value::Unknown(Sources::from(Source::Encoded));
        let text = decoded.map_or_else(hidden, Value::Known);
        walk.code_text(Language::PowerShell, &text, span, state);
        return Outcome::Done(Standing::Known);
    }
    let command = rest.iter().position(named("command"));
    let is_script = |word: &&Value| word.to_string().to_ascii_lowercase().ends_with(".ps1");
    let named_file = rest.iter().position(named("file")).and_then(|at| after(at).first());
    let bare_file = || rest.iter().find(|word| !word.prefix().starts_with('-')).filter(is_script);
    if let Some(file) = named_file.or_else(bare_file).filter(|_| command.is_none()) {
        let place = code_place(Language::PowerShell, file, state);
        let mut own = walk.copy(state);
        walk.code_file(Language::PowerShell, &place, span, &mut own);
        state.keep_files(&own);
        return Outcome::Done(Standing::Unknown);
    }
    let start =
        command.map(|at| at + 1).or_else(|| rest.iter().position(|word| !word.prefix().starts_with('-')));
    let words: Vec<&Value> = rest.get(start.unwrap_or(rest.len())..).unwrap_or_default().iter().collect();
    let fed = words.is_empty() || matches!(words.as_slice(), [word] if word.known() == Some("-"));
    let text = if fed { state.stdin.clone() } else { joined_words(&words) };
    walk.code_text(Language::PowerShell, &text, span, state);
    Outcome::Done(Standing::Known)
}

pub(super) fn cmd(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) -> Outcome {
    let is_switch = |word: &&Value| word.prefix().starts_with('/') && word.prefix().len() <= 3;
    let words: Vec<&Value> = rest.iter().skip_while(is_switch).collect();
    walk.code_text(Language::Cmd, &joined_words(&words), span, state);
    Outcome::Done(Standing::Known)
}

/// A command of a shell of Windows, typed at another: what it would do there, it is meant to do.
pub(super) fn of_windows(
    walk: &mut Walk,
    language: Language,
    name: &str,
    rest: &[Value],
    span: Span,
    state: &mut State,
) -> Outcome {
    // What that shell's own code starts by this name, it has no other word for.
    if walk.through.last().is_some_and(|shell| matches!(shell.as_str(), "powershell" | "cmd")) {
        return Outcome::Done(Standing::Unknown);
    }
    let name = name.strip_suffix(".exe").unwrap_or(name).to_owned();
    let words = std::iter::once(name).chain(rest.iter().map(ToString::to_string));
    let text = Value::Known(words.collect::<Vec<String>>().join(" "));
    walk.code_text(language, &text, span, state);
    Outcome::Done(Standing::Known)
}

/// `Remove-Item`: a verb and a noun, as PowerShell names its commands.
pub(super) fn is_cmdlet(name: &str) -> bool {
    const VERBS: &[&str] = &[
        "Add",
        "Clear",
        "Copy",
        "Disable",
        "Enable",
        "Format",
        "Get",
        "Invoke",
        "Move",
        "New",
        "Out",
        "Register",
        "Remove",
        "Rename",
        "Set",
        "Start",
        "Stop",
        "Tee",
        "Unregister",
        "Write",
    ];
    name.split_once('-').is_some_and(|(verb, noun)| {
        VERBS.contains(&verb) && noun.starts_with(|letter: char| letter.is_ascii_uppercase())
    })
}
