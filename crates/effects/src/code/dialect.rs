//! A language: how it is written and what its library means.

use super::Language;
use super::meaning::{Constant, Meaning, Row};
use super::syntax::{self, Syntax};
use super::syntaxes;
use super::tables;

/// A language that the evaluator reads.
#[derive(Debug)]
pub(super) struct Dialect {
    pub(super) language: Language,
    pub(super) syntax: &'static Syntax,
    pub(super) rows: &'static [&'static [Row]],
    /// Names that stand for something without being called.
    pub(super) constants: &'static [(&'static str, Constant)],
    /// Other names of the same thing.
    pub(super) aliases: &'static [(&'static str, &'static str)],
    /// What may stand before any name without changing it.
    pub(super) prefixes: &'static [&'static str],
    /// Names that take an argument without brackets, in a language where others do not.
    pub(super) statements: &'static [&'static str],
}

/// How a language is read.
pub(super) enum Reading {
    Tokens(&'static Dialect),
    AppleScript,
    PowerShell,
    Cmd,
    Tcl,
    M4,
}

pub(super) fn of(language: Language) -> Reading {
    match language {
        Language::Python => Reading::Tokens(&PYTHON),
        Language::JavaScript => Reading::Tokens(&JAVASCRIPT),
        Language::Perl => Reading::Tokens(&PERL),
        Language::Ruby => Reading::Tokens(&RUBY),
        Language::Php => Reading::Tokens(&PHP),
        Language::Awk => Reading::Tokens(&AWK),
        Language::AppleScript => Reading::AppleScript,
        Language::PowerShell => Reading::PowerShell,
        Language::Cmd => Reading::Cmd,
        Language::Tcl => Reading::Tcl,
        Language::M4 => Reading::M4,
        Language::Compiled => Reading::Tokens(&COMPILED),
        Language::Lua => Reading::Tokens(&LUA),
        Language::R => Reading::Tokens(&R),
        Language::Julia => Reading::Tokens(&JULIA),
        Language::Elixir => Reading::Tokens(&ELIXIR),
        Language::Jvm => Reading::Tokens(&JVM),
        Language::Octave => Reading::Tokens(&OCTAVE),
        Language::Erlang => Reading::Tokens(&ERLANG),
        Language::Haskell => Reading::Tokens(&HASKELL),
        Language::Nim => Reading::Tokens(&NIM),
        Language::Lisp => Reading::Tokens(&LISP),
    }
}

impl Dialect {
    /// The one name under which the tables know a thing.
    pub(super) fn canonical(&self, name: &str) -> String {
        let mut name = name;
        while let Some(rest) = self.prefixes.iter().find_map(|prefix| name.strip_prefix(prefix)) {
            name = rest;
        }
        for (from, to) in self.aliases {
            match name.strip_prefix(from) {
                Some("") => return (*to).to_owned(),
                Some(rest) if rest.starts_with('.') => return format!("{to}{rest}"),
                Some(_) | None => {}
            }
        }
        match self.language {
            Language::Php if !name.starts_with('$') && !name.starts_with("CURLOPT") => {
                name.to_ascii_lowercase()
            }
            _ => name.to_owned(),
        }
    }

    pub(super) fn meaning(&self, name: &str) -> Option<Meaning> {
        let mut rows = self.rows.iter().flat_map(|rows| rows.iter());
        rows.find(|(is, _)| *is == name).map(|(_, meaning)| *meaning)
    }

