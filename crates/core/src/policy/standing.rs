//! What a policy makes of rules and of what they find.

use super::{CheckCommand, Mode, ModeEntry, Origin, OwnTool, PROTECTED_BRANCHES, Policy, UNKNOWN_PROGRAM};
use crate::toolchain::Service;
use crate::verdict::{Category, Decision, Finding};

/// Characters that rules may inform the model of on one event, unless the policy says otherwise: about a thousand tokens.
const TOLD: usize = 4_000;

/// Rules that hold only where a policy names them: not everybody wants what they do.
const OFF_BY_DEFAULT: &[&str] = &[
    UNKNOWN_PROGRAM,
    "rewrite/project-tmp",
    "gate/untested-code",
    "gate/missing-evidence",
    "gate/unverified-work",
    "gate/protected-branch-edit",
    "gate/failing-tests",
    "gate/missing-plan",
    "gate/plan-quality",
    "gate/foreign-plan-file",
    "gate/undocumented-code",
    "gate/architecture",
    "gate/missing-import",
    "gate/mocked-internals",
    "gate/unfinished-stop",
    "gate/handoff",
    "feedback/session-summary",
    "feedback/forward-motion",
];

/// What the policy makes of a finding. Ordered by strictness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// It is dropped.
    Off,
    /// A person has switched the rule off for a while: it does not count, and what would have had this decision is recorded.
    Skipped(Decision),
    /// It is recorded and does not count.
    Shadowed,
    /// It counts, with this decision.
    Enforced(Decision),
}

impl Policy {
    /// What the files make of a finding of a built-in or custom rule for an agent in this role, and the line that last
    /// changed it.
    pub fn standing(&self, finding: &Finding, role: &str) -> (Standing, Option<&Origin>) {
        let security = Category::of(&finding.rule) == Some(Category::Security);
        let base = match finding.decision {
            // What `strict` asks about that nobody else does stays a question.
            Decision::Ask if self.strict && security && finding.rule != UNKNOWN_PROGRAM => Decision::Deny,
            decision => decision,
        };
        let is_off = OFF_BY_DEFAULT.contains(&&*finding.rule) && !(self.strict && security);
        let mut standing = if is_off { Standing::Off } else { Standing::Enforced(base) };
        let mut origin = None;
        let holds = |entry: &&ModeEntry| {
            entry.role.as_ref().is_none_or(|own| own == role) && entry.switches(&finding.rule)
        };
        for entry in self.modes.iter().filter(holds) {
            let wanted = match entry.mode {
                Mode::Off => Standing::Off,
                Mode::Shadow => Standing::Shadowed,
                Mode::Enforce => Standing::Enforced(base),
                Mode::Deny => Standing::Enforced(Decision::Deny),
                Mode::Ask => Standing::Enforced(Decision::Ask),
                Mode::Advise => Standing::Enforced(Decision::Advise),
            };
            // INVARIANT: from within the agent's reach security, and what a person's own file says, only gets stricter.
            let far = finding.origin.as_ref().is_some_and(|origin| origin.layer.may_loosen());
            // What it says of a rewrite beyond on and off is an objection, too.
            let objects = finding.rewrites() && standing > Standing::Enforced(Decision::Approve);
            if (security || far || objects) && !entry.origin.layer.may_loosen() && wanted <= standing {
                continue;
            }
            standing = wanted;
            origin = Some(&entry.origin);
        }
        // A mode says how hard a rule objects; it never turns an approval into something else than on or off. A rewrite
        // may be asked about, or only be suggested with a denial.
        if finding.decision == Decision::Approve
            && !finding.rewrites()
            && let Standing::Enforced(_) = standing
        {
            standing = Standing::Enforced(Decision::Approve);
        }
        if let Standing::Enforced(decision) = standing
            && let Some(skipped) = self.skipped(&finding.rule)
        {
            return (Standing::Skipped(decision), Some(&skipped.origin));
        }
        (standing, origin)
    }

    /// Whether a built-in rule has a say for an agent in this role, if only in the journal.
    pub fn is_on(&self, id: &str, role: &str) -> bool {
        self.skipped(id).is_none() && self.is_set(id, role)
    }

    /// The same, by what the files say: what a rule objects to that a person skips is recorded.
    pub fn is_set(&self, id: &str, role: &str) -> bool {
        let holds = |entry: &&ModeEntry| {
            entry.role.as_ref().is_none_or(|own| own == role) && matches(&entry.pattern, id)
        };
        let last = self.modes.iter().rev().find(holds);
        let by_default = || !OFF_BY_DEFAULT.contains(&id) && Category::of(id) != Some(Category::Gate);
        last.map_or_else(by_default, |entry| entry.mode != Mode::Off)
    }

