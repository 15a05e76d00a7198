//! HTML in the making. Markup is only what stands in this program; everything else is text, and is escaped.

use std::fmt::Write as _;

/// HTML in the making.
#[derive(Debug, Default)]
pub(super) struct Html(String);

impl Html {
    /// Markup of our own. INVARIANT: only what is known when this is compiled.
    pub(super) fn markup(&mut self, markup: &'static str) -> &mut Self {
        self.0.push_str(markup);
        self
    }

    /// A text, whatever is in it. Also inside of an attribute in double quotes.
    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        for character in text.chars() {
            match character {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                '\n' | '\t' => self.0.push(character),
                // What cannot be seen, or turns the text around it, is shown as what it is.
                _ if character.is_control() || is_deceptive(character) => {
                    // Writing to a text cannot fail.
                    let _ = write!(self.0, "[U+{:04X}]", u32::from(character));
                }
                _ => self.0.push(character),
            }
        }
        self
    }

    /// A length or a place in a drawing.
    pub(super) fn number(&mut self, number: f64) -> &mut Self {
        let text = format!("{number:.1}");
        self.0.push_str(text.strip_suffix(".0").unwrap_or(&text));
        self
    }

    /// More of it.
    pub(super) fn add(&mut self, more: &Self) -> &mut Self {
        self.0.push_str(&more.0);
        self
    }

    /// Whether there is nothing in it.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The finished page.
    pub(super) fn finish(self) -> String {
        self.0
    }
}

/// Marks that change the direction of what follows, or have no width.
fn is_deceptive(character: char) -> bool {
    matches!(character, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_becomes_markup_and_none_hides() {
        let mut html = Html::default();
        html.markup("<p title=\"").text("\" onclick='x' <b>&amp;\u{202e}\u{1b}[2J\0ä\n").markup("\">");
        assert_eq!(
            html.finish(),
            "<p title=\"&quot; onclick=&#39;x&#39; &lt;b&gt;&amp;amp;[U+202E][U+001B][2J[U+0000]ä\n\">"
        );
    }
}
