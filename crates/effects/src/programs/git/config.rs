//! git's configuration: keys that make it run programs, and those that switch hooks off.

use hookward_shell::Span;

use super::{Call, look};
use crate::effect::{Action, Deed, Standing};
use crate::source::{Source, Sources};
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// What a key makes git do.
#[derive(PartialEq, Eq)]
enum Obeyed {
    /// It runs the value.
    Runs,
    /// It looks for hooks elsewhere.
    Hooks,
    /// The value is an alias.
    Alias,
    /// It reads more configuration there.
    Includes,
    Nothing,
}

fn obeyed(key: &str) -> Obeyed {
    let key = key.to_ascii_lowercase();
    let section = key.split('.').next().unwrap_or_default();
    let last = key.rsplit('.').next().unwrap_or_default();
    match (section, last) {
        ("core", "hookspath") => Obeyed::Hooks,
        ("alias", _) => Obeyed::Alias,
        ("include" | "includeif", "path") => Obeyed::Includes,
        (
            "core",
            "pager" | "editor" | "fsmonitor" | "sshcommand" | "askpass" | "gitproxy" | "alternaterefscommand",
        )
        | ("pager" | "hook", _)
        | ("diff", "external" | "textconv" | "command")
        | ("filter", "clean" | "smudge" | "process")
        | ("credential", "helper")
        | ("gpg", "program")
        | ("merge", "driver")
        | ("difftool" | "mergetool" | "man" | "browser", "cmd" | "path")
        | ("sequence", "editor")
        | ("uploadpack", "packobjectshook")
        | ("remote", "uploadpack" | "receivepack" | "vcs")
        | ("trailer", "command" | "cmd")
        | ("sendemail", "tocmd" | "cccmd" | "sendmailcmd" | "headercmd")
        | ("interactive", "difffilter")
        | ("init", "templatedir") => Obeyed::Runs,
        _ => Obeyed::Nothing,
    }
}

/// Keys that say how long git keeps what nothing reaches.
const EXPIRIES: &[&str] =
    &["gc.pruneexpire", "gc.reflogexpire", "gc.reflogexpireunreachable", "gc.worktreepruneexpire"];

/// Whether the configuration lets git forget what nothing reaches at once, and not after weeks.
pub(super) fn expires_at_once(state: &State) -> bool {
    let at_once = |value: &String| {
        matches!(value.as_str(), "now" | "all" | "0" | "today")
            || value.contains("second")
            || value.contains("minute")
    };
    let set = EXPIRIES.iter().filter_map(|key| state.alias_of(&format!("git-config {key}")));
    set.into_iter().any(|set| set.all.iter().any(at_once))
}

/// Under what name the text's own setting of a remote is kept.
pub(super) fn remote_key(remote: &str, key: &str) -> String {
    format!("git-config remote.{}.{key}", remote.to_ascii_lowercase())
}

/// Where the text has said that a branch is pushed to, if it is known which one.
pub(super) fn pushed_to(branch: Option<&str>, state: &State) -> Option<String> {
    let of_branch = |key: &str| Some(format!("branch.{}.{key}", branch?.to_ascii_lowercase()));
    let keys = [of_branch("pushremote"), Some("remote.pushdefault".to_owned()), of_branch("remote")];
    keys.iter().flatten().find_map(|key| state.alias_of(&format!("git-config {key}"))?.all.last().cloned())
}

/// Whether the text has set something of a remote.
pub(super) fn remote_says(remote: &str, key: &str, value: &str, state: &State) -> bool {
    state.alias_of(&remote_key(remote, key)).is_some_and(|told| told.all.iter().any(|told| told == value))
}

/// Settings that stand in variables: `GIT_CONFIG_KEY_0=remote.origin.mirror`.
pub(super) fn from_environment(walk: &mut Walk, span: Span, state: &mut State) {
    const MAX_SETTINGS: usize = 8;
    if let Some(Value::Known(text)) = state.variable("GIT_CONFIG_PARAMETERS") {
        for (key, value) in parameters(&text).into_iter().take(MAX_SETTINGS) {
            obey(walk, &key, &Value::Known(value), span, state);
        }
    }
    let count = state.variable("GIT_CONFIG_COUNT").and_then(|count| count.known()?.parse::<usize>().ok());
    for index in 0..count.unwrap_or_default().min(MAX_SETTINGS) {
        let key = state.variable(&format!("GIT_CONFIG_KEY_{index}"));
        let value = state.variable(&format!("GIT_CONFIG_VALUE_{index}")).unwrap_or_else(Value::unknown);
        if let Some(key) = key.as_ref().and_then(Value::known) {
            obey(walk, key, &value, span, state);
        }
    }
}

