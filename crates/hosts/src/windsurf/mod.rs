//! Windsurf Cascade (windsurf.md, part 1): exit codes only. The step tells the tool; its arguments stand in `tool_info`.

use hookward_core::EventName;
use serde::Deserialize;

use crate::envelope::Envelope;
use crate::exit_code;
use crate::json::Field;
use crate::said::Said;
use crate::table::{Fate, Row, Why, row};
use crate::{Asked, Reply};

const fn before(step: &'static str) -> Row {
    row(step, EventName::BeforeTool).deny(Fate::DENIED)
}

/// After a tool, an exit code of 2 shows the reason and undoes nothing.
const fn after(step: &'static str) -> Row {
    row(step, EventName::AfterTool).deny(Fate::told(Why::OnlyWatched))
}

pub(crate) const ROWS: &[Row] = &[
    before("pre_run_command"),
    before("pre_read_code"),
    before("pre_write_code"),
    before("pre_mcp_tool_use"),
    after("post_run_command"),
    after("post_read_code"),
    after("post_write_code"),
    after("post_mcp_tool_use"),
    row("pre_user_prompt", EventName::Prompt).deny(Fate::DENIED),
];

#[derive(Default, Deserialize)]
#[serde(default)]
struct Prompt<'a> {
    #[serde(borrow)]
    user_prompt: Field<'a>,
}

/// The text that a person has submitted.
pub(crate) fn prompt(envelope: &Envelope) -> Option<String> {
    let place: Prompt = serde_json::from_str(envelope.tool_info?.get()).ok()?;
    place.user_prompt.text().map(str::to_owned)
}

pub(crate) fn encode(asked: &Asked, said: &Said) -> Reply {
    exit_code::encode(asked, said)
}
