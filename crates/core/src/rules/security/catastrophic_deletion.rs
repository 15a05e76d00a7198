//! Deletes the file system, the home, a system directory, the workspace or its repository.
//!
//! What: denies a recursive deletion of `/`, the home directory, system directories, the workspace itself or its `.git`,
//! or of everything in one of them, and moving one of them away; also where a path becomes one of those if a variable is
//! empty (`rm -rf "$DIR/"`). It does not matter which program deletes.
//!
//! Why: nothing brings these back. Agents reach them by accident: an unset variable, a wrong working directory, a
//! space in a path.
//!
//! Instead: delete the directory that you mean by its name, inside the workspace.

use hookward_effects::{Action, Depth, Origin, Place, Reach, Spot};

use super::containers::is_an_artefact_there;
use crate::rule::{Against, BEFORE, Case, Example, Rule, Sample, denies, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/catastrophic-deletion",
    category: Category::Security,
    on: BEFORE,
    against: Against::Target,
    source: include_str!("catastrophic_deletion.rs"),
    judge,
    examples: &[
        denies("git ls-files | parallel rm"),
        denies("git ls-files | perl -nle unlink"),
        denies("find . -print0 | while IFS= read -r -d '' f; do rm -rf \"$f\"; done"),
        passes("find . -name '*.o' -print0 | while IFS= read -r -d '' f; do rm -f \"$f\"; done"),
        passes("git ls-files '*.ts' | parallel prettier --write"),
        passes("git ls-files | parallel wc -l"),
        Example { call: Sample::Shell(": | xargs -n1 rm -rf /"), decision: Decision::Deny },
        Example { call: Sample::Shell("xargs -L1 rm -rf / < /dev/null"), decision: Decision::Deny },
        Example { call: Sample::Shell("echo | xargs --max-args=2 rm -rf /"), decision: Decision::Deny },
        Example { call: Sample::Shell("nu -c '^rm -rf $env.HOME'"), decision: Decision::Deny },
        Example { call: Sample::Shell("elvish -c 'rm -rf $E:HOME'"), decision: Decision::Deny },
        Example {
            call: Sample::Shell(
                "docker compose -f - up <<'E'\nservices:\n  a:\n    image: b\n    volumes: ['/:/host']\n    command: rm -rf /host/home\nE",
            ),
            decision: Decision::Deny,
        },
        Example {
            call: Sample::Shell("echo 'rm -rf ~' | gzip | base64 | base64 -d | gunzip | sh"),
            decision: Decision::Deny,
        },
        Example {
            call: Sample::Shell(
                "cat > m.rs <<'E'\nfn main() { std::fs::remove_dir_all(std::env::var(\"HOME\").unwrap()); }\nE\nrustc m.rs && ./m",
            ),
            decision: Decision::Deny,
        },
        Example {
            call: Sample::Shell(
                "ruby -rfileutils -e \"['/etc'].map.with_index { |a, i| FileUtils.rm_rf(a) }\"",
            ),
            decision: Decision::Deny,
        },
        Example { call: Sample::Shell("cp /bin/rm ./x && ./x -rf ~"), decision: Decision::Deny },
        Example {
            call: Sample::Shell("ln -s \"$(command -v rm)\" /tmp/r && /tmp/r -rf ~"),
            decision: Decision::Deny,
        },
        Example { call: Sample::Shell("cp /bin/sh /tmp/s; /tmp/s -c 'rm -rf ~'"), decision: Decision::Deny },
        Example { call: Sample::Shell("install -m755 /bin/rm x; ./x -rf /"), decision: Decision::Deny },
        Example { call: Sample::Shell("gio trash ~"), decision: Decision::Deny },
        Example { call: Sample::Shell("trash ."), decision: Decision::Deny },
        Example { call: Sample::Shell("trash notes.txt"), decision: Decision::Silent },
        Example { call: Sample::Shell("cp /bin/ls ./x && ./x -la src"), decision: Decision::Silent },
        Example { call: Sample::Shell("rm -rf /"), decision: Decision::Deny },
        Example { call: Sample::Shell("rm -r -f \"$HOME\""), decision: Decision::Deny },
        Example { call: Sample::Shell("cd / && rm -rf *"), decision: Decision::Deny },
        Example { call: Sample::Shell("rm --recursive --force ~/"), decision: Decision::Deny },
        Example { call: Sample::Shell("rm -rf \"$DIR/\""), decision: Decision::Deny },
        Example {
            call: Sample::Shell("cd \"$(dirname \"$0\")/..\"; rm -rf \"$DIR/\""),
            decision: Decision::Deny,
        },
        Example {
            call: Sample::Shell("cd \"$(dirname \"$0\")/..\"; rm -rf \"${DIR:-}/\""),
            decision: Decision::Deny,
        },
        Example {
            call: Sample::Shell("cd \"$(dirname \"$0\")/..\"; rm -rf \"${DIR:-dist}\""),
            decision: Decision::Silent,
        },
        Example {
            call: Sample::Shell(
                "echo H4sIAAAAAAACAyvKVdAtSlOo4wIAFYVG8wkAAAA= | base64 -d > a.gz; zcat a.gz | sh",
            ),
            decision: Decision::Deny,
        },
        Example {
            call: Sample::Shell(
                "python3 - <<'E'\nimport os, shutil\nfor n in os.listdir('.'):\n    if n not in ('README.md', 'LICENSE'):\n        if os.path.isdir(n):\n            shutil.rmtree(n)\nE",
            ),
            decision: Decision::Deny,
        },
        Example {
            call: Sample::Shell(
                "node -e \"const fs=require('fs');for(const f of fs.readdirSync('.')){if(f==='a.md')continue;fs.rmSync(f,{recursive:true})}\"",
            ),
            decision: Decision::Deny,
        },
        Example {
            call: Sample::Shell(
                "python3 - <<'E'\nimport os\nfor n in os.listdir('.'):\n    if not n.endswith('.tmp'):\n        continue\n    os.remove(n)\nE",
            ),
            decision: Decision::Silent,
        },
        Example { call: Sample::Shell("rm -rf $DIR/*"), decision: Decision::Deny },
        Example { call: Sample::Shell("=rm -rf ~"), decision: Decision::Deny },
        Example { call: Sample::Shell("npx some-watch --onSuccess 'rm -rf ~'"), decision: Decision::Deny },
        Example { call: Sample::Shell("sometool --build.cmd='rm -rf ~' src"), decision: Decision::Deny },
        Example {
            call: Sample::Shell("sometool --description 'rm -rf ~ is denied'"),
            decision: Decision::Silent,
        },
        Example { call: Sample::Shell("sometool --run 'npm test'"), decision: Decision::Silent },
        Example { call: Sample::Shell("echo 'rm -rf ~' > x$$.sh; bash x$$.sh"), decision: Decision::Deny },
        Example { call: Sample::Shell("echo 'rm -rf ~' > x.sh; bash *.sh"), decision: Decision::Deny },
        Example { call: Sample::Shell("cd \"$DIR\" && rm -rf *"), decision: Decision::Deny },
        Example { call: Sample::Shell("cd $DIR; rm -rf ./*"), decision: Decision::Deny },
        Example { call: Sample::Shell("cd \"$DIR\" && rm -rf dist"), decision: Decision::Silent },
        Example { call: Sample::Shell("cd \"${DIR:?}\" && rm -rf -- *"), decision: Decision::Silent },
        Example { call: Sample::Shell("rm -rf ."), decision: Decision::Deny },
        Example { call: Sample::Shell("rm -rf .git"), decision: Decision::Deny },
        Example { call: Sample::Shell("sudo rm -rf /etc/nginx"), decision: Decision::Deny },
        Example { call: Sample::Shell("bash -c 'rm -rf /usr'"), decision: Decision::Deny },
        Example { call: Sample::Shell("find / -delete"), decision: Decision::Deny },
        Example { call: Sample::Shell("find . -exec rm -rf {} +"), decision: Decision::Deny },
        Example { call: Sample::Shell("find / -type f -exec rm {} \\;"), decision: Decision::Deny },
        Example { call: Sample::Shell("find /etc -name '*.conf' -delete"), decision: Decision::Deny },
        Example { call: Sample::Shell("find . -type f | xargs rm -f"), decision: Decision::Deny },
        Example { call: Sample::Shell("find . -not -name keep.txt -delete"), decision: Decision::Deny },
        Example {
            call: Sample::Shell("find . -path ./node_modules -prune -o -type f -exec rm -f {} +"),
            decision: Decision::Deny,
        },
        Example { call: Sample::Shell("find . -name '*.log' -o -type f -delete"), decision: Decision::Deny },
        Example {
            call: Sample::Shell("find . -type d -name __pycache__ -prune -exec rm -rf {} +"),
            decision: Decision::Silent,
        },
        Example {
            call: Sample::Shell("find . \\( -name '*.orig' -o -name '*.rej' \\) -mtime +3 -delete"),
            decision: Decision::Silent,
        },
        Example { call: Sample::Shell("git ls-files -z | xargs -0 rm"), decision: Decision::Deny },
        Example { call: Sample::Shell("git ls-files | xargs wc -l"), decision: Decision::Silent },
        Example { call: Sample::Shell("git ls-files '*.orig' | xargs rm"), decision: Decision::Silent },
        Example { call: Sample::Shell("mv ~ /tmp/x"), decision: Decision::Deny },
        Example { call: Sample::Shell("rm -rf /tmp"), decision: Decision::Deny },
        Example { call: Sample::Shell("rm -rf /tmp/../*"), decision: Decision::Deny },
        Example { call: Sample::Shell("rm -rf /tmp/*"), decision: Decision::Silent },
        Example {
            call: Sample::Shell("find . -maxdepth 0 -exec rm -rf dist \\;"),
            decision: Decision::Silent,
        },
        Example { call: Sample::Shell("find . -maxdepth 0 -exec rm -rf {} \\;"), decision: Decision::Deny },
        Example { call: Sample::Shell("\\r\\m -rf /"), decision: Decision::Deny },
        Example { call: Sample::Shell("echo rm -rf /"), decision: Decision::Silent },
        Example { call: Sample::Shell("git commit -m 'explain rm -rf /'"), decision: Decision::Silent },
        Example { call: Sample::Shell("cat > notes.md <<'EOF'\nrm -rf /\nEOF"), decision: Decision::Silent },
        Example { call: Sample::Shell("rm -rf node_modules"), decision: Decision::Silent },
        Example {
            call: Sample::Shell("docker exec web rm -rf /usr/src/app/node_modules"),
            decision: Decision::Silent,
        },
        Example {
            call: Sample::Shell("docker exec web rm -rf /usr/lib/node_modules"),
            decision: Decision::Deny,
        },
        Example { call: Sample::Shell("rm -rf src"), decision: Decision::Silent },
        Example { call: Sample::Shell("find . -name '*.tmp' -delete"), decision: Decision::Silent },
        Example { call: Sample::Shell("rm -rf \"${DIR:?}/\""), decision: Decision::Silent },
        Example { call: Sample::Shell("mv src lib"), decision: Decision::Silent },
        Example { call: Sample::Shell("rm notes.md"), decision: Decision::Silent },
        denies("TAR_OPTIONS='--checkpoint=1 --checkpoint-action=exec=rm\\ -rf\\ ~' tar cf /tmp/x src"),
        denies("jrunscript -e 'java.lang.Runtime.getRuntime().exec(\"rm -rf /etc\")'"),
        denies("raku -e 'run <rm -rf /etc>'"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let mut findings = Vec::new();
    for effect in &case.facts.effects {
        let Action::Delete(place, depth) = &effect.action else { continue };
        if is_a_clone_of_the_text(place) || is_an_artefact_there(case, effect, place) {
            continue;
        }
        let vital = place.spots.iter().find_map(|spot| Some((spot, vital(case, spot, *depth)?)));
        if let Some((spot, what)) = vital {
            let deed = if *depth == Depth::Moved { "moves" } else { "deletes" };
            let when = if spot.if_empty { ", if a variable in it is empty" } else { "" };
            findings.push(Finding {
                why: format!("it {deed} {what} ({}){when}", spot.path).into(),
                instead: "delete the one directory that you mean, by its name: `rm -r build`".into(),
                ..Rule::objection(RULE.id, Decision::Deny, case, effect)
            });
        }
    }
    findings
}

/// The history of what the text itself has cloned is lost to nobody: `git clone … x && rm -rf x/.git`.
pub(super) fn is_a_clone_of_the_text(place: &Place) -> bool {
    place.origin == Origin::Made && place.spots.iter().all(|spot| spot.last() == ".git")
}

/// Why a deletion at this spot would be a catastrophe, if it would.
pub(super) fn vital(case: &Case, spot: &Spot, depth: Depth) -> Option<&'static str> {
    let what = case.ground.vital(&spot.path)?;
    // All temporary files at once are many programs' files, but none that anybody keeps: the next rule asks.
    if spot.reach == Reach::Everything && !spot.if_empty && case.ground.holds_temporary_files(&spot.path) {
        return None;
    }
    // A few files of the workspace or of the home are the next rule's; of the system they are as bad as all.
    let ours = case.ground.in_workspace(&spot.path) || case.ground.is_home(&spot.path) || spot.path == "/tmp";
    let counts = match (depth, spot.reach) {
        (Depth::One, _) | (Depth::Moved, Reach::Something) => false,
        (Depth::Tree | Depth::Moved, Reach::Itself | Reach::Everything) => true,
        (Depth::Tree, Reach::Something) | (Depth::Matching, _) => !ours,
    };
    counts.then_some(what)
}
