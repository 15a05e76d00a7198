//! Destroys data in a database.
//!
//! What: denies DROP and TRUNCATE by any client, driver or migration tool (`psql -c`, `prisma migrate reset`,
//! `rails db:drop`, `redis-cli FLUSHALL`, `db.dropDatabase()`). Asks about DELETE and UPDATE without WHERE, a dropped column,
//! a migration rolled back. Free: reading, new migrations, a migration file that is only written, text that mentions it.
//!
//! Why: a database has no undo, and the one that a shell is connected to is not always the one for tests.
//!
//! Instead: write a migration and let the person run it.

use hookward_effects::{Action, Deed};

use crate::rule::{Case, Rule, asks, denies, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/database-destruction",
    category: Category::Security,
    source: include_str!("database_destruction.rs"),
    judge,
    examples: &[
        denies("psql -c 'DROP TABLE users;'"),
        denies("psql -U postgres <<'SQL'\nTRUNCATE orders CASCADE;\nSQL"),
        denies("echo 'TRUNCATE TABLE logs;' | mysql -u root shop"),
        denies("sqlite3 app.db 'drop table sessions'"),
        denies("mongosh --eval 'db.dropDatabase()'"),
        denies("redis-cli -n 2 flushall"),
        denies("npx prisma migrate reset --force"),
        denies("bundle exec rails db:drop"),
        denies("python manage.py flush --noinput"),
        denies("php artisan migrate:fresh"),
        denies("ssh db \"psql -c 'DROP DATABASE app'\""),
        asks("psql -c 'DELETE FROM users'"),
        asks("alembic downgrade -1"),
        passes("psql -c 'SELECT count(*) FROM users'"),
        passes("psql -c \"select 'DROP TABLE x' as txt\""),
        passes("grep -rn 'DROP TABLE' migrations"),
        passes("cat > migrations/2.sql <<'SQL'\nDROP TABLE old;\nSQL"),
        passes("npx prisma migrate dev --name add_users"),
        passes("psql -c \"DELETE FROM users WHERE id = 3\""),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let mut findings = Vec::new();
    for effect in &case.facts.effects {
        let (decision, what) = match &effect.action {
            Action::Deed(Deed::DropData, what) => (Decision::Deny, what),
            Action::Deed(Deed::LoseData, what) => (Decision::Ask, what),
            _ => continue,
        };
        findings.push(Finding {
            why: format!("it {what}").into(),
            instead: "write a migration to a file, and let the person run it".into(),
            ..Rule::finding(RULE.id, decision, case, effect.span)
        });
    }
    findings
}
