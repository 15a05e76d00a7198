//! Corrections that a person gives in a prompt, and the document that they are kept in. English and Chinese, as those
//! who work with agents write; no regular expressions.

use crate::policy::Lessons;
use crate::redact::redact;
use crate::text::line;

/// How a correction begins or what it holds.
const CORRECTING: &[&str] = &[
    // Something is wrong.
    "that's wrong",
    "that is wrong",
    "you're wrong",
    "you are wrong",
    "this is wrong",
    "not what i asked",
    "not what i meant",
    "that's not right",
    "that is incorrect",
    "不对",
    "错了",
    "不是这样",
    "搞错",
    // Something is not to be done.
    "don't",
    "dont",
    "do not",
    "never",
    "stop",
    "不要",
    "别再",
    "禁止",
    "不许",
    "不能",
    // Something else is to be done.
    "instead of",
    "rather than",
    "而不是",
    "应该用",
    "应该是",
    "改用",
    "改成",
    // Something is always to be done.
    "always",
    "from now on",
    "remember to",
    "remember that",
    "必须",
    "一定要",
    "务必",
    "记住",
    "以后都",
    // It was said before.
    "i told you",
    "i already said",
    "how many times",
    "我说过",
    "说了多少次",
    "我已经说",
];

/// What asks, and does not correct.
const ASKING: &[&str] = &[
    "what", "why", "how", "when", "where", "who", "which", "can", "could", "would", "is", "are", "does",
    "did", "do you", "should",
];

const ASKING_IN_CHINESE: &[&str] = &["为什么", "怎么", "什么", "是否", "能不能", "可不可以"];

/// What sounds like a correction, and is none.
const CHATTER: &[&str] = &[
    "don't worry",
    "do not worry",
    "never mind",
    "nevermind",
    "don't know",
    "do not know",
    "don't think so",
    "don't care",
    "don't mind",
    "没关系",
    "不要紧",
    "别担心",
];

/// Verbs of which a lesson has one: what has none is an opinion.
const VERBS: &[&str] = &[
    "use",
    "using",
    "run",
    "running",
    "write",
    "writing",
    "edit",
    "editing",
    "change",
    "changing",
    "add",
    "adding",
    "remove",
    "removing",
    "delete",
    "deleting",
    "create",
    "creating",
    "call",
    "calling",
    "import",
    "importing",
    "commit",
    "committing",
    "push",
    "pushing",
    "test",
    "testing",
    "mock",
    "mocking",
    "install",
    "installing",
    "format",
    "put",
    "putting",
    "read",
    "reading",
    "ask",
    "asking",
    "check",
    "checking",
    "keep",
    "make",
    "making",
    "touch",
    "touching",
    "skip",
    "skipping",
    "deploy",
    "deploying",
    "rename",
    "renaming",
    "update",
    "updating",
    "fix",
    "verify",
    "log",
    "hardcode",
    "guess",
    "guessing",
    "assume",
    "include",
    "return",
    "throw",
    "catch",
];

const VERBS_IN_CHINESE: &[&str] = &[
    "用", "写", "改", "加", "删", "跑", "运行", "提交", "推", "测试", "检查", "调用", "安装", "创建", "读",
    "看", "问", "放", "做", "动", "部署", "更新", "导入", "猜",
];

/// Words that say nothing of what a lesson is about.
const EMPTY_WORDS: &[&str] = &[
    "the", "a", "an", "to", "in", "on", "of", "for", "and", "or", "it", "this", "that", "is", "are", "be",
    "you", "i", "we", "my", "your", "please", "again", "not", "don't", "dont", "do", "never", "always",
    "must", "should", "instead", "here", "there", "with", "when", "from", "now", "no", "stop", "told",
    "said", "remember",
];

/// The longest lesson, in characters.
const LONGEST: usize = 120;

/// No longer prompt is looked at: it is a task.
const MAX_PROMPT: usize = 600;

/// What a person corrects in a prompt, if it does.
pub(crate) fn correction(prompt: &str) -> Option<String> {
    let prompt = prompt.trim();
    if prompt.chars().count() > MAX_PROMPT || prompt.contains("```") {
        return None;
    }
    let parts = prompt.split(['\n', '!', ';', '。', '！', '；']);
    // A dot inside of a word is none that ends a sentence: `src/a.ts`.
    let sentences = parts.flat_map(|part| part.split(". ")).map(|part| part.trim().trim_end_matches('.'));
    let found = sentences.into_iter().find(|sentence| corrects(sentence, prompt))?;
    Some(line(redact(found).trim_start_matches(['-', '*', ' ']), LONGEST))
}

