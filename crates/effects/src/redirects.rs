//! Redirections: what a command reads and where its output goes.

use hookward_shell::{Command as Syntax, Redirect, RedirectKind, Span, Statement, Word};

use crate::code::Language;
use crate::effect::{Action, Command, Deed, Purpose, Told};
use crate::path::Place;
use crate::programs::shown;
use crate::source::{Source, Sources};
use crate::state::{Feed, State};
use crate::told::{made_of, made_of_input};
use crate::value::Value;
use crate::walk::{COPROCESS, COPROCESS_INPUT, Out, Walk};

/// The first of the descriptors whose numbers variables hold: `{log}>file`.
const NAMED: u32 = 80;

/// What can be written to without effect.
const SINKS: &[&str] = &["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty"];

/// Where redirections lead a command.
#[derive(Default)]
struct Led {
    stdin: Option<Value>,
    output: Option<Target>,
    /// Whether the output goes where errors go: to the person.
    to_screen: bool,
}

/// Where output goes.
pub(crate) struct Target {
    place: Place,
    span: Span,
    appends: bool,
}

impl Walk<'_> {
    /// Runs a statement with its redirections.
    pub(crate) fn redirected(&mut self, statement: &Statement, state: &mut State) {
        if statement.redirects.is_empty() {
            return self.run(statement, state);
        }
        let mut led = Led::default();
        for redirect in &statement.redirects {
            self.redirect(redirect, &mut led, state);
        }
        if let (Syntax::Simple(simple), Some(stdin)) = (&statement.command, &led.stdin)
            && simple.words.is_empty()
            && simple.assignments.is_empty()
        {
            // `$(<file)` prints it.
            let stdin = stdin.clone();
            self.print(&stdin, statement.span);
        }
        if is_bare_exec(statement) {
            if let Some(stdin) = led.stdin {
                state.stdin = stdin;
            }
            // From here on the shell's own output goes there: see `statements`.
            if let Some(target) = led.output {
                self.led = Some(target);
            }
            return;
        }
        let fed = state.feed;
        if led.stdin.is_some() {
            state.feed = Feed::Given;
        }
        let outer = led.stdin.map(|stdin| std::mem::replace(&mut state.stdin, stdin));
        match led.output {
            Some(target) => {
                let (before, effects) = (self.facts.commands.len(), self.facts.effects.len());
                let content = self.heard_out(|walk| walk.captured(|walk| walk.run(statement, state)));
                let ran = self.facts.commands.get(before..).unwrap_or_default();
                let told = made(statement, ran, &target, &content, state)
                    .or_else(|| taken_from_git(self, statement, ran, &target, state));
                match told {
                    Some(told) => self.write_told(target.place, content, told, target.span, state),
                    None => self.write_to(target, content, state),
                }
                self.forget_what_reads_itself(effects);
            }
            None if led.to_screen => {
                let outer = std::mem::replace(&mut self.out, Out::Screen);
                self.run(statement, state);
                self.out = outer;
            }
            None => self.run(statement, state),
        }
        if let Some(outer) = outer {
            state.stdin = outer;
        }
        state.feed = fed;
    }

    /// What was printed goes where output was led to.
    pub(crate) fn write_to(&mut self, target: Target, content: Value, state: &mut State) {
        // A process takes each part as it comes, and has had what came before.
        let is_file = !target.place.spots.iter().any(|spot| self.sinks.contains_key(&spot.path));
        let before = state.written(&target.place).filter(|_| is_file);
        let told = match content.known() {
            Some(text) if target.appends => Told::Added(text.to_owned()),
            None if target.appends => Told::Part,
            Some(_) | None => Told::Whole,
        };
        let content = match before.filter(|_| target.appends) {
            Some(before) => before.join(&content),
            None => content,
        };
        self.write_told(target.place, content, told, target.span, state);
    }

    fn redirect(&mut self, redirect: &Redirect, led: &mut Led, state: &mut State) {
        let span = redirect.span;
        match &redirect.kind {
            RedirectKind::Read(word) => {
                let content = self.read_from(word, span, state);
                give(redirect.descriptor, content, led, state);
            }
            RedirectKind::Write(word) => self.lead(word, redirect, led, state),
            RedirectKind::Append(word) => {
                self.lead(word, redirect, led, state);
                if let Some(target) = &mut led.output {
                    target.appends = true;
                }
            }
            RedirectKind::ReadWrite(word) => {
                let value = self.value(word, state);
                if let (Some(address), Some(descriptor)) = (socket(&value), redirect.descriptor) {
                    state.connect(descriptor, address);
                    return;
                }
                let content = self.read_from(word, span, state);
                if matches!(redirect.descriptor, None | Some(0)) {
                    led.stdin = Some(content);
                }
                let place = state.place(&value);
                self.write(place, Value::unknown(), span, state);
            }
            RedirectKind::HereDocument(word) => {
                let text = self.value(word, state);
                give(redirect.descriptor, text, led, state);
            }
            RedirectKind::HereString(word) => {
                let text = self.assigned(word, state).join(&Value::Known("\n".to_owned()));
                give(redirect.descriptor, text, led, state);
            }
            RedirectKind::Duplicate(word) => {
                let value = self.value(word, state);
                let number = value.known().and_then(|text| text.trim_end_matches('-').parse::<u32>().ok());
                let network =
                    |address: &str| Value::Unknown(Sources::from(Source::Network(address.to_owned())));
                match (redirect.descriptor, number) {
                    // `0>&1`: the input comes from where the output goes.
                    (Some(0), Some(number)) if state.socket(number).is_some() => {
                        led.stdin = state.socket(number).map(network);
                    }
                    (Some(0), Some(number)) if state.input(number).is_some() => {
                        led.stdin = state.input(number).cloned();
                    }
                    (Some(0), Some(_)) => {
                        let address = led.output.as_ref().and_then(|target| socket_of(&target.place));
                        led.stdin = address.map(|address| network(&address)).or(led.stdin.take());
                    }
                    (None | Some(1), Some(2)) => led.to_screen = true,
                    (None | Some(1), Some(number)) if state.output(number).is_some() => {
                        let place = state.output(number).cloned();
                        led.output = place.map(|place| Target { place, span, appends: true });
                    }
                    (_, Some(number)) => {
                        if let Some(input) = state.input(number) {
                            led.stdin = Some(input.clone());
                        } else if let Some(address) = state.socket(number) {
                            led.stdin = Some(network(address));
                            let written = format!("/dev/tcp/{address}");
                            let place = state.place(&Value::Known(written));
                            led.output = Some(Target { place, span, appends: false });
                        } else if number > 2 && redirect.descriptor.is_none() {
                            // `<&3`: from wherever that was opened.
                            led.stdin = Some(Value::unknown());
                        }
                    }
                    (_, None) => {}
                }
            }
        }
    }

    /// Where output is led to. Of several, all are opened and the last one is written.
    fn lead(&mut self, word: &Word, redirect: &Redirect, led: &mut Led, state: &mut State) {
        let mut value = self.value(word, state);
        // `>&${COPROC[1]}`: a descriptor whose number a variable holds.
        let is_coprocess = self.sinks.contains_key(COPROCESS)
            && word.literal().is_none()
            && value.known().is_none_or(|text| text == COPROCESS_INPUT.to_string());
        if is_coprocess {
            value = Value::Known(COPROCESS.to_owned());
        }
        // `>&$REPLY`: so may be that of a connection.
        let number: Option<u32> =
            value.known().filter(|_| word.literal().is_none()).and_then(|text| text.parse().ok());
        if let Some(place) = number.and_then(|number| state.output(number)).cloned() {
            led.output = Some(Target { place, span: redirect.span, appends: true });
            return;
        }
        if let Some(address) = number.and_then(|number| state.socket(number)) {
            led.stdin = Some(Value::Unknown(Sources::from(Source::Network(address.to_owned()))));
            value = Value::Known(format!("/dev/tcp/{address}"));
        }
        let place = state.place(&value);
        let descriptor = match &redirect.variable {
            Some(variable) => {
                let number = NAMED + u32::try_from(state.outputs_open()).unwrap_or_default();
                state.assign(variable, Value::Known(number.to_string()));
                Some(number)
            }
            None => redirect.descriptor,
        };
        match descriptor {
            None | Some(1) => {
                let target = Target { place, span: redirect.span, appends: false };
                if let Some(before) = led.output.replace(target) {
                    self.write(before.place, Value::Known(String::new()), before.span, state);
                }
            }
            Some(number) => {
                // What a process is given comes later.
                if !place.spots.iter().any(|spot| self.sinks.contains_key(&spot.path)) {
                    let content = if number == 2 { Value::unknown() } else { Value::Known(String::new()) };
                    self.write(place.clone(), content, redirect.span, state);
                }
                if number > 2 {
                    state.open_output(number, place);
                }
            }
        }
    }

    pub(crate) fn read_from(&mut self, word: &Word, span: Span, state: &mut State) -> Value {
        let value = self.value(word, state);
        if let Some(address) = socket(&value) {
            self.effect(Action::Receive(Value::Known(address.clone())), span);
            return Value::Unknown(Sources::from(Source::Network(address)));
        }
        let place = state.place(&value);
        self.read(place.clone(), span);
        state.content(&place)
    }

    /// A file is read.
    pub(crate) fn read(&mut self, mut place: Place, span: Span) {
        drop_sinks(&mut place);
        if place.open || !place.spots.is_empty() {
            self.effect(Action::Read(place), span);
        }
    }

    /// Something is written to a place.
    pub(crate) fn write(&mut self, place: Place, content: Value, span: Span, state: &mut State) {
        self.write_told(place, content, Told::Part, span, state);
    }

    /// Something is written to a place, and so much is told of the file that results.
    pub(crate) fn write_told(
        &mut self,
        mut place: Place,
        content: Value,
        told: Told,
        span: Span,
        state: &mut State,
    ) {
        if let Some(address) = socket_of(&place) {
            let data = content.sources();
            self.effect(
                Action::Send { data, target: Value::Known(address), purpose: Purpose::Content },
                span,
            );
            return;
        }
        let taken = place.spots.iter().find_map(|spot| self.sinks.get(&spot.path).cloned());
        if let Some(body) = taken {
            let mut apart = self.copy(state);
            apart.stdin = content;
            // Nobody waits for it.
            return self.vouching(false, |walk| walk.statements(&body, &mut apart));
        }
        drop_sinks(&mut place);
        if place.spots.is_empty() && !place.open {
            return;
        }
        // Something runs what comes out of that pipe already.
        let is_there =
            |(path, _): &&(String, Option<Language>)| place.spots.iter().any(|spot| spot.path == *path);
        if let Some((_, language)) = self.fed_pipes.iter().find(is_there).cloned() {
            let mut apart = self.copy(state);
            match language {
                Some(language) => self.code_text(language, &content, span, &mut apart),
                None => self.shell_text(&content, span, "sh", &mut apart),
            }
        }
        if content.sources().is_endless() && !place.spots.iter().any(|spot| spot.path.starts_with("/dev/")) {
            self.deed(Deed::Exhaust, "writes to a file without end", span);
        }
        if told.builds_on() && state.holds_more(&place) {
            state.store_perhaps(&place, &content);
        } else {
            state.store(&place, &content);
        }
        self.change(Action::Write(place, content), told, span, state);
    }
}

