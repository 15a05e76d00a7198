//! Every node knows its place in the source, whatever it is nested in.

use hookward_shell::{Command, Statement, parse};

use crate::walk::census;

/// The texts of all statements, outer ones first.
fn statements(source: &str) -> Vec<&str> {
    fn collect<'s>(body: &[Statement], source: &'s str, texts: &mut Vec<&'s str>) {
        for statement in body {
            texts.push(statement.span.text(source));
            match &statement.command {
                Command::Group(body) | Command::Subshell(body) | Command::Pipeline(body) => {
                    collect(body, source, texts);
                }
                Command::Function { body, .. } => collect(std::slice::from_ref(body), source, texts),
                _ => {}
            }
        }
    }
    let mut texts = Vec::new();
    collect(&parse(source).body, source, &mut texts);
    texts
}

/// The texts of all commands' names.
fn names(source: &str) -> Vec<&str> {
    census(&parse(source)).names.into_iter().map(|span| span.text(source)).collect()
}

#[test]
fn a_statement_has_no_terminator() {
    assert_eq!(statements("a b ; c &\n d"), ["a b", "c", "d"]);
}

#[test]
fn a_statement_holds_its_redirections() {
    assert_eq!(statements("2>a b >c"), ["2>a b >c"]);
    assert_eq!(statements("cat <<E >f\nbody\nE\n"), ["cat <<E >f"]);
}

#[test]
fn brackets_belong_to_their_command() {
    assert_eq!(statements("( a; b ) >c; {\n d; }"), ["( a; b ) >c", "a", "b", "{\n d; }", "d"]);
    assert_eq!(statements("((a);(b))"), ["((a);(b))", "(a)", "a", "(b)", "b"]);
    assert_eq!(statements("function f { a; }"), ["function f { a; }", "{ a; }", "a"]);
}

#[test]
fn keywords_belong_to_their_command() {
    for source in
        ["if a; then b; fi", "while a; do b; done >c", "case a in b) c;; esac", "for i in a; do b; done"]
    {
        assert_eq!(statements(&format!("x; {source} ; y"))[1], source);
    }
}

#[test]
fn nested_commands_have_absolute_places() {
    assert_eq!(names("é \"$(b `c \"$(d)\"`)\" <(e)"), ["é", "b", "c", "d", "e"]);
    assert_eq!(names("a <<E\n$(b)\nE\n"), ["a", "b"]);
    assert_eq!(names("a $((1 + $(b))) ${c:-$(d)} x[$(e)]=1"), ["a", "b", "d", "e"]);
}

#[test]
fn places_survive_escapes_in_backticks() {
    let source = r"a `b \`c \\\`d \$e\\\`\` f` g";
    assert_eq!(names(source), ["a", "b", "c", "d"]);
    let spans = census(&parse(source)).spans;
    assert!(spans.iter().any(|span| span.text(source) == r"`c \\\`d \$e\\\`\`"), "{spans:?}");
}

#[test]
fn places_survive_line_continuations() {
    assert_eq!(names("a\\\nb; $\\\n(c)"), ["a\\\nb", "$\\\n(c)", "c"]);
}
