//! `jq` where it only hands a text on, or decodes it: `jq -rn '"…"'`, `jq -Rr @base64d`.

use super::Filtered;
use super::coding::base64_text;
use super::given::Given;

/// What it puts out; nothing where its filter is more than texts and their decoding.
pub(super) fn jq(arguments: &[&str], input: &str) -> Option<Filtered> {
    let long = [("null-input", 'n'), ("raw-output", 'r'), ("raw-input", 'R'), ("join-output", 'j')];
    let given = Given::read(arguments, "", &long).filter(|given| given.only("nrRjc"))?;
    let [filter] = given.operands.as_slice() else { return None };
    let is_raw = given.has('r') || given.has('j');
    if !is_raw {
        return None;
    }
    let mut stages = filter.split('|').map(str::trim).peekable();
    let literal = stages.peek().and_then(|stage| stage.strip_prefix('"'));
    let mut text = match literal.and_then(|rest| rest.strip_suffix('"')) {
        Some(inside) => {
            stages.next();
            unescaped(inside)?
        }
        // A line of its input.
        None if given.has('R') && !given.has('n') => input.strip_suffix('\n').unwrap_or(input).to_owned(),
        None => return None,
    };
    for stage in stages {
        match stage {
            "." | "@text" | "tostring" => {}
            "@base64d" => match base64_text(&text) {
                Filtered::Text(decoded) => text = decoded,
                hidden @ (Filtered::Bytes(_) | Filtered::Hidden) => return Some(hidden),
            },
            _ => return None,
        }
    }
    if !given.has('j') {
        text.push('\n');
    }
    Some(Filtered::Text(text))
}

/// The text of a literal; nothing if something is put into it.
fn unescaped(literal: &str) -> Option<String> {
    let mut out = String::with_capacity(literal.len());
    let mut letters = literal.chars();
    while let Some(letter) = letters.next() {
        if letter == '"' {
            return None;
        }
        if letter != '\\' {
            out.push(letter);
            continue;
        }
        out.push(match letters.next()? {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            same @ ('"' | '\\' | '/') => same,
            'u' => {
                let digits: String = letters.by_ref().take(4).collect();
                char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?
            }
            _ => return None,
        });
    }
    Some(out)
}
