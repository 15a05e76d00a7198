//! The options that a filter is given, as getopt reads them; all of them known, or the filter is not computed.

/// A filter's arguments, sorted.
#[derive(Debug, Default)]
pub(super) struct Given<'a> {
    flags: String,
    values: Vec<(char, &'a str)>,
    pub(super) operands: Vec<&'a str>,
}

impl<'a> Given<'a> {
    /// Sorts arguments. `valued` are the letters that take a value; `long` the letters that long names stand for.
    /// Nothing if a long name is not among them.
    pub(super) fn read(arguments: &[&'a str], valued: &str, long: &[(&str, char)]) -> Option<Self> {
        let mut given = Self::default();
        let mut rest = arguments.iter().copied();
        while let Some(argument) = rest.next() {
            if argument == "--" {
                given.operands.extend(rest.by_ref());
            } else if let Some(name) = argument.strip_prefix("--") {
                let (name, value) = match name.split_once('=') {
                    Some((name, value)) => (name, Some(value)),
                    None => (name, None),
                };
                let (_, letter) = long.iter().find(|(full, _)| !name.is_empty() && full.starts_with(name))?;
                match value {
                    Some(value) => given.values.push((*letter, value)),
                    None if valued.contains(*letter) => given.values.push((*letter, rest.next()?)),
                    None => given.flags.push(*letter),
                }
            } else if argument.len() > 1 && argument.starts_with('-') {
                given.letters(argument, valued, &mut rest)?;
            } else {
                given.operands.push(argument);
            }
        }
        Some(given)
    }

    fn letters(
        &mut self,
        word: &'a str,
        valued: &str,
        rest: &mut impl Iterator<Item = &'a str>,
    ) -> Option<()> {
        for (index, letter) in word.char_indices().skip(1) {
            if valued.contains(letter) {
                let glued = word.get(index + letter.len_utf8()..).filter(|glued| !glued.is_empty());
                let value = match glued {
                    Some(glued) => glued,
                    None => rest.next()?,
                };
                self.values.push((letter, value));
                return Some(());
            }
            self.flags.push(letter);
        }
        Some(())
    }

    pub(super) fn has(&self, letter: char) -> bool {
        self.flags.contains(letter)
    }

    /// Whether no other flags are given than these.
    pub(super) fn only(&self, letters: &str) -> bool {
        self.flags.chars().all(|flag| letters.contains(flag))
    }

    /// The last value of an option.
    pub(super) fn value(&self, letter: char) -> Option<&'a str> {
        self.values(letter).last()
    }

    pub(super) fn values(&self, letter: char) -> impl Iterator<Item = &'a str> {
        self.values.iter().filter(move |(this, _)| *this == letter).map(|(_, value)| *value)
    }

    pub(super) fn reads_stdin(&self) -> bool {
        matches!(self.operands.as_slice(), [] | ["-"])
    }
}
