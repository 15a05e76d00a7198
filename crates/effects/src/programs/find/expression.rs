//! The expression of `find`: its actions, and what is certain of a file on each way to one. A name in front of `-o`, or one
//! that is only pruned, says nothing of what stands behind it.

use std::iter::Peekable;
use std::slice::Iter;

use super::{is_source, shows};
use crate::found::{Flavour, loosened};
use crate::value::Value;

/// So many ways to an action are told apart; where there are more, nothing is certain.
const MAX_WAYS: usize = 16;

/// Brackets inside brackets are followed this deep.
const MAX_DEPTH: usize = 32;

/// A `find`, read.
pub(super) struct Expression {
    /// Where it starts.
    pub(super) paths: Vec<Value>,
    /// The file that it reads its starting points from.
    pub(super) reads: Vec<Value>,
    pub(super) steps: Vec<Step>,
    /// What it does not look into, by patterns of names and paths.
    pub(super) pruned: Vec<String>,
    /// Whether no word of it does more than read and print.
    pub(super) only_reads: bool,
}

/// An action, and the ways on which a file comes to it.
pub(super) struct Step {
    pub(super) act: Act,
    pub(super) ways: Vec<Way>,
}

/// What is done to a file that was found.
pub(super) enum Act {
    Delete,
    /// A command runs, with `{}` in it.
    Run(Vec<Value>, Position),
    /// It is written to a file, in this form.
    Write(Value, Option<String>),
    /// It is printed, in this form.
    Print(Option<String>),
}

/// Where a command runs that `find` starts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Position {
    Here,
    /// In the directory of what was found.
    There,
}

/// What is certain of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Way {
    /// The name that a test asks for.
    pub(super) name: Option<String>,
    /// The path that one asks for.
    pub(super) path: Option<String>,
    /// Whether it is one of few, without a name: a link, an empty file, the one of a number.
    pub(super) few: bool,
    /// Whether it holds nothing.
    pub(super) empty: bool,
    /// Names and paths that it has not.
    pub(super) but: Vec<String>,
    /// Whether something else was asked as well: its age, its size.
    pub(super) asked: bool,
}

impl Way {
    /// Whether a test tells which files are meant. How old or large a file is tells that of none.
    pub(super) fn is_narrow(&self) -> bool {
        self.name.is_some() || self.path.is_some() || self.few || self.empty
    }

    fn with(&self, test: &Test) -> Vec<Self> {
        let mut way = self.clone();
        match test {
            Test::Name(name) => way.name = Some(name.clone()),
            Test::Path(path) => way.path = Some(path.clone()),
            Test::PathOf(paths) => {
                return paths.iter().map(|path| Self { path: Some(path.clone()), ..self.clone() }).collect();
            }
            Test::Few => way.few = true,
            Test::Empty => way.empty = true,
            Test::Kind => {}
            Test::Other => way.asked = true,
        }
        vec![way]
    }

    fn without(&self, test: &Test) -> Self {
        let mut way = self.clone();
        match test {
            Test::Name(pattern) | Test::Path(pattern) => way.but.push(pattern.clone()),
            Test::PathOf(_) | Test::Few | Test::Empty | Test::Kind | Test::Other => {}
        }
        way
    }
}

/// A question to a file.
enum Test {
    Name(String),
    Path(String),
    /// A regular expression, as patterns of paths that fit at least as much.
    PathOf(Vec<String>),
    Few,
    Empty,
    /// What nearly all are: a file, a directory, of any name.
    Kind,
    Other,
}

/// The ways on which an expression holds, and those on which it does not.
struct Both {
    yes: Vec<Way>,
    no: Vec<Way>,
}

impl Both {
    fn always(ways: Vec<Way>) -> Self {
        Self { yes: ways, no: Vec::new() }
    }

    fn either(ways: Vec<Way>) -> Self {
        Self { yes: ways.clone(), no: ways }
    }

    fn asked(ways: &[Way], test: &Test) -> Self {
        let yes = ways.iter().flat_map(|way| way.with(test));
        Self { yes: yes.collect(), no: ways.iter().map(|way| way.without(test)).collect() }
    }
}

/// Reads the words of a `find`.
pub(super) fn read(words: &[Value]) -> Expression {
    let is_expression = |word: &Value| matches!(word.prefix().as_bytes().first(), Some(b'-' | b'(' | b'!'));
    // BSD's own: `find -E . -regex '…'`.
    let is_extended = |word: &&Value| word.known() == Some("-E");
    let is_option = |word: &&Value| {
        is_extended(word) || matches!(word.known(), Some("-H" | "-L" | "-P" | "-O1" | "-O2" | "-O3"))
    };
    let (options, rest) = words.split_at(words.iter().take_while(is_option).count());
    let flavour =
        if options.iter().any(|word| is_extended(&word)) { Flavour::Extended } else { Flavour::Emacs };
    let mut words = rest.iter().peekable();
    let mut paths = Vec::new();
    while let Some(path) = words.next_if(|word| !is_expression(word)) {
        paths.push(path.clone());
    }
    if paths.is_empty() {
        paths.push(Value::Known(".".to_owned()));
    }
    let found =
        Expression { paths, reads: Vec::new(), steps: Vec::new(), pruned: Vec::new(), only_reads: true };
    let mut reader = Reader { words, found, depth: 0, lost: false, looks_deep_first: false, flavour };
    let mut ways = vec![Way::default()];
    while reader.words.peek().is_some() {
        ways = reader.list(&[Way::default()]).yes;
        // A bracket that nobody has opened.
        reader.words.next();
    }
    reader.end(ways)
}

