//! Which events a hook is for.

use std::path::Path;

use regex_lite::Regex;

use crate::event::Event;

/// Which events a hook is for, by what its event is about: the tool, the type of the agent, the source of a session.
///
/// Nothing, an empty text and `*` fit everything. A text of letters, digits, `_`, `-`, spaces, `,` and `|` is a list of
/// names, whole ones, in upper or lower case. Anything else is a regular expression that is looked for anywhere.
///
/// ```
/// use hookward_runner::{Event, Matcher};
/// use serde_json::json;
///
/// let write = Event::before_tool("Write", json!({}));
/// assert!(Matcher::parse("Edit|Write").unwrap().fits(&write));
/// assert!(Matcher::parse("^(Edit|Wri)").unwrap().fits(&write));
/// assert!(!Matcher::parse("Wri").unwrap().fits(&write));
/// assert!(Matcher::parse("mcp__(").is_err());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Matcher {
    /// Fields that must fit, all of them; `None` is the field that the event is about.
    demands: Vec<(Option<&'static str>, Pattern)>,
}

#[derive(Clone, Debug)]
enum Pattern {
    Names(Vec<String>),
    Expression(Regex),
}

/// Names of fields in a matcher that is an object, and the fields of the payload that they mean.
const FIELDS: &[(&str, &str)] = &[
    ("toolName", "tool_name"),
    ("tool_name", "tool_name"),
    ("tool", "tool_name"),
    ("agentName", "agent_type"),
    ("agentType", "agent_type"),
    ("agent_name", "agent_type"),
    ("agent_type", "agent_type"),
    ("subagent_type", "agent_type"),
    ("source", "source"),
    ("trigger", "trigger"),
    ("reason", "reason"),
    ("notificationType", "notification_type"),
    ("notification_type", "notification_type"),
];

impl Matcher {
    /// Reads a matcher that is a text.
    pub fn parse(text: &str) -> Result<Self, regex_lite::Error> {
        let pattern = Pattern::parse(text)?;
        Ok(Self { demands: pattern.map(|pattern| (None, pattern)).into_iter().collect() })
    }

    /// The field of the payload that a key in a matcher means.
    pub(crate) fn field(key: &str) -> Option<&'static str> {
        FIELDS.iter().find(|(name, _)| *name == key).map(|(_, field)| *field)
    }

    /// The keys that a matcher may have.
    pub(crate) fn keys() -> impl Iterator<Item = &'static str> {
        FIELDS.iter().map(|(name, _)| *name)
    }

    /// Demands that a field fits as well.
    pub(crate) fn demand(&mut self, field: &'static str, text: &str) -> Result<(), regex_lite::Error> {
        self.demands.extend(Pattern::parse(text)?.map(|pattern| (Some(field), pattern)));
        Ok(())
    }

    /// Whether the hook is for this event. An event that is about nothing fits a matcher that names no field.
    pub fn fits(&self, event: &Event) -> bool {
        self.demands.iter().all(|(field, pattern)| match field {
            Some(field) => event.text(field).is_some_and(|value| pattern.fits(&value)),
            None => event.subject().is_none_or(|value| pattern.fits(&value)),
        })
    }
}

impl Pattern {
    fn parse(text: &str) -> Result<Option<Self>, regex_lite::Error> {
        let text = text.trim();
        if text.is_empty() || text == "*" {
            return Ok(None);
        }
        let is_list = text.chars().all(|c| c.is_alphanumeric() || "_- ,|".contains(c));
        if is_list {
            let names = text.split([',', '|']).map(|name| name.trim().to_lowercase());
            return Ok(Some(Pattern::Names(names.filter(|name| !name.is_empty()).collect())));
        }
        Ok(Some(Pattern::Expression(Regex::new(text)?)))
    }

    fn fits(&self, value: &str) -> bool {
        match self {
            Pattern::Names(names) => names.contains(&value.to_lowercase()),
            Pattern::Expression(expression) => expression.is_match(value),
        }
    }
}

/// A rule of permissions that an event must fit, such as `Bash(git *)` or `Edit(*.ts)`: the key `if` of a hook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    tool: String,
    about: Option<String>,
}

