//! Commands of `PowerShell`: what they do with their parameters.

use super::word::Word;
use super::{Shell, Step};
use crate::code::Started;
use crate::code::cmd::posix_path;
use crate::code::datum::{Datum, Origin};
use crate::code::file_deed::directory_of_listing;
use crate::code::process_deed::is_bare_shell;
use crate::code::thing::from_network;
use crate::effect::Depth;
use crate::value::Value;

/// Short names, and the long name that each stands for.
const ALIASES: &[(&str, &str)] = &[
    ("ri", "remove-item"),
    ("rm", "remove-item"),
    ("del", "remove-item"),
    ("erase", "remove-item"),
    ("rd", "remove-item"),
    ("rmdir", "remove-item"),
    ("gc", "get-content"),
    ("cat", "get-content"),
    ("type", "get-content"),
    ("sc", "set-content"),
    ("sls", "select-string"),
    ("ac", "add-content"),
    ("ni", "new-item"),
    ("md", "new-item"),
    ("mkdir", "new-item"),
    ("mi", "move-item"),
    ("mv", "move-item"),
    ("move", "move-item"),
    ("ren", "rename-item"),
    ("rni", "rename-item"),
    ("cp", "copy-item"),
    ("copy", "copy-item"),
    ("cpi", "copy-item"),
    ("iex", "invoke-expression"),
    ("iwr", "invoke-webrequest"),
    ("curl", "invoke-webrequest"),
    ("wget", "invoke-webrequest"),
    ("irm", "invoke-webrequest"),
    ("invoke-restmethod", "invoke-webrequest"),
    ("start", "start-process"),
    ("saps", "start-process"),
    ("gci", "get-childitem"),
    ("ls", "get-childitem"),
    ("dir", "get-childitem"),
    ("cd", "set-location"),
    ("chdir", "set-location"),
    ("sl", "set-location"),
    ("ps", "get-process"),
    ("gps", "get-process"),
    ("kill", "stop-process"),
    ("spps", "stop-process"),
    ("echo", "write-output"),
    ("write", "write-output"),
    ("write-host", "write-output"),
    ("tee", "tee-object"),
    ("clc", "clear-content"),
];

/// Parameters that take no value.
const SWITCHES: &[&str] = &[
    "recurse",
    "force",
    "verbose",
    "whatif",
    "append",
    "nonewline",
    "usebasicparsing",
    "raw",
    "passthru",
    "wait",
    "nonewwindow",
    "asjob",
    "noclobber",
    "name",
    "hidden",
    "directory",
    "file",
];

/// What a command was given.
#[derive(Default)]
struct Given {
    /// Values without a name.
    operands: Vec<Datum>,
    named: Vec<(String, Datum)>,
    switches: Vec<String>,
    redirected: Option<Datum>,
}

impl Given {
    fn named(&self, names: &[&str]) -> Option<&Datum> {
        self.named
            .iter()
            .find(|(is, _)| names.iter().any(|name| name.starts_with(is.as_str())))
            .map(|(_, v)| v)
    }

    fn switch(&self, name: &str) -> bool {
        self.switches.iter().any(|is| name.starts_with(is.as_str()))
    }

    /// The places that a command is about.
    fn paths(&self) -> Vec<Value> {
        match self.named(&["path", "literalpath", "filepath"]) {
            Some(path) => vec![posix_path(path).value],
            None => self.operands.iter().map(|operand| posix_path(operand).value).collect(),
        }
    }
}

