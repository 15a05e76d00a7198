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

/// What asks for a part of a name.
const NAMES: &[&str] = &[
    "startswith",
    "endswith",
    "startsWith",
    "endsWith",
    "start_with?",
    "end_with?",
    "includes",
    "include?",
    "contains",
    "has",
    "basename",
    "in_array",
    "name",
    "lower",
    "toLowerCase",
];

/// The longest condition that is looked at.
const MAX_TOKENS: usize = 48;

/// What a condition asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asks {
    /// For the kind of a thing: what is left is nearly all there is.
    Kind,
    /// Whether its name is none of some: nearly all as well, but for what somebody has thought of.
    OtherNames,
    /// For something that only some things have.
    More,
}

impl Asks {
    /// What a condition asks.
    pub(super) fn of(condition: &Code) -> Self {
        Self::with(condition, Wanted::Fitting)
    }

    /// What a condition asks whose things are passed over: `if name in kept: continue`.
    pub(super) fn to_pass_over(condition: &Code) -> Self {
        Self::with(condition, Wanted::Others)
    }

    fn with(condition: &Code, wanted: Wanted) -> Self {
        let mut found = Found::default();
        if condition.tokens().len() > MAX_TOKENS {
            return Self::More;
        }
        look(condition.tokens(), &mut found, 0);
        let left_out = match wanted {
            Wanted::Fitting => found.negated && !found.joined,
            Wanted::Others => !found.negated,
        };
        match (found.more, found.named) {
            (false, true) if left_out => Self::OtherNames,
            (false, false) if found.kind => Self::Kind,
            (true | false, _) => Self::More,
        }
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
            Self::Kind | Self::OtherNames => 0,
            Self::More => 1,
        }
    }
}

/// Which things a loop goes on with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// Those that fit the condition.
    Fitting,
    /// Those that do not.
    Others,
}

#[derive(Default)]
#[allow(clippy::struct_excessive_bools, reason = "what was seen of a condition, each by itself")]
struct Found {
    kind: bool,
    /// It compares names.
    named: bool,
    /// It asks for what is not so.
    negated: bool,
    /// It is made of several.
    joined: bool,
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
            Kind::Name(name) if matches!(&**name, "not" | "ne" | "unless") => found.negated = true,
            Kind::Name(name) if matches!(&**name, "and" | "or") => found.joined = true,
            Kind::Name(name) if matches!(&**name, "in" | "eq") => found.named = true,
            Kind::Name(name) if WAYS.contains(&&**name) => {}
            Kind::Name(name) if NAMES.contains(&&**name) => found.named = true,
            Kind::Name(_) => {
                let member = before.is_some_and(|token| matches!(token.kind, Kind::Sign("." | "->" | "::")));
                let called = tokens
                    .get(index + 1)
                    .is_some_and(|next| next.gap == Gap::None && next.group(Bracket::Round).is_some());
                found.more |= member || called;
            }
            // Every directory lists itself and the one above.
            Kind::Text(parts) => match parts.as_ref() {
                [Part::Text(text)] if matches!(&**text, "." | "..") => found.kind = true,
                [Part::Text(text)] if &**text == "/" => {}
                [Part::Text(_)] => found.named = true,
                _ => found.more = true,
            },
            Kind::Sign("!" | "!=" | "!==") => found.negated = true,
            Kind::Sign("&&" | "||") => found.joined = true,
            Kind::Group(_, inner) if depth < 4 => look(inner.tokens(), found, depth + 1),
            Kind::Group(..)
            | Kind::Shell(_)
            | Kind::Words(_)
            | Kind::Regex(_)
            | Kind::Number(_)
            | Kind::Edit(..)
            | Kind::Diamond(_)
            | Kind::TooDeep => found.more = true,
            Kind::Variable(..) | Kind::Sign(_) => {}
        }
    }
}
