//! Languages of which only some names are known.

use super::{Language, check};

#[test]
fn lua_takes_its_steps() {
    check(
        Language::Lua,
        &[
            ("os.execute(\"rm -rf ~\")", &["shell rm -rf ~"]),
            ("os.execute 'rm -rf ~'", &["shell rm -rf ~"]),
            ("os.execute[[rm -rf ~]]", &["shell rm -rf ~"]),
            ("os.execute\"rm -rf ~\"", &["shell rm -rf ~"]),
            ("local d = '/home'; os.execute('rm -rf ' .. d)", &["shell rm -rf /home"]),
            ("local e = os.execute\ne('ls')", &["shell ls"]),
            ("_G['os']['execute']('ls')", &["shell ls"]),
            ("print(io.popen('cat .env'):read('*a'))", &["shell cat .env", "print ?<output of cat .env>"]),
            ("os.remove('/etc/passwd')", &["delete /etc/passwd"]),
            ("os.rename('a', 'b')", &["move a b"]),
            ("local f = io.open('.env'); print(f:read('a'))", &["read .env", "print ?<file .env>"]),
            ("local f = io.open('x', 'w') f:write('y')", &["write x: y"]),
            ("load('os.execute(\"ls\")')()", &["shell ls"]),
            ("function f(c) os.execute(c) end\nf('ls')", &["shell ls"]),
            ("pcall(function() os.execute('ls') end)", &["shell ls"]),
            ("if x then os.execute('ls') end", &["shell ls"]),
            ("for i = 1, 3 do os.execute('ls') end", &["shell ls"]),
            ("os.execute(('rm -rf %s'):format('/'))", &["shell rm -rf /"]),
            ("print(os.getenv('API_KEY'))", &["print ?<$API_KEY>"]),
            // What only talks about it.
            ("print(\"rm -rf /\")", &["print rm -rf /"]),
            ("-- os.execute('ls')\nprint(1)", &["print 1"]),
            ("--[[ os.execute('ls') ]] print(1)", &["print 1"]),
            ("local t = {1, 2}; table.remove(t, 1); print(#t)", &["print ?<crafted>"]),
            ("local s = 'os.execute(\"ls\")'", &[]),
        ],
    );
}

#[test]
fn tcl_takes_its_steps() {
    check(
        Language::Tcl,
        &[
            ("exec rm -rf /home", &["words rm | -rf | /home"]),
            ("set d /home; exec rm -rf $d", &["words rm | -rf | /home"]),
            ("exec {*}{rm -rf /home}", &["words rm | -rf | /home"]),
            ("exec ls | sort > y", &["shell 'ls' | 'sort' > 'y'"]),
            ("puts [exec cat .env]", &["words cat | .env", "print ?<output of cat|.env>"]),
            ("file delete -force -- /home", &["delete /home with all below"]),
            ("file delete a b", &["delete a", "delete b"]),
            ("open \"|rm -rf /home\"", &["shell rm -rf /home"]),
            ("puts [read [open .env]]", &["read .env", "print ?<file .env>"]),
            ("set f [open x w]", &["write x: ?"]),
            ("if {1} { exec ls }", &["words ls"]),
            ("proc f {} {\n  exec ls\n}\nf", &["words ls"]),
            ("eval \"exec ls\"", &["words ls"]),
            ("system rm -rf /home", &["shell rm -rf /home"]),
            ("spawn rm -rf /home; interact", &["words rm | -rf | /home"]),
            ("spawn bash\nexpect \"$ \"\nsend \"rm -rf /home\\r\"", &["words bash", "shell rm -rf /home"]),
            ("puts $env(API_KEY)", &["print ?<$API_KEY>"]),
            // What only talks about it.
            ("puts \"rm -rf /\"", &["print rm -rf /"]),
            ("# exec ls\nputs 1", &["print 1"]),
            ("set x {exec ls}", &[]),
            ("spawn ssh host\nsend \"ls\\r\"", &["words ssh | host"]),
        ],
    );
}

#[test]
fn r_takes_its_steps() {
    check(
        Language::R,
        &[
            ("system('rm -rf ~')", &["shell rm -rf ~"]),
            ("d <- '/home'; system(paste0('rm -rf ', d))", &["shell rm -rf /home"]),
            ("system2('rm', c('-rf', '/home'))", &["words rm | -rf | /home"]),
            ("unlink('/home', recursive=TRUE)", &["delete /home with all below"]),
            ("file.remove('a')", &["delete a"]),
            ("base::system('ls')", &["shell ls"]),
            ("eval(parse(text=\"system('ls')\"))", &["shell ls"]),
            ("f <- function(x) system(x); f('ls')", &["shell ls"]),
            ("cat(readLines('.env'))", &["read .env", "print ?<file .env>"]),
            // What only talks about it.
            ("print('rm -rf /')", &["print rm -rf /"]),
            ("# system('ls')\nx <- c(1, 2, 3)\nprint(mean(x))", &["print ?"]),
        ],
    );
}