fn corrects(sentence: &str, prompt: &str) -> bool {
    let lower = sentence.to_lowercase().replace('’', "'");
    // A mark of a question stands behind the sentence, and is not split off.
    let asks = lower.ends_with(['?', '？', '吗', '呢'])
        || ASKING.iter().any(|word| starts_with_word(&lower, word))
        || ASKING_IN_CHINESE.iter().any(|word| lower.contains(word))
        || prompt.trim_end().ends_with(['?', '？']) && prompt.trim() == sentence;
    let is_chatter = CHATTER.iter().any(|phrase| lower.contains(phrase));
    let is_said = CORRECTING.iter().any(|phrase| holds(&lower, phrase));
    let words = || lower.split(|c: char| !c.is_alphanumeric());
    let has_verb = || {
        words().any(|word| VERBS.contains(&word)) || VERBS_IN_CHINESE.iter().any(|verb| lower.contains(verb))
    };
    is_said && !asks && !is_chatter && has_verb()
}

fn starts_with_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

/// Whether a text holds a word or phrase as a whole, in any case. Between signs that are words themselves there is no
/// space to tell one from the next.
pub(crate) fn holds(lower: &str, phrase: &str) -> bool {
    let phrase = phrase.to_lowercase();
    let joins = |inner: Option<char>, outer: Option<char>| match (inner, outer) {
        (Some(inner), Some(outer)) => is_of_word(inner) && is_of_word(outer),
        _ => false,
    };
    !phrase.is_empty()
        && lower.match_indices(&phrase).any(|(at, found)| {
            let before = lower.get(..at).and_then(|text| text.chars().next_back());
            let after = lower.get(at + found.len()..).and_then(|text| text.chars().next());
            !joins(found.chars().next(), before) && !joins(found.chars().next_back(), after)
        })
}

/// A letter or digit of a script that puts spaces between words.
fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() && !is_sign(c)
}

/// A sign of a script without spaces: Chinese, Japanese, Korean, Thai.
fn is_sign(c: char) -> bool {
    matches!(u32::from(c),
        0x0E00..=0x0E7F | 0x2E80..=0x9FFF | 0xAC00..=0xD7AF | 0xF900..=0xFAFF | 0x2_0000..=0x3_FFFF)
}

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
    fn corrections_are_told_from_questions_chatter_and_tasks() {
        for (prompt, lesson) in [
            ("No, don't use npm here, use pnpm.", "No, don't use npm here, use pnpm"),
            ("That's wrong. Never commit to main directly!", "Never commit to main directly"),
            ("I told you to run the tests first", "I told you to run the tests first"),
            ("Always run the linter before a commit", "Always run the linter before a commit"),
            ("不要用 npm，应该用 pnpm", "不要用 npm，应该用 pnpm"),
            ("我说过提交前必须跑测试。", "我说过提交前必须跑测试"),
        ] {
            assert_eq!(correction(prompt).as_deref(), Some(lesson), "{prompt}");
        }
        for prompt in [
            "why don't you use pnpm?",
            "Should we never use mocks?",
            "don't worry, run it again",
            "never mind",
            "add a button to the page",
            "that's wrong",
            "the stopwatch must be fast",
            "为什么不要用 npm？",
            "应该用 pnpm 吗",
            "",
        ] {
            assert_eq!(correction(prompt), None, "{prompt}");
        }
        assert_eq!(correction(&format!("never use npm {}", "x ".repeat(400))), None);
    }

    #[test]
    fn a_secret_in_a_correction_is_not_kept() {
        let lesson = correction("don't use AKIAQ3EGRTZ7KLMNOP42 in tests").unwrap();
        assert!(!lesson.contains("AKIAQ3EGRTZ7KLMNOP42"), "{lesson}");
    }

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

    #[test]
    fn words_are_whole_in_scripts_that_have_spaces() {
        for (text, phrase) in
            [("release it now", "Release"), ("请部署到生产", "部署"), ("ship it: deploy", "deploy")]
        {
            assert!(holds(&text.to_lowercase(), phrase), "{text}");
        }
        for (text, phrase) in [("redeployed", "deploy"), ("übergabe", "gabe"), ("x", "")] {
            assert!(!holds(&text.to_lowercase(), phrase), "{text}");
        }
    }
}
