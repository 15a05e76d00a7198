//! Regular expressions as sed has them: the leftmost match, and of those the longest. Expressions are matched step by step
//! for all ways at once, so that time stays linear in the text; only those that speak of a group again are tried way by way.

mod again;
mod parse;
mod steps;

use std::cell::Cell;

pub(super) use parse::Dialect;
use parse::{Edge, Node, Set};
use steps::Step;

/// Where a match and its groups are in a text, by bytes; the match itself is the first.
pub(super) type Places = Vec<Option<(usize, usize)>>;

/// Whether capitals matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    Exact,
    Any,
}

pub(super) struct Regex {
    steps: Vec<Step>,
    groups: usize,
    case: Case,
    speaks_again: bool,
    /// What may still be done before it is too much.
    budget: Cell<usize>,
}

/// What an expression may do in one text.
const BUDGET: usize = 20_000_000;

/// That it has taken too long.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooLong;

impl Regex {
    /// Nothing if it is no expression, or not one that is followed.
    pub(super) fn new(pattern: &str, dialect: Dialect, case: Case) -> Option<Self> {
        let (node, groups) = parse::parse(pattern, dialect)?;
        if is_unclear(&node) {
            return None;
        }
        let steps = steps::of(&node)?;
        let speaks_again = steps.iter().any(|step| matches!(step, Step::Again(_)));
        Some(Self { steps, groups, case, speaks_again, budget: Cell::new(BUDGET) })
    }

    /// How many groups it has.
    pub(super) fn groups(&self) -> usize {
        self.groups
    }

    /// The first match that begins at a place or behind it.
    pub(super) fn find(&self, text: &str, from: usize) -> Result<Option<Places>, TooLong> {
        let found = if self.speaks_again { self.way_by_way(text, from)? } else { self.all_ways(text, from)? };
        Ok(found.map(|ends| {
            let pairs = ends.chunks(2).map(|pair| match pair {
                [Some(start), Some(end)] => Some((*start, *end)),
                _ => None,
            });
            pairs.collect()
        }))
    }

    fn spend(&self, steps: usize) -> Result<(), TooLong> {
        let left = self.budget.get().checked_sub(steps).ok_or(TooLong)?;
        self.budget.set(left);
        Ok(())
    }

    fn fits(&self, set: &Set, sign: char) -> bool {
        let folded = || {
            let (small, large) = (sign.to_lowercase().next(), sign.to_uppercase().next());
            small.is_some_and(|sign| set.has(sign)) || large.is_some_and(|sign| set.has(sign))
        };
        match self.case {
            Case::Exact => set.has(sign),
            // All but some letters are all but their capitals, too.
            Case::Any if set.negated => {
                let same = |sign: Option<char>| sign.is_none_or(|sign| set.has(sign));
                same(sign.to_lowercase().next()) && same(sign.to_uppercase().next())
            }
            Case::Any => set.has(sign) || folded(),
        }
    }
}

/// Whether a place is an edge.
fn is_at(edge: Edge, text: &str, at: usize) -> bool {
    let is_word = |sign: Option<char>| sign.is_some_and(|sign| sign.is_alphanumeric() || sign == '_');
    let before = is_word(text.get(..at).and_then(|before| before.chars().next_back()));
    let after = is_word(text.get(at..).and_then(|after| after.chars().next()));
    match edge {
        Edge::Start => at == 0,
        Edge::End => at == text.len(),
        Edge::WordStart => !before && after,
        Edge::WordEnd => before && !after,
        Edge::Word => before != after,
        Edge::NoWord => before == after,
    }
}

/// Whether it says too little of what it matches: where groups are repeated that may be empty, or edges of words.
fn is_unclear(node: &Node) -> bool {
    match node {
        Node::One(_) | Node::At(_) | Node::Again(_) => false,
        Node::Group(_, inner) => is_unclear(inner),
        Node::All(all) | Node::Either(all) => all.iter().any(is_unclear),
        Node::Repeat { of, .. } => is_unclear(of) || has_edge(of) || (has_group(of) && may_be_empty(of)),
    }
}

fn has_edge(node: &Node) -> bool {
    match node {
        Node::One(_) | Node::Again(_) => false,
        Node::At(_) => true,
        Node::Group(_, inner) => has_edge(inner),
        Node::All(all) | Node::Either(all) => all.iter().any(has_edge),
        Node::Repeat { of, .. } => has_edge(of),
    }
}

fn has_group(node: &Node) -> bool {
    match node {
        Node::One(_) | Node::At(_) => false,
        Node::Group(..) | Node::Again(_) => true,
        Node::All(all) | Node::Either(all) => all.iter().any(has_group),
        Node::Repeat { of, .. } => has_group(of),
    }
}

fn may_be_empty(node: &Node) -> bool {
    match node {
        Node::One(_) => false,
        Node::At(_) | Node::Again(_) => true,
        Node::Group(_, inner) => may_be_empty(inner),
        Node::All(all) => all.iter().all(may_be_empty),
        Node::Either(all) => all.iter().any(may_be_empty),
        Node::Repeat { of, least, .. } => *least == 0 || may_be_empty(of),
    }
}
