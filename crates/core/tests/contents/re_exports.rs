//! What is imported by way of files that only hand it on is imported from where it is made.

use hookward_core::effects::{Call, Change, PatchedFile};
use hookward_core::policy::Layer;

use crate::support::{Bench, Disk};
use crate::write;

const DISK: Disk = Disk(&[
    ("src/facade.rs", "pub mod inner;\n"),
    ("src/facade/inner.rs", "pub use crate::db::Conn;\n"),
    (
        "lib/lazy.ts",
        "function go() { const { handler } = require('../fn/b/handler'); return handler(); }\nfunction handler() {}\nmodule.exports = { handler, go };\n",
    ),
    (
        "lib/two.ts",
        "import { handler as h } from '../fn/b/handler';\nexport const one = 1, two = h;\nexport const three = await import('../fn/b/handler');\n",
    ),
    ("app/whole.py", "import app.db\nimport psycopg\n"),
    (
        "app/lazy.py",
        "def connect():\n    from app.db import connect\n    return connect()\nfrom app.lib.log import *\nclass X:\n    def log(self): pass\n",
    ),
    (
        "src/prelude_holder.rs",
        "pub mod prelude { pub use crate::db::Conn; pub use crate::store::*; }\npub struct Own;\n#[cfg(test)]\nmod tests { use crate::db::Own; }\n",
    ),
    ("src/lazy.rs", "pub fn connect() { use crate::db::Conn; }\npub struct Conn;\n"),
    (
        "lib/held.ts",
        "import { handler } from '../fn/b/handler';\nexport const held = { run: handler };\nexport const free = {};\n",
    ),
    ("package.json", r##"{ "imports": { "#lib": "./lib/index.ts", "#fn/*": { "default": "./fn/*.ts" } } }"##),
    (
        "tsconfig.json",
        r#"{ "compilerOptions": { "paths": { "@lib": ["./lib/index.ts"], "@fn/*": ["./fn/*"] } } }"#,
    ),
    (
        "fn/b/handler.ts",
        "export const handler = () => 1;\nexport default handler;\nexport type Event = {};\n",
    ),
    ("fn/b/names.ts", "export const names = [];\n"),
    (
        "lib/index.ts",
        "export { handler as load } from '../fn/b/handler';\nexport const own = 1;\nexport * from './all';\n",
    ),
    (
        "lib/all.ts",
        "export * from './log';\nexport * from '../fn/b/handler';\nexport * from '../fn/b/names';\n",
    ),
    ("lib/log.ts", "export const log = () => 2;\nexport const handlers = 3;\n"),
    (
        "lib/far.ts",
        "import { handler } from '@fn/b/handler';\nexport { handler as far };\nexport const near = 1;\n",
    ),
    ("lib/farther.js", "module.exports = { ...require('./far'), own: 1 };\n"),
    ("lib/wraps.ts", "import { handler } from '../fn/b/handler';\nexport const wrapped = () => handler();\n"),
    ("lib/round.ts", "export * from './round2';\n"),
    ("lib/round2.ts", "export * from './round';\n"),
    (
        "lib/aws.ts",
        "export { invoke as go } from './lambda';\nexport * from 'aws-sdk';\nexport const made = 1;\n",
    ),
    ("lib/log-all.ts", "export { log } from '@app/log';\n"),
    ("lib/broken.ts", "export { from ;;; {"),
    ("lib/half.ts", "export { handler } from '../fn/b/handler';\nexport const = = (;\n"),
    ("lib/beside.ts", "export * from './half';\nexport * from './log';\n"),
    ("app/__init__.py", ""),
    ("app/db/__init__.py", "def connect(): pass\n"),
    (
        "app/lib/__init__.py",
        "from ..db import connect as open_it\nfrom .log import *\nfrom .both import *\ndef own(): pass\n",
    ),
    ("app/lib/log.py", "def log(): pass\n"),
    (
        "app/lib/both.py",
        "from app.db import connect\nimport app.db as data\nagain = data.connect\nmade = data.connect()\n",
    ),
    ("src/db.rs", "pub struct Conn;\n"),
    (
        "src/store.rs",
        "pub use crate::db::Conn as Store;\npub use crate::db;\npub struct Own;\npub type Other = crate::db::Conn;\n",
    ),
    ("src/all.rs", "pub use crate::store::*;\n"),
    ("src/lib.rs", "mod db;\npub mod store;\npub use store::Store as Top;\n"),
    (
        "crates/web/Cargo.toml",
        "[package]\nname = \"web\"\n[dependencies]\nshared-data = { path = \"../data\" }\n",
    ),
    ("crates/data/Cargo.toml", "[package]\nname = \"shared-data\"\n"),
    (
        "crates/data/src/lib.rs",
        "pub use sqlx::Pool;\npub mod inner;\npub use crate::inner::Deep as Shallow;\n",
    ),
    ("crates/data/src/inner.rs", "pub struct Deep;\n"),
]);

const POLICY: &str = r#"
[[gate.architecture]]
id = "no-handler-to-handler"
files = "fn/*/handler.ts"
forbid = { import = "../*/handler" }
[[gate.architecture]]
id = "no-invoke"
files = "fn/*/handler.ts"
forbid = { import = "aws-sdk", call = "invoke" }
[[gate.architecture]]
id = "one-way-to-the-data"
files = "web/*.py"
forbid = { import = "{app.db,psycopg}" }
[[gate.architecture]]
id = "no-connection"
files = "src/web/*.rs"
forbid = { import = "crate::db" }
[[gate.architecture]]
id = "no-pool"
files = "crates/web/**"
forbid = { import = "{sqlx,shared_data::inner}" }
[[gate.missing-import]]
files = "jobs/*.ts"
require = ["@app/log"]
"#;

fn verdict(call: Call) -> Vec<String> {
    let bench = Bench { world: &DISK, ..Bench::with(&[(Layer::Project, POLICY)]) };
    let findings = bench.judge(call).findings;
    let gates = findings.into_iter().filter(|finding| finding.rule.starts_with("gate/"));
    gates.map(|finding| finding.matched).collect()
}

fn denied(path: &str, text: &str) {
    assert_ne!(verdict(write(path, text)), [] as [String; 0], "{path}: {text}");
}

fn passes(path: &str, text: &str) {
    assert_eq!(verdict(write(path, text)), [] as [String; 0], "{path}: {text}");
}

#[test]
fn scripts_are_followed_by_name_to_where_it_is_made() {
    for text in [
        "import { load } from '../../lib';",
        "import { load as x } from '../../lib/index.js';",
        "import { load } from '@lib';",
        "export { load } from '@lib';",
        "import { load } from '#lib';",
        "import { two } from '../../lib/two';",
        "import { three } from '../../lib/two';",
        "import { load } from // the library\n  '../../lib';",
        "import { load } from '../../l\\u0069b';",
        "import { held } from '../../lib/held'; held.run();",
        "import { handler } from '#fn/b/handler';",
        "import { handler } from '../../lib';",
        "import type { Event } from '../../lib/all';",
        "import * as lib from '../../lib'; lib.load();",
        "import * as lib from '../../lib'; run(lib);",
        "const { load } = require('../../lib');",
        "require('../../lib').load();",
        "const lib = await import('../../lib'); lib.handler();",
        "import('../../lib').then((lib) => lib.load());",
        "import { far } from '../../lib/far';",
        "const { far } = require('../../lib/farther');",
        "type L = typeof import('../../lib').load;",
    ] {
        denied("fn/a/handler.ts", text);
    }
    for text in [
        "import { own } from '../../lib';",
        "import { own } from '#lib';",
        "import { handler, go } from '../../lib/lazy';",
        "import { one } from '../../lib/two';",
        "import { free } from '../../lib/held';",
        "import { log, names, handlers } from '../../lib';",
        "import { handler } from '../../lib/log';",
        "import * as lib from '../../lib'; lib.own(); lib.log();",
        "const { own } = require('../../lib');",
        "import '../../lib';",
        "import { near } from '../../lib/far';",
        "const { own, near } = require('../../lib/farther');",
        "import { wrapped } from '../../lib/wraps';",
        "import { missing } from '../../lib/round';",
        "import { missing } from '../../lib/missing';",
        "import { missing } from '../../lib/broken';",
    ] {
        passes("fn/a/handler.ts", text);
    }
    passes("fn/b/other.ts", "import { load } from '../../lib';");
}

/// A disk with files each of which hands on what the next one has, and the last what is forbidden.
fn chain(length: usize) -> &'static Disk {
    let link = |at: usize| {
        let behind = if at == length { "../fn/b/handler".to_owned() } else { format!("./chain{}", at + 1) };
        let (path, text) = (format!("lib/chain{at}.ts"), format!("export * from '{behind}';\n"));
        (&*path.leak(), &*text.leak())
    };
    let files: Vec<(&str, &str)> = DISK.0.iter().copied().chain((1..=length).map(link)).collect();
    Box::leak(Box::new(Disk(files.leak())))
}

