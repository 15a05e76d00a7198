//! Code that a command runs: shell text, code of other languages, and scripts on disk, looked through.

use std::rc::Rc;

use hookward_shell::Span;

use crate::code::Language;
use crate::effect::{Deed, Opacity};
use crate::path::Place;
use crate::source::{Source, Sources};
use crate::state::State;
use crate::value::Value;
use crate::veil::Veil;
use crate::walk::Walk;

/// Scripts that one call is followed through.
const MAX_FILES: usize = 64;

/// How long they may be together.
const MAX_LENGTH: usize = 1024 * 1024;

/// What stands in the first line of a program that the text has compiled from source.
pub(crate) const COMPILED: &str = "compiled";

/// What the text of a file is wanted for.
#[derive(Clone, Copy)]
enum Wanted {
    /// To be followed as it runs.
    Code,
    /// For what it says.
    Data,
}

/// What a look at a file shows.
enum Look {
    Text(String),
    /// No text, or one that is being looked through already.
    Nothing,
    /// A script that is too long, or one too many.
    TooMuch,
}

impl Walk<'_> {
    /// A shell text runs: what is certain of it is judged, and where the rest comes from is said.
    pub(crate) fn shell_text(&mut self, text: &Value, span: Span, name: &str, state: &mut State) {
        match text {
            Value::Known(text) => self.nested(text, span, name, state),
            Value::Few(texts) => self.any_text(texts, span, name, state),
            Value::Pattern(_) => {
                let sources = text.sources();
                let scripts = text.as_scripts();
                if scripts.more {
                    self.opaque(Opacity::Size, span);
                }
                // What is unknown in it stands there as this variable.
                state.assign("_", Value::Unknown(sources.clone()));
                self.any_text(&scripts.texts, span, name, state);
                state.forget("_");
                self.unseen_code(sources, span, state);
            }
            Value::Unknown(sources) => self.unseen_code(sources.clone(), span, state),
        }
    }

    /// One of some texts runs.
    fn any_text(&mut self, texts: &[String], span: Span, name: &str, state: &mut State) {
        if let [text] = texts {
            return self.nested(text, span, name, state);
        }
        let mut printed = Vec::new();
        for text in texts {
            let mut apart = self.copy(state);
            printed.push(self.alternative(|walk| walk.nested(text, span, name, &mut apart)));
            self.join(state, &apart);
        }
        self.print_one_of(printed, span);
    }

    /// Code runs whose text is not known. A file it comes from is looked through.
    fn unseen_code(&mut self, sources: Sources, span: Span, state: &mut State) {
        for source in sources.iter() {
            if let Source::File(place) = source {
                self.shell_file(&place.clone(), "sh", span, state);
            }
        }
        self.says_more = true;
        self.opaque(Opacity::RunTime, span);
        if !sources.is_empty() {
            self.runs(sources, span);
        }
    }

    /// A file of shell text runs, or one of several.
    pub(crate) fn shell_file(&mut self, place: &Place, name: &str, span: Span, state: &mut State) {
        self.ran += 1;
        self.feeds(place, None);
        if let Some(content) = state.written(place) {
            self.within_written(&content, |walk| walk.shell_text(&content, span, name, state));
        }
        for content in written_by_pattern(place, state) {
            self.within_written(&content, |walk| walk.shell_text(&content, span, name, state));
        }
        let texts = self.look_through_code(&state.unwritten(place), span, state);
        self.says_more |= texts.is_empty() && state.written(place).is_none();
        for (path, text) in texts {
            // What a file of variables says may be secret: its text is known, but not forgotten whose it is.
            let before = (!is_script(&path, &text)).then(|| state.clone());
            self.within_code(path, text.len(), state, |walk, state| walk.nested(&text, span, name, state));
            if let Some(before) = before {
                state.name_what_was_set(&before);
            }
        }
    }

    /// A pipe of the text is read by what runs it: whatever is written to it later runs too.
    fn feeds(&mut self, place: &Place, language: Option<Language>) {
        let pipes = place.spots.iter().filter(|spot| self.pipes.contains(&spot.path));
        let fed: Vec<_> = pipes.map(|spot| (spot.path.clone(), language)).collect();
        self.fed_pipes.extend(fed);
    }

    /// A program by its path: if it is a script, what it does is what its text does.
    pub(crate) fn program_file(&mut self, place: &Place, arguments: &[Value], span: Span, state: &mut State) {
        self.ran += 1;
        let mut own = self.copy(state);
        self.may_start_itself(place, arguments, span, state);
        own.arguments = Some(Rc::new(arguments.to_vec()));
        own.zero = place.only().map(|path| Value::Known(path.to_owned()));
        own.script = own.zero.clone().map(Rc::new);
        if let Some(content) = state.written(place) {
            self.within_written(&content, |walk| match content.known().and_then(interpreter) {
                Some(language) => walk.code_text(language, &content, span, &mut own),
                None => walk.shell_text(&content, span, &place.written, &mut own),
            });
        }
        for (path, text) in self.look_through_code(&state.unwritten(place), span, state) {
            // Without a first line that says so, it is hardly a script.
            if !text.starts_with("#!") {
                continue;
            }
            self.within_code(path, text.len(), &mut own, |walk, own| match interpreter(&text) {
                Some(language) => walk.code_text(language, &Value::Known(text.clone()), span, own),
                None => walk.nested(&text, span, &place.written, own),
            });
        }
        state.keep_files(&own);
    }

    /// A script that starts itself once goes on as another process; one that does so twice is more of them every time.
    pub(crate) fn may_start_itself(&mut self, place: &Place, arguments: &[Value], span: Span, state: &State) {
        let is_running = place.spots.iter().any(|spot| self.files.contains(&spot.path))
            || state.written(place).is_some_and(|content| self.rewritten.contains(&content));
        let is_same = state.arguments.as_deref().is_some_and(|own| own.as_slice() == arguments);
        if self.beside == 0 || !is_running || !is_same {
            return;
        }
        self.started_again += 1;
        if self.started_again > 1 {
            self.deed(Deed::Exhaust, "starts itself again and again", span);
        }
    }

    /// A file of another language runs.
    pub(crate) fn code_file(&mut self, language: Language, place: &Place, span: Span, state: &mut State) {
        self.ran += 1;
        self.feeds(place, Some(language));
        if let Some(content) = state.written(place) {
            self.within_written(&content, |walk| walk.code_text(language, &content, span, state));
        }
        for (path, text) in self.look_through_code(&state.unwritten(place), span, state) {
            self.within_code(path, text.len(), state, |walk, state| {
                walk.code_text(language, &Value::Known(text.clone()), span, state);
            });
        }
    }

    /// The text of the one file that a place names, unless it is being looked through already.
    pub(crate) fn look(&mut self, place: &Place, state: &State) -> Option<(String, String)> {
        self.look_through(place, Span::default(), state).into_iter().next()
    }

    /// The text of each file that a place names, but for those that are being looked through already. That there is
    /// more than is looked at is said.
    pub(crate) fn look_through(&mut self, place: &Place, span: Span, state: &State) -> Vec<(String, String)> {
        self.texts(place, Wanted::Data, span, state)
    }

    /// The same of files that run.
    fn look_through_code(&mut self, place: &Place, span: Span, state: &State) -> Vec<(String, String)> {
        self.texts(place, Wanted::Code, span, state)
    }

    fn texts(&mut self, place: &Place, wanted: Wanted, span: Span, state: &State) -> Vec<(String, String)> {
        let mut texts = Vec::new();
        if place.elsewhere {
            return texts;
        }
        for spot in place.spots.iter().filter(|spot| spot.is_one()) {
            match self.look_at(&spot.path, wanted, state) {
                Look::Text(text) => texts.push((spot.path.clone(), text)),
                Look::Nothing => {}
                Look::TooMuch => {
                    self.opaque(Opacity::Size, span);
                    break;
                }
            }
        }
        texts
    }

    fn look_at(&mut self, path: &str, wanted: Wanted, state: &State) -> Look {
        if self.files.iter().any(|file| file == path) {
            return Look::Nothing;
        }
        let text = match wanted {
            Wanted::Code => state.scene.world.text(path),
            Wanted::Data => state.scene.data(path),
        };
        let Some(text) = text else {
            return if state.scene.world.is_long_script(path) { Look::TooMuch } else { Look::Nothing };
        };
        self.looked += 1;
        self.looked_length += text.len();
        if self.looked > MAX_FILES || self.looked_length > MAX_LENGTH {
            return Look::TooMuch;
        }
        Look::Text(text)
    }

    /// Runs what the text itself has written to a file; once, if it runs itself.
    fn within_written(&mut self, content: &Value, run: impl FnOnce(&mut Self)) {
        if self.rewritten.contains(content) {
            return;
        }
        self.rewritten.push(content.clone());
        run(self);
        self.rewritten.pop();
    }

    /// The same with code. What a secret one sets is not told.
    fn within_code<'s>(
        &mut self,
        path: String,
        length: usize,
        state: &mut State<'s>,
        run: impl FnOnce(&mut Self, &mut State<'s>),
    ) {
        let veil = if state.scene.world.is_secret(&path) { Veil::Drawn } else { self.veil };
        let outer = std::mem::replace(&mut self.veil, veil);
        self.within_file(path, length, |walk| run(walk, state));
        self.veil = outer;
    }

    pub(crate) fn within_file(&mut self, path: String, length: usize, run: impl FnOnce(&mut Self)) {
        // The text is not the agent's: it brings its own budget.
        self.grant(length * 4);
        self.files.push(path);
        run(self);
        self.files.pop();
    }
}

