//! Programs that need more than data: their words are a language of their own.

mod arguments;
mod build;
mod builders;
mod chained;
mod clones;
mod consoles;
mod environments;
mod files;
mod find;
pub(crate) mod git;
mod guard;
mod images;
mod interpreters;
mod makers;
mod manifest;
mod mix;
mod modules;
mod other_pushes;
mod repeat;
mod runners;
mod shells;
mod startup;
mod structured;
mod substitutions;
mod tasks;
mod terminals;
mod text;
mod tox_nox;
mod xonsh;

pub(crate) use arguments::Arguments;
pub(crate) use build::package_program;
pub(crate) use files::{located, mode};
pub(crate) use find::is_source;
pub(crate) use git::{is_own as is_git_command, leads_to as git_leads_to, shown, tail};
pub(crate) use modules::given_code;
pub(crate) use tasks::told;

use hookward_shell::Span;

use crate::code::Language;
use crate::commands::Outcome;
use crate::effect::{Action, Git, Standing};
use crate::source::{Direction, Source, Sources};
use crate::state::State;
use crate::value::{Hole, Piece, Value};
use crate::walk::Walk;

/// What a patch of the changes does, applied the other way round.
const TAKEN_BACK: &str = "takes back what was changed and not committed";

/// Whether every word of a program may decide what it does.
pub(crate) fn has_own_words(name: &str) -> bool {
    let is_own = matches!(
        name,
        "git"
            | "jj"
            | "sl"
            | "find"
            | "gfind"
            | "bfs"
            | "fd"
            | "fdfind"
            | "dd"
            | "gdd"
            | "chmod"
            | "gchmod"
            | "kill"
            | "npm"
            | "pnpm"
            | "yarn"
            | "bun"
            | "deno"
            | "composer"
            | "make"
            | "gmake"
            | "remake"
            | "just"
            | "redis-cli"
            | "valkey-cli"
            | "npx"
            | "bunx"
            | "pnpx"
            | "cp"
            | "mv"
            | "ln"
            | "install"
            | "rsync"
            | "scp"
            | "export"
            | "declare"
            | "typeset"
            | "readonly"
            | "local"
            | "alias"
    );
    is_own || crate::scripts::language_of(name).is_some()
}

