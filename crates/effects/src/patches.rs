//! Unified diffs: which files they change, and what a file is afterwards.

/// What a patch does to one file.
#[derive(Default)]
pub(crate) struct Patched<'t> {
    /// Its path, without the `a/` or `b/` of git.
    pub(crate) path: &'t str,
    /// The file that it is made of, if that has another name.
    pub(crate) from: Option<&'t str>,
    /// Its hunks.
    pub(crate) hunks: &'t str,
    /// Whether it is said in a way that is not read here: bytes, or old and new in blocks of their own.
    pub(crate) is_closed: bool,
    /// Whether it gets another name.
    pub(crate) is_left: bool,
}

/// The files that a patch changes. One that it takes away has no line left; one that is renamed is named twice.
pub(crate) fn files(text: &str) -> Vec<Patched<'_>> {
    let mut files: Vec<Patched> = Vec::new();
    let (mut before, mut from, mut by_git) = ("", None, "");
    let mut at = 0;
    let mut start = None;
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        let header = |mark: &str| line.strip_prefix(mark).map(name);
        if line.starts_with("@@ ") && start.is_none() {
            start = Some(at);
        } else if line.starts_with("diff ") || (line.starts_with("--- ") && is_header(text, end)) {
            close(&mut files, text, start.take(), at);
            before = header("--- ").unwrap_or(before);
            if let Some(named) = line.strip_prefix("diff --git ") {
                by_git = name(named.trim_end().rsplit(' ').next().unwrap_or_default()).trim_matches('"');
                from = None;
            }
        } else if let Some(after) = header("+++ ").filter(|_| start.is_none()) {
            let path = if after == "/dev/null" { before } else { after };
            // What is renamed was named before.
            if files.last().is_none_or(|last| last.path != path || last.from.is_none()) {
                files.push(Patched { path, ..Patched::default() });
            }
        } else if let Some(path) = header("rename from ") {
            from = Some(path);
            files.push(Patched { path, is_left: true, ..Patched::default() });
        } else if let Some(path) = header("copy from ") {
            from = Some(path);
        } else if let Some(path) = header("rename to ").or_else(|| header("copy to ")) {
            files.push(Patched { path, from, ..Patched::default() });
        } else if line.trim_end() == "GIT binary patch" && start.is_none() && !by_git.is_empty() {
            files.push(Patched { path: by_git, is_closed: true, ..Patched::default() });
        } else if let Some(path) = blocks(text, line, end).filter(|_| start.is_none()) {
            files.push(Patched { path, is_closed: true, ..Patched::default() });
        }
        at = end;
    }
    close(&mut files, text, start, at);
    files
}

/// The file that a header of the older form names: `*** a.ts`, and then `--- a.ts`.
fn blocks<'t>(text: &'t str, line: &str, end: usize) -> Option<&'t str> {
    let is_first = line.starts_with("*** ") && !line.trim_end().ends_with("****");
    let next = text.get(end..).filter(|_| is_first)?.lines().next()?;
    next.strip_prefix("--- ").filter(|next| !next.ends_with("----")).map(name)
}

fn close<'t>(files: &mut [Patched<'t>], text: &'t str, start: Option<usize>, end: usize) {
    if let (Some(file), Some(start)) = (files.last_mut(), start) {
        file.hunks = text.get(start..end).unwrap_or_default();
    }
}

/// Whether the next line is the other half of a header.
fn is_header(text: &str, at: usize) -> bool {
    text.get(at..).is_some_and(|rest| rest.starts_with("+++ "))
}

fn name(line: &str) -> &str {
    let path = line.split('\t').next().unwrap_or(line).trim();
    path.strip_prefix("b/").or_else(|| path.strip_prefix("a/")).unwrap_or(path)
}

