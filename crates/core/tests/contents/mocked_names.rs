//! What a test mocks by another name is what that name leads to: the project's own code, or somebody else's.

use hookward_core::Decision;
use hookward_core::policy::Layer;

use crate::support::{Bench, Disk};
use crate::write;

const DISK: Disk = Disk(&[
    (
        "package.json",
        r##"{ "name": "shop", "workspaces": ["packages/*"], "dependencies": { "@scope/x": "1", "axios": "1" },
             "imports": { "#pool": "pg", "#own/*": "./src/*.ts" } }"##,
    ),
    (
        "tsconfig.json",
        r#"{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["./src/*"], "@scope/*": ["./packages/*/src"],
             "client": ["./node_modules/axios"], "~client/*": ["./node_modules/axios/*"], "untyped": ["./types/untyped.d.ts"],
             "*": ["./types/*", "./src/*"] } } }"#,
    ),
    ("node_modules/axios/package.json", r#"{ "name": "axios" }"#),
    ("node_modules/axios/index.js", ""),
    ("types/axios.d.ts", ""),
    ("types/untyped.d.ts", ""),
    ("config/settings.json", "{}"),
    ("src/db.ts", ""),
    ("src/stripe.ts", ""),
    ("packages/own/package.json", r#"{ "name": "@scope/own" }"#),
    ("packages/own/src/index.ts", ""),
    ("composer.json", r#"{ "autoload": { "psr-4": { "Acme\\Shop\\": "code/" } } }"#),
    ("code/Cart.php", "<?php namespace Acme\\Shop; class Cart {}"),
    ("shop/__init__.py", ""),
    ("shop/pay.py", "def f(): return 1\n"),
    ("shop/bank.py", "def f(): return 1\n"),
]);

fn decision(path: &str, text: &str) -> Decision {
    let policy = "[gate.mocked-internals]\nexternal = [\"src/stripe\", \"shop/bank.py\"]\n";
    let bench = Bench { world: &DISK, ..Bench::with(&[(Layer::Project, policy)]) };
    bench.judge(write(path, text)).decision
}

#[test]
fn a_name_that_leads_to_own_code_is_own_code() {
    for module in
        ["@/db", "@/not/yet", "db", "#own/db", "#own/later", "@scope/own", "@scope/later", "~/db", "src/db"]
    {
        assert_eq!(decision("src/a.test.ts", &format!("vi.mock('{module}');")), Decision::Advise, "{module}");
    }
    let python = "from unittest.mock import patch\n@patch('shop.pay.f')\ndef test(a): pass\n";
    assert_eq!(decision("tests/test_a.py", python), Decision::Advise);
    let php =
        "<?php\nuse Acme\\Shop\\Cart;\nclass ATest { function t() { $this->createMock(Cart::class); } }\n";
    assert_eq!(decision("tests/ATest.php", php), Decision::Advise);
}

#[test]
fn a_name_that_leads_out_of_the_project_is_none() {
    for module in [
        "@scope/x",
        "@scope/x/deep",
        "axios",
        "client",
        "~client/index.js",
        "#pool",
        "untyped",
        "react",
        "../node_modules/axios/index.js",
        "config",
    ] {
        assert_eq!(decision("src/a.test.ts", &format!("vi.mock('{module}');")), Decision::Silent, "{module}");
    }
}

#[test]
fn what_a_policy_calls_external_is_so_by_every_name() {
    for module in ["@/stripe", "./stripe", "stripe", "src/stripe", "#own/stripe"] {
        assert_eq!(decision("src/a.test.ts", &format!("vi.mock('{module}');")), Decision::Silent, "{module}");
    }
    let python = "from unittest.mock import patch\n@patch('shop.bank.f')\ndef test(a): pass\n";
    assert_eq!(decision("tests/test_a.py", python), Decision::Silent);
}