    /// Whether a rule holds for agents of one role as it does for those of another.
    pub(crate) fn holds_alike(&self, id: &str, one: &str, other: &str) -> bool {
        let of = |role: &str| {
            let holds = move |entry: &&ModeEntry| entry.role.as_ref().is_none_or(|own| own == role);
            self.modes.iter().filter(|entry| matches(&entry.pattern, id)).filter(holds).collect::<Vec<_>>()
        };
        one == other || of(one) == of(other)
    }

    /// Whether a gate has a say for anybody.
    pub fn may_be_on(&self, gate: &str) -> bool {
        self.modes.iter().any(|entry| matches(&entry.pattern, gate) && entry.mode != Mode::Off)
    }

    /// Whether a gate says something to an agent in this role: one that is only recorded does not.
    pub(crate) fn speaks(&self, gate: &str, role: &str) -> bool {
        let holds = |entry: &&ModeEntry| {
            entry.role.as_ref().is_none_or(|own| own == role) && matches(&entry.pattern, gate)
        };
        let last = self.modes.iter().rev().find(holds);
        let speaks = last.is_some_and(|entry| !matches!(entry.mode, Mode::Off | Mode::Shadow));
        speaks && self.skipped(gate).is_none()
    }

    /// Whether programs that nobody knows are asked about.
    pub(crate) fn asks_about_unknown_programs(&self, role: &str) -> bool {
        let is_named = |entry: &ModeEntry| {
            entry.role.as_ref().is_none_or(|own| own == role)
                && entry.switches(UNKNOWN_PROGRAM)
                && entry.mode != Mode::Off
        };
        self.strict || self.modes.iter().any(is_named)
    }

    /// The most characters that rules may inform the model of on one event.
    pub fn told_budget(&self) -> usize {
        self.told_budget.unwrap_or(TOLD)
    }

    /// The policy's own command that does a service for a file, by its path below the workspace's root.
    pub fn own_tool(&self, service: Service, below: &str) -> Option<&OwnTool> {
        let name = below.rsplit('/').next().unwrap_or(below);
        let fits = |tool: &&OwnTool| {
            let path = if tool.files.contains('/') { below } else { name };
            tool.service == service && fast_glob::glob_match(&tool.files, path)
        };
        self.tools.iter().rev().find(fits)
    }

    /// The policy's own command that checks something before a stop.
    pub fn stop_command(&self, service: Service) -> Option<&CheckCommand> {
        let commands = self.stopping.iter().flat_map(|stopping| &stopping.commands);
        commands.rev().find(|command| command.service == service)
    }

    /// Commands each of which runs all tests, by the policy's own word.
    pub fn test_commands(&self) -> Vec<&str> {
        let stop = self.stop_command(Service::Tests).map(|command| command.run.as_str());
        self.tests.iter().map(String::as_str).chain(stop).collect()
    }

    /// Whether no gate holds in a workspace. All below a directory is that directory as well: `~/notes/**`.
    pub fn is_exempt(&self, root: &str, home: Option<&str>) -> bool {
        let mut globs = self.exempt.iter().map(|glob| glob.trim_end_matches('/'));
        let fits = |glob: &str| {
            fast_glob::glob_match(glob, root)
                || glob.strip_suffix("/**").is_some_and(|directory| fast_glob::glob_match(directory, root))
        };
        globs.any(|glob| match (glob.strip_prefix("~/"), home) {
            (Some(below), Some(home)) => fits(&format!("{home}/{below}")),
            (Some(_), None) => false,
            (None, _) => fits(glob),
        })
    }

    /// Whether the managed file lets nobody change a rule.
    pub fn is_locked(&self, rule: &str) -> bool {
        self.locked.iter().any(|pattern| matches(pattern, rule))
    }

    /// Whether a branch may not be pushed to by force.
    pub fn is_protected_branch(&self, name: &str) -> bool {
        let own = self.lists.protected_branches.iter().map(|glob| glob.glob.as_str());
        PROTECTED_BRANCHES.iter().copied().chain(own).any(|glob| fast_glob::glob_match(glob, name))
    }
}

/// Whether an entry's pattern covers a rule: its id, or `category/*`.
pub fn matches(pattern: &str, rule: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(category) => rule.starts_with(category),
        None => pattern == rule,
    }
}
