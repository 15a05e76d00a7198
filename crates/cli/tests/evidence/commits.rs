//! What a commit is held against: what stands in front of it, what is staged, and where it is made.

use serde_json::json;

use crate::Repository;
use crate::support;

#[test]
fn a_commit_in_another_work_tree_is_told_what_was_seen_there() {
    let repository = Repository::new();
    repository.git(&["commit", "-q", "-m", "one"]);
    let other = repository.machine.home().join("other");
    let place = other.to_str().unwrap();
    repository.git(&["worktree", "add", "-q", "-b", "other", place]);
    support::write(&other.join("src/a.ts"), "export const a = 2;\n");
    let tested = |command: &str, id: &str| {
        repository.tell("PreToolUse", command, id);
        repository.tell("PostToolUse", command, id);
    };
    let commits =
        [format!("git -C {place} commit -am x"), format!("cd {place} && git add -A && git commit -m x")];
    // What passed here says nothing of what lies there.
    tested("make test", "a");
    for commit in &commits {
        assert!(repository.objection_to(commit).contains("no run of the tests was seen"), "{commit}");
    }
    tested(&format!("cd {place} && make test"), "b");
    for commit in &commits {
        assert_eq!(repository.objection_to(commit), "", "{commit}");
    }
    let changed = format!("cd {place} && echo 3 > src/a.ts && git commit -am x");
    assert!(repository.objection_to(&changed).contains("may change the sources"), "{changed}");
    support::write(&other.join("src/a.ts"), "export const a = 3;\n");
    assert!(repository.objection_to(&commits[0]).contains("have changed since"));
}

#[test]
fn what_stands_in_front_of_any_commit_of_a_call_changes_no_source() {
    let repository = Repository::tested();
    for changed in [
        "git commit -am x; echo evil > src/a.ts; git commit -am y",
        "git commit -am x && python3 evil.py && git commit -am y",
        "for i in 1 2; do git commit -am x; cp evil.ts src/a.ts; done",
        "while true; do git commit -am x; cp evil.ts src/a.ts; done",
        "git commit -am x; git checkout other -- src/a.ts; git commit -am y",
        "git commit -am x && git cherry-pick abc",
        "git commit -am x && git merge other",
        "git merge other && git commit -am x",
        "bash -c 'git commit -am x; ./evil; git commit -am y'",
        "bash -c 'evil; git commit -am y'",
        "git commit -am x && evil | git commit -F -",
    ] {
        assert!(repository.objection_to(changed).contains("may change the sources"), "{changed}");
    }
    for usual in [
        "git commit -am x",
        "git add -A && git commit -m x && git push",
        "git add src && git commit -m x && git add -A && git commit -m y",
        "git commit -am x; echo evil > src/a.ts",
        "bash -c 'git commit -am x'",
        "git commit -am x && git log -1",
        "for i in 1 2; do git commit --allow-empty -m x; done",
    ] {
        assert_eq!(repository.objection_to(usual), "", "{usual}");
    }
}

#[test]
fn a_commit_of_another_repository_or_work_tree_is_told_nothing() {
    let repository = Repository::tested();
    for astray in [
        "git --git-dir=/p/.git --work-tree=/p commit -am x",
        "git --git-dir /p/.git --work-tree /p commit -am x",
        "git -C . --git-dir=/p/.git --work-tree=/p commit -am x",
        "git --work-tree=/tmp/evil commit -am x",
        "git -c core.worktree=/tmp/evil commit -am x",
        "git -ccore.worktree=/tmp/evil commit -am x",
        "git --work-tree=/tmp/evil add -A && git commit -m x",
        "git config core.worktree /tmp/evil && git commit -am x",
        "git -c core.attributesFile=/tmp/evil commit -am x",
        "bash -c 'git --work-tree=/tmp/evil commit -am x'",
    ] {
        let said = repository.objection_to(astray);
        assert!(said.contains("nobody can tell which sources it commits"), "{astray}: {said}");
    }
    for usual in [
        "git -C . commit -am x",
        "git -c user.name=a -c user.email=a@b.c commit -am x",
        "git -c commit.gpgsign=false commit -am x",
        "git config user.email a@b.c && git commit -am x",
        "git --git-dir=.git log -1 && git --no-pager commit -am x",
    ] {
        assert_eq!(repository.objection_to(usual), "", "{usual}");
    }
    // What was told git before counts as well.
    let elsewhere = repository.machine.home().join("elsewhere");
    support::write(&elsewhere.join("src/a.ts"), "export const a = 'evil';\n");
    repository.git(&["config", "core.worktree", elsewhere.to_str().unwrap()]);
    assert!(!repository.objection_to("git commit -am x").is_empty());
}

