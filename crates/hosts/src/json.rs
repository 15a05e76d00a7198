//! JSON as hosts really send it: with a byte order mark, raw control characters, escapes that are none, and halves of
//! characters. What is sound is read as it is; what is not is mended once; what is still not is a fault.

use std::borrow::Cow;
use std::fmt;

use hookward_core::Fault;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// Standard input as text: without a byte order mark, not empty, valid UTF-8.
pub(crate) fn text(stdin: &[u8]) -> Result<&str, Fault> {
    let text = std::str::from_utf8(stdin)
        .map_err(|error| Fault::Input(format!("invalid UTF-8 at byte {}", error.valid_up_to())))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if is_blank(text) {
        return Err(Fault::Input("standard input is empty".to_owned()));
    }
    Ok(text)
}

/// Whether there is nothing but white space.
pub(crate) fn is_blank(text: &str) -> bool {
    text.trim_ascii().is_empty()
}

/// Reads one JSON object, and says on which text it stands: `text` itself, or the mended copy that `room` then holds.
///
/// INVARIANT: no recursion follows the input. Values that are not read are skipped by a loop, and what is read has
/// `serde_json`'s limit of depth.
pub(crate) fn object<'a, T: Deserialize<'a>>(
    text: &'a str,
    room: &'a mut String,
) -> Result<(T, &'a str), String> {
    // A derived struct would also take an array, field by field.
    if !text.trim_ascii_start().starts_with('{') {
        return Err("not a JSON object".to_owned());
    }
    match serde_json::from_str(text) {
        Ok(value) => Ok((value, text)),
        Err(error) => {
            *room = mended(text).ok_or_else(|| error.to_string())?;
            let value = serde_json::from_str(room).map_err(|_| error.to_string())?;
            Ok((value, room))
        }
    }
}

/// Reads a JSON text, mended if need be.
pub(crate) fn string(text: &str) -> Result<String, String> {
    serde_json::from_str(text).or_else(|error| {
        let copy = mended(text).ok_or_else(|| error.to_string())?;
        serde_json::from_str(&copy).map_err(|_| error.to_string())
    })
}

/// A copy whose strings are valid, if anything had to be mended in them.
///
/// `\!` loses its backslash: a shell added it on the way. Before any other character that cannot be escaped the
/// backslash was meant as one. Half of a surrogate pair becomes U+FFFD.
pub(crate) fn mended(text: &str) -> Option<String> {
    let mut copy = String::with_capacity(text.len() + 16);
    let mut rest = text;
    let mut inside = false;
    let mut changed = false;
    while let Some(at) = rest.find(|c: char| c == '"' || (inside && (c == '\\' || c < ' '))) {
        let (before, from) = rest.split_at(at);
        copy.push_str(before);
        let (piece, used) = match from.as_bytes() {
            [b'"', ..] => {
                inside = !inside;
                (Cow::Borrowed("\""), 1)
            }
            [b'\\', ..] => escape(from),
            [control, ..] => (Cow::Owned(format!("\\u{control:04x}")), 1),
            [] => break,
        };
        let (original, after) = from.split_at(used);
        changed |= original != piece;
        copy.push_str(&piece);
        rest = after;
    }
    copy.push_str(rest);
    changed.then_some(copy)
}

