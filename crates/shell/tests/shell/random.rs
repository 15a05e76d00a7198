//! Chance that can be repeated: a seeded generator, how long it is used, and texts made by it.

use std::time::{Duration, Instant, SystemTime};

/// `SplitMix64`.
pub(crate) struct Random(u64);

impl Random {
    /// Seeded by `HOOKWARD_FUZZ_SEED`, or by the clock if the run was asked to be a long one.
    pub(crate) fn from_environment() -> Self {
        let seed = number("HOOKWARD_FUZZ_SEED").unwrap_or_else(|| match number("HOOKWARD_FUZZ_SECONDS") {
            Some(_) => SystemTime::UNIX_EPOCH.elapsed().map_or(1, |elapsed| elapsed.as_secs()),
            None => 1,
        });
        println!("HOOKWARD_FUZZ_SEED={seed}");
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`, or 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() >> 16).unwrap_or(0).checked_rem(limit).unwrap_or(0)
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A place where a text can be cut.
    pub(crate) fn cut(&mut self, text: &str) -> usize {
        let mut at = self.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }
}

/// When a random test ends: after `HOOKWARD_FUZZ_SECONDS`, or else after a few.
pub(crate) fn deadline(seconds: u64) -> Instant {
    Instant::now() + Duration::from_secs(number("HOOKWARD_FUZZ_SECONDS").unwrap_or(seconds))
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// Changes a text in one of many ways.
pub(crate) fn mutate(random: &mut Random, text: &mut String, tokens: &[&str], others: &[&str]) {
    let (first, second) = (random.cut(text), random.cut(text));
    let (start, end) = (first.min(second), first.max(second));
    match random.below(9) {
        0 | 1 => text.insert_str(start, random.pick(tokens)),
        2 => text.replace_range(start..end.min(ceiling(text, start + 4)), random.pick(tokens)),
        3 => text.replace_range(start..end.min(ceiling(text, start + 8)), ""),
        4 => {
            let copy = text[start..end].to_owned();
            let at = random.cut(text);
            text.insert_str(at, &copy);
        }
        5 => {
            let other = random.pick(others);
            let from = random.cut(other);
            text.insert_str(start, &other[from..]);
        }
        6 => text.truncate(end),
        7 => {
            let token = random.pick(tokens);
            text.insert_str(start, &token.repeat(random.below(300)));
        }
        _ => {
            let other = random.pick(others);
            text.insert_str(end, other);
        }
    }
}

fn ceiling(text: &str, mut at: usize) -> usize {
    while at < text.len() && !text.is_char_boundary(at) {
        at += 1;
    }
    at.min(text.len())
}
