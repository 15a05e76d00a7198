//! `awk` where it only prints fields: `awk '{print $2}'`, `awk 'NR==1{print $NF}'`, `awk 'BEGIN{print "x"}'`.

use super::given::Given;
use crate::cursor::Cursor;

/// When the one action of a program runs.
enum When {
    Before,
    Always,
    AtLine(usize),
}

/// What is printed.
enum Item {
    Field(usize),
    LastField,
    Text(String),
    /// Text without an end of line: `printf`.
    Raw(String),
    /// A comma: the separator of the output.
    Between,
}

/// What `awk` puts out.
pub(super) fn awk(arguments: &[&str], input: &str) -> Option<String> {
    let given = Given::read(arguments, "F", &[("field-separator", 'F')]).filter(|given| given.only(""))?;
    let (program, files) = given.operands.split_first()?;
    if !matches!(files, [] | ["-"]) {
        return None;
    }
    let (when, items) = parse(program)?;
    let separator = match given.value('F') {
        Some("\\t" | "t") => Some("\t"),
        // A longer one is a regular expression.
        Some(separator) if separator.chars().count() == 1 && separator != "|" => Some(separator),
        Some("|" | "\\|" | "[|]") => Some("|"),
        Some(_) => return None,
        None => None,
    };
    let mut output = String::new();
    let mut print = |line: &str| {
        let fields: Vec<&str> = match separator {
            Some(" ") | None => line.split_whitespace().collect(),
            Some(separator) => line.split(separator).collect(),
        };
        for item in &items {
            output.push_str(match item {
                Item::Field(0) => line,
                Item::Field(number) => fields.get(number - 1).copied().unwrap_or_default(),
                Item::LastField => fields.last().copied().unwrap_or(line),
                Item::Text(text) | Item::Raw(text) => text,
                Item::Between => " ",
            });
        }
        if !matches!(items.as_slice(), [Item::Raw(_)]) {
            output.push('\n');
        }
    };
    match when {
        When::Before => print(""),
        When::Always => input.lines().for_each(print),
        When::AtLine(number) => input.lines().skip(number.checked_sub(1)?).take(1).for_each(print),
    }
    Some(output)
}

fn parse(program: &str) -> Option<(When, Vec<Item>)> {
    let mut cursor = Cursor::new(program.trim());
    let when = if cursor.eat("BEGIN") {
        When::Before
    } else if cursor.eat("NR") {
        cursor.skip_blanks();
        cursor.eat("==").then_some(())?;
        cursor.skip_blanks();
        When::AtLine(cursor.take_while(|next| next.is_ascii_digit()).parse().ok()?)
    } else {
        // `awk 1` prints every line.
        if cursor.rest() == "1" {
            return Some((When::Always, vec![Item::Field(0)]));
        }
        When::Always
    };
    skip(&mut cursor);
    if cursor.is_done() {
        return matches!(when, When::AtLine(_)).then(|| (when, vec![Item::Field(0)]));
    }
    (cursor.eat("{")).then_some(())?;
    skip(&mut cursor);
    if cursor.eat("printf") {
        let text = formatted(&mut cursor)?;
        return Some((when, vec![Item::Raw(text)]));
    }
    (cursor.eat("print")).then_some(())?;
    if cursor.peek().is_some_and(char::is_alphanumeric) {
        return None;
    }
    let mut items = Vec::new();
    loop {
        skip(&mut cursor);
        match cursor.bump()? {
            '}' => break,
            ';' => {
                skip(&mut cursor);
                cursor.eat("}").then_some(())?;
                break;
            }
            ',' => items.push(Item::Between),
            '"' => items.push(Item::Text(text(&mut cursor)?)),
            '$' if cursor.eat("NF") => items.push(Item::LastField),
            '$' => items.push(Item::Field(cursor.take_while(|next| next.is_ascii_digit()).parse().ok()?)),
            _ => return None,
        }
    }
    if items.is_empty() {
        items.push(Item::Field(0));
    }
    cursor.is_done().then_some((when, items))
}

/// `printf "%c%s", 114, "m"}` with numbers and strings only.
fn formatted(cursor: &mut Cursor) -> Option<String> {
    skip(cursor);
    let parenthesis = cursor.eat("(");
    skip(cursor);
    cursor.eat("\"").then_some(())?;
    let format = text(cursor)?;
    let mut values: Vec<(bool, String)> = Vec::new();
    loop {
        skip(cursor);
        match cursor.bump()? {
            ',' | ';' => {}
            ')' if parenthesis => {}
            '}' => break,
            '"' => values.push((false, text(cursor)?)),
            digit if digit.is_ascii_digit() => {
                let rest = cursor.take_while(|next| next.is_ascii_digit());
                values.push((true, format!("{digit}{rest}")));
            }
            _ => return None,
        }
    }
    if !cursor.is_done() {
        return None;
    }
    let mut values = values.into_iter();
    let mut out = String::new();
    let mut letters = format.chars();
    while let Some(letter) = letters.next() {
        if letter != '%' {
            out.push(letter);
            continue;
        }
        match letters.next()? {
            '%' => out.push('%'),
            'c' => match values.next()? {
                (true, number) => out.push(char::from_u32(number.parse().ok()?)?),
                (false, text) => out.extend(text.chars().next()),
            },
            's' | 'd' | 'i' => out.push_str(&values.next()?.1),
            _ => return None,
        }
    }
    Some(out)
}

fn skip(cursor: &mut Cursor) {
    cursor.take_while(char::is_whitespace);
}

/// A string, without anything in it that is not plain.
fn text(cursor: &mut Cursor) -> Option<String> {
    let mut text = String::new();
    loop {
        match cursor.bump()? {
            '"' => return Some(text),
            '\\' => text.push(match cursor.bump()? {
                'n' => '\n',
                't' => '\t',
                '"' => '"',
                '\\' => '\\',
                '/' => '/',
                _ => return None,
            }),
            next => text.push(next),
        }
    }
}
