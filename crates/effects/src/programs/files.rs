//! Programs whose words look like options and are not: modes, signals, `of=`.

use hookward_shell::Span;

use crate::commands::Outcome;
use crate::effect::{Action, Depth, Git, Permission, Standing, Told};
use crate::narrowing::processes;
use crate::operands::inside;
use crate::patches;
use crate::path::{Place, Reach};
use crate::programs::Arguments;
use crate::size;
use crate::source::Source;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

pub(super) fn chmod(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) -> Outcome {
    let is_option = |word: &Value| {
        matches!(word.known(), Some("-R" | "-v" | "-c" | "-f" | "-h" | "-H" | "-L" | "-P" | "--"))
            || word.prefix().starts_with("--")
            || matches!(word.known(), Some(text) if text.len() > 2 && text.starts_with('-') && text.chars().skip(1).all(|letter| "Rvcf".contains(letter)))
    };
    let tree = rest.iter().any(|word| {
        let text = word.prefix();
        (is_option(word) && !text.starts_with("--") && text.contains('R'))
            || (text.len() > 4 && "--recursive".starts_with(text))
    });
    let depth = if tree { Depth::Tree } else { Depth::One };
    let mut words = rest.iter().filter(|word| !is_option(word));
    // Another file's permissions: then every word is a file.
    let as_another = rest.iter().any(|word| word.prefix().starts_with("--ref"));
    let unknown = Value::unknown();
    let Some(wanted) = (if as_another { Some(&unknown) } else { words.next() }) else {
        return Outcome::Done(Standing::Known);
    };
    for file in words {
        let whole = file.listed_directory();
        let depth = if whole.is_some() { Depth::Tree } else { depth };
        let place = state.place(whole.as_ref().unwrap_or(file));
        let permission = for_hooks(mode(wanted, depth), wanted, &place);
        walk.effect(Action::Permit(place, permission), span);
    }
    Outcome::Done(Standing::Known)
}

/// A copy that runs with the rights of its owner, whoever starts it: `install -m 4755 a b`.
pub(super) fn installed(walk: &mut Walk, rest: &[Value], span: Span, state: &State) {
    const TARGET: [&str; 2] = ["-t", "--target-directory"];
    let valued =
        ["-m", "--mode", "-t", "--target-directory", "-o", "--owner", "-g", "--group", "-S", "--suffix"];
    let given = Arguments::of(rest, &valued);
    let is_setuid = |wanted: &Value| mode(wanted, Depth::One) == Permission::Setuid;
    if given.all_values(&["-m", "--mode"]).iter().any(is_setuid) {
        let target = given.all_values(&TARGET).pop().or_else(|| given.operands.last().copied().cloned());
        let place = state.place(&target.unwrap_or_else(Value::unknown));
        walk.effect(Action::Permit(place, Permission::Setuid), span);
    }
}

/// A hook without the right to run is switched off, however that is spelled: `chmod 644 .git/hooks/pre-commit`.
fn for_hooks(permission: Permission, wanted: &Value, place: &Place) -> Permission {
    let is_hook = |path: &str| {
        ["hooks", ".husky", ".githooks"].iter().any(|folder| path.split('/').any(|part| part == *folder))
    };
    let runs = |text: &str| u32::from_str_radix(text, 8).map_or(true, |bits| bits & 0o111 != 0);
    let switched_off = wanted.known().is_some_and(|text| !runs(text));
    if switched_off && place.spots.iter().any(|spot| is_hook(&spot.path)) {
        return Permission::NotExecutable;
    }
    permission
}

