//! Bash itself: what it runs is in the tree.
//!
//! It runs random texts in an empty folder, where no program can be found: whatever it would run has a name like `c17`,
//! and is only written down.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use hookward_shell::parse;

use crate::random::{Random, deadline, mutate};
use crate::walk::census;

/// Where bash is; it gets no search path, so that it finds nothing.
const BASH: &str = "/bin/bash";

/// How long a text may run. Its processes have a limit of their own.
const PATIENCE: Duration = Duration::from_secs(5);

/// What stands in front of every text. A function may not call itself often, and a loop ends by chance.
const PRELUDE: &str = "ulimit -t 1 -f 64\nFUNCNEST=2\nexec 9>>\"$1\"\nshopt -s extglob\n\
    command_not_found_handle() { printf '%s\\n' \"$1\" >&9; return $((RANDOM % 2)); }\n";

/// `L` is a list, `C` a new command's name, `W` a word. Capital letters stand for nothing else here.
const LISTS: &[&str] = &[
    "C",
    "C W",
    "C W W",
    "C; L",
    "L && L",
    "L || L",
    "L | L",
    "C |& L",
    "L & L",
    "! L",
    "time L",
    "{ L; }",
    "{ L\n}",
    "(L)",
    "( L )",
    "((L); (L))",
    "if L; then L; fi",
    "if L; then L; else L; fi",
    "while L; do L; break; done",
    "for i in W W; do L; done",
    "for i in W; { L; }",
    "for ((i=0;i<2;i++)); do L; done",
    "for ((i=0;i<2;i++)) { L; }",
    "case W in W) L;; *) L;; esac",
    "case a in a|b) L;& (c) L; esac",
    "f() { L; }; f",
    "function g { L; }; g",
    "[[ W ]] && L",
    "[[ W == W ]] || L",
    "[[ a =~ (W|b) ]]; L",
    "((1+1)); L",
    "x=W L",
    "x=W; L",
    "x=(W W); L",
    "x[1]=W L",
    "L >e",
    "L <W",
    "L 2>&1",
    ">e C",
    "C <<<W",
    "C <<e\nW L\ne\nL",
    "C <<'e'\nL\ne\nL",
    "C <<-e && L\n\tL $(L)\n\te\n",
    "L # L\nL",
    "C 'L'; L",
    "C \"L\"; L",
    "C \\\n W; L",
    "C \\# W; L",
    "C W#W; L",
    "export x=W; L",
    "declare -a y=(W); L",
    "coproc L",
    "select i in a; do L; done",
    "C <<e1 <<e2; L\nW\ne1\nL\ne2\nL",
    "C \"$(C <<'e'\n'L\ne\n)\"; L",
    "until L; do L; done",
    "L\nL",
    "L\n\nL",
    "if ! L; then L; fi",
    "C <<e",
];

const WORDS: &[&str] = &[
    "a",
    "b",
    "'a'",
    "\"a\"",
    "\\a",
    "$x",
    "\"$x\"",
    "${x:-W}",
    "\"${x:-W}\"",
    "${x:+W}",
    "${x#W}",
    "${x/W/W}",
    "\"${x%\"W\"}\"",
    "$(L)",
    "\"$(L)\"",
    "`L`",
    "\"`L`\"",
    "$(L; L)",
    "$( L )",
    "$((1 + $(L)))",
    "$((1))",
    "$(( (1) ))",
    "$((L) )",
    "<(L)",
    ">(L)",
    "a$(L)b",
    "{a,W}",
    "@(a|W)",
    "*",
    "$'a\\'L'",
    "$\"W\"",
    "a#L",
    "$\\\n(L)",
    "\"$\\\n(L)\"",
    "${x[$(L)]}",
    "${x:0:$(L)}",
    "$(L # )\n)",
    "$(case a in a) L;; esac)",
    "'L'",
    "\"'$(L)'\"",
    "\"${x:-'$(L)'}\"",
    "\\$(L)",
    "\"\\$(L)\"",
    "$(C <<e\nL\ne\n)",
    "$[1+$(L)]",
    "$((x[$(L)]))",
    "${#x}",
    "~",
    "$(\nL\n)",
    "W\\\nW",
];

