//! Code that runs in a roundabout way: texts that a library evaluates, functions that are called later or by others.

use super::Step;
use super::arguments::Arguments;
use super::datum::Datum;
use super::machine::Machine;
use super::meaning::Pure;
use super::thing::{Function, Thing};

impl Machine<'_> {
    /// Every text that is given runs as code: `timeit.timeit('x()', 'import x')`.
    pub(super) fn evaluate_all(&mut self, arguments: &Arguments) -> Thing {
        let texts: Vec<Datum> = arguments
            .everything()
            .filter(|thing| matches!(thing, Thing::Text(_)))
            .map(Thing::datum)
            .filter(|datum| datum.text().is_none_or(|text| !text.trim().is_empty()))
            .collect();
        // What prepares stands behind what it prepares for.
        for text in texts.iter().rev() {
            self.evaluate(text);
        }
        self.hand_over(arguments, &Thing::unknown());
        Thing::unknown()
    }

    /// `new Worker(code, {eval: true})`, `new Worker('./file.js')`
    pub(super) fn worker(&mut self, arguments: &Arguments) -> Thing {
        let first = arguments.thing(0);
        if arguments.option("eval").is_some_and(Thing::may_be_true) {
            let datum = first.datum();
            return self.evaluate(&datum);
        }
        self.imported_file(&first)
    }

    /// What is unpacked calls what it names: whoever has made it decides.
    pub(super) fn unpickle(&mut self, arguments: &Arguments) -> Thing {
        let given = self.compute(Pure::Unpack, arguments);
        let datum = given.datum();
        // Bytes that stand in the code itself were put there for what they do.
        let is_written = |thing: &Thing| {
            let datum = thing.datum();
            datum.text().is_some_and(|text| !text.is_empty()) || datum.value.sources().bytes().is_some()
        };
        let is_written = arguments.get(0).is_some_and(is_written);
        if datum.value.sources().has_network() || is_written {
            self.emit(Step::Evaluate(datum));
        }
        given
    }

    /// `!!python/object/apply:os.system ["ls"]`
    pub(super) fn evaluate_yaml(&mut self, arguments: &Arguments) -> Thing {
        const APPLY: &str = "!!python/object/apply:";
        let thing = arguments.thing(0);
        let is_safe = |loader: &Thing| matches!(loader, Thing::Named(name) if name.contains("Safe"));
        if arguments.everything().any(is_safe) {
            return thing.derived();
        }
        for part in thing.known().unwrap_or_default().split(APPLY).skip(1) {
            let (name, rest) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
            let given = rest.trim().trim_start_matches(['[', '-']).trim_end_matches(']').trim();
            self.evaluate(&Datum::known(format!("{name}({given})")));
        }
        let given = self.compute(Pure::Unpack, arguments);
        let datum = given.datum();
        if datum.value.sources().has_network() {
            self.emit(Step::Evaluate(datum));
        }
        given
    }

    /// `operator.methodcaller('system', 'ls')`: whoever it is called on, this is called.
    pub(super) fn method_caller(&mut self, arguments: &Arguments) -> Thing {
        let Some(name) = arguments.get(0).and_then(Thing::known) else { return Thing::unknown() };
        let meaning = self.dialect.meaning(&format!("*.{name}"));
        let rest = Arguments::of(arguments.things().skip(1).cloned());
        match meaning {
            Some(meaning) => self.perform(meaning, rest),
            None => Thing::unknown(),
        }
    }

    /// `f.bind(null, 'ls')`: with arguments it is as good as called.
    pub(super) fn bound(&mut self, arguments: &Arguments) -> Thing {
        let callee = arguments.thing(0);
        if arguments.positional.len() > 2 {
            let rest = Arguments::of(arguments.things().skip(2).cloned());
            return self.call(&callee, None, rest);
        }
        callee
    }

    /// `redis.call('FLUSHALL')`
    pub(super) fn redis_call(&mut self, arguments: &Arguments) -> Thing {
        let command = arguments.everything().flat_map(Thing::data).next();
        let word = command.as_ref().and_then(Datum::text).unwrap_or_default().to_ascii_uppercase();
        if matches!(word.as_str(), "FLUSHALL" | "FLUSHDB") {
            self.emit(Step::Drop("empties a database"));
        }
        Thing::unknown()
    }

    /// What `__reduce__` gives is called when the object is unpacked.
    pub(super) fn call_reduced(&mut self, function: &Function, given: &Thing) {
        if function.name.as_deref() != Some("__reduce__") {
            return;
        }
        if let Some([callee, arguments, ..]) = given.elements() {
            let arguments = arguments.elements().unwrap_or_default().to_vec();
            self.call(&callee.clone(), None, Arguments::of(arguments));
        }
    }

    /// A program that was put together in the members of an object: `p.arguments = […]; p.run()`.
    pub(super) fn start_assembled(&mut self, place: &str) -> Option<Thing> {
        const PROGRAMS: &[&str] = &["executableURL", "launchPath", "FileName", "StartInfo.FileName"];
        const WORDS: &[&str] = &["arguments", "Arguments", "StartInfo.Arguments"];
        let member = |names: &[&str]| {
            names.iter().find_map(|name| self.variables.get(format!("{place}.{name}").as_str())).cloned()
        };
        let program = member(PROGRAMS)?;
        let words = member(WORDS).map(|words| words.data()).unwrap_or_default();
        let words = std::iter::once(program.datum()).chain(words).collect();
        Some(self.start_words(words, &Arguments::default()))
    }
}
