//! `[[hook]]`: what is said of an own command, and whether it can hold.

use toml::Spanned;

use super::{Compiler, milliseconds};
use crate::event::EventName;
use crate::policy::file::{Mode, PolicyError};
use crate::policy::hook_tables::{HookInput, HookMatch, HookTable, Speech};
use crate::policy::ids::{is_rule_id, nearest};
use crate::policy::native_hook::{Native, NativeTable};
use crate::policy::own_hook::{Fits, Keeping, OwnHook, Pace};
use crate::verdict::{Category, Decision};

/// How long a hook may take that does not say it.
const TIMEOUT_MS: u64 = 5_000;

/// More attempts than this would be a loop.
const MAX_RETRIES: u8 = 10;

impl Compiler<'_> {
    pub(super) fn hook(&mut self, hook: Spanned<HookTable>) -> Result<(), PolicyError> {
        let start = hook.span().start;
        let origin = self.origin(&hook);
        let hook = hook.into_inner();
        let category = self.category(&hook, start)?;
        if hook.run.trim().is_empty() {
            return Err(self.error(start, "the hook runs nothing; `run` says which command".to_owned()));
        }
        let id = match &hook.id {
            Some(id) => self.own_id(id, hook.on)?,
            None => self.made_id(category, &hook, start)?,
        };
        let timeout_ms = hook.timeout.as_ref().map_or(Ok(TIMEOUT_MS), |text| self.time("timeout", text))?;
        let on_failure = self.on_failure(&hook, category)?;
        let pace = match (hook.background, category) {
            (false, _) => Pace::Waited,
            (true, Category::Feedback) => Pace::Behind,
            (true, _) => {
                let message = format!("`{id}`: only feedback can be async; what decides is waited for");
                return Err(self.error(start, message));
            }
        };
        let cache = hook.cache.as_ref().map(|cache| self.keeping(cache)).transpose()?;
        let native = self.native(&hook)?;
        let retries = self.retries(&hook)?;
        let fallback = self.fallback(&hook)?;
        let fits = hook.matches.map_or_else(|| Ok(Fits::default()), |table| self.fits(table, hook.on))?;
        let (on, run, input, speaks) = (hook.on, hook.run, hook.input, hook.speaks);
        self.policy.hooks.push(OwnHook {
            id,
            on,
            fits,
            run,
            category,
            timeout_ms,
            retries,
            fallback,
            on_failure,
            pace,
            cache,
            input,
            speaks,
            native,
            origin,
        });
        Ok(())
    }

    /// A hook that was a host's own hears that host's event, in its words.
    fn native(&self, hook: &HookTable) -> Result<Option<Native>, PolicyError> {
        let Some(table) = &hook.host else { return Ok(None) };
        let NativeTable { name: host, event, .. } = table.get_ref();
        let (at, event) = (event.span().start, event.get_ref());
        let Some(neutral) = host.neutral(event) else {
            let names = host.events().map(|(name, _)| name);
            let hint = match nearest(event, names.clone()) {
                Some(meant) => format!("; did you mean `{meant}`?"),
                None => format!("; there are {}", names.collect::<Vec<_>>().join(", ")),
            };
            let message = format!("Hookward is not asked on `{event}` of {}{hint}", host.as_str());
            return Err(self.error(at, message));
        };
        if neutral != hook.on {
            let message = format!("`{event}` of {} is `on = \"{}\"`", host.as_str(), neutral.as_str());
            return Err(self.error(at, message));
        }
        if hook.input != HookInput::Host || hook.speaks != Speech::Auto {
            let message =
                "a hook with `host` reads and speaks as it does there; leave out `input` and `speaks`";
            return Err(self.error(table.span().start, message.to_owned()));
        }
        let matcher = table.get_ref().matcher.as_ref();
        if let Some(matcher) = matcher.filter(|matcher| !host.reads(matcher.get_ref())) {
            let message = format!("`{}` is no regular expression that can be read", matcher.get_ref());
            return Err(self.error(matcher.span().start, message));
        }
        Ok(Some(table.get_ref().clone().into()))
    }

    fn category(&self, hook: &HookTable, start: usize) -> Result<Category, PolicyError> {
        let of_id = match &hook.id {
            None => None,
            Some(id) => {
                let of_id = Category::of(id.get_ref()).filter(|_| !id.get_ref().ends_with('/'));
                let message = || {
                    format!("the id `{}` must start with `security/`, `gate/` or `feedback/`", id.get_ref())
                };
                Some(of_id.ok_or_else(|| self.error(id.span().start, message()))?)
            }
        };
        if let (Some(said), Some(id), Some(of_id)) = (hook.category, &hook.id, of_id)
            && said != of_id
        {
            let message =
                format!("the id `{}` and the category do not agree; one of them is enough", id.get_ref());
            return Err(self.error(id.span().start, message));
        }
        let category = of_id.or(hook.category).unwrap_or(Category::Gate);
        if matches!(category, Category::Approve | Category::Rewrite) {
            let message = "a hook is security, gate or feedback; each of them may also approve or rewrite by its answer";
            return Err(self.error(start, message.to_owned()));
        }
        Ok(category)
    }

    /// An id that the policy gives.
    fn own_id(&self, id: &Spanned<String>, on: EventName) -> Result<String, PolicyError> {
        let (name, start) = (id.get_ref(), id.span().start);
        self.plain_id(id)?;
        if self.is_taken(name, None) {
            return Err(self.error(start, format!("there is a rule `{name}` already; choose another id")));
        }
        if self.is_taken(name, Some(on)) {
            let message = format!("there is a hook `{name}` on {} already; choose another id", on.as_str());
            return Err(self.error(start, message));
        }
        Ok(name.clone())
    }

    /// An id that is made of the command: the name of its script, with a number where that is taken.
    fn made_id(&self, category: Category, hook: &HookTable, start: usize) -> Result<String, PolicyError> {
        let word = match category {
            Category::Security => "security",
            Category::Feedback => "feedback",
            Category::Gate | Category::Approve | Category::Rewrite => "gate",
        };
        let id = format!("{word}/{}", name_of(&hook.run));
        if self.is_taken(&id, None) {
            let message =
                format!("`{id}`, made of the command, is the name of a rule; give the hook an `id`");
            return Err(self.error(start, message));
        }
        let numbered = (2..).map(|number: usize| format!("{id}-{number}"));
        let free = std::iter::once(id.clone()).chain(numbered).find(|id| !self.is_taken(id, Some(hook.on)));
        Ok(free.unwrap_or(id))
    }

    /// Whether a rule has this id or, on an event, a hook.
    fn is_taken(&self, id: &str, on: Option<EventName>) -> bool {
        match on {
            None => is_rule_id(id) || self.policy.custom.iter().any(|rule| rule.id == id),
            Some(on) => self.policy.hooks.iter().any(|hook| hook.id == id && hook.on == on),
        }
    }

    fn on_failure(&self, hook: &HookTable, category: Category) -> Result<Decision, PolicyError> {
        let usual = match category {
            Category::Security | Category::Gate => Decision::Deny,
            Category::Feedback | Category::Approve | Category::Rewrite => Decision::Advise,
        };
        let Some(said) = &hook.on_failure else { return Ok(usual) };
        let decision = match said.get_ref() {
            Mode::Enforce => usual,
            Mode::Deny => Decision::Deny,
            Mode::Ask => Decision::Ask,
            Mode::Advise => Decision::Advise,
            Mode::Off | Mode::Shadow => Decision::Silent,
        };
        let wrong = match category {
            // INVARIANT: security fails closed, and feedback never blocks.
            Category::Security if decision < Decision::Ask => "security fails closed: `deny` or `ask`",
            Category::Feedback if decision > Decision::Advise => "feedback never blocks: `advise` or `off`",
            Category::Security
            | Category::Gate
            | Category::Feedback
            | Category::Approve
            | Category::Rewrite => return Ok(decision),
        };
        Err(self.error(said.span().start, wrong.to_owned()))
    }

    fn retries(&self, hook: &HookTable) -> Result<u8, PolicyError> {
        let Some(said) = &hook.retries else { return Ok(0) };
        let times = u8::try_from(*said.get_ref()).ok().filter(|times| *times <= MAX_RETRIES);
        let message = || format!("`retries` is a number from 0 to {MAX_RETRIES}, not {}", said.get_ref());
        times.ok_or_else(|| self.error(said.span().start, message()))
    }

    fn fallback(&self, hook: &HookTable) -> Result<Option<String>, PolicyError> {
        let Some(said) = &hook.fallback else { return Ok(None) };
        if said.get_ref().trim().is_empty() {
            return Err(self.error(said.span().start, "`fallback` is an empty command".to_owned()));
        }
        Ok(Some(said.get_ref().clone()))
    }

    fn keeping(&self, cache: &Spanned<String>) -> Result<Keeping, PolicyError> {
        let text = cache.get_ref().as_str();
        let message = || format!("cache `{text}` is neither `input`, `tree` nor a duration such as `10m`");
        match text {
            "input" => Ok(Keeping::Input),
            "tree" => Ok(Keeping::Tree),
            text => match milliseconds(text) {
                Some(ms) => Ok(Keeping::For(ms)),
                None => Err(self.error(cache.span().start, message())),
            },
        }
    }

    fn time(&self, key: &str, text: &Spanned<String>) -> Result<u64, PolicyError> {
        milliseconds(text.get_ref()).filter(|ms| *ms > 0).ok_or_else(|| {
            let message =
                format!("{key} `{}` is not a duration; write `300ms`, `5s` or `2m`", text.get_ref());
            self.error(text.span().start, message)
        })
    }

    fn fits(&self, table: Spanned<HookMatch>, on: EventName) -> Result<Fits, PolicyError> {
        let start = table.span().start;
        let HookMatch { tool, command, path, writes, agent, source } = table.into_inner();
        let fits = Fits {
            tools: tool.0,
            commands: command.0,
            paths: path.0,
            writes: writes.0,
            agents: agent.0,
            sources: source.0,
        };
        let words: Vec<String> =
            fits.commands.iter().flat_map(|own| own.split_whitespace()).map(str::to_owned).collect();
        for (key, globs) in [
            ("`tool`", &fits.tools),
            ("`command`", &words),
            ("`path`", &fits.paths),
            ("`writes`", &fits.writes),
            ("`agent`", &fits.agents),
            ("`source`", &fits.sources),
        ] {
            self.whole(start, key, globs.iter().map(String::as_str))?;
        }
        if let Some((name, meant)) = fits.tools.iter().find_map(|name| Some((name, neutral_name(name)?))) {
            let message = format!("no tool is called `{name}` here, on any host; did you mean `{meant}`?");
            return Err(self.error(start, message));
        }
        if fits.look_at_a_call() && !has_call(on) {
            let message =
                format!("{} is about no tool: `match` can name `agent` or `source` there", on.as_str());
            return Err(self.error(start, message));
        }
        if !fits.sources.is_empty() && !matches!(on, EventName::SessionStart | EventName::BeforeCompaction) {
            let message =
                format!("{} has no source; session-start and before-compaction have one", on.as_str());
            return Err(self.error(start, message));
        }
        Ok(fits)
    }
}

