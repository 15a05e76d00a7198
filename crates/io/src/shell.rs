//! The shell of the person's account, and the terminal at which they may sit.

#[cfg(unix)]
use std::path::Path;
use std::path::PathBuf;

/// The shell that the account has in the system's user database, else the one that `SHELL` names.
pub fn account_shell() -> Option<PathBuf> {
    by_database().or_else(|| std::env::var_os("SHELL").map(PathBuf::from)).filter(|shell| shell.is_absolute())
}

/// Whether this process has a terminal, whatever its input and output are.
pub fn has_terminal() -> bool {
    // Elsewhere it is not known, and a person may be there.
    cfg!(not(unix)) || std::fs::File::open("/dev/tty").is_ok()
}

#[cfg(unix)]
fn by_database() -> Option<PathBuf> {
    let text = std::fs::read_to_string(Path::new("/etc/passwd")).ok()?;
    shell_of(&text, rustix::process::getuid().as_raw())
}

#[cfg(not(unix))]
fn by_database() -> Option<PathBuf> {
    None
}

/// `name:password:uid:gid:comment:home:shell`
#[cfg_attr(not(unix), allow(dead_code, reason = "only Unix has that file"))]
fn shell_of(text: &str, uid: u32) -> Option<PathBuf> {
    let entry = text
        .lines()
        .map(|line| line.split(':').collect::<Vec<_>>())
        .find(|fields| fields.get(2).and_then(|field| field.parse::<u32>().ok()) == Some(uid))?;
    entry.get(6).filter(|shell| !shell.is_empty()).map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shell_stands_in_the_last_field_of_the_accounts_line() {
        let text = "root:x:0:0:root:/root:/bin/bash\ndev:x:1000:1000::/home/dev:/usr/bin/zsh\nx:x:2:2:::\n";
        assert_eq!(shell_of(text, 1000), Some(PathBuf::from("/usr/bin/zsh")));
        assert_eq!(shell_of(text, 2), None);
        assert_eq!(shell_of(text, 3), None);
    }
}
