//! What is known of programs: `knowledge/*.toml`, compiled into one text. A lookup reads the fields of one entry and
//! passes over the subcommands that were not asked for; nothing happens before the first lookup.

mod given;
mod list;
mod subcommands;
mod words;

pub(crate) use given::{Given, assigns, command_start, glob};
pub(crate) use words::{Language, Role, Style};

use crate::effect::Deed;
use crate::value::Value;
use list::{List, Options, field};
use words::{Carries, DeedWord};

/// The names, sorted and joined, then the entries.
static TEXT: &str = include_str!(concat!(env!("OUT_DIR"), "/knowledge.txt"));

// `INDEX`: for each name, where in the text it and its entry begin and end.
mod index {
    #![allow(clippy::unreadable_literal, reason = "a list of places, written by the build script")]
    include!(concat!(env!("OUT_DIR"), "/index.rs"));
}
use index::INDEX;

/// How a program is used, or one of its subcommands.
#[derive(Clone, Debug)]
pub(crate) struct Usage {
    /// All of a program's; of a subcommand, how it is named first.
    pub(crate) names: Vec<&'static str>,
    pub(crate) style: Style,
    /// Options that take a value, and what it is. The first of a name counts.
    pub(crate) options: Options,
    /// What the operands are, in order; the last repeats. Empty: text.
    pub(crate) operands: Vec<Role>,
    /// The operands that it takes where none is given.
    pub(crate) otherwise: List,
    /// With what it does nothing but read and print; `None`: it is never approved.
    pub(crate) safe: Option<Safe>,
    /// Words with which, alone, it does nothing but print: `--version`.
    pub(crate) safe_alone: List,
    /// Words besides `--help` with which it only tells how it is used: an option, or what stands alone behind a subcommand.
    help: List,
    pub(crate) output: Output,
    /// Options with which it goes through everything below its operands.
    pub(crate) tree: List,
    /// Options with which everything below its last operand is deleted that is not in the others.
    pub(crate) tree_delete: List,
    /// Options with which an archive is written.
    pub(crate) creates: List,
    /// It runs the command in its words.
    pub(crate) run: Option<Run>,
    /// Images that begin with a program: `alpine/git=git`.
    pub(crate) images: List,
    /// What it prints, as far as another program would obey it.
    pub(crate) says: List,
    /// What its standard input is, if that is code and no operand is given.
    pub(crate) stdin: Option<Language>,
    pub(crate) does: Vec<Does>,
    /// Whether subcommands may be written in capitals.
    pub(crate) ignore_case: bool,
    /// Whether the first word may be letters of options without a dash: `tar czf`.
    dashless: bool,
    /// Modes and subcommands, unread.
    rest: &'static str,
}

/// With what a program does nothing but read and print.
#[derive(Clone, Debug)]
pub(crate) struct Safe {
    /// Letters of short options; `*` for all.
    pub(crate) letters: &'static str,
    /// Long options, without dashes.
    pub(crate) long: List,
    /// Globs, one of which every operand must fit; `None`: any operand will do.
    pub(crate) operands: Option<List>,
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
    /// The numbers of all processes.
    Processes,
    /// Names of all that it looks after.
    Inventory,
    /// What the network answers.
    Network,
    /// What it reads, decoded or unpacked.
    Encoded,
    /// What it reads, and its own words.
    Echoes,
}

/// Something that a program does, which no place says.
#[derive(Clone, Debug)]
pub(crate) struct Does {
    pub(crate) deed: Deed,
    /// What it does; reads after "it".
    pub(crate) what: &'static str,
    /// With what, and with what not.
    conditions: List,
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

    /// Whether it runs with the variables that it is given and no others: `docker run`.
    pub(crate) fn bare(&self) -> bool {
        self.traits.contains('b')
    }

    /// Whether it runs in a container that is made for it: `docker run`, `docker compose run`.
    pub(crate) fn anew(&self) -> bool {
        self.traits.contains('n')
    }
}

