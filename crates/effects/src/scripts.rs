//! Code that a command runs: shell text, code of other languages, and scripts on disk, looked through.

use hookward_shell::Span;

use crate::code::Language;
use crate::effect::Opacity;
use crate::path::Place;
use crate::source::{Source, Sources};
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// Scripts that one call is followed through.
const MAX_FILES: usize = 12;

impl Walk<'_> {
    /// A shell text runs: what is certain of it is judged, and where the rest comes from is said.
    pub(crate) fn shell_text(&mut self, text: &Value, span: Span, name: &str, state: &mut State) {
        match text {
            Value::Known(text) => self.nested(text, span, name, state),
            Value::Few(texts) => {
                let mut printed = Vec::new();
                for text in texts.iter() {
                    let mut apart = self.copy(state);
                    printed.push(self.alternative(|walk| walk.nested(text, span, name, &mut apart)));
                    self.join(state, &apart);
                }
                self.print_one_of(printed, span);
            }
            Value::Pattern(_) => {
                let sources = text.sources();
                if let Some(script) = text.as_script() {
                    // What is unknown in it stands there as this variable.
                    state.assign("_", Value::Unknown(sources.clone()));
                    self.nested(&script, span, name, state);
                    state.forget("_");
                }
                self.unseen_code(sources, span, state);
            }
            Value::Unknown(sources) => self.unseen_code(sources.clone(), span, state),
        }
    }

    /// Code runs whose text is not known. A file it comes from is looked through.
    fn unseen_code(&mut self, sources: Sources, span: Span, state: &mut State) {
        for source in sources.iter() {
            if let Source::File(place) = source {
                self.shell_file(&place.clone(), "sh", span, state);
            }
        }
        self.opaque(Opacity::RunTime, span);
        if !sources.is_empty() {
            self.runs(sources, span);
        }
    }

    /// A file of shell text runs.
    pub(crate) fn shell_file(&mut self, place: &Place, name: &str, span: Span, state: &mut State) {
        if let Some(content) = state.written(place).cloned() {
            return self.shell_text(&content, span, name, state);
        }
        if let Some((path, text)) = self.look(place, state) {
            self.within_file(path, text.len(), |walk| walk.nested(&text, span, name, state));
        }
    }

    /// A program by its path: if it is a script, what it does is what its text does.
    pub(crate) fn program_file(&mut self, place: &Place, arguments: &[Value], span: Span, state: &mut State) {
        let written = state.written(place).cloned();
        let mut own = self.copy(state);
        own.arguments = Some(arguments.to_vec());
        if let Some(content) = written {
            match content.known().and_then(interpreter) {
                Some(language) => self.code_text(language, &content, span, &mut own),
                None => self.shell_text(&content, span, &place.written, &mut own),
            }
            return state.keep_files(&own);
        }
        let Some((path, text)) = self.look(place, state) else { return };
        // Without a first line that says so, it is hardly a script.
        if !text.starts_with("#!") {
            return;
        }
        self.within_file(path, text.len(), |walk| match interpreter(&text) {
            Some(language) => walk.code_text(language, &Value::Known(text.clone()), span, &mut own),
            None => walk.nested(&text, span, &place.written, &mut own),
        });
        state.keep_files(&own);
    }

    /// A file of another language runs.
    pub(crate) fn code_file(&mut self, language: Language, place: &Place, span: Span, state: &mut State) {
        if let Some(content) = state.written(place).cloned() {
            return self.code_text(language, &content, span, state);
        }
        if let Some((path, text)) = self.look(place, state) {
            self.within_file(path, text.len(), |walk| {
                walk.code_text(language, &Value::Known(text.clone()), span, state);
            });
        }
    }

    /// The text of the one file that a place names, unless it is being looked through already.
    pub(crate) fn look(&mut self, place: &Place, state: &State) -> Option<(String, String)> {
        let [spot] = place.spots.as_slice() else { return None };
        if place.open || place.elsewhere || !spot.is_one() || self.looked >= MAX_FILES {
            return None;
        }
        if self.files.contains(&spot.path) {
            return None;
        }
        let text = state.scene.world.text(&spot.path)?;
        self.looked += 1;
        Some((spot.path.clone(), text))
    }

    pub(crate) fn within_file(&mut self, path: String, length: usize, run: impl FnOnce(&mut Self)) {
        // The text is not the agent's: it brings its own budget.
        self.grant(length * 4);
        self.files.push(path);
        run(self);
        self.files.pop();
    }
}

/// The language that a script's first line names, if it is not the shell's.
fn interpreter(text: &str) -> Option<Language> {
    let line = text.strip_prefix("#!")?.lines().next()?;
    let mut program =
        line.split(['/', ' ']).filter(|word| !word.is_empty() && *word != "env" && !word.starts_with('-'));
    program.find_map(language_of)
}

/// The language of an interpreter, by its name: `python3.12`, `node`.
pub(crate) fn language_of(name: &str) -> Option<Language> {
    let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    Some(match stem {
        "python" | "pypy" | "ipython" | "bpython" | "ptpython" | "micropython" | "jython" | "graalpy"
        | "sage" => Language::Python,
        "node" | "nodejs" | "bun" | "deno" | "electron" | "qjs" | "quickjs" | "njs" | "llrt" | "txiki" => {
            Language::JavaScript
        }
        "perl" => Language::Perl,
        // Crystal is written like Ruby, and its library has the same names.
        "ruby" | "jruby" | "irb" | "crystal" => Language::Ruby,
        "php" => Language::Php,
        "awk" | "gawk" | "mawk" | "nawk" => Language::Awk,
        "osascript" => Language::AppleScript,
        "lua" | "luajit" | "texlua" | "lua5." => Language::Lua,
        "R" | "Rscript" => Language::R,
        "julia" => Language::Julia,
        "elixir" | "iex" => Language::Elixir,
        "groovy" | "groovysh" | "scala" | "scala-cli" | "kotlin" | "kotlinc" | "swift" | "jshell" => {
            Language::Jvm
        }
        "octave" | "octave-cli" | "matlab" | "gnuplot" | "maxima" => Language::Octave,
        "erl" | "escript" => Language::Erlang,
        "ghci" | "ghc" | "runghc" | "runhaskell" => Language::Haskell,
        "nim" => Language::Nim,
        "racket" | "guile" | "sbcl" | "clisp" | "ecl" | "csi" | "gosh" | "emacs" | "emacsclient"
        | "clojure" | "clj" | "bb" => Language::Lisp,
        "tclsh" | "wish" | "expect" => Language::Tcl,
        _ => return None,
    })
}
