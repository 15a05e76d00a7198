//! Codex CLI (codex.md). One key that it does not know makes it drop the whole answer and go on.

use hookward_core::EventName;

use crate::nested::{self, Besides, Hold, Manner, Silence};
use crate::output::in_place_of_result;
use crate::said::{Object, Said, Stance};
use crate::table::{Fate, Inputs, Outputs, Rewrites, Row, Why, row};
use crate::{Asked, Reply, json};

/// codex.md §5.
pub(crate) const ROWS: &[Row] = &[
    // `allow` alone makes the answer invalid, and so does `ask`; a rewrite needs an `allow`, and what runs by it still runs in
    // the sandbox and through the approvals of Codex (seen with 0.166).
    row("PreToolUse", EventName::BeforeTool)
        .deny(Fate::DENIED)
        .approve(Fate::dropped(Why::ApprovesElsewhere))
        .rewrites(Rewrites::Approved)
        // codex.md §5: all of them are given.
        .inputs(Inputs::Merged)
        .leaving_rewrites()
        .context(Fate::READ),
    row("PermissionRequest", EventName::PermissionRequest)
        .deny(Fate::DENIED)
        .ask(Fate::ASKED)
        .approve(Fate::APPROVED),
    // The reason takes the place of the result (seen with 0.166).
    row("PostToolUse", EventName::AfterTool)
        .deny(Fate::FED_BACK)
        .outputs(Outputs::Replaced)
        .context(Fate::READ),
    row("UserPromptSubmit", EventName::Prompt).deny(Fate::DENIED).context(Fate::READ),
    row("SessionStart", EventName::SessionStart).deny(Fate::told(Why::OnlyWatched)).context(Fate::READ),
    row("SubagentStart", EventName::SubagentStart).deny(Fate::told(Why::OnlyWatched)).context(Fate::READ),
    row("SubagentStop", EventName::SubagentStop).deny(Fate::HELD).context(Fate::told(Why::ContextHolds)),
    row("Stop", EventName::Stop).deny(Fate::HELD).context(Fate::told(Why::ContextHolds)),
    // `continue: false` would end the turn, which nobody asked for.
    row("PreCompact", EventName::BeforeCompaction).deny(Fate::told(Why::OnlyWatched)),
    row("SessionEnd", EventName::SessionEnd).deny(Fate::dropped(Why::OnlyWatched)),
];

pub(crate) fn encode(asked: &Asked, said: &Said) -> Reply {
    let manner = Manner { silence: Silence::Nothing, besides: Besides::Nothing, hold: Hold::Top };
    if asked.name == Some(EventName::SessionEnd) {
        // Its output is ignored, and there is no schema for it.
        return Reply::default();
    }
    if let Some(output) = said.output.as_deref().filter(|_| said.stance != Stance::Deny) {
        // An objection that takes the result's place has to be a reason.
        let output = json::string(output).unwrap_or_else(|_| output.to_owned());
        let reason = in_place_of_result(&said.context, &output);
        let answer = Object::new().text("decision", "block").json_text("reason", Some(&reason));
        return answer.text("systemMessage", &said.notice).reply();
    }
    nested::encode(asked, said, manner)
}
