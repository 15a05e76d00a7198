//! Layers of files to one policy. Whatever has no effect is said.

mod gates;
mod globs;
mod hooks;
mod hosts;
mod idle;
mod journal;
mod places;
mod sessions;
mod words;

use toml::Spanned;

pub use self::hooks::name_of;
pub use self::hosts::HOSTS;

use super::custom::{CustomRule, Pattern};
use super::file::{
    Channel, MirrorTable, Mode, PolicyError, PolicyFile, Preset, RuleDecision, RuleTable, position,
};
use super::ids::{RESERVED, is_rule_id, nearest};
use super::{Glob, Layer, ModeEntry, Notice, Origin, Policy, Unattended, matches};
use crate::rules;
use crate::verdict::{Category, Decision};

/// A policy file that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Whose it is.
    pub layer: Layer,
    /// Where it is, as shown to people.
    pub path: String,
    /// What it says.
    pub text: String,
}

/// Compiles files, far layers first. The first file that cannot be used is the error.
pub fn compile(sources: &[Source]) -> Result<Policy, PolicyError> {
    let mut policy = Policy::default();
    let mut locked: Vec<String> = Vec::new();
    let mut idle = Vec::new();
    for source in sources {
        let file = PolicyFile::parse(&source.path, &source.text)?;
        let mut compiler = Compiler { source, policy: &mut policy, locked: &mut locked };
        idle.extend(file.gate.iter().flat_map(|gate| compiler.tables_without_switch(gate)));
        compiler.add(file)?;
    }
    // A file that comes later, or the role of an agent, may switch a gate on.
    for (gates, notice) in idle {
        if !gates.iter().any(|gate| policy.may_be_on(gate)) {
            policy.notices.push(notice);
        }
    }
    policy.locked = locked;
    Ok(policy)
}

/// What a line must be able to say: who objects, and to what.
const LEAST_LINE: usize = 80;

/// The gates of the preset `workflow`.
const WORKFLOW: &[&str] = &[
    "gate/untested-code",
    "gate/missing-evidence",
    "gate/failing-tests",
    "gate/protected-branch-edit",
    "gate/unfinished-stop",
];

struct Compiler<'a> {
    source: &'a Source,
    policy: &'a mut Policy,
    locked: &'a mut Vec<String>,
}

