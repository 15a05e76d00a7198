//! A policy's own words for what rules find.

use fast_glob::glob_match;
use serde::{Deserialize, Serialize};

use super::files::names;
use super::{Policy, matches};
use crate::rules::FIGURES;
use crate::text::{blanks, fill, line};
use crate::verdict::{BRIEF, Decision, Finding};

/// The most characters that a template takes of what was tried.
const MATCHED: usize = 200;

/// The policy's own words for what some rules find.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// The rules, by id or by `category/*`.
    pub rules: Vec<String>,
    /// Only of files like this.
    pub matched: Option<String>,
    /// Only for reasons like this.
    pub why: Option<String>,
    /// What `{name}` stands for.
    pub name: Option<String>,
    /// What `{brief}` stands for.
    pub brief: Option<String>,
    /// What a denial says.
    pub deny: Option<String>,
    /// What a question says.
    pub ask: Option<String>,
}

/// What stands for the story where none is set.
const NO_STORY: &str = "(no story)";

/// Names that say what is the matter: a line with one of them stands also where no story is set.
const TELLING: &[&str] = &["matched", "tried", "why", "instead", "told", "brief", "message"];

/// What templates are filled with.
pub(crate) struct Words<'a> {
    /// The policy.
    pub(crate) policy: &'a Policy,
    /// What a rule has found.
    pub(crate) finding: &'a Finding,
    /// What matched; a file of the workspace below its root.
    pub(crate) matched: &'a str,
    /// What was tried as a whole: the command, the file, the address.
    pub(crate) tried: &'a str,
    /// What was to be done with it: `run`, `write`.
    pub(crate) deed: &'static str,
    /// Where the workspace lies: its files are told from there.
    pub(crate) roots: &'a [String],
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
        let said = self.fill(template, None);
        // What is not said in the words of a table, which say all, needs the way on.
        let is_whole = template.trim() != "{why}" || !self.finding.figure(BRIEF).is_empty();
        let instead = self.below(&self.finding.instead);
        Some(if is_whole || instead.is_empty() { said } else { format!("{said}\nInstead: {instead}") })
    }

    /// A template, filled in; `message` is what would be said without it.
    pub(crate) fn fill(&self, template: &str, message: Option<&str>) -> String {
        let said = |story| {
            let mut step = 0;
            let paragraphs = template.trim_end().split("\n\n");
            let said =
                paragraphs.filter_map(|paragraph| self.paragraph(paragraph, story, message, &mut step));
            said.collect::<Vec<_>>().join("\n\n")
        };
        let told = said(self.story);
        // Something must be said, also where every line names a story.
        if told.trim().is_empty() { said(Some(NO_STORY)) } else { told }
    }

    /// The lines of a paragraph that have what they name. One that is all about figures that there are not is left out.
    fn paragraph(
        &self,
        paragraph: &str,
        story: Option<&str>,
        message: Option<&str>,
        step: &mut usize,
    ) -> Option<String> {
        let mut lines = Vec::new();
        let (mut is_told, mut is_heading) = (false, true);
        for line in paragraph.split('\n') {
            let tells = blanks(line).any(|name| TELLING.contains(&name));
            let is_there = (story.is_some() || tells || !line.contains("{story}"))
                && (self.id.is_some() || !line.contains("{id}"));
            let figures: Vec<&str> = blanks(line).filter(|name| FIGURES.contains(name)).collect();
            let times = figures.iter().map(|name| self.finding.figure(name).len());
            let times = if times.clone().any(|times| times == 0) { 0 } else { times.max().unwrap_or(1) };
            is_told |= figures.is_empty() && blanks(line).next().is_some();
            is_heading &= figures.is_empty();
            for at in (0..times).filter(|_| is_there) {
                is_told |= !figures.is_empty();
                *step += usize::from(line.contains("{step}"));
                lines.push(self.filled(line, message, (at, *step)));
            }
        }
        (is_heading || is_told).then(|| lines.join("\n"))
    }

    /// One line, filled in: with the how many-th of several figures, and as which step.
    fn filled(&self, template: &str, message: Option<&str>, (at, step): (usize, usize)) -> String {
        let margin = template.len() - template.trim_start().len();
        let margin = format!("\n{}", template.get(..margin).unwrap_or_default());
        fill(template, |key| {
            Some(match key {
                "rule" => self.finding.rule.to_string(),
                "name" => {
                    self.last(|message| message.name.as_deref()).unwrap_or(&self.finding.rule).to_owned()
                }
                "matched" => line(self.matched, MATCHED),
                "deed" => self.deed.to_owned(),
                "tried" => line(&self.below(self.tried), MATCHED),
                "why" => self.below(&self.finding.why),
                "instead" => self.below(&self.finding.instead),
                "told" => self.finding.told.clone(),
                "brief" => {
                    let own = self.last(|message| message.brief.as_deref());
                    line(&self.below(own.unwrap_or(self.finding.brief())), MATCHED)
                }
                "row" => self.row.to_string(),
                "limit" => self.policy.strikes.limit().to_string(),
                "story" => self.story.unwrap_or(NO_STORY).to_owned(),
                "id" => self.id?.to_owned(),
                "message" => message?.to_owned(),
                "step" => step.to_string(),
                figure => {
                    let values = self.finding.figure(figure);
                    // What has lines of its own stays below the line that it is in.
                    values.get(at).or(values.first())?.replace('\n', &margin)
                }
            })
        })
    }

    /// A text in which files of the workspace are named from its root.
    fn below(&self, text: &str) -> String {
        let roots = self.roots.iter().map(|root| format!("{}/", root.trim_end_matches('/')));
        roots.fold(text.to_owned(), |text, root| without_root(&text, &root))
    }

    /// What the last table that fits has to say.
    fn last(&self, said: impl Fn(&Message) -> Option<&str>) -> Option<&str> {
        let fits = |message: &&Message| {
            message.rules.iter().any(|pattern| matches(pattern, &self.finding.rule))
                && message.matched.as_ref().is_none_or(|glob| names(glob, self.matched))
                && message.why.as_ref().is_none_or(|glob| glob_match(glob, &*self.finding.why))
        };
        self.policy.messages.iter().filter(fits).rev().find_map(said)
    }
}

