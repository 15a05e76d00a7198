//! What a package manager says around the output of a script that it runs: which script that is, and that it failed. None of
//! it says what is wrong.

/// How lines of a manager begin.
const OWN: &[&str] = &[
    // npm
    "npm error ",
    "npm ERR! ",
    "npm warn ",
    "npm WARN ",
    "npm notice ",
    // pnpm
    "ELIFECYCLE ",
    "ERR_PNPM_RECURSIVE_",
    // yarn
    "yarn run v",
    "error Command failed with ",
    "info Visit https://yarnpkg.com/",
    // bun
    "error: script \"",
];

/// By what a manager says that it was the script that failed, and not itself.
const SCRIPT_FAILED: &[&str] =
    &["Lifecycle script", "ELIFECYCLE", "error Command failed with ", "error: script \""];

/// An output without what the manager around it says. Where the manager itself has failed there is nothing else: that stays.
pub(crate) fn without_wrapper(output: &str) -> String {
    let lines: Vec<&str> = output.lines().collect();
    let is_blank = |at: Option<usize>| {
        at.and_then(|at| lines.get(at)).is_none_or(|line| line.trim().is_empty() || is_own(line))
    };
    let starts = |at: usize, sign: &str| lines.get(at).is_some_and(|line| line.starts_with(sign));
    // The script and its command, alone between empty lines: `> shop@1.0.0 test`, `> vitest run`.
    let is_title = |at: usize| {
        starts(at, "> ") && starts(at + 1, "> ") && is_blank(at.checked_sub(1)) && is_blank(Some(at + 2))
    };
    // `$ vitest run`: in front of all else.
    let is_command = |at: usize| starts(at, "$ ") && (0..at).all(|before| is_blank(Some(before)));
    let is_around = |at: usize, line: &str| {
        is_own(line) || is_title(at) || at.checked_sub(1).is_some_and(is_title) || is_command(at)
    };
    let kept: Vec<&str> =
        lines.iter().enumerate().filter(|(at, line)| !is_around(*at, line)).map(|(_, line)| *line).collect();
    let is_empty = kept.iter().all(|line| line.trim().is_empty());
    let has_run = (0..lines.len()).any(is_title) || SCRIPT_FAILED.iter().any(|sign| output.contains(sign));
    if is_empty && !has_run {
        return output.to_owned();
    }
    kept.join("\n")
}

fn is_own(line: &str) -> bool {
    let line = line.trim_start();
    OWN.iter().any(|start| line.starts_with(start.trim_end()) && !continues(line, start))
}

/// Whether a word goes on behind what should be all of it.
fn continues(line: &str, start: &str) -> bool {
    let behind = line.get(start.trim_end().len()..).and_then(|behind| behind.chars().next());
    start.ends_with(' ') && behind.is_some_and(|next| !next.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_manager_says_around_a_script_is_left_out() {
        let npm = include_str!("outputs/npm.txt");
        let code = "index.js: line 1 must not be empty\n\n> 5 | x";
        assert_eq!(without_wrapper(npm).trim(), code);
        for (output, said) in [
            (include_str!("outputs/npm-old.txt"), "index.js: line 1 must not be empty"),
            (include_str!("outputs/pnpm.txt"), "index.js: line 1 must not be empty"),
            (include_str!("outputs/yarn.txt"), "index.js: line 1 must not be empty"),
            ("$ node lint.js\nwrong\nerror: script \"lint\" exited with code 1\n", "wrong"),
            ("\n> test\n> exit 1\n\n", ""),
            (
                "> test\n> exit 1\n\nnpm error Lifecycle script `test` failed with error:\nnpm error code 1\n",
                "",
            ),
        ] {
            assert_eq!(without_wrapper(output).trim(), said, "{output}");
        }
    }

    #[test]
    fn what_anybody_else_says_stays() {
        for output in [
            "> 5 | x\n> 6 | y\n    ^\n",
            "one\n$ two\n",
            "npm errors are rare\n",
            "npm error code EJSONPARSE\nnpm error path /w/package.json\n",
            "error Command not found\n",
        ] {
            assert_eq!(without_wrapper(output).trim(), output.trim(), "{output}");
        }
    }
}
