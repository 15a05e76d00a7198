//! What an option or a list of names leads to: files, programs, shared directories.

use hookward_shell::Span;

use super::Gathered;
use crate::code::is_bare_shell_text;
use crate::effect::{Action, Opacity};
use crate::path::{Place, Spot};
use crate::program_name::is_of_the_system;
use crate::programs::tail;
use crate::scene::Kind;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

impl Walk<'_> {
    /// A program that an option names: `--pager`, `--pre`, `-e`.
    pub(crate) fn detour(&mut self, value: &Value, span: Span, state: &mut State) {
        // tar writes `exec=…` before what it runs.
        let value = &tail(value, if value.prefix().starts_with("exec=") { 5 } else { 0 });
        if value.known().is_some_and(str::is_empty) {
            return;
        }
        let text = value.to_string();
        let first = text.split_ascii_whitespace().next().unwrap_or_default();
        let usual = is_of_the_system(first) && !first.is_empty();
        let mut apart = self.copy(state);
        self.shell_text(value, span, "an option", &mut apart);
        // A shell without a text takes what the program hands it.
        if is_bare_shell_text(&text) {
            self.opaque(Opacity::Fed, span);
        }
        if !usual {
            self.opaque(Opacity::Detour(text), span);
        }
    }

    /// `-o ProxyCommand=…`: settings of ssh that run something.
    pub(super) fn obeyed(&mut self, value: &Value, span: Span, state: &mut State) {
        let text = value.prefix();
        let (key, at) = match text.find(['=', ' ']) {
            Some(at) => (text.get(..at).unwrap_or_default(), at + 1),
            None => return,
        };
        if matches!(
            key.to_ascii_lowercase().as_str(),
            "proxycommand" | "localcommand" | "knownhostscommand" | "remotecommand"
        ) {
            let mut apart = self.copy(state);
            self.shell_text(&tail(value, at), span, key, &mut apart);
        }
    }
}

impl Walk<'_> {
    /// What a file holds that is read by the way.
    pub(super) fn read_of(&mut self, file: &Value, span: Span, state: &State) -> Value {
        let place = state.place(file);
        self.read(place.clone(), span);
        match self.look(&place, state) {
            Some((_, text)) => Value::Known(text),
            None => state.content(&place),
        }
    }

    /// Files that a text names, one to a line or each behind a NUL.
    pub(super) fn named_files(&mut self, names: &Value, gathered: &mut Gathered, span: Span, state: &State) {
        for name in names.texts().iter().flat_map(|text| text.split(['\n', '\0'])).take(MAX_NAMED) {
            if !name.is_empty() {
                let place = state.place(&Value::Known(name.to_owned()));
                gathered.passed.add(&state.content(&place).sources());
                self.read(place, span);
            }
        }
    }

    /// What lies below a directory, whoever asks may read; below a home also its keys.
    pub(crate) fn shared(&mut self, directory: &Value, span: Span, state: &State) {
        let place = state.place(directory);
        let Some(home) = state.scene.home else { return self.effect(Action::List(place), span) };
        let holds_home = |path: &str| {
            home.strip_prefix(path.trim_end_matches('/'))
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        if place.spots.iter().any(|spot| holds_home(&spot.path)) {
            self.read(state.place(&Value::Known(format!("{home}/.ssh"))), span);
        }
        // What a directory keeps for its programs, a server shows like the rest.
        for spot in &place.spots {
            let settings = format!("{}/.env", spot.path.trim_end_matches('/'));
            if state.scene.world.kind(&settings) == Kind::File {
                self.effect(Action::Hand(state.place(&Value::Known(settings))), span);
            }
        }
        self.read(place, span);
    }

    /// `enter:execute(less {}),ctrl-r:reload(ls)`: what a key runs.
    pub(super) fn bound(&mut self, value: &Value, span: Span, state: &State) {
        const RUNS: &[&str] = &["execute", "execute-silent", "become", "reload", "preview", "transform"];
        let text = value.to_string();
        for (at, _) in text.match_indices('(') {
            let before = text.get(..at).unwrap_or_default();
            let verb = before.rsplit([':', '+', ',']).next().unwrap_or_default();
            let script = text.get(at + 1..).unwrap_or_default();
            let script = script.get(..script.find(')').unwrap_or(script.len())).unwrap_or_default();
            if RUNS.contains(&verb) {
                let mut apart = self.copy(state);
                self.shell_text(&Value::Known(script.to_owned()), span, "fzf", &mut apart);
            }
        }
    }
}

/// More files are not followed that a text names.
pub(super) const MAX_NAMED: usize = 64;

/// Whether what is taken for a disk is an ordinary file: it is one, or its path can be nothing else.
pub(super) fn is_image(place: &Place, state: &State) -> bool {
    let reads_as_a_file = place.written.contains(['/', '.']);
    let is_system = |path: &str| ["/dev/", "/proc/", "/sys/"].iter().any(|system| path.starts_with(system));
    let is_file = |spot: &Spot| {
        spot.is_one()
            && !is_system(&spot.path)
            && !state.scene.world.real(&spot.path).is_some_and(|real| is_system(&real))
            && match state.scene.world.kind(&spot.path) {
                Kind::File => true,
                Kind::Directory => false,
                Kind::Nothing | Kind::Unknown => reads_as_a_file,
            }
    };
    !place.open && !place.elsewhere && !place.spots.is_empty() && place.spots.iter().all(is_file)
}
