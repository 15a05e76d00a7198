//! Gates that look into files judge the file that results, whichever tool writes it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod branches;
mod broken;
mod calls;
mod classes_of_php;
mod framework_names;
mod free_names;
mod mocked_names;
mod names_of_packages;
mod own_names;
mod re_exports;
mod several_writes;
mod stand_ins;
#[path = "../support/mod.rs"]
mod support;
mod typescript_settings;
mod unfit_edits;
mod wildcards;

use hookward_core::effects::{Argument, Call, Change, PatchedFile, Position, Replacement};
use hookward_core::policy::Layer;
use hookward_core::{Decision, Record, Timing};
use support::{Bench, Disk};

const DISK: Disk = Disk(&[
    ("fn/a/handler.ts", "import { log } from '@app/log';\nexport const handler = () => log('a');\n"),
    ("fn/legacy/handler.ts", "import '../b/handler';\n"),
    (
        "fn/windows/handler.ts",
        "import { log } from '@app/log';\r\nexport const handler = () =>\r\n  log('a');\r\n",
    ),
    ("old.test.ts", "jest.mock('./old');\n"),
    ("app/cart.py", ""),
    ("cart.py", ""),
    ("good.ts", "import { log } from '@app/log';\n"),
    ("bad.ts", "import { log } from '@app/log';\nimport { handler } from '../b/handler';\n"),
]);

const POLICY: &str = r#"
[[gate.architecture]]
id = "no-handler-to-handler"
files = "fn/*/handler.ts"
forbid = { import = "../*/handler" }
record = "docs/adr/007.md"
message = "{file}:{line} imports {match}; see {record}: API Gateway, EventBridge or Step Functions"
[[gate.architecture]]
id = "no-eval"
files = "**/*.{py,go,rs,java,php}"
forbid = { import = "forbidden", call = "eval" }
[[gate.missing-import]]
files = "fn/*/handler.ts"
require = ["@app/log"]
[[gate.missing-import]]
files = "fn/*/handler.ts"
require = ["@app/db"]
when = { call = "DynamoDBClient" }
"#;

fn bench() -> Bench {
    Bench { world: &DISK, ..Bench::with(&[(Layer::Project, POLICY)]) }
}

/// The gates that object.
fn objects(call: Call) -> Vec<String> {
    let verdict = bench().judge(call);
    let gates = verdict.findings.iter().filter(|finding| finding.rule.starts_with("gate/"));
    gates.map(|finding| finding.rule.to_string()).collect()
}

fn write(path: &str, content: &str) -> Call {
    Call::Write { path: path.into(), content: content.into() }
}

fn replaced(old: &str, new: &str) -> Vec<Replacement> {
    vec![Replacement { old: old.into(), new: new.into(), ..Replacement::default() }]
}

fn edit(old: &str, new: &str) -> Call {
    Call::Edit { path: "fn/a/handler.ts".into(), edits: replaced(old, new) }
}

const FORBIDDEN: &str = "import { handler as other } from '../b/handler';\n";

#[test]
fn an_edit_is_judged_with_what_the_file_already_has() {
    assert!(objects(edit("log('a')", "log('b')")).is_empty());
    assert_eq!(objects(edit("import { log } from '@app/log';\n", "")), ["gate/missing-import"]);
    assert_eq!(objects(edit("export", &format!("{FORBIDDEN}export"))), ["gate/architecture"]);
    // Half of it stands there already.
    assert_eq!(objects(edit("@app/log", "../b/handler")), ["gate/architecture", "gate/missing-import"]);
    let both = Call::Edit {
        path: "fn/a/handler.ts".into(),
        edits: [replaced("log('a')", "other()"), replaced("export", &format!("{FORBIDDEN}export"))].concat(),
    };
    assert_eq!(objects(both), ["gate/architecture"]);
}

