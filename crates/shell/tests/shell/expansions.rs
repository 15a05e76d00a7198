//! Everything that begins with `$`, a backtick, or `<(`.

use crate::show::{show, show_word};

#[test]
fn parameters_have_names_numbers_and_signs() {
    assert_eq!(
        show("a $x $x1_ $1 $12 $@ $* $# $? $- $$ $! ${x} ${12} ${@}"),
        "[a ${x} ${x1_} ${1} ${1}·2 ${@} ${*} ${#} ${?} ${-} ${$} ${!} ${x} ${12} ${@}]"
    );
}

#[test]
fn defaults_are_words() {
    assert_eq!(
        show("a ${x:-b c} ${x-b} ${x:=b} ${x=b} ${x:+b} ${x+b} ${x:?b} ${x?b}"),
        "[a ${x :default b c} ${x default b} ${x :assign b} ${x assign b} ${x :alternative b} ${x alternative b} \
         ${x :required b} ${x required b}]"
    );
}

#[test]
fn a_command_in_a_default_is_found() {
    assert_eq!(show_word("${x:-$(rm y)}"), "${x :default $([rm y])}");
    assert_eq!(show_word("\"${x:-`rm y`}\""), "\"${x :default \"$([rm y])\"}\"");
    assert_eq!(show_word("${x:-${y:-${z:-$(rm y)}}}"), "${x :default ${y :default ${z :default $([rm y])}}}");
}

