//! What a shell script looks for, by its syntax tree: patterns of `grep`, of `case`, of `[[ … ]]` and of `[ … ]`, also those
//! that a variable holds.

use std::collections::BTreeMap;

use hookward_shell::{Arm, Command, Operand, Part, RedirectKind, Simple, Statement, Value, Word, parse};

use super::texts::{Form, Looked, escaped, of_glob};

/// No more values of one pattern.
const MOST: usize = 32;

/// No variable is followed further than this.
const DEEPEST: usize = 4;

/// How a word is compared.
#[derive(Clone, Copy)]
enum Means {
    /// `grep`: quotes mean nothing to it.
    Basic,
    Extended,
    Fixed,
    /// In a shell what is quoted stands for itself.
    Glob,
    Expression,
}

/// A piece of a pattern.
#[derive(Clone)]
struct Piece {
    text: String,
    /// Whether the shell reads it as a pattern.
    live: bool,
}

struct Reader<'s> {
    source: &'s str,
    /// What variables are set to.
    held: BTreeMap<String, Vec<Word>>,
    looked: Vec<(Word, Means)>,
    said: Vec<Looked>,
}

pub(super) fn looked_for(source: &str) -> Vec<Looked> {
    let script = parse(source);
    let mut reader = Reader { source, held: BTreeMap::new(), looked: Vec::new(), said: Vec::new() };
    reader.statements(&script.body);
    let mut found = std::mem::take(&mut reader.said);
    for (word, means) in &reader.looked {
        found.extend(reader.values(word, 0).unwrap_or_default().iter().map(|pieces| read(pieces, *means)));
    }
    found
}

fn read(pieces: &[Piece], means: Means) -> Looked {
    let shown: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
    let join = |live: fn(&str) -> String| {
        pieces.iter().map(|piece| if piece.live { live(&piece.text) } else { escaped(&piece.text) }).collect()
    };
    let expression = match means {
        Means::Extended => shown.clone(),
        Means::Basic => of_basic(&shown),
        Means::Fixed => escaped(&shown),
        Means::Glob => join(of_glob),
        Means::Expression => join(str::to_owned),
    };
    Looked { shown, expression }
}

/// An expression of plain `grep`, in which `\|` is what `|` is elsewhere.
fn of_basic(text: &str) -> String {
    let mut expression = String::new();
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match c {
            '|' | '(' | ')' | '+' | '?' | '{' | '}' => expression.extend(['\\', c]),
            '\\' => match characters.next() {
                Some(c @ ('|' | '(' | ')' | '+' | '?' | '{' | '}')) => expression.push(c),
                Some(other) => expression.extend(['\\', other]),
                None => {}
            },
            other => expression.push(other),
        }
    }
    expression
}

