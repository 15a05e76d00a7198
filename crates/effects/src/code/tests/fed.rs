//! Programs that are given their input by the code that starts them.

use super::{Language, check};

#[test]
fn what_a_shell_is_fed_it_runs() {
    check(
        Language::Perl,
        &[
            ("open(my $s, '|sh'); print $s \"rm -rf /\"", &["shell sh", "shell rm -rf /"]),
            ("open(S, '| bash'); print S 'ls'", &["shell bash", "shell ls"]),
            ("open(my $s, '|-', 'bash', '-s'); print {$s} 'ls'", &["words bash | -s", "shell ls"]),
            ("open2(my $o, my $i, 'sh'); print $i 'ls'", &["shell sh", "shell ls"]),
        ],
    );
    check(
        Language::Ruby,
        &[
            ("IO.popen('sh', 'w') { |p| p.puts 'ls' }", &["shell sh", "shell ls"]),
            ("IO.popen(['bash', '-s'], 'r+') { |p| p << 'ls' }", &["words bash | -s", "shell ls"]),
            ("Open3.popen3('bash') { |i, o, e, t| i.puts 'ls' }", &["shell bash", "shell ls"]),
        ],
    );
    check(
        Language::JavaScript,
        &[("const s = require('child_process').spawn('sh'); s.stdin.end('ls')", &["words sh", "shell ls"])],
    );
    check(
        Language::Python,
        &[("subprocess.Popen('bash', stdin=PIPE).communicate(input=b'ls')", &["words bash", "shell ls"])],
    );
    check(
        Language::Php,
        &[("$p = proc_open('sh', [], $pipes); fwrite($pipes[0], 'ls');", &["shell sh", "shell ls"])],
    );
    check(Language::Lua, &[("local p = io.popen('sh', 'w'); p:write('ls')", &["shell sh", "shell ls"])]);
    check(Language::Tcl, &[("set p [open \"|sh\" w]; puts $p ls", &["shell sh", "shell ls"])]);
}

#[test]
fn tasks_run_what_they_are_told() {
    check(
        Language::Python,
        &[
            ("from invoke import task\n@task\ndef clean(c):\n  c.run('rm a')", &["shell rm a"]),
            ("import nox\n@nox.session\ndef x(session):\n  session.run('rm', 'a')", &["words rm | a"]),
            ("def test(runner):\n  runner.run('rm a')", &[]),
        ],
    );
}

#[test]
fn other_programs_get_it_as_their_input() {
    check(
        Language::Python,
        &[
            (
                "subprocess.run(['psql', 'x'], input='DROP TABLE t')",
                &["words psql | x", "feed psql x: DROP TABLE t"],
            ),
            ("subprocess.run(['ls'], stdin=subprocess.DEVNULL)", &["words ls"]),
        ],
    );
    check(Language::JavaScript, &[("Bun.spawn(['ls'], {stdin: 'inherit'})", &["words ls"])]);
    check(Language::Awk, &[("{ print \"x\" | \"sort\" }", &["shell sort", "feed sort: x"])]);
}

#[test]
fn a_cmdlet_that_nobody_knows_is_followed_once() {
    let steps =
        super::run(Language::PowerShell, super::PrintsResult::No, "Get-Process node | Select-Object Id");
    assert!(steps.len() < 4, "{steps:?}");
}
