//! Hooks for agents: commands of the user that run around an agent's tool calls, hear of them, and may object.
//!
//! A library for authors of agents; it knows nothing of the rest of Hookward. It reads hook configuration as agents keep it,
//! runs the commands that are for an [`Event`] within limits, and reads what they say:
//!
//! ```
//! # #[cfg(unix)] {
//! use hookward_runner::{Configuration, Decision, Event, Runner};
//! use serde_json::json;
//!
//! # let folder = tempfile::tempdir().unwrap();
//! # let folder = folder.path();
//! # std::fs::write(folder.join(".claude.json"), r#"{"hooks": {"PreToolUse": ["exit 0"]}}"#).unwrap();
//! let configuration = Configuration::of_folder(folder);
//! for problem in &configuration.problems {
//!     eprintln!("{problem}");
//! }
//! let runner = Runner::new(folder);
//! let input = json!({"command": "cargo test"});
//!
//! let before = runner.fire(&configuration, &Event::before_tool("bash", input.clone()));
//! let result = match before.denial() {
//!     // The tool is not called; this is its result, an error.
//!     Some(denial) => denial,
//!     None => {
//!         let input = before.updated_input.unwrap_or(input);
//!         let output = "test result: ok"; // the tool's
//!         runner.fire(&configuration, &Event::after_tool("bash", input, output));
//!         output.to_owned()
//!     }
//! };
//! # assert_eq!(result, "test result: ok");
//! # }
//! ```
//!
//! # What a hook is told
//!
//! One line of JSON on its standard input, and the variables `HOOK_EVENT`, `HOOK_TOOL_NAME`, `HOOK_TOOL_INPUT` and, after a
//! tool, `HOOK_TOOL_OUTPUT` and `HOOK_TOOL_IS_ERROR`; see [`Event`].
//!
//! # What it may say
//!
//! | it | means |
//! |---|---|
//! | exits with 0 | no objection; what it prints is told to the model |
//! | exits with 2 | an objection; what it prints is the reason: on standard output or, if that is empty, on standard error |
//! | exits otherwise, is ended by a signal, takes too long, cannot be started | a failure: a warning, if [`Recoveries`] do not say otherwise |
//! | prints a JSON object | that decides, but an exit with 2 stays an objection; see [`Answer`] |
//! | prints `{"async": true}` as its first line | nobody waits any longer, and it decides nothing: see [`Report::background`] |
//!
//! JSON has Claude Code's fields (`hookSpecificOutput` with `permissionDecision`, `updatedInput`, `additionalContext`;
//! `systemMessage`, `decision`, `reason`, `continue`) or one word: `{"decision": "allow"}`, `block`, `warn` or `fail`.
//!
//! # What becomes of its processes
//!
//! A hook runs in a process group of its own. At its limit of time, or when it is called off ([`Abort`]), the group is asked
//! to end, and shortly after ended by force; nothing of it stays but what has left the group by itself (`setsid`). A call
//! whose hooks were called off is denied, since nobody knows what they would have said. What a hook leaves running when it
//! ends in time is left alone, and does not hold the agent. On systems without process groups only the process itself is
//! ended.

mod answer;
mod config;
mod errand;
mod event;
mod json;
mod matcher;
mod process;
mod recovery;
mod runner;

pub use answer::{Answer, Decision, Fault, Speech};
pub use config::{Command, Configuration, Gravity, Hook, Place, Problem};
pub use event::{Event, known_events};
pub use json::parse_json;
pub use matcher::{Condition, Matcher};
pub use process::{Abort, End, Job, Outcome, Program, Ran, Watch, bytes_of, run, watch};
pub use recovery::{Recoveries, Recovery, Then};
pub use runner::{Attempt, Background, Limits, Observer, Order, Report, Run, Runner};
