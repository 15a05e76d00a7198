//! What tox puts in the place of what stands in braces.

use super::UNKNOWN;

/// What it is filled with.
#[derive(Clone, Copy)]
pub(super) struct Filling<'f> {
    /// The environment.
    pub(super) name: &'f str,
    /// What was given behind two dashes.
    pub(super) given: &'f str,
    /// Whether the commands run in another directory than that of the project.
    pub(super) is_elsewhere: bool,
}

/// A text with everything in place; what nobody knows is unknown.
pub(super) fn filled(text: &str, with: &Filling) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        if let Some(plain) = before.strip_suffix('\\') {
            filled.push_str(plain);
            filled.push('{');
            rest = after;
            continue;
        }
        filled.push_str(before);
        let Some((inner, behind)) = closed(after) else {
            filled.push('{');
            rest = after;
            continue;
        };
        rest = behind;
        match meant(inner, with) {
            // A program of the environment is found by its name as well.
            Meant::Programs => rest = behind.strip_prefix('/').unwrap_or(behind),
            Meant::Text(text) => filled.push_str(&text),
        }
    }
    filled.push_str(rest);
    filled
}

enum Meant {
    Programs,
    Text(String),
}

fn meant(inner: &str, with: &Filling) -> Meant {
    let text = |text: &str| Meant::Text(text.to_owned());
    if let Some(usual) = inner.strip_prefix("posargs") {
        let usual = usual.strip_prefix(':').unwrap_or(usual);
        return Meant::Text(if with.given.is_empty() { filled(usual, with) } else { with.given.to_owned() });
    }
    let of_environment = |below: &str| Meant::Text(format!(".tox/{}/{below}", with.name));
    match inner {
        "toxinidir" | "tox_root" | "package_root" if with.is_elsewhere => text(UNKNOWN),
        "toxinidir" | "tox_root" | "package_root" => text("."),
        "envpython" | "env_python" => text("python"),
        "envbindir" | "env_bin_dir" => Meant::Programs,
        "envname" | "env_name" => text(with.name),
        "envtmpdir" | "env_tmp_dir" if !with.is_elsewhere => of_environment("tmp"),
        "envlogdir" | "env_log_dir" if !with.is_elsewhere => of_environment("log"),
        "envdir" | "env_dir" if !with.is_elsewhere => Meant::Text(format!(".tox/{}", with.name)),
        "toxworkdir" | "work_dir" if !with.is_elsewhere => text(".tox"),
        "/" => text("/"),
        "" => text("{}"),
        _ => text(UNKNOWN),
    }
}

/// What stands up to the brace that closes, and what behind it.
fn closed(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => return Some((text.get(..at)?, text.get(at + 1..)?)),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}