/// What stands for the escape at the start of `from`, and how many bytes it takes the place of.
fn escape(from: &str) -> (Cow<'_, str>, usize) {
    let sound = |length| (Cow::Borrowed(from.get(..length).unwrap_or(from)), length);
    match from.as_bytes() {
        [_, b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', ..] => sound(2),
        [_, b'!', ..] => (Cow::Borrowed("!"), 2),
        [_, b'u', ..] => match (unit(from), from.get(6..).and_then(unit)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => sound(12),
            (Some(0xd800..=0xdfff), _) => (Cow::Borrowed("\\ufffd"), 6),
            (Some(_), _) => sound(6),
            (None, _) => (Cow::Borrowed("\\\\"), 1),
        },
        _ => (Cow::Borrowed("\\\\"), 1),
    }
}

/// The code unit that `\uXXXX` at the start of `from` names.
fn unit(from: &str) -> Option<u16> {
    let digits = from.strip_prefix("\\u")?.get(..4)?;
    // `from_str_radix` would also take a sign.
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    u16::from_str_radix(digits, 16).ok()
}

/// The keys and texts on the top level of an object that cannot be parsed, as far as they can be seen. A value that is
/// no text shows only its first character.
pub(crate) fn glimpse(bytes: &[u8]) -> Vec<(String, String)> {
    let mut seen = Vec::new();
    let mut depth = 0_usize;
    let mut key: Option<String> = None;
    let mut rest = bytes;
    let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        match first {
            b'"' => {
                // Of a string that breaks off nobody knows how it would have gone on.
                let Some(length) = quoted(rest) else { break };
                let (inner, after) = rest.split_at(length);
                rest = after.get(1..).unwrap_or_default();
                if depth == 1 {
                    if rest.trim_ascii_start().first() == Some(&b':') {
                        key = Some(lossy(inner));
                    } else if let Some(key) = key.take() {
                        seen.push((key, format!("\"{}", lossy(inner))));
                    }
                }
            }
            b'{' | b'[' => {
                if let (1, Some(key)) = (depth, key.take()) {
                    seen.push((key, lossy(&[first])));
                }
                depth += 1;
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            b':' | b',' => {}
            _ if first.is_ascii_whitespace() => {}
            _ => {
                if let (1, Some(key)) = (depth, key.take()) {
                    seen.push((key, lossy(&[first])));
                }
            }
        }
    }
    seen
}

/// How long a string is whose opening quote has just been read, if it is closed at all.
pub(crate) fn quoted(bytes: &[u8]) -> Option<usize> {
    let mut escaped = false;
    bytes.iter().position(|&byte| {
        let closes = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    })
}

/// A value of which a text, a flag or a number is of use, whatever it really is.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Field<'a> {
    /// Not there, or null.
    #[default]
    Absent,
    /// A text.
    Text(Cow<'a, str>),
    /// True or false.
    Flag(bool),
    /// A number.
    Number(f64),
    /// An array or an object.
    Other,
}

impl Field<'_> {
    /// The text, if it is one that says something.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) if !text.is_empty() => Some(text),
            Self::Text(_) | Self::Absent | Self::Flag(_) | Self::Number(_) | Self::Other => None,
        }
    }

    /// Whether it is there at all.
    pub(crate) fn is_there(&self) -> bool {
        *self != Self::Absent
    }

    /// The whole number that it is, or that a text says (cline.md: values may come as texts).
    pub(crate) fn number(&self) -> Option<u64> {
        match self {
            Self::Number(number) => number.to_string().parse().ok(),
            Self::Text(text) => text.parse().ok(),
            Self::Absent | Self::Flag(_) | Self::Other => None,
        }
    }

    /// Whether it says yes: `true`, `"true"`, `"1"`, or a number that is not zero.
    pub(crate) fn is_true(&self) -> bool {
        match self {
            Self::Flag(flag) => *flag,
            Self::Text(text) => is_yes(text),
            Self::Number(number) => *number != 0.0,
            Self::Absent | Self::Other => false,
        }
    }
}

/// Whether a text says yes.
pub(crate) fn is_yes(text: &str) -> bool {
    matches!(text, "true" | "TRUE" | "True" | "1")
}

impl<'de: 'a, 'a> Deserialize<'de> for Field<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Anything)
    }
}

struct Anything;

impl<'de> Visitor<'de> for Anything {
    type Value = Field<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("any value")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Field::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Field::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Self::Value, E> {
        Ok(Field::Flag(flag))
    }

