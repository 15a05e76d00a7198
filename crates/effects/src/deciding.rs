//! Words that decide what a program does and are only known when it runs: one of few, perhaps none at all, or with a
//! variable in the middle that may be empty. The program is looked at with each of them.

use hookward_shell::Span;

use crate::effect::{Action, Opacity};
use crate::knowledge::{self, Role, Usage};
use crate::program_name::base_name;
use crate::programs;
use crate::state::State;
use crate::value::{Piece, Value};
use crate::walk::Walk;

/// A word that is one of several is followed for this many.
pub(crate) const MAX_NAMES: usize = 64;

/// Words that may be none are looked for among so many, and so many of them are taken away.
const MAX_LEADING: usize = 12;
const MAX_VANISHING: usize = 3;

/// How a word decides what a program does.
enum Decision {
    /// It is one of few.
    OneOf,
    /// It may be no word at all, and then another one names what the program does.
    Vanishing(Behind),
    /// With nothing in its holes it is this.
    Closed(String),
}

/// What stands behind a word that may be none.
enum Behind {
    /// The words that name what is done.
    Command,
    /// What runs as code, or on another machine: without any, it would be what the program is fed.
    Code,
}

impl Walk<'_> {
    /// A command whose name is no function's.
    pub(crate) fn unshadowed(&mut self, name: &str, rest: &[Value], span: Span, state: &mut State) {
        self.told_by_a_file(name, rest, span, state);
        self.decided(name, rest, 0, span, state);
    }

    /// A command whose words are looked at from one of them on.
    fn decided(&mut self, name: &str, rest: &[Value], from: usize, span: Span, state: &mut State) {
        match deciding(base_name(name), rest, from) {
            Some((at, decision)) if self.spend(span) => match decision {
                Decision::OneOf => self.with_each(name, rest, at, span, state),
                Decision::Vanishing(behind) => self.with_and_without(name, rest, at, &behind, span, state),
                Decision::Closed(text) => {
                    let mut words = rest.to_vec();
                    if let Some(word) = words.get_mut(at) {
                        *word = Value::Known(text);
                    }
                    self.either_way(
                        |walk, apart| walk.decided(name, &words, at + 1, span, apart),
                        |walk, apart| walk.decided(name, rest, at + 1, span, apart),
                        span,
                        state,
                    );
                }
            },
            Some(_) | None => self.as_it_is(name, rest, span, state),
        }
    }

    /// `git $OPTIONS reset --hard`: nobody knows whether the word is there.
    fn with_and_without(
        &mut self,
        name: &str,
        rest: &[Value],
        at: usize,
        behind: &Behind,
        span: Span,
        state: &mut State,
    ) {
        let mut without = rest.to_vec();
        without.remove(at);
        let reads_input = without.iter().any(|word| matches!(word.known(), Some("-s" | "-")));
        let run = |walk: &mut Self, apart: &mut State| {
            let stdin = apart.stdin.clone();
            if matches!(behind, Behind::Code) && !reads_input {
                // Most often the word is the script or the host, and what the program is fed is data.
                apart.stdin = Value::Known(String::new());
            }
            let before = walk.facts.effects.len();
            walk.decided(name, &without, at, span, apart);
            // That something cannot be seen is told of the words as they stand.
            let mut index = 0;
            walk.facts.effects.retain(|effect| {
                index += 1;
                index <= before || !matches!(effect.action, Action::Opaque(Opacity::RunTime))
            });
            apart.stdin = stdin;
        };
        self.either_way(run, |walk, apart| walk.decided(name, rest, at + 1, span, apart), span, state);
    }

    fn either_way<'s>(
        &mut self,
        one: impl FnOnce(&mut Self, &mut State<'s>),
        other: impl FnOnce(&mut Self, &mut State<'s>),
        span: Span,
        state: &mut State<'s>,
    ) {
        let mut apart = self.copy(state);
        let first = self.alternative(|walk| walk.vouching(false, |walk| one(walk, &mut apart)));
        let second = self.alternative(|walk| other(walk, state));
        self.join(state, &apart);
        self.print_one_of(vec![first, second], span);
    }

    /// A word that decides what a program does, and is one of few: the program is looked at with each of them.
    fn with_each(&mut self, name: &str, rest: &[Value], at: usize, span: Span, state: &mut State) {
        let Some(Value::Few(few)) = rest.get(at) else { return };
        if few.len() > MAX_NAMES {
            self.opaque(Opacity::Size, span);
        }
        let with = |text: &str| {
            let mut words = rest.to_vec();
            match words.get_mut(at) {
                // Without quotes it is no word at all.
                _ if text.is_empty() => drop(words.remove(at)),
                Some(word) => *word = Value::Known(text.to_owned()),
                None => {}
            }
            words
        };
        let mut ways: Vec<Vec<Value>> = few.iter().take(MAX_NAMES).map(|text| with(text)).collect();
        // One alone may not be there.
        if few.iter().all(|text| is_option(text)) && few.len() == 1 {
            ways.push(with(""));
        }
        let before = self.copy(state);
        let mut printed = Vec::new();
        for words in &ways {
            let mut apart = self.copy(&before);
            printed.push(self.alternative(|walk| walk.unshadowed(name, words, span, &mut apart)));
            self.join(state, &apart);
        }
        // And what else it may be comes from somewhere.
        if !few.otherwise.is_empty() {
            let mut apart = self.copy(&before);
            printed.push(self.alternative(|walk| walk.as_it_is(name, rest, span, &mut apart)));
        }
        self.print_one_of(printed, span);
    }
}

