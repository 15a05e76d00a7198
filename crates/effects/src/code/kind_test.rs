//! Conditions that only ask what kind of thing a name stands for: `if File.file?(f)` lets every file through, and so a
//! loop over a listing with it still takes all that is there.

use super::cursor::Cursor;
use super::token::{Bracket, Code, Gap, Kind, Part, Token};

/// What asks for the kind of a thing, or whether it is there.
const KINDS: &[&str] = &[
    "file?",
    "directory?",
    "symlink?",
    "exist?",
    "exists?",
    "is_file",
    "is_dir",
    "is_symlink",
    "is_link",
    "isfile",
    "isdir",
    "islink",
    "exists",
    "lexists",
    "isFile",
    "isDirectory",
    "isSymbolicLink",
    "isDir",
    "isDot",
    "isLink",
    "isFile?",
    "existsSync",
    "file_exists",
    "dir?",
    "regular?",
];

/// What leads there, and takes nothing out by itself.
const WAYS: &[&str] = &[
    "os",
    "path",
    "join",
    "File",
    "Dir",
    "fs",
    "stat",
    "lstat",
    "statSync",
    "lstatSync",
    "getPathname",
    "name",
    "parentPath",
    "attributes",
    "mode",
];

/// The longest condition that is looked at.
const MAX_TOKENS: usize = 48;

/// What a condition asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asks {
    /// For the kind of a thing, and nothing else.
    Kind,
    /// For something that only some things have.
    More,
}

impl Asks {
    /// What a condition asks.
    pub(super) fn of(condition: &Code) -> Self {
        let mut found = Found::default();
        if condition.tokens().len() > MAX_TOKENS {
            return Self::More;
        }
        look(condition.tokens(), &mut found, 0);
        if found.kind && !found.more { Self::Kind } else { Self::More }
    }

    /// What a function of this name asks.
    pub(super) fn named(name: &str) -> Self {
        if KINDS.contains(&name) { Self::Kind } else { Self::More }
    }

    /// What the condition asks that stands before an operator here.
    pub(super) fn before(at: &Cursor) -> Self {
        let before = at.passed();
        let ends = |token: &Token| {
            matches!(token.kind, Kind::Sign(";" | "," | "=>" | "?" | ":") | Kind::Group(Bracket::Curly, _))
        };
        let mut start = before.len();
        for (index, token) in before.iter().enumerate().rev().take(MAX_TOKENS) {
            if ends(token) {
                break;
            }
            start = index;
            if token.gap == Gap::Line {
                break;
            }
        }
        Self::of(&Code::new(before.get(start..).unwrap_or_default().to_vec()))
    }

    /// How many conditions it is that narrow a listing.
    pub(super) fn counted(self) -> usize {
        match self {
            Self::Kind => 0,
            Self::More => 1,
        }
    }
}

#[derive(Default)]
struct Found {
    kind: bool,
    more: bool,
}

fn look(tokens: &[Token], found: &mut Found, depth: usize) {
    for (index, token) in tokens.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|index| tokens.get(index));
        match &token.kind {
            Kind::Name(name) if KINDS.contains(&&**name) => found.kind = true,
            // Perl's `-f`, `-d`, `-e`, `-l`.
            Kind::Name(name)
                if matches!(&**name, "f" | "d" | "e" | "l")
                    && token.gap == Gap::None
                    && before.is_some_and(|token| token.is_sign("-")) =>
            {
                found.kind = true;
            }
            Kind::Name(name) if WAYS.contains(&&**name) => {}
            Kind::Name(name) => {
                let member = before.is_some_and(|token| matches!(token.kind, Kind::Sign("." | "->" | "::")));
                let called = tokens
                    .get(index + 1)
                    .is_some_and(|next| next.gap == Gap::None && next.group(Bracket::Round).is_some());
                found.more |= (member || called) && &**name != "not";
            }
            // Every directory lists itself and the one above.
            Kind::Text(parts) => match parts.as_ref() {
                [Part::Text(text)] if matches!(&**text, "." | "..") => found.kind = true,
                [Part::Text(text)] if &**text == "/" => {}
                _ => found.more = true,
            },
            Kind::Group(_, inner) if depth < 4 => look(inner.tokens(), found, depth + 1),
            Kind::Group(..)
            | Kind::Shell(_)
            | Kind::Words(_)
            | Kind::Regex
            | Kind::Number(_)
            | Kind::Edit(_)
            | Kind::Diamond(_)
            | Kind::TooDeep => found.more = true,
            Kind::Variable(..) | Kind::Sign(_) => {}
        }
    }
}
