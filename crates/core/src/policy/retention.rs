//! How long the journal is kept. It is the audit, so that only files out of the agent's reach have a say.

use serde::{Deserialize, Serialize};
use toml::Spanned;

/// How long the journal is kept, and how much of it. What is dropped leaves its figures, day by day. Only in a person's own
/// and in the managed file.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct JournalTable {
    /// How long: `90d`, `12w`; 90 days if absent.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub keep: Option<Spanned<String>>,
    /// How much in all: `200MB`, `1GB`; 200 MB if absent.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub max_size: Option<Spanned<String>>,
}

/// How long the journal is kept, and how much of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retention {
    /// How long, in milliseconds, if a policy says so.
    pub keep_ms: Option<u64>,
    /// How much in all, in bytes, if a policy says so.
    pub max_bytes: Option<u64>,
}

const DAY: u64 = 24 * 60 * 60 * 1000;
const MEGABYTE: u64 = 1024 * 1024;

impl Retention {
    /// How long, in milliseconds.
    pub fn keep_ms(self) -> u64 {
        self.keep_ms.unwrap_or(90 * DAY)
    }

    /// How much in all, in bytes.
    pub fn max_bytes(self) -> u64 {
        self.max_bytes.unwrap_or(200 * MEGABYTE)
    }
}

/// Milliseconds of `90d` or `12w`.
pub(super) fn days(text: &str) -> Option<u64> {
    scaled(text, &[("d", DAY), ("w", 7 * DAY)])
}

/// Bytes of `200MB` or `1GB`.
pub(super) fn bytes(text: &str) -> Option<u64> {
    scaled(text, &[("KB", 1024), ("MB", MEGABYTE), ("GB", 1024 * MEGABYTE)])
}

/// A number and its unit; none at all would keep nothing.
fn scaled(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let (number, unit) = text.split_at(text.find(|character: char| !character.is_ascii_digit())?);
    let (_, factor) = units.iter().find(|(name, _)| *name == unit.trim_start())?;
    number.parse::<u64>().ok()?.checked_mul(*factor).filter(|scaled| *scaled > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_of_time_has_a_unit_and_is_not_nothing() {
        assert_eq!((days("90d"), days("2w")), (Some(90 * DAY), Some(14 * DAY)));
        assert_eq!((bytes("200MB"), bytes("1 GB")), (Some(200 * MEGABYTE), Some(1024 * MEGABYTE)));
        for text in ["", "90", "d", "0d", "3 months", "-1d", "99999999999999999999d"] {
            assert_eq!(days(text), None, "{text}");
        }
        assert_eq!((bytes("0MB"), bytes("5mb"), bytes("MB")), (None, None, None));
    }
}
