//! `for`: what its body does with each of its words. Where the end of the text tells of what runs in it, the words are taken
//! one by one, as the shell does: `for p in a b; do (cd $p && npm test) || exit 1; done`.

use hookward_shell::{Command as Syntax, Redirect, RedirectKind, Span, Statement, Taken, Word};

use super::aftermath::Beyond;
use super::branches::{MAX_APART, rounds_of};
use super::vouching::{End, OnError};
use super::{Out, Walk};
use crate::course::Turns;
use crate::effect::{Action, Deed};
use crate::endless;
use crate::program_name::base_name;
use crate::state::State;
use crate::value::Value;

/// A loop over so many words is looked at word by word, where it matters in which order they come.
const MAX_UNROLLED: usize = 16;

/// Variables that a loop cannot set: its body does not run then, and the text goes on.
const READ_ONLY: &[&str] = &["UID", "EUID", "PPID", "SHELLOPTS"];

/// A loop, with its words as they are written.
#[derive(Clone, Copy)]
pub(super) struct Loop<'t> {
    pub(super) taken: Taken,
    pub(super) variable: &'t str,
    pub(super) words: Option<&'t [Word]>,
    pub(super) body: &'t [Statement],
    pub(super) span: Span,
}

impl Walk<'_> {
    pub(super) fn each(&mut self, own: Loop, state: &mut State) {
        if let Some(what) = own.words.and_then(|words| endless::for_loop(words, own.body)) {
            self.deed(Deed::Exhaust, what, own.span);
        }
        let beyond = std::mem::take(&mut self.beyond);
        let values = match own.words {
            Some(words) => self.words(words, state),
            None => state.arguments.as_deref().cloned().unwrap_or_default(),
        };
        if self.is_told_of(own, &beyond, &values, state) {
            return self.told_rounds(own, &beyond, values, state);
        }
        self.vouching(false, |walk| walk.untold_rounds(own, values, state));
    }

    /// Whether the body runs for each of the words, and the end of the text may tell how. What a round only fails with is lost in
    /// the next one: it must end the shell, or be kept until behind the loop.
    fn is_told_of(&self, own: Loop, beyond: &Beyond, values: &[Value], state: &State) -> bool {
        self.can_tell()
            && own.taken == Taken::Each
            && own.words.is_some()
            && (1..=MAX_UNROLLED).contains(&values.len())
            && self.apart.saturating_mul(values.len()) <= MAX_APART
            && values.iter().all(|value| value.known().is_some())
            && (self.vouching.on_error == OnError::Ends
                || beyond.is_of_rounds()
                || may_end_the_shell(own.body))
            && self.can_be_set(own.variable, state)
    }

    fn can_be_set(&self, variable: &str, state: &State) -> bool {
        !READ_ONLY.contains(&variable)
            && !variable.starts_with("BASH")
            && !super::aftermath::UNSTEADY.contains(&variable)
            && !self.fixed.iter().any(|fixed| fixed == variable)
            && state.referred(variable) == variable
    }

    /// One round for each word, in this shell: where one ends it with a failure, that is the end of the text.
    fn told_rounds(&mut self, own: Loop, beyond: &Beyond, values: Vec<Value>, state: &mut State) {
        let (apart, round, outer) = (self.apart, self.round, self.vouching);
        let before = self.before_loop();
        self.apart = apart.saturating_mul(values.len());
        self.vouching.holds = false;
        let mut skipped = None;
        let mut left = values;
        left.reverse();
        while let Some(value) = left.pop() {
            // In a text inside of this one, nothing is told from what it is run for.
            if self.inside.is_none() {
                self.rounds += 1;
                self.round = self.rounds;
            }
            self.set_for_a_round(own, &value, state);
            let budget = self.budget;
            self.round_with(own, (value, beyond), &mut skipped, state);
            // The rest of the text needs some of it, too.
            let cost = budget.saturating_sub(self.budget);
            let is_costly = cost.saturating_mul(left.len()) > self.budget / 2;
            if is_costly || !self.can_be_set(own.variable, state) {
                // What was made read-only keeps what it has.
                left.iter_mut().filter(|_| !is_costly).for_each(|value| *value = Value::unknown());
                left.reverse();
                self.vouching(false, |walk| walk.untold_rounds(own, std::mem::take(&mut left), state));
            }
        }
        if let Some(skipped) = skipped {
            self.join(state, &skipped);
        }
        self.behind_loop(before, state);
        (self.apart, self.round, self.vouching) = (apart, round, outer);
    }

    /// One round. Where some of it may have been left out, what the shell knows then is put into `skipped`.
    fn round_with<'s>(
        &mut self,
        own: Loop,
        (value, beyond): (Value, &Beyond),
        skipped: &mut Option<State<'s>>,
        state: &mut State<'s>,
    ) {
        state.assign(own.variable, value);
        let before = self.copy(state);
        self.statements_told(own.body, &beyond.rounds, state);
        if self.end == End::Skipped {
            self.join(state, &before);
            match skipped {
                Some(skipped) => self.join(skipped, state),
                None => *skipped = Some(self.copy(state)),
            }
        }
    }

    /// Tells that a variable is set. One of the text's own is not for programs, unless it is handed to them.
    fn set_for_a_round(&mut self, own: Loop, value: &Value, state: &State) {
        if is_of_a_text(own.variable) && !self.exports_all && !state.is_exported(own.variable) {
            if !self.kept.iter().any(|kept| kept == own.variable) {
                self.kept.push(own.variable.to_owned());
            }
        } else {
            self.effect(Action::Environment(own.variable.to_owned(), value.clone()), own.span);
        }
    }

    /// Rounds of which nothing is told.
    fn untold_rounds(&mut self, own: Loop, values: Vec<Value>, state: &mut State) {
        let before = self.before_loop();
        let is_captured = matches!(self.out, Out::Captured(_));
        if own.taken == Taken::Each
            && values.len() <= MAX_UNROLLED
            && values.iter().all(|value| value.known().is_some())
            && self.can_be_set(own.variable, state)
            && (is_captured || self.makes_files_in_order(own.body, values.len()))
        {
            // What it prints, it prints in this order; and what one round makes of a file, the next one finds.
            let outer = self.apart;
            self.apart = outer.saturating_mul(values.len().max(1));
            if !is_captured {
                let any = Value::one_of(values.clone());
                self.effect(Action::Environment(own.variable.to_owned(), any), own.span);
            }
            let mut skipped = None;
            for value in values {
                self.round_with(own, (value, &Beyond::default()), &mut skipped, state);
            }
            if let Some(skipped) = skipped {
                self.join(state, &skipped);
            }
            self.apart = outer;
            return self.behind_loop(before, state);
        }
        let rounds = rounds_of(values, self.apart);
        let outer = self.apart;
        self.apart = outer.saturating_mul(rounds.len());
        for value in rounds {
            self.effect(Action::Environment(own.variable.to_owned(), value.clone()), own.span);
            state.assign(own.variable, value);
            self.looped(&[], own.body, Turns::Words, state);
        }
        self.apart = outer;
    }
}

