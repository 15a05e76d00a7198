//! How a command of Gemini CLI or Qwen Code ended, by the lines that its tool writes behind the output:
//!
//! ```text
//! Output: …
//! Error: (none)
//! Exit Code: 0
//! Signal: 0
//! Background PIDs: (none)
//! Process Group PGID: 80859
//! ```
//!
//! Newer versions leave out what says nothing. A command that took too long, that a person has stopped or that goes on in the
//! background has none of them, and neither has a text that a model has made shorter. The output itself may hold any of them: so
//! they are read from the end.

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// With this status.
    Exited(i64),
    /// In another way: by a signal, or not at all.
    Otherwise,
}

/// How a command ended whose result reads like this; `None` where the tool does not say that it has.
pub(crate) fn ending(text: &str) -> Option<Ending> {
    let text = text.trim();
    let text = text
        .strip_prefix("<untrusted_context>")
        .map_or(text, |inner| inner.strip_suffix("</untrusted_context>").unwrap_or(inner).trim());
    if !["Output:", "Command:"].iter().any(|label| text.starts_with(label)) {
        return None;
    }
    let mut lines = text.lines().rev();
    let group = lines.next()?.strip_prefix("Process Group PGID: ")?;
    if !group.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let mut status = 0;
    let mut before = 0;
    for line in lines {
        let Some((label, value)) = line.split_once(": ") else { break };
        // Each stands there once, and in this order.
        let Some(place) =
            ["Background PIDs", "Signal", "Exit Code", "Error"].iter().position(|own| *own == label)
        else {
            break;
        };
        // The command's own last line may look like it, where the tool had nothing to say.
        if place < before || (label == "Error" && status != 0) {
            break;
        }
        before = place + 1;
        let says_nothing = value == "(none)" || (label == "Signal" && value == "0");
        match (label, value.parse::<i64>()) {
            _ if says_nothing => {}
            ("Exit Code", Ok(code)) => status = code,
            _ => return Some(Ending::Otherwise),
        }
    }
    Some(Ending::Exited(status))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_tell() {
        for (text, expected) in [
            (
                "<untrusted_context>\nOutput: ok\nProcess Group PGID: 1\n</untrusted_context>",
                Some(Ending::Exited(0)),
            ),
            ("Output: (empty)\nExit Code: 3\nProcess Group PGID: 15428", Some(Ending::Exited(3))),
            (
                "Command: t\nDirectory: (root)\nOutput: x\nError: (none)\nExit Code: 0\nSignal: 0\nBackground PIDs: (none)\nProcess \
                 Group PGID: 9",
                Some(Ending::Exited(0)),
            ),
            // What the command itself has printed says nothing.
            ("Output: x\nExit Code: 0\nExit Code: 1\nProcess Group PGID: 1", Some(Ending::Exited(1))),
            ("Output: Exit Code: 1\nall good\nProcess Group PGID: 1", Some(Ending::Exited(0))),
            ("Output: x\nSignal: 9\nProcess Group PGID: 1", Some(Ending::Otherwise)),
            ("Output: x\nError: spawn npm ENOENT\nProcess Group PGID: 1", Some(Ending::Otherwise)),
            ("Output: x\nBackground PIDs: 12345\nProcess Group PGID: 1", Some(Ending::Otherwise)),
            ("Output: 1 failed\nError: boom\nExit Code: 1\nProcess Group PGID: 1", Some(Ending::Exited(1))),
            ("Output: cut off", None),
            ("The tests ran fine.\nProcess Group PGID: 1", None),
            (
                "Command was automatically cancelled because it exceeded the timeout.\nProcess Group PGID: 1",
                None,
            ),
            ("Command moved to background (PID: 123).", None),
        ] {
            assert_eq!(ending(text), expected, "{text}");
        }
    }
}
