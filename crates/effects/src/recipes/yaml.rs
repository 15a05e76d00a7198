//! As much of YAML as files of tasks are written in: maps and lists by indentation, lists in brackets, texts over
//! several lines. What is not understood is passed over.

/// Deeper nodes are not read.
const MAX_DEPTH: usize = 24;

/// A piece of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    Text(String),
    List(Vec<Node>),
    Map(Vec<(String, Node)>),
}

impl Node {
    /// The document that a text holds.
    pub(super) fn read(text: &str) -> Self {
        let lines: Vec<Line> = text.lines().map(Line::of).collect();
        let mut reader = Reader { lines, at: 0 };
        reader.node(0, 0)
    }

    /// The value of a key.
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Map(entries) => entries.iter().find(|(is, _)| is == key).map(|(_, node)| node),
            Self::Text(_) | Self::List(_) => None,
        }
    }

    /// Its entries, if it is a map.
    pub(super) fn entries(&self) -> &[(String, Self)] {
        match self {
            Self::Map(entries) => entries,
            Self::Text(_) | Self::List(_) => &[],
        }
    }

    /// Its elements; a single text is one.
    pub(super) fn elements(&self) -> &[Self] {
        match self {
            Self::List(nodes) => nodes,
            Self::Text(_) => std::slice::from_ref(self),
            Self::Map(_) => &[],
        }
    }

    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::List(_) | Self::Map(_) => None,
        }
    }
}

/// A line, how far it is indented, and what stands on it.
struct Line<'t> {
    indent: usize,
    text: &'t str,
    whole: &'t str,
}

impl<'t> Line<'t> {
    fn of(whole: &'t str) -> Self {
        let text = whole.trim_start();
        let indent = whole.len() - text.len();
        let text = if text.starts_with('#') || text == "---" { "" } else { text.trim_end() };
        Self { indent, text, whole }
    }
}

struct Reader<'t> {
    lines: Vec<Line<'t>>,
    at: usize,
}

impl<'t> Reader<'t> {
    /// What stands at this indentation or deeper, up to a line that stands further out.
    fn node(&mut self, least: usize, depth: usize) -> Node {
        self.skip_empty();
        let Some((indent, text)) = self.here().filter(|(indent, _)| *indent >= least) else {
            return Node::Text(String::new());
        };
        if depth > MAX_DEPTH {
            self.at += 1;
            return Node::Text(String::new());
        }
        if text == "-" || text.starts_with("- ") {
            return self.list(indent, depth);
        }
        if key(&text).is_some() {
            return self.map(indent, depth);
        }
        self.at += 1;
        inline(&text)
    }

    fn here(&self) -> Option<(usize, String)> {
        self.lines.get(self.at).map(|line| (line.indent, line.text.to_owned()))
    }

    fn skip_empty(&mut self) {
        while self.lines.get(self.at).is_some_and(|line| line.text.is_empty()) {
            self.at += 1;
        }
    }

    fn list(&mut self, indent: usize, depth: usize) -> Node {
        let mut nodes = Vec::new();
        loop {
            self.skip_empty();
            let Some((column, text)) = self.here() else { break };
            let Some(rest) = text.strip_prefix('-').filter(|_| column == indent) else { break };
            let item = rest.trim_start();
            let inner = indent + (text.len() - item.len());
            if item.is_empty() {
                self.at += 1;
                nodes.push(self.node(indent + 1, depth + 1));
            } else if let Some((name, value)) = key(item) {
                self.at += 1;
                let first = self.value(&value, inner, depth);
                let mut entries = vec![(name, first)];
                if let Node::Map(more) = self.map(inner, depth + 1) {
                    entries.extend(more);
                }
                nodes.push(Node::Map(entries));
            } else {
                self.at += 1;
                nodes.push(self.value(item, indent, depth));
            }
        }
        Node::List(nodes)
    }

    fn map(&mut self, indent: usize, depth: usize) -> Node {
        let mut entries = Vec::new();
        loop {
            self.skip_empty();
            let Some((column, text)) = self.here() else { break };
            if column != indent || text.starts_with("- ") {
                break;
            }
            self.at += 1;
            if let Some((name, value)) = key(&text) {
                entries.push((name, self.value(&value, indent, depth)));
            }
        }
        Node::Map(entries)
    }

    /// What stands behind a colon or a dash, or on the lines below.
    fn value(&mut self, text: &str, indent: usize, depth: usize) -> Node {
        // Anchors and types say nothing of the value.
        let text = match text.split_once(' ') {
            Some((mark, rest)) if mark.starts_with(['&', '!']) => rest.trim_start(),
            _ if text.starts_with(['&', '!']) => "",
            _ => text,
        };
        match text.bytes().next() {
            None => {
                self.skip_empty();
                match self.here() {
                    // A list may stand as far out as its key.
                    Some((column, line)) if column == indent && line.starts_with("- ") => {
                        self.list(indent, depth + 1)
                    }
                    Some((column, _)) if column > indent => self.node(indent + 1, depth + 1),
                    Some(_) | None => Node::Text(String::new()),
                }
            }
            Some(b'|') => {
                let lines = self.lines_below(indent);
                Node::Text(lines.iter().flat_map(|(_, line)| [line, "\n"]).collect())
            }
            Some(b'>') => Node::Text(folded(&self.lines_below(indent))),
            Some(_) => inline(&self.continued(text, indent)),
        }
    }

