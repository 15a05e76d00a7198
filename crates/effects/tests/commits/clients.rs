//! Git by another name: other programs that speak its language, commands beside its own, and copies of it.

use hookward_effects::{Action, Call, Effect, Emptiness, Git, Scene, facts};

use crate::{seen, unseen};

#[test]
fn other_clients_of_git_commit_as_git_does() {
    let missed = unseen(&[
        "isogit commit --message=a --author.name=b",
        "npx isogit commit --message=a",
        "dulwich commit --message=a",
        "python3 -m dulwich commit --message=a",
        "jgit commit -m a",
        "yadm commit -m a",
        "yadm -Y x commit -am a",
        "chezmoi git commit -- -m a",
        "chezmoi git -- commit -m a",
        "chezmoi git -- -C a commit -m b",
        "vcsh a commit -m b",
        "homeshick commit a -m b",
        "gs commit create -m a",
        "gs cc -m a",
        "gs commit amend",
        "gs branch squash",
        "git-spice commit create -m a",
        "git-spice branch create a",
        "git spice commit create -m a",
        "npx czg",
        "czg",
        "convco commit",
        "koji",
        "koji -a",
        "better-commits",
        "npx better-commits",
        "lumen draft | git commit -F -",
        "ghstack",
        "ghstack submit",
        "ghstack land 12",
        "bumpp",
        "npx bumpp patch --yes",
        "npx beachball publish",
        "beachball change -m a",
        "auto shipit",
        "meta git commit -m a",
        "hub commit -m a",
        "gita super a b commit -m c",
        "cargo smart-release --execute",
        "changelogen --release",
        "npx changelogen --bump --release",
        "bumpver update --patch",
        "uvx bump-my-version bump patch",
        "poetry run cz bump",
        "gsemver; hatch version minor; git commit -am a",
        "sl amend",
        "git-commit -m a",
        "/usr/lib/git-core/git-commit -m a",
        "$(git --exec-path)/git-commit -m a",
        "git-merge topic",
        "unknown-wrapper git commit -m a",
        "unknown-wrapper git merge topic",
    ]);
    assert_eq!(missed, [""; 0]);
}

#[test]
fn commands_beside_gits_own_commit_too() {
    let missed = unseen(&[
        "git record -m a",
        "git revise HEAD~1",
        "git revise",
        "git squash topic",
        "git squash topic 'a message'",
        "git quiltimport --patches a",
        "git amend",
        "git reauthor --all -u a@b.c",
        "git coauthor a a@b.c",
        "git psykorebase main",
        "git ignore a; git release 1.0",
        "git feature finish a",
        "git bug finish a",
        "git fixup",
        "git smart-merge topic",
        "git graft topic",
        "git imerge finish",
        "git filter-repo --force; git commit --amend",
    ]);
    assert_eq!(missed, [""; 0]);
}

#[test]
fn git_under_another_name_is_git() {
    let missed = unseen(&[
        "cp $(which git) ./gg && ./gg commit -m a",
        "cp \"$(command -v git)\" gg; ./gg commit -m a",
        "cp /usr/bin/git gg && ./gg commit -m a",
        "ln -s /usr/bin/git gg && ./gg commit -m a",
        "ln /usr/bin/git gg && ./gg commit -m a",
        "ln -s $(which git) gg && ./gg commit -m a",
        "install -m 755 /usr/bin/git gg && ./gg commit -m a",
        "cat /usr/bin/git > gg; chmod +x gg; ./gg commit -m a",
        "dd if=/usr/bin/git of=gg; chmod +x gg; ./gg commit -m a",
        "mkdir b; cp /usr/bin/git b/gg; PATH=$PWD/b:$PATH; gg commit -m a",
        "G=$(which git); $G commit -m a",
        "exec -a x git commit -m a",
        "alias gc='git commit'; gc -m a",
        "python3 -c \"import shutil; shutil.copy('/usr/bin/git', 'gg')\"; ./gg commit -m a",
    ]);
    assert_eq!(missed, [""; 0]);
}

#[test]
fn their_neighbours_commit_nothing() {
    let taken = seen(&[
        "isogit log",
        "isogit add a",
        "dulwich log",
        "jgit log",
        "yadm status",
        "yadm add a",
        "gita ll",
        "gita push a",
        "chezmoi apply",
        "chezmoi git status",
        "chezmoi git -- log -1",
        "gs log short",
        "gs stack submit --dry-run",
        "gs -sDEVICE=pdfwrite -o a.pdf b.pdf",
        "gs -dNOPAUSE -dBATCH a.ps",
        "gs --version",
        "npx commitlint --edit",
        "npx commitlint --from HEAD~1",
        "convco check",
        "convco changelog",
        "convco version --bump",
        "better-commits-init",
        "bumpp --no-commit",
        "beachball check",
        "beachball change --no-commit",
        "changeset version",
        "npx changeset",
        "changelogen",
        "cargo smart-release",
        "bumpver show",
        "bumpver update --dry",
        "git gui",
        "git gui blame a.ts",
        "git summary",
        "git effort",
        "git standup",
        "git squash --help",
        "git-status",
        "/usr/lib/git-core/git-log",
        "tig log",
        "gitui --version",
        "lazygit --version",
        "gh pr checkout 3",
        "grep commit a.txt",
        "grep -rn 'git commit' docs",
        "tldr git commit",
        "man git commit",
        "man git-commit",
        "cht.sh git commit",
        "echo git commit",
        "which git",
        "cp $(which git) /tmp/gg",
        "cp a b && ./b commit",
        "./run commit",
    ]);
    assert_eq!(taken, [""; 0]);
}

#[test]
fn other_clients_of_git_push_as_git_does() {
    for text in ["hub push", "gita push a", "gita super a push origin main", "git push"] {
        let scene = Scene { cwd: "/w", home: Some("/home/me"), roots: &[], world: &Emptiness };
        let facts = facts(&Call::shell(text), &scene);
        let pushes = |effect: &Effect| matches!(effect.action, Action::Git(Git::Push(_)));
        assert!(facts.effects.iter().any(pushes), "{text}");
    }
}
