//! Texts made to hang, crash or bloat a parser. They end, on the small stack that test threads have, and what they
//! leave behind is not larger than they are.

use std::time::{Duration, Instant};

use hookward_shell::{Gap, MAX_BYTES, parse};

use crate::walk::census;

/// Far more than any of them needs even in a debug build on a busy machine; a hang is longer than that.
const PATIENCE: Duration = Duration::from_secs(20);

/// Repeats a piece, keeps it below the limit, and parses it. Returns how many gaps it has.
fn survive(front: &str, piece: &str, times: usize, back: &str) -> usize {
    let room = (MAX_BYTES - front.len() - back.len()) / piece.len();
    let source = format!("{front}{}{back}", piece.repeat(times.min(room)));
    let start = Instant::now();
    let script = parse(&source);
    let nodes = census(&script).spans.len();
    assert!(nodes <= 4 * source.len() + 16, "{front}{piece}…{back}: {nodes} nodes of {} bytes", source.len());
    let gaps = script.not_understood.len();
    drop(script);
    assert!(start.elapsed() < PATIENCE, "{front}{piece}…{back} took {:?}", start.elapsed());
    gaps
}

#[test]
fn open_brackets_end() {
    for piece in [
        "(",
        "((",
        "{ ",
        "{",
        "$(",
        "\"$(",
        "$((",
        "${x:-",
        "\"${x:-",
        "${x#",
        "${x#\"@(",
        "${x:-\"",
        "${${",
        "$(a ${",
        "`",
        "\\`",
        "<(",
        "[[ ",
        "[[ ( ",
        "[[ ! ",
        "[",
        "a[",
        "a=(",
        "a=([",
        "$[",
        "@(",
        "${x[",
        "<<E ",
        "<<E\n",
        "$(cat <<E\n",
        "f() { ",
        "case x in x) ",
        "if { ",
        "((\n",
        "for ((",
        "\"$(a ${x:-",
    ] {
        let valid = matches!(piece, "{" | "[" | "`" | "\\`" | "<<E\n");
        assert!(survive("", piece, 100_000, "") > 0 || valid, "{piece}");
    }
}

#[test]
fn open_brackets_of_patterns_end() {
    for front in ["echo ${x#\"", "echo ${x/", "echo \"${x%", "[[ x == ", "case x in "] {
        for piece in ["@(", "@(a|", "!(*(", "[[:alpha:", "[!"] {
            survive(front, piece, 100_000, "");
            survive(front, piece, 48, "");
        }
    }
}

#[test]
fn closed_brackets_end() {
    for (open, close) in [
        ("$(", ")"),
        ("(", ")"),
        ("((", "))"),
        ("$((", "))"),
        ("${x:-", "}"),
        ("\"$(", ")\""),
        ("{ ", "; }"),
        ("if { ", "; }; then b; fi"),
        ("$((", ") )"),
        ("a[$(", ")]=1"),
        ("@(", ")"),
        ("echo ${x#\"@(", ")\"}"),
    ] {
        for depth in [5, 10, 12, 13, 48, 300, 30_000] {
            let source = format!("{}a{}", open.repeat(depth), close.repeat(depth));
            let start = Instant::now();
            drop(parse(&source));
            assert!(start.elapsed() < PATIENCE, "{open} {depth} deep took {:?}", start.elapsed());
        }
    }
}

#[test]
fn open_keywords_end() {
    for piece in [
        "if a; then ",
        "if ",
        "while a; do ",
        "until a; do ",
        "for i in a; do ",
        "case x in ",
        "function f ",
        "f() ",
        "coproc ",
        "coproc x ",
        "time ",
        "time\n",
        "time -p ",
        "! ",
        "! time ",
        "else ",
        "select x ",
        "do ",
    ] {
        survive("", piece, 10_000, "a");
    }
}

#[test]
fn many_words_of_prefix_do_not_change_what_runs() {
    assert_eq!(survive("", "! ", 50_000, "rm x"), 0);
    assert_eq!(survive("", "time ", 50_000, "rm x"), 0);
    assert_eq!(survive("", "time ! ", 25_000, "rm x"), 0);
}

#[test]
fn long_lists_end() {
    for piece in [
        "a;",
        "a\n",
        "a&",
        "(a);",
        "{ a; };",
        "a=b;",
        "a>b;",
        "[[ a ]];",
        "((a));",
        "((a);(b));",
        "\n",
        "# a\n",
    ] {
        assert_eq!(survive("", piece, 10_000, ""), 0, "{piece}");
    }
}

#[test]
fn long_chains_end() {
    assert_eq!(survive("a", "|a", 900, ""), 0);
    assert_eq!(survive("a", "&&a", 900, ""), 0);
    assert!(survive("a", "|a", 200_000, "") > 0);
    assert!(survive("a", "&&a", 20_000, "") > 0);
    assert!(survive("a", "||a|a", 20_000, "") > 0);
}

#[test]
fn long_words_end() {
    for (front, piece, back) in [
        ("", "a", ""),
        ("'", "a", "'"),
        ("\"", "a", "\""),
        ("echo ", "\\a", ""),
        ("echo ", "'a'b", ""),
        ("echo \"", "\\\"", "\""),
        ("echo ", "{a,b}", ""),
        ("echo ", "{a,", ""),
        ("echo ", "[a]*?", ""),
        ("echo ", "é", ""),
        ("echo a", "\\\nb", ""),
    ] {
        assert_eq!(survive(front, piece, MAX_BYTES, back), 0, "{front}{piece}");
    }
}

#[test]
fn many_expansions_end() {
    for (front, piece, back) in [
        ("echo ", "$x", ""),
        ("echo \"", "${x:-y} ", "\""),
        ("echo \"", "$(a)", "\""),
        ("echo ", "`a`", ""),
        ("echo \"", "$(a;b)", "\""),
        ("echo ", "<(a) ", ""),
        ("echo ", "$((1+2)) ", ""),
        ("echo $((1", "+$(a)", "))"),
        ("echo ${x:-", "$(a) ", "}"),
        ("a=(", "$(b) ", ")"),
        ("cat <<E\n", "$(a)\n", "E\n"),
        ("cat <<E\n", "é $x\\\n", "\nE\n"),
        ("x \"$(cat <<'E'\n", "it's $(\n", "E\n)\""),
        ("", "cat <<E\na\nE\n", ""),
        ("x=`", "\\$y ", "`"),
    ] {
        assert_eq!(survive(front, piece, 20_000, back), 0, "{front}{piece}");
    }
}

#[test]
fn nonsense_ends() {
    for piece in [
        ")", "}", ";", ";;", "&", "|", "<", ">", "<<", "\"", "'", "fi\n", "a (b) ", ") ; ", "${(a)b} ",
        "${}", "\\\n)",
    ] {
        survive("", piece, 20_000, "");
    }
}

#[test]
fn a_text_of_the_greatest_length_is_read() {
    let body = "a line of a file that an agent writes, with $(things) in it\n";
    let source = format!("cat > file <<'EOF'\n{}EOF\n", body.repeat((MAX_BYTES - 64) / body.len()));
    assert_eq!(parse(&source).not_understood, []);
    let script = parse(&" ".repeat(MAX_BYTES + 1));
    assert_eq!(script.not_understood.iter().map(|gap| gap.why.clone()).collect::<Vec<_>>(), [Gap::TooLong]);
}
