//! What scripts of sed do, and what only looks like it.

use super::*;

#[test]
fn commands_that_it_runs_are_found() {
    for (script, command) in [
        ("1e rm -rf ~", "rm -rf ~"),
        ("e id", "id"),
        ("/x/e id; date", "id; date"),
        ("$!{ 2,4e\\\nid\n}", "id"),
        ("s/a/b/;1~2e id", "id"),
        ("\\,x,Ie id", "id"),
        ("s/a/b/\ne id", "id"),
        ("0,/x/e id", "id"),
        ("2,+3 ! e id", "id"),
        ("# note\n1e id", "id"),
        (":a;N;$!ba;e id", "id"),
        ("s/[/]/x/;e id", "id"),
    ] {
        let sed = sed(script);
        assert_eq!((sed.runs, sed.understood), (vec![command.to_owned()], true), "{script}");
    }
    let whole = sed("s/.*/rm -rf x/e");
    assert_eq!((whole.runs, whole.runs_input), (vec!["rm -rf x".to_owned()], true));
    assert!(sed("e").runs_input);
    assert!(sed("/x/{s/a/b/;e\n}").runs_input);
    assert!(sed("s|a|b|gep").runs_input);
}

#[test]
fn files_that_it_opens_are_found() {
    for (script, file) in [
        ("1w /home/u/.bashrc", "/home/u/.bashrc"),
        ("w out; p", "out; p"),
        ("s/a/b/w out", "out"),
        ("s/a/b/gpw out", "out"),
        ("s,a,b,w out\np", "out"),
        ("/x/W out", "out"),
        ("/x/{w out\n}", "out"),
    ] {
        let sed = sed(script);
        assert_eq!((sed.writes, sed.understood), (vec![file.to_owned()], true), "{script}");
    }
    assert_eq!(sed("r /etc/passwd").reads, ["/etc/passwd"]);
    assert_eq!(sed("/x/R a b").reads, ["a b"]);
    assert!(sed("w /dev/stdout").only_prints());
}

#[test]
fn text_that_looks_like_a_command_is_text() {
    for script in [
        "",
        "s/e id/w out/",
        "s/exit 2/exit 0/",
        "s#/e#/w x#g",
        "s/a/\\/e id/",
        "/e id/d",
        "a e id",
        "a\\\ne id\\\nw out\np",
        "i\\  w out",
        "2c\\w out",
        "# e id",
        "p # w out",
        "y/abe/xyw/",
        "1,40p",
        "$d",
        "/^#/!d",
        "q5",
        "n;d",
        "$!N;P;D",
        "/a/,/b/{s/x/y/;p}",
        "1!G;h;$!d",
        "s/\\(a\\)/\\1/2g",
        ":e;s/a/b/;te",
        "b end; :end",
        "s/a/b/I;s/c/d/",
        "{p;p}",
        "5q;w".trim_end_matches(";w"),
    ] {
        let sed = sed(script);
        assert!(sed.only_prints(), "{script}: {sed:?}");
    }
}

#[test]
fn what_is_not_understood_is_said() {
    for script in ["s/a/b", "k", "s/a/b/ x", "/x", "1,", "}", "w", "y/a/b"] {
        assert!(!sed(script).understood, "{script}");
    }
}

#[test]
fn simple_scripts_are_computed() {
    for (script, input, output) in [
        ("s/x/rm/", "x -rf x\n", "rm -rf x\n"),
        ("s/x//g", "xrxmx", "rm"),
        ("s/X/ /g;s/Q/-/", "rmXQrfX~", "rm -rf ~"),
        ("s,_,/,g", "_etc_passwd\n", "/etc/passwd\n"),
        ("s/m/&x/", "rm", "rmx"),
        ("s/m/\\&/", "rm", "r&"),
        ("s/^/rm /", "-rf", "rm -rf"),
        ("s/$/ ~/", "rm -rf\n", "rm -rf ~\n"),
        ("s/.*/rm -rf ~/", "hello\n", "rm -rf ~\n"),
        ("s/a\\.b/c/", "a.b axb", "c axb"),
        ("s|a/b|c|", "a/b", "c"),
        ("y/abc/rm /", "abc", "rm "),
        ("2s/a/b/", "a\na\n", "a\nb\n"),
        ("1d", "a\nb\n", "b\n"),
        ("2,$d", "a\nb\nc", "a\n"),
        ("1q", "a\nb\n", "a\n"),
        ("p", "a\n", "a\na\n"),
        ("#n\n2p", "a\nb\n", "b\n"),
        ("s/ /\\n/g", "a b", "a\nb"),
        ("# note\ns/a/b/", "a", "b"),
    ] {
        assert_eq!(substitute(script, Printing::Always, input).as_deref(), Some(output), "{script}");
    }
    assert_eq!(substitute("2p", Printing::WhenTold, "a\nb\nc\n").as_deref(), Some("b\n"));
    assert_eq!(substitute("$p", Printing::WhenTold, "a\nb\n").as_deref(), Some("b\n"));
    assert_eq!(substitute("s/a/b/p", Printing::WhenTold, "a\nc\n").as_deref(), Some("b\n"));
}

#[test]
fn what_needs_more_is_not_computed() {
    for script in [
        "s/a*/b/",
        "s/[ab]/c/",
        "s/\\(a\\)/\\1/",
        "s/a/b/2",
        "s/a/b/I",
        "s/a/\\U&/",
        "/a/d",
        "1!d",
        "e id",
        "w out",
        "n;d",
        "a x",
        "/x/{s/a/b/}",
        "k",
    ] {
        assert_eq!(substitute(script, Printing::Always, "a\n"), None, "{script}");
    }
    let doubling = "s/a/aa/g;".repeat(40);
    assert_eq!(substitute(&doubling, Printing::Always, "a\n"), None);
}

#[test]
fn hostile_scripts_end_soon() {
    for script in [
        "s/".repeat(50_000),
        "{".repeat(100_000),
        "\\".repeat(100_001),
        "1,".repeat(50_000),
        "a\\\n".repeat(50_000),
        "/é/Ié".repeat(20_000),
        "s/a/".to_owned() + &"b".repeat(100_000) + "/g",
    ] {
        sed(&script);
        substitute(&script, Printing::Always, &"a".repeat(60_000));
    }
}

#[test]
fn what_a_line_has_become_is_what_runs() {
    assert_eq!(executed("s/^/a /e", "b\n").as_deref(), Some("a b\n"));
    assert_eq!(executed("s/b/c/;e", "a b").as_deref(), Some("a c"));
    assert_eq!(sed("s|.*|a b|;e").runs, ["a b"]);
}
