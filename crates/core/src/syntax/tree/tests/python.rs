//! What the tree of Python says and its words do not.

use super::*;

const PYTHON: Language = Language::Python;

#[test]
fn every_form_of_an_import_is_seen() {
    let text = "import os, a.b as c\nfrom x.y import z as w, v\nfrom ..p import (q,\n  r as s,  # no\n)\n\
                from . import t\nfrom u import *\nfrom . \\\n  import v\nif a:\n    import d\n\
                try: import e\nexcept E: import f\ndef g():\n    def h(): import i; import j\n\
                k = importlib.import_module('l' '.m')\nn = __import__('o')\n";
    let expected = [
        "os",
        "a.b",
        "x.y",
        "x.y.z",
        "x.y.v",
        "..p",
        "..p.q",
        "..p.r",
        ".",
        ".t",
        "u",
        ".",
        ".v",
        "d",
        "e",
        "f",
        "i",
        "j", // What may come with everything of `u`.
        "u.E",
        "u.__import__",
        "u.a",
        "u.importlib",
        "l.m",
        "o",
    ];
    assert_eq!(imported(PYTHON, text), expected);
    assert_eq!(code(PYTHON, text).imports.last().map(|found| found.line), Some(17));
}

#[test]
fn a_module_is_imported_however_it_is_reached() {
    for (text, module) in [
        ("import legacy\nlegacy.db.connect()", "legacy.db.connect"),
        ("import legacy as l\nx = l.db", "legacy.db"),
        ("from .. import app\napp.db.connect()", "..app.db.connect"),
        ("importlib.import_module('.db', 'legacy')", "legacy.db"),
        ("importlib.import_module('..db', package='legacy.web')", "legacy.db"),
        ("N = 'legacy.db'\nimportlib.import_module(N)", "legacy.db"),
        ("from importlib import import_module as i\nN = 'legacy.db'\ni(N)", "legacy.db"),
        ("__import__('legacy', fromlist=['db'])", "legacy.db"),
        ("__import__('legacy', globals(), locals(), ('a', 'db'))", "legacy.db"),
    ] {
        let found = imported(PYTHON, text);
        assert!(found.iter().any(|one| one == module), "{text}: {found:?}");
    }
    // A variable is no module, and what is relative stays so.
    assert_eq!(imported(PYTHON, "import make\ndb = make\ndb.x()"), ["make", "make.x"]);
    assert_eq!(imported(PYTHON, "db = f()\ndb.get.x()\nself.y.z()"), Vec::<String>::new());
    assert_eq!(imported(PYTHON, "from . import db\ndb.x()"), [".", ".db", ".db.x"]);
}

#[test]
fn what_a_thing_says_of_itself_is_no_text_of_the_program() {
    let text = "'a'\nclass A:\n    'b'\n    def f(self):\n        # why\n        'c'\n        x = 'd'\n        'e'\n";
    assert_eq!(spelled(PYTHON, text), ["d", "e"]);
}

#[test]
fn what_stands_in_a_text_or_a_comment_is_no_import_and_no_call() {
    let text = "'''\nimport a\n'''\ndef f():\n    \"\"\"Doc.\n\n    import b\n    eval(x)\n    \"\"\"\n# import c\n\
                x = f\"{y['import d']}\\nimport e\"\nz = r'\\' # '\nimport g\n";
    assert_eq!(imported(PYTHON, text), ["g"]);
    assert!(called(PYTHON, text).is_empty());
    // By its words, a text that holds its own quote ends early.
    let nested = "x = f\"{d[\"a\"]}\"; y = f'{d['''\nimport no\n''']}'\n";
    assert!(imported(PYTHON, nested).is_empty());
    assert!(!statements::read(PYTHON, nested).imports.is_empty());
}

