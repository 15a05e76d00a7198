//! Quotes, escapes, and what is left of them.

use hookward_shell::{Part, parse};

use crate::show::{only_word, show, show_word};

#[test]
fn words_are_separated_by_blanks() {
    assert_eq!(show("git  status\t-s"), "[git status -s]");
}

#[test]
fn an_empty_text_runs_nothing() {
    for source in ["", "  ", "\n\n", "# only a comment", "\\\n"] {
        assert_eq!(show(source), "", "{source:?}");
    }
}

#[test]
fn an_escaped_letter_is_quoted() {
    assert_eq!(show_word(r"r\m"), "r·«m»");
    assert_eq!(only_word(r"r\m").literal().as_deref(), Some("rm"));
}

#[test]
fn an_escaped_star_is_not_a_glob() {
    assert_eq!(show_word(r"\*.txt"), "«*»·.txt");
    assert_eq!(only_word(r"\*.txt").literal().as_deref(), Some("*.txt"));
    assert_eq!(only_word("*.txt").literal(), None);
}

#[test]
fn an_escaped_tilde_is_not_a_home() {
    assert_eq!(show_word(r"\~/x"), "«~»·/x");
    assert_eq!(show_word("~/x"), "~/x");
}

#[test]
fn an_escaped_character_may_have_several_bytes() {
    assert_eq!(show_word(r"a\é\→b"), "a·«é→»·b");
}

#[test]
fn neighbouring_escapes_are_one_part() {
    assert_eq!(show_word(r"\r\m"), "«rm»");
}

#[test]
fn a_backslash_at_the_end_stands_for_itself() {
    assert_eq!(show_word("a\\"), "a·«\\»");
}

