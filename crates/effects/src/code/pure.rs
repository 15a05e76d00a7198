//! Functions that depend on nothing but their arguments, evaluated as far as those are known.

use super::Language;
use super::arguments::Arguments;
use super::datum::Datum;
use super::decode::{self, Decoded};
use super::environment::SPREAD;
use super::format;
use super::machine::Machine;
use super::meaning::Pure;
use super::text_function::{self, join_paths, shell_words};
use super::thing::Thing;
use crate::filters::unpack;
use crate::source::{Source, Sources};
use crate::value::Value;
use crate::walk::without_line_ends;

/// The longest range that is spelled out.
const MAX_RANGE: i64 = 256;

/// The most elements that a text is split into.
const MAX_SPLIT: usize = 512;

impl Machine<'_> {
    pub(super) fn compute(&mut self, function: Pure, arguments: &Arguments) -> Thing {
        let first = arguments.thing(0);
        let length = first.known().map_or(0, str::len);
        if !self.spend(length / 64) {
            return Thing::unknown();
        }
        match function {
            Pure::Same => first,
            Pure::AsText => match &first {
                Thing::List(_) => characters(&first),
                other => Thing::of(other.datum()),
            },
            Pure::AsPath => {
                let parts: Vec<Datum> = arguments.things().map(Thing::datum).collect();
                Thing::path(if parts.is_empty() { Datum::known(".") } else { join_paths(&parts) })
            }
            // The names, without their values.
            Pure::AsList if matches!(first, Thing::Environment) && self.is(Language::Python) => {
                Thing::unknown()
            }
            Pure::AsList => match &first {
                Thing::List(_) | Thing::Path(_) | Thing::Handle(_) | Thing::Environment | Thing::Table(_) => {
                    first
                }
                other => super::loops::each(other).map_or(first.clone(), Thing::list),
            },
            Pure::Base64 => revealed(&first.datum(), decode::base64_bytes),
            Pure::Hex => revealed(&first.datum(), decode::hex_bytes),
            Pure::Rot13 => Thing::of(first.datum().map(|text| Some(decode::rot13(text)))),
            Pure::UrlDecode => Thing::of(first.datum().map(decode::percent)),
            Pure::Decode => decoded(&first, arguments.get(1)),
            Pure::Unpack => Thing::of(unreadable(&first.datum())),
            Pure::Inflate => inflated(&first.datum()),
            Pure::Pack => packed(&first, arguments),
            Pure::UnpackBy => unpacked(&first, &arguments.thing(1)),
            Pure::Characters => match &first {
                Thing::List(_) => characters(&first),
                _ => characters(&Thing::list(arguments.things().cloned().collect())),
            },
            Pure::CodeOf => first
                .known()
                .and_then(|text| text.chars().next())
                .map_or_else(|| first.derived(), |character| Thing::Number(i64::from(u32::from(character)))),
            Pure::Integer => {
                let radix = arguments.get(1).map_or(Some(10), Thing::number);
                let radix = radix
                    .and_then(|radix| u32::try_from(radix).ok())
                    .filter(|radix| (2..=36).contains(radix));
                let number = first.datum().text().zip(radix).and_then(|(text, radix)| {
                    i64::from_str_radix(text.trim().trim_start_matches("0x"), radix).ok()
                });
                number.map_or_else(Thing::unknown, Thing::Number)
            }
            Pure::Reverse => text_function::reversed(&first),
            Pure::Upper => Thing::of(first.datum().map(|text| Some(text.to_uppercase()))),
            Pure::Lower => Thing::of(first.datum().map(|text| Some(text.to_lowercase()))),
            Pure::Trim => trimmed(&first, arguments.get(1)),
            Pure::Replace => replaced(&first, arguments.get(1), arguments.get(2), arguments.get(3)),
            Pure::ReplaceIn => replaced(&arguments.thing(2), Some(&first), arguments.get(1), None),
            Pure::Join if self.is(Language::Perl) => {
                joined(&Thing::list(arguments.things().skip(1).cloned().collect()), &first)
            }
            Pure::Join => joined(&arguments.thing(1), &first),
            Pure::JoinBy => {
                let separator = arguments.get(1).cloned();
                let default = if self.is(Language::JavaScript) { "," } else { "" };
                joined(&first, &separator.unwrap_or_else(|| Thing::text(default)))
            }
            Pure::Split => split(&first, arguments.get(1)),
            Pure::SplitAt => split(&arguments.thing(1), Some(&first)),
            Pure::ShellSplit => match first.known().and_then(shell_words) {
                Some(words) => Thing::list(words.into_iter().map(Thing::text).collect()),
                None => first.derived(),
            },
            Pure::ShellQuote => Thing::of(first.datum().map(|text| Some(quoted(text)))),
            Pure::Concatenate => {
                let lists = arguments.things().all(|thing| matches!(thing, Thing::List(_)));
                if lists && !arguments.positional.is_empty() {
                    let things = arguments.things().filter_map(Thing::elements);
                    return Thing::list(things.flatten().cloned().collect());
                }
                let data = arguments.things().map(Thing::datum);
                Thing::of(data.reduce(|all, datum| all.join(&datum)).unwrap_or_else(Datum::unknown))
            }
            Pure::Zip => {
                let lists: Vec<&[Thing]> = arguments.things().filter_map(Thing::elements).collect();
                let Some(longest) = lists.iter().map(|list| list.len()).max() else { return first.derived() };
                let nth = |index: usize| {
                    Thing::list(lists.iter().filter_map(|list| list.get(index)).cloned().collect())
                };
                Thing::list((0..longest).map(nth).collect())
            }
            Pure::Format => {
                let values: Vec<Thing> = arguments.things().skip(1).cloned().collect();
                let datum = first.datum();
                let percents = datum.text().is_some_and(|text| text.contains('%') && !text.contains('{'));
                Thing::of(if percents || !self.is(Language::Python) {
                    format::percent(&datum, &Thing::list(values))
                } else {
                    format::braces(&datum, &values, &arguments.named)
                })
            }
            Pure::PathJoin | Pure::JoinedPath => {
                let parts = arguments.things().flat_map(|thing| match thing {
                    Thing::List(_) => thing.data(),
                    other => vec![other.datum()],
                });
                let parts: Vec<Datum> = parts.collect();
                let path = join_paths(&parts);
                if function == Pure::JoinedPath { Thing::path(path) } else { Thing::of(path) }
            }
            Pure::Home => {
                let path = text_function::with_home(&first.datum(), &self.home());
                let path = match arguments.get(1).map(Thing::datum) {
                    Some(base) => join_paths(&[base, path]),
                    None => path,
                };
                if matches!(first, Thing::Path(_)) { Thing::path(path) } else { Thing::of(path) }
            }
            Pure::Variables => {
                let datum = first.datum();
                Thing::of(text_function::with_variables(&datum, |name| {
                    self.environment_variable(name).datum()
                }))
            }
            Pure::Absolute => match first {
                Thing::Path(_) | Thing::Text(_) => first,
                other => Thing::of(other.datum()),
            },
            Pure::Directory => Thing::of(text_function::directory(&first.datum())),
            Pure::Base => Thing::of(text_function::base(&first.datum())),
            Pure::Sibling => {
                let directory = text_function::directory(&first.datum());
                Thing::path(join_paths(&[directory, arguments.thing(1).datum()]))
            }
            Pure::Element => first.element(),
            Pure::Input => arguments.option("input").cloned().unwrap_or(first),
            Pure::Slice => {
                let from = arguments.get(1).map_or(Some(0), Thing::number);
                let to = arguments.get(2).map_or(Some(i64::MAX), Thing::number);
                text_function::slice(&first, from, to)
            }
            Pure::Part => {
                let from = arguments.get(1).map_or(Some(0), Thing::number);
                let length = arguments.get(2).map_or(Some(i64::MAX), Thing::number);
                let part = if self.is(Language::Awk) { part_of_awk } else { part };
                let (from, to) = from.zip(length).map(|(from, length)| part(from, length)).unzip();
                text_function::slice(&first, from, to)
            }
            Pure::Gather => Thing::list(arguments.everything().cloned().collect()),
            Pure::Range => range(arguments),
            Pure::Merge => {
                let mut entries = Vec::new();
                for thing in arguments.things() {
                    match thing {
                        Thing::Table(more) => entries.extend(more.iter().cloned()),
                        Thing::Environment => entries.push((SPREAD.to_owned(), Thing::Environment)),
                        other if entries.is_empty() && arguments.positional.len() == 1 => {
                            return other.clone();
                        }
                        _ => {}
                    }
                }
                entries.extend(arguments.named.iter().cloned());
                if let [(spread, Thing::Environment)] = entries.as_slice()
                    && spread == SPREAD
                {
                    return Thing::Environment;
                }
                Thing::Table(std::rc::Rc::new(entries))
            }
            Pure::Keys => match &first {
                Thing::Table(entries) => {
                    Thing::list(entries.iter().map(|(name, _)| Thing::text(name.clone())).collect())
                }
                Thing::Environment => Thing::unknown(),
                other => other.derived(),
            },
            Pure::Pairs => match &first {
                Thing::Table(entries) => {
                    let pair = |(name, thing): &(String, Thing)| {
                        Thing::list(vec![Thing::text(name.clone()), thing.clone()])
                    };
                    Thing::list(entries.iter().map(pair).collect())
                }
                Thing::Environment => {
                    Thing::list(vec![Thing::list(vec![Thing::unknown(), Thing::Environment.derived()])])
                }
                other => other.derived(),
            },
            Pure::Values => match &first {
                Thing::Table(entries) => {
                    Thing::list(entries.iter().map(|(_, thing)| thing.clone()).collect())
                }
                other => other.derived(),
            },
        }
    }
}