#[test]
fn what_is_staged_is_what_was_tested_unless_the_commit_takes_the_work_tree() {
    let repository = Repository::new();
    repository.git(&["commit", "-q", "-m", "one"]);
    repository.machine.write("src/a.ts", "export const a = 'evil';\n");
    repository.git(&["add", "-A"]);
    repository.machine.write("src/a.ts", "export const a = 2;\n");
    repository.test();
    for staged in [
        "git commit -m x",
        "git commit -mfeat",
        "git commit -m'a fix'",
        "git commit -F/tmp/a",
        "git commit -CHEAD~a",
        "git commit -m -a",
        "git commit -a --dry-run; git commit -m x",
        "git commit -m x; git commit -am y",
        "git commit -m x && git add src && git commit -m y",
        "git add -n src && git commit -m x",
        "git add --dry-run src && git commit -m x",
        "git add --refresh src && git commit -m x",
        "git add -N src && git commit -m x",
        "git add -p src && git commit -m x",
        "git add -i src && git commit -m x",
        "git add -e src && git commit -m x",
        "git add s && git commit -m x",
        "git add -A ':!src' && git commit -m x",
        "git add other && git commit -m x",
    ] {
        let said = repository.objection_to(staged);
        assert!(said.contains("another src/a.ts than the one that is staged"), "{staged}: {said}");
    }
    for taken in [
        "git commit -am x",
        "git commit -a -m x",
        "git commit --all -m x",
        "git add src && git commit -mfeat",
        "git add src/a.ts && git commit -m x",
        "git add src/*.ts && git commit -m x",
        "git add . && git commit -m x",
        "git add -u && git commit -m x",
        "git add -A && git commit -m x && git commit --amend --no-edit",
        "cd src && git add -A && git commit -m x",
        "cd src && git add a.ts && git commit -m x",
    ] {
        assert_eq!(repository.objection_to(taken), "", "{taken}");
    }
}

#[test]
fn an_index_that_is_changed_in_front_of_a_commit_holds_something_else_than_was_tested() {
    let repository = Repository::tested();
    for bent in [
        "git update-index --cacheinfo 100644,0123abc,src/a.ts",
        "git update-index --index-info < list",
        "git update-index --force-remove src/a.ts",
        "git read-tree HEAD~1",
        "git reset HEAD~1 -- src",
        "git reset src/a.ts",
        "git restore --staged --source=HEAD~1 .",
        "git restore --staged src/a.ts",
        "git rm --cached -q src/a.ts",
        "git add -f dist/evil.ts",
        "git submodule update --remote",
    ] {
        let said = repository.objection_to(&format!("{bent} && git commit -m x"));
        assert!(said.contains("changes the index"), "{bent}: {said}");
    }
    assert!(repository.objection_to("git commit-tree -m x abc").contains("nobody can tell"));
    for usual in [
        "git reset --soft HEAD~1 && git commit -m x",
        "git update-index --refresh; git commit -m x",
        "git add README.md && git commit -m x && git reset",
    ] {
        assert_eq!(repository.objection_to(usual), "", "{usual}");
    }
    // In a call of its own, what is staged is looked at.
    repository.git(&["rm", "-q", "--cached", "src/a.ts"]);
    assert!(repository.objection_to("git commit -m x").contains("another src/a.ts"));
    repository.git(&["add", "-A"]);
    assert_eq!(repository.objection_to("git commit -m x"), "");
}

