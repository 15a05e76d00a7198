//! `hookward`: the hook is found by hand, because it runs around every tool call; clap has the rest.

mod accounts;
mod answering;
mod bar;
mod change;
mod commands;
mod decided;
mod delegate;
mod errands;
mod evidence;
mod feedback;
mod held;
mod hook;
mod judge;
mod lagging;
mod life;
mod markers;
mod merges;
mod mirrors;
mod native;
mod off;
mod own_hooks;
mod packages;
mod paint;
mod play;
mod process;
mod programs;
mod proof;
mod pushes;
mod registrations;
mod rehearsal;
mod rewritten;
mod situation;
mod stack;
mod standing;
mod stopping;
mod unseen;

use std::process::ExitCode;

use hookward_hosts::registration::AMP_DELEGATE;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os();
    let name = arguments.next().unwrap_or_default();
    // Amp runs a program by its name, and without arguments (amp.md, A).
    if std::path::Path::new(&name).file_name().is_some_and(|name| name == AMP_DELEGATE) {
        return hook::main(std::iter::once("amp".into()));
    }
    if arguments.next().is_some_and(|first| first == "hook") {
        return hook::main(arguments);
    }
    commands::main()
}