#[test]
fn an_edit_of_several_lines_fits_a_file_with_carriage_returns() {
    let file = "fn/windows/handler.ts";
    let edit = |old: &str, new: &str| Call::Edit { path: file.into(), edits: replaced(old, new) };
    let patch = |old: &str, new: &str| Call::Patch {
        files: vec![PatchedFile { path: file.into(), change: Change::Update { edits: replaced(old, new) } }],
    };
    for end in ["\n", "\r\n"] {
        let (old, new) = (format!("=>{end}  log('a')"), format!("=>{end}  log('b')"));
        assert!(objects(edit(&old, &new)).is_empty());
        assert!(objects(patch(&old, &new)).is_empty());
        let bad = format!("=>{end}  0;{end}{FORBIDDEN}");
        assert_eq!(objects(edit(&old, &bad)), ["gate/architecture"]);
        assert_eq!(objects(patch(&old, &bad)), ["gate/architecture"]);
    }
    let several = Call::Edit {
        path: file.into(),
        edits: [replaced("=>\n  log('a')", "=>\n  log('b')"), replaced("log('b');\n", "log('c');\n")]
            .concat(),
    };
    assert!(objects(several).is_empty());
}

#[test]
fn the_files_of_a_patch_come_together() {
    let policy = "[rules]\n\"gate/untested-code\" = \"enforce\"\n";
    let decision =
        |call| Bench { world: &DISK, ..Bench::with(&[(Layer::Project, policy)]) }.judge(call).decision;
    let add = |path: &str| PatchedFile { path: path.into(), change: Change::Add { content: "x".into() } };
    let code_first = vec![add("src/n.ts"), add("src/n.test.ts")];
    assert_eq!(decision(Call::Patch { files: code_first }), Decision::Silent);
    let without = vec![add("src/n.ts"), add("src/m.test.ts")];
    assert_eq!(decision(Call::Patch { files: without }), Decision::Deny);
    // A shell does one after the other.
    assert_eq!(decision(Call::shell("echo x > src/n.ts; echo t > src/n.test.ts")), Decision::Deny);
}

#[test]
fn what_is_put_behind_lines_is_judged_with_them() {
    for position in [Position::End, Position::Line(1), Position::Line(0)] {
        let put = |new: &str| {
            let edits = vec![Replacement { new: new.into(), position, ..Replacement::default() }];
            objects(Call::Edit { path: "fn/a/handler.ts".into(), edits })
        };
        assert!(put("// done\n").is_empty(), "{position:?}");
        assert_eq!(put(FORBIDDEN), ["gate/architecture"], "{position:?}");
    }
}

#[test]
fn what_a_host_does_not_tell_cannot_be_judged() {
    let untold = |path: &str| Call::Edit { path: path.into(), edits: vec![Replacement::untold()] };
    assert_eq!(objects(untold("fn/a/handler.ts")), ["gate/architecture", "gate/missing-import"]);
    assert_eq!(objects(untold("fn/new/handler.ts")), ["gate/architecture", "gate/missing-import"]);
    assert!(objects(untold("README.md")).is_empty(), "no rule is about its content");
}

#[test]
fn an_edit_by_a_server_is_judged_like_any_other() {
    let argument = |name: &str, value: &str| Argument { name: name.into(), value: value.into() };
    let edit = |told: &[(&str, &str)]| {
        let path = argument("path", "fn/a/handler.ts");
        let told = told.iter().map(|(name, value)| argument(name, value));
        let arguments = std::iter::once(path).chain(told).collect();
        objects(Call::Mcp { server: "filesystem".into(), tool: "edit_file".into(), arguments })
    };
    assert!(edit(&[("oldText", "log('a')"), ("newText", "log('b')")]).is_empty());
    // In whichever order they come, and also where nothing is left.
    assert!(edit(&[("newText", ""), ("oldText", "('a')")]).is_empty());
    assert_eq!(edit(&[("oldText", "@app/log"), ("newText", "x")]), ["gate/missing-import"]);
    let both = ["gate/architecture", "gate/missing-import"];
    assert!(edit(&[("oldText", "not there"), ("newText", "x")]).is_empty());
    assert_eq!(edit(&[("oldText", "not there"), ("newText", FORBIDDEN)]), ["gate/architecture"]);
    assert_eq!(edit(&[("oldText", "log('a')")]), both);
    assert_eq!(edit(&[("oldText", "log('a')"), ("newText", "x"), ("body", FORBIDDEN)]), both);
}

