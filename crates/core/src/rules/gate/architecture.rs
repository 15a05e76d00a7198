//! Breaks a decision on the architecture.
//!
//! What: denies writing a file, by whatever tool, that would then import, call or spell out what `gate.architecture` of a
//! policy forbids in such files, or that would lack what it requires there. The file is judged as it would be afterwards, by its syntax and not by its letters: what
//! stands in a comment or a text counts for nothing, and other names of the same thing count: of imports, of variables, of
//! paths that need no import, those of a `tsconfig.json` (`paths`, `baseUrl`, also of what it extends or refers to), of a `package.json` (`imports`) and of frameworks (`$lib` of Svelte, `~` and `@` of Nuxt, an `alias` that the
//! settings of Vite spell out, import maps of Deno). What lies in
//! the workspace is known by its path as well, whatever name it goes by: packages of the same workspace (npm, pnpm, yarn, bun,
//! lerna; `exports`, `main`; a pattern may name them by that, too, and then means their paths as well), modules of Python, packages of Go (`go.mod`, `go.work`), crates of Cargo, classes of PHP
//! (`composer.json`) and those of Java, Kotlin and Scala. An import with `as_written = true` means only what the file writes: `shared/**`
//! then forbids the path, and not the name of a package that lies there. `except` names files that a table is not about. An import of everything (`org.slf4j.*`) is one of what the file uses of
//! it, and fulfils what is required of it. A call is
//! known by the module that what it calls comes from, too (`child_process.exec`, `os/exec.Command`; a macro of Rust with its sign or without), node's own with and
//! without `node:`; a function or an object that the file makes itself is no part of a module of that name. Without a dot, a pattern means a function or a class: global, imported, of
//! a module or the file's own; `eval` is `eval()` and `window.eval()`, and not `model.eval()`, which `*.eval` means. A function that is
//! given to somebody who may call it (`map(eval, all)`, `partial(subprocess.run)`) is used like one that is called. What other files of the workspace only
//! hand on (`export … from`, the imports of an `__init__.py`, `pub use`; `export const log = console.log`) is followed by name to
//! where it is made; a function that calls it is something of its own, and where the way cannot be followed, that is denied. JavaScript and TypeScript
//! (in components of Vue and Svelte too), Python, Go, Rust, Java and PHP are read by their syntax trees (`hookward facts`
//! tells whether this build has them), Kotlin and Scala by their words; in a file that breaks its syntax, what its
//! words say counts too. What a bundler or a worker loads (`import.meta.glob`, `new URL("./x", import.meta.url)`) is imported, and so is a
//! crate that `Cargo.toml` gives another name. A class of PHP is imported by its file (`require __DIR__ . …`) and by a text that names it to a call
//! or to `new`, too. An import of types alone counts as one that is forbidden, and fulfils nothing. What the
//! file has already is advised about once and held against nobody, also if it only gets another place, from one that the same
//! table is about. A result that cannot be known beforehand is denied too, in these files only. Holds as
//! soon as a policy has such a table.
//!
//! Why: a decision that was made once, and written down, is not undone by the way.
//!
//! Instead: do what the decision's record says; if it no longer holds, a person changes it.
//!
//! Given: `files = "functions/*/handler.ts"`, `forbid = { import = "../*/handler" }`.

use std::cell::OnceCell;

use hookward_effects::normalise;

