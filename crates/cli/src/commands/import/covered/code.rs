//! What a script in Python or JavaScript looks for: its literals, by where they stand. An argument of a function that
//! compares, a side of a comparison, an item of a list of patterns; never what another function is given.

use super::texts::{Form, Language, Looked};

/// Functions that compare a text, and how they read what they are given.
const COMPARING: &[(&str, Form)] = &[
    ("search", Form::Expression),
    ("match", Form::Expression),
    ("matchAll", Form::Expression),
    ("fullmatch", Form::Expression),
    ("compile", Form::Expression),
    ("findall", Form::Expression),
    ("finditer", Form::Expression),
    ("RegExp", Form::Expression),
    ("fnmatch", Form::Glob),
    ("fnmatchcase", Form::Glob),
    ("minimatch", Form::Glob),
    ("startswith", Form::Text),
    ("endswith", Form::Text),
    ("startsWith", Form::Text),
    ("endsWith", Form::Text),
    ("includes", Form::Text),
    ("indexOf", Form::Text),
];

/// Functions around a list that leave it a list.
const COLLECTING: &[&str] = &["set", "frozenset", "tuple", "list", "Set", "Map", "any", "all"];

/// Names of a field that holds what is looked for, as parts of them.
const FIELDS: &[&str] = &["pattern", "regex", "match", "command", "cmd", "path", "glob", "file"];

/// Words behind which a bracket is no call.
const KEYWORDS: &[&str] =
    &["in", "and", "or", "not", "return", "if", "elif", "for", "while", "of", "await", "yield", "is"];

/// An open bracket.
struct Bracket {
    kind: Kind,
    /// Literals so far.
    literals: usize,
    /// The key that stands in front of a value.
    key: Option<String>,
}

#[derive(PartialEq, Eq)]
enum Kind {
    Call(String),
    Subscript,
    Collection,
    /// Statements in braces.
    Block,
}

/// A literal, and what stands around it.
struct Literal<'t> {
    text: &'t str,
    is_raw: bool,
    is_expression: bool,
    before: &'t str,
    behind: &'t str,
}

struct Reader<'t> {
    language: Language,
    source: &'t str,
    at: usize,
    brackets: Vec<Bracket>,
    /// The last word, if nothing but space stands behind it.
    word: Option<&'t str>,
    found: Vec<Looked>,
}