impl Reader<'_> {
    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.command(&statement.command);
            for redirect in &statement.redirects {
                match &redirect.kind {
                    RedirectKind::Read(word)
                    | RedirectKind::Write(word)
                    | RedirectKind::Append(word)
                    | RedirectKind::ReadWrite(word)
                    | RedirectKind::HereDocument(word)
                    | RedirectKind::HereString(word)
                    | RedirectKind::Duplicate(word) => self.inside(word),
                }
            }
        }
    }

    fn command(&mut self, command: &Command) {
        match command {
            Command::Simple(simple) => self.simple(simple),
            Command::Pipeline(parts) | Command::Group(parts) | Command::Subshell(parts) => {
                self.statements(parts);
            }
            Command::Chain(parts) => {
                for (_, part) in parts {
                    self.statements(std::slice::from_ref(part));
                }
            }
            Command::If { branches, otherwise } => {
                for (condition, body) in branches {
                    self.statements(condition);
                    self.statements(body);
                }
                self.statements(otherwise);
            }
            Command::While { condition, body } => {
                self.statements(condition);
                self.statements(body);
            }
            Command::For { variable, words, body, .. } => {
                self.hold(variable, words.iter().flatten().cloned());
                self.statements(body);
            }
            Command::ArithmeticFor { body, .. } => self.statements(body),
            Command::Case { word, arms } => {
                self.inside(word);
                for Arm { patterns, body } in arms {
                    self.looked.extend(patterns.iter().map(|pattern| (pattern.clone(), Means::Glob)));
                    self.statements(body);
                }
            }
            Command::Function { body, .. } | Command::Coprocess(body) => {
                self.statements(std::slice::from_ref(body));
            }
            Command::Test(operands) => self.test(operands),
            Command::Arithmetic { .. } => {}
        }
    }

    /// The right side of a comparison.
    fn test(&mut self, operands: &[Operand]) {
        for pair in operands.windows(2) {
            let [left, right] = pair else { continue };
            let between = self.source.get(left.word.span.end..right.word.span.start).unwrap_or_default();
            match between.trim() {
                "=~" => self.looked.push((right.word.clone(), Means::Expression)),
                "=" | "==" | "!=" => self.looked.push((right.word.clone(), Means::Glob)),
                _ => {}
            }
        }
        for operand in operands {
            self.inside(&operand.word);
        }
    }

    fn simple(&mut self, simple: &Simple) {
        for assignment in &simple.assignments {
            let words: Vec<Word> = match &assignment.value {
                Value::Scalar(word) => vec![word.clone()],
                Value::Array(items) => items.iter().map(|(_, word)| word.clone()).collect(),
            };
            self.hold(&assignment.name, words.into_iter());
        }
        for word in &simple.words {
            self.inside(word);
        }
        let first = simple.words.first();
        // `[` begins a pattern elsewhere.
        let name = first.map(|word| word.literal().unwrap_or_else(|| word.span.text(self.source).to_owned()));
        let name = name.unwrap_or_default();
        let words = simple.words.get(1..).unwrap_or_default();
        match name.rsplit('/').next().unwrap_or_default() {
            "grep" | "egrep" | "fgrep" | "rg" => self.grep(&name, words),
            "[" | "test" => {
                for three in words.windows(3) {
                    if let [_, sign, right] = three
                        && sign.literal().is_some_and(|sign| ["=", "==", "!="].contains(&sign.as_str()))
                    {
                        self.looked.push((right.clone(), Means::Fixed));
                    }
                }
            }
            "jq" => {
                let texts = words.iter().filter_map(Word::literal);
                self.said.extend(texts.flat_map(|filter| in_filter(&filter)));
            }
            _ => {}
        }
    }

    /// What `grep` is given: its first operand, unless an option says it.
    fn grep(&mut self, name: &str, words: &[Word]) {
        let letters = |letter: char| {
            words.iter().filter_map(Word::literal).any(|word| {
                let is_letters = word.starts_with('-') && !word.starts_with("--");
                is_letters && word.contains(letter)
            })
        };
        let means = if name.ends_with("fgrep") || letters('F') {
            Means::Fixed
        } else if !name.ends_with("grep") || name.ends_with("egrep") || letters('E') || letters('P') {
            Means::Extended
        } else {
            Means::Basic
        };
        let mut operand = None;
        let mut said = false;
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let text = word.literal().unwrap_or_default();
            let is_option = text.starts_with('-') && text.len() > 1;
            if text == "-e" || (is_option && !text.starts_with("--") && text.ends_with('e')) {
                self.looked.extend(rest.next().map(|word| (word.clone(), means)));
                said = true;
            } else if ["-A", "-B", "-C", "-m", "-f"].contains(&text.as_str()) {
                said |= text == "-f";
                rest.next();
            } else if !is_option && operand.is_none() {
                operand = Some(word);
            }
        }
        self.looked.extend(operand.filter(|_| !said).map(|word| (word.clone(), means)));
    }

    fn hold(&mut self, name: &str, words: impl Iterator<Item = Word>) {
        for word in words {
            self.inside(&word);
            self.held.entry(name.to_owned()).or_default().push(word);
        }
    }

    /// Commands in a word.
    fn inside(&mut self, word: &Word) {
        for part in &word.parts {
            match part {
                Part::Substitution { body, .. } | Part::Process { body, .. } => self.statements(body),
                Part::Bare { .. } | Part::Quoted { .. } | Part::Variable(_) | Part::Arithmetic { .. } => {}
            }
        }
    }

    /// What a word may be; `None` if that is not written in the script.
    fn values(&self, word: &Word, depth: usize) -> Option<Vec<Vec<Piece>>> {
        let mut all: Vec<Vec<Piece>> = vec![Vec::new()];
        for part in &word.parts {
            let next: Vec<Vec<Piece>> = match part {
                Part::Bare { text, .. } => vec![vec![Piece { text: text.clone(), live: true }]],
                Part::Quoted { text, .. } => vec![vec![Piece { text: text.clone(), live: false }]],
                Part::Variable(variable) if depth < DEEPEST => {
                    let held = self.held.get(&variable.name)?;
                    let values = held.iter().filter_map(|word| self.values(word, depth + 1)).flatten();
                    let live = !variable.quoted;
                    let piece = |piece: Piece| Piece { live, ..piece };
                    values.map(|pieces| pieces.into_iter().map(piece).collect()).take(MOST).collect()
                }
                Part::Variable(_)
                | Part::Substitution { .. }
                | Part::Arithmetic { .. }
                | Part::Process { .. } => return None,
            };
            let joined = all.iter().flat_map(|one| {
                next.iter().map(move |other| one.iter().chain(other).cloned().collect::<Vec<Piece>>())
            });
            all = joined.take(MOST).collect();
        }
        Some(all)
    }
}

