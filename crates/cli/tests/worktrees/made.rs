//! Work trees that a call makes, and what it writes there: the gates hold as they do in the next call, when git knows them.

use crate::gated;
use crate::support::Machine;

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
