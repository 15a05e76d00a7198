//! Filters that pick, cut and order lines.

use std::fmt::Write as _;

use super::given::Given;

/// Each line through a function, with its end as it was.
pub(super) fn each(input: &str, change: impl Fn(&str) -> String) -> String {
    input
        .split_inclusive('\n')
        .map(|line| match line.strip_suffix('\n') {
            Some(text) => change(text) + "\n",
            None => change(line),
        })
        .collect()
}

/// The lines that are wanted, each with an end.
fn joined<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    lines.into_iter().flat_map(|line| [line, "\n"]).collect()
}

pub(super) fn cat(arguments: &[&str], input: &str) -> Option<String> {
    let long = [("number", 'n'), ("number-nonblank", 'b')];
    let given = Given::read(arguments, "", &long).filter(|given| given.only("unb") && given.reads_stdin())?;
    Some(match (given.has('b'), given.has('n')) {
        (true, _) => numbered(input, false),
        (false, true) => numbered(input, true),
        (false, false) => input.to_owned(),
    })
}

/// Lines with their numbers in front, as `cat -n` and `nl` put them.
pub(super) fn numbered(input: &str, counts_blank: bool) -> String {
    let mut number = 0;
    let mut text = String::new();
    for line in input.split_inclusive('\n') {
        if counts_blank || !line.trim_end_matches('\n').is_empty() {
            number += 1;
            let _ = write!(text, "{number:>6}\t");
        }
        text.push_str(line);
    }
    text
}

pub(super) fn reversed(input: &str) -> String {
    input.split_inclusive('\n').rev().collect()
}

pub(super) fn without_repeats(input: &str) -> String {
    let mut lines: Vec<&str> = input.lines().collect();
    lines.dedup();
    joined(lines)
}

pub(super) fn sort(arguments: &[&str], input: &str) -> Option<String> {
    let long = [("reverse", 'r'), ("unique", 'u'), ("numeric-sort", 'n')];
    let given = Given::read(arguments, "", &long).filter(|given| given.only("run") && given.reads_stdin())?;
    let mut lines: Vec<&str> = input.lines().collect();
    lines.sort_unstable();
    if given.has('n') {
        let number = |line: &&str| {
            let digits = line.trim_start();
            let end = digits.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(digits.len());
            digits.get(..end).and_then(|digits| digits.parse::<u64>().ok()).unwrap_or(0)
        };
        lines.sort_by_key(number);
    }
    if given.has('u') {
        lines.dedup();
    }
    if given.has('r') {
        lines.reverse();
    }
    Some(joined(lines))
}

/// How much of a text is meant: `5`, `-5`, `+5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Amount {
    Plain(usize),
    Minus(usize),
    Plus(usize),
}

impl Amount {
    fn read(text: &str) -> Option<Self> {
        match text.as_bytes().first()? {
            b'-' => text.get(1..)?.parse().ok().map(Self::Minus),
            b'+' => text.get(1..)?.parse().ok().map(Self::Plus),
            _ => text.parse().ok().map(Self::Plain),
        }
    }
}

/// The amount of lines or bytes that `head` and `tail` are told: `-n 3`, `-3`, `-c5`.
enum Unit {
    Lines(Amount),
    Bytes(Amount),
}

fn unit(arguments: &[&str]) -> Option<Unit> {
    const TEN: Unit = Unit::Lines(Amount::Plain(10));
    if let [short] = arguments {
        // The old way: `head -3`, `tail +2`.
        if let Some(count) = short.strip_prefix('-').and_then(|digits| digits.parse().ok()) {
            return Some(Unit::Lines(Amount::Plain(count)));
        }
        if short.starts_with('+') {
            return Amount::read(short).map(Unit::Lines);
        }
    }
    let long = [("lines", 'n'), ("bytes", 'c'), ("quiet", 'q'), ("silent", 'q')];
    let given = Given::read(arguments, "nc", &long).filter(|given| given.only("q") && given.reads_stdin())?;
    match (given.value('n'), given.value('c')) {
        (Some(lines), None) => Amount::read(lines).map(Unit::Lines),
        (None, Some(bytes)) => Amount::read(bytes).map(Unit::Bytes),
        (None, None) => Some(TEN),
        (Some(_), Some(_)) => None,
    }
}