impl Compiler<'_> {
    fn add(&mut self, file: PolicyFile) -> Result<(), PolicyError> {
        for preset in &file.extends {
            match preset.get_ref() {
                Preset::Recommended => {}
                Preset::Strict => self.policy.strict = true,
                Preset::Workflow => {
                    let origin = self.origin(preset);
                    for gate in WORKFLOW {
                        let pattern = (*gate).to_owned();
                        if RESERVED.contains(gate) {
                            let text = format!("preset `workflow`: `{pattern}` comes with a later version");
                            self.notice(origin.clone(), text);
                        }
                        let mode = Mode::Enforce;
                        self.policy.modes.push(ModeEntry {
                            pattern,
                            mode,
                            role: None,
                            origin: origin.clone(),
                        });
                    }
                }
            }
        }
        if let Some(length) = &file.line_length {
            if *length.get_ref() < LEAST_LINE {
                let message = format!("a line of fewer than {LEAST_LINE} characters says too little");
                return Err(self.error(length.span().start, message));
            }
            self.policy.line_length = Some(*length.get_ref());
        }
        if let Some(hosts) = &file.hosts {
            self.check_hosts(hosts)?;
            self.policy.hosts = Some(hosts.get_ref().clone());
        }
        self.policy.fail_closed |= file.registration.is_some_and(|table| table.get_ref().fail_closed);
        for rule in file.rule {
            self.rule(rule)?;
        }
        for hook in file.hook {
            self.hook(hook)?;
        }
        if let Some(gate) = &file.gate {
            self.switch_on(gate);
        }
        for (pattern, mode) in file.rules {
            self.mode(pattern, &mode, None)?;
        }
        for (role, table) in file.roles {
            // What is written for it is committed, so that it is the same on every machine.
            if self.source.layer == Layer::Project {
                self.policy.roles.push(role.clone());
            }
            for (pattern, mode) in table.into_inner().rules {
                self.mode(pattern, &mode, Some(&role))?;
            }
        }
        for pattern in file.lock {
            self.lock(&pattern)?;
        }
        let lists = file.security;
        let awaits_trust = !self.source.layer.may_loosen();
        for (globs, list) in [
            (&lists.protected_branches, List::ProtectedBranches),
            (&lists.protected_files, List::ProtectedFiles),
            (&lists.ask_first, List::AskFirst),
            (&lists.secret_files, List::SecretFiles),
            (&lists.secret_free, List::SecretFree),
            (&lists.secret_variables, List::SecretVariables),
            (&lists.workspace_roots, List::WorkspaceRoots),
            (&lists.artefacts, List::Artefacts),
        ] {
            for glob in globs {
                self.whole(glob.span().start, "the list", [glob.get_ref().as_str()])?;
                let origin = self.origin(glob);
                let glob = Glob {
                    glob: glob.get_ref().clone(),
                    origin,
                    awaits_trust: awaits_trust && list.loosens(),
                };
                list.of(self.policy).push(glob);
            }
        }
        if let Some(unattended) = lists.ask_when_unattended {
            self.unattended(&unattended);
        }
        for mirror in &file.mirror {
            self.check_mirror(mirror)?;
        }
        self.strikes(file.strikes)?;
        self.journal(&file.journal)?;
        for message in file.message {
            self.message(message)?;
        }
        if let Some(gate) = file.gate {
            self.gate(gate)?;
        }
        if let Some(feedback) = file.feedback {
            self.feedback(feedback.into_inner())?;
        }
        self.agents(file.agents);
        Ok(())
    }

    fn mode(&mut self, pattern: String, mode: &Spanned<Mode>, role: Option<&str>) -> Result<(), PolicyError> {
        let offset = mode.span().start;
        self.check_pattern(&pattern, self.key_of(offset, &pattern))?;
        let origin = self.origin(mode);
        let mode = *mode.get_ref();
        if self.locked.iter().any(|locked| matches(locked, &pattern) || matches(&pattern, locked)) {
            self.notice(origin, format!("`{pattern}`: locked by the managed policy; ignored"));
            return Ok(());
        }
        let near = !self.source.layer.may_loosen();
        let loosens =
            pattern.starts_with("security/") && matches!(mode, Mode::Off | Mode::Shadow | Mode::Advise);
        // INVARIANT: security holds in every role; an agent chooses the roles of those that it starts.
        if loosens && (near || role.is_some()) {
            let who = if role.is_some() { "a role" } else { "a project" };
            let text = format!("`{pattern}`: {who} may tighten security, never loosen it; ignored");
            self.notice(origin, text);
            return Ok(());
        }
        let approves = pattern.starts_with("approve/");
        let rewrites = pattern.starts_with("rewrite/");
        let tightens = rewrites && matches!(mode, Mode::Ask | Mode::Deny);
        if near && (approves || rewrites) && mode != Mode::Off && !tightens {
            let may = if rewrites { "only switch it off, `ask` or `deny`" } else { "only switch it off" };
            self.notice(origin, format!("`{pattern}`: a project may {may}; ignored"));
            return Ok(());
        }
        let on_or_off = matches!(mode, Mode::Off | Mode::Enforce | Mode::Shadow);
        if (approves || rewrites) && !on_or_off && !tightens {
            let modes = if rewrites {
                "`enforce`, `ask`, `deny`, `shadow` or `off`"
            } else {
                "`enforce`, `shadow` or `off`"
            };
            return Err(self.error(offset, format!("`{pattern}` can only be {modes}")));
        }
        if RESERVED.contains(&pattern.as_str()) {
            self.notice(origin.clone(), format!("`{pattern}`: this rule comes with a later version"));
        }
        self.policy.modes.push(ModeEntry { pattern, mode, role: role.map(str::to_owned), origin });
        Ok(())
    }

    fn lock(&mut self, pattern: &Spanned<String>) -> Result<(), PolicyError> {
        self.check_pattern(pattern.get_ref(), pattern.span().start)?;
        if self.source.layer == Layer::Managed {
            self.locked.push(pattern.get_ref().clone());
        } else {
            let origin = self.origin(pattern);
            self.notice(origin, "`lock` counts only in the managed policy; ignored".to_owned());
        }
        Ok(())
    }

    /// A rule's id, a custom rule's id, or `category/*`.
    fn check_pattern(&self, pattern: &str, offset: usize) -> Result<(), PolicyError> {
        let categories = ["security/*", "gate/*", "feedback/*", "approve/*", "rewrite/*"];
        let own = || {
            let hooks = self.policy.hooks.iter().map(|hook| hook.id.as_str());
            self.policy.custom.iter().map(|rule| rule.id.as_str()).chain(hooks)
        };
        if categories.contains(&pattern) || is_rule_id(pattern) || own().any(|id| id == pattern) {
            return Ok(());
        }
        let known = rules::all().iter().map(|rule| rule.id).chain(RESERVED.iter().copied());
        let hint = match nearest(pattern, known.chain(own()).chain(categories)) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "`hookward rules` lists them all".to_owned(),
        };
        Err(self.error(offset, format!("unknown rule `{pattern}`; {hint}")))
    }

    fn unattended(&mut self, wanted: &Spanned<Unattended>) {
        if self.source.layer.may_loosen() || *wanted.get_ref() == Unattended::Deny {
            self.policy.unattended = *wanted.get_ref();
        } else {
            let origin = self.origin(wanted);
            let text = "`ask_when_unattended`: a project may tighten security, never loosen it; ignored";
            self.notice(origin, text.to_owned());
        }
    }

    fn rule(&mut self, rule: Spanned<RuleTable>) -> Result<(), PolicyError> {
        let start = rule.span().start;
        let origin = self.origin(&rule);
        let rule = rule.into_inner();
        let id = rule.id.get_ref();
        let id_start = rule.id.span().start;
        if !matches!(Category::of(id), Some(Category::Security | Category::Gate | Category::Feedback)) {
            let message = format!("the id `{id}` must start with `security/`, `gate/` or `feedback/`");
            return Err(self.error(id_start, message));
        }
        self.plain_id(&rule.id)?;
        let is_hook = || self.policy.hooks.iter().any(|hook| hook.id == *id);
        if is_rule_id(id) || self.policy.custom.iter().any(|other| other.id == *id) || is_hook() {
            return Err(self.error(id_start, format!("there is a rule `{id}` already; choose another id")));
        }
        let pattern = match (rule.on, &rule.command, &rule.path) {
            (Channel::Shell, Some(command), None) => Pattern::Command(command.clone()),
            (Channel::Shell, _, _) => {
                return Err(
                    self.error(start, format!("`{id}`: on = \"shell\" needs `command` and no `path`"))
                );
            }
            (Channel::Write | Channel::Read | Channel::Delete, None, Some(path)) => {
                Pattern::Path(path.clone())
            }
            (Channel::Write | Channel::Read | Channel::Delete, _, _) => {
                return Err(self.error(start, format!("`{id}`: this `on` needs `path` and no `command`")));
            }
        };
        if !rule.options.is_empty() && rule.command.is_none() {
            return Err(self.error(start, format!("`{id}`: `options` are those of a `command`")));
        }
        if let Some(option) = rule.options.iter().find(|option| !option.starts_with(['-', '{'])) {
            return Err(self.error(start, format!("`{id}`: the option `{option}` does not begin with `-`")));
        }
        match &pattern {
            Pattern::Command(command) => {
                self.whole(start, "`command`", command.split_whitespace())?;
                self.whole(
                    start,
                    "`options`",
                    rule.options.iter().flat_map(|option| option.split_whitespace()),
                )?;
            }
            Pattern::Path(path) => self.whole(start, "`path`", [path.as_str()])?,
        }
        if rule.examples.fires.is_empty() || rule.examples.passes.is_empty() {
            let message = format!("`{id}`: `examples` needs at least one that fires and one that passes");
            return Err(self.error(start, message));
        }
        self.policy.custom.push(CustomRule {
            id: id.clone(),
            channel: rule.on,
            pattern,
            options: rule.options,
            decision: match rule.decision {
                RuleDecision::Advise => Decision::Advise,
                RuleDecision::Ask => Decision::Ask,
                RuleDecision::Deny => Decision::Deny,
            },
            why: rule.why,
            instead: rule.instead.unwrap_or_default(),
            fires: rule.examples.fires,
            passes: rule.examples.passes,
            origin,
        });
        Ok(())
    }

    /// The texts themselves are for `sync` alone, and no part of what a hook call reads.
    fn check_mirror(&self, mirror: &Spanned<MirrorTable>) -> Result<(), PolicyError> {
        let start = mirror.span().start;
        let mirror = mirror.get_ref();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if mirror.name.is_empty() || mirror.name.starts_with('.') || !mirror.name.chars().all(is_plain) {
            let message = format!("`{}` is not a file's name without folder and extension", mirror.name);
            return Err(self.error(start, message));
        }
        mirror.rules.iter().try_for_each(|rule| self.check_pattern(rule, start))
    }

    fn origin<T>(&self, spanned: &Spanned<T>) -> Origin {
        self.origin_at(spanned.span().start)
    }

    fn origin_at(&self, offset: usize) -> Origin {
        let (line, _) = position(&self.source.text, offset);
        Origin { layer: self.source.layer, path: self.source.path.clone(), line }
    }

    fn notice(&mut self, origin: Origin, text: String) {
        self.policy.notices.push(Notice { origin, text });
    }

    /// An id is named in commands, tables and messages: it is one plain word.
    fn plain_id(&self, id: &Spanned<String>) -> Result<(), PolicyError> {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_./".contains(c);
        if id.get_ref().chars().all(is_plain) {
            return Ok(());
        }
        let message = format!("the id `{}` may hold small letters, digits, `-`, `_` and `.`", id.get_ref());
        Err(self.error(id.span().start, message))
    }

    fn error(&self, offset: usize, message: String) -> PolicyError {
        PolicyError::at(&self.source.path, &self.source.text, offset, message)
    }
}