#[test]
fn julia_takes_its_steps() {
    check(
        Language::Julia,
        &[
            ("run(`rm -rf /home`)", &["shell rm -rf /home"]),
            ("d = \"/home\"; run(`rm -rf $d`)", &["shell rm -rf /home"]),
            ("rm(\"/home\", recursive=true)", &["delete /home with all below"]),
            ("rm(\"a\")", &["delete a"]),
            ("println(read(\".env\", String))", &["read .env", "print ?<file .env>"]),
            ("for f in [\"a\", \"b\"]\n rm(f)\nend", &["delete a or b"]),
            // What only talks about it.
            ("println(\"rm -rf /\")", &["print rm -rf /"]),
            ("x = sum([1,2,3]); println(x)", &["print ?"]),
        ],
    );
}

#[test]
fn elixir_takes_its_steps() {
    check(
        Language::Elixir,
        &[
            ("System.cmd(\"rm\", [\"-rf\", \"/home\"])", &["words rm | -rf | /home"]),
            ("System.cmd \"rm\", [\"-rf\", \"/home\"]", &["words rm | -rf | /home"]),
            (":os.cmd('rm -rf /home')", &["shell rm -rf /home"]),
            (":os.cmd(~c\"rm -rf /home\")", &["shell rm -rf /home"]),
            ("x = :os.cmd('ls')", &["shell ls"]),
            ("File.rm_rf!(\"/home\")", &["delete /home with all below"]),
            ("File.rm_rf(\"/home\")", &["delete /home with all below"]),
            ("\"/home\" |> File.rm_rf!()", &["delete /home with all below"]),
            ("System.shell(\"rm -rf \" <> \"/home\")", &["shell rm -rf /home"]),
            ("d = \"/home\"\nSystem.shell(\"rm -rf #{d}\")", &["shell rm -rf /home"]),
            ("IO.puts(System.get_env(\"API_KEY\"))", &["print ?<$API_KEY>"]),
            // What only talks about it.
            ("IO.puts(\"rm -rf /\")", &["print rm -rf /"]),
            ("IO.puts(1 + 2)", &["print 3"]),
        ],
    );
}

#[test]
fn the_languages_of_the_jvm_take_their_steps() {
    check(
        Language::Jvm,
        &[
            ("\"rm -rf /home\".execute()", &["shell rm -rf /home"]),
            ("['rm', '-rf', '/home'].execute()", &["words rm | -rf | /home"]),
            ("def d = '/home'; \"rm -rf ${d}\".execute()", &["shell rm -rf /home"]),
            ("println 'cat .env'.execute().text", &["shell cat .env", "print ?<output of cat .env>"]),
            ("new File('/home').deleteDir()", &["delete /home with all below"]),
            ("File(\"/home\").deleteRecursively()", &["delete /home with all below"]),
            ("new File(System.getProperty('user.home')).deleteDir()", &["delete /home/u with all below"]),
            (
                "initscript { new File(sys.props('user.dir'), 'a').deleteDir() }",
                &["delete ./a with all below"],
            ),
            ("Runtime.getRuntime().exec(\"rm -rf /home\")", &["shell rm -rf /home"]),
            ("new ProcessBuilder(\"rm\", \"-rf\", \"/home\").start()", &["words rm | -rf | /home"]),
            ("import sys.process._; \"rm -rf /home\".!", &["shell rm -rf /home"]),
            ("import sys.process._; println(\"ls\".!!)", &["shell ls", "print ?<output of ls>"]),
            ("val c = \"ls\"; Runtime.getRuntime().exec(c);", &["shell ls"]),
            ("FileManager.default.removeItem(atPath: \"/home\")", &["delete /home with all below"]),
            // What only talks about it.
            ("println(\"rm -rf /\")", &["print rm -rf /"]),
            ("// \"ls\".execute()\nprintln 1", &["print 1"]),
            ("def x = [1, 2].collect { it * 2 }", &[]),
        ],
    );
}

