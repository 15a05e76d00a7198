//! Commands that would take the project's policy away or change it, by whatever words they reach it, and their likes that
//! do not reach it. Nothing of them runs: a real repository is there to be looked at.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use support::Machine;

/// A repository with a policy, sources, and a commit before both.
fn repository() -> Machine {
    let machine = Machine::new();
    machine.become_a_repository();
    machine.write("hookward.toml", "[rules]\n\"gate/failing-tests\" = \"enforce\"\n");
    machine.write("index.ts", "export const oldName = 1;\n");
    machine.write("src/a.ts", "export const oldName = 1;\n");
    machine.git(&["add", "."]);
    machine.git(&["commit", "-q", "-m", "all of it"]);
    machine
}

#[test]
fn git_asks_before_it_takes_the_policy_away() {
    let machine = repository();
    for command in [
        "git rm hookward.toml",
        "git rm -r .",
        "git rm -rf -- .",
        "git rm '*.toml'",
        "git mv hookward.toml x",
        "git mv '*.toml' x",
        "git merge-file hookward.toml a b",
        "git stash -u -- hookward.toml",
        "git stash -- '*.toml'",
        "git stash push hookward.toml",
        "git restore -s HEAD~1 .",
        "git restore -s HEAD~1 '*.toml'",
        "git checkout HEAD~1 -- .",
        "git checkout HEAD~1 hookward.toml",
    ] {
        assert!(matches!(machine.judge(command).as_str(), "ask" | "deny"), "{command}");
    }
}

#[test]
fn git_goes_on_where_it_leaves_the_policy_alone_or_does_usual_work() {
    let machine = repository();
    for command in [
        "git rm --cached hookward.toml",
        "git rm -r src",
        "git rm '*.ts'",
        "git mv src/a.ts src/b.ts",
        "git merge-file a b c",
        "git merge-file -p hookward.toml a b",
        "git stash -u",
        "git stash push src",
        "git stash -- src",
        "git restore -s HEAD~1 -- src/a.ts",
        "git checkout HEAD~1",
        "git switch --orphan x",
        "git sparse-checkout set a",
        "git worktree add ../old HEAD~1",
        "git pull",
    ] {
        assert_eq!(machine.judge(command), "", "{command}");
    }
}

#[test]
fn what_a_search_names_is_asked_about_where_the_policy_is_among_it() {
    let machine = repository();
    for producer in [
        "grep -l enforce -r .",
        "grep -rl enforce .",
        "grep -rl enforce",
        "grep -rlE '(oldName|enforce)' .",
        "grep -rl --include='*.toml' enforce .",
        "grep -rl --exclude='*.ts' enforce .",
        "grep -rn enforce . | cut -d: -f1 | sort -u",
        "rg -l enforce",
        "rg -l enforce -g '*.toml'",
        "rg -l enforce -t toml",
        "rg --files",
        "rg --files -g '*.{toml,json}'",
        "ag -l enforce",
        "git ls-files",
        "git ls-files '*.toml'",
        "git ls-files | grep toml",
        "git ls-files | grep -v node_modules",
        "git ls-files | xargs grep -l enforce",
        "git grep -l enforce",
        "git grep -l enforce -- '*.toml'",
        "fd -e toml",
        "fd toml",
        "fd -t f",
        "find . -name '*.toml'",
        "find . -type f",
        "ls *.toml",
        "ls | grep toml",
    ] {
        for consumer in ["sed -i s/enforce/advise/", "rm"] {
            let command = format!("{producer} | xargs {consumer}");
            assert!(matches!(machine.judge(&command).as_str(), "ask" | "deny"), "{command}");
        }
    }
    for command in [
        "git ls-files | xargs -I{} sed -i s/enforce/advise/ {}",
        "git ls-files -z | xargs -0 sed -i s/enforce/advise/",
        "for f in $(git ls-files); do sed -i s/enforce/advise/ \"$f\"; done",
        "for f in $(grep -rl enforce .); do sed -i s/enforce/advise/ $f; done",
        "grep -rl enforce . | while read -r f; do sed -i s/enforce/advise/ \"$f\"; done",
        "perl -pi -e s/enforce/advise/ $(git ls-files)",
        "sed -i s/enforce/advise/ `git grep -l enforce`",
        "find . -type f -exec sed -i s/enforce/advise/ {} +",
        "git ls-files | parallel sed -i s/enforce/advise/ {}",
        "git ls-files | xargs -I{} bash -c 'echo > \"{}\"'",
        "mapfile -t files < <(git ls-files); sed -i s/enforce/advise/ \"${files[@]}\"",
        "files=$(git ls-files); sed -i s/enforce/advise/ $files",
        "git ls-files > /tmp/list; xargs sed -i s/enforce/advise/ < /tmp/list",
        "rename s/toml/bak/ *.toml",
        "rename toml bak *.toml",
        "mmv '*.toml' '#1.bak'",
    ] {
        assert!(matches!(machine.judge(command).as_str(), "ask" | "deny"), "{command}");
    }
}

#[test]
fn what_a_search_names_passes_where_the_policy_cannot_be_among_it() {
    let machine = repository();
    for producer in [
        "grep -rl oldName src",
        "grep -rl oldName .",
        "grep -rlw oldName",
        "grep -rl --include='*.ts' enforce .",
        "grep -rl --exclude=hookward.toml enforce .",
        "rg -l oldName",
        "rg -l enforce -t ts",
        "rg -l enforce -g '*.{ts,tsx}'",
        "rg -l enforce -g '!hookward.toml'",
        "rg -l enforce src",
        "rg --files -g '*.ts'",
        "git ls-files '*.ts'",
        "git ls-files src",
        "git ls-files | grep '\\.ts$'",
        "git ls-files | grep -E '\\.(ts|tsx|js)$'",
        "git ls-files | grep -v hookward.toml",
        "git grep -l oldName",
        "git grep -l enforce -- src ':!src/b'",
        "git grep -l enforce -- . ':!hookward.toml'",
        "find . -name '*.ts'",
        "find src -type f",
        "fd -e ts",
        "fd oldName src",
        "ls *.ts",
    ] {
        let command = format!("{producer} | xargs sed -i s/enforce/advise/");
        assert_eq!(machine.judge(&command), "", "{command}");
    }
    for command in [
        "git ls-files '*.ts' | xargs prettier --write",
        "git ls-files | xargs wc -l",
        "git ls-files | xargs grep -n enforce",
        "find . -name '*.py' | xargs black",
        "for f in $(git ls-files); do wc -l \"$f\"; done",
        "for f in $(git ls-files '*.ts'); do sed -i s/enforce/advise/ \"$f\"; done",
        "git ls-files | xargs sha256sum > sums.txt",
        "for f in $(rg -l oldName); do cp \"$f\" \"$f.bak\"; done",
        "for f in $(git ls-files); do cp \"$f\" \"out/$f\"; done",
        "fd node_modules | xargs rm -rf",
        "git rm -r --cached . && git add .",
        "rename s/ts/js/ *.ts",
        "rename -n s/toml/bak/ *.toml",
    ] {
        assert!(!matches!(machine.judge(command).as_str(), "ask" | "deny"), "{command}");
    }
}
