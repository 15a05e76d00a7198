//! What goes over the network.

use std::rc::Rc;

use super::Step;
use super::arguments::Arguments;
use super::datum::Datum;
use super::machine::Machine;
use super::thing::{Thing, from_network};
use crate::value::Value;

/// Options that prove who asks.
const CREDENTIALS: &[&str] = &["headers", "auth", "cookies", "cert"];

/// Options that hold what is sent.
const BODIES: &[&str] = &["body", "data", "json", "files", "content", "form", "formData", "Body"];

impl Machine<'_> {
    /// Fetches from the argument at a position; what else is given may be sent along.
    pub(super) fn fetch(&mut self, arguments: &Arguments, position: usize) -> Thing {
        let base = arguments.get(0).filter(|_| position == 1);
        let given = arguments.thing(position);
        let mut address = address_of(&given);
        if let Some(Thing::Connection(target)) = base
            && target.text().is_some()
            && address.text().is_some_and(|text| text.starts_with('/'))
        {
            address = target.join(&address);
        }
        if by_method(arguments, &given, position).is_some_and(|method| method == "DELETE") {
            self.emit(Step::Erase(address.value.clone()));
        }
        // A request that was made before carries its own data.
        let mut data: Vec<Datum> = match &given {
            Thing::List(parts) => parts.iter().skip(1).flat_map(Thing::data).collect(),
            _ => Vec::new(),
        };
        let sends_data = !data.is_empty() || has_body(arguments, &given, position);
        data.extend(sent_along(arguments, position, &address));
        if let Thing::Table(_) = &given {
            data.extend(given.data());
        }
        data.retain(|datum| *datum != address);
        self.prove(arguments, position, &address);
        let foreign = address.tells() || data.iter().any(Datum::tells);
        if sends_data || foreign {
            let target = address.value.clone();
            if address.tells() {
                data.push(address.clone());
            }
            self.emit(Step::Send { data, target });
        }
        self.received(&address)
    }

    /// A request that deletes what lies at its address.
    pub(super) fn erase(&mut self, arguments: &Arguments, position: usize) -> Thing {
        let address = address_of(&arguments.thing(position));
        self.emit(Step::Erase(address.value));
        self.fetch(arguments, position)
    }

    /// What proves who asks. To this machine that tells nothing; what a file holds is no proof, but sent.
    fn prove(&mut self, arguments: &Arguments, position: usize, address: &Datum) {
        if is_local(&address.value) {
            return;
        }
        let data: Vec<Datum> = options_behind(arguments, position)
            .filter(|(name, _)| CREDENTIALS.contains(name))
            .flat_map(|(_, thing)| thing.data())
            .filter(|datum| datum.tells() && !datum.comes_from_elsewhere())
            .collect();
        if !data.is_empty() {
            self.emit(Step::Prove { data, target: address.value.clone() });
        }
    }

    /// Something comes from an address.
    fn received(&mut self, address: &Datum) -> Thing {
        let value = address.value.clone();
        let datum = from_network(&value);
        self.fetched.add(&datum.value.sources());
        self.emit(Step::Fetch(value));
        let mut datum = Datum::derived_of([&datum, address]);
        datum.origins.clear();
        Thing::of(datum)
    }

    /// Code runs that is fetched when it does.
    pub(super) fn import_remote(&mut self, address: &Value) {
        let datum = from_network(address);
        self.emit(Step::Fetch(address.clone()));
        self.emit(Step::Evaluate(datum));
    }

    pub(super) fn upload(&mut self, arguments: &Arguments, position: usize) -> Thing {
        let address = address_of(&arguments.thing(position));
        let mut data = sent_along(arguments, position, &address);
        self.prove(arguments, position, &address);
        if address.tells() {
            data.push(address.clone());
        }
        self.emit(Step::Send { data, target: address.value.clone() });
        let datum = from_network(&address.value);
        self.fetched.add(&datum.value.sources());
        Thing::of(datum)
    }

    /// Opens a connection; without an address it only makes one that is connected later.
    pub(super) fn connect(&mut self, arguments: &Arguments) -> Thing {
        let address = arguments.things().find_map(|thing| match thing {
            Thing::Text(_) | Thing::List(_) | Thing::Table(_) => Some(address_of(thing)),
            _ => None,
        });
        let address = address.or_else(|| {
            let named = ["host", "PeerAddr", "PeerHost", "hostname"];
            named.iter().find_map(|name| arguments.option(name)).map(Thing::datum)
        });
        if let Some(address) = &address
            && by_method(arguments, &Thing::unknown(), 0).is_some_and(|method| method == "DELETE")
        {
            self.emit(Step::Erase(address.value.clone()));
        }
        let given = match address {
            Some(address) => self.connected_to(address),
            None => Thing::Connection(Rc::new(Datum::unknown())),
        };
        // Tables of headers and bodies leave with the request.
        let foreign: Vec<Datum> = arguments.everything().flat_map(Thing::data).filter(Datum::tells).collect();
        if let Thing::Connection(target) = &given
            && !foreign.is_empty()
        {
            let target = target.value.clone();
            self.emit(Step::Send { data: foreign, target });
        }
        given
    }

    fn connected_to(&mut self, address: Datum) -> Thing {
        self.connected = Some(address.value.clone());
        self.fetched.add(&from_network(&address.value).value.sources());
        self.emit(Step::Fetch(address.value.clone()));
        Thing::Connection(Rc::new(address))
    }

    /// `socket.connect((host, port))`
    pub(super) fn connect_to(&mut self, arguments: &Arguments) -> Thing {
        let text = arguments.things().skip(1).find(|thing| !matches!(thing, Thing::Number(_)));
        let connection = self.connected_to(text.map_or_else(Datum::unknown, address_of));
        if let Some(place) = arguments.positional.first().and_then(|operand| operand.place.clone()) {
            self.variables.insert(place, connection.clone());
        }
        connection
    }

    /// `curl_setopt($c, CURLOPT_POSTFIELDS, $data)`
    pub(super) fn connection_option(&mut self, arguments: &Arguments) -> Thing {
        let option = match arguments.get(1) {
            Some(Thing::Named(name)) => name.to_string(),
            _ => String::new(),
        };
        let value = arguments.thing(2);
        if option == "CURLOPT_URL" {
            let connection = self.connected_to(value.datum());
            if let Some(place) = arguments.positional.first().and_then(|operand| operand.place.clone()) {
                self.variables.insert(place, connection);
            }
            return Thing::unknown();
        }
        let target = match arguments.thing(0) {
            Thing::Connection(target) => target.value.clone(),
            _ => Value::unknown(),
        };
        let data = value.data();
        if option == "CURLOPT_POSTFIELDS" || data.iter().any(Datum::tells) {
            self.emit(Step::Send { data, target });
        }
        Thing::unknown()
    }

    /// `socket.send(data)`, `request.end(data)`
    pub(super) fn transmit(&mut self, arguments: &Arguments) -> Thing {
        let connection = arguments.thing(0);
        let Thing::Connection(target) = &connection else { return connection };
        let mut target = target.value.clone();
        let mut data: Vec<Datum> = Vec::new();
        let mut after_number = false;
        for thing in arguments.things().skip(1) {
            match thing {
                // Where it goes may stand behind the data: `sendto(data, (host, port))`, `send(data, port, host)`.
                Thing::List(_) if matches!(target, Value::Unknown(_)) && !data.is_empty() => {
                    target = address_of(thing).value;
                }
                Thing::Text(datum) if after_number && !data.is_empty() => target = datum.value.clone(),
                Thing::Number(_) => after_number = true,
                other => data.extend(other.data()),
            }
        }
        let attached = arguments.option("attachments").and_then(Thing::elements).unwrap_or_default();
        let files: Vec<Thing> = attached.iter().filter_map(|file| file.entry("path")).cloned().collect();
        for file in files {
            self.send_file(&file, &target);
        }
        if !data.is_empty() {
            self.send(data, &target);
        }
        connection
    }

    pub(super) fn send(&mut self, data: Vec<Datum>, target: &Value) {
        self.emit(Step::Send { data, target: target.clone() });
    }

    /// `stream.pipe(destination)`
    pub(super) fn pipe(&mut self, arguments: &Arguments) -> Thing {
        let (from, to) = (arguments.thing(0), arguments.thing(1));
        let datum = from.datum();
        match &to {
            Thing::Connection(target) => self.send(vec![datum], &target.value.clone()),
            Thing::Handle(handle) => {
                if let Some(step) = handle.step {
                    self.append(step, &datum);
                }
            }
            Thing::Named(name) if name.contains("stdout") => {
                self.emit(Step::Print(datum));
            }
            Thing::Method(_) | Thing::Text(_) => {
                let fed = Arguments::of([to.clone(), Thing::of(datum)]);
                self.feed(&fed);
            }
            _ => {}
        }
        to
    }
}

