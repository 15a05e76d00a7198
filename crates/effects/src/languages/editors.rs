//! Commands of editors, by the line or in a script: sed, ed, ex, vim.

use hookward_shell::Span;

use super::texts;
use crate::code::Language;
use crate::endpoints::at_home;
use crate::sed;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

impl Walk<'_> {
    /// A script of sed for these files, or for what it is fed: it runs, reads and writes.
    pub(crate) fn sed(&mut self, script: &Value, files: &[&Value], span: Span, state: &mut State) {
        for text in texts(script) {
            let sed = sed::sed(&text);
            for command in &sed.runs {
                let mut apart = self.copy(state);
                self.shell_text(&Value::Known(command.clone()), span, "sed", &mut apart);
            }
            if sed.runs_input {
                let content = |file: &&Value| state.content(&state.place(file));
                let inputs: Vec<Value> = match files {
                    [] => vec![state.stdin.clone()],
                    files => files.iter().map(content).collect(),
                };
                for input in inputs {
                    let known = input.known().and_then(|input| sed::executed(&text, input));
                    let mut apart = self.copy(state);
                    self.shell_text(&known.map_or(input, Value::Known), span, "sed", &mut apart);
                }
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
            for line in lines_of_keys(&text).lines() {
                let mut next = Some(line);
                while let Some(command) = next {
                    next = self.editor_command(command, span, state);
                }
            }
        }
    }

    /// One command; gives what follows it in its line.
    fn editor_command<'l>(&mut self, line: &'l str, span: Span, state: &mut State) -> Option<&'l str> {
        let (command, bang) = editor_words(without_modifiers(line));
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
        if rest.starts_with('!') && matches!(verb, "r" | "read" | "w" | "write") {
            let mut apart = self.copy(state);
            self.shell_text(
                &Value::Known(rest.trim_start_matches('!').trim_start().to_owned()),
                span,
                "an editor",
                &mut apart,
            );
            return None;
        }
        // A terminal runs all that stands behind it, but for how it is to be shown.
        if matches!(verb, "ter" | "term" | "termi" | "terminal") {
            let words = rest.split(' ').skip_while(|word| word.is_empty() || word.starts_with("++"));
            let script = words.collect::<Vec<_>>().join(" ");
            let mut apart = self.copy(state);
            self.shell_text(&Value::Known(script), span, "an editor", &mut apart);
            return None;
        }
        // What follows a bar is a command of its own.
        if let Some((first, after)) = rest.split_once('|').filter(|_| !verb.starts_with(['g', 'v'])) {
            let first = first.trim_end().trim_start_matches('!');
            self.editor_file(verb, first, span, state);
            return Some(after);
        }
        match verb {
            "r" | "read" | "w" | "write" | "e" | "edit" | "wq" | "x" | "saveas" | "sav" => {
                self.editor_file(verb, rest.trim_start_matches('!').trim(), span, state);
            }
            "call" | "let" | "echo" | "exe" | "execute" | "eval" => {
                self.editor_functions(verb, rest, span, state);
            }
            "redir" => {
                let file = rest.trim_start_matches(['!', '>', ' ']);
                self.editor_file("w", file, span, state);
            }
            "so" | "source" | "runtime" if rest.contains("://") => {
                self.run_at_once(&Value::Known(rest.to_owned()), span);
            }
            "lua" => self.code_text(Language::Lua, &Value::Known(rest.to_owned()), span, state),
            "py" | "python" | "py3" | "python3" | "pyx" | "pythonx" => {
                self.code_text(Language::Python, &Value::Known(rest.to_owned()), span, state);
            }
            "ruby" | "rub" => self.code_text(Language::Ruby, &Value::Known(rest.to_owned()), span, state),
            "perl" | "pe" => self.code_text(Language::Perl, &Value::Known(rest.to_owned()), span, state),
            _ => {}
        }
        None
    }

    /// Functions of Vim: Lua calls them by the same names, and is read.
    fn editor_functions(&mut self, verb: &str, rest: &str, span: Span, state: &mut State) {
        let mut code = String::new();
        let mut letters = rest.chars().peekable();
        while let Some(letter) = letters.next() {
            // `$NAME` is a variable of the environment.
            if letter == '$' {
                let mut name = String::new();
                while let Some(next) = letters.next_if(|next| next.is_alphanumeric() || *next == '_') {
                    name.push(next);
                }
                code.extend(["os.getenv(\"", &name, "\")"]);
            } else {
                code.push(letter);
            }
        }
        for function in FUNCTIONS {
            code = code.replace(&format!("{function}("), &format!("vim.fn.{function}("));
        }
        // A list of words is a table there.
        let code = if code.contains("([") { code.replace("([", "({").replacen(']', "}", 1) } else { code };
        let mut code = code;
        if verb == "echo" {
            code = format!("print({code})");
        }
        self.code_text(Language::Lua, &Value::Known(code), span, state);
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

/// Functions of Vim that do something.
const FUNCTIONS: &[&str] = &[
    "system",
    "systemlist",
    "delete",
    "writefile",
    "readfile",
    "rename",
    "mkdir",
    "expand",
    "termopen",
    "term_start",
    "jobstart",
    "job_start",
];

/// Keys by their names that end a line, or leave what was being typed: `nvim --remote-send ':!ls<CR>'`.
const KEYS: &[&str] = &["<CR>", "<cr>", "<Enter>", "<enter>", "<Esc>", "<esc>", "<C-N>", "<C-n>", "<c-n>"];

fn lines_of_keys(text: &str) -> String {
    if !text.contains('<') {
        return text.to_owned();
    }
    KEYS.iter().fold(text.to_owned(), |text, key| text.replace(key, "\n"))
}

/// Words in front of a command of Vim that say how and where: `:vert term ls`.
const MODIFIERS: &[&str] = &[
    "vert",
    "vertical",
    "tab",
    "bo",
    "botright",
    "to",
    "topleft",
    "bel",
    "belowright",
    "abo",
    "aboveleft",
    "hor",
    "horizontal",
    "noa",
    "noautocmd",
    "keepalt",
    "hide",
];

fn without_modifiers(line: &str) -> &str {
    let mut rest = line;
    while let Some((first, after)) = rest.trim_start_matches([':', ' ']).split_once(' ')
        && MODIFIERS.contains(&first)
    {
        rest = after;
    }
    rest
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
