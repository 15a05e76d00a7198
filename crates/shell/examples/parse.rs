//! Parses the file that is named, to measure it: `valgrind --tool=callgrind target/release/examples/parse FILE`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(source) = std::env::args().nth(1).and_then(|path| std::fs::read_to_string(path).ok()) else {
        return ExitCode::from(2);
    };
    let script = hookward_shell::parse(&source);
    if script.not_understood.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
