//! A simple command to its effects: wrappers peeled, the program looked up, its operands sorted.

use hookward_shell::Span;

use crate::Scene;
use crate::effect::{Action, Command, Depth, Effect, Opacity, Standing};
use crate::eval::State;
use crate::options::{Split, skip_options, split_operands};
use crate::path::{Place, Reach, Spot};
use crate::programs::{self, Program, Role, Words, Wrapper, base_name, find, git, git_path};
use crate::value::Value;
use crate::walk::Walk;

/// Where the system keeps its programs.
const SYSTEM: &[&str] = &["/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"];

impl Walk<'_> {
    /// Adds what a command does, its words evaluated.
    pub(crate) fn command(&mut self, words: Vec<Value>, span: Span, state: &mut State) {
        let Some((first, rest)) = words.split_first() else { return };
        if !self.spend(span) {
            return;
        }
        let name = first.known().map(base_name).unwrap_or_default();
        if let Some(wrapper) = programs::wrapper(name) {
            return self.wrapped(&wrapper, name, rest, span, state);
        }
        let cwd = state.cwd.clone();
        let standing = match name {
            "cd" | "pushd" => {
                change_directory(rest, state);
                Standing::ReadOnly
            }
            "find" => self.find(rest, span, state),
            "git" => self.git(rest, span, state),
            "read" | "mapfile" | "readarray" | "unset" | "let" | "getopts" | "export" | "declare"
            | "local" | "readonly" | "typeset" => {
                forget(rest, state);
                Standing::Unknown
            }
            _ => match programs::program(name) {
                Some(program) => self.operands(program, rest, span, state),
                None => Standing::Unknown,
            },
        };
        let standing = match standing {
            // A file of that name in the workspace is not the program that we know.
            Standing::ReadOnly if !first.known().is_some_and(is_of_the_system) => Standing::Known,
            standing => standing,
        };
        self.add(words, standing, cwd, span);
    }

    fn add(&mut self, words: Vec<Value>, standing: Standing, cwd: Option<String>, span: Span) {
        let (through, span) = (self.through.clone(), self.inside.unwrap_or(span));
        self.facts.commands.push(Command { words, through, standing, cwd, span });
    }

    fn wrapped(&mut self, wrapper: &Wrapper, name: &str, rest: &[Value], span: Span, state: &mut State) {
        match wrapper {
            Wrapper::Words(words) => self.in_words(words, name, rest, span, state),
            Wrapper::Script => {
                let is_option = |word: &&Value| word.prefix().starts_with(['-', '+']);
                let has_script = |word: &Value| {
                    let text = word.prefix();
                    text.starts_with('-') && !text.starts_with("--") && text.contains('c')
                };
                let options = rest.iter().take_while(is_option).any(has_script);
                match rest.iter().find(|word| !is_option(word)) {
                    Some(script) if options => {
                        let mut apart = self.copy(state);
                        self.code(script, span, &format!("{name} -c"), &mut apart);
                    }
                    Some(_) | None => self.unknown(name, rest, span, state),
                }
            }
            Wrapper::Eval => {
                let texts: Option<Vec<String>> = rest.iter().map(Value::as_script).collect();
                match texts {
                    Some(texts) => self.nested(&texts.join(" "), span, name, state),
                    None => self.opaque(at_run_time(), span),
                }
                if rest.iter().any(Value::is_open) {
                    self.opaque(at_run_time(), span);
                }
            }
        }
    }

    fn in_words(&mut self, words: &Words, name: &str, rest: &[Value], span: Span, state: &mut State) {
        let inner = skip_options(rest, words.valued, words.operands);
        let options = rest.get(..rest.len() - inner.len()).unwrap_or_default();
        let split = split_operands(options, words.valued);
        let value_of = |names: &[&str]| names.iter().find_map(|name| split.value_of(name));
        let directory = value_of(words.directory);
        let script = value_of(words.script);
        let mut elsewhere;
        let state = match &directory {
            Some(directory) => {
                elsewhere = self.copy(state);
                change_directory(std::slice::from_ref(directory), &mut elsewhere);
                &mut elsewhere
            }
            None => state,
        };
        if let Some(script) = &script {
            self.code(script, span, name, state);
        }
        if script.is_some() || inner.is_empty() {
            // `sudo -s`, `env`, what is split: whatever else that does, it is not nothing.
            return self.unknown(name, rest, span, state);
        }
        self.through.push(name.to_owned());
        self.command(inner.to_vec(), span, state);
        self.through.pop();
    }

    /// A script in a word: what is certain of it is judged, and what is not is said.
    fn code(&mut self, script: &Value, span: Span, name: &str, state: &mut State) {
        if let Some(text) = script.as_script() {
            self.nested(&text, span, name, state);
        }
        if script.is_open() {
            self.opaque(at_run_time(), span);
        }
    }

    fn unknown(&mut self, name: &str, rest: &[Value], span: Span, state: &State) {
        let words = std::iter::once(Value::Known(name.to_owned())).chain(rest.iter().cloned()).collect();
        self.add(words, Standing::Unknown, state.cwd.clone(), span);
    }

    fn find(&mut self, rest: &[Value], span: Span, state: &mut State) -> Standing {
        let find = find(rest);
        let start = self.facts.effects.len();
        self.through.push("find".to_owned());
        for command in find.runs {
            let mut apart = self.copy(state);
            self.command(command, span, &mut apart);
        }
        self.through.pop();
        // `find dir -exec rm {} +` deletes what it finds, as `-delete` does.
        let is_deletion = |effect: &Effect| matches!(effect.action, Action::Delete(..));
        let deletes = self.facts.effects.iter().skip(start).any(is_deletion);
        for path in &find.paths {
            let mut place = state.place(path);
            if !(find.deletes || deletes) {
                self.effect(Action::List(place), span);
                continue;
            }
            let depth = if find.filtered { Depth::Matching } else { Depth::Tree };
            if find.filtered {
                for spot in &mut place.spots {
                    spot.reach = Reach::Something;
                }
            }
            self.effect(Action::Delete(place, depth), span);
        }
        if find.only_reads && !rest.iter().any(Value::is_open) { Standing::ReadOnly } else { Standing::Known }
    }

    fn git(&mut self, rest: &[Value], span: Span, state: &State) -> Standing {
        let git = git(rest);
        if !git.read_only {
            return Standing::Unknown;
        }
        for word in git.operands.iter().filter(|word| !word.prefix().starts_with('-')) {
            let place = state.place(&word.known().map_or_else(|| word.clone(), git_path));
            self.effect(Action::Read(place), span);
        }
        // The configuration of a repository that an agent has made can run anything.
        let scene = &state.scene;
        let foreign =
            state.cwd.as_deref().is_none_or(|cwd| scene.world.is_foreign_repository(cwd, scene.roots));
        if foreign || rest.iter().any(Value::is_open) { Standing::Known } else { Standing::ReadOnly }
    }

    fn operands(&mut self, program: &Program, rest: &[Value], span: Span, state: &State) -> Standing {
        let split = split_operands(rest, program.valued);
        for action in actions(program, &split, rest, state) {
            self.effect(action, span);
        }
        let open = rest.iter().any(Value::is_open);
        let known =
            program.safe.operands.is_none_or(|fits| split.operands.iter().all(|word| fits(word.prefix())));
        if program.role.only_reads() && !open && known && split.all_safe(program.safe) {
            Standing::ReadOnly
        } else {
            Standing::Known
        }
    }
}