/// What a mode makes of permissions: `0777`, `a+rwx`, `u+s`, `-x`.
pub(crate) fn mode(wanted: &Value, depth: Depth) -> Permission {
    let Some(text) = wanted.known() else { return Permission::Other(depth) };
    if text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty() {
        let bits = u32::from_str_radix(text, 8).unwrap_or_default();
        return match bits {
            bits if bits & 0o6000 != 0 => Permission::Setuid,
            bits if bits & 0o002 != 0 => Permission::Open(depth),
            bits if bits & 0o700 == 0 => Permission::Closed(depth),
            bits if bits & 0o044 != 0 => Permission::Readable(depth),
            _ => Permission::Other(depth),
        };
    }
    let mut found = Permission::Other(depth);
    for clause in text.split(',') {
        let (who, what) = clause.split_at(clause.find(['+', '-', '=']).unwrap_or(clause.len()));
        let (sign, rights) = what.split_at_checked(1).unwrap_or_default();
        let everybody = who.is_empty() || who.contains(['a', 'o']);
        match sign {
            "+" | "=" if rights.contains('s') => return Permission::Setuid,
            // Without a name the mask holds, and that keeps others from writing.
            "+" | "=" if rights.contains('w') && everybody && !who.is_empty() => {
                found = Permission::Open(depth);
            }
            "+" | "=" if rights.contains('r') && (everybody || who.contains('g')) => {
                found = Permission::Readable(depth);
            }
            "=" if rights.is_empty() && (who.contains(['a', 'u'])) => found = Permission::Closed(depth),
            "-" if rights.contains('r') && (who.is_empty() || who.contains(['a', 'u'])) => {
                found = Permission::Closed(depth);
            }
            "-" if rights == "x" => found = Permission::NotExecutable,
            _ => {}
        }
    }
    found
}

pub(super) fn dd(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) -> Outcome {
    let operand = |name: &str| {
        let word = rest.iter().find(|word| word.prefix().starts_with(name))?;
        Some(super::tail(word, name.len()))
    };
    let content = match operand("if=") {
        Some(file) => {
            let place = state.place(&file);
            walk.read(place.clone(), span);
            state.content(&place)
        }
        None => state.stdin.clone(),
    };
    // A count is an end, unless it is beyond any disk.
    let size = |name: &str| operand(name).and_then(|value| value.known().and_then(size::bytes));
    let block = size("bs=").or_else(|| size("obs=")).unwrap_or(512);
    let ends = operand("count=").is_some()
        && size("count=").is_none_or(|count| count.saturating_mul(block) <= size::TOO_MUCH);
    let content = if ends { Value::Unknown(content.sources().cut()) } else { content };
    match operand("of=") {
        Some(file) => {
            let place = state.place(&file);
            walk.write(place, content, span, state);
        }
        None => walk.print(&content, span),
    }
    Outcome::Done(Standing::Known)
}

/// Files that get other names by a rule: `rename s/a/b/ *.c`, `rename a b *.c`, `mmv '*.c' '#1.h'`.
pub(super) fn renamed(walk: &mut Walk, name: &str, rest: &[Value], span: Span, state: &mut State) -> Outcome {
    let given = Arguments::of(rest, &["-e", "-E", "--expr"]);
    let is_tried = given.has(&["--no-act", "--just-print", "--dry-run", "--nono"]) || given.has_letter("n");
    // The other of both programs of that name takes two plain texts. Of mmv the first word is a glob of its own.
    let by_rule = given.all_values(&["-e", "-E", "--expr"]).is_empty();
    let files: Vec<Value> = match name {
        "mmv" => given.operands.iter().take(1).map(|glob| super::git::path(glob)).collect(),
        _ => given.operands.iter().skip(usize::from(by_rule)).map(|word| (*word).clone()).collect(),
    };
    for file in files.iter().filter(|_| !is_tried) {
        let place = state.place(file);
        walk.delete(place, Depth::Moved, span, state);
    }
    Outcome::Done(Standing::Known)
}

pub(super) fn kill(walk: &mut Walk, rest: &[Value], span: Span) -> Outcome {
    let mut words = rest.iter();
    let mut processes = Vec::new();
    let mut signal = false;
    while let Some(word) = words.next() {
        match word.known() {
            Some("-l" | "-L" | "--list" | "--table" | "-0") => return Outcome::Done(Standing::Known),
            Some("-s" | "-n" | "--signal") => {
                words.next();
                signal = true;
            }
            Some("--") => signal = true,
            // The first such word is the signal, a second one a group of processes.
            Some(text) if text.starts_with('-') && !signal => signal = true,
            _ => processes.push(word.clone()),
        }
    }
    walk.effect(Action::Kill(processes), span);
    Outcome::Done(Standing::Known)
}

pub(super) fn mktemp(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) -> Outcome {
    let given = Arguments::of(rest, &["-p", "--tmpdir"]);
    let templates =
        given.operands.iter().filter(|word| word.prefix().contains('/')).map(|word| (*word).clone());
    for directory in given.all_values(&["-p", "--tmpdir"]).into_iter().chain(templates) {
        let place = state.place(&directory);
        walk.write(place, Value::unknown(), span, state);
    }
    let below = rest
        .iter()
        .find(|word| !word.prefix().starts_with('-') && word.to_string().contains("XX"))
        .map(std::string::ToString::to_string)
        .filter(|template| template.starts_with('/'))
        .map_or_else(|| "/tmp/".to_owned(), |template| template.trim_end_matches('X').to_owned());
    // Each is another one, and each has a name of its own from here on.
    walk.processes += 1;
    walk.print(&Value::Known(format!("{below}tmp.{}\n", walk.processes)), span);
    Outcome::Done(Standing::Known)
}

