//! What a text makes of files in several steps, held against bash itself: what lies there in the end is one of the things
//! that were worked out beforehand, or it was said that nobody can tell.
//!
//! Random texts of harmless steps run in a folder of their own. `HOOKWARD_SCRIPTS` and `HOOKWARD_SEED` make the run longer or
//! another.

#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use hookward_core::effects::{Call, Kind, Repository, World};
use hookward_core::possible_results;
use support::{Bench, ROOT};

/// Texts of one run, unless it is asked for more.
const SCRIPTS: usize = 400;

const FILES: &[(&str, &str)] = &[("a.ts", "one x\ntwo\n"), ("b.ts", "x y\n"), ("d/c.ts", "z")];

/// A folder of the disk, seen as the workspace.
struct Folder(PathBuf);

impl Folder {
    fn at(&self, path: &str) -> PathBuf {
        match path.strip_prefix(ROOT) {
            Some(below) => self.0.join(below.trim_start_matches('/')),
            None => Path::new("/nowhere").join(path),
        }
    }
}

impl World for Folder {
    fn real(&self, _: &str) -> Option<String> {
        None
    }

    fn expand(&self, glob: &str) -> Vec<String> {
        let names = FILES.iter().map(|(name, _)| format!("{ROOT}/{name}"));
        names.filter(|path| fast_glob::glob_match(glob, path)).collect()
    }

    fn kind(&self, path: &str) -> Kind {
        match fs::metadata(self.at(path)) {
            Ok(found) if found.is_file() => Kind::File,
            Ok(_) => Kind::Directory,
            Err(_) => Kind::Nothing,
        }
    }

    fn text(&self, path: &str) -> Option<String> {
        fs::read_to_string(self.at(path)).ok()
    }

    fn files_below(&self, directory: &str) -> Option<Vec<String>> {
        let paths = FILES.iter().map(|(name, _)| format!("{ROOT}/{name}"));
        let below = |path: String| Some(path.strip_prefix(directory)?.strip_prefix('/')?.to_owned());
        Some(paths.filter_map(below).collect())
    }

    fn repository(&self, _: &str) -> Option<Repository> {
        None
    }

    fn is_foreign_repository(&self, _: &str, _: &[String]) -> bool {
        false
    }
}

/// Numbers that look like chance, and are the same for the same seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(bound).unwrap()).unwrap()
    }

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len())]
    }

    fn file(&mut self) -> &'static str {
        self.one(&["a.ts", "b.ts", "d/c.ts", "new.ts"])
    }

    /// A command that changes one file.
    fn step(&mut self) -> String {
        let (file, other) = (self.file(), self.file());
        let word = self.one(&["x", "y", "x y", "z"]);
        let script = self.one(&["s/x/y/", "s/y/x/g", "1d", "$a z", "s/x/xx/", "/z/d", "1i y"]);
        match self.below(14) {
            0 | 1 => format!("echo {word} > {file}"),
            2 | 3 => format!("echo {word} >> {file}"),
            4 => format!("cat > {file} <<'END'\n{word}\n$x\nEND"),
            5..=7 => format!("sed -i '{script}' {file}"),
            8 => format!("cp {other} {file}"),
            9 => format!("mv {other} {file}"),
            10 => format!("sed '{script}' {other} > {file}"),
            11 => format!("cat {other} b.ts >> {file}"),
            12 => format!("head -n 1 {other} | tee {file} >/dev/null"),
            _ => format!("printf '%s\\n' {word} | tee -a {file} >/dev/null"),
        }
    }

    fn text(&mut self, depth: usize) -> String {
        let count = 1 + self.below(3);
        (0..count).map(|_| self.statement(depth)).collect::<Vec<_>>().join("\n")
    }

    fn statement(&mut self, depth: usize) -> String {
        let condition = self.one(&["true", "false", "[ -e new.ts ]", "grep -q x a.ts", "test -s b.ts"]);
        let one = self.step();
        // What a here-document stands in ends with its line.
        let plain = |step: &String| !step.contains("<<");
        let two = self.step();
        match self.below(if depth == 0 { 5 } else { 15 }) {
            5 if plain(&one) => format!("{one} && {two}"),
            6 if plain(&one) => format!("{one} || {two}"),
            7 if plain(&one) => format!("{condition} && {one} || {two}"),
            8 => {
                format!("if {condition}; then\n{}\nelse\n{}\nfi", self.text(depth - 1), self.text(depth - 1))
            }
            9 => {
                let body = self.text(depth - 1).replace("a.ts", "\"$f\"");
                format!("for f in a.ts b.ts d/c.ts; do\n{body}\ndone")
            }
            10 => format!("for f in a.ts *.ts; do\n{}\ndone", self.text(depth - 1).replace("b.ts", "$f")),
            11 => format!("i=\nwhile [ \"$i\" != 11 ]; do\ni=1$i\n{}\ndone", self.text(depth - 1)),
            12 => format!("(\n{}\n)", self.text(depth - 1)),
            13 => format!("{condition} || exit 1"),
            14 => format!("f() {{\n{}\n}}\nf", self.text(depth - 1)),
            _ => one,
        }
    }
}