pub(super) fn looked_for(language: Language, source: &str) -> Vec<Looked> {
    let mut reader = Reader { language, source, at: 0, brackets: Vec::new(), word: None, found: Vec::new() };
    while reader.step() {}
    reader.found
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.source.get(self.at..).unwrap_or_default()
    }

    fn skip_to(&mut self, end: Option<usize>) {
        self.at = end.map_or(self.source.len(), |end| self.at + end);
    }

    fn step(&mut self) -> bool {
        let rest = self.rest();
        let Some(c) = rest.chars().next() else { return false };
        let is_python = self.language == Language::Python;
        if is_python && c == '#' || !is_python && rest.starts_with("//") {
            self.skip_to(rest.find('\n'));
        } else if !is_python && rest.starts_with("/*") {
            self.skip_to(rest.find("*/").map(|end| end + 2));
        } else if let Some(quotes) = ["\"\"\"", "'''"].into_iter().find(|quotes| rest.starts_with(quotes)) {
            // A text of many lines is for people.
            self.skip_to(rest.get(3..).and_then(|rest| rest.find(quotes)).map(|end| end + 6));
        } else if matches!(c, '"' | '\'') || c == '`' && !is_python {
            self.literal(c, false);
        } else if c == '/' && !is_python && self.may_begin_an_expression() {
            self.literal('/', true);
        } else if c.is_alphanumeric() || c == '_' || c == '$' {
            let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
            let end = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
            self.word = rest.get(..end);
            self.at += end;
        } else {
            self.at += c.len_utf8();
            self.sign(c);
        }
        true
    }

    fn may_begin_an_expression(&self) -> bool {
        let before = self.source.get(..self.at).unwrap_or_default().trim_end();
        before.is_empty() || before.ends_with(|c| "(,=:[!&|?;{}>".contains(c)) || before.ends_with("return")
    }

    fn sign(&mut self, c: char) {
        if c.is_whitespace() {
            return;
        }
        let word = self.word.take();
        match c {
            '(' | '[' | '{' => {
                let kind = self.kind(c, word);
                self.brackets.push(Bracket { kind, literals: 0, key: None });
            }
            ')' | ']' | '}' => {
                self.brackets.pop();
            }
            ',' | ':' => {
                if let Some(bracket) = self.brackets.last_mut() {
                    bracket.key = word.filter(|_| c == ':').map(str::to_owned);
                }
            }
            _ => {}
        }
    }

    fn kind(&self, c: char, word: Option<&str>) -> Kind {
        let before = self.source.get(..self.at - c.len_utf8()).unwrap_or_default().trim_end();
        let word = word.filter(|word| !KEYWORDS.contains(word));
        match (c, word) {
            // What is handed on is not looked for.
            _ if before.ends_with("return") => Kind::Call(String::new()),
            ('(', Some(word)) => Kind::Call(word.to_owned()),
            // What gives a function is called too.
            ('(', None) if before.ends_with([')', ']']) => Kind::Call(String::new()),
            ('[', Some(_)) => Kind::Subscript,
            ('[', None) if before.ends_with([')', ']']) => Kind::Subscript,
            ('{', _)
                if self.language == Language::JavaScript
                    && (word.is_some()
                        || before.is_empty()
                        || before.ends_with([')', ';', '}', '{'])
                        || before.ends_with("=>")) =>
            {
                Kind::Block
            }
            _ => Kind::Collection,
        }
    }

    fn literal(&mut self, quote: char, is_expression: bool) {
        let prefix = self.word.filter(|_| self.language == Language::Python && !self.ends_in_space());
        let is_raw = prefix.is_some_and(|prefix| prefix.eq_ignore_ascii_case("r"));
        let is_format = prefix.is_some_and(|prefix| prefix.to_ascii_lowercase().contains('f'));
        let start = self.at + quote.len_utf8();
        let inside = self.source.get(start..).unwrap_or_default();
        let Some(length) = closing(inside, quote) else {
            // It was none.
            self.at = start;
            self.word = None;
            return;
        };
        let text = inside.get(..length).unwrap_or_default();
        self.at = start + length + quote.len_utf8();
        let before = self.source.get(..start - quote.len_utf8() - prefix.map_or(0, str::len));
        let literal = Literal {
            text,
            is_raw,
            is_expression,
            before: before.unwrap_or_default().trim_end(),
            behind: self.rest().trim_start(),
        };
        let is_filled_in = is_format && text.contains('{') || quote == '`' && text.contains("${");
        let form = self.form(&literal).filter(|_| !is_filled_in);
        if let Some(form) = form {
            let text = if is_raw || is_expression { text.to_owned() } else { unescaped(text) };
            self.found.push(Looked::new(&text, form));
        }
        if let Some(bracket) = self.brackets.last_mut() {
            bracket.literals += 1;
        }
        // It may be a key.
        self.word = Some(text);
    }

    fn ends_in_space(&self) -> bool {
        self.source.get(..self.at).is_some_and(|before| before.ends_with(char::is_whitespace))
    }

    /// How a literal is compared; `None` if it is not.
    fn form(&self, literal: &Literal) -> Option<Form> {
        let guessed =
            if literal.is_raw || literal.is_expression { Form::Expression } else { guess(literal.text) };
        let inner = self.brackets.last();
        if let Some(Bracket { kind: Kind::Call(name), .. }) = inner {
            let comparing = COMPARING.iter().find(|(known, _)| known == name).map(|(_, form)| *form);
            let is_compared =
                literal.is_expression && !["replace", "replaceAll", "split"].contains(&name.as_str());
            return comparing.or(is_compared.then_some(Form::Expression));
        }
        if literal.is_expression {
            return Some(Form::Expression);
        }
        let is_side = ["==", "!=", "case"].iter().any(|sign| literal.before.ends_with(sign))
            || ["==", "!="].iter().any(|sign| literal.behind.starts_with(sign));
        let is_sought = self.language == Language::Python
            && ["in ", "not in "].iter().any(|word| literal.behind.starts_with(word));
        if is_side || is_sought {
            return Some(Form::Text);
        }
        match inner {
            Some(Bracket { kind: Kind::Collection, .. }) => self.is_listed(literal).then_some(guessed),
            Some(Bracket { kind: Kind::Subscript | Kind::Call(_), .. }) => None,
            Some(Bracket { kind: Kind::Block, .. }) | None => {
                let name = literal.before.strip_suffix('=')?.trim_end();
                let name = name.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next()?;
                self.is_compared(name).then_some(guessed)
            }
        }
    }

    /// Whether a literal in a collection is what is looked for: in a list of texts each one, in a row of several things the
    /// first, of a record the field that is named so.
    fn is_listed(&self, literal: &Literal) -> bool {
        let around: Vec<&Bracket> =
            self.brackets.iter().rev().take_while(|bracket| bracket.kind != Kind::Block).collect();
        let keeps = |bracket: &&Bracket| match &bracket.kind {
            Kind::Collection => true,
            Kind::Call(name) => {
                COLLECTING.contains(&name.as_str()) || COMPARING.iter().any(|(known, _)| known == name)
            }
            Kind::Subscript | Kind::Block => false,
        };
        if !around.iter().all(keeps) {
            return false;
        }
        let Some(inner) = around.first() else { return false };
        if let Some(key) = &inner.key {
            let key = key.to_lowercase();
            return FIELDS.iter().any(|field| key.contains(field));
        }
        if literal.behind.starts_with(':') {
            return literal.is_raw || literal.text.contains(|c: char| !c.is_alphanumeric() && c != '_');
        }
        let is_nested = around.get(1).is_some_and(|outer| outer.kind == Kind::Collection);
        !is_nested || inner.literals == 0
    }

    /// Whether what a name holds is compared anywhere.
    fn is_compared(&self, name: &str) -> bool {
        let is_it = |text: &str| {
            text.strip_prefix(name)
                .is_some_and(|behind| !behind.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        };
        let given = COMPARING.iter().any(|(function, _)| {
            self.source.split(&format!("{function}(")).skip(1).any(|behind| is_it(behind.trim_start()))
        });
        let sought = self.source.contains(&format!("{name} in "));
        let asks = ["test", "search", "match", "fullmatch", "exec"]
            .iter()
            .any(|function| self.source.contains(&format!("{name}.{function}(")));
        !name.is_empty() && (given || sought || asks)
    }
}

/// Where a literal ends, in bytes.
fn closing(text: &str, quote: char) -> Option<usize> {
    let (mut escaped, mut in_class) = (false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' if quote != '`' => return None,
            '[' if quote == '/' => in_class = true,
            ']' if quote == '/' => in_class = false,
            c if c == quote && !in_class => return Some(at),
            _ => {}
        }
    }
    None
}

fn unescaped(text: &str) -> String {
    text.replace("\\\\", "\\").replace("\\\"", "\"").replace("\\'", "'")
}

/// How a text in a list is compared: signs that only an expression has say it.
fn guess(text: &str) -> Form {
    let is_expression = ["\\", ".*", ".+", "(?", "[^", "^"].iter().any(|sign| text.contains(sign))
        || text.contains('|') && !text.contains(" | ");
    match text {
        _ if is_expression => Form::Expression,
        text if text.contains('*') => Form::Glob,
        _ => Form::Text,
    }
}
