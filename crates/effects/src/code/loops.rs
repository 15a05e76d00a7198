//! Loops: what the loop's name stands for, and whether it ever ends.

use std::rc::Rc;

use super::bindings::variable_key;
use super::bombs::{has_sign, names_one, used_up};
use super::cursor::Cursor;
use super::kind_test::Asks;
use super::listing_test::left_of;
use super::machine::Machine;
use super::member::is_listing;
use super::syntax::Layout;
use super::thing::Thing;
use super::token::{Bracket, Code, Kind, Token};
use super::{Language, Step};

/// A list that is longer is not gone through one by one.
const MAX_ELEMENTS: usize = 512;

/// A loop with more rounds is not run round by round.
const MAX_ROUNDS: usize = 64;

/// What a loop goes over, one by one.
pub(super) struct Rounds {
    targets: Vec<Rc<str>>,
    elements: Vec<Thing>,
}

impl Rounds {
    fn of(targets: Vec<Rc<str>>, list: &Thing) -> Option<Self> {
        // A list that seems to be empty may have been filled in a way that nobody follows: its loop is run once.
        let elements = each(list).filter(|elements| (1..=MAX_ROUNDS).contains(&elements.len()))?;
        Some(Self { targets, elements })
    }
}

/// Whether a loop's body puts one thing to another.
fn gathers(block: &Code) -> bool {
    has_sign(block, &["+=", ".=", "<<"]) || names_one(block, &["append", "push", "concat", "extend"])
}

/// Whether a loop comes to an end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Never,
    SomeTime,
}

impl End {
    fn of(endless: bool) -> Self {
        if endless { Self::Never } else { Self::SomeTime }
    }

    /// How many loops without end it is.
    fn counted(self) -> usize {
        usize::from(self == Self::Never)
    }
}

