//! No text makes a reader panic, run on, or speak of lines that are not there.

use proptest::prelude::*;

use super::*;
use crate::policy::{Meant, Trait};

const SAMPLES: &[(&str, &str)] = &[
    (
        "src/a/b.py",
        "from a import (b as c,\n  d)\nimport e.f as g\n@c('x')\ndef h(i: g.J = 'k', *l):\n    '''doc'''\n    \
         m = f\"n{i['o']!r:>{p}}\" 'q' + r'\\d'\n    self.s = {'PK': {'S': m}}\n    with g.t() as u: u.v(w=1)[0]()\n",
    ),
    (
        "src/a/c.py",
        "'''a'''\nimport b\nimport c.d as e\nfrom .. import f\nG = 'h.i'\nb.j.k(e.l.m)[f.n.o]\n\
         import_module('.p', 'q.r')\nimport_module(G, package=s)\n__import__('t', fromlist=['u', v])\n",
    ),
    (
        "src/a/b.go",
        "package a\nimport (\n\tb \"c/d\"\n\t. `e`\n)\nconst f, g = \"h\" + i, 'j'\nfunc (k *b.L) m(n *b.O) {\n\
         \tp := map[string]b.Q{\"PK\": &b.R{S: `t`}}\n\tgo func() { n.U(p)(1).(b.V).W() }()\n}\n",
    ),
    (
        "src/a/b.rs",
        "use a::{b as c, self, d::{e, *}};\n#[cfg(test)]\nmod f { use super::g; }\n#[path = \"h.rs\"]\nmod i;\n\
         fn j<'k>(l: &'k c::M) -> N<'k> {\n    let o = format!(\"{}\", r#\"p\"#); // q\n    l.r::<S>(t![u, v(w)])?.x().await\n}\n",
    ),
    (
        "src/a/c.rs",
        "use super::super as a;\nuse crate::r#b as c;\n#[derive(d::E, F)]\n#[doc = \"g\"]\nstruct H;\n\
         i::j! { k::l(m) }\nmacro_rules! n { ($o:expr) => { $crate::p::q($o, <R as s::T>::u) } }\n\
         fn v() { a::w(); c::x(concat!(\"y\", 1, \"z\")); println!(\"{}\", self::aa::bb()); }\n",
    ),
    (
        "src/a/B.java",
        "package a;\nimport static b.C.*;\nimport d.E;\n@F(g = \"h\") class I extends j.K<L> {\n    @Mock private E m;\n    \
         void n(E o) { String p = \"\"\"\n  q\\u0041\n\"\"\" + r; o.s(t.U::v, E.class).w(); new x.Y() {}; }\n}\n",
    ),
    (
        "src/a/b.php",
        "<p>it's</p>\n<?php\nnamespace A;\nuse B\\{C as D, function e};\nrequire_once __DIR__ . '/f.php';\n\
         #[G('h')]\nclass I extends \\J { use K; function l(?D $m) { $n = \"o{$m->p['q']}$r\"; $m?->s(D::class); `t`; } }\n\
         $u = <<<V\n w $x\n V;\n?>\n<b><?= e(y: 'z') ?>\n",
    ),
    (
        "src/a/d.php",
        "<?php\nnamespace A\\B;\nuse C\\D;\n$e = new F\\G(D\\H::i());\n$e->j(namespace\\K\\L::class);\n\
         $m = <<<N\n  o $e\n  N;\n$p('q'); r\\s();\n__halt_compiler();\nt();\n",
    ),
    (
        "src/a/c.php",
        "<?php\n$a = 'b' . \"c\"; $a('d');\n$e = ('f') /* g */ . ('h'); $e();\n$i = 'j' // k\n . 'l'; new $i;\n\
         $m = \"\\x6e\"; $m();\ncall_user_func('o' . 'p', 1);\nQ::r()->s(\\T\\U::class);\n",
    ),
];

