//! The grammar: what runs, in which order and in which bracket.

use crate::show::show;

#[test]
fn separators_make_a_list() {
    assert_eq!(show("a; b\nc & d"), "[a]; [b]; [c] &; [d]");
}

#[test]
fn pipelines_are_flat() {
    assert_eq!(show("a | b |& c |\n d"), "[a] | [b] | [c] | [d]");
}

#[test]
fn chains_are_flat_and_hold_pipelines() {
    assert_eq!(show("a && b | c || d &"), "[a] && [b] | [c] || [d] &");
}

#[test]
fn negation_and_timing_are_dropped() {
    for source in
        ["! rm x", "! ! rm x", "time rm x", "time -p rm x", "! time ! time -p -- rm x", "time\\\n rm x"]
    {
        assert_eq!(show(source), "[rm x]", "{source:?}");
    }
}

#[test]
fn negation_needs_no_blank_in_front_of_a_subshell() {
    assert_eq!(show("!(rm x)"), "( [rm x] )");
    assert_eq!(show("a && !(rm x)"), "[a] && ( [rm x] )");
}

#[test]
fn timing_nothing_is_a_command() {
    assert_eq!(show("time; a"), "[time]; [a]");
}

#[test]
fn behind_a_pipe_timing_is_a_program() {
    assert_eq!(show("a | time -v b"), "[a] | [time -v b]");
}

#[test]
fn assignments_stand_in_front() {
    assert_eq!(show("A=1 B+=$(rm x) C= cmd D=2"), "[A=1 B+=$([rm x]) C= cmd D=2]");
    assert_eq!(show("A=1"), "[A=1]");
    assert_eq!(show("dd if=/dev/zero of=x"), "[dd if=/dev/zero of=x]");
}

#[test]
fn array_assignments_have_elements() {
    assert_eq!(
        show("a=(b 'c d' $(e)\n# f\n [g]=h [i j]+=k [lm]*) b+=()"),
        "[a=(b «c d» $([e]) [g]=h [i j]=k [lm]*) b+=()]"
    );
}

#[test]
fn assignments_to_elements_have_a_subscript() {
    assert_eq!(show("a[0]=b c[d + $(e)]+=f"), "[a[0]=b c[d + ·$([e])]+=f]");
    assert_eq!(show("a[bc]d"), "[a[bc]d]");
}

#[test]
fn what_only_looks_like_an_assignment_is_a_word() {
    assert_eq!(show("'a'=b; $a=b; 1a=b; a-b=c; \\a=b"), "[«a»·=b]; [${a}·=b]; [1a=b]; [a-b=c]; [«a»·=b]");
}

#[test]
fn operands_of_declarations_are_assignments() {
    assert_eq!(show("export -p A=1 B"), "[A=1 export -p B]");
    assert_eq!(show("declare -A m=([a]=b) n[1]=c"), "[m=([a]=b) n[1]=c declare -A]");
    assert_eq!(
        show("local x=$(a) y; readonly z=1; typeset w=2"),
        "[x=$([a]) local y]; [z=1 readonly]; [w=2 typeset]"
    );
    assert_eq!(show("export \"A=1\""), "[export «A=1»]");
}

#[test]
fn builtins_are_simple_commands() {
    assert_eq!(
        show("exit 1; return; break 2; continue $x"),
        "[exit 1]; [return]; [break 2]; [continue ${x}]"
    );
    assert_eq!(show("[ -f x ] && :"), "[[ -f x ]] && [:]");
}

#[test]
fn groups_and_subshells_are_told_apart() {
    assert_eq!(show("{ a; b; }; (c; d)"), "{ [a]; [b] }; ( [c]; [d] )");
    assert_eq!(show("{ { a; } }; ( ( b ) )"), "{ { [a] } }; ( ( [b] ) )");
}

#[test]
fn two_brackets_that_close_apart_are_subshells() {
    assert_eq!(show("((rm -rf x); (ls))"), "( ( [rm -rf x] ); ( [ls] ) )");
    assert_eq!(show("if((a); b)then c; fi"), "if ( ( [a] ); [b] ) then [c] else ");
}

#[test]
fn arithmetic_commands_keep_their_expansions() {
    assert_eq!(show("((i++)); ((a << 2, b > $(rm x)))"), "((  )); (( \"$([rm x])\" ))");
    assert_eq!(show("if((a))then b; fi"), "if ((  )) then [b] else ");
}

#[test]
fn if_has_branches() {
    assert_eq!(show("if a; then b; elif c; then d; else e; fi"), "if [a] then [b] if [c] then [d] else [e]");
    assert_eq!(show("if a; then if b; then c; fi fi"), "if [a] then if [b] then [c] else  else ");
}

#[test]
fn while_and_until_are_loops() {
    assert_eq!(show("while a; b; do c; done"), "while [a]; [b] do [c]");
    assert_eq!(show("until a\ndo b\ndone"), "while [a] do [b]");
}