    /// A text with the lines below that belong to it, since they are further in.
    fn continued(&mut self, text: &str, indent: usize) -> String {
        let mut whole = text.to_owned();
        while let Some(line) =
            self.lines.get(self.at).filter(|line| !line.text.is_empty() && line.indent > indent)
        {
            whole.push(' ');
            whole.push_str(line.text);
            self.at += 1;
        }
        whole
    }

    /// The lines of a text below, and how far they are indented.
    fn lines_below(&mut self, indent: usize) -> Vec<(usize, &'t str)> {
        let mut lines = Vec::new();
        while let Some(line) = self.lines.get(self.at) {
            let text = line.whole.trim();
            if !text.is_empty() && line.indent <= indent {
                break;
            }
            lines.push((line.indent, text));
            self.at += 1;
        }
        lines
    }
}

/// Lines that a document folds: those that stand together are one, unless they are further in than the first.
fn folded(lines: &[(usize, &str)]) -> String {
    let base = lines.iter().find(|(_, line)| !line.is_empty()).map_or(0, |(indent, _)| *indent);
    let mut text = String::new();
    let mut breaks = true;
    for (indent, line) in lines {
        if line.is_empty() {
            breaks = true;
            continue;
        }
        let is_deep = *indent > base;
        if !text.is_empty() {
            text.push(if breaks || is_deep { '\n' } else { ' ' });
        }
        text.push_str(line);
        breaks = is_deep;
    }
    text
}

/// `name: value`
fn key(text: &str) -> Option<(String, String)> {
    if text.starts_with(['[', '{', '"', '\'', '|', '>']) && !text.contains("\":") && !text.contains("':") {
        return None;
    }
    let at = text.find(": ").or_else(|| text.strip_suffix(':').map(str::len))?;
    let name = text.get(..at)?.trim().trim_matches(['"', '\'']);
    (!name.contains(' ') || name.len() < 32)
        .then(|| (name.to_owned(), text.get(at + 1..).unwrap_or_default().trim().to_owned()))
}

/// A text, or a list in brackets.
fn inline(text: &str) -> Node {
    if let Some(inner) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        return Node::List(split(inner).into_iter().map(|part| Node::Text(unquoted(&part))).collect());
    }
    if let Some(inner) = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
        let entries = split(inner).into_iter().filter_map(|part| {
            let (name, value) = part.split_once(':')?;
            Some((unquoted(name), Node::Text(unquoted(value))))
        });
        return Node::Map(entries.collect());
    }
    Node::Text(unquoted(text))
}

/// Parts with commas between them, outside of quotes.
fn split(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut quote = None;
    for letter in text.chars() {
        match (letter, quote) {
            (',', None) => {
                parts.push(String::new());
                continue;
            }
            ('"' | '\'', None) => quote = Some(letter),
            (letter, Some(open)) if letter == open => quote = None,
            _ => {}
        }
        if let Some(part) = parts.last_mut() {
            part.push(letter);
        }
    }
    parts.retain(|part| !part.trim().is_empty());
    parts
}

/// A text without its quotes and the comment behind it.
fn unquoted(text: &str) -> String {
    let text = text.trim();
    for quote in ['"', '\''] {
        if let Some(inner) = text.strip_prefix(quote) {
            let end = inner.rfind(quote).unwrap_or(inner.len());
            let inner = inner.get(..end).unwrap_or_default();
            return if quote == '"' {
                inner.replace("\\\"", "\"").replace("\\n", "\n").replace("\\\\", "\\")
            } else {
                inner.replace("''", "'")
            };
        }
    }
    text.split(" #").next().unwrap_or_default().trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_over_several_lines_is_folded_or_kept() {
        for (written, expected) in [
            ("- >\n  echo\n  pytest\n", "echo pytest"),
            ("- >-\n  echo\n\n  pytest\n", "echo\npytest"),
            ("- >\n  if a\n    b\n  fi\n", "if a\nb\nfi"),
            ("- |\n  echo\n  pytest\n", "echo\npytest\n"),
            ("- pytest\n  tests/unit\n", "pytest tests/unit"),
            ("- \"pytest\n   tests/unit\"\n", "pytest tests/unit"),
        ] {
            let node = Node::read(&format!("cmds:\n{written}"));
            let texts: Vec<_> = node.get("cmds").map(Node::elements).unwrap_or_default().iter().collect();
            assert_eq!(texts, [&Node::Text(expected.to_owned())], "{written}");
        }
        let both = Node::read("a: b\n  c\nd: e\n");
        assert_eq!(both.get("a").and_then(Node::text), Some("b c"));
        assert_eq!(both.get("d").and_then(Node::text), Some("e"));
    }
}
