//! What text does to databases, and what only looks like it.

use super::*;
use crate::value::Value;

/// Without the tables that rows go from: those have a test of their own.
fn harmful(mut statements: Vec<Statement>) -> Vec<Statement> {
    statements.retain(|statement| !matches!(statement.harm, Harm::Lessens(_)));
    statements
}

fn harms(text: &str) -> Vec<Harm> {
    harmful(statements(text)).into_iter().map(|statement| statement.harm).collect()
}

fn shell(command: &str) -> Harm {
    Harm::RunsShell(command.to_owned())
}

fn fed(command: &str) -> Harm {
    Harm::FeedsShell(command.to_owned())
}

fn reads(file: &str) -> Harm {
    Harm::ReadsFile(file.to_owned())
}

fn writes(file: &str) -> Harm {
    Harm::WritesFile(file.to_owned())
}

fn includes(file: &str) -> Harm {
    Harm::Includes(file.to_owned())
}

#[test]
fn what_destroys_data_is_a_drop() {
    for text in [
        "DROP TABLE users;",
        "drop database app",
        "TRUNCATE orders CASCADE;",
        "TRUNCATE TABLE logs;",
        "/* tidy */ DrOp   TaBlE accounts",
        "DROP TABLE IF EXISTS \"users\"",
        "DROP TABLE `users`",
        "DROP TABLE [dbo].[users]",
        "DROP SCHEMA public CASCADE; CREATE SCHEMA public;",
        "DROP KEYSPACE shop",
        "DROP COLLECTION users",
        "DROP OWNED BY bob CASCADE",
        "SELECT 1; -- note\nDROP TABLE users",
        "SELECT 1 -- note; \n ; DROP TABLE users",
        "/*!50000 DROP TABLE users */",
        "/*!40000 DROP DATABASE IF EXISTS `shop`*/;",
        "/*M!100100 DROP TABLE users */",
        "/* a /* b */ c */ DROP TABLE users",
        "SELECT 'a\\'; DROP TABLE users; --'",
        "SELECT 'it\\'s'; DROP TABLE users;",
        "SELECT 5--1; DROP TABLE users",
        "SELECT a #> '{x}' FROM t; DROP TABLE users",
        "SELECT 'it''s'; DROP TABLE users",
        "SELECT $$ it's $$; DROP TABLE users",
        "SELECT $a$ $$ $a$; DROP TABLE users",
        "SELECT E'it\\'s'; DROP TABLE users",
        "BEGIN; DROP TABLE users; ROLLBACK",
        "DO $$ BEGIN DROP TABLE users; END $$",
        "DO $x$ BEGIN EXECUTE 'DROP TABLE users'; END $x$",
        "DO $x$ BEGIN EXECUTE format('DROP TABLE %I', t); END $x$",
        "DO $x$ BEGIN EXECUTE 'DROP TABLE ' || quote_ident(t); END $x$",
        "EXEC('DROP TABLE users')",
        "EXEC sp_executesql N'DROP TABLE users'",
        "EXECUTE IMMEDIATE 'DROP TABLE users'",
        "EXECUTE IMMEDIATE 'DR' || 'OP TABLE users'",
        "SET @s = 'DROP TABLE users'; PREPARE p FROM @s; EXECUTE p",
        "SET @s = 0x44524F50205441424C45207573657273; PREPARE p FROM @s; EXECUTE p",
        "PREPARE p FROM \"DROP TABLE users\"; EXECUTE p",
        "DECLARE @s nvarchar(99) = 'DROP TABLE users' EXEC(@s)",
        "IF EXISTS (SELECT 1 FROM sys.tables) DROP TABLE users",
        "USE shop DROP TABLE users",
        "SELECT 1\nGO\nDROP TABLE users\nGO",
        "DELIMITER //\nDROP TABLE users //\nDELIMITER ;",
        "DELIMITER $$\nDROP TABLE users $$",
        "SELECT 'DROP TABLE ' || tablename FROM pg_tables \\gexec",
        "SELECT dblink_exec('dbname=x', 'DROP TABLE users')",
        "CREATE FUNCTION f() RETURNS void AS $$ DROP TABLE users $$ LANGUAGE sql; SELECT f()",
        "CREATE TRIGGER begin; DROP TABLE users",
        "ALTER TABLE t DROP PARTITION p0",
        "DROP TABLE ${_}",
        "TRUNCATE ${_}",
        "COPY t FROM STDIN; DROP TABLE users",
        "COPY t FROM stdin;\n1\tit's\n\\.\nDROP TABLE users;",
        "SELECT 1 \\g DROP TABLE users;",
        "SELECT 1 \\p \\\\ DROP TABLE users;",
        "(((((DROP TABLE users)))))",
    ] {
        assert!(harms(text).contains(&Harm::Drop), "{text}: {:?}", statements(text));
    }
}

