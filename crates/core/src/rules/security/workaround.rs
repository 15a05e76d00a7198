//! Tries by another way what was denied a moment ago.
//!
//! What: denies a call that reaches what this session was refused within the last ten minutes: the same file by another tool, the files
//! of a directory one by one, the rows of a table that was not to be dropped, a branch by the forge's own interface.
//! A program, or a tool of a server, that nobody knows is another way if the refused file stands among its words. That does not
//! count for a directory that holds the whole workspace, for a file of variables that is handed to the app (`--env-file .env`),
//! nor for a program that is called like one that only looks (`check`, `lint`).
//!
//! A refusal is about what its rule objects to: the file, the table or the branch, and not about what else stood in the same command.
//! Rules about how something is done or what is written (`security/json-by-text`, `security/privileged-deletion`,
//! `security/secret-content`, …) leave nothing behind, and a lease is no way round a forced push. What a gate has refused may be done
//! by any tool, once the gate has what it asks for. While its denials go on in a row, it asks about a program that
//! nobody knows and that is given the very file; one that is called like a program that looks, it only tells about.
//!
//! What the rules of a role refuse holds for the agents of that role.
//!
//! Why: a denial is an answer. An agent that looks for another spelling of the same thing has not read it.
//!
//! Instead: tell the person what is needed and why; they can allow it.
//!
//! Given: the session was refused to read `.env`, to delete `src` and the workspace itself, to drop the table
//! `users` and to overwrite the branch `feature/login`.

use std::cell::OnceCell;

use hookward_effects::{Action, Call, Depth, Git, Place, Pushed, PushedRef, Reach, Spot, Standing};

use crate::other_ways::{is_handed, is_named, looks_at};
use crate::record::kept;
use crate::rule::{Against, BEFORE, Case, Example, Rule, Sample, denies, passes};
use crate::session::Denied;
use crate::target::TargetDeed;
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/workaround",
    category: Category::Security,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("workaround.rs"),
    judge,
    examples: &[
        Example { call: Sample::Shell("./mytool --show .env"), decision: Decision::Deny },
        Example { call: Sample::Shell("mytool --config=.env"), decision: Decision::Deny },
        Example { call: Sample::Shell("mytool -f.env"), decision: Decision::Deny },
        Example { call: Sample::Shell("mytool -v .env:/x:ro"), decision: Decision::Deny },
        Example { call: Sample::Shell("mytool file://$PWD/.env"), decision: Decision::Deny },
        Example { call: Sample::Shell("cp .env /tmp/x"), decision: Decision::Deny },
        Example { call: Sample::Shell("rm src/a.ts src/b.ts"), decision: Decision::Deny },
        Example { call: Sample::Shell("psql -c 'DELETE FROM users WHERE id > 0'"), decision: Decision::Deny },
        Example {
            call: Sample::Shell("mongosh --eval 'db.users.deleteMany({age: {$gt: 0}})'"),
            decision: Decision::Deny,
        },
        Example {
            call: Sample::Shell("gh api -X DELETE repos/o/r/git/refs/heads/feature/login"),
            decision: Decision::Deny,
        },
        passes("node --env-file=.env src/a.js"),
        passes("./scripts/start.sh --env-file .env"),
        denies("./scripts/start.sh --env-file .env.local .env"),
        passes("git push --force-with-lease origin feature/login"),
        passes("psql -c 'DELETE FROM orders WHERE id = 3'"),
        passes("psql -c 'SELECT * FROM users'"),
        passes("git push origin feature/login"),
        passes("cat README.md"),
        passes("./mytool --show README.md"),
        passes("mylint . --fix"),
        passes("mylint /home/dev/app"),
        passes("mytool --config=README.md -f.env.example"),
        Example { call: Sample::Edit("src/a.ts"), decision: Decision::Silent },
        Example { call: Sample::Read("src/a.ts"), decision: Decision::Silent },
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    if case.session.denied.is_empty() {
        return Vec::new();
    }
    // The same call again is no other way: its own rule speaks. Most calls reach nothing of it, and need no name then.
    let subject = OnceCell::new();
    let subject = || {
        subject.get_or_init(|| case.event.moment.call().map(|call| kept(&call.subject())).unwrap_or_default())
    };
    let tool = case.event.moment.call().map_or("", Call::tool);
    // The same file by another tool is another way, too.
    let is_by_another = |denied: &Denied| !denied.tool.is_empty() && denied.tool != tool;
    let is_another = |denied: &Denied| is_by_another(denied) || denied.subject != *subject();
    // What only another role is refused is refused to that one.
    let is_for_all =
        |denied: &&Denied| case.policy.holds_alike(&denied.rule, &denied.role, case.event.role());
    let denied = || case.session.denied.iter().filter(is_for_all);
    let mut findings = Vec::new();
    let mut object = |denied: &Denied, span| {
        findings.push(Finding {
            matched: denied.target.name.clone(),
            about: vec![denied.target.clone()],
            why: format!(
                "{} was refused a moment ago ({}); this reaches it in another way",
                denied.target.name, denied.rule
            )
            .into(),
            instead: "tell the person what is needed and why; they can allow it".into(),
            ..Rule::finding(RULE.id, Decision::Deny, case, span)
        });
    };
    for effect in &case.facts.effects {
        if let Some(denied) =
            denied().find(|denied| repeats(case, &effect.action, denied) && is_another(denied))
        {
            object(denied, effect.span);
        }
    }
    // What an argument means that nobody knows, only the path in it says.
    let handed = |denied: &&Denied| {
        let is_seen = || case.facts.effects.iter().any(|effect| repeats(case, &effect.action, denied));
        is_handed(case, &denied.target) && !holds_a_root(case, &denied.target.name) && !is_seen()
    };
    if let Some(denied) = denied().find(|denied| handed(denied) && is_another(denied)) {
        object(denied, None);
    }
    for command in case.facts.commands.iter().filter(|command| command.standing == Standing::Unknown) {
        // Only a path says enough by itself: a word may be called like a table and mean something else. One that holds the
        // whole workspace says nothing: `eslint .` is no other way to `rm -rf .`.
        let named = |denied: &Denied| {
            let name = denied.target.name.as_str();
            // To look at a file is no other way to change it.
            let only_looks = denied.target.deed == TargetDeed::Change && looks_at(command, &denied.target);
            is_named(case, command, name) && !only_looks && !holds_a_root(case, name)
        };
        if let Some(denied) = denied().find(|denied| named(denied) && is_another(denied)) {
            object(denied, Some(command.span));
        }
    }
    findings
}

