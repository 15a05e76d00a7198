//! What a request to a forge does to a repository there: it can delete or overwrite a branch as a push does, and commit or
//! merge what nobody has seen here.

use crate::effect::{Action, Deed, Push, Pushed, PushedRef};

/// What stands before a branch's name in a path: GitHub and Gitea, GitLab, Bitbucket.
const BEFORE_BRANCH: &[&str] = &["/git/refs/heads/", "/repository/branches/", "/refs/branches/"];

/// The push that a request to a forge amounts to, if it is about a branch.
pub(crate) fn push(method: &str, path: &str, forces: impl Fn() -> bool) -> Option<Push> {
    let name = BEFORE_BRANCH.iter().find_map(|before| path.split_once(before))?.1;
    let how = if method.eq_ignore_ascii_case("DELETE") {
        Pushed::Deleted
    } else if !["PATCH", "PUT", "POST"].iter().any(|changes| method.eq_ignore_ascii_case(changes)) {
        return None;
    } else if forces() {
        Pushed::Forced
    } else {
        Pushed::Forward
    };
    let name = name.split(['?', '#']).next().unwrap_or(name).trim_end_matches('/');
    let branch = PushedRef { name: (!name.is_empty()).then(|| name.replace("%2F", "/")), how };
    // What it makes of the branch lies there already.
    let takes = Some(Vec::new());
    Some(Push { remote: None, known_remote: true, branches: vec![branch], everything: false, takes })
}

/// Whether a field or a body says so: `force=true`, `{"force": true}`.
pub(crate) fn forces(field: &str) -> bool {
    let plain: String = field.chars().filter(|c| !c.is_whitespace() && !matches!(c, '"' | '\'')).collect();
    ["force=true", "force:true", "force=1"].iter().any(|forced| plain.contains(forced))
}

/// Paths that commit or merge where a request changes something there: GitHub and Gitea, GitLab, Bitbucket in the cloud and at
/// home. A star is one part of a path, two are all that follow.
const COMMITTING: &[(&str, Deed)] = &[
    ("repos/*/*/contents/**", Deed::CommitElsewhere),
    ("repos/*/*/git/commits", Deed::CommitElsewhere),
    ("repos/*/*/diffpatch", Deed::CommitElsewhere),
    ("repos/*/*/git/refs/heads/**", Deed::Merge),
    ("repos/*/*/merges", Deed::Merge),
    ("repos/*/*/merge-upstream", Deed::Merge),
    ("repos/*/*/pulls/*/merge", Deed::Merge),
    ("repos/*/*/pulls/*/update-branch", Deed::Merge),
    ("repos/*/*/pulls/*/update", Deed::Merge),
    ("projects/*/repository/commits", Deed::CommitElsewhere),
    ("projects/*/repository/commits/*/cherry_pick", Deed::CommitElsewhere),
    ("projects/*/repository/commits/*/revert", Deed::CommitElsewhere),
    ("projects/*/repository/files/**", Deed::CommitElsewhere),
    ("projects/*/repository/submodules/*", Deed::CommitElsewhere),
    ("projects/*/merge_requests/*/merge", Deed::Merge),
    ("projects/*/merge_requests/*/rebase", Deed::Merge),
    ("suggestions/*/apply", Deed::CommitElsewhere),
    ("repositories/*/*/src", Deed::CommitElsewhere),
    ("repositories/*/*/pullrequests/*/merge", Deed::Merge),
    ("projects/*/repos/*/browse/**", Deed::CommitElsewhere),
    ("projects/*/repos/*/pull-requests/*/merge", Deed::Merge),
];

/// Mutations of GraphQL that do the same: GitHub's, then GitLab's.
const MUTATIONS: &[(&str, Deed)] = &[
    ("createCommitOnBranch", Deed::CommitElsewhere),
    ("mergePullRequest", Deed::Merge),
    ("mergeBranch", Deed::Merge),
    ("updatePullRequestBranch", Deed::Merge),
    ("enablePullRequestAutoMerge", Deed::Merge),
    ("enqueuePullRequest", Deed::Merge),
    ("revertPullRequest", Deed::Merge),
    ("updateRef", Deed::Merge),
    ("updateRefs", Deed::Merge),
    ("commitCreate", Deed::CommitElsewhere),
    ("mergeRequestAccept", Deed::Merge),
];

/// The commit or merge that a request amounts to, by its method, its address or path, and what it says.
pub(crate) fn commit(method: &str, address: &str, said: impl Fn() -> Vec<String>) -> Option<Action> {
    let changes =
        ["POST", "PUT", "PATCH", "DELETE"].iter().any(|changes| method.eq_ignore_ascii_case(changes));
    if !changes {
        return None;
    }
    let path = address.split_once("://").map_or(address, |(_, rest)| rest);
    let path = path.split(['?', '#']).next().unwrap_or(path);
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let by_path = || {
        let deletes = method.eq_ignore_ascii_case("DELETE");
        let named = COMMITTING.iter().find(|(pattern, _)| ends_as(&parts, pattern))?;
        // Of a file that is a commit, of a branch it is none.
        (!deletes || named.1 == Deed::CommitElsewhere).then_some(named.1)
    };
    let by_mutation = || {
        let texts = if parts.last() == Some(&"graphql") { said() } else { Vec::new() };
        let mut mutations = texts.iter().filter(|text| text.contains("mutation"));
        let named = |text: &String| MUTATIONS.iter().find(|(name, _)| calls(text, name));
        mutations.find_map(named).map(|(_, deed)| *deed)
    };
    let deed = by_path().or_else(by_mutation)?;
    let what = match deed {
        Deed::CommitElsewhere => "commits at the forge",
        _ => "brings branches together at the forge",
    };
    Some(Action::Deed(deed, what.into()))
}

/// Whether the end of a path is as a pattern says.
fn ends_as(parts: &[&str], pattern: &str) -> bool {
    let (pattern, open) = pattern.strip_suffix("/**").map_or((pattern, false), |stem| (stem, true));
    let wanted: Vec<&str> = pattern.split('/').collect();
    parts.windows(wanted.len()).enumerate().any(|(at, window)| {
        (open || at + wanted.len() == parts.len())
            && window.iter().zip(&wanted).all(|(part, wanted)| *wanted == "*" || part == wanted)
    })
}

/// Whether a mutation calls a function: its name as a whole word, with its arguments behind it.
fn calls(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let behind = text.get(at + name.len()..).unwrap_or_default().trim_start();
        behind.starts_with('(') && !before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_')
    })
}
