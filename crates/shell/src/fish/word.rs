//! Words of fish: its quotes, its escapes, its lists and its substitutions.

use super::Reader;
use crate::Gap;

/// How far the end of braces is looked for: every brace looks.
const MAX_BRACES: usize = 512;

/// A word, as bash would write it.
pub(super) struct Word {
    pub(super) bash: String,
    /// What it says, if nothing in it is expanded.
    pub(super) literal: Option<String>,
    /// Whether it is more or less than one word.
    pub(super) is_list: bool,
}

impl Word {
    /// As a pattern of `case`: a star counts there in quotes too.
    pub(super) fn as_pattern(&self) -> String {
        let Some(literal) = &self.literal else { return self.bash.clone() };
        let mut pattern = String::new();
        for letter in literal.chars() {
            if !letter.is_alphanumeric() && !matches!(letter, '*' | '?' | '_') {
                pattern.push('\\');
            }
            pattern.push(letter);
        }
        if pattern.is_empty() { "''".to_owned() } else { pattern }
    }
}

/// In quotes that bash leaves alone.
pub(super) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// A word as far as it is read.
#[derive(Default)]
struct Draft {
    bash: String,
    literal: Option<String>,
    is_list: bool,
}

impl Draft {
    fn says(&mut self, text: &str) {
        if let Some(literal) = &mut self.literal {
            literal.push_str(text);
        }
    }
}

