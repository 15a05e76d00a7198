//! Destroys data in a database.
//!
//! What: denies DROP and TRUNCATE by any client, driver or migration tool (`psql -c`, `prisma migrate reset`, `rails
//! db:drop`, `redis-cli FLUSHALL`, `db.dropDatabase()`), also from a file that the client is given or fed (`psql < x.sql`). Asks about DELETE and UPDATE without WHERE, a dropped column, a
//! migration rolled back, the file of a database deleted. Free: reading, new migrations, a migration file that is only
//! written, text that mentions it.
//!
//! Why: a database has no undo, and the one that a shell is connected to is not always the one for tests.
//!
//! Instead: write a migration and let the person run it.

use std::borrow::Cow;

use hookward_effects::{Action, Deed, Depth, Effect, Spot};

use crate::rule::{Against, BEFORE, Case, Rule, asks, denies, passes};
use crate::target::Target;
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/database-destruction",
    category: Category::Security,
    on: BEFORE,
    against: Against::Target,
    source: include_str!("database_destruction.rs"),
    judge,
    examples: &[
        denies("curl -X DELETE http://localhost:9200/_all"),
        denies("psql -c 'DROP OWNED BY app'"),
        passes("curl http://localhost:9200/_all"),
        denies("sqlite3 a.db \"SELECT 'DROP TABLE ' || name || ';' FROM sqlite_master\" | sqlite3 a.db"),
        passes("sqlite3 a.db \"SELECT 'DROP TABLE ' || name || ';' FROM sqlite_master\""),
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
        asks("rm prod.sqlite3"),
        passes("rm -f test.db"),
        passes("rm -f .cache/index.db"),
        passes("psql -c 'SELECT count(*) FROM users'"),
        passes("psql -c \"select 'DROP TABLE x' as txt\""),
        passes("grep -rn 'DROP TABLE' migrations"),
        passes("cat > migrations/2.sql <<'SQL'\nDROP TABLE old;\nSQL"),
        passes("npx prisma migrate dev --name add_users"),
        passes("psql -c \"DELETE FROM users WHERE id = 3\""),
        denies("mongosh app <(echo 'db.dropDatabase()')"),
        passes("mongosh app <(echo 'db.a.find()')"),
        denies("sqlite-utils drop-table a.db users"),
        passes("sqlite-utils tables a.db"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let mut findings = Vec::new();
    for effect in &case.facts.effects {
        let (decision, what): (Decision, Cow<'static, str>) = match &effect.action {
            Action::Deed(Deed::DropData, what) => (Decision::Deny, what.clone()),
            Action::Deed(Deed::LoseData, what) => (Decision::Ask, what.clone()),
            Action::Delete(place, Depth::One | Depth::Tree)
                if place.spots.iter().any(|spot| is_database(case, spot)) =>
            {
                (Decision::Ask, format!("deletes {}, which is a whole database", place.written).into())
            }
            _ => continue,
        };
        findings.push(Finding {
            why: format!("it {what}").into(),
            instead: "write a migration to a file, and let the person run it".into(),
            about: tables(case, effect),
            ..Rule::finding(RULE.id, decision, case, effect.span)
        });
    }
    findings
}

/// What it is about: the file, or the tables that the same command takes rows from.
fn tables(case: &Case, effect: &Effect) -> Vec<Target> {
    if effect.action.place().is_some() {
        return Target::of(&effect.action);
    }
    let beside = case.facts.effects.iter().filter(|other| other.span == effect.span);
    let lessened = beside.filter(|other| matches!(other.action, Action::Lessen(_)));
    lessened.flat_map(|other| Target::of(&other.action)).collect()
}

/// A file that a database is kept in, by its name; not one for tests or for a try.
fn is_database(case: &Case, spot: &Spot) -> bool {
    const KINDS: &[&str] = &["sqlite", "sqlite3", "db", "db3", "duckdb", "mdb", "accdb"];
    const FOR_A_TRY: &[&str] = &[
        "test", "tmp", "temp", "dev", "local", "cache", "fixture", "sample", "example", "mock", "demo",
        "thumbs", "build",
    ];
    let path = spot.path.to_ascii_lowercase();
    let below = case.ground.roots.iter().find_map(|root| path.strip_prefix(&root.to_ascii_lowercase()));
    let named =
        spot.last().rsplit_once('.').is_some_and(|(stem, kind)| !stem.is_empty() && KINDS.contains(&kind));
    spot.glob.is_none()
        && named
        && below
            .is_some_and(|below| !FOR_A_TRY.iter().any(|word| below.contains(word)) && !below.contains("/."))
}
