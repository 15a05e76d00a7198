//! Code of other languages that a command runs: each step that it takes is an effect.

use std::rc::Rc;

use hookward_shell::Span;

use crate::builtins::directory;
use crate::code::{self, Datum, Language, Origin, PrintsResult, Started, Step, Surroundings};
use crate::effect::{Action, Deed, Depth, Opacity, Purpose};
use crate::endpoints::at_home;
use crate::knowledge::{Given, Role, assigns};
use crate::programs::{mode, tail};
use crate::sed;
use crate::source::{Source, Sources};
use crate::sql::{self, Harm};
use crate::state::State;
use crate::value::{MAX_FEW, Value};
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
            let mut variables = assigned(given);
            let files: Vec<Value> = given.operands.iter().skip(1).map(|(_, file)| (*file).clone()).collect();
            if files.is_empty() {
                variables.extend(line_of_input(&state.stdin));
            }
            let mut own = self.copy(state);
            own.arguments = Some(Rc::new(files));
            self.code(language, text, prints, &variables, span, &mut own);
            return state.keep_files(&own);
        }
        self.code(language, text, prints, &[], span, state);
    }

    /// Code whose last value may be printed: `node -p`.
    pub(crate) fn printing_code(
        &mut self,
        language: Language,
        text: &Value,
        prints: bool,
        span: Span,
        state: &mut State,
    ) {
        let prints = if prints { PrintsResult::Yes } else { PrintsResult::No };
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
        match text {
            Value::Known(text) => self.steps(language, text, prints_result, variables, span, state),
            Value::Few(texts) => texts
                .iter()
                .for_each(|text| self.steps(language, text, prints_result, variables, span, state)),
            Value::Pattern(_) => {
                let scripts = text.as_scripts();
                if scripts.more {
                    self.opaque(Opacity::Size, span);
                }
                for script in scripts.texts {
                    self.steps(language, &script, prints_result, variables, span, state);
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
        let surroundings = Surroundings {
            home: state.scene.home,
            prints_result,
            arguments: &arguments,
            stdin: &stdin,
            variables,
        };
        let steps = code::steps(language, text, &surroundings, &mut budget);
        // A shell without a text beside a connection: it is for whoever is at the other end.
        let converses = language == Language::Awk && text.contains("/inet") && text.contains("getline");
        if converses || (code::opens_connection(text) && steps.iter().any(Step::is_bare_shell)) {
            self.runs(Sources::from(Source::Network(String::new())), span);
        }
        // What the code changes, it changes for itself.
        let mut own = self.copy(state);
        for step in steps {
            if !self.spend(span) {
                break;
            }
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
                    && text.known().is_some_and(|text| text.contains(' '))
                {
                    let mut apart = self.copy(state);
                    return self.shell_text(text, span, name_of(language), &mut apart);
                }
                self.peel(name_of(language), |walk| {
                    let mut apart = walk.copy(state);
                    walk.command(words, span, &mut apart);
                });
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
            Step::List(path) => self.effect(Action::List(state.place(&path)), span),
            Step::Write(path, content) => {
                let content = self.datum(content, state);
                let place = state.place(&path);
                self.write(place, content, span, state);
            }
            Step::Delete(path, depth) => self.effect(Action::Delete(state.place(&path), depth), span),
            Step::Move(from, to) => {
                self.effect(Action::Delete(state.place(&from), Depth::Moved), span);
                let (content, place) = (state.content(&state.place(&from)), state.place(&to));
                self.write(place, content, span, state);
            }
            Step::Link { target, name } => {
                if let (Some(target), Some(name)) = (target.known(), name.known()) {
                    state.link(target, name);
                }
                let place = state.scene.place(&name, &state.cwd);
                self.effect(Action::Write(place, Value::unknown()), span);
            }
            Step::Permit(path, bits) => {
                let bits = bits.map_or_else(Value::unknown, |bits| Value::Known(format!("{bits:o}")));
                self.effect(Action::Permit(state.place(&path), mode(&bits, Depth::One)), span);
            }
            Step::Directory(path) => state.cwd = directory(&path, &state.cwd),
            Step::Send { data, target } => {
                let data = data.into_iter().fold(target.sources(), |sources, datum| {
                    sources.and(&self.datum(datum, state).sources())
                });
                self.effect(Action::Send { data, target, purpose: Purpose::Content }, span);
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
                self.runs(text.sources(), span);
            }
            Step::Import(path) => {
                let place = state.place(&path);
                self.code_file(language, &place, span, state);
            }
            Step::Exhaust(how) => self.deed(Deed::Exhaust, how, span),
            Step::Drop(what) => self.deed(Deed::DropData, what, span),
            Step::Lose(what) => self.deed(Deed::LoseData, what, span),
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
        })
    }

    fn sources_of(&mut self, run: impl FnOnce(&mut Self)) -> Sources {
        let (effects, commands) = (self.facts.effects.len(), self.facts.commands.len());
        let value = self.captured(run);
        self.facts.effects.truncate(effects);
        self.facts.commands.truncate(commands);
        value.sources()
    }

    /// SQL is handed to a database.
    pub(crate) fn sql(&mut self, text: &Value, span: Span, state: &mut State) {
        for text in texts(text) {
            self.sql_statements(sql::statements(&text), span, state);
        }
    }

    pub(crate) fn mongo(&mut self, text: &Value, span: Span) {
        for text in texts(text) {
            self.harms(sql::mongo(&text), span);
        }
    }

    pub(crate) fn redis_lines(&mut self, text: &Value, span: Span, state: &mut State) {
        for text in texts(text) {
            self.sql_statements(sql::redis_lines(&text), span, state);
        }
    }

    /// Words that `redis-cli` is given.
    pub(crate) fn redis(&mut self, words: &[Value], span: Span, state: &mut State) {
        self.sql_statements(sql::redis(words), span, state);
    }

    pub(crate) fn harms(&mut self, statements: Vec<sql::Statement>, span: Span) {
        for statement in statements {
            match statement.harm {
                Harm::Drop => self.effect(Action::Deed(Deed::DropData, statement.what.into()), span),
                Harm::Lose => self.effect(Action::Deed(Deed::LoseData, statement.what.into()), span),
                Harm::RunsShell(_) | Harm::ReadsFile(_) | Harm::WritesFile(_) | Harm::Includes(_) => {}
            }
        }
    }

    fn sql_statements(&mut self, statements: Vec<sql::Statement>, span: Span, state: &mut State) {
        for statement in statements {
            match &statement.harm {
                Harm::Drop | Harm::Lose => self.harms(vec![statement], span),
                Harm::RunsShell(script) => {
                    let mut apart = self.copy(state);
                    self.shell_text(&Value::Known(script.clone()), span, "a database client", &mut apart);
                }
                Harm::ReadsFile(file) => self.read(state.place(&Value::Known(file.clone())), span),
                Harm::WritesFile(file) => {
                    let place = state.place(&Value::Known(file.clone()));
                    self.write(place, Value::unknown(), span, state);
                }
                Harm::Includes(file) => {
                    let place = state.place(&Value::Known(file.clone()));
                    let content = match self.look(&place, state) {
                        _ if matches!(file.as_str(), "/dev/stdin" | "/dev/fd/0") => state.stdin.clone(),
                        Some((_, text)) => Value::Known(text),
                        None => state.content(&place),
                    };
                    if content.known().is_some() {
                        for text in texts(&content) {
                            self.harms(sql::statements(&text), span);
                        }
                    }
                }
            }
        }
    }

    /// A script of sed: it runs, reads and writes.
    pub(crate) fn sed(&mut self, script: &Value, span: Span, state: &mut State) {
        for text in texts(script) {
            let sed = sed::sed(&text);
            for command in &sed.runs {
                let mut apart = self.copy(state);
                self.shell_text(&Value::Known(command.clone()), span, "sed", &mut apart);
            }
            if sed.runs_input {
                let input = state.stdin.clone();
                let mut apart = self.copy(state);
                self.shell_text(&input, span, "sed", &mut apart);
            }
            for file in &sed.writes {
                let place = state.place(&Value::Known(file.clone()));
                self.write(place, Value::unknown(), span, state);
            }
            for file in &sed.reads {
                self.read(state.place(&Value::Known(file.clone())), span);
            }
        }
    }

    /// Commands of ed, ex and vim: `!cmd`, `r !cmd`, `w file`.
    pub(crate) fn editor(&mut self, commands: &Value, span: Span, state: &mut State) {
        if commands.sources().has_network() {
            self.runs(commands.sources(), span);
        }
        for text in texts(commands) {
            for line in text.lines() {
                let mut next = Some(line);
                while let Some(command) = next {
                    next = self.editor_command(command, span, state);
                }
            }
        }
    }

    /// One command; gives what follows it in its line.
    fn editor_command<'l>(&mut self, line: &'l str, span: Span, state: &mut State) -> Option<&'l str> {
        let (command, bang) = editor_words(line);
        if let Some(script) = bang.strip_prefix('!') {
            let mut apart = self.copy(state);
            self.shell_text(
                &Value::Known(script.trim_start_matches('!').to_owned()),
                span,
                "an editor",
                &mut apart,
            );
            return None;
        }
        let (verb, rest) = command.split_at(command.find([' ', '!', '|']).unwrap_or(command.len()));
        // `w! file` insists, `w !command` runs something.
        let insists = rest.starts_with('!') && matches!(verb, "w" | "write" | "wq" | "x" | "sav" | "saveas");
        let rest = rest.get(usize::from(insists)..).unwrap_or_default().trim_start();
        if rest.starts_with('!') && matches!(verb, "r" | "read" | "w" | "write" | "term" | "terminal") {
            let mut apart = self.copy(state);
            self.shell_text(
                &Value::Known(rest.trim_start_matches('!').trim_start().to_owned()),
                span,
                "an editor",
                &mut apart,
            );
            return None;
        }
        // What follows a bar is a command of its own.
        if let Some((first, after)) = rest.split_once('|').filter(|_| !verb.starts_with(['g', 'v'])) {
            let first = first.trim_end().trim_start_matches('!');
            self.editor_file(verb, first, span, state);
            return Some(after);
        }
        match verb {
            "r" | "read" | "w" | "write" | "e" | "edit" | "wq" | "x" | "saveas" | "sav" | "term"
            | "terminal" => self.editor_file(verb, rest.trim_start_matches('!').trim(), span, state),
            "call" | "let" | "echo" | "exe" | "execute" if rest.contains("system(") => {
                let script = rest.split("system(").nth(1).unwrap_or_default().trim_start_matches(['"', '\'']);
                let end = script.find(['"', '\'']).unwrap_or(script.len());
                let mut apart = self.copy(state);
                self.shell_text(
                    &Value::Known(script.get(..end).unwrap_or_default().to_owned()),
                    span,
                    "an editor",
                    &mut apart,
                );
            }
            "call" if rest.starts_with("delete(") => {
                let text = rest.get("delete(".len()..).unwrap_or_default();
                let mut quoted = text.split(['"', '\'']).skip(1).step_by(2);
                if let Some(path) = quoted.next() {
                    let depth = if quoted.next() == Some("rf") { Depth::Tree } else { Depth::One };
                    let place = state.place(&Value::Known(path.to_owned()));
                    self.effect(Action::Delete(place, depth), span);
                }
            }
            "so" | "source" | "runtime" if rest.contains("://") => {
                self.run_at_once(&Value::Known(rest.to_owned()), span);
            }
            "lua" if rest.contains("os.execute(") || rest.contains("io.popen(") => {
                let script = rest.split('(').nth(1).unwrap_or_default().trim_start_matches(['"', '\'']);
                let end = script.find(['"', '\'']).unwrap_or(script.len());
                let mut apart = self.copy(state);
                self.shell_text(
                    &Value::Known(script.get(..end).unwrap_or_default().to_owned()),
                    span,
                    "an editor",
                    &mut apart,
                );
            }
            _ => {}
        }
        None
    }

    /// The file that a command of an editor names, if it names one.
    fn editor_file(&mut self, verb: &str, file: &str, span: Span, state: &mut State) {
        if file.is_empty() {
            return;
        }
        let place = state.place(&at_home(file, state));
        match verb {
            "r" | "read" | "e" | "edit" => self.read(place, span),
            "w" | "write" | "wq" | "x" | "saveas" | "sav" => {
                self.write(place, Value::unknown(), span, state);
            }
            _ => {}
        }
    }
}