/// What a program does with its operands, by its role.
fn actions(program: &Program, split: &Split, rest: &[Value], state: &State) -> Vec<Action> {
    let places = |values: &[&Value]| values.iter().map(|value| state.place(value)).collect::<Vec<Place>>();
    let mut actions = Vec::new();
    actions.extend(
        program
            .written
            .iter()
            .filter_map(|option| split.value_of(option))
            .map(|value| write(state.place(&value))),
    );
    match program.role {
        // A glob shows names: `echo ~/.ssh/*`.
        Role::Inert => {
            let globs = split.operands.iter().filter(|value| matches!(value, Value::Pattern(_)));
            actions.extend(globs.map(|value| Action::List(state.place(value))));
        }
        Role::List if split.operands.is_empty() => {
            actions.push(Action::List(state.place(&Value::Known(".".to_owned()))));
        }
        Role::List => actions.extend(places(&split.operands).into_iter().map(Action::List)),
        Role::Read => actions.extend(places(&split.operands).into_iter().map(Action::Read)),
        Role::Search { pattern_options } => {
            let skipped = usize::from(!split.has_any(pattern_options));
            let files = places(split.operands.get(skipped..).unwrap_or_default());
            for include in split.value_of("--include").iter().filter_map(Value::known) {
                actions.extend(files.iter().map(|place| Action::Search(Scene::place_below(place, include))));
            }
            actions.extend(files.into_iter().map(Action::Search));
            let patterns = split.value_of("-f").or_else(|| split.value_of("--file"));
            actions.extend(patterns.map(|file| Action::Read(state.place(&file))));
        }
        Role::Write => actions.extend(places(&split.operands).into_iter().map(write)),
        Role::Copy | Role::Move => {
            let named = split.value_of("-t").or_else(|| split.value_of("--target-directory"));
            let (sources, target) = match (named, split.operands.split_last()) {
                (Some(target), _) => (split.operands.as_slice(), Some(target)),
                (None, Some((target, sources))) => (sources, Some((*target).clone())),
                (None, None) => (&[][..], None),
            };
            for place in places(sources) {
                actions.push(Action::Read(place.clone()));
                if program.role == Role::Move {
                    actions.push(Action::Delete(place, Depth::Moved));
                }
            }
            if let Some(target) = target {
                actions.push(write(state.place(&target)));
                let inside = sources.iter().filter_map(|source| inside(&target, source));
                actions.extend(inside.map(|value| write(state.place(&value))));
            }
        }
        Role::Dd => {
            for word in rest {
                let value =
                    |name| word.prefix().strip_prefix(name).map(|path| Value::Known(String::from(path)));
                actions.extend(value("if=").map(|path| Action::Read(state.place(&path))));
                actions.extend(value("of=").map(|path| write(state.place(&path))));
            }
        }
        Role::Delete { tree_options } => {
            let tree = split.has_any(tree_options);
            actions.extend(places(&split.operands).into_iter().map(|place| {
                let is_file =
                    |spot: &Spot| spot.reach == Reach::Itself && state.scene.world.is_file(&spot.path);
                let files = !place.open && !place.spots.is_empty() && place.spots.iter().all(is_file);
                let depth = if tree && !files { Depth::Tree } else { Depth::One };
                Action::Delete(place, depth)
            }));
        }
    }
    actions
}

