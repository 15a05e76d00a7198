//! Programs that print their arguments, as bash has them: `echo`, `printf`, `seq`, `basename`, `dirname`.

use super::MAX_OUTPUT;
use crate::cursor::Cursor;

/// What `echo` prints.
pub(crate) fn echo(arguments: &[&str]) -> String {
    let is_option = |argument: &&&str| {
        argument.len() > 1
            && argument
                .strip_prefix('-')
                .is_some_and(|letters| letters.chars().all(|letter| "neE".contains(letter)))
    };
    let options: String = arguments.iter().take_while(is_option).copied().collect();
    let words = arguments.get(arguments.iter().take_while(is_option).count()..).unwrap_or_default();
    let text = words.join(" ");
    // The last of them counts.
    let escapes = options.chars().rfind(|letter| matches!(letter, 'e' | 'E')) == Some('e');
    let mut bytes = Vec::with_capacity(text.len() + 1);
    if escapes {
        if unescape(&text, Octal::AfterZero, &mut bytes) == Flow::Stop {
            return as_text(bytes);
        }
    } else {
        bytes.extend_from_slice(text.as_bytes());
    }
    if !options.contains('n') {
        bytes.push(b'\n');
    }
    as_text(bytes)
}

/// What `printf` prints. The format is used again until every argument is printed.
pub(crate) fn printf(format: &str, arguments: &[&str]) -> String {
    let (format, arguments) = match (format, arguments) {
        ("--", [format, rest @ ..]) => (*format, rest),
        (format, arguments) => (format, arguments),
    };
    let mut bytes = Vec::new();
    let mut rest = arguments.iter().copied();
    loop {
        let left = rest.len();
        if once(format, &mut rest, &mut bytes) == Flow::Stop {
            break;
        }
        if rest.len() == 0 || rest.len() == left || bytes.len() > MAX_OUTPUT {
            break;
        }
    }
    as_text(bytes)
}

/// Whether more is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    Go,
    Stop,
}

/// How an octal number is written in an escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Octal {
    /// `\0101`: in `echo -e`.
    AfterZero,
    /// `\101`: in a format.
    Bare,
    /// Both: in an argument for `%b`.
    Either,
}

fn as_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

fn unescape(text: &str, octal: Octal, bytes: &mut Vec<u8>) -> Flow {
    let mut cursor = Cursor::new(text);
    while let Some(next) = cursor.bump() {
        if next == '\\' {
            if escape(&mut cursor, octal, bytes) == Flow::Stop {
                return Flow::Stop;
            }
        } else {
            push(next, bytes);
        }
    }
    Flow::Go
}

fn push(character: char, bytes: &mut Vec<u8>) {
    bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
}

/// One escape; the cursor is behind the backslash.
fn escape(cursor: &mut Cursor, octal: Octal, bytes: &mut Vec<u8>) -> Flow {
    let Some(next) = cursor.peek() else {
        bytes.push(b'\\');
        return Flow::Go;
    };
    let digits = match (octal, next) {
        (Octal::AfterZero | Octal::Either, '0') => {
            cursor.bump();
            Some(number(cursor, 8, 3).unwrap_or(0))
        }
        (Octal::Bare | Octal::Either, '0'..='7') => number(cursor, 8, 3),
        _ => None,
    };
    if let Some(code) = digits {
        bytes.push(code.to_le_bytes()[0]);
        return Flow::Go;
    }
    cursor.bump();
    let plain = match next {
        'a' => 7,
        'b' => 8,
        'e' | 'E' => 27,
        'f' => 12,
        'n' => b'\n',
        'r' => b'\r',
        't' => b'\t',
        'v' => 11,
        '\\' => b'\\',
        '"' if octal != Octal::AfterZero => b'"',
        '\'' if octal != Octal::AfterZero => b'\'',
        'c' if octal != Octal::Bare => return Flow::Stop,
        'x' | 'u' | 'U' => {
            let most = match next {
                'x' => 2,
                'u' => 4,
                _ => 8,
            };
            match number(cursor, 16, most) {
                Some(code) if next == 'x' => bytes.push(code.to_le_bytes()[0]),
                Some(code) => push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), bytes),
                None => {
                    bytes.push(b'\\');
                    push(next, bytes);
                }
            }
            return Flow::Go;
        }
        next => {
            bytes.push(b'\\');
            push(next, bytes);
            return Flow::Go;
        }
    };
    bytes.push(plain);
    Flow::Go
}