pub(super) fn head(arguments: &[&str], input: &str) -> Option<String> {
    let kept = |amount: Amount, all: usize| match amount {
        Amount::Plain(count) | Amount::Plus(count) => count,
        Amount::Minus(count) => all.saturating_sub(count),
    };
    match unit(arguments)? {
        Unit::Lines(amount) => {
            let count = kept(amount, input.split_inclusive('\n').count());
            Some(input.split_inclusive('\n').take(count).collect())
        }
        Unit::Bytes(amount) => input.get(..kept(amount, input.len()).min(input.len())).map(str::to_owned),
    }
}

pub(super) fn tail(arguments: &[&str], input: &str) -> Option<String> {
    let skipped = |amount: Amount, all: usize| match amount {
        Amount::Plain(count) | Amount::Minus(count) => all.saturating_sub(count),
        Amount::Plus(count) => count.saturating_sub(1),
    };
    match unit(arguments)? {
        Unit::Lines(amount) => {
            let count = skipped(amount, input.split_inclusive('\n').count());
            Some(input.split_inclusive('\n').skip(count).collect())
        }
        Unit::Bytes(amount) => input.get(skipped(amount, input.len()).min(input.len())..).map(str::to_owned),
    }
}

pub(super) fn cut(arguments: &[&str], input: &str) -> Option<String> {
    let long = [
        ("characters", 'c'),
        ("bytes", 'b'),
        ("fields", 'f'),
        ("delimiter", 'd'),
        ("output-delimiter", 'o'),
        ("complement", 'x'),
        ("only-delimited", 's'),
    ];
    let given =
        Given::read(arguments, "cbfdo", &long).filter(|given| given.only("xs") && given.reads_stdin())?;
    let is_kept = |list: &[(usize, usize)], at: usize| {
        list.iter().any(|(first, last)| (*first..=*last).contains(&at)) != given.has('x')
    };
    if let Some(list) = given.value('c').or(given.value('b').filter(|_| input.is_ascii())) {
        let list = ranges(list)?;
        let change = |line: &str| {
            line.chars().enumerate().filter(|(at, _)| is_kept(&list, at + 1)).map(|(_, next)| next).collect()
        };
        return Some(each(input, change));
    }
    let list = ranges(given.value('f')?)?;
    let delimiter = given.value('d').unwrap_or("\t");
    if delimiter.chars().count() != 1 {
        return None;
    }
    let between = given.value('o').unwrap_or(delimiter);
    let change = |line: &str| {
        if !line.contains(delimiter) {
            return line.to_owned();
        }
        let kept = line.split(delimiter).enumerate().filter(|(at, _)| is_kept(&list, at + 1));
        kept.map(|(_, field)| field).collect::<Vec<_>>().join(between)
    };
    if given.has('s') {
        let with_fields: String =
            input.split_inclusive('\n').filter(|line| line.contains(delimiter)).collect();
        return Some(each(&with_fields, change));
    }
    Some(each(input, change))
}

/// `1,3-5,7-`, each from and to.
fn ranges(list: &str) -> Option<Vec<(usize, usize)>> {
    const MOST: usize = 64;
    let range = |range: &str| {
        let (from, to) = range.split_once('-').unwrap_or((range, range));
        let from = if from.is_empty() { 1 } else { from.parse().ok()? };
        let to = if to.is_empty() { usize::MAX } else { to.parse().ok()? };
        Some((from, to))
    };
    list.split([',', ' ']).take(MOST).map(range).collect()
}

