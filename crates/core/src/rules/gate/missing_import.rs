//! Leaves out an import that such files must have.
//!
//! What: denies writing a file, by whatever tool, that would then not import what `gate.missing-import` of a policy
//! requires in such files, or in those of them that call or hold what its `when` names. The file is judged as it would be
//! afterwards: an edit need not repeat an import that the file has. An import of types alone (`import type`) is gone when the
//! program runs, and is none, unless the table says `types_count = true`. A file that only gets another place, from where the same was asked of it, is free. A result that cannot be known beforehand is denied
//! too, in these files only; `except` names those that a table is not about. Holds as soon as a policy has such a table.
//!
//! Why: what everybody shares (logging, access to data, validation) is only shared if everybody uses it.
//!
//! Instead: import it, and use it in place of what the file does by itself.
//!
//! Given: `files = "functions/*/handler.ts"`, `require = ["@app/log"]`.

use std::cell::OnceCell;

use super::aliases::with_paths;
use super::modules::Modules;
use super::re_exports::with_re_exports;
use super::{below, meets, once_each, unknown, unseen_in};
use crate::moved::Origins;
use crate::policy::{Meant, Required, Trait};
use crate::resulting::{After, Resulting, resulting};
use crate::rule::{Against, BEFORE, Case, Example, Rule, Sample, denies, passes};
use crate::syntax::{Code, Language, read_broken};
use crate::text::fill;
use crate::verdict::{BRIEF, Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "gate/missing-import",
    category: Category::Gate,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("missing_import.rs"),
    judge,
    // The policy of these examples requires `@app/log` in handlers.
    examples: &[
        Example {
            call: Sample::Content("functions/a/handler.ts", "export const handler = 1;"),
            decision: Decision::Deny,
        },
        Example {
            call: Sample::Content("functions/a/handler.ts", "// import '@app/log';"),
            decision: Decision::Deny,
        },
        Example {
            call: Sample::Content("functions/a/handler.ts", "import type { Log } from '@app/log';"),
            decision: Decision::Deny,
        },
        denies("echo 'export const a = 1' > functions/a/handler.ts"),
        denies("generate > functions/a/handler.ts"),
        denies("unzip handlers.zip -d functions"),
        Example {
            call: Sample::Content("functions/a/handler.ts", "import { log as l } from '@app/log';"),
            decision: Decision::Silent,
        },
        Example {
            call: Sample::Content("functions/a/handler.ts", "const { log } = require('@app/log/node');"),
            decision: Decision::Silent,
        },
        Example { call: Sample::Content("src/a.ts", "export const a = 1;"), decision: Decision::Silent },
        passes("cat functions/a/handler.ts"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let rules = &case.policy.required;
    let wanted = |path: &str| {
        Language::of(path).is_some() && rules.iter().any(|rule| rule.files.name(below(case, path)))
    };
    let files = resulting(case, wanted);
    let origins = if files.is_empty() { Origins::default() } else { Origins::of(case) };
    let found = once_each(files.iter().filter_map(|file| objection(case, file, origins.same(&file.path))));
    let may_hold =
        |directory: &str| rules.iter().any(|rule| rule.files.globs.iter().any(|glob| meets(glob, directory)));
    found.into_iter().chain(unseen_in(RULE.id, case, may_hold)).collect()
}

fn objection(case: &Case, file: &Resulting, origin: Option<&str>) -> Option<Finding> {
    let path = below(case, &file.path);
    // What comes as it is from where it lacked the same is nobody's doing now.
    let was_held = |rule: &&Required| origin.is_some_and(|from| rule.files.name(below(case, from)));
    let rules = case.policy.required.iter().filter(|rule| rule.files.name(path));
    let mut rules = rules.filter(|rule| !was_held(rule)).peekable();
    rules.peek()?;
    let text = match &file.after {
        After::Known(text) | After::Unplaced(text) => text,
        After::Unknown(why) => {
            let origin = rules.peek().map(|rule| rule.origin.clone());
            return Some(Finding { origin, ..unknown(RULE.id, case, file, why) });
        }
    };
    // An empty file does nothing yet.
    if text.trim().is_empty() {
        return None;
    }
    // What asks for an import only in files that hold something says nothing of those that cannot.
    let may_apply = |rule: &&Required| {
        rule.when.as_ref().is_none_or(|traits| traits.iter().any(|one| one.may_be_in(text, path)))
    };
    let mut rules = rules.filter(may_apply).peekable();
    rules.peek()?;
    let code = match read_broken(path, text) {
        Ok(code) => code,
        Err(why) => {
            let origin = rules.peek().map(|rule| rule.origin.clone());
            return Some(Finding { origin, ..unknown(RULE.id, case, file, why) });
        }
    };
    let applies = |rule: &&Required| {
        rule.when.as_ref().is_none_or(|traits| traits.iter().any(|one| one.found(&code, path).is_some()))
    };
    // What somebody else hands on is imported, too.
    let followed = OnceCell::new();
    let followed = || {
        followed.get_or_init(|| {
            let modules = Modules::of(case);
            let required = case.policy.required.iter().filter(|rule| rule.files.name(path));
            let patterns: Vec<&str> = required.flat_map(|rule| &rule.packages).map(String::as_str).collect();
            let code = with_paths(case, &modules, &file.path, code.clone(), &patterns);
            with_re_exports(case, &modules, &file.path, code).code
        })
    };
    let mut missing: Vec<&str> = Vec::new();
    let mut first = None;
    for rule in rules.filter(applies) {
        for package in &rule.packages {
            let wanted = Trait::Import(package.clone(), Meant::AnyName);
            let is_met = |code: &Code| {
                if rule.types_count { wanted.is_met_by_any(code, path) } else { wanted.is_met(code, path) }
            };
            let has = is_met(&code) || is_met(followed());
            if !has && !missing.contains(&package.as_str()) {
                missing.push(package);
                first.get_or_insert(rule);
            }
        }
    }
    let first = first?;
    let missing = missing.join(", ");
    let brief = format!("files like {path} must import {missing}");
    let message = first.message.as_ref().map(|message| {
        fill(message, |key| match key {
            "file" => Some(path.to_owned()),
            "missing" => Some(missing.clone()),
            _ => None,
        })
    });
    Some(Finding {
        matched: format!("{path}: no import of {missing}"),
        why: message.unwrap_or_else(|| brief.clone()).into(),
        figures: vec![(BRIEF, vec![brief])],
        instead: "import it, and use it in place of what the file does by itself".into(),
        origin: Some(first.origin.clone()),
        ..Rule::objection(RULE.id, Decision::Deny, case, file.effect)
    })
}
