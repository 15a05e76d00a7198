//! What goes on at the ends of a connection: programs that are handed to whoever is there, files that go through, and
//! requests that delete.

use hookward_shell::Span;

use crate::effect::{Action, Deed, Git, Purpose};
use crate::forge;
use crate::knowledge::{Given, Output, Role, Usage};
use crate::operands::arrive_elsewhere;
use crate::programs::tail;
use crate::source::{Source, Sources};
use crate::sql;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// Where databases listen that are asked over HTTP: columns, time series, search, documents.
const DATABASES: &[&str] = &["8123", "8086", "9200", "5984"];

/// What one end of a connection is: `KIND:rest`.
enum End {
    /// An address of the network.
    Network(Value),
    /// A command.
    Command(Value),
    /// A file.
    File(Value),
    /// What the program itself is fed.
    Input,
    Other,
}

impl Walk<'_> {
    /// A program that whoever is at the other end may use as they like.
    pub(crate) fn served(&mut self, program: &Value, address: &str, span: Span, state: &mut State) {
        self.detour(program, span, state);
        self.runs(Sources::from(Source::Network(address.to_owned())), span);
    }

    /// Two ends that are brought together: `socat FILE:a TCP:host:80`.
    pub(crate) fn bridge(&mut self, ends: &[Value], span: Span, state: &mut State) {
        let ends: Vec<End> = ends.iter().map(End::of).collect();
        let target = ends.iter().find_map(|end| match end {
            End::Network(address) => Some(address.clone()),
            End::Command(_) | End::File(_) | End::Input | End::Other => None,
        });
        let mut data = Sources::NONE;
        for (index, end) in ends.iter().enumerate() {
            match end {
                End::File(file) if index > 0 => {
                    let place = state.place(file);
                    self.write(place, Value::unknown(), span, state);
                }
                End::Command(command) => match &target {
                    Some(target) => self.served(command, &target.to_string(), span, state),
                    None => self.detour(command, span, state),
                },
                End::File(file) => {
                    let place = state.place(file);
                    data.add(&state.content(&place).sources());
                    self.read(place, span);
                }
                End::Input => data.add(&state.stdin.sources()),
                End::Network(_) | End::Other => {}
            }
        }
        let Some(target) = target else { return };
        if !data.is_empty() {
            self.effect(Action::Send { data, target: target.clone(), purpose: Purpose::Content }, span);
        }
        self.effect(Action::Receive(target), span);
    }

    /// Commands of sftp, ftp, lftp: what they put elsewhere, and what they run here.
    pub(crate) fn transfers(&mut self, commands: &Value, target: &Value, span: Span, state: &mut State) {
        let Some(text) = commands.known() else { return };
        for line in text.split(['\n', ';']) {
            let line = line.trim().trim_start_matches(['-', '@']);
            if let Some(script) = line.strip_prefix('!') {
                let script = Value::Known(script.to_owned());
                let mut apart = self.copy(state);
                self.shell_text(&script, span, "a transfer client", &mut apart);
                continue;
            }
            let mut words = line.split_ascii_whitespace().map(|word| word.trim_matches(['"', '\'']));
            let verb = words.next().unwrap_or_default();
            let words: Vec<&str> = words.collect();
            let reversed = || words.iter().any(|word| matches!(*word, "-R" | "--reverse"));
            if matches!(verb, "get" | "reget" | "mget" | "recv" | "pget" | "get1") {
                self.fetched_by(verb, &words, target, span, state);
                continue;
            }
            // Of most, only the first is a file here; the second says what it is called there.
            let count = match verb {
                "put" | "send" | "append" | "reput" => 1,
                "mput" => usize::MAX,
                "mirror" if reversed() => 1,
                _ => continue,
            };
            let files: Vec<&str> = words.into_iter().filter(|word| !word.starts_with('-')).collect();
            let there = files.get(1).filter(|_| count == 1).copied().unwrap_or_default();
            for file in files.iter().take(count) {
                let here = at_home(file, state);
                let place = state.place(&here);
                if let Some(content) = state.written(&place) {
                    arrive_elsewhere(&here, there, &content, state);
                }
                let data = state.content(&place).sources();
                self.effect(Action::Send { data, target: target.clone(), purpose: Purpose::Content }, span);
            }
        }
    }

    /// `get there here`, `get there -o here`: the file here is written, under its own name unless another is said.
    fn fetched_by(&mut self, verb: &str, words: &[&str], target: &Value, span: Span, state: &mut State) {
        let named = words.iter().position(|word| *word == "-o").and_then(|at| words.get(at + 1));
        let files: Vec<&str> = words.iter().filter(|word| !word.starts_with('-')).copied().collect();
        let own = |file: &str| file.rsplit('/').next().unwrap_or(file).to_owned();
        let here: Vec<String> = match (named, files.as_slice()) {
            (Some(file), _) => vec![(*file).to_owned()],
            (None, [_, here]) if verb != "mget" => vec![(*here).to_owned()],
            (None, files) => files.iter().map(|file| own(file)).collect(),
        };
        for file in here {
            let place = state.place(&at_home(&file, state));
            let from = Sources::from(Source::Network(target.to_string()));
            self.write(place, Value::Unknown(from), span, state);
        }
    }

    /// A request that deletes, one that moves a branch or commits at a forge, and one that is a statement for a database.
    pub(crate) fn requested(
        &mut self,
        usage: &Usage,
        given: &Given,
        addresses: &[Value],
        texts: &[String],
        span: Span,
        state: &State,
    ) {
        if usage.output != Output::Network {
            return;
        }
        let method = ["-X", "--request", "--method"].iter().find_map(|option| given.value(option));
        let implied = method.is_none().then(|| implied(given)).flatten();
        let method = method.or(implied).or(usage.names.first().copied()).unwrap_or_default();
        // A forge's own client names only a path of its address.
        let paths = given.operands.iter().map(|(_, word)| *word).chain(addresses);
        let said = || {
            let values =
                given.roles().into_iter().filter(|(role, _)| matches!(role, Role::Field | Role::Text));
            let items = given.operands.iter().map(|(_, word)| word.to_string());
            let words = values.map(|(_, value)| value.to_string()).chain(items).chain(texts.iter().cloned());
            let mut said: Vec<String> = words.collect();
            let uploads = given.roles().into_iter().filter(|(role, _)| *role == Role::Upload);
            let files = said.iter().filter_map(|word| word.rsplit_once('@').map(|(_, path)| path.to_owned()));
            let files: Vec<String> = files.chain(uploads.map(|(_, path)| path.to_string())).collect();
            said.extend(files.iter().filter_map(|path| text_of(path, state)));
            said
        };
        if let Some(commit) = paths.clone().find_map(|path| forge::commit(method, &path.to_string(), said)) {
            self.effect(commit, span);
        }
        let forces = || {
            let fields = given.roles().into_iter().filter(|(role, _)| *role == Role::Field);
            fields
                .map(|(_, field)| field.to_string())
                .chain(texts.iter().cloned())
                .any(|text| forge::forces(&text))
        };
        if let Some(push) = paths.filter_map(Value::known).find_map(|path| forge::push(method, path, forces))
        {
            self.effect(Action::Git(Git::Push(push)), span);
        }
        if usage.operands.first() != Some(&Role::Url) {
            return;
        }
        for text in texts.iter().filter(|text| is_statement(text)) {
            self.harms(sql::statements(text), span);
        }
        for address in addresses {
            let Some(address) = Address::of(address.prefix()) else { continue };
            let is_database = DATABASES.contains(&address.port);
            if is_database
                && let Some((_, query)) = address.rest.split_once("query=").or(address.rest.split_once("q="))
            {
                let text = decoded(query.split('&').next().unwrap_or(query));
                self.harms(sql::statements(&text), span);
            }
            if method.eq_ignore_ascii_case("DELETE") || address.rest.contains("_delete_by_query") {
                self.deleted_at(&address, span);
            }
        }
    }

    /// Code asks for what lies at an address to be deleted.
    pub(crate) fn erased(&mut self, address: &Value, span: Span) {
        if let Some(address) = Address::of(address.prefix()) {
            self.deleted_at(&address, span);
        }
    }

    fn deleted_at(&mut self, address: &Address, span: Span) {
        let is_database = DATABASES.contains(&address.port);
        if !address.is_local() || (is_database && !is_for_tests(address.rest)) {
            let what = format!("deletes something at {}", address.host);
            self.effect(Action::Deed(Deed::Deploy, what.into()), span);
        }
    }
}

