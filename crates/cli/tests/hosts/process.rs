//! A process of its own group, with a limit of time, that leaves nothing running behind it.

use std::fs::File;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// How long an agent may take for one turn of a dozen calls, on a machine that has other things to do.
pub(crate) const LIMIT: Duration = Duration::from_mins(3);

/// How a process ended.
pub(crate) struct Ended {
    /// Its exit code; `None` if it was ended, by us or by a signal.
    pub(crate) code: Option<i32>,
    /// What it wrote, standard output first.
    pub(crate) output: String,
}

/// Ends the whole group when it goes out of scope, whatever happened before.
pub(crate) struct Group(Child);

impl Group {
    /// Starts a command in a group of its own.
    pub(crate) fn spawn(command: &mut Command) -> std::io::Result<Self> {
        command.process_group(0).spawn().map(Self)
    }

    /// Its standard input and output, where they are pipes.
    pub(crate) fn pipes(&mut self) -> (Option<ChildStdin>, Option<ChildStdout>) {
        (self.0.stdin.take(), self.0.stdout.take())
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let id = i32::try_from(self.0.id()).ok().and_then(rustix::process::Pid::from_raw);
        if let Some(id) = id {
            // What it started may live longer than itself.
            let _ = rustix::process::kill_process_group(id, rustix::process::Signal::KILL);
        }
        let _ = self.0.wait();
    }
}

/// Runs a command; its output goes to files in `folder`, so that no pipe can fill up or be held open by a grandchild.
pub(crate) fn run(mut command: Command, folder: &Path, limit: Duration) -> std::io::Result<Ended> {
    let started = Instant::now();
    let [out, err] = ["stdout", "stderr"].map(|name| folder.join(name));
    command.stdin(Stdio::null()).stdout(File::create(&out)?).stderr(File::create(&err)?);
    let mut group = Group::spawn(&mut command)?;
    let mut code = None;
    while started.elapsed() < limit {
        if let Some(status) = group.0.try_wait()? {
            code = status.code();
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    drop(group);
    let read = |path: &Path| std::fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Ok(Ended { code, output: format!("{}{}", read(&out)?, read(&err)?) })
}
