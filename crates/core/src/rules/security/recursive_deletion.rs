//! Deletes a directory with everything in it.
//!
//! What: asks before a directory is deleted recursively, file by file too, and before every file at the top of the
//! workspace is (`rm *`). Build artefacts and caches by their usual names
//! (`node_modules`, `dist`, `target`, `.cache`, …) and temporary files are free; a policy can add to that list
//! (`security.artefacts`). So is what is made again: a directory that a pattern of `.gitignore` names and of which git
//! holds nothing, unless its name is one of data (`data`, `uploads`, `backups`, …) or another repository lies in it; one
//! that a manifest beside it says a tool fills (`vendor` and `composer.json`); one that the same text has made, or fills
//! again (`rm -rf vendor && composer install`), which an empty directory does not; and `bin` beside `obj` in a project of .NET, `lib` and the like beside build output where the
//! disk holds nothing of it that git does. In a container, build output and caches by their usual names are free outside of its system.
//! What cannot be undone at all is `security/catastrophic-deletion`.
//!
//! Why: uncommitted work in the directory is lost, and an agent seldom knows what else lies there.
//!
//! Instead: delete the files that you mean, or let git do it, which keeps what was committed.

use hookward_effects::{Action, Depth, Effect, Origin, Place, Reach, SOMEWHERE, Spot, Value};

