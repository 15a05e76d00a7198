//! Task runners: what a target or a script of the project runs.

use hookward_shell::Span;

use super::builders;
use super::makers::{just, make};
use super::manifest::{installs, nearest};
use crate::builtins::directory;
use crate::commands::{Outcome, quoted};
use crate::effect::{Opacity, Standing};
use crate::program_name::base_name;
use crate::programs::Arguments;
use crate::recipes;
use crate::source::Sources;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

pub(super) fn run(
    walk: &mut Walk,
    name: &str,
    rest: &[Value],
    span: Span,
    state: &mut State,
) -> Option<Outcome> {
    match name {
        "make" | "gmake" | "remake" => make(walk, rest, span, state),
        "just" => just(walk, rest, span, state),
        _ => return package(walk, name, rest, span, state),
    }
    Some(Outcome::Done(Standing::Unknown))
}

/// Options of package managers that have a value.
const VALUED: &[&str] = &[
    "-C",
    "--dir",
    "--prefix",
    "--cwd",
    "-w",
    "--workspace",
    "-F",
    "--filter",
    "--loglevel",
    "--script-shell",
];

/// The words of a package manager, and those that it hands on to a script: npm and composer take options for their own up to a mark,
/// the others hand on whatever stands behind the name of the script.
fn handed_on<'w>(
    name: &str,
    rest: &'w [Value],
    given: &Arguments<'w>,
    arguments: usize,
) -> (&'w [Value], Vec<Value>) {
    let script = arguments.checked_sub(1).and_then(|at| given.operands.get(at));
    let at = script.and_then(|script| rest.iter().position(|word| std::ptr::eq(word, *script)));
    match at.and_then(|at| rest.split_at_checked(at + 1)) {
        Some((own, behind)) if !matches!(name, "npm" | "composer") => {
            let mark = behind.iter().position(|word| word.known() == Some("--"));
            let more = behind.iter().enumerate().filter(|(at, _)| Some(*at) != mark);
            (own, more.map(|(_, word)| word.clone()).collect())
        }
        Some(_) | None => (rest, given.operands.iter().skip(arguments).map(|word| (*word).clone()).collect()),
    }
}

