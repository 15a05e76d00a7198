//! What `nox` runs: the commands of the sessions in its file.

use super::words;
use super::{Recipe, UNKNOWN};
use crate::code::{Session, Sessions, Word, sessions};

/// More sessions are not looked at.
const MAX_SESSIONS: usize = 64;

/// What it is told to run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// These; if none, those that its file lists.
    pub(crate) names: Vec<String>,
    /// Whether it is told to choose by something else.
    pub(crate) chooses: bool,
    /// Whether a session fails without the Python that it wants.
    pub(crate) needs_python: bool,
}

pub(crate) fn nox(text: &str, wanted: &Wanted, given: &str) -> Vec<Recipe> {
    let file = sessions(text);
    let mut recipes = Vec::new();
    let mut waiting: Vec<&Session> = chosen(&file, wanted);
    let mut seen: Vec<&str> = Vec::new();
    while let Some(session) = waiting.pop() {
        if seen.contains(&session.name.as_str()) || seen.len() > MAX_SESSIONS {
            continue;
        }
        seen.push(&session.name);
        let may_be_skipped = session.wants_python && !wanted.needs_python && !file.needs_python;
        let may_be_left_out = wanted.chooses || (file.chooses && wanted.names.is_empty());
        let is_heard = !may_be_skipped && !may_be_left_out;
        for run in &session.runs {
            let said: Vec<String> = run.words.iter().map(|word| said(word, given)).collect();
            let variables = run
                .variables
                .iter()
                .map(|(name, value)| (name.clone(), value.clone().unwrap_or_else(|| UNKNOWN.to_owned())));
            recipes.push(Recipe {
                is_heard: is_heard && run.is_heard,
                directory: run.directory.as_ref().map(path),
                variables: variables.collect(),
                ..Recipe::new(&session.name, said.join(" ").trim())
            });
        }
        waiting.extend(file.all.iter().filter(|other| session.notified.contains(&other.name)));
    }
    recipes
}

/// The sessions that are run, the last in front.
fn chosen<'s>(file: &'s Sessions, wanted: &Wanted) -> Vec<&'s Session> {
    // `tests-3.12` is one with that Python, `tests(a=1)` with that parameter.
    let is_of = |name: &String, session: &Session| {
        let behind = name.strip_prefix(session.name.as_str());
        behind.is_some_and(|behind| behind.is_empty() || behind.starts_with(['-', '(']))
    };
    let names = if wanted.names.is_empty() { file.listed.as_ref() } else { Some(&wanted.names) };
    let all = file.all.iter().rev();
    match names {
        Some(names) => all.filter(|session| names.iter().any(|name| is_of(name, session))).collect(),
        None => all.filter(|session| session.is_default || wanted.chooses).collect(),
    }
}

fn path(word: &Word) -> String {
    match word {
        Word::Text(text) => text.clone(),
        Word::Given(_) | Word::Unknown => UNKNOWN.to_owned(),
    }
}

