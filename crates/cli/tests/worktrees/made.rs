//! Work trees that a call makes, and what it writes there: the gates hold as they do in the next call, when git knows them.

use crate::support::{Machine, decision};
use crate::{gated, judged_in};

/// A repository with the gates of presets and a tested file, and besides `main` the branches `topic`, `bare`, where that file has
/// no test, and `planned`, which has a plan. None of them is checked out.
fn preset() -> Machine {
    let machine = gated(
        "extends = [\"recommended\", \"workflow\"]\n[[gate.missing-import]]\nfiles = \"src/logged.ts\"\nrequire = [\"logs\"]\n[rules]\n\"gate/missing-plan\" = \"enforce\"\n",
    );
    machine.write("src/logged.ts", "import { log } from 'logs'\nlog(1)\n");
    machine.write("src/logged.test.ts", "test('logged')\n");
    let long = "export const x = 1\n".repeat(40);
    machine.write("src/long.ts", &long);
    machine.write("src/long.test.ts", "test('long')\n");
    machine.git(&["add", "."]);
    machine.git(&["commit", "-q", "-m", "more sources"]);
    machine.git(&["branch", "-q", "main"]);
    machine.git(&["branch", "-q", "topic"]);
    machine.git(&["switch", "-q", "-c", "bare"]);
    machine.git(&["rm", "-q", "src/a.test.ts"]);
    machine.git(&["commit", "-q", "-m", "no test"]);
    machine.git(&["switch", "-q", "-c", "planned", "main"]);
    machine.write("plan.md", "- [ ] the rest\n");
    machine.git(&["add", "."]);
    machine.git(&["commit", "-q", "-m", "a plan"]);
    machine.git(&["switch", "-q", "feature/x"]);
    machine.write("docs/a.md", "text\n");
    machine
}

/// Ways to make a work tree at a path, as people write them; each ends where the call began.
fn ways_of_adding(machine: &Machine, path: &str) -> Vec<String> {
    let main = machine.project().display().to_string();
    let (above, name) = path.rsplit_once('/').unwrap();
    vec![
        format!("git worktree add {path} -b f"),
        format!("git -C . worktree add {path} -b f"),
        format!("git -C {main} worktree add {path} -b f"),
        format!("git -C docs worktree add ../{path} -b f"),
        format!("git -c k=v worktree add {path} -b f"),
        format!("git -c advice.detachedHead=false worktree add -bf {path}"),
        format!("mkdir -p {above} && cd {above} && git worktree add {name} -b f && cd {main}"),
        format!("cd docs && git worktree add ../{path} -b f; cd .."),
        format!("cd \"$UNKNOWN\" && git -C {main} worktree add {path} -b f && cd {main}"),
    ]
}

#[test]
fn however_a_call_makes_a_work_tree_the_gates_hold_for_what_it_writes_there() {
    let machine = preset();
    for path in [".worktrees/n", ".claude/worktrees/n", "../n"] {
        // Above the repository there is none.
        let is_in_it = |add: &String| !add.contains("mkdir -p ..");
        for add in ways_of_adding(&machine, path).into_iter().filter(is_in_it) {
            let judge = |text: &str| machine.judge(&format!("{add} && {text}"));
            assert_eq!(judge(&format!("echo x > {path}/src/b.ts")), "deny", "{add}");
            assert_eq!(judge(&format!("cd {path} && echo x > src/b.ts")), "deny", "{add}");
            let both = format!("echo t > {path}/src/b.test.ts && echo x > {path}/src/b.ts");
            assert_eq!(judge(&both), "", "{add}: with a test");
            assert_eq!(judge(&format!("echo x > {path}/docs/b.md")), "", "{add}: a document");
        }
        for branch in ["main", "-B main"] {
            let judge = |text: &str| {
                let text = format!("git -C . worktree add {path} {branch} && {text}");
                machine.judge(&text.replace(&format!("{path} -B main"), &format!("-B main {path}")))
            };
            assert_eq!(judge(&format!("sed -i 's/1/2/' {path}/src/a.ts")), "deny", "{path}: {branch}");
        }
    }
}

#[test]
fn a_call_from_a_linked_work_tree_may_make_another_one_of_its_repository() {
    let machine = preset();
    machine.git(&["worktree", "add", "-q", "../tree", "topic"]);
    let main = machine.project().display().to_string();
    let tree = machine.home().join("tree");
    let judge = |text: &str| judged_in(&machine, &tree, text);
    let add = format!("git -C {main} worktree add .worktrees/n -b f");
    assert_eq!(judge(&format!("{add} && echo x > {main}/.worktrees/n/src/b.ts")), "deny");
    assert_eq!(judge(&format!("{add} && cd {main}/.worktrees/n && echo x > src/b.ts")), "deny");
    assert_eq!(judge(&format!("{add} && sed -i 's/1/2/' {main}/.worktrees/n/src/a.ts")), "");
    assert_eq!(judge("git worktree add ../n -b f && sed -i 's/1/2/' ../n/src/a.ts"), "");
}

#[test]
fn a_work_tree_beside_the_workspace_is_ours_only_if_its_repository_is() {
    let machine = preset();
    machine.git(&["clone", "-q", ".", "../other"]);
    for text in [
        "git -C ../other worktree add ../n -b f && echo x > ../n/a.md",
        "cd ../other && git worktree add ../n -b f && echo x > ../n/a.md",
        "GIT_DIR=../other/.git git worktree add ../n -b f && echo x > ../n/a.md",
        "git --git-dir ../other/.git worktree add ../n -b f && echo x > ../n/a.md",
    ] {
        assert_eq!(machine.judge(text), "ask", "{text}");
    }
    let text = "git -C ../project worktree add ../n -b f && echo x > ../n/a.md";
    assert_eq!(machine.judge(text), "");
}