/// npm, pnpm, yarn, bun, deno, composer: a script of the project by its name. `None`: another of their commands.
pub(super) fn package(
    walk: &mut Walk,
    name: &str,
    rest: &[Value],
    span: Span,
    state: &mut State,
) -> Option<Outcome> {
    if name == "pnpm"
        && matches!(rest.first().and_then(Value::known), Some("-w" | "--workspace-root"))
        && let Some(root) = workspace_of_pnpm(walk, state)
    {
        let command =
            std::iter::once(Value::Known(name.to_owned())).chain(rest.iter().skip(1).cloned()).collect();
        let mut inside = walk.copy(state);
        inside.cwd = directory(&Value::Known(root), &inside.cwd);
        walk.launch(name, own_words(rest, 1), |walk| walk.command(command, span, &mut inside));
        return Some(Outcome::Peeled);
    }
    let given = Arguments::of(rest, VALUED);
    // bun is also an interpreter.
    let has_code = |word: &Value| matches!(word.known(), Some("-e" | "--eval" | "-p" | "--print"));
    if name == "bun" && rest.first().is_some_and(has_code) {
        return None;
    }
    if name == "bun" && given.operands.get(1).and_then(|word| word.known()) == Some("-") {
        let stdin = state.stdin.clone();
        walk.code_text(crate::code::Language::JavaScript, &stdin, span, state);
        return Some(Outcome::Done(Standing::Unknown));
    }
    let first = given.first()?;
    // Its shell runs whatever script it is.
    for shell in given.all_values(&["--script-shell"]) {
        walk.detour(&shell, span, state);
    }
    if first == "pkg" && given.operands.get(1).and_then(|word| word.known()) == Some("set") {
        for word in given.operands.iter().skip(2).filter_map(|word| word.known()) {
            if let Some((name, text)) = word.strip_prefix("scripts").and_then(|script| script.split_once('='))
            {
                let name = name.trim_matches(['.', '[', ']', '"', '\'']);
                state.alias(&format!("npm {name}"), text);
            }
        }
        return None;
    }
    if let ("set-script", [_, script, text, ..]) = (first, given.operands.as_slice()) {
        if let (Some(script), Some(text)) = (script.known(), text.known()) {
            state.alias(&format!("npm {script}"), text);
        }
        return None;
    }
    if matches!(first, "install" | "i" | "ci" | "add" | "rebuild") {
        for script in ["preinstall", "install", "postinstall", "prepare"] {
            let set = state.alias_of(&format!("npm {script}")).map(|set| set.all.clone()).unwrap_or_default();
            let written = state.written(&state.place(&Value::Known("package.json".to_owned())));
            // Scripts of a package that was fetched just before.
            if let Some(fetched) = written.as_ref().map(Value::sources).filter(Sources::has_network) {
                walk.runs(fetched, span);
                break;
            }
            let texts = written.map(|written| written.as_scripts().texts).unwrap_or_default();
            let own: Vec<_> = texts.iter().flat_map(|text| recipes::package(text, script)).collect();
            for text in set.into_iter().chain(own.into_iter().map(|(_, text)| text)) {
                let mut apart = walk.copy(state);
                walk.nested(&text, span, &format!("{name} {first}"), &mut apart);
            }
        }
        let is_of_the_project = given.operands.len() == 1 && matches!(first, "install" | "i" | "ci");
        if is_of_the_project && !given.has(&["--ignore-scripts"]) {
            installs(walk, name, first, span, state);
        }
        return None;
    }
    if !given.has(&["--ignore-scripts"]) && given.operands.len() > usize::from(first == "version") {
        runs_around(walk, name, first, span, state);
    }
    if name == "yarn"
        && matches!(first, "workspace" | "workspaces")
        && builders::in_packages(walk, rest, span, state)
    {
        return Some(Outcome::Peeled);
    }
    if name == "yarn" && first == "workspace" {
        let at = rest.iter().position(|word| word.known() == Some("workspace"))?;
        return package(walk, name, rest.get(at + 2..)?, span, state);
    }
    // deno and bun have a runner of tests of their own.
    let lifecycle = match name {
        "deno" => false,
        "bun" => matches!(first, "start" | "stop" | "restart"),
        _ => matches!(first, "test" | "t" | "tst" | "start" | "stop" | "restart"),
    };
    // Without a script of that name npm shows every variable, or sets them for what follows.
    if name == "npm" && matches!(first, "run" | "run-script") && given.operands.get(1)?.known() == Some("env")
    {
        let command: Vec<Value> = given.operands.iter().skip(1).map(|word| (*word).clone()).collect();
        if command.len() > 1 {
            walk.peel("npm run", |walk| walk.command(command, span, state));
        }
        return None;
    }
    let (script, arguments) = match first {
        "run" | "run-script" | "rum" | "task" => (given.operands.get(1)?.known()?.to_owned(), 2),
        "t" | "tst" => ("test".to_owned(), 1),
        // yarn, pnpm, bun and composer run a script also without `run`; their own commands come first.
        own if lifecycle
            || (name != "npm"
                && name != "deno"
                && crate::knowledge::program(name).is_none_or(|usage| !usage.has_subcommand(own))) =>
        {
            (own.to_owned(), 1)
        }
        _ => return None,
    };
    // `bun run https://…`: no script has such a name.
    if arguments == 2 && script.contains("://") {
        walk.run_at_once(&Value::Known(script), span);
        return Some(Outcome::Done(Standing::Unknown));
    }
    let (own, more) = handed_on(name, rest, &given, arguments);
    let mut inside = walk.copy(state);
    for to in Arguments::of(own, VALUED).all_values(&["-C", "--dir", "--prefix", "--cwd"]) {
        inside.cwd = directory(&to, &inside.cwd);
    }
    if let Some(set) = state.alias_of(&format!("npm {script}")).cloned() {
        for text in &set.all {
            let mut apart = walk.copy(&inside);
            walk.nested(text, span, &format!("{name} run {script}"), &mut apart);
        }
        if !set.perhaps {
            return Some(Outcome::Done(Standing::Unknown));
        }
    }
    let manifest = match name {
        "composer" => "composer.json",
        "deno" => "deno.json",
        _ => "package.json",
    };
    let text = match name {
        // It asks before it takes one from above.
        "composer" => content(walk, &Value::Known(manifest.to_owned()), &inside),
        _ => nearest(walk, manifest, &mut inside),
    };
    let scripts = match (&text, name) {
        (Some(text), "composer") => recipes::composer(text, &script),
        (Some(text), "deno") => recipes::deno(text, &script),
        (Some(text), _) => recipes::package(text, &script),
        (None, _) => Vec::new(),
    };
    if scripts.is_empty() {
        return match arguments {
            // A file by its name, which these run themselves.
            2 if matches!(name, "bun" | "deno") && script.contains(['/', '.']) => None,
            // These run a program that is installed by the same word; some words mean something to a shell only.
            2 if matches!(name, "yarn" | "pnpm" | "bun")
                && crate::knowledge::program(package_program(&script)).is_some()
                && !matches!(script.as_str(), "test" | "exec" | "set" | "export" | "source") =>
            {
                let at = rest.iter().position(|word| word.known() == Some(script.as_str()))?;
                let program = Value::Known(package_program(&script).to_owned());
                let command = std::iter::once(program).chain(rest.iter().skip(at + 1).cloned()).collect();
                walk.launch(name, own_words(rest, at), |walk| walk.command(command, span, &mut inside));
                Some(Outcome::Peeled)
            }
            1 if !lifecycle && name != "composer" => installed(walk, name, &script, rest, span, &mut inside),
            // A script that nobody sees is mostly the program of its name: `npm run prisma -- migrate reset`.
            2 if name != "composer" && crate::knowledge::program(&script).is_some() => {
                let more = given.operands.iter().skip(2).map(|word| (*word).clone());
                let command = std::iter::once(Value::Known(script)).chain(more).collect();
                walk.peel(name, |walk| walk.command(command, span, &mut inside));
                Some(Outcome::Done(Standing::Unknown))
            }
            _ => text.map(|_| Outcome::Done(Standing::Unknown)).filter(|_| lifecycle || arguments == 2),
        };
    }
    let own = scripts.iter().position(|(own, _)| *own == script);
    for (index, (title, text)) in scripts.iter().enumerate() {
        let through = format!("{name} run {title}");
        if walk.through.contains(&through) {
            continue;
        }
        let text = match text.trim() {
            "" => recipes::NOTHING.to_owned(),
            _ if Some(index) == own && !more.is_empty() => format!("{text} {}", quoted(&more)),
            _ => text.clone(),
        };
        walk.within_file(manifest.to_owned(), text.len(), |walk| {
            let mut apart = walk.copy(&inside);
            walk.nested(&text, span, &through, &mut apart);
        });
    }
    Some(Outcome::Done(Standing::Unknown))
}