impl Shell<'_> {
    /// Runs a command; `None` if it puts nothing out.
    pub(super) fn cmdlet(&mut self, name: &Datum, words: &[Word], input: Option<&Datum>) -> Option<Datum> {
        let Some(written) = name.text() else {
            let mut all = vec![name.clone()];
            all.extend(words.iter().map(|word| self.value(word)));
            self.steps.push(Step::Words(all));
            return None;
        };
        let lower = written.to_ascii_lowercase();
        let command =
            ALIASES.iter().find(|(alias, _)| *alias == lower).map_or(lower.as_str(), |(_, name)| name);
        let given = self.given(words);
        let output = self.known(command, &given, input);
        let output = match output {
            Known::Output(output) => output,
            Known::No => {
                let mut all = vec![Datum::known(written)];
                all.extend(words.iter().map(|word| self.value(word)));
                Some(self.program(all, input))
            }
        };
        if let Some(path) = &given.redirected {
            let content = output.clone().unwrap_or_else(Datum::unknown);
            self.steps.push(Step::Write(posix_path(path).value, content));
            return None;
        }
        output
    }

    /// Runs a program that is no command of PowerShell's own, and feeds it.
    fn program(&mut self, words: Vec<Datum>, input: Option<&Datum>) -> Datum {
        let values: Vec<Value> = words.iter().map(|word| word.value.clone()).collect();
        self.steps.push(Step::Words(words));
        if let Some(input) = input.cloned() {
            // What a shell gets is what it runs.
            self.steps.push(if is_bare_shell(&values) {
                Step::Shell(input)
            } else {
                Step::Feed(Started::Words(values.clone()), input)
            });
        }
        let is_client = |name: &str| matches!(name.trim_end_matches(".exe"), "curl" | "wget");
        let address = values.iter().find(|word| word.prefix().contains("://"));
        match address.filter(|_| values.first().and_then(Value::known).is_some_and(is_client)) {
            Some(address) => from_network(address),
            None => Datum::unknown(),
        }
    }

    fn given(&mut self, words: &[Word]) -> Given {
        let mut given = Given::default();
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            match word {
                Word::Bare(text) if text.starts_with('>') => {
                    let rest = text.trim_start_matches('>');
                    let path = match rest {
                        "" => words.next().map(|word| self.value(word)),
                        rest => Some(Datum::known(rest)),
                    };
                    given.redirected = path;
                }
                Word::Bare("2>" | "2>&1" | "2>$null") => {}
                Word::Bare(text) if text.starts_with('-') && text.len() > 1 => {
                    let name = text.trim_start_matches('-').to_lowercase();
                    let (name, inline) = match name.split_once(':') {
                        Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
                        None => (name, None),
                    };
                    // `-rf`: outside of Windows `rm` is the system's own.
                    if name.len() > 1 && name.chars().all(|letter| "rfiv".contains(letter)) {
                        given.switches.extend(name.chars().map(String::from));
                        continue;
                    }
                    let is_switch = SWITCHES.iter().any(|switch| switch.starts_with(name.as_str()));
                    let takes = !is_switch
                        && inline.is_none()
                        && words
                            .peek()
                            .is_some_and(|next| !matches!(next, Word::Bare(text) if text.starts_with('-')));
                    if takes {
                        let value = words.next().map_or_else(Datum::unknown, |word| self.value(word));
                        let value = self.with_home(value);
                        given.named.push((name, value));
                    } else {
                        given.switches.push(name);
                    }
                }
                word => {
                    let value = self.value(word);
                    given.operands.push(self.with_home(value));
                }
            }
        }
        given
    }

    /// `~/x`: the tilde is the home directory for every command.
    pub(super) fn with_home(&self, value: Datum) -> Datum {
        match (value.text().and_then(|text| text.strip_prefix('~')), self.surroundings.home) {
            (Some(rest), Some(home)) if rest.is_empty() || rest.starts_with(['/', '\\']) => {
                Datum::known(format!("{home}{rest}"))
            }
            _ => value,
        }
    }

    fn known(&mut self, command: &str, given: &Given, input: Option<&Datum>) -> Known {
        let mut paths = given.paths();
        let piped = || input.map(|input| input.value.clone());
        // Whatever else stands in between may have picked some of them.
        let every_process = std::mem::take(&mut self.lists_processes);
        match command {
            "remove-item" => {
                let depth = if given.switch("recurse") { Depth::Tree } else { Depth::One };
                paths.extend(piped().filter(|_| paths.is_empty()));
                for path in paths {
                    let directory = directory_of_listing(&path).filter(|_| self.filtered);
                    self.steps.push(match directory {
                        Some(directory) => Step::Delete(directory, Depth::Matching),
                        None => Step::Delete(path, depth),
                    });
                }
                Known::Output(None)
            }
            "get-content" => {
                let data: Vec<Datum> =
                    paths.iter().map(|path| Datum::from_origin(Origin::File(path.clone()))).collect();
                self.steps.extend(paths.into_iter().map(Step::Read));
                Known::Output(Some(Datum::derived_of(&data)))
            }
            "select-string" => {
                // Without a name, the pattern stands first.
                let unnamed = given.named(&["path", "literalpath"]).is_none();
                let pattern = usize::from(unnamed && given.named(&["pattern"]).is_none());
                let files: Vec<Value> = paths.into_iter().skip(pattern).collect();
                let data: Vec<Datum> =
                    files.iter().map(|path| Datum::from_origin(Origin::File(path.clone()))).collect();
                self.steps.extend(files.into_iter().map(Step::Read));
                let given = Datum::derived_of(data.iter().chain(input));
                Known::Output(Some(given))
            }
            "set-content" | "add-content" | "out-file" | "tee-object" => {
                let value = given.named(&["value"]).or_else(|| given.operands.get(1)).or(input);
                let content = value.cloned().unwrap_or_else(Datum::unknown);
                self.steps.extend(paths.into_iter().take(1).map(|path| Step::Write(path, content.clone())));
                Known::Output(None)
            }
            "new-item" | "clear-content" => {
                let content = given.named(&["value"]).cloned().unwrap_or_else(|| Datum::known(""));
                self.steps.extend(paths.into_iter().map(|path| Step::Write(path, content.clone())));
                Known::Output(None)
            }
            "move-item" | "rename-item" | "copy-item" => {
                let named = given.named(&["destination", "newname"]).map(|to| posix_path(to).value);
                let to = named.or_else(|| paths.get(1).cloned()).unwrap_or_else(Value::unknown);
                if let Some(from) = paths.into_iter().next().or_else(piped) {
                    if command == "copy-item" {
                        self.steps.push(Step::Read(from.clone()));
                        self.steps.push(Step::Write(to, Datum::from_origin(Origin::File(from))));
                    } else {
                        self.steps.push(Step::Move(from, to));
                    }
                }
                Known::Output(None)
            }
            "invoke-expression" => {
                let code = given.named(&["command"]).or_else(|| given.operands.first()).or(input);
                let code = code.cloned().unwrap_or_else(Datum::unknown);
                match code.text() {
                    Some(text) if self.spend(1 + text.len()) => {
                        self.depth += 1;
                        self.run(text);
                        self.depth -= 1;
                    }
                    Some(_) | None => self.steps.push(Step::Evaluate(code)),
                }
                Known::Output(None)
            }
            "invoke-webrequest" => Known::Output(self.request(given)),
            "start-process" => {
                let program = given.named(&["filepath"]).or_else(|| given.operands.first()).cloned();
                let mut words: Vec<Datum> = program.into_iter().collect();
                let listed = given.named(&["argumentlist"]).cloned();
                words.extend(given.operands.iter().skip(1).cloned());
                words.extend(listed);
                self.steps.push(Step::Words(words));
                Known::Output(None)
            }
            "get-childitem"
                if paths.first().is_some_and(|path| path.prefix().eq_ignore_ascii_case("env:")) =>
            {
                Known::Output(Some(Datum::from_source(crate::source::Source::Environment)))
            }
            "get-childitem" => {
                let directory = paths.into_iter().next().unwrap_or_else(|| Value::Known(".".to_owned()));
                self.steps.push(Step::List(directory.clone()));
                let inside = Value::of(vec![crate::value::Piece::Glob("*".to_owned())]);
                let parts = [Datum::of(directory), Datum::of(inside)];
                Known::Output(Some(crate::code::text_function::join_paths(&parts)))
            }
            "set-location" => {
                self.steps.extend(paths.into_iter().take(1).map(Step::Directory));
                Known::Output(None)
            }
            "stop-process" => {
                let target = given.named(&["id", "processname"]).or_else(|| given.operands.first());
                // As `kill` has it, where every process is meant.
                let every = every_process.then(|| Value::Known("-1".to_owned()));
                let target = target.map(|target| target.value.clone()).or(every);
                let target = target.filter(|_| !given.switch("whatif"));
                self.steps.extend(target.map(Step::Kill));
                Known::Output(None)
            }
            "get-process" => {
                self.lists_processes = given.operands.is_empty() && given.named.is_empty();
                Known::Output(Some(given.operands.first().map_or_else(Datum::unknown, Datum::clone)))
            }
            "stop-computer" | "restart-computer" => {
                if !given.switch("whatif") {
                    self.steps.push(Step::Words(["shutdown", "now"].map(Datum::known).to_vec()));
                }
                Known::Output(None)
            }
            "publish-module" | "publish-script" | "publish-psresource" => {
                if !given.switch("whatif") {
                    self.steps.push(Step::Words(["dotnet", "nuget", "push"].map(Datum::known).to_vec()));
                }
                Known::Output(None)
            }
            name if name.starts_with("remove-az") => {
                if !given.switch("whatif") {
                    self.steps.push(Step::Words(["az", "resource", "delete"].map(Datum::known).to_vec()));
                }
                Known::Output(None)
            }
            "write-output" => {
                let blank = Datum::known(" ");
                let texts = given.operands.iter().cloned();
                Known::Output(texts.reduce(|all, text| all.join(&blank).join(&text)))
            }
            "sort-object" => {
                self.lists_processes = every_process;
                Known::Output(Some(input.map_or_else(Datum::unknown, Datum::clone)))
            }
            "get-location" | "get-item" | "new-object" | "out-null" | "out-string" | "select-object"
            | "convertto-json" | "test-path" | "get-date" | "join-path" | "resolve-path" => {
                Known::Output(Some(input.map_or_else(Datum::unknown, Datum::clone)))
            }
            "format-volume" | "clear-disk" => {
                let drive = given.named.first().map_or_else(Datum::unknown, |(_, drive)| drive.clone());
                self.steps.push(Step::Words(vec![Datum::known("mkfs"), drive]));
                Known::Output(None)
            }
            "register-scheduledtask"
            | "register-scheduledjob"
            | "set-scheduledtask"
            | "new-service"
            | "set-service" => {
                self.steps.push(Step::Words(vec![Datum::known("schtasks"), Datum::known("/create")]));
                Known::Output(None)
            }
            _ => Known::No,
        }
    }

    fn request(&mut self, given: &Given) -> Option<Datum> {
        let address = given.named(&["uri"]).or_else(|| given.operands.first()).cloned();
        let address = address.unwrap_or_else(Datum::unknown);
        let mut data: Vec<Datum> = given.named(&["body"]).into_iter().cloned().collect();
        if let Some(file) = given.named(&["infile"]) {
            let path = posix_path(file).value;
            self.steps.push(Step::Read(path.clone()));
            data.push(Datum::from_origin(Origin::File(path)));
        }
        if address.tells() {
            data.push(address.clone());
        }
        let target = address.value.clone();
        let answer = from_network(&target);
        self.steps.push(if data.is_empty() { Step::Fetch(target) } else { Step::Send { data, target } });
        match given.named(&["outfile"]) {
            Some(path) => {
                self.steps.push(Step::Write(posix_path(path).value, answer));
                None
            }
            None => Some(answer),
        }
    }
}

/// Whether a command is known, and what it puts out.
enum Known {
    Output(Option<Datum>),
    No,
}
