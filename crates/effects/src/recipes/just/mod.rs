//! What `just` would run.

mod expression;
mod read;

use std::collections::{HashMap, HashSet};

use super::{Recipe, UNKNOWN};
use expression::Scope;
use read::{Item, Justfile, Needed, Parameter};

/// Calls of recipes are followed this often: each may be called with other arguments.
const MAX_CALLS: usize = 256;

/// What `just` runs for words: names of recipes, each with its arguments, and settings such as `a=x`. With no name,
/// the first recipe of the file.
pub(crate) fn just(text: &str, words: &[&str]) -> Vec<Recipe> {
    let file = read::read(text);
    let mut runner =
        Runner { file: &file, scope: Scope::default(), seen: HashSet::new(), recipes: Vec::new() };
    let mut words = words;
    while let Some((word, rest)) = words.split_first() {
        let Some((name, value)) = word.split_once('=').filter(|(name, _)| !file.recipes.contains_key(*name))
        else {
            break;
        };
        runner.scope.fixed.insert(name.to_owned(), value.to_owned());
        words = rest;
    }
    for (name, expression) in &file.variables {
        let value = runner.scope.value(expression);
        runner.scope.variables.insert(name.clone(), value);
    }
    runner.recipes.extend(runner.scope.shell.drain(..).map(|text| Recipe::new("", text)));
    for (name, arguments) in calls(&file, words) {
        runner.call(&name, arguments);
    }
    runner.recipes
}

/// The recipes that words call. Each takes as many arguments as it has parameters.
fn calls(file: &Justfile, words: &[&str]) -> Vec<(String, Vec<String>)> {
    let mut calls = Vec::new();
    let mut rest = words;
    while let Some((name, after)) = rest.split_first() {
        let most = file.recipe(name).map_or(0, |recipe| {
            if recipe.parameters.iter().any(|parameter| parameter.is_variadic) {
                usize::MAX
            } else {
                recipe.parameters.len()
            }
        });
        let (arguments, after) = after.split_at(most.min(after.len()));
        calls.push(((*name).to_owned(), arguments.iter().map(|argument| (*argument).to_owned()).collect()));
        rest = after;
    }
    if calls.is_empty() {
        calls.extend(file.first.clone().map(|first| (first, Vec::new())));
    }
    calls
}

struct Runner<'a> {
    file: &'a Justfile,
    scope: Scope,
    seen: HashSet<(String, Vec<String>)>,
    recipes: Vec<Recipe>,
}

/// What is still to be done: a recipe to be called, or the lines of one whose needs are met.
enum Step {
    Call(String, Vec<String>),
    Run(String, HashMap<String, String>),
}

impl Runner<'_> {
    fn call(&mut self, name: &str, arguments: Vec<String>) {
        let mut steps = vec![Step::Call(name.to_owned(), arguments)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Run(name, parameters) => self.run(&name, parameters),
                Step::Call(name, arguments) => {
                    let Some(recipe) = self.file.recipe(&name) else { continue };
                    if self.seen.len() >= MAX_CALLS || !self.seen.insert((name.clone(), arguments.clone())) {
                        continue;
                    }
                    let parameters = self.bind(&recipe.parameters, &arguments);
                    self.scope.parameters.clone_from(&parameters);
                    // The last one that is pushed comes first.
                    steps.extend(self.needed(&recipe.after));
                    steps.push(Step::Run(name, parameters));
                    steps.extend(self.needed(&recipe.before));
                }
            }
        }
    }

    fn needed(&mut self, needs: &[Needed]) -> Vec<Step> {
        let scope = &mut self.scope;
        needs
            .iter()
            .rev()
            .map(|need| {
                let arguments = need.arguments.iter().map(|argument| scope.value(argument)).collect();
                Step::Call(need.name.clone(), arguments)
            })
            .collect()
    }

    fn bind(&mut self, parameters: &[Parameter], arguments: &[String]) -> HashMap<String, String> {
        let mut bound = HashMap::new();
        for (index, parameter) in parameters.iter().enumerate() {
            let value = match (arguments.get(index), &parameter.default) {
                (Some(_), _) if parameter.is_variadic => arguments.get(index..).unwrap_or_default().join(" "),
                (Some(argument), _) => argument.clone(),
                (None, Some(default)) => self.scope.value(default),
                (None, None) if parameter.is_variadic => String::new(),
                (None, None) => UNKNOWN.to_owned(),
            };
            bound.insert(parameter.name.clone(), value);
        }
        bound
    }

    fn run(&mut self, name: &str, parameters: HashMap<String, String>) {
        let Some(recipe) = self.file.recipe(name) else { return };
        let directory = match (&self.file.directory, &recipe.directory) {
            _ if recipe.stays => None,
            (Some(of_all), Some(own)) if !own.starts_with('/') => Some(format!("{of_all}/{own}")),
            (of_all, own) => own.clone().or_else(|| of_all.clone()),
        };
        let variables = self.exported(&recipe.parameters, &parameters);
        self.scope.parameters = parameters;
        let from = self.recipes.len();
        let lines: Vec<String> = recipe.lines.iter().map(|line| self.scope.interpolate(line)).collect();
        let shell = self.scope.shell.drain(..).map(|text| Recipe::new(name, text));
        self.recipes.extend(shell);
        let is_script =
            recipe.interpreter.is_some() || lines.first().is_some_and(|line| line.starts_with("#!"));
        if is_script {
            let interpreter = recipe.interpreter.iter().map(|interpreter| format!("#!{interpreter}"));
            let script: Vec<String> = interpreter.chain(lines).collect();
            let text = script.join("\n");
            self.recipes.push(Recipe { directory, variables, ..Recipe::new(name, text) });
            return;
        }
        for line in joined(lines) {
            let line = Recipe::marked(name, line.trim_start(), &['@', '-']);
            if !line.text.is_empty() {
                let is_heard = line.is_heard && !self.file.has_other_shell;
                let (directory, variables) = (directory.clone(), variables.clone());
                self.recipes.push(Recipe { is_heard, directory, variables, ..line });
            }
        }
        let needs_none = recipe.before.is_empty() && recipe.after.is_empty();
        if self.recipes.len() == from && needs_none {
            self.recipes.push(Recipe::nothing(name));
        }
    }

    /// The variables that a shell gets for a recipe.
    fn exported(&self, parameters: &[Parameter], bound: &HashMap<String, String>) -> Vec<(String, String)> {
        let of_file = self
            .scope
            .variables
            .iter()
            .filter(|(name, _)| self.file.exports_all || self.file.exported.contains(name));
        let own = parameters.iter().filter(|own| self.file.exports_all || own.is_exported);
        let own = own.filter_map(|own| bound.get_key_value(&own.name));
        of_file.chain(own).map(|(name, value)| (name.clone(), value.clone())).collect()
    }
}

/// Lines, those that end with a backslash with the next.
fn joined(lines: Vec<String>) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    let mut continues = false;
    for line in lines {
        let ends_open = line.ends_with('\\');
        match joined.last_mut().filter(|_| continues) {
            Some(last) => {
                last.push('\n');
                last.push_str(&line);
            }
            None => joined.push(line),
        }
        continues = ends_open;
    }
    joined
}

impl Justfile {
    /// A recipe by its name or another.
    fn recipe(&self, name: &str) -> Option<&Item> {
        self.recipes.get(name).or_else(|| self.recipes.get(self.aliases.get(name)?))
    }
}