/// Runs the project's own scripts that a command of its package manager runs besides what it does.
fn runs_around(walk: &mut Walk, name: &str, command: &str, span: Span, state: &State) {
    let around: &[&str] = match command {
        "version" => &["preversion", "version", "postversion"],
        "publish" => &["prepublishOnly", "prepack", "prepare", "postpack", "publish", "postpublish"],
        "pack" => &["prepack", "prepare", "postpack"],
        _ => return,
    };
    let mut above = walk.copy(state);
    let Some(manifest) = nearest(walk, "package.json", &mut above) else { return };
    for script in around {
        let found = recipes::package(&manifest, script).into_iter();
        for (title, text) in found.filter(|(title, _)| title == script) {
            let mut apart = walk.copy(state);
            walk.nested(&text, span, &format!("{name} {command}: {title}"), &mut apart);
        }
    }
}

/// The way to the root of the workspace that a directory is in.
fn workspace_of_pnpm(walk: &mut Walk, state: &State) -> Option<String> {
    const MAX_UP: usize = 8;
    (0..MAX_UP).map(|up| "../".repeat(up)).find_map(|way| {
        content(walk, &Value::Known(format!("{way}pnpm-workspace.yaml")), state)?;
        Some(format!("{way}."))
    })
}

/// `pnpm prisma …`: neither a command of the package manager nor a script, so a program that the project has installed.
fn installed(
    walk: &mut Walk,
    manager: &str,
    word: &str,
    rest: &[Value],
    span: Span,
    state: &mut State,
) -> Option<Outcome> {
    let usage = crate::knowledge::program(manager)?;
    let (_, left) = usage.descend(rest);
    // A file, or a word that means something to a shell only.
    let is_other = word.contains(['/', '.']) || matches!(word, "set" | "export" | "source" | "exec" | "help");
    if left.len() < rest.len() || is_other {
        return None;
    }
    let at = rest.iter().position(|own| own.known() == Some(word))?;
    let program = Value::Known(package_program(word).to_owned());
    let command = std::iter::once(program).chain(rest.iter().skip(at + 1).cloned()).collect();
    walk.launch(manager, own_words(rest, at), |walk| walk.command(command, span, state));
    Some(Outcome::Peeled)
}

/// The words of a package manager up to the package whose program it runs.
fn own_words(rest: &[Value], package: usize) -> Vec<Value> {
    rest.iter().take(package + 1).cloned().collect()
}

