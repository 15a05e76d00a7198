//! The plain protocol's answers (seed-protocol.md): never JSON, since standard output is shown to the model as it is.

use hookward_core::EventName;

use crate::said::{Said, Stance, line};
use crate::{Asked, Reply};

pub(crate) fn encode(asked: &Asked, said: &Said) -> Reply {
    let blocks = asked.name.is_none_or(EventName::guards);
    let stdout = line(&said.objection_and_context());
    // Only a person is told this, so it must not reach the model with the rest.
    let stderr = line(&said.notice);
    let exit = if blocks && said.stance == Stance::Deny { 2 } else { 0 };
    Reply { stdout, stderr, exit }
}
