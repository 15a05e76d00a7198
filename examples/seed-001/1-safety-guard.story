# The safety guard of the document, and the command that its sequence diagram shows being blocked.

on branch feature/x

bash rm -rf /
    denied
    | Blocked: destructive command detected
bash rm -rf src
    denied
    | Blocked: Dangerous command pattern detected
bash psql -c "DROP TABLE users"
    denied
    | Blocked: Dangerous command pattern detected
bash format c:
    denied
    | Blocked: Dangerous command pattern detected

# Again: now also why.
bash rm -rf src
    denied by Blocked: Instead

# What the script's patterns are not about is told as what it is.
write .env: KEY=1
    denied by a file of secrets: .env.example

# What only mentions them, and what nobody misses, goes on.
bash echo "rm -rf is dangerous"
    approved
bash grep -rn "DROP TABLE" migrations
    goes on
bash rm -rf /tmp/test
    goes on
bash cargo test
    goes on, ends well

# Every event is in the journal.
an orchestrator runs log --all
    rm -rf /
    cargo test
