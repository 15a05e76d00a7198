//! `$'…'`, decoded as bash does.

use super::word::Parts;
use super::{Read, Reader, unclosed};

impl Reader<'_, '_> {
    /// Reads from the `$` to the closing quote.
    pub(super) fn ansi(&mut self, parts: &mut Parts) -> Read<()> {
        let start = self.at;
        let mut close = start + 2;
        loop {
            close = self.find(close, |byte| matches!(byte, b'\'' | b'\\'));
            match self.byte(close) {
                Some(b'\'') => break,
                Some(_) => close += 2,
                None => return unclosed("single quote", start),
            }
        }
        self.at = close + 1;
        self.refuse_joints(start + 1, self.at);
        parts.quoted(&decode(self.slice(start + 2, close)), self.span(start, self.at));
        Ok(())
    }
}

/// The text that bash makes of what stands between the quotes. Bytes that are no UTF-8 become U+FFFD.
fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        let next = if byte == b'\\' { rest.first().copied() } else { None };
        let Some(kind) = next else {
            bytes.push(byte);
            continue;
        };
        rest = rest.get(1..).unwrap_or_default();
        let plain = match kind {
            b'a' => 0x07,
            b'b' => 0x08,
            b'e' | b'E' => 0x1b,
            b'f' => 0x0c,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'v' => 0x0b,
            b'\\' | b'\'' | b'"' | b'?' => kind,
            b'0'..=b'7' => {
                let (value, tail) = number(rest, 2, 8, u32::from(kind - b'0'));
                rest = tail;
                low_byte(value)
            }
            b'x' => {
                let (digits, tail) = hexadecimal(rest);
                let Some(value) = digits else {
                    bytes.extend_from_slice(b"\\x");
                    continue;
                };
                rest = tail;
                low_byte(value)
            }
            b'u' | b'U' => {
                let (value, tail) = number(rest, if kind == b'u' { 4 } else { 8 }, 16, 0);
                if tail.len() == rest.len() {
                    bytes.extend_from_slice(&[b'\\', kind]);
                    continue;
                }
                rest = tail;
                if value == 0 {
                    return finish(&bytes);
                }
                let character = char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER);
                bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                continue;
            }
            b'c' => {
                let Some((&control, tail)) = rest.split_first() else {
                    bytes.extend_from_slice(b"\\c");
                    continue;
                };
                rest = tail;
                // `\c\\` is one control character.
                if control == b'\\' && rest.first() == Some(&b'\\') {
                    rest = rest.get(1..).unwrap_or_default();
                }
                if control == b'?' { 0x7f } else { control.to_ascii_uppercase() & 0x1f }
            }
            _ => {
                bytes.extend_from_slice(&[b'\\', kind]);
                continue;
            }
        };
        // Bash keeps strings as C does: a NUL ends them.
        if plain == 0 {
            return finish(&bytes);
        }
        bytes.push(plain);
    }
    finish(&bytes)
}

fn finish(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn low_byte(value: u32) -> u8 {
    value.to_le_bytes()[0]
}

/// At most `most` digits, and what stands behind them.
fn number(text: &[u8], most: usize, radix: u32, first: u32) -> (u32, &[u8]) {
    let mut value = first;
    let mut rest = text;
    for _ in 0..most {
        let Some((&byte, tail)) = rest.split_first() else { break };
        let Some(digit) = char::from(byte).to_digit(radix) else { break };
        value = value.wrapping_mul(radix).wrapping_add(digit);
        rest = tail;
    }
    (value, rest)
}

/// `41` or `{41}`.
fn hexadecimal(text: &[u8]) -> (Option<u32>, &[u8]) {
    if let Some(braced) = text.strip_prefix(b"{") {
        let (value, rest) = number(braced, usize::MAX, 16, 0);
        if rest.len() < braced.len() {
            return (Some(value), rest.strip_prefix(b"}").unwrap_or(rest));
        }
        return (None, text);
    }
    let (value, rest) = number(text, 2, 16, 0);
    if rest.len() == text.len() { (None, text) } else { (Some(value), rest) }
}
