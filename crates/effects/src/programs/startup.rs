//! Files that a shell runs before anything else, where the text itself has written them: `HOME=h bash -i`.

use hookward_shell::Span;

use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// How a shell is started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Start {
    /// Somebody talks to it: `-i`.
    pub(super) interactive: bool,
    /// It is the first one of a session: `-l`.
    pub(super) login: bool,
}

pub(super) fn run(walk: &mut Walk, name: &str, start: Start, span: Span, state: &mut State) {
    // What was there before is the person's own.
    if state.written_files().next().is_none() {
        return;
    }
    for file in files(name, start, state) {
        let place = state.place(&file);
        if state.written(&place).is_some() {
            walk.shell_file(&place, name, span, state);
        }
    }
}

fn files(name: &str, start: Start, state: &State) -> Vec<Value> {
    let own = |variable: &str| state.variable(variable);
    let home = || own("HOME").unwrap_or_else(Value::unknown);
    let (directory, names): (Value, Vec<&str>) = match name {
        "fish" => {
            let settings = state.passed_on("XDG_CONFIG_HOME");
            let settings = settings.unwrap_or_else(|| home().join(&Value::Known("/.config".to_owned())));
            (settings, vec!["fish/config.fish"])
        }
        "zsh" => {
            let login = [".zprofile", ".zlogin"].iter().filter(|_| start.login);
            let talks = [".zshrc"].iter().filter(|_| start.interactive);
            let names = [".zshenv"].iter().chain(login).chain(talks);
            (own("ZDOTDIR").unwrap_or_else(home), names.copied().collect())
        }
        "bash" | "rbash" if start.login => (home(), vec![".bash_profile", ".bash_login", ".profile"]),
        "bash" | "rbash" if start.interactive => (home(), vec![".bashrc"]),
        _ if start.login => (home(), vec![".profile"]),
        _ => return Vec::new(),
    };
    let below = |name: &str| directory.join(&Value::Known(format!("/{name}")));
    names.into_iter().map(below).collect()
}
