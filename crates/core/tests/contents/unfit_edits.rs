//! Edits that do not fit their file to the letter: a host refuses them, or puts them where it thinks they belong.

use hookward_core::Decision;
use hookward_core::effects::{Call, Replacement};
use hookward_core::policy::Layer;

use crate::support::{Bench, Disk};

const POLICY: &str = r#"
[[gate.architecture]]
id = "no-handler-to-handler"
files = "fn/*/handler.ts"
forbid = { import = "../*/handler" }
[[gate.missing-import]]
files = "fn/*/handler.ts"
require = ["@app/log"]
[rules]
"gate/mocked-internals" = "enforce"
"gate/plan-quality" = "enforce"
[gate.plan]
files = ["plan.md"]
sections = ["Goal"]
"#;

const HANDLER: &str = "import { log } from '@app/log';\r\nexport const handler = () => {\r\n  log(“it’s”);  \r\n  log('a');\r\n  log('a');\r\n};\r\n";

const DISK: Disk = Disk(&[
    ("fn/a/handler.ts", HANDLER),
    ("src/cart.ts", "export const cart = 1;\n"),
    ("src/cart.test.ts", "it('adds', () => {\n  add();\n});\n"),
    ("plan.md", "# Plan\n\n## Goal\n\n- [ ] do “it”\n"),
    ("hookward.toml", POLICY),
]);

fn verdict(path: &str, old: &str, new: &str) -> (Decision, Vec<String>) {
    let edits = vec![Replacement { old: old.into(), new: new.into(), ..Replacement::default() }];
    let bench = Bench { world: &DISK, ..Bench::with(&[(Layer::Project, POLICY)]) };
    let verdict = bench.judge(Call::Edit { path: path.into(), edits });
    (verdict.decision, verdict.findings.iter().map(|finding| finding.rule.to_string()).collect())
}

fn rules(path: &str, old: &str, new: &str) -> Vec<String> {
    verdict(path, old, new).1
}

const FORBIDDEN: &str = "import { handler as other } from '../b/handler';\n";

#[test]
fn an_edit_that_only_reads_like_its_place_is_judged_by_what_comes_of_it() {
    for old in ["log(\"it's\");", "  log(“it’s”);\n  log('a');\n  log('a');", "\tlog(\"it's\");\n"] {
        assert!(rules("fn/a/handler.ts", old, "  log('b');\n").is_empty(), "{old}");
        assert_eq!(rules("fn/a/handler.ts", old, FORBIDDEN), ["gate/architecture"], "{old}");
    }
    let import = "import { log } from \u{2018}@app/log\u{2019};";
    assert_eq!(rules("fn/a/handler.ts", import, "// gone"), ["gate/missing-import"]);
    assert!(rules("fn/a/handler.ts", import, "import { log, warn } from '@app/log';").is_empty());
    assert_eq!(rules("plan.md", "## Goal  \n", "## Aim\n"), ["gate/plan-quality"]);
    assert!(rules("plan.md", "- [ ] do \"it\"", "- [x] do it\n- [ ] do more").is_empty());
}

#[test]
fn an_edit_that_fits_nowhere_or_too_often_holds_nobody_up_unless_it_brings_what_is_forbidden() {
    for old in ["it stands nowhere", "log('a');", "  log('b');\n};"] {
        assert!(rules("fn/a/handler.ts", old, "log('c');").is_empty(), "{old}");
        assert_eq!(rules("fn/a/handler.ts", old, FORBIDDEN), ["gate/architecture"], "{old}");
    }
    // A host that finds the place by some of its lines takes those away.
    let lines = "import { log } from '@app/log';\nexport const handler = (event) => {";
    assert_eq!(rules("fn/a/handler.ts", lines, "export const handler = () => {"), ["gate/missing-import"]);
    assert!(rules("src/cart.test.ts", "it stands nowhere {", "it('b', () => {").is_empty());
    assert_eq!(
        rules("src/cart.test.ts", "it stands nowhere {", "jest.mock('./cart');"),
        ["gate/mocked-internals"]
    );
    assert_eq!(rules("plan.md", "## Goal\n\nit stands nowhere", "## Aim"), ["gate/plan-quality"]);
}

#[test]
fn security_does_not_rely_on_where_such_an_edit_goes() {
    let (decision, rules) = verdict("hookward.toml", "it stands nowhere", "# nothing");
    assert_eq!((decision, rules.as_slice()), (Decision::Ask, &["security/protected-file".to_owned()][..]));
    // Of one that fits, it is known that it loosens nothing.
    let (decision, _) = verdict("hookward.toml", "[gate.plan]", "# plans\n[gate.plan]");
    assert_eq!(decision, Decision::Silent);
}
