//! Code of other languages that a command runs: each step that it takes is an effect.

mod awk;
mod databases;
mod editors;
mod includes;
mod opened;
mod terminals;

pub(crate) use editors::saves;

use std::rc::Rc;

use hookward_shell::Span;

use self::opened::opened;
use crate::builtins::directory;
use crate::code::{self, Datum, Language, Origin, PrintsResult, Started, Step, Surroundings};
use crate::effect::{Action, Deed, Depth, Opacity, Purpose, Told};
use crate::endpoints::at_home;
use crate::forge;
use crate::knowledge::{self, Given, assigns};
use crate::operands::{searched, with_names};
use crate::path::{Place, Reach, Spot};
use crate::program_name::base_name;
use crate::programs::{self, mode};
use crate::scene::Kind;
use crate::scripts::language_of;
use crate::source::{Source, Sources};
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

impl Walk<'_> {
    /// Code in an option or operand; `node -p` prints what it comes to.
    pub(crate) fn code_given(
        &mut self,
        language: Language,
        text: &Value,
        given: &Given,
        span: Span,
        state: &mut State,
    ) {
        let prints = language == Language::JavaScript
            && (given.option("-p") || given.option("--print") || given.option("-pe"));
        let prints = if prints { PrintsResult::Yes } else { PrintsResult::No };
        if language == Language::Awk {
            let mut variables = awk::assigned(given);
            let files: Vec<Value> = given.operands.iter().skip(1).map(|(_, file)| (*file).clone()).collect();
            let input = match files.iter().find(|file| !assigns(file)) {
                Some(file) => state.content(&state.place(file)),
                None => state.stdin.clone(),
            };
            variables.extend(awk::line_of_input(&input));
            let mut own = self.copy(state);
            own.arguments = Some(Rc::new(files));
            self.code(language, text, prints, &variables, span, &mut own);
            return state.keep_files(&own);
        }
        // What stands behind the code is for it.
        let behind = given.operands.iter().skip(1).map(|(_, word)| (*word).clone()).collect();
        let outer = state.arguments.replace(Rc::new(behind));
        self.code(language, text, prints, &[], span, state);
        state.arguments = outer;
    }

    /// Code whose last value may be printed: `node -p`.
    pub(crate) fn printing_code(
        &mut self,
        language: Language,
        text: &Value,
        prints: PrintsResult,
        span: Span,
        state: &mut State,
    ) {
        self.code(language, text, prints, &[], span, state);
    }

    /// Code of a language runs.
    pub(crate) fn code_text(&mut self, language: Language, text: &Value, span: Span, state: &mut State) {
        self.code(language, text, PrintsResult::No, &[], span, state);
    }

    fn code(
        &mut self,
        language: Language,
        text: &Value,
        prints_result: PrintsResult,
        variables: &[(String, Value)],
        span: Span,
        state: &mut State,
    ) {
        // Not each letter of what it prints is followed.
        self.says_more = true;
        let opened = opened(text, state);
        let text = opened.as_ref().unwrap_or(text);
        match text {
            Value::Known(text) => self.steps(language, text, prints_result, variables, span, state),
            Value::Few(texts) => texts
                .iter()
                .for_each(|text| self.steps(language, text, prints_result, variables, span, state)),
            Value::Pattern(pieces) => {
                // What the shell puts into it can be found again where the code is read by its tokens.
                let (marked, holes) = match language {
                    language if language.has_tokens() => code::marked(pieces),
                    // What is unknown in it stands there as this variable.
                    Language::Tcl => (text.clone(), vec![("_".to_owned(), Value::Unknown(text.sources()))]),
                    _ => (text.clone(), Vec::new()),
                };
                let variables: Vec<(String, Value)> = variables.iter().cloned().chain(holes).collect();
                let scripts = marked.as_scripts();
                if scripts.more {
                    self.opaque(Opacity::Size, span);
                }
                for script in scripts.texts {
                    self.steps(language, &script, prints_result, &variables, span, state);
                }
                let sources = text.sources();
                if !sources.is_empty() {
                    self.runs(sources, span);
                }
            }
            Value::Unknown(sources) => {
                for source in sources.iter() {
                    if let Source::File(place) = source {
                        self.code_file(language, &place.clone(), span, state);
                    }
                }
                if !sources.is_empty() {
                    self.runs(sources.clone(), span);
                }
            }
        }
    }

    fn steps(
        &mut self,
        language: Language,
        text: &str,
        prints_result: PrintsResult,
        variables: &[(String, Value)],
        span: Span,
        state: &mut State,
    ) {
        // Every function is followed where it is called: a short text may take many steps.
        let mut budget = 10_000 + text.len() * 8;
        let stdin = state.stdin.clone();
        let arguments = state.arguments.as_deref().cloned().unwrap_or_default();
        let typed = self.files.is_empty();
        let surroundings = Surroundings {
            home: state.scene.home,
            prints_result,
            arguments: &arguments,
            stdin: &stdin,
            variables,
            environment: &|name| state.passed_on(name),
            written: &|path| {
                // Most texts have written nothing, and then no path need be looked up.
                state.written_files().next()?;
                state.written(&state.place(path))
            },
            is_there: &|path| {
                // A script's own modules are as much of the project as the script is. Most modules are the language's own:
                // a look at the disk says so before anything is resolved.
                let is_file = |path: &str| state.scene.world.kind(path) == Kind::File;
                let (Some(name), Some(cwd)) = (path.known(), state.cwd.known()) else { return false };
                typed
                    && is_file(&crate::normalise(name, cwd))
                    && state.place(path).only().is_some_and(is_file)
            },
        };
        let steps = code::steps(language, text, &surroundings, &mut budget);
        // A shell without a text beside a connection: it is for whoever is at the other end.
        let converses = language == Language::Awk && text.contains("/inet") && text.contains("getline");
        if converses || (code::opens_connection(text) && steps.iter().any(Step::is_bare_shell)) {
            self.runs(Sources::from(Source::Network(String::new())), span);
        }
        self.typed_by_code(text, span, state);
        // What the code changes, it changes for itself.
        let mut own = self.copy(state);
        for step in steps {
            if !self.spend(span) {
                break;
            }
            let step = if language.expands_tilde() {
                step.with_paths(|path| path.known().map_or_else(|| path.clone(), |path| at_home(path, &own)))
            } else {
                step
            };
            self.step(language, step, span, &mut own);
        }
        state.keep_files(&own);
    }

    fn step(&mut self, language: Language, step: Step, span: Span, state: &mut State) {
        match step {
            Step::Shell(text) => {
                let text = self.datum(text, state);
                let mut apart = self.copy(state);
                self.shell_text(&text, span, name_of(language), &mut apart);
            }
            Step::Words(words) => {
                let words: Vec<Value> = words.into_iter().map(|word| self.datum(word, state)).collect();
                // One text is for a shell: no program has a blank in its name.
                if let [text] = words.as_slice()
                    && text.prefix().contains(' ')
                {
                    let mut apart = self.copy(state);
                    return self.shell_text(text, span, name_of(language), &mut apart);
                }
                self.peel(name_of(language), |walk| {
                    let mut apart = walk.copy(state);
                    walk.command(words, span, &mut apart);
                });
            }
            Step::Likely(words) => {
                let words: Vec<Value> = words.into_iter().map(|word| self.datum(word, state)).collect();
                if words.first().is_some_and(|first| names_program(first, words.len())) {
                    let words = words.into_iter().map(Datum::of).collect();
                    self.step(language, Step::Words(words), span, state);
                }
            }
            Step::Feed(program, input) => {
                let mut apart = self.copy(state);
                apart.stdin = self.datum(input, state);
                match program {
                    Started::Shell(text) => self.shell_text(&text, span, name_of(language), &mut apart),
                    Started::Words(words) => {
                        self.peel(name_of(language), |walk| walk.command(words, span, &mut apart));
                    }
                }
            }
            Step::Read(path) => self.read(state.place(&path), span),
            Step::ShowEach(directory) => {
                let inside = searched(&directory, state).into_iter().map(|found| found.but_named("*/*"));
                let files = with_names(&Sources::NONE, inside.collect());
                let place = state.place(&files);
                let shown = state.content(&place);
                self.read(place, span);
                self.print(&shown, span);
            }
            Step::List(path) => self.effect(Action::List(state.place(&path)), span),
            Step::Write(path, content) => {
                let content = self.datum(content, state);
                let mut place = state.place(&path);
                if is_of_a_directory(&content, state) {
                    place.spots.iter_mut().for_each(|spot| spot.reach = Reach::Everything);
                }
                self.write(place, content, span, state);
            }
            Step::Delete(path, depth) => match path.listed_directory() {
                // Whatever is listed below it goes.
                Some(directory) => self.delete(state.place(&directory), Depth::Tree, span, state),
                None => self.delete(state.place(&path), depth, span, state),
            },
            Step::Move(from, to) => {
                self.moves(&[&from, &to], span, state);
            }
            Step::Link { target, name } => {
                if let (Some(target), Some(name)) = (target.known(), name.known()) {
                    state.link(target, name);
                }
                let place = state.scene.place(&name, &state.cwd);
                self.change(Action::Write(place, Value::unknown()), Told::Part, span, state);
            }
            Step::Expose(path) => self.expose(&path, span, state),
            Step::Permit(path, bits) => {
                let bits = bits.map_or_else(Value::unknown, |bits| Value::Known(format!("{bits:o}")));
                self.effect(Action::Permit(state.place(&path), mode(&bits, Depth::One)), span);
            }
            Step::Directory(path) => state.cwd = directory(&path, &state.cwd),
            Step::Variable(name, value) => {
                let value = self.datum(value, state);
                self.effect(Action::Environment(name.clone(), value.clone()), span);
                // Most that is computed is what the variable was, with something added.
                if value.known().is_some() {
                    self.obeyed_variable(&name, &value, span, state);
                }
                state.assign(&name, value);
                state.export(&name);
            }
            Step::Send { data, target } => {
                let said = || data.iter().filter_map(|datum| datum.text().map(str::to_owned)).collect();
                if let Some(commit) = forge::commit("POST", &target.to_string(), said) {
                    self.effect(commit, span);
                }
                let data = self.data(data, target.sources(), state);
                self.effect(Action::Send { data, target, purpose: Purpose::Content }, span);
            }
            Step::Prove { data, target } => {
                let data = self.data(data, Sources::NONE, state);
                self.effect(Action::Send { data, target, purpose: Purpose::Credential }, span);
            }
            Step::Fetch(target) => {
                let sources = target.sources();
                if !sources.is_empty() {
                    self.effect(
                        Action::Send { data: sources, target: target.clone(), purpose: Purpose::Content },
                        span,
                    );
                }
                self.effect(Action::Receive(target), span);
            }
            Step::Evaluate(text) => {
                let text = self.datum(text, state);
                if text.texts().is_empty() {
                    // What lies in a file runs as if the file did.
                    for source in text.sources().iter() {
                        if let Source::File(place) = source {
                            self.code_file(language, place, span, state);
                        }
                    }
                    self.runs(text.sources(), span);
                } else {
                    self.code(language, &text, PrintsResult::No, &[], span, state);
                }
            }
            Step::Import(path) => {
                let place = code_place(language, &path, state);
                // Code that was typed for the occasion takes a file of settings for what is in it.
                if self.files.is_empty() {
                    self.read(place.clone(), span);
                }
                self.code_file(language, &place, span, state);
            }
            Step::Linger => self.facts.lingers = true,
            Step::Exhaust(how) => self.deed(Deed::Exhaust, how, span),
            Step::Drop(what) => self.deed(Deed::DropData, what, span),
            Step::Lose(what) => self.deed(Deed::LoseData, what, span),
            Step::Commit(deed) => self.deed(deed, "commits by a library", span),
            Step::Erase(address) => self.erased(&address, span),
            Step::Deploy(what) => self.deed(Deed::Deploy, what, span),
            Step::Kill(process) => self.effect(Action::Kill(vec![process]), span),
            Step::Sql(text) => {
                let text = self.datum(text, state);
                self.sql(&text, span, state);
            }
            Step::Print(datum) => {
                let value = self.datum(datum, state);
                self.print(&value, span);
            }
            Step::Unseen => self.opaque(Opacity::Budget, span),
        }
    }

    /// A value of the code, with where it comes from.
    fn datum(&mut self, datum: Datum, state: &State) -> Value {
        datum.into_value(|origin| match origin {
            Origin::File(path) => state.content(&state.place(path)).sources(),
            // What it runs has been a step of its own; here only what it prints counts.
            Origin::Shell(text) => {
                let mut apart = self.copy(state);
                self.sources_of(|walk| walk.shell_text(text, Span::default(), "sh", &mut apart))
            }
            Origin::Words(words) => self.sources_of(|walk| {
                let mut apart = walk.copy(state);
                walk.command(words.clone(), Span::default(), &mut apart);
            }),
            Origin::Crafted => Sources::from(Source::Encoded),
        })
    }

    /// Where several values of the code come from.
    fn data(&mut self, data: Vec<Datum>, and: Sources, state: &State) -> Sources {
        data.into_iter().fold(and, |sources, datum| sources.and(&self.datum(datum, state).sources()))
    }

    fn sources_of(&mut self, run: impl FnOnce(&mut Self)) -> Sources {
        let (effects, commands) = (self.facts.effects.len(), self.facts.commands.len());
        let value = self.captured(run);
        self.facts.effects.truncate(effects);
        self.facts.commands.truncate(commands);
        value.sources()
    }
}

