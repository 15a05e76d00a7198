//! Operators between two operands: how tightly they bind, and what they give.

use super::arguments::Arguments;
use super::cursor::Cursor;
use super::dialect::Dialect;
use super::format;
use super::kind_test::Asks;
use super::machine::Machine;
use super::meaning::Narrow;
use super::member::is_listing;
use super::process_deed::started;
use super::syntax::Dot;
use super::thing::Thing;
use super::{Language, Step};
use crate::size::TOO_MUCH;

/// A text is not repeated to more than this.
const MAX_REPEATED: usize = 8 * 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    /// `a if c else b`
    Conditional,
    /// `c ? a : b`
    Ternary,
    Or,
    And,
    /// Gives nothing but yes or no.
    Compare,
    /// `a << b`
    Insert,
    /// A pipe, in awk.
    Pipe,
    Range,
    /// A type behind a value.
    Cast,
    ExclusiveOr,
    Add,
    Concatenate,
    Subtract,
    Multiply,
    Power,
    Divide,
    Modulo,
    Repeat,
}

pub(super) const LOWEST: u8 = 0;
/// The arguments of a call without brackets go no further than this.
pub(super) const BELOW_WORDS: u8 = 2;
const TIGHT: u8 = 6;

/// Two operands in a row are one text.
pub(super) const ADJACENT: (Operator, u8) = (Operator::Concatenate, TIGHT);

pub(super) fn of_sign(sign: &str, dialect: &Dialect) -> Option<(Operator, u8)> {
    let language = dialect.language;
    if dialect.syntax.joins.contains(&sign) {
        return Some((Operator::Concatenate, TIGHT));
    }
    let operator = match sign {
        "?" if language != Language::Python => (Operator::Ternary, 2),
        "||" | "??" => (Operator::Or, 3),
        "//" if language == Language::Perl => (Operator::Or, 3),
        "&&" => (Operator::And, 4),
        "|" if language == Language::Awk => (Operator::Pipe, 5),
        "^" => (Operator::ExclusiveOr, 5),
        "==" | "!=" | "===" | "!==" | "<" | ">" | "<=" | ">=" | "<=>" | "=~" | "!~" | "|" | "&" | ">>"
        | ">>>" | "~" => (Operator::Compare, 5),
        "<<" => (Operator::Insert, 5),
        ".." | "..." => (Operator::Range, 5),
        "." if dialect.syntax.dot == Dot::Concatenation => (Operator::Concatenate, TIGHT),
        "+" => (Operator::Add, TIGHT),
        "-" => (Operator::Subtract, TIGHT),
        "*" => (Operator::Multiply, 7),
        "/" => (Operator::Divide, 7),
        "%" => (Operator::Modulo, 7),
        "**" => (Operator::Power, 8),
        "//" => (Operator::Compare, 7),
        _ => return None,
    };
    Some(operator)
}

pub(super) fn of_name(name: &str, dialect: &Dialect) -> Option<(Operator, u8)> {
    if !dialect.syntax.operators.contains(&name) {
        return None;
    }
    let operator = match name {
        "if" if dialect.language == Language::Python => (Operator::Conditional, 0),
        "or" => (Operator::Or, 1),
        "and" => (Operator::And, 1),
        "in" | "is" | "not" | "instanceof" | "eq" | "ne" | "lt" | "gt" | "le" | "ge" | "cmp" | "xor" => {
            (Operator::Compare, 5)
        }
        "as" | "satisfies" if dialect.language == Language::JavaScript => (Operator::Cast, 5),
        "x" => (Operator::Repeat, 7),
        _ => return None,
    };
    Some(operator)
}