enum List {
    ProtectedBranches,
    ProtectedFiles,
    AskFirst,
    SecretFiles,
    SecretFree,
    SecretVariables,
    WorkspaceRoots,
    Artefacts,
}

impl List {
    /// INVARIANT: what loosens, and stands within the agent's reach, waits for a person.
    fn loosens(&self) -> bool {
        match self {
            Self::SecretFree | Self::WorkspaceRoots | Self::Artefacts => true,
            Self::ProtectedBranches
            | Self::ProtectedFiles
            | Self::AskFirst
            | Self::SecretFiles
            | Self::SecretVariables => false,
        }
    }

    fn of<'p>(&self, policy: &'p mut Policy) -> &'p mut Vec<Glob> {
        match self {
            Self::ProtectedBranches => &mut policy.lists.protected_branches,
            Self::ProtectedFiles => &mut policy.lists.protected_files,
            Self::AskFirst => &mut policy.lists.ask_first,
            Self::SecretFiles => &mut policy.lists.secret_files,
            Self::SecretFree => &mut policy.lists.secret_free,
            Self::SecretVariables => &mut policy.lists.secret_variables,
            Self::WorkspaceRoots => &mut policy.lists.workspace_roots,
            Self::Artefacts => &mut policy.lists.artefacts,
        }
    }
}

fn milliseconds(text: &str) -> Option<u64> {
    let (number, unit) = text.split_at(text.find(|character: char| !character.is_ascii_digit())?);
    let factor = match unit {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        "d" => 86_400_000,
        _ => return None,
    };
    number.parse::<u64>().ok()?.checked_mul(factor)
}