impl Machine<'_> {
    /// Binds the names of a loop.
    pub(super) fn begin_loop(&mut self, targets: &[Rc<str>], element: &Thing) {
        // The first round overwrites what stood there before.
        let branches = std::mem::take(&mut self.branches);
        self.bind(targets, element);
        self.branches = branches;
        self.enter_loop();
    }

    /// Remembers which conditions stand before a loop; one that filtered its list counts as one in it.
    pub(super) fn enter_loop(&mut self) {
        let filtered = usize::from(std::mem::take(&mut self.filtered));
        self.tests_before_loop = self.tests;
        self.tests += filtered;
    }

    pub(super) fn for_loop(&mut self, at: &mut Cursor, column: usize) {
        at.advance();
        at.skip_name("await");
        match self.dialect.syntax.layout {
            Layout::Indentation | Layout::End => {
                let header = self.header(at);
                self.loop_over(&header, "in");
                let block = self.block(at, column);
                self.run_loop(&block, End::of(goes_on(&header)));
            }
            Layout::Braces => {
                at.skip_name("my");
                at.skip_name("our");
                let named = match at.kind() {
                    Some(Kind::Variable(sigil, name)) => Some(variable_key(sigil, &name)),
                    _ => None,
                };
                if named.is_some() {
                    at.advance();
                }
                let header = self.header(at);
                let end = End::of(self.for_header(&header, named));
                let block = self.block(at, column);
                self.run_loop(&block, end);
            }
        }
    }

    /// What stands between the brackets of a `for`; tells whether the loop never ends.
    fn for_header(&mut self, header: &Code, named: Option<Rc<str>>) -> bool {
        let tokens = header.tokens();
        // `for { … }` of Go.
        if tokens.is_empty() && self.is(Language::Compiled) {
            return true;
        }
        let has = |name: &str| tokens.iter().any(|token| token.is_name(name));
        if let Some(first) = tokens.iter().position(|token| token.is_sign(";")) {
            self.run(header);
            return tokens.get(first + 1).is_none_or(|token| token.is_sign(";"));
        }
        if has("of") {
            self.loop_over(header, "of");
        } else if self.is(Language::Php) {
            self.loop_over(header, "as");
        } else if has("in") && !self.is(Language::Perl) {
            self.loop_over(header, "in");
        } else {
            let list = self.arguments(header).into_list();
            let target = named.unwrap_or_else(|| "$_".into());
            self.begin_loop(std::slice::from_ref(&target), &list.element());
            self.rounds = Rounds::of(vec![target], &list);
        }
        false
    }

    /// `NAMES in LIST`, or in PHP `LIST as NAMES`.
    fn loop_over(&mut self, header: &Code, word: &str) {
        let tokens = header.tokens();
        let count = tokens.len();
        let middle = tokens.iter().position(|token| token.is_name(word)).unwrap_or(count);
        let (before, after) = (header.part(0, middle), header.part(middle + 1, count));
        let (names, list) = if word == "as" { (after, before) } else { (before, after) };
        let mut at = Cursor::new(&list);
        let thing = self.expression_list(&mut at);
        let mut targets = Self::targets(&names);
        // `$key => $value`: the key says nothing.
        let keyed = names.tokens().iter().any(|token| token.is_sign("=>"));
        let element = match &thing {
            Thing::Table(entries) if keyed => {
                Thing::list(entries.iter().map(|(_, thing)| thing.clone()).collect()).element()
            }
            // A loop over the variables themselves takes their names.
            Thing::Environment if word == "in" => Thing::unknown(),
            thing => thing.element(),
        };
        if keyed && is_file_listing(&thing) {
            // Both are the file.
            for target in &targets {
                self.begin_loop(std::slice::from_ref(target), &element);
            }
            return;
        }
        if keyed {
            targets.drain(..targets.len().saturating_sub(1));
        }
        self.begin_loop(&targets, &element);
        self.rounds = Rounds::of(targets, &thing).filter(|_| !keyed);
    }

    pub(super) fn while_loop(&mut self, at: &mut Cursor, column: usize) {
        at.advance();
        let header = self.header(at);
        let end = End::of(is_endless(&header));
        self.loops += end.counted();
        let topic = self.run(&header);
        self.loops -= end.counted();
        self.tests_before_loop = self.tests;
        if reads_lines(&header) {
            self.begin_loop(&["$_".into()], &topic);
        }
        let block = self.block(at, column);
        self.run_loop(&block, end);
    }

    /// Runs what a loop does on every round.
    fn run_loop(&mut self, block: &Code, end: End) {
        let starts = self.starts();
        if end == End::Never
            && let Some(what) = used_up(block, starts)
        {
            self.emit(Step::Exhaust(what));
        }
        self.loops += end.counted();
        match self.rounds.take().filter(|_| gathers(block)) {
            Some(rounds) => self.run_each(&rounds, block),
            None => {
                self.run_branch(block);
            }
        }
        self.loops -= end.counted();
    }

    /// Runs a loop round by round, so that what it gathers is there in the end: `for c in [114, 109]: s += chr(c)`.
    fn run_each(&mut self, rounds: &Rounds, block: &Code) {
        for element in &rounds.elements {
            if !self.spend(1) {
                break;
            }
            self.bind(&rounds.targets, element);
            self.run(block);
        }
    }

    /// `loop { … }`
    pub(super) fn endless(&mut self, at: &mut Cursor, column: usize) {
        let block = if at.skip_name("do") {
            self.block(at, column)
        } else {
            at.take_group(Bracket::Curly).unwrap_or_else(|| Code::new(Vec::new()))
        };
        self.run_loop(&block, End::Never);
    }

    /// `EXPRESSION for NAMES in LIST if CONDITION`, for each element where the list is known.
    pub(super) fn comprehension(&mut self, code: &Code) -> Option<Thing> {
        let tokens = code.tokens();
        let word = tokens.iter().position(|token| token.is_name("for"))?;
        if word == 0 || !self.is(Language::Python) || !self.enter() {
            return None;
        }
        let body = code.part(0, word);
        let clauses = code.part(word, tokens.len());
        let endless = usize::from(goes_on(&clauses));
        self.loops += endless;
        let things = self.comprehended(&body, &clauses, &[], Vec::new());
        self.loops -= endless;
        self.leave();
        Some(Thing::list(things))
    }

    /// What a condition has left of the names in a directory.
    fn narrow_targets(&mut self, targets: &[Rc<str>], names: &str) {
        for target in targets {
            if let Some(thing) = self.variables.get(target) {
                let left = left_of(thing, names);
                self.variables.insert(Rc::clone(target), left);
            }
        }
    }

    fn comprehended(
        &mut self,
        body: &Code,
        clauses: &Code,
        targets: &[Rc<str>],
        mut things: Vec<Thing>,
    ) -> Vec<Thing> {
        let tokens = clauses.tokens();
        let count = tokens.len();
        let Some(word) = tokens.iter().position(|token| token.is_name("for")) else {
            let mut conditions = Cursor::new(clauses);
            while !conditions.is_done() && self.spend(1) {
                if conditions.skip_name("if") {
                    let asks = Asks::of(&conditions.left());
                    self.asked(asks);
                    self.filtered |= asks == Asks::More;
                }
                let names = self.narrowed(|machine| {
                    machine.expression(&mut conditions);
                });
                if let Some(names) = names {
                    self.narrow_targets(targets, &names);
                }
                conditions.advance();
            }
            let mut at = Cursor::new(body);
            let first = self.expression(&mut at);
            // A dictionary's value stands behind its key.
            things.push(if at.skip_sign(":") { self.expression(&mut at) } else { first });
            return things;
        };
        let middle = tokens.iter().position(|token| token.is_name("in")).unwrap_or(count);
        let next = |token: &Token| token.is_name("for") || token.is_name("if") || token.is_name("async");
        let end = tokens.iter().skip(middle).position(next).map_or(count, |offset| middle + offset);
        let targets = Self::targets(&clauses.part(word + 1, middle));
        let mut list = Cursor::new(&clauses.part(middle + 1, end));
        let list = self.expression(&mut list);
        let rest = clauses.part(end, count);
        // Which letters of a text are taken, nobody computes.
        if matches!(list, Thing::Text(_))
            && list.known().is_some()
            && rest.tokens().iter().any(|token| token.is_name("if"))
        {
            things.push(Thing::of(list.datum().derived()));
            return things;
        }
        let rounds = match each(&list) {
            Some(elements) if elements.len() <= MAX_ELEMENTS => elements,
            None if matches!(list, Thing::Environment) => vec![Thing::unknown()],
            Some(_) | None => vec![list.element()],
        };
        for element in rounds {
            if !self.spend(1) || !self.enter() {
                break;
            }
            self.begin_loop(&targets, &element);
            things = self.comprehended(body, &rest, &targets, things);
            self.leave();
        }
        things
    }
}

