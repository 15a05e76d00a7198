//! The words of a command, as what reads paths among them takes them.

use hookward_effects::{Piece, Value};

/// A word in whose place a shell puts the files that fit. To most shells two stars are one.
pub(super) fn glob(word: &Value) -> Option<String> {
    let Value::Pattern(pieces) = word else { return None };
    let texts = pieces.iter().map(|piece| match piece {
        Piece::Text(text) if !text.contains(['*', '?', '[']) => Some(text.clone()),
        Piece::Glob(text) => Some(text.replace("**", "*")),
        _ => None,
    });
    texts.collect()
}

/// Words of which those that are paths below where they are said begin there: `/work/shop/tests` is `tests`.
pub(super) fn from_here<'w>(words: Vec<&'w str>, cwd: Option<&str>) -> Vec<&'w str> {
    let Some(cwd) = cwd.filter(|cwd| cwd.len() > 1) else { return words };
    let shorter = |word: &'w str| match word.strip_prefix(cwd) {
        Some("" | "/") => ".",
        Some(below) => below.strip_prefix('/').unwrap_or(word),
        None => word,
    };
    words.into_iter().map(shorter).collect()
}
