//! Programs that run another program: peeled off by what is known of their options, not by position.

/// How a wrapper names the command that it runs.
pub(crate) enum Wrapper {
    /// `sudo -u x cmd …`: options, then operands of its own, then the command.
    Words(Words),
    /// `sh -c 'text' …`: the text after the options is a script.
    Script,
    /// `eval a b`: the words joined are a script.
    Eval,
}

/// A wrapper whose command stands in its own words.
#[derive(Default)]
pub(crate) struct Words {
    /// Options whose value is the next word.
    pub(crate) valued: &'static [&'static str],
    /// How many operands are its own.
    pub(crate) operands: usize,
    /// Options that name the directory in which the command runs.
    pub(crate) directory: &'static [&'static str],
    /// Options whose value is split into a command.
    pub(crate) script: &'static [&'static str],
}

/// The wrapper of this name, without its directory.
pub(crate) fn wrapper(name: &str) -> Option<Wrapper> {
    let words = |valued| Some(Wrapper::Words(Words { valued, ..Words::default() }));
    match name {
        "sudo" => Some(Wrapper::Words(Words {
            valued: &[
                "-u", "-g", "-h", "-p", "-C", "-r", "-t", "-U", "-D", "-R", "-T", "--user", "--group",
                "--host", "--prompt", "--chdir", "--role", "--type",
            ],
            directory: &["-D", "--chdir"],
            ..Words::default()
        })),
        "doas" => words(&["-u", "-C"]),
        "env" => Some(Wrapper::Words(Words {
            valued: &["-u", "-C", "-S", "--unset", "--chdir", "--split-string"],
            directory: &["-C", "--chdir"],
            script: &["-S", "--split-string"],
            ..Words::default()
        })),
        "nohup" | "command" | "builtin" | "setsid" | "chronic" => words(&[]),
        "exec" => words(&["-a"]),
        "nice" => words(&["-n", "--adjustment"]),
        "ionice" => words(&["-c", "-n", "-p", "--class", "--classdata"]),
        "stdbuf" => words(&["-i", "-o", "-e", "--input", "--output", "--error"]),
        "timeout" => Some(Wrapper::Words(Words {
            valued: &["-s", "-k", "--signal", "--kill-after"],
            operands: 1,
            ..Words::default()
        })),
        "sh" | "bash" | "dash" | "zsh" | "ksh" => Some(Wrapper::Script),
        "eval" => Some(Wrapper::Eval),
        _ => None,
    }
}
