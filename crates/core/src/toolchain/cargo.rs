//! What Cargo says in JSON: messages, and what Clippy would mend. `cargo clippy --fix` writes whichever files of a package it
//! likes, and others may be at them; so what it would do to the one file that was edited is done here, and nothing else.

use std::path::Path;

use serde_json::Value;

/// What Cargo has said.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// Each message with its place in front, then as a person would read it.
    pub text: String,
    /// How many of them are errors.
    pub errors: usize,
    mendings: Vec<Mending>,
}

/// A change that Clippy is sure of: all of its parts, or none.
#[derive(Debug, PartialEq, Eq)]
struct Mending {
    parts: Vec<Part>,
}

#[derive(Debug, PartialEq, Eq)]
struct Part {
    /// The manifest of the package that it is for, and the file from the top of the workspace.
    manifest: String,
    file: String,
    start: usize,
    end: usize,
    text: String,
    /// The first line that it changes, as Clippy has seen it, its number, and the character at which it begins there.
    line: String,
    number: usize,
    column: usize,
}

impl Part {
    /// Whether a text has the line where it was, and the part begins in it as it did.
    fn fits(&self, text: &str) -> bool {
        let mut start = 0;
        for (index, line) in text.split_inclusive('\n').enumerate() {
            if index + 1 == self.number {
                let letter =
                    line.char_indices().nth(self.column.wrapping_sub(1)).map_or(line.len(), |(at, _)| at);
                return line.trim_end_matches(['\n', '\r']) == self.line && start + letter == self.start;
            }
            start += line.len();
        }
        false
    }
}

/// Reads what `cargo --message-format json` prints; what is no message is kept as it is.
pub fn read_cargo(output: &str) -> Said {
    let mut said = Said::default();
    let mut seen: Vec<String> = Vec::new();
    for line in output.lines() {
        let Some(own) = line.starts_with('{').then(|| serde_json::from_str::<Value>(line).ok()).flatten()
        else {
            said.text.push_str(line);
            said.text.push('\n');
            continue;
        };
        let Some(message) = own.get("message").filter(|_| of(&own, "reason") == "compiler-message") else {
            continue;
        };
        // A module of a library and of a program is told of twice.
        let told = told(message);
        if seen.contains(&told) {
            continue;
        }
        said.text.push_str(&told);
        seen.push(told);
        said.errors += usize::from(of(message, "level") == "error");
        let is_clippys = message.get("code").is_some_and(|code| of(code, "code").starts_with("clippy::"));
        // What the compiler would take away, an import that nobody uses yet, the next edit may need.
        if is_clippys {
            let children = message.get("children").and_then(Value::as_array).into_iter().flatten();
            said.mendings.extend(children.filter_map(|child| mending(child, of(&own, "manifest_path"))));
        }
    }
    said
}

impl Said {
    /// A file's text with what Clippy is sure of; `None` if there is nothing, or if the file is another by now.
    pub fn mended(&self, file: &str, text: &str) -> Option<String> {
        let is_here = |part: &Part| {
            let mut above = Path::new(&part.manifest).ancestors().skip(1);
            // Paths begin at the top of the workspace, wherever that is.
            above.any(|top| top.join(&part.file) == Path::new(file)) && part.fits(text)
        };
        let whole = self.mendings.iter().filter(|own| own.parts.iter().all(is_here));
        let mut taken: Vec<&Part> = Vec::new();
        for mending in whole {
            let is_free =
                |part: &Part| taken.iter().all(|own| part.end <= own.start || own.end <= part.start);
            if mending.parts.iter().all(is_free) {
                taken.extend(&mending.parts);
            }
        }
        taken.sort_by_key(|part| std::cmp::Reverse((part.start, part.end)));
        let mut mended = text.to_owned();
        for part in &taken {
            // A place that is none of this text belongs to another.
            mended.get(part.start..part.end)?;
            mended.replace_range(part.start..part.end, &part.text);
        }
        (mended != text).then_some(mended)
    }
}

/// `src/lib.rs:2:9: warning: unused variable`, and below it all that the compiler says.
fn told(message: &Value) -> String {
    let spans = message.get("spans").and_then(Value::as_array).into_iter().flatten();
    let primary = spans.into_iter().find(|span| span.get("is_primary") == Some(&Value::Bool(true)));
    let place = primary.map(|span| {
        let number = |key: &str| span.get(key).and_then(Value::as_u64).unwrap_or(0);
        format!("{}:{}:{}: ", of(span, "file_name"), number("line_start"), number("column_start"))
    });
    let (level, what, rendered) = (of(message, "level"), of(message, "message"), of(message, "rendered"));
    format!("{}{level}: {}\n{rendered}\n", place.unwrap_or_default(), what.lines().next().unwrap_or_default())
}

