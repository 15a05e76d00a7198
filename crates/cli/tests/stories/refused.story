# What was refused is refused by every other way to it, and nothing else is.

policy
    rules = {}

on branch feature/x
bash psql -c 'DROP TABLE users'
    denied by security/database-destruction
bash psql -c 'DELETE FROM users WHERE id > 0'
    denied by security/workaround: users was refused
bash mongosh --eval 'db.users.deleteMany({ age: 1 })'
    denied by security/workaround
bash psql -c 'DELETE FROM orders WHERE id = 3'
    goes on
bash psql -c 'SELECT count(*) FROM users'
    goes on

bash cat .env
    denied by security/secret-read
bash ./show-it .env
    denied by security/workaround: .env was refused
bash ./show-it README.md
    goes on

bash git push --force origin main
    denied by security/forced-push
bash gh api -X DELETE repos/o/r/git/refs/heads/main
    denied by security/workaround
