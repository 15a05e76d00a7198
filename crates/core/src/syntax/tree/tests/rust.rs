//! What the tree of Rust says and its words do not.

use super::*;

const RUST: Language = Language::Rust;

fn imported_in(path: &str, text: &str) -> Vec<String> {
    read(RUST, path, text).unwrap().unwrap().imports.into_iter().map(|found| found.name).collect()
}

#[test]
fn every_form_of_an_import_is_seen() {
    let text = "use a::b;\npub(crate) use c::{d, e::{f, g as h, self}, *};\nextern crate i as j;\n\
                use ::k::{self as l};\nuse {m, n::o};\nfn f() { use p /* q */ ::r; }\n\
                cfg_if! { if #[cfg(unix)] { use s::t; } }\n#[path = \"../u.rs\"]\nmod u;\ninclude!(\"v.rs\");\n\
                let s = r#\"use no;\"#; /* use no; /* */ use no; */ // use no;\n";
    // What everything of `c` has may be `s`.
    let expected = [
        "a::b", "c::d", "c::e::f", "c::e::g", "c::e", "c::*", "i", "k", "m", "n::o", "p::r", "s::t",
        "../u.rs", "self::u", "./v.rs", "c::s::t",
    ];
    assert_eq!(imported(RUST, text), expected);
}

#[test]
fn what_is_used_by_its_whole_path_is_imported() {
    let text = "use std::fs;\nfn f(c: diesel::Conn) -> Vec<sqlx::Row> { diesel::insert_into(x); fs::read(y); T::new(); }";
    assert_eq!(
        imported(RUST, text),
        ["std::fs", "diesel::Conn", "diesel::insert_into", "std::fs::read", "sqlx::Row"]
    );
}

