//! What a tool of a server puts into the files that it is told: all of them, what comes behind, or replacements. The names of
//! arguments are those of the usual servers for files and of editors for agents.

use super::{folded, words};
use crate::call::{Argument, Position, Replacement};
use crate::effect::Told;
use crate::value::Value;

/// Words of tools that change a part of a file, and do not say all of it.
const PARTS: &[&str] = &[
    "edit", "editor", "patch", "replace", "modify", "insert", "append", "symbol", "block", "chunk", "line",
    "lines", "section", "region", "range", "cell", "regex", "diff", "notebook", "partial",
];

/// What an editor for agents is told to do, in one argument: `{"command": "str_replace", "path": …}`.
const COMMANDS: &[&str] = &["view", "create", "str_replace", "insert", "undo_edit"];

/// The command of such an editor.
pub(super) fn command(arguments: &[Argument]) -> Option<&str> {
    let named = arguments.iter().find(|argument| folded(&argument.name) == "command")?;
    let has_path = arguments.iter().any(|argument| folded(&argument.name) == "path");
    (has_path && COMMANDS.contains(&named.value.as_str())).then_some(named.value.as_str())
}

/// What all the arguments of a call say of what is written.
#[derive(Default)]
struct Said<'a> {
    paths: usize,
    contents: Vec<&'a str>,
    old: Vec<&'a str>,
    new: Vec<&'a str>,
    lines: Vec<u64>,
    /// What becomes of what is there, in the tool's words.
    mode: Option<&'a str>,
    /// Whether every place is meant that fits.
    everywhere: bool,
    /// Whether it only shows what it would do.
    is_tried: bool,
}

impl<'a> Said<'a> {
    /// `None` if something is said that may go into a file, or choose how, and that nobody knows.
    fn of(arguments: &'a [Argument], is_path: impl Fn(&Argument) -> bool) -> Option<Self> {
        let mut said = Self::default();
        for argument in arguments {
            let value = argument.value.as_str();
            match &*folded(&argument.name) {
                "content" | "contents" | "text" | "filetext" | "filecontent" | "filecontents"
                | "newcontent" | "newcontents" | "data" | "body" | "inserttext" => said.contents.push(value),
                "oldtext" | "oldstring" | "oldstr" | "oldcontent" => said.old.push(value),
                "newtext" | "newstring" | "newstr" => said.new.push(value),
                "line" | "insertline" | "linenumber" => said.lines.push(value.parse().ok()?),
                "mode" => said.mode = Some(value),
                "command" if COMMANDS.contains(&value) => said.mode = Some(value),
                "append" if value == "true" => said.mode = Some("append"),
                "replaceall" => said.everywhere = value == "true",
                "dryrun" => said.is_tried = value == "true",
                "encoding" if matches!(&*folded(value), "utf8") => {}
                // Notes for people, how often it must fit, and what to do if something is not there or is.
                "description"
                | "explanation"
                | "reason"
                | "message"
                | "branch"
                | "owner"
                | "repo"
                | "sha"
                | "expectedreplacements"
                | "overwrite"
                | "createdirs"
                | "createdirectories"
                | "createparents"
                | "createparentdirs"
                | "mkdir"
                | "mkdirs"
                | "namepath"
                | "projectpath"
                | "project" => {}
                _ if is_path(argument) => said.paths += 1,
                _ => return None,
            }
        }
        Some(said)
    }
}

/// The one path that a call names besides where it goes, if nothing else is said than yes or no: then that is what lies there
/// afterwards.
pub(super) fn single(arguments: &[Argument], is_path: impl Fn(&Argument) -> bool) -> Option<&str> {
    let is_plain = |argument: &&Argument| matches!(argument.value.as_str(), "true" | "false");
    let mut said = arguments.iter().filter(|argument| !is_plain(argument));
    match (said.next(), said.next(), said.next()) {
        (Some(first), Some(second), None) => match (is_path(first), is_path(second)) {
            (true, false) => Some(&first.value),
            (false, true) => Some(&second.value),
            (true, true) | (false, false) => None,
        },
        _ => None,
    }
}

/// What the how many-th file of a call holds then, and what is put into it, as far as that is told.
pub(super) fn told(
    tool: &str,
    arguments: &[Argument],
    nth: usize,
    is_path: impl Fn(&Argument) -> bool,
) -> (Told, Value) {
    let said = Said::of(arguments, is_path);
    said.and_then(|said| file(&words(tool), &said, nth)).unwrap_or((Told::Part, Value::unknown()))
}

fn file(tool: &[String], said: &Said, nth: usize) -> Option<(Told, Value)> {
    let is_called = |word: &str| tool.iter().any(|own| own == word);
    if !said.old.is_empty() {
        let is_plain = matches!(said.mode, None | Some("str_replace" | "literal"));
        let is_whole = said.old.len() == said.new.len() && said.contents.is_empty() && said.paths == 1;
        let edits = said.old.iter().zip(&said.new).map(|(old, new)| Replacement {
            old: (*old).to_owned(),
            new: (*new).to_owned(),
            all: said.everywhere,
            ..Replacement::default()
        });
        // Other tools do not have this option, and would not heed it.
        let is_tried = said.is_tried && is_called("edit");
        return (is_plain && is_whole)
            .then(|| if is_tried { (Told::Kept, Value::unknown()) } else { replaced(edits.collect()) });
    }
    let texts: Vec<&str> = said.contents.iter().chain(&said.new).copied().collect();
    let text = (*texts.get(nth).filter(|_| texts.len() == said.paths)?).to_owned();
    let inserts = is_called("insert") || said.mode == Some("insert");
    match (said.lines.as_slice(), said.mode) {
        ([line], None | Some("insert")) if inserts => Some(replaced(vec![Replacement {
            new: text,
            position: Position::Line(*line),
            ..Replacement::default()
        }])),
        // Which side of a symbol it goes to does not matter for what the file then holds.
        ([], None) if inserts && is_called("symbol") && !is_called("replace") => {
            Some(replaced(vec![Replacement { new: text, position: Position::End, ..Replacement::default() }]))
        }
        ([], Some("append" | "a")) => Some((Told::Added(text.clone()), Value::Known(text))),
        ([], None) if is_called("append") => Some((Told::Added(text.clone()), Value::Known(text))),
        ([], Some("create" | "rewrite" | "overwrite" | "write" | "w")) => {
            Some((Told::Whole, Value::Known(text)))
        }
        ([], None) if !PARTS.iter().any(|part| is_called(part)) => Some((Told::Whole, Value::Known(text))),
        _ => None,
    }
}

