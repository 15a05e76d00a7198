use super::*;

fn code(text: &str) -> Code {
    read("a.ts", text).unwrap_or_default()
}

fn names(found: &[Found]) -> Vec<&str> {
    found.iter().map(|one| one.name.as_str()).collect()
}

#[test]
fn every_form_of_an_import_is_seen_and_a_text_or_a_comment_is_none() {
    let text = "import a from 'a';\nimport 'b';\nexport * from 'c';\nexport { x } from \"d\";\n\
                import type { T } from 'e';\nconst f = require('f');\nconst g = await import(`g`);\n\
                import h = require('h');\nrequire('i' + '/j');\n\
                type K = import('k').K;\n\
                // import z from 'z1'\nconst s = \"import z from 'z2'\"; /* require('z3') */\n";
    assert_eq!(names(&code(text).imports), ["a", "b", "c", "d", "e", "f", "g", "h", "i/j", "k"]);
    assert_eq!(code(text).imports.last().map(|found| found.line), Some(10));
}

#[test]
fn whatever_loads_a_module_imports_it() {
    for text in [
        "createRequire(import.meta.url)('x')",
        "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url); require('x')",
        "import { createRequire as make } from 'module'; const r = make(__filename); r('x')",
        "const { createRequire: make } = await import('module'); make(__filename)('x')",
        "import Module from 'module'; const r = Module.createRequire(__filename); const { a } = r('x')",
        "let r; r = createRequire(import.meta.url); r('x')",
        "module.require('x')",
        "require.main.require('x')",
        "const load = require; load('x')",
        "const m = 'x'; require(m)",
        "const m = 'x' as const; await import(m)",
        "let m = `x`; createRequire(u)(m)",
        "const [a, b] = ['', '']; const m = '' + 'x'; module.require(`${m}`)",
        "jest.requireActual('x')",
        "const { requireActual } = jest; requireActual('x')",
        "vi.mock('y', async () => ({ ...(await vi.importActual('x')) }))",
    ] {
        let found = code(text).imports;
        assert!(found.iter().any(|one| one.name == "x"), "{text}: {found:?}");
    }
}

#[test]
fn what_loads_nothing_imports_nothing() {
    for text in [
        "require.resolve('x')",
        "const r = createRequire(import.meta.url); r.resolve('x')",
        "const m = 'x'; load(m)",
        "createRequire('x')",
        "require('debug')('x')",
        "let m = 'y'; m = 'x'; require(m)",
        "const m = 'x'; require(n)",
        "schema.require('x')",
        "const r = createRequire(import.meta.url); s('x')",
    ] {
        let found = code(text).imports;
        assert!(found.iter().all(|one| one.name != "x"), "{text}: {found:?}");
    }
    // A text that doubles with each name is not followed without end.
    let doubled: Vec<String> = (1..200).map(|n| format!("const m{n} = m{} + m{};", n - 1, n - 1)).collect();
    assert!(code(&format!("const m0 = 'x'; {} require(m199)", doubled.concat())).imports.is_empty());
}

#[test]
fn calls_are_known_by_the_names_that_others_know() {
    for (text, expected) in [
        ("new InvokeCommand({})", "InvokeCommand"),
        ("import { InvokeCommand as C } from 'x'; new C()", "InvokeCommand"),
        ("const { invoke: go } = lambda; go()", "lambda.invoke"),
        ("const go = lambda.invoke; go.call(lambda, 1)", "lambda.invoke"),
        ("this.lambda?.invoke(1)", "this.lambda.invoke"),
        ("lambda['invoke'](1)", "lambda.invoke"),
        ("(0, lambda.invoke)(1)", "lambda.invoke"),
        ("(lambda as any).invoke!(1)", "lambda.invoke"),
        ("new Lambda({}).invoke(1)", "Lambda.invoke"),
        ("const { C: D } = require('x'); new D()", "C"),
        ("const r = createRequire(u); const { C: D } = r('x'); new D()", "C"),
        ("const x = require('x'); x.c()", "x.c"),
        ("jest.requireActual('x').c()", "require.c"),
    ] {
        assert!(names(&code(text).calls).contains(&expected), "{text}: {:?}", code(text).calls);
    }
    assert!(code("// lambda.invoke(1)\nconst s = 'lambda.invoke(1)'").calls.is_empty());
}

