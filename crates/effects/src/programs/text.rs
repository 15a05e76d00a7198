//! Editors, as far as their options and input run something.

use hookward_shell::Span;

use crate::code::Language;
use crate::commands::Outcome;
use crate::effect::Standing;
use crate::languages::{code_place, saves};
use crate::programs::Arguments;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

pub(super) fn vim(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) -> Outcome {
    const VALUES: &[&str] = &[
        "-c",
        "--cmd",
        "-S",
        "-u",
        "-U",
        "-i",
        "-T",
        "-w",
        "-W",
        "-l",
        "--server",
        "--servername",
        "--remote-send",
        "--remote-expr",
    ];
    let given = Arguments::of(rest, VALUES);
    let mut commands = given.all_values(&["-c", "--cmd", "--remote-send"]);
    // What one that runs already is to find out.
    let asked = given.all_values(&["--remote-expr"]).into_iter();
    commands.extend(asked.map(|asked| Value::Known("call ".to_owned()).join(&asked)));
    commands
        .extend(rest.iter().filter(|word| word.prefix().starts_with('+')).map(|word| super::tail(word, 1)));
    for command in &commands {
        walk.editor(command, span, state);
    }
    for file in given.all_values(&["-S", "-u"]) {
        let place = state.place(&file);
        if let Some((_, text)) = walk.look(&place, state) {
            walk.editor(&Value::Known(text), span, state);
        } else {
            let content = state.content(&place);
            walk.editor(&content, span, state);
        }
    }
    let stdin = state.stdin.clone();
    // `nvim -l script.lua`
    if let Some(script) = given.all_values(&["-l"]).pop() {
        if script.known() == Some("-") {
            walk.code_text(Language::Lua, &stdin, span, state);
        } else {
            let place = code_place(Language::Lua, &script, state);
            walk.code_file(Language::Lua, &place, span, state);
        }
        return Outcome::Done(Standing::Known);
    }
    // Without a screen, commands come from standard input.
    walk.editor(&stdin, span, state);
    let saved = commands.iter().chain([&stdin]).any(saves);
    for file in given.operands.iter().filter(|word| !word.prefix().starts_with('+')) {
        let place = state.place(file);
        if saved {
            walk.write(place, Value::unknown(), span, state);
        } else {
            walk.read(place, span);
        }
    }
    Outcome::Done(Standing::Known)
}