struct Reader<'w> {
    words: Peekable<Iter<'w, Value>>,
    found: Expression,
    depth: usize,
    /// Whether more was nested than is followed.
    lost: bool,
    /// Whether what lies in a directory comes before it: then nothing is pruned.
    looks_deep_first: bool,
    /// How its regular expressions are written.
    flavour: Flavour,
}

impl Reader<'_> {
    fn end(mut self, ways: Vec<Way>) -> Expression {
        let acts = !self.found.steps.is_empty();
        if !acts {
            self.found.steps.push(Step { act: Act::Print(None), ways });
        }
        if self.lost {
            for step in &mut self.found.steps {
                step.ways = vec![Way::default()];
            }
        }
        if self.lost || self.looks_deep_first {
            self.found.pruned.clear();
        }
        self.found
    }

    fn is_next(&mut self, words: &[&str]) -> bool {
        self.words.peek().and_then(|word| word.known()).is_some_and(|word| words.contains(&word))
    }

    fn took(&mut self, words: &[&str]) -> bool {
        let is_it = self.is_next(words);
        if is_it {
            self.words.next();
        }
        is_it
    }

    /// `a , b`: both, and the last one counts.
    fn list(&mut self, ways: &[Way]) -> Both {
        let mut both = self.alternatives(ways);
        while self.took(&[","]) {
            both = self.alternatives(ways);
        }
        both
    }

    /// `a -o b`: the other one where the first does not hold.
    fn alternatives(&mut self, ways: &[Way]) -> Both {
        let mut both = self.chain(ways);
        while self.took(&["-o", "-or"]) {
            let other = self.chain(&both.no);
            both = Both { yes: merged(both.yes, other.yes), no: other.no };
        }
        both
    }

    /// `a b`: the second where the first holds.
    fn chain(&mut self, ways: &[Way]) -> Both {
        let mut both = Both::always(ways.to_vec());
        loop {
            while self.took(&["-a", "-and"]) {}
            if self.words.peek().is_none() || self.is_next(&["-o", "-or", ",", ")"]) {
                return both;
            }
            let next = self.turned(&both.yes);
            both = Both { yes: next.yes, no: merged(both.no, next.no) };
        }
    }

    fn turned(&mut self, ways: &[Way]) -> Both {
        let mut is_turned = false;
        while self.took(&["!", "-not"]) {
            is_turned = !is_turned;
        }
        let both = self.primary(ways);
        if is_turned { Both { yes: both.no, no: both.yes } } else { both }
    }

    fn primary(&mut self, ways: &[Way]) -> Both {
        let Some(word) = self.words.next() else { return Both::always(ways.to_vec()) };
        if word.known() == Some("(") {
            if self.depth >= MAX_DEPTH {
                self.lost = true;
                return Both::either(ways.to_vec());
            }
            self.depth += 1;
            let both = self.list(ways);
            self.took(&[")"]);
            self.depth -= 1;
            return both;
        }
        let same = || Both::always(ways.to_vec());
        match word.prefix() {
            "-delete" => {
                self.found.only_reads = false;
                self.looks_deep_first = true;
                self.step(Act::Delete, ways);
                Both::either(ways.to_vec())
            }
            kind @ ("-exec" | "-execdir" | "-ok" | "-okdir") => {
                let command = self.words.by_ref().take_while(|word| !matches!(word.known(), Some(";" | "+")));
                let position = if kind.ends_with("dir") { Position::There } else { Position::Here };
                let command: Vec<Value> = command.cloned().collect();
                let of_source = |way: &Way| way.name.as_deref().is_some_and(is_source);
                self.found.only_reads &= kind == "-exec" && shows(&command) && ways.iter().all(of_source);
                self.step(Act::Run(command, position), ways);
                Both::either(ways.to_vec())
            }
            kind @ ("-fprint" | "-fprint0" | "-fls" | "-fprintf") => {
                let file = self.words.next().cloned();
                let format = self.words.next_if(|_| kind == "-fprintf").and_then(Value::known);
                self.found.only_reads = false;
                if let Some(file) = file {
                    self.step(Act::Write(file, format.map(str::to_owned)), ways);
                }
                same()
            }
            "-print" | "-print0" | "-ls" => {
                self.step(Act::Print(None), ways);
                same()
            }
            "-printf" => {
                let format = self.words.next().and_then(Value::known).map(str::to_owned);
                self.step(Act::Print(format), ways);
                same()
            }
            "-files0-from" => {
                self.found.reads.extend(self.words.next().cloned());
                same()
            }
            "-prune" => {
                self.prune(ways);
                same()
            }
            "-quit" => Both::always(Vec::new()),
            "-false" => Both { yes: Vec::new(), no: ways.to_vec() },
            "-depth" | "-d" => {
                self.looks_deep_first = true;
                same()
            }
            "-true"
            | "-xdev"
            | "-mount"
            | "-follow"
            | "-noleaf"
            | "-daystart"
            | "-warn"
            | "-nowarn"
            | "-ignore_readdir_race"
            | "-noignore_readdir_race" => same(),
            "-maxdepth" | "-mindepth" => {
                self.words.next();
                same()
            }
            "-regextype" => {
                self.flavour = match self.words.next().and_then(Value::known) {
                    Some("findutils-default" | "emacs") => Flavour::Emacs,
                    Some("ed" | "sed" | "grep" | "posix-basic" | "posix-minimal-basic") => Flavour::Basic,
                    _ => Flavour::Extended,
                };
                same()
            }
            test => match self.test(test) {
                Some(test) => Both::asked(ways, &test),
                None => {
                    self.found.only_reads &= !word.prefix().starts_with('-');
                    Both::either(ways.to_vec())
                }
            },
        }
    }

    /// A test that is known to do nothing else.
    fn test(&mut self, word: &str) -> Option<Test> {
        Some(match word {
            "-type" | "-xtype" => {
                let kind = self.words.next().map(ToString::to_string).unwrap_or_default();
                if matches!(kind.as_str(), "l" | "p" | "s" | "b" | "c") { Test::Few } else { Test::Kind }
            }
            "-name" | "-iname" | "-path" | "-ipath" | "-regex" | "-iregex" | "-wholename" | "-iwholename" => {
                let pattern = self.words.next().map(ToString::to_string).unwrap_or_default();
                // What does not heed the case is nearly always there in small letters.
                let pattern = if word.starts_with("-i") { pattern.to_lowercase() } else { pattern };
                match word {
                    "-regex" | "-iregex" => self.path_of(&pattern),
                    _ if !spells_something(&pattern) => Test::Kind,
                    "-name" | "-iname" => Test::Name(pattern),
                    _ => Test::Path(pattern),
                }
            }
            // A file is found by its own name, whatever others it has.
            "-samefile" => {
                let file = self.words.next().and_then(Value::known).unwrap_or_default();
                let name = file.rsplit('/').next().filter(|name| spells_something(name));
                name.map_or(Test::Few, |name| Test::Name(name.to_owned()))
            }
            "-inum" => {
                self.words.next();
                Test::Few
            }
            "-empty" => Test::Empty,
            "-mtime" | "-mmin" | "-atime" | "-ctime" | "-newer" | "-anewer" | "-cnewer" | "-size"
            | "-user" | "-perm" | "-group" | "-cmin" | "-amin" | "-links" | "-uid" | "-gid" | "-used"
            | "-fstype" | "-lname" | "-ilname" => {
                self.words.next();
                Test::Other
            }
            "-executable" | "-readable" | "-writable" | "-nouser" | "-nogroup" => Test::Other,
            newer if newer.starts_with("-newer") => {
                self.words.next();
                Test::Other
            }
            _ => return None,
        })
    }

    /// A regular expression fits a path as a whole.
    fn path_of(&self, expression: &str) -> Test {
        let globs = loosened(&format!("^{expression}$"), self.flavour).globs;
        if globs.iter().all(|glob| spells_something(glob)) { Test::PathOf(globs) } else { Test::Kind }
    }

    fn step(&mut self, act: Act, ways: &[Way]) {
        if !ways.is_empty() {
            self.found.steps.push(Step { act, ways: ways.to_vec() });
        }
    }

    /// Directories that are not looked into, where it is certain which they are.
    fn prune(&mut self, ways: &[Way]) {
        for way in ways.iter().filter(|way| !way.asked && !way.few && !way.empty && way.but.is_empty()) {
            match (&way.name, &way.path) {
                (Some(name), None) => {
                    self.found.pruned.push(format!("{name}/*"));
                    self.found.pruned.push(format!("*/{name}/*"));
                }
                (None, Some(path)) => self.found.pruned.push(format!("{}/*", path.trim_end_matches('/'))),
                (Some(_), Some(_)) | (None, None) => {}
            }
        }
    }
}

/// Whether a pattern is more than stars, dots and classes, which fit everything.
fn spells_something(pattern: &str) -> bool {
    let mut in_class = false;
    pattern.chars().any(|letter| {
        match letter {
            '[' => in_class = true,
            ']' => in_class = false,
            _ => {}
        }
        !in_class && (letter.is_alphanumeric() || matches!(letter, '~' | '#' | '_' | '$' | '%'))
    })
}

fn merged(mut ways: Vec<Way>, others: Vec<Way>) -> Vec<Way> {
    for other in others {
        if !ways.contains(&other) {
            ways.push(other);
        }
    }
    if ways.len() > MAX_WAYS { vec![Way::default()] } else { ways }
}

#[cfg(test)]
mod tests;
