//! `PowerShell`, in a simple form: pipelines of commands, variables, and the methods that one-liners use.

mod cmdlet;
mod expression;
mod word;

use std::collections::HashMap;

use super::cmd::posix_path;
use super::datum::Datum;
use super::{Step, Surroundings};
use word::{Word, pipelines, skip, words};

/// What stands between brackets that stand deeper is not looked into.
const MAX_DEPTH: usize = 16;

pub(super) fn steps(text: &str, surroundings: &Surroundings, budget: &mut usize) -> Vec<Step> {
    let mut shell = Shell {
        steps: Vec::new(),
        variables: HashMap::new(),
        surroundings,
        budget,
        depth: 0,
        filtered: false,
        lists_processes: false,
    };
    shell.run(text);
    if let Some(Step::Unseen) = shell.steps.iter().find(|step| **step == Step::Unseen) {
        shell.steps.retain(|step| *step != Step::Unseen);
        shell.steps.push(Step::Unseen);
    }
    shell.steps
}

struct Shell<'a> {
    steps: Vec<Step>,
    variables: HashMap<String, Datum>,
    surroundings: &'a Surroundings<'a>,
    budget: &'a mut usize,
    depth: usize,
    /// Whether what goes through the pipeline was filtered.
    filtered: bool,
    /// Whether every process goes through it.
    lists_processes: bool,
}

impl Shell<'_> {
    /// Runs a text; what reaches the screen is printed.
    fn run(&mut self, text: &str) {
        for pipeline in pipelines(text) {
            let output = self.pipeline(&pipeline);
            if let Some(output) = output.filter(|output| !output.is_homegrown()) {
                self.steps.push(Step::Print(output));
            }
        }
    }

    /// Runs a text and gives what its last pipeline puts out.
    fn output(&mut self, text: &str) -> Datum {
        let mut last = Datum::unknown();
        for pipeline in pipelines(text) {
            last = self.pipeline(&pipeline).unwrap_or_else(Datum::unknown);
        }
        last
    }

    fn spend(&mut self, amount: usize) -> bool {
        match self.budget.checked_sub(amount) {
            Some(left) if self.depth < MAX_DEPTH => {
                *self.budget = left;
                true
            }
            Some(_) | None => {
                if self.steps.last() != Some(&Step::Unseen) {
                    self.steps.push(Step::Unseen);
                }
                false
            }
        }
    }

    /// Commands whose output goes from one to the next; `None` if the last puts nothing out.
    fn pipeline(&mut self, commands: &[&str]) -> Option<Datum> {
        let length: usize = commands.iter().map(|command| command.len()).sum();
        if !self.spend(1 + length) {
            return None;
        }
        self.depth += 1;
        let mut input = None;
        self.filtered = false;
        self.lists_processes = false;
        let assigned = commands.first().and_then(|first| assignment(first));
        for (index, command) in commands.iter().enumerate() {
            let command = match assigned {
                Some((_, value)) if index == 0 => value,
                Some(_) | None => command,
            };
            input = self.command(command, input.as_ref());
        }
        self.depth -= 1;
        match assigned {
            Some((name, _)) => {
                self.variables.insert(name.to_lowercase(), input.unwrap_or_else(Datum::unknown));
                None
            }
            None => input,
        }
    }

    fn command(&mut self, text: &str, input: Option<&Datum>) -> Option<Datum> {
        let text = text.trim();
        if text.starts_with(['"', '\'', '$', '(', '[', '@']) {
            let Some((value, path)) = redirected(text) else { return Some(self.expression(text)) };
            let content = self.expression(value);
            let path = words(path).first().map_or_else(Datum::unknown, |path| self.value(path));
            let path = posix_path(&self.with_home(path)).value;
            self.steps.push(Step::Write(path, content));
            return None;
        }
        if text.starts_with(|first: char| first.is_ascii_digit()) {
            return Some(Datum::known(text));
        }
        // `iex(…)`: what is called needs no blank behind it.
        let name =
            text.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-').unwrap_or(text.len());
        let apart = text.get(name..).filter(|rest| name > 0 && rest.starts_with('('));
        let mut words = match apart {
            Some(arguments) => {
                std::iter::once(Word::Bare(text.get(..name)?)).chain(words(arguments)).collect()
            }
            None => words(text),
        };
        // `& 'program' …`, `. script`
        if matches!(words.first(), Some(Word::Bare(sign)) if *sign == "&" || *sign == ".") {
            words.remove(0);
        }
        let (first, rest) = words.split_first()?;
        match first {
            Word::Block(block) => {
                self.run(block);
                None
            }
            Word::Bare(name) if is_keyword(name) => {
                let lower = name.to_ascii_lowercase();
                if matches!(lower.as_str(), "where-object" | "?" | "where") {
                    self.filtered = true;
                    self.lists_processes = false;
                    return input.cloned();
                }
                if let Some(input) = input {
                    self.variables.insert("_".to_owned(), input.clone());
                }
                for word in rest {
                    match word {
                        Word::Block(block) => self.run(block),
                        Word::Group(group) => self.loop_header(group),
                        Word::Bare(_) | Word::Quoted(_) | Word::Raw(_) => {}
                    }
                }
                None
            }
            name => {
                let name = self.value(name);
                self.cmdlet(&name, rest, input)
            }
        }
    }

    /// What stands between the brackets behind a keyword: `$x in …`, or a condition.
    fn loop_header(&mut self, text: &str) {
        let lower = text.to_ascii_lowercase();
        let middle = lower.find(" in ").filter(|_| text.trim_start().starts_with('$'));
        match middle.and_then(|middle| Some((text.get(..middle)?, text.get(middle + 4..)?))) {
            Some((name, list)) => {
                let value = self.output(list);
                self.variables.insert(name.trim().trim_start_matches('$').to_lowercase(), value);
            }
            None => {
                self.output(text);
            }
        }
    }

    /// An environment variable or one that the text sets.
    fn variable(&self, name: &str) -> Datum {
        let lower = name.to_lowercase();
        if let Some(environment) = lower.strip_prefix("env:") {
            let written = name.get(4..).unwrap_or(environment);
            return super::cmd::variable(written, self.surroundings);
        }
        match self.variables.get(&lower) {
            Some(value) => value.clone(),
            None => match lower.as_str() {
                "home" => super::cmd::variable("HOME", self.surroundings),
                "profile" => super::cmd::variable("HOME", self.surroundings)
                    .join(&Datum::known("/.config/powershell/profile.ps1")),
                "pwd" | "psscriptroot" => Datum::known("."),
                "null" => Datum::known(""),
                _ => Datum::unknown(),
            },
        }
    }
}

