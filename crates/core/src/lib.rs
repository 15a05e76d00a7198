//! The decision. Pure: the same policy, event, facts and session give the same verdict.

mod among;
mod answer;
mod bypass;
mod changed;
mod contract;
mod decide;
mod digest;
mod event;
pub mod evidence;
mod fault;
mod git_words;
mod ground;
mod lessons;
pub mod life;
mod loads;
mod memory;
mod message;
mod moved;
mod other_ways;
mod output;
mod passing;
pub mod policy;
mod record;
mod redact;
mod resulting;
mod rewrite;
mod rule;
pub mod rules;
mod secrets;
mod session;
mod syntax;
mod target;
mod text;
mod tokens;
pub mod toolchain;
mod verdict;
mod work_trees;

pub use answer::{Answer, Spoken};
pub use bypass::{Bypass, SKIP, is_marker, markers_below};
pub use decide::{decide, decide_with, denied_unasked};
pub use event::{Agent, Attendance, Author, CANARY, Event, EventName, Moment};
pub use fault::Fault;
pub use ground::Ground;
pub use hookward_effects as effects;
pub use life::{Life, Saved, Work};
pub use loads::{Loads, loads};
pub use memory::{Busy, Changed, Memory, Remark};
pub use message::{context, headline, masked, reason, rewritten, run_instead, runs_as, shown};
pub use output::Output;
pub use policy::Policy;
pub use record::{Noted, Ran, Record, Timing};
pub use redact::redact;
pub use resulting::possible_results;
pub use rewrite::{Edit, Instead, Rewrite};
pub use rule::{Against, Case, Example, Rule, Sample};
pub use secrets::SecretFiles;
pub use session::{
    ALLOWED, Advised, Asked, Counted, Denied, Held, Holds, MAX_HOLDS, Named, Once, PAUSED, RESOLVED,
    Resolution, Row, SKIPPED, Session, Strikes, VERIFIED,
};
pub use syntax::reading;
pub use target::{Target, TargetDeed};
pub use text::{clip, line};
pub use verdict::{Category, Decision, Finding, Verdict};
pub use work_trees::{AddedTree, Head, Start, added_work_trees};
