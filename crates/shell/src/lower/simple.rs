//! Simple commands.

use shuck_ast::{SimpleCommand, Stmt};

use super::{Extent, Lowering};
use crate::read::{TokenKind, is_reserved};
use crate::{Command, Gap, Simple, Statement};

impl Lowering<'_, '_> {
    /// All tokens as one command: there is nothing between them that the grammar would have to see.
    pub(super) fn lone_command(&mut self) -> Vec<Statement> {
        let mut items = Vec::with_capacity(self.tokens.len());
        let mut redirects = Vec::new();
        let mut named: Option<Extent> = None;
        let mut whole: Option<Extent> = None;
        for token in std::mem::take(&mut self.tokens) {
            let mut place = Extent { start: token.start, end: token.end };
            match token.kind {
                Some(TokenKind::Redirect(redirect)) => {
                    place.start -= 1;
                    redirects.push(*redirect);
                }
                Some(kind) => {
                    named = Some(named.map_or(place, |before| before.to(place)));
                    items.push((kind, place));
                }
                None => {}
            }
            whole = Some(whole.map_or(place, |before| before.to(place)));
        }
        let Some(whole) = whole else { return Vec::new() };
        let command = self.command(items, named.unwrap_or(whole));
        vec![Statement { command, redirects, background: false, span: self.span(whole) }]
    }

    pub(super) fn simple(&mut self, simple: &SimpleCommand, stmt: &Stmt) -> (Command, Extent) {
        let mut items = Vec::with_capacity(simple.args.len() + 1);
        let mut extent: Option<Extent> = None;
        // A command of redirections alone has a name without a place.
        let name = Some(&simple.name).filter(|name| name.span.start.offset() < name.span.end.offset());
        for word in name.into_iter().chain(&simple.args) {
            let place = self.extent(word.span);
            match self.take(place.start) {
                Some((kind, place)) => {
                    extent = Some(extent.map_or(place, |before| before.to(place)));
                    items.push((kind, place));
                }
                None => self.gap(Gap::Syntax("unexpected bracket".into()), place),
            }
        }
        let extent = extent.unwrap_or_else(|| match stmt.redirects.first() {
            Some(redirect) => self.extent(redirect.span),
            None => self.extent(simple.span),
        });
        (self.command(items, extent), extent)
    }

    fn command(&mut self, items: Vec<(TokenKind, Extent)>, extent: Extent) -> Command {
        let mut assignments = Vec::new();
        let mut words = Vec::with_capacity(items.len());
        for (kind, place) in items {
            match kind {
                TokenKind::Word(word) => {
                    if words.is_empty() && is_reserved(&word) {
                        self.gap(Gap::Syntax("reserved word as a command".into()), place);
                    }
                    words.push(word);
                }
                TokenKind::Assignment(assignment) => assignments.push(*assignment),
                TokenKind::Test(_) | TokenKind::Arithmetic(_) | TokenKind::Redirect(_) => {
                    self.gap(Gap::Syntax("a word that is no word".into()), extent);
                }
            }
        }
        Command::Simple(Simple { assignments, words, span: self.span(extent) })
    }
}
