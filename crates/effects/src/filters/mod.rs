//! What filters make of a known text: `echo … | base64 -d | tr a-z n-za-m` says what it says, however it is written.

mod awk;
mod coding;
mod given;
mod jq;
mod lines;
mod print;
#[cfg(test)]
mod tests;
mod tr;
mod unpack;

pub(crate) use print::{echo, printf};
pub(crate) use unpack::unpack;

use given::Given;

/// More is not computed.
const MAX_OUTPUT: usize = 64 * 1024;

/// What a filter puts out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Filtered {
    /// Exactly this.
    Text(String),
    /// Exactly these bytes, which are no text: packed once more, perhaps.
    Bytes(Vec<u8>),
    /// Something that was decoded, decrypted or unpacked in a way that is not computed here.
    Hidden,
}

/// Whether a program says the same whatever it is fed.
pub(crate) fn ignores_input(name: &str, arguments: &[&str]) -> bool {
    let is_first = |text: &str| arguments.first().is_some_and(|first| first.trim_start().starts_with(text));
    match name {
        "seq" | "basename" | "dirname" | "nproc" => true,
        "awk" | "gawk" | "mawk" | "nawk" => is_first("BEGIN"),
        "jq" => arguments.iter().any(|word| {
            *word == "--null-input"
                || word.strip_prefix('-').is_some_and(|it| !it.starts_with('-') && it.contains('n'))
        }),
        _ => false,
    }
}

/// What a program puts out, given bytes that are no text on its standard input.
pub(crate) fn filter_bytes(name: &str, arguments: &[&str], input: &[u8]) -> Option<Filtered> {
    if input.len() > MAX_OUTPUT {
        return None;
    }
    match name {
        "cat" | "tee" | "pv" => Some(Filtered::Bytes(input.to_owned())),
        _ if coding::unpacks(name, arguments) => Some(unpack(input).map_or(Filtered::Hidden, of_bytes)),
        _ if coding::packs(name, arguments) => Some(Filtered::Bytes(unpack::gzip(input))),
        "base64" | "base32" | "basenc" => coding::base_of_bytes(name, arguments, input),
        _ => coding::hides(name, arguments).then_some(Filtered::Hidden),
    }
}

/// As text, if it is text.
fn of_bytes(bytes: Vec<u8>) -> Filtered {
    String::from_utf8(bytes).map_or_else(|error| Filtered::Bytes(error.into_bytes()), Filtered::Text)
}

/// What a program puts out, given the text on its standard input; nothing if that is not known.
pub(crate) fn filter(name: &str, arguments: &[&str], input: &str) -> Option<Filtered> {
    if input.len() > MAX_OUTPUT {
        return None;
    }
    if name == "jq"
        && let Some(filtered) = jq::jq(arguments, input)
    {
        return Some(filtered);
    }
    if coding::hides(name, arguments) {
        return Some(Filtered::Hidden);
    }
    if coding::packs(name, arguments) {
        return Some(Filtered::Bytes(unpack::gzip(input.as_bytes())));
    }
    let text = match name {
        "base64" | "base32" | "basenc" | "base16" | "openssl" | "xxd" => {
            match coding::filter(name, arguments, input)? {
                Filtered::Text(text) => Some(text),
                hidden @ (Filtered::Bytes(_) | Filtered::Hidden) => return Some(hidden),
            }
        }
        "tr" => tr::tr(arguments, input),
        "awk" | "gawk" | "mawk" | "nawk" => awk::awk(arguments, input),
        "sed" | "gsed" => sed(arguments, input),
        "rev" => from_stdin(arguments).map(|()| lines::each(input, |line| line.chars().rev().collect())),
        "tac" => from_stdin(arguments).map(|()| lines::reversed(input)),
        "rot13" => from_stdin(arguments).map(|()| coding::rot13(input)),
        "dos2unix" => from_stdin(arguments).map(|()| input.replace("\r\n", "\n")),
        "cut" => lines::cut(arguments, input),
        "head" => lines::head(arguments, input),
        "tail" => lines::tail(arguments, input),
        "sort" => lines::sort(arguments, input),
        "uniq" => from_stdin(arguments).map(|()| lines::without_repeats(input)),
        "grep" | "egrep" | "fgrep" => lines::grep(name, arguments, input),
        "fold" => lines::fold(arguments, input),
        "paste" => lines::paste(arguments, input),
        "strings" => lines::strings(arguments, input),
        "cat" => lines::cat(arguments, input),
        "nl" => from_stdin(arguments).map(|()| lines::numbered(input, false)),
        // Its operands are files that get a copy.
        "tee" => Some(input.to_owned()),
        "sponge" | "pv" => arguments.iter().all(|word| word.starts_with('-')).then(|| input.to_owned()),
        "iconv" => input.is_ascii().then(|| input.to_owned()),
        "dd" => dd(arguments, input),
        "seq" => print::seq(arguments),
        // It is a number; which, matters to nobody.
        "nproc" => Some("8\n".to_owned()),
        "basename" => print::basename(arguments),
        "dirname" => print::dirname(arguments),
        "echo" => Some(echo(arguments)),
        "printf" => arguments.split_first().map(|(format, arguments)| printf(format, arguments)),
        _ => None,
    };
    text.filter(|text| text.len() <= MAX_OUTPUT).map(Filtered::Text)
}

/// Whether a program that is given no options reads what comes.
fn from_stdin(arguments: &[&str]) -> Option<()> {
    matches!(arguments, [] | ["-"]).then_some(())
}

fn sed(arguments: &[&str], input: &str) -> Option<String> {
    let long = [("expression", 'e'), ("quiet", 'n'), ("silent", 'n'), ("regexp-extended", 'E')];
    let given = Given::read(arguments, "e", &long).filter(|given| given.only("nEr"))?;
    let mut scripts: Vec<&str> = given.values('e').collect();
    let mut operands = given.operands.as_slice();
    if scripts.is_empty() {
        let (script, rest) = operands.split_first()?;
        scripts.push(script);
        operands = rest;
    }
    from_stdin(operands)?;
    let is_extended = given.has('E') || given.has('r');
    if is_extended && scripts.iter().any(|script| script.contains(['+', '?', '(', ')', '{', '}', '|'])) {
        return None;
    }
    let printing = if given.has('n') { crate::sed::Printing::WhenTold } else { crate::sed::Printing::Always };
    crate::sed::substitute(&scripts.join("\n"), printing, input)
}

/// Copies what comes; more than that is not computed.
fn dd(arguments: &[&str], input: &str) -> Option<String> {
    let is_plain = |argument: &&str| argument.starts_with("status=") || argument.starts_with("bs=");
    arguments.iter().all(is_plain).then(|| input.to_owned())
}