#[test]
fn what_says_how_the_tests_run_is_committed_with_what_they_ran_on() {
    for name in ["conftest.py", "pytest.ini", "vitest.config.ts", ".mvn/maven.config", "tests/conftest.py"] {
        let repository = Repository::tested();
        repository.machine.write("src/a.ts", "export const a = 2;\n");
        repository.machine.write(name, "x\n");
        repository.test();
        for without in ["git add src && git commit -m x", "git commit -am x", "git add -u && git commit -m x"]
        {
            let said = repository.objection_to(without);
            assert!(said.contains(&format!("the tests ran with {name}")), "{without}: {said}");
        }
        for with in [
            "git add -A && git commit -m x".to_owned(),
            format!("git add src {name} && git commit -m x"),
            format!("git add src && git commit -m x && git add {name} && git commit -m y"),
        ] {
            assert_eq!(repository.objection_to(&with), "", "{with}");
        }
        // One that is known, and was changed.
        repository.git(&["add", "-A"]);
        repository.git(&["commit", "-q", "-m", "two"]);
        repository.machine.write(name, "y\n");
        repository.test();
        assert!(repository.objection_to("git add src && git commit -m x").contains(name), "{name}");
        assert_eq!(repository.objection_to("git commit -am x"), "");
    }
    // Sources and tests may be committed one after another.
    let repository = Repository::tested();
    for name in ["src/a.ts", "src/b.ts", "src/b.test.ts"] {
        repository.machine.write(name, "export const a = 2;\n");
    }
    repository.test();
    assert_eq!(repository.objection_to("git add src/a.ts && git commit -m x"), "");
}

#[test]
fn a_new_file_is_committed_with_what_imports_it() {
    for (user, text, new) in [
        ("src/a.ts", "import { h } from './h';\n", "src/h.ts"),
        ("app/a.py", "from app.h import h\n", "app/h.py"),
        ("app/a.py", "from . import h\n", "app/h.py"),
        ("src/lib.rs", "mod h;\n", "src/h.rs"),
    ] {
        let repository = Repository::tested();
        repository.machine.write(user, "\n");
        repository.git(&["add", "-A"]);
        repository.git(&["commit", "-q", "-m", "one"]);
        repository.machine.write(user, text);
        repository.machine.write(new, "\n");
        repository.machine.write("scratch.py", "print(1)\n");
        repository.test();
        for without in [format!("git add {user} && git commit -m x"), "git commit -am x".to_owned()] {
            let said = repository.objection_to(&without);
            assert!(said.contains(&format!("the tests ran with {new}")), "{without}: {said}");
        }
        // What nothing imports may stay behind, and so may what imports.
        for with in
            [format!("git add {user} {new} && git commit -m x"), format!("git add {new} && git commit -m x")]
        {
            assert_eq!(repository.objection_to(&with), "", "{with}");
        }
    }
}

#[test]
fn a_test_that_was_changed_is_committed_with_what_it_has_tested() {
    let repository = Repository::tested();
    repository.machine.write("src/a.test.ts", "expect(a).toBe(1);\n");
    repository.git(&["add", "-A"]);
    repository.git(&["commit", "-q", "-m", "a test"]);
    repository.machine.write("src/a.ts", "export const a = 2;\n");
    repository.machine.write("src/a.test.ts", "\n");
    repository.test();
    for without in ["git add src/a.ts && git commit -m x", "git commit -m x src/a.ts"] {
        let said = repository.objection_to(without);
        assert!(said.contains("the tests ran with src/a.test.ts"), "{without}: {said}");
    }
    assert_eq!(repository.objection_to("git commit -am x"), "");
    // Git is told not to see that it was changed.
    repository.git(&["update-index", "--skip-worktree", "src/a.test.ts"]);
    let said = repository.objection_to("git add -A && git commit -m x");
    assert!(said.contains("the tests ran with src/a.test.ts"), "{said}");
}

