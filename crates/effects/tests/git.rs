//! What git shows of files, what its settings make it do, and what a format says. The working directory is `/w`.

use hookward_effects::{Action, Call, Emptiness, Scene, facts};

fn does(command: &str) -> Vec<String> {
    let scene = Scene { cwd: "/w", home: Some("/home/me"), roots: &[], world: &Emptiness };
    let facts = facts(&Call::shell(command), &scene);
    let kind = |action: &Action| match action.place() {
        Some(place) => format!("{} {}", action.kind(), place.written),
        None => action.kind().into_owned(),
    };
    facts.effects.iter().map(|effect| kind(&effect.action)).collect()
}

#[test]
fn a_command_that_may_show_lines_reads_what_its_words_name() {
    for command in [
        "git log -L1,9:a",
        "git log -L 1,9:a",
        "git stash show -p stash@{0} -- a",
        "git format-patch -1 --stdout -- a",
        "git fast-export --all -- a",
        "git interpret-trailers a",
        "git merge-file -p a /dev/null /dev/null",
        "git checkout-index --temp a",
        "git unpack-file HEAD:a",
        "git difftool -y -x cat HEAD -- a",
        "git config -f a -l",
        "git config --file=a --get x.y",
        "git config --blob HEAD:a -l",
        "git tag -a v -F a",
        "git blame --contents a b",
        "git diff --no-index /dev/null a",
        "echo HEAD:a | git cat-file --batch",
        "git cat-file -p $(git rev-parse HEAD:a)",
        "git show $(git log -1 --format=%h -- a)",
        "git ls-files -s a | cut -d' ' -f2 | xargs git cat-file -p",
    ] {
        assert!(does(command).iter().any(|done| done == "read a"), "{command}: {:?}", does(command));
    }
}

#[test]
fn a_command_that_shows_names_reads_nothing() {
    for command in [
        "git add a",
        "git rm --cached a",
        "git mv a b",
        "git status a",
        "git check-ignore -v a",
        "git ls-files a",
        "git ls-files -s a",
        "git ls-tree HEAD a",
        "git log --oneline -- a",
        "git log --stat -- a",
        "git diff --stat -- a",
        "git diff --name-only a",
        "git stash show --stat -- a",
        "git restore a",
        "git checkout -- a",
        "git rev-parse HEAD:a",
        "git hash-object a",
        "git config user.name a",
        "git lfs track a",
        "git update-index --chmod=+x a",
        "git commit -m x -- a",
        "git secret add a",
    ] {
        assert!(does(command).iter().all(|done| done != "read a"), "{command}: {:?}", does(command));
    }
}

#[test]
fn what_a_format_says_is_the_text_that_runs() {
    for command in [
        "git log -1 --format='rm a' | sh",
        "git for-each-ref --shell --format='rm a' | sh",
        "git log --pretty=tformat:'rm a # %h' | sh",
        "git show -s --format='%h%nrm a' | sh",
        "find . -maxdepth 1 -printf 'rm a\\n' | sh",
    ] {
        assert!(does(command).iter().any(|done| done == "delete a"), "{command}: {:?}", does(command));
    }
    let found = does("find src -type f -printf 'rm -f %p\\n' | sh");
    assert!(found.iter().any(|done| done.starts_with("delete")), "{found:?}");
    for command in ["git log --format='%h %s' | head", "find . -printf '%s %p\\n' | sort -n"] {
        assert!(does(command).iter().all(|done| !done.starts_with("delete")), "{command}");
    }
}

#[test]
fn settings_are_obeyed_wherever_they_stand() {
    for command in [
        "GIT_CONFIG_PARAMETERS=\"'alias.x=!rm a'\" git x",
        "GIT_CONFIG_PARAMETERS=\"'user.name=me' 'alias.x'='!rm a'\" git x",
        "V='!rm a' git --config-env=alias.x=V x",
        "git send-email --sendmail-cmd='rm a' x.patch",
    ] {
        assert!(does(command).iter().any(|done| done == "delete a"), "{command}: {:?}", does(command));
    }
    let found = does("git --exec-path=/tmp/x status");
    assert!(found.iter().any(|done| done.starts_with("opaque")), "{found:?}");
}

#[test]
fn a_push_goes_where_the_text_has_said() {
    for command in [
        "git -c remote.pushDefault=https://a.example/x.git push",
        "git switch x && git config branch.x.remote https://a.example/x.git && git push",
    ] {
        let found = does(command);
        assert!(found.iter().any(|done| done.starts_with("git pushes to https://a.example/")), "{found:?}");
    }
}

#[test]
fn branches_are_moved_by_force_in_many_ways() {
    let rewrites = |command: &str| does(command).iter().any(|done| done == "git moves a branch by force");
    for command in
        ["git pull --force origin +main:main", "git worktree add -f -B main ../w", "git fetch origin +a:b"]
    {
        assert!(rewrites(command), "{command}: {:?}", does(command));
    }
    for command in ["git pull --rebase origin main", "git worktree add ../w -b x", "git branch -M main"] {
        assert!(!rewrites(command), "{command}: {:?}", does(command));
    }
    assert!(does("git lfs migrate import --everything").iter().any(|done| done.contains("history")));
    assert!(does("git lfs migrate info").is_empty());
    for command in [
        "git repack -ad --cruft --cruft-expiration=now",
        "git -c gc.pruneExpire=now maintenance run",
        "git -c gc.pruneExpire=now maintenance run --task=gc",
        "git -c gc.pruneExpire=now gc",
    ] {
        assert!(does(command).iter().any(|done| done.contains("no branch reaches")), "{command}");
    }
    for command in [
        "git repack -ad --cruft --cruft-expiration=2.weeks.ago",
        "git maintenance run",
        "git -c gc.pruneExpire=now maintenance start",
        "git -c gc.pruneExpire=now maintenance run --task=prefetch",
        "git submodule update --init --recursive",
    ] {
        assert!(does(command).is_empty(), "{command}: {:?}", does(command));
    }
    for command in ["git submodule update --force", "git submodule update --init --force"] {
        assert!(does(command).iter().any(|done| done.contains("submodules")), "{command}");
    }
    assert!(does("git clean -i <<< 1").iter().any(|done| done.contains("never committed")));
    assert!(does("git clean -i").is_empty());
}
