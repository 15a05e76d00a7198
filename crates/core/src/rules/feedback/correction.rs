//! What a person corrects is kept as a lesson.
//!
//! What: a prompt that corrects ("don't …", "never …", "that's wrong", "I told you …", "不要…", "应该用…", "我说过…"), and is
//! no question and no chatter, is put as one line into the file that `feedback.lessons.file` names. The same again is
//! counted; what was given twice (`promote`) becomes a rule of that file. At most `most` lessons (30) and `rules` (10)
//! are kept. Off unless a file is named.
//! Why: what has to be said twice costs twice.
//! Instead: keep to it; a lesson that does not hold any more is deleted from the file by hand.
//!
//! Given: `[feedback.lessons]` with `file = "docs/lessons.md"`.

use super::told::tell;
use crate::event::{EventName, Moment};
use crate::lessons::{Learned, correction, learn};
use crate::rule::{Against, Case, Example, Rule, Sample};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "feedback/correction",
    category: Category::Feedback,
    on: &[EventName::Prompt],
    against: Against::Manner,
    source: include_str!("correction.rs"),
    judge,
    // [feedback.lessons] file = "docs/lessons.md"
    examples: &[
        Example { call: Sample::Prompt("No, don't use npm here, use pnpm."), decision: Decision::Advise },
        Example { call: Sample::Prompt("不要用 npm，应该用 pnpm"), decision: Decision::Advise },
        Example { call: Sample::Prompt("why don't you use pnpm?"), decision: Decision::Silent },
        Example { call: Sample::Prompt("add a button"), decision: Decision::Silent },
    ],
};

/// What is to be written: the file's path below the root, its new text, and what became of the lesson.
struct Kept {
    file: String,
    text: String,
    lesson: String,
    learned: Learned,
}

fn kept(case: &Case) -> Option<Kept> {
    let Moment::Prompt { text, .. } = &case.event.moment else { return None };
    let how = case.policy.sessions.as_ref()?.lessons.as_ref()?;
    let lesson = correction(text)?;
    let path = format!("{}/{}", case.ground.roots.first()?, how.file);
    let before = case.world.text(&path).unwrap_or_default();
    let (text, learned) = learn(&before, &lesson, &case.life.today, how);
    Some(Kept { file: how.file.clone(), text, lesson, learned })
}

/// The file of lessons as it is to be after a prompt, by its path below the root.
pub(crate) fn lessons(case: &Case) -> Option<(String, String)> {
    let is_on = case.policy.is_on(RULE.id, case.event.role()) && !case.policy.paused;
    kept(case).filter(|_| is_on).map(|kept| (kept.file, kept.text))
}

fn judge(case: &Case) -> Vec<Finding> {
    let Some(Kept { file, lesson, learned, .. }) = kept(case) else { return Vec::new() };
    let said = match learned {
        Learned::New => format!("a lesson, kept in {file}: {lesson}"),
        Learned::Again(count) => format!("a lesson, given {count} times and kept in {file}: {lesson}"),
        Learned::Promoted(count) => {
            format!("a lesson, given {count} times, is a rule of {file} now: {lesson}")
        }
    };
    tell(RULE.id, case, &lesson, &[said])
}
