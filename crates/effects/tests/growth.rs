//! Twice the text takes twice the time, whatever it does, and nothing is too deep.

#![allow(clippy::format_collect, reason = "texts are made once")]
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "a test that cannot go on fails")]

use std::time::Duration;

use hookward_effects::{Call, Emptiness, Facts, Scene, facts};

type Text = fn(usize) -> String;

/// A name, how often, and a text that is so often as long.
const CASES: &[(&str, usize, Text)] = &[
    ("items of parallel", 900, |n| format!("parallel rm -rf {{}} ::: {}", "a ".repeat(n))),
    ("items of xargs", 900, |n| format!("echo {} | xargs -n1 rm -rf", "a ".repeat(n))),
    ("lines of xargs", 900, |n| format!("printf '{}' | xargs -I% sh -c 'rm %'", "a\\n".repeat(n))),
    ("substitutions in each other", 20, |n| format!("{}echo a{}", "echo $(".repeat(n), ")".repeat(n))),
    ("substitutions without end", 4_000, |n| "$(".repeat(n)),
    ("groups in patterns", 2_000, |n| "${x#\"@(".repeat(n)),
    ("defaults in defaults", 30, |n| format!("echo {}a{}", "${x:-".repeat(n), "}".repeat(n))),
    ("directories", 1_000, |n| "cd a; ".repeat(n)),
    ("directories, there and back", 1_000, |n| "cd a && cd ..; ".repeat(n)),
    ("directories that may fail", 500, |n| "cd a || cd b\n".repeat(n)),
    ("lines for cat", 25_000, |n| format!("cat <<E\n{}E\n", "a line of $x and b\n".repeat(n))),
    ("lines for cat, quoted", 25_000, |n| format!("cat > f <<'E'\n{}E\n", "a line of $x and b\n".repeat(n))),
    ("lines for bash", 10_000, |n| format!("bash <<'E'\n{}E\n", "echo a line of text\n".repeat(n))),
    ("lines for bash that fail it", 10_000, |n| format!("bash <<'E'\n{}E\n", "if ((a\n".repeat(n))),
    ("loops in loops", 8, |n| format!("{}rm $i{}", "for i in a $i; do ".repeat(n), "; done".repeat(n))),
    ("loops in loops that count", 6, |n| {
        format!("{}n=$((n + 1)); rm $n{}", "while [ $n -lt 9 ]; do ".repeat(n), "; done".repeat(n))
    }),
    ("loops in loops that read", 8, |n| {
        format!("{}echo $x{}", "while read x; do ".repeat(n), "; done <<< $'a\\nb'".repeat(n))
    }),
    ("loops that print, in each other", 6, |n| {
        format!("x=$({}echo $i{}); rm $x", "for i in 1 2 3; do ".repeat(n), "; done".repeat(n))
    }),
    ("loops over texts and globs in each other", 8, |n| {
        format!("{}rm $i{}", "for i in a b* c* d* e*; do ".repeat(n), "; done".repeat(n))
    }),
    ("loops over texts and globs behind each other", 300, |n| "for i in a b* c*; do rm $i; done\n".repeat(n)),
    ("loops over many globs", 500, |n| format!("for i in a {}; do rm $i; done", "b* ".repeat(n))),
    ("texts that are packed and unpacked", 100, |n| "echo a | gzip | gunzip | sh\n".repeat(n)),
    ("lines for nu", 1_000, |n| format!("nu -c '{}'", "open $env.a; ".repeat(n))),
    ("lines of an image", 1_000, |n| format!("docker build - <<'E'\nFROM a\n{}E\n", "RUN ls\n".repeat(n))),
    ("loops behind each other", 500, |n| "for i in 1 2; do x=$x$i; rm $x; done; ".repeat(n)),
    ("conditions in each other", 12, |n| {
        format!("{}rm $x{}", "if a; then x=$x; ".repeat(n), "; fi".repeat(n))
    }),
    ("choices behind each other", 500, |n| "case $x in a) x=b;; b) x=a;; esac\n".repeat(n)),
    ("chains", 1_000, |n| "a && x=b || x=c; rm $x\n".repeat(n)),
    ("functions that call the next", 200, |n| {
        let functions = (0..n).map(|at| format!("f{at}() {{ f{}; rm a; }}\n", at + 1));
        functions.collect::<String>() + "f0"
    }),
    ("functions that call the next twice", 12, |n| {
        let functions = (0..n).map(|at| format!("f{at}() {{ f{0}; f{0}; }}\n", at + 1));
        functions.collect::<String>() + "f0"
    }),
    ("functions that call all others", 20, |n| {
        let calls: String = (0..n).map(|at| format!("f{at} a; ")).collect();
        let functions: String = (0..n).map(|at| format!("f{at}() {{ {calls}}}\n")).collect();
        functions + "f0 b"
    }),
    ("functions that call themselves", 200, |n| "f() { f \"$@\" a; f b; }; f c\n".repeat(n)),
    ("functions that call each other", 200, |n| "f() { g \"$@\" a; }; g() { f \"$@\" b; }; f c\n".repeat(n)),
    ("variables that double", 60, |n| format!("x=ab\n{}rm $x", "x=$x$x\n".repeat(n))),
    ("arrays that double", 30, |n| format!("a=(a b)\n{}rm \"${{a[@]}}\"", "a+=(\"${a[@]}\")\n".repeat(n))),
    ("arguments that double", 30, |n| format!("set -- a b\n{}rm \"$@\"", "set -- \"$@\" \"$@\"\n".repeat(n))),
    ("outputs that double", 30, |n| format!("x=a\n{}rm $x", "x=$(echo $x $x)\n".repeat(n))),
    ("choices that multiply", 30, |n| {
        format!("for x in a b; do for y in c d; do {}rm $x; done; done", "x=$x$y\n".repeat(n))
    }),
    ("assignments and pipelines", 2_000, |n| {
        (0..n).map(|at| format!("x{at}=a; echo $x{at} | b\n")).collect()
    }),
    ("assignments and branches", 1_000, |n| (0..n).map(|at| format!("if a; then x{at}=a; fi\n")).collect()),
    ("assignments and commands with their own", 1_000, |n| {
        (0..n).map(|at| format!("x{at}=a; y=b rm $x{at}\n")).collect()
    }),
    ("assignments and other shells", 400, |n| {
        (0..n).map(|at| format!("x{at}=a; bash -c 'rm $x'\n")).collect()
    }),
    ("aliases in a circle", 300, |n| {
        let aliases: String = (0..n).map(|at| format!("alias a{at}='a{} '\n", (at + 1) % n)).collect();
        aliases + "a0 a1 a2"
    }),
    ("aliases that call two", 12, |n| {
        (0..n).map(|at| format!("alias a{at}='a{0}; a{0}'\n", at + 1)).collect::<String>() + "a0"
    }),
    ("texts in texts", 6, |n| {
        (0..n).fold("rm a".to_owned(), |text, _| format!("eval '{}'", text.replace('\'', "'\\''")))
    }),
    ("texts behind each other", 12, |n| "eval ".repeat(n) + "rm a"),
    ("texts that run themselves", 200, |n| "x='eval \"$x\"; eval \"$x\"'; eval \"$x\"\n".repeat(n)),
    ("traps", 500, |n| "trap 'rm $x' EXIT; x=a\n".repeat(n)),
    ("traps in traps", 100, |n| "trap 'trap \"rm a\" EXIT' EXIT\n".repeat(n)),
    ("products of braces", 12, |n| "echo ".to_owned() + &"{a,b}".repeat(n)),
    ("braces in each other", 30, |n| format!("rm {}a{}", "{b,".repeat(n), "}".repeat(n))),
    ("globs", 1_000, |n| "rm ".to_owned() + &"a*/b? ".repeat(n)),
    ("arithmetic in each other", 200, |n| format!("echo $(({}1{}))", "(".repeat(n), ")".repeat(n))),
    ("arithmetic that counts", 1_000, |n| "((x++, y += x)); rm $y\n".repeat(n)),
    ("names for names", 500, |n| {
        (0..n).map(|at| format!("declare -n r{}=r{at}\n", at + 1)).collect::<String>() + "r5=a; rm $r9"
    }),
    ("processes", 300, |n| "cat <(rm a) >(rm b)\n".repeat(n)),
    ("files that run themselves", 200, |n| "echo '. ./f; . ./f' > f; . ./f\n".repeat(n)),
    ("files of subshells", 1_000, |n| (0..n).map(|at| format!("(echo >a{at}); ")).collect()),
    ("substitutions beside many arguments", 1_000, |n| format!("set -- {{1..1000}}; {}", "$(:) ".repeat(n))),
    ("substitutions beside a long input", 500, |n| {
        format!("{{ {}; }} <<'E'\n{}E\n", "$(:) ".repeat(n), "a line\n".repeat(10 * n))
    }),
    ("chains of assignments", 1_000, |n| (0..n).map(|at| format!("a && x{at}=b; ")).collect()),
    ("functions in branches", 500, |n| {
        (0..n).map(|at| format!("a && f{}() {{ b; }}; f{at}\n", at % 9)).collect()
    }),
    ("files in branches", 500, |n| (0..n).map(|at| format!("a && echo b > f{at}; sh f{at}\n")).collect()),
    ("links in links", 300, |n| (0..n).map(|at| format!("ln -s l{at} l{}; rm l{at}/a\n", at + 1)).collect()),
    ("words to choose from", 300, |n| {
        let words: String = (0..n).map(|at| format!("a{at} ")).collect();
        format!("for x in {words}; do {}done", "rm $x/b; ".repeat(n))
    }),
    ("words that decide", 300, |n| {
        format!("for x in status log diff show; do {}done", "git $x $x; ".repeat(n))
    }),
    ("lines that are read", 2_000, |n| {
        format!("mapfile -t a <<'E'\n{}E\nrm \"${{a[@]}}\"", "a b\n".repeat(n))
    }),
];