#[test]
fn lisp_takes_its_steps() {
    check(
        Language::Lisp,
        &[
            ("(shell-command \"rm -rf /home\")", &["shell rm -rf /home"]),
            ("(system \"rm -rf /home\")", &["shell rm -rf /home"]),
            ("(delete-directory \"/home\" t)", &["delete /home with all below"]),
            ("(delete-file \"a\")", &["delete a"]),
            ("(call-process \"rm\" nil nil nil \"-rf\" \"/home\")", &["words rm | -rf | /home"]),
            ("(sb-ext:run-program \"/bin/rm\" '(\"-rf\" \"/home\"))", &["words /bin/rm | -rf | /home"]),
            ("(uiop:run-program \"rm -rf /home\")", &["shell rm -rf /home"]),
            ("(require racket/system) (system* \"/bin/rm\" \"-rf\" \"x\")", &["words /bin/rm | -rf | x"]),
            ("(let ((d \"/home\")) (system (string-append \"rm -rf \" d)))", &["shell rm -rf /home"]),
            ("(define c \"ls\") (system c)", &["shell ls"]),
            ("(clojure.java.shell/sh \"rm\" \"-rf\" \"x\")", &["words rm | -rf | x"]),
            ("(defun f () (shell-command \"ls\")) (f)", &["shell ls"]),
            ("(message (getenv \"API_KEY\"))", &["print ?<$API_KEY>"]),
            // What only talks about it.
            ("(message \"rm -rf /\")", &["print rm -rf /"]),
            ("; (system \"ls\")\n(display (+ 1 2))", &["print ?<crafted>"]),
            ("(setq c \"(system \\\"ls\\\")\")", &[]),
        ],
    );
}

#[test]
fn further_languages_take_their_steps() {
    check(
        Language::Octave,
        &[
            ("system(\"rm -rf /home\")", &["shell rm -rf /home"]),
            ("system('rm -rf /home'); exit", &["shell rm -rf /home"]),
            ("x = [1 2 3]; disp(\"rm -rf /\")", &["print rm -rf /"]),
        ],
    );
    check(
        Language::Erlang,
        &[
            ("os:cmd(\"rm -rf /home\"), halt().", &["shell rm -rf /home"]),
            ("X = \"rm -rf \" ++ \"/home\", os:cmd(X).", &["shell rm -rf /home"]),
            ("file:del_dir_r(\"/home\").", &["delete /home with all below"]),
            ("io:format(\"rm -rf /\").", &["print rm -rf /"]),
        ],
    );
    check(
        Language::Haskell,
        &[
            ("System.Process.system \"rm -rf /home\"", &["shell rm -rf /home"]),
            ("System.Process.callCommand (\"rm -rf \" ++ \"/home\")", &["shell rm -rf /home"]),
            ("System.Directory.removeDirectoryRecursive \"/home\"", &["delete /home with all below"]),
            ("System.Process.callProcess \"rm\" [\"-rf\", \"/home\"]", &["words rm | -rf | /home"]),
            ("putStrLn \"rm -rf /\"", &["print rm -rf /"]),
        ],
    );
    check(
        Language::Nim,
        &[
            ("import os; discard execShellCmd(\"rm -rf /home\")", &["shell rm -rf /home"]),
            ("exec \"rm -rf /home\"", &["shell rm -rf /home"]),
            ("removeDir(\"/home\")", &["delete /home with all below"]),
            ("echo \"rm -rf /\"", &["print rm -rf /"]),
        ],
    );
}

#[test]
fn ocaml_takes_its_steps() {
    check(
        Language::Haskell,
        &[
            ("let () = ignore (Sys.command \"ls\")", &["shell ls"]),
            ("let _ = Sys.command \"ls\" in ()", &["shell ls"]),
            ("print_endline \"rm -rf /\"", &["print rm -rf /"]),
        ],
    );
}

#[test]
fn m4_runs_what_its_macros_say() {
    check(
        Language::M4,
        &[
            ("syscmd(`rm a')", &["shell rm a", "print syscmd(`rm a')"]),
            ("x esyscmd(echo $(ls)) y", &["shell echo $(ls)", "print x esyscmd(echo $(ls)) y"]),
            ("define(`a', `b')a", &["print define(`a', `b')a"]),
            ("syscmd(ls", &["shell ls", "print syscmd(ls"]),
        ],
    );
}

#[test]
fn what_is_compiled_takes_its_steps() {
    check(
        Language::Compiled,
        &[
            ("int main(void) { return system(\"rm a\"); }", &["shell rm a"]),
            ("int main() { char *a[] = {\"rm\", \"a\", 0}; execvp(\"rm\", a); }", &["words rm | a"]),
            ("func main() { exec.Command(\"sh\", \"-c\", \"ls\").Run() }", &["words sh | -c | ls"]),
            ("func main() { h, _ := os.UserHomeDir(); os.RemoveAll(h) }", &["delete /home/u with all below"]),
            ("fn main() { Command::new(\"rm\").args([\"-rf\", \"a\"]).status(); }", &["words rm | -rf | a"]),
            ("fn main() { let mut c = Command::new(\"rm\"); c.arg(\"a\"); c.spawn(); }", &["words rm | a"]),
            ("fn f<'a>(x: &'a str) { std::fs::remove_file(\"a\").unwrap(); }", &["delete a"]),
            ("Process.Start(\"rm\", \"-rf a\");", &["shell rm -rf a"]),
            // What only talks about it.
            ("int main(void) { char q = '\"'; puts(\"system\"); }", &["print system"]),
            ("// system(\"rm a\")\nint x = 1;", &[]),
        ],
    );
}
