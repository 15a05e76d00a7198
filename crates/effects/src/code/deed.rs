//! From what a function means to the steps that its call takes.

use std::cell::Cell;
use std::rc::Rc;

use super::arguments::Arguments;
use super::datum::Datum;
use super::expression::Operand;
use super::machine::Machine;
use super::meaning::{At, Meaning, Result, When};
use super::open_file::{Access, content, is_standard_input};
use super::process_deed::started;
use super::scratch::open_database;
use super::thing::{Function, Gives, Thing};
use super::{Language, Step};
use crate::value::Value;

impl Machine<'_> {
    /// Does what a function means, and gives what it gives.
    pub(super) fn perform(&mut self, meaning: Meaning, mut arguments: Arguments) -> Thing {
        if arguments.positional.is_empty()
            && let Some(topic) = self.variables.get("$_")
        {
            // Perl's functions take what a loop goes over where they are given nothing.
            arguments.positional.push(Operand::of(topic.clone()));
        }
        let given = match meaning {
            Meaning::Run(style) => self.start(style, &arguments),
            Meaning::Feed => self.feed(&arguments),
            Meaning::Kill(at) => self.kill(at, &arguments),
            Meaning::Fork => self.fork(),
            Meaning::Duplicate => self.duplicate(&arguments),
            Meaning::Read => self.read_file(&arguments),
            Meaning::List(listing) => self.list(listing, &arguments),
            Meaning::Write => self.write(&arguments),
            Meaning::Create => self.create(&arguments),
            Meaning::Delete(depth) => self.delete(depth, &arguments),
            Meaning::DeleteEmpty => self.delete_empty(&arguments),
            Meaning::DeleteAsAsked => self.delete_as_asked(&arguments),
            Meaning::Move => self.rename(&arguments),
            Meaning::Copy => self.copy(&arguments),
            Meaning::Link => self.link(&arguments.thing(0), &arguments.thing(1)),
            Meaning::LinkTo => self.link(&arguments.thing(1), &arguments.thing(0)),
            Meaning::HardLink => self.hard_link(&arguments.thing(0), &arguments.thing(1)),
            Meaning::HardLinkTo => self.hard_link(&arguments.thing(1), &arguments.thing(0)),
            Meaning::Permit(at) => self.permit(at, &arguments),
            Meaning::Directory => self.change_directory(&arguments),
            Meaning::Open => self.open(&arguments),
            Meaning::OpenToWrite => self.open_path(arguments.thing(0).or_unknown().datum(), Access::Write),
            Meaning::PerlOpen => self.perl_open(&arguments),
            Meaning::OpenDirectory => self.open_directory(&arguments),
            Meaning::OpenEnds(handles) => self.open_ends(handles, &arguments),
            Meaning::Append => self.append_to(&arguments),
            Meaning::Fetch => self.fetch(&arguments, 0),
            Meaning::FetchBy => self.fetch(&arguments, 1),
            Meaning::Erase => self.erase(&arguments, 0),
            Meaning::EraseBy => self.erase(&arguments, 1),
            Meaning::Upload => self.upload(&arguments, 0),
            Meaning::UploadBy => self.upload(&arguments, 1),
            Meaning::Connect => self.connect(&arguments),
            Meaning::ConnectTo => self.connect_to(&arguments),
            Meaning::ConnectionOption => self.connection_option(&arguments),
            Meaning::Transmit => self.transmit(&arguments),
            Meaning::Content(how) => content(&arguments.thing(0), how),
            Meaning::Receive => arguments.thing(0).derived(),
            Meaning::Pipe => self.pipe(&arguments),
            Meaning::Evaluate => return self.evaluate_thing(&arguments.thing(0)),
            Meaning::Compile => return self.compile_last(&arguments),
            Meaning::Module => self.imported(&arguments.thing(0)),
            Meaning::Import => self.imported_file(&arguments.thing(0)),
            Meaning::OpenDatabase => open_database(&arguments),
            Meaning::Sql => self.sql(&arguments),
            Meaning::Drop(when) => {
                if is_meant(when, &arguments) {
                    self.emit(Step::Drop("drops tables or databases"));
                }
                Thing::unknown()
            }
            Meaning::Lose(when) => {
                if is_meant(when, &arguments) {
                    self.emit(Step::Lose("deletes every record"));
                }
                Thing::unknown()
            }
            Meaning::Object(name) => Thing::named(name),
            Meaning::Command(words) => self.command_member(words, &arguments),
            Meaning::Commit(deed) => {
                self.emit(Step::Commit(deed));
                Thing::unknown()
            }
            Meaning::Forge => self.ask_forge(&arguments),
            Meaning::SendFile => {
                self.send_file(&arguments.thing(0).or_unknown(), &Value::unknown());
                Thing::unknown()
            }
            Meaning::Download => self.download(&arguments),
            Meaning::WriteTo(at) => {
                let order = [arguments.thing(at), arguments.thing(0)];
                self.write(&Arguments::of(order))
            }
            Meaning::ReadVariables => {
                let named = arguments.option("path").or_else(|| arguments.option("dotenv_path"));
                let path = named.or_else(|| arguments.get(0)).cloned();
                self.read_file(&Arguments::of([path.unwrap_or_else(|| Thing::text(".env"))]))
            }
            Meaning::Archive => self.archive(&arguments),
            Meaning::Extract => self.extract(&arguments),
            Meaning::Narrow(how) => {
                let text = arguments.get(1).and_then(Thing::known).map(str::to_owned);
                self.narrow(how, &arguments.thing(0), text.as_deref());
                return Thing::unknown();
            }
            Meaning::EvaluateAll => return self.evaluate_all(&arguments),
            Meaning::Worker => return self.worker(&arguments),
            Meaning::Unpickle => return self.unpickle(&arguments),
            Meaning::UnsafeYaml => return self.evaluate_yaml(&arguments),
            Meaning::MethodCaller => return self.method_caller(&arguments),
            Meaning::Bind => return self.bound(&arguments),
            Meaning::Redis => self.redis_call(&arguments),
            Meaning::Own => self.own(&arguments),
            Meaning::SetVariables => self.set_variables(&arguments),
            Meaning::ShowEnvironment => {
                self.emit(Step::Print(Thing::Environment.datum()));
                Thing::unknown()
            }
            Meaning::Print => self.print(&arguments),
            Meaning::Attribute => return self.attribute(&arguments),
            Meaning::CallByName(at) => return self.call_by_name(at, arguments),
            Meaning::MapOver => return self.map_over(&arguments),
            Meaning::Each(gives) => return self.each_of(&arguments, gives),
            Meaning::CallReceiver(spread) => return self.call_receiver(&arguments, spread),
            Meaning::Push => {
                self.extend(&arguments);
                return Thing::unknown();
            }
            Meaning::Extend => return self.extend(&arguments),
            Meaning::MutateAt(at) => return self.mutate_at(at, &arguments),
            Meaning::Mutate => {
                let given = self.mutate(&arguments);
                self.call_back(arguments.everything().skip(1), &given);
                return given;
            }
            Meaning::Find => return self.find(&arguments),
            Meaning::Shift => return self.shift(&arguments),
            Meaning::Measure => {
                self.hand_over(&arguments, &Thing::unknown());
                return Thing::unknown();
            }
            Meaning::Constant(constant) => {
                let things: Vec<Thing> = arguments.things().cloned().collect();
                self.constant(constant, &things)
            }
            Meaning::Pure(function) => {
                let given = self.compute(function, &arguments);
                // `text.gsub("a") { … }`
                self.call_back(arguments.everything().skip(1), &given);
                return given;
            }
        };
        self.call_back(arguments.everything(), &given);
        given
    }

    /// Functions among the arguments get what the call gives.
    fn call_back<'t>(&mut self, arguments: impl Iterator<Item = &'t Thing>, given: &Thing) {
        let functions: Vec<Rc<Function>> = arguments
            .filter_map(|thing| match thing {
                Thing::Function(function) => Some(Rc::clone(function)),
                _ => None,
            })
            .collect();
        for function in functions {
            let parameters = function.parameters.len();
            self.invoke(&function, vec![given.clone(); parameters]);
        }
    }

    fn evaluate_thing(&mut self, thing: &Thing) -> Thing {
        match thing {
            Thing::Function(function) => {
                let function = Rc::clone(function);
                self.invoke(&function, Vec::new())
            }
            Thing::Named(_) | Thing::Number(_) => Thing::unknown(),
            other => {
                let datum = other.datum();
                self.evaluate(&datum)
            }
        }
    }

    fn compile_last(&mut self, arguments: &Arguments) -> Thing {
        let Some(last) = arguments.things().last() else { return Thing::unknown() };
        let datum = last.datum();
        match datum.text().and_then(|text| self.compile(text)) {
            Some(body) => {
                let parameters = Vec::new();
                let is_called = Cell::new(false);
                let gives = Gives::Returned;
                let function = Rc::new(Function { name: None, parameters, body, gives, is_called });
                self.functions.push(Rc::clone(&function));
                Thing::Function(function)
            }
            None => self.evaluate(&datum),
        }
    }

    /// A file of the same language runs.
    pub(super) fn imported_file(&mut self, thing: &Thing) -> Thing {
        let datum = thing.datum();
        if is_standard_input(&datum.value) {
            let stdin = Datum::of(self.surroundings.stdin.clone());
            return self.evaluate(&stdin);
        }
        if is_address(&datum.value) {
            self.import_remote(&datum.value);
        } else if datum.value.sources().has_network() {
            // `include(download(address))`: the file that was just fetched.
            return self.evaluate(&datum);
        } else if matches!(thing, Thing::Text(_) | Thing::Path(_)) {
            self.emit(Step::Import(datum.value));
        }
        Thing::unknown()
    }

    fn sql(&mut self, arguments: &Arguments) -> Thing {
        // PHP's functions take the connection first.
        let places = if self.is(Language::Php) || self.is(Language::Elixir) { 2 } else { 1 };
        let text = arguments.things().take(places).find(|thing| matches!(thing, Thing::Text(_)));
        let datum = text.map(Thing::datum).filter(|datum| !matches!(datum.value, Value::Unknown(_)));
        if let Some(datum) = datum {
            self.emit(Step::Sql(datum));
        }
        Thing::unknown()
    }

    fn print(&mut self, arguments: &Arguments) -> Thing {
        let handle = arguments.option("file").or_else(|| arguments.get(0)).cloned();
        // `print $pipe "text"`
        if self.is(Language::Perl)
            && arguments.positional.len() > 1
            && handle.as_ref().is_some_and(|handle| started(&handle.datum()).is_some())
        {
            let input: Vec<Thing> = arguments.things().skip(1).cloned().collect();
            let input = input.iter().map(Thing::datum).reduce(|all, datum| all.join(&datum));
            let fed = handle.into_iter().chain(input.map(Thing::of));
            return self.feed(&Arguments::of(fed));
        }
        let to_file = matches!(handle, Some(Thing::Handle(_) | Thing::Connection(_)));
        let data: Vec<Datum> = arguments
            .things()
            .filter(|thing| !to_file || !matches!(thing, Thing::Handle(_) | Thing::Connection(_)))
            .filter(|thing| match thing {
                Thing::Function(_) => false,
                Thing::Named(name) => !is_standard_stream(name),
                _ => true,
            })
            .map(Thing::datum)
            .collect();
        let blank = Datum::known(" ");
        let joined = data.into_iter().reduce(|all, datum| all.join(&blank).join(&datum));
        let joined = joined.unwrap_or_else(|| Datum::known(""));
        match handle {
            Some(Thing::Handle(handle)) if to_file => {
                if let Some(step) = handle.step {
                    self.append(step, &joined);
                }
            }
            Some(Thing::Connection(target)) => self.send(vec![joined], &target.value),
            _ => {
                self.put_out(joined);
            }
        }
        Thing::unknown()
    }

    /// `getattr(os, 'system')`
    fn attribute(&mut self, arguments: &Arguments) -> Thing {
        let thing = arguments.thing(0);
        match (arguments.get(1), thing.known()) {
            // `method(:system)`
            (None, Some(name)) => Thing::named(&self.dialect.canonical(name)),
            (name, _) => match name.and_then(Thing::known) {
                Some(name) => self.member(&thing, &name.into(), None),
                None => thing.derived(),
            },
        }
    }

    fn call_by_name(&mut self, at: At, mut arguments: Arguments) -> Thing {
        if arguments.positional.is_empty() {
            return Thing::unknown();
        }
        let receiver = match at {
            At::First => None,
            At::Second => Some(arguments.positional.remove(0).thing),
        };
        if arguments.positional.is_empty() {
            return Thing::unknown();
        }
        let name = arguments.positional.remove(0).thing;
        let callee = match (name.known(), receiver) {
            (Some(name), Some(receiver)) => self.member(&receiver, &name.into(), None),
            (Some(name), None) => Thing::named(&self.dialect.canonical(name)),
            (None, _) => name.clone(),
        };
        self.call(&callee, None, arguments)
    }

    /// `map(f, list)`
    fn map_over(&mut self, arguments: &Arguments) -> Thing {
        let rest = match arguments.positional.len() {
            2 if !self.is(Language::Perl) => arguments.thing(1),
            _ => Thing::list(arguments.things().skip(1).cloned().collect()),
        };
        let function = match arguments.thing(0) {
            // PHP calls a function by the text of its name.
            Thing::Text(name) if self.is(Language::Php) => {
                name.text().map_or_else(Thing::unknown, |name| Thing::named(&self.dialect.canonical(name)))
            }
            function => function,
        };
        self.call_each(&function, &rest, Result::Mapped)
    }

    fn each_of(&mut self, arguments: &Arguments, mode: Result) -> Thing {
        let receiver = arguments.thing(0);
        let functions: Vec<Thing> = arguments
            .things()
            .skip(1)
            .filter(|thing| {
                // `each(&:delete)`
                matches!(thing, Thing::Function(_) | Thing::Named(_) | Thing::Method(_))
                    || (matches!(thing, Thing::Text(_)) && self.is(Language::Ruby))
            })
            .cloned()
            .collect();
        // Without a block it is a way through the list: `map.with_index { … }`.
        let is_way = functions.is_empty() && self.is(Language::Ruby);
        let mut given =
            if mode == Result::Filtered || is_way { receiver.clone() } else { receiver.derived() };
        for function in functions {
            given = self.call_each(&function, &receiver, mode);
        }
        match mode {
            Result::Receiver => receiver,
            Result::Mapped | Result::Chained | Result::Filtered => given,
        }
    }

    fn shift(&mut self, arguments: &Arguments) -> Thing {
        if let Some(first) = arguments.get(0).filter(|_| !self.variables.contains_key("$_")) {
            return first.clone();
        }
        let Some(Thing::List(things)) = self.variables.get("@_").cloned() else {
            let first = self.surroundings.arguments.first().cloned();
            return Thing::of(Datum::of(first.unwrap_or_else(Value::unknown)));
        };
        let rest = things.get(1..).unwrap_or_default().to_vec();
        self.variables.insert("@_".into(), Thing::list(rest));
        things.first().cloned().unwrap_or_else(Thing::unknown)
    }
}

