//! A file that breaks its syntax for a while is judged by what is found in it, and by nothing else.

use hookward_core::effects::Call;
use hookward_core::policy::Layer;
use hookward_core::{Decision, reason};

use crate::support::{Bench, Disk};
use crate::{replaced, write};

const POLICY: &str = r#"
[[gate.architecture]]
id = "x"
files = "src/**"
forbid = { import = "lodash", call = "fetch" }
[[gate.architecture]]
id = "key"
files = "src/**"
forbid = { literal = "*", at = "PK", unless = ["USER#{*}"] }
[[gate.missing-import]]
files = "src/**"
require = ["@app/log"]
[[message]]
rules = ["gate/architecture"]
deny = "{why}"
"#;

const CONFLICT: &str = "import '@app/log';\n<<<<<<< HEAD\nconst a = 1;\n=======\nconst a = 2;\n>>>>>>> f\n\
                        const b = { PK: `USER#${a}` };\n<<<<<<< HEAD\nconst c = 1;\n=======\nconst c = 2;\n>>>>>>> f\n";

const DISK: Disk = Disk(&[
    ("src/conflict.ts", CONFLICT),
    (
        "src/old.ts",
        "import '@app/log';\nimport _ from 'lodash';\nexport const f = () => {\n  return 1;\n};\n",
    ),
    ("src/half.ts", "import '@app/log';\nimport _ from 'lodash';\nexport const f = () => {\n  if (x) {\n"),
]);

fn judged(call: Call) -> (Decision, String) {
    let verdict = Bench { world: &DISK, ..Bench::with(&[(Layer::Project, POLICY)]) }.judge(call);
    (verdict.decision, reason(&verdict))
}

fn edit(path: &str, old: &str, new: &str) -> Call {
    Call::Edit { path: path.into(), edits: replaced(old, new) }
}

#[test]
fn what_is_not_whole_yet_is_in_nobodys_way() {
    for call in [
        edit(
            "src/conflict.ts",
            "<<<<<<< HEAD\nconst a = 1;\n=======\nconst a = 2;\n>>>>>>> f\n",
            "const a = 2;\n",
        ),
        edit("src/old.ts", "  return 1;", "  if (x) {\n  return 1;"),
        edit("src/half.ts", "  if (x) {\n", "  return 1;\n};\n"),
        write("src/a.ts", "import '@app/log';\n// import 'lodash'\nconst x = {"),
        write("src/a.ts", "import '@app/log';\nclass A { fetch() { return `USER#${this.id}`; "),
        write("src/a.ts", "import '@app/log';\nconst s = 'fetch(1)'; $fetch(1); const x = {"),
    ] {
        let (decision, said) = judged(call.clone());
        assert!(decision < Decision::Ask, "{call:?}: {said}");
    }
}

#[test]
fn nobody_passes_by_breaking_the_syntax() {
    for (text, words) in [
        ("import '@app/log';\nimport _ from 'lodash';\nconst x = {", "lodash"),
        ("import '@app/log';\nimport { a,\n b } from \"lodash\"\nconst x = {", "lodash"),
        ("import '@app/log';\nexport * from 'lodash';\nconst x = {", "lodash"),
        ("import '@app/log';\nconst _ = require('lodash'); const x = {", "lodash"),
        ("import '@app/log';\nconst _ = await import('lodash'); const x = {", "lodash"),
        ("import '@app/log';\nfunction f() { await fetch('/');", "fetch"),
        ("import '@app/log';\nconst x = { PK: `ACCOUNT#${id}`", "ACCOUNT#{id}"),
        ("import '@app/log';\n<<<<<<< HEAD\nimport 'lodash';\n=======\n>>>>>>> f\n", "lodash"),
        ("const s = `\nimport _ from 'lodash'\n", "lodash"),
        ("const x = {", "@app/log"),
    ] {
        let (decision, said) = judged(write("src/a.ts", text));
        assert_eq!(decision, Decision::Deny, "{text}");
        assert!(said.contains(words), "{text}: {said}");
    }
}

#[test]
fn words_of_a_policy_that_say_only_why_keep_the_way_on() {
    let (decision, said) = judged(Call::shell("generate > src/a.ts"));
    assert_eq!(decision, Decision::Deny);
    assert!(said.contains("cannot be judged") && said.contains("Instead: write the file"), "{said}");
    let (_, said) = judged(write("src/a.ts", "import '@app/log';\nimport 'lodash';\n"));
    assert!(!said.contains("Instead:"), "{said}");
}
