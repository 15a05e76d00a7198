//! What the tree of PHP says and its words do not.

use super::*;

const PHP: Language = Language::Php;

#[test]
fn every_form_of_an_import_is_seen() {
    let text = "<p>don't use No\\No; require 'no';</p>\n<?php\nnamespace App;\nuse A\\B\\C as D, E\\F;\n\
                use G\\{H, I as J, function k};\nUSE FUNCTION L\\m as n;\nuse const O\\P;\nuse \\Q\\R;\n\
                class T extends \\S\\U { use V; function f(\\W\\X $x) { new D\\Y(); } }\n\
                $h = <<<EOT\nuse No\\No;\nrequire 'no';\nEOT;\n$n = <<<'EOT'\nuse No\\No;\nEOT;\n# use No\\No;\n\
                ?>\nuse No\\No;\n<?php require_once __DIR__ . '/../z.php';\n";
    let expected = [
        "A\\B\\C",
        "E\\F",
        "G\\H",
        "G\\I",
        "G\\k",
        "L\\m",
        "O\\P",
        "Q\\R",
        "V",
        "./../z.php",
        "S\\U",
        "W\\X",
        "A\\B\\C\\Y",
    ];
    assert_eq!(imported(PHP, text), expected);
}

#[test]
fn a_name_is_of_the_namespace_unless_an_import_explains_it() {
    for (text, expected) in [
        ("namespace App; new Legacy\\Db();", &["App\\Legacy\\Db"] as &[&str]),
        ("namespace App; function f(Legacy\\Db $d) {}", &["App\\Legacy\\Db"]),
        ("namespace App; new namespace\\Legacy\\Db();", &["App\\Legacy\\Db"]),
        ("namespace App { new A\\B(); } namespace C { new A\\B(); }", &["App\\A\\B", "C\\A\\B"]),
        ("new Legacy\\Db();", &["Legacy\\Db"]),
        ("namespace App; new \\Legacy\\Db();", &["Legacy\\Db"]),
        ("namespace App; use X\\Legacy; new Legacy\\Db();", &["X\\Legacy", "X\\Legacy\\Db"]),
    ] {
        assert_eq!(imported(PHP, &format!("<?php {text}")), expected, "{text}");
    }
}

#[test]
fn what_stands_behind_the_end_is_data() {
    let text = "<?php\nf();\n__halt_compiler();\nuse App\\Db; exec('x'); ((( it's";
    assert!(imported(PHP, text).is_empty());
    assert!(!called(PHP, text).contains(&"exec".to_owned()));
    let spoken_of = "<?php // __halt_compiler();\n$x = '__halt_compiler();'; exec('x');";
    assert!(called(PHP, spoken_of).contains(&"exec".to_owned()));
}

#[test]
fn what_is_included_is_seen_from_the_file() {
    for (text, expected) in [
        ("include 'a' . \"b.php\";", &["ab.php", "./ab.php"] as &[&str]),
        ("require('./a.php');", &["./a.php"]),
        ("include_once \"/a.php\";", &["/a.php"]),
        ("require dirname(__FILE__) . '/a.php';", &["./a.php"]),
        ("require dirname(__DIR__, 2) . '/a.php';", &["./../../a.php"]),
        ("require dirname(dirname(__FILE__)) . '/a.php';", &["./../a.php"]),
        ("require $base . '/a.php';", &["/a.php"]),
        ("require $base;", &[]),
    ] {
        assert_eq!(imported(PHP, &format!("<?php {text}")), expected, "{text}");
    }
}

#[test]
fn any_number_of_levels_comes_to_an_end() {
    let far =
        imported(PHP, &format!("<?php require dirname(dirname(__DIR__, {}), 2) . '/a.php';", usize::MAX));
    assert!(
        far.first().is_some_and(|name| name.starts_with("./../../") && name.ends_with("/a.php")),
        "{far:?}"
    );
}

#[test]
fn a_call_is_known_by_what_its_name_stands_for() {
    calls_that_words_do_not_say(
        PHP,
        &[
            ("<?php use App\\Db as D; D::open();", "App.Db.open"),
            ("<?php use App\\Db as D; new D;", "App.Db"),
            ("<?php use App\\Db as D; (new D)->open();", "App.Db->open"),
            ("<?php use App\\Db as D; $d = new D(); $d->open();", "App.Db->open"),
            ("<?php use App\\Db as D; function f(?D $d) { $d?->open(); }", "App.Db->open"),
            (
                "<?php use App\\Db as D; class T { private D $d; function f() { $this->d->open(); } }",
                "App.Db->open",
            ),
            (
                "<?php use App\\Db as D; class T { function __construct(private D $d) {} function f() { $this->d->open(); } }",
                "App.Db->open",
            ),
            ("<?php use App; new App\\Db\\Client();", "App.Db.Client"),
            ("<?php \\App\\Db::open();", "App.Db.open"),
            ("<?php use function App\\run as r; r();", "App.run"),
            ("<?php $f = 'ex' . 'ec'; $f('ls');", "exec"),
            ("<?php $c = App\\Db::class; new $c;", "App.Db"),
            ("<?php call_user_func('exec', 'ls');", "exec"),
            ("<?php `ls $x`;", "shell_exec"),
            ("<p>it's</p><?= exec('ls') ?>", "exec"),
            ("<?php $s = <<<EOT\nit's {$x->exec('ls')}\nEOT;", "$x->exec"),
        ],
    );
    assert_eq!(
        called(PHP, "<?php function eval2() {} $s = <<<'X'\neval2()\nX;\n?>eval2()"),
        Vec::<String>::new()
    );
}

#[test]
fn a_text_is_known_whole_with_what_holds_it() {
    for (text, holder, expected) in [
        ("$pk = \"USER#{$u->id}#$x\";", "pk", "USER#{id}#{x}"),
        ("$pk = 'USER#' . $u->id;", "pk", "USER#{id}"),
        ("$x = ['PK' => ['S' => \"\\x41\"]];", "PK", "A"),
        ("$x = array('PK' => 'A');", "PK", "A"),
        ("$x['PK'] = 'A\\x';", "PK", "A\\x"),
        ("$o->pk = <<<EOT\nA\nEOT;", "pk", "A"),
        ("class T { const PK = 'A'; }", "PK", "A"),
        ("f(key: 'A');", "key", "A"),
        ("$pk = <<<EOT\n    USER#$id\n    EOT;", "pk", "USER#{id}"),
        ("$pk = <<<'EOT'\n  USER#1\n    x\n  EOT;", "pk", "USER#1\n  x"),
    ] {
        assert_eq!(held(PHP, &format!("<?php {text}"), holder).as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn a_first_argument_is_known_by_what_it_is() {
    let text = "<?php use App\\Cart as C; $this->createMock(C::class);";
    assert_eq!(code(PHP, text).calls.first().and_then(|call| call.of.as_deref()), Some("App\\Cart"));
}

#[test]
fn a_broken_file_still_says_what_it_says() {
    for text in [
        "<?php function f( {\nuse Forbidden\\A;\n",
        "<?php use Forbidden\\A\nclass",
        "<?php )))\nuse Forbidden\\A;",
        "<?php use Forbidden\\{A, ;",
    ] {
        assert!(imported(PHP, text).iter().any(|name| name == "Forbidden\\A"), "{text}");
    }
}