    pub(super) fn constant(&self, name: &str) -> Option<Constant> {
        self.constants.iter().find(|(is, _)| *is == name).map(|(_, constant)| *constant)
    }
}

const PYTHON: Dialect = Dialect {
    language: Language::Python,
    syntax: &syntax::PYTHON,
    rows: &[
        tables::python::SYSTEM,
        tables::python::FILES,
        tables::pathlib::ROWS,
        tables::python::NETWORK,
        tables::libraries::PYTHON,
        tables::repositories::PYTHON,
        tables::python::VALUES,
    ],
    constants: tables::python::CONSTANTS,
    aliases: tables::python::ALIASES,
    prefixes: &["builtins.", "__builtins__.", "__builtin__."],
    statements: &["print", "exec"],
};

const JAVASCRIPT: Dialect = Dialect {
    language: Language::JavaScript,
    syntax: &syntax::JAVASCRIPT,
    rows: &[
        tables::javascript::SYSTEM,
        tables::javascript::FILES,
        tables::javascript::NETWORK,
        tables::libraries::JAVASCRIPT,
        tables::repositories::JAVASCRIPT,
        tables::javascript::VALUES,
    ],
    constants: tables::javascript::CONSTANTS,
    aliases: tables::javascript::ALIASES,
    prefixes: &["globalThis.", "global.", "window.", "."],
    statements: &[],
};

const PERL: Dialect = Dialect {
    language: Language::Perl,
    syntax: &syntax::PERL,
    rows: &[tables::perl::SYSTEM, tables::perl::FILES, tables::perl::VALUES],
    constants: tables::perl::CONSTANTS,
    aliases: &[],
    prefixes: &["CORE.", "main.", "GLOBAL."],
    statements: &[],
};

const RUBY: Dialect = Dialect {
    language: Language::Ruby,
    syntax: &syntax::RUBY,
    rows: &[
        tables::ruby::SYSTEM,
        tables::ruby::FILES,
        tables::ruby::NETWORK,
        tables::repositories::RUBY,
        tables::ruby::VALUES,
    ],
    constants: tables::ruby::CONSTANTS,
    aliases: tables::ruby::ALIASES,
    prefixes: &["Kernel.", "Object.", "self."],
    statements: &[],
};

const PHP: Dialect = Dialect {
    language: Language::Php,
    syntax: &syntax::PHP,
    rows: &[tables::php::SYSTEM, tables::php::FILES, tables::php::VALUES],
    constants: tables::php::CONSTANTS,
    aliases: &[],
    prefixes: &[],
    statements: &["echo", "print", "include", "include_once", "require", "require_once"],
};

const AWK: Dialect = Dialect {
    language: Language::Awk,
    syntax: &syntax::AWK,
    rows: &[tables::AWK],
    constants: tables::AWK_CONSTANTS,
    aliases: &[],
    prefixes: &[],
    statements: &[],
};

const LUA: Dialect = Dialect {
    language: Language::Lua,
    syntax: &syntaxes::LUA,
    rows: &[tables::others::LUA, tables::others::EVERYWHERE],
    constants: tables::others::CONSTANTS,
    aliases: &[],
    prefixes: &["_G.", "_ENV."],
    statements: &[],
};

const R: Dialect = Dialect {
    language: Language::R,
    syntax: &syntaxes::R,
    rows: &[tables::others::R, tables::others::EVERYWHERE],
    constants: tables::others::CONSTANTS,
    aliases: &[],
    prefixes: &["base.", "utils."],
    statements: &[],
};

const JULIA: Dialect = Dialect {
    language: Language::Julia,
    syntax: &syntaxes::JULIA,
    rows: &[tables::others::JULIA, tables::others::EVERYWHERE],
    constants: tables::others::CONSTANTS,
    aliases: &[],
    prefixes: &["Base.", "Core.", "Main."],
    statements: &[],
};

const ELIXIR: Dialect = Dialect {
    language: Language::Elixir,
    syntax: &syntaxes::ELIXIR,
    rows: &[tables::others::ELIXIR, tables::others::EVERYWHERE],
    constants: tables::others::CONSTANTS,
    aliases: &[],
    prefixes: &["Elixir.", "Kernel."],
    statements: &[],
};

const JVM: Dialect = Dialect {
    language: Language::Jvm,
    syntax: &syntaxes::JVM,
    rows: &[tables::others::JVM, tables::others::EVERYWHERE],
    constants: tables::others::CONSTANTS,
    aliases: &[],
    prefixes: &[],
    statements: &[],
};

const OCTAVE: Dialect = Dialect {
    language: Language::Octave,
    syntax: &syntaxes::OCTAVE,
    rows: &[tables::others::OCTAVE, tables::others::EVERYWHERE],
    constants: tables::others::CONSTANTS,
    aliases: &[],
    prefixes: &[],
    statements: &[],
};

const ERLANG: Dialect = Dialect {
    language: Language::Erlang,
    syntax: &syntaxes::ERLANG,
    rows: &[tables::others::ERLANG, tables::others::EVERYWHERE],
    constants: tables::others::CONSTANTS,
    aliases: &[],
    prefixes: &[],
    statements: &[],
};

const HASKELL: Dialect = Dialect {
    language: Language::Haskell,
    syntax: &syntaxes::HASKELL,
    rows: &[tables::functional::HASKELL, tables::others::EVERYWHERE],
    constants: tables::others::CONSTANTS,
    aliases: &[],
    prefixes: &["System.Process.", "System.Directory.", "System.IO.", "Prelude."],
    statements: &[],
};

const NIM: Dialect = Dialect {
    language: Language::Nim,
    syntax: &syntaxes::NIM,
    rows: &[tables::others::NIM, tables::others::EVERYWHERE],
    constants: tables::others::CONSTANTS,
    aliases: &[],
    prefixes: &["os.", "osproc."],
    statements: &[],
};

const LISP: Dialect = Dialect {
    language: Language::Lisp,
    syntax: &syntaxes::LISP,
    rows: &[tables::functional::LISP, tables::others::EVERYWHERE],
    constants: tables::others::CONSTANTS,
    aliases: &[],
    prefixes: &[],
    statements: &[],
};

const COMPILED: Dialect = Dialect {
    language: Language::Compiled,
    syntax: &syntaxes::COMPILED,
    rows: &[tables::compiled::ROWS, tables::others::EVERYWHERE],
    constants: &[],
    aliases: tables::compiled::ALIASES,
    prefixes: &["std.", "System.", "IO.", "tokio.", "Diagnostics."],
    statements: &[],
};
