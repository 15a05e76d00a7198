//! Corrections that a person gives in a prompt, and the document that they are kept in. English and Chinese, as those
//! who work with agents write; no regular expressions.

mod correcting;

pub(crate) use correcting::{correction, holds};
use correcting::{is_of_word, is_sign};

use crate::policy::Lessons;

/// Words that say nothing of what a lesson is about.
const EMPTY_WORDS: &[&str] = &[
    "the", "a", "an", "to", "in", "on", "of", "for", "and", "or", "it", "this", "that", "is", "are", "be",
    "you", "i", "we", "my", "your", "please", "again", "not", "don't", "dont", "do", "never", "always",
    "must", "should", "instead", "here", "there", "with", "when", "from", "now", "no", "stop", "told",
    "said", "remember",
];

/// Signs that say nothing of it either.
const EMPTY_SIGNS: &str = "不要用应该是必须一定在的了我你说过再别也都以后务记住能许禁止而改成";

/// What a lesson is about: its words and signs that say something.
fn topics(lesson: &str) -> Vec<String> {
    let lower = lesson.to_lowercase().replace('’', "'");
    let mut topics: Vec<String> = lower
        .split(|c: char| !is_of_word(c) && c != '\'' && c != '-' && c != '_')
        .filter(|word| word.chars().count() > 1 && !EMPTY_WORDS.contains(word))
        .map(str::to_owned)
        .collect();
    topics.extend(lower.chars().filter(|c| is_sign(*c) && !EMPTY_SIGNS.contains(*c)).map(String::from));
    topics.sort_unstable();
    topics.dedup();
    topics
}

/// Whether two lessons are about the same: most of what they name is in both.
fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (topics(one), topics(other));
    let shared = one.iter().filter(|topic| other.contains(topic)).count();
    let all = one.len() + other.len() - shared;
    shared > 0 && shared * 5 >= all * 3
}

/// What became of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Learned {
    /// It is new.
    New,
    /// It was given before, this often now.
    Again(u32),
    /// It has become a rule.
    Promoted(u32),
}

const TITLE: &str = "# Lessons";
const RULES: &str = "## Rules";
const GIVEN: &str = "## Given";

/// An entry of the document: `- 2026-11-16 · 2× · never run npm here`, and of a rule the same without its day.
struct Entry {
    day: String,
    count: u32,
    lesson: String,
}

impl Entry {
    fn read(text: &str) -> Option<Self> {
        let mut parts: Vec<&str> = text.trim().strip_prefix("- ")?.splitn(3, " · ").collect();
        let lesson = parts.pop()?.to_owned();
        let count = parts.pop()?.strip_suffix('×')?.parse().ok()?;
        Some(Self { day: parts.pop().unwrap_or_default().to_owned(), count, lesson })
    }

    fn text(&self) -> String {
        let day = if self.day.is_empty() { String::new() } else { format!("{} · ", self.day) };
        format!("- {day}{}× · {}", self.count, self.lesson)
    }
}

/// The document with a lesson in it, and what became of that. Lines that are no entries stay as they are.
pub(crate) fn learn(document: &str, lesson: &str, day: &str, how: &Lessons) -> (String, Learned) {
    let mut lines: Vec<String> = document.lines().map(str::to_owned).collect();
    for heading in [TITLE, RULES, GIVEN] {
        if !lines.iter().any(|own| own.trim() == heading) {
            if !lines.is_empty() {
                lines.push(String::new());
            }
            lines.push(heading.to_owned());
        }
    }
    let known = lines.iter().enumerate().find_map(|(index, own)| {
        Entry::read(own).filter(|entry| is_same(&entry.lesson, lesson)).map(|entry| (index, entry))
    });
    let learned = match known {
        None => {
            let entry = Entry { day: day.to_owned(), count: 1, lesson: lesson.to_owned() };
            insert(&mut lines, GIVEN, entry.text());
            Learned::New
        }
        Some((index, mut entry)) => {
            entry.count = entry.count.saturating_add(1);
            let is_given = !entry.day.is_empty();
            if is_given && entry.count >= how.promote && entries(&lines, RULES).len() < how.rules {
                lines.remove(index);
                let rule = Entry { day: String::new(), ..entry };
                insert(&mut lines, RULES, rule.text());
                Learned::Promoted(rule.count)
            } else {
                if is_given {
                    day.clone_into(&mut entry.day);
                }
                if let Some(own) = lines.get_mut(index) {
                    *own = entry.text();
                }
                Learned::Again(entry.count)
            }
        }
    };
    // The oldest are left out.
    let given = entries(&lines, GIVEN);
    for index in given.iter().take(given.len().saturating_sub(how.most)).rev() {
        lines.remove(*index);
    }
    (lines.join("\n") + "\n", learned)
}

