//! A shell text to its commands and effects: every statement is visited as if it ran, in the order of the shell.

mod aftermath;
mod branches;
mod calls;
mod certain;
mod each;
mod failed;
mod output;
mod simple;
mod statements;
mod tracing;
mod vouching;

use std::collections::BTreeMap;
use std::rc::Rc;

use hookward_shell::{Dialect, Gap, Span, Statement};

use self::aftermath::Beyond;
pub(crate) use self::certain::Moved;
pub(crate) use self::output::without_line_ends;
pub(crate) use self::tracing::Tracing;
use self::vouching::Vouching;
pub(crate) use self::vouching::{AtStart, End};
use crate::Scene;
use crate::code::Language;
use crate::course::Course;
use crate::effect::{Action, Deed, Depth, Effect, Facts, Launch, Opacity, Told};
use crate::held::Held;
use crate::path::Place;
use crate::programs::git::Bent;
use crate::redirects::Target;
use crate::source::Sources;
use crate::state::State;
use crate::value::{Piece, Value};
use crate::veil::Veil;

/// Scripts inside scripts are followed this deep.
const MAX_NESTING: usize = 10;

/// Adds what a line does that is typed.
pub(crate) fn line(text: &str, scene: &Scene, facts: &mut Facts) {
    let mut state = State::new(*scene);
    state.arguments = Some(Rc::default());
    Walk::new(text.len(), facts).script(text, &mut state);
}

/// Adds what a script does, whatever it is given.
pub(crate) fn script(text: &str, scene: &Scene, facts: &mut Facts) {
    Walk::new(text.len(), facts).script(text, &mut State::new(*scene));
}

/// Adds what code of another language does. What its end tells of the commands in it, nobody follows.
pub(crate) fn code(language: Language, text: &str, scene: &Scene, facts: &mut Facts) {
    let mut walk = Walk::new(text.len(), facts);
    let code = Value::Known(text.to_owned());
    let span = Span { start: 0, end: text.len() };
    let mut state = State::new(*scene);
    walk.vouching(false, |walk| walk.code_text(language, &code, span, &mut state));
    walk.may_end(&state.course);
}

/// Where standard output goes.
pub(crate) enum Out {
    /// To the person and the model.
    Screen,
    /// Into a pipe, a substitution or a file.
    Captured(Vec<Piece>),
}

/// What becomes of a file that output is led to and that is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overwriting {
    /// It holds the output from then on.
    Usual,
    /// It may stay as it is: `set -C`.
    Refused,
}

/// A function that is being called.
struct Call {
    body: Rc<Statement>,
    arguments: Option<Rc<Vec<Value>>>,
}

/// A function that was defined and not called yet.
struct Uncalled {
    body: Rc<Statement>,
    /// Whether another one has taken its place, in one way through the text at least.
    replaced: bool,
}