/// The method of a request that names none: one that brings something along changes something, unless it says otherwise.
fn implied(given: &Given) -> Option<&'static str> {
    let asks = ["-G", "--get", "-I", "--head", "--spider"].iter().any(|option| given.option(option));
    let brings = |role: Role| {
        matches!(role, Role::Data | Role::Sent | Role::Form | Role::Upload | Role::Field | Role::Item)
    };
    let by_option = || given.roles().iter().any(|(role, _)| brings(*role));
    // `name=value`, `name:=json`, `name@file`; with two signs it is asked for, and with a colon it is a header.
    let is_item = |word: &Value| {
        let text = word.prefix();
        let at = text.find(['=', '@', ':']).unwrap_or(text.len());
        let sign = text.get(at..).unwrap_or_default();
        !text.contains("://")
            && (sign.starts_with(['=', '@']) || sign.starts_with(":="))
            && !sign.starts_with("==")
    };
    let by_item = || given.operands.iter().skip(1).any(|(_, word)| is_item(word));
    (!asks && (by_option() || by_item())).then_some("POST")
}

/// Whether a path names one index or database that is there for tests: `/products-test?pretty`.
fn is_for_tests(path: &str) -> bool {
    const WORDS: &[&str] =
        &["test", "tests", "testing", "tmp", "temp", "dev", "demo", "scratch", "sandbox", "ci"];
    let name = path.trim_start_matches('/').split(['/', '?']).next().unwrap_or_default();
    !name.contains(['*', ',']) && name.split(['-', '_', '.']).any(|word| WORDS.contains(&word))
}

