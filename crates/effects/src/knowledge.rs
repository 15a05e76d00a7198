//! What is known of programs: `knowledge/*.toml`, compiled into one text. A lookup reads the lines of one entry and
//! passes over the subcommands that were not asked for; nothing happens before the first lookup.

mod given;
mod words;

pub(crate) use given::{Given, command_start, glob, is_assignment};
pub(crate) use words::{Language, Role, Style};

use crate::effect::Deed;
use crate::value::Value;
use words::{Carries, DeedWord};

/// The names, sorted and joined, then the entries.
static TEXT: &str = include_str!(concat!(env!("OUT_DIR"), "/knowledge.txt"));

// `INDEX`: for each name, where in the text it and its entry begin and end.
include!(concat!(env!("OUT_DIR"), "/index.rs"));

/// How a program is used, or one of its subcommands.
#[derive(Clone, Debug)]
pub(crate) struct Usage {
    pub(crate) names: Vec<&'static str>,
    pub(crate) style: Style,
    /// Options that take a value, and what it is. The first of a name counts.
    pub(crate) options: Vec<(&'static str, Role)>,
    /// What the operands are, in order; the last repeats. Empty: text.
    pub(crate) operands: Vec<Role>,
    /// With what it does nothing but read and print; `None`: it is never approved.
    pub(crate) safe: Option<Safe>,
    /// Words with which, alone, it does nothing but print: `--version`.
    pub(crate) safe_alone: Vec<&'static str>,
    pub(crate) output: Output,
    /// Options with which it goes through everything below its operands.
    pub(crate) tree: Vec<&'static str>,
    /// Options with which everything below its last operand is deleted that is not in the others.
    pub(crate) tree_delete: Vec<&'static str>,
    /// Options with which an archive is written.
    pub(crate) creates: Vec<&'static str>,
    /// It runs the command in its words.
    pub(crate) run: Option<Run>,
    /// What its standard input is, if that is code and no operand is given.
    pub(crate) stdin: Option<Language>,
    pub(crate) does: Vec<Does>,
    /// Whether subcommands may be written in capitals.
    pub(crate) ignore_case: bool,
    /// Modes and subcommands, unread.
    rest: &'static str,
}

/// With what a program does nothing but read and print.
#[derive(Clone, Debug)]
pub(crate) struct Safe {
    /// Letters of short options; `*` for all.
    pub(crate) letters: &'static str,
    /// Long options, without dashes.
    pub(crate) long: Vec<&'static str>,
    /// Globs, one of which every operand must fit; `None`: any operand will do.
    pub(crate) operands: Option<Vec<&'static str>>,
}

/// What a program's output carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Output {
    /// What it reads, and its standard input.
    Passes,
    /// Nothing of it: a number, a sum.
    Quiet,
    /// A secret; what it is.
    Secret(&'static str),
    /// All variables, if there is no operand.
    Environment,
    /// Names of the machine and its user.
    Machine,
    /// What the network answers.
    Network,
    /// What it reads, decoded or unpacked.
    Encoded,
}

/// Something that a program does, which no place says.
#[derive(Clone, Debug)]
pub(crate) struct Does {
    pub(crate) deed: Deed,
    /// What it does; reads after "it".
    pub(crate) what: &'static str,
    /// Only with one of these, if there are any.
    pub(crate) when: Vec<&'static str>,
    /// Not with any of these.
    pub(crate) unless: Vec<&'static str>,
    /// Whether it holds for every subcommand.
    everywhere: bool,
}

/// How the command that a program runs stands in its words: after its options and some operands of its own.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) skip: usize,
    /// The command comes only after this word.
    pub(crate) separator: Option<&'static str>,
    traits: &'static str,
}

impl Run {
    /// Whether words such as `A=1` set variables.
    pub(crate) fn assignments(&self) -> bool {
        self.traits.contains('a')
    }

    /// Whether the words joined are a shell text: `ssh`, `watch`.
    pub(crate) fn joined(&self) -> bool {
        self.traits.contains('j')
    }

    /// Whether it runs with another user's rights: `sudo`.
    pub(crate) fn privileged(&self) -> bool {
        self.traits.contains('p')
    }

    /// Whether it runs on another machine or in a container: `ssh`, `docker exec`.
    pub(crate) fn elsewhere(&self) -> bool {
        self.traits.contains('e')
    }
}

