//! A call that a policy forbids is known by where what it calls comes from, not by what the file calls it.

use hookward_core::policy::Layer;

use crate::support::{Bench, Disk};
use crate::write;

const DISK: Disk = Disk(&[(
    "lib/shell.ts",
    "export { exec as run } from 'child_process';\nexport { default as cp } from 'child_process';\n\
     export * as ns from 'node:child_process';\nexport function own() {}\n",
)]);

/// Whether writing a file with this text is denied where a call is forbidden.
fn is_denied(call: &str, file: &str, text: &str) -> bool {
    let call = call.replace('\\', "\\\\");
    let policy =
        format!("[[gate.architecture]]\nid = \"c\"\nfiles = \"ui/**\"\nforbid = {{ call = \"{call}\" }}");
    let bench = Bench { world: &DISK, ..Bench::with(&[(Layer::Project, &policy)]) };
    let verdict = bench.judge(write(&format!("ui/{file}"), text));
    verdict.findings.iter().any(|finding| finding.rule == "gate/architecture")
}

#[test]
fn a_part_of_a_module_is_forbidden_under_every_name() {
    for (call, text) in [
        ("child_process.exec", "import { exec as e } from 'node:child_process';\ne('x');"),
        ("child_process.exec", "const child_process = require('child_process');\nchild_process.exec('x');"),
        ("child_process.exec", "require('child_' + 'process').exec('x');"),
        ("node:child_process.exec", "import cp from 'child_process';\ncp['exec']('x');"),
        ("fs.writeFileSync", "import f from 'fs';\nf.writeFileSync('x');"),
        ("fs.promises.writeFile", "import { writeFile } from 'node:fs/promises';\nwriteFile('x');"),
        ("db.query", "import { query as q } from '../lib/db.js';\nq('x');"),
        // By way of files that only hand it on.
        ("child_process.exec", "import { run } from '../lib/shell';\nrun('x');"),
        ("child_process.exec", "import { cp } from '../lib/shell';\ncp.exec('x');"),
        ("child_process.exec", "import { ns } from '../lib/shell';\nns.exec('x');"),
    ] {
        assert!(is_denied(call, "a.ts", text), "{call}: {text}");
    }
    for (call, file, text) in [
        ("os/exec.Command", "a.go", "package a\nimport ex \"os/exec\"\nfunc f() { ex.Command(\"x\") }"),
        ("std::process::Command::new", "a.rs", "use std::process::Command as C;\nfn f() { C::new(\"x\"); }"),
        ("Foo\\Bar::x", "a.php", "<?php\nuse Foo\\Bar as B;\nB::x();"),
        (
            "Runtime.getRuntime",
            "A.java",
            "import static java.lang.Runtime.*;\nclass A { Object o = getRuntime(); }",
        ),
        ("java.lang.Runtime.getRuntime", "A.java", "class A { Object o = Runtime.getRuntime(); }"),
        ("java.lang.Runtime.getRuntime", "A.kt", "import java.lang.Runtime as R\nfun f() { R.getRuntime() }"),
    ] {
        assert!(is_denied(call, file, text), "{call}: {text}");
    }
}

#[test]
fn what_has_the_same_name_and_another_origin_is_free() {
    for (call, file, text) in [
        ("child_process.exec", "a.ts", "function exec() {}\nexec('x');"),
        ("child_process.exec", "a.ts", "const child_process = { exec() {} };\nchild_process.exec('x');"),
        ("child_process.exec", "a.ts", "import { exec } from './child';\nexec('x');"),
        ("child_process.exec", "a.ts", "import { own } from '../lib/shell';\nown('x');"),
        ("fs.writeFile", "a.ts", "import { writeFile } from 'fs/promises';\nwriteFile('x');"),
        ("os/exec.Command", "a.go", "package a\nimport \"my/exec\"\nfunc f() { exec.Command(\"x\") }"),
        ("std::process::Command::new", "a.rs", "struct Command;\nfn f() { Command::new(\"x\"); }"),
    ] {
        assert!(!is_denied(call, file, text), "{call}: {text}");
    }
    // Where a policy names a function and not what it is of, every one of that name is meant.
    assert!(is_denied("exec", "a.ts", "function exec() {}\nexec('x');"));
}

