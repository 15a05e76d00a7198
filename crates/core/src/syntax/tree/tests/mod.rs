//! What trees say and words do not.

mod declared;
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

/// The whole names of what is called, where they are known.
fn made_by(language: Language, text: &str) -> Vec<String> {
    let calls = code(language, text).calls;
    calls.iter().filter_map(|call| call.maker.module().map(str::to_owned)).collect()
}

fn spelled(language: Language, text: &str) -> Vec<String> {
    code(language, text).literals.into_iter().map(|found| found.text).collect()
}

/// The text that something of that name holds.
fn held(language: Language, text: &str, holder: &str) -> Option<String> {
    let literals = code(language, text).literals;
    literals.into_iter().find(|one| one.holder.as_deref() == Some(holder)).map(|one| one.text)
}

#[test]
fn what_is_one_of_several_texts_is_each_of_them() {
    for (language, text) in [
        (Language::Python, "pk = 'A' if c == 'C' else 'B'\n"),
        (Language::Python, "x = {'pk': (c and 'A') or 'B'}\n"),
        (Language::Python, "x = {'pk': {'S': 'A' if c else 'B'}}\n"),
        (Language::Php, "<?php $pk = $c == 'C' ? 'A' : ('B');"),
        (Language::Php, "<?php $pk = $c ? 'A' : ($d ?? 'B');"),
        (Language::Java, "class T { String pk = c.equals(\"C\") ? \"A\" : (\"B\"); }"),
        (Language::Rust, "fn f() { let pk = if c == \"C\" { \"A\" } else if d { e } else { \"B\" }; }"),
    ] {
        let held = code(language, text).literals.into_iter();
        let held: Vec<String> =
            held.filter(|one| one.holder.as_deref() == Some("pk")).map(|one| one.text).collect();
        assert_eq!(held, ["A", "B"], "{text}");
    }
    assert_eq!(held(Language::Php, "<?php $pk = $a == 'A';", "pk"), None);
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
