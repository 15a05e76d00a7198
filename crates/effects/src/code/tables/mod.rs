//! What the names of each language's library mean. Data only.

pub(super) mod compiled;
pub(super) mod functional;
pub(super) mod javascript;
pub(super) mod libraries;
pub(super) mod others;
pub(super) mod pathlib;
pub(super) mod perl;
pub(super) mod php;
pub(super) mod python;
pub(super) mod repositories;
pub(super) mod ruby;

use super::Language;
use super::meaning::{Constant, Meaning, Pure, Row, Style};

/// The libraries of a language whose functions are programs.
pub(super) fn programs(language: Language) -> libraries::Programs {
    match language {
        Language::Python => libraries::PYTHON_PROGRAMS,
        Language::JavaScript => libraries::JAVASCRIPT_PROGRAMS,
        Language::Ruby => libraries::RUBY_PROGRAMS,
        _ => &[],
    }
}

pub(super) const AWK: &[Row] = &[
    ("system", Meaning::Run(Style::Shell)),
    ("sprintf", Meaning::Pure(Pure::Format)),
    ("toupper", Meaning::Pure(Pure::Upper)),
    ("tolower", Meaning::Pure(Pure::Lower)),
    ("substr", Meaning::Pure(Pure::Part)),
    ("sub", Meaning::MutateAt(2)),
    ("gsub", Meaning::MutateAt(2)),
    ("split", Meaning::MutateAt(1)),
    ("length", Meaning::Measure),
    ("close", Meaning::Measure),
];

pub(super) const AWK_CONSTANTS: &[(&str, Constant)] =
    &[("ENVIRON", Constant::Environment), ("ARGV", Constant::ArgumentsWithProgram)];
