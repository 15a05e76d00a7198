//! Writes a file that agents must leave alone, or asks first.
//!
//! What: denies writing or deleting host settings and hook registrations, `.env*`, private keys and certificates,
//! data files named after credentials, secrets or passwords, anything in `.git`, and Hookward's own files; denies
//! writing lockfiles by hand (their package manager may). Free: keys and certificates among a project's tests, and lockfiles
//! below their fixtures. Asks before agent instructions, `.gitignore`, infrastructure,
//! CI workflows, hook scripts, planning documents, editor settings and `hookward.toml` change, unless it only becomes
//! stricter. A plan that a gate follows (`gate.plan.files`) is written without asking where such a gate holds: it is what the
//! gate asks for; and in whichever role, items of one may be checked off, or marked as skipped (`[SKIP]`), if nothing else
//! of it changes. A skill or a command for agents that registers no hooks is written freely. Every tool counts alike: an edit, a redirection, `tee`, `cp`, `mv`, a hard link to it (by whose name it would be
//! written), a directory that holds it and is moved away, copied or unpacked over, `git stash --all` where git ignores it; and so does a search whose finds are
//! written (`grep -rl x . | xargs sed -i …`), where such a file is among them now. A policy can add globs
//! (`security.protected_files`, `security.ask_first`). A policy file that is other or gone after a call, whatever took it
//! away, counts on as it was until it is back or a person runs `hookward trust`; so does one that changes while something
//! runs on that a call has left in the background.
//!
//! Why: these files switch guards off, hold secrets, or steer people and machines that trust them.
//!
//! Instead: ask the person to make the change; for a lockfile run the package manager; for `.env` write `.env.example`.

use hookward_effects::{Action, Depth, Effect, Kind, Permission, Place, Reach, Source, Spot, Told};