/// Tools by the names that are the same for all hosts.
const TOOLS: &[&str] =
    &["shell", "write", "edit", "patch", "read", "search", "fetch", "mcp", "subagent", "other"];

/// What hosts call some of them.
const OF_HOSTS: &[(&str, &str)] = &[
    ("bash", "shell"),
    ("run_shell_command", "shell"),
    ("terminal", "shell"),
    ("execute_bash", "shell"),
    ("multiedit", "edit"),
    ("notebookedit", "edit"),
    ("apply_patch", "patch"),
    ("grep", "search"),
    ("glob", "search"),
    ("webfetch", "fetch"),
    ("task", "subagent"),
    ("agent", "subagent"),
];

/// The name that is meant by one which would never fit: a host's own, or a misspelt one.
fn neutral_name(name: &str) -> Option<&'static str> {
    if TOOLS.contains(&name) || name.contains(['*', '?', '[', '{']) || name.starts_with("mcp__") {
        return None;
    }
    let lower = name.to_lowercase();
    let of_host = OF_HOSTS.iter().find(|(theirs, _)| *theirs == lower).map(|(_, neutral)| *neutral);
    of_host.or_else(|| nearest(&lower, TOOLS.iter().copied()))
}

fn has_call(event: EventName) -> bool {
    match event {
        EventName::BeforeTool
        | EventName::PermissionRequest
        | EventName::AfterTool
        | EventName::AfterFailure => true,
        EventName::SessionStart
        | EventName::Prompt
        | EventName::SubagentStart
        | EventName::SubagentStop
        | EventName::Stop
        | EventName::BeforeCompaction
        | EventName::SessionEnd
        | EventName::Notification
        | EventName::Unused => false,
    }
}

