//! Colours and width, only where a terminal shows them.

use anstyle::{AnsiColor, Style};
use hookward_core::Decision;

pub(crate) const BOLD: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().dimmed();

/// The colour of a decision.
pub(crate) fn style(decision: Decision) -> Style {
    let colour = match decision {
        Decision::Deny => AnsiColor::Red,
        Decision::Ask => AnsiColor::Yellow,
        Decision::Approve => AnsiColor::Green,
        Decision::Advise => AnsiColor::Cyan,
        Decision::Silent => return DIM,
    };
    Style::new().bold().fg_color(Some(colour.into()))
}

/// A name and its text, wrapped on a terminal, with later lines below the first.
pub(crate) fn field(name: &str, text: &str) -> String {
    let label = format!("{DIM}{name:<9}{DIM:#}");
    let Some((terminal_size::Width(width), _)) = terminal_size::terminal_size() else {
        return format!("{label}{text}");
    };
    let width = usize::from(width).max(40) - 9;
    let lines: Vec<String> =
        text.lines().flat_map(|line| textwrap::wrap(line, width)).map(Into::into).collect();
    format!("{label}{}", lines.join("\n         "))
}