#[test]
fn what_may_lose_data_is_told_apart() {
    for text in [
        "DELETE FROM users",
        "delete from users;",
        "DELETE users",
        "DELETE FROM users WHERE true",
        "DELETE FROM users WHERE 1=1",
        "DELETE FROM users WHERE (1 = 1)",
        "DELETE FROM users WHERE 1",
        "DELETE FROM users WHERE id = id",
        "DELETE FROM users WHERE 'a' = 'a'",
        "DELETE FROM users WHERE id = 3 OR 1=1",
        "DELETE FROM users WHERE 1 <> 2",
        "DELETE FROM users LIMIT 10",
        "DELETE FROM users USING (SELECT id FROM x WHERE id = 1) y",
        "BEGIN; DELETE FROM users; ROLLBACK;",
        "WITH gone AS (DELETE FROM users RETURNING *) SELECT * FROM gone WHERE id = 1",
        "WITH x AS (SELECT 1) DELETE FROM users",
        "COPY (DELETE FROM users RETURNING *) TO STDOUT",
        "EXPLAIN ANALYZE DELETE FROM users",
        "EXPLAIN (ANALYZE, BUFFERS) DELETE FROM users",
        "UPDATE users SET admin = true",
        "UPDATE users SET a = CASE WHEN b THEN 1 ELSE 2 END",
        "UPDATE users SET a = (SELECT 1 WHERE true)",
        "DELETE FROM a SELECT * FROM b WHERE id = 1",
        "ALTER TABLE users DROP COLUMN email",
        "ALTER TABLE users DROP email",
        "ALTER TABLE users ADD a int, DROP COLUMN b",
        "ALTER TABLE users DROP CONSTRAINT c",
        "ALTER TABLE events DELETE WHERE 1",
        "DROP INDEX i",
        "DROP VIEW v",
        "DROP MATERIALIZED VIEW v",
        "DROP FUNCTION f(int)",
        "DROP TRIGGER t",
        "DROP USER bob",
        "DROP ROLE admin",
        "DROP FOREIGN TABLE t",
        "DO $$ BEGIN IF true THEN DELETE FROM users; END IF; END $$",
        ".restore backup.db",
    ] {
        assert_eq!(harms(text), [Harm::Lose], "{text}");
    }
}

