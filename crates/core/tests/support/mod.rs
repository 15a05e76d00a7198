//! A made-up place to judge calls in: the workspace is `/home/dev/app`, the home `/home/dev`.

#![allow(dead_code, reason = "each test file uses its part")]

use hookward_core::effects::{Call, Facts, Kind, Repository, Scene, World, facts};
use hookward_core::evidence::Ledger;
use hookward_core::policy::{Layer, Source, compile};
use hookward_core::toolchain::Report;
use hookward_core::{
    Agent, Answer, Attendance, Case, Event, Ground, Life, Moment, Policy, Session, Verdict, decide,
};

pub(crate) const ROOT: &str = "/home/dev/app";

pub(crate) struct Bench {
    pub(crate) policy: Policy,
    pub(crate) sources: Vec<Source>,
    pub(crate) ground: Ground,
    pub(crate) attendance: Attendance,
    pub(crate) session: Session,
    pub(crate) ledger: Ledger,
    pub(crate) world: &'static dyn World,
    pub(crate) reports: Vec<Report>,
    pub(crate) answers: Vec<Answer>,
    pub(crate) life: Life,
    pub(crate) agent: Option<Agent>,
}

/// Nothing on disk but a repository: a linked work tree, on the branch `feature/x`.
struct Linked;

impl World for Linked {
    /// Nothing is staged but what was committed.
    fn committed(&self, _: &str, revision: &str) -> Option<String> {
        matches!(revision, "" | "HEAD").then(|| "committed\n".to_owned())
    }

    fn real(&self, _: &str) -> Option<String> {
        None
    }

    fn expand(&self, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn kind(&self, _: &str) -> Kind {
        Kind::Unknown
    }

    fn text(&self, _: &str) -> Option<String> {
        None
    }

    fn repository(&self, _: &str) -> Option<Repository> {
        Some(Repository {
            branch: Some("feature/x".into()),
            remotes: vec!["origin".into()],
            main: Some("/home/dev/main".into()),
            ..Repository::default()
        })
    }

    fn is_foreign_repository(&self, _: &str, _: &[String]) -> bool {
        false
    }
}

/// Nothing on disk but a repository on `main`.
pub(crate) struct OnMain;

impl World for OnMain {
    fn committed(&self, path: &str, revision: &str) -> Option<String> {
        Linked.committed(path, revision)
    }

    fn real(&self, path: &str) -> Option<String> {
        Linked.real(path)
    }

    fn expand(&self, glob: &str) -> Vec<String> {
        Linked.expand(glob)
    }

    fn kind(&self, path: &str) -> Kind {
        Linked.kind(path)
    }

    fn text(&self, path: &str) -> Option<String> {
        Linked.text(path)
    }

    fn repository(&self, _: &str) -> Option<Repository> {
        Some(Repository { branch: Some("main".into()), ..Repository::default() })
    }

    fn is_foreign_repository(&self, _: &str, _: &[String]) -> bool {
        false
    }
}

/// Nothing on disk but `plan.md`, which is not done and lists `src/cart.ts`.
pub(crate) struct Planned;

impl World for Planned {
    fn committed(&self, path: &str, revision: &str) -> Option<String> {
        Linked.committed(path, revision)
    }

    fn real(&self, path: &str) -> Option<String> {
        Linked.real(path)
    }

    fn expand(&self, glob: &str) -> Vec<String> {
        if glob == "/home/dev/app/plan.md" { vec![glob.to_owned()] } else { Vec::new() }
    }

    fn kind(&self, path: &str) -> Kind {
        Linked.kind(path)
    }

    fn text(&self, path: &str) -> Option<String> {
        (path == "/home/dev/app/plan.md").then(|| "# Plan\n- Modify: src/cart.ts\n- [ ] carts\n".to_owned())
    }

    fn repository(&self, directory: &str) -> Option<Repository> {
        Linked.repository(directory)
    }

