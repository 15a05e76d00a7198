//! What a tool does to several files at once. A neutral call names one file, so a patch, a deletion or a list of files is
//! told as the script that does the same: every file in it is then judged, and none can hide behind another.

use hookward_core::effects::{Call, Replacement};

/// What happens to one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// It gets a content.
    Write { path: String, content: String },
    /// Parts of it are replaced.
    Edit { path: String, edits: Vec<Replacement> },
    /// It is deleted.
    Delete { path: String },
    /// It is only read.
    Read { path: String },
}

/// The call that makes these changes. `None` if there is none.
pub(crate) fn call(mut changes: Vec<Change>) -> Option<Call> {
    if changes.len() > 1 {
        let lines: Vec<String> = changes.iter().map(script).collect();
        return Some(Call::shell(lines.join("\n")));
    }
    Some(match changes.pop()? {
        Change::Write { path, content } => Call::Write { path, content },
        Change::Edit { path, edits } => Call::Edit { path, edits },
        Change::Read { path } => Call::Read { path },
        delete @ Change::Delete { .. } => Call::shell(script(&delete)),
    })
}

/// The call that reads these files. `None` if there is none.
pub(crate) fn read(mut paths: Vec<String>) -> Option<Call> {
    if paths.len() > 1 {
        return Some(Call::shell(format!("cat -- {}", words(&paths))));
    }
    paths.pop().map(|path| Call::Read { path })
}

/// The call that shows lines of what lies under several paths.
pub(crate) fn search(paths: &[String]) -> Call {
    Call::shell(format!("grep -r -- '' {}", words(paths)))
}

fn words(paths: &[String]) -> String {
    let words: Vec<String> = paths.iter().map(|path| quoted(path)).collect();
    words.join(" ")
}

fn script(change: &Change) -> String {
    match change {
        Change::Write { path, content } => written(path, content),
        // What an edit leaves of the file is not known here; what it brings in is.
        Change::Edit { path, edits } => {
            let new: Vec<&str> = edits.iter().map(|edit| edit.new.as_str()).collect();
            written(path, &new.join("\n"))
        }
        Change::Delete { path } => format!("rm -- {}", quoted(path)),
        Change::Read { path } => format!("cat -- {}", quoted(path)),
    }
}

fn written(path: &str, content: &str) -> String {
    let mut end = "END".to_owned();
    while content.contains(&end) {
        end.push('_');
    }
    let content = content.strip_suffix('\n').unwrap_or(content);
    format!("cat > {} <<'{end}'\n{content}\n{end}", quoted(path))
}

/// A word in single quotes.
pub(crate) fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// The changes of a patch in the form `*** Begin Patch … *** End Patch` (codex.md §4).
pub(crate) fn patch(text: &str) -> Vec<Change> {
    let mut changes = Vec::new();
    for line in text.lines() {
        if let Some(path) = line.strip_prefix("*** Add File: ") {
            changes.push(Change::Write { path: path.trim().to_owned(), content: String::new() });
        } else if let Some(path) = line.strip_prefix("*** Update File: ") {
            changes.push(Change::Edit { path: path.trim().to_owned(), edits: Vec::new() });
        } else if let Some(path) = line.strip_prefix("*** Delete File: ") {
            changes.push(Change::Delete { path: path.trim().to_owned() });
        } else if let Some(path) = line.strip_prefix("*** Move to: ") {
            let path = path.trim().to_owned();
            // The rest of the hunks belongs to the file under its new name; the old name goes away.
            if let Some(Change::Edit { path: old, .. }) = changes.last_mut() {
                let old = std::mem::replace(old, path);
                let place = changes.len().saturating_sub(1);
                changes.insert(place, Change::Delete { path: old });
            }
        } else {
            match changes.last_mut() {
                Some(Change::Write { content, .. }) => {
                    if let Some(added) = line.strip_prefix('+') {
                        content.push_str(added);
                        content.push('\n');
                    }
                }
                Some(Change::Edit { edits, .. }) => hunk_line(edits, line),
                Some(Change::Delete { .. } | Change::Read { .. }) | None => {}
            }
        }
    }
    changes
}

fn hunk_line(edits: &mut Vec<Replacement>, line: &str) {
    if line.starts_with("***") {
        return;
    }
    if edits.is_empty() || line.starts_with("@@") {
        edits.push(Replacement { old: String::new(), new: String::new(), all: false });
    }
    let Some(edit) = edits.last_mut() else { return };
    let push = |text: &mut String, line: &str| {
        text.push_str(line);
        text.push('\n');
    };
    match line.split_at_checked(1) {
        Some(("-", removed)) => push(&mut edit.old, removed),
        Some(("+", added)) => push(&mut edit.new, added),
        Some((" ", kept)) => {
            push(&mut edit.old, kept);
            push(&mut edit.new, kept);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_of_one_file_is_an_edit_of_it() {
        let changes = patch(
            "*** Begin Patch\n*** Update File: src/a.rs\n@@\n fn a() {\n-old\n+new\n }\n*** End Patch\n",
        );
        let edits = vec![Replacement {
            old: "fn a() {\nold\n}\n".to_owned(),
            new: "fn a() {\nnew\n}\n".to_owned(),
            all: false,
        }];
        assert_eq!(call(changes), Some(Call::Edit { path: "src/a.rs".to_owned(), edits }));
    }

    #[test]
    fn a_patch_that_adds_a_file_is_a_write_of_it() {
        let changes = patch("*** Begin Patch\n*** Add File: n.txt\n+hello\n+world\n*** End Patch");
        let content = "hello\nworld\n".to_owned();
        assert_eq!(call(changes), Some(Call::Write { path: "n.txt".to_owned(), content }));
    }

    #[test]
    fn a_patch_of_several_files_shows_every_one_of_them() {
        let text = "*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-x\n+y\n*** Delete File: c\n*** Add File: .env\n+K=1\n*** End Patch";
        let script = "rm -- 'a'\ncat > 'b' <<'END'\ny\nEND\nrm -- 'c'\ncat > '.env' <<'END'\nK=1\nEND";
        assert_eq!(call(patch(text)), Some(Call::shell(script)));
    }

    #[test]
    fn content_cannot_end_its_own_document() {
        let changes = vec![
            Change::Write { path: "a".to_owned(), content: "END\nrm -rf /\n".to_owned() },
            Change::Delete { path: "b".to_owned() },
        ];
        let expected = "cat > 'a' <<'END_'\nEND\nrm -rf /\nEND_\nrm -- 'b'";
        assert_eq!(call(changes), Some(Call::shell(expected)));
    }

    #[test]
    fn a_patch_without_a_file_is_no_call() {
        assert_eq!(call(patch("echo hi")), None);
    }
}
