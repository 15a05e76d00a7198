//! What a tool does to several files at once: patches, deletions, lists of files. Every file in it is judged, and none can
//! hide behind another.

use hookward_core::effects::{Call, Change, PatchedFile, Replacement};

use crate::resolved;

/// The call that makes these changes. `None` if there is none.
pub(crate) fn call(mut files: Vec<PatchedFile>) -> Option<Call> {
    if files.len() > 1 {
        return Some(Call::Patch { files });
    }
    let PatchedFile { path, change } = files.pop()?;
    Some(match change {
        Change::Add { content } => Call::Write { path, content },
        Change::Update { edits } => Call::Edit { path, edits },
        change @ (Change::Delete | Change::Move { .. }) => {
            Call::Patch { files: vec![PatchedFile { path, change }] }
        }
    })
}

/// The call that reads these files. `None` if there is none.
pub(crate) fn read(mut paths: Vec<String>) -> Option<Call> {
    if paths.len() > 1 {
        return Some(Call::shell(format!("cat -- {}", words(&paths))));
    }
    paths.pop().map(|path| Call::Read { path })
}

/// The call that gets these addresses. `None` if there is none.
pub(crate) fn fetch(mut urls: Vec<String>) -> Option<Call> {
    if urls.len() > 1 {
        return Some(Call::shell(format!("curl -- {}", words(&urls))));
    }
    urls.pop().map(|url| Call::Fetch { url })
}

/// The call that shows lines of what lies under several paths.
pub(crate) fn search(paths: &[String]) -> Call {
    Call::shell(format!("grep -r -- '' {}", words(paths)))
}

fn words(paths: &[String]) -> String {
    let words: Vec<String> = paths.iter().map(|path| quoted(path)).collect();
    words.join(" ")
}

/// A word in single quotes.
pub(crate) fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// The files of a patch in the form `*** Begin Patch … *** End Patch` (codex.md §4).
pub(crate) fn patch(text: &str) -> Vec<PatchedFile> {
    let mut files: Vec<PatchedFile> = Vec::new();
    for line in text.lines() {
        let started = if let Some(path) = line.strip_prefix("*** Add File: ") {
            Some((path, Change::Add { content: String::new() }))
        } else if let Some(path) = line.strip_prefix("*** Update File: ") {
            Some((path, Change::Update { edits: Vec::new() }))
        } else {
            line.strip_prefix("*** Delete File: ").map(|path| (path, Change::Delete))
        };
        match (started, files.last_mut()) {
            (Some((path, change)), _) => files.push(PatchedFile { path: path.trim().to_owned(), change }),
            (None, Some(file)) => go_on(&mut file.change, line),
            (None, None) => {}
        }
    }
    files
}

/// Another line of what happens to a file.
fn go_on(change: &mut Change, line: &str) {
    match change {
        Change::Add { content } => {
            if let Some(added) = line.strip_prefix('+') {
                content.push_str(added);
                content.push('\n');
            }
        }
        Change::Update { edits } => match line.strip_prefix("*** Move to: ") {
            Some(to) => {
                let edits = std::mem::take(edits);
                *change = Change::Move { to: to.trim().to_owned(), edits };
            }
            None => hunk_line(edits, line),
        },
        Change::Move { edits, .. } => hunk_line(edits, line),
        Change::Delete => {}
    }
}

