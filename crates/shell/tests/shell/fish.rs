//! fish has its own blocks and lists: what bash would write for them is what the tree holds.

use std::time::{Duration, Instant};

use hookward_shell::{Dialect, Script, parse, parse_as};

use crate::random::{Random, deadline, mutate};

fn fish(text: &str) -> Script {
    parse_as(text, Dialect::Fish)
}

/// Whether two trees say the same, wherever their parts stand.
pub(crate) fn same(fish: &Script, bash: &Script) -> bool {
    let without_places = |script: &Script| {
        let text = format!("{script:?}");
        let mut parts = text.split("Span {");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |text, part| text + part.split_once('}').map_or(part, |(_, rest)| rest))
    };
    without_places(fish) == without_places(bash)
}

#[test]
fn blocks_are_those_that_bash_has() {
    let table = [
        ("for f in a b; c $f; end", "for f in a b\ndo\nc \"${f}\"\ndone"),
        ("while a; b; end < c", "while a\ndo\nb\ndone <c"),
        ("if a; b; else if c; d; else; e; end", "if a\nthen\nb\nelif c\nthen\nd\nelse\ne\nfi"),
        ("if a; and b; c; end", "if a && b\nthen\nc\nfi"),
        ("if not a; b; end", "if ! a\nthen\nb\nfi"),
        ("begin; a; b; end | c", "{\na\nb\n} | c"),
        ("switch a; case b c; d; case '*'; e; end", "case a in\nb|c)\nd\n;;\n*)\ne\n;;\nesac"),
        ("function f; a $argv[1] $argv; end", "f() {\na \"${1}\" \"$@\"\n}"),
        ("a; and b\nor c", "a && b || c"),
        ("a\n# and b\nc", "a\nc"),
    ];
    for (text, bash) in table {
        let tree = fish(text);
        assert!(same(&tree, &parse(bash)), "{text}\n{tree:#?}");
    }
}

#[test]
fn words_are_those_that_bash_has() {
    let table = [
        ("a (b c)", "a $( b c\n)"),
        ("a \"(b)\"", "a \"(b)\""),
        ("a \"$(b)\"", "a \"$( b\n)\""),
        ("a 'it\\'s'", "a 'it'\\''s'"),
        ("a \\n", "a $'\\n'"),
        ("a {$b}c", "a \"${b}\"c"),
        ("a {b,c}", "a {b,c}"),
        ("set b c; a $b", "b=c\na \"${b}\""),
        ("set b c d; a $b \"$b\" $b[2]", "b=(c d)\na \"${b[@]}\" \"${b[*]}\" \"${b[1]}\""),
        ("set -x B c; a", "export B=c\na"),
        ("set -gx PATH a $PATH", "export PATH=a:\"${PATH}\""),
        ("set -e b", "unset b"),
        ("a | source", "a | source /dev/stdin"),
        ("diff (a | psub)", "diff <( a )"),
        ("a 2>&1 >?b", "a 2>&1 >b"),
        ("alias a 'b c'", "alias a='b c'"),
    ];
    for (text, bash) in table {
        let tree = fish(text);
        assert!(same(&tree, &parse(bash)), "{text}\n{tree:#?}");
    }
}

#[test]
fn what_fish_would_refuse_is_a_gap() {
    for text in
        ["for f in a; b", "if a; b", "a; end", "begin; a", "a (b", "a 'b", "a \"b", "for f in a; do b; done"]
    {
        assert!(!fish(text).not_understood.is_empty(), "{text}");
    }
}

#[test]
fn no_text_of_fish_takes_long_or_ends_in_a_panic() {
    const TOKENS: &[&str] = &[
        "for f in", "end", "else if", "if", "begin", "while", "switch", "case", "function", "and", "or",
        "not", "(", ")", "$", "$a[", "]", "{", "}", ",", "'", "\"", "\\", ";", "\n", "|", "&", "<", ">",
        "set -x", " ", "#", "*",
    ];
    let mut random = Random::from_environment();
    let end = deadline(2);
    let mut text = String::new();
    while Instant::now() < end {
        mutate(&mut random, &mut text, TOKENS, &["a", "é", "for f in a; b; end"]);
        text.truncate(text.char_indices().nth(400).map_or(text.len(), |(at, _)| at));
        fish(&text);
    }
    for piece in ["{", "(", "$a[", "begin;", "if a;", "a;", "{a,", "'", "\"$(", "set a b;", "\\", "and "] {
        let start = Instant::now();
        fish(&piece.repeat(20_000));
        assert!(start.elapsed() < Duration::from_secs(4), "{piece}");
    }
}