/// Tokens that change a text.
const TOKENS: &[&str] = &[
    " ", "\n", ";", "&", "|", "&&", "||", "(", ")", "((", "))", "{ ", "; }", "'", "\"", "`", "\\", "\\\n",
    "$(", "${", "}", "$((", "#", " #", "<<e\n", "\ne\n", "<<'e'\n", "<<-e\n", "e\n", "<(", ">", "<", "<<<",
    "!", "[[ ", " ]]", "if ", "; then ", "; fi", "; do ", "; done", "esac", " in ", "case ", ";;", "a=",
    "=(", "[", "]", "$'", "$\"", "\t", "=~ ", "\r", "é", ":-", "$x", "@(", "time ", "coproc ",
];

struct Writer<'r> {
    random: &'r mut Random,
    commands: usize,
    text: String,
}

impl Writer<'_> {
    fn write(&mut self, template: &str, depth: usize) {
        for character in template.chars() {
            match character {
                'C' => self.command(),
                'L' if depth == 0 => self.command(),
                'L' => {
                    let template = self.random.pick(LISTS);
                    self.write(template, depth - 1);
                }
                'W' if depth == 0 => self.text.push('a'),
                'W' => {
                    let template = self.random.pick(WORDS);
                    self.write(template, depth - 1);
                }
                other => self.text.push(other),
            }
        }
    }

    fn command(&mut self) {
        self.commands += 1;
        let _ = write!(self.text, "c{}", self.commands);
    }
}

/// A text without what could run for ever or do something else.
fn random_text(random: &mut Random) -> String {
    let depth = 1 + random.below(4);
    let mut writer = Writer { random, commands: 0, text: String::new() };
    writer.write("L\nL", depth);
    let mut text = writer.text;
    let mutations = random.below(4);
    for _ in 0..mutations {
        let copy = text.clone();
        mutate(random, &mut text, TOKENS, &[copy.as_str()]);
    }
    text
}

/// Of this process alone.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("runs-{}", std::process::id()))
}

/// The names that bash runs. Each text has a log of its own, since one before it may still have something running.
fn runs(text: &str, number: usize) -> Vec<String> {
    let folder = folder();
    let work = folder.join("empty");
    let _ = std::fs::remove_dir_all(&work);
    std::fs::create_dir_all(&work).unwrap();
    let (script, log) = (folder.join("text.sh"), folder.join(format!("log-{number}")));
    std::fs::write(&script, format!("{PRELUDE}{text}")).unwrap();
    std::fs::write(&log, "").unwrap();
    let mut bash = Command::new(BASH)
        .args(["--noprofile", "--norc"])
        .args([&script, &log])
        .env_clear()
        .env("LC_ALL", "C.UTF-8")
        .env("PATH", "/nonexistent")
        .env("HOME", &work)
        .current_dir(&work)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let end = Instant::now() + PATIENCE;
    while bash.try_wait().unwrap().is_none() {
        if Instant::now() > end {
            let _ = bash.kill();
        }
        std::thread::sleep(Duration::from_micros(500));
    }
    let names = std::fs::read(&log).unwrap_or_default();
    let _ = std::fs::remove_file(&log);
    String::from_utf8_lossy(&names).split('\n').filter(|name| is_command(name)).map(str::to_owned).collect()
}

fn is_command(name: &str) -> bool {
    name.strip_prefix('c')
        .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
}

fn check(text: &str, number: usize) -> bool {
    let script = parse(text);
    if !script.not_understood.is_empty() {
        return false;
    }
    let names: Vec<_> =
        census(&script).names.iter().map(|span| span.text(text).replace("\\\n", "")).collect();
    for run in runs(text, number) {
        // A name that is put together from quotes or expansions is in the tree, but not as it is.
        let seen = names
            .iter()
            .any(|name| *name == run || name.contains(['\'', '"', '$', '\\', '`', '{', '@', '*', '[', '?']));
        assert!(seen, "bash runs {run}, which is not in the tree of {text:?}");
    }
    true
}

#[test]
fn what_bash_runs_is_in_the_tree() {
    if !Path::new(BASH).exists() {
        return;
    }
    let mut random = Random::from_environment();
    let end = deadline(4);
    let (mut count, mut understood) = (0_usize, 0_usize);
    while Instant::now() < end {
        let text = random_text(&mut random);
        // Nothing that leaves the folder, or forks for long.
        if text.len() > 4000 {
            continue;
        }
        count += 1;
        understood += usize::from(check(&text, count));
    }
    let _ = std::fs::remove_dir_all(folder());
    println!("{count} texts, {understood} understood");
    assert!(understood > 10, "only {understood} texts");
}
