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
