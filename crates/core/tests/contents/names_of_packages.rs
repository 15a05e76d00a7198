//! A module of JavaScript is known by all of its names, whichever of them a file and a policy use: a path, the name and a part of
//! its package, what the package exports it as, and what the settings around the file call it.

use hookward_core::Decision;
use hookward_core::policy::Layer;

use crate::support::{Bench, Disk};
use crate::write;

const DISK: Disk = Disk(&[
    ("package.json", r#"{ "name": "shop", "workspaces": ["packages/*"] }"#),
    (
        "packages/core/package.json",
        r#"{ "name": "@acme/core", "exports": { ".": "./src/index.ts", "./store": "./dist/db/index.js",
             "./parts/*": { "types": "./dist/*.d.ts", "default": "./dist/*.js" }, "./hidden/*": null } }"#,
    ),
    ("packages/core/src/index.ts", "export { q } from './db';\nexport const own = 1;\n"),
    ("packages/core/src/db/index.ts", "export const q = 1;\n"),
    ("packages/core/src/db/conn.ts", "export const c = 1;\n"),
    ("packages/core/src/log.ts", "export const log = 1;\n"),
    ("packages/web/package.json", r##"{ "name": "@acme/web", "imports": { "#web/*": "./src/*.ts" } }"##),
    (
        "packages/web/tsconfig.json",
        r#"{ "compilerOptions": { "baseUrl": ".", "paths": { "@web/*": ["src/*"], "@core/*": ["../core/src/*"], "*": ["src/*"] } } }"#,
    ),
    ("packages/web/src/data.ts", ""),
    ("packages/web/src/axios.ts", ""),
]);

/// What is said of a file of the web, and of one of the core, where that may not be imported.
fn decision(pattern: &str, path: &str, text: &str) -> Decision {
    let policy = format!(
        "[[gate.architecture]]\nid = \"one-way\"\nfiles = \"packages/**\"\nforbid = {{ import = \"{pattern}\" }}\n"
    );
    let bench = Bench { world: &DISK, ..Bench::with(&[(Layer::Project, &policy)]) };
    bench.judge(write(path, text)).decision
}

const DATA: &[&str] = &[
    "import { q } from '@acme/core/src/db';",
    "import { q } from '@acme/core/src/db/index.js';",
    "import { q } from '@acme/core/store';",
    "import { q } from '@acme/core/parts/db';",
    "import { q } from '@core/db';",
    "import { q } from '../../core/src/db';",
    "import { q } from '../../core/src/db/index.ts';",
    "const { q } = await import('../../core/src/db/');",
    "import { q } from '@acme/core';",
];

#[test]
fn what_is_forbidden_by_one_name_is_so_by_all() {
    for pattern in [
        "packages/core/src/db",
        "packages/core/src/db/**",
        "/packages/core/src/db/",
        "@acme/core/src/db",
        "@acme/core/{store,store/**}",
        "@acme/core/parts/db",
        "@core/db",
    ] {
        for text in DATA {
            assert_eq!(decision(pattern, "packages/web/src/a.ts", text), Decision::Deny, "{pattern}: {text}");
        }
        for text in
            ["import { own } from '@acme/core';", "import '../../core/src/log';", "import '@core/dbs';"]
        {
            assert_eq!(
                decision(pattern, "packages/web/src/a.ts", text),
                Decision::Silent,
                "{pattern}: {text}"
            );
        }
    }
    for text in ["import '../data';", "import '@web/data';", "import '#web/data';", "import 'data';"] {
        for pattern in ["@web/data", "#web/data", "packages/web/src/data"] {
            assert_eq!(
                decision(pattern, "packages/web/src/ui/a.ts", text),
                Decision::Deny,
                "{pattern}: {text}"
            );
        }
    }
}

#[test]
fn a_package_is_no_other_one_to_itself() {
    for text in ["import { c } from './db/conn';", "import { q } from '../src/db';"] {
        assert_eq!(decision("@acme/core", "packages/core/src/a.ts", text), Decision::Silent, "{text}");
        assert_eq!(decision("@acme/core", "packages/web/src/a.ts", "import '../../core/x';"), Decision::Deny);
    }
}

#[test]
fn a_file_is_no_package_because_it_is_called_like_one() {
    for text in ["import './axios';", "import '@web/axios';"] {
        assert_eq!(decision("axios", "packages/web/src/a.ts", text), Decision::Silent, "{text}");
    }
}
