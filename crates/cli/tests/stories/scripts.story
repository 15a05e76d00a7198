# What a script of the project runs counts, and not its name.

policy
    extends = ["workflow"]

on branch feature/x
the file Makefile
    test:
    	true
    quiet-test:
    	-npx vitest run
the file src/a.test.ts
    import { a } from './a';
write src/a.ts
    goes on

# Scripts that run no test at all.
write package.json: {"scripts": {"test": "true", "test:run": "vitest run || true", "test:ci": "node run.js; exit 0", "test:e2e": "playwright test"}}
    goes on
bash npm test
    goes on, ends well
bash git add -A && git commit -m x
    denied by gate/missing-evidence: the project's script by that name runs no tests
bash make test
    goes on, ends well
bash git add -A && git commit -m x
    denied by gate/missing-evidence: the project's script by that name runs no tests

the file Makefile
    test:
    	node -e 0
bash make test
    goes on, ends well
bash git add -A && git commit -m x
    denied by gate/missing-evidence: the project's script by that name runs no tests
the file Makefile
    test:
    	mkdir -p out && touch out/passed
bash make test
    goes on, ends well
bash git add -A && git commit -m x
    denied by gate/missing-evidence: the project's script by that name runs no tests

# Scripts that hide how it ended.
bash npm run test:run
    goes on, ends well
bash git add -A && git commit -m x
    denied by gate/missing-evidence: `npm run test:run` ran, but what stands around it hides how it ended
bash npm run test:ci
    goes on, ends well
bash git add -A && git commit -m x
    denied by gate/missing-evidence: hides how it ended
the file Makefile
    test:
    	-npx vitest run
bash make test
    goes on, ends well
bash git add -A && git commit -m x
    denied by gate/missing-evidence: hides how it ended

# A part, by its name or by the words around it.
bash npm run test:e2e
    goes on, ends well
bash git add -A && git commit -m x
    denied by gate/missing-evidence: only a part of the tests
write package.json: {"scripts": {"test": "vitest run"}}
    goes on
bash npm test -w web
    goes on, ends well
bash git add -A && git commit -m x
    denied by gate/missing-evidence: only a part of the tests
bash npm test --script-shell=/bin/true
    goes on, ends well
bash git add -A && git commit -m x
    denied by gate/missing-evidence: only a part of the tests
bash npm test --help
    goes on, ends well
bash git add -A && git commit -m x
    denied by gate/missing-evidence

# All of them, through what the project calls it.
write package.json: {"scripts": {"test": "./scripts/test.sh"}}
    goes on
the file scripts/test.sh
    set -e
    npx vitest run --no-color
    echo fine
the file Makefile
    test:
    	@echo testing
    	npm test
bash make -j4 test
    goes on, ends well
bash git add -A && git commit -m x
    goes on

# What stands around a commit and changes nothing of what was tested.
bash GIT_EDITOR=true GIT_AUTHOR_DATE=2026-01-01 git commit --amend --no-edit
    goes on
bash mkdir -p docs && echo notes > docs/notes.md && git add docs && git commit -m docs
    goes on
bash GIT_INDEX_FILE=/tmp/other git commit -m x
    denied by gate/missing-evidence: may change the sources

# What `hookward run` has seen, it notes by itself.
write src/a.ts again
    goes on
bash hookward run -- npm test
    goes on, ends badly
bash git add -A && git commit -m x
    denied by gate/missing-evidence: the sources have changed since
