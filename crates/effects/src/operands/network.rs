//! What goes over the network, and what comes back.

use hookward_shell::Span;

use super::{Gathered, is_stdin};
use crate::effect::{Action, Purpose};
use crate::knowledge::{Given, Output, Role, Usage};
use crate::programs::tail;
use crate::source::{Source, Sources};
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

impl Walk<'_> {
    /// What goes over the network.
    pub(super) fn converse(&mut self, usage: &Usage, gathered: &mut Gathered, span: Span, state: &mut State) {
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
