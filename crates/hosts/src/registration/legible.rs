//! Whether a host can read a file that others write in, too. One that it cannot read registers nothing, and most hosts do
//! not say so.

use jsonc_parser::{ParseOptions, parse_to_serde_value};
use serde_json::Value;

use super::targets::{Form, Target};
use super::{splice, without_mark};
use crate::Host;

/// What a host's reader takes besides plain JSON.
#[derive(Clone, Copy)]
struct Reader {
    comments: Taken,
    /// The mark that some editors put in front of a file.
    mark: Taken,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    Yes,
    No,
}

/// Seen with Claude Code 2.1.325, Codex 0.166, Gemini CLI 0.61 and Qwen Code 0.24.4; `None` where nobody knows.
fn reader(host: Host) -> Option<Reader> {
    use Taken::{No, Yes};
    match host {
        Host::Claude => Some(Reader { comments: No, mark: Yes }),
        // cursor.md §1: its comments are cut out first.
        Host::Codex | Host::Cursor => Some(Reader { comments: No, mark: No }),
        Host::Gemini => Some(Reader { comments: Yes, mark: No }),
        Host::Qwen => Some(Reader { comments: Yes, mark: Yes }),
        Host::Amp
        | Host::Cline
        | Host::Copilot
        | Host::Droid
        | Host::Kiro
        | Host::OpenCode
        | Host::Plain
        | Host::Windsurf => None,
    }
}

/// Why a host cannot read a file, if it cannot.
pub fn illegible(target: &Target, text: &str) -> Option<String> {
    let host = target.host;
    let reader = reader(host).filter(|_| matches!(target.form, Form::Edited(_)))?;
    let title = host.title();
    let (mark, bare) = without_mark(text);
    if !mark.is_empty() && reader.mark == Taken::No {
        return Some(format!("{title} does not read a file that begins with a byte order mark"));
    }
    let read = if host == Host::Cursor { without_comments(bare) } else { bare.to_owned() };
    let options = ParseOptions {
        allow_comments: reader.comments == Taken::Yes,
        // None of them was seen to take these.
        allow_trailing_commas: false,
        ..splice::JSONC
    };
    let file: Value = match parse_to_serde_value(&read, &options) {
        Ok(file) => file,
        Err(_) if host == Host::Cursor && bare.contains("//") => {
            return Some(format!(
                "{title} cuts off what follows `//`, also within texts, and cannot read the rest"
            ));
        }
        Err(error) => {
            let (line, column) = (error.line_display(), error.column_display());
            return Some(format!(
                "{title} reads plain JSON there, and at line {line}, column {column} it is not: {}",
                error.kind()
            ));
        }
    };
    refused(host, &file)
}

/// What in a file makes the host refuse the whole of it.
fn refused(host: Host, file: &Value) -> Option<String> {
    match host {
        // codex.md §1.
        Host::Codex => {
            let known = |key: &&String| !["description", "hooks"].contains(&key.as_str());
            let key = file.as_object()?.keys().find(known)?;
            Some(format!(
                "Codex refuses a file with the key `{key}`: it may only have `description` and `hooks`"
            ))
        }
        // cursor.md §1.
        Host::Cursor if !file.get("version").is_some_and(Value::is_number) => {
            Some("Cursor refuses a file whose `version` is not a number".to_owned())
        }
        Host::Cursor => {
            let events = file.get("hooks")?.as_object()?;
            let entries = events.values().filter_map(Value::as_array).flatten();
            let is_bad = |entry: &&Value| {
                let is_text = |key: &str| entry.get(key).is_some_and(Value::is_string);
                let timeout = entry.get("timeout");
                !(is_text("command") || is_text("prompt"))
                    || timeout.is_some_and(|timeout| !timeout.as_f64().is_some_and(|seconds| seconds > 0.0))
            };
            let bad = entries.into_iter().find(is_bad)?;
            Some(format!("Cursor refuses the whole file for the entry {bad}"))
        }
        Host::Amp
        | Host::Claude
        | Host::Cline
        | Host::Copilot
        | Host::Droid
        | Host::Gemini
        | Host::Kiro
        | Host::OpenCode
        | Host::Plain
        | Host::Qwen
        | Host::Windsurf => None,
    }
}

/// cursor.md §1: `//` anywhere, also inside a text, takes the rest of the line with it.
fn without_comments(text: &str) -> String {
    let mut rest = text;
    let mut outside = String::new();
    while let Some((before, comment)) = rest.split_once("/*") {
        outside.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    outside.push_str(rest);
    outside.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registration::{Scope, targets};

    fn told(host: Host, text: &str) -> String {
        let target = targets(host, Scope::Project, &[]).remove(0);
        illegible(&target, text).unwrap_or_default()
    }

    #[test]
    fn what_each_host_was_seen_to_read() {
        let (comment, comma, mark) = ("// x\n{}", "{\"hooks\": {},}", "\u{feff}{}");
        for (host, reads) in [
            (Host::Claude, [false, false, true]),
            (Host::Codex, [false, false, false]),
            (Host::Gemini, [true, false, false]),
            (Host::Qwen, [true, false, true]),
        ] {
            let found = [comment, comma, mark].map(|text| told(host, text).is_empty());
            assert_eq!(found, reads, "{host:?}");
        }
        assert!(told(Host::Claude, comment).contains("line 1, column 1"), "{}", told(Host::Claude, comment));
    }

    #[test]
    fn a_file_is_refused_as_a_whole() {
        assert!(told(Host::Codex, "{\"hooks\": {}, \"model\": 1}").contains("`model`"));
        assert_eq!(told(Host::Codex, "{\"hooks\": {}, \"description\": \"x\"}"), "");
        assert!(told(Host::Cursor, "{\"hooks\": {}}").contains("`version`"));
        assert_eq!(told(Host::Cursor, "{\"version\": 1, // ours\n \"hooks\": {} /* x */}"), "");
        let url = "{\"version\": 1, \"see\": \"https://example.com\",\n\"hooks\": {}}";
        assert!(told(Host::Cursor, url).contains("cuts off"));
        let entry = "{\"version\": 1, \"hooks\": {\"stop\": [{\"command\": \"x\", \"timeout\": 0}]}}";
        assert!(told(Host::Cursor, entry).contains("timeout"));
    }
}
