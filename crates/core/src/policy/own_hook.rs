//! An own command of the policy that takes part in the decision: which events it is for, and what its trust is bound to.

use std::borrow::Cow;

use hookward_effects::{Action, Call};
use serde::{Deserialize, Serialize};

use super::custom::matches_command;
use super::native_hook::Native;
use super::{HookInput, Origin, Policy, Speech, Standing, TrustItem};
use crate::event::{EventName, Moment};
use crate::rule::Case;
use crate::verdict::{Category, Decision, Finding};

/// A command of the policy that takes part in the decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnHook {
    /// Its id.
    pub id: String,
    /// On which event.
    pub on: EventName,
    /// For which calls, agents or sources.
    pub fits: Fits,
    /// The command.
    pub run: String,
    /// What it is for.
    pub category: Category,
    /// How long it may take with all its attempts, in milliseconds.
    pub timeout_ms: u64,
    /// How often it is tried again when it fails.
    pub retries: u8,
    /// The command that is asked in its place after that.
    pub fallback: Option<String>,
    /// What it means when it fails.
    pub on_failure: Decision,
    /// Whether the agent waits for it.
    pub pace: Pace,
    /// How long its answer to the same call counts.
    pub cache: Option<Keeping>,
    /// What it reads.
    pub input: HookInput,
    /// How it answers.
    pub speaks: Speech,
    /// Whose hook it was, if it was a host's own.
    pub native: Option<Native>,
    /// Where it stands.
    pub origin: Origin,
}

/// Whether the agent waits for an own hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pace {
    /// It does.
    Waited,
    /// It goes on, and is told with a later event.
    Behind,
}

/// How long the answer to the same call counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Keeping {
    /// As long as the files that the call names are the same.
    Input,
    /// As long as the sources are the same.
    Tree,
    /// For so many milliseconds.
    For(u64),
}

/// What must fit, all of it; what is empty fits everything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fits {
    /// Neutral names of tools, or a host's own.
    pub tools: Vec<String>,
    /// Commands, word by word.
    pub commands: Vec<String>,
    /// Files that are read, written or deleted.
    pub paths: Vec<String>,
    /// Files that are written or deleted.
    pub writes: Vec<String>,
    /// Roles of agents.
    pub agents: Vec<String>,
    /// Why a session starts, or what wants a compaction.
    pub sources: Vec<String>,
}

impl Policy {
    /// Whether there is a hook for an event at all. It costs nothing where there is none.
    pub fn has_hooks_on(&self, event: EventName) -> bool {
        self.hooks.iter().any(|hook| hook.on == event)
    }

    /// Whether an id is that of a hook that was a host's own.
    pub fn is_native(&self, id: &str) -> bool {
        self.hooks.iter().any(|hook| hook.native.is_some() && hook.id == id)
    }
}

impl<'a> Case<'a> {
    /// The own hooks that are to be asked, in the order in which they are: security, gates, feedback.
    pub fn wanted_hooks(&self) -> Vec<&'a OwnHook> {
        let name = self.event.moment.name();
        let on_event = self.policy.hooks.iter().filter(|hook| hook.on == name);
        let mut hooks: Vec<&'a OwnHook> =
            on_event.filter(|hook| self.is_on(hook) && hook.fits.fit(self)).collect();
        hooks.sort_by_key(|hook| hook.rank());
        hooks
    }

    fn is_on(&self, hook: &OwnHook) -> bool {
        let ground = self.ground;
        let is_exempt =
            || ground.roots.first().is_some_and(|root| self.policy.is_exempt(root, ground.home.as_deref()));
        // What it will say is not known yet; whether it is asked at all must not depend on it.
        let finding = Finding::own(hook, Decision::Deny);
        let (standing, _) = self.policy.standing(&finding, self.event.role());
        let is_off = matches!(standing, Standing::Off | Standing::Skipped(_));
        !(is_off || hook.category == Category::Gate && is_exempt())
    }
}

impl Finding {
    /// What an own hook has to say, before it says anything.
    pub(crate) fn own(hook: &OwnHook, decision: Decision) -> Self {
        Self {
            rule: hook.id.clone().into(),
            decision,
            matched: String::new(),
            span: None,
            about: Vec::new(),
            why: "".into(),
            instead: "".into(),
            origin: Some(hook.origin.clone()),
            edits: Vec::new(),
            input: None,
            output: None,
            told: String::new(),
            bypass: None,
            figures: Vec::new(),
        }
    }
}

impl Fits {
    /// Whether a case fits.
    fn fit(&self, case: &Case) -> bool {
        let call = case.event.moment.call();
        let any = |globs: &[String], name: &str| globs.iter().any(|glob| fast_glob::glob_match(glob, name));
        let tool = |call: &Call| any(&self.tools, call.tool()) || any(&self.tools, &full_name(call));
        let runs = || {
            let fits =
                |pattern: &String| case.facts.commands.iter().any(|own| matches_command(pattern, &[], own));
            self.commands.iter().any(fits)
        };
        (self.tools.is_empty() || call.is_some_and(tool))
            && (self.agents.is_empty() || any(&self.agents, case.event.role()))
            && (self.sources.is_empty()
                || source(&case.event.moment).is_some_and(|own| any(&self.sources, own)))
            && (self.commands.is_empty() || runs())
            && (self.paths.is_empty() || touches(case, &self.paths, Touch::Any))
            && (self.writes.is_empty() || touches(case, &self.writes, Touch::Change))
    }

