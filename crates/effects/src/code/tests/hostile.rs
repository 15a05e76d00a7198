//! Texts that are made to break a reader: none does, and none takes longer than its length allows.

use std::time::{Duration, Instant};

use super::{Language, PrintsResult, Step, Surroundings, run, shown, steps};
use crate::value::Value;

/// Every reader, and every layout that the tokenizer knows.
const LANGUAGES: [Language; 14] = [
    Language::Python,
    Language::JavaScript,
    Language::Perl,
    Language::Ruby,
    Language::Php,
    Language::Awk,
    Language::AppleScript,
    Language::PowerShell,
    Language::Cmd,
    Language::Lua,
    Language::Elixir,
    Language::Jvm,
    Language::Lisp,
    Language::Tcl,
];

/// Pieces that languages open, close or double.
const PIECES: &[&str] = &[
    "s/(?{ a })/@{[ b ]}/e ",
    "s{s{a}{b}e}{",
    "{} /a/ ",
    "x /(?{ ",
    "#{ /",
    "(",
    "[",
    "{",
    ")",
    "]",
    "}",
    "((((",
    "f(",
    "f(a,",
    "\"",
    "'",
    "`",
    "\"\"\"",
    "'''",
    "${",
    "#{",
    "`${",
    "f'{",
    "\"$(",
    "\"@{[",
    "<<EOF",
    "<<<EOF",
    "<<EOF\n",
    "/",
    "/[",
    "/*",
    "#",
    "//",
    "\\",
    "\\x{",
    "\\u",
    "q{",
    "qq(",
    "s/",
    "tr",
    "%q(",
    "%w[",
    "%x",
    "$",
    "$$",
    "@",
    "%",
    "&",
    "$x{",
    "a.b",
    ".a",
    "a=",
    "a,",
    "a ",
    "a+",
    "'a'+",
    "a?",
    "a?b:",
    "!",
    "-",
    "not ",
    "new ",
    "lambda:",
    "a=>",
    "()=>",
    "function(",
    "function a(){",
    "def a():\n ",
    "def a\n",
    "class a:\n ",
    "if a:\n ",
    "if ",
    "while(1)",
    "for x in a: ",
    "[a for a in ",
    "do ",
    "do |x|",
    "end ",
    "begin ",
    "import a,",
    "from a import ",
    "const {",
    "my ($a,",
    "sub a {",
    "eval '",
    "eval(",
    "exec(",
    "x=x+x;",
    "a=a+a\n",
    "a='b'*99;",
    "[[",
    "{a:",
    "a[",
    "a->",
    "::",
    "?.",
    "|",
    "|a|",
    "print ",
    "echo ",
    "*",
    "**",
    "...",
    "=~",
    "é",
    "\0",
    "$x = (",
    "iex ",
    "%a%",
    "^",
    "&",
    ">",
    "> x",
    "set a to ",
    "(*",
    "--",
    "do shell script ",
    "(a ",
    "(setq a (concat a a))",
    "set a $a$a\n",
    "append a $a\n",
    "if {",
    "a |> b ",
    "a .. a ",
    "function() ",
    "~c(",
    "<- ",
];

fn timed(language: Language, text: &str) -> Duration {
    let stdin = Value::unknown();
    let surroundings = Surroundings {
        home: None,
        prints_result: PrintsResult::Yes,
        arguments: &[],
        stdin: &stdin,
        variables: &[],
        environment: &|_| None,
        written: &|_| None,
        is_there: &|_| false,
    };
    let mut budget = text.len() * 4 + 1000;
    let start = Instant::now();
    steps(language, text, &surroundings, &mut budget);
    start.elapsed()
}

#[test]
fn no_pair_of_pieces_breaks_a_language() {
    for language in LANGUAGES {
        for first in PIECES {
            for second in PIECES {
                timed(language, &format!("{first}{second}{first} x {second}"));
            }
        }
    }
}

#[test]
fn time_is_linear() {
    for language in LANGUAGES {
        for piece in PIECES {
            let short = piece.repeat(1_500 / piece.len());
            let long = piece.repeat(12_000 / piece.len());
            // Eight times the text, and more chances for a machine that is busy.
            let fits = || timed(language, &long) < timed(language, &short) * 20 + Duration::from_millis(50);
            assert!((0..10).any(|_| fits()), "{language:?} {piece:?}");
        }
    }
}

/// A second is enough where nothing else runs; what grows with the square of a megabyte takes minutes.
const PATIENCE: Duration = Duration::from_secs(20);

#[test]
fn a_megabyte_is_no_trouble() {
    for language in LANGUAGES {
        for text in ["(".repeat(100_000), "a".repeat(1_000_000), format!("x = '{}'", "a".repeat(1_000_000))] {
            let taken = timed(language, &text);
            assert!(taken < PATIENCE, "{language:?} {taken:?}");
        }
    }
    let used = format!("x = '{}'\n{}", "a".repeat(300_000), "print(x)\n".repeat(30_000));
    assert!(timed(Language::Python, &used) < PATIENCE);
}

#[test]
fn what_is_too_deep_or_too_long_is_told() {
    let deep = format!("{}os.system('ls'){}", "(".repeat(10_000), ")".repeat(10_000));
    let told = |steps: &[Step]| steps.iter().map(shown).collect::<Vec<_>>();
    assert_eq!(told(&run(Language::Python, PrintsResult::No, &deep)), ["unseen"]);
    for language in LANGUAGES {
        let stdin = Value::unknown();
        let surroundings = Surroundings {
            home: None,
            prints_result: PrintsResult::No,
            arguments: &[],
            stdin: &stdin,
            variables: &[],
            environment: &|_| None,
            written: &|_| None,
            is_there: &|_| false,
        };
        let mut budget = 3;
        let text = "system('a'); system('b'); system('c'); do shell script \"x\"\n\nx\n";
        let found = steps(language, &text.repeat(4), &surroundings, &mut budget);
        assert_eq!(found.last(), Some(&Step::Unseen), "{language:?}");
        assert!(found.len() < 4, "{language:?}");
    }
}

#[test]
fn unclosed_strings_end_with_their_line_or_text() {
    let told =
        |language, text: &str| run(language, PrintsResult::No, text).iter().map(shown).collect::<Vec<_>>();
    assert_eq!(told(Language::Python, "x = 'abc\nos.system('ls')"), ["shell ls"]);
    assert_eq!(told(Language::JavaScript, "x = \"abc\nrequire('fs').unlinkSync('a')"), ["delete a"]);
    assert_eq!(told(Language::Python, "os.system('ls"), ["shell ls"]);
    assert_eq!(told(Language::Python, "os.system('''ls"), ["shell ls"]);
    assert_eq!(told(Language::Perl, "system(\"ls"), ["shell ls"]);
}