#[test]
fn single_quotes_keep_everything() {
    assert_eq!(show_word(r#"'a "b" \ $c `d` *'"#), r#"«a "b" \ $c `d` *»"#);
}

#[test]
fn double_quotes_drop_four_escapes() {
    assert_eq!(show_word(r#""a\"b\$c\`d\\e\f\'""#), r#"«a"b$c`d\e\f\'»"#);
}

#[test]
fn double_quotes_keep_single_quotes() {
    assert_eq!(show_word(r#""it's""#), "«it's»");
}

#[test]
fn an_empty_word_is_a_word() {
    assert_eq!(show("a '' \"\" $''"), "[a «» «» «»]");
}

#[test]
fn what_is_expanded_in_double_quotes_is_quoted() {
    assert_eq!(show_word(r#""a $x b""#), "«a »·\"${x}\"·« b»");
    assert_eq!(show_word("$x"), "${x}");
}

#[test]
fn the_quotes_belong_to_the_text_beside_them() {
    let word = only_word(r#""a $x b""#);
    let source = r#""a $x b""#;
    let texts: Vec<_> = word
        .parts
        .iter()
        .map(|part| match part {
            Part::Bare { span, .. } | Part::Quoted { span, .. } => span.text(source),
            Part::Variable(variable) => variable.span.text(source),
            _ => panic!("unexpected {part:?}"),
        })
        .collect();
    assert_eq!(texts, ["\"a ", "$x", " b\""]);
}

#[test]
fn a_dollar_without_a_name_stands_for_itself() {
    assert_eq!(show("a $ \"$\" 5$ $% \"$'x'\""), "[a $ «$» 5$ $% «$'x'»]");
}

#[test]
fn ansi_quotes_are_decoded() {
    assert_eq!(show_word(r"$'a\tb\n\\\'\x41\101\u00e9\U0001f600\e\cA'"), "«a\tb\n\\'AAé😀\u{1b}\u{1}»");
}

#[test]
fn ansi_quotes_end_at_a_nul() {
    assert_eq!(show_word(r"$'rm\0junk'"), "«rm»");
    assert_eq!(show_word(r"$'rm\x00junk'"), "«rm»");
}

#[test]
fn unknown_escapes_in_ansi_quotes_stay() {
    assert_eq!(show_word(r"$'\q\x\u'"), r"«\q\x\u»");
}

#[test]
fn ansi_quotes_are_no_quotes_inside_double_quotes() {
    assert_eq!(show_word(r#""$'a\tb'""#), r"«$'a\tb'»");
}

#[test]
fn localized_quotes_are_double_quotes() {
    assert_eq!(show_word(r#"$"a $x""#), "«a »·\"${x}\"");
}

#[test]
fn a_line_continuation_is_nothing() {
    assert_eq!(show("git \\\n  status"), "[git status]");
    assert_eq!(show("gi\\\nt stat\\\nus"), "[git status]");
    assert_eq!(show("echo \"a\\\nb\""), "[echo «ab»]");
    assert_eq!(show("if a; then\\\n b\\\n; fi"), "if [a] then [b] else ");
}

#[test]
fn a_line_continuation_in_single_quotes_is_text() {
    assert_eq!(show("echo 'a\\\nb'"), "[echo «a\\\nb»]");
}

#[test]
fn a_line_continuation_cannot_hide_an_expansion() {
    assert_eq!(show("echo \"$\\\n(rm x)\""), "[echo \"$([rm x])\"]");
    assert_eq!(show("echo $\\\n{x\\\n:-y}"), "[echo ${x :default y}]");
    assert_eq!(show("echo $\\\n{x@P}"), "[echo ${x transform @P}]");
    assert_eq!(show("a &\\\n& b"), "[a] && [b]");
    assert_eq!(show("a >\\\n> b"), "[a] >>b");
    assert_eq!(show("A\\\n=1 b"), "[A=1 b]");
    assert_eq!(show("i\\\nf a; then b; fi"), "if [a] then [b] else ");
}

#[test]
fn braces_and_globs_are_bare() {
    assert_eq!(show("a {b,c} [de]? x{1..3}"), "[a {b,c} [de]? x{1..3}]");
    assert_eq!(show("find . -exec rm {} \\;"), "[find . -exec rm {} «;»]");
}

#[test]
fn a_pattern_group_is_part_of_its_word() {
    assert_eq!(show("ls @(a|b c) +($(x)) a!(*.txt)"), "[ls @(a|b c) +(·$([x])·) a!(*.txt)]");
    assert_eq!(only_word("@(a|b)").literal(), None);
}

#[test]
fn a_hash_inside_a_word_is_no_comment() {
    assert_eq!(show("echo a#b '#c' # d (e"), "[echo a#b «#c»]");
    assert_eq!(show("a;#b\nc"), "[a]; [c]");
    assert_eq!(show("ls #'\ncat .env #'"), "[ls]; [cat .env]");
    assert_eq!(show("(a)#b\n((1))#c\nd"), "( [a] ); ((  )); [d]");
    assert_eq!(show("a \\\n#b\nc"), "[a]; [c]");
}

#[test]
fn bash_knows_no_blanks_but_blank_and_tab() {
    assert_eq!(show("a\u{a0}b c\u{3000}d e\rf"), "[a\u{a0}b c\u{3000}d e\rf]");
    assert_eq!(show("rm -rf ~\r"), "[rm -rf ~\r]");
    assert_eq!(show("echo ok\r\nrm -rf ~\r\n"), "[echo ok\r]; [rm -rf ~\r]");
    assert_eq!(show("a\u{b}b\u{c}c \u{2028}d"), "[a\u{b}b\u{c}c \u{2028}d]");
}

#[test]
fn reserved_words_are_words_elsewhere() {
    assert_eq!(show("echo if then { } ! time in done"), "[echo if then { } ! time in done]");
    assert_eq!(show("'if' a; \\while b"), "[«if» a]; [«w»·hile b]");
}

#[test]
fn what_zsh_wishes_of_a_globs_files_belongs_to_the_glob() {
    assert_eq!(show("ls *.md(N) b"), "[ls *.md b]");
    assert_eq!(show("ls **/*.ts(.om[1,5])"), "[ls **/*.ts]");
}

#[test]
fn wishes_that_hold_code_are_not_read_as_wishes() {
    for source in ["ls *.md(e:'rm x':)", "ls *.md(+run)"] {
        assert!(!parse(source).not_understood.is_empty(), "{source}");
    }
}
