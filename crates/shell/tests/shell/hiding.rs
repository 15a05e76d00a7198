//! Places to hide a command in. Wherever bash would run it, the tree has it.

use hookward_shell::parse;

use crate::walk::census;

/// Whether a command of that name is in the tree, and whether the tree is complete.
fn finds(source: &str) -> (bool, bool) {
    let script = parse(source);
    let found = census(&script).names.iter().any(|span| span.text(source).replace("\\\n", "") == "rm");
    (found, script.not_understood.is_empty())
}

#[test]
fn a_hidden_command_is_found() {
    for source in [
        "echo $(rm x)",
        "echo \"$(rm x)\"",
        "echo `rm x`",
        "echo \"`rm x`\"",
        r"echo `echo \`rm x\``",
        r"echo `echo \$(rm x)`",
        "echo <(rm x)",
        "echo >(rm x)",
        "echo ${a:-$(rm x)}",
        "echo \"${a:-$(rm x)}\"",
        "echo \"${a:-'$(rm x)'}\"",
        "echo ${a:=`rm x`}",
        "echo ${a#$(rm x)}",
        "echo ${a/$(rm x)/b}",
        "echo ${a/b/$(rm x)}",
        "echo ${a:$(rm x)}",
        "echo ${a:1:$(rm x)}",
        "echo ${a[$(rm x)]}",
        "echo ${#a[$(rm x)]}",
        "echo ${!a[$(rm x)]}",
        "echo ${!a:-$(rm x)}",
        "echo $((1 + $(rm x)))",
        "echo $((a[$(rm x)]))",
        "echo $(( \"$(rm x)\" ))",
        "echo $(( '$(rm x)' ))",
        "echo $[$(rm x)]",
        "echo ${ rm x; }",
        "echo ${| rm x; }",
        "(( $(rm x) ))",
        "((a = `rm x`))",
        "((rm x); (ls))",
        "echo $((rm x); (ls))",
        "for ((i = $(rm x); ;)); do :; done",
        "[[ $(rm x) ]]",
        "[[ -f $(rm x) ]]",
        "[[ a == $(rm x) ]]",
        "a=$(rm x)",
        "a=(b $(rm x))",
        "a=([$(rm x)]=b)",
        "a[$(rm x)]=b",
        "export a=$(rm x)",
        "declare -A a=([b]=$(rm x))",
        "declare a[1; rm x; b[2]=3",
        "a >$(rm x)",
        "a <<<$(rm x)",
        "a 2>&$(rm x)",
        "cat <<E\n$(rm x)\nE\n",
        "cat <<E\n${a:-`rm x`}\nE\n",
        "cat <<-E\n\t$(rm x)\n\tE\n",
        "cat <<E\\\n >f\n$(rm x)\nE\n",
        "case $(rm x) in a) ;; esac",
        "case a in $(rm x)) ;; esac",
        "case a in b) rm x;; esac",
        "echo $(case a in b) rm x;; esac)",
        "for i in $(rm x); do :; done",
        "for i in a; do rm x; done",
        "for i in a; { rm x; }",
        "for ((;;)) { rm x; }",
        "select i in a; do rm x; done",
        "[[ a =~ ($(rm x)) ]]",
        "echo 1 |\n# c\nrm x",
        "cat <<E | rm x\nE\n",
        "cat <<E && {\nE\nrm x\n}",
        "while rm x; do :; done",
        "until rm x; do :; done",
        "if rm x; then :; fi",
        "if :; then :; elif rm x; then :; fi",
        "if :; then :; else rm x; fi",
        "f() { rm x; }",
        "f() (rm x)",
        "function f { rm x; }",
        "coproc rm x",
        "coproc rm {a,b}",
        "coproc rm if-x",
        "coproc NAME { rm x; }",
        "! rm x",
        "! ! rm x",
        "!(rm x)",
        "time rm x",
        "time -p rm x",
        "a | rm x",
        "a |& rm x",
        "a & rm x",
        "a && rm x",
        "A=1 rm x",
        ">f rm x",
        "{ rm x; }",
        "r\\\nm x",
        "echo \"$\\\n(rm x)\"",
        "echo $\\\n(rm x)",
        "echo $(\\\nrm x)",
        "echo a#b; rm x",
        "echo a\\\n#b; rm x",
        "echo @(a|$(rm x))",
        "echo {a,$(rm x)}",
        "echo ~$(rm x)",
        "echo $'\\''$(rm x)$'\\''",
    ] {
        assert_eq!(finds(source), (true, true), "{source:?}");
    }
}

#[test]
fn what_looks_like_the_end_of_the_text_is_not() {
    for source in [
        "(( $'\\'' )); rm x; ((')'))",
        "(( $( # ((\n) )); rm x; ((1) )))",
        "a[ $( # [\n) 1 ]=1; rm x; b[1]]=2",
        "a=(x)#; rm x",
        "echo \"${a:-'\"'}\"\nrm x\necho } \"\"",
        "echo $\\\n'\\''  # ' foo\\\nrm x",
        "cat <<A; x=(\nA\n)\nrm x\nA\n",
        "cat <<\"$(a)\"\n$(a)\nrm x\n",
        "[[ a; rm x ]]",
        "echo $(( rm $(case a in a) b;; esac) ))",
        "echo $(( rm `a # )` ))",
        "(((a) )\necho rm x)",
        "echo @(a|$(cat <<E\n))\nrm x\nE\n))",
        "[[ a =~ (a|$(cat <<E\n)) ]]\nrm x\nE\n)) ]]",
        "((cat <<E\nrm x\nE\n); (ls))",
        "((cat $(cat <<E\nrm x\nE\n)); (ls))",
    ] {
        let (found, complete) = finds(source);
        assert!(found || !complete, "{source:?}");
    }
}

#[test]
fn text_is_not_a_command() {
    for source in [
        "echo 'rm x'",
        "echo \"rm x\"",
        "echo '$(rm x)'",
        "echo \\$(rm\\ x)",
        "echo \"\\$(rm x)\" \"\\`rm x\\`\"",
        "echo $'$(rm x)'",
        "# rm x",
        "echo a # $(rm x)",
        "cat <<'E'\n$(rm x)\nE\n",
        "cat <<\\E\n`rm x`\nE\n",
        "cat <<E\n\\$(rm x)\nrm x\nE\n",
        "git commit -m \"$(cat <<'E'\nrm x\n$(rm x)\nE\n)\"",
        "cat <<E\nE \nrm x\n",
        "cat <<'E'\n$(rm x)",
        "echo rm",
        "a=rm",
        "[[ rm == rm ]]",
        "((rm))",
        "for rm in rm; do :; done",
        "case rm in rm) ;; esac",
    ] {
        let (found, complete) = finds(source);
        assert!(!found && (complete || source.contains("\\$(rm\\ x)")), "{source:?}");
    }
}