#[test]
fn what_only_speaks_of_it_is_free() {
    for text in [
        "",
        ";;;",
        "SELECT count(*) FROM users",
        "select 'DROP TABLE x' as txt",
        "SELECT * FROM users WHERE note LIKE '%DROP TABLE%'",
        "SELECT \"drop table\" FROM t",
        "-- DROP TABLE users",
        "--DROP TABLE users;",
        "# DROP TABLE users",
        "/* DROP TABLE users */ SELECT 1",
        "/* it's */ SELECT 1 /* DROP TABLE x; */",
        "CREATE TABLE IF NOT EXISTS users (id int)",
        "CREATE TABLE a (b int REFERENCES c ON DELETE CASCADE ON UPDATE SET NULL)",
        "CREATE TABLE a (b int REFERENCES c ON UPDATE CASCADE ON DELETE SET NULL)",
        "INSERT INTO t VALUES ('DROP TABLE users; DELETE FROM users')",
        "INSERT INTO t VALUES (1) ON CONFLICT (id) DO UPDATE SET a = 1",
        "INSERT INTO t VALUES (1) ON DUPLICATE KEY UPDATE a = 1",
        "SELECT * FROM t FOR UPDATE",
        "SELECT * FROM t FOR UPDATE OF t",
        "DELETE FROM users WHERE id = 3",
        "DELETE FROM users WHERE id = 3 AND 1=1",
        "DELETE FROM users WHERE id IN (SELECT id FROM gone)",
        "DELETE FROM users USING x WHERE x.id = users.id",
        "DELETE FROM users WHERE ${_}",
        "UPDATE users SET a = 1 WHERE id = 2",
        "UPDATE users SET a = 1 FROM b WHERE b.id = users.id",
        "UPDATE users SET a = CASE WHEN b THEN 1 ELSE 2 END WHERE id = 1",
        "UPDATE STATISTICS users",
        "WITH x AS (SELECT 1) UPDATE users SET a = 1 WHERE id IN (SELECT * FROM x)",
        "EXPLAIN DELETE FROM users",
        "EXPLAIN (ANALYZE false) DELETE FROM users",
        "EXPLAIN QUERY PLAN DELETE FROM users",
        "EXPLAIN ANALYZE SELECT 1",
        "GRANT DELETE, DROP ON shop.* TO bob",
        "COMMENT ON TABLE t IS 'DROP TABLE x'",
        "SELECT TRUNCATE(1.234, 2)",
        "SELECT truncate FROM t",
        "DROP TEMPORARY TABLE t",
        "DROP TABLE #tmp",
        "DROP TABLE pg_temp.t",
        "ALTER TABLE users ALTER COLUMN a DROP NOT NULL",
        "ALTER TABLE users ALTER COLUMN a DROP DEFAULT",
        "ALTER TABLE users ADD COLUMN a int",
        "ALTER PUBLICATION p DROP TABLE t",
        "MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN DELETE",
        "MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN UPDATE SET a = s.a",
        "CREATE FUNCTION f() RETURNS void AS $$ DROP TABLE users $$ LANGUAGE sql",
        "CREATE OR REPLACE FUNCTION f() RETURNS trigger AS $body$ BEGIN DELETE FROM a; RETURN NEW; END $body$",
        "CREATE TRIGGER t AFTER INSERT ON a BEGIN DELETE FROM b; UPDATE c SET d = 1; END; SELECT 1",
        "DELIMITER //\nCREATE PROCEDURE p() BEGIN DROP TABLE a; DELETE FROM b; END //\nDELIMITER ;\nSELECT 1;",
        "DELIMITER $$\nCREATE PROCEDURE p() BEGIN DROP TABLE a; END $$\nDELIMITER ;",
        "CREATE PROCEDURE p() BEGIN CASE x WHEN 1 THEN SELECT 1; END CASE; DROP TABLE a; END; SELECT 1",
        "SELECT 'it\\'s; fine'",
        "COPY t FROM stdin;\n1\tDROP TABLE x;\n2\tit's\n\\.\n",
        "COPY t TO STDOUT",
        "\\dt",
        "\\d users",
        "\\copy t to stdout",
        ".schema",
        ".tables",
        ".dump",
        ".output stdout",
        ".mode csv",
        "SHOW TABLES",
        "SELECT a[1], b['x'] FROM t",
        "SELECT ARRAY['DROP TABLE x']",
        "SELECT system FROM t",
    ] {
        assert_eq!(harmful(statements(text)), [], "{text}");
    }
}

