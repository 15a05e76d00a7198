//! A rule: one file, whose doc block is its manual and whose examples are its tests.

use hookward_effects::{Call, Effect, Facts, Span, World};

use crate::answer::Answer;
use crate::event::{Agent, Author, Event, EventName, Moment};
use crate::evidence::Ledger;
use crate::ground::Ground;
use crate::life::Life;
use crate::output::Output;
use crate::policy::{Policy, Source};
use crate::rewrite::Edit;
use crate::session::Session;
use crate::target::Target;
use crate::text::clip;
use crate::toolchain::{Form, How, Report, Service};
use crate::verdict::{Category, Decision, Finding};

/// The most of a call that a finding quotes.
const MAX_MATCHED: usize = 2_000;

/// For rules about what a tool is about to do.
pub(crate) const BEFORE: &[EventName] = &[EventName::BeforeTool, EventName::PermissionRequest];

/// For rules about what a tool has done or given back.
pub(crate) const AFTER: &[EventName] = &[EventName::AfterTool, EventName::AfterFailure];

/// Everything that a rule may look at.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    /// What happened.
    pub event: &'a Event,
    /// What the call does.
    pub facts: &'a Facts,
    /// The policy.
    pub policy: &'a Policy,
    /// The files that it is made of.
    pub sources: &'a [Source],
    /// What is remembered of the session.
    pub session: &'a Session,
    /// Where things lie.
    pub ground: &'a Ground,
    /// What was seen of the project, as far as a rule wants to know.
    pub ledger: &'a Ledger,
    /// What tools of the project have run on this event.
    pub reports: &'a [Report],
    /// What the policy's own hooks have answered to it.
    pub answers: &'a [Answer],
    /// What is known of the session beyond this event, where no tool waits.
    pub life: &'a Life,
    /// What may be asked of the disk; little: it is asked while a host waits.
    pub world: &'a dyn World,
}

impl Case<'_> {
    /// The part of the call that a span covers; the whole subject if there is none.
    pub fn text(&self, span: Option<Span>) -> String {
        let call = self.event.moment.call();
        let subject = call.map(Call::subject).unwrap_or_default();
        // A place in no text of ours, such as a command that is an argument, is empty.
        let text = match (span.filter(|span| span.start < span.end), call) {
            (Some(span), _) => span.text(&subject),
            (None, Some(Call::Write { path, .. } | Call::Edit { path, .. } | Call::Read { path })) => {
                self.shown(path)
            }
            (None, _) => &subject,
        };
        clip(text, MAX_MATCHED).to_owned()
    }

    /// A file of the workspace as people name it, from the root; anything else as it is.
    pub fn shown<'p>(&self, path: &'p str) -> &'p str {
        let roots = self.ground.roots.iter();
        let mut below = roots.filter_map(|root| path.strip_prefix(root.as_str())?.strip_prefix('/'));
        below.next().filter(|below| !below.is_empty()).unwrap_or(path)
    }
}

/// What a rule objects to, and so what its refusal holds on for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// The thing itself: the refusal holds for every other tool that reaches it.
    Target,
    /// How it is done, with what, or when: done in another way the same may pass, and often that is the advice.
    Manner,
}

/// A built-in rule.
pub struct Rule {
    /// Its id: category and the bad thing.
    pub id: &'static str,
    /// What it is for.
    pub category: Category,
    /// The events on which it is asked.
    pub on: &'static [EventName],
    /// What it objects to.
    pub against: Against,
    /// Its source file: the leading `//!` block is the manual.
    pub source: &'static str,
    /// What it has to say of a case.
    pub judge: fn(&Case) -> Vec<Finding>,
    /// Calls that it fires on and calls that pass.
    pub examples: &'static [Example],
}

/// A call and what the rule decides on it.
pub struct Example {
    /// The call.
    pub call: Sample,
    /// What the rule decides; `Silent` if it has nothing to say.
    pub decision: Decision,
}