#[test]
fn what_a_server_writes_is_judged_by_its_content() {
    let argument = |(name, value): &(&str, &str)| Argument { name: (*name).into(), value: (*value).into() };
    let call = |tool: &str, told: &[(&str, &str)]| {
        let arguments = told.iter().map(argument).collect();
        objects(Call::Mcp { server: "filesystem".into(), tool: tool.into(), arguments })
    };
    let good = "import { log } from '@app/log';\n";
    let bad = &format!("{good}{FORBIDDEN}");
    for (tool, path, content) in [
        ("write_file", "path", "content"),
        ("create_new_file", "pathInProject", "text"),
        ("create_text_file", "relative_path", "content"),
        ("save_file", "file_path", "file_text"),
    ] {
        assert!(call(tool, &[(path, "fn/c/handler.ts"), (content, good)]).is_empty(), "{tool}");
        let bad = call(tool, &[(path, "fn/c/handler.ts"), (content, bad)]);
        assert_eq!(bad, ["gate/architecture"], "{tool}");
    }
    let file = ("path", "fn/a/handler.ts");
    assert!(call("append_file", &[file, ("content", "// done\n")]).is_empty());
    assert_eq!(call("append_file", &[file, ("content", FORBIDDEN)]), ["gate/architecture"]);
    let editor = "str_replace_based_edit_tool";
    assert!(call(editor, &[("command", "view"), file]).is_empty());
    let insert =
        |name, text| call(editor, &[("command", "insert"), file, ("insert_line", "1"), (name, text)]);
    assert!(insert("insert_text", "// a").is_empty());
    assert_eq!(insert("new_str", FORBIDDEN), ["gate/architecture"]);
    assert_eq!(insert("template", "x").len(), 2, "nobody knows what that is");
    let symbol =
        [("relative_path", "fn/a/handler.ts"), ("name_path", "handler"), ("body", "export const b = 1;")];
    assert!(call("insert_after_symbol", &symbol).is_empty());
    let two = |second| {
        let files = [
            ("path", "fn/c/handler.ts"),
            ("content", good),
            ("path", "fn/d/handler.ts"),
            ("content", second),
        ];
        call("write_files", &files)
    };
    assert!(two(good).is_empty());
    assert_eq!(two(bad), ["gate/architecture"]);
}

#[test]
fn a_patch_is_judged_file_by_file() {
    let patch = |path: &str, change| Call::Patch { files: vec![PatchedFile { path: path.into(), change }] };
    assert!(objects(patch("fn/a/handler.ts", Change::Delete)).is_empty());
    let update = Change::Update { edits: replaced("log('a');\n", "log('b');\n") };
    assert!(objects(patch("fn/a/handler.ts", update)).is_empty());
    let add = |content: &str| Change::Add { content: content.into() };
    assert_eq!(objects(patch("fn/c/handler.ts", add("x"))), ["gate/missing-import"]);
    let renamed = |from: &str| patch(from, Change::Move { to: "fn/c/handler.ts".into(), edits: Vec::new() });
    assert!(objects(renamed("good.ts")).is_empty());
    assert_eq!(objects(renamed("bad.ts")), ["gate/architecture"]);
}