/// A program by its bare name that the text itself has put where such names are looked up.
pub(crate) fn written_program(name: &str, state: &State) -> Option<Place> {
    let is_it = |path: &str| path.strip_suffix(name).is_some_and(|directory| directory.ends_with('/'));
    let file = state.written_files().take(MAX_FILES).map(|(path, _)| path).find(|path| is_it(path))?;
    let (directory, _) = file.rsplit_once('/')?;
    let is_searched = || {
        let path = state.variable("PATH").map(|path| path.to_string()).unwrap_or_default();
        path.split(':').filter(|entry| !entry.is_empty()).any(|entry| {
            let place = state.place(&Value::Known(entry.to_owned()));
            place.spots.iter().any(|spot| spot.path == directory)
        })
    };
    (directory.ends_with("/node_modules/.bin") || is_searched())
        .then(|| state.place(&Value::Known(file.to_owned())))
}

/// Whether a file is a script by its name or its first line, and no file of variables.
fn is_script(path: &str, text: &str) -> bool {
    let ending = path.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map(|(_, ending)| ending);
    text.starts_with("#!") || matches!(ending, Some("sh" | "bash" | "zsh" | "ksh" | "fish"))
}

/// What the text has written to files that a pattern names: `bash *.sh`.
fn written_by_pattern(place: &Place, state: &State) -> Vec<Value> {
    let globs: Vec<&str> = place.spots.iter().filter_map(|spot| spot.glob.as_deref()).collect();
    if globs.is_empty() {
        return Vec::new();
    }
    let fits = |path: &str| globs.iter().any(|glob| crate::patterns::fits(&glob.replace("**/", "*"), path));
    state.written_files().filter(|(path, _)| fits(path)).map(|(_, content)| content.clone()).collect()
}

