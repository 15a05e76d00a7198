//! One event, judged: what a verdict needs is gathered, the rules decide, and what they said is kept. The order of the
//! steps in [`judge`] is the order in which they must happen.

use std::cell::OnceCell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Instant, SystemTime};

use hookward_core::{Decision, Event, Moment, Named, Ran, Record, Session, Timing, Verdict, denied_unasked};
use hookward_effects::{Call as Tool, Facts};
use hookward_hosts::{Asked, Host, call_id, given, told};
use hookward_io::{Entry, Store, digest};

use crate::commands::blocked::of_session;
use crate::commands::story::Story;
use crate::errands::{self, Errand};
use crate::feedback::{AFTER_EDIT, noted};
use crate::held::tell;
use crate::hook::grant;
use crate::own_hooks::Question;
use crate::situation::Situation;
use crate::stopping::{head_to_note, stop_limit};
use crate::unseen::Beginning;

/// An event, as it came.
#[derive(Clone, Copy)]
pub(crate) struct Call<'c> {
    pub(crate) host: Host,
    pub(crate) asked: &'c Asked,
    pub(crate) event: &'c Event,
    pub(crate) payload: &'c [u8],
    pub(crate) started: Instant,
}

/// What was run and written before the rules could decide.
struct Done {
    ran: Vec<Ran>,
    wrote: Vec<String>,
}

struct Judge<'c> {
    call: Call<'c>,
    situation: Situation,
    facts: Facts,
    /// The name of the very call, once somebody has asked for it.
    name: OnceCell<String>,
    /// And what the host calls it.
    own_name: OnceCell<Option<String>>,
    /// The story that is being worked on, once somebody has asked for it.
    story: OnceCell<Option<String>>,
}

/// The verdict on a call. Whatever is found out is recorded; whatever takes longer than an answer may is left to an errand.
pub(crate) fn judge(call: Call<'_>) -> Verdict {
    let find = || Situation::find(&call.event.roots, &call.event.cwd).in_session(&call.event.session);
    let mut situation = find();
    // What a call has done to the policy does not count on its own end.
    let held = situation.newly_held(call, timing(call.started).at);
    if !held.is_empty() {
        situation = find();
    }
    let facts = situation.facts(call.event);
    let (name, own_name, story) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
    let judge = Judge { call, situation, facts, name, own_name, story };
    // What a call has done that nobody saw coming is told with everything else.
    judge.situation.find_unseen(call.event, call.payload, timing(call.started).at);
    let asked = judge.run_own_hooks();
    let done = judge.run_tools(asked);
    // The session is held from here on: other events of it wait for the record.
    let mut entry = judge.remember();
    let session = judge.session(&entry);
    let mut verdict = judge.decide(&session);
    tell(&mut verdict, held);
    let record = judge.note(&mut verdict, &session, done);
    let kept = judge.keep(&mut entry, &record);
    judge.situation.keep_up(call.host.name(), call.event, &session, record.at);
    judge.tell_of_a_blocked_story(&verdict, &entry, record.at);
    // INVARIANT: the journal never changes a verdict. That nothing is recorded is said where a person reads it.
    if let Err(error) = kept
        && (verdict.decision >= Decision::Ask || matches!(call.event.moment, Moment::SessionStart { .. }))
    {
        verdict.notify(&format!("hookward: {error}"));
    }
    // The process ends with this answer: who takes apart first what was found out only makes it later.
    std::mem::forget((judge, session));
    verdict
}

