//! What the calls of Kotlin and Scala are whole, by what the words of a file import: `import a.B as C`, `import a.{B => C}`.

use super::scanner::Token;
use super::{Found, Maker};

/// The package that needs no import.
const IMPLIED: &str = "java.lang";

/// The most names of one import, and the most packages of which everything is imported.
const MAX_NAMES: usize = 256;
const MAX_PACKAGES: usize = 32;

/// A call of a class that nothing explains is one of Java's own; those begin with a capital.
pub(super) fn of_java(name: &str) -> Option<Maker> {
    name.starts_with(char::is_uppercase).then(|| Maker::Module(format!("{IMPLIED}.{name}")))
}

/// The calls, known by their whole names too. What may come from several packages is there once for each.
pub(super) fn with_imports(tokens: &[Token], calls: Vec<Found>) -> Vec<Found> {
    let imports = imports(tokens);
    let everything_of: Vec<&str> =
        imports.iter().filter(|one| one.own == "*").map(|one| one.path.as_str()).take(MAX_PACKAGES).collect();
    let mut known = Vec::with_capacity(calls.len());
    for call in calls {
        let first = call.name.split('.').next().unwrap_or_default();
        let rest = call.name.get(first.len()..).unwrap_or_default();
        if let Some(import) = imports.iter().find(|one| one.own == first) {
            let maker = Maker::Module(format!("{}{rest}", import.path));
            known.push(Found { maker, ..call });
            continue;
        }
        let whole = everything_of.iter().map(|of| Maker::Module(format!("{of}.{}", call.name)));
        let mut makers: Vec<Maker> = whole.chain(of_java(&call.name)).collect();
        let last = makers.pop().unwrap_or_default();
        known.extend(makers.into_iter().map(|maker| Found { maker, ..call.clone() }));
        known.push(Found { maker: last, ..call });
    }
    known
}

/// A name, and what it stands for.
struct Import {
    own: String,
    path: String,
}

fn imports(tokens: &[Token]) -> Vec<Import> {
    let mut found = Vec::new();
    let starts = tokens.iter().enumerate().filter(|(_, token)| token.starts_line);
    for (at, _) in starts.filter(|(_, token)| token.word() == Some("import")) {
        let mut stem = String::new();
        let mut rest = tokens.get(at + 1..).unwrap_or_default();
        while let [name, dot, after @ ..] = rest {
            let Some(word) = name.word().filter(|_| dot.is('.')) else { break };
            stem = if stem.is_empty() { word.to_owned() } else { format!("{stem}.{word}") };
            rest = after;
        }
        let end = |token: &Token| token.is('}') || token.is(';');
        match rest.first() {
            Some(open) if open.is('{') => {
                let inner: Vec<&Token> =
                    rest.iter().skip(1).take(MAX_NAMES).take_while(|token| !end(token)).collect();
                found.extend(inner.split(|token| token.is(',')).filter_map(|one| import(&stem, one)));
            }
            Some(first) => {
                let line: Vec<&Token> =
                    rest.iter().take(4).take_while(|token| token.line == first.line && !end(token)).collect();
                found.extend(import(&stem, &line));
            }
            None => {}
        }
    }
    found
}

/// `B`, `B as C`, `B => C`, `*`, `_`.
fn import(stem: &str, words: &[&Token]) -> Option<Import> {
    let first = words.first()?;
    if first.is('*') || first.word() == Some("_") {
        return Some(Import { own: "*".to_owned(), path: stem.to_owned() });
    }
    let name = first.word()?;
    let own = words.iter().skip(1).filter_map(|token| token.word()).find(|word| *word != "as");
    let path = if stem.is_empty() { name.to_owned() } else { format!("{stem}.{name}") };
    Some(Import { own: own.unwrap_or(name).to_owned(), path })
}

#[cfg(test)]
mod tests {
    use crate::syntax::{Language, Maker, statements};

    #[test]
    fn a_call_of_kotlin_is_known_by_what_is_imported() {
        for (text, expected) in [
            ("import a.b.run as r\nfun f() { r(1) }", "a.b.run"),
            ("import a.b.C\nfun f() { C.run(1) }", "a.b.C.run"),
            ("import a.b.C as D; import x.Y\nfun f() { D.run(1) }", "a.b.C.run"),
            ("import a.b.*\nfun f() { C.run(1) }", "a.b.C.run"),
            ("import a.b._\nobject O { C.run(1) }", "a.b.C.run"),
            ("import a.b.{X, C => D}\nobject O { D.run(1) }", "a.b.C.run"),
            ("import a.b.{X, C as D}\nobject O { D.run(1) }", "a.b.C.run"),
            ("fun f() { Runtime.getRuntime() }", "java.lang.Runtime.getRuntime"),
        ] {
            let code = statements::read(Language::Kotlin, text);
            let expected = Maker::Module(expected.to_owned());
            assert!(code.calls.iter().any(|call| call.maker == expected), "{text}: {:?}", code.calls);
        }
        let code = statements::read(Language::Kotlin, "import a.b.C\nfun f() { D.run(1); run(2) }");
        assert!(
            code.calls.iter().all(|call| call.maker.module().is_none_or(|path| !path.starts_with("a.b")))
        );
    }
}
