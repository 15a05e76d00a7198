//! Python that hides what it does.

use super::{Language, check};

#[test]
fn names_are_hidden() {
    check(
        Language::Python,
        &[
            ("__import__('os').system('ls')", &["shell ls"]),
            ("getattr(__import__('os'), 'sys' + 'tem')('ls')", &["shell ls"]),
            ("import importlib; importlib.import_module('os').system('ls')", &["shell ls"]),
            ("import os\nos.__dict__['system']('ls')", &["shell ls"]),
            ("import os\nvars(os)['system']('ls')", &["shell ls"]),
            ("import os\nglobals()['os'].system('ls')", &["shell ls"]),
            ("f = os.system\nf('ls')", &["shell ls"]),
            ("f = lambda c: os.system(c)\nf('ls')", &["shell ls"]),
            ("(lambda c: os.system(c))('ls')", &["shell ls"]),
            ("def run(c):\n    os.system(c)\nrun('ls')", &["shell ls"]),
            (
                "def run(c, *a):\n    x = c + ' -l'\n    return os.system(x)\n\nif __name__ == '__main__':\n    run('ls')",
                &["shell ls -l"],
            ),
            ("def f(): os.system('ls')", &["shell ls"]),
            ("list(map(os.system, ['a', 'b']))", &["shell a", "shell b"]),
            ("threading.Thread(target=os.system, args=('ls',)).start()", &["shell ls"]),
            ("atexit.register(os.remove, 'x')", &["delete x"]),
            (
                "class C:\n  def __init__(self):\n    self.c = 'ls'\n  def go(self):\n    os.system(self.c)\n",
                &["shell ls"],
            ),
            ("exec(\"import os; os.system('ls')\")", &["shell ls"]),
            ("eval('__import__(\"os\").system(\"ls\")')", &["shell ls"]),
            ("eval('os').system('ls')", &["shell ls"]),
            ("exec(compile('import os\\nos.system(\"ls\")', 'x', 'exec'))", &["shell ls"]),
            ("import builtins; builtins.exec('import os;os.system(\"ls\")')", &["shell ls"]),
            ("exec(open('x.py').read())", &["read x.py", "evaluate ?<file x.py>"]),
            ("exec(input())", &["evaluate ?"]),
            ("exec('os.system(\"rm \" + x)' + y)", &["evaluate os.system(\"rm \" + x)?", "shell rm ?"]),
        ],
    );
}

