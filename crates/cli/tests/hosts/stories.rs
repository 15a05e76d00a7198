//! What must hold on every agent: first that the calls do harm without Hookward, then that they do not with it.

use crate::agent::Agent;
use crate::install::Installed;
use crate::model::{Model, Turn};
use crate::process::{self, Ended};
use crate::registration;
use crate::report::{Claim, Seen, claim, clipped};
use crate::sandbox::{
    AFTERWARDS, AT_START, AT_STOP, COMMITTED, Sandbox, TOKEN, UNCOMMITTED, WANTS_FEEDBACK, WITH_TOKEN,
};
use crate::start;

/// The calls that the stories are about, in their order.
#[derive(Clone, Copy)]
enum Call {
    Ordinary,
    Destructive,
    SecretByTool,
    SecretByShell,
    Doubtful,
    Rewritten,
    Telling,
    Remarkable,
    Failing,
    OrdinaryAgain,
}

const CALLS: [Call; 10] = [
    Call::Ordinary,
    Call::Destructive,
    Call::SecretByTool,
    Call::SecretByShell,
    Call::Doubtful,
    Call::Rewritten,
    Call::Telling,
    Call::Remarkable,
    Call::Failing,
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
        Call::Telling => agent.shell(&format!("cat {WITH_TOKEN}")),
        Call::Remarkable => agent.shell(&format!("echo {WANTS_FEEDBACK}")),
        Call::Failing => agent.shell("git rev-parse --verify no-such-branch"),
        Call::OrdinaryAgain => agent.shell("echo again > again.txt"),
    };
    CALLS.into_iter().map(turn).chain([Turn::Say("done")]).collect()
}

/// One turn of an agent: what the model was told, and how the process ended.
struct Played {
    model: Model,
    results: Vec<String>,
    ended: Ended,
}

impl Played {
    fn of(agent: Agent, installed: &Installed, sandbox: &Sandbox) -> Self {
        let model = Model::start(turns(agent, sandbox));
        let command = start::headless(agent, installed, sandbox, &model.url());
        let ended = process::run(command, &sandbox.root(), process::LIMIT).unwrap();
        start::keep_modules(agent, installed, sandbox);
        Self { results: model.results(), model, ended }
    }

    /// What the model was told after this call.
    fn told(&self, call: Call) -> &str {
        self.results.get(call as usize).map_or("", String::as_str)
    }

    /// The same, for a claim that does not hold.
    fn shown(&self, call: Call) -> String {
        format!("the model was told: {}", clipped(self.told(call)))
    }

    fn everything(&self) -> String {
        format!(
            "the model was told {:#?}\nits tools are {}\nthe agent ended with {:?} and said {}",
            self.results,
            self.model.tools().join(" "),
            self.ended.code,
            clipped(&self.ended.output)
        )
    }
}

/// Without Hookward every one of these calls does what it says. So whatever the guarded run shows is shown by Hookward, and
/// not by a tool that has got another name.
pub(crate) fn unguarded(agent: Agent, installed: &Installed) -> Claim {
    let sandbox = Sandbox::new(&installed.node);
    let played = Played::of(agent, installed, &sandbox);
    let holds = |name: &str, text: &str| sandbox.file(name).is_some_and(|content| content.contains(text));
    let done = [
        ("the ordinary command", sandbox.file("ordinary.txt").is_some()),
        ("the destructive command", sandbox.file("work.txt").as_deref() == Some(COMMITTED)),
        ("the write tool", holds(agent.protected_file(), "tool")),
        ("the write by shell", holds(".env", "shell")),
        ("the doubtful command", !sandbox.has_branch("old")),
        ("the forced push", sandbox.at_the_remote() == "our own"),
        ("the command that shows a token", played.told(Call::Telling).contains(TOKEN)),
    ];
    let missing: Vec<&str> = done.iter().filter(|(_, done)| !done).map(|(name, _)| *name).collect();
    claim("every call does what it says", missing.is_empty(), || {
        format!("not done: {}; {}", missing.join(", "), played.everything())
    })
}

/// Where nobody is there to be asked about it, another command runs only if that approves nothing.
fn rewritten(agent: Agent, sandbox: &Sandbox, played: &Played) -> Claim {
    let told = |text: &str| played.told(Call::Rewritten).contains(text);
    let unharmed = sandbox.at_the_remote() == "of a colleague";
    match agent.never_rewrites_unasked() {
        None => claim(
            "the rewritten command runs, and not the one that was sent",
            // With a lease the push fails, since somebody else has pushed.
            unharmed && told("stale info"),
            || played.shown(Call::Rewritten),
        ),
        Some(_) => claim(
            "neither does what would be rewritten, and the model is told how it would run",
            unharmed && told("--force-with-lease") && !told("stale info"),
            || played.shown(Call::Rewritten),
        ),
    }
}