/// A text that was hidden; where it does not come out as one, nobody can see what it says.
fn revealed(datum: &Datum, decode: impl Fn(&str) -> Option<Vec<u8>>) -> Thing {
    match datum.text() {
        Some(text) => of_bytes(datum, decode(text)),
        None => Thing::of(datum.map(|text| decode(text).and_then(|bytes| String::from_utf8(bytes).ok()))),
    }
}

/// What gzip or zlib have packed.
fn inflated(datum: &Datum) -> Thing {
    let packed = match &datum.value {
        Value::Known(text) => decode::bytes_of(text),
        Value::Unknown(sources) => sources.bytes().map(<[u8]>::to_vec),
        Value::Few(_) | Value::Pattern(_) => None,
    };
    of_bytes(datum, packed.and_then(|bytes| unpack(&bytes)))
}

/// Bytes that were made of something, as text if they are text.
fn of_bytes(from: &Datum, bytes: Option<Vec<u8>>) -> Thing {
    match bytes.map(String::from_utf8) {
        Some(Ok(text)) => Thing::of(Datum { value: Value::Known(text), origins: from.origins.clone() }),
        Some(Err(error)) => {
            let value = Value::Unknown(Sources::packed(error.into_bytes()));
            Thing::of(Datum { value, origins: from.origins.clone() })
        }
        None => Thing::of(unreadable(from)),
    }
}

