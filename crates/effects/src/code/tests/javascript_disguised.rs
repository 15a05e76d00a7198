//! JavaScript that hides what it does.

use super::{Language, check};

#[test]
fn names_are_hidden() {
    check(
        Language::JavaScript,
        &[
            ("setTimeout('fs.unlinkSync(\"a\")', 0)", &["delete a"]),
            ("eval('xfx'.replace(/x/g, ''))", &["evaluate ?<crafted>"]),
            ("eval([...')(f'].reverse().join(''))", &[]),
            (
                "let s = ''; for (const c of [108, 115]) s += String.fromCharCode(c); require('child_process').execSync(s)",
                &["shell ls"],
            ),
            ("require('child_process').execSync(JSON.parse('\"ls\"'))", &["shell ?<crafted>"]),
            ("require('child_pro'+'cess')['ex'+'ec']('ls')", &["shell ls"]),
            ("process.mainModule.require('child_process').execSync('ls')", &["shell ls"]),
            ("global['require']('child_process').execSync('ls')", &["shell ls"]),
            ("globalThis.process.getBuiltinModule('child_process').execSync('ls')", &["shell ls"]),
            ("(0, require('child_process').execSync)('ls')", &["shell ls"]),
            ("require('child_process').execSync.call(null, 'ls')", &["shell ls"]),
            ("require('child_process').execSync.apply(null, ['ls'])", &["shell ls"]),
            ("const f = require('child_process').execSync.bind(null); f('ls')", &["shell ls"]),
            ("const run = c => require('child_process').execSync(c); run('ls')", &["shell ls"]),
            ("run('ls'); function run(c) { cp.execSync(c) }", &["shell ls"]),
            ("(function(c) { require('child_process').execSync(c) })('ls')", &["shell ls"]),
            ("(async () => { await require('fs').promises.unlink('x') })()", &["delete x"]),
            ("eval(\"require('child_process').execSync('ls')\")", &["shell ls"]),
            ("new Function(\"require('child_process').execSync('ls')\")()", &["shell ls"]),
            (
                "Function('return process')().mainModule.require('child_process').execSync('ls')",
                &["shell ls"],
            ),
            ("[].constructor.constructor('require(\"child_process\").execSync(\"ls\")')()", &["shell ls"]),
            ("require('vm').runInThisContext('require(\"fs\").unlinkSync(\"x\")')", &["delete x"]),
            ("const o = Object.assign({}, require('fs')); o.unlinkSync('x')", &["delete x"]),
            ("const x = {}; x.f = require('fs'); x.f.unlinkSync('a')", &["delete a"]),
            ("Reflect.get(require('child_process'), 'execSync')('ls')", &["shell ls"]),
            ("['ls'].map(require('child_process').execSync)", &["shell ls"]),
            ("const {promisify: p} = require('util'); p(require('child_process').exec)('ls')", &["shell ls"]),
        ],
    );
}

#[test]
fn texts_are_hidden() {
    check(
        Language::JavaScript,
        &[
            ("cp.execSync(Buffer.from('cm0gLXJmIH4=', 'base64').toString())", &["shell rm -rf ~"]),
            ("cp.execSync(Buffer.from('726d202d7266207e', 'hex').toString('utf8'))", &["shell rm -rf ~"]),
            ("cp.execSync(atob('cm0gLXJmIH4='))", &["shell rm -rf ~"]),
            ("cp.execSync(String.fromCharCode(108, 115))", &["shell ls"]),
            ("cp.execSync([108,115].map(c => String.fromCharCode(c)).join(''))", &["shell ls"]),
            ("cp.execSync('sl'.split('').reverse().join(''))", &["shell ls"]),
            ("cp.execSync('\\x6c\\u0073')", &["shell ls"]),
            ("cp.execSync('\\u{6c}s')", &["shell ls"]),
            ("const a = 'rm'; cp.execSync(`${a} -rf ${'/'}`)", &["shell rm -rf /"]),
            ("cp.execSync(['rm', '-rf', '/'].join(' '))", &["shell rm -rf /"]),
            ("let c = 'rm'; c += ' -rf /'; cp.execSync(c)", &["shell rm -rf /"]),
            ("cp.execSync('rX x'.replace('X', 'm'))", &["shell rm x"]),
            ("cp.execSync('rm'.concat(' ', 'x'))", &["shell rm x"]),
            ("cp.execSync(c ? 'a' : 'b')", &["shell a or b"]),
            ("const o = {}; o['c'] = 'rm x'; cp.execSync(o.c)", &["shell rm x"]),
            ("const a = ['ls']; a[0] = 'rm x'; cp.execSync(a[0])", &["shell rm x"]),
            ("cp.execSync(process.argv[1])", &["shell first"]),
            ("eval(zlib.gunzipSync(Buffer.from('H4sI', 'base64')).toString())", &["evaluate ?<encoded>"]),
            (
                "eval(zlib.gunzipSync(Buffer.from('H4sIAAAAAAACA0sr1ivKDa7MS9ZQT1TXBAAeBNJhDgAAAA==', 'base64')).toString())",
                &["delete a"],
            ),
            ("const k: string = 'ls'; cp.execSync(k as string)", &["shell ls"]),
            ("cp.execSync(`a ${`b ${'c'}`}`)", &["shell a b c"]),
        ],
    );
}