#[test]
fn a_check_in_front_of_a_commit_leaves_what_was_tested() {
    let repository = Repository::new();
    let scripts = json!({"scripts": {
        "test": "vitest run",
        "lint": "tsc --noEmit && eslint .",
        "lint:fix": "eslint . --fix",
        "test:ci": "cp evil.ts src/a.ts && vitest run",
        "test:all": "python3 evil.py && vitest run",
        "pretest:unit": "node evil.js",
        "test:unit": "vitest run",
    }});
    repository.machine.write("package.json", &scripts.to_string());
    repository.git(&["add", "-A"]);
    repository.git(&["commit", "-q", "-m", "one"]);
    let checks = [
        "npm test",
        "npm run lint",
        "npm run lint && npm test",
        "npm run lint -- --max-warnings 0",
        "cargo fmt --check && cargo test",
        "npx vitest run",
        "pytest -q",
        "make test",
    ];
    for check in checks {
        let said = repository.objection_to(&format!("{check} && git commit -am x"));
        let run = check.strip_prefix("npm run lint && ").or(check.strip_prefix("cargo fmt --check && "));
        let why = match run.unwrap_or(check) {
            lint if lint.contains("run lint") => "no run of the tests was seen".to_owned(),
            tests => format!("how `{tests}` ends is only seen when this call has ended"),
        };
        assert!(said.contains(&why), "{check}: {said}");
    }
    repository.test();
    for check in checks {
        assert_eq!(repository.objection_to(&format!("{check} && git commit -am x")), "", "{check}");
    }
    for other in [
        "npm run lint:fix",
        "npm run lint -- --fix",
        "npm run test:ci",
        "npm run test:all",
        "npm run test:unit",
        "npm run unknown",
        "npm --prefix /tmp/evil test",
        "make test SHELL=./evil",
        "npx vitest run -u",
        "cargo fmt",
        "cargo clippy --fix --allow-dirty",
        "pytest evil.py",
        "python3 evil.py",
        "./evil",
        "cd /tmp && npx vitest run && cd -",
    ] {
        let said = repository.objection_to(&format!("{other} && git commit -am x"));
        assert!(said.contains("may change the sources"), "{other}: {said}");
    }
    // A runner that an agent has changed may do anything.
    repository.machine.write(".git/info/exclude", "node_modules/\n");
    repository.machine.write("node_modules/.bin/vitest", "#!/bin/sh\n");
    repository.tell("PreToolUse", "echo 'exit 0' > node_modules/.bin/vitest", "a");
    assert!(repository.objection_to("npm test && git commit -am x").contains("may change the sources"));
    assert_eq!(repository.objection_to("git commit -am x"), "");
}

#[test]
fn a_filter_that_makes_something_else_of_what_is_staged_is_held_against_what_was_tested() {
    let repository = Repository::tested();
    repository.machine.write("src/a.ts", "export const a = 2;\n");
    repository.test();
    assert_eq!(repository.objection_to("git commit -am x"), "");
    repository.git(&["config", "filter.lfs.clean", "git-lfs clean -- %f"]);
    assert_eq!(repository.objection_to("git commit -am x"), "");
    repository.git(&["config", "filter.other.clean", "sed s/2/3/"]);
    repository.machine.write(".git/info/attributes", "*.ts filter=other\n");
    for commit in ["git commit -am x", "git add -A && git commit -m x"] {
        let said = repository.objection_to(commit);
        assert!(said.contains("the filter `other`"), "{said}");
        assert_eq!(said.contains("in a call of its own"), !said.contains("denied again"), "{said}");
    }
    let policy = "[rules]\n\"gate/missing-evidence\" = \"enforce\"\n[gate.missing-evidence]\nfilters = [\"sed s/2/3/\"]\n";
    repository.machine.write("hookward.toml", policy);
    repository.test();
    assert_eq!(repository.objection_to("git commit -am x"), "");
    repository.git(&["config", "filter.other.clean", "sed s/2/4/"]);
    assert_ne!(repository.objection_to("git commit -am x"), "");
    repository.git(&["config", "filter.other.clean", "sed s/2/3/ #git-lfs"]);
    assert_ne!(repository.objection_to("git commit -am x"), "");
    repository.git(&["add", "-A"]);
    let said = repository.objection();
    assert!(said.contains("another src/a.ts than the one that is staged"), "{said}");
}

#[test]
fn in_front_of_the_first_commit_too_what_is_staged_is_what_was_tested() {
    let repository = Repository::new();
    repository.test();
    assert_eq!(repository.objection(), "");
    repository.machine.write("src/a.ts", "export const a = 2;\n");
    repository.test();
    let said = repository.objection();
    assert!(said.contains("another src/a.ts than the one that is staged"), "{said}");
    repository.git(&["add", "-A"]);
    assert_eq!(repository.objection(), "");
}

