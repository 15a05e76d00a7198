//! Tools of MCP servers for version control. `git_commit` is `git commit` with its arguments as options, and a tool that is
//! told git's words is git; what is written to a repository at a forge is a commit there.

use super::{Deed, Verbs, folded, is_database, script, words};
use crate::call::Argument;
use crate::effect::{self, Action, Effect, Facts};
use crate::forge;
use crate::programs::is_git_command;
use crate::scene::Scene;

/// Words by which servers and tools say what they drive.
const DRIVEN: &[&str] = &[
    "git",
    "github",
    "gitlab",
    "gitea",
    "forgejo",
    "bitbucket",
    "gitkraken",
    "gh",
    "glab",
    "repo",
    "repository",
];

/// Words of tools that only look at commits.
pub(super) const LOOKS: &[&str] = &[
    "get",
    "list",
    "show",
    "search",
    "read",
    "view",
    "find",
    "log",
    "logs",
    "history",
    "diff",
    "compare",
    "status",
    "describe",
    "message",
    "messages",
    "comment",
    "comments",
    "count",
    "info",
    "details",
    "stats",
    "blame",
    "transaction",
];

/// Words of servers that stand for a forge.
const FORGES: &[&str] =
    &["github", "gitlab", "gitea", "forgejo", "bitbucket", "codeberg", "gh", "glab", "octokit"];

/// Adds what a tool does to a repository.
pub(super) fn called(server: &str, tool: &str, arguments: &[Argument], scene: &Scene, facts: &mut Facts) {
    let own = words(tool);
    let is_of = |list: &[&str]| own.iter().any(|word| list.contains(&word.as_str()));
    let of_server = words(server);
    let is_driven_by = |list: &[&str]| of_server.iter().chain(&own).any(|word| list.contains(&word.as_str()));
    let is_driven = is_driven_by(DRIVEN);
    let verb = own.iter().position(|word| !DRIVEN.contains(&word.as_str())).unwrap_or(own.len());
    let behind = own.get(verb..).unwrap_or_default();
    let looks = is_of(LOOKS);
    let chosen = chosen(&own, arguments);
    let commits = chosen.is_none_or(|chosen| chosen == "commit");
    let commits = commits && is_of(&["commit"]) && !looks && !own.iter().any(|word| is_database(word));
    let is_forge = || is_driven_by(FORGES) || names_a_repository(arguments);
    if !looks && !arguments.iter().any(is_directory) {
        let changes = matches!(
            Verbs::of(server, tool).deed,
            Deed::Write | Deed::Move | Deed::Delete | Deed::DeleteTree
        );
        let of_files = is_of(&["file", "files", "content", "contents", "commit", "commits"]);
        let writes = commits || changes || is_of(&["push", "upload"]);
        if writes && (is_told_of_a_commit(arguments) || (of_files && is_forge())) {
            let what = "commits at the forge what it is given";
            facts.effects.push(Effect::of(Action::Deed(effect::Deed::CommitElsewhere, what.into())));
            let push = branch(arguments).and_then(|branch| pushed("PUT", branch, || false));
            facts.effects.extend(push.map(|push| Effect::of(Action::Git(effect::Git::Push(push)))));
            return;
        }
    }
    if merges(behind) && !looks {
        let deed = effect::Deed::Merge;
        facts.effects.push(Effect::of(Action::Deed(deed, "merges a pull request".into())));
        return;
    }
    let deletes = is_of(&["delete", "remove", "destroy"]);
    let is_whole = matches!(behind.last().map(String::as_str), Some("repository" | "repo" | "project"))
        || (behind.len() == 1 && is_of(&["repo", "repository"]));
    if deletes && is_whole && is_driven_by(FORGES) {
        let deed = effect::Deed::Deploy;
        facts.effects.push(Effect::of(Action::Deed(deed, "deletes a repository".into())));
        return;
    }
    if let Some(push) = moved_branch(&own, arguments).filter(|_| is_forge()) {
        facts.effects.push(Effect::of(Action::Git(effect::Git::Push(push))));
        return;
    }
    let named = || {
        [2, 1].into_iter().find_map(|length| {
            let name = behind.get(..length)?.join("-");
            is_git_command(&name).then_some(name)
        })
    };
    let subcommand = chosen.map(str::to_owned).or_else(named);
    // One that adds and commits does both.
    let is_meant = |name: &String| match name.as_str() {
        "add" => !commits,
        "commit" => !looks,
        _ => true,
    };
    let subcommand = subcommand.filter(|name| is_driven && is_meant(name));
    let subcommand = subcommand.or_else(|| commits.then(|| "commit".to_owned()));
    if let Some(subcommand) = subcommand {
        let directory = arguments.iter().find(|argument| is_directory(argument));
        script(&line(&subcommand, arguments), directory, scene, facts);
    } else if is_driven && !looks {
        let program = ["gh", "glab"].into_iter().find(|name| is_driven_by(&[name])).unwrap_or("git");
        if let Some(text) = told(program, arguments) {
            let directory = arguments.iter().find(|argument| is_directory(argument));
            script(&text, directory, scene, facts);
        }
    }
}

