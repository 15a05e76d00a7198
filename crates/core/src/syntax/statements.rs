//! Imports, calls and texts of languages that have no parser here, from their words.

use super::renamed::{brought, imported, with_imports};
use super::scanner::{Token, tokens};
use super::{Callee, Code, Found, Language, Literal, names_class, script_words};

/// Longer statements are not followed to their end: time stays linear in the text.
pub(super) const MAX_STATEMENT: usize = 1_024;

pub(super) fn read(language: Language, text: &str) -> Code {
    of_words(language, &tokens(language, text))
}

pub(super) fn of_words(language: Language, tokens: &[Token]) -> Code {
    let mut code = Code::default();
    for at in 0..tokens.len() {
        let end = tokens.len().min(at + MAX_STATEMENT);
        let rest = tokens.get(at..end).unwrap_or_default();
        let Some(token) = rest.first() else { break };
        let line = token.line;
        code.imports.extend(
            imports(language, rest, tokens, at)
                .into_iter()
                .filter(|name| !name.is_empty())
                .map(|name| Found { name, line, ..Found::default() }),
        );
        if let Some(text) = token.text() {
            let holder = holder(tokens, at);
            let text =
                if language == Language::JavaScript { script_words::filled(text) } else { text.to_owned() };
            code.literals.push(Literal { text, holder, line });
        }
        let is_method = language == Language::JavaScript && script_words::has_body(tokens, at);
        if let Some((name, argument, of)) = call(tokens, at).filter(|_| !is_method) {
            code.calls.push(Found { name, line, argument, of, ..Found::default() });
        }
        if let Some(class) =
            stood_in_for(tokens, at).filter(|_| matches!(language, Language::Java | Language::Kotlin))
        {
            code.calls.push(Found { name: "mock".to_owned(), line, of: Some(class), ..Found::default() });
        }
    }
    for call in &mut code.calls {
        call.of = call.of.take().map(|name| imported_as(&code.imports, &name));
    }
    let callees: Vec<Callee> =
        code.calls.iter().map(|call| callee(language, &code.imports, &call.name)).collect();
    for (call, callee) in code.calls.iter_mut().zip(callees) {
        call.callee = callee;
    }
    if matches!(language, Language::Java | Language::Kotlin) {
        code.imports.extend(brought(tokens));
    }
    if language == Language::Kotlin {
        code.calls = with_imports(tokens, code.calls);
    }
    code
}

/// What is called, as far as words tell: what is of an object begins with a small letter and is not imported.
fn callee(language: Language, imports: &[Found], name: &str) -> Callee {
    let Some((of, _)) = name.rsplit_once('.') else { return Callee::Function };
    let is_module = |import: &Found| import.name.rsplit(['.', '/']).next() == Some(of) || import.name == of;
    match language {
        // Their words do not tell a method from a part of a module.
        Language::Rust | Language::Php => Callee::Function,
        Language::JavaScript | Language::Python | Language::Go | Language::Java | Language::Kotlin => {
            // What Python calls `self` is an object.
            let is_global = GLOBALS.contains(&of) && (of != "self" || language == Language::JavaScript);
            if names_class(name) || names_class(of) || is_global || imports.iter().any(is_module) {
                Callee::Function
            } else {
                Callee::Method
            }
        }
    }
}

/// Objects whose parts are what every file has.
pub(super) const GLOBALS: &[&str] =
    &["globalThis", "window", "self", "global", "frames", "builtins", "__builtins__"];

/// Annotations that put something in the place of what they stand above.
pub(super) const STAND_INS: &[&str] = &[
    "Mock",
    "MockBean",
    "MockitoBean",
    "MockK",
    "RelaxedMockK",
    "MockkBean",
    "Spy",
    "SpyBean",
    "SpyK",
    "MockitoSpyBean",
];

/// The class that something stands in for without a call that is given it: `@MockBean private Cart cart;`,
/// `@MockK lateinit var cart: Cart`, `mockk<Cart>()`.
fn stood_in_for(tokens: &[Token], at: usize) -> Option<String> {
    const TYPED: &[&str] = &["mockk", "mock", "spyk"];
    const BEFORE_TYPE: &[&str] =
        &["private", "protected", "public", "internal", "final", "static", "lateinit", "var", "val"];
    let word = |at: usize| tokens.get(at).and_then(Token::word);
    let is = |at: usize, sign: char| tokens.get(at).is_some_and(|token| token.is(sign));
    if word(at).is_some_and(|name| TYPED.contains(&name)) && is(at + 1, '<') && is(at + 3, '>') {
        return word(at + 2).map(str::to_owned);
    }
    word(at + 1).filter(|name| is(at, '@') && STAND_INS.contains(name))?;
    let mut next = at + 2;
    if is(next, '(') {
        let settings = tokens.get(next..tokens.len().min(next + MAX_STATEMENT))?;
        next += settings.iter().position(|token| token.is(')'))? + 1;
    }
    while word(next).is_some_and(|name| BEFORE_TYPE.contains(&name)) {
        next += 1;
    }
    let class = if is(next + 1, ':') { next + 2 } else { next };
    word(class).map(str::to_owned)
}

