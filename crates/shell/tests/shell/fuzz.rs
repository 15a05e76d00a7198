//! Random texts: none of them makes the parser panic, hang, bloat, or tell a place that is not in the text.
//!
//! `HOOKWARD_FUZZ_SECONDS` and `HOOKWARD_FUZZ_SEED` say for how long and from where; `just fuzz` runs it for long.

use std::time::{Duration, Instant};

use hookward_shell::{Script, parse};

use crate::laws::PIECES;
use crate::random::{Random, deadline, mutate};
use crate::valid::{REFUSED, VALID};
use crate::walk::census;

/// The longest text that is tried.
const LENGTH: usize = 16 * 1024;

/// What a text of that length may take in a debug build. A tenth would do; but machines are busy.
const PATIENCE: Duration = Duration::from_millis(200);

/// How many texts are changed further.
const POOL: usize = 64;

fn parse_in_time(source: &str) -> Script {
    let mut best = Duration::MAX;
    // Another process may take the processor away, but not three times in a row.
    for _ in 0..3 {
        let start = Instant::now();
        let script =
            std::panic::catch_unwind(|| parse(source)).unwrap_or_else(|_| panic!("panic: {source:?}"));
        best = best.min(start.elapsed());
        if best < PATIENCE {
            return script;
        }
    }
    panic!("{best:?}: {source:?}");
}

fn check(source: &str) {
    let script = parse_in_time(source);
    let census = census(&script);
    for span in &census.spans {
        assert!(source.get(span.start..span.end).is_some(), "{span:?} of {source:?}");
    }
    assert!(census.spans.len() <= 4 * source.len() + 16, "{} nodes: {source:?}", census.spans.len());
}

#[test]
fn random_texts_are_parsed_in_time_and_place() {
    let mut random = Random::from_environment();
    let seeds: Vec<&str> = VALID.iter().chain(REFUSED).copied().collect();
    let mut pool: Vec<String> = seeds.iter().map(|&seed| seed.to_owned()).collect();
    let end = deadline(5);
    let mut count = 0_usize;
    while Instant::now() < end {
        let mut text = pool[random.below(pool.len())].clone();
        for _ in 0..=random.below(4) {
            mutate(&mut random, &mut text, &PIECES, &seeds);
        }
        if text.len() > LENGTH {
            let cut = random.below(LENGTH);
            let cut = (0..=cut).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
            text.truncate(cut);
        }
        check(&text);
        count += 1;
        if random.below(4) == 0 {
            if pool.len() < seeds.len() + POOL {
                pool.push(text);
            } else {
                let index = seeds.len() + random.below(POOL);
                pool[index] = text;
            }
        }
    }
    println!("{count} texts");
    assert!(count > 100, "only {count} texts");
}