impl Condition {
    /// Reads a condition.
    ///
    /// ```
    /// use hookward_runner::{Condition, Event};
    /// use serde_json::json;
    ///
    /// let condition = Condition::parse("Bash(git *)").unwrap();
    /// let call = |command: &str| Event::before_tool("Bash", json!({"command": command}));
    /// assert!(condition.fits(&call("git push")));
    /// assert!(condition.fits(&call("cd x && git push")));
    /// assert!(!condition.fits(&call("ls")));
    /// assert!(Condition::parse("Bash(git").is_none());
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (tool, about) = match text.split_once('(') {
            Some((tool, rest)) => (tool, Some(rest.strip_suffix(')')?.trim())),
            None => (text, None),
        };
        let is_name = !tool.is_empty() && tool.chars().all(|c| c.is_alphanumeric() || "_-*".contains(c));
        let about = about.filter(|about| !matches!(*about, "" | "*")).map(str::to_owned);
        is_name.then(|| Self { tool: tool.to_owned(), about })
    }

    /// Whether an event fits. What cannot be told fits: a guard that runs once too often does no harm.
    pub fn fits(&self, event: &Event) -> bool {
        let Some(tool) = event.text("tool_name") else { return false };
        if !star(&self.tool.to_lowercase(), &tool.to_lowercase()) {
            return false;
        }
        let Some(about) = &self.about else { return true };
        let input = event.field("tool_input");
        let value = |key: &str| input.and_then(|input| input.get(key)).and_then(|value| value.as_str());
        if let Some(command) = value("command") {
            return fits_command(about, command);
        }
        if let Some(path) = ["file_path", "notebook_path", "path"].into_iter().find_map(value) {
            return fits_path(about, path, event.text("cwd").as_deref());
        }
        if let (Some(domain), Some(url)) = (about.strip_prefix("domain:"), value("url")) {
            let host = url.split_once("://").map_or(url, |(_, rest)| rest);
            let host = host.split(['/', ':', '?', '#']).next().unwrap_or_default();
            return host == domain || host.ends_with(&format!(".{domain}"));
        }
        true
    }
}

/// Whether a command, or one of its parts, fits a rule. Parts are taken generously: also inside of quotes.
fn fits_command(rule: &str, command: &str) -> bool {
    // `npm run:*` is the older way to write `npm run*`.
    let rule = rule.strip_suffix(":*").map_or_else(|| rule.to_owned(), |stem| format!("{stem}*"));
    // `git *` is meant for a bare `git`, too.
    let bare = rule.strip_suffix(" *");
    let parts = command.split(['\n', ';', '|', '&', '(', ')', '`', '{', '}']);
    parts.chain([command]).map(without_assignments).any(|part| star(&rule, part) || bare == Some(part))
}

/// A command without the variables that are set in front of it.
fn without_assignments(command: &str) -> &str {
    let mut rest = command.trim();
    while let Some((word, behind)) = rest.split_once(char::is_whitespace) {
        let is_assignment = word.split_once('=').is_some_and(|(name, _)| {
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        });
        if !is_assignment {
            break;
        }
        rest = behind.trim_start();
    }
    rest
}

/// Whether a path fits a rule: as ignore files have it, a rule without a slash is about names, one with a slash about paths
/// from the directory of work.
fn fits_path(rule: &str, path: &str, cwd: Option<&str>) -> bool {
    let name = Path::new(path).file_name().and_then(|name| name.to_str()).unwrap_or(path);
    if !rule.contains('/') {
        return fast_glob::glob_match(rule, name);
    }
    if let Some(absolute) = rule.strip_prefix("//") {
        return fast_glob::glob_match(format!("/{absolute}"), path);
    }
    if let Some(below_home) = rule.strip_prefix("~/") {
        return fast_glob::glob_match(format!("**/{below_home}"), path);
    }
    let rule = rule.trim_start_matches("./").trim_start_matches('/');
    let inside = cwd.and_then(|cwd| path.strip_prefix(cwd)).unwrap_or(path).trim_start_matches('/');
    fast_glob::glob_match(rule, inside)
}

