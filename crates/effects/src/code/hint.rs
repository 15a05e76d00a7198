//! What a name says of something that no table knows: that it runs commands, or that it holds a setting.

use super::arguments::Arguments;
use super::datum::Datum;
use super::machine::Machine;
use super::thing::Thing;
use super::{Language, Step};
use crate::value::Value;

/// Words of a name that say that something is run.
const RUNS: &[&str] =
    &["run", "exec", "execute", "execa", "spawn", "system", "popen", "sudo", "shell", "cmd", "sh", "bash"];

/// Words that may stand beside them, and say nothing against it.
const BESIDE: &[&str] = &[
    "command",
    "process",
    "subprocess",
    "proc",
    "sync",
    "async",
    "output",
    "capture",
    "captured",
    "and",
    "wait",
    "start",
    "launch",
    "call",
    "line",
    "in",
    "with",
    "create",
    "local",
    "remote",
    "or",
    "die",
    "stdout",
    "quiet",
    "silent",
    "raw",
    "as",
    "root",
    "x",
    "default",
    "new",
    "from",
    "commandline",
    "file",
    "live",
];

/// Parts of a module's name that say the same of whatever it gives.
const MODULES: &[&str] = &["exec", "spawn", "shell", "subprocess", "child-process", "pty"];

/// Words of a name that say that it holds settings.
const SETTINGS: &[&str] =
    &["settings", "setting", "config", "conf", "env", "environ", "secrets", "credentials"];

impl Machine<'_> {
    /// A call of something unknown whose name says that it runs commands: what it was given may be one.
    pub(super) fn hinted_run(&mut self, name: &str, arguments: &Arguments) {
        // Whoever hands a function over describes what that does, and a test is about what it names.
        let described =
            self.tested > 0 || arguments.everything().any(|thing| matches!(thing, Thing::Function(_)));
        // A process is made of the words of a command.
        let is_process = || matches!(arguments.get(0), Some(Thing::List(_))) && last_word(name) == "process";
        if described || !(says_run(name) || is_process()) {
            return;
        }
        let words = command_words(arguments);
        if !words.is_empty() {
            self.emit(Step::Likely(words));
        }
    }

    /// `env('API_KEY')`, `config('database.password')`: what is asked for has a name that tells what it is.
    pub(super) fn hinted_setting(&self, name: &str, arguments: &Arguments) -> Option<Thing> {
        let key = arguments.get(0)?.known()?;
        let is_key =
            key.len() < 128 && key.chars().all(|letter| letter.is_alphanumeric() || "_.-".contains(letter));
        let asks = words(name).iter().any(|word| SETTINGS.contains(&word.as_str()));
        let spelled = is_constant(key) || self.is(Language::Php);
        (is_key && asks && spelled)
            .then(|| Thing::of(Datum::variable(&key.replace(['.', '-'], "_").to_ascii_uppercase())))
    }
}

/// Whether a full name says that calling it runs what it is given.
pub(super) fn says_run(name: &str) -> bool {
    let (before, last) = name.rsplit_once('.').unwrap_or(("", name));
    let last_words = words(last);
    let is_run = |word: &String| RUNS.contains(&word.as_str());
    // A package of that name, called as it is: `cross-spawn`.
    if before.is_empty() && last.contains('-') {
        return last_words.iter().any(is_run);
    }
    let told = !last_words.is_empty()
        && last_words.iter().all(|word| is_run(word) || BESIDE.contains(&word.as_str()));
    // A class of that name is something else than a function.
    let is_class = last.starts_with(char::is_uppercase) && last_words.len() == 1;
    told && !is_class && (last_words.iter().any(is_run) || is_of_runner(before))
}

fn last_word(name: &str) -> String {
    words(name.rsplit('.').next().unwrap_or(name)).pop().unwrap_or_default()
}

/// Whether everything that a module gives runs commands.
pub(super) fn is_of_runner(module: &str) -> bool {
    let lower = module.to_ascii_lowercase();
    MODULES.iter().any(|part| lower.contains(part))
}

/// Whether a function of this name is a test, or takes one.
pub(super) fn is_test(name: &str) -> bool {
    let first = words(name).into_iter().next().unwrap_or_default();
    matches!(
        first.as_str(),
        "test" | "tests" | "it" | "describe" | "expect" | "assert" | "should" | "spec" | "bench"
    )
}

