//! Where an edit goes that does not fit a file to the letter. A host refuses it, or looks for what reads alike: without
//! blanks, with other quotes and dashes, by its first and last line, or by asking its model again. Which of these a host does
//! changes with its version, so none of them is copied here.

use hookward_effects::Replacement;

/// The text with the one place replaced that reads like the old one, or with each, if all are meant.
pub(super) fn placed(text: &str, edit: &Replacement) -> Option<String> {
    let places = alike(text, &edit.old);
    if places.is_empty() || (places.len() > 1 && !edit.all) {
        return None;
    }
    let mut result = String::with_capacity(text.len());
    let mut done = 0;
    for (start, end) in places {
        // Blanks around one place may belong to the place before.
        result.push_str(text.get(done..start.max(done))?);
        result.push_str(&edit.new);
        done = end;
    }
    result.push_str(text.get(done..)?);
    Some(result)
}

/// A file with what an edit brings, and without the lines that it takes away, wherever a host may put it.
pub(super) fn brought(text: &str, edit: &Replacement) -> String {
    if !edit.old.is_empty() && text.contains(&edit.old) {
        return text.replace(&edit.old, &edit.new);
    }
    let gone: Vec<String> = edit.old.lines().map(letters).filter(|line| !line.is_empty()).collect();
    let stays = |line: &&str| !gone.contains(&letters(line));
    let rest: String = text.split_inclusive('\n').filter(stays).collect();
    let end = if rest.is_empty() || rest.ends_with('\n') { "" } else { "\n" };
    format!("{rest}{end}{}", edit.new)
}

/// Where a text reads like another one: from where to where.
fn alike(text: &str, old: &str) -> Vec<(usize, usize)> {
    let wanted = letters(old);
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut letters = String::new();
    // Where each letter stands in the text, by where it stands among the letters.
    let mut places: Vec<(usize, usize, usize)> = Vec::new();
    for (at, own) in text.char_indices() {
        if let Some(letter) = letter(own) {
            places.push((letters.len(), at, at + own.len_utf8()));
            letters.push(letter);
        }
    }
    let place = |at: usize| {
        let found = places.binary_search_by_key(&at, |(own, ..)| *own).ok()?;
        places.get(found)
    };
    let found = letters.match_indices(&wanted).filter_map(|(at, found)| {
        let last = found.chars().next_back()?.len_utf8();
        let (_, start, _) = place(at)?;
        let (_, _, end) = place(at + found.len() - last)?;
        Some(with_blanks(text, (*start, *end), old))
    });
    found.collect()
}

/// A place with the blanks around it, where the old text has some there.
fn with_blanks(text: &str, (start, end): (usize, usize), old: &str) -> (usize, usize) {
    let (before, behind) = (text.get(..start).unwrap_or_default(), text.get(end..).unwrap_or_default());
    let is_inline = |own: char| own.is_whitespace() && own != '\n';
    let front = before.len() - before.trim_end_matches(is_inline).len();
    let rest = behind.trim_start_matches(is_inline);
    let line = usize::from(rest.starts_with('\n') && old.ends_with('\n'));
    let back = behind.len() - rest.len() + line;
    (
        if old.starts_with(is_inline) { start - front } else { start },
        if old.ends_with(char::is_whitespace) { end + back } else { end },
    )
}

fn letters(text: &str) -> String {
    text.chars().filter_map(letter).collect()
}

/// What a character reads as; nothing, if it is blank.
fn letter(own: char) -> Option<char> {
    Some(match own {
        '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' => return None,
        own if own.is_whitespace() => return None,
        '\u{2018}'..='\u{201b}' | '\u{2032}' => '\'',
        '\u{201c}'..='\u{201f}' | '\u{2033}' => '"',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        own => own,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(old: &str, new: &str) -> Replacement {
        Replacement { old: old.into(), new: new.into(), ..Replacement::default() }
    }

    #[test]
    fn what_reads_alike_is_replaced_with_its_own_blanks() {
        for (text, old, new, expected) in [
            ("say(“it’s”);\nb;\n", "say(\"it's\");", "x;", Some("x;\nb;\n")),
            ("a;  \n\tb;\nc;\n", "a;\n    b;\n", "x;\n", Some("x;\nc;\n")),
            ("if a:\r\n    b\r\nc\r\n", "  if a:\n  b", "x", Some("x\r\nc\r\n")),
            ("a\u{a0}– b\n", "a - b", "x", Some("x\n")),
            // The blanks between two places are of one of them.
            ("a  a ", "b", "x", None),
            ("“a” “a”", "\"a\"", "x", None),
            ("a", " \n", "x", None),
            ("a", "", "x", None),
        ] {
            assert_eq!(placed(text, &edit(old, new)).as_deref(), expected, "{text:?} {old:?}");
        }
        let all = Replacement { all: true, ..edit(" \"a\" ", "x") };
        assert_eq!(placed("“a” “a” b", &all).as_deref(), Some("xxb"));
    }

    #[test]
    fn what_goes_nowhere_brings_its_text_and_takes_its_lines() {
        assert_eq!(brought("a\nb\nc", &edit("  b\nz", "x")), "a\nc\nx");
        assert_eq!(brought("a a\n", &edit("a", "x")), "x x\n");
        assert_eq!(brought("", &edit("a", "x")), "x");
    }

    #[test]
    fn the_time_is_that_of_the_text() {
        let text = "a b ".repeat(50_000);
        let old = format!("{}c", "ab".repeat(20_000));
        assert_eq!(placed(&text, &edit(&old, "x")), None);
        assert_eq!(placed(&text, &Replacement { all: true, ..edit("a  b", "x") }).unwrap().len(), 100_000);
    }
}
