use crate::syntax::{Trade, read};

fn trade(text: &str) -> Trade {
    read("a.ts", text).unwrap().trade
}

/// What is taken, as `module#name`; without a name for all of it.
fn taken(text: &str) -> Vec<String> {
    let parts = trade(text).taken.into_iter().map(|taken| taken.part);
    parts.map(|part| format!("{}#{}", part.module, part.name.unwrap_or_default())).collect()
}

/// What is handed on, as `own=module#name`; `*` is everything.
fn handed(text: &str) -> Vec<String> {
    let all = trade(text).handed.into_iter();
    all.map(|one| {
        let own = one.name.unwrap_or_else(|| "*".to_owned());
        format!("{own}={}#{}", one.part.module, one.part.name.unwrap_or_default())
    })
    .collect()
}

#[test]
fn what_is_taken_is_known_by_name() {
    for (text, expected) in [
        ("import { a, b as c } from 'm';", &["m#a", "m#b"] as &[&str]),
        ("import a from 'm';", &["m#default"]),
        ("import a from 'm'; a.b();", &["m#b", "m#default"]),
        ("import 'm';", &[]),
        ("import * as m from 'm'; m.a(); m.b.c();", &["m#a", "m#b"]),
        ("import * as m from 'm'; m['a']();", &["m#a"]),
        ("import * as m from 'm'; const l = m; l.a();", &["m#a"]),
        ("import * as m from 'm'; m[x]();", &["m#"]),
        ("import * as m from 'm'; f(m);", &["m#"]),
        ("import * as m from 'm'; const { a } = m;", &["m#a"]),
        ("import * as m from 'm'; let a: m.T;", &["m#T"]),
        ("type T = import('m').a.b;", &["m#a"]),
        ("const { a: b } = require('m');", &["m#a"]),
        ("const { a, ...rest } = require('m');", &["m#"]),
        ("const m = require('m'); m.a();", &["m#a"]),
        ("function f() { m.a(); } const m = require('m');", &["m#a"]),
        ("require('m').a();", &["m#a"]),
        ("module.require('m').a();", &["m#a"]),
        ("createRequire(u)('m').a();", &["m#a"]),
        ("const r = createRequire(u); const { a } = r('m');", &["m#a"]),
        ("const n = 'm'; const { a } = await import(n);", &["m#a"]),
        ("const { a } = jest.requireActual('m');", &["m#a"]),
        ("const m = await vi.importActual('m'); m.a();", &["m#a"]),
        ("require.resolve('m').a();", &[]),
        ("require('m');", &[]),
        ("f(require('m'));", &["m#"]),
        ("const { a } = await import('m');", &["m#a"]),
        ("(await import('m')).a();", &["m#a"]),
        ("import('m').then((m) => m.a());", &["m#"]),
        ("export { a as b } from 'm';", &["m#a"]),
        ("import m = require('m'); m.a();", &["m#a"]),
    ] {
        assert_eq!(taken(text), expected, "{text}");
    }
}

#[test]
fn what_is_handed_on_is_known_by_both_names() {
    for (text, expected) in [
        ("export { a as b, c } from 'm';", &["b=m#a", "c=m#c"] as &[&str]),
        ("export * from 'm';", &["*=m#"]),
        ("export * as n from 'm';", &["n=m#"]),
        ("import { a } from 'm'; export { a as b };", &["b=m#a"]),
        ("export { a as b }; import { a } from 'm';", &["b=m#a"]),
        ("import { a } from 'm'; export default a;", &["default=m#a"]),
        ("import a from 'm'; export { a };", &["a=m#default"]),
        ("import { a } from 'm'; export const b = a;", &["b=m#a"]),
        ("import * as m from 'm'; export const b = m.a, { c } = m;", &["b=m#a", "c=m#c"]),
        ("import { a } from 'm'; export const b = () => a();", &[]),
        ("import { a } from 'm'; export const b = make(a);", &[]),
        ("import { a as c } from 'm'; const b = c; export { b };", &["b=m#a"]),
        ("const m = require('m'); const a = m.b; module.exports = { a };", &["a=m#b"]),
        ("import * as m from 'm'; const { a } = m; export { a };", &["a=m#a"]),
        ("function f() { const { a } = require('m'); } function a() {} module.exports = { a };", &[]),
        ("module.exports = require('m');", &["*=m#", "default=m#"]),
        ("module.exports = { a: require('m').b, ...require('n') };", &["a=m#b", "*=n#"]),
        ("const m = require('m'); module.exports = { m, a: m.b };", &["m=m#", "a=m#b"]),
        ("const { a } = require('m'); exports.b = a;", &["b=m#a"]),
        ("import { a } from 'm'; export = a;", &["default=m#a"]),
        ("exports.a = require('m').b;", &["a=m#b"]),
        ("Object.assign(module.exports, require('m'));", &["*=m#"]),
        ("__exportStar(require('m'), exports);", &["*=m#"]),
        ("export default { a: require('m').b };", &["a=m#b", "default=m#b"]),
        ("import { a } from 'm'; export const all = { a, b: 1 }, list = [a];", &["all=m#a", "list=m#a"]),
    ] {
        assert_eq!(handed(text), expected, "{text}");
    }
}

#[test]
fn what_a_file_makes_itself_is_its_own() {
    let text = "export const a = 1, { b } = f(); export function c() {} export class D {} export default 5;\n\
                export type T = 1; export interface I {} const e = 1; export { e as g };";
    assert_eq!(trade(text).made, ["b", "c", "D", "T", "I", "a", "default", "g"]);
    assert!(trade(text).handed.is_empty());
}
