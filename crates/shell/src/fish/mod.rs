//! fish as bash would write it: the same commands in the same order, so that one tree and one reading serve both.
//!
//! Blocks end with `end` there, `and` and `or` begin a line, `( … )` is a substitution and a variable is a list of words.

mod builtin;
mod word;

use std::collections::BTreeSet;

use crate::Gap;
use word::Word;

/// The deepest nesting of blocks and substitutions.
const MAX_DEPTH: usize = 32;

/// Words that mean something to bash only.
const OF_BASH: &[&str] =
    &["do", "done", "then", "fi", "elif", "esac", "in", "until", "select", "coproc", "[[", "}"];

type Told = Result<(), Gap>;

/// The text of bash for a text of fish.
pub(crate) fn to_bash(text: &str) -> Result<String, Gap> {
    let mut reader = Reader { text, at: 0, out: String::new(), depth: 0, lists: BTreeSet::new() };
    reader.statements()?;
    if reader.at < text.len() {
        return Err(Gap::Syntax(format!("`{}` without a beginning", reader.bare_word())));
    }
    Ok(reader.out)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    out: String,
    depth: usize,
    /// Variables that hold several words, or none.
    lists: BTreeSet<String>,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn take(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.at += letter.len_utf8();
        Some(letter)
    }

    fn eat(&mut self, text: &str) -> bool {
        let is_there = self.rest().starts_with(text);
        if is_there {
            self.at += text.len();
        }
        is_there
    }

    /// Blanks and continued lines, and what is behind a `#`.
    fn skip_blanks(&mut self) {
        loop {
            match self.peek() {
                Some(' ' | '\t' | '\r') => self.at += 1,
                Some('\\') if self.rest().starts_with("\\\n") => self.at += 2,
                Some('#') => self.at += self.rest().find('\n').unwrap_or(self.rest().len()),
                Some(_) | None => return,
            }
        }
    }

    fn skip_separators(&mut self) {
        loop {
            self.skip_blanks();
            match self.peek() {
                Some(';' | '\n') => self.at += 1,
                Some(_) | None => return,
            }
        }
    }

    /// The word here if nothing in it is quoted or expanded, as a keyword is.
    fn bare_word(&self) -> &str {
        let rest = self.rest();
        let is_end = |letter: char| letter.is_whitespace() || ";|&<>()$'\"\\".contains(letter);
        let end = rest.find(is_end).unwrap_or(rest.len());
        let goes_on = rest.get(end..).is_some_and(|rest| rest.starts_with(['$', '\'', '"', '\\', '(']));
        rest.get(..end).filter(|_| !goes_on).unwrap_or_default()
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let is_it = self.bare_word() == word;
        if is_it {
            self.at += word.len();
        }
        is_it
    }

    /// Statements up to what ends the block or the substitution around them.
    fn statements(&mut self) -> Told {
        loop {
            self.skip_separators();
            let ends = matches!(self.peek(), None | Some(')'))
                || matches!(self.bare_word(), "end" | "else" | "case" | "}");
            if ends {
                return Ok(());
            }
            self.conjunction()?;
            self.out.push('\n');
        }
    }

    /// A pipeline, and those that depend on how it ends, on the same line or the next.
    fn conjunction(&mut self) -> Told {
        let _ = self.eat_word("and") || self.eat_word("or");
        loop {
            self.pipeline()?;
            self.skip_blanks();
            if self.eat("&&") {
                self.out.push_str(" && ");
                self.skip_separators();
                continue;
            }
            if self.eat("||") {
                self.out.push_str(" || ");
                self.skip_separators();
                continue;
            }
            if self.eat("&") {
                self.out.push_str(" &");
                return Ok(());
            }
            let here = self.at;
            self.skip_separators();
            if self.eat_word("and") {
                self.out.push_str(" && ");
            } else if self.eat_word("or") {
                self.out.push_str(" || ");
            } else {
                self.at = here;
                return Ok(());
            }
        }
    }

    fn pipeline(&mut self) -> Told {
        self.skip_blanks();
        while self.eat_word("not") || self.eat_word("!") {
            self.out.push_str("! ");
            self.skip_blanks();
        }
        loop {
            self.command()?;
            self.skip_blanks();
            if self.rest().starts_with("||") {
                return Ok(());
            }
            if self.eat("&|") || self.eat("2>|") {
                self.out.push_str(" |& ");
            } else if self.eat("|") || self.eat(">|") {
                self.out.push_str(" | ");
            } else {
                return Ok(());
            }
            self.skip_separators();
        }
    }

    fn command(&mut self) -> Told {
        self.skip_blanks();
        match self.bare_word() {
            "for" => self.block(3, |reader| {
                reader.out.push_str("for");
                reader.words_up_to_the_end()?;
                reader.out.push_str("\ndo\n");
                reader.body()?;
                reader.close("done")
            }),
            "while" => self.block(5, |reader| {
                reader.out.push_str("while ");
                reader.conjunction()?;
                reader.out.push_str("\ndo\n");
                reader.body()?;
                reader.close("done")
            }),
            "if" => self.block(2, Self::branches),
            "begin" => self.block(5, |reader| {
                reader.out.push_str("{\n");
                reader.body()?;
                reader.close("}")
            }),
            "{" => self.block(1, |reader| {
                reader.out.push_str("{\n");
                reader.body()?;
                reader.skip_separators();
                if !reader.eat("}") {
                    return Err(Gap::Syntax("unclosed {".to_owned()));
                }
                reader.out.push('}');
                Ok(())
            }),
            "switch" => self.block(6, Self::cases),
            "function" => self.block(8, Self::function),
            _ => self.simple(),
        }
    }

    /// A block behind its keyword, and the redirections behind it.
    fn block(&mut self, keyword: usize, read: impl FnOnce(&mut Self) -> Told) -> Told {
        self.at += keyword;
        self.deeper(read)?;
        for redirection in self.redirections()? {
            self.out.push_str(&redirection);
        }
        Ok(())
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Gap>) -> Result<T, Gap> {
        if self.depth >= MAX_DEPTH {
            return Err(Gap::TooDeep);
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    /// bash wants a command in every body.
    fn body(&mut self) -> Told {
        let start = self.out.len();
        self.statements()?;
        if self.out.len() == start {
            self.out.push_str(":\n");
        }
        Ok(())
    }

    fn close(&mut self, word: &str) -> Told {
        self.skip_separators();
        if !self.eat_word("end") {
            return Err(Gap::Syntax("a block without its `end`".to_owned()));
        }
        self.out.push_str(word);
        Ok(())
    }

    fn words_up_to_the_end(&mut self) -> Told {
        for word in self.words()? {
            self.out.push(' ');
            self.out.push_str(&word.bash);
        }
        Ok(())
    }

    fn branches(&mut self) -> Told {
        self.out.push_str("if ");
        self.conjunction()?;
        self.out.push_str("\nthen\n");
        self.body()?;
        loop {
            self.skip_separators();
            if !self.eat_word("else") {
                return self.close("fi");
            }
            self.skip_blanks();
            if self.eat_word("if") {
                self.out.push_str("elif ");
                self.conjunction()?;
                self.out.push_str("\nthen\n");
            } else {
                self.out.push_str("else\n");
            }
            self.body()?;
        }
    }

    fn cases(&mut self) -> Told {
        self.out.push_str("case");
        self.words_up_to_the_end()?;
        self.out.push_str(" in\n");
        loop {
            self.skip_separators();
            if !self.eat_word("case") {
                return self.close("esac");
            }
            let patterns: Vec<String> = self.words()?.iter().map(Word::as_pattern).collect();
            self.out.push_str(&patterns.join("|"));
            self.out.push_str(")\n");
            self.body()?;
            self.out.push_str(";;\n");
        }
    }

    fn function(&mut self) -> Told {
        let words = self.words()?;
        let mut words = words.iter();
        let name = words.next().and_then(|word| word.literal.clone()).unwrap_or_default();
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || "_.:-".contains(letter);
        if name.is_empty() || !name.chars().all(is_name) {
            return Err(Gap::Unsupported("a function of that name"));
        }
        self.out.extend([name.as_str(), "() {\n"]);
        let mut names = false;
        for word in words.filter_map(|word| word.literal.as_deref()) {
            if word.starts_with('-') {
                names = matches!(word, "-a" | "--argument-names");
            } else if names {
                self.out.extend(["local ", word, "=\"$1\"; shift\n"]);
            }
        }
        self.body()?;
        self.close("}")
    }

    fn simple(&mut self) -> Told {
        let start = self.at;
        let mut words = Vec::new();
        let mut redirections = Vec::new();
        loop {
            redirections.extend(self.redirections()?);
            match self.word()? {
                Some(word) => words.push(word),
                None => break,
            }
        }
        if self.at == start {
            let what = self.peek().map(String::from).unwrap_or_default();
            return Err(Gap::Syntax(format!("unexpected `{what}`")));
        }
        let text = self.as_bash(&words);
        self.out.push_str(&text);
        for redirection in redirections {
            self.out.push_str(&redirection);
        }
        Ok(())
    }

    /// Words and redirections up to the end of a line, of which only the words count.
    fn words(&mut self) -> Result<Vec<Word>, Gap> {
        let mut words = Vec::new();
        self.skip_blanks();
        while let Some(word) = self.word()? {
            words.push(word);
            self.skip_blanks();
        }
        Ok(words)
    }

    fn redirections(&mut self) -> Result<Vec<String>, Gap> {
        let mut all = Vec::new();
        loop {
            self.skip_blanks();
            let rest = self.rest();
            let digits = rest.len() - rest.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
            let behind = rest.get(digits..).unwrap_or_default();
            let both = digits == 0 && behind.starts_with("&>");
            let operator = if both { behind.get(1..).unwrap_or_default() } else { behind };
            let is_pipe = operator.starts_with(">|");
            if is_pipe || !operator.starts_with(['<', '>']) {
                return Ok(all);
            }
            let mut text =
                format!(" {}{}", rest.get(..digits).unwrap_or_default(), if both { "&" } else { "" });
            self.at += digits + usize::from(both);
            for sign in [">>", ">", "<"] {
                if self.eat(sign) {
                    text.push_str(sign);
                    break;
                }
            }
            // Not over a file that is there, or only from one that is.
            self.eat("?");
            if self.eat("&") {
                text.push('&');
            }
            self.skip_blanks();
            match self.word()? {
                Some(word) => text.push_str(&word.bash),
                None => return Err(Gap::Syntax("a redirection to nowhere".to_owned())),
            }
            all.push(text);
        }
    }
}