#[test]
fn a_shell_text_is_judged_by_what_it_leaves() {
    for command in [
        "echo \"// done\" >> fn/a/handler.ts",
        "cp good.ts fn/c/handler.ts",
        "mv good.ts fn/a/handler.ts",
        "sed -i 's/log/log/' fn/a/handler.ts",
        "cat > fn/c/handler.ts <<'EOF'\nimport '@app/log';\nEOF",
        "echo \"import '@app/log'\" | tee fn/c/handler.ts",
        "echo \"import '@app/log'\" > fn/c/handler.ts; echo x >> fn/c/handler.ts",
        "echo x > fn/c/util.ts",
        "touch fn/a/handler.ts",
        "touch fn/legacy/handler.ts",
        "mkdir -p fn/c && touch fn/c/handler.ts",
        "git restore fn/a/handler.ts",
        "git checkout -- fn/a/handler.ts",
        "cat fn/a/handler.ts > /dev/null",
        "npx prettier --write fn/a/handler.ts",
        "echo \"import '@app/log'\" > fn/c/handler.ts && npx prettier --write fn/c/handler.ts",
        "git mv good.ts fn/c/handler.ts",
        "perl -pi -e 's/handler/run/g' fn/a/handler.ts",
        "perl -i.bak -pe \"s/log\\('a'\\)/log('b')/; s/export //\" fn/a/handler.ts",
        "ruby -pi -e '$_.gsub!(/handler/, \"run\")' fn/a/handler.ts",
        "tr a-z a-z < good.ts > fn/c/handler.ts",
    ] {
        let said = objects(Call::shell(command));
        assert!(said.is_empty(), "{command}: {said:?}");
    }
    for command in [
        "echo \"export * from '../b/handler'\" >> fn/a/handler.ts",
        "cp bad.ts fn/c/handler.ts",
        "cat bad.ts > fn/c/handler.ts",
        "git mv bad.ts fn/c/handler.ts",
        "echo \"import '../b/handler'\" > fn/c/handler.ts && npx prettier --write fn/c/handler.ts",
        "cp nothing.ts fn/c/handler.ts",
        "sed -i 's/@app/@other/' fn/a/handler.ts",
        "sed -i 's/[a-z]/x/' fn/a/handler.ts",
        "perl -pi -e 's|\\@app/log|../b/handler|' fn/a/handler.ts",
        "perl -pi -e 's/(log)/lc($1)/e' fn/a/handler.ts",
        "perl -pi -e 'tr/a/b/' fn/a/handler.ts",
        "ruby -pi -e '$_.sub!(/.app.log/, \"../b/handler\")' fn/a/handler.ts",
        "tr a b < good.ts > fn/c/handler.ts",
        "tr a-z a-z < bad.ts > fn/c/handler.ts",
        "cat > fn/c/handler.ts <<'EOF'\nimport '@app/log'; import '../b/handler';\nEOF",
        "rm fn/a/handler.ts; echo x >> fn/a/handler.ts",
        "make-it > fn/c/handler.ts",
        "git show HEAD:bad.ts > fn/c/handler.ts",
        "python3 -c \"open('fn/c/handler.ts','w').write(open('x').read())\"",
        "curl -o fn/c/handler.ts https://example.com/x.ts",
    ] {
        assert!(!objects(Call::shell(command)).is_empty(), "{command}");
    }
}

#[test]
fn a_condition_says_where_an_import_is_required() {
    let with = |more: &str| write("fn/c/handler.ts", &format!("import '@app/log';\n{more}"));
    assert!(objects(with("")).is_empty());
    assert_eq!(objects(with("const c = new DynamoDBClient({});")), ["gate/missing-import"]);
    assert_eq!(objects(with("import { DynamoDBClient as D } from 'x'; new D();")), ["gate/missing-import"]);
    assert!(objects(with("import '@app/db'; new DynamoDBClient();")).is_empty());
    assert!(objects(with("// new DynamoDBClient()\nconst s = 'new DynamoDBClient()';")).is_empty());
}

#[test]
fn the_message_is_filled_in_and_cites_the_record() {
    let verdict = bench().judge(write("fn/c/handler.ts", &format!("import '@app/log';\n{FORBIDDEN}")));
    assert_eq!(verdict.decision, Decision::Deny);
    let finding = &verdict.findings[0];
    assert_eq!(
        finding.why,
        "fn/c/handler.ts:2 imports ../b/handler; see docs/adr/007.md: API Gateway, EventBridge or Step Functions"
    );
    assert!(finding.instead.contains("`docs/adr/007.md`"), "{}", finding.instead);
    assert_eq!(finding.matched, "fn/c/handler.ts:2: ../b/handler");
    assert!(finding.origin.is_some());
}

#[test]
fn other_languages_are_read_too_and_what_is_none_is_left_alone() {
    for (path, content) in [
        ("a.py", "from forbidden.x import y"),
        ("a.py", "eval('1')"),
        ("a.go", "package a\nimport \"forbidden/x\""),
        ("a.rs", "use forbidden::{a, b};"),
        ("src/A.java", "import forbidden.x.Y;"),
        ("a.php", "<?php use forbidden\\X;"),
    ] {
        assert_eq!(objects(write(path, content)), ["gate/architecture"], "{path}: {content}");
    }
    for (path, content) in [
        ("a.py", "# import forbidden\nx = 'eval(1)'\nimport forbiddenly"),
        ("a.go", "package a\n// import \"forbidden\""),
        ("a.rs", "// use forbidden;\nlet s = \"use forbidden;\";"),
        ("fn/a/handler.md", "import '../b/handler'"),
        ("src/a.ts", "eval('1')"),
    ] {
        assert!(objects(write(path, content)).is_empty(), "{path}: {content}");
    }
}