impl Judge<'_> {
    fn decide(&self, session: &Session) -> Verdict {
        let verdict = self.situation.decide_by(built_in(), self.call.event, &self.facts, session);
        let is_left = verdict.rewrite.is_some() && self.call.asked.leaves_rewrites();
        let verdict = if is_left { verdict.with_rewrite_left_to_the_host() } else { verdict };
        // What the host cannot be made to ask about is denied: that is counted, and a person can allow it.
        match self.call.asked.denies_unasked(&verdict) {
            Some(why) => {
                denied_unasked(&self.situation.case(self.call.event, &self.facts, session), verdict, why)
            }
            None => verdict,
        }
    }

    /// Rules first: what is denied anyway needs no command of the policy.
    fn run_own_hooks(&self) -> Vec<Ran> {
        if self.situation.policy.hooks.is_empty() {
            return Vec::new();
        }
        let Call { host, asked, event, payload, .. } = self.call;
        let question = Question { host, asked, event, facts: &self.facts, payload };
        let so_far = || self.situation.decide_by(built_in(), event, &self.facts, &Session::default());
        let rewritten = || so_far().rewrite.and_then(|rewrite| self.situation.rewritten(event, &rewrite));
        self.situation.ask_hooks(question, rewritten, || so_far().decision == Decision::Deny, grant)
    }

    /// The project's tools after an edit, at a stop and at a handoff. The session is not held meanwhile: other events of
    /// it go on.
    fn run_tools(&self, asked: Vec<Ran>) -> Done {
        let Call { host, event, started, .. } = self.call;
        let situation = &self.situation;
        let mut reports = situation.delivered(host.name(), event);
        let planned = situation.planned(event);
        if !planned.now.is_empty() {
            grant(AFTER_EDIT);
            reports.extend(situation.work(event, &planned.now, started + AFTER_EDIT));
        }
        if matches!(event.moment, Moment::Stop { .. }) && situation.holds_stops(event.role()) {
            grant(stop_limit(&situation.policy));
            let known = self.remember().map(|entry| entry.session.clone());
            reports.extend(situation.finished(event, &known.unwrap_or_default()));
        }
        if let Some(behind) = situation.behind(host.name(), event, planned.behind) {
            errands::later(Errand::Work(behind));
        }
        let mut life = situation.gather(host.name(), event);
        let memory = || self.remember().map(|entry| entry.session.memory.clone());
        life.validated = situation.validated(event, || memory().unwrap_or_default(), grant);
        let mut ran = asked;
        ran.extend(noted(event, &reports));
        let validated = noted(event, &life.validated);
        ran.extend(validated.into_iter().map(|ran| Ran { what: "gate/handoff".to_owned(), ..ran }));
        let wrote = life.wrote.clone();
        let _ = situation.life.set(life);
        let _ = situation.reports.set(reports);
        Done { ran, wrote }
    }

    fn remember(&self) -> Result<Entry, String> {
        let Call { host, event, .. } = self.call;
        if event.is_canary() {
            return Err("what only proves a registration has no session".to_owned());
        }
        let entry = store(&self.situation)?.session(host.name(), &event.session);
        let mut entry = entry.map_err(|error| error.to_string())?;
        if !event.moment.name().guards() {
            entry.recall();
        }
        Ok(entry)
    }

    /// What is remembered of the session, as the rules see it.
    fn session(&self, entry: &Result<Entry, String>) -> Session {
        let event = self.call.event;
        let now = timing(self.call.started).at;
        let mut session = entry.as_ref().map_or(Session::default(), |entry| entry.session.at(now));
        session.before(now, |id| self.is_known_as(id));
        if session.has_rows() {
            session.work_on(self.story());
        }
        if !session.once.is_empty() {
            session.look_up(self.name(), event.moment.name());
        }
        // Only the policy's own words name these.
        let policy = &self.situation.policy;
        if policy.has_words() {
            session.named = Named {
                story: policy.words_name("story").then(|| self.story().map(str::to_owned)).flatten(),
                id: self.name().get(..8).filter(|_| self.can_be_allowed()).map(str::to_owned),
            };
        }
        session
    }

    /// The story that is being worked on.
    fn story(&self) -> Option<&str> {
        self.story.get_or_init(|| Story::read(&self.situation).map(|story| story.id)).as_deref()
    }

    /// A fault is nothing that a person could allow.
    fn can_be_allowed(&self) -> bool {
        let event = self.call.event;
        self.situation.fault.is_none() && matches!(event.moment, Moment::BeforeTool(_)) && !event.is_canary()
    }

    /// What there is to record of a verdict; a denial gets the id by which a person can allow it.
    fn note(&self, verdict: &mut Verdict, session: &Session, done: Done) -> Record {
        let Call { host, asked, event, payload, started } = self.call;
        let situation = &self.situation;
        let now = timing(started).at;
        // What only reads begins nothing.
        let begins = verdict.decision != Decision::Approve;
        let tree = begins.then(|| situation.tree_to_note(event, session)).flatten();
        let head = tree.as_ref().and_then(|_| head_to_note(event, session));
        let is_denied = verdict.decision == Decision::Deny
            && matches!(event.moment, Moment::BeforeTool(_))
            && !event.is_canary();
        let call = (is_denied || !session.overruled.is_empty()).then(|| self.name().to_owned());
        if is_denied && self.can_be_allowed() {
            verdict.id = call.as_ref().and_then(|call| call.get(..8)).map(str::to_owned);
        }
        situation.note_policy(self.call, &self.facts, verdict);
        if verdict.decision < Decision::Deny {
            situation.note_programs(event, &self.facts, now);
            situation.note_beginning(event, &self.facts, payload, now);
            // A person who is asked may say no.
            if verdict.decision < Decision::Ask {
                situation.note_settled(event);
            }
            if begins {
                let beginning = Beginning { payload, is_allowed: verdict.overruled, at: now };
                situation.note_head(event, &self.facts, beginning);
            }
        }
        situation.note_end(asked.caller, event, payload, now);
        if let Some(told) = situation.note_proof((host, asked.caller), event, now) {
            verdict.notify(&told);
        }
        let mut record = Record {
            call,
            ran: done.ran.into_iter().map(Ran::kept).collect(),
            wrote: done.wrote,
            tree,
            head,
            told: told(asked, verdict),
            ..Record::of(host.name(), event, verdict, timing(started))
        };
        record.agreed = session.agreed_to(&record);
        if session.has_rows() {
            record.name_what_passes(&situation.case(event, &self.facts, session));
        }
        if session.has_rows() || record.strikes().next().is_some() {
            record.story = self.story().map(str::to_owned);
        }
        let counts = record.strikes().chain(record.advice()).next().is_some();
        if counts || !session.overruled.is_empty() {
            record.id = self.id();
        }
        record
    }

    /// The name of the very call: everything that it would do, and where.
    fn name(&self) -> &str {
        let Call { event, payload, .. } = self.call;
        let given = || match event.moment.call() {
            // A command is all that it does, and who reads or looks does the same by other words.
            None
            | Some(Tool::Shell { .. } | Tool::Read { .. } | Tool::Search { .. } | Tool::Fetch { .. }) => None,
            // Of these the neutral words leave something out: the cell of a notebook, numbers, the context of a patch.
            Some(
                Tool::Write { .. }
                | Tool::Edit { .. }
                | Tool::Patch { .. }
                | Tool::Mcp { .. }
                | Tool::Subagent { .. }
                | Tool::Other { .. },
            ) => given(payload),
        };
        let name = || format!("{}\0{:?}\0{}", event.cwd, event.moment.call(), given().unwrap_or_default());
        self.name.get_or_init(|| digest(name().as_bytes()))
    }

    /// What the host calls it, in short; `None` where the host has no name for it.
    fn own_name(&self) -> Option<&str> {
        let Call { event, payload, .. } = self.call;
        let own = || {
            let own = call_id(payload).filter(|_| matches!(event.moment, Moment::BeforeTool(_)))?;
            digest(own.as_bytes()).get(..8).map(str::to_owned)
        };
        self.own_name.get_or_init(own).as_deref()
    }

    /// The host's own name for it, and what it is about: some hosts use a name again. It only has to tell calls apart that
    /// are judged a moment after each other, so that a hash need not be a secure one.
    fn id(&self) -> Option<String> {
        let event = self.call.event;
        let (own, call) = (self.own_name()?, event.moment.call()?);
        let mut about = DefaultHasher::new();
        (call.tool(), call.subject(), &event.cwd).hash(&mut about);
        Some(format!("{own}{:016x}", about.finish()))
    }

    /// Whether that is its id.
    fn is_known_as(&self, id: &str) -> bool {
        self.own_name().is_some_and(|own| id.starts_with(own)) && self.id().as_deref() == Some(id)
    }

    fn keep(&self, entry: &mut Result<Entry, String>, record: &Record) -> Result<(), String> {
        if record.is_canary() {
            let appended = store(&self.situation)
                .and_then(|store| store.journal().append(record).map_err(|error| error.to_string()));
            return appended.map(errands::tidy_later).map_err(|error| format!("not recorded: {error}"));
        }
        match entry {
            Ok(entry) => entry
                .commit(record)
                .map(errands::tidy_later)
                .map_err(|error| format!("not recorded: {error}")),
            // Without its session an event is still one for the journal.
            Err(error) => match store(&self.situation).map(|store| store.append_beside(record)) {
                Ok(Ok(_)) => Err(format!("strikes are not kept: {error}")),
                Ok(Err(_)) | Err(_) => Err(format!("not recorded: {error}")),
            },
        }
    }

    /// Once, when a row of violations has just become too long.
    fn tell_of_a_blocked_story(&self, verdict: &Verdict, entry: &Result<Entry, String>, at: u64) {
        let Call { host, event, .. } = self.call;
        // A call that is judged twice has made it longer once.
        let is_counted = |entry: &Entry| entry.session.rows.iter().any(|row| row.at == at);
        if verdict.rows.iter().any(|row| row.length == verdict.limit + 1)
            && entry.as_ref().is_ok_and(is_counted)
            && let (Some(notify), Ok(entry)) = (&self.situation.policy.strikes.notify, entry)
            // A story's own file for the person is not the person's.
            && self.situation.played().is_none()
        {
            let blocked =
                of_session(&self.situation, host.name(), &event.session, &entry.session).to_string();
            let root = self.situation.workspace.root().unwrap_or(&event.cwd).to_owned();
            errands::later(Errand::Tell { run: notify.run.clone(), root, blocked });
        }
    }
}

pub(crate) fn store(situation: &Situation) -> Result<Store, String> {
    let places = situation.places.as_ref().ok_or("there is no home directory")?;
    Store::open(&places.state, &situation.workspace.roots).map_err(|error| error.to_string())
}

pub(crate) fn timing(started: Instant) -> Timing {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Timing {
        at: u64::try_from(since.as_millis()).unwrap_or(u64::MAX),
        us: u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX),
    }
}

/// The rules. A build for tests can be told to have one that fails.
fn built_in() -> &'static [hookward_core::Rule] {
    #[cfg(debug_assertions)]
    if std::env::var_os("HOOKWARD_TEST_PANIC").is_some() {
        return sabotage::RULES;
    }
    hookward_core::rules::all()
}

#[cfg(debug_assertions)]
mod sabotage {
    use hookward_core::{Category, EventName, Rule};

    pub(super) const RULES: &[Rule] = &[Rule {
        id: "security/secret-read",
        category: Category::Security,
        on: &[EventName::BeforeTool],
        against: hookward_core::Against::Manner,
        source: "",
        #[allow(clippy::panic, reason = "that is what it is for")]
        judge: |_| panic!("on purpose"),
        examples: &[],
    }];
}