/// `grep` for a text without anything special in it.
pub(super) fn grep(name: &str, arguments: &[&str], input: &str) -> Option<String> {
    let long = [
        ("invert-match", 'v'),
        ("ignore-case", 'i'),
        ("fixed-strings", 'F'),
        ("extended-regexp", 'E'),
        ("only-matching", 'o'),
        ("quiet", 'q'),
        ("regexp", 'e'),
        ("text", 'a'),
        ("line-buffered", 'a'),
    ];
    let given = Given::read(arguments, "e", &long).filter(|given| given.only("viFEPoqaGh"))?;
    let mut operands = given.operands.as_slice();
    let pattern = match given.value('e') {
        Some(pattern) => pattern,
        None => {
            let (pattern, rest) = operands.split_first()?;
            operands = rest;
            pattern
        }
    };
    let is_special = |character: char| match character {
        '.' | '[' | ']' | '*' | '^' | '$' | '\\' => true,
        '+' | '?' | '(' | ')' | '{' | '}' | '|' => given.has('E') || given.has('P') || name == "egrep",
        _ => false,
    };
    let is_fixed = given.has('F') || name == "fgrep";
    let is_any = pattern == "." && !is_fixed;
    let is_one = given.values('e').count() <= 1 && !pattern.contains('\n');
    if !matches!(operands, [] | ["-"]) || !is_one || !is_fixed && !is_any && pattern.contains(is_special) {
        return None;
    }
    let folded = |text: &str| if given.has('i') { text.to_lowercase() } else { text.to_owned() };
    let wanted = folded(pattern);
    let hits = |line: &str| if is_any { !line.is_empty() } else { folded(line).contains(&wanted) };
    let lines = input.lines().filter(|line| hits(line) != given.has('v'));
    if given.has('q') {
        return Some(String::new());
    }
    if given.has('o') {
        // What it shows of a line is the text itself, once for each time.
        let is_plain = !given.has('i') && !given.has('v') && !is_any && !pattern.is_empty();
        return is_plain.then(|| joined(lines.flat_map(|line| line.matches(pattern))));
    }
    Some(joined(lines))
}

pub(super) fn fold(arguments: &[&str], input: &str) -> Option<String> {
    let given = Given::read(arguments, "w", &[("width", 'w')])?;
    let given = Some(given).filter(|given| given.only("b") && given.reads_stdin())?;
    let width: usize = given.value('w').unwrap_or("80").parse().ok().filter(|width| *width > 0)?;
    let change = |line: &str| {
        let mut folded = String::with_capacity(line.len());
        for (index, next) in line.chars().enumerate() {
            if index > 0 && index.is_multiple_of(width) {
                folded.push('\n');
            }
            folded.push(next);
        }
        folded
    };
    Some(each(input, change))
}

/// `paste -s -d X`: all lines in one.
pub(super) fn paste(arguments: &[&str], input: &str) -> Option<String> {
    let long = [("serial", 's'), ("delimiters", 'd')];
    let given = Given::read(arguments, "d", &long).filter(|given| given.only("s") && given.reads_stdin())?;
    if !given.has('s') {
        return Some(joined(input.lines()));
    }
    let written = given.value('d').unwrap_or("\t");
    let mut delimiters: Vec<&str> = Vec::new();
    let mut rest = written;
    while let Some(next) = rest.chars().next() {
        let escaped = ["\\n", "\\t", "\\0", "\\\\"].into_iter().find(|escape| rest.starts_with(escape));
        let length = escaped.map_or(next.len_utf8(), str::len);
        delimiters.push(match escaped {
            Some("\\n") => "\n",
            Some("\\t") => "\t",
            Some("\\0") => "",
            Some(_) => "\\",
            None => rest.get(..length).unwrap_or_default(),
        });
        rest = rest.get(length..).unwrap_or_default();
    }
    let mut text = String::with_capacity(input.len());
    let mut between = delimiters.iter().cycle();
    for (index, line) in input.lines().enumerate() {
        if index > 0 {
            text.push_str(between.next().copied().unwrap_or_default());
        }
        text.push_str(line);
    }
    text.push('\n');
    Some(text)
}

pub(super) fn strings(arguments: &[&str], input: &str) -> Option<String> {
    let given = Given::read(arguments, "n", &[("bytes", 'n')])?;
    let given = Some(given).filter(|given| given.only("a") && given.reads_stdin())?;
    let least: usize = given.value('n').unwrap_or("4").parse().ok()?;
    let is_printed = |next: char| next == '\t' || next == ' ' || next.is_ascii_graphic();
    Some(joined(input.split(|next| !is_printed(next)).filter(|run| run.len() >= least.max(1))))
}
