//! Switches a guard off, or goes around it.
//!
//! What: denies starting an agent without its permissions (`--dangerously-skip-permissions`, `--yolo`), settings that
//! switch hooks or questions off, ending a guard's process, variables that disable hooks, and doing what only a person
//! may do (`hookward trust`, `allow-once`, `pause`, `uninstall`; the files `.skip-plan`, `.skip-ralph` and `.brainstorm-confirmed`), also by what is typed
//! into a terminal (tmux, screen, an editor's `:term`, expect, a pseudo-terminal of code), and where only the run shows what
//! `hookward` is told to do (`hookward $(cat x)`), or which program it is that has a terminal and such words (`script -c "$x verify"`); and taking Hookward away with a package manager. Asks about copies of it by another name, and about variables that lead an agent to another
//! configuration or another server. The files that register hooks are `security/protected-file`.
//!
//! Why: a guard that the guarded can switch off is none.
//!
//! Instead: tell the person what is in the way; they can allow it.

use std::borrow::Cow;

use hookward_effects::{Action, Command, Deed, Permission, Place, Source, Value, may_fit};

use crate::bypass::is_marker;
use crate::rule::{Against, BEFORE, Case, Example, Rule, Sample, asks, denies, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/guard-tampering",
    category: Category::Security,
    on: BEFORE,
    against: Against::Target,
    source: include_str!("guard_tampering.rs"),
    judge,
    examples: &[
        denies("claude --dangerously-skip-permissions -p 'delete the cache'"),
        denies("codex exec --dangerously-bypass-approvals-and-sandbox 'do it'"),
        denies("claude --safe-mode -p x"),
        denies("claude plugin uninstall hookward"),
        denies("claude plugin disable hookward@acme"),
        passes("claude plugin disable lint"),
        denies("hookward trust"),
        denies("script -qc 'hookward allow-once 1' /dev/null"),
        denies("hookward $(cat sub.txt)"),
        denies("hookward \"$COMMAND\" 10m"),
        denies("script -qc \"$(ls -d ../h*) pause 10m\" /dev/null"),
        denies("/proc/self/fd/3 verify"),
        passes("script -qc \"$TOOL test\" /dev/null"),
        denies("tmux send-keys -t a hookward Space verify Enter"),
        denies("vim -c 'term hookward verify'"),
        denies("python3 -c 'import pexpect; c = pexpect.spawn(\"bash\"); c.sendline(\"hookward verify\")'"),
        denies("some-terminal hookward verify"),
        passes("expect -c 'spawn npm init; send \"y\\r\"'"),
        denies("hookward uninstall"),
        denies("chmod -x $(which hookward)"),
        denies("cp /bin/true \"$(which hookward)\""),
        denies(": > \"$(command -v hookward)\""),
        denies("h=$(type -P hookward); install x \"$h\""),
        passes("ls -l \"$(which hookward)\""),
        denies("hookward() { :; }"),
        asks("export HOOKWARD_CONFIG=/tmp/x"),
        denies("cargo uninstall hookward"),
        denies("npm uninstall -g hookward"),
        denies("sudo apt-get remove -y hookward"),
        denies("touch .skip-plan"),
        denies("pkill -f bash-guard"),
        denies("pkill -f hookw"),
        denies("pkill -f 'hook[w]ard'"),
        denies("killall -r 'hook.*'"),
        denies("pgrep -f hookw | xargs kill -9"),
        denies("ps aux | grep [h]ookward | awk '{print $2}' | xargs kill"),
        denies("kill $(ps aux | awk '/hookward/{print $2}')"),
        passes("pkill -f webhook"),
        passes("ps aux | grep '[v]ite' | awk '{print $2}' | xargs kill"),
        denies("kill -9 $(pgrep -f hook-daemon)"),
        denies("export CLAUDE_HOOKS_DISABLED=1"),
        denies("echo '{\"chat.tools.autoApprove\": true}' > .vscode/settings.json"),
        asks("export ANTHROPIC_BASE_URL=https://proxy.example && claude -p hi"),
        asks("export CODEX_HOME=./.codex && codex exec hi"),
        asks("HOME=/tmp/h claude -p hi"),
        asks("XDG_STATE_HOME=/tmp/s claude -p hi"),
        passes("HOME=/tmp/h npm test"),
        denies("claude config set hooks '{}'"),
        denies("pkill -f claude-hooks"),
        passes("pkill -f 'stripe listen --forward-to localhost:3000/webhooks'"),
        passes("pkill -f 'node src/hooks/server.js'"),
        Example {
            call: Sample::Content(".vscode/settings.json", "{\"chat.tools.autoApprove\": true}"),
            decision: Decision::Deny,
        },
        denies("export PATH=/tmp/fake:$PATH && ln -s /bin/true /tmp/fake/hookward"),
        denies("printf '#!/bin/sh\\nexit 0\\n' > ~/.local/bin/hookward"),
        passes("mkdir -p docs/hookward && touch docs/hookward/index.md"),
        passes("hookward check 'git status'"),
        passes("hookward log"),
        passes("hookward trust --list"),
        passes("hookward check \"$(cat command.txt)\""),
        asks("cp $(which hookward) hw2"),
        denies("ln /usr/local/bin/hookward hw2"),
        asks("curl -s file:///usr/local/bin/hookward -o hw2"),
        asks("strip -o hw2 /usr/local/bin/hookward"),
        denies("ln -s /usr/local/bin/hookward hw2 && ./hw2 pause 10m"),
        passes("ln -sf /opt/hookward/hookward bin/hookward"),
        passes("npm uninstall lodash"),
        passes("test -f .skip-plan"),
        passes("pkill -f 'vite --port 5173'"),
        passes("export NODE_ENV=test"),
        passes("grep -rn dangerously-skip-permissions docs"),
        Example {
            call: Sample::Content(".vscode/settings.json", "{\"editor.tabSize\": 2}"),
            decision: Decision::Silent,
        },
    ],
};