fn derive(text: &str) -> Facts {
    let scene = Scene { cwd: "/w", home: Some("/home/dev"), roots: &[], world: &Emptiness };
    facts(&Call::shell(text), &scene)
}

/// The time that this thread has had.
#[cfg(unix)]
fn now() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap()
}

/// The time that has passed, where threads have no clock.
#[cfg(not(unix))]
fn now() -> Duration {
    std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap()
}

fn time(text: &str) -> Duration {
    let start = now();
    drop(derive(text));
    now().saturating_sub(start)
}

/// How much longer twice the text takes, and how long it takes; the best of some tries, since others only make it worse.
fn growth(times: usize, text: Text) -> (f64, Duration) {
    let (single, double) = (text(times), text(2 * times));
    // Some texts grow more than twice.
    #[allow(clippy::cast_precision_loss, reason = "texts are short")]
    let longer = (double.len() as f64 / single.len() as f64 / 2.0).max(1.0);
    let mut best = (Duration::MAX, Duration::MAX);
    let mut ratio = f64::MAX;
    for _ in 0..8 {
        best = (best.0.min(time(&single)), best.1.min(time(&double)));
        ratio = best.1.as_secs_f64() / best.0.as_secs_f64() / longer;
        // Too short to be measured, and short enough.
        if best.1 < Duration::from_millis(20) || ratio < 2.6 {
            break;
        }
    }
    (if best.1 < Duration::from_millis(20) { 1.0 } else { ratio }, best.1)
}

#[test]
fn twice_the_text_takes_twice_the_time() {
    let mut wrong = Vec::new();
    for (name, times, text) in CASES {
        let (ratio, time) = growth(*times, *text);
        println!("{name}: {ratio:.1} times, {time:?}");
        if ratio >= 3.0 {
            wrong.push(format!("{name}: {ratio:.1} times as long when it is twice as long, {time:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
