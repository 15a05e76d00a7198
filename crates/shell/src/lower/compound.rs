//! Compound commands and functions.

use shuck_ast::{CompoundCommand as Node, ForSyntax, FunctionDef, IfSyntax, Stmt, StmtSeq};

use super::{Extent, Lowering};
use crate::read::TokenKind;
use crate::{Arm, Command, Gap, Statement, Word};

impl Lowering<'_, '_> {
    pub(super) fn compound(&mut self, node: &Node, stmt: &Stmt) -> (Command, Extent) {
        let start = |lowering: &Self, span| lowering.extent(span).start;
        match node {
            Node::Subshell(body) => {
                if let Some(disguised) = self.disguised(body) {
                    return disguised;
                }
                let (body, extent) = self.bracketed(body, '(', ')');
                (Command::Subshell(body), extent)
            }
            Node::BraceGroup(body) => {
                let (body, extent) = self.bracketed(body, '{', '}');
                (Command::Group(body), extent)
            }
            Node::If(node) => {
                let mut branches = vec![(self.body(&node.condition), self.body(&node.then_branch))];
                for (condition, body) in &node.elif_branches {
                    branches.push((self.body(condition), self.body(body)));
                }
                let otherwise = node.else_branch.as_ref().map(|body| self.body(body)).unwrap_or_default();
                let IfSyntax::ThenFi { fi_span, .. } = node.syntax else { return self.unsupported(stmt) };
                let extent = Extent { start: start(self, node.span), end: self.extent(fi_span).end };
                (Command::If { branches, otherwise }, extent)
            }
            Node::While(node) => {
                let extent = self.to_done(node.span, node.done_span);
                (
                    Command::While { condition: self.body(&node.condition), body: self.body(&node.body) },
                    extent,
                )
            }
            Node::Until(node) => {
                let extent = self.to_done(node.span, node.done_span);
                (
                    Command::While { condition: self.body(&node.condition), body: self.body(&node.body) },
                    extent,
                )
            }
            Node::For(node) => {
                let [target] = node.targets.as_slice() else { return self.unsupported(stmt) };
                let ForSyntax::InDoDone { done_span, .. } = node.syntax else {
                    return self.unsupported(stmt);
                };
                let extent = self.to_done(node.span, Some(done_span));
                let words = node.words.as_ref().map(|words| self.words(words));
                (self.for_loop(target.word.span, words, &node.body), extent)
            }
            Node::Select(node) => {
                let extent = self.to_done(node.span, Some(node.done_span));
                let words = Some(self.words(&node.words));
                (self.for_loop(node.variable_span, words, &node.body), extent)
            }
            Node::Case(node) => {
                let word = self.take_word(node.word.span);
                let mut arms = Vec::with_capacity(node.cases.len());
                for case in &node.cases {
                    let patterns = case.patterns.iter().map(|pattern| self.take_word(pattern.span)).collect();
                    arms.push(Arm { patterns, body: self.body(&case.body) });
                }
                let extent = Extent { start: start(self, node.span), end: self.extent(node.esac_span).end };
                (Command::Case { word, arms }, extent)
            }
            Node::Coproc(node) => {
                let (body, place) = self.statement(&node.body);
                let extent = Extent { start: start(self, node.span), end: place.end };
                (Command::Coprocess(Box::new(body)), extent)
            }
            Node::Repeat(_)
            | Node::Foreach(_)
            | Node::ArithmeticFor(_)
            | Node::Arithmetic(_)
            | Node::Time(_)
            | Node::Conditional(_)
            | Node::Always(_) => self.unsupported(stmt),
        }
    }

