//! Names that no table knows, and what they say: that something runs, that something is a setting.

use super::{Language, check};

#[test]
fn a_function_whose_name_says_that_it_runs_something_may_run_it() {
    check(
        Language::Python,
        &[
            ("from x import run; run('git status')", &["likely git status"]),
            ("import x; x.run_command(['git', 'status'])", &["likely git | status"]),
            ("import trio; trio.run(trio.run_process, ['git', 'log'])", &["likely git | log"]),
            ("import paramiko; c = paramiko.SSHClient(); c.exec_command('ls -l')", &["likely ls -l"]),
        ],
    );
    check(
        Language::JavaScript,
        &[
            ("require('cross-spawn').sync('git', ['log'])", &["likely git | log"]),
            ("require('nano-spawn').default('git', ['log'])", &["likely git | log"]),
            ("require('tinyexec').x('git', ['log'])", &["likely git | log"]),
        ],
    );
}

#[test]
fn what_is_looked_at_tested_or_described_is_not_run() {
    check(
        Language::Python,
        &[
            ("from x import check_command; check_command('rm -rf /')", &[]),
            ("from x import parse; parse('rm -rf /')", &[]),
            ("from x import is_run_allowed; is_run_allowed('rm -rf /')", &[]),
            ("from x import Command; Command('rm -rf /')", &[]),
            ("import x\ndef test_guard():\n  x.run('rm -rf /')", &[]),
            ("from x import run; run('server')", &[]),
            ("from x import run_guard; run_guard('rm -rf /')", &[]),
        ],
    );
    check(
        Language::JavaScript,
        &[
            ("it('denies', () => { guard.spawn('rm', ['-rf', '/']) })", &[]),
            ("t.run('rm -rf / is denied', () => 1)", &["sql rm -rf / is denied"]),
            ("/rm/.exec('rm -rf /')", &[]),
        ],
    );
}

#[test]
fn members_of_some_libraries_are_programs() {
    check(
        Language::Python,
        &[
            ("import sh; sh.rm('-r', 'a')", &["words rm | -r | a"]),
            ("from sh import git; git.reset('--hard')", &["words git | reset | --hard"]),
            ("from plumbum import local; local['rm']['-r', 'a']()", &["words rm | -r | a"]),
            ("import git; git.Repo('.').git.rev_parse('HEAD')", &["words git | rev-parse | HEAD"]),
            (
                "import git; r = git.Repo(); r.head.reset('HEAD~1', working_tree=True)",
                &["words git | reset | HEAD~1 | --hard"],
            ),
            (
                "import pygit2; pygit2.Repository('.').reset('x', pygit2.GIT_RESET_HARD)",
                &["words git | reset | x | --hard"],
            ),
            (
                "from git import Repo; Repo('.').remote().push('main', force=True)",
                &["words git | push | origin | main | --force"],
            ),
        ],
    );
    check(
        Language::JavaScript,
        &[
            ("require('simple-git')().reset('hard')", &["words git | reset | --hard"]),
            ("require('simple-git')().clean('fd')", &["words git | clean | -fd"]),
            ("require('simple-git')().raw('log', '-1')", &["words git | log | -1"]),
            ("require('shelljs').cp('a', 'b')", &["words cp | a | b"]),
        ],
    );
    check(
        Language::Ruby,
        &[(
            "require 'git'; Git.open('.').push('origin', 'main', force: true)",
            &["words git | push | origin | main | --force"],
        )],
    );
}

#[test]
fn a_setting_tells_by_its_name_what_it_is() {
    check(
        Language::Python,
        &[
            ("from app.config import settings; print(settings.SECRET_KEY)", &["print ?<$SECRET_KEY>"]),
            ("from decouple import config; print(config('DB_PASSWORD'))", &["print ?<$DB_PASSWORD>"]),
            ("import environ; e = environ.Env(); print(e('API_KEY'))", &["print ?<$API_KEY>"]),
            ("import token; print(token.NAME)", &["print ?"]),
            ("raise ValueError(settings.API_KEY)", &["print ?<$API_KEY>"]),
            ("raise ValueError('bad')", &[]),
        ],
    );
    check(
        Language::JavaScript,
        &[
            ("throw new Error(process.env.API_KEY)", &["print ?<$API_KEY>"]),
            ("if (!process.env.API_KEY) throw new Error('missing')", &[]),
        ],
    );
    check(Language::Php, &[("dump(config('mysql.password'));", &["print ?<$MYSQL_PASSWORD>"])]);
}

#[test]
fn names_that_begin_with_a_dot_are_in_a_listing_only_if_they_are_asked_for() {
    check(
        Language::Python,
        &[
            (
                "import os; [open(f) for f in os.listdir('.') if f.startswith('.env')]",
                &["list .", "read .env*"],
            ),
            (
                "import os; [open(f) for f in os.listdir('.') if not f.startswith('.env')]",
                &["list .", "read *"],
            ),
            (
                "from pathlib import Path; [p.read_text() for p in Path('d').iterdir() if p.name == '.env']",
                &["list d", "read d/.env"],
            ),
        ],
    );
    check(
        Language::JavaScript,
        &[(
            "fs.readdirSync('.').filter(f => f.startsWith('.env')).forEach(f => fs.readFileSync(f))",
            &["list .", "read .env*"],
        )],
    );
}

#[test]
fn parameters_are_taken_apart_and_have_defaults() {
    check(
        Language::JavaScript,
        &[
            ("import('child_process').then(({execSync: e}) => e('ls'))", &["shell ls"]),
            ("const f = (a = 'ls') => require('child_process').execSync(a); f()", &["shell ls"]),
        ],
    );
    check(Language::Php, &[("class A { const C = 'ls'; } system(A::C);", &["shell ls"])]);
    check(Language::Python, &[("import os\ndef f(a='ls'):\n  os.system(a)\nf()", &["shell ls"])]);
}
