//! Calls: who is called, and what becomes of the functions that are handed over.

use std::rc::Rc;

use super::Language;
use super::arguments::Arguments;
use super::datum::Datum;
use super::expression::Operand;
use super::kind_test::Asks;
use super::listing_test::{KeptNames, left_of};
use super::loops::each;
use super::machine::Machine;
use super::meaning::{Meaning, Result, Spread, Style};
use super::thing::{Method, Thing};

/// A list that is longer is not gone through one by one.
const MAX_ROUNDS: usize = 256;

impl Machine<'_> {
    pub(super) fn call(&mut self, callee: &Thing, place: Option<Rc<str>>, arguments: Arguments) -> Thing {
        if !self.spend(1 + arguments.positional.len()) || !self.enter() {
            return Thing::unknown();
        }
        let given = match callee {
            Thing::Function(function) => {
                let function = Rc::clone(function);
                self.invoke(&function, arguments.things().cloned().collect())
            }
            Thing::Method(method) => {
                let method = Rc::clone(method);
                self.call_method(&method, arguments)
            }
            Thing::Named(name) => {
                let name = Rc::clone(name);
                self.call_named(&name, place, arguments)
            }
            // PHP calls a function by the text of its name.
            Thing::Text(datum) if self.is(Language::Php) => match datum.text() {
                Some(name) => {
                    let name: Rc<str> = self.dialect.canonical(name).into();
                    self.call_named(&name, None, arguments)
                }
                None => self.unknown_call("", Some(callee), &arguments),
            },
            other => self.unknown_call("", Some(other), &arguments),
        };
        self.leave();
        given
    }

    fn call_named(&mut self, name: &Rc<str>, place: Option<Rc<str>>, arguments: Arguments) -> Thing {
        // `String(contentsOfFile: "a")`
        if arguments.option("contentsOfFile").is_some() {
            return self.perform(Meaning::Read, arguments.in_position());
        }
        if let Some(meaning) = self.meaning_of(name) {
            return self.perform(meaning, arguments.in_position());
        }
        if let Some(given) = self.of_scratch(name, &arguments) {
            return given;
        }
        if let Some(given) = self.program_member(name, &arguments) {
            return given;
        }
        if let Some(Thing::Function(function)) = self.variables.get(name) {
            let function = Rc::clone(function);
            return self.invoke(&function, arguments.things().cloned().collect());
        }
        // Whatever library it comes from, it takes the text of a command.
        if place.as_deref() == Some("$") && self.is(Language::JavaScript) {
            return self.perform(Meaning::Run(Style::Shell), arguments);
        }
        let (receiver, last) = name.rsplit_once('.').unwrap_or(("", name));
        if receiver.is_empty() {
            if let Some(given) = self.of_service(name, &arguments) {
                return given;
            }
            self.hinted_run(name, &arguments);
            return self.unknown_call(last, None, &arguments);
        }
        // What a library keeps to itself is kept there whatever its functions are called.
        let library = receiver.split('.').next().unwrap_or(receiver);
        if let Some(meaning) = self.dialect.meaning(&format!("{library}.*")) {
            return self.perform(meaning, arguments);
        }
        // What all of a library is for comes before what a method of that name does elsewhere.
        let hinted = super::hint::is_of_runner(receiver);
        if hinted {
            self.hinted_run(name, &arguments);
        }
        if let Some(meaning) = self.dialect.meaning(&format!("*.{last}")) {
            return self.perform(meaning, arguments.in_position());
        }
        let receiver = Thing::named(receiver);
        if let Some(meaning) = self.dialect.meaning(&format!("Any#{last}")) {
            return self.perform(meaning, arguments.behind(Operand { thing: receiver, place }));
        }
        if let Some(given) = self.of_service(name, &arguments) {
            return given;
        }
        if !hinted {
            self.hinted_run(name, &arguments);
        }
        self.unknown_call(last, None, &arguments)
    }

    fn call_method(&mut self, method: &Method, arguments: Arguments) -> Thing {
        let Method { receiver, name, place } = method;
        // `"text".write(toFile: "a", …)`
        if let Some(path) = arguments.option("toFile") {
            let order = [path.clone(), receiver.clone()];
            return self.perform(Meaning::Write, Arguments::of(order));
        }
        let class = class_of(receiver);
        if let Some(meaning) = self.dialect.meaning(&format!("{class}#{name}")) {
            let receiver = Operand { thing: receiver.clone(), place: place.clone() };
            // `path.replace(target="x")`; a text's own methods take their names from the text.
            let arguments = match meaning {
                Meaning::Pure(_) => arguments.behind(receiver),
                _ => arguments.in_position().behind(receiver).in_position(),
            };
            return self.perform(meaning, arguments);
        }
        if let Some(meaning) = self.dialect.meaning(&format!("*.{name}")) {
            return self.perform(meaning, arguments.in_position());
        }
        if let Some(meaning) = self.dialect.meaning(&format!("Any#{name}")) {
            let receiver = Operand { thing: receiver.clone(), place: place.clone() };
            return self.perform(meaning, arguments.behind(receiver));
        }
        if matches!(&**name, "run" | "sudo" | "local") && self.defines_tasks() {
            return self.perform(Meaning::Run(Style::Either), arguments.in_position());
        }
        if matches!(&**name, "run" | "launch" | "start" | "Start")
            && let Some(given) = place.as_ref().and_then(|place| self.start_assembled(place))
        {
            return given;
        }
        if let Some(given) = self.chained(receiver, name, &arguments) {
            return given;
        }
        self.hinted_run(name, &arguments);
        self.unknown_call(name, Some(receiver), &arguments)
    }

    /// Whether the code is one of tasks, which get something that runs commands: `def clean(c): c.run("ls")`.
    fn defines_tasks(&self) -> bool {
        const RUNNERS: &[&str] = &["invoke", "nox", "fabric", "duty"];
        let is_runner = |name: &str| RUNNERS.contains(&name.split('.').next().unwrap_or(name));
        self.is(Language::Python)
            && self.variables.values().any(|thing| matches!(thing, Thing::Named(name) if is_runner(name)))
    }

    /// A call of something that no table knows: what it gives is made of what it was given. A secret that it was
    /// given is not what it gives, unless its name says that it only writes it in another way.
    pub(super) fn unknown_call(
        &mut self,
        name: &str,
        receiver: Option<&Thing>,
        arguments: &Arguments,
    ) -> Thing {
        if let Some(given) = self.hinted_setting(name, arguments) {
            return given;
        }
        // `setTimeout("…", 0)`
        if self.is(Language::JavaScript)
            && matches!(name, "setTimeout" | "setInterval" | "setImmediate")
            && let Some(Thing::Text(datum)) = arguments.get(0).cloned()
            && datum.crafts()
        {
            return self.evaluate(&datum);
        }
        let mut data: Vec<Datum> = arguments.everything().map(Thing::datum).collect();
        let crafts = data.iter().any(Datum::crafts);
        if !super::hint::rewrites(name) {
            for datum in &mut data {
                *datum = datum.without_variables();
            }
        }
        data.extend(receiver.map(Thing::datum));
        let given = Datum::derived_of(&data).without_craft();
        // What a function makes of a text may be anything; what changes a text makes another one of it.
        let is_of_letters = |thing: &&Thing| matches!(thing, Thing::Text(_) | Thing::List(_));
        let is_changed = match receiver.filter(is_of_letters) {
            Some(text) => text.datum().crafts(),
            None => crafts && super::hint::changes_texts(name),
        };
        let given = Thing::of(if is_changed { given.with_craft() } else { given });
        for thing in arguments.everything() {
            // Whoever gets an open file may write to it.
            if let Thing::Handle(handle) = thing
                && let Some(step) = handle.step
            {
                self.append(step, &Datum::unknown());
            }
        }
        let is_test = usize::from(super::hint::is_test(name));
        self.tested += is_test;
        self.hand_over(arguments, &given);
        self.tested -= is_test;
        given
    }

    /// Functions among the arguments are called: with what follows them, or with what the call gives.
    pub(super) fn hand_over(&mut self, arguments: &Arguments, given: &Thing) -> Option<Thing> {
        let mut last = None;
        let things: Vec<&Thing> = arguments.things().collect();
        for (index, thing) in things.iter().enumerate() {
            match thing {
                Thing::Function(function) => {
                    let function = Rc::clone(function);
                    let parameters = function.parameters.len().max(1);
                    last = Some(self.invoke(&function, vec![given.clone(); parameters]));
                }
                Thing::Named(name) if self.acts(name) && things.len() > index + 1 => {
                    // How long to wait stands before what is handed on: `setTimeout(f, 0, 'x')`.
                    let rest = things.iter().skip(index + 1).map(|thing| (*thing).clone());
                    let rest = rest.skip_while(|thing| matches!(thing, Thing::Number(_)));
                    last = Some(self.call(thing, None, Arguments::of(rest)));
                }
                _ => {}
            }
        }
        for (key, thing) in &arguments.named {
            let name = match thing {
                Thing::Function(function) => {
                    let function = Rc::clone(function);
                    let parameters = function.parameters.len();
                    last = Some(self.invoke(&function, vec![given.clone(); parameters]));
                    continue;
                }
                Thing::Named(name) => name,
                _ => continue,
            };
            // `Thread(target=os.remove, args=('x',))`
            if key == "target" && self.acts(name) {
                let rest = arguments.option("args").and_then(Thing::elements).unwrap_or_default().to_vec();
                last = Some(self.call(thing, None, Arguments::of(rest)));
            }
        }
        last
    }

    /// Whether a name stands for something that does more than compute.
    fn acts(&self, name: &str) -> bool {
        if super::hint::says_run(name) {
            return true;
        }
        self.meaning_of(name).is_some_and(|meaning| {
            !matches!(
                meaning,
                Meaning::Pure(_) | Meaning::Measure | Meaning::Constant(_) | Meaning::Print | Meaning::Module
            )
        })
    }

    /// Calls a function with each element of a thing.
    pub(super) fn call_each(&mut self, function: &Thing, over: &Thing, mode: Result) -> Thing {
        let rounds = match (mode, each(over)) {
            (Result::Chained, _) => vec![over.clone()],
            (Result::Mapped | Result::Receiver | Result::Filtered, Some(elements))
                if elements.len() <= MAX_ROUNDS && matches!(over, Thing::List(_)) =>
            {
                elements
            }
            (Result::Mapped | Result::Receiver | Result::Filtered, _) => vec![over.element()],
        };
        self.enter_loop();
        // The same of letters that a filter leaves.
        if mode == Result::Filtered && over.known().is_some() {
            return over.derived();
        }
        let mut mapped = Vec::new();
        if mode == Result::Filtered
            && let Thing::Function(filter) = function
        {
            let (filter, element) = (Rc::clone(filter), over.element());
            let names = self.narrowed(|machine| {
                machine.invoke(&filter, vec![element]);
            });
            if let Some(names) = names {
                self.filtered = true;
                return match left_of(over, &names) {
                    one @ Thing::Text(_) => Thing::list(vec![one]),
                    other => other,
                };
            }
        }
        for element in rounds {
            if !self.spend(1) {
                break;
            }
            let given = match function {
                Thing::Function(function) => {
                    let function = Rc::clone(function);
                    let parameters = function.parameters.len();
                    let mut arguments = match (&element, over) {
                        // A block with several names takes a tuple apart, and of a table a name and what it stands for.
                        (_, Thing::Table(entries)) if parameters > 1 => {
                            let values = entries.iter().map(|(_, thing)| thing.clone()).collect();
                            vec![Thing::unknown(), Thing::list(values).element()]
                        }
                        (Thing::List(parts), _) if parameters > 1 => (**parts).clone(),
                        (element, _) => vec![element.clone()],
                    };
                    while arguments.len() < parameters {
                        arguments.push(over.derived());
                    }
                    self.invoke(&function, arguments)
                }
                Thing::Text(name) if self.is(Language::Ruby) => match name.text() {
                    Some(name) => {
                        let method = self.member(&element, &name.into(), None);
                        self.call(&method, None, Arguments::default())
                    }
                    None => Thing::unknown(),
                },
                // What nobody can name may make anything of it: `map chr, 114, 109`.
                Thing::Text(name) if name.text().is_none() => element.derived(),
                other => self.call(other, None, Arguments::of([element])),
            };
            mapped.push(given);
        }
        match mode {
            Result::Mapped => Thing::list(mapped),
            Result::Chained => mapped.pop().unwrap_or_else(Thing::unknown),
            Result::Receiver => over.clone(),
            Result::Filtered => {
                let asks = match function {
                    Thing::Function(function) => Asks::of(&function.body),
                    other => other.known().map_or(Asks::More, Asks::named),
                };
                self.filtered |= asks == Asks::More;
                if asks == Asks::OtherNames {
                    self.kept_names = KeptNames::Others;
                }
                over.clone()
            }
        }
    }

    /// `f.call(this, a)`, `f.apply(this, [a])`
    pub(super) fn call_receiver(&mut self, arguments: &Arguments, spread: Spread) -> Thing {
        let rest: Vec<Thing> = match (spread, arguments.get(2).and_then(Thing::elements)) {
            (Spread::Yes, Some(elements)) => elements.to_vec(),
            (Spread::Yes | Spread::No, _) => arguments.things().skip(2).cloned().collect(),
            (Spread::Direct, _) => arguments.things().skip(1).cloned().collect(),
        };
        self.call(&arguments.thing(0), None, Arguments::of(rest))
    }
}

/// The name under which the tables know what a thing is.
pub(super) fn class_of(thing: &Thing) -> &'static str {
    match thing {
        Thing::Text(_) | Thing::Number(_) => "Text",
        Thing::Path(_) => "Path",
        Thing::List(_) => "List",
        Thing::Table(_) => "Table",
        Thing::Handle(_) => "Handle",
        Thing::Connection(_) => "Connection",
        Thing::Environment => "Environment",
        Thing::Named(_) | Thing::Method(_) | Thing::Function(_) => "Any",
    }
}