/// A walk through a text.
pub(crate) struct Walk<'f> {
    pub(crate) facts: &'f mut Facts,
    /// Steps that are left; proportional to the text, so that the time is.
    budget: usize,
    nesting: usize,
    /// Inside a nested script: the span of the outer word that holds it.
    pub(crate) inside: Option<Span>,
    /// The wrappers around what is looked at, outermost first.
    pub(crate) through: Vec<String>,
    /// Those of them that have words of their own.
    pub(crate) launched: Vec<Launch>,
    /// Where standard output goes.
    pub(crate) out: Out,
    /// The functions that are being called, innermost last.
    calls: Vec<Call>,
    /// What the variables of a function's own held outside of it, for each of those that are being called.
    pub(crate) locals: Vec<Vec<(String, Option<Held>)>>,
    /// Variables that the text has made `readonly`, or another name of others, anywhere.
    pub(crate) fixed: Vec<String>,
    /// What runs when the shell ends.
    pub(crate) traps: Vec<(Value, Span)>,
    /// What was read in a loop.
    pub(crate) drained: Vec<String>,
    /// Whether something ran that may print more than is known.
    pub(crate) says_more: bool,
    /// How much is around us in all: statements and wrappers.
    depth: usize,
    /// What the end of the whole text says of where we are.
    pub(crate) vouching: Vouching,
    /// What is told of the statement that comes next by what stands behind it.
    beyond: Beyond,
    /// Whether the text may have ended before where we are.
    pub(crate) end: End,
    /// The body of a loop behind which the text waits for what it has left running. It is only compared with another.
    awaited: *const Statement,
    /// How many loops are around us.
    pub(crate) loops: usize,
    /// How often the loops around have been taken apart, all together.
    apart: usize,
    /// Rounds of loops so far that were told apart, and the one that we are in.
    rounds: usize,
    pub(crate) round: usize,
    /// Directories in which the loops around were left early, or a round of them.
    left_in: Vec<Value>,
    /// Variables of loops of which nothing was told, since they are the text's own.
    pub(crate) kept: Vec<String>,
    /// Whether the text hands all of its variables to programs: `set -a`.
    exports_all: bool,
    /// Functions that were defined and not called yet.
    uncalled: BTreeMap<String, Vec<Uncalled>>,
    /// How many processes run beside each other where we are: in a pipeline or in the background.
    pub(crate) beside: usize,
    /// Scripts on disk that are being looked through.
    pub(crate) files: Vec<String>,
    /// Whether what is being looked through is secret.
    pub(crate) veil: Veil,
    /// How many wrappers around us give another user's rights.
    pub(crate) privileged: usize,
    /// How many scripts were looked through so far.
    pub(crate) looked: usize,
    /// How long they were together.
    pub(crate) looked_length: usize,
    /// What the text has written to files and is running.
    pub(crate) rewritten: Vec<Value>,
    /// How often a script has started itself beside itself.
    pub(crate) started_again: usize,
    /// How many files have run so far, on disk or written by the text.
    pub(crate) ran: usize,
    /// Remotes that the text has added to a repository.
    pub(crate) remotes: Vec<String>,
    /// Whether the text has made a branch follow another one.
    pub(crate) follows_anew: bool,
    /// How often the text has put changes aside since it has taken any back.
    pub(crate) stashed: usize,
    /// What the text has changed of what git takes files from.
    pub(crate) bent: Bent,
    /// What git has moved last, if it has done so for certain.
    pub(crate) moved_last: Option<Moved>,
    /// Pipes with a name that the text has made.
    pub(crate) pipes: Vec<String>,
    /// Those of them that feed a shell, or code of another language.
    pub(crate) fed_pipes: Vec<(String, Option<Language>)>,
    /// Where `exec` has just led the output of whatever follows.
    pub(crate) led: Option<Target>,
    /// What the shell shows of every line that it runs.
    pub(crate) traced: Tracing,
    /// What becomes of a file that output is led to.
    pub(crate) overwriting: Overwriting,
    /// Process substitutions so far.
    pub(crate) processes: usize,
    /// What `>( … )` runs, by the path that stands for it.
    pub(crate) sinks: BTreeMap<String, Vec<Statement>>,
    /// What programs have typed into terminals since the last end of a line, by the program.
    pub(crate) typed: Vec<(String, Value)>,
}

/// The descriptor that leads into a coprocess, and the path that stands for it.
pub(crate) const COPROCESS_INPUT: u32 = 60;

pub(crate) const COPROCESS: &str = "/dev/fd/60";

impl<'f> Walk<'f> {
    pub(crate) fn new(length: usize, facts: &'f mut Facts) -> Self {
        Self {
            facts,
            budget: 1_000 + length * 8,
            nesting: 0,
            inside: None,
            through: Vec::new(),
            launched: Vec::new(),
            out: Out::Screen,
            calls: Vec::new(),
            locals: Vec::new(),
            fixed: Vec::new(),
            traps: Vec::new(),
            drained: Vec::new(),
            says_more: false,
            depth: 0,
            vouching: Vouching::WHOLE,
            beyond: Beyond::default(),
            end: End::Last,
            awaited: std::ptr::null(),
            loops: 0,
            apart: 1,
            rounds: 0,
            round: 0,
            left_in: Vec::new(),
            kept: Vec::new(),
            exports_all: false,
            uncalled: BTreeMap::new(),
            beside: 0,
            files: Vec::new(),
            veil: Veil::Lifted,
            privileged: 0,
            looked: 0,
            looked_length: 0,
            rewritten: Vec::new(),
            started_again: 0,
            ran: 0,
            remotes: Vec::new(),
            follows_anew: false,
            stashed: 0,
            bent: Bent::default(),
            moved_last: None,
            pipes: Vec::new(),
            fed_pipes: Vec::new(),
            led: None,
            traced: Tracing::Nothing,
            overwriting: Overwriting::Usual,
            processes: 0,
            sinks: BTreeMap::new(),
            typed: Vec::new(),
        }
    }

    pub(crate) fn script(&mut self, text: &str, state: &mut State) {
        if self.nesting > MAX_NESTING {
            self.opaque(Opacity::Size, Span::default());
            return;
        }
        let script = hookward_shell::parse_as(text, state.dialect);
        for gap in script.not_understood {
            let why = match gap.why {
                Gap::TooLong | Gap::TooDeep => Opacity::Size,
                Gap::Syntax(message) => Opacity::Syntax(message),
                Gap::Unsupported(what) => Opacity::Syntax(what.to_owned()),
            };
            self.opaque(why, gap.span);
        }
        self.statements(&script.body, state);
        if self.nesting == 0 {
            self.may_end(&state.course);
            self.vouching(false, |walk| {
                walk.ends(0, state);
                walk.leftovers(state);
            });
            self.settle_end();
        }
    }

