//! Plans that a call itself writes, and what of it comes behind them.

use std::collections::HashSet;

use hookward_effects::Effect;

use super::along::comes_along;
use super::plans::{Plan, idle};
use crate::changed::Written;
use crate::moved::Origins;
use crate::policy::Plans;
use crate::rule::Case;

/// A plan that is active when the call is done, whatever way it takes.
pub(super) struct Brought<'a> {
    pub(super) plan: Plan,
    /// What writes it last.
    file: Written<'a>,
}

impl<'a> Brought<'a> {
    /// The plans below a root.
    pub(super) fn by(case: &Case<'a>, root: &str, plans: &Plans) -> Vec<Self> {
        let is_plan = |path: &str| path.strip_prefix(root).is_some_and(|below| plans.names(below));
        let mut files = super::written(case);
        files.retain(|file| is_plan(&file.path));
        let mut seen = HashSet::new();
        files.reverse();
        files.retain(|file| seen.insert(file.path.to_string()));
        if files.is_empty() {
            return Vec::new();
        }
        // One that only gets another place is as old as it was.
        let origins = Origins::of(case);
        let is_old = |path: &str| origins.same(path).is_some_and(|from| plans.is_too_old(case, from));
        let active = files.into_iter().filter(|file| !is_old(&file.path));
        let read = active.filter_map(|file| {
            let texts: Option<Vec<String>> = super::certain_results(case, &file.path).into_iter().collect();
            let texts = texts.filter(|texts| texts.iter().all(|text| idle(text, plans).is_none()))?;
            let path = file.path.strip_prefix(root).unwrap_or(&file.path).to_owned();
            Some(Self { plan: Plan::of(path, texts.into_iter().next()?), file })
        });
        read.collect()
    }

    /// Whether it comes before what an effect writes, or at once with it.
    pub(super) fn is_in_time(&self, case: &Case, writer: &Effect) -> bool {
        let place = |own: &Effect| case.facts.effects.iter().position(|effect| std::ptr::eq(effect, own));
        place(self.file.effect) < place(writer) || comes_along(case, &self.file, writer)
    }
}
