//! A place in some tokens.

use super::token::{Bracket, Code, Gap, Kind, Token};

/// A place in some tokens, which only moves forward.
#[derive(Clone, Debug)]
pub(super) struct Cursor {
    code: Code,
    position: usize,
}

impl Cursor {
    pub(super) fn new(code: &Code) -> Self {
        Self { code: code.clone(), position: 0 }
    }

    pub(super) fn position(&self) -> usize {
        self.position
    }

    pub(super) fn peek(&self) -> Option<&Token> {
        self.look(0)
    }

    /// The token that stands some places further on.
    pub(super) fn look(&self, ahead: usize) -> Option<&Token> {
        self.code.tokens().get(self.position + ahead)
    }

    /// All that is left.
    pub(super) fn rest(&self) -> &[Token] {
        self.code.tokens().get(self.position..).unwrap_or_default()
    }

    /// All that is left, as code of its own.
    pub(super) fn left(&self) -> Code {
        self.code.part(self.position, self.code.tokens().len())
    }

    /// All that stands before this place.
    pub(super) fn passed(&self) -> &[Token] {
        self.code.tokens().get(..self.position).unwrap_or_default()
    }

    pub(super) fn advance(&mut self) {
        self.position += 1;
    }

    pub(super) fn is_done(&self) -> bool {
        self.peek().is_none()
    }

    pub(super) fn finish(&mut self) {
        self.position = self.code.tokens().len();
    }

    /// The next tokens as code of their own; the cursor stands behind them.
    pub(super) fn take(&mut self, count: usize) -> Code {
        let part = self.code.part(self.position, self.position + count);
        self.position = (self.position + count).min(self.code.tokens().len());
        part
    }

    /// The tokens up to the first that ends them, which is left where it is.
    pub(super) fn take_until(&mut self, ends: impl Fn(&Token) -> bool) -> Code {
        let rest = self.rest();
        let count = rest.iter().position(ends).unwrap_or(rest.len());
        self.take(count)
    }

    pub(super) fn is_sign(&self, sign: &str) -> bool {
        self.peek().is_some_and(|token| token.is_sign(sign))
    }

    pub(super) fn is_name(&self, name: &str) -> bool {
        self.peek().is_some_and(|token| token.is_name(name))
    }

    /// Steps over a sign, if it stands here.
    pub(super) fn skip_sign(&mut self, sign: &str) -> bool {
        self.skip_if(|token| token.is_sign(sign))
    }

    /// Steps over a name, if it stands here.
    pub(super) fn skip_name(&mut self, name: &str) -> bool {
        self.skip_if(|token| token.is_name(name))
    }

    fn skip_if(&mut self, fits: impl Fn(&Token) -> bool) -> bool {
        let fits = self.peek().is_some_and(fits);
        if fits {
            self.advance();
        }
        fits
    }

    /// What stands between the brackets here, if some do; the cursor stands behind them.
    pub(super) fn take_group(&mut self, bracket: Bracket) -> Option<Code> {
        let code = self.peek()?.group(bracket)?.clone();
        self.advance();
        Some(code)
    }

    /// Whether a new line begins here.
    pub(super) fn is_at_line(&self) -> bool {
        self.peek().is_some_and(|token| token.gap == Gap::Line)
    }

    /// What the tokens from here have written before them, apart from the first.
    pub(super) fn is_spaced(&self) -> bool {
        self.peek().is_some_and(|token| token.gap != Gap::None)
    }

    pub(super) fn kind(&self) -> Option<Kind> {
        self.peek().map(|token| token.kind.clone())
    }
}