impl Safe {
    /// Whether an operand is one with which nothing else happens.
    pub(crate) fn fits(&self, operand: &str) -> bool {
        self.operands.as_ref().is_none_or(|globs| globs.iter().any(|pattern| glob(pattern, operand)))
    }
}

/// What is known of the program of this name, without its directory.
pub(crate) fn program(name: &str) -> Option<Usage> {
    let at = INDEX.binary_search_by(|[begin, end, ..]| slice(*begin, *end).cmp(name)).ok()?;
    let [.., begin, end] = INDEX.get(at)?;
    let mut usage = Usage::new();
    usage.read(slice(*begin, *end));
    Some(usage)
}

fn slice(begin: u32, end: u32) -> &'static str {
    TEXT.get(begin as usize..end as usize).unwrap_or_default()
}

impl Usage {
    fn new() -> Self {
        Self {
            names: Vec::new(),
            style: Style::Getopt,
            options: Vec::new(),
            operands: Vec::new(),
            safe: None,
            safe_alone: vec!["--version", "--help"],
            output: Output::Passes,
            tree: Vec::new(),
            tree_delete: Vec::new(),
            creates: Vec::new(),
            run: None,
            stdin: None,
            does: Vec::new(),
            ignore_case: false,
            rest: "",
        }
    }

    /// Goes down to the subcommand that the words name, past options before and between, and takes the modes that
    /// their options ask for. Gives the words without those that named the subcommand.
    pub(crate) fn descend(self, words: &[Value]) -> (Self, Vec<&Value>) {
        let mut usage = self;
        let mut left: Vec<&Value> = words.iter().collect();
        while let Some((sub, named)) = usage.deeper(&left) {
            for at in named.into_iter().rev() {
                left.remove(at);
            }
            usage = sub;
        }
        let modes = usage.rest;
        for Nested { head, body, .. } in nested(modes).take_while(|nested| nested.key == b'?') {
            let (when, unless) = conditions(head);
            if Given::of(&left, &usage).holds(&when, &unless) {
                usage.read(body);
            }
        }
        (usage, left)
    }

    /// Whether a word is one of its subcommands.
    pub(crate) fn has_subcommand(&self, word: &str) -> bool {
        let word = Value::Known(word.to_owned());
        self.deeper(&[&word]).is_some()
    }