/// The module that a name was imported from, by the last part of that; else the name as it stands.
fn imported_as(imports: &[Found], name: &str) -> String {
    let name = name.trim_end_matches(['.', ':', '\\']);
    let name = name.split("::class").next().unwrap_or(name);
    let name = name.strip_suffix(".class").unwrap_or(name);
    let is_it = |found: &&Found| {
        let whole = found.name.as_str();
        whole == name || whole.strip_suffix(name).is_some_and(|rest| rest.ends_with(['.', '\\', '/', ':']))
    };
    imports.iter().find(is_it).map_or_else(|| name.to_owned(), |found| found.name.clone())
}

/// What the statement that starts here imports.
fn imports(language: Language, rest: &[Token], all: &[Token], at: usize) -> Vec<String> {
    let Some(first) = rest.first().and_then(Token::word) else { return Vec::new() };
    let after = rest.get(1..).unwrap_or_default();
    let before = at.checked_sub(1).and_then(|before| all.get(before));
    let starts = rest.first().is_some_and(|token| token.starts_line)
        || before
            .is_none_or(|token| ";{}:".chars().any(|sign| token.is(sign)) || token.word() == Some("php"));
    match (language, first) {
        (Language::Python, "import") if starts => {
            // To the end of the line; `as` renames.
            let line = take_line(after);
            line.split(|token| token.is(',')).map(|part| joined(part, &['.'])).collect()
        }
        (Language::Python, "from") if starts => {
            let module = joined(after, &['.']);
            let behind = after.iter().skip_while(|token| token.word() != Some("import")).skip(1);
            let in_brackets = behind.clone().next().is_some_and(|token| token.is('('));
            let line = after.first().map_or(0, |token| token.line);
            let own =
                behind.take_while(|token| if in_brackets { !token.is(')') } else { token.line == line });
            let words: Vec<&str> = own.filter_map(Token::word).collect();
            // `z as w` is z.
            let is_name =
                |at: &usize| words.get(*at) != Some(&"as") && (*at == 0 || words.get(at - 1) != Some(&"as"));
            let names = (0..words.len()).filter(is_name).filter_map(|at| words.get(at).copied());
            // What is imported may be a module too.
            let dot = if module.ends_with('.') { "" } else { "." };
            let mut found = vec![module.clone()];
            found.extend(names.map(|name| format!("{module}{dot}{name}")));
            found
        }
        (Language::Go, "import") if starts => match after.first() {
            Some(token) if token.is('(') => {
                let block = after.iter().take_while(|token| !token.is(')'));
                block.filter_map(Token::text).map(str::to_owned).collect()
            }
            Some(_) | None => {
                after.iter().take(2).find_map(Token::text).map(str::to_owned).into_iter().collect()
            }
        },
        (Language::JavaScript, "import" | "export" | "require") => script_words::imported(first, after),
        (Language::Rust, "use") => tree(after),
        (Language::Rust, "crate") if before.and_then(Token::word) == Some("extern") => {
            after.first().and_then(Token::word).map(str::to_owned).into_iter().collect()
        }
        (Language::Kotlin, "import") if starts => imported(after),
        (Language::Java, "import") if starts => {
            let is_static = after.first().and_then(Token::word) == Some("static");
            vec![joined(after.get(usize::from(is_static)..).unwrap_or_default(), &['.', '*'])]
        }
        (Language::Php, "use") if starts => {
            let kind = matches!(after.first().and_then(Token::word), Some("function" | "const"));
            let names = after.get(usize::from(kind)..).unwrap_or_default();
            let end = names.iter().position(|token| token.is(';')).unwrap_or(names.len());
            let names = names.get(..end).unwrap_or_default();
            match names.iter().position(|token| token.is('{')) {
                Some(open) => {
                    let stem = joined(names, &['\\']);
                    let each = names.get(open + 1..).unwrap_or_default();
                    each.split(|token| token.is(','))
                        .map(|part| format!("{}\\{}", stem.trim_end_matches('\\'), joined(part, &['\\'])))
                        .collect()
                }
                None => names
                    .split(|token| token.is(','))
                    .map(|part| joined(part, &['\\']).trim_start_matches('\\').to_owned())
                    .collect(),
            }
        }
        (Language::Php, "require" | "require_once" | "include" | "include_once") => {
            let line = after.first().map_or(0, |token| token.line);
            let own = after.iter().take_while(|token| token.line == line && !token.is(';'));
            own.filter_map(Token::text).map(str::to_owned).collect()
        }
        (
            Language::JavaScript
            | Language::Python
            | Language::Go
            | Language::Rust
            | Language::Java
            | Language::Kotlin
            | Language::Php,
            _,
        ) => Vec::new(),
    }
}