#[test]
fn texts_are_hidden() {
    check(
        Language::Python,
        &[
            ("import base64,os;os.system(base64.b64decode('cm0gLXJmIH4='))", &["shell rm -rf ~"]),
            (
                "import base64,os;os.system(base64.b64decode(b'cm0gLXJmIH4=').decode('utf-8'))",
                &["shell rm -rf ~"],
            ),
            ("os.system(bytes.fromhex('726d202d7266207e').decode())", &["shell rm -rf ~"]),
            ("os.system('\\x72\\x6d -rf /')", &["shell rm -rf /"]),
            ("os.system('\\u0072\\155 x')", &["shell rm x"]),
            ("os.system(r'a\\nb')", &["shell a\\nb"]),
            ("os.system(chr(108)+chr(115))", &["shell ls"]),
            ("os.system(''.join(chr(c) for c in [108, 115]))", &["shell ls"]),
            ("os.system(''.join(map(chr, [108, 115])))", &["shell ls"]),
            ("os.system(''.join([chr(ord(c)-1) for c in 'mt']))", &["shell ls"]),
            ("os.system('/ fr- mr'[::-1])", &["shell rm -rf /"]),
            ("os.system(''.join(reversed('sl')))", &["shell ls"]),
            ("import codecs; os.system(codecs.decode('ez -es /','rot13'))", &["shell rm -rf /"]),
            ("os.system('rX -rf /'.replace('X', 'm'))", &["shell rm -rf /"]),
            ("os.system('LS'.lower().strip())", &["shell ls"]),
            ("a='rm'; b=' -rf '; os.system(a + b + '/')", &["shell rm -rf /"]),
            ("os.system('r' 'm' ' x')", &["shell rm x"]),
            ("os.system('%s -rf %s' % ('rm', '/'))", &["shell rm -rf /"]),
            ("os.system('{} -rf {p}'.format('rm', p='/'))", &["shell rm -rf /"]),
            ("x='/'; os.system(f'rm -rf {x}')", &["shell rm -rf /"]),
            ("os.system(f\"rm -rf {os.path.join('/', 'etc')}\")", &["shell rm -rf /etc"]),
            ("os.system(' '.join(['rm', '-rf', '/']))", &["shell rm -rf /"]),
            ("c = ['rm']\nc.append('-rf')\nc += ['/']\nsubprocess.run(c)", &["words rm | -rf | /"]),
            ("os.system('l' + 's' * 2)", &["shell lss"]),
            ("exec(zlib.decompress(base64.b64decode('eJwrSy0q')))", &["evaluate ?<encoded>"]),
            ("exec(zlib.decompress(base64.b64decode('eJzLL9YrriwuSc3VUM8pVtcEAC2vBTQ=')))", &["shell ls"]),
            (
                "exec(codecs.decode(base64.b64decode('eJzLL9YrriwuSc3VUM8pVtcEAC2vBTQ='), 'zlib').decode())",
                &["shell ls"],
            ),
            (
                "os.system(zlib.decompress(b'x\\x9c+\\xcaU\\xd0-JS\\xa8\\x03\\x00\\x0b\\xec\\x02\\xa3').decode())",
                &["shell rm -rf ~"],
            ),
            ("exec(__import__('marshal').loads(x))", &["evaluate ?<encoded>"]),
            ("os.system('rm -rf ' + d)", &["shell rm -rf ?"]),
            ("os.system('rm -rf ' + (d or '/'))", &["shell rm -rf ?"]),
            ("x = '/tmp/a' if c else '/'\nshutil.rmtree(x)", &["delete /tmp/a or / with all below"]),
            ("x = '/'\nif False:\n  x = '/tmp/a'\nshutil.rmtree(x)", &["delete / or /tmp/a with all below"]),
            ("d = {'c': 'ls'}; d['c'] = 'rm -rf /'; os.system(d['c'])", &["shell rm -rf /"]),
            ("l = ['ls', '-rf', '/']; l[0] = 'rm'; subprocess.run(l)", &["words rm | -rf | /"]),
            ("os.system('ez -es'.translate(str.maketrans('e', 'r')))", &["shell ?<crafted>"]),
            ("exec(''.join(c for c in 'XaX' if c != 'X'))", &["evaluate ?<crafted>"]),
            ("import html; exec(html.unescape('&#108;'))", &["evaluate ?<crafted>"]),
            ("s = ''\nfor c in [108, 115]: s += chr(c)\nos.system(s)", &["shell ls"]),
            // Nobody has seen how the list was filled.
            ("x = []\nfill(x)\ns = ''\nfor i in x:\n  s += 'a'\n  os.system('ls')", &["shell ls"]),
            ("a, *b = ['ls', '-l', 'x']; os.system(a + ' ' + ' '.join(b))", &["shell ls -l x"]),
            ("os.system('xlsx'.replace('x', '', 1).strip('x'))", &["shell ls"]),
            ("pickle.loads(base64.b64decode('Y3Bvc2l4'))", &["evaluate ?<encoded>"]),
            ("pickle.loads(pickle.dumps(x))", &[]),
            ("os.system(build_command('x'))", &["shell ?"]),
            ("l = ['/', '-rf', 'rm']; l.reverse(); subprocess.run(l)", &["words ?<crafted>"]),
            ("class A:\n  c = 'ls'\n  def run(self): os.system(self.c)\nA().run()", &["shell ls"]),
            (
                "exec(''.join([chr(int(x, 16)) for x in '6f 73 2e 72 65 6d 6f 76 65 28 27 78 27 29'.split()]))",
                &["delete x"],
            ),
            ("ctypes.CDLL(None).system(b'ls'); platform.system()", &["shell ls"]),
            ("import sys\nos.system(sys.argv[1])", &["shell first"]),
        ],
    );
}
