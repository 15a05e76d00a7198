//! Edits of a settings file that others own. Every edit puts text in or takes text out at one place; all other bytes,
//! with their comments, order and odd white space, are never touched.
//!
//! INVARIANT: what `insert` has put in, `remove` takes out to the byte. How it was put in tells whether the object or
//! list around it was there before: into an empty one of somebody else's, right behind its bracket.

use std::ops::Range;

use jsonc_parser::ast::{Array, Object, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::tokens::{Token, TokenAndRange};
use jsonc_parser::{CollectOptions, CommentCollectionStrategy, ParseOptions, parse_to_ast};

use super::RegisterError;

/// JSON with comments and trailing commas, and nothing more than that.
pub(super) const JSONC: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: true,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// A parsed file.
pub(super) struct Document<'t> {
    pub(super) text: &'t str,
    pub(super) value: Option<Value<'t>>,
    tokens: Vec<TokenAndRange<'t>>,
}

/// An object or a list: where it stands, and where its entries stand.
#[derive(Clone, Debug)]
pub(super) struct Holder {
    range: Range<usize>,
    entries: Vec<Range<usize>>,
}

fn span(ranged: &impl Ranged) -> Range<usize> {
    ranged.start()..ranged.end()
}

impl From<&Object<'_>> for Holder {
    fn from(object: &Object) -> Self {
        Self { range: span(object), entries: object.properties.iter().map(span).collect() }
    }
}

impl From<&Array<'_>> for Holder {
    fn from(array: &Array) -> Self {
        Self { range: span(array), entries: array.elements.iter().map(span).collect() }
    }
}

impl Holder {
    /// Whether it is this very list.
    pub(super) fn is_of(&self, list: &Array) -> bool {
        self.range == span(list)
    }
}

impl<'t> Document<'t> {
    pub(super) fn parse(text: &'t str) -> Result<Self, RegisterError> {
        let collect = CollectOptions { comments: CommentCollectionStrategy::AsTokens, tokens: true };
        let parsed = parse_to_ast(text, &collect, &JSONC).map_err(|error| RegisterError::Syntax {
            line: error.line_display(),
            column: error.column_display(),
            message: error.kind().to_string(),
        })?;
        Ok(Self { text, value: parsed.value, tokens: parsed.tokens.unwrap_or_default() })
    }