#[test]
fn a_text_is_known_with_what_holds_it_and_what_is_filled_in() {
    let held = |text: &str, holder: &str| {
        let code = code(text);
        let one = code.literals.into_iter().find(|one| one.holder.as_deref() == Some(holder));
        one.map(|one| one.text)
    };
    assert_eq!(held("x = { PK: `USER#${user.id}` }", "PK").as_deref(), Some("USER#{id}"));
    assert_eq!(held("x.PK = 'USER#' + id", "PK").as_deref(), Some("USER#{id}"));
    assert_eq!(held("const pk = 'A'", "pk").as_deref(), Some("A"));
    assert_eq!(held("x = { PK: { S: 'A' } }", "PK").as_deref(), Some("A"));
    assert_eq!(held("x = { PK: id }", "PK"), None);
    let all = |text: &str| -> Vec<String> {
        let held = code(text).literals.into_iter().filter(|one| one.holder.as_deref() == Some("PK"));
        held.map(|one| one.text).collect()
    };
    for text in [
        "const PK = c ? `A#${a}` : `B#${a}`",
        "const PK = (c ? (`A#${a}` as const) : d ? `B#${a}` : e)",
        "x = { PK: c === 'C' ? `A#${a}` : `B#${a}` }",
        "x.PK = `A#${a}` || `B#${a}`",
        "x.PK ??= (c && `A#${a}`) ?? `B#${a}`",
        "x = { PK: { S: c ? `A#${a}` : `B#${a}` } }",
        "const PK = y = (f(), c ? `A#${a}` : `B#${a}`)",
        "class X { PK = c ? `A#${a}` : `B#${a}` }",
    ] {
        assert_eq!(all(text), ["A#{a}", "B#{a}"], "{text}");
    }
    let lines = code("const PK = c\n  ? `A#${a}`\n  : `B#${a}`").literals;
    let held: Vec<usize> = lines.iter().filter(|one| one.holder.is_some()).map(|one| one.line).collect();
    assert_eq!(held, [2, 3]);
}

#[test]
fn what_cannot_be_read_is_said_and_depth_does_no_harm() {
    assert!(read("a.ts", "import {").is_err());
    assert!(read("a.ts", &"(".repeat(100_000)).is_err());
    let _ = read("a.ts", &format!("x = {}1", "!".repeat(100_000)));
    let _ = read("a.ts", &format!("x = {}1", "a=>".repeat(30_000)));
    let _ = read("a.ts", &format!("x = {}1", "a?b:".repeat(30_000)));
    let _ = read("a.ts", &format!("{};", "if(a)b;else ".repeat(10_000)));
}

#[test]
fn a_held_text_is_put_together_of_what_the_file_names() {
    let held = |text: &str| -> Vec<String> {
        let literals = code(text).literals;
        literals.into_iter().filter(|one| one.holder.as_deref() == Some("PK")).map(|one| one.text).collect()
    };
    for text in [
        "const P = 'A#'; const a = { PK: P + id };",
        "const P = 'A#'; const a = { PK: `${P}${id}` };",
        "const key = `A#${id}`; const a = { PK: key };",
        "const P = { user: 'A#' }; const a = { PK: P.user + id };",
        "const mk = (id) => `A#${id}`; const a = { PK: mk(x) };",
        "const a = { PK: mk(x) }; function mk(id) { return 'A#' + id; }",
        "const K = { mk: (id) => `A#${id}` }; const a = { PK: K.mk(x) };",
        "const a = { PK: 'A#'.concat(id) };",
        "const a = { PK: String(`A#${id}`) };",
        "const a = { PK: ['A', id].join('#') };",
        "export const PK = (id: string) => `A#${id}`;",
        "export function PK(id: string) { return `A#${id}`; }",
    ] {
        assert_eq!(held(text), ["A#{id}"], "{text}");
    }
    for text in [
        "const P = 'A#'; const f = (P) => ({ PK: P + id });",
        "let P = 'A#'; P = 'B#'; const a = { PK: P + id };",
    ] {
        assert!(!held(text).iter().any(|one| one.starts_with("A#")), "{text}: {:?}", held(text));
    }
    assert!(held("const a = { PK: mk(x), b: PK };").is_empty());
}

