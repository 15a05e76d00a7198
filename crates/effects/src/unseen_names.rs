//! Commands whose name is only known when the shell runs: what they would be with nothing in their holes, by the words
//! behind them, and by the file that the name comes from.

use hookward_shell::Span;

use crate::commands::is_known;
use crate::deciding::{closed, decides_by_words};
use crate::effect::{Opacity, Standing};
use crate::fields::fields;
use crate::program_name::base_name;
use crate::source::{Source, Sources};
use crate::state::State;
use crate::value::Value;
use crate::veil::variables;
use crate::walk::Walk;

/// So many lines of a file are taken for commands, and so many words for those of one.
const MAX_LINES: usize = 64;
const MAX_WORDS: usize = 1_024;

/// Programs that give others a terminal, as a person has one: what runs there may give a person's word.
const TERMINALS: &[&str] = &[
    "script",
    "expect",
    "tclsh",
    "unbuffer",
    "tmux",
    "screen",
    "zellij",
    "dtach",
    "abduco",
    "socat",
    "winpty",
    "a terminal",
    "an editor",
];

impl Walk<'_> {
    /// A program that nobody sees may be the guard, where it has a terminal and the words are those of a command for people.
    pub(crate) fn may_be_the_guard(&mut self, rest: &[Value], span: Span, state: &State) {
        let has_terminal = self.through.iter().any(|through| TERMINALS.contains(&base_name(through)));
        if has_terminal && rest.first().and_then(Value::known).is_some() {
            self.taken_for_the_guard(rest, span, state);
        }
    }

    /// Words as if they were the guard's: an open file by its number has no name that anybody could look at.
    pub(crate) fn taken_for_the_guard(&mut self, rest: &[Value], span: Span, state: &State) {
        let mut apart = self.copy(state);
        self.vouching(false, |walk| walk.named("hookward", rest, span, &mut apart));
    }

    /// A command whose name is not known. If it was decoded or fetched, a rule wants to know.
    pub(crate) fn only_known_when_it_runs(&mut self, words: Vec<Value>, span: Span, state: &mut State) {
        let Some((first, rest)) = words.split_first() else { return };
        let sources = first.sources();
        if let Value::Unknown(_) = first {
            self.said_by_files(&[], &sources, rest, span, state);
        }
        if !sources.is_empty() {
            self.runs(sources, span);
        }
        self.unseen(rest, span, state);
        self.may_be_the_guard(rest, span, state);
        if let Value::Unknown(_) = first {
            // `$SUDO rm a`: where it is empty, what follows is the command.
            let mut apart = self.copy(state);
            self.command(rest.to_vec(), span, &mut apart);
        }
        // `g${x}it`, `$PREFIX/bin/git`: with nothing in its holes it is a program that is known.
        let pieces = if let Value::Pattern(pieces) = first { pieces.as_slice() } else { &[] };
        if let Some(name) = closed(pieces).filter(|name| is_known(base_name(name))) {
            let mut apart = self.copy(state);
            self.vouching(false, |walk| walk.named(&name, rest, span, &mut apart));
            self.join(state, &apart);
        }
        self.add(words, Standing::Unknown, state, span);
    }

    /// A program whose first word is what a file says, where that word decides what is done.
    pub(crate) fn told_by_a_file(&mut self, name: &str, rest: &[Value], span: Span, state: &mut State) {
        let Some(at) = rest.iter().position(|word| !word.prefix().starts_with('-')) else { return };
        let (before, behind) = rest.split_at(at);
        let Some((Value::Unknown(sources), behind)) = behind.split_first() else { return };
        let is_file = |source: &Source| matches!(source, Source::File(_));
        if sources.iter().any(is_file) && decides_by_words(base_name(name)) && self.spend(span) {
            let name = std::iter::once(Value::Known(name.to_owned()));
            let before: Vec<Value> = name.chain(before.iter().cloned()).collect();
            self.said_by_files(&before, sources, behind, span, state);
        }
    }

    /// Words that read like those of `rm -rf`, whatever program they are for: a name that nobody knows may be that one.
    fn unseen(&mut self, rest: &[Value], span: Span, state: &mut State) {
        let flag = |letter: char| {
            rest.iter().filter_map(Value::known).any(|word| {
                word.starts_with('-') && !word.starts_with("--") && word.len() <= 5 && word.contains(letter)
            })
        };
        if flag('r') && flag('f') {
            let mut apart = self.copy(state);
            self.named("rm", rest, span, &mut apart);
        }
    }

    /// `$(cat x)`, `read c < x; $c`: what the file says falls apart into words, and they are the command. How much of it a
    /// filter has left, nobody knows: each line may be that as well as all of them.
    ///
    /// Behind a name, they are what that program is told: `git $(cat x)`.
    fn said_by_files(
        &mut self,
        before: &[Value],
        sources: &Sources,
        rest: &[Value],
        span: Span,
        state: &mut State,
    ) {
        for source in sources.iter() {
            let Source::File(place) = source else { continue };
            for (path, text) in self.look_through(&state.unwritten(place), span, state) {
                self.within_file(path, text.len(), |walk| {
                    let said = if before.is_empty() { commands(&text, state) } else { apart(&text, state) };
                    for said in said {
                        if said.len() > MAX_WORDS {
                            walk.opaque(Opacity::Size, span);
                        }
                        let said = said.into_iter().take(MAX_WORDS);
                        let words = before.iter().cloned().chain(said).chain(rest.iter().cloned());
                        let mut apart = walk.copy(state);
                        walk.vouching(false, |walk| walk.command(words.collect(), span, &mut apart));
                        walk.join(state, &apart);
                    }
                });
            }
            let set = if before.is_empty() { Vec::new() } else { variables(&state.unwritten(place), state) };
            if !set.is_empty() {
                let words = before.iter().chain(&set).chain(rest).cloned();
                let mut apart = self.copy(state);
                self.vouching(false, |walk| walk.command(words.collect(), span, &mut apart));
                self.join(state, &apart);
            }
        }
    }
}

/// `/proc/self/fd/3`, `/dev/fd/3`, `/proc/42/exe`: what is open, or what runs.
pub(crate) fn is_an_open_file(name: &str) -> bool {
    let of_a_process = || {
        name.starts_with("/proc/")
            && (name.contains("/fd/") || name.ends_with("/exe") || name.contains("/map_files/"))
    };
    name.starts_with("/dev/fd/") || of_a_process()
}

/// The commands that a text is where a shell splits it: all of it, and each of its lines. What begins with no program
/// that is known, no function and no path is data.
fn commands(text: &str, state: &State) -> Vec<Vec<Value>> {
    let is_command = |words: &Vec<Value>| {
        let name = words.first().and_then(Value::known).unwrap_or_default();
        name.contains('/') || is_known(base_name(name)) || state.function(name).is_some()
    };
    let mut commands = apart(text, state);
    commands.retain(is_command);
    commands
}

/// The words of a text, and those of each of its lines.
fn apart(text: &str, state: &State) -> Vec<Vec<Value>> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).take(MAX_LINES).collect();
    let mut all = vec![fields(text, state)];
    if lines.len() > 1 {
        all.extend(lines.iter().map(|line| fields(line, state)));
    }
    all
}