#[test]
fn a_built_in_module_is_the_same_with_and_without_its_prefix() {
    let policy = "[[gate.architecture]]\nid = \"i\"\nfiles = \"ui/**\"\nforbid = { import = \"node:fs\" }";
    let bench = Bench::with(&[(Layer::Project, policy)]);
    for module in ["fs", "node:fs", "fs/promises"] {
        let verdict = bench.judge(write("ui/a.ts", &format!("import * as f from '{module}';")));
        assert!(!verdict.findings.is_empty(), "{module}");
    }
}

#[test]
fn a_name_without_a_dot_means_a_function_and_no_method() {
    for (call, file, text) in [
        ("eval", "a.ts", "eval('1');"),
        ("eval", "a.ts", "(0, eval)('1');"),
        ("eval", "a.ts", "window.eval('1'); "),
        ("eval", "a.ts", "globalThis['eval']('1');"),
        ("eval", "a.ts", "const run = eval; run('1');"),
        ("eval", "a.ts", "function eval() {}\neval('1');"),
        ("exec", "a.ts", "import * as cp from 'child_process';\ncp.exec('x');"),
        ("exec", "a.ts", "import cp from 'child_process';\nconst c = cp;\nc.exec('x');"),
        ("exec", "a.ts", "require('child_process').exec('x');"),
        ("exec", "a.ts", "(await import('child_process')).exec('x');"),
        ("Client", "a.ts", "import { aws } from './aws';\nnew aws.Client();"),
        ("Client", "a.ts", "new this.sdk.v3.Client({});"),
        ("*.eval", "a.ts", "model.eval();"),
        ("{run,*.eval}", "a.ts", "this.model.eval();"),
        ("eval", "a.py", "eval('1')"),
        ("eval", "a.py", "import builtins\nbuiltins.eval('1')"),
        ("eval", "a.py", "import builtins as b\nb.eval('1')"),
        ("eval", "a.py", "from builtins import eval as e\ne('1')"),
        ("eval", "a.py", "run = eval\nrun('1')"),
        ("run", "a.py", "import subprocess as s\ns.run('x')"),
        ("run", "a.py", "import a.b\na.b.run('x')"),
        ("Client", "a.py", "from google.cloud import storage\nstorage.Client()"),
        ("*.eval", "a.py", "model.eval()"),
        ("Command", "a.go", "package a\nimport ex \"os/exec\"\nfunc f() { ex.Command(\"x\") }"),
        ("exit", "a.rs", "use std::process;\nfn f() { process::exit(1); }"),
        ("getRuntime", "A.java", "class A { Object o = Runtime.getRuntime(); }"),
        ("Db", "A.java", "class A { Object o = new Db(); }"),
        ("getRuntime", "A.kt", "fun f() { Runtime.getRuntime() }"),
    ] {
        assert!(is_denied(call, file, text), "{call}: {text}");
    }
    for (call, file, text) in [
        ("eval", "a.ts", "const model = load();\nmodel.eval();"),
        ("eval", "a.ts", "import { model } from './model';\nmodel.eval();"),
        ("eval", "a.ts", "import model from './model';\nmodel.eval();"),
        ("eval", "a.ts", "import * as tf from 'tf';\nconst m = tf.load();\nm.eval();"),
        ("eval", "a.ts", "new Model().eval();"),
        ("eval", "a.ts", "this.eval();"),
        ("exec", "a.ts", "/a/.exec(text);"),
        ("eval", "a.py", "import torch\nmodel = torch.load('m')\nmodel.eval()"),
        ("eval", "a.py", "def f(model: Model):\n    model.eval()"),
        ("eval", "a.py", "class A:\n    def f(self):\n        self.eval()\n        self.net.eval()"),
        ("eval", "a.py", "Model().eval()"),
        ("eval", "a.py", "e = model.eval\ne()"),
        ("eval", "a.py", "df.eval('a + b')"),
        ("Command", "a.go", "package a\nfunc f(c Client) { c.Command(\"x\") }"),
        ("exit", "a.rs", "fn f(app: App) { app.exit(1); }"),
        ("exec", "A.java", "class A { void f(Query q) { q.exec(); } }"),
        ("exec", "A.kt", "fun f(query: Query) { query.exec() }"),
    ] {
        assert!(!is_denied(call, file, text), "{call}: {text}");
    }
}

