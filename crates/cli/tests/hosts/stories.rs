//! What must hold on every agent, and what each of them can do.

use std::time::Duration;

use crate::agent::Agent;
use crate::install::Installed;
use crate::model::{Model, Turn};
use crate::process::{self, Ended};
use crate::registration;
use crate::sandbox::{AT_START, AT_STOP, COMMITTED, Sandbox, UNCOMMITTED};

/// How long an agent may take for its one turn of a dozen calls.
const LIMIT: Duration = Duration::from_secs(90);

/// What became of a claim.
#[derive(Debug)]
pub(crate) enum Seen {
    /// It holds.
    Held,
    /// It does not; and what was seen instead.
    Missed(String),
    /// The host has no way to do that, or we have none yet.
    NotHere(&'static str),
}

/// Something that must hold.
pub(crate) struct Claim {
    pub(crate) text: &'static str,
    pub(crate) seen: Seen,
}

fn claim(text: &'static str, holds: bool, instead: impl FnOnce() -> String) -> Claim {
    Claim { text, seen: if holds { Seen::Held } else { Seen::Missed(instead()) } }
}

/// One turn of an agent: what the model was told, and how the process ended.
struct Played {
    model: Model,
    results: Vec<String>,
    ended: Ended,
}

fn play(agent: Agent, installed: &Installed, sandbox: &Sandbox, turns: Vec<Turn>) -> Played {
    let model = Model::start(turns);
    let command = agent.command(installed, sandbox, &model.url());
    let ended = process::run(command, &sandbox.root(), LIMIT).unwrap();
    let results = model.results();
    Played { model, results, ended }
}

/// The calls that the stories are about, in their order.
#[derive(Clone, Copy)]
enum Call {
    Ordinary,
    Destructive,
    SecretByTool,
    SecretByShell,
    Doubtful,
    Rewritten,
    OrdinaryAgain,
}

const CALLS: [Call; 7] = [
    Call::Ordinary,
    Call::Destructive,
    Call::SecretByTool,
    Call::SecretByShell,
    Call::Doubtful,
    Call::Rewritten,
    Call::OrdinaryAgain,
];

fn turns(agent: Agent, sandbox: &Sandbox) -> Vec<Turn> {
    let turn = |call: Call| match call {
        Call::Ordinary => agent.shell("echo ordinary > ordinary.txt"),
        // Harmless here: the repository was made for this.
        Call::Destructive => agent.shell("git reset --hard"),
        Call::SecretByTool => agent.write(sandbox, agent.protected_file(), "TOKEN=tool"),
        Call::SecretByShell => agent.shell("echo TOKEN=shell >> .env"),
        Call::Doubtful => agent.shell("git branch -D old"),
        Call::Rewritten => agent.shell("git push --force origin feature/x"),
        Call::OrdinaryAgain => agent.shell("echo again > again.txt"),
    };
    CALLS.into_iter().map(turn).chain([Turn::Say("done")]).collect()
}

/// Without Hookward every one of these calls does its harm. Whatever the guarded run shows is then shown by Hookward, and
/// not by a tool that has another name by now.
pub(crate) fn unguarded(agent: Agent, installed: &Installed) -> Vec<Claim> {
    let sandbox = Sandbox::new(&installed.node);
    let played = play(agent, installed, &sandbox, turns(agent, &sandbox));
    let told = |what: &str| {
        let [ended, tools] = [&played.ended.output, &played.model.tools().join(" ")].map(|text| clipped(text));
        format!("{what}; the model was told {:#?}, the tools are {tools}, the agent said {ended}", played.results)
    };
    let holds = |name: &str, text: &str| sandbox.file(name).is_some_and(|content| content.contains(text));
    let harmed = [
        ("ordinary command", sandbox.file("ordinary.txt").is_some()),
        ("git reset", sandbox.file("work.txt").as_deref() == Some(COMMITTED)),
        ("write tool", holds(agent.protected_file(), "tool")),
        ("write by shell", holds(".env", "shell")),
        ("git branch -D", !sandbox.has_branch("old")),
        ("git push --force", sandbox.at_the_remote() == "our own"),
    ];
    let missing: Vec<&str> = harmed.iter().filter(|(_, done)| !done).map(|(name, _)| *name).collect();
    vec![claim("unguarded, every call does what it says", missing.is_empty(), || {
        told(&format!("not done: {}", missing.join(", ")))
    })]
}

/// After `hookward init`, on a fresh project.
pub(crate) fn guarded(agent: Agent, installed: &Installed) -> Result<Vec<Claim>, String> {
    let sandbox = Sandbox::new(&installed.node);
    let init = sandbox.hookward(&["init", "--yes", "--host", agent.name()]);
    match init.status.code() {
        Some(0) => {}
        Some(64) => registration::by_hand(agent, &sandbox),
        code => {
            let said = String::from_utf8_lossy(&init.stdout).into_owned() + &String::from_utf8_lossy(&init.stderr);
            return Err(format!("hookward init ended with {code:?}: {said}"));
        }
    }
    let played = play(agent, installed, &sandbox, turns(agent, &sandbox));
    let told = |call: Call| played.results.get(call as usize).map_or("", String::as_str);
    let shown = |call: Call| format!("the model was told {:?}", clipped(told(call)));
    let mut claims = vec![
        claim("the turn ends by itself", played.ended.code == Some(0), || {
            format!("{:?}: {}", played.ended.code, clipped(&played.ended.output))
        }),
        claim("an ordinary command runs", sandbox.file("ordinary.txt").is_some(), || shown(Call::Ordinary)),
        claim(
            "a destructive command does not run",
            sandbox.file("work.txt").as_deref() == Some(UNCOMMITTED),
            || shown(Call::Destructive),
        ),
        claim(
            "the reason reaches the model",
            told(Call::Destructive).contains("security/discarded-work") && told(Call::Destructive).contains("git stash"),
            || shown(Call::Destructive),
        ),
        claim(
            "a protected file stays unwritten by the write tool, and the model is told why",
            sandbox.file(agent.protected_file()).is_none() && told(Call::SecretByTool).contains("security/protected-file"),
            || shown(Call::SecretByTool),
        ),
        claim(
            "a protected file stays unwritten by the shell, and the model is told why",
            sandbox.file(".env").is_none() && told(Call::SecretByShell).contains("security/protected-file"),
            || shown(Call::SecretByShell),
        ),
        claim("what is asked about does not run unasked", sandbox.has_branch("old"), || shown(Call::Doubtful)),
        claim(
            "a command that would be rewritten does not run as it was",
            sandbox.at_the_remote() == "of a colleague",
            || shown(Call::Rewritten),
        ),
        claim("after all that an ordinary command still runs", sandbox.file("again.txt").is_some(), || {
            shown(Call::OrdinaryAgain)
        }),
        claim("what is said at session start reaches the model", played.model.was_told(AT_START), String::new),
        claim("a stop is held, and the model is told why", played.model.was_told(AT_STOP), String::new),
    ];
    if std::env::var_os("HOOKWARD_REAL_HOSTS_SHOW").is_some() {
        println!("{:#?}\n{}", played.results, played.ended.output);
    }
    claims.push(Claim { text: "took", seen: Seen::NotHere(Box::leak(format!("{:?}", played.ended.took).into_boxed_str())) });
    Ok(claims)
}

fn clipped(text: &str) -> String {
    text.chars().take(1500).collect()
}