#[test]
fn the_operand_inside_double_quotes_is_quoted() {
    assert_eq!(show_word(r#""${x:-a 'b' "c d" \} \$}""#), "\"${x :default «a 'b' c d } $»}\"");
}

#[test]
fn a_pattern_inside_double_quotes_has_its_own_quotes() {
    assert_eq!(show_word(r#""${x#'*'*}""#), "\"${x trim # «*»·*}\"");
}

#[test]
fn trimming_keeps_its_operator() {
    assert_eq!(
        show("a ${x#b} ${x##*/} ${x%.*} ${x%%b}"),
        "[a ${x trim # b} ${x trim ## */} ${x trim % .*} ${x trim %% b}]"
    );
}

#[test]
fn replacing_keeps_its_operator() {
    assert_eq!(
        show("a ${x/b/c} ${x//b/c} ${x/#b/c} ${x/%b/c} ${x//b} ${x/\\//$(d)}"),
        "[a ${x replace / b by c} ${x replace // b by c} ${x replace /# b by c} ${x replace /% b by c} \
         ${x replace // b by } ${x replace / «/» by $([d])}]"
    );
}

#[test]
fn slices_have_an_offset_and_maybe_a_length() {
    assert_eq!(
        show("a ${x:1} ${x:1:2} ${x: -1} ${x:(a?b:c):2} ${x:$(b):$c} ${@:2}"),
        "[a ${x slice 1 to end} ${x slice 1 to 2} ${x slice  -1 to end} ${x slice (a?b:c) to 2} \
         ${x slice $([b]) to ${c}} ${@ slice 2 to end}]"
    );
}

#[test]
fn lengths_are_told_from_the_number_of_arguments() {
    assert_eq!(
        show("a ${#x} ${#} ${##} ${#@} ${#x[@]} ${#-} ${#:-1}"),
        "[a ${x length} ${#} ${# length} ${@ length} ${x[@] length} ${- length} ${# :default 1}]"
    );
}

#[test]
fn indirection_and_names_are_told_apart() {
    assert_eq!(
        show("a ${!x} ${!1} ${!x*} ${!x@} ${!x[@]} ${!x[1]} ${!}"),
        "[a ${x indirect} ${1 indirect} ${x other} ${x other} ${x[@] other} ${x[1] indirect} ${!}]"
    );
    assert_eq!(
        show("a ${!x:-y} ${!x-$(b)} ${!x#c} ${!x@P}"),
        "[a ${x indirect :default y} ${x indirect default $([b])} ${x indirect trim # c} ${x indirect transform @P}]"
    );
}

#[test]
fn transformations_keep_their_operator() {
    assert_eq!(
        show("a ${x^} ${x^^} ${x,} ${x,,} ${x@Q} ${x@P} ${x^^[ab]}"),
        "[a ${x transform ^} ${x transform ^^} ${x transform ,} ${x transform ,,} ${x transform @Q} \
         ${x transform @P} ${x other}]"
    );
}

#[test]
fn subscripts_are_words() {
    assert_eq!(
        show("a ${x[0]} ${x[$(b)]} ${x[@]} ${x[y[1]]:-c}"),
        "[a ${x[0]} ${x[$([b])]} ${x[@]} ${x[y[1]] :default c}]"
    );
}

#[test]
fn substitutions_nest() {
    assert_eq!(show("a $(b $(c \"$(d)\"))"), "[a $([b $([c \"$([d])\"])])]");
}

#[test]
fn a_bracket_in_a_case_does_not_end_a_substitution() {
    assert_eq!(show("a $(case x in y) b;; (z) c;; esac; d)"), "[a $(case x of y => [b], z => [c]; [d])]");
}

#[test]
fn a_bracket_in_a_comment_or_quote_does_not_end_a_substitution() {
    assert_eq!(show("a $(b # )\n c ')' \")\" \\) )"), "[a $([b]; [c «)» «)» «)»])]");
}

#[test]
fn a_substitution_may_hold_a_here_document() {
    assert_eq!(
        show("git commit -m \"$(cat <<'EOF'\nit's (a $(test)\nEOF\n)\""),
        "[git commit -m \"$([cat] <<«it's (a $(test)\n»)\"]"
    );
    assert_eq!(show("a $(cat <<EOF\n)\nEOF)"), "[a $([cat] <<«)\n»)]");
}

#[test]
fn backticks_are_substitutions() {
    assert_eq!(show("a `b c` \"`d`\""), "[a $([b c]) \"$([d])\"]");
}

#[test]
fn escaped_backticks_nest() {
    assert_eq!(show(r"a `b \`rm c\``"), "[a $([b $([rm c])])]");
    assert_eq!(show(r"a `b \`c \\\`rm d\\\`\``"), "[a $([b $([c $([rm d])])])]");
}

#[test]
fn an_escaped_dollar_in_backticks_is_live() {
    assert_eq!(show(r"a `b \$(rm c) \$d`"), "[a $([b $([rm c]) ${d}])]");
}

#[test]
fn escaped_quotes_in_quoted_backticks_are_quotes() {
    assert_eq!(show(r#"a "`b \"c d\"`""#), "[a \"$([b «c d»])\"]");
    assert_eq!(show(r#"a `b \"c d\"`"#), "[a $([b «\"»·c d·«\"»])]");
}

#[test]
fn a_substitution_that_runs_in_the_shell_is_one() {
    assert_eq!(show("a ${ rm b; } ${| rm c; } \"${\nrm d\n}\""), "[a $([rm b]) $([rm c]) \"$([rm d])\"]");
}

#[test]
fn process_substitutions_have_a_direction() {
    assert_eq!(show("diff <(a; b) >(c) x<(d)"), "[diff <([a]; [b]) >([c]) x·<([d])]");
    assert_eq!(show("a \"<(b)\""), "[a «<(b)»]");
    assert_eq!(show("a > >(b) < <(c)"), "[a] >>([b]) <<([c])");
}

#[test]
fn arithmetic_keeps_its_text_and_its_expansions() {
    assert_eq!(show_word("$((1 + x))"), "$((1 + x|))");
    assert_eq!(show_word("$((1 + $(rm y) * `z`))"), "$((1 + $(rm y) * `z`|\"$([rm y])\" \"$([z])\"))");
    assert_eq!(show_word("$[$x + 1]"), "$(($x + 1|\"${x}\"))");
    assert_eq!(show_word("$((a[$(rm y)]))"), "$((a[$(rm y)]|\"$([rm y])\"))");
}

#[test]
fn quotes_protect_nothing_in_arithmetic() {
    assert_eq!(show_word("$(( '$(rm y)' ))"), "$(( '$(rm y)' |\"$([rm y])\"))");
}

#[test]
fn two_brackets_that_close_apart_are_subshells() {
    assert_eq!(show("a $((rm -rf x); (ls))"), "[a $(( [rm -rf x] ); ( [ls] ))]");
    assert_eq!(show("a $((rm x) )"), "[a $(( [rm x] ))]");
    assert_eq!(show("a $((1 + (2)))"), "[a $((1 + (2)|))]");
}