fn is_meant(when: When, arguments: &Arguments) -> bool {
    let alone = arguments.positional.is_empty() && arguments.named.is_empty();
    let is_empty = |thing: &Thing| matches!(thing, Thing::Table(entries) if entries.is_empty());
    let holds = |name: &str| arguments.option(name).is_some_and(Thing::may_be_true);
    let unfiltered = arguments.get(0).is_some_and(is_empty)
        || arguments.option("where").is_some_and(is_empty)
        || holds("truncate");
    match when {
        When::Always => true,
        When::Alone => alone,
        When::Unfiltered => unfiltered,
        When::UnfilteredOrAlone => unfiltered || alone,
        When::Forced => holds("force"),
        When::Table => {
            let tables = matches!(arguments.get(0), Some(Thing::Named(_)));
            tables && arguments.positional.len() == 1 && arguments.named.is_empty()
        }
    }
}

fn is_standard_stream(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    lower.ends_with("stdout") || lower.ends_with("stderr")
}

/// Whether a value is an address on the network.
pub(super) fn is_address(value: &Value) -> bool {
    let text = value.texts().first().map_or_else(|| value.prefix(), String::as_str);
    ["http://", "https://", "ftp://", "ftps://", "data:"].iter().any(|scheme| text.starts_with(scheme))
}