/// The words and signs that make one name, from the start on.
fn joined(tokens: &[Token], signs: &[char]) -> String {
    let mut name = String::new();
    let mut after_word = false;
    for token in tokens {
        match token.word() {
            Some("import" | "as") if !name.is_empty() => break,
            Some(_) if after_word => break,
            Some(word) => {
                name.push_str(word);
                after_word = true;
            }
            None => match signs.iter().find(|sign| token.is(**sign)) {
                Some(sign) => {
                    name.push(*sign);
                    after_word = false;
                }
                None => break,
            },
        }
    }
    name
}

fn take_line(tokens: &[Token]) -> &[Token] {
    let line = tokens.first().map_or(0, |token| token.line);
    let end = tokens.iter().position(|token| token.line != line || token.is(';')).unwrap_or(tokens.len());
    tokens.get(..end).unwrap_or_default()
}

/// The most names of one `use` that are followed.
const MAX_NAMES: usize = 256;

/// The names of a `use` with braces: `a::{b, c::{d, e}}`.
fn tree(tokens: &[Token]) -> Vec<String> {
    let mut names = Vec::new();
    let mut stems: Vec<String> = Vec::new();
    let mut own = String::new();
    let mut renames = false;
    for token in tokens {
        let whole = |own: &str| format!("{}{own}", stems.last().map_or("", String::as_str));
        if token.is(';') || names.len() > MAX_NAMES {
            break;
        }
        let is_ended = !own.is_empty() && !own.ends_with(':');
        if token.is('{') {
            if is_ended {
                names.push(whole(&own));
                own.clear();
            }
            let stem = whole(&own);
            own.clear();
            stems.push(stem);
        } else if token.is(',') || token.is('}') {
            if !own.is_empty() {
                names.push(whole(&own));
            }
            own.clear();
            renames = false;
            if token.is('}') {
                stems.pop();
            }
        } else if token.is(':') || token.is('*') {
            own.push(if token.is(':') { ':' } else { '*' });
        } else if let Some(word) = token.word() {
            renames |= word == "as";
            if !renames {
                // Two words are not one, if something between them is missing.
                if is_ended {
                    names.push(whole(&own));
                    own.clear();
                }
                own.push_str(word);
            }
        }
    }
    if !own.is_empty() {
        names.push(format!("{}{own}", stems.last().map_or("", String::as_str)));
    }
    names
}

/// The path of a call whose opening bracket follows here, and its first argument: a text, or a name.
fn call(tokens: &[Token], at: usize) -> Option<(String, Option<String>, Option<String>)> {
    let name = tokens.get(at)?.word()?;
    let open = tokens.get(at + 1).filter(|next| next.is('(') || next.is('!'))?;
    let open_at = if open.is('!') { at + 2 } else { at + 1 };
    tokens.get(open_at).filter(|next| next.is('('))?;
    let mut names = vec![name];
    let mut back = at;
    // `a.b(`, `a::b(`, `a->b(`.
    while let Some(previous) = back.checked_sub(1).and_then(|before| tokens.get(before)) {
        let sign_before = back.checked_sub(2).and_then(|before| tokens.get(before));
        let is_pair = |first: char, second: char| {
            previous.is(second) && sign_before.is_some_and(|before| before.is(first))
        };
        let width = if previous.is('.') {
            1
        } else if is_pair(':', ':') || is_pair('-', '>') {
            2
        } else {
            break;
        };
        let Some(before) = back.checked_sub(width + 1) else { break };
        let Some(word) = tokens.get(before).and_then(Token::word) else { break };
        names.push(word.trim_start_matches('$'));
        back = before;
        if names.len() > 16 {
            break;
        }
    }
    let defines = back.checked_sub(1).and_then(|before| tokens.get(before)).and_then(Token::word);
    if matches!(defines, Some("def" | "fn" | "func" | "function" | "fun" | "class")) {
        return None;
    }
    names.reverse();
    let argument = tokens.get(open_at + 1).and_then(Token::text).map(str::to_owned);
    let end = tokens.len().min(open_at + 1 + MAX_ARGUMENT);
    let first = joined(tokens.get(open_at + 1..end).unwrap_or_default(), &['.', ':', '\\']);
    Some((names.join("."), argument, Some(first).filter(|name| !name.is_empty())))
}