    /// Whether anything of a call is asked about that only its analysis tells.
    pub(super) fn look_at_a_call(&self) -> bool {
        !(self.tools.is_empty()
            && self.commands.is_empty()
            && self.paths.is_empty()
            && self.writes.is_empty())
    }
}

/// The name of a tool as hosts write it.
fn full_name(call: &Call) -> String {
    match call {
        Call::Mcp { server, tool, .. } => format!("mcp__{server}__{tool}"),
        Call::Other { tool } => tool.clone(),
        Call::Shell { .. }
        | Call::Write { .. }
        | Call::Edit { .. }
        | Call::Patch { .. }
        | Call::Read { .. }
        | Call::Search { .. }
        | Call::Fetch { .. }
        | Call::Subagent { .. } => String::new(),
    }
}

fn source(moment: &Moment) -> Option<&str> {
    match moment {
        Moment::SessionStart { source } => Some(source),
        Moment::BeforeCompaction { trigger } => Some(trigger),
        Moment::Prompt { .. }
        | Moment::BeforeTool(_)
        | Moment::PermissionRequest(_)
        | Moment::AfterTool { .. }
        | Moment::AfterFailure { .. }
        | Moment::SubagentStart
        | Moment::SubagentStop { .. }
        | Moment::Stop { .. }
        | Moment::SessionEnd
        | Moment::Notification
        | Moment::Unused(_) => None,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Touch {
    Any,
    Change,
}

fn touches(case: &Case, globs: &[String], touch: Touch) -> bool {
    case.facts.effects.iter().any(|effect| {
        let place = match &effect.action {
            Action::Write(place, _) | Action::Delete(place, _) => place,
            Action::Read(place) | Action::Search(place) if touch == Touch::Any => place,
            _ => return false,
        };
        place.spots.iter().any(|spot| {
            let names = case.ground.names(spot);
            globs.iter().any(|glob| names.fit(glob))
        })
    })
}

impl OwnHook {
    /// Security before gates, feedback last: the first that denies ends it.
    fn rank(&self) -> u8 {
        match self.category {
            Category::Security => 0,
            Category::Gate | Category::Approve | Category::Rewrite => 1,
            Category::Feedback => 2,
        }
    }

    /// What it means when it fails, as a policy writes it.
    pub fn on_failure_word(&self) -> &'static str {
        match self.on_failure {
            Decision::Silent => "off",
            decision @ (Decision::Advise | Decision::Approve | Decision::Ask | Decision::Deny) => {
                decision.as_str()
            }
        }
    }

    /// What a person trusts: everything that it does, and when.
    pub fn trust_item(&self) -> TrustItem<'_> {
        let Self { on, fits, run, category, timeout_ms, on_failure, pace, cache, input, speaks, .. } = self;
        let how = format!("{timeout_ms}\0{on_failure:?}\0{pace:?}\0{cache:?}\0{input:?}\0{speaks:?}");
        let native = self.native.as_ref().map(|native| format!("\0{native:?}")).unwrap_or_default();
        let (or, again) = match (&self.fallback, self.retries) {
            (None, 0) => (String::new(), String::new()),
            (None, retries) => (String::new(), format!("\0{retries}")),
            (Some(own), retries) => (format!(" or `{own}`"), format!("\0{retries}\0{own}")),
        };
        TrustItem {
            name: (&self.id).into(),
            whose: self.origin.whose(),
            origin: &self.origin,
            what: format!("runs `{}`{or} on {}", self.line(), on.as_str()).into(),
            content: format!("hook\0{}\0{fits:?}\0{category:?}\0{how}{native}{again}\0{run}", on.as_str()),
            runs: Some(self.all_that_runs()),
        }
    }

    /// All that it may run, as one text for a shell. Each part stands in a subshell, so that none ends the others.
    fn all_that_runs(&self) -> Cow<'_, str> {
        match &self.fallback {
            Some(fallback) => format!("({}\n)\n({fallback}\n)", self.line()).into(),
            None => self.line(),
        }
    }

    /// What it runs, as one line for a shell.
    pub fn line(&self) -> Cow<'_, str> {
        match self.native.as_ref().and_then(|native| native.args.as_ref()) {
            Some(args) => shell_line(&self.run, args).into(),
            None => Cow::Borrowed(&self.run),
        }
    }
}

/// A program and its words, as one line for a shell. `${NAME}` in a word stands for a variable (claude-code.md §1).
pub fn shell_line(program: &str, args: &[String]) -> String {
    let quote = |word: &str| {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+,:@%=".contains(c);
        if !word.is_empty() && word.chars().all(is_plain) {
            return word.to_owned();
        }
        let mut quoted = String::from("\"");
        for (index, piece) in word.split("${").enumerate() {
            if index > 0 {
                quoted.push_str("${");
            }
            for character in piece.chars() {
                if matches!(character, '"' | '\\' | '`' | '$') {
                    quoted.push('\\');
                }
                quoted.push(character);
            }
        }
        quoted.push('"');
        quoted
    };
    std::iter::once(program).chain(args.iter().map(String::as_str)).map(quote).collect::<Vec<_>>().join(" ")
}
