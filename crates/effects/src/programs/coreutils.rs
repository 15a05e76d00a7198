//! coreutils, grep and their like.

use super::{Program, Role, Safe};

/// Every short option only prints; long ones were not looked at.
const LETTERS: Safe = Safe { letters: "*", ..NONE };

/// No option at all.
const NONE: Safe = Safe { letters: "", long: &[], operands: None };

/// Not even without options: with an operand in the right place it writes or runs something.
const NEVER: Safe = Safe { operands: Some(|_| false), ..NONE };

const fn program(names: &'static [&'static str], role: Role) -> Program {
    Program { names, valued: &[], written: &[], safe: &NONE, role }
}

pub(super) const PROGRAMS: &[Program] = &[
    Program {
        safe: &LETTERS,
        ..program(&["echo", "pwd", "id", "uname", "basename", "dirname"], Role::Inert)
    },
    program(&["true", "false", ":", "whoami", "printf", "sleep"], Role::Inert),
    Program {
        safe: &Safe { letters: "uIR", long: &["utc"], operands: Some(|format| format.starts_with('+')) },
        ..program(&["date"], Role::Inert)
    },
    // Not `-v` and `-R`: bash evaluates their operand.
    Program {
        safe: &Safe { letters: "abcdefghknopqrstuwxzGLNOS", long: &[], ..NONE },
        ..program(&["test", "["], Role::Inert)
    },
    Program { safe: &LETTERS, ..program(&["which", "type"], Role::Inert) },
    Program {
        safe: &Safe {
            letters: "*",
            long: &["all", "almost-all", "human-readable", "color", "recursive", "reverse"],
            ..NONE
        },
        ..program(&["ls"], Role::List)
    },
    Program {
        valued: &["-c", "-d"],
        safe: &LETTERS,
        ..program(&["stat", "du", "df", "readlink", "realpath"], Role::List)
    },
    Program {
        safe: &LETTERS,
        ..program(&["cat", "tac", "nl", "rev", "expand", "fold", "cmp", "comm", "paste"], Role::Read)
    },
    Program {
        safe: &Safe { letters: "clLmw", long: &["lines", "words", "bytes"], ..NONE },
        ..program(&["wc"], Role::Read)
    },
    Program {
        valued: &["-n", "-c"],
        safe: &Safe { letters: "ncqvz0123456789", long: &["lines", "bytes"], ..NONE },
        ..program(&["head"], Role::Read)
    },
    Program {
        valued: &["-n", "-c", "-s", "--pid"],
        safe: &Safe { letters: "ncqvzfF0123456789", long: &["lines", "bytes", "follow"], ..NONE },
        ..program(&["tail"], Role::Read)
    },
    Program { valued: &["-d", "-f", "-c", "-b"], safe: &LETTERS, ..program(&["cut"], Role::Read) },
    Program {
        safe: &LETTERS,
        ..program(
            &["od", "base64", "base32", "md5sum", "sha1sum", "sha256sum", "sha512sum", "cksum"],
            Role::Read,
        )
    },
    // They read, and with the right option they write or run something: never approved.
    Program { safe: &NEVER, ..program(&["less", "more", "hexdump", "strings"], Role::Read) },
    Program { safe: &NEVER, ..program(&["xxd"], Role::Copy) },
    Program {
        valued: &["-k", "-t", "-S", "-T", "-o"],
        written: &["-o", "--output"],
        safe: &Safe {
            letters: "bcdfghiMnRrVuktmsz0123456789,",
            long: &["unique", "reverse", "numeric-sort"],
            ..NONE
        },
        ..program(&["sort"], Role::Read)
    },
    Program {
        valued: &["-U", "-L", "-I", "-x"],
        safe: &Safe {
            letters: "uUabBcdeEiNpqstTwyZ0123456789",
            long: &["unified", "brief", "color", "side-by-side"],
            ..NONE
        },
        ..program(&["diff"], Role::Read)
    },
    Program {
        valued: &["-e", "-f", "-A", "-B", "-C", "-m", "--include", "--exclude", "--exclude-dir"],
        // Not `-r`: it shows lines of every file that it passes, secrets included.
        safe: &Safe {
            letters: "EFGPeivwxyclLmoqsbHhnABC0123456789",
            long: &["color", "count", "ignore-case", "line-number", "files-with-matches"],
            ..NONE
        },
        ..program(
            &["grep", "egrep", "fgrep"],
            Role::Search { pattern_options: &["-e", "-f", "--regexp", "--file"] },
        )
    },
    Program {
        valued: &["-e", "-f", "-A", "-B", "-C", "-m", "-g", "-t", "-T"],
        // Not `-u`, `-.`, `-g`: by itself rg passes over hidden and ignored files, where secrets lie.
        safe: &Safe {
            letters: "FPSceilnNoqswxvABCm0123456789tT",
            long: &[
                "files",
                "count",
                "ignore-case",
                "line-number",
                "files-with-matches",
                "type",
                "json",
                "color",
            ],
            ..NONE
        },
        ..program(&["rg"], Role::Search { pattern_options: &["-e", "-f", "--regexp", "--file", "--files"] })
    },
    Program {
        valued: &["-s", "-r", "-d", "-t", "-m"],
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