fn said(word: &Word, given: &str) -> String {
    match word {
        Word::Text(text) => words::of_list(std::iter::once(text.as_str())),
        Word::Given(usual) if given.is_empty() => {
            usual.iter().map(|word| said(word, given)).collect::<Vec<_>>().join(" ")
        }
        Word::Given(_) => given.to_owned(),
        Word::Unknown => UNKNOWN.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The commands, with a dash in front of those that nobody hears.
    fn runs(body: &str, wanted: &Wanted, given: &str) -> Vec<String> {
        let text = format!("import nox\n\n{body}");
        let said = |recipe: Recipe| format!("{}{}", if recipe.is_heard { "" } else { "-" }, recipe.text);
        nox(&text, wanted, given).into_iter().map(said).collect()
    }

    fn named(name: &str) -> Wanted {
        Wanted { names: vec![name.to_owned()], ..Wanted::default() }
    }

    #[test]
    fn what_a_session_surely_runs_is_heard() {
        for (body, expected) in [
            ("@nox.session\ndef tests(session):\n    session.run('pytest')\n", &["pytest"][..]),
            (
                "@nox.session(name='t')\ndef tests(session: nox.Session) -> None:\n    \"\"\"All.\"\"\"\n    session.install('.')\n    session.run(\n        'pytest',\n        '--cov',\n        *session.posargs,\n        env={'A': 'b'},\n    )\n",
                &["pytest --cov"],
            ),
            (
                "@nox.session\ndef tests(s):\n    args = s.posargs or ['-x', 'tests']\n    s.run('pytest', *args)\n",
                &["pytest -x tests"],
            ),
            ("@nox.session\ndef a(session):\n    if CI:\n        session.run('pytest')\n", &["-pytest"]),
            (
                "@nox.session\ndef a(session):\n    if CI:\n        return\n    session.run('pytest')\n",
                &["-pytest"],
            ),
            (
                "@nox.session\ndef a(session):\n    session.run('pytest', success_codes=[0, 1])\n",
                &["-pytest"],
            ),
            ("@nox.session(python='3.12')\ndef a(session):\n    session.run('pytest')\n", &["-pytest"]),
            ("@nox.session(python=False)\ndef a(session):\n    session.run('pytest')\n", &["pytest"]),
            ("@nox.session(default=False)\ndef a(session):\n    session.run('pytest')\n", &[]),
            ("def a(session):\n    session.run('pytest')\n", &[]),
            (
                "@nox.session\ndef a(session):\n    args = ['-x']\n    args += more\n    session.run('pytest', *args)\n",
                &["pytest ${_}"],
            ),
            ("@nox.session\n@skipped\ndef a(session):\n    session.run('pytest')\n", &["-pytest"]),
            (
                "nox.options.sessions = ['lint']\n@nox.session\ndef lint(session):\n    session.run('ruff', 'check')\n    session.notify('tests')\n@nox.session\ndef tests(session):\n    session.run('pytest')\n",
                &["ruff check", "pytest"],
            ),
        ] {
            assert_eq!(runs(body, &Wanted::default(), ""), expected, "{body}");
        }
    }

    #[test]
    fn named_sessions_are_run_with_what_is_given() {
        let body = "@nox.session\ndef lint(session):\n    session.run('ruff', 'check')\n@nox.session(python=['3.12'])\ndef tests(session):\n    session.run('pytest', *session.posargs)\n";
        let strict = |name: &str| Wanted { needs_python: true, ..named(name) };
        assert_eq!(runs(body, &named("lint"), "-k one"), ["ruff check"]);
        assert_eq!(runs(body, &named("tests"), "-k one"), ["-pytest -k one"]);
        assert_eq!(runs(body, &strict("tests-3.12"), ""), ["pytest"]);
        assert_eq!(runs(body, &named("test"), ""), [""; 0]);
        let chooses = Wanted { chooses: true, ..Wanted::default() };
        assert_eq!(runs(body, &chooses, ""), ["-ruff check", "-pytest"]);
    }

    #[test]
    fn a_session_may_go_elsewhere() {
        let places = |body: &str| {
            let text = format!("@nox.session\ndef a(session):\n{body}");
            let told = |recipe: Recipe| (recipe.directory.unwrap_or_default(), recipe.is_heard);
            nox(&text, &Wanted::default(), "").into_iter().map(told).collect::<Vec<_>>()
        };
        let at = |place: &str, is_heard| (place.to_owned(), is_heard);
        assert_eq!(places("    session.chdir('b')\n    session.run('pytest')\n"), [at("b", true)]);
        let block = "    with session.chdir('b'):\n        session.run('pytest')\n        if c:\n            session.run('d')\n    session.run('pytest')\n";
        assert_eq!(places(block), [at("b", true), at("", false), at("", true)]);
        assert_eq!(places("    session.chdir(b)\n    session.run('pytest')\n"), [at(UNKNOWN, true)]);
    }
}