    fn is_foreign_repository(&self, _: &str, _: &[String]) -> bool {
        false
    }
}

/// A disk with these files below the workspace, and nothing else.
pub(crate) struct Disk(pub(crate) &'static [(&'static str, &'static str)]);

impl Disk {
    /// All of it: the files and the directories that hold them.
    fn paths(&self) -> impl Iterator<Item = String> {
        let files = self.0.iter().map(|(name, _)| format!("{ROOT}/{name}"));
        files.flat_map(|file| {
            let ends: Vec<usize> = file.match_indices('/').map(|(at, _)| at).chain([file.len()]).collect();
            let ends = ends.into_iter().filter(|end| *end > ROOT.len());
            ends.map(|end| file[..end].to_owned()).collect::<Vec<_>>()
        })
    }
}

impl World for Disk {
    /// What lies there was committed, and nothing else is staged.
    fn committed(&self, path: &str, revision: &str) -> Option<String> {
        self.text(path).filter(|_| matches!(revision, "" | "HEAD"))
    }

    fn real(&self, _: &str) -> Option<String> {
        None
    }

    fn expand(&self, glob: &str) -> Vec<String> {
        let mut found: Vec<String> = self.paths().filter(|path| fast_glob::glob_match(glob, path)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    fn kind(&self, path: &str) -> Kind {
        match self.text(path) {
            Some(_) => Kind::File,
            None if self.paths().any(|known| known == path) => Kind::Directory,
            None => Kind::Nothing,
        }
    }

    fn files_below(&self, directory: &str) -> Option<Vec<String>> {
        let files = self.0.iter().map(|(name, _)| format!("{ROOT}/{name}"));
        let below = |path: String| Some(path.strip_prefix(directory)?.strip_prefix('/')?.to_owned());
        Some(files.filter_map(below).collect())
    }

    fn text(&self, path: &str) -> Option<String> {
        let below = path.strip_prefix(ROOT)?.strip_prefix('/')?;
        self.0.iter().find(|(name, _)| *name == below).map(|(_, text)| (*text).to_owned())
    }

    fn repository(&self, _: &str) -> Option<Repository> {
        None
    }

    fn is_foreign_repository(&self, _: &str, _: &[String]) -> bool {
        false
    }
}

impl Default for Bench {
    fn default() -> Self {
        let ground = Ground {
            roots: vec![ROOT.into()],
            trees: Vec::new(),
            made: Vec::new(),
            home: Some("/home/dev".into()),
            own: vec!["/home/dev/.local/state/hookward".into()],
        };
        Self {
            policy: Policy::default(),
            sources: Vec::new(),
            ground,
            attendance: Attendance::Attended,
            session: Session::default(),
            ledger: Ledger::default(),
            world: &Linked,
            reports: Vec::new(),
            answers: Vec::new(),
            life: Life::NONE,
            agent: None,
        }
    }
}

impl Bench {
    pub(crate) fn with(layers: &[(Layer, &str)]) -> Self {
        let sources: Vec<Source> = layers
            .iter()
            .map(|(layer, text)| Source {
                layer: *layer,
                path: match layer {
                    Layer::Project => format!("{ROOT}/hookward.toml"),
                    Layer::Managed | Layer::User | Layer::Local => format!("{}.toml", layer.as_str()),
                },
                text: (*text).into(),
            })
            .collect();
        Self { policy: compile(&sources).unwrap(), sources, ..Self::default() }
    }

    pub(crate) fn facts(call: &Call) -> Facts {
        facts(call, &Scene { cwd: ROOT, home: Some("/home/dev"), roots: &[ROOT.into()], world: &Linked })
    }

    pub(crate) fn event(&self, call: Call) -> Event {
        self.event_at(Moment::BeforeTool(call))
    }

    fn event_at(&self, moment: Moment) -> Event {
        Event {
            moment,
            session: "s".into(),
            agent: self.agent.clone(),
            cwd: ROOT.into(),
            roots: Vec::new(),
            attendance: self.attendance,
        }
    }

    pub(crate) fn case<T>(&self, call: Call, look: impl FnOnce(&Case) -> T) -> T {
        self.case_at(Moment::BeforeTool(call), look)
    }

    pub(crate) fn case_at<T>(&self, moment: Moment, look: impl FnOnce(&Case) -> T) -> T {
        let call = moment.call().filter(|_| moment.name().guards());
        let facts = call.map(Self::facts).unwrap_or_default();
        self.case_of(moment, &facts, look)
    }

    /// A case in which the call was looked at with the disk of the bench.
    pub(crate) fn case_on_disk<T>(&self, call: Call, look: impl FnOnce(&Case) -> T) -> T {
        let roots = &[ROOT.into()];
        let scene = Scene { cwd: ROOT, home: Some("/home/dev"), roots, world: self.world };
        let facts = facts(&call, &scene);
        self.case_of(Moment::BeforeTool(call), &facts, look)
    }

    fn case_of<T>(&self, moment: Moment, facts: &Facts, look: impl FnOnce(&Case) -> T) -> T {
        let event = self.event_at(moment);
        look(&Case {
            event: &event,
            facts,
            policy: &self.policy,
            sources: &self.sources,
            session: &self.session,
            ground: &self.ground,
            ledger: &self.ledger,
            reports: &self.reports,
            answers: &self.answers,
            life: &self.life,
            world: self.world,
        })
    }

    pub(crate) fn judge(&self, call: Call) -> Verdict {
        self.case(call, decide)
    }

    pub(crate) fn shell(&self, command: &str) -> Verdict {
        self.judge(Call::shell(command))
    }
}