/// A text without a root where a path begins with it: `src/app/a.ts` is not below `/app`.
fn without_root(text: &str, root: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    for (at, root) in text.match_indices(root) {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        if before.is_none_or(|letter| letter.is_whitespace() || "`'\"(<=:,@".contains(letter)) {
            out.push_str(text.get(copied..at).unwrap_or_default());
            copied = at + root.len();
        }
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    out
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Verdict;

    /// What a template says of a finding with these figures.
    fn said(template: &str, figures: &[(&'static str, &[&str])]) -> String {
        let mut verdict = Verdict::silent();
        verdict.advise("gate/unfinished-stop", "tests", "");
        let Some(mut finding) = verdict.findings.pop() else { return String::new() };
        let owned = |values: &[&str]| values.iter().map(|&value| value.to_owned()).collect();
        finding.figures = figures.iter().map(|(name, values)| (*name, owned(values))).collect();
        let policy = Policy::default();
        let words = Words {
            policy: &policy,
            finding: &finding,
            matched: "tests",
            tried: "",
            deed: "use",
            roots: &[],
            row: 1,
            story: None,
            id: None,
        };
        words.fill(template, None)
    }

    #[test]
    fn a_line_stands_once_for_each_figure_and_not_without_one() {
        let template = "Of {matched}:\n  {failed} failed\n  - {test-file}: {test-title}\n  {passed} passed\n";
        let two =
            [("test-file", &["a.ts", "b.ts"][..]), ("test-title", &["adds", "{why}"]), ("failed", &["2"])];
        assert_eq!(said(template, &two), "Of tests:\n  2 failed\n  - a.ts: adds\n  - b.ts: {why}");
        assert_eq!(said(template, &[("passed", &["3"])]), "Of tests:\n  3 passed");
    }

    #[test]
    fn a_heading_goes_with_what_it_is_about() {
        let template = "No\n\nResults:\n  {passed} passed\n\nStop.\nhookward allow-once {id}\n\nDo:\n{step}. {failing}\n{step}. again";
        assert_eq!(said(template, &[]), "No\n\nStop.\n\nDo:\n1. again");
        let all = [("passed", &["3"][..]), ("failing", &["lint"])];
        assert_eq!(said(template, &all), "No\n\nResults:\n  3 passed\n\nStop.\n\nDo:\n1. lint\n2. again");
    }

    #[test]
    fn a_line_that_tells_something_stands_without_a_story() {
        assert_eq!(
            said("Story: {story}\nStory {story}: {matched} is red", &[]),
            "Story (no story): tests is red"
        );
        assert_eq!(said("Story: {story}\n{matched} is red", &[]), "tests is red");
        assert_eq!(said("Blocked in {story}: a) b) c)", &[]), "Blocked in (no story): a) b) c)");
    }

    #[test]
    fn what_has_lines_of_its_own_stays_below_its_line() {
        assert_eq!(said("x\n  - {other}", &[("other", &["lint:\n  a.ts:3"])]), "x\n  - lint:\n    a.ts:3");
    }
}
