//! Programs that run another program: peeled off by what is known of their options, not by position.

/// How a wrapper names the command that it runs.
pub(crate) enum Wrapper {
    /// `sudo -u x cmd …`: options, then as many operands of its own, then the command.
    Words { valued: &'static [&'static str], operands: usize },
    /// `sh -c 'text' …`: the text after the option is a script.
    Script,
    /// `eval a b`: the words joined are a script.
    Eval,
}

/// The wrapper of this name, without its directory.
pub(crate) fn wrapper(name: &str) -> Option<Wrapper> {
    let words = |valued| Some(Wrapper::Words { valued, operands: 0 });
    match name {
        "sudo" => words(&[
            "-u", "-g", "-h", "-p", "-C", "-r", "-t", "-U", "-D", "-R", "-T", "--user", "--group", "--host",
            "--prompt", "--chdir", "--role", "--type",
        ]),
        "doas" => words(&["-u", "-C"]),
        "env" => words(&["-u", "-C", "--unset", "--chdir"]),
        "nohup" | "command" | "builtin" | "setsid" | "chronic" => words(&[]),
        "exec" => words(&["-a"]),
        "nice" => words(&["-n", "--adjustment"]),
        "ionice" => words(&["-c", "-n", "-p", "--class", "--classdata"]),
        "stdbuf" => words(&["-i", "-o", "-e", "--input", "--output", "--error"]),
        "timeout" => Some(Wrapper::Words { valued: &["-s", "-k", "--signal", "--kill-after"], operands: 1 }),
        "sh" | "bash" | "dash" | "zsh" | "ksh" => Some(Wrapper::Script),
        "eval" => Some(Wrapper::Eval),
        _ => None,
    }
}
