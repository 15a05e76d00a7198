//! What uses up a machine: loops without end that start processes or gather things, and functions that start themselves.

use super::Language;
use super::machine::Machine;
use super::token::{Code, Kind};

impl Machine<'_> {
    /// Names that start something which goes on by itself. Elsewhere than in JavaScript a fork is one of this very process,
    /// which is seen when it is called.
    pub(super) fn starts(&self) -> &'static [&'static str] {
        match self.dialect.language {
            Language::JavaScript => &["spawn", "fork", "Worker"],
            Language::Compiled => &["spawn", "Start", "pthread_create", "posix_spawn"],
            _ => &["spawn", "Popen", "posix_spawn", "Thread", "Process", "start_new_thread"],
        }
    }

    /// Whether a function starts processes and then itself again, whatever is the case: a fork bomb without a loop.
    pub(super) fn multiplies(&self, name: &str, body: &Code) -> bool {
        const ASKS: &[&str] = &["if", "unless", "case", "switch", "match", "while", "when", "cond", "return"];
        let starts =
            || names_one(body, self.starts()) || names_one(body, &["fork", "pcntl_fork", "exec", "execFile"]);
        let asks = || names_one(body, ASKS) || names_one(body, WAITS) || has_sign(body, &["?", "&&", "||"]);
        names_one(body, &[name]) && starts() && !asks()
    }
}

/// What ends a loop, or lets it wait for something. Some languages write these in capitals.
const WAITS: &[&str] = &[
    "break", "return", "exit", "quit", "raise", "throw", "die", "last", "yield", "await", "sleep", "usleep",
    "wait", "waitpid", "accept", "recv", "recvfrom", "input", "readline", "gets", "read", "get", "poll",
    "select", "stdout", "stderr", "Sleep", "Wait", "Accept", "Recv", "Read", "Join", "join",
];

/// What a loop without end uses up, if it never waits and has no way out.
pub(super) fn used_up(block: &Code, starts: &[&str]) -> Option<&'static str> {
    const GROWS: &[&str] = &[
        "write",
        "append",
        "push",
        "appendFileSync",
        "writelines",
        "fwrite",
        "fputs",
        "file_put_contents",
        "malloc",
        "calloc",
    ];
    if names_one(block, WAITS) {
        None
    } else if names_one(block, starts) {
        Some("starts processes without end")
    } else if names_one(block, GROWS) {
        Some("fills the disk or the memory")
    } else {
        None
    }
}

/// Whether code has one of some names in it, in brackets too.
pub(super) fn names_one(code: &Code, names: &[&str]) -> bool {
    code.tokens().iter().any(|token| match &token.kind {
        Kind::Name(name) => names.contains(&&**name),
        Kind::Group(_, inner) => names_one(inner, names),
        _ => false,
    })
}

/// The same of signs.
pub(super) fn has_sign(code: &Code, signs: &[&str]) -> bool {
    code.tokens().iter().any(|token| match &token.kind {
        Kind::Sign(sign) => signs.contains(sign),
        Kind::Group(_, inner) => has_sign(inner, signs),
        _ => false,
    })
}