impl Reader<'_> {
    /// The word here, if there is one.
    pub(super) fn word(&mut self) -> Result<Option<Word>, Gap> {
        self.skip_blanks();
        let start = self.at;
        let mut word = Draft { literal: Some(String::new()), ..Draft::default() };
        let mut braces = 0_usize;
        while let Some(letter) = self.peek() {
            match letter {
                ' ' | '\t' | '\r' | '\n' | ';' | '|' | '&' | '<' | '>' | ')' => break,
                '\'' => self.single_quoted(&mut word)?,
                '"' => self.double_quoted(&mut word)?,
                '\\' => self.escape(&mut word),
                '$' => {
                    let expansion = self.expansion(Quotes::Outside)?;
                    word.is_list |= expansion.is_list;
                    word.bash.push_str(&expansion.bash);
                    word.literal = None;
                }
                '(' => {
                    self.at += 1;
                    let substitution = self.substitution()?;
                    word.bash.push_str(&substitution);
                    word.literal = None;
                    word.is_list = true;
                }
                '{' | '}' | ',' => {
                    self.at += 1;
                    // A list of one is what is in it.
                    let counts = match letter {
                        '{' if self.has_alternatives() => {
                            braces += 1;
                            word.is_list = true;
                            true
                        }
                        '{' => self.rest().starts_with('}'),
                        '}' if braces > 0 => {
                            braces -= 1;
                            true
                        }
                        _ => letter == ',',
                    };
                    if counts {
                        word.bash.push(letter);
                        word.says(&letter.to_string());
                    }
                }
                '*' | '?' => {
                    self.at += 1;
                    word.bash.push(letter);
                    word.says(&letter.to_string());
                    word.is_list = true;
                }
                '`' => {
                    self.at += 1;
                    word.bash.push_str("\\`");
                    word.says("`");
                }
                _ => {
                    self.at += letter.len_utf8();
                    word.bash.push(letter);
                    word.says(&letter.to_string());
                }
            }
        }
        let Draft { bash, literal, is_list } = word;
        Ok((self.at > start).then_some(Word { bash, literal, is_list }))
    }

    /// Whether a comma stands between the braces that have just opened.
    fn has_alternatives(&self) -> bool {
        let (mut depth, mut quote) = (0_usize, None);
        for letter in self.rest().chars().take(MAX_BRACES) {
            match (letter, quote) {
                ('\'' | '"', None) => quote = Some(letter),
                (letter, Some(open)) if letter == open => quote = None,
                (',', None) if depth == 0 => return true,
                ('}' | ' ' | '\n' | ';', None) if depth == 0 => return false,
                ('{' | '(', None) => depth += 1,
                ('}' | ')', None) => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        // Where that is too far away to be seen, there may be one.
        self.rest().len() > MAX_BRACES
    }

    fn single_quoted(&mut self, word: &mut Draft) -> Result<(), Gap> {
        self.at += 1;
        let mut text = String::new();
        loop {
            match self.take() {
                None => return Err(Gap::Syntax("unclosed '".to_owned())),
                Some('\'') => break,
                Some('\\') if self.rest().starts_with(['\\', '\'']) => text.extend(self.take()),
                Some(letter) => text.push(letter),
            }
        }
        word.bash.push_str(&quoted(&text));
        word.says(&text);
        Ok(())
    }

    fn double_quoted(&mut self, word: &mut Draft) -> Result<(), Gap> {
        self.at += 1;
        word.bash.push('"');
        loop {
            match self.peek() {
                None => return Err(Gap::Syntax("unclosed \"".to_owned())),
                Some('"') => {
                    self.at += 1;
                    word.bash.push('"');
                    return Ok(());
                }
                Some('$') => {
                    let expansion = self.expansion(Quotes::Inside)?;
                    word.bash.push_str(&expansion.bash);
                    word.literal = None;
                }
                Some('\\') => {
                    self.at += 1;
                    match self.peek() {
                        Some('\n') => self.at += 1,
                        Some(letter @ ('\\' | '"' | '$')) => {
                            self.at += 1;
                            word.bash.extend(['\\', letter]);
                            word.says(&letter.to_string());
                        }
                        Some(_) | None => {
                            word.bash.push_str("\\\\");
                            word.says("\\");
                        }
                    }
                }
                Some('`') => {
                    self.at += 1;
                    word.bash.push_str("\\`");
                    word.says("`");
                }
                Some(letter) => {
                    self.at += letter.len_utf8();
                    word.bash.push(letter);
                    word.says(&letter.to_string());
                }
            }
        }
    }

    /// A backslash outside of quotes.
    fn escape(&mut self, word: &mut Draft) {
        self.at += 1;
        let Some(letter) = self.take() else { return };
        match letter {
            '\n' => {}
            'a' | 'b' | 'e' | 'f' | 'n' | 'r' | 't' | 'v' | 'x' | 'X' | 'u' | 'U' | 'c' | '0'..='7' => {
                let most = match letter {
                    'x' | 'X' | '0'..='7' => 2,
                    'u' => 4,
                    'U' => 8,
                    'c' => 1,
                    _ => 0,
                };
                let is_part = |part: &char| letter == 'c' || part.is_ascii_hexdigit();
                let digits: String = self.rest().chars().take(most).take_while(is_part).collect();
                self.at += digits.len();
                let letter = if letter == 'X' { 'x' } else { letter };
                word.bash.extend(["$'\\", letter.encode_utf8(&mut [0; 4]), &digits, "'"]);
                word.literal = None;
            }
            letter => {
                word.bash.extend(['\\', letter]);
                word.says(&letter.to_string());
            }
        }
    }

    /// A variable or a substitution behind `$`.
    fn expansion(&mut self, quotes: Quotes) -> Result<Expansion, Gap> {
        self.at += 1;
        if self.eat("(") {
            let bash = self.substitution()?;
            return Ok(Expansion { bash, is_list: quotes == Quotes::Outside });
        }
        let mut through = 0_usize;
        while self.eat("$") {
            through += 1;
        }
        let rest = self.rest();
        let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        let name = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default().to_owned();
        if name.is_empty() {
            return Ok(Expansion { bash: "\\$".to_owned(), is_list: false });
        }
        self.at += name.len();
        let index = self.index()?;
        let is_list = self.lists.contains(&name) || name == "argv";
        let one = index.as_deref().and_then(|index| index.parse::<i64>().ok());
        let (inner, is_list) = match (name.as_str(), one) {
            (_, _) if through > 0 => (format!("{{!{name}}}"), true),
            ("status" | "pipestatus", _) => ("?".to_owned(), false),
            ("fish_pid", _) => ("$".to_owned(), false),
            ("argv", Some(number)) if number > 0 => (format!("{{{number}}}"), false),
            ("argv", _) => (if quotes == Quotes::Inside { "*" } else { "@" }.to_owned(), true),
            (name, Some(number)) if is_list && number > 0 => (format!("{{{name}[{}]}}", number - 1), false),
            (name, Some(number)) if is_list => (format!("{{{name}[{number}]}}"), false),
            (name, _) if is_list => {
                (format!("{{{name}[{}]}}", if quotes == Quotes::Inside { "*" } else { "@" }), true)
            }
            (name, _) => (format!("{{{name}}}"), false),
        };
        let bash = match quotes {
            Quotes::Inside => format!("${inner}"),
            Quotes::Outside => format!("\"${inner}\""),
        };
        Ok(Expansion { bash, is_list })
    }

    /// What stands between the brackets behind a list.
    fn index(&mut self) -> Result<Option<String>, Gap> {
        if !self.rest().starts_with('[') {
            return Ok(None);
        }
        let Some(end) = self.rest().find([']', '\n']).filter(|end| self.rest().get(*end..=*end) == Some("]"))
        else {
            return Err(Gap::Syntax("unclosed [".to_owned()));
        };
        let index = self.rest().get(1..end).unwrap_or_default().to_owned();
        self.at += end + 1;
        Ok(Some(index))
    }

    /// What runs between the brackets, of which the first is read.
    fn substitution(&mut self) -> Result<String, Gap> {
        let outer = std::mem::take(&mut self.out);
        self.deeper(Self::statements)?;
        let inner = std::mem::replace(&mut self.out, outer);
        if !self.eat(")") {
            return Err(Gap::Syntax("unclosed (".to_owned()));
        }
        self.index()?;
        let inner = inner.trim_end();
        // Its output, as a file.
        Ok(match inner.strip_suffix("| psub").or_else(|| inner.strip_suffix("| psub -f")) {
            Some(command) => format!("<( {command})"),
            None => format!("$( {inner}\n)"),
        })
    }
}

/// An expansion, as bash would write it.
struct Expansion {
    bash: String,
    is_list: bool,
}

/// Where an expansion stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quotes {
    Inside,
    Outside,
}
