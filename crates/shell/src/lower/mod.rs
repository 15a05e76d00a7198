//! The parser crate's tree of a frame to ours: every word is put back where its place is.
//!
//! INVARIANT: a word that is read ends up in the tree or in a gap. The frame's words carry no text, so the parser can
//! only tell where they belong; one that it passes over is left and reported.

mod compound;
mod simple;

use shuck_ast::{BackgroundOperator, BinaryOp, Command as Node, Stmt, StmtTerminator};
use shuck_parser::parser::{ParseDiagnostic, Parser};
use shuck_parser::{ShellDialect, ShellProfile};

use crate::frame::Frame;
use crate::guard::Guard;
use crate::read::{Code, Origin, Token, TokenKind};
use crate::{Command, Gap, Operator, Span, Statement, Word};

/// The deepest nesting of compound commands. A debug build of the parser needs 50 KB of stack for each.
const MAX_GRAMMAR_DEPTH: usize = 24;

/// How many of the parser's complaints about one frame are told.
const MAX_DIAGNOSTICS: usize = 4;

/// Gives code its structure.
pub(crate) fn statements(code: Code, text: &str, origin: Origin<'_>, guard: &mut Guard) -> Vec<Statement> {
    let Code { frame, tokens, compound, .. } = code;
    let mut lowering = Lowering { text, frame: &frame, tokens, origin, guard };
    if !compound {
        return lowering.lone_command();
    }
    // Enough for any text; the parser's own default is too little for many short commands.
    let fuel = 100_000 + 8 * frame.text().len();
    let profile = ShellProfile::native(ShellDialect::Bash);
    let parsed = Parser::with_limits_and_profile(frame.text(), MAX_GRAMMAR_DEPTH, fuel, profile).parse();
    let (body, _) = lowering.sequence(&parsed.file.body.stmts);
    if parsed.is_ok() {
        lowering.report_left_over();
    } else {
        lowering.report_diagnostics(&parsed.diagnostics);
    }
    body
}

/// Where something stands in the text.
#[derive(Clone, Copy)]
struct Extent {
    start: usize,
    end: usize,
}

impl Extent {
    fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

struct Lowering<'t, 'g> {
    text: &'t str,
    frame: &'t Frame,
    tokens: Vec<Token>,
    origin: Origin<'t>,
    guard: &'g mut Guard,
}

impl Lowering<'_, '_> {
    fn extent(&self, span: shuck_ast::Span) -> Extent {
        let start = self.frame.place(span.start.offset());
        Extent { start, end: self.frame.place(span.end.offset()).max(start) }
    }

    fn span(&self, extent: Extent) -> Span {
        self.origin.span(extent.start, extent.end)
    }

    fn raw(&self, extent: Extent) -> &str {
        self.text.get(extent.start..extent.end).unwrap_or_default()
    }

    fn gap(&mut self, why: Gap, extent: Extent) {
        let span = self.span(extent);
        self.guard.note(why, span);
    }

    /// Takes out the word that begins at a place of the frame.
    fn take(&mut self, start: usize) -> Option<(TokenKind, Extent)> {
        self.take_if(start, |_| true)
    }

    fn take_if(
        &mut self,
        start: usize,
        wanted: impl FnOnce(&TokenKind) -> bool,
    ) -> Option<(TokenKind, Extent)> {
        let index = self.tokens.binary_search_by_key(&start, |token| token.start).ok()?;
        let token = self.tokens.get_mut(index)?;
        let extent = Extent { start: token.start, end: token.end };
        let kind = token.kind.take_if(|kind| wanted(kind))?;
        Some((kind, extent))
    }

    /// Takes out a word that must be a plain one.
    fn take_word(&mut self, span: shuck_ast::Span) -> Word {
        let extent = self.extent(span);
        match self.take(extent.start) {
            Some((TokenKind::Word(word), _)) => word,
            _ => {
                self.gap(Gap::Syntax("expected a word".into()), extent);
                Word { parts: Vec::new(), span: self.span(extent) }
            }
        }
    }

    /// Takes out a word of which only the text is wanted.
    fn take_name(&mut self, span: shuck_ast::Span) -> String {
        let word = self.take_word(span);
        if let Some(name) = word.literal() {
            return name;
        }
        self.guard.note(Gap::Unsupported("a name that is not plain text"), word.span);
        String::new()
    }

