//! Branches at a forge, as its interface over HTTP names them: a request can delete or overwrite one as a push does.

use crate::effect::{Push, Pushed, PushedRef};

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
    Some(Push { remote: None, known_remote: true, branches: vec![branch], everything: false })
}

/// Whether a field or a body says so: `force=true`, `{"force": true}`.
pub(crate) fn forces(field: &str) -> bool {
    let plain: String = field.chars().filter(|c| !c.is_whitespace() && !matches!(c, '"' | '\'')).collect();
    ["force=true", "force:true", "force=1"].iter().any(|forced| plain.contains(forced))
}