#[test]
fn a_function_that_is_given_to_somebody_is_used() {
    for (call, file, text) in [
        ("eval", "a.ts", "texts.map(eval);"),
        ("eval", "a.ts", "setTimeout(window.eval, 1, 'x');"),
        ("child_process.exec", "a.ts", "import { exec } from 'child_process';\nwrap(exec);"),
        ("child_process.exec", "a.ts", "import * as cp from 'child_process';\nnew Runner(cp.exec);"),
        ("exec", "a.ts", "import * as cp from 'child_process';\nwrap(cp.exec);"),
        ("eval", "a.py", "list(map(eval, texts))"),
        ("eval", "a.py", "run(by=eval)"),
        ("subprocess.run", "a.py", "import functools, subprocess\nfunctools.partial(subprocess.run, 'x')"),
        ("subprocess.run", "a.py", "from subprocess import run as r\npool.submit(r, 'x')"),
        ("os/exec.Command", "a.go", "package a\nimport \"os/exec\"\nfunc f() { use(exec.Command) }"),
        ("std::process::Command::new", "a.rs", "use std::process::Command;\nfn f() { a.map(Command::new); }"),
        ("std::process::exit", "a.rs", "fn f() { a.map(std::process::exit); }"),
        ("Runtime.exec", "A.java", "class A { void f() { a.map(Runtime::exec); } }"),
    ] {
        assert!(is_denied(call, file, text), "{call}: {text}");
    }
    for (call, file, text) in [
        // What a variable of that name holds is nobody's function.
        ("open", "a.ts", "const [open, setOpen] = useState(false);\nuse(open);"),
        ("open", "a.ts", "function f({ open }) { use(open); }"),
        ("open", "a.ts", "use(door.open);"),
        ("open", "a.py", "def f(open):\n    use(open)"),
        ("open", "a.py", "for open in doors:\n    use(open)"),
        ("open", "a.py", "use([open for open in doors])\nopen = 1\nuse(open)"),
        ("*.open", "a.py", "use(door.open)"),
        ("open", "a.go", "package a\nfunc f(open bool) { use(open) }"),
        // A class is told apart, asked about and stood in for without being made.
        ("Client", "a.ts", "import { Client } from 'sdk';\nmockClient(Client);"),
        ("Client", "a.py", "from sdk import Client\nisinstance(a, Client)"),
    ] {
        assert!(!is_denied(call, file, text), "{call}: {text}");
    }
}

/// Files of a project of PHP, by the places that its manifest gives to classes.
const PHP: Disk = Disk(&[
    ("composer.json", r#"{"autoload":{"psr-4":{"App\\\\":"src/"}}}"#),
    ("src/Db/Conn.php", "<?php\nnamespace App\\Db;\nclass Conn {}\n"),
    ("src/Web/Page.php", "<?php\nnamespace App\\Web;\nclass Page {}\n"),
]);

#[test]
fn a_class_of_php_is_used_by_its_file_and_by_a_text_that_names_it() {
    let policy =
        "[[gate.architecture]]\nid = \"c\"\nfiles = \"src/Web/*.php\"\nforbid = { import = 'App\\Db\\**' }";
    let bench = Bench { world: &PHP, ..Bench::with(&[(Layer::Project, policy)]) };
    let is_denied = |text: &str| {
        let verdict = bench.judge(write("src/Web/A.php", &format!("<?php\nnamespace App\\Web;\n{text}")));
        verdict.findings.iter().any(|finding| finding.rule == "gate/architecture")
    };
    for text in [
        "use App\\Db\\Conn;",
        "require __DIR__ . '/../Db/Conn.php';",
        "require_once dirname(__DIR__) . '/Db/Conn.php';",
        "$cls = 'App\\Db\\Conn'; $a = new $cls();",
        "$cls = '\\App\\Db\\Conn'; $cls::open();",
        "class_exists('App\\Db\\Conn');",
        "$container->get('App\\Db\\Conn');",
        "call_user_func('App\\Db\\Conn::open');",
        "call_user_func(['App\\Db\\Conn', 'open']);",
    ] {
        assert!(is_denied(text), "{text}");
    }
    for text in [
        "require __DIR__ . '/Page.php';",
        "$cls = 'App\\Web\\Page'; $a = new $cls();",
        "$text = 'App\\Db\\Conn is not to be used here';",
        "$log->info('App\\Db\\Conn is slow');",
        "class_exists('App\\Web\\Page');",
    ] {
        assert!(!is_denied(text), "{text}");
    }
}