/// Programs that run a script which says more than their own names.
const INTERPRETERS: &[&str] = &[
    "sh", "bash", "zsh", "dash", "env", "python", "python3", "node", "deno", "bun", "ruby", "perl", "php",
    "npx", "exec",
];

/// What a command is called: its script or program, without directory and extension.
pub fn name_of(command: &str) -> String {
    let words = command.split_whitespace().map(|word| word.trim_matches(['"', '\'']));
    let base = |word: &str| word.rsplit('/').next().unwrap_or_default().to_owned();
    let says_more = |word: &&str| {
        !word.starts_with('-') && !word.contains('=') && !INTERPRETERS.contains(&base(word).as_str())
    };
    let first = words.clone().find(says_more).map(base).unwrap_or_default();
    let stem = first.rsplit_once('.').map_or(first.as_str(), |(stem, _)| stem);
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let name: String = stem.chars().map(plain).collect();
    let name = name.trim_matches('-').to_owned();
    if name.is_empty() { "own-hook".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::{name_of, neutral_name};

    #[test]
    fn a_name_that_would_never_fit_is_no_tool() {
        for (name, meant) in [("Bash", Some("shell")), ("shel", Some("shell")), ("Write", Some("write"))] {
            assert_eq!(neutral_name(name), meant, "{name}");
        }
        for name in ["shell", "mcp__github__search", "mcp__*", "*", "ExitPlanMode", "TodoWrite"] {
            assert_eq!(neutral_name(name), None, "{name}");
        }
    }

    #[test]
    fn a_hook_is_called_after_its_script() {
        for (command, name) in [
            ("./scripts/check-licence.sh --all", "check-licence"),
            ("python3 -u tools/Guard_Rail.py", "guard-rail"),
            ("LEVEL=high bash ./hooks/x.y.sh", "x-y"),
            ("make lint", "make"),
            ("'./a.sh'", "a"),
            ("bash", "own-hook"),
        ] {
            assert_eq!(name_of(command), name, "{command}");
        }
    }
}