/// Whether a path is a workspace or lies above one.
fn holds_a_root(case: &Case, path: &str) -> bool {
    case.ground.roots.iter().any(|root| {
        root.strip_prefix(path.trim_end_matches('/'))
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

fn repeats(case: &Case, action: &Action, denied: &Denied) -> bool {
    let name = denied.target.name.as_str();
    let is_it = |place: &Place| place.spots.iter().any(|spot| spot.path == name);
    // A directory of the workspace, and not one that holds everything.
    let divisible = || case.ground.in_workspace(name) && !case.ground.roots.iter().any(|root| root == name);
    let below = |place: &Place| {
        let within = |path: &str| path.strip_prefix(name).is_some_and(|rest| rest.starts_with('/'));
        divisible() && place.spots.iter().any(|spot| within(&spot.path))
    };
    // A whole directory that it lies in: `cp -r other/. .claude`.
    let around = |place: &Place, reach| {
        let holds = |spot: &&Spot| spot.reach == reach && spot.glob.is_none() && !spot.if_empty;
        let lies_in = |path: &str| name.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'));
        place.spots.iter().filter(holds).any(|spot| lies_in(&spot.path))
    };
    match (denied.target.deed, action) {
        (TargetDeed::Read, Action::Read(place) | Action::Search(place))
        | (TargetDeed::Change, Action::Permit(place, _)) => is_it(place),
        (TargetDeed::Change, Action::Write(place, _)) => is_it(place) || around(place, Reach::Everything),
        (TargetDeed::Change, Action::Delete(place, Depth::Moved)) => {
            is_it(place) || below(place) || around(place, Reach::Itself)
        }
        // A directory, file by file.
        (TargetDeed::Change, Action::Delete(place, Depth::One | Depth::Matching | Depth::Tree)) => {
            is_it(place) || below(place)
        }
        (TargetDeed::Lessen, Action::Lessen(table)) => table == name,
        (TargetDeed::Overwrite, Action::Git(Git::Push(push))) => {
            // A lease is what is advised instead; where that is too much its own rule says so.
            let is_it = |branch: &&PushedRef| branch.name.as_deref() == Some(name);
            push.branches.iter().filter(is_it).any(|branch| match branch.how {
                Pushed::Forward | Pushed::Leased => false,
                Pushed::Forced | Pushed::Deleted => true,
            })
        }
        (
            TargetDeed::Read
            | TargetDeed::Change
            | TargetDeed::Lessen
            | TargetDeed::Overwrite
            | TargetDeed::Commit,
            _,
        ) => false,
    }
}
