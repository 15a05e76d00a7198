//! Skills and commands of agents that register hooks: what stands in their front matter under `hooks` runs at every event
//! while they are in use. <https://code.claude.com/docs/en/skills>

use hookward_effects::{Kind, Reach, Spot};

use crate::policy::{ASK_FIRST, PLANNING};
use crate::resulting::on_the_way;
use crate::rule::Case;

/// Where a host looks for them.
const PLACES: &[&str] = &[".claude/skills/**", ".claude/commands/**"];

/// A text for agents that registers no hooks, neither before a call nor after it. What cannot be known may register some.
pub(super) fn registers_nothing(case: &Case, spot: &Spot, is_written: IsWritten) -> bool {
    let names = case.ground.names(spot);
    let steers = |glob: &str| !PLACES.contains(&glob) && !PLANNING.contains(&glob) && names.fit(glob);
    let is_text =
        spot.last().to_lowercase().ends_with(".md") && spot.reach == Reach::Itself && spot.glob.is_none();
    if !is_text || !PLACES.iter().any(|glob| names.fit(glob)) || ASK_FIRST.iter().any(|glob| steers(glob)) {
        return false;
    }
    let before = match case.world.kind(&spot.path) {
        Kind::Nothing => true,
        Kind::File => case.world.text(&spot.path).is_some_and(|text| !registers(&text)),
        Kind::Unknown => is_written == IsWritten::Yes,
        Kind::Directory => false,
    };
    let becomes = || {
        let after = on_the_way(case, |path| path == spot.path);
        !after.is_empty()
            && after.into_iter().all(|file| file.after.known().is_some_and(|text| !registers(&text)))
    };
    before && (is_written == IsWritten::No || becomes())
}

/// Whether a file is there afterwards.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum IsWritten {
    Yes,
    No,
}

/// Whether the front matter of a text has `hooks` for a key, or spells its keys so that nobody sees which they are.
fn registers(text: &str) -> bool {
    let Some(rest) = text.trim_start_matches('\u{feff}').trim_start().strip_prefix("---") else {
        return false;
    };
    let front: Vec<&str> = rest.lines().skip(1).take_while(|line| line.trim_end() != "---").collect();
    let is_key = |rest: &str| rest.trim_start_matches(['"', '\'']).trim_start().starts_with(':');
    let names_hooks = |line: &str| {
        line.match_indices("hooks").any(|(at, word)| is_key(line.get(at + word.len()..).unwrap_or_default()))
    };
    // Escapes, anchors and keys that are written out may name anything.
    let is_veiled = |line: &str| {
        line.contains('\\') || line.trim_start().starts_with(['?', '*', '!', '&']) || line.contains("<<")
    };
    front.into_iter().any(|line| names_hooks(line) || is_veiled(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_front_matter_with_hooks_registers_them() {
        for text in [
            "---\nname: a\nhooks:\n  PreToolUse: []\n---\nx",
            "\u{feff}\n---\n\"hooks\" : {}\n---\n",
            "---\n{name: a, hooks: {}}\n---\n",
            "---\n\"h\\u006foks\": {}\n---\n",
            "---\n? hooks\n: {}\n---\n",
            "---\nhooks: {}",
        ] {
            assert!(registers(text), "{text}");
        }
        for text in [
            "---\nname: a\ndescription: Reviews hooks of React\n---\nhooks: none",
            "Format the code.\n---\nhooks: a\n---\n",
            "",
        ] {
            assert!(!registers(text), "{text}");
        }
    }
}
