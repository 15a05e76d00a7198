//! What `redis-cli` is told: as its arguments, or line by line.

use super::{Harm, Statement};
use crate::cursor::Cursor;
use crate::value::Value;

/// Options of `redis-cli` whose value is the next word.
const VALUED: &[&str] = &[
    "-h",
    "-p",
    "-s",
    "-a",
    "-u",
    "-r",
    "-i",
    "-n",
    "-d",
    "-D",
    "-t",
    "-X",
    "--user",
    "--pass",
    "--sni",
    "--cacert",
    "--cacertdir",
    "--cert",
    "--key",
    "--tls-ciphers",
    "--pattern",
    "--quoted-pattern",
    "--count",
    "--intrinsic-latency",
    "--show-pushes",
];

/// What the arguments of `redis-cli` do, its options included.
pub(crate) fn redis(words: &[Value]) -> Vec<Statement> {
    let mut rest = words;
    while let [option, after @ ..] = rest {
        let text = option.prefix();
        if !text.starts_with('-') {
            break;
        }
        match (text, after) {
            ("--rdb" | "--functions-rdb", [file, ..]) => {
                return file.texts().iter().map(|file| Statement::writes(file)).collect();
            }
            ("--eval", [file, ..]) => {
                return file.texts().iter().map(|file| Statement::includes(file)).collect();
            }
            (_, [_, after @ ..]) if VALUED.contains(&text) => rest = after,
            _ => rest = after,
        }
    }
    let Some((first, arguments)) = rest.split_first() else { return Vec::new() };
    let deletes =
        first.texts().iter().any(|name| ["DEL", "UNLINK"].iter().any(|it| name.eq_ignore_ascii_case(it)));
    // `redis-cli --scan | xargs redis-cli del`: what the server has just listed.
    if deletes && arguments.iter().any(|argument| argument.sources().has_network()) {
        return vec![Statement::new(Harm::Lose, "deletes every redis key that is listed")];
    }
    let arguments: Vec<String> =
        arguments.iter().map(|argument| argument.known().unwrap_or_default().to_owned()).collect();
    first.texts().iter().flat_map(|name| command(name, &arguments)).collect()
}

/// What lines on the standard input of `redis-cli` do.
pub(crate) fn redis_lines(text: &str) -> Vec<Statement> {
    text.lines()
        .flat_map(|line| {
            let words = split(line);
            // `5 FLUSHALL` runs it five times.
            let is_count =
                words.first().is_some_and(|first| first.bytes().all(|digit| digit.is_ascii_digit()));
            let command_words = words.get(usize::from(is_count)..).unwrap_or_default();
            command_words.split_first().map(|(name, rest)| command(name, rest)).unwrap_or_default()
        })
        .collect()
}

fn command(name: &str, arguments: &[String]) -> Vec<Statement> {
    let upper: Vec<String> = arguments.iter().take(2).map(|argument| argument.to_ascii_uppercase()).collect();
    let upper: Vec<&str> = upper.iter().map(String::as_str).collect();
    match (name.to_ascii_uppercase().as_str(), upper.as_slice()) {
        // memcached is told the same way.
        ("FLUSH_ALL", _) => vec![Statement::new(Harm::Drop, "empties a store")],
        ("FLUSHALL", _) => vec![Statement::new(Harm::Drop, "empties every redis database")],
        ("FLUSHDB", _) => vec![Statement::new(Harm::Drop, "empties the redis database")],
        ("SHUTDOWN", ["NOSAVE", ..]) => {
            vec![Statement::new(Harm::Lose, "stops redis without saving its data")]
        }
        ("FUNCTION", ["FLUSH", ..]) => vec![Statement::new(Harm::Lose, "deletes the functions in redis")],
        ("FUNCTION", ["LOAD", ..]) => arguments.last().map(|script| lua(script)).unwrap_or_default(),
        ("CLUSTER", ["RESET" | "FLUSHSLOTS", ..]) => {
            vec![Statement::new(Harm::Lose, "resets a node of the redis cluster")]
        }
        ("SLAVEOF" | "REPLICAOF", ["NO", ..] | []) => Vec::new(),
        ("SLAVEOF" | "REPLICAOF", _) => {
            vec![Statement::new(Harm::Lose, "replaces the data in redis by that of another server")]
        }
        ("CONFIG", ["SET", ..]) => configured(arguments),
        ("EVAL" | "EVAL_RO", _) => arguments.first().map(|script| lua(script)).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// `CONFIG SET dir /root/.ssh`: the next save writes there.
fn configured(arguments: &[String]) -> Vec<Statement> {
    const PATHS: &[&str] = &["dir", "dbfilename", "appendfilename", "appenddirname", "logfile"];
    let pairs = arguments.get(1..).unwrap_or_default().chunks(2);
    pairs
        .filter_map(|pair| match pair {
            [name, path] if PATHS.iter().any(|known| known.eq_ignore_ascii_case(name)) => {
                Some(Statement::writes(path))
            }
            _ => None,
        })
        .collect()
}

/// A script that redis runs: the commands in its strings, and those of the machine.
fn lua(script: &str) -> Vec<Statement> {
    let mut found = Vec::new();
    let (mut lists, mut deletes) = (false, false);
    let mut cursor = Cursor::new(script);
    let mut before = String::new();
    while let Some(next) = cursor.bump() {
        match next {
            '\'' | '"' => {
                let text = quoted(&mut cursor, next);
                if before.ends_with("call(") {
                    found.extend(command(&text, &[]));
                    lists |= ["KEYS", "SCAN"].iter().any(|name| text.eq_ignore_ascii_case(name));
                    deletes |= ["DEL", "UNLINK"].iter().any(|name| text.eq_ignore_ascii_case(name));
                } else if before.ends_with("execute(") || before.ends_with("popen(") {
                    found.push(Statement::runs_shell(&text));
                }
                before.clear();
            }
            '-' if cursor.rest().starts_with('-') => {
                cursor.take_line();
            }
            next if next.is_whitespace() => {}
            next => before.push(next),
        }
    }
    if lists && deletes {
        found.push(Statement::new(Harm::Lose, "deletes every redis key that fits a pattern"));
    }
    found
}

/// The words of a line, quotes removed.
fn split(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut cursor = Cursor::new(line.trim());
    while let Some(next) = cursor.peek() {
        match next {
            '\'' | '"' => {
                cursor.bump();
                words.push(quoted(&mut cursor, next));
            }
            next if next.is_whitespace() => {
                cursor.bump();
            }
            _ => words.push(cursor.take_while(|next| !next.is_whitespace()).to_owned()),
        }
    }
    words
}

/// What stands in quotes; the cursor is behind the first one.
fn quoted(cursor: &mut Cursor, quote: char) -> String {
    let mut text = String::new();
    while let Some(next) = cursor.bump() {
        match next {
            '\\' => text.extend(cursor.bump()),
            next if next == quote => break,
            next => text.push(next),
        }
    }
    text
}
