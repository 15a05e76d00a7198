//! Redirections and here-documents.

use crate::show::show;

#[test]
fn redirections_have_a_direction() {
    assert_eq!(show("a <b >c >>d <>e >|f <<<g"), "[a] <b >c >>d <>e >f <<<g");
}

#[test]
fn redirections_may_have_a_descriptor() {
    assert_eq!(show("a 2>b 10>>c 3<d"), "[a] 2>b 10>>c 3<d");
    assert_eq!(show("a 2 >b"), "[a 2] >b");
    assert_eq!(show("a b2>c"), "[a b2] >c");
    assert_eq!(show("exec {log}>a"), "[exec] >a");
}

#[test]
fn duplicating_is_not_writing() {
    assert_eq!(show("a 2>&1 >&2 <&3 2>&- 1>&3-"), "[a] 2>&1 >&2 0>&3 2>&- 1>&3-");
}

#[test]
fn writing_both_is_writing() {
    assert_eq!(show("a &>b; a >&b; a &>>c"), "[a] >b; [a] >b; [a] >>c");
}

#[test]
fn a_descriptor_that_is_not_known_may_be_a_file() {
    assert_eq!(show("a >&$x"), "[a] >${x}");
}

#[test]
fn redirections_may_stand_anywhere() {
    assert_eq!(show(">a"), "[] >a");
    assert_eq!(show(">a b <c d"), "[b d] >a <c");
    assert_eq!(show("A=1 >b c"), "[A=1 c] >b");
    assert_eq!(show("a&>b;c&>d"), "[a] >b; [c] >d");
    assert_eq!(show("a& >b"), "[a] &; [] >b");
}

#[test]
fn a_target_is_a_word() {
    assert_eq!(show("a >\"$b\"/c\\ d > $(e)"), "[a] >\"${b}\"·/c·« »·d >$([e])");
}

#[test]
fn a_here_document_is_expanded() {
    assert_eq!(
        show("cat <<EOF\na $x $(rm b) `c`\nEOF\nd"),
        "[cat] <<«a »·\"${x}\"·« »·\"$([rm b])\"·« »·\"$([c])\"·«\n»; [d]"
    );
}

#[test]
fn a_quoted_delimiter_keeps_the_body() {
    for delimiter in ["'EOF'", "\"EOF\"", "\\EOF", "E\"O\"F"] {
        assert_eq!(
            show(&format!("cat <<{delimiter}\n$x `y` \\z\nEOF\n")),
            "[cat] <<«$x `y` \\z\n»",
            "{delimiter}"
        );
    }
}

#[test]
fn quotes_in_a_here_document_are_text() {
    assert_eq!(
        show("cat <<EOF\n\"it's\" \\\"$x\\\" \\$y \\`\nEOF"),
        "[cat] <<«\"it's\" \\\"»·\"${x}\"·«\\\" $y `\n»"
    );
}

#[test]
fn a_stripped_here_document_has_no_leading_tabs() {
    assert_eq!(show("cat <<-EOF\n\t\ta $x\n\t  b\n\tEOF\nc"), "[cat] <<«a »·\"${x}\"·«\n  b\n»; [c]");
    assert_eq!(show("cat <<-'EOF'\n\ta\n\tEOF\n"), "[cat] <<«a\n»");
    assert_eq!(show("cat <<EOF\n\ta\n\tEOF\nEOF\n"), "[cat] <<«\ta\n\tEOF\n»");
}

#[test]
fn the_line_goes_on_behind_a_here_document() {
    assert_eq!(
        show("cat <<A >b && c <<B | d; e\n1\nA\n2\nB\nf"),
        "[cat] <<«1\n» >b && [c] <<«2\n» | [d]; [e]; [f]"
    );
    assert_eq!(show("if cat <<A; then\n1\nA\n b; fi"), "if [cat] <<«1\n» then [b] else ");
}

#[test]
fn the_last_line_may_be_the_delimiter() {
    assert_eq!(show("cat <<EOF\na\nEOF"), "[cat] <<«a\n»");
}

#[test]
fn a_here_document_may_end_with_the_text() {
    assert_eq!(show("cat <<EOF >b\na $x\n"), "[cat] <<«a »·\"${x}\"·«\n» >b");
    assert_eq!(show("{ cat <<'A'; }\n$(b)"), "{ [cat] <<«$(b)» }");
    assert_eq!(show("cat <<EOF"), "[cat] <<");
    assert_eq!(show("a `cat <<E\nb`; c"), "[a $([cat] <<«b»)]; [c]");
}

#[test]
fn a_here_document_may_stand_in_any_command() {
    assert_eq!(
        show("while a <<A; do b <<B; done <<C\n1\nA\n2\nB\n3\nC\nd"),
        "while [a] <<«1\n» do [b] <<«2\n» <<«3\n»; [d]"
    );
    assert_eq!(
        show("f() { a <<A\n1\nA\n} <<B\n2\nB\ncoproc c <<C\n3\nC"),
        "function f { [a] <<«1\n» } <<«2\n»; coproc [c] <<«3\n»"
    );
    assert_eq!(
        show("case x in y) a <<A;; esac && (b <<B)\n1\nA\n2\nB"),
        "case x of y => [a] <<«1\n» && ( [b] <<«2\n» )"
    );
    assert_eq!(show("a <<A $(b <<B\n2\nB\n)\n1\nA"), "[a $([b] <<«2\n»)] <<«1\n»");
}

#[test]
fn a_line_continuation_does_not_quote_a_delimiter() {
    assert_eq!(show("cat <<EOF\\\n >f\n$(rm x)\nEOF\n"), "[cat] <<\"$([rm x])\"·«\n» >f");
    assert_eq!(show("cat <<E\\\nOF\n$(rm x)\nEOF\n"), "[cat] <<\"$([rm x])\"·«\n»");
}

#[test]
fn a_delimiter_may_look_like_an_expansion() {
    assert_eq!(show("cat <<$x\na\n$x\nb"), "[cat] <<«a\n»; [b]");
    assert_eq!(show("cat <<$'E\\x41'\na\nEA\nb"), "[cat] <<«a\n»; [b]");
}

#[test]
fn only_the_whole_line_is_a_delimiter() {
    assert_eq!(show("cat <<EOF\nEOF \n EOF\nEOFx\nEOF\n"), "[cat] <<«EOF \n EOF\nEOFx\n»");
}

#[test]
fn an_escaped_line_end_hides_a_delimiter() {
    assert_eq!(show("cat <<EOF\na\\\nEOF\nEOF\nb"), "[cat] <<«aEOF\n»; [b]");
    assert_eq!(show("cat <<'EOF'\na\\\nEOF\nb"), "[cat] <<«a\\\n»; [b]");
    assert_eq!(show("cat <<EOF\nE\\\nOF\nb"), "[cat] <<; [b]");
}

#[test]
fn a_shift_in_arithmetic_is_no_here_document() {
    assert_eq!(show("((a<<b)); c $((d<<e))\nf"), "((  )); [c $((d<<e|))]; [f]");
}