use super::arriving::inside_of_what_arrives;
use super::catastrophic_deletion::is_a_clone_of_the_text;
use super::protection::{Deed, NAMED_AFTER_SECRETS, STEERS, holds_settings, protection};
use crate::among::among;
use crate::policy::{self, Layer};
use crate::rule::{Against, BEFORE, Case, Example, Rule, Sample, asks, passes};
use crate::target::{Target, TargetDeed};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/protected-file",
    category: Category::Security,
    on: BEFORE,
    against: Against::Target,
    source: include_str!("protected_file.rs"),
    judge,
    examples: &[
        Example {
            call: Sample::Shell("git apply - <<'E'\n--- a/.env\n+++ b/.env\n@@ -1 +1,2 @@\n x\n+A=1\nE"),
            decision: Decision::Deny,
        },
        Example { call: Sample::Write(".env"), decision: Decision::Deny },
        Example { call: Sample::Edit("/home/dev/app/.claude/settings.json"), decision: Decision::Deny },
        Example { call: Sample::Write(".claude.json"), decision: Decision::Deny },
        Example { call: Sample::Shell("echo KEY=1 >> .env"), decision: Decision::Deny },
        Example { call: Sample::Shell("echo x | tee config/.env.production"), decision: Decision::Deny },
        Example { call: Sample::Shell("cp a.json ~/.claude/settings.json"), decision: Decision::Deny },
        Example { call: Sample::Shell("mv settings.json .claude"), decision: Decision::Deny },
        Example { call: Sample::Shell("mv unpacked .claude"), decision: Decision::Ask },
        Example { call: Sample::Shell("cp -rT unpacked .claude"), decision: Decision::Ask },
        Example { call: Sample::Shell("ln .claude/settings.json s.json"), decision: Decision::Deny },
        Example { call: Sample::Shell("cp -l .claude/settings.json s.json"), decision: Decision::Deny },
        Example {
            call: Sample::Shell("python3 -c \"import os; os.link('.claude/settings.json', 's.json')\""),
            decision: Decision::Deny,
        },
        Example {
            call: Sample::Shell("node -e \"require('fs').linkSync('.claude/settings.json', 's.json')\""),
            decision: Decision::Deny,
        },
        Example { call: Sample::Shell("ln src/a.ts b.ts"), decision: Decision::Silent },
        Example { call: Sample::Shell("mkdir -p config/secrets"), decision: Decision::Silent },
        Example { call: Sample::Shell("mv src/credentials src/access"), decision: Decision::Silent },
        Example { call: Sample::Shell("rm .claude/settings.json"), decision: Decision::Deny },
        Example { call: Sample::Shell("rm -f .claude/settings*"), decision: Decision::Deny },
        Example { call: Sample::Shell("mv .claude /tmp/x"), decision: Decision::Deny },
        Example { call: Sample::Shell("rm .env*"), decision: Decision::Deny },
        Example { call: Sample::Write("certs/server.pem"), decision: Decision::Deny },
        Example { call: Sample::Write("config/secrets.yaml"), decision: Decision::Deny },
        Example { call: Sample::Edit("package-lock.json"), decision: Decision::Deny },
        Example { call: Sample::Write("CLAUDE.md"), decision: Decision::Ask },
        Example { call: Sample::Edit("infra/main.tf"), decision: Decision::Ask },
        Example { call: Sample::Shell("echo dist >> .gitignore"), decision: Decision::Ask },
        Example {
            call: Sample::Content(".claude/skills/x/SKILL.md", "---\nname: x\n---\nRead the diff."),
            decision: Decision::Silent,
        },
        Example {
            call: Sample::Content(".claude/commands/x.md", "---\nhooks:\n  Stop: []\n---\nRead the diff."),
            decision: Decision::Ask,
        },
        Example { call: Sample::Shell("cp x.md .claude/commands/x.md"), decision: Decision::Ask },
        Example { call: Sample::Write(".claude/skills/x/run.sh"), decision: Decision::Ask },
        Example { call: Sample::Write(".env.example"), decision: Decision::Silent },
        Example { call: Sample::Write("src/credentials-form.tsx"), decision: Decision::Silent },
        Example { call: Sample::Write("tests/fixtures/secrets.json"), decision: Decision::Silent },
        Example { call: Sample::Write("tests/certs/server.pem"), decision: Decision::Silent },
        Example {
            call: Sample::Shell("cp Cargo.lock tests/fixtures/Cargo.lock"),
            decision: Decision::Silent,
        },
        Example { call: Sample::Write("tests/e2e/package-lock.json"), decision: Decision::Deny },
        Example { call: Sample::Write("tests/fixtures/.env"), decision: Decision::Deny },
        Example { call: Sample::Shell("rm -f package-lock.json"), decision: Decision::Ask },
        Example { call: Sample::Shell("mv .claude/hooks .claude/hooks.bak"), decision: Decision::Ask },
        Example { call: Sample::Shell("cp -rf /tmp/template/. ."), decision: Decision::Ask },
        Example { call: Sample::Shell("cp -r templates/basic examples/basic"), decision: Decision::Silent },
        Example { call: Sample::Shell("rm .git/index.lock"), decision: Decision::Silent },
        Example { call: Sample::Shell("rm .git/config"), decision: Decision::Deny },
        Example { call: Sample::Shell("find .claude -name '*.json' -delete"), decision: Decision::Ask },
        Example { call: Sample::Shell("find . -path './.claude/*' -delete"), decision: Decision::Ask },
        Example { call: Sample::Shell("chmod -R a-x .claude/hooks"), decision: Decision::Ask },
        Example { call: Sample::Shell("mv infra old"), decision: Decision::Ask },
        asks("tar xf a.tar -C .github/workflows"),
        asks("unzip -o a.zip -d infra"),
        asks("cp -r /tmp/workflows .github/"),
        asks("mv /tmp/workflows .github/"),
        asks("cp -R ../other/terraform ."),
        asks("helm create helm/api"),
        passes("helm create charts/api"),
        passes("cp -r /tmp/components src/"),
        passes("cp /tmp/notes.md .github/"),
        asks("echo x > .github/workflows/$name"),
        asks("grep -rl v3 .github/workflows | xargs sed -i s/v3/v4/"),
        asks("for f in $(grep -rl v3 .github/workflows); do sed -i s/v3/v4/ $f; done"),
        asks("grep -rl v3 .github/workflows | while read f; do sed -i s/v3/v4/ \"$f\"; done"),
        asks("sed -i s/a/b/ $(rg -l a -g '*.tf')"),
        passes("rg -l a -g '*.ts' | xargs sed -i s/a/b/"),
        passes("grep -rl v3 .github/workflows | xargs grep v4"),
        passes("tar xf a.tar -C vendor"),
        passes("echo x > src/$name"),
        Example { call: Sample::Shell("mv docs documentation"), decision: Decision::Silent },
        asks("sed -i 's/\"deny\"/\"advise\"/' hookward.toml"),
        Example {
            call: Sample::Shell("git update-index --assume-unchanged .claude/settings.json"),
            decision: Decision::Deny,
        },
        Example { call: Sample::Shell("git stash push package-lock.json"), decision: Decision::Silent },
        Example { call: Sample::Write("opencode.json"), decision: Decision::Deny },
        Example { call: Sample::Write(".github/copilot-instructions.md"), decision: Decision::Ask },
        Example { call: Sample::Shell("echo 'see .env' > docs/note.md"), decision: Decision::Silent },
        Example { call: Sample::Shell("ls -la .env 2> /dev/null"), decision: Decision::Silent },
        Example { call: Sample::Read("CLAUDE.md"), decision: Decision::Silent },
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let mut findings = Vec::new();
    for effect in &case.facts.effects {
        let (place, deed) = match &effect.action {
            Action::Write(place, _) => (place, Deed::Write),
            Action::Delete(place, _) if is_a_clone_of_the_text(place) => continue,
            Action::Delete(place, depth) => (place, Deed::Delete(*depth)),
            // A script that may no longer run is as good as gone.
            Action::Permit(place, Permission::NotExecutable | Permission::Closed(_)) => {
                (place, Deed::Delete(Depth::Moved))
            }
            _ => continue,
        };
        if let Some(source) = policy_among(case, place, &effect.told) {
            findings.push(Finding {
                matched: place.written.clone(),
                why: format!("{} is among the files that it would change: {STEERS}", source.path).into(),
                instead: "leave that file out, by name or by directory; for itself, tell the person what should change".into(),
                ..Rule::objection(RULE.id, Decision::Ask, case, effect)
            });
        }
        let restored = matches!(&effect.action, Action::Write(_, content) if content.sources().iter().any(|source| *source == Source::Repository));
        // A directory that is made, or a file that stays as it is, holds no secret by that.
        let holds_nothing =
            |spot: &Spot| matches!(effect.told, Told::Kept | Told::Folder) && !spot.last().contains('.');
        // Each file that a search has named is changed; with a directory, its own name is judged.
        let one_by_one = matches!(deed, Deed::Write | Deed::Delete(Depth::One))
            && !matches!(effect.told, Told::Kept | Told::Folder);
        let searched =
            if one_by_one { among(case, place, |spot| protection(case, spot, deed)) } else { Vec::new() };
        let inside = match deed {
            Deed::Write => inside_of_what_arrives(case, effect, place),
            Deed::Delete(_) => Vec::new(),
        };
        let filled = match deed {
            Deed::Write => filled_directories(case, effect, place),
            Deed::Delete(_) => Vec::new(),
        };
        let spots = place.spots.iter().chain(&inside).chain(&filled);
        let protections = spots.filter_map(|spot| Some((protection(case, spot, deed)?, spot)));
        let protections = protections.chain(searched.iter().map(|(found, spot)| (*found, spot)));
        let protections =
            protections.filter(|(found, spot)| found.what != NAMED_AFTER_SECRETS || !holds_nothing(spot));
        // git puts back what was committed: nobody edits a lockfile or a workflow by that.
        let protections =
            protections.filter(|(found, spot)| !restored || !found.is_harmless_to_restore(spot));
        let Some((found, spot)) = protections.max_by_key(|(found, _)| found.decision) else { continue };
        // A glob is not what is protected: a file that it names is.
        let is_found = searched.iter().any(|(_, own)| own == spot);
        let named = is_found || (spot.glob.is_none() && place.written.contains(['*', '?', '[']));
        let name = if named { spot.glob.as_deref().unwrap_or(&spot.path) } else { place.written.as_str() };
        let (name, matched) = (case.shown(name), case.shown(&place.written).to_owned());
        findings.push(Finding {
            matched,
            why: format!("{name} is {}", found.what).into(),
            instead: found.instead.into(),
            origin: found.origin.cloned(),
            about: Target::spots(place, TargetDeed::Change, |spot| protection(case, spot, deed).is_some()),
            ..Rule::finding(RULE.id, found.decision, case, effect.span)
        });
    }
    without_those_inside(findings)
}

