//! Which calls make a commit, by whatever way.

mod clients;
mod forges;
mod libraries;
mod mcp;
mod tools;

use hookward_effects::{Action, Call, Deed, Emptiness, Git, Scene, facts};

fn is_commit(call: &Call) -> bool {
    let scene = Scene { cwd: "/w", home: Some("/home/me"), roots: &[], world: &Emptiness };
    facts(call, &scene).effects.iter().any(|effect| {
        matches!(
            effect.action,
            Action::Git(Git::Commit(_)) | Action::Deed(Deed::Merge | Deed::Commit | Deed::CommitElsewhere, _)
        )
    })
}

/// Those that make no commit.
fn unseen(texts: &[&'static str]) -> Vec<&'static str> {
    texts.iter().copied().filter(|text| !is_commit(&Call::shell(*text))).collect()
}

/// Those that make one.
fn seen(texts: &[&'static str]) -> Vec<&'static str> {
    texts.iter().copied().filter(|text| is_commit(&Call::shell(*text))).collect()
}
