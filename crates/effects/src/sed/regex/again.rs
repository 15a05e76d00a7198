//! Expressions that speak of a group again, `\(.\)\1`: each way is tried for itself.

use super::steps::Step;
use super::{Case, Regex, TooLong, is_at};

/// What a step of one way costs more than one of all ways at once: ways that are tried one by one may be many.
const COST: usize = 16;

impl Regex {
    /// Of the leftmost matches the longest.
    pub(super) fn way_by_way(&self, text: &str, from: usize) -> Result<Option<Vec<Option<usize>>>, TooLong> {
        let mut at = from;
        loop {
            if let Some(found) = self.longest(text, at)? {
                return Ok(Some(found));
            }
            match text.get(at..).and_then(|rest| rest.chars().next()) {
                Some(sign) => at += sign.len_utf8(),
                None => return Ok(None),
            }
        }
    }

    fn longest(&self, text: &str, start: usize) -> Result<Option<Vec<Option<usize>>>, TooLong> {
        let mut best: Option<Vec<Option<usize>>> = None;
        let mut rest = vec![(0, start, vec![None; (self.groups() + 1) * 2])];
        while let Some((step, at, mut ends)) = rest.pop() {
            self.spend(ends.len() * COST)?;
            let sign = text.get(at..).and_then(|rest| rest.chars().next());
            match self.steps.get(step) {
                Some(Step::One(set)) => {
                    if let Some(sign) = sign.filter(|sign| self.fits(set, *sign)) {
                        rest.push((step + 1, at + sign.len_utf8(), ends));
                    }
                }
                Some(Step::At(edge)) if is_at(*edge, text, at) => rest.push((step + 1, at, ends)),
                Some(Step::Note(slot)) => {
                    if let Some(slot) = ends.get_mut(*slot) {
                        *slot = Some(at);
                    }
                    rest.push((step + 1, at, ends));
                }
                Some(Step::Either(first, second)) => {
                    rest.push((*second, at, ends.clone()));
                    rest.push((*first, at, ends));
                }
                Some(Step::Go(to)) => rest.push((*to, at, ends)),
                Some(Step::Again(group)) => {
                    let (begin, end) = (ends.get(group * 2), ends.get(group * 2 + 1));
                    let (Some(Some(begin)), Some(Some(end))) = (begin, end) else { continue };
                    let said = text.get(*begin..*end).unwrap_or_default();
                    let here = text.get(at..at + said.len()).unwrap_or_default();
                    let is_same = match self.case {
                        Case::Exact => here == said,
                        Case::Any => here.to_lowercase() == said.to_lowercase(),
                    };
                    if is_same && here.len() == said.len() {
                        rest.push((step + 1, at + said.len(), ends));
                    }
                }
                Some(Step::Done) => {
                    let end = |ends: &Vec<Option<usize>>| ends.get(1).copied().flatten();
                    if best.as_ref().is_none_or(|best| end(&ends) > end(best)) {
                        best = Some(ends);
                    }
                }
                Some(Step::At(_)) | None => {}
            }
        }
        Ok(best)
    }
}
