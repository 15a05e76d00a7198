//! Scripts of packages: `npm test -w a`, `pnpm -r test`, `yarn workspace a test`, `turbo run test --filter=a`.

use super::{Manager, Named, Rooted, Scripts, taken, without};

/// Options of managers of packages whose value stands in a word of its own, in front of a script.
const VALUED: &[&str] =
    &["-C", "--dir", "--prefix", "--cwd", "--loglevel", "--reporter", "--workspace-concurrency", "--color"];

/// Words of theirs that say in which order packages come, or what is printed of each.
#[rustfmt::skip]
const HOW: &[&str] = &[
    "--if-present", "--parallel", "--stream", "--aggregate-output", "--no-sort", "--elide-lines=0", "--sequential",
    "--fail-if-no-match",
];

type Found<'w> = Option<(Vec<&'w str>, Named)>;

/// A manager of packages, by the words behind its name.
pub(super) fn by_manager<'w>(name: &str, rest: &[&'w str]) -> Found<'w> {
    if name == "yarn" {
        return by_yarn(rest);
    }
    // An older word for `-r`.
    let rest: Vec<&str> = match rest {
        ["recursive" | "multi" | "m", behind @ ..] if name == "pnpm" => {
            std::iter::once("-r").chain(behind.iter().copied()).collect()
        }
        _ => rest.to_vec(),
    };
    let rest = rest.as_slice();
    // What stands behind the script is the script's, but npm takes its own words from anywhere.
    let (at, script) = script(rest, 0)?;
    let end = if name == "npm" { rest.len() } else { at };
    let (own, handed_on) = rest.split_at_checked(end)?;
    let (own, of, root) = chosen(name, own)?;
    let mut left: Vec<&str> = own.into_iter().chain(handed_on.iter().copied()).collect();
    // bun has a runner of its own, which is none of the packages'.
    if name == "bun" && !left.contains(&"run") {
        left.insert(0, "run");
    }
    Some(run_by(name, left, script, of, root))
}

/// The words of npm, pnpm or bun without those that choose packages; which, and whether the root is one. `None` if none are chosen.
pub(super) fn chosen<'w>(name: &str, own: &[&'w str]) -> Option<(Vec<&'w str>, Vec<&'w str>, Rooted)> {
    let (named, all): (&[&str], &[&str]) = match name {
        "npm" => (&["-w", "--workspace"], &["--workspaces", "-ws"]),
        "pnpm" => (&["-F", "--filter"], &["-r", "--recursive"]),
        _ => (&["-F", "--filter"], &["--workspaces"]),
    };
    let (own, of) = taken(own, named);
    let (own, is_of_all) = without(&own, all);
    if of.is_empty() && !is_of_all {
        return None;
    }
    let (own, with_root) = without(&own, &["--include-workspace-root"]);
    let (own, _) = without(&own, HOW);
    Some((own, of, if with_root { Rooted::In } else { Rooted::Out }))
}

/// `yarn workspace a test`, `yarn workspaces run test`, `yarn workspaces foreach -A run test`.
fn by_yarn<'w>(rest: &[&'w str]) -> Found<'w> {
    let at = rest.iter().position(|word| matches!(*word, "workspace" | "workspaces"))?;
    let front = rest.get(..at)?.iter().copied();
    let (kind, behind) = rest.get(at..)?.split_first()?;
    if *kind == "workspace" {
        let (package, behind) = behind.split_first()?;
        let (_, script) = script(behind, 0)?;
        return Some(run_by(
            "yarn",
            front.chain(behind.iter().copied()).collect(),
            script,
            vec![package],
            Rooted::Out,
        ));
    }
    let run = behind.iter().position(|word| *word == "run")?;
    let (own, command) = behind.split_at_checked(run)?;
    let (_, script) = script(command, 0)?;
    let (of, root) = each(own)?;
    let left = front.chain(command.iter().copied()).collect();
    let mut found = run_by("yarn", left, script, Vec::new(), root);
    if let Named::Scripts(scripts) = &mut found.1 {
        scripts.of = of;
    }
    Some(found)
}

/// The packages that `yarn workspaces` is told to go to, by the words behind that.
pub(super) fn each(own: &[&str]) -> Option<(Vec<String>, Rooted)> {
    let (own, included) = taken(own, &["--include"]);
    let (own, excluded) = taken(&own, &["--exclude", "-j", "--jobs"]);
    let root = match own.split_first() {
        None if included.is_empty() && excluded.is_empty() => Rooted::Out,
        Some((&"foreach", options)) if is_each(options) => Rooted::In,
        Some(_) | None => return None,
    };
    // How many run at once leaves out nobody.
    let excluded =
        excluded.into_iter().filter(|value| value.parse::<u32>().is_err() && *value != "unlimited");
    let excluded = excluded.map(|value| format!("!{value}"));
    Some((included.into_iter().map(str::to_owned).chain(excluded).collect(), root))
}

