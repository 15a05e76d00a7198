//! What takes effect only once a person has trusted it: commands, and what loosens, in a project's file; and hooks of the
//! person's own file, as far as they run something of the workspace.

use std::borrow::Cow;

use super::check_command::{CheckCommand, Occasion};
use super::{Glob, Lists, Notice, Notify, Origin, OwnHook, OwnTool, Policy};

/// Whose file something stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The project's: it waits in any case.
    Project,
    /// The person's own, or the machine's: it waits where it runs something of the workspace.
    Person,
}

/// Whether a person has trusted something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trusted {
    /// As it is now.
    Now,
    /// As it was: it has changed since.
    Before,
    /// Never.
    Never,
}

/// Something that takes effect only once a person has trusted it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrustItem<'a> {
    /// By which a person names it: the id of a hook, or its key in the policy. Several may have the same.
    pub name: Cow<'a, str>,
    /// Whose it is.
    pub whose: Whose,
    /// Where it stands.
    pub origin: &'a Origin,
    /// What it does, for the person to read.
    pub what: Cow<'a, str>,
    /// Everything that the trust is bound to, but for the scripts that it runs.
    pub content: String,
    /// The command that it runs, if it runs one.
    pub runs: Option<Cow<'a, str>>,
}

/// A list that loosens: its key, and what an entry of it does.
#[derive(Clone, Copy)]
struct Loosening {
    key: &'static str,
    deed: &'static str,
}

const ARTEFACTS: Loosening = Loosening { key: "security.artefacts", deed: "lets agents delete" };
const SECRET_FREE: Loosening = Loosening { key: "security.secret_free", deed: "lets agents read" };
const WORKSPACE_ROOTS: Loosening =
    Loosening { key: "security.workspace_roots", deed: "makes part of the workspace" };

impl Lists {
    /// The lists that loosen, each with its key.
    fn loosening(&mut self) -> [(Loosening, &mut Vec<Glob>); 3] {
        [
            (ARTEFACTS, &mut self.artefacts),
            (SECRET_FREE, &mut self.secret_free),
            (WORKSPACE_ROOTS, &mut self.workspace_roots),
        ]
    }
}

impl Policy {
    /// What a person must trust before it takes effect.
    pub fn trust_items(&self) -> Vec<TrustItem<'_>> {
        let hooks = self.hooks.iter().map(OwnHook::trust_item);
        let lists = &self.lists;
        let loosened = [
            (ARTEFACTS, &lists.artefacts),
            (SECRET_FREE, &lists.secret_free),
            (WORKSPACE_ROOTS, &lists.workspace_roots),
        ];
        let globs = loosened.into_iter().flat_map(|(list, globs)| {
            globs.iter().filter(|glob| glob.awaits_trust).map(move |glob| glob.trust_item(list))
        });
        let notify = self.strikes.notify.iter().filter(|notify| !notify.origin.layer.may_loosen());
        let tools = self.tools.iter().filter(|tool| !tool.origin.layer.may_loosen()).map(OwnTool::trust_item);
        let stop = self.stopping.iter().flat_map(|stopping| &stopping.commands);
        let stop = stop.map(|own| (own, Occasion::Stop));
        let handoff = self.sessions.iter().flat_map(|sessions| sessions.commands());
        let handoff = handoff.map(|own| (own, Occasion::Handoff));
        let checks = stop.chain(handoff).filter(|(own, _)| !own.origin.layer.may_loosen());
        let tools = tools.chain(checks.map(|(own, occasion)| own.trust_item(occasion)));
        hooks.chain(globs).chain(notify.map(Notify::trust_item)).chain(tools).collect()
    }

    /// Drops what nobody has trusted, and says so.
    pub fn keep_trusted(&mut self, mut trusted: impl FnMut(&TrustItem) -> Trusted) {
        let mut refused = Vec::new();
        let (mut notices, mut lapsed) = (Vec::new(), Vec::new());
        for item in self.trust_items() {
            let since = match trusted(&item) {
                Trusted::Now => continue,
                Trusted::Before => ", since it has changed, or what it runs has",
                Trusted::Never => "",
            };
            refused.push((item.origin.clone(), item.content.clone()));
            let text = format!("{} — skipped until a person runs `hookward trust`{since}", item.what);
            let notice = Notice { origin: item.origin.clone(), text };
            lapsed.extend((!since.is_empty()).then(|| notice.clone()));
            notices.push(notice);
        }
        let is_refused = |item: &TrustItem| {
            refused.iter().any(|(origin, content)| origin == item.origin && *content == item.content)
        };
        let is_untrusted = |hook: &OwnHook| is_refused(&hook.trust_item());
        self.untrusted = self.hooks.iter().filter(|hook| is_untrusted(hook)).cloned().collect();
        self.hooks.retain(|hook| !is_untrusted(hook));
        self.tools.retain(|tool| tool.origin.layer.may_loosen() || !is_refused(&tool.trust_item()));
        let keep = |commands: &mut Vec<CheckCommand>, occasion| {
            commands.retain(|own| own.origin.layer.may_loosen() || !is_refused(&own.trust_item(occasion)));
        };
        if let Some(stopping) = &mut self.stopping {
            keep(&mut stopping.commands, Occasion::Stop);
        }
        if let Some(handoff) = self.sessions.as_mut().and_then(|sessions| sessions.handoff.as_mut()) {
            keep(&mut handoff.commands, Occasion::Handoff);
        }
        let is_kept = |notify: &Notify| notify.origin.layer.may_loosen() || !is_refused(&notify.trust_item());
        self.strikes.notify = self.strikes.notify.take().filter(is_kept);
        for (list, globs) in self.lists.loosening() {
            globs.retain(|glob| !(glob.awaits_trust && is_refused(&glob.trust_item(list))));
        }
        self.notices.extend(notices);
        self.lapsed = lapsed;
    }
}

impl Origin {
    /// Whose file it is.
    pub(super) fn whose(&self) -> Whose {
        if self.layer.may_loosen() { Whose::Person } else { Whose::Project }
    }
}

impl OwnTool {
    fn trust_item(&self) -> TrustItem<'_> {
        let Self { service, files, run, origin } = self;
        TrustItem {
            name: format!("feedback.{}", service.as_str()).into(),
            whose: origin.whose(),
            origin,
            what: format!("runs `{run}` after an edit of `{files}` ({})", service.as_str()).into(),
            content: format!("feedback\0{}\0{files}\0{run}", service.as_str()),
            runs: Some(run.into()),
        }
    }
}

impl Notify {
    fn trust_item(&self) -> TrustItem<'_> {
        TrustItem {
            name: "strikes.notify".into(),
            whose: self.origin.whose(),
            origin: &self.origin,
            what: format!("runs `{}` when something becomes blocked", self.run).into(),
            content: format!("notify\0{}", self.run),
            runs: Some((&self.run).into()),
        }
    }
}

impl Glob {
    fn trust_item(&self, list: Loosening) -> TrustItem<'_> {
        let Loosening { key, deed } = list;
        TrustItem {
            name: key.into(),
            whose: self.origin.whose(),
            origin: &self.origin,
            what: format!("{deed} `{}`", self.glob).into(),
            content: format!("{deed}\0{}", self.glob),
            runs: None,
        }
    }
}