/// Breaks a text: parts are left out, doubled, moved, or replaced by signs that open and close things.
fn broken(text: &str, cuts: &[(usize, usize, u8)]) -> String {
    const SIGNS: &[&str] = &[
        "\"", "'", "(", ")", "{", "}", "\n", "\\", "/*", "`", "#", "\"\"\"", "<<<", "?>", "é", "\0", "$",
        "::", "r#\"",
    ];
    let mut signs: Vec<char> = text.chars().collect();
    for (from, length, deed) in cuts {
        let start = from % (signs.len() + 1);
        let end = (start + length % 12).min(signs.len());
        let part: Vec<char> = signs[start..end].to_vec();
        match deed % 4 {
            0 => drop(signs.drain(start..end)),
            1 => drop(signs.splice(start..start, part)),
            2 => drop(signs.splice(start..end, SIGNS[usize::from(*deed) % SIGNS.len()].chars())),
            _ => signs[start..end].reverse(),
        }
    }
    signs.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn a_broken_text_is_read_without_a_panic_and_its_lines_are_in_it(
        which in 0..SAMPLES.len(),
        cuts in prop::collection::vec((0..600_usize, 0..12_usize, any::<u8>()), 0..12),
    ) {
        let (path, sample) = SAMPLES[which];
        is_read_well(path, &broken(sample, &cuts));
    }
}

/// The lines that are named are in the text, and the cheap look sees whatever the tree does.
fn is_read_well(path: &str, text: &str) {
    let lines = text.matches('\n').count() + 1;
    let Ok(code) = crate::syntax::read(path, text) else { return };
    let found = code.imports.iter().chain(&code.calls).map(|one| one.line);
    for line in found.chain(code.literals.iter().map(|one| one.line)) {
        assert!((1..=lines).contains(&line), "line {line} of {lines}: {text:?}");
    }
    let imports = code.imports.into_iter().map(|found| Trait::Import(found.name, Meant::AnyName));
    for one in imports.chain(code.calls.into_iter().map(|found| Trait::Call(found.name))) {
        assert!(one.may_be_in(text, path), "{one:?}: {text:?}");
    }
}

/// What chance has found before.
#[test]
fn names_that_are_broken_are_what_they_end_with() {
    for (path, text) in [
        ("a.php", "<?php\nuse C\\D;F wen = e$\n\\ = new F\\G(D\\H::i());\n"),
        ("a.php", "<?php\n$e->j(namespace\\K\\L::clar#\"<<N\n  o $N\n  o $e  N;\n$p('q');\n"),
        ("a.go", "package a\nimport (\n\tb \"c$ `e`\n)\nvar d = b.R{S: `t`}\n"),
        ("a.py", "x::\nfrom .s e\ne\nfrom .. import\n f\n"),
        ("A.java", "import static b.C.*;\nclass I { @ Mock E m; }\n"),
    ] {
        is_read_well(path, text);
    }
}

#[test]
fn every_sample_is_whole() {
    for (path, sample) in SAMPLES {
        let grammar = grammar(Language::of(path).unwrap()).unwrap();
        assert!(!parsed(grammar, sample).unwrap().root_node().has_error(), "{path}");
    }
}

#[test]
fn depth_and_length_come_to_an_end() {
    let n = 1_000;
    for (path, _) in SAMPLES {
        let language = Language::of(path).unwrap();
        let start = if language == Language::Php { "<?php " } else { "" };
        for part in [
            "(",
            "[",
            "{",
            "((a)",
            "f(",
            "\"a\" + ",
            "a.b().",
            "if a {",
            "a::{",
            "use a::{",
            "'",
            "\"",
            "!",
            "()",
            "`",
            "<<<A\n",
            "f\"{",
            "a = ",
            "x(\"",
            "mod a { use super::b; ",
        ] {
            let _ = read(language, "src/a.x", &format!("{start}{}", part.repeat(n)));
        }
        assert!(read(language, "a.x", &"a\n".repeat(MAX_LENGTH)).is_some_and(|read| read.is_err()));
    }
}
