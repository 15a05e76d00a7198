//! A simple command to its effects: functions and builtins of the shell first, then programs by what is known of them.

use std::rc::Rc;

use hookward_shell::{Span, Statement};

use crate::deciding::MAX_NAMES;
use crate::disguise::is_disguised;
use crate::effect::{Command, Launch, Opacity, Standing};
use crate::knowledge;
use crate::lingering::leaves_running;
use crate::program_name::{
    base_name, copied_program, found_elsewhere, is_of_the_system, matching_programs, renamed_program,
    usual_name, without_gnu,
};
use crate::programs;
use crate::several::Several;
use crate::source::Sources;
use crate::state::State;
use crate::unseen_names::is_an_open_file;
use crate::value::{Piece, Value};
use crate::walk::{End, Walk};

/// What has become of a program.
pub(crate) enum Outcome {
    /// It runs another command, which has been looked at in its place.
    Peeled,
    /// Its effects are in the facts.
    Done(Standing),
}

impl Walk<'_> {
    /// Adds what a command does, its words evaluated.
    pub(crate) fn command(&mut self, mut words: Vec<Value>, span: Span, state: &mut State) {
        let before = self.facts.commands.len();
        let is_of_windows = without_carriage_return(&mut words);
        if words.is_empty() || self.is_veiled(&words, state) || !self.spend(span) || !self.enter(span) {
            return;
        }
        self.by_its_name(words, span, state);
        self.leave();
        if is_of_windows {
            // Another shell takes the letter for a part of the word: what it does then is not known.
            for command in self.facts.commands.iter_mut().skip(before) {
                command.decides = false;
                command.standing = match command.standing {
                    Standing::Unknown => Standing::Unknown,
                    Standing::Known | Standing::ReadOnly | Standing::SafeSubcommand => Standing::Known,
                };
            }
        }
    }

    fn by_its_name(&mut self, words: Vec<Value>, span: Span, state: &mut State) {
        let Some((first, rest)) = words.split_first() else { return };
        // A word that is one of many is as long as they are.
        self.charge(words.iter().map(|word| word.choices() / 4).sum());
        match first {
            Value::Known(name) => {
                self.named(name, rest, span, state);
                let mut run = (name.as_str(), rest);
                while let Some(inner) = Self::in_this_shell(run.0, run.1) {
                    run = inner;
                }
                self.heed_end(run.0, run.1, state);
            }
            Value::Few(names) => self.one_of(names, rest, span, state),
            Value::Pattern(pieces) if pieces.iter().any(|piece| matches!(piece, Piece::Glob(_))) => {
                let names = matching_programs(first, state);
                if names.is_empty() {
                    self.opaque(Opacity::RunTime, span);
                    self.may_be_the_guard(rest, span, state);
                }
                self.one_of(&names, rest, span, state);
            }
            // A name made of more choices than can be listed.
            Value::Pattern(pieces)
                if pieces.iter().all(|piece| matches!(piece, Piece::Text(_) | Piece::OneOf(_))) =>
            {
                self.opaque(Opacity::Size, span);
                self.add(words, Standing::Unknown, state, span);
            }
            // A shell by the name of the one that runs.
            Value::Pattern(_) if first.to_string() == "$0" => self.named("bash", rest, span, state),
            Value::Pattern(_) | Value::Unknown(_) => self.only_known_when_it_runs(words, span, state),
        }
    }

    fn one_of(&mut self, names: &[String], rest: &[Value], span: Span, state: &mut State) {
        if names.len() > MAX_NAMES {
            self.opaque(Opacity::Size, span);
        }
        for name in names.iter().take(MAX_NAMES) {
            let mut apart = self.copy(state);
            if name.is_empty() {
                // Without quotes it is no word at all, and what follows is the command.
                self.command(rest.to_vec(), span, &mut apart);
            } else {
                self.vouching(names.len() == 1, |walk| walk.named(name, rest, span, &mut apart));
                self.heed_end(name, rest, &apart);
            }
            self.join(state, &apart);
        }
    }

    pub(crate) fn named(&mut self, name: &str, rest: &[Value], span: Span, state: &mut State) {
        if let Some(function) = state.function(name) {
            // What runs is its body.
            self.vouching(false, |walk| walk.add(words(name, rest), Standing::Known, state, span));
            if let ([body], false, false) = (function.all.as_slice(), function.perhaps, function.more) {
                return self.call(name, body, rest.to_vec(), span, state);
            }
            self.vouching(false, |walk| walk.one_of_bodies(name, &function, rest, span, state));
            if !function.perhaps {
                return;
            }
        }
        let aliases = state.alias_of(name).map(|alias| alias.all.clone()).unwrap_or_default();
        let is_itself = state.function(name).is_none() && aliases.is_empty();
        for text in aliases {
            let mut without = self.copy(state);
            self.charge(without.alias_count());
            without.unalias(name);
            let (mut script, mut more) = (text, rest);
            // Behind a blank at its end, the next word may be one too.
            while script.ends_with([' ', '\t'])
                && let Some((first, after)) = more.split_first()
                && let Some(text) = first.known().and_then(|name| without.alias_of(name)?.all.first())
            {
                script.push_str(text);
                more = after;
            }
            let script = format!("{script} {}", held_words(more, &mut without));
            self.vouching(false, |walk| walk.nested(&script, span, "alias", &mut without));
            state.join_variables(&without);
            state.keep_files(&without);
            // Most shells that run a text do not look at aliases, and none does in the line that sets one.
        }
        self.vouching(is_itself, |walk| walk.unshadowed(name, rest, span, state));
    }

    /// A function whose body depends on the way that was taken.
    fn one_of_bodies(
        &mut self,
        name: &str,
        function: &Several<Rc<Statement>>,
        rest: &[Value],
        span: Span,
        state: &mut State,
    ) {
        if function.more {
            self.opaque(Opacity::Size, span);
        }
        let before = self.copy(state);
        let mut printed = Vec::new();
        for body in &function.all {
            let mut apart = self.copy(&before);
            let shown = self.alternative(|walk| walk.call(name, body, rest.to_vec(), span, &mut apart));
            printed.push(shown);
            self.join(state, &apart);
        }
        self.print_one_of(printed, span);
    }

    /// `command x`, `builtin x`: what it runs, if it is known. It is no function, but runs in this shell.
    fn in_this_shell<'v>(name: &str, rest: &'v [Value]) -> Option<(&'v str, &'v [Value])> {
        if !matches!(name, "command" | "builtin") {
            return None;
        }
        let is_option = |word: &&Value| matches!(word.known(), Some("-p" | "--"));
        let options = rest.iter().take_while(is_option).count();
        let (inner, arguments) = rest.get(options..)?.split_first()?;
        Some((inner.known().filter(|inner| !inner.starts_with('-'))?, arguments))
    }

    /// A command with its words as they are, whatever they may be.
    pub(crate) fn as_it_is(&mut self, name: &str, rest: &[Value], span: Span, state: &mut State) {
        if let Some((inner, arguments)) = Self::in_this_shell(name, rest).filter(|_| self.spend(span)) {
            return self.peel(name, |walk| walk.unshadowed(inner, arguments, span, state));
        }
        if is_disguised(name, rest) {
            self.opaque(Opacity::Disguise, span);
        }
        // zsh looks a program up by name behind this sign.
        let name = name.strip_prefix('=').filter(|program| !program.is_empty()).unwrap_or(name);
        // The shell that runs the text, by the system's own name for it.
        let base = if matches!(name, "/proc/self/exe" | "/proc/$$/exe") {
            "bash"
        } else {
            without_gnu(base_name(name))
        };
        if base != "bash" && is_an_open_file(name) {
            self.taken_for_the_guard(rest, span, state);
        }
        self.facts.lingers |= leaves_running(base, rest);
        // Where it runs; it may lead elsewhere itself.
        let cwd = state.cwd.clone();
        if base == name
            && let Some(standing) = self.builtin(name, rest, span, state)
        {
            return self.add_at(words(name, rest), standing, &cwd, span);
        }
        let file = (name.contains('/') && !is_of_the_system(name))
            .then(|| state.place(&Value::Known(name.to_owned())));
        let has_written = state.written_files().next().is_some();
        let file =
            file.or_else(|| if has_written { crate::scripts::written_program(name, state) } else { None });
        let names = state.leave_shell();
        // What it runs, it runs as that file does, whichever program has the name.
        let outer = self.launched.len();
        let spots = file.iter().flat_map(|file| &file.spots);
        self.launched.extend(spots.map(|spot| Launch {
            by: spot.path.clone(),
            subcommand: None,
            words: Vec::new(),
        }));
        let length = self.captured_length();
        let began = state.course.clone();
        let standing = match programs::run(self, base, rest, span, state) {
            Some(standing) => {
                // What is no data may print whatever it likes.
                let is_silent = length.is_some() && length == self.captured_length();
                self.says_more |= is_silent && matches!(standing, Outcome::Done(_));
                Some(standing)
            }
            None => knowledge::program(base).map(|usage| self.known(base, usage, rest, span, state)),
        };
        self.launched.truncate(outer);
        if !matches!(standing, Some(Outcome::Peeled)) {
            self.doubt(base, rest, &began, state);
        }
        if has_written || state.written_files().next().is_some() {
            self.project_files(base, rest, span, state);
        }
        state.enter_shell(names);
        self.installed_from(rest, span, state);
        let is_unknown = standing.is_none();
        match standing {
            Some(Outcome::Peeled) => {}
            // A file of that name in the workspace is not the program that we know.
            Some(Outcome::Done(_)) if !is_of_the_system(name) => {
                self.add_at(words(name, rest), Standing::Known, &cwd, span);
            }
            Some(Outcome::Done(standing)) => self.add_at(words(name, rest), standing, &cwd, span),
            None => {
                self.unknown(name, rest, span, state);
                // What a shell has looked up for code: `expect -c "spawn $(find / -name 'h*') x"`.
                if name.contains(['*', '?']) {
                    self.may_be_the_guard(rest, span, state);
                }
                if let Some(program) =
                    usual_name(name).filter(|program| is_known(program) && self.spend(span))
                {
                    self.peel(name, |walk| {
                        walk.vouching(false, |walk| walk.unshadowed(&program, rest, span, state));
                    });
                }
            }
        }
        if let Some(file) = file {
            let renamed = renamed_program(&file, state)
                .or_else(|| copied_program(&file, state).map(str::to_owned))
                .filter(|program| program != base && self.spend(span));
            match renamed {
                Some(program) => self.peel(name, |walk| walk.unshadowed(&program, rest, span, state)),
                None => self.program_file(&file, rest, span, state),
            }
        } else if is_unknown
            && let Some(program) = found_elsewhere(name, state)
                .and_then(|file| copied_program(&file, state))
                .filter(|_| self.spend(span))
        {
            self.peel(name, |walk| walk.unshadowed(program, rest, span, state));
        }
    }

    /// A program that nobody knows: what it prints may hold whatever it was given.
    fn unknown(&mut self, name: &str, rest: &[Value], span: Span, state: &State) {
        let mut given = rest.iter().fold(state.stdin.sources(), |sources, word| sources.and(&word.sources()));
        given.add(&state.fed_file());
        // What it makes of files of the text may be what they say.
        if state.written_files().next().is_some() {
            let places = rest.iter().map(|word| state.place(word));
            for place in places.filter(|place| state.written(place).is_some()) {
                given.add(&Sources::from(crate::Source::File(place)));
            }
        }
        // Only what would be news is passed on: a variable among its words is not yet on the screen.
        let passed = given.iter().filter(|source| !matches!(source, crate::Source::Variable(_)));
        let passed =
            passed.fold(Sources::NONE, |sources, source| sources.and(&Sources::from(source.clone())));
        self.print(&Value::Unknown(passed), span);
        self.add(words(name, rest), Standing::Unknown, state, span);
        self.hand(name, rest, span, state);
        self.coded(rest, span, state);
        self.suspected(name, rest, span, state);
    }

    pub(crate) fn add(&mut self, words: Vec<Value>, standing: Standing, state: &State, span: Span) {
        self.add_at(words, standing, &state.cwd, span);
    }

    fn add_at(&mut self, words: Vec<Value>, standing: Standing, cwd: &Value, span: Span) {
        let (through, span) = (self.through.clone(), self.inside.unwrap_or(span));
        let cwd = cwd.known().map(str::to_owned);
        let decides = self.vouching.holds && self.end == End::Last;
        self.facts.commands.push(Command {
            words,
            through,
            launched: self.launched.clone(),
            standing,
            cwd,
            decides,
            round: self.round,
            preceding: self.facts.effects.len(),
            span,
        });
    }

    /// Runs something inside a wrapper that has words of its own.
    pub(crate) fn launch(&mut self, wrapper: &str, words: Vec<Value>, run: impl FnOnce(&mut Self)) {
        self.launched_by(Launch { by: wrapper.to_owned(), subcommand: None, words }, run);
    }

    /// The same, where it is known how that was written.
    pub(crate) fn launched_by(&mut self, launch: Launch, run: impl FnOnce(&mut Self)) {
        let wrapper = launch.by.clone();
        self.launched.push(launch);
        self.peel(&wrapper, run);
        self.launched.pop();
    }

    /// Runs something inside a wrapper.
    pub(crate) fn peel(&mut self, wrapper: &str, run: impl FnOnce(&mut Self)) {
        self.through.push(wrapper.to_owned());
        run(self);
        self.through.pop();
    }
}

