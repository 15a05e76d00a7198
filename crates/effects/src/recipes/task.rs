//! What `task` would run, and the steps of other files of tasks in YAML.

use std::collections::HashSet;

use super::yaml::Node;
use super::{Recipe, UNKNOWN};

/// Tasks that call each other are followed this often.
const MAX_TASKS: usize = 64;

/// Steps deeper in a document are not looked for.
const MAX_DEPTH: usize = 16;

/// What `task name…` runs, with the tasks that are needed first. With no name, the one called `default`.
pub(crate) fn task(text: &str, names: &[&str]) -> Vec<Recipe> {
    let document = Node::read(text);
    let Some(tasks) = document.get("tasks") else { return Vec::new() };
    let mut recipes = Vec::new();
    let mut seen = HashSet::new();
    let first = if names.is_empty() { &["default"][..] } else { names };
    let mut waiting: Vec<String> = first.iter().rev().map(|name| (*name).to_owned()).collect();
    while let Some(name) = waiting.pop() {
        if seen.len() >= MAX_TASKS || !seen.insert(name.clone()) {
            continue;
        }
        let Some(task) = tasks.get(&name) else { continue };
        let needed = task.get("deps").map(Node::elements).unwrap_or_default();
        waiting.extend(needed.iter().filter_map(called));
        let commands = task.get("cmds").or_else(|| task.get("cmd")).unwrap_or(task);
        let is_deaf = |node: &Node| node.get("ignore_error").and_then(Node::text) == Some("true");
        for command in commands.elements() {
            let text = command.text().or_else(|| command.get("cmd").and_then(Node::text));
            let is_heard = !is_deaf(task) && !is_deaf(command);
            match text {
                Some(text) => recipes.push(Recipe { is_heard, ..Recipe::new(&name, filled(text)) }),
                None => waiting.extend(called(command)),
            }
        }
    }
    recipes
}

/// The name of a task that another calls.
fn called(node: &Node) -> Option<String> {
    let name = node.text().or_else(|| node.get("task").and_then(Node::text))?;
    Some(name.to_owned())
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
                        Some(text) => recipes.push(Recipe::new(key, filled(text))),
                        None => waiting.push((node, depth + 1)),
                    }
                }
            }
        }
    }
    recipes
}

/// A text with something unknown in place of what a template fills in: `{{.NAME}}`, `${{ … }}`.
fn filled(text: &str) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        filled.push_str(before.strip_suffix('$').unwrap_or(before));
        filled.push_str(UNKNOWN);
        rest = after.split_once("}}").map_or("", |(_, after)| after);
    }
    filled.push_str(rest);
    filled
}