impl Machine<'_> {
    /// What an operator makes of its left operand and what follows.
    pub(super) fn apply(&mut self, operator: Operator, binds: u8, left: Thing, at: &mut Cursor) -> Thing {
        // Only in awk nothing stands between two texts that become one.
        let is_written = !self.is(Language::Awk) || (operator, binds) != ADJACENT;
        let conditional = matches!(operator, Operator::Ternary | Operator::And);
        let asks = if conditional { Asks::before(at) } else { Asks::More };
        if is_written {
            at.advance();
        }
        match operator {
            Operator::Conditional => {
                self.tests += 1;
                self.operation(at, 1);
                if !at.skip_name("else") {
                    return left;
                }
                let right = self.expression(at);
                left.either(&right)
            }
            Operator::Ternary => {
                self.asked(asks);
                if at.skip_sign(":") {
                    let right = self.operation(at, 2);
                    return or(&left, &right);
                }
                let yes = self.expression(at);
                if !at.skip_sign(":") {
                    return yes;
                }
                let no = self.operation(at, 2);
                yes.either(&no)
            }
            Operator::And => {
                self.asked(asks);
                self.operation(at, binds + 1)
            }
            Operator::Pipe => self.awk_pipe(&left, at),
            Operator::Cast => {
                self.operation(at, binds + 1);
                left
            }
            Operator::Or
            | Operator::Compare
            | Operator::Insert
            | Operator::Range
            | Operator::ExclusiveOr
            | Operator::Add
            | Operator::Concatenate
            | Operator::Subtract
            | Operator::Multiply
            | Operator::Power
            | Operator::Divide
            | Operator::Modulo
            | Operator::Repeat => {
                let right = self.operation(at, binds + 1);
                if operator == Operator::Compare {
                    self.narrow(Narrow::Whole, &left, right.known());
                }
                self.combine(operator, &left, &right)
            }
        }
    }

    /// What an operator makes of two operands.
    pub(super) fn combine(&mut self, operator: Operator, left: &Thing, right: &Thing) -> Thing {
        let numbers = match (left, right) {
            (Thing::Number(left), Thing::Number(right)) => Some((*left, *right)),
            _ => None,
        };
        let counted = |number: Option<i64>| number.map_or_else(Thing::unknown, Thing::Number);
        match (operator, numbers) {
            (Operator::Add, Some((l, r))) => counted(l.checked_add(r)),
            (Operator::Subtract, Some((l, r))) => counted(l.checked_sub(r)),
            (Operator::Multiply, Some((l, r))) => counted(l.checked_mul(r)),
            (Operator::Power, Some((l, r))) => counted(u32::try_from(r).ok().and_then(|r| l.checked_pow(r))),
            (Operator::Divide, Some((l, r))) => counted(l.checked_div(r)),
            (Operator::Modulo, Some((l, r))) => counted(l.checked_rem(r)),
            (Operator::ExclusiveOr, Some((l, r))) => Thing::Number(l ^ r),
            (Operator::Or, _) => or(left, right),
            (Operator::Add | Operator::Concatenate, _) => self.concatenate(operator, left, right),
            (Operator::Divide, None) => match (left, right) {
                (Thing::Path(_), _) | (_, Thing::Path(_)) => {
                    Thing::path(super::text_function::join_paths(&[left.datum(), right.datum()]))
                }
                _ => Thing::unknown(),
            },
            (Operator::Modulo, None) => match left {
                Thing::Text(datum) => Thing::of(format::percent(datum, right)),
                other => other.derived(),
            },
            (Operator::Multiply | Operator::Repeat, None) => {
                if is_too_often(left, right) {
                    self.emit(Step::Exhaust("fills the memory"));
                }
                repeat(left, right)
            }
            (Operator::Insert, _) => self.insert(left, right),
            (Operator::Range, Some((from, to))) if to >= from && to.saturating_sub(from) <= 256 => {
                Thing::list((from..=to).map(Thing::Number).collect())
            }
            // `ord(c) ^ 1` of a letter that is one of several.
            (Operator::Subtract | Operator::ExclusiveOr, None) => {
                Thing::list(vec![left.clone(), right.clone()]).derived()
            }
            (Operator::Compare | Operator::Range | Operator::Power | Operator::Repeat, _) => Thing::unknown(),
            (
                Operator::Conditional | Operator::Ternary | Operator::And | Operator::Pipe | Operator::Cast,
                _,
            ) => right.clone(),
        }
    }

    fn concatenate(&mut self, operator: Operator, left: &Thing, right: &Thing) -> Thing {
        let sums = operator == Operator::Add && self.dialect.syntax.dot == Dot::Concatenation;
        match (left, right) {
            // `['rm'] + glob.glob('*')`
            (Thing::List(words), Thing::Text(datum)) if is_listing(&datum.value) => {
                Thing::list(words.iter().chain(std::iter::once(right)).cloned().collect())
            }
            (Thing::List(left), Thing::List(right)) => {
                if !self.spend(1 + left.len() / 8 + right.len() / 8) {
                    return Thing::unknown();
                }
                Thing::list(left.iter().chain(right.iter()).cloned().collect())
            }
            (Thing::Path(_), _) if operator == Operator::Add && self.is(Language::Ruby) => {
                Thing::path(super::text_function::join_paths(&[left.datum(), right.datum()]))
            }
            _ if sums => Thing::list(vec![left.clone(), right.clone()]).derived(),
            (Thing::Path(_), _) => Thing::path(left.datum().join(&right.datum())),
            _ => Thing::of(left.datum().join(&right.datum())),
        }
    }

    /// `file << text`, `list << element`
    fn insert(&mut self, left: &Thing, right: &Thing) -> Thing {
        match left {
            Thing::Handle(handle) => {
                if let Some(step) = handle.step {
                    self.append(step, &right.datum());
                }
                left.clone()
            }
            Thing::Connection(target) => {
                let data = right.data();
                self.send(data, &target.value.clone());
                left.clone()
            }
            Thing::List(things) => {
                Thing::list(things.iter().chain(std::iter::once(right)).cloned().collect())
            }
            // `new File("a") << "text"`
            Thing::Path(_) => {
                self.write(&Arguments::of([left.clone(), right.clone()]));
                left.clone()
            }
            Thing::Text(datum) if started(datum).is_some() => {
                self.feed(&Arguments::of([left.clone(), right.clone()]));
                left.clone()
            }
            Thing::Text(_) => Thing::of(left.datum().join(&right.datum())),
            _ => Thing::unknown(),
        }
    }
}

