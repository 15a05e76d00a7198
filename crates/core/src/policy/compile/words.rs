//! What a policy says in its own words, and of denials in a row.

use toml::Spanned;

use super::Compiler;
use crate::policy::file::{MessageTable, PolicyError, StrikesTable};
use crate::policy::{LEAST_LIMIT, Message, Notify, matches, nearest};
use crate::rules::{FIGURES, WITH_FIGURES};
use crate::text::blanks;

/// What is filled into the texts of `[[message]]`.
const MESSAGE: &[&str] = &[
    "rule", "name", "matched", "tried", "deed", "why", "instead", "told", "brief", "row", "limit", "story",
    "id", "step",
];

impl Compiler<'_> {
    /// Whether everything that a text wants to be filled in is known. Behind `start` the text is looked for in the file.
    pub(super) fn check_words(
        &self,
        start: usize,
        text: Option<&str>,
        known: &[&str],
    ) -> Result<(), PolicyError> {
        let is_known = |name: &str| {
            known.contains(&name) || name.strip_suffix(".name").is_some_and(|name| known.contains(&name))
        };
        let Some(unknown) = text.into_iter().flat_map(blanks).find(|name| !is_known(name)) else {
            return Ok(());
        };
        let place = format!("{{{unknown}}}");
        let at = self.behind(start, &place);
        let names: Vec<String> = known.iter().map(|name| format!("{{{name}}}")).collect();
        let names = names.join(", ");
        let message = match nearest(unknown, known.iter().copied()) {
            Some(meant) => format!("`{place}` is not filled in here; did you mean `{{{meant}}}`?"),
            None => format!(
                "`{place}` is not filled in here; known are {names}; as it stands it is `{{{place}}}`"
            ),
        };
        Err(self.error(at, message))
    }

    pub(super) fn strikes(&mut self, table: StrikesTable) -> Result<(), PolicyError> {
        for pattern in &table.rules {
            self.check_pattern(pattern.get_ref(), pattern.span().start)?;
        }
        let notify = table.notify.map(|run| {
            let origin = self.origin(&run);
            Notify { run: run.into_inner(), origin }
        });
        for text in [&table.first, &table.again, &table.third, &table.blocked] {
            let names: Vec<&str> = MESSAGE.iter().copied().chain(["message"]).collect();
            self.check_words(0, text.as_deref(), &names)?;
        }
        if let Some(limit) = table.limit.as_ref().filter(|limit| *limit.get_ref() < LEAST_LIMIT) {
            let message =
                format!("`limit` is at least {LEAST_LIMIT}: with none in a row nothing could be explained");
            return Err(self.error(limit.span().start, message));
        }
        let strikes = &mut self.policy.strikes;
        strikes.limit = table.limit.map(Spanned::into_inner).or(strikes.limit);
        strikes.notify = notify.or(strikes.notify.take());
        let words = [table.first, table.again, table.third, table.blocked];
        for (own, new) in strikes.words.iter_mut().zip(words) {
            *own = new.or(own.take());
        }
        if !table.rules.is_empty() {
            strikes.rules = table.rules.into_iter().map(Spanned::into_inner).collect();
        }
        Ok(())
    }

    pub(super) fn message(&mut self, table: Spanned<MessageTable>) -> Result<(), PolicyError> {
        let start = table.span().start;
        let MessageTable { rules, matched, why, name, brief, deny, ask } = table.into_inner();
        rules.iter().try_for_each(|rule| self.check_pattern(rule, self.behind(start, rule)))?;
        let has_figures = rules.iter().any(|rule| matches(rule, WITH_FIGURES));
        let figures = FIGURES.iter().filter(|_| has_figures);
        let names: Vec<&str> = MESSAGE.iter().chain(figures).copied().collect();
        for text in [&deny, &ask] {
            self.check_words(start, text.as_deref(), &names)?;
        }
        // INVARIANT: a person who is asked is told about what.
        let tells = |line: &str| {
            let may_be_left_out =
                blanks(line).any(|name| ["story", "id"].contains(&name) || FIGURES.contains(&name));
            !may_be_left_out && (line.contains("{matched}") || line.contains("{why}"))
        };
        if ask.as_ref().is_some_and(|text| !text.lines().any(tells)) {
            let message = "`ask` must say what is asked about, by `{matched}` or `{why}`".to_owned();
            return Err(self.error(start, message));
        }
        self.policy.messages.push(Message { rules, matched, why, name, brief, deny, ask });
        Ok(())
    }
}
