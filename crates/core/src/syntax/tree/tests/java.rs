//! What the tree of Java says and its words do not.

use super::*;

const JAVA: Language = Language::Java;

fn within(text: &str) -> String {
    format!("class T {{ void m() {{ {text} }} }}")
}

#[test]
fn every_form_of_an_import_is_seen() {
    let text = "package a;\nimport a.b.C;\nimport static d.E.*;\nimport static d.E.f;\nimport g.*;\n/* import no.No; */\n\
                class T extends h.I { j.K k = new l.M(); @n.O void m(p.Q<r.S> q) throws t.U {\n\
                String s = \"\"\"\n  import no.No;\n  \"\"\"; v.w.X.y(); Class.forName(\"z.A\" + \"B\"); T.o(); } }\n";
    let expected = [
        "a.b.C",
        "d.E.*",
        "d.E.f",
        "g.*",
        "d.E.Class",
        "g.Class",
        "d.E.String",
        "g.String",
        "d.E.T",
        "g.T",
        "h.I",
        "j.K",
        "l.M",
        "n.O",
        "p.Q",
        "r.S",
        "t.U",
        "v.w.X",
        "z.AB",
    ];
    assert_eq!(imported(JAVA, text), expected);
}

#[test]
fn an_annotation_is_known_by_its_whole_name() {
    for text in ["@com.acme.Old class T {}", "class T { @com.acme.Old(x = 1) void m() {} }"] {
        assert_eq!(imported(JAVA, text), ["com.acme.Old"], "{text}");
    }
}

#[test]
fn a_call_is_known_by_what_its_name_stands_for() {
    calls_that_words_do_not_say(
        JAVA,
        &[
            ("import com.acme.Db;\nclass T { void m() { Db.open(); } }", "com.acme.Db.open"),
            ("import com.acme.Db;\nclass T { void m() { new Db(); } }", "com.acme.Db"),
            ("import com.acme.Db;\nclass T { Db db; void m() { this.db.open(); } }", "com.acme.Db.open"),
            ("import com.acme.Db;\nclass T { void m(Db db) { db.open(); } }", "com.acme.Db.open"),
            ("import com.acme.*;\nclass T { void m() { Db.open(); } }", "com.acme.Db.open"),
            ("import static com.acme.Db.open;\nclass T { void m() { open(); } }", "com.acme.Db.open"),
            ("import static com.acme.Db.*;\nclass T { void m() { open(); } }", "com.acme.Db.open"),
            ("import com.acme.Db;\nclass T { void m() { x.map(Db::open); } }", "com.acme.Db.open"),
            ("import com.acme.Db;\nclass T { void m() { ((Db) x).open(); } }", "com.acme.Db.open"),
            ("import com.acme.Inject;\n@Inject class T { }", "com.acme.Inject"),
            ("class T { void m() { new com.acme.Db<>().open(); } }", "com.acme.Db.open"),
        ],
    );
    assert_eq!(called(JAVA, "class T { void eval() { String s = \"eval()\"; } }"), Vec::<String>::new());
}

#[test]
fn a_text_is_known_whole_with_what_holds_it() {
    for (text, holder, expected) in [
        ("String pk = \"USER#\" + u.id;", "pk", "USER#{id}"),
        ("this.pk = (\"A\");", "pk", "A"),
        ("pk = \"\\u0041\\102\";", "pk", "AB"),
        ("String pk = \"\"\"\nA \"b\" \"\"\";", "pk", "A \"b\""),
        ("String pk = \"\"\"\n    USER#1\n      x\n    \"\"\";", "pk", "USER#1\n  x\n"),
        ("String pk = \"\"\"\n        USER#%s\"\"\".formatted(id);", "pk", "USER#%s"),
    ] {
        assert_eq!(held(JAVA, &within(text), holder).as_deref(), Some(expected), "{text}");
    }
    assert_eq!(held(JAVA, "@A(name = \"x\") class T {}", "name").as_deref(), Some("x"));
}

#[test]
fn letters_by_their_numbers_are_letters() {
    let text = "import com.\\u0061cme.Db;\nclass T { void m() { \\uuu0044b.open(\"\\u0022); evil(\"); } }";
    assert!(imported(JAVA, text).contains(&"com.acme.Db".to_owned()));
    let called = called(JAVA, text);
    assert!(
        called.contains(&"com.acme.Db.open".to_owned()) && called.contains(&"evil".to_owned()),
        "{called:?}"
    );
}

#[test]
fn what_stands_in_for_a_class_is_known_by_that() {
    let of = |text: &str| {
        let code = code(JAVA, text);
        let mocks = code.calls.into_iter().filter(|call| call.name.ends_with("mock"));
        mocks.filter_map(|call| call.of).collect::<Vec<_>>()
    };
    assert_eq!(
        of("import a.Cart;\nclass T { @MockBean(name = \"x)\") private final Cart cart; }"),
        ["a.Cart"]
    );
    assert_eq!(of("import a.Cart;\nclass T { void m() { Mockito.mock(Cart.class); } }"), ["a.Cart"]);
    assert_eq!(of("class T { void m() { mock(a.Cart.class); } }"), ["a.Cart"]);
    assert_eq!(of("class T { void m(@Mock a.Cart c) {} }"), ["a.Cart"]);
    assert_eq!(of("class T { void m() { a.Cart c = Mockito.mock(); } }"), ["a.Cart"]);
}

#[test]
fn a_broken_file_still_says_what_it_says() {
    for text in [
        "class {{\nimport forbidden.A;\n",
        "import forbidden.A\nclass T {",
        "class T { String s = \"\nimport forbidden.A;\n",
        ")))\nimport forbidden.A;",
    ] {
        assert!(imported(JAVA, text).iter().any(|name| name == "forbidden.A"), "{text}");
    }
}

#[test]
fn a_class_that_needs_no_import_is_known_by_its_whole_name() {
    let found = made_by(JAVA, "class A { void f() { Runtime.getRuntime(); } }");
    assert_eq!(found, ["java.lang.Runtime.getRuntime"]);
    let found = made_by(JAVA, "import b.Runtime;\nclass A { void f() { Runtime.getRuntime(); } }");
    assert_eq!(found, Vec::<String>::new());
}
