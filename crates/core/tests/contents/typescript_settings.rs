//! Names that the settings of TypeScript give, wherever these stand.

use hookward_core::Decision;
use hookward_core::policy::Layer;

use crate::support::{Bench, Disk};
use crate::write;

const POLICY: &str = r#"
[[gate.architecture]]
id = "no-data"
files = "**/ui/**"
forbid = { import = "{src,packages/*/src,more/src}/db" }
[[gate.missing-import]]
files = "src/api/*.ts"
require = ["src/log"]
"#;

fn decision(disk: &'static Disk, path: &str, text: &str) -> Decision {
    let bench = Bench { world: disk, ..Bench::with(&[(Layer::Project, POLICY)]) };
    bench.judge(write(path, text)).decision
}

#[test]
fn what_the_root_only_refers_to_gives_names() {
    const DISK: Disk = Disk(&[
        (
            "tsconfig.json",
            r#"{ "files": [], // as Vite makes it
                 "references": [{ "path": "./tsconfig.app.json" }, { "path": "./tsconfig.node.json" }, { "path": "./gone" },
                                { "path": "." }, { "path": "./packages/web" }] }"#,
        ),
        (
            "tsconfig.app.json",
            r#"{ "compilerOptions": { "baseUrl": ".", "paths": { "@app/*": ["./src/*"] } }, "include": ["src"] }"#,
        ),
        (
            "tsconfig.node.json",
            r#"{ "compilerOptions": { "paths": { "@tool/*": ["./src/*"] } }, "include": ["*.config.ts"] }"#,
        ),
        ("packages/web/tsconfig.json", r#"{ "references": [{ "path": "./tsconfig.lib.json" }] }"#),
        ("packages/web/tsconfig.lib.json", r#"{ "compilerOptions": { "paths": { "web/*": ["./src/*"] } } }"#),
        ("src/db.ts", ""),
        ("src/log.ts", ""),
    ]);
    for (path, text, expected) in [
        ("src/ui/a.ts", "import '@app/db';", Decision::Deny),
        ("src/ui/a.ts", "import 'src/db';", Decision::Deny),
        ("src/ui/a.ts", "import '@app/dx';", Decision::Silent),
        // That project is about other files.
        ("src/ui/a.ts", "import '@tool/db';", Decision::Silent),
        ("src/api/a.ts", "import '@app/log';", Decision::Silent),
        ("src/api/a.ts", "import '@app/logs';", Decision::Deny),
        ("packages/web/src/ui/a.ts", "import 'web/db';", Decision::Deny),
        ("packages/web/src/ui/a.ts", "import '@app/db';", Decision::Silent),
        // A file that none of them names is one of any.
        ("tests/ui/a.ts", "import '@tool/db'; import '@app/x';", Decision::Deny),
    ] {
        assert_eq!(decision(&DISK, path, text), expected, "{path}: {text}");
    }
}

#[test]
fn what_settings_extend_is_heard_in_its_order() {
    const DISK: Disk = Disk(&[
        ("tsconfig.json", r#"{ "extends": ["./one.json", "./two", "@acme/settings/base", "./gone.json"] }"#),
        ("one.json", r#"{ "compilerOptions": { "baseUrl": "./src", "paths": { "one/*": ["./*"] } } }"#),
        ("two.json", r#"{ "compilerOptions": { "strict": true } }"#),
        (
            "node_modules/@acme/settings/base.json",
            r#"{ "extends": "./more/tsconfig.json", "compilerOptions": { "paths": { "base/*": ["./*"] } } }"#,
        ),
        (
            "node_modules/@acme/settings/more/tsconfig.json",
            r#"{ "extends": "../base.json", "compilerOptions": { "baseUrl": "./nowhere" } }"#,
        ),
        ("packages/web/tsconfig.json", r#"{ "extends": "@acme/own" }"#),
        ("node_modules/@acme/own/package.json", r#"{ "tsconfig": "shared.json" }"#),
        (
            "node_modules/@acme/own/shared.json",
            r#"{ "compilerOptions": { "paths": { "~/*": ["${configDir}/src/*"] } } }"#,
        ),
        ("more/tsconfig.json", r#"{ "extends": "../one.json", "compilerOptions": { "baseUrl": "./src" } }"#),
    ]);
    for (path, text, expected) in [
        // The last that names any is heard, and begins where the last says that names begin.
        ("src/ui/a.ts", "import 'one/db';", Decision::Silent),
        ("src/ui/a.ts", "import 'base/db';", Decision::Silent),
        ("packages/web/src/ui/a.ts", "import '~/db';", Decision::Deny),
        ("more/src/ui/a.ts", "import 'one/db';", Decision::Deny),
        ("more/src/ui/a.ts", "import 'db';", Decision::Deny),
    ] {
        assert_eq!(decision(&DISK, path, text), expected, "{path}: {text}");
    }
}

#[test]
fn settings_that_cannot_be_read_count_as_not_there() {
    const DISK: Disk = Disk(&[
        ("tsconfig.json", r#"{ "compilerOptions": { "paths": { "@app/*": ["./src/*"] } } }"#),
        ("src/tsconfig.json", "{ this is none"),
        ("src/ui/tsconfig.json", r#"{ "extends": 7, "compilerOptions": { "paths": [] } }"#),
    ]);
    assert_eq!(decision(&DISK, "src/ui/a.ts", "import '@app/db';"), Decision::Deny);
}