/// The lessons of a document that have become rules.
pub(crate) fn rules(document: &str) -> Vec<String> {
    let lines: Vec<String> = document.lines().map(str::to_owned).collect();
    let entries = entries(&lines, RULES).into_iter().filter_map(|index| Entry::read(lines.get(index)?));
    entries.map(|entry| entry.lesson).collect()
}

/// Where the entries below a heading stand.
fn entries(lines: &[String], heading: &str) -> Vec<usize> {
    let from = lines.iter().position(|own| own.trim() == heading).map_or(lines.len(), |at| at + 1);
    let below = lines.iter().enumerate().skip(from).take_while(|(_, own)| !own.starts_with('#'));
    below.filter(|(_, own)| Entry::read(own).is_some()).map(|(index, _)| index).collect()
}

/// Puts an entry behind the last one below a heading.
fn insert(lines: &mut Vec<String>, heading: &str, entry: String) {
    let heads = lines.iter().position(|own| own.trim() == heading).map_or(lines.len(), |at| at + 1);
    let at = entries(lines, heading).last().map_or(heads, |last| last + 1);
    lines.insert(at.min(lines.len()), entry);
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOW: Lessons = Lessons { file: String::new(), promote: 2, most: 2, rules: 1 };

    #[test]
    fn a_lesson_is_kept_counted_promoted_and_counted_on() {
        let (first, learned) = learn("", "don't use npm here", "2026-11-16", &HOW);
        assert_eq!(learned, Learned::New);
        assert_eq!(first, "# Lessons\n\n## Rules\n\n## Given\n- 2026-11-16 · 1× · don't use npm here\n");
        let (second, learned) = learn(&first, "never use npm", "2026-11-17", &HOW);
        assert_eq!(learned, Learned::Promoted(2));
        assert_eq!(second, "# Lessons\n\n## Rules\n- 2× · don't use npm here\n\n## Given\n");
        let (third, learned) = learn(&second, "Don't use npm!", "2026-11-18", &HOW);
        assert_eq!(learned, Learned::Again(3));
        assert_eq!((rules(&first), rules(&third)), (vec![], vec!["don't use npm here".to_owned()]));
        assert!(third.contains("- 3× · don't use npm here\n"), "{third}");
    }

    #[test]
    fn the_oldest_lessons_go_and_no_more_rules_are_made_than_there_may_be() {
        let mut text = "# Ours\nwords of the person\n".to_owned();
        for lesson in [
            "never use npm",
            "never use npm",
            "write tests first",
            "write tests first",
            "ask before deploying",
        ] {
            text = learn(&text, lesson, "2026-11-16", &HOW).0;
        }
        assert!(text.starts_with("# Ours\nwords of the person\n"), "{text}");
        assert_eq!(text.matches("- 2× ·").count(), 1, "{text}");
        assert!(text.contains("- 2026-11-16 · 2× · write tests first\n"), "{text}");
        let text = learn(&text, "read the plan", "2026-11-17", &HOW).0;
        assert!(!text.contains("write tests") && text.contains("read the plan"), "{text}");
    }

    #[test]
    fn chinese_lessons_are_the_same_by_most_of_their_signs() {
        assert!(is_same("提交前必须跑测试", "必须在提交前跑测试"));
        assert!(is_same("不要用 npm", "应该不用 npm"));
        assert!(!is_same("提交前必须跑测试", "不要用 npm") && !is_same("不要用 npm", "不要用 yarn"));
    }
}