#[test]
fn a_file_of_types_alone_is_told_from_one_of_code() {
    for text in [
        "export interface A { b: string }",
        "import { B } from './b';\nexport type A = B | null;\ntype C = A;\nexport { C };",
        "export type { A } from './a';\nexport enum Kind { One, Two }",
        "declare global { interface Window { a: number } }\nexport {};",
        "export declare function f(): void;",
        "export * from './a';\nexport { b } from './b';",
    ] {
        assert!(only_declares("a.ts", text), "{text}");
    }
    for text in [
        "",
        "export {};",
        "import { a } from './a';\nexport { a };",
        "export const a = 1;",
        "export interface A {}\nconsole.log(1);",
        "import './a';",
        "export * from './a';\nimport './b';",
        "export default interface A {}\nexport class B {}",
        "export function f() {}",
        "export interface A {",
    ] {
        assert!(!only_declares("a.ts", text), "{text}");
    }
}

#[test]
fn a_module_that_is_chosen_at_the_run_is_one_of_its_directory() {
    for text in [
        "await import(`../infra/${name}`)",
        "await import('../infra/' + name)",
        "const at = '../infra'; require(`${at}/${name}`)",
    ] {
        assert_eq!(names(&code(text).imports), ["../infra/{name}"], "{text}");
    }
    for text in [
        "await import(name)",
        "await import(`./${name}`)",
        "await import(`${at}/infra`)",
        "require(`../${name}/x`)",
    ] {
        assert!(code(text).imports.is_empty(), "{text}");
    }
}

#[test]
fn what_a_bundler_or_a_worker_loads_is_imported() {
    for text in [
        "new Worker(new URL('./x', import.meta.url), { type: 'module' })",
        "new URL('./x', import.meta.url)",
        "new SharedWorker('./x')",
        "import.meta.glob('./x')",
        "import.meta.glob<Page>(['./x', '!./y'], { eager: true })",
        "import.meta.globEager('./x')",
        "require.context('./x', true, /a/)",
    ] {
        assert_eq!(names(&code(text).imports), ["./x"], "{text}");
    }
    for text in [
        "new URL('./x', base)",
        "new URL('./x')",
        "new Worker('https://example.com/x')",
        "fast.glob('./x')",
        "app.context('./x')",
    ] {
        assert!(code(text).imports.is_empty(), "{text}");
    }
}

#[test]
fn what_is_imported_for_its_types_is_gone_with_them() {
    let lasting = |text: &str| {
        let found = code(text).imports;
        found.iter().filter(|one| one.lasts == Lasts::ToTheRun).count()
    };
    for text in [
        "import type { A } from 'x'",
        "import type A from 'x'",
        "import { type A, type B } from 'x'",
        "export type { A } from 'x'",
        "export type * from 'x'",
        "import type A = require('x')",
        "type A = import('x').A",
    ] {
        assert_eq!((code(text).imports.len(), lasting(text)), (1, 0), "{text}");
    }
    for text in ["import { type A, b } from 'x'", "import 'x'", "import {} from 'x'", "import b from 'x'"] {
        assert_eq!(lasting(text), 1, "{text}");
    }
}