    /// Line and column of a place, from 1.
    pub(super) fn place(&self, at: usize) -> (usize, usize) {
        let before = self.text.get(..at).unwrap_or(self.text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        (before.matches('\n').count() + 1, line.chars().count() + 1)
    }

    /// The file with one more entry at the end of `holder`. `render` writes it for a given indentation.
    pub(super) fn insert(&self, holder: &Holder, render: impl Fn(&str) -> String) -> String {
        let newline = self.newline();
        let Some(last) = holder.entries.last() else {
            let indent = format!("{}{}", self.indent(holder.range.start), self.unit());
            return self.spliced(vec![(holder.range.start + 1..holder.range.start + 1, render(&indent))]);
        };
        let indent = self.entry_indent(holder);
        let item = render(&indent);
        let comma = self.comma_after(last.end);
        let anchor = self.after_comments(comma.as_ref().map_or(last.end, |comma| comma.end));
        self.spliced(match comma {
            Some(_) => vec![(anchor..anchor, format!("{newline}{indent}{item},"))],
            None if anchor == last.end => vec![(anchor..anchor, format!(",{newline}{indent}{item}"))],
            None => vec![
                (last.end..last.end, ",".to_owned()),
                (anchor..anchor, format!("{newline}{indent}{item}")),
            ],
        })
    }

    /// The file with one more entry in front of all others in `holder`.
    pub(super) fn insert_first(&self, holder: &Holder, render: impl Fn(&str) -> String) -> String {
        let Some(first) = holder.entries.first() else { return self.insert(holder, render) };
        let indent = self.entry_indent(holder);
        let before = self.text.get(holder.range.start..first.start).unwrap_or_default();
        let item = if before.contains('\n') {
            format!("{},{}{indent}", render(&indent), self.newline())
        } else {
            format!("{}, ", render(&indent))
        };
        self.spliced(vec![(first.start..first.start, item)])
    }

    /// The file without what `insert_first` has put in front of another entry; `None` if it does not stand so.
    pub(super) fn remove_first(&self, holder: &Holder) -> Option<String> {
        let [first, second, ..] = holder.entries.as_slice() else { return None };
        let between = self.text.get(first.end..second.start)?.strip_prefix(',')?;
        between
            .trim_ascii()
            .is_empty()
            .then(|| self.spliced(vec![(first.start..second.start, String::new())]))
    }

    /// The file with other text for an entry.
    pub(super) fn replace(&self, entry: &impl Ranged, with: String) -> String {
        self.spliced(vec![(span(entry), with)])
    }

    /// The file without one entry, whatever is left around it.
    pub(super) fn without(&self, holder: &Holder, index: usize) -> String {
        self.spliced(self.removal(holder, index))
    }

    /// The file without an entry. `around` leads outwards from the entry: each holder with the place in it of the
    /// one before. Holders that would be left empty and are ours go too; `None` if the root is one of them, and with it
    /// the whole file.
    pub(super) fn remove(&self, around: &[(Holder, usize)]) -> Option<String> {
        for (holder, index) in around {
            let Some(entry) = holder.entries.get(*index) else { return Some(self.text.to_owned()) };
            if !self.was_made_for(holder, entry) {
                return Some(self.spliced(self.removal(holder, *index)));
            }
        }
        let Some(root) = &self.value else { return Some(self.text.to_owned()) };
        // An entry that shares its list with others leaves the list, and no more than that.
        match around.last() {
            Some((holder, _)) if holder.range == span(root) => None,
            Some((holder, index)) => Some(self.spliced(self.removal(holder, *index))),
            None => Some(self.text.to_owned()),
        }
    }

    /// Whether a holder has no other entry, nothing else in it, and does not look like one that was there before.
    fn was_made_for(&self, holder: &Holder, entry: &Range<usize>) -> bool {
        let open = holder.range.start + 1;
        let end = self.comma_after(entry.end).map_or(entry.end, |comma| comma.end);
        let blank =
            |range: Range<usize>| self.text.get(range).is_some_and(|text| text.trim_ascii().is_empty());
        holder.entries.len() == 1
            && open != entry.start
            && blank(open..entry.start)
            && blank(end..holder.range.end - 1)
    }

    fn removal(&self, holder: &Holder, index: usize) -> Vec<(Range<usize>, String)> {
        let Some(entry) = holder.entries.get(index) else { return Vec::new() };
        let before = self.text.get(..entry.start).unwrap_or_default();
        let mut start = before.trim_end_matches([' ', '\t']).len();
        let after = self.text.get(entry.end..).unwrap_or_default();
        let after = after.strip_prefix(',').unwrap_or(after).trim_start_matches([' ', '\t']);
        // A line comment must not swallow what follows the entry.
        if after.starts_with(['\r', '\n']) || !self.ends_in_line_comment(entry.start) {
            let line = before.get(..start).unwrap_or_default();
            start = line.strip_suffix("\r\n").or(line.strip_suffix('\n')).unwrap_or(line).len();
        }
        let comma = self.comma_after(entry.end).or_else(|| {
            let previous = holder.entries.get(index.checked_sub(1)?)?;
            self.comma_after(previous.end)
        });
        let mut edits = vec![(start..entry.end, String::new())];
        edits.extend(comma.map(|comma| (comma, String::new())));
        edits
    }

    /// Whether the last thing in front of a place is a line comment.
    fn ends_in_line_comment(&self, at: usize) -> bool {
        let last = self.tokens.iter().rev().find(|token| token.range.end <= at);
        last.is_some_and(|token| matches!(token.token, Token::CommentLine(_)))
    }

    fn spliced(&self, mut edits: Vec<(Range<usize>, String)>) -> String {
        edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
        let mut text = self.text.to_owned();
        for (range, with) in edits {
            text.replace_range(range, &with);
        }
        text
    }

    /// The comma that follows an entry, with at most comments between them.
    fn comma_after(&self, end: usize) -> Option<Range<usize>> {
        let is_comment = |token: &Token| matches!(token, Token::CommentLine(_) | Token::CommentBlock(_));
        let mut next =
            self.tokens.iter().filter(|token| token.range.start >= end && !is_comment(&token.token));
        let token = next.next()?;
        (token.token == Token::Comma).then(|| span(&token.range))
    }

    /// The end of the comments that follow on the same line.
    fn after_comments(&self, entry_end: usize) -> usize {
        let mut end = entry_end;
        for token in self.tokens.iter().filter(|token| token.range.start >= entry_end) {
            let between = self.text.get(end..token.range.start).unwrap_or("\n");
            match token.token {
                Token::CommentLine(_) | Token::CommentBlock(_) if !between.contains('\n') => {
                    end = token.range.end;
                }
                _ => break,
            }
        }
        end
    }

    /// The white space at the start of the line in which `at` stands.
    fn indent(&self, at: usize) -> &str {
        let before = self.text.get(..at).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = self.text.get(start..).unwrap_or_default();
        line.get(..line.len() - line.trim_start_matches([' ', '\t']).len()).unwrap_or_default()
    }

    fn entry_indent(&self, holder: &Holder) -> String {
        let own = holder.entries.first().and_then(|first| {
            let indent = self.indent(first.start);
            let before = self.text.get(..first.start)?.strip_suffix(indent)?;
            before.ends_with('\n').then(|| indent.to_owned())
        });
        own.unwrap_or_else(|| format!("{}{}", self.indent(holder.range.start), self.unit()))
    }

    /// One step of the file's own indentation.
    pub(super) fn unit(&self) -> &str {
        let indents = self.text.lines().map(|line| {
            let bare = line.trim_start_matches([' ', '\t']);
            (bare.starts_with('"'), line.get(..line.len() - bare.len()).unwrap_or_default())
        });
        let mut own = indents.filter(|(is_entry, indent)| *is_entry && !indent.is_empty());
        own.next().map_or("  ", |(_, indent)| indent)
    }

    /// The file's own line break.
    pub(super) fn newline(&self) -> &'static str {
        if self.text.contains("\r\n") { "\r\n" } else { "\n" }
    }
}
