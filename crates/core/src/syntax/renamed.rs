//! What the names of Kotlin and Scala are whole, by what the words of a file import: `import a.B as C`, `import a.{B => C}`,
//! `import a.*`.

use std::collections::HashSet;

use super::scanner::Token;
use super::{Found, Maker};

/// The package that needs no import.
const IMPLIED: &str = "java.lang";

/// The most names of one import, and the most packages of which everything is imported.
const MAX_NAMES: usize = 256;
const MAX_PACKAGES: usize = 32;

/// The most names that are looked for in packages of which everything is imported.
const MAX_USED: usize = 1_000;

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
    let starts = tokens.iter().enumerate().filter(|(_, token)| token.starts_line);
    let starts = starts.filter(|(_, token)| token.word() == Some("import"));
    starts.flat_map(|(at, _)| of_statement(tokens.get(at + 1..).unwrap_or_default())).collect()
}

/// What stands behind `import`.
fn of_statement(words: &[Token]) -> Vec<Import> {
    let mut stem = String::new();
    let mut rest = words;
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
            inner.split(|token| token.is(',')).filter_map(|one| import(&stem, one)).collect()
        }
        Some(first) => {
            let line: Vec<&Token> =
                rest.iter().take(4).take_while(|token| token.line == first.line && !end(token)).collect();
            import(&stem, &line).into_iter().collect()
        }
        None => Vec::new(),
    }
}

/// The whole names that a statement imports, by what stands behind `import`; everything of a package with a star.
pub(super) fn imported(words: &[Token]) -> Vec<String> {
    let whole = |import: Import| match import.own.as_str() {
        "*" => format!("{}.*", import.path),
        _ => import.path,
    };
    of_statement(words).into_iter().map(whole).collect()
}

/// Classes and functions that a file uses by their own names and that may come from a package of which it imports everything.
pub(super) fn brought(tokens: &[Token]) -> Vec<Found> {
    let imports = imports(tokens);
    let (packages, named): (Vec<&Import>, Vec<&Import>) = imports.iter().partition(|one| one.own == "*");
    if packages.is_empty() {
        return Vec::new();
    }
    let mut known: HashSet<&str> = named.iter().map(|one| one.own.as_str()).collect();
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let Some(word) = token.word() else { continue };
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        let is_called = tokens.get(at + 1).is_some_and(|next| next.is('('));
        let is_own = before.is_some_and(|before| {
            before.is('.')
                || matches!(before.word(), Some("class" | "object" | "interface" | "trait" | "fun" | "def"))
        });
        // What the file makes itself is its own.
        if is_own && before.is_some_and(|before| !before.is('.')) {
            known.insert(word);
        }
        if is_own || !(word.starts_with(char::is_uppercase) || is_called) || !known.insert(word) {
            continue;
        }
        let whole = packages.iter().take(MAX_PACKAGES).map(|package| Found {
            name: format!("{}.{word}", package.path),
            line: token.line,
            of: Some(format!("{}.*", package.path)),
            ..Found::default()
        });
        found.extend(whole);
        if known.len() > MAX_USED {
            break;
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
