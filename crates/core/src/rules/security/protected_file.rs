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

use hookward_effects::{Action, Depth, Kind, Permission, Place, Reach, Source, Spot, Told, Value};

use super::arriving::inside_of_what_arrives;
use super::catastrophic_deletion::is_a_clone_of_the_text;
use super::registering::{IsWritten, registers_nothing};
use crate::among::among;
use crate::ground::BuiltIn;
use crate::policy::{
    self, ASK_FIRST, Glob, Layer, Origin, PLANNING, PROTECTED_FILES, SECRET_FREE, only_tightens,
};
use crate::resulting::on_the_way;
use crate::rule::{Against, BEFORE, Case, Example, Rule, Sample, asks, passes};
use crate::rules::gate::plans;
use crate::secrets::{is_fixture, is_given_to_tests};
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
        let spots = place.spots.iter().chain(&inside);
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

static PROTECTED: BuiltIn<{ PROTECTED_FILES.len() }> = BuiltIn::of(PROTECTED_FILES);
static ASKED: BuiltIn<{ ASK_FIRST.len() }> = BuiltIn::of(ASK_FIRST);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Deed {
    Write,
    Delete(Depth),
}

#[derive(Clone, Copy)]
struct Protection<'a> {
    decision: Decision,
    what: &'static str,
    instead: &'static str,
    origin: Option<&'a Origin>,
}

/// Directories that hold hooks: whoever takes them away takes the guards away.
const GUARDS: &[&str] = &[".claude/hooks/**", ".husky/**", ".githooks/**"];

impl Protection<'_> {
    /// Not so the policy, which may have been looser.
    fn is_harmless_to_restore(&self, spot: &Spot) -> bool {
        let is_policy = matches!(spot.last(), "hookward.toml" | "hookward.local.toml");
        let is_harmless = self.decision == Decision::Ask || self.what.starts_with("a lockfile");
        spot.reach == Reach::Itself && is_harmless && !is_policy
    }
}

const STEERS: &str = "a file that steers agents, machines or the build";

const NAMED_AFTER_SECRETS: &str = "named after the secrets that it holds";

const ASK_THE_PERSON: &str = "tell the person what should change and why; they can do it or allow it";

