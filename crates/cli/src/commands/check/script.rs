//! A script file, as a text to be judged. What is not a shell's is refused: to find nothing in it would say nothing of it.

use std::path::Path;

use crate::commands::Usage;

/// The interpreters whose language is analysed.
const SHELLS: &[&str] = &["sh", "bash", "dash", "ash", "zsh", "ksh", "mksh", "busybox"];

/// What such a file is called, if its first line does not say what it is.
const EXTENSIONS: &[&str] = &["sh", "bash", "dash", "ash", "zsh", "ksh", "mksh", "command", "envrc"];

/// The text of a shell script.
pub(super) fn read(path: &Path) -> Result<String, Usage> {
    let shown = path.display();
    let bytes = std::fs::read(path).map_err(|error| Usage(format!("{shown} cannot be read: {error}")))?;
    let no_script = |why: String| Usage(format!("{shown} is not a shell script: {why}"));
    let text = String::from_utf8(bytes).map_err(|_| no_script("it is not UTF-8 text".to_owned()))?;
    if text.contains('\0') {
        return Err(no_script("it is not text".to_owned()));
    }
    if let Some(first) = text.strip_prefix("#!") {
        return match interpreter(first.lines().next().unwrap_or_default()) {
            Some(name) if SHELLS.contains(&name) => Ok(text),
            Some(name) => Err(no_script(format!("its first line names `{name}`"))),
            None => Err(no_script("its first line names no program".to_owned())),
        };
    }
    match path.extension().and_then(|extension| extension.to_str()) {
        Some(extension) if !EXTENSIONS.contains(&extension) => {
            Err(no_script(format!("it has no `#!` line, and its name ends in `.{extension}`")))
        }
        Some(_) | None => Ok(text),
    }
}

/// The program that a `#!` line names, also behind `env`.
fn interpreter(line: &str) -> Option<&str> {
    let mut names = line.split_whitespace().map(|word| word.rsplit('/').next().unwrap_or(word));
    match names.next()? {
        "env" => names.find(|word| !word.starts_with('-') && !word.contains('=')),
        name => Some(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interpreter_is_found_behind_env_and_its_options() {
        for (line, name) in [
            ("/bin/sh", Some("sh")),
            (" /usr/bin/env bash", Some("bash")),
            ("/usr/bin/env -S LANG=C bash -eu", Some("bash")),
            ("/usr/bin/python3 -u", Some("python3")),
            ("", None),
        ] {
            assert_eq!(interpreter(line), name, "{line}");
        }
    }
}