/// A number of at most some digits.
fn number(cursor: &mut Cursor, radix: u32, most: usize) -> Option<u32> {
    let mut code = None;
    for _ in 0..most {
        let Some(digit) = cursor.peek().and_then(|next| next.to_digit(radix)) else { break };
        code = Some(code.unwrap_or(0_u32).wrapping_mul(radix).wrapping_add(digit));
        cursor.bump();
    }
    code
}

/// The format, once.
fn once<'a>(format: &str, arguments: &mut impl Iterator<Item = &'a str>, bytes: &mut Vec<u8>) -> Flow {
    let mut cursor = Cursor::new(format);
    while let Some(next) = cursor.bump() {
        match next {
            '\\' => {
                escape(&mut cursor, Octal::Bare, bytes);
            }
            '%' if cursor.eat("%") => bytes.push(b'%'),
            '%' => {
                if conversion(&mut cursor, arguments, bytes) == Flow::Stop {
                    return Flow::Stop;
                }
            }
            next => push(next, bytes),
        }
        if bytes.len() > MAX_OUTPUT {
            return Flow::Stop;
        }
    }
    Flow::Go
}

/// `%-5.3s`; the cursor is behind the percent sign.
fn conversion<'a>(
    cursor: &mut Cursor,
    arguments: &mut impl Iterator<Item = &'a str>,
    bytes: &mut Vec<u8>,
) -> Flow {
    let flags = cursor.take_while(|next| "-+ #0'".contains(next));
    let mut size = |cursor: &mut Cursor| {
        if cursor.eat("*") {
            return arguments.next().and_then(|argument| argument.parse().ok());
        }
        cursor.take_while(|next| next.is_ascii_digit()).parse::<usize>().ok()
    };
    let width = size(cursor).unwrap_or(0).min(MAX_OUTPUT);
    let precision = if cursor.eat(".") { Some(size(cursor).unwrap_or(0)) } else { None };
    cursor.take_while(|next| "hlLjzt".contains(next));
    let Some(kind) = cursor.bump() else { return Flow::Stop };
    let argument = arguments.next().unwrap_or_default();
    let mut flow = Flow::Go;
    let text = match kind {
        's' => cut(argument, precision),
        'c' => argument.chars().take(1).collect(),
        'b' => {
            let mut unescaped = Vec::new();
            flow = unescape(argument, Octal::Either, &mut unescaped);
            cut(&as_text(unescaped), precision)
        }
        'q' | 'Q' => quoted(argument),
        'd' | 'i' | 'u' => signed(integer(argument), flags),
        'x' => format!("{}{:x}", if flags.contains('#') { "0x" } else { "" }, integer(argument)),
        'X' => format!("{}{:X}", if flags.contains('#') { "0X" } else { "" }, integer(argument)),
        'o' => format!("{:o}", integer(argument)),
        'f' | 'F' => {
            format!("{:.*}", precision.unwrap_or(6).min(99), argument.parse::<f64>().unwrap_or(0.0))
        }
        'g' | 'G' | 'e' | 'E' => argument.to_owned(),
        // bash prints an error, and no more.
        _ => return Flow::Stop,
    };
    let padding = width.saturating_sub(text.chars().count());
    let is_number = matches!(kind, 'd' | 'i' | 'u' | 'x' | 'X' | 'o' | 'f');
    if flags.contains('-') {
        bytes.extend_from_slice(text.as_bytes());
        bytes.resize(bytes.len() + padding, b' ');
    } else {
        let filler = if flags.contains('0') && is_number { b'0' } else { b' ' };
        bytes.resize(bytes.len() + padding, filler);
        bytes.extend_from_slice(text.as_bytes());
    }
    flow
}

fn cut(text: &str, precision: Option<usize>) -> String {
    match precision {
        Some(most) => text.chars().take(most).collect(),
        None => text.to_owned(),
    }
}

