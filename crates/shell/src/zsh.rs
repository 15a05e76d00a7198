//! zsh as bash would write it, where the two read the same words differently: a list is all of its words and begins with
//! the first, and loops have a short form.

use std::collections::BTreeSet;

/// How long an index may be.
const MAX_INDEX: usize = 64;

/// The text of bash for a text of zsh. What is not known to differ stays as it is.
pub(crate) fn to_bash(text: &str) -> String {
    let lists = lists(text);
    let mut reader = Reader { text, at: 0, out: String::with_capacity(text.len()), lists, ends: Vec::new() };
    reader.read();
    reader.out
}

/// Names that are assigned a list somewhere: `a=(`, `a+=(`, `set -A a`.
fn lists(text: &str) -> BTreeSet<String> {
    let assigned = text.match_indices("=(").filter_map(|(at, _)| {
        let before = text.get(..at)?.trim_end_matches('+');
        let start = before.rfind(|letter: char| !is_name(letter)).map_or(0, |at| at + 1);
        before.get(start..).filter(|name| !name.is_empty())
    });
    let set = text
        .match_indices("set -A ")
        .filter_map(|(at, mark)| text.get(at + mark.len()..)?.split(|letter: char| !is_name(letter)).next());
    assigned.chain(set).map(str::to_owned).collect()
}

fn is_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    out: String,
    lists: BTreeSet<String>,
    /// Where loops of one command end, the next one last.
    ends: Vec<usize>,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn keep(&mut self, length: usize) {
        self.out.push_str(self.text.get(self.at..self.at + length).unwrap_or_default());
        self.at += length;
    }

    fn read(&mut self) {
        let mut in_quotes = false;
        let mut begins = true;
        loop {
            while self.ends.pop_if(|end| *end <= self.at).is_some() {
                self.out.push_str("; done");
            }
            let Some(letter) = self.rest().chars().next() else { return };
            let began = std::mem::replace(&mut begins, matches!(letter, ';' | '\n' | '&' | '|' | '{' | '('));
            match letter {
                '\\' => {
                    let next = self.rest().chars().nth(1).map_or(0, char::len_utf8);
                    self.keep(1 + next);
                }
                '"' => {
                    in_quotes = !in_quotes;
                    self.keep(1);
                }
                '\'' if !in_quotes => {
                    let end = self.rest().get(1..).and_then(|rest| rest.find('\''));
                    self.keep(end.map_or(self.rest().len(), |end| end + 2));
                }
                '$' => self.variable(in_quotes),
                ' ' | '\t' => {
                    self.keep(1);
                    begins = began;
                }
                'f' if began && !in_quotes && self.short_loop() => {}
                'r' if began && !in_quotes && self.repeat() => begins = true,
                letter => self.keep(letter.len_utf8()),
            }
        }
    }

    /// `$a` and `$a[2]` of a list.
    fn variable(&mut self, in_quotes: bool) {
        let rest = self.rest();
        let braced = rest.starts_with("${");
        let name_at = if braced { 2 } else { 1 };
        let name: String = rest.chars().skip(name_at).take_while(|letter| is_name(*letter)).collect();
        let behind = name_at + name.len();
        if !self.lists.contains(&name) {
            return self.keep(if name.is_empty() { 1 } else { behind });
        }
        let index = rest.get(behind..).and_then(|rest| rest.strip_prefix('[')).and_then(|rest| {
            let end = rest.bytes().take(MAX_INDEX).position(|byte| matches!(byte, b']' | b'\n' | b' '))?;
            rest.get(end..=end).filter(|end| *end == "]").and_then(|_| rest.get(..end))
        });
        let (inner, mut length) = match index {
            None => (format!("{name}[@]"), behind),
            Some(index) => (element(&name, index), behind + index.len() + 2),
        };
        if braced {
            if rest.get(length..).is_none_or(|rest| !rest.starts_with('}')) {
                return self.keep(behind);
            }
            length += 1;
        }
        let quote = if in_quotes { "" } else { "\"" };
        let text = [quote, "${", inner.as_str(), "}", quote].concat();
        self.out.push_str(&text);
        self.at += length;
    }

    /// `for f (a b) …`: up to where its body begins. One that is a single command ends with it.
    fn short_loop(&mut self) -> bool {
        let Some(after) = self.rest().strip_prefix("for ") else { return false };
        let name: String = after.chars().take_while(|letter| is_name(*letter)).collect();
        let words = after.get(name.len()..).unwrap_or_default().trim_start_matches(' ').strip_prefix('(');
        let Some((words, end)) = words.and_then(|words| Some((words, words.find(['(', ')', ';', '\n'])?)))
        else {
            return false;
        };
        if name.is_empty() || words.get(end..=end) != Some(")") {
            return false;
        }
        let body = words.get(end + 1..).unwrap_or_default().trim_start_matches([' ', ';', '\n']);
        let start = self.text.len() - body.len();
        let is_block = ["do ", "do\n", "{"].iter().any(|mark| body.starts_with(mark));
        let head = ["for ", &name, " in ", words.get(..end).unwrap_or_default(), "; "].concat();
        if !is_block {
            self.ends.push(start + body.find([';', '\n']).unwrap_or(body.len()));
        }
        self.out.push_str(&head);
        self.out.push_str(if is_block { "" } else { "do " });
        self.at = start;
        true
    }

    /// `repeat 3 …`: whatever follows runs.
    fn repeat(&mut self) -> bool {
        let Some(rest) = self.rest().strip_prefix("repeat ") else { return false };
        let count =
            rest.len() - rest.trim_start().trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        if count == 0 {
            return false;
        }
        self.at += "repeat ".len() + count;
        true
    }
}

/// The words of a list from one to another, of which the first has the number 1.
fn element(name: &str, index: &str) -> String {
    let number = |text: &str| text.trim().parse::<i64>().ok();
    let (from, to) = index.split_once(',').unwrap_or((index, index));
    match (number(from), number(to)) {
        (Some(from), Some(to)) if from > 0 && to > from => {
            [name, "[@]:", &(from - 1).to_string(), ":", &(to - from + 1).to_string()].concat()
        }
        (Some(from), Some(to)) if from > 0 && from == to => {
            [name, "[", &(from - 1).to_string(), "]"].concat()
        }
        (Some(from), Some(-1)) if from > 0 => [name, "[@]:", &(from - 1).to_string()].concat(),
        (Some(-1), Some(-1)) => [name, "[-1]"].concat(),
        // Any of them.
        _ => [name, "[@]"].concat(),
    }
}
