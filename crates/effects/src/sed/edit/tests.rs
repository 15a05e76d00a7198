//! What usual scripts make of a file. Generated ones are held against sed itself in `tests/sed.rs`.

use super::edited;

const TEXT: &str = "import { x } from './x';\nexport const foo = 22;\nlet bar = foo;\n";

/// What sed makes of a text, by the words of a command line.
fn sed(words: &[&str], text: &str) -> Option<String> {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    edited(&words, text)
}

#[test]
fn usual_edits_are_computed() {
    for (words, expected) in [
        (&["s/x.*=/q =/"][..], TEXT.replace("export const foo =", "eq =")),
        (&["s/[0-9][0-9]*/7/"], TEXT.replace("22", "7")),
        (&["/foo/d"], "import { x } from './x';\n".to_owned()),
        (&["2i // hi"], TEXT.replace("export", "// hi\nexport")),
        (&["$a // hi"], format!("{TEXT}// hi\n")),
        (&["1c\\\n// hi"], TEXT.replace("import { x } from './x';", "// hi")),
        (&["s/\\(foo\\)/\\1x/"], TEXT.replace("foo", "foox")),
        (&["-E", "s/(foo|bar)/<&>/g"], TEXT.replace("foo", "<foo>").replace("bar", "<bar>")),
        (&["-Ei.bak", "s/o{2}/O/g"], TEXT.replace("oo", "O")),
        (&["s/FOO/q/I"], TEXT.replace("foo", "q")),
        (&["-e", "s/foo/q/", "-e", "1d"], TEXT.replace("foo", "q").split_off(25)),
        (&["-n", "2p"], "export const foo = 22;\n".to_owned()),
        (&["-n", "/export/,$p"], TEXT.split_at(25).1.to_owned()),
        (&["2,$ { s/foo/q/; s/q/r/ }"], TEXT.replace("foo", "r")),
        (&["y/xo/XO/"], TEXT.replace('x', "X").replace('o', "O")),
        (&["s|./x|./y|"], TEXT.replace("./x", "./y")),
        (&["s/\\bo/q/;s/foo\\>/\\U&/"], TEXT.replace("foo", "FOO")),
        (&[":a;N;$!ba;s/;\\n/; /g"], TEXT.trim_end().replace('\n', " ") + "\n"),
        (&["", "s/foo/q/"], TEXT.replace("foo", "q")),
        (&["1{/x/s//y/g}"], TEXT.replacen("x } from './x", "y } from './y", 1)),
    ] {
        assert_eq!(sed(words, TEXT).as_deref(), Some(expected.as_str()), "{words:?}");
    }
    // Lines keep their ends.
    assert_eq!(sed(&["s/a/b/"], "a\r\na").as_deref(), Some("b\r\nb"));
    assert_eq!(sed(&["s/a$/b/"], "a\r\na").as_deref(), Some("a\r\nb"));
}

#[test]
fn what_is_not_followed_is_not_told() {
    for words in [
        &["s/a/b/w out"][..],
        &["s/a/b/e"],
        &["r in"],
        &["e date"],
        &["s/a/b/M"],
        &["-z", "s/a/b/"],
        &["-f", "script"],
        &["s/a\\(/b/"],
        &["s/[[.a.]]/b/"],
        &["s/a/\\c[/"],
        &["s/\\(a*\\)*/b/"],
        &["s/a/b/", "another", "file"],
        &["F"],
        &["l"],
    ] {
        assert_eq!(sed(words, "a\n"), None, "{words:?}");
    }
}

#[test]
fn no_script_takes_longer_than_it_may() {
    assert_eq!(sed(&[":a;ba"], "a\n"), None);
    assert_eq!(sed(&[":a;s/a/aa/g;ba"], "a\n"), None);
    assert_eq!(sed(&["s/\\(a*\\)\\(a*\\)\\(a*\\)\\(a*\\)\\1\\2\\3\\4b/x/"], &"a".repeat(2_000)), None);
    let long = format!("{}b\n", "a".repeat(100_000));
    assert!(sed(&["-E", "s/(a+)+c/x/"], &long).is_none_or(|text| text == long));
}