fn mending(child: &Value, manifest: &str) -> Option<Mending> {
    let spans = child.get("spans")?.as_array()?;
    let part = |span: &Value| {
        let number =
            |key: &str| span.get(key).and_then(Value::as_u64).and_then(|own| usize::try_from(own).ok());
        let is_sure = of(span, "suggestion_applicability") == "MachineApplicable";
        Some(Part {
            manifest: manifest.to_owned(),
            file: of(span, "file_name").to_owned(),
            start: number("byte_start")?,
            end: number("byte_end")?,
            text: span.get("suggested_replacement")?.as_str().filter(|_| is_sure)?.to_owned(),
            line: of(span.get("text")?.get(0)?, "text").to_owned(),
            number: number("line_start")?,
            column: number("column_start")?,
        })
    };
    let parts: Option<Vec<Part>> = spans.iter().map(part).collect();
    parts.filter(|parts| !parts.is_empty()).map(|parts| Mending { parts })
}

fn of<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const TEXT: &str =
        "pub fn f(a: bool) -> bool {\n    if a == true { return false; }\n    \"ä\".len() >= 1\n}\n";

    fn span(file: &str, piece: &str, instead: &str, how: &str) -> Value {
        let start = TEXT.find(piece).unwrap();
        let number = TEXT[..start].lines().count();
        let column = TEXT[..start].lines().last().unwrap().chars().count() + 1;
        json!({
            "file_name": file, "byte_start": start, "byte_end": start + piece.len(), "line_start": number,
            "column_start": column, "is_primary": true, "suggested_replacement": instead,
            "suggestion_applicability": how, "text": [{"text": TEXT.lines().nth(number - 1)}],
        })
    }

    fn message(code: &str, level: &str, manifest: &str, spans: &[Value]) -> String {
        let message = json!({
            "level": level, "message": "wrong\nmore", "code": {"code": code}, "spans": [spans.first()],
            "rendered": "wrong, as one reads it", "children": [{"spans": spans}],
        });
        let message = json!({"reason": "compiler-message", "manifest_path": manifest, "message": message});
        message.to_string()
    }

    #[test]
    fn what_clippy_is_sure_of_is_done_to_the_one_file() {
        let sure = "MachineApplicable";
        let compared =
            message("clippy::a", "warning", "/w/Cargo.toml", &[span("src/a.rs", "a == true", "a", sure)]);
        let measured = message(
            "clippy::b",
            "warning",
            "/w/Cargo.toml",
            &[span("src/a.rs", "\"ä\".len() >= 1", "true", sure)],
        );
        let said = read_cargo(&format!("{compared}\n{measured}\n{compared}\nerror: could not compile\n"));
        let mended = TEXT.replace("a == true", "a").replace("\"ä\".len() >= 1", "true");
        assert_eq!(said.mended("/w/src/a.rs", TEXT), Some(mended));
        assert_eq!(said.mended("/w/src/b.rs", TEXT), None);
        assert_eq!(said.mended("/w/crates/x/src/a.rs", TEXT), None, "a file of the same name is another one");
        assert_eq!(said.mended("/w/src/a.rs", &TEXT.replace("if", "while")), None, "it was written since");
        assert_eq!(said.text.matches("warning: wrong\n").count(), 2, "the same is told once");
        assert!(said.text.ends_with("error: could not compile\n"), "{}", said.text);
    }

    #[test]
    fn what_is_not_sure_or_not_clippys_is_left_alone() {
        for (code, manifest, how) in [
            ("unused_imports", "/w/Cargo.toml", "MachineApplicable"),
            ("clippy::a", "/w/Cargo.toml", "MaybeIncorrect"),
            ("clippy::a", "/other/Cargo.toml", "MachineApplicable"),
        ] {
            let spans = [span("src/a.rs", "a == true", "a", how)];
            let said = read_cargo(&message(code, "error", manifest, &spans));
            assert_eq!((said.mended("/w/src/a.rs", TEXT), said.errors), (None, 1), "{code} {manifest} {how}");
        }
        // In a workspace paths begin further up.
        let spans = [span("crates/x/src/a.rs", "a == true", "a", "MachineApplicable")];
        let said = read_cargo(&message("clippy::a", "warning", "/w/crates/x/Cargo.toml", &spans));
        assert!(said.mended("/w/crates/x/src/a.rs", TEXT).is_some());
    }

    #[test]
    fn of_a_change_in_several_parts_all_are_made_or_none() {
        let (first, second) = ("MachineApplicable", "MaybeIncorrect");
        let parts =
            |how| [span("src/a.rs", "return false", "false", first), span("src/a.rs", "; }", " }", how)];
        let said = |how| read_cargo(&message("clippy::a", "warning", "/w/Cargo.toml", &parts(how)));
        assert_eq!(said(first).mended("/w/src/a.rs", TEXT), Some(TEXT.replace("return false; }", "false }")));
        assert_eq!(said(second).mended("/w/src/a.rs", TEXT), None);
    }
}
