# A repository of several projects, whose root is none.

policy
    extends = ["workflow"]

on branch feature/x
the file web/package.json
    {"scripts": {"test": "vitest run"}}
the file web/src/a.test.ts
    test
the file api/pyproject.toml
    [project]
the file api/tests/test_b.py
    test
the file api/tests/test_c.py
    test
the file infra/package.json
    {}
write web/src/a.ts
    goes on

# All tests are those of each of them.
bash cd web && npm test
    goes on, ends well
bash git add -A && git commit -m x
    denied by gate/missing-evidence: only a part of the tests
bash cd api && uv run pytest tests/test_b.py
    goes on, ends well
bash git add -A && git commit -m x
    denied by gate/missing-evidence: only a part of the tests
bash cd api && uv run pytest
    goes on, ends well
bash git add -A && git commit -m x
    goes on

# One that fails is not made up for by another.
write web/src/a.ts again
    goes on
bash cd api && uv run pytest
    goes on, ends badly
bash npm --prefix web test
    goes on, ends well
bash git add -A && git commit -m x
    denied by gate/missing-evidence
bash cd api && uv run pytest
    goes on, ends well
bash git add -A && git commit -m x
    goes on
