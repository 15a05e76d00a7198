//! The command line of a registration, and how ours is known among others.

use crate::Host;

/// The name under which Amp finds its delegate: it runs a program by its name and without arguments (amp.md, A).
pub const AMP_DELEGATE: &str = "hookward-amp";

/// What stands in front where something else is to happen if there is no such program.
const UNLESS_INSTALLED: &str = "command -v hookward >/dev/null || ";

/// Nothing, where a command that does not exist would be read as a denial of everything.
const NOTHING: &str = "exit 0; ";

/// What stands around the words for a person, where a session starts.
const SAYS: (&str, &str) = ("{ echo '", "'; exit 0; }; ");

/// The command line that answers a hook of `host`.
pub fn line(program: &str, host: Host) -> String {
    format!("{program} hook {}", host.name())
}

/// The same, but a colleague who does not have the program is not locked out.
pub(super) fn line_if_installed(program: &str, host: Host) -> String {
    format!("{UNLESS_INSTALLED}{NOTHING}{}", line(program, host))
}

/// The same, and it is said. The words may hold no quote of a shell.
pub(super) fn line_or_notice(program: &str, host: Host, notice: &str) -> String {
    let (before, behind) = SAYS;
    format!("{UNLESS_INSTALLED}{before}{notice}{behind}{}", line(program, host))
}

/// A command line without what happens if there is no such program.
fn if_installed(line: &str) -> &str {
    let Some(rest) = line.strip_prefix(UNLESS_INSTALLED) else { return line };
    if let Some(rest) = rest.strip_prefix(NOTHING) {
        return rest;
    }
    let said = rest.strip_prefix(SAYS.0).and_then(|rest| rest.split_once(SAYS.1));
    said.filter(|(words, _)| !words.contains('\'')).map_or(line, |(_, rest)| rest)
}

/// A path as one word of a shell.
pub fn quoted(path: &str) -> String {
    if is_plain(path) {
        path.to_owned()
    } else if path.contains('\'') {
        format!("\"{path}\"")
    } else {
        format!("'{path}'")
    }
}

/// Whether a command line is `hookward hook <host>`, with any path in front and flags behind. One that does more than
/// that is somebody's own.
pub fn is_ours(line: &str, host: Host) -> bool {
    let words = words(if_installed(line));
    let [program, hook, name, flags @ ..] = words.as_slice() else { return false };
    let mut before = "";
    let are_flags = flags.iter().all(|word| {
        let is_role = before == "--as" && is_plain(word);
        before = word;
        word.starts_with("--") || is_role
    });
    is_hookward(program) && hook == "hook" && name == host.name() && are_flags
}

/// The program that a command line of ours starts.
pub fn program(line: &str) -> Option<String> {
    words(if_installed(line)).into_iter().next()
}

/// Whether a shell takes a text as the word that it is.
fn is_plain(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || "/._-+,:@%".contains(c))
}

fn is_hookward(program: &str) -> bool {
    let name = program.rsplit(['/', '\\']).next().unwrap_or_default();
    name == "hookward" || name == "hookward.exe"
}

/// A program without the quotes that a shell needs.
pub(super) fn program_path(program: &str) -> String {
    words(program).pop().unwrap_or_default()
}

/// What Amp is to run: by its name where the program is found so, else beside it.
pub(super) fn amp_delegate(program: &str) -> String {
    let path = program_path(program);
    match path.rsplit_once('/') {
        Some((folder, _)) => format!("{folder}/{AMP_DELEGATE}"),
        None => AMP_DELEGATE.to_owned(),
    }
}

/// Whether a program is the one that Amp delegates to.
pub(super) fn is_amp_delegate(program: &str) -> bool {
    program.rsplit(['/', '\\']).next() == Some(AMP_DELEGATE)
}

/// The words of a command line; quotes keep a path with spaces together.
pub(super) fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for character in line.chars() {
        match quote {
            Some(open) if open == character => quote = None,
            None if matches!(character, '"' | '\'') => quote = Some(character),
            None if character.is_whitespace() => words.push(String::new()),
            _ => {
                if let Some(word) = words.last_mut() {
                    word.push(character);
                }
            }
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ours_is_known_with_any_path_and_behind_the_question_whether_it_is_installed() {
        for line in [
            "hookward hook gemini",
            "'/opt/my tools/hookward' hook gemini",
            "command -v hookward >/dev/null || exit 0; hookward hook gemini",
            "/usr/bin/hookward hook gemini --as=reviewer",
            "hookward hook gemini --as reviewer",
            &line_or_notice("hookward", Host::Gemini, "{\"systemMessage\":\"it is not here\"}"),
        ] {
            assert!(is_ours(line, Host::Gemini), "{line}");
            assert!(program(line).is_some_and(|program| program.ends_with("hookward")), "{line}");
            assert!(!is_ours(line, Host::Claude), "{line}");
        }
        for line in [
            "hookward hook gemini; x",
            "hookward hook gemini --as reviewer; x",
            "hookward hook gemini --as reviewer x",
            "hookward hook gemini --as $(x)",
            "x; hookward hook gemini",
            "echo hookward hook gemini",
            "command -v hookward >/dev/null || { echo 'a'; rm 'b'; exit 0; }; hookward hook gemini",
            "",
        ] {
            assert!(!is_ours(line, Host::Gemini), "{line}");
        }
    }

    #[test]
    fn a_quoted_path_is_one_word() {
        for path in ["/usr/bin/hookward", "/opt/my tools/hookward", "/home/o'neil/hookward"] {
            assert_eq!(words(&format!("{} hook x", quoted(path))), [path, "hook", "x"]);
        }
    }
}