#[test]
fn a_path_is_an_import_wherever_it_stands() {
    for (text, path) in [
        ("diesel::table! { users (id) { id -> Integer, } }", "diesel::table"),
        ("fn f() { crate::db::query!(1) }", "crate::db::query"),
        ("fn f() { println!(\"{}\", crate::db::count()) }", "crate::db::count"),
        ("fn f() { json!({\"a\": [crate::db::count()]}) }", "crate::db::count"),
        ("fn f() { matches!(x, crate::db::Kind::A) }", "crate::db::Kind::A"),
        ("fn f() { tokio::select! { x = crate::db::get() => {} } }", "crate::db::get"),
        ("macro_rules! m { ($x:expr) => { crate::db::q($x) } }", "crate::db::q"),
        ("macro_rules! m { ($x:expr) => { $crate::db::q($x) } }", "crate::db::q"),
        ("#[derive(Debug, diesel::Queryable)]\nstruct A;", "diesel::Queryable"),
        ("#[cfg_attr(x, derive(diesel::Queryable))]\nstruct A;", "diesel::Queryable"),
        ("#[tracing::instrument]\nfn f() {}", "tracing::instrument"),
        ("fn f() { m!(<T as crate::db::Row>::get()) }", "crate::db::Row"),
        ("use crate as c;\nfn f() { c::db::x(); }", "crate::db::x"),
        ("use crate as c;\nfn f() { m!(c::db::x()); }", "crate::db::x"),
        ("fn f() { crate::r#db::x(); m!(crate::r#db::y) }", "crate::db::x"),
        ("fn f() { m!(crate::r#db::y) }", "crate::db::y"),
        ("use crate::r#db;", "crate::db"),
    ] {
        let found = imported(RUST, text);
        assert!(found.iter().any(|one| one == path), "{text}: {found:?}");
    }
    let text = "use super::super as root;\nfn f() { root::db::x(); }";
    assert!(imported_in("src/web/views.rs", text).contains(&"crate::db::x".to_owned()));
    for text in [
        "fn f() { println!(\"crate::db\" /* crate::db::x */); m!(db, diesel) }",
        "macro_rules! m { ($a:ident) => { $a::b::c() } }",
        "fn f() { m!(<T>::a::b, T::new()) }",
    ] {
        assert_eq!(imported(RUST, text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn what_is_used_through_an_import_says_so() {
    let text = "use std::fs;\nfn f() { fs::read(x); }";
    let through: Vec<_> =
        code(RUST, text).imports.into_iter().filter_map(|one| Some((one.name, one.of?))).collect();
    assert_eq!(through, [("std::fs::read".to_owned(), "std::fs".to_owned())]);
}

#[test]
fn a_text_is_read_as_the_language_does() {
    for (text, spells) in [
        ("const K: &str = concat!(\"USER\", \"#1\");", &["USER#1"] as &[&str]),
        ("fn f() { println!(concat!(\"USER\", env!(\"A\"), \"#\"), \"x\"); }", &["USER{}#", "x"]),
        ("const K: &str = \"USER\\\n    #1\";", &["USER#1"]),
        ("fn f() { m!(\"USER\\\n    #1\") }", &["USER#1"]),
        ("#[doc = \"USER#1\"]\nstruct A;", &[]),
        ("#![doc(alias = \"USER#1\")]\n", &[]),
        ("#[serde(rename = \"USER#1\")]\nstruct A;", &["USER#1"]),
    ] {
        assert_eq!(spelled(RUST, text), spells, "{text}");
    }
}

#[test]
fn relative_paths_are_seen_from_the_root_of_the_crate() {
    let text = "use super::db;\nuse self::x::y;\nuse crate::z;\nmod w;\nmod tests { use super::*; use super::super::v; }\n\
                fn f() { super::db::connect(); }";
    let expected = [
        "super::db",
        "crate::web::db",
        "self::x::y",
        "crate::web::views::x::y",
        "crate::z",
        "self::w",
        "crate::web::views::w",
        "super::*",
        "crate::web::views::*",
        "super::super::v",
        "crate::web::v",
        "crate::web::db::connect",
    ];
    assert_eq!(imported_in("crates/shop/src/web/views.rs", text), expected);
    assert_eq!(imported_in("src/web/mod.rs", "use super::db;"), ["super::db", "crate::db"]);
    assert_eq!(imported_in("src/lib.rs", "use self::db;"), ["self::db", "crate::db"]);
    assert_eq!(imported_in("src/main.rs", "use super::db;"), ["super::db"]);
}

#[test]
fn a_call_is_known_by_what_its_name_stands_for() {
    calls_that_words_do_not_say(
        RUST,
        &[
            ("use std::process::Command as C;\nfn f() { C::new(\"x\"); }", "std.process.Command.new"),
            (
                "use std::{process::{self as p}};\nfn f() { p::Command::new(\"x\"); }",
                "std.process.Command.new",
            ),
            (
                "use std::process::Command as C;\nfn f() { println!(\"{}\", C::new(\"x\")); }",
                "std.process.Command.new",
            ),
            ("use std::fs::*;\nfn f() { remove_file(\"x\"); }", "std.fs.remove_file"),
            ("use std::fs;\nmacro_rules! m { ($x:expr) => { fs::remove_file($x) } }", "std.fs.remove_file"),
            ("fn f() { let g = std::fs::remove_file; g(\"x\"); }", "std.fs.remove_file"),
            ("fn f() { serde_json::from_str::<T>(x); }", "serde_json.from_str"),
            ("fn f() { Vec::<u8>::with_capacity(1); }", "Vec.with_capacity"),
            ("use aws::Client as C;\nfn f(c: &C) { c.send(); }", "aws.Client.send"),
            ("use aws as a;\nfn f() { a::Input { x: 1 }; }", "aws.Input"),
            ("fn f() { a.b()?.c().await.d(); }", "a.b.c.d"),
            ("extern crate libc as l;\nfn f() { l::system(x); }", "libc.system"),
        ],
    );
    assert_eq!(called(RUST, "fn eval() {} // eval()\nconst S: &str = \"eval()\";"), Vec::<String>::new());
}

#[test]
fn a_text_is_known_whole_with_what_holds_it() {
    for (text, holder, expected) in [
        ("let pk = format!(\"USER#{id}\");", "pk", "USER#{id}"),
        ("let pk = r#\"a\\x41\"b\"#;", "pk", "a\\x41\"b"),
        ("let pk = b\"\\x41\";", "pk", "A"),
        ("let x = T { pk: (\"A\") };", "pk", "A"),
        ("x.pk = &\"A\";", "pk", "A"),
        ("let x = json!({ \"PK\": \"\\u{41}\" });", "PK", "A"),
        ("#[serde(rename = \"A\")] struct T;", "rename", "A"),
    ] {
        assert_eq!(held(RUST, &format!("fn f() {{ {text} }}"), holder).as_deref(), Some(expected), "{text}");
    }
    assert_eq!(spelled(RUST, "fn f() { g(\"a\", vec![\"b\", h!(\"c\")]); }"), ["a", "b", "c"]);
}

#[test]
fn a_broken_file_still_says_what_it_says() {
    for text in [
        "fn f( {\nuse forbidden;\n",
        "use forbidden::{a, \n",
        "impl {{{ use forbidden; ",
        "}}} use forbidden;",
        "let x = ';\nuse forbidden;\n",
    ] {
        assert!(imported(RUST, text).iter().any(|name| name.starts_with("forbidden")), "{text}");
    }
}