/// Whether a text fits a pattern in which `*` stands for anything.
fn star(pattern: &str, text: &str) -> bool {
    let mut pieces = pattern.split('*');
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut last = None;
    for piece in pieces {
        if let Some(before) = last.replace(piece) {
            match rest.split_once(before) {
                Some((_, behind)) => rest = behind,
                None => return false,
            }
        }
    }
    last.map_or(rest.is_empty(), |last| rest.ends_with(last))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use serde_json::json;

    use super::*;

    fn fits(matcher: &str, tool: &str) -> bool {
        Matcher::parse(matcher).unwrap().fits(&Event::before_tool(tool, json!({})))
    }

    #[test]
    fn a_list_names_whole_tools_and_an_expression_may_be_found_anywhere() {
        for everything in ["", "*", "  ", ".*"] {
            assert!(fits(everything, "Bash"), "{everything:?}");
        }
        assert!(fits("Read | Grep", "Grep") && fits("Read,Grep", "grep") && fits("Bash", "bash"));
        assert!(!fits("mcp__memory", "mcp__memory__read") && fits("mcp__memory__.*", "mcp__memory__read"));
        assert!(fits("Edit.*", "NotebookEdit") && !fits("^Edit$", "NotebookEdit"));
    }

    #[test]
    fn a_matcher_looks_at_what_the_event_is_about() {
        let matcher = Matcher::parse("startup|resume").unwrap();
        assert!(matcher.fits(&Event::new("SessionStart").with("source", "resume")));
        assert!(!matcher.fits(&Event::new("SessionStart").with("source", "clear")));
        let matcher = Matcher::parse("planner").unwrap();
        assert!(matcher.fits(&Event::new("SubagentStop").with("subagent_type", "planner")));
        let environment = Matcher::parse("env-file|.envrc").unwrap();
        assert!(environment.fits(&Event::new("FileChanged").with("file_path", "/work/.envrc")));
        assert!(!environment.fits(&Event::new("FileChanged").with("file_path", "/work/.envrc/other")));
        // A prompt is about nothing: a matcher there is ignored.
        assert!(matcher.fits(&Event::new("UserPromptSubmit").with("prompt", "hello")));
    }

    #[test]
    fn a_condition_sees_the_parts_of_a_command_and_errs_on_the_side_of_running() {
        let fits = |rule: &str, command: &str| {
            Condition::parse(rule).unwrap().fits(&Event::before_tool("Bash", json!({"command": command})))
        };
        assert!(fits("Bash(git *)", "git") && fits("Bash(git *)", "LC_ALL=C git log"));
        assert!(fits("Bash(git push:*)", "git push --force") && fits("Bash", "ls"));
        assert!(fits("Bash(rm *)", "echo $(rm x)") && !fits("Bash(rm *)", "echo farm x"));
        assert!(!fits("Edit(*)", "git status"));
        let strange = Event::before_tool("Bash", json!("a text"));
        assert!(Condition::parse("Bash(rm *)").unwrap().fits(&strange));
    }

    #[test]
    fn a_condition_on_files_is_about_names_or_about_paths_from_the_directory_of_work() {
        let fits = |rule: &str, path: &str| {
            let event = Event::before_tool("Edit", json!({"file_path": path})).with("cwd", "/work/app");
            Condition::parse(rule).unwrap().fits(&event)
        };
        assert!(fits("Edit(*.ts)", "/work/app/src/deep/a.ts") && !fits("Edit(*.ts)", "/work/app/a.tsx"));
        assert!(
            fits("Edit(src/**)", "/work/app/src/a.ts") && !fits("Edit(src/**)", "/work/app/lib/src/a.ts")
        );
        assert!(fits("Edit(//etc/**)", "/etc/passwd"));
    }

    #[test]
    fn a_star_stands_for_anything() {
        assert!(star("a*b*c", "a--b--c") && star("*", "") && star("ab", "ab") && star("a*", "a"));
        assert!(!star("a*b*c", "a--c--b") && !star("ab", "abc") && !star("ab*ba", "aba"));
    }
}
