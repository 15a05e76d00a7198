//! The text that the grammar is shown: operators and reserved words as they are, words crossed out, the rest blank.

/// A frame, and where its bytes stand in the text. It is as long as what was read, but for some bytes put in.
pub(crate) struct Frame {
    /// The place of the first byte.
    base: usize,
    text: String,
    pads: Vec<Pad>,
}

/// A byte that is not in the text.
struct Pad {
    /// Its offset in the frame.
    offset: usize,
    /// The place in the text that follows it.
    place: usize,
}

impl Frame {
    pub(crate) fn new(base: usize) -> Self {
        Self { base, text: String::with_capacity(64), pads: Vec::new() }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The place behind the last thing that was read.
    pub(crate) fn end(&self) -> usize {
        self.base + self.text.len() - self.pads.len()
    }

    pub(crate) fn blank(&mut self, length: usize) {
        self.text.extend(std::iter::repeat_n(' ', length));
    }

    pub(crate) fn show(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// A word: no keyword and no name that means anything consists of `x` alone.
    pub(crate) fn cross_out(&mut self, length: usize) {
        self.text.extend(std::iter::repeat_n('x', length));
    }

    /// Something that only the grammar needs, as the blank that keeps two operators apart.
    pub(crate) fn insert(&mut self, text: &str) {
        for character in text.chars() {
            self.pads.push(Pad { offset: self.text.len(), place: self.end() });
            self.text.push(character);
        }
    }

    /// The place of an offset of the frame.
    pub(crate) fn place(&self, offset: usize) -> usize {
        let offset = offset.min(self.text.len());
        self.base + offset - self.pads.partition_point(|pad| pad.offset < offset)
    }

    /// The frame up to a place, and from there on.
    pub(crate) fn split(&self, place: usize) -> (&str, &str) {
        let offset = place.saturating_sub(self.base) + self.pads.partition_point(|pad| pad.place <= place);
        self.text.split_at_checked(offset).unwrap_or((&self.text, ""))
    }
}