fn protection<'a>(case: &Case<'a>, spot: &Spot, deed: Deed) -> Option<Protection<'a>> {
    let deny = |what| Protection { decision: Decision::Deny, what, instead: ASK_THE_PERSON, origin: None };
    let ask = |what| Protection { decision: Decision::Ask, ..deny(what) };
    let takes_all = matches!(deed, Deed::Delete(Depth::Tree | Depth::Moved));
    if case.ground.is_own(&spot.path)
        || (takes_all && case.ground.vital(&spot.path).is_none() && case.ground.holds_own(&spot.path))
    {
        return Some(deny("one of Hookward's own files"));
    }
    let is_run = |script: &String| {
        let below = script.strip_prefix(&spot.path);
        below.is_some_and(|rest| rest.is_empty() || (takes_all && rest.starts_with('/')))
    };
    if case.policy.trusted_scripts.iter().any(is_run) {
        return Some(ask(
            "run by a hook that a person has trusted, which is not asked any more when it changes",
        ));
    }
    if matches!(deed, Deed::Write) && case.policy.found_first.contains(&spot.path) {
        return Some(ask("where a hook that a person has trusted would find a program that it runs"));
    }
    let names = case.ground.names(spot);
    let lists = &case.policy.lists;
    if let Some(glob) = lists.protected_files.iter().find(|glob| names.fit(&glob.glob)) {
        return Some(Protection { origin: Some(&glob.origin), ..deny("protected by the policy") });
    }
    let is_copied_over = deed == Deed::Write && spot.reach == Reach::Everything && spot.glob.is_none();
    if let Some(glob) = (takes_all || is_copied_over).then(|| listed_below(case, spot)).flatten() {
        let what = "a directory with a file in it that the policy protects";
        let found = if takes_all { deny(what) } else { ask(what) };
        return Some(Protection { origin: Some(&glob.origin), ..found });
    }
    // For a try, in a temporary directory, anything may be written.
    let for_a_try = case.ground.is_temporary(&spot.path) && !spot.path.contains("/.git/");
    let for_tests = |glob: &str| match glob {
        glob if is_lockfile(glob) => is_given_to_tests(case.ground, spot),
        glob => is_key(glob) && is_fixture(case.ground, spot),
    };
    let is_free = |glob: &str| names.is_one_of(SECRET_FREE) || for_a_try || for_tests(glob);
    if let Some(glob) = names.first_of(&PROTECTED).filter(|glob| !is_free(glob)) {
        // git itself tells people to remove a lock that a dead process has left.
        let left_behind = glob == "**/.git/**" && names.is_one_of(&["*.lock"]);
        match deed {
            Deed::Delete(_) if left_behind => {}
            // It can be made again, but not as it was.
            Deed::Delete(_) if is_lockfile(glob) && installs(case) => {}
            Deed::Write | Deed::Delete(_) if is_lockfile(glob) && !case.ground.in_workspace(&spot.path) => {}
            Deed::Delete(_) if is_lockfile(glob) => {
                return Some(Protection { decision: Decision::Ask, ..built_in(glob) });
            }
            Deed::Write | Deed::Delete(_) => return Some(built_in(glob)),
        }
    }
    // What is copied over a whole directory may replace any file in it.
    let root = || case.ground.roots.contains(&spot.path);
    if is_copied_over && (root() || names.holds(PROTECTED_FILES.iter().copied())) {
        return Some(ask("a directory with protected files in it, any of which may be replaced"));
    }
    // A directory goes with everything in it, guards included.
    if takes_all && names.holds(PROTECTED_FILES.iter().copied()) {
        return Some(deny("where a host is told about its hooks"));
    }
    if takes_all && names.holds(GUARDS.iter().copied()) {
        return Some(ask("where hooks are kept"));
    }
    // Some of what lies where a host keeps its settings: `find .claude -name '*.json' -delete`.
    let hidden = spot.path.rsplit('/').next().is_some_and(|name| name.starts_with('.'));
    if deed == Deed::Delete(Depth::Matching) && hidden {
        let mut directory = spot.clone();
        directory.glob = None;
        if case.ground.names(&directory).holds(PROTECTED_FILES.iter().copied()) {
            return Some(ask("where a host is told about its hooks"));
        }
    }
    if names.is_named_after_secrets() && !for_a_try {
        return Some(deny(NAMED_AFTER_SECRETS));
    }
    let only_marks = || deed == Deed::Write && only_marks_items_of_a_plan(case, spot);
    if let Some(glob) = lists.ask_first.iter().find(|glob| names.fit(&glob.glob) && !only_marks()) {
        return Some(Protection {
            origin: Some(&glob.origin),
            ..ask("a file that the policy asks about first")
        });
    }
    let steers = || ask(STEERS);
    let is_filled = deed == Deed::Write && spot.reach != Reach::Itself;
    if takes_all || is_filled {
        // With its directory every file goes, or any may be replaced: `mv infra old`, `tar xf a.tar -C infra`.
        let mut inside = spot.clone();
        inside.path.push_str("/x");
        if spot.glob.is_none() && case.ground.names(&inside).first_of(&ASKED).is_some() {
            return Some(steers());
        }
    }
    let is_meant = || {
        let is_asked_for = || plans::is_asked_for(case, &spot.path) && is_only_a_plan(case, spot);
        match deed {
            Deed::Write => {
                tightens_the_policy(case, spot)
                    || is_asked_for()
                    || only_marks()
                    || registers_nothing(case, spot, IsWritten::Yes)
            }
            Deed::Delete(Depth::One) => registers_nothing(case, spot, IsWritten::No),
            Deed::Delete(Depth::Matching | Depth::Tree | Depth::Moved) => false,
        }
    };
    names.first_of(&ASKED).filter(|_| !is_meant()).map(|_| steers())
}

/// The policy's glob that protects a file in a directory: by its own words, or by what lies there.
fn listed_below<'a>(case: &Case<'a>, spot: &Spot) -> Option<&'a Glob> {
    let listed = &case.policy.lists.protected_files;
    if listed.is_empty() || spot.glob.is_some() || !case.ground.in_workspace(&spot.path) {
        return None;
    }
    let names = case.ground.names(spot);
    let by_its_words = listed.iter().find(|glob| names.holds([glob.glob.as_str()]));
    by_its_words.or_else(|| {
        if case.world.kind(&spot.path) != Kind::Directory {
            return None;
        }
        case.world.files_below(&spot.path)?.into_iter().find_map(|name| {
            let mut file = spot.clone();
            (file.path, file.reach) = (format!("{}/{name}", spot.path), Reach::Itself);
            let names = case.ground.names(&file);
            listed.iter().find(|glob| names.fit(&glob.glob))
        })
    })
}

