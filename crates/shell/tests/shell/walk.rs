//! Visits every node of a tree.

use hookward_shell::{
    Assignment, Command, Part, RedirectKind, Script, Simple, Span, Statement, Value, Variable, Word,
};

/// What the laws look at.
#[derive(Default)]
pub(crate) struct Census {
    /// The place of every node.
    pub(crate) spans: Vec<Span>,
    /// The place of every simple command's first word.
    pub(crate) names: Vec<Span>,
}

/// All nodes of a script.
pub(crate) fn census(script: &Script) -> Census {
    let mut census = Census::default();
    census.statements(&script.body);
    census.spans.extend(script.not_understood.iter().map(|gap| gap.span));
    census
}

impl Census {
    fn statements(&mut self, body: &[Statement]) {
        for statement in body {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        self.spans.push(statement.span);
        self.command(&statement.command);
        for redirect in &statement.redirects {
            self.spans.push(redirect.span);
            match &redirect.kind {
                RedirectKind::Read(word)
                | RedirectKind::Write(word)
                | RedirectKind::Append(word)
                | RedirectKind::ReadWrite(word)
                | RedirectKind::HereDocument(word)
                | RedirectKind::HereString(word)
                | RedirectKind::Duplicate(word) => self.word(word),
            }
        }
    }

    fn command(&mut self, command: &Command) {
        match command {
            Command::Simple(simple) => self.simple(simple),
            Command::Pipeline(body) | Command::Group(body) | Command::Subshell(body) => self.statements(body),
            Command::Chain(parts) => {
                for (_, part) in parts {
                    self.statement(part);
                }
            }
            Command::If { branches, otherwise } => {
                for (condition, body) in branches {
                    self.statements(condition);
                    self.statements(body);
                }
                self.statements(otherwise);
            }
            Command::While { condition, body } => {
                self.statements(condition);
                self.statements(body);
            }
            Command::For { words, body, .. } => {
                self.words(words.iter().flatten());
                self.statements(body);
            }
            Command::ArithmeticFor { words: clauses, body, .. } => {
                self.words(clauses);
                self.statements(body);
            }
            Command::Case { word, arms } => {
                self.word(word);
                for arm in arms {
                    self.words(&arm.patterns);
                    self.statements(&arm.body);
                }
            }
            Command::Function { body, .. } | Command::Coprocess(body) => self.statement(body),
            Command::Test(operands) => operands.iter().for_each(|operand| self.word(&operand.word)),
            Command::Arithmetic { words, .. } => self.words(words),
        }
    }

    fn simple(&mut self, simple: &Simple) {
        self.spans.push(simple.span);
        self.names.extend(simple.words.first().map(|word| word.span));
        for assignment in &simple.assignments {
            self.assignment(assignment);
        }
        self.words(&simple.words);
    }

    fn assignment(&mut self, assignment: &Assignment) {
        self.spans.push(assignment.span);
        self.words(&assignment.subscript);
        match &assignment.value {
            Value::Scalar(word) => self.word(word),
            Value::Array(elements) => {
                for (key, word) in elements {
                    self.words(key);
                    self.word(word);
                }
            }
        }
    }

    fn words<'w>(&mut self, words: impl IntoIterator<Item = &'w Word>) {
        for word in words {
            self.word(word);
        }
    }

    fn word(&mut self, word: &Word) {
        self.spans.push(word.span);
        for part in &word.parts {
            match part {
                Part::Bare { span, .. } | Part::Quoted { span, .. } => self.spans.push(*span),
                Part::Variable(variable) => self.variable(variable),
                Part::Substitution { body, span, .. } | Part::Process { body, span, .. } => {
                    self.spans.push(*span);
                    self.statements(body);
                }
                Part::Arithmetic { words, span, .. } => {
                    self.spans.push(*span);
                    self.words(words);
                }
            }
        }
    }

    fn variable(&mut self, variable: &Variable) {
        self.spans.push(variable.span);
        self.words(variable.words());
    }
}
