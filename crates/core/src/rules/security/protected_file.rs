//! Writes a file that agents must leave alone, or asks first.
//!
//! What: denies writing or deleting host settings and hook registrations, `.env*`, private keys and certificates,
//! data files named after credentials, secrets or passwords, anything in `.git`, and Hookward's own files; denies
//! writing lockfiles by hand (their package manager may). Asks before agent instructions, `.gitignore`, infrastructure,
//! CI workflows, hook scripts, planning documents, editor settings and `hookward.toml` change. Every tool counts alike:
//! an edit, a redirection, `tee`, `cp`, `mv`. A policy can add globs (`security.protected_files`, `security.ask_first`).
//!
//! Why: these files switch guards off, hold secrets, or steer people and machines that trust them.
//!
//! Instead: ask the person to make the change; for a lockfile run the package manager; for `.env` write `.env.example`.

use hookward_effects::{Action, Place};

use crate::ground::Names;
use crate::policy::{ASK_FIRST, Origin, PROTECTED_FILES, SECRET_FREE};
use crate::rule::{Case, Example, Rule, Sample};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/protected-file",
    category: Category::Security,
    source: include_str!("protected_file.rs"),
    judge,
    examples: &[
        Example { call: Sample::Write(".env"), decision: Decision::Deny },
        Example { call: Sample::Edit("/home/dev/app/.claude/settings.json"), decision: Decision::Deny },
        Example { call: Sample::Shell("echo KEY=1 >> .env"), decision: Decision::Deny },
        Example { call: Sample::Shell("echo x | tee config/.env.production"), decision: Decision::Deny },
        Example { call: Sample::Shell("cp a.json ~/.claude/settings.json"), decision: Decision::Deny },
        Example { call: Sample::Shell("mv settings.json .claude"), decision: Decision::Deny },
        Example { call: Sample::Shell("rm .claude/settings.json"), decision: Decision::Deny },
        Example { call: Sample::Write("certs/server.pem"), decision: Decision::Deny },
        Example { call: Sample::Write("config/secrets.yaml"), decision: Decision::Deny },
        Example { call: Sample::Edit("package-lock.json"), decision: Decision::Deny },
        Example { call: Sample::Write("CLAUDE.md"), decision: Decision::Ask },
        Example { call: Sample::Edit("infra/main.tf"), decision: Decision::Ask },
        Example { call: Sample::Shell("echo dist >> .gitignore"), decision: Decision::Ask },
        Example { call: Sample::Write(".env.example"), decision: Decision::Silent },
        Example { call: Sample::Write("src/credentials-form.tsx"), decision: Decision::Silent },
        Example { call: Sample::Write("tests/fixtures/secrets.json"), decision: Decision::Silent },
        Example { call: Sample::Shell("rm -f package-lock.json"), decision: Decision::Silent },
        Example { call: Sample::Shell("echo 'see .env' > docs/note.md"), decision: Decision::Silent },
        Example { call: Sample::Shell("ls -la .env 2> /dev/null"), decision: Decision::Silent },
        Example { call: Sample::Read("CLAUDE.md"), decision: Decision::Silent },
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let mut findings = Vec::new();
    for effect in &case.facts.effects {
        let (place, deed) = match &effect.action {
            Action::Write(place) => (place, Deed::Write),
            Action::Delete(place, _) => (place, Deed::Delete),
            Action::Read(_) | Action::Search(_) | Action::Environment(_) | Action::Opaque(_) => continue,
        };
        let Some((decision, what, origin)) = protection(case, place, deed) else { continue };
        findings.push(Finding {
            matched: place.written.clone(),
            why: format!("{} is {what}", place.written).into(),
            instead: instead(&place.written, decision).into(),
            origin,
            ..Rule::finding(RULE.id, decision, case, effect.span)
        });
    }
    findings
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Deed {
    Write,
    Delete,
}

type Protection = (Decision, &'static str, Option<Origin>);

fn protection(case: &Case, place: &Place, deed: Deed) -> Option<Protection> {
    let mut strictest: Option<Protection> = None;
    for spot in &place.spots {
        let found = protection_of(case, &spot.path, deed);
        if found.as_ref().map(|found| found.0) > strictest.as_ref().map(|strictest| strictest.0) {
            strictest = found;
        }
    }
    strictest
}

fn protection_of(case: &Case, path: &str, deed: Deed) -> Option<Protection> {
    if case.ground.is_own(path) {
        return Some((Decision::Deny, "one of Hookward's own files", None));
    }
    let names = case.ground.names(path);
    let lists = &case.policy.lists;
    if let Some(glob) = lists.protected_files.iter().find(|glob| names.fit(&glob.glob)) {
        return Some((Decision::Deny, "protected by the policy", Some(glob.origin.clone())));
    }
    if let Some(glob) = names.first(PROTECTED_FILES.iter().copied())
        && names.first(SECRET_FREE.iter().copied()).is_none()
        && !(deed == Deed::Delete && is_lockfile(glob))
    {
        return Some((Decision::Deny, what_is(glob), None));
    }
    if is_named_after_secrets(&names) {
        return Some((Decision::Deny, "named after the secrets that it holds", None));
    }
    if let Some(glob) = lists.ask_first.iter().find(|glob| names.fit(&glob.glob)) {
        return Some((Decision::Ask, "a file that the policy asks about first", Some(glob.origin.clone())));
    }
    names.first(ASK_FIRST.iter().copied())?;
    Some((Decision::Ask, "a file that steers agents, machines or the build", None))
}

fn is_lockfile(glob: &str) -> bool {
    glob.contains("lock") || matches!(glob, "go.sum" | "npm-shrinkwrap.json")
}

fn what_is(glob: &str) -> &'static str {
    match glob {
        ".git/**" => "part of the repository's own data",
        glob if is_lockfile(glob) => "a lockfile, which its package manager writes",
        glob if glob.starts_with(".env") => "a file of secrets",
        glob if glob.starts_with("*.") => "a key or certificate",
        _ => "where a host is told about its hooks",
    }
}

/// `secrets.yaml`, `config/credentials/prod.json`; not `credentials-form.tsx`, not a test's fixture.
fn is_named_after_secrets(names: &Names) -> bool {
    const DATA: &[&str] =
        &["json", "yaml", "yml", "toml", "ini", "cfg", "conf", "env", "properties", "xml", "enc", "txt"];
    let extension = names.name().rsplit_once('.').map(|(_, extension)| extension);
    let is_data = extension.is_none_or(|extension| DATA.contains(&extension));
    let is_test = ["/test", "/fixture", "/__", "/spec", "/mock", "/example", "/doc"]
        .iter()
        .any(|part| names.path().contains(part));
    is_data
        && !is_test
        && ["credentials", "secrets", "passwords"].iter().any(|word| last_two(names.path()).contains(word))
}

/// The file's name and its directory's: farther up, a name says nothing of the file.
fn last_two(path: &str) -> &str {
    let start = path.rmatch_indices('/').nth(1).map_or(0, |(start, _)| start);
    path.get(start..).unwrap_or(path)
}

fn instead(path: &str, decision: Decision) -> &'static str {
    let name = path.rsplit('/').next().unwrap_or(path);
    match decision {
        Decision::Deny if name.starts_with(".env") => {
            "describe the variables in `.env.example`; a person fills in `.env`"
        }
        Decision::Deny if name.contains("lock") => {
            "change the manifest and let the package manager write its lockfile"
        }
        _ => "tell the person what should change and why; they can do it or allow it",
    }
}