fn unreadable(datum: &Datum) -> Datum {
    let sources = datum.value.sources().and(&Sources::from(Source::Encoded));
    Datum { value: Value::Unknown(sources), origins: datum.origins.clone() }
}

/// `Buffer.from(x, 'base64')`, `codecs.decode(x, 'rot13')`, `bytes.decode()`
fn decoded(thing: &Thing, encoding: Option<&Thing>) -> Thing {
    if let Thing::List(_) = thing {
        return characters(thing);
    }
    let datum = thing.datum();
    let Some(encoding) = encoding.and_then(Thing::known) else { return Thing::of(datum) };
    match datum.text().map(|text| decode::by_name(encoding, text)) {
        Some(Some(Decoded::Bytes(bytes))) => of_bytes(&datum, Some(bytes)),
        Some(Some(Decoded::Unreadable)) => Thing::of(unreadable(&datum)),
        Some(Some(Decoded::Packed)) => inflated(&datum),
        Some(None) => Thing::of(datum),
        // Bytes stay what they are, whatever text they are taken for.
        None if decode::by_name(encoding, "") == Some(Decoded::Packed) => inflated(&datum),
        None => Thing::of(datum.derived()),
    }
}

/// `pack("H*", "726d")`, `pack("C*", 114, 109)`, `["726d"].pack("H*")`
fn packed(first: &Thing, arguments: &Arguments) -> Thing {
    let (format, values): (Option<&str>, Vec<Thing>) = match first {
        Thing::List(values) => (arguments.get(1).and_then(Thing::known), (**values).clone()),
        other => (other.known(), arguments.things().skip(1).cloned().collect()),
    };
    let list = Thing::list(values.clone());
    match (format.map(|format| format.trim_end_matches(['*', '0'])), values.first()) {
        (Some("H"), Some(digits)) => revealed(&digits.datum(), decode::hex_bytes),
        (Some("C" | "c" | "U" | "W"), _) => characters(&list),
        (Some("A" | "a"), Some(text)) => text.clone(),
        (Some("m"), _) | (_, None) => list.derived(),
        _ => Thing::of(unreadable(&list.datum())),
    }
}

/// `text.unpack('m')`, or Perl's `unpack('u', $x)`
fn unpacked(first: &Thing, second: &Thing) -> Thing {
    let formats = ["m", "m0", "H*", "u", "A*"];
    let is_format = |thing: &Thing| thing.known().is_some_and(|text| formats.contains(&text));
    let (format, text) = if is_format(first) { (first, second) } else { (second, first) };
    let given = match format.known() {
        Some("m" | "m0") => revealed(&text.datum(), decode::base64_bytes),
        Some("A*") => text.clone(),
        Some(_) | None => Thing::of(unreadable(&text.datum())),
    };
    Thing::list(vec![given])
}