    /// What it does with these words, apart from its operands.
    pub(crate) fn deeds<'u>(&'u self, words: &[&Value]) -> Vec<&'u Does> {
        if self.does.is_empty() {
            return Vec::new();
        }
        let given = Given::of(words, self);
        self.does
            .iter()
            .filter(|does| given.holds(&does.when, &does.unless) && !given.option("--help"))
            .collect()
    }

    /// The subcommand that words name, and where they stand: the longest path, then the one with fewer stars.
    fn deeper(&self, words: &[&Value]) -> Option<(Self, Vec<usize>)> {
        if self.rest.is_empty() {
            return None;
        }
        let given = Given::of(words, self);
        let operands = given.leading();
        let mut best: Option<((usize, usize), &'static str)> = None;
        for sub in nested(self.rest).filter(|nested| nested.key == b'>') {
            for path in sub.head.split('\t') {
                let length = path.split(' ').count();
                let fits = length <= operands.len()
                    && path.split(' ').zip(operands).all(|(pattern, (_, word))| self.names_it(pattern, word));
                let rank = (length, usize::MAX - path.bytes().filter(|byte| *byte == b'*').count());
                if fits && best.is_none_or(|(best, _)| rank > best) {
                    best = Some((rank, sub.body));
                }
            }
        }
        let ((length, _), body) = best?;
        let mut usage = Self { style: self.style, ignore_case: self.ignore_case, ..Self::new() };
        usage.safe_alone.retain(|word| *word == "--help" && self.safe_alone.contains(word));
        usage.read(body);
        usage.options.extend_from_slice(&self.options);
        usage.does.extend(self.does.iter().filter(|does| does.everywhere).cloned());
        Some((usage, operands.iter().take(length).map(|(at, _)| *at).collect()))
    }

    fn names_it(&self, pattern: &str, word: &Value) -> bool {
        let fits = |text: &String| {
            if self.ignore_case { glob(pattern, &text.to_ascii_lowercase()) } else { glob(pattern, text) }
        };
        pattern == "*" || word.texts().iter().any(fits)
    }

    /// Reads lines of an entry; what they say takes the place of what was there.
    fn read(&mut self, text: &'static str) {
        let mut rest = text;
        while let Some((key, after)) = rest.split_at_checked(1) {
            if matches!(key, "?" | ">") {
                self.rest = rest;
                return;
            }
            let (line, next) = after.split_once('\n').unwrap_or((after, ""));
            self.read_line(key, line);
            rest = next;
        }
    }

    fn read_line(&mut self, key: &str, line: &'static str) {
        let list = || if line.is_empty() { Vec::new() } else { line.split('\t').collect() };
        let (code, coded) = line.split_at_checked(1).unwrap_or_default();
        let code = code.bytes().next().unwrap_or_default();
        match key {
            "n" => self.names = list(),
            "y" => self.style = Style::of_code(code).unwrap_or(Style::Getopt),
            "i" => self.ignore_case = true,
            "o" => {
                let role = Role::of_code(code).unwrap_or(Role::Text);
                // In front: a mode's own reading of an option is the one that counts.
                self.options.splice(..0, coded.split('\t').map(|name| (name, role)));
            }
            "a" => self.operands = line.bytes().filter_map(Role::of_code).collect(),
            "s" => {
                let (letters, long) = line.split_once('\t').unwrap_or((line, ""));
                let long = if long.is_empty() { Vec::new() } else { long.split('\t').collect() };
                self.safe = Some(Safe { letters, long, operands: None });
            }
            "S" => {
                if let Some(safe) = &mut self.safe {
                    safe.operands = Some(list());
                }
            }
            "l" => self.safe_alone = list(),
            "u" => {
                self.output = match Carries::of_code(code).unwrap_or(Carries::Passes) {
                    Carries::Passes => Output::Passes,
                    Carries::Quiet => Output::Quiet,
                    Carries::Secret => Output::Secret(coded),
                    Carries::Environment => Output::Environment,
                    Carries::Machine => Output::Machine,
                    Carries::Network => Output::Network,
                    Carries::Encoded => Output::Encoded,
                }
            }
            "t" => self.tree = list(),
            "T" => self.tree_delete = list(),
            "w" => self.creates = list(),
            "r" => {
                let mut fields = line.split('\t');
                self.run = Some(Run {
                    skip: fields.next().and_then(|skip| skip.parse().ok()).unwrap_or_default(),
                    traits: fields.next().unwrap_or_default(),
                    separator: fields.next().filter(|separator| !separator.is_empty()),
                });
            }
            "c" => self.stdin = Language::of_code(code),
            "d" => self.does.extend(DeedWord::of_code(code).map(|deed| Does::read(deed, coded))),
            _ => debug_assert!(false, "the build script writes no line {key}{line}"),
        }
    }
}

impl Does {
    fn read(deed: DeedWord, line: &'static str) -> Self {
        let (reach, line) = line.split_once('\t').unwrap_or_default();
        let (what, line) = line.split_once('\t').unwrap_or((line, ""));
        let (when, unless) = conditions(line);
        let deed = match deed {
            DeedWord::Publish => Deed::Publish,
            DeedWord::Deploy => Deed::Deploy,
            DeedWord::DropData => Deed::DropData,
            DeedWord::LoseData => Deed::LoseData,
            DeedWord::Format => Deed::Format,
            DeedWord::Exhaust => Deed::Exhaust,
            DeedWord::Persist => Deed::Persist,
            DeedWord::Tamper => Deed::Tamper,
            DeedWord::SkipHooks => Deed::SkipHooks,
            DeedWord::Configure => Deed::Configure,
            DeedWord::Impersonate => Deed::Impersonate,
        };
        Self { deed, what, when, unless, everywhere: reach == "e" }
    }
}

/// Words with a `+` before them, and those with a `!`.
fn conditions(line: &'static str) -> (Vec<&'static str>, Vec<&'static str>) {
    let with = |sign: char| line.split('\t').filter_map(|word| word.strip_prefix(sign)).collect();
    (with('+'), with('!'))
}

/// A mode or a subcommand inside an entry.
struct Nested {
    key: u8,
    head: &'static str,
    body: &'static str,
}

fn nested(text: &'static str) -> impl Iterator<Item = Nested> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (line, after) = rest.split_once('\n')?;
        let (length, head) = line.get(1..)?.split_once('\t')?;
        let (body, next) = after.split_at_checked(length.parse().ok()?)?;
        rest = next;
        Some(Nested { key: *line.as_bytes().first()?, head, body })
    })
}

#[cfg(test)]
mod tests;