use super::catastrophic_deletion::vital;
use super::containers::{is_a_package_cache, is_an_artefact_there};
use super::regrowth::{holds_what_was_moved, is_a_companion, is_made_again, is_of_the_text};
use crate::ground::Side;
use crate::policy::{ARTEFACT_PATHS, ARTEFACTS};
use crate::rule::{Against, BEFORE, Case, Example, Rule, Sample, asks, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/recursive-deletion",
    category: Category::Security,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("recursive_deletion.rs"),
    judge,
    examples: &[
        passes("fd -t d node_modules -x rm -rf"),
        passes("fd -t d '^(dist|build)$' -x rm -rf"),
        asks("fd -t d 'src$' -x rm -rf"),
        Example {
            call: Sample::Shell(
                "docker build - <<'E'\nFROM b\nRUN apt-get update && rm -rf /var/lib/apt/lists/*\nE",
            ),
            decision: Decision::Silent,
        },
        Example { call: Sample::Shell("rm -rf /var/lib/apt/lists/*"), decision: Decision::Ask },
        passes("docker exec web rm -rf /app/dist /app/node_modules"),
        passes("docker compose exec web rm -rf /app/.next"),
        passes("docker exec -w /srv/app web sh -c 'rm -rf dist'"),
        asks("docker exec web rm -rf /app/src"),
        asks("docker exec web rm -rf /cache"),
        asks("docker exec db rm -rf /var/lib/postgresql/cache"),
        asks("ssh prod rm -rf /srv/app/dist"),
        Example { call: Sample::Shell("rm -rf src"), decision: Decision::Ask },
        Example { call: Sample::Shell("rm -r docs/old tests/old"), decision: Decision::Ask },
        Example { call: Sample::Shell("rm -rf \"$target\""), decision: Decision::Ask },
        Example { call: Sample::Shell("rm -rf ~/other/build"), decision: Decision::Ask },
        Example { call: Sample::Shell("find src -type f -exec truncate -s 0 {} +"), decision: Decision::Ask },
        Example { call: Sample::Shell("find src -type f | xargs rm"), decision: Decision::Ask },
        Example { call: Sample::Shell("find ~ -name '*.log' -delete"), decision: Decision::Ask },
        Example { call: Sample::Shell("find . -type f -mtime -30 -delete"), decision: Decision::Ask },
        Example { call: Sample::Shell("find src -mmin +1 -exec rm -f {} +"), decision: Decision::Ask },
        Example { call: Sample::Shell("find /tmp -mtime +3 -delete"), decision: Decision::Silent },
        Example { call: Sample::Shell("find dist -size +1M -exec rm {} +"), decision: Decision::Silent },
        Example { call: Sample::Shell("find . -name '*.o' -delete"), decision: Decision::Silent },
        Example {
            call: Sample::Shell("find . -name node_modules -exec rm -rf {} +"),
            decision: Decision::Silent,
        },
        Example {
            call: Sample::Shell("t=$(mktemp -d); rm -rf \"$t\" $(pwd)/dist"),
            decision: Decision::Silent,
        },
        Example { call: Sample::Shell("rm -rf node_modules dist"), decision: Decision::Silent },
        Example { call: Sample::Shell("rm -rf packages/*/dist *.egg-info"), decision: Decision::Silent },
        Example { call: Sample::Shell("rm -rf /tmp/scratch build/tmp"), decision: Decision::Silent },
        Example { call: Sample::Shell("rm -rf /tmp/*"), decision: Decision::Ask },
        Example { call: Sample::Shell("rm -f a.log"), decision: Decision::Silent },
        Example { call: Sample::Shell("rm -f *"), decision: Decision::Ask },
        Example { call: Sample::Shell("perl -e 'unlink glob(\"*\")'"), decision: Decision::Ask },
        Example { call: Sample::Shell("rm -f *.o"), decision: Decision::Silent },
        Example { call: Sample::Shell("cd dist && rm -f *"), decision: Decision::Silent },
        Example { call: Sample::Shell("rm -rf vendor"), decision: Decision::Ask },
        Example {
            call: Sample::Shell("find . -name '*.log' -exec truncate -s 0 {} +"),
            decision: Decision::Silent,
        },
        Example {
            call: Sample::Shell("find . -name '*.ts' -exec truncate -s 0 {} +"),
            decision: Decision::Ask,
        },
        Example { call: Sample::Shell("rm -rf vendor && composer install"), decision: Decision::Silent },
        Example { call: Sample::Shell("composer install && rm -rf vendor"), decision: Decision::Ask },
        Example { call: Sample::Shell("rm -rf lib app"), decision: Decision::Ask },
        Example { call: Sample::Shell("mv src dist && rm -rf dist"), decision: Decision::Ask },
        Example { call: Sample::Shell("mv build dist && rm -rf dist"), decision: Decision::Silent },
        Example { call: Sample::Shell("rm -rf src/*/bin src/*/obj"), decision: Decision::Silent },
        Example { call: Sample::Shell("rm -rf lib dist"), decision: Decision::Ask },
        Example { call: Sample::Shell("rm -rf public/assets vendor/bundle"), decision: Decision::Silent },
        Example { call: Sample::Shell("rm -rf \"${BUILD_DIR:?}\"/*"), decision: Decision::Silent },
        Example { call: Sample::Shell("rm -rf \"$tmpdir\""), decision: Decision::Silent },
        Example { call: Sample::Shell("rm -rf \"./$pkg/dist\""), decision: Decision::Silent },
        Example { call: Sample::Shell("rm -rf \"./$pkg/src\""), decision: Decision::Ask },
        Example { call: Sample::Shell("find . -name '*~' -delete"), decision: Decision::Silent },
        Example { call: Sample::Shell("rm -rf \"${SRC_DIR:?}\"/*"), decision: Decision::Ask },
        Example { call: Sample::Shell("echo rm -rf src"), decision: Decision::Silent },
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, effect) in case.facts.effects.iter().enumerate() {
        if let Some(finding) = emptied(case, effect) {
            findings.push(finding);
        }
        let Action::Delete(place, depth) = &effect.action else { continue };
        // A script of the project's own: only what is certain of it counts.
        if effect.script.is_some() && place.open {
            continue;
        }
        if place.spots.iter().any(|spot| vital(case, spot, *depth).is_some()) {
            continue;
        }
        let free = match depth {
            // Every file there is: `rm *` at the top of the workspace.
            Depth::One => {
                let all = |spot: &Spot| {
                    spot.reach == Reach::Everything
                        && !spot.if_empty
                        && case.ground.vital(&spot.path).is_some()
                };
                !place.spots.iter().any(all)
            }
            Depth::Moved => continue,
            // What was moved there is what it was before, whatever it is called now.
            Depth::Tree if holds_what_was_moved(case, index, place, |spot| is_free(case, spot)) => false,
            Depth::Tree => {
                (!place.open && place.spots.iter().all(|spot| is_free(case, spot)))
                    || names_an_artefact(case, place)
                    || is_a_package_cache(place)
                    || is_an_artefact_there(case, effect, place)
                    || is_disposable(case, place)
                    || is_made_again(case, effect, place)
                    || is_a_companion(case, effect, place)
                    || is_of_the_text(case, effect, place)
            }
            // A cleaning with a test is usual work in the workspace, and nowhere else.
            Depth::Matching => place.spots.iter().all(|spot| {
                case.ground.in_workspace(&spot.path)
                    || case.ground.is_temporary(&spot.path)
                    || spot.path == "/tmp"
            }),
        };
        if !free {
            let what = match depth {
                Depth::Tree => "with everything in it",
                Depth::Matching => "wherever a test fits",
                Depth::One | Depth::Moved => "whatever it is",
            };
            findings.push(Finding {
                why: if place.written == "?" {
                    format!("it deletes a place that is only known when it runs, {what}").into()
                } else {
                    format!("it deletes {} {what}", place.written).into()
                },
                instead: "delete the files that you mean by name: `rm notes.tmp`".into(),
                ..Rule::objection(RULE.id, Decision::Ask, case, effect)
            });
        }
    }
    findings
}