fn signed(number: i64, flags: &str) -> String {
    if flags.contains('+') && number >= 0 { format!("+{number}") } else { number.to_string() }
}

/// A number as bash reads it: `12`, `0x1f`, `017`, `'A` for a character's code.
fn integer(argument: &str) -> i64 {
    let argument = argument.trim();
    if let Some(character) = argument.strip_prefix(['\'', '"']) {
        return character.chars().next().map_or(0, |character| i64::from(u32::from(character)));
    }
    let (sign, digits) = match argument.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, argument.strip_prefix('+').unwrap_or(argument)),
    };
    let (radix, digits) = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(digits) => (16, digits),
        None if digits.len() > 1 && digits.starts_with('0') => (8, digits),
        None => (10, digits),
    };
    i64::from_str_radix(digits, radix).unwrap_or(0).wrapping_mul(sign)
}

/// A word in such quotes that the shell reads it back.
fn quoted(word: &str) -> String {
    if word.is_empty() {
        return "''".to_owned();
    }
    let is_plain = |next: char| next.is_alphanumeric() || "_-./:=@%+,".contains(next);
    let mut text = String::with_capacity(word.len());
    for next in word.chars() {
        if !is_plain(next) {
            text.push('\\');
        }
        text.push(next);
    }
    text
}

/// `seq 3`, `seq 2 5`, `seq 0 2 10`, with `-s`.
pub(super) fn seq(arguments: &[&str]) -> Option<String> {
    const MOST: usize = 1000;
    let (format, arguments) = match arguments {
        ["-f", format, rest @ ..] => (Some(*format), rest),
        rest => (None, rest),
    };
    let (between, numbers) = match arguments {
        ["-s", between, numbers @ ..] => (*between, numbers),
        numbers => ("\n", numbers),
    };
    let numbers: Vec<i64> = numbers.iter().map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let (first, step, last) = match numbers.as_slice() {
        [last] => (1, 1, *last),
        [first, last] => (*first, 1, *last),
        [first, step, last] => (*first, *step, *last),
        _ => return None,
    };
    let mut lines = Vec::new();
    let mut number = first;
    while step != 0 && if step > 0 { number <= last } else { number >= last } {
        if lines.len() == MOST {
            return None;
        }
        // One number, as it is: `%g`.
        lines.push(match format {
            Some(format) => ["%g", "%.0f", "%f"]
                .iter()
                .fold(format.to_owned(), |line, verb| line.replace(verb, &number.to_string())),
            None => number.to_string(),
        });
        number = number.checked_add(step)?;
    }
    Some(if lines.is_empty() { String::new() } else { lines.join(between) + "\n" })
}

/// `basename path [suffix]`.
pub(super) fn basename(arguments: &[&str]) -> Option<String> {
    let (path, suffix) = match arguments {
        ["--", path] | [path] if !path.starts_with('-') => (*path, ""),
        ["-s", suffix, path] | [path, suffix] if !path.starts_with('-') => (*path, *suffix),
        _ => return None,
    };
    let trimmed = path.trim_end_matches('/');
    if trimmed.is_empty() {
        return Some(if path.is_empty() { "\n".to_owned() } else { "/\n".to_owned() });
    }
    let last = trimmed.rsplit('/').next().unwrap_or_default();
    let stem = last.strip_suffix(suffix).filter(|stem| !stem.is_empty()).unwrap_or(last);
    Some(format!("{stem}\n"))
}

/// `dirname path…`.
pub(super) fn dirname(arguments: &[&str]) -> Option<String> {
    let paths = arguments.strip_prefix(&["--"]).unwrap_or(arguments);
    if paths.is_empty() || paths.iter().any(|path| path.starts_with('-')) {
        return None;
    }
    let parent = |path: &&str| {
        let trimmed = path.trim_end_matches('/');
        match trimmed.rsplit_once('/') {
            _ if trimmed.is_empty() && !path.is_empty() => "/".to_owned(),
            Some((parent, _)) if parent.trim_end_matches('/').is_empty() => "/".to_owned(),
            Some((parent, _)) => parent.trim_end_matches('/').to_owned(),
            None => ".".to_owned(),
        }
    };
    Some(paths.iter().map(|path| parent(path) + "\n").collect())
}