/// Settings of hosts and editors that switch questions or hooks off.
const SWITCHES: &[&str] = &[
    "disableallhooks",
    "autoapprove",
    "bypasspermissions",
    "dangerouslyskippermissions",
    "skippermissions",
    "skipdangerous",
    "allowlist\":[\"*\"",
    "approval_policy = \"never\"",
    "approval_policy=\"never\"",
    "danger-full-access",
    "yolo",
    "trust_all",
    "hooksenabled\":false",
    "hooksenabled\": false",
    "enablehooks\":false",
    "enablehooks\": false",
];

/// Files in which such settings count.
const SETTINGS: &[&str] = &[
    "/.vscode/",
    "/.claude/",
    "/.cursor/",
    "/.codex/",
    "/.gemini/",
    "/.qwen/",
    "/.kiro/",
    "/.opencode/",
    "/.windsurf/",
    "/.amp/",
    "/amp/",
    "/.factory/",
    "/.cline/",
    "/.copilot/",
    "/.continue/",
    "/.idea/",
    "/code/user/",
    "/opencode",
];

/// Package managers, and how they take something away.
const MANAGERS: &[&str] = &[
    "cargo", "npm", "pnpm", "yarn", "bun", "brew", "pip", "pip3", "pipx", "uv", "apt", "apt-get", "dnf",
    "yum", "pacman", "apk", "snap", "mise", "nix", "scoop", "choco", "winget", "port", "zypper",
];
const REMOVALS: &[&str] = &[
    "uninstall",
    "remove",
    "rm",
    "un",
    "unlink",
    "purge",
    "autoremove",
    "delete",
    "del",
    "-R",
    "-Rs",
    "-Rns",
];

/// Variables that lead an agent elsewhere.
const LEADS: &[&str] = &[
    "ANTHROPIC_BASE_URL",
    "OPENAI_BASE_URL",
    "OPENAI_API_BASE",
    "GOOGLE_GEMINI_BASE_URL",
    "CLAUDE_CONFIG_DIR",
    "CODEX_HOME",
    "GEMINI_CLI_HOME",
    "CURSOR_CONFIG_DIR",
    "KIRO_HOME",
    "OPENCODE_CONFIG",
];

/// Programs of agents.
const AGENTS: &[&str] = &[
    "claude",
    "codex",
    "gemini",
    "qwen",
    "cursor",
    "cursor-agent",
    "copilot",
    "kiro",
    "kiro-cli",
    "opencode",
    "amp",
    "droid",
];

/// Words by which a process says that it runs hooks of an agent.
const OF_AGENTS: &[&str] = &["agent", "agents", "daemon", "runner", "pretooluse"];