fn hunk_line(edits: &mut Vec<Replacement>, line: &str) {
    if line.starts_with("***") {
        return;
    }
    if edits.is_empty() || line.starts_with("@@") {
        edits.push(Replacement::default());
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

/// The files of a patch that a command consists of: `apply_patch <<'EOF' …`, or the patch as its one word. `None` if the
/// command does anything else, or may.
pub(crate) fn applied(command: &str) -> Option<Vec<PatchedFile>> {
    let (directory, command) = match command.trim().strip_prefix("cd ") {
        Some(rest) => rest.split_once("&&").map(|(directory, rest)| (Some(directory.trim()), rest.trim()))?,
        None => (None, command.trim()),
    };
    let is_plain = |text: &str| {
        text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_./".contains(&byte)) && !text.is_empty()
    };
    if !directory.is_none_or(is_plain) {
        return None;
    }
    let rest = ["apply_patch", "applypatch"].iter().find_map(|name| command.strip_prefix(name))?;
    let text = match rest.trim_start().strip_prefix("<<") {
        Some(document) => here_document(document)?,
        None if rest.starts_with(' ') => single_quoted(rest.trim())?,
        None => return None,
    };
    let mut files = patch(&text);
    for file in &mut files {
        let below = |path: &str| directory.map_or_else(|| path.to_owned(), |base| resolved(base, path));
        file.path = below(&file.path);
        if let Change::Move { to, .. } = &mut file.change {
            *to = below(to);
        }
    }
    (!files.is_empty()).then_some(files)
}

/// The text of a here-document that ends the command, and in which nothing is expanded.
fn here_document(document: &str) -> Option<String> {
    let (end, body) = document.split_once('\n')?;
    let end = end.trim();
    let bare = end.trim_matches(['\'', '"']);
    let is_quoted = end.len() == bare.len() + 2 && end.starts_with(['\'', '"']);
    if bare.is_empty() || !bare.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        return None;
    }
    let mut text = String::new();
    let mut lines = body.split('\n');
    loop {
        let line = lines.next()?;
        if line == bare {
            break;
        }
        text.push_str(line);
        text.push('\n');
    }
    let is_literal = is_quoted || !text.contains(['$', '`', '\\']);
    (is_literal && lines.all(|line| line.trim().is_empty())).then_some(text)
}

fn single_quoted(word: &str) -> Option<String> {
    let inner = word.strip_prefix('\'')?.strip_suffix('\'')?.replace(r"'\''", "\u{0}");
    (!inner.contains('\'')).then(|| inner.replace('\u{0}', "'"))
}
#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, change: Change) -> PatchedFile {
        PatchedFile { path: path.to_owned(), change }
    }

    fn replaced(old: &str, new: &str) -> Vec<Replacement> {
        vec![Replacement { old: old.to_owned(), new: new.to_owned(), ..Replacement::default() }]
    }

    #[test]
    fn a_patch_of_one_file_is_an_edit_of_it() {
        let files = patch(
            "*** Begin Patch\n*** Update File: src/a.rs\n@@\n fn a() {\n-old\n+new\n }\n*** End Patch\n",
        );
        let edits = replaced("fn a() {\nold\n}\n", "fn a() {\nnew\n}\n");
        assert_eq!(call(files), Some(Call::Edit { path: "src/a.rs".to_owned(), edits }));
    }

    #[test]
    fn a_patch_that_adds_a_file_is_a_write_of_it() {
        let files = patch("*** Begin Patch\n*** Add File: n.txt\n+hello\n+world\n*** End Patch");
        let content = "hello\nworld\n".to_owned();
        assert_eq!(call(files), Some(Call::Write { path: "n.txt".to_owned(), content }));
    }

    #[test]
    fn a_patch_of_several_files_shows_every_one_of_them() {
        let text = "*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-x\n+y\n*** Delete File: c\n*** Add File: .env\n+K=1\n*** End Patch";
        let files = vec![
            file("a", Change::Move { to: "b".to_owned(), edits: replaced("x\n", "y\n") }),
            file("c", Change::Delete),
            file(".env", Change::Add { content: "K=1\n".to_owned() }),
        ];
        assert_eq!(call(patch(text)), Some(Call::Patch { files }));
    }

    #[test]
    fn a_patch_without_a_file_is_no_call() {
        assert_eq!(call(patch("echo hi")), None);
    }

    const PATCH: &str = "*** Begin Patch\n*** Delete File: it's\n*** End Patch";

    #[test]
    fn a_command_that_is_nothing_but_a_patch_is_that_patch() {
        for command in [
            format!("apply_patch <<'EOF'\n{PATCH}\nEOF"),
            format!("apply_patch <<EOF\n{PATCH}\nEOF\n"),
            format!("  applypatch << \"END_1\"\n{PATCH}\nEND_1\n\n"),
            format!("apply_patch '{}'", PATCH.replace('\'', r"'\''")),
        ] {
            assert_eq!(applied(&command), Some(vec![file("it's", Change::Delete)]), "{command}");
        }
    }

    #[test]
    fn a_patch_in_another_directory_names_files_there() {
        let command =
            "cd sub/dir && apply_patch <<'EOF'\n*** Update File: a\n*** Move to: /b\n*** Add File: c\nEOF";
        let files = vec![
            file("sub/dir/a", Change::Move { to: "/b".to_owned(), edits: Vec::new() }),
            file("sub/dir/c", Change::Add { content: String::new() }),
        ];
        assert_eq!(applied(command), Some(files));
    }

    #[test]
    fn a_command_that_does_anything_besides_a_patch_stays_a_command() {
        for command in [
            format!("apply_patch <<'EOF'\n{PATCH}\nEOF\nrm -rf /"),
            format!("apply_patch <<'EOF'; rm -rf /\n{PATCH}\nEOF"),
            format!("apply_patch <<'EOF' | sh\n{PATCH}\nEOF"),
            format!("cd $(x) && apply_patch <<'EOF'\n{PATCH}\nEOF"),
            format!("rm -rf / && apply_patch <<'EOF'\n{PATCH}\nEOF"),
            format!("apply_patch <<EOF\n{PATCH} $(rm -rf /)\nEOF"),
            format!("apply_patch <<'EOF'\n{PATCH}\n"),
            "apply_patch '*** Delete File: a' ; rm 'b'".to_owned(),
            "apply_patch x.patch".to_owned(),
            "apply_patch <<'EOF'\nnothing\nEOF".to_owned(),
            "apply_patches <<'EOF'\n*** Delete File: a\nEOF".to_owned(),
        ] {
            assert_eq!(applied(&command), None, "{command}");
        }
    }
}