/// The text of some codes, or of some texts in a row.
fn characters(thing: &Thing) -> Thing {
    let Some(things) = thing.elements() else { return thing.derived() };
    let text: Option<String> = things
        .iter()
        .map(|thing| match thing {
            Thing::Number(code) => u32::try_from(*code).ok().and_then(char::from_u32),
            other => other.number().and_then(|code| u32::try_from(code).ok()).and_then(char::from_u32),
        })
        .collect();
    text.map_or_else(|| thing.derived(), Thing::text)
}

fn trimmed(thing: &Thing, marks: Option<&Thing>) -> Thing {
    match marks.map(Thing::known) {
        // A line that is the name of a file stays that.
        None if matches!(thing, Thing::Text(datum) if matches!(datum.value, Value::Pattern(_))) => {
            let datum = thing.datum();
            Thing::of(Datum { value: without_line_ends(datum.value), origins: datum.origins })
        }
        None => Thing::of(thing.datum().map(|text| Some(text.trim().to_owned()))),
        Some(Some(marks)) => {
            Thing::of(thing.datum().map(|text| Some(text.trim_matches(|c| marks.contains(c)).to_owned())))
        }
        Some(None) => thing.derived(),
    }
}

fn replaced(thing: &Thing, from: Option<&Thing>, to: Option<&Thing>, count: Option<&Thing>) -> Thing {
    let times = count.map_or(Some(usize::MAX), |count| usize::try_from(count.number()?).ok());
    match (from.and_then(Thing::known), to.and_then(Thing::known), times) {
        (Some(from), Some(to), Some(times)) if !from.is_empty() && to.len() <= from.len() + 16 => {
            Thing::of(thing.datum().map(|text| Some(text.replacen(from, to, times))))
        }
        _ => {
            let parts = [Some(thing), from, to].into_iter().flatten().map(Thing::datum);
            let changed = Datum::derived_of(&parts.collect::<Vec<_>>()).without_craft();
            Thing::of(if thing.datum().crafts() { changed.with_craft() } else { changed })
        }
    }
}

fn joined(list: &Thing, separator: &Thing) -> Thing {
    let separator = separator.datum();
    if let (Some(text), Some(separator)) = (list.known(), separator.text()) {
        let characters: Vec<String> = text.chars().map(String::from).collect();
        return Thing::text(characters.join(separator));
    }
    let Some(things) = list.elements() else {
        return Thing::of(Datum::derived_of([&list.datum(), &separator]));
    };
    // Known texts in one go: joining them one by one would copy them again and again.
    let texts: Option<Vec<String>> =
        things.iter().map(|thing| thing.datum().text().map(str::to_owned)).collect();
    if let (Some(texts), Some(separator)) = (texts, separator.text()) {
        return Thing::text(texts.join(separator));
    }
    let data = things.iter().map(Thing::datum);
    Thing::of(data.reduce(|all, datum| all.join(&separator).join(&datum)).unwrap_or_else(|| Datum::known("")))
}

fn split(thing: &Thing, separator: Option<&Thing>) -> Thing {
    let Some(text) = thing.known() else { return thing.derived() };
    let parts: Vec<Thing> = match separator.map(Thing::known) {
        None | Some(Some(" ")) => text.split_whitespace().take(MAX_SPLIT + 1).map(Thing::text).collect(),
        Some(Some("")) => text.chars().take(MAX_SPLIT + 1).map(|c| Thing::text(c.to_string())).collect(),
        Some(Some(separator)) => text.split(separator).take(MAX_SPLIT + 1).map(Thing::text).collect(),
        Some(None) => return thing.derived(),
    };
    if parts.len() > MAX_SPLIT { thing.derived() } else { Thing::list(parts) }
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// From where to where a part goes: a beginning before the first letter counts from the end.
fn part(from: i64, length: i64) -> (i64, i64) {
    match length {
        ..0 => (from, length),
        // From the end, nothing is behind it.
        _ if from < 0 && from.saturating_add(length) >= 0 => (from, i64::MAX),
        _ => (from, from.saturating_add(length)),
    }
}

/// The same in awk, where the first letter is the first, and what would lie in front of it is not there.
fn part_of_awk(from: i64, length: i64) -> (i64, i64) {
    let from = from.saturating_sub(1);
    (from.max(0), from.saturating_add(length.max(0)).max(0))
}

fn range(arguments: &Arguments) -> Thing {
    let numbers: Option<Vec<i64>> = arguments.things().map(Thing::number).collect();
    let (from, to) = match numbers.as_deref() {
        Some([to]) => (0, *to),
        Some([from, to]) => (*from, *to),
        _ => return Thing::unknown(),
    };
    if to.saturating_sub(from) > MAX_RANGE {
        return Thing::unknown();
    }
    Thing::list((from..to).map(Thing::Number).collect())
}
