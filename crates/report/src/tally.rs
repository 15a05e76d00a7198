//! What is counted, and a histogram of times: both can be added up in any order, so that days, files and snapshots can.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What is counted of one thing: a rule, a tool, a day, …
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Tally {
    /// Events of agents in which it took part.
    pub events: u64,
    /// Of these, approved.
    pub approvals: u64,
    /// Of these, advised.
    pub advice: u64,
    /// Of these, asked about.
    pub asks: u64,
    /// Of these, denied.
    pub denials: u64,
    /// Of these, what a rule in shadow mode would have asked about or denied.
    pub shadowed: u64,
    /// How often a person has overruled it: at the terminal, or by agreeing at the host to what was asked.
    pub overrides: u64,
    /// Strikes.
    pub strikes: u64,
    /// Checks that ran.
    pub checks: u64,
    /// Of these, those that did not pass.
    pub failures: u64,
    /// How long they took, in milliseconds.
    pub checks_ms: u64,
    /// Characters that the model was given to read.
    pub told: u64,
    /// How long answers took for which no check had to run, in microseconds; of a check, how long it took.
    pub latency: Histogram,
}

/// Characters of one token, about: what English text and code have on average. An estimate, and named so.
pub const CHARACTERS_PER_TOKEN: u64 = 4;

impl Tally {
    /// Adds another up.
    pub fn add(&mut self, other: &Self) {
        for (own, more) in self.numbers_mut().into_iter().zip(other.numbers()) {
            *own = own.saturating_add(more);
        }
        self.latency.add(&other.latency);
    }

    /// The names of what is counted, in the order of `numbers`.
    pub const NAMES: [&'static str; 12] = [
        "events",
        "approvals",
        "advice",
        "asks",
        "denials",
        "shadowed",
        "overrides",
        "strikes",
        "checks",
        "failures",
        "checks_ms",
        "told",
    ];

    /// What is counted, but for the histogram.
    pub fn numbers(&self) -> [u64; 12] {
        [
            self.events,
            self.approvals,
            self.advice,
            self.asks,
            self.denials,
            self.shadowed,
            self.overrides,
            self.strikes,
            self.checks,
            self.failures,
            self.checks_ms,
            self.told,
        ]
    }

    /// The same, to be set.
    pub(crate) fn numbers_mut(&mut self) -> [&mut u64; 12] {
        [
            &mut self.events,
            &mut self.approvals,
            &mut self.advice,
            &mut self.asks,
            &mut self.denials,
            &mut self.shadowed,
            &mut self.overrides,
            &mut self.strikes,
            &mut self.checks,
            &mut self.failures,
            &mut self.checks_ms,
            &mut self.told,
        ]
    }

    /// Tokens that the model was given to read: an estimate.
    pub fn tokens(&self) -> u64 {
        self.told.div_ceil(CHARACTERS_PER_TOKEN)
    }

    /// Events on which nothing was said.
    pub fn silent(&self) -> u64 {
        self.events.saturating_sub(self.approvals + self.advice + self.asks + self.denials)
    }
}

/// How often which time was taken, in classes that are at most a thirty-second wide: a quantile is never more than 3.2 %
/// above the true one, and never below it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Histogram {
    /// How many, by class.
    pub classes: BTreeMap<u16, u64>,
    /// The longest.
    pub max: u64,
}

/// Classes per doubling, as a power of two.
const BITS: u32 = 5;

impl Histogram {
    /// Notes one time.
    pub fn note(&mut self, time: u64) {
        *self.classes.entry(class(time)).or_default() += 1;
        self.max = self.max.max(time);
    }

    /// Adds another up.
    pub fn add(&mut self, other: &Self) {
        for (class, count) in &other.classes {
            *self.classes.entry(*class).or_default() += count;
        }
        self.max = self.max.max(other.max);
    }

    /// How many times were noted.
    pub fn count(&self) -> u64 {
        self.classes.values().sum()
    }

    /// The time that so many of a thousand did not take longer than; 0 if there is none.
    pub fn quantile(&self, per_mille: u64) -> u64 {
        let rank = (self.count() * per_mille).div_ceil(1000).max(1);
        let mut seen = 0;
        for (class, count) in &self.classes {
            seen += count;
            if seen >= rank {
                return last_of(*class).min(self.max);
            }
        }
        self.max
    }

    /// How many took longer than the first and not longer than the second.
    pub fn between(&self, above: u64, up_to: u64) -> u64 {
        let is_in = |class: u16| last_of(class) > above && last_of(class) <= up_to;
        self.classes.iter().filter(|(class, _)| is_in(**class)).map(|(_, count)| count).sum()
    }
}

/// The class of a time. Up to 63 each has its own; then there are 32 for every doubling.
fn class(time: u64) -> u16 {
    let exponent = (time | 1).ilog2().saturating_sub(BITS);
    // 59 doublings of 32 classes each: it fits.
    u16::try_from(u64::from(exponent << BITS) + (time >> exponent)).unwrap_or(u16::MAX)
}

/// The longest time of a class.
fn last_of(class: u16) -> u64 {
    let exponent = u32::from((class >> BITS).saturating_sub(1));
    let mantissa = u64::from(class) - u64::from(exponent << BITS);
    ((u128::from(mantissa) + 1) << exponent).saturating_sub(1).try_into().unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn quantiles_of_few_times_are_those_that_one_counts_by_hand() {
        let mut histogram = Histogram::default();
        assert_eq!(histogram.quantile(500), 0);
        for time in 1..=20 {
            histogram.note(time);
        }
        assert_eq!([500, 900, 990].map(|q| histogram.quantile(q)), [10, 18, 20]);
        assert_eq!((histogram.max, histogram.count()), (20, 20));
        assert_eq!((histogram.between(0, 10), histogram.between(10, u64::MAX)), (10, 10));
    }

    proptest! {
        #[test]
        fn a_quantile_is_never_below_the_true_one_nor_far_above_it(
            mut times in prop::collection::vec(prop_oneof![0u64..200, 0u64..10_000_000, any::<u64>()], 1..200),
            per_mille in 1u64..=1000,
        ) {
            let mut histogram = Histogram::default();
            for time in &times {
                histogram.note(*time);
            }
            times.sort_unstable();
            let rank = (times.len() as u64 * per_mille).div_ceil(1000).max(1);
            let exact = times[usize::try_from(rank - 1).unwrap()];
            let found = histogram.quantile(per_mille);
            prop_assert!(found >= exact && found - exact <= exact / 32, "{found} for {exact}");
        }

        #[test]
        fn histograms_add_up_in_any_order(a in prop::collection::vec(any::<u64>(), 0..50), b in prop::collection::vec(any::<u64>(), 0..50)) {
            let of = |times: &[u64]| {
                let mut histogram = Histogram::default();
                for time in times {
                    histogram.note(*time);
                }
                histogram
            };
            let (mut left, mut right) = (of(&a), of(&b));
            left.add(&of(&b));
            right.add(&of(&a));
            let all: Vec<u64> = a.into_iter().chain(b).collect();
            prop_assert_eq!(&left, &right);
            prop_assert_eq!(left, of(&all));
        }
    }
}