/// The file of a language that a path stands for: `./lib` may be `./lib.js`.
pub(crate) fn code_place(language: Language, path: &Value, state: &State) -> Place {
    let place = state.place(path);
    let is_there = |place: &Place| {
        let on_disk = |spot: &Spot| state.scene.world.kind(&spot.path) == Kind::File;
        state.written(place).is_some_and(|content| content != Value::unknown())
            || place.spots.iter().any(on_disk)
    };
    if is_there(&place) {
        return place;
    }
    let files = path.known().map(|path| code::files_of(language, path)).unwrap_or_default();
    let mut places = files.into_iter().map(|file| state.place(&Value::Known(file)));
    places.find(|place| is_there(place)).unwrap_or(place)
}

/// Whether what may be a command begins with the name of a program.
fn names_program(first: &Value, words: usize) -> bool {
    let text = first.prefix();
    let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let base = base_name(name);
    let goes_on = words > 1 || !rest.trim().is_empty();
    let is_program = knowledge::program(base).is_some()
        || programs::has_own_words(base)
        || language_of(base).is_some()
        || matches!(base, "sh" | "bash" | "zsh" | "dash" | "xargs" | "eval");
    goes_on && is_program
}

/// Every text that a value may be; of a pattern, with what is unknown left out.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::Known(text) => vec![text.clone()],
        Value::Few(few) => few.texts.clone(),
        Value::Pattern(_) => value.as_scripts().texts,
        Value::Unknown(_) => Vec::new(),
    }
}

fn name_of(language: Language) -> &'static str {
    match language {
        Language::Python => "python",
        Language::JavaScript => "node",
        Language::Perl => "perl",
        Language::Ruby => "ruby",
        Language::Php => "php",
        Language::Awk => "awk",
        Language::AppleScript => "osascript",
        Language::PowerShell => "powershell",
        Language::Cmd => "cmd",
        Language::Lua => "lua",
        Language::R => "R",
        Language::Julia => "julia",
        Language::Elixir => "elixir",
        Language::Jvm => "groovy",
        Language::Octave => "octave",
        Language::Erlang => "erl",
        Language::Haskell => "ghci",
        Language::Nim => "nim",
        Language::Lisp => "lisp",
        Language::Tcl => "tclsh",
        Language::M4 => "m4",
        Language::Compiled => "cc",
    }
}

/// Whether what is written is all that a directory holds: `shutil.copytree`.
fn is_of_a_directory(content: &Value, state: &State) -> bool {
    let Value::Unknown(sources) = content else { return false };
    let is_directory = |spot: &Spot| state.scene.world.kind(&spot.path) == Kind::Directory;
    sources.iter().any(|source| matches!(source, Source::File(from) if from.spots.iter().any(is_directory)))
}