/// The words of a name, in small letters: `execFileSync`, `run_command`.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut after_small = false;
    for letter in name.chars().take(128) {
        if !letter.is_alphanumeric() {
            words.push(String::new());
            after_small = false;
            continue;
        }
        if words.is_empty() || (letter.is_uppercase() && after_small) {
            words.push(String::new());
        }
        after_small = letter.is_lowercase();
        if let Some(word) = words.last_mut() {
            word.extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The words among the arguments, or the one text: at least a program and something behind it.
fn command_words(arguments: &Arguments) -> Vec<Datum> {
    let has_blank = |datum: &Datum| datum.value.prefix().trim().contains(' ');
    let mut given = arguments.things().filter(|thing| !matches!(thing, Thing::Table(_)));
    // What stands before a whole line may be an image or a machine.
    let line = arguments.things().take(2).map(Thing::datum).find(has_blank);
    match given.next() {
        Some(Thing::Text(first)) => match line {
            Some(line) => vec![line],
            None => {
                let rest = given.flat_map(Thing::data);
                let words: Vec<Datum> = std::iter::once((**first).clone()).chain(rest).collect();
                if words.len() > 1 { words } else { Vec::new() }
            }
        },
        Some(Thing::List(words)) if words.len() > 1 => words.iter().map(Thing::datum).collect(),
        Some(_) | None => Vec::new(),
    }
}

/// What a setting of this full name may tell: `settings.SECRET_KEY`.
pub(super) fn setting(name: &str) -> Option<Datum> {
    let (before, last) = name.rsplit_once('.')?;
    let of_settings = || words(before).iter().any(|word| SETTINGS.contains(&word.as_str()));
    (is_constant(last) && of_settings()).then(|| Datum::variable(told_by(last)))
}

/// What a member of this name may tell, if it is spelled as a setting is.
pub(super) fn setting_of_object(name: &str) -> Option<Value> {
    (is_constant(name) && name.contains('_')).then(|| Datum::variable(name).value)
}

/// A table of connections has their passwords in it.
fn told_by(name: &str) -> &str {
    if name == "DATABASES" { "DATABASE_PASSWORD" } else { name }
}

/// `SECRET_KEY`
fn is_constant(name: &str) -> bool {
    name.len() > 2
        && name.chars().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_')
}

/// Whether a function's name says that it makes another text of a text: `html.unescape`, `sorted`, `str_rot13`.
pub(super) fn changes_texts(name: &str) -> bool {
    const CHANGES: &[&str] = &[
        "decode",
        "escape",
        "quote",
        "replace",
        "translate",
        "maketrans",
        "substitute",
        "template",
        "revers",
        "sorted",
        "filter",
        "max",
        "min",
        "reduce",
        "base64",
        "b64",
        "hex",
        "bytes",
        "chr",
        "concat",
        "implode",
        "unpack",
        "inflate",
        "decompress",
        "literal_eval",
        "loads",
        "gsub",
        "gensub",
        "rot13",
        "swapcase",
        "strtr",
        "pack",
        "map",
    ];
    let lower = name.to_ascii_lowercase();
    matches!(lower.as_str(), "sub" | "subn" | "parse") || CHANGES.iter().any(|change| lower.contains(change))
}

/// Whether a function's name says that it gives what it was given, in another form.
pub(super) fn rewrites(name: &str) -> bool {
    const FORMS: &[&str] = &[
        "encode",
        "decode",
        "dump",
        "stringify",
        "format",
        "quote",
        "escape",
        "join",
        "concat",
        "compress",
        "deflate",
        "inspect",
        "serial",
        "json",
        "yaml",
        "b64",
        "base64",
        "btoa",
        "hex",
        "str",
        "text",
        "copy",
        "clone",
        "replace",
        "sub",
        "strip",
        "trim",
        "upper",
        "lower",
        "case",
        "pad",
        "wrap",
        "pack",
        "zip",
        "repr",
        "merge",
        "assign",
        "print",
        "export",
        "implode",
        "urlencode",
        "params",
        "entries",
        "chain",
        "enumerate",
        "reverse",
        "template",
        "uri",
        "html",
        "iter",
        "next",
        "max",
        "min",
        "reduce",
        "log",
        "write",
        "array",
        "bytes",
        "buffer",
        "resolve",
        "then",
        "error",
        "exception",
    ];
    let lower = name.to_ascii_lowercase();
    name.is_empty() || FORMS.iter().any(|form| lower.contains(form))
}
