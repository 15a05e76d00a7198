//! What the build script does not take: it says file, program and reason.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

#[path = "../build.rs"]
#[allow(dead_code, reason = "only the compiler in it is tried")]
mod build;

fn reason(text: &str) -> String {
    build::compile(&[("a.toml".to_owned(), text.to_owned())]).expect_err("a mistake is refused")
}

const GOOD: &str = "[[program]]\nnames = [\"x\"]\nexamples = [[\"x a\"]]\n";

#[test]
fn data_that_is_right_is_compiled() {
    let files = [("a.toml".to_owned(), GOOD.to_owned())];
    let compiled = build::compile(&files).expect("nothing is wrong with it");
    assert_eq!(compiled.text, "xn  \"!x");
    assert_eq!(compiled.index, "pub(super) static INDEX: [[u32; 4]; 1] = [\n[0, 1, 1, 7],\n];\n");
}

#[test]
fn a_mistake_is_named_with_file_program_and_reason() {
    let table = [
        ("operand = [\"read\"]", "unknown field `operand`"),
        ("operands = [\"raed\"]", "a.toml: x: no role is called \"raed\""),
        ("options = { text = [\"k\"] }", "a.toml: x: \"k\" is not an option"),
        ("options = { tekst = [\"-k\"] }", "a.toml: x: no role is called \"tekst\""),
        ("stdin = \"cobol\"", "a.toml: x: no language is called \"cobol\""),
        ("style = \"loud\"", "a.toml: x: no style is called \"loud\""),
        ("output = \"loud\"", "a.toml: x: no output is called \"loud\""),
        ("output = \"secret\"", "a.toml: x: \"prints\" says which secret"),
        ("prints = \"a token\"", "a.toml: x: \"prints\" without"),
        ("does = [{ deed = \"dance\", what = \"dances\" }]", "a.toml: x: no deed is called \"dance\""),
        ("when = [\"-a\"]", "a.toml: x: a mode has"),
        ("mode = [{ output = \"quiet\" }]", "a.toml: x: with : a mode has"),
        ("sub = [{ operands = [\"read\"] }]", "a.toml: x: : a program and a subcommand have names"),
        ("sub = [{ names = [\"a\"] }, { names = [\"a\"] }]", "a.toml: x: a: it is there twice"),
        ("sub = [{ names = [\"a\"], operands = [\"no\"] }]", "a.toml: x: a: no role is called \"no\""),
        ("safe_alone = [\"a\\tb\"]", "a.toml: x: \"a\tb\" has a character"),
    ];
    for (line, expected) in table {
        let reason = reason(&format!("{GOOD}{line}\n"));
        assert!(reason.starts_with("a.toml: ") && reason.contains(expected), "{line}: {reason}");
    }
}

#[test]
fn a_program_has_one_place_and_an_example() {
    assert_eq!(reason("[[program]]\nnames = [\"x\"]\n"), "a.toml: x: it has no example");
    assert_eq!(reason(&GOOD.repeat(2)), "a.toml: x: it is already in a.toml");
    assert_eq!(
        reason(&GOOD.replace("\"x\"]", "\"a/x\"]")),
        "a.toml: a/x: a program's name has no directory, no space and no star"
    );
}
