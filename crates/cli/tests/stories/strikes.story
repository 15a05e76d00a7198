# An agent that does not listen is explained, reminded, stopped; then a person decides.

on branch feature/x
bash cat .env
    denied by security/secret-read: Why
bash cat .env
    denied by security/secret-read: denied again
bash git status
    goes on
bash cat .env
    denied by security/secret-read: Denied 3 times in a row
bash cat .env
    denied by security/secret-read: Blocked
bash hookward resolve s1 override
    denied by security/guard-tampering
a person runs resolve s1 override
    Resolved.
bash cat .env
    goes on
# Once.
bash cat .env
    denied by security/secret-read

# What goes through in between ends a row: something else is explained. Who comes back to the same thing was told before.
write src/a.ts
    goes on
read config/credentials.json
    denied by security/secret-read: Why
write src/a.ts: export const a = 2;
    goes on
bash cat .env
    denied by security/secret-read: denied again
write src/a.ts: export const a = 3;
    goes on
bash head -3 .env
    denied by security/secret-read: Denied 3 times
write src/a.ts: export const a = 4;
    goes on
bash cat .env
    denied by security/secret-read: Blocked
a person runs resolve s1 skip
    Resolved.
write src/a.ts: export const a = 5;
    goes on
bash cat .env
    denied by security/secret-read: Why

# A check that is run in between does nothing about it, whatever it says.
policy
    [rules]
    "gate/missing-evidence" = "enforce"
the file src/b.ts
    export const b = 2;
bash git add -A && git commit -m b
    denied by gate/missing-evidence: no run of the tests was seen
bash npm test | tail -5
    goes on, ends badly
bash git add -A && git commit -m b
    denied by gate/missing-evidence: hides how it ended
bash npm run lint
    goes on, ends badly
bash git add -A && git commit -m b
    denied by gate/missing-evidence: Denied 3 times in a row
bash npm test || true
    goes on, ends well
bash git add -A && git commit -m b
    denied by gate/missing-evidence: Blocked
bash npm test
    goes on, ends well
bash git add -A && git commit -m b
    goes on
policy
    rules = {}

# What a person overrides is the very call: another content of the same file is another call.
write .env: A=1
    denied by security/protected-file
write .env: A=1
    denied by security/protected-file
write .env: A=1
    denied by security/protected-file
write .env: A=1
    denied by security/protected-file: Blocked
a person runs resolve s1 override
    Resolved.
write .env: A=2
    denied by security/protected-file
write .env: A=1
    goes on

# Of the same thing, by another tool, a gate says that it is another way; and a rule that denies for the first time explains.
policy
    [rules]
    "gate/untested-code" = "enforce"

write src/cart.ts
    denied by gate/untested-code: has no test yet
bash echo x > src/cart.ts
    denied by gate/untested-code: another way to what was refused a moment ago
write src/shop.test.ts
    goes on
bash git push --force origin main
    denied by security/forced-push
bash git push -f origin main
    denied by security/workaround: reaches it in another way
