//! What `task` would run, and the steps of other files of tasks in YAML.

use std::collections::HashSet;

use super::yaml::Node;
use super::{Recipe, UNKNOWN};

/// Tasks that call each other are followed this often.
const MAX_TASKS: usize = 64;

/// Steps deeper in a document are not looked for.
const MAX_DEPTH: usize = 16;

/// Keys by which a task may end well without having run its commands.
const SKIPS: &[&str] = &["status", "sources", "if", "platforms", "for", "defer"];

/// What `task name…` runs, with the tasks that are needed first. With no name, the one called `default`. What is given to
/// them behind `--` stands where they say.
pub(crate) fn task(text: &str, names: &[&str], given: &str) -> Vec<Recipe> {
    let document = Node::read(text);
    let Some(tasks) = document.get("tasks") else { return Vec::new() };
    let variables = variables(&document);
    let mut follower = Follower { tasks, given, variables, seen: HashSet::new(), recipes: Vec::new() };
    let first = if names.is_empty() { &["default"][..] } else { names };
    for name in first {
        follower.follow(name, Heard::Yes);
    }
    follower.recipes
}

/// Whether a task ends badly if what it runs does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Heard {
    Yes,
    No,
}

struct Follower<'t> {
    tasks: &'t Node,
    given: &'t str,
    /// Those that are set for all of them.
    variables: Vec<(String, String)>,
    seen: HashSet<String>,
    recipes: Vec<Recipe>,
}

impl Follower<'_> {
    fn follow(&mut self, name: &str, above: Heard) {
        let Some(task) = self.tasks.get(name) else { return };
        if self.seen.len() >= MAX_TASKS || !self.seen.insert(name.to_owned()) {
            return;
        }
        let is_deaf = |node: &Node| node.get("ignore_error").and_then(Node::text) == Some("true");
        let skips = |node: &Node| SKIPS.iter().any(|key| node.get(key).is_some());
        let heard_of = |node: &Node, above: Heard| match above {
            Heard::Yes if !is_deaf(node) && !skips(node) => Heard::Yes,
            Heard::Yes | Heard::No => Heard::No,
        };
        let of_task = heard_of(task, above);
        for needed in task.get("deps").map(Node::elements).unwrap_or_default() {
            if let Some(name) = called(needed) {
                self.follow(name, of_task);
            }
        }
        let directory = task.get("dir").and_then(Node::text).map(str::to_owned);
        let set: Vec<_> = self.variables.iter().cloned().chain(variables(task)).collect();
        let commands = task.get("cmds").or_else(|| task.get("cmd")).unwrap_or(task);
        if commands.elements().is_empty() && task.get("deps").is_none() {
            self.recipes.push(Recipe::nothing(name));
        }
        for command in commands.elements() {
            let text = ["cmd", "defer"].iter().find_map(|key| command.get(key)?.text());
            let of_command = heard_of(command, of_task);
            if let Some(text) = command.text().or(text) {
                let text = filled(text, self.given);
                let is_heard = of_command == Heard::Yes;
                let (directory, variables) = (directory.clone(), set.clone());
                self.recipes.push(Recipe { is_heard, directory, variables, ..Recipe::new(name, text) });
            } else if let Some(name) = called(command) {
                self.follow(name, of_command);
            }
        }
    }
}

/// The variables that stand under a key for them. What is computed is not known.
fn variables(node: &Node) -> Vec<(String, String)> {
    let entries = node.get("env").map(Node::entries).unwrap_or_default();
    let value = |node: &Node| node.text().map_or(UNKNOWN.to_owned(), |text| filled(text, ""));
    entries.iter().map(|(name, node)| (name.clone(), value(node))).collect()
}

/// The name of a task that another calls.
fn called(node: &Node) -> Option<&str> {
    node.text().or_else(|| node.get("task").and_then(Node::text))
}

/// The shell texts of hooks, workflows and playbooks: whatever stands under one of their keys.
pub(crate) fn steps(text: &str) -> Vec<Recipe> {
    const KEYS: &[&str] = &[
        "run",
        "entry",
        "shell",
        "command",
        "raw",
        "ansible.builtin.shell",
        "ansible.builtin.command",
        "ansible.builtin.raw",
    ];
    let document = Node::read(text);
    let mut recipes = Vec::new();
    let mut waiting = vec![(&document, 0_usize)];
    while let Some((node, depth)) = waiting.pop() {
        if depth > MAX_DEPTH {
            continue;
        }
        match node {
            Node::Text(_) => {}
            Node::List(nodes) => waiting.extend(nodes.iter().map(|node| (node, depth + 1))),
            Node::Map(entries) => {
                for (key, node) in entries {
                    match node.text().filter(|_| KEYS.contains(&key.as_str())) {
                        Some(text) => recipes.push(Recipe::new(key, filled(text, ""))),
                        None => waiting.push((node, depth + 1)),
                    }
                }
            }
        }
    }
    recipes
}

/// A text with what was given, and something unknown in place of what else a template fills in: `{{.NAME}}`, `${{ … }}`.
fn filled(text: &str, given: &str) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        filled.push_str(before.strip_suffix('$').unwrap_or(before));
        let (inner, behind) = after.split_once("}}").unwrap_or((after, ""));
        filled.push_str(if inner.trim() == ".CLI_ARGS" { given } else { UNKNOWN });
        rest = behind;
    }
    filled.push_str(rest);
    filled
}