/// Runs a program that is code here; `None`: the knowledge files may know it.
pub(crate) fn run(
    walk: &mut Walk,
    name: &str,
    rest: &[Value],
    span: Span,
    state: &mut State,
) -> Option<Outcome> {
    match name {
        "git" => Some(git::run(walk, rest, span, state)),
        name if git::is_client(name) => git::run_by_client(walk, name, rest, span, state),
        "patch" => {
            let given = Arguments::of(rest, &["-i", "-p", "-d", "-o", "--input", "--directory"]);
            let within = given.all_values(&["-d", "--directory"]).pop();
            let files: Vec<Value> = given.all_values(&["-i", "--input"]);
            let is_tried = given.has(&["--dry-run", "--version", "--help"]);
            // `patch a.ts a.patch`: the file is named.
            let is_named = !given.operands.is_empty() && state.stdin.as_scripts().texts.is_empty();
            if !is_tried && !is_named {
                let reversed = given.has_letter("R") || given.has(&["--reverse"]);
                let direction = if reversed { Direction::Backward } else { Direction::Forward };
                let given = files.iter().map(|file| state.content(&state.place(file)).sources());
                let mut given = given.chain(Some(state.stdin.sources()).filter(|_| files.is_empty()));
                let from_file =
                    || state.stdin.sources().iter().any(|source| matches!(source, Source::File(_)));
                // What another command has just made is a patch of what was changed.
                let is_made =
                    || reversed && files.is_empty() && state.stdin.known().is_none() && !from_file();
                if given.any(|sources| sources.take_back(direction)) {
                    walk.effect(Action::Git(Git::Discard(TAKEN_BACK)), span);
                } else if is_made() {
                    walk.effect(Action::Git(Git::Drop("changes that a patch takes back".to_owned())), span);
                }
                let reversed = if reversed { files::Reversed::Yes } else { files::Reversed::No };
                walk.patched(&files, within.as_ref(), reversed, span, state);
            }
            files::taken_back(walk, rest, span, state);
            None
        }
        "find" | "gfind" | "bfs" => Some(find::run(walk, rest, span, state)),
        "fd" | "fdfind" => Some(find::fd::run(walk, rest, span, state)),
        "xargs" | "gxargs" => Some(repeat::xargs(walk, rest, span, state)),
        "parallel" => Some(repeat::parallel(walk, rest, span, state)),
        // Another program of that name builds packages.
        "rush" if rest.iter().any(|word| word.prefix().contains(' ')) => {
            Some(repeat::parallel(walk, rest, span, state))
        }
        // What stands behind the mark is for a shell.
        "capsh" if rest.iter().any(|word| word.known() == Some("--")) => {
            let words = rest.iter().skip_while(|word| word.known() != Some("--")).skip(1);
            let words: Vec<Value> = words.cloned().collect();
            Some(shells::run(walk, "bash", &words, span, state))
        }
        "gh" | "glab" | "hg" | "svn" | "jj" | "degit" | "tiged" => {
            clones::run(walk, name, rest, span, state);
            if name == "jj" {
                other_pushes::push(walk, name, rest, span);
            }
            None
        }
        "sl" => {
            other_pushes::push(walk, name, rest, span);
            None
        }
        "node" if rest.first().is_some_and(|word| word.prefix().starts_with("--run")) => {
            build::run_by_node(walk, rest, span, state)
        }
        "docker" | "podman" | "nerdctl" | "buildah" | "docker-compose" | "podman-compose" => {
            images::described(walk, name, rest, span, state);
            None
        }
        "java" => {
            builders::jar(walk, rest, span, state);
            None
        }
        name if is_shell(name) => {
            let code = if name == "xonsh" { xonsh::run(walk, rest, span, state) } else { None };
            Some(code.unwrap_or_else(|| shells::run(walk, name, rest, span, state)))
        }
        "busybox" | "toybox" => {
            let command = rest.to_vec();
            walk.peel(name, |walk| walk.command(command, span, state));
            Some(Outcome::Peeled)
        }
        "powershell" | "pwsh" | "powershell.exe" | "pwsh.exe" => {
            Some(shells::powershell(walk, rest, span, state))
        }
        "cmd" | "cmd.exe" => Some(shells::cmd(walk, rest, span, state)),
        "rd" | "del" | "erase" | "format" | "robocopy" | "robocopy.exe" | "xcopy" | "xcopy.exe" => {
            Some(shells::of_windows(walk, Language::Cmd, name, rest, span, state))
        }
        name if shells::is_cmdlet(name) => {
            Some(shells::of_windows(walk, Language::PowerShell, name, rest, span, state))
        }
        "chmod" | "gchmod" => Some(files::chmod(walk, rest, span, state)),
        "install" | "ginstall" => {
            files::installed(walk, rest, span, state);
            None
        }
        "dd" | "gdd" | "dcfldd" => Some(files::dd(walk, rest, span, state)),
        "rename" | "prename" | "perl-rename" | "file-rename" | "rename.ul" | "mmv" => {
            Some(files::renamed(walk, name, rest, span, state))
        }
        "kill" => Some(files::kill(walk, rest, span)),
        "mktemp" => Some(files::mktemp(walk, rest, span, state)),
        "which" | "type" | "pidof" => Some(files::which(walk, name, rest, span, state)),
        "pgrep" => Some(files::pgrep(walk, rest, span)),
        "rg" | "ripgrep" if rest.iter().any(|word| word.known() == Some("--files")) => {
            find::listed_by_ripgrep(walk, rest, span, state);
            None
        }
        "seq" => {
            // As good as without end.
            const TOO_MANY: u64 = 100_000_000;
            let numbers = rest.iter().filter_map(Value::known).filter_map(|word| word.parse::<u64>().ok());
            if numbers.max().is_some_and(|number| number >= TOO_MANY) {
                walk.print(&Value::Unknown(Sources::from(Source::Endless)), span);
            }
            None
        }
        "mkfifo" | "mknod" => {
            let places = rest.iter().filter(|word| !word.prefix().starts_with('-'));
            let paths = places.flat_map(|word| state.place(word).spots);
            walk.pipes.extend(paths.map(|spot| spot.path));
            // What is written to it is not there to be read again.
            for word in rest.iter().filter(|word| !word.prefix().starts_with('-')).take(1) {
                let place = state.place(word);
                walk.effect(Action::Write(place, Value::unknown()), span);
            }
            Some(Outcome::Done(Standing::Known))
        }
        "yes" => {
            let line = crate::builtins::joined(rest);
            let line = if rest.is_empty() { Value::Known("y".to_owned()) } else { line };
            let hole = Hole { written: String::new(), sources: Sources::from(Source::Endless) };
            let endless = Value::of(vec![Piece::Text("\n".to_owned()), Piece::Hole(hole)]);
            walk.print(&line.join(&endless), span);
            Some(Outcome::Done(Standing::Known))
        }
        "mix" => mix::run(walk, rest, span, state),
        "tcc" if rest.iter().any(|word| word.known() == Some("-")) => {
            let stdin = state.stdin.clone();
            walk.code_text(Language::Compiled, &stdin, span, state);
            None
        }
        "dotnet" => {
            let word = |at: usize| rest.get(at).and_then(Value::known);
            match (word(0), word(1)) {
                (Some("script"), Some("eval")) => {
                    let code = rest.get(2).cloned().unwrap_or_else(|| state.stdin.clone());
                    walk.code_text(Language::Compiled, &code, span, state);
                }
                (Some("fsi"), _) if rest.iter().skip(1).all(|word| word.prefix().starts_with('-')) => {
                    let stdin = state.stdin.clone();
                    walk.code_text(Language::Compiled, &stdin, span, state);
                }
                _ => {}
            }
            None
        }
        "rake" => {
            let given = Arguments::of(rest, &["-e", "-E", "-p", "-f", "-r", "-I", "-R"]);
            for code in given.all_values(&["-e", "-E", "-p"]) {
                walk.code_text(Language::Ruby, &code, span, state);
            }
            None
        }
        "mvn" | "mvnw" | "mvnd" => {
            builders::maven(walk, rest, span, state);
            None
        }
        "ninja" | "samu" => {
            builders::ninja(walk, rest, span, state);
            None
        }
        "run-parts" => {
            builders::each_program(walk, rest, span, state);
            None
        }
        "hookward" | "hookward.exe" => {
            guard::run(walk, rest, span, state);
            None
        }
        "tmux" | "byobu" | "byobu-tmux" | "tmate" => terminals::tmux(walk, rest, span, state),
        "zellij" => terminals::zellij(walk, rest, span, state),
        "cmake" => {
            builders::cmake(walk, rest, span, state);
            None
        }
        "redis-cli" | "valkey-cli" | "keydb-cli" => {
            walk.redis(rest, span, state);
            consoles::redis_script(walk, rest, span, state);
            None
        }
        "gdb" | "lldb" | "cgdb" | "rust-gdb" => {
            consoles::debugger(walk, name, rest, span, state);
            None
        }
        "dc" | "bc" => {
            consoles::calculator(walk, name, rest, span, state);
            None
        }
        "vim" | "vi" | "nvim" | "ex" | "view" | "vimdiff" => Some(text::vim(walk, rest, span, state)),
        "nodemon" | "node-dev" | "pm2" | "forever" | "coverage" | "coverage3" | "c8" | "nyc" | "lerna"
        | "turbo" | "nr" | "rushx" => {
            runners::run(walk, name, rest, span, state);
            None
        }
        "make" | "gmake" | "remake" | "just" | "npm" | "pnpm" | "yarn" | "bun" | "composer" | "deno" => {
            build::run(walk, name, rest, span, state)
        }
        "run-s" | "run-p" | "npm-run-all" | "npm-run-all2" => chained::run(walk, rest, span, state),
        // A plugin of its own, which is the same program.
        "poetry" if rest.first().and_then(Value::known) == Some("poe") => {
            let command = rest.to_vec();
            walk.launch(name, Vec::new(), |walk| walk.command(command, span, state));
            Some(Outcome::Peeled)
        }
        "hatch" if let Some(command) = environments::hatch_in_short(rest) => {
            walk.launch(name, Vec::new(), |walk| walk.command(command, span, state));
            Some(Outcome::Peeled)
        }
        "task" | "go-task" | "poe" | "poethepoet" | "hatch" | "pdm" | "rye" | "pixi" | "mise" | "rtx"
        | "tox" | "nox" => {
            let task = tasks::run(walk, name, rest, span, state);
            if let (None, "pixi", Some(command)) = (&task, name, environments::run_by_pixi(rest)) {
                walk.peel("pixi run", |walk| walk.command(command.to_vec(), span, state));
                return Some(Outcome::Peeled);
            }
            task
        }
        // A shell with its version behind its name: `bash5`, `zsh-5.9`.
        versioned if is_shell_of_a_version(versioned) => Some(shells::run(walk, "bash", rest, span, state)),
        name => {
            let behind = |front: &[&str]| -> Vec<Value> {
                let front = front.iter().map(|word| Value::Known((*word).to_owned()));
                front.chain(rest.iter().cloned()).collect()
            };
            if let Some(command) = name.strip_prefix("git-").filter(|command| git::is_own(command)) {
                return Some(git::run(walk, &behind(&[command]), span, state));
            }
            if let Some((manager, script)) = script_of(name) {
                walk.peel(name, |walk| walk.command(behind(&[manager, "run", script]), span, state));
                return Some(Outcome::Peeled);
            }
            interpreters::run(walk, name, rest, span, state)
        }
    }
}

