//! Calls that own hooks and rules have rewritten: which event each would be. Another input of a tool is the host's own JSON, so
//! the host's own reader says what it is.

use hookward_core::policy::{HookInput, OwnHook};
use hookward_core::{Answer, Event, Instead, Rewrite};
use hookward_hosts::{Changed, Form};
use hookward_io::Told;
use serde_json::Value;

use crate::hook::around;
use crate::own_hooks::Question;
use crate::situation::Situation;

impl Situation {
    /// The event that a rewritten call would be. `None` if that is not known.
    pub(crate) fn rewritten(&self, event: &Event, rewrite: &Rewrite) -> Option<Event> {
        match &rewrite.to {
            Instead::Command(command) => Some(event.with_command(command)),
            Instead::Input(input) => {
                let known = self.with_input.borrow();
                known.iter().find(|changed| changed.input == *input).map(|changed| changed.event(event))
            }
        }
    }

    /// What the host would have sent for a call with another input; `None` if it is none.
    pub(crate) fn payload_of(&self, event: &Event) -> Option<Vec<u8>> {
        let known = self.with_input.borrow();
        known.iter().find(|changed| changed.moment == event.moment).map(|changed| changed.payload.clone())
    }

    /// Takes up the input that a hook wants a tool to be called with. What the host cannot do is a failure of the hook.
    pub(crate) fn take_input(
        &self,
        question: Question<'_>,
        hook: &OwnHook,
        told: &Told,
        answer: &mut Answer,
    ) {
        let Some(wanted) = answer.input.take().filter(|_| answer.fault.is_none()) else { return };
        match changed(question, hook, told, &wanted) {
            Ok(None) => {}
            Ok(Some(changed)) => {
                answer.input = Some(changed.input.clone());
                self.with_input.borrow_mut().push(changed);
            }
            Err(why) => answer.fault = Some(why),
        }
    }
}

fn changed(
    question: Question<'_>,
    hook: &OwnHook,
    told: &Told,
    wanted: &str,
) -> Result<Option<Changed>, String> {
    let Question { host, asked, payload, .. } = question;
    let wanted: Value = serde_json::from_str(wanted).map_err(|error| error.to_string())?;
    let neutral = told.neutral_input().unwrap_or_default();
    let form = match hook.input {
        HookInput::Host => Form::Host,
        HookInput::Neutral => Form::Neutral(&neutral),
    };
    around(|around| asked.with_other_input(host, payload, (form, &wanted), around))
}
