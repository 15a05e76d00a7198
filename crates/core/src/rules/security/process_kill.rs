//! Ends processes that are not the agent's.
//!
//! What: denies ending every process (`kill -9 -1`, all that `ps` lists), every process of a user (`pkill -u me`), the first one
//! (`kill 1`) or whatever a pattern without a name fits, and turning the machine off. Asks where a list of processes was narrowed
//! down in a way that cannot be followed. Free: a process by its number or its name, `kill %1`.
//!
//! Why: everything that the person has open is lost, and so is the session that could tell what happened.
//!
//! Instead: end the process that you started, by its number or its name.

use hookward_effects::{Action, Command, Piece, Source, Value};

use crate::rule::{Against, BEFORE, Case, Rule, asks, denies, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/process-kill",
    category: Category::Security,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("process_kill.rs"),
    judge,
    examples: &[
        denies("kill -9 -1"),
        denies("kill -KILL -- -1"),
        denies("kill 1"),
        denies("pkill -9 -f ."),
        denies("python3 -c 'import os; os.kill(-1, 9)'"),
        denies("pkill -u $USER"),
        denies("killall -9 -u dev"),
        denies("ps -ef | awk '{print $2}' | xargs kill -9"),
        denies("kill -9 $(ps -eo pid=)"),
        denies("for p in $(ps -e -o pid=); do kill -9 $p; done"),
        denies("grep x notes.txt; kill $(ps aux | awk 'NR>1 {print $2}')"),
        asks("ps -ef | sed 1,9d | awk '{print $2}' | xargs kill"),
        asks("ps aux --sort=-%cpu | head -2 | awk '{print $2}' | xargs kill"),
        passes("kill $(ps -o pid= --ppid 4711)"),
        denies("kill $(pgrep -u $USER)"),
        denies("pgrep -v vite | xargs kill"),
        denies("pkill -KILL -f ."),
        denies("killall -s KILL -u dev"),
        passes("pgrep -u dev vite | xargs kill"),
        denies("ps -ef | grep -v root | awk '{print $2}' | xargs -r kill -9"),
        denies("loginctl terminate-user $USER"),
        denies("taskkill /F /IM *"),
        passes("ps aux | grep vite | grep -v grep | awk '{print $2}' | xargs kill"),
        passes("ps aux | grep vite | awk '{print $2}' | xargs kill"),
        passes("ps aux | head; kill $PID"),
        passes("pkill -u dev vite"),
        passes("kill %1"),
        passes("kill 4711"),
        denies("for p in /proc/[0-9]*; do kill -9 \"${p#/proc/}\"; done"),
        passes("kill $(lsof -t -i:3000)"),
        passes("pkill -f 'vite --port 5173'"),
        passes("kill -l"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let mut findings = Vec::new();
    for effect in &case.facts.effects {
        let Action::Kill(processes) = &effect.action else { continue };
        let (decision, why) = match processes.iter().find(|process| is_everything(process)) {
            Some(process) => (
                Decision::Deny,
                format!("{process} stands for every process, or for the one that all others hang on"),
            ),
            None if processes.iter().any(is_unseen) && lists_all(&case.facts.commands) => {
                (Decision::Ask, "it ends whatever `ps` lists, and nothing says which that is".to_owned())
            }
            None => continue,
        };
        findings.push(Finding {
            why: why.into(),
            instead: "end the process that you started: `kill %1`".into(),
            ..Rule::objection(RULE.id, decision, case, effect)
        });
    }
    findings
}

/// Whether it is what some command has printed.
fn is_unseen(process: &Value) -> bool {
    let is_name = |source: &Source| matches!(source, Source::Names(_));
    process.texts().is_empty() && process.prefix().is_empty() && process.sources().iter().all(is_name)
}

/// Whether processes are listed and no command picks some of them by name.
fn lists_all(commands: &[Command]) -> bool {
    let picks = |command: &Command| match name(command) {
        // One that leaves some out picks none.
        "grep" | "egrep" | "fgrep" | "rg" => !command.words.iter().skip(1).any(is_inverted),
        "pgrep" | "pidof" | "lsof" | "fuser" => true,
        "awk" | "gawk" | "mawk" => command
            .words
            .iter()
            .flat_map(Value::texts)
            .any(|text| text.contains(['/', '~']) || text.contains("==")),
        "ps" => command
            .words
            .iter()
            .skip(1)
            .any(|word| matches!(word.prefix(), "-C" | "-p" | "-t" | "--pid" | "--ppid" | "--tty")),
        _ => false,
    };
    commands.iter().any(|command| name(command) == "ps") && !commands.iter().any(picks)
}

fn name(command: &Command) -> &str {
    let name = command.words.first().map(Value::prefix).unwrap_or_default();
    name.rsplit('/').next().unwrap_or(name)
}

/// `-v`, alone or among other letters.
fn is_inverted(word: &Value) -> bool {
    let text = word.prefix();
    text == "--invert-match" || (text.starts_with('-') && !text.starts_with("--") && text.contains('v'))
}

fn is_everything(process: &Value) -> bool {
    if let Value::Pattern(pieces) = process {
        // `taskkill /im *`, which the shell would fill with names of files; the numbers of all that `/proc` holds.
        let is_any =
            |piece: &Piece| matches!(piece, Piece::Glob(glob) if !glob.chars().any(char::is_alphabetic));
        // All that `ps` lists, perhaps with something else that a filter has put there.
        let is_number = |piece: &Piece| matches!(piece, Piece::Glob(glob) if glob == "[0-9]*");
        if pieces.iter().all(is_any) || pieces.iter().any(is_number) {
            return true;
        }
    }
    process.texts().iter().any(|text| {
        matches!(text.as_str(), "-1" | "1" | "init" | "systemd" | "launchd")
            || ["pid ne ", "pid gt ", "pid ge "].iter().any(|all| text.to_ascii_lowercase().starts_with(all))
            || (!text.starts_with('%') && !text.chars().any(char::is_alphanumeric))
    })
}