#[test]
fn what_is_staged_as_it_lies_there_is_what_was_tested() {
    let repository = Repository::tested();
    let project = repository.machine.project();
    for number in 0..300 {
        repository.machine.write(&format!("many/{number}.ts"), &format!("export const n = {number};\n"));
    }
    repository.machine.write("large.lock", &"x".repeat(3 * 1024 * 1024));
    std::os::unix::fs::symlink("src/a.ts", project.join("link.ts")).unwrap();
    repository.machine.write("gone.ts", "");
    repository.git(&["add", "-A"]);
    repository.test();
    assert_eq!(repository.objection(), "");
    repository.git(&["commit", "-q", "-m", "two"]);
    // A file that is gone is gone, whether git was told of it or not.
    std::fs::remove_file(project.join("gone.ts")).unwrap();
    repository.test();
    repository.git(&["add", "-A"]);
    assert_eq!(repository.objection(), "");
    repository.machine.write("gone.ts", "back");
    assert!(!repository.objection().is_empty());
}

#[test]
fn a_stash_is_no_way_around_the_tests() {
    let repository = Repository::tested();
    repository.machine.write("src/a.ts", "export const a = 2;\n");
    for taken in [
        "git stash && git branch other stash@{0}",
        "git push origin $(git stash create):refs/heads/other",
        "git push origin stash@{0}:refs/heads/other",
        "git checkout -b other stash@{0}",
        "git reset --soft stash@{0}",
    ] {
        assert!(!repository.objection_to(taken).is_empty(), "{taken}");
    }
    for usual in ["git stash", "git stash pop", "git checkout stash@{0} -- src/a.ts", "git diff stash@{0}"] {
        assert_eq!(repository.objection_to(usual), "", "{usual}");
    }
}

#[test]
fn a_commit_that_names_files_takes_these_as_they_lie_there_and_nothing_that_is_staged() {
    let repository = Repository::new();
    repository.machine.write("package.json", "{}\n");
    repository.git(&["add", "-A"]);
    repository.git(&["commit", "-q", "-m", "one"]);
    // Staged as it was before, and named as it is.
    repository.machine.write("src/a.ts", "export const a = 2;\n");
    repository.git(&["add", "-A"]);
    repository.machine.write("src/a.ts", "export const a = 3;\n");
    repository.test();
    assert!(repository.objection_to("git commit -m x").contains("another src/a.ts"));
    for named in ["git commit -m x src/a.ts", "git commit -o src -m x", "git commit -m x -- ."] {
        assert_eq!(repository.objection_to(named), "", "{named}");
    }
    // What says how the tests run stays behind, although it is staged.
    repository.machine.write("package.json", "{\"a\": 1}\n");
    repository.git(&["add", "-A"]);
    repository.test();
    assert_eq!(repository.objection_to("git commit -m x"), "");
    for named in
        ["git commit -m x src/a.ts", "git commit --only src -m x", "git commit -m x . ':!package.json'"]
    {
        let objection = repository.objection_to(named);
        assert!(objection.contains("ran with package.json"), "{named}: {objection}");
    }
    for whole in ["git commit -m x src/a.ts package.json", "git commit -i src/a.ts -m x", "git commit -m x ."]
    {
        assert_eq!(repository.objection_to(whole), "", "{whole}");
    }
}

#[test]
fn a_rebase_by_a_list_that_nobody_edits_is_told_what_was_tested() {
    let repository = Repository::tested();
    let plain = repository.objection_to("git rebase -i --autosquash main");
    for same in [
        "GIT_SEQUENCE_EDITOR=true git rebase -i --autosquash main",
        "GIT_SEQUENCE_EDITOR=: git rebase -i --autosquash main",
        "git -c sequence.editor=: rebase -i --autosquash main",
        "git -c sequence.editor=true rebase -i --autosquash main",
    ] {
        assert_eq!(repository.objection_to(same), plain, "{same}");
    }
    // A list that somebody edits may run anything.
    let edited = "GIT_SEQUENCE_EDITOR='./edit' git rebase -i main";
    assert_ne!(repository.objection_to(edited), plain, "{edited}");
}

#[test]
fn patches_that_are_committed_do_not_stand_in_front_of_themselves() {
    let repository = Repository::tested();
    let said = repository.objection_to("git am x.mbox");
    assert!(!said.contains("stands in front of it"), "{said}");
    let said = repository.objection_to("git apply x.patch && git am x.mbox");
    assert!(said.contains("stands in front of it"), "{said}");
}
