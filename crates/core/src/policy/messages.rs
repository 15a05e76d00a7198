//! A policy's own words for what rules find.

use serde::{Deserialize, Serialize};

use super::architecture::names;
use super::{Policy, matches};
use crate::text::{fill, line};
use crate::verdict::{Decision, Finding};

/// The most characters that a template takes of what was tried.
const MATCHED: usize = 200;

/// The policy's own words for what some rules find.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// The rules, by id or by `category/*`.
    pub rules: Vec<String>,
    /// Only of files like this.
    pub matched: Option<String>,
    /// What `{name}` stands for.
    pub name: Option<String>,
    /// What a denial says.
    pub deny: Option<String>,
    /// What a question says.
    pub ask: Option<String>,
}

/// What templates are filled with.
pub(crate) struct Words<'a> {
    /// The policy.
    pub(crate) policy: &'a Policy,
    /// What a rule has found.
    pub(crate) finding: &'a Finding,
    /// What matched; a file of the workspace below its root.
    pub(crate) matched: &'a str,
    /// The how many-th denial in a row it is.
    pub(crate) row: u32,
    /// The story that is worked on.
    pub(crate) story: Option<&'a str>,
    /// What a person names to let the call pass once.
    pub(crate) id: Option<&'a str>,
}

impl Words<'_> {
    /// The rule's own words for what becomes of the call, if the policy has some.
    pub(crate) fn message(&self, decision: Decision) -> Option<String> {
        let template = self.last(|message| match decision {
            Decision::Deny => message.deny.as_deref(),
            Decision::Ask => message.ask.as_deref(),
            Decision::Silent | Decision::Advise | Decision::Approve => None,
        })?;
        Some(self.fill(template, None))
    }

    /// A template, filled in; `message` is what would be said without it.
    pub(crate) fn fill(&self, template: &str, message: Option<&str>) -> String {
        let is_there = |line: &&str| {
            (self.story.is_some() || !line.contains("{story}"))
                && (self.id.is_some() || !line.contains("{id}"))
        };
        let template: Vec<&str> = template.split('\n').filter(is_there).collect();
        fill(&template.join("\n"), |key| {
            Some(match key {
                "rule" => self.finding.rule.to_string(),
                "name" => {
                    self.last(|message| message.name.as_deref()).unwrap_or(&self.finding.rule).to_owned()
                }
                "matched" => line(self.matched, MATCHED),
                "why" => self.finding.why.to_string(),
                "instead" => self.finding.instead.to_string(),
                "told" => self.finding.told.clone(),
                "row" => self.row.to_string(),
                "limit" => self.policy.strikes.limit().to_string(),
                "story" => self.story?.to_owned(),
                "id" => self.id?.to_owned(),
                "message" => message?.to_owned(),
                _ => return None,
            })
        })
    }

    /// What the last table that fits has to say.
    fn last(&self, said: impl Fn(&Message) -> Option<&str>) -> Option<&str> {
        let fits = |message: &&Message| {
            message.rules.iter().any(|pattern| matches(pattern, &self.finding.rule))
                && message.matched.as_ref().is_none_or(|glob| names(glob, self.matched))
        };
        self.policy.messages.iter().filter(fits).rev().find_map(said)
    }
}

impl Policy {
    /// Whether one of the policy's own texts has such a name to be filled in.
    pub fn words_name(&self, name: &str) -> bool {
        let place = format!("{{{name}}}");
        let messages = self.messages.iter().flat_map(|message| [&message.deny, &message.ask]);
        self.strikes.words.iter().chain(messages).flatten().any(|text| text.contains(&place))
    }

    /// Whether the policy has words of its own.
    pub fn has_words(&self) -> bool {
        !self.messages.is_empty() || self.strikes.words.iter().any(Option::is_some)
    }
}
