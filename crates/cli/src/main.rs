//! `hookward`: the hook is found by hand, because it runs around every tool call; clap has the rest.

mod commands;
mod hook;
mod paint;
mod situation;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == "hook") {
        return hook::main(arguments);
    }
    commands::main()
}