/// Directories in which any file may be another afterwards: who unpacks or puts back what lies there names no file of it.
fn filled_directories(case: &Case, effect: &Effect, place: &Place) -> Vec<Spot> {
    let tells_none =
        matches!(effect.told, Told::Part | Told::Committed | Told::Staged(_) | Told::Revision(_));
    let unnamed = place
        .spots
        .iter()
        .filter(|spot| tells_none && (spot.reach != Reach::Everything || spot.glob.is_some()));
    let filled = unnamed.map(|spot| {
        // In front of a pattern stands where its files would lie.
        let lies_in =
            spot.glob.as_deref().and_then(|glob| glob.split(['*', '?', '[']).next()?.rsplit_once('/'));
        let path = lies_in.map_or(spot.path.as_str(), |(directory, _)| directory).to_owned();
        let mut directory = Spot::of_file(path);
        directory.reach = Reach::Everything;
        directory
    });
    let is_filled = |spot: &Spot| match case.world.kind(&spot.path) {
        _ if case.ground.roots.contains(&spot.path) => false,
        Kind::Directory => true,
        // What is made there may register hooks.
        Kind::Nothing => holds_settings(case, spot),
        Kind::File | Kind::Unknown => false,
    };
    filled.filter(is_filled).collect()
}

/// What is copied to a name may lie in a directory of that name afterwards: where the name itself is told, that is not.
fn without_those_inside(mut findings: Vec<Finding>) -> Vec<Finding> {
    let told: Vec<_> =
        findings.iter().map(|found| (found.matched.clone(), found.span, found.decision)).collect();
    findings.retain(|found| {
        let is_inside = |name: &str| found.matched.strip_prefix(name).is_some_and(|it| it.starts_with('/'));
        !told.iter().any(|(name, span, decision)| {
            *span == found.span && *decision >= found.decision && is_inside(name)
        })
    });
    findings
}

/// A policy file of the workspace among those that a search has named: `grep -rl x . | xargs sed -i …`.
fn policy_among<'a>(case: &Case<'a>, place: &Place, told: &Told) -> Option<&'a policy::Source> {
    let is_near = |source: &&policy::Source| matches!(source.layer, Layer::Project | Layer::Local);
    let names = |source: &&policy::Source| {
        place.found.iter().any(|found| found.may_name(&source.path, Some(&source.text)))
    };
    // What stays as it is, is not changed.
    case.sources.iter().filter(|_| !matches!(told, Told::Kept | Told::Folder)).filter(is_near).find(names)
}
