//! Code inside code: a program given as text to an interpreter, reduced to the steps that it takes.
//!
//! One tokenizer with settings per language, one tolerant evaluator over the tokens, and per language a table that says
//! what a name means. What cannot be understood is skipped; what cannot be known stays unknown.

mod applescript;
mod arguments;
mod awk;
mod bindings;
mod block;
mod bombs;
mod call;
mod cmd;
mod constant;
mod cursor;
mod datum;
mod decode;
mod deed;
mod definition;
mod dialect;
mod environment;
mod expression;
mod file_deed;
mod format;
mod hint;
mod hole;
mod indirect;
mod kind_test;
mod lexer;
mod lisp;
mod listing_test;
mod literal;
mod loops;
mod m4;
mod machine;
mod meaning;
mod member;
mod modules;
mod mutation;
mod network_deed;
mod open_file;
mod operator;
mod pattern;
mod perl_open;
mod postfix;
mod powershell;
mod process_deed;
mod program_object;
mod pure;
mod quote;
mod scratch;
mod service;
mod sessions;
mod sigil;
mod statement;
mod syntax;
mod syntaxes;
mod tables;
mod tcl;
mod text_function;
mod thing;
mod token;

#[cfg(test)]
mod tests;

use crate::effect::{Deed, Depth};
use crate::value::Value;
#[allow(unused_imports, reason = "for the caller, which is wired up with the programs")]
pub(crate) use datum::{Datum, Origin};
pub(crate) use decode::base64_utf16;
pub(crate) use hole::marked;
use machine::Machine;
pub(crate) use modules::files_of;
pub(crate) use process_deed::is_bare_shell_text;
pub(crate) use sessions::{Session, Sessions, Word, sessions};

/// The languages that are understood, as far as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// `python -c`
    Python,
    /// `node -e`, `deno eval`, `bun -e`
    JavaScript,
    /// `perl -e`
    Perl,
    /// `ruby -e`
    Ruby,
    /// `php -r`
    Php,
    /// `awk '…'`
    Awk,
    /// `osascript -e`
    AppleScript,
    /// `powershell -Command`
    PowerShell,
    /// `cmd /c`
    Cmd,
    /// `lua -e`
    Lua,
    /// `Rscript -e`
    R,
    /// `julia -e`
    Julia,
    /// `elixir -e`
    Elixir,
    /// `groovy -e`, and what is written alike: Kotlin, Scala, Java, Swift
    Jvm,
    /// `octave --eval`, `matlab -r`
    Octave,
    /// `erl -eval`
    Erlang,
    /// `ghci -e`, and what is written alike: `ocaml`
    Haskell,
    /// `nim`
    Nim,
    /// Emacs, Guile, Racket, SBCL, Clojure
    Lisp,
    /// `tclsh`, `expect`
    Tcl,
    /// `m4`
    M4,
    /// What a compiler makes a program of: C, C++, Go, Rust, C#, Zig, D
    Compiled,
}

impl Language {
    /// Whether its own functions take `~` at the start of a path for the home directory.
    pub(crate) fn expands_tilde(self) -> bool {
        matches!(self, Self::R | Self::Tcl | Self::Lisp | Self::Octave)
    }

    /// Whether it is read by the one evaluator.
    pub(crate) fn has_tokens(self) -> bool {
        matches!(dialect::of(self), dialect::Reading::Tokens(_))
    }