fn replaced(edits: Vec<Replacement>) -> (Told, Value) {
    let added = crate::added(&edits);
    (Told::Edits(edits), added)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(tool: &str, told_with: &[(&str, &str)]) -> Told {
        let arguments: Vec<Argument> = std::iter::once(&("path", "a.ts"))
            .chain(told_with)
            .map(|(name, value)| Argument { name: (*name).into(), value: (*value).into() })
            .collect();
        told(tool, &arguments, 0, |argument| argument.name == "path").0
    }

    #[test]
    fn a_tool_that_writes_says_all_of_a_file() {
        for (tool, told) in [
            ("write_file", &[("content", "x")][..]),
            ("write_file", &[("content", "x"), ("encoding", "utf-8")]),
            ("write_file", &[("content", "x"), ("mode", "rewrite")]),
            ("create_text_file", &[("text", "x"), ("overwrite", "true")]),
            ("create_or_update_file", &[("content", "x"), ("message", "y")]),
            ("str_replace_based_edit_tool", &[("command", "create"), ("file_text", "x")]),
        ] {
            assert_eq!(says(tool, told), Told::Whole, "{tool} {told:?}");
        }
        for (tool, told) in [
            ("append_file", &[("content", "x")][..]),
            ("write_file", &[("content", "x"), ("mode", "append")]),
            ("write_file", &[("content", "x"), ("append", "true")]),
        ] {
            assert!(matches!(says(tool, told), Told::Added(_)), "{tool} {told:?}");
        }
    }

    #[test]
    fn a_tool_that_replaces_says_what() {
        for (tool, told) in [
            ("edit_file", &[("oldText", "x"), ("newText", "y")][..]),
            ("edit_block", &[("old_string", "x"), ("new_string", "y"), ("expected_replacements", "1")]),
            ("replace_text_in_file", &[("oldText", "x"), ("newText", "y"), ("replaceAll", "true")]),
            ("str_replace_editor", &[("command", "str_replace"), ("old_str", "x"), ("new_str", "y")]),
            ("str_replace_editor", &[("command", "insert"), ("insert_line", "3"), ("new_str", "y")]),
            ("insert_at_line", &[("line", "3"), ("content", "y")]),
            ("insert_after_symbol", &[("name_path", "A/b"), ("body", "y")]),
        ] {
            assert!(matches!(says(tool, told), Told::Edits(_)), "{tool} {told:?}");
        }
    }

    #[test]
    fn an_edit_that_is_only_shown_leaves_the_file_as_it_is() {
        let edit = [("oldText", "x"), ("newText", "y"), ("dryRun", "true")];
        assert_eq!(says("edit_file", &edit), Told::Kept);
        assert!(matches!(says("replace_text", &edit), Told::Edits(_)));
        assert_eq!(says("write_file", &[("content", "x"), ("dryRun", "true")]), Told::Whole);
    }

    #[test]
    fn what_is_moved_or_copied_is_the_one_path_besides_the_goal() {
        let named = |said: &[(&str, &str)]| {
            let own =
                |(name, value): &(&str, &str)| Argument { name: (*name).into(), value: (*value).into() };
            let arguments: Vec<Argument> = said.iter().map(own).collect();
            single(&arguments, |argument| argument.name == "source").map(str::to_owned)
        };
        assert_eq!(named(&[("source", "a"), ("to", "b"), ("overwrite", "true")]).as_deref(), Some("a"));
        assert_eq!(named(&[("to", "b"), ("source", "a")]).as_deref(), Some("a"));
        assert_eq!(named(&[("source", "a"), ("to", "b"), ("content", "x")]), None);
        assert_eq!(named(&[("source", "a"), ("source", "c")]), None);
    }

    #[test]
    fn what_nobody_knows_is_not_guessed() {
        for (tool, told) in [
            ("write_file", &[("content", "x"), ("encoding", "base64")][..]),
            ("write_file", &[("content", "x"), ("template", "y")]),
            ("write_file", &[("content", "x"), ("line", "3")]),
            ("write_file", &[("content", "x"), ("mode", "merge")]),
            ("write_file", &[("content", "x"), ("content", "y")]),
            ("edit_file", &[("content", "x")]),
            ("replace_lines", &[("content", "x")]),
            ("replace_symbol_body", &[("body", "x")]),
            ("edit_file", &[("oldText", "x")]),
            ("edit_file", &[("oldText", "x"), ("newText", "y"), ("mode", "regex")]),
            ("write_file", &[]),
        ] {
            assert_eq!(says(tool, told), Told::Part, "{tool} {told:?}");
        }
    }
}