/// `'key'='value' 'key=value'`: settings in one variable, as git hands them on.
fn parameters(text: &str) -> Vec<(String, String)> {
    let plain = |part: &str| part.replace("'\\''", "\0").replace('\'', "").replace('\0', "'");
    let setting = |part: &str| {
        let part = plain(part.trim());
        part.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned()))
    };
    text.split("' '").filter_map(setting).collect()
}

/// `--config-env=key=VARIABLE`: the value stands in a variable.
pub(super) fn from_variable(walk: &mut Walk, word: &Value, span: Span, state: &mut State) {
    if let Some((key, name)) = word.known().and_then(|text| text.rsplit_once('=')) {
        let value = state.variable(name).unwrap_or_else(Value::unknown);
        obey(walk, key, &value, span, state);
    }
}

/// `-c key=value`: for this one command.
pub(super) fn once(walk: &mut Walk, word: &Value, span: Span, state: &mut State) {
    let text = word.prefix();
    let (key, at) = text.split_once('=').map_or((text, text.len()), |(key, _)| (key, key.len() + 1));
    let value = super::tail(word, at);
    obey(walk, key, &value, span, state);
}

fn obey(walk: &mut Walk, key: &str, value: &Value, span: Span, state: &mut State) {
    match obeyed(key) {
        Obeyed::Hooks => walk.deed(Deed::SkipHooks, "makes git look for its hooks elsewhere", span),
        Obeyed::Alias => {
            if let (Some(name), Some(text)) = (key.split_once('.').map(|(_, name)| name), value.known()) {
                state.alias(&format!("git {name}"), text);
            }
        }
        Obeyed::Runs => {
            let script = super::tail(value, usize::from(value.prefix().starts_with('!')));
            if !is_plain_program(&script) {
                let mut apart = walk.copy(state);
                walk.shell_text(&script, span, "git configuration", &mut apart);
                walk.deed(Deed::Persist, "makes git run a program of its own choosing", span);
            }
        }
        Obeyed::Includes => walk.deed(Deed::Configure, "makes git read more configuration", span),
        Obeyed::Nothing => {
            let key = key.to_ascii_lowercase();
            if matches!(key.as_str(), "clean.requireforce" | "push.default")
                || EXPIRIES.contains(&key.as_str())
            {
                state.alias(&format!("git-config {key}"), value.known().unwrap_or_default());
            }
            let last = key.rsplit('.').next().unwrap_or_default();
            if (key.starts_with("remote.") && matches!(last, "mirror" | "push" | "pushdefault"))
                || (key.starts_with("branch.") && matches!(last, "remote" | "pushremote"))
            {
                state.alias(&format!("git-config {key}"), value.known().unwrap_or_default());
            }
            // Who commits stands in every commit, for all to read.
            if matches!(key.split('.').next(), Some("user" | "author" | "committer"))
                && matches!(last, "name" | "email")
                && !value.sources().is_empty()
            {
                walk.effect(Action::Print(value.sources()), span);
            }
            walk.follows_anew |= key.starts_with("branch.") && matches!(last, "merge" | "remote" | "rebase");
            // Another address behind a known name.
            if key.ends_with("insteadof")
                || (key.starts_with("remote.")
                    && (key.ends_with("url") || key.rsplit('.').next() == Some("push")))
            {
                walk.remotes.push("*".to_owned());
            }
        }
    }
}