fn judge(case: &Case) -> Vec<Finding> {
    let mut findings = Vec::new();
    for command in case.facts.commands.iter().filter(|command| takes_hookward_away(command)) {
        findings.push(Finding {
            why: "it takes Hookward away, which only a person may do".into(),
            instead: "tell the person what is in the way, and what you would do; they can allow it".into(),
            ..Rule::finding(RULE.id, Decision::Deny, case, Some(command.span))
        });
    }
    for command in case.facts.commands.iter().filter(|command| links_the_guard(command)) {
        findings.push(Finding {
            why: "that link would be the guard under another name, which no rule knows".into(),
            instead: "call hookward by its own name".into(),
            ..Rule::finding(RULE.id, Decision::Ask, case, Some(command.span))
        });
    }
    for effect in &case.facts.effects {
        let shadow = || shadows_the_guard(case, &effect.action);
        let other_home = || gives_an_agent_another_home(case, &effect.action);
        let listed = || ends_a_listed_guard(case, &effect.action);
        let found = objection(&effect.action).or_else(shadow).or_else(other_home).or_else(listed);
        let Some((decision, why)) = found else {
            continue;
        };
        findings.push(Finding {
            why,
            instead: "tell the person what is in the way, and what you would do; they can allow it".into(),
            ..Rule::objection(RULE.id, decision, case, effect)
        });
    }
    findings
}

fn objection(action: &Action) -> Option<(Decision, Cow<'static, str>)> {
    match action {
        Action::Deed(Deed::Tamper, what) => Some((Decision::Deny, format!("it {what}").into())),
        Action::Deed(Deed::Impersonate, what) => {
            Some((Decision::Deny, format!("it {what}, which only a person may do").into()))
        }
        Action::Kill(processes) => {
            let guard = processes.iter().find(|process| names_a_guard(process))?;
            Some((Decision::Deny, format!("{guard} reads like the process of a guard").into()))
        }
        Action::Environment(name, value) => variable(name, value),
        Action::Delete(place, _)
        | Action::Permit(place, Permission::NotExecutable | Permission::Closed(_))
            if place.spots.iter().any(|spot| spot.last() == "hookward") =>
        {
            Some((Decision::Deny, format!("{} reads like the guard itself", place.written).into()))
        }
        Action::Write(place, _) if place.spots.iter().any(|spot| is_marker(spot.last())) => Some((
            Decision::Deny,
            format!("{} lets an agent pass, which only a person may do", place.written).into(),
        )),
        Action::Write(place, content) if is_renamed_guard(place, content) => Some((
            Decision::Ask,
            format!("{} would be the guard under another name, which no rule knows", place.written).into(),
        )),
        Action::Write(place, content) => {
            if !is_settings(place) {
                return None;
            }
            let text = content.literals().to_ascii_lowercase();
            let switch = SWITCHES.iter().find(|switch| text.contains(*switch))?;
            Some((Decision::Deny, format!("{switch} switches questions or hooks of an agent off").into()))
        }
        _ => None,
    }
}

/// A copy of Hookward, or a link to it, by another name.
fn is_renamed_guard(place: &Place, content: &Value) -> bool {
    let is_guard = |place: &Place| place.spots.iter().any(|spot| spot.last() == "hookward");
    let sources = content.sources();
    !is_guard(place) && sources.iter().any(|source| matches!(source, Source::File(from) if is_guard(from)))
}

/// Another program of Hookward's name, where a shell looks for programs first: `~/bin/hookward`, or in a directory that
/// the same text puts on the PATH.
fn shadows_the_guard(case: &Case, action: &Action) -> Option<(Decision, Cow<'static, str>)> {
    let Action::Write(place, _) = action else { return None };
    let put_on_path = |directory: &str| {
        case.facts.effects.iter().any(|effect| match &effect.action {
            Action::Environment(name, value) if name == "PATH" => {
                let text = value.to_string();
                text.split(':').any(|part| {
                    let part = part.trim_start_matches("./").trim_end_matches('/');
                    part == directory || (part.len() > 1 && directory.ends_with(&format!("/{part}")))
                })
            }
            _ => false,
        })
    };
    let shadows = place.spots.iter().filter(|spot| spot.last() == "hookward").any(|spot| {
        let directory = spot.path.rsplit_once('/').map_or("/", |(directory, _)| directory);
        let holds_programs = matches!(directory.rsplit('/').next(), Some("bin" | "sbin" | "shims" | ".bin"));
        (holds_programs && !case.ground.in_workspace(&spot.path)) || put_on_path(directory)
    });
    shadows.then(|| {
        (Decision::Deny, format!("{} would be found in place of the guard itself", place.written).into())
    })
}