/// The first word from one on that decides what a program does, and how.
fn deciding(base: &str, rest: &[Value], from: usize) -> Option<(usize, Decision)> {
    let mut words = rest.iter().enumerate().skip(from);
    words.find_map(|(at, word)| match word {
        Value::Known(_) => None,
        Value::Few(texts) => {
            let decides = programs::has_own_words(base)
                || texts.iter().any(|text| is_option(text))
                || knowledge::program(base).is_some_and(|usage| {
                    let begins = at == 0 && usage.begins_with_letters();
                    begins || texts.iter().any(|text| usage.has_subcommand(text))
                });
            decides.then_some((at, Decision::OneOf))
        }
        Value::Unknown(_) => Some((at, Decision::Vanishing(vanishing(base, rest, at)?))),
        Value::Pattern(pieces) => {
            let text = closed(pieces)?;
            let decides = if is_option(&text) {
                // One that ends with a hole is read by what stands before it anyway.
                matches!(pieces.last(), Some(Piece::Text(_))) && is_written_out(&text)
            } else {
                names_command(base, rest, at, &text)
            };
            decides.then_some((at, Decision::Closed(text)))
        }
    })
}

/// What pieces are with nothing in their holes, if some of them are text.
pub(crate) fn closed(pieces: &[Piece]) -> Option<String> {
    let mut text = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(part) => text.push_str(part),
            Piece::Hole(_) => {}
            Piece::Glob(_) | Piece::Filled(_) | Piece::OneOf(_) => return None,
        }
    }
    (!text.is_empty()).then_some(text)
}

/// Whether an option is nothing but its name: no value with a hole in it.
fn is_written_out(option: &str) -> bool {
    option.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && option.bytes().any(|byte| byte.is_ascii_alphanumeric())
}

/// Whether a text in place of a word would be the name of what a program does.
fn names_command(base: &str, rest: &[Value], at: usize, text: &str) -> bool {
    if at >= MAX_LEADING || !text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-') {
        return false;
    }
    if base == "git" {
        return programs::git_leads_to(rest, at);
    }
    let mut with = rest.to_vec();
    if let Some(word) = with.get_mut(at) {
        *word = Value::Known(text.to_owned());
    }
    usage_with_subcommands(base).is_some_and(|usage| usage.naming(&with) > usage.naming(rest))
}

/// Whether a word, where it is none, leaves the place to one that names what the program does.
fn vanishing(base: &str, rest: &[Value], at: usize) -> Option<Behind> {
    if at >= MAX_LEADING || at + 1 >= rest.len() {
        return None;
    }
    let before = rest.get(..at)?;
    if before.iter().filter(|word| matches!(word, Value::Unknown(_))).count() >= MAX_VANISHING {
        return None;
    }
    if base == "git" {
        return programs::git_leads_to(rest, at).then_some(Behind::Command);
    }
    if programs::is_shell(base) || crate::scripts::language_of(base).is_some() {
        let mut option = "";
        let are_options = before.iter().all(|word| {
            let is_value = takes_value(base, std::mem::replace(&mut option, word.prefix()));
            is_value || matches!(word, Value::Unknown(_)) || word.prefix().starts_with(['-', '+'])
        });
        if are_options && !takes_value(base, option) {
            return Some(Behind::Code);
        }
    }
    let usage = usage_with_subcommands(base)?;
    let is_left = |(index, word): &(usize, &Value)| *index < at || !matches!(word, Value::Unknown(_));
    let without_all: Vec<Value> =
        rest.iter().enumerate().filter(is_left).map(|(_, word)| word.clone()).collect();
    let mut without = rest.to_vec();
    without.remove(at);
    let named = usage.naming(rest);
    if usage.naming(&without) > named || usage.naming(&without_all) > named {
        return Some(Behind::Command);
    }
    usage.runs_elsewhere_behind(rest, at).then_some(Behind::Code)
}

/// A program that has subcommands, or runs a command somewhere else.
fn usage_with_subcommands(base: &str) -> Option<Usage> {
    knowledge::program(base).filter(|usage| usage.has_subcommands() || usage.runs_elsewhere())
}

/// Whether the first word of a program says what it does, or what it deletes.
pub(crate) fn decides_by_words(base: &str) -> bool {
    let deletes = |usage: &Usage| usage.operands.first() == Some(&Role::Delete);
    programs::has_own_words(base)
        || knowledge::program(base).is_some_and(|usage| usage.has_subcommands() || deletes(&usage))
}

/// Whether the value of an interpreter's option is the next word.
fn takes_value(base: &str, option: &str) -> bool {
    const LONG: &[&str] =
        &["--command", "--emulate", "--eval", "--init-command", "--init-file", "--print", "--rcfile"];
    let letters = if programs::is_shell(base) { "coO" } else { "ceEmprWXISfFv" };
    match option.strip_prefix("--") {
        Some(_) => LONG.contains(&option),
        None => {
            option.len() > 1 && option.starts_with(['-', '+']) && option.ends_with(|it| letters.contains(it))
        }
    }
}

fn is_option(text: &str) -> bool {
    text.len() > 1 && text.starts_with('-')
}