/// What a descriptor gives from here on.
fn give(descriptor: Option<u32>, content: Value, led: &mut Led, state: &mut State) {
    match descriptor {
        None | Some(0) => led.stdin = Some(content),
        Some(descriptor) => state.open_input(descriptor, content),
    }
}

fn drop_sinks(place: &mut Place) {
    // Whatever lies behind the name, it is this.
    if SINKS.contains(&place.written.as_str())
        || place.written.starts_with("/dev/fd/")
        || place.written == "/dev/stdin"
    {
        place.spots.clear();
    }
    place.spots.retain(|spot| {
        !SINKS.contains(&spot.path.as_str())
            && !spot.path.starts_with("/dev/fd/")
            && spot.path != "/dev/stdin"
    });
}

/// `exec > log`: redirections and nothing to run.
fn is_bare_exec(statement: &Statement) -> bool {
    match &statement.command {
        Syntax::Simple(simple) => match simple.words.as_slice() {
            [word] => word.literal().as_deref() == Some("exec"),
            _ => false,
        },
        _ => false,
    }
}

/// `/dev/tcp/host/port` is a connection, for bash.
fn socket(value: &Value) -> Option<String> {
    let text = value.to_string();
    let rest = text.strip_prefix("/dev/tcp/").or_else(|| text.strip_prefix("/dev/udp/"))?;
    Some(rest.to_owned())
}

