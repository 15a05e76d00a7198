//! The reader: one pass over the text, as bash makes it. What it meets is read as bash reads it, or is a fault.
//!
//! `list`, `command` and `compound` are the grammar, from the outside to the inside; `word` is what it is made of.

mod ansi;
mod arithmetic;
mod assignment;
mod backtick;
mod command;
mod compound;
mod expansion;
mod heredoc;
mod joints;
mod list;
mod parameter;
mod redirection;
mod test;
mod word;

use crate::guard::Guard;
use crate::{Gap, Script, Span};
use heredoc::HereDocuments;
use list::Until;

/// How often a text is read. A second time if a line continuation splits a word or an operator; a third time if what
/// that joins makes another one count.
const MAX_ROUNDS: usize = 3;

/// Reads a whole text.
pub(crate) fn script(source: &str) -> Script {
    let mut guard = Guard::default();
    let whole = Span::new(0, source.len());
    if let Some(why) = Guard::refuses(source) {
        guard.note(why, whole);
        return Script { body: Vec::new(), not_understood: guard.into_gaps() };
    }
    let mut body = Reader::new(source, Origin(&[]), &mut guard).script();
    let mut joints = guard.take_joints();
    for _ in 1..MAX_ROUNDS {
        if joints.is_empty() {
            break;
        }
        let (joined, jumps) = joints::without(source, &mut joints);
        guard = Guard::default();
        body = Reader::new(&joined, Origin(&jumps), &mut guard).script();
        let more = guard.take_joints();
        if more.is_empty() {
            joints.clear();
        } else {
            joints.extend(more);
        }
    }
    if !joints.is_empty() {
        guard.note(Gap::Unsupported("line continuations inside words"), whole);
    }
    Script { body, not_understood: guard.into_gaps() }
}

/// What ends the reading of a word or a bracket that has no end.
#[derive(Debug)]
pub(super) struct Fault {
    why: Gap,
    at: usize,
    /// Whether nothing behind it can be read, as it is not known what it belongs to.
    last: bool,
}

impl Fault {
    /// Whether the text is too much, not wrong.
    fn is_limit(&self) -> bool {
        matches!(self.why, Gap::TooLong | Gap::TooDeep)
    }
}

type Read<T> = Result<T, Fault>;

/// From here on, an offset of the text is another one of the source.
#[derive(Clone, Copy)]
pub(crate) struct Jump {
    text: usize,
    source: usize,
    /// Whether a line continuation was removed there.
    joint: bool,
}

/// Where a text comes from: a part of the source, from which some backslashes may have been removed.
#[derive(Clone, Copy)]
pub(crate) struct Origin<'a>(&'a [Jump]);

impl<'a> Origin<'a> {
    /// The jumps behind `start` and in front of `end`.
    fn jumps(self, start: usize, end: usize) -> &'a [Jump] {
        let first = self.0.partition_point(|jump| jump.text <= start);
        let last = self.0.partition_point(|jump| jump.text < end);
        self.0.get(first..last).unwrap_or_default()
    }

    fn offset(self, at: usize) -> usize {
        let after = self.0.partition_point(|jump| jump.text <= at);
        match after.checked_sub(1).and_then(|last| self.0.get(last)) {
            Some(jump) => jump.source + (at - jump.text),
            None => at,
        }
    }

    /// The source's span of `start..end` of the text.
    pub(crate) fn span(self, start: usize, end: usize) -> Span {
        if self.0.is_empty() {
            return Span::new(start, end);
        }
        // By its last byte: what was removed behind it does not belong to it.
        let last = if end > start { self.offset(end - 1) + 1 } else { self.offset(start) };
        Span::new(self.offset(start), last)
    }
}

/// A place in a text.
pub(super) struct Reader<'a, 'g> {
    text: &'a str,
    at: usize,
    /// Nothing is read from here on.
    end: usize,
    origin: Origin<'a>,
    guard: &'g mut Guard,
    /// What ends the code around the current place.
    until: Until,
    /// The here-documents of that code.
    here: HereDocuments,
}

impl<'a, 'g> Reader<'a, 'g> {
    fn new(text: &'a str, origin: Origin<'a>, guard: &'g mut Guard) -> Self {
        Self {
            text,
            at: 0,
            end: text.len(),
            origin,
            guard,
            until: Until::End,
            here: HereDocuments::default(),
        }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        if at < self.end { self.text.as_bytes().get(at).copied() } else { None }
    }

    fn peek(&self) -> Option<u8> {
        self.byte(self.at)
    }

    fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.byte(self.at + ahead)
    }

    fn looking_at(&self, expected: &str) -> bool {
        self.text.as_bytes().get(self.at..self.end).is_some_and(|rest| rest.starts_with(expected.as_bytes()))
    }

    fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// The character at `at`, of which only the first byte is known to be in reach.
    fn char_at(&self, at: usize) -> Option<char> {
        self.slice(at, self.end).chars().next()
    }

    /// The first place from `at` on where `stops` holds, or the end.
    fn find(&self, at: usize, stops: impl Fn(u8) -> bool) -> usize {
        let rest = self.text.as_bytes().get(at..self.end).unwrap_or_default();
        at + rest.iter().position(|&byte| stops(byte)).unwrap_or(rest.len())
    }

    /// The first place of an ASCII character from `at` on, or the end. Faster than `find` where that is far.
    fn find_char(&self, at: usize, character: char) -> usize {
        match self.text.get(at..self.end) {
            Some(rest) => rest.find(character).map_or(self.end, |offset| at + offset),
            None => self.find(at, |byte| char::from(byte) == character),
        }
    }

    fn span(&self, start: usize, end: usize) -> Span {
        self.origin.span(start, end)
    }

    /// Whether a backslash and a newline stand at `at`; bash removes both before it reads anything.
    fn continues(&self, at: usize) -> bool {
        self.byte(at) == Some(b'\\') && self.byte(at + 1) == Some(b'\n')
    }

    /// Whether a blank, a line's end or the end of all is at `at`.
    fn is_blank(&self, at: usize) -> bool {
        matches!(self.byte(at), None | Some(b' ' | b'\t' | b'\n'))
    }

    /// Notes the line continuation at `at` if nothing separates what is in front of it from what is behind it.
    fn joint(&mut self, at: usize) {
        if at > 0 && !self.is_blank(at - 1) && !self.is_blank(at + 2) {
            // From the byte before it: inside of backticks, its backslash may be escaped.
            let start = self.origin.offset(at - 1) + 1;
            self.guard.joint(Span::new(start, self.origin.offset(at + 1) + 1));
        }
    }

    /// Notes that a line continuation was removed from a text in which it means nothing: the reading that found it was
    /// wrong, and so is this one.
    fn refuse_joints(&mut self, start: usize, end: usize) {
        if self.origin.jumps(start, end).iter().any(|jump| jump.joint) {
            self.note(Gap::Unsupported("line continuations that change what is quoted"), start, end);
        }
    }

    fn note(&mut self, why: Gap, start: usize, end: usize) {
        let span = self.span(start, end);
        self.guard.note(why, span);
    }

    fn enter(&mut self) -> Read<()> {
        let at = self.at;
        self.guard.enter().map_err(|why| Fault { why, at, last: true })
    }

    /// Counts a word or an expansion.
    fn count(&mut self) -> Read<()> {
        let at = self.at;
        self.guard.count().map_err(|why| Fault { why, at, last: true })
    }

    /// Reads something that recurses.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.enter()?;
        let value = read(self)?;
        self.guard.leave();
        Ok(value)
    }

    /// Reads a compound command.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        let at = self.at;
        self.guard.nest().map_err(|why| Fault { why, at, last: true })?;
        let value = read(self)?;
        self.guard.unnest();
        Ok(value)
    }

    /// Reads a part whose end is known, so that a fault in it need not end the whole reading.
    fn contained<T>(
        &mut self,
        start: usize,
        end: usize,
        read: impl FnOnce(&mut Self) -> Read<T>,
    ) -> Option<T> {
        let (outer, mark) = (self.end, self.guard.mark());
        self.at = start;
        self.end = end;
        let result = read(self);
        self.at = end;
        self.end = outer;
        match result {
            Ok(value) => Some(value),
            Err(fault) => {
                self.guard.restore(&mark);
                self.note(fault.why, fault.at.clamp(start, end), end);
                None
            }
        }
    }
}

/// Adds to a list that mostly stays as short as that, for which the standard library would make room for four.
fn add<T>(list: &mut Vec<T>, item: T) {
    if list.is_empty() {
        list.reserve_exact(1);
    }
    list.push(item);
}

fn unclosed<T>(what: &str, at: usize) -> Read<T> {
    Err(Fault { why: Gap::Syntax(format!("unclosed {what}")), at, last: true })
}

fn syntax<T>(what: &str, at: usize) -> Read<T> {
    Err(Fault { why: Gap::Syntax(what.to_owned()), at, last: false })
}
