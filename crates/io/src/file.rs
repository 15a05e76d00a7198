//! Files that are replaced whole: a reader sees the old text or the new one, never half of it.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Replaces a file's content. Its permissions stay, and a link stays a link: what it points to is replaced.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    replace_by(OpenOptions::new(), path, content, Haste::Durable)
}

/// Replaces what can be made again at any time: nobody waits until the disk has it. What a crash leaves of it must be told from
/// the whole.
pub(crate) fn replace_hastily(path: &Path, content: &[u8]) -> io::Result<()> {
    replace_by(private_options(), path, content, Haste::Hasty)
}

/// Replaces the content of a file that only its owner may read.
pub fn replace_private(path: &Path, content: &[u8]) -> io::Result<()> {
    replace_by(private_options(), path, content, Haste::Durable)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Haste {
    Durable,
    Hasty,
}

fn replace_by(mut options: OpenOptions, path: &Path, content: &[u8], haste: Haste) -> io::Result<()> {
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut name = OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(format!(".{}.new", std::process::id()));
    let temporary = target.with_file_name(name);
    let written = (|| {
        let mut file = options.write(true).create(true).truncate(true).open(&temporary)?;
        file.write_all(content)?;
        if let Ok(old) = fs::metadata(&target) {
            file.set_permissions(old.permissions())?;
        }
        if haste == Haste::Durable {
            file.sync_all()?;
        }
        fs::rename(&temporary, &target)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Creates a file that must not exist yet.
pub fn write_new(path: &Path, content: &[u8]) -> io::Result<()> {
    OpenOptions::new().write(true).create_new(true).open(path)?.write_all(content)
}

/// Drops the oldest files of a directory where there are more than `most`, until `left` are there.
pub(crate) fn keep_youngest(directory: &Path, most: usize, left: usize) {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.path()).collect();
    if files.len() <= most {
        return;
    }
    let written = |path: &std::path::PathBuf| fs::metadata(path).and_then(|found| found.modified()).ok();
    files.sort_by_cached_key(|path| written(path).unwrap_or(std::time::SystemTime::UNIX_EPOCH));
    for path in files.iter().take(files.len().saturating_sub(left)) {
        let _ = fs::remove_file(path);
    }
}

/// Creates a directory that only its owner may enter.
pub fn private_directory(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Options for a file that only its owner may read.
pub fn private_options() -> OpenOptions {
    #[cfg_attr(not(unix), allow(unused_mut, reason = "only Unix has modes"))]
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// An error if a file may not grow to this length. A write beyond the process's limit would not fail: it would end the
/// process by a signal, and the host would take no answer for a yes.
#[cfg_attr(not(unix), allow(unused_variables, reason = "only Unix has that limit"))]
pub(crate) fn may_grow_to(length: u64) -> io::Result<()> {
    #[cfg(unix)]
    if rustix::process::getrlimit(rustix::process::Resource::Fsize)
        .current
        .is_some_and(|limit| length > limit)
    {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            "the file size limit of this process is too low",
        ));
    }
    Ok(())
}

/// Appends a line to a file that is read line by line. One `write` each, so that lines of processes that write at once never
/// mix; and after one that was cut short (a full disk, a process that was killed) the next begins on a line of its own.
/// Gives back how long the file is then.
pub(crate) fn append_line(path: &Path, mut line: Vec<u8>) -> io::Result<u64> {
    line.push(b'\n');
    // A link could lead into the workspace, or nowhere.
    if fs::symlink_metadata(path).is_ok_and(|found| !found.is_file()) {
        let name = path.file_name().unwrap_or_default().display();
        return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("{name} is not a regular file")));
    }
    let mut file = private_options().append(true).read(true).create(true).open(path)?;
    if ends_torn(&mut file)? {
        line.insert(0, b'\n');
    }
    let length = file.metadata()?.len() + line.len() as u64;
    may_grow_to(length)?;
    match file.write(&line)? {
        written if written == line.len() => Ok(length),
        _ => Err(io::Error::new(io::ErrorKind::WriteZero, "the line could only be written in part")),
    }
}

fn ends_torn(file: &mut File) -> io::Result<bool> {
    if file.seek(SeekFrom::End(0))? == 0 {
        return Ok(false);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}

/// Whether a lock was had. One that is held too long (a stopped process) must not keep the answer back.
pub fn locked_within(file: &File, patience: Duration) -> io::Result<bool> {
    let start = Instant::now();
    let mut pause = Duration::from_micros(100);
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(true),
            Err(TryLockError::WouldBlock) if start.elapsed() < patience => sleep(pause),
            Err(TryLockError::WouldBlock) => return Ok(false),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        pause = (pause * 2).min(Duration::from_millis(5));
    }
}
