//! zsh reads some words differently: what bash would write for them is what the tree holds.

use std::time::{Duration, Instant};

use hookward_shell::{Dialect, parse, parse_as};

use crate::fish::same;

#[test]
fn lists_and_short_loops_are_those_that_bash_has() {
    let table = [
        ("a=(b c); $a", "a=(b c); \"${a[@]}\""),
        ("a=(b c); $a[2] $a[1,2] $a[-1]", "a=(b c); \"${a[1]}\" \"${a[@]:0:2}\" \"${a[-1]}\""),
        ("a=(b c); d \"$a[1]\" ${a[1]}", "a=(b c); d \"${a[0]}\" \"${a[0]}\""),
        ("for f (a b) c $f; d", "for f in a b; do c $f; done; d"),
        ("for f (a b) { c $f }", "for f in a b; { c $f }"),
        ("repeat 3 a b", "a b"),
        ("a $b '$c' \"$d\"", "a $b '$c' \"$d\""),
        ("a=b; $a[1]", "a=b; $a[1]"),
    ];
    for (text, bash) in table {
        let tree = parse_as(text, Dialect::Zsh);
        assert!(same(&tree, &parse(bash)), "{text}\n{tree:#?}");
    }
}

#[test]
fn no_text_of_zsh_takes_long() {
    for piece in ["for a (", "$a[", "a=(b);$a[", "for f (a) ", "repeat 3 ", "'", "\"", "\\", "${a"] {
        let start = Instant::now();
        parse_as(&piece.repeat(20_000), Dialect::Zsh);
        assert!(start.elapsed() < Duration::from_secs(4), "{piece}");
    }
}
