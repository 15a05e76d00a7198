//! A regular expression of sed to its tree, as the manual of GNU sed describes both dialects ("regular expressions").

use crate::cursor::Cursor;

/// How signs are written that are not themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// `\(a\)\+`
    Basic,
    /// `(a)+`, with `-E`.
    Extended,
}

/// A part of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    One(Set),
    At(Edge),
    Group(usize, Box<Node>),
    All(Vec<Node>),
    Either(Vec<Node>),
    Repeat {
        of: Box<Node>,
        least: usize,
        most: Option<usize>,
    },
    /// What a group has matched, once more.
    Again(usize),
}

/// A place between two characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    Start,
    End,
    WordStart,
    WordEnd,
    Word,
    NoWord,
}

/// A set of characters.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Set {
    pub(super) negated: bool,
    pub(super) ranges: Vec<(char, char)>,
    pub(super) classes: Vec<Class>,
}

/// A named set of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Alpha,
    Digit,
    Alnum,
    Upper,
    Lower,
    Space,
    Blank,
    Punct,
    Print,
    Graph,
    Cntrl,
    Hex,
    Word,
}

impl Class {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "alpha" => Self::Alpha,
            "digit" => Self::Digit,
            "alnum" => Self::Alnum,
            "upper" => Self::Upper,
            "lower" => Self::Lower,
            "space" => Self::Space,
            "blank" => Self::Blank,
            "punct" => Self::Punct,
            "print" => Self::Print,
            "graph" => Self::Graph,
            "cntrl" => Self::Cntrl,
            "xdigit" => Self::Hex,
            _ => return None,
        })
    }

    fn has(self, sign: char) -> bool {
        match self {
            Self::Alpha => sign.is_alphabetic(),
            Self::Digit => sign.is_ascii_digit(),
            Self::Alnum => sign.is_alphanumeric(),
            Self::Upper => sign.is_uppercase(),
            Self::Lower => sign.is_lowercase(),
            Self::Space => sign.is_whitespace(),
            Self::Blank => matches!(sign, ' ' | '\t'),
            Self::Punct => sign.is_ascii_punctuation(),
            Self::Print => !sign.is_control(),
            Self::Graph => !sign.is_control() && !sign.is_whitespace(),
            Self::Cntrl => sign.is_control(),
            Self::Hex => sign.is_ascii_hexdigit(),
            Self::Word => sign.is_alphanumeric() || sign == '_',
        }
    }
}

impl Set {
    pub(super) fn has(&self, sign: char) -> bool {
        let is_in = self.ranges.iter().any(|(from, to)| (*from..=*to).contains(&sign))
            || self.classes.iter().any(|class| class.has(sign));
        is_in != self.negated
    }

    fn of(class: Class) -> Self {
        Self { classes: vec![class], ..Self::default() }
    }

    fn but(self) -> Self {
        Self { negated: true, ..self }
    }
}

/// The most that something is repeated by number.
const MAX_TIMES: usize = 255;

/// Brackets in brackets are not followed deeper.
const MAX_DEPTH: usize = 32;

/// The tree of an expression, and how many groups it has; nothing if it is none, or not one that is followed.
pub(super) fn parse(pattern: &str, dialect: Dialect) -> Option<(Node, usize)> {
    let mut parser =
        Parser { cursor: Cursor::new(pattern), dialect, groups: 0, closed: Vec::new(), depth: 0 };
    let node = parser.either()?;
    parser.cursor.is_done().then_some((node, parser.groups))
}

/// How often what stands before is meant.
enum Often {
    Once,
    Times(usize, Option<usize>),
    /// That is not said in a way that is known.
    Wrong,
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    dialect: Dialect,
    groups: usize,
    /// Groups that can be meant by their numbers.
    closed: Vec<usize>,
    depth: usize,
}