/// Whether `foreach` is told to run in all of them.
fn is_each(options: &[&str]) -> bool {
    const ALL: &[&str] = &["-A", "--all"];
    const PLAIN: &[&str] = &["p", "t", "i", "v", "A"];
    let is_plain = |word: &&str| {
        let letters = word.strip_prefix('-').filter(|letters| !letters.starts_with('-'));
        letters.is_some_and(|letters| letters.chars().all(|own| PLAIN.contains(&own.to_string().as_str())))
            || ["--all", "--parallel", "--topological", "--topological-dev", "--interlaced", "--verbose"]
                .contains(word)
    };
    let is_all = |word: &&str| ALL.contains(word) || (!word.starts_with("--") && word.contains('A'));
    options.iter().all(is_plain) && options.iter().any(is_all)
}

/// Where the name of a script stands, from a word on; and the name.
fn script<'w>(rest: &[&'w str], from: usize) -> Option<(usize, &'w str)> {
    let mut at = from;
    loop {
        let word = rest.get(at)?;
        match *word {
            "--" => return None,
            "-w" | "--workspace" | "-F" | "--filter" => at += 2,
            word if VALUED.contains(&word) => at += 2,
            word if word.starts_with('-') => at += 1,
            "run" | "run-script" => at += 1,
            "t" | "tst" => return Some((at, "test")),
            word => return Some((at, word)),
        }
    }
}

fn run_by<'w>(
    name: &str,
    left: Vec<&'w str>,
    script: &str,
    of: Vec<&str>,
    root: Rooted,
) -> (Vec<&'w str>, Named) {
    let of = of.into_iter().map(str::to_owned).collect();
    let run = std::iter::once(name).chain(left.iter().copied()).collect::<Vec<_>>().join(" ");
    let (script, by) = (Some(script.to_owned()), manager(name));
    (left, Named::Scripts(Scripts { script, run, of, root, by }))
}

pub(super) fn manager(name: &str) -> Manager {
    match name {
        "npm" => Manager::Npm,
        "pnpm" => Manager::Pnpm,
        "bun" => Manager::Bun,
        _ => Manager::Other,
    }
}

/// Turborepo, Nx, Lerna, by the words behind their names.
pub(super) fn by_builder<'w>(name: &str, rest: &[&'w str]) -> Found<'w> {
    // What is handed on may choose anything of each.
    if rest.contains(&"--") {
        return None;
    }
    match name {
        "turbo" => {
            let (left, of) = taken(rest, &["--filter", "-F"]);
            let tests = left.iter().find(|word| word.starts_with("test"))?;
            Some((left.clone(), built(tests, of.into_iter().map(str::to_owned).collect(), Manager::Pnpm)))
        }
        "lerna" => {
            let (left, mut of) = taken(rest, &["--scope"]);
            let (left, ignored) = taken(&left, &["--ignore"]);
            let (left, _) = without(&left, &["--no-sort"]);
            let tests = left.iter().find(|word| word.starts_with("test"))?;
            if of.is_empty() && !ignored.is_empty() {
                of.push("**");
            }
            let ignored = ignored.into_iter().map(|value| format!("!{value}"));
            let of = of.into_iter().map(str::to_owned).chain(ignored).collect();
            Some((left.clone(), built(tests, of, Manager::Other)))
        }
        _ => by_nx(rest),
    }
}

/// `nx test a`, `nx run a:test`, `nx run-many -t test -p a,b`.
fn by_nx<'w>(rest: &[&'w str]) -> Found<'w> {
    match rest {
        ["run-many", ..] => {
            let (left, of) = taken(rest, &["-p", "--projects"]);
            let (left, but) = taken(&left, &["--exclude"]);
            let each = |values: Vec<&str>| -> Vec<String> {
                values.iter().flat_map(|value| value.split(',')).map(str::to_owned).collect()
            };
            let (mut of, but) = (each(of), each(but));
            if of.is_empty() && !but.is_empty() {
                of.push("*".to_owned());
            }
            of.extend(but.into_iter().map(|name| format!("!{name}")));
            let (_, targets) = taken(&left, &["-t", "--target", "--targets"]);
            let words = left.iter().copied().skip(1).filter(|word| !word.starts_with('-'));
            let mut targets = targets.into_iter().chain(words).flat_map(|value| value.split(','));
            let tests = targets.find(|target| target.starts_with("test"))?;
            Some((left.clone(), built(tests, of, Manager::Nx)))
        }
        ["run", target, options @ ..] => {
            let (project, script) = target.split_once(':')?;
            let left: Vec<&str> =
                ["run-many", "-t", script].into_iter().chain(options.iter().copied()).collect();
            Some((left, built(script, vec![project.to_owned()], Manager::Nx)))
        }
        [script, project, options @ ..] if script.starts_with("test") && !project.starts_with('-') => {
            let left: Vec<&str> =
                ["run-many", "-t", script].into_iter().chain(options.iter().copied()).collect();
            Some((left, built(script, vec![(*project).to_owned()], Manager::Nx)))
        }
        _ => None,
    }
}

fn built(script: &str, of: Vec<String>, by: Manager) -> Named {
    let run = format!("npm run {script}");
    Named::Scripts(Scripts { script: Some(script.to_owned()), run, of, root: Rooted::Out, by })
}