/// Names of what people keep, though git ignores it.
const KEPT: &[&str] = &[
    ".claude",
    ".cursor",
    ".idea",
    ".vscode",
    "archive",
    "backup",
    "backups",
    "certs",
    "data",
    "database",
    "databases",
    "db",
    "drafts",
    "dump",
    "dumps",
    "keys",
    "local",
    "media",
    "models",
    "mysql",
    "notes",
    "pgdata",
    "postgres",
    "private",
    "redis",
    "secrets",
    "storage",
    "upload",
    "uploads",
    "volumes",
];

/// Whether what lies there came to be without anybody's work.
fn is_disposable(case: &Case, place: &Place) -> bool {
    let kept = |spot: &Spot| {
        let mut roots = case.ground.roots.iter();
        let below = roots.find_map(|root| spot.path.strip_prefix(root.as_str())).unwrap_or_default();
        below.split('/').any(|name| KEPT.contains(&name.to_ascii_lowercase().as_str()))
    };
    match place.origin {
        Origin::Made => true,
        Origin::Generated => !place.spots.iter().any(kept),
        Origin::Unknown | Origin::Missing => false,
    }
}

/// `$BUILD_DIR`, `${tmpdir:?}`: a variable's name says what it holds, as a directory's does.
fn names_an_artefact_by_variable(word: &str) -> bool {
    let Some(name) = word.strip_prefix('$') else { return false };
    let name = name.trim_start_matches('{').trim_end_matches('}').trim_end_matches(":?").to_ascii_lowercase();
    let ends = ["directory", "folder", "path", "dir"];
    let stem = ends.iter().find_map(|end| name.strip_suffix(end)).unwrap_or(&name);
    let last = stem.trim_end_matches('_').rsplit('_').next().unwrap_or_default();
    matches!(last, "build" | "cache" | "coverage" | "dist" | "out" | "output" | "temp" | "tmp" | "scratch")
}

/// `"$ROOT/dist"`: wherever that is, it is an artefact; and so is everything in it.
fn names_an_artefact(case: &Case, place: &Place) -> bool {
    let path = place.written.trim_end_matches('/');
    let path = path.strip_suffix("/*").unwrap_or(path);
    let last = path.rsplit('/').next();
    let somewhere = |path: &str| path == SOMEWHERE || path.starts_with("/?/");
    let open = place
        .spots
        .iter()
        .all(|spot| spot.if_empty || spot.reach == Reach::Something || somewhere(&spot.path));
    let below = |spot: &Spot| {
        (spot.if_empty || spot.reach == Reach::Something) && case.ground.in_workspace(&spot.path)
    };
    let inside = !place.spots.is_empty() && place.spots.iter().all(below);
    ((place.open && open) || inside)
        && last.is_some_and(|last| {
            ARTEFACTS.iter().any(|glob| fast_glob::glob_match(glob, last))
                || names_an_artefact_by_variable(last)
        })
}

