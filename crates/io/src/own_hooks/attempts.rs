//! A hook that fails is tried again, then its fallback is asked, all within one deadline: every attempt that is still to come
//! has an equal share of the time that is left.

use std::time::{Duration, Instant};

use hookward_core::policy::OwnHook;
use hookward_runner::{Fault, Program};

use super::Heard;

/// Tries until a hook answers, or until there is nothing left to try.
pub(super) fn until_it_answers(
    hook: &OwnHook,
    own: Program<'_>,
    attempt: impl Fn(Program<'_>, Duration) -> Heard,
) -> Heard {
    let started = Instant::now();
    let all = Duration::from_millis(hook.timeout_ms);
    let mut to_come = u32::from(hook.retries) + u32::from(hook.fallback.is_some());
    let (mut tried, mut left) = (Vec::new(), all);
    loop {
        let (program, by_fallback) = match &hook.fallback {
            Some(fallback) if to_come == 0 => (Program::Shell(fallback), true),
            Some(_) | None => (own, false),
        };
        let heard = attempt(program, left / (to_come + 1));
        left = all.saturating_sub(started.elapsed());
        let is_over = to_come == 0 || left.is_zero();
        match &heard.said.fault {
            // What goes on in the background would run twice.
            Some(fault) if !is_over && !heard.said.parted => tried.push(in_words(fault)),
            Some(_) | None => return Heard { tried, by_fallback, ..heard },
        }
        to_come -= 1;
    }
}

impl Heard {
    /// How it has failed, with all its attempts, if it has.
    pub(super) fn fault(&self, hook: &OwnHook) -> Option<String> {
        let last = in_words(self.said.fault.as_ref()?);
        let times = |count: usize| match count {
            0 | 1 => String::new(),
            count => format!(" (tried {count} times)"),
        };
        Some(match (&hook.fallback, self.tried.last()) {
            (Some(fallback), Some(own)) if self.by_fallback => {
                format!("{own}{}; so did its fallback `{fallback}`: {last}", times(self.tried.len()))
            }
            (Some(_) | None, _) => format!("{last}{}", times(self.tried.len() + 1)),
        })
    }
}

fn in_words(fault: &Fault) -> String {
    match fault {
        Fault::TimedOut(limit) => format!("no answer within {} ms", limit.as_millis()),
        Fault::Unreadable(_) | Fault::Invalid(_) | Fault::Crashed(_) | Fault::Aborted => fault.to_string(),
    }
}