/// Whether a program is found on the PATH or where the system keeps its own.
fn is_of_the_system(program: &str) -> bool {
    !program.contains('/')
        || SYSTEM.iter().any(|directory| program.strip_prefix(directory) == Some(base_name(program)))
}

fn at_run_time() -> Opacity {
    Opacity::Language("a script that is put together at run time")
}

/// Builtins that set variables by name: what they hold now, nobody knows.
fn forget(operands: &[Value], state: &mut State) {
    for name in operands.iter().map(Value::prefix).filter(|name| !name.starts_with('-')) {
        state.assign(name.split(['=', '[', '+']).next().unwrap_or(name), Value::unknown());
    }
}

fn change_directory(operands: &[Value], state: &mut State) {
    let target = operands.iter().find(|word| !word.prefix().starts_with('-') || word.known() == Some("-"));
    state.cwd = match (target, state.cwd.as_deref()) {
        (None, _) => state.scene.home.map(str::to_owned),
        (Some(Value::Known(path)), _) if path == "-" => None,
        (Some(Value::Known(path)), Some(cwd)) => Some(crate::normalise(path, cwd)),
        (Some(Value::Known(path)), None) if path.starts_with('/') => Some(crate::normalise(path, "/")),
        (Some(_), _) => None,
    };
}

/// A file that is copied into a directory keeps its name there.
fn inside(directory: &Value, source: &Value) -> Option<Value> {
    let (directory, source) = (directory.known()?, source.known()?);
    let name = base_name(source.trim_end_matches('/'));
    Some(Value::Known(format!("{}/{name}", directory.trim_end_matches('/'))))
}

fn write(place: Place) -> Action {
    Action::Write(place, Value::unknown())
}
