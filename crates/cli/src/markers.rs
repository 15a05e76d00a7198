//! Markers with which a person lets agents pass a gate: whose they are, and that a gate is off by one.

use hookward_core::{Moment, Verdict, is_marker, markers_below, redact};
use hookward_effects::{Action, Facts};
use hookward_io::{Doer, Held, is_made};
use serde_json::{Value, json};

use crate::held::{lingers, name_by_words, own_name, shortened};
use crate::judge::Call;
use crate::situation::{Situation, now};

impl Situation {
    /// Notes which markers are not there when a call begins that may do anything.
    pub(crate) fn note_markers(&self, call: Call<'_>, facts: &Facts, verdict: &Verdict) {
        let absent: Vec<String> = markers_below(&self.policy, &self.workspace.roots)
            .map(|(marker, _)| marker)
            .filter(|marker| !is_made(marker))
            .collect();
        // A person has let this very call make it.
        if absent.is_empty() || (verdict.overruled && makes_one(facts)) {
            return;
        }
        let (Some(holds), Some(root)) = (self.holds(), self.workspace.root()) else { return };
        let Some(name) = own_name(call).or_else(|| name_by_words(call)) else { return };
        if lingers(call.payload, facts) {
            let by = call.event.moment.call().map(|done| shortened(&redact(&done.subject())));
            let doer = Doer { names: std::slice::from_ref(&name), by: &by.unwrap_or_default(), at: now() };
            let _ = holds.linger_without(&doer, root, absent.clone());
        }
        // Where nothing can be kept, nothing is recorded either, which is said.
        let _ = holds.begin_without(&name, root, absent);
    }

    /// The markers that the call which has just ended has made, or something that runs on since an earlier one.
    pub(crate) fn newly_planted(&self, call: Call<'_>, at: u64) -> std::io::Result<Vec<Held>> {
        let (Some(holds), Some(root)) = (self.holds(), self.workspace.root()) else { return Ok(Vec::new()) };
        if markers_below(&self.policy, &self.workspace.roots).next().is_none() {
            return Ok(Vec::new());
        }
        let mut made = holds.look_at_lingering_markers(root, at)?;
        if let Moment::AfterTool { call: done, .. } | Moment::AfterFailure { call: done, .. } =
            &call.event.moment
        {
            let by = shortened(&redact(&done.subject()));
            let names: Vec<String> = own_name(call).into_iter().chain(name_by_words(call)).collect();
            made.extend(holds.end_without(&Doer { names: &names, by: &by, at })?);
        }
        Ok(made)
    }

    /// Takes what agents' calls have made out of the markers that count.
    pub(crate) fn heed_planted(&mut self) {
        let mut markers = markers_below(&self.policy, &self.workspace.roots).map(|(marker, _)| marker);
        let Some(first) = markers.next() else { return };
        let all: Vec<String> = std::iter::once(first).chain(markers).collect();
        let (Some(holds), Some(root)) = (self.holds(), self.workspace.root()) else { return };
        match holds.planted(root) {
            Ok(planted) => {
                self.policy.planted = planted.iter().map(|held| held.path.clone()).collect();
                self.held.extend(planted);
            }
            // Whose they are cannot be told: nobody's.
            Err(_) => self.policy.planted = all,
        }
    }

    /// The gates that are off by a person's marker, each with the marker below the root.
    fn bypasses(&self) -> impl Iterator<Item = (&'static str, String)> {
        let markers = markers_below(&self.policy, &self.workspace.roots);
        let counts = |marker: &String| is_made(marker) && !self.policy.planted.contains(marker);
        markers
            .filter(move |(marker, _)| counts(marker))
            .map(|(marker, gate)| (gate, self.below_root(&marker).to_owned()))
    }

    /// The same, each in a line.
    pub(crate) fn bypass_lines(&self) -> impl Iterator<Item = String> {
        self.bypasses().map(|(gate, marker)| {
            format!("{gate} is off by {marker}, which a person has made; `rm {marker}` ends it")
        })
    }

    pub(crate) fn bypasses_as_json(&self) -> impl Iterator<Item = Value> {
        self.bypasses().map(|(gate, marker)| {
            json!({"rule": gate, "session": null, "since": null, "until": null, "marker": marker})
        })
    }
}

/// Whether a call says itself that it makes a marker.
fn makes_one(facts: &Facts) -> bool {
    let names = |action: &Action| match action {
        Action::Write(place, _) => place.spots.iter().any(|spot| is_marker(spot.last())),
        _ => false,
    };
    facts.effects.iter().any(|effect| names(&effect.action))
}