/// What a file is after the hunks of a patch; `None` if one of them does not fit where it says, or does not say it whole.
pub fn edited_by_patch(hunks: &str, text: &str) -> Option<String> {
    let before: Vec<&str> = text.split_inclusive('\n').collect();
    let mut after = String::new();
    let mut at = 0;
    let mut lines = hunks.lines().peekable();
    while let Some(header) = lines.next() {
        let start: usize = header.strip_prefix("@@ -")?.split([',', ' ']).next()?.parse().ok()?;
        // A hunk of no old line stands behind the line that it names.
        let counts = header.strip_prefix("@@ -")?.split(' ').next()?;
        let start = if counts.ends_with(",0") { start } else { start.checked_sub(1)? };
        after.extend(before.get(at..start)?.iter().copied());
        at = start;
        while let Some(line) = lines.next_if(|line| !line.starts_with("@@ ")) {
            let (mark, rest) = line.split_at_checked(1).unwrap_or((" ", ""));
            match mark {
                "+" => {
                    after.push_str(rest);
                    after.push('\n');
                }
                "-" | " " => {
                    let old = before.get(at)?;
                    if old.trim_end_matches(['\r', '\n']) != rest.trim_end_matches('\r') {
                        return None;
                    }
                    if mark == " " {
                        after.push_str(old);
                    }
                    at += 1;
                }
                // The last line has no end.
                "\\" => {
                    after.pop();
                }
                _ => return None,
            }
        }
    }
    after.extend(before.get(at..)?.iter().copied());
    Some(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATCH: &str = "\
diff --git a/src/a.ts b/src/a.ts
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,3 +1,3 @@
 one
-two
+2
 three
@@ -5,0 +6 @@
+six
--- /dev/null
+++ b/new.ts
@@ -0,0 +1 @@
+new
--- a/old.ts
+++ /dev/null
@@ -1 +0,0 @@
---- old
";

    #[test]
    fn a_patch_names_every_file_with_its_own_lines() {
        let found = files(PATCH);
        let paths: Vec<&str> = found.iter().map(|file| file.path).collect();
        assert_eq!(paths, ["src/a.ts", "new.ts", "old.ts"]);
        assert_eq!(found[1].hunks, "@@ -0,0 +1 @@\n+new\n");
    }

    #[test]
    fn a_file_is_what_its_hunks_make_of_it() {
        let found = files(PATCH);
        let text = "one\ntwo\nthree\nfour\nfive\nseven\n";
        let expected = "one\n2\nthree\nfour\nfive\nsix\nseven\n";
        assert_eq!(edited_by_patch(found[0].hunks, text).as_deref(), Some(expected));
        assert_eq!(edited_by_patch(found[1].hunks, "").as_deref(), Some("new\n"));
        assert_eq!(edited_by_patch(found[2].hunks, "--- old\n").as_deref(), Some(""));
        assert_eq!(edited_by_patch(found[0].hunks, "one\nzwei\nthree\n"), None);
        assert_eq!(edited_by_patch("@@ what\n", text), None);
    }

    #[test]
    fn what_is_made_of_another_file_or_not_read_here_is_told() {
        let text = "diff --git a/t/x.ts b/lib/x.ts\nsimilarity index 100%\nrename from t/x.ts\nrename to lib/x.ts\n\
                    diff --git a/t/y.ts b/lib/y.ts\ncopy from t/y.ts\ncopy to lib/y.ts\n--- a/t/y.ts\n+++ b/lib/y.ts\n\
                    @@ -1 +1 @@\n-a\n+b\n\
                    diff --git a/z.png b/z.png\nindex 1..2\nGIT binary patch\nliteral 1\nIcmZ\n\n\
                    *** old/w.ts\t2024\n--- new/w.ts\t2024\n***************\n*** 1 ****\n! a\n--- 1 ----\n! b\n";
        let found: Vec<_> = files(text)
            .iter()
            .map(|file| (file.path, file.from, !file.hunks.is_empty(), file.is_closed))
            .collect();
        assert_eq!(
            found,
            [
                ("t/x.ts", None, false, false),
                ("lib/x.ts", Some("t/x.ts"), false, false),
                ("lib/y.ts", Some("t/y.ts"), true, false),
                ("z.png", None, false, true),
                ("new/w.ts", None, false, true),
            ]
        );
    }
}
