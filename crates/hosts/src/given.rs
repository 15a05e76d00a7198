//! Values as a tool's arguments can use them, whatever they really are.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::json::{self, Field};

/// The key without case and underscores; keys that are too long are none of ours.
pub(crate) fn folded<'b>(key: &str, room: &'b mut [u8; 20]) -> &'b str {
    let mut length = 0;
    for byte in key.bytes().filter(|byte| !matches!(byte, b'_' | b'-')) {
        let Some(place) = room.get_mut(length) else { return "" };
        *place = byte.to_ascii_lowercase();
        length += 1;
    }
    room.get(..length).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default()
}

/// One of several replacements.
#[derive(Default)]
pub(crate) struct Item {
    pub(crate) path: Option<String>,
    pub(crate) old: Option<String>,
    pub(crate) new: Option<String>,
    pub(crate) all: bool,
}

/// A list of them; anything else is none.
pub(crate) struct Items(pub(crate) Vec<Item>);

impl<'de> Deserialize<'de> for Items {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // By way of the raw value, so that what is no list is skipped whatever it is. What is one has to be sound, or
        // half a character would hide the rest.
        let raw = <&RawValue>::deserialize(deserializer)?;
        if !raw.get().starts_with('[') {
            return Ok(Self(Vec::new()));
        }
        let items: Vec<&RawValue> = serde_json::from_str(raw.get()).map_err(D::Error::custom)?;
        let items = items.into_iter().filter(|item| item.get().starts_with('{'));
        items.map(Item::read).collect::<Result<_, _>>().map(Self).map_err(D::Error::custom)
    }
}

impl Item {
    fn read(raw: &RawValue) -> Result<Self, serde_json::Error> {
        let fields: BTreeMap<Cow<str>, Field> = serde_json::from_str(raw.get())?;
        let mut item = Self::default();
        for (key, field) in fields {
            let text = || field.text().map(str::to_owned);
            match folded(&key, &mut [0; 20]) {
                "filepath" | "path" => item.path = text(),
                "oldstring" | "oldstr" | "oldtext" => item.old = text(),
                "newstring" | "newstr" | "newtext" => item.new = text(),
                "replaceall" => item.all = field.is_true(),
                _ => {}
            }
        }
        Ok(item)
    }
}

/// A value as far as an argument can use it.
pub(crate) enum Given {
    Text(String),
    Texts(Vec<String>),
    Flag(bool),
    Nothing,
}

impl Given {
    pub(crate) fn text(self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text),
            Self::Texts(_) | Self::Flag(_) | Self::Nothing => None,
        }
    }

    pub(crate) fn texts(self) -> Vec<String> {
        match self {
            // cline.md: a list may come as a text. A name in brackets is none, and stays what it is.
            Self::Text(text) if text.starts_with('[') => {
                serde_json::from_str(&text).unwrap_or_else(|_| vec![text])
            }
            Self::Text(text) => vec![text],
            Self::Texts(texts) => texts,
            Self::Flag(_) | Self::Nothing => Vec::new(),
        }
    }

    pub(crate) fn is_true(&self) -> bool {
        match self {
            Self::Flag(flag) => *flag,
            // cline.md: values may come as texts.
            Self::Text(text) => json::is_yes(text),
            Self::Texts(_) | Self::Nothing => false,
        }
    }
}

impl<'de> Deserialize<'de> for Given {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyGiven)
    }
}

struct AnyGiven;

impl<'de> Visitor<'de> for AnyGiven {
    type Value = Given;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("any value")
    }

    fn visit_str<E>(self, text: &str) -> Result<Given, E> {
        Ok(Given::Text(text.to_owned()))
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Given, E> {
        Ok(Given::Flag(flag))
    }

    fn visit_u64<E>(self, _: u64) -> Result<Given, E> {
        Ok(Given::Nothing)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Given, E> {
        Ok(Given::Nothing)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Given, E> {
        Ok(Given::Nothing)
    }

    fn visit_unit<E>(self) -> Result<Given, E> {
        Ok(Given::Nothing)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Given, A::Error> {
        let mut texts = Vec::new();
        while let Some(item) = items.next_element::<Field>()? {
            texts.extend(item.text().map(str::to_owned));
        }
        Ok(if texts.is_empty() { Given::Nothing } else { Given::Texts(texts) })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Given, A::Error> {
        while entries.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Given::Nothing)
    }
}