/// One file that is a planning document, and nothing else that steers.
fn is_only_a_plan(case: &Case, spot: &Spot) -> bool {
    let names = case.ground.names(spot);
    let others = || ASK_FIRST.iter().filter(|glob| !PLANNING.contains(glob));
    spot.reach == Reach::Itself && spot.glob.is_none() && !others().any(|glob| names.fit(glob))
}

/// A plan that is there and is kept: gates tell agents to check off what is done, and strikes to skip what is blocked.
fn only_marks_items_of_a_plan(case: &Case, spot: &Spot) -> bool {
    if !plans::is_followed(case, &spot.path) || !is_only_a_plan(case, spot) {
        return false;
    }
    let Some(before) = case.world.text(&spot.path) else { return false };
    let after = on_the_way(case, |path| path == spot.path);
    let only_marks = |text: String| plans::only_marks_items(&before, &text);
    !after.is_empty() && after.into_iter().all(|file| file.after.known().is_some_and(only_marks))
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

/// A policy file that becomes stricter, by a call that tells all of what it will say.
fn tightens_the_policy(case: &Case, spot: &Spot) -> bool {
    let name = spot.path.rsplit_once('/').filter(|(root, _)| case.ground.roots.iter().any(|own| own == root));
    if !name.is_some_and(|(_, name)| matches!(name, "hookward.toml" | "hookward.local.toml")) {
        return false;
    }
    let before = case.sources.iter().find(|source| source.path == spot.path);
    let before = before.map_or("", |source| source.text.as_str());
    let after = on_the_way(case, |path| path == spot.path);
    // What comes to nothing here was meant for a file that says something else.
    let tightens = |text: String| text != before && only_tightens(before, &text);
    // Written twice by one call, it must be stricter each time: somebody else may read it in between.
    !after.is_empty() && after.into_iter().all(|file| file.after.known().is_some_and(tightens))
}

fn built_in(glob: &str) -> Protection<'static> {
    let (what, instead) = match glob {
        ".git" | "**/.git/**" => ("part of the repository's own data", "let git change it"),
        glob if is_lockfile(glob) => (
            "a lockfile, which its package manager writes",
            "change the manifest and let the package manager write its lockfile",
        ),
        glob if glob.starts_with(".env") => {
            ("a file of secrets", "describe the variables in `.env.example`; a person fills in the real ones")
        }
        glob if is_key(glob) => ("a key or certificate", ASK_THE_PERSON),
        _ => ("where a host is told about its hooks", ASK_THE_PERSON),
    };
    Protection { decision: Decision::Deny, what, instead, origin: None }
}

/// Whether a package manager makes its lockfile anew in the same call.
fn installs(case: &Case) -> bool {
    case.facts.commands.iter().any(|command| {
        let words: Vec<&str> = command.words.iter().map(Value::prefix).collect();
        let manager = matches!(
            words.first(),
            Some(
                &("npm"
                    | "pnpm"
                    | "yarn"
                    | "bun"
                    | "cargo"
                    | "poetry"
                    | "uv"
                    | "composer"
                    | "bundle"
                    | "pipenv"
                    | "pdm"
                    | "go"
                    | "mix"
                    | "flutter"
                    | "dart"
                    | "pod"
                    | "deno"
                    | "nix"
                    | "dotnet"
                    | "gradle"
                    | "terraform"
                    | "tofu"
                    | "pixi")
            )
        );
        let verb = words.get(1).copied();
        manager
            && matches!(
                verb,
                None | Some(
                    "install"
                        | "i"
                        | "add"
                        | "update"
                        | "upgrade"
                        | "lock"
                        | "sync"
                        | "generate-lockfile"
                        | "build"
                        | "mod"
                        | "get"
                        | "pub"
                        | "deps.get"
                        | "init"
                        | "restore"
                        | "flake"
                        | "cache"
                )
            )
    })
}

fn is_key(glob: &str) -> bool {
    glob.starts_with("*.")
}

fn is_lockfile(glob: &str) -> bool {
    glob.contains("lock") || matches!(glob, "go.sum" | "npm-shrinkwrap.json")
}
