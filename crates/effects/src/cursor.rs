//! A place in a text that moves forward only: what the small readers of other languages share.

/// A place in a text.
pub(crate) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// What is still to be read.
    pub(crate) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(crate) fn is_done(&self) -> bool {
        self.at >= self.text.len()
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The character after the next one.
    pub(crate) fn peek_second(&self) -> Option<char> {
        self.rest().chars().nth(1)
    }

    pub(crate) fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Moves over `text`, if that is what follows.
    pub(crate) fn eat(&mut self, text: &str) -> bool {
        let follows = self.rest().starts_with(text);
        if follows {
            self.at += text.len();
        }
        follows
    }

    pub(crate) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|next| !wanted(next)).unwrap_or(rest.len());
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    /// What stands before `mark`, and moves behind it; nothing, and no move, if it does not come.
    pub(crate) fn take_until(&mut self, mark: &str) -> Option<&'a str> {
        let (before, _) = self.rest().split_once(mark)?;
        self.at += before.len() + mark.len();
        Some(before)
    }

    /// What is left of the line, and moves behind its end.
    pub(crate) fn take_line(&mut self) -> &'a str {
        let line = self.take_while(|next| next != '\n');
        self.eat("\n");
        line
    }

    pub(crate) fn skip_blanks(&mut self) {
        self.take_while(|next| next == ' ' || next == '\t');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_moves_over_whole_characters_and_never_past_the_end() {
        let mut cursor = Cursor::new("é=x\nrest");
        assert_eq!((cursor.bump(), cursor.eat("="), cursor.take_line()), (Some('é'), true, "x"));
        assert_eq!(cursor.take_until("!"), None);
        assert_eq!(
            (cursor.take_while(char::is_alphabetic), cursor.bump(), cursor.is_done()),
            ("rest", None, true)
        );
    }
}