/// Whether the words of a tool behind what it drives say that it merges a request, or brings its branch up to date.
fn merges(behind: &[String]) -> bool {
    let is_of = |list: &[&str]| behind.iter().any(|word| list.contains(&word.as_str()));
    let is = |word: Option<&String>, list: &[&str]| word.is_some_and(|word| list.contains(&word.as_str()));
    let of_a_request = is_of(&["pull", "pulls", "request", "pr", "mr", "pullrequest", "mergerequest"]);
    let as_verb = is(behind.first(), &["merge", "accept"]) || is(behind.last(), &["merge", "automerge"]);
    let brings_up = is(behind.last(), &["branch"]) && is_of(&["update", "rebase", "sync"]);
    // Nothing but a request is merged by itself.
    let by_itself = is_of(&["automerge"])
        || behind.windows(2).any(|pair| matches!(pair, [auto, merge] if auto == "auto" && merge == "merge"));
    (of_a_request && (as_verb || brings_up) || by_itself) && !is_of(&["disable", "cancel"])
}

/// Names of arguments by which a tool is told what to do.
const CHOICES: &[&str] = &["operation", "action", "subcommand", "mode"];

/// Of a tool that does one of several things, the one that it is told: `git_add_or_commit` with `action = "add"`.
fn chosen<'a>(own: &[String], arguments: &'a [Argument]) -> Option<&'a str> {
    let told = arguments.iter().filter(|argument| CHOICES.contains(&&*folded(&argument.name)));
    told.map(|argument| argument.value.as_str())
        .find(|value| is_git_command(value) && own.iter().any(|word| word == value))
}

/// What a tool of a forge does to a branch by its full name, as the forge's own interface does: `update_ref` with `heads/main`.
fn moved_branch(own: &[String], arguments: &[Argument]) -> Option<effect::Push> {
    let has = |list: &[&str]| own.iter().any(|word| list.contains(&word.as_str()));
    if has(&["branch", "branches"]) && has(&["delete", "remove"]) {
        return pushed("DELETE", branch(arguments).or_else(|| named(arguments, &["name"]))?, || false);
    }
    let method = match () {
        () if !has(&["ref", "refs", "reference", "references"]) => return None,
        () if has(&["delete", "remove"]) => "DELETE",
        () if has(&["update", "set", "move", "edit", "patch", "force"]) => "PATCH",
        () => return None,
    };
    let branch = named(arguments, &["ref", "refname", "reference", "name"])?;
    let branch = branch.trim_start_matches("refs/").strip_prefix("heads/")?;
    let forces =
        || named(arguments, &["force", "forced"]).is_some_and(|value| !matches!(value, "false" | "0" | ""));
    pushed(method, branch, forces)
}

fn named<'a>(arguments: &'a [Argument], names: &[&str]) -> Option<&'a str> {
    let found = arguments.iter().find(|argument| names.contains(&&*folded(&argument.name)));
    found.map(|argument| argument.value.as_str())
}

/// The branch that a call names.
fn branch(arguments: &[Argument]) -> Option<&str> {
    let name = named(arguments, &["branch", "branchname", "targetbranch"])?;
    Some(name.trim_start_matches("refs/").trim_start_matches("heads/"))
}

/// What a request of the forge's own interface does to a branch.
fn pushed(method: &str, branch: &str, forces: impl Fn() -> bool) -> Option<effect::Push> {
    forge::push(method, &format!("/git/refs/heads/{branch}"), forces)
}

