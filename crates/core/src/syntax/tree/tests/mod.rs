//! What trees say and words do not.

mod go;
mod java;
mod limits;
mod php;
mod python;
mod rust;

use super::*;

fn code(language: Language, text: &str) -> Code {
    read(language, "app/web/views.x", text).unwrap().unwrap()
}

fn imported(language: Language, text: &str) -> Vec<String> {
    code(language, text).imports.into_iter().map(|found| found.name).collect()
}

fn called(language: Language, text: &str) -> Vec<String> {
    code(language, text).calls.into_iter().map(|found| found.name).collect()
}

fn spelled(language: Language, text: &str) -> Vec<String> {
    code(language, text).literals.into_iter().map(|found| found.text).collect()
}

/// The text that something of that name holds.
fn held(language: Language, text: &str, holder: &str) -> Option<String> {
    let literals = code(language, text).literals;
    literals.into_iter().find(|one| one.holder.as_deref() == Some(holder)).map(|one| one.text)
}

/// Each text has a call of that name, and its words alone do not say so.
fn calls_that_words_do_not_say(language: Language, cases: &[(&str, &str)]) {
    for (text, name) in cases {
        let called = called(language, text);
        assert!(called.iter().any(|one| one == name), "{text}: {called:?}");
        let words = statements::read(language, text);
        assert!(!words.calls.iter().any(|one| one.name == *name), "the words say it, too: {text}");
    }
}