/// What a filter of jq looks for: `test("…")`, `contains("…")` and their like.
fn in_filter(filter: &str) -> Vec<Looked> {
    let mut found = Vec::new();
    for (name, form) in [
        ("test(\"", Form::Expression),
        ("match(\"", Form::Expression),
        ("contains(\"", Form::Text),
        ("startswith(\"", Form::Text),
        ("endswith(\"", Form::Text),
    ] {
        for behind in filter.split(name).skip(1) {
            let text = behind.split('"').next().unwrap_or_default().replace("\\\\", "\\");
            found.push(Looked::new(&text, form));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::looked_for;

    fn expressions(text: &str) -> Vec<String> {
        looked_for(text).into_iter().map(|looked| looked.expression).collect()
    }

    #[test]
    fn what_a_variable_or_a_list_holds_is_looked_for_where_it_is_compared() {
        let text = "P='rm -rf'\nBAD=('git push' \"drop table\")\ngrep -E \"$P\" x\nfor b in \"${BAD[@]}\"; do [[ $c == *\"$b\"* ]] && exit 2; done\n";
        assert_eq!(expressions(text), ["rm -rf", ".*git push.*", ".*drop table.*"]);
        assert!(expressions("case \"$cmd\" in *\"$line\"*) exit 2;; esac\n").is_empty());
    }

    #[test]
    fn each_way_of_looking_has_its_own_syntax() {
        for (line, expression) in [
            (r"grep 'a\|b+'", r"a|b\+"),
            (r"grep -qiE 'a|b+'", "a|b+"),
            (r"grep -F 'a.*'", r"a\.\*"),
            (r"grep -q -e 'rm x' file", "rm x"),
            (r"rg -n 'a b+' .", "a b+"),
            (r"[[ $x =~ ^git\ push.*\ -f ]]", r"^git push.* -f"),
            (r"case $x in git\ commit*--no-verify*) ;; esac", r"git commit.*\-\-no\-verify.*"),
            (r#"jq -e '.command | test("rm\\s+-rf")'"#, r"rm\s+-rf"),
            (r"grep -q 'chmod 777' <<<$(cat x)", "chmod 777"),
        ] {
            assert_eq!(expressions(line), [expression], "{line}");
        }
    }
}
