//! Bash itself: a word that the tree calls literal is what bash passes on.
//!
//! Bash runs `printf` and `read` only, on words without any expansion, in an empty folder and without an environment.

use std::path::Path;
use std::process::{Command, Stdio};

use hookward_shell::{Command as Node, Part, RedirectKind, Statement, Word, parse};

/// Pieces of words that stand for themselves in one way or another.
const ATOMS: [&str; 56] = [
    "a",
    "-",
    "=",
    ":",
    "+",
    "%",
    "^",
    ",",
    ".",
    "/",
    "@",
    "é",
    "→",
    "\\a",
    "\\\\",
    "\\*",
    "\\?",
    "\\[",
    "\\{",
    "\\~",
    "\\$",
    "\\`",
    "\\\"",
    "\\'",
    "\\ ",
    "\\;",
    "\\&",
    "\\|",
    "\\<",
    "\\(",
    "\\#",
    "\\!",
    "\\é",
    "\\\n",
    "'x y'",
    "''",
    "'a\\b'",
    "'$x`\"*'",
    "'a\nb'",
    "'a\\\nb'",
    "\"x y\"",
    "\"\"",
    "\"a\\b\\$\\`\\\"\\\\c\"",
    "\"it's *\"",
    "\"a\\\nb\"",
    "\"a\nb\"",
    "\"$\"",
    "\"a$ b\"",
    "$'\\t'",
    "$'\\'\\\\\\\"'",
    "$'\\x41\\101\\u00e9'",
    "$''",
    "$\"q r\"",
    "\"\\a\\'\"",
    "\"{a,b}~\"",
    "'#'",
];

/// Whole words that are worth a look of their own.
const WORDS: [&str; 40] = [
    r"$'\a\b\e\E\f\n\r\t\v\\\'\?'",
    r#"$'\"'"#,
    r"$'\1\12\123\1234'",
    r"$'\x4\x41\x414'",
    r"$'\x{41}'",
    r"$'\x{4142}'",
    r"$'\u41\u0041\u00e9x\u20ac'",
    r"$'\U41\U0001f600'",
    r"$'\cA\ca\c[\c?x'",
    r"$'\c\\x'",
    r"$'\q\z\8\9'",
    r"$'\x\u\U'",
    r"$'\xg'",
    r"$'a\0b'",
    r"$'a\x00b'x",
    r"$'a\u0000b'x",
    "$'a\\\nb'",
    "$'a\nb'",
    r"$'é→'",
    r"$'$x`y`'",
    "a\\\nb",
    "\\\na",
    "a\\\n",
    "\"\\\n\"",
    "'\\\n'",
    "a'b'\"c\"$'d'\\e",
    "\"a'b\"'c\"d'",
    "\"\\x\\y\\!\"",
    "'it'\\''s'",
    "\"$'a'\"",
    "$$'a'",
    "\"a\\\\\\\"b\"",
    "a\\\\\\b",
    "\"\\\\\\\n\"",
    "x=\\a",
    "--opt=\"a b\"'c'",
    "a\\",
    "%s\\n",
    "\"%\"",
    "-n",
];

/// Here-documents, with their operator; the delimiter is `E`.
const HERE_DOCUMENTS: [&str; 16] = [
    "<<E\na b\nE\n",
    "<<E\n\nE\n",
    "<<E\nE\n",
    "<<'E'\n$x `y` \\z \\\\ \\\nE\n",
    "<<\"E\"\n$x \"q\" 'r'\nE\n",
    "<<\\E\n$x\nE\n",
    "<<E\n\\$x \\`y \\\\z \\\" \\' \"q\" 'r'\nE\n",
    "<<E\na\\\nb\nE\n",
    "<<E\na\\\nE\nE\n",
    "<<E\na\\\\\nE\n",
    "<<-E\n\ta\n\t\tb\n\t c\n\tE\n",
    "<<-'E'\n\ta\\\n\tb\n\tE\n",
    "<<E\n\ta\n E\nE \nE\n",
    "<<E\n# $ \\ * ~ {a,b}\nE\n",
    "<<'E F'\na\nE F\n",
    "<<E\né → \\é\nE\n",
];

/// What bash prints, cut at the NULs; `None` where there is no bash.
fn run(script: &str) -> Option<Vec<String>> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("empty");
    std::fs::create_dir_all(&folder).unwrap();
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("words-{}.sh", script.len()));
    std::fs::write(&file, script).unwrap();
    let output = Command::new("bash")
        .args(["--noprofile", "--norc"])
        .arg(&file)
        .env_clear()
        .env("LC_ALL", "C.UTF-8")
        .current_dir(&folder)
        .stdin(Stdio::null())
        .output()
        .ok()?;
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let printed = String::from_utf8(output.stdout).unwrap();
    Some(printed.split_terminator('\0').map(str::to_owned).collect())
}

fn compare(words: &[String]) {
    let script = words.iter().map(|word| format!("printf '%s\\0' x{word}\n")).collect::<Vec<_>>().concat();
    let Some(printed) = run(&script) else { return };
    assert_eq!(printed.len(), words.len());
    for (word, printed) in words.iter().zip(printed) {
        let source = format!("printf x{word}");
        let script = parse(&source);
        assert_eq!(script.not_understood, [], "{source:?}");
        let literal = match script.body.as_slice() {
            [Statement { command: Node::Simple(simple), .. }] if simple.words.len() == 2 => {
                simple.words[1].literal()
            }
            body => panic!("{source:?} is {body:?}"),
        };
        assert_eq!(literal.as_deref(), Some(printed.as_str()), "{source:?}");
    }
}

#[test]
fn bash_reads_the_words_that_are_worth_a_look_as_we_do() {
    // A process id is no text; the trailing backslash would join the next line.
    let words: Vec<_> = WORDS
        .iter()
        .filter(|word| !word.contains("$$") && **word != "a\\")
        .map(|&word| word.to_owned())
        .collect();
    compare(&words);
}

#[test]
fn bash_reads_all_pairs_of_pieces_as_we_do() {
    let words: Vec<_> =
        ATOMS.iter().flat_map(|first| ATOMS.map(|second| format!("{first}{second}"))).collect();
    compare(&words);
}

#[test]
fn bash_reads_here_documents_as_we_do() {
    let read = |document: &str| format!("IFS= read -r -d '' v {document}printf '%s\\0' \"$v\"\n");
    let script: String = HERE_DOCUMENTS.iter().map(|document| read(document)).collect();
    let Some(printed) = run(&script) else { return };
    assert_eq!(printed.len(), HERE_DOCUMENTS.len());
    for (document, printed) in HERE_DOCUMENTS.iter().zip(printed) {
        let source = read(document);
        let script = parse(&source);
        assert_eq!(script.not_understood, [], "{source:?}");
        let body = match script.body[0].redirects[0].kind {
            RedirectKind::HereDocument(ref body) => text(body),
            ref kind => panic!("{source:?} is {kind:?}"),
        };
        assert_eq!(body, printed, "{source:?}");
    }
}

fn text(word: &Word) -> String {
    word.parts
        .iter()
        .map(|part| match part {
            Part::Quoted { text, .. } => text.as_str(),
            part => panic!("unexpected {part:?}"),
        })
        .collect()
}
