//! Names of environments and their factors: `py{311,312}-django` is two of them, and a line for `py312` is one of the second.

/// More names are not made of one text.
const MAX_NAMES: usize = 256;

/// The names in a list, which commas and lines separate, with braces told apart.
pub(super) fn listed(text: &str) -> Vec<String> {
    let mut depth = 0_usize;
    let names = text.split(|letter: char| {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && matches!(letter, ',' | '\n')
    });
    let names = names.map(str::trim).filter(|name| !name.is_empty());
    names.flat_map(expanded).take(MAX_NAMES).collect()
}

/// A name for each way to choose among what stands in its braces.
pub(super) fn expanded(name: &str) -> Vec<String> {
    let Some((before, rest)) = name.split_once('{') else { return vec![name.to_owned()] };
    let Some((choices, behind)) = rest.split_once('}') else { return vec![name.to_owned()] };
    let behind = expanded(behind);
    let ways = choices.split(',').map(str::trim);
    let names = ways.flat_map(|way| behind.iter().map(move |behind| format!("{before}{way}{behind}")));
    names.take(MAX_NAMES).collect()
}

/// What a line says to an environment; `None` if it is for others only.
pub(super) fn said_to<'l>(line: &'l str, name: &str) -> Option<&'l str> {
    let Some((condition, said)) = conditional(line) else { return Some(line) };
    let factors: Vec<&str> = name.split('-').collect();
    let holds = |part: &str| match part.strip_prefix('!') {
        Some(part) => !factors.contains(&part),
        None => factors.contains(&part),
    };
    let is_for = listed(condition).iter().any(|way| way.split('-').all(|part| holds(part.trim())));
    is_for.then_some(said)
}

/// The condition in front of a line, and the line.
fn conditional(line: &str) -> Option<(&str, &str)> {
    let (condition, said) = line.split_once(':')?;
    let is_factor = |letter: char| {
        letter.is_alphanumeric() || matches!(letter, '_' | '.' | '-' | ',' | '!' | '{' | '}' | ' ')
    };
    // `{posargs:tests}` and `http://…` have such a sign as well.
    let is_apart = said.is_empty() || said.starts_with([' ', '\t']);
    let is_closed = condition.matches('{').count() == condition.matches('}').count();
    let is_one = !condition.is_empty() && is_closed && condition.chars().all(is_factor);
    // One word, but for blanks behind commas.
    let is_list = condition.split(',').all(|part| !part.trim().contains(' '));
    (is_one && is_apart && is_list).then(|| (condition, said.trim_start()))
}

/// Whether the name of an environment says which Python it wants.
pub(super) fn names_python(name: &str) -> bool {
    name.split('-').any(|factor| {
        let version = ["pypy", "cpython", "python", "py"].iter().find_map(|own| factor.strip_prefix(own));
        version.unwrap_or(factor).starts_with(|letter: char| letter.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_in_a_list_are_told_apart() {
        assert_eq!(listed("py{311,312}-a, lint\n docs"), ["py311-a", "py312-a", "lint", "docs"]);
        assert_eq!(listed("{a,b}{1,2}"), ["a1", "a2", "b1", "b2"]);
    }

    #[test]
    fn a_line_may_be_for_some_only() {
        for (line, name, expected) in [
            ("pytest", "lint", Some("pytest")),
            ("py312: pytest", "py312", Some("pytest")),
            ("py312: pytest", "py311", None),
            ("!lint: pytest", "py312", Some("pytest")),
            ("!lint: pytest", "lint", None),
            ("py{311,312}-x: pytest", "py312-x", Some("pytest")),
            ("a, b: pytest", "b", Some("pytest")),
            ("a-b: pytest", "a", None),
            ("pytest {posargs:tests}", "a", Some("pytest {posargs:tests}")),
            ("pytest --url http://x", "a", Some("pytest --url http://x")),
            ("echo note: pytest", "a", Some("echo note: pytest")),
        ] {
            assert_eq!(said_to(line, name), expected, "{line} for {name}");
        }
    }

    #[test]
    fn some_names_say_which_python() {
        for (name, expected) in [
            ("py", false),
            ("py312", true),
            ("lint", false),
            ("3.12-x", true),
            ("pypy3", true),
            ("pylint", false),
        ] {
            assert_eq!(names_python(name), expected, "{name}");
        }
    }
}
