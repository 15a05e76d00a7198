//! coreutils, grep and their like.

use super::{Program, Role};

const fn program(names: &'static [&'static str], role: Role) -> Program {
    Program { names, valued: &[], unusual: &[], role }
}

pub(super) const PROGRAMS: &[Program] = &[
    program(
        &["echo", "true", "false", ":", "pwd", "whoami", "uname", "id", "basename", "dirname", "realpath"],
        Role::Inert,
    ),
    Program { unusual: &["-v"], ..program(&["printf"], Role::Inert) },
    Program { unusual: &["-s", "--set"], valued: &["-d", "-r", "-f"], ..program(&["date"], Role::Inert) },
    program(&["ls", "stat", "test", "[", "which", "type", "du", "df", "tree", "readlink"], Role::Inert),
    program(
        &["cat", "tac", "nl", "wc", "rev", "expand", "fold", "cmp", "comm", "paste", "strings"],
        Role::Read,
    ),
    Program { valued: &["-n", "-c"], ..program(&["head"], Role::Read) },
    Program { valued: &["-n", "-c", "-s", "--pid"], ..program(&["tail"], Role::Read) },
    Program { valued: &["-d", "-f", "-c", "-b"], ..program(&["cut"], Role::Read) },
    // A pager can start an editor or a shell, but only for a person at its keyboard.
    program(&["less", "more"], Role::Read),
    program(
        &["od", "xxd", "hexdump", "base64", "base32", "md5sum", "sha1sum", "sha256sum", "sha512sum", "cksum"],
        Role::Read,
    ),
    Program {
        valued: &["-k", "-t", "-S", "-T"],
        unusual: &["-o", "--output", "--compress-program"],
        ..program(&["sort"], Role::Read)
    },
    Program { valued: &["-U", "-L"], unusual: &["--output"], ..program(&["diff"], Role::Read) },
    Program {
        valued: &["-e", "-f", "-A", "-B", "-C", "-m", "--include", "--exclude", "--exclude-dir"],
        ..program(
            &["grep", "egrep", "fgrep"],
            Role::Search { pattern_options: &["-e", "-f", "--regexp", "--file"] },
        )
    },
    Program {
        valued: &["-e", "-f", "-A", "-B", "-C", "-m", "-g", "-t", "-T"],
        unusual: &["--pre", "--hostname-bin"],
        ..program(&["rg"], Role::Search { pattern_options: &["-e", "-f", "--regexp", "--file", "--files"] })
    },
    Program {
        valued: &["-s", "-r", "-d", "-t"],
        ..program(&["touch", "truncate", "mkdir", "mkfifo"], Role::Write)
    },
    program(&["tee"], Role::Write),
    Program {
        valued: &["-t", "--target-directory", "-S", "--suffix", "-m", "-o", "-g"],
        ..program(&["cp", "ln", "install"], Role::Copy)
    },
    Program { valued: &["-t", "--target-directory", "-S", "--suffix"], ..program(&["mv"], Role::Move) },
    program(&["dd"], Role::Dd),
    program(&["rm"], Role::Delete { tree_options: &["-r", "-R", "--recursive"] }),
    program(&["rmdir", "unlink"], Role::Delete { tree_options: &[] }),
    Program { valued: &["-n", "-s"], ..program(&["shred"], Role::Delete { tree_options: &[] }) },
];
