//! What lies in the workspace is known by its path, whatever name a file calls it by.

use hookward_core::Decision;
use hookward_core::policy::Layer;

use crate::support::{Bench, Disk};
use crate::write;

const DISK: Disk = Disk(&[
    (
        "package.json",
        r#"{ "name": "root", "workspaces": { "packages": ["packages/*", "tools/**", "!packages/old"] } }"#,
    ),
    ("pnpm-workspace.yaml", "packages:\n  - 'libs/*'\n"),
    (
        "packages/db/package.json",
        r##"{ "name": "@acme/db", "exports": { ".": { "types": "./dist/index.d.ts", "default": "./dist/index.js" },
            "./*": "./src/*.ts" }, "imports": { "#own": "./src/own.ts" } }"##,
    ),
    ("packages/db/src/index.ts", "export const q = 1;\n"),
    ("packages/db/src/sub.ts", "export const s = 1;\n"),
    ("packages/store/package.json", r#"{ "name": "@acme/data", "main": "dist/all.js" }"#),
    (
        "packages/core/package.json",
        r#"{ "name": "@acme/core", "module": "./lib/start.js", "main": "./dist/index.cjs" }"#,
    ),
    (
        "packages/core/src/start.ts",
        "export { q as query } from '@acme/db';\nexport { pool } from '@acme/lib';\nexport const own = 1;\n",
    ),
    ("packages/log/package.json", r#"{ "name": "@acme/log" }"#),
    ("packages/log/index.ts", "export const log = 1;\n"),
    ("packages/old/package.json", r#"{ "name": "old" }"#),
    ("libs/deep/package.json", r#"{ "name": "@acme/lib", "source": "./code.ts" }"#),
    ("libs/deep/code.ts", "export const pool = 1;\n"),
    ("elsewhere/x/package.json", r#"{ "name": "@acme/by-path" }"#),
    (
        "apps/web/package.json",
        r##"{ "name": "web", "imports": { "#db": "@acme/db", "#deep": { "node": { "default": "../../libs/deep/code.ts" } } },
            "dependencies": { "linked": "file:../../elsewhere/x", "base": "workspace:@acme/data@*", "react": "^18" } }"##,
    ),
    ("node_modules/react/package.json", r#"{ "name": "react" }"#),
    ("apps/web/index.ts", ""),
    // Python
    ("src/acme/__init__.py", ""),
    ("src/acme/db/__init__.py", ""),
    ("src/acme/db/models.py", ""),
    ("src/acme/bare/more.py", ""),
    ("src/acme/web/__init__.py", ""),
    ("src/acme/all.py", "from acme.db.models import Row\nfrom acme.web import x\n"),
    ("pyproject.toml", "[tool.uv.workspace]\nmembers = [\"python/*\"]\n"),
    ("python/data/pyproject.toml", ""),
    ("python/data/src/acme_data/__init__.py", ""),
    // Go
    ("go.mod", "module example.com/acme\n\nreplace example.com/other => ./third/other\n"),
    ("go.work", "go 1.24\nuse (\n\t.\n\t./services/stock\n)\n"),
    ("internal/db/db.go", "package db\n"),
    ("third/other/go.mod", "module example.com/other\n"),
    ("services/stock/go.mod", "module example.com/stock\n"),
    ("cmd/web/main.go", ""),
    // Rust
    (
        "Cargo.toml",
        "[workspace]\nmembers = [\"crates/*\"]\n[workspace.dependencies]\nacme-shared = { path = \"crates/shared\" }\n",
    ),
    ("crates/db/Cargo.toml", "[package]\nname = \"acme-db\"\n"),
    ("crates/db/src/lib.rs", "pub mod pool;\n"),
    ("crates/db/src/pool.rs", "pub struct Pool;\n"),
    (
        "crates/shared/Cargo.toml",
        "[package]\nname = \"acme-shared\"\n[dependencies]\nacme-db = { path = \"../db\" }\n",
    ),
    ("crates/shared/src/lib.rs", "pub use acme_db::pool::Pool as Connection;\npub struct Own;\n"),
    (
        "crates/web/Cargo.toml",
        "[package]\nname = \"web\"\n[dependencies]\nacme-db = { path = \"../db\" }\nacme-shared.workspace = true\nserde = \"1\"\n",
    ),
    ("crates/web/src/store.rs", ""),
    // PHP
    (
        "composer.json",
        r#"{ "autoload": { "psr-4": { "Acme\\": "php/", "Acme\\Tool\\": ["php-tools"] } },
            "repositories": [{ "type": "path", "url": "php-packages/*" }] }"#,
    ),
    ("php/Db/Conn.php", ""),
    ("php-packages/mail/composer.json", r#"{ "autoload": { "psr-4": { "Mail\\": "src" } } }"#),
    // Java, Kotlin
    ("server/src/main/java/com/acme/web/A.java", ""),
    ("server/src/main/java/com/acme/db/Conn.java", ""),
    ("stock/src/main/kotlin/com/acme/stock/Rows.kt", ""),
    ("build.gradle", ""),
]);

const POLICY: &str = r#"
[[gate.architecture]]
id = "web-without-data"
files = "apps/web/**"
forbid = { import = "{packages/db,packages/store,libs,elsewhere}/**" }
[[gate.architecture]]
id = "one-file"
files = "apps/narrow/**"
forbid = { import = "packages/db/src/sub" }
[[gate.architecture]]
id = "python"
files = "src/acme/web/**"
forbid = { import = "src/acme/db/**" }
[[gate.architecture]]
id = "python-others"
files = "src/acme/web/**"
forbid = { import = "{python,src/acme/bare}/**" }
[[gate.architecture]]
id = "go"
files = "cmd/**"
forbid = { import = "{internal,third,services}/**" }
[[gate.architecture]]
id = "rust"
files = "crates/web/**"
forbid = { import = "crates/db/**" }
[[gate.architecture]]
id = "rust-store"
files = "crates/web/**"
forbid = { import = "crates/web/src/store.rs" }
[[gate.architecture]]
id = "php"
files = "php/Web/**"
forbid = { import = "{php/Db,php-tools,php-packages}/**" }
[[gate.architecture]]
id = "java"
files = "server/**/web/**"
forbid = { import = "{server/src/main/java/com/acme/db,stock}/**" }
[[gate.missing-import]]
files = "jobs/*.ts"
require = ["packages/log"]
"#;

fn decision(path: &str, text: &str) -> Decision {
    let bench = Bench { world: &DISK, ..Bench::with(&[(Layer::Project, POLICY)]) };
    bench.judge(write(path, text)).decision
}

fn denied(path: &str, texts: &[&str]) {
    for text in texts {
        assert_eq!(decision(path, text), Decision::Deny, "{path}: {text}");
    }
}

fn passes(path: &str, texts: &[&str]) {
    for text in texts {
        assert_eq!(decision(path, text), Decision::Silent, "{path}: {text}");
    }
}

#[test]
fn a_package_of_the_same_workspace_is_the_directory_that_it_lies_in() {
    denied(
        "apps/web/a.ts",
        &[
            "import { q } from '@acme/db';",
            "import { s } from '@acme/db/sub';",
            "import '@acme/db/not/there';",
            "const db = await import('@acme/db');",
            "const { q } = require('@acme/db');",
            "export * from '@acme/db';",
            "import { rows } from '@acme/data';",
            "import { rows } from 'base';",
            "import { pool } from '@acme/lib';",
            "import { x } from 'linked';",
            "import { q } from '#db';",
            "import { pool } from '#deep';",
            // Another package hands it on.
            "import { query } from '@acme/core';",
            "import { pool } from '@acme/core';",
        ],
    );
    passes(
        "apps/web/a.ts",
        &[
            "import { own } from '@acme/core';",
            "import { log } from '@acme/log';",
            "import React from 'react';",
            "import x from 'old';",
            "import x from '@acme/unknown';",
            "// import { q } from '@acme/db';",
        ],
    );
}

#[test]
fn a_part_of_a_package_is_the_file_that_its_exports_name() {
    denied("apps/narrow/a.ts", &["import { s } from '@acme/db/sub';"]);
    passes("apps/narrow/a.ts", &["import { q } from '@acme/db';", "import '@acme/db/own';"]);
}

#[test]
fn the_message_says_by_which_name_it_was_imported() {
    let bench = Bench { world: &DISK, ..Bench::with(&[(Layer::Project, POLICY)]) };
    let found = bench.judge(write("apps/web/a.ts", "import { q } from '@acme/db';")).findings;
    assert_eq!(found[0].matched, "apps/web/a.ts:1: ../../packages/db by way of @acme/db");
}

#[test]
fn what_is_required_by_its_path_may_be_imported_by_its_name() {
    passes("jobs/a.ts", &["import { log } from '@acme/log';", "import { log } from '../packages/log';"]);
    denied("jobs/a.ts", &["import { q } from '@acme/db';"]);
}

#[test]
fn a_module_of_python_is_the_file_that_it_lies_in() {
    denied(
        "src/acme/web/a.py",
        &[
            "from acme.db import x",
            "import acme.db",
            "import acme.db.models as m",
            "from acme.db.models import Row",
            "from acme.bare import more",
            "import acme.bare",
            "import acme_data",
            "from acme_data import x",
        ],
    );
    passes("src/acme/web/a.py", &["import os", "from acme.web import x", "import acme", "import acme_other"]);
}

#[cfg(feature = "grammars")]
#[test]
fn what_a_module_of_python_hands_on_is_where_it_is_made() {
    denied("src/acme/web/a.py", &["from acme.all import Row"]);
    passes("src/acme/web/a.py", &["from acme.all import x"]);
}

#[test]
fn a_package_of_go_is_a_directory_of_its_module() {
    denied(
        "cmd/web/main.go",
        &[
            "package main\nimport \"example.com/acme/internal/db\"\n",
            "package main\nimport (\n\t\"fmt\"\n\tx \"example.com/acme/internal/db\"\n)\n",
            "package main\nimport \"example.com/other/x\"\n",
            "package main\nimport \"example.com/stock\"\n",
        ],
    );
    passes(
        "cmd/web/main.go",
        &[
            "package main\nimport \"example.com/acme/cmd/x\"\n",
            "package main\nimport \"example.com/internal\"\n",
        ],
    );
}

#[test]
fn a_crate_of_rust_is_the_directory_of_what_is_depended_on() {
    for path in ["crates/web/src/main.rs", "crates/web/tests/a.rs"] {
        denied(path, &["use acme_db::pool::Pool;", "use acme_db::x;"]);
        passes(path, &["use acme_shared::Own;", "use serde::de;", "use std::fs;", "use web::other;"]);
    }
    denied("crates/web/src/main.rs", &["use crate::store::X;", "fn f() { crate::store::x(); }"]);
    denied("crates/web/tests/a.rs", &["use web::store::X;"]);
}

#[cfg(feature = "grammars")]
#[test]
fn what_a_crate_of_rust_hands_on_is_where_it_is_made() {
    denied("crates/web/src/main.rs", &["use acme_shared::Connection;"]);
}

#[test]
fn a_class_of_php_is_the_file_that_it_is_loaded_from() {
    denied(
        "php/Web/a.php",
        &[
            "<?php use Acme\\Db\\Conn;",
            "<?php use Acme\\Db\\{Conn, Row};",
            "<?php use Acme\\Tool\\X;",
            "<?php use Mail\\Sender;",
        ],
    );
    passes("php/Web/a.php", &["<?php use Acme\\Web\\X;", "<?php use Other\\Db\\Conn;"]);
}

#[test]
fn a_class_of_java_is_the_file_that_it_lies_in() {
    denied(
        "server/src/main/java/com/acme/web/B.java",
        &[
            "import com.acme.db.Conn;\nclass B {}",
            "import com.acme.db.*;\nclass B {}",
            "import static com.acme.db.Conn.open;\nclass B {}",
            "import com.acme.stock.Rows;\nclass B {}",
        ],
    );
    denied("server/src/main/java/com/acme/web/B.kt", &["import com.acme.stock.query\nfun f() {}"]);
    passes(
        "server/src/main/java/com/acme/web/B.java",
        &[
            "import com.acme.web.A;\nclass B {}",
            "import java.util.List;\nclass B {}",
            "import com.acme.other.X;\nclass B {}",
        ],
    );
}
