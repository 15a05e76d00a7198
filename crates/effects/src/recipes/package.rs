//! Scripts in JSON: `package.json`, `composer.json`, `deno.json`, and hooks of an agent's settings. Only the one object is
//! read, however the rest looks.

use std::collections::HashSet;

use super::NOTHING;
use crate::cursor::Cursor;

/// Scripts that run each other are followed this often.
const MAX_SCRIPTS: usize = 64;

/// What `npm run script` runs: the script, and those before and after it. Names and texts.
pub(crate) fn package(json: &str, script: &str) -> Vec<(String, String)> {
    let scripts = entries(json, "scripts");
    [format!("pre{script}"), script.to_owned(), format!("post{script}")]
        .into_iter()
        .filter_map(|name| {
            let (_, texts) = scripts.iter().rfind(|(this, _)| *this == name)?;
            Some((name, texts.first()?.clone()))
        })
        .collect()
}

/// What `composer run script` runs, with the scripts that it refers to.
pub(crate) fn composer(json: &str, script: &str) -> Vec<(String, String)> {
    followed(&entries(json, "scripts"), script, |text| match text.strip_prefix('@') {
        Some(command) => match command.split_once(' ').unwrap_or((command, "")) {
            ("php" | "composer", _) => Part::Command(command.to_owned()),
            ("putenv", assignment) => Part::Command(format!("export {assignment}")),
            (name, _) => Part::Script(name.to_owned()),
        },
        // A function of PHP.
        None if text.contains("::") && !text.contains(' ') => Part::Nothing,
        None => Part::Command(text.to_owned()),
    })
}

/// What `deno task` runs, with the tasks that it depends on.
pub(crate) fn deno(json: &str, task: &str) -> Vec<(String, String)> {
    followed(&entries(json, "tasks"), task, |text| match text.strip_prefix(DEPENDENCY) {
        Some(name) => Part::Script(name.to_owned()),
        None => Part::Command(text.to_owned()),
    })
}

/// The commands of all hooks in an agent's settings, whatever event they are for.
pub(crate) fn hooks(json: &str) -> Vec<String> {
    let mut reader = Reader { cursor: Cursor::new(json) };
    let mut commands = Vec::new();
    reader.object(|reader, key| {
        if key == "hooks" {
            reader.object(|reader, _| reader.hooks(&mut commands, MAX_DEPTH));
        } else {
            reader.skip();
        }
    });
    commands
}

/// A list of hooks in a list of hooks: settings do not go deeper.
const MAX_DEPTH: usize = 4;

/// What one text of a script is.
enum Part {
    Command(String),
    Script(String),
    Nothing,
}

type Scripts = Vec<(String, Vec<String>)>;

fn followed(scripts: &Scripts, first: &str, part: impl Fn(&str) -> Part) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut seen: HashSet<String> = HashSet::new();
    let mut waiting = vec![first.to_owned()];
    while let Some(name) = waiting.pop().filter(|_| seen.len() < MAX_SCRIPTS) {
        if !seen.insert(name.clone()) {
            continue;
        }
        let Some((_, texts)) = scripts.iter().rfind(|(this, _)| *this == name) else { continue };
        if texts.is_empty() {
            found.push((name.clone(), NOTHING.to_owned()));
        }
        for text in texts {
            match part(text) {
                Part::Command(command) => found.push((name.clone(), command)),
                Part::Script(name) => waiting.push(name),
                Part::Nothing => {}
            }
        }
    }
    found
}

/// Marks the name of another task among the texts of one: no command starts like that.
const DEPENDENCY: &str = "\u{0}";

/// The texts by name in one object at the top of a JSON text. A name that comes twice comes twice here, the last counts.
fn entries(json: &str, wanted: &str) -> Scripts {
    let mut reader = Reader { cursor: Cursor::new(json) };
    let mut scripts = Vec::new();
    reader.object(|reader, key| {
        if key == wanted {
            reader.object(|reader, name| {
                let mut texts = Vec::new();
                reader.texts(&mut texts);
                scripts.push((name, texts));
            });
        } else {
            reader.skip();
        }
    });
    scripts
}

/// Reads JSON, with the comments and commas that some files have.
struct Reader<'a> {
    cursor: Cursor<'a>,
}