/// A script of the project, as those call it that start several at once: `concurrently npm:build`.
fn script_of(name: &str) -> Option<(&str, &str)> {
    let (manager, script) = name.split_once(':')?;
    (matches!(manager, "npm" | "yarn" | "pnpm" | "bun") && !script.is_empty()).then_some((manager, script))
}

/// Whether a program runs a text of the shell, or one much like it.
pub(crate) fn is_shell(name: &str) -> bool {
    matches!(
        name,
        "sh" | "bash"
            | "dash"
            | "zsh"
            | "ksh"
            | "ash"
            | "mksh"
            | "rbash"
            | "fish"
            | "csh"
            | "tcsh"
            | "yash"
            | "nu"
            | "xonsh"
            | "elvish"
            | "osh"
            | "ysh"
            | "brush"
            | "murex"
    )
}

fn is_shell_of_a_version(name: &str) -> bool {
    let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || matches!(letter, '.' | '-'));
    stem.len() < name.len() && matches!(stem, "bash" | "zsh" | "dash" | "ksh" | "mksh" | "sh")
}

/// The host of `user@host:path` or `scheme://host/path`; `None` for a path of this machine.
pub(crate) fn remote(value: &Value) -> Option<String> {
    let text = value.to_string();
    if let Some((scheme, rest)) = text.split_once("://") {
        return (scheme != "file").then(|| rest.split('/').next().unwrap_or(rest).to_owned());
    }
    let colon = text.find(':')?;
    let before = text.get(..colon)?;
    // `C:\x` and `./a:b` are paths.
    let drive =
        before.len() == 1 && (before.bytes().all(|byte| byte.is_ascii_uppercase()) || text.contains('\\'));
    (!before.is_empty() && !before.contains('/') && !drive && !before.starts_with('.'))
        .then(|| before.to_owned())
}
