//! Places in a text, as people and editors name them: lines and columns from 1, columns in Unicode scalar values.

use anstyle::Style;
use hookward_effects::Span;
use textwrap::core::display_width;

use crate::paint::DIM;

/// The most lines of a part that are shown.
const MOST_LINES: usize = 3;

/// The most characters of a line that are shown, and how many of them stand before the part.
const WIDEST: usize = 160;
const BEFORE: usize = 40;

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Position {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

impl Position {
    /// The place of a byte.
    pub(super) fn of(text: &str, offset: usize) -> Self {
        let before = text.get(..text.floor_char_boundary(offset)).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Self { line, column }
    }

    /// The first place of a part, and the one behind its last.
    pub(super) fn of_span(text: &str, span: Span) -> (Self, Self) {
        (Self::of(text, span.start), Self::of(text, span.end))
    }
}

/// The lines in which a part of a text stands, the part underlined.
pub(super) fn excerpt(text: &str, span: Span, colour: Style) -> Vec<String> {
    let covered = span.text(text).trim_end().len();
    let (start, end) = Position::of_span(text, Span::new(span.start, span.start + covered));
    let margin = end.line.to_string().len();
    let mut shown = Vec::new();
    let lines = text.lines().enumerate().skip(start.line - 1).take(end.line + 1 - start.line);
    for (index, line) in lines.take(MOST_LINES) {
        let number = index + 1;
        let length = line.chars().count();
        let indent = line.chars().take_while(|character| character.is_whitespace()).count();
        let from = if number == start.line { start.column - 1 } else { indent };
        let to = if number == end.line { end.column - 1 } else { length };
        let window = if length > WIDEST { from.saturating_sub(BEFORE) } else { 0 };
        let mut source = if window > 0 { "…".to_owned() } else { String::new() };
        let mut below = " ".repeat(display_width(&source));
        let mut marks = String::new();
        for (place, character) in line.chars().enumerate().skip(window).take(WIDEST) {
            // A terminal must not obey what a script holds.
            let character = if character.is_control() && character != '\t' { '\u{fffd}' } else { character };
            source.push(character);
            let width = display_width(character.encode_utf8(&mut [0; 4])).max(1);
            if (from..to).contains(&place) {
                marks.push_str(&"^".repeat(width));
            } else if place < from && character == '\t' {
                below.push('\t');
            } else if place < from {
                below.push_str(&" ".repeat(width));
            }
        }
        if window + WIDEST < length {
            source.push('…');
        }
        if marks.is_empty() {
            marks.push('^');
        }
        shown.push(format!("{DIM}{number:>margin$} |{DIM:#} {source}"));
        shown.push(format!("{DIM}{:>margin$} |{DIM:#} {below}{colour}{marks}{colour:#}", ""));
    }
    let more = (end.line + 1 - start.line).saturating_sub(MOST_LINES);
    if more > 0 {
        let lines = if more == 1 { "line" } else { "lines" };
        shown.push(format!("{DIM}{:>margin$} |{DIM:#} … {more} more {lines}", ""));
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, part: &str) -> String {
        let start = text.find(part).unwrap();
        let lines = excerpt(text, Span::new(start, start + part.len()), Style::new());
        anstream::adapter::strip_str(&lines.join("\n")).to_string()
    }

    #[test]
    fn columns_count_characters_and_lines_count_from_one() {
        let text = "ä\n\tb ö c\n";
        assert_eq!(Position::of(text, 0), Position { line: 1, column: 1 });
        assert_eq!(Position::of(text, text.find('c').unwrap()), Position { line: 2, column: 6 });
        assert_eq!(Position::of(text, 99), Position { line: 3, column: 1 });
    }

    #[test]
    fn the_part_is_underlined_below_tabs_and_wide_characters() {
        assert_eq!(shown("\tab cd", "cd"), "1 | \tab cd\n  | \t   ^^");
        assert_eq!(shown("日 cd", "cd"), "1 | 日 cd\n  |    ^^");
    }

    #[test]
    fn of_a_part_of_many_lines_the_first_are_shown() {
        let text = "x {\n  a\n  b\n  c\n}\ny";
        let expected = "1 | x {\n  | ^^^\n2 |   a\n  |   ^\n3 |   b\n  |   ^\n  | … 2 more lines";
        assert_eq!(shown(text, "x {\n  a\n  b\n  c\n}\n"), expected);
    }

    #[test]
    fn of_a_long_line_the_place_is_shown() {
        let text = format!("{} hit {}", "a".repeat(500), "b".repeat(500));
        let shown = shown(&text, "hit");
        assert!(
            shown.starts_with("1 | …aaa") && shown.contains(" hit b") && shown.contains("b…\n"),
            "{shown}"
        );
        let column = shown.lines().next().unwrap().chars().position(|character| character == 'h');
        assert_eq!(shown.lines().nth(1).unwrap().chars().position(|character| character == '^'), column);
    }

    #[test]
    fn what_would_steer_the_terminal_is_not_printed() {
        assert!(!shown("a \u{1b}[2J b", "b").contains('\u{1b}'));
    }

    #[test]
    fn a_part_without_length_is_still_marked() {
        let lines = excerpt("ab", Span::new(1, 1), Style::new());
        assert_eq!(anstream::adapter::strip_str(&lines.join("\n")).to_string(), "1 | ab\n  |  ^");
    }
}
