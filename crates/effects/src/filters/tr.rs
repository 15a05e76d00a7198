//! `tr`: characters for characters.

use std::collections::{HashMap, HashSet};

use super::given::Given;
use crate::cursor::Cursor;

/// A set of more characters than that is not one that a person wrote.
const MAX_SET: usize = 4096;

/// What `tr` puts out.
pub(super) fn tr(arguments: &[&str], input: &str) -> Option<String> {
    let long = [("delete", 'd'), ("squeeze-repeats", 's'), ("complement", 'c'), ("truncate-set1", 't')];
    let given = Given::read(arguments, "", &long).filter(|given| given.only("dscCt"))?;
    let complements = given.has('c') || given.has('C');
    let mut sets = given.operands.iter().map(|set| expand(set));
    let first = sets.next()??;
    let second = match sets.next() {
        Some(second) => second?,
        None => Vec::new(),
    };
    let members: HashSet<char> = first.iter().copied().collect();
    let is_meant = |character: &char| members.contains(character) != complements;
    if given.has('d') {
        let kept: String = input.chars().filter(|character| !is_meant(character)).collect();
        return Some(if given.has('s') {
            squeezed(&kept, |character| second.contains(character))
        } else {
            kept
        });
    }
    let Some(last) = second.last().copied() else {
        return given.has('s').then(|| squeezed(input, is_meant));
    };
    let mapped: String = if complements {
        input.chars().map(|character| if is_meant(&character) { last } else { character }).collect()
    } else {
        let length = if given.has('t') { second.len() } else { first.len() };
        let mut map = HashMap::new();
        // The last one of a character that is named twice counts.
        for (index, character) in first.iter().take(length).enumerate() {
            map.insert(*character, second.get(index).copied().unwrap_or(last));
        }
        input.chars().map(|character| map.get(&character).copied().unwrap_or(character)).collect()
    };
    Some(if given.has('s') { squeezed(&mapped, |character| second.contains(character)) } else { mapped })
}

/// Each run of one meant character as one.
fn squeezed(text: &str, is_meant: impl Fn(&char) -> bool) -> String {
    let mut last = None;
    text.chars()
        .filter(|character| {
            let repeats = last == Some(*character) && is_meant(character);
            last = Some(*character);
            !repeats
        })
        .collect()
}

/// The characters of a set: `a-z`, `[:upper:]`, `\n`, `\012`, `[x*5]`.
fn expand(set: &str) -> Option<Vec<char>> {
    let mut cursor = Cursor::new(set);
    let mut characters = Vec::new();
    while !cursor.is_done() && characters.len() <= MAX_SET {
        if cursor.rest().starts_with("[:")
            && let Some((name, _)) = cursor.rest().get(2..).and_then(|rest| rest.split_once(":]"))
        {
            characters.extend(class(name)?);
            cursor.take_until(":]");
            continue;
        }
        // Repetitions and equivalents are rare, and so not computed.
        if cursor.rest().starts_with("[=") || is_repeat(cursor.rest()) {
            return None;
        }
        let first = character(&mut cursor)?;
        let is_range = cursor.peek() == Some('-') && cursor.peek_second().is_some();
        if is_range {
            cursor.bump();
            let last = character(&mut cursor)?;
            if first > last {
                return None;
            }
            characters.extend((first..=last).take(MAX_SET));
        } else {
            characters.push(first);
        }
    }
    (characters.len() <= MAX_SET).then_some(characters)
}

/// `[x*5]`, `[x*]`.
fn is_repeat(rest: &str) -> bool {
    let mut characters = rest.chars();
    characters.next() == Some('[') && characters.next().is_some() && characters.next() == Some('*')
}

fn character(cursor: &mut Cursor) -> Option<char> {
    let next = cursor.bump()?;
    if next != '\\' {
        return Some(next);
    }
    let digits: String = cursor.rest().chars().take(3).take_while(|digit| digit.is_digit(8)).collect();
    if !digits.is_empty() {
        cursor.eat(&digits);
        return u32::from_str_radix(&digits, 8).ok().and_then(char::from_u32);
    }
    Some(match cursor.bump() {
        Some('n') => '\n',
        Some('t') => '\t',
        Some('r') => '\r',
        Some('a') => '\u{7}',
        Some('b') => '\u{8}',
        Some('f') => '\u{c}',
        Some('v') => '\u{b}',
        Some(other) => other,
        None => '\\',
    })
}

fn class(name: &str) -> Option<Vec<char>> {
    let is_member: fn(&char) -> bool = match name {
        "upper" => char::is_ascii_uppercase,
        "lower" => char::is_ascii_lowercase,
        "digit" => char::is_ascii_digit,
        "alpha" => char::is_ascii_alphabetic,
        "alnum" => char::is_ascii_alphanumeric,
        "xdigit" => char::is_ascii_hexdigit,
        "punct" => char::is_ascii_punctuation,
        "cntrl" => char::is_ascii_control,
        "graph" => char::is_ascii_graphic,
        "print" => |character| character.is_ascii_graphic() || *character == ' ',
        "blank" => |character| matches!(character, ' ' | '\t'),
        "space" => |character| matches!(character, ' ' | '\t' | '\n' | '\r' | '\u{b}' | '\u{c}'),
        _ => return None,
    };
    Some((0..=127_u8).map(char::from).filter(is_member).collect())
}
