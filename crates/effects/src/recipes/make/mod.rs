//! What `make` would run. Conditions are not weighed: what stands in either branch counts.

mod expand;
mod read;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use super::Recipe;
use crate::program_name::base_name;
use crate::programs::is_shell;
use expand::{Expander, Target};
use read::{Line, Weight, lines};

/// One target, with everything that the file says of it.
#[derive(Default)]
struct Rule {
    prerequisites: Vec<String>,
    /// Its lines, not yet expanded.
    recipe: Vec<(String, Weight)>,
}

/// What `make` runs for targets; with none, for the first of the file. Words such as `A=x` set variables. What is the name of
/// something that lies there may need nothing to be done, unless the file says that it is no file.
pub(crate) fn make(text: &str, targets: &[&str], lies_there: impl Fn(&str) -> bool) -> Vec<Recipe> {
    let mut file = File { expander: Expander::new(), ..File::default() };
    for assignment in targets.iter().filter_map(|word| word.split_once('=')) {
        file.expander.fix(assignment.0.trim_end_matches([':', '+', '?']), assignment.1);
    }
    for line in lines(text) {
        file.line(line);
    }
    let mut goals: Vec<&str> = targets.iter().copied().filter(|word| !word.contains('=')).collect();
    let default = file.default_goal();
    if goals.is_empty() {
        goals.extend(default.as_deref());
    }
    let order = file.order(&goals);
    let mut recipes: Vec<Recipe> = file.expander.take_shell("");
    for name in order {
        let made = recipes.len();
        file.run(&name, &mut recipes);
        if file.may_be_done(&name, &lies_there) {
            recipes.iter_mut().skip(made).for_each(|recipe| recipe.is_heard = false);
        }
    }
    let variables = file.given_on();
    let is_heard = file.is_heard();
    for recipe in &mut recipes {
        recipe.variables.clone_from(&variables);
        recipe.is_heard &= is_heard;
    }
    recipes
}

#[derive(Default)]
struct File {
    expander: Expander,
    rules: HashMap<String, Rule>,
    first: Option<String>,
    /// Targets that are no files, and are made whatever lies there.
    phony: HashSet<String>,
    /// The targets of the rule that is being read.
    open: Vec<String>,
    is_one_shell: bool,
    /// Whether a line that fails is passed over.
    is_deaf: bool,
    /// Variables that are given on to what is run.
    exported: Vec<String>,
    exports_all: bool,
}

impl File {
    fn line(&mut self, line: Line) {
        match line {
            Line::Recipe(text, weight) => {
                for target in &self.open {
                    if let Some(rule) = self.rules.get_mut(target) {
                        rule.recipe.push((text.clone(), weight));
                    }
                }
            }
            Line::Assign { name, sign, value, is_exported } => {
                self.open.clear();
                let name = self.expander.expand(&name, &Target::NONE);
                self.expander.assign(name.trim(), &sign, &value);
                self.exported.extend(is_exported.then(|| name.trim().to_owned()));
            }
            Line::Export(names) => {
                let names = self.expander.expand(&names, &Target::NONE);
                self.exports_all |= names.trim().is_empty();
                self.exported.extend(names.split_whitespace().map(str::to_owned));
            }
            Line::Rule { targets, prerequisites, recipe, weight } => {
                let recipe = recipe.map(|recipe| (recipe, weight));
                self.rule(&targets, &prerequisites, recipe.as_ref());
            }
            Line::Other(text) => {
                // A function on a line of its own: `$(info …)`, `$(shell …)`.
                self.expander.expand(&text, &Target::NONE);
            }
        }
    }

    fn rule(&mut self, targets: &str, prerequisites: &str, recipe: Option<&(String, Weight)>) {
        /// A rule for very many targets copies its lines for each.
        const MOST_TARGETS: usize = 64;
        let targets = self.expander.expand(targets, &Target::NONE);
        let prerequisites = self.expander.expand(prerequisites, &Target::NONE);
        let prerequisites: Vec<&str> = prerequisites.split_whitespace().filter(|name| *name != "|").collect();
        self.open.clear();
        for target in targets.split_whitespace().take(MOST_TARGETS) {
            self.is_one_shell |= target == ".ONESHELL";
            self.is_deaf |= target == ".IGNORE";
            if target == ".PHONY" {
                self.phony.extend(prerequisites.iter().map(|name| (*name).to_owned()));
            }
            let is_pattern = target.contains('%');
            let is_special = target.starts_with('.') && !target.contains('/');
            if is_pattern || is_special {
                continue;
            }
            self.first.get_or_insert_with(|| target.to_owned());
            let rule = self.rules.entry(target.to_owned()).or_default();
            rule.prerequisites.extend(prerequisites.iter().map(|name| (*name).to_owned()));
            rule.recipe.extend(recipe.cloned());
            self.open.push(target.to_owned());
        }
    }

