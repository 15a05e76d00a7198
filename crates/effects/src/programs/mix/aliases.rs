//! The tasks that a manifest of Elixir names itself, as far as they stand there as plain texts.

/// What stands for a task.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Alias {
    /// Other tasks, one after the other, with their words.
    Tasks(Vec<String>),
    /// Code of the manifest, among others or alone.
    Code {
        /// Whether the task of the same name is among them.
        names_itself: bool,
    },
}

/// What a manifest puts in the place of a task; `None` if it names none of it, or computes what it names.
pub(super) fn of(manifest: &str, task: &str) -> Option<Alias> {
    let text = uncommented(manifest);
    let list = list(&text)?;
    entries(list)?.into_iter().find(|(name, _)| name == task).map(|(_, value)| alias(task, value))
}

/// A manifest without its comments. A sign of one inside of a text is none.
fn uncommented(manifest: &str) -> String {
    let line = |line: &str| {
        let is_outside =
            |at: &usize| line.get(..*at).is_some_and(|before| before.matches('"').count() % 2 == 0);
        let end = line.match_indices('#').map(|(at, _)| at).find(is_outside).unwrap_or(line.len());
        format!("{}\n", line.get(..end).unwrap_or(line))
    };
    manifest.lines().map(line).collect()
}

/// What stands in the list of all of them: where the project has it, or in the function that makes it.
fn list(text: &str) -> Option<&str> {
    let (_, value) = text.split_once("aliases:")?;
    let value = value.trim_start();
    let start = match value.strip_prefix('[') {
        Some(list) => list,
        None => {
            let end = value.find(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'))?;
            let name = value.get(..end).filter(|name| !name.is_empty())?;
            let mut bodies =
                ["def ", "defp "].iter().filter_map(|word| text.split_once(&format!("{word}{name}")));
            let body = bodies.next()?.1.trim_start().trim_start_matches("()").trim_start();
            let body = body.strip_prefix(", do:").or_else(|| body.strip_prefix("do"))?;
            body.trim_start().strip_prefix('[')?
        }
    };
    let end = closing(start)?;
    // What is added to it is not known.
    let behind = start.get(end + 1..)?.trim_start();
    let is_more = behind.starts_with("++") || behind.starts_with("|>");
    start.get(..end).filter(|_| !is_more)
}

/// Where the bracket stands that closes one in front of the text.
fn closing(text: &str) -> Option<usize> {
    let (mut depth, mut is_text) = (0_usize, false);
    for (at, letter) in text.char_indices() {
        match letter {
            '"' => is_text = !is_text,
            _ if is_text => {}
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' if depth == 0 => return Some(at),
            ']' | ')' | '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The names of a list, and what stands for each.
fn entries(list: &str) -> Option<Vec<(String, &str)>> {
    parts(list).into_iter().map(entry).collect()
}

fn entry(part: &str) -> Option<(String, &str)> {
    let (name, value) = match part.strip_prefix('"') {
        Some(quoted) => quoted.split_once("\":")?,
        None => part.split_once(':')?,
    };
    Some((name.trim().to_owned(), value.trim()))
}

/// The parts of a list, between commas that stand in no other.
fn parts(list: &str) -> Vec<&str> {
    let (mut found, mut from) = (Vec::new(), 0);
    let (mut depth, mut is_text) = (0_usize, false);
    for (at, letter) in list.char_indices() {
        match letter {
            '"' => is_text = !is_text,
            _ if is_text => {}
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                found.push(list.get(from..at).unwrap_or_default());
                from = at + 1;
            }
            _ => {}
        }
    }
    found.push(list.get(from..).unwrap_or_default());
    found.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

fn alias(task: &str, value: &str) -> Alias {
    let inner = value.strip_prefix('[').and_then(|value| value.strip_suffix(']'));
    let items = inner.map_or_else(|| vec![value], parts);
    let texts: Vec<Option<&str>> = items.into_iter().map(plain).collect();
    if let Some(tasks) = texts.iter().map(|text| text.map(str::to_owned)).collect() {
        return Alias::Tasks(tasks);
    }
    Alias::Code { names_itself: texts.iter().flatten().any(|text| text.split(' ').next() == Some(task)) }
}

/// A text that stands there as it is.
fn plain(item: &str) -> Option<&str> {
    let text = item.strip_prefix('"')?.strip_suffix('"')?;
    (!text.contains(['"', '\\', '#'])).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(list: &str) -> String {
        format!(
            "def project do\n  [app: :a, aliases: aliases(), deps: deps()]\nend\n\ndefp aliases do\n  [{list}]\nend\n"
        )
    }

    fn tasks(list: &str, task: &str) -> Option<Vec<String>> {
        match of(&manifest(list), task)? {
            Alias::Tasks(tasks) => Some(tasks),
            Alias::Code { .. } => None,
        }
    }

    #[test]
    fn a_list_of_texts_is_the_tasks_that_they_name() {
        let usual = "setup: [\"deps.get\"], # and more\n test: [\"ecto.create --quiet\", \"test\"],\n \"t.all\": \"test --all\"";
        assert_eq!(tasks(usual, "test").unwrap(), ["ecto.create --quiet", "test"]);
        assert_eq!(tasks(usual, "t.all").unwrap(), ["test --all"]);
        assert_eq!(tasks(usual, "other"), None);
        assert_eq!(tasks("test: []", "test").unwrap(), [""; 0]);
        assert_eq!(tasks("# test: []\n a: \"b\"", "test"), None);
        let inline = "[app: :a, aliases: [ci: [\"format\", \"test\"]]]";
        assert_eq!(of(inline, "ci"), Some(Alias::Tasks(vec!["format".into(), "test".into()])));
        let short = "aliases: own()\ndefp own, do: [ci: \"test\"]";
        assert_eq!(of(short, "ci"), Some(Alias::Tasks(vec!["test".into()])));
    }

    #[test]
    fn what_is_computed_is_code_or_unknown() {
        let code = |list: &str| of(&manifest(list), "test");
        assert_eq!(code("test: [&setup/1, \"test\"]"), Some(Alias::Code { names_itself: true }));
        assert_eq!(code("test: &own/1"), Some(Alias::Code { names_itself: false }));
        assert_eq!(code("test: [\"cmd #{x}\"]"), Some(Alias::Code { names_itself: false }));
        assert_eq!(of("aliases: aliases()\ndefp aliases do\n [test: []] ++ more()\nend", "test"), None);
        assert_eq!(of("defp aliases do [test: []] end", "test"), None);
    }
}