#[test]
fn clients_and_servers_run_shells_and_open_files() {
    let cases: &[(&str, &[Harm])] = &[
        ("\\! rm -rf /", &[shell("rm -rf /")]),
        ("SELECT 1; \\! ls | wc", &[shell("ls | wc")]),
        ("\\i other.sql", &[includes("other.sql")]),
        ("\\ir 'my file.sql'", &[includes("my file.sql")]),
        ("\\o |sh", &[fed("sh")]),
        ("\\o out.txt", &[writes("out.txt")]),
        ("SELECT 1 \\g |sh", &[fed("sh")]),
        ("\\set x `id`", &[shell("id")]),
        ("\\copy t to program 'sh -c id'", &[fed("sh -c id")]),
        ("\\copy (select 1) to '/tmp/x'", &[writes("/tmp/x")]),
        ("\\copy t from data.csv csv", &[reads("data.csv")]),
        ("COPY t TO PROGRAM 'curl x'", &[fed("curl x")]),
        ("COPY t FROM PROGRAM 'curl x'", &[shell("curl x")]),
        ("COPY t TO '/tmp/x'", &[writes("/tmp/x")]),
        ("COPY t FROM '/etc/passwd'", &[reads("/etc/passwd")]),
        (".shell rm -rf /", &[shell("rm -rf /")]),
        (".system ls", &[shell("ls")]),
        ("SELECT 1;\n.sh ls", &[shell("ls")]),
        (".read x.sql", &[includes("x.sql")]),
        (".read |ls", &[shell("ls")]),
        (".output x.txt", &[writes("x.txt")]),
        (".once |sh", &[fed("sh")]),
        (".once '|sh -x'", &[fed("sh -x")]),
        (".import --csv x.csv t", &[reads("x.csv")]),
        (".backup main x.db", &[writes("x.db")]),
        ("system rm -rf /", &[shell("rm -rf /")]),
        ("source x.sql", &[includes("x.sql")]),
        ("\\. x.sql", &[includes("x.sql")]),
        ("tee x.log", &[writes("x.log")]),
        ("SELECT LOAD_FILE('/etc/passwd')", &[reads("/etc/passwd")]),
        ("SELECT pg_read_file('/etc/passwd')", &[reads("/etc/passwd")]),
        ("SELECT 1 INTO OUTFILE '/tmp/x'", &[writes("/tmp/x")]),
        ("SELECT lo_export(12, '/tmp/x')", &[writes("/tmp/x")]),
        ("SELECT writefile('x', 'y')", &[writes("x")]),
        ("LOAD DATA LOCAL INFILE 'x' INTO TABLE t", &[reads("x")]),
        ("ATTACH DATABASE 'x.db' AS x", &[writes("x.db")]),
        ("VACUUM INTO 'x.db'", &[writes("x.db")]),
        ("EXEC master..xp_cmdshell 'dir'", &[shell("dir")]),
        ("!ls", &[shell("ls")]),
        ("HOST ls", &[shell("ls")]),
        ("@setup.sql", &[includes("setup.sql")]),
        (":r setup.sql", &[includes("setup.sql")]),
    ];
    for (text, expected) in cases {
        assert_eq!(harms(text), *expected, "{text}");
    }
}

#[test]
fn it_is_said_in_words() {
    let what = |text: &str| statements(text).remove(0).what;
    assert_eq!(what("drop table if exists public.users"), "drops the table public.users");
    assert_eq!(what("DELETE FROM users"), "deletes every row of users");
    assert_eq!(what("UPDATE users u SET a = 1"), "changes every row of users");
    assert_eq!(what("TRUNCATE TABLE \"My Table\""), "empties the table My Table");
    assert_eq!(what("ALTER TABLE a DROP COLUMN IF EXISTS b"), "drops the column b");
}

#[test]
fn hostile_text_ends_soon() {
    for text in [
        "(".repeat(200_000),
        "(DELETE FROM a ".repeat(40_000),
        "DELETE FROM a WHERE ".repeat(20_000),
        "EXECUTE 'x' ".repeat(20_000),
        "dblink('x',".repeat(20_000),
        "$a$ $b$ ".repeat(20_000),
        "CREATE TRIGGER BEGIN ;".repeat(20_000),
        "COPY STDIN;".repeat(20_000),
        "/*".repeat(100_000),
        "[".repeat(100_000),
        "'".repeat(100_001),
        "\\".repeat(100_001),
        "UPDATE ".repeat(50_000),
        "a OR ".repeat(50_000),
        format!("DELETE FROM a WHERE {}", "x OR (".repeat(50_000)),
        "SET @a = CONCAT(@a, 'x');".repeat(2_000),
        "\u{feff}é\\é'é$é$é[é".repeat(10_000),
    ] {
        let started = std::time::Instant::now();
        statements(&text);
        mongo(&text);
        redis_lines(&text);
        assert!(started.elapsed().as_secs() < 5, "{}", text.get(..12).unwrap_or_default());
    }
}

