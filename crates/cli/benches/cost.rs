//! What one hook call costs, against a budget: whole process, journal and session included. Instructions are
//! callgrind's, which do not depend on what else the machine does; wall time is the least of many runs, taken in turn
//! with a program that only reads its input. Over budget is a failure.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a measurement that cannot go on fails"
)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// The floor: a program that only reads its input.
const FLOOR: &str = "fn main() {
    let mut text = String::new();
    std::io::Read::read_to_string(&mut std::io::stdin(), &mut text).ok();
    std::process::exit(i32::from(text.len() == 1))
}";

/// What agents write: loops, pipes, substitutions, here-documents.
const BLOCK: &str = r#"for f in $(git ls-files 'src/*.ts' | head -20); do
  if grep -q "TODO" "$f"; then echo "has todo: $f" >> out.txt; else wc -l < "$f"; fi
done
cat > notes/$(date +%F).md <<'END'
# never run rm -rf / or git reset --hard here
END
git log --oneline -5 | sed -n '1,3p' && npm run lint 2>&1 | tail -20
diff <(sort a.txt) <(sort b.txt) || true
x=$(jq -r '.scripts | keys[]' package.json | sort | uniq -c | awk '{print $2}')
"#;

const POLICY: &str = r#"[security]
protected_files = ["db/schema.sql", "api/**"]
[[rule]]
id = "gate/no-npm"
on = "shell"
command = "npm install *"
decision = "deny"
why = "this project uses pnpm"
examples = { fires = ["npm install x"], passes = ["npm test"] }
"#;

struct Bench {
    home: tempfile::TempDir,
    hook: Vec<PathBuf>,
    failed: bool,
}

fn main() -> ExitCode {
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("cost: valgrind is needed");
        return ExitCode::FAILURE;
    }
    let home = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    // As it is installed: by a copy. What a linker wrote piece by piece lies in smaller pieces of memory, too.
    let installed = home.path().join("hookward");
    std::fs::copy(program(), &installed).unwrap();
    let hook = vec![installed, "hook".into(), "claude".into()];
    let mut bench = Bench { home, hook, failed: false };
    std::fs::create_dir_all(bench.project().join(".git")).unwrap();
    std::fs::write(bench.project().join(".git/HEAD"), "ref: refs/heads/feature/x\n").unwrap();

    // The first call makes the state.
    bench.run(&bench.hook, "git status");
    let two_kb = BLOCK.repeat(4);
    bench.budget("git status", "git status", 600_000);
    bench.budget("rm -rf /", "rm -rf /", 700_000);
    // Denser than what agents write; where the project lies counts too, by some percent.
    bench.budget(&format!("{} bytes", two_kb.len()), &two_kb, 6_000_000);
    bench.growth();
    bench.wall();
    std::fs::write(bench.project().join("hookward.toml"), POLICY).unwrap();
    // The first call compiles the policy.
    bench.run(&bench.hook, "git status");
    bench.budget("git status with a policy", "git status", 700_000);
    if bench.failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// The program to measure: the one built with this, or another one that is there already.
fn program() -> PathBuf {
    let named = std::env::var_os("HOOKWARD_PROGRAM").map(PathBuf::from);
    let named = named.map(|path| path.canonicalize().expect("HOOKWARD_PROGRAM names a program"));
    named.unwrap_or_else(|| env!("CARGO_BIN_EXE_hookward").into())
}

impl Bench {
    fn project(&self) -> PathBuf {
        self.home.path().join("project")
    }

    fn run(&self, program: &[PathBuf], command: &str) {
        self.start(program, command, Stdio::null()).wait().unwrap();
    }

    /// Has a command judged by a program, which has the whole event by then.
    fn start(&self, program: &[PathBuf], command: &str, answer: Stdio) -> Child {
        let event = serde_json::json!({
            "session_id": "cost", "cwd": self.project(), "permission_mode": "default", "hook_event_name": "PreToolUse",
            "tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": "toolu_1",
        });
        let mut child = Command::new(&program[0])
            .args(&program[1..])
            .current_dir(self.project())
            .env_clear()
            .env("HOME", self.home.path())
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("CLAUDE_PROJECT_DIR", self.project())
            .stdin(Stdio::piped())
            .stdout(answer)
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(event.to_string().as_bytes()).unwrap();
        child
    }

    fn instructions(&self, command: &str) -> u64 {
        let log = self.home.path().join("callgrind.log");
        let valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"].map(PathBuf::from);
        let to_log = PathBuf::from(format!("--log-file={}", log.display()));
        let all: Vec<PathBuf> =
            valgrind.into_iter().chain([to_log]).chain(self.hook.iter().cloned()).collect();
        // Valgrind is slow, and a machine that does something else as well is slower: what was cut off at the deadline is
        // no figure.
        let figure = || {
            let answer = self.start(&all, command, Stdio::piped()).wait_with_output().unwrap();
            (!String::from_utf8_lossy(&answer.stdout).contains("fault/deadline")).then(|| collected(&log))
        };
        (0..5).find_map(|_| figure()).expect("the machine has time to judge a call under valgrind")
    }

    fn verdict(&mut self, what: &str, holds: bool) {
        println!("cost: {what}{}", if holds { "" } else { "  <- OVER BUDGET" });
        self.failed |= !holds;
    }

    fn budget(&mut self, name: &str, command: &str, most: u64) {
        let spent = self.instructions(command);
        self.verdict(&format!("{name}: {spent} instructions (budget {most})"), spent <= most);
    }

    /// How the cost grows with the length: 1.0 is linear.
    fn growth(&mut self) {
        let costs = [2, 16].map(|times| self.instructions(&BLOCK.repeat(times)) as f64);
        let exponent = (costs[1] / costs[0]).ln() / 8f64.ln();
        self.verdict(&format!("growth exponent {exponent:.2} (budget 1.1)"), exponent <= 1.1);
    }

    fn wall(&mut self) {
        let programs = [vec![floor(self.home.path())], self.hook.clone()];
        let mut best = [Duration::MAX; 2];
        let mut ratio = f64::INFINITY;
        // A machine that does something else meanwhile only ever makes a run slower: then more runs tell the truth.
        for _ in 0..6 {
            for _ in 0..300 {
                for (program, best) in programs.iter().zip(&mut best) {
                    let started = Instant::now();
                    self.run(program, "git status");
                    *best = (*best).min(started.elapsed());
                }
            }
            ratio = best[1].as_secs_f64() / best[0].as_secs_f64();
            if ratio <= 1.45 {
                break;
            }
        }
        // The goal is 1.5. The same program takes 1.3 to 1.8 times the floor, by how large the pieces are in which its file
        // lies in memory, which is the machine's affair. The instructions are the budget; this one only catches what they
        // do not show.
        self.verdict(&format!("wall {:?}, {ratio:.2} times the floor (budget 2.2)", best[1]), ratio <= 2.2);
    }
}

fn floor(folder: &Path) -> PathBuf {
    let (source, program) = (folder.join("floor.rs"), folder.join("floor"));
    std::fs::write(&source, FLOOR).unwrap();
    let mut rustc = Command::new("rustc");
    let built = rustc.args(["-O", "-C", "panic=abort", "-o"]).arg(&program).arg(&source).status().unwrap();
    assert!(built.success(), "the floor does not build");
    program
}

fn collected(log: &Path) -> u64 {
    let text = std::fs::read_to_string(log).unwrap();
    let (_, rest) = text.split_once("Collected : ").expect("callgrind gives a figure");
    rest.split_whitespace().next().unwrap().parse().unwrap()
}