    /// The language of a file, by its name; none for a shell's, and for what is no code.
    pub(crate) fn of_file(name: &str) -> Option<Self> {
        let stem = name.split('.').next().unwrap_or(name);
        let known = match stem {
            "Rakefile" | "Gemfile" | "Guardfile" | "Vagrantfile" | "Fastfile" | "Podfile" | "Capfile"
            | "Dangerfile" => Some(Self::Ruby),
            "SConstruct" | "SConscript" | "wscript" | "Snakefile" | "Tiltfile" => Some(Self::Python),
            "Jakefile" => Some(Self::JavaScript),
            _ => None,
        };
        known.or_else(|| {
            Some(match name.rsplit_once('.')?.1 {
                "py" | "pyw" => Self::Python,
                "js" | "mjs" | "cjs" | "jsx" | "ts" | "mts" | "cts" | "tsx" => Self::JavaScript,
                "rb" | "rake" | "gemspec" | "thor" | "cr" => Self::Ruby,
                "php" => Self::Php,
                "pl" | "pm" | "t" => Self::Perl,
                "lua" => Self::Lua,
                "R" | "r" => Self::R,
                "jl" => Self::Julia,
                "ex" | "exs" => Self::Elixir,
                "java" | "kt" | "kts" | "groovy" | "gradle" | "scala" | "sc" | "sbt" | "swift" | "dart" => {
                    Self::Jvm
                }
                "hs" | "ml" => Self::Haskell,
                "m4" => Self::M4,
                "nim" | "nims" => Self::Nim,
                "tcl" | "exp" => Self::Tcl,
                "c" | "cc" | "cpp" | "cxx" | "C" | "m" | "mm" | "go" | "rs" | "cs" | "csx" | "fsx"
                | "zig" | "d" | "v" => Self::Compiled,
                _ => return None,
            })
        })
    }
}

