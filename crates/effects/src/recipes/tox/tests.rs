//! Files of tox, and what it runs by them.

use super::*;

/// The commands, with a dash in front of those that nobody hears.
fn runs(file: &str, text: &str, asked: &Asked, given: &str) -> Vec<String> {
    let said = |recipe: Recipe| format!("{}{}", if recipe.is_heard { "" } else { "-" }, recipe.text);
    tox(file, text, asked, given).unwrap_or_default().into_iter().map(said).collect()
}

fn by_ini(text: &str) -> Vec<String> {
    runs("tox.ini", text, &Asked::Listed, "")
}

fn named(name: &str) -> Asked {
    Asked::Named(vec![name.to_owned()])
}

#[test]
fn the_environments_of_a_list_are_run() {
    for (text, expected) in [
        ("[testenv]\ncommands = pytest {posargs}\n", &["pytest"][..]),
        ("[testenv]\ncommands = pytest {posargs:tests} # all\n", &["pytest tests"]),
        ("[testenv]\ncommands =\n    ruff check\n    pytest \\\n      -x\n", &["ruff check", "pytest  -x"]),
        (
            "[tox]\nenvlist = lint\n[testenv]\ncommands = pytest\n[testenv:lint]\ncommands = ruff check\n",
            &["ruff check"],
        ),
        (
            "[tox]\nenv_list =\n  py3{11,12}\n  lint\n[testenv]\ncommands =\n  !lint: pytest\n  lint: ruff check\n",
            &["pytest", "pytest", "ruff check"],
        ),
        ("[testenv]\ncommands = {envpython} -m pytest\n", &["python -m pytest"]),
        ("[testenv]\ncommands = {envbindir}/pytest {toxinidir}/tests\n", &["pytest ./tests"]),
        ("[testenv]\ncommands = {[x]commands}\n[x]\ncommands =\n  pytest\n  ls\n", &["pytest", "ls"]),
        ("[testenv]\ncommands = - pytest\n", &["-pytest"]),
        ("[testenv]\ncommands = ! pytest\n", &["-pytest"]),
        ("[testenv]\nignore_outcome = true\ncommands = pytest\n", &["-pytest"]),
        ("[testenv]\nplatform = win32\ncommands = pytest\n", &["-pytest"]),
        ("[testenv]\ncommands = true && pytest\n", &["true \\&\\& pytest"]),
        ("[testenv]\ndeps = pytest\n", &[]),
    ] {
        assert_eq!(by_ini(text), expected, "{text}");
    }
}

#[test]
fn one_that_may_be_skipped_is_not_heard() {
    let text =
        "[tox]\nenvlist = py312, lint\nskip_missing_interpreters = true\n[testenv]\ncommands = pytest\n";
    assert_eq!(by_ini(text), ["-pytest", "pytest"]);
    assert_eq!(by_ini(&text.replace("true", "false")), ["pytest", "pytest"]);
}

#[test]
fn named_ones_are_run_with_what_is_given() {
    let text = "[tox]\nenvlist = lint\n[testenv]\ncommands = pytest {posargs}\n[testenv:lint]\ncommands = ruff check\n";
    assert_eq!(runs("tox.ini", text, &named("py312"), "-k one"), ["pytest -k one"]);
    assert_eq!(runs("tox.ini", text, &named("lint"), "-k one"), ["ruff check"]);
    assert_eq!(runs("tox.ini", text, &Asked::Some, ""), ["-ruff check"]);
}

#[test]
fn other_files_hold_the_same() {
    let listed = |file, text| runs(file, text, &Asked::Listed, "");
    assert_eq!(listed("setup.cfg", "[tox:tox]\n[testenv]\ncommands = pytest\n"), ["pytest"]);
    assert_eq!(tox("setup.cfg", "[metadata]\nname = x\n", &Asked::Listed, ""), None);
    let legacy = "[tool.tox]\nlegacy_tox_ini = '''\n[testenv]\ncommands = pytest\n'''\n";
    assert_eq!(listed("pyproject.toml", legacy), ["pytest"]);
    let native = "[tool.tox]\nenv_list = ['py', 'lint']\n[tool.tox.env_run_base]\ncommands = [['pytest', {replace = 'posargs', default = ['tests'], extend = true}]]\n[tool.tox.env.lint]\ncommands = [['ruff', 'check', 'a b']]\n";
    assert_eq!(listed("pyproject.toml", native), ["pytest tests", "ruff check \"a b\""]);
    assert_eq!(listed("tox.toml", "[env_run_base]\ncommands = [['-', 'pytest']]\n"), ["-pytest"]);
    assert_eq!(tox("pyproject.toml", "[project]\nname = 'x'\n", &Asked::Listed, ""), None);
}

#[test]
fn variables_and_places_are_told() {
    let text = "[testenv]\nchangedir = {toxinidir}/backend\nsetenv =\n  A = b\n  lint: C = d\n  E = {env:E}\ncommands = pytest\n";
    let recipes = tox("tox.ini", text, &Asked::Listed, "").unwrap_or_default();
    let [recipe] = recipes.as_slice() else { panic!("{recipes:?}") };
    assert_eq!(recipe.directory.as_deref(), Some("./backend"));
    let expected = [("A", "b"), ("E", UNKNOWN)].map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(recipe.variables, expected);
}
