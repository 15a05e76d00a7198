//! A function that no module makes is known by whatever name another file of the workspace hands it on.

use hookward_core::policy::Layer;

use crate::support::{Bench, Disk};
use crate::write;

const DISK: Disk = Disk(&[
    ("lib/log.ts", "export const log = console.log;\nexport const own = (text) => console.log(text);\n"),
    ("lib/bound.ts", "export const log = console.log.bind(console);\n"),
    ("lib/late.ts", "const write = console.log;\nexport { write as log };\n"),
    ("lib/parts.ts", "export const { log, warn: complain } = console;\n"),
    ("lib/perhaps.ts", "export const log = process.env.QUIET ? () => {} : console.log;\n"),
    (
        "lib/logger.ts",
        "export const logger = { info: console.log, to: { screen: console.log }, own() {} };\n",
    ),
    ("lib/default.ts", "export default console.log;\n"),
    ("lib/common.js", "module.exports = { log: console.log, run: eval };\nexports.say = console.log;\n"),
    ("lib/hidden.ts", "const console = { log() {} };\nexport const log = console.log;\n"),
    ("lib/index.ts", "export * from './log';\nexport { logger as out } from './logger';\n"),
    ("lib/worker.ts", "export const run = window.eval, start = runner.eval;\n"),
    ("app/__init__.py", ""),
    ("app/say.py", "say = print\nrun = eval\ndef own(text): return text\nkept = own\n"),
    ("app/shadow.py", "def print(text): return text\nsay = print\n"),
]);

const POLICY: &str = r#"
[[gate.architecture]]
id = "log-by-the-logger"
files = "src/**"
forbid = { call = "console.log" }
[[gate.architecture]]
id = "no-code-from-texts"
files = "{src,web}/**"
forbid = { call = "eval" }
[[gate.architecture]]
id = "no-print"
files = "web/*.py"
forbid = { call = "print" }
"#;

fn verdict(path: &str, text: &str) -> Vec<String> {
    let bench = Bench { world: &DISK, ..Bench::with(&[(Layer::Project, POLICY)]) };
    let findings = bench.judge(write(path, text)).findings;
    let gates = findings.into_iter().filter(|finding| finding.rule.starts_with("gate/"));
    gates.map(|finding| finding.matched).collect()
}

#[test]
fn a_function_of_the_page_is_known_by_the_name_that_another_file_gives_it() {
    for (text, found) in [
        ("import { log } from '../lib/log'; log('x');", "console.log"),
        ("import { log as say } from '../lib/log'; say('x');", "console.log"),
        ("import * as lib from '../lib/log'; lib.log('x');", "console.log"),
        ("const { log } = require('../lib/log'); log('x');", "console.log"),
        ("const lib = require('../lib/log'); lib.log('x');", "console.log"),
        ("require('../lib/log').log('x');", "console.log"),
        ("import { log } from '../lib/bound'; log('x');", "console.log"),
        ("import { log } from '../lib/late'; log('x');", "console.log"),
        ("import { log } from '../lib/parts'; log('x');", "console.log"),
        ("import { log } from '../lib/perhaps'; log('x');", "console.log"),
        ("import { logger } from '../lib/logger'; logger.info('x');", "console.log"),
        ("import { logger } from '../lib/logger'; logger.to.screen('x');", "console.log"),
        ("import say from '../lib/default'; say('x');", "console.log"),
        ("import { log } from '../lib/common'; log('x');", "console.log"),
        ("import { say } from '../lib/common'; say('x');", "console.log"),
        ("import { run } from '../lib/common'; run('x');", "eval"),
        ("import { run } from '../lib/worker'; run('x');", "window.eval"),
        ("import { log } from '../lib'; log('x');", "console.log"),
        ("import { out } from '../lib'; out.info('x');", "console.log"),
    ] {
        assert_eq!(verdict("src/a.ts", text), [format!("src/a.ts:1: {found}")], "{text}");
    }
    for text in [
        "import { log } from '../lib/log'; own('x');",
        "import { own } from '../lib/log'; own('x');",
        "import { complain } from '../lib/parts'; complain('x');",
        "import { logger } from '../lib/logger'; logger.own('x');",
        "import { log } from '../lib/hidden'; log('x');",
        "import { start } from '../lib/worker'; start('x');",
        "import { missing } from '../lib'; missing('x');",
    ] {
        assert_eq!(verdict("src/a.ts", text), [] as [String; 0], "{text}");
    }
}

#[cfg(feature = "grammars")]
#[test]
fn a_function_that_python_has_built_in_is_known_by_the_name_that_another_file_gives_it() {
    for (text, found) in [
        ("from app.say import say\nsay('x')", "print"),
        ("from app.say import say as tell\ntell('x')", "print"),
        ("from app import say\nsay.say('x')", "print"),
        ("from app.say import run\nrun('x')", "eval"),
    ] {
        assert_eq!(verdict("web/a.py", text), [format!("web/a.py:2: {found}")], "{text}");
    }
    for text in [
        "from app.say import own\nown('x')",
        "from app.say import kept\nkept('x')",
        "from app.shadow import say\nsay('x')",
    ] {
        assert_eq!(verdict("web/a.py", text), [] as [String; 0], "{text}");
    }
}