/// `$(which rm)` is the file of `rm`. What `type` says of one is a sentence, and `pidof` gives numbers: the name stands for both.
pub(super) fn which(walk: &mut Walk, name: &str, rest: &[Value], span: Span, state: &State) -> Outcome {
    let is_path = |word: &Value| matches!(word.known(), Some("-p" | "-P"));
    let locates = name == "which" || (name == "type" && rest.iter().any(is_path));
    for name in rest.iter().filter(|word| !word.prefix().starts_with('-')) {
        let shown = if locates { located(name, state) } else { name.clone() };
        walk.print(&shown.join(&Value::Known("\n".to_owned())), span);
    }
    let open = rest.iter().any(Value::is_open);
    Outcome::Done(if open { Standing::Known } else { Standing::ReadOnly })
}

/// Where a program lies that is looked for by its name. One that is not here may be by then, where programs usually are.
pub(crate) fn located(name: &Value, state: &State) -> Value {
    const OF_THE_SHELL: &[&str] = &[
        ".", ":", "[", "alias", "builtin", "cd", "command", "echo", "eval", "exec", "exit", "export",
        "false", "printf", "pwd", "read", "set", "source", "test", "trap", "true", "type", "unset",
    ];
    let is_program = |name: &&str| {
        !name.is_empty()
            && !name.contains('/')
            && !OF_THE_SHELL.contains(name)
            && state.function(name).is_none()
            && state.alias_of(name).is_none()
            && state.elsewhere.is_none()
    };
    let Some(program) = name.known().filter(is_program) else { return name.clone() };
    let path = state.scene.world.program(program);
    Value::Known(path.unwrap_or_else(|| format!("/usr/local/bin/{program}")))
}

/// What it finds is named by what it looks for; without a name, or with one that it leaves out, it is nearly all there is.
pub(super) fn pgrep(walk: &mut Walk, rest: &[Value], span: Span) -> Outcome {
    const VALUED: &[&str] = &[
        "-d",
        "-F",
        "-g",
        "-G",
        "-O",
        "-P",
        "-r",
        "-s",
        "-t",
        "-u",
        "-U",
        "--delimiter",
        "--pidfile",
        "--pgroup",
        "--group",
        "--older",
        "--parent",
        "--runstates",
        "--session",
        "--terminal",
        "--euid",
        "--uid",
        "--ns",
        "--nslist",
        "--cgroup",
        "--env",
    ];
    let given = Arguments::of(rest, VALUED);
    let chosen = given.all_values(&["-F", "-g", "-P", "-s", "-t", "--pidfile", "--pgroup", "--parent"]);
    let leaves_out = given.has(&["--inverse"]) || given.has_letter("v");
    if leaves_out || (given.operands.is_empty() && chosen.is_empty()) {
        walk.print(&processes(), span);
    } else {
        for name in &given.operands {
            walk.print(&name.join(&Value::Known("\n".to_owned())), span);
        }
    }
    let open = rest.iter().any(Value::is_open);
    Outcome::Done(if open { Standing::Known } else { Standing::ReadOnly })
}

/// `git diff | patch -R`: what was changed in the work tree is taken back. A patch in a file is one that can be had again.
pub(super) fn taken_back(walk: &mut Walk, rest: &[Value], span: Span, state: &State) {
    let reverse = rest.iter().any(|word| matches!(word.known(), Some("-R" | "--reverse")))
        && !rest.iter().any(|word| word.known() == Some("--dry-run"));
    let is_tree = |path: &str| state.scene.world.kind(path) == crate::scene::Kind::Directory;
    let of_the_work_tree = |source: &crate::Source| match source {
        crate::Source::File(place) => place
            .spots
            .iter()
            .any(|spot| is_tree(&spot.path) || state.cwd.known() == Some(spot.path.as_str())),
        _ => false,
    };
    if reverse && state.stdin.sources().iter().any(of_the_work_tree) {
        walk.effect(Action::Git(Git::Drop("changes that a patch takes back".to_owned())), span);
    }
}

