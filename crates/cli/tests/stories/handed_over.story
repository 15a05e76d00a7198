# A file that a gate has refused is not handed to a program that nobody knows, without a word of it.

policy
    [rules]
    "gate/untested-code" = "enforce"

the file src/a.ts
    export const a = 1;
the file src/b.ts
    export const b = 1;
the file scripts/check.js
    console.log(require('fs').readFileSync(process.argv[2], 'utf8').length);
the file scripts/lint.sh
    #!/bin/sh
    grep -n TODO "$1"

on branch feature/x

# Nothing was refused yet.
bash ./mytool src/a.ts
    goes on

write src/a.ts: export const a = 2;
    denied by gate/untested-code
bash ./mytool src/a.ts
    asked by gate/untested-code
write src/a.ts: export const a = 2;
    denied by gate/untested-code
bash cd src && ../bin/mytool --file=a.ts
    asked by gate/untested-code
write src/a.ts: export const a = 2;
    denied by gate/untested-code
bash ./mytool src/b.ts
    goes on

# What is known to only look at it is free.
write src/a.ts: export const a = 3;
    denied by gate/untested-code
bash cat src/a.ts
    goes on
write src/a.ts: export const a = 3;
    denied by gate/untested-code
bash grep -n a src/a.ts; git diff src/a.ts; git add src/a.ts
    goes on
write src/a.ts: export const a = 3;
    denied by gate/untested-code
bash npx prettier --check src/a.ts && npx eslint src/a.ts
    goes on
write src/a.ts: export const a = 3;
    denied by gate/untested-code
bash npx tsc --noEmit src/a.ts; npx vitest run src/a.ts
    goes on

# By its name it only looks; that is said.
write src/a.ts: export const a = 3;
    denied by gate/untested-code
bash node scripts/check.js src/a.ts
    goes on, advised by gate/untested-code
write src/a.ts: export const a = 3;
    denied by gate/untested-code
bash ./scripts/lint.sh src/a.ts
    goes on, advised by gate/untested-code
write src/a.ts: export const a = 3;
    denied by gate/untested-code
bash ./tools/spell-check src/a.ts
    goes on, advised by gate/untested-code

# Once the gate has what it asks for, nobody is asked.
write src/a.test.ts: import './a';
    goes on
bash ./mytool src/a.ts
    goes on