#[test]
fn for_has_words_or_the_arguments() {
    assert_eq!(show("for i in a $(b) *.c; do d; done"), "for i in a $([b]) *.c do [d]");
    assert_eq!(show("for i; do d; done"), "for i in (arguments) do [d]");
    assert_eq!(show("for i do d; done"), "for i in (arguments) do [d]");
    assert_eq!(show("for i in; do d; done"), "for i in  do [d]");
    assert_eq!(show("for i\nin a\ndo d\ndone"), "for i in a do [d]");
}

#[test]
fn the_body_of_a_loop_may_stand_in_braces() {
    assert_eq!(show("for i in a b; { c; }"), "for i in a b do [c]");
    assert_eq!(show("for i in a\n{ c; } >d | e"), "for i in a do [c] >d | [e]");
    assert_eq!(show("for i; { c; }"), "for i in (arguments) do [c]");
    assert_eq!(show("for ((i=0; i<3; i++)) { c; }"), "for ((  )) do [c]");
    assert_eq!(show("select i in a; { c; }"), "for i in a do [c]");
}

#[test]
fn select_is_a_loop() {
    assert_eq!(show("select i in a b; do c; done"), "for i in a b do [c]");
    assert_eq!(show("select i; do c; done"), "for i in (arguments) do [c]");
}

#[test]
fn arithmetic_loops_keep_their_expansions() {
    assert_eq!(show("for ((i=0; i<$(n); i++)); do a; done"), "for (( \"$([n])\" )) do [a]");
    assert_eq!(show("for((;;))do a; done"), "for ((  )) do [a]");
}

#[test]
fn case_has_arms() {
    assert_eq!(
        show("case $x in a|'b c') d;; (*.txt) e;& [f]) ;;& $(g)) h; esac"),
        "case ${x} of a «b c» => [d], *.txt => [e], [f] => , $([g]) => [h]"
    );
    assert_eq!(show("case x in esac"), "case x of ");
    assert_eq!(show("case x\nin\n\n y) a\n;;\nesac"), "case x of y => [a]");
    assert_eq!(show("case x in # a\n# b\n(esac) c;; d) { e; } esac"), "case x of esac => [c], d => { [e] }");
}

#[test]
fn functions_have_a_name_and_a_body() {
    for source in
        ["f() { a; }", "f () { a; }", "function f { a; }", "function f() { a; }", "function f\n{ a; }"]
    {
        assert_eq!(show(source), "function f { [a] }", "{source:?}");
    }
    assert_eq!(show("f() ( a )"), "function f ( [a] )");
    assert_eq!(show("function f () if a; then b; fi"), "function f if [a] then [b] else ");
    assert_eq!(show("git-x.y() { a; } > b"), "function git-x.y { [a] } >b");
}

#[test]
fn coprocesses_have_a_body() {
    assert_eq!(show("coproc a b"), "coproc [a b]");
    assert_eq!(show("coproc { a; }"), "coproc { [a] }");
    assert_eq!(show("coproc NAME { a; }"), "coproc { [a] }");
    assert_eq!(show("coproc NAME while a; do b; done"), "coproc while [a] do [b]");
    assert_eq!(show("coproc while { a; } do b; done"), "coproc while { [a] } do [b]");
}

#[test]
fn tests_have_operands() {
    assert_eq!(show("[[ -f $(a) && ! ( $x == @(b|c) ) ]]"), "[[ $([a]) ${x} @(b|c) ]]");
    assert_eq!(show("[[ $x =~ ^(a|b c)[0-9]+$ || y < z ]]"), "[[ ${x} ^(a|b c)[0-9]+$ y z ]]");
    assert_eq!(show("[[ a =~ (x|y) && b =~ (c)|$(d) ]]"), "[[ a (x|y) b (c)|·$([d]) ]]");
    assert_eq!(show("[[ ( a =~ x|y ) ]] && [[ ( a =~ b) ]]"), "[[ a x|y ]] && [[ a b ]]");
    assert_eq!(show("[[ a =~ b&&c ]]"), "[[ a b c ]]");
    assert_eq!(show("[[ -n ]]; [[ a -eq 1 ]]; [[ -f == -f ]]"), "[[ -n ]]; [[ a 1 ]]; [[ -f -f ]]");
    assert_eq!(show("[[ a\n&& b ]]"), "[[ a b ]]");
    assert_eq!(show("if [[ a ]] then [[ b ]] fi; { ((c)) }"), "if [[ a ]] then [[ b ]] else ; { ((  )) }");
    assert_eq!(show("( [[ a ]] ); (((b)) )"), "( [[ a ]] ); ( ((  )) )");
}

#[test]
fn a_redirection_belongs_to_the_whole_compound_command() {
    assert_eq!(show("{ a; } >b"), "{ [a] } >b");
    assert_eq!(show("(a) >b 2>&1 &"), "( [a] ) >b 2>&1 &");
    assert_eq!(show("while a; do b; done <c"), "while [a] do [b] <c");
    assert_eq!(show("[[ a ]] >b; (( a )) >c"), "[[ a ]] >b; ((  )) >c");
}

#[test]
fn comments_are_not_read() {
    assert_eq!(show("a # it's $( \" `\nb"), "[a]; [b]");
    assert_eq!(show("#!/bin/sh\na"), "[a]");
}