impl Walk<'_> {
    /// Whether it matters which word comes in which round: something in a body tells what it makes of files.
    fn makes_files_in_order(&self, body: &[Statement], rounds: usize) -> bool {
        self.apart.saturating_mul(rounds) <= MAX_APART && tells_of_files(body)
    }
}

/// Programs that tell what they make of a file that is there.
const TELLING: &[&str] =
    &["awk", "cp", "gawk", "gsed", "mv", "patch", "perl", "ruby", "sed", "sponge", "tee", "truncate"];

fn tells_of_files(body: &[Statement]) -> bool {
    let leads = |redirect: &Redirect| match &redirect.kind {
        RedirectKind::Write(word) | RedirectKind::Append(word) => {
            word.literal().as_deref() != Some("/dev/null")
        }
        _ => false,
    };
    body.iter().any(|statement| {
        let tells = match &statement.command {
            Syntax::Simple(simple) => {
                let name = simple.words.first().and_then(Word::literal);
                name.is_some_and(|name| TELLING.contains(&base_name(&name)))
            }
            Syntax::Chain(parts) => parts.iter().any(|(_, part)| tells_of_files(std::slice::from_ref(part))),
            Syntax::Pipeline(body) | Syntax::Group(body) | Syntax::Subshell(body) => tells_of_files(body),
            Syntax::For { body, .. } | Syntax::While { body, .. } | Syntax::ArithmeticFor { body, .. } => {
                tells_of_files(body)
            }
            Syntax::If { branches, otherwise } => {
                branches.iter().any(|(_, body)| tells_of_files(body)) || tells_of_files(otherwise)
            }
            Syntax::Case { .. }
            | Syntax::Function { .. }
            | Syntax::Coprocess(_)
            | Syntax::Test(_)
            | Syntax::Arithmetic { .. } => false,
        };
        tells || statement.redirects.iter().any(leads)
    })
}

/// Whether something in a body is written to end the shell. Most loops have nothing of the kind, and nothing can be told of them.
fn may_end_the_shell(body: &[Statement]) -> bool {
    body.iter().any(|statement| match &statement.command {
        Syntax::Simple(simple) => {
            simple.words.first().is_some_and(|word| word.literal().as_deref() == Some("exit"))
        }
        Syntax::Chain(parts) => parts.iter().any(|(_, part)| may_end_the_shell(std::slice::from_ref(part))),
        Syntax::Group(body) | Syntax::For { body, .. } => may_end_the_shell(body),
        Syntax::If { branches, otherwise } => {
            branches.iter().any(|(_, body)| may_end_the_shell(body)) || may_end_the_shell(otherwise)
        }
        Syntax::Pipeline(_)
        | Syntax::Subshell(_)
        | Syntax::While { .. }
        | Syntax::ArithmeticFor { .. }
        | Syntax::Case { .. }
        | Syntax::Function { .. }
        | Syntax::Coprocess(_)
        | Syntax::Test(_)
        | Syntax::Arithmetic { .. } => false,
    })
}

/// Whether a variable is one that only its text looks at, as far as names tell. What programs obey has capitals, but for npm's and
/// proxies; and in zsh some small names are those of the shell: `path` is where programs are looked for.
fn is_of_a_text(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
        && !name.starts_with("npm")
        && !name.ends_with("proxy")
        && !name.contains("path")
        && !matches!(name, "psvar" | "watch")
}
