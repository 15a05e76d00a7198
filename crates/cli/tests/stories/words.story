# A policy's own words for denials in a row, and its own limit.

policy
    [strikes]
    limit = 2
    first = "BLOCKED: {matched} ({rule}). {instead}"
    third = "RETRY ({row}/{limit}) {rule}"
    blocked = "SKIP: {rule} a) proceed b) cancel"

on branch feature/x
bash cat .env
    denied by security/secret-read: BLOCKED: .env (security/secret-read).
bash cat .env
    denied by security/secret-read: RETRY (2/2)
bash cat .env
    denied by security/secret-read: SKIP: security/secret-read a) proceed b) cancel
a person runs resolve s1 override
    Resolved.
bash cat .env
    goes on
