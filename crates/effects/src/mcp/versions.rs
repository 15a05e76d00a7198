//! Tools of MCP servers for version control. `git_commit` is `git commit` with its arguments as options; what is written at
//! a forge, with a message and a branch, is a commit there.

use super::{Deed, Verbs, folded, is_database, script, words};
use crate::call::Argument;
use crate::effect::{self, Action, Effect, Facts};
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
const LOOKS: &[&str] = &[
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

/// Adds what a tool does to a repository.
pub(super) fn called(server: &str, tool: &str, arguments: &[Argument], scene: &Scene, facts: &mut Facts) {
    let own = words(tool);
    let is_of = |list: &[&str]| own.iter().any(|word| list.contains(&word.as_str()));
    let is_driven = words(server).iter().chain(&own).any(|word| DRIVEN.contains(&word.as_str()));
    let verb = own.iter().position(|word| !DRIVEN.contains(&word.as_str())).unwrap_or(own.len());
    let behind = own.get(verb..).unwrap_or_default();
    let looks = is_of(LOOKS);
    let commits = is_of(&["commit"]) && !looks && !own.iter().any(|word| is_database(word));
    if is_at_a_forge(arguments) && !looks {
        let changes = matches!(
            Verbs::of(server, tool).deed,
            Deed::Write | Deed::Move | Deed::Delete | Deed::DeleteTree
        );
        if commits || changes || is_of(&["push", "upload"]) {
            let what = "commits at the forge what it is given";
            facts.effects.push(Effect::of(Action::Deed(effect::Deed::CommitElsewhere, what.into())));
            return;
        }
    }
    let merges = matches!(behind.first().map(String::as_str), Some("merge" | "accept"));
    let of_a_request = is_of(&["pull", "request", "pr", "mr", "pullrequest", "mergerequest"]);
    if merges && of_a_request {
        let deed = effect::Deed::Merge;
        facts.effects.push(Effect::of(Action::Deed(deed, "merges a pull request".into())));
        return;
    }
    let subcommand = [2, 1].into_iter().find_map(|length| {
        let name = behind.get(..length)?.join("-");
        is_git_command(&name).then_some(name)
    });
    // One that adds and commits does both.
    let subcommand = subcommand.filter(|name| is_driven && !(commits && name == "add"));
    let subcommand = subcommand.or_else(|| commits.then(|| "commit".to_owned()));
    if let Some(subcommand) = subcommand {
        let directory = arguments.iter().find(|argument| is_directory(argument));
        script(&line(&subcommand, arguments), directory, scene, facts);
    }
}

/// Whether a call brings a message and a branch, and names no directory of this machine: a commit of a forge's own making.
fn is_at_a_forge(arguments: &[Argument]) -> bool {
    let has = |names: &[&str]| arguments.iter().any(|argument| names.contains(&&*folded(&argument.name)));
    has(&["message", "commitmessage"])
        && has(&["branch", "branchname", "targetbranch", "ref"])
        && !arguments.iter().any(is_directory)
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
            "operation" | "action" | "subcommand" | "mode" | "resetmode" | "resettype" => {
                options.push(format!("--{value}"));
            }
            "remote" => operands.insert(0, value.to_owned()),
            "branch" | "branchname" | "newbranch" | "ref" | "refspec" | "target" | "commit" | "commits"
            | "commitref" | "source" | "revision" | "files" | "paths" | "file" | "pathspec" | "upstream"
            | "stashref" | "worktreepath" | "name" => operands.push(value.to_owned()),
            _ if value == "true" => options.push(format!("--{}", words(&argument.name).join("-"))),
            _ => {}
        }
    }
    let all = ["git".to_owned(), subcommand.to_owned()].into_iter().chain(options).chain(operands);
    all.map(|word| format!("'{}'", word.replace('\'', r"'\''"))).collect::<Vec<_>>().join(" ")
}
