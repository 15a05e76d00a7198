//! Decisions that code and plans name: `DEC-AUTH-001`, with what is said of each where it stands.

/// A decision, where it is named.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Named {
    /// `DEC-AUTH-001`
    pub(super) id: String,
    /// Whether it is noted there, by `@decision` or `DECISION:`, and nothing says why it was taken.
    pub(super) lacks_rationale: bool,
    /// Whether it no longer holds.
    pub(super) is_over: bool,
    /// Whether it stands in an item of a list that is not checked yet.
    pub(super) is_open: bool,
}

/// The decisions that a text names, in its order.
pub(super) fn named(text: &str) -> Vec<Named> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        for id in ids(line) {
            let note = note(&lines, index);
            found.push(Named {
                id: id.to_owned(),
                lacks_rationale: begins(line) && !note.iter().any(|line| says_why(line)),
                is_over: note.iter().any(|line| ends(line, id)),
                is_open: line
                    .trim_start()
                    .trim_start_matches(['-', '*', '+'])
                    .trim_start()
                    .starts_with("[ ]"),
            });
        }
    }
    found
}

/// Whether a line begins the note of a decision.
fn begins(line: &str) -> bool {
    line.contains("@decision") || line.contains("DECISION:")
}

/// Whether a line says that a decision no longer holds, and not that it takes the place of another.
fn ends(line: &str, id: &str) -> bool {
    let is_over = ["deprecated", "superseded"].iter().any(|word| line.to_lowercase().contains(word));
    is_over && !line.contains(&format!("by {id}"))
}

/// The lines of the note that a line begins: up to the next one, an empty line, or the end of the comment. What only names a
/// decision has no more than its line.
fn note<'l>(lines: &[&'l str], index: usize) -> Vec<&'l str> {
    let is_comment = |line: &&str| {
        let line = line.trim_start();
        ["*", "/", "#", "-", "\"", "'", "|", "@", ";"].iter().any(|sign| line.starts_with(sign))
    };
    let first = lines.get(index).copied();
    let rest = lines.iter().skip(index + 1).copied().filter(|_| first.is_some_and(begins));
    let rest = rest.take_while(|line| is_comment(line) && !begins(line));
    first.into_iter().chain(rest).collect()
}

/// `@rationale it is simple`, `Rationale: it is simple`
fn says_why(line: &str) -> bool {
    let line = line.to_lowercase();
    let behind =
        line.split_once("rationale").map(|(_, behind)| behind.trim_start_matches([':', '*', ' ', '-']));
    behind.is_some_and(|behind| behind.contains(char::is_alphanumeric))
}

/// `DEC-AUTH-001`: two capitals or more, three digits.
fn ids(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    words.filter(|word| {
        let parts: Vec<&str> = word.split('-').collect();
        matches!(parts.as_slice(), ["DEC", area, number]
            if area.len() >= 2 && area.bytes().all(|b| b.is_ascii_uppercase())
                && number.len() == 3 && number.bytes().all(|b| b.is_ascii_digit()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<String> {
        let sign = |is: bool, word: &str| if is { format!(" {word}") } else { String::new() };
        named(text)
            .iter()
            .map(|own| {
                let Named { id, lacks_rationale, is_over, is_open } = own;
                format!(
                    "{id}{}{}{}",
                    sign(*lacks_rationale, "why?"),
                    sign(*is_over, "over"),
                    sign(*is_open, "open")
                )
            })
            .collect()
    }

    #[test]
    fn what_is_said_of_a_decision_is_read_where_it_stands() {
        for (text, said) in [
            ("/**\n * @decision DEC-AUTH-001\n * @rationale tokens expire\n */", vec!["DEC-AUTH-001"]),
            (
                "/**\n * @decision DEC-AUTH-001\n * @title Tokens\n */\ncode(); // rationale: none",
                vec!["DEC-AUTH-001 why?"],
            ),
            (
                "# DECISION: DEC-DB-002 one table. Rationale: it is simple. Status: accepted.",
                vec!["DEC-DB-002"],
            ),
            ("# DECISION: DEC-DB-002 one table. Rationale:", vec!["DEC-DB-002 why?"]),
            (
                "// @decision DEC-DB-003\n// @status superseded by DEC-DB-004",
                vec!["DEC-DB-003 why? over", "DEC-DB-004"],
            ),
            ("// see DEC-DB-004", vec!["DEC-DB-004"]),
            (
                "- [ ] DEC-UI-001 colours\n- [x] DEC-UI-002 fonts\n- DEC-UI-003 (deprecated)",
                vec!["DEC-UI-001 open", "DEC-UI-002", "DEC-UI-003 over"],
            ),
            ("DEC-x-001 DEC-A-001 DEC-AB-01 XDEC-AB-001", vec![]),
        ] {
            assert_eq!(told(text), said, "{text}");
        }
    }
}
