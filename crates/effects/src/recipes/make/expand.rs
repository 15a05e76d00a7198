//! Variables and functions of `make`, as far as the file tells them.

use std::collections::HashMap;

use super::super::{Recipe, UNKNOWN};

/// Values inside values are followed this far.
const MAX_DEPTH: usize = 16;

/// All expansions together may grow to this: `A=$(B)$(B)`, `B=$(C)$(C)` … doubles with every line.
const MAX_OUTPUT: usize = 512 * 1024;

/// Longer texts are not searched for a part that is replaced, nor is it replaced by longer ones.
const MAX_VALUE: usize = 8 * 1024;
const MAX_PART: usize = 64;

/// What the automatic variables stand for.
pub(super) struct Target<'a> {
    pub(super) name: &'a str,
    pub(super) prerequisites: &'a [String],
}

impl Target<'_> {
    /// Outside of any rule.
    pub(super) const NONE: Self = Self { name: "", prerequisites: &[] };
}

#[derive(Default)]
pub(super) struct Expander {
    variables: HashMap<String, String>,
    /// Variables that the command line sets: the file cannot change them.
    fixed: HashMap<String, String>,
    /// Commands that were run for their output.
    shell: Vec<String>,
    /// How much was put out so far.
    output: usize,
}

impl Expander {
    pub(super) fn new() -> Self {
        let built_in =
            [("RM", "rm -f"), ("MAKE", "make"), ("SHELL", "/bin/sh"), ("CC", "cc"), ("CURDIR", "${PWD}")];
        let variables =
            built_in.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Self { variables, ..Self::default() }
    }

    /// The variables that are set.
    pub(super) fn names(&self) -> Vec<String> {
        self.variables.keys().cloned().collect()
    }

    pub(super) fn fix(&mut self, name: &str, value: &str) {
        self.fixed.insert(name.to_owned(), value.to_owned());
    }

    /// The commands that were run for their output since the last time, as recipes.
    pub(super) fn take_shell(&mut self, target: &str) -> Vec<Recipe> {
        self.shell.drain(..).map(|text| Recipe::new(target, text)).collect()
    }

    /// Sets a variable, with the characters that stand before `=`.
    pub(super) fn assign(&mut self, name: &str, sign: &str, value: &str) {
        let known = self.variables.contains_key(name);
        let value = match sign {
            "?" if known => return,
            "!" => {
                let command = self.expand(value, &Target::NONE);
                self.shell.push(command);
                UNKNOWN.to_owned()
            }
            // Its value is what it is now. A dollar that stays one must survive the next expansion.
            ":" | "::" | ":::" => self.expand(value, &Target::NONE).replace('$', "$$"),
            "+" => match self.variables.get(name).filter(|before| before.len() < MAX_OUTPUT / 8) {
                Some(before) => format!("{before} {value}"),
                None => value.to_owned(),
            },
            _ => value.to_owned(),
        };
        self.variables.insert(name.to_owned(), value);
    }

    /// A text with everything in it that is known.
    pub(super) fn expand(&mut self, text: &str, target: &Target) -> String {
        let mut output = String::with_capacity(text.len());
        self.into(text, target, 0, &mut output);
        output
    }

    fn into(&mut self, text: &str, target: &Target, depth: usize, output: &mut String) {
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('$') {
            output.push_str(before);
            self.output = self.output.saturating_add(before.len() + 1);
            if depth > MAX_DEPTH || self.output > MAX_OUTPUT {
                output.push_str(UNKNOWN);
                return;
            }
            let Some(next) = after.chars().next() else {
                rest = "";
                break;
            };
            let length = match next {
                '(' => reference(after, '(', ')'),
                '{' => reference(after, '{', '}'),
                _ => next.len_utf8(),
            };
            let whole = after.get(..length).unwrap_or(after);
            match next {
                '$' => output.push('$'),
                '(' | '{' => {
                    let inside = whole.get(1..whole.len().saturating_sub(1)).unwrap_or_default();
                    self.reference(inside, target, depth, output);
                }
                _ => self.variable(whole, target, depth, output),
            }
            rest = after.get(length..).unwrap_or_default();
        }
        output.push_str(rest);
        self.output = self.output.saturating_add(rest.len());
    }

    /// What stands in the brackets: a name or a function with its arguments.
    fn reference(&mut self, inside: &str, target: &Target, depth: usize, output: &mut String) {
        if let Some((function, arguments)) = inside.split_once([' ', '\t']) {
            let arguments = arguments.trim_start();
            let mut expanded = String::new();
            self.into(arguments, target, depth + 1, &mut expanded);
            return self.function(function, expanded, output);
        }
        let mut name = String::new();
        self.into(inside, target, depth + 1, &mut name);
        self.variable(&name, target, depth, output);
    }

    fn function(&mut self, name: &str, arguments: String, output: &mut String) {
        let mut parts = arguments.splitn(3, ',');
        match name {
            "shell" => {
                self.shell.push(arguments);
                output.push_str(UNKNOWN);
            }
            "info" | "warning" | "error" => {}
            "strip" => output.push_str(arguments.trim()),
            "subst" => match (parts.next(), parts.next(), parts.next()) {
                (Some(from), Some(to), Some(text))
                    if !from.is_empty() && text.len() < MAX_VALUE && to.len() < MAX_PART =>
                {
                    output.push_str(&text.replace(from, to));
                }
                _ => output.push_str(UNKNOWN),
            },
            // Either may be what is meant; a branch that says something says more than none.
            "if" => {
                let branches = [parts.nth(1).unwrap_or_default(), parts.next().unwrap_or_default()];
                output.push_str(branches.iter().find(|branch| !branch.trim().is_empty()).unwrap_or(&""));
            }
            _ => output.push_str(UNKNOWN),
        }
    }

    fn variable(&mut self, name: &str, target: &Target, depth: usize, output: &mut String) {
        let automatic = match name {
            "@" => Some(target.name.to_owned()),
            "<" => Some(target.prerequisites.first().cloned().unwrap_or_default()),
            "^" | "+" | "?" => Some(target.prerequisites.join(" ")),
            _ => None,
        };
        if let Some(value) = automatic {
            self.output = self.output.saturating_add(value.len());
            return output.push_str(&value);
        }
        match self.fixed.get(name).or_else(|| self.variables.get(name)).cloned() {
            Some(value) => self.into(&value, target, depth + 1, output),
            None if is_identifier(name) => {
                // It comes from the environment, if from anywhere.
                output.push_str("${");
                output.push_str(name);
                output.push('}');
            }
            None => output.push_str(UNKNOWN),
        }
    }
}

fn is_identifier(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with(|first: char| first.is_ascii_digit())
        && name.bytes().all(|next| next.is_ascii_alphanumeric() || next == b'_')
}

/// How long a reference is, brackets included; all of the text if it never ends.
fn reference(text: &str, open: char, close: char) -> usize {
    let mut depth = 0_usize;
    for (at, next) in text.char_indices() {
        if next == open {
            depth += 1;
        } else if next == close {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return at + close.len_utf8();
            }
        }
    }
    text.len()
}