fn is_keyword(name: &str) -> bool {
    matches!(
        name.to_ascii_lowercase().as_str(),
        "if" | "else"
            | "elseif"
            | "foreach"
            | "for"
            | "while"
            | "do"
            | "try"
            | "catch"
            | "finally"
            | "function"
            | "switch"
            | "foreach-object"
            | "%"
            | "where-object"
            | "where"
            | "?"
    )
}

/// A value and the file that it goes into: `'a' > x`. Numbers are compared by words, and what a number stands before is no
/// output.
fn redirected(text: &str) -> Option<(&str, &str)> {
    let mut at = 0;
    while let Some(character) = text.get(at..).and_then(|rest| rest.chars().next()) {
        if character == '>' {
            let (value, path) = text.split_at(at);
            let path = path.trim_start_matches('>').trim_start();
            let is_output = !value.ends_with(|before: char| before.is_ascii_digit());
            return Some((value, path))
                .filter(|_| is_output && !path.is_empty() && !path.starts_with("$null"));
        }
        at += skip(text.get(at..)?, character);
    }
    None
}

/// The name and the value of `$x = …`.
fn assignment(text: &str) -> Option<(&str, &str)> {
    let rest = text.trim_start().strip_prefix('$')?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':')?;
    let (name, rest) = rest.split_at(end);
    let value = rest.trim_start().strip_prefix('=')?;
    Some((name, value)).filter(|(name, value)| !name.is_empty() && !value.starts_with('='))
}
