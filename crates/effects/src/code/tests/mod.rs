//! Code to steps, language by language: what a text does, and what it only looks as if it did.

mod applescript;
mod around;
mod awk;
mod cmd;
mod fed;
mod hints;
mod hostile;
mod javascript;
mod javascript_disguised;
mod listings;
mod others;
mod perl;
mod php;
mod powershell;
mod python;
mod python_disguised;
mod ruby;
mod secrets;
mod services;
mod shown;

use super::{Datum, Language, Origin, PrintsResult, Started, Step, Surroundings, steps};
use crate::effect::Depth;
use crate::source::Source;
use crate::value::Value;

/// Some code and the steps that it takes, as [`shown`].
type Row = (&'static str, &'static [&'static str]);

/// Compares every row, and tells all that differ.
fn check(language: Language, rows: &[Row]) {
    check_with(language, PrintsResult::No, rows);
}

fn check_with(language: Language, prints_result: PrintsResult, rows: &[Row]) {
    let mut wrong: Vec<String> = Vec::new();
    for (code, expected) in rows {
        let found: Vec<String> = run(language, prints_result, code).iter().map(shown).collect();
        if found != *expected {
            wrong.push(format!("{code}\n  found    {found:?}\n  expected {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

fn run(language: Language, prints_result: PrintsResult, code: &str) -> Vec<Step> {
    let arguments = [Value::Known("first".to_owned())];
    let stdin = Value::unknown();
    let surroundings = Surroundings {
        home: Some("/home/u"),
        prints_result,
        arguments: &arguments,
        stdin: &stdin,
        variables: &[],
        environment: &|_| None,
        written: &|_| None,
        is_there: &|_| false,
    };
    let mut budget = 1_000_000;
    steps(language, code, &surroundings, &mut budget)
}

/// A step in few words.
fn shown(step: &Step) -> String {
    let all = |data: &[Datum]| data.iter().map(datum).collect::<Vec<_>>().join(" | ");
    match step {
        Step::Shell(text) => format!("shell {}", datum(text)),
        Step::Words(words) => format!("words {}", all(words)),
        Step::Likely(words) => format!("likely {}", all(words)),
        Step::Feed(program, input) => {
            let program = match program {
                Started::Shell(text) => text.to_string(),
                Started::Words(words) => words.iter().map(Value::to_string).collect::<Vec<_>>().join(" "),
            };
            format!("feed {program}: {}", datum(input))
        }
        Step::Read(path) => format!("read {path}"),
        Step::ShowEach(path) => format!("show each of {path}"),
        Step::List(path) => format!("list {path}"),
        Step::Write(path, content) => format!("write {path}: {}", datum(content)),
        Step::Delete(path, depth) => format!("delete {path}{}", depth_mark(*depth)),
        Step::Move(from, to) => format!("move {from} {to}"),
        Step::Expose(path) => format!("expose {path}"),
        Step::Link { target, name } => format!("link {name} to {target}"),
        Step::Permit(path, mode) => match mode {
            Some(mode) => format!("permit {path} {mode:o}"),
            None => format!("permit {path}"),
        },
        Step::Directory(path) => format!("cd {path}"),
        Step::Variable(name, value) => format!("set {name} {}", datum(value)),
        Step::Send { data, target } => format!("send {} to {target}", all(data)),
        Step::Prove { data, target } => format!("prove {} to {target}", all(data)),
        Step::Fetch(address) => format!("fetch {address}"),
        Step::Erase(address) => format!("erase {address}"),
        Step::Evaluate(text) => format!("evaluate {}", datum(text)),
        Step::Import(path) => format!("import {path}"),
        Step::Exhaust(how) => format!("exhaust {how}"),
        Step::Kill(process) => format!("kill {process}"),
        Step::Drop(_) => "drop".to_owned(),
        Step::Lose(_) => "lose".to_owned(),
        Step::Deploy(_) => "deploy".to_owned(),
        Step::Commit(deed) => format!("commit {deed:?}"),
        Step::Sql(text) => format!("sql {}", datum(text)),
        Step::Print(text) => format!("print {}", datum(text)),
        Step::Unseen => "unseen".to_owned(),
        Step::Linger => "linger".to_owned(),
    }
}

fn depth_mark(depth: Depth) -> &'static str {
    match depth {
        Depth::One => "",
        Depth::Tree => " with all below",
        Depth::Matching => " as tested",
        Depth::Moved => " by moving",
    }
}

fn datum(datum: &Datum) -> String {
    let mut shown = datum.value.to_string();
    for source in datum.value.sources().iter() {
        let from = match source {
            Source::File(_) => "<file>".to_owned(),
            Source::Variable(name) => format!("<${name}>"),
            Source::Environment => "<environment>".to_owned(),
            Source::Network(address) => format!("<{address}>"),
            Source::Secret(what) => format!("<{what}>"),
            Source::Machine => "<machine>".to_owned(),
            Source::Encoded => "<encoded>".to_owned(),
            Source::Packed(_) => String::new(),
            Source::Endless => "<endless>".to_owned(),
            Source::Repository => "<repository>".to_owned(),
            Source::Uncommitted => "<uncommitted>".to_owned(),
            Source::Inventory => "<inventory>".to_owned(),
            Source::Changes(_) => "<changes>".to_owned(),
            Source::Names(_) => "<names>".to_owned(),
            Source::Cloned(_) => "<clone>".to_owned(),
            Source::Unfollowed => "<unfollowed>".to_owned(),
        };
        shown.push_str(&from);
    }
    for origin in &datum.origins {
        let from = match origin {
            Origin::File(path) => format!("<file {path}>"),
            Origin::Shell(text) => format!("<output of {text}>"),
            Origin::Words(words) => {
                let words: Vec<String> = words.iter().map(Value::to_string).collect();
                format!("<output of {}>", words.join("|"))
            }
            Origin::Crafted => "<crafted>".to_owned(),
        };
        shown.push_str(&from);
    }
    shown
}