fn socket_of(place: &Place) -> Option<String> {
    socket(&Value::Known(place.written.clone()))
}

/// What git keeps of a file, if that is all that goes into it.
fn taken_from_git(
    walk: &Walk,
    statement: &Statement,
    ran: &[Command],
    target: &Target,
    state: &State,
) -> Option<Told> {
    let (Syntax::Simple(simple), [_], [command]) = (&statement.command, statement.redirects.as_slice(), ran)
    else {
        return None;
    };
    let is_plain = simple.assignments.is_empty() && !target.appends;
    is_plain.then(|| shown(walk, command, &target.place, state)).flatten()
}

/// What a plain filter makes of files, if that is all that goes into another.
fn made(
    statement: &Statement,
    ran: &[Command],
    target: &Target,
    content: &Value,
    state: &State,
) -> Option<Told> {
    let (Syntax::Simple(_), [command], None) = (&statement.command, ran, content.known()) else {
        return None;
    };
    let fed = match statement.redirects.as_slice() {
        [_] => None,
        // `tr a b < c > d`, in either order.
        [Redirect { kind: RedirectKind::Read(word), .. }, _]
        | [_, Redirect { kind: RedirectKind::Read(word), .. }] => Some(word.literal()?),
        _ => return None,
    };
    let words: Vec<String> =
        command.words.iter().map(|word| word.known().map(str::to_owned)).collect::<Option<_>>()?;
    let (name, words) = words.split_first().filter(|_| command.through.is_empty())?;
    let mut made = match fed {
        Some(file) => made_of_input(name, words, file)?,
        None => made_of(name, words)?,
    };
    for file in &mut made.files {
        let place = state.place(&Value::Known(std::mem::take(file)));
        let path = state.one_file(&place)?;
        // What is written is empty before anything of it is read.
        if target.place.spots.iter().any(|spot| spot.path == path) {
            return None;
        }
        path.clone_into(file);
    }
    made.adds = target.appends;
    Some(Told::Made(Box::new(made)))
}
