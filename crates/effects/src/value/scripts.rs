//! The texts of a script that a value may be.

use super::{MAX_FEW, Piece, Value};

/// So many texts of a script are looked at that choices in it make.
const MAX_SCRIPTS: usize = 16;

impl Value {
    /// The value as the text of a script, with an unset variable for what is unknown.
    pub(crate) fn as_script(&self) -> Option<String> {
        self.as_scripts().texts.into_iter().next()
    }

    /// Every text of a script that the value may be, with an unset variable for what is unknown.
    pub(crate) fn as_scripts(&self) -> Scripts {
        match self {
            Self::Known(text) => Scripts { texts: vec![text.clone()], more: false },
            Self::Pattern(pieces) => {
                let mut scripts = Scripts { texts: vec![String::new()], more: false };
                for piece in pieces {
                    scripts.extend(piece);
                }
                // One text or something else: then the text stands there alone.
                if let [Piece::OneOf(few), Piece::Hole(hole)] = pieces.as_slice()
                    && hole.written == "?"
                {
                    scripts.texts.extend(few.texts.iter().take(MAX_SCRIPTS).cloned());
                }
                scripts
            }
            Self::Few(few) => Scripts {
                texts: few.texts.iter().take(MAX_FEW).cloned().collect(),
                more: few.texts.len() > MAX_FEW,
            },
            Self::Unknown(_) => Scripts { texts: Vec::new(), more: false },
        }
    }
}

/// The texts that a script may be.
pub(crate) struct Scripts {
    pub(crate) texts: Vec<String>,
    /// Whether there are more than are looked at.
    pub(crate) more: bool,
}

impl Scripts {
    fn extend(&mut self, piece: &Piece) {
        let more = match piece {
            Piece::Text(text) | Piece::Glob(text) => text.as_str(),
            Piece::Hole(_) => "${_}",
            Piece::Filled(_) => "${_:?}",
            Piece::OneOf(few) => {
                let left = (MAX_SCRIPTS / self.texts.len().max(1)).max(1);
                self.more |= few.texts.len() > left;
                let each = |choice: &String| {
                    self.texts.iter().map(|text| format!("{text}{choice}")).collect::<Vec<String>>()
                };
                self.texts = few.texts.iter().take(left).flat_map(each).collect();
                return;
            }
        };
        self.texts.iter_mut().for_each(|text| text.push_str(more));
    }
}