/// The program of a package: `cdk` of `aws-cdk@2`, `pkg` of `@scope/pkg@1`.
pub(crate) fn package_program(package: &str) -> &str {
    let scope = usize::from(package.starts_with('@'));
    let version = package.get(scope..).and_then(|name| name.find('@'));
    let name = version.and_then(|at| package.get(..at + scope)).unwrap_or(package);
    match name {
        "aws-cdk" => "cdk",
        "netlify-cli" => "netlify",
        "firebase-tools" => "firebase",
        "eas-cli" => "eas",
        "expo-cli" => "expo",
        "trash-cli" => "trash",
        "opencode-ai" => "opencode",
        "@anthropic-ai/claude-code" => "claude",
        "@google/gemini-cli" => "gemini",
        "@qwen-code/qwen-code" => "qwen",
        "@sourcegraph/amp" => "amp",
        "@railway/cli" => "railway",
        "@angular/cli" => "ng",
        "@nestjs/cli" => "nest",
        "@vue/cli" => "vue",
        "@changesets/cli" => "changeset",
        "@commitlint/prompt-cli" => "commit",
        "@mikro-orm/cli" => "mikro-orm",
        "@sentry/cli" => "sentry-cli",
        "@shopify/cli" => "shopify",
        "@devcontainers/cli" => "devcontainer",
        scoped if scoped.starts_with('@') => scoped.rsplit('/').next().unwrap_or(scoped),
        // `chokidar-cli` has the program `chokidar`.
        name => match name.strip_suffix("-cli") {
            Some(program)
                if crate::knowledge::program(name).is_none()
                    && crate::knowledge::program(program).is_some() =>
            {
                program
            }
            Some(_) | None => name,
        },
    }
}

/// `node --run test` is `npm run test`.
pub(super) fn run_by_node(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) -> Option<Outcome> {
    let (first, more) = rest.split_first()?;
    let (script, more) = match first.known().and_then(|word| word.strip_prefix("--run=")) {
        Some(script) => (Value::Known(script.to_owned()), more),
        None => (more.first()?.clone(), more.get(1..).unwrap_or_default()),
    };
    let words: Vec<Value> =
        [Value::Known("run".to_owned()), script].into_iter().chain(more.iter().cloned()).collect();
    package(walk, "npm", &words, span, state)
}

impl Walk<'_> {
    /// A file of recipes was changed by the text, and what it holds now nobody can see: texts in quotes among the words
    /// of the commands so far may be what was put in.
    fn put_in(&mut self, state: &State) {
        const MOST: usize = 32;
        let mut texts: Vec<String> = Vec::new();
        for word in self.facts.commands.iter().flat_map(|command| &command.words).flat_map(Value::texts) {
            for quote in ['"', '\''] {
                // Between two quotes, or behind the first and before the next: nobody knows which is which.
                let parts = word.split(quote).skip(1).map(|part| part.trim_end_matches('\\'));
                let commands = parts.filter(|part| part.contains(' ') && part.len() < 1_024);
                texts.extend(commands.map(str::to_owned).take(MOST.saturating_sub(texts.len())));
            }
        }
        for text in texts {
            let is_command = text.split(' ').next().is_some_and(|first| {
                let base = base_name(first);
                crate::knowledge::program(base).is_some() || super::has_own_words(base)
            });
            if is_command {
                let mut apart = self.copy(state);
                self.nested(&text, Span::default(), "a recipe", &mut apart);
            }
        }
    }
}

/// What a file of the project holds: what the text has written to it, or what lies on disk.
pub(super) fn content(walk: &mut Walk, file: &Value, state: &State) -> Option<String> {
    if matches!(file.known(), Some("-" | "/dev/stdin" | "/dev/fd/0")) {
        return state.stdin.as_scripts().texts.into_iter().next();
    }
    let place = state.place(file);
    if let Some(written) = state.written(&place) {
        if written.sources().has_network() {
            walk.runs(written.sources(), Span::default());
        }
        let scripts = written.as_scripts();
        let is_unseen = written.known().is_none_or(|text| text.trim().is_empty());
        if is_unseen && !written.sources().has_network() && !written.sources().has_clone() {
            walk.put_in(state);
        }
        // Only one of them is read.
        if scripts.texts.len() > 1 || !state.unwritten(&place).spots.is_empty() {
            walk.opaque(Opacity::Size, Span::default());
        }
        return scripts.texts.into_iter().next();
    }
    walk.look(&place, state).map(|(_, text)| text)
}