    #[expect(clippy::cast_precision_loss, reason = "whether it is zero survives")]
    fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
        Ok(Field::Number(number as f64))
    }

    #[expect(clippy::cast_precision_loss, reason = "whether it is zero survives")]
    fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
        Ok(Field::Number(number as f64))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Self::Value, E> {
        Ok(Field::Number(number))
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Field::Absent)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Field::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        while entries.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Field::Other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, String> {
        #[derive(serde::Deserialize)]
        struct Sample<'a> {
            #[serde(borrow, default)]
            a: Field<'a>,
        }
        let mut room = String::new();
        let (sample, _) = object::<Sample>(text, &mut room)?;
        Ok(sample.a.text().unwrap_or_default().to_owned())
    }

    #[test]
    fn sound_json_is_left_alone() {
        assert_eq!(mended(r#"{"a":"\" \\ \/ \b\f\n\r\t \u00e4 \ud83d\ude00"}"#), None);
    }

    #[test]
    fn raw_control_characters_inside_strings_are_escaped() {
        assert_eq!(read("{\"a\":\"one\ntwo\tthree\u{1}\"}"), Ok("one\ntwo\tthree\u{1}".to_owned()));
    }

    #[test]
    fn control_characters_between_values_stay_as_they_are() {
        assert_eq!(mended("{\n\t\"a\" : \"b\"\r\n}"), None);
    }

    #[test]
    fn an_escaped_exclamation_mark_loses_its_backslash() {
        assert_eq!(read(r#"{"a":"echo hi\! \\!"}"#), Ok(r"echo hi! \!".to_owned()));
    }

    #[test]
    fn a_backslash_that_escapes_nothing_was_meant_as_one() {
        assert_eq!(read(r#"{"a":"C:\Users\dev"}"#), Ok(r"C:\Users\dev".to_owned()));
        assert_eq!(read(r#"{"a":"\u12 \u+123"}"#), Ok(r"\u12 \u+123".to_owned()));
    }

    #[test]
    fn half_a_surrogate_pair_becomes_the_replacement_character() {
        for half in [r"\ud83d", r"\ude00", r"\ud83d\ud83d"] {
            let text = read(&format!(r#"{{"a":"x{half}y"}}"#)).unwrap();
            assert!(text.starts_with("x\u{fffd}") && text.ends_with("\u{fffd}y"), "{half}: {text}");
        }
        assert_eq!(read(r#"{"a":"\ud83d\ude00"}"#), Ok("\u{1f600}".to_owned()));
    }

    #[test]
    fn what_cannot_be_mended_says_where_it_breaks() {
        let error = read("{\"a\":\n  oops}").unwrap_err();
        assert!(error.contains("line 2 column 3"), "{error}");
        assert_eq!(read("[1]"), Err("not a JSON object".to_owned()));
        assert!(read(r#"{"a":"b"} trailing"#).is_err());
        assert!(read(r#"{"a":"never closed"#).is_err());
    }

    #[test]
    fn text_is_refused_when_empty_or_not_utf8_and_loses_its_byte_order_mark() {
        assert_eq!(text(b" \n"), Err(Fault::Input("standard input is empty".to_owned())));
        assert_eq!(text(b"{\xff}"), Err(Fault::Input("invalid UTF-8 at byte 1".to_owned())));
        assert_eq!(text(b"\xef\xbb\xbf{}"), Ok("{}"));
        assert!(text(b"\xef\xbb\xbf").is_err());
    }

    #[test]
    fn a_glimpse_sees_only_the_top_level() {
        let broken = br#"{"x":{"hook_event_name":"Stop"},"t":"a \"hook_event_name\":\"Stop\" b","hook_event_name" : "PreToolUse","n":5,"cut":"#;
        let seen = glimpse(broken);
        let names: Vec<_> = seen.iter().filter(|(key, _)| key == "hook_event_name").collect();
        assert_eq!(names, [&("hook_event_name".to_owned(), "\"PreToolUse".to_owned())]);
        assert!(seen.contains(&("n".to_owned(), "5".to_owned())));
        assert!(seen.contains(&("x".to_owned(), "{".to_owned())));
    }

    #[test]
    fn a_field_takes_any_value_without_complaint() {
        for (json, expected) in [
            ("\"yes\"", Field::Text("yes".into())),
            ("true", Field::Flag(true)),
            ("-3", Field::Number(-3.0)),
            ("null", Field::Absent),
            ("[1,[2]]", Field::Other),
            ("{\"a\":{}}", Field::Other),
        ] {
            assert_eq!(serde_json::from_str::<Field>(json).unwrap(), expected, "{json}");
        }
    }
}
