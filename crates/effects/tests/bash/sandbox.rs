//! Where scripts run: an empty folder, a search path of stubs, and a log of what the stubs got.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use hookward_effects::{Kind, Repository, World};

pub(crate) const BASH: &str = "/bin/bash";

/// Stubs `c1`, `c2`, …, which print nothing, and `p1`, …, which print some words.
pub(crate) const COMMANDS: usize = 60;
pub(crate) const PRINTERS: usize = 4;

/// Tools that run what they are given, or change what they read. Nothing here deletes or connects.
const TOOLS: &[&str] = &[
    "bash", "sh", "env", "xargs", "nice", "timeout", "nohup", "setsid", "stdbuf", "base64", "xxd", "rev",
    "tr", "cat", "basename", "dirname", "head", "tail", "sed", "sort", "tee", "cut",
];

/// Files that are there before a script runs.
const FILES: &[&str] = &["one.txt", "two.txt", "dir/in.txt"];

/// A limit on the time of every process and on what it writes; descriptor 9 stays open as long as one of them runs.
const PRELUDE: &str = "ulimit -t 2 -f 64\nFUNCNEST=50\nexec 9>&1 >/dev/null\n";

pub(crate) struct Sandbox {
    folder: PathBuf,
    pub(crate) work: PathBuf,
    log: PathBuf,
}

impl Sandbox {
    pub(crate) fn new(number: usize) -> Self {
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("bash-{}-{number}", std::process::id()));
        let programs = folder.join("programs");
        fs::create_dir_all(&programs).unwrap();
        let (work, log) = (folder.join("work"), folder.join("log"));
        let stub = folder.join("stub");
        let text = format!(
            "#!/bin/sh\nname=${{0##*/}}\nprintf '%s\\0' \"$#\" \"$name\" \"$@\" >>'{}'\n\
             case $name in\np*) printf 'one two\\nthree\\n' ;;\n*7) exit 1 ;;\nesac\n",
            log.display()
        );
        fs::write(&stub, text).unwrap();
        fs::set_permissions(&stub, fs::Permissions::from_mode(0o755)).unwrap();
        for name in (1..=COMMANDS).map(|n| format!("c{n}")).chain((1..=PRINTERS).map(|n| format!("p{n}"))) {
            symlink(&stub, programs.join(name)).unwrap();
        }
        for tool in TOOLS {
            let real = ["/bin", "/usr/bin"].iter().map(|place| Path::new(place).join(tool));
            if let Some(real) = real.into_iter().find(|path| path.exists()) {
                symlink(real, programs.join(tool)).unwrap();
            }
        }
        Self { folder, work, log }
    }

    /// What the stubs got, in the order in which they ran.
    pub(crate) fn run(&self, text: &str) -> Vec<Vec<String>> {
        let _ = fs::remove_dir_all(&self.work);
        fs::create_dir_all(self.work.join("dir")).unwrap();
        for file in FILES {
            fs::write(self.work.join(file), "").unwrap();
        }
        fs::write(&self.log, "").unwrap();
        let script = self.folder.join("script");
        fs::write(&script, format!("{PRELUDE}{text}\n")).unwrap();
        // The output ends when the last process that holds it does.
        Command::new("timeout")
            .args(["-s", "KILL", "5", BASH, "--norc", "--noprofile"])
            .arg(&script)
            .env_clear()
            .env("PATH", self.folder.join("programs"))
            .env("HOME", &self.work)
            .env("LC_ALL", "C.UTF-8")
            .current_dir(&self.work)
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output()
            .unwrap();
        records(&fs::read(&self.log).unwrap())
    }

    pub(crate) fn remove(&self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn records(log: &[u8]) -> Vec<Vec<String>> {
    let text = String::from_utf8_lossy(log);
    let mut words = text.split('\0');
    let mut all = Vec::new();
    while let Some(count) = words.next().and_then(|count| count.parse::<usize>().ok()) {
        all.push(words.by_ref().take(count + 1).map(str::to_owned).collect());
    }
    all
}

pub(crate) fn is_stub(name: &str) -> bool {
    let number = name.strip_prefix('c').or(name.strip_prefix('p')).and_then(|n| n.parse::<usize>().ok());
    number.is_some_and(|number| number <= COMMANDS)
}

/// The disk as far as a script may ask of it.
pub(crate) struct Disk;

impl World for Disk {
    fn real(&self, _: &str) -> Option<String> {
        None
    }

    fn expand(&self, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn kind(&self, path: &str) -> Kind {
        match path {
            "/nowhere" | "/dir" => Kind::Nothing,
            path if FILES.iter().any(|file| path.ends_with(file)) => Kind::File,
            _ => Kind::Unknown,
        }
    }

    fn text(&self, _: &str) -> Option<String> {
        None
    }

    fn repository(&self, _: &str) -> Option<Repository> {
        None
    }

    fn is_foreign_repository(&self, _: &str, _: &[String]) -> bool {
        false
    }
}