#[test]
fn a_way_of_any_length_is_followed_or_denied() {
    for length in [2, 9, 40, 63, 64, 120] {
        let bench = Bench { world: chain(length), ..Bench::with(&[(Layer::Project, POLICY)]) };
        let found =
            bench.judge(write("fn/a/handler.ts", "import { handler } from '../../lib/chain1';")).findings;
        assert!(found.iter().any(|finding| finding.rule == "gate/architecture"), "{length}");
        let is_unseen = found.iter().any(|finding| finding.why.contains("too many files hand it on"));
        assert_eq!(is_unseen, length > 63, "{length}: {found:?}");
    }
}

#[test]
fn a_file_on_the_way_that_does_not_parse_is_named_unless_another_has_it() {
    let bench = Bench { world: &DISK, ..Bench::with(&[(Layer::Project, POLICY)]) };
    let found = bench.judge(write("fn/a/handler.ts", "import { handler } from '../../lib/half';")).findings;
    let unseen = found.iter().find(|finding| finding.rule == "gate/architecture").unwrap();
    assert!(unseen.why.contains("by way of lib/half.ts cannot be judged"), "{unseen:?}");
    assert!(unseen.instead.contains("mend lib/half.ts"), "{unseen:?}");
    denied("fn/a/handler.ts", "import { handler } from '../../lib/beside';");
    passes("fn/a/handler.ts", "import { log } from '../../lib/beside';");
    // Whatever it hands on, this file is not for the rule.
    passes("fn/b/other.ts", "import { handler } from '../../lib/half';");
}

