//! What is not understood is said, and the rest is still told.

use hookward_shell::{Gap, MAX_BYTES, MAX_WORDS, parse};

use crate::show::show_script;

/// The reasons, and the tree beside them.
fn gaps(source: &str) -> (Vec<Gap>, String) {
    let script = parse(source);
    let tree = show_script(&script);
    (script.not_understood.into_iter().map(|gap| gap.why).collect(), tree)
}

/// Whether at least one gap is there.
fn has_gap(source: &str) -> bool {
    !gaps(source).0.is_empty()
}

#[test]
fn a_text_that_is_too_long_is_not_read() {
    let source = format!("rm -rf x #{}", "a".repeat(MAX_BYTES));
    assert_eq!(gaps(&source), (vec![Gap::TooLong], String::new()));
}

#[test]
fn a_text_of_too_many_words_is_read_up_to_there() {
    let (why, tree) = gaps(&format!("rm -rf x\n{}", "a ".repeat(MAX_WORDS)));
    assert_eq!(why.first(), Some(&Gap::TooLong));
    assert!(tree.starts_with("[rm -rf x]; [a a"), "{}", &tree[..40]);
}

#[test]
fn a_nul_byte_is_not_read() {
    assert!(matches!(gaps("a\0b").0.as_slice(), [Gap::Unsupported(_)]));
}

#[test]
fn what_stands_in_front_of_an_open_quote_is_kept() {
    for open in ["'b", "\"b", "$(b", "${b", "`b", "$'b", "<(b", "$((b", "a=(b", "[[ b"] {
        let (why, tree) = gaps(&format!("rm -rf x\n{open}"));
        assert!(matches!(why.as_slice(), [Gap::Syntax(_), ..]), "{open}: {why:?}");
        assert_eq!(tree, "[rm -rf x]", "{open}");
    }
}

#[test]
fn a_fault_in_backticks_stays_in_them() {
    let (why, tree) = gaps("a `b <c | ; d` $e; f");
    assert!(matches!(why.as_slice(), [Gap::Syntax(_), ..]), "{why:?}");
    assert!(tree.ends_with("${e}]; [f]"), "{tree}");
}

#[test]
fn a_fault_in_what_looks_like_arithmetic_stays_in_it() {
    let (why, tree) = gaps("a $((1)+(2)) b; c $((d) + $((e)+$(f)))");
    assert!(matches!(why.as_slice(), [Gap::Syntax(_), Gap::Syntax(_), ..]), "{why:?}");
    assert_eq!(tree, "[a $() b]; [c $()]");
}

#[test]
fn a_fault_in_a_here_document_stays_in_it() {
    let (why, tree) = gaps("cat <<E\n$(a\nE\nb");
    assert!(matches!(why.as_slice(), [Gap::Syntax(_)]), "{why:?}");
    assert_eq!(tree, "[cat] <<«$(a\n»; [b]");
}

#[test]
fn the_lines_behind_a_fault_are_read() {
    let (why, tree) = gaps("a\nb (c)\nd <<E | | e\nf\nE\ng");
    assert!(matches!(why.as_slice(), [Gap::Syntax(_), Gap::Syntax(_)]), "{why:?}");
    assert_eq!(tree, "[a]; [g]");
}

#[test]
fn the_words_in_front_of_a_limit_are_kept() {
    let (why, tree) = gaps(&format!("rm -rf x {}; a", "$(".repeat(20)));
    assert_eq!((why, tree), (vec![Gap::TooDeep], "[rm -rf x]".to_owned()));
}

#[test]
fn where_bash_goes_astray_is_a_gap() {
    for source in [
        "(((a) )\nb c)",
        "((a <<E\nb\nE\n); (c))",
        "a $((1 + #(b\nc)))",
        "a $(( $(case b in b) c;; esac) ))",
        "a @($(b # (\n))",
    ] {
        assert!(has_gap(source), "{source:?} is not refused");
    }
    for source in [
        "((a); (b))\nc d",
        "( (a); (b)\nc)",
        "((a <<E); (b))\nc\nE\n",
        "a $(( $(b) + (c) + 16#f + $# + ${#x} )) @($(d)|(e))",
    ] {
        assert!(!has_gap(source), "{source:?} is refused");
    }
}

#[test]
fn where_the_versions_of_bash_differ_is_a_gap() {
    for source in ["a $(cat <<E)\nb\nE\n", "a $(cat <<E\nb\nE;c)\nE\n)", "a $(cat <<E\nE\\\n)b\n)"] {
        assert!(has_gap(source), "{source:?} is not refused");
    }
}

#[test]
fn what_bash_refuses_is_a_gap() {
    for source in [
        "a (b)",
        "(a) b",
        "{ a; } b",
        "a | | b",
        "a &&",
        "if a; then",
        "if a; fi",
        "a )",
        "}",
        "fi",
        "case x in a) b",
        "f() a",
        "echo a=(b)",
        "[[ a ]] b",
        "(( a )) b",
        "a >",
        "a > > b",
        "a <<",
        "while a; done",
        "for i in a; b; done",
        ";; a",
    ] {
        assert!(has_gap(source), "{source:?} is not refused");
    }
}

#[test]
fn what_other_shells_know_is_a_gap() {
    for source in
        ["echo ${(f)x}", "echo ${^x}", "echo ${~x}", "foreach i (a b) { rm x }", "{ a; } always { rm x; }"]
    {
        assert!(has_gap(source), "{source:?} is not refused");
    }
}

#[test]
fn a_command_that_the_tree_has_no_room_for_is_a_gap() {
    for source in ["echo ${x^^$(rm y)}", "cat <<\"$(rm y)\"\n"] {
        assert!(has_gap(source), "{source:?} is dropped");
    }
}

#[test]
fn deep_nesting_is_a_gap() {
    for (open, close) in
        [("$(", ")"), ("${x:-", "}"), ("\"$(", ")\""), ("{ ", "; }"), ("( ", " )"), ("<(", ")")]
    {
        let source = format!("{}b{}", open.repeat(20), close.repeat(20));
        assert!(gaps(&source).0.contains(&Gap::TooDeep), "{open}");
    }
}

#[test]
fn deep_nesting_of_keywords_is_a_gap() {
    let source = format!("{}a{}", "if a; then ".repeat(100), "; fi".repeat(100));
    assert!(gaps(&source).0.contains(&Gap::TooDeep));
}

#[test]
fn ordinary_nesting_is_none() {
    let source = format!("{}a{}", "echo $(".repeat(10), ")".repeat(10));
    assert_eq!(gaps(&source).0, []);
    let source = format!("{}a{}", "if a; then ".repeat(20), "; fi".repeat(20));
    assert_eq!(gaps(&source).0, []);
}

#[test]
fn brackets_in_text_are_no_nesting() {
    for source in [
        format!("echo '{}'", "$(((".repeat(1000)),
        format!("echo a # {}", "$(((".repeat(1000)),
        format!("cat <<'E'\n{}\nE\n", "$((( ${{{ `".repeat(1000)),
        format!("a \"$(cat <<'E'\n{}\nE\n)\"", "$((( ${{{ `".repeat(1000)),
        format!("echo \"{}\"", "((({{{[[[".repeat(1000)),
        format!("echo {}", "{a,{b,".repeat(1000)),
        "echo \"$(a)\" ".repeat(1000),
    ] {
        assert_eq!(gaps(&source).0, [], "{}", &source[..40]);
    }
}
