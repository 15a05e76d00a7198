//! Names that frameworks and bundlers give, also where no settings of TypeScript say them.

use hookward_core::Decision;
use hookward_core::policy::Layer;

use crate::support::{Bench, Disk};
use crate::write;

const DISK: Disk = Disk(&[
    ("package.json", r#"{ "name": "root" }"#),
    // Vite
    ("vite/package.json", r#"{ "name": "vite-app" }"#),
    (
        "vite/vite.config.ts",
        "export default defineConfig({ resolve: { alias: { '@': path.resolve(__dirname, 'src'), root: '/src', \
         db: make('./src/lib/db') } } });\n",
    ),
    (
        "vite/vitest.config.mts",
        "export default { test: { alias: [{ find: '~t/', replacement: './src/' }] } };\n",
    ),
    ("vite/src/lib/db.ts", ""),
    // SvelteKit
    ("svelte/package.json", r#"{ "name": "svelte-app" }"#),
    ("svelte/svelte.config.js", "export default { kit: { alias: { '$data': 'src/lib/db.ts' } } };\n"),
    ("svelte/src/lib/db.ts", ""),
    // What it has generated is extended.
    ("kit/package.json", r#"{ "name": "kit" }"#),
    ("kit/tsconfig.json", r#"{ "extends": "./.svelte-kit/tsconfig.json" }"#),
    (
        "kit/.svelte-kit/tsconfig.json",
        r#"{ "compilerOptions": { "paths": { "$own/*": ["../src/lib/*"] } } }"#,
    ),
    // Nuxt
    ("nuxt/package.json", r#"{ "name": "nuxt-app" }"#),
    ("nuxt/nuxt.config.ts", "export default defineNuxtConfig({ srcDir: 'src/' });\n"),
    ("nuxt/src/lib/db.ts", ""),
    ("nuxt4/package.json", r#"{ "name": "nuxt-4" }"#),
    ("nuxt4/nuxt.config.ts", "export default defineNuxtConfig({});\n"),
    (
        "nuxt4/tsconfig.json",
        r#"{ "files": [], "references": [{ "path": "./.nuxt/tsconfig.app.json" }, { "path": "./.nuxt/tsconfig.node.json" }] }"#,
    ),
    (
        "nuxt4/.nuxt/tsconfig.app.json",
        r##"{ "compilerOptions": { "paths": { "#made/*": ["../app/lib/*"] } }, "include": ["../app/**/*"] }"##,
    ),
    (
        "nuxt4/.nuxt/tsconfig.node.json",
        r##"{ "compilerOptions": { "paths": { "#node/*": ["../app/lib/*"] } }, "include": ["../*.ts"] }"##,
    ),
    ("nuxt4/app/lib/db.ts", ""),
    // Deno
    (
        "deno/deno.jsonc",
        r#"{ /* own */ "imports": { "@/": "./src/", "db": "./src/lib/db.ts", "lib": "npm:lib", "$std/": "jsr:/@std/" } }"#,
    ),
    ("deno/src/lib/db.ts", ""),
    ("mapped/deno.json", r#"{ "importMap": "./import_map.json" }"#),
    ("mapped/import_map.json", r#"{ "imports": { "own/": "./src/" } }"#),
    ("mapped/src/lib/db.ts", ""),
]);

fn decision(path: &str, module: &str) -> Decision {
    let policy = "[[gate.architecture]]\nid = \"data\"\nfiles = \"**/ui/**\"\nforbid = { import = \"*/{src,app}/lib/db\" }\n";
    let bench = Bench { world: &DISK, ..Bench::with(&[(Layer::Project, policy)]) };
    bench.judge(write(path, &format!("import '{module}';"))).decision
}

fn mocks(path: &str, module: &str) -> Decision {
    let bench = Bench { world: &DISK, ..Bench::with(&[(Layer::Project, "[gate.mocked-internals]\n")]) };
    bench.judge(write(path, &format!("vi.mock('{module}');"))).decision
}

#[test]
fn names_that_are_spelled_out_lead_to_their_files() {
    for (at, modules) in [
        ("vite/src/ui/a.ts", &["@/lib/db", "root/lib/db", "~t/lib/db", "../lib/db"][..]),
        ("svelte/src/ui/a.svelte.ts", &["$lib/db", "$data"]),
        ("kit/src/ui/a.ts", &["$own/db"]),
        ("nuxt/src/ui/a.ts", &["~/lib/db", "@/lib/db", "~~/src/lib/db"]),
        ("nuxt4/app/ui/a.ts", &["~/lib/db", "@@/app/lib/db", "#made/db"]),
        ("deno/src/ui/a.ts", &["@/lib/db.ts", "db"]),
        ("mapped/src/ui/a.ts", &["own/lib/db.ts"]),
    ] {
        for module in modules {
            assert_eq!(decision(at, module), Decision::Deny, "{at}: {module}");
        }
    }
}

#[test]
fn what_is_not_spelled_out_or_not_there_leads_nowhere() {
    for (at, modules) in [
        ("vite/src/ui/a.ts", &["db", "@other/lib/db", "$lib/db"][..]),
        ("svelte/src/ui/a.ts", &["$app/navigation", "~/lib/db"]),
        ("nuxt4/app/ui/a.ts", &["#node/db", "#imports"]),
        ("deno/src/ui/a.ts", &["lib", "$std/lib/db"]),
        ("plain/src/ui/a.ts", &["@/lib/db", "$lib/db"]),
    ] {
        for module in modules {
            assert_eq!(decision(at, module), Decision::Silent, "{at}: {module}");
        }
    }
}

#[test]
fn a_mock_of_such_a_name_is_one_of_own_code() {
    for (at, module) in [
        ("vite/src/a.test.ts", "root/lib/db"),
        ("svelte/src/a.test.ts", "$lib/not/yet"),
        ("deno/a.test.ts", "db"),
    ] {
        assert_eq!(mocks(at, module), Decision::Advise, "{at}: {module}");
    }
    for (at, module) in [("svelte/src/a.test.ts", "$app/navigation"), ("deno/a.test.ts", "lib")] {
        assert_eq!(mocks(at, module), Decision::Silent, "{at}: {module}");
    }
}
