//! Texts that are written in another way: base64, hexadecimal digits, shifted letters, percent signs.

/// The text behind base64, in its usual alphabets; blanks do not count.
pub(super) fn base64(text: &str) -> Option<String> {
    String::from_utf8(base64_bytes(text)?).ok()
}

/// Bytes that a text of one byte per character stands for: `b'x\x9c…'`.
pub(super) fn bytes_of(text: &str) -> Option<Vec<u8>> {
    text.chars().map(|character| u8::try_from(character).ok()).collect()
}

/// The text behind base64 where each character takes two bytes: `powershell -EncodedCommand`.
pub(crate) fn base64_utf16(text: &str) -> Option<String> {
    let bytes = base64_bytes(text)?;
    let pair = |pair: &[u8]| match pair {
        [low, high] => Some(u16::from_le_bytes([*low, *high])),
        _ => None,
    };
    let units: Option<Vec<u16>> = bytes.chunks(2).map(pair).collect();
    String::from_utf16(&units?).ok()
}

pub(super) fn base64_bytes(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let mut bits = 0_u32;
    let mut held = 0_u32;
    for character in text.bytes() {
        let digit = match character {
            b'A'..=b'Z' => character - b'A',
            b'a'..=b'z' => character - b'a' + 26,
            b'0'..=b'9' => character - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'=' => break,
            b' ' | b'\n' | b'\r' | b'\t' => continue,
            _ => return None,
        };
        held = (held << 6 | u32::from(digit)) & 0x00ff_ffff;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from(held >> bits & 0xff).ok()?);
        }
    }
    Some(bytes)
}

/// The text behind hexadecimal digits.
pub(super) fn hex_bytes(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u32> = text
        .chars()
        .filter(|character| !character.is_whitespace() && *character != ':')
        .map(|character| character.to_digit(16))
        .collect::<Option<_>>()?;
    let byte = |pair: &[u32]| match pair {
        [high, low] => u8::try_from(high * 16 + low).ok(),
        _ => None,
    };
    digits.chunks(2).map(byte).collect()
}

/// Letters shifted by half of the alphabet.
pub(super) fn rot13(text: &str) -> String {
    text.chars()
        .map(|character| match character {
            'a'..='m' | 'A'..='M' => char::from_u32(u32::from(character) + 13).unwrap_or(character),
            'n'..='z' | 'N'..='Z' => char::from_u32(u32::from(character) - 13).unwrap_or(character),
            other => other,
        })
        .collect()
}

/// `%20` to a blank.
pub(super) fn percent(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digit = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
            let (high, low) = (digit(rest.next())?, digit(rest.next())?);
            bytes.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// By the name of an encoding; `None` if it is not one that hides text.
pub(super) fn by_name(encoding: &str, text: &str) -> Option<Decoded> {
    let decoded = |bytes: Option<Vec<u8>>| Some(bytes.map_or(Decoded::Unreadable, Decoded::Bytes));
    match encoding.to_ascii_lowercase().replace(['-', '_'], "").as_str() {
        "base64" | "base64url" | "base64codec" => decoded(base64_bytes(text)),
        "hex" | "hexcodec" => decoded(hex_bytes(text)),
        "rot13" => decoded(Some(rot13(text).into_bytes())),
        "zlib" | "zip" | "gzip" | "zlibcodec" => Some(Decoded::Packed),
        "bz2" => Some(Decoded::Unreadable),
        _ => None,
    }
}

/// What came out of an encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Decoded {
    /// Text, or something that was packed once more.
    Bytes(Vec<u8>),
    /// Nobody can see what it says.
    Unreadable,
    /// It was packed, and has to be unpacked.
    Packed,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_texts_come_out() {
        assert_eq!(base64("cm0gLXJmIH4=").as_deref(), Some("rm -rf ~"));
        assert_eq!(base64("aGVsbG8").as_deref(), Some("hello"));
        assert_eq!(hex_bytes("726d202d7266207e").as_deref(), Some("rm -rf ~".as_bytes()));
        assert_eq!(rot13("ez -es /"), "rm -rf /");
        assert_eq!(percent("rm%20-rf").as_deref(), Some("rm -rf"));
    }

    #[test]
    fn what_is_not_encoded_does_not_come_out() {
        assert_eq!(base64("not base64!"), None);
        assert_eq!(hex_bytes("xyz"), None);
        assert_eq!(hex_bytes("abc"), None);
        assert_eq!(percent("100%"), None);
    }
}
