//! Claims, and what became of them.

use std::time::Instant;

/// What became of a claim.
pub(crate) enum Seen {
    /// It holds.
    Held,
    /// It does not; and what was seen instead.
    Missed(String),
    /// The host has no way to do that, or this version of Hookward has none.
    NotHere(&'static str),
}

/// Something that must hold.
pub(crate) struct Claim {
    /// In words.
    pub(crate) text: &'static str,
    /// What became of it.
    pub(crate) seen: Seen,
}

/// A claim that holds, or else what was seen.
pub(crate) fn claim(text: &'static str, holds: bool, instead: impl FnOnce() -> String) -> Claim {
    Claim { text, seen: if holds { Seen::Held } else { Seen::Missed(instead()) } }
}

/// The beginning of a text.
pub(crate) fn clipped(text: &str) -> String {
    text.chars().take(3_000).collect()
}

/// All that was seen so far.
#[derive(Default)]
pub(crate) struct Report {
    held: usize,
    missed: usize,
    skipped: Vec<String>,
    driven: usize,
}

impl Report {
    /// An agent that could not be driven.
    pub(crate) fn skip(&mut self, agent: &str, why: &str) {
        println!("\n{agent}\n  SKIPPED {why}");
        self.skipped.push(agent.to_owned());
    }

    /// An agent that is driven now.
    pub(crate) fn begin(&mut self, agent: &str, version: &str) {
        println!("\n{agent} {version}");
        self.driven += 1;
    }

    /// What a story of it came to.
    pub(crate) fn tell(&mut self, title: &str, story: impl FnOnce() -> Vec<Claim>) {
        let started = Instant::now();
        let claims = story();
        println!("  {title} ({:.1} s)", started.elapsed().as_secs_f32());
        for claim in claims {
            self.add(&claim);
        }
    }

    /// What became of a claim on it.
    fn add(&mut self, claim: &Claim) {
        match &claim.seen {
            Seen::Held => {
                self.held += 1;
                println!("    ok      {}", claim.text);
            }
            Seen::NotHere(why) => println!("    n/a     {} ({why})", claim.text),
            Seen::Missed(instead) => {
                self.missed += 1;
                println!("    FAILED  {}\n{instead}", claim.text);
            }
        }
    }

    /// Says how it went, and whether that is good. An agent that could not be driven has shown nothing, which is said, and
    /// is no failure: a machine without npm can build this too.
    pub(crate) fn end(&self, seconds: u64) -> bool {
        println!(
            "\n{} claims held and {} failed on {} agents in {seconds} s",
            self.held, self.missed, self.driven
        );
        if !self.skipped.is_empty() {
            println!("SKIPPED, and so not shown: {}", self.skipped.join("; "));
        }
        if self.driven == 0 {
            println!("NOTHING was shown on any agent");
        }
        self.missed == 0
    }
}