/// The command line that a tool is told word by word: `{"args": ["commit", "-m", "x"]}`, `{"command": "commit -m x"}`.
fn told(program: &str, arguments: &[Argument]) -> Option<String> {
    let of = |names: &[&str]| -> Vec<&str> {
        let named = arguments.iter().filter(|argument| names.contains(&&*folded(&argument.name)));
        named.map(|argument| argument.value.as_str()).collect()
    };
    let command = of(&["command", "subcommand", "cmd", "operation", "action", "gitcommand"]);
    let words = of(&["args", "argv", "arguments", "options", "flags", "params", "parameters"]);
    let quoted = |word: &&str| format!("'{}'", word.replace('\'', r"'\''"));
    // One text is a line, several are words.
    let words = match words.as_slice() {
        [line] => vec![(*line).to_owned()],
        words => words.iter().map(quoted).collect(),
    };
    let text = command.into_iter().map(str::to_owned).chain(words).collect::<Vec<_>>().join(" ");
    let text = text.trim_start();
    let rest = text.strip_prefix(program).filter(|rest| rest.starts_with(' ')).unwrap_or(text).trim_start();
    let first = rest.split(' ').next().unwrap_or_default().trim_matches('\'');
    let is_told = first.starts_with('-') || program != "git" || is_git_command(first);
    (is_told && !first.is_empty()).then(|| format!("{program} {rest}"))
}

/// Whether a call brings a message and a branch: a commit of a forge's own making.
fn is_told_of_a_commit(arguments: &[Argument]) -> bool {
    let has = |names: &[&str]| arguments.iter().any(|argument| names.contains(&&*folded(&argument.name)));
    has(&["message", "commitmessage"]) && has(&["branch", "branchname", "targetbranch", "ref"])
}

/// Whether a call names a repository as forges do: by its owner and name, or as a project.
fn names_a_repository(arguments: &[Argument]) -> bool {
    let has = |names: &[&str]| arguments.iter().any(|argument| names.contains(&&*folded(&argument.name)));
    (has(&["owner", "org", "workspace"]) && has(&["repo", "repository", "reponame", "reposlug"]))
        || has(&["projectid", "projectpath"])
}

/// The repository that is meant: a directory.
fn is_directory(argument: &Argument) -> bool {
    let names =
        ["repopath", "repositorypath", "path", "directory", "workingdirectory", "workingdir", "cwd", "repo"];
    names.contains(&&*folded(&argument.name)) && argument.value.starts_with(['/', '.', '~'])
}

/// The command line that a tool stands for.
fn line(subcommand: &str, arguments: &[Argument]) -> String {
    let mut options = Vec::new();
    let mut operands = Vec::new();
    for argument in arguments.iter().filter(|argument| !is_directory(argument)) {
        let value = argument.value.as_str();
        match &*folded(&argument.name) {
            "message" | "commitmessage" => options.extend(["-m".to_owned(), value.to_owned()]),
            "operation" | "action" | "subcommand"
                if matches!(
                    subcommand,
                    "stash" | "worktree" | "remote" | "submodule" | "bisect" | "notes"
                ) =>
            {
                operands.insert(0, value.to_owned());
            }
            "operation" | "action" | "subcommand" | "mode" if value == subcommand => {}
            "operation" | "action" | "subcommand" | "mode" | "resetmode" | "resettype" => {
                options.push(format!("--{value}"));
            }
            "remote" => operands.insert(0, value.to_owned()),
            "branch" | "branchname" | "newbranch" | "ref" | "refspec" | "target" | "commit" | "commits"
            | "commitref" | "source" | "revision" | "files" | "paths" | "file" | "pathspec" | "upstream"
            | "stashref" | "worktreepath" | "name" | "args" | "argv" | "options" | "flags" => {
                operands.push(value.to_owned());
            }
            _ if value == "true" => options.push(format!("--{}", words(&argument.name).join("-"))),
            _ => {}
        }
    }
    let all = ["git".to_owned(), subcommand.to_owned()].into_iter().chain(options).chain(operands);
    all.map(|word| format!("'{}'", word.replace('\'', r"'\''"))).collect::<Vec<_>>().join(" ")
}