const MOCKS: &str = "[gate.mocked-internals]\ninternal = [\"@own/*\"]\nexternal = [\"src/clients/*\"]\n";

fn mocks(path: &str, content: &str) -> Decision {
    let bench = Bench { world: &DISK, ..Bench::with(&[(Layer::Project, MOCKS)]) };
    bench.judge(write(path, content)).decision
}

#[test]
fn a_mock_of_the_projects_own_code_is_told_from_one_of_what_lies_outside() {
    for (path, content) in [
        ("a.test.ts", "jest.mock('../store')"),
        ("a.test.ts", "vi.mock(import('./store'))"),
        ("a.test.ts", "jest.mock('@own/store')"),
        ("a.test.ts", "import { api } from './api'; sinon.stub(api, 'get')"),
        ("a.test.ts", "const api = require('./api'); jest.spyOn(api, 'get')"),
        ("tests/test_a.py", "@patch('cart.total')\ndef test_a(m): pass"),
        ("tests/test_a.py", "def test_a(mocker):\n    mocker.patch('cart.total')"),
    ] {
        assert_eq!(mocks(path, content), Decision::Advise, "{path}: {content}");
    }
    for (path, content) in [
        ("a.test.ts", "jest.mock('pg'); vi.mock('@aws-sdk/client-s3')"),
        ("src/a.test.ts", "jest.mock('./clients/mail')"),
        ("a.test.ts", "jest.spyOn(console, 'log'); const f = jest.fn()"),
        ("a.test.ts", "// @mock-exempt: no clock here\njest.mock('./clock')"),
        ("a.test.ts", "const s = \"jest.mock('./store')\""),
        ("a.ts", "jest.mock('./store')"),
        ("old.test.ts", "jest.mock('./old');\nit('works', () => {})"),
        ("tests/test_a.py", "@patch('requests.get')\ndef test_a(m): pass"),
        ("tests/test_a.py", "@patch('cart.requests.get')\ndef test_a(m): pass"),
    ] {
        assert_eq!(mocks(path, content), Decision::Silent, "{path}: {content}");
    }
}

#[test]
fn a_library_of_mocks_is_known_however_it_was_loaded() {
    for content in [
        "const sinon = require('sinon'); const a = require('./a'); sinon.stub(a, 'f')",
        "const { stub } = require('sinon'); const a = require('./a'); stub(a, 'f')",
        "import { stub } from 'sinon'; import * as a from './a'; stub(a, 'f')",
        "const s = require('sinon'); const box = s.createSandbox(); const a = require('./a'); box.stub(a, 'f')",
        "const box = sinon.createSandbox(); const a = require('./a'); box.replace(a, 'f', g)",
        "const { vi } = require('vitest'); vi.mock('./a')",
        "const { jest } = require('@jest/globals'); jest.mock('./a')",
        "const { jest: j } = require('@jest/globals'); j.mock('./a')",
        "const { mock } = require('node:test'); const a = require('./a'); mock.method(a, 'f')",
        "const td = require('testdouble'); td.replace('./a')",
    ] {
        assert_eq!(mocks("a.test.js", content), Decision::Advise, "{content}");
    }
    for content in [
        "const sinon = require('sinon'); const pg = require('pg'); sinon.stub(pg, 'connect')",
        "const { jest } = require('@jest/globals'); jest.mock('axios')",
        "const a = require('./a'); a.mock('./b'); a.stub(a, 'f')",
    ] {
        assert_eq!(mocks("a.test.js", content), Decision::Silent, "{content}");
    }
}