#[test]
fn what_lies_in_a_work_tree_that_a_call_makes_is_what_its_commit_holds() {
    let machine = preset();
    // What lies in the main work tree does not count there.
    machine.write("src/a.ts", "something else\n");
    std::fs::remove_file(machine.project().join("src/a.test.ts")).unwrap();
    machine.write("src/new.test.ts", "test('new')\n");
    let long = "export const x = 2\n".repeat(40).replace('\n', "\\n");
    for path in [".worktrees/n", ".claude/worktrees/n", "../n"] {
        for from in ["-b f", "-b f HEAD", "-b f main", "-b f HEAD~0", "topic", "--detach", "--detach topic"] {
            let judge = |text: &str| machine.judge(&format!("git worktree add {path} {from} && {text}"));
            for (text, expected) in [
                (format!("sed -i 's/1/2/' {path}/src/a.ts"), ""),
                (format!("sed -i 's/1/2/' {path}/src/*.ts"), ""),
                (format!("cd {path} && sed -i 's/1/2/' src/a.ts"), ""),
                (format!("echo 'export const a = 2' > {path}/src/a.ts"), ""),
                (format!("printf '{long}' > {path}/src/long.ts"), ""),
                (format!("echo 'log(2)' >> {path}/src/logged.ts"), ""),
                (format!("sed -i 's/log(1)/log(2)/' {path}/src/logged.ts"), ""),
                (format!("sed -i /import/d {path}/src/logged.ts"), "deny"),
                (format!("printf '{long}' > {path}/src/longer.ts"), "deny"),
                // Neither what is not committed nor what the text takes away is there.
                (format!("echo x > {path}/src/new.ts"), "deny"),
            ] {
                assert_eq!(judge(&text), expected, "{from}: {text}");
            }
        }
        for (branch, expected) in [("topic", "deny"), ("planned", "")] {
            let tested = format!("echo t > {path}/src/b.test.ts && printf '{long}' > {path}/src/b.ts");
            let text = format!("git worktree add {path} {branch} && {tested}");
            assert_eq!(machine.judge(&text), expected, "{text}");
        }
        let bare = format!("git worktree add {path} bare && sed -i 's/1/2/' {path}/src/a.ts");
        assert_eq!(machine.judge(&bare), "deny", "{bare}");
    }
}

#[test]
fn where_the_commit_of_a_work_tree_is_not_known_nothing_in_it_is() {
    let machine = preset();
    for add in [
        "git worktree add .worktrees/n \"$BRANCH\"",
        "git worktree add .worktrees/n -b f \"$(cat from)\"",
        "git worktree add .worktrees/n -b f no-such",
        "git switch bare && git worktree add .worktrees/n -b f",
        "git fetch && git worktree add .worktrees/n -b f origin/x",
        "GIT_DIR=other/.git git worktree add .worktrees/n -b f",
    ] {
        for write in [
            "sed -i 's/1/2/' .worktrees/n/src/a.ts",
            "echo 'log(2)' >> .worktrees/n/src/logged.ts",
            "echo t > .worktrees/n/src/b.test.ts && cp src/long.ts .worktrees/n/src/b.ts",
        ] {
            let text = format!("{add} && {write}");
            let output = machine.hook("claude", &machine.bash(&text));
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            assert_eq!(decision(&output), "deny", "{text}");
            assert!(said.contains("is only known when it runs"), "{text}: {said}");
            let is_true = !["no test", "no plan", "no import", "cannot be read"]
                .iter()
                .any(|words| said.contains(words));
            assert!(is_true, "{text}: {said}");
        }
    }
    let text =
        "git fetch && git worktree add .worktrees/n -b f topic && sed -i 's/1/2/' .worktrees/n/src/a.ts";
    assert_eq!(machine.judge(text), "", "a branch of this repository stays where it is");
}

#[test]
fn a_work_tree_may_be_made_in_an_empty_directory_and_reached_through_a_link() {
    let machine = preset();
    std::fs::create_dir_all(machine.project().join(".worktrees/n")).unwrap();
    let judge = |text: &str| machine.judge(&format!("git worktree add .worktrees/n -b f && {text}"));
    assert_eq!(judge("echo x > .worktrees/n/src/b.ts"), "deny");
    assert_eq!(judge("sed -i 's/1/2/' .worktrees/n/src/a.ts"), "");
    std::os::unix::fs::symlink(machine.project(), machine.home().join("link")).unwrap();
    let link = machine.home().join("link");
    let judge =
        |text: &str| judged_in(&machine, &link, &format!("git worktree add .worktrees/n -b f && {text}"));
    assert_eq!(judge("echo x > .worktrees/n/src/b.ts"), "deny");
    assert_eq!(judge("sed -i 's/1/2/' .worktrees/n/src/a.ts"), "");
}

#[test]
fn a_work_tree_that_takes_the_place_of_another_is_judged_by_its_own_branch_and_commit() {
    let machine = preset();
    machine.git(&["worktree", "add", "-q", ".worktrees/n", "topic"]);
    for (branch, expected) in [("main", "deny"), ("bare", "deny"), ("planned", "")] {
        let add = format!("git worktree add .worktrees/n {branch}");
        let text =
            format!("git worktree remove .worktrees/n && {add} && sed -i 's/1/2/' .worktrees/n/src/a.ts");
        assert_eq!(machine.judge(&text), expected, "{text}");
    }
}