impl Safe {
    /// Whether an operand is one with which nothing else happens.
    pub(crate) fn fits(&self, operand: &str) -> bool {
        self.operands.is_none_or(|globs| globs.iter().any(|pattern| glob(pattern, operand)))
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
            options: Options::default(),
            operands: Vec::new(),
            otherwise: List::default(),
            safe: None,
            safe_alone: List(")--version&--help"),
            help: List::default(),
            output: Output::Passes,
            tree: List::default(),
            tree_delete: List::default(),
            creates: List::default(),
            run: None,
            images: List::default(),
            says: List::default(),
            stdin: None,
            does: Vec::new(),
            ignore_case: false,
            dashless: false,
            rest: "",
        }
    }

    /// Whether its first word may be letters of options without a dash: `tar xf a`.
    pub(crate) fn begins_with_letters(&self) -> bool {
        self.dashless
    }

    /// What it does with these words, apart from its operands, in a shell with these variables.
    pub(crate) fn deeds<'u>(
        &'u self,
        words: &[&Value],
        variable: &dyn Fn(&str) -> Option<Value>,
    ) -> Vec<&'u Does> {
        if self.does.is_empty() {
            return Vec::new();
        }
        let given = Given::of(words, self);
        let counts = |does: &&Does| given.holds(does.conditions) && !does.is_called_off_by(variable);
        self.does.iter().filter(|does| counts(does) && !given.asks_for_help()).collect()
    }

    /// The program that an image begins with, by its name without registry and tag.
    pub(crate) fn begins_with(&self, image: &str) -> Option<&'static str> {
        let name = image.split(['@']).next().unwrap_or(image);
        let name = match name.rsplit_once(':') {
            Some((name, tag)) if !tag.contains('/') => name,
            _ => name,
        };
        self.images.iter().find_map(|known| {
            let (own, program) = known.split_once('=')?;
            (name.strip_suffix(own).is_some_and(|registry| registry.is_empty() || registry.ends_with('/')))
                .then_some(program)
        })
    }

    /// Whether a word behind a plus is a command for it: `less +G`, `gvim +q`.
    pub(crate) fn obeys_plus(&self) -> bool {
        self.options.0.iter().any(|(role, list)| *role == Role::Editor && list.contains("+"))
    }

    /// Reads the fields of an entry; what they say takes the place of what was there.
    fn read(&mut self, text: &'static str) {
        let mut rest = text;
        while let Some((key, content, next)) = field(rest) {
            if matches!(key, b'?' | b'>') {
                self.rest = rest;
                return;
            }
            self.read_field(key, content);
            rest = next;
        }
    }

    fn read_field(&mut self, key: u8, content: &'static str) {
        let list = List(content);
        let code = content.bytes().next().unwrap_or_default();
        let coded = List(content.get(1..).unwrap_or_default());
        match key {
            b'n' => self.names = list.iter().collect(),
            b'y' => self.style = Style::of_code(code).unwrap_or(Style::Getopt),
            b'i' => self.ignore_case = true,
            b'h' => self.dashless = true,
            b'o' => {
                let role = Role::of_code(code).unwrap_or(Role::Text);
                // In front: a mode's own reading of an option is the one that counts.
                self.options.0.insert(0, (role, coded));
            }
            b'a' => self.operands = coded_roles(list),
            b's' => {
                let letters = list.iter().next().unwrap_or_default();
                let long = List(content.get(letters.len() + 1..).unwrap_or_default());
                self.safe = Some(Safe { letters, long, operands: None });
            }
            b'S' => {
                if let Some(safe) = &mut self.safe {
                    safe.operands = Some(list);
                }
            }
            b'l' => self.safe_alone = list,
            b'H' => self.help = list,
            b'u' => {
                self.output = match Carries::of_code(code).unwrap_or(Carries::Passes) {
                    Carries::Passes => Output::Passes,
                    Carries::Quiet => Output::Quiet,
                    Carries::Secret => Output::Secret(coded.iter().next().unwrap_or_default()),
                    Carries::Environment => Output::Environment,
                    Carries::Machine => Output::Machine,
                    Carries::Processes => Output::Processes,
                    Carries::Inventory => Output::Inventory,
                    Carries::Network => Output::Network,
                    Carries::Encoded => Output::Encoded,
                    Carries::Echoes => Output::Echoes,
                }
            }
            b't' => self.tree = list,
            b'T' => self.tree_delete = list,
            b'w' => self.creates = list,
            b'e' => self.otherwise = list,
            b'r' => {
                let mut values = list.iter();
                self.run = Some(Run {
                    skip: values.next().and_then(|skip| skip.parse().ok()).unwrap_or_default(),
                    traits: values.next().unwrap_or_default(),
                    separator: values.next().filter(|separator| !separator.is_empty()),
                });
            }
            b'g' => self.images = list,
            b'p' => self.says = list,
            b'c' => self.stdin = Language::of_code(code),
            b'd' => self.does.extend(DeedWord::of_code(code).and_then(|deed| Does::read(deed, coded))),
            _ => debug_assert!(false, "the build script writes no field {}", char::from(key)),
        }
    }
}

fn coded_roles(list: List) -> Vec<Role> {
    list.iter().flat_map(str::bytes).filter_map(Role::of_code).collect()
}

impl Does {
    /// `RAILS_ENV=test`: a variable says that it happens where nothing is lost. A value that is not known says nothing.
    fn is_called_off_by(&self, variable: &dyn Fn(&str) -> Option<Value>) -> bool {
        let mut promises = self.conditions.iter().filter_map(|word| word.strip_prefix("!$")?.split_once('='));
        promises.any(|(name, wanted)| {
            variable(name).and_then(|value| Some(glob(wanted, value.known()?))) == Some(true)
        })
    }

    fn read(deed: DeedWord, list: List) -> Option<Self> {
        let mut texts = list.iter();
        let (reach, what) = (texts.next()?, texts.next()?);
        let conditions = List(list.0.get(reach.len() + what.len() + 2..)?);
        let deed = match deed {
            DeedWord::Publish => Deed::Publish,
            DeedWord::Merge => Deed::Merge,
            DeedWord::Commit => Deed::Commit,
            DeedWord::CommitElsewhere => Deed::CommitElsewhere,
            DeedWord::Push => Deed::Push,
            DeedWord::PushAll => Deed::PushAll,
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
            DeedWord::DiscardWork => Deed::DiscardWork,
            DeedWord::DropCommits => Deed::DropCommits,
            DeedWord::Import => Deed::Import,
        };
        Some(Self { deed, what, conditions, everywhere: reach == "e" })
    }
}

#[cfg(test)]
mod tests;