/// What an address gives away, where it is known for that: what a cloud tells its machines, and a cluster's secrets.
pub(crate) fn secret_at(address: &Value) -> Option<&'static str> {
    const METADATA: &[&str] =
        &["169.254.169.254", "169.254.170.2", "metadata.google.internal", "fd00:ec2::254", "100.100.100.200"];
    // Names and numbers that say where a machine is, and not who it is.
    const HARMLESS: &[&str] = &[
        "instance-id",
        "instance-type",
        "placement",
        "hostname",
        "ipv4",
        "ami-id",
        "zone",
        "machine-type",
        "project-id",
        "region",
    ];
    let address = Address::of(address.prefix())?;
    let host = address.host.trim_matches(['[', ']']);
    if METADATA.contains(&host) {
        return (!HARMLESS.iter().any(|word| address.rest.contains(word)))
            .then_some("the credentials that a cloud gives its machines");
    }
    let path = address.rest.split('?').next().unwrap_or_default();
    (path.contains("/api/v1/") && path.split('/').any(|part| part == "secrets"))
        .then_some("the secrets of a cluster")
}

/// A path as such a client reads it: `~` is the home, though no shell has said so.
pub(crate) fn at_home(path: &str, state: &State) -> Value {
    let below = path.strip_prefix('~').filter(|below| below.is_empty() || below.starts_with('/'));
    match (below, state.scene.home) {
        (Some(below), Some(home)) => Value::Known(format!("{home}{below}")),
        (Some(_), None) | (None, _) => Value::Known(path.to_owned()),
    }
}

impl End {
    fn of(word: &Value) -> Self {
        let text = word.prefix();
        if matches!(text, "-" | "STDIO" | "STDIN") {
            return Self::Input;
        }
        let Some(colon) = text.find(':') else { return Self::Other };
        let kind = text.get(..colon).unwrap_or_default().to_ascii_uppercase();
        // Options follow a comma.
        let rest = tail(word, colon + 1);
        let rest = match rest.known().and_then(|text| text.split_once(',')) {
            Some((rest, _)) => Value::Known(rest.to_owned()),
            None => rest,
        };
        match kind.as_str() {
            "EXEC" | "SYSTEM" | "SHELL" => Self::Command(rest),
            "FILE" | "OPEN" | "GOPEN" | "CREATE" | "CREAT" => Self::File(rest),
            kind if ["TCP", "UDP", "SSL", "OPENSSL", "SCTP", "VSOCK", "DTLS", "SOCKS", "PROXY"]
                .iter()
                .any(|start| kind.starts_with(start)) =>
            {
                Self::Network(rest)
            }
            _ => Self::Other,
        }
    }
}

/// The parts of an address.
struct Address<'t> {
    host: &'t str,
    port: &'t str,
    rest: &'t str,
}

impl<'t> Address<'t> {
    fn of(text: &'t str) -> Option<Self> {
        let text = text.split_once("://").map_or(text, |(_, rest)| rest);
        let (authority, rest) = text.split_at(text.find(['/', '?', '#']).unwrap_or(text.len()));
        let authority = authority.rsplit('@').next()?;
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => (host, port),
            _ => (authority, ""),
        };
        (!text.is_empty()).then_some(Self { host, port, rest })
    }

    /// This machine, or one that is only known nearby: a name without a dot.
    fn is_local(&self) -> bool {
        !self.host.contains('.')
            || self.host.starts_with("127.")
            || self.host == "0.0.0.0"
            || self.host.ends_with(".localhost")
            || self.host == "host.docker.internal"
    }
}

/// Whether a text begins like a statement that takes something away: `DROP TABLE`, not `drop by`.
fn is_statement(text: &str) -> bool {
    let upper = text.to_ascii_uppercase();
    let mut words = upper.split_ascii_whitespace();
    matches!(
        (words.next(), words.next()),
        (
            Some("DROP" | "TRUNCATE" | "ALTER"),
            Some(
                "TABLE"
                    | "DATABASE"
                    | "SCHEMA"
                    | "VIEW"
                    | "DICTIONARY"
                    | "MEASUREMENT"
                    | "SERIES"
                    | "KEYSPACE"
            )
        ) | (Some("DELETE"), Some("FROM"))
    )
}

/// `DROP%20TABLE+x` as it is meant.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            b'+' => bytes.push(b' '),
            b'%' => {
                let digits = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
                match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
                    Some(byte) => {
                        bytes.push(byte);
                        rest = after.get(2..).unwrap_or_default();
                    }
                    None => bytes.push(b'%'),
                }
            }
            byte => bytes.push(*byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// What a file holds that is sent, as far as the text or the disk says.
fn text_of(path: &str, state: &State) -> Option<String> {
    let place = state.place(&Value::Known(path.to_owned()));
    let written = state.written(&place).and_then(|content| content.known().map(str::to_owned));
    written.or_else(|| state.scene.data(&place.spots.first()?.path))
}
