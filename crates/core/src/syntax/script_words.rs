//! What the words of a script say that does not parse.

use super::scanner::Token;
use super::statements::MAX_STATEMENT;

/// The module of `import … from "m"`, `import "m"`, `import("m")`, `require("m")`, `export … from "m"`.
pub(super) fn imported(first: &str, after: &[Token]) -> Vec<String> {
    let text = |at: usize| after.get(at).and_then(Token::text).map(str::to_owned);
    let is_called = after.first().is_some_and(|token| token.is('('));
    let module = if is_called {
        text(1).filter(|_| first != "export")
    } else if first == "require" {
        None
    } else {
        // Behind another statement's first word nothing belongs to this one.
        let ends = |token: &Token| {
            token.is(';') || token.is('=') || matches!(token.word(), Some("import" | "export" | "const"))
        };
        let own = after.iter().take_while(|token| !ends(token));
        let from =
            own.take_while(|token| token.text().is_none()).position(|token| token.word() == Some("from"));
        text(0).filter(|_| first == "import").or_else(|| text(from? + 1))
    };
    module.into_iter().collect()
}

/// A template with what is filled in, in braces, by its name: `USER#${user.id}` is `USER#{id}`.
pub(super) fn filled(text: &str) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("${") {
        let (inner, after) = behind.split_once('}').unwrap_or((behind, ""));
        let name = inner.rsplit(|sign: char| !(sign.is_alphanumeric() || "_$".contains(sign))).next();
        shown.extend([before, "{", name.unwrap_or_default(), "}"]);
        rest = after;
    }
    shown + rest
}

/// Whether a name in front of brackets has a body behind them: a method that is made, and nothing that is called.
pub(super) fn has_body(tokens: &[Token], at: usize) -> bool {
    let Some(rest) = tokens.get(at + 1..tokens.len().min(at + MAX_STATEMENT)) else { return false };
    if !rest.first().is_some_and(|token| token.is('(')) {
        return false;
    }
    let mut depth = 0_usize;
    let end = rest.iter().position(|token| {
        depth += usize::from(token.is('('));
        depth -= usize::from(token.is(')'));
        depth == 0
    });
    end.is_some_and(|end| rest.get(end + 1).is_some_and(|token| token.is('{')))
}