impl Reader<'_> {
    fn blanks(&mut self) {
        loop {
            self.cursor.take_while(|next| next.is_whitespace() || next == '\u{feff}');
            if self.cursor.eat("//") {
                self.cursor.take_line();
            } else if self.cursor.eat("/*") {
                if self.cursor.take_until("*/").is_none() {
                    self.cursor.take_while(|_| true);
                }
            } else {
                return;
            }
        }
    }

    /// Reads the members of an object; anything else is skipped.
    fn object(&mut self, mut member: impl FnMut(&mut Self, String)) {
        self.blanks();
        if self.cursor.peek() != Some('{') {
            return self.skip();
        }
        self.cursor.bump();
        loop {
            self.blanks();
            match self.cursor.peek() {
                Some('"') => {
                    let key = self.string();
                    self.blanks();
                    self.cursor.eat(":");
                    self.blanks();
                    member(self, key);
                }
                Some('}') => {
                    self.cursor.bump();
                    return;
                }
                Some(_) => {
                    self.cursor.bump();
                }
                None => return,
            }
        }
    }

    /// The texts of one script: one, several, or a task with what it depends on.
    fn texts(&mut self, texts: &mut Vec<String>) {
        match self.cursor.peek() {
            Some('"') => texts.push(self.string()),
            Some('[') => self.list(texts),
            Some('{') => {
                let mut needed = Vec::new();
                self.object(|reader, key| match (key.as_str(), reader.cursor.peek()) {
                    ("command", Some('"')) => texts.push(reader.string()),
                    ("dependencies", Some('[')) => reader.list(&mut needed),
                    _ => reader.skip(),
                });
                texts.extend(needed.into_iter().map(|name| format!("{DEPENDENCY}{name}")));
            }
            Some(_) | None => self.skip(),
        }
    }

    /// The commands of hooks: texts, objects with a `command`, and lists of either.
    fn hooks(&mut self, commands: &mut Vec<String>, depth: usize) {
        match self.cursor.peek() {
            Some('"') => commands.push(self.string()),
            Some('[') if depth > 0 => {
                self.cursor.bump();
                loop {
                    self.blanks();
                    match self.cursor.peek() {
                        Some(']') => {
                            self.cursor.bump();
                            return;
                        }
                        Some('"' | '{' | '[') => self.hooks(commands, depth - 1),
                        Some(_) => {
                            self.cursor.bump();
                        }
                        None => return,
                    }
                }
            }
            Some('{') if depth > 0 => {
                let mut words = Vec::new();
                self.object(|reader, key| match (key.as_str(), reader.cursor.peek()) {
                    ("command", Some('"')) => words.insert(0, reader.string()),
                    ("args", Some('[')) => reader.list(&mut words),
                    ("fallback", Some('"')) => commands.push(reader.string()),
                    ("hooks", Some('[')) => reader.hooks(commands, depth - 1),
                    _ => reader.skip(),
                });
                if !words.is_empty() {
                    commands.push(words.join(" "));
                }
            }
            Some(_) | None => self.skip(),
        }
    }

    fn list(&mut self, texts: &mut Vec<String>) {
        self.cursor.bump();
        loop {
            self.blanks();
            match self.cursor.peek() {
                Some('"') => texts.push(self.string()),
                Some(']') => {
                    self.cursor.bump();
                    return;
                }
                Some(',') => {
                    self.cursor.bump();
                }
                Some(_) => {
                    let left = self.cursor.rest().len();
                    self.skip();
                    if self.cursor.rest().len() == left {
                        self.cursor.bump();
                    }
                }
                None => return,
            }
        }
    }

    /// Skips one value, however deep.
    fn skip(&mut self) {
        let mut depth = 0_usize;
        loop {
            self.blanks();
            match self.cursor.peek() {
                Some('"') => {
                    self.string();
                }
                Some('{' | '[') => {
                    depth += 1;
                    self.cursor.bump();
                }
                Some('}' | ']' | ',') if depth == 0 => return,
                Some('}' | ']') => {
                    depth -= 1;
                    self.cursor.bump();
                }
                Some(_) => {
                    self.cursor.bump();
                }
                None => return,
            }
        }
    }

    fn string(&mut self) -> String {
        let mut text = String::new();
        self.cursor.bump();
        while let Some(next) = self.cursor.bump() {
            match next {
                '"' => break,
                '\\' => match self.cursor.bump() {
                    Some('n') => text.push('\n'),
                    Some('t') => text.push('\t'),
                    Some('r') => text.push('\r'),
                    Some('b') => text.push('\u{8}'),
                    Some('f') => text.push('\u{c}'),
                    Some('u') => text.push(self.unicode()),
                    Some(other) => text.push(other),
                    None => {}
                },
                next => text.push(next),
            }
        }
        text
    }

    /// `\u0072`, or two of them for one character.
    fn unicode(&mut self) -> char {
        let first = self.hexadecimal();
        let code = if (0xd800..0xdc00).contains(&first) && self.cursor.eat("\\u") {
            let second = self.hexadecimal();
            0x10000 + ((first - 0xd800) << 10) + (second.wrapping_sub(0xdc00) & 0x3ff)
        } else {
            first
        };
        char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    fn hexadecimal(&mut self) -> u32 {
        let mut code = 0;
        for _ in 0..4 {
            let Some(digit) = self.cursor.peek().and_then(|next| next.to_digit(16)) else { break };
            code = code * 16 + digit;
            self.cursor.bump();
        }
        code
    }
}