/// A command of an editor without the range in front; and the same before a `!` is taken from it.
fn editor_words(line: &str) -> (&str, &str) {
    let is_range =
        |letter: char| letter.is_ascii_digit() || matches!(letter, ':' | '%' | ',' | '.' | '$' | ' ' | '+');
    let bang = line.trim_start_matches(is_range).trim_start_matches("silent").trim_start();
    (bang.trim_start_matches(['!', ' ']), bang)
}

/// Whether commands of an editor write the file that is being edited: `wq`, `x`, `update`.
pub(crate) fn saves(commands: &Value) -> bool {
    let is_saving = |command: &str| {
        let (verb, _) = editor_words(command.trim());
        matches!(
            verb.trim_end_matches('!').trim(),
            "w" | "wq"
                | "x"
                | "xit"
                | "write"
                | "up"
                | "update"
                | "wa"
                | "wall"
                | "wqa"
                | "wqall"
                | "xa"
                | "xall"
                | "normal ZZ"
                | "norm ZZ"
        )
    };
    texts(commands).iter().any(|text| text.lines().flat_map(|line| line.split('|')).any(is_saving))
}

/// What a line of the input may be, for awk: `$0`, and its first fields.
fn line_of_input(stdin: &Value) -> Vec<(String, Value)> {
    let lines = match stdin {
        Value::Known(text) => text.lines().take(MAX_FEW).collect::<Vec<_>>(),
        Value::Unknown(sources) if sources.has_network() => return vec![("$0".to_owned(), stdin.clone())],
        Value::Few(_) | Value::Pattern(_) | Value::Unknown(_) => return Vec::new(),
    };
    if lines.is_empty() {
        return Vec::new();
    }
    let each = |part: &dyn Fn(&str) -> String| match lines.as_slice() {
        [line] => Value::Known(part(line)),
        lines => Value::few(lines.iter().map(|line| part(line)).collect()),
    };
    let field = |number: usize| {
        each(&|line: &str| line.split_whitespace().nth(number - 1).unwrap_or_default().to_owned())
    };
    let fields = (1..=4).map(|number| (format!("${number}"), field(number)));
    std::iter::once(("$0".to_owned(), each(&|line: &str| line.to_owned()))).chain(fields).collect()
}

/// The variables that `awk -v name=value` sets.
fn assigned(given: &Given) -> Vec<(String, Value)> {
    let assignments = given.roles().into_iter().filter(|(role, _)| *role == Role::Text);
    assignments
        .filter_map(|(_, value)| {
            let text = value.prefix();
            let name = text
                .split_once('=')
                .map(|(name, _)| name.to_owned())
                .filter(|_| assigns(&Value::Known(text.to_owned())))?;
            let rest = tail(&value, name.len() + 1);
            Some((name, rest))
        })
        .collect()
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
