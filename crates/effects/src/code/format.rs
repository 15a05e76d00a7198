//! Formats: texts with places for values.

use super::datum::Datum;
use super::thing::Thing;

/// `'rm %s' % x`, `sprintf('rm %s', x)`
pub(super) fn percent(format: &Datum, values: &Thing) -> Datum {
    let Some(text) = format.text() else { return Datum::derived_of([format, &values.datum()]) };
    let single = std::slice::from_ref(values);
    let positional = values.elements().unwrap_or(single);
    let mut next = positional.iter();
    let mut joined = Datum::known("");
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        let (before, directive) = rest.split_at(at);
        joined = joined.join(&Datum::known(before));
        let directive = directive.get(1..).unwrap_or_default();
        if let Some(after) = directive.strip_prefix('%') {
            joined = joined.join(&Datum::known("%"));
            rest = after;
            continue;
        }
        let (name, directive) = match directive.strip_prefix('(').and_then(|inner| inner.split_once(')')) {
            Some((name, after)) => (Some(name), after),
            None => (None, directive),
        };
        let length = directive.find(|c: char| c.is_ascii_alphabetic()).map_or(directive.len(), |at| at + 1);
        let value = match name {
            Some(name) => values.entry(name).map(Thing::datum),
            None => next.next().map(|value| match value.number() {
                Some(code) if directive.starts_with('c') => letter(code),
                _ => value.datum(),
            }),
        };
        joined = joined.join(&value.unwrap_or_else(Datum::unknown));
        rest = directive.get(length..).unwrap_or_default();
    }
    joined.join(&Datum::known(rest))
}

/// `%c` of a number.
fn letter(code: i64) -> Datum {
    let letter = u32::try_from(code).ok().and_then(char::from_u32);
    letter.map_or_else(Datum::unknown, Datum::known)
}

/// `'rm {}'.format(x)`
pub(super) fn braces(format: &Datum, values: &[Thing], named: &[(String, Thing)]) -> Datum {
    let Some(text) = format.text() else {
        let data: Vec<Datum> = values.iter().map(Thing::datum).collect();
        return Datum::derived_of(data.iter().chain([format]));
    };
    let mut joined = Datum::known("");
    let mut next = 0;
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, mark) = rest.split_at(at);
        joined = joined.join(&Datum::known(before));
        let doubled = mark.starts_with("{{") || mark.starts_with("}}");
        if doubled || mark.starts_with('}') {
            joined = joined.join(&Datum::known(mark.get(..1).unwrap_or_default()));
            rest = mark.get(if doubled { 2 } else { 1 }..).unwrap_or_default();
            continue;
        }
        let Some((field, after)) = mark.get(1..).and_then(|inner| inner.split_once('}')) else {
            return joined.join(&Datum::unknown());
        };
        let name = field.split([':', '!', '.', '[']).next().unwrap_or_default();
        let plain = name.len() == field.len() || field.starts_with([':', '!']);
        let value = match (name, name.parse::<usize>()) {
            ("", _) => {
                next += 1;
                values.get(next - 1)
            }
            (_, Ok(index)) => values.get(index),
            (name, Err(_)) => named.iter().find(|(is, _)| is == name).map(|(_, thing)| thing),
        };
        let datum = value.map_or_else(Datum::unknown, Thing::datum);
        joined = joined.join(&if plain { datum } else { datum.derived() });
        rest = after;
    }
    joined.join(&Datum::known(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_in_their_places() {
        let format = Datum::known("a %s b %d%%");
        let values = Thing::list(vec![Thing::text("x"), Thing::Number(3)]);
        assert_eq!(percent(&format, &values).text(), Some("a x b 3%"));
        let format = Datum::known("{} {1} {n} {{}}");
        let values = [Thing::text("x"), Thing::text("y")];
        let named = [("n".to_owned(), Thing::text("z"))];
        assert_eq!(braces(&format, &values, &named).text(), Some("x y z {}"));
    }

    #[test]
    fn broken_formats_are_no_trouble() {
        for text in ["%", "%(", "%(x", "{", "}", "{a", "{0[", "%%%", "{}{}{}"] {
            percent(&Datum::known(text), &Thing::list(Vec::new()));
            braces(&Datum::known(text), &[], &[]);
        }
    }
}