#[test]
fn a_call_is_known_by_what_its_name_stands_for() {
    calls_that_words_do_not_say(
        PYTHON,
        &[
            ("import boto3 as b\nb.client('dynamodb')", "boto3.client"),
            ("from boto3 import client as c\nc('dynamodb')", "boto3.client"),
            ("from boto3 import client\nclient('dynamodb')", "boto3.client"),
            ("from boto3 import *\nclient('dynamodb')", "boto3.client"),
            ("import boto3\nc = boto3.client\nc('dynamodb')", "boto3.client"),
            (
                "import boto3\nclass A:\n  def f(self):\n    self.c = boto3.client('x')\n    self.c.get()",
                "boto3.client.get",
            ),
            ("import boto3 as b\nwith b.client('x') as c:\n  c.get()", "boto3.client.get"),
            ("import aws as a\ndef f(c: a.Lambda): c.invoke()", "aws.Lambda.invoke"),
            ("importlib.import_module('boto3').client('x')", "boto3.client"),
            ("m = __import__('boto3')\nm.client('x')", "boto3.client"),
            ("import boto3 as b\ngetattr(b, 'cli' 'ent')('x')", "boto3.client"),
            ("from unittest import mock as m\n@m.patch\ndef f(): pass", "unittest.mock.patch"),
            ("import os as o\nx = f\"{o.system('x')}\"", "os.system"),
            ("import os as o\nx = f'{f\"{o.system()}\"}'", "os.system"),
            ("from a import (\n  b as c,\n)\n[c(x) for x in y]", "a.b"),
            ("try:\n  import a as j\nexcept E:\n  import b as j\nj.loads(x)", "a.loads"),
            ("try:\n  import a as j\nexcept E:\n  import b as j\nj.loads(x)", "b.loads"),
        ],
    );
    assert!(called(PYTHON, "(a or b).invoke()").contains(&"?.invoke".to_owned()));
    assert!(called(PYTHON, "def f(eval): pass\nclass A(eval): pass").is_empty());
}

#[test]
fn a_text_is_known_whole_with_what_holds_it() {
    for (text, holder, expected) in [
        ("pk = f\"USER#{user.id}\"", "pk", "USER#{id}"),
        ("pk = f\"USER#{user['id']}#{x!r:>{w}}\"", "pk", "USER#{user}#{x}"),
        ("pk = 'USER' '#1'", "pk", "USER#1"),
        ("pk = ('USER'\n  '#1')", "pk", "USER#1"),
        ("self.pk: str = 'USER#' + str(id)", "pk", "USER#{str}"),
        ("x = {'PK': 'A', 'SK': \"B\"}", "SK", "B"),
        ("x = {'PK': {'S': 'A'}}", "PK", "A"),
        ("x['PK'] = 'A'", "PK", "A"),
        ("f(Key='A')", "Key", "A"),
        ("def f(pk='A'): pass", "pk", "A"),
        ("pk = 'US\\x45R#'", "pk", "USER#"),
        ("pk = rb'\\x45'", "pk", "\\x45"),
        ("pk = '''a\n\"b'''", "pk", "a\n\"b"),
    ] {
        assert_eq!(held(PYTHON, text, holder).as_deref(), Some(expected), "{text}");
    }
    assert_eq!(spelled(PYTHON, "x = 'a' f'b{c(\"d\")}'"), ["ab{c}", "d"]);
}

#[test]
fn a_first_argument_is_known_by_what_it_says_or_is() {
    let call = |text: &str| code(PYTHON, text).calls.into_iter().next().unwrap();
    assert_eq!(call("@patch('app.' 'cart')\ndef f(): pass").argument.as_deref(), Some("app.cart"));
    assert_eq!(call("patch(target='app.cart')").argument.as_deref(), Some("app.cart"));
    assert_eq!(call("patch( # why\n 'app.cart')").argument.as_deref(), Some("app.cart"));
    assert_eq!(call("from app import cart as c\npatch.object(c, 'x')").of.as_deref(), Some("app.cart"));
    assert_eq!(call("import app.cart as c\npatch.object(c.Cart, 'x')").of.as_deref(), Some("app.cart.Cart"));
}

#[test]
fn a_broken_file_still_says_what_it_says() {
    for text in [
        "def f(:\nimport boto3\n",
        "x = (\nimport boto3\n",
        "import boto3\n)))",
        "class\n  import boto3 as b\n",
        "if x\n    import boto3\n",
        "x = '\nimport boto3\n",
        "import boto3, (\n",
    ] {
        assert!(imported(PYTHON, text).iter().any(|name| name == "boto3"), "{text}");
    }
    let broken = "import boto3 as b\nb.client('x')\ny = 'A'\ndef f(:\n";
    assert_eq!(imported(PYTHON, broken), ["boto3", "boto3.client"]);
    assert_eq!(called(PYTHON, broken).iter().filter(|name| name.ends_with("client")).count(), 1);
    assert_eq!(spelled(PYTHON, broken), ["x", "A"]);
}