    fn sequence(&mut self, stmts: &[Stmt]) -> (Vec<Statement>, Option<Extent>) {
        let mut statements = Vec::with_capacity(stmts.len());
        let mut whole: Option<Extent> = None;
        for stmt in stmts {
            let (statement, extent) = self.statement(stmt);
            if let Some(before) = whole {
                self.require_separator(before, extent);
            }
            whole = Some(whole.map_or(extent, |before| before.to(extent)));
            statements.push(statement);
        }
        (statements, whole)
    }

    /// The parser takes `a (b)` for two commands; bash refuses it.
    fn require_separator(&mut self, before: Extent, behind: Extent) {
        let (head, _) = self.frame.split(behind.start);
        let (_, tail) = self.frame.split(before.end);
        let between = head
            .len()
            .checked_sub(self.frame.text().len() - tail.len())
            .and_then(|length| tail.get(..length));
        if between.is_none_or(|between| !between.contains(['\n', ';', '&'])) {
            self.gap(Gap::Syntax("no separator between commands".into()), before.to(behind));
        }
    }

    fn statement(&mut self, stmt: &Stmt) -> (Statement, Extent) {
        let (command, mut extent) = match &stmt.command {
            Node::Simple(simple) => self.simple(simple, stmt),
            Node::Binary(_) => self.chain(stmt),
            Node::Compound(compound) => self.compound(compound, stmt),
            Node::Function(function) => self.function(function),
            Node::Builtin(_) | Node::Decl(_) | Node::AnonymousFunction(_) => {
                let extent = self.extent(stmt.span);
                self.gap(Gap::Unsupported("an unexpected command"), extent);
                (Command::Group(Vec::new()), extent)
            }
        };
        let mut redirects = Vec::with_capacity(stmt.redirects.len());
        for redirect in &stmt.redirects {
            let place = self.extent(redirect.span);
            // The frame has one byte for the operator, and the rest for the target.
            match self.take(place.start + 1) {
                Some((TokenKind::Redirect(redirect), target)) => {
                    extent = extent.to(Extent { start: place.start, end: target.end });
                    redirects.push(*redirect);
                }
                _ => self.gap(Gap::Syntax("a redirection without a target".into()), place),
            }
        }
        let background = match stmt.terminator {
            Some(StmtTerminator::Background(BackgroundOperator::Plain)) => true,
            Some(StmtTerminator::Background(_)) => {
                self.gap(Gap::Syntax("`&|` and `&!` are not bash".into()), extent);
                true
            }
            Some(StmtTerminator::Semicolon) | None => false,
        };
        (Statement { command, redirects, background, span: self.span(extent) }, extent)
    }

    /// Flattens what the parser nests to the left: `((a && b) || c)`, `((a | b) | c)`.
    fn chain(&mut self, stmt: &Stmt) -> (Command, Extent) {
        let mut links = Vec::new();
        let mut first = stmt;
        let mut pipeline = None;
        while let Node::Binary(binary) = &first.command {
            let pipe = is_pipe(binary.op);
            if *pipeline.get_or_insert(pipe) != pipe
                || (!std::ptr::eq(first, stmt) && !first.redirects.is_empty())
            {
                break;
            }
            links.push((binary.op, &*binary.right));
            first = &binary.left;
        }
        let (statement, mut extent) = self.statement(first);
        let mut chain = vec![(Operator::And, statement)];
        for (op, right) in links.into_iter().rev() {
            let (statement, place) = self.statement(right);
            extent = extent.to(place);
            chain.push((if matches!(op, BinaryOp::Or) { Operator::Or } else { Operator::And }, statement));
        }
        let command = if pipeline == Some(true) {
            Command::Pipeline(chain.into_iter().map(|(_, statement)| statement).collect())
        } else {
            Command::Chain(chain)
        };
        (command, extent)
    }

    fn report_left_over(&mut self) {
        let left: Vec<Extent> = (self.tokens.iter())
            .filter(|token| token.kind.is_some())
            .map(|token| Extent { start: token.start, end: token.end })
            .collect();
        for extent in left {
            self.gap(Gap::Syntax("a word that belongs to no command".into()), extent);
        }
    }

    fn report_diagnostics(&mut self, diagnostics: &[ParseDiagnostic]) {
        for diagnostic in diagnostics.iter().take(MAX_DIAGNOSTICS) {
            let extent = self.extent(diagnostic.span);
            let why = if diagnostic.message.contains("nesting too deep") {
                Gap::TooDeep
            } else {
                Gap::Syntax(diagnostic.message.clone())
            };
            self.gap(why, extent);
        }
    }
}

fn is_pipe(op: BinaryOp) -> bool {
    match op {
        BinaryOp::Pipe | BinaryOp::PipeAll => true,
        BinaryOp::And | BinaryOp::Or => false,
    }
}