/// The words and signs of a name that is an argument.
const MAX_ARGUMENT: usize = 32;

/// What a text is the value of: `pk = "…"`, `"PK": "…"`, `pk: "…"`.
fn holder(tokens: &[Token], at: usize) -> Option<String> {
    let mut back = at.checked_sub(1)?;
    // `f"…"`, `b'…'`: a prefix of the text.
    if tokens.get(back)?.word().is_some_and(|word| word.len() <= 2) {
        back = back.checked_sub(1)?;
    }
    let sign = tokens.get(back)?;
    if sign.is('>') {
        // `'PK' => "…"`
        back = back.checked_sub(1).filter(|before| tokens.get(*before).is_some_and(|token| token.is('=')))?;
    } else if !sign.is('=') && !sign.is(':') {
        return None;
    }
    let mut before = back.checked_sub(1)?;
    // `pk := "…"`, `["PK"] = "…"`
    while tokens.get(before).is_some_and(|token| token.is(':') || token.is(']')) {
        before = before.checked_sub(1)?;
    }
    let name = tokens.get(before)?;
    name.word().or_else(|| name.text()).map(|name| name.trim_start_matches('$').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn imported(language: Language, text: &str) -> Vec<String> {
        read(language, text).imports.into_iter().map(|found| found.name).collect()
    }

    #[test]
    fn imports_are_found_and_texts_and_comments_hold_none() {
        for (language, text, expected) in [
            (
                Language::Python,
                "import os, a.b as c\nfrom x.y import z as w, v\nfrom ..p import (q,\n  r)\nfrom . import s\n# import no\nt = '''\nimport no\n'''\n",
                &["os", "a.b", "x.y", "x.y.z", "x.y.v", "..p", "..p.q", "..p.r", ".", ".s"] as &[&str],
            ),
            (
                Language::Go,
                "package a\nimport \"fmt\"\nimport (\n\tx \"a/b\"\n\t// \"no\"\n\t_ \"c\"\n)\nvar s = `import \"no\"`\n",
                &["fmt", "a/b", "c"],
            ),
            (
                Language::Rust,
                "use a::b;\npub use c::{d, e::{f, g as h}, *};\nextern crate i;\nlet s = r#\"use no;\"#; /* use no; /* */ use no; */\nlet c = '\"'; use j;",
                &["a::b", "c::d", "c::e::f", "c::e::g", "c::*", "i", "j"],
            ),
            (
                Language::Java,
                "package a;\nimport a.b.C;\nimport static d.E.*;\n/* import no.No; */\nString s = \"import no\";",
                &["a.b.C", "d.E.*"],
            ),
            (
                Language::Php,
                "<?php\nuse A\\B\\C as D;\nuse E\\{F, G};\nrequire_once __DIR__ . '/h.php';\n# use No\\No;\n",
                &["A\\B\\C", "E\\F", "E\\G", "/h.php"],
            ),
        ] {
            assert_eq!(imported(language, text), expected, "{language:?}");
        }
    }

    #[test]
    fn calls_and_held_texts_are_found() {
        let code = read(Language::Python, "client.invoke('x')\ndef invoke(a): pass\npk = f\"USER#{id}\"\n");
        assert_eq!(code.calls.iter().map(|call| call.name.as_str()).collect::<Vec<_>>(), ["client.invoke"]);
        assert_eq!(code.calls.first().and_then(|call| call.argument.as_deref()), Some("x"));
        assert!(
            code.literals.iter().any(|one| one.holder.as_deref() == Some("pk") && one.text == "USER#{id}")
        );
        let code = read(Language::Php, "<?php $this->client->send($x); $k = ['PK' => 'A'];");
        assert_eq!(code.calls.first().map(|call| call.name.as_str()), Some("this.client.send"));
        assert!(code.literals.iter().any(|one| one.holder.as_deref() == Some("PK") && one.text == "A"));
    }
}