/// `less -R`, `cat`, `vim`, `code --wait`, `store`: what people set, and what does nothing else.
fn is_plain_program(value: &Value) -> bool {
    const USUAL: &[&str] = &[
        "",
        ":",
        "true",
        "false",
        "cat",
        "less",
        "more",
        "delta",
        "bat",
        "diff-so-fancy",
        "vim",
        "nvim",
        "vi",
        "nano",
        "emacs",
        "code",
        "store",
        "cache",
        "osxkeychain",
        "manager",
        "manager-core",
        "libsecret",
        "wincred",
        "gpg",
        "gpg2",
        "ssh",
        "git-lfs",
        "meld",
        "ssh-keygen",
        "gopass",
        "pass",
    ];
    value.known().is_some_and(|text| {
        let mut words = text.split_ascii_whitespace();
        USUAL.contains(&words.next().unwrap_or_default())
            && words.all(|word| {
                !word.contains(['!', '|', ';', '$', '`', '&', '<', '>', '(', '+', '/', '.', '*', '?'])
            })
    })
}

/// `git config`.
pub(super) fn command(walk: &mut Walk, call: &Call, state: &mut State) -> Standing {
    let given = &call.arguments;
    let operands: Vec<&Value> = match given.first() {
        // The newer spelling has verbs.
        Some("set" | "get" | "list" | "unset" | "edit" | "remove-section" | "rename-section") => {
            given.operands.iter().skip(1).copied().collect()
        }
        _ => given.operands.clone(),
    };
    let verb = given.first().unwrap_or_default();
    let asks = given.has(&[
        "--get",
        "--get-all",
        "--get-regexp",
        "--get-urlmatch",
        "--list",
        "--show-origin",
        "--name-only",
    ]) || given.has_letter("l")
        || matches!(verb, "get" | "list");
    let removes = given.has(&["--unset", "--unset-all", "--remove-section", "--replace-all"])
        || verb.starts_with("unset");
    let sets = !asks
        && (operands.len() > 1
            || removes
            || given.has(&["--add"])
            || given.has_letter("e")
            || verb == "edit");
    if !sets {
        // What git sends to prove who asks.
        let is_secret = |key: &&Value| {
            let key = key.to_string().to_ascii_lowercase();
            ["extraheader", "token", "password", "cookie"].iter().any(|word| key.contains(word))
        };
        if operands.iter().any(is_secret) && !given.has(&["--name-only"]) {
            let secret = Sources::from(Source::Secret("credentials of git"));
            walk.print(&Value::Unknown(secret), call.span);
        }
        for file in given.all_values(&["-f", "--file", "--blob"]) {
            walk.read(state.place(&look::path(&file)), call.span);
        }
        let safe = given.options().all(|word| {
            matches!(
                word,
                "--get" | "--get-all" | "--local" | "--show-origin" | "--name-only" | "-l" | "--list"
            )
        });
        return look::standing(
            call,
            safe && verb != "list"
                && !given.has(&["--list"])
                && !given.has_letter("l")
                && !may_hold_a_token(given),
        );
    }
    if given.has(&["--global", "--system"]) {
        walk.deed(Deed::Configure, "changes the person's own git configuration", call.span);
    }
    for file in given.all_values(&["-f", "--file"]) {
        walk.effect(Action::Write(state.place(&file), Value::unknown()), call.span);
    }
    let drops_section = given.has(&["--remove-section", "--rename-section"])
        || matches!(verb, "remove-section" | "rename-section");
    if drops_section && operands.first().and_then(|key| key.known()) == Some("core") {
        walk.deed(Deed::SkipHooks, "takes away where git looks for its hooks", call.span);
    }
    if let Some(key) = operands.first().and_then(|key| key.known()) {
        let value = operands.get(1).copied().cloned().unwrap_or_else(|| Value::Known(String::new()));
        if obeyed(key) == Obeyed::Alias && value.prefix().starts_with('!') {
            walk.deed(Deed::Configure, "plants a shell command under a name of git's", call.span);
        }
        obey(walk, key, &value, call.span, state);
    }
    Standing::Known
}

/// Headers, addresses and helpers may carry a token.
fn may_hold_a_token(given: &crate::programs::Arguments) -> bool {
    let names = |key: &str| {
        let key = key.to_ascii_lowercase();
        ["extraheader", "credential", "proxy", "insteadof", "password", "token"]
            .iter()
            .any(|word| key.contains(word))
    };
    given.operands.iter().any(|word| word.known().is_none_or(names))
}
