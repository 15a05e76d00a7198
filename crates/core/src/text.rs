//! Text within a budget, never cut inside a character.

/// The longest prefix of `text` that has at most `max` bytes and ends between two characters.
pub fn clip(text: &str, max: usize) -> &str {
    text.get(..text.floor_char_boundary(max)).unwrap_or(text)
}

/// One line of at most `max` characters: line breaks become spaces, and what is left out shows as `…`.
pub fn line(text: &str, max: usize) -> String {
    let mut line = String::new();
    let mut left = max;
    for character in text.chars() {
        let character = if character.is_control() { ' ' } else { character };
        if left <= 1 {
            // The last place holds either the last character or the sign that there are more.
            let more = text.chars().nth(max).is_some();
            line.push(if more { '…' } else { character });
            break;
        }
        line.push(character);
        left -= 1;
    }
    line
}

/// The same of the end of a text, for paths: what is left out is the beginning.
pub(crate) fn line_end(text: &str, max: usize) -> String {
    let surplus = text.chars().count().saturating_sub(max);
    let kept = if surplus == 0 { 0 } else { surplus + 1 };
    let end: String = text.chars().skip(kept).map(|one| if one.is_control() { ' ' } else { one }).collect();
    if kept == 0 { end } else { format!("…{end}") }
}

/// The last part of a text that stands alone.
pub(crate) fn last_paragraph(text: &str) -> &str {
    let text = text.trim_end();
    text.rsplit_once("\n\n").map_or(text, |(_, last)| last)
}

/// A template with what its names stand for; `{x.name}` is the last part of the path that `{x}` is. What is filled in is
/// not read again; a name that is unknown stays, and `{{x}}` is `{x}`. A line's end behind it is not part of it.
pub(crate) fn fill(template: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let last = |key: &str| value(key.strip_suffix(".name")?)?.rsplit('/').next().map(str::to_owned);
    let mut text = String::new();
    let mut rest = template.trim_end();
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        if let Some((name, after)) = after.strip_prefix('{').and_then(|after| after.split_once("}}")) {
            text.extend(["{", name, "}"]);
            rest = after;
            continue;
        }
        let named =
            after.split_once('}').and_then(|(key, after)| Some((value(key).or_else(|| last(key))?, after)));
        match named {
            Some((value, after)) => {
                text.push_str(&value);
                rest = after;
            }
            None => {
                text.push('{');
                rest = after;
            }
        }
    }
    text.push_str(rest);
    text
}

/// The names that a template wants to be filled in: small letters in braces. `{userId}` is a text of its own, and so is
/// `{{x}}`.
pub(crate) fn blanks(template: &str) -> impl Iterator<Item = &str> {
    let is_name = |name: &&str| {
        name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_lowercase() || ".-_".contains(c))
    };
    let starts = template.match_indices('{').filter(|(at, _)| {
        let before = template.get(..*at).unwrap_or_default();
        !before.ends_with('{')
    });
    starts.filter_map(move |(at, _)| {
        let (name, _) = template.get(at + 1..)?.split_once('}')?;
        Some(name).filter(is_name)
    })
}

/// The lines of a text in Markdown, without those of code between fences, and without what is commented out.
pub(crate) fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut fence: Option<&str> = None;
    let mut is_comment = false;
    text.lines().filter_map(move |line| {
        let sign = line.trim_start();
        let length = sign.len() - sign.trim_start_matches(['`', '~']).len();
        let own = sign.get(..length).filter(|own| own.starts_with("```") || own.starts_with("~~~"));
        match (fence, own) {
            (Some(open), Some(own)) if own.starts_with(open) && sign.trim_end() == own => {
                fence = None;
                return None;
            }
            (Some(_), _) => return None,
            (None, Some(own)) if !is_comment => {
                fence = Some(own);
                return None;
            }
            (None, Some(_) | None) => {}
        }
        if is_comment {
            is_comment = !line.contains("-->");
            return None;
        }
        let Some((before, inside)) = line.split_once("<!--") else { return Some(line) };
        is_comment = !inside.contains("-->");
        Some(before).filter(|before| !before.trim().is_empty())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_never_longer_than_its_budget_and_never_cuts_a_character() {
        assert_eq!(line("äöü", 3), "äöü");
        assert_eq!(line("äöüß", 3), "äö…");
        assert_eq!(line("a\nb", 9), "a b");
        assert_eq!(clip("aä", 2), "a");
        assert_eq!(clip("aä", 3), "aä");
        assert_eq!(line("", 3), "");
        assert_eq!(line_end("äöü", 3), "äöü");
        assert_eq!(line_end("äöüß", 3), "…üß");
    }

    #[test]
    fn names_are_filled_in_once_and_others_stay() {
        let value = |key: &str| match key {
            "why" => Some("{why} {row}".to_owned()),
            "file" => Some("src/a.ts".to_owned()),
            _ => None,
        };
        assert_eq!(fill("a {why} b {other} {", value), "a {why} {row} b {other} {");
        assert_eq!(fill("{{why}} {{", value), "{why} {{");
        assert_eq!(
            blanks("a {why} {{id}} {userId} {matched.name} { x } {").collect::<Vec<_>>(),
            ["why", "matched.name"]
        );
        assert_eq!(fill("{file.name} of {file}, {other.name}", value), "a.ts of src/a.ts, {other.name}");
    }
}
