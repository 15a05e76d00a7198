//! The recipes, variables and other names of a justfile.

use std::collections::HashMap;

use super::UNKNOWN;
use crate::cursor::Cursor;
use crate::program_name::base_name;
use crate::programs::is_shell;

#[derive(Default)]
pub(super) struct Justfile {
    /// Names and expressions, in the order of the file.
    pub(super) variables: Vec<(String, String)>,
    pub(super) aliases: HashMap<String, String>,
    pub(super) recipes: HashMap<String, Item>,
    /// The recipe that runs if none is named.
    pub(super) first: Option<String>,
    /// Where recipes run, from where the file lies: `set working-directory := 'x'`.
    pub(super) directory: Option<String>,
    /// Variables that recipes get from the shell: `export NAME := 'x'`.
    pub(super) exported: Vec<String>,
    pub(super) exports_all: bool,
    /// What runs the lines, if that is no usual shell: `set shell := ['true']`.
    pub(super) has_other_shell: bool,
}

/// A recipe as it is written.
#[derive(Default)]
pub(super) struct Item {
    pub(super) parameters: Vec<Parameter>,
    pub(super) before: Vec<Needed>,
    pub(super) after: Vec<Needed>,
    pub(super) lines: Vec<String>,
    /// What runs it as a whole: `[script('python3')]`.
    pub(super) interpreter: Option<String>,
    /// Where it runs, from where recipes do: `[working-directory: 'x']`.
    pub(super) directory: Option<String>,
    /// Whether it stays where `just` was started: `[no-cd]`.
    pub(super) stays: bool,
}

pub(super) struct Parameter {
    pub(super) name: String,
    /// An expression.
    pub(super) default: Option<String>,
    pub(super) is_variadic: bool,
    /// Whether the shell gets it as a variable: `$name`.
    pub(super) is_exported: bool,
}

/// A recipe that another needs.
pub(super) struct Needed {
    pub(super) name: String,
    /// Expressions.
    pub(super) arguments: Vec<String>,
}

/// Words that start a line about something else.
const SETTINGS: &[&str] = &["set", "import", "import?", "mod", "mod?", "unexport"];

pub(super) fn read(text: &str) -> Justfile {
    let mut file = Justfile::default();
    let mut open: Option<String> = None;
    let mut indent = "";
    let mut attributes = Item::default();
    for line in text.lines() {
        let body = line.trim_start();
        let is_indented = line.starts_with([' ', '\t']) && !body.is_empty();
        if is_indented || body.is_empty() {
            if let Some(item) = open.as_ref().and_then(|name| file.recipes.get_mut(name)) {
                if item.lines.is_empty() {
                    indent = line.get(..line.len() - body.len()).unwrap_or_default();
                }
                item.lines.push(line.strip_prefix(indent).unwrap_or(body).to_owned());
            }
            continue;
        }
        open = None;
        let first = body.split_whitespace().next().unwrap_or_default();
        if let Some(setting) = body.strip_prefix("set ").map(str::trim_start) {
            file.directory = directory(setting.strip_prefix(WORKING_DIRECTORY)).or(file.directory);
            let (name, value) = setting.split_once(":=").unwrap_or((setting, "true"));
            file.exports_all |= name.trim() == "export" && value.trim() == "true";
            file.has_other_shell |= name.trim() == "shell" && !is_usual_shell(value);
        }
        if body.starts_with('#') || SETTINGS.contains(&first) {
            continue;
        }
        if body.starts_with('[') {
            attributes.interpreter = script_attribute(body).or(attributes.interpreter);
            let place = body.split_once(WORKING_DIRECTORY).map(|(_, place)| place);
            attributes.directory = directory(place).or(attributes.directory);
            attributes.stays |= body.contains("no-cd");
        } else if let Some(alias) = body.strip_prefix("alias ") {
            if let Some((name, meant)) = alias.split_once(":=") {
                file.aliases.insert(name.trim().to_owned(), meant.trim().to_owned());
            }
        } else if let Some((name, expression)) = variable(body) {
            file.exported.extend((first == "export").then(|| name.clone()));
            file.variables.push((name, expression));
        } else if let Some((name, item)) = header(body) {
            let Item { interpreter, directory, stays, .. } = std::mem::take(&mut attributes);
            let item = Item { interpreter, directory, stays, ..item };
            file.first.get_or_insert_with(|| name.clone());
            file.recipes.insert(name.clone(), item);
            open = Some(name);
        }
    }
    for item in file.recipes.values_mut() {
        while item.lines.last().is_some_and(|line| line.trim().is_empty()) {
            item.lines.pop();
        }
    }
    file
}