/// The first, if it counts as true.
fn or(left: &Thing, right: &Thing) -> Thing {
    match left.known() {
        Some(text) if !text.is_empty() => left.clone(),
        Some(_) => right.clone(),
        None => left.either(right),
    }
}

/// Whether a text or a list is to be repeated until no memory is left: `'a' * 10**12`.
fn is_too_often(left: &Thing, right: &Thing) -> bool {
    let (thing, count) = match (left, right) {
        (thing, Thing::Number(count)) | (Thing::Number(count), thing) => (thing, *count),
        _ => return false,
    };
    matches!(thing, Thing::Text(_) | Thing::List(_))
        && u64::try_from(count).is_ok_and(|count| count > TOO_MUCH)
}

fn repeat(left: &Thing, right: &Thing) -> Thing {
    let (thing, count) = match (left, right) {
        (thing, Thing::Number(count)) | (Thing::Number(count), thing) => (thing, *count),
        _ => return Thing::list(vec![left.clone(), right.clone()]).derived(),
    };
    let count = usize::try_from(count).unwrap_or(0);
    match thing {
        Thing::List(things) if things.len().saturating_mul(count) <= 256 => {
            Thing::list((0..count).flat_map(|_| things.iter().cloned()).collect())
        }
        Thing::Text(datum) => match datum.text() {
            Some(text) if text.len().saturating_mul(count) <= MAX_REPEATED => Thing::text(text.repeat(count)),
            Some(_) | None => thing.derived(),
        },
        other => other.derived(),
    }
}