/// `while (<STDIN>)`: each line is what the loop is about.
pub(super) fn reads_lines(header: &Code) -> bool {
    match header.tokens() {
        [Token { kind: Kind::Group(Bracket::Round, inner), .. }] => reads_lines(inner),
        [token] => matches!(token.kind, Kind::Diamond(_)),
        _ => false,
    }
}

/// Whether a thing stands for files of a directory.
fn is_file_listing(thing: &Thing) -> bool {
    matches!(thing, Thing::Path(datum) if is_listing(&datum.value))
}

/// Whether a loop goes over something without end: `iter(int, 1)`, `itertools.count()`.
fn goes_on(header: &Code) -> bool {
    let tokens = header.tokens();
    let list = tokens.iter().position(|token| token.is_name("in")).map_or(0, |at| at + 1);
    let rest = tokens.get(list..).unwrap_or_default();
    rest.first().is_some_and(|token| token.is_name("iter"))
        || rest.iter().any(|token| ["count", "cycle"].iter().any(|name| token.is_name(name)))
            && rest.iter().any(|token| token.is_name("itertools"))
}

/// Whether a condition always holds, or forks itself.
pub(super) fn is_endless(header: &Code) -> bool {
    let forks = header.tokens().iter().any(|token| token.is_name("fork"));
    let inner = match header.tokens() {
        [Token { kind: Kind::Group(Bracket::Round, inner), .. }] => inner.tokens(),
        tokens => tokens,
    };
    let holds = match inner {
        [] => true,
        [token] => match &token.kind {
            Kind::Number(number) => *number != Some(0),
            Kind::Name(name) => matches!(&**name, "True" | "true"),
            _ => false,
        },
        _ => false,
    };
    forks || holds
}

/// The elements of a thing, if they are known one by one.
pub(super) fn each(thing: &Thing) -> Option<Vec<Thing>> {
    match thing {
        Thing::List(things) => Some((**things).clone()),
        Thing::Text(datum) => {
            let text = datum.text().filter(|text| text.len() <= MAX_ELEMENTS)?;
            Some(text.chars().map(|character| Thing::text(character.to_string())).collect())
        }
        _ => None,
    }
}