/// What is sent besides the address, but for what only proves who asks.
fn sent_along(arguments: &Arguments, position: usize, address: &Datum) -> Vec<Datum> {
    let local = is_local(&address.value);
    let positional = arguments.positional.iter().skip(position + 1);
    let plain = positional.filter(|operand| !matches!(operand.thing, Thing::Table(_)));
    let plain = plain.flat_map(|operand| operand.thing.data());
    let named = options_behind(arguments, position).flat_map(|(name, thing)| {
        let proves = CREDENTIALS.contains(&name);
        // The content of a file is sent, wherever it stands.
        thing.data().into_iter().filter(move |datum| !proves || (!local && datum.comes_from_elsewhere()))
    });
    plain.chain(named).collect()
}

/// Options behind an address, given by name or in a table.
fn options_behind(arguments: &Arguments, position: usize) -> impl Iterator<Item = (&str, &Thing)> {
    let positional = arguments.positional.iter().skip(position + 1);
    let tables = positional.flat_map(|operand| match &operand.thing {
        Thing::Table(entries) => entries.as_slice(),
        _ => &[],
    });
    tables.chain(&arguments.named).map(|(name, thing)| (name.as_str(), thing))
}

/// Whether an address is one of this machine.
fn is_local(address: &Value) -> bool {
    let text = address.prefix();
    let host = text.split_once("://").map_or(text, |(_, rest)| rest);
    let whole = address.known().is_some();
    let authority = host.split(['/', '?', '#']).next().unwrap_or(host);
    ["localhost", "127.0.0.1", "[::1]", "0.0.0.0"].iter().any(|local| {
        authority.strip_prefix(local).is_some_and(|rest| {
            !authority.contains('@')
                && (rest.starts_with(':') || rest.is_empty() && (whole || host.len() > local.len()))
        })
    })
}