/// A call of an example. The workspace is `/home/dev/app`, the home `/home/dev`.
pub enum Sample {
    /// A shell command.
    Shell(&'static str),
    /// A file that is written.
    Write(&'static str),
    /// A file that is edited.
    Edit(&'static str),
    /// A file that is read.
    Read(&'static str),
    /// A file that is written, with its content.
    Content(&'static str, &'static str),
    /// A shell command that has run, and what it printed.
    Prints(&'static str, &'static str),
    /// A file that was read, and what was in it.
    Shows(&'static str, &'static str),
    /// `src/a.ts` was edited, and a tool of the project ran.
    Checked {
        /// What it does.
        service: Service,
        /// Which.
        tool: &'static str,
        /// How it ended.
        how: How,
        /// What it printed.
        output: &'static str,
    },
    /// The agent wants to stop, and a tool of the project ran.
    StopsAfter {
        /// What it does.
        service: Service,
        /// Which.
        tool: &'static str,
        /// How it ended.
        how: How,
        /// What it printed.
        output: &'static str,
    },
    /// A session starts, for this reason.
    Starts(&'static str),
    /// A prompt.
    Prompt(&'static str),
    /// The agent stops, with these words.
    Stops(&'static str),
    /// A subagent in this role starts.
    SubagentStarts(&'static str),
    /// A subagent in this role stops, with these words.
    SubagentStops(&'static str, &'static str),
    /// A subagent in this role has come back with these words.
    Returns(&'static str, &'static str),
    /// The conversation is about to be compacted.
    Compacts,
}

/// The file that is edited in examples of tools.
const EDITED: &str = "src/a.ts";

/// A command that the rule denies.
pub(crate) const fn denies(command: &'static str) -> Example {
    Example { call: Sample::Shell(command), decision: Decision::Deny }
}

/// A command that the rule asks about.
pub(crate) const fn asks(command: &'static str) -> Example {
    Example { call: Sample::Shell(command), decision: Decision::Ask }
}

/// A command that the rule has nothing to say of.
pub(crate) const fn passes(command: &'static str) -> Example {
    Example { call: Sample::Shell(command), decision: Decision::Silent }
}

/// A command that the rule approves, or rewrites.
pub(crate) const fn approves(command: &'static str) -> Example {
    Example { call: Sample::Shell(command), decision: Decision::Approve }
}

impl Sample {
    /// The call; what is about none has one that does nothing.
    pub fn call(&self) -> Call {
        match self {
            Self::Returns(role, _) => Call::Subagent { role: (*role).to_owned(), task: String::new() },
            Self::Starts(_)
            | Self::Prompt(_)
            | Self::Stops(_)
            | Self::StopsAfter { .. }
            | Self::SubagentStarts(_)
            | Self::SubagentStops(..)
            | Self::Compacts => Call::Other { tool: String::new() },
            Self::Shell(command) | Self::Prints(command, _) => Call::shell(*command),
            Self::Write(path) => Call::Write { path: (*path).to_owned(), content: String::new() },
            Self::Edit(path) => Call::Edit { path: (*path).to_owned(), edits: Vec::new() },
            Self::Read(path) | Self::Shows(path, _) => Call::Read { path: (*path).to_owned() },
            Self::Content(path, content) => {
                Call::Write { path: (*path).to_owned(), content: (*content).to_owned() }
            }
            Self::Checked { .. } => Call::Edit { path: EDITED.to_owned(), edits: Vec::new() },
        }
    }
}

impl Sample {
    /// The moment at which a rule sees it: what has given something back has run.
    pub fn moment(&self) -> Moment {
        let call = self.call();
        match self {
            Self::Starts(source) => Moment::SessionStart { source: (*source).to_owned() },
            Self::Prompt(text) => Moment::Prompt { text: (*text).to_owned(), author: Author::Person },
            Self::Stops(said) => Moment::Stop { held: false, said: (*said).to_owned() },
            Self::StopsAfter { .. } => Moment::Stop { held: false, said: String::new() },
            Self::SubagentStarts(_) => Moment::SubagentStart,
            Self::SubagentStops(_, said) => Moment::SubagentStop { held: false, said: (*said).to_owned() },
            Self::Compacts => Moment::BeforeCompaction { trigger: "auto".to_owned() },
            Self::Prints(_, output) | Self::Shows(_, output) | Self::Returns(_, output) => {
                Moment::AfterTool { call, output: Output { texts: vec![(*output).to_owned()] } }
            }
            Self::Checked { .. } => Moment::AfterTool { call, output: Output { texts: Vec::new() } },
            Self::Shell(_) | Self::Write(_) | Self::Edit(_) | Self::Read(_) | Self::Content(..) => {
                Moment::BeforeTool(call)
            }
        }
    }

    /// The subagent in which it happens.
    pub fn agent(&self) -> Option<Agent> {
        let (Self::SubagentStarts(role) | Self::SubagentStops(role, _)) = self else { return None };
        Some(Agent { id: "a1".to_owned(), role: (*role).to_owned() })
    }

    /// What tools of the project ran on it.
    pub fn report(&self) -> Option<Report> {
        let (service, tool, how, output, file) = match self {
            Self::Checked { service, tool, how, output } => (service, tool, how, output, EDITED),
            Self::StopsAfter { service, tool, how, output } => (service, tool, how, output, ""),
            Self::Shell(_)
            | Self::Write(_)
            | Self::Edit(_)
            | Self::Read(_)
            | Self::Content(..)
            | Self::Prints(..)
            | Self::Shows(..)
            | Self::Starts(_)
            | Self::Prompt(_)
            | Self::Stops(_)
            | Self::SubagentStarts(_)
            | Self::SubagentStops(..)
            | Self::Returns(..)
            | Self::Compacts => return None,
        };
        let form = if *service == Service::Tests { Form::Tests } else { Form::Lines };
        Some(Report {
            service: *service,
            tool: (*tool).to_owned(),
            file: file.to_owned(),
            place: String::new(),
            ran_in: String::new(),
            command: (*tool).to_owned(),
            how: how.clone(),
            form,
            output: (*output).to_owned(),
            kept: None,
            covered: None,
            ms: 1_000,
        })
    }
}

impl Rule {
    /// The manual: the text of the source file's leading `//!` block.
    pub fn manual(&self) -> String {
        let lines = self.source.lines().map_while(|line| line.strip_prefix("//!"));
        lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect::<Vec<_>>().join("\n")
    }

    /// Whether it advises first, and denies what comes again.
    pub fn insists(&self) -> bool {
        matches!(self.id, "gate/failing-tests" | "gate/mocked-internals")
    }

    /// The first line of the manual.
    pub fn title(&self) -> &'static str {
        let first = self.source.lines().next().unwrap_or_default();
        first.strip_prefix("//!").unwrap_or_default().trim()
    }

    /// A finding of this rule that objects to one effect of the call.
    pub(crate) fn objection(id: &'static str, decision: Decision, case: &Case, effect: &Effect) -> Finding {
        Finding { about: Target::of(&effect.action), ..Self::finding(id, decision, case, effect.span) }
    }

    /// A finding of this rule; of a command, or of the whole call.
    pub(crate) fn finding(id: &'static str, decision: Decision, case: &Case, span: Option<Span>) -> Finding {
        Finding {
            rule: id.into(),
            decision,
            matched: case.text(span),
            span,
            about: Vec::new(),
            why: "".into(),
            instead: "".into(),
            origin: None,
            edits: Vec::new(),
            input: None,
            output: None,
            told: String::new(),
            bypass: None,
            figures: Vec::new(),
        }
    }

    /// A finding of this rule that changes the command.
    pub(crate) fn rewriting(id: &'static str, case: &Case, span: Span, edits: Vec<Edit>) -> Finding {
        Finding { edits, ..Self::finding(id, Decision::Approve, case, Some(span)) }
    }
}
