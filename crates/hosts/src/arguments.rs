//! What a tool is called with, whatever the host calls the keys. Keys are compared without case and underscores, so that
//! `file_path`, `filePath` and `filepath` are one.

use std::borrow::Cow;
use std::fmt;

use hookward_core::effects::{Argument, Cell, Replacement};
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};

use crate::changes::quoted;
use crate::given::{Given, Item, Items, folded};
use crate::json::{self, Field};
use crate::kind::Kind;
use crate::leaves;

/// The arguments of a tool call.
///
/// INVARIANT: of two keys that both name the command, the file or what is written, and say different things, both are
/// kept. Which of them the host obeys is its own business; a harmless one must not hide the other.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Arguments {
    commands: Vec<String>,
    /// The files, each once.
    pub(crate) paths: Vec<String>,
    /// The directory to work in.
    pub(crate) cwd: Option<String>,
    /// The whole content of a file.
    pub(crate) content: Option<String>,
    /// What is replaced.
    pub(crate) old: Option<String>,
    /// What replaces it.
    pub(crate) new: Option<String>,
    /// Whether every occurrence is replaced.
    pub(crate) all: bool,
    /// Behind how many lines something is put.
    pub(crate) insert_line: Option<u64>,
    /// Several replacements, each with its file if it names one.
    pub(crate) edits: Vec<(Option<String>, Replacement)>,
    /// The cell of a notebook that is written.
    pub(crate) cell: Option<Cell>,
    patch: Option<String>,
    /// A difference in a form of its own.
    pub(crate) diff: Option<String>,
    /// Whether an editor only shows.
    pub(crate) views: bool,
    /// What is searched.
    pub(crate) pattern: Option<String>,
    /// Which files are searched.
    pub(crate) glob: Option<String>,
    /// What a search shows.
    pub(crate) output_mode: Option<String>,
    /// Whether a search shows only names.
    pub(crate) names_only: bool,
    /// Addresses, each once.
    pub(crate) urls: Vec<String>,
    /// The type of a subagent.
    pub(crate) role: Option<String>,
    /// What a subagent is to do.
    pub(crate) task: Option<String>,
    /// An MCP server.
    pub(crate) server: Option<String>,
    /// Its tool.
    pub(crate) tool: Option<String>,
    /// The texts in it, for a tool that is not one of the host's own.
    pub(crate) leaves: Vec<Argument>,
    raw: Option<String>,
}

impl Arguments {
    /// Reads what a kind of tool is called with.
    pub(crate) fn of(kind: Kind, json: &str) -> Result<Self, String> {
        let arguments = Self::read(json)?;
        let leaves = if kind == Kind::Mcp { leaves::read(json)? } else { Vec::new() };
        let task = if kind == Kind::Subagent { task(&leaves::read(json).unwrap_or_default()) } else { None };
        let mut urls = arguments.urls;
        if kind == Kind::Fetch && urls.is_empty() {
            // gemini-cli.md §4: the addresses stand in the text of the prompt.
            for leaf in leaves::read(json)? {
                keep(&mut urls, addresses(&leaf.value).map(str::to_owned));
            }
        }
        Ok(Self { urls, task, leaves, ..arguments })
    }

    /// Reads a JSON value: an object, an object inside a text (MATRIX.md §5.5), or a bare text.
    pub(crate) fn read(json: &str) -> Result<Self, String> {
        let json = json.trim_ascii();
        let mut arguments = match json.as_bytes() {
            [b'{', ..] => Self::object(json)?,
            [b'"', ..] => return Self::text(&json::string(json)?),
            _ => Self::default(),
        };
        // seed-protocol.md: input that was no JSON may come wrapped as `{"raw": …}`.
        match arguments.raw.take() {
            Some(raw) if arguments == Self::default() => Self::text(&raw),
            _ => Ok(arguments),
        }
    }

    /// Reads a text: an object, or else the command, the path or the patch itself.
    pub(crate) fn text(text: &str) -> Result<Self, String> {
        if text.trim_ascii_start().starts_with('{') {
            return Self::object(text);
        }
        if json::is_blank(text) {
            return Ok(Self::default());
        }
        Ok(Self {
            commands: vec![text.to_owned()],
            paths: vec![text.to_owned()],
            patch: Some(text.to_owned()),
            urls: vec![text.to_owned()],
            ..Self::default()
        })
    }

    fn object(json: &str) -> Result<Self, String> {
        let mut room = String::new();
        json::object(json, &mut room).map(|(arguments, _)| arguments)
    }