/// A name that only files have: `old.ts`, `*.log`.
fn names_a_file(spot: &Spot) -> bool {
    const FILES: &[&str] = &[
        "c",
        "cc",
        "cfg",
        "conf",
        "cpp",
        "cs",
        "css",
        "csv",
        "db",
        "diff",
        "gif",
        "go",
        "gz",
        "h",
        "hpp",
        "html",
        "ico",
        "ini",
        "java",
        "jpg",
        "js",
        "json",
        "jsx",
        "kt",
        "lock",
        "log",
        "map",
        "md",
        "mjs",
        "o",
        "patch",
        "pdf",
        "php",
        "pid",
        "png",
        "py",
        "pyc",
        "rb",
        "rs",
        "scss",
        "sh",
        "snap",
        "sql",
        "sqlite",
        "status",
        "svg",
        "swift",
        "tar",
        "tgz",
        "tmp",
        "toml",
        "ts",
        "tsbuildinfo",
        "tsx",
        "txt",
        "vue",
        "whl",
        "xml",
        "yaml",
        "yml",
        "zip",
        "bak",
        "orig",
        "rej",
        "so",
        "a",
        "class",
        "jar",
        "exe",
        "dll",
    ];
    spot.last()
        .rsplit_once('.')
        .is_some_and(|(stem, extension)| !stem.is_empty() && FILES.contains(&extension))
}

/// What is only written to be looked at once.
fn is_a_log(spot: &Spot) -> bool {
    [".log", ".out", ".tmp"].iter().any(|ending| spot.last().ends_with(ending))
}

/// Every file that a glob names gets an empty content.
fn emptied(case: &Case, effect: &Effect) -> Option<Finding> {
    let Action::Write(place, Value::Known(content)) = &effect.action else { return None };
    // Each file of a listing in turn: `find src -exec truncate -s 0 {} +`.
    let listed = |spot: &Spot| spot.reach == Reach::Something && place.written.ends_with("{}");
    let by_glob = place.spots.iter().any(|spot| {
        (spot.glob.is_some() || listed(spot))
            && case.ground.in_workspace(&spot.path)
            && !is_artefact(case, spot)
            && !is_a_log(spot)
    });
    (content.is_empty() && by_glob).then(|| Finding {
        why: format!("it empties every file that {} names", place.written).into(),
        instead: "delete the files that you mean by name: `rm notes.tmp`".into(),
        ..Rule::objection(RULE.id, Decision::Ask, case, effect)
    })
}

fn is_free(case: &Case, spot: &Spot) -> bool {
    if names_a_file(spot) && (case.ground.in_workspace(&spot.path) || case.ground.is_temporary(&spot.path)) {
        return true;
    }
    // What tools keep for themselves, but not all of it at once; build output is build output there too.
    let parent = spot.path.rsplit_once('/').map_or("/", |(parent, _)| parent);
    let inside = case.ground.side(parent) == Side::Free || spot.path.ends_with("/DerivedData");
    if case.ground.side(&spot.path) == Side::Free && inside && parent != "/tmp" {
        return true;
    }
    is_artefact(case, spot)
}

/// Whether all that a place names is build output or a cache.
pub(super) fn is_build_output(case: &Case, place: &Place) -> bool {
    !place.open && !place.spots.is_empty() && place.spots.iter().all(|spot| is_artefact(case, spot))
}

/// Build output, caches and temporary files, by their usual names and by the policy's.
fn is_artefact(case: &Case, spot: &Spot) -> bool {
    let own = || case.policy.lists.artefacts.iter().map(|glob| glob.glob.as_str());
    if case.ground.in_workspace(&spot.path) {
        // A directory inside an artefact is one too.
        let root = case.ground.root_of(&spot.path);
        let below = root.and_then(|root| spot.path.strip_prefix(root)).unwrap_or_default();
        let mut names = below.split('/').chain(std::iter::once(spot.last())).filter(|name| !name.is_empty());
        let artefact =
            |name: &str| ARTEFACTS.iter().copied().chain(own()).any(|glob| fast_glob::glob_match(glob, name));
        let whole = spot.reach != Reach::Itself || !case.ground.roots.contains(&spot.path);
        let path = format!("{below}/");
        return (whole && names.any(artefact))
            || ARTEFACT_PATHS.iter().any(|artefact| path.contains(artefact))
            || case.ground.names(spot).first(own()).is_some();
    }
    let temporary = case.ground.is_temporary(&spot.path)
        || (spot.path == "/tmp" && (spot.if_empty || spot.reach == Reach::Something));
    // Elsewhere a name says nothing: only a policy that spells out the path makes it free.
    temporary || case.ground.names(spot).first(own().filter(|glob| glob.starts_with('/'))).is_some()
}