#[test]
fn mongo_scripts_are_read_as_calls() {
    let harms =
        |text: &str| harmful(mongo(text)).into_iter().map(|statement| statement.harm).collect::<Vec<_>>();
    for text in [
        "db.dropDatabase()",
        "db.users.drop()",
        "db['users'].drop()",
        "db.getCollection('users') . drop ( )",
        "db.users['drop']()",
        "db.getSiblingDB('x').dropDatabase()",
        "db.runCommand({ dropDatabase: 1 })",
        "db.runCommand({'drop': 'users'})",
        "db.getCollectionNames().forEach(c => db[c].drop())",
    ] {
        assert_eq!(harms(text), [Harm::Drop], "{text}");
    }
    for text in [
        "db.users.deleteMany({})",
        "db.users.remove({ })",
        "db.users.remove()",
        "db.a.updateMany({}, {$set: {b: 1}})",
    ] {
        assert_eq!(harms(text), [Harm::Lose], "{text}");
    }
    for text in [
        "db.users.countDocuments()",
        "db.users.find({ note: 'db.users.drop()' })",
        "// db.dropDatabase()\ndb.users.find()",
        "/* db.users.drop() */",
        "db.users.deleteMany({ old: true })",
        "db.users.deleteOne({})",
        "_.drop(list, 2)",
        "drop = 1",
    ] {
        assert_eq!(harms(text), [], "{text}");
    }
    assert_eq!(harms("load('x.js')"), [includes("x.js")]);
    assert_eq!(harms("require('child_process').execSync('rm -rf /')"), [shell("rm -rf /")]);
    assert_eq!(harms("run('sh', '-c', 'id')"), [shell("id")]);
}

#[test]
fn redis_commands_are_read_from_arguments_and_lines() {
    let harms = |line: &str| {
        let words: Vec<Value> = line.split('|').map(|word| Value::Known(word.to_owned())).collect();
        redis(&words).into_iter().map(|statement| statement.harm).collect::<Vec<_>>()
    };
    for line in [
        "FLUSHALL",
        "flushdb|async",
        "-h|host|-p|6379|FlushAll",
        "--no-auth-warning|-a|x|flushall",
        "EVAL|return redis.call('flushall')|0",
        "eval|redis.pcall( \"FLUSHDB\" )|0",
    ] {
        assert_eq!(harms(line), [Harm::Drop], "{line}");
    }
    for line in [
        "SHUTDOWN|NOSAVE",
        "REPLICAOF|evil|6379",
        "EVAL|redis.call('del', unpack(redis.call('keys', '*')))|0",
    ] {
        assert_eq!(harms(line), [Harm::Lose], "{line}");
    }
    for line in [
        "ping",
        "GET|flushall",
        "SET|note|FLUSHALL",
        "--scan|--pattern|user:*",
        "DEL|key",
        "SHUTDOWN",
        "REPLICAOF|no|one",
        "CONFIG|GET|dir",
        "EVAL|return 'flushall'|0",
        "EVAL|return redis.call('get', 'flushall')|0",
    ] {
        assert_eq!(harms(line), [], "{line}");
    }
    // Whatever the server has just listed.
    let listed = Value::Unknown(crate::Sources::from(crate::Source::Network(String::new())));
    assert_eq!(redis(&[Value::Known("DEL".to_owned()), listed]).len(), 1);
    assert_eq!(harms("CONFIG|SET|dir|/root/.ssh"), [writes("/root/.ssh")]);
    assert_eq!(harms("--rdb|dump.rdb"), [writes("dump.rdb")]);
    let few = redis(&[Value::few(vec!["GET".to_owned(), "FLUSHALL".to_owned()])]);
    assert_eq!(few.len(), 1);
    assert_eq!(redis_lines("PING\n3 flushall\nSET a \"FLUSHALL\"\n").len(), 1);
}

#[test]
fn the_table_that_rows_go_from_is_named_whichever_rows_they_are() {
    let tables = |found: Vec<Statement>| {
        let table = |statement: Statement| match statement.harm {
            Harm::Lessens(table) => Some(table),
            _ => None,
        };
        found.into_iter().filter_map(table).collect::<Vec<String>>()
    };
    for (text, named) in [
        ("DROP TABLE IF EXISTS public.Users", "users"),
        ("TRUNCATE users", "users"),
        ("TRUNCATE TABLE \"users\" CASCADE", "users"),
        ("DELETE FROM users WHERE id = 3", "users"),
        ("BEGIN; delete from shop.users where 1=1; COMMIT", "users"),
    ] {
        assert_eq!(tables(statements(text)), [named], "{text}");
    }
    for text in ["SELECT * FROM users", "UPDATE users SET a = 1", "DROP INDEX users", "ON DELETE CASCADE"] {
        assert!(tables(statements(text)).is_empty(), "{text}");
    }
    for text in [
        "db.users.drop()",
        "db.users.deleteMany({ age: 3 })",
        "db.getCollection('users').remove({})",
        "db['users'].deleteOne({ a: 1 })",
    ] {
        assert_eq!(tables(mongo(text)), ["users"], "{text}");
    }
}