/// The language that a script's first line names, if it is not the shell's.
pub(crate) fn interpreter(text: &str) -> Option<Language> {
    let line = text.strip_prefix("#!")?.lines().next()?;
    let mut program =
        line.split(['/', ' ']).filter(|word| !word.is_empty() && *word != "env" && !word.starts_with('-'));
    program.find_map(language_of)
}

/// The language of an interpreter, by its name: `python3.12`, `node`.
pub(crate) fn language_of(name: &str) -> Option<Language> {
    let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    Some(match stem {
        "python" | "py" | "pypy" | "ipython" | "IPython" | "bpython" | "ptpython" | "micropython"
        | "jython" | "graalpy" | "sage" => Language::Python,
        "node" | "nodejs" | "bun" | "deno" | "electron" | "gjs" | "jrunscript" | "qjs" | "quickjs"
        | "njs" | "llrt" | "txiki" => Language::JavaScript,
        "perl" | "raku" => Language::Perl,
        // Crystal is written like Ruby, and its library has the same names.
        "ruby" | "jruby" | "irb" | "pry" | "crystal" => Language::Ruby,
        "php" => Language::Php,
        "awk" | "gawk" | "mawk" | "nawk" => Language::Awk,
        "osascript" => Language::AppleScript,
        "lua" | "luajit" | "texlua" | "lua5." => Language::Lua,
        "R" | "Rscript" => Language::R,
        "julia" => Language::Julia,
        "elixir" | "iex" => Language::Elixir,
        "amm" | "csharp" | "groovy" | "groovysh" | "scala" | "scala-cli" | "kotlin" | "kotlinc" | "swift"
        | "jshell" => Language::Jvm,
        "octave" | "octave-cli" | "matlab" | "gnuplot" | "maxima" => Language::Octave,
        "erl" | "escript" => Language::Erlang,
        "m" if name == "m4" => Language::M4,
        "gm" if name == "gm4" => Language::M4,
        "ghci" | "ghc" | "runghc" | "runhaskell" | "ocaml" | "utop" => Language::Haskell,
        "nim" => Language::Nim,
        "hy" | "newlisp" | "nbb" | "fennel" | "racket" | "guile" | "sbcl" | "clisp" | "ecl" | "csi"
        | "gosh" | "emacs" | "emacsclient" | "clojure" | "clj" | "bb" | "janet" => Language::Lisp,
        "tclsh" | "wish" | "expect" => Language::Tcl,
        COMPILED | "gore" | "yaegi" | "rust-script" | "cling" | "dotnet-script" => Language::Compiled,
        _ => return None,
    })
}