/// The commands that run and fail; a push with a lease is one of them.
fn failing(agent: Agent) -> Vec<&'static str> {
    let pushed = agent.never_rewrites_unasked().is_none();
    let push = pushed.then_some("git push --force-with-lease origin feature/x");
    push.into_iter().chain(["git rev-parse --verify no-such-branch"]).collect()
}

fn masked(agent: Agent, played: &Played) -> Claim {
    let told = |text: &str| played.told(Call::Telling).contains(text);
    match agent.never_masks() {
        None => claim(
            "a token in a tool's output is masked before the model sees it",
            !played.model.was_told(TOKEN) && told("released with [redacted]"),
            || played.shown(Call::Telling),
        ),
        Some(_) => claim(
            "a token in a tool's output cannot be masked, and the model is told what to make of it",
            told(TOKEN) && told("security/secret-output"),
            || played.shown(Call::Telling),
        ),
    }
}

/// After `hookward init`, on a fresh project.
pub(crate) fn guarded(agent: Agent, installed: &Installed) -> Vec<Claim> {
    let sandbox = Sandbox::new(&installed.node);
    if let Some(refused) = registration::init(agent, &sandbox) {
        return vec![refused];
    }
    let played = Played::of(agent, installed, &sandbox);
    let told = |call: Call, text: &str| played.told(call).contains(text);
    let is_there = |name: &str| sandbox.file(name).is_some();
    let claims = [
        claim("the agent ends by itself", played.ended.code == Some(0), || played.everything()),
        claim("an ordinary command runs", is_there("ordinary.txt"), || played.shown(Call::Ordinary)),
        claim(
            "a destructive command does not run",
            sandbox.file("work.txt").as_deref() == Some(UNCOMMITTED),
            || played.shown(Call::Destructive),
        ),
        claim(
            "the reason reaches the model, with what to do instead",
            told(Call::Destructive, "security/discarded-work") && told(Call::Destructive, "git stash push"),
            || played.shown(Call::Destructive),
        ),
        claim(
            "a protected file stays unwritten by the write tool, and the model is told why",
            !is_there(agent.protected_file()) && told(Call::SecretByTool, "security/protected-file"),
            || played.shown(Call::SecretByTool),
        ),
        claim(
            "a protected file stays unwritten by the shell, and the model is told why",
            !is_there(".env") && told(Call::SecretByShell, "security/protected-file"),
            || played.shown(Call::SecretByShell),
        ),
        claim(
            "what would be asked about does not run where nobody answers, and the model is told why",
            sandbox.has_branch("old") && told(Call::Doubtful, "security/discarded-work"),
            || played.shown(Call::Doubtful),
        ),
        rewritten(agent, &sandbox, &played),
        masked(agent, &played),
        claim("no token is in the journal", !sandbox.journal().contains(TOKEN), || sandbox.journal()),
        claim("what is said after a tool reaches the model", played.model.was_told(AFTERWARDS), || {
            played.shown(Call::Remarkable)
        }),
        claim("after all that an ordinary command still runs", is_there("again.txt"), || {
            played.shown(Call::OrdinaryAgain)
        }),
        match agent.never_tells_a_failure() {
            None => claim(
                "a command that fails is known to have failed, and the others are not",
                sandbox.failures() == failing(agent),
                || format!("known to have failed: {:?}; {}", sandbox.failures(), played.shown(Call::Failing)),
            ),
            Some(why) => Claim {
                text: "a command that fails is known to have failed, and the others are not",
                seen: Seen::NotHere(why),
            },
        },
        claim(
            "what is said when a session starts reaches the model",
            played.model.was_told(AT_START),
            || played.everything(),
        ),
        match agent.never_holds_a_stop() {
            None => {
                claim("a stop is held, and the model is told why", played.model.was_told(AT_STOP), || {
                    played.everything()
                })
            }
            Some(why) => {
                Claim { text: "a stop is held, and the model is told why", seen: Seen::NotHere(why) }
            }
        },
        registration::doctor(agent, &sandbox),
    ];
    let mut claims: Vec<Claim> = claims.into();
    if agent == Agent::Codex {
        claims.push(registration::changed_hook(&sandbox));
    }
    claims
}
