//! By what a project shows that it uses a tool, and the signs of tools that are run in more than one way.

/// By what a project shows that it uses a tool, in the directory in which that is.
pub(super) enum Sign {
    /// A file of this name; `*` at the end stands for any end.
    File(&'static str),
    /// A dependency of this name, or a key, in `package.json` or `composer.json`.
    Package(&'static str),
    /// A table of `pyproject.toml`: `tool.ruff`.
    Table(&'static str),
    /// A file that mentions a word.
    Mention(&'static str, &'static str),
    /// A file of JSON that does not switch a part of the tool off: `{"formatter": {"enabled": false}}`.
    Enabled(&'static str, &'static str),
}

use Sign::{Enabled, File, Mention, Table};

pub(super) const BIOME_FORMAT: &[Sign] =
    &[Enabled("biome.json", "formatter"), Enabled("biome.jsonc", "formatter")];
pub(super) const BIOME_LINT: &[Sign] = &[Enabled("biome.json", "linter"), Enabled("biome.jsonc", "linter")];
pub(super) const RUFF: &[Sign] = &[File("ruff.toml"), File(".ruff.toml"), Table("tool.ruff")];
pub(super) const FLAKE8: &[Sign] =
    &[File(".flake8"), Mention("setup.cfg", "[flake8]"), Mention("tox.ini", "[flake8]")];
pub(super) const MYPY: &[Sign] =
    &[File("mypy.ini"), File(".mypy.ini"), Table("tool.mypy"), Mention("setup.cfg", "[mypy]")];
pub(super) const PYTEST: &[Sign] = &[
    File("pytest.ini"),
    File("conftest.py"),
    File("tests/conftest.py"),
    Table("tool.pytest"),
    Mention("setup.cfg", "[tool:pytest]"),
    Mention("pyproject.toml", "pytest"),
    Mention("requirements-dev.txt", "pytest"),
    Mention("requirements.txt", "pytest"),
];
pub(super) const RUBOCOP: &[Sign] = &[File(".rubocop.yml"), Mention("Gemfile", "rubocop")];
pub(super) const STANDARD: &[Sign] = &[File(".standard.yml"), Mention("Gemfile", "\"standard\"")];