use super::aliases::{has_aliases, with_paths};
use super::modules::Modules;
use super::re_exports::{Followed, with_re_exports};
use super::ways::{may_lead_to, may_lie_at};
use super::{below, meets, once_each, unknown, unseen_in};
use crate::moved::{Content, Origin, Origins};
use crate::policy::{Forbidden, Hit, Meant, Trait};
use crate::resulting::{After, Resulting, resulting};
use crate::rule::{Against, BEFORE, Case, Example, Rule, Sample, denies, passes};
use crate::syntax::{Code, Language, read_broken};
use crate::text::fill;
use crate::verdict::{BRIEF, Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "gate/architecture",
    category: Category::Gate,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("architecture.rs"),
    judge,
    // The policy of these examples forbids handlers to import each other's handler.
    examples: &[
        Example {
            call: Sample::Content("functions/a/handler.ts", "import { handler } from '../b/handler';"),
            decision: Decision::Deny,
        },
        Example {
            call: Sample::Content(
                "functions/a/handler.ts",
                "const h = await import('../../functions/b/handler.js');",
            ),
            decision: Decision::Deny,
        },
        denies("echo \"export * from '../b/handler'\" > functions/a/handler.ts"),
        denies("generate > functions/a/handler.ts"),
        denies("tar xf handlers.tar -C functions"),
        passes("tar xf notes.tar -C docs"),
        Example {
            call: Sample::Content("functions/a/handler.ts", "// import { handler } from '../b/handler';"),
            decision: Decision::Silent,
        },
        Example {
            call: Sample::Content("functions/a/handler.ts", "import { x } from './x';"),
            decision: Decision::Silent,
        },
        Example {
            call: Sample::Content("src/a.ts", "import { handler } from '../b/handler';"),
            decision: Decision::Silent,
        },
        passes("echo x > functions/a/notes.md"),
        passes("cat functions/a/handler.ts"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let rules = &case.policy.forbidden;
    let wanted = |path: &str| {
        Language::of(path).is_some() && rules.iter().any(|rule| rule.files.name(below(case, path)))
    };
    let files = resulting(case, wanted);
    let origins = if files.is_empty() { Origins::default() } else { Origins::of(case) };
    let found = once_each(files.iter().filter_map(|file| objection(case, file, origins.get(&file.path))));
    let may_hold =
        |directory: &str| rules.iter().any(|rule| rule.files.globs.iter().any(|glob| meets(glob, directory)));
    found.into_iter().chain(unseen_in(RULE.id, case, may_hold)).collect()
}

/// What stands against a file: the first thing that a rule for it forbids.
fn objection(case: &Case, file: &Resulting, origin: Option<&Origin>) -> Option<Finding> {
    let path = below(case, &file.path);
    let named = || case.policy.forbidden.iter().filter(|rule| rule.files.name(path));
    // What is moved as it is was judged where it was, if the same holds there.
    let same = origin.filter(|origin| origin.content == Content::Same);
    let was_held = |rule: &Forbidden| same.is_some_and(|from| rule.files.name(below(case, &from.path)));
    let text = match &file.after {
        After::Known(text) | After::Unplaced(text) => text,
        After::Unknown(why) => {
            let rule = named().find(|rule| !was_held(rule))?;
            return Some(Finding { origin: Some(rule.origin.clone()), ..unknown(RULE.id, case, file, why) });
        }
    };
    // A module may have other names that say nothing of it.
    let is_renamed = OnceCell::new();
    let modules = Modules::of(case);
    let is_renamed = || *is_renamed.get_or_init(|| has_aliases(&modules, &file.path));
    let may_be = |one: &Trait| match one {
        Trait::Import(pattern, Meant::AnyName) => {
            one.may_be_in(text, path)
                || is_renamed()
                || may_lie_at(case, &modules, (&file.path, &file.path), text, pattern)
        }
        Trait::Import(_, Meant::Written) | Trait::Call(_) | Trait::Literal { .. } => {
            one.may_be_in(text, path)
        }
    };
    // An empty file does nothing yet, and lacks nothing.
    let is_empty = text.trim().is_empty();
    let requires = |rule: &Forbidden| !is_empty && !rule.requires.is_empty();
    let may_matter = |rule: &&Forbidden| requires(rule) || rule.holds.iter().any(may_be);
    // What it imports may come from elsewhere, and its own letters then say nothing of it.
    let may_be_behind = |rule: &&Forbidden| {
        let by_name = rule.holds.iter().filter(|one| !matches!(one, Trait::Literal { .. }));
        let by_name: Vec<&Trait> = by_name.collect();
        !by_name.is_empty() && may_lead_to(case, &modules, &file.path, text, &by_name)
    };
    let mut rules = named().filter(|rule| may_matter(rule) || may_be_behind(rule)).peekable();
    rules.peek()?;
    let code = match read_broken(path, text) {
        Ok(code) => code,
        Err(why) => {
            let origin = rules.find(may_matter)?.origin.clone();
            return Some(Finding { origin: Some(origin), ..unknown(RULE.id, case, file, why) });
        }
    };
    let patterns: Vec<&str> = named()
        .flat_map(|rule| rule.holds.iter().chain(&rule.requires))
        .filter_map(|one| match one {
            Trait::Import(pattern, Meant::AnyName) => Some(pattern.as_str()),
            Trait::Import(_, Meant::Written) | Trait::Call(_) | Trait::Literal { .. } => None,
        })
        .collect();
    let whole = |file: &str, code: Code| {
        let code = with_paths(case, &modules, file, code, &patterns);
        with_re_exports(case, &modules, file, code)
    };
    let Followed { code, unseen } = whole(&file.path, code);
    // What stands there already is nobody's doing now; nor is what comes from where the same was forbidden.
    let before = |at: &str| {
        let code = case.world.text(at).and_then(|before| read_broken(below(case, at), &before).ok());
        whole(at, code.unwrap_or_default())
    };
    let (here, there) = (OnceCell::new(), OnceCell::new());
    let here = || here.get_or_init(|| before(&file.path));
    let came_from = |rule: &Forbidden| {
        origin
            .filter(|origin| rule.files.name(below(case, &origin.path)))
            .map(|origin| (below(case, &origin.path), there.get_or_init(|| before(&origin.path))))
    };
    let old = |rule: &Forbidden, one: &Trait| -> Vec<String> {
        let (at, before) = came_from(rule).unwrap_or_else(|| (path, here()));
        hits(one, &before.code, at).into_iter().map(|(name, _)| name).collect()
    };
    let mut known = None;
    let new = rules.find_map(|rule| {
        let hit = rule.holds.iter().find_map(|one| match new_hit(one, &code, || old(rule, one), path) {
            Ok(hit) => hit,
            Err(old) => {
                known.get_or_insert((rule, old));
                None
            }
        });
        Some((rule, hit?, Decision::Deny))
    });
    let lacks = |rule: &Forbidden| rule.requires.iter().find(|one| !one.is_met(&code, path)).cloned();
    if let (None, Some((rule, lacking))) = (
        &new,
        named().filter(|rule| requires(rule) && !was_held(rule)).find_map(|rule| Some((rule, lacks(rule)?))),
    ) {
        let what = lacking.described();
        let hit = Hit { name: what.clone(), line: 1, through: None };
        let why = match rule.message {
            Some(_) => said(rule, path, (text, &code), &hit),
            None => format!("files like {path} must have a {what} ({})", rule.id),
        };
        return Some(Finding {
            matched: format!("{path}: no {what}"),
            why: why.into(),
            figures: vec![(BRIEF, vec![format!("files like {path} must have a {what} ({})", rule.id)])],
            instead: "write the file with it; if the rule no longer holds, a person changes it".into(),
            origin: Some(rule.origin.clone()),
            ..Rule::objection(RULE.id, Decision::Deny, case, file.effect)
        });
    }
    if let (None, Some((file_on_the_way, why))) = (&new, &unseen)
        && let Some(rule) = named().find(may_be_behind)
        && here().unseen.is_none()
        && came_from(rule).is_none_or(|(_, there)| there.unseen.is_none())
    {
        let between = below(case, file_on_the_way);
        return Some(Finding {
            why: format!("what {path} imports by way of {between} cannot be judged: {why}").into(),
            instead: format!("mend {between}, or import it from where it is made").into(),
            origin: Some(rule.origin.clone()),
            ..unknown(RULE.id, case, file, why)
        });
    }
    let agent = case.event.agent_id();
    let new = new.or_else(|| {
        let (rule, old) = known.filter(|_| !case.session.was_advised(agent, RULE.id, 0))?;
        Some((rule, old, Decision::Advise))
    });
    new.map(|(rule, hit, decision)| Finding {
        matched: format!("{path}:{}: {}", hit.line, hit.told()),
        why: said(rule, path, (text, &code), &hit).into(),
        figures: vec![(BRIEF, vec![brief(rule, &hit)])],
        instead: match &rule.record {
            Some(record) => {
                format!("do what `{record}` says; if it no longer holds, a person changes it").into()
            }
            None => "do it another way; if the rule no longer holds, a person changes it".into(),
        },
        origin: Some(rule.origin.clone()),
        ..Rule::objection(RULE.id, decision, case, file.effect)
    })
}

/// What a file has now and had not before, by how often it has it; else what it had already.
fn new_hit(
    one: &Trait,
    code: &Code,
    before: impl Fn() -> Vec<String>,
    path: &str,
) -> Result<Option<Hit>, Hit> {
    let now = hits(one, code, path);
    // Most files have nothing of it, and what they had before need not be read.
    if now.is_empty() {
        return Ok(None);
    }
    let mut old = before();
    let mut known = None;
    for (name, hit) in now {
        match old.iter().position(|own| *own == name) {
            Some(at) => {
                old.swap_remove(at);
                known.get_or_insert(hit);
            }
            None => return Ok(Some(hit)),
        }
    }
    known.map_or(Ok(None), Err)
}

/// Every place where a file has something, each with a name that is the same from wherever it is seen.
fn hits(one: &Trait, code: &Code, path: &str) -> Vec<(String, Hit)> {
    let directory = path.rsplit_once('/').map_or("", |(directory, _)| directory);
    let named = |hit: Hit| {
        let is_path = hit.name.starts_with("./") || hit.name.starts_with("../");
        let name = if is_path { normalise(&hit.name, &format!("/{directory}")) } else { hit.name.clone() };
        (name, hit)
    };
    one.all(code, path).into_iter().map(named).collect()
}

fn said(rule: &Forbidden, path: &str, (text, code): (&str, &Code), hit: &Hit) -> String {
    let record = rule.record.as_deref().unwrap_or(&rule.id);
    let source = |line: usize| text.lines().nth(line.saturating_sub(1)).unwrap_or_default().trim().to_owned();
    // What is imported and not called yet is known by its import.
    let calls = || code.calls.iter().filter_map(|call| Some((call.line, call.through.as_ref()?)));
    let used = || calls().find(|(_, through)| through.module == hit.name);
    let use_line = || used().map_or(hit.line, |(line, _)| line);
    match &rule.message {
        Some(message) => fill(message, |key| {
            Some(match key {
                "file" => path.to_owned(),
                "line" => hit.line.to_string(),
                "match" => hit.name.clone(),
                "source" => source(hit.line),
                "use" => source(use_line()),
                "use-line" => use_line().to_string(),
                "used" => used().map_or_else(|| hit.name.clone(), |(_, through)| through.own.clone()),
                "record" => record.to_owned(),
                _ => return None,
            })
        }),
        None => brief(rule, hit),
    }
}

/// The same in the gate's own words.
fn brief(rule: &Forbidden, hit: &Hit) -> String {
    let record = rule.record.as_deref().unwrap_or(&rule.id);
    let way = hit.through.as_ref().map(|through| format!(" by way of `{through}`")).unwrap_or_default();
    format!("line {} has `{}`{way}, which {} forbids here ({record})", hit.line, hit.name, rule.id)
}
