//! What the tree of Go says and its words do not.

use super::*;

const GO: Language = Language::Go;

#[test]
fn every_form_of_an_import_is_seen() {
    let text = "package a\nimport \"fmt\"\nimport (\n\tx \"a/b\"\n\t// \"no\"\n\t_ \"c\"\n\t. `d/e`; \"f\"\n)\n\
                var s = `\nimport \"no\"\n`\nvar r = '\"'\nimport \"g\"\n";
    assert_eq!(imported(GO, text), ["fmt", "a/b", "c", "d/e", "f", "g"]);
    let lines: Vec<usize> = code(GO, text).imports.iter().map(|found| found.line).collect();
    assert_eq!(lines, [2, 4, 6, 7, 7, 13]);
}

#[test]
fn a_call_is_known_by_what_its_name_stands_for() {
    calls_that_words_do_not_say(
        GO,
        &[
            ("package a\nimport l \"github.com/aws/lambda\"\nfunc f() { l.New() }", "lambda.New"),
            ("package a\nimport y \"gopkg.in/yaml.v3\"\nfunc f() { y.Marshal() }", "yaml.Marshal"),
            ("package a\nimport r \"x.org/redis/v9\"\nfunc f() { r.New() }", "redis.New"),
            ("package a\nimport . \"os/exec\"\nfunc f() { Command(`x`) }", "exec.Command"),
            ("package a\nimport \"os/exec\"\nfunc f() { c := exec.Command; c(`x`) }", "exec.Command"),
            (
                "package a\nimport l \"aws/lambda\"\nfunc f(c *l.Client) { c.Invoke() }",
                "lambda.Client.Invoke",
            ),
            ("package a\nimport l \"aws/lambda\"\nvar x = &l.InvokeInput{A: 1}", "lambda.InvokeInput"),
            ("package a\nfunc f() { a, b := x.Y(), z.W(); b.Go() }", "z.W.Go"),
            ("package a\nfunc f() { exec.Command(\"a\").Run() }", "exec.Command.Run"),
        ],
    );
    assert_eq!(called(GO, "package a\nfunc eval(a int) {}\nvar s = `eval()`"), Vec::<String>::new());
}

#[test]
fn a_text_is_known_whole_with_what_holds_it() {
    for (text, holder, expected) in [
        ("pk := \"USER#\" + u.ID", "pk", "USER#{ID}"),
        ("const pk, sk = `A`, \"B\"", "sk", "B"),
        ("x := T{PK: \"\\x41\"}", "PK", "A"),
        ("x := map[string]string{\"PK\": `A\\n`}", "PK", "A\\n"),
        ("x[\"PK\"] = \"A\"", "PK", "A"),
    ] {
        assert_eq!(
            held(GO, &format!("package a\nfunc f() {{ {text} }}"), holder).as_deref(),
            Some(expected),
            "{text}"
        );
    }
}

#[test]
fn a_broken_file_still_says_what_it_says() {
    for text in [
        "package a\nfunc f( {\nimport \"forbidden\"\n",
        "package\nimport (\n\t\"forbidden\"\n",
        "}}}\nimport x \"forbidden\"\n",
        "package a\nvar x = \"\nimport \"forbidden\"\n",
    ] {
        assert!(imported(GO, text).iter().any(|name| name == "forbidden"), "{text}");
    }
    assert_eq!(imported(GO, "package a\nimport (\n\t\"b\"\n\t\"c\"\n)\nfunc f( {"), ["b", "c"]);
}

#[test]
fn a_call_is_known_by_the_whole_path_of_its_package() {
    for (text, expected) in [
        ("import \"os/exec\"\nfunc f() { exec.Command(`x`) }", "os.exec.Command"),
        ("import ex \"os/exec\"\nfunc f() { ex.Command(`x`) }", "os.exec.Command"),
        ("import . \"os/exec\"\nfunc f() { Command(`x`) }", "os.exec.Command"),
        ("import (\n\"my/exec\"\nex \"os/exec\"\n)\nfunc f() { ex.Command(`x`) }", "os.exec.Command"),
        ("import \"x.org/redis/v9\"\nfunc f() { redis.New() }", "x.org.redis.v9.New"),
    ] {
        assert!(made_by(GO, &format!("package a\n{text}")).iter().any(|path| path == expected), "{text}");
    }
    let other = made_by(GO, "package a\nimport \"my/exec\"\nfunc f() { exec.Command(`x`) }");
    assert_eq!(other, ["my.exec.Command"]);
}