    /// The variables that are given on, with their values.
    fn given_on(&mut self) -> Vec<(String, String)> {
        let mut names = std::mem::take(&mut self.exported);
        if self.exports_all {
            names.extend(self.expander.names());
        }
        names.sort();
        names.dedup();
        let value = |name: String| {
            let value = self.expander.expand(&format!("$({name})"), &Target::NONE);
            (name, value)
        };
        names.into_iter().map(value).collect()
    }

    /// Whether lines are run by a shell, and a line that fails is heard.
    fn is_heard(&mut self) -> bool {
        let shell = self.expander.expand("$(SHELL)", &Target::NONE);
        let shell = shell.split_whitespace().next().unwrap_or_default();
        let is_shell = is_shell(base_name(shell));
        let flags = self.expander.expand("$(MAKEFLAGS)", &Target::NONE);
        let is_idle = |word: &str| {
            let word = word.trim_start_matches('-');
            ["ignore-errors", "dry-run", "just-print", "recon", "question", "touch"].contains(&word)
                || (!word.contains(['=', '-']) && word.len() < 6 && word.contains(['i', 'n', 'q', 't']))
        };
        is_shell && !self.is_deaf && !flags.split_whitespace().any(is_idle)
    }

    fn default_goal(&mut self) -> Option<String> {
        let named = self.expander.expand("$(.DEFAULT_GOAL)", &Target::NONE);
        if self.rules.contains_key(named.trim()) { Some(named.trim().to_owned()) } else { self.first.clone() }
    }

    /// The targets that are made, each after what it needs.
    fn order(&self, goals: &[&str]) -> Vec<String> {
        enum Step<'a> {
            Enter(&'a str),
            Leave(&'a str),
        }
        let mut order = Vec::new();
        let mut seen = HashSet::new();
        let mut stack: Vec<Step> = goals.iter().rev().map(|goal| Step::Enter(goal)).collect();
        while let Some(step) = stack.pop() {
            match step {
                Step::Enter(name) => {
                    if let Some(rule) = self.rules.get(name).filter(|_| seen.insert(name)) {
                        stack.push(Step::Leave(name));
                        stack.extend(rule.prerequisites.iter().rev().map(|needed| Step::Enter(needed)));
                    }
                }
                Step::Leave(name) => order.push(name.to_owned()),
            }
        }
        order
    }

    /// Whether a target may be taken for done: something of its name lies there, and nothing that it needs is always made anew.
    fn may_be_done(&self, name: &str, lies_there: impl Fn(&str) -> bool) -> bool {
        let is_made = |name: &str| self.phony.contains(name) || !lies_there(name);
        let needs = self.rules.get(name).map_or(&[][..], |rule| rule.prerequisites.as_slice());
        !is_made(name) && !needs.iter().any(|name| is_made(name))
    }

    fn run(&mut self, name: &str, recipes: &mut Vec<Recipe>) {
        let Some(rule) = self.rules.get(name) else { return };
        let target = Target { name, prerequisites: &rule.prerequisites };
        let mut lines: Vec<Recipe> = Vec::new();
        for (line, weight) in &rule.recipe {
            let expanded = self.expander.expand(line, &target);
            recipes.extend(self.expander.take_shell(name));
            // A variable may hold several lines, and the marks in front of each.
            let line = Recipe::marked(name, &expanded, &['@', '-', '+', ' ', '\t']);
            lines.push(Recipe { is_heard: line.is_heard && *weight == Weight::Always, ..line });
        }
        lines.retain(|line| !line.text.trim().is_empty());
        if lines.is_empty() && rule.prerequisites.is_empty() {
            lines.push(Recipe::nothing(name));
        }
        if self.is_one_shell && !lines.is_empty() {
            // The marks of the first line hold for all of them.
            let is_heard = lines.first().is_some_and(|line| line.is_heard);
            let texts: Vec<String> = lines.into_iter().map(|line| line.text).collect();
            lines = vec![Recipe { is_heard, ..Recipe::new(name, texts.join("\n")) }];
        }
        recipes.extend(lines);
    }
}
