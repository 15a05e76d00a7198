//! What a host's version changes for a registration: older ones lack hooks, or ignore a key.

use crate::Host;

/// A version, as far as it is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(pub u32, pub u32, pub u32);

impl Version {
    /// The first version in a text such as `codex-cli 0.166.0`.
    pub fn find(text: &str) -> Option<Self> {
        let words = text.split(|c: char| !(c.is_ascii_digit() || c == '.'));
        words.into_iter().find_map(|word| {
            let mut parts = word.split('.').map(str::parse::<u32>);
            let (Some(Ok(major)), Some(Ok(minor))) = (parts.next(), parts.next()) else { return None };
            Some(Self(major, minor, parts.next().and_then(Result::ok).unwrap_or(0)))
        })
    }
}

impl std::fmt::Display for Version {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}.{}.{}", self.0, self.1, self.2)
    }
}

/// What some versions of a host do not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lack {
    host: Host,
    /// From this version on.
    from: Version,
    /// Up to the one before this.
    before: Version,
    /// In words.
    pub what: &'static str,
    /// The key that it is about, where it matters only with that key.
    key: Option<&'static str>,
    /// How bad that is.
    pub weight: Weight,
}

/// How bad a lack is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Nothing is guarded.
    Unguarded,
    /// Something is less than it could be.
    Weaker,
}

const fn before(host: Host, before: Version, weight: Weight, what: &'static str) -> Lack {
    Lack { host, from: Version(0, 0, 0), before, what, key: None, weight }
}

const LACKS: &[Lack] = &[
    // claude-code.md §8.
    before(Host::Claude, Version(1, 0, 38), Weight::Unguarded, "Claude Code has hooks since 1.0.38"),
    // claude-code.md §1.
    Lack {
        key: Some("onFailure"),
        ..before(
            Host::Claude,
            Version(2, 1, 295),
            Weight::Weaker,
            "Claude Code knows `onFailure` since 2.1.295: in this one a hook that cannot run lets the call through",
        )
    },
    // codex.md §8.
    before(
        Host::Codex,
        Version(0, 117, 0),
        Weight::Unguarded,
        "Codex has hooks before tool calls since 0.117",
    ),
    before(Host::Codex, Version(0, 123, 0), Weight::Weaker, "Codex shows patches to hooks since 0.123"),
    // codex.md §7.
    Lack {
        from: Version(0, 130, 0),
        ..before(
            Host::Codex,
            Version(0, 140, 0),
            Weight::Weaker,
            "`codex exec` of 0.130 to 0.139 runs no hooks",
        )
    },
    // gemini-cli.md §8.
    before(
        Host::Gemini,
        Version(0, 26, 0),
        Weight::Unguarded,
        "Gemini CLI runs hooks since 0.26, before that only with `tools.enableHooks`",
    ),
    // copilot.md, Gotchas.
    before(
        Host::Copilot,
        Version(1, 0, 57),
        Weight::Weaker,
        "before 1.0.57 Copilot lets a call through when the hook fails",
    ),
    // cursor.md §9.
    before(Host::Cursor, Version(1, 7, 0), Weight::Unguarded, "Cursor has hooks since 1.7"),
    // kiro.md, B: its payloads are empty.
    before(
        Host::Kiro,
        Version(1, 0, 0),
        Weight::Unguarded,
        "Kiro before 1.0 does not tell a hook what is called",
    ),
];

/// What this version of a host does not do, with the keys that the registration has.
pub fn lacks(host: Host, version: Version, registration: &str) -> impl Iterator<Item = &'static Lack> {
    LACKS.iter().filter(move |lack| {
        let has_key = lack.key.is_none_or(|key| registration.contains(&format!("\"{key}\"")));
        lack.host == host && lack.from <= version && version < lack.before && has_key
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_found_in_what_programs_say_of_themselves() {
        for (text, version) in [
            ("2.1.325 (Claude Code)", Version(2, 1, 325)),
            ("codex-cli 0.166.0\n", Version(0, 166, 0)),
            ("GitHub Copilot CLI 1.0.102.\nRun 'copilot update'", Version(1, 0, 102)),
            ("v1.7", Version(1, 7, 0)),
        ] {
            assert_eq!(Version::find(text), Some(version), "{text}");
        }
        assert_eq!(Version::find("no version at all. 7"), None);
    }

    #[test]
    fn a_key_that_a_version_ignores_matters_only_where_it_stands() {
        let told =
            |version, text| lacks(Host::Claude, version, text).map(|lack| lack.weight).collect::<Vec<_>>();
        assert_eq!(told(Version(2, 1, 294), r#"{"onFailure": "block"}"#), [Weight::Weaker]);
        assert_eq!(told(Version(2, 1, 294), "{}"), []);
        assert_eq!(told(Version(2, 1, 295), r#"{"onFailure": "block"}"#), []);
        assert_eq!(told(Version(1, 0, 0), "{}"), [Weight::Unguarded]);
        assert_eq!(lacks(Host::Codex, Version(0, 135, 2), "{}").count(), 1);
        assert_eq!(lacks(Host::Codex, Version(0, 140, 0), "{}").count(), 0);
    }
}