/// What code does, in order of appearance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A POSIX shell runs a text: `os.system`, backticks.
    Shell(Datum),
    /// A program is started with its arguments, without a shell.
    Words(Vec<Datum>),
    /// A function whose name says that it runs commands gets these words: one, if the first is a program.
    Likely(Vec<Datum>),
    /// A program that is started gets this input; it is one of the two steps before.
    Feed(Started, Datum),
    /// A file is read.
    Read(Value),
    /// Each file in a directory is shown, whatever it is called.
    ShowEach(Value),
    /// The names in a directory are read.
    List(Value),
    /// A file is written; its new content, or what is added to it.
    Write(Value, Datum),
    /// Something is deleted.
    Delete(Value, Depth),
    /// Something gets another name.
    Move(Value, Value),
    /// A link is made.
    Link {
        /// What it leads to.
        target: Value,
        /// Its own name.
        name: Value,
    },
    /// A file can be written by another name from now on.
    Expose(Value),
    /// Permissions change; to this mode, as far as it is known.
    Permit(Value, Option<u32>),
    /// The working directory changes.
    Directory(Value),
    /// A variable of the environment is set, for itself and for what it starts.
    Variable(String, Datum),
    /// Data leaves the machine.
    Send {
        /// All that is sent.
        data: Vec<Datum>,
        /// The host or address.
        target: Value,
    },
    /// Data proves to an address who asks.
    Prove {
        /// All that does.
        data: Vec<Datum>,
        /// The host or address.
        target: Value,
    },
    /// Something is fetched from an address.
    Fetch(Value),
    /// What lies at an address is deleted there.
    Erase(Value),
    /// Text runs as code of the same language. Known text is followed here and gives its own steps instead.
    Evaluate(Datum),
    /// A file of the same language runs: `require('./x')`, `do "x.pl"`.
    Import(Value),
    /// Processes multiply without end; the words say how.
    Exhaust(&'static str),
    /// A process goes on by itself.
    Linger,
    /// A process is ended: its number, name or pattern.
    Kill(Value),
    /// Text is handed to a database.
    Sql(Datum),
    /// Data is destroyed for good; the words say which.
    Drop(&'static str),
    /// Data may be lost; the words say which.
    Lose(&'static str),
    /// What runs elsewhere changes; the words say how.
    Deploy(&'static str),
    /// Something is committed or merged, here or at a forge.
    Commit(Deed),
    /// Something is printed.
    Print(Datum),
    /// The rest was not looked at: it is longer or deeper than what is analysed.
    Unseen,
}

/// A program that code has started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Started {
    /// By a shell.
    Shell(Value),
    /// By its words.
    Words(Vec<Value>),
}

impl Step {
    /// With other paths in their places.
    #[must_use]
    pub(crate) fn with_paths(self, change: impl Fn(&Value) -> Value) -> Self {
        match self {
            Self::Read(path) => Self::Read(change(&path)),
            Self::ShowEach(path) => Self::ShowEach(change(&path)),
            Self::List(path) => Self::List(change(&path)),
            Self::Write(path, content) => Self::Write(change(&path), content),
            Self::Delete(path, depth) => Self::Delete(change(&path), depth),
            Self::Move(from, to) => Self::Move(change(&from), change(&to)),
            Self::Link { target, name } => Self::Link { target: change(&target), name: change(&name) },
            Self::Expose(path) => Self::Expose(change(&path)),
            Self::Permit(path, mode) => Self::Permit(change(&path), mode),
            Self::Directory(path) => Self::Directory(change(&path)),
            Self::Import(path) => Self::Import(change(&path)),
            step @ (Self::Shell(_)
            | Self::Words(_)
            | Self::Likely(_)
            | Self::Feed(..)
            | Self::Variable(..)
            | Self::Send { .. }
            | Self::Prove { .. }
            | Self::Fetch(_)
            | Self::Erase(_)
            | Self::Evaluate(_)
            | Self::Exhaust(_)
            | Self::Linger
            | Self::Kill(_)
            | Self::Sql(_)
            | Self::Drop(_)
            | Self::Lose(_)
            | Self::Deploy(_)
            | Self::Commit(_)
            | Self::Print(_)
            | Self::Unseen) => step,
        }
    }

    /// Whether a shell is started that takes its text from elsewhere.
    pub(crate) fn is_bare_shell(&self) -> bool {
        if let Self::Shell(text) = self {
            return text.text().is_some_and(process_deed::is_bare_shell_text);
        }
        let Self::Words(words) = self else { return false };
        let words: Vec<Value> = words.iter().map(|word| word.value.clone()).collect();
        process_deed::is_bare_shell(&words)
    }
}

/// Whether code opens a connection, in the words of one library or another.
pub(crate) fn opens_connection(text: &str) -> bool {
    const WORDS: &[&str] = &[
        "socket",
        "Socket",
        "'net'",
        "\"net\"",
        "/dev/tcp/",
        "/inet",
        "fsockopen",
        "TcpClient",
        "gen_tcp",
        "net.Dial",
    ];
    WORDS.iter().any(|word| text.contains(word))
}

/// Whether the interpreter prints what the last expression gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PrintsResult {
    /// `node -e`
    No,
    /// `node -p`
    Yes,
}

/// What code finds when it starts.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings<'a> {
    /// The home directory of the person, if there is one.
    pub(crate) home: Option<&'a str>,
    /// Whether the value of the last expression is printed.
    pub(crate) prints_result: PrintsResult,
    /// The arguments after the code: `sys.argv[1:]`.
    pub(crate) arguments: &'a [Value],
    /// What stands on its standard input.
    pub(crate) stdin: &'a Value,
    /// Variables that are set before it starts: `awk -v`.
    pub(crate) variables: &'a [(String, Value)],
    /// The value of an environment variable that was set before.
    pub(crate) environment: &'a dyn Fn(&str) -> Option<Value>,
    /// The content of a file that was written or fetched before.
    pub(crate) written: &'a dyn Fn(&Value) -> Option<Value>,
    /// Whether a file lies there that code, typed for the occasion, may import.
    pub(crate) is_there: &'a dyn Fn(&Value) -> bool,
}

/// The steps that a text takes. Where the budget ends, so does the list, with [`Step::Unseen`].
pub(crate) fn steps(
    language: Language,
    text: &str,
    surroundings: &Surroundings,
    budget: &mut usize,
) -> Vec<Step> {
    match dialect::of(language) {
        dialect::Reading::Tokens(dialect) => Machine::new(dialect, surroundings, budget).read(text),
        dialect::Reading::AppleScript => applescript::steps(text, budget),
        dialect::Reading::PowerShell => powershell::steps(text, surroundings, budget),
        dialect::Reading::M4 => m4::steps(text, budget),
        dialect::Reading::Tcl => tcl::steps(text, surroundings, budget),
        dialect::Reading::Cmd => cmd::steps(text, surroundings, budget),
    }
}