/// Takes away the end of a line as Windows writes it, which a shell leaves at the last word: whoever wrote it means the word
/// without it.
fn without_carriage_return(words: &mut Vec<Value>) -> bool {
    let Some(Value::Known(last)) = words.last_mut() else { return false };
    if !last.ends_with('\r') {
        return false;
    }
    last.pop();
    if last.is_empty() {
        words.pop();
    }
    true
}

/// Whether a name is that of a program that is known, or of what runs a text in this shell.
pub fn is_known(base: &str) -> bool {
    knowledge::program(base).is_some()
        || programs::has_own_words(base)
        || programs::is_shell(base)
        || matches!(base, "eval" | "exec" | "source" | "command" | "builtin" | "xargs" | "parallel")
}

fn words(name: &str, rest: &[Value]) -> Vec<Value> {
    std::iter::once(Value::Known(name.to_owned())).chain(rest.iter().cloned()).collect()
}

/// Words as a shell text, with variables for those that are not known.
fn held_words(words: &[Value], state: &mut State) -> String {
    let mut text = String::new();
    for (index, word) in words.iter().enumerate() {
        text.push(' ');
        if word.known().is_some() {
            text.push_str(&quoted(std::slice::from_ref(word)));
        } else {
            let name = format!("_word_{index}");
            text.extend(["\"$", name.as_str(), "\""]);
            state.assign(&name, word.clone());
        }
    }
    text
}

/// Words as a shell text that stands for them.
pub(crate) fn quoted(words: &[Value]) -> String {
    let quote = |text: &str| format!("'{}'", text.replace('\'', "'\\''"));
    let each = words.iter().map(|word| match word {
        Value::Known(text) => quote(text),
        word => word
            .pieces()
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => quote(text),
                Piece::Glob(glob) => glob.clone(),
                Piece::Hole(_) | Piece::Filled(_) => "\"${_}\"".to_owned(),
                // Each of them is a word then.
                Piece::OneOf(few) => match few.texts.as_slice() {
                    [text] => quote(text),
                    texts => {
                        let each: Vec<String> = texts.iter().map(|text| quote(text)).collect();
                        format!("{{{}}}", each.join(","))
                    }
                },
            })
            .collect(),
    });
    each.collect::<Vec<String>>().join(" ")
}