fn number(name: &str) -> Option<usize> {
    std::env::var(name).ok()?.parse().ok()
}

fn lay_out(folder: &Path) {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder.join("d")).unwrap();
    for (name, text) in FILES {
        fs::write(folder.join(name), text).unwrap();
    }
}

fn run(folder: &Path, text: &str) {
    let script = folder.with_extension("sh");
    fs::write(&script, format!("ulimit -t 2 -f 64\n{text}\n")).unwrap();
    let mut bash = Command::new("timeout");
    bash.args(["-s", "KILL", "60", "/bin/bash", "--norc", "--noprofile"]).arg(&script).current_dir(folder);
    bash.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
}

/// Checks one text, and says how many files it has changed, and of how many of them everything was known.
fn check(folder: &Path, text: &str) -> (usize, usize) {
    lay_out(folder);
    let world: &'static Folder = Box::leak(Box::new(Folder(folder.to_owned())));
    let bench = Bench { world, ..Bench::default() };
    let results = bench.case_on_disk(Call::shell(text), possible_results);
    run(folder, text);
    let (mut changed, mut known) = (0, 0);
    for name in ["a.ts", "b.ts", "d/c.ts", "new.ts"] {
        let Ok(now) = fs::read_to_string(folder.join(name)) else { continue };
        if FILES.iter().any(|(file, before)| *file == name && *before == now) {
            continue;
        }
        let path = format!("{ROOT}/{name}");
        let ways = results.iter().find(|(own, _)| *own == path).map(|(_, texts)| texts.as_slice());
        let ways = ways.unwrap_or_default();
        let is_open = ways.contains(&None);
        assert!(
            is_open || ways.contains(&Some(now.clone())),
            "{text}\n--\n{name} holds {now:?}, which is none of {ways:?}"
        );
        changed += 1;
        known += usize::from(!is_open);
    }
    (changed, known)
}

#[test]
fn what_lies_there_in_the_end_was_worked_out() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("courses-{}", std::process::id()));
    let seed = number("HOOKWARD_SEED").unwrap_or(1);
    let mut random = Random(0x9E37_79B9_7F4A_7C15 ^ u64::try_from(seed).unwrap());
    let (mut changed, mut known) = (0, 0);
    for at in 0..number("HOOKWARD_SCRIPTS").unwrap_or(SCRIPTS) {
        let errexit = if random.below(5) == 0 { "set -e\n" } else { "" };
        let text = format!("{errexit}{}", random.text(1 + at % 2));
        let (more, certain) = check(&folder, &text);
        (changed, known) = (changed + more, known + certain);
    }
    let _ = fs::remove_dir_all(&folder);
    assert!(known * 2 > changed, "of {changed} files, {known} were known");
}
