//! Prompts that correct, told from questions, chatter and tasks: by phrases, in English and Chinese.

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
pub(super) fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() && !is_sign(c)
}

/// A sign of a script without spaces: Chinese, Japanese, Korean, Thai.
pub(super) fn is_sign(c: char) -> bool {
    matches!(u32::from(c),
        0x0E00..=0x0E7F | 0x2E80..=0x9FFF | 0xAC00..=0xD7AF | 0xF900..=0xFAFF | 0x2_0000..=0x3_FFFF)
}

#[cfg(test)]
mod tests {
    use super::*;

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