/// Which way a patch is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reversed {
    /// As it is written.
    No,
    /// Backwards: `-R`.
    Yes,
}

impl Walk<'_> {
    /// A patch changes the files that its headers name.
    pub(crate) fn patched(
        &mut self,
        files: &[Value],
        within: Option<&Value>,
        reversed: Reversed,
        span: Span,
        state: &mut State,
    ) {
        let mut texts: Vec<String> = Vec::new();
        let mut places: Vec<Place> = Vec::new();
        if files.is_empty() {
            texts.extend(state.stdin.as_scripts().texts);
            // `patch < a.patch`: what comes from a file is read there.
            for source in state.stdin.sources().iter() {
                if let (Source::File(place), Value::Unknown(_)) = (source, &state.stdin) {
                    places.push(place.clone());
                }
            }
        }
        for file in files {
            let place = state.place(file);
            texts.extend(state.written(&place).into_iter().flat_map(|written| written.as_scripts().texts));
            places.push(state.unwritten(&place));
        }
        for place in places {
            let looked = self.look_through(&place, span, state);
            texts.extend(looked.into_iter().map(|(_, text)| text));
        }
        if texts.is_empty() {
            // It may change anything here.
            let here = Value::Known(".".to_owned());
            let mut place = state.place(within.unwrap_or(&here));
            place.spots.iter_mut().for_each(|spot| spot.reach = Reach::Something);
            self.write(place, Value::unknown(), span, state);
        }
        let mut left = Vec::new();
        for text in texts {
            for file in patches::files(&text) {
                let lies_at = |path: &str| {
                    let name = Value::Known(path.to_owned());
                    match within {
                        Some(within) => state.place(&within.join(&Value::Known("/".to_owned())).join(&name)),
                        None => state.place(&name),
                    }
                };
                // Git's prefixes may have other names, and are taken off all the same.
                let at = |path: &str| {
                    let is_there = |place: &Place| {
                        place
                            .spots
                            .iter()
                            .any(|spot| state.scene.world.kind(&spot.path) == crate::scene::Kind::File)
                    };
                    let whole = lies_at(path);
                    let below = path.split_once('/').map(|(_, below)| lies_at(below));
                    if is_there(&whole) { whole } else { below.filter(is_there).unwrap_or(whole) }
                };
                if file.is_left {
                    let place = at(file.path);
                    left.push(self.moved(place, Depth::Moved, span, state));
                    continue;
                }
                let (content, told) = match (reversed, file.from) {
                    (Reversed::No, None) if !file.is_closed => {
                        (Value::unknown(), Told::Patch(file.hunks.to_owned()))
                    }
                    (Reversed::No, Some(from)) if file.hunks.is_empty() => {
                        (state.content(&at(from)), Told::Copied(Box::new(at(from))))
                    }
                    _ => (Value::unknown(), Told::Part),
                };
                let place = at(file.path);
                self.write_told(place, content, told, span, state);
            }
        }
        // What is gone is only gone when it has arrived.
        for effect in left {
            state.course.push(effect);
        }
    }

    /// Things get another name.
    pub(crate) fn moves(&mut self, operands: &[&Value], span: Span, state: &mut State) {
        let Some((target, sources)) = operands.split_last() else { return };
        let from: Vec<Place> = sources.iter().map(|source| state.place(source)).collect();
        let contents: Vec<Value> = from.iter().map(|from| state.content(from)).collect();
        let left: Vec<usize> =
            from.iter().map(|from| self.moved(from.clone(), Depth::Moved, span, state)).collect();
        let place = state.place(target);
        let is_directory = place.spots.iter().any(|spot| {
            state.scene.world.kind(&spot.path) == crate::scene::Kind::Directory || state.has_made(&spot.path)
        });
        let copied = |from: &Place| Told::Copied(Box::new(from.clone()));
        match (from.as_slice(), contents.as_slice()) {
            ([from], [content]) => {
                self.write_told(place, content.clone(), copied(from), span, state);
            }
            _ => self.write(place, Value::unknown(), span, state),
        }
        // In a directory each keeps its name.
        let within = sources.iter().map(|source| inside(target, source));
        for ((name, from), content) in within.zip(&from).zip(contents) {
            if let Some(name) = name.filter(|_| is_directory || sources.len() > 1) {
                self.write_told(state.place(&name), content, copied(from), span, state);
            }
        }
        // What is gone is only gone when it has arrived.
        for effect in left {
            state.course.push(effect);
        }
    }
}