    /// `[[ … ]]` and `(( … ))`, which the frame shows as a subshell.
    fn disguised(&mut self, body: &StmtSeq) -> Option<(Command, Extent)> {
        let [Stmt { command: shuck_ast::Command::Simple(simple), .. }] = body.stmts.as_slice() else {
            return None;
        };
        let start = self.extent(simple.name.span).start;
        let (command, inside) = match self
            .take_if(start, |kind| matches!(kind, TokenKind::Test(_) | TokenKind::Arithmetic(_)))?
        {
            (TokenKind::Test(words), inside) => (Command::Test(words), inside),
            (TokenKind::Arithmetic(words), inside) => (Command::Arithmetic(words), inside),
            _ => return None,
        };
        Some((command, Extent { start: inside.start - 1, end: inside.end + 1 }))
    }

    pub(super) fn function(&mut self, node: &FunctionDef) -> (Command, Extent) {
        let whole = self.extent(node.span);
        let mut names = node.header.entries.iter();
        let name = names.next().map(|entry| self.take_name(entry.word.span)).unwrap_or_default();
        if names.next().is_some() {
            self.gap(Gap::Unsupported("a function of several names"), whole);
        }
        let (body, place) = self.statement(&node.body);
        let extent = Extent { start: self.keyword_start(whole.start.min(place.start)), end: place.end };
        (Command::Function { name, body: Box::new(body) }, extent)
    }

    /// Where `function` stands in front of a name; the frame has a blank there.
    fn keyword_start(&self, name: usize) -> usize {
        let before = self.text.get(..name).unwrap_or_default().trim_end();
        match before.strip_suffix("function") {
            Some(rest) if self.frame.split(rest.len()).1.starts_with(' ') => rest.len(),
            _ => name,
        }
    }

    fn for_loop(&mut self, target: shuck_ast::Span, words: Option<Vec<Word>>, body: &StmtSeq) -> Command {
        let extent = self.extent(target);
        match self.take(extent.start) {
            Some((TokenKind::Arithmetic(clauses), _)) => {
                Command::ArithmeticFor { clauses, body: self.body(body) }
            }
            Some((TokenKind::Word(_), place)) => {
                let variable = self.raw(place).to_owned();
                Command::For { variable, words, body: self.body(body) }
            }
            _ => {
                self.gap(Gap::Syntax("a loop without a variable".into()), extent);
                Command::For { variable: String::new(), words, body: self.body(body) }
            }
        }
    }

    /// The structure is not bash's; its words are reported as left over too.
    fn unsupported(&mut self, stmt: &Stmt) -> (Command, Extent) {
        let extent = self.extent(stmt.span);
        self.gap(Gap::Unsupported("a compound command that is not bash"), extent);
        (Command::Group(Vec::new()), extent)
    }

    fn words(&mut self, words: &[shuck_ast::Word]) -> Vec<Word> {
        words.iter().map(|word| self.take_word(word.span)).collect()
    }

    fn body(&mut self, body: &StmtSeq) -> Vec<Statement> {
        self.sequence(&body.stmts).0
    }

    fn to_done(&self, whole: shuck_ast::Span, done: Option<shuck_ast::Span>) -> Extent {
        let whole = self.extent(whole);
        Extent { start: whole.start, end: done.map_or(whole.end, |done| self.extent(done).end) }
    }

    /// The parser keeps no place of these brackets; nothing but blanks and separators is between them and the body.
    fn bracketed(&mut self, body: &StmtSeq, open: char, close: char) -> (Vec<Statement>, Extent) {
        let fallback = self.extent(body.span);
        let (body, inside) = self.sequence(&body.stmts);
        let inside = inside.unwrap_or(fallback);
        let (before, _) = self.frame.split(inside.start);
        let (_, behind) = self.frame.split(inside.end);
        let open = before.trim_end().strip_suffix(open).map(str::len);
        let start = open.map_or(inside.start, |offset| self.frame.place(offset));
        let separators = |character: char| character.is_ascii_whitespace() || matches!(character, ';' | '&');
        let rest = behind.trim_start_matches(separators);
        let close = rest.strip_prefix(close).map(|rest| self.frame.text().len() - rest.len());
        let end = close.map_or(inside.end, |offset| self.frame.place(offset));
        (body, Extent { start, end })
    }
}