    /// Whether nothing in it was understood.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The command; if there are several, one per line.
    pub(crate) fn command(self) -> Option<String> {
        let mut commands = self.commands.into_iter();
        let mut command = commands.next()?;
        for more in commands {
            command.push('\n');
            command.push_str(&more);
        }
        Some(command)
    }

    /// Whether an editor is told to do this, of the several things that it can do.
    pub(crate) fn is_told(&self, deed: &str) -> bool {
        self.commands.iter().any(|command| command == deed)
    }

    /// Whether an editor is told to show and brings nothing with it.
    pub(crate) fn only_views(&self) -> bool {
        let brings_text =
            self.content.is_some() || self.new.is_some() || self.diff.is_some() || !self.edits.is_empty();
        self.views && !brings_text && self.patch.is_none()
    }

    /// The text of a patch. codex.md §4: it stands in `command`.
    pub(crate) fn patch(&self) -> Option<String> {
        self.patch.clone().or_else(|| self.commands.first().cloned())
    }

    fn add(&mut self, key: &str, value: Given) {
        match key {
            key if is_command(key) => {
                self.views |= matches!(&value, Given::Text(text) if text == "view");
                let words = match value {
                    Given::Text(text) => text,
                    Given::Texts(words) => words.iter().map(|word| bare(word)).collect::<Vec<_>>().join(" "),
                    Given::Flag(_) | Given::Nothing => return,
                };
                if !self.commands.contains(&words) {
                    self.commands.push(words);
                }
            }
            "commands" => keep(&mut self.commands, value.texts()),
            "filepath" | "path" | "file" | "filename" | "notebookpath" | "absolutepath" | "targetfile"
            | "paths" | "filepaths" | "files" => keep(&mut self.paths, value.texts()),
            // gemini-cli.md §4: a list of files; opencode.md: which of them are searched.
            "include" => match value {
                Given::Text(glob) if !glob.starts_with('[') => self.glob = Some(glob),
                value => keep(&mut self.paths, value.texts()),
            },
            // Directories: where a search looks, where a command runs.
            "cwd" | "workdir" | "workingdirectory" | "dirpath" | "directory" => {
                let texts = value.texts();
                self.cwd = texts.first().cloned();
                if key.starts_with("dir") {
                    keep(&mut self.paths, texts);
                }
            }
            "content" | "contents" | "filetext" | "text" | "newsource" | "code" => {
                join(&mut self.content, value);
            }
            "oldstring" | "oldstr" | "oldtext" => self.old = value.text(),
            "newstring" | "newstr" | "newtext" | "inserttext" => join(&mut self.new, value),
            "replaceall" | "allowmultiple" => self.all = value.is_true(),
            // claude-code.md §4: which cell, what it holds and what becomes of it.
            "cellid" | "cellidx" => self.cell.get_or_insert_default().id = value.text(),
            "celltype" | "celllanguage" => self.cell.get_or_insert_default().holds = value.text(),
            "editmode" | "edittype" => self.cell.get_or_insert_default().mode = value.text(),
            "patch" | "patchtext" | "input" => join(&mut self.patch, value),
            "diff" => self.diff = value.text(),
            "pattern" | "query" | "regex" => self.pattern = value.text(),
            "glob" | "includepattern" => self.glob = value.text(),
            // Of two, the one that shows more.
            "outputmode" if self.output_mode.as_deref() == Some("content") => {}
            "outputmode" => self.output_mode = value.text(),
            "namesonly" => self.names_only = value.is_true(),
            "url" | "urls" => keep(&mut self.urls, value.texts()),
            "subagenttype" | "agenttype" | "agentname" => self.role = value.text(),
            // kiro.md, C: what is to be started.
            "name" if self.role.is_none() => self.role = value.text(),
            "servername" | "mcpservername" => self.server = value.text(),
            "toolname" | "mcptoolname" => self.tool = value.text(),
            "raw" => self.raw = value.text(),
            _ => {}
        }
    }

    /// `edits`, `replacements`, `operations`: a list of objects with a path, an old and a new text.
    fn add_item(&mut self, item: Item) {
        let Item { path, old, new, all } = item;
        if old.is_none() && new.is_none() {
            keep(&mut self.paths, path);
            return;
        }
        let (old, new) = (old.unwrap_or_default(), new.unwrap_or_default());
        let edit = Replacement { old, new, all, ..Replacement::default() };
        self.edits.push((path, edit));
    }
}

