//! The answer of hosts that read no JSON: 2 is a no, with the reason on standard error.

use crate::said::{Said, Stance, line};
use crate::table::Becomes;
use crate::{Asked, Reply};

pub(crate) fn encode(asked: &Asked, said: &Said) -> Reply {
    if said.row.is_none() {
        return said.without_row(asked).unwrap_or_default();
    }
    let mut text = String::new();
    match said.stance {
        Stance::Deny => match said.objection() {
            // What does not hold anything back is at least shown.
            Becomes::Denied | Becomes::Held | Becomes::Told => return Reply::exit(2, &said.reason),
            Becomes::Read | Becomes::FedBack => text.clone_from(&said.reason),
            Becomes::Dropped
            | Becomes::Asked
            | Becomes::Approved
            | Becomes::Rewritten
            | Becomes::RewrittenAndAsked
            | Becomes::OutputRewritten
            | Becomes::McpOutputRewritten => {}
        },
        // amp.md, A: unlike everywhere else, 1 asks.
        Stance::Ask => return Reply::exit(1, &said.reason),
        Stance::Quiet | Stance::Allow => {}
    }
    if said.context_becomes() == Becomes::Read {
        text = crate::said::joined(&text, &said.context);
    }
    Reply { stdout: line(&text), ..Reply::default() }
}