#[test]
fn calls_and_packages_are_followed_as_well() {
    denied("fn/a/handler.ts", "import { go as run } from '../../lib/aws'; run();");
    denied("fn/a/handler.ts", "import * as aws from '../../lib/aws'; aws.go();");
    denied("fn/a/handler.ts", "const { go } = require('../../lib/aws'); go();");
    denied("fn/a/handler.ts", "const { go: run } = require('../../lib/aws'); run();");
    denied("fn/a/handler.ts", "const aws = require('../../lib/aws'); aws.go();");
    denied("fn/a/handler.ts", "require('../../lib/aws').go();");
    denied("fn/a/handler.ts", "import { S3 } from '../../lib/aws';");
    passes("fn/a/handler.ts", "import { made } from '../../lib/aws'; made(); go();");
    passes("jobs/a.ts", "import { log } from '../lib/log-all';");
    denied("jobs/a.ts", "import { log } from '../lib/log';");
}

#[test]
fn the_message_names_the_way() {
    let said = verdict(write("fn/a/handler.ts", "\nimport { load } from '../../lib';"));
    assert_eq!(said, ["fn/a/handler.ts:2: ../../fn/b/handler by way of ../../lib"]);
}

#[test]
fn what_the_same_call_writes_counts() {
    let add = |path: &str, content: &str| PatchedFile {
        path: path.into(),
        change: Change::Add { content: content.into() },
    };
    let files = vec![
        add("fn/a/handler.ts", "import { x } from '../../new';"),
        add("new.ts", "export { handler as x } from './fn/b/handler';"),
    ];
    assert_ne!(verdict(Call::Patch { files }), [] as [String; 0]);
}

#[cfg(feature = "grammars")]
#[test]
fn python_hands_on_whatever_it_imports() {
    for text in [
        "from app.lib import open_it",
        "from app import lib\nlib.open_it()",
        "import app.lib\napp.lib.open_it()",
        "from app.lib import connect",
        "from app.lib import *\nopen_it()",
        "from app.lib.both import data",
        "from app.lib.both import again",
        "from app.whole import psycopg",
        "from app import whole\nwhole.psycopg.connect()",
    ] {
        denied("web/a.py", text);
    }
    for text in [
        "from app.lib import own, log",
        "from app import lib\nlib.own()",
        "from app.lib import *\nown()",
        "from app.lib.both import made",
        "from app.lib import missing",
        "import app.lib",
        "from app.lazy import connect, log",
    ] {
        passes("web/a.py", text);
    }
}

#[cfg(feature = "grammars")]
#[test]
fn rust_is_followed_through_what_it_uses() {
    for text in [
        "use crate::store::Store;",
        "use crate::store::{Own, Store as S};",
        "fn f() { crate::store::Store; }",
        "use crate::store::db::Conn;",
        "use crate::all::Store;",
        "use crate::store::Other;",
        "use crate::Top;",
        "use crate::facade; fn f() { facade::inner::Conn; }",
        "use crate::facade as g; use g::inner as h; fn f() { h::Conn; }",
        "use crate::prelude_holder::prelude::Conn;",
        "use crate::prelude_holder::prelude::Store;",
        "use super::super::store::Store;",
        "mod tests { use super::super::super::Top; }",
        "use crate::store::*;\nfn f(_: Store) {}",
        "use crate::store::*;\nfn f() { Store::open(); }",
        "use super::super::store::*;\nfn f() -> Option<Store> { None }",
        "use crate::all::*;\nstruct A { s: Store }",
        "use crate::*;\nfn f() { db::open(); }",
    ] {
        denied("src/web/a.rs", text);
    }
    denied("crates/web/src/main.rs", "use shared_data::Pool;");
    denied("crates/web/src/main.rs", "use shared_data::Shallow;");
    for text in [
        "use crate::prelude_holder::Own;",
        "use crate::lazy::Conn;",
        "use crate::store::Own;",
        "use crate::all::Own;",
        "use crate::store;",
        "use crate::missing::X;",
        "use crate::store::*;\nfn f(_: Own) {}",
        "use crate::store::*;\nstruct Store;\nfn f(_: Store) {}",
        "use crate::store::*;\nfn f(_: other::Store) {}",
        "use crate::*;\nfn f() { store::open(); }",
    ] {
        passes("src/web/a.rs", text);
    }
    passes("crates/web/src/main.rs", "use shared_data::Other;");
}
