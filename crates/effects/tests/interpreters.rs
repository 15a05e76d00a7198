//! Interpreters and how each is given its code. The working directory is `/w`, the home `/home/me`.

use hookward_effects::{Action, Call, Depth, Emptiness, Scene, facts};

/// What a command deletes with everything below.
fn deleted(command: &str) -> Vec<String> {
    let scene = Scene { cwd: "/w", home: Some("/home/me"), roots: &[], world: &Emptiness };
    let facts = facts(&Call::shell(command), &scene);
    let mut paths: Vec<String> = facts
        .effects
        .iter()
        .filter_map(|effect| match &effect.action {
            Action::Delete(place, Depth::Tree) => Some(place),
            _ => None,
        })
        .flat_map(|place| place.spots.iter().map(|spot| spot.path.clone()))
        .collect();
    paths.dedup();
    paths
}

#[test]
fn code_is_found_wherever_an_interpreter_takes_it() {
    let table: &[&str] = &[
        "lua -e 'os.execute(\"rm -rf ~\")'",
        "lua5.4 -e 'os.execute(\"rm -rf ~\")'",
        "luajit -l x -e 'os.execute(\"rm -rf ~\")'",
        "echo 'os.execute(\"rm -rf ~\")' | lua -",
        "echo 'os.execute(\"rm -rf ~\")' | lua",
        "echo 'exec rm -rf /home/me' | tclsh",
        "echo 'exec rm -rf /home/me' > x.tcl; tclsh x.tcl",
        "expect -c 'spawn rm -rf /home/me'",
        "Rscript -e 'system(\"rm -rf ~\")'",
        "R --no-save -e 'unlink(\"/home/me\", recursive=TRUE)'",
        "julia -e 'run(`rm -rf /home/me`)'",
        "julia --eval='rm(\"/home/me\", recursive=true)'",
        "elixir -e 'System.cmd(\"rm\", [\"-rf\", \"/home/me\"])'",
        "iex --eval 'File.rm_rf!(\"/home/me\")'",
        "groovy -e '\"rm -rf /home/me\".execute()'",
        "scala -e 'import sys.process._; \"rm -rf /home/me\".!'",
        "kotlin -e 'java.io.File(\"/home/me\").deleteRecursively()'",
        "swift -e 'FileManager.default.removeItem(atPath: \"/home/me\")'",
        "racket -e '(system \"rm -rf ~\")'",
        "guile -c '(system \"rm -rf ~\")'",
        "sbcl --noinform --eval '(uiop:run-program \"rm -rf ~\")' --quit",
        "emacs --batch --eval '(shell-command \"rm -rf ~\")'",
        "emacs -batch -eval '(delete-directory \"/home/me\" t)'",
        "emacsclient -e '(shell-command \"rm -rf ~\")'",
        "gdb -batch -ex 'shell rm -rf ~'",
        "gdb -ex '!rm -rf ~'",
        "gdb -ex 'python import os; os.system(\"rm -rf ~\")'",
        "lldb -o 'platform shell rm -rf ~'",
        "ipython -c '!rm -rf ~'",
        "ipython3 -c 'import os; os.system(\"rm -rf ~\")'",
        "echo '!rm -rf ~' | ipython",
        "echo 'Runtime.getRuntime().exec(\"rm -rf /home/me\")' | jshell",
        "csh -c 'rm -rf ~'",
        "tcsh -fc 'rm -rf ~'",
        "fish -c 'rm -rf ~'",
        "nu -c 'rm -rf ~'",
        "xonsh -c 'rm -rf ~'",
        "elvish -c 'rm -rf ~'",
        "dc -e '!rm -rf ~'",
        "echo '!rm -rf ~' | dc",
        "echo 'do shell script \"rm -rf ~\"' | osascript",
        "crystal eval 'system(\"rm -rf ~\")'",
        "nim --eval:'discard execShellCmd(\"rm -rf ~\")'",
        "octave --eval 'system(\"rm -rf ~\")'",
        "matlab -r 'system(\"rm -rf ~\")'",
        "ghci -e 'System.Process.system \"rm -rf ~\"'",
        "erl -noshell -eval 'os:cmd(\"rm -rf ~\")' -s init stop",
        "awk -v c='rm -rf ~' 'BEGIN{system(c)}'",
        "awk -vc='rm -rf ~' 'BEGIN{system(c)}'",
        "powershell -enc UgBlAG0AbwB2AGUALQBJAHQAZQBtACAALQBSAGUAYwB1AHIAcwBlACAALQBGAG8AcgBjAGUAIAAvAGgAbwBtAGUALwBtAGUA",
        "powershell -EncodedCommand UgBlAG0AbwB2AGUALQBJAHQAZQBtACAALQBSAGUAYwB1AHIAcwBlACAALQBGAG8AcgBjAGUAIAAiAC8AaABvAG0AZQAvAG0AZQAiACAAIwAgAGgA6QAWTg==",
        "pwsh -c 'rm -rf ~'",
        "pwsh -c 'rm -r -fo ~'",
        "pwsh -Command \"rm -Recurse -Force /home/me\"",
        "php -r '$d=\"/home/me\"; exec(\"rm -rf $d\");'",
    ];
    let missed: Vec<&&str> = table.iter().filter(|command| deleted(command) != ["/home/me"]).collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn code_that_only_talks_about_it_deletes_nothing() {
    let table: &[&str] = &[
        "lua -e 'print(\"rm -rf /\")'",
        "tclsh x.tcl",
        "expect -c 'puts \"rm -rf /\"'",
        "Rscript -e 'print(\"rm -rf /\")'",
        "R CMD INSTALL .",
        "julia -e 'println(\"rm -rf /\")'",
        "elixir -e 'IO.puts(\"rm -rf /\")'",
        "groovy -e 'println \"rm -rf /\"'",
        "scala -e 'println(\"rm -rf /\")'",
        "swift build",
        "racket -e '(display \"rm -rf /\")'",
        "emacs --batch --eval '(message \"rm -rf /\")'",
        "gdb -batch -ex 'print \"rm -rf /\"' -ex bt ./a.out",
        "ipython -c 'print(\"!rm -rf /\")'",
        "echo '2 3 + p' | dc",
        "echo 'a != 3' | bc",
        "octave --eval 'disp(\"rm -rf /\")'",
        "awk -v c='rm -rf ~' 'BEGIN{print c}'",
        "pwsh -c 'echo \"rm -rf ~\"'",
        "php -r '$d=\"/home/me\"; echo \"rm -rf $d\";'",
    ];
    let alarmed: Vec<&&str> = table.iter().filter(|command| !deleted(command).is_empty()).collect();
    assert!(alarmed.is_empty(), "{alarmed:#?}");
}

#[test]
fn what_is_copied_to_another_machine_is_known_there() {
    for command in [
        "echo 'rm -rf /srv' > m.txt; scp m.txt host:/tmp/m.txt && ssh host 'sh /tmp/m.txt'",
        "echo 'rm -rf /srv' > m.txt; scp m.txt me@host:/tmp/ && ssh me@host sh /tmp/m.txt",
        "echo 'rm -rf /srv' > m.txt; scp m.txt host: && ssh host 'sh m.txt'",
        "echo 'rm -rf /srv' > m.txt; scp m.txt host:~/m.sh && ssh host 'sh m.sh'",
        "echo 'rm -rf /srv' > m.txt; rsync -a m.txt host:/tmp/m.sh && ssh host sh /tmp/m.sh",
        "echo 'rm -rf /srv' > m.txt; docker cp m.txt box:/tmp/m.sh; docker exec box sh /tmp/m.sh",
        "echo 'rm -rf /srv' > m.txt; echo 'put m.txt /tmp/m.sh' | sftp host; ssh host sh /tmp/m.sh",
        "echo 'rm -rf /srv' > m.txt; sftp host <<< 'put m.txt'; ssh host sh m.txt",
        // What lies here under the same name is not forgotten over it.
        "echo 'rm -rf /srv' > /tmp/m; echo ls > n; scp n host:/tmp/m; sh /tmp/m",
    ] {
        assert_eq!(deleted(command), ["/srv"], "{command}");
    }
    assert!(
        deleted("echo 'rm -rf /srv' > m.txt; scp m.txt host:/tmp/m.txt && ssh host 'cat /tmp/m.txt'")
            .is_empty()
    );
}

#[test]
fn what_code_copies_is_known_when_it_runs() {
    for command in [
        "echo 'rm -rf ~' > m.txt; python3 -c \"import shutil; shutil.copy('m.txt', 'n.sh')\"; sh n.sh",
        "echo 'rm -rf ~' > m.txt; node -e \"require('fs').copyFileSync('m.txt', 'n.sh')\"; sh n.sh",
        "echo 'rm -rf ~' > m.txt; ruby -e \"require 'fileutils'; FileUtils.cp('m.txt', 'n.sh')\"; sh n.sh",
        "echo 'rm -rf ~' > m.txt; perl -e \"use File::Copy; copy('m.txt', 'n.sh')\"; sh n.sh",
        "echo 'rm -rf ~' > m.txt; php -r \"copy('m.txt', 'n.sh');\"; sh n.sh",
    ] {
        assert_eq!(deleted(command), ["/home/me"], "{command}");
    }
}