/// Whether a list of words is a shell with its option for a text: `["bash", "-euc"]`.
fn is_usual_shell(list: &str) -> bool {
    let mut words = list.split(['[', ']', ',', ' ', '"', '\'']).filter(|word| !word.is_empty());
    let shell = words.next().unwrap_or_default();
    let has_text = words.next_back().is_some_and(|option| option.starts_with('-') && option.ends_with('c'));
    is_shell(base_name(shell)) && has_text
}

const WORKING_DIRECTORY: &str = "working-directory";

/// The directory that is written behind its name: `:= 'x'`, `: "x"`, `('x')`. Something unknown, if it is computed.
fn directory(behind: Option<&str>) -> Option<String> {
    let written = behind?.trim_start_matches([':', '=', '(', ' ', '\t']);
    let quote = written.chars().next().filter(|quote| matches!(quote, '\'' | '"'));
    let inner = quote.and_then(|quote| written.strip_prefix(quote)?.split_once(quote));
    // What stands behind a text may be added to it.
    let alone = inner.filter(|(_, rest)| rest.chars().all(|letter| " \t])".contains(letter)));
    Some(alone.map_or(UNKNOWN, |(inner, _)| inner).to_owned())
}

/// `[script('python3')]`: the interpreter, quotes removed.
fn script_attribute(line: &str) -> Option<String> {
    let (_, rest) = line.split_once("script")?;
    let inside =
        rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or("'sh'", |(inside, _)| inside);
    Some(inside.replace(['\'', '"', ','], ""))
}

/// `name := expression`.
fn variable(line: &str) -> Option<(String, String)> {
    let (name, expression) = line.split_once(":=")?;
    let name = name.trim();
    let name = name.strip_prefix("export ").map_or(name, str::trim);
    let name = name.strip_prefix("private ").map_or(name, str::trim);
    is_name(name).then(|| (name.to_owned(), expression.trim().to_owned()))
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|next| next.is_alphanumeric() || matches!(next, '_' | '-'))
}

/// `name parameter='default' +rest: before (with 'argument') && after`.
fn header(line: &str) -> Option<(String, Item)> {
    let mut cursor = Cursor::new(line);
    cursor.eat("@");
    let name = word(&mut cursor);
    if !is_name(name) {
        return None;
    }
    let mut item = Item::default();
    loop {
        cursor.skip_blanks();
        if cursor.eat(":") {
            break;
        }
        let mark = cursor.take_while(|next| matches!(next, '+' | '*' | '$'));
        let parameter = word(&mut cursor);
        if parameter.is_empty() {
            return None;
        }
        let default = cursor.eat("=").then(|| term(&mut cursor));
        let is_variadic = mark.contains(['+', '*']);
        let is_exported = mark.contains('$');
        item.parameters.push(Parameter { name: parameter.to_owned(), default, is_variadic, is_exported });
    }
    let mut is_after = false;
    loop {
        cursor.skip_blanks();
        if cursor.eat("&&") {
            is_after = true;
            continue;
        }
        let needed = if cursor.peek() == Some('(') {
            let inside = term(&mut cursor);
            let mut inside = Cursor::new(inside.trim_matches(['(', ')']));
            inside.skip_blanks();
            let name = word(&mut inside).to_owned();
            let mut arguments = Vec::new();
            inside.skip_blanks();
            while !inside.is_done() {
                arguments.push(term(&mut inside));
                inside.skip_blanks();
            }
            Needed { name, arguments }
        } else {
            let name = word(&mut cursor).to_owned();
            Needed { name, arguments: Vec::new() }
        };
        if needed.name.is_empty() {
            return Some((name.to_owned(), item));
        }
        if is_after { item.after.push(needed) } else { item.before.push(needed) }
    }
}

fn word<'a>(cursor: &mut Cursor<'a>) -> &'a str {
    cursor.take_while(|next| next.is_alphanumeric() || matches!(next, '_' | '-'))
}

/// One term of an expression: a string, a name, or something in brackets. Never empty before the end.
fn term(cursor: &mut Cursor) -> String {
    let mut text = String::new();
    let mut depth = 0_usize;
    while let Some(next) = cursor.peek() {
        match next {
            '\'' | '"' | '`' => {
                text.extend(cursor.bump());
                text.push_str(cursor.take_while(|inside| inside != next));
                text.extend(cursor.bump());
            }
            '(' => {
                depth += 1;
                text.extend(cursor.bump());
            }
            ')' => {
                depth = depth.saturating_sub(1);
                text.extend(cursor.bump());
            }
            ' ' | '\t' | ':' if depth == 0 => break,
            _ => text.extend(cursor.bump()),
        }
        if depth == 0 && text.ends_with(')') {
            break;
        }
    }
    if text.is_empty() {
        text.extend(cursor.bump());
    }
    text
}