    pub(crate) fn nested(&mut self, text: &str, holder: Span, name: &str, state: &mut State) {
        let outer = self.inside.replace(self.inside.unwrap_or(holder));
        self.nesting += 1;
        self.through.push(name.to_owned());
        // A text that is longer than what the budget was made for pays for itself.
        self.budget = self.budget.saturating_sub(text.len() / 64).max(1);
        if matches!(name, "eval" | "source" | "alias" | "trap") {
            self.script(text, state);
        } else {
            let outer = std::mem::replace(&mut state.dialect, dialect(name, text));
            let end = self.end;
            self.own_shell(state, |walk, state| {
                walk.vouching(true, |walk| {
                    walk.forget_what_was_told();
                    walk.script(text, state);
                });
            });
            state.dialect = outer;
            // That another shell has ended keeps nothing of this one from running.
            if self.end != End::Trapped {
                self.end = end;
            }
        }
        self.through.pop();
        self.nesting -= 1;
        self.inside = outer;
    }

    /// Takes steps for something that is so large.
    pub(crate) fn charge(&mut self, size: usize) {
        self.budget = self.budget.saturating_sub(size).max(1);
    }

    /// Takes a step; when the last one is gone, that is an effect.
    pub(crate) fn spend(&mut self, span: Span) -> bool {
        match self.budget {
            0 => return false,
            1 => self.opaque(Opacity::Budget, span),
            _ => {}
        }
        self.budget -= 1;
        self.budget > 0
    }

    /// More steps, for a text that came from elsewhere.
    pub(crate) fn grant(&mut self, length: usize) {
        self.budget = self.budget.saturating_add(length);
    }

    pub(crate) fn opaque(&mut self, why: Opacity, span: Span) {
        self.effect(Action::Opaque(why), span);
    }

    pub(crate) fn effect(&mut self, action: Action, span: Span) {
        self.effect_told(action, Told::Part, span);
    }

    /// An effect, and how much it tells of the file that results.
    pub(crate) fn effect_told(&mut self, action: Action, told: Told, span: Span) {
        let script = self.files.last().cloned();
        let span = Some(self.inside.unwrap_or(span));
        if let Some(place) = action.place() {
            // Each of them is judged.
            if place.spots.len() > 8 {
                self.charge(place.spots.len() / 2);
            }
            if place.cut {
                let action = Action::Opaque(Opacity::Size);
                let privileged = self.privileged > 0;
                let script = script.clone();
                let told = Told::Part;
                self.facts.effects.push(Effect { action, span, script, privileged, told, number: 0 });
            }
        }
        let privileged = self.privileged > 0;
        self.facts.counted += 1;
        let number = self.facts.counted;
        self.facts.effects.push(Effect { action, span, script, privileged, told, number });
    }

    /// An effect that changes files, in its place among what was done to files before.
    pub(crate) fn change(&mut self, action: Action, told: Told, span: Span, state: &mut State) {
        self.effect_told(action, told, span);
        let began = (self.overwriting == Overwriting::Refused).then(|| state.course.clone());
        state.course.push(self.facts.counted);
        if let Some(began) = began {
            state.course.join(&began);
        }
    }

    /// Files are deleted.
    pub(crate) fn delete(&mut self, place: Place, depth: Depth, span: Span, state: &mut State) {
        state.take_away(&place);
        self.change(Action::Delete(place, depth), Told::Part, span, state);
    }

    /// Files are about to get another name: that they are gone is to be told once they have arrived, by the number that this gives.
    pub(crate) fn moved(&mut self, place: Place, depth: Depth, span: Span, state: &mut State) -> usize {
        state.take_away(&place);
        self.effect(Action::Delete(place, depth), span);
        self.facts.counted
    }

    /// The text may end here: how things stand is how it may leave them.
    pub(crate) fn may_end(&mut self, course: &Course) {
        if course.last().is_some() && self.facts.left.last() != Some(course) {
            self.facts.left.push(course.clone());
        }
    }

    pub(crate) fn deed(&mut self, deed: Deed, what: &'static str, span: Span) {
        self.effect(Action::Deed(deed, what.into()), span);
    }

    /// Code runs that is not in the text.
    pub(crate) fn runs(&mut self, sources: Sources, span: Span) {
        self.effect(Action::Run(sources), span);
    }
}

/// Which shell reads a text: the one that is named, or the one that its first line names.
fn dialect(name: &str, text: &str) -> Dialect {
    let first = || text.strip_prefix("#!").and_then(|text| text.lines().next()).unwrap_or_default();
    let is = |shell: &str| {
        let is_it = |name: &str| name.rsplit(['/', ' ']).next() == Some(shell);
        is_it(name.split(' ').next().unwrap_or_default()) || is_it(first().trim_end())
    };
    if is("fish") {
        Dialect::Fish
    } else if is("zsh") {
        Dialect::Zsh
    } else {
        Dialect::Bash
    }
}