/// `ln -s $(which hookward) x`. A link that is another name of the file is a copy of it, as `is_renamed_guard` says.
fn links_the_guard(command: &Command) -> bool {
    let words: Vec<&str> = command.words.iter().map(Value::prefix).collect();
    let Some((name, rest)) = words.split_first() else { return false };
    let is_guard = |word: &&str| word.rsplit('/').next() == Some("hookward");
    let mut operands = rest.iter().filter(|word| !word.starts_with('-'));
    let is_symbolic = |word: &&str| match word.strip_prefix("--") {
        Some(long) => long == "symbolic",
        None => word.starts_with('-') && word.contains('s'),
    };
    name.rsplit('/').next() == Some("ln")
        && rest.iter().any(is_symbolic)
        && operands.next_back().is_some_and(|link| !is_guard(link))
        && operands.any(is_guard)
}

fn takes_hookward_away(command: &Command) -> bool {
    let words: Vec<&str> = command.words.iter().map(Value::prefix).collect();
    let Some((name, rest)) = words.split_first() else { return false };
    let name = name.rsplit('/').next().unwrap_or(name);
    MANAGERS.contains(&name)
        && rest.iter().any(|word| REMOVALS.contains(word))
        && rest.iter().any(|word| word.split('@').next() == Some("hookward") || *word == "hookward-cli")
}

fn variable(name: &str, value: &Value) -> Option<(Decision, Cow<'static, str>)> {
    let upper = name.to_ascii_uppercase();
    let off = ["DISABLE", "SKIP", "BYPASS", "OFF"].iter().any(|word| upper.contains(word));
    let agent = ["CLAUDE", "CODEX", "CURSOR", "GEMINI", "KIRO", "COPILOT", "HOOKWARD", "AGENT"]
        .iter()
        .any(|word| upper.contains(word));
    if agent
        && off
        && (upper.contains("HOOK") || upper.contains("GUARD"))
        && !matches!(value.known(), Some("0" | "false" | ""))
    {
        return Some((Decision::Deny, format!("{name} switches hooks off").into()));
    }
    let own = upper.starts_with("HOOKWARD_");
    (own || LEADS.contains(&name))
        .then(|| (Decision::Ask, format!("{name} leads an agent to another configuration or server").into()))
}

/// An agent finds its settings, and with them its hooks, below its home.
fn gives_an_agent_another_home(case: &Case, action: &Action) -> Option<(Decision, Cow<'static, str>)> {
    let Action::Environment(name, _) = action else { return None };
    let is_agent = |command: &Command| {
        let program = command.words.first().and_then(Value::known).unwrap_or_default();
        AGENTS.contains(&program.rsplit('/').next().unwrap_or(program))
    };
    (matches!(name.as_str(), "HOME" | "XDG_CONFIG_HOME" | "XDG_STATE_HOME")
        && case.facts.commands.iter().any(is_agent))
    .then(|| (Decision::Ask, format!("{name} leads an agent to another configuration").into()))
}

/// Whether what is killed is called like a guard, or like what runs an agent's hooks. A server of webhooks is neither.
fn names_a_guard(process: &Value) -> bool {
    process.texts().iter().any(|text| {
        let text = text.to_ascii_lowercase();
        let names = text.split_ascii_whitespace().map(|word| word.rsplit('/').next().unwrap_or(word));
        let words =
            || names.clone().flat_map(|name| name.split(|letter: char| !letter.is_ascii_alphanumeric()));
        let has = |list: &[&str]| words().any(|word| list.contains(&word));
        has(&["hookward", "guard", "guardrail", "guardrails", "sentinel"])
            || (has(&["hook", "hooks"]) && (has(OF_AGENTS) || has(AGENTS)))
            || (text.contains(char::is_alphabetic) && may_fit(&text, "hookward"))
    })
}

/// Processes of a list in which somebody has looked for the guard: `ps aux | grep [h]ookward | awk '{print $2}' | xargs kill`.
fn ends_a_listed_guard(case: &Case, action: &Action) -> Option<(Decision, Cow<'static, str>)> {
    let Action::Kill(processes) = action else { return None };
    let looks_for_it = |command: &Command| {
        let mut words = command.words.iter().skip(1).map(ToString::to_string);
        words.any(|word| word.to_ascii_lowercase().replace(['[', ']'], "").contains("hookward"))
    };
    let is_listed = processes.iter().any(|process| process.texts().is_empty())
        && case.facts.commands.iter().any(looks_for_it);
    is_listed.then(|| (Decision::Deny, "it ends what was listed as hookward".into()))
}

fn is_settings(place: &Place) -> bool {
    place.spots.iter().any(|spot| {
        let path = spot.path.to_ascii_lowercase();
        let mut parts = path.match_indices('/').filter_map(|(at, _)| path.get(at..));
        parts.any(|part| SETTINGS.iter().any(|folder| part.starts_with(folder)))
    })
}
