//! What code finds around it: variables, standard input, and files that the text before it has set, given or written.

use super::{Language, PrintsResult, Surroundings, shown, steps};
use crate::value::Value;

/// The steps of some code, with `C` in the environment, the same on standard input, and in these files.
fn run_around(language: Language, given: &str, files: &[&str], code: &str) -> Vec<String> {
    let known = Value::Known(given.to_owned());
    let surroundings = Surroundings {
        home: Some("/home/u"),
        prints_result: PrintsResult::No,
        arguments: &[],
        stdin: &known,
        variables: &[],
        environment: &|name| (name == "C").then(|| known.clone()),
        written: &|path| files.iter().any(|file| path.known() == Some(file)).then(|| known.clone()),
        is_there: &|_| false,
    };
    let mut budget = 100_000;
    steps(language, code, &surroundings, &mut budget).iter().map(shown).collect()
}

fn check_around(rows: &[(Language, &str, &[&str])]) {
    for (language, code, expected) in rows {
        let found = run_around(*language, "ls -l\n", &["c.txt"], code);
        assert_eq!(found, *expected, "{code}");
    }
}

#[test]
fn a_variable_that_was_set_before_is_what_it_was_set_to() {
    check_around(&[
        (Language::Python, "import os; os.system(os.environ['C'])", &["shell ls -l\n"]),
        (Language::Python, "import os; os.system(os.getenv('C', 'x'))", &["shell ls -l\n"]),
        (Language::JavaScript, "require('child_process').execSync(process.env.C)", &["shell ls -l\n"]),
        (Language::Perl, "system $ENV{C}", &["shell ls -l\n"]),
        (Language::Ruby, "system ENV['C']", &["shell ls -l\n"]),
        (Language::Awk, "BEGIN { system(ENVIRON[\"C\"]) }", &["shell ls -l\n"]),
        (Language::Python, "import os; os.system(os.environ['D'])", &["shell ?<$D>"]),
    ]);
}

#[test]
fn what_stands_on_standard_input_is_known_where_it_is_read() {
    check_around(&[
        (Language::Python, "import os, sys; os.system(sys.stdin.read())", &["shell ls -l\n"]),
        (Language::Python, "import os, sys\nfor line in sys.stdin:\n  os.system(line)", &["shell ls -l"]),
        (Language::Python, "import os; os.system(input())", &["shell ls -l"]),
        (Language::Ruby, "system STDIN.read", &["shell ls -l\n"]),
        (Language::Ruby, "system gets", &["shell ls -l"]),
        (Language::Perl, "system <STDIN>", &["shell ls -l"]),
        (Language::Perl, "while (<STDIN>) { system $_ }", &["shell ls -l"]),
        (Language::Lua, "os.execute(io.read())", &["shell ls -l"]),
        (Language::Php, "system(stream_get_contents(STDIN));", &["shell ls -l\n"]),
        (
            Language::JavaScript,
            "require('child_process').execSync(require('fs').readFileSync(0))",
            &["shell ls -l\n"],
        ),
        (
            Language::JavaScript,
            "process.stdin.on('data', d => require('child_process').execSync(d))",
            &["shell ls -l\n"],
        ),
    ]);
    // More than a line: any of them, or all.
    let found = run_around(Language::Python, "ls\nwho\n", &[], "import os; os.system(input())");
    assert_eq!(found, ["shell ls\nwho\n or ls or who"]);
}

#[test]
fn what_was_written_to_a_file_is_known_where_it_is_read() {
    check_around(&[
        (Language::Python, "import os; os.system(open('c.txt').read())", &["read c.txt", "shell ls -l\n"]),
        (
            Language::Python,
            "import os; open('d.txt', 'w').write('ls'); os.system(open('d.txt').read())",
            &["write d.txt: ls", "read d.txt", "shell ls<file d.txt>"],
        ),
        (Language::Python, "open('e.txt').read()", &["read e.txt"]),
    ]);
}

#[test]
fn a_module_is_a_file_only_where_the_text_has_written_one() {
    let import = |language, files: &[&str], code| run_around(language, "", files, code);
    assert_eq!(import(Language::Python, &["m.py"], "import m"), ["import m.py"]);
    assert_eq!(import(Language::Python, &["m/__init__.py"], "from m import x"), ["import m/__init__.py"]);
    assert_eq!(import(Language::Python, &["a/b.py"], "from a import b"), ["import a/b.py"]);
    assert_eq!(import(Language::Perl, &["A/B.pm"], "use A::B; 1"), ["import A/B.pm"]);
    assert!(import(Language::Python, &["m.py"], "import os, json").is_empty());
    // Where it says that it is one, the disk may have it.
    assert_eq!(import(Language::JavaScript, &[], "require('./lib')"), ["import ./lib"]);
}

#[test]
fn what_the_shell_puts_into_the_text_keeps_where_it_comes_from() {
    let pieces = [
        crate::value::Piece::Text("print('a ".to_owned()),
        crate::value::Piece::Hole(crate::value::Hole::variable("KEY")),
        crate::value::Piece::Text("'); x = len('".to_owned()),
        crate::value::Piece::Hole(crate::value::Hole::variable("KEY")),
        crate::value::Piece::Text("')".to_owned()),
    ];
    let (text, holes) = super::super::marked(&pieces);
    let stdin = Value::unknown();
    let surroundings = Surroundings {
        home: None,
        prints_result: PrintsResult::No,
        arguments: &[],
        stdin: &stdin,
        variables: &holes,
        environment: &|_| None,
        written: &|_| None,
        is_there: &|_| false,
    };
    let mut budget = 10_000;
    let text = text.known().expect("every hole is marked");
    let found: Vec<String> =
        steps(Language::Python, text, &surroundings, &mut budget).iter().map(shown).collect();
    assert_eq!(found, ["print a $KEY<$KEY>"]);
}