impl Parser<'_> {
    /// Whether a sign stands here that means something: bare in one dialect, escaped in the other.
    fn at(&self, sign: &str) -> bool {
        match self.dialect {
            Dialect::Extended => self.cursor.rest().starts_with(sign),
            Dialect::Basic => {
                self.cursor.rest().strip_prefix('\\').is_some_and(|rest| rest.starts_with(sign))
            }
        }
    }

    fn eat(&mut self, sign: &str) -> bool {
        let is_here = self.at(sign);
        if is_here {
            self.cursor.eat("\\");
            self.cursor.eat(sign);
        }
        is_here
    }

    fn either(&mut self) -> Option<Node> {
        let mut all = vec![self.sequence()?];
        while self.eat("|") {
            all.push(self.sequence()?);
        }
        if all.len() == 1 { all.pop() } else { Some(Node::Either(all)) }
    }

    fn sequence(&mut self) -> Option<Node> {
        let mut all: Vec<Node> = Vec::new();
        while !(self.cursor.is_done() || self.at("|") || self.at(")") && self.depth > 0) {
            match self.often() {
                Often::Once => {}
                Often::Wrong => return None,
                Often::Times(least, most) => {
                    // A star that follows nothing is a star; other signs of the kind are a mistake there.
                    match all.pop() {
                        Some(of) if !matches!(of, Node::At(_)) => {
                            all.push(Node::Repeat { of: Box::new(of), least, most });
                        }
                        before if self.dialect == Dialect::Basic && (least, most) == (0, None) => {
                            all.extend(before);
                            all.push(one('*'));
                        }
                        _ => return None,
                    }
                    continue;
                }
            }
            let is_first = all.is_empty();
            all.push(self.atom(is_first)?);
        }
        Some(Node::All(all))
    }

    fn often(&mut self) -> Often {
        if self.cursor.eat("*") {
            return Often::Times(0, None);
        }
        if self.eat("+") {
            return Often::Times(1, None);
        }
        if self.eat("?") {
            return Often::Times(0, Some(1));
        }
        if !self.eat("{") {
            return Often::Once;
        }
        let least = self.cursor.take_while(|sign| sign.is_ascii_digit());
        let has_most = self.cursor.eat(",");
        let most = if has_most { self.cursor.take_while(|sign| sign.is_ascii_digit()) } else { least };
        let is_closed = self.eat("}");
        let number = |digits: &str| digits.parse().ok().filter(|times| *times <= MAX_TIMES);
        let (low, high) = (if least.is_empty() { Some(0) } else { number(least) }, number(most));
        match (low, high) {
            _ if !is_closed || (least.is_empty() && !has_most) => Often::Wrong,
            (Some(low), None) if most.is_empty() => Often::Times(low, None),
            (Some(low), Some(high)) if low <= high => Often::Times(low, Some(high)),
            _ => Often::Wrong,
        }
    }

    fn atom(&mut self, is_first: bool) -> Option<Node> {
        if self.eat("(") {
            self.groups += 1;
            let group = self.groups;
            self.depth += 1;
            let inner = (self.depth <= MAX_DEPTH).then(|| self.either()).flatten()?;
            self.depth -= 1;
            self.closed.push(group);
            return self.eat(")").then(|| Node::Group(group, Box::new(inner)));
        }
        match self.cursor.bump()? {
            '.' => Some(Node::One(Set::default().but())),
            '[' => self.bracket(),
            '^' if is_first || self.dialect == Dialect::Extended => Some(Node::At(Edge::Start)),
            '$' if self.dialect == Dialect::Extended || self.is_end() => Some(Node::At(Edge::End)),
            '\\' => self.escaped(),
            // An unopened bracket is a mistake in one dialect, and itself in the other.
            ')' if self.dialect == Dialect::Extended => None,
            sign => Some(one(sign)),
        }
    }

    fn is_end(&self) -> bool {
        self.cursor.is_done() || self.at("|") || self.at(")")
    }

    fn escaped(&mut self) -> Option<Node> {
        let sign = self.cursor.bump()?;
        Some(match sign {
            'n' => one('\n'),
            't' => one('\t'),
            'r' => one('\r'),
            'f' => one('\u{c}'),
            'v' => one('\u{b}'),
            'x' => {
                let digits: String = [self.cursor.bump()?, self.cursor.bump()?].iter().collect();
                one(char::from(u8::from_str_radix(&digits, 16).ok().filter(u8::is_ascii)?))
            }
            'w' => Node::One(Set::of(Class::Word)),
            'W' => Node::One(Set::of(Class::Word).but()),
            's' => Node::One(Set::of(Class::Space)),
            'S' => Node::One(Set::of(Class::Space).but()),
            'b' => Node::At(Edge::Word),
            'B' => Node::At(Edge::NoWord),
            '<' => Node::At(Edge::WordStart),
            '>' => Node::At(Edge::WordEnd),
            '`' => Node::At(Edge::Start),
            '\'' => Node::At(Edge::End),
            '1'..='9' => {
                let group = sign.to_digit(10)? as usize;
                return self.closed.contains(&group).then_some(Node::Again(group));
            }
            sign if sign.is_alphanumeric() => return None,
            // What would open or close something has been looked at before.
            '{' | '}' | '(' | ')' | '|' | '+' | '?' if self.dialect == Dialect::Basic => return None,
            sign => one(sign),
        })
    }

    /// `[^]a-z[:space:]]`
    fn bracket(&mut self) -> Option<Node> {
        let mut set = Set { negated: self.cursor.eat("^"), ..Set::default() };
        let mut is_first = true;
        loop {
            if self.cursor.eat("[:") {
                set.classes.push(Class::named(self.cursor.take_until(":]")?)?);
                is_first = false;
                continue;
            }
            if self.cursor.rest().starts_with("[.") || self.cursor.rest().starts_with("[=") {
                return None;
            }
            let from = match self.cursor.bump()? {
                ']' if !is_first => return Some(Node::One(set)),
                '\\' => self.in_bracket(),
                sign => sign,
            };
            is_first = false;
            let is_range =
                self.cursor.peek() == Some('-') && self.cursor.peek_second().is_some_and(|to| to != ']');
            if !is_range {
                set.ranges.push((from, from));
                continue;
            }
            self.cursor.bump();
            let to = match self.cursor.bump()? {
                '\\' => self.in_bracket(),
                '[' => return None,
                sign => sign,
            };
            // How others are ordered depends on the language of the system.
            if !from.is_ascii() || !to.is_ascii() || from > to {
                return None;
            }
            set.ranges.push((from, to));
        }
    }

    /// A backslash is itself in brackets, but for a few signs that cannot be written otherwise.
    fn in_bracket(&mut self) -> char {
        let sign = match self.cursor.peek() {
            Some('n') => '\n',
            Some('t') => '\t',
            Some('r') => '\r',
            Some('f') => '\u{c}',
            Some('v') => '\u{b}',
            _ => return '\\',
        };
        self.cursor.bump();
        sign
    }
}

fn one(sign: char) -> Node {
    Node::One(Set { ranges: vec![(sign, sign)], ..Set::default() })
}