/// What a subagent is told, in its shortest form: a description, else the first line of its prompt.
fn task(leaves: &[Argument]) -> Option<String> {
    let named = |name: &str| leaves.iter().find(|leaf| leaf.name.eq_ignore_ascii_case(name));
    let said = ["description", "prompt", "message", "task"].into_iter().find_map(named)?;
    said.value.lines().find(|line| !line.trim().is_empty()).map(|line| line.trim().to_owned())
}

/// Whether a key of a tool's arguments stands for the command.
pub(crate) fn names_command(key: &str) -> bool {
    is_command(folded(key, &mut [0; 20]))
}

fn is_command(folded: &str) -> bool {
    matches!(folded, "command" | "cmd" | "commandline" | "script")
}

/// The addresses in a text.
fn addresses(text: &str) -> impl Iterator<Item = &str> {
    let words = text
        .split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '<' | '>' | '(' | ')' | ','));
    // What ends the sentence is no part of it.
    let words = words.map(|word| word.trim_end_matches(['.', ';', ':', '!', '?']));
    words.filter(|word| word.starts_with("http://") || word.starts_with("https://"))
}

/// Adds what is not there yet.
fn keep(list: &mut Vec<String>, texts: impl IntoIterator<Item = String>) {
    for text in texts {
        if !text.is_empty() && !list.contains(&text) {
            list.push(text);
        }
    }
}

/// Adds a text to what is there already.
fn join(slot: &mut Option<String>, value: Given) {
    let Given::Text(text) = value else { return };
    match slot {
        Some(there) if *there != text => {
            there.push('\n');
            there.push_str(&text);
        }
        Some(_) => {}
        None => *slot = Some(text),
    }
}

/// A word of a command, quoted where the shell would not leave it as it is.
fn bare(word: &str) -> Cow<'_, str> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./=:,@%+".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) { Cow::Borrowed(word) } else { Cow::Owned(quoted(word)) }
}

impl<'de> Deserialize<'de> for Arguments {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Entries)
    }
}

struct Entries;

impl<'de> Visitor<'de> for Entries {
    type Value = Arguments;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Arguments, A::Error> {
        let mut arguments = Arguments::default();
        while let Some(key) = entries.next_key::<Field>()? {
            let mut room = [0; 20];
            match folded(key.text().unwrap_or_default(), &mut room) {
                "edits" | "replacements" | "operations" => {
                    let Items(items) = entries.next_value()?;
                    for item in items {
                        arguments.add_item(item);
                    }
                }
                "insertline" => {
                    let line: Field = entries.next_value()?;
                    arguments.insert_line = line.number();
                }
                // The longest and commonest of what is never looked at.
                "description" | "prompt" | "timeout" => {
                    entries.next_value::<IgnoredAny>()?;
                }
                key => arguments.add(key, entries.next_value()?),
            }
        }
        Ok(arguments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_inside_a_text_is_read_like_the_object() {
        let plain = Arguments::read(r#"{"command":"ls -la"}"#).unwrap();
        assert_eq!(Arguments::read(r#""{\"command\":\"ls -la\"}""#).unwrap(), plain);
        assert_eq!(Arguments::read(r#"{"raw":"{\"command\":\"ls -la\"}"}"#).unwrap(), plain);
    }

    #[test]
    fn a_bare_text_is_the_command_the_path_or_the_patch() {
        for json in [r#""ls -la""#, r#"{"raw":"ls -la"}"#] {
            let arguments = Arguments::read(json).unwrap();
            assert_eq!(arguments.paths, ["ls -la"]);
            assert_eq!(arguments.command().as_deref(), Some("ls -la"));
        }
    }

    #[test]
    fn an_object_inside_a_text_that_breaks_off_is_refused() {
        assert!(Arguments::read(r#""{\"command\":\"ls""#).is_err());
    }

    #[test]
    fn half_a_character_does_not_hide_a_command() {
        let arguments = Arguments::read(r#"{"command":"rm -rf / \ud83d"}"#).unwrap();
        assert_eq!(arguments.command().as_deref(), Some("rm -rf / \u{fffd}"));
    }

    #[test]
    fn half_a_character_does_not_hide_an_edit() {
        let arguments = Arguments::read(r#"{"edits":[{"old_string":"a","new_string":"\ud83d"}]}"#).unwrap();
        assert_eq!(arguments.edits.len(), 1);
        assert_eq!(arguments.edits[0].1.new, "\u{fffd}");
    }

    #[test]
    fn numbers_and_lists_where_a_text_belongs_are_nothing() {
        let arguments = Arguments::read(r#"{"command":7,"path":{"a":1},"url":[1],"timeout":5}"#).unwrap();
        assert!(arguments.is_empty());
    }
}