/// The method of a request, where it is named: in an option, in the request, or in front of the address.
fn by_method(arguments: &Arguments, given: &Thing, position: usize) -> Option<String> {
    let named = arguments.option("method").or_else(|| given.entry("method"));
    let in_front = || arguments.get(0).filter(|_| position == 1);
    named.or_else(in_front).and_then(Thing::known).map(str::to_ascii_uppercase)
}

/// Whether a request carries data.
fn has_body(arguments: &Arguments, given: &Thing, position: usize) -> bool {
    let named = BODIES.iter().any(|name| arguments.option(name).is_some() || given.entry(name).is_some());
    let uploads = by_method(arguments, given, position)
        .is_some_and(|method| matches!(method.as_str(), "POST" | "PUT" | "PATCH"));
    let next = arguments.get(position + 1);
    let data = matches!(next, Some(Thing::Text(_) | Thing::Path(_) | Thing::Handle(_)));
    named || uploads || data
}

/// The address that something names: a text, a pair of host and port, a table, a request.
fn address_of(thing: &Thing) -> Datum {
    match thing {
        Thing::List(parts) => match parts.first() {
            Some(first @ (Thing::Text(_) | Thing::Table(_))) => match first {
                Thing::Table(_) => table_address(first),
                _ => first.datum(),
            },
            Some(_) | None => Datum::unknown(),
        },
        Thing::Table(_) => table_address(thing),
        other => other.datum(),
    }
}

fn table_address(table: &Thing) -> Datum {
    let entry = |names: &[&str]| names.iter().find_map(|name| table.entry(name)).map(Thing::datum);
    if let Some(address) = entry(&["url", "uri", "href", "address"]) {
        return address;
    }
    let host = entry(&["hostname", "host"]).unwrap_or_else(Datum::unknown);
    match entry(&["path"]) {
        Some(path) => host.join(&path),
        None => host,
    }
}
