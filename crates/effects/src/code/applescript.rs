//! `AppleScript`, as far as it runs shell texts, reads files or deletes them.

use std::collections::HashMap;

use super::Step;
use super::datum::{Datum, Origin};
use crate::effect::Depth;

/// Scripts run by scripts run by scripts: deeper ones are left to the caller.
const MAX_NESTED: usize = 16;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Text(String),
    Sign(char),
    Line,
}

pub(super) fn steps(text: &str, budget: &mut usize) -> Vec<Step> {
    let mut reader = Reader { steps: Vec::new(), variables: HashMap::new(), budget, nested: 0 };
    reader.run(text);
    reader.steps
}

struct Reader<'b> {
    steps: Vec<Step>,
    variables: HashMap<String, Datum>,
    budget: &'b mut usize,
    nested: usize,
}

impl Reader<'_> {
    fn run(&mut self, text: &str) {
        let tokens = tokens(text);
        let mut at = 0;
        while at < tokens.len() {
            match self.budget.checked_sub(1) {
                Some(left) => *self.budget = left,
                None => {
                    self.steps.push(Step::Unseen);
                    return;
                }
            }
            at = self.statement(&tokens, at);
        }
    }

    /// What begins here; gives the place behind it.
    fn statement(&mut self, tokens: &[Token], at: usize) -> usize {
        let next = |offset: usize| word(tokens.get(at + offset));
        match (word(tokens.get(at)), next(1), next(2)) {
            (Some("do"), Some("shell"), Some("script")) => {
                let (text, end) = self.expression(tokens, at + 3);
                self.steps.push(Step::Shell(text));
                end
            }
            (Some("do"), Some("script"), _) => {
                let (text, end) = self.expression(tokens, at + 2);
                self.steps.push(Step::Shell(text));
                end
            }
            (Some("run"), Some("script"), _) => {
                let (text, end) = self.expression(tokens, at + 2);
                match text.text() {
                    Some(known) if self.nested < MAX_NESTED => {
                        self.nested += 1;
                        self.run(known);
                        self.nested -= 1;
                    }
                    Some(_) | None => self.steps.push(Step::Evaluate(text)),
                }
                end
            }
            (Some("make"), Some("login"), Some("item")) | (Some("make"), Some("new"), Some("login")) => {
                self.steps.push(Step::Words(vec![Datum::known("launchctl"), Datum::known("enable")]));
                at + 3
            }
            (Some("shut"), Some("down"), _) | (Some("to"), Some("restart"), None) => {
                self.steps.push(Step::Words(["shutdown", "now"].map(Datum::known).to_vec()));
                at + 2
            }
            (Some("set"), Some(name), Some("to")) => {
                let name = name.to_owned();
                let (value, end) = self.expression(tokens, at + 3);
                self.variables.insert(name, value);
                end
            }
            (Some("delete"), ..) => {
                let (path, end) = self.expression(tokens, at + 1);
                if path.text().is_some() {
                    self.steps.push(Step::Delete(path.value, Depth::Tree));
                }
                end
            }
            (Some("open"), Some("for"), Some("access")) => {
                let (path, end) = self.expression(tokens, at + 3);
                let writes =
                    word(tokens.get(end)) == Some("with") && word(tokens.get(end + 1)) == Some("write");
                if writes {
                    self.steps.push(Step::Write(path.value, Datum::unknown()));
                }
                end
            }
            (Some("read"), ..) => self.expression(tokens, at).1,
            _ => at + 1,
        }
    }

    /// Operands with `&` between them; gives the place behind them.
    fn expression(&mut self, tokens: &[Token], from: usize) -> (Datum, usize) {
        let (mut value, mut at) = self.operand(tokens, from);
        while tokens.get(at) == Some(&Token::Sign('&')) {
            let (more, end) = self.operand(tokens, at + 1);
            value = value.join(&more);
            at = end;
        }
        (value, at.max(from + 1))
    }

    fn operand(&mut self, tokens: &[Token], from: usize) -> (Datum, usize) {
        if self.nested >= MAX_NESTED {
            return (Datum::unknown(), from);
        }
        self.nested += 1;
        let found = self.nested_operand(tokens, from);
        self.nested -= 1;
        found
    }

    fn nested_operand(&mut self, tokens: &[Token], from: usize) -> (Datum, usize) {
        let mut at = from;
        // Words that only say what kind of thing follows.
        while word(tokens.get(at)).is_some_and(|word| {
            matches!(word, "quoted" | "form" | "of" | "posix" | "file" | "alias" | "folder" | "the" | "path")
        }) || tokens.get(at) == Some(&Token::Sign('('))
        {
            at += 1;
        }
        match tokens.get(at) {
            Some(Token::Text(text)) => (Datum::known(text.clone()), skip_closing(tokens, at + 1)),
            Some(Token::Word(name)) if name == "do" || name == "run" => {
                let end = self.statement(tokens, at);
                let output = match self.steps.last() {
                    Some(Step::Shell(text)) => Datum::from_origin(Origin::Shell(text.value.clone())),
                    _ => Datum::unknown(),
                };
                (output, skip_closing(tokens, end))
            }
            Some(Token::Word(name)) if name == "read" => {
                let (path, end) = self.operand(tokens, at + 1);
                self.steps.push(Step::Read(path.value.clone()));
                (Datum::from_origin(Origin::File(path.value)), end)
            }
            Some(Token::Word(name)) if name == "system" && word(tokens.get(at + 1)) == Some("attribute") => {
                match tokens.get(at + 2) {
                    Some(Token::Text(variable)) => (Datum::variable(variable), at + 3),
                    _ => (Datum::unknown(), at + 2),
                }
            }
            Some(Token::Word(name)) => {
                let value = self.variables.get(name).cloned().unwrap_or_else(Datum::unknown);
                (value, skip_closing(tokens, at + 1))
            }
            Some(Token::Sign(_) | Token::Line) | None => (Datum::unknown(), at),
        }
    }
}

fn skip_closing(tokens: &[Token], mut at: usize) -> usize {
    while tokens.get(at) == Some(&Token::Sign(')')) {
        at += 1;
    }
    at
}

fn word(token: Option<&Token>) -> Option<&str> {
    match token {
        Some(Token::Word(word)) => Some(word),
        Some(Token::Text(_) | Token::Sign(_) | Token::Line) | None => None,
    }
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let after = rest.get(character.len_utf8()..).unwrap_or_default();
        if rest.starts_with("--") || character == '#' {
            rest = rest.find('\n').and_then(|line| rest.get(line..)).unwrap_or_default();
        } else if rest.starts_with("(*") {
            rest = rest.split_once("*)").map_or("", |(_, after)| after);
        } else if character == '"' {
            let mut value = String::new();
            let mut characters = after.chars();
            while let Some(next) = characters.next().filter(|next| *next != '"') {
                match next {
                    '\\' => value.extend(characters.next().map(|escaped| match escaped {
                        'n' => '\n',
                        't' => '\t',
                        other => other,
                    })),
                    other => value.push(other),
                }
            }
            tokens.push(Token::Text(value));
            rest = characters.as_str();
        } else if character == '\n' {
            tokens.push(Token::Line);
            rest = after;
        } else if character.is_alphanumeric() || character == '_' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            let (name, after) = rest.split_at(end);
            tokens.push(Token::Word(name.to_lowercase()));
            rest = after;
        } else {
            if !character.is_whitespace() {
                tokens.push(Token::Sign(character));
            }
            rest = after;
        }
    }
    tokens
}
