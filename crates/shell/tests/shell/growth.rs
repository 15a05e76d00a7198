//! Twice the text takes twice the time, whatever it is made of.

use std::time::Duration;

use hookward_shell::{MAX_BYTES, parse};

/// Front, piece, how often, back.
type Case = (&'static str, &'static str, usize, &'static str);

const CASES: &[Case] = &[
    ("", "$(", 100_000, ""),
    ("", "\"$(", 100_000, ""),
    ("echo ", "${x#\"@(", 60_000, ""),
    ("echo ", "${x:-", 100_000, ""),
    ("", "cd a && cd ..; ", 2_000, ""),
    ("", "cd a\n", 8_000, ""),
    ("cat <<E\n", "a line of $x and `b`\n", 12_000, "E\n"),
    ("cat <<'E'\n", "a line of $x and `b`\n", 24_000, "E\n"),
    ("cat <<E\n", "a line\\\n", 50_000, "\nE\n"),
    ("cat <<-E\n", "\ta line of $x\n", 20_000, "E\n"),
    ("cat <<E\n", "E \n", 100_000, ""),
    ("a", " | a", 450, ""),
    ("a", " | a", 10_000, ""),
    ("a", " && a", 10_000, ""),
    ("a", " b", 30_000, ""),
    ("a", " 'b'", 30_000, ""),
    ("a=(", "b ", 25_000, ")"),
    ("", "a=(", 100_000, ""),
    ("", "((", 100_000, ""),
    ("", "((a) ", 60_000, ""),
    ("", "((a);(b));", 5_000, ""),
    ("echo ", "$((a)+(b)) ", 5_000, ""),
    ("", "echo $((a)+(", 20_000, ""),
    ("", "`", 100_000, ""),
    ("", "\\`", 100_000, ""),
    ("`", "\\\\", 100_000, "`"),
    ("echo `", "\\$x ", 15_000, "`"),
    ("", "time ", 60_000, "a"),
    ("", "! ", 60_000, "a"),
    ("a", " <<E", 2_500, "\n"),
    ("a", " <<E", 2_500, "\nE\n"),
    ("", "a <<E\nE\n", 8_000, ""),
    ("", "if a; then b; fi\n", 5_000, ""),
    ("", "f() { a; }\n", 5_000, ""),
    ("case x in ", "a) b;; ", 8_000, "esac"),
    ("[[ ", "a && ", 20_000, "a ]]"),
    ("[[ ", "( ", 100_000, ""),
    ("echo \"", "\\\"", 100_000, "\""),
    ("echo ", "\\\na", 40_000, ""),
    ("echo ", "$\\\nx", 15_000, ""),
    ("echo ", "a[", 60_000, ""),
    ("", "a[", 60_000, ""),
    ("", "a[b]", 60_000, ""),
    ("echo ", "@(", 60_000, ""),
    ("echo ", "@(a|b)", 10_000, ""),
    ("echo *", "x(N)", 10_000, ""),
    ("echo ", "<(", 60_000, ""),
    ("echo \"", "${x:-'", 40_000, ""),
    ("echo $((", "'a' + ", 30_000, "1))"),
    ("", "a (\n", 20_000, ""),
    ("", ")\n", 60_000, ""),
    ("", "a 'b\n", 20_000, ""),
    ("", "{ a; }>b;", 6_000, ""),
];

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

fn time(source: &str) -> Duration {
    let start = now();
    drop(parse(source));
    now().saturating_sub(start)
}

/// How much longer twice the text takes; the best of some tries, since other processes only make it worse.
fn growth(&(front, piece, times, back): &Case) -> f64 {
    let text = |times: usize| format!("{front}{}{back}", piece.repeat(times));
    let (single, double) = (text(times), text(2 * times));
    assert!(double.len() <= MAX_BYTES, "{front}{piece} is too long");
    let mut best = (Duration::MAX, Duration::MAX);
    let mut ratio = f64::MAX;
    // A machine that is busy with something else gets more tries.
    for _ in 0..200 {
        best = (best.0.min(time(&single)), best.1.min(time(&double)));
        // Too short to be measured, and short enough.
        if best.1 < Duration::from_millis(4) {
            return 1.0;
        }
        ratio = best.1.as_secs_f64() / best.0.as_secs_f64();
        if ratio < 2.6 {
            break;
        }
    }
    ratio
}

#[test]
fn twice_the_text_takes_twice_the_time() {
    for case in CASES {
        let growth = growth(case);
        assert!(growth < 3.0, "{case:?} takes {growth:.1} times as long when it is twice as long");
    }
}
