//! What goes over the network, and what comes back.

use hookward_shell::Span;

use super::edits::only_variables;
use super::{Gathered, is_stdin};
use crate::effect::{Action, Purpose};
use crate::knowledge::{Given, Language, Output, Role, Usage};
use crate::programs::tail;
use crate::source::{Source, Sources};
use crate::state::State;
use crate::value::{Piece, Value};
use crate::walk::Walk;

impl Walk<'_> {
    /// What goes over the network.
    pub(super) fn converse(
        &mut self,
        usage: &Usage,
        given: &Given,
        gathered: &mut Gathered,
        span: Span,
        state: &mut State,
    ) {
        self.asks_a_database(usage, given, gathered, span);
        if gathered.addresses.is_empty() && !gathered.sends && gathered.messages.is_empty() {
            return;
        }
        let target = gathered.addresses.first().cloned().unwrap_or_else(Value::unknown);
        // Where a file says whom to ask, nobody has chosen who gets to know what is in it.
        let told = |address: &Value| match address {
            Value::Unknown(sources) => sources
                .iter()
                .filter(|source| !matches!(source, Source::File(_)))
                .fold(Sources::NONE, |sources, source| sources.and(&Sources::from(source.clone()))),
            Value::Known(_) | Value::Few(_) | Value::Pattern(_) => address.sources(),
        };
        let in_address =
            gathered.addresses.iter().fold(Sources::NONE, |sources, address| sources.and(&told(address)));
        let mut data = std::mem::take(&mut gathered.sent).and(&in_address);
        // What a program is fed that talks to the network, goes there.
        if usage.output == Output::Network && usage.operands.first() == Some(&Role::Target) {
            data.add(&state.stdin.sources());
        }
        if !data.is_empty() {
            self.effect(Action::Send { data, target: target.clone(), purpose: Purpose::Content }, span);
        }
        if !gathered.credentials.is_empty() {
            let data = gathered.credentials.clone();
            self.effect(Action::Send { data, target: target.clone(), purpose: Purpose::Credential }, span);
        }
        if !gathered.messages.is_empty() {
            let data = gathered.messages.clone();
            self.effect(Action::Send { data, target: target.clone(), purpose: Purpose::Message }, span);
        }
        self.effect(Action::Receive(target), span);
    }

    /// What stands in a question to a database on another machine is known there. Which one it is, an option or an address
    /// says; the settings of a project lead to its own.
    fn asks_a_database(&mut self, usage: &Usage, given: &Given, gathered: &Gathered, span: Span) {
        let mut data = gathered.asked.clone();
        if usage.stdin == Some(Language::Redis) && !sets_a_password(given) {
            let words = given.operands.iter().map(|(_, word)| only_variables(&word.sources()));
            data = words.fold(data, |all, sources| all.and(&sources));
        }
        let host = given.value("-h").or_else(|| given.value("--host"));
        let is_address = |word: &&&Value| word.literals().contains("://");
        let address =
            || given.operands.iter().map(|(_, word)| word).find(is_address).map(|word| (**word).clone());
        let target = host.map(|host| Value::Known(host.to_owned())).or_else(address);
        if let Some(target) = target.filter(|_| !data.is_empty()) {
            self.effect(Action::Send { data, target, purpose: Purpose::Content }, span);
        }
    }
}

/// Secrets in a statement for a database, but for a password that it sets: that is the database's own.
pub(super) fn said_to_a_database(statement: &Value) -> Sources {
    let mut before = String::new();
    let mut sources = Sources::NONE;
    for piece in statement.pieces() {
        match piece {
            Piece::Hole(hole) | Piece::Filled(hole) => {
                let word = before.trim_end_matches(['\'', '"', ' ', '=', '(']).to_ascii_lowercase();
                let is_its_own = ["password", "identified by", " as"].iter().any(|end| word.ends_with(end));
                if !is_its_own {
                    sources.add(&only_variables(&hole.sources));
                }
            }
            Piece::OneOf(_) => {}
            Piece::Text(text) | Piece::Glob(text) => before.push_str(&text),
        }
    }
    sources
}

/// `AUTH word`, `CONFIG SET requirepass word`.
fn sets_a_password(given: &Given) -> bool {
    let words = given.operands.iter().filter_map(|(_, word)| word.known());
    words.map(str::to_ascii_lowercase).any(|word| matches!(&*word, "auth" | "requirepass" | "masterauth"))
}

/// The files that a download gets its names for from the address: `curl -O`, `wget`.
pub(super) fn downloaded(name: &str, given: &Given, addresses: &[Value]) -> Vec<Value> {
    let by_name = match name {
        "curl" => given.option("-O") || given.option("--remote-name") || given.option("--remote-name-all"),
        "wget" => !given.option("-O") && !given.option("--output-document") && !given.option("--spider"),
        "aria2c" | "axel" => !given.option("-o") && !given.option("--out"),
        _ => return Vec::new(),
    };
    if let Some(pattern) =
        given.value("-o").or_else(|| given.value("--output")).filter(|name| name.contains('#'))
    {
        let parts = addresses.iter().filter_map(Value::known).flat_map(alternatives);
        return parts.map(|part| Value::Known(pattern.replace("#1", part))).collect();
    }
    let addresses = addresses.iter().filter(|_| by_name).filter_map(Value::known);
    let files = addresses.map(|address| {
        let path = address.split(['?', '#']).next().unwrap_or(address);
        let below = path.split_once("://").map_or(path, |(_, rest)| rest);
        match below.rsplit_once('/') {
            Some((_, file)) if !file.is_empty() => file.to_owned(),
            _ => "index.html".to_owned(),
        }
    });
    let directory = ["-P", "--directory-prefix", "--output-dir", "-d", "--dir"]
        .iter()
        .find_map(|option| given.value(option));
    files
        .map(|file| {
            Value::Known(
                directory.as_ref().map_or_else(|| file.clone(), |directory| format!("{directory}/{file}")),
            )
        })
        .collect()
}

/// What stands in the braces of an address, of which curl fetches one after the other.
fn alternatives(address: &str) -> impl Iterator<Item = &str> {
    let inner = address.split_once('{').and_then(|(_, rest)| rest.split_once('}')).map(|(inner, _)| inner);
    inner.into_iter().flat_map(|inner| inner.split(','))
}

pub(super) fn upload(value: &Value, gathered: &mut Gathered, state: &State) {
    // What follows `;` says what kind of file it is.
    let value = match value.known().and_then(|text| text.split_once(';')) {
        Some((file, _)) => Value::Known(file.to_owned()),
        None => value.clone(),
    };
    if is_stdin(&value) {
        gathered.sent.add(&state.stdin.sources());
        return;
    }
    let place = state.place(&value);
    gathered.sent.add(&state.content(&place).sources());
}

/// Data that is sent: text, or `@file`.
pub(super) fn data(value: &Value, gathered: &mut Gathered, state: &State) {
    if value.prefix().starts_with(['@', '<']) {
        return upload(&tail(value, 1), gathered, state);
    }
    gathered.sent.add(&value.sources());
}