#[test]
fn a_thing_of_the_project_that_is_made_a_mock_is_told_from_a_mock_that_stands_alone() {
    for (path, content) in [
        ("a.test.ts", "import a from './a'; a.f.mockReturnValue(1)"),
        ("a.test.ts", "import { f } from './a'; (f as jest.Mock).mockImplementation(() => 1)"),
        ("a.test.ts", "import a from './a'; jest.mocked(a.f).mockResolvedValue(1)"),
        ("a.test.ts", "import a from './a'; a.f = jest.fn().mockReturnValue(1)"),
        ("a.test.js", "const a = require('./a'); a.f = vi.fn()"),
        (
            "tests/test_a.py",
            "from unittest.mock import MagicMock\nfrom cart import Cart\nc = MagicMock(spec=Cart)",
        ),
        ("tests/test_a.py", "from unittest import mock\nimport cart\ncart.total = mock.MagicMock()"),
        (
            "tests/test_a.py",
            "from unittest.mock import AsyncMock\nimport cart as c\nc.total = AsyncMock(return_value=1)",
        ),
    ] {
        assert_eq!(mocks(path, content), Decision::Advise, "{path}: {content}");
    }
    for (path, content) in [
        ("a.test.ts", "import { run } from './a'; run(vi.fn()); run(jest.fn().mockReturnValue(1))"),
        (
            "a.test.ts",
            "const done = jest.fn(); done.mockReturnValue(1); const o = { f: jest.fn() }; o.f = vi.fn()",
        ),
        ("a.test.ts", "import axios from 'axios'; axios.get = jest.fn(); axios.post.mockResolvedValue({})"),
        ("a.test.ts", "import { server } from './test-utils'; server.get.mockReturnValue(1)"),
        ("a.test.ts", "global.fetch = jest.fn()"),
        ("tests/test_a.py", "from unittest.mock import MagicMock\nc = MagicMock()\nc.total = MagicMock()"),
        (
            "tests/test_a.py",
            "import requests\nfrom unittest.mock import MagicMock\ns = MagicMock(spec=requests.Session)",
        ),
        (
            "tests/test_a.py",
            "from unittest.mock import Mock\nclass A:\n    def setup(self):\n        self.cart = Mock()",
        ),
    ] {
        assert_eq!(mocks(path, content), Decision::Silent, "{path}: {content}");
    }
}

#[test]
fn a_mock_is_advised_against_once_and_then_denied() {
    let mut bench = Bench { world: &DISK, ..Bench::with(&[(Layer::Project, MOCKS)]) };
    let call = || write("a.test.ts", "jest.mock('../store')");
    for expected in [Decision::Advise, Decision::Deny, Decision::Deny] {
        let verdict = bench.judge(call());
        assert_eq!(verdict.decision, expected);
        let event = bench.event(call());
        let timing = Timing { at: 1, us: 1 };
        let record = Record::of("claude", &event, &verdict, timing);
        assert!(bench.session.fold(&record));
    }
    // The first one was no denial.
    assert_eq!(bench.session.strikes("", "gate/mocked-internals"), 2);
    assert_eq!(bench.session.row("", "gate/mocked-internals"), 2);
    assert_eq!(bench.session.strikes("another", "gate/mocked-internals"), 0);
}

#[test]
fn what_does_not_parse_is_judged_by_what_it_says() {
    assert!(objects(write("fn/c/handler.ts", "import '@app/log'; import {")).is_empty());
    assert_eq!(objects(write("fn/c/handler.ts", "import {")), ["gate/missing-import"]);
    assert!(objects(write("src/a.ts", "import {")).is_empty());
}

#[test]
fn an_import_of_types_counts_where_a_table_says_so() {
    let table = "[[gate.missing-import]]\nfiles = \"*.ts\"\nrequire = [\"@app/types\"]\n";
    let told = format!("{table}types_count = true\n");
    for import in [
        "import type { A } from '@app/types';",
        "import { type A } from '@app/types';",
        "export type { A } from '@app/types';",
        "type A = import('@app/types').A;",
    ] {
        for (policy, is_denied) in [(table, true), (told.as_str(), false)] {
            let verdict = Bench::with(&[(Layer::Project, policy)]).judge(write("a.ts", import));
            assert_eq!(!verdict.findings.is_empty(), is_denied, "{import}: {policy}");
        }
    }
    let verdict = Bench::with(&[(Layer::Project, &told)]).judge(write("a.ts", "export const a = 1;"));
    assert!(!verdict.findings.is_empty());
}
