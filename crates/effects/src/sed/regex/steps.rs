//! An expression as steps, and all ways through them at once.

use std::rc::Rc;

use super::parse::{Edge, Node, Set};
use super::{Regex, TooLong, is_at};

/// A step of matching.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    One(Set),
    At(Edge),
    /// Notes the place: where a group begins or ends.
    Note(usize),
    /// Goes on at either; the first is tried first.
    Either(usize, usize),
    Go(usize),
    Again(usize),
    Done,
}

/// Longer ones are not followed.
const MAX_STEPS: usize = 4_000;

/// The steps of an expression.
pub(super) fn of(node: &Node) -> Option<Vec<Step>> {
    let mut steps = vec![Step::Note(0)];
    add(node, &mut steps)?;
    steps.push(Step::Note(1));
    steps.push(Step::Done);
    Some(steps)
}

fn add(node: &Node, steps: &mut Vec<Step>) -> Option<()> {
    if steps.len() > MAX_STEPS {
        return None;
    }
    match node {
        Node::One(set) => steps.push(Step::One(set.clone())),
        Node::At(edge) => steps.push(Step::At(*edge)),
        Node::Again(group) => steps.push(Step::Again(*group)),
        Node::Group(group, inner) => {
            steps.push(Step::Note(group * 2));
            add(inner, steps)?;
            steps.push(Step::Note(group * 2 + 1));
        }
        Node::All(all) => {
            for one in all {
                add(one, steps)?;
            }
        }
        Node::Either(all) => {
            let mut ends = Vec::new();
            let mut rest = all.as_slice();
            while let [one, after @ ..] = rest {
                let fork = steps.len();
                if !after.is_empty() {
                    steps.push(Step::Go(0));
                }
                add(one, steps)?;
                if !after.is_empty() {
                    ends.push(steps.len());
                    steps.push(Step::Go(0));
                    let next = steps.len();
                    *steps.get_mut(fork)? = Step::Either(fork + 1, next);
                }
                rest = after;
            }
            let end = steps.len();
            for at in ends {
                *steps.get_mut(at)? = Step::Go(end);
            }
        }
        Node::Repeat { of, least, most } => {
            for _ in 0..*least {
                add(of, steps)?;
            }
            match most {
                None => {
                    let fork = steps.len();
                    steps.push(Step::Go(0));
                    add(of, steps)?;
                    steps.push(Step::Go(fork));
                    let end = steps.len();
                    *steps.get_mut(fork)? = Step::Either(fork + 1, end);
                }
                Some(most) => {
                    let mut forks = Vec::new();
                    for _ in *least..*most {
                        forks.push(steps.len());
                        steps.push(Step::Go(0));
                        add(of, steps)?;
                    }
                    let end = steps.len();
                    for fork in forks {
                        *steps.get_mut(fork)? = Step::Either(fork + 1, end);
                    }
                }
            }
        }
    }
    Some(())
}

/// Where groups begin and end.
pub(super) type Ends = Rc<Vec<Option<usize>>>;

/// A way, at a step.
struct Way {
    step: usize,
    ends: Ends,
}

/// The ways that are at a place, those that are better first; of two at the same step, the better one.
struct Ways {
    all: Vec<Way>,
    /// By step, the place for which it was added last.
    added: Vec<usize>,
}

impl Regex {
    /// Of the leftmost matches the longest; of those, the one whose first parts take the most.
    pub(super) fn all_ways(&self, text: &str, from: usize) -> Result<Option<Vec<Option<usize>>>, TooLong> {
        let none: Ends = Rc::new(vec![None; (self.groups + 1) * 2]);
        let mut now = Ways { all: Vec::new(), added: vec![usize::MAX; self.steps.len()] };
        let mut next = Ways { all: Vec::new(), added: vec![usize::MAX; self.steps.len()] };
        let mut best: Option<Ends> = None;
        let mut at = from;
        // Most places are passed by what the first character must be.
        let first = match self.steps.get(1) {
            Some(Step::One(set)) => Some(set),
            Some(_) | None => None,
        };
        loop {
            if let Some(first) = first.filter(|_| best.is_none() && now.all.is_empty()) {
                let rest = text.get(at..).unwrap_or_default();
                let width = rest.find(|sign| self.fits(first, sign)).unwrap_or(rest.len());
                self.spend(width)?;
                at += width;
            }
            if best.is_none() {
                self.go(&mut now, 0, &none, text, at)?;
            }
            let sign = text.get(at..).and_then(|rest| rest.chars().next());
            let width = sign.map_or(1, char::len_utf8);
            self.spend(now.all.len() + 1)?;
            for way in std::mem::take(&mut now.all) {
                let start = |ends: &Ends| ends.first().copied().flatten();
                // What begins further on is no longer of interest.
                if best.as_ref().is_some_and(|best| start(&way.ends) > start(best)) {
                    continue;
                }
                match self.steps.get(way.step) {
                    Some(Step::One(set)) if sign.is_some_and(|sign| self.fits(set, sign)) => {
                        self.go(&mut next, way.step + 1, &way.ends, text, at + width)?;
                    }
                    Some(Step::Done) => {
                        let end = |ends: &Ends| ends.get(1).copied().flatten();
                        let is_better = best.as_ref().is_none_or(|best| {
                            start(&way.ends) < start(best)
                                || start(&way.ends) == start(best) && end(&way.ends) > end(best)
                        });
                        if is_better {
                            best = Some(way.ends);
                        }
                    }
                    _ => {}
                }
            }
            std::mem::swap(&mut now, &mut next);
            at += width;
            if sign.is_none() || (best.is_some() && now.all.is_empty()) {
                return Ok(best.map(|ends| ends.to_vec()));
            }
        }
    }

    /// Adds a way and all that it leads to without a character, in order.
    fn go(&self, ways: &mut Ways, step: usize, ends: &Ends, text: &str, at: usize) -> Result<(), TooLong> {
        let mut rest = vec![(step, Rc::clone(ends))];
        while let Some((step, ends)) = rest.pop() {
            self.spend(1)?;
            match ways.added.get_mut(step) {
                Some(added) if *added != at => *added = at,
                Some(_) | None => continue,
            }
            match self.steps.get(step) {
                Some(Step::Go(to)) => rest.push((*to, ends)),
                Some(Step::Either(first, second)) => {
                    rest.push((*second, Rc::clone(&ends)));
                    rest.push((*first, ends));
                }
                Some(Step::At(edge)) if is_at(*edge, text, at) => rest.push((step + 1, ends)),
                Some(Step::Note(slot)) => {
                    let mut noted = ends.to_vec();
                    if let Some(slot) = noted.get_mut(*slot) {
                        *slot = Some(at);
                    }
                    rest.push((step + 1, Rc::new(noted)));
                }
                Some(Step::One(_) | Step::Done) => ways.all.push(Way { step, ends }),
                Some(Step::At(_) | Step::Again(_)) | None => {}
            }
        }
        Ok(())
    }
}
